package clause

import (
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// Group makes the targets what the rows are counted or summed by; the measure is kept. keep leaves the keys that are
// there and breaks down further; otherwise they give way, and the joins that only they needed go with them.
func Group(ed *edit.Editor, targets []edit.Target, keep bool) bool {
	if ed.Query.Set != nil {
		return false
	}
	q := ed.Block()
	if !q.Grouped() && !CountRows(ed) {
		return false
	}
	before, newest := Used(ed), NewestFirst(ed)
	keep = keep && !sameMoment(ed, targets)
	if !keep {
		q.SpellOut() // what joins and names the targets need is not what the old groups had
	}
	for i := range targets {
		targets[i] = ed.Named(targets[i])
	}
	if slices.ContainsFunc(targets, func(t edit.Target) bool { return byHubOnly(ed, t) }) {
		return false
	}
	keys, items, ok := groupItems(ed, targets)
	if !ok || !Regroup(ed, keys, items, keep) {
		return false
	}
	Prune(ed, before)
	ArrangeGroups(ed, keys, !keep && len(targets) == 1 && targets[0].Grain != "", newest, slices.ContainsFunc(targets, func(t edit.Target) bool { return t.Grain != "" }))
	return true
}

// byHubOnly says that a target is told only of all that share what the rows in force refer to: the carriers of a customer's country.
func byHubOnly(ed *edit.Editor, t edit.Target) bool {
	return t.Item < 0 && t.Passed == nil && slices.ContainsFunc(t.Columns, func(c *schema.Column) bool {
		return !slices.Contains(ed.Scope().Tables(), c.Table) && ed.ByHub(ed.Scope(), c.Table)
	})
}

// ArrangeGroups orders new groups: units of time along the calendar; others, where nothing else was asked for, by their first
// figure downwards, as in a first question.
func ArrangeGroups(ed *edit.Editor, keys []statement.Expr, time, newest, timed bool) {
	q := ed.Block()
	m := edit.Measures(q)
	switch {
	case time:
		alongTime(ed, keys[0], newest)
	case !timed && len(ed.Query.OrderBy) == 0 && len(m) > 0:
		SortByItem(ed, m[0], true)
	}
}

// alongTime puts groups by a unit of time in their order, all of them: a list of months is read along the calendar, and
// the largest few of what was grouped before are no part of it.
func alongTime(ed *edit.Editor, key statement.Expr, newest bool) {
	if !ed.Query.Limit.IsZero() {
		Unlimited(ed)
		ed.Note("the limit is lifted: every period is shown")
	}
	Sort(ed, statement.Key{Expr: key, Desc: newest})
}

// NewestFirst says that the rows are ordered by a time, the latest first.
func NewestFirst(ed *edit.Editor) bool {
	if len(ed.Query.OrderBy) == 0 || !ed.Query.OrderBy[0].Desc {
		return false
	}
	q := ed.Block()
	x := ed.Query.OrderBy[0].Expr
	x = q.Meaning(x)
	c := ed.Scope().Subject(x)
	return c != nil && c.Role == schema.Moment && !x.Aggregate()
}

// sameMoment says that the targets cut the time that the groups are already cut by: then the grain is changed.
func sameMoment(ed *edit.Editor, targets []edit.Target) bool {
	_, ok := MomentItem(ed)
	return ok && len(targets) == 1 && targets[0].Grain != ""
}

// CountRows turns a list of rows into their count, so that it can be grouped. A limit is lifted with the order: the
// groups are of all rows.
func CountRows(ed *edit.Editor) bool {
	q := ed.Block()
	if q.Distinct {
		return false
	}
	if !Instead(ed, statement.Item{Expr: statement.CountStar(), Alias: "count"}) {
		return false
	}
	if !ed.Query.Limit.IsZero() {
		Unlimited(ed)
		ed.Note("the limit is lifted: the groups are of all rows")
	}
	return true
}

// Regroup groups by the keys, beside what there is or instead of it.
func Regroup(ed *edit.Editor, keys []statement.Expr, items []statement.Item, keep bool) bool {
	q := ed.Block()
	if keep {
		return q.AddGroup(keys, items) == nil
	}
	effects, err := q.Regroup(keys, items)
	ed.Effects(effects)
	return err == nil
}

// groupItems are the group keys and the items that show them. An entity is grouped by its key as well as its label
// when two of its rows may be called the same.
func groupItems(ed *edit.Editor, targets []edit.Target) (keys []statement.Expr, items []statement.Item, ok bool) {
	for _, t := range targets {
		made, ok := ed.Expression(t)
		if !ok {
			return nil, nil, false
		}
		if key := ambiguous(t); key != nil {
			if x, ok := ed.Scope().Ref(key); ok {
				keys = append(keys, x)
			}
		}
		for _, item := range made {
			keys = append(keys, item.Expr)
			if c := ed.Scope().Column(item.Expr); c != nil && edit.SameName(item.Alias, c.Table.Name+"_"+c.Name) {
				item.Alias = ""
			}
			items = append(items, item)
		}
	}
	return keys, items, len(keys) > 0
}

// Ungroup gives the total over all groups.
func Ungroup(ed *edit.Editor) bool {
	q := ed.Block()
	if len(q.GroupBy) == 0 || len(edit.Measures(q)) == 0 {
		return false
	}
	if len(q.Having) > 0 {
		return Overall(ed, "sum", edit.Target{Item: edit.Measures(q)[0]}) // the total of the groups that are left
	}
	before := Used(ed)
	ed.Query.ClearOrder()
	ed.Query.ClearLimit()
	if !Regroup(ed, nil, nil, false) {
		return false
	}
	Prune(ed, before)
	return true
}

// Used names the sources that some expression of the block reads, joins apart.
func Used(ed *edit.Editor) map[string]bool {
	out := map[string]bool{}
	q := ed.Block()
	on := make([]statement.Expr, len(q.From))
	for i := range q.From {
		on[i], q.From[i].On = q.From[i].On, statement.Expr{}
	}
	edit.MapQuery(q, func(e statement.Expr) statement.Expr {
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

// Prune takes joins away that were read before this edit and are not any more, when they lead to one row each and
// nothing is joined through them: so they neither add nor drop rows.
func Prune(ed *edit.Editor, before map[string]bool) {
	q := ed.Block()
	now := Used(ed)
	if now[""] {
		return
	}
	for i := len(q.From) - 1; i > 0; i-- {
		src := q.From[i]
		name := edit.SourceName(src)
		if before[name] && !now[name] && !joinedThrough(ed, i) && toOne(ed, src) {
			q.From = append(q.From[:i:i], q.From[i+1:]...)
		}
	}
}

// joinedThrough says that another join's condition reads the source.
func joinedThrough(ed *edit.Editor, i int) bool {
	q := ed.Block()
	name := edit.SourceName(q.From[i])
	for k, src := range q.From {
		if k == i {
			continue
		}
		if len(src.Using) > 0 {
			return true
		}
		for _, e := range src.On.Columns() {
			if qualifier, _, _ := e.AsColumn(); edit.SameName(qualifier, name) {
				return true
			}
		}
	}
	return false
}

// toOne says that the join finds at most one row: its condition names the source's own key.
func toOne(ed *edit.Editor, src statement.Source) bool {
	t := ed.Scope().Table(src)
	if t == nil || t.PrimaryKey() == nil || (src.Join != statement.JoinInner && src.Join != statement.JoinLeft) {
		return false
	}
	for _, e := range src.On.Columns() {
		if qualifier, name, _ := e.AsColumn(); edit.SameName(qualifier, edit.SourceName(src)) && edit.SameName(name, t.PrimaryKey().Name) {
			return true
		}
	}
	return false
}

// Having keeps the groups whose measure compares.
func Having(ed *edit.Editor, item int, op string, v statement.Expr) bool {
	x := ed.Block().Items[item].Expr
	return HavingOf(ed, x, op, InHundredths(ed, x, v))
}

// InHundredths is a number as a figure tells it: one said in a hundred is a part of one where the figure is.
func InHundredths(ed *edit.Editor, x, v statement.Expr) statement.Expr {
	n, number := edit.NumberOf(v)
	if !number || !PartOfOne(x) || !SaysHundredths(ed) {
		return v
	}
	return statement.Literal(n / 100)
}

// SaysHundredths says that the input has a number in a hundred: "10 percent", "10%".
func SaysHundredths(ed *edit.Editor) bool {
	return slices.ContainsFunc(ed.Said.Words, func(w string) bool { return english.Hundredths[w] || strings.HasSuffix(w, "%") })
}

// HavingOf keeps the groups of which an expression compares, in the place of what it was bound by.
func HavingOf(ed *edit.Editor, x statement.Expr, op string, v statement.Expr) bool {
	q := ed.Block()
	mine := func(p statement.Expr) bool {
		_, l, _, ok := p.AsBinary()
		if between, _, _, _, is := p.AsBetween(); is {
			l, ok = between, true
		}
		return ok && l.Equal(x)
	}
	q.Having = ed.WithoutBound(q.Having, op, v, mine)
	return q.AddPredicate(statement.Binary(op, x, v)) == nil
}

// ambiguous is the key of a target's rows where two of them may be called the same; nil where none are, or they are no rows
// of a table.
func ambiguous(t edit.Target) *schema.Column {
	if len(t.Columns) == 0 || t.Item >= 0 || t.Grain != "" {
		return nil
	}
	label := t.Columns[0]
	key := label.Table.PrimaryKey()
	switch {
	case key == nil || key == label || t.Entity == nil && label.Role != schema.Label:
		return nil
	case len(t.Columns) > 1:
		return key
	case label.Unique || label.Complete && key.Complete && label.Distinct > 0 && label.Distinct >= key.Distinct:
		return nil
	}
	return key
}

// TimeApart parts what is grouped by from the period that is said in one breath with it: "month" and "since June" of "month since June".
// The period is empty where none stands at one of the ends.
func TimeApart(ed *edit.Editor, text string) (rest, when string) {
	items, tokens := ed.Tag(text), tag.Tokenize(text)
	at := slices.IndexFunc(items, func(it tag.Item) bool { return it.Period != nil })
	if at < 0 {
		return text, ""
	}
	from, to := at, at+1
	for from > 0 && (items[from-1].Is(tag.In) || tag.Cues[items[from-1].Lower].Kind == tag.Compare) {
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
	case from == 0 && items[to].Is(tag.By):
		split := tokens[items[to].From].Start
		return strings.TrimSpace(text[split:]), strings.TrimSpace(text[:split])
	}
	return text, ""
}

// GroupByUnit groups by the unit of time that one of the words names: "monthly".
func GroupByUnit(ed *edit.Editor, words []string) bool {
	for _, w := range words {
		if unit, m := tag.Unit(w), ed.Moment(); unit != "" && m != nil {
			return Group(ed, []edit.Target{{Item: -1, Columns: []*schema.Column{m}, Grain: unit, Said: unit}}, false)
		}
	}
	return false
}

// GroupOrOrder reads "by X": the groups of a query, or the order of a list that has one when another is wanted.
func GroupOrOrder(ed *edit.Editor, t []edit.Target, keep, instead bool) bool {
	if !ed.Block().Grouped() && (instead && len(ed.Query.OrderBy) > 0 || names(ed, t)) {
		return Order(ed, t, false)
	}
	return Group(ed, t, keep)
}

// names says that the targets are what each of the rows is called, or a figure of each ("by price"): a list is sorted by them,
// there is little to group.
func names(ed *edit.Editor, targets []edit.Target) bool {
	tables := ed.Scope().Tables()
	for _, t := range targets {
		if len(tables) == 0 || t.Entity != nil || len(t.Columns) != 1 || !slices.Contains(tables[0].Label, t.Columns[0]) && !(t.Columns[0].Table == tables[0] && varied(t.Columns[0])) {
			return false
		}
	}
	return true
}

// UngroupBy takes the things at the places out of what the figures in force are taken by, where they are all that tells the
// groups apart by one of the keys: figures of groups that nobody can see mean nothing.
func UngroupBy(ed *edit.Editor, places []int) bool {
	q, s := ed.Block(), ed.Scope()
	if ed.Query.Set != nil || len(q.GroupBy) == 0 || len(edit.Measures(q)) == 0 || len(q.Having) > 0 {
		return false
	}
	q.SpellOut()
	gone := map[*schema.Table]bool{}
	var computed []statement.Expr // the keys that no column names alone: a month of a time
	for _, i := range places {
		x := q.Items[i].Expr
		if !slices.ContainsFunc(q.GroupBy, x.Equal) {
			return false
		}
		if c := s.Column(x); c != nil {
			gone[c.Table] = true
		} else {
			computed = append(computed, x)
		}
	}
	if slices.ContainsFunc(q.Items, func(item statement.Item) bool {
		i := q.ItemOf(item.Expr)
		c := s.Column(item.Expr)
		return c != nil && gone[c.Table] && !slices.Contains(places, i)
	}) {
		return false
	}
	before := Used(ed)
	left := func(key statement.Expr) bool {
		c := s.Column(key)
		return c != nil && gone[c.Table] || slices.ContainsFunc(computed, key.Equal)
	}
	kept := slices.DeleteFunc(slices.Clone(q.GroupBy), left)
	if len(kept) == 0 {
		return Ungroup(ed)
	}
	q.OrderBy = slices.DeleteFunc(slices.Clone(q.OrderBy), func(k statement.Key) bool { return left(q.Meaning(k.Expr)) })
	q.GroupBy = kept
	for k := len(places) - 1; k >= 0; k-- {
		if !ed.DropItem(places[k]) {
			return false
		}
	}
	Prune(ed, before)
	return true
}
