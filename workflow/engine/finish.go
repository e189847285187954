package engine

import (
	"slices"

	"parley/workflow/engine/english"
	"parley/workflow/schema"
)

// This file completes a reading after the last word: what was asked for when nothing was named, groups, the tables that
// were said and not used, set operations.

// finish gives the completed reading; nil when the question asks for nothing in this schema.
func (r *run) finish() *reading {
	r.flush()
	r.leftovers()
	r.answerAsked()
	if len(r.q.items) == 0 && r.subject == nil {
		r.subject = r.guessSubject()
	}
	r.settleTime()
	if len(r.q.items) == 0 && r.subject == nil {
		r.subject = r.guessSubject()
	}
	r.metrics()
	r.person()
	r.totalled()
	r.eitherPeriod()
	r.sideBySide()
	r.averageRows()
	r.measureGroups()
	r.bestUnits()
	r.defaultTop()
	r.metrics()
	r.make()
	if len(r.q.items) == 0 && !r.defaultItems() {
		return nil
	}
	r.apart()
	r.firstPlaces()
	r.restarted()
	r.orderLater()
	r.countOnce()
	r.countChildren()
	r.amongGroups()
	r.figuresAlone()
	r.group()
	if len(r.q.items) == 0 || len(r.q.all()) == 0 {
		return nil
	}
	r.dropTables()
	r.countApart()
	if len(r.q.groups) == 0 && r.q.items[0].star && slices.ContainsFunc(r.q.orders, func(o ordering) bool { return o.aggregate != none }) {
		return nil
	}
	if r.incomparable(r.q) || r.senseless || r.oftenAt() || r.stateOfOthers() || r.topped && r.q.limit > 0 && len(r.q.orders) == 0 && (r.said(By) || r.topName == "top") {
		return nil
	}
	r.note(when(fHavingBare, len(r.q.having) > 0 && len(r.q.groups) == 0))
	r.repeat()
	q := r.split()
	r.account(q)
	r.judge(q)
	r.tellUnused()
	return q
}

// figuresAlone takes back a column of which a figure is asked for as well, and which nothing is taken by: "the longest and shortest
// tracks in milliseconds". Figures by a measure are figures of one row each.
func (r *run) figuresAlone() {
	r.q.items = slices.DeleteFunc(r.q.items, func(o operand) bool {
		return o.aggregate == none && o.column != nil && o.column.Role == schema.Measure && !slices.Contains(r.perKey, o.column) && slices.ContainsFunc(r.q.items, func(f operand) bool {
			return f.column == o.column && f.aggregate != none && f.aggregate != count
		})
	})
}

// leftovers settles what still waits at the end: a count without a thing counted, an aggregate without a column.
func (r *run) leftovers() {
	r.lasts()
	if r.counted {
		r.counted = false
		r.addItem(operand{aggregate: count})
	}
	if r.distinct && len(r.q.items) > 0 && !r.q.aggregates() {
		r.q.distinct = true
	}
	if len(r.aggregates) > 0 && !r.onAverage() && !r.amount() {
		r.note(is(fAggregateLost))
	}
	r.denied()
}

// onAverage gives "how old is each, on average" the measure that was asked for before.
func (r *run) onAverage() bool {
	n := len(r.q.items)
	if len(r.aggregates) != 1 || r.aggregates[0] != average || n == 0 || r.q.aggregates() {
		return false
	}
	o := &r.q.items[n-1]
	if o.column == nil || o.column.Role != schema.Measure || o.column.Key() {
		return false
	}
	o.aggregate, r.aggregates = average, nil
	return true
}

// denied reads "services that have never been used": nothing of the tables that refer to the subject.
func (r *run) denied() {
	subject := r.subject
	if subject == nil {
		subject = r.owner()
	}
	if !r.negated || subject == nil || r.sub != nil {
		return
	}
	children := r.children(subject)
	r.choice()
	for _, c := range children {
		r.option(is(fAbsentChild), when(fAbsentOnly, len(children) == 1), when(fAbsentLink, c.Link), when(fAbsentSaid, r.saidInPart(c)))
	}
	r.option(is(fAbsentNone))
	if at := r.pick(); at < len(children) {
		r.absent(children[at])
	}
}

