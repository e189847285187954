package phrase

import (
	"slices"

	"parley/workflow/engine/meaning"
	"parley/workflow/schema"
)

// Shares and rates: "share of orders that were cancelled", "cancellation rate", "what share of revenue is exported".
var shareRules = []rule{
	{"share of those with something", "Figure", "share Noun with Noun", 0.75, func(k []*Node) any {
		n := value[Noun](k[3])
		return Figure{Kind: Share, Noun: value[Noun](k[1]), Conds: []Cond{{Kind: Having, Noun: &n, At: k[2].Span.Join(k[3].Span)}}, At: span(k)}
	}},
	{"share of those", "Figure", "share Noun that? light? Cond", 0.4, func(k []*Node) any {
		if f, ok := shareWithin(k[1], k[4], span(k)); ok && k[2] == nil && k[3] == nil {
			return f
		}
		return shareOf(k[1], k[4], span(k))
	}},
	{"share that is so", "Figure", "share Noun be light? filler? Cond", 0.95, func(k []*Node) any { return shareOf(k[1], k[5], span(k)) }},
	{"share that we did something to", "Figure", "share Noun Aux 'we' Values", 0.5, func(k []*Node) any {
		return Figure{Kind: Share, Noun: value[Noun](k[1]), Conds: []Cond{isValue(k[4], false, k[4].Span).(Cond)}, At: span(k)}
	}},
	{"share of each one's things that is so", "Listing", "share Noun per Key that? be? light? filler? Cond", 1.1, func(k []*Node) any {
		return shareOfEach(k[1], k[8], k[3], span(k))
	}},
	{"share of what each has that is so", "Listing", "share per Key poss Noun that? be? light? filler? Cond", 1.2, func(k []*Node) any {
		return shareOfEach(k[4], k[9], k[2], span(k))
	}},
	{"how many of them are so", "Figure", "and? count ofthem that? light? Cond", 0.6, func(k []*Node) any { return ofThose(k[5], "", span(k)) }},
	{"how many of them did so", "Figure", "and? count ofthem verb Cond", 0.4, func(k []*Node) any { return ofThose(k[4], "", span(k)) }},
	{"how much of it is so", "Figure", "and? howmuch ofthem that? light? Cond", 0.6, func(k []*Node) any { return ofThose(k[5], "sum", span(k)) }},
	{"which share of them is so", "Figure", "and? share ofthem that? light? Cond", 0.6, func(k []*Node) any { return ofThose(k[5], InHundred, span(k)) }},
	{"of which so many are so", "Figure", "and? ofthem count? that? light? Cond", 0.4, func(k []*Node) any { return ofThose(k[5], "", span(k)) }},
	{"share of those that came to be so", "Figure", "share Noun that? have? outcome Cond", 0.9, func(k []*Node) any { return shareOf(k[1], k[5], span(k)) }},
	{"share of those that came to something", "Figure", "share Noun that? have? outcome Noun", 0.8, func(k []*Node) any {
		n := value[Noun](k[5])
		if !n.things() {
			return nil
		}
		return Figure{Kind: Share, Noun: value[Noun](k[1]), Conds: []Cond{{Kind: Having, Noun: &n, At: k[5].Span}}, At: span(k)}
	}},
	{"share of those who did", "Figure", "share Noun that? verb Cond", 0.2, func(k []*Node) any {
		if k[2] == nil && value[bool](k[3]) {
			return nil // "orders cancelled from Kenya" are of that status
		}
		return shareOf(k[1], k[4], span(k))
	}},
	{"share of those with a thing", "Figure", "share Noun that? light Noun", 0.2, func(k []*Node) any {
		n := value[Noun](k[4])
		return Figure{Kind: Share, Noun: value[Noun](k[1]), Conds: []Cond{{Kind: Having, Noun: &n, At: k[4].Span}}, At: span(k)}
	}},
	{"share of those of which", "Figure", "share Noun Cond that? light? Cond", 0.45, func(k []*Node) any { return shareAmong(k[1], k[2], k[5], span(k)) }},
	{"share of those within a period", "Figure", "share Noun PERIOD that? light? Cond", 0.5, func(k []*Node) any {
		f, ok := shareOf(k[1], k[5], span(k)).(Figure)
		if !ok {
			return nil
		}
		f.Noun.Conds = append(slices.Clone(f.Noun.Conds), during(k[2], nil, k[2].Span).(Cond))
		return f
	}},
	{"part of a noun by its kind", "Figure", "NAME share Noun", 0.3, func(k []*Node) any {
		n := value[Name](k[0])
		if !n.flagged() {
			return nil
		}
		return Figure{Kind: Share, Noun: value[Noun](k[2]), Conds: []Cond{{Kind: Flagged, Name: &n, At: n.At}}, At: span(k)}
	}},
	{"share within a period", "Figure", "share PERIOD poss? Noun that? light? Cond", 0.5, func(k []*Node) any {
		f, ok := shareOf(k[3], k[6], span(k)).(Figure)
		if !ok {
			return nil
		}
		f.Noun.Conds = append(f.Noun.Conds, during(k[1], nil, k[1].Span).(Cond))
		return f
	}},
	{"share of some", "Figure", "share Values", -0.2, func(k []*Node) any {
		return Figure{Kind: Share, Conds: []Cond{isValue(k[1], false, k[1].Span).(Cond)}, At: span(k)}
	}},
	{"so many of a hundred that are so", "Figure", "count ofevery NUMBER Noun that? light? Cond", 0.9, func(k []*Node) any {
		if value[int64](k[2]) != 100 {
			return nil
		}
		return shareOf(k[3], k[6], span(k))
	}},
	{"some out of some", "Figure", "Values among Values", 0.3, func(k []*Node) any {
		all, part := isValue(k[2], false, k[2].Span).(Cond), isValue(k[0], false, k[0].Span).(Cond)
		if len(all.Values) < 2 {
			return nil
		}
		all.Values = slices.Clone(all.Values)
		for i := range all.Values {
			all.Values[i].And = false // nobody asks for a figure of each
		}
		return Figure{Kind: Share, Noun: Noun{Conds: []Cond{all}, At: k[2].Span}, Conds: []Cond{part}, At: span(k)}
	}},
	{"share of some among", "Figure", "share Values among Noun", 0.5, func(k []*Node) any {
		c := Cond{Kind: IsValue, Values: value[[]Value](k[1]), At: k[1].Span}
		return Figure{Kind: Share, Noun: value[Noun](k[3]), Conds: []Cond{c}, At: span(k)}
	}},
	{"share of things of a kind among some", "Figure", "share Noun among Noun", 0.6, func(k []*Node) any {
		part, whole := value[Noun](k[1]), value[Noun](k[3])
		own, all := part.Name.Matches, whole.Name.Matches
		if len(part.Conds) == 0 || !part.things() || !whole.things() || len(all) == 0 || len(own) > 0 && own[0].Table != all[0].Table {
			return nil
		}
		return Figure{Kind: Share, Noun: whole, Conds: part.Conds, At: span(k)}
	}},
	{"share of things of a kind", "Figure", "share Noun", -0.2, func(k []*Node) any {
		n := value[Noun](k[1])
		if len(n.Conds) == 0 || len(n.Name.Matches) == 0 {
			return nil
		}
		conds := n.Conds
		n.Conds = nil
		return Figure{Kind: Share, Noun: n, Conds: conds, At: span(k)}
	}},
	{"share of each", "Figure", "share Noun", 0.9, func(k []*Node) any {
		n := value[Noun](k[1])
		if len(n.Name.Matches) == 0 && !Trades(n.Name.Text) || n.things() && slices.ContainsFunc(n.Conds, narrows) {
			return nil // "share of late orders by depot" is how many of each depot's are late
		}
		return Figure{Kind: OfTotal, Fn: EachShare, Args: []Figure{{Kind: Plain, Noun: n, At: n.At}}, At: span(k)}
	}},
	{"share of each within a period", "Figure", "share PERIOD poss? Noun", 0.9, func(k []*Node) any {
		n := value[Noun](k[3])
		if len(n.Name.Matches) == 0 && !Trades(n.Name.Text) || len(n.Conds) > 0 {
			return nil
		}
		n.Conds = append(n.Conds, during(k[1], nil, k[1].Span).(Cond))
		return Figure{Kind: OfTotal, Fn: EachShare, Args: []Figure{{Kind: Plain, Noun: n, At: n.At}}, At: span(k)}
	}},
	{"rate of a value of things", "Figure", "NAME Values rate", 0.5, func(k []*Node) any {
		n := value[Name](k[0])
		c := isValue(k[1], false, k[1].Span).(Cond)
		return Figure{Kind: Share, Noun: Noun{Name: n, At: n.At}, Conds: []Cond{c}, At: span(k)}
	}},
	{"rate of what was done in a state", "Figure", "state NAME rate", 0.5, func(k []*Node) any {
		n := value[Name](k[1])
		if n.rated() {
			return nil
		}
		f := Figure{Kind: Share, At: span(k)}
		var done *Name
		if n.timely() {
			done = &n
		} else {
			f.Noun = Noun{Name: n, At: n.At}
		}
		c, ok := inState(k[0], done, k[0].Span).(Cond)
		if !ok {
			return nil
		}
		f.Conds = []Cond{c}
		return f
	}},
	{"share of those not", "Figure", "share Noun never Noun", 0.5, func(k []*Node) any {
		n := value[Noun](k[3])
		return Figure{Kind: Share, Noun: value[Noun](k[1]), Conds: []Cond{{Kind: Without, Noun: &n, At: k[3].Span}}, At: span(k)}
	}},
	{"so much of those", "Cond", "where? cmp NUMBER of Noun that? Cond", 0.5, func(k []*Node) any {
		if _, percent := k[2].Value.(Percent); !percent {
			return nil
		}
		f, ok := shareOf(k[4], k[6], span(k[4:])).(Figure)
		if !ok {
			return nil
		}
		c := compared(nil, k[1], k[2], span(k)).(Cond)
		c.Figure = &f
		return c
	}},
	{"rate of a value", "Figure", "Values rate", 0.2, func(k []*Node) any {
		c := Cond{Kind: IsValue, Values: value[[]Value](k[0]), At: k[0].Span}
		return Figure{Kind: Share, Conds: []Cond{c}, At: span(k)}
	}},
	{"rate of a value among things", "Figure", "Values rate of Noun", 0.6, func(k []*Node) any {
		c := isValue(k[0], false, k[0].Span).(Cond)
		return Figure{Kind: Share, Noun: value[Noun](k[3]), Conds: []Cond{c}, At: span(k)}
	}},
	{"rate of what was done to things", "Figure", "NAME rate of Noun", 0.6, func(k []*Node) any {
		n := value[Name](k[0])
		if n.rated() || !n.timely() && !n.reasoned() {
			return nil
		}
		return Figure{Kind: Share, Noun: value[Noun](k[3]), Conds: []Cond{{Kind: Done, Name: &n, At: n.At}}, At: span(k)}
	}},
	{"rate of what was done", "Figure", "NAME rate", 0.3, func(k []*Node) any {
		n := value[Name](k[0])
		if n.rated() {
			return nil
		}
		return Figure{Kind: Share, Conds: []Cond{{Kind: Done, Name: &n, At: n.At}}, At: span(k)}
	}},
	{"rate of what was done or not", "Figure", "NAME rate", 0.45, func(k []*Node) any {
		n := value[Name](k[0])
		n.Matches = slices.DeleteFunc(slices.Clone(n.Matches), func(m schema.Match) bool { return m.Column == nil || m.Column.Role != schema.Flag })
		if len(n.Matches) == 0 {
			return nil
		}
		return Figure{Kind: Share, Conds: []Cond{{Kind: Flagged, Name: &n, At: n.At}}, At: span(k)}
	}},
	{"part of a noun", "Figure", "Values share Noun", 0.3, func(k []*Node) any {
		n := value[Noun](k[2])
		c := Cond{Kind: IsValue, Values: value[[]Value](k[0]), At: k[0].Span}
		return Figure{Kind: Share, Noun: n, Conds: []Cond{c}, At: span(k)}
	}},
}

