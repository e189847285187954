package engine

import (
	"slices"
	"strings"

	"parley/workflow/schema"
)

// This file reads orders and extremes: "sorted by", "highest", "most", "top 5".

var (
	fDimRank  = feat("measured column: place of its word in the list")
	fDimExact = feat("measured column: named by that word alone")
	fDimForce = feat("measured column: of a table in force")
	fDimNamed = feat("measured column: of a table that is named")
	fDimFar   = feat("measured column: joins away")
	fDimNone  = feat("measured column: none")
	fDimKey   = feat("measured column: a key")
	fDimNum   = feat("measured column: measures")
	fDimHead  = feat("measured column: the word ends the name")
	fDimHint  = feat("measured column: a word of the question names it too")
)

// dimension chooses the column that an adjective measures, and whether its direction is turned. The reach is two joins.
func (r *run) dimension(words []string) (*schema.Column, bool) {
	type found struct {
		column *schema.Column
		turned bool
	}
	var list []found
	tables := r.tablesInForce()
	r.choice()
	for rank, w := range words {
		word, turned := strings.CutPrefix(w, "-")
		for _, c := range r.index.WithWord(word) {
			if len(list) > 30 {
				break
			}
			d := r.reachFrom(tables, c.Table)
			if d < 0 || d > 2 {
				continue
			}
			list = append(list, found{c, turned})
			r.option(by(fDimRank, float64(rank)), when(fDimExact, len(c.Words) == 1), when(fDimForce, d == 0), when(fDimNamed, slices.Contains(r.facts.tables, c.Table)),
				by(fDimFar, float64(d)), when(fDimKey, c.Key()), when(fDimNum, c.Role == schema.Measure || c.Role == schema.Moment), when(fDimHead, c.Words[len(c.Words)-1] == word),
				when(fDimHint, r.hinted(c, word)))
		}
	}
	r.option(is(fDimNone))
	at := r.pick()
	if at < 0 || at == len(list) {
		return nil, false
	}
	return list[at].column, list[at].turned
}

// hinted says that a word around the position names the column beside the measuring word itself: "established before
// 1950" and year_established.
func (r *run) hinted(c *schema.Column, word string) bool {
	for i := max(0, r.pos-4); i < min(len(r.items), r.pos+3); i++ {
		for _, m := range r.items[i].Matches {
			if m.Column == c && schema.Lemma(r.items[i].Lower) != word {
				return true
			}
		}
		for _, w := range c.Words {
			if w != word && schema.Stem(r.items[i].Lower) == schema.Stem(w) {
				return true
			}
		}
	}
	return false
}

var (
	fExtremeAggregate = feat("extreme: the value itself")
	fExtremeOrder     = feat("extreme: the row that has it")
	fExtremeFirst     = feat("extreme value: nothing asked for before")
	fExtremeWith      = feat("extreme value: after with, has")
	fExtremeSubject   = feat("extreme value: the subject is known")
	fExtremeOf        = feat("extreme value: before of, for, in")
	fExtremeCond      = feat("extreme value: in a condition")
	fExtremeAgg       = feat("extreme value: of an aggregate")
	fExtremeEach      = feat("extreme value: each or per is said")
	fExtremeMore      = feat("extreme value: beside another aggregate")
)

