package phrase

import (
	"parley/workflow/engine/meaning"
	"parley/workflow/schema"
	"slices"
)

// Who bought what: "bought a laptop", "ordered something in electronics", "did Aarav Patel buy", "bought by users from Kenya".
var tradeRules = []rule{
	{"that cost nothing", "Cond", "that? gratis", 0.2, func(k []*Node) any { return costless(k[1], span(k)) }},
	{"things that cost nothing", "Noun", "gratis Noun", 0.3, func(k []*Node) any {
		n := value[Noun](k[1])
		if !n.things() {
			return nil
		}
		return specified(n, costless(k[0], k[0].Span).(Cond))
	}},
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

// takings is what was earned, whatever it is called: "how much did we make".
func takings(k []*Node) any {
	at := span(k)
	return Figure{Kind: Plain, Noun: Noun{Name: Name{Text: "revenue", At: at}, At: at}, At: at}
}

// laidOut is what was spent.
func laidOut(k []*Node) any {
	at := span(k)
	return Figure{Kind: Plain, Noun: Noun{Name: Name{Text: "spend", At: at}, At: at}, At: at}
}

// Parts is the name of the rows that others are made of, whatever they are called.
const Parts = "parts"

// Pieces is the name of how many pieces were sold, whatever they are called.
const Pieces = "pieces sold"

// sold is how many pieces were sold.
func sold(k []*Node) any {
	at := span(k)
	return Figure{Kind: Plain, Noun: Noun{Name: Name{Text: Pieces, At: at}, At: at}, At: at}
}

// piecesSold is the same as a figure that decides which things are kept.
func piecesSold(pieces *Node) *Figure {
	f := sold([]*Node{pieces}).(Figure)
	return &f
}

// soldOf is how many of some things were sold.
func soldOf(noun *Node, at meaning.Span) any {
	return Figure{Kind: Sold, Noun: value[Noun](noun), At: at}
}

// Lines marks a figure that is one where lines tell how many of each thing were sold, and none where nothing does.
const Lines = "lines"

// linesOf is how many of some things were sold, as their lines tell.
func linesOf(of Noun, at meaning.Span) any {
	named := len(of.Name.Matches) == 0 && len(of.Conds) > 0 && of.Conds[0].Kind == IsValue
	if of.Distinct || !named && !slices.ContainsFunc(of.Name.Matches, func(m schema.Match) bool { return m.Column == nil }) {
		return nil
	}
	return Figure{Kind: Sold, Fn: Lines, Noun: of, At: at}
}

// soldOfEach is things with how many of each were sold; the noun is the third.
func soldOfEach(k []*Node) any {
	n := value[Noun](k[2])
	f, ok := linesOf(n, span(k)).(Figure)
	if !ok {
		return nil
	}
	return Listing{Noun: n, Figures: []Figure{f}, At: span(k)}
}

// cashedIn is the money that was received.
func cashedIn(k []*Node) any {
	at := span(k)
	return Figure{Kind: Plain, Noun: Noun{Name: Name{Text: "cash", At: at}, At: at}, At: at}
}

// outlayOf is what rows of a table come to that are called by what they cost: "fuel cost".
func outlayOf(k []*Node) any {
	n := value[Name](k[0])
	n.Matches = slices.DeleteFunc(slices.Clone(n.Matches), func(m schema.Match) bool {
		return m.Column != nil || len(m.Table.Measures) == 0 || m.Table.Measures[0].Aggregate != schema.Sum
	})
	if len(n.Matches) == 0 {
		return nil
	}
	return Figure{Kind: Worth, Fn: "sum", Noun: Noun{Name: n, At: n.At}, At: span(k)}
}

// worthOfKind is what rows of a kind come to, of which a verb speaks: "what did we refund".
func worthOfKind(k []*Node) any {
	kind := isValue(k[3], false, k[3].Span).(Cond)
	if len(kind.Values) != 1 {
		return nil
	}
	return Figure{Kind: Worth, Fn: "sum", Noun: Noun{Conds: []Cond{kind}, At: k[3].Span}, At: span(k)}
}

// apartBy is how far two aggregates of a measure lie apart, the greater one first.
func apartBy(one, other string, n Noun, at meaning.Span) any {
	if one == other || one == "sum" || other == "sum" {
		return nil
	}
	if one == "min" || other == "max" {
		one, other = other, one
	}
	of := func(fn string) Figure { return Figure{Kind: Aggregate, Fn: fn, Noun: n, At: at} }
	return Figure{Kind: Less, Args: []Figure{of(one), of(other)}, At: at}
}

// costless is that the price of a thing is zero: "free events".
func costless(said *Node, at meaning.Span) any {
	n := Name{Text: SizePrice, At: said.Span}
	return Cond{Kind: Compared, Name: &n, Sized: true, Op: meaning.Equal, Number: int64(0), At: at}
}
