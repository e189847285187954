package engine

import (
	"slices"

	"parley/workflow/schema"
)

// share gives each of two words that stand before one noun the noun: "first and last name" reads as "first name and
// last name". It does so only where the schema has both names.
func share(tokens []Token, x *schema.Index) []Token {
	for i := 1; i+2 < len(tokens); i++ {
		joint := tokens[i].Lower
		if joint != "and" && joint != "or" && joint != "," && joint != "&" || !plainWords(tokens[i-1], tokens[i+1], tokens[i+2]) {
			continue
		}
		noun := tokens[i+2]
		if whole(x, tokens[i-1].Lower, noun.Lower) && whole(x, tokens[i+1].Lower, noun.Lower) && !whole(x, tokens[i-1].Lower) {
			tokens = slices.Insert(slices.Clone(tokens), i, noun)
			i++
		}
	}
	return tokens
}

func plainWords(tokens ...Token) bool {
	for _, t := range tokens {
		if t.Quoted || t.Lower == "" || !isWordRune(rune(t.Lower[0])) {
			return false
		}
	}
	return true
}

// whole says that the words are the whole name of some column.
func whole(x *schema.Index, words ...string) bool {
	for _, m := range x.Phrases(words) {
		if m.Column != nil && m.To-m.From == len(words) && m.Coverage > 0.95 && m.Quality > 0.9 {
			return true
		}
	}
	return false
}
