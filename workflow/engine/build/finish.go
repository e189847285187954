package build

import (
	"slices"

	"parley/workflow/engine/english"
	"parley/workflow/engine/question"
	"parley/workflow/engine/reading"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file completes a reading after the last word: what was asked for when nothing was named, groups, the tables that
// were said and not used, set operations.

// finish gives the completed reading; nil when the question asks for nothing in this schema.
func finish(r *reading.Run) *reading.Reading {
	r.Flush()
	leftovers(r)
	answerAsked(r)
	if len(r.Q.Items) == 0 && r.Subject == nil {
		r.Subject = guessSubject(r)
	}
	question.SettleTime(r)
	if len(r.Q.Items) == 0 && r.Subject == nil {
		r.Subject = guessSubject(r)
	}
	metrics(r)
	r.Person()
	totalled(r)
	rated(r)
	eitherPeriod(r)
	sideBySide(r)
	averageRows(r)
	measureGroups(r)
	bestUnits(r)
	defaultTop(r)
	metrics(r)
	intoForm(r)
	if len(r.Q.Items) == 0 && !defaultItems(r) {
		return nil
	}
	apart(r)
	firstPlaces(r)
	restarted(r)
	question.OrderLater(r)
	countOnce(r)
	countChildren(r)
	amongGroups(r)
	figuresAlone(r)
	group(r)
	if len(r.Q.Items) == 0 || len(r.Q.All()) == 0 {
		return nil
	}
	dropTables(r)
	countApart(r)
	if len(r.Q.Groups) == 0 && r.Q.Items[0].Star && slices.ContainsFunc(r.Q.Orders, func(o reading.Ordering) bool { return o.Aggregate != reading.None }) {
		return nil
	}
	if question.Incomparable(r, r.Q) || r.Senseless || question.OftenAt(r) || r.StateOfOthers() || r.Topped && r.Q.Limit > 0 && len(r.Q.Orders) == 0 && (question.Said(r, tag.By) || r.TopName == "top") {
		return nil
	}
	r.Note(reading.When(fHavingBare, len(r.Q.Having) > 0 && len(r.Q.Groups) == 0))
	repeat(r)
	q := question.Split(r)
	account(r, q)
	question.Judge(r, q)
	tellUnused(r)
	return q
}

// rated puts things in the order of the average of all ratings that each got, and shows it: "the best rated product".
func rated(r *reading.Run) {
	for i, o := range r.Q.Orders {
		if r.Rated && o.Column != nil && o.Aggregate == reading.None && question.FromMany(r, o.Column) == reading.Average {
			r.Q.Orders[i].Aggregate = reading.Average
			r.Tally(nil)
			if len(r.Q.Items) == 0 {
				r.Label(r.Subject)
			}
			r.AddItem(r.Q.Orders[i].Operand)
		}
	}
}

// figuresAlone takes back a column of which a figure is asked for as well, and which nothing is taken by: "the longest and shortest
// tracks in milliseconds". Figures by a measure are figures of one row each.
func figuresAlone(r *reading.Run) {
	r.Q.Items = slices.DeleteFunc(r.Q.Items, func(o reading.Operand) bool {
		return o.Aggregate == reading.None && o.Column != nil && o.Column.Role == schema.Measure && !slices.Contains(r.PerKey, o.Column) && slices.ContainsFunc(r.Q.Items, func(f reading.Operand) bool {
			return f.Column == o.Column && f.Aggregate != reading.None && f.Aggregate != reading.Count
		})
	})
}

// leftovers settles what still waits at the end: a count without a thing counted, an aggregate without a column.
func leftovers(r *reading.Run) {
	r.Lasts()
	if r.Counted {
		r.Counted = false
		r.AddItem(reading.Operand{Aggregate: reading.Count})
	}
	if r.Distinct && len(r.Q.Items) > 0 && !r.Q.Aggregates() {
		r.Q.Distinct = true
	}
	if len(r.Aggregates) > 0 && !onAverage(r) && !amount(r) {
		r.Note(reading.Is(fAggregateLost))
	}
	denied(r)
}

// onAverage gives "how old is each, on average" the measure that was asked for before.
func onAverage(r *reading.Run) bool {
	n := len(r.Q.Items)
	if len(r.Aggregates) != 1 || r.Aggregates[0] != reading.Average || n == 0 || r.Q.Aggregates() {
		return false
	}
	o := &r.Q.Items[n-1]
	if o.Column == nil || o.Column.Role != schema.Measure || o.Column.Key() {
		return false
	}
	o.Aggregate, r.Aggregates = reading.Average, nil
	return true
}

// denied reads "services that have never been used": nothing of the tables that refer to the subject.
func denied(r *reading.Run) {
	subject := r.Subject
	if subject == nil {
		subject = r.Owner()
	}
	if !r.Negated || subject == nil || r.Sub != nil {
		return
	}
	children := children(r, subject)
	r.Choice()
	for _, c := range children {
		r.Option(reading.Is(fAbsentChild), reading.When(fAbsentOnly, len(children) == 1), reading.When(fAbsentLink, c.Link), reading.When(fAbsentSaid, saidInPart(r, c)))
	}
	r.Option(reading.Is(fAbsentNone))
	if at := r.Pick(); at < len(children) {
		r.Absent(children[at])
	}
}

var (
	fAbsentChild = reading.Feat("negation without an object: no rows that refer to the subject")
	fAbsentOnly  = reading.Feat("negation without an object: of the only table that refers to it")
	fAbsentLink  = reading.Feat("negation without an object: of a table that only joins")
	fAbsentSaid  = reading.Feat("negation without an object: of a table whose name was said in part")
	fAbsentNone  = reading.Feat("negation without an object: left out")

	fAggregateLost = reading.Feat("an aggregate without a column")
)

// answerAsked chooses the columns that "when" and "where" ask for.
func answerAsked(r *reading.Run) {
	for _, k := range r.Asked {
		var c *schema.Column
		switch {
		case k == tag.When && !asksMoment(r):
			c = answering(r, []string{"date", "time", "year", "day", "birthday"})
		case k == tag.Where && len(r.Q.Items) == 0:
			c = answering(r, []string{"location", "place", "address", "city", "country", "state", "hometown", "building"})
		}
		if c != nil {
			r.AddItem(reading.Operand{Column: c})
		}
	}
}

// answering chooses the column that a question word asks for.
func answering(r *reading.Run, words []string) *schema.Column {
	r.Asking = true
	c, _ := r.Dimension(words)
	r.Asking = false
	return c
}

// asksMoment says that a date is asked for already.
func asksMoment(r *reading.Run) bool {
	for _, o := range r.Q.Items {
		if o.Column != nil && o.Column.Role == schema.Moment {
			return true
		}
	}
	return false
}

// guessSubject is the table that the conditions and groups speak about.
func guessSubject(r *reading.Run) *schema.Table {
	if len(r.Named) > 0 {
		return r.Named[0].Table
	}
	if tables := r.Q.All(); len(tables) > 0 {
		return tables[0]
	}
	if len(r.Index.Tables) == 1 { // "show all rows"
		return r.Index.Tables[0]
	}
	return r.Facts.Talked.Subject()
}

// defaultTop gives "top 5" its order: by what is counted, else by the first measure that is asked for.
func defaultTop(r *reading.Run) {
	if r.Limit == 0 {
		return
	}
	if len(r.Q.Orders) == 0 && r.Topped && len(r.PerKey) == 1 && r.PerKey[0].Role == schema.Measure {
		r.Q.Orders = append(r.Q.Orders, reading.Ordering{Operand: reading.Operand{Column: r.PerKey[0]}, Descending: r.TopDesc})
		r.PerKey = nil
	}
	if len(r.Q.Orders) == 0 {
		at := slices.IndexFunc(r.Q.Items, func(o reading.Operand) bool { return o.Aggregate != reading.None })
		if at < 0 && r.Topped {
			at = slices.IndexFunc(r.Q.Items, func(o reading.Operand) bool { return o.Column != nil && o.Column.Role == schema.Measure })
		}
		if at >= 0 {
			r.Q.Orders = append(r.Q.Orders, reading.Ordering{Operand: r.Q.Items[at], Descending: r.TopDesc})
		}
	} else if r.Topped && r.TopDesc && !question.Said(r, tag.Superlative) && !question.Said(r, tag.Least) {
		r.Q.Orders[0].Descending = true
	}
	r.Q.Limit = r.Limit
	r.Limit = 0
}

var (
	FDefaultStar    = reading.Feat("nothing named: every column")
	FDefaultLabel   = reading.Feat("nothing named: the name")
	FDefaultKey     = reading.Feat("nothing named: the key")
	fDefaultNamed   = reading.Feat("nothing named: the key, though the rows have names")
	FDefaultBoth    = reading.Feat("nothing named: key and name")
	fDefaultStarAll = reading.Feat("nothing named: every column, after show, list, give")
	fDefaultCond    = reading.Feat("nothing named: every column, with conditions")
	fDefaultGroup   = reading.Feat("nothing named: every column, of groups")
	fDefaultOnly    = reading.Feat("nothing named: every column, after show or as keywords")
	fDefaultOnlyIf  = reading.Feat("nothing named: every column, after show or as keywords, with conditions")
	fDefaultNoName  = reading.Feat("nothing named: every column, the table has no name column")
)

// defaultItems chooses what is shown when only a table was named.
func defaultItems(r *reading.Run) bool {
	if len(r.PerKey)+len(r.Grains) > 0 {
		return true
	}
	t := r.Subject
	if t == nil {
		return false
	}
	first := r.Item(0)
	grouped := r.PerSubject || len(r.PerRow) > 0
	bare := len(r.Q.Filters)+len(r.Q.Orders) == 0 || len(t.Label) == 0
	whole := (english.Showing[first.Lower] || first.Lower == "which" && len(r.Q.Orders) == 0) && ofRowsAlone(r, t)
	plainly := !grouped && (english.Showing[first.Lower] && bare || whole || !first.Is(tag.Ask, tag.Who, tag.When, tag.Where, tag.How, tag.Count))
	r.Choice()
	r.Option(reading.Is(FDefaultStar), reading.When(fDefaultStarAll, first.Is(tag.Ask) && first.Lower != "which" && first.Lower != "who"), reading.When(fDefaultCond, len(r.Q.Filters) > 0),
		reading.When(fDefaultGroup, grouped), reading.When(fDefaultNoName, len(t.Label) == 0),
		reading.When(fDefaultOnly, plainly), reading.When(fDefaultOnlyIf, plainly && len(r.Q.Filters) > 0))
	if len(t.Label) > 0 {
		r.Option(reading.Is(FDefaultLabel))
	}
	if t.PrimaryKey() != nil {
		r.Option(reading.Is(FDefaultKey), reading.When(fDefaultNamed, len(t.Label) > 0))
		if len(t.Label) > 0 {
			r.Option(reading.Is(FDefaultBoth))
		}
	}
	at := r.Pick()
	if len(t.Label) == 0 {
		at = 0 // a key alone says nothing of rows without a name
	}
	switch at {
	case 0:
		r.Q.Items = append(r.Q.Items, reading.Operand{Star: true, Table: t})
	case 1:
		r.Label(t)
	case 2:
		r.Q.Items = append(r.Q.Items, reading.Operand{Column: t.PrimaryKey()})
	case 3:
		r.Q.Items = append(r.Q.Items, reading.Operand{Column: t.PrimaryKey()})
		r.Label(t)
	}
	return true
}

// ofRowsAlone says that nothing is asked for but rows of a table by conditions on what they have themselves: "show me users from Kenya".
func ofRowsAlone(r *reading.Run, t *schema.Table) bool {
	limited := r.Q.Limit > 0 || r.Limit > 0
	if len(t.Label) == 0 || limited && len(r.Q.Filters) > 0 || len(r.Q.Filters)+len(r.Q.Orders) == 0 {
		return false
	}
	for i := range r.Q.Orders {
		if c := r.Q.Orders[i].Column; c == nil || c.Table != t || r.Q.Orders[i].Aggregate != reading.None {
			return false
		}
	}
	for i := range r.Q.Filters {
		if c := r.Q.Filters[i].Left.Column; c == nil || c.Table != t || r.Q.Filters[i].Operator == "not null" {
			return false
		}
	}
	return true
}

// plain are the items that are no aggregates.
func plain(r *reading.Run) []reading.Operand {
	var out []reading.Operand
	for _, o := range r.Q.Items {
		if o.Aggregate == reading.None && !o.Star {
			out = append(out, o)
		}
	}
	return out
}

// group decides what rows are brought together by.
func group(r *reading.Run) {
	q := r.Q
	aggregates := q.Aggregates() || len(q.Having) > 0
	for _, o := range q.Orders {
		aggregates = aggregates || o.Aggregate != reading.None
	}
	switch {
	case !aggregates && len(r.Grains) == 0:
		ungrouped(r)
	case len(r.PerKey)+len(r.PerRow)+len(r.Grains) > 0:
		groupSaid(r)
	case len(plain(r)) > 0:
		groupPlain(r)
	case r.PerSubject:
		groupSubject(r)
	}
}

// metrics gives computed measures their sum, shows those that are sorted by, and makes conditions on them conditions
// on groups.
func metrics(r *reading.Run) {
	q := r.Q
	own := func(o *reading.Operand) bool {
		metric := o.Column != nil && o.Column.Metric != nil
		if metric && o.Aggregate == reading.None {
			o.Aggregate = reading.Sum
		}
		return metric
	}
	for i := range q.Items {
		own(&q.Items[i])
	}
	for i := range q.Orders {
		if own(&q.Orders[i].Operand) {
			if len(q.Items) == 0 && r.Subject != nil {
				r.Label(r.Subject)
			}
			r.PerSubject = true
			r.AddItem(q.Orders[i].Operand)
		}
	}
	q.Filters = slices.DeleteFunc(q.Filters, func(f *reading.Filter) bool {
		if !own(&f.Left) {
			return false
		}
		r.PerSubject = true
		q.Having = append(q.Having, f)
		return true
	})
}

var (
	fRestartDrop  = reading.Feat("a second sentence asks: it replaces what was asked for")
	fRestartKeep  = reading.Feat("a second sentence asks: it adds to what was asked for")
	fRestartWhich = reading.Feat("a second sentence asks: it replaces what was asked for, after which, what, who")
	fRestartTable = reading.Feat("a second sentence asks: it replaces what was asked for, in another table")
)

// restarted lets "which customer …? Give me the name." ask for the name alone.
func restarted(r *reading.Run) {
	n := r.Restart
	if n == 0 || n >= len(r.Q.Items) {
		return
	}
	first := r.Item(0)
	r.Choice()
	r.Option(reading.Is(fRestartDrop), reading.When(fRestartWhich, first.Lower == "which" || first.Lower == "what" || first.Lower == "who"),
		reading.When(fRestartTable, reading.TableOf(r.Q.Items[0].Column) != reading.TableOf(r.Q.Items[n].Column)))
	r.Option(reading.Is(fRestartKeep))
	if r.Pick() == 0 {
		r.Q.Items = slices.Clone(r.Q.Items[n:])
	}
}

var (
	fOnceRows     = reading.Feat("count over a join that multiplies: rows")
	fOnceDistinct = reading.Feat("count over a join that multiplies: each thing once")
	fOnceFilter   = reading.Feat("count over a join that multiplies: each thing once, conditions on the other table")
	fOnceApart    = reading.Feat("count over a join that multiplies: each thing once, beside another aggregate")
	fCountKin     = reading.Feat("rows counted of a table whose name was said in part, though another one is said in full")
	fOnceLink     = reading.Feat("count over a join that multiplies: each thing once, over a table that only joins")
)

var (
	fChildrenOwn  = reading.Feat("rows counted for each: the table's own")
	fChildrenThat = reading.Feat("rows counted for each: of a table that refers to it")
	fChildrenOnly = reading.Feat("rows counted for each: of the only table that refers to it")
	fChildrenWord = reading.Feat("rows counted for each: of a table whose name was said in part")
	fChildrenKey  = reading.Feat("rows counted for each: the table's own, what is shown is its key or name")
)

var (
	fTableKept     = reading.Feat("named table without columns: joined")
	fTableKeptOf   = reading.Feat("named table without columns: joined, said after of")
	fTableKeptCond = reading.Feat("named table without columns: joined, said in a condition")
	fTableKeptLink = reading.Feat("named table without columns: joined, it only joins others")
	fTableKeptFar  = reading.Feat("named table without columns: joined, joins away")
	fTableKeptNot  = reading.Feat("named table without columns: joined, cannot be")
	fTableKeptSubj = reading.Feat("named table without columns: joined, it is the subject")
	fTableKeptMany = reading.Feat("named table without columns: joined, it holds the key")
	fTableDropDone = reading.Feat("named table without columns: left out, said as what was done")
	fTableKeptEach = reading.Feat("named table without columns: joined, one for each")
)

// dropTables decides for each named table that lends no column whether it is joined.
func dropTables(r *reading.Run) {
	used := r.Q.Used()
	for _, t := range slices.Clone(r.Q.Tables) {
		if slices.Contains(used, t) || slices.Contains(r.Tallied, t) || len(used) == 0 || t == r.CountedTable && !referredTo(r, t) {
			continue
		}
		n := namedAt(r, t)
		d := -1
		for _, u := range used {
			if e := r.Index.Graph.Distance(u, t); e >= 0 && (d < 0 || e < d) {
				d = e
			}
		}
		many := slices.ContainsFunc(r.Index.Graph.Of(t), func(e *schema.Edge) bool { return e.From == t && slices.Contains(used, e.To) })
		r.Choice()
		r.Option(reading.Is(fTableKept), reading.When(fTableKeptOf, n.Of), reading.When(fTableKeptCond, n.Zone == reading.Conditions), reading.When(fTableKeptLink, t.Link), reading.By(fTableKeptFar, float64(max(d-1, 0))),
			reading.When(fTableKeptNot, d < 0), reading.When(fTableKeptSubj, t == r.Subject), reading.When(fTableKeptMany, many), reading.When(fTableKeptEach, slices.Contains(r.PerRow, t)))
		r.Option(reading.When(fTableDropDone, n.Table != nil && (r.Item(n.At-1).Is(tag.Relative, tag.Who) || len(r.Item(n.At-1).Matches) > 0) && schema.Participle(r.Item(n.At).Lower)))
		if r.Pick() == 1 {
			r.Q.Tables = slices.DeleteFunc(r.Q.Tables, func(o *schema.Table) bool { return o == t })
		}
	}
}

// referredTo says that a table that stays refers to t: its rows count t's as well.
func referredTo(r *reading.Run, t *schema.Table) bool {
	return slices.ContainsFunc(r.Q.All(), func(u *schema.Table) bool {
		return slices.ContainsFunc(r.Index.Graph.Between(u, t), func(e *schema.Edge) bool { return e.From == u && u != t })
	})
}

func namedAt(r *reading.Run, t *schema.Table) reading.Named {
	for _, n := range r.Named {
		if n.Table == t {
			return n
		}
	}
	return reading.Named{}
}

var (
	FRepeatKeep     = reading.Feat("repeated rows: kept")
	FRepeatDistinct = reading.Feat("repeated rows: left out")
	fRepeatMany     = reading.Feat("repeated rows: left out, a join multiplies")
	fRepeatCategory = reading.Feat("repeated rows: left out, a column of few values")
	fRepeatSeveral  = reading.Feat("repeated rows: left out, several columns")
	fRepeatLabel    = reading.Feat("repeated rows: left out, names")
	fRepeatWhich    = reading.Feat("repeated rows: left out, after which")
	fRepeatCond     = reading.Feat("repeated rows: left out, with conditions")
)
