package phrase

import (
	"slices"

	"parley/workflow/engine/meaning"
	"parley/workflow/schema"
)

// Figures of a list, each of rows of its own: "orders, late orders and net revenue by channel". What is said of one counts for that one: late
// orders beside all of them are some of these.
var tallyRules = []rule{
	{"counted, of its own rows", "Counted", "count Noun", 0.1, func(k []*Node) any { return tallied(value[Noun](k[1]), Count, span(k)) }},
	{"things, of their own rows", "Counted", "Noun", 0, func(k []*Node) any {
		n := value[Noun](k[0])
		if !n.things() && !n.kindAlone() {
			return nil
		}
		return tallied(n, Rows, span(k))
	}},
	{"figure by its name", "Counted", "NAME", 0, func(k []*Node) any {
		n := value[Name](k[0])
		if len(n.Matches) == 0 || n.Matches[0].Column == nil || !n.Matches[0].Column.Metric.Whole() {
			return nil
		}
		return Figure{Kind: Plain, Noun: Noun{Name: n, At: n.At}, Own: true, At: span(k)}
	}},
	{"a measure of things in two ways", "Tallies", "NAME 'of' filler? Noun comma fn 'and' fn", 1, func(k []*Node) any {
		n := value[Name](k[0])
		if len(n.Matches) == 0 || n.Matches[0].Column == nil || !value[Noun](k[3]).things() {
			return nil
		}
		of := Noun{Name: n, Conds: value[Noun](k[3]).Conds, At: n.At}
		one := Figure{Kind: Aggregate, Fn: value[string](k[5]), Noun: of, At: n.At.Join(k[5].Span)}
		of.Conds = nil
		return Tallies{one, {Kind: Aggregate, Fn: value[string](k[7]), Noun: of, At: k[7].Span}}
	}},
	{"two figures of their own rows", "Tallies", "Counted comma Counted", 0.45, func(k []*Node) any {
		return tallies([]Figure{value[Figure](k[0])}, value[Figure](k[2]))
	}},
	{"two figures beside each other", "Tallies", "Counted versus Counted", 0.45, func(k []*Node) any {
		one, other := value[Figure](k[0]), value[Figure](k[2])
		if !slices.ContainsFunc(slices.Concat(one.Noun.Conds, other.Noun.Conds), Cond.Taught) {
			return nil
		}
		return tallies([]Figure{one}, other)
	}},
	{"figures of their own rows", "Tallies", "Tallies comma Counted", 0.2, func(k []*Node) any {
		return tallies(value[Tallies](k[0]), value[Figure](k[2]))
	}},
	{"how many each", "Bare", "comma? count 'each'", 0.3, func(k []*Node) any { return Figure{Kind: Count, At: k[1].Span} }},
	{"two figures of one number", "Tallies", "fn comma fn in? Noun", 0.6, func(k []*Node) any { return severally(k[4], k[0], k[2]) }},
	{"three figures of one number", "Tallies", "fn comma fn comma fn in? Noun", 0.8, func(k []*Node) any { return severally(k[6], k[0], k[2], k[4]) }},
	{"two figures of one number, said behind", "Tallies", "NAME comma? fn comma fn", 0.6, func(k []*Node) any { return severally(k[0], k[2], k[4]) }},
	{"three figures of one number, said behind", "Tallies", "NAME comma? fn comma fn comma fn", 0.8, func(k []*Node) any { return severally(k[0], k[2], k[4], k[6]) }},
	{"further figure of its own rows", "Tallies", "Tallies ',' 'and' Counted", 0.2, func(k []*Node) any {
		return tallies(value[Tallies](k[0]), value[Figure](k[3]))
	}},
}

// severally takes several aggregates of one number: "minimum, maximum and average price".
func severally(of *Node, fns ...*Node) any {
	var n Noun
	switch v := of.Value.(type) {
	case Noun:
		n = v
	case Name:
		n = Noun{Name: v, At: v.At}
	}
	if !slices.ContainsFunc(n.Name.Matches, func(m schema.Match) bool { return m.Column != nil && m.Column.Type.Numeric() && !m.Column.Key() }) {
		return nil
	}
	var list Tallies
	for i, fn := range fns {
		if slices.ContainsFunc(fns[:i], func(o *Node) bool { return o.Value == fn.Value }) {
			return nil
		}
		list = append(list, Figure{Kind: Aggregate, Fn: value[string](fn), Noun: n, At: n.At.Join(fn.Span)})
	}
	return list
}

// tallied counts things of which only what stands before them is said.
func tallied(n Noun, kind FigureKind, at meaning.Span) any {
	if slices.ContainsFunc(n.Conds, func(c Cond) bool { return c.Kind != IsValue }) {
		return nil
	}
	return Figure{Kind: kind, Noun: n, Own: true, At: at}
}

// kindAlone says that a noun is a word that was taught for rows that are so: "cancellations".
func (n Noun) kindAlone() bool {
	return len(n.Name.Matches) == 0 && len(n.Conds) == 1 && n.Conds[0].Taught()
}

// tallies puts a figure behind others. The first is one of all rows, else each is of rows that are so; what comes behind names rows that are
// so, or is a figure by its name: "active customers and orders" are those of the active ones.
func tallies(list []Figure, f Figure) any {
	some := func(f Figure) bool { return len(f.Noun.Conds) > 0 }
	first := list[0]
	switch {
	case some(first) && (!some(f) || len(first.Noun.Name.Matches) == 0):
		return nil // "active and suspended users" are counted by what they are
	case !some(f) && f.Kind != Plain, len(list) == 1 && !some(first) && !some(f) && first.Kind == Plain:
		return nil
	}
	return Tallies(append(slices.Clone(list), f))
}
