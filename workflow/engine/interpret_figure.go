package engine

import (
	"parley/db"
	"parley/workflow/engine/english"
	"slices"
	"strings"
	"time"

	grammar "parley/workflow/engine/phrase"
	"parley/workflow/schema"
)

// This file reads numbers, names and dates that stand without a comparison.

var (
	fFigureYear    = feat("bare number: a year")
	fFigureYearCol = feat("bare number: a year column")
	fFigureMoment  = feat("bare number: the year of a date")
	fFigureForce   = feat("bare number: column of a table in force")
	fFigureFar     = feat("bare number: joins away")
	fFigureCount   = feat("bare number: so many rows of a table")
	fFigureKey     = feat("bare number: a key of the table named last")
	fFigureLabel   = feat("bare number: a name of the table named last")
	fFigureOther   = feat("bare number: other column of the table named last")
	fFigureSkip    = feat("bare number: left out")
	fFigureValue   = feat("bare number: a stored value")
	fFigureAgain   = feat("bare number: a further value of the column compared last")
	fFigureLimit   = feat("bare number: so many rows are wanted")
	fFigureExtreme = feat("bare number: so many rows are wanted, an extreme follows")
	fFigureMeasure = feat("bare number: a measure, after of")
	fFigureItems   = feat("bare number: column of a table that something is asked from")
	fFigureMany    = feat("bare number: column of a table that refers to one in force")
	fFigureSide    = feat("bare number: a year beside another")
	fFigureOutside = feat("bare number: outside the numbers of the column")
)

// figure reads a number: the limit of an order, the value of the column that waits, a count of rows, a year.
func (r *run) figure(it *Item) {
	next := r.item(r.ahead(r.pos + 1))
	switch {
	case grammar.SaysTimes(it.Lower) && !next.Is(AtLeast):
		r.ignored = append(r.ignored, r.pos) // how often something was is no number of a row
		r.take()
	case r.stars(it):
	case r.item(r.pos-1).Lower == "within" && r.span(Cue{Operator: "<="}, r.pos):
	case next.Is(AtLeast) && !r.item(r.ahead(r.ahead(r.pos+1)+1)).HasNumber:
		r.pos++
		op := next.Cue.Operator
		for r.pos < len(r.items) && r.item(r.pos) != next {
			r.pos++
		}
		r.take()
		if !r.pendingNumber(op, it) && !r.countedCondition(op, Figure(it.Number), false) {
			r.ignored = append(r.ignored, r.pos-1)
		}
	case next.Is(Superlative, Most, Least, Common) && it.Number >= 1 && it.Number < 1000 && r.pending == nil, r.peek(-1).Is(Top, Bottom):
		r.limit = int(it.Number)
		r.take()
	case r.pending != nil:
		r.take()
		r.pendingNumber("=", it)
	case r.measuredFigure(it):
	default:
		r.bareFigure(it)
	}
}

// measuredFigure reads "aged 35", "aged either 35 or 36": what the verb measures is so much.
func (r *run) measuredFigure(it *Item) bool {
	said := r.item(r.pos - 1)
	if said.Is(Either, Both) {
		said = r.item(r.pos - 2)
	}
	if !said.Is(Measures) || len(r.measure) == 0 {
		return false
	}
	c, _ := r.dimension(r.measure)
	if c == nil || c.Role != schema.Measure || len(r.item(r.ahead(r.pos+1)).Matches) > 0 {
		return false
	}
	r.measure, r.pending = nil, &operand{column: c}
	r.take()
	return r.pendingNumber("=", it)
}

// pendingNumber compares the column that waits with the number.
func (r *run) pendingNumber(op string, it *Item) bool {
	if r.pending == nil {
		return false
	}
	o := r.pending
	r.pending = nil
	if r.negated {
		op, r.negated = opposite(op), false
	}
	if o.aggregate == none && op == "=" && o.column != nil {
		if last := r.sameColumn(o.column); last != nil && r.both {
			last.both = true
		}
	}
	f := &filter{left: *o, operator: op, values: []any{r.typed(o, it, Figure(it.Number))}, literal: true}
	f.both = r.both
	r.add(f)
	return true
}

