package phrase

import (
	"slices"
	"strings"

	"parley/workflow/engine/meaning"
	"parley/workflow/schema"
)

// Which rows stay: "top 5 stores by revenue", "second biggest customer", "which doctor had the most visits".
var keepRules = []rule{
	{"top so many", "Keep", "top NUMBER Noun", 0.3, func(k []*Node) any { return kept(k[0], k[1], k[2], nil, span(k)) }},
	{"so many of the top", "Keep", "NUMBER extreme Noun", 0.3, func(k []*Node) any { return kept(k[1], k[0], k[2], nil, span(k)) }},
	{"top so many of an extreme", "Keep", "top NUMBER extreme Noun", 0.3, func(k []*Node) any { return kept(k[2], k[1], k[3], nil, span(k)) }},
	{"extreme", "Keep", "extreme Noun", 0.2, func(k []*Node) any { return kept(k[0], nil, k[1], nil, span(k)) }},
	{"so in some degree", "Keep", "gradable Noun", 0.1, func(k []*Node) any {
		keep := kept(k[0], nil, k[1], nil, span(k)).(Keep)
		keep.N = 0 // "expensive products" are all of them, the dearest first: nobody said where they end
		return keep
	}},
	{"extreme measure of", "Keep", "extreme NAME Noun", 0.3, func(k []*Node) any { return kept(k[0], nil, k[2], named(k[1]), span(k)) }},
	{"extreme measure at a place", "Keep", "ordinal extreme NAME Noun", 0.3, func(k []*Node) any {
		return placed(kept(k[1], nil, k[3], named(k[2]), span(k)), k[0])
	}},
	{"top", "Keep", "top Noun", 0.1, func(k []*Node) any { return kept(k[0], nil, k[1], nil, span(k)) }},
	{"at a place", "Keep", "ordinal extreme Noun", 0.3, func(k []*Node) any { return placed(kept(k[1], nil, k[2], nil, span(k)), k[0]) }},
	{"best selling", "Keep", "selling Noun", 0.4, func(k []*Node) any { return kept(k[0], nil, k[1], sales(k[0]), span(k)) }},
	{"so many best selling", "Keep", "top? NUMBER selling Noun", 0.5, func(k []*Node) any { return kept(k[2], k[1], k[3], sales(k[2]), span(k)) }},
	{"best sellers", "Keep", "sellers", 0.5, func(k []*Node) any { return sellers(k[0], nil, span(k)) }},
	{"so many best sellers", "Keep", "NUMBER sellers", 0.6, func(k []*Node) any { return sellers(k[1], k[0], span(k)) }},
	{"best selling at a place", "Keep", "ordinal selling Noun", 0.5, func(k []*Node) any {
		return placed(kept(k[1], nil, k[2], sales(k[1]), span(k)), k[0])
	}},
	{"by what", "Keep", "Keep by Figure", 0.2, decided},
	{"for what", "Keep", "Keep 'for' Noun", 0.15, func(k []*Node) any {
		n := value[Noun](k[2])
		if !n.things() {
			return nil
		}
		return decided([]*Node{k[0], k[1], {Span: k[2].Span, Value: Figure{Kind: Count, Noun: n, At: n.At}}})
	}},
	{"by which noun", "Keep", "Keep by Noun", 0.2, decided},
	{"by which formula", "Keep", "Keep 'in' 'terms' 'of' Noun", 0.2, func(k []*Node) any { return decided([]*Node{k[0], k[1], k[4]}) }},
	{"with the most", "Keep", "NUMBER? Noun that? with? filler? most Noun", 0.3, func(k []*Node) any {
		if n := value[Noun](k[1]); k[3] == nil && n.Name.participle() && !n.callsTable() {
			return nil // what "delivered most parcels" stands before the verb
		}
		f := Figure{Kind: Count, Noun: value[Noun](k[6]), At: k[6].Span}
		return kept(k[5], k[0], k[1], &f, span(k))
	}},
	{"most often done to", "Keep", "top? NUMBER? most NAME Noun", 0.3, func(k []*Node) any {
		n := Noun{Name: value[Name](k[3]), At: k[3].Span}
		if words := schema.Words(n.Name.Text); len(words) != 1 || !schema.Participle(words[0]) {
			return nil
		}
		return kept(k[2], k[1], k[4], &Figure{Kind: Count, Noun: n, At: n.At}, span(k))
	}},
	{"who did the most", "Keep", "'who' have? verb? light? filler? most Noun", 0.4, func(k []*Node) any { return whoDid(k[5], k[6], span(k)) }},
	{"who did to the most", "Keep", "'who' have? NAME most Noun", 0.2, func(k []*Node) any { return whoDid(k[3], k[4], span(k)) }},
	{"who has the most that are so", "Keep", "'who' have? Values most Noun", 0.5, func(k []*Node) any {
		return whoDid(k[3], &Node{Span: k[4].Span, Value: specified(value[Noun](k[4]), isValue(k[2], false, k[2].Span).(Cond))}, span(k))
	}},
	{"who does it most", "Keep", "'who' have? NAME often", 0.8, func(k []*Node) any { return doneMost(person(k[0]), k[2], k[3], span(k)) }},
	{"which does it most", "Keep", "NUMBER? Noun have? be? NAME often", 0.7, func(k []*Node) any { return soMany(doneMost(value[Noun](k[1]), k[4], k[5], span(k)), k[0]) }},
	{"which we do most", "Keep", "Noun Aux 'we' NAME often", 0.9, func(k []*Node) any { return doneMost(value[Noun](k[0]), k[3], k[4], span(k)) }},
	{"what we do most", "Keep", "which Aux 'we' NAME often", 0.9, func(k []*Node) any {
		return doneMost(Noun{Name: Name{Text: What, At: k[0].Span}, At: k[0].Span}, k[3], k[4], span(k))
	}},
	{"which sell best", "Keep", "NUMBER? Noun that? sell extreme", 0.6, func(k []*Node) any { return kept(k[4], k[0], k[1], sales(k[3]), span(k)) }},
	{"which sell the most pieces", "Keep", "NUMBER? Noun that? have? sell most pieces", 1.2, func(k []*Node) any { return kept(k[5], k[0], k[1], piecesSold(k[6]), span(k)) }},
	{"which buy the most pieces", "Keep", "NUMBER? Noun that? have? NAME most pieces", 1.1, func(k []*Node) any {
		if !value[Name](k[4]).Trading() {
			return nil
		}
		return kept(k[5], k[0], k[1], piecesSold(k[6]), span(k))
	}},
	{"which owe most", "Keep", "NUMBER? Noun that? still? filler? owe filler? often", 0.8, func(k []*Node) any {
		return kept(k[7], k[0], k[1], &Figure{Kind: Owed, At: k[5].Span}, span(k))
	}},
	{"who owes most", "Keep", "'who' still? filler? owe filler? often", 0.8, func(k []*Node) any {
		n := person(k[0])
		return Keep{N: 1, Desc: value[string](k[5]) != "asc", Noun: &n, By: &Figure{Kind: Owed, At: k[3].Span}, At: span(k)}
	}},
	{"which spend most", "Keep", "NUMBER? Noun that? have? filler? spend filler? often", 0.7, func(k []*Node) any {
		f := laidOut(k[5:6]).(Figure)
		return kept(k[7], k[0], k[1], &f, span(k))
	}},
	{"who spends most", "Keep", "'who' have? filler? spend filler? often", 0.9, func(k []*Node) any {
		n, f := person(k[0]), laidOut(k[3:4]).(Figure)
		return Keep{N: 1, Desc: value[string](k[5]) != "asc", Noun: &n, By: &f, At: span(k)}
	}},
	{"which earn most", "Keep", "NUMBER? Noun that? have? filler? earn often", 0.6, func(k []*Node) any {
		f := takings(k[5:6]).(Figure)
		return kept(k[6], k[0], k[1], &f, span(k))
	}},
	{"which bring in most of it", "Keep", "NUMBER? Noun that? have? filler? earn most Noun", 0.7, func(k []*Node) any {
		f := Figure{Kind: Count, Noun: value[Noun](k[7]), At: k[7].Span}
		if Trades(f.Noun.Name.Text) {
			f = takings(k[7:8]).(Figure) // money, by whatever name
		}
		return kept(k[6], k[0], k[1], &f, span(k))
	}},
	{"most profitable", "Keep", "top? NUMBER? profitable Noun", 0.7, func(k []*Node) any {
		f := Figure{Kind: Margin, At: k[2].Span}
		return kept(k[2], k[1], k[3], &f, span(k))
	}},
	{"which is most profitable", "Keep", "NUMBER? Noun be profitable", 0.7, func(k []*Node) any {
		f := Figure{Kind: Margin, At: k[3].Span}
		return kept(k[3], k[0], k[1], &f, span(k))
	}},
	{"which we sell most", "Keep", "Noun Aux 'we' sell often", 0.6, func(k []*Node) any { return kept(k[4], nil, k[0], sales(k[3]), span(k)) }},
	{"what we sell most", "Keep", "which Aux 'we' sell often", 0.6, func(k []*Node) any {
		n := Noun{Name: Name{Text: What, At: k[0].Span}, At: k[0].Span}
		return MostOf(n, *sales(k[3]), value[string](k[4])).at(span(k))
	}},
	{"that does the most", "Keep", "NUMBER? Noun light filler? most Noun", 0.3, func(k []*Node) any {
		f := Figure{Kind: Count, Noun: value[Noun](k[5]), At: k[5].Span}
		return kept(k[4], k[0], k[1], &f, span(k))
	}},
	{"that did the most", "Keep", "NUMBER? Noun have? verb filler? most Noun", 0.25, func(k []*Node) any {
		f := Figure{Kind: Count, Noun: value[Noun](k[6]), At: k[6].Span}
		return kept(k[5], k[0], k[1], &f, span(k))
	}},
	{"that did so to the most", "Keep", "NUMBER? Noun have? NAME filler? most Noun", 0.5, func(k []*Node) any {
		done, of := value[Name](k[3]), value[Noun](k[6])
		if !done.timely() || !done.participle() || !done.of(of.Name) {
			return nil
		}
		of.Conds = append(slices.Clone(of.Conds), Cond{Kind: Done, Name: &done, At: k[3].Span})
		return kept(k[5], k[0], k[1], &Figure{Kind: Count, Noun: of, At: k[6].Span}, span(k))
	}},
	{"that did the most of it", "Keep", "NUMBER? Noun have? NAME filler? most Noun", 0.8, func(k []*Node) any {
		of, ok := measuredOf(value[Name](k[3]), value[Noun](k[6]))
		if !ok {
			return nil
		}
		return kept(k[5], k[0], k[1], &Figure{Kind: Count, Noun: of, At: k[6].Span}, span(k))
	}},
	{"who did the most of it", "Keep", "'who' have? NAME most Noun", 1.1, func(k []*Node) any {
		of, ok := measuredOf(value[Name](k[2]), value[Noun](k[4]))
		if !ok {
			return nil
		}
		return whoDid(k[3], &Node{Span: k[4].Span, Value: of}, span(k))
	}},
	{"unit with the most", "Keep", "unit with? most Noun", 0.4, func(k []*Node) any {
		f := Figure{Kind: Count, Noun: value[Noun](k[3]), At: k[3].Span}
		return keptUnit(k[2], k[0], &f, span(k))
	}},
	{"unit that saw the most", "Keep", "unit light most Noun", 0.45, func(k []*Node) any {
		f := Figure{Kind: Count, Noun: value[Noun](k[3]), At: k[3].Span}
		return keptUnit(k[2], k[0], &f, span(k))
	}},
	{"unit with the greatest", "Keep", "unit with? extreme Noun", 0.3, func(k []*Node) any {
		f := Figure{Kind: Plain, Noun: value[Noun](k[3]), At: k[3].Span}
		return keptUnit(k[2], k[0], &f, span(k))
	}},
	{"unit with the greatest figure", "Keep", "unit with? extreme Figure", 0.4, func(k []*Node) any {
		f := value[Figure](k[3])
		return keptUnit(k[2], k[0], &f, span(k))
	}},
	{"unit of a time with the most", "Keep", "unit in? PERIOD with? most Noun", 0.5, func(k []*Node) any {
		f := Figure{Kind: Count, Noun: inTime(value[Noun](k[5]), k[2]), At: k[5].Span}
		return keptUnit(k[4], k[0], &f, span(k))
	}},
	{"unit of a time with the greatest", "Keep", "unit in? PERIOD with? extreme Noun", 0.4, func(k []*Node) any {
		f := Figure{Kind: Plain, Noun: inTime(value[Noun](k[5]), k[2]), At: k[5].Span}
		return keptUnit(k[4], k[0], &f, span(k))
	}},
	{"unit that was best for a noun", "Keep", "unit be? extreme 'for' Noun", 0.5, func(k []*Node) any {
		f := Figure{Kind: Plain, Noun: value[Noun](k[4]), At: k[4].Span}
		return keptUnit(k[2], k[0], &f, span(k))
	}},
	{"unit that was best for what is counted", "Keep", "unit be? common 'for' Noun", 0.5, func(k []*Node) any {
		f := Figure{Kind: Count, Noun: value[Noun](k[4]), At: k[4].Span}
		return keptUnit(k[2], k[0], &f, span(k))
	}},
	{"best unit for a noun", "Keep", "extreme unit 'for' Noun", 0.4, func(k []*Node) any {
		f := Figure{Kind: Plain, Noun: value[Noun](k[3]), At: k[3].Span}
		return keptUnit(k[0], k[1], &f, span(k))
	}},
	{"so many units", "Keep", "top? NUMBER Keep", 0.3, func(k []*Node) any {
		if keep := value[Keep](k[2]); keep.Grain == "" || keep.N != 1 || len(keep.Each) > 0 {
			return nil
		}
		return soMany(k[2].Value, k[1])
	}},
	{"greatest unit", "Keep", "extreme unit", 0.2, func(k []*Node) any { return keptUnit(k[0], k[1], nil, span(k)) }},
	{"with the greatest", "Keep", "NUMBER? Noun that? with? filler? extreme Noun", 0.2, func(k []*Node) any {
		if n := value[Noun](k[1]); k[3] == nil && n.Name.participle() && !n.callsTable() {
			return nil
		}
		f := Figure{Kind: Plain, Noun: value[Noun](k[6]), At: k[6].Span}
		return kept(k[5], k[0], k[1], &f, span(k))
	}},
	{"with the extreme of a number", "Keep", "NUMBER? Noun with fn Noun", 0.4, func(k []*Node) any {
		n, by, fn := value[Noun](k[1]), value[Noun](k[4]), value[string](k[3])
		measured := func(m schema.Match) bool { return m.Column != nil && m.Column.Type.Numeric() && !m.Column.Key() }
		if fn != "max" && fn != "min" || !slices.ContainsFunc(n.Name.Matches, func(m schema.Match) bool { return m.Column == nil }) || !slices.ContainsFunc(by.Name.Matches, measured) {
			return nil
		}
		way := &Node{Span: k[3].Span, Value: map[string]string{"max": "desc", "min": "asc"}[fn]}
		return kept(way, k[0], k[1], &Figure{Kind: Plain, Noun: by, At: k[4].Span}, span(k))
	}},
	{"with the greatest figure", "Keep", "NUMBER? Noun that? with? filler? extreme Figure", 0.3, func(k []*Node) any {
		f := value[Figure](k[6])
		return kept(k[5], k[0], k[1], &f, span(k))
	}},
	{"most common", "Keep", "common Noun", 0.2, func(k []*Node) any { return commonest(k[0], nil, k[1], span(k)) }},
	{"which is most common", "Keep", "Noun be common", 0.4, func(k []*Node) any { return commonest(k[2], nil, k[0], span(k)) }},
	{"so many most common", "Keep", "top? NUMBER common Noun", 0.3, func(k []*Node) any { return commonest(k[2], k[1], k[3], span(k)) }},
	{"most common unit", "Keep", "common unit", 0.2, func(k []*Node) any {
		keep, ok := keptUnit(k[0], k[1], nil, span(k)).(Keep)
		if !ok {
			return nil
		}
		if keep.Grain == "hour" {
			keep.Grain = "hour of day" // of any day
		}
		return keep
	}},
	{"latest", "Keep", "moment NUMBER? Noun", 0.2, func(k []*Node) any {
		keep, ok := keptWhich(value[string](k[0]), k[1], k[2], nil, span(k)).(Keep)
		keep.Moment = true
		return orNothing(keep, ok)
	}},
	{"who has been here longest", "Keep", "NUMBER? Noun that? have? tenured 'longest'", 0.6, func(k []*Node) any {
		keep, ok := keptWhich("asc", k[0], k[1], nil, span(k)).(Keep)
		keep.Moment = true
		return orNothing(keep, ok)
	}},
	{"so many latest", "Keep", "NUMBER moment Noun", 0.3, func(k []*Node) any {
		keep, ok := keptWhich(value[string](k[1]), k[0], k[2], nil, span(k)).(Keep)
		keep.Moment = true
		return orNothing(keep, ok)
	}},
	{"next", "Keep", "upcoming NUMBER? Noun", 0.1, func(k []*Node) any {
		keep, ok := keptWhich("asc", k[1], k[2], nil, span(k)).(Keep)
		if !ok || keep.N == PluralRows && k[1] == nil {
			return nil
		}
		n := *keep.Noun
		n.Conds = append(slices.Clone(n.Conds), Cond{Kind: Upcoming, At: k[0].Span})
		keep.Noun, keep.Moment = &n, true
		return keep
	}},
	{"for each of them", "Keep", "EachKey comma? ask? Keep", 0.4, func(k []*Node) any {
		keep := value[Keep](k[3])
		if !keep.Moment || len(keep.Each) > 0 {
			return nil
		}
		keep.Each, keep.At = value[[]Dimension](k[0]), span(k)
		return keep
	}},
	{"in each", "Keep", "Keep EachKey", 0.2, func(k []*Node) any {
		keep := value[Keep](k[0])
		keep.Each, keep.At = value[[]Dimension](k[1]), span(k)
		return keep
	}},
	{"so many of those", "Cut", "comma? only? top NUMBER only?", 0.1, func(k []*Node) any {
		n, whole := k[3].Value.(int64)
		if !whole || n < 1 || k[0] == nil && k[1] == nil {
			return nil
		}
		return Cut{N: int(n), Desc: value[string](k[2]) != "asc", At: span(k)}
	}},
	{"so many, said behind", "Cut", "top NUMBER", -0.2, func(k []*Node) any {
		n, whole := k[1].Value.(int64)
		if !whole || n < 1 {
			return nil
		}
		return Cut{N: int(n), Desc: value[string](k[0]) != "asc", At: span(k)}
	}},
	{"so many, said by itself", "Cut", "only? top NUMBER 'please'", 0, func(k []*Node) any {
		n, whole := k[2].Value.(int64)
		if !whole || n < 1 {
			return nil
		}
		return Cut{N: int(n), Desc: value[string](k[1]) != "asc", At: span(k)}
	}},
	{"each key", "EachKey", "per Key", 0.1, func(k []*Node) any { return value[[]Dimension](k[1]) }},
}

