package statement

import "testing"

func TestNegated(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		condition string
		nullable  bool
		want      string
	}{
		{"a = 1", false, "a <> 1"}, {"a = 1", true, "a <> 1 OR a IS NULL"}, {"a < b", false, "a >= b"}, {"a < b", true, "NOT COALESCE(a < b, FALSE)"},
		{"a IN (1, 2)", false, "a NOT IN (1, 2)"}, {"a IS NULL", true, "a IS NOT NULL"}, {"a IS NOT NULL", false, "a IS NULL"},
		{"a = 1 OR b = 2", false, "NOT (a = 1 OR b = 2)"}, {"NOT a", false, "a"}, {"NOT a", true, "NOT COALESCE(NOT a, FALSE)"},
	} {
		s, err := Parse("SELECT "+c.condition, PostgreSQL, nil)
		if err != nil {
			t.Fatal(err)
		}
		q, err := s.Query()
		if err != nil {
			t.Fatal(err)
		}
		if got := Negated(q.Items[0].Expr, c.nullable).SQL(); got != c.want {
			t.Errorf("not %s is %s, want %s", c.condition, got, c.want)
		}
	}
}
