package engine_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"parley/db"
	"parley/db/opener"
	"parley/db/statement"
	"parley/workflow"
	"parley/workflow/engine/reader"
	"parley/workflow/engine/refine"
	"parley/workflow/schema"
)

// BenchmarkRefine reports the 95th percentile of a turn over refinements of every kind: it must stay under 5 ms on ten
// tables, and under 20 ms on 1,000 tables × 20 columns.
func BenchmarkRefine(b *testing.B) {
	d, err := opener.Open(context.Background(), db.Settings{Now: noon}, "demo")
	if err != nil {
		b.Fatal(err)
	}
	defer d.Close()
	index, err := schema.Build(context.Background(), d, schema.DefaultLimits)
	if err != nil {
		b.Fatal(err)
	}
	overDemo := func(e *reader.Engine) func(b *testing.B) {
		return func(b *testing.B) {
			benchRefine(b, refine.NewRefiner(e), "SELECT name, country FROM users WHERE status = 'active' ORDER BY name LIMIT 10", d.Dialect(),
				"only kenya", "what are their emails?", "sort by country", "how many are there", "which of those ordered something last month?",
				"what about the suspended ones", "how many orders did they make in each month?", "also show the city, and only those from Nairobi")
		}
	}
	b.Run("demo", overDemo(reader.New(index, d.Dialect())))
	b.Run("demo with trials", overDemo(reader.New(index, d.Dialect()).WithTrials(d, reader.QuickTrials)))
	b.Run("wide", func(b *testing.B) {
		x := schema.New(wide(1000))
		t := x.Tables[0]
		benchRefine(b, refine.NewRefiner(reader.New(x, statement.PostgreSQL)), fmt.Sprintf("SELECT name_0, city_0 FROM %s WHERE score_0 > '3' LIMIT 10", t.Name), statement.PostgreSQL,
			"sort by city", "what are their countries?", "how many are there", "names of vendor claims with amount over 100", "without the city", "which of those have the most claims?",
			"show the name and the country of those with score above 10, sorted by score")
	})
}

func benchRefine(b *testing.B, r *refine.Refiner, sql string, d statement.Dialect, inputs ...string) {
	current, err := statement.Parse(sql, d, nil)
	if err != nil {
		b.Fatal(err)
	}
	var took []time.Duration
	for n := 0; b.Loop(); n++ {
		start := time.Now()
		_, _ = r.Refine(context.Background(), workflow.Refine{Request: workflow.Request{Question: inputs[n%len(inputs)], Now: noon}, Current: current})
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "ms-p95")
}
