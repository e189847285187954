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

// Order replaces the order; the limit stays. more appends the keys instead.
func Order(ed *edit.Editor, targets []edit.Target, more bool) bool {
	if slices.ContainsFunc(targets, ed.ManyFor) {
		return false
	}
	return ed.KeepingRows(func() bool { return orderByEach(ed, targets, more) })
}

func orderByEach(ed *edit.Editor, targets []edit.Target, more bool) bool {
	var keys []statement.Key
	for _, t := range targets {
		made, ok := orderKeys(ed, t)
		if !ok {
			return false
		}
		for _, k := range made {
			if !slices.ContainsFunc(keys, func(o statement.Key) bool { return o.Expr.Equal(k.Expr) }) {
				keys = append(keys, k)
			}
		}
	}
	if more {
		keys = append(ed.Query.OrderBy, keys...)
	}
	return len(keys) > 0 && Sort(ed, keys...)
}

// Sort replaces the order, unless the query forbids one of the keys.
func Sort(ed *edit.Editor, keys ...statement.Key) bool {
	if keepsRows(ed, keys) && ed.Try(func() bool { return sortShown(ed, keys) }) {
		return true
	}
	if ed.Query.SetOrder(ed.Scope().Names, keys...) != nil {
		return false
	}
	groupByKeys(ed)
	return true
}

// groupByKeys groups by what the order goes by as well, where only the name of a group fixes it: PostgreSQL knows no name for a key.
func groupByKeys(ed *edit.Editor) {
	q, s := ed.Block(), ed.Scope()
	if ed.Dialect != statement.PostgreSQL || ed.Query.Set != nil || len(q.GroupBy) == 0 {
		return
	}
	for _, k := range ed.Query.OrderBy {
		x := q.Meaning(k.Expr)
		c := s.Column(x)
		if c == nil || slices.ContainsFunc(q.GroupBy, func(key statement.Expr) bool {
			by := s.Column(q.Meaning(key))
			return by == c || by != nil && by == c.Table.PrimaryKey() || q.Meaning(key).Equal(x)
		}) {
			continue
		}
		q.GroupBy = append(slices.Clip(q.GroupBy), x)
	}
}

// keepsRows says that rows that a figure's order and a limit chose are to be put in order by what they are called: they stay those. Another
// figure, and "instead", choose anew.
func keepsRows(ed *edit.Editor, keys []statement.Key) bool {
	q := ed.Block()
	if ed.Query.Set != nil || ed.Query.Limit.IsZero() || len(ed.Query.OrderBy) == 0 || len(keys) == 0 || ed.Said.Any(english.InsteadWords, english.RankWords) || q.Distinct {
		return false
	}
	chosen := q.Meaning(ed.Query.OrderBy[0].Expr)
	return ed.Number(chosen) && !slices.ContainsFunc(keys, func(k statement.Key) bool {
		x := q.Meaning(k.Expr)
		c := ed.Scope().Column(x)
		if c == nil && slices.ContainsFunc(q.GroupBy, x.Equal) {
			c = ed.Scope().Subject(x) // the months of a time
		}
		return c == nil || c.Role == schema.Measure || q.ItemOf(k.Expr) < 0
	})
}

// sortShown puts the rows on screen in another order.
func sortShown(ed *edit.Editor, keys []statement.Key) bool {
	q := ed.Block()
	names := map[string]bool{}
	var items []statement.Item
	for i := range q.Items {
		if q.Items[i].Alias == "" {
			if _, _, plain := q.Items[i].Expr.AsColumn(); !plain {
				q.Items[i].Alias = nameFor(ed, i)
			}
		}
		name := edit.ItemName(q.Items[i])
		if _, star := q.Items[i].Expr.AsStar(); star || name == "" || names[strings.ToLower(name)] {
			return false
		}
		names[strings.ToLower(name)] = true
		items = append(items, statement.Item{Expr: statement.Column("", name)})
	}
	var by []statement.Key
	for _, k := range keys {
		by = append(by, statement.Key{Expr: statement.Column("", edit.ItemName(q.Items[q.ItemOf(k.Expr)])), Desc: k.Desc})
	}
	Wrap(ed, items...)
	ed.Understand("the rows on screen, in another order")
	return ed.Query.SetOrder(nil, by...) == nil
}

