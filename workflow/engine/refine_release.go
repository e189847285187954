package engine

import (
	"regexp"
	"slices"

	"parley/db/statement"
	"parley/workflow/schema"
)

// This file lifts filters: "all regions again", "forget the vans", "drop the weekday thing", "not just rent". A filter goes where
// the words name it, by a value that it asks for, by its column or by the table that it is about; where they fit filters on
// several columns, none goes.

// releaseRules are ways to say that a filter goes, or that rows left out come back.
func releaseRules() []rule {
	lifted := func(ed *editor, u utterance, f fit) bool { return ed.lift(u.text(f.slots[0])) }
	return []rule{
		ruleOf("all", func(ed *editor, u utterance, f fit) bool { return ed.everyGroup(u.text(f.slots[0])) },
			"[show|back|for|of|with] [me|to] all|every [of] [the|our] {} again [please]", "[go|and|now] back to all|every [of] [the|our] {} [again|please]"),
		ruleOf("release", func(ed *editor, u utterance, f fit) bool { return ed.lift(u.text(f.slots[0])) },
			"[go|and|now|ok] back to all|every|any [of] [the|our] {} [again|please]"),
		ruleOf("release", func(ed *editor, u utterance, f fit) bool {
			return ed.lift(u.text(f.slots[1])) || ed.lift(u.text(f.slots[0]))
		}, "[back|for|in|show|include|with|from|of] [to|me|for] all|every|any [of] [the|our] {} [again|back] [,] [and] not just|only [the] {} [please]"),
		ruleOf("release", func(ed *editor, u utterance, f fit) bool {
			return ed.lift(u.text(f.slots[0])) || ed.releaseTime()
		}, "[count] since|from [the] beginning|start|outset [of] [time] [on] [,] [and] not just|only [for|in|since|the|this|these] [last|past] {}"),
		ruleOf("release", lifted, "[no] [longer] not just|only [the] {}", "no longer just|only [the] {}",
			"take|get|leave|put [the|that|my] {} filter|condition|restriction|constraint off|away|out [again|please]",
			"drop|forget|ignore|lose|scrap|remove|lift|skip|undo [about] [the|that] {} thing|bit|part|stuff|business [again|please]",
			"remove|drop|clear|lift|delete|ignore|forget|cancel|lose [the|my|that] {} filter|condition|restriction|constraint|criterion [again|please]"),
		ruleOf("release", func(ed *editor, u utterance, f fit) bool { return ed.putBack(u.text(f.slots[0])) },
			"put|bring|add|let|take|allow|get [the|those] {} back [in|again] [again|please]", "put|bring|add|let|take|get back [in] [the|those] {}", "[the|those] {} back in [please|again]"),
		ruleOf("release", func(ed *editor, u utterance, f fit) bool {
			text := u.text(f.slots[0])
			return ed.lift(text) || ed.liftedAlready(text)
		}, "[show|for|in|of|back|with|include] [me|to] all|any|every [of] [the|our] {} again", "[for|in|of|with|include] all|any|every [of] [the|our] {} [please|now|then|this|time]", "ignore|forget [the|about|my] {}", "never mind [the|about|my] {}", "whatever|whichever [the|its|their] {}", "regardless|irrespective of [the|its|their] {}", "no matter what|which|the [the] {}"),
	}
}

// everyGroup shows all groups again that a limit has cut, where the words name what they are and no filter is on them.
func (ed *editor) everyGroup(text string) bool {
	q, s := ed.block(), ed.scope()
	if ed.query.Set != nil || ed.query.Limit.IsZero() || len(q.GroupBy) == 0 || !ed.namesGroups(text) {
		return false
	}
	for _, key := range q.GroupBy {
		c := s.column(q.Meaning(key))
		if c != nil && slices.ContainsFunc(q.Where, func(p statement.Expr) bool {
			by := s.subject(p)
			return by != nil && (by == c || by.Table == c.Table && (c.Key() || c.Role == schema.Label))
		}) {
			return false
		}
	}
	return ed.unlimited()
}

// kindsOf stands before what is told apart by some column of its own.
var kindsOf = regexp.MustCompile(`(?i)^(?:kinds?|types?|sorts?) of (?:the )?`)

// lift drops the filters on the one column that the words are about.
func (ed *editor) lift(text string) bool {
	if ed.query.Set != nil {
		return false
	}
	for _, said := range []string{text, kindsOf.ReplaceAllString(text, "")} {
		words := withoutFiltering(lemmasOf(contentWords(said)))
		if len(words) == 0 {
			return false
		}
		for _, about := range []func(statement.Expr, []string) bool{ed.asksFor, ed.onColumnCalled, ed.ofTableCalled} {
			if doomed, clash := ed.filtersOf(about, words); clash {
				return false
			} else if len(doomed) > 0 {
				return ed.liftAll(doomed)
			}
		}
	}
	return ed.liftMeant(text) || ed.liftHaving(text) || ed.liftSpoken(text)
}

