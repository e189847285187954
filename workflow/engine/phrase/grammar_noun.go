package phrase

import (
	"slices"
	"strings"

	"parley/db"
	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	"parley/workflow/schema"
)

// What is spoken of: "accounts", "late orders", "name of the customer".
var nounRules = []rule{
	{"one kind or another of things", "Noun", "Noun Cond? 'or' Noun Cond?", 0.4, func(k []*Node) any {
		one, other := value[Noun](k[0]), value[Noun](k[3])
		if len(one.Conds) == 0 || len(other.Conds) == 0 || one.Name.Text != other.Name.Text || len(one.Name.Matches) == 0 {
			return nil
		}
		either := Cond{Kind: Either, Kids: []Cond{allOf(one, k[1]), allOf(other, k[4])}, At: span(k)}
		return Noun{Name: one.Name, Conds: []Cond{either}, At: span(k)}
	}},
	{"noun", "Noun", "NAME", 0, func(k []*Node) any {
		n, ok := value[Name](k[0]).things()
		if !ok {
			return nil
		}
		return Noun{Name: n, At: n.At}
	}},
	{"noun with value", "Noun", "Values Noun", 0.02, func(k []*Node) any {
		return specified(value[Noun](k[1]), Cond{Kind: IsValue, Values: value[[]Value](k[0]), At: k[0].Span})
	}},
	{"noun with denied value", "Noun", "'non' Values Noun", 0.02, func(k []*Node) any {
		return specified(value[Noun](k[2]), Cond{Kind: IsValue, Values: value[[]Value](k[1]), Not: true, At: k[1].Span})
	}},
	{"noun of so many", "Noun", "NUMBER NAME Noun", 0.2, func(k []*Node) any {
		n := value[Name](k[1]).counting()
		if _, whole := k[0].Value.(int64); !whole || len(n.Matches) == 0 {
			return nil
		}
		at := k[0].Span.Join(k[1].Span)
		return specified(value[Noun](k[2]), Cond{Kind: Compared, Name: &n, Op: meaning.Equal, Number: k[0].Value, At: at})
	}},
	{ruleValueAlone, "Noun", "Values", -0.15, func(k []*Node) any {
		c := Cond{Kind: IsValue, Values: value[[]Value](k[0]), At: k[0].Span}
		return Noun{Name: Name{Text: c.Values[0].Text, At: k[0].Span}, Conds: []Cond{c}, At: k[0].Span}
	}},
	{"noun of a kind", "Noun", "NAME generic", 0.05, func(k []*Node) any {
		n := value[Name](k[0])
		return Noun{Name: n, At: n.At}
	}},
	{"things with nobody at them", "Noun", "unattended Noun", 0.3, func(k []*Node) any {
		nobody := Noun{Name: Name{Text: Who, At: k[0].Span}, At: k[0].Span}
		return specified(value[Noun](k[1]), Cond{Kind: Without, Noun: &nobody, At: k[0].Span})
	}},
	{"kind of a thing", "Noun", "NAME 'of' NAME", 0.25, func(k []*Node) any {
		if !english.KindWords[strings.ToLower(value[Name](k[0]).Text)] {
			return nil
		}
		dims, ok := columnOf(k[0], k[2], span(k)).([]Dimension)
		if !ok {
			return nil
		}
		return Noun{Name: dims[0].Name, At: span(k)}
	}},
	{"column of a thing", "Noun", "NAME NAME", 0, func(k []*Node) any {
		n, ok := value[Name](k[0]).column(value[Name](k[1]))
		if !ok {
			return nil
		}
		return Noun{Name: n, At: n.At}
	}},
	{"things by what they are of", "Noun", "NAME Noun", 0.2, func(k []*Node) any {
		n, ok := value[Noun](k[1]).of(value[Name](k[0]))
		if !ok {
			return nil
		}
		n.At = span(k)
		return n
	}},
	{"people of so long", "Noun", "Noun 'for' cmp NUMBER unit", 0.5, func(k []*Node) any {
		n := value[Noun](k[0])
		number, whole := k[3].Value.(int64)
		if !whole || !n.people() {
			return nil
		}
		since := Cond{Kind: Serving, Op: meaning.Op(value[string](k[2])), Number: number, Unit: value[string](k[4]), At: k[1].Span.Join(k[4].Span)}
		n.Conds, n.At = append(slices.Clone(n.Conds), since), span(k)
		return n
	}},
	{"things that were done with", "Noun", "NAME Noun", 0.05, func(k []*Node) any {
		done, n := value[Name](k[0]), value[Noun](k[1])
		own := func(m schema.Match) bool {
			return m.Column != nil && (m.Column.Role == schema.Moment && m.Column.Optional() || SaysWhy(m.Column)) && slices.ContainsFunc(n.Name.Matches, func(o schema.Match) bool { return o.Column == nil && o.Table == m.Table })
		}
		if !done.participle() || !slices.ContainsFunc(done.Matches, own) {
			return nil
		}
		return specified(n, Cond{Kind: Done, Name: &done, At: done.At})
	}},
	{"those below them", "Noun", "Noun that? BENEATH", 0.3, func(k []*Node) any { return belowThem(value[Noun](k[0]), value[Name](k[2])) }},
	{"people", "Noun", "people", 0, func(k []*Node) any {
		return Noun{Name: Name{Text: Who, At: k[0].Span}, At: k[0].Span}
	}},
	{"with tax", "Noun", "Noun comma? withtax", 0.3, func(k []*Node) any {
		n := value[Noun](k[0])
		n.Taxed, n.At = true, span(k)
		return n
	}},
	{"new things", "Noun", "'new' Noun", 0.1, func(k []*Node) any {
		n := value[Noun](k[1])
		n.New, n.At = true, span(k)
		return n
	}},
	{"any noun", "Noun", "'any' Noun", 0, func(k []*Node) any { return value[Noun](k[1]) }},
	{"distinct noun", "Noun", "distinct Noun", 0, func(k []*Node) any {
		n := value[Noun](k[1])
		n.Distinct, n.At = true, n.At.Join(k[0].Span)
		return n
	}},
	{"value", "Values", "VALUE", 0, func(k []*Node) any { return []Value{value[Value](k[0])} }},
	{"values", "Values", "Values or VALUE", 0.1, func(k []*Node) any {
		list, v := value[[]Value](k[0]), value[Value](k[2])
		v.And = value[string](k[1]) == "and"
		return append(list[:len(list):len(list)], v)
	}},
}

