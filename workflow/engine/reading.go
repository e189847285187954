package engine

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"parley/workflow/schema"
)

// aggregate is a function over the rows of a group.
type aggregate uint8

const (
	none aggregate = iota
	count
	sum
	average
	maximum
	minimum
	median
)

func (a aggregate) String() string {
	return [...]string{"", "count", "sum", "avg", "max", "min", "median"}[a]
}

// operand is a column or an aggregate of one; a count without a column counts rows. right, when set, is combined with
// the column by operator: price * quantity.
type operand struct {
	aggregate aggregate
	distinct  bool
	column    *schema.Column
	star      bool // every column of the query, or of table
	table     *schema.Table
	grain     string // calendar unit to cut a moment to
	operator  string
	right     *operand
	// form is what is made of the aggregate; along is the order of running and change.
	form  form
	along *operand
	// when are the conditions of a part: rows that fulfil them, in a hundred of all.
	when *part
	// per averages over the values of a column: an aggregate divided by how many there are.
	per *schema.Column
	// via is the key that leads to the column's row, which is joined under the key's name.
	via *schema.Edge
	// each is a figure over the rows that belong to one row of the table.
	each *reading
	// moment is a point in time by itself, instead of a column.
	moment time.Time
}

// form is what is made of an aggregate once the groups stand.
type form uint8

const (
	itself   form = iota
	portion       // in a hundred of the sum over all groups
	running       // summed up to the group, in an order
	change        // in a hundred of the group before, what was added
	previous      // the aggregate of the group before
)

func (f form) String() string {
	return [...]string{"", "share ", "running ", "change ", "previous "}[f]
}

// part is what counts in a percentage.
type part struct{ filters []*filter }

func (o operand) String() string {
	s := "*"
	switch {
	case !o.moment.IsZero():
		return o.moment.Format(time.DateOnly)
	case o.each != nil:
		return o.table.Name + " each (" + o.each.String() + ")"
	case o.column != nil:
		s = o.column.String()
		if o.via != nil {
			s += " via " + o.via.FromColumns[0].String()
		}
	case o.table != nil:
		s = o.table.Name + ".*"
	}
	if o.right != nil {
		s += o.operator + o.right.String()
	}
	if o.grain != "" {
		s = o.grain + "(" + s + ")"
	}
	if o.distinct {
		s = "distinct " + s
	}
	if o.aggregate != none {
		s = o.aggregate.String() + "(" + s + ")"
	}
	if o.when != nil {
		s += fmt.Sprintf(" of those %v", o.when.filters)
	}
	if o.per != nil {
		s += " per " + o.per.String()
	}
	return o.form.String() + s
}

// filter is one condition. Exactly one of values, right and sub is what left is compared with, or none (null tests).
type filter struct {
	left     operand
	operator string // = <> < > <= >= like, "not like", between, within (half-open), null, "not null", in, "not in", exists, "not exists"
	values   []any
	right    *operand
	sub      *reading
	or       bool           // joined to the condition before by OR
	except   bool           // rows that fulfil it instead of the condition before are taken away
	both     bool           // one of two that no single row fulfils ("both French and German"): a set operation
	within   *schema.Column // sub is over the rows that have the same value of it
	literal  bool           // values come from the question as typed, not from the index
	state    bool           // a word said how a thing stands, which a missing value tells
}

func (f *filter) String() string {
	s := f.left.String() + " " + f.operator
	if len(f.values) > 0 {
		s += fmt.Sprintf(" %v", f.values)
	}
	if f.right != nil {
		s += " " + f.right.String()
	}
	if f.sub != nil {
		s += " (" + f.sub.String() + ")"
	}
	if f.within != nil {
		s += " within " + f.within.String()
	}
	if f.or {
		s = "or " + s
	}
	if f.except {
		s = "except " + s
	}
	if f.both {
		s = "both " + s
	}
	return s
}

