package phrase

import (
	"slices"
	"strings"

	"parley/db"
	"parley/workflow/engine/calendar"
	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	"parley/workflow/schema"
)

// This file holds what the rules of conditions mean.

// The sizes by which things are compared without naming the measure.
const (
	SizePrice  = "price"
	SizeWeight = "weight"
	SizeOwn    = "size"
	SizePay    = "pay"
)

// sizedThan compares the size of things that a comparative tells of: "heavier than average", "pricier than 20".
func sizedThan(than *Node, number any, at meaning.Span) any {
	kind := value[string](than)
	n := Name{Text: kind[1:], At: than.Span}
	return Cond{Kind: Compared, Name: &n, Sized: true, Op: meaning.Op(kind[:1]), Number: number, At: at}
}

// besideDue is that rows were done later, or earlier, than they were to be; done, when said, is what was done.
func besideDue(kind CondKind, done *Node, at meaning.Span) any {
	if done == nil {
		return Cond{Kind: kind, At: at}
	}
	n := value[Name](done)
	if !n.timely() || !n.participle() && slices.ContainsFunc(n.Matches, func(m schema.Match) bool { return m.Column == nil && m.Exact() }) {
		return nil // "invoices past due" are overdue
	}
	return Cond{Kind: kind, Name: &n, At: at}
}

// besideMoment is that one moment lies before or after another of the same rows.
func besideMoment(one, other *Node, op meaning.Op, at meaning.Span) any {
	l, r := value[Name](one), value[Name](other)
	if !l.timely() || !r.timely() || !l.participle() || r.participle() {
		return nil
	}
	return Cond{Kind: Against, Name: &l, Other: &r, Op: op, At: at}
}

// doneByThem is by which kind of people or things something was done: "were booked by pharma customers" says which, and takes nothing by
// them.
func doneByThem(done, them, period *Node, at meaning.Span) any {
	n, by := value[Name](done), value[Noun](them)
	if !n.participle() || len(by.Conds) != 1 || by.Conds[0].Kind != IsValue {
		return nil
	}
	kind := by.Conds[0]
	if period == nil {
		kind.At = at
		return kind
	}
	then := during(period, nil, period.Span).(Cond)
	if n.timely() {
		then.Name = &n
	}
	return Cond{Kind: Both, Kids: []Cond{kind, then}, At: at}
}

// inAWay is in which way something was done, where a column tells that is called after it: "paid by card" is the method of payment.
func inAWay(done string, way *Node, at meaning.Span) any {
	done = strings.ToLower(done)
	values := slices.Clone(value[[]Value](way))
	if !schema.Participle(done) || len(values) == 0 {
		return nil
	}
	after := func(w string) bool {
		return schema.Stem(w) == schema.Stem(done) || slices.ContainsFunc(senseBook().of[w], func(s sense) bool { return s.category == "deed" && strings.HasPrefix(done, s.kind) })
	}
	for i, v := range values {
		values[i].Matches = slices.DeleteFunc(slices.Clone(v.Matches), func(m schema.ValueMatch) bool { return !slices.ContainsFunc(m.Column.Words, after) })
		if len(values[i].Matches) == 0 {
			return nil
		}
	}
	return Cond{Kind: IsValue, Values: values, At: at}
}

// besideToday is that a moment lies before today, or behind it.
func besideToday(moment *Node, over bool, at meaning.Span) any {
	n := value[Name](moment)
	if !n.timely() || n.participle() {
		return nil
	}
	return Cond{Kind: Expired, Name: &n, Not: !over, At: at}
}

// usedUp is that nothing is left of what rows have: "out of stock".
func usedUp(name *Node, at meaning.Span) any {
	n := value[Name](name)
	n.Matches = slices.DeleteFunc(slices.Clone(n.Matches), func(m schema.Match) bool {
		return m.Column == nil || m.Column.Role != schema.Measure || m.Column.Metric != nil
	})
	if len(n.Matches) == 0 {
		return nil
	}
	return Cond{Kind: Compared, Name: &n, Op: meaning.LessOrEqual, Number: int64(0), At: at}
}

