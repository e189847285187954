package pointer

import (
	"slices"

	"parley/db/statement"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/engine/measure"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
	"parley/workflow/schema/wordlist"
)

// This file lays side by side what took turns ("show both" after another region, or the month before), and tells apart by what a query
// asks several values of ("how many of each").

// Both lets in again what the last turn put something else in the place of: each figure is then taken for each of the two.
func Both(ed *edit.Editor) bool {
	if ed.Last == nil || ed.Query.Set != nil || ed.Last.Set != nil {
		return false
	}
	q := ed.Block()
	gone, came := Without(edit.Leftmost(ed.Last).Where, q.Where), Without(q.Where, edit.Leftmost(ed.Last).Where)
	c := subjectOf(ed, came)
	if c == nil || c != subjectOf(ed, gone) {
		return false
	}
	if err := ed.Scope().Replace(c, statement.Or(statement.And(gone...), statement.And(came...))); err != nil {
		return false
	}
	if was, now, ok := valuesOf(gone, came); ok {
		x, _ := ed.Scope().Ref(c)
		if err := ed.Scope().Replace(c, edit.Allowed(x, edit.Union(was, now))); err != nil {
			return false
		}
	}
	if len(edit.Measures(q)) == 0 {
		return true
	}
	if !ed.Query.Limit.IsZero() {
		ed.Query.ClearLimit()
		ed.Assume("of both, every group is shown")
	}
	return apartBy(ed, c, came)
}

// BothPeriods lays the figures of two periods that took turns beside each other, the later one first: "next to each other" after "and last
// year?".
func BothPeriods(ed *edit.Editor) bool {
	if ed.Last == nil || ed.Query.Set != nil || ed.Last.Set != nil {
		return false
	}
	q := ed.Block()
	gone, came := Without(edit.Leftmost(ed.Last).Where, q.Where), Without(q.Where, edit.Leftmost(ed.Last).Where)
	c := subjectOf(ed, came)
	first, _, bounded := measure.BoundsOf(came)
	other, _, also := measure.BoundsOf(gone)
	if c == nil || c.Role != schema.Moment || c != subjectOf(ed, gone) || !bounded || !also {
		return false
	}
	if first.Before(other) {
		came, gone = gone, came
	}
	return measure.LayBeside(ed, c, came, gone)
}

// periodsBeside lays the figures of two periods that words name beside each other, the later one first, with the change from the earlier one:
// "october vs november". Where the groups are times themselves, each of the two has its own. said is false where the words name no two
// periods, or no figure is shown.
func periodsBeside(ed *edit.Editor, one, other string) (done, said bool) {
	_, first := measure.WholePeriod(ed, one)
	_, second := measure.WholePeriod(ed, other)
	if !first || !second || len(edit.Measures(ed.Block())) == 0 {
		return false, false
	}
	c, now := boundsMeant(ed, one)
	also, before := boundsMeant(ed, other)
	from, to, ok := measure.BoundsOf(now)
	was, until, bounded := measure.BoundsOf(before)
	switch {
	case !ok || !bounded || c != also:
		return false, true
	case !until.After(from):
		return measure.LayBeside(ed, c, now, before), true
	}
	return !to.After(was) && measure.LayBeside(ed, c, before, now), true
}

// boundsMeant are the predicates by which rows are of a period that words name, and of which time; the tables that they ask of are joined.
func boundsMeant(ed *edit.Editor, text string) (*schema.Column, []statement.Expr) {
	if said, ok := measure.WholePeriod(ed, text); ok && measure.StandBeside(ed, said.Column) {
		x, _ := ed.Scope().Ref(said.Column)
		return said.Column, edit.Within(said.Column, x, said.Period, "")
	}
	work := *ed
	work.Query = ed.Query.Clone()
	if !Filter(&work, text, measure.OnlyMode, 0) {
		return nil, nil
	}
	c := subjectOf(&work, Without(work.Block().Where, ed.Block().Where))
	if c == nil {
		c, _ = work.InForce() // it is the period in force
	}
	if c == nil {
		return nil, nil
	}
	if _, err := ed.Scope().Reach(c); err != nil {
		return nil, nil
	}
	s := work.Scope()
	var list []statement.Expr
	for _, i := range s.About(c) {
		list = append(list, s.Query.Where[i])
	}
	return c, list
}

