package engine

import (
	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	"strings"

	_ "embed"
	"fmt"
	"parley/db/statement"
	"parley/workflow/engine/compose"
	"parley/workflow/schema"
	"slices"
	"time"
)

// editor changes the current query, one operation after the other. What no operation names stays as it was.
type editor struct {
	engine  *Engine
	nulls   *nulls
	index   *schema.Index
	tagger  *Tagger
	dialect statement.Dialect
	now     time.Time
	// query is the tree under edit; last is the one that the person saw before the present one, nil at the root.
	query *statement.Query
	last  *statement.Query
	// rows is how many rows the current result has; -1 when that is not known.
	rows int
	// said is the input.
	said utterance
	// earlier is the input before this one; empty when there is none. talk are all inputs before it, oldest first.
	earlier string
	talk    []string
	// steps are the queries of the thread in SQL, oldest first; the last one is the query in force.
	steps []string
	// notes are said to the person; understood are readings of words.
	notes, understood []string
	// lost counts content words that no operation explained.
	lost int
	// tags are the words read so far: the rules look at the same ones again and again.
	tags map[string][]Item
	// composed are the texts read so far as conditions on rows of a table.
	composed map[string][]compose.Condition
	// taken are words that mean nothing here and were taken for something, which was said.
	taken []string
	// operations names the rules that were applied, for the ranking.
	operations []string
}

// try runs an operation; when it does not fit, everything is as it was before.
func (ed *editor) try(operation func() bool) bool {
	saved := *ed
	saved.query = ed.query.Clone()
	if operation() {
		return true
	}
	*ed = saved
	return false
}

// tag reads the words of a text. What it gives is shared and not to be changed.
func (ed *editor) tag(text string) []Item {
	items, ok := ed.tags[text]
	if !ok {
		items = ed.tagger.Tag(text, ed.now)
		ed.tags[text] = items
	}
	return items
}

func (ed *editor) note(text string) { ed.notes = append(ed.notes, text) }

// assume notes what was decided without the words saying so: it is told as a doubt.
func (ed *editor) assume(text string) { ed.note(assumedNote + text) }

func (ed *editor) understand(text string) {
	if !slices.Contains(ed.understood, text) {
		ed.understood = append(ed.understood, text)
	}
}

// read says which column a word was read as, where its name does not say so itself.
func (ed *editor) read(said string, c *schema.Column) {
	words := lemmasOf(schema.Split(said))
	if len(words) == 0 || slices.Equal(words, lemmasOf(c.Words)) || slices.Equal(words, lemmasOf(c.Table.Words)) {
		return
	}
	ed.understand(fmt.Sprintf("%s = %s", said, c))
}

// block is the SELECT whose items name the result's columns.
func (ed *editor) block() *statement.Query { return leftmost(ed.query) }

func (ed *editor) scope() view { return view{ed.index, ed.block()} }

// blocks are the SELECTs that a filter goes to: both sides of a union; of an intersection or a difference the first
// is enough.
func (ed *editor) blocks() []view { return ed.blocksOf(ed.query) }

func (ed *editor) blocksOf(q *statement.Query) []view {
	if q.Set == nil {
		return []view{{ed.index, q}}
	}
	if q.Set.Kind == statement.Union {
		return append(ed.blocksOf(q.Set.Left), ed.blocksOf(q.Set.Right)...)
	}
	return ed.blocksOf(q.Set.Left)
}

// measures are the items that aggregate.
func measures(q *statement.Query) []int {
	var out []int
	for i, item := range q.Items {
		if item.Expr.Aggregate() {
			out = append(out, i)
		}
	}
	return out
}

// measure is the number that the query is about: the aggregate it orders by, else its first aggregate, else the number
// it orders by, else the only number it shows.
func (ed *editor) measure() (int, bool) {
	q := ed.block()
	m := measures(q)
	for _, k := range ed.query.OrderBy {
		if i := q.ItemOf(k.Expr); i >= 0 && (q.Items[i].Expr.Aggregate() || len(m) == 0 && ed.number(q.Items[i].Expr)) {
			return i, true
		}
	}
	if len(m) > 0 {
		return mainFigure(q, m), true
	}
	return ed.onlyNumber()
}

// onlyFigure is the one figure on screen for which something holds; not ok for none and for several.
func (ed *editor) onlyFigure(holds func(i int) bool) (int, bool) {
	found := slices.DeleteFunc(measures(ed.block()), func(i int) bool { return !holds(i) })
	if len(found) != 1 {
		return 0, false
	}
	return found[0], true
}

