package engine

import (
	"slices"
	"strings"
	"time"

	"parley/workflow/engine/english"
	"parley/workflow/schema"
)

// This file settles what aggregates are made of once everything was read: what is counted or summed for each unit of
// time, percentages, running totals, growth, values and periods side by side, the first places of each group.

var (
	fPerCount  = feat("groups without aggregate: rows")
	fPerEach   = feat("groups without aggregate: rows, after each")
	fPerRefers = feat("groups without aggregate: rows of a table that refers to what was named")
	fPerSum    = feat("groups without aggregate: the sum of a measure")
	fPerTotal  = feat("groups without aggregate: the sum of a measure that was asked for")
	fPerNone   = feat("groups without aggregate: none")
	fPerBy     = feat("groups without aggregate: none, after per or by")
)

// measureGroups chooses what is shown for each group when no aggregate was said: "orders per month", "revenue by store".
func (r *run) measureGroups() {
	q := r.q
	timed := len(r.grains) > 0 || r.versus || r.made != NoCue
	if len(r.perKey)+len(r.perRow) == 0 && !timed || q.aggregates() || len(q.having) > 0 || slices.ContainsFunc(q.orders, func(o ordering) bool { return o.aggregate != none }) {
		return
	}
	if !timed && len(q.orders)+len(q.items) > 0 {
		return
	}
	said := slices.IndexFunc(q.items, func(o operand) bool { return o.column != nil && o.column.Role == schema.Measure && !o.column.Key() })
	r.choice()
	r.option(is(fPerCount), when(fPerEach, !timed && !r.per))
	if said >= 0 {
		r.option(is(fPerSum), is(fPerTotal))
	}
	if !timed {
		r.option(is(fPerNone), when(fPerBy, r.per))
	}
	switch at := r.pick(); {
	case said >= 0 && at == 1:
		q.items[said].aggregate = sum
		q.items = slices.DeleteFunc(q.items, func(o operand) bool { return o.star || o.column != nil && o.column.Role == schema.Moment })
	case at == 0:
		r.tallies = true
		r.note(when(fPerRefers, slices.ContainsFunc(q.items, func(o operand) bool { return o.column != nil && o.column.Role == schema.Reference })))
		for _, o := range q.items {
			q.need(tableOf(o.column))
		}
		q.items = slices.DeleteFunc(q.items, func(o operand) bool {
			return o.star || tableOf(o.column) == r.subject || o.column.Role == schema.Moment || o.column.Key()
		})
		q.items = append(q.items, operand{aggregate: count})
		if r.subject != nil {
			q.need(r.subject)
			r.countedTable = r.subject
		}
	}
}

// measuredItem is the place of the aggregate that a percentage, running total or growth is made of; a count of rows is added
// when there is none.
func (r *run) measuredItem() int {
	for i, o := range r.q.items {
		if o.aggregate != none {
			return i
		}
	}
	r.q.items = slices.DeleteFunc(r.q.items, func(o operand) bool {
		return o.star || o.column == nil || o.column.Table == r.subject && !slices.Contains(r.perKey, o.column)
	})
	r.tallies = true
	r.q.items = append(r.q.items, operand{aggregate: count})
	return len(r.q.items) - 1
}

// make turns the aggregate into what was asked for: a percentage, a running total, a growth.
func (r *run) make() {
	if r.made == NoCue {
		return
	}
	i := r.measuredItem()
	o := r.q.items[i]
	switch r.made {
	case Percent:
		r.percent(i)
	case Running:
		if len(r.grains) > 0 {
			along := r.grains[0]
			o.form, o.along = running, &along
			r.q.items = append(r.q.items, o)
		}
	case Growth:
		if len(r.grains) > 0 {
			along := r.grains[0]
			o.form, o.along = change, &along
			r.q.items = append(r.q.items, o)
		}
	}
}

// percent makes the aggregate at i a percentage: of the rows that fulfil the conditions, else of each group in all.
func (r *run) percent(i int) {
	q := r.q
	var conditions, rest []*filter
	for _, f := range q.filters {
		moment := f.left.column != nil && f.left.column.Role == schema.Moment && len(f.values) > 0
		if moment || f.operator == "not null" {
			rest = append(rest, f)
		} else {
			conditions = append(conditions, f)
		}
	}
	o := q.items[i]
	grouped := len(r.perKey)+len(r.perRow) > 0
	switch {
	case grouped && (o.aggregate != count || !r.kindOf(conditions)) || len(conditions) == 0:
		if !grouped && len(r.grains) == 0 {
			return
		}
		o.form = portion
		q.items = slices.Insert(q.items, i+1, o)
	case r.partly(conditions):
		r.note(when(fPartRows, o.aggregate == count))
		o.when = &part{conditions}
		if o.aggregate == count {
			o.column, o.distinct = nil, false
		}
		q.items[i] = o
		q.filters = rest
	}
}

