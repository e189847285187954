package pointer

import (
	"fmt"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/engine/measure"
	grammar "parley/workflow/engine/phrase"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file reads how long before the period in force another one lies: "the 12 months before that", "the previous week".

// UnitsSaid are the units of time as words of a pattern.
const UnitsSaid = "day|days|week|weeks|month|months|quarter|quarters|year|years"

var lengthsBefore = tag.ParsePatterns("[the] # "+UnitsSaid+" before|prior|earlier|preceding [that|this|those|these|it|them|then]", "[the] previous|preceding|prior # "+UnitsSaid)

// lengthBefore is a number of units of time, said as lying before the period in force.
func lengthBefore(u tag.Utterance) (unit string, n int, ok bool) {
	s := u.Trim(tag.Stretch{From: 0, To: len(u.Tokens)})
	for _, p := range lengthsBefore {
		if f, fits := p.Match(u.Words, s); fits && f.Numbers[0] > 0 {
			for _, w := range u.Words {
				if unit := tag.Unit(w); unit != "" {
					return unit, f.Numbers[0], true
				}
			}
		}
	}
	return "", 0, false
}

// BesideBefore compares with a period that is said to lie before the one in force: "and the month before as well".
func BesideBefore(ed *edit.Editor, text string) bool {
	return tag.Utter(text).Any(english.BeforeWords) && CompareWith(ed, text)
}

// periodOfFigure parts "the revenue of the 3 months before" into the places of the figures that are named and the period. Without
// a figure named all are meant; not ok where the words name none of those shown.
func periodOfFigure(ed *edit.Editor, text string) (period string, figures []int, ok bool) {
	words := strings.Fields(text)
	at := slices.IndexFunc(words, func(w string) bool { return english.PeriodPrepositions[strings.ToLower(w)] })
	if at < 1 || at+1 == len(words) {
		return text, edit.Measures(ed.Block()), true
	}
	named := strings.Join(words[:at], " ")
	if english.GenericNouns[strings.ToLower(named)] || english.SameFigures[strings.ToLower(strings.Join(clause.ContentWords(named), " "))] {
		return strings.Join(words[at+1:], " "), edit.Measures(ed.Block()), true
	}
	i, ok := figureCalled(ed, named)
	return strings.Join(words[at+1:], " "), []int{i}, ok
}

// figureCalled is the place of the one shown figure that words call, by its name, by what it is made of, or as a first question would.
func figureCalled(ed *edit.Editor, text string) (int, bool) {
	q := ed.Block()
	if i, ok := clause.ShownAs(ed, text); ok && q.Items[i].Expr.Aggregate() {
		return i, true
	}
	if i := newestFigure(ed); askedFor(ed, i, text) {
		return i, true
	}
	found := -1
	for _, i := range edit.Measures(q) {
		if !measure.GoesBy(ed, i, text) && !worthOf(ed, i, text) {
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
func worthOf(ed *edit.Editor, i int, text string) bool {
	words := clause.ContentWords(text)
	if len(words) != 1 || !english.AnyAmount[words[0]] && !english.WorthWords[words[0]] && !grammar.Trades(words[0]) {
		return false
	}
	total := func(i int) bool {
		x := ed.Block().Items[i].Expr
		return !x.IsWindow() && sums(x) && !slices.ContainsFunc(x.Columns(), func(e statement.Expr) bool {
			c := ed.Scope().Column(e)
			return c == nil || c.Role != schema.Measure
		})
	}
	return total(i) && !slices.ContainsFunc(edit.Measures(ed.Block()), func(k int) bool { return k != i && total(k) })
}

// sums says that an expression holds a sum, and no other aggregate.
func sums(x statement.Expr) bool {
	found, other := false, false
	x.Walk(func(e statement.Expr) bool {
		if name, _, _, _, ok := e.AsCall(); ok && e.Aggregate() && measure.PlainAggregate(e) {
			found = found || strings.EqualFold(name, "sum")
			other = other || !strings.EqualFold(name, "sum")
		}
		return true
	})
	return found && !other
}

// ChangeBetween shows how the figure of each period changed against the one before; where no time is shown, how far one of two
// shown figures lies from the other: the one before it, or the one that it is measured against.
func ChangeBetween(ed *edit.Editor, u tag.Utterance) bool {
	if clause.PhraseOf(u, "-", "year over year", "year on year", "year to year") != "" && !measure.GroupsByYear(ed) {
		return CompareWith(ed, "last year")
	}
	if ed.Try(func() bool { return measure.ChangeAdded(ed) }) {
		return true
	}
	q := ed.Block()
	var figures []int
	for i, item := range q.Items {
		if ed.Number(item.Expr) && !item.Expr.IsWindow() {
			figures = append(figures, i)
		}
	}
	if len(figures) != 2 || ed.Query.Set != nil {
		return false
	}
	to, from := figures[0], figures[1]
	if measure.IsBase(ed, to) && !measure.IsBase(ed, from) {
		to, from = from, to
	}
	change := statement.Binary("-", q.Items[to].Expr, q.Items[from].Expr)
	name := "difference"
	if u.Any(english.Hundredths) || u.Has("growth") {
		change, name = ed.Dialect.Divide(statement.Binary("*", statement.Literal(100.0), change), q.Items[from].Expr), "change_percent"
	}
	ed.Understand(strings.ToLower(edit.ItemName(q.Items[to]) + " against " + edit.ItemName(q.Items[from])))
	return ed.Append(statement.Item{Expr: change, Alias: clause.FreeName(ed, name)})
}

// relative says that words name a period by where it lies from the one in force: "last year", "the same month".
func relative(period string) bool {
	u := tag.Utter(period)
	return u.Any(english.BaseWords) || u.Has("same")
}

// CompareWith shows the figures of the period before beside those of the period in force, and the change: "compare with last
// year". Groups by a unit of time become groups by its number in the year, so that the two meet.
func CompareWith(ed *edit.Editor, text string) bool {
	period, figures, ok := periodOfFigure(ed, text)
	if !ok {
		return false
	}
	unit, n, ok := lengthBefore(tag.Utter(period))
	if !ok {
		unit, n = measure.UnitBefore(ed, period), 1
	}
	s := ed.Scope()
	table, now := measure.Spans(s)
	if unit == "year" && n == 1 && len(now) == 0 {
		return measure.YearBeside(ed, figures)
	}
	if unit == "" || table == nil || ed.Query.Set != nil || len(edit.Measures(s.Query)) == 0 || len(s.Query.Having) > 0 {
		return false
	}
	if measure.Windows(s) {
		return false
	}
	before, ok := measure.Back(s, now, unit, n, ed.Dialect)
	if !relative(period) {
		if done, said := measure.BesideNamed(ed, period, before); said {
			return done
		}
	}
	if !ok {
		return false
	}
	s.Query.SpellOut()
	if !measure.NumberedKeys(ed, unit) {
		return false
	}
	if s.Remove(now) != nil || s.Query.AddPredicate(statement.Or(statement.And(now...), statement.And(before...))) != nil {
		return false
	}
	name := "last_" + unit
	switch {
	case n > 1:
		name = fmt.Sprintf("%d_%ss_before", n, unit)
	case tag.Utter(period).Any(english.BeforeWords):
		name = unit + "_before"
	}
	measure.SideBySide(ed, measure.Side{Rows: statement.And(now...)}, measure.Side{Rows: statement.And(before...), Called: name}, figures)
	ed.Understand(fmt.Sprintf("beside it: the same %s before", measure.LengthOf(n, unit)))
	return true
}
