package engine

import (
	"context"
	"sync"
	"time"

	"parley/db/statement"
	"parley/workflow/schema"
)

// nullTimeout bounds the look for a missing value.
const nullTimeout = 200 * time.Millisecond

// nulls knows which columns have rows without a value. It is safe for concurrent use.
type nulls struct {
	engine *Engine
	mu     sync.Mutex
	known  map[*schema.Column]bool
}

// in says whether the column has rows without a value: asked of the database once.
func (n *nulls) in(c *schema.Column) bool {
	if !c.Nullable || n.engine.database == nil {
		return false
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if known, ok := n.known[c]; ok {
		return known
	}
	n.known[c] = n.find(c)
	return n.known[c]
}

func (n *nulls) find(c *schema.Column) bool {
	ctx, cancel := context.WithTimeout(context.Background(), nullTimeout)
	defer cancel()
	q := statement.NewQuery()
	x := statement.Column("", c.Name)
	q.Items = []statement.Item{{Expr: x}}
	q.From = []statement.Source{{Schema: c.Table.Schema, Table: c.Table.Name}}
	q.Where = []statement.Expr{statement.IsNull(x)}
	q.Limit = statement.Literal(int64(1))
	s, err := q.Build(n.engine.dialect)
	if err != nil {
		return false
	}
	rows, err := n.engine.database.Query(ctx, s)
	if err != nil {
		return false
	}
	defer rows.Close()
	return rows.Next(ctx)
}
