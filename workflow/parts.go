package workflow

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"parley/db"
	"parley/db/statement"
	"parley/workflow/schema"
)

// What was understood can be changed part by part: the table, each condition, the period, the figure, what it is shown by, the
// order and the limit. The ways of a part are statements that differ in it alone.

// Part is one thing that the statement in force says, and the other ways to have it.
type Part struct {
	Words string
	Ways  []*Draft
}

// mostWays is how many ways of one kind are offered for a part: other values, other columns.
const mostWays = 4

// Parts are the parts of the statement in force; nil where there is none with a tree.
func (o *Orchestrator) Parts() []Part {
	current, source := o.session.Current(), o.opening.Ready()
	if current == nil || source == nil || source.Index == nil {
		return nil
	}
	tree := o.Tree(current)
	if tree == nil {
		return nil
	}
	query, err := tree.Query()
	if err != nil || query.Set != nil || len(query.From) == 0 {
		return nil
	}
	query.SpellOut()
	p := &partition{of: tree, query: query, index: source.Index}
	if o.passed.turn == current.ID {
		p.passed = o.passed.readings
	}
	p.table()
	p.conditions()
	p.figures()
	p.groups()
	p.order()
	return p.parts
}

// partition is a statement being taken apart.
type partition struct {
	of     *statement.Statement
	query  *statement.Query // changed on copies only
	index  *schema.Index
	passed []*Draft
	parts  []Part
}

// add notes a part, if there is another way to have it.
func (p *partition) add(words string, ways ...*Draft) {
	ways = slices.DeleteFunc(ways, func(d *Draft) bool { return d == nil })
	if len(ways) > 0 {
		p.parts = append(p.parts, Part{words, ways})
	}
}

// way is the statement after a change of its query; nil where it cannot be made.
func (p *partition) way(words string, change func(q *statement.Query) error) *Draft {
	q := p.query.Clone()
	if change(q) != nil {
		return nil
	}
	s, err := q.Build(p.of.Dialect())
	if err != nil || s.Guard() != nil || s.SQL() == p.of.SQL() {
		return nil
	}
	return &Draft{Statement: s, Coverage: 1, Source: "engine", Edit: true, Vouched: true, Label: words}
}

// table is what the rows are of; another one comes from the readings that this one was preferred to.
func (p *partition) table() {
	main := p.query.From[0].Table
	var ways []*Draft
	for _, d := range p.passed {
		if d.Statement == nil || d.Statement.Guard() != nil {
			continue
		}
		if q, err := d.Statement.Query(); err == nil && len(q.From) > 0 && !strings.EqualFold(q.From[0].Table, main) {
			ways = append(ways, d)
		}
	}
	p.add("of "+spaced(main), ways...)
}

// column is the known column of a reference; nil for none.
func (p *partition) column(e statement.Expr) *schema.Column {
	qualifier, name, ok := e.AsColumn()
	if !ok {
		return nil
	}
	for _, t := range p.tables() {
		if qualifier == "" || strings.EqualFold(qualifier, t.name) {
			if c := t.table.Column(name); c != nil {
				return c
			}
		}
	}
	return nil
}

// calledTable is a table of the query, by the name that it has there.
type calledTable struct {
	name  string
	table *schema.Table
}

func (p *partition) tables() []calledTable {
	var out []calledTable
	for _, s := range p.query.From {
		if t := p.index.Table(db.TableName{Schema: s.Schema, Name: s.Table}.String()); s.Table != "" && t != nil {
			out = append(out, calledTable{s.Name(), t})
		}
	}
	return out
}

// ref is a reference to a column of the query's tables.
func (p *partition) ref(c *schema.Column) statement.Expr {
	tables := p.tables()
	for _, t := range tables {
		if t.table == c.Table && len(p.query.From) > 1 {
			return statement.Column(t.name, c.Name)
		}
	}
	return statement.Column("", c.Name)
}

// like are the other columns of the query's tables that may stand in a column's place.
func (p *partition) like(c *schema.Column, fits func(*schema.Column) bool) []*schema.Column {
	var out []*schema.Column
	for _, t := range p.tables() {
		for _, other := range t.table.Columns {
			if other != c && !other.Hidden && other.Metric == nil && other.Condition == nil && fits(other) && len(out) < mostWays {
				out = append(out, other)
			}
		}
	}
	return out
}

