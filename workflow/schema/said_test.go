package schema

import (
	"slices"
	"strings"
	"testing"

	"parley/db"
)

// What a comment calls a table goes before parley's own reading of letters that run together, and not before words.
func TestTablesAreCalledAsTheirCommentsSay(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, comment, want string }{
		{"trnshp", "Shipments", "shipments"},
		{"trnshp", "Shipments; one row per parcel", "shipments"},
		{"orders", "Purchases of customers", "orders"},
		{"fct_sales", "Receipt lines", "sales"},
		{"sale_by_boat", "", "sales by boat"},
		{"sales_per_boat_type", "", "sales per boat type"},
		{"boat_type", "", "boat types"},
	} {
		x := New(&db.Schema{Tables: []db.Table{{TableName: db.TableName{Name: c.name}, Comment: c.comment, Columns: []db.Column{{Name: "id", Type: db.Integer}}}}})
		if got := x.Tables[0].Said(); got != c.want {
			t.Errorf("%s (%s) is called %q, want %q: %s", c.name, c.comment, got, c.want, strings.Join(x.Tables[0].Words, " "))
		}
	}
}

// What stands in brackets behind what rows are, and what each row is said to be, are names of them too.
func TestTablesAreCalledByBracketsAndByEachRow(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ comment, said, not string }{
		{"Keeper list (anglers who hold a licence)", "angler", "licence"},
		{"Ponds (fishing places)", "fishing place", ""},
		{"Moves, one row a transfer", "transfer", ""},
		{"Levels: one line per pond and day", "", "pond"},
		{"Bands (in use for reports)", "", "report"},
	} {
		x := New(&db.Schema{Tables: []db.Table{{TableName: db.TableName{Name: "qx"}, Comment: c.comment, Columns: []db.Column{{Name: "id", Type: db.Integer}}}}})
		var names []string
		for _, n := range x.Tables[0].Names {
			names = append(names, n.String())
		}
		if c.said != "" && !slices.Contains(names, c.said) {
			t.Errorf("%s: %q, want %q among them", c.comment, names, c.said)
		}
		if c.not != "" && slices.Contains(names, c.not) {
			t.Errorf("%s: %q, %q is none", c.comment, names, c.not)
		}
	}
}

func TestWhatANumberTellsApart(t *testing.T) {
	t.Parallel()
	x := New(&db.Schema{Tables: []db.Table{{TableName: db.TableName{Name: "till_lines"}, Primary: []string{"line_id"}, Columns: []db.Column{
		{Name: "line_id", Type: db.Integer}, {Name: "receipt_no", Type: db.Text}, {Name: "till_line_no", Type: db.Integer}, {Name: "card_no", Type: db.Text, Unique: true}, {Name: "amount", Type: db.Decimal},
	}}}})
	for _, c := range x.Columns {
		if got, want := strings.Join(c.Numbered(), " "), map[string]string{"receipt_no": "receipt"}[c.Name]; got != want {
			t.Errorf("%s tells %q apart, want %q", c.Name, got, want)
		}
	}
}

// Words of every day are no slips for names that are written nearly alike: march is no Marco.
func TestWordsOfEveryDay(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]bool{"march": true, "second": true, "since": true, "prodcut": false, "usres": false} {
		if got := Everyday(word); got != want {
			t.Errorf("%s: %v", word, got)
		}
	}
}
