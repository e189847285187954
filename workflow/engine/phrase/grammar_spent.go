package phrase

import (
	"slices"

	"parley/workflow/engine/meaning"
	"parley/workflow/schema"
)

// How long what was done went on, added up: "how many hours were booked", "hours rented per boat", "who has booked the most hours".
var spentRules = []rule{
	{"how many units were done", "Figure", "count unit have? be? NAME", 0.7, func(k []*Node) any { return spent(k[4], k[1], span(k)) }},
	{"sum of units done", "Figure", "fn count? unit NAME", 0.7, func(k []*Node) any {
		if value[string](k[0]) != "sum" {
			return nil
		}
		return spent(k[3], k[2], span(k))
	}},
	{"sum of done units", "Figure", "fn NAME unit", 0.6, func(k []*Node) any {
		if value[string](k[0]) != "sum" {
			return nil
		}
		return spent(k[1], k[2], span(k))
	}},
	{"units done", "Figure", "unit NAME", 0.6, func(k []*Node) any { return spent(k[1], k[0], span(k)) }},
	{"how many units they did", "Figure", "count unit Does Noun NAME", 0.8, func(k []*Node) any {
		if !value[Noun](k[3]).things() {
			return nil
		}
		return spent(k[4], k[1], span(k))
	}},
	{"how many units each of them did", "Listing", "count unit Does per Noun NAME", 0.9, func(k []*Node) any {
		f, ok := spent(k[5], k[1], k[0].Span.Join(k[1].Span)).(Figure)
		if n := value[Noun](k[4]); !ok || !n.things() {
			return nil
		}
		return Listing{Noun: value[Noun](k[4]), Figures: []Figure{f}, At: span(k)}
	}},
	{"who did it for most units", "Keep", "'who' have? NAME most unit", 1.2, func(k []*Node) any {
		by, ok := spent(k[2], k[4], k[2].Span.Join(k[4].Span)).(Figure)
		if !ok {
			return nil
		}
		n := person(k[0])
		return Keep{N: 1, Desc: value[string](k[3]) != "asc", Noun: &n, By: &by, At: span(k)}
	}},
	{"which did it for most units", "Keep", "NUMBER? Noun that? have? be? NAME 'for'? most unit", 1.2, func(k []*Node) any {
		by, ok := spent(k[5], k[8], k[5].Span.Join(k[8].Span)).(Figure)
		if !ok {
			return nil
		}
		return kept(k[7], k[0], k[1], &by, span(k))
	}},
}

// Spent marks rows of what was done, whose length is added up.
const Spent = "spent"

// spent is how long the rows of what was done went on together, in a unit.
func spent(done, unit *Node, at meaning.Span) any {
	n, u := value[Name](done), value[string](unit)
	rowsDone := n.timely() || n.doing() || !Several(n.Text) && n.callsRows()
	if u != "minute" && u != "hour" && u != "day" || unit.To-unit.From > 1 || !rowsDone {
		return nil
	}
	var rows []schema.Match
	for _, m := range n.Matches {
		timely := m.Column != nil && m.Column.Role == schema.Moment
		if (m.Column == nil || timely) && !slices.ContainsFunc(rows, func(o schema.Match) bool { return o.Table == m.Table }) {
			m.Column = nil
			rows = append(rows, m)
		}
	}
	n.Matches = rows
	f := Figure{Kind: Lapse, Fn: u, Args: []Figure{{Kind: Plain, Fn: Spent, Noun: Noun{Name: n, At: n.At}, At: n.At}}, At: at}
	return Figure{Kind: Aggregate, Fn: "sum", Args: []Figure{f}, At: at}
}

// callsRows says that a name is that of rows before it is one of a column.
func (n Name) callsRows() bool { return len(n.Matches) > 0 && n.Matches[0].Column == nil }
