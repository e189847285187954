package engine

import (
	"fmt"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/english"
	"parley/workflow/schema"
)

// wrapped is the name of the current query where it stands in FROM.
const wrapped = "current_rows"

// settled says that the rows are what they are only together: counting or filtering them needs the query as a set.
func (ed *editor) settled() bool {
	q := ed.block()
	return ed.query.Set != nil || !ed.query.Limit.IsZero() || !ed.query.Offset.IsZero() || len(q.GroupBy) > 0 || len(q.Having) > 0
}

// count counts the current query's rows, its filter and limit kept.
func (ed *editor) count() bool {
	q := ed.block()
	switch {
	case ed.settled():
		ed.wrap(statement.Item{Expr: statement.CountStar(), Alias: "count"})
		return true
	case len(measures(q)) > 0:
		ed.note("this is one row as it is")
		return true
	case !q.Distinct:
		return ed.instead(statement.Item{Expr: statement.CountStar(), Alias: "count"})
	case len(q.Items) == 1:
		q.Distinct = false
		return ed.instead(statement.Item{Expr: statement.Call("count", q.Items[0].Expr).Distinct(), Alias: "count"})
	default:
		ed.wrap(statement.Item{Expr: statement.CountStar(), Alias: "count"})
		return true
	}
}

// instead shows aggregates instead of rows, which have no order then.
func (ed *editor) instead(items ...statement.Item) bool {
	ed.query.ClearOrder()
	_, err := ed.block().SetItems(items...)
	return err == nil
}

// wrap makes the current query the only source, and the items what is asked of it.
func (ed *editor) wrap(items ...statement.Item) {
	ed.query = ed.query.Wrap(wrapped, items...)
}

// overall aggregates a column of the current rows, filter and limit kept. Without a target it is the measure.
func (ed *editor) overall(function string, t target) bool {
	if len(t.columns) == 0 && t.item < 0 {
		i, ok := ed.measure()
		if !ok {
			return ed.overallOfEntity(function)
		}
		t.item = i
	}
	if !ed.settled() && len(measures(ed.block())) == 0 {
		return ed.overallOfRows(function, t)
	}
	return ed.overallOfSet(function, t)
}

// overallOfEntity aggregates a number that is not shown: the only one that the main table has.
func (ed *editor) overallOfEntity(function string) bool {
	c := ed.aboutNumber()
	return c != nil && ed.overall(function, target{item: -1, columns: []*schema.Column{c}})
}

// figures shows several aggregates over the rows, or over each group.
func (ed *editor) figures(targets []target) bool {
	if ed.settled() || len(measures(ed.block())) > 0 {
		return false
	}
	var items []statement.Item
	for _, t := range targets {
		made, ok := ed.expression(t)
		if !ok || t.aggregate == "" {
			return false
		}
		items = append(items, made...)
	}
	ed.block().Distinct = false
	return ed.instead(items...)
}

// totals turns a list of rows into the total of the number that it is about, and groups that. A query that has groups
// keeps what it measures.
func (ed *editor) totals(group func() bool) bool {
	if ed.query.Set != nil {
		return false
	}
	if !ed.block().Grouped() {
		t, called, ok := ed.totalled()
		if !ok || ed.settled() {
			return false
		}
		ed.understand("total = total of " + called)
		if !ed.overallOfRows("sum", t) {
			return false
		}
	}
	return group()
}

// totalled is what a total of rows is of: the only number that they show, computed or not, else the one that they are about.
func (ed *editor) totalled() (t target, called string, ok bool) {
	if i, ok := ed.onlyNumber(); ok && ed.scope().column(ed.block().Items[i].Expr) == nil {
		return target{item: i}, itemName(ed.block().Items[i]), true
	}
	c := ed.aboutNumber()
	if c == nil {
		return t, "", false
	}
	return target{item: -1, columns: []*schema.Column{c}}, c.String(), true
}