// bareFigure chooses what a number without a word before it says.
func (r *run) bareFigure(it *Item) {
	var options []func()
	r.choice()
	for _, m := range r.columnsOrTables(r.item(r.ahead(r.pos + 1))) {
		if m.Column == nil && r.zone == conditions && it.Number >= 1 && it.Number < 1000 {
			m := m
			r.option(is(fFigureCount), by(fHavingTable, m.Score()), by(fTableFar, float64(max(r.reach(m.Table), 0))))
			options = append(options, func() {
				r.pos = r.ahead(r.pos) + 1
				r.tally(m.Table)
				r.q.having = append(r.q.having, &filter{left: operand{aggregate: count}, operator: "=", values: []any{Figure(it.Number)}})
			})
		}
	}
	if r.limit == 0 && r.zone == selecting && !r.keyed() && !r.counted && it.Number >= 1 && it.Number < 1000 && it.Number == float64(int(it.Number)) {
		r.option(is(fFigureLimit), when(fFigureExtreme, r.extremeFollows()))
		options = append(options, func() { r.limit = int(it.Number) })
	}
	if last := r.lastFigure(); last != nil {
		r.option(is(fFigureAgain))
		options = append(options, func() { r.againFigure(last, it) })
	}
	lacked := r.behindAbsent()
	for _, c := range r.figureColumns(it) {
		c := c
		d := r.reach(c.Table)
		year := it.Number >= 1000 && it.Number <= 2200
		if year && lacked && c.Table != r.absence {
			continue
		}
		r.option(when(fFigureYear, year), when(fFigureYearCol, year && c.Year), when(fFigureMoment, year && c.Role == schema.Moment && !c.Year),
			when(fFigureForce, d == 0), by(fFigureFar, float64(max(d, 0))), when(fFigureKey, c.Key()), when(fFigureLabel, c.Role == schema.Label),
			when(fFigureOther, !c.Key() && c.Role != schema.Label && !year && !r.measureOf(c, it)), when(fFigureValue, holds(it, c)),
			when(fFigureMeasure, r.measureOf(c, it)), when(fFigureOutside, r.outside(it, c)),
			when(fFigureItems, slices.ContainsFunc(r.q.items, func(o operand) bool { return tableOf(o.column) == c.Table })), when(fFigureMany, len(c.Table.Foreign) > 0),
			when(fMomentKin, c.Role == schema.Moment && r.kin(c.Table)), when(fMomentAgain, r.dated(c)), when(fMomentMetric, c.Role == schema.Moment && r.metricDated(c)), when(fFigureSide, year && r.versus && c.Role == schema.Moment))
		options = append(options, func() { r.figureOn(c, it) })
	}
	r.option(is(fFigureSkip))
	at := r.pick()
	if at == len(options) {
		r.ignored = append(r.ignored, r.pos)
		r.pos++
		return
	}
	r.take()
	options[at]()
}

// keyed says that the key of the rows stands right before the number: "staff id 1" is one of them, not so many.
func (r *run) keyed() bool {
	c, s := r.before().BestColumn()
	return c != nil && s > 0.8 && (c.Key() || c.Role == schema.Identifier)
}

// outside says that a column does not hold the number as far as is known; nor does a key one that is a year, unless it stands
// right behind its noun: "order 2025" is one, "orders from 2025" are those of the year.
func (r *run) outside(it *Item, c *schema.Column) bool {
	if c.Key() && it.Number >= 1900 && it.Number <= 2200 && c.Table.Moment != nil && len(r.before().Matches) == 0 {
		return true
	}
	return !holds(it, c) && c.Numeric && (it.Number < c.Low || it.Number > c.High)
}

