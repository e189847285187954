package shorthand

import (
	"cmp"
	"slices"
	"strings"
)

// mostSenses is how many words a short form may stand for at once.
const mostSenses = 4

// least is the likeness from which a word may be what a short form stands for, leastShort that of a form of three letters that
// no comment explains, leastExplained that of a longer one to a word of its comment; within is how far behind the best another
// may be.
const (
	least          = 0.4
	leastShort     = 0.8
	leastExplained = 0.3
	within         = 0.3
)

// likeness says how well a short form stands for a word, 0 to 1: its letters are the word's in order, from the first, and
// what is left out are vowels (brth for birth) or the end (prin for principal).
func likeness(short, word string) float64 {
	if len(word) <= len(short) || word[0] != short[0] {
		return 0
	}
	dropped, at := 0, 1
	for _, c := range []byte(short[1:]) {
		for at < len(word) && word[at] != c {
			dropped += consonant(word, at)
			at++
		}
		if at == len(word) {
			return 0
		}
		at++
	}
	tail := 0
	for ; at < len(word); at++ {
		tail += consonant(word, at)
	}
	return 1 - 0.3*float64(dropped) - 0.06*float64(tail) - 0.01*float64(len(word)-len(short))
}

// Abbreviates says that letters may be a short form of a word: those of it in order, from the first.
func Abbreviates(short, word string) bool { return likeness(short, word) >= least }

// consonant is 1 for a letter that a short form seldom leaves out; one that doubles the letter before is left out.
func consonant(word string, at int) int {
	if strings.IndexByte("aeiou", word[at]) >= 0 || word[at] == word[at-1] {
		return 0
	}
	return 1
}

// alike are the words of a list that a short form may stand for, likeliest first, and how likely the first is.
func alike(short string, list []string, bound float64) ([]string, float64) {
	type found struct {
		word     string
		likeness float64
	}
	var all []found
	for _, w := range list {
		if l := likeness(short, w); l >= bound {
			all = append(all, found{w, l})
		}
	}
	if len(all) == 0 {
		return nil, 0
	}
	slices.SortStableFunc(all, func(a, b found) int { return cmp.Compare(b.likeness, a.likeness) })
	var out []string
	for _, f := range all[:min(len(all), mostSenses)] {
		if all[0].likeness-f.likeness <= within {
			out = append(out, f.word)
		}
	}
	return out, all[0].likeness
}

// likeliest is the word of a comment that a short form stands for; empty when it stands for none.
func likeliest(short string, hints []string) string {
	if list, _ := alike(short, hints, least); len(list) > 0 {
		return list[0]
	}
	return ""
}

// hinted is the same of a piece of a name, of which the words that only join others are none; the first piece is more likely the first
// word: cocd is "Cost code", and no code of codes.
func hinted(short string, first bool, hints []string) string {
	if first && len(hints) > 0 && likeness(short, hints[0]) >= least {
		return hints[0]
	}
	return likeliest(short, slices.DeleteFunc(slices.Clone(hints), func(h string) bool { return joining[h] }))
}

// initials are the words that follow each other in a comment whose first letters a short form is.
func initials(short string, hints []string) []string {
	for i := 0; i+len(short) <= len(hints); i++ {
		n := 0
		for n < len(short) && hints[i+n][0] == short[n] {
			n++
		}
		if n == len(short) {
			return hints[i : i+n]
		}
	}
	return nil
}
