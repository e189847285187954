package engine

import (
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/english"
	"parley/workflow/schema"
)

// This file changes how figures are shown: rounded, in other units, under another name. Rows and order stay.

// round shows the computed figures with so many digits behind the point.
func (ed *editor) round(digits int) bool {
	if ed.query.Set != nil {
		return false
	}
	places := ed.computed()
	for _, i := range places {
		item := ed.block().Items[i]
		item.Alias = ed.keptName(i)
		item.Expr = ed.rounded(item.Expr, digits)
		if ed.block().ReplaceItem(i, item) != nil {
			return false
		}
	}
	return len(places) > 0
}

// rounded rounds an expression, anew where it is rounded already. PostgreSQL rounds to digits what is numeric alone.
func (ed *editor) rounded(x statement.Expr, digits int) statement.Expr {
	if name, args, _, _, ok := x.AsCall(); ok && strings.EqualFold(name, "round") && len(args) > 0 {
		x = args[0]
	}
	if digits == 0 {
		return statement.Call("round", x)
	}
	if ed.dialect == statement.PostgreSQL {
		x = statement.Cast(x, "numeric")
	}
	return statement.Call("round", x, statement.Literal(int64(digits)))
}

// keptName is the name that an item's column has in the result, for what takes its place.
func (ed *editor) keptName(i int) string {
	if name := itemName(ed.block().Items[i]); name != "" {
		return name
	}
	return ed.nameFor(i)
}

// multiples are words for what a figure is divided by.
var multiples = map[string]float64{"hundreds": 100, "thousands": 1e3, "k": 1e3, "thousand": 1e3, "millions": 1e6, "million": 1e6, "billions": 1e9}

// inUnit shows the computed figures in thousands, or in another unit of time where their names say the one they have.
func (ed *editor) inUnit(text string) bool {
	word := strings.ToLower(strings.TrimSpace(text))
	said := secondsOf(word)
	if multiples[word] == 0 && said == 0 || ed.query.Set != nil {
		return false
	}
	done := false
	for _, i := range ed.computed() {
		divisor := multiples[word]
		if divisor == 0 {
			kept := ed.unitOf(i)
			if kept == 0 {
				continue
			}
			divisor = said / kept
		}
		done = ed.divide(i, divisor, word) || done
	}
	return done
}

// unitOf is the unit of time of an item in seconds, by its name or that of its column; 0 when neither says.
func (ed *editor) unitOf(i int) float64 {
	words := schema.Split(itemName(ed.block().Items[i]))
	s, x := ed.scope().innermost(ed.block().Items[i].Expr)
	if unit := epochUnit(x); unit != 0 {
		return unit
	}
	for _, e := range x.Columns() {
		if c := s.column(e); c != nil {
			words = append(words, c.Words...)
		}
	}
	for _, w := range words {
		if kept := seconds[schema.Lemma(strings.ToLower(w))]; kept != 0 {
			return kept
		}
	}
	if ed.betweenDates(i) || slices.ContainsFunc(schema.Split(itemName(ed.block().Items[i])), func(w string) bool { return longUnits[schema.Lemma(strings.ToLower(w))] == longUnits["day"] }) {
		return longUnits["day"]
	}
	return 0
}

// longUnits are the units of time, in seconds, that a column's name does not say its numbers are in.
var longUnits = map[string]float64{"day": 86400, "week": 7 * 86400}

func secondsOf(word string) float64 {
	word = schema.Lemma(word)
	if s := longUnits[word]; s != 0 {
		return s
	}
	return seconds[word]
}

func (ed *editor) divide(i int, by float64, unit string) bool {
	if by == 1 {
		return false
	}
	item := ed.block().Items[i]
	names := append(schema.Split(ed.keptName(i)), "in", unit)
	x := ed.dialect.Divide(item.Expr, figure(by))
	return ed.block().ReplaceItem(i, statement.Item{Expr: x, Alias: strings.ToLower(strings.Join(names, "_"))}) == nil
}

// rename gives a shown column another name: "call the discount markdown", "rename sum to revenue", "call that portfolio".
func (ed *editor) rename(text string) bool {
	words := strings.Fields(text)
	for cut := 1; cut < len(words); cut++ {
		from, to := words[:cut], words[cut:]
		if link := strings.ToLower(to[0]); (link == "to" || link == "as") && len(to) > 1 {
			to = to[1:]
		}
		i, ok := ed.shownAs(strings.Join(from, " "))
		if !ok && !slices.ContainsFunc(from, func(w string) bool { return !english.Leading[strings.ToLower(w)] && strings.ToLower(w) != "it" }) {
			i, ok = ed.lastFigure(), true
		}
		if !ok || len(to) > 4 {
			continue
		}
		q := ed.block()
		q.SpellOut()
		q.Items[i].Alias = strings.ToLower(strings.Join(schema.Split(strings.Trim(strings.Join(to, " "), `"'“”‘’.!`)), "_"))
		return q.Items[i].Alias != ""
	}
	return false
}

// lastFigure is the place of the figure that was shown last, else of the last column.
func (ed *editor) lastFigure() int {
	if m := measures(ed.block()); len(m) > 0 {
		return m[len(m)-1]
	}
	return len(ed.block().Items) - 1
}

// epochUnit is the unit in seconds of a time that is computed of seconds: one hour where they are divided by 3600; 0 when the
// expression computes no seconds.
func epochUnit(x statement.Expr) float64 {
	unit, found := 1.0, false
	x.Walk(func(e statement.Expr) bool {
		if op, _, r, ok := e.AsBinary(); ok && op == "/" {
			if by, number := numberOf(r); number {
				unit *= by
			}
		}
		if name, args, _, _, ok := e.AsCall(); ok && len(args) > 0 && (strings.EqualFold(name, "extract") || strings.EqualFold(name, "date_part")) {
			part, _ := args[0].AsLiteral()
			said, _ := part.(string)
			found = found || strings.EqualFold(said, "epoch")
		}
		return true
	})
	if !found {
		return 0
	}
	return unit
}

// roundLast rounds the column that was shown last.
func (ed *editor) roundLast(digits int) bool {
	i := len(ed.block().Items) - 1
	item := ed.block().Items[i]
	item.Alias = ed.keptName(i)
	item.Expr = ed.rounded(item.Expr, digits)
	return ed.block().ReplaceItem(i, item) == nil
}