// measureOf reads "a price of 20"; "orders of 1997" are those of the year.
func (r *run) measureOf(c *schema.Column, it *Item) bool {
	dated := it.Number >= 1000 && it.Number <= 2200 && c.Table.Moment != nil
	return c.Role == schema.Measure && !dated && (r.before().Is(Of) || r.saysWorth(c))
}

// saysWorth reads a number that is said of several rows, which have no key in common: "payments that were 5000", "the 5000 ones" are about
// what they are worth.
func (r *run) saysWorth(c *schema.Column) bool {
	before := r.before()
	several := before.Is(Be, Relative) || r.item(r.pos-1).Is(Be) || r.item(r.pos+1).Lower == "ones" || before.Lower == "only"
	if t, score := before.BestTable(); t == c.Table && score >= strongName && plural(before) {
		several = true
	}
	return several && soldFor(c.Table) == c
}

// stars reads "5 star reviews", "reviews with 5 stars": how good somebody found it.
func (r *run) stars(it *Item) bool {
	next := r.item(r.pos + 1)
	if schema.Lemma(next.Lower) != "star" || len(next.Matches) > 0 && next.Matches[0].Score() > 0.8 {
		return false
	}
	best := (*schema.Column)(nil)
	for _, c := range slices.Concat(r.index.WithWord("rating"), r.index.WithWord("score"), r.index.WithWord("grade")) {
		named := slices.Contains(r.facts.tables, c.Table)
		if c.Type.Numeric() && (named || best == nil && slices.Contains(r.tablesInForce(), c.Table)) {
			best = c
			break
		}
	}
	if best == nil {
		return false
	}
	r.pos += 2
	r.used[r.pos-1], r.used[r.pos-2] = true, true
	r.add(&filter{left: operand{column: best}, operator: "=", values: []any{Figure(it.Number)}, literal: true})
	return true
}

// lastFigure is the condition before, when it is an equality with a number and a conjunction follows it.
func (r *run) lastFigure() *filter {
	n := len(r.q.filters)
	if n == 0 || !r.item(r.pos-1).Is(And, Or, Comma) || r.q.filters[n-1].operator != "=" || len(r.q.filters[n-1].values) != 1 {
		return nil
	}
	if _, ok := figureOf(r.q.filters[n-1].values[0]); !ok {
		return nil
	}
	return r.q.filters[n-1]
}

// againFigure reads "both 0 and 1", "2009 or 2010".
func (r *run) againFigure(last *filter, it *Item) {
	f := &filter{left: last.left, operator: "=", values: []any{Figure(it.Number)}, literal: true}
	if r.both {
		last.both, f.both = true, true
	} else {
		r.or = true
	}
	r.add(f)
}

// extremeFollows says that an extreme is named later: "the three cities with the highest population".
func (r *run) extremeFollows() bool {
	for i := r.pos + 1; i < len(r.items); i++ {
		if r.items[i].Is(Superlative, Most, Least, Common) {
			return true
		}
	}
	return false
}

// figureColumns are the columns that a bare number may be a value of.
func (r *run) figureColumns(it *Item) []*schema.Column {
	var out []*schema.Column
	year := it.Number >= 1000 && it.Number <= 2200
	tables := r.tablesInForce()
	for _, t := range r.index.Tables {
		d := r.reachFrom(tables, t)
		if d < 0 || d > 2 || len(out) > 12 {
			continue
		}
		for _, c := range t.Columns {
			switch {
			case t == r.last && c.Role == schema.Measure && (r.before().Is(Of) || r.saysWorth(c)), year && (c.Year || c.Role == schema.Moment && c.Type != db.Time), t == r.last && (c.Role == schema.Identifier || c.Has("number")) && !(year && r.before().Lower == "in"),
				holds(it, c) && d <= 1:
				out = append(out, c)
			}
		}
	}
	return out
}