// kindOf says that the conditions say of which kind the rows are that a percentage counts: "share of claims denied per insurer" is
// of each insurer's claims.
func (r *run) kindOf(conditions []*filter) bool {
	return len(conditions) > 0 && r.partly(conditions) && !slices.ContainsFunc(conditions, func(f *filter) bool {
		return f.left.column.Table != r.subject || f.left.column.Role != schema.Category || slices.Contains(r.perKey, f.left.column)
	})
}

// partly says that the conditions leave each row of what is counted once: they hold no sub-query and lie on the subject
// or on tables that it refers to.
func (r *run) partly(conditions []*filter) bool {
	return !slices.ContainsFunc(conditions, func(f *filter) bool {
		t := tableOf(f.left.column)
		return t == nil || f.sub != nil || r.subject != nil && t != r.subject && !r.index.Graph.Refers(r.subject, t)
	})
}

// sideBySide groups by what "vs" and "compare" name: the values of one column, or periods.
func (r *run) sideBySide() {
	if !r.versus {
		return
	}
	q := r.q
	for i, f := range q.filters {
		if i == 0 || !f.or || f.left != q.filters[i-1].left || f.operator != "=" {
			continue
		}
		c := f.left.column
		if c.Role == schema.Moment {
			r.grains = append(r.grains, operand{column: c})
			return
		}
		if !slices.Contains(r.perKey, c) {
			r.perKey = append(r.perKey, c)
		}
		r.note(is(fSideBySide))
		return
	}
	r.periodsApart()
}

// eitherPeriod makes two ranges of one date column that no row can lie in at once alternatives: "in September and October".
func (r *run) eitherPeriod() {
	if r.versus {
		return
	}
	ranges := r.ranges()
	if len(ranges) < 2 {
		return
	}
	for i := 1; i < len(ranges); i++ {
		a, b := r.q.filters[ranges[i-1]], r.q.filters[ranges[i-1]+1]
		if !apartInTime(a, b, r.q.filters[ranges[i]], r.q.filters[ranges[i]+1]) {
			return
		}
	}
	r.takeRanges(ranges)
}

// apartInTime says that one of two half-open ranges ends before the other begins.
func apartInTime(from, to, otherFrom, otherTo *filter) bool {
	end, ok := to.values[0].(time.Time)
	otherEnd, okOther := otherTo.values[0].(time.Time)
	start, okStart := from.values[0].(time.Time)
	otherStart, okOtherStart := otherFrom.values[0].(time.Time)
	return ok && okOther && okStart && okOtherStart && (!end.After(otherStart) || !otherEnd.After(start))
}

// ranges are the places of conditions that begin a half-open range, all on one date column.
func (r *run) ranges() []int {
	var out []int
	for i := 0; i+1 < len(r.q.filters); i++ {
		a, b := r.q.filters[i], r.q.filters[i+1]
		if a.operator != ">=" || b.operator != "<" || a.left != b.left || a.left.column == nil || len(a.values)+len(b.values) != 2 {
			continue
		}
		if len(out) > 0 && r.q.filters[out[0]].left != a.left {
			continue
		}
		out = append(out, i)
		i++
	}
	return out
}

// takeRanges replaces the ranges that begin at the places by alternatives at the end, and gives them.
func (r *run) takeRanges(places []int) []*filter {
	q := r.q
	var out []*filter
	for _, i := range places {
		a, b := q.filters[i], q.filters[i+1]
		out = append(out, &filter{left: a.left, operator: "within", values: []any{a.values[0], b.values[0]}, literal: true, or: len(out) > 0})
	}
	for k := len(places) - 1; k >= 0; k-- {
		q.filters = slices.Delete(q.filters, places[k], places[k]+2)
	}
	q.filters = append(q.filters, out...)
	return out
}

// periodsApart makes the ranges of one date column alternatives, and groups by their unit. A single one is compared with
// the one that follows it, when it lies in the past.
func (r *run) periodsApart() {
	ranges := r.takeRanges(r.ranges())
	if len(ranges) == 0 || len(r.spans) == 0 {
		return
	}
	unit := r.spans[len(r.spans)-1]
	if from, ok := ranges[0].values[0].(time.Time); ok && len(ranges) == 1 {
		next := *ranges[0]
		next.or = true
		next.values = []any{addUnits(unit, from, 1), addUnits(unit, from, 2)}
		r.q.filters = append(r.q.filters, &next)
	}
	if len(r.paces) == 0 {
		r.grains = append(r.grains, r.grain(ranges[0].left.column, unit))
	}
}

