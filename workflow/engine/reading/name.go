package reading

import (
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
	"slices"
	"strings"
	"time"
)

// This file acts on what a mention turned out to name: a table becomes the subject, is counted, joined or absent; a column is
// asked for or waits for its comparison.

// Table acts on a table that was named: subject, thing counted, thing joined or thing absent.
func (r *Run) Table(m *schema.Match) {
	t := m.Table
	of := r.Before().Is(tag.Of, tag.In)
	r.Named = append(r.Named, Named{t, r.Pos, r.Zone, of, m.Score()})
	r.Pos++
	switch {
	case r.Negated && (r.Zone == Conditions || len(r.Q.Items) > 0 || r.Subject != nil) && t != r.Subject:
		r.Absent(t)
	case r.Distinct && len(r.Aggregates) == 0 && !r.Counted && r.Zone == Selecting && r.Subject == nil:
		r.Q.Distinct = true
		r.Distinct = false
		r.setSubject(t)
	case r.Counted && r.Zone == Selecting || r.countFollows():
		r.countTable(t)
	case r.listed(t):
		r.Label(t)
		r.Last = t
	case r.Subject == nil:
		r.setSubject(t)
	case r.sums() && r.Zone == Selecting && t != r.Subject && Principal(t) != nil:
		r.SelectColumn(Principal(t))
	case r.besides() && t != r.Subject:
		r.beside(t)
	default:
		r.Last = t
		r.Q.Need(t)
	}
	r.Pending = nil
}

// besides says that what was said last is wanted beside the rows: "products with their category", "orders and their users".
func (r *Run) besides() bool {
	at := r.Pos - 2
	if r.Item(at).Is(tag.And) && strings.HasSuffix(r.Item(at).Lower, " their") {
		return true
	}
	return r.Item(at).Is(tag.Their) && r.Item(at-1).Is(tag.With, tag.And, tag.Comma)
}

// listed decides whether a table that stands in a list of columns asks for its name: "product name, price and category".
func (r *Run) listed(t *schema.Table) bool {
	n := len(r.Q.Items)
	next := r.Item(r.Ahead(r.Pos))
	if n == 0 || r.Zone != Selecting || !r.Item(r.Pos-2).Is(tag.And, tag.Comma) || !r.Item(r.Pos-3).Mention() || r.Q.Items[n-1].Column == nil || r.Q.Items[n-1].Aggregate != None ||
		len(t.Label) == 0 || !next.Is(tag.Stop, tag.And, tag.Comma, tag.Of, tag.In, tag.With) || r.Counted || r.measures() {
		return false
	}
	r.Choice()
	r.Option(Is(fListedName), When(fListedOwn, t == TableOf(r.Q.Items[n-1].Column)), When(fListedEnd, next.Is(tag.Stop)))
	r.Option(Is(fListedNot))
	return r.Pick() == 0
}

var (
	fListedName = Feat("table in a list of columns: its name")
	fListedOwn  = Feat("table in a list of columns: its name, of what the columns are of")
	fListedEnd  = Feat("table in a list of columns: its name, nothing follows")
	fListedNot  = Feat("table in a list of columns: no column")
)

// beside shows the rows of the subject, unless something of them is asked for, and what a row of the table is called.
func (r *Run) beside(t *schema.Table) {
	if len(r.Q.Items) == 0 {
		r.Q.Items = append(r.Q.Items, Operand{Star: true, Table: r.Subject})
	}
	r.Identify(t)
	r.Q.Need(t)
	r.Note(Is(fBeside))
}

var fBeside = Feat("table: its name is wanted beside the rows")

// countFollows reads "track count": the rows are counted.
func (r *Run) countFollows() bool {
	next := r.Peek(0)
	if r.Zone != Selecting || next.Lower != "count" && next.Lower != "counts" || next.Mention() {
		return false
	}
	r.Acted = append(r.Acted, r.Pos)
	r.Take()
	return true
}

func (r *Run) setSubject(t *schema.Table) {
	r.Subject, r.Last = t, t
	r.Q.Need(t)
}

// Undone says that the column only tells when something was done that was not: "medications that were never prescribed" are
// without prescriptions, not with prescriptions of no date.
func (r *Run) Undone(it *tag.Item, c *schema.Column) bool {
	return r.Negated && r.Subject != nil && c.Table != r.Subject && IsMoment(c) && schema.Participle(it.Lower) && r.Index.Graph.Refers(c.Table, r.Subject)
}

