package compose_test

import (
	"slices"
	"testing"

	"parley/db/dbtest"
	"parley/workflow/engine/compose"
)

// A word that nothing else explains is the one code that is short for it, and that is told.
func TestCodesThatNobodyExplainsAreReadAsShortForms(t *testing.T) {
	t.Parallel()
	script, err := questions.ReadFile("testdata/wharf.sql")
	if err != nil {
		t.Fatal(err)
	}
	x, d := opened(t, dbtest.SQLite(t, "codes", string(script)))
	list := compose.New(x).Read("what percentage of our portings got rejected?", now)
	if len(list) == 0 {
		t.Fatal("not read")
	}
	q, err := list[0].Query.Lower(x, d.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	stmt, err := q.Build(d.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	const want = "SELECT CAST(100.0 * count(CASE WHEN result = 'REJ' THEN 1 END) AS REAL) / count(*) AS percentage_of_portings_where_result_is FROM porting"
	if got := stmt.SQL(); got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
	if !slices.Contains(list[0].Doubts, "rejected is REJ") {
		t.Errorf("doubts %q do not tell what was assumed", list[0].Doubts)
	}
}