// named is the measure of a name.
func named(n *Node) *Figure {
	name := value[Name](n)
	return &Figure{Kind: Plain, Noun: Noun{Name: name, At: name.At}, At: name.At}
}

// sales is the measure of what sells best.
func sales(n *Node) *Figure {
	name := Name{Text: "sales", At: n.Span}
	return &Figure{Kind: Selling, Noun: Noun{Name: name, At: name.At}, At: name.At}
}

// sellers are the things that sell best, whatever they are.
func sellers(way, number *Node, at meaning.Span) any {
	k, ok := kept(way, number, &Node{Value: Noun{Name: Name{Text: What, At: way.Span}, At: way.Span}}, sales(way), at).(Keep)
	if ok && number == nil {
		k.N = PluralRows
	}
	return orNothing(k, ok)
}

// Who is the name of whoever it is, Staff of those who are employed, What of the things that something is done with, ByWhom of those by whom
// it was done.
const (
	Who    = "who"
	Staff  = "staff"
	What   = "what"
	ByWhom = "by whom"
)

func person(n *Node) Noun { return Noun{Name: Name{Text: Who, At: n.Span}, At: n.Span} }

// doneMost keeps the first of things in the order of how often something was done: "who prescribes the most".
func doneMost(n Noun, verb, way *Node, at meaning.Span) any {
	done := value[Name](verb)
	if words := schema.Words(done.Text); len(words) != 1 || !done.timely() && !done.doing() && len(done.amounts().Matches) == 0 {
		return nil
	}
	by := Figure{Kind: Count, Noun: Noun{Name: done, At: done.At}, At: done.At}
	if amounts := done.amounts(); len(amounts.Matches) > 0 {
		by.Kind, by.Noun.Name = Plain, amounts // who wasted most is told by how much it was
	}
	return MostOf(n, by, value[string](way)).at(at)
}