func (r *run) figureOn(c *schema.Column, it *Item) {
	for _, m := range it.Values {
		if m.Column == c {
			r.equal(c, m.Value)
			return
		}
	}
	if c.Role == schema.Moment && !c.Year && !c.Type.Numeric() && it.Number >= 1000 {
		y := time.Date(int(it.Number), 1, 1, 0, 0, 0, 0, time.UTC)
		r.spans = append(r.spans, "year")
		r.within(&operand{column: c}, &Period{From: y, To: y.AddDate(1, 0, 0), Grain: "year"})
		return
	}
	if c.Type == db.Text {
		r.equal(c, it.Text)
		return
	}
	r.equal(c, Figure(it.Number))
}

// period reads a date or time span: on the column that waits, else on the default date column in force.
func (r *run) period(it *Item) {
	r.spans = append(r.spans, it.Period.Grain)
	if len(r.tablesInForce()) == 0 {
		r.late = append(r.late, late{at: r.pos})
		r.take()
		return
	}
	o := r.momentSide()
	r.take()
	if o != nil {
		r.tell(r.pos-1, o.column, it.Period)
		r.within(o, it.Period)
	}
}

// comparePeriod reads "after March 2020", "before Feb 10".
func (r *run) comparePeriod(cue Cue, it *Item) {
	if len(r.tablesInForce()) == 0 {
		r.late = append(r.late, late{at: r.pos, cue: &cue})
		r.take()
		return
	}
	o := r.momentSide()
	r.take()
	r.periodAgainst(cue, it, o)
}

// periodAgainst compares a date column with a period.
func (r *run) periodAgainst(cue Cue, it *Item, o *operand) {
	if o == nil {
		return
	}
	for _, m := range it.Values {
		if m.Column == o.column {
			r.add(&filter{left: *o, operator: cue.Operator, values: []any{m.Value}, literal: true})
			return
		}
	}
	p := *it.Period
	if p.Ago > 0 { // longer ago is earlier, to the day
		cue.Operator = turned[cue.Operator]
		day := addUnits(p.Grain, r.facts.now, -p.Ago)
		p = Period{From: time.Date(day.Year(), day.Month(), day.Day(), 0, 0, 0, 0, day.Location()), Grain: "day"}
		p.To = p.From.AddDate(0, 0, 1)
	}
	switch cue.Operator {
	case ">":
		r.add(&filter{left: *o, operator: ">=", values: []any{p.To}, literal: true})
		if p.Grain == "day" || p.Grain == "time" {
			f := r.q.filters[len(r.q.filters)-1]
			f.operator, f.values = ">", []any{p.From}
		}
	case ">=":
		r.add(&filter{left: *o, operator: ">=", values: []any{p.From}, literal: true})
	case "<":
		r.add(&filter{left: *o, operator: "<", values: []any{p.From}, literal: true})
	case "<=":
		r.add(&filter{left: *o, operator: "<", values: []any{p.To}, literal: true})
	}
}

// turned are the operators of comparisons whose sides change places.
var turned = map[string]string{">": "<", "<": ">", ">=": "<=", "<=": ">="}

// momentSide is the date column that a period speaks about.
func (r *run) momentSide() *operand {
	if r.pending != nil && r.pending.column != nil && (r.pending.column.Role == schema.Moment || r.pending.column.Type.Temporal()) {
		o := r.pending
		r.pending = nil
		return o
	}
	r.flush()
	if c := r.momentColumn(); c != nil {
		return &operand{column: c}
	}
	return nil
}

var (
	fMomentDefault = feat("date column: the table's default")
	fMomentForce   = feat("date column: of a table in force")
	fMomentFar     = feat("date column: joins away")
	fMomentHint    = feat("date column: a word of the question names it")
	fMomentKin     = feat("date column: of a table whose name is in that of one in force")
	fMomentAgain   = feat("date column: in use already")
	fMomentMetric  = feat("date column: of what a computed measure belongs to")
	fMomentNone    = feat("date column: none")
	fMomentSubject = feat("date column: of the subject")
	fMomentLast    = feat("date column: of the table named last")
)

