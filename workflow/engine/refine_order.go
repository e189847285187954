package engine

import (
	"fmt"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/english"
	"parley/workflow/schema"
)

// order replaces the order; the limit stays. more appends the keys instead.
func (ed *editor) order(targets []target, more bool) bool {
	if slices.ContainsFunc(targets, ed.manyFor) {
		return false
	}
	return ed.keepingRows(func() bool { return ed.orderByEach(targets, more) })
}

func (ed *editor) orderByEach(targets []target, more bool) bool {
	var keys []statement.Key
	for _, t := range targets {
		made, ok := ed.keys(t)
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
		keys = append(ed.query.OrderBy, keys...)
	}
	return len(keys) > 0 && ed.sort(keys...)
}

// sort replaces the order, unless the query forbids one of the keys.
func (ed *editor) sort(keys ...statement.Key) bool {
	if ed.keepsRows(keys) && ed.try(func() bool { return ed.sortShown(keys) }) {
		return true
	}
	if ed.query.SetOrder(ed.scope().names, keys...) != nil {
		return false
	}
	ed.groupByKeys()
	return true
}

// groupByKeys groups by what the order goes by as well, where only the name of a group fixes it: PostgreSQL knows no name for a key.
func (ed *editor) groupByKeys() {
	q, s := ed.block(), ed.scope()
	if ed.dialect != statement.PostgreSQL || ed.query.Set != nil || len(q.GroupBy) == 0 {
		return
	}
	for _, k := range ed.query.OrderBy {
		x := q.Meaning(k.Expr)
		c := s.column(x)
		if c == nil || slices.ContainsFunc(q.GroupBy, func(key statement.Expr) bool {
			by := s.column(q.Meaning(key))
			return by == c || by != nil && by == c.Table.PrimaryKey() || q.Meaning(key).Equal(x)
		}) {
			continue
		}
		q.GroupBy = append(slices.Clip(q.GroupBy), x)
	}
}

// keepsRows says that rows that a figure's order and a limit chose are to be put in order by what they are called: they stay those. Another
// figure, and "instead", choose anew.
func (ed *editor) keepsRows(keys []statement.Key) bool {
	q := ed.block()
	if ed.query.Set != nil || ed.query.Limit.IsZero() || len(ed.query.OrderBy) == 0 || len(keys) == 0 || ed.said.any(english.Instead, english.RankWords) || q.Distinct {
		return false
	}
	chosen := q.Meaning(ed.query.OrderBy[0].Expr)
	return ed.number(chosen) && !slices.ContainsFunc(keys, func(k statement.Key) bool {
		x := q.Meaning(k.Expr)
		c := ed.scope().column(x)
		return c == nil || c.Role == schema.Measure || q.ItemOf(k.Expr) < 0
	})
}

// sortShown puts the rows on screen in another order.
func (ed *editor) sortShown(keys []statement.Key) bool {
	q := ed.block()
	names := map[string]bool{}
	var items []statement.Item
	for i := range q.Items {
		if q.Items[i].Alias == "" {
			if _, _, plain := q.Items[i].Expr.AsColumn(); !plain {
				q.Items[i].Alias = ed.nameFor(i)
			}
		}
		name := itemName(q.Items[i])
		if _, star := q.Items[i].Expr.AsStar(); star || name == "" || names[strings.ToLower(name)] {
			return false
		}
		names[strings.ToLower(name)] = true
		items = append(items, statement.Item{Expr: statement.Column("", name)})
	}
	var by []statement.Key
	for _, k := range keys {
		by = append(by, statement.Key{Expr: statement.Column("", itemName(q.Items[q.ItemOf(k.Expr)])), Desc: k.Desc})
	}
	ed.wrap(items...)
	ed.understand("the rows on screen, in another order")
	return ed.query.SetOrder(nil, by...) == nil
}

// sortByItem sorts by a select item.
func (ed *editor) sortByItem(i int, desc bool) bool {
	return ed.sort(statement.Key{Expr: ed.orderable(i), Desc: desc})
}

