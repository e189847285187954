package phrase

import (
	"slices"
	"strings"

	"parley/workflow/engine/meaning"
	"parley/workflow/schema"
)

// How long from one moment to another: "days from order to delivery", "average waiting time between check-in and being seen,
// in minutes", "average session length". The aggregate and the unit may stand before, within, behind, or apart.
var lapseRules = []rule{
	{"how long", "LapseHead", "howlong Unit?", 0, func(k []*Node) any { return value[string](k[1]) }},
	{"how many units", "LapseHead", "count unit", 0.1, func(k []*Node) any { return value[string](k[1]) }},
	{"how many units they wait", "LapseHead", "count unit light? Noun wait", 0.3, func(k []*Node) any { return value[string](k[1]) }},
	{"units", "LapseHead", "unit", 0, func(k []*Node) any { return value[string](k[0]) }},
	{"point", "Point", "point? Noun", 0, func(k []*Node) any {
		n := value[Noun](k[1])
		if len(n.Name.Matches) == 0 && len(n.Conds) > 0 {
			return nil // a value is no moment
		}
		return Figure{Kind: Plain, Noun: n, At: n.At}
	}},
	{"beginning", "Point", "point? beginning", -0.1, func(k []*Node) any { return endOf(Beginning, k[1]) }},
	{"beginning of a thing", "Point", "beginning Noun", 0.2, func(k []*Node) any {
		if n := value[Noun](k[1]); len(n.Name.Matches) == 0 || n.Name.Matches[0].Column != nil || len(n.Conds) > 0 {
			return nil
		}
		return endOf(Beginning, k[0])
	}},
	{"ending", "Point", "point? ending", -0.1, func(k []*Node) any { return endOf(Ending, k[1]) }},
	{"what was done to a thing", "Point", "Noun point NAME", 0.3, func(k []*Node) any {
		n := value[Name](k[2])
		if !n.timely() {
			return nil
		}
		return Figure{Kind: Plain, Noun: Noun{Name: n, Conds: value[Noun](k[0]).Conds, At: n.At}, At: span(k)}
	}},
	{"moment of a thing", "Point", "NAME of Noun", 0.2, func(k []*Node) any {
		n := value[Name](k[0])
		if !n.timely() {
			return nil
		}
		return Figure{Kind: Plain, Noun: Noun{Name: n, Conds: value[Noun](k[2]).Conds, At: n.At}, At: span(k)}
	}},
	{"doing it to a thing", "Point", "NAME Noun", 0.4, func(k []*Node) any {
		n := value[Noun](k[1])
		return beingDone(value[Name](k[0]).ofRows(n.Name), n.Conds, span(k))
	}},
	{"doing it", "Point", "NAME ofthem", 0.4, func(k []*Node) any { return beingDone(value[Name](k[0]), nil, span(k)) }},
	{"first of its kind", "Point", "poss? moment Noun", 0.2, func(k []*Node) any {
		n := value[Noun](k[2])
		f := Figure{Kind: Plain, Fn: "min", Noun: n, At: n.At}
		if value[string](k[1]) == "desc" {
			f.Fn = "max"
		}
		return f
	}},
	{"between points", "Points", "betweentime Point timeto Point", 0.2, points},
	{"one point to another", "Points", "Point timeto Point", -0.3, func(k []*Node) any { return points([]*Node{nil, k[0], k[1], k[2]}) }},
	{"the later first", "Points", "timeto? Point 'after' Point", 0.2, func(k []*Node) any { return points([]*Node{nil, k[3], nil, k[1]}) }},
	{"head with its unit", "LapseHead", "howlong unitin unit", 0.2, func(k []*Node) any { return value[string](k[2]) }},
	{"lapse", "Formula", "LapseHead timesuffix? fn? Points timesuffix? fn? Unit?", 0.4, func(k []*Node) any {
		ends := value[[]Figure](k[3])
		f := Figure{Kind: Lapse, Fn: value[string](k[0]), Args: ends, At: span(k)}
		if k[6] != nil {
			f.Fn = value[string](k[6])
		}
		return within(f, k[2], k[5])
	}},
	{"length of a thing", "Formula", "Noun during", 0.1, func(k []*Node) any { return lengthOf(k[0], span(k)) }},
	{"how long it lasts", "Formula", "lastshow Noun lasts? fn?", 0.3, func(k []*Node) any { return within(lengthOf(k[1], span(k)), k[3], nil) }},
	{"how long each of them lasts", "Listing", "lastshow per Noun lasts? fn?", 0.5, func(k []*Node) any {
		f := Figure{Kind: Aggregate, Fn: "avg", Args: []Figure{lengthOf(k[2], k[0].Span)}, At: k[0].Span}
		if k[4] != nil {
			f.Fn, f.At = value[string](k[4]), k[0].Span.Join(k[4].Span)
		}
		return Listing{Noun: value[Noun](k[2]), Figures: []Figure{f}, At: span(k)}
	}},
	{"how many units it takes", "Formula", "count unit Does? Noun took fn?", 0.5, func(k []*Node) any {
		f := lengthOf(k[3], span(k))
		f.Fn = value[string](k[1])
		return within(f, k[5])
	}},
	{"does", "Does", "'does'", 0, func([]*Node) any { return true }},
	{"do", "Does", "Aux", 0, func([]*Node) any { return true }},
	{"length of it", "Formula", "during in? Noun", 0.1, func(k []*Node) any { return lengthOf(k[2], span(k)) }},
	{"how long a thing is", "Formula", "during fn Noun", 0.2, func(k []*Node) any { return within(lengthOf(k[2], span(k)), k[1], nil) }},
	{"time that things took", "Formula", "fn? Noun unit", 0.4, func(k []*Node) any {
		if k[2].To-k[2].From > 1 {
			return nil // "rentals per day" are so many of them
		}
		return timeOf(k[0], k[1], k[2], span(k))
	}},
	{"units of things", "Formula", "fn? unit of Noun", 0.4, func(k []*Node) any { return timeOf(k[0], k[3], k[1], span(k)) }},
	{"number of units of things", "Formula", "fn count unit of Noun", 0.5, func(k []*Node) any { return timeOf(k[0], k[4], k[2], span(k)) }},
	{"time of what was done", "Formula", "NAME howlong", 0.3, func(k []*Node) any { return until(k[0], nil, span(k)) }},
	{"how long things go on", "Formula", "cycle howlong?", 0.6, func(k []*Node) any {
		at := span(k)
		return Figure{Kind: Lapse, Args: []Figure{endOf(Beginning, k[0]), endOf(Ending, k[0])}, At: at}
	}},
	{"time on the way", "Formula", "transit howlong?", 0.6, func(k []*Node) any {
		at := span(k)
		return Figure{Kind: Lapse, Args: []Figure{endOf(Departure, k[0]), endOf(Arrival, k[0])}, At: at}
	}},
	{"time they wait", "Formula", "waiting", 0.5, func(k []*Node) any {
		return Figure{Kind: Lapse, Args: []Figure{endOf(TurningUp, k[0]), endOf(Served, k[0])}, At: span(k)}
	}},
	{"time between asking and having", "Formula", "lead", 0.2, func(k []*Node) any {
		return Figure{Kind: Lapse, Args: []Figure{endOf(Beginning, k[0]), endOf(Onward, k[0])}, At: span(k)}
	}},
	{"late by how many units", "Figure", "'by' 'how' 'many' unit", 0.8, func(k []*Node) any {
		return Figure{Kind: Lapse, Fn: value[string](k[3]), Args: []Figure{{}, {}}, At: span(k)}
	}},
	{"how many units late", "Formula", "count delay", 0.4, func(k []*Node) any { return Figure{Kind: Lapse, Args: []Figure{{}, {}}, At: span(k)} }},
	{"how many units things are late", "Formula", "count? delay be? fn? Noun", 0.5, func(k []*Node) any {
		n := value[Noun](k[4])
		return within(Figure{Kind: Lapse, Args: []Figure{{}, {}}, Noun: n, At: span(k)}, k[3])
	}},
	{"how many units late things are done", "Formula", "count? delay be? fn? Noun be? NAME fn?", 0.6, func(k []*Node) any {
		done := value[Name](k[6])
		if !done.participle() {
			return nil
		}
		due := Figure{Kind: Plain, Fn: ByThen, Noun: Noun{Name: Name{Text: ByThen, At: k[1].Span}, At: k[1].Span}, At: k[1].Span}
		f := Figure{Kind: Lapse, Args: []Figure{due, {Kind: Plain, Noun: Noun{Name: done, At: done.At}, At: done.At}}, Noun: value[Noun](k[4]), At: span(k)}
		return within(f, k[3], k[7])
	}},
	{"units ahead", "Formula", "LapseHead fn? ahead", 0.4, func(k []*Node) any {
		f := Figure{Kind: Lapse, Fn: value[string](k[0]), Args: []Figure{endOf(Beginning, k[2]), endOf(Ahead, k[2])}, At: span(k)}
		return within(f, k[1])
	}},
	{"units ahead they do it", "Formula", "LapseHead fn? ahead Aux people? NAME fn?", 0.6, func(k []*Node) any {
		f := Figure{Kind: Lapse, Fn: value[string](k[0]), Args: []Figure{endOf(Beginning, k[2]), endOf(Ahead, k[2])}, At: span(k)}
		n := value[Name](k[5])
		n.Matches = slices.DeleteFunc(slices.Clone(n.Matches), func(m schema.Match) bool { return m.Column != nil })
		if len(n.Matches) > 0 {
			f.Noun = Noun{Name: n, At: n.At}
		}
		return within(f, k[1], k[6])
	}},
	{"units of a kind", "Figure", "unit Values", 0.3, func(k []*Node) any {
		u := value[string](k[0])
		if u != "minute" && u != "hour" && u != "day" {
			return nil
		}
		c := isValue(k[1], false, k[1].Span).(Cond)
		f := Figure{Kind: Lapse, Fn: u, Args: []Figure{{Kind: Plain, Noun: Noun{Conds: []Cond{c}, At: k[1].Span}, At: k[1].Span}}, At: span(k)}
		return Figure{Kind: Aggregate, Fn: "sum", Args: []Figure{f}, At: span(k)}
	}},
	{"units to do", "Formula", "LapseHead timesuffix? fn? timeto point? NAME Noun? fn?", 0.5, func(k []*Node) any {
		f, ok := until(k[5], k[6], span(k)).(Figure)
		if !ok {
			return nil
		}
		if unit := value[string](k[0]); unit != "" {
			f.Fn = unit
		}
		return within(f, k[2], k[7])
	}},
	{"units before it they do", "Formula", "LapseHead timesuffix? 'before' Noun Does Noun NAME fn?", 0.5, func(k []*Node) any {
		done, until := value[Name](k[6]), value[Noun](k[3])
		f := Figure{Kind: Lapse, Fn: value[string](k[0]), Args: []Figure{{Kind: Plain, Noun: Noun{Name: done, At: done.At}, At: done.At}, {Kind: Plain, Noun: until, At: until.At}}, At: span(k)}
		return within(f, k[7])
	}},
	{"units behind it they do", "Formula", "LapseHead timesuffix? 'after' owner? Noun Does 'they'? people? NAME fn?", 0.6, func(k []*Node) any {
		return afterIt(k[0], k[4], k[8], k[9], span(k))
	}},
	{"units behind it things do", "Formula", "LapseHead timesuffix? 'after' owner? Noun Does owner? Noun NAME fn?", 0.5, func(k []*Node) any {
		return afterIt(k[0], k[4], k[8], k[9], span(k))
	}},
	{"units they take to do", "Formula", "LapseHead Does? Noun took timeto NAME Noun? fn?", 0.5, func(k []*Node) any {
		f, ok := until(k[5], k[2], span(k)).(Figure)
		if !ok {
			return nil
		}
		f.Fn = value[string](k[0])
		return within(f, k[7])
	}},
	{"time they take to do", "Formula", "howlong light? Noun took timeto NAME Noun?", 0.3, func(k []*Node) any {
		return until(k[5], k[6], span(k))
	}},
	{"time before it is done", "Formula", "howlong Noun took? betweentime? timeto point? NAME", 0.2, func(k []*Node) any { return until(k[6], k[1], span(k)) }},
	{"time until it is done", "Formula", "LapseHead timesuffix? fn? timeto Noun point NAME", 0.5, func(k []*Node) any {
		f, ok := until(k[6], k[4], span(k)).(Figure)
		if !ok {
			return nil
		}
		if unit := value[string](k[0]); unit != "" {
			f.Fn = unit
		}
		return within(f, k[2], nil)
	}},
	{"so long on average", "Lasting", "cmp NUMBER unit fn", 0.1, func(k []*Node) any { return lasting(k[0], k[1], k[2], k[3]) }},
	{"on average so long", "Lasting", "fn cmp NUMBER unit", 0.1, func(k []*Node) any { return lasting(k[1], k[2], k[3], k[0]) }},
	{"they take", "Taking", "took", 0, func([]*Node) any { return true }},
	{"it takes", "Taking", "timesuffix", 0, func([]*Node) any { return true }},
	{"that take so long on average to do it", "Cond", "where? that? Taking Lasting timeto point? NAME Noun?", 0.9, func(k []*Node) any {
		f, ok := until(k[6], k[7], span(k)).(Figure)
		if !ok {
			return nil
		}
		return value[Lasting](k[3]).of(f, span(k))
	}},
	{"whose time is so long", "Cond", "where? that? Figure be? cmp NUMBER unit", 0.6, func(k []*Node) any {
		f, ok := inUnit(value[Figure](k[2]), value[string](k[6])).(Figure)
		if _, percent := k[5].Value.(Percent); !ok || percent {
			return nil
		}
		return Cond{Kind: Compared, Figure: &f, Op: meaning.Op(value[string](k[4])), Number: k[5].Value, At: span(k)}
	}},
	{"things that took longest", "Keep", "NUMBER? Noun that? took 'longest' fn?", 0.6, func(k []*Node) any { return tookLongest(k[0], k[1], k[4], lengthOf(k[1], span(k)), k[5]) }},
	{"things that took longest to be done", "Keep", "NUMBER? Noun that? took 'longest' timeto point? NAME fn?", 0.8, func(k []*Node) any {
		f, ok := until(k[7], nil, span(k)).(Figure)
		if !ok {
			return nil
		}
		return tookLongest(k[0], k[1], k[4], f, k[8])
	}},
	{"which is slowest to do it", "Keep", "NUMBER? Noun that? be? paced timeto NAME ofthem? Noun? fn?", 0.9, func(k []*Node) any { return slowestTo(k[0], k[1], k[4], k[6], k[9], span(k)) }},
	{"slowest to do it", "Keep", "NUMBER? paced Noun timeto NAME fn?", 0.9, func(k []*Node) any { return slowestTo(k[0], k[2], k[1], k[4], k[5], span(k)) }},
	{"age of things", "Figure", "fn? 'age' of? Noun", 0.6, func(k []*Node) any { return since(k[0], k[3], span(k)) }},
	{"how old things are", "Figure", "'how' 'old' be Noun fn?", 0.6, func(k []*Node) any { return since(k[4], k[3], span(k)) }},
	{"delay", "Formula", "delay", 0.2, func(k []*Node) any { return Figure{Kind: Lapse, Args: []Figure{{}, {}}, At: span(k)} }},
	{"delay of things", "Formula", "delay of Noun", 0.3, func(k []*Node) any {
		n := value[Noun](k[2])
		return Figure{Kind: Lapse, Args: []Figure{{}, {}}, Noun: n, At: span(k)}
	}},
	{"unit said", "Unit", "unitin unit", 0, func(k []*Node) any { return value[string](k[1]) }},
	{"unit said by itself", "Unit", "unit", -0.2, func(k []*Node) any { return value[string](k[0]) }},
	{"unit said behind", "Unit", "comma unit", 0.1, func(k []*Node) any { return value[string](k[1]) }},
	{"aggregate said behind", "Loose", "comma fn", -0.2, func(k []*Node) any { return Loose(value[string](k[1])) }},
	{"with a running total", "Loose", "also running", 0.4, func(k []*Node) any { return RunningToo }},
	{"with the change since the unit before", "Loose", "also? change sincethen earlier", 1, func(k []*Node) any { return ChangeToo }},
	{"with so much more or less than before", "Loose", "also? howmuch moreof or moreof 'than' earlier", 1.5, func(k []*Node) any { return ChangeToo }},
	{"from unit to unit", "Loose", "comma? also? change? periodic change? 'of'?", 0.6, func(k []*Node) any { return ChangeBy(value[string](k[3])) }},
	{"in money", "Loose", "comma? inmoney", 0.1, func(k []*Node) any { return InMoney }},
	{"aggregate said apart", "Loose", "fn", 0, func(k []*Node) any {
		if fn := value[string](k[0]); fn == "avg" || fn == "median" {
			return Loose(fn)
		}
		return nil
	}},
}

