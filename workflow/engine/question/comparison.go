package question

import (
	"slices"

	"parley/workflow/engine/reading"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file reads comparisons: "more than 5", "at least two orders", "after March".

// YearOf passes over what only announces a year, "the year of 2006".
func YearOf(r *reading.Run, i int) int {
	of := r.Ahead(i + 1)
	if at := r.Ahead(of + 1); r.Item(i).Lower == "year" && r.Item(of).Is(tag.Of) && isYear(r.Item(at)) {
		r.Used[i] = true
		return at
	}
	return i
}

func isYear(it *tag.Item) bool {
	return it.HasNumber && it.Number >= 1000 && it.Number <= 2200
}

// LeftInside lets what is compared stand inside the comparison, "more credits than 3", "a higher average price than", and
// gives where the right side is looked for.
func LeftInside(r *reading.Run, i int) int {
	if r.Pending != nil {
		return i
	}
	than := func(i int) bool { return r.Item(r.Ahead(i + 1)).Is(tag.Than) }
	c, s := r.Item(i).BestColumn()
	if after := r.Item(r.Ahead(i + 1)); c != nil && s > 0.5 && (after.HasNumber && !r.Item(i).HasNumber || than(i)) {
		r.Await(r.ColumnAt(i))
		if i = r.Ahead(r.Pos); r.Item(i).Is(tag.Than) {
			i = r.Ahead(i + 1)
		}
		return i
	}
	if !r.Item(i).Is(tag.Sum, tag.Average, tag.Maximum, tag.Minimum) || !than(r.Ahead(i+1)) {
		return i
	}
	a := aggregateOf(r.Item(i).Cue.Kind)
	c = r.ColumnAt(r.Ahead(i + 1))
	if c == nil {
		return i
	}
	r.Used[i] = true
	r.Aggregates = append(r.Aggregates, a)
	r.Await(c)
	return r.Ahead(r.Ahead(r.Pos) + 1)
}

// ThanFollows says that a "than" or a number follows.
func ThanFollows(r *reading.Run) bool {
	return slices.ContainsFunc(r.Items[r.Pos:], func(it tag.Item) bool { return it.Is(tag.Than) || it.HasNumber })
}

// BoundFollows says that what is compared with stands behind "or after" at i, "or after 2010", "or after the year of 2010": it is no end of
// the comparison before it, "2010 or after".
func BoundFollows(r *reading.Run, i int) bool {
	at := r.Ahead(i + 1)
	next := r.Item(at)
	if of := r.Ahead(at + 1); next.Lower == "year" && r.Item(of).Is(tag.Of) {
		next = r.Item(r.Ahead(of + 1))
	}
	return next.HasNumber || next.Period != nil || next.Quoted || Clock(next)
}

// Clock says that an item is a time of day or the like, "09:00:00", which begins with a figure and is no number.
func Clock(it *tag.Item) bool {
	return !it.HasNumber && it.Period == nil && it.Lower != "" && it.Lower[0] >= '0' && it.Lower[0] <= '9' && (it.Plain() || len(it.Values) > 0)
}

// Alternative reads "or after 2010" as a comparison of its own, with the column compared last.
func Alternative(r *reading.Run, cue *tag.Cue) {
	cue.Kind, cue.Operator = tag.Compare, cue.Operator[:1]
	if n := len(r.Q.Filters); n > 0 && r.Pending == nil {
		o := r.Q.Filters[n-1].Left
		r.Pending = &o
	}
	r.Or = true
}

// Opposite is the comparison that holds where the operator's does not.
func Opposite(op string) string {
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
	fHavingCount  = reading.Feat("number and table: so many rows")
	fHavingColumn = reading.Feat("number and column: the column compares")
	fHavingScore  = reading.Feat("number and column: score of the match")
	fHavingTable  = reading.Feat("number and table: score of the match")
	fHavingNum    = reading.Feat("number and column: numeric")
	fHavingKey    = reading.Feat("number and column: a key")
	fHavingForce  = reading.Feat("number and column: of a table in force")
	fHavingDim    = reading.Feat("number and table: the comparison measures something")
	fHavingValues = reading.Feat("number and column: so many different values")
)

// countedCondition reads what follows a compared number as its left side: a table ("at least two orders") asks for so
// many rows, a column ("more than 100 members") compares.
func countedCondition(r *reading.Run, op string, value any, dimension bool) bool {
	at := r.Ahead(r.Pos)
	for r.Item(at).Is(tag.Of, tag.Different) {
		at = r.Ahead(at + 1)
	}
	next := r.Item(at)
	if len(next.Matches) == 0 {
		return false
	}
	list := r.ColumnsOrTables(next)
	r.Choice()
	for _, m := range list {
		if m.Column == nil {
			r.Option(reading.Is(fHavingCount), reading.By(fHavingTable, m.Score()), reading.When(fHavingDim, dimension), reading.By(reading.FTableFar, float64(max(r.Reach(m.Table), 0))))
			continue
		}
		number := (m.Column.Type.Numeric() || m.Column.Numeric) && m.Column.Role != schema.Reference
		r.Option(reading.When(fHavingColumn, number), reading.When(fHavingValues, !number), reading.By(fHavingScore, m.Score()), reading.When(fHavingNum, number && m.Column.Role == schema.Measure),
			reading.When(fHavingKey, m.Column.Key()), reading.When(fHavingForce, r.Reach(m.Table) == 0), reading.By(reading.FColumnFar, float64(max(r.Reach(m.Table), 0))))
	}
	r.Option(reading.When(fHavingDim, !dimension))
	at2 := r.Pick()
	if at2 == len(list) {
		return false
	}
	r.Used[at] = true
	r.Pos = at + 1
	m := list[at2]
	switch {
	case m.Column == nil:
		r.Tally(m.Table)
		r.Q.Having = append(r.Q.Having, &reading.Filter{Left: reading.Operand{Aggregate: reading.Count}, Operator: op, Values: []any{value}})
	case m.Column.Type.Numeric() || m.Column.Numeric:
		r.Add(&reading.Filter{Left: reading.Operand{Column: m.Column}, Operator: op, Values: []any{value}, Literal: true})
	default:
		r.Tally(m.Table)
		r.Q.Having = append(r.Q.Having, &reading.Filter{Left: reading.Operand{Aggregate: reading.Count}, Operator: op, Values: []any{value}})
	}
	return true
}

// LeftSide finds what a comparison compares: the column that waits, else what the comparing word measures, else a
// numeric column that was asked for just before.
func LeftSide(r *reading.Run, cue tag.Cue) *reading.Operand {
	dated := len(cue.Dimension) > 0 && cue.Dimension[0] == "date"
	if dated && r.Pending != nil && r.Pending.Column != nil && r.Pending.Column.Role == schema.Measure {
		r.Flush()
	}
	if r.Pending != nil {
		o := r.Pending
		r.Pending = nil
		return o
	}
	if words := append(slices.Clone(r.Measure), unstarred(cue.Dimension)...); len(words) > 0 {
		r.Measure = nil
		if c, _ := r.Dimension(words); c != nil {
			return &reading.Operand{Column: c, Aggregate: firstAggregate(r)}
		}
		if dated {
			if c := momentColumn(r); c != nil {
				return &reading.Operand{Column: c}
			}
		}
	}
	if next := r.Item(r.Ahead(r.Pos)); next.Is(tag.In, tag.Of) {
		if c := r.ColumnAt(r.Ahead(r.Ahead(r.Pos) + 1)); c != nil {
			return &reading.Operand{Column: c}
		}
	}
	if n := len(r.Q.Filters); r.GoesOn && n > 0 && bounds(r.Q.Filters[n-1]) {
		o := r.Q.Filters[n-1].Left
		return &o
	}
	if o := lastNumber(r); o != nil {
		return o
	}
	if c, _ := r.Dimension([]string{"age", "number", "amount", "total", "price", "score", "size"}); c != nil && c.Role == schema.Measure {
		return &reading.Operand{Column: c}
	}
	return nil
}

// tableNamedLast says that the last name before the position is a table's.
func tableNamedLast(r *reading.Run) bool {
	i := r.Pos - 1
	for i >= 0 && (i >= len(r.Items) || len(r.Items[i].Matches) == 0) {
		i--
	}
	n := len(r.Named)
	return n > 0 && r.Named[n-1].At == i
}

// bounds says that the condition compares a column with a figure, upwards or downwards.
func bounds(f *reading.Filter) bool {
	return len(f.Values) > 0 && f.Left.Column != nil && (f.Operator[0] == '<' || f.Operator[0] == '>') && f.Operator != "<>"
}

// unstarred leaves out the star, which stands for a column that is named.
func unstarred(words []string) []string {
	if len(words) > 0 && words[0] == "*" {
		return words[1:]
	}
	return words
}

func firstAggregate(r *reading.Run) reading.Aggregate {
	if len(r.Aggregates) == 0 {
		return reading.None
	}
	a := r.Aggregates[0]
	r.Aggregates = nil
	return a
}

// lastNumber is the column asked for last, taken back from the list when it is a number and something else stays, unless rows were named
// behind it: "names and ages over 30", but "names and prices of products over 500".
func lastNumber(r *reading.Run) *reading.Operand {
	n := len(r.Q.Items)
	if n == 0 || r.Q.Items[n-1].Column == nil || !r.Q.Items[n-1].Column.Type.Numeric() {
		return nil
	}
	o := r.Q.Items[n-1]
	if n > 1 && !tableNamedLast(r) {
		r.Q.Items = r.Q.Items[:n-1]
	}
	return &o
}
