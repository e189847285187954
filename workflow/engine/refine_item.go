package engine

import (
	"errors"
	"fmt"
	"parley/db"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	"parley/workflow/schema"
)

// target is what a phrase of feedback names: a shown column, a column of the schema, an entity by its label, an
// aggregate of either, or a grain of time.
type target struct {
	// item is the place of a select item; -1 when none is meant.
	item int
	// columns are one column, or what an entity's rows are called.
	columns []*schema.Column
	// entity is the table, when the phrase named a table and no column.
	entity *schema.Table
	// aggregate is the function asked for: count, sum, avg, min, max; empty for none.
	aggregate string
	// grain cuts a moment: year, quarter, month, week, day.
	grain string
	// passed is a column that a derived table of the query makes, and that is not shown.
	passed *statement.Item
	// desc is set by a superlative: the largest first; sorted says that a direction was said at all.
	desc, sorted bool
	// said is the phrase, for notes.
	said string
}

// shown finds the select item that shows the column; through a star it is -1.
func (s view) shown(c *schema.Column) (int, bool) {
	for i, item := range s.query.Items {
		if s.column(item.Expr) == c {
			return i, true
		}
		qualifier, star := item.Expr.AsStar()
		if !star {
			continue
		}
		for _, src := range s.query.From {
			if s.table(src) == c.Table && (qualifier == "" || sameName(qualifier, sourceName(src))) {
				return -1, true
			}
		}
	}
	return 0, false
}

func sameName(a, b string) bool { return a != "" && strings.EqualFold(a, b) }

// expression makes the target's expressions in the block, joining what is needed.
func (ed *editor) expression(t target) ([]statement.Item, bool) {
	s := ed.scope()
	if t.passed != nil {
		return []statement.Item{*t.passed}, true
	}
	if t.item >= 0 {
		item := s.query.Items[t.item]
		if t.aggregate != "" && !item.Expr.Aggregate() {
			item = aggregated(t.aggregate, item.Expr, itemName(item))
		}
		return []statement.Item{item}, true
	}
	if t.aggregate == "count" && len(t.columns) == 0 {
		return []statement.Item{{Expr: statement.CountStar(), Alias: "count"}}, true
	}
	var out []statement.Item
	for _, c := range t.columns {
		x, err := s.reach(c)
		if err != nil {
			return nil, false
		}
		switch {
		case english.AddsUp[t.aggregate] && c.Type == db.Text && !c.Numeric:
			return nil, false // texts have no total
		case t.aggregate != "":
			out = append(out, aggregated(t.aggregate, x, c.Name))
		case t.grain != "":
			cut, err := meaning.Cut(ed.dialect, c, x, t.grain)
			if err != nil {
				return nil, false
			}
			out = append(out, statement.Item{Expr: cut, Alias: t.grain})
		default:
			out = append(out, statement.Item{Expr: x, Alias: ed.distinctName(c)})
		}
	}
	return out, len(out) > 0
}

// distinctName is an alias for a column whose own name is shown already, "genre_name"; empty when it needs none.
func (ed *editor) distinctName(c *schema.Column) string {
	for _, item := range ed.block().Items {
		if sameName(itemName(item), c.Name) {
			return strings.ToLower(c.Table.Name + "_" + c.Name)
		}
	}
	return ""
}

func aggregated(function string, x statement.Expr, name string) statement.Item {
	e := statement.Call(function, x)
	if function == "count" {
		e = e.Distinct()
	}
	return statement.Item{Expr: e, Alias: strings.ToLower(function + "_" + name)}
}

// add shows more columns. What is shown already is said, and nothing changes for it.
func (ed *editor) add(targets []target) bool {
	return ed.keepingRows(func() bool { return ed.addEach(targets) })
}

