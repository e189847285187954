package phrase

import (
	"slices"

	"parley/workflow/engine/calendar"
	"parley/workflow/engine/meaning"
)

// Two sides beside each other: "this year compared with last year", "weekends vs weekdays".
var compareRules = []rule{
	{"periods", "Compare", "PERIOD comma? versus allof? PERIOD", 0.4, func(k []*Node) any {
		return compare(during(k[0], nil, k[0].Span), during(k[4], nil, k[4].Span), span(k))
	}},
	{"periods beside each other", "Compare", "PERIOD comma? beside PERIOD", 0.4, func(k []*Node) any {
		c, ok := compare(during(k[0], nil, k[0].Span), during(k[3], nil, k[3].Span), span(k)).(Compare)
		c.Listed = true
		if !ok {
			return nil
		}
		return c
	}},
	{"period beside the one before", "Compare", "PERIOD comma? beside earlier", 0.5, before},
	{"period with the one before", "Compare", "PERIOD comma? with earlier", 0.5, before},
	{"period with another", "Compare", "PERIOD comma? with PERIOD", 0.4, func(k []*Node) any {
		return compare(during(k[0], nil, k[0].Span), during(k[3], nil, k[3].Span), span(k))
	}},
	{"period beside the same of another", "Compare", "PERIOD comma? versus? with? samespan PERIOD", 1.2, sameSpan},
	{"from one period to another", "Compare", "betweentime PERIOD timeto PERIOD", 0.6, func(k []*Node) any {
		c, ok := compare(during(k[1], nil, k[1].Span), during(k[3], nil, k[3].Span), span(k)).(Compare)
		if !ok {
			return nil
		}
		c.Between = true
		return c
	}},
	{"with how they differ", "Loose", "also? change in? betweenthem?", 0.5, func(k []*Node) any { return Differing }},
	{"with how they differ in percent", "Loose", "also? pctchange in? betweenthem?", 1.2, func(k []*Node) any { return DifferingInHundred }},
	{"with how they differ, also in percent", "Loose", "also? change comma? pctchange", 1.5, func(k []*Node) any { return DifferingBoth }},
	{"weekends beside weekdays", "Compare", "weekend beside weekend", 0.4, func(k []*Node) any {
		return compare(weekend(k[0]), weekend(k[2]), span(k))
	}},
	{"period before", "Compare", "PERIOD comma? versus earlier", 0.5, before},
	{"more of them", "Figure", "moreof Noun", -0.2, func(k []*Node) any {
		f, ok := counted(k[1], span(k)).(Figure)
		f.Fn = beside
		return orNone(f, ok)
	}},
	{"how many more of them", "Figure", "count moreof Noun", 0.4, func(k []*Node) any { return byHowMuch(Count, k[2], k[1], span(k)) }},
	{"how much more of it", "Figure", "howmuch moreof Noun", 0.4, func(k []*Node) any { return byHowMuch(Plain, k[2], k[1], span(k)) }},
	{"more of one kind than of another", "Compare", "that? Cond 'than' that? Cond", 0.2, func(k []*Node) any {
		c, ok := compare(k[1].Value, k[4].Value, span(k)).(Compare)
		if !ok || c.Left.Kind == InPeriod || c.Right.Kind == InPeriod {
			return nil
		}
		c.Apart, c.ByHowMuch = true, true
		return c
	}},
	{"weekends", "Compare", "weekend versus weekend", 0.4, func(k []*Node) any {
		return compare(weekend(k[0]), weekend(k[2]), span(k))
	}},
	{"so many of one kind and of another", "Compare", "that? Cond comma? comma? count that? filler? Cond", 0.6, func(k []*Node) any {
		return counts(k[1].Value, k[7].Value, span(k))
	}},
	{"so many that are so and that are not", "Compare", "that? Cond comma? comma? count not", 0.7, func(k []*Node) any {
		c := value[Cond](k[1])
		c.Not, c.At = !c.Not, k[5].Span
		return counts(k[1].Value, c, span(k))
	}},
	{"kinds", "Compare", "that? Cond comma? versus that? Cond", -0.2, func(k []*Node) any { return compare(k[1].Value, k[5].Value, span(k)) }},
	{"kinds of things", "Compare", "that? Cond comma? versus Noun", 0, func(k []*Node) any {
		n := value[Noun](k[4])
		if !n.things() || len(n.Name.Matches) == 0 || len(n.Conds) != 1 || n.Conds[0].Kind != IsValue {
			return nil
		}
		return compare(k[1].Value, n.Conds[0], span(k)) // "active vs churned customers"
	}},
	{"kinds joined", "Compare", "that? Cond 'and' Cond", -0.4, func(k []*Node) any {
		c, ok := compare(k[1].Value, k[3].Value, span(k)).(Compare)
		if !ok || c.Left.Kind == InPeriod || c.Right.Kind == InPeriod {
			return nil
		}
		c.Joined = true
		return c
	}},
	{"kind and what is no such", "Compare", "that? Cond comma? versus 'non' Values", 0.8, func(k []*Node) any { return noSuch(k[1], k[4], k[5]) }},
	{"kind and things that are none", "Compare", "that? Cond comma? versus 'non' Values Noun", 0.9, func(k []*Node) any {
		if !value[Noun](k[6]).things() {
			return nil
		}
		return noSuch(k[1], k[4], k[5])
	}},
	{"kind and the rest", "Compare", "that? Cond comma? versus that? others", 0.6, rest},
	{"kind and other things", "Compare", "that? Cond comma? versus that? 'other' Noun", 0.6, func(k []*Node) any {
		if n := value[Noun](k[6]); !n.things() || len(n.Conds) > 0 {
			return nil
		}
		return rest(k)
	}},
	{"kind and what is not", "Compare", "that? Cond comma? versus that? not", 0, rest},
	{"three values", "Compare", "Values versus Values versus Values", 0.3, func(k []*Node) any {
		c, ok := compare(isValue(k[0], false, k[0].Span), isValue(k[2], false, k[2].Span), span(k)).(Compare)
		last, also := isValue(k[4], false, k[4].Span).(Cond)
		if !ok || !also {
			return nil
		}
		c.Right.Values, c.Right.At = append(slices.Clone(c.Right.Values), last.Values...), c.Right.At.Join(last.At)
		return c
	}},
	{"values", "Compare", "Values versus Values", 0.2, func(k []*Node) any {
		return compare(isValue(k[0], false, k[0].Span), isValue(k[2], false, k[2].Span), span(k))
	}},
	{"value behind", "Compare", "comma? versus that? Values", 0.2, func(k []*Node) any {
		return Compare{Right: isValue(k[3], false, k[3].Span).(Cond), Behind: true, At: span(k)}
	}},
	{"value of things behind", "Compare", "comma? versus Noun", 0.2, func(k []*Node) any {
		n := value[Noun](k[2])
		if len(n.Conds) != 1 || n.Conds[0].Kind != IsValue {
			return nil
		}
		return Compare{Right: n.Conds[0], Behind: true, At: span(k)}
	}},
}

