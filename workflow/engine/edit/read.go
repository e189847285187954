package edit

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"parley/db"
	"parley/workflow/engine/english"
	"parley/workflow/engine/reader"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file reads the phrases inside feedback: "the album title and their city" as targets. What a phrase names is
// looked for near at hand first: what is shown, then the tables in FROM, then their neighbours.

// Near orders places where a name may be found.
func (ed *Editor) Near(t *schema.Table) float64 { return nearTo(ed.Index, ed.Scope().Home(), t) }

// nearTo is how many joins lead from the nearest of the tables to t.
func nearTo(x *schema.Index, tables []*schema.Table, t *schema.Table) float64 {
	best := -1
	for _, u := range tables {
		if d := x.Graph.Distance(u, t); d >= 0 && (best < 0 || d < best) {
			best = d
		}
	}
	if best < 0 {
		return unreachable
	}
	return float64(best)
}

// The prices of a place in the choice of a column: each join away, and what being shown is worth.
const (
	joinPrice   = 0.12
	shownValue  = 0.35
	fanPrice    = 0.35 // each join that repeats the present rows
	keyPrice    = 0.1
	behindName  = 0.3 // how far below leastName what is far away may fall
	unreachable = 10  // joins to a table that no key leads to
)

// Column picks the column that the matches name best, given where they are; nil when none does.
func (ed *Editor) Column(matches []schema.Match) (*schema.Column, float64) {
	var best *schema.Column
	var score, rank float64
	scope := ed.Scope()
	tables := scope.Home()
	for _, m := range matches {
		if m.Column == nil || m.Score() < reader.LeastName {
			continue
		}
		s := m.Score() - joinPrice*nearTo(ed.Index, tables, m.Table)
		if s+shownValue <= reader.LeastName-behindName {
			continue
		}
		if _, ok := scope.Shown(m.Column); ok {
			s += shownValue
		}
		if m.Column.Key() {
			s -= keyPrice
		}
		if r := s - fanPrice*ed.Fans(m.Table) - ofPlans(m.Column); s > reader.LeastName-behindName && (best == nil || r > rank) {
			best, score, rank = m.Column, s, r
		}
	}
	if best == nil {
		score = reader.LeastName - behindName
	}
	return best, score
}

// ofPlans is what a column of what was planned costs beside one of what was done that goes by the same words.
func ofPlans(c *schema.Column) float64 {
	if c.Has(english.Planned...) {
		return PlannedPrice / 2
	}
	return 0
}

// Table picks the table that the matches name best; nil when none is named well.
func (ed *Editor) Table(matches []schema.Match) (*schema.Table, float64) {
	var best *schema.Table
	score := reader.LeastName
	tables := ed.Scope().Home()
	for _, m := range matches {
		if m.Column != nil || m.Score() <= score {
			continue
		}
		if s := m.Score() - joinPrice*nearTo(ed.Index, tables, m.Table); s > score {
			best, score = m.Table, s
		}
	}
	return best, score
}

// FunctionOf names the functions of aggregate cues.
var FunctionOf = map[tag.Kind]string{tag.Count: "count", tag.Sum: "sum", tag.Average: "avg", tag.Maximum: "max", tag.Minimum: "min"}

