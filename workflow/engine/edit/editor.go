package edit

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"parley/db/statement"
	"parley/workflow/engine/compose"
	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/reader"
	"parley/workflow/engine/reading"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// Editor changes the current query, one operation after the other. What no operation names stays as it was.
type Editor struct {
	Engine  *reader.Engine
	Nulls   *reader.Nulls
	Index   *schema.Index
	Tagger  *tag.Tagger
	Dialect statement.Dialect
	Now     time.Time
	// Query is the tree under edit; last is the one that the person saw before the present one, nil at the root.
	Query *statement.Query
	Last  *statement.Query
	// Rows is how many rows the current result has; -1 when that is not known.
	Rows int
	// Said is the input.
	Said tag.Utterance
	// Earlier is the input before this one; empty when there is none. talk are all inputs before it, oldest first.
	Earlier string
	Talk    []string
	// Steps are the queries of the thread in SQL, oldest first; the last one is the query in force.
	Steps []string
	// Notes are said to the person; understood are readings of words.
	Notes, Understood []string
	// Lost counts content words that no operation explained.
	Lost int
	// Tags are the words read so far: the rules look at the same ones again and again.
	Tags map[string][]tag.Item
	// Composed are the texts read so far as conditions on rows of a table.
	Composed map[string][]compose.Condition
	// Taken are words that mean nothing here and were taken for something, which was said.
	Taken []string
	// Operations names the rules that were applied, for the ranking.
	Operations []string
}

// Try runs an operation; when it does not fit, everything is as it was before.
func (ed *Editor) Try(operation func() bool) bool {
	saved := *ed
	saved.Query = ed.Query.Clone()
	if operation() {
		return true
	}
	*ed = saved
	return false
}

// Tag reads the words of a text. What it gives is shared and not to be changed.
func (ed *Editor) Tag(text string) []tag.Item {
	items, ok := ed.Tags[text]
	if !ok {
		items = ed.Tagger.Tag(text, ed.Now)
		ed.Tags[text] = items
	}
	return items
}

// Note tells the person something about the edit.
func (ed *Editor) Note(text string) { ed.Notes = append(ed.Notes, text) }

// Assume notes what was decided without the words saying so: it is told as a doubt.
func (ed *Editor) Assume(text string) { ed.Note(reader.AssumedNote + text) }

// Understand notes how words were read, once.
func (ed *Editor) Understand(text string) {
	if !slices.Contains(ed.Understood, text) {
		ed.Understood = append(ed.Understood, text)
	}
}

// Read says which column a word was read as, where its name does not say so itself.
func (ed *Editor) Read(said string, c *schema.Column) {
	words := LemmasOf(schema.Split(said))
	if len(words) == 0 || slices.Equal(words, LemmasOf(c.Words)) || slices.Equal(words, LemmasOf(c.Table.Words)) {
		return
	}
	ed.Understand(fmt.Sprintf("%s = %s", said, c))
}

// Block is the SELECT whose items name the result's columns.
func (ed *Editor) Block() *statement.Query { return Leftmost(ed.Query) }

// Scope is the first block with its schema.
func (ed *Editor) Scope() View { return View{ed.Index, ed.Block()} }

// Blocks are the SELECTs that a filter goes to: both sides of a union; of an intersection or a difference the first
// is enough.
func (ed *Editor) Blocks() []View { return ed.blocksOf(ed.Query) }

func (ed *Editor) blocksOf(q *statement.Query) []View {
	if q.Set == nil {
		return []View{{ed.Index, q}}
	}
	if q.Set.Kind == statement.Union {
		return append(ed.blocksOf(q.Set.Left), ed.blocksOf(q.Set.Right)...)
	}
	return ed.blocksOf(q.Set.Left)
}

// Measures are the items that aggregate.
func Measures(q *statement.Query) []int {
	var out []int
	for i, item := range q.Items {
		if item.Expr.Aggregate() {
			out = append(out, i)
		}
	}
	return out
}

