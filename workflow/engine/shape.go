package engine

import (
	"slices"
	"time"

	"parley/workflow/schema"
)

// This file compares the shape of the question with the shape of the query: a cue that was said should leave its mark,
// and a clause should have been asked for.

// shaped registers the two ways in which a cue and a clause may miss each other.
func shaped(name string) [2]feature {
	f := [2]feature{feat("shape: " + name + " said, not done"), feat("shape: " + name + " done, not said")}
	shapeSaid, shapeDone = append(shapeSaid, f[0]), append(shapeDone, f[1])
	return f
}

// shapeSaid and shapeDone are all features of the two ways.
var shapeSaid, shapeDone []feature

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

	fNumbersLost = feat("shape: numbers said, not used")
	fQuotesLost  = feat("shape: quotations said, not used")
	fTablesLost  = feat("shape: tables named, not used")
	fTablesExtra = feat("shape: tables used, not named, that do more than join")
	fHavingLone  = feat("shape: a condition on groups of one table")
	fOrderShown  = feat("shape: sorted by what is shown")
	fFilterShown = feat("shape: a condition on what is shown")
	fFilterMany  = feat("shape: conditions beyond two")
	fGroupMany   = feat("shape: grouped by columns beyond two")
	fGroupLone   = feat("shape: rows counted in groups of one row each")
	fGroupNames  = feat("shape: rows counted in groups of one name each")
	fSetFigures  = feat("shape: a set operation on figures")
)

// cueSet are the kinds of cues in the items.
func cueSet(items []Item) map[Kind]bool {
	out := map[Kind]bool{}
	for kind := range cueCounts(items) {
		out[kind] = true
	}
	return out
}

// cueCounts counts the cues in the items by kind.
func cueCounts(items []Item) map[Kind]int {
	out := map[Kind]int{}
	for i := range items {
		if it := &items[i]; it.Cue.Kind != NoCue {
			out[it.Cue.Kind]++
		}
	}
	return out
}

// said says that a word of the kind was read as the cue that it is, not as a name.
func (r *run) said(k Kind) bool {
	n := r.facts.cues[k]
	for _, i := range r.asNames {
		n -= boolInt(r.items[i].Cue.Kind == k)
	}
	return n > 0
}

// shape adds the features that compare the question with the reading.
func (r *run) shape(q *reading) {
	s := outlineOf(q)
	miss := func(f [2]feature, cue, done bool) { r.note(when(f[0], cue && !done), when(f[1], done && !cue)) }
	miss(shCount, r.said(Count) || r.tallies, s.aggregates[count])
	miss(shSum, r.said(Sum), s.aggregates[sum])
	miss(shAverage, r.said(Average), s.aggregates[average])
	miss(shMaximum, r.said(Maximum) || r.said(Superlative), s.aggregates[maximum])
	miss(shMinimum, r.said(Minimum) || r.said(Superlative), s.aggregates[minimum])
	miss(shExtreme, r.said(Superlative) || r.said(Most) || r.said(Least) || r.said(Common) || r.said(Top), s.limited || s.aggregates[maximum] || s.aggregates[minimum])
	miss(shOrder, r.said(Order) || r.said(Ascending) || r.said(Descending) || r.said(Alphabet), s.ordered && !s.limited)
	miss(shEach, r.said(Each) || r.said(By), s.grouped)
	miss(shNegation, r.said(Negation) || r.said(Except), s.negative)
	miss(shDistinct, r.said(Different), s.distinct)
	miss(shOr, r.said(Or), s.or)
	miss(shBoth, r.said(Both), q.right != nil)
	miss(shMore, r.facts.more, s.more)
	miss(shLess, r.facts.less, s.less)
	miss(shLike, r.said(Contains) || r.said(Starts) || r.said(Ends), s.like)
	r.note(by(fNumbersLost, float64(max(r.facts.numbers-s.figures, 0))), by(fQuotesLost, float64(max(r.facts.quotes-s.texts, 0))))
	r.shapeTables(q)
	r.shapeItems(q)
	r.shapeGroups(q)
	r.pairs(&s, q)
}

