package engine

import (
	"slices"
	"strings"

	"parley/workflow/engine/english"
	"parley/workflow/schema"
)

// This file reads extremes: "highest", "the three oldest", "founded the earliest".

var (
	fExtremeAggregate = feat("extreme: the value itself")
	fExtremeOrder     = feat("extreme: the row that has it")
	fExtremeFirst     = feat("extreme value: nothing asked for before")
	fExtremeWith      = feat("extreme value: after with, has")
	fExtremeSubject   = feat("extreme value: the subject is known")
	fExtremeOf        = feat("extreme value: before of, for, in")
	fExtremeCond      = feat("extreme value: in a condition")
	fExtremeAgg       = feat("extreme value: of an aggregate")
	fExtremeEach      = feat("extreme value: each or per is said")
	fExtremeMore      = feat("extreme value: beside another aggregate")
)

// superlative reads "highest price", "oldest student", "three most recent orders".
func (r *run) superlative(it *Item) {
	cue := it.Cue
	before := r.before()
	at := r.pos
	r.take()
	if r.bestUnit(cue) || r.bestFirst(cue) || r.adverb(cue, at) {
		return
	}
	if n := r.peek(0); n.HasNumber && !n.Mention() && r.limit == 0 && n.Number >= 1 && n.Number < 1000 && len(r.peek(1).Matches) > 0 {
		r.limit = int(n.Number)
		r.take()
	}
	a, i := r.extremeAggregate()
	if a == count {
		r.extremeCount(i, cue.Desc)
		return
	}
	if r.pairedExtreme(cue) {
		return
	}
	column := (*schema.Column)(nil)
	turned := false
	if star := len(cue.Dimension) > 0 && cue.Dimension[0] == "*"; star || a != none {
		column = r.extremeColumn(i, a)
	}
	direct := column != nil
	if column == nil {
		column, turned = r.dimensionOf(cue.Dimension)
	}
	if column == nil {
		column, turned = r.extremeMoment(cue.Dimension)
	}
	if column == nil && english.Sized[strings.TrimPrefix(it.Lower, "the ")] {
		column = r.extremeAmount()
	}
	if column == nil {
		r.extremeRows()
		return
	}
	if strings.Contains(it.Lower, "selling") {
		r.selling(column, cue.Desc)
		return
	}
	if direct && r.extremeValue(before, column, a, cue.Desc) {
		return
	}
	if direct && a == none && r.extremeList() {
		r.addItem(operand{column: column})
	}
	r.orderBy(operand{column: column, aggregate: a}, cue.Desc != turned, r.takeLimit(r.several()))
}

// severalRows is how many rows "our biggest payments" are, where no number is said.
const severalRows = 10

// degree reads "expensive products": all of them in that order, for nobody said where they end. Elsewhere such a word has no part.
func (r *run) degree(it *Item) {
	at := r.pos
	r.take()
	next := r.item(r.ahead(r.pos))
	if t, score := next.BestTable(); t == nil || score < strongName || r.zone != selecting || len(r.q.orders) > 0 {
		r.ignored = append(r.ignored, at)
		return
	}
	column, turned := r.dimensionOf(it.Cue.Dimension)
	if column == nil {
		r.ignored = append(r.ignored, at)
		return
	}
	r.orderBy(operand{column: column}, it.Cue.Desc != turned, 0)
}

// several is how many rows an extreme keeps of what is named next: one, or some of things in the plural where people work with the
// database.
func (r *run) several() int {
	it := r.item(r.ahead(r.pos))
	if t, score := it.BestTable(); t != nil && score >= strongName && plural(it) && r.zone == selecting && r.index.InUse() {
		return severalRows
	}
	return 1
}

// adverb reads an extreme that follows what it measures: "founded the earliest", "launched most recently".
func (r *run) adverb(cue Cue, at int) bool {
	said := r.item(at - 1)
	if at == 0 || r.pos < len(r.items) && !r.peek(0).Is(Stop, Comma, And, Relative) || !said.Mention() || !r.used[at-1] {
		return false
	}
	var c *schema.Column
	n := len(r.q.items)
	switch {
	case r.pending != nil && r.pending.aggregate == none:
		c, r.pending = r.pending.column, nil
	case n > 0 && r.q.items[n-1].aggregate == none && names(said, r.q.items[n-1].column):
		if c = r.q.items[n-1].column; r.item(at-2).Is(Be, Have) {
			r.q.items = r.q.items[:n-1]
		}
	}
	if c == nil || c.Role != schema.Moment && c.Role != schema.Measure {
		return false
	}
	turned := slices.ContainsFunc(cue.Dimension, func(w string) bool { return w[0] == '-' && c.Has(w[1:]) })
	r.orderBy(operand{column: c}, cue.Desc != turned, r.takeLimit(1))
	return true
}