// SortByItem sorts by a select item.
func SortByItem(ed *edit.Editor, i int, desc bool) bool {
	return Sort(ed, statement.Key{Expr: ed.Orderable(i), Desc: desc})
}

// orderKeys are the order keys for a target, ascending unless a direction was said.
func orderKeys(ed *edit.Editor, t edit.Target) ([]statement.Key, bool) {
	if t.Item >= 0 && t.Aggregate == "" {
		return []statement.Key{{Expr: ed.Orderable(t.Item), Desc: t.Desc}}, true
	}
	if ed.Query.Set != nil {
		return setKeys(ed, t)
	}
	if i, ok := aggregateOf(ed, t); ok {
		return []statement.Key{{Expr: ed.Orderable(i), Desc: t.Desc}}, true
	}
	if i := groupName(ed, t); i >= 0 && !slices.Contains(ed.Scope().Tables(), t.Columns[0].Table) {
		return []statement.Key{{Expr: ed.Orderable(i), Desc: t.Desc}}, true // a name of what nobody sees would need a join
	}
	if i := shownByKey(ed, t); i >= 0 {
		return []statement.Key{{Expr: ed.Orderable(i), Desc: t.Desc}}, true
	}
	items, ok := ed.Expression(t)
	if !ok {
		return nil, false
	}
	var keys []statement.Key
	for _, item := range items {
		keys = append(keys, statement.Key{Expr: item.Expr, Desc: t.Desc})
	}
	if i := groupName(ed, t); i >= 0 && !ed.Block().OnePerGroup(keys[0].Expr, ed.Scope().Names) {
		return []statement.Key{{Expr: ed.Orderable(i), Desc: t.Desc}}, true
	}
	return keys, true
}

// groupName is the item that says what a group is called, where rows are groups and a name is asked for that no group has:
// "by name" over countries; -1 when there is none.
func groupName(ed *edit.Editor, t edit.Target) int {
	q := ed.Block()
	if len(q.GroupBy) == 0 || len(t.Columns) != 1 || t.Columns[0].Role != schema.Label || t.Entity != nil {
		return -1
	}
	return slices.IndexFunc(q.Items, func(it statement.Item) bool { return !it.Expr.Aggregate() })
}

// aggregateOf is the shown aggregate of the target's column: "by total" after sum(total), which the rows are groups for or a derived
// table takes for each of them.
func aggregateOf(ed *edit.Editor, t edit.Target) (int, bool) {
	q := ed.Block()
	if t.Aggregate != "" || len(t.Columns) != 1 || t.Columns[0].Role != schema.Measure {
		return 0, false
	}
	for i, item := range q.Items {
		within, x := ed.Scope().Innermost(item.Expr)
		if passed := !x.Equal(item.Expr); x.Aggregate() && (passed || len(q.GroupBy) > 0) && within.Subject(x) == t.Columns[0] {
			return i, true
		}
	}
	return 0, false
}

// Ranking says that groups are to be put in the order of a figure: the largest comes first, as people who sort figures want it. Where they
// are in that order already it ranks again the groups that a limit keeps; without a limit it turns them around, as a second click on a
// heading does.
func Ranking(ed *edit.Editor, by []edit.Target) bool {
	if len(by) == 0 || ed.Query.Set != nil || len(ed.Block().GroupBy) == 0 {
		return false
	}
	keys, ok := orderKeys(ed, by[0])
	ranked := len(ed.Query.OrderBy) > 0 && ed.Query.OrderBy[0].Desc && ed.Block().Meaning(ed.Query.OrderBy[0].Expr).Aggregate()
	switch {
	case ranked && (!ed.Query.Limit.IsZero() || !ok):
		return true
	case !ok || !ed.Block().Meaning(keys[0].Expr).Aggregate():
		return ranked
	}
	return len(ed.Query.OrderBy) == 0 || !ed.Block().Meaning(keys[0].Expr).Equal(ed.Block().Meaning(ed.Query.OrderBy[0].Expr))
}

// HighestFirst turns the targets that are numbers downwards, unless a direction was said.
func HighestFirst(ed *edit.Editor, targets []edit.Target) {
	for i := range targets {
		t := &targets[i]
		number := t.Item >= 0 && ed.Number(ed.Block().Items[t.Item].Expr) || len(t.Columns) == 1 && t.Columns[0].Role == schema.Measure
		if number && !t.Sorted {
			t.Desc, t.Sorted = true, true
		}
	}
}