// The ends of lapses that are said by a word for what they are, whatever the moment is called.
const (
	Beginning = "beginning" // when a row came to be: "from creation"
	Ending    = "ending"    // when nothing was left to be done: "to close"
	Departure = "departure" // when something left
	Arrival   = "arrival"   // when it came
	Ahead     = "ahead"     // that for which something was booked
	Onward    = "onward"    // that for which it was booked, or when what was ordered came
	TurningUp = "turned up" // when somebody was there and began to wait
	Served    = "served"    // when somebody had waited long enough
	ByThen    = "by then"   // by when it was to be done
)

// Lasting is how long things take by an aggregate of them: "more than 5 days on average".
type Lasting struct {
	op, unit, fn string
	number       any
}

func lasting(op, number, unit, fn *Node) any {
	l := Lasting{value[string](op), value[string](unit), value[string](fn), number.Value}
	if _, percent := l.number.(Percent); percent || l.fn != "avg" && l.fn != "median" {
		return nil
	}
	return l
}

// of is that a lapse is so long.
func (l Lasting) of(f Figure, at meaning.Span) Cond {
	f.Fn = l.unit
	by := Figure{Kind: Aggregate, Fn: l.fn, Args: []Figure{f}, At: f.At}
	return Cond{Kind: Compared, Figure: &by, Op: meaning.Op(l.op), Number: l.number, At: at}
}

