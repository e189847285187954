package schema

import (
	"slices"
	"strings"
	"unicode"
)

// The fewest and the most steps of a scale of codes.
const (
	leastSteps = 3
	mostSteps  = 30
)

// Scale says that a column holds a few codes of one form whose order as texts is that of what they stand for: A1 to C2, 01 to 12.
func (x *Index) Scale(c *Column) bool {
	if !c.texts() || !c.Complete || c.Distinct < leastSteps || c.Distinct > mostSteps {
		return false
	}
	held := x.Held(c)
	return len(held) > 0 && formOf(held[0]) != "" && !slices.ContainsFunc(held, func(v string) bool { return formOf(v) != formOf(held[0]) })
}

// longestStep is the most signs of a code of a scale.
const longestStep = 4

// formOf is a code with "a" for each letter and "0" for each digit: "a0" of B2. It is empty for what is no step of a scale.
func formOf(v string) string {
	v = strings.TrimSpace(v)
	if len(v) > longestStep || !strings.ContainsFunc(v, unicode.IsDigit) {
		return ""
	}
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsDigit(r):
			return '0'
		case unicode.IsUpper(r):
			return 'A'
		}
		return r
	}, v)
}
