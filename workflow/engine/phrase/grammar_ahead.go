package phrase

import (
	"slices"
	"strings"

	"parley/workflow/engine/meaning"
	"parley/workflow/schema"
)

// What ends or is due before so long: "contracts ending within 30 days" counts from today, where "paid within 30 days" counts from the
// invoice. And what was not done for so long, or never.
var aheadRules = []rule{
	{"ends before so long", "Cond", "that? NAME AHEAD", 0.6, func(k []*Node) any {
		n := value[Name](k[1])
		if !n.timely() || !n.runsOut() {
			return nil
		}
		return during(k[2], &n, span(k))
	}},
	{"of what it ends before so long", "Cond", "'whose' NAME be? NAME AHEAD", 0.8, func(k []*Node) any {
		if !value[Name](k[3]).runsOut() {
			return nil
		}
		return comesThen(k[1], k[3], k[4], span(k))
	}},
	{"or ends before so long", "Cond", "'whose' NAME have? be? state 'or' NAME AHEAD", 1, func(k []*Node) any {
		if !value[Name](k[6]).runsOut() {
			return nil
		}
		over, ends := inState(k[4], nil, k[4].Span), comesThen(k[1], k[6], k[7], k[6].Span.Join(k[7].Span))
		c, known := over.(Cond)
		later, ok := ends.(Cond)
		if !known || !ok || c.Kind != Expired {
			return nil
		}
		c.Name = later.Name
		return Cond{Kind: Either, Kids: []Cond{c, later}, At: span(k)}
	}},
	{"or never", "OrNever", "'or' 'never'", 0, func([]*Node) any { return true }},
	{"or was never done", "OrNever", "'or' never NAME", 0.4, func([]*Node) any { return true }},
	{"or it never was", "OrNever", "'or' be? 'never' 'done'", 0.4, func([]*Node) any { return true }},
	{"not done in so long", "Cond", "that? not NAME in? cmp? NUMBER unit OrNever?", 0.7, func(k []*Node) any { return lapsedSince(k[2], k[4:7], span(k)) }},
	{"never done in so long", "Cond", "never NAME in? cmp? NUMBER unit OrNever?", 0.7, func(k []*Node) any { return lapsedSince(k[1], k[3:6], span(k)) }},
	{"so long ago or never", "Cond", "that? NAME be? cmp NUMBER unit 'ago' OrNever", 0.7, func(k []*Node) any { return lapsed(k[1], k[3:6], span(k)) }},
	{"so old or never", "Cond", "that? NAME be? cmp NUMBER unit 'old' OrNever", 0.7, func(k []*Node) any { return lapsed(k[1], k[3:6], span(k)) }},
	{"done, but", "Cond", "that? NAME 'but' Cond", 0.6, func(k []*Node) any {
		n, c := value[Name](k[1]), value[Cond](k[3])
		if !n.timely() || !n.participle() || !c.denies() {
			return nil
		}
		return Cond{Kind: Both, Kids: []Cond{{Kind: Done, Name: &n, At: k[1].Span}, c}, At: span(k)}
	}},
	{"waiting for it", "Cond", "that? awaits NAME", 0.9, func(k []*Node) any { return awaited(k[2], span(k)) }},
	{"waiting for things", "Cond", "that? awaits Noun", 0.7, func(k []*Node) any {
		n := value[Noun](k[2])
		if !n.things() {
			return nil
		}
		return Cond{Kind: Without, Noun: &n, At: span(k)}
	}},
	{"waiting so long for it", "Cond", "that? still? waiting still? cmp? NUMBER unit 'for' NAME", 1.3, func(k []*Node) any {
		return openSince(awaited(k[8], k[2].Span.Join(k[8].Span)), k[4:7], k[5].Span.Join(k[6].Span))
	}},
	{"of a value so long after a moment", "Cond", "that? Values still? cmp? NUMBER unit 'after' NAME", 1.3, func(k []*Node) any {
		return stillSo(isValue(k[1], false, k[1].Span), k[3:6], k[7], span(k))
	}},
	{"in a state so long after a moment", "Cond", "that? state still? cmp? NUMBER unit 'after' NAME", 1.3, func(k []*Node) any {
		return stillSo(inState(k[1], nil, k[1].Span), k[3:6], k[7], span(k))
	}},
}

// awaited is that what a name says has not come yet: "waiting for a first reply".
func awaited(what *Node, at meaning.Span) any {
	n := value[Name](what)
	if !n.timely() {
		return nil
	}
	return Cond{Kind: Done, Name: &n, Not: true, At: at}
}

// stillSo is that rows are so although a moment of theirs lies so far back: the comparison, the number and the unit of how far.
func stillSo(so any, long []*Node, since *Node, at meaning.Span) any {
	c, ok := so.(Cond)
	aged, lies := agedBy(value[Name](since), long, long[1].Span.Join(since.Span))
	if !ok || !lies || c.Kind != IsValue && c.Kind != Pending && c.Kind != Living {
		return nil
	}
	if long[0] != nil {
		aged.Op = meaning.Op(value[string](long[0]))
	}
	return Cond{Kind: Both, Kids: []Cond{c, aged}, At: at}
}

// agedBy is that a moment lies further back than so long; ok is false where it is no moment, or no whole number.
func agedBy(n Name, long []*Node, at meaning.Span) (c Cond, ok bool) {
	number, whole := long[1].Value.(int64)
	return Cond{Kind: Aged, Name: &n, Op: meaning.Greater, Number: number, Unit: value[string](long[2]), At: at}, whole && n.timely()
}

// denies says that a condition is that something is not so, was not done, or is not there.
func (c Cond) denies() bool { return c.Not || c.Kind == Without || c.Kind == Pending }

// lapsed is that something was done longer ago than so long, or never: the comparison, the number and the unit of how long.
func lapsed(done *Node, long []*Node, at meaning.Span) any {
	aged, ok := agedBy(value[Name](done), long, at)
	if !ok {
		return nil
	}
	return Cond{Kind: Either, Kids: []Cond{aged, {Kind: Done, Name: aged.Name, Not: true, At: done.Span}}, At: at}
}

// runsOut says that a name is a word for what is yet to end or to be due.
func (n Name) runsOut() bool {
	words := schema.Words(strings.ToLower(n.Text))
	return len(words) > 0 && (RunsOut(strings.Join(words, " ")) || RunsOut(words[len(words)-1]))
}

// RunsOut says that a phrase is one for what is yet to end or to be due: "ending", "due".
func RunsOut(said string) bool { return senseBook().says(said, "runsout") }

// lapsedSince is that something which is done again and again was not done for so long: "not serviced for a year".
func lapsedSince(done *Node, long []*Node, at meaning.Span) any {
	if !value[Name](done).recurs() {
		return nil
	}
	return lapsed(done, long, at)
}

// recurs says that a name is the last of several moments of which each may come again.
func (n Name) recurs() bool {
	return slices.ContainsFunc(n.Matches, func(m schema.Match) bool { return m.Column != nil && m.Column.Has("last", "latest") })
}
