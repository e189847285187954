package phrase

import (
	"slices"

	"parley/workflow/engine/meaning"
	"parley/workflow/schema"
)

// Orders and further columns: "oldest first", "sorted by name", "with the customer's name".
var orderRules = []rule{
	{"sorted by", "Sort", "sort Noun way?", 0.2, func(k []*Node) any {
		n := value[Noun](k[1])
		return Sort{Name: &n.Name, Desc: value[string](k[2]) == "desc", Set: k[2] != nil, At: span(k)}
	}},
	{"sorted by figure", "Sort", "sort Figure way?", 0.2, func(k []*Node) any {
		f := value[Figure](k[1])
		return Sort{Figure: &f, Desc: value[string](k[2]) != "asc", Set: true, At: span(k)}
	}},
	{"ranked by", "Sort", "ranked Noun way?", 0.25, func(k []*Node) any {
		n := value[Noun](k[1])
		return Sort{Name: &n.Name, Desc: value[string](k[2]) != "asc", Set: true, At: span(k)}
	}},
	{"ranked by figure", "Sort", "ranked Figure way?", 0.25, func(k []*Node) any {
		f := value[Figure](k[1])
		return Sort{Figure: &f, Desc: value[string](k[2]) != "asc", Set: true, At: span(k)}
	}},
	{"extreme first", "Sort", "extreme Noun? firstword", 0.4, func(k []*Node) any {
		s := Sort{Desc: value[string](k[0]) == "desc", Set: true, At: span(k)}
		if k[1] != nil {
			n := value[Noun](k[1])
			s.Name = &n.Name
		}
		return s
	}},
	{"greatest figure first", "Sort", "extreme howmany firstword", 0.4, func(k []*Node) any { return ofFigures(k[0], span(k)) }},
	{"moment first", "Sort", "moment Noun? firstword", 0.4, func(k []*Node) any {
		return Sort{Moment: true, Desc: value[string](k[0]) == "desc", Set: true, At: span(k)}
	}},
	{"longest in a state first", "Sort", "extreme state firstword", 0.6, func(k []*Node) any {
		return Sort{Moment: true, Desc: value[string](k[0]) != "desc", Set: true, At: span(k)}
	}},
	{"best unit of time first", "Sort", "extreme unit firstword", 0.4, func(k []*Node) any { return ofFigures(k[0], span(k)) }},
	{"most frequent first", "Sort", "common Noun? firstword", 0.4, func(k []*Node) any { return ofFigures(k[0], span(k)) }},
	{"busiest unit of time first", "Sort", "common unit firstword", 0.4, func(k []*Node) any { return ofFigures(k[0], span(k)) }},
	{"by the alphabet", "Sort", "alphabet", 0.2, func(k []*Node) any { return Sort{Named: true, Set: true, At: span(k)} }},
	{"way", "Sort", "way", 0, func(k []*Node) any { return Sort{Desc: value[string](k[0]) == "desc", Set: true, At: span(k)} }},
	{"also", "Also", "also Noun", 0.05, func(k []*Node) any {
		n := value[Noun](k[1])
		if slices.ContainsFunc(n.Conds, func(c Cond) bool { return c.Kind == Pending }) {
			return nil // "the outstanding amount" is another than the amount
		}
		return Also{Names: []Name{n.Name}, At: span(k)}
	}},
	{"also what it comes to", "Also", "also worth", 0.2, func(k []*Node) any {
		return Also{Names: []Name{{Text: comesTo, At: k[1].Span}}, At: span(k)}
	}},
	{"also which", "Also", "also 'which' Noun", 0.3, func(k []*Node) any {
		return Also{Names: []Name{value[Noun](k[2]).Name}, At: span(k)}
	}},
	{"also who", "Also", "comma 'who'", 0.2, func(k []*Node) any { return Also{Names: []Name{whoever(k[1])}, At: span(k)} }},
	{"also who and which", "Also", "comma? 'who' also 'which' Noun", 0.9, func(k []*Node) any {
		return Also{Names: []Name{whoever(k[1]), value[Noun](k[4]).Name}, At: span(k)}
	}},
	{"also whom they report to", "Also", "also 'who' 'they'? REPORTTO", 0.5, func(k []*Node) any { return above(k[3], span(k)) }},
	{"also by whom", "Also", "comma? 'and' 'by' 'whom'", 0.6, func(k []*Node) any { return Also{Names: []Name{{Text: ByWhom, At: k[3].Span}}, At: span(k)} }},
	{"also why", "Also", "comma? 'and' why Aux? folk?", 1, func(k []*Node) any { return Also{Why: true, At: span(k)} }},
	{"also of another", "Also", "also NAME poss NAME", 0.3, func(k []*Node) any {
		owner := value[Name](k[1])
		return Also{Names: []Name{value[Name](k[3])}, Of: &owner, At: span(k)}
	}},
	{"also of the other", "Also", "also NAME 'of' NAME", 0.2, func(k []*Node) any {
		owner := value[Name](k[3])
		return Also{Names: []Name{value[Name](k[1])}, Of: &owner, At: span(k)}
	}},
	{"also when", "Also", "also? 'when' NAME be? NAME", 0.3, func(k []*Node) any {
		owner := value[Name](k[2])
		return Also{Names: []Name{value[Name](k[4])}, Of: &owner, At: span(k)}
	}},
	{"things with a figure", "Listing", "Noun also Figure", 0.3, func(k []*Node) any {
		n := value[Noun](k[0])
		if f := value[Figure](k[2]); !n.things() || f.picks() { // "products with the highest price" are some
			return nil
		}
		return Listing{Noun: n, Figures: []Figure{value[Figure](k[2])}, At: span(k)}
	}},
	{"things and a figure", "Listing", "Noun and Figure", 0.6, func(k []*Node) any {
		n := value[Noun](k[0])
		if f := value[Figure](k[2]); !n.things() || f.picks() {
			return nil
		}
		return Listing{Noun: n, Figures: []Figure{value[Figure](k[2])}, Joined: true, At: span(k)}
	}},
	{"kinds and how many", "Listing", "NAME and count Noun", 0.45, func(k []*Node) any {
		n := value[Name](k[0])
		n.Matches = slices.DeleteFunc(slices.Clone(n.Matches), func(m schema.Match) bool { return m.Column == nil || m.Column.Role != schema.Category })
		if len(n.Matches) == 0 {
			return nil
		}
		return Listing{Noun: Noun{Name: n, At: n.At}, Figures: []Figure{counted(k[3], k[2].Span.Join(k[3].Span)).(Figure)}, At: span(k)}
	}},
	{"things by a figure", "Listing", "Noun by Figure", 0.35, func(k []*Node) any {
		n, f := value[Noun](k[0]), value[Figure](k[2])
		if !n.things() || f.picks() {
			return nil
		}
		return Listing{Noun: n, Figures: []Figure{f}, At: span(k)}
	}},
	{"things by what is measured", "Listing", "Noun by NAME", 0.35, func(k []*Node) any { return byMeasured(k[0], k[2], span(k)) }},
	{"things of a kind by what is measured", "Listing", "Noun Cond by NAME", 0.35, func(k []*Node) any {
		n := specified(value[Noun](k[0]), value[Cond](k[1])).(Noun)
		return byMeasured(&Node{Span: k[0].Span.Join(k[1].Span), Value: n}, k[3], span(k))
	}},
	{"things with what is computed", "Listing", "Noun also NAME", 0.05, func(k []*Node) any { return withComputed(k[0], k[2], span(k)) }},
	{"things of a kind with what is computed", "Listing", "Noun Cond also NAME", 0.05, func(k []*Node) any {
		n := specified(value[Noun](k[0]), value[Cond](k[1])).(Noun)
		return withComputed(&Node{Span: k[0].Span.Join(k[1].Span), Value: n}, k[3], span(k))
	}},
	{"things ranked by a figure", "Listing", "Noun ranked Figure", 0.5, byRank},
	{"things sorted by a figure", "Listing", "Noun sort Figure", 0.45, byRank},
	{"things of a kind with a figure", "Listing", "Noun Cond also Figure", 0.3, func(k []*Node) any {
		n := value[Noun](k[0])
		if f := value[Figure](k[3]); !n.things() || f.picks() {
			return nil
		}
		n.Conds = append(slices.Clone(n.Conds), value[Cond](k[1]))
		return Listing{Noun: n, Figures: []Figure{value[Figure](k[3])}, At: span(k)}
	}},
	{"things with figures", "Listing", "Listing also Figure", 0.2, func(k []*Node) any {
		l := value[Listing](k[0])
		l.Figures = append(slices.Clone(l.Figures), value[Figure](k[2]))
		l.At = span(k)
		return l
	}},
	{"things that did it, how many each", "Listing", "which Noun Noun PERIOD? comma? count 'each'", 0.9, func(k []*Node) any {
		n, done := value[Noun](k[1]), value[Noun](k[2])
		if !n.things() || !done.things() {
			return nil
		}
		if k[3] != nil {
			done = inTime(done, k[3])
		}
		return Listing{Noun: n, Figures: []Figure{{Kind: Count, Noun: done, At: done.At}}, At: span(k)}
	}},
	{"things and how many", "Listing", "Noun comma? count Noun", 0, func(k []*Node) any {
		n := value[Noun](k[0])
		if k[1] == nil || !n.things() {
			return nil
		}
		return Listing{Noun: n, Figures: []Figure{counted(k[3], k[3].Span).(Figure)}, At: span(k)}
	}},
	{"name of another", "Also", "NAME poss NAME", 0.2, func(k []*Node) any {
		owner := value[Name](k[0])
		return Also{Names: []Name{value[Name](k[2])}, Of: &owner, At: span(k)}
	}},
	{"name of the other", "Also", "NAME 'of' NAME", 0.1, func(k []*Node) any {
		owner := value[Name](k[2])
		return Also{Names: []Name{value[Name](k[0])}, Of: &owner, At: span(k)}
	}},
}