// soMany keeps as many as were said, where a number was.
func soMany(keep any, number *Node) any {
	k, ok := keep.(Keep)
	n := value[int64](number)
	if !ok || number != nil && n < 1 {
		return nil
	}
	if number != nil {
		k.N, k.At = int(n), number.Span.Join(k.At)
	}
	return k
}

// amounts is a name for the columns alone that hold how much was done of what it says.
func (n Name) amounts() Name {
	n.Matches = slices.DeleteFunc(slices.Clone(n.Matches), func(m schema.Match) bool {
		return m.Column == nil || m.Column.Role != schema.Measure || m.Column.Aggregate != schema.Sum || !m.Column.Type.Numeric()
	})
	return n
}

// of says that a name may be a column of the rows that another stands for.
func (n Name) of(things Name) bool {
	return slices.ContainsFunc(n.Matches, func(m schema.Match) bool {
		return m.Column != nil && slices.ContainsFunc(things.Matches, func(t schema.Match) bool { return t.Column == nil && t.Table == m.Table })
	})
}

// doing says that a name may stand for a table by a verb for what its rows tell.
func (n Name) doing() bool {
	return slices.ContainsFunc(n.Matches, func(m schema.Match) bool { return m.Column == nil && m.Quality <= qualityDoing })
}

func (k *Keep) at(at meaning.Span) Keep {
	k.At = at
	return *k
}

