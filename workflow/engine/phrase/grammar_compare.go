package phrase

import "parley/workflow/engine/meaning"

// Two sides beside each other: "this year compared with last year", "weekends vs weekdays".
var compareRules = []rule{
	{"periods", "Compare", "PERIOD comma? versus PERIOD", 0.4, func(k []*Node) any {
		return compare(during(k[0], nil, k[0].Span), during(k[3], nil, k[3].Span), span(k))
	}},
	{"weekends", "Compare", "weekend versus weekend", 0.4, func(k []*Node) any {
		return compare(weekend(k[0]), weekend(k[2]), span(k))
	}},
	{"values", "Compare", "Values versus Values", 0.2, func(k []*Node) any {
		return compare(isValue(k[0], false, k[0].Span), isValue(k[2], false, k[2].Span), span(k))
	}},
}

func compare(l, r any, at meaning.Span) any {
	left, ok := l.(Cond)
	right, also := r.(Cond)
	if !ok || !also {
		return nil
	}
	return Compare{left, right, at}
}

func weekend(n *Node) any {
	return Cond{Kind: Weekend, Not: value[string](n) == "not", At: n.Span}
}