// overPlan is that a measure that was not said exceeds the one that was planned for it, or falls short of it.
func overPlan(way, plan *Node, at meaning.Span) any {
	n := value[Name](plan)
	n.Matches = slices.DeleteFunc(slices.Clone(n.Matches), func(m schema.Match) bool {
		return m.Column == nil || m.Column.Metric != nil || !m.Column.Type.Numeric() || m.Column.Key() || !slices.ContainsFunc(m.Column.Words, func(w string) bool { return Plans(w) || Bounds(w) })
	})
	if len(n.Matches) == 0 {
		return nil
	}
	return Cond{Kind: Against, Other: &n, Op: meaning.Op(value[string](way)), At: at}
}

// differs is that a row, or one that it refers to, leads to another thing of a kind than it does by what is said.
func differs(kind, other *Node, at meaning.Span) any {
	n, by := value[Name](kind), value[Name](other)
	return Cond{Kind: Differs, Name: &n, Other: &by, At: at}
}

// Plans says that a word is that of what was planned: budget, quota.
func Plans(w string) bool { return saysOf(w, planned) }

// Bounds says that a word is that of what others are to stay above or below: a minimum.
func Bounds(w string) bool { return saysOf(w, bound) }

func saysOf(w, what string) bool {
	return senseBook().says(w, what) || senseBook().says(schema.Lemma(w), what)
}

// pastMoment is that a moment by which something was to be done is past, and it is not.
func pastMoment(moment *Node, at meaning.Span) any {
	n := value[Name](moment)
	if !n.timely() {
		return nil
	}
	return Cond{Kind: Overdue, Name: &n, At: at}
}

// notDone is that what a participle says was not done, or is not so.
func notDone(name *Node, at meaning.Span) any {
	n := value[Name](name)
	switch {
	case n.flagged():
		return Cond{Kind: Flagged, Name: &n, Not: true, At: at}
	case n.timely() && n.participle(), n.reasoned() && n.participle():
		return Cond{Kind: Done, Name: &n, Not: true, At: at}
	}
	return nil
}

// openSince is that something stands open for rows that came so long ago: the comparison, the number and the unit of how long.
func openSince(stands any, long []*Node, at meaning.Span) any {
	c, ok := stands.(Cond)
	n, whole := long[1].Value.(int64)
	if !ok || !whole || c.Name != nil && c.Name.recurs() {
		return nil
	}
	aged := Cond{Kind: Aged, Op: meaning.Greater, Number: n, Unit: value[string](long[2]), At: at}
	if long[0] != nil {
		aged.Op = meaning.Op(value[string](long[0]))
	}
	return Cond{Kind: Both, Kids: []Cond{c, aged}, At: c.At.Join(at)}
}

// notLately is that nothing was done in the last so many units.
func notLately(verb, number, unit *Node, at meaning.Span) any {
	c, ok := acted(verb, nil, nil, true, at).(Cond)
	lately, whole := withinLast(number, unit)
	if !ok || !whole {
		return nil
	}
	c.Noun.Conds = append(c.Noun.Conds, lately)
	return c
}

// withinLast is that rows came in the last so many units, one where no number is said; ok is false where it is none of them.
func withinLast(number, unit *Node) (c Cond, ok bool) {
	c = Cond{Kind: Aged, Op: meaning.Less, Number: int64(1), Unit: value[string](unit), At: unit.Span}
	if number != nil {
		n, whole := number.Value.(int64)
		if !whole {
			return c, false
		}
		c.Number, c.At = n, number.Span.Join(unit.Span)
	}
	return c, true
}

// comesThen is that a moment comes in a period that is called by what it is of and by what is done then: "whose contract expires in May".
func comesThen(of, done, period *Node, at meaning.Span) any {
	n, verb := value[Name](of), value[Name](done)
	n.Matches = slices.DeleteFunc(slices.Clone(n.Matches), func(m schema.Match) bool {
		return m.Column == nil || !slices.ContainsFunc(verb.Matches, func(o schema.Match) bool { return o.Column == m.Column })
	})
	if !n.timely() {
		return nil
	}
	return during(period, &n, at)
}

