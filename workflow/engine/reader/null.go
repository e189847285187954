package reader

import (
	"context"
	"sync"
	"time"

	"parley/db/statement"
	"parley/workflow/schema"
)

// nullTimeout bounds the look for a missing value, unless a trial has more.
const nullTimeout = 200 * time.Millisecond

// Nulls knows which columns have rows without a value. It is safe for concurrent use.
type Nulls struct {
	Engine *Engine
	mu     sync.Mutex
	Known  map[*schema.Column]bool
}

// In says whether the column has rows without a value: asked of the database once.
func (n *Nulls) In(c *schema.Column) bool {
	if !c.Nullable || n.Engine.Database == nil {
		return false
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if known, ok := n.Known[c]; ok {
		return known
	}
	n.Known[c] = n.find(c)
	return n.Known[c]
}

func (n *Nulls) find(c *schema.Column) bool {
	ctx, cancel := context.WithTimeout(context.Background(), max(nullTimeout, n.Engine.trials.one()))
	defer cancel()
	q := statement.NewQuery()
	x := statement.Column("", c.Name)
	q.Items = []statement.Item{{Expr: x}}
	q.From = []statement.Source{{Schema: c.Table.Schema, Table: c.Table.Name}}
	q.Where = []statement.Expr{statement.IsNull(x)}
	q.Limit = statement.Literal(int64(1))
	s, err := q.Build(n.Engine.Dialect)
	if err != nil {
		return false
	}
	rows, err := n.Engine.Database.Query(ctx, s)
	if err != nil {
		return false
	}
	defer rows.Close()
	return rows.Next(ctx)
}
