package phrase

import (
	"slices"

	"parley/workflow/engine/meaning"
	"parley/workflow/schema"
)

// Rows of a table that others of it are below (see below.go): "who referred the most members", "top referrers", "recommended by another
// customer".
var belowRules = []rule{
	{"is above so many", "Cond", "that? ABOVEVERB cmp Amount Noun", 0.5, func(k []*Node) any {
		n, ok := belowThem(value[Noun](k[4]), value[Name](k[1])).(Noun)
		if !ok {
			return nil
		}
		c := compared(&n.Name, k[2], k[3], span(k)).(Cond)
		c.Noun = &n
		return c
	}},
	{"who is above the most", "Keep", "'who' have? ABOVEVERB most Noun", 0.6, func(k []*Node) any {
		n, ok := belowThem(value[Noun](k[4]), value[Name](k[2])).(Noun)
		if !ok {
			return nil
		}
		keep := mostAbove(k[3], nil, &Node{Span: k[4].Span, Value: n.Name}, span(k)).(Keep)
		keep.N, keep.By = 1, &Figure{Kind: Count, Noun: n, At: n.At}
		return keep
	}},
	{"is above so many others", "Cond", "that? ABOVEVERB filler? 'to'? cmp Amount others", 0.8, func(k []*Node) any {
		below := value[Name](k[1])
		c := compared(&below, k[4], k[5], span(k)).(Cond)
		c.Noun = &Noun{Name: below, At: below.At}
		return c
	}},
	{"is below another", "Cond", "that? be? ABOVEVERB 'by' another Noun", 0.9, func(k []*Node) any { return isBelow(k[2], k[5], span(k)) }},
	{"is below somebody", "Cond", "that? be? ABOVEVERB 'by' 'somebody'", 0.9, func(k []*Node) any { return isBelow(k[2], nil, span(k)) }},
	{"is below someone", "Cond", "that? be? ABOVEVERB 'by' 'someone'", 0.9, func(k []*Node) any { return isBelow(k[2], nil, span(k)) }},
	{"who is above others most often", "Keep", "NUMBER? Noun have? ABOVEVERB filler? common", 0.9, func(k []*Node) any {
		n, ok := belowThem(value[Noun](k[1]), value[Name](k[3])).(Noun)
		if !ok {
			return nil
		}
		return kept(k[5], k[0], k[1], &Figure{Kind: Count, Noun: n, At: n.At}, span(k))
	}},
	{"those who are above the most", "Keep", "top NUMBER? ABOVEONE", 0.6, func(k []*Node) any { return mostAbove(k[0], k[1], k[2], span(k)) }},
}

// isBelow is that another row of its table is above a row; other, where there, says what that is.
func isBelow(above, other *Node, at meaning.Span) any {
	n := value[Name](above)
	n.Below, n.Above = false, true
	if other != nil {
		them := value[Noun](other)
		n.Matches = slices.DeleteFunc(slices.Clone(n.Matches), func(m schema.Match) bool {
			return !slices.ContainsFunc(them.Name.Matches, func(o schema.Match) bool { return o.Column == nil && o.Table == m.Table })
		})
	}
	if len(n.Matches) == 0 {
		return nil
	}
	return Cond{Kind: Having, Noun: &Noun{Name: n, At: n.At}, At: at}
}

// mostAbove keeps the first of those that others of their table are below, by how many: "top referrers".
func mostAbove(way, number, above *Node, at meaning.Span) any {
	below := value[Name](above)
	things := below
	things.Below, things.Matches = false, nil
	for _, m := range below.Matches {
		things.Matches = append(things.Matches, schema.Match{Table: m.Table, Quality: 1, Coverage: 1, From: m.From, To: m.To})
	}
	by := Figure{Kind: Count, Noun: Noun{Name: below, At: below.At}, At: below.At}
	return kept(way, number, &Node{Span: above.Span, Value: Noun{Name: things, At: above.Span}}, &by, at)
}