// superlative reads "highest price", "oldest student", "three most recent orders".
func (r *run) superlative(it *Item) {
	cue := it.Cue
	before := r.before()
	at := r.pos
	r.take(1)
	if r.fromTo(cue) || r.bestUnit(cue) || r.bestFirst(cue) {
		return
	}
	if n := r.peek(0); n.HasNumber && !n.Mention() && r.limit == 0 && n.Number >= 1 && n.Number < 1000 && len(r.peek(1).Matches) > 0 {
		r.limit = int(n.Number)
		r.take(1)
	}
	a, i := r.extremeAggregate()
	if a == count {
		r.extremeCount(i, cue.Desc)
		return
	}
	if r.pairedExtreme(cue) {
		return
	}
	column := (*schema.Column)(nil)
	turned := false
	if star := len(cue.Dimension) > 0 && cue.Dimension[0] == "*"; star || a != none {
		column = r.extremeColumn(i, a)
	}
	direct := column != nil
	if column == nil {
		column, turned = r.dimensionOf(cue.Dimension)
	}
	if column == nil && sized[strings.TrimPrefix(it.Lower, "the ")] {
		column = r.extremeAmount()
	}
	if column == nil {
		r.extremeRows(cue.Desc)
		return
	}
	if strings.Contains(it.Lower, "selling") {
		r.selling(column, cue.Desc)
		return
	}
	if direct && r.extremeValue(before, column, a, cue.Desc, at) {
		return
	}
	if direct && a == none && r.extremeList(column) {
		r.addItem(operand{column: column})
	}
	r.orderBy(operand{column: column, aggregate: a}, cue.Desc != turned, r.takeLimit(1))
}

// bestUnit reads "the busiest day", "the best month": the unit of time with the most.
func (r *run) bestUnit(cue Cue) bool {
	it := r.item(r.ahead(r.pos))
	unit := Unit(it.Lower)
	if it.Is(Grain) {
		unit = it.Cue.Operator
	}
	if unit == "" || it.Mention() {
		return false
	}
	r.paces = append(r.paces, unit)
	r.pos = r.ahead(r.pos) + 1
	r.best, r.topDesc = true, cue.Desc
	if r.limit == 0 {
		r.limit = 1
	}
	return true
}

// bestFirst reads "best first", "most first" after what is asked for: an order by the measure, of all rows.
func (r *run) bestFirst(cue Cue) bool {
	if r.peek(0).Lower != "first" || r.pos+1 < len(r.items) && !r.peek(1).Is(Stop, Comma) {
		return false
	}
	up := cue.Desc || cue.Kind == Most || cue.Kind == Common
	r.take(1)
	for i := len(r.q.items) - 1; i >= 0; i-- {
		if o := r.q.items[i]; o.aggregate != none || o.column != nil && o.column.Role == schema.Measure {
			r.q.orders = append(r.q.orders, ordering{o, up})
			return true
		}
	}
	if c, turned := r.dimensionOf(cue.Dimension); c != nil {
		r.orderBy(operand{column: c}, up != turned, 0)
		return true
	}
	r.sortCount, r.sortDesc = true, up
	return true
}

// selling sorts the rows of the subject by how much of each was sold, one or all of them.
func (r *run) selling(c *schema.Column, desc bool) {
	for _, m := range r.index.Metrics() {
		for _, q := range m.Table.Columns {
			if q.Has("quantity") && q.Type.Numeric() && (r.subject == nil || r.index.Graph.Distance(m.Table, r.subject) >= 0) {
				c = q
			}
		}
	}
	one := 1
	if plural(r.item(r.ahead(r.pos))) {
		one = 0
	}
	r.orderBy(operand{column: c, aggregate: sum}, desc, r.takeLimit(one))
	r.sold = true
}

// sized are the extremes of anything that has an amount.
var sized = map[string]bool{"highest": true, "largest": true, "biggest": true, "greatest": true, "lowest": true, "smallest": true}

var fExtremeAmount = feat("extreme: of the amount of the table")

// extremeAmount is the amount of the table named next, for "the highest payment".
func (r *run) extremeAmount() *schema.Column {
	t, s := r.item(r.ahead(r.pos)).BestTable()
	if t == nil || s < 0.8 {
		return nil
	}
	r.note(is(fExtremeAmount))
	return principal(t)
}

var (
	fListValues  = feat("several extremes: the values themselves")
	fListRows    = feat("several extremes: the rows that have them")
	fListSubject = feat("several extremes: the rows that have them, the subject is known")
)

// extremeList decides whether "the three highest prices" asks for prices.
func (r *run) extremeList(c *schema.Column) bool {
	if r.limit < 2 || r.zone != selecting || len(r.q.items) > 0 {
		return false
	}
	r.choice()
	r.option(is(fListValues))
	r.option(is(fListRows), when(fListSubject, r.subject != nil))
	return r.pick() == 0
}

