package schema

import (
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
// it: a group is parted from the next by a bar or the end of a line.
//
//go:embed thesaurus.txt
var tradeWords string

// qualityTrade is how well one of a group stands for another.
const qualityTrade = 0.74

// tradeOf are the words that stand for each word of the groups.
var tradeOf = func() map[string][]Synonym {
	words := map[string][]Synonym{}
	for line := range strings.Lines(tradeWords) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		for group := range strings.SplitSeq(line, "|") {
			list := strings.Fields(group)
			for _, w := range list {
				for _, o := range list {
					if o != w {
						words[w] = append(words[w], Synonym{o, qualityTrade})
					}
				}
			}
		}
	}
	return words
}()

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
	out := slices.Clone(tradeOf[lemma])
	wordnet.Each(lemma, func(other string, quality float64) {
		if len(other) > 2 && !everyday[other] {
			out = append(out, Synonym{Lemma(other), quality})
		}
	})
	return out
}

// Known says that the word is English.
func (English) Known(lemma string) bool { return wordnet.Known(lemma) }
