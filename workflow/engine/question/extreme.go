package question

import (
	"slices"
	"strings"

	"parley/workflow/engine/english"
	"parley/workflow/engine/reading"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file reads extremes: "highest", "the three oldest", "founded the earliest".

var (
	fExtremeAggregate = reading.Feat("extreme: the value itself")
	fExtremeOrder     = reading.Feat("extreme: the row that has it")
	fExtremeFirst     = reading.Feat("extreme value: nothing asked for before")
	fExtremeWith      = reading.Feat("extreme value: after with, has")
	fExtremeSubject   = reading.Feat("extreme value: the subject is known")
	fExtremeOf        = reading.Feat("extreme value: before of, for, in")
	fExtremeCond      = reading.Feat("extreme value: in a condition")
	fExtremeAgg       = reading.Feat("extreme value: of an aggregate")
	fExtremeEach      = reading.Feat("extreme value: each or per is said")
	fExtremeMore      = reading.Feat("extreme value: beside another aggregate")
)

// Superlative reads "highest price", "oldest student", "three most recent orders".
func Superlative(r *reading.Run, it *tag.Item) {
	cue := it.Cue
	before := r.Before()
	at := r.Pos
	r.Take()
	if bestUnit(r, cue) || bestFirst(r, cue) || adverb(r, cue, at) {
		return
	}
	if n := r.Peek(0); n.HasNumber && !n.Mention() && r.Limit == 0 && n.Number >= 1 && n.Number < 1000 && len(r.Peek(1).Matches) > 0 {
		r.Limit = int(n.Number)
		r.Take()
	}
	a, i := extremeAggregate(r)
	if a == reading.Count {
		extremeCount(r, i, cue.Desc)
		return
	}
	if pairedExtreme(r, cue) {
		return
	}
	column := (*schema.Column)(nil)
	turned := false
	if star := len(cue.Dimension) > 0 && cue.Dimension[0] == "*"; star || a != reading.None {
		column = extremeColumn(r, i, a)
	}
	direct := column != nil
	if t, sure := r.Item(r.Ahead(r.Pos)).BestTable(); column == nil && t != nil && sure >= tag.StrongName && r.Subject != nil && t != r.Subject {
		column, turned = extremeMoment(r, cue.Dimension) // "the user of the latest order"
	}
	if column == nil {
		column, turned = dimensionOf(r, cue.Dimension)
	}
	if column == nil {
		column, turned = extremeMoment(r, cue.Dimension)
	}
	if column == nil && english.SizeExtremes[strings.TrimPrefix(it.Lower, "the ")] {
		column = extremeAmount(r)
	}
	if column == nil {
		extremeRows(r)
		return
	}
	if strings.Contains(it.Lower, "selling") {
		selling(r, column, cue.Desc)
		return
	}
	if direct && extremeValue(r, before, column, a, cue.Desc) {
		return
	}
	if direct && a == reading.None && extremeList(r) {
		r.AddItem(reading.Operand{Column: column})
	}
	r.Rated = r.Rated || len(cue.Dimension) > 0 && cue.Dimension[0] == "rating"
	orderBy(r, reading.Operand{Column: column, Aggregate: a}, cue.Desc != turned, takeLimit(r, several(r)))
}

// severalRows is how many rows "our biggest payments" are, where no number is said.
const severalRows = 10

// Degree reads "expensive products": all of them in that order, for nobody said where they end. Elsewhere such a word has no part.
func Degree(r *reading.Run, it *tag.Item) {
	at := r.Pos
	r.Take()
	next := r.Item(r.Ahead(r.Pos))
	if t, score := next.BestTable(); t == nil || score < tag.StrongName || r.Zone != reading.Selecting || len(r.Q.Orders) > 0 {
		r.Ignored = append(r.Ignored, at)
		return
	}
	column, turned := dimensionOf(r, it.Cue.Dimension)
	if column == nil {
		r.Ignored = append(r.Ignored, at)
		return
	}
	orderBy(r, reading.Operand{Column: column}, it.Cue.Desc != turned, 0)
}

// several is how many rows an extreme keeps of what is named next: one, or some of things in the plural where people work with the
// database.
func several(r *reading.Run) int {
	it := r.Item(r.Ahead(r.Pos))
	if t, score := it.BestTable(); t != nil && score >= tag.StrongName && reading.Plural(it) && r.Zone == reading.Selecting && r.Index.InUse() {
		return severalRows
	}
	return 1
}

// adverb reads an extreme that follows what it measures: "founded the earliest", "launched most recently".
func adverb(r *reading.Run, cue tag.Cue, at int) bool {
	said := r.Item(at - 1)
	if at == 0 || r.Pos < len(r.Items) && !r.Peek(0).Is(tag.Stop, tag.Comma, tag.And, tag.Relative) || !said.Mention() || !r.Used[at-1] {
		return false
	}
	var c *schema.Column
	n := len(r.Q.Items)
	switch {
	case r.Pending != nil && r.Pending.Aggregate == reading.None:
		c, r.Pending = r.Pending.Column, nil
	case n > 0 && r.Q.Items[n-1].Aggregate == reading.None && reading.Names(said, r.Q.Items[n-1].Column):
		if c = r.Q.Items[n-1].Column; r.Item(at-2).Is(tag.Be, tag.Have) {
			r.Q.Items = r.Q.Items[:n-1]
		}
	}
	if c == nil || c.Role != schema.Moment && c.Role != schema.Measure {
		return false
	}
	turned := slices.ContainsFunc(cue.Dimension, func(w string) bool { return w[0] == '-' && c.Has(w[1:]) })
	orderBy(r, reading.Operand{Column: c}, cue.Desc != turned, takeLimit(r, 1))
	return true
}

// bestUnit reads "the busiest day", "the best month": the unit of time with the most.
func bestUnit(r *reading.Run, cue tag.Cue) bool {
	it := r.Item(r.Ahead(r.Pos))
	unit := tag.Unit(it.Lower)
	if it.Is(tag.Grain) {
		unit = it.Cue.Operator
	}
	if unit == "" || it.Mention() {
		return false
	}
	r.Paces = append(r.Paces, unit)
	r.Pos = r.Ahead(r.Pos) + 1
	r.Best, r.TopDesc = true, cue.Desc
	if r.Limit == 0 {
		r.Limit = 1
	}
	return true
}

// bestFirst reads "best first", "most first" after what is asked for: an order by the measure, of all rows.
func bestFirst(r *reading.Run, cue tag.Cue) bool {
	if r.Peek(0).Lower != "first" || r.Pos+1 < len(r.Items) && !r.Peek(1).Is(tag.Stop, tag.Comma) {
		return false
	}
	up := cue.Desc || cue.Kind == tag.Most || cue.Kind == tag.Common
	r.Take()
	for i := len(r.Q.Items) - 1; i >= 0; i-- {
		if o := r.Q.Items[i]; o.Aggregate != reading.None || o.Column != nil && o.Column.Role == schema.Measure {
			r.Q.Orders = append(r.Q.Orders, reading.Ordering{Operand: o, Descending: up})
			return true
		}
	}
	if c, turned := dimensionOf(r, cue.Dimension); c != nil {
		orderBy(r, reading.Operand{Column: c}, up != turned, 0)
		return true
	}
	if c, turned := extremeMoment(r, cue.Dimension); c != nil {
		orderBy(r, reading.Operand{Column: c}, up != turned, 0)
		return true
	}
	r.SortCount, r.SortDesc = true, up
	return true
}

// selling sorts the rows of the subject by how much of each was sold, one or all of them.
func selling(r *reading.Run, c *schema.Column, desc bool) {
	for _, m := range r.Index.Metrics() {
		for _, q := range m.Table.Columns {
			if q.Has("quantity") && q.Type.Numeric() && (r.Subject == nil || r.Index.Graph.Distance(m.Table, r.Subject) >= 0) {
				c = q
			}
		}
	}
	one := 1
	if reading.Plural(r.Item(r.Ahead(r.Pos))) {
		one = 0
	}
	orderBy(r, reading.Operand{Column: c, Aggregate: reading.Sum}, desc, takeLimit(r, one))
	r.Sold = true
}

// extremeMoment is the default date of the table named next, else of the subject, for words of age: "the oldest order".
func extremeMoment(r *reading.Run, words []string) (c *schema.Column, turned bool) {
	at := slices.IndexFunc(words, func(w string) bool { return w == "date" || w == "-date" })
	if at < 0 {
		return nil, false
	}
	t, s := r.Item(r.Ahead(r.Pos)).BestTable()
	if t == nil || s < 0.6 {
		t = r.Subject
	}
	if t == nil || t.Moment == nil {
		return nil, false
	}
	r.Note(reading.Is(fExtremeMoment))
	return t.Moment, words[at] == "-date"
}

var fExtremeMoment = reading.Feat("extreme: of the default date of the table")

var fExtremeAmount = reading.Feat("extreme: of the amount of the table")

// extremeAmount is the amount of the table named next, for "the highest payment".
func extremeAmount(r *reading.Run) *schema.Column {
	t, s := r.Item(r.Ahead(r.Pos)).BestTable()
	if t == nil || s < 0.8 {
		return nil
	}
	r.Note(reading.Is(fExtremeAmount))
	return reading.Principal(t)
}

var (
	fListValues  = reading.Feat("several extremes: the values themselves")
	fListRows    = reading.Feat("several extremes: the rows that have them")
	fListSubject = reading.Feat("several extremes: the rows that have them, the subject is known")
)

// extremeList decides whether "the three highest prices" asks for prices.
func extremeList(r *reading.Run) bool {
	if r.Limit < 2 || r.Zone != reading.Selecting || len(r.Q.Items) > 0 {
		return false
	}
	r.Choice()
	r.Option(reading.Is(fListValues))
	r.Option(reading.Is(fListRows), reading.When(fListSubject, r.Subject != nil))
	return r.Pick() == 0
}

// extremeAggregate reads an aggregate inside an extreme ("highest average price", "largest total number of") and gives
// where its column is looked for.
func extremeAggregate(r *reading.Run) (reading.Aggregate, int) {
	i := r.Ahead(r.Pos)
	if k := r.Item(i); k.Is(tag.Average, tag.Sum, tag.Count) {
		if k.Is(tag.Sum) && r.Item(r.Ahead(i+1)).Is(tag.Count) {
			i = r.Ahead(i + 1)
		}
		r.Pos = i + 1
		return aggregateOf(r.Item(i).Cue.Kind), r.Ahead(i + 1)
	}
	return reading.None, i
}

func aggregateOf(k tag.Kind) reading.Aggregate {
	switch k {
	case tag.Sum:
		return reading.Sum
	case tag.Average:
		return reading.Average
	case tag.Maximum:
		return reading.Maximum
	case tag.Minimum:
		return reading.Minimum
	case tag.Count:
		return reading.Count
	}
	return reading.None
}

// numberAhead says that a numeric column is named next.
func numberAhead(r *reading.Run) bool {
	c, s := r.Item(r.Ahead(r.Pos)).BestColumn()
	return c != nil && s > 0.6 && c.Role == schema.Measure
}

func extremeOf(desc bool) reading.Aggregate {
	if desc {
		return reading.Maximum
	}
	return reading.Minimum
}

// pairedExtreme reads "the highest and lowest price": aggregates that wait for their column.
func pairedExtreme(r *reading.Run, cue tag.Cue) bool {
	i := r.Ahead(r.Pos)
	j := r.Ahead(i + 1)
	a := extremeOf(cue.Desc)
	waiting := len(r.Aggregates) > 0 && r.Zone == reading.Selecting
	if !waiting && (!r.Item(i).Is(tag.And, tag.Comma) || !r.Item(j).Is(tag.Superlative, tag.Maximum, tag.Minimum, tag.Average, tag.Sum)) || r.Zone != reading.Selecting {
		return false
	}
	r.Aggregates = append(r.Aggregates, a)
	return true
}

// extremeColumn is the column named at i, within the same phrase.
func extremeColumn(r *reading.Run, i int, a reading.Aggregate) *schema.Column {
	it := r.Item(i)
	for it.Is(tag.Of, tag.Different) {
		i = r.Ahead(i + 1)
		it = r.Item(i)
	}
	if t, s := it.BestTable(); t != nil {
		if c, cs := it.BestColumn(); c == nil || s > cs || a == reading.None && s == cs && (t == r.Subject || c.Role == schema.Label) {
			return nil
		}
	}
	if c, s := it.BestColumn(); c == nil || s < 0.5 {
		return nil
	}
	aggregates := r.Aggregates
	if a == reading.None {
		r.Aggregates = append(r.Aggregates, reading.Maximum)
	}
	c := r.ColumnAt(i)
	r.Aggregates = aggregates
	return c
}

// dimensionOf chooses by the adjective's own words.
func dimensionOf(r *reading.Run, words []string) (*schema.Column, bool) {
	if words = unstarred(words); len(words) == 0 {
		return nil, false
	}
	next := r.Item(r.Ahead(r.Pos))
	if t, s := next.BestTable(); t != nil && s > 0.8 && r.Subject == nil {
		last := r.Last
		r.Last = t
		defer func() { r.Last = last }()
	}
	return r.Dimension(words)
}

// extremeValue decides whether an extreme asks for the value ("the highest salary of …") or the row that has it.
func extremeValue(r *reading.Run, before *tag.Item, c *schema.Column, a reading.Aggregate, desc bool) bool {
	if r.Zone != reading.Selecting || r.Limit > 0 {
		return false
	}
	next := r.Item(r.Ahead(r.Pos))
	r.Choice()
	r.Option(reading.Is(fExtremeAggregate), reading.When(fExtremeFirst, len(r.Q.Items) == 0 && r.Subject == nil), reading.When(fExtremeWith, before.Is(tag.With, tag.Have, tag.Relative)),
		reading.When(fExtremeSubject, r.Subject != nil), reading.When(fExtremeOf, next.Is(tag.Of, tag.In, tag.Each)), reading.When(fExtremeCond, len(r.Q.Filters) > 0), reading.When(fExtremeAgg, a != reading.None),
		reading.When(fExtremeMore, r.Q.Aggregates()), reading.When(fExtremeEach, r.Facts.Each))
	r.Option(reading.Is(fExtremeOrder))
	if r.Pick() != 0 {
		return false
	}
	r.Q.Items = append(r.Q.Items, reading.Operand{Column: c, Aggregate: extremeOf(desc)})
	return true
}

// extremeCount reads "the highest number of orders".
func extremeCount(r *reading.Run, i int, desc bool) {
	r.Pos = i
	MostOf(r, tag.Cue{Kind: tag.Most, Desc: desc})
}

// extremeRows reads an extreme whose measure the schema lacks: by the number of rows.
func extremeRows(r *reading.Run) { r.Ignored = append(r.Ignored, r.Pos-1) }
