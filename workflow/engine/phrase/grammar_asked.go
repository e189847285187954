package phrase

import (
	"slices"

	"parley/workflow/engine/meaning"
	"parley/workflow/schema"
)

// What is asked of each of the things that have something or did it: "which customers have unpaid invoices, and how much is it?" is what these
// invoices come to for each of the customers.
var askedRules = []rule{
	{"how many", "Asked", "count 'each'?", 0, func(k []*Node) any { return Figure{Kind: Count, At: k[0].Span} }},
	{"how often", "Asked", "howoften", 0, func(k []*Node) any { return Figure{Kind: Count, At: span(k)} }},
	{"how much", "Asked", "howmuch be? itself?", 0, func(k []*Node) any { return Figure{Kind: Worth, Fn: "sum", At: span(k)} }},
	{"a figure", "Asked", "Figure", 0.1, func(k []*Node) any { return value[Figure](k[0]) }},
	{"how much they owe", "Asked", "howmuch Does? people still? filler? owe filler?", 0.3, func(k []*Node) any { return Figure{Kind: Owed, At: span(k)} }},
	{"those that have it and how many", "Listing", "which Noun Cond comma? 'and' Asked", 0.9, func(k []*Node) any { return askedOf(k[1], k[2:3], k[5], span(k)) }},
	{"those that have it then and how many", "Listing", "which Noun Cond Cond comma? 'and' Asked", 1, func(k []*Node) any { return askedOf(k[1], k[2:4], k[6], span(k)) }},
	{"those that are so, have it then and how many", "Listing", "which Noun Cond Cond Cond comma? 'and' Asked", 1.1, func(k []*Node) any { return askedOf(k[1], k[2:5], k[7], span(k)) }},
	{"those that did it and how many", "Listing", "which Noun Cond? make? Noun PERIOD? comma? 'and' Asked", 0.9, func(k []*Node) any {
		done := value[Noun](k[4])
		if k[5] != nil {
			done = inTime(done, k[5])
		}
		conds := []*Node{{Span: k[4].Span, Value: Cond{Kind: Having, Noun: &done, At: k[4].Span}}}
		if k[2] != nil {
			conds = []*Node{k[2], conds[0]}
		}
		return askedOf(k[1], conds, k[8], span(k))
	}},
}

// askedOf is the things of a noun that meet conditions, with what is asked of the rows that they have by one of them. What is said before that
// one is said of the things, what comes behind of the rows.
func askedOf(noun *Node, conds []*Node, asked *Node, at meaning.Span) any {
	n := value[Noun](noun)
	has := slices.IndexFunc(conds, func(k *Node) bool { return value[Cond](k).has() })
	if has < 0 || !n.things() {
		return nil
	}
	c := value[Cond](conds[has])
	done := *c.Noun
	if !done.things() && c.Kind == Having {
		return nil
	}
	for i, k := range conds {
		switch {
		case i < has:
			n = specified(n, value[Cond](k)).(Noun)
		case i > has:
			done = specified(done, value[Cond](k)).(Noun)
		}
	}
	f, ok := value[Figure](asked).amongDone(done)
	if !ok {
		return nil
	}
	return Listing{Noun: n, Figures: []Figure{f}, At: at}
}

// has says that a condition is that there are rows of a noun.
func (c Cond) has() bool { return c.Noun != nil && !c.Not && (c.Kind == Having || c.Kind == Acted) }

// amongDone is a figure of the rows that things have, or of what was done to them; ok is false where it is of others.
func (f Figure) amongDone(done Noun) (of Figure, ok bool) {
	if !f.Noun.At.Said() {
		f.Noun = done
		return f, f.Kind == Count || f.Kind == Worth || f.Kind == Owed
	}
	if len(f.Args) > 0 || !slices.ContainsFunc(f.Noun.Name.Matches, func(m schema.Match) bool { return m.Column != nil && m.Column.Role == schema.Measure }) {
		return f, false
	}
	f.Noun.Conds = append(slices.Clone(f.Noun.Conds), done.Conds...)
	return f, true
}
