package phrase

import (
	"cmp"
	"slices"
	"strings"

	"parley/workflow/engine/calendar"
	"parley/workflow/engine/meaning"
	"parley/workflow/schema"
)

// What figures are taken by: "by region and month", "per store", "monthly".
var dimensionRules = []rule{
	{"by", "Dim", "by Key", 0.1, func(k []*Node) any { return value[[]Dimension](k[1]) }},
	{"by values", "Dim", "by Values", 0.2, func(k []*Node) any {
		list := value[[]Value](k[1])
		if len(list) < 2 || !list[len(list)-1].And {
			return nil
		}
		c := isValue(k[1], false, k[1].Span).(Cond)
		return []Dimension{{Conds: []Cond{c}, At: span(k)}}
	}},
	{"by whether it is so", "Dim", "by VALUE", 0.3, func(k []*Node) any { return whether(k[1], span(k)) }},
	{"by whether they are so", "Dim", "by VALUE Noun", 0.3, whetherThings},
	{"for whether they are so", "Dim", "per VALUE Noun", 0.3, whetherThings},
	{"by how many", "Dim", "by count NAME", 0.9, func(k []*Node) any {
		n := value[Name](k[2]).counting()
		if len(n.Matches) == 0 {
			return nil
		}
		return []Dimension{{Name: n, At: span(k)}}
	}},
	{"their number for each", "Dim", "comma? 'number' per Key", 0.5, func(k []*Node) any {
		list := slices.Clone(value[[]Dimension](k[3]))
		for i := range list {
			list[i].At = span(k)
		}
		return list
	}},
	{"for each", "Dim", "per Key", 0.15, func(k []*Node) any {
		list := slices.Clone(value[[]Dimension](k[1]))
		for i := range list {
			list[i].Each = true
		}
		return list
	}},
	{"each of so many units", "Dim", "eachof PERIOD", 0.3, func(k []*Node) any {
		p := value[calendar.Period](k[1])
		if !p.Several() {
			return nil
		}
		return []Dimension{{Grain: p.Grain, Each: true, Conds: []Cond{during(k[1], nil, k[1].Span).(Cond)}, At: span(k)}}
	}},
	{"one by one", "Dim", "comma? NAME by NAME", 1.2, func(k []*Node) any {
		n := value[Name](k[1])
		if !strings.EqualFold(n.Text, value[Name](k[3]).Text) {
			return nil
		}
		return []Dimension{{Name: n, Each: true, At: span(k)}}
	}},
	{"unit alone", "Dim", "unit of NAME", -0.3, func(k []*Node) any {
		n := value[Name](k[2])
		if !n.timely() {
			return nil
		}
		return []Dimension{{Name: n, Grain: value[string](k[0]), At: span(k)}}
	}},
	{"why", "Dim", "why Aux? folk?", 0.8, func(k []*Node) any { return why(span(k), false) }},
	{"reasons for", "Dim", "causes whyfor folk?", 1.7, func(k []*Node) any { return why(span(k), false) }},
	{"reasons, said again", "Dim", "comma? causes tallying?", 0.3, func(k []*Node) any { return why(span(k), true) }},
	{"reasons ranked", "Dim", "comma? 'ranked'", 0.3, func(k []*Node) any { return why(span(k), true) }},
	{"by several", "Dim", "Dim comma Key", 0.1, func(k []*Node) any {
		for _, d := range value[[]Dimension](k[2]) {
			if len(d.Conds) > 0 && !kindOnly(d.Conds) || value[string](k[1]) == pause && (Noun{Name: d.Name}).ofThings() {
				return nil // "by region, orders placed this year" says of which orders
			}
		}
		return both(k)
	}},
	{"rows meant, said behind", "Meant", "comma 'for'? only? Noun only?", 0.1, func(k []*Node) any {
		n := value[Noun](k[3])
		if value[string](k[0]) != pause || !n.ofThings() {
			return nil
		}
		return Meant(n)
	}},
	{"by and by", "Dim", "Dim comma Dim", 0.1, both},
	{"what was done by a unit", "Dim", "that? NAME by unit", 0.15, doneBy},
	{"what was done per unit", "Dim", "that? NAME per unit", 0.15, doneBy},
	{"what was done at a pace", "Dim", "that? NAME pace", 0.15, func(k []*Node) any {
		return []Dimension{{Name: value[Name](k[1]), Grain: cmp.Or(value[string](k[2]), "month"), At: span(k)}}
	}},
	{"at a pace", "Dim", "pace", 0.1, func(k []*Node) any { return paced(k[0]) }},
	{"trend at a pace", "Dim", "pace pace of?", 0.3, func(k []*Node) any {
		unit, trend := value[string](k[0]), value[string](k[1])
		if (unit == "") == (trend == "") {
			return nil
		}
		return []Dimension{{Grain: cmp.Or(unit, trend), At: span(k)}}
	}},
	{"trend of things", "Dim", "pace of", 0.1, func(k []*Node) any {
		if value[string](k[0]) != "" {
			return nil
		}
		return paced(k[0])
	}},
	{"at a pace said behind", "Dim", "comma pace", 0.5, func(k []*Node) any { return paced(k[1]) }},
	{"key", "Key", "Noun", 0, func(k []*Node) any {
		n := value[Noun](k[0])
		if len(n.Conds) > 0 && len(n.Name.Matches) == 0 && !kindOnly(n.Conds) {
			return nil
		}
		return []Dimension{{Name: n.Name, Conds: n.Conds, At: n.At}}
	}},
	{"column of a thing", "Key", "NAME 'of' NAME", 0, func(k []*Node) any { return columnOf(k[0], k[2], span(k)) }},
	{"whose column", "Key", "NAME poss NAME", 0.2, func(k []*Node) any { return columnOf(k[2], k[0], span(k)) }},
	{"unit", "Key", "unit", 0.05, func(k []*Node) any { return []Dimension{{Grain: value[string](k[0]), At: span(k)}} }},
	{"unit of what was done", "Key", "unit of NAME", 0.2, func(k []*Node) any {
		n := value[Name](k[2])
		if !n.timely() {
			return nil
		}
		return []Dimension{{Name: n, Grain: value[string](k[0]), At: span(k)}}
	}},
	{"unit of a moment", "Key", "NAME unit", 0.1, func(k []*Node) any {
		n := value[Name](k[0])
		if !n.timely() && !slices.ContainsFunc(n.Matches, func(m schema.Match) bool { return m.Column == nil }) {
			return nil
		}
		return []Dimension{{Name: value[Name](k[0]), Grain: value[string](k[1]), At: span(k)}}
	}},
}

