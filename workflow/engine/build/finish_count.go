package build

import (
	"slices"

	"parley/workflow/engine/question"
	"parley/workflow/engine/reading"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file settles what is counted, and how often, once the question has been read.

// countOnce decides whether "how many customers have an order" counts a customer once.
func countOnce(r *reading.Run) {
	q := r.Q
	if len(q.Items) != 1 || q.Items[0] != (reading.Operand{Aggregate: reading.Count}) || r.Subject == nil || len(r.PerKey)+len(r.PerRow) > 0 || len(q.Having) > 0 {
		return
	}
	key := r.Subject.PrimaryKey()
	var many *schema.Table
	for _, t := range q.All() {
		if t != r.Subject && slices.ContainsFunc(r.Index.Graph.Between(t, r.Subject), func(e *schema.Edge) bool { return e.From == t }) {
			many = t
		}
	}
	if many == nil && r.CountedTable == r.Subject {
		many = question.Multiplier(r.Subject, q, r.Index.Graph) // a table on the way
	}
	if key == nil || many == nil {
		return
	}
	r.Choice()
	r.Option(reading.Is(fOnceRows))
	r.Option(reading.Is(fOnceDistinct), reading.When(fOnceLink, many.Link), reading.When(fOnceFilter, slices.ContainsFunc(q.Filters, func(f *reading.Filter) bool { return reading.TableOf(f.Left.Column) == many })))
	if r.Pick() == 1 {
		q.Items[0] = reading.Operand{Aggregate: reading.Count, Column: key, Distinct: true}
	}
}

// countApart counts each row of a table once where another aggregate needs a table that multiplies its rows: "number of
// orders and total revenue" counts orders, not their lines.
func countApart(r *reading.Run) {
	q := r.Q
	rows := reading.Operand{Aggregate: reading.Count}
	at := slices.Index(q.Items, rows)
	other := slices.IndexFunc(q.Items, func(o reading.Operand) bool {
		return o.Aggregate != reading.None && o.Column != nil && o.Aggregate != reading.Count
	})
	if at < 0 || other < 0 || r.Averaged {
		return
	}
	t := r.CountedTable
	if len(r.Counts) > 0 {
		t = r.Counts[0]
	}
	if t == nil {
		t = r.Subject
	}
	r.Note(reading.When(fCountKin, t != nil && saidBetter(r, t)))
	if t == nil || t.PrimaryKey() == nil || !slices.Contains(q.All(), t) || question.Multiplier(t, q, r.Index.Graph) == nil {
		return
	}
	once := reading.Operand{Aggregate: reading.Count, Column: t.PrimaryKey(), Distinct: true}
	q.Items[at] = once
	for i := range q.Orders {
		if q.Orders[i].Operand == rows {
			q.Orders[i].Operand = once
		}
	}
	r.Note(reading.Is(fOnceApart))
}

// saidBetter says that the words read as the table are the whole name of another one: orders, and not order items.
func saidBetter(r *reading.Run, t *schema.Table) bool {
	n := namedAt(r, t)
	if n.Table == nil {
		return false
	}
	best, s := r.Item(n.At).BestTable()
	return best != t && s-n.Score > 0.2
}

// countChildren finds what is counted when nothing was named: "the type that occurs most often" counts the rows that
// refer to the type.
func countChildren(r *reading.Run) {
	q := r.Q
	if !r.PerSubject || len(r.Tallied) > 0 || len(r.PerKey) > 0 || len(q.All()) != 1 {
		return
	}
	t := q.All()[0]
	shown := slices.ContainsFunc(plain(r), func(o reading.Operand) bool { return o.Column.Key() || o.Column.Role == schema.Label })
	children := children(r, t)
	r.Choice()
	r.Option(reading.Is(fChildrenOwn), reading.When(fChildrenKey, shown))
	for _, c := range children {
		r.Option(reading.Is(fChildrenThat), reading.When(fChildrenOnly, len(children) == 1), reading.When(fChildrenWord, saidInPart(r, c)))
	}
	if at := r.Pick(); at > 0 {
		r.Tally(children[at-1])
	}
}

// children are the tables that refer to t.
func children(r *reading.Run, t *schema.Table) []*schema.Table {
	var out []*schema.Table
	for _, e := range r.Index.Graph.Of(t) {
		if e.To == t && e.From != t && !slices.Contains(out, e.From) {
			out = append(out, e.From)
		}
	}
	return out
}

// saidInPart says that some words may name the table.
func saidInPart(r *reading.Run, t *schema.Table) bool {
	return slices.ContainsFunc(r.Items, func(it tag.Item) bool {
		return slices.ContainsFunc(it.Matches, func(m schema.Match) bool { return m.Table == t && m.Column == nil })
	})
}

// repeat decides whether rows that would repeat are left out although nobody said so.
func repeat(r *reading.Run) {
	q := r.Q
	if q.Distinct || q.Aggregates() || len(q.Groups) > 0 || len(q.Orders) > 0 {
		return
	}
	if q.Items[0].Star {
		t := q.Items[0].Table
		q.Distinct = len(q.Items) == 1 && t != nil && slices.ContainsFunc(q.All(), func(o *schema.Table) bool { return o != t && !r.Index.Graph.Refers(t, o) })
		return
	}
	many := multiplies(r)
	category := slices.ContainsFunc(q.Items, func(o reading.Operand) bool { return o.Column != nil && o.Column.Role == schema.Category }) && len(q.Items) == 1
	if !many && !category {
		return
	}
	r.Choice()
	r.Option(reading.Is(FRepeatKeep))
	r.Option(reading.Is(FRepeatDistinct), reading.When(fRepeatMany, many), reading.When(fRepeatCategory, category), reading.When(fRepeatWhich, r.Item(0).Lower == "which"), reading.When(fRepeatCond, len(q.Filters) > 0),
		reading.When(fRepeatSeveral, len(q.Items) > 1), reading.When(fRepeatLabel, q.Items[0].Column != nil && q.Items[0].Column.Role == schema.Label))
	q.Distinct = r.Pick() == 1
}

// multiplies says that a join brings several rows for one of what is shown.
func multiplies(r *reading.Run) bool {
	shown := reading.TableOf(r.Q.Items[0].Column)
	for _, t := range r.Q.All() {
		if shown == nil || t == shown {
			continue
		}
		if !slices.ContainsFunc(r.Index.Graph.Of(shown), func(e *schema.Edge) bool { return e.From == shown && e.To == t }) {
			return true
		}
	}
	return false
}
