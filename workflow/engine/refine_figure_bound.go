package engine

import (
	"regexp"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/english"
	"parley/workflow/schema"
)

// This file keeps groups by a figure on screen: "which of them cost us more than 15000" goes by the cost that is shown, before any column
// of that name; "only those slower than the average" by the figure in force.

// moreWords and lessWords compare what is on screen, whatever it is measured in.
var (
	moreWords = "slower|longer|older|later|higher|larger|bigger|greater|more|costlier|dearer|pricier|heavier|worse"
	lessWords = "faster|quicker|shorter|younger|earlier|lower|smaller|less|fewer|cheaper|lighter"
)

// figureBoundRules compare the figure on screen with its own average.
func figureBoundRules() []rule {
	const which = "[and|only|just|show|keep|the|now] [me|show|keep|only|just|the] [which|who|those|ones|what|the] [of] [them|those|these|ones] [that|which|who|with|where] [is|are|was|were|take|took|takes|cost|costs|have|has|had|a|lasted|last] "
	against := func(above bool) func(*editor, utterance, fit) bool {
		return func(ed *editor, _ utterance, _ fit) bool { return ed.besideAverage(above) }
	}
	per := func(ed *editor, u utterance, f fit) bool {
		over := u.text(f.slots[0])
		if deed := doesWhat.FindStringSubmatch(over); deed != nil {
			over = deed[1]
		}
		under := u.text(f.slots[1])
		if !ed.asksOfGroups() {
			return false
		}
		if ed.try(func() bool { return ed.ratio(over + " per " + under) }) {
			return true
		}
		q := ed.block() // by another name than on screen
		amounts := slices.DeleteFunc(measures(q), func(i int) bool { return isCount(q.Items[i].Expr) })
		words := contentWords(over)
		return len(amounts) == 1 && len(words) == 1 && (english.AmountNouns[words[0]] || english.AnyAmount[words[0]] || english.WorthDeeds[words[0]]) && ed.ratio(" per "+under)
	}
	alone := func(ed *editor, u utterance, f fit) bool {
		return ed.asksOfGroups() && len(measures(ed.block())) > 1 && ed.ratio(" per "+u.text(f.slots[0]))
	}
	const lead = "[and|so|now|add|show|with|also] [me] [also] [what|how] [much] [is|was|are|were|did|do|does] "
	out := []rule{
		ruleOf("add", per, lead+"[the|that|they|it|those|we] {} per|each|a [single] {} [too|also|please]", lead+"[the|that|they|it|those|we] {} for each {} [too|also|please]"),
		ruleOf("add", alone, lead+"[that|they|it|those] per {} [too|also|please|as] [well]"),
		ruleOf("order", func(ed *editor, u utterance, f fit) bool { return ed.orderPer(u.text(f.slots[0]), u.text(f.slots[1])) },
			"[sort|order|rank|put|show] [it|them|these|those] [by] [the] {} per {} [,] [highest|most|largest|biggest|best] on|at|first|to|descending [the] [top]", "[sort|order|rank] [it|them|these|those] by [the] {} per {} [please]"),
	}
	for _, k := range []struct {
		words string
		above bool
	}{{moreWords, true}, {lessWords, false}} {
		out = append(out, ruleOf("above average", against(k.above), which+k.words+" [expensive] than [the|their|its|an|a] [overall|group] average|mean|norm|usual [ones|one|only|figure|value]", which+k.words+" [expensive] than [on|is|the] average"))
	}
	return out
}

// besideAverage keeps the groups whose figure lies on one side of the average of all: of an average, that of all rows.
func (ed *editor) besideAverage(above bool) bool {
	i, ok := ed.measure()
	if !ok || ed.query.Set != nil || !ed.query.Limit.IsZero() {
		return false
	}
	operator := map[bool]string{true: ">", false: "<"}[above]
	q := ed.block()
	x := q.Items[i].Expr
	if inner := unrounded(x); isAverage(inner) && len(q.GroupBy) > 0 && len(q.Having) == 0 {
		q.SpellOut()
		inner = unrounded(q.Items[i].Expr)
		all := q.Clone()
		all.ClearOrder()
		all.GroupBy, all.Items = nil, []statement.Item{{Expr: inner}}
		return q.AddPredicate(statement.Binary(operator, inner, statement.Scalar(all))) == nil
	}
	return ed.overAverage(i, operator)
}

// unrounded is an expression without the rounding around it.
func unrounded(x statement.Expr) statement.Expr {
	name, args, _, _, ok := x.AsCall()
	if ok && strings.EqualFold(name, "round") && len(args) > 0 && args[0].Aggregate() {
		return args[0]
	}
	return x
}

// doesWhat is a deed that stands for a figure: "what they cost".
var doesWhat = regexp.MustCompile(`(?i)^(?:what|how much)\s+(?:they|it|that|we|those)\s+(.+)$`)

// orderPer orders by one figure for each of another, shown already or to be shown.
func (ed *editor) orderPer(over, under string) bool {
	if !ed.asksOfGroups() {
		return false
	}
	desc := true
	words := slices.DeleteFunc(contentWords(over), func(w string) bool {
		it := ed.tag(w)
		low := len(it) == 1 && (it[0].Is(Superlative) && !it[0].Cue.Desc || it[0].Is(Least))
		desc = desc && !low
		return len(it) == 1 && it[0].Is(Superlative, Most, Least) || english.RankedWords[w]
	})
	q := ed.block()
	for _, i := range measures(q) {
		name := lemmasOf(schema.Split(itemName(q.Items[i])))
		if at := slices.Index(name, "per"); at >= 0 && slices.Equal(name[at+1:], lemmasOf(contentWords(under))) {
			return ed.sortByItem(i, desc)
		}
	}
	return ed.ratio(strings.Join(words, " ")+" per "+under) && ed.sortByItem(len(ed.block().Items)-1, desc)
}
