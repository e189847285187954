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
	{"still so", "Cond", "that? be? 'still' NAME", 0.8, func(k []*Node) any {
		n := value[Name](k[3])
		if !n.timely() || !n.participle() {
			return nil
		}
		return Cond{Kind: Both, Kids: []Cond{{Kind: Done, Name: &n, At: k[3].Span}, {Kind: Living, At: k[2].Span}}, At: span(k)}
	}},
	{"that we did then", "Cond", "'did' 'we' NAME in? PERIOD", 0.9, func(k []*Node) any {
		n := value[Name](k[2])
		if !n.timely() || len(schema.Words(n.Text)) != 1 {
			return nil
		}
		return during(k[4], &n, span(k)) // "did we open" asks when, not what is open now
	}},
	{"came in a state", "Cond", "that? turned state", 0.4, func(k []*Node) any { return came(inState(k[2], nil, span(k))) }},
	{"done in a state", "Cond", "that? NAME state", 0.3, func(k []*Node) any {
		n := value[Name](k[1])
		if !n.timely() {
			return nil
		}
		return inState(k[2], &n, span(k))
	}},
	{"overdue for so long", "Cond", "that? cmp NUMBER unit state", 0.5, func(k []*Node) any { return inStateBy(k[4], nil, k[1], k[2], k[3], span(k)) }},
	{"came so late", "Cond", "that? turned cmp NUMBER unit state", 0.7, func(k []*Node) any {
		return came(inStateBy(k[5], nil, k[2], k[3], k[4], span(k)))
	}},
	{"done so late", "Cond", "that? NAME cmp NUMBER unit state", 0.8, func(k []*Node) any {
		return inStateBy(k[5], k[1], k[2], k[3], k[4], span(k))
	}},
	{"so long after it was due", "Cond", "that? cmp NUMBER unit laterthan owner? due", 0.7, func(k []*Node) any {
		return by(besideDue(Late, nil, span(k)), k[1], k[2], k[3])
	}},
	{"came so long after it was due", "Cond", "that? turned cmp NUMBER unit laterthan owner? due", 0.9, func(k []*Node) any {
		return came(by(besideDue(Late, nil, span(k)), k[2], k[3], k[4]))
	}},
	{"done so long after it was due", "Cond", "that? NAME cmp NUMBER unit laterthan owner? due", 1, func(k []*Node) any {
		return by(besideDue(Late, k[1], span(k)), k[2], k[3], k[4])
	}},
	{"came later than due", "Cond", "that? turned laterthan owner? due", 0.6, func(k []*Node) any { return came(besideDue(Late, nil, span(k))) }},
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

// inStateBy is a condition on how things stand, and for how long.
func inStateBy(state, done, cmp, number, unit *Node, at meaning.Span) any {
	var name *Name
	if done != nil {
		n := value[Name](done)
		if !n.timely() {
			return nil
		}
		name = &n
	}
	return by(inState(state, name, at), cmp, number, unit)
}

// by adds to a condition that something is overdue or late by how much.
func by(cond any, cmp, number, unit *Node) any {
	n, whole := number.Value.(int64)
	c, ok := cond.(Cond)
	if !whole || !ok || c.Kind != Overdue && c.Kind != Late {
		return nil
	}
	c.Op, c.Number, c.Unit = meaning.Op(value[string](cmp)), n, value[string](unit)
	return c
}

// came adds to a condition that it has come to be so.
func came(cond any) any {
	c, ok := cond.(Cond)
	if !ok {
		return nil
	}
	c.Came = true
	return c
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