func (ed *editor) addEach(targets []target) bool {
	if ed.query.Set != nil {
		return false
	}
	if lone := extremeRow(ed.query); lone != nil && !slices.ContainsFunc(targets, func(t target) bool { return t.item >= 0 || t.aggregate != "" }) {
		ed.query = lone
		ed.understand("the row that has it")
	}
	for _, t := range targets {
		if t.sorted {
			return false // an end of an order is no column
		}
		t = ed.ownCalled(ed.named(t))
		if name, ok := ed.present(t); ok {
			ed.note(fmt.Sprintf("%s is shown already", name))
			continue
		}
		if t.item >= 0 && ed.block().Items[t.item].Expr.Aggregate() && !ed.ofCounted(&t) {
			return false
		}
		if t.aggregate != "" && !ed.block().Grouped() {
			if !ed.addForEach(t) {
				return false
			}
			continue
		}
		t = ed.summed(t)
		if ed.ofFinerGrain(t) {
			continue
		}
		if ed.manyFor(t) && !ed.ownMoment(&t) {
			return false
		}
		items, ok := ed.expression(t)
		if !ok || !ed.append(items...) {
			return false
		}
	}
	return true
}

// ownCalled is the column that goes by the word for a thing, where the thing itself is on screen already: the farm of growers that are called
// farms as well.
func (ed *editor) ownCalled(t target) target {
	if _, shown := ed.present(t); !shown || t.entity == nil || t.item >= 0 || t.aggregate != "" {
		return t
	}
	for _, it := range ed.tag(t.said) {
		for _, m := range it.Matches {
			c := m.Column
			if c == nil || c.Table != t.entity || c.Hidden || c.Key() || c.Role == schema.Measure || m.Score() < leastName {
				continue
			}
			if _, there := ed.scope().shown(c); !there {
				t.columns, t.entity = []*schema.Column{c}, nil
				return t
			}
		}
	}
	return t
}

// ofCounted turns an aggregate of an aggregate that is shown ("and their total" beside a count) into that of the number
// that the counted rows have; not ok when they have none, or several.
func (ed *editor) ofCounted(t *target) bool {
	fact := ed.fact()
	if fact == nil {
		return false
	}
	c := onlyMeasureOf(fact)
	if c == nil || len(ed.scope().about(c)) > 0 {
		return false
	}
	t.item, t.columns = -1, []*schema.Column{c}
	ed.understand(fmt.Sprintf("%s = %s", t.said, c))
	return true
}

// summed is the total of a number where rows are groups of something else: a group has no one value of it.
func (ed *editor) summed(t target) target {
	q := ed.block()
	if t.aggregate != "" || t.item >= 0 || len(t.columns) != 1 || t.columns[0].Role != schema.Measure || len(q.GroupBy) == 0 || len(measures(q)) == 0 {
		return t
	}
	for _, key := range q.GroupBy {
		if c := ed.scope().subject(q.Meaning(key)); c != nil && c.Table == t.columns[0].Table && (c == c.Table.PrimaryKey() || c.Role == schema.Label) {
			return t // one row of the table makes a group: it has the value itself
		}
	}
	t.aggregate = "sum"
	ed.understand(fmt.Sprintf("%s = total of %s in each group", t.said, t.columns[0]))
	return t
}

// addForEach shows an aggregate over what belongs to each row: beside rows that are no groups there is no other.
func (ed *editor) addForEach(t target) bool {
	if len(t.columns) != 1 || t.item >= 0 {
		return false
	}
	c := t.columns[0]
	if t.aggregate == "count" {
		return ed.forEach(c.Table, statement.Item{Expr: statement.CountStar(), Alias: strings.ToLower(c.Table.Name)})
	}
	return ed.forEach(c.Table, aggregated(t.aggregate, statement.Column(c.Table.Name, c.Name), c.Name))
}