var (
	fAbsentChild = feat("negation without an object: no rows that refer to the subject")
	fAbsentOnly  = feat("negation without an object: of the only table that refers to it")
	fAbsentLink  = feat("negation without an object: of a table that only joins")
	fAbsentSaid  = feat("negation without an object: of a table whose name was said in part")
	fAbsentNone  = feat("negation without an object: left out")

	fAggregateLost = feat("an aggregate without a column")
)

// answerAsked chooses the columns that "when" and "where" ask for.
func (r *run) answerAsked() {
	for _, k := range r.asked {
		var c *schema.Column
		switch {
		case k == When && !r.asksMoment():
			c = r.answering([]string{"date", "time", "year", "day", "birthday"})
		case k == Where && len(r.q.items) == 0:
			c = r.answering([]string{"location", "place", "address", "city", "country", "state", "hometown", "building"})
		}
		if c != nil {
			r.addItem(operand{column: c})
		}
	}
}

// answering chooses the column that a question word asks for.
func (r *run) answering(words []string) *schema.Column {
	r.asking = true
	c, _ := r.dimension(words)
	r.asking = false
	return c
}

// asksMoment says that a date is asked for already.
func (r *run) asksMoment() bool {
	for _, o := range r.q.items {
		if o.column != nil && o.column.Role == schema.Moment {
			return true
		}
	}
	return false
}

// guessSubject is the table that the conditions and groups speak about.
func (r *run) guessSubject() *schema.Table {
	if len(r.named) > 0 {
		return r.named[0].table
	}
	if tables := r.q.all(); len(tables) > 0 {
		return tables[0]
	}
	if len(r.index.Tables) == 1 { // "show all rows"
		return r.index.Tables[0]
	}
	return r.facts.talked.subject()
}

// defaultTop gives "top 5" its order: by what is counted, else by the first measure.
func (r *run) defaultTop() {
	if r.limit == 0 {
		return
	}
	if len(r.q.orders) == 0 && r.topped && len(r.perKey) == 1 && r.perKey[0].Role == schema.Measure {
		r.q.orders = append(r.q.orders, ordering{operand{column: r.perKey[0]}, r.topDesc})
		r.perKey = nil
	}
	if len(r.q.orders) == 0 {
		for _, o := range r.q.items {
			if o.aggregate != none {
				r.q.orders = append(r.q.orders, ordering{o, r.topDesc})
				break
			}
		}
	} else if r.topped && r.topDesc {
		r.q.orders[0].descending = true
	}
	r.q.limit = r.limit
	r.limit = 0
}

var (
	fDefaultStar    = feat("nothing named: every column")
	fDefaultLabel   = feat("nothing named: the name")
	fDefaultKey     = feat("nothing named: the key")
	fDefaultNamed   = feat("nothing named: the key, though the rows have names")
	fDefaultBoth    = feat("nothing named: key and name")
	fDefaultStarAll = feat("nothing named: every column, after show, list, give")
	fDefaultCond    = feat("nothing named: every column, with conditions")
	fDefaultGroup   = feat("nothing named: every column, of groups")
	fDefaultOnly    = feat("nothing named: every column, after show or as keywords")
	fDefaultOnlyIf  = feat("nothing named: every column, after show or as keywords, with conditions")
	fDefaultNoName  = feat("nothing named: every column, the table has no name column")
)

// defaultItems chooses what is shown when only a table was named.
func (r *run) defaultItems() bool {
	if len(r.perKey)+len(r.grains) > 0 {
		return true
	}
	t := r.subject
	if t == nil {
		return false
	}
	first := r.item(0)
	grouped := r.perSubject || len(r.perRow) > 0
	bare := len(r.q.filters)+len(r.q.orders) == 0 || len(t.Label) == 0
	whole := (english.Showing[first.Lower] || first.Lower == "which" && len(r.q.orders) == 0) && r.ofRowsAlone(t)
	plainly := !grouped && (english.Showing[first.Lower] && bare || whole || !first.Is(Ask, Who, When, Where, How, Count))
	r.choice()
	r.option(is(fDefaultStar), when(fDefaultStarAll, first.Is(Ask) && first.Lower != "which" && first.Lower != "who"), when(fDefaultCond, len(r.q.filters) > 0),
		when(fDefaultGroup, grouped), when(fDefaultNoName, len(t.Label) == 0),
		when(fDefaultOnly, plainly), when(fDefaultOnlyIf, plainly && len(r.q.filters) > 0))
	if len(t.Label) > 0 {
		r.option(is(fDefaultLabel))
	}
	if t.PrimaryKey() != nil {
		r.option(is(fDefaultKey), when(fDefaultNamed, len(t.Label) > 0))
		if len(t.Label) > 0 {
			r.option(is(fDefaultBoth))
		}
	}
	at := r.pick()
	if len(t.Label) == 0 {
		at = 0 // a key alone says nothing of rows without a name
	}
	switch at {
	case 0:
		r.q.items = append(r.q.items, operand{star: true, table: t})
	case 1:
		r.label(t)
	case 2:
		r.q.items = append(r.q.items, operand{column: t.PrimaryKey()})
	case 3:
		r.q.items = append(r.q.items, operand{column: t.PrimaryKey()})
		r.label(t)
	}
	return true
}

