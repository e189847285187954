package rule

import (
	"regexp"
	"slices"

	"parley/db/statement"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/measure"
	"parley/workflow/engine/pointer"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file lifts filters: "all regions again", "forget the vans", "drop the weekday thing", "not just rent". A filter goes where
// the words name it, by a value that it asks for, by its column or by the table that it is about; where they fit filters on
// several columns, none goes.

// releaseRules are ways to say that a filter goes, or that rows left out come back.
func releaseRules() []clause.Rule {
	lifted := func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool { return lift(ed, u.Text(f.Slots[0])) }
	return []clause.Rule{
		clause.RuleOf("all", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool { return everyGroup(ed, u.Text(f.Slots[0])) },
			"[show|back|for|of|with] [me|to] all|every [of] [the|our] {} again [please]", "[go|and|now] back to all|every [of] [the|our] {} [again|please]"),
		clause.RuleOf("release", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool { return lift(ed, u.Text(f.Slots[0])) },
			"[go|and|now|ok] back to all|every|any [of] [the|our] {} [again|please]"),
		clause.RuleOf("release", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return lift(ed, u.Text(f.Slots[1])) || lift(ed, u.Text(f.Slots[0]))
		}, "[back|for|in|show|include|with|from|of] [to|me|for] all|every|any [of] [the|our] {} [again|back] [,] [and] not just|only [the] {} [please]"),
		clause.RuleOf("release", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return lift(ed, u.Text(f.Slots[0])) || measure.ReleaseTime(ed)
		}, "[count] since|from [the] beginning|start|outset [of] [time] [on] [,] [and] not just|only [for|in|since|the|this|these] [last|past] {}"),
		clause.RuleOf("release", lifted, "[no] [longer] not just|only [the] {}", "no longer just|only [the] {}",
			"take|get|leave|put [the|that|my] {} filter|condition|restriction|constraint off|away|out [again|please]",
			"drop|forget|ignore|lose|scrap|remove|lift|skip|undo [about] [the|that] {} thing|bit|part|stuff|business [again|please]",
			"remove|drop|clear|lift|delete|ignore|forget|cancel|lose [the|my|that] {} filter|condition|restriction|constraint|criterion [again|please]"),
		clause.RuleOf("release", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool { return putBack(ed, u.Text(f.Slots[0])) },
			"put|bring|add|let|take|allow|get [the|those] {} back [in|again] [again|please]", "put|bring|add|let|take|get back [in] [the|those] {}", "[the|those] {} back in [please|again]"),
		clause.RuleOf("release", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			text := u.Text(f.Slots[0])
			return lift(ed, text) || liftedAlready(ed, text)
		}, "[show|for|in|of|back|with|include] [me|to] all|any|every [of] [the|our] {} again", "[for|in|of|with|include] all|any|every [of] [the|our] {} [please|now|then|this|time]",
			"[well|actually|ok] any|every|whichever|whatever {} is|are|'s|will|would|does [be|do|works] fine|ok|okay|good|acceptable|alright|possible|welcome [by|with|for|too|actually|now|really] [me|us]", "[well|actually|ok] any|whichever {} will|would|works|does [do|work|suit] [for|too|actually|now] [me|us]",
			"[the|its|which|what] {} does|do|is|are not matter|important [anymore|to|any|now] [more|longer|me|us]", "[the|its|which|what] {} doesn't|don't|isn't|aren't matter|important [anymore|to|any|now] [more|longer|me|us]", "[i|we] do|don't [not] care|mind [about|for] [the|which|what] {} [it|anymore|any] [is|more|longer]",
			"ignore|forget [the|about|my] {}", "never mind [the|about|my] {}", "whatever|whichever [the|its|their] {}", "regardless|irrespective of [the|its|their] {}", "no matter what|which|the [the] {}"),
	}
}