// named is the name of what a key points to, where a person says "the supplier" and means more than supplier_id.
func (ed *editor) named(t target) target {
	if t.item >= 0 || t.aggregate != "" || len(t.columns) != 1 || t.columns[0].Role != schema.Reference {
		return t
	}
	key := t.columns[0]
	if said := strings.Fields(strings.ToLower(t.said)); len(key.Words) <= len(said) && (!key.Type.Numeric() || english.KeyWords[said[len(said)-1]]) {
		return t // the key itself: "supplier id"
	}
	for _, edge := range ed.index.Graph.Of(key.Table) {
		if edge.From == key.Table && slices.Contains(edge.FromColumns, key) && len(edge.To.Label) > 0 {
			t.columns, t.entity = edge.To.Label, edge.To
		}
	}
	return t
}

// present says whether the target is shown, and under which name.
func (ed *editor) present(t target) (string, bool) {
	s := ed.scope()
	if t.aggregate != "" {
		return "", false
	}
	if t.item >= 0 {
		return itemName(s.query.Items[t.item]), true
	}
	for _, c := range t.columns {
		if _, ok := s.shown(c); !ok {
			return "", false
		}
	}
	return t.said, len(t.columns) > 0
}

// append adds select items; what is shown already is said.
func (ed *editor) append(items ...statement.Item) bool {
	for _, item := range items {
		_, err := ed.block().AddItem(item)
		var no *statement.Senseless
		if errors.As(err, &no) {
			ed.note(no.Reason)
		} else if err != nil {
			return false
		}
	}
	return true
}

// remove hides columns. A query always shows one.
func (ed *editor) remove(targets []target) bool {
	for _, t := range targets {
		ed.expandStar(t)
		places := ed.places(t)
		if len(places) == 0 {
			places = ed.placesReferred(t)
		}
		if len(places) == 0 {
			ed.note(fmt.Sprintf("%s is not shown", t.said))
			continue
		}
		q := ed.block()
		if len(places) >= len(q.Items) {
			ed.note(fmt.Sprintf("%s is the only column shown", t.said))
			continue
		}
		if ed.try(func() bool { return ed.ungroupBy(places) }) {
			ed.asBefore()
			continue
		}
		for k := len(places) - 1; k >= 0; k-- {
			if !ed.dropItem(places[k]) {
				return false
			}
		}
	}
	return true
}

// asBefore takes the query before the present one in its place where they are the same but for joins that only served what went.
func (ed *editor) asBefore() {
	if ed.last == nil || ed.last.Set != nil || ed.query.Set != nil {
		return
	}
	was, now := ed.last, ed.query
	alike := len(was.Items) == len(now.Items) && sameExprs(was.Where, now.Where) && sameExprs(was.GroupBy, now.GroupBy) && sameExprs(was.Having, now.Having) && was.Limit.Equal(now.Limit)
	for i := range was.Items {
		alike = alike && was.Items[i].Expr.Equal(now.Items[i].Expr)
	}
	if alike {
		ed.query = was.Clone()
	}
}

// ungroupBy takes the things at the places out of what the figures in force are taken by, where they are all that tells the
// groups apart by one of the keys: figures of groups that nobody can see mean nothing.
func (ed *editor) ungroupBy(places []int) bool {
	q, s := ed.block(), ed.scope()
	if ed.query.Set != nil || len(q.GroupBy) == 0 || len(measures(q)) == 0 || len(q.Having) > 0 {
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
		if c := s.column(x); c != nil {
			gone[c.Table] = true
		} else {
			computed = append(computed, x)
		}
	}
	if slices.ContainsFunc(q.Items, func(item statement.Item) bool {
		i := q.ItemOf(item.Expr)
		c := s.column(item.Expr)
		return c != nil && gone[c.Table] && !slices.Contains(places, i)
	}) {
		return false
	}
	before := ed.used()
	left := func(key statement.Expr) bool {
		c := s.column(key)
		return c != nil && gone[c.Table] || slices.ContainsFunc(computed, key.Equal)
	}
	kept := slices.DeleteFunc(slices.Clone(q.GroupBy), left)
	if len(kept) == 0 {
		return ed.ungroup()
	}
	q.OrderBy = slices.DeleteFunc(slices.Clone(q.OrderBy), func(k statement.Key) bool { return left(q.Meaning(k.Expr)) })
	q.GroupBy = kept
	for k := len(places) - 1; k >= 0; k-- {
		if !ed.dropItem(places[k]) {
			return false
		}
	}
	ed.prune(before)
	return true
}

