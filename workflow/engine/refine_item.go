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

func sameExprs(a, b []statement.Expr) bool {
	return slices.EqualFunc(a, b, statement.Expr.Equal)
}