// apartBy takes the figures in force for each value of a column, or for each unit of time that a period of it is long.
func apartBy(ed *edit.Editor, c *schema.Column, period []statement.Expr) bool {
	t := edit.Target{Item: -1, Columns: []*schema.Column{c}, Said: c.Name}
	if c.Role == schema.Moment {
		if _, timed := clause.MomentItem(ed); timed {
			return true
		}
		from, to, ok := measure.BoundsOf(period)
		if !ok {
			return false
		}
		t.Grain = measure.UnitOf(from, to)
		if t.Grain == "" {
			t.Grain = "month"
		}
		t.Said = t.Grain
	}
	x, ok := ed.Scope().Ref(c)
	if ok && slices.ContainsFunc(ed.Block().GroupBy, x.Equal) {
		return true
	}
	return clause.Group(ed, []edit.Target{t}, true)
}

// Without are the predicates that are not among others.
func Without(list, others []statement.Expr) []statement.Expr {
	return slices.DeleteFunc(slices.Clone(list), func(p statement.Expr) bool { return edit.Same(others, p) })
}

// subjectOf is the one column that all predicates are about; nil for none and for several.
func subjectOf(ed *edit.Editor, list []statement.Expr) *schema.Column {
	var found *schema.Column
	for i, p := range list {
		c := ed.Scope().Subject(p)
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
	a, one := edit.ConstraintOf(gone[0])
	b, other := edit.ConstraintOf(came[0])
	return a.Values, b.Values, one && other && !a.Negated && !b.Negated
}

// CountOfEach counts the rows for each of the values of which the query asks several.
func CountOfEach(ed *edit.Editor) bool {
	if ed.Query.Set != nil {
		return false
	}
	s := ed.Scope()
	var found *schema.Column
	for _, p := range s.Query.Where {
		now, ok := edit.ConstraintOf(p)
		c := s.Subject(p)
		if !ok || now.Negated || len(now.Values) < 2 || c == nil {
			continue
		}
		if found != nil {
			return false
		}
		found = c
	}
	return found != nil && apartBy(ed, found, nil)
}

// MostOfThose counts the rows in force for each of what words name, and keeps the one that has most or least of them: "which property
// has the most" after a list of units.
func MostOfThose(ed *edit.Editor, what string, desc bool) bool {
	root := ed.Root()
	t, ok := ed.Targets(what)
	if root == nil || ed.Block().Grouped() || ed.Query.Set != nil || !ed.Query.Limit.IsZero() || !ok || len(t) != 1 || t[0].Aggregate != "" || t[0].Entity == root {
		return false
	}
	if !measure.GroupMeant(ed, what, false) {
		return false
	}
	i, ok := ed.Measure()
	return ok && clause.SortByItem(ed, i, desc) && clause.Limit(ed, 1)
}

// BehindFigure lists the rows of which the query gives one figure, or that of one group.
func BehindFigure(ed *edit.Editor) bool {
	if len(ed.Block().GroupBy) == 0 {
		return measure.RowsBehind(ed, "", "")
	}
	most, cut := clause.CutAt(ed)
	return cut && most == 1 && measure.RowsBehind(ed, "", "first")
}

// SwappingRules put one thing in the place of another.
var SwappingRules = wordlist.SetOf("what about", "correct")

// MostGivingWay is how many conditions may be tried on the database.
const MostGivingWay = 4

// AsksWhether says that an input asks whether there are such rows among those in force: "are there any with a window".
func AsksWhether(u tag.Utterance) bool {
	s := u.Trim(tag.Stretch{From: 0, To: len(u.Tokens)})
	return u.Phrase(s.From, "is there", "are there", "was there", "were there") > 0
}

// AsksBoth says that an input asks for both of what took turns, and for nothing else.
func AsksBoth(u tag.Utterance) bool {
	return u.Has("both") && !slices.ContainsFunc(u.Words, func(w string) bool {
		return w != "both" && !english.OrderVerbs[w] && !english.TheyWords[w] && !english.ThoseWords[w] && !english.Courtesy[w] && w != "of" && w != "me" && w != "and" && w != "now"
	})
}