// rated says that a name is the first part of a column's that holds a rate: the hourly of an hourly rate.
func (n Name) rated() bool {
	return slices.ContainsFunc(n.Matches, func(m schema.Match) bool {
		return m.Column != nil && m.Column.Has("rate", "ratio", "percent", "percentage", "share")
	})
}

// EachShare marks the share that each group has of all.
const EachShare = "each"

// shareOf is the part of things that a condition holds for. A period by itself says which things, not which part of them.
func shareOf(noun, cond *Node, at meaning.Span) any {
	n, c := value[Noun](noun), value[Cond](cond)
	if c.Kind == InPeriod && (c.Name == nil || c.Name.Rows() != nil) {
		return nil // a period alone is that of all, also behind "bookings", which names when they were made
	}
	if c.Kind == InPeriod && c.Name.mayCome() { // "share of orders cancelled last month" is of last month's orders
		n.Conds = append(slices.Clone(n.Conds), Cond{Kind: InPeriod, Period: c.Period, At: c.At})
		c = Cond{Kind: Done, Name: c.Name, At: c.Name.At}
	}
	return Figure{Kind: Share, Noun: n, Conds: []Cond{c}, At: at}
}

// shareOfEach is the part of things that a condition holds for, of each of those to whom they belong: "what share of orders from each country was
// cancelled".
func shareOfEach(noun, cond, key *Node, at meaning.Span) any {
	f, ok := shareOf(noun, cond, at).(Figure)
	if !ok || !f.Noun.things() {
		return nil
	}
	return Apiece{f, value[[]Dimension](key)}
}

