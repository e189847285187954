package clause

import (
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/schema"
)

// This file changes how figures are shown: rounded, in other units, under another name. Rows and order stay.

// Round shows the computed figures with so many digits behind the point.
func Round(ed *edit.Editor, digits int) bool {
	if ed.Query.Set != nil {
		return false
	}
	places := computed(ed)
	for _, i := range places {
		item := ed.Block().Items[i]
		item.Alias = KeptName(ed, i)
		item.Expr = rounded(ed, item.Expr, digits)
		if ed.Block().ReplaceItem(i, item) != nil {
			return false
		}
	}
	return len(places) > 0
}

// rounded rounds an expression, anew where it is rounded already. PostgreSQL rounds to digits what is numeric alone.
func rounded(ed *edit.Editor, x statement.Expr, digits int) statement.Expr {
	if name, args, _, _, ok := x.AsCall(); ok && strings.EqualFold(name, "round") && len(args) > 0 {
		x = args[0]
	}
	if digits == 0 {
		return statement.Call("round", x)
	}
	if ed.Dialect == statement.PostgreSQL {
		x = statement.Cast(x, "numeric")
	}
	return statement.Call("round", x, statement.Literal(int64(digits)))
}

// KeptName is the name that an item's column has in the result, for what takes its place.
func KeptName(ed *edit.Editor, i int) string {
	if name := edit.ItemName(ed.Block().Items[i]); name != "" {
		return name
	}
	return nameFor(ed, i)
}

// multiples are words for what a figure is divided by.
var multiples = map[string]float64{"hundreds": 100, "thousands": 1e3, "k": 1e3, "thousand": 1e3, "millions": 1e6, "million": 1e6, "billions": 1e9}

// InUnit shows the computed figures in thousands, or in another unit of time where their names say the one they have.
func InUnit(ed *edit.Editor, text string) bool {
	word := strings.ToLower(strings.TrimSpace(text))
	said := secondsOf(word)
	if multiples[word] == 0 && said == 0 || ed.Query.Set != nil {
		return false
	}
	done := false
	for _, i := range computed(ed) {
		divisor := multiples[word]
		if divisor == 0 {
			kept := unitOf(ed, i)
			if kept == 0 {
				continue
			}
			divisor = said / kept
		}
		done = divide(ed, i, divisor, word) || done
	}
	return done
}

// unitOf is the unit of time of an item in seconds, by its name or that of its column; 0 when neither says.
func unitOf(ed *edit.Editor, i int) float64 {
	words := schema.Split(edit.ItemName(ed.Block().Items[i]))
	s, x := ed.Scope().Innermost(ed.Block().Items[i].Expr)
	if unit := epochUnit(x); unit != 0 {
		return unit
	}
	for _, e := range x.Columns() {
		if c := s.Column(e); c != nil {
			words = append(words, c.Words...)
		}
	}
	for _, w := range words {
		if kept := english.Seconds[schema.Lemma(strings.ToLower(w))]; kept != 0 {
			return kept
		}
	}
	if betweenDates(ed, i) || slices.ContainsFunc(schema.Split(edit.ItemName(ed.Block().Items[i])), func(w string) bool { return longUnits[schema.Lemma(strings.ToLower(w))] == longUnits["day"] }) {
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
	return english.Seconds[word]
}

func divide(ed *edit.Editor, i int, by float64, unit string) bool {
	if by == 1 {
		return false
	}
	item := ed.Block().Items[i]
	names := append(schema.Split(KeptName(ed, i)), "in", unit)
	x := ed.Dialect.Divide(item.Expr, edit.Figure(by))
	return ed.Block().ReplaceItem(i, statement.Item{Expr: x, Alias: strings.ToLower(strings.Join(names, "_"))}) == nil
}

// Rename gives a shown column another name: "call the discount markdown", "rename sum to revenue", "call that portfolio".
func Rename(ed *edit.Editor, text string) bool {
	words := strings.Fields(text)
	for cut := 1; cut < len(words); cut++ {
		from, to := words[:cut], words[cut:]
		if link := strings.ToLower(to[0]); (link == "to" || link == "as") && len(to) > 1 {
			to = to[1:]
		}
		i, ok := ShownAs(ed, strings.Join(from, " "))
		if !ok && !slices.ContainsFunc(from, func(w string) bool { return !english.LeadsToName[strings.ToLower(w)] && strings.ToLower(w) != "it" }) {
			i, ok = lastFigure(ed), true
		}
		if !ok || len(to) > 4 {
			continue
		}
		q := ed.Block()
		q.SpellOut()
		q.Items[i].Alias = strings.ToLower(strings.Join(schema.Split(strings.Trim(strings.Join(to, " "), `"'“”‘’.!`)), "_"))
		return q.Items[i].Alias != ""
	}
	return false
}

// lastFigure is the place of the figure that was shown last, else of the last column.
func lastFigure(ed *edit.Editor) int {
	if m := edit.Measures(ed.Block()); len(m) > 0 {
		return m[len(m)-1]
	}
	return len(ed.Block().Items) - 1
}

// epochUnit is the unit in seconds of a time that is computed of seconds: one hour where they are divided by 3600; 0 when the
// expression computes no seconds.
func epochUnit(x statement.Expr) float64 {
	unit, found := 1.0, false
	x.Walk(func(e statement.Expr) bool {
		if op, _, r, ok := e.AsBinary(); ok && op == "/" {
			if by, number := edit.NumberOf(r); number {
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

// RoundLast rounds the column that was shown last.
func RoundLast(ed *edit.Editor, digits int) bool {
	i := len(ed.Block().Items) - 1
	item := ed.Block().Items[i]
	item.Alias = KeptName(ed, i)
	item.Expr = rounded(ed, item.Expr, digits)
	return ed.Block().ReplaceItem(i, item) == nil
}
