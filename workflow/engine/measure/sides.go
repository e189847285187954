package measure

import (
	"fmt"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/edit"
	"parley/workflow/schema"
)

// This file lays the figures of two periods side by side, and moves two that stand so.

// Side is one of two periods whose figures stand side by side: which rows are of it, and what its figures are called after; empty for the
// name that they have.
type Side struct {
	Rows   statement.Expr
	Called string
}

// name is what a figure of the side is called.
func (s Side) name(figure string) string {
	if s.Called == "" {
		return figure
	}
	return figure + "_" + s.Called
}

// SideBySide puts the figures at some places twice, of the rows now and before, and how much each changed; the others are of the rows
// now.
func SideBySide(ed *edit.Editor, now, before Side, figures []int) {
	q := ed.Block()
	var items []statement.Item
	for i, item := range q.Items {
		if !item.Expr.Aggregate() {
			items = append(items, item)
			continue
		}
		name := clause.KeptName(ed, i)
		a, b := FilteredBy(item.Expr, now.Rows), FilteredBy(item.Expr, before.Rows)
		items = append(items, statement.Item{Expr: a, Alias: now.name(name)})
		if slices.Contains(figures, i) {
			items = append(items, statement.Item{Expr: b, Alias: before.name(name)}, changeOf(ed, a, b, name))
		}
	}
	for k := range q.OrderBy {
		if q.OrderBy[k].Expr.Aggregate() {
			q.OrderBy[k].Expr = FilteredBy(q.OrderBy[k].Expr, now.Rows)
		}
	}
	q.Items = items
}

// changeOf is how far a figure lies from what it was: in a hundred of that, and for a share in points.
func changeOf(ed *edit.Editor, now, before statement.Expr, name string) statement.Item {
	change := statement.Binary("-", now, before)
	if clause.TellsShare(now) {
		return statement.Item{Expr: change, Alias: name + "_change_points"}
	}
	return statement.Item{Expr: ed.Dialect.Divide(statement.Binary("*", change, statement.Literal(100.0)), before), Alias: name + "_change_percent"}
}

// BesideNamed lays the figures of a period that words name beside those of the one in force: "compare with june" of october. said is false
// where they name none, or the very one that lies so far before it.
func BesideNamed(ed *edit.Editor, text string, usual []statement.Expr) (done, said bool) {
	c, old := ed.InForce()
	p, ok := WholePeriod(ed, text)
	from, to, bounded := BoundsOf(old)
	if !ok || !bounded || c != p.Column {
		return false, false
	}
	if first, last, ok := BoundsOf(usual); ok && first.Equal(p.Period.From) && last.Equal(p.Period.To) {
		return false, false
	}
	x, ok := ed.Scope().Ref(c)
	named := edit.Within(c, x, p.Period, "")
	switch {
	case !ok:
		return false, true
	case !p.Period.To.After(from):
		done = LayBeside(ed, c, old, named)
	case !to.After(p.Period.From):
		done = LayBeside(ed, c, named, old)
	}
	ed.Understand("beside it: " + p.Period.String())
	return done, true
}

// WholePeriod is the one period with two ends that words name, and nothing else.
func WholePeriod(ed *edit.Editor, text string) (edit.Condition, bool) {
	list, lost := ed.Conditions(text)
	if len(list) != 1 || lost > 0 || list[0].Kind != edit.PeriodCondition || list[0].Negated || list[0].Edge != "" {
		return edit.Condition{}, false
	}
	p := list[0].Period
	return list[0], !p.From.IsZero() && !p.To.IsZero() && !p.Rolling
}

