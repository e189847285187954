package phrase

import (
	"slices"
	"strings"

	"parley/workflow/engine/english"
	"parley/workflow/schema"
)

// This file tells which end of a figure is the better one, by the words that it goes by: "worst by complaints" are those with the most, "best
// by settlement time" those with the least. Questions and refinements decide it here.

// Better says whether more of a figure is better than less.
type Better uint8

// What is known of a figure.
const (
	Untold Better = iota
	MoreIsBetter
	LessIsBetter
)

// BetterOf is what the words of a figure's name tell: that it takes long is the worse, whatever it is that takes long; that something good was
// done to what is bad is good.
func BetterOf(name []string) Better {
	words := make([]string, len(name))
	for i, w := range name {
		words[i] = strings.ToLower(w)
	}
	switch {
	case Lasts(words):
		return LessIsBetter
	case among(words, english.HelpWords):
		return MoreIsBetter
	case among(words, english.HarmWords):
		return LessIsBetter
	}
	return Untold
}

// Lasts says that a name is that of how long something takes: "time to pay", "average wait", "days until closed"; no rate of what was done in
// time.
func Lasts(words []string) bool {
	if slices.ContainsFunc(words, func(w string) bool { return english.RateNouns[w] }) {
		return false
	}
	for i, w := range words {
		base := schema.Lemma(w)
		switch {
		case w == "time" && i > 0 && english.BeforeTime[words[i-1]], w == "times", base == "lead":
		case english.LastingWords[base]:
			return true
		case i+1 < len(words) && english.AfterDays[words[i+1]] && (base == "day" || base == "week" || base == "month" || english.Seconds[base] != 0):
			return true
		}
	}
	return false
}

// among says that one of the words, in any form, is in a list.
func among(words []string, list map[string]bool) bool {
	return slices.ContainsFunc(words, func(w string) bool { return list[w] || list[schema.Lemma(w)] || list[schema.Stem(w)] })
}

// Judged says that words speak of the better or of the worse end: "best", "worst".
func Judged(words []string) (best, ok bool) {
	kind, ok := kindIn(words, "judged")
	return kind == "best", ok
}

// Paced says that words speak of who or what is slow, or quick.
func Paced(words []string) (slow, ok bool) {
	kind, ok := kindIn(words, "paced")
	return kind == "desc", ok
}

// kindIn is the kind that the first of the words with a sense of a category has in it.
func kindIn(words []string, category string) (string, bool) {
	for _, w := range words {
		for _, s := range senseBook().of[w] {
			if s.category == category {
				return s.kind, true
			}
		}
	}
	return "", false
}
