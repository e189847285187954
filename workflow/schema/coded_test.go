package schema

import (
	"slices"
	"testing"

	"parley/db"
)

func TestNumbersStandForDays(t *testing.T) {
	t.Parallel()
	number := func(name, comment string, low, high float64, common ...db.Value) *Column {
		c := New(&db.Schema{Tables: []db.Table{{TableName: db.TableName{Name: "visits"}, Columns: []db.Column{{Name: name, Type: db.Integer, Comment: comment}}}}}).Tables[0].Columns[0]
		c.Low, c.High, c.Distinct, c.Common = low, high, 9, common
		return c
	}
	for _, c := range []struct {
		column *Column
		layout string
		unset  []db.Value
	}{
		{number("visit_date", "", 20240105, 20261231), CodedDay, nil},
		{number("visit_dt", "", 0, 20261231), CodedDay, []db.Value{int64(0)}},
		{number("left_dt", "", 20240105, 99991231), CodedDay, []db.Value{int64(99991231)}},
		{number("left_dt", "", 0, 99991231, int64(20240506), int64(0)), CodedDay, []db.Value{int64(0), int64(99991231)}},
		{number("bill_month", "", 202401, 202612), CodedMonth, nil},
		{number("since", "first visit, yyyymmdd", 20240105, 20261231), CodedDay, nil},
		{number("amount", "", 20240105, 20261231), "", nil},
		{number("day_count", "", 1, 365), "", nil},
		{number("visit_date", "", 0, 0), "", nil},
	} {
		if got := c.column.Coded(); got != c.layout || !slices.Equal(c.column.Unset(), c.unset) {
			t.Errorf("%s from %v to %v: %q, unset %v; want %q, %v", c.column.Name, c.column.Low, c.column.High, got, c.column.Unset(), c.layout, c.unset)
		}
	}
}

func TestFlagsSayYes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind     db.Type
		common   []db.Value
		complete bool
		want     db.Value
	}{
		{db.Boolean, nil, false, true},
		{db.Text, []db.Value{"N", "Y"}, true, "Y"},
		{db.Text, []db.Value{"no", "yes"}, true, "yes"},
		{db.Text, []db.Value{"N"}, true, "Y"},
		{db.Text, []db.Value{"N", "Y"}, false, nil},
		{db.Text, []db.Value{"N", "X"}, true, nil},
		{db.Text, []db.Value{"N", "S"}, true, nil},
	} {
		column := &Column{Column: &db.Column{Type: c.kind}, Common: c.common, Complete: c.complete}
		if got, ok := column.Yes(); ok != (c.want != nil) || ok && got != c.want {
			t.Errorf("%v %v says yes by %v", c.kind, c.common, got)
		}
	}
}
