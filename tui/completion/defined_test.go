package completion

import (
	"slices"
	"testing"

	"parley/db/statement"
)

func TestDefinitionsOfTheProjectAreProposedWhereTheirTablesAre(t *testing.T) {
	t.Parallel()
	c := New(testSchema())
	c.Defined = []Defined{
		{Words: []string{"net revenue", "turnover"}, SQL: "sum(orders.total)", Tables: []string{"orders"}},
		{Words: []string{"late"}, SQL: "orders.status = 'late'", Tables: []string{"orders"}, Condition: true},
	}
	for _, x := range []struct {
		text, want string
		found      bool
	}{
		{"SELECT rev", "sum(orders.total)", true},
		{"SELECT turn", "sum(orders.total)", true},
		{"SELECT country, net", "sum(orders.total)", true},
		{"SELECT id FROM orders WHERE lat", "orders.status = 'late'", true},
		{"SELECT id FROM orders WHERE net", "sum(orders.total)", false},
		{"SELECT id FROM users WHERE lat", "orders.status = 'late'", false},
		{"SELECT id FROM orders AS o WHERE lat", "orders.status = 'late'", false},
	} {
		if _, list := c.At(x.text, len(x.text)); slices.Contains(list, x.want) != x.found {
			t.Errorf("%s: %q", x.text, list)
		}
	}
	if got := c.Called("sum(orders.total)"); got != "net revenue" {
		t.Errorf("called %q", got)
	}
}

func TestEachEngineIsOfferedItsOwnFunctions(t *testing.T) {
	t.Parallel()
	for engine, want := range map[statement.Dialect]string{statement.PostgreSQL: "date_trunc(", statement.SQLite: "strftime(", statement.DuckDB: "arg_max("} {
		for other := range functionsOf {
			c := New(testSchema())
			c.Engine = other
			text := "SELECT " + want[:4]
			_, list := c.At(text, len(text))
			if slices.Contains(list, want) != slices.Contains(functionsOf[other], want) || engine == other && !slices.Contains(list, want) {
				t.Errorf("%s on %s: %q", want, other, list)
			}
		}
	}
}
