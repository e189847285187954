package statement_test

import (
	"errors"
	"strings"
	"testing"

	"parley/db/statement"
	"parley/db/statement/attack"
)

// someNames knows the tables that the attacks speak of.
type someNames struct{}

func (someNames) HasTable(table string) bool {
	return strings.EqualFold(table, "users") || strings.EqualFold(table, "u") || strings.EqualFold(table, "t") ||
		strings.EqualFold(table, "victim")
}

func (n someNames) HasColumn(table, column string) bool {
	return (table == "" || n.HasTable(table)) && (strings.EqualFold(column, "id") || strings.EqualFold(column, "name"))
}

func TestEveryAttackIsRefused(t *testing.T) {
	t.Parallel()
	total := 0
	for _, d := range []statement.Dialect{statement.PostgreSQL, statement.SQLite, statement.DuckDB} {
		cases, err := attack.Load(d, t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		total += len(cases)
		for _, c := range cases {
			if c.Layer != attack.Catalogue {
				checkAttack(t, c)
			}
		}
	}
	if total < 500 {
		t.Errorf("only %d attacks were read", total)
	}
}

func checkAttack(t *testing.T, c attack.Case) {
	t.Helper()
	s, err := statement.Parse(c.SQL, c.Dialect, someNames{})
	if err != nil {
		var syntax *statement.SyntaxError
		if c.Part != "" || !errors.As(err, &syntax) {
			t.Errorf("%s: %q: want a refusal of %q, got the error %v", c.Place, c.SQL, c.Part, err)
		}
		return
	}
	var refusal *statement.Refusal
	switch err := s.Guard(); {
	case err == nil:
		t.Errorf("%s: passed the guard: %q as %q", c.Place, c.SQL, s.SQL())
	case !errors.As(err, &refusal) || !strings.Contains(strings.ToLower(refusal.Part), strings.ToLower(c.Part)):
		t.Errorf("%s: %q: want a refusal of %q, got %v", c.Place, c.SQL, c.Part, err)
	case refusal.Position < 0 || refusal.Position > len(c.SQL) || refusal.Reason == "" || refusal.Allowed == "":
		t.Errorf("%s: %q: incomplete refusal %+v", c.Place, c.SQL, refusal)
	}
}