// havingBoth is that there are some of two things.
func havingBoth(one, other *Node, at meaning.Span) any {
	a, b := value[Noun](one), value[Noun](other)
	return Cond{Kind: Both, Kids: []Cond{{Kind: Having, Noun: &a, At: a.At}, {Kind: Having, Noun: &b, At: b.At}}, At: at}
}

// ofThoseSo is that there are things of which something is so, or none: "no branch has more than 100 members". What may as well be said of
// whoever has them is not taken for theirs.
func ofThoseSo(kind CondKind, things, so *Node, at meaning.Span) any {
	n, c := value[Noun](things), value[Cond](so)
	if !slices.ContainsFunc(n.Name.Matches, func(m schema.Match) bool { return m.Column == nil }) || c.Figure != nil || c.Kind != Compared && c.Kind != Aged && c.Kind != IsValue {
		return nil
	}
	n.Conds, n.At = append(slices.Clone(n.Conds), c), n.At.Join(c.At)
	return Cond{Kind: kind, Noun: &n, At: at}
}

// ofSoMuch is that there are some of which each comes to so much: "with orders over 500", no other number named.
func ofSoMuch(things, so, period *Node, at meaning.Span) any {
	if c := value[Cond](so); c.Kind != Compared || c.Name != nil || c.Noun != nil || c.Other != nil || c.Number == (Average{}) {
		return nil
	}
	some, ok := ofThoseSo(Having, things, so, at).(Cond)
	if !ok {
		return nil
	}
	n := ofTime(*some.Noun, period)
	some.Noun = &n
	return some
}

// bothIn is that there were both of two things in a period.
func bothIn(one, other, period *Node, at meaning.Span) any {
	timed := func(n *Node) *Node { return &Node{Span: n.Span, Value: ofTime(value[Noun](n), period)} }
	return havingBoth(timed(one), timed(other), at)
}

// didNotAgain is that something was done in one period and not in another.
func didNotAgain(verb, then, since *Node, at meaning.Span) any {
	one, ok := acted(verb, nil, then, false, verb.Span.Join(then.Span)).(Cond)
	none, also := acted(verb, nil, since, true, since.Span).(Cond)
	if !ok || !also {
		return nil
	}
	return Cond{Kind: Both, Kids: []Cond{one, none}, At: at}
}

// hadNotAgain is that there was one of some things in one period and none in another.
func hadNotAgain(noun, then, since *Node, at meaning.Span) any {
	n := value[Noun](noun)
	if !n.things() {
		return nil
	}
	one, none := ofTime(n, then), ofTime(n, since)
	return Cond{Kind: Both, Kids: []Cond{{Kind: Having, Noun: &one, At: one.At}, {Kind: Without, Noun: &none, At: since.Span}}, At: at}
}

// didSince is that there was one of some things, and none since.
func didSince(noun *Node, since Cond, at meaning.Span) any {
	ever, after := value[Noun](noun), value[Noun](noun)
	after = specified(after, since).(Noun)
	return Cond{Kind: Both, Kids: []Cond{{Kind: Having, Noun: &ever, At: ever.At}, {Kind: Without, Noun: &after, At: at}}, At: at}
}

// ofTime is a noun of a period, where one is said.
func ofTime(n Noun, period *Node) Noun {
	if period == nil {
		return n
	}
	return specified(n, during(period, nil, period.Span).(Cond)).(Noun)
}

// overOrMissing is that the day of a name is over, or that there is none.
func overOrMissing(name, state *Node, at meaning.Span) any {
	n := value[Name](name)
	if value[string](state) != "expired" || !n.timely() {
		return nil
	}
	over := Cond{Kind: Expired, Name: &n, At: at}
	return Cond{Kind: Either, Kids: []Cond{over, {Kind: Without, Noun: &Noun{Name: n, At: n.At}, At: at}}, At: at}
}