// whoDid is a Keep of the one person of most things.
func whoDid(way, noun *Node, at meaning.Span) any {
	n := Noun{Name: Name{Text: Who, At: at}, At: at}
	f := Figure{Kind: Count, Noun: value[Noun](noun), At: noun.Span}
	return Keep{N: 1, Desc: value[string](way) != "asc", Noun: &n, By: &f, At: at}
}

// commonest keeps so many of the things that rows refer to most often.
func commonest(way, number, noun *Node, at meaning.Span) any {
	f := Figure{Kind: Count, At: way.Span}
	return kept(way, number, noun, &f, at)
}

// bare says that a figure counts whatever rows there are: how common a thing is.
func (f Figure) bare() bool {
	return f.Kind == Count && f.Noun.Name.Text == "" && len(f.Noun.Conds) == 0
}

// keptUnit is a Keep of a unit of time.
func keptUnit(way, unit *Node, by *Figure, at meaning.Span) any {
	if value[string](unit) == "second" {
		return nil // "second biggest" is a place
	}
	n := Noun{Name: Name{Text: value[string](unit), At: unit.Span}, At: unit.Span}
	return Keep{N: 1, Desc: value[string](way) != "asc", Noun: &n, By: by, Grain: value[string](unit), At: at}
}

func orNothing(k Keep, ok bool) any {
	if !ok {
		return nil
	}
	return k
}