// mainFigure is the aggregate that is made of all others that are shown ("cost per order" beside the cost and the orders), else the
// first.
func mainFigure(q *statement.Query, m []int) int {
	for _, i := range m {
		if len(m) > 2 && !slices.ContainsFunc(m, func(k int) bool { return k != i && !contained(q.Items[i].Expr, q.Items[k].Expr) }) {
			return i
		}
	}
	return m[0]
}

func (ed *editor) onlyNumber() (int, bool) {
	found := -1
	for i, item := range ed.block().Items {
		if !ed.number(item.Expr) {
			continue
		}
		if found >= 0 {
			return 0, false
		}
		found = i
	}
	return found, found >= 0
}

// number says that the expression is a number to measure by: no key, no year.
func (ed *editor) number(e statement.Expr) bool {
	if e.Aggregate() {
		return true
	}
	if c := ed.scope().column(e); c != nil {
		return c.Role == schema.Measure
	}
	if q, ok := e.AsScalar(); ok {
		return q.Grouped()
	}
	if _, x := ed.scope().innermost(e); x.Aggregate() {
		return true // a derived table makes it
	}
	return computes(e)
}

// computes says that the expression computes a number from others.
func computes(e statement.Expr) bool {
	op, _, _, ok := e.AsBinary()
	return ok && slices.Contains([]string{"+", "-", "*", "/", "%"}, op)
}

// orderable is how an order key names a select item: its alias, else its expression; in a set operation only the
// result's column names can be ordered by.
func (ed *editor) orderable(i int) statement.Expr {
	item := ed.block().Items[i]
	if item.Alias != "" {
		return statement.Column("", item.Alias)
	}
	if ed.query.Set != nil {
		return statement.Column("", itemName(item))
	}
	return item.Expr
}

// effects says what had to go along with an edit; what came is seen in the changes.
func (ed *editor) effects(list []statement.Effect) {
	for _, e := range list {
		if !e.Added {
			ed.note(e.String())
		}
	}
}

// aboutNumber is the number of a row that the query is about: the only one it shows, one it compares or is sorted by, else
// the only one of its main table; nil when there is none.
func (ed *editor) aboutNumber() *schema.Column {
	s := ed.scope()
	if i, ok := ed.onlyNumber(); ok {
		return s.column(s.query.Items[i].Expr)
	}
	if c := ed.bounded(); c != nil && c.Role == schema.Measure {
		return c
	}
	for _, k := range ed.query.OrderBy {
		if c := s.column(s.query.Meaning(k.Expr)); c != nil && c.Role == schema.Measure {
			return c
		}
	}
	return ed.onlyMeasure()
}

// bounded is the column that the rows' last comparison with a number is about; nil when there is none.
func (ed *editor) bounded() *schema.Column {
	s := ed.scope()
	for i := len(s.query.Where) - 1; i >= 0; i-- {
		p := s.query.Where[i]
		op, _, v, ok := p.AsBinary()
		if _, number := numberOf(v); ok && number && direction(op) != 0 {
			return s.subject(p)
		}
		if _, low, _, _, between := p.AsBetween(); between {
			if _, number := numberOf(low); number {
				return s.subject(p)
			}
		}
	}
	return nil
}

// calledValue are the words by which a value of a column goes: its own, and those of what it stands for.
func (ed *editor) calledValue(c *schema.Column, v any) []string {
	said := lemmasOf(schema.Split(fmt.Sprint(v)))
	if c == nil {
		return said
	}
	for _, code := range c.Codes {
		if code.Value != nil && fmt.Sprint(code.Value) == fmt.Sprint(v) {
			said = append(said, lemmasOf(strings.Fields(code.Phrase))...)
		}
	}
	return said
}

// computes says that an expression of the query is a figure, with the figure's filter in it or as conditions of the query.
func (ed *editor) computes(e statement.Expr, m *schema.Metric) bool {
	s := ed.scope()
	figure, ok := s.conditionIn(m)
	if !ok {
		return false
	}
	if !m.Aggregate {
		figure = statement.Call("sum", figure)
	}
	if figure.Equal(e) {
		return true
	}
	met := true
	plain := figure.Map(func(part statement.Expr) statement.Expr {
		bare, filter := part.Unfiltered()
		terms, and := filter.AsAnd()
		if !and && !filter.IsZero() {
			terms = []statement.Expr{filter}
		}
		met = met && !slices.ContainsFunc(terms, func(t statement.Expr) bool { return !same(s.query.Where, t) })
		return bare
	})
	return met && plain.Equal(e)
}