// kin says that the table's name is part of the name of one in force: orders of order items.
func (r *run) kin(t *schema.Table) bool {
	for _, other := range r.tablesInForce() {
		if other != t && len(other.Words) > len(t.Words) && containsAll(other.Words, t.Words) {
			return true
		}
	}
	return false
}

// dated says that the date column is grouped by or compared already.
func (r *run) dated(c *schema.Column) bool {
	return slices.ContainsFunc(r.grains, func(o operand) bool { return o.column == c }) || slices.ContainsFunc(r.q.filters, func(f *filter) bool { return f.left.column == c })
}

// metricDated says that the date is of the rows that a computed measure in use is made of, or of what they are part of.
func (r *run) metricDated(c *schema.Column) bool {
	of := func(o operand) bool {
		if o.column == nil || o.column.Metric == nil {
			return false
		}
		t := o.column.Table
		return t == c.Table || len(t.Words) > len(c.Table.Words) && containsAll(t.Words, c.Table.Words) || t.Moment == nil && len(r.index.Graph.Between(t, c.Table)) > 0 && c.Table.Moment == c && partOf(t, c.Table)
	}
	return slices.ContainsFunc(r.q.items, of) || slices.ContainsFunc(r.q.orders, func(o ordering) bool { return of(o.operand) })
}

// partOf says that the rows of t are parts of one of whole: their first key leads there.
func partOf(t, whole *schema.Table) bool {
	return len(t.Foreign) > 0 && strings.EqualFold(t.Foreign[0].Target.Name, whole.Name)
}

// momentColumn chooses among the date columns in reach.
func (r *run) momentColumn() *schema.Column {
	if at := r.definedMoment(); at != nil {
		return at
	}
	if r.behindAbsent() {
		return r.absence.Moment
	}
	var list []*schema.Column
	tables := r.tablesInForce()
	r.choice()
	for _, c := range r.index.Columns {
		if c.Role != schema.Moment || c.Type == db.Time || len(list) > 30 {
			continue
		}
		d := r.reachFrom(tables, c.Table)
		if d < 0 || d > 2 {
			continue
		}
		list = append(list, c)
		r.option(when(fMomentDefault, c.Table.Moment == c), when(fMomentForce, d == 0), by(fMomentFar, float64(d)), when(fMomentHint, r.hinted(c, "date")),
			when(fMomentSubject, c.Table == r.subject), when(fMomentLast, c.Table == r.last), when(fMomentKin, r.kin(c.Table)), when(fMomentAgain, r.dated(c)), when(fMomentMetric, r.metricDated(c)))
	}
	r.option(is(fMomentNone))
	at := r.pick()
	if at == len(list) {
		return nil
	}
	return list[at]
}

// behindAbsent says that a period stands right behind what must be absent, whose time it is: "customers without orders this month" may
// have come in any.
func (r *run) behindAbsent() bool {
	if r.absence == nil || r.absence.Moment == nil {
		return false
	}
	i := r.pos - 1
	for i > r.lacked && (r.items[i].Is(In, Filler, All, Compare, Between) || !r.items[i].Mention() && (r.items[i].Plain() || r.items[i].HasNumber || r.items[i].Period != nil)) {
		i--
	}
	return i <= r.lacked
}

// definedMoment is the time that a figure in use was defined with; nil for none.
func (r *run) definedMoment() *schema.Column {
	for _, o := range r.q.items {
		if o.column != nil && o.column.Metric != nil && o.column.Metric.Moment != nil {
			return o.column.Metric.Moment
		}
	}
	return nil
}

// within adds a half-open range on a moment; one day of a date column is an equality. Two ranges that were said with
// "both" are two sets: no row lies in both.
func (r *run) within(o *operand, p *Period) {
	if r.both && !p.From.IsZero() && !p.To.IsZero() && !o.column.Year {
		r.add(&filter{left: *o, operator: "within", values: []any{p.From, p.To}, literal: true, both: true})
		return
	}
	if p.Grain == "time" || p.Grain == "day" && !p.Rolling && (o.column.Type == db.Date || o.column.Type == db.Text) {
		r.add(&filter{left: *o, operator: "=", values: []any{p.From}, literal: true})
		return
	}
	if o.column.Year {
		r.add(&filter{left: *o, operator: "=", values: []any{int64(p.From.Year())}, literal: true})
		return
	}
	if !p.From.IsZero() {
		r.add(&filter{left: *o, operator: ">=", values: []any{p.From}, literal: true})
	}
	if !p.To.IsZero() {
		r.add(&filter{left: *o, operator: "<", values: []any{p.To}, literal: true})
	}
}

