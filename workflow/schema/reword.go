package schema

import (
	"cmp"
	"slices"
	"strings"
)

// This file finds what is called by several words where a question says one, or the other way round: a surname is a last name, the
// date of birth the birthday.

// reworded adds to what words name what they name in the words of the groups that they stand in. Words that are a name by
// themselves mean nothing else.
func (x *Index) reworded(words []string, plain []Match) []Match {
	lemmas := make([]string, len(words))
	for i, w := range words {
		lemmas[i] = Lemma(w)
	}
	var more []Match
	for i := range words {
		for j := i + 1; j <= min(i+tradeOf.longest, len(words)); j++ {
			list := tradeOf.of[strings.Join(lemmas[i:j], " ")]
			if len(list) == 0 || slices.ContainsFunc(plain, func(m Match) bool { return m.From <= i && m.To >= j && m.Quality > qualityStem }) {
				continue
			}
			for _, s := range list {
				if j-i > 1 || strings.Contains(s.Word, " ") {
					more = append(more, x.instead(words, i, j, s)...)
				}
			}
		}
	}
	if len(more) == 0 {
		return plain
	}
	return merged(plain, more)
}

// instead is what is named around words[i:j] when a synonym stands in their place.
func (x *Index) instead(words []string, i, j int, s Synonym) []Match {
	other := strings.Fields(s.Word)
	if slices.ContainsFunc(other, func(w string) bool { return len(x.postings[w]) == 0 && !glue[w] }) {
		return nil
	}
	said := slices.Concat(words[:i], other, words[j:])
	longer, end := len(other)-(j-i), i+len(other)
	var out []Match
	for _, m := range x.plain(said) {
		if m.From <= i && m.To >= end && m.Quality > qualityStem && m.Coverage > leastReworded {
			m.Quality *= s.Quality
			m.To -= longer
			out = append(out, m)
		}
	}
	return out
}

// leastReworded is how much of a name other words for it must say: a phone number is no number of a call by phone.
const leastReworded = 0.7

// merged is both lists in reading order, longer and better ones first, each name once for a span.
func merged(list, more []Match) []Match {
	all := slices.Concat(list, more)
	slices.SortStableFunc(all, func(a, b Match) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(b.To, a.To), cmp.Compare(b.Score(), a.Score()))
	})
	type named struct {
		from, to int
		table    *Table
		column   *Column
	}
	seen := make(map[named]bool, len(all))
	return slices.DeleteFunc(all, func(m Match) bool {
		key := named{m.From, m.To, m.Table, m.Column}
		was := seen[key]
		seen[key] = true
		return was
	})
}
