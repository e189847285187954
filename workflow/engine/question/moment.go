package question

import (
	"slices"
	"strings"

	"parley/db"
	"parley/workflow/engine/reading"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file says which date a period is of.

// momentSide is the date column that a period speaks about.
func momentSide(r *reading.Run) *reading.Operand {
	if r.Pending != nil && r.Pending.Column != nil && (r.Pending.Column.Role == schema.Moment || r.Pending.Column.Type.Temporal()) {
		o := r.Pending
		r.Pending = nil
		return o
	}
	r.Flush()
	if c := momentColumn(r); c != nil {
		return &reading.Operand{Column: c}
	}
	return nil
}

var (
	fMomentDefault = reading.Feat("date column: the table's default")
	fMomentForce   = reading.Feat("date column: of a table in force")
	fMomentFar     = reading.Feat("date column: joins away")
	fMomentHint    = reading.Feat("date column: a word of the question names it")
	fMomentKin     = reading.Feat("date column: of a table whose name is in that of one in force")
	fMomentAgain   = reading.Feat("date column: in use already")
	fMomentMetric  = reading.Feat("date column: of what a computed measure belongs to")
	fMomentNone    = reading.Feat("date column: none")
	fMomentSubject = reading.Feat("date column: of the subject")
	fMomentLast    = reading.Feat("date column: of the table named last")
)

// kin says that the table's name is part of the name of one in force: orders of order items.
func kin(r *reading.Run, t *schema.Table) bool {
	for _, other := range r.TablesInForce() {
		if other != t && len(other.Words) > len(t.Words) && reading.ContainsAll(other.Words, t.Words) {
			return true
		}
	}
	return false
}

// dated says that the date column is grouped by or compared already.
func dated(r *reading.Run, c *schema.Column) bool {
	return slices.ContainsFunc(r.Grains, func(o reading.Operand) bool { return o.Column == c }) || slices.ContainsFunc(r.Q.Filters, func(f *reading.Filter) bool { return f.Left.Column == c })
}

// metricDated says that the date is of the rows that a computed measure in use is made of, or of what they are part of.
func metricDated(r *reading.Run, c *schema.Column) bool {
	of := func(o reading.Operand) bool {
		if o.Column == nil || o.Column.Metric == nil {
			return false
		}
		t := o.Column.Table
		return t == c.Table || len(t.Words) > len(c.Table.Words) && reading.ContainsAll(t.Words, c.Table.Words) || t.Moment == nil && len(r.Index.Graph.Between(t, c.Table)) > 0 && c.Table.Moment == c && partOf(t, c.Table)
	}
	return slices.ContainsFunc(r.Q.Items, of) || slices.ContainsFunc(r.Q.Orders, func(o reading.Ordering) bool { return of(o.Operand) })
}

// partOf says that the rows of t are parts of one of whole: their first key leads there.
func partOf(t, whole *schema.Table) bool {
	return len(t.Foreign) > 0 && strings.EqualFold(t.Foreign[0].Target.Name, whole.Name)
}

// momentColumn chooses among the date columns in reach.
func momentColumn(r *reading.Run) *schema.Column {
	if at := definedMoment(r); at != nil {
		return at
	}
	if at := becameMoment(r); at != nil {
		return at
	}
	if behindAbsent(r) {
		return r.Absence.Moment
	}
	var list []*schema.Column
	tables := r.TablesInForce()
	r.Choice()
	for _, c := range r.Index.Columns {
		if c.Role != schema.Moment || c.Type == db.Time || len(list) > 30 {
			continue
		}
		d := r.ReachFrom(tables, c.Table)
		if d < 0 || d > 2 || unmeant(r, c) {
			continue
		}
		list = append(list, c)
		r.Option(reading.When(fMomentDefault, c.Table.Moment == c), reading.When(fMomentForce, d == 0), reading.By(fMomentFar, float64(d)), reading.When(fMomentHint, r.Hinted(c, "date")),
			reading.When(fMomentSubject, c.Table == r.Subject), reading.When(fMomentLast, c.Table == r.Last), reading.When(fMomentKin, kin(r, c.Table)), reading.When(fMomentAgain, dated(r, c)), reading.When(fMomentMetric, metricDated(r, c)))
	}
	r.Option(reading.Is(fMomentNone))
	at := r.Pick()
	if at == len(list) {
		return nil
	}
	return list[at]
}

// unmeant says that somebody told by which other moment the rows of a date go, or rows came to be what is said of them, and no word names the date.
func unmeant(r *reading.Run, c *schema.Column) bool {
	if c.Role != schema.Moment || r.Hinted(c, "date") || dated(r, c) {
		return false
	}
	if at := becameMoment(r); at != nil {
		return at != c
	}
	return c.Table.Timed && c != c.Table.Moment
}

// behindAbsent says that a period stands right behind what must be absent, whose time it is: "customers without orders this month" may
// have come in any.
func behindAbsent(r *reading.Run) bool {
	if r.Absence == nil || r.Absence.Moment == nil {
		return false
	}
	i := r.Pos - 1
	for i > r.Lacked && (r.Items[i].Is(tag.In, tag.Filler, tag.All, tag.Compare, tag.Between) || !r.Items[i].Mention() && (r.Items[i].Plain() || r.Items[i].HasNumber || r.Items[i].Period != nil)) {
		i--
	}
	return i <= r.Lacked
}

// definedMoment is the time that a figure in use was defined with; nil for none.
func definedMoment(r *reading.Run) *schema.Column {
	for _, o := range r.Q.Items {
		if o.Column != nil && o.Column.Metric != nil && o.Column.Metric.Moment != nil {
			return o.Column.Metric.Moment
		}
	}
	return nil
}

// becameMoment is the time at which the rows came to be what a word says that was taught; nil for none.
func becameMoment(r *reading.Run) *schema.Column {
	for _, it := range r.Items {
		if at := r.Index.Became(it.Lower); at != nil && r.ReachFrom(r.TablesInForce(), at.Table) == 0 {
			return at
		}
	}
	return nil
}
