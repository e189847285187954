package engine

import (
	"parley/workflow/schema"
	"slices"
	"strings"
	"time"
)

// This file acts on what a mention turned out to name: a table becomes the subject, is counted, joined or absent; a column is
// asked for or waits for its comparison.

// table acts on a table that was named: subject, thing counted, thing joined or thing absent.
func (r *run) table(m *schema.Match) {
	t := m.Table
	of := r.before().Is(Of, In)
	r.named = append(r.named, named{t, r.pos, r.zone, of, m.Score()})
	r.pos++
	switch {
	case r.negated && (r.zone == conditions || len(r.q.items) > 0 || r.subject != nil) && t != r.subject:
		r.absent(t)
	case r.distinct && len(r.aggregates) == 0 && !r.counted && r.zone == selecting && r.subject == nil:
		r.q.distinct = true
		r.distinct = false
		r.setSubject(t)
	case r.counted && r.zone == selecting || r.countFollows():
		r.countTable(t)
	case r.listed(t):
		r.label(t)
		r.last = t
	case r.subject == nil:
		r.setSubject(t)
	case r.sums() && r.zone == selecting && t != r.subject && principal(t) != nil:
		r.selectColumn(principal(t))
	case r.besides() && t != r.subject:
		r.beside(t)
	default:
		r.last = t
		r.q.need(t)
	}
	r.pending = nil
}

// besides says that what was said last is wanted beside the rows: "products with their category", "orders and their users".
func (r *run) besides() bool {
	at := r.pos - 2
	if r.item(at).Is(And) && strings.HasSuffix(r.item(at).Lower, " their") {
		return true
	}
	return r.item(at).Is(Their) && r.item(at-1).Is(With, And, Comma)
}

// listed decides whether a table that stands in a list of columns asks for its name: "product name, price and category".
func (r *run) listed(t *schema.Table) bool {
	n := len(r.q.items)
	next := r.item(r.ahead(r.pos))
	if n == 0 || r.zone != selecting || !r.item(r.pos-2).Is(And, Comma) || !r.item(r.pos-3).Mention() || r.q.items[n-1].column == nil || r.q.items[n-1].aggregate != none ||
		len(t.Label) == 0 || !next.Is(Stop, And, Comma, Of, In, With) || r.counted || r.measures() {
		return false
	}
	r.choice()
	r.option(is(fListedName), when(fListedOwn, t == tableOf(r.q.items[n-1].column)), when(fListedEnd, next.Is(Stop)))
	r.option(is(fListedNot))
	return r.pick() == 0
}

var (
	fListedName = feat("table in a list of columns: its name")
	fListedOwn  = feat("table in a list of columns: its name, of what the columns are of")
	fListedEnd  = feat("table in a list of columns: its name, nothing follows")
	fListedNot  = feat("table in a list of columns: no column")
)

// beside shows the rows of the subject, unless something of them is asked for, and what a row of the table is called.
func (r *run) beside(t *schema.Table) {
	if len(r.q.items) == 0 {
		r.q.items = append(r.q.items, operand{star: true, table: r.subject})
	}
	r.identify(t)
	r.q.need(t)
	r.note(is(fBeside))
}

var fBeside = feat("table: its name is wanted beside the rows")

// countFollows reads "track count": the rows are counted.
func (r *run) countFollows() bool {
	next := r.peek(0)
	if r.zone != selecting || next.Lower != "count" && next.Lower != "counts" || next.Mention() {
		return false
	}
	r.acted = append(r.acted, r.pos)
	r.take()
	return true
}

func (r *run) setSubject(t *schema.Table) {
	r.subject, r.last = t, t
	r.q.need(t)
}

// undone says that the column only tells when something was done that was not: "medications that were never prescribed" are
// without prescriptions, not with prescriptions of no date.
func (r *run) undone(it *Item, c *schema.Column) bool {
	return r.negated && r.subject != nil && c.Table != r.subject && isMoment(c) && schema.Participle(it.Lower) && r.index.Graph.Refers(c.Table, r.subject)
}