// bestUnit reads "the busiest day", "the best month": the unit of time with the most.
func (r *run) bestUnit(cue Cue) bool {
	it := r.item(r.ahead(r.pos))
	unit := Unit(it.Lower)
	if it.Is(Grain) {
		unit = it.Cue.Operator
	}
	if unit == "" || it.Mention() {
		return false
	}
	r.paces = append(r.paces, unit)
	r.pos = r.ahead(r.pos) + 1
	r.best, r.topDesc = true, cue.Desc
	if r.limit == 0 {
		r.limit = 1
	}
	return true
}

// bestFirst reads "best first", "most first" after what is asked for: an order by the measure, of all rows.
func (r *run) bestFirst(cue Cue) bool {
	if r.peek(0).Lower != "first" || r.pos+1 < len(r.items) && !r.peek(1).Is(Stop, Comma) {
		return false
	}
	up := cue.Desc || cue.Kind == Most || cue.Kind == Common
	r.take()
	for i := len(r.q.items) - 1; i >= 0; i-- {
		if o := r.q.items[i]; o.aggregate != none || o.column != nil && o.column.Role == schema.Measure {
			r.q.orders = append(r.q.orders, ordering{o, up})
			return true
		}
	}
	if c, turned := r.dimensionOf(cue.Dimension); c != nil {
		r.orderBy(operand{column: c}, up != turned, 0)
		return true
	}
	r.sortCount, r.sortDesc = true, up
	return true
}

// selling sorts the rows of the subject by how much of each was sold, one or all of them.
func (r *run) selling(c *schema.Column, desc bool) {
	for _, m := range r.index.Metrics() {
		for _, q := range m.Table.Columns {
			if q.Has("quantity") && q.Type.Numeric() && (r.subject == nil || r.index.Graph.Distance(m.Table, r.subject) >= 0) {
				c = q
			}
		}
	}
	one := 1
	if plural(r.item(r.ahead(r.pos))) {
		one = 0
	}
	r.orderBy(operand{column: c, aggregate: sum}, desc, r.takeLimit(one))
	r.sold = true
}

// extremeMoment is the default date of the table named next, else of the subject, for words of age: "the oldest order".
func (r *run) extremeMoment(words []string) (c *schema.Column, turned bool) {
	at := slices.IndexFunc(words, func(w string) bool { return w == "date" || w == "-date" })
	if at < 0 {
		return nil, false
	}
	t, s := r.item(r.ahead(r.pos)).BestTable()
	if t == nil || s < 0.6 {
		t = r.subject
	}
	if t == nil || t.Moment == nil {
		return nil, false
	}
	r.note(is(fExtremeMoment))
	return t.Moment, words[at] == "-date"
}

var fExtremeMoment = feat("extreme: of the default date of the table")

var fExtremeAmount = feat("extreme: of the amount of the table")

// extremeAmount is the amount of the table named next, for "the highest payment".
func (r *run) extremeAmount() *schema.Column {
	t, s := r.item(r.ahead(r.pos)).BestTable()
	if t == nil || s < 0.8 {
		return nil
	}
	r.note(is(fExtremeAmount))
	return principal(t)
}

var (
	fListValues  = feat("several extremes: the values themselves")
	fListRows    = feat("several extremes: the rows that have them")
	fListSubject = feat("several extremes: the rows that have them, the subject is known")
)

// extremeList decides whether "the three highest prices" asks for prices.
func (r *run) extremeList() bool {
	if r.limit < 2 || r.zone != selecting || len(r.q.items) > 0 {
		return false
	}
	r.choice()
	r.option(is(fListValues))
	r.option(is(fListRows), when(fListSubject, r.subject != nil))
	return r.pick() == 0
}

