package engine

import (
	"parley/workflow/schema"
	"slices"
)

// This file reads orders and how many rows are wanted: "sorted by", "alphabetically", "top 5".

// takeLimit is the number that was said before an extreme.
func (r *run) takeLimit(otherwise int) int {
	n := r.limit
	r.limit = 0
	if n == 0 {
		return otherwise
	}
	return n
}

// orderBy sorts, and limits when limit is above 0.
func (r *run) orderBy(o operand, desc bool, limit int) {
	r.q.orders = append(r.q.orders, ordering{o, desc})
	if limit > 0 {
		r.q.limit = limit
		r.q.offset = r.ordinal()
	}
	if o.aggregate != none {
		r.tally(nil)
	}
}

// ordinal is how many rows come before the one that is wanted: "the second most expensive product".
func (r *run) ordinal() int {
	for i := 1; i < len(r.items); i++ {
		n, ok := ordinals[r.items[i-1].Lower]
		if !ok || !r.items[i].Is(Superlative, Most, Common) || r.items[i-1].Mention() && !r.items[i-1].HasNumber {
			continue
		}
		r.used[i-1] = true
		r.ignored = slices.DeleteFunc(r.ignored, func(at int) bool { return at == i-1 })
		return n
	}
	return 0
}

// order reads "sorted by name", "in descending order of age", "alphabetically".
func (r *run) order(it *Item) {
	r.flush()
	if r.pos == 0 && it.Is(Order) {
		r.sortLater = true
		r.take()
		return
	}
	desc := it.Is(Order) && it.Cue.Desc // "ranked by" puts the greatest first
	k := 0
	for r.pos < len(r.items) {
		i := r.ahead(r.pos)
		switch it := r.item(i); {
		case it.Is(Descending) && !(it.Mention() && k > 0):
			desc = true
			r.markDescending(k, &desc)
		case it.Is(Ascending):
			desc = false
		case it.Is(Order, Alphabet, By):
		case it.Is(In, Of) && r.item(r.ahead(i+1)).Is(Ascending, Descending, Alphabet, Order):
		case it.Is(Of) && k == 0:
		case it.Is(And, Comma) && k > 0 && r.sortsOn(i):
		case it.Is(Count, Sum, Average, Maximum, Minimum) && (k == 0 || r.item(i-1).Is(And, Comma)):
			r.pos = i
			r.orderAggregate(desc)
			k++
			continue
		case it.Is(Superlative) && k == 0:
			return
		case it.Mention() && !it.Is(Relative) && (k == 0 || r.item(i-1).Is(And, Comma)):
			c := r.columnAt(i)
			if c == nil {
				c = r.labelAt(i)
			}
			if c == nil {
				r.defaultOrder(k, desc)
				return
			}
			r.orderBy(operand{column: c}, desc, 0)
			k++
			continue
		default:
			if k > 0 || !r.sortsLater(i) {
				r.defaultOrder(k, desc)
			}
			return
		}
		r.used[i] = true
		r.pos = i + 1
	}
	r.defaultOrder(k, desc)
}

// sortsBy reads "the names by year, newest first": a column and a direction behind it, where no figures are taken by it.
func (r *run) sortsBy() bool {
	next := r.ahead(r.pos + 1)
	way := r.ahead(next + 1)
	if r.item(way).Is(Comma) {
		way = r.ahead(way + 1)
	}
	if c, _ := r.item(next).BestColumn(); c == nil || !r.item(way).Is(Ascending, Descending) || r.counted || len(r.aggregates) > 0 || r.q.aggregates() {
		return false
	}
	r.take()
	if c := r.columnAt(next); c != nil {
		r.used[way] = true
		r.pos, r.sortLater = way+1, false
		r.orderBy(operand{column: c}, r.item(way).Is(Descending), 0)
	}
	return true
}

// sortsLater says that the direction or key of an order follows some words later.
func (r *run) sortsLater(i int) bool {
	for j := i; j < min(i+4, len(r.items)); j++ {
		if r.items[j].Is(Ascending, Descending, Order, Alphabet, By) {
			return true
		}
	}
	return false
}

// sortsOn says that a further key follows a conjunction inside an order.
func (r *run) sortsOn(i int) bool {
	j := r.ahead(i + 1)
	after := r.item(j + 1)
	return r.item(j).Is(Descending, Ascending) || len(r.item(j).Matches) > 0 && !r.item(j).Is(Ask, Count) && (after.Is(Stop, Ascending, Descending, Comma, And) || j == len(r.items)-1)
}

// markDescending turns the keys read last when the direction follows them.
func (r *run) markDescending(k int, desc *bool) {
	if k > 0 && len(r.q.orders) > 0 {
		r.q.orders[len(r.q.orders)-1].descending = true
		*desc = false
	}
}

// labelAt is the name of the rows of the table named at i.
func (r *run) labelAt(i int) *schema.Column {
	t, _ := r.item(i).BestTable()
	if t == nil || len(t.Label) == 0 {
		return nil
	}
	r.used[i] = true
	r.pos = i + 1
	return t.Label[0]
}