func (ed *editor) overallOfRows(function string, t target) bool {
	t.aggregate = function
	items, ok := ed.expression(t)
	if !ok {
		return false
	}
	ed.block().Distinct = false
	return ed.instead(items...)
}

// overallOfSet aggregates over the current query as a set; the column is added to it when it is not shown.
func (ed *editor) overallOfSet(function string, t target) bool {
	if name, ok := ed.throughStar(t); ok {
		ed.wrap(statement.Item{Expr: statement.Call(function, statement.Column("", name)), Alias: strings.ToLower(function + "_" + name)})
		return true
	}
	i, ok := ed.showInSet(t)
	if !ok {
		return false
	}
	q := ed.block()
	if q.Items[i].Alias == "" {
		if _, _, plain := q.Items[i].Expr.AsColumn(); !plain {
			q.Items[i].Alias = ed.nameFor(i)
		}
	}
	name := itemName(q.Items[i])
	ed.wrap(statement.Item{Expr: statement.Call(function, statement.Column("", name)), Alias: strings.ToLower(function + "_" + name)})
	return true
}

// throughStar is the name of the target's column where a star shows it.
func (ed *editor) throughStar(t target) (string, bool) {
	if t.item >= 0 || len(t.columns) != 1 || len(ed.block().From) != 1 {
		return "", false
	}
	i, ok := ed.scope().shown(t.columns[0])
	return t.columns[0].Name, ok && i < 0
}

// nameFor is a name for a computed item that has none: of its function, where no other column goes by that.
func (ed *editor) nameFor(i int) string {
	q := ed.block()
	name, _, _, _, call := q.Items[i].Expr.AsCall()
	name = strings.ToLower(name)
	if !call || slices.ContainsFunc(q.Items, func(it statement.Item) bool { return sameName(itemName(it), name) }) {
		return fmt.Sprintf("column_%d", i+1)
	}
	return name
}

func (ed *editor) showInSet(t target) (int, bool) {
	if t.item >= 0 {
		return t.item, true
	}
	q := ed.block()
	if len(t.columns) != 1 {
		return 0, false
	}
	if i, ok := ed.scope().shown(t.columns[0]); ok && i >= 0 {
		return i, true
	}
	if ed.query.Set != nil || q.Grouped() {
		return 0, false
	}
	items, ok := ed.expression(t)
	return len(q.Items), ok && ed.append(items...)
}