// setKeys are keys of a set operation: only what it shows can order it.
func setKeys(ed *edit.Editor, t edit.Target) ([]statement.Key, bool) {
	var keys []statement.Key
	for _, c := range t.Columns {
		i, ok := ed.Scope().Shown(c)
		if !ok || i < 0 {
			return nil, false
		}
		keys = append(keys, statement.Key{Expr: ed.Orderable(i), Desc: t.Desc})
	}
	return keys, len(keys) > 0
}

// Reverse turns every key around. Without an order, the first column is ordered downwards.
func Reverse(ed *edit.Editor) bool {
	if len(ed.Query.OrderBy) == 0 {
		if _, star := ed.Block().Items[0].Expr.AsStar(); star {
			return turn(ed, true)
		}
		ed.Note("there was no order to reverse: sorted by the first column, descending")
		return SortByItem(ed, 0, true)
	}
	return ed.Query.ReverseOrder() == nil
}

// Direct sets the direction of the order that is there.
func Direct(ed *edit.Editor, desc bool) bool {
	if len(ed.Query.OrderBy) == 0 {
		return turn(ed, desc)
	}
	changed := false
	for i := range ed.Query.OrderBy {
		changed = changed || ed.Query.OrderBy[i].Desc != desc
		ed.Query.OrderBy[i].Desc = desc
	}
	if !changed {
		ed.Note("sorted that way already")
	}
	return true
}

// turn orders by the measure in force, or else by the first column.
func turn(ed *edit.Editor, desc bool) bool {
	i, ok := ed.Measure()
	if !ok {
		i = 0
	}
	if _, star := ed.Block().Items[i].Expr.AsStar(); star {
		return byKey(ed, desc)
	}
	return SortByItem(ed, i, desc)
}

// byKey orders by the primary key of the first table.
func byKey(ed *edit.Editor, desc bool) bool {
	for _, t := range ed.Scope().Tables() {
		if key := t.PrimaryKey(); key != nil {
			return Order(ed, []edit.Target{{Item: -1, Columns: []*schema.Column{key}, Desc: desc, Sorted: true}}, false)
		}
	}
	return false
}

// ByMeasure orders by the measure in force: "highest first".
func ByMeasure(ed *edit.Editor, desc bool) bool {
	i, ok := ed.Measure()
	if !ok {
		return false
	}
	if name := edit.ItemName(ed.Block().Items[i]); name != "" {
		ed.Understand("sorted by " + name)
	}
	return SortByItem(ed, i, desc)
}

// byMoment orders by time: "newest first". A grouped query goes by its time key; a table without any date by its key.
func byMoment(ed *edit.Editor, desc bool) bool {
	s := ed.Scope()
	if i, ok := MomentItem(ed); ok {
		return SortByItem(ed, i, desc)
	}
	if i, ok := momentFigure(ed); ok {
		return SortByItem(ed, i, desc)
	}
	if s.Query.Grouped() || ed.Query.Set != nil {
		return false
	}
	tables := s.Home()
	if t := ed.Fact(); t != nil {
		tables = append([]*schema.Table{t}, tables...)
	}
	for _, t := range tables {
		if c := boundMoment(ed, t); c != nil {
			return Order(ed, []edit.Target{{Item: -1, Columns: []*schema.Column{c}, Desc: desc, Sorted: true}}, false)
		}
		if t.Moment != nil {
			ed.Understand(fmt.Sprintf("sorted by %s", t.Moment))
			return Order(ed, []edit.Target{{Item: -1, Columns: []*schema.Column{t.Moment}, Desc: desc, Sorted: true}}, false)
		}
	}
	ed.Understand("no date here: the order of entry is taken from the key")
	return byKey(ed, desc)
}

// turnedFunction names the functions of the two ends.
var turnedFunction = map[string]string{"max": "min", "min": "max"}

// momentFigure is the first select item that shows the first or last time of a group.
func momentFigure(ed *edit.Editor) (int, bool) {
	s := ed.Scope()
	for i, item := range s.Query.Items {
		within, x := s.Innermost(item.Expr)
		name, args, _, _, ok := x.AsCall()
		if !ok || len(args) != 1 || turnedFunction[strings.ToLower(name)] == "" {
			continue
		}
		if c := within.Subject(args[0]); c != nil && c.Role == schema.Moment {
			return i, true
		}
	}
	return 0, false
}

