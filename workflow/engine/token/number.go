package token

import (
	"strconv"
	"strings"
)

// numberWords are the numbers that are written out.
var numberWords = map[string]float64{
	"zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
	"ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16,
	"seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50,
	"sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90, "hundred": 100, "dozen": 12, "twice": 2, "once": 1,
}

// Multipliers follow a number: "5 million".
var Multipliers = map[string]float64{"hundred": 100, "thousand": 1e3, "k": 1e3, "million": 1e6, "m": 1e6, "billion": 1e9, "bn": 1e9}

// ParseNumber reads one token as a number: "12", "1,000", "$5", "30%", "5k", "seven". Dates and codes are none.
func ParseNumber(word string) (float64, bool) {
	w := strings.ToLower(word)
	if v, ok := numberWords[w]; ok {
		return v, true
	}
	w = strings.TrimLeft(w, "$€£#+")
	w = strings.TrimSuffix(w, "%")
	factor := 1.0
	for suffix, f := range Multipliers {
		if rest, ok := strings.CutSuffix(w, suffix); ok && rest != "" && isDigit(rest[len(rest)-1]) {
			w, factor = rest, f
			break
		}
	}
	if w == "" || !isDigit(w[len(w)-1]) {
		return 0, false
	}
	v, err := strconv.ParseFloat(strings.ReplaceAll(w, ",", ""), 64)
	return v * factor, err == nil
}

// Figure is a number as the narrowest Go type: int64 when whole, so that SQL shows 5 and not 5.0.
func Figure(v float64) any {
	if v == float64(int64(v)) && v < 1e15 && v > -1e15 {
		return int64(v)
	}
	return v
}