// Targets reads a list of columns, entities and aggregates. It fits only when every word has its place.
func (ed *Editor) Targets(text string) ([]Target, bool) {
	var out []Target
	next := Target{Item: -1}
	var also []string // the aggregates before the one in force: "the maximum, minimum and average price"
	flush := func(t Target) {
		for _, function := range also {
			each := t
			each.Aggregate = function
			out = append(out, each)
		}
		out, next, also = append(out, t), Target{Item: -1}, nil
	}
	items := ed.joinShown(ed.Tag(text))
	for i := 0; i < len(items); i++ {
		it := &items[i]
		switch {
		case it.Is(tag.Ascending, tag.Descending):
			for k := range out {
				out[k].Desc, out[k].Sorted = it.Is(tag.Descending), true
			}
			if len(out) == 0 {
				next.Desc, next.Sorted = it.Is(tag.Descending), true
			}
		case it.Is(tag.Count) && len(out) > 0 && out[len(out)-1].Entity != nil && out[len(out)-1].Aggregate == "" && !english.NounNumber[it.Lower]:
			out[len(out)-1] = ed.countedEntity(out[len(out)-1])
		case it.Is(tag.Count) && english.NounNumber[it.Lower] && len(out) > 0 && i > 0 && items[i-1].Mention():
		case FunctionOf[it.Cue.Kind] != "" && !ed.namesShown(it):
			if next.Aggregate != "" && i > 0 && (items[i-1].Is(tag.And, tag.Comma) || FunctionOf[items[i-1].Cue.Kind] != "") {
				also = append(also, next.Aggregate)
			}
			next.Aggregate = FunctionOf[it.Cue.Kind]
		case it.Is(tag.Superlative, tag.Most, tag.Least):
			next.Sorted, next.Desc = true, it.Is(tag.Most) || it.Is(tag.Superlative) && it.Cue.Desc
		default:
			if i+2 < len(items) && english.PossessiveMarks[items[i+1].Lower] {
				if t, ok := ed.owned(it, &items[i+2], next); ok {
					flush(t)
					i += 2
					continue
				}
			}
			if i+1 < len(items) && it.Mention() && english.WholeName[items[i+1].Lower] {
				if t, ok := ed.owned(it, &items[i+1], next); ok { // written without its mark: "the agents name"
					flush(t)
					i++
					continue
				}
			}
			if it.Lower == "no" {
				return nil, false // it denies what follows, and is no number by itself
			}
			t, ok := ed.target(it, next)
			if ok && len(out) > 0 && t.Entity != nil && ed.Near(t.Entity) == 0 && ofThose(items[:i]) {
				continue // what the rows are: "the location of these circuits"
			}
			if ok && len(out) > 0 && out[len(out)-1].Aggregate == "" {
				if name := namedOf(items[:i]); name != nil {
					if own, ok := ed.owned(it, name, Target{Item: -1}); ok {
						out[len(out)-1] = own // "the region of the grower"
						continue
					}
				}
			}
			if ok && len(out) > 0 && t.Entity != nil && i > 0 && items[i-1].Mention() && ed.ownTable(out[len(out)-1], t.Entity) {
				continue // whose number it is: "net sales", "order amount"
			}
			if ok && len(out) > 0 && i > 0 && items[i-1].Is(tag.In) && slices.Equal(out[len(out)-1].Columns, t.Columns) && len(t.Columns) > 0 {
				continue // the unit of what was named: "the length in minutes"
			}
			if ok {
				flush(t)
			} else if !Skippable(it) && !(len(out) > 0 && (english.Persons[it.Lower] || out[len(out)-1].Aggregate == "count" && english.TradeDeeds[it.Lower])) {
				return nil, false
			}
		}
	}
	if next.Aggregate != "" {
		t, ok := ed.bare(next)
		if !ok {
			return nil, false
		}
		out = append(out, t)
	}
	return out, len(out) > 0
}

// ownTable says that the target is a number of the table's own rows.
func (ed *Editor) ownTable(t Target, entity *schema.Table) bool {
	return len(t.Columns) == 1 && t.Columns[0].Table == entity && t.Columns[0].Role == schema.Measure && t.Entity == nil
}

// namedOf is the name before "of the", where a text has come to what that is of; nil for none.
func namedOf(items []tag.Item) *tag.Item {
	i := len(items) - 1
	if i < 1 || !items[i].Is(tag.Of) || !items[i-1].Mention() {
		return nil
	}
	return &items[i-1]
}

// ofThose says that the words end in "of these", "of the": what follows is what has the thing named before.
func ofThose(items []tag.Item) bool {
	at := len(items) - 1
	for at >= 0 && (english.ThoseWords[items[at].Lower] || items[at].Lower == "the" || items[at].Lower == "that" || items[at].Is(tag.Superlative, tag.Filler) && !items[at].Is(tag.Of)) {
		at--
	}
	return at >= 0 && at < len(items)-1 && items[at].Is(tag.Of)
}

// owned reads what an entity has: a column of its table, which may be called like one of another table that is nearer.
func (ed *Editor) owned(owner, it *tag.Item, next Target) (Target, bool) {
	t, _ := ed.Table(owner.Matches)
	if t == nil {
		return next, false
	}
	matches := slices.DeleteFunc(slices.Clone(it.Matches), func(m schema.Match) bool { return m.Table != t })
	if english.WholeName[it.Lower] && len(t.Label) > 1 {
		next.Said, next.Columns, next.Entity = it.Lower, t.Label, t
		return next, true
	}
	c, _ := ed.Column(matches)
	if c == nil && english.WholeName[it.Lower] {
		c = onlyNameOf(t)
	}
	if c == nil {
		return next, false
	}
	next.Said, next.Columns = it.Lower, []*schema.Column{c}
	return next, true
}

