package reading

import (
	"slices"
	"strings"

	"parley/workflow/engine/calendar"
	"parley/workflow/engine/english"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file reads conditions: columns that wait for their comparison, values, what is not so.

// Await makes a column wait for its comparison, with the aggregate that was said before it.
func (r *Run) Await(c *schema.Column) {
	o := Operand{Column: c}
	if len(r.Aggregates) > 0 {
		o.Aggregate, o.Distinct = r.Aggregates[0], r.Distinct && r.Aggregates[0] == Count
		r.Aggregates, r.Distinct = nil, false
	}
	r.Pending, r.pendingNot, r.pendingThose = &o, r.Negated, r.pointedAt(r.Pos-1)
	r.pendingTheir = r.besides() || r.pendingTheir && r.Item(r.Pos-2).Is(tag.And, tag.Comma)
	if said := r.beforeOf(c.Table, r.Pos-1); !said.Is(tag.Comma) && (!said.Is(tag.And) || strings.Contains(said.Lower, " ")) {
		r.pendingWith = said.Is(tag.With, tag.And)
	}
}

// pointedAt says that the item at i names what is on screen: "those cities".
func (r *Run) pointedAt(i int) bool {
	before := r.Item(i - 1)
	return r.Facts.Talked.Subject() != nil && english.Pointers[before.Lower] && before.To == r.Item(i).From
}

// waits says that the column is the one that waits for its comparison.
func (r *Run) waits(c *schema.Column) bool {
	return r.Pending != nil && r.Pending.Column == c && r.Pending.Aggregate == None
}

// measures says that an aggregate of numbers waits for its column.
func (r *Run) measures() bool { return len(r.Aggregates) > 0 && r.Aggregates[0] != Count }

// sums says that a sum or an average waits for its column.
func (r *Run) sums() bool {
	return len(r.Aggregates) > 0 && (r.Aggregates[0] == Sum || r.Aggregates[0] == Average || r.Aggregates[0] == Median)
}

var (
	FFlushSelect   = Feat("column without comparison: asked for")
	FFlushIgnore   = Feat("column without comparison: left out")
	FFlushPresent  = Feat("column without comparison: present")
	fFlushItems    = Feat("column without comparison: asked for, nothing else is")
	fFlushUndated  = Feat("column without comparison: a date that is missing, after a negation")
	fFlushStar     = Feat("column without comparison: asked for, beside every column")
	fFlushWith     = Feat("column without comparison: asked for, after with, of what the rows belong to")
	fFlushWithName = Feat("column without comparison: asked for, after with, a name of what the rows belong to")
	fFlushTheir    = Feat("column without comparison: asked for, after with their")
	fFlushNegated  = Feat("column without comparison: missing, after a negation")
)

// Flush decides what a column in a condition is for when no comparison came: asked for after all, or only said.
func (r *Run) Flush() {
	o := r.Pending
	if o == nil {
		return
	}
	r.Pending = nil
	if o.Column == nil {
		return
	}
	r.Choice()
	with := r.pendingWith && len(r.Q.Items) == 0 && o.Aggregate == None && r.Subject != nil && o.Column.Table != r.Subject && r.Index.Graph.Refers(r.Subject, o.Column.Table)
	r.Option(Is(FFlushSelect), When(fFlushItems, len(r.Q.Items) == 0), When(fFlushWith, with), When(fFlushWithName, with && o.Column.Role == schema.Label), When(fFlushTheir, r.pendingTheir))
	r.Option(Is(FFlushIgnore))
	if o.Aggregate == None && !r.pendingThose { // "in those cities" points at the ones on screen
		r.Option(Is(FFlushPresent), When(fFlushNegated, r.Negated && r.pendingNot), When(fFlushUndated, r.Negated && r.pendingNot && o.Column.Role == schema.Moment))
	}
	switch r.Pick() {
	case 0:
		if r.pendingTheir && len(r.Q.Items) == 0 && r.Subject == o.Column.Table {
			r.Label(r.Subject)
		}
		if len(r.Q.Items) == 0 && r.Subject != nil && o.Column.Table != r.Subject && o.Aggregate == None && !r.Both && (r.pendingTheir || !r.Item(0).Is(tag.Ask, tag.Who, tag.When, tag.Where, tag.How) || with && english.Showing[r.Item(0).Lower]) {
			r.Q.Items = append(r.Q.Items, Operand{Star: true, Table: r.Subject})
			r.Note(When(fFlushStar, len(o.Column.Table.Label) < 2))
		}
		r.AddItem(*o)
	case 1:
		r.Q.Need(o.Column.Table)
	case 2:
		op := "not null"
		if r.Negated && r.pendingNot {
			op, r.Negated = "null", false
		}
		if c := o.Column; op == "not null" && c.Role == schema.Measure && c.Numeric && c.Low == 0 && c.Distinct > 1 {
			r.Add(&Filter{Left: *o, Operator: ">", Values: []any{int64(0)}, Literal: true}) // none is told by zero
			return
		}
		r.Add(&Filter{Left: *o, Operator: op})
	}
}

// Add puts a condition where it belongs: the query of what must be absent, the groups, or the rows.
func (r *Run) Add(f *Filter) {
	f.Or, r.Or = r.Or, false
	q := r.Q
	if r.Sub != nil && f.Left.Column != nil && f.Sub == nil && (r.Inner || f.Left.Column.Table != r.Subject) {
		q = r.Sub
		f.Or = f.Or && len(q.Filters) > 0
	}
	if f.Left.Aggregate != None {
		q.Having = append(q.Having, f)
		r.Tally(nil)
		return
	}
	f.Or = f.Or && len(q.Filters) > 0
	if f.Sub == nil && slices.ContainsFunc(q.Filters, func(o *Filter) bool { return o.Sub == nil && o.same(f) }) {
		return
	}
	if !f.Or { // what is compared is there
		q.Filters = slices.DeleteFunc(q.Filters, func(o *Filter) bool { return o.Operator == "not null" && o.Left == f.Left })
	}
	q.Filters = append(q.Filters, f)
}

// same says that two conditions compare one column with one value in the same way.
func (f *Filter) same(o *Filter) bool {
	return f.Left == o.Left && f.Operator == o.Operator && f.Right == nil && o.Right == nil && slices.Equal(f.Values, o.Values)
}

var (
	fSameOr       = Feat("two values of a column: either")
	fSameBoth     = Feat("two values of a column: both")
	fSameBothSaid = Feat("two values of a column: both, and both was said")
	fSameOrAnd    = Feat("two values of a column: either, after and")
	fAwayNot      = Feat("not a value of another table: no such row at all")
	fAwayUnequal  = Feat("not a value of another table: a row that differs")
)

// Value acts on a value that was named: a condition on its column.
func (r *Run) Value(it *tag.Item, v *schema.ValueMatch) {
	r.Pos++
	if r.Text != "" {
		r.TextMatch(it.Text)
		return
	}
	via := r.played(v.Column)
	if r.Pending != nil && !r.waits(v.Column) && via == nil {
		r.Flush()
	}
	r.Pending = nil
	r.Tell(r.Pos-1, v.Column, nil)
	if via != nil {
		r.Add(&Filter{Left: Operand{Column: v.Column, Via: via}, Operator: "=", Values: []any{v.Value}})
		return
	}
	if r.yetToPass(v.Column) {
		r.Q.Need(v.Column.Table)
		return
	}
	r.skipNames(v.Column)
	r.countValue(v.Column)
	if v.Presence != schema.AnyValue {
		r.presence(v)
		return
	}
	r.Equal(v.Column, v.Value)
}

// yetToPass says that a value stands for rows of which a moment has passed, where a period lies ahead: it is that of the moment.
func (r *Run) yetToPass(c *schema.Column) bool {
	passed := c.Condition.Passed()
	return passed != nil && !r.Negated && slices.ContainsFunc(r.Items, func(it tag.Item) bool {
		return it.Period != nil && !it.Period.From.IsZero() && !it.Period.From.Before(calendar.UnitStart("day", r.Facts.Now))
	})
}

// presence adds the condition that a column is empty or filled, which a word says: stores that are trading have no closing
// date.
func (r *Run) presence(v *schema.ValueMatch) {
	op := "null"
	if (v.Presence == schema.Filled) != r.Negated {
		op = "not null"
	}
	r.Negated = false
	r.Add(&Filter{Left: Operand{Column: v.Column}, Operator: op, state: true})
}

// StateOfOthers says that a word for how things stand was taken to be about what the subject refers to, although its own rows say
// how they stand.
func (r *Run) StateOfOthers() bool {
	return r.Subject != nil && len(r.Subject.Status) > 0 && slices.ContainsFunc(r.Q.Filters, func(f *Filter) bool {
		return f.state && f.Left.Column.Table != r.Subject
	})
}

// countValue reads "how many professors are there" where a professor is a value: rows are counted.
func (r *Run) countValue(c *schema.Column) {
	next := r.Item(r.Ahead(r.Pos))
	if !r.Counted || r.Zone != Selecting || !r.Item(r.Pos-2).Is(tag.Count) || next.Mention() && len(next.Matches) > 0 {
		return
	}
	r.Counted = false
	r.AddItem(Operand{Aggregate: Count})
	r.Q.Need(c.Table)
	r.CountedTable = c.Table
	if r.Subject == nil {
		r.Subject = c.Table
	}
	r.Last = c.Table
}

// skipNames passes over the column's own name after its value: "the status active state".
func (r *Run) skipNames(c *schema.Column) {
	next := r.Peek(0)
	if Names(next, c) && next.Matches[0].Score() < 1.01 && !Holds(r.Peek(1), c) {
		if t, s := next.BestTable(); t == nil || s < 0.9 {
			r.Take()
		}
	}
}

// Equal adds column = value, turned by what waits: a negation, an alternative, a pair of both.
func (r *Run) Equal(c *schema.Column, value any) {
	f := &Filter{Left: Operand{Column: c}, Operator: "=", Values: []any{value}}
	if r.Negated {
		r.Negated = false
		r.unequal(f)
		return
	}
	if last := r.SameColumn(c); last != nil && r.Versus {
		r.Or = true
	} else if last != nil && !r.Both && r.Facts.Each && (r.Counted || r.Q.Aggregates()) && r.Item(r.Pos-2).Is(tag.And, tag.Comma) {
		r.Or = true // beside each other
		if !slices.Contains(r.PerKey, c) {
			r.PerKey, r.SideValues = append(r.PerKey, c), append(r.SideValues, c)
		}
	} else if last != nil && !r.Or {
		r.Choice()
		r.Option(Is(fSameOr), When(fSameOrAnd, !r.Both))
		r.Option(Is(fSameBoth), When(fSameBothSaid, r.Both))
		if r.Pick() == 0 {
			r.Or = true
		} else {
			last.Both, f.Both = true, true
		}
	}
	r.Add(f)
}

// SameColumn is the last condition when it compares the column with another value.
func (r *Run) SameColumn(c *schema.Column) *Filter {
	q := r.Q
	if r.Sub != nil {
		q = r.Sub
	}
	if n := len(q.Filters); n > 0 && q.Filters[n-1].Left.Column == c && q.Filters[n-1].Operator == "=" {
		return q.Filters[n-1]
	}
	return nil
}

// unequal adds a condition that was negated. A value of a table apart from the subject may mean that no row has it, or
// that some row has another one.
func (r *Run) unequal(f *Filter) {
	c := f.Left.Column
	if r.Subject != nil && c.Table != r.Subject && r.Sub == nil {
		r.Choice()
		r.Option(Is(fAwayNot))
		r.Option(Is(fAwayUnequal))
		if r.Pick() == 0 {
			r.Absent(c.Table)
			r.Add(f)
			return
		}
	}
	f.Operator = "<>"
	if r.Sub == nil && r.exceptChoice(f) {
		return
	}
	r.Add(f)
}

var (
	fExceptSet   = Feat("not a value: the difference of two sets")
	fExceptAgain = Feat("not a value: the difference of two sets, after another value of its column")
	fExceptLabel = Feat("not a value: the difference of two sets, of names")
	fExceptRow   = Feat("not a value: of the same row")
)

// exceptChoice reads "in French but not in German", which no row contradicts, as the difference of two sets.
func (r *Run) exceptChoice(f *Filter) bool {
	n := len(r.Q.Filters)
	again := n > 0 && r.Q.Filters[n-1].Left.Column == f.Left.Column && r.Q.Filters[n-1].Operator == "="
	if len(r.Q.Items) == 0 || r.Q.Items[0].Column == nil || r.Q.Items[0].Column.Key() || r.Q.Items[0].Column == f.Left.Column {
		return false
	}
	r.Choice()
	r.Option(Is(fExceptSet), When(fExceptAgain, again), When(fExceptLabel, r.Q.Items[0].Column.Role == schema.Label))
	r.Option(Is(fExceptRow))
	if r.Pick() != 0 {
		return false
	}
	f.Operator, f.Except = "=", true
	r.Q.Filters = append(r.Q.Filters, f)
	return true
}
