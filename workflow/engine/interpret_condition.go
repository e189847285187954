package engine

import (
	"slices"
	"time"

	"parley/workflow/schema"
)

// This file reads conditions: values, comparisons, text matches, dates.

// await makes a column wait for its comparison, with the aggregate that was said before it.
func (r *run) await(c *schema.Column) {
	o := operand{column: c}
	if len(r.aggregates) > 0 {
		o.aggregate, o.distinct = r.aggregates[0], r.distinct && r.aggregates[0] == count
		r.aggregates, r.distinct = nil, false
	}
	r.pending, r.pendingNot = &o, r.negated
}

// waits says that the column is the one that waits for its comparison.
func (r *run) waits(c *schema.Column) bool {
	return r.pending != nil && r.pending.column == c && r.pending.aggregate == none
}

// measures says that an aggregate of numbers waits for its column.
func (r *run) measures() bool { return len(r.aggregates) > 0 && r.aggregates[0] != count }

// sums says that a sum or an average waits for its column.
func (r *run) sums() bool {
	return len(r.aggregates) > 0 && (r.aggregates[0] == sum || r.aggregates[0] == average)
}

var (
	fFlushSelect  = feat("column without comparison: asked for")
	fFlushIgnore  = feat("column without comparison: left out")
	fFlushPresent = feat("column without comparison: present")
	fFlushItems   = feat("column without comparison: asked for, nothing else is")
	fFlushUndated = feat("column without comparison: a date that is missing, after a negation")
	fFlushNegated = feat("column without comparison: missing, after a negation")
)

// flush decides what a column in a condition is for when no comparison came: asked for after all, or only said.
func (r *run) flush() {
	o := r.pending
	if o == nil {
		return
	}
	r.pending = nil
	if o.column == nil {
		return
	}
	r.choice()
	r.option(is(fFlushSelect), when(fFlushItems, len(r.q.items) == 0))
	r.option(is(fFlushIgnore))
	if o.aggregate == none {
		r.option(is(fFlushPresent), when(fFlushNegated, r.negated && r.pendingNot), when(fFlushUndated, r.negated && r.pendingNot && o.column.Role == schema.Moment))
	}
	switch r.pick() {
	case 0:
		if len(r.q.items) == 0 && r.subject != nil && o.column.Table != r.subject && o.aggregate == none && !r.both && !r.item(0).Is(Ask, Who, When, Where, How) {
			r.q.items = append(r.q.items, operand{star: true, table: r.subject})
		}
		r.addItem(*o)
	case 1:
		r.q.need(o.column.Table)
	case 2:
		op := "not null"
		if r.negated && r.pendingNot {
			op, r.negated = "null", false
		}
		r.add(&filter{left: *o, operator: op})
	}
}

// add puts a condition where it belongs: the query of what must be absent, the groups, or the rows.
func (r *run) add(f *filter) {
	f.or, r.or = r.or, false
	q := r.q
	if r.sub != nil && f.left.column != nil && f.sub == nil && (r.inner || f.left.column.Table != r.subject) {
		q = r.sub
		f.or = f.or && len(q.filters) > 0
	}
	if f.left.aggregate != none {
		q.having = append(q.having, f)
		r.tally(nil)
		return
	}
	f.or = f.or && len(q.filters) > 0
	if f.sub == nil && slices.ContainsFunc(q.filters, func(o *filter) bool { return o.sub == nil && o.same(f) }) {
		return
	}
	if !f.or { // what is compared is there
		q.filters = slices.DeleteFunc(q.filters, func(o *filter) bool { return o.operator == "not null" && o.left == f.left })
	}
	q.filters = append(q.filters, f)
}

// same says that two conditions compare one column with one value in the same way.
func (f *filter) same(o *filter) bool {
	return f.left == o.left && f.operator == o.operator && f.right == nil && o.right == nil && slices.Equal(f.values, o.values)
}