// bestUnits sorts the units of time by what is counted or summed in them, for "the busiest day".
func (r *run) bestUnits() {
	if r.sortCount {
		r.q.orders = append(r.q.orders, ordering{operand{aggregate: count}, r.sortDesc})
	}
	if r.sold && len(r.q.items) == 0 && r.subject != nil {
		r.label(r.subject)
		r.addItem(r.q.orders[len(r.q.orders)-1].operand)
	}
	if !r.best || len(r.grains) == 0 {
		return
	}
	i := r.measuredItem()
	r.q.orders = append(r.q.orders, ordering{r.q.items[i], r.topDesc})
}

// firstPlaces keeps the first of each group where an extreme was said with "each" or "per": a limit would keep the first
// of all.
func (r *run) firstPlaces() {
	q := r.q
	if r.groupedAt > 0 && r.toppedAt > r.groupedAt {
		return // "by country, top 10": so many of the groups
	}
	if q.limit == 0 || len(q.orders) == 0 || len(r.perKey)+len(r.perRow) == 0 || q.aggregates() && q.orders[0].aggregate == none {
		return
	}
	if q.orders[0].aggregate != none && !r.placesOf() {
		return
	}
	for _, t := range r.perRow {
		if key := t.PrimaryKey(); key != nil {
			q.within = append(q.within, operand{column: key})
		}
		for i := len(t.Label) - 1; i >= 0; i-- {
			r.shownFirst(operand{column: t.Label[i]})
		}
	}
	for _, c := range r.perKey {
		q.within = append(q.within, operand{column: c})
		r.shownFirst(operand{column: c})
	}
	owner := r.subject
	if owner == nil || slices.Contains(r.perRow, owner) {
		owner = tableOf(q.orders[0].column)
	}
	q.items = slices.DeleteFunc(q.items, func(o operand) bool { return o.star })
	if owner != nil && !slices.ContainsFunc(q.items, func(o operand) bool { return tableOf(o.column) == owner && !slices.Contains(q.within, o) }) {
		if len(owner.Label) == 0 && owner.PrimaryKey() != nil {
			q.items = append(q.items, operand{column: owner.PrimaryKey()})
		}
		for _, c := range owner.Label {
			q.items = append(q.items, operand{column: c})
		}
	}
	r.addItem(q.orders[0].operand)
	q.places, q.limit = q.limit, 0
	r.perKey, r.perRow = nil, nil
	if q.orders[0].aggregate != none {
		r.groupPlaces(owner)
		r.note(when(fPlacesCount, slices.ContainsFunc(q.items, func(o operand) bool { return o.aggregate == none && !r.placedWithin(o) })))
	}
}

// placedWithin says that the operand is of the rows that places are given within.
func (r *run) placedWithin(o operand) bool {
	return slices.ContainsFunc(r.q.within, func(w operand) bool { return w == o || w.column.Key() && w.column.Table == tableOf(o.column) })
}

var fPartRows = feat("percentage: of the rows")

var fSideBySide = feat("values side by side")

var fPlacesCount = feat("the first of each group by a count or sum")

// placesOf says that the first by a count or sum are asked for in each group: something else than the group is named.
func (r *run) placesOf() bool {
	if r.subject == nil || r.countedTable == r.subject || slices.Contains(r.perRow, r.subject) || len(r.q.having) > 0 || slices.ContainsFunc(r.perRow, func(t *schema.Table) bool { return t.PrimaryKey() == nil }) {
		return false
	}
	return !slices.ContainsFunc(r.perKey, func(c *schema.Column) bool { return slices.Contains(r.q.items, operand{column: c}) })
}

// groupPlaces groups the rows that are given places by what is shown and what they are placed within.
func (r *run) groupPlaces(owner *schema.Table) {
	q := r.q
	q.groups = append(q.groups, q.within...)
	if owner != nil && owner.PrimaryKey() != nil {
		r.group1(owner.PrimaryKey())
	}
	r.groupRest()
}

// shownFirst puts an operand at the front of what is shown.
func (r *run) shownFirst(o operand) {
	q := r.q
	q.items = slices.DeleteFunc(q.items, func(other operand) bool { return other == o })
	q.items = slices.Insert(q.items, 0, o)
}