// ruleValueAlone makes a noun of a value: "number of returns".
const ruleValueAlone = "noun by value"

// Kind is the condition by which a noun without a name stands for rows: what is said right before it is said of those, as in "elderly
// inpatients". It must have conditions.
func (n Noun) Kind() Cond {
	return n.Conds[max(slices.IndexFunc(n.Conds, func(c Cond) bool { return c.At == n.Name.At }), 0)]
}

// counting is a name as that of numbers of a thing's parts or its rank: the "bed" of "2 bed flats".
func (n Name) counting() Name {
	n.Matches = slices.DeleteFunc(slices.Clone(n.Matches), func(m schema.Match) bool {
		return m.Column == nil || m.Column.Type != db.Integer || m.Column.Role != schema.Measure && m.Column.Role != schema.Category
	})
	return n
}

// ofRows is a name for the columns alone of the rows that another stands for.
func (n Name) ofRows(things Name) Name {
	n.Matches = slices.DeleteFunc(slices.Clone(n.Matches), func(m schema.Match) bool {
		return m.Column == nil || !slices.ContainsFunc(things.Matches, func(t schema.Match) bool { return t.Column == nil && t.Table == m.Table })
	})
	return n
}

// things is a name without the reasons for what it says was done: what was rejected is no list of reasons. False where nothing is left.
func (n Name) things() (Name, bool) {
	if !n.participle() || !n.reasoned() {
		return n, true
	}
	n.Matches = slices.DeleteFunc(slices.Clone(n.Matches), func(m schema.Match) bool { return m.Column != nil && SaysWhy(m.Column) })
	return n, len(n.Matches) > 0
}

// column is a column by its name behind that of the thing that has it: "company size".
func (n Name) column(of Name) (Name, bool) {
	out := Name{Text: n.Text + " " + of.Text, At: n.At.Join(of.At)}
	for _, m := range of.Matches {
		if m.Column != nil && !(of.participle() && SaysWhy(m.Column)) && slices.ContainsFunc(n.Matches, func(t schema.Match) bool { return t.Column == nil && t.Table == m.Table }) {
			out.Matches = append(out.Matches, m)
		}
	}
	return out, len(out.Matches) > 0
}

// of is a noun as that of things each of which refers to one of those that a name before it is of: "room bookings". False where the name is
// more than that of a kind, or nothing refers to them.
func (n Noun) of(kind Name) (Noun, bool) {
	if len(n.Conds) > 0 || n.Name.Rows() == nil || Several(kind.Text) || len(kind.Matches) == 0 || kind.Matches[0].Column != nil || !kind.Matches[0].Exact() {
		return n, false
	}
	n.Name.Matches = slices.DeleteFunc(slices.Clone(n.Name.Matches), func(m schema.Match) bool {
		return m.Column != nil || !slices.ContainsFunc(kind.Matches, func(o schema.Match) bool {
			return o.Column != nil && o.Table == m.Table && o.Column.Role == schema.Reference
		})
	})
	return n, len(n.Name.Matches) > 0
}

// people says that a noun is that of several people or firms, who come and go.
func (n Noun) people() bool {
	t := n.Name.Rows()
	return t != nil && (t.Personal() || t.Called(english.Getters, english.Servers, english.Parties))
}

// allOf is one condition of all that stand before a noun, and of one behind it where it is said.
func allOf(n Noun, behind *Node) Cond {
	conds := slices.Clone(n.Conds)
	if behind != nil {
		conds = append(conds, value[Cond](behind))
	}
	if len(conds) == 1 {
		return conds[0]
	}
	return Cond{Kind: Both, Kids: conds, At: n.At}
}

func specified(n Noun, c Cond) any {
	n.Conds = append([]Cond{c}, n.Conds...)
	n.At = n.At.Join(c.At)
	return n
}

func span(parts []*Node) meaning.Span {
	var at meaning.Span
	for _, p := range parts {
		if p != nil {
			at = at.Join(p.Span)
		}
	}
	return at
}
