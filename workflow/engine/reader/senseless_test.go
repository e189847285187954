package reader

import (
	"testing"

	"parley/workflow/engine/reading"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// TestNumbersStandWhereTheyCan compares columns with numbers: what holds words has none, and a key has no more and no less unless it was
// called one.
func TestNumbersStandWhereTheyCan(t *testing.T) {
	t.Parallel()
	boats := trade().Table("boats")
	column := func(name string) *schema.Column {
		for _, c := range boats.Columns {
			if c.Name == name {
				return c
			}
		}
		t.Fatal(name)
		return nil
	}
	called := tag.Item{Lower: "supplier id", Matches: []schema.Match{{Column: column("supplier_id")}}}
	for _, c := range []struct {
		column, op string
		value      any
		said       []tag.Item
		amiss      bool
	}{
		{"name", "<", int64(20), nil, true},
		{"name", "=", "20", nil, false},
		{"rental_fee", "<", int64(20), nil, false},
		{"supplier_id", ">", int64(2010), nil, true},
		{"supplier_id", "=", int64(2010), nil, false},
		{"supplier_id", "=", 20.5, nil, true},
		{"supplier_id", ">", int64(2010), []tag.Item{called}, false},
	} {
		q := &Ranked{Reading: &reading.Reading{Filters: []*reading.Filter{{Left: reading.Operand{Column: column(c.column)}, Operator: c.op, Values: []any{c.value}}}}}
		if got := q.numbersAmiss(c.said); got != c.amiss {
			t.Errorf("%s %s %v: amiss %v, want %v", c.column, c.op, c.value, got, c.amiss)
		}
	}
}
