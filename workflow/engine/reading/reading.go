package reading

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// Aggregate is a function over the rows of a group.
type Aggregate uint8

const (
	None Aggregate = iota
	Count
	Sum
	Average
	Maximum
	Minimum
	Median
)

func (a Aggregate) String() string {
	return [...]string{"", "count", "sum", "avg", "max", "min", "median"}[a]
}

// Operand is a column or an aggregate of one; a count without a column counts rows. right, when set, is combined with
// the column by operator: price * quantity.
type Operand struct {
	Aggregate Aggregate
	Distinct  bool
	Column    *schema.Column
	Star      bool // every column of the query, or of table
	Table     *schema.Table
	Grain     string // calendar unit to cut a moment to
	Operator  string
	Right     *Operand
	// Form is what is made of the aggregate; along is the order of running and change.
	Form  form
	Along *Operand
	// When are the conditions of a part: rows that fulfil them, in a hundred of all.
	When *Part
	// Per averages over the values of a column: an aggregate divided by how many there are.
	Per *schema.Column
	// Via is the key that leads to the column's row, which is joined under the key's name.
	Via *schema.Edge
	// Each is a figure over the rows that belong to one row of the table.
	Each *Reading
	// Moment is a point in time by itself, instead of a column.
	Moment time.Time
}

// form is what is made of an aggregate once the groups stand.
type form uint8

const (
	Itself   form = iota
	Portion       // in a hundred of the sum over all groups
	Running       // summed up to the group, in an order
	Change        // in a hundred of the group before, what was added
	Previous      // the aggregate of the group before
)

func (f form) String() string {
	return [...]string{"", "share ", "running ", "change ", "previous "}[f]
}

// Part is what counts in a percentage.
type Part struct{ Filters []*Filter }

func (o Operand) String() string {
	s := "*"
	switch {
	case !o.Moment.IsZero():
		return o.Moment.Format(time.DateOnly)
	case o.Each != nil:
		return o.Table.Name + " each (" + o.Each.String() + ")"
	case o.Column != nil:
		s = o.Column.String()
		if o.Via != nil {
			s += " via " + o.Via.FromColumns[0].String()
		}
	case o.Table != nil:
		s = o.Table.Name + ".*"
	}
	if o.Right != nil {
		s += o.Operator + o.Right.String()
	}
	if o.Grain != "" {
		s = o.Grain + "(" + s + ")"
	}
	if o.Distinct {
		s = "distinct " + s
	}
	if o.Aggregate != None {
		s = o.Aggregate.String() + "(" + s + ")"
	}
	if o.When != nil {
		s += fmt.Sprintf(" of those %v", o.When.Filters)
	}
	if o.Per != nil {
		s += " per " + o.Per.String()
	}
	return o.Form.String() + s
}

// Filter is one condition. Exactly one of values, right and sub is what left is compared with, or none (null tests).
type Filter struct {
	Left     Operand
	Operator string // = <> < > <= >= like, "not like", between, within (half-open), null, "not null", in, "not in", exists, "not exists"
	Values   []any
	Right    *Operand
	Sub      *Reading
	Or       bool           // joined to the condition before by OR
	Except   bool           // rows that fulfil it instead of the condition before are taken away
	Both     bool           // one of two that no single row fulfils ("both French and German"): a set operation
	Within   *schema.Column // sub is over the rows that have the same value of it
	During   *tag.Period    // when what a condition looks for was so; nil for whenever
	Literal  bool           // values come from the question as typed, not from the index
	state    bool           // a word said how a thing stands, which a missing value tells
}

func (f *Filter) String() string {
	s := f.Left.String() + " " + f.Operator
	if len(f.Values) > 0 {
		s += fmt.Sprintf(" %v", f.Values)
	}
	if f.Right != nil {
		s += " " + f.Right.String()
	}
	if f.Sub != nil {
		s += " (" + f.Sub.String() + ")"
	}
	if f.Within != nil {
		s += " within " + f.Within.String()
	}
	if f.Or {
		s = "or " + s
	}
	if f.Except {
		s = "except " + s
	}
	if f.Both {
		s = "both " + s
	}
	return s
}

// Ordering is one key of an order.
type Ordering struct {
	Operand
	Descending bool
}

