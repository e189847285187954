package edit

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"parley/db"
	"parley/db/statement"
	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/reader"
	"parley/workflow/schema"
	"parley/workflow/schema/wordlist"
)

// AddsUp are the functions that need numbers.
var AddsUp = wordlist.SetOf("sum", "avg", "median")

// Target is what a phrase of feedback names: a shown column, a column of the schema, an entity by its label, an
// aggregate of either, or a grain of time.
type Target struct {
	// Item is the place of a select item; -1 when none is meant.
	Item int
	// Columns are one column, or what an entity's rows are called.
	Columns []*schema.Column
	// Entity is the table, when the phrase named a table and no column.
	Entity *schema.Table
	// Aggregate is the function asked for: count, sum, avg, min, max; empty for none.
	Aggregate string
	// Grain cuts a moment: year, quarter, month, week, day.
	Grain string
	// Passed is a column that a derived table of the query makes, and that is not shown.
	Passed *statement.Item
	// Desc is set by a superlative: the largest first; sorted says that a direction was said at all.
	Desc, Sorted bool
	// Said is the phrase, for notes.
	Said string
}

// Shown finds the select item that shows the column; through a star it is -1.
func (s View) Shown(c *schema.Column) (int, bool) {
	for i, item := range s.Query.Items {
		if s.Column(item.Expr) == c {
			return i, true
		}
		qualifier, star := item.Expr.AsStar()
		if !star {
			continue
		}
		for _, src := range s.Query.From {
			if s.Table(src) == c.Table && (qualifier == "" || SameName(qualifier, SourceName(src))) {
				return -1, true
			}
		}
	}
	return 0, false
}

// SameName says that two names are one, and not empty.
func SameName(a, b string) bool { return a != "" && strings.EqualFold(a, b) }

// Expression makes the target's expressions in the block, joining what is needed.
func (ed *Editor) Expression(t Target) ([]statement.Item, bool) {
	s := ed.Scope()
	if t.Passed != nil {
		return []statement.Item{*t.Passed}, true
	}
	if t.Item >= 0 {
		item := s.Query.Items[t.Item]
		if t.Aggregate != "" && !item.Expr.Aggregate() {
			item = Aggregated(t.Aggregate, item.Expr, ItemName(item))
		}
		return []statement.Item{item}, true
	}
	if t.Aggregate == "count" && len(t.Columns) == 0 {
		return []statement.Item{{Expr: statement.CountStar(), Alias: "count"}}, true
	}
	var out []statement.Item
	for _, c := range t.Columns {
		x, err := s.Reach(c)
		if err != nil {
			return nil, false
		}
		switch {
		case AddsUp[t.Aggregate] && c.Type == db.Text && !c.Numeric:
			return nil, false // texts have no total
		case t.Aggregate != "":
			out = append(out, Aggregated(t.Aggregate, x, c.Name))
		case t.Grain != "":
			cut, err := meaning.Cut(ed.Dialect, c, x, t.Grain)
			if err != nil {
				return nil, false
			}
			out = append(out, statement.Item{Expr: cut, Alias: t.Grain})
		default:
			out = append(out, statement.Item{Expr: x, Alias: ed.DistinctName(c)})
		}
	}
	return out, len(out) > 0
}

// DistinctName is an alias for a column whose own name is shown already, "genre_name"; empty when it needs none.
func (ed *Editor) DistinctName(c *schema.Column) string {
	for _, item := range ed.Block().Items {
		if SameName(ItemName(item), c.Name) {
			return strings.ToLower(c.Table.Name + "_" + c.Name)
		}
	}
	return ""
}

// Aggregated is an aggregate of an expression as an item, named after both; a count is one of different values.
func Aggregated(function string, x statement.Expr, name string) statement.Item {
	e := statement.Call(function, x)
	if function == "count" {
		e = e.Distinct()
	}
	return statement.Item{Expr: e, Alias: strings.ToLower(function + "_" + name)}
}