// fromTo reads "from oldest to youngest" as an order.
func (r *run) fromTo(cue Cue) bool {
	i := r.ahead(r.pos)
	j := r.ahead(i + 1)
	if r.item(i).Lower != "to" || !r.item(j).Is(Superlative, Most, Least) {
		return false
	}
	r.pos = j + 1
	words := unstarred(cue.Dimension)
	if n := len(r.q.orders); n > 0 {
		r.q.orders[n-1].descending = cue.Desc
		return true
	}
	if c, turned := r.dimension(words); c != nil {
		r.orderBy(operand{column: c}, cue.Desc != turned, 0)
	}
	return true
}

// extremeAggregate reads an aggregate inside an extreme ("highest average price", "largest total number of") and gives
// where its column is looked for.
func (r *run) extremeAggregate() (aggregate, int) {
	i := r.ahead(r.pos)
	if k := r.item(i); k.Is(Average, Sum, Count) {
		if k.Is(Sum) && r.item(r.ahead(i+1)).Is(Count) {
			i = r.ahead(i + 1)
		}
		r.pos = i + 1
		return aggregateOf(r.item(i).Cue.Kind), r.ahead(i + 1)
	}
	return none, i
}

func aggregateOf(k Kind) aggregate {
	switch k {
	case Sum:
		return sum
	case Average:
		return average
	case Maximum:
		return maximum
	case Minimum:
		return minimum
	case Count:
		return count
	}
	return none
}

// numberAhead says that a numeric column is named next.
func (r *run) numberAhead() bool {
	c, s := r.item(r.ahead(r.pos)).BestColumn()
	return c != nil && s > 0.6 && c.Role == schema.Measure
}

func extremeOf(desc bool) aggregate {
	if desc {
		return maximum
	}
	return minimum
}

// pairedExtreme reads "the highest and lowest price": aggregates that wait for their column.
func (r *run) pairedExtreme(cue Cue) bool {
	i := r.ahead(r.pos)
	j := r.ahead(i + 1)
	a := extremeOf(cue.Desc)
	waiting := len(r.aggregates) > 0 && r.zone == selecting
	if !waiting && (!r.item(i).Is(And, Comma) || !r.item(j).Is(Superlative, Maximum, Minimum, Average, Sum)) || r.zone != selecting {
		return false
	}
	r.aggregates = append(r.aggregates, a)
	return true
}

// extremeColumn is the column named at i, within the same phrase.
func (r *run) extremeColumn(i int, a aggregate) *schema.Column {
	it := r.item(i)
	for it.Is(Of, Different) {
		i = r.ahead(i + 1)
		it = r.item(i)
	}
	if t, s := it.BestTable(); t != nil {
		if c, cs := it.BestColumn(); c == nil || s > cs || a == none && s == cs && t == r.subject {
			return nil
		}
	}
	if c, s := it.BestColumn(); c == nil || s < 0.5 {
		return nil
	}
	aggregates := r.aggregates
	if a == none {
		r.aggregates = append(r.aggregates, maximum)
	}
	c := r.columnAt(i)
	r.aggregates = aggregates
	return c
}

// dimensionOf chooses by the adjective's own words.
func (r *run) dimensionOf(words []string) (*schema.Column, bool) {
	if words = unstarred(words); len(words) == 0 {
		return nil, false
	}
	next := r.item(r.ahead(r.pos))
	if t, s := next.BestTable(); t != nil && s > 0.8 && r.subject == nil {
		last := r.last
		r.last = t
		defer func() { r.last = last }()
	}
	return r.dimension(words)
}

