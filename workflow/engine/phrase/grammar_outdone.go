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
	{"more of them than then", "Listing", "Noun Cond? Did 'us'? moreof Noun than in? allof? Then", 0.9, func(k []*Node) any {
		return outdone(k[0], k[1], k[4], nil, k[9], amountOf(value[Noun](k[5])), span(k))
	}},
	{"dealt more than then", "Listing", "Noun Cond? that? Dealt moreof than in? allof? Then", 0.9, func(k []*Node) any {
		return outdone(k[0], k[1], k[4], nil, k[8], takings(k[3:4]).(Figure), span(k))
	}},
	{"did it more often than then", "Listing", "Noun Cond? that? NAME moreof in? PERIOD? than in? allof? Then", 0.9, func(k []*Node) any {
		done, ok := acted(k[3], nil, nil, false, k[3].Span).(Cond)
		if !ok {
			return nil
		}
		return outdone(k[0], k[1], k[4], k[6], k[10], Figure{Kind: Count, Noun: *done.Noun, At: k[3].Span}, span(k))
	}},
	{"since then", "Since", "sincethen in? allof? Then", 0, func(k []*Node) any { return sides{other: k[3]} }},
	{"then since then", "Since", "in? PERIOD sincethen in? allof? Then", 0.1, func(k []*Node) any { return sides{k[1], k[5]} }},
	{"over a time", "Since", "in? PERIOD", 0, func(k []*Node) any { return over(k[1]) }},
	{"grew", "Listing", "Noun Cond? that? have? risen Since", 1, func(k []*Node) any {
		return grown(k[0], k[1], k[4], k[5], takings(k[4:5]).(Figure), span(k))
	}},
	{"grew in a measure", "Listing", "Noun Cond? that? have? risen in owner? Noun Since", 1.1, func(k []*Node) any {
		return grown(k[0], k[1], k[4], k[8], amountOf(value[Noun](k[7])), span(k))
	}},
	{"grew their measure", "Listing", "Noun Cond? that? have? risen owner? Noun Since", 1.1, func(k []*Node) any {
		return grown(k[0], k[1], k[4], k[7], amountOf(value[Noun](k[6])), span(k))
	}},
	{"whose measure grew", "Listing", "Noun 'whose' Noun have? risen Since", 1.2, func(k []*Node) any {
		return grown(k[0], nil, k[4], k[5], amountOf(value[Noun](k[2])), span(k))
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

// sides are the two periods of which there was more, or less, in one than in the other; the first is the one after the other where none is named.
type sides struct{ then, other *Node }

// over is the second of two units of a time beside the first, else a time beside the one before.
func over(time *Node) sides {
	then, before := *time, Node{Span: time.Span, Value: calendar.Period{}}
	if first, second, ok := value[calendar.Period](time).Halves(); ok {
		then.Value, before.Value = second, first
	}
	return sides{&then, &before}
}

// grown keeps the things whose figure is more, or less, in one of two periods than in the other.
func grown(things, kind, way, since *Node, f Figure, at meaning.Span) any {
	s := value[sides](since)
	return outdone(things, kind, way, s.then, s.other, f, at)
}

// outdone keeps the things whose figure is more, or less, in one period than in another; the one before where no other is named, and the one after
// it where only the other is.
func outdone(things, kind, way, then, other *Node, f Figure, at meaning.Span) any {
	n := value[Noun](things)
	next, ok := value[calendar.Period](other), true
	if then == nil {
		then = &Node{Span: way.Span}
		then.Value, ok = next.Next()
	}
	if next.From.IsZero() {
		next, ok = value[calendar.Period](then).Before()
	}
	if !ok {
		return nil
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
