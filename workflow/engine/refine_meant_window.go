package engine

import (
	"strings"

	"parley/db/statement"
)

// This file sees the figure in force beside those of the other groups: its share of all, its place, how it changed. The figure
// itself stays.

// beside shows an expression made of the figure in force, with the order of the groups in which it is seen.
func (ed *editor) besideFigure(name string, make func(x statement.Expr, order []statement.Key) (statement.Expr, bool)) bool {
	i, ok := ed.measure()
	q := ed.block()
	if !ok || ed.query.Set != nil || len(q.GroupBy) == 0 || !q.Items[i].Expr.Aggregate() || q.Items[i].Expr.IsWindow() {
		return false
	}
	q.SpellOut()
	x, ok := make(q.Items[i].Expr, q.OrderBy)
	if !ok {
		return false
	}
	if known := itemName(q.Items[i]); known != "" {
		name = strings.ToLower(known) + "_" + name
	}
	q.Items = append(q.Items[:len(q.Items):len(q.Items)], statement.Item{Expr: x, Alias: ed.freeName(name)})
	return true
}

// shareAdded shows what each group is in a hundred of all.
func (ed *editor) shareAdded() bool {
	return ed.besideFigure("percent", func(x statement.Expr, _ []statement.Key) (statement.Expr, bool) {
		total := statement.Call("sum", x).Over(statement.Window{})
		return ed.dialect.Divide(statement.Binary("*", statement.Literal(100.0), x), total), ed.query.Limit.IsZero()
	})
}

// rankAdded shows the place of each group by its figure, the largest first.
func (ed *editor) rankAdded() bool {
	return ed.besideFigure("rank", func(x statement.Expr, _ []statement.Key) (statement.Expr, bool) {
		return statement.Call("rank").Over(statement.Window{OrderBy: []statement.Key{{Expr: x, Desc: true}}}), true
	})
}

// changeAdded shows how the figure of each period changed against the one before, in a hundred.
func (ed *editor) changeAdded() bool {
	at, ok := ed.momentItem()
	if !ok || len(ed.block().GroupBy) != 1 {
		return false
	}
	return ed.besideFigure("change_percent", func(x statement.Expr, _ []statement.Key) (statement.Expr, bool) {
		w := statement.Window{OrderBy: []statement.Key{{Expr: ed.block().Items[at].Expr}}}
		before := statement.Call("lag", x).Over(w)
		return ed.dialect.Divide(statement.Binary("*", statement.Literal(100.0), statement.Binary("-", x, before)), before), true
	})
}

// howMany counts what the words name: the groups, where each is one of it; beside an average, of how many rows it is.
func (ed *editor) howMany(text string) bool {
	t, ok := ed.targets(text)
	if ed.query.Set != nil || !ed.block().Grouped() {
		return false
	}
	q := ed.block()
	if ok && len(t) == 1 && len(q.GroupBy) > 0 {
		for _, key := range q.GroupBy {
			c := ed.scope().column(q.Meaning(key))
			if c != nil && (t[0].entity == c.Table || len(t[0].columns) == 1 && t[0].columns[0] == c) {
				return ed.count()
			}
		}
	}
	return len(q.GroupBy) > 0 && ed.addMeant("number of "+text)
}
