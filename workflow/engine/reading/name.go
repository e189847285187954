package reading

import (
	"strings"

	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file acts on what a mention turned out to name: a table becomes the subject, is counted, joined or absent; a column is
// asked for or waits for its comparison.

// Table acts on a table that was named: subject, thing counted, thing joined or thing absent.
func (r *Run) Table(m *schema.Match) {
	t := m.Table
	of := r.Before().Is(tag.Of, tag.In)
	r.Named = append(r.Named, Named{t, r.Pos, r.Zone, of, m.Score()})
	r.Pos++
	switch {
	case r.Negated && (r.Zone == Conditions || len(r.Q.Items) > 0 || r.Subject != nil) && t != r.Subject:
		r.Absent(t)
	case r.Distinct && len(r.Aggregates) == 0 && !r.Counted && r.Zone == Selecting && r.Subject == nil:
		r.Q.Distinct = true
		r.Distinct = false
		r.setSubject(t)
	case r.Counted && r.Zone == Selecting || r.countFollows():
		r.countTable(t)
	case r.listed(t):
		r.Label(t)
		r.Last = t
	case r.Subject == nil:
		r.setSubject(t)
	case r.sums() && r.Zone == Selecting && t != r.Subject && Principal(t) != nil:
		r.SelectColumn(Principal(t))
	case r.besides() && t != r.Subject:
		r.beside(t)
	default:
		r.Last = t
		r.Q.Need(t)
	}
	r.Pending = nil
}

// besides says that what was said last is wanted beside the rows: "products with their category", "orders and their users".
func (r *Run) besides() bool {
	at := r.Pos - 2
	if said := r.Item(at).Lower; r.Item(at).Is(tag.And) && (strings.HasSuffix(said, " their") || strings.HasSuffix(said, " its")) || Includes(r.Item(at)) {
		return true
	}
	return r.Item(at).Is(tag.Their) && (r.Item(at-1).Is(tag.With, tag.And, tag.Comma) || Includes(r.Item(at-1)))
}

// OwnBesides says that a column of the rows is wanted beside what they are called: "products and their prices", "each product and its price", "products
// and prices".
func (r *Run) OwnBesides(c *schema.Column) bool {
	if len(r.Aggregates)+len(r.Q.Items) > 0 || r.Subject != c.Table {
		return false
	}
	last := len(r.Named) - 1
	return r.besides() || last >= 0 && r.Named[last].Table == c.Table && r.Named[last].At == r.Pos-3 && r.Item(r.Pos-2).Is(tag.And)
}

// listed decides whether a table that stands in a list of columns asks for its name: "product name, price and category".
func (r *Run) listed(t *schema.Table) bool {
	n := len(r.Q.Items)
	next := r.Item(r.Ahead(r.Pos))
	if n == 0 || r.Zone != Selecting || !r.Item(r.Pos-2).Is(tag.And, tag.Comma) || !r.Item(r.Pos-3).Mention() || r.Q.Items[n-1].Column == nil || r.Q.Items[n-1].Aggregate != None ||
		len(t.Label) == 0 || !next.Is(tag.Stop, tag.And, tag.Comma, tag.Of, tag.In, tag.With) || r.Counted || r.measures() {
		return false
	}
	r.Choice()
	r.Option(Is(fListedName), When(fListedOwn, t == TableOf(r.Q.Items[n-1].Column)), When(fListedEnd, next.Is(tag.Stop)))
	r.Option(Is(fListedNot))
	return r.Pick() == 0
}

var (
	fListedName = Feat("table in a list of columns: its name")
	fListedOwn  = Feat("table in a list of columns: its name, of what the columns are of")
	fListedEnd  = Feat("table in a list of columns: its name, nothing follows")
	fListedNot  = Feat("table in a list of columns: no column")
)

// beside shows the rows of the subject, unless something of them is asked for, and what a row of the table is called.
func (r *Run) beside(t *schema.Table) {
	if len(r.Q.Items) == 0 {
		r.Q.Items = append(r.Q.Items, Operand{Star: true, Table: r.Subject})
	}
	r.Identify(t)
	r.Q.Need(t)
	r.Note(Is(fBeside))
}

var fBeside = Feat("table: its name is wanted beside the rows")

// countFollows reads "track count": the rows are counted.
func (r *Run) countFollows() bool {
	next := r.Peek(0)
	if r.Zone != Selecting || next.Lower != "count" && next.Lower != "counts" || next.Mention() {
		return false
	}
	r.Acted = append(r.Acted, r.Pos)
	r.Take()
	return true
}

func (r *Run) setSubject(t *schema.Table) {
	r.Subject, r.Last = t, t
	r.Q.Need(t)
}

// Undone says that the column only tells when something was done that was not: "medications that were never prescribed" are
// without prescriptions, not with prescriptions of no date.
func (r *Run) Undone(it *tag.Item, c *schema.Column) bool {
	return r.Negated && r.Subject != nil && c.Table != r.Subject && IsMoment(c) && schema.Participle(it.Lower) && r.Index.Graph.Refers(c.Table, r.Subject)
}

// LeadsCondition says that what follows the column compares it: "age is 20", "salary over 10", "city Paris", "birth date 5 May 1990".
func (r *Run) LeadsCondition(c *schema.Column) bool {
	if len(r.Aggregates) > 0 {
		return false
	}
	i := r.Ahead(r.Pos)
	if r.Item(i).Is(tag.Either, tag.Both) {
		i = r.Ahead(i + 1)
	}
	next := r.Item(i)
	switch {
	case r.playedBy(c, next), next.HasNumber && r.saysWhich(c):
		return true
	case next.Is(tag.Compare, tag.Between, tag.Contains, tag.Starts, tag.Ends):
		return true
	case next.Is(tag.Be, tag.Of, tag.In):
		after := r.Item(r.Ahead(i + 1))
		return next.Is(tag.Be) && after.Is(tag.Compare, tag.Between, tag.Contains, tag.Starts, tag.Ends) || after.Quoted && (next.Is(tag.Be) || !heldElsewhere(after, c)) || Holds(after, c) && !next.Is(tag.Of) || after.HasNumber && (next.Is(tag.Be) || next.Is(tag.Of) && r.saysWhich(c) && !r.Item(r.Ahead(r.Ahead(i+1)+1)).Mention()) || after.Period != nil && next.Is(tag.In) && c.Role == schema.Moment
	}
	return next.Quoted && !heldElsewhere(next, c) || Holds(next, c) || next.HasNumber && !next.Mention() && c.Type.Numeric() || next.Period != nil && c.Role == schema.Moment
}

// saysWhich says that the key that was named last was said as one, so that a number behind it is of it: "customer id 9" is one of the customers.
func (r *Run) saysWhich(c *schema.Column) bool { return c.Key() && SaysKey(r.Item(r.Pos-1)) }

// heldElsewhere says that the item is stored in other columns, and not in this one.
func heldElsewhere(it *tag.Item, c *schema.Column) bool { return len(it.Values) > 0 && !Holds(it, c) }

// Holds says whether the item may be a value of the column.
func Holds(it *tag.Item, c *schema.Column) bool {
	for i := range it.Values {
		if it.Values[i].Column == c {
			return true
		}
	}
	return false
}

// SelectColumn adds a column to what is asked for, with the aggregates that wait for it.
func (r *Run) SelectColumn(c *schema.Column) {
	if r.selectRole(c) {
		return
	}
	if len(r.Aggregates) == 0 {
		r.carryAggregate(c)
	}
	if r.OwnBesides(c) {
		r.Label(r.Subject)
	}
	r.countBeside(c)
	o := r.calculated(Operand{Column: c})
	if len(r.Aggregates) == 0 {
		r.Q.Distinct = r.Q.Distinct || r.Distinct
		r.AddItem(o)
	}
	for _, a := range r.Aggregates {
		o.Aggregate, o.Distinct = a, r.Distinct && a == Count
		r.AddItem(o)
	}
	r.Distinct, r.Aggregates = false, nil
	if r.Last == nil {
		r.Last = c.Table
	}
}

// countBeside reads "orders and revenue by country": the rows of the table that stands beside a computed measure are
// counted.
func (r *Run) countBeside(c *schema.Column) {
	if c.Metric == nil || r.Subject == nil || len(r.Q.Items) > 0 || len(r.Aggregates) > 0 || !r.Item(r.Pos-2).Is(tag.And) || len(r.Named) != 1 || r.Named[0].At != r.Pos-3 || r.Zone != Selecting {
		return
	}
	r.Counts, r.CountedTable, r.Tallies = append(r.Counts, r.Subject), r.Subject, true
	r.AddItem(Operand{Aggregate: Count})
	r.Note(Is(fCountBeside))
}

var fCountBeside = Feat("rows of a table counted beside a computed measure")

// arithmetic are words between two numbers that are calculated with.
var arithmetic = map[string]string{"times": "*", "multiplied by": "*", "*": "*", "x": "*", "minus": "-", "-": "-", "divided by": "/", "/": "/"}

// calculated reads "price times quantity": the column with the number that it is multiplied with, or the like.
func (r *Run) calculated(o Operand) Operand {
	word, i := r.Peek(0).Lower, r.Pos+1
	if word == "multiplied" || word == "divided" {
		word += " " + r.Item(i).Lower
		i++
	}
	operator := arithmetic[word]
	if operator == "" || o.Column.Role != schema.Measure && !o.Column.Numeric || BestMeasure(r.Item(i)) == nil {
		return o
	}
	from := r.Pos
	right := r.ColumnAt(i)
	for k := from; k < i; k++ {
		r.Used[k] = true
	}
	o.Operator, o.Right = operator, &Operand{Column: right}
	r.Note(Is(fCalculated))
	return o
}

var fCalculated = Feat("two columns are calculated with")

var (
	fCarryOn     = Feat("and a column after an aggregate: the aggregate goes on")
	fCarryNot    = Feat("and a column after an aggregate: the column itself")
	fCarryNumber = Feat("and a column after an aggregate: it goes on to a measure")
	fCarryTable  = Feat("and a column after an aggregate: it goes on in the same table")
	fCarryKey    = Feat("and a column after an aggregate: it goes on to a key")
)

// carryAggregate lets "average height and weight" average both.
func (r *Run) carryAggregate(c *schema.Column) {
	n := len(r.Q.Items)
	if n == 0 || r.Q.Items[n-1].Column == nil || r.Q.Items[n-1].Aggregate <= Count || !r.Item(r.Pos-2).Is(tag.And, tag.Comma) || !c.Type.Numeric() && !c.Numeric {
		return
	}
	last := r.Q.Items[n-1]
	r.Choice()
	r.Option(Is(fCarryOn), When(fCarryNumber, c.Role == schema.Measure), When(fCarryTable, last.Column.Table == c.Table), When(fCarryKey, c.Key()))
	r.Option(Is(fCarryNot))
	if r.Pick() == 0 {
		r.Aggregates = append(r.Aggregates, last.Aggregate)
	}
}

// AddItem adds to what is asked for, once.
func (r *Run) AddItem(o Operand) {
	for _, other := range r.Q.Items {
		if other == o || o.Column != nil && o.Column.Metric != nil && sameMetric(other.Column, o.Column) {
			return
		}
	}
	r.Q.Items = append(r.Q.Items, o)
}

// sameMetric says that two computed measures are one under two names.
func sameMetric(a, b *schema.Column) bool {
	return a != nil && a.Metric != nil && a.Metric.Expression.Equal(b.Metric.Expression)
}

// TableOf is the column's table; nil for no column.
func TableOf(c *schema.Column) *schema.Table {
	if c == nil {
		return nil
	}
	return c.Table
}