// ordering is one key of an order.
type ordering struct {
	operand
	descending bool
}

// reading is a query under construction, before joins: what is asked for, of which rows, in which order.
type reading struct {
	items    []operand
	distinct bool
	// tables are those that must be joined even when no column of theirs is used.
	tables  []*schema.Table
	filters []*filter
	having  []*filter
	groups  []operand
	orders  []ordering
	limit   int
	// offset skips rows before the limit: the second most expensive.
	offset int
	// set combines this reading with right: "intersect", "except", "union".
	set   string
	right *reading
	// places keeps, in each group of the rows by within, those of the first places of the order; 0 keeps all.
	places int
	within []operand
}

func (q *reading) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "select %v distinct %v", q.items, q.distinct)
	for _, t := range q.tables {
		fmt.Fprintf(&b, " table %s", t.Name)
	}
	fmt.Fprintf(&b, " where %v having %v group %v order ", q.filters, q.having, q.groups)
	for _, o := range q.orders {
		fmt.Fprintf(&b, "%v %v ", o.operand, o.descending)
	}
	fmt.Fprintf(&b, "limit %d offset %d places %d %v", q.limit, q.offset, q.places, q.within)
	if q.right != nil {
		fmt.Fprintf(&b, " %s (%s)", q.set, q.right)
	}
	return b.String()
}

// need adds a table that must take part.
func (q *reading) need(t *schema.Table) {
	if t != nil && !slices.Contains(q.tables, t) {
		q.tables = append(q.tables, t)
	}
}

// operands calls f for every operand of the reading itself, not of sub-queries.
func (q *reading) operands(f func(operand)) {
	visit := func(o operand) {
		f(o)
		if o.right != nil {
			f(*o.right)
		}
		if o.per != nil {
			f(operand{column: o.per})
		}
		if o.when != nil {
			for _, c := range o.when.filters {
				f(c.left)
			}
		}
	}
	for _, o := range q.items {
		visit(o)
	}
	for _, c := range slices.Concat(q.filters, q.having) {
		visit(c.left)
		if c.right != nil {
			visit(*c.right)
		}
	}
	for _, o := range q.groups {
		visit(o)
	}
	for _, o := range q.orders {
		visit(o.operand)
	}
	for _, o := range q.within {
		visit(o)
	}
}

// used are the tables whose columns are used, in order of first use.
func (q *reading) used() []*schema.Table {
	var out []*schema.Table
	q.operands(func(o operand) {
		t := o.table
		switch {
		case o.via != nil:
			t = o.via.From
		case o.column != nil:
			t = o.column.Table
		}
		if t != nil && !slices.Contains(out, t) {
			out = append(out, t)
		}
	})
	return out
}