// onlyNameOf is the one column of a table that its rows are called by, whatever it is called itself; nil when there is none, or several.
func onlyNameOf(t *schema.Table) *schema.Column {
	var found *schema.Column
	for _, c := range t.Columns {
		if c.Hidden || c.Key() || !strings.HasSuffix(strings.ToLower(c.Name), "name") && !slices.Contains(t.Label, c) {
			continue
		}
		if found != nil {
			return nil
		}
		found = c
	}
	return found
}

// countedEntity is the number of an entity's rows where the word for it comes behind: "order count".
func (ed *Editor) countedEntity(t Target) Target {
	t.Columns = nil
	if key := t.Entity.PrimaryKey(); key != nil {
		t.Columns = []*schema.Column{key}
	}
	t.Aggregate = "count"
	return t
}

// Skippable are the words that join a list and say nothing themselves.
func Skippable(it *tag.Item) bool {
	return it.Is(tag.Filler, tag.Whole, tag.Ask, tag.And, tag.Comma, tag.Of, tag.Their, tag.All, tag.With, tag.In, tag.Be, tag.Stop, tag.Each, tag.By, tag.Information, tag.Relative, tag.Have)
}

// bare is an aggregate without a column: the item that shows it, or the count of rows.
func (ed *Editor) bare(next Target) (Target, bool) {
	for i, item := range ed.Block().Items {
		if name, _, _, _, ok := item.Expr.AsCall(); ok && strings.EqualFold(name, next.Aggregate) {
			next.Item, next.Aggregate = i, ""
			return next, true
		}
	}
	if next.Aggregate == "count" {
		return next, true
	}
	if i, ok := ed.Measure(); ok {
		next.Item = i
		return next, true
	}
	if c := ed.AboutNumber(); c != nil {
		ed.Read(next.Aggregate, c)
		next.Columns = []*schema.Column{c}
		return next, true
	}
	return next, false
}

// target reads one item as a column, an entity or a unit of time.
func (ed *Editor) target(it *tag.Item, next Target) (Target, bool) {
	next.Said = it.Lower
	if i, ok := ed.Alias(it.Lower); ok {
		next.Item = i
		if ed.Block().Items[i].Expr.Aggregate() {
			next.Aggregate = ""
		}
		return next, true
	}
	if item, ok := ed.passedAs(it.Lower); ok && next.Aggregate == "" {
		next.Passed = &item
		return next, true
	}
	c, columnScore := ed.Column(it.Matches)
	if c == nil && !it.Mention() && it.Is(tag.Measures) {
		c, columnScore = ed.measureCalled(it.Lower), reader.LeastName
	}
	t, tableScore := ed.Table(it.Matches)
	if unit := tag.Unit(it.Lower); unit != "" && next.Aggregate == "" && columnScore < 1 {
		if m := ed.Moment(); m != nil {
			ed.Understand(fmt.Sprintf("%s = %s of %s", it.Text, unit, m))
			next.Columns, next.Grain = []*schema.Column{m}, unit
			return next, true
		}
	}
	if unit := tag.Unit(it.Lower); unit != "" && c != nil && columnScore < 1 && !slices.Contains(ed.Scope().Tables(), c.Table) {
		c = nil // a unit of time is no part of the name of what nobody spoke of
	}
	switch {
	case t != nil && next.Aggregate == "count":
		return ed.countOf(t, next)
	case c != nil && (t == nil || columnScore >= tableScore && !rather(it, t, c)):
		if next.Aggregate == "count" && c.Role == schema.Measure || (next.Aggregate == "avg" || next.Aggregate == "sum") && c.Key() {
			return next, false // how many prices there are, or the average of a key, is never asked
		}
		ed.Read(it.Text, c)
		next.Columns = []*schema.Column{c}
		if label := c.Table.Label; len(label) == 2 && slices.Contains(label, c) && english.WholeName[it.Lower] {
			next.Columns, next.Entity = label, c.Table
		}
	case t != nil && len(ed.Label(t)) > 0:
		next.Columns, next.Entity = ed.Label(t), t
	default:
		return next, false
	}
	return next, true
}

// measureCalled is the nearest number whose name holds a word that is said of measures in general: "cost", "weight".
func (ed *Editor) measureCalled(word string) *schema.Column {
	var best *schema.Column
	least := float64(MostHops)
	for _, c := range ed.Index.Columns {
		far := ed.Near(c.Table)
		if c.Role == schema.Measure && !c.Hidden && slices.Contains(c.Words, schema.Lemma(word)) && (far < least || best == nil && far == least) {
			best, least = c, far
		}
	}
	return best
}

// rather says that the words are the table's whole name, and only a part of the column's: "shipper" beside ship_country.
func rather(it *tag.Item, t *schema.Table, c *schema.Column) bool {
	whole := false
	for _, m := range it.Matches {
		if m.Column == c && m.Score() >= tag.StrongName {
			return false
		}
		whole = whole || m.Column == nil && m.Table == t && m.Exact()
	}
	return whole
}