var (
	fSameOr       = feat("two values of a column: either")
	fSameBoth     = feat("two values of a column: both")
	fSameBothSaid = feat("two values of a column: both, and both was said")
	fSameOrAnd    = feat("two values of a column: either, after and")
	fAwayNot      = feat("not a value of another table: no such row at all")
	fAwayUnequal  = feat("not a value of another table: a row that differs")
)

// value acts on a value that was named: a condition on its column.
func (r *run) value(it *Item, v *schema.ValueMatch) {
	r.pos++
	if r.text != "" {
		r.textMatch(it.Text)
		return
	}
	if r.pending != nil && !r.waits(v.Column) {
		r.flush()
	}
	r.pending = nil
	r.tell(r.pos-1, v.Column, nil)
	r.skipNames(v.Column)
	r.equal(v.Column, v.Value)
}

// skipNames passes over the column's own name after its value: "the status active state".
func (r *run) skipNames(c *schema.Column) {
	next := r.peek(0)
	if names(next, c) && next.Matches[0].Score() < 1.01 && !holds(r.peek(1), c) {
		if t, s := next.BestTable(); t == nil || s < 0.9 {
			r.take(1)
		}
	}
}

// equal adds column = value, turned by what waits: a negation, an alternative, a pair of both.
func (r *run) equal(c *schema.Column, value any) {
	f := &filter{left: operand{column: c}, operator: "=", values: []any{value}}
	if r.negated {
		r.negated = false
		r.unequal(f)
		return
	}
	if last := r.sameColumn(c); last != nil && r.versus {
		r.or = true
	} else if last != nil && !r.or {
		r.choice()
		r.option(is(fSameOr), when(fSameOrAnd, !r.both))
		r.option(is(fSameBoth), when(fSameBothSaid, r.both))
		if r.pick() == 0 {
			r.or = true
		} else {
			last.both, f.both = true, true
		}
	}
	r.add(f)
}

// sameColumn is the last condition when it compares the column with another value.
func (r *run) sameColumn(c *schema.Column) *filter {
	q := r.q
	if r.sub != nil {
		q = r.sub
	}
	if n := len(q.filters); n > 0 && q.filters[n-1].left.column == c && q.filters[n-1].operator == "=" {
		return q.filters[n-1]
	}
	return nil
}

// unequal adds a condition that was negated. A value of a table apart from the subject may mean that no row has it, or
// that some row has another one.
func (r *run) unequal(f *filter) {
	c := f.left.column
	if r.subject != nil && c.Table != r.subject && r.sub == nil {
		r.choice()
		r.option(is(fAwayNot))
		r.option(is(fAwayUnequal))
		if r.pick() == 0 {
			r.absent(c.Table)
			r.add(f)
			return
		}
	}
	f.operator = "<>"
	if r.sub == nil && r.exceptChoice(f) {
		return
	}
	r.add(f)
}

var (
	fExceptSet   = feat("not a value: the difference of two sets")
	fExceptAgain = feat("not a value: the difference of two sets, after another value of its column")
	fExceptLabel = feat("not a value: the difference of two sets, of names")
	fExceptRow   = feat("not a value: of the same row")
)

// exceptChoice reads "in French but not in German", which no row contradicts, as the difference of two sets.
func (r *run) exceptChoice(f *filter) bool {
	n := len(r.q.filters)
	again := n > 0 && r.q.filters[n-1].left.column == f.left.column && r.q.filters[n-1].operator == "="
	if len(r.q.items) == 0 || r.q.items[0].column == nil || r.q.items[0].column.Key() || r.q.items[0].column == f.left.column {
		return false
	}
	r.choice()
	r.option(is(fExceptSet), when(fExceptAgain, again), when(fExceptLabel, r.q.items[0].column.Role == schema.Label))
	r.option(is(fExceptRow))
	if r.pick() != 0 {
		return false
	}
	f.operator, f.except = "=", true
	r.q.filters = append(r.q.filters, f)
	return true
}