// keys are the order keys for a target, ascending unless a direction was said.
func (ed *editor) keys(t target) ([]statement.Key, bool) {
	if t.item >= 0 && t.aggregate == "" {
		return []statement.Key{{Expr: ed.orderable(t.item), Desc: t.desc}}, true
	}
	if ed.query.Set != nil {
		return ed.setKeys(t)
	}
	if i, ok := ed.aggregateOf(t); ok {
		return []statement.Key{{Expr: ed.orderable(i), Desc: t.desc}}, true
	}
	if i := ed.groupName(t); i >= 0 && !slices.Contains(ed.scope().tables(), t.columns[0].Table) {
		return []statement.Key{{Expr: ed.orderable(i), Desc: t.desc}}, true // a name of what nobody sees would need a join
	}
	if i := ed.shownByKey(t); i >= 0 {
		return []statement.Key{{Expr: ed.orderable(i), Desc: t.desc}}, true
	}
	items, ok := ed.expression(t)
	if !ok {
		return nil, false
	}
	var keys []statement.Key
	for _, item := range items {
		keys = append(keys, statement.Key{Expr: item.Expr, Desc: t.desc})
	}
	if i := ed.groupName(t); i >= 0 && !ed.block().OnePerGroup(keys[0].Expr, ed.scope().names) {
		return []statement.Key{{Expr: ed.orderable(i), Desc: t.desc}}, true
	}
	return keys, true
}

// groupName is the item that says what a group is called, where rows are groups and a name is asked for that no group has:
// "by name" over countries; -1 when there is none.
func (ed *editor) groupName(t target) int {
	q := ed.block()
	if len(q.GroupBy) == 0 || len(t.columns) != 1 || t.columns[0].Role != schema.Label || t.entity != nil {
		return -1
	}
	return slices.IndexFunc(q.Items, func(it statement.Item) bool { return !it.Expr.Aggregate() })
}

// aggregateOf is the shown aggregate of the target's column: "by total" after sum(total), which the rows are groups for or a derived
// table takes for each of them.
func (ed *editor) aggregateOf(t target) (int, bool) {
	q := ed.block()
	if t.aggregate != "" || len(t.columns) != 1 || t.columns[0].Role != schema.Measure {
		return 0, false
	}
	for i, item := range q.Items {
		within, x := ed.scope().innermost(item.Expr)
		if passed := !x.Equal(item.Expr); x.Aggregate() && (passed || len(q.GroupBy) > 0) && within.subject(x) == t.columns[0] {
			return i, true
		}
	}
	return 0, false
}

// ranking says that the query has its groups in the order of a figure, largest first: another figure to sort by ranks them too. The
// same one ranks again the groups that a limit keeps; without a limit it turns them around, as a second click on a heading does.
func (ed *editor) ranking(by []target) bool {
	if len(by) == 0 || len(ed.query.OrderBy) == 0 || !ed.query.OrderBy[0].Desc || ed.query.Set != nil {
		return false
	}
	if len(ed.block().GroupBy) == 0 || !ed.block().Meaning(ed.query.OrderBy[0].Expr).Aggregate() {
		return false
	}
	keys, ok := ed.keys(by[0])
	return !ed.query.Limit.IsZero() || !ok || !ed.block().Meaning(keys[0].Expr).Equal(ed.block().Meaning(ed.query.OrderBy[0].Expr))
}

// highestFirst turns the targets that are numbers downwards, unless a direction was said.
func (ed *editor) highestFirst(targets []target) {
	for i := range targets {
		t := &targets[i]
		number := t.item >= 0 && ed.number(ed.block().Items[t.item].Expr) || len(t.columns) == 1 && t.columns[0].Role == schema.Measure
		if number && !t.sorted {
			t.desc, t.sorted = true, true
		}
	}
}