// LeadsCondition says that what follows the column compares it: "age is 20", "salary over 10", "city Paris", "birth date 5 May 1990".
func (r *Run) LeadsCondition(c *schema.Column) bool {
	if len(r.Aggregates) > 0 {
		return false
	}
	i := r.Ahead(r.Pos)
	if r.Item(i).Is(tag.Either, tag.Both) {
		i = r.Ahead(i + 1)
	}
	next := r.Item(i)
	switch {
	case r.playedBy(c, next):
		return true
	case next.Is(tag.Compare, tag.Between, tag.Contains, tag.Starts, tag.Ends):
		return true
	case next.Is(tag.Be, tag.Of, tag.In):
		after := r.Item(r.Ahead(i + 1))
		return next.Is(tag.Be) && after.Is(tag.Compare, tag.Between, tag.Contains, tag.Starts, tag.Ends) || after.Quoted && (next.Is(tag.Be) || !heldElsewhere(after, c)) || Holds(after, c) && !next.Is(tag.Of) || after.HasNumber && next.Is(tag.Be) || after.Period != nil && next.Is(tag.In) && c.Role == schema.Moment
	}
	return next.Quoted && !heldElsewhere(next, c) || Holds(next, c) || next.HasNumber && !next.Mention() && c.Type.Numeric() || next.Period != nil && c.Role == schema.Moment
}

// heldElsewhere says that the item is stored in other columns, and not in this one.
func heldElsewhere(it *tag.Item, c *schema.Column) bool { return len(it.Values) > 0 && !Holds(it, c) }

// Holds says whether the item may be a value of the column.
func Holds(it *tag.Item, c *schema.Column) bool {
	for i := range it.Values {
		if it.Values[i].Column == c {
			return true
		}
	}
	return false
}

// SelectColumn adds a column to what is asked for, with the aggregates that wait for it.
func (r *Run) SelectColumn(c *schema.Column) {
	if r.selectRole(c) {
		return
	}
	if len(r.Aggregates) == 0 {
		r.carryAggregate(c)
	}
	r.countBeside(c)
	o := r.calculated(Operand{Column: c})
	if len(r.Aggregates) == 0 {
		r.Q.Distinct = r.Q.Distinct || r.Distinct
		r.AddItem(o)
	}
	for _, a := range r.Aggregates {
		o.Aggregate, o.Distinct = a, r.Distinct && a == Count
		r.AddItem(o)
	}
	r.Distinct, r.Aggregates = false, nil
	if r.Last == nil {
		r.Last = c.Table
	}
}

// countBeside reads "orders and revenue by country": the rows of the table that stands beside a computed measure are
// counted.
func (r *Run) countBeside(c *schema.Column) {
	if c.Metric == nil || r.Subject == nil || len(r.Q.Items) > 0 || len(r.Aggregates) > 0 || !r.Item(r.Pos-2).Is(tag.And) || len(r.Named) != 1 || r.Named[0].At != r.Pos-3 || r.Zone != Selecting {
		return
	}
	r.Counts, r.CountedTable, r.Tallies = append(r.Counts, r.Subject), r.Subject, true
	r.AddItem(Operand{Aggregate: Count})
	r.Note(Is(fCountBeside))
}

var fCountBeside = Feat("rows of a table counted beside a computed measure")

// arithmetic are words between two numbers that are calculated with.
var arithmetic = map[string]string{"times": "*", "multiplied by": "*", "*": "*", "x": "*", "minus": "-", "-": "-", "divided by": "/", "/": "/"}

// calculated reads "price times quantity": the column with the number that it is multiplied with, or the like.
func (r *Run) calculated(o Operand) Operand {
	word, i := r.Peek(0).Lower, r.Pos+1
	if word == "multiplied" || word == "divided" {
		word += " " + r.Item(i).Lower
		i++
	}
	operator := arithmetic[word]
	if operator == "" || o.Column.Role != schema.Measure && !o.Column.Numeric || BestMeasure(r.Item(i)) == nil {
		return o
	}
	from := r.Pos
	right := r.ColumnAt(i)
	for k := from; k < i; k++ {
		r.Used[k] = true
	}
	o.Operator, o.Right = operator, &Operand{Column: right}
	r.Note(Is(fCalculated))
	return o
}

var fCalculated = Feat("two columns are calculated with")

var (
	fCarryOn     = Feat("and a column after an aggregate: the aggregate goes on")
	fCarryNot    = Feat("and a column after an aggregate: the column itself")
	fCarryNumber = Feat("and a column after an aggregate: it goes on to a measure")
	fCarryTable  = Feat("and a column after an aggregate: it goes on in the same table")
	fCarryKey    = Feat("and a column after an aggregate: it goes on to a key")
)

