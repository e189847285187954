package engine

import (
	"slices"
	"strings"

	"parley/workflow/engine/english"
	"parley/workflow/schema"
)

// This file acts on what a mention turned out to name: a table becomes the subject, is counted, joined or absent; a column is
// asked for or waits for its comparison.

// table acts on a table that was named: subject, thing counted, thing joined or thing absent.
func (r *run) table(m *schema.Match) {
	t := m.Table
	of := r.before().Is(Of, In)
	r.named = append(r.named, named{t, r.pos, r.zone, of, m.Score()})
	r.pos++
	switch {
	case r.negated && (r.zone == conditions || len(r.q.items) > 0 || r.subject != nil) && t != r.subject:
		r.absent(t)
	case r.distinct && len(r.aggregates) == 0 && !r.counted && r.zone == selecting && r.subject == nil:
		r.q.distinct = true
		r.distinct = false
		r.setSubject(t)
	case r.counted && r.zone == selecting || r.countFollows():
		r.countTable(t)
	case r.listed(t):
		r.label(t)
		r.last = t
	case r.subject == nil:
		r.setSubject(t)
	case r.sums() && r.zone == selecting && t != r.subject && principal(t) != nil:
		r.selectColumn(principal(t))
	case r.besides() && t != r.subject:
		r.beside(t)
	default:
		r.last = t
		r.q.need(t)
	}
	r.pending = nil
}

// besides says that what was said last is wanted beside the rows: "products with their category", "orders and their users".
func (r *run) besides() bool {
	at := r.pos - 2
	if r.item(at).Is(And) && strings.HasSuffix(r.item(at).Lower, " their") {
		return true
	}
	return r.item(at).Is(Their) && r.item(at-1).Is(With, And, Comma)
}

// listed decides whether a table that stands in a list of columns asks for its name: "product name, price and category".
func (r *run) listed(t *schema.Table) bool {
	n := len(r.q.items)
	next := r.item(r.ahead(r.pos))
	if n == 0 || r.zone != selecting || !r.item(r.pos-2).Is(And, Comma) || !r.item(r.pos-3).Mention() || r.q.items[n-1].column == nil || r.q.items[n-1].aggregate != none ||
		len(t.Label) == 0 || !next.Is(Stop, And, Comma, Of, In, With) || r.counted || r.measures() {
		return false
	}
	r.choice()
	r.option(is(fListedName), when(fListedOwn, t == tableOf(r.q.items[n-1].column)), when(fListedEnd, next.Is(Stop)))
	r.option(is(fListedNot))
	return r.pick() == 0
}

var (
	fListedName = feat("table in a list of columns: its name")
	fListedOwn  = feat("table in a list of columns: its name, of what the columns are of")
	fListedEnd  = feat("table in a list of columns: its name, nothing follows")
	fListedNot  = feat("table in a list of columns: no column")
)

// beside shows the rows of the subject, unless something of them is asked for, and what a row of the table is called.
func (r *run) beside(t *schema.Table) {
	if len(r.q.items) == 0 {
		r.q.items = append(r.q.items, operand{star: true, table: r.subject})
	}
	r.identify(t)
	r.q.need(t)
	r.note(is(fBeside))
}

var fBeside = feat("table: its name is wanted beside the rows")

// countFollows reads "track count": the rows are counted.
func (r *run) countFollows() bool {
	next := r.peek(0)
	if r.zone != selecting || next.Lower != "count" && next.Lower != "counts" || next.Mention() {
		return false
	}
	r.acted = append(r.acted, r.pos)
	r.take()
	return true
}

func (r *run) setSubject(t *schema.Table) {
	r.subject, r.last = t, t
	r.q.need(t)
}

// column acts on a column that was named: something asked for, or the left side of a condition.
func (r *run) column(c *schema.Column) {
	r.pos++
	switch {
	case r.undone(r.item(r.pos-1), c):
		r.absent(c.Table)
		return
	case isMoment(c) && slices.ContainsFunc(strings.Fields(r.item(r.pos-1).Lower), func(w string) bool { return english.Over[w] }):
		return // that the day is over is more than that there is one: the composed readings say so
	case r.counted && r.zone == selecting && r.countColumn(c):
	case r.zone == selecting && !r.leadsCondition(c):
		r.flush()
		r.selectColumn(c)
	default:
		r.flush()
		r.await(c)
	}
	if r.zone == conditions {
		r.last = c.Table
	}
}

// undone says that the column only tells when something was done that was not: "medications that were never prescribed" are
// without prescriptions, not with prescriptions of no date.
func (r *run) undone(it *Item, c *schema.Column) bool {
	return r.negated && r.subject != nil && c.Table != r.subject && isMoment(c) && schema.Participle(it.Lower) && r.index.Graph.Refers(c.Table, r.subject)
}