// extremeValue decides whether an extreme asks for the value ("the highest salary of …") or the row that has it.
func (r *run) extremeValue(before *Item, c *schema.Column, a aggregate, desc bool, at int) bool {
	if r.zone != selecting || r.limit > 0 {
		return false
	}
	next := r.item(r.ahead(r.pos))
	r.choice()
	r.option(is(fExtremeAggregate), when(fExtremeFirst, len(r.q.items) == 0 && r.subject == nil), when(fExtremeWith, before.Is(With, Have, Relative)),
		when(fExtremeSubject, r.subject != nil), when(fExtremeOf, next.Is(Of, In, Each)), when(fExtremeCond, len(r.q.filters) > 0), when(fExtremeAgg, a != none),
		when(fExtremeMore, r.q.aggregates()), when(fExtremeEach, r.facts.each))
	r.option(is(fExtremeOrder))
	if r.pick() != 0 {
		return false
	}
	r.q.items = append(r.q.items, operand{column: c, aggregate: extremeOf(desc)})
	return true
}

// extremeCount reads "the highest number of orders".
func (r *run) extremeCount(i int, desc bool) {
	r.pos = i
	r.mostOf(Cue{Kind: Most, Desc: desc})
}

// extremeRows reads an extreme whose measure the schema lacks: by the number of rows.
func (r *run) extremeRows(bool) { r.ignored = append(r.ignored, r.pos-1) }

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
	}
	if o.aggregate != none {
		r.tally(nil)
	}
}

// most reads "most", "fewest", "most common".
func (r *run) most(it *Item) {
	cue := it.Cue
	r.take(1)
	if r.fromTo(cue) || r.bestFirst(cue) || r.bestUnit(cue) {
		return
	}
	if said := strings.TrimPrefix(it.Lower, "the "); r.zone == selecting && (len(r.aggregates) > 0 || said == "maximum number of" || said == "minimum number of") && r.numberAhead() {
		r.aggregates = append(r.aggregates[:len(r.aggregates):len(r.aggregates)], extremeOf(cue.Desc))
		return
	}
	if cue.Kind == Common {
		r.common(cue)
		return
	}
	r.mostOf(cue)
}

var (
	fMostTable    = feat("most: rows of a table")
	fMostColumn   = feat("most: of a numeric column")
	fMostValues   = feat("most: rows with the column")
	fMostScore    = feat("most: score of the match")
	fMostFar      = feat("most: joins away")
	fMostNothing  = feat("most: rows of the subject")
	fMostNumber   = feat("most of a column: numeric")
	fMostMetric   = feat("most of a column: a computed measure")
	fMostKey      = feat("most of a column: a key")
	fMostKeyTable = feat("most of a column: a key, the word is a table too")
	fMostForce    = feat("most: of a table in force")
	fMostSame     = feat("most: rows of the subject's own table")
)

// mostOf reads what there is most of: rows of a table, or a numeric column.
func (r *run) mostOf(cue Cue) {
	i := r.ahead(r.pos)
	for r.item(i).Is(Of, Different) {
		i = r.ahead(i + 1)
	}
	it := r.item(i)
	if words := r.measure; len(words) > 0 && !it.Mention() {
		r.measure = nil
		if c, _ := r.dimension(words); c != nil {
			r.orderBy(operand{column: c}, cue.Desc, r.takeLimit(1))
			return
		}
	}
	list := r.columnsOrTables(it)
	var acts []func()
	r.choice()
	limit := r.takeLimit(1)
	for _, m := range list {
		d := float64(max(r.reach(m.Table), 0))
		if m.Column == nil {
			r.option(is(fMostTable), by(fMostScore, m.Score()), by(fMostFar, d), when(fMostSame, m.Table == r.subject))
			acts = append(acts, func() { r.tally(m.Table); r.orderBy(operand{aggregate: count}, cue.Desc, limit) })
			continue
		}
		number := m.Column.Type.Numeric() || m.Column.Numeric
		r.option(when(fMostColumn, number), when(fMostValues, !number), by(fMostScore, m.Score()), by(fMostFar, d), when(fMostNumber, number && m.Column.Role == schema.Measure),
			when(fMostKey, m.Column.Key()), when(fMostForce, d == 0), when(fMostMetric, m.Column.Metric != nil), when(fMostKeyTable, m.Column.Key() && !saysKey(it) && slices.ContainsFunc(list, func(o *schema.Match) bool { return o.Column == nil })))
		acts = append(acts, func() {
			if number {
				r.orderBy(operand{column: m.Column}, cue.Desc, limit)
				return
			}
			r.tally(m.Table)
			r.orderBy(operand{aggregate: count}, cue.Desc, limit)
		})
	}
	r.option(is(fMostNothing))
	at := r.pick()
	if at == len(acts) {
		r.orderBy(operand{aggregate: count}, cue.Desc, limit)
		return
	}
	r.used[i] = true
	r.pos = i + 1
	acts[at]()
}