// extremeAggregate reads an aggregate inside an extreme ("highest average price", "largest total number of") and gives
// where its column is looked for.
func (r *run) extremeAggregate() (aggregate, int) {
	i := r.ahead(r.pos)
	if k := r.item(i); k.Is(Average, Sum, Count) {
		if k.Is(Sum) && r.item(r.ahead(i+1)).Is(Count) {
			i = r.ahead(i + 1)
		}
		r.pos = i + 1
		return aggregateOf(r.item(i).Cue.Kind), r.ahead(i + 1)
	}
	return none, i
}

func aggregateOf(k Kind) aggregate {
	switch k {
	case Sum:
		return sum
	case Average:
		return average
	case Maximum:
		return maximum
	case Minimum:
		return minimum
	case Count:
		return count
	}
	return none
}

// numberAhead says that a numeric column is named next.
func (r *run) numberAhead() bool {
	c, s := r.item(r.ahead(r.pos)).BestColumn()
	return c != nil && s > 0.6 && c.Role == schema.Measure
}

func extremeOf(desc bool) aggregate {
	if desc {
		return maximum
	}
	return minimum
}

// pairedExtreme reads "the highest and lowest price": aggregates that wait for their column.
func (r *run) pairedExtreme(cue Cue) bool {
	i := r.ahead(r.pos)
	j := r.ahead(i + 1)
	a := extremeOf(cue.Desc)
	waiting := len(r.aggregates) > 0 && r.zone == selecting
	if !waiting && (!r.item(i).Is(And, Comma) || !r.item(j).Is(Superlative, Maximum, Minimum, Average, Sum)) || r.zone != selecting {
		return false
	}
	r.aggregates = append(r.aggregates, a)
	return true
}

// extremeColumn is the column named at i, within the same phrase.
func (r *run) extremeColumn(i int, a aggregate) *schema.Column {
	it := r.item(i)
	for it.Is(Of, Different) {
		i = r.ahead(i + 1)
		it = r.item(i)
	}
	if t, s := it.BestTable(); t != nil {
		if c, cs := it.BestColumn(); c == nil || s > cs || a == none && s == cs && t == r.subject {
			return nil
		}
	}
	if c, s := it.BestColumn(); c == nil || s < 0.5 {
		return nil
	}
	aggregates := r.aggregates
	if a == none {
		r.aggregates = append(r.aggregates, maximum)
	}
	c := r.columnAt(i)
	r.aggregates = aggregates
	return c
}

// dimensionOf chooses by the adjective's own words.
func (r *run) dimensionOf(words []string) (*schema.Column, bool) {
	if words = unstarred(words); len(words) == 0 {
		return nil, false
	}
	next := r.item(r.ahead(r.pos))
	if t, s := next.BestTable(); t != nil && s > 0.8 && r.subject == nil {
		last := r.last
		r.last = t
		defer func() { r.last = last }()
	}
	return r.dimension(words)
}

// extremeValue decides whether an extreme asks for the value ("the highest salary of …") or the row that has it.
func (r *run) extremeValue(before *Item, c *schema.Column, a aggregate, desc bool) bool {
	if r.zone != selecting || r.limit > 0 {
		return false
	}
	next := r.item(r.ahead(r.pos))
	r.choice()
	r.option(is(fExtremeAggregate), when(fExtremeFirst, len(r.q.items) == 0 && r.subject == nil), when(fExtremeWith, before.Is(With, Have, Relative)),
		when(fExtremeSubject, r.subject != nil), when(fExtremeOf, next.Is(Of, In, Each)), when(fExtremeCond, len(r.q.filters) > 0), when(fExtremeAgg, a != none),
		when(fExtremeMore, r.q.aggregates()), when(fExtremeEach, r.facts.each))
	r.option(is(fExtremeOrder))
	if r.pick() != 0 {
		return false
	}
	r.q.items = append(r.q.items, operand{column: c, aggregate: extremeOf(desc)})
	return true
}

// extremeCount reads "the highest number of orders".
func (r *run) extremeCount(i int, desc bool) {
	r.pos = i
	r.mostOf(Cue{Kind: Most, Desc: desc})
}

// extremeRows reads an extreme whose measure the schema lacks: by the number of rows.
func (r *run) extremeRows() { r.ignored = append(r.ignored, r.pos-1) }