// MomentItem is the first select item that shows a time.
func MomentItem(ed *edit.Editor) (int, bool) {
	s := ed.Scope()
	for i, item := range s.Query.Items {
		if item.Expr.Aggregate() {
			continue
		}
		if c := s.Subject(item.Expr); c != nil && c.Role == schema.Moment {
			return i, true
		}
	}
	return 0, false
}

// boundMoment is the time of the table's rows that the query bounds; nil when it bounds none of them.
func boundMoment(ed *edit.Editor, t *schema.Table) *schema.Column {
	if c, _ := ed.InForce(); c != nil && c.Table == t && !c.Year {
		return c
	}
	return nil
}

// Alphabetical orders by the label that is shown, else by the first text column, else the first one.
func Alphabetical(ed *edit.Editor, desc bool) bool {
	s := ed.Scope()
	best, found := 0, false
	for i, item := range s.Query.Items {
		c := s.Column(item.Expr)
		if c == nil {
			continue
		}
		if c.Role == schema.Label {
			best = i
			break
		}
		if !found && c.Role != schema.Measure && c.Role != schema.Moment && !c.Key() {
			best, found = i, true
		}
	}
	if _, star := s.Query.Items[best].Expr.AsStar(); star {
		return byLabel(ed, desc)
	}
	return SortByItem(ed, best, desc)
}

func byLabel(ed *edit.Editor, desc bool) bool {
	for _, t := range ed.Scope().Tables() {
		if len(t.Label) > 0 {
			return Order(ed, []edit.Target{{Item: -1, Columns: t.Label, Desc: desc, Sorted: true}}, false)
		}
	}
	return false
}

// Unordered drops the order.
func Unordered(ed *edit.Editor) bool {
	if len(ed.Query.OrderBy) == 0 {
		ed.Note("there is no order to drop")
	}
	ed.Query.ClearOrder()
	return true
}

// EndOf is the direction that a superlative gives the order of what is sorted already: "highest", "oldest".
func EndOf(ed *edit.Editor, text string) (desc, ok bool) {
	items := ed.Tag(text)
	if len(items) != 1 {
		return false, false
	}
	it := &items[0]
	switch {
	case it.Is(tag.Superlative):
		return it.Cue.Desc != slices.Contains(it.Cue.Dimension, "-date"), true
	case it.Is(tag.Most, tag.Top):
		return true, true
	case it.Is(tag.Least, tag.Bottom):
		return false, true
	}
	return false, false
}

// lasts says that a shown figure is how long something took.
func lasts(ed *edit.Editor, i int) bool {
	return unitOf(ed, i) != 0 || betweenDates(ed, i) || calledBy(ed, i, english.LastingWords)
}

// lasting is the figure in force where that is how long something took, else the only other one that is.
func lasting(ed *edit.Editor) (int, bool) {
	if i, ok := ed.Measure(); ok && lasts(ed, i) {
		return i, true
	}
	return ed.OnlyFigure(func(i int) bool { return lasts(ed, i) })
}

// betweenDates says that a figure is made of the time between two dates.
func betweenDates(ed *edit.Editor, i int) bool {
	s := ed.Scope()
	found := false
	ed.Block().Items[i].Expr.Walk(func(e statement.Expr) bool {
		op, l, r, ok := e.AsBinary()
		if ok && op == "-" {
			a, b := s.Subject(l), s.Subject(r)
			found = found || a != nil && b != nil && a != b && (a.Role == schema.Moment || b.Role == schema.Moment)
		}
		return !found
	})
	return found
}

// calledBy says that one of the words is part of the name of a shown figure, in any form.
func calledBy(ed *edit.Editor, i int, words map[string]bool) bool {
	return slices.ContainsFunc(schema.Split(edit.ItemName(ed.Block().Items[i])), func(w string) bool {
		w = strings.ToLower(w)
		return words[w] || words[schema.Lemma(w)] || words[schema.Stem(w)]
	})
}

// NullsLast puts rows without a value at the end of orders that a refinement made: those who have none are neither the newest
// nor the largest.
func NullsLast(ed *edit.Editor, q *statement.Query) {
	if ed.Dialect != statement.PostgreSQL || q.Set != nil {
		return
	}
	s := edit.View{Index: ed.Index, Query: q}
	for i, k := range q.OrderBy {
		known := slices.ContainsFunc(ed.Query.OrderBy, func(old statement.Key) bool { return old.Expr.Equal(k.Expr) })
		if k.Desc && !k.NullsFirst && !known && mayLack(s, q.Meaning(k.Expr)) {
			q.OrderBy[i].NullsLast = true
		}
	}
}

