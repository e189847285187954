package engine

import (
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/english"
	"parley/workflow/schema"
)

// This file sees the figure in force beside those of the other groups: its share of all, its place, how it changed. The figure
// itself stays.

// beside shows an expression made of the figure in force, with the order of the groups in which it is seen.
func (ed *editor) besideFigure(name string, make func(x statement.Expr, order []statement.Key) (statement.Expr, bool)) bool {
	i, ok := ed.measure()
	return ok && ed.besideFigureAt(i, name, make)
}

// besideFigureAt is besideFigure of the figure at a place.
func (ed *editor) besideFigureAt(i int, name string, make func(x statement.Expr, order []statement.Key) (statement.Expr, bool)) bool {
	q := ed.block()
	if ed.query.Set != nil || len(q.GroupBy) == 0 || !q.Items[i].Expr.Aggregate() || q.Items[i].Expr.IsWindow() {
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
	return ed.besideFigure("percent", ed.shareOfTotal)
}

func (ed *editor) shareOfTotal(x statement.Expr, _ []statement.Key) (statement.Expr, bool) {
	total := statement.Call("sum", x).Over(statement.Window{})
	return ed.dialect.Divide(statement.Binary("*", statement.Literal(100.0), x), total), ed.query.Limit.IsZero()
}

// shareAddedOf is shareAdded of the figure that a text names.
func (ed *editor) shareAddedOf(text string) bool {
	i, ok := ed.figureSaid(text)
	if !ok {
		i, ok = ed.shownAs(text)
	}
	if !ok || !ed.block().Items[i].Expr.Aggregate() {
		return false
	}
	return ed.besideFigureAt(i, "percent", ed.shareOfTotal)
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
			if c != nil && (t[0].entity == c.Table || len(t[0].columns) == 1 && t[0].columns[0] == c || t[0].entity != nil && slices.Contains(ed.keysTo(t[0].entity), c)) {
				return ed.count()
			}
		}
	}
	if ok && len(t) == 1 && t[0].entity != nil && t[0].entity != ed.root() && ed.try(func() bool { return ed.countDifferent(text) }) {
		return true
	}
	return len(q.GroupBy) > 0 && ed.addMeant("number of "+text)
}

// isBase says that the name of a shown figure tells what others are measured against.
func (ed *editor) isBase(i int) bool {
	return slices.ContainsFunc(lemmasOf(schema.Split(itemName(ed.block().Items[i]))), func(w string) bool { return english.Bases[w] })
}

// groupsByYear says that the groups are years.
func (ed *editor) groupsByYear() bool {
	at, ok := ed.momentItem()
	return ok && grainOf(ed.block().Items[at].Expr) == "year"
}
