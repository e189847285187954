package shorthand

import (
	_ "embed"
	"slices"
	"strings"

	"parley/workflow/schema/wordnet"
)

var (
	//go:embed short.txt
	shortText string
	//go:embed trade.txt
	tradeText string
)

// entry is what a short form stands for.
type entry struct {
	senses []string
	// firm says that it holds although the short form is a common word by itself.
	firm bool
}

// Kind is of what a name is, as far as its type tells: some short forms stand for something else in the name of a date.
type Kind string

// The kinds for which there are meanings of their own.
const (
	Any    Kind = ""
	Moment Kind = "moment"
	Truth  Kind = "truth"
	Number Kind = "number"
	Place  Kind = "place" // a text of a table that holds an address
	Coded  Kind = "coded" // codes, of which a comment tells what each means
)

// shortOf are the meanings of a short form in names of a kind.
func shortOf(form string, kind Kind) (entry, bool) {
	e, ok := short[form]
	if kind == Any {
		return e, ok
	}
	own, typed := short[form+"@"+string(kind)]
	if !typed {
		return e, ok
	}
	for _, s := range e.senses {
		if !slices.Contains(own.senses, s) {
			own.senses = append(slices.Clone(own.senses), s)
		}
	}
	own.firm = true
	return own, true
}

var short = func() map[string]entry {
	out := map[string]entry{}
	for line := range strings.Lines(shortText) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		form, full, _ := strings.Cut(strings.TrimSpace(line), " ")
		bare := strings.TrimSuffix(form, "!")
		out[bare] = entry{strings.Split(full, " | "), bare != form}
	}
	return out
}()

// trade are the words of trade.txt by their first letter; inTrade the same as a set.
var (
	trade   [256][]string
	inTrade = map[string]bool{}
)

func init() {
	for line := range strings.Lines(tradeText) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		for _, w := range strings.Fields(line) {
			trade[w[0]] = append(trade[w[0]], w)
			inTrade[w] = true
		}
	}
}

// Said gives the words that a short form which somebody says may stand for; none for a common word.
func Said(word string) []string {
	e, ok := short[word]
	if !ok || !e.firm && len(word) > 2 && wordnet.Known(word) {
		return nil
	}
	var out []string
	for _, sense := range e.senses {
		out = append(out, strings.Fields(sense)...)
	}
	return out
}
