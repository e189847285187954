package engine

import (
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/english"
	"parley/workflow/schema"
)

// group makes the targets what the rows are counted or summed by; the measure is kept. keep leaves the keys that are
// there and breaks down further; otherwise they give way, and the joins that only they needed go with them.
func (ed *editor) group(targets []target, keep bool) bool {
	if ed.query.Set != nil {
		return false
	}
	q := ed.block()
	if !q.Grouped() && !ed.countRows() {
		return false
	}
	before, newest := ed.used(), ed.newestFirst()
	keep = keep && !ed.sameMoment(targets)
	if !keep {
		q.SpellOut() // what joins and names the targets need is not what the old groups had
	}
	for i := range targets {
		targets[i] = ed.named(targets[i])
	}
	if slices.ContainsFunc(targets, ed.byHubOnly) {
		return false
	}
	keys, items, ok := ed.groupItems(targets)
	if !ok || !ed.regroup(keys, items, keep) {
		return false
	}
	ed.prune(before)
	ed.arrangeGroups(keys, !keep && len(targets) == 1 && targets[0].grain != "", newest, slices.ContainsFunc(targets, func(t target) bool { return t.grain != "" }))
	return true
}

// byHubOnly says that a target is told only of all that share what the rows in force refer to: the carriers of a customer's country.
func (ed *editor) byHubOnly(t target) bool {
	return t.item < 0 && t.passed == nil && slices.ContainsFunc(t.columns, func(c *schema.Column) bool {
		return !slices.Contains(ed.scope().tables(), c.Table) && ed.byHub(ed.scope(), c.Table)
	})
}

// arrangeGroups orders new groups: units of time along the calendar; others, where nothing else was asked for, by their first
// figure downwards, as in a first question.
func (ed *editor) arrangeGroups(keys []statement.Expr, time, newest, timed bool) {
	q := ed.block()
	m := measures(q)
	switch {
	case time:
		ed.alongTime(keys[0], newest)
	case !timed && len(ed.query.OrderBy) == 0 && len(m) > 0:
		ed.sortByItem(m[0], true)
	}
}

// alongTime puts groups by a unit of time in their order, all of them: a list of months is read along the calendar, and
// the largest few of what was grouped before are no part of it.
func (ed *editor) alongTime(key statement.Expr, newest bool) {
	ed.sort(statement.Key{Expr: key, Desc: newest})
	if !ed.query.Limit.IsZero() {
		ed.unlimited()
		ed.note("the limit is lifted: every period is shown")
	}
}

// newestFirst says that the rows are ordered by a time, the latest first.
func (ed *editor) newestFirst() bool {
	if len(ed.query.OrderBy) == 0 || !ed.query.OrderBy[0].Desc {
		return false
	}
	q := ed.block()
	x := ed.query.OrderBy[0].Expr
	x = q.Meaning(x)
	c := ed.scope().subject(x)
	return c != nil && c.Role == schema.Moment && !x.Aggregate()
}

// sameMoment says that the targets cut the time that the groups are already cut by: then the grain is changed.
func (ed *editor) sameMoment(targets []target) bool {
	_, ok := ed.momentItem()
	return ok && len(targets) == 1 && targets[0].grain != ""
}

// countRows turns a list of rows into their count, so that it can be grouped. A limit is lifted with the order: the
// groups are of all rows.
func (ed *editor) countRows() bool {
	q := ed.block()
	if q.Distinct {
		return false
	}
	if !ed.instead(statement.Item{Expr: statement.CountStar(), Alias: "count"}) {
		return false
	}
	if !ed.query.Limit.IsZero() {
		ed.unlimited()
		ed.note("the limit is lifted: the groups are of all rows")
	}
	return true
}

// regroup groups by the keys, beside what there is or instead of it.
func (ed *editor) regroup(keys []statement.Expr, items []statement.Item, keep bool) bool {
	q := ed.block()
	if keep {
		return q.AddGroup(keys, items) == nil
	}
	effects, err := q.Regroup(keys, items)
	ed.effects(effects)
	return err == nil
}

// groupItems are the group keys and the items that show them. An entity is grouped by its key as well as its label
// when two of its rows may be called the same.
func (ed *editor) groupItems(targets []target) (keys []statement.Expr, items []statement.Item, ok bool) {
	for _, t := range targets {
		made, ok := ed.expression(t)
		if !ok {
			return nil, nil, false
		}
		if key := ambiguous(t); key != nil {
			if x, ok := ed.scope().ref(key); ok {
				keys = append(keys, x)
			}
		}
		for _, item := range made {
			keys = append(keys, item.Expr)
			if c := ed.scope().column(item.Expr); c != nil && sameName(item.Alias, c.Table.Name+"_"+c.Name) {
				item.Alias = ""
			}
			items = append(items, item)
		}
	}
	return keys, items, len(keys) > 0
}

