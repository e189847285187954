package schema

import (
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
	} {
		x := New(&db.Schema{Tables: []db.Table{{TableName: db.TableName{Name: c.name}, Comment: c.comment, Columns: []db.Column{{Name: "id", Type: db.Integer}}}}})
		if got := x.Tables[0].Said(); got != c.want {
			t.Errorf("%s (%s) is called %q, want %q: %s", c.name, c.comment, got, c.want, strings.Join(x.Tables[0].Words, " "))
		}
	}
}