// comparison reads a comparing cue with its right side, and finds its left side.
func (r *run) comparison(it *Item) {
	cue := it.Cue
	if follows := r.item(r.ahead(r.pos + 1)); cue.Kind == AtLeast && (follows.HasNumber || follows.Period != nil || follows.Quoted) {
		r.alternative(&cue)
	}
	if cue.Kind == AtLeast || cue.Kind == Than {
		r.take(1)
		return
	}
	r.goesOn = r.item(r.pos-1).Is(Or, And, Comma, But)
	r.take(1)
	if r.negated {
		r.negated, cue.Operator = false, opposite(cue.Operator)
	}
	if it.Lower == "more" || it.Lower == "fewer" || it.Lower == "less" {
		if next := r.peek(0); len(next.Matches) > 0 && !r.thanFollows() && r.item(0).Is(Ask, Who) {
			r.mostOf(Cue{Kind: Most, Desc: it.Lower == "more"})
			return
		}
	}
	i := r.ahead(r.pos)
	for r.item(i).Is(Than) || r.item(i).Is(In) && cue.Kind == Between {
		i = r.ahead(i + 1)
	}
	if after := r.item(r.ahead(i + 1)); after.HasNumber && r.pending == nil && !r.item(i).HasNumber && cue.Kind == Compare {
		if c, s := r.item(i).BestColumn(); c != nil && s > 0.5 {
			r.await(r.columnAt(i))
			i = r.ahead(r.pos)
		}
	}
	if c, s := r.item(i).BestColumn(); c != nil && s > 0.5 && r.pending == nil && cue.Kind == Compare && r.item(r.ahead(i+1)).Is(Than) {
		r.await(r.columnAt(i))
		i = r.ahead(r.ahead(r.pos) + 1)
	}
	if cue.Kind == Compare && r.pending == nil && r.item(i).Is(Sum, Average, Maximum, Minimum) && r.item(r.ahead(r.ahead(i+1)+1)).Is(Than) {
		a := aggregateOf(r.item(i).Cue.Kind)
		if c := r.columnAt(r.ahead(i + 1)); c != nil {
			r.used[i] = true
			r.aggregates = append(r.aggregates, a)
			r.await(c)
			i = r.ahead(r.ahead(r.pos) + 1)
		}
	}
	switch next := r.item(i); {
	case cue.Kind == Between:
		r.between(i)
	case next.Period != nil && !next.HasNumber:
		r.pos = i
		r.comparePeriod(cue, next)
	case next.HasNumber:
		r.compareNumber(cue, i)
	case next.Is(Average, Maximum, Minimum, Sum):
		r.compareAggregate(cue, i)
	case next.Quoted, next.Plain() && isDigit(next.Lower[0]):
		r.pos = i + 1
		if o := r.leftSide(cue); o != nil {
			r.add(&filter{left: *o, operator: cue.Operator, values: []any{next.Text}, literal: true})
		}
	case cue.Kind == Compare && cue.Operator != "=" && cue.Operator != "<>" && r.compareOthers(cue, i):
	case cue.Operator == "=" || cue.Operator == "<>":
		r.negated = cue.Operator == "<>"
	case len(next.Matches) > 0:
		r.compareColumns(cue, i)
	}
}

// thanFollows says that a "than" or a number follows.
func (r *run) thanFollows() bool {
	return slices.ContainsFunc(r.items[r.pos:], func(it Item) bool { return it.Is(Than) || it.HasNumber })
}

// alternative reads "or after 2010" as a comparison of its own, with the column compared last.
func (r *run) alternative(cue *Cue) {
	cue.Kind, cue.Operator = Compare, cue.Operator[:1]
	if n := len(r.q.filters); n > 0 && r.pending == nil {
		o := r.q.filters[n-1].left
		r.pending = &o
	}
	r.or = true
}

func opposite(op string) string {
	switch op {
	case ">":
		return "<="
	case "<":
		return ">="
	case ">=":
		return "<"
	case "<=":
		return ">"
	case "=":
		return "<>"
	}
	return op
}