// carryAggregate lets "average height and weight" average both.
func (r *Run) carryAggregate(c *schema.Column) {
	n := len(r.Q.Items)
	if n == 0 || r.Q.Items[n-1].Column == nil || r.Q.Items[n-1].Aggregate <= Count || !r.Item(r.Pos-2).Is(tag.And, tag.Comma) || !c.Type.Numeric() && !c.Numeric {
		return
	}
	last := r.Q.Items[n-1]
	r.Choice()
	r.Option(Is(fCarryOn), When(fCarryNumber, c.Role == schema.Measure), When(fCarryTable, last.Column.Table == c.Table), When(fCarryKey, c.Key()))
	r.Option(Is(fCarryNot))
	if r.Pick() == 0 {
		r.Aggregates = append(r.Aggregates, last.Aggregate)
	}
}

// AddItem adds to what is asked for, once.
func (r *Run) AddItem(o Operand) {
	for _, other := range r.Q.Items {
		if other == o || o.Column != nil && o.Column.Metric != nil && sameMetric(other.Column, o.Column) {
			return
		}
	}
	r.Q.Items = append(r.Q.Items, o)
}

// sameMetric says that two computed measures are one under two names.
func sameMetric(a, b *schema.Column) bool {
	return a != nil && a.Metric != nil && a.Metric.Expression.Equal(b.Metric.Expression)
}

// TableOf is the column's table; nil for no column.
func TableOf(c *schema.Column) *schema.Table {
	if c == nil {
		return nil
	}
	return c.Table
}

// Ahead is the place of the next item at or after i that is no filler; len(items) when there is none.
func (r *Run) Ahead(i int) int {
	for i < len(r.Items) && r.Items[i].Is(tag.Filler, tag.Whole, tag.All, tag.Their) && !r.Items[i].Mention() && !r.Items[i].HasNumber && r.Items[i].Period == nil {
		i++
	}
	return i
}

// ColumnAt chooses the column that the item at i names, and moves past it; nil when it names none.
func (r *Run) ColumnAt(i int) *schema.Column {
	it := r.Item(i)
	var list []*schema.Match
	for _, m := range r.ColumnsOrTables(it) {
		if m.Column != nil {
			list = append(list, m)
		}
	}
	if len(list) == 0 {
		return nil
	}
	pos := r.Pos
	r.Pos = i
	r.Choice()
	for _, m := range list {
		r.DescribeColumn(it, m)
	}
	at := r.Pick()
	r.Used[i] = true
	r.Pos = max(pos, i+1)
	return list[at].Column
}

// ColumnsOrTables are the candidates of an item without values.
func (r *Run) ColumnsOrTables(it *tag.Item) []*schema.Match {
	var out []*schema.Match
	for _, c := range r.Candidates(it) {
		if c.Match != nil {
			out = append(out, c.Match)
		}
	}
	return out
}

// Enter begins another part of the question.
func (r *Run) Enter(z zone) {
	if z == Conditions && (r.Subject != nil || len(r.Q.Items) > 0 || r.Counted) {
		r.Zone = z
	}
}

// Facts are what holds for every run over one question.
type Facts struct {
	Tables  []*schema.Table  // tables said plainly
	Anchors []*schema.Table  // by item: the table that the item's column belongs to by the words around it
	Words   int              // content words
	Each    bool             // "each", "per" is said somewhere
	Cues    map[tag.Kind]int // how many of each kind
	More    bool             // a comparison upwards, downwards is said
	Less    bool
	Numbers int
	Quotes  int
	Name    bool // a name, an id, a stored value is said somewhere
	Key     bool
	Value   bool
	Talked  Talked
	Fitting bool // features are wanted whether they weigh anything or not
	Now     time.Time
}

// Identify shows what the rows of the table are called, or their key where they have no name.
func (r *Run) Identify(t *schema.Table) {
	r.Label(t)
	if len(t.Label) == 0 && t.PrimaryKey() != nil {
		r.AddItem(Operand{Column: t.PrimaryKey()})
	}
}

// Late is a period that was said before anything was in force; cue compares with it, when there is one.
type Late struct {
	At  int
	Cue *tag.Cue
}

// Named is a table that was said, and how.
type Named struct {
	Table *schema.Table
	At    int
	Zone  zone
	Of    bool
	Score float64
}

// Noted is what an item became, to be shown.
type Noted struct {
	At     int
	Column *schema.Column
	Period *tag.Period
}

// Peek is the item k places on; an empty item beyond the end.
func (r *Run) Peek(k int) *tag.Item {
	if i := r.Pos + k; i >= 0 && i < len(r.Items) {
		return &r.Items[i]
	}
	return &tag.Item{Cue: tag.Cue{Kind: tag.Stop}}
}