// OwnCalled is the column that goes by the word for a thing, where the thing itself is on screen already: the farm of growers that are called
// farms as well.
func (ed *Editor) OwnCalled(t Target) Target {
	if _, shown := ed.Present(t); !shown || t.Entity == nil || t.Item >= 0 || t.Aggregate != "" {
		return t
	}
	for _, it := range ed.Tag(t.Said) {
		for _, m := range it.Matches {
			c := m.Column
			if c == nil || c.Table != t.Entity || c.Hidden || c.Key() || c.Role == schema.Measure || m.Score() < reader.LeastName {
				continue
			}
			if _, there := ed.Scope().Shown(c); !there {
				t.Columns, t.Entity = []*schema.Column{c}, nil
				return t
			}
		}
	}
	return t
}

// OfCounted turns an aggregate of an aggregate that is shown ("and their total" beside a count) into that of the number
// that the counted rows have; not ok when they have none, or several.
func (ed *Editor) OfCounted(t *Target) bool {
	fact := ed.Fact()
	if fact == nil {
		return false
	}
	c := OnlyMeasureOf(fact)
	if c == nil || len(ed.Scope().About(c)) > 0 {
		return false
	}
	t.Item, t.Columns = -1, []*schema.Column{c}
	ed.Understand(fmt.Sprintf("%s = %s", t.Said, c))
	return true
}

// Summed is the total of a number where rows are groups of something else, a group has no one value of it: the average of what does not add
// up, as a rating, and beside averages alone.
func (ed *Editor) Summed(t Target) Target {
	q := ed.Block()
	if t.Aggregate != "" || t.Item >= 0 || len(t.Columns) != 1 || t.Columns[0].Role != schema.Measure || len(q.GroupBy) == 0 || len(Measures(q)) == 0 {
		return t
	}
	for _, key := range q.GroupBy {
		if c := ed.Scope().Subject(q.Meaning(key)); c != nil && c.Table == t.Columns[0].Table && (c == c.Table.PrimaryKey() || c.Role == schema.Label) {
			return t // one row of the table makes a group: it has the value itself
		}
	}
	how := "total"
	if t.Aggregate = "sum"; t.Columns[0].Aggregate == schema.Average || onlyAverages(q) {
		t.Aggregate, how = "avg", "average"
	}
	ed.Understand(fmt.Sprintf("%s = %s of %s in each group", t.Said, how, t.Columns[0]))
	return t
}

// onlyAverages says that each figure of the groups is an average: one that is named beside them is another.
func onlyAverages(q *statement.Query) bool {
	return !slices.ContainsFunc(Measures(q), func(i int) bool {
		name, _, _, _, call := q.Items[i].Expr.AsCall()
		return !call || !strings.EqualFold(name, "avg")
	})
}

// Named is the name of what a key points to, where a person says "the supplier" and means more than supplier_id.
func (ed *Editor) Named(t Target) Target {
	if t.Item >= 0 || t.Aggregate != "" || len(t.Columns) != 1 || t.Columns[0].Role != schema.Reference {
		return t
	}
	key := t.Columns[0]
	if said := strings.Fields(strings.ToLower(t.Said)); len(key.Words) <= len(said) && (!key.Type.Numeric() || english.KeyWords[said[len(said)-1]]) {
		return t // the key itself: "supplier id"
	}
	for _, edge := range ed.Index.Graph.Of(key.Table) {
		if edge.From == key.Table && slices.Contains(edge.FromColumns, key) && len(edge.To.Label) > 0 {
			t.Columns, t.Entity = edge.To.Label, edge.To
		}
	}
	return t
}

// Present says whether the target is shown, and under which name.
func (ed *Editor) Present(t Target) (string, bool) {
	s := ed.Scope()
	if t.Aggregate != "" {
		return "", false
	}
	if t.Item >= 0 {
		return ItemName(s.Query.Items[t.Item]), true
	}
	for _, c := range t.Columns {
		if _, ok := s.Shown(c); !ok {
			return "", false
		}
	}
	return t.Said, len(t.Columns) > 0
}

