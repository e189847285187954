package engine

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	duck "github.com/duckdb/duckdb-go-bindings"

	"parley/db"
)

// Plan explains a text, which must be one SELECT, and runs nothing.
func (d *Database) Plan(ctx context.Context, text string) (*db.Plan, error) {
	// A text that is one SELECT by itself is checked before EXPLAIN is put before it.
	if err := d.check(text); err != nil {
		return nil, err
	}
	r, err := d.run(ctx, "EXPLAIN (FORMAT JSON) "+text, duck.StatementTypeExplain)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	rows := db.NewChunk(len(r.columns))
	if !r.Fill(rows) {
		return nil, fmt.Errorf("read DuckDB's plan: %w", r.Err())
	}
	row := rows.Row(0)
	var roots []node
	if err := json.Unmarshal([]byte(db.Format(row[len(row)-1])), &roots); err != nil || len(roots) == 0 {
		return nil, fmt.Errorf("read DuckDB's plan: %w", err)
	}
	return roots[0].tree(), nil
}

// node is what parley reads of a plan's node.
type node struct {
	Name     string         `json:"name"`
	Children []node         `json:"children"`
	Extra    map[string]any `json:"extra_info"`
}

func (n node) tree() *db.Plan {
	p := &db.Plan{Node: strings.TrimSpace(n.Name)}
	for _, name := range []string{"Table", "Function", "Conditions", "Filters", "Expression", "Groups"} {
		if detail, ok := n.Extra[name]; ok {
			p.Detail = strings.TrimSpace(p.Detail + " " + fmt.Sprint(detail))
		}
	}
	if estimate, ok := n.Extra["Estimated Cardinality"].(string); ok {
		_, _ = fmt.Sscan(estimate, &p.Rows)
	}
	for _, child := range n.Children {
		p.Children = append(p.Children, child.tree())
	}
	return p
}
