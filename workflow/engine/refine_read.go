package engine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"parley/db"
	"parley/workflow/engine/english"
	"parley/workflow/schema"
)

// This file reads the phrases inside feedback: "the album title and their city" as targets. What a phrase names is
// looked for near at hand first: what is shown, then the tables in FROM, then their neighbours.

// near orders places where a name may be found.
func (ed *editor) near(t *schema.Table) float64 { return nearTo(ed.index, ed.scope().home(), t) }

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

// column picks the column that the matches name best, given where they are; nil when none does.
func (ed *editor) column(matches []schema.Match) (*schema.Column, float64) {
	var best *schema.Column
	var score, rank float64
	scope := ed.scope()
	tables := scope.home()
	for _, m := range matches {
		if m.Column == nil || m.Score() < leastName {
			continue
		}
		s := m.Score() - joinPrice*nearTo(ed.index, tables, m.Table)
		if s+shownValue <= leastName-behindName {
			continue
		}
		if _, ok := scope.shown(m.Column); ok {
			s += shownValue
		}
		if m.Column.Key() {
			s -= keyPrice
		}
		if r := s - fanPrice*ed.fans(m.Table) - ofPlans(m.Column); s > leastName-behindName && (best == nil || r > rank) {
			best, score, rank = m.Column, s, r
		}
	}
	if best == nil {
		score = leastName - behindName
	}
	return best, score
}

// ofPlans is what a column of what was planned costs beside one of what was done that goes by the same words.
func ofPlans(c *schema.Column) float64 {
	if c.Has(english.Planned...) {
		return plannedPrice / 2
	}
	return 0
}

// table picks the table that the matches name best; nil when none is named well.
func (ed *editor) table(matches []schema.Match) (*schema.Table, float64) {
	var best *schema.Table
	score := leastName
	tables := ed.scope().home()
	for _, m := range matches {
		if m.Column != nil || m.Score() <= score {
			continue
		}
		if s := m.Score() - joinPrice*nearTo(ed.index, tables, m.Table); s > score {
			best, score = m.Table, s
		}
	}
	return best, score
}

// aggregates name the functions of aggregate cues.
var functionOf = map[Kind]string{Count: "count", Sum: "sum", Average: "avg", Maximum: "max", Minimum: "min"}

