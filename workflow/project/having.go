package project

import (
	"slices"
	"strings"

	"parley/workflow/schema"
)

// Rows that are called after what they have, or lack ("order with a rebate", "without a shelter"), are spoken of in other words as well:
// "that have a rebate", "with no shelter". The opposite is said by the same definition: "orders without a rebate".

// owning begin what something has, lacking what it has not; plainArticles say nothing between them and the thing.
var (
	owning        = [][]string{{"with"}, {"have"}, {"having"}}
	lacking       = [][]string{{"without"}, {"without", "any"}, {"with", "no"}, {"have", "no"}, {"having", "no"}, {"lacking"}}
	plainArticles = []string{"a", "an", "the"}
)

// having are further phrases for rows that some of the phrases call after what they have or lack, which no phrase says already.
func having(said []phrase, list []*Definition) []phrase {
	var out []phrase
	add := func(heads [][]string, thing []string, key string, rows *schema.Table) {
		for _, head := range heads {
			for _, article := range append([]string{""}, plainArticles...) {
				words := slices.Concat(head, strings.Fields(article), thing)
				taken := func(o phrase) bool { return slices.Equal(o.lemmas, words) }
				if !slices.ContainsFunc(said, taken) && !slices.ContainsFunc(out, taken) {
					out = append(out, phrase{lemmas: words, key: key, name: strings.Join(words, " "), rows: rows})
				}
			}
		}
	}
	for _, opposite := range []bool{false, true} {
		for _, f := range said {
			d := definitionOf(f, list)
			if d == nil {
				continue
			}
			thing, has := had(f.lemmas, d.Table)
			switch {
			case thing == nil:
			case opposite == has:
				add(lacking, thing, notWhen(opposite)+f.key, f.rows)
			default:
				add(owning, thing, notWhen(opposite)+f.key, f.rows)
			}
		}
	}
	return out
}

func notWhen(opposite bool) string {
	if opposite {
		return notBefore
	}
	return ""
}

// definitionOf is the condition that a phrase is a name of; nil where it is none.
func definitionOf(f phrase, list []*Definition) *Definition {
	at := slices.IndexFunc(list, func(d *Definition) bool { return d.Kind == Value && slices.Contains(d.Words, f.name) })
	if at < 0 || f.figure {
		return nil
	}
	return list[at]
}

// had is what rows of a table have, or lack, by words that call them so: "rebate" of "order with a rebate"; nil for other words.
func had(words []string, of *schema.Table) (thing []string, has bool) {
	if len(words) > 0 && calls(words[0], of) {
		words = words[1:]
	}
	for _, lacks := range []bool{true, false} {
		heads := owning
		if lacks {
			heads = lacking
		}
		for _, head := range heads {
			rest := words[min(len(head), len(words)):]
			if !slices.Equal(words[:min(len(head), len(words))], head) {
				continue
			}
			if len(rest) > 0 && slices.Contains(plainArticles, rest[0]) {
				rest = rest[1:]
			}
			if len(rest) > 0 {
				return rest, !lacks
			}
		}
	}
	return nil, false
}

// thingOf is what rows of a table have, or lack, by words that call them so, "no loans" among them; nil for other words.
func thingOf(words []string, of *schema.Table) []string {
	if words[0] == "no" && len(words) > 1 {
		return words[1:]
	}
	thing, _ := had(words, of)
	return thing
}