// shareWithin is the part that things of a kind are of those of which a value is said behind them: "share of web orders in Porto" is of all
// orders in Porto, "… without cancelled ones" of all that were not cancelled. ok is false where nothing is said of what kind they are.
func shareWithin(noun, cond *Node, at meaning.Span) (f Figure, ok bool) {
	n, c := value[Noun](noun), value[Cond](cond)
	if c.Kind != IsValue || len(n.Name.Matches) == 0 || len(n.Conds) == 0 || slices.ContainsFunc(n.Conds, func(own Cond) bool { return !narrows(own) || own.At.From > n.Name.At.From }) {
		return f, false
	}
	part := n.Conds
	n.Conds = []Cond{c}
	return Figure{Kind: Share, Noun: n, Conds: part, At: at}, true
}

// ofThose is the part of a figure that was said before for which a condition holds: "sum" of what it comes to, else of how many there are.
func ofThose(cond *Node, fn string, at meaning.Span) any {
	return Figure{Kind: OfThose, Fn: fn, Conds: []Cond{value[Cond](cond)}, At: at}
}

// narrows says that a condition is on the rows, and no period of theirs.
func narrows(c Cond) bool { return c.Kind != InPeriod }

// shareAmong is the part of some things, of which a condition holds, for which another one does.
func shareAmong(noun, of, cond *Node, at meaning.Span) any {
	f, ok := shareOf(noun, cond, at).(Figure)
	if !ok {
		return nil
	}
	f.Noun.Conds = append(slices.Clone(f.Noun.Conds), value[Cond](of))
	return f
}