// Measure is the number that the query is about: the aggregate it orders by, else its first aggregate, else the number
// it orders by, else the only number it shows.
func (ed *Editor) Measure() (int, bool) {
	q := ed.Block()
	m := Measures(q)
	for _, k := range ed.Query.OrderBy {
		if i := q.ItemOf(k.Expr); i >= 0 && (q.Items[i].Expr.Aggregate() || len(m) == 0 && ed.Number(q.Items[i].Expr)) {
			return i, true
		}
	}
	if len(m) > 0 {
		return mainFigure(q, m), true
	}
	return ed.OnlyNumber()
}

// OnlyFigure is the one figure on screen for which something holds; not ok for none and for several.
func (ed *Editor) OnlyFigure(holds func(i int) bool) (int, bool) {
	found := slices.DeleteFunc(Measures(ed.Block()), func(i int) bool { return !holds(i) })
	if len(found) != 1 {
		return 0, false
	}
	return found[0], true
}

// mainFigure is the aggregate that is made of all others that are shown ("cost per order" beside the cost and the orders), else the
// first.
func mainFigure(q *statement.Query, m []int) int {
	for _, i := range m {
		if len(m) > 2 && !slices.ContainsFunc(m, func(k int) bool { return k != i && !Contained(q.Items[i].Expr, q.Items[k].Expr) }) {
			return i
		}
	}
	return m[0]
}

// OnlyNumber is the place of the one number that is shown; not ok for none and for several.
func (ed *Editor) OnlyNumber() (int, bool) {
	found := -1
	for i, item := range ed.Block().Items {
		if !ed.Number(item.Expr) {
			continue
		}
		if found >= 0 {
			return 0, false
		}
		found = i
	}
	return found, found >= 0
}

// Number says that the expression is a number to measure by: no key, no year.
func (ed *Editor) Number(e statement.Expr) bool {
	if e.Aggregate() {
		return true
	}
	if c := ed.Scope().Column(e); c != nil {
		return c.Role == schema.Measure
	}
	if q, ok := e.AsScalar(); ok {
		return q.Grouped()
	}
	if _, x := ed.Scope().Innermost(e); x.Aggregate() {
		return true // a derived table makes it
	}
	return Computes(e)
}

// Computes says that the expression computes a number from others.
func Computes(e statement.Expr) bool {
	op, _, _, ok := e.AsBinary()
	return ok && slices.Contains([]string{"+", "-", "*", "/", "%"}, op)
}

// Orderable is how an order key names a select item: its alias, else its expression; in a set operation only the
// result's column names can be ordered by.
func (ed *Editor) Orderable(i int) statement.Expr {
	item := ed.Block().Items[i]
	if item.Alias != "" {
		return statement.Column("", item.Alias)
	}
	if ed.Query.Set != nil {
		return statement.Column("", ItemName(item))
	}
	return item.Expr
}

// Effects says what had to go along with an edit; what came is seen in the changes.
func (ed *Editor) Effects(list []statement.Effect) {
	for _, e := range list {
		if !e.Added {
			ed.Note(e.String())
		}
	}
}

// AboutNumber is the number of a row that the query is about: the only one it shows, one it compares or is sorted by, else
// the only one of its main table, or the money that its rows come to; nil when there is none.
func (ed *Editor) AboutNumber() *schema.Column {
	s := ed.Scope()
	if i, ok := ed.OnlyNumber(); ok {
		return s.Column(s.Query.Items[i].Expr)
	}
	if c := ed.Bounded(); c != nil && c.Role == schema.Measure {
		return c
	}
	for _, k := range ed.Query.OrderBy {
		if c := s.Column(s.Query.Meaning(k.Expr)); c != nil && c.Role == schema.Measure {
			return c
		}
	}
	if tables := s.Home(); len(tables) > 0 {
		return cmp.Or(OnlyMeasureOf(tables[0]), tables[0].Amount())
	}
	return nil
}

