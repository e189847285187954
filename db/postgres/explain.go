package postgres

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"parley/db"
	"parley/db/statement"
)

// Explain asks for the plan of a statement that the guard lets pass, and runs nothing.
func (d *Database) Explain(ctx context.Context, stmt *statement.Statement) (*db.Plan, error) {
	text, err := db.Readable(stmt, statement.PostgreSQL)
	if err != nil {
		return nil, err
	}
	r, err := d.checked(ctx, explained+text, text)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	if !r.Next(ctx) || len(r.Row()) == 0 {
		return nil, r.Err()
	}
	var answer []struct{ Plan node }
	if err := json.Unmarshal([]byte(db.Format(r.Row()[0])), &answer); err != nil || len(answer) == 0 {
		return nil, fmt.Errorf("read the server's plan: %w", err)
	}
	return answer[0].Plan.tree(), nil
}

// node is what parley reads of a plan's node (PostgreSQL manual, "Using EXPLAIN").
type node struct {
	Type      string  `json:"Node Type"`
	Start     float64 `json:"Startup Cost"`
	Cost      float64 `json:"Total Cost"`
	Rows      float64 `json:"Plan Rows"`
	Relation  string  `json:"Relation Name"`
	Index     string  `json:"Index Name"`
	Join      string  `json:"Join Type"`
	Filter    string  `json:"Filter"`
	Condition string  `json:"Index Cond"`
	HashCond  string  `json:"Hash Cond"`
	MergeCond string  `json:"Merge Cond"`
	JoinCond  string  `json:"Join Filter"`
	Plans     []node  `json:"Plans"`
}

func (n node) tree() *db.Plan {
	p := &db.Plan{Node: n.Type, Detail: n.detail(), Start: n.Start, Cost: n.Cost, Rows: n.Rows}
	for _, child := range n.Plans {
		p.Children = append(p.Children, child.tree())
	}
	return p
}

func (n node) detail() string {
	var parts []string
	for _, part := range []struct{ word, text string }{
		{"on ", n.Relation}, {"using ", n.Index}, {"", n.Join}, {"", n.Condition}, {"", n.HashCond}, {"", n.MergeCond},
		{"", n.JoinCond}, {"where ", n.Filter},
	} {
		if part.text != "" {
			parts = append(parts, part.word+part.text)
		}
	}
	return strings.Join(parts, " ")
}
