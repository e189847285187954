package schema

import (
	_ "embed"
	"strings"
	"sync"
)

// wordLists are the words that names of tables and columns are made of, by what they say there.
//
//go:embed words.txt
var wordLists string

// wordsListed are the sets of the file by their names.
var wordsListed = sync.OnceValue(func() map[string]map[string]bool {
	out := map[string]map[string]bool{}
	for _, line := range strings.Split(wordLists, "\n") {
		name, words, ok := strings.Cut(line, "\t")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		if out[name] != nil {
			panic("schema: words.txt has two lists " + name) // the embedded file is part of the program
		}
		out[name] = map[string]bool{}
		for _, w := range strings.Fields(words) {
			out[name][w] = true
		}
	}
	return out
})

// wordsOf is the set of that name.
func wordsOf(name string) map[string]bool {
	words := wordsListed()[name]
	if len(words) == 0 {
		panic("schema: words.txt has no list " + name) // the embedded file is part of the program
	}
	return words
}
