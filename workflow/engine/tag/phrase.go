package tag

import (
	"slices"

	"parley/workflow/schema"
)

// phrasebook remembers what runs of words name. The rules of refinement read the words of a turn again and again, whole
// and in parts, and what words name does not depend on those around them. It belongs to one turn.
type phrasebook struct {
	index *schema.Index
	runs  []looked
}

// looked is words that were looked up, and for each of them the spans that start there and name something, longest first.
type looked struct {
	words []string
	spans [][]phrase
}

// phrase is a span of so many words with the tables and columns that it names, best first.
type phrase struct {
	words   int
	matches []schema.Match
}

// spans gives the spans of the words by where they start. They are shared and not to be changed.
func (b *phrasebook) spans(words []string) [][]phrase {
	for _, r := range b.runs {
		if at := indexOf(r.words, words); at >= 0 {
			return r.spans[at : at+len(words)]
		}
	}
	r := looked{words, make([][]phrase, len(words))}
	for _, m := range b.index.Phrases(words) {
		if m.Score() >= minMatch {
			r.add(m)
		}
	}
	b.runs = append(b.runs, r)
	return r.spans
}

// add takes the next match, in reading order and longest first.
func (r *looked) add(m schema.Match) {
	list := r.spans[m.From]
	if n := len(list); n == 0 || list[n-1].words != m.To-m.From {
		list = append(list, phrase{words: m.To - m.From})
	}
	last := &list[len(list)-1]
	last.matches = append(last.matches, m)
	r.spans[m.From] = list
}

// whole says that the words are the whole name of some column.
func (b *phrasebook) whole(words ...string) bool {
	for _, p := range b.spans(words)[0] {
		if p.words == len(words) {
			return slices.ContainsFunc(p.matches, func(m schema.Match) bool { return m.Column != nil && m.Coverage > 0.95 && m.Quality > 0.9 })
		}
	}
	return false
}

// indexOf is where the part stands in the list; -1 when it does not.
func indexOf(list, part []string) int {
	for at := 0; at+len(part) <= len(list); at++ {
		if slices.Equal(list[at:at+len(part)], part) {
			return at
		}
	}
	return -1
}
