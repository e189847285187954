package rule

import (
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/engine/measure"
	"parley/workflow/engine/pointer"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file reads what is said of a figure on screen by the name that it carries there: a bound on it, the first or last so many by it,
// the place of a column. What is in view is nearer than any column of the database that is called alike.

// Ways of leading up to the rows in view, and of naming them.
const (
	leadKeep  = "[and|now|only|just|show|keep|give|list|leave|filter] [me|to|it] [only|just|to] [the|those|these|ones|rows|all|any|groups|everything] [ones|rows|groups] [that|which|who|with|where|whose|having|have|has|had|of] [a|an|the|their|its] "
	leadDrop  = "[and|now] drop|exclude|excluding|without|omit|remove|ignore|hide|skip|leave [out] [the|those|these|ones|rows|all|any|everything] [ones|rows|groups] [that|which|who|with|where|whose|having|have|has|had|of] [a|an|the|their|its] "
	boundIs   = "[is|are|was|were|of|being] "
	leadFirst = "[and|now|so] [only|just|show|keep|give|list|which|what|who] [me|us] [only|just] [the] [ones|rows] "
)

// downwards says that what leads up to the first slot asks for the largest; words of the figure's own name ("last purchase") say nothing.
func downwards(u tag.Utterance, f tag.Fit) bool {
	return !slices.ContainsFunc(u.Words[:f.Slots[0].From], func(w string) bool { return english.AtFoot[w] })
}

// seenRules are tried before all others.
func seenRules() []clause.Rule {
	first := func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
		return len(f.Numbers) > 0 && firstBySeen(ed, u.Text(f.Slots[0]), downwards(u, f), f.Numbers[0])
	}
	ofGroups := func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
		said := strings.ToLower(u.Text(f.Slots[0]))
		return len(f.Numbers) > 0 && (pointer.CallsGroups(ed, said) || tag.Unit(schema.Lemma(said)) != "") && firstBySeen(ed, u.Text(f.Slots[1]), downwards(u, f), f.Numbers[0])
	}
	one := func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
		return firstBySeen(ed, u.Text(f.Slots[0]), downwards(u, f), 1)
	}
	const ends = "most|highest|largest|biggest|greatest|best|maximum|top|least|lowest|fewest|smallest|minimum|bottom "
	out := []clause.Rule{
		clause.RuleOf(clause.FirstInView, first,
			leadFirst+"# best|top|highest|largest|biggest|lowest|smallest|last|bottom [ones|rows] by {}", leadFirst+"top|first|best|bottom|last|lowest|highest # [ones|rows] by {}",
			leadFirst+"# [ones|rows|of] [them|those|these] [with|that|which|who|having|have|has|had|make|makes|made|do|did] [have|has|had] [the] "+ends+"{}",
			leadFirst+"# "+ends+"{}"),
		clause.RuleOf(clause.FirstInView, ofGroups, leadFirst+"top|first|best|bottom|last|lowest|highest # {} by {}", leadFirst+"# best|top|highest|largest|biggest|lowest|smallest {} by {}"),
		clause.RuleOf(clause.FirstInView, one,
			"[and|so|now] which|what|who [of] [one|them|these|those|ones] [has|have|had|is|with|got] [the] "+ends+"{}", "[and|now] [only|just|show|keep] [me] [only|just] the one with [the] "+ends+"{}"),
		clause.RuleOf(clause.OrderByPlace, func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool { return orderByPlace(ed, u.Text(f.Slots[0]), u) },
			"[sort|order|rank|sorted|ordered|ranked] [it|them|these|those|this|that] [ascending|descending] by|on [the] {} column|figure [descending|desc|ascending|asc|instead|please] [instead|please]"),
		clause.RuleOf(clause.OrderByPlace, func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool { return orderByPlace(ed, u.Text(f.Slots[0]), u) },
			"[sort|order|rank|sorted|ordered|ranked] [it|them|these|those|this|that] [ascending|descending] by|on [the] column [number|no|no.] {} [descending|desc|ascending|asc|instead|please]"),
	}
	const rows = "rows|results|records|entries "
	out = append(out, clause.RuleOf(clause.RowsInView, clause.Plain(clause.Count),
		"[and|so|ok] how many "+rows+"[is|are|do|does] [that|there|this|these|those|it|we|i] [have|get|in] [in] [total|all|altogether|now|then]",
		"[and|just|only|ok] [show|give|tell] [me] count [the|these|those|all|of] "+rows+"[please]", "[and|just|only|what|what's] [is|'s|show|give|tell] [me] [the] number|count of [the|these|those] "+rows+"[only|please]"))
	for _, b := range pointer.BoundWords {
		out = append(out, boundSeen(leadDrop, measure.Complement(b.Operator), b.Words)...)
		out = append(out, boundSeen(leadKeep, b.Operator, b.Words)...)
	}
	return append(out, boundBehind()...)
}

// boundSeen are bounds on a figure in view whose comparison is said before the number.
func boundSeen(lead, operator, words string) []clause.Rule {
	return []clause.Rule{
		clause.RuleOf(clause.BoundInView, func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return boundOnSeen(ed, u.Text(f.Slots[0]), operator, u.Text(f.Slots[1]))
		}, lead+"{} "+boundIs+words+" {}"),
		clause.RuleOf(clause.BoundInView, func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return boundOnSeen(ed, u.Text(tag.Stretch{From: f.Slots[0].From + 1, To: f.Slots[0].To}), operator, u.Text(tag.Stretch{From: f.Slots[0].From, To: f.Slots[0].From + 1}))
		}, lead+words+" {} [only|please]"),
	}
}