// everyGroup shows all groups again that a limit has cut, where the words name what they are and no filter is on them.
func everyGroup(ed *edit.Editor, text string) bool {
	q, s := ed.Block(), ed.Scope()
	if ed.Query.Set != nil || ed.Query.Limit.IsZero() || len(q.GroupBy) == 0 || !clause.NamesGroups(ed, text) {
		return false
	}
	for _, key := range q.GroupBy {
		c := s.Column(q.Meaning(key))
		if c != nil && slices.ContainsFunc(q.Where, func(p statement.Expr) bool {
			by := s.Subject(p)
			return by != nil && (by == c || by.Table == c.Table && (c.Key() || c.Role == schema.Label))
		}) {
			return false
		}
	}
	return clause.Unlimited(ed)
}

// kindsOf stands before what is told apart by some column of its own.
var kindsOf = regexp.MustCompile(`(?i)^(?:kinds?|types?|sorts?) of (?:the )?`)

// lift drops the filters on the one column that the words are about.
func lift(ed *edit.Editor, text string) bool {
	if ed.Query.Set != nil {
		return false
	}
	for _, said := range []string{text, kindsOf.ReplaceAllString(text, "")} {
		words := withoutFiltering(edit.LemmasOf(clause.ContentWords(said)))
		if len(words) == 0 {
			return false
		}
		for _, about := range []func(statement.Expr, []string) bool{func(p statement.Expr, words []string) bool { return asksFor(ed, p, words) }, func(p statement.Expr, words []string) bool { return onColumnCalled(ed, p, words) }, func(p statement.Expr, words []string) bool { return ofTableCalled(ed, p, words) }} {
			if doomed, clash := filtersOf(ed, about, words); clash {
				return false
			} else if len(doomed) > 0 {
				return liftAll(ed, doomed)
			}
		}
	}
	return liftMeant(ed, text) || liftHaving(ed, text) || liftSpoken(ed, text) || liftDone(ed, text)
}

// liftDone drops what is asked of the moment when something was done, in words for that: "the way back" of a return date. Words for rows
// are no moment: "ignore paid orders" lets no date go.
func liftDone(ed *edit.Editor, text string) bool {
	c := measure.MomentSaid(ed, text)
	if c == nil || clause.NamesTable(ed, tag.Utter(text)) {
		return false
	}
	var doomed []statement.Expr
	for _, i := range ed.Scope().About(c) {
		doomed = append(doomed, ed.Block().Where[i])
	}
	ed.Understand(text + " = " + c.String())
	return len(doomed) > 0 && liftAll(ed, doomed)
}

// filtersOf are the filters that the words are about; clash says that they are on several columns.
func filtersOf(ed *edit.Editor, about func(statement.Expr, []string) bool, words []string) (out []statement.Expr, clash bool) {
	s := ed.Scope()
	for _, p := range s.Query.Where {
		if !about(p, words) {
			continue
		}
		clash = clash || len(out) > 0 && (s.Subject(p) == nil || s.Subject(p) != s.Subject(out[0]))
		out = append(out, p)
	}
	return out, clash
}

func liftAll(ed *edit.Editor, doomed []statement.Expr) bool {
	for _, p := range doomed {
		clause.SaidRelaxed(ed, p)
		if ed.Block().RemovePredicate(p) != nil {
			return false
		}
	}
	return true
}

// asksFor says that the words name values that a filter asks for or leaves out, beside its column perhaps, and nothing else.
func asksFor(ed *edit.Editor, p statement.Expr, words []string) bool {
	c, names := ed.Scope().Subject(p), map[string]bool{}
	p.Walk(func(e statement.Expr) bool {
		v, ok := e.AsLiteral()
		if !ok {
			return true
		}
		for _, w := range ed.CalledValue(c, v) {
			names[w] = true
		}
		return true
	})
	value := false
	for _, w := range words {
		if names[w] {
			value = true
		} else if c == nil || !slices.Contains(c.Words, w) && !slices.Contains(c.Table.Words, w) {
			return false
		}
	}
	return value
}

