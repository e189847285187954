package meaning

import (
	"fmt"

	"parley/db/statement"
)

// places keeps the first rows of each group: their places are given inside, by a window.
func (l *lowering) places(inner *statement.Query) (*statement.Query, error) {
	var w statement.Window
	for _, t := range l.query.Keep.Each {
		x, err := l.scope.term(t)
		if err != nil {
			return nil, err
		}
		w.PartitionBy = append(w.PartitionBy, x)
	}
	w.OrderBy, inner.OrderBy = inner.OrderBy, nil
	out := statement.NewQuery()
	for i, item := range inner.Items {
		name := item.Alias
		if _, column, ok := item.Expr.AsColumn(); ok && name == "" {
			name = column
		}
		if name == "" || name == "*" {
			name = fmt.Sprintf("column_%d", i+1)
			inner.Items[i].Alias = name
		}
		out.Items = append(out.Items, statement.Item{Expr: statement.Column("", name)})
	}
	inner.Items = append(inner.Items, statement.Item{Expr: statement.Call("rank").Over(w), Alias: "place"})
	out.From = []statement.Source{{Query: inner, Alias: "ranked"}}
	out.Where = []statement.Expr{statement.Binary("<=", statement.Column("", "place"), statement.Literal(max(l.query.Keep.N, 1)))}
	return out, nil
}
