package tag

import (
	"time"

	"parley/workflow/engine/calendar"
	"parley/workflow/engine/token"
)

// The words and periods of an input are read below this package.

type (
	// Token is one word, number, quoted text or mark of the input.
	Token = token.Token
	// Period is a span of the calendar.
	Period = calendar.Period
)

// Tokenize cuts an input into tokens.
func Tokenize(input string) []Token { return token.Tokenize(input) }

// ParseNumber reads one token as a number.
func ParseNumber(word string) (float64, bool) { return token.ParseNumber(word) }

// Figure is a number as the narrowest Go type.
func Figure(v float64) any { return token.Figure(v) }

// Unit is the calendar unit that a word names; empty when it names none.
func Unit(word string) string { return calendar.Unit(word) }

// UnitStart is the beginning of the unit of time that a moment lies in.
func UnitStart(unit string, t time.Time) time.Time { return calendar.UnitStart(unit, t) }

// AddUnits is a moment so many units of time on.
func AddUnits(unit string, t time.Time, n int) time.Time { return calendar.AddUnits(unit, t, n) }

// ranges says that two numbers are said from one to the other, the greater last and neither of them a year: "from 10 to 20".
func (l *lattice) ranges(i int) bool {
	if i+3 >= len(l.tokens) || l.tokens[i].Lower != "from" || l.tokens[i+2].Lower != "to" {
		return false
	}
	low, ok := token.ParseNumber(l.tokens[i+1].Lower)
	high, ok2 := token.ParseNumber(l.tokens[i+3].Lower)
	return ok && ok2 && low < high && !(calendar.IsYear(low) && calendar.IsYear(high))
}