// leadsCondition says that what follows the column compares it: "age is 20", "salary over 10", "city Paris", "birth date 5 May 1990".
func (r *run) leadsCondition(c *schema.Column) bool {
	if len(r.aggregates) > 0 {
		return false
	}
	i := r.ahead(r.pos)
	if r.item(i).Is(Either, Both) {
		i = r.ahead(i + 1)
	}
	next := r.item(i)
	switch {
	case r.playedBy(c, next):
		return true
	case next.Is(Compare, Between, Contains, Starts, Ends):
		return true
	case next.Is(Be, Of, In):
		after := r.item(r.ahead(i + 1))
		return next.Is(Be) && after.Is(Compare, Between, Contains, Starts, Ends) || after.Quoted && (next.Is(Be) || !heldElsewhere(after, c)) || holds(after, c) && !next.Is(Of) || after.HasNumber && next.Is(Be) || after.Period != nil && next.Is(In) && c.Role == schema.Moment
	}
	return next.Quoted && !heldElsewhere(next, c) || holds(next, c) || next.HasNumber && !next.Mention() && c.Type.Numeric() || next.Period != nil && c.Role == schema.Moment
}

// heldElsewhere says that the item is stored in other columns, and not in this one.
func heldElsewhere(it *Item, c *schema.Column) bool { return len(it.Values) > 0 && !holds(it, c) }

// holds says whether the item may be a value of the column.
func holds(it *Item, c *schema.Column) bool {
	for i := range it.Values {
		if it.Values[i].Column == c {
			return true
		}
	}
	return false
}

// selectColumn adds a column to what is asked for, with the aggregates that wait for it.
func (r *run) selectColumn(c *schema.Column) {
	if r.selectRole(c) {
		return
	}
	if len(r.aggregates) == 0 {
		r.carryAggregate(c)
	}
	r.countBeside(c)
	o := r.calculated(operand{column: c})
	if len(r.aggregates) == 0 {
		r.q.distinct = r.q.distinct || r.distinct
		r.addItem(o)
	}
	for _, a := range r.aggregates {
		o.aggregate, o.distinct = a, r.distinct && a == count
		r.addItem(o)
	}
	r.distinct, r.aggregates = false, nil
	if r.last == nil {
		r.last = c.Table
	}
}

// countBeside reads "orders and revenue by country": the rows of the table that stands beside a computed measure are
// counted.
func (r *run) countBeside(c *schema.Column) {
	if c.Metric == nil || r.subject == nil || len(r.q.items) > 0 || len(r.aggregates) > 0 || !r.item(r.pos-2).Is(And) || len(r.named) != 1 || r.named[0].at != r.pos-3 || r.zone != selecting {
		return
	}
	r.counts, r.countedTable, r.tallies = append(r.counts, r.subject), r.subject, true
	r.addItem(operand{aggregate: count})
	r.note(is(fCountBeside))
}

var fCountBeside = feat("rows of a table counted beside a computed measure")

// arithmetic are words between two numbers that are calculated with.
var arithmetic = map[string]string{"times": "*", "multiplied by": "*", "*": "*", "x": "*", "minus": "-", "-": "-", "divided by": "/", "/": "/"}

// calculated reads "price times quantity": the column with the number that it is multiplied with, or the like.
func (r *run) calculated(o operand) operand {
	word, i := r.peek(0).Lower, r.pos+1
	if word == "multiplied" || word == "divided" {
		word += " " + r.item(i).Lower
		i++
	}
	operator := arithmetic[word]
	if operator == "" || o.column.Role != schema.Measure && !o.column.Numeric || r.item(i).bestMeasure() == nil {
		return o
	}
	from := r.pos
	right := r.columnAt(i)
	for k := from; k < i; k++ {
		r.used[k] = true
	}
	o.operator, o.right = operator, &operand{column: right}
	r.note(is(fCalculated))
	return o
}

var fCalculated = feat("two columns are calculated with")

var (
	fCarryOn     = feat("and a column after an aggregate: the aggregate goes on")
	fCarryNot    = feat("and a column after an aggregate: the column itself")
	fCarryNumber = feat("and a column after an aggregate: it goes on to a measure")
	fCarryTable  = feat("and a column after an aggregate: it goes on in the same table")
	fCarryKey    = feat("and a column after an aggregate: it goes on to a key")
)

// carryAggregate lets "average height and weight" average both.
func (r *run) carryAggregate(c *schema.Column) {
	n := len(r.q.items)
	if n == 0 || r.q.items[n-1].column == nil || r.q.items[n-1].aggregate <= count || !r.item(r.pos-2).Is(And, Comma) || !c.Type.Numeric() && !c.Numeric {
		return
	}
	last := r.q.items[n-1]
	r.choice()
	r.option(is(fCarryOn), when(fCarryNumber, c.Role == schema.Measure), when(fCarryTable, last.column.Table == c.Table), when(fCarryKey, c.Key()))
	r.option(is(fCarryNot))
	if r.pick() == 0 {
		r.aggregates = append(r.aggregates, last.aggregate)
	}
}

