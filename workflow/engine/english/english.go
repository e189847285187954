// Package english is the English that the rules of reading know, by what it is to them: the words of each list are data
// (words.txt), what the list is for stands at its name here. What phrases mean to the grammar is in package phrase.
package english

import (
	_ "embed"
	"sync"

	"parley/workflow/schema/wordlist"
)

//go:embed words.txt
var wordsText string

var lists = sync.OnceValue(func() wordlist.Lists { return wordlist.Read("english: words.txt", wordsText) })

func list(name string) []string { return lists().List(name) }

func set(name string) map[string]bool { return lists().Set(name) }

// Seconds are units of time in seconds, by the singular.
var Seconds = map[string]float64{"millisecond": 0.001, "second": 1, "minute": 60, "hour": 3600}