// onColumnCalled says that a filter is on a column that goes by the words, beside its table perhaps.
func onColumnCalled(ed *edit.Editor, p statement.Expr, words []string) bool {
	c, own := ed.Scope().Subject(p), false
	if c == nil {
		return false
	}
	for _, w := range words {
		switch {
		case slices.Contains(edit.LemmasOf(c.Words), w):
			own = true
		case !slices.Contains(edit.LemmasOf(c.Table.Words), w):
			return false
		}
	}
	return own && (len(words) > 1 || !slices.Equal(words, edit.LemmasOf(c.Table.Words)))
}

// ofTableCalled says that a filter asks for some value of a table that goes by the words.
func ofTableCalled(ed *edit.Editor, p statement.Expr, words []string) bool {
	c := ed.Scope().Subject(p)
	if now, ok := edit.ConstraintOf(p); !ok || now.Negated || c == nil || c.Role == schema.Measure || c.Role == schema.Moment {
		return false
	}
	return !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(edit.LemmasOf(c.Table.Words), w) })
}

// liftMeant drops the filter that a text means as a condition, word for word.
func liftMeant(ed *edit.Editor, text string) bool {
	var doomed []statement.Expr
	for _, c := range measure.Meant(ed, text) {
		for _, k := range c.Conds {
			if x, ok := measure.MeantExpr(ed, k); ok && edit.Same(ed.Block().Where, x) && !edit.Same(doomed, x) {
				doomed = append(doomed, x)
			}
		}
	}
	return len(doomed) == 1 && liftAll(ed, doomed)
}

// liftHaving drops what is asked of a figure of the groups that goes by the words.
func liftHaving(ed *edit.Editor, text string) bool {
	words := edit.LemmasOf(clause.ContentWords(text))
	for i, item := range ed.Block().Items {
		if item.Expr.Aggregate() && len(words) > 0 && (clause.NamedAs(ed, i, words) || clause.CountedAs(ed, i, words) || measure.GoesBy(ed, i, text)) && measure.ReleaseHaving(ed, i) {
			return true
		}
	}
	return false
}

// liftSpoken drops the filters of the last turn where a word of it was about what the words name: "the age thing" after "older
// than 30".
func liftSpoken(ed *edit.Editor, text string) bool {
	words := edit.LemmasOf(clause.ContentWords(text))
	if len(words) != 1 || ed.Earlier == "" {
		return false
	}
	spoke := slices.ContainsFunc(ed.Tag(ed.Earlier), func(it tag.Item) bool { return slices.Contains(it.Cue.Dimension, words[0]) })
	return spoke && clause.DropNewest(ed)
}

// liftedAlready says that the words name something here that no filter is left on, after one was lifted by the same input:
// "drop the Oslo thing, all towns".
func liftedAlready(ed *edit.Editor, text string) bool {
	if !slices.Contains(ed.Operations, "release") {
		return false
	}
	_, nothing := clause.Meaningless(ed, text)
	return !nothing && len(pointer.Unknown(ed, tag.Utter(text))) == 0
}

// putBack lets rows in again that a filter leaves out.
func putBack(ed *edit.Editor, text string) bool {
	for _, m := range measure.Meant(ed, text) {
		if len(m.Conds) != 1 {
			continue
		}
		if c, ok := measure.PlainCondition(ed, m.Conds[0]); ok && c.Kind == edit.ValueCondition && !c.Negated && measure.Excludes(ed, c.Column) {
			return measure.Put(ed, c, measure.IncludeMode)
		}
	}
	return lift(ed, text)
}

// notJust says that a stretch goes on from "not just": what it names is no longer all that is meant, and nothing is left out.
func notJust(u tag.Utterance, s tag.Stretch) bool {
	for i := s.From; i < s.To; i++ {
		if (u.Words[i] == "just" || u.Words[i] == "only") && i > 0 && u.Words[i-1] == "not" {
			return true
		}
	}
	return false
}
