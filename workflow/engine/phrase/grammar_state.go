package phrase

import (
	"slices"
	"strings"

	"parley/workflow/engine/meaning"
	"parley/workflow/schema"
)

// How things stand, as their dates tell: "overdue tickets", "trips that were late", "paid late", "active drivers".
var stateRules = []rule{
	{"in a state", "Cond", "that? only? state only?", 0.1, func(k []*Node) any { return inState(k[2], nil, span(k)) }},
	{"came in a state", "Cond", "that? turned state", 0.4, func(k []*Node) any {
		c, ok := inState(k[2], nil, span(k)).(Cond)
		if !ok {
			return nil
		}
		c.Came = true
		return c
	}},
	{"done in a state", "Cond", "that? NAME state", 0.3, func(k []*Node) any {
		n := value[Name](k[1])
		if !n.timely() {
			return nil
		}
		return inState(k[2], &n, span(k))
	}},
	{"overdue for so long", "Cond", "that? cmp NUMBER unit state", 0.5, func(k []*Node) any {
		n, whole := k[2].Value.(int64)
		c, ok := inState(k[4], nil, span(k)).(Cond)
		if !whole || !ok || c.Kind != Overdue && c.Kind != Late {
			return nil
		}
		c.Kind, c.Op, c.Number, c.Unit = Overdue, meaning.Op(value[string](k[1])), n, value[string](k[3])
		return c
	}},
	{"so long past a word", "Cond", "that? turned? cmp NUMBER unit VALUE", 0.8, func(k []*Node) any {
		return overran(k[5], k[2], k[3], k[4], span(k))
	}},
	{"done so long past a word", "Cond", "that? NAME cmp NUMBER unit VALUE", 0.8, func(k []*Node) any {
		if !value[Name](k[1]).timely() {
			return nil
		}
		return overran(k[5], k[2], k[3], k[4], span(k))
	}},
	{"past a word by so long", "Cond", "that? VALUE 'by'? cmp NUMBER unit", 0.8, func(k []*Node) any {
		return overran(k[1], k[3], k[4], k[5], span(k))
	}},
	{"noun in a state", "Noun", "state Noun", 0.02, func(k []*Node) any {
		c, ok := inState(k[0], nil, k[0].Span).(Cond)
		if !ok {
			return nil
		}
		return specified(value[Noun](k[1]), c)
	}},
	{"what is so comes to", "Figure", "state howmuch", 0.5, func(k []*Node) any { return worthInState(k[0], span(k)) }},
	{"all that is so comes to", "Figure", "fn state howmuch", 0.6, func(k []*Node) any {
		if value[string](k[0]) != "sum" {
			return nil
		}
		return worthInState(k[1], span(k))
	}},
	{"what things that are so come to", "Figure", "state NAME worth", -0.2, func(k []*Node) any {
		f, ok := worthInState(k[0], span(k)).(Figure)
		n := value[Name](k[1])
		if !ok {
			return nil
		}
		f.Noun.Name = n
		return f
	}},
	{"how much is so", "Figure", "howmuch be? filler? state", 0.5, func(k []*Node) any { return worthInState(k[3], span(k)) }},
	{"how much of it is so", "Figure", "howmuch Noun be filler? state", 0.4, func(k []*Node) any {
		f, ok := worthInState(k[4], span(k)).(Figure)
		if !ok {
			return nil
		}
		n := value[Noun](k[1])
		n.Conds = append(slices.Clone(n.Conds), f.Noun.Conds...)
		f.Noun = n
		return f
	}},
	{"rate of a state", "Figure", "state rate", 0.3, func(k []*Node) any {
		c, ok := inState(k[0], nil, k[0].Span).(Cond)
		if !ok {
			return nil
		}
		return Figure{Kind: Share, Conds: []Cond{c}, At: span(k)}
	}},
}

// states are the kinds of conditions by how things are said to stand.
var states = map[string]CondKind{"overdue": Overdue, "late": Late, "punctual": Punctual, "living": Living, "present": Present, "expired": Expired, "pending": Pending, "lost": Lost}

// inState is a condition on how things stand; done, when said, is what was done so.
func inState(state *Node, done *Name, at meaning.Span) any {
	kind, ok := states[value[string](state)]
	if !ok || done != nil && kind != Late && kind != Punctual && kind != Overdue {
		return nil
	}
	return Cond{Kind: kind, Name: done, At: at}
}

// overran is that rows are so by so much, of a word that somebody defined by two days: "more than 3 days late".
func overran(word, cmp, number, unit *Node, at meaning.Span) any {
	v := value[Value](word)
	v.Matches = slices.DeleteFunc(slices.Clone(v.Matches), func(m schema.ValueMatch) bool {
		_, _, ok := m.Column.Overrun()
		return !ok
	})
	n, whole := number.Value.(int64)
	if len(v.Matches) == 0 || !whole {
		return nil
	}
	return Cond{Kind: Overran, Values: []Value{v}, Op: meaning.Op(value[string](cmp)), Number: n, Unit: value[string](unit), At: at}
}

// worthInState is what rows that stand so come to: "unpaid amount", "how much is overdue".
func worthInState(state *Node, at meaning.Span) any {
	c, ok := inState(state, nil, state.Span).(Cond)
	if !ok {
		return nil
	}
	return Figure{Kind: Worth, Fn: "sum", Noun: Noun{Conds: []Cond{c}, At: state.Span}, At: at}
}

// StateOf is how things stand by a word for it; zero where the word says nothing of the kind.
func StateOf(text string) CondKind {
	for _, s := range senseBook().of[strings.ToLower(text)] {
		if s.category == "state" {
			return states[s.kind]
		}
	}
	return 0
}