// ofRowsAlone says that nothing is asked for but rows of a table by conditions on what they have themselves: "show me users from Kenya".
func (r *run) ofRowsAlone(t *schema.Table) bool {
	if len(t.Label) == 0 || r.q.limit > 0 || r.limit > 0 || len(r.q.filters)+len(r.q.orders) == 0 {
		return false
	}
	for i := range r.q.orders {
		if c := r.q.orders[i].column; c == nil || c.Table != t || r.q.orders[i].aggregate != none {
			return false
		}
	}
	for i := range r.q.filters {
		if c := r.q.filters[i].left.column; c == nil || c.Table != t || r.q.filters[i].operator == "not null" {
			return false
		}
	}
	return true
}

// plain are the items that are no aggregates.
func (r *run) plain() []operand {
	var out []operand
	for _, o := range r.q.items {
		if o.aggregate == none && !o.star {
			out = append(out, o)
		}
	}
	return out
}

// group decides what rows are brought together by.
func (r *run) group() {
	q := r.q
	aggregates := q.aggregates() || len(q.having) > 0
	for _, o := range q.orders {
		aggregates = aggregates || o.aggregate != none
	}
	switch {
	case !aggregates && len(r.grains) == 0:
		r.ungrouped()
	case len(r.perKey)+len(r.perRow)+len(r.grains) > 0:
		r.groupSaid()
	case len(r.plain()) > 0:
		r.groupPlain()
	case r.perSubject:
		r.groupSubject()
	}
}

// metrics gives computed measures their sum, shows those that are sorted by, and makes conditions on them conditions
// on groups.
func (r *run) metrics() {
	q := r.q
	own := func(o *operand) bool {
		metric := o.column != nil && o.column.Metric != nil
		if metric && o.aggregate == none {
			o.aggregate = sum
		}
		return metric
	}
	for i := range q.items {
		own(&q.items[i])
	}
	for i := range q.orders {
		if own(&q.orders[i].operand) {
			if len(q.items) == 0 && r.subject != nil {
				r.label(r.subject)
			}
			r.perSubject = true
			r.addItem(q.orders[i].operand)
		}
	}
	q.filters = slices.DeleteFunc(q.filters, func(f *filter) bool {
		if !own(&f.left) {
			return false
		}
		r.perSubject = true
		q.having = append(q.having, f)
		return true
	})
}

var (
	fRestartDrop  = feat("a second sentence asks: it replaces what was asked for")
	fRestartKeep  = feat("a second sentence asks: it adds to what was asked for")
	fRestartWhich = feat("a second sentence asks: it replaces what was asked for, after which, what, who")
	fRestartTable = feat("a second sentence asks: it replaces what was asked for, in another table")
)

// restarted lets "which customer …? Give me the name." ask for the name alone.
func (r *run) restarted() {
	n := r.restart
	if n == 0 || n >= len(r.q.items) {
		return
	}
	first := r.item(0)
	r.choice()
	r.option(is(fRestartDrop), when(fRestartWhich, first.Lower == "which" || first.Lower == "what" || first.Lower == "who"),
		when(fRestartTable, tableOf(r.q.items[0].column) != tableOf(r.q.items[n].column)))
	r.option(is(fRestartKeep))
	if r.pick() == 0 {
		r.q.items = slices.Clone(r.q.items[n:])
	}
}

