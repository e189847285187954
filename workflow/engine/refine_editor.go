package engine

import (
	"fmt"
	"slices"
	"time"

	"parley/db/statement"
	"parley/workflow/engine/compose"
	"parley/workflow/schema"
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
