package phrase

import (
	"slices"

	"parley/workflow/engine/meaning"
	"parley/workflow/engine/token"
	"parley/workflow/schema"
)

// Comparisons with numbers: "price above 5", "between 100 and 200 euro", "with more than 3 orders", "about 50", "3 or more".
var amountRules = []rule{
	{"over or under", "Bound", "cmp Amount", 0, func(k []*Node) any { return Bound{Op: meaning.Op(value[string](k[0])), Number: k[1].Value} }},
	{"so much and more", "Bound", "Amount cmpafter", 0.1, func(k []*Node) any { return Bound{Op: meaning.Op(value[string](k[1])), Number: k[0].Value} }},
	{"between", "Bound", "between Amount rangeto Amount", 0.1, func(k []*Node) any { return Bound{Op: meaning.Within, Number: k[1].Value, High: k[3].Value} }},
	{"about", "Bound", "about Amount", 0.1, func(k []*Node) any { return near(k[1].Value) }},
	{"exactly", "Bound", "'exactly' Amount", 0.1, func(k []*Node) any { return Bound{Op: meaning.Equal, Number: k[1].Value} }},
	{"only one", "Bound", "only NUMBER 'different'?", 0.2, func(k []*Node) any {
		if k[1].Value != int64(1) {
			return nil // "only 5 customers" are so many rows
		}
		return Bound{Op: meaning.Equal, Number: k[1].Value}
	}},
	{"from one to another", "Bound", "NUMBER 'to' Amount", 0, func(k []*Node) any { return Bound{Op: meaning.Within, Number: k[0].Value, High: k[2].Value} }},
	{"so many times", "Often", "Bound 'times'", 0.1, func(k []*Node) any { return k[0].Value }},
	{"just so many times", "Often", "NUMBER 'times'", 0, func(k []*Node) any { return Bound{Op: meaning.Equal, Number: k[0].Value} }},
	{"so often", "Often", "cmp times1", 0, func(k []*Node) any { return Bound{Op: meaning.Op(value[string](k[0])), Number: timesOf(k[1])} }},
	{"only so often", "Often", "only times1", 0.1, func(k []*Node) any { return Bound{Op: meaning.Equal, Number: timesOf(k[1])} }},
	{"only so many times", "Often", "only NUMBER 'times'", 0.1, func(k []*Node) any { return Bound{Op: meaning.Equal, Number: k[1].Value} }},
	{"just so often", "Often", "'exactly'? times1", 0, func(k []*Node) any { return Bound{Op: meaning.Equal, Number: timesOf(k[1])} }},
	{"compared", "Cond", "with? that? NAME be? Bound", 0.2, func(k []*Node) any {
		n := value[Name](k[2])
		return bounded(&n, k[4], span(k))
	}},
	{"of a sign", "Cond", "with? signof NAME", 0.6, func(k []*Node) any { return signed(k[2], k[1], span(k)) }},
	{"whose sign is so", "Cond", "with? that? 'whose'? NAME be? signof", 0.6, func(k []*Node) any { return signed(k[3], k[5], span(k)) }},
	{"paid more than so much in a time", "Cond", "that? sizedby Amount per? unit", 1, func(k []*Node) any {
		c := sizedThan(k[1], k[2].Value, span(k)).(Cond)
		if c.Name.Text != SizePay {
			return nil
		}
		return c
	}},
	{"of people so old", "Cond", "of people beyond NUMBER", 0.9, func(k []*Node) any {
		return Cond{Kind: Aged, Op: meaning.Op(value[string](k[2])), Number: k[3].Value, At: span(k)}
	}},
	{"did for so much", "Cond", "that? NAME 'us'? 'for'? Bound", 0.3, func(k []*Node) any {
		n := value[Name](k[1])
		if k[2] == nil && k[3] == nil || !n.participle() {
			return nil
		}
		return bounded(&n, k[4], span(k))
	}},
	{"with so much of it", "Cond", "with NAME of Bound", 0.6, func(k []*Node) any {
		n := value[Name](k[1])
		return bounded(&n, k[3], span(k))
	}},
	{"compared first", "Cond", "with? Bound Noun", 0.2, func(k []*Node) any { return boundedNoun(value[Noun](k[2]), k[1], span(k)) }},
	{"so many of them and none in a time", "Cond", "with? Bound Noun butnot in? PERIOD", 0.8, func(k []*Node) any {
		n := value[Noun](k[2])
		if len(n.Name.Matches) == 0 || n.Name.Matches[0].Column != nil {
			return nil
		}
		none := ofTime(n, k[5])
		return Cond{Kind: Both, Kids: []Cond{boundedNoun(n, k[1], k[1].Span.Join(k[2].Span)).(Cond), {Kind: Without, Noun: &none, At: k[3].Span.Join(k[5].Span)}}, At: span(k)}
	}},
	{"compared first of", "Cond", "with? Bound of Noun", 0.2, func(k []*Node) any { return boundedNoun(value[Noun](k[3]), k[1], span(k)) }},
	{"so many of a kind", "Cond", "with? Bound Noun in Values", 0.5, func(k []*Node) any {
		kind := isValue(k[4], false, k[4].Span).(Cond)
		return boundedNoun(specified(value[Noun](k[2]), kind).(Noun), k[1], span(k))
	}},
	{"figure compared", "Cond", "with? Figure be? Bound", 0.2, func(k []*Node) any {
		f := value[Figure](k[1])
		c := bounded(nil, k[3], span(k)).(Cond)
		c.Figure = &f
		return c
	}},
	{"did it in so many", "Cond", "that? have? NAME in Bound Noun", 0.6, func(k []*Node) any {
		if done, ok := acted(k[2], nil, nil, false, k[2].Span).(Cond); ok {
			return inSoMany(*done.Noun, k[4], k[5], span(k))
		}
		return nil
	}},
	{"did it to so many", "Cond", "that? have? NAME Bound Noun in? PERIOD?", 0.9, func(k []*Node) any { return didSoMany(k[2], k[3], k[4], k[6], span(k)) }},
	{"with rows in so many", "Cond", "with Noun in Bound Noun", 0.6, func(k []*Node) any { return inSoMany(value[Noun](k[1]), k[3], k[4], span(k)) }},
	{"another one", "Nth", "another", 0, func([]*Node) any { return int64(2) }},
	{"the second one", "Nth", "ordinal", 0.2, func(k []*Node) any { return int64(value[string](k[0])[0] - '0') }},
	{"came back for another", "Cond", "that? comeback 'for' Nth Noun", 0.6, func(k []*Node) any { return atLeast(value[Noun](k[4]), k[3], span(k)) }},
	{"made another", "Cond", "that? have? make? Nth Noun", 0.3, func(k []*Node) any {
		if k[0] == nil && k[1] == nil && k[2] == nil {
			return nil // the second order is one
		}
		return atLeast(value[Noun](k[4]), k[3], span(k))
	}},
	{"did another", "Cond", "that? have? NAME Nth Noun", 0.3, func(k []*Node) any {
		if n := value[Name](k[2]); !n.participle() {
			return nil
		}
		return atLeast(value[Noun](k[4]), k[3], span(k))
	}},
	{"did it another time", "Cond", "that? have? NAME Nth 'time'", 0.6, func(k []*Node) any {
		done, ok := acted(k[2], nil, nil, false, k[2].Span).(Cond)
		if !ok {
			return nil
		}
		return atLeast(*done.Noun, k[3], span(k))
	}},
	{"owing so much", "Cond", "that? still? filler? owe filler? Bound", 0.8, func(k []*Node) any {
		c := bounded(nil, k[5], span(k)).(Cond)
		c.Figure = &Figure{Kind: Owed, At: k[3].Span}
		return c
	}},
	{"between so much", "Cond", "that? be? between Amount rangeto Amount", 0, func(k []*Node) any {
		return Cond{Kind: Compared, Op: meaning.Within, Number: k[3].Value, High: k[5].Value, At: span(k)}
	}},
	{"about so much", "Cond", "that? be? about Amount", 0, func(k []*Node) any {
		b, ok := near(k[3].Value).(Bound)
		if !ok {
			return nil
		}
		return Cond{Kind: Compared, Op: b.Op, Number: b.Number, High: b.High, At: span(k)}
	}},
	{"so much and more of the rows", "Cond", "that? be? of? NUMBER money? cmpafter", 0, func(k []*Node) any {
		return Cond{Kind: Compared, Op: meaning.Op(value[string](k[5])), Number: k[3].Value, At: span(k)}
	}},
	{"so much", "Cond", "that? be? beyond Amount", 0, func(k []*Node) any {
		return Cond{Kind: Compared, Op: meaning.Op(value[string](k[2])), Number: k[3].Value, At: span(k)}
	}},
	{"those of so much", "Cond", "only? 'those'? generic? with? beyond Amount", 0.1, func(k []*Node) any {
		if k[0] == nil && k[1] == nil && k[2] == nil {
			return nil
		}
		return Cond{Kind: Compared, Op: meaning.Op(value[string](k[4])), Number: k[5].Value, At: span(k)}
	}},
	{"with so many", "Cond", "with NUMBER Noun", 0.2, func(k []*Node) any {
		n := value[Noun](k[2])
		if _, whole := k[1].Value.(int64); !whole || !n.things() {
			return nil
		}
		return Cond{Kind: Compared, Name: &n.Name, Noun: &n, Op: meaning.Equal, Number: k[1].Value, At: span(k)}
	}},
	{"equals a number", "Cond", "with? NAME equal Amount", 0.1, func(k []*Node) any {
		n := value[Name](k[1])
		return Cond{Kind: Compared, Name: &n, Op: meaning.Equal, Number: k[3].Value, At: span(k)}
	}},
	{"a step of a scale", "Cond", "with? NAME NUMBER", 0.2, func(k []*Node) any {
		n := value[Name](k[1])
		n.Matches = slices.DeleteFunc(slices.Clone(n.Matches), func(m schema.Match) bool { return m.Column == nil || !m.Column.Graded() || m.Coverage < 0.9 })
		if len(n.Matches) == 0 {
			return nil
		}
		return Cond{Kind: Compared, Name: &n, Op: meaning.Equal, Number: k[2].Value, At: span(k)}
	}},
	{"amount", "Amount", "NUMBER money?", 0.05, func(k []*Node) any { return k[0].Value }},
	{"average as amount", "Amount", "mean", 0.05, func([]*Node) any { return Average{} }},
	{"average one as amount", "Amount", "mean Noun", 0, func([]*Node) any { return Average{} }},
	{"than the average of its kind", "Cond", "Cond of owner? Noun", 0.6, func(k []*Node) any { return ofKin(value[Cond](k[0]), k[3], span(k)) }},
	{"than the average of the same kind", "Cond", "Cond of 'same' Noun", 0.6, func(k []*Node) any { return ofKin(value[Cond](k[0]), k[3], span(k)) }},
	{"than its kind's average", "Cond", "with? that? NAME be? cmp owner? Noun poss? mean", 0.9, func(k []*Node) any {
		n := value[Name](k[2])
		return ofKin(bounded(&n, &Node{Value: Bound{Op: meaning.Op(value[string](k[4])), Number: Average{}}}, span(k)).(Cond), k[6], span(k))
	}},
	{"did more than the average", "Cond", "that? have? be? NAME cmp mean Noun?", 0.9, func(k []*Node) any { return didAbove(doneWorth(k[3]), k[4], span(k)) }},
	{"did more, all in all, than the average", "Cond", "that? have? be? NAME moreof filler? than mean Noun?", 0.9, func(k []*Node) any { return didAbove(doneWorth(k[3]), k[4], span(k)) }},
	{"earned more than the average", "Cond", "that? have? earn cmp mean Noun?", 0.9, func(k []*Node) any { return didAbove(takings(k[2:3]), k[3], span(k)) }},
	{"earned more, all in all, than the average", "Cond", "that? have? earn moreof filler? than mean Noun?", 0.9, func(k []*Node) any { return didAbove(takings(k[2:3]), k[3], span(k)) }},
	{"sold more than the average", "Cond", "that? have? sell cmp mean Noun?", 0.9, func(k []*Node) any { return didAbove(takings(k[2:3]), k[3], span(k)) }},
	{"sold more, all in all, than the average", "Cond", "that? have? sell moreof filler? than mean Noun?", 0.9, func(k []*Node) any { return didAbove(takings(k[2:3]), k[3], span(k)) }},
	{"spent more than the average", "Cond", "that? have? spend cmp mean Noun?", 0.9, func(k []*Node) any { return didAbove(laidOut(k[2:3]), k[3], span(k)) }},
	{"spent more, all in all, than the average", "Cond", "that? have? spend moreof filler? than mean Noun?", 0.9, func(k []*Node) any { return didAbove(laidOut(k[2:3]), k[3], span(k)) }},
	{"more than others", "Cond", "with? moreof Noun than Amount", 0.3, func(k []*Node) any {
		n := value[Noun](k[2])
		c := compared(&n.Name, k[1], k[4], span(k)).(Cond)
		c.Noun = &n
		return c
	}},
}