// places are the select items that show the target.
func (ed *editor) places(t target) []int {
	if t.item >= 0 {
		return []int{t.item}
	}
	s := ed.scope()
	var out []int
	for i, item := range s.query.Items {
		if c := s.column(item.Expr); c != nil && slices.Contains(t.columns, c) {
			out = append(out, i)
		}
	}
	return out
}

// placesReferred are the select items that show what a key refers to by its name.
func (ed *editor) placesReferred(t target) []int {
	for _, c := range t.columns {
		for _, e := range ed.index.Graph.Of(c.Table) {
			if e.From == c.Table && len(e.FromColumns) == 1 && e.FromColumns[0] == c && len(e.To.Label) > 0 {
				if at := ed.places(target{item: -1, columns: e.To.Label}); len(at) > 0 {
					return at
				}
			}
		}
	}
	return nil
}

// dropItem takes a select item away, and says what had to go along.
func (ed *editor) dropItem(i int) bool {
	effects, err := ed.query.RemoveItem(i)
	ed.effects(effects)
	return err == nil
}

// expandStar writes a star out as columns when one of them is to be hidden.
func (ed *editor) expandStar(t target) {
	s := ed.scope()
	for _, c := range t.columns {
		if i, ok := s.shown(c); !ok || i >= 0 {
			continue
		}
		var out []statement.Item
		for _, item := range s.query.Items {
			out = append(out, s.expand(item)...)
		}
		s.query.Items = out
		return
	}
}

// expand is the item itself, or the columns that its star stands for.
func (s view) expand(item statement.Item) []statement.Item {
	qualifier, star := item.Expr.AsStar()
	if !star {
		return []statement.Item{item}
	}
	var out []statement.Item
	for _, src := range s.query.From {
		t := s.table(src)
		if t == nil || qualifier != "" && !sameName(qualifier, sourceName(src)) {
			continue
		}
		for _, c := range t.Columns {
			out = append(out, statement.Item{Expr: s.qualified(src, c.Name)})
		}
	}
	return out
}

// show makes the targets all that is shown.
func (ed *editor) show(targets []target) bool {
	if ed.query.Set != nil {
		return false
	}
	var items []statement.Item
	for _, t := range targets {
		made, ok := ed.expression(t)
		if !ok {
			return false
		}
		items = append(items, made...)
	}
	for i := range items {
		if c := ed.scope().column(items[i].Expr); c != nil && sameName(items[i].Alias, c.Table.Name+"_"+c.Name) {
			items[i].Alias = ""
		}
	}
	if figures := measures(ed.block()); len(ed.block().GroupBy) > 0 && !slices.ContainsFunc(items, func(item statement.Item) bool { return !item.Expr.Aggregate() }) {
		return ed.onlyFigures(items, len(figures))
	}
	effects, err := ed.query.SetItems(items...)
	ed.effects(effects)
	return err == nil
}

// onlyFigures shows figures and no others: of several that stood beside each group, each group keeps its name; the only one is
// asked for as one.
func (ed *editor) onlyFigures(items []statement.Item, before int) bool {
	q := ed.block()
	q.SpellOut()
	var named []statement.Item
	for _, item := range q.Items {
		if before > 1 && !item.Expr.Aggregate() {
			named = append(named, item)
		}
	}
	effects, err := ed.query.SetItems(append(named, items...)...)
	ed.effects(effects)
	return err == nil && (before > 1 || ed.ungroup())
}

// distinct keeps each row once.
func (ed *editor) distinct() bool {
	q := ed.block()
	if q.Distinct || len(q.GroupBy) > 0 || ed.query.Set != nil && !ed.query.Set.All {
		ed.note("no row comes twice as it is")
		return true
	}
	effects, err := q.SetDistinct()
	ed.effects(effects)
	return err == nil
}
