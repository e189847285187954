package workflow_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"parley/dialog"
	"parley/workflow"
)

// TestPartsOfAnAnswerAreChangedOneByOne: each part of what was understood has ways that change it alone.
func TestPartsOfAnAnswerAreChangedOneByOne(t *testing.T) {
	t.Parallel()
	source := openSource(t, "demo", time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC))
	for sql, want := range map[string][]string{ // part, way: what the statement becomes
		"SELECT * FROM flights WHERE origin = 'Nairobi' AND price < 500 ORDER BY price LIMIT 5": {
			"origin is Nairobi | destination is Nairobi: WHERE destination = 'Nairobi' AND price < 500 ORDER BY price LIMIT 5",
			"origin is Nairobi | origin is not Nairobi: WHERE origin <> 'Nairobi' AND price < 500",
			"origin is Nairobi | without: origin is Nairobi: FROM flights WHERE price < 500",
			"price under 500 | without: price under 500: WHERE origin = 'Nairobi' ORDER BY",
			"sorted by price | the other way around: ORDER BY price DESC",
			"the first 5 | all rows: ORDER BY price",
		},
		"SELECT count(*) FROM orders WHERE created_at >= '2026-10-01' AND created_at < '2026-11-01'": {
			"created at from 2026-10-01 and under 2026-11-01 | created at from 2026-09-01 and under 2026-10-01: created_at >= '2026-09-01' AND created_at < '2026-10-01'",
			"created at from 2026-10-01 and under 2026-11-01 | shipped at from 2026-10-01 and under 2026-11-01: shipped_at >= '2026-10-01' AND shipped_at < '2026-11-01'",
		},
		"SELECT country, avg(id) FROM users GROUP BY country ORDER BY avg(id) DESC": {
			"average id | highest id: SELECT country, max(id) FROM users GROUP BY country ORDER BY max(id) DESC",
			"by country | by status: SELECT status, avg(id) FROM users GROUP BY status",
		},
	} {
		talk := workflow.New(dialog.New(uuid.New(), "demo", dialog.Settings{}), workflow.Opened(source), workflow.Settings{Whole: true})
		t.Cleanup(talk.Close)
		talk.Commit(talk.Begin(sql).Run(t.Context()))
		made := map[string]string{}
		for _, part := range talk.Parts() {
			for _, way := range part.Ways {
				made[part.Words+" | "+way.Said()] = way.Statement.SQL()
			}
		}
		for _, w := range want {
			cut := strings.LastIndex(w, ": ")
			if got := made[w[:cut]]; !strings.Contains(got, w[cut+2:]) {
				t.Errorf("%s: %q\nof %q", w, got, made)
			}
		}
	}
}