// ungroup gives the total over all groups.
func (ed *editor) ungroup() bool {
	q := ed.block()
	if len(q.GroupBy) == 0 || len(measures(q)) == 0 {
		return false
	}
	if len(q.Having) > 0 {
		return ed.overall("sum", target{item: measures(q)[0]}) // the total of the groups that are left
	}
	before := ed.used()
	ed.query.ClearOrder()
	ed.query.ClearLimit()
	if !ed.regroup(nil, nil, false) {
		return false
	}
	ed.prune(before)
	return true
}

// used names the sources that some expression of the block reads, joins apart.
func (ed *editor) used() map[string]bool {
	out := map[string]bool{}
	q := ed.block()
	on := make([]statement.Expr, len(q.From))
	for i := range q.From {
		on[i], q.From[i].On = q.From[i].On, statement.Expr{}
	}
	mapQuery(q, func(e statement.Expr) statement.Expr {
		if qualifier, _, ok := e.AsColumn(); ok {
			out[qualifier] = true
		}
		if qualifier, ok := e.AsStar(); ok {
			out[qualifier] = true
		}
		return e
	})
	for i := range q.From {
		q.From[i].On = on[i]
	}
	return out
}

// prune takes joins away that were read before this edit and are not any more, when they lead to one row each and
// nothing is joined through them: so they neither add nor drop rows.
func (ed *editor) prune(before map[string]bool) {
	q := ed.block()
	now := ed.used()
	if now[""] {
		return
	}
	for i := len(q.From) - 1; i > 0; i-- {
		src := q.From[i]
		name := sourceName(src)
		if before[name] && !now[name] && !ed.joinedThrough(i) && ed.toOne(src) {
			q.From = append(q.From[:i:i], q.From[i+1:]...)
		}
	}
}

// joinedThrough says that another join's condition reads the source.
func (ed *editor) joinedThrough(i int) bool {
	q := ed.block()
	name := sourceName(q.From[i])
	for k, src := range q.From {
		if k == i {
			continue
		}
		if len(src.Using) > 0 {
			return true
		}
		for _, e := range src.On.Columns() {
			if qualifier, _, _ := e.AsColumn(); sameName(qualifier, name) {
				return true
			}
		}
	}
	return false
}

// toOne says that the join finds at most one row: its condition names the source's own key.
func (ed *editor) toOne(src statement.Source) bool {
	t := ed.scope().table(src)
	if t == nil || t.PrimaryKey() == nil || (src.Join != statement.JoinInner && src.Join != statement.JoinLeft) {
		return false
	}
	for _, e := range src.On.Columns() {
		if qualifier, name, _ := e.AsColumn(); sameName(qualifier, sourceName(src)) && sameName(name, t.PrimaryKey().Name) {
			return true
		}
	}
	return false
}

// having keeps the groups whose measure compares.
func (ed *editor) having(item int, op string, v statement.Expr) bool {
	return ed.havingOf(ed.block().Items[item].Expr, op, v)
}

func (ed *editor) havingOf(x statement.Expr, op string, v statement.Expr) bool {
	q := ed.block()
	mine := func(p statement.Expr) bool {
		_, l, _, ok := p.AsBinary()
		if between, _, _, _, is := p.AsBetween(); is {
			l, ok = between, true
		}
		return ok && l.Equal(x)
	}
	q.Having = ed.withoutBound(q.Having, op, v, mine)
	return q.AddPredicate(statement.Binary(op, x, v)) == nil
}

// ambiguous is the key of a target's rows where two of them may be called the same; nil where none are, or they are no rows
// of a table.
func ambiguous(t target) *schema.Column {
	if len(t.columns) == 0 || t.item >= 0 || t.grain != "" {
		return nil
	}
	label := t.columns[0]
	key := label.Table.PrimaryKey()
	switch {
	case key == nil || key == label || t.entity == nil && label.Role != schema.Label:
		return nil
	case len(t.columns) > 1:
		return key
	case label.Unique || label.Complete && key.Complete && label.Distinct > 0 && label.Distinct >= key.Distinct:
		return nil
	}
	return key
}

// timeApart parts what is grouped by from the period that is said in one breath with it: "month" and "since June" of "month since June".
// The period is empty where none stands at one of the ends.
func (ed *editor) timeApart(text string) (rest, when string) {
	items, tokens := ed.tag(text), Tokenize(text)
	at := slices.IndexFunc(items, func(it Item) bool { return it.Period != nil })
	if at < 0 {
		return text, ""
	}
	from, to := at, at+1
	for from > 0 && (items[from-1].Is(In) || cues[items[from-1].Lower].Kind == Compare) {
		from--
	}
	for to < len(items) && (english.Onwards[items[to].Lower] || items[to].Period != nil) {
		to++
	}
	switch {
	case from == 0 && to == len(items):
		return text, ""
	case to == len(items):
		split := tokens[items[from].From].Start
		return strings.TrimSpace(text[:split]), text[split:]
	case from == 0 && items[to].Is(By):
		split := tokens[items[to].From].Start
		return strings.TrimSpace(text[split:]), strings.TrimSpace(text[:split])
	}
	return text, ""
}