// orderAggregate reads "by the number of orders", "by average price".
func (r *run) orderAggregate(desc bool) {
	a := aggregateOf(r.peek(0).Cue.Kind)
	r.acted = append(r.acted, r.pos)
	r.take()
	i := r.ahead(r.pos)
	for r.item(i).Is(Of) {
		i = r.ahead(i + 1)
	}
	if a != count {
		if c := r.measureAt(i); c != nil {
			r.orderBy(operand{column: c, aggregate: a}, desc, 0)
		}
		return
	}
	if m := r.columnsOrTables(r.item(i)); len(m) > 0 {
		r.used[i] = true
		r.pos = i + 1
		r.tally(m[0].Table)
	}
	r.orderBy(operand{aggregate: count}, desc, 0)
}

// measureAt is the column that the item at i names, or what the rows of the table come to that it names: "total payments".
func (r *run) measureAt(i int) *schema.Column {
	t, s := r.item(i).BestTable()
	if c, cs := r.item(i).BestColumn(); t == nil || s < 0.8 || c != nil && cs >= s {
		if c == nil && r.item(i).Is(Measures) {
			c, _ = r.dimension(r.item(i).Cue.Dimension)
			r.used[i], r.pos = true, i+1
			return c
		}
		return r.columnAt(i)
	}
	c := principal(t)
	if c == nil {
		return r.columnAt(i)
	}
	r.used[i] = true
	r.pos = i + 1
	return c
}

// topMeasure reads "pilots with the top 3 scores": those of whom the measure is among so many largest ones.
func (r *run) topMeasure() bool {
	i := r.ahead(r.pos)
	c, s := r.item(i).BestColumn(r.tablesInForce()...)
	if t, ts := r.item(i).BestTable(); r.zone != conditions || c == nil || c.Role != schema.Measure || s < 0.6 || t != nil && ts >= s {
		return false
	}
	r.used[i], r.pos, r.topped = true, i+1, false
	r.orderBy(operand{column: c}, r.topDesc, r.takeLimit(1))
	return true
}

// newest reads "the last 10 orders": the newest ones, where the table has a date.
func (r *run) newest(it *Item) bool {
	t, s := r.item(r.ahead(r.pos)).BestTable()
	if it.Lower != "last" && it.Lower != "the last" || s < 0.8 || t.Moment == nil {
		return false
	}
	r.topped, r.topDesc = false, false
	r.orderBy(operand{column: t.Moment}, true, r.takeLimit(1))
	return true
}

// defaultOrder sorts by what is asked for first when no key was said.
func (r *run) defaultOrder(k int, desc bool) {
	if k > 0 {
		return
	}
	if len(r.q.items) == 0 || r.q.items[0].star {
		r.sortLater, r.sortDesc = true, desc
		return
	}
	r.choice()
	for i, o := range r.q.items {
		r.option(when(fSortFirst, i == 0), when(fSortLast, i == len(r.q.items)-1), when(fSortLabel, o.column != nil && o.column.Role == schema.Label),
			when(fSortText, o.column != nil && !o.column.Type.Numeric() && o.aggregate == none))
	}
	r.q.orders = append(r.q.orders, ordering{r.q.items[r.pick()], desc})
}

var (
	fSortFirst = feat("order without key: by what is asked for first")
	fSortLast  = feat("order without key: by what is asked for last")
	fSortLabel = feat("order without key: by a name")
	fSortText  = feat("order without key: by a text")
)

// orderLater gives an order that was said before anything was asked for its key: what is asked for first.
func (r *run) orderLater() {
	if !r.sortLater || len(r.q.orders) > 0 {
		return
	}
	switch {
	case len(r.q.items) > 0 && !r.q.items[0].star:
		r.q.orders = append(r.q.orders, ordering{r.q.items[0], r.sortDesc})
	case r.subject != nil && len(r.subject.Label) > 0:
		r.q.orders = append(r.q.orders, ordering{operand{column: r.subject.Label[0]}, r.sortDesc})
	}
}

// top reads "top 5", "first 3", "bottom 10".
func (r *run) top(it *Item) {
	next := r.item(r.ahead(r.pos + 1))
	r.take()
	if next.HasNumber && next.Number >= 1 && next.Number < 1e6 {
		r.pos = r.ahead(r.pos)
		r.take()
		r.limit = int(next.Number)
	} else {
		return
	}
	r.topDesc = it.Cue.Kind == Top
	r.topped, r.toppedAt, r.topName = true, r.pos, it.Lower
	if r.newest(it) || r.topMeasure() {
		return
	}
	if quality := r.peek(0); quality.Is(Quality) {
		r.take()
		if c, turned := r.dimension(quality.Cue.Dimension); c != nil {
			r.orderBy(operand{column: c}, quality.Cue.Desc != turned == r.topDesc, r.takeLimit(1))
			r.topped = false
		}
	}
}