// Run is one reading of a question from left to right. Rules in interpret_*.go are its methods; each takes the items at
// the position and moves it on.
type Run struct {
	*Chooser
	Index *schema.Index
	Facts *Facts
	Items []tag.Item
	Pos   int

	Q    *Reading
	Zone zone
	// Subject is the table that the question is about, as far as it has been said.
	Subject *schema.Table
	// Last is the table that was named last; conditions that follow belong to it first.
	Last *schema.Table

	// What was said and waits for the word it belongs to.
	Aggregates   []Aggregate // for their column
	Counted      bool        // "how many": for what is counted
	Distinct     bool        // for a column or table
	Negated      bool        // for a value, table or condition
	Both         bool        // for the values of a set operation
	Or           bool        // for the next condition, an alternative to the last
	Pending      *Operand    // for its comparison
	pendingNot   bool        // a negation stood before it
	pendingWith  bool        // "with" stood before it
	pendingTheir bool        // "with their" stood before it
	pendingThose bool        // a pointer at the rows in force stood before it
	GoesOn       bool        // the comparison follows "and" or "or"
	Text         string      // a text match, for its text: "contains", "starts", "ends"
	Limit        int         // "3 largest", "top 5": for the order
	Asked        []tag.Kind  // "when", "where", "who": for the subject

	// Sub is the query of what must be absent, and absence its table; conditions on it go there.
	Sub     *Reading
	Absence *schema.Table
	Lacked  int  // where it was said
	Inner   bool // every condition goes there

	// PerSubject says that something is counted for each row of the subject.
	PerSubject   bool
	Topped       bool // "top" or "bottom" was said, TopDesc which
	TopName      string
	TopDesc      bool
	SortLater    bool // an order was said whose key is what is asked for
	SortDesc     bool
	Restart      int              // how many things were asked for before a second sentence asks again
	Per          bool             // the last group was said by "per" or "by"
	Measure      []string         // what a verb of measuring measures: "cost", "weigh"
	PerRow       []*schema.Table  // "for each student": a group for each row of the table
	PerKey       []*schema.Column // "for each city"
	ByKey        []*schema.Column // said after a "by" that was not taken to group
	Grains       []Operand        // "per month"
	Paces        []string         // "monthly": the grains whose date column is found at the end
	Late         []Late           // periods said before anything was in force
	Spans        []string         // the units of the periods in use
	Made         tag.Kind         // Percent, Running or Growth: what the aggregates become
	Versus       bool             // what is named stands side by side
	Tallies      bool             // rows are counted although nobody said so
	Totals       bool             // what many rows come to is compared, not each
	Counts       []*schema.Table  // tables of which a number was asked for
	AggregatesAt int              // where the aggregate that waits was said
	Grouping     bool             // what is read is grouped by
	Asking       bool             // a question word's column is looked for, when all has been read
	SortCount    bool             // rows counted for each group are sorted by their count, SortDesc how
	Sold         bool             // the best selling are asked for: they are shown by name
	Averaged     bool             // "average number of": rows are counted for each of something, and averaged
	Lasting      *Operand         // the time between two moments is asked for
	Empty        bool             // groups of no rows stay
	Turn         int              // how many conditions came before "or" and the subject again
	Best         bool             // the busiest of the units is asked for
	SideValues   []*schema.Column // whose values stand beside each other: they are told apart
	Senseless    bool             // something was asked for that cannot be made
	ToppedAt     int              // where "top" was said, and the last "by" or "each"
	GroupedAt    int
	AgeYears     []float64       // ages that became dates of birth
	Tallied      []*schema.Table // tables whose rows are counted for each group
	Named        []Named
	// CountedTable is the table whose rows "how many" counts.
	CountedTable *schema.Table
	Notes        []Noted
	Ignored      []int // items without a part
	Untold       []int // columns that were named and are not used
	Acted        []int // items read as cues
	AsNames      []int // cues that were read as names
	Used         []bool
}

// Take marks the item at the position as understood.
func (r *Run) Take() {
	if r.Pos < len(r.Items) {
		r.Used[r.Pos] = true
		r.Pos++
	}
}

// Tell notes what the item at i became.
func (r *Run) Tell(i int, c *schema.Column, p *tag.Period) { r.Notes = append(r.Notes, Noted{i, c, p}) }

// zone is the part of a question that is being read.
type zone uint8

const (
	Selecting zone = iota
	Conditions
)

func (r *Run) ColumnAfter() *Operand {
	if c := r.ColumnAt(r.Ahead(r.Pos)); c != nil {
		return &Operand{Column: c}
	}
	return nil
}

func (r *Run) Item(i int) *tag.Item {
	if i >= 0 && i < len(r.Items) {
		return &r.Items[i]
	}
	return &tag.Item{Cue: tag.Cue{Kind: tag.Stop}}
}

func (r *Run) Label(t *schema.Table) {
	for _, c := range t.Label {
		r.AddItem(Operand{Column: c})
	}
}

func (r *Run) TablesInForce() []*schema.Table {
	out := r.Q.All()
	for _, t := range []*schema.Table{r.Subject, r.Last} {
		if t != nil && !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out
}