// conditions are the AND terms; two that bound one column are a period.
func (p *partition) conditions() {
	terms := p.query.Where
	done := make([]bool, len(terms))
	for i, term := range terms {
		if done[i] {
			continue
		}
		if k := p.other(i, terms); k >= 0 {
			done[k] = true
			p.period(term, terms[k])
			continue
		}
		words := exprWords(term)
		p.add(words, append(p.values(term), p.without(words, term))...)
	}
}

// without is the statement without conditions.
func (p *partition) without(words string, terms ...statement.Expr) *Draft {
	return p.way("without: "+words, func(q *statement.Query) error {
		for _, t := range terms {
			if err := q.RemovePredicate(t); err != nil {
				return err
			}
		}
		return nil
	})
}

// instead is the statement with conditions in the place of others.
func (p *partition) instead(words string, old, other []statement.Expr) *Draft {
	return p.way(words, func(q *statement.Query) error {
		for i := range old {
			if err := q.ReplacePredicate(old[i], other[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

// values are the ways of a comparison with a value: another column that holds it, another value, the others.
func (p *partition) values(term statement.Expr) (ways []*Draft) {
	op, left, right, ok := term.AsBinary()
	value, literal := right.AsLiteral()
	c := p.column(left)
	if !ok || !literal || c == nil || op != "=" && op != "<>" {
		return nil
	}
	instead := func(op string, x, v statement.Expr) {
		other := statement.Binary(op, x, v)
		ways = append(ways, p.instead(exprWords(other), []statement.Expr{term}, []statement.Expr{other}))
	}
	holds := p.index.Values(fmt.Sprint(value))
	for _, other := range p.like(c, func(o *schema.Column) bool {
		return slices.ContainsFunc(holds, func(m schema.ValueMatch) bool { return m.Column == o && m.Whole && !m.Code })
	}) {
		instead(op, p.ref(other), right)
	}
	others := 0
	for _, v := range c.Common {
		if text, is := v.(string); is && others < mostWays && text != fmt.Sprint(value) {
			instead(op, left, statement.Literal(text))
			others++
		}
	}
	instead(map[string]string{"=": "<>", "<>": "="}[op], left, right)
	return ways
}

// other is the term that bounds the same column from the other side; -1 for none.
func (p *partition) other(i int, terms []statement.Expr) int {
	op, left, _, ok := terms[i].AsBinary()
	if !ok || op != ">=" && op != ">" {
		return -1
	}
	return slices.IndexFunc(terms, func(t statement.Expr) bool {
		op, l, _, ok := t.AsBinary()
		return ok && (op == "<" || op == "<=") && l.Equal(left)
	})
}

// period is a time between two bounds: of another date, before or after, or at any time.
func (p *partition) period(from, to statement.Expr) {
	lower, x, low, _ := from.AsBinary()
	upper, _, high, _ := to.AsBinary()
	words := exprWords(from) + " and " + comparisons[upper] + " " + valueWords(high)
	var ways []*Draft
	instead := func(x, low, high statement.Expr) {
		other := []statement.Expr{statement.Binary(lower, x, low), statement.Binary(upper, x, high)}
		said := exprWords(other[0]) + " and " + comparisons[upper] + " " + valueWords(high)
		ways = append(ways, p.instead(said, []statement.Expr{from, to}, other))
	}
	if c := p.column(x); c != nil {
		for _, other := range p.like(c, func(o *schema.Column) bool { return o.Role == schema.Moment && o.Type == c.Type }) {
			instead(p.ref(other), low, high)
		}
	}
	if earlier, later, ok := around(low, high); ok {
		instead(x, earlier, low)
		instead(x, high, later)
	}
	p.add(words, append(ways, p.without(words, from, to))...)
}

func valueWords(e statement.Expr) string {
	if v, ok := e.AsLiteral(); ok && v != nil {
		return fmt.Sprint(v)
	}
	return e.SQL()
}

// around are the bounds of the periods before and after one: months where it is of whole months, else days.
func around(low, high statement.Expr) (earlier, later statement.Expr, ok bool) {
	a, okA := dayOf(low)
	b, okB := dayOf(high)
	if !okA || !okB || !a.Before(b) {
		return earlier, later, false
	}
	shift := func(t time.Time, sign int) statement.Expr {
		if a.Day() == 1 && b.Day() == 1 {
			months := (b.Year()-a.Year())*12 + int(b.Month()) - int(a.Month())
			return statement.Literal(t.AddDate(0, sign*months, 0).Format(time.DateOnly))
		}
		return statement.Literal(t.AddDate(0, 0, sign*int(b.Sub(a).Hours()/24)).Format(time.DateOnly))
	}
	return shift(a, -1), shift(b, 1), true
}

// dayOf is a literal that is a day.
func dayOf(e statement.Expr) (time.Time, bool) {
	v, _ := e.AsLiteral()
	t, err := time.Parse(time.DateOnly, fmt.Sprint(v))
	return t, err == nil
}

// swap puts an expression in the place of another in all clauses but the conditions.
func swap(q *statement.Query, old, other statement.Expr) {
	for i := range q.Items {
		if q.Items[i].Expr.Equal(old) {
			q.Items[i] = statement.Item{Expr: other}
		}
	}
	for i := range q.GroupBy {
		if q.GroupBy[i].Equal(old) {
			q.GroupBy[i] = other
		}
	}
	for i := range q.OrderBy {
		if q.OrderBy[i].Expr.Equal(old) {
			q.OrderBy[i].Expr = other
		}
	}
}

func (p *partition) swapped(old, other statement.Expr) *Draft {
	return p.way(itemWords(other), func(q *statement.Query) error {
		swap(q, old, other)
		return nil
	})
}

// figures are the aggregates that are shown: of another column, or put together another way.
func (p *partition) figures() {
	for _, item := range p.query.Items {
		name, args, star, distinct, ok := item.Expr.AsCall()
		if !ok || aggregates[name] == "" || distinct || len(args) > 1 {
			continue
		}
		var ways []*Draft
		measure := func(c *schema.Column) bool { return c.Role == schema.Measure }
		switch {
		case star || len(args) == 0:
			for _, c := range p.like(nil, measure) {
				ways = append(ways, p.swapped(item.Expr, statement.Call("sum", p.ref(c))), p.swapped(item.Expr, statement.Call("avg", p.ref(c))))
			}
		default:
			for _, other := range []string{"sum", "avg", "min", "max"} {
				ways = append(ways, p.swapped(item.Expr, statement.Call(other, args[0])))
			}
			for _, c := range p.like(p.column(args[0]), measure) {
				ways = append(ways, p.swapped(item.Expr, statement.Call(name, p.ref(c))))
			}
			ways = append(ways, p.swapped(item.Expr, statement.CountStar()))
		}
		p.add(itemWords(item.Expr), ways...)
	}
}

// groups are what the figures are shown by.
func (p *partition) groups() {
	for _, key := range p.query.GroupBy {
		c := p.column(key)
		if c == nil {
			continue
		}
		var ways []*Draft
		for _, other := range p.like(c, func(o *schema.Column) bool {
			return o.Role == schema.Category || o.Role == schema.Flag || o.Role == schema.Label
		}) {
			d := p.swapped(key, p.ref(other))
			if d != nil {
				d.Label = "by " + d.Label
			}
			ways = append(ways, d)
		}
		p.add("by "+itemWords(key), ways...)
	}
}

// order is how the rows stand, and how many.
func (p *partition) order() {
	if len(p.query.OrderBy) > 0 {
		p.add("sorted by "+enumerate(p.query.OrderBy, keyWords),
			p.way("the other way around", (*statement.Query).ReverseOrder),
			p.way("in no order", func(q *statement.Query) error { q.ClearOrder(); return nil }))
	}
	if n, ok := p.query.Limit.AsLiteral(); ok {
		var ways []*Draft
		for _, other := range []int64{1, 10, 100} {
			if fmt.Sprint(other) != fmt.Sprint(n) {
				ways = append(ways, p.way(fmt.Sprintf("the first %d", other), func(q *statement.Query) error { return q.SetLimit(other) }))
			}
		}
		p.add("the first "+fmt.Sprint(n), append(ways, p.way("all rows", func(q *statement.Query) error { q.ClearLimit(); return nil }))...)
	}
}

// Said is what a way is called in the conversation.
func (d *Draft) Said() string { return cmp.Or(d.Called(), d.Statement.SQL()) }
