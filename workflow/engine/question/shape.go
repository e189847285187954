package question

import (
	"slices"
	"time"

	"parley/workflow/engine/reading"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file compares the shape of the question with the shape of the query: a cue that was said should leave its mark,
// and a clause should have been asked for.

// shaped registers the two ways in which a cue and a clause may miss each other.
func shaped(name string) [2]reading.Feature {
	f := [2]reading.Feature{reading.Feat("shape: " + name + " said, not done"), reading.Feat("shape: " + name + " done, not said")}
	ShapeSaid, ShapeDone = append(ShapeSaid, f[0]), append(ShapeDone, f[1])
	return f
}

// ShapeSaid and ShapeDone are all features of the two ways.
var ShapeSaid, ShapeDone []reading.Feature

var (
	shCount    = shaped("count")
	shSum      = shaped("sum")
	shAverage  = shaped("average")
	shMaximum  = shaped("maximum")
	shMinimum  = shaped("minimum")
	shExtreme  = shaped("extreme")
	shOrder    = shaped("order")
	shEach     = shaped("each")
	shNegation = shaped("negation")
	shDistinct = shaped("distinct")
	shOr       = shaped("or")
	shBoth     = shaped("both")
	shMore     = shaped("more than")
	shLess     = shaped("less than")
	shLike     = shaped("text match")

	FNumbersLost = reading.Feat("shape: numbers said, not used")
	FQuotesLost  = reading.Feat("shape: quotations said, not used")
	fTablesLost  = reading.Feat("shape: tables named, not used")
	FTablesExtra = reading.Feat("shape: tables used, not named, that do more than join")
	fHavingLone  = reading.Feat("shape: a condition on groups of one table")
	fOrderShown  = reading.Feat("shape: sorted by what is shown")
	fFilterShown = reading.Feat("shape: a condition on what is shown")
	fFilterMany  = reading.Feat("shape: conditions beyond two")
	fGroupMany   = reading.Feat("shape: grouped by columns beyond two")
	fGroupLone   = reading.Feat("shape: rows counted in groups of one row each")
	fGroupNames  = reading.Feat("shape: rows counted in groups of one name each")
	fSetFigures  = reading.Feat("shape: a set operation on figures")
)

// CueSet are the kinds of cues in the items.
func CueSet(items []tag.Item) map[tag.Kind]bool {
	out := map[tag.Kind]bool{}
	for kind := range CueCounts(items) {
		out[kind] = true
	}
	return out
}

// CueCounts counts the cues in the items by kind.
func CueCounts(items []tag.Item) map[tag.Kind]int {
	out := map[tag.Kind]int{}
	for i := range items {
		if it := &items[i]; it.Cue.Kind != tag.NoCue {
			out[it.Cue.Kind]++
		}
	}
	return out
}

// Said says that a word of the kind was read as the cue that it is, not as a name.
func Said(r *reading.Run, k tag.Kind) bool {
	n := r.Facts.Cues[k]
	for _, i := range r.AsNames {
		n -= tag.BoolInt(r.Items[i].Cue.Kind == k)
	}
	return n > 0
}

// shape adds the features that compare the question with the reading.
func shape(r *reading.Run, q *reading.Reading) {
	s := OutlineOf(q)
	miss := func(f [2]reading.Feature, cue, done bool) {
		r.Note(reading.When(f[0], cue && !done), reading.When(f[1], done && !cue))
	}
	miss(shCount, Said(r, tag.Count) || r.Tallies, s.Aggregates[reading.Count])
	miss(shSum, Said(r, tag.Sum), s.Aggregates[reading.Sum])
	miss(shAverage, Said(r, tag.Average), s.Aggregates[reading.Average])
	miss(shMaximum, Said(r, tag.Maximum) || Said(r, tag.Superlative), s.Aggregates[reading.Maximum])
	miss(shMinimum, Said(r, tag.Minimum) || Said(r, tag.Superlative), s.Aggregates[reading.Minimum])
	miss(shExtreme, Said(r, tag.Superlative) || Said(r, tag.Most) || Said(r, tag.Least) || Said(r, tag.Common) || Said(r, tag.Top), s.Limited || s.Aggregates[reading.Maximum] || s.Aggregates[reading.Minimum])
	miss(shOrder, Said(r, tag.Order) || Said(r, tag.Ascending) || Said(r, tag.Descending) || Said(r, tag.Alphabet), s.Ordered && !s.Limited)
	miss(shEach, Said(r, tag.Each) || Said(r, tag.By), s.Grouped)
	miss(shNegation, Said(r, tag.Negation) || Said(r, tag.Except), s.negative)
	miss(shDistinct, Said(r, tag.Different), s.Distinct)
	miss(shOr, Said(r, tag.Or), s.or)
	miss(shBoth, Said(r, tag.Both), q.Right != nil)
	miss(shMore, r.Facts.More, s.more)
	miss(shLess, r.Facts.Less, s.less)
	miss(shLike, Said(r, tag.Contains) || Said(r, tag.Starts) || Said(r, tag.Ends), s.like)
	r.Note(reading.By(FNumbersLost, float64(max(r.Facts.Numbers-s.figures, 0))), reading.By(FQuotesLost, float64(max(r.Facts.Quotes-s.texts, 0))))
	shapeTables(r, q)
	shapeItems(r, q)
	shapeGroups(r, q)
	pairs(r, &s, q)
}

// shapeTables compares the tables named with those used.
func shapeTables(r *reading.Run, q *reading.Reading) {
	all := q.All()
	if q.Right != nil {
		all = append(all, q.Right.All()...)
	}
	for _, f := range q.Filters {
		if f.Sub != nil {
			all = append(all, f.Sub.All()...)
		}
	}
	for _, t := range r.Facts.Tables {
		r.Note(reading.When(fTablesLost, !slices.Contains(all, t)))
	}
	for _, t := range q.Used() {
		r.Note(reading.When(FTablesExtra, !t.Link && !slices.Contains(r.Facts.Tables, t)))
	}
}

// shapeItems looks at how columns shown, compared and sorted by meet.
func shapeItems(r *reading.Run, q *reading.Reading) {
	for _, o := range q.Orders {
		r.Note(reading.When(fOrderShown, slices.Contains(q.Items, o.Operand)))
	}
	for _, f := range q.Filters {
		r.Note(reading.When(fFilterShown, slices.ContainsFunc(q.Items, func(o reading.Operand) bool { return o.Column != nil && o == f.Left && f.Operator == "=" })))
	}
	r.Note(reading.When(fHavingLone, len(q.Having) > 0 && len(q.All()) == 1), reading.By(fFilterMany, float64(max(len(q.Filters)-2, 0))), reading.By(fGroupMany, float64(max(len(q.Groups)-2, 0))))
}

// shapeGroups looks for groups and sets that say nothing: groups of a single row each, sets of a single figure.
func shapeGroups(r *reading.Run, q *reading.Reading) {
	figures := !slices.ContainsFunc(q.Items, func(o reading.Operand) bool { return o.Aggregate == reading.None })
	r.Note(reading.When(fSetFigures, q.Right != nil && figures))
	counts := false
	q.Operands(func(o reading.Operand) { counts = counts || o.Aggregate == reading.Count && o.Column == nil })
	if !counts {
		return
	}
	r.Note(reading.When(fGroupLone, apiece(r, q, func(c *schema.Column) bool { return c.Table.PrimaryKey() == c })),
		reading.When(fGroupNames, apiece(r, q, func(c *schema.Column) bool { return len(c.Table.Label) == 1 && c.Table.Label[0] == c })))
}

// apiece says that the query is grouped by such a column, and that no joined table has several rows for one of its.
func apiece(r *reading.Run, q *reading.Reading, by func(*schema.Column) bool) bool {
	return slices.ContainsFunc(q.Groups, func(o reading.Operand) bool {
		return o.Column != nil && o.Grain == "" && by(o.Column) && !slices.ContainsFunc(q.All(), func(t *schema.Table) bool {
			return t != o.Column.Table && !r.Index.Graph.Refers(o.Column.Table, t)
		})
	})
}

// Outline is what clauses a reading has.
type Outline struct {
	Aggregates                              [reading.Median + 1]bool
	Limited, Ordered, Grouped, negative, or bool
	Distinct, more, less, like, Nested      bool
	figures, texts                          int
}

// OutlineOf is the shape of a reading.
func OutlineOf(q *reading.Reading) Outline {
	var s Outline
	s.read(q)
	return s
}

func (s *Outline) read(q *reading.Reading) {
	if q == nil {
		return
	}
	q.Operands(func(o reading.Operand) {
		s.Aggregates[o.Aggregate] = true
		s.Aggregates[reading.Average] = s.Aggregates[reading.Average] || o.Per != nil || o.Aggregate == reading.Median
		s.read(o.Each)
		s.Distinct = s.Distinct || o.Distinct
	})
	s.Limited = s.Limited || q.Limit > 0
	s.figures += tag.BoolInt(q.Limit > 1)
	s.Ordered = s.Ordered || len(q.Orders) > 0
	s.Grouped = s.Grouped || len(q.Groups) > 0
	s.Distinct = s.Distinct || q.Distinct
	s.negative = s.negative || q.Set == "except"
	s.or = s.or || q.Set == "union"
	for _, f := range append(slices.Clone(q.Filters), q.Having...) {
		s.filter(f)
	}
	s.read(q.Right)
}

func (s *Outline) filter(f *reading.Filter) {
	s.or = s.or || f.Or
	s.Nested = s.Nested || f.Sub != nil
	switch f.Operator {
	case ">", ">=":
		s.more = true
	case "<", "<=":
		s.less = true
	case "<>", "not in", "not like", "not null":
		s.negative = true
	case "like":
		s.like = true
	}
	for _, v := range f.Values {
		switch v.(type) {
		case string:
			s.texts++
		case int64, float64, time.Time:
			s.figures++
		}
	}
	s.read(f.Sub)
}
