// Package english is the English that the rules of reading know, by what it is to them: the words of each list are data
// (words.txt), what the list is for stands at its name here. What phrases mean to the grammar is in package phrase.
package english

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed words.txt
var wordsText string

// lists are the words of each list by its name, in the order of the file.
var lists = sync.OnceValue(func() map[string][]string {
	out := map[string][]string{}
	for _, line := range strings.Split(wordsText, "\n") {
		name, words, ok := strings.Cut(line, "\t")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		if out[name] != nil {
			panic("english: words.txt has two lists " + name) // the embedded file is part of the program
		}
		out[name] = strings.Split(words, ", ")
	}
	return out
})

// list is the words of the list of that name.
func list(name string) []string {
	words := lists()[name]
	if len(words) == 0 {
		panic("english: words.txt has no list " + name) // the embedded file is part of the program
	}
	return words
}

func set(name string) map[string]bool { return Set(list(name)...) }

// Set is the set of the words.
func Set(words ...string) map[string]bool {
	out := map[string]bool{}
	for _, w := range words {
		out[w] = true
	}
	return out
}
