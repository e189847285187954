package schema

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"

	"parley/workflow/schema/wordnet"
)

// Thesaurus knows which general words may stand for which.
type Thesaurus interface {
	// Synonyms gives words that may stand for the lemma, with how well, below 1.
	Synonyms(lemma string) []Synonym
	// Known says that the lemma is a word of the language, hence no typing error.
	Known(lemma string) bool
}

// Synonym is a word that may stand for another; Quality is below 1.
type Synonym struct {
	Word    string
	Quality float64
}

// English is the general thesaurus: words of trade that people use for each other, then WordNet.
type English struct{}

// tradeWords are groups of words that people use for each other when they speak about their data, wider than a dictionary has
// it. A group is parted from the next by a bar or the end of a line; an underscore joins what is said in several words. A line
// that begins with ~ holds groups of words that are only near each other.
//
//go:embed thesaurus.txt
var tradeWords string

// The qualities of one of a group for another: where that is a usual sense of the word, where it is a rare one or near only, and
// where several words say it, which have few senses.
const (
	qualityTrade  = 0.74
	qualityLoose  = 0.7
	qualityPhrase = 0.85
)

// usualSense is a part of a word's groups: a word that stands in that many of them is usual for it.
const usualSense = 0.15

// trade is what the groups say: what stands for each word or phrase, in lemmas, and of how many words the longest phrase is.
type trade struct {
	of      map[string][]Synonym
	longest int
}

var tradeOf = readTrade(tradeWords)

func readTrade(text string) trade {
	t := trade{of: map[string][]Synonym{}, longest: 1}
	groups, pairs := map[string]int{}, map[[2]string]int{}
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		line, near := strings.CutPrefix(line, "~")
		for group := range strings.SplitSeq(line, "|") {
			list := t.lemmas(group)
			for _, w := range list {
				if !near {
					groups[w]++
				}
				for _, o := range list {
					pair := [2]string{w, o}
					if _, known := pairs[pair]; !known && o != w {
						t.of[w] = append(t.of[w], Synonym{Word: o})
					}
					if pairs[pair] += 1; near {
						pairs[pair] -= 1
					}
				}
			}
		}
	}
	for w, list := range t.of {
		for i, o := range list {
			list[i].Quality = quality(w, o.Word, float64(pairs[[2]string{w, o.Word}]) >= usualSense*float64(groups[w]) && pairs[[2]string{w, o.Word}] > 0)
		}
		slices.SortStableFunc(list, func(a, b Synonym) int { return cmp.Compare(b.Quality, a.Quality) })
	}
	return t
}

// quality is how well one of a group stands for another.
func quality(word, other string, usual bool) float64 {
	switch {
	case !usual:
		return qualityLoose
	case strings.Contains(word+other, " "):
		return qualityPhrase
	}
	return qualityTrade
}

// lemmas are what a group holds, each once.
func (t *trade) lemmas(group string) []string {
	var out []string
	for _, entry := range strings.Fields(group) {
		words := strings.Split(entry, "_")
		for i, w := range words {
			words[i] = Lemma(w)
		}
		t.longest = max(t.longest, len(words))
		if w := strings.Join(words, " "); !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out
}

// everyday are verbs and nouns that mean too much to stand for anything.
var everyday = map[string]bool{
	"be": true, "have": true, "do": true, "make": true, "get": true, "go": true, "take": true, "give": true, "use": true, "show": true, "find": true,
	"list": true, "tell": true, "know": true, "see": true, "come": true, "put": true, "set": true, "let": true, "can": true, "will": true, "may": true,
	"more": true, "most": true, "less": true, "least": true, "many": true, "much": true, "all": true, "any": true, "each": true, "every": true, "other": true,
	"in": true, "on": true, "at": true, "by": true, "as": true, "or": true, "no": true, "not": true, "an": true, "it": true, "one": true, "two": true,
	"return": true, "count": true, "different": true, "distinct": true, "high": true, "low": true, "large": true, "small": true, "great": true, "first": true,
	"last": true, "top": true, "than": true, "over": true, "under": true, "above": true, "below": true, "who": true, "which": true, "what": true, "where": true,
	"when": true, "how": true, "there": true, "their": true, "these": true, "with": true, "without": true, "from": true, "to": true, "for": true, "of": true,
	"and": true, "but": true, "also": true, "only": true, "both": true, "either": true, "name": true, "identifier": true, "thing": true, "have been": true,
}

// Synonyms gives words that may stand for the lemma.
func (English) Synonyms(lemma string) []Synonym {
	if len(lemma) < 3 || everyday[lemma] {
		return nil
	}
	out := slices.Clone(tradeOf.of[lemma])
	wordnet.Each(lemma, func(other string, quality float64) {
		if len(other) > 2 && !everyday[other] {
			out = append(out, Synonym{Lemma(other), quality})
		}
	})
	return out
}

// Known says that the word is English.
func (English) Known(lemma string) bool { return wordnet.Known(lemma) }
