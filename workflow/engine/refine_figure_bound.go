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

// figureBound keeps the groups by a bound that a text sets to a figure on screen, which it calls by the name that it has there, or by the
// words of what it is made of.
func (ed *editor) figureBound(text string) bool {
	if !ed.asksOfGroups() {
		return false
	}
	operator, value := "", 0.0
	var name []string
	for _, it := range ed.tag(text) {
		switch {
		case it.HasNumber && operator == "" || it.Is(Compare) && operator != "" || it.Period != nil || it.Is(Negation, Except, Between):
			return false
		case it.Is(Compare):
			operator = it.Cue.Operator
		case it.Is(AtLeast):
			operator = it.Cue.Operator
		case it.HasNumber:
			value = it.Number
		case english.BoundFillers[it.Lower], english.MoneyWords[it.Lower], strings.Trim(it.Lower, "?!.,") == "":
		default:
			name = append(name, strings.Fields(it.Lower)...)
		}
	}
	if operator == "" || value == 0 {
		return false
	}
	if len(name) == 0 {
		i, ok := ed.boundFigureOf(value)
		if m, main := ed.measure(); main && value >= leastAmount && !isCount(ed.block().Items[m].Expr) {
			i = m // nobody counts that many
		}
		c := condition{kind: compareCondition, item: i, operator: operator, values: []statement.Expr{figure(value)}}
		ed.asRatio(&c)
		return ok && ed.having(i, operator, c.values[0])
	}
	function := ""
	name = slices.DeleteFunc(name, func(w string) bool {
		if fn := functionWords[w]; fn != "" && len(name) > 1 {
			function = fn
			return true
		}
		return false
	})
	if len(name) > 1 && ed.said.any(english.HavingWords) && ed.callsGroups(name[0]) {
		if _, ok := ed.figureNamed(name[1:]); ok {
			name = name[1:] // what the groups are, before what they have
		}
	}
	if first, at := name[0], strings.Index(strings.ToLower(text), name[0]); schema.Lemma(first) != first && at < strings.IndexAny(text, "0123456789") && ed.aliasOf(name) < 0 && !ed.said.hasBefore(first, english.HavingWords) {
		return false // "only amounts over 5" are rows
	}
	i, ok := ed.figureNamed(name)
	if !ok && len(name) == 1 && english.WorthDeeds[name[0]] {
		amounts := ed.amountsShown()
		if ok = len(amounts) == 1; ok {
			i = amounts[0] // what they cost, or brought in, is the one amount on screen
		}
	}
	if !ok || function != "" && !strings.Contains(strings.ToLower(ed.block().Items[i].Expr.SQL()), function+"(") {
		return false
	}
	c := condition{kind: compareCondition, item: i, operator: operator, values: []statement.Expr{figure(value)}}
	ed.asRatio(&c)
	ed.understand(strings.Join(name, " ") + " = " + itemName(ed.block().Items[i]))
	return ed.having(i, operator, c.values[0])
}

// hasBefore says that one of the words stands right before another.
func (u utterance) hasBefore(word string, before map[string]bool) bool {
	for i := 1; i < len(u.words); i++ {
		if u.words[i] == word && before[u.words[i-1]] {
			return true
		}
	}
	return false
}

// amountsShown are the figures on screen that count nothing.
func (ed *editor) amountsShown() []int {
	q := ed.block()
	return slices.DeleteFunc(measures(q), func(i int) bool { return isCount(q.Items[i].Expr) })
}

// aliasOf is the place of the figure on screen whose name is just these words; -1 for none.
func (ed *editor) aliasOf(words []string) int {
	return slices.IndexFunc(ed.block().Items, func(item statement.Item) bool {
		return item.Expr.Aggregate() && slices.Equal(lemmasOf(schema.Split(itemName(item))), lemmasOf(words))
	})
}

// figureNamed is the one figure on screen that goes by all of the words: by its name, else by those of what it is taken of.
func (ed *editor) figureNamed(words []string) (int, bool) {
	stems := make([]string, len(words))
	for i, w := range words {
		stems[i] = schema.Stem(w)
	}
	q := ed.block()
	for _, own := range []func(int) []string{
		func(i int) []string { return schema.Split(itemName(q.Items[i])) },
		ed.figureWords,
	} {
		found := -1
		for _, i := range measures(q) {
			called := own(i)
			if slices.ContainsFunc(stems, func(w string) bool {
				return !slices.ContainsFunc(called, func(o string) bool { return schema.Stem(strings.ToLower(o)) == w })
			}) {
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

// figureWords are the words of the columns that a shown total or average is taken of.
func (ed *editor) figureWords(i int) []string {
	var out []string
	x := ed.block().Items[i].Expr
	if isCount(x) {
		return nil
	}
	for _, e := range x.Columns() {
		if c := ed.scope().column(e); c != nil {
			out = append(out, c.Words...)
		}
	}
	return out
}

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

// boundAlone is a bound on the listed rows that names nothing: it goes by the number that is shown or sorted by, else by what a row comes
// to; nil where the text says more, or nothing is known.
func (ed *editor) boundAlone(text string) *condition {
	q, root := ed.block(), ed.root()
	if root == nil || ed.query.Set != nil || q.Grouped() || ed.bounded() != nil {
		return nil
	}
	operator, value := "", 0.0
	for _, it := range ed.tag(text) {
		switch {
		case it.Is(Compare) && operator == "" && (len(it.Cue.Dimension) == 0 || it.Cue.Dimension[0] == "*"):
			operator = it.Cue.Operator
		case it.HasNumber && operator != "" && it.Period == nil:
			value = it.Number
		case english.BoundFillers[it.Lower], english.MoneyWords[it.Lower], strings.Trim(it.Lower, "?!.,") == "":
		default:
			return nil
		}
	}
	if operator == "" || value == 0 {
		return nil
	}
	c := worthOf(root)
	for _, k := range q.OrderBy {
		if by := ed.scope().column(q.Meaning(k.Expr)); by != nil && by.Role == schema.Measure {
			c = by
		}
	}
	if i, ok := ed.onlyNumber(); ok {
		if c = ed.scope().column(q.Items[i].Expr); c == nil {
			return &condition{kind: compareCondition, item: i, operator: operator, values: []statement.Expr{figure(value)}}
		}
	}
	if c == nil {
		return nil
	}
	return &condition{kind: compareCondition, column: c, item: -1, operator: operator, values: []statement.Expr{figure(value)}}
}