// leadsCondition says that what follows the column compares it: "age is 20", "salary over 10", "city Paris", "birth date 5 May 1990".
func (r *run) leadsCondition(c *schema.Column) bool {
	if len(r.aggregates) > 0 {
		return false
	}
	i := r.ahead(r.pos)
	if r.item(i).Is(Either, Both) {
		i = r.ahead(i + 1)
	}
	next := r.item(i)
	switch {
	case r.playedBy(c, next):
		return true
	case next.Is(Compare, Between, Contains, Starts, Ends):
		return true
	case next.Is(Be, Of, In):
		after := r.item(r.ahead(i + 1))
		return next.Is(Be) && after.Is(Compare, Between, Contains, Starts, Ends) || after.Quoted && (next.Is(Be) || !heldElsewhere(after, c)) || holds(after, c) && !next.Is(Of) || after.HasNumber && next.Is(Be) || after.Period != nil && next.Is(In) && c.Role == schema.Moment
	}
	return next.Quoted && !heldElsewhere(next, c) || holds(next, c) || next.HasNumber && !next.Mention() && c.Type.Numeric() || next.Period != nil && c.Role == schema.Moment
}

// heldElsewhere says that the item is stored in other columns, and not in this one.
func heldElsewhere(it *Item, c *schema.Column) bool { return len(it.Values) > 0 && !holds(it, c) }

// holds says whether the item may be a value of the column.
func holds(it *Item, c *schema.Column) bool {
	for i := range it.Values {
		if it.Values[i].Column == c {
			return true
		}
	}
	return false
}

// selectColumn adds a column to what is asked for, with the aggregates that wait for it.
func (r *run) selectColumn(c *schema.Column) {
	if r.selectRole(c) {
		return
	}
	if len(r.aggregates) == 0 {
		r.carryAggregate(c)
	}
	r.countBeside(c)
	o := r.calculated(operand{column: c})
	if len(r.aggregates) == 0 {
		r.q.distinct = r.q.distinct || r.distinct
		r.addItem(o)
	}
	for _, a := range r.aggregates {
		o.aggregate, o.distinct = a, r.distinct && a == count
		r.addItem(o)
	}
	r.distinct, r.aggregates = false, nil
	if r.last == nil {
		r.last = c.Table
	}
}

// countBeside reads "orders and revenue by country": the rows of the table that stands beside a computed measure are
// counted.
func (r *run) countBeside(c *schema.Column) {
	if c.Metric == nil || r.subject == nil || len(r.q.items) > 0 || len(r.aggregates) > 0 || !r.item(r.pos-2).Is(And) || len(r.named) != 1 || r.named[0].at != r.pos-3 || r.zone != selecting {
		return
	}
	r.counts, r.countedTable, r.tallies = append(r.counts, r.subject), r.subject, true
	r.addItem(operand{aggregate: count})
	r.note(is(fCountBeside))
}

var fCountBeside = feat("rows of a table counted beside a computed measure")

// arithmetic are words between two numbers that are calculated with.
var arithmetic = map[string]string{"times": "*", "multiplied by": "*", "*": "*", "x": "*", "minus": "-", "-": "-", "divided by": "/", "/": "/"}

// calculated reads "price times quantity": the column with the number that it is multiplied with, or the like.
func (r *run) calculated(o operand) operand {
	word, i := r.peek(0).Lower, r.pos+1
	if word == "multiplied" || word == "divided" {
		word += " " + r.item(i).Lower
		i++
	}
	operator := arithmetic[word]
	if operator == "" || o.column.Role != schema.Measure && !o.column.Numeric || r.item(i).bestMeasure() == nil {
		return o
	}
	from := r.pos
	right := r.columnAt(i)
	for k := from; k < i; k++ {
		r.used[k] = true
	}
	o.operator, o.right = operator, &operand{column: right}
	r.note(is(fCalculated))
	return o
}

var fCalculated = feat("two columns are calculated with")

var (
	fCarryOn     = feat("and a column after an aggregate: the aggregate goes on")
	fCarryNot    = feat("and a column after an aggregate: the column itself")
	fCarryNumber = feat("and a column after an aggregate: it goes on to a measure")
	fCarryTable  = feat("and a column after an aggregate: it goes on in the same table")
	fCarryKey    = feat("and a column after an aggregate: it goes on to a key")
)

// carryAggregate lets "average height and weight" average both.
func (r *run) carryAggregate(c *schema.Column) {
	n := len(r.q.items)
	if n == 0 || r.q.items[n-1].column == nil || r.q.items[n-1].aggregate <= count || !r.item(r.pos-2).Is(And, Comma) || !c.Type.Numeric() && !c.Numeric {
		return
	}
	last := r.q.items[n-1]
	r.choice()
	r.option(is(fCarryOn), when(fCarryNumber, c.Role == schema.Measure), when(fCarryTable, last.column.Table == c.Table), when(fCarryKey, c.Key()))
	r.option(is(fCarryNot))
	if r.pick() == 0 {
		r.aggregates = append(r.aggregates, last.aggregate)
	}
}

// addItem adds to what is asked for, once.
func (r *run) addItem(o operand) {
	for _, other := range r.q.items {
		if other == o || o.column != nil && o.column.Metric != nil && sameMetric(other.column, o.column) {
			return
		}
	}
	r.q.items = append(r.q.items, o)
}

// sameMetric says that two computed measures are one under two names.
func sameMetric(a, b *schema.Column) bool {
	return a != nil && a.Metric != nil && a.Metric.Expression.Equal(b.Metric.Expression)
}

// tableOf is the column's table; nil for no column.
func tableOf(c *schema.Column) *schema.Table {
	if c == nil {
		return nil
	}
	return c.Table
}
