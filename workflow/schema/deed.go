package schema

import "strings"

// Deed says that a past participle names the table of what was done: rented the rentals.
func Deed(word string, t *Table) bool {
	const least = 3 // letters that tell a verb
	root, ok := strings.CutSuffix(word, "ed")
	if !ok || len(root) < least || len(t.Words) != 1 {
		return false
	}
	for _, end := range []string{"", "al", "ment", "ing", "ion", "er", "e"} {
		if t.Words[0] == root+end {
			return true
		}
	}
	return false
}