// addItem adds to what is asked for, once.
func (r *run) addItem(o operand) {
	for _, other := range r.q.items {
		if other == o || o.column != nil && o.column.Metric != nil && sameMetric(other.column, o.column) {
			return
		}
	}
	r.q.items = append(r.q.items, o)
}

// sameMetric says that two computed measures are one under two names.
func sameMetric(a, b *schema.Column) bool {
	return a != nil && a.Metric != nil && a.Metric.Expression.Equal(b.Metric.Expression)
}

// tableOf is the column's table; nil for no column.
func tableOf(c *schema.Column) *schema.Table {
	if c == nil {
		return nil
	}
	return c.Table
}

// ahead is the place of the next item at or after i that is no filler; len(items) when there is none.
func (r *run) ahead(i int) int {
	for i < len(r.items) && r.items[i].Is(Filler, Whole, All, Their) && !r.items[i].Mention() && !r.items[i].HasNumber && r.items[i].Period == nil {
		i++
	}
	return i
}

// columnAt chooses the column that the item at i names, and moves past it; nil when it names none.
func (r *run) columnAt(i int) *schema.Column {
	it := r.item(i)
	var list []*schema.Match
	for _, m := range r.columnsOrTables(it) {
		if m.Column != nil {
			list = append(list, m)
		}
	}
	if len(list) == 0 {
		return nil
	}
	pos := r.pos
	r.pos = i
	r.choice()
	for _, m := range list {
		r.describeColumn(it, m)
	}
	at := r.pick()
	r.used[i] = true
	r.pos = max(pos, i+1)
	return list[at].Column
}

// columnsOrTables are the candidates of an item without values.
func (r *run) columnsOrTables(it *Item) []*schema.Match {
	var out []*schema.Match
	for _, c := range r.candidates(it) {
		if c.match != nil {
			out = append(out, c.match)
		}
	}
	return out
}

// enter begins another part of the question.
func (r *run) enter(z zone) {
	if z == conditions && (r.subject != nil || len(r.q.items) > 0 || r.counted) {
		r.zone = z
	}
}

// facts are what holds for every run over one question.
type facts struct {
	tables  []*schema.Table // tables said plainly
	anchors []*schema.Table // by item: the table that the item's column belongs to by the words around it
	words   int             // content words
	each    bool            // "each", "per" is said somewhere
	cues    map[Kind]int    // how many of each kind
	more    bool            // a comparison upwards, downwards is said
	less    bool
	numbers int
	quotes  int
	name    bool // a name, an id, a stored value is said somewhere
	key     bool
	value   bool
	talked  talked
	fitting bool // features are wanted whether they weigh anything or not
	now     time.Time
}

// identify shows what the rows of the table are called, or their key where they have no name.
func (r *run) identify(t *schema.Table) {
	r.label(t)
	if len(t.Label) == 0 && t.PrimaryKey() != nil {
		r.addItem(operand{column: t.PrimaryKey()})
	}
}

// late is a period that was said before anything was in force; cue compares with it, when there is one.
type late struct {
	at  int
	cue *Cue
}

// named is a table that was said, and how.
type named struct {
	table *schema.Table
	at    int
	zone  zone
	of    bool
	score float64
}

// noted is what an item became, to be shown.
type noted struct {
	at     int
	column *schema.Column
	period *Period
}

// peek is the item k places on; an empty item beyond the end.
func (r *run) peek(k int) *Item {
	if i := r.pos + k; i >= 0 && i < len(r.items) {
		return &r.items[i]
	}
	return &Item{Cue: Cue{Kind: Stop}}
}