var (
	fNameMatch  = feat("unknown name: part of a stored value")
	fNamePart   = feat("unknown name: part of several stored values")
	fNameWait   = feat("unknown name: value of the column that waits")
	fNameLabel  = feat("unknown name: value of the name of the table's rows")
	fNameQuoted = feat("unknown name: quoted")
	fNameSkip   = feat("unknown name: left out")
)

// unknownName reads a quotation or a capitalised word that no column is known to hold.
func (r *run) unknownName(it *Item) {
	if r.text != "" {
		r.take()
		r.textMatch(it.Text)
		return
	}
	var list []*schema.Column
	var values []any
	r.choice()
	if r.pending != nil && r.pending.column != nil && r.pending.aggregate == none && !r.pending.column.Type.Numeric() {
		r.option(is(fNameWait), when(fNameQuoted, it.Quoted))
		list, values = append(list, r.pending.column), append(values, it.Text)
	}
	for _, c := range r.sharedBy(it.Lower) {
		r.option(is(fNamePart), when(fValueForce, r.reach(c.Table) == 0), by(fValueFar, float64(max(r.reach(c.Table), 0))))
		list, values = append(list, c), append(values, likeness(it.Text))
	}
	for _, m := range r.index.PartValues(it.Lower) {
		if len(list) < 6 {
			r.option(is(fNameMatch), when(fValueForce, r.reach(m.Column.Table) == 0), by(fValueFar, float64(max(r.reach(m.Column.Table), 0))))
			list, values = append(list, m.Column), append(values, m.Value)
		}
	}
	if it.Quoted && r.last != nil && len(r.last.Label) > 0 {
		r.option(is(fNameLabel), is(fNameQuoted))
		list, values = append(list, r.last.Label[0]), append(values, it.Text)
	}
	r.option(is(fNameSkip))
	at := r.pick()
	if at == len(list) {
		r.ignored = append(r.ignored, r.pos)
		r.pos++
		return
	}
	r.take()
	r.pending = nil
	if part, ok := values[at].(likeness); ok {
		r.text = "contains"
		r.pending = &operand{column: list[at]}
		r.textMatch(string(part))
		return
	}
	r.equal(list[at], values[at])
}

// likeness is a text that values contain.
type likeness string

// sharedBy are the columns of which several values have the word.
func (r *run) sharedBy(word string) []*schema.Column {
	count := map[*schema.Column]int{}
	var out []*schema.Column
	for _, m := range r.index.PartValues(word) {
		if count[m.Column]++; count[m.Column] == 2 && len(out) < 3 {
			out = append(out, m.Column)
		}
	}
	return out
}

// firstAlone is the one column of a table of which the first tier holds that holds of any; nil where it holds of several.
func firstAlone[T any](t *schema.Table, tiers []T, holds func(*schema.Column, T) bool) *schema.Column {
	for _, tier := range tiers {
		var found *schema.Column
		for _, c := range t.Columns {
			if !holds(c, tier) {
				continue
			}
			if found != nil {
				return nil
			}
			found = c
		}
		if found != nil {
			return found
		}
	}
	return nil
}

// soldFor is the one number of a table that says what its rows cost; nil where there is none, or several say so alike.
func soldFor(t *schema.Table) *schema.Column {
	return firstAlone(t, english.PricedWords, func(c *schema.Column, w string) bool {
		return !c.Hidden && c.Role == schema.Measure && slices.Contains(c.Words, w)
	})
}
