package engine

import (
	"parley/workflow/engine/english"
	"parley/workflow/schema"
	"slices"
	"strings"
)

// This file reads counts, aggregates, groups and absence.

// countCue reads "how many", "number of".
func (r *run) countCue() {
	it := r.peek(0)
	r.flush()
	next := r.item(r.ahead(r.pos + 1))
	if r.zone == conditions && it.Lower != "how many" && !r.afterAnd() {
		r.take()
		r.countPending(next)
		return
	}
	r.zone = selecting
	r.counted = true
	r.take()
}

// countAnd reads "the number and average age of students": the rows are counted beside the aggregate.
func (r *run) countAnd() bool {
	i := r.ahead(r.pos + 1)
	if r.zone != selecting || !r.item(i).Is(And, Comma) || !r.item(r.ahead(i+1)).Is(Average, Sum, Maximum, Minimum) {
		return false
	}
	r.take()
	r.addItem(operand{aggregate: count})
	return true
}

// afterAnd says that the words before begin a further thing asked for.
func (r *run) afterAnd() bool { return r.before().Is(And, Comma, Ask) }

// countPending reads "whose number of orders is over 5": the count waits for its comparison.
func (r *run) countPending(next *Item) {
	if t, s := next.BestTable(); t != nil && s > 0.6 {
		r.pos = r.ahead(r.pos) + 1
		r.tally(t)
	}
	r.pending = &operand{aggregate: count}
}

var (
	fCountRows     = feat("how many and a column: rows")
	fCountDistinct = feat("how many and a column: different values")
	fCountValue    = feat("how many and a number column: the number")
	fCountSum      = feat("how many and a number column: its sum")
	fCountSaid     = feat("how many and a column: different values, as said")
	fCountRef      = feat("how many and a table's name: different keys of it")
	fCountNumber   = feat("how many and a number column")
)

// countColumn reads "how many cities", "how many members": rows, different values, or the number itself.
func (r *run) countColumn(c *schema.Column) bool {
	r.counted = false
	number := c.Role == schema.Measure && c.Type.Numeric()
	said := r.distinct
	r.distinct = false
	r.choice()
	r.option(is(fCountRows), when(fCountNumber, number))
	_, table := r.item(r.pos - 1).BestTable()
	r.option(is(fCountDistinct), when(fCountSaid, said), when(fCountNumber, number), when(fCountRef, !said && table > 0.95 && c.Key() && !saysKey(r.item(r.pos-1))))
	if number {
		r.option(is(fCountValue))
		r.option(is(fCountSum))
	}
	switch r.pick() {
	case 0:
		r.addItem(operand{aggregate: count})
		r.q.need(c.Table)
	case 1:
		r.addItem(operand{aggregate: count, column: c, distinct: said || !number}) // of scores there are as many as rows have one
	case 2:
		r.addItem(operand{column: c})
	case 3:
		r.addItem(operand{column: c, aggregate: sum})
	}
	if r.last == nil {
		r.last = c.Table
	}
	return true
}

// aggregateCue reads "average", "total", "maximum": it waits for its column. "total" before a count is nothing more.
func (r *run) aggregateCue(it *Item) {
	k := it.Cue.Kind
	next := r.item(r.ahead(r.pos + 1))
	if k == Sum && (next.Is(Count) || it.Lower == "in total" || it.Lower == "altogether" || it.Lower == "overall") {
		r.totals = r.totals || !next.Is(Count)
		r.take()
		return
	}
	if k == Average && r.zone == selecting && (strings.HasSuffix(it.Lower, "number of") || next.Is(Count)) && r.averageCount() {
		return
	}
	if r.zone == conditions && r.pending != nil {
		r.flush()
	}
	if r.zone == conditions && r.afterAnd() && !next.Is(Stop) && len(r.q.items) > 0 && r.aggregated() {
		r.zone = selecting
	}
	if r.zone == selecting {
		r.flush()
	}
	if r.zone == conditions && (k == Maximum || k == Minimum) && r.extremeCondition(k == Maximum) {
		return
	}
	r.take()
	if next.Is(Of) {
		r.pos = r.ahead(r.pos) + 1
	}
	a := aggregateOf(k)
	if it.Cue.Operator == median.String() {
		a = median
	}
	r.aggregates = append(r.aggregates, a)
	r.aggregatesAt = r.pos
}