// run is one reading of a question from left to right. Rules in interpret_*.go are its methods; each takes the items at
// the position and moves it on.
type run struct {
	*chooser
	index *schema.Index
	facts *facts
	items []Item
	pos   int

	q    *reading
	zone zone
	// subject is the table that the question is about, as far as it has been said.
	subject *schema.Table
	// last is the table that was named last; conditions that follow belong to it first.
	last *schema.Table

	// What was said and waits for the word it belongs to.
	aggregates   []aggregate // for their column
	counted      bool        // "how many": for what is counted
	distinct     bool        // for a column or table
	negated      bool        // for a value, table or condition
	both         bool        // for the values of a set operation
	or           bool        // for the next condition, an alternative to the last
	pending      *operand    // for its comparison
	pendingNot   bool        // a negation stood before it
	pendingWith  bool        // "with" stood before it
	pendingTheir bool        // "with their" stood before it
	pendingThose bool        // a pointer at the rows in force stood before it
	goesOn       bool        // the comparison follows "and" or "or"
	text         string      // a text match, for its text: "contains", "starts", "ends"
	limit        int         // "3 largest", "top 5": for the order
	asked        []Kind      // "when", "where", "who": for the subject

	// sub is the query of what must be absent, and absence its table; conditions on it go there.
	sub     *reading
	absence *schema.Table
	lacked  int  // where it was said
	inner   bool // every condition goes there

	// perSubject says that something is counted for each row of the subject.
	perSubject   bool
	topped       bool // "top" or "bottom" was said, topDesc which
	topName      string
	topDesc      bool
	sortLater    bool // an order was said whose key is what is asked for
	sortDesc     bool
	restart      int              // how many things were asked for before a second sentence asks again
	per          bool             // the last group was said by "per" or "by"
	measure      []string         // what a verb of measuring measures: "cost", "weigh"
	perRow       []*schema.Table  // "for each student": a group for each row of the table
	perKey       []*schema.Column // "for each city"
	byKey        []*schema.Column // said after a "by" that was not taken to group
	grains       []operand        // "per month"
	paces        []string         // "monthly": the grains whose date column is found at the end
	late         []late           // periods said before anything was in force
	spans        []string         // the units of the periods in use
	made         Kind             // Percent, Running or Growth: what the aggregates become
	versus       bool             // what is named stands side by side
	tallies      bool             // rows are counted although nobody said so
	totals       bool             // what many rows come to is compared, not each
	counts       []*schema.Table  // tables of which a number was asked for
	aggregatesAt int              // where the aggregate that waits was said
	grouping     bool             // what is read is grouped by
	asking       bool             // a question word's column is looked for, when all has been read
	sortCount    bool             // rows counted for each group are sorted by their count, sortDesc how
	sold         bool             // the best selling are asked for: they are shown by name
	averaged     bool             // "average number of": rows are counted for each of something, and averaged
	lasting      *operand         // the time between two moments is asked for
	empty        bool             // groups of no rows stay
	turn         int              // how many conditions came before "or" and the subject again
	best         bool             // the busiest of the units is asked for
	sideValues   []*schema.Column // whose values stand beside each other: they are told apart
	senseless    bool             // something was asked for that cannot be made
	toppedAt     int              // where "top" was said, and the last "by" or "each"
	groupedAt    int
	ageYears     []float64       // ages that became dates of birth
	tallied      []*schema.Table // tables whose rows are counted for each group
	named        []named
	// countedTable is the table whose rows "how many" counts.
	countedTable *schema.Table
	notes        []noted
	ignored      []int // items without a part
	untold       []int // columns that were named and are not used
	acted        []int // items read as cues
	asNames      []int // cues that were read as names
	used         []bool
}

// take marks the item at the position as understood.
func (r *run) take() {
	if r.pos < len(r.items) {
		r.used[r.pos] = true
		r.pos++
	}
}

// tell notes what the item at i became.
func (r *run) tell(i int, c *schema.Column, p *Period) { r.notes = append(r.notes, noted{i, c, p}) }

// zone is the part of a question that is being read.
type zone uint8

const (
	selecting zone = iota
	conditions
)

func (r *run) columnAfter() *operand {
	if c := r.columnAt(r.ahead(r.pos)); c != nil {
		return &operand{column: c}
	}
	return nil
}

func (r *run) item(i int) *Item {
	if i >= 0 && i < len(r.items) {
		return &r.items[i]
	}
	return &Item{Cue: Cue{Kind: Stop}}
}

func (r *run) label(t *schema.Table) {
	for _, c := range t.Label {
		r.addItem(operand{column: c})
	}
}

func (r *run) tablesInForce() []*schema.Table {
	out := r.q.all()
	for _, t := range []*schema.Table{r.subject, r.last} {
		if t != nil && !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out
}
