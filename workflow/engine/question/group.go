package question

import (
	"slices"
	"strings"

	"parley/workflow/engine/english"
	"parley/workflow/engine/reading"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file reads counts, aggregates, groups and absence.

// CountCue reads "how many", "number of".
func CountCue(r *reading.Run) {
	it := r.Peek(0)
	r.Flush()
	next := r.Item(r.Ahead(r.Pos + 1))
	if r.Zone == reading.Conditions && it.Lower != "how many" && !afterAnd(r) {
		r.Take()
		countPending(r, next)
		return
	}
	r.Zone = reading.Selecting
	r.Counted = true
	r.Take()
}

// CountAnd reads "the number and average age of students": the rows are counted beside the aggregate.
func CountAnd(r *reading.Run) bool {
	i := r.Ahead(r.Pos + 1)
	if r.Zone != reading.Selecting || !r.Item(i).Is(tag.And, tag.Comma) || !r.Item(r.Ahead(i+1)).Is(tag.Average, tag.Sum, tag.Maximum, tag.Minimum) {
		return false
	}
	r.Take()
	r.AddItem(reading.Operand{Aggregate: reading.Count})
	return true
}

// afterAnd says that the words before begin a further thing asked for.
func afterAnd(r *reading.Run) bool { return r.Before().Is(tag.And, tag.Comma, tag.Ask) }

// countPending reads "whose number of orders is over 5": the count waits for its comparison.
func countPending(r *reading.Run, next *tag.Item) {
	if t, s := next.BestTable(); t != nil && s > 0.6 {
		r.Pos = r.Ahead(r.Pos) + 1
		r.Tally(t)
	}
	r.Pending = &reading.Operand{Aggregate: reading.Count}
}

var (
	fCountRows     = reading.Feat("how many and a column: rows")
	fCountDistinct = reading.Feat("how many and a column: different values")
	fCountValue    = reading.Feat("how many and a number column: the number")
	fCountSum      = reading.Feat("how many and a number column: its sum")
	fCountSaid     = reading.Feat("how many and a column: different values, as said")
	fCountRef      = reading.Feat("how many and a table's name: different keys of it")
	fCountNumber   = reading.Feat("how many and a number column")
)

// countColumn reads "how many cities", "how many members": rows, different values, or the number itself.
func countColumn(r *reading.Run, c *schema.Column) bool {
	r.Counted = false
	number := c.Role == schema.Measure && c.Type.Numeric()
	said := r.Distinct
	r.Distinct = false
	r.Choice()
	r.Option(reading.Is(fCountRows), reading.When(fCountNumber, number))
	_, table := r.Item(r.Pos - 1).BestTable()
	r.Option(reading.Is(fCountDistinct), reading.When(fCountSaid, said), reading.When(fCountNumber, number), reading.When(fCountRef, !said && table > 0.95 && c.Key() && !reading.SaysKey(r.Item(r.Pos-1))))
	if number {
		r.Option(reading.Is(fCountValue))
		r.Option(reading.Is(fCountSum))
	}
	switch r.Pick() {
	case 0:
		r.AddItem(reading.Operand{Aggregate: reading.Count})
		r.Q.Need(c.Table)
	case 1:
		r.AddItem(reading.Operand{Aggregate: reading.Count, Column: c, Distinct: said || !number}) // of scores there are as many as rows have one
	case 2:
		r.AddItem(reading.Operand{Column: c})
	case 3:
		r.AddItem(reading.Operand{Column: c, Aggregate: reading.Sum})
	}
	if r.Last == nil {
		r.Last = c.Table
	}
	return true
}

// AggregateCue reads "average", "total", "maximum": it waits for its column. "total" before a count is nothing more.
func AggregateCue(r *reading.Run, it *tag.Item) {
	k := it.Cue.Kind
	next := r.Item(r.Ahead(r.Pos + 1))
	if k == tag.Sum && (next.Is(tag.Count) || it.Lower == "in total" || it.Lower == "altogether" || it.Lower == "overall") {
		r.Totals = r.Totals || !next.Is(tag.Count)
		r.Take()
		return
	}
	if k == tag.Average && r.Zone == reading.Selecting && (strings.HasSuffix(it.Lower, "number of") || next.Is(tag.Count)) && averageCount(r) {
		return
	}
	if r.Zone == reading.Conditions && r.Pending != nil {
		r.Flush()
	}
	if r.Zone == reading.Conditions && afterAnd(r) && !next.Is(tag.Stop) && len(r.Q.Items) > 0 && aggregated(r) {
		r.Zone = reading.Selecting
	}
	if r.Zone == reading.Selecting {
		r.Flush()
	}
	if r.Zone == reading.Conditions && (k == tag.Maximum || k == tag.Minimum) && extremeCondition(r, k == tag.Maximum) {
		return
	}
	r.Take()
	if next.Is(tag.Of) {
		r.Pos = r.Ahead(r.Pos) + 1
	}
	a := aggregateOf(k)
	if it.Cue.Operator == reading.Median.String() {
		a = reading.Median
	}
	r.Aggregates = append(r.Aggregates, a)
	r.AggregatesAt = r.Pos
}

var (
	fAverageRows   = reading.Feat("average number of a table: rows for each of another")
	fAverageColumn = reading.Feat("average number of a table: a column")
)

// averageCount reads "average number of orders per user": rows counted for each of something, and averaged.
func averageCount(r *reading.Run) bool {
	i := r.Ahead(r.Pos + 1)
	for r.Item(i).Is(tag.Count, tag.Of) {
		i = r.Ahead(i + 1)
	}
	t, s := r.Item(i).BestTable()
	if _, cs := r.Item(i).BestColumn(); t == nil || s < 0.8 && (s < 0.6 || s < cs) || !r.Facts.Each {
		return false
	}
	r.Choice()
	r.Option(reading.Is(fAverageRows))
	r.Option(reading.Is(fAverageColumn))
	if r.Pick() != 0 {
		return false
	}
	r.Averaged, r.Used[i], r.Pos = true, true, i+1
	r.Named = append(r.Named, reading.Named{Table: t, At: i, Zone: r.Zone, Of: false, Score: s})
	r.Subject, r.Last, r.CountedTable = t, t, t
	r.Q.Need(t)
	return true
}

var (
	fMaximumRow   = reading.Feat("maximum in a condition: the row that has it")
	fMaximumValue = reading.Feat("maximum in a condition: a value to compare")
)

// extremeCondition reads "the stadium that has the maximum capacity" like "with the highest capacity".
func extremeCondition(r *reading.Run, desc bool) bool {
	i := r.Ahead(r.Pos + 1)
	for r.Item(i).Is(tag.Of, tag.Different) {
		i = r.Ahead(i + 1)
	}
	if after := r.Item(r.Ahead(i + 1)); reading.BestMeasure(r.Item(i)) == nil || after.Is(tag.Compare, tag.Between, tag.Be) {
		return false
	}
	r.Choice()
	r.Option(reading.Is(fMaximumRow))
	r.Option(reading.Is(fMaximumValue))
	if r.Pick() != 0 {
		return false
	}
	r.Take()
	if c := r.ColumnAt(i); c != nil {
		orderBy(r, reading.Operand{Column: c}, desc, takeLimit(r, 1))
	}
	return true
}

func aggregated(r *reading.Run) bool { return r.Q.Aggregates() }

var (
	fByGroup     = reading.Feat("by: groups")
	fByIn        = reading.Feat("by: belongs to the words before")
	fByAggregate = reading.Feat("by: groups an aggregate")
	fByColumn    = reading.Feat("by: a column follows")
	fByDirect    = reading.Feat("by: groups the measure or table named just before")
	fByTable     = reading.Feat("by: a table follows")
	fByAgent     = reading.Feat("by: groups, after what was done by somebody")
	fByRows      = reading.Feat("by: groups the rows of the table named just before")
)

// Each reads "for each city", "per month", "by status".
func Each(r *reading.Run, it *tag.Item) {
	if it.Cue.Kind == tag.By && (topBy(r) || listedBy(r) || sortsBy(r)) {
		return
	}
	if it.Cue.Kind == tag.By && !groups(r) {
		r.Acted = slices.DeleteFunc(r.Acted, func(i int) bool { return i == r.Pos })
		r.Take()
		return
	}
	r.Flush()
	r.GroupedAt = r.Pos
	r.Per = it.Is(tag.By) || it.Lower == "per" || it.Lower == "by each" || it.Lower == "by every"
	r.Take()
	i := r.Ahead(r.Pos)
	for r.Item(i).Is(tag.Of, tag.Different, tag.In) {
		i = r.Ahead(i + 1)
	}
	for {
		if !eachOne(r, i) {
			return
		}
		i = r.Ahead(r.Pos)
		if !r.Item(i).Is(tag.And, tag.Comma) || len(r.Item(r.Ahead(i+1)).Matches) == 0 && tag.Unit(r.Item(r.Ahead(i+1)).Lower) == "" && !r.Item(r.Ahead(i+1)).Is(tag.Grain) || r.Item(r.Ahead(i+1)).Is(tag.Count, tag.Sum, tag.Average, tag.Superlative, tag.Maximum, tag.Minimum) || r.Zone == reading.Selecting && len(r.Q.Items) == 0 && !r.Per && !r.Item(r.Ahead(r.Ahead(i+1)+1)).Is(tag.Comma, tag.Ask, tag.Count) {
			return
		}
		i = r.Ahead(i + 1)
	}
}

// measured says that a computed measure is asked for.
func measured(r *reading.Run) bool {
	n := len(r.Q.Items)
	return n > 0 && r.Q.Items[n-1].Column != nil && r.Q.Items[n-1].Column.Metric != nil
}

// topBy reads "top 5 products by price": the measure that orders them.
func topBy(r *reading.Run) bool {
	next := r.Ahead(r.Pos + 1)
	aggregate := r.Item(next).Is(tag.Count, tag.Sum, tag.Average, tag.Maximum, tag.Minimum)
	if !r.Topped || r.Limit == 0 || len(r.Q.Orders) > 0 || !aggregate && reading.BestMeasure(r.Item(next)) == nil {
		return false
	}
	r.Used[r.Pos] = true
	r.Pos = next
	limit := takeLimit(r, 1)
	if aggregate {
		orderAggregate(r, r.TopDesc)
	} else if c := r.ColumnAt(next); c != nil {
		orderBy(r, reading.Operand{Column: c, Aggregate: FromMany(r, c)}, r.TopDesc, 0)
	}
	if n := len(r.Q.Orders); n > 0 && (aggregate || r.Q.Orders[n-1].Aggregate != reading.None) {
		if len(r.Q.Items) == 0 && r.Subject != nil {
			r.Identify(r.Subject)
		}
		r.AddItem(r.Q.Orders[n-1].Operand)
	}
	r.Q.Limit = limit
	return true
}

var (
	fListedBy    = reading.Feat("by: what the rows of the table come to, the largest first")
	fListedByNot = reading.Feat("by: not what the rows of the table come to")
)

// listedBy reads "categories by total revenue", "artists by number of albums": the rows of a table that nothing else is
// asked of, with what each comes to, the largest first.
func listedBy(r *reading.Run) bool {
	next := r.Ahead(r.Pos + 1)
	before := r.Item(r.Pos - 1)
	t, _ := before.BestTable()
	if r.Subject == nil || t != r.Subject || len(r.Q.Items)+len(r.Q.Orders)+len(r.Q.Having) > 0 || r.Zone != reading.Selecting || !r.Item(next).Is(tag.Count, tag.Sum, tag.Average) {
		return false
	}
	r.Choice()
	r.Option(reading.Is(fListedBy))
	r.Option(reading.Is(fListedByNot))
	if r.Pick() != 0 {
		return false
	}
	r.Used[r.Pos] = true
	r.Pos = next
	orderAggregate(r, true)
	if n := len(r.Q.Orders); n > 0 {
		r.Identify(r.Subject)
		r.AddItem(r.Q.Orders[n-1].Operand)
	}
	return true
}

// ManySided is the sum where many rows of the column's table belong to one of the subject: the first of many says little.
func ManySided(r *reading.Run, c *schema.Column) reading.Aggregate {
	if c.Metric == nil && c.Role == schema.Measure && r.Subject != nil && !slices.Contains(r.PerRow, r.Subject) && c.Table != r.Subject && r.Index.Graph.Refers(c.Table, r.Subject) {
		return reading.Sum
	}
	return reading.None
}

// FromMany is how the many rows of a column's table that belong to one of the subject put it in an order: by their ratings on average, by
// their amounts in total.
func FromMany(r *reading.Run, c *schema.Column) reading.Aggregate {
	a := ManySided(r, c)
	if a == reading.Sum && c.Aggregate == schema.Average {
		return reading.Average
	}
	return a
}

// groups decides whether "by" groups.
func groups(r *reading.Run) bool {
	next := r.Item(r.Ahead(r.Pos + 1))
	if tag.Unit(next.Lower) != "" && len(next.Matches) == 0 || next.Is(tag.Grain) {
		return true
	}
	if len(next.Matches) == 0 {
		return false
	}
	if r.Topped && r.Limit > 0 && len(r.Q.Orders) == 0 {
		return false
	}
	c, s := next.BestColumn()
	t, ts := next.BestTable()
	r.Choice()
	r.Option(reading.Is(fByGroup), reading.When(fByAggregate, r.Q.Aggregates()), reading.When(fByColumn, c != nil && s > 0.8),
		reading.When(fByTable, t != nil && ts > 0.8), reading.When(fByDirect, r.Item(r.Pos-1).Mention() && !r.Item(r.Pos-1).Is(tag.Order) && (r.Q.Aggregates() || measured(r))))
	r.Also(reading.When(fByRows, len(r.Q.Items) == 0 && len(r.Q.Orders) == 0 && r.Subject != nil && len(r.Named) > 0 && (r.Named[len(r.Named)-1].At == r.Pos-1 || r.Item(r.Pos-1).Period != nil) && !valueFollows(r) && (t != nil && ts > 0.8 || c != nil && s > 0.8 && c.Role != schema.Measure)))
	r.Also(reading.When(fByAgent, schema.Participle(r.Item(r.Pos-1).Lower)))
	r.Option(reading.Is(fByIn))
	if r.Pick() == 0 {
		return true
	}
	r.ByKey = append(r.ByKey, c)
	return false
}

// valueFollows says that what comes after "by" and a name is a value: "by the artist 'Queen'".
func valueFollows(r *reading.Run) bool {
	it := r.Item(r.Ahead(r.Ahead(r.Pos+1) + 1))
	return it.Quoted || it.Capital || len(it.Values) > 0 && len(it.Matches) == 0
}

var (
	fEachPer  = reading.Feat("each: rows of a table, after per or by")
	fEachRow  = reading.Feat("each: rows of a table")
	fEachSelf = reading.Feat("each: rows of the table that is counted for each")
	fEachKey  = reading.Feat("each: values of a column")
	fEachRef  = reading.Feat("each: foreign key")
	fEachNum  = reading.Feat("each: a measure")
)

// eachOne reads one thing to group by.
func eachOne(r *reading.Run, i int) bool {
	it := r.Item(i)
	list := r.ColumnsOrTables(it)
	if len(list) == 0 {
		return eachUnit(r, i)
	}
	pos := r.Pos
	r.Pos, r.Grouping = i, true
	defer func() { r.Grouping = false }()
	r.Choice()
	for _, m := range list {
		if m.Column == nil {
			r.DescribeTable(it, m)
			r.Also(reading.Is(fEachRow), reading.When(fEachPer, r.Per), reading.When(fEachSelf, r.Averaged && m.Table == r.Subject))
			continue
		}
		r.DescribeColumn(it, m)
		r.Also(reading.Is(fEachKey), reading.When(fEachRef, m.Column.Role == schema.Reference), reading.When(fEachNum, m.Column.Role == schema.Measure))
	}
	at := r.Pick()
	r.Pos = max(pos, i+1)
	r.Used[i] = true
	m := list[at]
	if m.Column != nil {
		r.PerKey = append(r.PerKey, m.Column)
		if r.Last == nil {
			r.Last = m.Column.Table
		}
		return true
	}
	ofIt := func(o reading.Operand) bool { return o.Column != nil && reading.TableOf(o.Column) == m.Table }
	if sort := m.Table.Sort(); sort != nil && slices.ContainsFunc(r.Q.Items, ofIt) {
		r.PerKey, r.Last = append(r.PerKey, sort), m.Table // figures of the rows themselves are of each sort of them
		return true
	}
	r.PerRow = append(r.PerRow, m.Table)
	r.Named = append(r.Named, reading.Named{Table: m.Table, At: i, Zone: r.Zone, Of: true, Score: m.Score()})
	r.Last = m.Table
	r.Q.Need(m.Table)
	if r.Subject == nil {
		r.Subject = m.Table
	}
	return true
}

// eachUnit reads "per month": its date column is found once everything was read.
func eachUnit(r *reading.Run, i int) bool {
	unit := tag.Unit(r.Item(i).Lower)
	if r.Item(i).Is(tag.Grain) {
		unit = r.Item(i).Cue.Operator
	}
	if unit == "" {
		return false
	}
	r.Used[i] = true
	r.Pos = i + 1
	r.Paces = append(r.Paces, unit)
	return true
}

// Negation reads "not", "without", "except": what comes next is excluded.
func Negation(r *reading.Run, it *tag.Item) {
	if it.Cue.Kind == tag.Except {
		r.Flush()
	}
	r.Negated = true
	r.Take()
	if (r.Zone == reading.Selecting) && (r.Subject != nil || len(r.Q.Items) > 0) {
		r.Zone = reading.Conditions
	}
}

// column acts on a column that was named: something asked for, or the left side of a condition.
func column(r *reading.Run, c *schema.Column) {
	r.Pos++
	switch {
	case r.Undone(r.Item(r.Pos-1), c):
		r.Absent(c.Table)
		return
	case reading.IsMoment(c) && slices.ContainsFunc(strings.Fields(r.Item(r.Pos-1).Lower), func(w string) bool { return slices.Contains(english.ExpiredWords, w) }):
		return // that the day is over is more than that there is one: the composed readings say so
	case r.Counted && r.Zone == reading.Selecting && countColumn(r, c):
	case r.Zone == reading.Selecting && !r.LeadsCondition(c):
		r.Flush()
		r.SelectColumn(c)
	default:
		r.Flush()
		r.Await(c)
	}
	if r.Zone == reading.Conditions {
		r.Last = c.Table
	}
}

// Mention decides what the words name, and acts on it.
func Mention(r *reading.Run, it *tag.Item) {
	list := r.Candidates(it)
	r.Choice()
	for _, c := range list {
		switch {
		case c.Value != nil:
			r.DescribeValue(it, c.Value)
		case c.Label != nil:
			r.DescribeColumn(it, c.Label)
			r.Also(reading.Is(reading.FColumnPair), reading.When(reading.FColumnFull, r.Item(r.Pos-1).Lower == "full"))
		case c.Match.Column == nil:
			r.DescribeTable(it, c.Match)
		default:
			r.DescribeColumn(it, c.Match)
		}
	}
	if it.Counts != nil && r.Zone == reading.Selecting {
		list = append(list, reading.Candidate{Counts: it.Counts})
		r.Option(reading.Is(reading.FMentionCount), reading.When(reading.FMentionCountEach, r.Facts.Each))
	}
	r.Option(reading.Is(reading.FMentionSkip), reading.By(reading.FMentionScore, reading.BestScore(it)), reading.When(reading.FMentionValue, len(it.Values) > 0 && len(it.Matches) == 0),
		reading.When(reading.FMentionCue, it.Is(tag.Average, tag.Sum, tag.Count, tag.Maximum, tag.Minimum, tag.Each, tag.By, tag.Superlative, tag.Most, tag.Least)), reading.When(reading.FMentionBy, r.Before().Is(tag.By)), reading.When(reading.FMentionTop, r.Limit > 0 && r.Subject == nil), reading.When(reading.FMentionMetric, slices.ContainsFunc(it.Matches, func(m schema.Match) bool { return m.Exact() && m.Column != nil && m.Column.Metric != nil })))
	at := r.Pick()
	if at == len(list) {
		r.Ignored = append(r.Ignored, r.Pos)
		r.Pos++
		return
	}
	r.Used[r.Pos] = true
	switch c := list[at]; {
	case c.Counts != nil:
		r.Flush()
		r.Counted = true
		r.Table(c.Counts)
	case c.Value != nil:
		r.Value(it, c.Value)
	case c.Label != nil:
		r.Pair(c.Label.Table)
	case c.Match.Column == nil:
		r.Table(c.Match)
	default:
		column(r, c.Match.Column)
	}
}
