// Package standard knows codes that are the same everywhere, and what people say for them: countries, currencies, languages,
// states of the USA, months, weekdays, genders, what passed and failed, how often something is due, which way it went, debit and
// credit, channels, ways to pay. "German customers" are those whose country is DE, or Germany.
//
// The package imports the standard library alone.
package standard

import (
	_ "embed"
	"strings"
	"sync"
)

// Kind is a set of codes.
type Kind struct {
	// Name is what the codes are of: "country".
	Name string
	// Words are the words by which a column of such codes is called.
	Words []string

	// said maps each way in which one is stored, in lower case, to all ways in which it is said.
	said map[string][]string
	// alone says that the codes tell what they are without a name: there are many, and they are long enough.
	alone bool
}

var (
	//go:embed countries.txt
	countries string
	//go:embed others.txt
	others string
)

// Kinds are all sets of codes.
var Kinds = sync.OnceValue(func() []*Kind {
	country := &Kind{Name: "country", Words: []string{"country", "nation", "nationality", "citizenship", "market", "region", "territory", "land", "ctry", "cty", "cntry", "residence", "origin", "destination"}, alone: true}
	kinds := []*Kind{
		country,
		{Name: "currency", Words: []string{"currency", "ccy"}, alone: true},
		{Name: "language", Words: []string{"language", "locale"}},
		{Name: "state", Words: []string{"state", "province"}},
		{Name: "month", Words: []string{"month"}},
		{Name: "weekday", Words: []string{"weekday", "day"}},
		{Name: "gender", Words: []string{"gender", "sex"}},
		{Name: "verdict", Words: []string{"result", "outcome", "verdict"}},
		{Name: "pace", Words: []string{"frequency", "interval", "cycle", "cadence", "recurrence", "periodicity"}},
		{Name: "direction", Words: []string{"direction"}},
		{Name: "side", Words: []string{"debit", "credit", "side", "sign"}},
		{Name: "marital", Words: []string{"marital"}},
		{Name: "channel", Words: []string{"channel", "source", "medium", "via", "through"}},
		{Name: "payment", Words: []string{"payment", "method", "tender", "means", "pay"}},
		{Name: "meal", Words: []string{"type", "mode", "service", "kind", "fulfilment", "fulfillment", "channel"}},
		{Name: "employment", Words: []string{"employment", "contract", "schedule", "hours", "hour", "type"}},
	}
	for _, k := range kinds {
		k.said = map[string][]string{}
	}
	for _, f := range lines(countries, 4) {
		names := split(f[2])
		said := append(names[:len(names):len(names)], people(split(f[3]))...) // a code by itself is a word of English too often: "no", "in", "are"
		for _, stored := range append([]string{f[0], f[1]}, names...) {
			country.said[strings.ToLower(stored)] = said
		}
	}
	for _, f := range lines(others, 3) {
		for _, k := range kinds {
			if k.Name != f[0] {
				continue
			}
			names := split(f[2])
			k.said[strings.ToLower(f[1])], k.said[names[0]] = names, names
		}
	}
	return kinds
})

// opposites maps what a yes-or-no column says when it says yes to what people say for no.
var opposites = sync.OnceValue(func() map[string][]string {
	out := map[string][]string{}
	for _, f := range lines(others, 3) {
		if f[0] == "opposite" {
			out[f[1]] = split(f[2])
		}
	}
	return out
})

// Opposites are what people say where something is not so: part time where it is not full time.
func Opposites(said string) []string { return opposites()[said] }

// people are adjectives of countries with the names of those who live there that are made of them: german, germans.
func people(adjectives []string) []string {
	var out []string
	for _, a := range adjectives {
		out = append(out, a)
		if strings.HasSuffix(a, "an") || strings.HasSuffix(a, "i") {
			out = append(out, a+"s")
		}
	}
	return out
}

func lines(text string, fields int) [][]string {
	var out [][]string
	for line := range strings.Lines(text) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(f) == fields && !strings.HasPrefix(line, "#") {
			out = append(out, f)
		}
	}
	return out
}

func split(list string) []string {
	if list == "" {
		return nil
	}
	return strings.Split(list, ",")
}

const (
	// enough is the share of a column's values that must be of a kind; aloneFrom from how many on no name is needed.
	enough    = 0.7
	aloneFrom = 3
)

// Of is the kind of codes or names that a column holds, by the words of its name and its values; nil when it is none.
func Of(words, held []string) *Kind {
	if len(held) == 0 {
		return nil
	}
	var alone *Kind
	for _, k := range Kinds() {
		known := 0
		for _, v := range held {
			if k.said[strings.ToLower(strings.TrimSpace(v))] != nil {
				known++
			}
		}
		switch {
		case known == 0 || float64(known) < enough*float64(len(held)):
		case k.called(words):
			return k
		case alone == nil && k.alone && known >= aloneFrom && known == len(held) && !called(words):
			alone = k
		}
	}
	return alone
}

// called says that the words name a kind.
func called(words []string) bool {
	for _, k := range Kinds() {
		if k.called(words) {
			return true
		}
	}
	return false
}

func (k *Kind) called(words []string) bool {
	for _, w := range words {
		for _, own := range k.Words {
			if w == own {
				return true
			}
		}
	}
	return false
}

// Said is what people say for a stored value, the value itself left out, in lower case.
func (k *Kind) Said(stored string) []string {
	var out []string
	for _, s := range k.said[strings.ToLower(stored)] {
		if s = strings.ToLower(s); s != strings.ToLower(stored) {
			out = append(out, s)
		}
	}
	return out
}