// since is how long ago rows of a noun came to be.
func since(fn, noun *Node, at meaning.Span) any {
	n := value[Noun](noun)
	if !n.things() {
		return nil
	}
	return Figure{Kind: Since, Noun: n, Args: []Figure{{Kind: Plain, Fn: value[string](fn), At: at}}, At: at}
}

// endOf is such an end.
func endOf(which string, said *Node) Figure {
	return Figure{Kind: Plain, Fn: which, Noun: Noun{Name: Name{Text: which, At: said.Span}, At: said.Span}, At: said.Span}
}

// until is how long it was from a row's own time to what was done to it: "delivery time", "time to close a claim".
func until(done, noun *Node, at meaning.Span) any {
	n := value[Name](done)
	f := Figure{Kind: Lapse, Args: []Figure{{}, {Kind: Plain, Noun: Noun{Name: n, At: n.At}, At: n.At}}, At: at}
	if noun != nil {
		f.Noun = value[Noun](noun)
	}
	switch {
	case n.timely():
		return f
	case n.flagged(): // "to win a deal": until it was decided that it is won
		f.Noun.Conds = append(slices.Clone(f.Noun.Conds), Cond{Kind: Flagged, Name: &n, At: n.At})
		f.Args = []Figure{{}, endOf(Ending, done)}
		return f
	}
	return nil
}

