package statement

import "testing"

func TestEveryHandWrittenQueryReadsBack(t *testing.T) {
	t.Parallel()
	for _, q := range handWritten(t) {
		if s := mustParse(t, q.sql, q.dialect); s.tree != nil && !readsBack(s.sql, s.tree, q.dialect) {
			t.Errorf("%s: %s is another query than %s", q.dialect, s.sql, q.sql)
		}
	}
}

func TestAnotherTextDoesNotReadBack(t *testing.T) {
	t.Parallel()
	for _, d := range everyDialect {
		s := mustParse(t, "SELECT a, 'x' FROM t WHERE b > 1", d)
		for _, text := range []string{"SELECT a, 'X' FROM t WHERE b > 1", "SELECT a FROM t WHERE b > 1", "SELECT a, 'x' FROM", s.SQL() + "; " + s.SQL()} {
			if readsBack(text, s.tree, d) {
				t.Errorf("%s: %s is taken for %s", d, text, s.SQL())
			}
		}
	}
}
