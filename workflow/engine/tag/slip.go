package tag

import (
	"strings"
	"sync"

	"parley/workflow/schema"
)

// unslip mends slips of the keys in words of general English that steer a question: "avrage", "numer of". A word is one
// when it is nothing else: no name, no stored value, no word of the language; and when one cue alone is a letter away.
func unslip(tokens []Token, book *phrasebook) []Token {
	var names [][]phrase
	for i, t := range tokens {
		if len(t.Lower) < leastSlip || t.Quoted || cueWords()[t.Lower] || !Letters(t.Lower) || dictionary.Known(schema.Lemma(t.Lower)) || len(book.index.Normalised(t.Lower)) > 0 {
			continue
		}
		if names == nil {
			names = book.spans(unquoted(tokens))
		}
		if len(names[i]) > 0 {
			continue
		}
		if meant := slipOf(t.Lower); meant != "" {
			tokens[i].Lower = meant
		}
	}
	return tokens
}

var dictionary schema.English

// leastSlip is the least length of a word that is taken for a slip: of a shorter one too much is left to guess.
const leastSlip = 5

// slipOf is the one cue word that begins alike and is a letter away; empty when there is none, or several.
func slipOf(word string) string {
	found := ""
	for w := range cueWords() {
		if w[0] == word[0] && len(w) >= leastSlip && schema.Distance1(word, w) {
			if found != "" {
				return ""
			}
			found = w
		}
	}
	return found
}

// cueWords are the single words of all cues.
var cueWords = sync.OnceValue(func() map[string]bool {
	out := map[string]bool{}
	for phrase := range Cues {
		for _, w := range strings.Fields(phrase) {
			out[w] = true
		}
	}
	return out
})

// Letters says that a word has no signs but small letters.
func Letters(word string) bool {
	return !strings.ContainsFunc(word, func(r rune) bool { return r < 'a' || r > 'z' })
}