// afterIt is how long after something people do what is said.
func afterIt(head, since, done, fn *Node, at meaning.Span) any {
	n, from := value[Name](done), value[Noun](since)
	if !n.timely() {
		return nil
	}
	f := Figure{Kind: Lapse, Fn: value[string](head), Args: []Figure{{Kind: Plain, Noun: from, At: from.At}, {Kind: Plain, Noun: Noun{Name: n, At: n.At}, At: n.At}}, At: at}
	return within(f, fn)
}

// tookLongest keeps the things between whose ends most time went by, by the aggregate that was said.
func tookLongest(number, noun, longest *Node, f Figure, fn *Node) any {
	by, ok := within(f, fn).(Figure)
	if !ok {
		return nil
	}
	return kept(&Node{Span: longest.Span, Value: "desc"}, number, noun, &by, f.At)
}

// slowestTo keeps the things that take longest, or least, to do something, on average.
func slowestTo(number, noun, way, done, fn *Node, at meaning.Span) any {
	f, ok := until(done, nil, at).(Figure)
	if fn == nil {
		fn = &Node{Span: way.Span, Value: "avg"}
	}
	by, also := within(f, fn).(Figure)
	if !ok || !also {
		return nil
	}
	return kept(way, number, noun, &by, at)
}

// points are the two ends of a lapse.
func points(k []*Node) any { return []Figure{value[Figure](k[1]), value[Figure](k[3])} }