var (
	fAverageRows   = feat("average number of a table: rows for each of another")
	fAverageColumn = feat("average number of a table: a column")
)

// averageCount reads "average number of orders per user": rows counted for each of something, and averaged.
func (r *run) averageCount() bool {
	i := r.ahead(r.pos + 1)
	for r.item(i).Is(Count, Of) {
		i = r.ahead(i + 1)
	}
	t, s := r.item(i).BestTable()
	if _, cs := r.item(i).BestColumn(); t == nil || s < 0.8 && (s < 0.6 || s < cs) || !r.facts.each {
		return false
	}
	r.choice()
	r.option(is(fAverageRows))
	r.option(is(fAverageColumn))
	if r.pick() != 0 {
		return false
	}
	r.averaged, r.used[i], r.pos = true, true, i+1
	r.named = append(r.named, named{t, i, r.zone, false, s})
	r.subject, r.last, r.countedTable = t, t, t
	r.q.need(t)
	return true
}

var (
	fMaximumRow   = feat("maximum in a condition: the row that has it")
	fMaximumValue = feat("maximum in a condition: a value to compare")
)

// extremeCondition reads "the stadium that has the maximum capacity" like "with the highest capacity".
func (r *run) extremeCondition(desc bool) bool {
	i := r.ahead(r.pos + 1)
	for r.item(i).Is(Of, Different) {
		i = r.ahead(i + 1)
	}
	if after := r.item(r.ahead(i + 1)); r.item(i).bestMeasure() == nil || after.Is(Compare, Between, Be) {
		return false
	}
	r.choice()
	r.option(is(fMaximumRow))
	r.option(is(fMaximumValue))
	if r.pick() != 0 {
		return false
	}
	r.take()
	if c := r.columnAt(i); c != nil {
		r.orderBy(operand{column: c}, desc, r.takeLimit(1))
	}
	return true
}

func (r *run) aggregated() bool { return r.q.aggregates() }

var (
	fByGroup     = feat("by: groups")
	fByIn        = feat("by: belongs to the words before")
	fByAggregate = feat("by: groups an aggregate")
	fByColumn    = feat("by: a column follows")
	fByDirect    = feat("by: groups the measure or table named just before")
	fByTable     = feat("by: a table follows")
	fByAgent     = feat("by: groups, after what was done by somebody")
	fByRows      = feat("by: groups the rows of the table named just before")
)

// each reads "for each city", "per month", "by status".
func (r *run) each(it *Item) {
	if it.Cue.Kind == By && (r.topBy() || r.listedBy() || r.sortsBy()) {
		return
	}
	if it.Cue.Kind == By && !r.groups() {
		r.acted = slices.DeleteFunc(r.acted, func(i int) bool { return i == r.pos })
		r.take()
		return
	}
	r.flush()
	r.groupedAt = r.pos
	r.per = it.Is(By) || it.Lower == "per" || it.Lower == "by each" || it.Lower == "by every"
	r.take()
	i := r.ahead(r.pos)
	for r.item(i).Is(Of, Different, In) {
		i = r.ahead(i + 1)
	}
	for {
		if !r.eachOne(i) {
			return
		}
		i = r.ahead(r.pos)
		if !r.item(i).Is(And, Comma) || len(r.item(r.ahead(i+1)).Matches) == 0 && Unit(r.item(r.ahead(i+1)).Lower) == "" && !r.item(r.ahead(i+1)).Is(Grain) || r.item(r.ahead(i+1)).Is(Count, Sum, Average, Superlative, Maximum, Minimum) || r.zone == selecting && len(r.q.items) == 0 && !r.per && !r.item(r.ahead(r.ahead(i+1)+1)).Is(Comma, Ask, Count) {
			return
		}
		i = r.ahead(i + 1)
	}
}

// measured says that a computed measure is asked for.
func (r *run) measured() bool {
	n := len(r.q.items)
	return n > 0 && r.q.items[n-1].column != nil && r.q.items[n-1].column.Metric != nil
}

