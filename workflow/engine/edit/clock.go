package edit

import (
	"cmp"
	"slices"

	"parley/db/statement"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file moves a period with what it is of: who told when a figure is, or since when rows are so, means the period that was said of another
// one as well: "revenue last month", "commission instead".

// FollowMoment puts the period of the query in force, and its units of time, on the moment of what a query that follows from it asks for, where
// that takes the place of something of another moment and no word names one. It gives the new moment; nil where nothing is to be moved.
func (ed *Editor) FollowMoment(q *statement.Query) *schema.Column {
	if ed.Query.Set != nil || q.Set != nil || ed.namesMoment() {
		return nil
	}
	next := *ed
	next.Query = q
	from, to := ed.clock(), next.clock()
	if next.figureMoment() == nil && next.taughtMoment() == nil && next.elsewhere() {
		return nil // nobody knows by which moment rows are that are counted apart
	}
	if from == nil || to == nil || from == to || from.Table != to.Table || !from.Type.Temporal() || !to.Type.Temporal() || !ed.replaced(&next) {
		return nil
	}
	if !next.Scope().moveClock(from, to) {
		return nil
	}
	return to
}

// elsewhere says that figures of the query are taken in another one, which it joins.
func (ed *Editor) elsewhere() bool {
	s := ed.Scope()
	return slices.ContainsFunc(s.Query.From, func(src statement.Source) bool { return s.Within(src) != nil })
}

// clock is the moment by which what the query asks for lies on the calendar, whatever it is bounded by.
func (ed *Editor) clock() *schema.Column {
	if c := cmp.Or(ed.figureMoment(), ed.taughtMoment()); c != nil {
		return c
	}
	if t := ed.Fact(); t != nil {
		return t.Moment
	}
	return nil
}

// replaced says that the figures of a query are others than those in force, or that its rows are no longer so as somebody told a moment of.
func (ed *Editor) replaced(next *Editor) bool {
	if state := ed.taughtMoment(); state != nil && state != next.taughtMoment() {
		return true
	}
	before, after := ed.figures(), next.figures()
	return len(before) > 0 && len(after) > 0 && !slices.ContainsFunc(before, func(x statement.Expr) bool { return Same(after, x) })
}

func (ed *Editor) figures() []statement.Expr {
	s := ed.Scope()
	var out []statement.Expr
	for _, i := range Measures(s.Query) {
		out = append(out, s.plain(s.Query.Items[i].Expr))
	}
	return out
}

// namesMoment says that the input names a date by itself.
func (ed *Editor) namesMoment() bool {
	return slices.ContainsFunc(ed.Tag(ed.Said.Input), func(it tag.Item) bool {
		c, _ := ed.Column(it.Matches)
		return c != nil && c.Metric == nil && c.Role == schema.Moment
	})
}

// moveClock puts bounds and units of time of one moment on another of the same rows; false, with nothing changed, where there are none, or
// where the other is bounded already.
func (s View) moveClock(from, to *schema.Column) bool {
	x, ok := s.Ref(to)
	if !ok || len(s.About(to)) > 0 {
		return false
	}
	move := func(e statement.Expr) statement.Expr {
		return e.Map(func(part statement.Expr) statement.Expr {
			if s.Column(part) == from {
				return x
			}
			return part
		})
	}
	q := *s.Query
	q.Where, q.GroupBy, q.Items, q.OrderBy = slices.Clone(q.Where), slices.Clone(q.GroupBy), slices.Clone(q.Items), slices.Clone(q.OrderBy)
	bounded := false
	for _, i := range s.About(from) {
		op, l, r, binary := q.Where[i].AsBinary()
		_, literal := r.AsLiteral()
		switch {
		case !binary || !literal || s.Column(l) != from:
			continue
		case op == "=" && from.Type != to.Type:
			return false // a day is a whole span of moments
		}
		q.Where[i], bounded = move(q.Where[i]), true
	}
	if !bounded {
		return false
	}
	for i, key := range q.GroupBy {
		if s.Subject(key) != from {
			continue
		}
		q.GroupBy[i] = move(key)
		for j, item := range q.Items {
			if item.Expr.Equal(key) {
				q.Items[j].Expr = q.GroupBy[i]
			}
		}
		for j, by := range q.OrderBy {
			if by.Expr.Equal(key) {
				q.OrderBy[j].Expr = q.GroupBy[i]
			}
		}
	}
	*s.Query = q
	return true
}

// plain writes the columns of an expression by the names of their tables, however the query calls them.
func (s View) plain(e statement.Expr) statement.Expr {
	return e.Map(func(part statement.Expr) statement.Expr {
		if c := s.Column(part); c != nil && c.Table != nil {
			return statement.Column(c.Table.Name, c.Name)
		}
		return part
	})
}