var (
	fAmountOwn    = feat("an aggregate of a table: of its amount")
	fAmountOnly   = feat("an aggregate of a table: of its only number")
	fAmountMetric = feat("an aggregate of a table: of a computed measure")
	fAmountSaid   = feat("an aggregate of a table: of a computed measure, as a value was said")
	fAmountRows   = feat("an aggregate of a table: of its rows")
	fAmountNone   = feat("an aggregate of a table: none")
)

// amount gives an aggregate that no column came for its measure: "total payments" are summed by their amount, "average
// order value" is the computed measure for each order, "total orders" are counted. False says that there is none.
func (r *run) amount() bool {
	t := r.subject
	if t == nil || len(r.q.items) > 0 && !r.q.items[0].star || !slices.ContainsFunc(r.named, func(n named) bool { return n.table == t && n.at >= r.aggregatesAt }) {
		return false
	}
	a := r.aggregates[0]
	var list []operand
	r.choice()
	if c := principal(t); c != nil {
		r.option(is(fAmountOwn), when(fAmountOnly, !c.Has(english.Amounts...)))
		list = append(list, operand{column: c, aggregate: a})
	}
	if m, key := r.metricOf(t); m != nil && (a == sum && r.worth() || a == average && key != nil) {
		o := operand{column: m, aggregate: sum}
		if a == average {
			o.per = key
		}
		r.option(is(fAmountMetric), when(fAmountSaid, r.worth()))
		list = append(list, o)
	}
	if a == sum {
		r.option(is(fAmountRows))
		list = append(list, operand{aggregate: count})
	}
	r.option(is(fAmountNone))
	at := r.pick()
	if at >= len(list) {
		return false
	}
	r.aggregates = nil
	r.q.items = []operand{list[at]}
	if list[at].aggregate == count {
		r.countedTable, r.tallies = t, true
	}
	r.q.need(t)
	return true
}

// worth says that money or a value was said.
func (r *run) worth() bool {
	return slices.ContainsFunc(r.items, func(it Item) bool {
		return english.Worths[it.Lower] || strings.Contains(it.Lower, "amount") || strings.Contains(it.Lower, "value")
	})
}

// metricOf is a computed measure over rows that belong to one of t each, with the key that they hold of it.
func (r *run) metricOf(t *schema.Table) (metric, key *schema.Column) {
	for _, m := range r.index.Metrics() {
		for _, e := range r.index.Graph.Between(m.Table, t) {
			if e.From == m.Table && len(e.FromColumns) == 1 && !m.Metric.Aggregate {
				return m, e.FromColumns[0]
			}
		}
	}
	return nil, nil
}

// averageRows makes "average number of orders per user" the rows of the one divided by how many of the other they belong
// to.
func (r *run) averageRows() {
	if !r.averaged {
		return
	}
	var key *schema.Column
	if n := len(r.perRow); n > 0 {
		t := r.perRow[n-1]
		key = t.PrimaryKey()
		for _, e := range r.index.Graph.Between(r.subject, t) {
			if e.From == r.subject && len(e.FromColumns) == 1 {
				key = e.FromColumns[0]
				r.q.tables = slices.DeleteFunc(r.q.tables, func(o *schema.Table) bool { return o == t })
			}
		}
		r.perRow = r.perRow[:n-1]
	} else if n := len(r.perKey); n > 0 {
		key, r.perKey = r.perKey[n-1], r.perKey[:n-1]
	}
	r.q.items = []operand{{aggregate: count, per: key}}
}

// totalShown sums what somebody spent where the column itself is called so: "total amount spent by" over totals of
// invoices.
func (r *run) totalShown() {
	q := r.q
	total := slices.ContainsFunc(r.items, func(it Item) bool { return strings.HasPrefix(it.Lower, "total") && it.Mention() })
	if total && len(q.items) == 1 && q.items[0].aggregate == none && q.items[0].column != nil && q.items[0].column.Role == schema.Measure && len(q.filters) > 0 && len(q.orders) == 0 {
		q.items[0].aggregate = sum
	}
}

// totalled turns conditions on single rows into conditions on what all rows of the subject come to: "customers who spent
// more than 100".
func (r *run) totalled() {
	if !r.totals {
		return
	}
	q := r.q
	r.totalShown()
	q.filters = slices.DeleteFunc(q.filters, func(f *filter) bool {
		if f.left.column == nil || r.manySided(f.left.column) != sum || f.operator == "=" || f.sub != nil {
			return false
		}
		f.left.aggregate = sum
		q.having = append(q.having, f)
		r.perSubject = true
		return true
	})
}