// Append adds select items; what is shown already is said.
func (ed *Editor) Append(items ...statement.Item) bool {
	for _, item := range items {
		if s := ed.Scope(); s.Column(item.Expr) != nil && item.Alias == "" {
			if at, shown := s.Shown(s.Column(item.Expr)); shown && at < 0 {
				ed.Note(ItemName(item) + " is shown already") // among all columns
				continue
			}
		}
		_, err := ed.Block().AddItem(item)
		var no *statement.Senseless
		if errors.As(err, &no) {
			ed.Note(no.Reason)
		} else if err != nil {
			return false
		}
	}
	return true
}

// AsBefore takes the query before the present one in its place where they are the same but for joins that only served what went.
func (ed *Editor) AsBefore() {
	if ed.Last == nil || ed.Last.Set != nil || ed.Query.Set != nil {
		return
	}
	was, now := ed.Last, ed.Query
	alike := len(was.Items) == len(now.Items) && SameExprs(was.Where, now.Where) && SameExprs(was.GroupBy, now.GroupBy) && SameExprs(was.Having, now.Having) && was.Limit.Equal(now.Limit)
	for i := range was.Items {
		alike = alike && was.Items[i].Expr.Equal(now.Items[i].Expr)
	}
	if alike {
		ed.Query = was.Clone()
	}
}

// Places are the select items that show the target.
func (ed *Editor) Places(t Target) []int {
	if t.Item >= 0 {
		return []int{t.Item}
	}
	s := ed.Scope()
	var out []int
	for i, item := range s.Query.Items {
		if c := s.Column(item.Expr); c != nil && slices.Contains(t.Columns, c) {
			out = append(out, i)
		}
	}
	return out
}

// PlacesReferred are the select items that show what a key refers to by its name.
func (ed *Editor) PlacesReferred(t Target) []int {
	for _, c := range t.Columns {
		for _, e := range ed.Index.Graph.Of(c.Table) {
			if e.From == c.Table && len(e.FromColumns) == 1 && e.FromColumns[0] == c && len(e.To.Label) > 0 {
				if at := ed.Places(Target{Item: -1, Columns: e.To.Label}); len(at) > 0 {
					return at
				}
			}
		}
	}
	return nil
}

// DropItem takes a select item away, and says what had to go along.
func (ed *Editor) DropItem(i int) bool {
	effects, err := ed.Query.RemoveItem(i)
	ed.Effects(effects)
	return err == nil
}

// ExpandStar writes a star out as columns when one of them is to be hidden.
func (ed *Editor) ExpandStar(t Target) {
	s := ed.Scope()
	for _, c := range t.Columns {
		if i, ok := s.Shown(c); !ok || i >= 0 {
			continue
		}
		var out []statement.Item
		for _, item := range s.Query.Items {
			out = append(out, s.Expand(item)...)
		}
		s.Query.Items = out
		return
	}
}

// Expand is the item itself, or the columns that its star stands for.
func (s View) Expand(item statement.Item) []statement.Item {
	qualifier, star := item.Expr.AsStar()
	if !star {
		return []statement.Item{item}
	}
	var out []statement.Item
	for _, src := range s.Query.From {
		t := s.Table(src)
		if t == nil || qualifier != "" && !SameName(qualifier, SourceName(src)) {
			continue
		}
		for _, c := range t.Columns {
			out = append(out, statement.Item{Expr: s.qualified(src, c.Name)})
		}
	}
	return out
}

// Distinct keeps each row once.
func (ed *Editor) Distinct() bool {
	q := ed.Block()
	if q.Distinct || len(q.GroupBy) > 0 || ed.Query.Set != nil && !ed.Query.Set.All {
		ed.Note("no row comes twice as it is")
		return true
	}
	effects, err := q.SetDistinct()
	ed.Effects(effects)
	return err == nil
}

// SameExprs says that two lists are equal.
func SameExprs(a, b []statement.Expr) bool {
	return slices.EqualFunc(a, b, statement.Expr.Equal)
}