// doneWorth is what was done comes to: "invoiced" is what invoices do. Nil where no rows tell of it.
func doneWorth(done *Node) any {
	n := value[Name](done)
	n.Matches = slices.DeleteFunc(slices.Clone(n.Matches), func(m schema.Match) bool { return m.Column != nil })
	if !n.participle() && !n.onlyDone() || len(n.Matches) == 0 {
		return nil
	}
	return Figure{Kind: Worth, Fn: "sum", Noun: Noun{Name: n, At: n.At}, At: n.At}
}

// didAbove is that a figure of things is above, or below, what it is on average.
func didAbove(figure any, than *Node, at meaning.Span) any {
	f, ok := figure.(Figure)
	if !ok {
		return nil
	}
	return Cond{Kind: Compared, Figure: &f, Op: meaning.Op(value[string](than)), Number: Average{}, At: at}
}

// ofKin makes what is compared with the average so with that of the rows of the same kind: "above the average of their department".
func ofKin(c Cond, kind *Node, at meaning.Span) any {
	n := value[Noun](kind)
	if c.Kind != Compared || c.Number != (Average{}) || c.Kin != nil || c.Figure != nil || len(n.Conds) > 0 || Several(n.Name.Text) {
		return nil
	}
	c.Kin, c.At = &n, at
	return c
}

