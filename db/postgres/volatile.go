package postgres

import (
	"strings"

	"parley/db"
	"parley/db/postgres/closure"
)

// refuseVolatile refuses functions and operators, given as the server's arrays, of which the server cannot say that
// they change nothing.
func refuseVolatile(functions, operators string) error {
	for _, name := range arrayElements(functions) {
		if !closure.Harmless(name) {
			return volatileError("function", name)
		}
	}
	for _, name := range arrayElements(operators) {
		return volatileError("operator", name)
	}
	return nil
}

func volatileError(what, name string) error {
	return &db.Error{Kind: db.ReadOnly, Position: -1,
		Message: "The " + what + " " + name + " is volatile: the server cannot say that it changes nothing.",
		Hint:    "If it only reads, ask its owner to declare it STABLE."}
}

// arrayText writes a text[].
func arrayText(elements []string) string {
	quoted := make([]string, len(elements))
	for i, e := range elements {
		quoted[i] = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(e) + `"`
	}
	return "{" + strings.Join(quoted, ",") + "}"
}

// arrayElements reads a text[] without NULLs, of one dimension.
func arrayElements(array string) []string {
	var elements []string
	var b strings.Builder
	quoted, any := false, false
	for i := 0; i < len(array); i++ {
		switch c := array[i]; {
		case c == '\\' && i+1 < len(array):
			i++
			b.WriteByte(array[i])
		case c == '"':
			quoted, any = !quoted, true
		case !quoted && (c == ',' || c == '}'):
			if any || b.Len() > 0 {
				elements = append(elements, b.String())
			}
			b.Reset()
			any = false
		case !quoted && c == '{':
		default:
			b.WriteByte(c)
		}
	}
	return elements
}
