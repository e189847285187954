package schema

import (
	"slices"
	"strings"
	"sync"
)

// This file knows by what common nouns things are named: "Zenit Laptop" and "Lumen Laptop" are laptops.

// kinds are the columns of names that a common noun is the head of, by its lemma. They are looked up once, when first asked for.
type kinds struct {
	once   sync.Once
	headed map[string][]*Column
}

// leastHeaded is how many names a word must be the head of to say what they are names of.
const leastHeaded = 2

// HeadOfNames are the columns of names of things in which a lemma says of several what they are. Names of people and firms say nothing of
// what those are.
func (x *Index) HeadOfNames(word string) []*Column {
	k := x.values.kinds
	k.once.Do(func() { k.headed = x.headsOfNames() })
	return k.headed[word]
}

func (x *Index) headsOfNames() map[string][]*Column {
	out := map[string][]*Column{}
	for _, c := range x.Columns {
		if c.Role != Label || c.Hidden || c.Table.Party() {
			continue
		}
		times := map[string]int{}
		for _, text := range x.values.held[c] {
			for _, word := range headsOf(text) {
				if times[word]++; times[word] == leastHeaded {
					out[word] = append(out[word], c)
				}
			}
		}
	}
	return out
}

// Party says that rows go by names of people or firms.
func (t *Table) Party() bool {
	where := wordsOf("partyWords")
	return t.Personal() || slices.ContainsFunc(t.Columns, func(c *Column) bool {
		return slices.ContainsFunc(c.Words, func(w string) bool { return where[w] })
	})
}

// IsHead says that a lemma is what a text is about: its last word, or the last one before a mark.
func IsHead(text, word string) bool { return slices.Contains(headsOf(text), word) }

// headsOf are the one or two words of several that a text is about.
func headsOf(text string) []string {
	var out []string
	head := func(words []string) {
		if n := len(words); n > 0 && !slices.Contains(out, Lemma(words[n-1])) {
			out = append(out, Lemma(words[n-1]))
		}
	}
	head(Words(text))
	if mark := strings.IndexAny(text, "-/:,;(–"); mark > 0 {
		head(Words(text[:mark]))
	}
	return out
}

// Places are the columns that tell where a row is at home, at most two of them: the country and the city, or what else says so, in the table
// or in one of addresses to which it refers.
func (x *Index) Places(t *Table) []*Column {
	var out []*Column
	for _, place := range wordLists().List("placeWords") {
		if c := x.placeNamed(t, place); c != nil && len(out) < 2 {
			out = append(out, c)
		}
	}
	return out
}

func (x *Index) placeNamed(t *Table, place string) *Column {
	named := func(of *Table) *Column {
		if i := slices.IndexFunc(of.Columns, func(c *Column) bool { return c.Has(place) && !c.Key() && !c.Hidden }); i >= 0 {
			return of.Columns[i]
		}
		return nil
	}
	if c := named(t); c != nil {
		return c
	}
	for _, e := range x.Graph.Of(t) {
		if e.From == t && len(e.FromColumns) == 1 && slices.ContainsFunc(e.To.Words, func(w string) bool { return wordsOf("placeWords")[w] }) {
			if c := named(e.To); c != nil {
				return c
			}
		}
	}
	return nil
}

// Place says that a column tells where something is at home.
func (c *Column) Place() bool {
	return slices.ContainsFunc(c.Words, func(w string) bool { return wordsOf("placeWords")[w] })
}
