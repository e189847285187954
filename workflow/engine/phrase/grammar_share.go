package phrase

import "parley/workflow/engine/meaning"

// Shares and rates: "share of orders that were cancelled", "cancellation rate", "what share of revenue is exported".
var shareRules = []rule{
	{"share of those", "Figure", "share Noun that? Cond", 0.4, func(k []*Node) any { return shareOf(k[1], k[3], span(k)) }},
	{"share within a period", "Figure", "share PERIOD poss? Noun that? Cond", 0.5, func(k []*Node) any {
		f := shareOf(k[3], k[5], span(k)).(Figure)
		f.Noun.Conds = append(f.Noun.Conds, during(k[1], nil, k[1].Span).(Cond))
		return f
	}},
	{"so much of those", "Cond", "where? cmp NUMBER of Noun that? Cond", 0.5, func(k []*Node) any {
		if _, percent := k[2].Value.(Percent); !percent {
			return nil
		}
		f := shareOf(k[4], k[6], span(k[4:])).(Figure)
		c := compared(nil, k[1], k[2], span(k)).(Cond)
		c.Figure = &f
		return c
	}},
	{"rate of a value", "Figure", "Values rate", 0.2, func(k []*Node) any {
		c := Cond{Kind: IsValue, Values: value[[]Value](k[0]), At: k[0].Span}
		return Figure{Kind: Share, Conds: []Cond{c}, At: span(k)}
	}},
	{"rate of what was done", "Figure", "NAME rate", 0, func(k []*Node) any {
		n := value[Name](k[0])
		return Figure{Kind: Share, Conds: []Cond{{Kind: Done, Name: &n, At: n.At}}, At: span(k)}
	}},
	{"part of a noun", "Figure", "Values share Noun", 0.3, func(k []*Node) any {
		n := value[Noun](k[2])
		c := Cond{Kind: IsValue, Values: value[[]Value](k[0]), At: k[0].Span}
		return Figure{Kind: Share, Noun: n, Conds: []Cond{c}, At: span(k)}
	}},
}

func shareOf(noun, cond *Node, at meaning.Span) any {
	return Figure{Kind: Share, Noun: value[Noun](noun), Conds: []Cond{value[Cond](cond)}, At: at}
}