// measuredOf is what is measured of what was done: "paid the most amount" is that of payments, where rows tell of them. It is false of nouns that
// call rows.
func measuredOf(done Name, n Noun) (Noun, bool) {
	measure := func(m schema.Match) bool { return m.Column != nil && m.Column.Role == schema.Measure }
	if !done.participle() || len(n.Conds) > 0 || n.callsTable() || !slices.ContainsFunc(n.Name.Matches, measure) {
		return n, false
	}
	there := func(m schema.Match) bool {
		return slices.ContainsFunc(done.Matches, func(o schema.Match) bool { return o.Table == m.Table })
	}
	if slices.ContainsFunc(n.Name.Matches, there) {
		n.Name.Matches = slices.DeleteFunc(slices.Clone(n.Name.Matches), func(m schema.Match) bool { return !there(m) })
		if done.timely() {
			n.Conds = []Cond{{Kind: Done, Name: &done, At: done.At}}
		}
	}
	return n, true
}

func kept(way, number, noun *Node, by *Figure, at meaning.Span) any {
	return keptWhich(value[string](way), number, noun, by, at)
}

// MostOf keeps the first of things in the order of a figure: one of a singular, some of a plural.
func MostOf(n Noun, by Figure, way string) *Keep {
	k := Keep{N: 1, Desc: way != "asc", Noun: &n, By: &by, At: n.At}
	if plural(n.Name.Text) {
		k.N = PluralRows
	}
	return &k
}