// all are the tables of the reading: used ones, then the further ones that must be joined.
func (q *reading) all() []*schema.Table {
	out := q.used()
	for _, t := range q.tables {
		if !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	q.operands(func(o operand) {
		if o.column == nil {
			return
		}
		for _, m := range []*schema.Metric{o.column.Metric, o.column.Condition} {
			for _, t := range m.All() {
				if !slices.Contains(out, t) {
					out = append(out, t)
				}
			}
		}
	})
	return out
}

// severalGrains says that a figure of the reading is made of rows of several tables, none of which refers to all others: one
// SELECT would repeat rows.
func (q *reading) severalGrains() bool {
	several := false
	q.operands(func(o operand) {
		several = several || o.column != nil && o.column.Metric != nil && len(o.column.Metric.Sides) > 0
	})
	return several
}

// grouped says whether the reading aggregates.
func (q *reading) aggregates() bool {
	for _, o := range q.items {
		if o.aggregate != none {
			return true
		}
	}
	return false
}

func (q *reading) clone() *reading {
	c := *q
	c.items = slices.Clone(q.items)
	c.tables = slices.Clone(q.tables)
	c.filters = slices.Clone(q.filters)
	c.having = slices.Clone(q.having)
	c.groups = slices.Clone(q.groups)
	c.orders = slices.Clone(q.orders)
	return &c
}

// absent begins a query of what must not be there: "customers without orders", "who never ordered".
func (r *run) absent(t *schema.Table) {
	r.negated = false
	if r.subject == nil {
		r.subject = r.owner()
	}
	if r.subject == nil {
		return
	}
	r.sub = &reading{tables: []*schema.Table{t}}
	r.absence, r.lacked, r.inner = t, r.pos, false
	r.q.filters = append(r.q.filters, &filter{left: operand{table: r.subject}, operator: "not in", sub: r.sub})
}

// bestMeasure is the first numeric column that the item may name.
func (it *Item) bestMeasure() *schema.Column {
	for _, m := range it.Matches {
		if m.Column != nil && m.Column.Role == schema.Measure {
			return m.Column
		}
	}
	return nil
}

// countTable counts the rows of a table: the subject itself, or for each of a subject that is known.
func (r *run) countTable(t *schema.Table) {
	r.counted = false
	r.counts = append(r.counts, t)
	o := operand{aggregate: count}
	if r.distinct {
		r.distinct = false
		o.distinct, o.column = true, t.PrimaryKey()
		if len(t.Label) == 1 {
			o.column = t.Label[0]
		}
		o.distinct = o.column != nil
	}
	r.addItem(o)
	r.countedTable = t
	if r.subject == nil {
		r.subject = t
	} else if t != r.subject {
		r.tallied = append(r.tallied, t)
	}
	r.last = t
	r.q.need(t)
}

// owner is the table of the first thing asked for.
func (r *run) owner() *schema.Table {
	for _, o := range r.q.items {
		if o.column != nil {
			return o.column.Table
		}
	}
	return nil
}

// tally counts rows of t (or of the subject's join) for each of the subject.
func (r *run) tally(t *schema.Table) {
	r.perSubject = true
	if t != nil {
		if !slices.Contains(r.tallied, t) {
			r.tallied = append(r.tallied, t)
		}
		r.q.need(t)
		r.last = t
	}
}

func defineAggregates() {
	define(Cue{Kind: Count}, "how many", "number of", "the number of", "total number of", "count", "count of", "the count of", "count the number of", "counts",
		"how many different kinds of", "total count of", "how often", "how many times", "number of times", "the number of times")
	define(Cue{Kind: Sum}, "total", "sum", "sum of", "total of", "the sum of", "total amount of", "combined", "overall", "in total", "altogether", "how much total", "total sum of", "sum up", "accumulated", "total value of")
	define(Cue{Kind: Average}, "average", "mean", "avg", "averaged", "average of", "averages", "on average", "the average of", "mean of", "average number of", "typical")
	define(Cue{Kind: Average, Operator: median.String()}, "median", "median of", "the median of", "middle value of")
	define(Cue{Kind: Maximum}, "maximum", "max", "maximal", "maximum of", "maximums")
	define(Cue{Kind: Minimum}, "minimum", "min", "minimal", "minimum of", "minimums")
	define(Cue{Kind: Percent}, "percentage of", "percent of", "share of", "proportion of", "as a percentage", "as percentage", "what percentage of", "fraction of", "percentage", "percent", "what share of", "what percent of", "what proportion of", "what fraction of", "the percentage of", "the share of", "proportion", "% of", "what % of")
	define(Cue{Kind: Running}, "running total", "cumulative", "running sum", "running total of", "cumulative total", "cumulative sum")
	define(Cue{Kind: Different}, "distinct", "different", "unique", "various", "all distinct", "all different", "distinctive", "without duplicates", "deduplicated", "separate")
}

func init() {
	defineAsking()
	defineAggregates()
	defineComparisons()
	defineOrder()
	defineLogic()
	defineGlue()
	defineDimensions()
	defineMeasuring()
	defineTime()
}