// targets reads a list of columns, entities and aggregates. It fits only when every word has its place.
func (ed *editor) targets(text string) ([]target, bool) {
	var out []target
	next := target{item: -1}
	var also []string // the aggregates before the one in force: "the maximum, minimum and average price"
	flush := func(t target) {
		for _, function := range also {
			each := t
			each.aggregate = function
			out = append(out, each)
		}
		out, next, also = append(out, t), target{item: -1}, nil
	}
	items := ed.joinShown(ed.tag(text))
	for i := 0; i < len(items); i++ {
		it := &items[i]
		switch {
		case it.Is(Ascending, Descending):
			for k := range out {
				out[k].desc, out[k].sorted = it.Is(Descending), true
			}
			if len(out) == 0 {
				next.desc, next.sorted = it.Is(Descending), true
			}
		case it.Is(Count) && len(out) > 0 && out[len(out)-1].entity != nil && out[len(out)-1].aggregate == "" && !english.NounNumber[it.Lower]:
			out[len(out)-1] = ed.countedEntity(out[len(out)-1])
		case it.Is(Count) && english.NounNumber[it.Lower] && len(out) > 0 && i > 0 && items[i-1].Mention():
		case functionOf[it.Cue.Kind] != "" && !ed.namesShown(it):
			if next.aggregate != "" && i > 0 && (items[i-1].Is(And, Comma) || functionOf[items[i-1].Cue.Kind] != "") {
				also = append(also, next.aggregate)
			}
			next.aggregate = functionOf[it.Cue.Kind]
		case it.Is(Superlative, Most, Least):
			next.sorted, next.desc = true, it.Is(Most) || it.Is(Superlative) && it.Cue.Desc
		default:
			if i+2 < len(items) && english.Possessive[items[i+1].Lower] {
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
			if ok && len(out) > 0 && t.entity != nil && ed.near(t.entity) == 0 && ofThose(items[:i]) {
				continue // what the rows are: "the location of these circuits"
			}
			if ok && len(out) > 0 && t.entity != nil && i > 0 && items[i-1].Mention() && ed.ownTable(out[len(out)-1], t.entity) {
				continue // whose number it is: "net sales", "order amount"
			}
			if ok && len(out) > 0 && i > 0 && items[i-1].Is(In) && slices.Equal(out[len(out)-1].columns, t.columns) && len(t.columns) > 0 {
				continue // the unit of what was named: "the length in minutes"
			}
			if ok {
				flush(t)
			} else if !skippable(it) && !(len(out) > 0 && (english.Persons[it.Lower] || out[len(out)-1].aggregate == "count" && english.Trades[it.Lower])) {
				return nil, false
			}
		}
	}
	if next.aggregate != "" {
		t, ok := ed.bare(next)
		if !ok {
			return nil, false
		}
		out = append(out, t)
	}
	return out, len(out) > 0
}

// ownTable says that the target is a number of the table's own rows.
func (ed *editor) ownTable(t target, entity *schema.Table) bool {
	return len(t.columns) == 1 && t.columns[0].Table == entity && t.columns[0].Role == schema.Measure && t.entity == nil
}

// ofThose says that the words end in "of these", "of the": what follows is what has the thing named before.
func ofThose(items []Item) bool {
	at := len(items) - 1
	for at >= 0 && (english.ThoseWords[items[at].Lower] || items[at].Lower == "the" || items[at].Lower == "that" || items[at].Is(Superlative, Filler) && !items[at].Is(Of)) {
		at--
	}
	return at >= 0 && at < len(items)-1 && items[at].Is(Of)
}

// owned reads what an entity has: a column of its table, which may be called like one of another table that is nearer.
func (ed *editor) owned(owner, it *Item, next target) (target, bool) {
	t, _ := ed.table(owner.Matches)
	if t == nil {
		return next, false
	}
	matches := slices.DeleteFunc(slices.Clone(it.Matches), func(m schema.Match) bool { return m.Table != t })
	if english.WholeName[it.Lower] && len(t.Label) > 1 {
		next.said, next.columns, next.entity = it.Lower, t.Label, t
		return next, true
	}
	c, _ := ed.column(matches)
	if c == nil && english.WholeName[it.Lower] {
		c = onlyNameOf(t)
	}
	if c == nil {
		return next, false
	}
	next.said, next.columns = it.Lower, []*schema.Column{c}
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
func (ed *editor) countedEntity(t target) target {
	t.columns = nil
	if key := t.entity.PrimaryKey(); key != nil {
		t.columns = []*schema.Column{key}
	}
	t.aggregate = "count"
	return t
}

// skippable are the words that join a list and say nothing themselves.
func skippable(it *Item) bool {
	return it.Is(Filler, Whole, Ask, And, Comma, Of, Their, All, With, In, Be, Stop, Each, By, Information, Relative, Have)
}

// bare is an aggregate without a column: the item that shows it, or the count of rows.
func (ed *editor) bare(next target) (target, bool) {
	for i, item := range ed.block().Items {
		if name, _, _, _, ok := item.Expr.AsCall(); ok && strings.EqualFold(name, next.aggregate) {
			next.item, next.aggregate = i, ""
			return next, true
		}
	}
	if next.aggregate == "count" {
		return next, true
	}
	if i, ok := ed.measure(); ok {
		next.item = i
		return next, true
	}
	if c := ed.aboutNumber(); c != nil {
		ed.read(next.aggregate, c)
		next.columns = []*schema.Column{c}
		return next, true
	}
	return next, false
}

// target reads one item as a column, an entity or a unit of time.
func (ed *editor) target(it *Item, next target) (target, bool) {
	next.said = it.Lower
	if i, ok := ed.alias(it.Lower); ok {
		next.item = i
		if ed.block().Items[i].Expr.Aggregate() {
			next.aggregate = ""
		}
		return next, true
	}
	if item, ok := ed.passedAs(it.Lower); ok && next.aggregate == "" {
		next.passed = &item
		return next, true
	}
	c, columnScore := ed.column(it.Matches)
	if c == nil && !it.Mention() && it.Is(Measures) {
		c, columnScore = ed.measureCalled(it.Lower), leastName
	}
	t, tableScore := ed.table(it.Matches)
	if unit := Unit(it.Lower); unit != "" && next.aggregate == "" && columnScore < 1 {
		if m := ed.moment(); m != nil {
			ed.understand(fmt.Sprintf("%s = %s of %s", it.Text, unit, m))
			next.columns, next.grain = []*schema.Column{m}, unit
			return next, true
		}
	}
	if unit := Unit(it.Lower); unit != "" && c != nil && columnScore < 1 && !slices.Contains(ed.scope().tables(), c.Table) {
		c = nil // a unit of time is no part of the name of what nobody spoke of
	}
	switch {
	case t != nil && next.aggregate == "count":
		return ed.countOf(t, next)
	case c != nil && (t == nil || columnScore >= tableScore && !rather(it, t, c)):
		if next.aggregate == "count" && c.Role == schema.Measure || (next.aggregate == "avg" || next.aggregate == "sum") && c.Key() {
			return next, false // how many prices there are, or the average of a key, is never asked
		}
		ed.read(it.Text, c)
		next.columns = []*schema.Column{c}
		if label := c.Table.Label; len(label) == 2 && slices.Contains(label, c) && english.WholeName[it.Lower] {
			next.columns, next.entity = label, c.Table
		}
	case t != nil && len(ed.label(t)) > 0:
		next.columns, next.entity = ed.label(t), t
	default:
		return next, false
	}
	return next, true
}

// measureCalled is the nearest number whose name holds a word that is said of measures in general: "cost", "weight".
func (ed *editor) measureCalled(word string) *schema.Column {
	var best *schema.Column
	least := float64(mostHops)
	for _, c := range ed.index.Columns {
		far := ed.near(c.Table)
		if c.Role == schema.Measure && !c.Hidden && slices.Contains(c.Words, schema.Lemma(word)) && (far < least || best == nil && far == least) {
			best, least = c, far
		}
	}
	return best
}

// rather says that the words are the table's whole name, and only a part of the column's: "shipper" beside ship_country.
func rather(it *Item, t *schema.Table, c *schema.Column) bool {
	whole := false
	for _, m := range it.Matches {
		if m.Column == c && m.Score() >= strongName {
			return false
		}
		whole = whole || m.Column == nil && m.Table == t && m.Exact()
	}
	return whole
}

// label are the columns by which a row of the table is called; its key when it has no name.
func (ed *editor) label(t *schema.Table) []*schema.Column {
	if len(t.Label) > 0 {
		return t.Label
	}
	if key := t.PrimaryKey(); key != nil {
		return []*schema.Column{key}
	}
	return nil
}

// countOf is the number of an entity's rows: the count that is shown already, or a new one.
func (ed *editor) countOf(t *schema.Table, next target) (target, bool) {
	for i, item := range ed.block().Items {
		if name, _, _, _, ok := item.Expr.AsCall(); ok && strings.EqualFold(name, "count") {
			next.item, next.aggregate = i, ""
			return next, true
		}
	}
	if tables := ed.scope().tables(); len(tables) == 1 && tables[0] == t {
		return next, true
	}
	if key := t.PrimaryKey(); key != nil {
		next.columns = []*schema.Column{key}
		return next, true
	}
	return next, false
}

// namesShown says that an aggregate's word is itself the name of a column that is shown or in FROM: "total".
func (ed *editor) namesShown(it *Item) bool {
	if _, ok := ed.alias(it.Lower); ok {
		return true
	}
	c, score := ed.column(it.Matches)
	return c != nil && score >= 1
}

// opaque says that a select item is no column of a known table: an aggregate, a computed value, a column of a named
// sub-query.
func (ed *editor) opaque(i int) bool {
	x := ed.block().Items[i].Expr
	_, star := x.AsStar()
	return !star && ed.scope().column(x) == nil
}

// alias finds the select item that carries the name, in singular or plural: an alias, the name of a column that no
// known table has, or the word for a figure of the project that it computes.
func (ed *editor) alias(said string) (int, bool) {
	words := lemmasOf(strings.Fields(said))
	for i, item := range ed.block().Items {
		if (item.Alias != "" || ed.opaque(i)) && slices.Equal(lemmasOf(schema.Split(itemName(item))), words) {
			return i, true
		}
	}
	for i := range ed.block().Items {
		if ed.taughtAs(i, words) {
			return i, true
		}
	}
	return 0, false
}

func lemmasOf(words []string) []string {
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
func (ed *editor) holders(runs [][]schema.ValueMatch, named *schema.Column) []holder {
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
		if len(h.values) == len(runs) && ed.near(h.column.Table) < unreachable {
			out = append(out, *h)
		}
	}
	slices.SortFunc(out, func(a, b holder) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.column.ID, b.column.ID))
	})
	return out
}

func (ed *editor) owns(m schema.ValueMatch, named *schema.Column) float64 {
	score := -joinPrice * 2 * ed.near(m.Column.Table)
	s := ed.scope()
	if at := s.about(m.Column); len(at) > 0 {
		score += filteredValue
	}
	if _, ok := s.shown(m.Column); ok {
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

// mostHops is over how many keys a table may still belong to a row.
const mostHops = 2

// plannedPrice is what a figure of what was planned costs where nobody spoke of plans.
const plannedPrice = 0.1