// contained says that an expression holds another.
func contained(x, part statement.Expr) bool {
	found := false
	x.Walk(func(e statement.Expr) bool {
		found = found || e.Equal(part)
		return !found
	})
	return found
}

// defaultMoment is the date of what is measured, or of what that is a part of (the order of an order item), else of the
// first table that has one, or leads to one.
func (ed *editor) defaultMoment() *schema.Column {
	if c := ed.stateMoment(); c != nil {
		return c
	}
	tables := ed.scope().home()
	if t := ed.fact(); t != nil {
		tables = append(append([]*schema.Table{t}, ed.wholes(t)...), tables...)
	}
	for _, t := range tables {
		if t.Moment != nil {
			return t.Moment
		}
	}
	for _, t := range tables {
		for _, e := range ed.index.Graph.Of(t) {
			if e.From == t && e.To.Moment != nil {
				return e.To.Moment
			}
		}
	}
	return nil
}

// endings are states by which something ends, and words of the date when it did.
var endings = map[string][]string{"won": english.Ending, "win": english.Ending, "lost": english.Ending, "lose": english.Ending}

// fact is the table whose rows the query measures or lists: that of the measure's columns, else the one that refers to
// the other tables in FROM.
func (ed *editor) fact() *schema.Table {
	s := ed.scope()
	for _, i := range measures(s.query) {
		for _, x := range s.query.Items[i].Expr.Columns() {
			if c := s.column(x); c != nil {
				return c.Table
			}
		}
	}
	tables := s.tables()
	if len(tables) < 2 {
		return nil
	}
	for _, t := range tables {
		if !ed.referred(t, tables) {
			return t
		}
	}
	return nil
}

// fans is how many joins from the present rows to the table find several rows for one.
func (ed *editor) fans(t *schema.Table) float64 { return ed.fansFrom(ed.scope().home(), t) }

// fansFrom is fans from other tables.
func (ed *editor) fansFrom(home []*schema.Table, t *schema.Table) float64 {
	if slices.Contains(home, t) {
		return 0
	}
	in, many := map[*schema.Table]bool{}, 0.0
	for _, h := range home {
		in[h] = true
	}
	for _, e := range ed.index.Graph.Path(home, t) {
		many += float64(boolInt(in[e.To] && !in[e.From]))
		in[e.To], in[e.From] = true, true
	}
	return many
}

// joinShown makes one item of words that together are the name of a shown column: "net sales" of net_sales.
func (ed *editor) joinShown(items []Item) []Item {
	for _, shown := range ed.block().Items {
		name := lemmasOf(schema.Split(shown.Alias))
		if len(name) < 2 {
			continue
		}
		for i := 0; i+len(name) <= len(items); i++ {
			if said := spokenItems(items[i : i+len(name)]); slices.Equal(lemmasOf(said), name) {
				one := items[i]
				one.Lower, one.Text, one.Cue, one.Matches, one.Values = strings.Join(said, " "), strings.Join(said, " "), Cue{}, nil, nil
				one.To = items[i+len(name)-1].To
				items = slices.Concat(items[:i:i], []Item{one}, items[i+len(name):])
			}
		}
	}
	return items
}

// moment is the column by which the block's rows lie on the calendar: one that is filtered or shown, else the default
// of the first table that has one.
func (ed *editor) moment() *schema.Column {
	s := ed.scope()
	for _, p := range s.query.Where {
		if _, _, presence := p.AsNull(); presence {
			continue // whether there is a date bounds none
		}
		if c := s.subject(p); c != nil && c.Role == schema.Moment && !c.Year {
			return c
		}
	}
	for _, item := range s.query.Items {
		if c := s.subject(item.Expr); c != nil && c.Role == schema.Moment && !c.Year {
			return c
		}
	}
	return ed.defaultMoment()
}

// momentOf is the one moment of a table whose name has a word of a family.
func momentOf(t *schema.Table, word string) *schema.Column {
	var found *schema.Column
	for _, c := range t.Columns {
		const least = 4 // letters: shorter words are of no family
		if c.Role != schema.Moment || c.Hidden || len(word) < least && word != "pay" || !slices.ContainsFunc(c.Words, func(w string) bool { return schema.Stem(w) == schema.Stem(word) }) {
			continue
		}
		if found != nil {
			return nil
		}
		found = c
	}
	return found
}