// whoever is the people, whatever they are called.
func whoever(who *Node) Name { return Name{Text: Who, At: who.Span} }

// ofFigures is the order of the figures, whatever they are.
func ofFigures(way *Node, at meaning.Span) any {
	return Sort{Desc: value[string](way) != "asc", Set: true, At: at}
}

// withComputed is things with a figure of each that somebody defined, or that is computed of their lines: "orders with their net revenue".
func withComputed(things, said *Node, at meaning.Span) any {
	by, of := value[Name](said), value[Noun](things).Name
	by.Matches = slices.DeleteFunc(slices.Clone(by.Matches), func(m schema.Match) bool {
		own := m.Column != nil && slices.ContainsFunc(of.Matches, func(t schema.Match) bool { return t.Column == nil && t.Table == m.Column.Table })
		return m.Column == nil || m.Column.Metric == nil || own // what a row is of itself stands in it
	})
	if len(by.Matches) == 0 {
		return nil
	}
	return byMeasured(things, &Node{Span: said.Span, Value: by}, at)
}

// byMeasured is things with what is computed or measured of each, or was sold to or of each: "customers by revenue".
func byMeasured(things, said *Node, at meaning.Span) any {
	n, by := value[Noun](things), value[Name](said)
	computed := slices.ContainsFunc(by.Matches, func(m schema.Match) bool { return m.Column != nil && m.Column.Metric != nil })
	if !computed && !by.of(n.Name) && len(by.Matches) > 0 {
		by.Matches = slices.DeleteFunc(slices.Clone(by.Matches), func(m schema.Match) bool {
			return m.Column == nil || m.Column.Role != schema.Measure || !m.Column.Type.Numeric()
		})
		computed = len(by.Matches) > 0
	}
	if !n.things() && !n.kinds() || !computed && (len(by.Matches) > 0 || !Trades(by.Text)) {
		return nil
	}
	return Listing{Noun: n, Figures: []Figure{{Kind: Plain, Noun: Noun{Name: by, At: by.At}, At: by.At}}, At: at}
}

