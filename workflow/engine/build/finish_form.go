package build

import (
	"slices"
	"strings"
	"time"

	"parley/workflow/engine/english"
	"parley/workflow/engine/question"
	"parley/workflow/engine/reading"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file settles what aggregates are made of once everything was read: what is counted or summed for each unit of
// time, percentages, running totals, growth, values and periods side by side, the first places of each group.

var (
	fPerCount  = reading.Feat("groups without aggregate: rows")
	fPerEach   = reading.Feat("groups without aggregate: rows, after each")
	fPerRefers = reading.Feat("groups without aggregate: rows of a table that refers to what was named")
	fPerSum    = reading.Feat("groups without aggregate: the sum of a measure")
	fPerTotal  = reading.Feat("groups without aggregate: the sum of a measure that was asked for")
	fPerNone   = reading.Feat("groups without aggregate: none")
	fPerBy     = reading.Feat("groups without aggregate: none, after per or by")
)

// measureGroups chooses what is shown for each group when no aggregate was said: "orders per month", "revenue by store".
func measureGroups(r *reading.Run) {
	q := r.Q
	timed := len(r.Grains) > 0 || r.Versus || r.Made != tag.NoCue
	if len(r.PerKey)+len(r.PerRow) == 0 && !timed || q.Aggregates() || len(q.Having) > 0 || slices.ContainsFunc(q.Orders, func(o reading.Ordering) bool { return o.Aggregate != reading.None }) {
		return
	}
	if !timed && len(q.Orders)+len(q.Items) > 0 {
		return
	}
	said := slices.IndexFunc(q.Items, func(o reading.Operand) bool {
		return o.Column != nil && o.Column.Role == schema.Measure && !o.Column.Key()
	})
	r.Choice()
	r.Option(reading.Is(fPerCount), reading.When(fPerEach, !timed && !r.Per))
	if said >= 0 {
		r.Option(reading.Is(fPerSum), reading.Is(fPerTotal))
	}
	if !timed {
		r.Option(reading.Is(fPerNone), reading.When(fPerBy, r.Per))
	}
	switch at := r.Pick(); {
	case said >= 0 && at == 1:
		q.Items[said].Aggregate = reading.Sum
		q.Items = slices.DeleteFunc(q.Items, func(o reading.Operand) bool { return o.Star || o.Column != nil && o.Column.Role == schema.Moment })
	case at == 0:
		r.Tallies = true
		r.Note(reading.When(fPerRefers, slices.ContainsFunc(q.Items, func(o reading.Operand) bool { return o.Column != nil && o.Column.Role == schema.Reference })))
		for _, o := range q.Items {
			q.Need(reading.TableOf(o.Column))
		}
		q.Items = slices.DeleteFunc(q.Items, func(o reading.Operand) bool {
			return o.Star || reading.TableOf(o.Column) == r.Subject || o.Column.Role == schema.Moment || o.Column.Key()
		})
		q.Items = append(q.Items, reading.Operand{Aggregate: reading.Count})
		if r.Subject != nil {
			q.Need(r.Subject)
			r.CountedTable = r.Subject
		}
	}
}

// measuredItem is the place of the aggregate that a percentage, running total or growth is made of; a count of rows is added
// when there is none.
func measuredItem(r *reading.Run) int {
	for i, o := range r.Q.Items {
		if o.Aggregate != reading.None {
			return i
		}
	}
	r.Q.Items = slices.DeleteFunc(r.Q.Items, func(o reading.Operand) bool {
		return o.Star || o.Column == nil || o.Column.Table == r.Subject && !slices.Contains(r.PerKey, o.Column)
	})
	r.Tallies = true
	r.Q.Items = append(r.Q.Items, reading.Operand{Aggregate: reading.Count})
	return len(r.Q.Items) - 1
}

// intoForm turns the aggregate into what was asked for: a percentage, a running total, a growth.
func intoForm(r *reading.Run) {
	if r.Made == tag.NoCue {
		return
	}
	i := measuredItem(r)
	o := r.Q.Items[i]
	switch r.Made {
	case tag.Percent:
		percent(r, i)
	case tag.Running:
		if len(r.Grains) > 0 {
			along := r.Grains[0]
			o.Form, o.Along = reading.Running, &along
			r.Q.Items = append(r.Q.Items, o)
		}
	case tag.Growth:
		if len(r.Grains) > 0 {
			along := r.Grains[0]
			o.Form, o.Along = reading.Change, &along
			r.Q.Items = append(r.Q.Items, o)
		}
	}
}

// percent makes the aggregate at i a percentage: of the rows that fulfil the conditions, else of each group in all.
func percent(r *reading.Run, i int) {
	q := r.Q
	var conditions, rest []*reading.Filter
	for _, f := range q.Filters {
		moment := f.Left.Column != nil && f.Left.Column.Role == schema.Moment && len(f.Values) > 0
		if moment || f.Operator == "not null" {
			rest = append(rest, f)
		} else {
			conditions = append(conditions, f)
		}
	}
	o := q.Items[i]
	grouped := len(r.PerKey)+len(r.PerRow) > 0
	switch {
	case grouped && (o.Aggregate != reading.Count || !kindOf(r, conditions)) || len(conditions) == 0:
		if !grouped && len(r.Grains) == 0 {
			return
		}
		o.Form = reading.Portion
		q.Items = slices.Insert(q.Items, i+1, o)
	case partly(r, conditions):
		r.Note(reading.When(fPartRows, o.Aggregate == reading.Count))
		o.When = &reading.Part{Filters: conditions}
		if o.Aggregate == reading.Count {
			o.Column, o.Distinct = nil, false
		}
		q.Items[i] = o
		q.Filters = rest
	}
}

// kindOf says that the conditions say of which kind the rows are that a percentage counts: "share of claims denied per insurer" is
// of each insurer's claims.
func kindOf(r *reading.Run, conditions []*reading.Filter) bool {
	return len(conditions) > 0 && partly(r, conditions) && !slices.ContainsFunc(conditions, func(f *reading.Filter) bool {
		return f.Left.Column.Table != r.Subject || f.Left.Column.Role != schema.Category || slices.Contains(r.PerKey, f.Left.Column)
	})
}

// partly says that the conditions leave each row of what is counted once: they hold no sub-query and lie on the subject
// or on tables that it refers to.
func partly(r *reading.Run, conditions []*reading.Filter) bool {
	return !slices.ContainsFunc(conditions, func(f *reading.Filter) bool {
		t := reading.TableOf(f.Left.Column)
		return t == nil || f.Sub != nil || r.Subject != nil && t != r.Subject && !r.Index.Graph.Refers(r.Subject, t)
	})
}

// sideBySide groups by what "vs" and "compare" name: the values of one column, or periods.
func sideBySide(r *reading.Run) {
	averaged := !r.Versus && averagedAlone(r)
	if !r.Versus && !averaged {
		return
	}
	q := r.Q
	for i, f := range q.Filters {
		if i == 0 || !f.Or || f.Left != q.Filters[i-1].Left || f.Operator != "=" {
			continue
		}
		c := f.Left.Column
		if c.Role == schema.Moment {
			r.Grains = append(r.Grains, reading.Operand{Column: c})
			return
		}
		if named := c.Role == schema.Label; averaged && !named {
			return
		} else if named && measured(c.Table) && len(q.Items)+len(r.Aggregates)+len(r.PerKey) == 0 && !r.Counted {
			r.Versus = false // they are rows, each as it is
			q.Items = append(q.Items, reading.Operand{Star: true, Table: c.Table})
			r.Note(reading.Is(fSideBySide))
			return
		}
		if !slices.Contains(r.PerKey, c) {
			r.PerKey, r.SideValues = append(r.PerKey, c), append(r.SideValues, c)
		}
		r.Note(reading.Is(fSideBySide))
		return
	}
	periodsApart(r)
}

// measured says that rows of a table have numbers of their own, by which two of them compare.
func measured(t *schema.Table) bool {
	return slices.ContainsFunc(t.Columns, func(c *schema.Column) bool { return c.Role == schema.Measure })
}

// averagedAlone says that averages are asked for and nothing else: of two things by their names each has its own, as nobody takes the mean
// of two products.
func averagedAlone(r *reading.Run) bool {
	own := func(o reading.Operand) bool { return o.Aggregate == reading.Average && o.Per == nil }
	return len(r.Q.Items) > 0 && !slices.ContainsFunc(r.Q.Items, func(o reading.Operand) bool { return !own(o) }) && len(r.PerKey)+len(r.Grains)+len(r.PerRow) == 0 && !r.PerSubject
}

// eitherPeriod makes two ranges of one date column that no row can lie in at once alternatives: "in September and October".
func eitherPeriod(r *reading.Run) {
	if r.Versus {
		return
	}
	ranges := ranges(r)
	if len(ranges) < 2 {
		return
	}
	for i := 1; i < len(ranges); i++ {
		a, b := r.Q.Filters[ranges[i-1]], r.Q.Filters[ranges[i-1]+1]
		if !apartInTime(a, b, r.Q.Filters[ranges[i]], r.Q.Filters[ranges[i]+1]) {
			return
		}
	}
	takeRanges(r, ranges)
}

// apartInTime says that one of two half-open ranges ends before the other begins.
func apartInTime(from, to, otherFrom, otherTo *reading.Filter) bool {
	end, ok := to.Values[0].(time.Time)
	otherEnd, okOther := otherTo.Values[0].(time.Time)
	start, okStart := from.Values[0].(time.Time)
	otherStart, okOtherStart := otherFrom.Values[0].(time.Time)
	return ok && okOther && okStart && okOtherStart && (!end.After(otherStart) || !otherEnd.After(start))
}

// ranges are the places of conditions that begin a half-open range, all on one date column.
func ranges(r *reading.Run) []int {
	var out []int
	for i := 0; i+1 < len(r.Q.Filters); i++ {
		a, b := r.Q.Filters[i], r.Q.Filters[i+1]
		if a.Operator != ">=" || b.Operator != "<" || a.Left != b.Left || a.Left.Column == nil || len(a.Values)+len(b.Values) != 2 {
			continue
		}
		if len(out) > 0 && r.Q.Filters[out[0]].Left != a.Left {
			continue
		}
		out = append(out, i)
		i++
	}
	return out
}

// takeRanges replaces the ranges that begin at the places by alternatives at the end, and gives them.
func takeRanges(r *reading.Run, places []int) []*reading.Filter {
	q := r.Q
	var out []*reading.Filter
	for _, i := range places {
		a, b := q.Filters[i], q.Filters[i+1]
		out = append(out, &reading.Filter{Left: a.Left, Operator: "within", Values: []any{a.Values[0], b.Values[0]}, Literal: true, Or: len(out) > 0})
	}
	for k := len(places) - 1; k >= 0; k-- {
		q.Filters = slices.Delete(q.Filters, places[k], places[k]+2)
	}
	q.Filters = append(q.Filters, out...)
	return out
}

// periodsApart makes the ranges of one date column alternatives, and groups by their unit. A single one is compared with
// the one that follows it, when it lies in the past.
func periodsApart(r *reading.Run) {
	ranges := takeRanges(r, ranges(r))
	if len(ranges) == 0 || len(r.Spans) == 0 {
		return
	}
	unit := r.Spans[len(r.Spans)-1]
	if from, ok := ranges[0].Values[0].(time.Time); ok && len(ranges) == 1 {
		next := *ranges[0]
		next.Or = true
		next.Values = []any{tag.AddUnits(unit, from, 1), tag.AddUnits(unit, from, 2)}
		r.Q.Filters = append(r.Q.Filters, &next)
	}
	if len(r.Paces) == 0 {
		r.Grains = append(r.Grains, question.Grain(r, ranges[0].Left.Column, unit))
	}
}

// bestUnits sorts the units of time by what is counted or summed in them, for "the busiest day".
func bestUnits(r *reading.Run) {
	if r.SortCount {
		r.Q.Orders = append(r.Q.Orders, reading.Ordering{Operand: reading.Operand{Aggregate: reading.Count}, Descending: r.SortDesc})
	}
	if r.Sold && len(r.Q.Items) == 0 && r.Subject != nil {
		r.Label(r.Subject)
		r.AddItem(r.Q.Orders[len(r.Q.Orders)-1].Operand)
	}
	if !r.Best || len(r.Grains) == 0 {
		return
	}
	i := measuredItem(r)
	r.Q.Orders = append(r.Q.Orders, reading.Ordering{Operand: r.Q.Items[i], Descending: r.TopDesc})
}

// firstPlaces keeps the first of each group where an extreme was said with "each" or "per": a limit would keep the first
// of all.
func firstPlaces(r *reading.Run) {
	q := r.Q
	if r.GroupedAt > 0 && r.ToppedAt > r.GroupedAt {
		return // "by country, top 10": so many of the groups
	}
	if q.Limit == 0 || len(q.Orders) == 0 || len(r.PerKey)+len(r.PerRow) == 0 || q.Aggregates() && q.Orders[0].Aggregate == reading.None {
		return
	}
	if q.Orders[0].Aggregate != reading.None && !placesOf(r) {
		return
	}
	for _, t := range r.PerRow {
		if key := t.PrimaryKey(); key != nil {
			q.Within = append(q.Within, reading.Operand{Column: key})
		}
		for i := len(t.Label) - 1; i >= 0; i-- {
			shownFirst(r, reading.Operand{Column: t.Label[i]})
		}
	}
	for _, c := range r.PerKey {
		q.Within = append(q.Within, reading.Operand{Column: c})
		shownFirst(r, reading.Operand{Column: c})
	}
	owner := r.Subject
	if owner == nil || slices.Contains(r.PerRow, owner) {
		owner = reading.TableOf(q.Orders[0].Column)
	}
	q.Items = slices.DeleteFunc(q.Items, func(o reading.Operand) bool { return o.Star })
	if owner != nil && !slices.ContainsFunc(q.Items, func(o reading.Operand) bool {
		return reading.TableOf(o.Column) == owner && !slices.Contains(q.Within, o)
	}) {
		if len(owner.Label) == 0 && owner.PrimaryKey() != nil {
			q.Items = append(q.Items, reading.Operand{Column: owner.PrimaryKey()})
		}
		for _, c := range owner.Label {
			q.Items = append(q.Items, reading.Operand{Column: c})
		}
	}
	r.AddItem(q.Orders[0].Operand)
	q.Places, q.Limit = q.Limit, 0
	r.PerKey, r.PerRow = nil, nil
	if q.Orders[0].Aggregate != reading.None {
		groupPlaces(r, owner)
		r.Note(reading.When(fPlacesCount, slices.ContainsFunc(q.Items, func(o reading.Operand) bool { return o.Aggregate == reading.None && !placedWithin(r, o) })))
	}
}

// placedWithin says that the operand is of the rows that places are given within.
func placedWithin(r *reading.Run, o reading.Operand) bool {
	return slices.ContainsFunc(r.Q.Within, func(w reading.Operand) bool {
		return w == o || w.Column.Key() && w.Column.Table == reading.TableOf(o.Column)
	})
}

var fPartRows = reading.Feat("percentage: of the rows")

var fSideBySide = reading.Feat("values side by side")

var fPlacesCount = reading.Feat("the first of each group by a count or sum")

// placesOf says that the first by a count or sum are asked for in each group: something else than the group is named.
func placesOf(r *reading.Run) bool {
	if r.Subject == nil || r.CountedTable == r.Subject || slices.Contains(r.PerRow, r.Subject) || len(r.Q.Having) > 0 || slices.ContainsFunc(r.PerRow, func(t *schema.Table) bool { return t.PrimaryKey() == nil }) {
		return false
	}
	return !slices.ContainsFunc(r.PerKey, func(c *schema.Column) bool { return slices.Contains(r.Q.Items, reading.Operand{Column: c}) })
}

// groupPlaces groups the rows that are given places by what is shown and what they are placed within.
func groupPlaces(r *reading.Run, owner *schema.Table) {
	q := r.Q
	q.Groups = append(q.Groups, q.Within...)
	if owner != nil && owner.PrimaryKey() != nil {
		r.GroupBy(owner.PrimaryKey())
	}
	groupRest(r)
}

// shownFirst puts an operand at the front of what is shown.
func shownFirst(r *reading.Run, o reading.Operand) {
	q := r.Q
	q.Items = slices.DeleteFunc(q.Items, func(other reading.Operand) bool { return other == o })
	q.Items = slices.Insert(q.Items, 0, o)
}

var (
	fAmountOwn    = reading.Feat("an aggregate of a table: of its amount")
	fAmountOnly   = reading.Feat("an aggregate of a table: of its only number")
	fAmountMetric = reading.Feat("an aggregate of a table: of a computed measure")
	fAmountSaid   = reading.Feat("an aggregate of a table: of a computed measure, as a value was said")
	fAmountRows   = reading.Feat("an aggregate of a table: of its rows")
	fAmountNone   = reading.Feat("an aggregate of a table: none")
)

// amount gives an aggregate that no column came for its measure: "total payments" are summed by their amount, "average
// order value" is the computed measure for each order, "total orders" are counted. False says that there is none.
func amount(r *reading.Run) bool {
	t := r.Subject
	if t == nil || len(r.Q.Items) > 0 && !r.Q.Items[0].Star || !slices.ContainsFunc(r.Named, func(n reading.Named) bool { return n.Table == t && n.At >= r.AggregatesAt }) {
		return false
	}
	a := r.Aggregates[0]
	var list []reading.Operand
	r.Choice()
	if c := reading.Principal(t); c != nil {
		r.Option(reading.Is(fAmountOwn), reading.When(fAmountOnly, !c.Has(english.Amounts...)))
		list = append(list, reading.Operand{Column: c, Aggregate: a})
	}
	if m, key := metricOf(r, t); m != nil && (a == reading.Sum && worth(r) || a == reading.Average && key != nil) {
		o := reading.Operand{Column: m, Aggregate: reading.Sum}
		if a == reading.Average {
			o.Per = key
		}
		r.Option(reading.Is(fAmountMetric), reading.When(fAmountSaid, worth(r)))
		list = append(list, o)
	}
	if a == reading.Sum {
		r.Option(reading.Is(fAmountRows))
		list = append(list, reading.Operand{Aggregate: reading.Count})
	}
	r.Option(reading.Is(fAmountNone))
	at := r.Pick()
	if at >= len(list) {
		return false
	}
	r.Aggregates = nil
	r.Q.Items = []reading.Operand{list[at]}
	if list[at].Aggregate == reading.Count {
		r.CountedTable, r.Tallies = t, true
	}
	r.Q.Need(t)
	return true
}

// worth says that money or a value was said.
func worth(r *reading.Run) bool {
	return slices.ContainsFunc(r.Items, func(it tag.Item) bool {
		return english.Worths[it.Lower] || strings.Contains(it.Lower, "amount") || strings.Contains(it.Lower, "value")
	})
}

// metricOf is a computed measure over rows that belong to one of t each, with the key that they hold of it.
func metricOf(r *reading.Run, t *schema.Table) (metric, key *schema.Column) {
	for _, m := range r.Index.Metrics() {
		for _, e := range r.Index.Graph.Between(m.Table, t) {
			if e.From == m.Table && len(e.FromColumns) == 1 && !m.Metric.Aggregate {
				return m, e.FromColumns[0]
			}
		}
	}
	return nil, nil
}

// averageRows makes "average number of orders per user" the rows of the one divided by how many of the other they belong
// to.
func averageRows(r *reading.Run) {
	if !r.Averaged {
		return
	}
	var key *schema.Column
	if n := len(r.PerRow); n > 0 {
		t := r.PerRow[n-1]
		key = t.PrimaryKey()
		for _, e := range r.Index.Graph.Between(r.Subject, t) {
			if e.From == r.Subject && len(e.FromColumns) == 1 {
				key = e.FromColumns[0]
				r.Q.Tables = slices.DeleteFunc(r.Q.Tables, func(o *schema.Table) bool { return o == t })
			}
		}
		r.PerRow = r.PerRow[:n-1]
	} else if n := len(r.PerKey); n > 0 {
		key, r.PerKey = r.PerKey[n-1], r.PerKey[:n-1]
	}
	r.Q.Items = []reading.Operand{{Aggregate: reading.Count, Per: key}}
}

// totalShown sums what somebody spent where the column itself is called so: "total amount spent by" over totals of
// invoices.
func totalShown(r *reading.Run) {
	q := r.Q
	total := slices.ContainsFunc(r.Items, func(it tag.Item) bool { return strings.HasPrefix(it.Lower, "total") && it.Mention() })
	if total && len(q.Items) == 1 && q.Items[0].Aggregate == reading.None && q.Items[0].Column != nil && q.Items[0].Column.Role == schema.Measure && len(q.Filters) > 0 && len(q.Orders) == 0 {
		q.Items[0].Aggregate = reading.Sum
	}
}

// totalled turns conditions on single rows into conditions on what all rows of the subject come to: "customers who spent
// more than 100".
func totalled(r *reading.Run) {
	if !r.Totals {
		return
	}
	q := r.Q
	totalShown(r)
	q.Filters = slices.DeleteFunc(q.Filters, func(f *reading.Filter) bool {
		if f.Left.Column == nil || question.ManySided(r, f.Left.Column) != reading.Sum || f.Operator == "=" || f.Sub != nil {
			return false
		}
		f.Left.Aggregate = reading.Sum
		q.Having = append(q.Having, f)
		r.PerSubject = true
		return true
	})
}
