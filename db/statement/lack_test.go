package statement

import "testing"

func TestMayLack(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"sum(a)": false, "sum(a) FILTER (WHERE b = 1)": true, "count(*) FILTER (WHERE b = 1)": false, "sum(a) / NULLIF(count(*), 0)": true,
		"100.0 * avg(a) FILTER (WHERE b = 1)": true,
	} {
		s, err := Parse("SELECT "+text, PostgreSQL, nil)
		if err != nil {
			t.Fatal(err)
		}
		q, err := s.Query()
		if err != nil {
			t.Fatal(err)
		}
		if got := q.Items[0].Expr.MayLack(); got != want {
			t.Errorf("%s may lack a value: %v", text, got)
		}
	}
}
