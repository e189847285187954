package schema

import (
	"testing"

	"parley/db"
)

// Letters for types are no part of names where a schema writes all its columns so, and letters like others where it does not.
func TestLettersForTypesAreNoWords(t *testing.T) {
	t.Parallel()
	column := func(name string, kind db.Type) db.Column { return db.Column{Name: name, Type: kind} }
	typed := New(&db.Schema{Tables: []db.Table{
		{TableName: db.TableName{Name: "boat"}, Primary: []string{"hmy"}, Columns: []db.Column{
			column("hmy", db.Integer), column("sname", db.Text), column("dtbuilt", db.Date), column("dtsold", db.Date), column("cprice", db.Decimal), column("shull", db.Text),
		}},
		{TableName: db.TableName{Name: "berth"}, Primary: []string{"hmy"}, Columns: []db.Column{
			column("hmy", db.Integer), column("hboat", db.Integer), column("dtfrom", db.Date), column("dtto", db.Date), column("dtpaid", db.Date), column("crent", db.Decimal),
			column("dtdue", db.Date), column("dtnotice", db.Date), column("dtsign", db.Date), column("sstatus", db.Text),
		}},
	}})
	plain := New(&db.Schema{Tables: []db.Table{{TableName: db.TableName{Name: "boat"}, Primary: []string{"id"}, Columns: []db.Column{
		column("id", db.Integer), column("dtend", db.Date), column("surname", db.Text), column("income", db.Decimal), column("year", db.Integer),
	}}}})
	for _, c := range []struct {
		index      *Index
		name, want string
	}{
		{typed, "sname", "name"}, {typed, "dtdue", "due"}, {typed, "crent", "rent"}, {typed, "hboat", "boat"}, {typed, "sstatus", "status"}, {typed, "hmy", "identifier"},
		{plain, "dtend", "date end"}, {plain, "income", "income"}, {plain, "year", "year"},
	} {
		for _, column := range c.index.Columns {
			if column.Column.Name == c.name && column.Spoken() != c.want {
				t.Errorf("%s is read as %q, want %q", c.name, column.Spoken(), c.want)
			}
		}
	}
}

// A telephone number is nothing to add up, whatever digits it is made of.
func TestATelephoneNumberIsNoNumber(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{"+43600104729": false, " +307919331": false, "43.5": true, "-7": true} {
		if _, got := number(text); got != want {
			t.Errorf("%q is a number: %v", text, got)
		}
	}
}