// topBy reads "top 5 products by price": the measure that orders them.
func (r *run) topBy() bool {
	next := r.ahead(r.pos + 1)
	aggregate := r.item(next).Is(Count, Sum, Average, Maximum, Minimum)
	if !r.topped || r.limit == 0 || len(r.q.orders) > 0 || !aggregate && r.item(next).bestMeasure() == nil {
		return false
	}
	r.used[r.pos] = true
	r.pos = next
	limit := r.takeLimit(1)
	if aggregate {
		r.orderAggregate(r.topDesc)
	} else if c := r.columnAt(next); c != nil {
		r.orderBy(operand{column: c, aggregate: r.manySided(c)}, r.topDesc, 0)
	}
	if n := len(r.q.orders); n > 0 && (aggregate || r.q.orders[n-1].aggregate != none) {
		if len(r.q.items) == 0 && r.subject != nil {
			r.identify(r.subject)
		}
		r.addItem(r.q.orders[n-1].operand)
	}
	r.q.limit = limit
	return true
}

var (
	fListedBy    = feat("by: what the rows of the table come to, the largest first")
	fListedByNot = feat("by: not what the rows of the table come to")
)

// listedBy reads "categories by total revenue", "artists by number of albums": the rows of a table that nothing else is
// asked of, with what each comes to, the largest first.
func (r *run) listedBy() bool {
	next := r.ahead(r.pos + 1)
	before := r.item(r.pos - 1)
	t, _ := before.BestTable()
	if r.subject == nil || t != r.subject || len(r.q.items)+len(r.q.orders)+len(r.q.having) > 0 || r.zone != selecting || !r.item(next).Is(Count, Sum, Average) {
		return false
	}
	r.choice()
	r.option(is(fListedBy))
	r.option(is(fListedByNot))
	if r.pick() != 0 {
		return false
	}
	r.used[r.pos] = true
	r.pos = next
	r.orderAggregate(true)
	if n := len(r.q.orders); n > 0 {
		r.identify(r.subject)
		r.addItem(r.q.orders[n-1].operand)
	}
	return true
}

// manySided is the sum where many rows of the column's table belong to one of the subject: the first of many says little.
func (r *run) manySided(c *schema.Column) aggregate {
	if c.Metric == nil && c.Role == schema.Measure && r.subject != nil && !slices.Contains(r.perRow, r.subject) && c.Table != r.subject && r.index.Graph.Refers(c.Table, r.subject) {
		return sum
	}
	return none
}

// groups decides whether "by" groups.
func (r *run) groups() bool {
	next := r.item(r.ahead(r.pos + 1))
	if Unit(next.Lower) != "" && len(next.Matches) == 0 || next.Is(Grain) {
		return true
	}
	if len(next.Matches) == 0 {
		return false
	}
	if r.topped && r.limit > 0 && len(r.q.orders) == 0 {
		return false
	}
	c, s := next.BestColumn()
	t, ts := next.BestTable()
	r.choice()
	r.option(is(fByGroup), when(fByAggregate, r.q.aggregates()), when(fByColumn, c != nil && s > 0.8),
		when(fByTable, t != nil && ts > 0.8), when(fByDirect, r.item(r.pos-1).Mention() && !r.item(r.pos-1).Is(Order) && (r.q.aggregates() || r.measured())))
	r.also(when(fByRows, len(r.q.items) == 0 && len(r.q.orders) == 0 && r.subject != nil && len(r.named) > 0 && (r.named[len(r.named)-1].at == r.pos-1 || r.item(r.pos-1).Period != nil) && !r.valueFollows() && (t != nil && ts > 0.8 || c != nil && s > 0.8 && c.Role != schema.Measure)))
	r.also(when(fByAgent, schema.Participle(r.item(r.pos-1).Lower)))
	r.option(is(fByIn))
	if r.pick() == 0 {
		return true
	}
	r.byKey = append(r.byKey, c)
	return false
}

// valueFollows says that what comes after "by" and a name is a value: "by the artist 'Queen'".
func (r *run) valueFollows() bool {
	it := r.item(r.ahead(r.ahead(r.pos+1) + 1))
	return it.Quoted || it.Capital || len(it.Values) > 0 && len(it.Matches) == 0
}

var (
	fEachPer  = feat("each: rows of a table, after per or by")
	fEachRow  = feat("each: rows of a table")
	fEachSelf = feat("each: rows of the table that is counted for each")
	fEachKey  = feat("each: values of a column")
	fEachRef  = feat("each: foreign key")
	fEachNum  = feat("each: a measure")
)