// Reading is a query under construction, before joins: what is asked for, of which rows, in which order.
type Reading struct {
	Items    []Operand
	Distinct bool
	// Tables are those that must be joined even when no column of theirs is used.
	Tables  []*schema.Table
	Filters []*Filter
	Having  []*Filter
	Groups  []Operand
	Orders  []Ordering
	Limit   int
	// Offset skips rows before the limit: the second most expensive.
	Offset int
	// Set combines this reading with right: "intersect", "except", "union".
	Set   string
	Right *Reading
	// Places keeps, in each group of the rows by within, those of the first places of the order; 0 keeps all.
	Places int
	Within []Operand
}

func (q *Reading) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "select %v distinct %v", q.Items, q.Distinct)
	for _, t := range q.Tables {
		fmt.Fprintf(&b, " table %s", t.Name)
	}
	fmt.Fprintf(&b, " where %v having %v group %v order ", q.Filters, q.Having, q.Groups)
	for _, o := range q.Orders {
		fmt.Fprintf(&b, "%v %v ", o.Operand, o.Descending)
	}
	fmt.Fprintf(&b, "limit %d offset %d places %d %v", q.Limit, q.Offset, q.Places, q.Within)
	if q.Right != nil {
		fmt.Fprintf(&b, " %s (%s)", q.Set, q.Right)
	}
	return b.String()
}

// Need adds a table that must take part.
func (q *Reading) Need(t *schema.Table) {
	if t != nil && !slices.Contains(q.Tables, t) {
		q.Tables = append(q.Tables, t)
	}
}

// Operands calls f for every operand of the reading itself, not of sub-queries.
func (q *Reading) Operands(f func(Operand)) {
	visit := func(o Operand) {
		f(o)
		if o.Right != nil {
			f(*o.Right)
		}
		if o.Per != nil {
			f(Operand{Column: o.Per})
		}
		if o.When != nil {
			for _, c := range o.When.Filters {
				f(c.Left)
			}
		}
	}
	for _, o := range q.Items {
		visit(o)
	}
	for _, c := range slices.Concat(q.Filters, q.Having) {
		visit(c.Left)
		if c.Right != nil {
			visit(*c.Right)
		}
	}
	for _, o := range q.Groups {
		visit(o)
	}
	for _, o := range q.Orders {
		visit(o.Operand)
	}
	for _, o := range q.Within {
		visit(o)
	}
}

// Used are the tables whose columns are used, in order of first use.
func (q *Reading) Used() []*schema.Table {
	var out []*schema.Table
	q.Operands(func(o Operand) {
		t := o.Table
		switch {
		case o.Via != nil:
			t = o.Via.From
		case o.Column != nil:
			t = o.Column.Table
		}
		if t != nil && !slices.Contains(out, t) {
			out = append(out, t)
		}
	})
	return out
}