// filtersOf are the filters that the words are about; clash says that they are on several columns.
func (ed *editor) filtersOf(about func(statement.Expr, []string) bool, words []string) (out []statement.Expr, clash bool) {
	s := ed.scope()
	for _, p := range s.query.Where {
		if !about(p, words) {
			continue
		}
		clash = clash || len(out) > 0 && (s.subject(p) == nil || s.subject(p) != s.subject(out[0]))
		out = append(out, p)
	}
	return out, clash
}

func (ed *editor) liftAll(doomed []statement.Expr) bool {
	for _, p := range doomed {
		ed.saidRelaxed(p)
		if ed.block().RemovePredicate(p) != nil {
			return false
		}
	}
	return true
}

// asksFor says that the words name values that a filter asks for or leaves out, beside its column perhaps, and nothing else.
func (ed *editor) asksFor(p statement.Expr, words []string) bool {
	c, names := ed.scope().subject(p), map[string]bool{}
	p.Walk(func(e statement.Expr) bool {
		v, ok := e.AsLiteral()
		if !ok {
			return true
		}
		for _, w := range ed.calledValue(c, v) {
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
func (ed *editor) onColumnCalled(p statement.Expr, words []string) bool {
	c, own := ed.scope().subject(p), false
	if c == nil {
		return false
	}
	for _, w := range words {
		switch {
		case slices.Contains(lemmasOf(c.Words), w):
			own = true
		case !slices.Contains(lemmasOf(c.Table.Words), w):
			return false
		}
	}
	return own && (len(words) > 1 || !slices.Equal(words, lemmasOf(c.Table.Words)))
}

// ofTableCalled says that a filter asks for some value of a table that goes by the words.
func (ed *editor) ofTableCalled(p statement.Expr, words []string) bool {
	c := ed.scope().subject(p)
	if now, ok := constraintOf(p); !ok || now.negated || c == nil || c.Role == schema.Measure || c.Role == schema.Moment {
		return false
	}
	return !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(lemmasOf(c.Table.Words), w) })
}

// liftMeant drops the filter that a text means as a condition, word for word.
func (ed *editor) liftMeant(text string) bool {
	var doomed []statement.Expr
	for _, c := range ed.meant(text) {
		for _, k := range c.Conds {
			if x, ok := ed.meantExpr(k); ok && same(ed.block().Where, x) && !same(doomed, x) {
				doomed = append(doomed, x)
			}
		}
	}
	return len(doomed) == 1 && ed.liftAll(doomed)
}

// liftHaving drops what is asked of a figure of the groups that goes by the words.
func (ed *editor) liftHaving(text string) bool {
	words := lemmasOf(contentWords(text))
	for i, item := range ed.block().Items {
		if item.Expr.Aggregate() && len(words) > 0 && (ed.namedAs(i, words) || ed.countedAs(i, words) || ed.goesBy(i, text)) && ed.releaseHaving(i) {
			return true
		}
	}
	return false
}

// liftSpoken drops the filters of the last turn where a word of it was about what the words name: "the age thing" after "older
// than 30".
func (ed *editor) liftSpoken(text string) bool {
	words := lemmasOf(contentWords(text))
	if len(words) != 1 || ed.earlier == "" {
		return false
	}
	spoke := slices.ContainsFunc(ed.tag(ed.earlier), func(it Item) bool { return slices.Contains(it.Cue.Dimension, words[0]) })
	return spoke && ed.dropNewest()
}

// liftedAlready says that the words name something here that no filter is left on, after one was lifted by the same input:
// "drop the Oslo thing, all towns".
func (ed *editor) liftedAlready(text string) bool {
	if !slices.Contains(ed.operations, "release") {
		return false
	}
	_, nothing := ed.meaningless(text)
	return !nothing && len(ed.unknown(utter(text))) == 0
}

// putBack lets rows in again that a filter leaves out.
func (ed *editor) putBack(text string) bool {
	for _, m := range ed.meant(text) {
		if len(m.Conds) != 1 {
			continue
		}
		if c, ok := ed.plainCondition(m.Conds[0]); ok && c.kind == valueCondition && !c.negated && ed.excludes(c.column) {
			return ed.put(c, includeMode)
		}
	}
	return ed.lift(text)
}

// notJust says that a stretch goes on from "not just": what it names is no longer all that is meant, and nothing is left out.
func (u utterance) notJust(s stretch) bool {
	for i := s.from; i < s.to; i++ {
		if (u.words[i] == "just" || u.words[i] == "only") && i > 0 && u.words[i-1] == "not" {
			return true
		}
	}
	return false
}
