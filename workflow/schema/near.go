package schema

import (
	"cmp"
	"maps"
	"slices"

	"parley/workflow/schema/vector"
)

// This file links words that people say to words of names by how near they are in meaning, by static vectors. It is the last
// resort: a word that names, is written or steers anything else is not looked up here, and who reads with such links says so.

const (
	// leastNear is how near two words must be, hubs discounted, and nearSpread how far behind the nearest another may be.
	leastNear  = 0.3
	nearSpread = 0.12
	// leastNearTable is the same for what a question may be about: another thing is asked for, not another word for this one.
	leastNearTable = 0.4
	// nearCounted is how much nearer to a word that is counted the name of a number is.
	nearCounted = 0.08
	// mostNear is how many words of names a word may stand for.
	mostNear = 4
	// The qualities of a name by a word that is near in meaning: below every synonym.
	qualityNear     = 0.97
	qualityNearLess = 0.6
	// leastNearRank is the place among the common words from which on a word means something of its own.
	leastNearRank = 150
	// leastNearLetters is the length of words that are compared.
	leastNearLetters = 4
)

// Supposing is the index in which each of the words may also stand for the words of names that are near it in meaning; linked
// are those of the words that have any. What the question says already, no other word of it stands for. All else is x's.
// Of the words that are counted ("number of pupils") names of numbers are likelier.
func (x *Index) Supposing(words, counted, question []string) (supposed *Index, linked []string) {
	near := map[string][]said{}
	taken := map[string]bool{}
	for _, w := range question {
		taken[Lemma(w)] = true
	}
	for _, w := range words {
		if near[w] != nil {
			continue
		}
		if list := x.nearest(w, taken, slices.Contains(counted, w)); len(list) > 0 {
			near[w], linked = list, append(linked, w)
		}
	}
	c := *x
	c.near = near
	return &c, linked
}

// nearest are the words of names that are nearest to a word in meaning.
func (x *Index) nearest(word string, taken map[string]bool, counted bool) []said {
	lemma := Lemma(word)
	rank, ok := vector.Rank(lemma)
	if !ok {
		rank, ok = vector.Rank(word)
	}
	if !ok || rank < leastNearRank || len(lemma) < leastNearLetters {
		return nil
	}
	type scored struct {
		lemma string
		near  float64
	}
	var list []scored
	own := max(vector.Hub(lemma), vector.Hub(word))
	for _, other := range slices.Sorted(maps.Keys(x.postings)) {
		if len(other) < leastNearLetters-1 || everyday[other] || taken[other] || opposite(lemma, other) {
			continue
		}
		near := max(vector.Near(lemma, other), vector.Near(word, other)) - (own+vector.Hub(other))/2
		if counted && x.saysMeasure(other) {
			near += nearCounted
		}
		if near >= leastNearTable || near >= leastNear && !x.saysTable(other) {
			list = append(list, scored{other, near})
		}
	}
	slices.SortStableFunc(list, func(a, b scored) int { return cmp.Compare(b.near, a.near) })
	var out []said
	for _, s := range list[:min(len(list), mostNear)] {
		if behind := list[0].near - s.near; behind <= nearSpread {
			out = append(out, said{s.lemma, qualityNear - (qualityNear-qualityNearLess)*behind/nearSpread})
		}
	}
	return out
}

// counterparts are pairs of words, each of which is what the other is not: they are spoken of together, so they are near in meaning.
var counterparts = wordsOf("counterparts")

// opposite says that two words are such a pair.
func opposite(one, other string) bool {
	return counterparts[one+" "+other] || counterparts[other+" "+one]
}

// saysMeasure says that a word of names is one of a column of numbers.
func (x *Index) saysMeasure(lemma string) bool {
	return slices.ContainsFunc(x.postings[lemma], func(p posting) bool {
		c := x.names[p.name].column
		return c != nil && c.Role == Measure
	})
}

// saysTable says that a word of names is one of a table.
func (x *Index) saysTable(lemma string) bool {
	return slices.ContainsFunc(x.postings[lemma], func(p posting) bool { return x.names[p.name].column == nil })
}