// compareNumber reads "more than 5", "at least 3 courses", "over 1,000 members".
func (r *run) compareNumber(cue Cue, i int) {
	n := r.item(i)
	value := Figure(n.Number)
	r.used[i] = true
	r.pos = i + 1
	r.units()
	if after := r.peek(0); after.Is(AtLeast) && !r.item(r.ahead(r.pos+1)).HasNumber {
		cue.Operator = after.Cue.Operator
		r.take(1)
	}
	if word := n.Lower; (r.pending == nil || r.pending.column != nil && r.pending.column.Role != schema.Measure) && (word == "once" || word == "twice" || r.item(r.pos-1).Lower == "times" || r.pending == nil && r.peek(0).Is(Information) && !r.peek(0).Mention()) {
		r.flush()
		r.tally(nil)
		r.q.having = append(r.q.having, &filter{left: operand{aggregate: count}, operator: cue.Operator, values: []any{value}})
		return
	}
	if r.pending == nil {
		if r.countedCondition(cue.Operator, value, len(cue.Dimension) > 0) {
			return
		}
	}
	unit := r.item(r.pos - 1).Lower
	if o := r.leftSide(cue); o != nil {
		value = Figure(n.Number * conversion(unit, n.Number, o.column))
		r.add(&filter{left: *o, operator: cue.Operator, values: []any{r.typed(o, n, value)}, literal: true})
	}
}

// seconds are units of time in seconds, by the singular.
var seconds = map[string]float64{"millisecond": 0.001, "second": 1, "minute": 60, "hour": 3600}

// conversion is the factor from the unit that was said to the one that the column's name says: "5 minutes" against
// milliseconds.
func conversion(unit string, number float64, c *schema.Column) float64 {
	said := seconds[schema.Lemma(unit)]
	if said == 0 || c == nil {
		return 1
	}
	for _, w := range c.Words {
		if kept := seconds[w]; kept != 0 {
			return said / kept
		}
	}
	if !c.Numeric || number >= c.Low {
		return 1
	}
	for _, kept := range []float64{60, 1, 3600} { // the values tell the unit: a film of 180 is one of minutes
		if n := number * said / kept; n >= c.Low && n <= c.High {
			return said / kept
		}
	}
	return 1
}

// typed gives a number the form in which the column holds it: a year of a moment that is text stays text.
func (r *run) typed(o *operand, n *Item, value any) any {
	if o.column == nil || o.aggregate != none {
		return value
	}
	if v, ok := value.(int64); ok && o.column.Type.Temporal() && v >= 1000 && v <= 2200 {
		return time.Date(int(v), 1, 1, 0, 0, 0, 0, time.UTC)
	}
	for _, m := range n.Values {
		if m.Column == o.column {
			return m.Value
		}
	}
	return value
}

// units passes over a unit of measure after a number: "5 hours", "100 dollars".
func (r *run) units() {
	if units[r.peek(0).Lower] && len(r.peek(0).Matches) == 0 {
		r.take(1)
	}
}

// units of measure of general English.
var units = map[string]bool{
	"dollars": true, "dollar": true, "usd": true, "euros": true, "hours": true, "hour": true, "minutes": true, "seconds": true,
	"meters": true, "metres": true, "feet": true, "miles": true, "kilometers": true, "km": true, "kg": true, "pounds": true,
	"percent": true, "%": true, "years": true, "days": true, "weeks": true, "months": true, "times": true, "cm": true,
	"inches": true, "points": true, "degrees": true, "ms": true, "milliseconds": true, "year": true, "mph": true, "m": true,
}

var (
	fHavingCount  = feat("number and table: so many rows")
	fHavingColumn = feat("number and column: the column compares")
	fHavingScore  = feat("number and column: score of the match")
	fHavingTable  = feat("number and table: score of the match")
	fHavingNum    = feat("number and column: numeric")
	fHavingKey    = feat("number and column: a key")
	fHavingForce  = feat("number and column: of a table in force")
	fHavingDim    = feat("number and table: the comparison measures something")
	fHavingValues = feat("number and column: so many different values")
)

