package suggest

import (
	"slices"
	"strings"
	"time"

	"parley/db"
	"parley/db/statement"
	"parley/workflow/schema"
)

// Shown is a result that may be refined.
type Shown struct {
	Statement *statement.Statement
	// Rows are those that came, as far as they were read.
	Rows  int
	Index *schema.Index
	Now   time.Time
}

// top is how many rows "top 5" leaves.
const top = 5

// Next are refinements that a result affords, the likeliest first: one figure is broken down; a list is counted by kind, narrowed to a
// time that has rows, or cut to its top; groups are cut, shared out or narrowed; a course over time is summed up or split. What the query
// does already is not offered.
func (s Shown) Next() []string {
	var out []string
	for _, said := range s.next() { // two tables may have columns of one name
		if !slices.Contains(out, said) {
			out = append(out, said)
		}
	}
	return out
}

func (s Shown) next() []string {
	if s.Statement == nil || s.Index == nil || s.Rows == 0 {
		return nil
	}
	q, err := s.Statement.Query()
	if err != nil || q.Set != nil || len(q.From) == 0 {
		return nil
	}
	v := view{Shown: s, q: q}
	for _, from := range q.From {
		t := s.Index.Table(from.Table)
		if t == nil || from.Query != nil {
			return nil
		}
		v.tables = append(v.tables, t)
	}
	switch {
	case len(q.GroupBy) > 0:
		return v.groups()
	case v.figures():
		return v.figure()
	}
	return v.list()
}

// view is a result with the tables that it reads.
type view struct {
	Shown
	q      *statement.Query
	tables []*schema.Table
}

// figures says that nothing but figures of all rows is shown.
func (v view) figures() bool {
	return !slices.ContainsFunc(v.q.Items, func(i statement.Item) bool { return !i.Expr.Aggregate() })
}

// figure breaks one figure down: by how its rows stand, by their kind, over time.
func (v view) figure() []string {
	var out []string
	if m := v.moment(); m != nil {
		out = append(out, "by month")
	}
	for _, c := range v.kinds() {
		out = append(out, "by "+words(c))
	}
	return append(out, v.period()...)
}

// list is of rows as they are.
func (v view) list() []string {
	var out []string
	cut := !v.q.Limit.IsZero()
	if kinds := v.kinds(); len(kinds) > 0 && !cut && v.Rows > top {
		out = append(out, "group by "+words(kinds[0]))
	}
	if v.Rows > 1 {
		out = append(out, v.period()...)
	}
	if measures := v.tables[0].Measures; len(measures) > 0 && len(v.q.OrderBy) == 0 && v.Rows > 1 {
		if by := words(measures[0]); cut || v.Rows <= top {
			out = append(out, "sort by "+by)
		} else {
			out = append(out, "top 5 by "+by)
		}
	}
	return out
}

// groups are rows of figures: over time, or of things and kinds.
func (v view) groups() []string {
	figure, plain := v.named()
	var out []string
	if v.course() {
		if plain && v.inTurn() && len(v.q.GroupBy) == 1 { // over several courses at once it would run from one into the next
			out = append(out, "running total")
		}
		for _, c := range v.kinds()[:min(1, len(v.kinds()))] {
			out = append(out, "by "+words(c)+" too")
		}
		return append(out, v.period()...)
	}
	if v.q.Limit.IsZero() && figure != "" && len(v.q.OrderBy) == 0 && v.Rows > 1 {
		out = append(out, "sort by "+figure+" descending")
	}
	if v.q.Limit.IsZero() && v.Rows > top {
		out = append(out, "top 5")
	}
	if plain && v.q.Limit.IsZero() && v.Rows > 1 {
		out = append(out, "as percentages")
	}
	return append(out, v.period()...)
}

// named is what the figure of groups is called, and whether it is one that adds up: a count or a sum.
func (v view) named() (name string, adds bool) {
	for _, item := range v.q.Items {
		if !item.Expr.Aggregate() || item.Alias == "" {
			continue
		}
		call, _, _, _, ok := item.Expr.AsCall()
		adds = ok && !item.Expr.IsWindow() && (call == "count" || call == "sum")
		name = strings.Join(schema.Split(item.Alias), " ")
	}
	return name, adds
}

// course says that the groups are stretches of time: made of a date, and no column of their own.
func (v view) course() bool {
	return slices.ContainsFunc(v.q.GroupBy, func(e statement.Expr) bool {
		_, _, column := e.AsColumn()
		return !column && slices.ContainsFunc(e.Columns(), func(c statement.Expr) bool {
			found := v.column(c)
			return found != nil && found.Role == schema.Moment
		})
	})
}

// inTurn says that the rows stand in the order of what they are grouped by, as time goes.
func (v view) inTurn() bool {
	return len(v.q.OrderBy) == 0 || slices.ContainsFunc(v.q.GroupBy, v.q.OrderBy[0].Expr.Equal)
}

// kinds are columns to count by that have no part in the query yet, those of its own tables before those that they refer to.
func (v view) kinds() []*schema.Column {
	const most = 2
	var out []*schema.Column
	for _, t := range v.reached() {
		for _, c := range categories(t) {
			if len(out) < most && !v.uses(c) {
				out = append(out, c)
			}
		}
	}
	return out
}

// reached are the tables of the query, then those that its first one refers to: its rows are counted once by each of them.
func (v view) reached() []*schema.Table {
	out := slices.Clone(v.tables)
	for _, e := range v.Index.Graph.Of(v.tables[0]) {
		if e.From == v.tables[0] && e.Sure() && !slices.Contains(out, e.To) {
			out = append(out, e.To)
		}
	}
	return out
}

// moment is the time of the rows; nil where they have none.
func (v view) moment() *schema.Column {
	for _, t := range v.reached() {
		if len(t.Moments) > 0 && t.Moments[0].Via == nil {
			return t.Moments[0].Column
		}
	}
	return nil
}

// period is a time that has some of the rows and not all, where none is asked for yet.
func (v view) period() []string {
	m := v.moment()
	if m == nil || m.Least == nil || m.Greatest == nil || v.bounded(m) {
		return nil
	}
	first, ok := db.Clock(m.Least)
	last, both := db.Clock(m.Greatest)
	switch {
	case !ok || !both || first.Year() >= last.Year():
		return nil
	case last.Year() >= v.Now.Year() && first.Year() < v.Now.Year():
		return []string{"only this year"}
	}
	return []string{"only " + last.Format("2006")}
}

// bounded says that a condition is on the column.
func (v view) bounded(c *schema.Column) bool {
	return slices.ContainsFunc(v.q.Where, func(e statement.Expr) bool {
		return slices.ContainsFunc(e.Columns(), func(x statement.Expr) bool { return v.column(x) == c })
	})
}

// uses says that a column is grouped by or has a condition.
func (v view) uses(c *schema.Column) bool {
	return v.bounded(c) || slices.ContainsFunc(v.q.GroupBy, func(e statement.Expr) bool {
		return slices.ContainsFunc(e.Columns(), func(x statement.Expr) bool { return v.column(x) == c })
	})
}

// column is what a reference means; nil for none of the tables' columns.
func (v view) column(e statement.Expr) *schema.Column {
	qualifier, name, ok := e.AsColumn()
	if !ok {
		return nil
	}
	for i, from := range v.q.From {
		if qualifier != "" && !strings.EqualFold(qualifier, from.Name()) {
			continue
		}
		if c := v.tables[i].Column(name); c != nil {
			return c
		}
	}
	return nil
}
