package engine_test

import (
	"context"
	"fmt"
	"testing"

	"parley/db"
	"parley/db/statement"
	"parley/workflow"
	"parley/workflow/engine"
	"parley/workflow/schema"
)

// wide is a schema of n tables of twenty columns, each table referring to one before it.
func wide(n int) *db.Schema {
	nouns := []string{"customer", "invoice", "shipment", "vendor", "ledger", "claim", "policy", "branch", "asset", "project"}
	attributes := []string{"name", "status", "amount", "created_at", "city", "country", "price", "quantity", "type", "score"}
	s := &db.Schema{}
	for i := range n {
		t := db.Table{TableName: db.TableName{Name: fmt.Sprintf("%s_%s_%d", nouns[i%10], nouns[i/10%10], i)}, Primary: []string{"id"}}
		t.Columns = append(t.Columns, db.Column{Name: "id", Type: db.Integer}, db.Column{Name: "parent_id", Type: db.Integer})
		for k := range 18 {
			t.Columns = append(t.Columns, db.Column{Name: fmt.Sprintf("%s_%d", attributes[k%10], k/10), Type: db.Text})
		}
		if i > 0 {
			t.Foreign = []db.ForeignKey{{Columns: []string{"parent_id"}, Target: s.Tables[i/2].TableName, TargetColumns: []string{"id"}}}
		}
		s.Tables = append(s.Tables, t)
	}
	return s
}

// BenchmarkGenerateWide must stay under 20 ms a turn on 1,000 tables × 20 columns.
func BenchmarkGenerateWide(b *testing.B) {
	x := schema.New(wide(1000))
	e := engine.New(x, statement.PostgreSQL)
	for b.Loop() {
		_, err := e.Generate(context.Background(), workflow.Request{Question: "names and cities of customer vendors with amount over 100 ordered by score", Now: noon})
		if err != nil {
			b.Fatal(err)
		}
	}
}