// byRank is things with the figure by which they come first.
func byRank(k []*Node) any {
	n, f := value[Noun](k[0]), value[Figure](k[2])
	if !n.things() && !n.kinds() || f.picks() || f.Kind == Plain {
		return nil
	}
	return Listing{Noun: n, Figures: []Figure{f}, At: span(k)}
}

// above is the row of the same table that a row refers to.
func above(to *Node, at meaning.Span) any {
	n := value[Name](to)
	n.Below = false
	return Also{Names: []Name{n}, At: at}
}

// picks says that a figure behind things tells which of them are meant.
func (f Figure) picks() bool { return f.Kind != When && (f.Fn == "max" || f.Fn == "min") }

// kinds says that a noun speaks of the different values of a column: "airlines".
func (n Noun) kinds() bool {
	return plural(n.Name.Text) && slices.ContainsFunc(n.Name.Matches, func(m schema.Match) bool { return m.Column != nil && m.Column.Role == schema.Category })
}

// things says that a noun speaks of several things, not of a column.
func (n Noun) things() bool {
	if len(n.Name.Matches) == 0 && len(n.Conds) == 1 && n.Conds[0].Kind == IsValue {
		return plural(n.Name.Text) // "waiters"
	}
	return plural(n.Name.Text) && n.callsTable()
}

// Rows is the table of several rows of which a name is that, before anything else; nil for other names.
func (n Name) Rows() *schema.Table {
	if !(Noun{Name: n}).things() || n.Matches[0].Column != nil {
		return nil
	}
	return n.Matches[0].Table
}

// comesTo is a word for what rows come to.
const comesTo = "value"