// LayBeside lays the figures of two periods of a column beside each other.
func LayBeside(ed *edit.Editor, c *schema.Column, now, before []statement.Expr) bool {
	q := ed.Block()
	figures := edit.Measures(q)
	if ed.Query.Set != nil || len(figures) == 0 || len(q.Having) > 0 || Windows(ed.Scope()) {
		return false
	}
	if b, ok := sidesInForce(ed, c); ok {
		return len(b.now) == len(now) && len(b.before) == len(before) && b.exchange(ed, now, before) == nil
	}
	q.SpellOut()
	_, timed := clause.MomentItem(ed)
	listed := timed && !(unitOfBounds(now) == "year" && numbersGroups(ed, "year")) // times that are groups have the figures of each already
	if ed.Scope().Replace(c, statement.Or(statement.And(now...), statement.And(before...))) != nil {
		return false
	}
	if listed {
		return true
	}
	SideBySide(ed, Side{statement.And(now...), calledAfter(now)}, Side{statement.And(before...), calledAfter(before)}, figures)
	return true
}

// numbersGroups turns groups by a unit of time into those by its number in the year, where that makes others of them.
func numbersGroups(ed *edit.Editor, unit string) bool {
	was := slices.Clone(ed.Block().GroupBy)
	return NumberedKeys(ed, unit) && !slices.EqualFunc(was, ed.Block().GroupBy, statement.Expr.Equal)
}

// unitOfBounds is the unit of the calendar that predicates bound; empty for other spans.
func unitOfBounds(list []statement.Expr) string {
	from, to, ok := BoundsOf(list)
	if !ok {
		return ""
	}
	return UnitOf(from, to)
}

// calledAfter is a period as a part of the name of a column: 2026, q3_2026, october_2026, or its first and last day.
func calledAfter(list []statement.Expr) string {
	from, to, ok := BoundsOf(list)
	if !ok {
		return ""
	}
	const day, monthsOfQuarter = "2006_01_02", 3
	switch UnitOf(from, to) {
	case "year":
		return from.Format("2006")
	case "quarter":
		return fmt.Sprintf("q%d_%d", (int(from.Month())-1)/monthsOfQuarter+1, from.Year())
	case "month":
		return strings.ToLower(from.Format("January_2006"))
	case "day":
		return from.Format(day)
	}
	return from.Format(day) + "_to_" + to.AddDate(0, 0, -1).Format(day)
}

// FilteredBy lets every aggregate of an expression see only the rows that fulfil p.
func FilteredBy(x, p statement.Expr) statement.Expr {
	return x.Map(func(e statement.Expr) statement.Expr {
		if _, _, _, _, call := e.AsCall(); call && e.Aggregate() && !e.IsWindow() && PlainAggregate(e) {
			return e.Filter(p)
		}
		return e
	})
}

// PlainAggregate says that the call itself aggregates, and not only what stands inside.
func PlainAggregate(e statement.Expr) bool {
	name, _, star, distinct, _ := e.AsCall()
	return star || distinct || slices.Contains([]string{"count", "sum", "avg", "min", "max", "stddev", "median"}, strings.ToLower(name))
}

// sides are two periods whose figures stand side by side: the one in force, and the one that it is compared with.
type sides struct {
	column      *schema.Column
	both        statement.Expr
	now, before []statement.Expr
}

// sidesInForce are the two periods of a column that a query compares; not ok where it compares none.
func sidesInForce(ed *edit.Editor, c *schema.Column) (sides, bool) {
	s := ed.Scope()
	if list := s.About(c); len(list) == 1 && ed.Query.Set == nil {
		both := s.Query.Where[list[0]]
		terms, _ := both.AsOr()
		if len(terms) != 2 {
			return sides{}, false
		}
		now, one := terms[0].AsAnd()
		before, other := terms[1].AsAnd()
		if !one || !other {
			return sides{}, false
		}
		filtered := slices.ContainsFunc(s.Query.Items, func(item statement.Item) bool { return edit.Contained(item.Expr, now[0]) })
		return sides{c, both, now, before}, filtered
	}
	return sides{}, false
}

// StandBeside says that figures of two periods of a column stand side by side.
func StandBeside(ed *edit.Editor, c *schema.Column) bool {
	_, ok := sidesInForce(ed, c)
	return ok
}