// boundBehind are bounds whose comparison is said behind the number: "revenue of 500 or more", "drop those with 3 visits or less".
func boundBehind() []clause.Rule {
	var out []clause.Rule
	for _, b := range []struct{ operator, words string }{{">=", "or|and more|above|over|higher|up"}, {"<=", "or|and less|fewer|below|under|lower"}} {
		for _, lead := range []string{leadDrop, leadKeep} {
			operator := b.operator
			if lead == leadDrop {
				operator = measure.Complement(operator)
			}
			out = append(out, clause.RuleOf(clause.BoundInView, func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
				return boundOnSeen(ed, u.Text(f.Slots[0]), operator, u.Text(f.Slots[1])) || boundOnSeen(ed, u.Text(f.Slots[1]), operator, u.Text(f.Slots[0]))
			}, lead+"{} "+boundIs+"{} "+b.words), clause.RuleOf(clause.BoundInView, func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
				return boundOnSeen(ed, u.Text(f.Slots[1]), operator, u.Text(f.Slots[0]))
			}, lead+"{} "+b.words+" {}"))
		}
	}
	return out
}

// seenFigure is the one figure in view that goes by a text: by its whole name, else by its name without what kind of figure it is.
func seenFigure(ed *edit.Editor, text string) (int, bool) {
	words := edit.LemmasOf(clause.ContentWords(text))
	if ed.Query.Set != nil || len(words) == 0 {
		return 0, false
	}
	bare := func(w string) bool { return english.FigureKinds[w] }
	found := -1
	for _, whole := range []bool{true, false} {
		for i, item := range ed.Block().Items {
			name := edit.LemmasOf(clause.ContentWords(strings.Join(schema.Split(edit.ItemName(item)), " ")))
			if !whole {
				name = slices.DeleteFunc(name, bare)
			}
			if !figureItem(ed, i) || !slices.Equal(name, words) {
				continue
			}
			if found >= 0 {
				return 0, false
			}
			found = i
		}
		if found >= 0 {
			return found, true
		}
	}
	return 0, false
}

// figureItem says that an item is a number that was worked out: no plain column of a table.
func figureItem(ed *edit.Editor, i int) bool {
	item := ed.Block().Items[i]
	if item.Alias == "" && !ed.Opaque(i) || !ed.Number(item.Expr) && !item.Expr.Aggregate() {
		return false
	}
	return ed.Scope().Column(item.Expr) == nil
}

// boundOnSeen keeps the rows whose figure in view compares so with a number.
func boundOnSeen(ed *edit.Editor, text, operator, number string) bool {
	i, ok := seenFigure(ed, text)
	word, unit, _ := strings.Cut(number, " ")
	v, is := tag.ParseNumber(word)
	if !ok || !is || !pointer.MereUnit(unit) {
		return false
	}
	return keepSeen(ed, i, operator, statement.Literal(tag.Figure(v)))
}

// keepSeen compares a figure in view; one of a window is compared from outside, where it is worked out already.
func keepSeen(ed *edit.Editor, i int, operator string, v statement.Expr) bool {
	q := ed.Block()
	if !q.Items[i].Expr.HasWindow() {
		return clause.Having(ed, i, operator, v)
	}
	if !ed.Query.Limit.IsZero() {
		return false
	}
	shown := clause.NameAll(ed)
	name, order := q.Items[i].Alias, -1
	if len(ed.Query.OrderBy) == 1 {
		order = q.ItemOf(ed.Query.OrderBy[0].Expr)
	}
	var keys []statement.Key
	if order >= 0 {
		keys = []statement.Key{{Expr: statement.Column("", q.Items[order].Alias), Desc: ed.Query.OrderBy[0].Desc}}
	}
	q.ClearOrder()
	clause.Wrap(ed, shown...)
	ed.Query.Where, ed.Query.OrderBy = []statement.Expr{statement.Binary(operator, statement.Column("", name), v)}, keys
	return true
}

// firstBySeen keeps the n largest, or smallest, by a figure in view.
func firstBySeen(ed *edit.Editor, text string, desc bool, n int) bool {
	i, ok := seenFigure(ed, text)
	return ok && n > 0 && clause.SortByItem(ed, i, desc) && clause.Limit(ed, n)
}

// orderByPlace orders by the column that stands at a place, counted from one.
func orderByPlace(ed *edit.Editor, text string, u tag.Utterance) bool {
	n, ok := tag.Ordinals[strings.ToLower(text)]
	if !ok {
		v, is := tag.SmallNumber(strings.ToLower(text))
		n, ok = v-1, is
	}
	if strings.EqualFold(text, "last") {
		n, ok = len(ed.Block().Items)-1, true
	}
	if !ok || n < 0 || n >= len(ed.Block().Items) || ed.Query.Set != nil {
		return false
	}
	if _, star := ed.Block().Items[n].Expr.AsStar(); star {
		return false
	}
	return clause.SortByItem(ed, n, u.Has("descending") || u.Has("desc"))
}
