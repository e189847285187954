package question

import (
	"slices"
	"strings"

	"parley/workflow/engine/reading"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file reads orders and how many rows are wanted: "sorted by", "alphabetically", "top 5".

// takeLimit is the number that was said before an extreme.
func takeLimit(r *reading.Run, otherwise int) int {
	n := r.Limit
	r.Limit = 0
	if n == 0 {
		return otherwise
	}
	return n
}

// orderBy sorts, and limits when limit is above 0.
func orderBy(r *reading.Run, o reading.Operand, desc bool, limit int) {
	r.Q.Orders = append(r.Q.Orders, reading.Ordering{Operand: o, Descending: desc})
	if limit > 0 {
		r.Q.Limit = limit
		r.Q.Offset = ordinal(r)
	}
	if o.Aggregate != reading.None {
		r.Tally(nil)
	}
}

// ordinal is how many rows come before the one that is wanted: "the second most expensive product".
func ordinal(r *reading.Run) int {
	for i := 1; i < len(r.Items); i++ {
		n, ok := tag.Ordinals[r.Items[i-1].Lower]
		if !ok || !r.Items[i].Is(tag.Superlative, tag.Most, tag.Common) || r.Items[i-1].Mention() && !r.Items[i-1].HasNumber {
			continue
		}
		r.Used[i-1] = true
		r.Ignored = slices.DeleteFunc(r.Ignored, func(at int) bool { return at == i-1 })
		return n
	}
	return 0
}

// Order reads "sorted by name", "in descending order of age", "alphabetically".
func Order(r *reading.Run, it *tag.Item) {
	r.Flush()
	if r.Pos == 0 && it.Is(tag.Order) {
		r.SortLater = true
		r.Take()
		return
	}
	desc := it.Is(tag.Order) && it.Cue.Desc // "ranked by" puts the greatest first
	k := 0
	for r.Pos < len(r.Items) {
		i := r.Ahead(r.Pos)
		switch it := r.Item(i); {
		case it.Is(tag.Descending) && !(it.Mention() && k > 0):
			desc = true
			r.SortTime = len(it.Cue.Dimension) > 0
			markDescending(r, k, &desc)
		case it.Is(tag.Ascending):
			desc = false
			r.SortTime = len(it.Cue.Dimension) > 0
		case it.Is(tag.Order, tag.Alphabet, tag.By):
		case it.Is(tag.In, tag.Of) && r.Item(r.Ahead(i+1)).Is(tag.Ascending, tag.Descending, tag.Alphabet, tag.Order):
		case it.Is(tag.Of) && k == 0:
		case it.Is(tag.And, tag.Comma) && k > 0 && sortsOn(r, i):
		case it.Is(tag.Count, tag.Sum, tag.Average, tag.Maximum, tag.Minimum) && (k == 0 || r.Item(i-1).Is(tag.And, tag.Comma)):
			r.Pos = i
			orderAggregate(r, desc)
			k++
			continue
		case it.Is(tag.Superlative) && k == 0:
			return
		case k == 0 && sortsWhat(r, i):
		case it.Mention() && !it.Is(tag.Relative) && (k == 0 || r.Item(i-1).Is(tag.And, tag.Comma)):
			c := r.ColumnAt(i)
			if c == nil {
				c = labelAt(r, i)
			}
			if c == nil {
				defaultOrder(r, k, desc)
				return
			}
			orderBy(r, reading.Operand{Column: c}, desc, 0)
			k++
			continue
		default:
			if k > 0 || !sortsLater(r, i) {
				defaultOrder(r, k, desc)
			}
			return
		}
		r.Used[i] = true
		r.Pos = i + 1
	}
	defaultOrder(r, k, desc)
}

// sortsBy reads "the names by year, newest first": a column and a direction behind it, where no figures are taken by it.
func sortsBy(r *reading.Run) bool {
	next := r.Ahead(r.Pos + 1)
	way := r.Ahead(next + 1)
	if r.Item(way).Is(tag.Comma) {
		way = r.Ahead(way + 1)
	}
	if c, _ := r.Item(next).BestColumn(); c == nil || !r.Item(way).Is(tag.Ascending, tag.Descending) || r.Counted || len(r.Aggregates) > 0 || r.Q.Aggregates() {
		return false
	}
	r.Take()
	if c := r.ColumnAt(next); c != nil {
		r.Used[way] = true
		r.Pos, r.SortLater = way+1, false
		orderBy(r, reading.Operand{Column: c}, r.Item(way).Is(tag.Descending), 0)
	}
	return true
}

// sortsLater says that the direction or key of an order follows some words later.
func sortsLater(r *reading.Run, i int) bool {
	for j := i; j < min(i+4, len(r.Items)); j++ {
		if r.Items[j].Is(tag.Ascending, tag.Descending, tag.Order, tag.Alphabet, tag.By) {
			return true
		}
	}
	return false
}

// sortsOn says that a further key follows a conjunction inside an order.
func sortsOn(r *reading.Run, i int) bool {
	j := r.Ahead(i + 1)
	after := r.Item(j + 1)
	return r.Item(j).Is(tag.Descending, tag.Ascending) || len(r.Item(j).Matches) > 0 && !r.Item(j).Is(tag.Ask, tag.Count) && (after.Is(tag.Stop, tag.Ascending, tag.Descending, tag.Comma, tag.And) || j == len(r.Items)-1)
}

// sortsWhat says that the item at i is what is put in order, and the key follows behind "by": "order the towns by decreasing
// number of plots".
func sortsWhat(r *reading.Run, i int) bool {
	it, said := r.Item(i), r.Item(r.Pos-1)
	return it.Mention() && strings.HasSuffix(said.Lower, " the") && r.Item(r.Ahead(i+1)).Is(tag.By) && r.Ahead(r.Ahead(i+1)+1) < len(r.Items)
}

// markDescending turns the keys read last when the direction follows them.
func markDescending(r *reading.Run, k int, desc *bool) {
	if k > 0 && len(r.Q.Orders) > 0 {
		r.Q.Orders[len(r.Q.Orders)-1].Descending = true
		*desc = false
	}
}

// labelAt is the name of the rows of the table named at i.
func labelAt(r *reading.Run, i int) *schema.Column {
	t, _ := r.Item(i).BestTable()
	if t == nil || len(t.Label) == 0 {
		return nil
	}
	r.Used[i] = true
	r.Pos = i + 1
	return t.Label[0]
}

// orderAggregate reads "by the number of orders", "by average price".
func orderAggregate(r *reading.Run, desc bool) {
	a := aggregateOf(r.Peek(0).Cue.Kind)
	r.Acted = append(r.Acted, r.Pos)
	r.Take()
	i := r.Ahead(r.Pos)
	for r.Item(i).Is(tag.Of) {
		i = r.Ahead(i + 1)
	}
	if a != reading.Count {
		if c := measureAt(r, i); c != nil {
			orderBy(r, reading.Operand{Column: c, Aggregate: a}, desc, 0)
		}
		return
	}
	if m := r.ColumnsOrTables(r.Item(i)); len(m) > 0 {
		r.Used[i] = true
		r.Pos = i + 1
		r.Tally(m[0].Table)
	}
	orderBy(r, reading.Operand{Aggregate: reading.Count}, desc, 0)
}

// measureAt is the column that the item at i names, or what the rows of the table come to that it names: "total payments".
func measureAt(r *reading.Run, i int) *schema.Column {
	t, s := r.Item(i).BestTable()
	if c, cs := r.Item(i).BestColumn(); t == nil || s < 0.8 || c != nil && cs >= s {
		if c == nil && r.Item(i).Is(tag.Measures) {
			c, _ = r.Dimension(r.Item(i).Cue.Dimension)
			r.Used[i], r.Pos = true, i+1
			return c
		}
		return r.ColumnAt(i)
	}
	c := reading.Principal(t)
	if c == nil {
		return r.ColumnAt(i)
	}
	r.Used[i] = true
	r.Pos = i + 1
	return c
}

// topMeasure reads "pilots with the top 3 scores": those of whom the measure is among so many largest ones.
func topMeasure(r *reading.Run) bool {
	i := r.Ahead(r.Pos)
	c, s := r.Item(i).BestColumn(r.TablesInForce()...)
	if t, ts := r.Item(i).BestTable(); r.Zone != reading.Conditions || c == nil || c.Role != schema.Measure || s < 0.6 || t != nil && ts >= s {
		return false
	}
	r.Used[i], r.Pos, r.Topped = true, i+1, false
	orderBy(r, reading.Operand{Column: c}, r.TopDesc, takeLimit(r, 1))
	return true
}

// newest reads "the last 10 orders": the newest ones, where the table has a date.
func newest(r *reading.Run, it *tag.Item) bool {
	t, s := r.Item(r.Ahead(r.Pos)).BestTable()
	if it.Lower != "last" && it.Lower != "the last" || s < 0.8 || t.Moment == nil {
		return false
	}
	r.Topped, r.TopDesc = false, false
	orderBy(r, reading.Operand{Column: t.Moment}, true, takeLimit(r, 1))
	return true
}

// defaultOrder sorts by what is asked for first when no key was said.
func defaultOrder(r *reading.Run, k int, desc bool) {
	if k > 0 {
		return
	}
	if len(r.Q.Items) == 0 || r.Q.Items[0].Star || r.SortTime && !r.Q.Aggregates() {
		r.SortLater, r.SortDesc = true, desc
		return
	}
	r.Choice()
	for i, o := range r.Q.Items {
		r.Option(reading.When(fSortFirst, i == 0), reading.When(fSortLast, i == len(r.Q.Items)-1), reading.When(fSortLabel, o.Column != nil && o.Column.Role == schema.Label),
			reading.When(fSortText, o.Column != nil && !o.Column.Type.Numeric() && o.Aggregate == reading.None))
	}
	r.Q.Orders = append(r.Q.Orders, reading.Ordering{Operand: r.Q.Items[r.Pick()], Descending: desc})
}

var (
	fSortFirst = reading.Feat("order without key: by what is asked for first")
	fSortLast  = reading.Feat("order without key: by what is asked for last")
	fSortLabel = reading.Feat("order without key: by a name")
	fSortText  = reading.Feat("order without key: by a text")
)

// OrderLater gives an order that was said before anything was asked for its key: what is asked for first, or the time of the rows where
// they are put in order by age.
func OrderLater(r *reading.Run) {
	if !r.SortLater || len(r.Q.Orders) > 0 {
		return
	}
	switch {
	case r.SortTime && r.Subject != nil && r.Subject.Moment != nil && !r.Q.Aggregates():
		r.Q.Orders = append(r.Q.Orders, reading.Ordering{Operand: reading.Operand{Column: r.Subject.Moment}, Descending: r.SortDesc})
	case len(r.Q.Items) > 0 && !r.Q.Items[0].Star:
		r.Q.Orders = append(r.Q.Orders, reading.Ordering{Operand: r.Q.Items[0], Descending: r.SortDesc})
	case r.Subject != nil && len(r.Subject.Label) > 0:
		r.Q.Orders = append(r.Q.Orders, reading.Ordering{Operand: reading.Operand{Column: r.Subject.Label[0]}, Descending: r.SortDesc})
	}
}

// Top reads "top 5", "first 3", "bottom 10".
func Top(r *reading.Run, it *tag.Item) {
	next := r.Item(r.Ahead(r.Pos + 1))
	r.Take()
	if next.HasNumber && next.Number >= 1 && next.Number < 1e6 {
		r.Pos = r.Ahead(r.Pos)
		r.Take()
		r.Limit = int(next.Number)
	} else {
		return
	}
	r.TopDesc = it.Cue.Kind == tag.Top
	r.Topped, r.ToppedAt, r.TopName = true, r.Pos, it.Lower
	if newest(r, it) || topMeasure(r) {
		return
	}
	if quality := r.Peek(0); quality.Is(tag.Quality) {
		r.Take()
		if c, turned := r.Dimension(quality.Cue.Dimension); c != nil {
			orderBy(r, reading.Operand{Column: c}, quality.Cue.Desc != turned == r.TopDesc, takeLimit(r, 1))
			r.Topped = false
		}
	}
}