// setKeys are keys of a set operation: only what it shows can order it.
func (ed *editor) setKeys(t target) ([]statement.Key, bool) {
	var keys []statement.Key
	for _, c := range t.columns {
		i, ok := ed.scope().shown(c)
		if !ok || i < 0 {
			return nil, false
		}
		keys = append(keys, statement.Key{Expr: ed.orderable(i), Desc: t.desc})
	}
	return keys, len(keys) > 0
}

// reverse turns every key around. Without an order, the first column is ordered downwards.
func (ed *editor) reverse() bool {
	if len(ed.query.OrderBy) == 0 {
		if _, star := ed.block().Items[0].Expr.AsStar(); star {
			return ed.turn(true)
		}
		ed.note("there was no order to reverse: sorted by the first column, descending")
		return ed.sortByItem(0, true)
	}
	return ed.query.ReverseOrder() == nil
}

// direct sets the direction of the order that is there.
func (ed *editor) direct(desc bool) bool {
	if len(ed.query.OrderBy) == 0 {
		return ed.turn(desc)
	}
	changed := false
	for i := range ed.query.OrderBy {
		changed = changed || ed.query.OrderBy[i].Desc != desc
		ed.query.OrderBy[i].Desc = desc
	}
	if !changed {
		ed.note("sorted that way already")
	}
	return true
}

// turn orders by the measure in force, or else by the first column.
func (ed *editor) turn(desc bool) bool {
	i, ok := ed.measure()
	if !ok {
		i = 0
	}
	if _, star := ed.block().Items[i].Expr.AsStar(); star {
		return ed.byKey(desc)
	}
	return ed.sortByItem(i, desc)
}

// byKey orders by the primary key of the first table.
func (ed *editor) byKey(desc bool) bool {
	for _, t := range ed.scope().tables() {
		if key := t.PrimaryKey(); key != nil {
			return ed.order([]target{{item: -1, columns: []*schema.Column{key}, desc: desc, sorted: true}}, false)
		}
	}
	return false
}

// byMeasure orders by the measure in force: "highest first".
func (ed *editor) byMeasure(desc bool) bool {
	i, ok := ed.measure()
	if !ok {
		return false
	}
	if name := itemName(ed.block().Items[i]); name != "" {
		ed.understand("sorted by " + name)
	}
	return ed.sortByItem(i, desc)
}

// byMoment orders by time: "newest first". A grouped query goes by its time key; a table without any date by its key.
func (ed *editor) byMoment(desc bool) bool {
	s := ed.scope()
	if i, ok := ed.momentItem(); ok {
		return ed.sortByItem(i, desc)
	}
	if i, ok := ed.momentFigure(); ok {
		return ed.sortByItem(i, desc)
	}
	if s.query.Grouped() || ed.query.Set != nil {
		return false
	}
	tables := s.home()
	if t := ed.fact(); t != nil {
		tables = append([]*schema.Table{t}, tables...)
	}
	for _, t := range tables {
		if c := ed.boundMoment(t); c != nil {
			return ed.order([]target{{item: -1, columns: []*schema.Column{c}, desc: desc, sorted: true}}, false)
		}
		if t.Moment != nil {
			ed.understand(fmt.Sprintf("sorted by %s", t.Moment))
			return ed.order([]target{{item: -1, columns: []*schema.Column{t.Moment}, desc: desc, sorted: true}}, false)
		}
	}
	ed.understand("no date here: the order of entry is taken from the key")
	return ed.byKey(desc)
}

// turnedFunction names the functions of the two ends.
var turnedFunction = map[string]string{"max": "min", "min": "max"}

// momentFigure is the first select item that shows the first or last time of a group.
func (ed *editor) momentFigure() (int, bool) {
	s := ed.scope()
	for i, item := range s.query.Items {
		within, x := s.innermost(item.Expr)
		name, args, _, _, ok := x.AsCall()
		if !ok || len(args) != 1 || turnedFunction[strings.ToLower(name)] == "" {
			continue
		}
		if c := within.subject(args[0]); c != nil && c.Role == schema.Moment {
			return i, true
		}
	}
	return 0, false
}

