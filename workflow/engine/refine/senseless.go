package refine

import (
	"slices"

	"parley/workflow"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/engine/pointer"
	"parley/workflow/engine/reader"
	"parley/workflow/engine/reading"
	"parley/workflow/engine/tag"
)

// This file decides when a reading of feedback is too little to act on: running the present query again, beside a remark
// that a word was not used, looks like an answer and is none.

// senseless says that the reading rests on nothing that was said: no word of it means anything here, it changes nothing
// although an unknown word was said, or what was to be done is an unknown word ("frobnicate the names").
func senseless(ed *edit.Editor, u tag.Utterance, c pointer.Rival, d *workflow.Draft) bool {
	if adds(u) && u.Words[0] == "add" && losesShown(ed, &c) || adds(u) && losesAny(ed, &c) {
		return true // what was to be added is not known, and what it was to be added to would go
	}
	if setsNothing(ed, u) || pointer.AsksBoth(u) && c.Editor == nil {
		return true
	}
	unknown := pointer.Unknown(ed, u)
	if u.Words[0] == "add" && len(unknown) > 0 && !showsMore(ed, c.Query) && c.Mix != clause.Edited {
		return true
	}
	if len(unknown) > 0 && fragment(u) && !saysAnything(ed, u) && (c.Editor == nil && (len(d.Ignored) > 0 || d.Coverage < 1) || c.Editor != nil && len(unused(c.Editor, unknown, c.Statement.SQL())) == len(unknown)) {
		return true
	}
	if c.Editor != nil || len(d.Ignored) == 0 {
		return false
	}
	if c.Mix == clause.Fresh && d.Coverage < reader.LeastCoverage {
		return true // it would be no reading of a first question either
	}
	return d.Coverage == 0 && namesNothing(c.Fresh) || unknownOrder(u, unknown) || len(unknown) > 0 && d.Coverage == 0 && pointer.Unchanged(ed.Query, c.Query)
}

// settings are ways to give something a value.
var settings = tag.ParsePatterns("set|change|alter|put|turn [the|my] {} to|at|= {}")

// setsNothing says that something is given a value that means nothing here: "set threads to 4" sets no limit.
func setsNothing(ed *edit.Editor, u tag.Utterance) bool {
	if u.Any(english.PartsOfQuery) {
		return false
	}
	for _, p := range settings {
		if f, ok := p.Match(u.Words, u.Trim(tag.Stretch{From: 0, To: len(u.Tokens)})); ok {
			_, nothing := clause.Meaningless(ed, u.Text(f.Slots[0]))
			return nothing
		}
	}
	return false
}

// namesNothing says that the reading shows and asks for no column in particular: all of it is assumed.
func namesNothing(r *reader.Ranked) bool {
	if len(r.Reading.Filters) > 0 {
		return false
	}
	return clause.AsksNothing(r) || !slices.ContainsFunc(r.Reading.Items, func(o reading.Operand) bool { return o.Column != nil })
}

// unknownOrder says that the input begins with an unknown word where an order has its verb: before what it would be
// done to.
func unknownOrder(u tag.Utterance, unknown []string) bool {
	s := u.Trim(clause.LastSentence(u))
	for !s.Empty() && english.Openers[u.Words[s.From]] {
		s = u.Trim(tag.Stretch{From: s.From + 1, To: s.To})
	}
	if s.To-s.From < 2 {
		return false
	}
	verb, next := u.Words[s.From], u.Words[s.From+1]
	if english.KnownVerbs[verb] || english.OrderVerbs[verb] || english.AskWords[verb] || !slices.Contains(unknown, verb) {
		return false
	}
	_, number := tag.SmallNumber(next)
	return number || english.Objects[next]
}
