package question

import (
	"slices"
	"time"

	"parley/db"
	"parley/workflow/engine/english"
	grammar "parley/workflow/engine/phrase"
	"parley/workflow/engine/reading"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file reads numbers and names that stand without a comparison.

var (
	fFigureYear    = reading.Feat("bare number: a year")
	fFigureYearCol = reading.Feat("bare number: a year column")
	fFigureMoment  = reading.Feat("bare number: the year of a date")
	fFigureForce   = reading.Feat("bare number: column of a table in force")
	fFigureFar     = reading.Feat("bare number: joins away")
	fFigureCount   = reading.Feat("bare number: so many rows of a table")
	fFigureKey     = reading.Feat("bare number: a key of the table named last")
	fFigureLabel   = reading.Feat("bare number: a name of the table named last")
	fFigureOther   = reading.Feat("bare number: other column of the table named last")
	fFigureSkip    = reading.Feat("bare number: left out")
	fFigureValue   = reading.Feat("bare number: a stored value")
	fFigureAgain   = reading.Feat("bare number: a further value of the column compared last")
	fFigureLimit   = reading.Feat("bare number: so many rows are wanted")
	fFigureExtreme = reading.Feat("bare number: so many rows are wanted, an extreme follows")
	fFigureMeasure = reading.Feat("bare number: a measure, after of")
	fFigureItems   = reading.Feat("bare number: column of a table that something is asked from")
	fFigureMany    = reading.Feat("bare number: column of a table that refers to one in force")
	fFigureSide    = reading.Feat("bare number: a year beside another")
	fFigureOutside = reading.Feat("bare number: outside the numbers of the column")
)

// Figure reads a number: the limit of an order, the value of the column that waits, a count of rows, a year.
func Figure(r *reading.Run, it *tag.Item) {
	next := r.Item(r.Ahead(r.Pos + 1))
	switch {
	case grammar.SaysTimes(it.Lower) && !next.Is(tag.AtLeast):
		r.Ignored = append(r.Ignored, r.Pos) // how often something was is no number of a row
		r.Take()
	case stars(r, it):
	case r.Item(r.Pos-1).Lower == "within" && span(r, tag.Cue{Operator: "<="}, r.Pos):
	case next.Is(tag.AtLeast) && !BoundFollows(r, r.Ahead(r.Pos+1)):
		r.Pos++
		op := next.Cue.Operator
		for r.Pos < len(r.Items) && r.Item(r.Pos) != next {
			r.Pos++
		}
		r.Take()
		if !pendingNumber(r, op, it) && !countedCondition(r, op, tag.Figure(it.Number), false) {
			r.Ignored = append(r.Ignored, r.Pos-1)
		}
	case next.Is(tag.Superlative, tag.Most, tag.Least, tag.Common) && it.Number >= 1 && it.Number < 1000 && r.Pending == nil, r.Peek(-1).Is(tag.Top, tag.Bottom):
		r.Limit = int(it.Number)
		r.Take()
	case r.Pending != nil:
		r.Take()
		pendingNumber(r, "=", it)
	case measuredFigure(r, it), levelFigure(r, it):
	default:
		bareFigure(r, it)
	}
}

// measuredFigure reads "aged 35", "aged either 35 or 36": what the verb measures is so much.
func measuredFigure(r *reading.Run, it *tag.Item) bool {
	said := r.Item(r.Pos - 1)
	if said.Is(tag.Either, tag.Both) {
		said = r.Item(r.Pos - 2)
	}
	if !said.Is(tag.Measures) || len(r.Measure) == 0 {
		return false
	}
	c, _ := r.Dimension(r.Measure)
	if c == nil || c.Role != schema.Measure || len(r.Item(r.Ahead(r.Pos+1)).Matches) > 0 {
		return false
	}
	r.Measure, r.Pending = nil, &reading.Operand{Column: c}
	r.Take()
	return pendingNumber(r, "=", it)
}

// levelFigure reads "with 3 bedrooms", "that have 12 in stock": the measure behind the number is so much.
func levelFigure(r *reading.Run, it *tag.Item) bool {
	if r.Zone != reading.Conditions && !r.Item(r.Pos-1).Is(tag.With, tag.Have) {
		return false
	}
	next := r.Ahead(r.Pos + 1)
	if r.Item(next).Is(tag.In) {
		next = r.Ahead(next + 1)
	}
	c, score := r.Item(next).BestColumn(r.TablesInForce()...)
	if c == nil || c.Role != schema.Measure || c.Metric != nil || score < leastLevel || r.Reach(c.Table) != 0 {
		return false
	}
	if t, asTable := r.Item(next).BestTable(); t != nil && asTable >= score {
		return false
	}
	r.Flush()
	for r.Pos <= next {
		r.Take()
	}
	r.Pending = &reading.Operand{Column: c}
	return pendingNumber(r, "=", it)
}

// leastLevel is how well the noun behind a number names a measure that it is the value of.
const leastLevel = 0.6

// pendingNumber compares the column that waits with the number.
func pendingNumber(r *reading.Run, op string, it *tag.Item) bool {
	if r.Pending == nil {
		return false
	}
	o := r.Pending
	r.Pending = nil
	if r.Negated {
		op, r.Negated = Opposite(op), false
	}
	if o.Aggregate == reading.None && op == "=" && o.Column != nil {
		if last := r.SameColumn(o.Column); last != nil && r.Both {
			last.Both = true
		}
	}
	f := &reading.Filter{Left: *o, Operator: op, Values: []any{typed(o, it, tag.Figure(it.Number))}, Literal: true}
	f.Both = r.Both
	r.Add(f)
	return true
}

// bareFigure chooses what a number without a word before it says.
func bareFigure(r *reading.Run, it *tag.Item) {
	last := lastFigure(r)
	if last != nil && !r.Item(r.Ahead(r.Pos+1)).Mention() {
		r.Take()
		againFigure(r, last, it)
		return
	}
	if p, ok := yearOf(it); ok && placeWithin(r, p, nil) {
		r.Take()
		return
	}
	var options []func()
	r.Choice()
	for _, m := range r.ColumnsOrTables(r.Item(r.Ahead(r.Pos + 1))) {
		if m.Column == nil && r.Zone == reading.Conditions && it.Number >= 1 && it.Number < 1000 {
			m := m
			r.Option(reading.Is(fFigureCount), reading.By(fHavingTable, m.Score()), reading.By(reading.FTableFar, float64(max(r.Reach(m.Table), 0))))
			options = append(options, func() {
				r.Pos = r.Ahead(r.Pos) + 1
				r.Tally(m.Table)
				r.Q.Having = append(r.Q.Having, &reading.Filter{Left: reading.Operand{Aggregate: reading.Count}, Operator: "=", Values: []any{tag.Figure(it.Number)}})
			})
		}
	}
	if r.Limit == 0 && r.Zone == reading.Selecting && !keyed(r) && !r.Counted && it.Number >= 1 && it.Number < 1000 && it.Number == float64(int(it.Number)) {
		r.Option(reading.Is(fFigureLimit), reading.When(fFigureExtreme, extremeFollows(r)))
		options = append(options, func() { r.Limit = int(it.Number) })
	}
	if last != nil {
		r.Option(reading.Is(fFigureAgain))
		options = append(options, func() { againFigure(r, last, it) })
	}
	lacked := behindAbsent(r)
	for _, c := range figureColumns(r, it) {
		c := c
		d := r.Reach(c.Table)
		year := it.Number >= 1000 && it.Number <= 2200
		if year && (lacked && c.Table != r.Absence || unmeant(r, c)) {
			continue
		}
		r.Option(reading.When(fFigureYear, year), reading.When(fFigureYearCol, year && c.Year), reading.When(fFigureMoment, year && c.Role == schema.Moment && !c.Year),
			reading.When(fFigureForce, d == 0), reading.By(fFigureFar, float64(max(d, 0))), reading.When(fFigureKey, c.Key()), reading.When(fFigureLabel, c.Role == schema.Label),
			reading.When(fFigureOther, !c.Key() && c.Role != schema.Label && !year && !measureOf(r, c, it)), reading.When(fFigureValue, reading.Holds(it, c)),
			reading.When(fFigureMeasure, measureOf(r, c, it)), reading.When(fFigureOutside, outside(r, it, c)),
			reading.When(fFigureItems, slices.ContainsFunc(r.Q.Items, func(o reading.Operand) bool { return reading.TableOf(o.Column) == c.Table })), reading.When(fFigureMany, len(c.Table.Foreign) > 0),
			reading.When(fMomentKin, c.Role == schema.Moment && kin(r, c.Table)), reading.When(fMomentAgain, dated(r, c)), reading.When(fMomentMetric, c.Role == schema.Moment && metricDated(r, c)), reading.When(fFigureSide, year && r.Versus && c.Role == schema.Moment))
		options = append(options, func() { figureOn(r, c, it) })
	}
	r.Option(reading.Is(fFigureSkip))
	at := r.Pick()
	if at == len(options) {
		r.Ignored = append(r.Ignored, r.Pos)
		r.Pos++
		return
	}
	r.Take()
	options[at]()
}

// yearOf is a number as the year that it may be.
func yearOf(it *tag.Item) (*tag.Period, bool) {
	if it.Number < 1800 || it.Number > 2200 || it.Number != float64(int(it.Number)) {
		return nil, false
	}
	y := time.Date(int(it.Number), 1, 1, 0, 0, 0, 0, time.UTC)
	return &tag.Period{From: y, To: y.AddDate(1, 0, 0), Grain: "year"}, true
}

// keyed says that the key of the rows stands right before the number: "staff id 1" is one of them, not so many.
func keyed(r *reading.Run) bool {
	c, s := r.Before().BestColumn()
	return c != nil && s > 0.8 && (c.Key() || c.Role == schema.Identifier)
}

// outside says that a column does not hold the number as far as is known; nor does a key one that is a year, unless it stands
// right behind its noun: "order 2025" is one, "orders from 2025" are those of the year.
func outside(r *reading.Run, it *tag.Item, c *schema.Column) bool {
	if c.Key() && it.Number >= 1900 && it.Number <= 2200 && c.Table.Moment != nil && len(r.Before().Matches) == 0 {
		return true
	}
	return !reading.Holds(it, c) && c.Numeric && (it.Number < c.Low || it.Number > c.High)
}

// measureOf reads "a price of 20"; "orders of 1997" are those of the year.
func measureOf(r *reading.Run, c *schema.Column, it *tag.Item) bool {
	dated := it.Number >= 1000 && it.Number <= 2200 && c.Table.Moment != nil
	return c.Role == schema.Measure && !dated && (r.Before().Is(tag.Of) || saysWorth(r, c))
}

// saysWorth reads a number that is said of several rows, which have no key in common: "payments that were 5000", "the 5000 ones" are about
// what they are worth.
func saysWorth(r *reading.Run, c *schema.Column) bool {
	before := r.Before()
	several := before.Is(tag.Be, tag.Relative) || r.Item(r.Pos-1).Is(tag.Be) || r.Item(r.Pos+1).Lower == "ones" || before.Lower == "only"
	if t, score := before.BestTable(); t == c.Table && score >= tag.StrongName && reading.Plural(before) {
		several = true
	}
	return several && SoldFor(c.Table) == c
}

// stars reads "5 star reviews", "reviews with 5 stars": how good somebody found it.
func stars(r *reading.Run, it *tag.Item) bool {
	next := r.Item(r.Pos + 1)
	if schema.Lemma(next.Lower) != "star" || len(next.Matches) > 0 && next.Matches[0].Score() > 0.8 {
		return false
	}
	best := (*schema.Column)(nil)
	for _, c := range slices.Concat(r.Index.WithWord("rating"), r.Index.WithWord("score"), r.Index.WithWord("grade")) {
		named := slices.Contains(r.Facts.Tables, c.Table)
		if c.Type.Numeric() && (named || best == nil && slices.Contains(r.TablesInForce(), c.Table)) {
			best = c
			break
		}
	}
	if best == nil {
		return false
	}
	r.Pos += 2
	r.Used[r.Pos-1], r.Used[r.Pos-2] = true, true
	r.Add(&reading.Filter{Left: reading.Operand{Column: best}, Operator: "=", Values: []any{tag.Figure(it.Number)}, Literal: true})
	return true
}

// lastFigure is the condition before, when it is an equality with a number and a conjunction follows it.
func lastFigure(r *reading.Run) *reading.Filter {
	n := len(r.Q.Filters)
	if n == 0 || !r.Item(r.Pos-1).Is(tag.And, tag.Or, tag.Comma) || r.Q.Filters[n-1].Operator != "=" || len(r.Q.Filters[n-1].Values) != 1 {
		return nil
	}
	if _, ok := FigureOf(r.Q.Filters[n-1].Values[0]); !ok {
		return nil
	}
	return r.Q.Filters[n-1]
}

// againFigure reads "both 0 and 1", "2009 or 2010".
func againFigure(r *reading.Run, last *reading.Filter, it *tag.Item) {
	f := &reading.Filter{Left: last.Left, Operator: "=", Values: []any{tag.Figure(it.Number)}, Literal: true}
	if r.Both {
		last.Both, f.Both = true, true
	} else {
		r.Or = true
	}
	r.Add(f)
}

// extremeFollows says that an extreme is named later: "the three cities with the highest population".
func extremeFollows(r *reading.Run) bool {
	for i := r.Pos + 1; i < len(r.Items); i++ {
		if r.Items[i].Is(tag.Superlative, tag.Most, tag.Least, tag.Common) {
			return true
		}
	}
	return false
}

// figureColumns are the columns that a bare number may be a value of.
func figureColumns(r *reading.Run, it *tag.Item) []*schema.Column {
	var out []*schema.Column
	year := it.Number >= 1000 && it.Number <= 2200
	tables := r.TablesInForce()
	for _, t := range r.Index.Tables {
		d := r.ReachFrom(tables, t)
		if d < 0 || d > 2 || len(out) > 12 {
			continue
		}
		for _, c := range t.Columns {
			switch {
			case t == r.Last && c.Role == schema.Measure && (r.Before().Is(tag.Of) || saysWorth(r, c)), year && (c.Year || c.Role == schema.Moment && c.Type != db.Time), t == r.Last && (c.Role == schema.Identifier || c.Has("number")) && !(year && r.Before().Lower == "in"),
				reading.Holds(it, c) && d <= 1:
				out = append(out, c)
			}
		}
	}
	return out
}

func figureOn(r *reading.Run, c *schema.Column, it *tag.Item) {
	for _, m := range it.Values {
		if m.Column == c {
			r.Equal(c, m.Value)
			return
		}
	}
	if c.Role == schema.Moment && !c.Year && !c.Type.Numeric() && it.Number >= 1000 {
		y := time.Date(int(it.Number), 1, 1, 0, 0, 0, 0, time.UTC)
		r.Spans = append(r.Spans, "year")
		within(r, &reading.Operand{Column: c}, &tag.Period{From: y, To: y.AddDate(1, 0, 0), Grain: "year"})
		return
	}
	if c.Type == db.Text {
		r.Equal(c, it.Text)
		return
	}
	r.Equal(c, tag.Figure(it.Number))
}

var (
	FNameMatch  = reading.Feat("unknown name: part of a stored value")
	FNamePart   = reading.Feat("unknown name: part of several stored values")
	FNameWait   = reading.Feat("unknown name: value of the column that waits")
	FNameLabel  = reading.Feat("unknown name: value of the name of the table's rows")
	fNameQuoted = reading.Feat("unknown name: quoted")
	fNameSkip   = reading.Feat("unknown name: left out")
)

// UnknownName reads a quotation or a capitalised word that no column is known to hold.
func UnknownName(r *reading.Run, it *tag.Item) {
	if r.Text != "" {
		r.Take()
		r.TextMatch(it.Text)
		return
	}
	var list []*schema.Column
	var values []any
	r.Choice()
	if r.Pending != nil && r.Pending.Column != nil && r.Pending.Aggregate == reading.None && !r.Pending.Column.Type.Numeric() {
		r.Option(reading.Is(FNameWait), reading.When(fNameQuoted, it.Quoted))
		list, values = append(list, r.Pending.Column), append(values, it.Text)
	}
	for _, c := range sharedBy(r, it.Lower) {
		r.Option(reading.Is(FNamePart), reading.When(reading.FValueForce, r.Reach(c.Table) == 0), reading.By(reading.FValueFar, float64(max(r.Reach(c.Table), 0))))
		list, values = append(list, c), append(values, likeness(it.Text))
	}
	for _, m := range r.Index.PartValues(it.Lower) {
		if len(list) < 6 {
			r.Option(reading.Is(FNameMatch), reading.When(reading.FValueForce, r.Reach(m.Column.Table) == 0), reading.By(reading.FValueFar, float64(max(r.Reach(m.Column.Table), 0))))
			list, values = append(list, m.Column), append(values, m.Value)
		}
	}
	if it.Quoted && r.Last != nil && len(r.Last.Label) > 0 {
		r.Option(reading.Is(FNameLabel), reading.Is(fNameQuoted))
		list, values = append(list, r.Last.Label[0]), append(values, it.Text)
	}
	r.Option(reading.Is(fNameSkip))
	at := r.Pick()
	if at == len(list) {
		r.Ignored = append(r.Ignored, r.Pos)
		r.Pos++
		return
	}
	r.Take()
	r.Pending = nil
	if part, ok := values[at].(likeness); ok {
		r.Text = "contains"
		r.Pending = &reading.Operand{Column: list[at]}
		r.TextMatch(string(part))
		return
	}
	r.Equal(list[at], values[at])
}

// likeness is a text that values contain.
type likeness string

// sharedBy are the columns of which several values have the word.
func sharedBy(r *reading.Run, word string) []*schema.Column {
	count := map[*schema.Column]int{}
	var out []*schema.Column
	for _, m := range r.Index.PartValues(word) {
		if count[m.Column]++; count[m.Column] == 2 && len(out) < 3 {
			out = append(out, m.Column)
		}
	}
	return out
}

// FirstAlone is the one column of a table of which the first tier holds that holds of any; nil where it holds of several.
func FirstAlone[T any](t *schema.Table, tiers []T, holds func(*schema.Column, T) bool) *schema.Column {
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

// SoldFor is the one number of a table that says what its rows cost; nil where there is none, or several say so alike.
func SoldFor(t *schema.Table) *schema.Column {
	return FirstAlone(t, english.PricedWords, func(c *schema.Column, w string) bool {
		return !c.Hidden && c.Role == schema.Measure && slices.Contains(c.Words, w)
	})
}