// onlyMeasure is the one number that the main table's rows have; nil when there is none, or a choice.
func (ed *editor) onlyMeasure() *schema.Column {
	if tables := ed.scope().home(); len(tables) > 0 {
		return onlyMeasureOf(tables[0])
	}
	return nil
}

// referred says that another of the tables refers to this one.
func (ed *editor) referred(t *schema.Table, tables []*schema.Table) bool {
	for _, e := range ed.index.Graph.Of(t) {
		if e.To == t && e.From != t && slices.Contains(tables, e.From) {
			return true
		}
	}
	return false
}

// relation says how a filter by a period was read, for the person.
func relation(c *schema.Column, p Period) string { return fmt.Sprintf("%s: %s", c.Name, p) }

// root is the finest table in force; nil when there is none.
func (ed *editor) root() *schema.Table {
	scope, ok := meaning.Onto(ed.index, ed.dialect, ed.block().Clone())
	if !ok {
		return nil
	}
	return scope.Root()
}

// rowTable is the table of which each row of a list is one row: the one that refers to the others, else the first.
func (ed *editor) rowTable() *schema.Table {
	if t := ed.fact(); t != nil {
		return t
	}
	if tables := ed.scope().tables(); len(tables) > 0 {
		return tables[0]
	}
	return nil
}

// stateMoment is when the rows came to be as the query asks: the close date of deals that are closed, or won. It is nil where the query
// asks for no such state, or the date is not told.
func (ed *editor) stateMoment() *schema.Column {
	s := ed.scope()
	for _, p := range s.query.Where {
		c := s.subject(p)
		_, negated := p.AsNot()
		_, there, isNull := p.AsNull()
		if c == nil || negated || isNull && !there || c.Role == schema.Moment {
			continue
		}
		words := lemmasOf(c.Words)
		if held, ok := constraintOf(p); ok {
			if held.negated || flag(c) && !held.values[0].Equal(truth(c)) {
				continue
			}
			for _, v := range held.values {
				if value, literal := v.AsLiteral(); literal && !flag(c) {
					words = append(words, ed.calledValue(c, value)...)
				}
			}
		}
		for _, w := range words {
			for _, date := range append([]string{w}, endings[w]...) {
				if m := momentOf(c.Table, date); m != nil {
					return m
				}
			}
		}
	}
	return nil
}

// talkedIn is what the editor's query is about.
func talkedIn(ed *editor) talked {
	s := ed.scope()
	t := talked{tables: s.home()}
	for _, item := range s.query.Items {
		if c := s.subject(item.Expr); c != nil {
			t.shown = append(t.shown, c)
		}
	}
	for _, p := range s.query.Where {
		if c := s.subject(p); c != nil {
			t.filtered = append(t.filtered, c)
		}
	}
	for _, table := range t.tables {
		for _, e := range ed.index.Graph.Of(table) {
			if other := e.Other(table); !slices.Contains(t.tables, other) {
				t.near = append(t.near, other)
			}
		}
	}
	return t
}

// taughtAs says that the item computes the figure that the one word stands for.
func (ed *editor) taughtAs(i int, words []string) bool {
	return len(words) == 1 && slices.ContainsFunc(ed.index.Phrases(words), func(m schema.Match) bool {
		return m.Exact() && m.Column != nil && m.Column.Metric != nil && ed.computes(ed.block().Items[i].Expr, m.Column.Metric)
	})
}

// wholes are the tables that the table's name says it is a part of, and whose keys it holds: orders of order items.
func (ed *editor) wholes(t *schema.Table) []*schema.Table {
	var out []*schema.Table
	for _, e := range ed.index.Graph.Of(t) {
		if e.From == t && !slices.ContainsFunc(e.To.Words, func(w string) bool { return !slices.Contains(t.Words, w) }) {
			out = append(out, e.To)
		}
	}
	return out
}

func onlyMeasureOf(t *schema.Table) *schema.Column {
	var found *schema.Column
	for _, c := range t.Columns {
		if c.Role != schema.Measure || !c.Type.Numeric() {
			continue
		}
		if found != nil {
			return nil
		}
		found = c
	}
	return found
}

func same(list []statement.Expr, p statement.Expr) bool {
	for _, q := range list {
		if q.Equal(p) {
			return true
		}
	}
	return false
}

func spokenItems(items []Item) []string {
	out := make([]string, len(items))
	for i := range items {
		out[i] = items[i].Lower
	}
	return out
}
