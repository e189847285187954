// Package wordlist reads lists of words that are data of the program: a line each, a name, a tab, the words with ", " between them.
// Lines that begin with # are for who reads the file.
package wordlist

import "strings"

// Lists are the words of each list by its name, in the order of the file.
type Lists map[string][]string

// Read reads the text of a file that is part of the program: it panics where two lists have one name.
func Read(file, text string) Lists {
	out := Lists{}
	for line := range strings.Lines(text) {
		name, words, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		if out[name] != nil {
			panic(file + " has two lists " + name)
		}
		out[name] = strings.Split(words, ", ")
	}
	return out
}

// List is the words of the list of that name; it panics where there is none.
func (l Lists) List(name string) []string {
	words := l[name]
	if len(words) == 0 {
		panic("there is no list of words " + name)
	}
	return words
}

// Set is the same as a set.
func (l Lists) Set(name string) map[string]bool { return SetOf(l.List(name)...) }

// SetOf is the set of the words.
func SetOf(words ...string) map[string]bool {
	out := make(map[string]bool, len(words))
	for _, w := range words {
		out[w] = true
	}
	return out
}