// ofWhom is what is so of the thing that a row refers to by a name.
func ofWhom(name, cond *Node, at meaning.Span) any {
	n, c := value[Name](name), value[Cond](cond)
	if n.Below || c.Kind == OfWhom {
		return nil
	}
	return Cond{Kind: OfWhom, Name: &n, Kids: []Cond{c}, At: at}
}

// which is the place of a season beside the one that holds today.
var which = map[string]int64{"-1": -1, "0": 0, "1": 1}

// lasted compares how long it was from one moment to another; a moment that was not said is the row's own.
func lasted(op string, number, unit, from, to *Node, at meaning.Span) any {
	if _, ok := number.Value.(Percent); ok {
		return nil
	}
	f := Figure{Kind: Lapse, Fn: value[string](unit), Args: []Figure{value[Figure](from), value[Figure](to)}, At: at}
	return Cond{Kind: Lasted, Figure: &f, Op: meaning.Op(op), Number: number.Value, At: at}
}

// idle is that nothing was done with a thing, in a period: "contractors we haven't used since March".
func idle(period *Node, at meaning.Span) any {
	n := ofTime(Noun{Name: Name{Text: What, At: at}, At: at}, period)
	return Cond{Kind: Without, Noun: &n, At: at}
}

// didTo is that there are, or are no, things or rows of what something was done to, in a period.
func didTo(kind CondKind, noun, period *Node, at meaning.Span) any {
	n := ofTime(value[Noun](noun), period)
	return Cond{Kind: kind, Noun: &n, At: at}
}

// timely says that a name may stand for a time of a table's rows.
func (n Name) timely() bool {
	return slices.ContainsFunc(n.Matches, func(m schema.Match) bool {
		return m.Column != nil && (m.Column.Role == schema.Moment || m.Column.Type == db.Integer && m.Column.Has("date", "day", "month", "period") || leadsToDays(m.Column))
	})
}

// compared is a name for the columns alone that may be more or less than another: no things, and no keys, whose numbers say nothing.
func (n Name) compared() Name {
	n.Matches = slices.DeleteFunc(slices.Clone(n.Matches), func(m schema.Match) bool {
		return m.Column == nil || m.Column.Role == schema.Reference || m.Column.Role == schema.Identifier
	})
	return n
}

// onlyDone says that a name is a word for what people do, and no table's: "gave", but not "bills".
func (n Name) onlyDone() bool {
	return senseBook().says(strings.ToLower(n.Text), doing) && !slices.ContainsFunc(n.Matches, func(m schema.Match) bool { return m.Column == nil && m.Exact() })
}

// participle says that a name is one word for what was done.
func (n Name) participle() bool {
	words := schema.Words(n.Text)
	return len(words) == 1 && schema.Participle(words[0])
}

// mayCome says that a name is the participle of what is done with some rows alone, as the moments of that tell, which others have none of.
func (n Name) mayCome() bool {
	return n.participle() && n.timely() && !slices.ContainsFunc(n.Matches, func(m schema.Match) bool {
		return m.Column != nil && m.Column.Role == schema.Moment && !m.Column.Optional()
	})
}

// leadsToDays says that a column is a key to a table of days.
func leadsToDays(c *schema.Column) bool {
	return slices.ContainsFunc(c.Table.Moments, func(m schema.TimeColumn) bool { return m.Via != nil && slices.Contains(m.Via.FromColumns, c) })
}

// flagged says that a name may stand for a column of yes and no.
func (n Name) flagged() bool {
	return slices.ContainsFunc(n.Matches, func(m schema.Match) bool { return m.Column != nil && m.Column.Role == schema.Flag })
}

func during(period *Node, name *Name, at meaning.Span) any {
	return Cond{Kind: InPeriod, Name: name, Period: value[calendar.Period](period), At: at}
}