// Bound is what a number is compared with: "more than 3", "between 5 and 10", "100 or more".
type Bound struct {
	Op           meaning.Op
	Number, High any // High is the upper of two
}

// near is a bound of a tenth on either side of a number.
func near(said any) any {
	const tenth = 0.1
	var v float64
	switch said := said.(type) {
	case int64:
		v = float64(said)
	case float64:
		v = said
	}
	if v <= 0 {
		return nil
	}
	return Bound{Op: meaning.Within, Number: token.Figure(v - tenth*v), High: token.Figure(v + tenth*v)}
}

// timesOf is how often "twice" is.
func timesOf(word *Node) int64 { return int64(value[string](word)[0] - '0') }

func bounded(n *Name, bound *Node, at meaning.Span) any {
	b := value[Bound](bound)
	return Cond{Kind: Compared, Name: n, Op: b.Op, Number: b.Number, High: b.High, At: at}
}

// boundedNoun compares how many of some things there are, or the number that their name stands for.
func boundedNoun(n Noun, bound *Node, at meaning.Span) any {
	c := bounded(&n.Name, bound, at).(Cond)
	c.Noun = &n
	return c
}

// signed is that a measure is below nothing or above it; none for a name of anything else.
func signed(name, sign *Node, at meaning.Span) any {
	n := value[Name](name)
	n.Matches = slices.DeleteFunc(slices.Clone(n.Matches), func(m schema.Match) bool { return m.Column == nil || m.Column.Role != schema.Measure })
	if len(n.Matches) == 0 {
		return nil
	}
	return Cond{Kind: Compared, Name: &n, Op: meaning.Op(value[string](sign)), Number: int64(0), At: at}
}