// shapeTables compares the tables named with those used.
func (r *run) shapeTables(q *reading) {
	all := q.all()
	if q.right != nil {
		all = append(all, q.right.all()...)
	}
	for _, f := range q.filters {
		if f.sub != nil {
			all = append(all, f.sub.all()...)
		}
	}
	for _, t := range r.facts.tables {
		r.note(when(fTablesLost, !slices.Contains(all, t)))
	}
	for _, t := range q.used() {
		r.note(when(fTablesExtra, !t.Link && !slices.Contains(r.facts.tables, t)))
	}
}

// shapeItems looks at how columns shown, compared and sorted by meet.
func (r *run) shapeItems(q *reading) {
	for _, o := range q.orders {
		r.note(when(fOrderShown, slices.Contains(q.items, o.operand)))
	}
	for _, f := range q.filters {
		r.note(when(fFilterShown, slices.ContainsFunc(q.items, func(o operand) bool { return o.column != nil && o == f.left && f.operator == "=" })))
	}
	r.note(when(fHavingLone, len(q.having) > 0 && len(q.all()) == 1), by(fFilterMany, float64(max(len(q.filters)-2, 0))), by(fGroupMany, float64(max(len(q.groups)-2, 0))))
}

// shapeGroups looks for groups and sets that say nothing: groups of a single row each, sets of a single figure.
func (r *run) shapeGroups(q *reading) {
	figures := !slices.ContainsFunc(q.items, func(o operand) bool { return o.aggregate == none })
	r.note(when(fSetFigures, q.right != nil && figures))
	counts := false
	q.operands(func(o operand) { counts = counts || o.aggregate == count && o.column == nil })
	if !counts {
		return
	}
	r.note(when(fGroupLone, r.apiece(q, func(c *schema.Column) bool { return c.Table.PrimaryKey() == c })),
		when(fGroupNames, r.apiece(q, func(c *schema.Column) bool { return len(c.Table.Label) == 1 && c.Table.Label[0] == c })))
}

// apiece says that the query is grouped by such a column, and that no joined table has several rows for one of its.
func (r *run) apiece(q *reading, by func(*schema.Column) bool) bool {
	return slices.ContainsFunc(q.groups, func(o operand) bool {
		return o.column != nil && o.grain == "" && by(o.column) && !slices.ContainsFunc(q.all(), func(t *schema.Table) bool {
			return t != o.column.Table && !r.index.Graph.Refers(o.column.Table, t)
		})
	})
}

// outline is what clauses a reading has.
type outline struct {
	aggregates                              [median + 1]bool
	limited, ordered, grouped, negative, or bool
	distinct, more, less, like, nested      bool
	figures, texts                          int
}

func outlineOf(q *reading) outline {
	var s outline
	s.read(q)
	return s
}

func (s *outline) read(q *reading) {
	if q == nil {
		return
	}
	q.operands(func(o operand) {
		s.aggregates[o.aggregate] = true
		s.aggregates[average] = s.aggregates[average] || o.per != nil || o.aggregate == median
		s.read(o.each)
		s.distinct = s.distinct || o.distinct
	})
	s.limited = s.limited || q.limit > 0
	s.figures += boolInt(q.limit > 1)
	s.ordered = s.ordered || len(q.orders) > 0
	s.grouped = s.grouped || len(q.groups) > 0
	s.distinct = s.distinct || q.distinct
	s.negative = s.negative || q.set == "except"
	s.or = s.or || q.set == "union"
	for _, f := range append(slices.Clone(q.filters), q.having...) {
		s.filter(f)
	}
	s.read(q.right)
}

func (s *outline) filter(f *filter) {
	s.or = s.or || f.or
	s.nested = s.nested || f.sub != nil
	switch f.operator {
	case ">", ">=":
		s.more = true
	case "<", "<=":
		s.less = true
	case "<>", "not in", "not like", "not null":
		s.negative = true
	case "like":
		s.like = true
	}
	for _, v := range f.values {
		switch v.(type) {
		case string:
			s.texts++
		case int64, float64, time.Time:
			s.figures++
		}
	}
	s.read(f.sub)
}