// All are the tables of the reading: used ones, then the further ones that must be joined.
func (q *Reading) All() []*schema.Table {
	out := q.Used()
	for _, t := range q.Tables {
		if !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	q.Operands(func(o Operand) {
		if o.Column == nil {
			return
		}
		for _, m := range []*schema.Metric{o.Column.Metric, o.Column.Condition} {
			for _, t := range m.All() {
				if !slices.Contains(out, t) {
					out = append(out, t)
				}
			}
		}
	})
	return out
}

// SeveralGrains says that a figure of the reading is made of rows of several tables, none of which refers to all others: one
// SELECT would repeat rows.
func (q *Reading) SeveralGrains() bool {
	several := false
	q.Operands(func(o Operand) {
		several = several || o.Column != nil && o.Column.Metric != nil && len(o.Column.Metric.Sides) > 0
	})
	return several
}

// Aggregates says whether the reading aggregates.
func (q *Reading) Aggregates() bool {
	for _, o := range q.Items {
		if o.Aggregate != None {
			return true
		}
	}
	return false
}

// Clone is a copy whose lists may be changed.
func (q *Reading) Clone() *Reading {
	c := *q
	c.Items = slices.Clone(q.Items)
	c.Tables = slices.Clone(q.Tables)
	c.Filters = slices.Clone(q.Filters)
	c.Having = slices.Clone(q.Having)
	c.Groups = slices.Clone(q.Groups)
	c.Orders = slices.Clone(q.Orders)
	return &c
}

// Absent begins a query of what must not be there: "customers without orders", "who never ordered".
func (r *Run) Absent(t *schema.Table) {
	r.Negated = false
	if r.Subject == nil {
		r.Subject = r.Owner()
	}
	if r.Subject == nil {
		return
	}
	r.Sub = &Reading{Tables: []*schema.Table{t}}
	r.Absence, r.Lacked, r.Inner = t, r.Pos, false
	r.Q.Filters = append(r.Q.Filters, &Filter{Left: Operand{Table: r.Subject}, Operator: "not in", Sub: r.Sub})
}

// BestMeasure is the first numeric column that the item may name.
func BestMeasure(it *tag.Item) *schema.Column {
	for _, m := range it.Matches {
		if m.Column != nil && m.Column.Role == schema.Measure {
			return m.Column
		}
	}
	return nil
}

// countTable counts the rows of a table: the subject itself, or for each of a subject that is known.
func (r *Run) countTable(t *schema.Table) {
	r.Counted = false
	r.Counts = append(r.Counts, t)
	o := Operand{Aggregate: Count}
	if r.Distinct {
		r.Distinct = false
		o.Column = t.PrimaryKey()
		if o.Column == nil && len(t.Label) == 1 { // else two that are called the same count as one
			o.Column = t.Label[0]
		}
		o.Distinct = o.Column != nil
	}
	r.AddItem(o)
	r.CountedTable = t
	if r.Subject == nil {
		r.Subject = t
	} else if t != r.Subject {
		r.Tallied = append(r.Tallied, t)
	}
	r.Last = t
	r.Q.Need(t)
}

// Owner is the table of the first thing asked for.
func (r *Run) Owner() *schema.Table {
	for _, o := range r.Q.Items {
		if o.Column != nil {
			return o.Column.Table
		}
	}
	return nil
}

// Tally counts rows of t (or of the subject's join) for each of the subject.
func (r *Run) Tally(t *schema.Table) {
	r.PerSubject = true
	if t != nil {
		if !slices.Contains(r.Tallied, t) {
			r.Tallied = append(r.Tallied, t)
		}
		r.Q.Need(t)
		r.Last = t
	}
}

func defineAggregates() {
	tag.Define(tag.Cue{Kind: tag.Count}, "how many", "number of", "the number of", "total number of", "count", "count of", "the count of", "count the number of", "counts",
		"how many different kinds of", "total count of", "how often", "how many times", "number of times", "the number of times")
	tag.Define(tag.Cue{Kind: tag.Sum}, "total", "sum", "sum of", "total of", "the sum of", "total amount of", "combined", "overall", "in total", "altogether", "how much total", "total sum of", "sum up", "accumulated", "total value of")
	tag.Define(tag.Cue{Kind: tag.Average}, "average", "mean", "avg", "averaged", "average of", "averages", "on average", "the average of", "mean of", "average number of", "typical")
	tag.Define(tag.Cue{Kind: tag.Average, Operator: Median.String()}, "median", "median of", "the median of", "middle value of")
	tag.Define(tag.Cue{Kind: tag.Maximum}, "maximum", "max", "maximal", "maximum of", "maximums")
	tag.Define(tag.Cue{Kind: tag.Minimum}, "minimum", "min", "minimal", "minimum of", "minimums")
	tag.Define(tag.Cue{Kind: tag.Percent}, "percentage of", "percent of", "share of", "proportion of", "as a percentage", "as percentage", "what percentage of", "fraction of", "percentage", "percent", "what share of", "what percent of", "what proportion of", "what fraction of", "the percentage of", "the share of", "proportion", "% of", "what % of")
	tag.Define(tag.Cue{Kind: tag.Running}, "running total", "cumulative", "running sum", "running total of", "cumulative total", "cumulative sum")
	tag.Define(tag.Cue{Kind: tag.Different}, "distinct", "different", "unique", "various", "all distinct", "all different", "distinctive", "without duplicates", "deduplicated", "separate")
}

func init() {
	tag.DefineAsking()
	defineAggregates()
	tag.DefineComparisons()
	tag.DefineOrder()
	tag.DefineLogic()
	tag.DefineGlue()
	tag.DefineDimensions()
	tag.DefineMeasuring()
	tag.DefineTime()
}