// Bounded is the column that the rows' last comparison with a number is about; nil when there is none.
func (ed *Editor) Bounded() *schema.Column {
	s := ed.Scope()
	for i := len(s.Query.Where) - 1; i >= 0; i-- {
		p := s.Query.Where[i]
		op, _, v, ok := p.AsBinary()
		if _, number := NumberOf(v); ok && number && Direction(op) != 0 {
			return s.Subject(p)
		}
		if _, low, _, _, between := p.AsBetween(); between {
			if _, number := NumberOf(low); number {
				return s.Subject(p)
			}
		}
	}
	return nil
}

// CalledValue are the words by which a value of a column goes: its own, and those of what it stands for.
func (ed *Editor) CalledValue(c *schema.Column, v any) []string {
	said := LemmasOf(schema.Split(fmt.Sprint(v)))
	if c == nil {
		return said
	}
	for _, code := range c.Codes {
		if code.Value != nil && fmt.Sprint(code.Value) == fmt.Sprint(v) {
			said = append(said, LemmasOf(strings.Fields(code.Phrase))...)
		}
	}
	return said
}

// computes says that an expression of the query is a figure, with the figure's filter in it or as conditions of the query.
func (ed *Editor) computes(e statement.Expr, m *schema.Metric) bool {
	s := ed.Scope()
	figure, ok := s.conditionIn(m)
	if !ok {
		return false
	}
	if !m.Aggregate {
		figure = statement.Call("sum", figure)
	}
	figure, e = s.plain(figure), s.plain(e)
	if figure.Equal(e) {
		return true
	}
	var where []statement.Expr
	for _, p := range s.Query.Where {
		where = append(where, s.plain(p))
	}
	met := true
	plain := figure.Map(func(part statement.Expr) statement.Expr {
		bare, filter := part.Unfiltered()
		terms, and := filter.AsAnd()
		if !and && !filter.IsZero() {
			terms = []statement.Expr{filter}
		}
		met = met && !slices.ContainsFunc(terms, func(t statement.Expr) bool { return !Same(where, t) })
		return bare
	})
	return met && plain.Equal(e)
}

// Contained says that an expression holds another.
func Contained(x, part statement.Expr) bool {
	found := false
	x.Walk(func(e statement.Expr) bool {
		found = found || e.Equal(part)
		return !found
	})
	return found
}

// endings are states by which something ends, and words of the date when it did.
var endings = map[string][]string{"won": english.DecisionWords, "win": english.DecisionWords, "lost": english.DecisionWords, "lose": english.DecisionWords}