// inSoMany compares how many different things rows of a noun are of: "bookings in more than two cities".
func inSoMany(rows Noun, bound, of *Node, at meaning.Span) any {
	n, b := value[Noun](of), value[Bound](bound)
	if _, whole := b.Number.(int64); !whole || len(n.Name.Matches) == 0 {
		return nil
	}
	c := bounded(nil, bound, at).(Cond)
	c.Figure = &Figure{Kind: Kinds, Noun: n, Args: []Figure{{Kind: Rows, Noun: rows, At: rows.At}}, At: at}
	return c
}

// didSoMany compares with how many different things something was done: "attended at least two socials". Rows that tell of both are counted
// themselves: "booked more than 5 classes" is told by class bookings.
func didSoMany(verb, bound, things, period *Node, at meaning.Span) any {
	n, name := value[Noun](things), value[Name](verb)
	done, ok := acted(verb, nil, period, false, verb.Span).(Cond)
	if !ok || !n.callsTable() {
		return nil
	}
	if name.of(n.Name) {
		n.Name.Matches = slices.DeleteFunc(slices.Clone(n.Name.Matches), func(m schema.Match) bool { return !name.of(Name{Matches: []schema.Match{m}}) })
		return boundedNoun(ofTime(n, period), bound, at)
	}
	if name.flagged() && !name.timely() {
		done.Noun.Conds = append(slices.Clone(done.Noun.Conds), Cond{Kind: Done, Name: &name, At: verb.Span})
	}
	return inSoMany(*done.Noun, bound, things, at)
}

