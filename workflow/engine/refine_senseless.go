package engine

import (
	"slices"

	"parley/workflow"
	"parley/workflow/engine/english"
)

// This file decides when a reading of feedback is too little to act on: running the present query again, beside a remark
// that a word was not used, looks like an answer and is none.

// senseless says that the reading rests on nothing that was said: no word of it means anything here, it changes nothing
// although an unknown word was said, or what was to be done is an unknown word ("frobnicate the names").
func (ed *editor) senseless(u utterance, c rival, d *workflow.Draft) bool {
	if u.adds() && u.words[0] == "add" && ed.losesShown(&c) || u.adds() && ed.losesAny(&c) {
		return true // what was to be added is not known, and what it was to be added to would go
	}
	if ed.setsNothing(u) || u.asksBoth() && c.editor == nil {
		return true
	}
	unknown := ed.unknown(u)
	if u.words[0] == "add" && len(unknown) > 0 && !ed.showsMore(c.query) && c.mix != edited {
		return true
	}
	if len(unknown) > 0 && u.fragment() && !ed.saysAnything(u) && (c.editor == nil || len(c.editor.unused(unknown, c.statement.SQL())) == len(unknown)) {
		return true
	}
	if c.editor != nil || len(d.Ignored) == 0 {
		return false
	}
	if c.mix == fresh && d.Coverage < leastCoverage {
		return true // it would be no reading of a first question either
	}
	return d.Coverage == 0 && namesNothing(c.fresh) || unknownOrder(u, unknown) || len(unknown) > 0 && d.Coverage == 0 && unchanged(ed.query, c.query)
}

// settings are ways to give something a value.
var settings = parsePatterns("set|change|alter|put|turn [the|my] {} to|at|= {}")

// setsNothing says that something is given a value that means nothing here: "set threads to 4" sets no limit.
func (ed *editor) setsNothing(u utterance) bool {
	if u.any(english.PartsOfQuery) {
		return false
	}
	for _, p := range settings {
		if f, ok := p.match(u.words, u.trim(stretch{0, len(u.tokens)})); ok {
			_, nothing := ed.meaningless(u.text(f.slots[0]))
			return nothing
		}
	}
	return false
}

// namesNothing says that the reading shows and asks for no column in particular: all of it is assumed.
func namesNothing(r *ranked) bool {
	if len(r.reading.filters) > 0 {
		return false
	}
	return asksNothing(r) || !slices.ContainsFunc(r.reading.items, func(o operand) bool { return o.column != nil })
}

// unknownOrder says that the input begins with an unknown word where an order has its verb: before what it would be
// done to.
func unknownOrder(u utterance, unknown []string) bool {
	s := u.trim(u.lastSentence())
	for !s.empty() && english.Opener[u.words[s.from]] {
		s = u.trim(stretch{s.from + 1, s.to})
	}
	if s.to-s.from < 2 {
		return false
	}
	verb, next := u.words[s.from], u.words[s.from+1]
	if english.KnownVerbs[verb] || english.OrderVerbs[verb] || english.AskWords[verb] || !slices.Contains(unknown, verb) {
		return false
	}
	_, number := smallNumber(next)
	return number || english.Objects[next]
}