// PluralRows is how many rows a plural without a number gives: "our biggest customers".
const PluralRows = 10

// keptWhich is a Keep of a noun: so many as were said, one of a singular, some of a plural.
func keptWhich(way string, number, noun *Node, by *Figure, at meaning.Span) any {
	n := value[Noun](noun)
	k := Keep{N: 1, Desc: way != "asc", Noun: &n, By: by, At: at}
	switch v := value[int64](number); {
	case number != nil && v < 1:
		return nil
	case number != nil:
		k.N = int(v)
	case plural(n.Name.Text):
		k.N = PluralRows
	}
	return k
}

// inTime is a noun of which the rows of a period are meant.
func inTime(n Noun, period *Node) Noun {
	n.Conds = append(slices.Clone(n.Conds), during(period, nil, period.Span).(Cond))
	return n
}

// Several says that a name is in the plural.
func Several(text string) bool { return plural(text) && strings.HasSuffix(strings.ToLower(text), "s") }

// plural says that the last word of a name is in the plural.
func plural(text string) bool {
	words := schema.Words(schema.StoodFor(text))
	if len(words) == 0 {
		return false
	}
	last := words[len(words)-1]
	return schema.Lemma(last) != last
}

func placed(k any, ordinal *Node) any {
	keep, ok := k.(Keep)
	if !ok {
		return nil
	}
	keep.N, keep.Offset = 1, int(value[string](ordinal)[0]-'0')-1
	return keep
}

