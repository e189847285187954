package reading

import (
	"slices"
	"time"

	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file is the run of the rules over the items of a question: what was said so far, what holds of the question as a whole, and the
// items around the position.

// Run is one reading of a question from left to right. Each rule (package question, build/run.go) takes the items at the position and
// moves it on.
type Run struct {
	*Chooser
	Index *schema.Index
	Facts *Facts
	Items []tag.Item
	Pos   int

	Q    *Reading
	Zone Zone
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
	SortTime     bool             // the order is by age: "newest first"
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
	Rated        bool             // things are chosen by how they were rated
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

// Late is a period that was said before anything was in force; cue compares with it, when there is one.
type Late struct {
	At  int
	Cue *tag.Cue
}

// Named is a table that was said, and how.
type Named struct {
	Table *schema.Table
	At    int
	Zone  Zone
	Of    bool
	Score float64
}

// Noted is what an item became, to be shown.
type Noted struct {
	At     int
	Column *schema.Column
	Period *tag.Period
}

// Zone is the part of a question that is being read.
type Zone uint8

const (
	Selecting Zone = iota
	Conditions
)

// Enter begins another part of the question.
func (r *Run) Enter(z Zone) {
	if z == Conditions && (r.Subject != nil || len(r.Q.Items) > 0 || r.Counted) {
		r.Zone = z
	}
}

// Identify shows what the rows of the table are called, or their key where they have no name.
func (r *Run) Identify(t *schema.Table) {
	r.Label(t)
	if len(t.Label) == 0 && t.PrimaryKey() != nil {
		r.AddItem(Operand{Column: t.PrimaryKey()})
	}
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

// Peek is the item k places on; an empty item beyond the end.
func (r *Run) Peek(k int) *tag.Item {
	if i := r.Pos + k; i >= 0 && i < len(r.Items) {
		return &r.Items[i]
	}
	return &tag.Item{Cue: tag.Cue{Kind: tag.Stop}}
}

// Item is the item at i; an empty one where there is none.
func (r *Run) Item(i int) *tag.Item {
	if i >= 0 && i < len(r.Items) {
		return &r.Items[i]
	}
	return &tag.Item{Cue: tag.Cue{Kind: tag.Stop}}
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

// ColumnAfter is the column that the next item names; nil for none.
func (r *Run) ColumnAfter() *Operand {
	if c := r.ColumnAt(r.Ahead(r.Pos)); c != nil {
		return &Operand{Column: c}
	}
	return nil
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

// TablesInForce are the tables that the reading needs so far, with those that were named last.
func (r *Run) TablesInForce() []*schema.Table {
	out := r.Q.All()
	for _, t := range []*schema.Table{r.Subject, r.Last} {
		if t != nil && !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out
}

// Label asks for what the rows of a table are called.
func (r *Run) Label(t *schema.Table) {
	for _, c := range t.Label {
		r.AddItem(Operand{Column: c})
	}
}

// GroupBy adds a column to what the reading groups by.
func (r *Run) GroupBy(c *schema.Column) {
	if o := (Operand{Column: c}); !slices.Contains(r.Q.Groups, o) {
		r.Q.Groups = append(r.Q.Groups, o)
	}
}
