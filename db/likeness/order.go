package likeness

import "strings"

// Orders says whether a statement as a whole is in an order: one inside brackets, a text or a quoted name is not its.
func Orders(sql string) bool {
	var outside strings.Builder
	depth := 0
	var quote rune
	for _, c := range strings.ToLower(sql) {
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
			continue
		case c == '\'' || c == '"' || c == '`':
			quote = c
			continue
		case c == '(':
			depth++
		case c == ')':
			depth--
		}
		if depth == 0 {
			outside.WriteRune(c)
		}
	}
	return strings.Contains(strings.Join(strings.Fields(outside.String()), " "), "order by")
}
