package engine

import (
	"slices"

	"parley/workflow/schema"
)

// This file reads comparisons: "more than 5", "at least two orders", "after March".

// yearOf passes over what only announces a year, "the year of 2006".
func (r *run) yearOf(i int) int {
	of := r.ahead(i + 1)
	if at := r.ahead(of + 1); r.item(i).Lower == "year" && r.item(of).Is(Of) && isYear(r.item(at)) {
		r.used[i] = true
		return at
	}
	return i
}

func isYear(it *Item) bool {
	return it.HasNumber && it.Number >= 1000 && it.Number <= 2200
}

// leftInside lets what is compared stand inside the comparison, "more credits than 3", "a higher average price than", and
// gives where the right side is looked for.
func (r *run) leftInside(i int) int {
	if r.pending != nil {
		return i
	}
	than := func(i int) bool { return r.item(r.ahead(i + 1)).Is(Than) }
	c, s := r.item(i).BestColumn()
	if after := r.item(r.ahead(i + 1)); c != nil && s > 0.5 && (after.HasNumber && !r.item(i).HasNumber || than(i)) {
		r.await(r.columnAt(i))
		if i = r.ahead(r.pos); r.item(i).Is(Than) {
			i = r.ahead(i + 1)
		}
		return i
	}
	if !r.item(i).Is(Sum, Average, Maximum, Minimum) || !than(r.ahead(i+1)) {
		return i
	}
	a := aggregateOf(r.item(i).Cue.Kind)
	c = r.columnAt(r.ahead(i + 1))
	if c == nil {
		return i
	}
	r.used[i] = true
	r.aggregates = append(r.aggregates, a)
	r.await(c)
	return r.ahead(r.ahead(r.pos) + 1)
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
		number := (m.Column.Type.Numeric() || m.Column.Numeric) && m.Column.Role != schema.Reference
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
