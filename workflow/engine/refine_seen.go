package engine

import (
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/english"
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
func downwards(u utterance, f fit) bool {
	return !slices.ContainsFunc(u.words[:f.slots[0].from], func(w string) bool { return english.AtFoot[w] })
}

// seenRules are tried before all others.
func seenRules() []rule {
	first := func(ed *editor, u utterance, f fit) bool {
		return len(f.numbers) > 0 && ed.firstBySeen(u.text(f.slots[0]), downwards(u, f), f.numbers[0])
	}
	ofGroups := func(ed *editor, u utterance, f fit) bool {
		said := strings.ToLower(u.text(f.slots[0]))
		return len(f.numbers) > 0 && (ed.callsGroups(said) || Unit(schema.Lemma(said)) != "") && ed.firstBySeen(u.text(f.slots[1]), downwards(u, f), f.numbers[0])
	}
	one := func(ed *editor, u utterance, f fit) bool {
		return ed.firstBySeen(u.text(f.slots[0]), downwards(u, f), 1)
	}
	const ends = "most|highest|largest|biggest|greatest|best|maximum|top|least|lowest|fewest|smallest|minimum|bottom "
	out := []rule{
		ruleOf(firstInView, first,
			leadFirst+"# best|top|highest|largest|biggest|lowest|smallest|last|bottom [ones|rows] by {}", leadFirst+"top|first|best|bottom|last|lowest|highest # [ones|rows] by {}",
			leadFirst+"# [ones|rows|of] [them|those|these] [with|that|which|who|having|have|has|had|make|makes|made|do|did] [have|has|had] [the] "+ends+"{}",
			leadFirst+"# "+ends+"{}"),
		ruleOf(firstInView, ofGroups, leadFirst+"top|first|best|bottom|last|lowest|highest # {} by {}", leadFirst+"# best|top|highest|largest|biggest|lowest|smallest {} by {}"),
		ruleOf(firstInView, one,
			"[and|so|now] which|what|who [of] [one|them|these|those|ones] [has|have|had|is|with|got] [the] "+ends+"{}", "[and|now] [only|just|show|keep] [me] [only|just] the one with [the] "+ends+"{}"),
		ruleOf(orderByPlace, func(ed *editor, u utterance, f fit) bool { return ed.orderByPlace(u.text(f.slots[0]), u) },
			"[sort|order|rank|sorted|ordered|ranked] [it|them|these|those|this|that] [ascending|descending] by|on [the] {} column|figure [descending|desc|ascending|asc|instead|please] [instead|please]"),
		ruleOf(orderByPlace, func(ed *editor, u utterance, f fit) bool { return ed.orderByPlace(u.text(f.slots[0]), u) },
			"[sort|order|rank|sorted|ordered|ranked] [it|them|these|those|this|that] [ascending|descending] by|on [the] column [number|no|no.] {} [descending|desc|ascending|asc|instead|please]"),
	}
	const rows = "rows|results|records|entries "
	out = append(out, ruleOf(rowsInView, plain((*editor).count),
		"[and|so|ok] how many "+rows+"[is|are|do|does] [that|there|this|these|those|it|we|i] [have|get|in] [in] [total|all|altogether|now|then]",
		"[and|just|only|ok] [show|give|tell] [me] count [the|these|those|all|of] "+rows+"[please]", "[and|just|only|what|what's] [is|'s|show|give|tell] [me] [the] number|count of [the|these|those] "+rows+"[only|please]"))
	for _, b := range boundWords {
		out = append(out, boundSeen(leadDrop, complement(b.operator), b.words)...)
		out = append(out, boundSeen(leadKeep, b.operator, b.words)...)
	}
	return append(out, boundBehind()...)
}

// boundSeen are bounds on a figure in view whose comparison is said before the number.
func boundSeen(lead, operator, words string) []rule {
	return []rule{
		ruleOf(boundInView, func(ed *editor, u utterance, f fit) bool {
			return ed.boundOnSeen(u.text(f.slots[0]), operator, u.text(f.slots[1]))
		}, lead+"{} "+boundIs+words+" {}"),
		ruleOf(boundInView, func(ed *editor, u utterance, f fit) bool {
			return ed.boundOnSeen(u.text(stretch{f.slots[0].from + 1, f.slots[0].to}), operator, u.text(stretch{f.slots[0].from, f.slots[0].from + 1}))
		}, lead+words+" {} [only|please]"),
	}
}

// boundBehind are bounds whose comparison is said behind the number: "revenue of 500 or more", "drop those with 3 visits or less".
func boundBehind() []rule {
	var out []rule
	for _, b := range []struct{ operator, words string }{{">=", "or|and more|above|over|higher|up"}, {"<=", "or|and less|fewer|below|under|lower"}} {
		for _, lead := range []string{leadDrop, leadKeep} {
			operator := b.operator
			if lead == leadDrop {
				operator = complement(operator)
			}
			out = append(out, ruleOf(boundInView, func(ed *editor, u utterance, f fit) bool {
				return ed.boundOnSeen(u.text(f.slots[0]), operator, u.text(f.slots[1])) || ed.boundOnSeen(u.text(f.slots[1]), operator, u.text(f.slots[0]))
			}, lead+"{} "+boundIs+"{} "+b.words), ruleOf(boundInView, func(ed *editor, u utterance, f fit) bool {
				return ed.boundOnSeen(u.text(f.slots[1]), operator, u.text(f.slots[0]))
			}, lead+"{} "+b.words+" {}"))
		}
	}
	return out
}

// seenFigure is the one figure in view that goes by a text: by its whole name, else by its name without what kind of figure it is.
func (ed *editor) seenFigure(text string) (int, bool) {
	words := lemmasOf(contentWords(text))
	if ed.query.Set != nil || len(words) == 0 {
		return 0, false
	}
	bare := func(w string) bool { return english.FigureKinds[w] }
	found := -1
	for _, whole := range []bool{true, false} {
		for i, item := range ed.block().Items {
			name := lemmasOf(contentWords(strings.Join(schema.Split(itemName(item)), " ")))
			if !whole {
				name = slices.DeleteFunc(name, bare)
			}
			if !ed.figureItem(i) || !slices.Equal(name, words) {
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
func (ed *editor) figureItem(i int) bool {
	item := ed.block().Items[i]
	if item.Alias == "" && !ed.opaque(i) || !ed.number(item.Expr) && !item.Expr.Aggregate() {
		return false
	}
	return ed.scope().column(item.Expr) == nil
}

// boundOnSeen keeps the rows whose figure in view compares so with a number.
func (ed *editor) boundOnSeen(text, operator, number string) bool {
	i, ok := ed.seenFigure(text)
	word, unit, _ := strings.Cut(number, " ")
	v, is := ParseNumber(word)
	if !ok || !is || !mereUnit(unit) {
		return false
	}
	return ed.keepSeen(i, operator, statement.Literal(Figure(v)))
}

// keepSeen compares a figure in view; one of a window is compared from outside, where it is worked out already.
func (ed *editor) keepSeen(i int, operator string, v statement.Expr) bool {
	q := ed.block()
	if !q.Items[i].Expr.HasWindow() {
		return ed.having(i, operator, v)
	}
	if !ed.query.Limit.IsZero() {
		return false
	}
	shown := ed.nameAll()
	name, order := q.Items[i].Alias, -1
	if len(ed.query.OrderBy) == 1 {
		order = q.ItemOf(ed.query.OrderBy[0].Expr)
	}
	var keys []statement.Key
	if order >= 0 {
		keys = []statement.Key{{Expr: statement.Column("", q.Items[order].Alias), Desc: ed.query.OrderBy[0].Desc}}
	}
	q.ClearOrder()
	ed.wrap(shown...)
	ed.query.Where, ed.query.OrderBy = []statement.Expr{statement.Binary(operator, statement.Column("", name), v)}, keys
	return true
}

// firstBySeen keeps the n largest, or smallest, by a figure in view.
func (ed *editor) firstBySeen(text string, desc bool, n int) bool {
	i, ok := ed.seenFigure(text)
	return ok && n > 0 && ed.sortByItem(i, desc) && ed.limit(n)
}

// orderByPlace orders by the column that stands at a place, counted from one.
func (ed *editor) orderByPlace(text string, u utterance) bool {
	n, ok := ordinals[strings.ToLower(text)]
	if !ok {
		v, is := smallNumber(strings.ToLower(text))
		n, ok = v-1, is
	}
	if strings.EqualFold(text, "last") {
		n, ok = len(ed.block().Items)-1, true
	}
	if !ok || n < 0 || n >= len(ed.block().Items) || ed.query.Set != nil {
		return false
	}
	if _, star := ed.block().Items[n].Expr.AsStar(); star {
		return false
	}
	return ed.sortByItem(n, u.has("descending") || u.has("desc"))
}