// LosesSides says that a query asks for another period than the two whose figures it still shows side by side, as the query in force does: they
// would all be empty.
func LosesSides(ed *edit.Editor, q *statement.Query) bool {
	view := edit.View{Index: ed.Index, Query: edit.Leftmost(q)}
	for _, p := range ed.Block().Where {
		c := ed.Scope().Subject(p)
		if c == nil {
			continue
		}
		b, ok := sidesInForce(ed, c)
		if ok && len(view.About(c)) > 0 && !edit.Same(view.Query.Where, b.both) && slices.ContainsFunc(view.Query.Items, func(item statement.Item) bool { return edit.Contained(item.Expr, b.now[0]) }) {
			return true
		}
	}
	return false
}

// moveTo puts another period in the place of the one in force, and moves the other along: "what about September?" beside October and September
// are September and August.
func (b sides) moveTo(ed *edit.Editor, c edit.Condition) bool {
	s := ed.Scope()
	x, here := s.Ref(b.column)
	list := edit.Within(c.Column, x, c.Period, c.Edge)
	unit, n, ok := b.stepFor(list)
	if !here || !ok {
		return false
	}
	back, ok := Back(s, list, unit, n, ed.Dialect)
	if !ok || len(back) != len(b.before) {
		return false
	}
	ed.Understand(edit.Relation(c.Column, *c.Period))
	return b.exchange(ed, list, back) == nil
}

// exchange puts two other periods in the place of those in force.
func (b sides) exchange(ed *edit.Editor, now, before []statement.Expr) error {
	q := ed.Block()
	old, made := slices.Concat(b.now, b.before), slices.Concat(now, before)
	for i, item := range q.Items {
		q.Items[i].Expr = exchanged(item.Expr, old, made)
		q.Items[i].Alias = b.renamed(item.Alias, now, before)
	}
	for i, key := range q.OrderBy {
		q.OrderBy[i].Expr = exchanged(key.Expr, old, made)
	}
	return q.ReplacePredicate(b.both, statement.Or(statement.And(now...), statement.And(before...)))
}

// stepFor is how far before a period lies the one that it is compared with: as far as now, for one of the same unit, and right before it for
// another unit, where the two follow one another.
func (b sides) stepFor(list []statement.Expr) (unit string, n int, ok bool) {
	const hours, monthsOfYear = 24, 12
	from, to, ok := BoundsOf(b.now)
	was, until, also := BoundsOf(b.before)
	first, last, bounded := BoundsOf(list)
	now, then := UnitOf(from, to), UnitOf(first, last)
	switch {
	case !ok || !also || !bounded || now == "" || then == "" || len(list) != len(b.now):
		return "", 0, false
	case now != then:
		return then, 1, until.Equal(from)
	case from.Day() != was.Day():
		return "day", int(from.Sub(was).Hours() / hours), true
	}
	return "month", (from.Year()-was.Year())*monthsOfYear + int(from.Month()-was.Month()), true
}

// renamed is the name of a figure that is called after its period, or after the unit of it, where another period takes its place.
func (b sides) renamed(name string, now, before []statement.Expr) string {
	for _, side := range [][2][]statement.Expr{{b.now, now}, {b.before, before}} {
		if was := calledAfter(side[0]); was != "" && strings.HasSuffix(name, "_"+was) {
			return strings.TrimSuffix(name, was) + calledAfter(side[1])
		}
	}
	was, is := unitOfBounds(b.now), unitOfBounds(now)
	return strings.NewReplacer(was+"_before", is+"_before", "last_"+was, "last_"+is).Replace(name)
}

// exchanged is an expression with others, each in the place of the one that stands where it does in the first list.
func exchanged(x statement.Expr, old, made []statement.Expr) statement.Expr {
	return x.Map(func(e statement.Expr) statement.Expr {
		if i := slices.IndexFunc(old, e.Equal); i >= 0 {
			return made[i]
		}
		return e
	})
}
