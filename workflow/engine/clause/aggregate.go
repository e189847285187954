package clause

import (
	"fmt"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// wrapped is the name of the current query where it stands in FROM.
const wrapped = "current_rows"

// Settled says that the rows are what they are only together: counting or filtering them needs the query as a set.
func Settled(ed *edit.Editor) bool {
	q := ed.Block()
	return ed.Query.Set != nil || !ed.Query.Limit.IsZero() || !ed.Query.Offset.IsZero() || len(q.GroupBy) > 0 || len(q.Having) > 0
}

// Count counts the current query's rows, its filter and limit kept.
func Count(ed *edit.Editor) bool {
	q := ed.Block()
	switch {
	case Settled(ed):
		Wrap(ed, statement.Item{Expr: statement.CountStar(), Alias: "count"})
		return true
	case len(edit.Measures(q)) > 0:
		ed.Note("this is one row as it is")
		return true
	case !q.Distinct:
		return Instead(ed, statement.Item{Expr: statement.CountStar(), Alias: "count"})
	case len(q.Items) == 1:
		q.Distinct = false
		return Instead(ed, statement.Item{Expr: statement.Call("count", q.Items[0].Expr).Distinct(), Alias: "count"})
	default:
		Wrap(ed, statement.Item{Expr: statement.CountStar(), Alias: "count"})
		return true
	}
}

// oneFigure says that the query in force is one row of figures.
func oneFigure(ed *edit.Editor) bool { return !Settled(ed) && len(edit.Measures(ed.Block())) > 0 }

// Instead shows aggregates instead of rows, which have no order then.
func Instead(ed *edit.Editor, items ...statement.Item) bool {
	ed.Query.ClearOrder()
	_, err := ed.Block().SetItems(items...)
	return err == nil
}

// Wrap makes the current query the only source, and the items what is asked of it.
func Wrap(ed *edit.Editor, items ...statement.Item) {
	ed.Query = ed.Query.Wrap(wrapped, items...)
}

// Overall aggregates a column of the current rows, filter and limit kept. Without a target it is the measure.
func Overall(ed *edit.Editor, function string, t edit.Target) bool {
	if len(t.Columns) == 0 && t.Item < 0 {
		i, ok := ed.Measure()
		if !ok {
			return overallOfEntity(ed, function)
		}
		t.Item = i
	}
	if t.Item >= 0 && oneFigure(ed) { // of one row: the least of the highest price is the lowest price
		c := extremeShown(ed)
		return c != nil && (function == "min" || function == "max") && turnExtreme(ed, c, function == "max")
	}
	if !Settled(ed) && len(edit.Measures(ed.Block())) == 0 {
		return overallOfRows(ed, function, t)
	}
	if len(t.Columns) == 1 && cutApart(ed, t.Columns[0].Table) {
		return ed.Try(func() bool { return overallOfOwn(ed, function, t) })
	}
	return overallOfSet(ed, function, t)
}

// overallOfOwn aggregates a column of the rows that belong to the current ones, of which there are so many.
func overallOfOwn(ed *edit.Editor, function string, t edit.Target) bool {
	tables := ed.Scope().Home()
	if ed.Query.Set != nil || ed.Block().Grouped() || len(tables) == 0 || Thing(ed, tables).PrimaryKey() == nil {
		return false
	}
	thing := Thing(ed, tables)
	inner, outer := ed.Query.Clone(), RowsOfTable(thing)
	key, ok := edit.View{Index: ed.Index, Query: inner}.Ref(thing.PrimaryKey())
	of, okOf := edit.View{Index: ed.Index, Query: outer}.Ref(thing.PrimaryKey())
	if !ok || !okOf {
		return false
	}
	if _, err := inner.SetItems(statement.Item{Expr: key}); err != nil || outer.AddPredicate(statement.InQuery(of, inner)) != nil {
		return false
	}
	ed.Query = outer
	return overallOfRows(ed, function, t)
}

// overallOfEntity aggregates a number that is not shown: the only one that the main table has.
func overallOfEntity(ed *edit.Editor, function string) bool {
	c := ed.AboutNumber()
	return c != nil && Overall(ed, function, edit.Target{Item: -1, Columns: []*schema.Column{c}})
}

// Figures shows several aggregates over the rows, or over each group.
func Figures(ed *edit.Editor, targets []edit.Target) bool {
	if Settled(ed) || len(edit.Measures(ed.Block())) > 0 {
		return false
	}
	var items []statement.Item
	for _, t := range targets {
		made, ok := ed.Expression(t)
		if !ok || t.Aggregate == "" {
			return false
		}
		items = append(items, made...)
	}
	ed.Block().Distinct = false
	return Instead(ed, items...)
}

// Totals turns a list of rows into the total of the number that it is about, and groups that. A query that has groups
// keeps what it measures.
func Totals(ed *edit.Editor, group func() bool) bool {
	if ed.Query.Set != nil {
		return false
	}
	if !ed.Block().Grouped() {
		t, called, ok := totalled(ed)
		if !ok || Settled(ed) {
			return false
		}
		ed.Understand("total = total of " + called)
		if !overallOfRows(ed, "sum", t) {
			return false
		}
	}
	return group()
}

// totalled is what a total of rows is of: the only number that they show, computed or not, else the one that they are about.
func totalled(ed *edit.Editor) (t edit.Target, called string, ok bool) {
	if i, ok := ed.OnlyNumber(); ok && ed.Scope().Column(ed.Block().Items[i].Expr) == nil {
		return edit.Target{Item: i}, edit.ItemName(ed.Block().Items[i]), true
	}
	c := ed.AboutNumber()
	if c == nil {
		return t, "", false
	}
	return edit.Target{Item: -1, Columns: []*schema.Column{c}}, c.String(), true
}

func overallOfRows(ed *edit.Editor, function string, t edit.Target) bool {
	t.Aggregate = function
	items, ok := ed.Expression(t)
	if !ok {
		return false
	}
	ed.Block().Distinct = false
	return Instead(ed, items...)
}

// overallOfSet aggregates over the current query as a set; the column is added to it when it is not shown.
func overallOfSet(ed *edit.Editor, function string, t edit.Target) bool {
	if name, ok := throughStar(ed, t); ok {
		Wrap(ed, statement.Item{Expr: statement.Call(function, statement.Column("", name)), Alias: strings.ToLower(function + "_" + name)})
		return true
	}
	i, ok := showInSet(ed, t)
	if !ok {
		return false
	}
	q := ed.Block()
	if q.Items[i].Alias == "" {
		if _, _, plain := q.Items[i].Expr.AsColumn(); !plain {
			q.Items[i].Alias = nameFor(ed, i)
		}
	}
	name := edit.ItemName(q.Items[i])
	Wrap(ed, statement.Item{Expr: statement.Call(function, statement.Column("", name)), Alias: strings.ToLower(function + "_" + name)})
	return true
}

// throughStar is the name of the target's column where a star shows it.
func throughStar(ed *edit.Editor, t edit.Target) (string, bool) {
	if t.Item >= 0 || len(t.Columns) != 1 || len(ed.Block().From) != 1 {
		return "", false
	}
	i, ok := ed.Scope().Shown(t.Columns[0])
	return t.Columns[0].Name, ok && i < 0
}

// nameFor is a name for a computed item that has none: of its function, where no other column goes by that.
func nameFor(ed *edit.Editor, i int) string {
	q := ed.Block()
	name, _, _, _, call := q.Items[i].Expr.AsCall()
	name = strings.ToLower(name)
	if !call || slices.ContainsFunc(q.Items, func(it statement.Item) bool { return edit.SameName(edit.ItemName(it), name) }) {
		return fmt.Sprintf("column_%d", i+1)
	}
	return name
}

// cutApart says that a limit cuts rows to which several of another table belong: joined to them, those would be cut instead.
func cutApart(ed *edit.Editor, of *schema.Table) bool {
	return !ed.Query.Limit.IsZero() && slices.ContainsFunc(ed.Scope().Tables(), func(t *schema.Table) bool { return t != of && ed.Index.Graph.Refers(of, t) }) && !slices.Contains(ed.Scope().Tables(), of)
}

func showInSet(ed *edit.Editor, t edit.Target) (int, bool) {
	if t.Item >= 0 {
		return t.Item, true
	}
	q := ed.Block()
	if len(t.Columns) != 1 {
		return 0, false
	}
	if i, ok := ed.Scope().Shown(t.Columns[0]); ok && i >= 0 {
		return i, true
	}
	if ed.Query.Set != nil || q.Grouped() {
		return 0, false
	}
	items, ok := ed.Expression(t)
	return len(q.Items), ok && ed.Append(items...)
}

// ExtremeRow is the query for the row that a single largest or smallest value is of, by order and limit; nil when the
// query asks for no such value.
func ExtremeRow(q *statement.Query) *statement.Query {
	if q.Set != nil || len(q.Items) != 1 || len(q.GroupBy) > 0 || len(q.Having) > 0 || len(q.OrderBy) > 0 || !q.Limit.IsZero() {
		return nil
	}
	name, args, _, _, ok := q.Items[0].Expr.AsCall()
	if !ok || q.Items[0].Expr.IsWindow() || turnedFunction[strings.ToLower(name)] == "" || len(args) != 1 {
		return nil
	}
	out := q.Clone()
	_, unlike := out.SetItems(statement.Item{Expr: args[0]})
	order := out.SetOrder(nil, statement.Key{Expr: args[0], Desc: strings.EqualFold(name, "max")})
	if unlike != nil || order != nil || out.SetLimit(1) != nil {
		return nil
	}
	return out
}

// Percentage shows the measure as a share of its sum over all rows.
func Percentage(ed *edit.Editor) bool {
	if !ed.Said.Any(english.WholeWords) && changeInHundred(ed) {
		return true
	}
	if ed.Try(func() bool { return oneByOther(ed) }) || ed.Try(func() bool { return sharesBeside(ed) }) {
		return true
	}
	i, ok := ed.Measure()
	if m := edit.Measures(ed.Block()); ok && len(m) == 2 && IsCount(ed.Block().Items[i].Expr) {
		other := m[0] + m[1] - i
		if item := ed.Block().Items[other]; !IsCount(item.Expr) && Share(ed, other) {
			ed.Assume("the share is of " + edit.ItemName(item))
			return true // how many there are only stands beside what they come to
		}
	}
	return ok && (inHundred(ed, i) || Share(ed, i))
}

// inHundred tells a rate in a hundred, which has no share of a total.
func inHundred(ed *edit.Editor, i int) bool {
	q := ed.Block()
	if !pickedShare(ed, i) || !ed.Defined(i) || ed.Said.Any(english.WholeWords) {
		return false
	}
	q.SpellOut()
	return q.ReplaceItem(i, statement.Item{Expr: statement.Binary("*", q.Items[i].Expr, statement.Literal(100.0)), Alias: FreeName(ed, "percentage")}) == nil
}

// oneByOther shows the first of two totals on screen in a hundred of the second, where the words ask for a percentage and name no whole.
func oneByOther(ed *edit.Editor) bool {
	q := ed.Block()
	m := edit.Measures(q)
	if !AsksOfGroups(ed) || len(m) != 2 || ed.Said.Any(english.WholeWords) || ed.Said.Has("share") || ed.Said.Has("shares") {
		return false
	}
	for _, i := range m {
		if x := q.Items[i].Expr; !strings.HasPrefix(strings.ToLower(x.SQL()), "sum(") || x.IsWindow() || Picks(x) {
			return false
		}
	}
	q.SpellOut()
	x := ed.Dialect.Divide(statement.Binary("*", q.Items[m[0]].Expr, statement.Literal(100.0)), q.Items[m[1]].Expr)
	ed.Understand(edit.ItemName(q.Items[m[0]]) + " in a hundred of " + edit.ItemName(q.Items[m[1]]))
	return ed.Append(statement.Item{Expr: x, Alias: FreeName(ed, "percentage")})
}

// Running shows the measure added up along the order: along the time that is shown, else along the order in force.
func Running(ed *edit.Editor, beside bool) bool {
	i, ok := ed.Measure()
	if !ok || ed.Query.Set != nil {
		return false
	}
	q := ed.Block()
	q.SpellOut()
	keys, apart := q.OrderBy, []statement.Expr(nil)
	if at, ok := MomentItem(ed); ok {
		keys, apart = []statement.Key{{Expr: q.Items[at].Expr}}, otherKeys(q, q.Items[at].Expr)
	}
	if len(keys) == 0 {
		if i == 0 {
			return false
		}
		keys = []statement.Key{{Expr: q.Items[0].Expr}}
	}
	sum := statement.Call("sum", q.Items[i].Expr).Over(statement.Window{PartitionBy: apart, OrderBy: keys})
	total := statement.Item{Expr: sum, Alias: "running_total"}
	if beside {
		q.Items = slices.Insert(slices.Clone(q.Items), i+1, total)
		return Sort(ed, keys...)
	}
	return q.ReplaceItem(i, total) == nil && Sort(ed, keys...)
}

// otherKeys are the keys of the groups but one: what is seen along that one is seen in each group of the others by itself.
func otherKeys(q *statement.Query, along statement.Expr) []statement.Expr {
	return slices.DeleteFunc(slices.Clone(q.GroupBy), func(key statement.Expr) bool { return q.Meaning(key).Equal(q.Meaning(along)) })
}

// CountByShown counts the rows in force, groups or the first so many, by a column that they show.
func CountByShown(ed *edit.Editor, targets []edit.Target) bool {
	if len(targets) != 1 || ed.Query.Set != nil {
		return false
	}
	i, ok := targets[0].Item, targets[0].Item >= 0
	if !ok && len(targets[0].Columns) > 0 {
		i, ok = ed.Scope().Shown(targets[0].Columns[0])
	}
	if !ok || i < 0 {
		return false
	}
	q := ed.Block()
	name := edit.ItemName(q.Items[i])
	if name == "" {
		return false
	}
	if ed.Query.Limit.IsZero() {
		ed.Query.ClearOrder()
	}
	by := statement.Column("", name)
	Wrap(ed, statement.Item{Expr: by}, statement.Item{Expr: statement.CountStar(), Alias: "count"})
	ed.Query.GroupBy = []statement.Expr{by}
	ed.Understand("of the rows on screen")
	return SortByItem(ed, 1, true)
}

// AsksOfGroups says that the query takes figures of groups, of which more can be asked.
func AsksOfGroups(ed *edit.Editor) bool {
	q := ed.Block()
	return ed.Query.Set == nil && len(q.GroupBy) > 0 && len(edit.Measures(q)) > 0 && !q.Distinct && ed.Root() != nil
}

// FigureNamed is the one figure on screen that goes by all of the words: by its name, else by those of what it is taken of.
func FigureNamed(ed *edit.Editor, words []string) (int, bool) {
	stems := make([]string, len(words))
	for i, w := range words {
		stems[i] = schema.Stem(w)
	}
	q := ed.Block()
	for _, own := range []func(int) []string{
		func(i int) []string { return schema.Split(edit.ItemName(q.Items[i])) },
		func(i int) []string { return figureWords(ed, i) },
	} {
		found := -1
		for _, i := range edit.Measures(q) {
			called := own(i)
			if slices.ContainsFunc(stems, func(w string) bool {
				return !slices.ContainsFunc(called, func(o string) bool { return schema.Stem(strings.ToLower(o)) == w })
			}) {
				continue
			}
			if found >= 0 {
				return 0, false
			}
			found = i
		}
		if found >= 0 {
			return found, true
		}
	}
	return 0, false
}

// figureOfDimension is the figure on screen that an adjective is about: the one called so, else the only one that is no number of rows.
func figureOfDimension(ed *edit.Editor, dimension []string) (int, bool) {
	if !AsksOfGroups(ed) || edit.Temporal(dimension) || slices.Contains(dimension, "count") || len(dimension) == 0 || dimension[0] == "*" {
		return 0, false
	}
	for _, w := range dimension {
		if strings.HasPrefix(w, "-") {
			return 0, false
		}
		if i, ok := FigureNamed(ed, []string{w}); ok {
			return i, true
		}
	}
	q := ed.Block()
	amounts := slices.DeleteFunc(edit.Measures(q), func(i int) bool { return IsCount(q.Items[i].Expr) })
	if len(amounts) != 1 || countsPieces(ed, amounts[0]) && pricedBy(ed, dimension) {
		return 0, false
	}
	return amounts[0], true
}

// SaysPrice says that a superlative is of what one thing costs, where the query in force shows nothing but how many pieces of each: "the
// three cheapest" of the best sellers.
func SaysPrice(ed *edit.Editor, text string) bool {
	figures := edit.Measures(ed.Block())
	return len(figures) > 0 && !slices.ContainsFunc(figures, func(i int) bool { return !IsCount(ed.Block().Items[i].Expr) && !countsPieces(ed, i) }) &&
		slices.ContainsFunc(ed.Tag(text), func(it tag.Item) bool {
			return it.Is(tag.Superlative) && len(it.Cue.Dimension) > 0 && pricedBy(ed, it.Cue.Dimension)
		})
}

// countsPieces says that a shown figure adds up how many pieces there are of something.
func countsPieces(ed *edit.Editor, i int) bool {
	cols := ed.Block().Items[i].Expr.Columns()
	return len(cols) > 0 && !slices.ContainsFunc(cols, func(x statement.Expr) bool {
		c := ed.Scope().Column(x)
		return c == nil || !c.Has("quantity", "qty", "units", "unit", "pieces", "piece", "count", "number", "num")
	})
}

// pricedBy says that an adjective is said of what one piece costs, and that the things in force have a column for it.
func pricedBy(ed *edit.Editor, dimension []string) bool {
	c, _ := ed.Measured(dimension)
	return c != nil && dimension[0] == "price"
}

// figureWords are the words of the columns that a shown total or average is taken of.
func figureWords(ed *edit.Editor, i int) []string {
	var out []string
	x := ed.Block().Items[i].Expr
	if IsCount(x) {
		return nil
	}
	for _, e := range x.Columns() {
		if c := ed.Scope().Column(e); c != nil {
			out = append(out, c.Words...)
		}
	}
	return out
}

// IsCount says that an expression counts.
func IsCount(x statement.Expr) bool {
	name, _, _, _, ok := x.AsCall()
	return ok && strings.EqualFold(name, "count") && !x.IsWindow()
}