// eachOne reads one thing to group by.
func (r *run) eachOne(i int) bool {
	it := r.item(i)
	list := r.columnsOrTables(it)
	if len(list) == 0 {
		return r.eachUnit(i)
	}
	pos := r.pos
	r.pos, r.grouping = i, true
	defer func() { r.grouping = false }()
	r.choice()
	for _, m := range list {
		if m.Column == nil {
			r.describeTable(it, m)
			r.also(is(fEachRow), when(fEachPer, r.per), when(fEachSelf, r.averaged && m.Table == r.subject))
			continue
		}
		r.describeColumn(it, m)
		r.also(is(fEachKey), when(fEachRef, m.Column.Role == schema.Reference), when(fEachNum, m.Column.Role == schema.Measure))
	}
	at := r.pick()
	r.pos = max(pos, i+1)
	r.used[i] = true
	m := list[at]
	if m.Column != nil {
		r.perKey = append(r.perKey, m.Column)
		if r.last == nil {
			r.last = m.Column.Table
		}
		return true
	}
	r.perRow = append(r.perRow, m.Table)
	r.named = append(r.named, named{m.Table, i, r.zone, true, m.Score()})
	r.last = m.Table
	r.q.need(m.Table)
	if r.subject == nil {
		r.subject = m.Table
	}
	return true
}

// eachUnit reads "per month": its date column is found once everything was read.
func (r *run) eachUnit(i int) bool {
	unit := Unit(r.item(i).Lower)
	if r.item(i).Is(Grain) {
		unit = r.item(i).Cue.Operator
	}
	if unit == "" {
		return false
	}
	r.used[i] = true
	r.pos = i + 1
	r.paces = append(r.paces, unit)
	return true
}

// negation reads "not", "without", "except": what comes next is excluded.
func (r *run) negation(it *Item) {
	if it.Cue.Kind == Except {
		r.flush()
	}
	r.negated = true
	r.take()
	if (r.zone == selecting) && (r.subject != nil || len(r.q.items) > 0) {
		r.zone = conditions
	}
}

// column acts on a column that was named: something asked for, or the left side of a condition.
func (r *run) column(c *schema.Column) {
	r.pos++
	switch {
	case r.undone(r.item(r.pos-1), c):
		r.absent(c.Table)
		return
	case isMoment(c) && slices.ContainsFunc(strings.Fields(r.item(r.pos-1).Lower), func(w string) bool { return english.Over[w] }):
		return // that the day is over is more than that there is one: the composed readings say so
	case r.counted && r.zone == selecting && r.countColumn(c):
	case r.zone == selecting && !r.leadsCondition(c):
		r.flush()
		r.selectColumn(c)
	default:
		r.flush()
		r.await(c)
	}
	if r.zone == conditions {
		r.last = c.Table
	}
}

// mention decides what the words name, and acts on it.
func (r *run) mention(it *Item) {
	list := r.candidates(it)
	r.choice()
	for _, c := range list {
		switch {
		case c.value != nil:
			r.describeValue(it, c.value)
		case c.label != nil:
			r.describeColumn(it, c.label)
			r.also(is(fColumnPair), when(fColumnFull, r.item(r.pos-1).Lower == "full"))
		case c.match.Column == nil:
			r.describeTable(it, c.match)
		default:
			r.describeColumn(it, c.match)
		}
	}
	if it.Counts != nil && r.zone == selecting {
		list = append(list, candidate{counts: it.Counts})
		r.option(is(fMentionCount), when(fMentionCountEach, r.facts.each))
	}
	r.option(is(fMentionSkip), by(fMentionScore, bestScore(it)), when(fMentionValue, len(it.Values) > 0 && len(it.Matches) == 0),
		when(fMentionCue, it.Is(Average, Sum, Count, Maximum, Minimum, Each, By, Superlative, Most, Least)), when(fMentionBy, r.before().Is(By)), when(fMentionTop, r.limit > 0 && r.subject == nil), when(fMentionMetric, slices.ContainsFunc(it.Matches, func(m schema.Match) bool { return m.Exact() && m.Column != nil && m.Column.Metric != nil })))
	at := r.pick()
	if at == len(list) {
		r.ignored = append(r.ignored, r.pos)
		r.pos++
		return
	}
	r.used[r.pos] = true
	switch c := list[at]; {
	case c.counts != nil:
		r.flush()
		r.counted = true
		r.table(c.counts)
	case c.value != nil:
		r.value(it, c.value)
	case c.label != nil:
		r.pair(c.label.Table)
	case c.match.Column == nil:
		r.table(c.match)
	default:
		r.column(c.match.Column)
	}
}
