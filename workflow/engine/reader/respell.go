package reader

import (
	"slices"
	"strings"
	"time"
	"unicode"

	"parley/workflow/engine/english"
	grammar "parley/workflow/engine/phrase"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file mends slips of the fingers: a word that means nothing here, and is one letter or two swapped ones away from a word that does.
// What was taken for what is told.

const (
	// leastMended is how many letters a word has at least that is mended, leastGuessed the same where more than their order is wrong, and
	// mostHeldMended how many values a column holds at most among which a word is looked for.
	leastMended    = 4
	leastGuessed   = 5
	mostHeldMended = 300
)

// Mended is an input with its slips mended, and what was taken for what.
func (e *Engine) Mended(input string) (text string, told []string) {
	var wanted map[string]bool
	var out strings.Builder
	at := 0
	for _, t := range tag.Tokenize(input) {
		if t.Quoted || !e.meaningless(t.Text) {
			continue
		}
		if wanted == nil {
			wanted = e.wordsHere()
		}
		right := mendedWord(t.Lower, wanted)
		if one, plural := strings.CutSuffix(t.Lower, "s"); right == "" && plural {
			if right = mendedWord(one, wanted); right != "" {
				right += "s"
			}
		}
		if right == "" && !(t.Capital && at > 0) && len(t.Lower) >= leastGuessed {
			right = schema.EverydayLike(t.Lower, func(w string) bool { return len(w) >= leastGuessed && slipped(t.Lower, w, true) })
		}
		if right == "" {
			continue
		}
		if t.Capital || unicode.IsUpper([]rune(t.Text)[0]) {
			right = strings.ToUpper(right[:1]) + right[1:]
		}
		out.WriteString(input[at:t.Start] + right)
		at = t.End
		told = append(told, t.Text+" = "+right)
	}
	if len(told) == 0 {
		return input, nil
	}
	return out.String() + input[at:], told
}

// meaningless says that a word is nothing that is known here.
func (e *Engine) meaningless(word string) bool {
	lower := strings.ToLower(word)
	if len(lower) < leastMended || strings.ContainsFunc(lower, func(r rune) bool { return r < 'a' || r > 'z' }) || tag.RuleWords[lower] || grammar.Light(lower) || english.GenericNouns[lower] || english.Persons[lower] || tag.Functional(lower) || tag.Unit(lower) != "" || schema.Everyday(lower) {
		return false
	}
	if len(e.Index.Values(lower)) > 0 || len(e.Index.PartValues(lower)) > 0 || len(e.Index.PartValues(schema.Lemma(lower))) > 0 || schema.Participle(lower) && (schema.English{}).Known(schema.Lemma(lower)) {
		return false
	}
	for _, it := range e.Tagger.Tag(lower, time.Time{}) {
		if it.Cue.Kind != tag.NoCue || it.Period != nil || it.HasNumber || len(it.Values) > 0 || slices.ContainsFunc(it.Matches, func(m schema.Match) bool { return m.Score() >= LeastName }) {
			return false
		}
	}
	return true
}

// wordsHere are the words that a slip may have been meant for; true where a letter may be missing, too many or another one.
func (e *Engine) wordsHere() map[string]bool {
	out := map[string]bool{}
	for w := range tag.RuleWords {
		if len(w) >= leastMended && !strings.ContainsFunc(w, func(r rune) bool { return r < 'a' || r > 'z' }) {
			out[w] = false
		}
	}
	for _, c := range e.Index.Columns {
		if c.Hidden {
			continue
		}
		for _, w := range slices.Concat(c.Words, c.Table.Words) {
			w = strings.ToLower(w)
			out[w], out[schema.Plural(w)] = true, true
		}
		if held := e.Index.Held(c); len(held) <= mostHeldMended {
			for _, v := range held {
				for _, w := range strings.Fields(strings.ToLower(v)) {
					out[strings.TrimRight(w, ",.;:")] = true
				}
			}
		}
	}
	return out
}

// mendedWord is the one word that a slip was meant for; empty where none is near, or several.
func mendedWord(word string, wanted map[string]bool) string {
	found := ""
	for w, guessed := range wanted {
		if w == word || !slipped(word, w, guessed && len(word) >= leastGuessed) || w == word+"s" || word == w+"s" {
			continue
		}
		if found != "" {
			return ""
		}
		found = w
	}
	return found
}

// slipped says that one word is the other with two neighbours swapped or, where that is allowed, a letter too many, too few or another. The first letter is right, or swapped with the second.
func slipped(word, meant string, another bool) bool {
	a, b := word, meant
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > 1 || len(a) < leastMended-1 || len(meant) < leastMended {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if len(a) < len(b) {
		return another && i > 0 && a[i:] == b[i+1:]
	}
	if i == len(a) {
		return false
	}
	if i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:] {
		return true
	}
	return another && i > 0 && a[i+1:] == b[i+1:]
}

// LeastName is the score from which on a word is a name of something here, and no slip.
const LeastName = 0.5
