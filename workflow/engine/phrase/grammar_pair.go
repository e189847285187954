package phrase

import (
	"slices"

	"parley/workflow/engine/meaning"
)

// Two kinds, each by itself: "by both sea and air", "neither to Cork nor to Kerry", "with open as well as closed tickets". A pair may stand
// for kinds of rows, for what was done to each, or for things that there are of either kind.
var pairRules = []rule{
	{"both values", "Pair", "in? 'both' in? VALUE 'and' in? VALUE", 0.4, func(k []*Node) any { return pairOf(k[3], k[6], false) }},
	{"one value as well as the other", "Pair", "in? VALUE aswell in? VALUE", 0.4, func(k []*Node) any { return pairOf(k[1], k[4], false) }},
	{"neither value", "Pair", "in? 'neither' in? Values nor in? VALUE", 0.4, func(k []*Node) any { return pairOf(k[3], k[6], true) }},
	{"did it to both", "Cond", "that? NAME Pair generic? PERIOD?", 0.7, func(k []*Node) any {
		return value[pair](k[2]).each(span(k), func(v *Node) any { return acted(k[1], v, k[4], value[pair](k[2]).neither, v.Span) })
	}},
	{"with things of both kinds", "Cond", "that? with? Pair Noun PERIOD?", 0.7, func(k []*Node) any { return ofBothKinds(k[3], k[2], k[4], span(k)) }},
	{"with things that are of both kinds", "Cond", "with Noun that? Pair PERIOD?", 0.7, func(k []*Node) any { return ofBothKinds(k[1], k[3], k[4], span(k)) }},
	{"of both kinds in a time", "Cond", "that? with? obtained? Pair in? PERIOD", 0.6, func(k []*Node) any {
		p := value[pair](k[3])
		return p.each(span(k), func(v *Node) any {
			return didTo(p.kind(), &Node{Span: v.Span, Value: Noun{Conds: []Cond{isValue(v, false, v.Span).(Cond)}, At: v.Span}}, k[5], v.Span)
		})
	}},
	{"both of two values", "Cond", "with? Pair", 0.2, func(k []*Node) any {
		p := value[pair](k[1])
		if p.neither {
			return nil
		}
		return p.each(span(k), func(v *Node) any { return isValue(v, false, v.Span) })
	}},
	{"did neither", "Cond", "that? have? be? 'neither' NAME nor NAME in? PERIOD?", 0.8, func(k []*Node) any { return didBoth(k[4], k[6], k[8], true, span(k)) }},
	{"did both", "Cond", "that? have? be? 'both' NAME 'and' NAME in? PERIOD?", 0.7, func(k []*Node) any { return didBoth(k[4], k[6], k[8], false, span(k)) }},
	{"with one thing or the other", "Cond", "with? 'either' Noun 'or' Noun PERIOD?", 0.8, func(k []*Node) any {
		c, ok := bothIn(k[2], k[4], k[5], span(k)).(Cond)
		if !ok {
			return nil
		}
		c.Kind = Either
		return c
	}},
	{"neither of both values", "Cond", "that? verb? Pair", 0.3, func(k []*Node) any { return neitherKind(k[2], span(k)) }},
	{"neither of both kinds", "Cond", "that Pair NAME", 0.4, func(k []*Node) any { return neitherKind(k[1], span(k)) }},
	{"rows of a value, as a kind", "Kind", "Values Noun?", 0, func(k []*Node) any { return isValue(k[0], false, span(k)) }},
	{"ones of a value, as a kind", "Kind", "Values generic", 0, func(k []*Node) any { return isValue(k[0], false, span(k)) }},
	{"what was done, as a kind", "Kind", "NAME generic?", 0, kindDone},
	{"things that were done, as a kind", "Kind", "NAME Noun", 0.1, kindDone},
	{"a kind excluded", "Cond", "comma? Kind be? excluded", 0.3, func(k []*Node) any { return notOf(k[1], span(k)) }},
	{"not of a kind of things", "Cond", "comma? that? not 'those'? Kind", 0.05, func(k []*Node) any { return notOf(k[4], span(k)) }},
	{"of neither of two kinds", "Cond", "comma? that? not 'those'? Kind or Kind", 0.6, func(k []*Node) any { return ofNeither(k[4], k[6], span(k)) }},
	{"both kinds excluded", "Cond", "comma? Kind or Kind be? excluded", 0.6, func(k []*Node) any { return ofNeither(k[1], k[3], span(k)) }},
}

// kindDone is that rows are so as the name says, whatever they are called behind it: "archived growers".
func kindDone(k []*Node) any {
	c, ok := notDone(k[0], span(k)).(Cond)
	if !ok {
		return nil
	}
	c.Not = false
	return c
}

// notOf is that rows are not of a kind that no value tells.
func notOf(kind *Node, at meaning.Span) any {
	c := value[Cond](kind)
	if c.Kind == IsValue {
		return nil // a value is read by itself
	}
	c.Not, c.At = true, at
	return c
}

// ofNeither is that rows are of neither of two kinds, which different columns tell: "not counting test accounts or archived ones".
func ofNeither(one, other *Node, at meaning.Span) any {
	a, b := value[Cond](one), value[Cond](other)
	if a.Kind == IsValue && b.Kind == IsValue {
		return nil // two values are read by themselves
	}
	a.Not, b.Not = true, true
	return Cond{Kind: Both, Kids: []Cond{a, b}, At: at}
}

// didBoth is that both of two things were done, or neither of them, in a period.
func didBoth(one, other, period *Node, neither bool, at meaning.Span) any {
	a, ok := acted(one, nil, period, neither, one.Span).(Cond)
	b, also := acted(other, nil, period, neither, other.Span).(Cond)
	if !ok || !also {
		return nil
	}
	return Cond{Kind: Both, Kids: []Cond{a, b}, At: at}
}

// pair is two kinds, each by itself, or neither of them. The first one may be any of several.
type pair struct {
	one, other *Node
	neither    bool
}

func pairOf(one, other *Node, neither bool) any {
	if v, ok := one.Value.(Value); ok {
		one = &Node{Span: one.Span, Value: []Value{v}}
	}
	return pair{one, &Node{Span: other.Span, Value: []Value{value[Value](other)}}, neither}
}

// each is that what is made of either kind holds.
func (p pair) each(at meaning.Span, of func(values *Node) any) any {
	one, ok := of(p.one).(Cond)
	other, also := of(p.other).(Cond)
	if !ok || !also {
		return nil
	}
	return Cond{Kind: Both, Kids: []Cond{one, other}, Paired: true, At: at}
}

// kind says whether there are to be things of either kind, or none.
func (p pair) kind() CondKind {
	if p.neither {
		return Without
	}
	return Having
}

// ofBothKinds is that there are, or are no, things of either kind, in a period.
func ofBothKinds(noun, kinds, period *Node, at meaning.Span) any {
	p, n := value[pair](kinds), value[Noun](noun)
	if len(n.Name.Matches) == 0 || n.Name.Matches[0].Column != nil {
		return nil
	}
	return p.each(at, func(v *Node) any {
		own := n
		own.Conds = append(slices.Clip(own.Conds), isValue(v, false, v.Span).(Cond))
		return didTo(p.kind(), &Node{Span: v.Span.Join(noun.Span), Value: own}, period, v.Span)
	})
}

// neitherKind is that rows are of neither kind.
func neitherKind(kinds *Node, at meaning.Span) any {
	p := value[pair](kinds)
	if !p.neither {
		return nil
	}
	return p.each(at, func(v *Node) any { return isValue(v, true, v.Span) })
}