// extremeRow is the query for the row that a single largest or smallest value is of, by order and limit; nil when the
// query asks for no such value.
func extremeRow(q *statement.Query) *statement.Query {
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

// percentage shows the measure as a share of its sum over all rows.
func (ed *editor) percentage() bool {
	if ed.try(ed.oneByOther) {
		return true
	}
	i, ok := ed.measure()
	if m := measures(ed.block()); ok && len(m) == 2 && isCount(ed.block().Items[i].Expr) {
		other := m[0] + m[1] - i
		if item := ed.block().Items[other]; !isCount(item.Expr) && ed.share(other) {
			ed.assume("the share is of " + itemName(item))
			return true // how many there are only stands beside what they come to
		}
	}
	return ok && ed.share(i)
}

// oneByOther shows the first of two totals on screen in a hundred of the second, where the words ask for a percentage and name no whole.
func (ed *editor) oneByOther() bool {
	q := ed.block()
	m := measures(q)
	if !ed.asksOfGroups() || len(m) != 2 || ed.said.any(english.WholeWords) || ed.said.has("share") || ed.said.has("shares") {
		return false
	}
	for _, i := range m {
		if x := q.Items[i].Expr; !strings.HasPrefix(strings.ToLower(x.SQL()), "sum(") || x.IsWindow() || picks(x) {
			return false
		}
	}
	q.SpellOut()
	x := ed.dialect.Divide(statement.Binary("*", q.Items[m[0]].Expr, statement.Literal(100.0)), q.Items[m[1]].Expr)
	ed.understand(itemName(q.Items[m[0]]) + " in a hundred of " + itemName(q.Items[m[1]]))
	return ed.append(statement.Item{Expr: x, Alias: ed.freeName("percentage")})
}

// running shows the measure added up along the order: along the time that is shown, else along the order in force.
func (ed *editor) running(beside bool) bool {
	i, ok := ed.measure()
	if !ok || ed.query.Set != nil {
		return false
	}
	q := ed.block()
	q.SpellOut()
	keys := q.OrderBy
	if at, ok := ed.momentItem(); ok {
		keys = []statement.Key{{Expr: q.Items[at].Expr}}
	}
	if len(keys) == 0 {
		if i == 0 {
			return false
		}
		keys = []statement.Key{{Expr: q.Items[0].Expr}}
	}
	sum := statement.Call("sum", q.Items[i].Expr).Over(statement.Window{OrderBy: keys})
	total := statement.Item{Expr: sum, Alias: "running_total"}
	if beside {
		q.Items = slices.Insert(slices.Clone(q.Items), i+1, total)
		return ed.sort(keys...)
	}
	return q.ReplaceItem(i, total) == nil && ed.sort(keys...)
}

// countByShown counts the rows in force, groups or the first so many, by a column that they show.
func (ed *editor) countByShown(targets []target) bool {
	if len(targets) != 1 || ed.query.Set != nil {
		return false
	}
	i, ok := targets[0].item, targets[0].item >= 0
	if !ok && len(targets[0].columns) > 0 {
		i, ok = ed.scope().shown(targets[0].columns[0])
	}
	if !ok || i < 0 {
		return false
	}
	q := ed.block()
	name := itemName(q.Items[i])
	if name == "" {
		return false
	}
	if ed.query.Limit.IsZero() {
		ed.query.ClearOrder()
	}
	by := statement.Column("", name)
	ed.wrap(statement.Item{Expr: by}, statement.Item{Expr: statement.CountStar(), Alias: "count"})
	ed.query.GroupBy = []statement.Expr{by}
	ed.understand("of the rows on screen")
	return ed.sortByItem(1, true)
}

// asksOfGroups says that the query takes figures of groups, of which more can be asked.
func (ed *editor) asksOfGroups() bool {
	q := ed.block()
	return ed.query.Set == nil && len(q.GroupBy) > 0 && len(measures(q)) > 0 && !q.Distinct && ed.root() != nil
}

// figureNamed is the one figure on screen that goes by all of the words: by its name, else by those of what it is taken of.
func (ed *editor) figureNamed(words []string) (int, bool) {
	stems := make([]string, len(words))
	for i, w := range words {
		stems[i] = schema.Stem(w)
	}
	q := ed.block()
	for _, own := range []func(int) []string{
		func(i int) []string { return schema.Split(itemName(q.Items[i])) },
		ed.figureWords,
	} {
		found := -1
		for _, i := range measures(q) {
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
func (ed *editor) figureOfDimension(dimension []string) (int, bool) {
	if !ed.asksOfGroups() || temporal(dimension) || slices.Contains(dimension, "count") || len(dimension) == 0 || dimension[0] == "*" {
		return 0, false
	}
	for _, w := range dimension {
		if strings.HasPrefix(w, "-") {
			return 0, false
		}
		if i, ok := ed.figureNamed([]string{w}); ok {
			return i, true
		}
	}
	q := ed.block()
	amounts := slices.DeleteFunc(measures(q), func(i int) bool { return isCount(q.Items[i].Expr) })
	if len(amounts) != 1 {
		return 0, false
	}
	return amounts[0], true
}

// figureWords are the words of the columns that a shown total or average is taken of.
func (ed *editor) figureWords(i int) []string {
	var out []string
	x := ed.block().Items[i].Expr
	if isCount(x) {
		return nil
	}
	for _, e := range x.Columns() {
		if c := ed.scope().column(e); c != nil {
			out = append(out, c.Words...)
		}
	}
	return out
}

// isCount says that an expression counts.
func isCount(x statement.Expr) bool {
	name, _, _, _, ok := x.AsCall()
	return ok && strings.EqualFold(name, "count") && !x.IsWindow()
}
