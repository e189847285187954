package duckdb

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	duck "github.com/duckdb/duckdb-go-bindings"

	"parley/db"
	"parley/db/statement"
)

const (
	// sampled is how many rows of a table are looked at for the values of a column.
	sampled = 20_000
	// valuesTimeout bounds the look at one column: a view may hide a large join, and a file may be far away.
	valuesTimeout = 2 * time.Second
	// longestValue is how long a text may be, in characters, to be worth knowing by heart.
	longestValue = 200
)

// Values returns the distinct values of a column, commonest first, among the first rows of the table.
func (d *Database) Values(ctx context.Context, table db.TableName, column string, limit int) ([]db.Value, bool, error) {
	from := quoteTable(table)
	sql := fmt.Sprintf(`WITH s AS MATERIALIZED (SELECT t.%s AS v FROM %s AS t LIMIT %d)
		SELECT v, (SELECT count(*) FROM s) FROM s WHERE v IS NOT NULL AND length(v::VARCHAR) <= %d GROUP BY v ORDER BY count(*) DESC, v LIMIT %d`,
		quote(column), from, sampled, longestValue, limit+1)
	var values []db.Value
	complete := true
	ctx, cancel := context.WithTimeout(ctx, valuesTimeout)
	defer cancel()
	err := d.each(ctx, sql, func(row []db.Value) {
		values = append(values, row[0])
		rows, _ := row[1].(int64)
		complete = rows < sampled
	})
	if err != nil {
		return nil, false, err
	}
	if len(values) > limit {
		return values[:limit], false, nil
	}
	return values, complete, nil
}

// Explain is DuckDB's plan, which runs nothing.
func (d *Database) Explain(ctx context.Context, stmt *statement.Statement) (*db.Plan, error) {
	text, err := db.Readable(stmt, statement.DuckDB)
	if err != nil {
		return nil, err
	}
	return d.plan(ctx, text)
}

// plan explains a text that the guard lets pass.
func (d *Database) plan(ctx context.Context, text string) (*db.Plan, error) {
	// A text that is one SELECT by itself is checked before EXPLAIN is put before it.
	if err := d.check(text); err != nil {
		return nil, err
	}
	r, err := d.run(ctx, "EXPLAIN (FORMAT JSON) "+text, duck.StatementTypeExplain)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	if !r.Next(ctx) {
		return nil, fmt.Errorf("read DuckDB's plan: %w", r.Err())
	}
	var roots []node
	if err := json.Unmarshal([]byte(db.Format(r.Row()[len(r.Row())-1])), &roots); err != nil || len(roots) == 0 {
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