// mayLack says that some rows may have no value of the expression: a column that may be empty, or of rows that need not be there,
// or what is nothing by its own making.
func mayLack(s edit.View, x statement.Expr) bool {
	qualifier, _, ok := x.AsColumn()
	if !ok {
		return x.MayLack()
	}
	if c := s.Column(x); c != nil {
		return c.Nullable
	}
	return slices.ContainsFunc(s.Query.From, func(src statement.Source) bool {
		return src.Join == statement.JoinLeft && src.Query != nil && strings.EqualFold(src.Name(), qualifier)
	})
}

// BestGroup keeps the group that lies at one end of the figure in force: "which month was best" after orders per month. What is
// asked for must be what the groups are.
func BestGroup(ed *edit.Editor, what, end string) bool {
	q := ed.Block()
	i, ok := ed.Measure()
	if !ok || ed.Query.Set != nil || len(q.GroupBy) == 0 || !ed.Query.Limit.IsZero() || !NamesGroups(ed, what) {
		return false
	}
	var desc bool
	switch items := ed.Tag(end); {
	case len(ContentWords(end)) != 1 || len(items) != 1:
		return false
	case end == "best" || end == "worst":
		desc = harmful(ed) != (end == "best")
	case items[0].Is(tag.Superlative) && (len(items[0].Cue.Dimension) == 0 || items[0].Cue.Dimension[0] == "*" && !edit.Temporal(items[0].Cue.Dimension) || slices.Contains(items[0].Cue.Dimension, "count")):
		desc = items[0].Cue.Desc
	case items[0].Is(tag.Most, tag.Top, tag.Least, tag.Bottom):
		desc = items[0].Is(tag.Most, tag.Top)
	default:
		return false
	}
	return SortByItem(ed, i, desc) && Limit(ed, 1)
}

// NamesGroups says that the words name what the rows are groups by: a unit of time, a table or a column.
func NamesGroups(ed *edit.Editor, what string) bool {
	words := ContentWords(what)
	if len(words) == 1 && tag.Unit(words[0]) != "" {
		_, timed := MomentItem(ed)
		return timed
	}
	t, ok := ed.Targets(what)
	if !ok || len(t) != 1 {
		return false
	}
	q := ed.Block()
	if i := t[0].Item; i >= 0 {
		return !q.Items[i].Expr.Aggregate()
	}
	return slices.ContainsFunc(q.GroupBy, func(key statement.Expr) bool {
		c := ed.Scope().Column(q.Meaning(key))
		return c != nil && (slices.Contains(t[0].Columns, c) || t[0].Entity == c.Table && tellsApart(c))
	})
}

// tellsApart says that groups by a column are the rows of its table, as far as it goes: customers by their name, not by their country.
func tellsApart(c *schema.Column) bool {
	return len(c.Table.Label) == 0 || c.Key() || c.Unique || slices.Contains(c.Table.Label, c)
}

// TimeShown says that the item at a place is a time.
func TimeShown(ed *edit.Editor, i int) bool {
	c := ed.Scope().Subject(ed.Block().Items[i].Expr)
	return c != nil && c.Role == schema.Moment
}

// byTimeInView orders by the time that is shown, where an adjective would order by one that nobody sees: the oldest of permits are
// those applied for first, not those of the oldest buildings. An age is one of the rows themselves.
func byTimeInView(ed *edit.Editor, c *schema.Column, dimension []string, desc bool) bool {
	i, ok := MomentItem(ed)
	dated := slices.Contains(dimension, "-date")
	if _, shown := ed.Scope().Shown(c); !ok || shown || !dated && !edit.Temporal(dimension) || c.Has("age", "birth", "birthday", "dob") {
		return false
	}
	return SortByItem(ed, i, desc != dated)
}

// OrderBy orders by what the text names, in the direction said.
func OrderBy(ed *edit.Editor, text string, desc bool) bool {
	t, ok := ed.Targets(text)
	for i := range t {
		t[i].Desc, t[i].Sorted = desc, true
	}
	return ok && Order(ed, t, false)
}
