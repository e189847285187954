package schema

import (
	_ "embed"
	"sync"

	"parley/workflow/schema/wordlist"
)

// wordsText are the words that names of tables and columns are made of, by what they say there.
//
//go:embed words.txt
var wordsText string

var wordLists = sync.OnceValue(func() wordlist.Lists { return wordlist.Read("schema: words.txt", wordsText) })

// wordsOf is the set of that name.
func wordsOf(name string) map[string]bool { return wordLists().Set(name) }
