package phrase

import (
	"slices"

	"parley/workflow/engine/calendar"
	"parley/workflow/engine/meaning"
)

// Things of which there was more, or less, in one period than in another: "customers with fewer orders this month than last month",
// "shops that sold more this year than the year before".
var outdoneRules = []rule{
	{"more of them then than then", "Listing", "Noun Cond? Did 'us'? moreof Noun in? PERIOD than in? allof? Then", 1, func(k []*Node) any {
		return outdone(k[0], k[1], k[4], k[7], k[11], amountOf(value[Noun](k[5])), span(k))
	}},
	{"then more of them than then", "Listing", "Noun Cond? Did in? PERIOD moreof Noun than in? allof? Then", 1, func(k []*Node) any {
		return outdone(k[0], k[1], k[5], k[4], k[10], amountOf(value[Noun](k[6])), span(k))
	}},
	{"did more then than then", "Listing", "Noun Cond? that? Dealt moreof in? PERIOD than in? allof? Then", 1, func(k []*Node) any {
		return outdone(k[0], k[1], k[4], k[6], k[10], takings(k[3:4]).(Figure), span(k))
	}},
	{"whose figure was more then than then", "Listing", "Noun 'whose' Noun in? PERIOD be? cmp owner? in? allof? Then poss?", 1.2, func(k []*Node) any {
		return outdone(k[0], nil, k[6], k[4], k[10], amountOf(value[Noun](k[2])), span(k))
	}},
	{"figure more then than then", "Listing", "Noun with moreof Noun in? PERIOD than in? allof? Then", 1, func(k []*Node) any {
		return outdone(k[0], nil, k[2], k[5], k[9], amountOf(value[Noun](k[3])), span(k))
	}},
	{"then", "Then", "PERIOD", 0, func(k []*Node) any { return k[0].Value }},
	{"then before", "Then", "earlier", 0, func([]*Node) any { return calendar.Period{} }},
	{"had", "Did", "that? have", 0, func([]*Node) any { return true }},
	{"did so", "Did", "that? verb", 0, func([]*Node) any { return true }},
	{"did it", "Did", "that? light", 0, func([]*Node) any { return true }},
	{"made it", "Did", "that? make", 0, func([]*Node) any { return true }},
	{"were charged it", "Did", "that? charged", 0, func([]*Node) any { return true }},
	{"dealt it", "Did", "that? Dealt", 0, func([]*Node) any { return true }},
	{"spent", "Dealt", "spend", 0, func([]*Node) any { return true }},
	{"earned", "Dealt", "earn", 0, func([]*Node) any { return true }},
	{"sold", "Dealt", "sell", 0, func([]*Node) any { return true }},
}

// amountOf is how many there are of things, else what a measure comes to.
func amountOf(n Noun) Figure {
	if n.things() {
		return Figure{Kind: Count, Noun: n, At: n.At}
	}
	return Figure{Kind: Plain, Noun: n, At: n.At}
}

// outdone keeps the things whose figure is more, or less, in one period than in another; the one before where no other is named.
func outdone(things, kind, way, then, other *Node, f Figure, at meaning.Span) any {
	n := value[Noun](things)
	one, next := value[calendar.Period](then), value[calendar.Period](other)
	if next.From.IsZero() {
		before, ok := one.Before()
		if !ok {
			return nil
		}
		next = before
	}
	if len(n.Name.Matches) == 0 && !n.things() {
		return nil
	}
	if kind != nil {
		n.Conds = append(slices.Clone(n.Conds), value[Cond](kind))
	}
	sides := Compare{Left: during(then, nil, then.Span).(Cond), Right: Cond{Kind: InPeriod, Period: next, At: other.Span}, Op: meaning.Op(value[string](way)), At: then.Span.Join(other.Span)}
	return Outdone{Listing: Listing{Noun: n, Figures: []Figure{f}, At: at}, Compare: sides}
}