// countedCondition reads what follows a compared number as its left side: a table ("at least two orders") asks for so
// many rows, a column ("more than 100 members") compares.
func (r *run) countedCondition(op string, value any, dimension bool) bool {
	at := r.ahead(r.pos)
	for r.item(at).Is(Of, Different) {
		at = r.ahead(at + 1)
	}
	next := r.item(at)
	if len(next.Matches) == 0 {
		return false
	}
	list := r.columnsOrTables(next)
	r.choice()
	for _, m := range list {
		if m.Column == nil {
			r.option(is(fHavingCount), by(fHavingTable, m.Score()), when(fHavingDim, dimension), by(fTableFar, float64(max(r.reach(m.Table), 0))))
			continue
		}
		number := m.Column.Type.Numeric() || m.Column.Numeric
		r.option(when(fHavingColumn, number), when(fHavingValues, !number), by(fHavingScore, m.Score()), when(fHavingNum, number && m.Column.Role == schema.Measure),
			when(fHavingKey, m.Column.Key()), when(fHavingForce, r.reach(m.Table) == 0), by(fColumnFar, float64(max(r.reach(m.Table), 0))))
	}
	r.option(when(fHavingDim, !dimension))
	at2 := r.pick()
	if at2 == len(list) {
		return false
	}
	r.used[at] = true
	r.pos = at + 1
	m := list[at2]
	switch {
	case m.Column == nil:
		r.tally(m.Table)
		r.q.having = append(r.q.having, &filter{left: operand{aggregate: count}, operator: op, values: []any{value}})
	case m.Column.Type.Numeric() || m.Column.Numeric:
		r.add(&filter{left: operand{column: m.Column}, operator: op, values: []any{value}, literal: true})
	default:
		r.tally(m.Table)
		r.q.having = append(r.q.having, &filter{left: operand{aggregate: count}, operator: op, values: []any{value}})
	}
	return true
}

// columnsOrTables are the candidates of an item without values.
func (r *run) columnsOrTables(it *Item) []*schema.Match {
	var out []*schema.Match
	for _, c := range r.candidates(it) {
		if c.match != nil {
			out = append(out, c.match)
		}
	}
	return out
}

// leftSide finds what a comparison compares: the column that waits, else what the comparing word measures, else a
// numeric column that was asked for just before.
func (r *run) leftSide(cue Cue) *operand {
	dated := len(cue.Dimension) > 0 && cue.Dimension[0] == "date"
	if dated && r.pending != nil && r.pending.column != nil && r.pending.column.Role == schema.Measure {
		r.flush()
	}
	if r.pending != nil {
		o := r.pending
		r.pending = nil
		return o
	}
	if words := append(slices.Clone(r.measure), unstarred(cue.Dimension)...); len(words) > 0 {
		r.measure = nil
		if c, _ := r.dimension(words); c != nil {
			return &operand{column: c, aggregate: r.firstAggregate()}
		}
		if dated {
			if c := r.momentColumn(); c != nil {
				return &operand{column: c}
			}
		}
	}
	if next := r.item(r.ahead(r.pos)); next.Is(In, Of) {
		if c := r.columnAt(r.ahead(r.ahead(r.pos) + 1)); c != nil {
			return &operand{column: c}
		}
	}
	if n := len(r.q.filters); r.goesOn && n > 0 && r.q.filters[n-1].bounds() {
		o := r.q.filters[n-1].left
		return &o
	}
	if o := r.lastNumber(); o != nil {
		return o
	}
	if c, _ := r.dimension([]string{"age", "number", "amount", "total", "price", "score", "size"}); c != nil && c.Role == schema.Measure {
		return &operand{column: c}
	}
	return nil
}

