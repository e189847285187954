package measure

import (
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file sees the figure in force beside those of the other groups: its share of all, its place, how it changed. The figure
// itself stays.

// besideFigure shows an expression made of the figure in force, with the order of the groups in which it is seen.
func besideFigure(ed *edit.Editor, name string, make func(x statement.Expr, order []statement.Key) (statement.Expr, bool)) bool {
	i, ok := ed.Measure()
	return ok && besideFigureAt(ed, i, name, make)
}

// besideFigureAt is besideFigure of the figure at a place.
func besideFigureAt(ed *edit.Editor, i int, name string, make func(x statement.Expr, order []statement.Key) (statement.Expr, bool)) bool {
	q := ed.Block()
	if ed.Query.Set != nil || len(q.GroupBy) == 0 || !q.Items[i].Expr.Aggregate() || q.Items[i].Expr.IsWindow() {
		return false
	}
	q.SpellOut()
	x, ok := make(q.Items[i].Expr, q.OrderBy)
	if !ok {
		return false
	}
	if known := edit.ItemName(q.Items[i]); known != "" {
		name = strings.ToLower(known) + "_" + name
	}
	q.Items = append(q.Items[:len(q.Items):len(q.Items)], statement.Item{Expr: x, Alias: clause.FreeName(ed, name)})
	return true
}

// ShareAdded shows what each group is in a hundred of all.
func ShareAdded(ed *edit.Editor) bool {
	return besideFigure(ed, "percent", func(x statement.Expr, x1 []statement.Key) (statement.Expr, bool) { return shareOfTotal(ed, x, x1) })
}

func shareOfTotal(ed *edit.Editor, x statement.Expr, _ []statement.Key) (statement.Expr, bool) {
	total := statement.Call("sum", x).Over(statement.Window{})
	return ed.Dialect.Divide(statement.Binary("*", statement.Literal(100.0), x), total), ed.Query.Limit.IsZero()
}

// ShareAddedOf is ShareAdded of the figure that a text names.
func ShareAddedOf(ed *edit.Editor, text string) bool {
	i, ok := clause.FigureSaid(ed, text)
	if !ok {
		i, ok = clause.ShownAs(ed, text)
	}
	if !ok || !ed.Block().Items[i].Expr.Aggregate() {
		return false
	}
	return besideFigureAt(ed, i, "percent", func(x statement.Expr, x1 []statement.Key) (statement.Expr, bool) { return shareOfTotal(ed, x, x1) })
}

// RankAdded shows the place of each group by its figure, the largest first.
func RankAdded(ed *edit.Editor) bool {
	return besideFigure(ed, "rank", func(x statement.Expr, _ []statement.Key) (statement.Expr, bool) {
		return statement.Call("rank").Over(statement.Window{OrderBy: []statement.Key{{Expr: x, Desc: true}}}), true
	})
}

// ChangeAdded shows how the figure of each period changed against the one before, in a hundred.
func ChangeAdded(ed *edit.Editor) bool {
	at, ok := clause.MomentItem(ed)
	if !ok || len(ed.Block().GroupBy) != 1 {
		return false
	}
	return besideFigure(ed, "change_percent", func(x statement.Expr, _ []statement.Key) (statement.Expr, bool) {
		w := statement.Window{OrderBy: []statement.Key{{Expr: ed.Block().Items[at].Expr}}}
		before := statement.Call("lag", x).Over(w)
		return ed.Dialect.Divide(statement.Binary("*", statement.Literal(100.0), statement.Binary("-", x, before)), before), true
	})
}

// HowMany counts what the words name: the groups, where each is one of it; beside an average, of how many rows it is.
func HowMany(ed *edit.Editor, text string) bool {
	t, ok := ed.Targets(text)
	if ed.Query.Set != nil || !ed.Block().Grouped() {
		return false
	}
	q := ed.Block()
	if ok && len(t) == 1 && len(q.GroupBy) > 0 {
		for _, key := range q.GroupBy {
			c := ed.Scope().Column(q.Meaning(key))
			if c != nil && (t[0].Entity == c.Table || len(t[0].Columns) == 1 && t[0].Columns[0] == c || t[0].Entity != nil && slices.Contains(clause.KeysTo(ed, t[0].Entity), c)) {
				return clause.Count(ed)
			}
		}
	}
	if ok && len(t) == 1 && t[0].Entity != nil && t[0].Entity != ed.Root() && ed.Try(func() bool { return CountDifferent(ed, text) }) {
		return true
	}
	return len(q.GroupBy) > 0 && AddMeant(ed, "number of "+text)
}

// IsBase says that the name of a shown figure tells what others are measured against.
func IsBase(ed *edit.Editor, i int) bool {
	return slices.ContainsFunc(edit.LemmasOf(schema.Split(edit.ItemName(ed.Block().Items[i]))), func(w string) bool { return english.BaseWords[w] })
}

// GroupsByYear says that the groups are years.
func GroupsByYear(ed *edit.Editor) bool {
	at, ok := clause.MomentItem(ed)
	return ok && grainOf(ed.Block().Items[at].Expr) == "year"
}

// StepsBy says that the groups are periods of a unit of time; of whichever where none is named.
func StepsBy(ed *edit.Editor, unit string) bool {
	at, ok := clause.MomentItem(ed)
	return ok && (unit == "" || grainOf(ed.Block().Items[at].Expr) == unit)
}

// InUnit bounds the rows to the unit of time in which it is now.
func InUnit(ed *edit.Editor, unit string) bool {
	c := ed.Moment()
	if c == nil || ed.Query.Set != nil {
		return false
	}
	from := tag.UnitStart(unit, ed.Now)
	return putPeriod(ed, edit.Condition{Column: c, Item: -1, Period: &tag.Period{From: from, To: tag.AddUnits(unit, from, 1), Grain: unit}}, OnlyMode)
}
