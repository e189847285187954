package rule

import (
	"regexp"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file compares the figure on screen with its own average ("only those slower than the average"), and orders by one figure for each
// of another.

// moreWords and lessWords compare what is on screen, whatever it is measured in.
var (
	moreWords = "slower|longer|older|later|higher|larger|bigger|greater|more|costlier|dearer|pricier|heavier|worse"
	lessWords = "faster|quicker|shorter|younger|earlier|lower|smaller|less|fewer|cheaper|lighter"
)

// averageRules compare the figure on screen with its own average.
func averageRules() []clause.Rule {
	const which = "[and|only|just|show|keep|the|now] [me|show|keep|only|just|the] [which|who|those|ones|what|the] [of] [them|those|these|ones] [that|which|who|with|where] [is|are|was|were|take|took|takes|cost|costs|have|has|had|a|lasted|last] "
	against := func(above bool) func(*edit.Editor, tag.Utterance, tag.Fit) bool {
		return func(ed *edit.Editor, _ tag.Utterance, _ tag.Fit) bool { return besideAverage(ed, above) }
	}
	per := func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
		over := u.Text(f.Slots[0])
		if deed := doesWhat.FindStringSubmatch(over); deed != nil {
			over = deed[1]
		}
		under := u.Text(f.Slots[1])
		if !clause.AsksOfGroups(ed) {
			return false
		}
		if ed.Try(func() bool { return clause.Ratio(ed, over+" per "+under) }) {
			return true
		}
		q := ed.Block() // by another name than on screen
		amounts := slices.DeleteFunc(edit.Measures(q), func(i int) bool { return clause.IsCount(q.Items[i].Expr) })
		words := clause.ContentWords(over)
		return len(amounts) == 1 && len(words) == 1 && (english.AmountNouns[words[0]] || english.AnyAmount[words[0]] || english.WorthDeeds[words[0]]) && clause.Ratio(ed, " per "+under)
	}
	alone := func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
		return clause.AsksOfGroups(ed) && len(edit.Measures(ed.Block())) > 1 && clause.Ratio(ed, " per "+u.Text(f.Slots[0]))
	}
	const lead = "[and|so|now|add|show|with|also] [me] [also] [what|how] [much] [is|was|are|were|did|do|does] "
	out := []clause.Rule{
		clause.RuleOf("add", per, lead+"[the|that|they|it|those|we] {} per|each|a [single] {} [too|also|please]", lead+"[the|that|they|it|those|we] {} for each {} [too|also|please]"),
		clause.RuleOf("add", alone, lead+"[that|they|it|those] per {} [too|also|please|as] [well]"),
		clause.RuleOf("order", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return orderPer(ed, u.Text(f.Slots[0]), u.Text(f.Slots[1]))
		},
			"[sort|order|rank|put|show] [it|them|these|those] [by] [the] {} per {} [,] [highest|most|largest|biggest|best] on|at|first|to|descending [the] [top]", "[sort|order|rank] [it|them|these|those] by [the] {} per {} [please]"),
	}
	for _, k := range []struct {
		words string
		above bool
	}{{moreWords, true}, {lessWords, false}} {
		out = append(out, clause.RuleOf("above average", against(k.above), which+k.words+" [expensive] than [the|their|its|an|a] [overall|group] average|mean|norm|usual [ones|one|only|figure|value]", which+k.words+" [expensive] than [on|is|the] average"))
	}
	const other = "[and|so|what|how|now] [about|many|of] [them|those|these|the|of] [ones] [that|which|who] [are|is|were|lie|lies] "
	for _, k := range []struct {
		words string
		above bool
	}{{"above|over", true}, {"below|under", false}} {
		out = append(out, clause.RuleOf("above average", func(ed *edit.Editor, u tag.Utterance, _ tag.Fit) bool {
			return (!u.Has("many") || countsOnly(ed)) && turnAverage(ed, k.above)
		}, other+k.words+" [the|that|this|their] [overall] average|mean"))
	}
	return out
}

// countsOnly says that a number of rows is all that is shown.
func countsOnly(ed *edit.Editor) bool {
	q := ed.Block()
	return len(q.Items) == 1 && clause.IsCount(q.Items[0].Expr) && len(q.GroupBy) == 0
}

// turnAverage puts what is compared with an average on the other side of it, or leaves it where it is.
func turnAverage(ed *edit.Editor, above bool) bool {
	q := ed.Block()
	for _, p := range q.Where {
		op, left, right, ok := p.AsBinary()
		average, nested := right.AsScalar()
		if !ok || !nested || len(average.Items) != 1 || !clause.IsAverage(average.Items[0].Expr) || edit.Direction(op) == 0 {
			continue
		}
		operator := map[bool]string{true: ">", false: "<"}[above]
		return q.ReplacePredicate(p, statement.Binary(operator, left, right)) == nil
	}
	return false
}

// besideAverage keeps the groups whose figure lies on one side of the average of all: of an average, that of all rows.
func besideAverage(ed *edit.Editor, above bool) bool {
	i, ok := ed.Measure()
	if !ok || ed.Query.Set != nil || !ed.Query.Limit.IsZero() {
		return false
	}
	operator := map[bool]string{true: ">", false: "<"}[above]
	q := ed.Block()
	x := q.Items[i].Expr
	if inner := unrounded(x); clause.IsAverage(inner) && len(q.GroupBy) > 0 && len(q.Having) == 0 {
		q.SpellOut()
		inner = unrounded(q.Items[i].Expr)
		all := q.Clone()
		all.ClearOrder()
		all.GroupBy, all.Items = nil, []statement.Item{{Expr: inner}}
		return q.AddPredicate(statement.Binary(operator, inner, statement.Scalar(all))) == nil
	}
	return clause.OverAverage(ed, i, operator)
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
func orderPer(ed *edit.Editor, over, under string) bool {
	if !clause.AsksOfGroups(ed) {
		return false
	}
	desc := true
	words := slices.DeleteFunc(clause.ContentWords(over), func(w string) bool {
		it := ed.Tag(w)
		low := len(it) == 1 && (it[0].Is(tag.Superlative) && !it[0].Cue.Desc || it[0].Is(tag.Least))
		desc = desc && !low
		return len(it) == 1 && it[0].Is(tag.Superlative, tag.Most, tag.Least) || english.RankedWords[w]
	})
	q := ed.Block()
	for _, i := range edit.Measures(q) {
		name := edit.LemmasOf(schema.Split(edit.ItemName(q.Items[i])))
		if at := slices.Index(name, "per"); at >= 0 && slices.Equal(name[at+1:], edit.LemmasOf(clause.ContentWords(under))) {
			return clause.SortByItem(ed, i, desc)
		}
	}
	return clause.Ratio(ed, strings.Join(words, " ")+" per "+under) && clause.SortByItem(ed, len(ed.Block().Items)-1, desc)
}
