package engine_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"testing"
	"time"

	"parley/db"
	"parley/db/statement"
	"parley/workflow"
	"parley/workflow/engine/reader"
	"parley/workflow/schema"
)

// wide is a schema of n tables of twenty columns, each table referring to one before it.
func wide(n int) *db.Schema {
	nouns := []string{"customer", "invoice", "shipment", "vendor", "ledger", "claim", "policy", "branch", "asset", "project"}
	attributes := []string{"name", "status", "amount", "created_at", "city", "country", "price", "quantity", "type", "score"}
	kinds := []db.Type{db.Text, db.Text, db.Decimal, db.Timestamp, db.Text, db.Text, db.Decimal, db.Integer, db.Text, db.Integer}
	s := &db.Schema{}
	for i := range n {
		t := db.Table{TableName: db.TableName{Name: fmt.Sprintf("%s_%s_%d", nouns[i%10], nouns[i/10%10], i)}, Primary: []string{"id"}}
		t.Columns = append(t.Columns, db.Column{Name: "id", Type: db.Integer}, db.Column{Name: "parent_id", Type: db.Integer})
		for k := range 18 {
			t.Columns = append(t.Columns, db.Column{Name: fmt.Sprintf("%s_%d", attributes[k%10], k/10), Type: kinds[k%10]})
		}
		if i > 0 {
			t.Foreign = []db.ForeignKey{{Columns: []string{"parent_id"}, Target: s.Tables[i/2].TableName, TargetColumns: []string{"id"}}}
		}
		s.Tables = append(s.Tables, t)
	}
	return s
}

// overWide are questions that fit every schema of wide, short and long.
var overWide = []string{
	"show all customers", "how many invoices per status", "names and cities of customer vendors with amount over 100 ordered by score",
	"total amount by country", "the ten branches with the highest price", "claims without a policy", "which vendor has the most shipments",
	"average price of assets per type", "projects created last month", "invoices whose name contains smith and status is open",
	"ledgers with quantity between 10 and 20 sorted by created at descending", "names of policies with more than three claims in each country",
}

// overShop are questions over the demo.
var overShop = []string{
	"Show me all users", "how many orders per status?", "top 5 products by revenue", "orders that are not cancelled", "average price by category",
	"which country has the most users who ordered electronics last month", "products more expensive than average", "users from Kenya who never ordered",
	"revenue by month", "Find flights from Nairobi to London on Feb 10", "payments of 5000 to +254712345678", "the 10 most expensive products with their category and rating",
}

// BenchmarkQuestion takes one question of a mix a round and reports the 95th percentile: under 5 ms must hold on ten tables,
// under 20 ms on a thousand tables of twenty columns. index-MB is what the index holds.
func BenchmarkQuestion(b *testing.B) {
	for _, tables := range []int{10, 1000} {
		b.Run(fmt.Sprintf("%d_tables", tables), func(b *testing.B) {
			before := heap()
			e := reader.New(schema.New(wide(tables)), statement.PostgreSQL)
			size := heap() - before
			percentile(b, e, overWide)
			b.ReportMetric(float64(size)/1e6, "index-MB")
			runtime.KeepAlive(e)
		})
	}
	b.Run("demo_with_rows", func(b *testing.B) {
		e, err := overDemo()
		if err != nil {
			b.Fatal(err)
		}
		percentile(b, e, overShop)
	})
}

func percentile(b *testing.B, e *reader.Engine, questions []string) {
	var took []time.Duration
	for i := 0; b.Loop(); i++ {
		start := time.Now()
		_, err := e.Generate(context.Background(), workflow.Request{Question: questions[i%len(questions)], Now: noon})
		took = append(took, time.Since(start))
		var unsure *workflow.Ambiguous
		if err != nil && !errors.As(err, &unsure) {
			b.Fatal(questions[i%len(questions)], err)
		}
	}
	slices.Sort(took)
	b.ReportMetric(took[len(took)*95/100].Seconds()*1000, "p95-ms")
	b.ReportMetric(took[len(took)/2].Seconds()*1000, "p50-ms")
}

// heap is how many bytes are in use.
func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
