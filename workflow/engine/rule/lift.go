package rule

import (
	"regexp"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/engine/measure"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
	"parley/workflow/schema/wordlist"
)

// This file lifts filters that a person calls so: "drop the filter on severity", "remove the 12% limit", "stop filtering by
// country". What the filter is on is said by its column, its table, a value, a number that it compares with, or a figure.

// The words that lift, and those for what is lifted.
const (
	liftVerbs   = "drop|remove|clear|lift|delete|ignore|forget|cancel|lose|scrap|skip|undo|relax|ditch|kill|without|no"
	dropVerbs   = "drop|remove|delete|lose|scrap|ditch"
	filterNouns = "filter|filters|condition|conditions|restriction|restrictions|constraint|constraints|criterion|criteria|limit|limits|limitation|threshold|minimum|maximum|cutoff|cut-off|bound|cap|floor|ceiling|requirement"
)

// filtering are words that speak of filters as such.
var filtering = wordlist.SetOf(strings.Split(filterNouns, "|")...)

// liftRules are ways to say that what is called a filter goes.
func liftRules() []clause.Rule {
	lifted := func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
		text := u.Text(f.Slots[0])
		return liftFilter(ed, text) || liftedNothing(ed, text)
	}
	return []clause.Rule{
		clause.RuleOf("release", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return dropsFilter(ed, u) && lift(ed, u.Text(f.Slots[0]))
		}, dropVerbs+" [the|my|that] {} [again|please|too]", "get rid of [the|my|that] {} [again|please|too]"),
		clause.RuleOf("release", lifted,
			liftVerbs+" [off|away] [the|my|that|any|this|all] "+filterNouns+" on|for|of|about|by|from|to|with [the|my] {} [again|please|too]",
			"take [off|out|away] [the|my|that|any] "+filterNouns+" on|for|of|about|by|from|to|with [the|my] {}"),
		clause.RuleOf("release", lifted, liftVerbs+" [the|my|that|any|this] {} "+filterNouns+" [again|please|too]",
			"take|leave|put|get [the|my|that] {} "+filterNouns+" off|away|out [again|please]"),
		clause.RuleOf("release", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool { return liftFilter(ed, u.Text(f.Slots[0])) },
			"do|don't|stop|no|without [not] [longer|more] filter|filtering|limit|limiting|restrict|restricting|narrow|narrowing [it|them|this|that|the] [list|results|rows] [down] [by|on|to|for] [the|only|just] {} [any|anymore|please] [more]",
			"never mind [about] [the] {} [anymore|please]", "[the] {} does|do not|n't matter [anymore]", "[the] {} doesn't|don't matter [anymore]", "no matter|whatever [what|which] [the] {} [is|are]"),
	}
}

// dropping begins an input that drops what it names; a column called so is hidden.
var dropping = regexp.MustCompile(`(?i)^(?:(?:and|but|please|just|ok|now|then) )*(?:` + dropVerbs + `|get rid of) (?:(?:the|my|that) )?(\S.*?)(?: (?:again|please|too))?[.!]*$`)

// dropsFilter says that an input drops a filter rather than a column: the query shows whole rows, so that nobody asked for the column,
// and asks something of it.
func dropsFilter(ed *edit.Editor, u tag.Utterance) bool {
	said := dropping.FindStringSubmatch(u.Input)
	if said == nil || u.Has("column") || u.Has("columns") || ed.Query.Set != nil || len(ed.Block().Items) != 1 {
		return false
	}
	if _, whole := ed.Block().Items[0].Expr.AsStar(); !whole {
		return false
	}
	words := edit.LemmasOf(clause.ContentWords(said[1]))
	doomed, clash := filtersOf(ed, func(p statement.Expr, words []string) bool { return onColumnCalled(ed, p, words) }, words)
	return len(words) > 0 && len(doomed) > 0 && !clash
}

// liftFilter drops the filter that a text says what it is on; false where there is none, or the words fit several.
func liftFilter(ed *edit.Editor, text string) bool {
	for _, lift := range []func(string) bool{func(text string) bool { return lift(ed, text) }, func(text string) bool { return liftNumber(ed, text) }, func(text string) bool { return liftTarget(ed, text) }, func(text string) bool { return liftFigure(ed, text) }, func(text string) bool { return liftTime(ed, text) }} {
		if ed.Try(func() bool { return lift(text) }) {
			return true
		}
	}
	return false
}

// liftedNothing says that a name means something here that no filter is on.
func liftedNothing(ed *edit.Editor, text string) bool {
	t, ok := ed.Targets(text)
	return ok && ed.Query.Set == nil && measure.ReleaseOrSay(ed, t)
}

// liftNumber drops the one comparison with the number that a text says, or the number of rows: "the 12% limit".
func liftNumber(ed *edit.Editor, text string) bool {
	n, said := 0.0, 0
	for _, w := range strings.Fields(strings.ToLower(text)) {
		if v, ok := tag.ParseNumber(w); ok {
			n, said = v, said+1
		}
	}
	if said != 1 || ed.Query.Set != nil {
		return false
	}
	q := ed.Block()
	const hundred = 100
	compares := func(p statement.Expr) bool {
		op, _, r, ok := p.AsBinary()
		v, number := edit.NumberOf(r)
		return ok && number && edit.Direction(op) != 0 && (v == n || v == n/hundred)
	}
	var doomed []statement.Expr
	for _, p := range slices.Concat(q.Having, q.Where) {
		if compares(p) {
			doomed = append(doomed, p)
		}
	}
	if len(doomed) == 1 {
		return liftAll(ed, doomed)
	}
	if size, ok := clause.CutAt(ed); ok && len(doomed) == 0 && float64(size) == n {
		return clause.Unlimited(ed)
	}
	return false
}

// liftTarget drops what is asked of the columns that a text names.
func liftTarget(ed *edit.Editor, text string) bool {
	t, ok := ed.Targets(text)
	return ok && measure.ReleaseAll(ed, t)
}

// liftFigure drops the bound on the figure of the groups that a text means: by a part of its name, by a mere word for figures, or, where
// only one figure is bounded, by any word that an earlier input said of it.
func liftFigure(ed *edit.Editor, text string) bool {
	i, ok := clause.ShownAs(ed, text)
	if !ok {
		i, ok = clause.FigureSaid(ed, text)
	}
	if ok && measure.ReleaseHaving(ed, i) {
		return true
	}
	words := clause.Lowered(clause.ContentWords(text))
	about := func(w string) bool {
		return english.AmountNouns[w] || english.TallyNouns[w] || english.RateNouns[w] || clause.SaidBefore(ed, []string{w})
	}
	having := ed.Block().Having
	return len(words) > 0 && len(having) == 1 && !slices.ContainsFunc(words, func(w string) bool { return !about(w) }) && liftAll(ed, having)
}

// liftTime drops the period in force where a text says nothing but that.
func liftTime(ed *edit.Editor, text string) bool {
	words := clause.ContentWords(text)
	return len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return !english.DateNouns[w] }) && measure.ReleaseTime(ed)
}

// withoutFiltering leaves out the words that speak of filters as such.
func withoutFiltering(words []string) []string {
	return slices.DeleteFunc(slices.Clone(words), func(w string) bool {
		return filtering[w] || english.GenericNouns[w] || english.GenericNouns[schema.Plural(w)]
	})
}
