package engine

import (
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/english"
	"parley/workflow/schema"
)

// This file lifts filters that a person calls so: "drop the filter on severity", "remove the 12% limit", "stop filtering by
// country". What the filter is on is said by its column, its table, a value, a number that it compares with, or a figure.

// The words that lift, and those for what is lifted.
const (
	liftVerbs   = "drop|remove|clear|lift|delete|ignore|forget|cancel|lose|scrap|skip|undo|relax|ditch|kill|without|no"
	filterNouns = "filter|filters|condition|conditions|restriction|restrictions|constraint|constraints|criterion|criteria|limit|limits|limitation|threshold|minimum|maximum|cutoff|cut-off|bound|cap|floor|ceiling|requirement"
)

// filtering are words that speak of filters as such.
var filtering = english.Set(strings.Split(filterNouns, "|")...)

// liftRules are ways to say that what is called a filter goes.
func liftRules() []rule {
	lifted := func(ed *editor, u utterance, f fit) bool {
		text := u.text(f.slots[0])
		return ed.liftFilter(text) || ed.liftedNothing(text)
	}
	return []rule{
		ruleOf("release", lifted,
			liftVerbs+" [off|away] [the|my|that|any|this|all] "+filterNouns+" on|for|of|about|by|from|to|with [the|my] {} [again|please|too]",
			"take [off|out|away] [the|my|that|any] "+filterNouns+" on|for|of|about|by|from|to|with [the|my] {}"),
		ruleOf("release", lifted, liftVerbs+" [the|my|that|any|this] {} "+filterNouns+" [again|please|too]",
			"take|leave|put|get [the|my|that] {} "+filterNouns+" off|away|out [again|please]"),
		ruleOf("release", func(ed *editor, u utterance, f fit) bool { return ed.liftFilter(u.text(f.slots[0])) },
			"do|don't|stop|no|without [not] [longer|more] filter|filtering|limit|limiting|restrict|restricting|narrow|narrowing [it|them|this|that|the] [list|results|rows] [down] [by|on|to|for] [the|only|just] {} [any|anymore|please] [more]",
			"never mind [about] [the] {} [anymore|please]", "[the] {} does|do not|n't matter [anymore]", "[the] {} doesn't|don't matter [anymore]", "no matter|whatever [what|which] [the] {} [is|are]"),
	}
}

// liftFilter drops the filter that a text says what it is on; false where there is none, or the words fit several.
func (ed *editor) liftFilter(text string) bool {
	for _, lift := range []func(string) bool{ed.lift, ed.liftNumber, ed.liftTarget, ed.liftFigure, ed.liftTime} {
		if ed.try(func() bool { return lift(text) }) {
			return true
		}
	}
	return false
}

// liftedNothing says that a name means something here that no filter is on.
func (ed *editor) liftedNothing(text string) bool {
	t, ok := ed.targets(text)
	return ok && ed.query.Set == nil && ed.releaseOrSay(t)
}

// liftNumber drops the one comparison with the number that a text says, or the number of rows: "the 12% limit".
func (ed *editor) liftNumber(text string) bool {
	n, said := 0.0, 0
	for _, w := range strings.Fields(strings.ToLower(text)) {
		if v, ok := ParseNumber(w); ok {
			n, said = v, said+1
		}
	}
	if said != 1 || ed.query.Set != nil {
		return false
	}
	q := ed.block()
	const hundred = 100
	compares := func(p statement.Expr) bool {
		op, _, r, ok := p.AsBinary()
		v, number := numberOf(r)
		return ok && number && direction(op) != 0 && (v == n || v == n/hundred)
	}
	var doomed []statement.Expr
	for _, p := range slices.Concat(q.Having, q.Where) {
		if compares(p) {
			doomed = append(doomed, p)
		}
	}
	if len(doomed) == 1 {
		return ed.liftAll(doomed)
	}
	if size, ok := ed.cutAt(); ok && len(doomed) == 0 && float64(size) == n {
		return ed.unlimited()
	}
	return false
}

// liftTarget drops what is asked of the columns that a text names.
func (ed *editor) liftTarget(text string) bool {
	t, ok := ed.targets(text)
	return ok && ed.releaseAll(t)
}

// liftFigure drops the bound on the figure of the groups that a text means: by a part of its name, by a mere word for figures, or, where
// only one figure is bounded, by any word that an earlier input said of it.
func (ed *editor) liftFigure(text string) bool {
	i, ok := ed.shownAs(text)
	if !ok {
		i, ok = ed.figureSaid(text)
	}
	if ok && ed.releaseHaving(i) {
		return true
	}
	words := lowered(contentWords(text))
	about := func(w string) bool {
		return english.AmountNouns[w] || english.TallyNouns[w] || english.RateNouns[w] || ed.saidBefore([]string{w})
	}
	having := ed.block().Having
	return len(words) > 0 && len(having) == 1 && !slices.ContainsFunc(words, func(w string) bool { return !about(w) }) && ed.liftAll(having)
}

// liftTime drops the period in force where a text says nothing but that.
func (ed *editor) liftTime(text string) bool {
	words := contentWords(text)
	return len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return !english.DateNouns[w] }) && ed.releaseTime()
}

// withoutFiltering leaves out the words that speak of filters as such.
func withoutFiltering(words []string) []string {
	return slices.DeleteFunc(slices.Clone(words), func(w string) bool { return filtering[w] || english.Generic[w] || english.Generic[schema.Plural(w)] })
}