// momentItem is the first select item that shows a time.
func (ed *editor) momentItem() (int, bool) {
	s := ed.scope()
	for i, item := range s.query.Items {
		if item.Expr.Aggregate() {
			continue
		}
		if c := s.subject(item.Expr); c != nil && c.Role == schema.Moment {
			return i, true
		}
	}
	return 0, false
}

// boundMoment is the time of the table's rows that the query bounds; nil when it bounds none of them.
func (ed *editor) boundMoment(t *schema.Table) *schema.Column {
	if c, _ := ed.inForce(); c != nil && c.Table == t && !c.Year {
		return c
	}
	return nil
}

// alphabetical orders by the label that is shown, else by the first text column, else the first one.
func (ed *editor) alphabetical(desc bool) bool {
	s := ed.scope()
	best, found := 0, false
	for i, item := range s.query.Items {
		c := s.column(item.Expr)
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
	if _, star := s.query.Items[best].Expr.AsStar(); star {
		return ed.byLabel(desc)
	}
	return ed.sortByItem(best, desc)
}

func (ed *editor) byLabel(desc bool) bool {
	for _, t := range ed.scope().tables() {
		if len(t.Label) > 0 {
			return ed.order([]target{{item: -1, columns: t.Label, desc: desc, sorted: true}}, false)
		}
	}
	return false
}

// unordered drops the order.
func (ed *editor) unordered() bool {
	if len(ed.query.OrderBy) == 0 {
		ed.note("there is no order to drop")
	}
	ed.query.ClearOrder()
	return true
}

// endOf is the direction that a superlative gives the order of what is sorted already: "highest", "oldest".
func (ed *editor) endOf(text string) (desc, ok bool) {
	items := ed.tag(text)
	if len(items) != 1 {
		return false, false
	}
	it := &items[0]
	switch {
	case it.Is(Superlative):
		return it.Cue.Desc != slices.Contains(it.Cue.Dimension, "-date"), true
	case it.Is(Most, Top):
		return true, true
	case it.Is(Least, Bottom):
		return false, true
	}
	return false, false
}

// lasts says that a shown figure is how long something took.
func (ed *editor) lasts(i int) bool {
	return ed.unitOf(i) != 0 || ed.betweenDates(i) || ed.calledBy(i, english.LastingWords)
}

// lasting is the figure in force where that is how long something took, else the only other one that is.
func (ed *editor) lasting() (int, bool) {
	if i, ok := ed.measure(); ok && ed.lasts(i) {
		return i, true
	}
	return ed.onlyFigure(ed.lasts)
}

// betweenDates says that a figure is made of the time between two dates.
func (ed *editor) betweenDates(i int) bool {
	s := ed.scope()
	found := false
	ed.block().Items[i].Expr.Walk(func(e statement.Expr) bool {
		op, l, r, ok := e.AsBinary()
		if ok && op == "-" {
			a, b := s.subject(l), s.subject(r)
			found = found || a != nil && b != nil && a != b && (a.Role == schema.Moment || b.Role == schema.Moment)
		}
		return !found
	})
	return found
}

// calledBy says that one of the words is part of the name of a shown figure, in any form.
func (ed *editor) calledBy(i int, words map[string]bool) bool {
	return slices.ContainsFunc(schema.Split(itemName(ed.block().Items[i])), func(w string) bool {
		w = strings.ToLower(w)
		return words[w] || words[schema.Lemma(w)] || words[schema.Stem(w)]
	})
}

// nullsLast puts rows without a value at the end of orders that a refinement made: those who have none are neither the newest
// nor the largest.
func (ed *editor) nullsLast(q *statement.Query) {
	if ed.dialect != statement.PostgreSQL || q.Set != nil {
		return
	}
	s := view{ed.index, q}
	for i, k := range q.OrderBy {
		known := slices.ContainsFunc(ed.query.OrderBy, func(old statement.Key) bool { return old.Expr.Equal(k.Expr) })
		if k.Desc && !k.NullsFirst && !known && s.mayLack(q.Meaning(k.Expr)) {
			q.OrderBy[i].NullsLast = true
		}
	}
}

// mayLack says that some rows may have no value of the expression: a column that may be empty, or of rows that need not be there,
// or what is divided by something that may be zero.
func (s view) mayLack(x statement.Expr) bool {
	qualifier, _, ok := x.AsColumn()
	if !ok {
		return quotient(x)
	}
	if c := s.column(x); c != nil {
		return c.Nullable
	}
	return slices.ContainsFunc(s.query.From, func(src statement.Source) bool {
		return src.Join == statement.JoinLeft && src.Query != nil && strings.EqualFold(src.Name(), qualifier)
	})
}

// quotient says that an expression is nothing where a part of it is zero.
func quotient(x statement.Expr) bool {
	found := false
	x.Walk(func(part statement.Expr) bool {
		name, _, _, _, ok := part.AsCall()
		found = found || ok && name == "nullif"
		return !found
	})
	return found
}

// bestGroup keeps the group that lies at one end of the figure in force: "which month was best" after orders per month. What is
// asked for must be what the groups are.
func (ed *editor) bestGroup(what, end string) bool {
	q := ed.block()
	i, ok := ed.measure()
	if !ok || ed.query.Set != nil || len(q.GroupBy) == 0 || !ed.query.Limit.IsZero() || !ed.namesGroups(what) {
		return false
	}
	var desc bool
	switch items := ed.tag(end); {
	case len(contentWords(end)) != 1 || len(items) != 1:
		return false
	case end == "best" || end == "worst":
		desc = (ed.calledBy(i, english.HarmWords) || ed.lasts(i)) != (end == "best")
	case items[0].Is(Superlative) && (len(items[0].Cue.Dimension) == 0 || items[0].Cue.Dimension[0] == "*" && !temporal(items[0].Cue.Dimension) || slices.Contains(items[0].Cue.Dimension, "count")):
		desc = items[0].Cue.Desc
	case items[0].Is(Most, Top, Least, Bottom):
		desc = items[0].Is(Most, Top)
	default:
		return false
	}
	return ed.sortByItem(i, desc) && ed.limit(1)
}

// namesGroups says that the words name what the rows are groups by: a unit of time, a table or a column.
func (ed *editor) namesGroups(what string) bool {
	words := contentWords(what)
	if len(words) == 1 && Unit(words[0]) != "" {
		_, timed := ed.momentItem()
		return timed
	}
	t, ok := ed.targets(what)
	if !ok || len(t) != 1 {
		return false
	}
	q := ed.block()
	if i := t[0].item; i >= 0 {
		return !q.Items[i].Expr.Aggregate()
	}
	return slices.ContainsFunc(q.GroupBy, func(key statement.Expr) bool {
		c := ed.scope().column(q.Meaning(key))
		return c != nil && (slices.Contains(t[0].columns, c) || t[0].entity == c.Table)
	})
}

// timeShown says that the item at a place is a time.
func (ed *editor) timeShown(i int) bool {
	c := ed.scope().subject(ed.block().Items[i].Expr)
	return c != nil && c.Role == schema.Moment
}

// byTimeInView orders by the time that is shown, where an adjective would order by one that nobody sees: the oldest of permits are
// those applied for first, not those of the oldest buildings. An age is one of the rows themselves.
func (ed *editor) byTimeInView(c *schema.Column, dimension []string, desc bool) bool {
	i, ok := ed.momentItem()
	dated := slices.Contains(dimension, "-date")
	if _, shown := ed.scope().shown(c); !ok || shown || !dated && !temporal(dimension) || c.Has("age", "birth", "birthday", "dob") {
		return false
	}
	return ed.sortByItem(i, desc != dated)
}
