package schema

import (
	"slices"
	"strings"
)

// name is one way in which a table or column is called: a list of words with weights.
type name struct {
	table  *Table
	column *Column // nil: the name is the table's
	// owner numbers what is named: tables first, then columns.
	owner  int
	weight []float64
	total  float64
	// prefixed names start with the table's words ("student name"), which must be said in order and without glue.
	prefixed int
	// short names leave the table's own words out: customer_name of customers is "name".
	short bool
	// number says that the last word is "number".
	number bool
}

// posting is one place of a word in a name. A short form's full word has quality below 1.
type posting struct {
	name    int
	at      int
	quality float64
}

const expandedQuality = 0.97

// nameWords splits a name into words with short forms kept as they are, glued words cut where both halves are known.
func nameWords(s string) []string {
	words := Split(s)
	if len(words) == 0 {
		return []string{s}
	}
	out := make([]string, 0, len(words)+2)
	for _, w := range words {
		if full := Expand(w); len(full) > 1 && !alternatives(w) {
			out = append(out, full...)
		} else if len(full) >= 1 && w != "st" && w != "min" {
			out = append(out, full[0])
		} else {
			out = append(out, unglue(w)...)
		}
	}
	return out
}

// spellOut reads what single letters stand for in the names of a table's columns: fname beside lname are a first and a
// last name, and a key that is the table's initials and "id" (aid of aircraft) is its id.
func (t *Table) spellOut() {
	for _, c := range t.Columns {
		if t.hasName(c, "f", "l") {
			letter(c, "first")
		} else if t.hasName(c, "l", "f") {
			letter(c, "last")
		}
		if len(c.Words) > 1 && len(c.Words[0]) == 1 {
			if w := t.wordFrom(c.Words[0]); w != "" {
				c.Words = append([]string{w}, c.Words[1:]...)
			}
		}
		if len(t.Primary) == 1 && strings.EqualFold(t.Primary[0], c.Name) && strings.EqualFold(c.Name, initials(t.Words)+"id") {
			c.Words = append(slices.Clone(t.Words), "identifier")
		}
	}
}

// hasName says that the column is a name with the letter, beside another with the other letter.
func (t *Table) hasName(c *Column, own, other string) bool {
	at := len(c.Words) - 2
	return at >= 0 && c.Words[at] == own && c.Words[at+1] == "name" && slices.ContainsFunc(t.Columns, func(d *Column) bool {
		n := len(d.Words) - 2
		return n >= 0 && (d.Words[n] == other || d.Words[n] == "first" || d.Words[n] == "last") && d.Words[n+1] == "name" && d != c
	})
}

// wordFrom is the word of the table's name that begins with the letter: the p of player in pName.
func (t *Table) wordFrom(letter string) string {
	for _, w := range t.Words {
		if strings.HasPrefix(w, letter) && len(w) > 2 {
			return w
		}
	}
	return ""
}

func letter(c *Column, long string) {
	words := slices.Clone(c.Words)
	words[len(words)-2] = long
	c.Words = words
}

func initials(words []string) string {
	s := ""
	for _, w := range words {
		s += w[:1]
	}
	return s
}

// alternatives says that a short form's expansions exclude each other, instead of being one phrase.
func alternatives(w string) bool {
	switch w {
	case "min", "pct", "tel", "sec", "st", "med", "exp", "zip", "pos":
		return true
	}
	return false
}

// lightWords weigh little in a name: it counts as said without them.
var lightWords = map[string]float64{
	"of": .1, "in": .1, "the": .1, "a": .1, "an": .1, "for": .1, "to": .1, "by": .1, "at": .1, "on": .1, "and": .1, "per": .2,
	"reference": .15, "tbl": .1, "table": .2, "dim": .1, "fact": .1, "master": .3,
	"meter": .25, "foot": .25, "kilometer": .25, "mile": .3, "usd": .2, "dollar": .25, "million": .25, "billion": .25,
	"percentage": .4, "speed": .9, "pound": .25, "kilogram": .25, "kg": .25, "inch": .25, "cm": .25, "mm": .25, "m": .2,
	"ft": .25, "f": .2, "c": .2, "minute": .35, "second": .4, "hour": .6, "millisecond": .35, "detail": .6, "value": .6,
	"identifier": .9, "number": .7, "name": .9, "code": .7, "text": .4, "string": .2, "other": .5,
}

func wordWeight(w string) float64 {
	if v, ok := lightWords[w]; ok {
		return v
	}
	return 1
}

func (x *Index) indexNames() {
	x.names, x.postings, x.metrics = nil, map[string][]posting{}, nil
	for _, t := range x.Tables {
		x.addName(name{table: t}, t.Words)
		for _, c := range t.Columns {
			if !c.Hidden {
				x.addColumnNames(t, c)
			}
		}
	}
	x.stem()
}

// stem indexes the words of names by their stems and typing errors.
func (x *Index) stem() {
	x.stems = map[string][]string{}
	for lemma := range x.postings {
		s := Stem(lemma)
		x.stems[s] = append(x.stems[s], lemma)
	}
	for _, list := range x.stems {
		slices.Sort(list)
	}
	x.twins = twins(x.postings)
}

// twinLetters is the least length of a word that may be mistyped in a name, twinWords the most words compared.
const (
	twinLetters = 7
	twinWords   = 1500
)

// twins finds words of names that differ by one typing error: a catalogue may have Description and Descriptrion.
func twins(postings map[string][]posting) map[string][]string {
	var long []string
	for w := range postings {
		if len(w) >= twinLetters {
			long = append(long, w)
		}
	}
	if len(long) > twinWords {
		return nil
	}
	slices.Sort(long)
	out := map[string][]string{}
	for i, a := range long {
		for _, b := range long[i+1:] {
			if Distance1(a, b) {
				out[a], out[b] = append(out[a], b), append(out[b], a)
			}
		}
	}
	return out
}

func (x *Index) addColumnNames(t *Table, c *Column) {
	x.addName(name{table: t, column: c}, c.Words)
	if rest := without(c.Words, t.Words); len(rest) > 0 && len(rest) < len(c.Words) {
		x.addName(name{table: t, column: c, short: true}, rest)
	}
	if !within(t.Words, c.Words) {
		x.addName(name{table: t, column: c, prefixed: len(t.Words)}, append(append([]string{}, t.Words...), c.Words...))
	}
}

// without gives the words that are not among the others.
func without(words, others []string) []string {
	var out []string
	for _, w := range words {
		if !contains(others, w) {
			out = append(out, w)
		}
	}
	return out
}

func (x *Index) addName(n name, words []string) {
	id := len(x.names)
	n.owner = n.table.ID
	if n.column != nil {
		n.owner = len(x.Tables) + n.column.ID
	}
	n.number = words[len(words)-1] == "number"
	for at, w := range words {
		weight := wordWeight(w)
		n.weight = append(n.weight, weight)
		n.total += weight
		x.postings[w] = append(x.postings[w], posting{id, at, 1})
		for _, full := range Expand(w) {
			if full != w {
				x.postings[Lemma(full)] = append(x.postings[Lemma(full)], posting{id, at, expandedQuality})
			}
		}
	}
	x.names = append(x.names, n)
}
