package judgement

import (
	"fmt"
	"slices"

	"parley/workflow/schema"
)

// A word may be known here by something else than its own name: by a stem, by a word of a comment, by one that means about the same.
// Then it is less sure that its part is what was meant, and least where the word is something else by its own name.

const (
	// nearBelow is the quality below which a name is a near one; own is the one from which on it is the word's own.
	nearBelow = 0.9
	own       = 0.95
)

// weighNear looks at the words that have a part by a near name alone.
func (b *bench) weighNear(words []string, byName, otherwise []bool) {
	list := b.index.Phrases(words)
	b.weighNames(words, list)
	b.weighEquals(words, list, otherwise)
	for i, w := range words {
		if !byName[i] || otherwise[i] || len(classes[w]) > 0 || b.after.names[schema.Lemma(w)] || b.hasPart(w) {
			continue
		}
		best := schema.Match{}
		for _, m := range list {
			if m.From <= i && i < m.To && m.Score() >= 0.5 && b.isPart(m) && m.Quality > best.Quality {
				best = m
			}
		}
		if best.Table == nil || best.Quality >= nearBelow || formOf(w, best) {
			continue
		}
		thing := best.Column == nil && schema.Lemma(w) != w // "customers": what things are called differs from house to house
		b.noteIf("words: known by a near name alone", !thing)
		if other := b.surer(w, i, list); other != "" {
			b.note("words: a surer meaning without a part", 1)
			b.doubt(true, Open, w, fmt.Sprintf("took %q as %s, not %s", w, called(best), other))
			continue
		}
		b.doubt(false, Open, w, fmt.Sprintf("%q was taken to mean %s", w, called(best)))
	}
}

// formOf says that a word is another form of the one word by which a column is called: the pass rate of what is passed.
func formOf(w string, m schema.Match) bool {
	return m.Column != nil && len(m.Column.Words) == 1 && schema.Stem(m.Column.Words[0]) == schema.Stem(w)
}

// surer is what a word is by its own name, or as a value, and has no part; empty when there is nothing.
func (b *bench) surer(w string, at int, list []schema.Match) string {
	for _, m := range list {
		here := m.Column != nil && slices.Contains(b.after.tables, m.Table)
		if m.From <= at && at < m.To && m.Quality >= own && (m.Exact() || here) && !b.isPart(m) {
			return called(m)
		}
	}
	for _, v := range b.index.Normalised(w) {
		return v.Column.String() + " " + v.Text
	}
	return ""
}

func called(m schema.Match) string {
	if m.Column != nil {
		return m.Column.String()
	}
	return m.Table.Name
}

// weighNames finds the name of something asked for that is not shown: "with the customer's name".
func (b *bench) weighNames(words []string, list []schema.Match) {
	for i, w := range words {
		if w != "name" && w != "names" || i == 0 {
			continue
		}
		from := i - 1
		if words[from] == "s" || words[from] == "'s" {
			from--
		}
		var of []*schema.Table
		for _, m := range list {
			if m.To == from+1 && m.Column == nil && m.Quality >= own && slices.Contains(b.after.tables, m.Table) {
				of = append(of, m.Table)
			}
		}
		if len(of) == 0 || slices.ContainsFunc(of, b.showsName) {
			continue
		}
		b.note("words: a name that is not shown", 1)
		b.doubt(true, Unused, w, fmt.Sprintf("%q had no part", w))
	}
}

// showsName says whether the result has what a row of the table is called.
func (b *bench) showsName(t *schema.Table) bool {
	return len(t.Label) == 0 || slices.ContainsFunc(t.Columns, func(c *schema.Column) bool {
		return b.after.shows(c) && (slices.Contains(t.Label, c) || c.Role == schema.Label || c.Has("name"))
	})
}

// weighEquals finds a word that is a part of several columns' names and of none as a whole, of which the statement took one.
func (b *bench) weighEquals(words []string, list []schema.Match, otherwise []bool) {
	for _, m := range list {
		if m.Column == nil || m.Coverage > own || len(classes[words[m.From]]) > 0 || otherwise[m.From] || !b.isPart(m) || m.Column.Key() || b.otherwiseSaid(m, list) {
			continue
		}
		for _, o := range list {
			equal := o.Column != nil && o.Column != m.Column && o.From == m.From && o.To == m.To && o.Table == m.Table && o.Quality >= m.Quality && o.Coverage >= m.Coverage-0.02
			if equal && o.Column.Role == m.Column.Role && !b.uses(o.Column) {
				b.note("words: a column chosen among equals", 1)
				b.doubt(true, Open, words[m.From], fmt.Sprintf("took %q as %s, not %s", words[m.From], m.Column.Name, o.Column.Name))
				return
			}
		}
	}
}

// otherwiseSaid says whether the words are a part of the statement by a surer name, or the column is said by further words.
func (b *bench) otherwiseSaid(m schema.Match, list []schema.Match) bool {
	return slices.ContainsFunc(list, func(o schema.Match) bool {
		surer := o.From <= m.From && o.To >= m.To && o.Score() > m.Score() && b.isPart(o)
		return surer || o.Column == m.Column && (o.From != m.From || o.To != m.To)
	})
}
