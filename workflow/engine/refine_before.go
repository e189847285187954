package engine

import (
	"fmt"
	"parley/db/statement"
	"parley/workflow/engine/english"
	"slices"
	"strings"

	grammar "parley/workflow/engine/phrase"
	"parley/workflow/schema"
)

// This file reads how long before the period in force another one lies: "the 12 months before that", "the previous week".

const unitsSaid = "day|days|week|weeks|month|months|quarter|quarters|year|years"

var lengthsBefore = parsePatterns("[the] # "+unitsSaid+" before|prior|earlier|preceding [that|this|those|these|it|them|then]", "[the] previous|preceding|prior # "+unitsSaid)

// lengthBefore is a number of units of time, said as lying before the period in force.
func (u utterance) lengthBefore() (unit string, n int, ok bool) {
	s := u.trim(stretch{0, len(u.tokens)})
	for _, p := range lengthsBefore {
		if f, fits := p.match(u.words, s); fits && f.numbers[0] > 0 {
			for _, w := range u.words {
				if unit := Unit(w); unit != "" {
					return unit, f.numbers[0], true
				}
			}
		}
	}
	return "", 0, false
}

// besideBefore compares with a period that is said to lie before the one in force: "and the month before as well".
func (ed *editor) besideBefore(text string) bool {
	return utter(text).any(english.BeforeWords) && ed.compareWith(text)
}

// periodOfFigure parts "the revenue of the 3 months before" into the places of the figures that are named and the period. Without
// a figure named all are meant; not ok where the words name none of those shown.
func (ed *editor) periodOfFigure(text string) (period string, figures []int, ok bool) {
	words := strings.Fields(text)
	at := slices.IndexFunc(words, func(w string) bool { return english.OfPeriod[strings.ToLower(w)] })
	if at < 1 || at+1 == len(words) {
		return text, measures(ed.block()), true
	}
	named := strings.Join(words[:at], " ")
	if english.Generic[strings.ToLower(named)] || english.SameFigures[strings.ToLower(strings.Join(contentWords(named), " "))] {
		return strings.Join(words[at+1:], " "), measures(ed.block()), true
	}
	i, ok := ed.figureCalled(named)
	return strings.Join(words[at+1:], " "), []int{i}, ok
}

// figureCalled is the place of the one shown figure that words call, by its name, by what it is made of, or as a first question would.
func (ed *editor) figureCalled(text string) (int, bool) {
	q := ed.block()
	if i, ok := ed.shownAs(text); ok && q.Items[i].Expr.Aggregate() {
		return i, true
	}
	if i := ed.newestFigure(); ed.askedFor(i, text) {
		return i, true
	}
	found := -1
	for _, i := range measures(q) {
		if !ed.goesBy(i, text) && !ed.worthOf(i, text) {
			continue
		}
		if found >= 0 {
			return 0, false
		}
		found = i
	}
	return found, found >= 0
}

// worthOf says that a shown figure is the only total of what rows come to, and that a text asks for what they come to, by whatever word.
func (ed *editor) worthOf(i int, text string) bool {
	words := contentWords(text)
	if len(words) != 1 || !english.AnyAmount[words[0]] && !english.WorthWords[words[0]] && !grammar.Trades(words[0]) {
		return false
	}
	total := func(i int) bool {
		x := ed.block().Items[i].Expr
		return !x.IsWindow() && sums(x) && !slices.ContainsFunc(x.Columns(), func(e statement.Expr) bool {
			c := ed.scope().column(e)
			return c == nil || c.Role != schema.Measure
		})
	}
	return total(i) && !slices.ContainsFunc(measures(ed.block()), func(k int) bool { return k != i && total(k) })
}

// sums says that an expression holds a sum, and no other aggregate.
func sums(x statement.Expr) bool {
	found, other := false, false
	x.Walk(func(e statement.Expr) bool {
		if name, _, _, _, ok := e.AsCall(); ok && e.Aggregate() && plainAggregate(e) {
			found = found || strings.EqualFold(name, "sum")
			other = other || !strings.EqualFold(name, "sum")
		}
		return true
	})
	return found && !other
}

// changeBetween shows how the figure of each period changed against the one before; where no time is shown, how far one of two
// shown figures lies from the other: the one before it, or the one that it is measured against.
func (ed *editor) changeBetween(u utterance) bool {
	if u.phraseOf("-", "year over year", "year on year", "year to year") != "" && !ed.groupsByYear() {
		return ed.compareWith("last year")
	}
	if ed.try(ed.changeAdded) {
		return true
	}
	q := ed.block()
	var figures []int
	for i, item := range q.Items {
		if ed.number(item.Expr) && !item.Expr.IsWindow() {
			figures = append(figures, i)
		}
	}
	if len(figures) != 2 || ed.query.Set != nil {
		return false
	}
	to, from := figures[0], figures[1]
	if ed.isBase(to) && !ed.isBase(from) {
		to, from = from, to
	}
	change := statement.Binary("-", q.Items[to].Expr, q.Items[from].Expr)
	name := "difference"
	if u.any(english.Hundredths) || u.has("growth") {
		change, name = ed.dialect.Divide(statement.Binary("*", statement.Literal(100.0), change), q.Items[from].Expr), "change_percent"
	}
	ed.understand(strings.ToLower(itemName(q.Items[to]) + " against " + itemName(q.Items[from])))
	return ed.append(statement.Item{Expr: change, Alias: ed.freeName(name)})
}

// compareWith shows the figures of the period before beside those of the period in force, and the change: "compare with last
// year". Groups by a unit of time become groups by its number in the year, so that the two meet.
func (ed *editor) compareWith(text string) bool {
	period, figures, ok := ed.periodOfFigure(text)
	if !ok {
		return false
	}
	unit, n, ok := utter(period).lengthBefore()
	if !ok {
		unit, n = ed.unitBefore(period), 1
	}
	s := ed.scope()
	table, now := s.spans()
	if unit == "" || table == nil || ed.query.Set != nil || len(measures(s.query)) == 0 || len(s.query.Having) > 0 {
		return false
	}
	if s.windows() {
		return false
	}
	before, ok := s.back(now, unit, n, ed.dialect)
	if !ok {
		return false
	}
	s.query.SpellOut()
	if !ed.numberedKeys(unit) {
		return false
	}
	if s.remove(now) != nil || s.query.AddPredicate(statement.Or(statement.And(now...), statement.And(before...))) != nil {
		return false
	}
	name := "last_" + unit
	switch {
	case n > 1:
		name = fmt.Sprintf("%d_%ss_before", n, unit)
	case utter(period).any(english.BeforeWords):
		name = unit + "_before"
	}
	ed.sideBySide(statement.And(now...), statement.And(before...), figures, name)
	ed.understand(fmt.Sprintf("beside it: the same %s before", lengthOf(n, unit)))
	return true
}
