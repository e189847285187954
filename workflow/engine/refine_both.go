package engine

import (
	"slices"

	"parley/db/statement"
	"parley/workflow/engine/english"
	"parley/workflow/schema"
)

// This file lays side by side what took turns ("show both" after another region, or the month before), and tells apart by what a query
// asks several values of ("how many of each").

// both lets in again what the last turn put something else in the place of: each figure is then taken for each of the two.
func (ed *editor) both() bool {
	if ed.last == nil || ed.query.Set != nil || ed.last.Set != nil {
		return false
	}
	q := ed.block()
	gone, came := without(leftmost(ed.last).Where, q.Where), without(q.Where, leftmost(ed.last).Where)
	c := ed.subjectOf(came)
	if c == nil || c != ed.subjectOf(gone) {
		return false
	}
	if err := ed.scope().replace(c, statement.Or(statement.And(gone...), statement.And(came...))); err != nil {
		return false
	}
	if was, now, ok := valuesOf(gone, came); ok {
		x, _ := ed.scope().ref(c)
		if err := ed.scope().replace(c, allowed(x, union(was, now))); err != nil {
			return false
		}
	}
	if len(measures(q)) == 0 {
		return true
	}
	if !ed.query.Limit.IsZero() {
		ed.query.ClearLimit()
		ed.assume("of both, every group is shown")
	}
	return ed.apartBy(c, came)
}

// apartBy takes the figures in force for each value of a column, or for each unit of time that a period of it is long.
func (ed *editor) apartBy(c *schema.Column, period []statement.Expr) bool {
	t := target{item: -1, columns: []*schema.Column{c}, said: c.Name}
	if c.Role == schema.Moment {
		if _, timed := ed.momentItem(); timed {
			return true
		}
		from, to, ok := boundsOf(period)
		if !ok {
			return false
		}
		t.grain = unitOf(from, to)
		if t.grain == "" {
			t.grain = "month"
		}
		t.said = t.grain
	}
	x, ok := ed.scope().ref(c)
	if ok && slices.ContainsFunc(ed.block().GroupBy, x.Equal) {
		return true
	}
	return ed.group([]target{t}, true)
}

// without are the predicates that are not among others.
func without(list, others []statement.Expr) []statement.Expr {
	return slices.DeleteFunc(slices.Clone(list), func(p statement.Expr) bool { return same(others, p) })
}

// subjectOf is the one column that all predicates are about; nil for none and for several.
func (ed *editor) subjectOf(list []statement.Expr) *schema.Column {
	var found *schema.Column
	for i, p := range list {
		c := ed.scope().subject(p)
		if c == nil || i > 0 && c != found {
			return nil
		}
		found = c
	}
	return found
}

// valuesOf are the values that two lists of predicates allow, where that is all that they ask.
func valuesOf(gone, came []statement.Expr) (was, now []statement.Expr, ok bool) {
	if len(gone) != 1 || len(came) != 1 {
		return nil, nil, false
	}
	a, one := constraintOf(gone[0])
	b, other := constraintOf(came[0])
	return a.values, b.values, one && other && !a.negated && !b.negated
}

// countOfEach counts the rows for each of the values of which the query asks several.
func (ed *editor) countOfEach() bool {
	if ed.query.Set != nil {
		return false
	}
	s := ed.scope()
	var found *schema.Column
	for _, p := range s.query.Where {
		now, ok := constraintOf(p)
		c := s.subject(p)
		if !ok || now.negated || len(now.values) < 2 || c == nil {
			continue
		}
		if found != nil {
			return false
		}
		found = c
	}
	return found != nil && ed.apartBy(found, nil)
}

// mostOfThose counts the rows in force for each of what words name, and keeps the one that has most or least of them: "which property
// has the most" after a list of units.
func (ed *editor) mostOfThose(what string, desc bool) bool {
	root := ed.root()
	t, ok := ed.targets(what)
	if root == nil || ed.block().Grouped() || ed.query.Set != nil || !ed.query.Limit.IsZero() || !ok || len(t) != 1 || t[0].aggregate != "" || t[0].entity == root {
		return false
	}
	if !ed.groupMeant(what, false) {
		return false
	}
	i, ok := ed.measure()
	return ok && ed.sortByItem(i, desc) && ed.limit(1)
}

// behindFigure lists the rows of which the query gives one figure, or that of one group.
func (ed *editor) behindFigure() bool {
	if len(ed.block().GroupBy) == 0 {
		return ed.rowsBehind("", "")
	}
	most, cut := ed.cutAt()
	return cut && most == 1 && ed.rowsBehind("", "first")
}

// swappingRules put one thing in the place of another.
var swappingRules = english.Set("what about", "correct")

// mostGivingWay is how many conditions may be tried on the database.
const mostGivingWay = 4

// asksWhether says that an input asks whether there are such rows among those in force: "are there any with a window".
func (u utterance) asksWhether() bool {
	s := u.trim(stretch{0, len(u.tokens)})
	return u.phrase(s.from, "is there", "are there", "was there", "were there") > 0
}

// asksBoth says that an input asks for both of what took turns, and for nothing else.
func (u utterance) asksBoth() bool {
	return u.has("both") && !slices.ContainsFunc(u.words, func(w string) bool {
		return w != "both" && !english.OrderVerbs[w] && !english.TheyWords[w] && !english.ThoseWords[w] && !english.Courtesy[w] && w != "of" && w != "me" && w != "and" && w != "now"
	})
}