// bounds says that the condition compares a column with a figure, upwards or downwards.
func (f *filter) bounds() bool {
	return len(f.values) > 0 && f.left.column != nil && (f.operator[0] == '<' || f.operator[0] == '>') && f.operator != "<>"
}

// unstarred leaves out the star, which stands for a column that is named.
func unstarred(words []string) []string {
	if len(words) > 0 && words[0] == "*" {
		return words[1:]
	}
	return words
}

func (r *run) firstAggregate() aggregate {
	if len(r.aggregates) == 0 {
		return none
	}
	a := r.aggregates[0]
	r.aggregates = nil
	return a
}

// lastNumber is the column asked for last, taken back from the list when it is a number and something else stays.
func (r *run) lastNumber() *operand {
	n := len(r.q.items)
	if n == 0 || r.q.items[n-1].column == nil || !r.q.items[n-1].column.Type.Numeric() {
		return nil
	}
	o := r.q.items[n-1]
	if n > 1 {
		r.q.items = r.q.items[:n-1]
	}
	return &o
}

// columnAt chooses the column that the item at i names, and moves past it; nil when it names none.
func (r *run) columnAt(i int) *schema.Column {
	it := r.item(i)
	var list []*schema.Match
	for _, m := range r.columnsOrTables(it) {
		if m.Column != nil {
			list = append(list, m)
		}
	}
	if len(list) == 0 {
		return nil
	}
	pos := r.pos
	r.pos = i
	r.choice()
	for _, m := range list {
		r.describeColumn(it, m)
	}
	at := r.pick()
	r.used[i] = true
	r.pos = max(pos, i+1)
	return list[at].Column
}

// between reads "between 10 and 20".
func (r *run) between(i int) {
	j := r.ahead(i + 1)
	for r.item(j).Is(And, In) || r.item(j).Lower == "to" {
		j = r.ahead(j + 1)
	}
	if r.daysBetween(i, j) {
		return
	}
	low, high := r.item(i), r.item(j)
	if !bound(low) || !bound(high) {
		return
	}
	r.used[i], r.used[j] = true, true
	r.pos = j + 1
	r.units()
	o := r.leftSide(Cue{Dimension: periodDimension(low, high)})
	if o == nil {
		o = r.columnAfter()
	}
	if o != nil && r.years(o, low, high) {
		return
	}
	if o != nil {
		r.add(&filter{left: *o, operator: "between", values: []any{r.boundOf(o, low), r.boundOf(o, high)}, literal: true})
	}
}

// years reads "between 2009 and 2011" on dates: from the first day of the one to the last day of the other.
func (r *run) years(o *operand, low, high *Item) bool {
	c := o.column
	if c == nil || c.Role != schema.Moment || c.Year || c.Type.Numeric() || low.Period != nil || high.Period != nil ||
		low.Number < 1000 || high.Number > 2200 {
		return false
	}
	from := time.Date(int(low.Number), 1, 1, 0, 0, 0, 0, time.UTC)
	to := time.Date(int(high.Number)+1, 1, 1, 0, 0, 0, 0, time.UTC)
	r.within(o, &Period{From: from, To: to, Grain: "year"})
	return true
}

func (r *run) columnAfter() *operand {
	if c := r.columnAt(r.ahead(r.pos)); c != nil {
		return &operand{column: c}
	}
	return nil
}

func bound(it *Item) bool { return it.HasNumber || it.Quoted || it.Period != nil || len(it.Values) > 0 }

func periodDimension(low, high *Item) []string {
	year := func(it *Item) bool { return it.Number >= 1000 && it.Number <= 2200 }
	if low.Period != nil || year(low) && year(high) {
		return []string{"date", "year", "time"}
	}
	return nil
}

func (r *run) boundOf(o *operand, it *Item) any {
	for _, m := range it.Values {
		if m.Column == o.column {
			return m.Value
		}
	}
	switch {
	case it.Period != nil:
		return it.Period.From
	case it.HasNumber:
		return r.typed(o, it, Figure(it.Number))
	}
	return it.Text
}