// paced is by the unit of a pace; by months, unless another unit is said elsewhere, where it has none: "over time".
func paced(k *Node) []Dimension {
	unit := value[string](k)
	return []Dimension{{Grain: cmp.Or(unit, "month"), Usual: unit == "", At: k.Span}}
}

// why is to take what happened by its reasons; again, what only says so once more.
func why(at meaning.Span, again bool) any { return []Dimension{{Why: true, Again: again, At: at}} }

// pause is the value of a mark that joins, and of no word that does.
const pause = "pause"

// Meant is what is said behind of which rows are meant: "revenue by region, orders placed this year".
type Meant Noun

// ofThings says that a name is the plural of what a table's rows are; in part is enough where something is said of them.
func (n Noun) ofThings() bool {
	return Several(n.Name.Text) && slices.ContainsFunc(n.Name.Matches, func(m schema.Match) bool { return m.Column == nil && (m.Exact() || len(n.Conds) > 0) })
}

// columnOf is a column of a thing's rows by its name, or of the rows that a key leads to by the key's: "town of the sender".
func columnOf(column, thing *Node, at meaning.Span) any {
	n, of := value[Name](column), value[Name](thing)
	if of.leads() {
		return []Dimension{{Name: n, By: &of, At: at}}
	}
	n.Matches = slices.DeleteFunc(slices.Clone(n.Matches), func(m schema.Match) bool {
		return m.Column == nil || !slices.ContainsFunc(of.Matches, func(o schema.Match) bool { return o.Column == nil && o.Table == m.Table })
	})
	if len(n.Matches) == 0 {
		return nil
	}
	return []Dimension{{Name: n, At: at}}
}

// leads says that a name is that of a key, in full, and no thing's.
func (n Name) leads() bool {
	exact := func(key bool) bool {
		return slices.ContainsFunc(n.Matches, func(m schema.Match) bool {
			return m.Exact() && (m.Column == nil) != key && (!key || m.Column.Role == schema.Reference)
		})
	}
	return exact(true) && !exact(false)
}

// doneBy is what was done, by a unit of its time: "shipped per month".
func doneBy(k []*Node) any {
	n := value[Name](k[1])
	if !n.timely() {
		return nil
	}
	return []Dimension{{Name: n, Grain: value[string](k[3]), At: span(k)}}
}

func both(k []*Node) any {
	l, r := value[[]Dimension](k[0]), value[[]Dimension](k[2])
	return append(l[:len(l):len(l)], r...)
}

// kindOnly says that conditions are one value that says of what kind things are: by waiter, and not by Iron Maiden.
func kindOnly(conds []Cond) bool {
	return len(conds) == 1 && len(conds[0].Values) == 1 && !slices.ContainsFunc(conds[0].Values[0].Matches, func(m schema.ValueMatch) bool { return m.Column.Role == schema.Label })
}

// whetherThings does so where the things are said as well.
func whetherThings(k []*Node) any {
	list, ok := whether(k[1], span(k)).([]Dimension)
	if n := value[Noun](k[2]); !ok || !n.things() || len(n.Conds) > 0 {
		return nil
	}
	list[0].Name = value[Noun](k[2]).Name
	return list
}

// whether groups rows by a condition that was taught: those that are so, and those that are not.
func whether(so *Node, at meaning.Span) any {
	v := value[Value](so)
	v.Matches = slices.DeleteFunc(slices.Clone(v.Matches), func(m schema.ValueMatch) bool { return m.Column.Condition == nil })
	if len(v.Matches) == 0 || !schema.StandsIn(v.Text) {
		return nil
	}
	return []Dimension{{Conds: []Cond{{Kind: IsValue, Values: []Value{v}, At: so.Span}}, Whether: true, At: at}}
}