func isValue(values *Node, not bool, at meaning.Span) any {
	return Cond{Kind: IsValue, Values: value[[]Value](values), Not: not, At: at}
}

// unheaded says that words are the name of a column without its last word, which people leave out: "risk" of risk_level.
func unheaded(m schema.Match) bool {
	words := m.Column.Words
	return m.To-m.From == len(words)-1 && english.PlainHeads[words[len(words)-1]] && m.Quality > 0.95
}

// step is that a column holds a step of a scale of codes, or one beyond it: "B2 and above". Whether there is such a scale is not known here;
// without a digit there is none.
func step(code, op *Node, at meaning.Span) any {
	v := value[Value](code)
	if !strings.ContainsAny(v.Text, "0123456789") {
		return nil
	}
	return Cond{Kind: IsValue, Values: []Value{v}, Op: meaning.Op(value[string](op)), At: at}
}

// ofColumn is a condition on the column that a name tells, where there is one.
func ofColumn(name, cond *Node, at meaning.Span) any {
	c := value[Cond](cond)
	if name != nil {
		n := value[Name](name)
		c.Name = &n
	}
	c.At = at
	return c
}

// neither is that rows are not so, and not so in another way: "not counting late or cancelled ones". Values of one column are told as one.
func neither(one, other *Node, at meaning.Span) any {
	a, b := value[Value](one), value[Value](other)
	if slices.ContainsFunc(a.Matches, func(m schema.ValueMatch) bool {
		return slices.ContainsFunc(b.Matches, func(o schema.ValueMatch) bool { return o.Column == m.Column })
	}) {
		return nil
	}
	not := func(v Value) Cond { return Cond{Kind: IsValue, Values: []Value{v}, Not: true, At: v.At} }
	return Cond{Kind: Both, Kids: []Cond{not(a), not(b)}, At: at}
}

// acted is that there are rows of what was done, to what was said and in a period.
func acted(verb, values, period *Node, not bool, at meaning.Span) any {
	n := Noun{Name: value[Name](verb), At: verb.Span}
	words := schema.Words(n.Name.Text)
	if len(words) == 2 && english.Particles[words[1]] {
		words = words[:1] // "checked in"
	}
	if len(words) != 1 || !schema.Participle(words[0]) && !english.TradeVerbs[words[0]] && !n.Name.onlyDone() {
		return nil
	}
	if values != nil {
		n.Conds = append(n.Conds, isValue(values, false, values.Span).(Cond))
	}
	if period != nil {
		n.Conds = append(n.Conds, during(period, nil, period.Span).(Cond))
	}
	return Cond{Kind: Acted, Noun: &n, Not: not, At: at}
}

// outnumbering is that a figure is above, or below, a number of the things or a figure of other rows of theirs: "events with more registrations
// than seats".
func outnumbering(f Figure, way *Node, than Noun, at meaning.Span) any {
	other := amountOf(than)
	return Cond{Kind: Compared, Figure: &f, Op: meaning.Op(value[string](way)), Than: &other, At: at}
}

// amountOfAll is what a measure comes to.
func amountOfAll(n Noun) Figure { return Figure{Kind: Plain, Noun: n, Fn: "sum", At: n.At} }

// reasoned says that a name is that of what is done with some rows alone, as a column tells which says why.
func (n Name) reasoned() bool {
	return len(schema.Words(n.Text)) == 1 && slices.ContainsFunc(n.Matches, func(m schema.Match) bool { return m.Column != nil && m.Coverage == 1 && SaysWhy(m.Column) })
}

// SaysWhy says that a column holds why something was done with a row: what has no value in it was not done.
func SaysWhy(c *schema.Column) bool {
	words := c.Words
	if len(words) == 3 && c.Role == schema.Reference {
		words = words[:2] // the key of a list of reasons
	}
	if !c.Nullable || c.Hidden || len(words) != 2 || c.Role == schema.Moment || c.Role == schema.Flag || c.Role == schema.Measure {
		return false
	}
	return slices.Contains(english.ReasonWords, words[1])
}