// atLeast is that there are as many rows of a noun as the place of one of them says.
func atLeast(n Noun, nth *Node, at meaning.Span) any {
	place, _ := nth.Value.(int64)
	if !n.callsTable() {
		return nil
	}
	return boundedNoun(n, &Node{Value: Bound{Op: meaning.GreaterOrEqual, Number: place}}, at)
}

// callsTable says that a noun may stand for rows of a table.
func (n Noun) callsTable() bool {
	return slices.ContainsFunc(n.Name.Matches, func(m schema.Match) bool { return m.Column == nil })
}

// often compares how often rows of a noun are there.
func often(n Noun, bound *Node, at meaning.Span) any {
	if _, whole := value[Bound](bound).Number.(int64); !whole {
		return nil
	}
	return boundedNoun(n, bound, at)
}

func compared(n *Name, op, amount *Node, at meaning.Span) any {
	return Cond{Kind: Compared, Name: n, Op: meaning.Op(value[string](op)), Number: amount.Value, At: at}
}

// money is the sense of words for what a number is in; tally is the kind of those that are no currency.
const (
	money = "money"
	tally = "tally"
)

// Currency says that a word is one that money is counted in: euro.
func Currency(w string) bool { return unitWord(w, "") }

// WholeCurrency says that a word is money in what people count it in: euro, no cents.
func WholeCurrency(w string) bool { return Currency(w) && !schema.SaysHundredths(schema.Lemma(w)) }

// Tally says that a word is one for what is counted or weighed: pieces, kg.
func Tally(w string) bool { return unitWord(w, tally) }

func unitWord(w, kind string) bool {
	is := sense{money, kind}
	return slices.Contains(senseBook().of[w], is) || slices.Contains(senseBook().of[w+"s"], is)
}
