package phrase

import "parley/workflow/engine/meaning"

// Who bought what: "bought a laptop", "ordered something in electronics", "did Aarav Patel buy", "bought by users from Kenya".
var tradeRules = []rule{
	{"which somebody bought", "Cond", "Aux Values NAME PERIOD?", 0.6, func(k []*Node) any {
		if !value[Name](k[2]).Trading() {
			return nil
		}
		return acted(k[2], k[1], k[3], false, span(k))
	}},
	{"which those who are so bought", "Cond", "Aux Noun Cond NAME PERIOD?", 0.9, func(k []*Node) any {
		return doneBySome(k[3], k[2], k[4], span(k))
	}},
	{"bought by somebody", "Cond", "that? be? NAME 'by' Values PERIOD?", 0.6, func(k []*Node) any {
		if !value[Name](k[2]).Trading() {
			return nil
		}
		return acted(k[2], k[4], k[5], false, span(k))
	}},
	{"bought by those who are so", "Cond", "that? be? NAME 'by' Noun Cond PERIOD?", 0.9, func(k []*Node) any {
		return doneBySome(k[2], k[5], k[6], span(k))
	}},
	{"bought something", "Cond", "that? have? NAME thing? in? Values PERIOD?", 0.6, func(k []*Node) any {
		if !value[Name](k[2]).Trading() {
			return nil
		}
		return acted(k[2], k[5], k[6], false, span(k))
	}},
}

// doneBySome is that those who are so traded, in a period where one is said.
func doneBySome(verb, some, period *Node, at meaning.Span) any {
	c, ok := acted(verb, nil, period, false, at).(Cond)
	so := value[Cond](some)
	if !ok || !value[Name](verb).Trading() || so.Kind != IsValue {
		return nil
	}
	c.Noun.Conds = append(c.Noun.Conds, so)
	return c
}
