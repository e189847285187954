package engine_test

import (
	"strings"
	"testing"

	"parley/db/statement"
	"parley/workflow"
)

// A bound that may be a percentage is never taken for one on what the percentages, or running totals, in view are of.
func TestABoundOnSharesIsNoBoundOnCounts(t *testing.T) {
	t.Parallel()
	source := demoSource(t)
	const from = " FROM orders o JOIN users u ON u.id = o.user_id GROUP BY u.country"
	const shares, running = "SELECT u.country, CAST(count(*) * 100.0 AS REAL) / sum(count(*)) OVER () AS percentage" + from, "SELECT u.country, sum(count(*)) OVER (ORDER BY u.country) AS running" + from
	for _, c := range []struct {
		sql, said string
		counts    bool
	}{
		{shares, "leave out anything under 5", false},
		{shares, "leave out anything under 100", false},
		{shares, "leave out anything under 1800", true},
		{running, "leave out anything under 1800", false},
	} {
		current, err := statement.Parse(c.sql, statement.SQLite, source.Names)
		if err != nil {
			t.Fatal(err)
		}
		draft, err := source.Refiner.Refine(t.Context(), workflow.Refine{Request: workflow.Request{Question: c.said, Now: noon}, Current: current})
		counts := err == nil && strings.Contains(draft.Statement.SQL(), "HAVING count(*) >=")
		if counts != c.counts {
			t.Errorf("%s, %q: bound on the counts is %v; %v", c.sql, c.said, counts, err)
		}
	}
}