// lengthOf is the time from the beginning to the end of a thing.
func lengthOf(noun *Node, at meaning.Span) Figure {
	n := value[Noun](noun)
	var rows []schema.Match
	for _, m := range n.Name.Matches {
		if m.Column != nil && m.Column.Role == schema.Category { // a kind of things takes as long as they do
			m.Column = nil
			rows = append(rows, m)
		}
	}
	n.Name.Matches = slices.Concat(n.Name.Matches, rows)
	return Figure{Kind: Lapse, Args: []Figure{{Kind: Plain, Noun: n, At: n.At}}, At: at}
}

// timeOf is how long things took together, or by the aggregate that was said: "downtime hours", "average hours of downtime".
func timeOf(fn, noun, unit *Node, at meaning.Span) any {
	n := value[Noun](noun)
	u := value[string](unit)
	if u != "minute" && u != "hour" && u != "day" || !slices.ContainsFunc(n.Name.Matches, func(m schema.Match) bool { return m.Column == nil }) {
		return nil
	}
	f := lengthOf(noun, at)
	f.Fn = u
	if fn != nil {
		return within(f, fn)
	}
	return Figure{Kind: Aggregate, Fn: "sum", Args: []Figure{f}, At: at}
}

// within puts an aggregate that was said around a formula.
func within(f Figure, fns ...*Node) any {
	for _, fn := range fns {
		if fn != nil {
			return Figure{Kind: Aggregate, Fn: value[string](fn), Args: []Figure{f}, At: f.At}
		}
	}
	return f
}

// inUnit gives a lapse its unit; nothing else has one.
func inUnit(f Figure, unit string) any {
	switch {
	case f.Kind == Lapse, f.Kind == Since:
		f.Fn = unit
		return f
	case f.Kind == Aggregate && len(f.Args) == 1:
		inner, ok := inUnit(f.Args[0], unit).(Figure)
		if !ok {
			return nil
		}
		f.Args = []Figure{inner}
		return f
	}
	return nil
}

// InUnit gives the lapses of a figure their unit; ok is false when it has none.
func InUnit(f Figure, unit string) (Figure, bool) {
	out, ok := inUnit(f, unit).(Figure)
	return out, ok
}

// beingDone is the moment of what is being done: "from creating a lead to converting it".
func beingDone(n Name, conds []Cond, at meaning.Span) any {
	if !n.timely() || !strings.HasSuffix(strings.ToLower(n.Text), "ing") {
		return nil
	}
	return Figure{Kind: Plain, Noun: Noun{Name: n, Conds: conds, At: n.At}, At: at}
}