// Fact is the table whose rows the query measures or lists: that of the measure's columns, else the one that refers to
// the other tables in FROM.
func (ed *Editor) Fact() *schema.Table {
	s := ed.Scope()
	for _, i := range Measures(s.Query) {
		for _, x := range s.Query.Items[i].Expr.Columns() {
			if c := s.Column(x); c != nil {
				return c.Table
			}
		}
	}
	tables := s.Tables()
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

// Fans is how many joins from the present rows to the table find several rows for one.
func (ed *Editor) Fans(t *schema.Table) float64 { return ed.FansFrom(ed.Scope().Home(), t) }

// FansFrom is fans from other tables.
func (ed *Editor) FansFrom(home []*schema.Table, t *schema.Table) float64 {
	if slices.Contains(home, t) {
		return 0
	}
	in, many := map[*schema.Table]bool{}, 0.0
	for _, h := range home {
		in[h] = true
	}
	for _, e := range ed.Index.Graph.Path(home, t) {
		many += float64(tag.BoolInt(in[e.To] && !in[e.From]))
		in[e.To], in[e.From] = true, true
	}
	return many
}

// joinShown makes one item of words that together are the name of a shown column: "net sales" of net_sales.
func (ed *Editor) joinShown(items []tag.Item) []tag.Item {
	for _, shown := range ed.Block().Items {
		name := LemmasOf(schema.Split(shown.Alias))
		if len(name) < 2 {
			continue
		}
		for i := 0; i+len(name) <= len(items); i++ {
			if said := spokenItems(items[i : i+len(name)]); slices.Equal(LemmasOf(said), name) {
				one := items[i]
				one.Lower, one.Text, one.Cue, one.Matches, one.Values = strings.Join(said, " "), strings.Join(said, " "), tag.Cue{}, nil, nil
				one.To = items[i+len(name)-1].To
				items = slices.Concat(items[:i:i], []tag.Item{one}, items[i+len(name):])
			}
		}
	}
	return items
}

// OnlyMeasure is the one number that the main table's rows have; nil when there is none, or a choice.
func (ed *Editor) OnlyMeasure() *schema.Column {
	if tables := ed.Scope().Home(); len(tables) > 0 {
		return OnlyMeasureOf(tables[0])
	}
	return nil
}

// referred says that another of the tables refers to this one.
func (ed *Editor) referred(t *schema.Table, tables []*schema.Table) bool {
	for _, e := range ed.Index.Graph.Of(t) {
		if e.To == t && e.From != t && slices.Contains(tables, e.From) {
			return true
		}
	}
	return false
}

// Relation says how a filter by a period was read, for the person.
func Relation(c *schema.Column, p tag.Period) string { return fmt.Sprintf("%s: %s", c.Name, p) }

// Root is the finest table in force; nil when there is none.
func (ed *Editor) Root() *schema.Table {
	scope, ok := meaning.Onto(ed.Index, ed.Dialect, ed.Block().Clone())
	if !ok {
		return nil
	}
	return scope.Root()
}

// RowTable is the table of which each row of a list is one row: the one that refers to the others, else the first.
func (ed *Editor) RowTable() *schema.Table {
	if t := ed.Fact(); t != nil {
		return t
	}
	if tables := ed.Scope().Tables(); len(tables) > 0 {
		return tables[0]
	}
	return nil
}

// TalkedIn is what the editor's query is about.
func TalkedIn(ed *Editor) reading.Talked {
	s := ed.Scope()
	t := reading.Talked{Tables: s.Home()}
	for _, item := range s.Query.Items {
		if c := s.Subject(item.Expr); c != nil {
			t.Shown = append(t.Shown, c)
		}
	}
	for _, p := range s.Query.Where {
		if c := s.Subject(p); c != nil {
			t.Filtered = append(t.Filtered, c)
		}
	}
	for _, table := range t.Tables {
		for _, e := range ed.Index.Graph.Of(table) {
			if other := e.Other(table); !slices.Contains(t.Tables, other) {
				t.Near = append(t.Near, other)
			}
		}
	}
	return t
}

// Defined says that the item computes a figure that a person defined: which rows it is of is a part of it.
func (ed *Editor) Defined(i int) bool {
	return slices.ContainsFunc(ed.Index.Metrics(), func(c *schema.Column) bool {
		return !c.Metric.Inferred && c.Metric.Of == "" && ed.computes(ed.Block().Items[i].Expr, c.Metric)
	})
}

// TaughtAs says that the item computes the figure that the one word stands for.
func (ed *Editor) TaughtAs(i int, words []string) bool {
	return len(words) == 1 && slices.ContainsFunc(ed.Index.Phrases(words), func(m schema.Match) bool {
		return m.Exact() && m.Column != nil && m.Column.Metric != nil && ed.computes(ed.Block().Items[i].Expr, m.Column.Metric)
	})
}

// wholes are the tables that the table's name says it is a part of, and whose keys it holds: orders of order items.
func (ed *Editor) wholes(t *schema.Table) []*schema.Table {
	var out []*schema.Table
	for _, e := range ed.Index.Graph.Of(t) {
		if e.From == t && !slices.ContainsFunc(e.To.Words, func(w string) bool { return !slices.Contains(t.Words, w) }) {
			out = append(out, e.To)
		}
	}
	return out
}

// OnlyMeasureOf is the one number of a table's rows; nil for none and for several.
func OnlyMeasureOf(t *schema.Table) *schema.Column {
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

// Same says that a predicate is among those of a list.
func Same(list []statement.Expr, p statement.Expr) bool {
	for _, q := range list {
		if q.Equal(p) {
			return true
		}
	}
	return false
}

func spokenItems(items []tag.Item) []string {
	out := make([]string, len(items))
	for i := range items {
		out[i] = items[i].Lower
	}
	return out
}