// taughtRows says that a noun stands for rows of a kind that a person defined, in the plural: "no-shows", "disputed bills".
func (n Noun) taughtRows() bool {
	if len(n.Name.Matches) == 0 {
		return slices.ContainsFunc(n.Conds, Cond.TaughtRows)
	}
	return Several(n.Name.Text) && slices.ContainsFunc(n.Conds, Cond.Taught)
}

// Taught says that a condition is one word that a person defined.
func (c Cond) Taught() bool {
	return c.Kind == IsValue && c.Name == nil && !c.Not && len(c.Values) == 1 && schema.StandsIn(c.Values[0].Text)
}

// TaughtRows says that a condition stands for rows of a kind that a person defined, in the plural.
func (c Cond) TaughtRows() bool { return c.Taught() && Several(schema.StoodFor(c.Values[0].Text)) }

// decided gives a Keep the figure that decides.
func decided(k []*Node) any {
	keep := value[Keep](k[0])
	if keep.By != nil && keep.By.Kind != Selling && !keep.By.bare() {
		return nil
	}
	switch v := k[2].Value.(type) {
	case Figure:
		keep.By = &v
	case Noun:
		keep.By = &Figure{Kind: Plain, Noun: v, At: v.At}
		switch {
		case v.taughtRows():
			keep.By.Kind = Rows // "by no-shows" is by how many of them there are
		case len(v.Name.Matches) == 0 && len(v.Conds) > 0:
			keep.By.Kind, keep.By.Fn = Worth, "sum" // "by late fees" is by what rows of that kind come to
		}
	}
	keep.At = span(k)
	return keep
}