// noSuch puts those that are not so beside those that are, as the words for both say it: "active vs non-active".
func noSuch(is, non, so *Node) any {
	other := isValue(so, true, non.Span.Join(so.Span)).(Cond)
	if c := value[Cond](is); c.Kind != IsValue || c.Not {
		return nil
	}
	return compare(is.Value, other, is.Span.Join(so.Span))
}

// rest puts those that are not so beside those that are.
func rest(k []*Node) any {
	c := value[Cond](k[1])
	if c.Kind == InPeriod {
		return nil
	}
	c.Not, c.At = !c.Not, k[5].Span
	return compare(k[1].Value, c, span(k))
}

// beside marks a figure that is only said where two sides are compared: "more leads last month than the month before".
const beside = "beside"

// Beside says that a figure needs two sides.
func (f Figure) Beside() bool { return f.Kind == Count && f.Fn == beside || f.ByHowMuch() != "" }

// MoreBy and LessBy mark a figure of which is asked by how much one side is more, or less, than the other: "how many more orders this year
// than last".
const (
	MoreBy = "more by"
	LessBy = "less by"
)

// ByHowMuch is MoreBy or LessBy where a figure is so, else empty.
func (f Figure) ByHowMuch() string {
	if f.Fn == MoreBy || f.Fn == LessBy {
		return f.Fn
	}
	return ""
}

// byHowMuch is a figure of which one side is more, or less, than the other.
func byHowMuch(kind FigureKind, noun, more *Node, at meaning.Span) any {
	f := Figure{Kind: kind, Fn: MoreBy, Noun: value[Noun](noun), At: at}
	if value[string](more) == "<" {
		f.Fn = LessBy
	}
	return f
}

func orNone(f Figure, ok bool) any {
	if !ok {
		return nil
	}
	return f
}

func compare(l, r any, at meaning.Span) any {
	left, ok := l.(Cond)
	right, also := r.(Cond)
	if !ok || !also {
		return nil
	}
	return Compare{Left: left, Right: right, At: at}
}

// counts puts two kinds of the same rows beside each other, a figure each.
func counts(l, r any, at meaning.Span) any {
	c, ok := compare(l, r, at).(Compare)
	if !ok {
		return nil
	}
	c.Apart = true
	return c
}

func weekend(n *Node) any {
	return Cond{Kind: Weekend, Not: value[string](n) == "not", At: n.Span}
}

// sameSpan puts the same days of another year, quarter or month beside a period: "this year so far against the same stretch of last
// year".
func sameSpan(k []*Node) any {
	c, ok := compare(during(k[0], nil, k[0].Span), during(k[5], nil, k[4].Span.Join(k[5].Span)), span(k)).(Compare)
	if _, lies := c.Left.Period.Within(c.Right.Period); !ok || !lies {
		return nil
	}
	c.Same = true
	return c
}

// before puts the period before another beside it: "this year against last".
func before(k []*Node) any {
	p, ok := k[0].Value.(calendar.Period)
	earlier, is := p.Before()
	if !ok || !is {
		return nil
	}
	return compare(during(k[0], nil, k[0].Span), Cond{Kind: InPeriod, Period: earlier, At: k[3].Span}, span(k))
}
