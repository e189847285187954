package project

import (
	"fmt"
	"strings"
	"testing"

	"parley/db"
	"parley/db/statement"
	"parley/workflow/schema"
)

// BenchmarkCompile takes a project of 500 definitions into the index of 1,000 tables: 300 ms must hold, 100 ms is the aim
// ("Teach it once"), with a comment on every column. Beside it stands what the index itself takes, in which no project can be less.
func BenchmarkCompile(b *testing.B) {
	catalogue, text := large()
	b.Run("index", func(b *testing.B) {
		for b.Loop() {
			schema.New(catalogue)
		}
	})
	b.Run("index and project", func(b *testing.B) {
		for b.Loop() {
			layer, problems := Parse(FileName, text)
			p := Compile(schema.New(catalogue), statement.PostgreSQL, nil, layer)
			if len(problems)+len(p.Problems) > 0 || len(p.Definitions) != 500 {
				b.Fatal(problems, p.Problems, len(p.Definitions))
			}
		}
	})
}

// BenchmarkRead reads a question in the words of such a project, before the engine sees it: it must vanish beside the 4 ms of a turn.
func BenchmarkRead(b *testing.B) {
	catalogue, text := large()
	layer, _ := Parse(FileName, text)
	p := Compile(schema.New(catalogue), statement.PostgreSQL, nil, layer)
	for b.Loop() {
		if read := p.Read("what was figure 7 of the ledgers that are big 12 by word 3 and month since the first of January"); read == "" {
			b.Fatal("nothing read")
		}
	}
}

// large is a database of 1,000 tables, with a comment on every column, and a project of 500 definitions.
func large() (*db.Schema, string) {
	catalogue := &db.Schema{}
	for i := range 1000 {
		t := db.Table{TableName: db.TableName{Name: fmt.Sprintf("ledger_%d", i)}, Primary: []string{"id"}, Columns: []db.Column{{Name: "id", Type: db.Integer}}}
		for j := range 19 {
			t.Columns = append(t.Columns, db.Column{Name: fmt.Sprintf("amount_%d_%d", i, j), Type: db.Decimal, Comment: "What it comes to, in euros; null when nobody knows = never told"})
		}
		catalogue.Tables = append(catalogue.Tables, t)
	}
	var text strings.Builder
	text.WriteString("[words]\n")
	for i := range 200 {
		fmt.Fprintf(&text, "\"word %d\" = \"ledger_%d.amount_%d_1\"\n", i, i, i)
	}
	for i := range 200 {
		fmt.Fprintf(&text, "[metrics.\"figure %d\"]\nexpression = \"sum(ledger_%d.amount_%d_2) / nullif(sum(ledger_%d.amount_%d_3), 0)\"\nfilter = \"ledger_%d.amount_%d_4 > 10\"\n", i, i, i, i, i, i, i)
	}
	text.WriteString("[filters]\n")
	for i := range 100 {
		fmt.Fprintf(&text, "\"big %d\" = \"ledger_%d.amount_%d_5 > 1000\"\n", i, i, i)
	}
	return catalogue, text.String()
}