// common reads "the most common city": the value, or the subject, of most rows.
func (r *run) common(cue Cue) {
	i := r.ahead(r.pos)
	limit := r.takeLimit(1)
	it := r.item(i)
	if _, s := it.BestTable(); s > 0.9 || len(it.Matches) == 0 {
		r.orderBy(operand{aggregate: count}, cue.Desc, limit)
		return
	}
	if c := r.columnAt(i); c != nil {
		if r.commonChoice(c, cue.Desc, limit) {
			return
		}
		if r.zone == selecting {
			r.addItem(operand{column: c})
		}
		r.perKey = append(r.perKey, c)
		r.last = c.Table
	}
	r.orderBy(operand{aggregate: count}, cue.Desc, limit)
}

var (
	fCommonNested = feat("most common value: a condition")
	fCommonCond   = feat("most common value: a condition, in a condition")
	fCommonItems  = feat("most common value: a condition, something else is asked for")
	fCommonGroup  = feat("most common value: what is asked for")
)

// commonChoice decides whether the most common value is a condition on what is asked for: "names of students from the
// most common city".
func (r *run) commonChoice(c *schema.Column, desc bool, limit int) bool {
	if len(r.q.items) == 0 {
		return false
	}
	r.choice()
	r.option(is(fCommonNested), when(fCommonCond, r.zone == conditions), when(fCommonItems, tableOf(r.q.items[0].column) == c.Table))
	r.option(is(fCommonGroup))
	if r.pick() != 0 {
		return false
	}
	o := operand{column: c}
	sub := &reading{items: []operand{o}, groups: []operand{o}, orders: []ordering{{operand{aggregate: count}, desc}}, limit: limit}
	f := &filter{left: o, operator: "=", sub: sub}
	if r.negated {
		f.operator, r.negated = "<>", false
	}
	r.add(f)
	return true
}

// order reads "sorted by name", "in descending order of age", "alphabetically".
func (r *run) order(it *Item) {
	r.flush()
	if r.pos == 0 && it.Is(Order) {
		r.sortLater = true
		r.take(1)
		return
	}
	desc := false
	k := 0
	for r.pos < len(r.items) {
		i := r.ahead(r.pos)
		switch it := r.item(i); {
		case it.Is(Descending) && !(it.Mention() && k > 0):
			desc = true
			r.markDescending(k, &desc)
		case it.Is(Ascending, Order, Alphabet, By):
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
	r.take(1)
	i := r.ahead(r.pos)
	for r.item(i).Is(Of) {
		i = r.ahead(i + 1)
	}
	if a != count {
		if c := r.columnAt(i); c != nil {
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
	r.take(1)
	if next.HasNumber && next.Number >= 1 && next.Number < 1e6 {
		r.pos = r.ahead(r.pos)
		r.take(1)
		r.limit = int(next.Number)
	} else {
		return
	}
	r.topDesc = it.Cue.Kind == Top
	r.topped = true
	if quality := r.peek(0); quality.Is(Quality) {
		r.take(1)
		if c, turned := r.dimension(quality.Cue.Dimension); c != nil {
			r.orderBy(operand{column: c}, quality.Cue.Desc != turned == r.topDesc, r.takeLimit(1))
			r.topped = false
		}
	}
}
