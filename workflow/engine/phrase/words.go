package phrase

import (
	_ "embed"
	"strings"
	"sync"

	"parley/workflow/schema"
)

//go:embed words.txt
var wordsText string

// sense is what a phrase does: a category, and which of its kind.
type sense struct{ category, kind string }

// senses maps a phrase to all its senses.
type senses struct {
	of      map[string][]sense
	words   map[string]bool // single words of all phrases
	longest int
}

var english = sync.OnceValue(func() *senses {
	s := &senses{of: map[string][]sense{}, words: map[string]bool{}}
	for _, line := range strings.Split(wordsText, "\n") {
		what, phrases, ok := strings.Cut(line, "\t")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		category, kind, _ := strings.Cut(what, ":")
		for _, p := range splitPhrases(phrases) {
			s.add(sense{category, kind}, p)
		}
	}
	return s
})

// splitPhrases cuts at commas; a quoted phrase is taken as it is.
func splitPhrases(text string) []string {
	var out []string
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		if rest, ok := strings.CutPrefix(text, `"`); ok {
			p, after, _ := strings.Cut(rest, `"`)
			out = append(out, p)
			text = strings.TrimPrefix(strings.TrimSpace(after), ",")
			continue
		}
		p, after, _ := strings.Cut(text, ",")
		out = append(out, strings.TrimSpace(p))
		text = after
	}
	return out
}

func (s *senses) add(what sense, p string) {
	var kept []string
	for _, w := range strings.Fields(p) {
		if !article[w] {
			kept = append(kept, w)
		}
	}
	p = strings.Join(kept, " ")
	for _, known := range s.of[p] {
		if known == what {
			return
		}
	}
	s.of[p] = append(s.of[p], what)
	s.longest = max(s.longest, len(kept))
	for _, w := range kept {
		s.words[w] = true
	}
}

// article are words that say nothing and are dropped before anything is read.
var article = map[string]bool{"the": true, "a": true, "an": true}

// isWord says that a word of English steers questions.
func (s *senses) isWord(w string) bool { return s.words[w] }

// mended is a word with its slip undone: when it is no word of English and one steering word alone is a letter away.
func (s *senses) mended(w string) string {
	if len(w) < leastSlip || s.words[w] || (schema.English{}).Known(schema.Lemma(w)) || strings.ContainsFunc(w, notLetter) {
		return w
	}
	found := ""
	for known := range s.words {
		if len(known) >= leastSlip && known[0] == w[0] && schema.Distance1(w, known) {
			if found != "" {
				return w
			}
			found = known
		}
	}
	if found == "" {
		return w
	}
	return found
}

// leastSlip is the least length of a word that is taken for a slip.
const leastSlip = 5

func notLetter(r rune) bool { return r < 'a' || r > 'z' }