var (
	fOnceRows     = feat("count over a join that multiplies: rows")
	fOnceDistinct = feat("count over a join that multiplies: each thing once")
	fOnceFilter   = feat("count over a join that multiplies: each thing once, conditions on the other table")
	fOnceApart    = feat("count over a join that multiplies: each thing once, beside another aggregate")
	fCountKin     = feat("rows counted of a table whose name was said in part, though another one is said in full")
	fOnceLink     = feat("count over a join that multiplies: each thing once, over a table that only joins")
)

var (
	fChildrenOwn  = feat("rows counted for each: the table's own")
	fChildrenThat = feat("rows counted for each: of a table that refers to it")
	fChildrenOnly = feat("rows counted for each: of the only table that refers to it")
	fChildrenWord = feat("rows counted for each: of a table whose name was said in part")
	fChildrenKey  = feat("rows counted for each: the table's own, what is shown is its key or name")
)

var (
	fTableKept     = feat("named table without columns: joined")
	fTableKeptOf   = feat("named table without columns: joined, said after of")
	fTableKeptCond = feat("named table without columns: joined, said in a condition")
	fTableKeptLink = feat("named table without columns: joined, it only joins others")
	fTableKeptFar  = feat("named table without columns: joined, joins away")
	fTableKeptNot  = feat("named table without columns: joined, cannot be")
	fTableKeptSubj = feat("named table without columns: joined, it is the subject")
	fTableKeptMany = feat("named table without columns: joined, it holds the key")
	fTableDropDone = feat("named table without columns: left out, said as what was done")
	fTableKeptEach = feat("named table without columns: joined, one for each")
)

// dropTables decides for each named table that lends no column whether it is joined.
func (r *run) dropTables() {
	used := r.q.used()
	for _, t := range slices.Clone(r.q.tables) {
		if slices.Contains(used, t) || slices.Contains(r.tallied, t) || len(used) == 0 || t == r.countedTable && !r.referredTo(t) {
			continue
		}
		n := r.namedAt(t)
		d := -1
		for _, u := range used {
			if e := r.index.Graph.Distance(u, t); e >= 0 && (d < 0 || e < d) {
				d = e
			}
		}
		many := slices.ContainsFunc(r.index.Graph.Of(t), func(e *schema.Edge) bool { return e.From == t && slices.Contains(used, e.To) })
		r.choice()
		r.option(is(fTableKept), when(fTableKeptOf, n.of), when(fTableKeptCond, n.zone == conditions), when(fTableKeptLink, t.Link), by(fTableKeptFar, float64(max(d-1, 0))),
			when(fTableKeptNot, d < 0), when(fTableKeptSubj, t == r.subject), when(fTableKeptMany, many), when(fTableKeptEach, slices.Contains(r.perRow, t)))
		r.option(when(fTableDropDone, n.table != nil && (r.item(n.at-1).Is(Relative, Who) || len(r.item(n.at-1).Matches) > 0) && schema.Participle(r.item(n.at).Lower)))
		if r.pick() == 1 {
			r.q.tables = slices.DeleteFunc(r.q.tables, func(o *schema.Table) bool { return o == t })
		}
	}
}

// referredTo says that a table that stays refers to t: its rows count t's as well.
func (r *run) referredTo(t *schema.Table) bool {
	return slices.ContainsFunc(r.q.all(), func(u *schema.Table) bool {
		return slices.ContainsFunc(r.index.Graph.Between(u, t), func(e *schema.Edge) bool { return e.From == u && u != t })
	})
}

func (r *run) namedAt(t *schema.Table) named {
	for _, n := range r.named {
		if n.table == t {
			return n
		}
	}
	return named{}
}

var (
	fRepeatKeep     = feat("repeated rows: kept")
	fRepeatDistinct = feat("repeated rows: left out")
	fRepeatMany     = feat("repeated rows: left out, a join multiplies")
	fRepeatCategory = feat("repeated rows: left out, a column of few values")
	fRepeatSeveral  = feat("repeated rows: left out, several columns")
	fRepeatLabel    = feat("repeated rows: left out, names")
	fRepeatWhich    = feat("repeated rows: left out, after which")
	fRepeatCond     = feat("repeated rows: left out, with conditions")
)