// Label are the columns by which a row of the table is called; its key when it has no name.
func (ed *Editor) Label(t *schema.Table) []*schema.Column {
	if len(t.Label) > 0 {
		return t.Label
	}
	if key := t.PrimaryKey(); key != nil {
		return []*schema.Column{key}
	}
	return nil
}

// countOf is the number of an entity's rows: the count that is shown already, or a new one.
func (ed *Editor) countOf(t *schema.Table, next Target) (Target, bool) {
	for i, item := range ed.Block().Items {
		if name, _, _, _, ok := item.Expr.AsCall(); ok && strings.EqualFold(name, "count") {
			next.Item, next.Aggregate = i, ""
			return next, true
		}
	}
	if tables := ed.Scope().Tables(); len(tables) == 1 && tables[0] == t {
		return next, true
	}
	if key := t.PrimaryKey(); key != nil {
		next.Columns = []*schema.Column{key}
		return next, true
	}
	return next, false
}

// namesShown says that an aggregate's word is itself the name of a column that is shown or in FROM: "total".
func (ed *Editor) namesShown(it *tag.Item) bool {
	if _, ok := ed.Alias(it.Lower); ok {
		return true
	}
	c, score := ed.Column(it.Matches)
	return c != nil && score >= 1
}

// Opaque says that a select item is no column of a known table: an aggregate, a computed value, a column of a named
// sub-query.
func (ed *Editor) Opaque(i int) bool {
	x := ed.Block().Items[i].Expr
	_, star := x.AsStar()
	return !star && ed.Scope().Column(x) == nil
}

// Alias finds the select item that carries the name, in singular or plural: an alias, the name of a column that no
// known table has, or the word for a figure of the project that it computes.
func (ed *Editor) Alias(said string) (int, bool) {
	words := LemmasOf(strings.Fields(said))
	for i, item := range ed.Block().Items {
		if (item.Alias != "" || ed.Opaque(i)) && slices.Equal(LemmasOf(schema.Split(ItemName(item))), words) {
			return i, true
		}
	}
	for i := range ed.Block().Items {
		if ed.TaughtAs(i, words) {
			return i, true
		}
	}
	return 0, false
}

// LemmasOf are the words in their plain forms.
func LemmasOf(words []string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = schema.Lemma(strings.ToLower(w))
	}
	return out
}

// holder is a column that holds every value of a run, and how near it is.
type holder struct {
	column *schema.Column
	values []db.Value
	// presence says that the last word speaks of the column being empty or filled.
	presence schema.Presence
	score    float64
}

// What speaks for a column as the owner of a value.
const (
	filteredValue = 0.9 // a predicate of the query is about it
	wholeValue    = 0.4
	namedValue    = 1.2 // its name stands beside the value
)

// holders ranks the columns that hold all the values, best first.
func (ed *Editor) holders(runs [][]schema.ValueMatch, named *schema.Column) []holder {
	byColumn := map[*schema.Column]*holder{}
	for _, run := range runs {
		seen := map[*schema.Column]bool{}
		for _, m := range run {
			if seen[m.Column] {
				continue
			}
			seen[m.Column] = true
			h := byColumn[m.Column]
			if h == nil {
				h = &holder{column: m.Column, score: ed.owns(m, named)}
				byColumn[m.Column] = h
			}
			h.values, h.presence = append(h.values, m.Value), m.Presence
		}
	}
	var out []holder
	for _, h := range byColumn {
		if len(h.values) == len(runs) && ed.Near(h.column.Table) < unreachable {
			out = append(out, *h)
		}
	}
	slices.SortFunc(out, func(a, b holder) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.column.ID, b.column.ID))
	})
	return out
}

func (ed *Editor) owns(m schema.ValueMatch, named *schema.Column) float64 {
	score := -joinPrice * 2 * ed.Near(m.Column.Table)
	s := ed.Scope()
	if at := s.About(m.Column); len(at) > 0 {
		score += filteredValue
	}
	if _, ok := s.Shown(m.Column); ok {
		score += shownValue
	}
	if m.Whole {
		score += wholeValue
	}
	if named == m.Column {
		score += namedValue
	}
	switch m.Column.Role {
	case schema.Category:
		score += 0.1
	case schema.Label:
		score += 0.05
	}
	return score
}

// MostHops is over how many keys a table may still belong to a row.
const MostHops = 2

// PlannedPrice is what a figure of what was planned costs where nobody spoke of plans.
const PlannedPrice = 0.1
