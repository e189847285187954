package schema

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"parley/db"
)

// ValueMatch says that a column holds a value.
type ValueMatch struct {
	Column *Column
	// Value is as stored.
	Value db.Value
	// Text is the stored value as text.
	Text string
	// Whole says that the words are the whole value, not a part of it.
	Whole bool
	// Code says that the words are what the value means; Text is then the phrase.
	Code bool
	// Presence says that the words speak of the column being empty or filled; Value is nil then.
	Presence Presence
}

// valueIndex finds columns by what they hold. Keys are normalised text.
type valueIndex struct {
	whole map[string][]ValueMatch
	plain map[string][]ValueMatch // of those with accents, by the key without
	part  map[string][]ValueMatch // by one word of a longer value
	held  map[*Column][]string    // the texts of a column, as they were read
	kin   map[string][]ValueMatch // of columns of few values, by the family of each word
	told  []string                // families of words that a person gave tables: they are no kin of values
	bytes int
	count int
	long  int                     // the most words of a key in whole
	stand map[string][]ValueMatch // words that stand for values in one reading (see Index.Standing)
	found *found
	kinds *kinds
}

// mostKeyWords is how many words of a value are looked for.
const mostKeyWords = 10

// partLimit is how many values may share a word for the word to name them.
const partLimit = 12

func newValueIndex() *valueIndex {
	return &valueIndex{whole: map[string][]ValueMatch{}, plain: map[string][]ValueMatch{}, part: map[string][]ValueMatch{}, held: map[*Column][]string{}, found: newFound(), kinds: &kinds{}}
}

// Normal is the key under which values are found: lower-case words joined by one space, without punctuation.
func Normal(s string) string { return strings.Join(Words(s), " ") }

// Words are the lower-case runs of letters and digits of a text.
func Words(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// Values finds the columns that hold the text, whatever its case and punctuation; whole values only.
func (x *Index) Values(text string) []ValueMatch { return x.Normalised(Normal(text)) }

// Normalised finds the columns that hold a value by its key (see Normal).
func (x *Index) Normalised(key string) []ValueMatch {
	if m, ok := x.values.stand[key]; ok {
		return m
	}
	list := x.values.whole[key]
	if more := slices.Concat(x.values.plain[key], x.values.found.of(key)); len(more) > 0 {
		list = slices.Concat(list, more)
	}
	return shown(list)
}

// leastPlural is the fewest letters of a word that is read as a plural.
const leastPlural = 4

// Plural finds the values that a key is the plural of, beside those found by the key itself: "austrians" mean the country AT, and are the people
// that a column calls Austrian. Where a value is spelt so, there are no others.
func (x *Index) Plural(key string, found []ValueMatch) []ValueMatch {
	if slices.ContainsFunc(found, func(m ValueMatch) bool { return !m.Code }) {
		return nil
	}
	cut := strings.LastIndexByte(key, ' ') + 1
	lemma := Lemma(key[cut:])
	if lemma == key[cut:] || len(key)-cut < leastPlural {
		return nil
	}
	list := x.Normalised(key[:cut] + lemma)
	if len(found) == 0 {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), func(m ValueMatch) bool { return m.Code })
}

// unmarked is a text without the marks above and below its letters, as it is typed in haste: "Zurich" of "Zürich".
func unmarked(text string) string {
	if !strings.ContainsFunc(text, func(r rune) bool { return r > unicode.MaxASCII }) {
		return text
	}
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(text))
}

// shown are matches without those of columns that no question finds.
func shown(matches []ValueMatch) []ValueMatch {
	hidden := func(m ValueMatch) bool { return m.Column != nil && m.Column.Hidden }
	if !slices.ContainsFunc(matches, hidden) {
		return matches
	}
	return slices.DeleteFunc(slices.Clone(matches), hidden)
}

// Standing is the index with a word that stands for values, whatever else it may be: one that is put in the place of what points
// at rows, and read like the name of any. Tables and columns are those of the index.
func (x *Index) Standing(word string, list []ValueMatch) *Index {
	y, values := *x, *x.values
	values.stand = map[string][]ValueMatch{Normal(word): list}
	y.values = &values
	return &y
}

// PartValues finds the values that have the word among others.
func (x *Index) PartValues(word string) []ValueMatch {
	list := x.values.part[word]
	if more := x.values.found.within(word); len(more) > 0 {
		list = slices.Concat(list, more)
	}
	return shown(list)
}

// Held are the values of a column that are indexed, as text and in order.
func (x *Index) Held(c *Column) []string {
	out := slices.Clone(x.values.held[c])
	slices.Sort(out)
	return slices.Compact(out)
}

// LongestValue is the number of words of the longest value that is indexed.
func (x *Index) LongestValue() int { return max(x.values.long, x.values.found.longest()) }

// Size is the number of values held and about how many bytes they take.
func (x *Index) Size() (values, bytes int) { return x.values.count, x.values.bytes }

func (v *valueIndex) add(c *Column, value db.Value, text string) {
	words := Words(text)
	if len(words) == 0 {
		return
	}
	key := strings.Join(words, " ")
	m := ValueMatch{Column: c, Value: value, Text: text, Whole: true}
	v.whole[key] = append(v.whole[key], m)
	if bare := unmarked(key); bare != key {
		v.plain[bare] = append(v.plain[bare], m)
	}
	v.held[c] = append(v.held[c], text)
	v.count++
	v.bytes += 2*len(text) + 96
	v.long = max(v.long, min(len(words), mostKeyWords))
	if len(words) < 2 || len(words) > mostKeyWords {
		return
	}
	m.Whole = false
	for _, w := range words {
		if len(w) >= 3 && len(v.part[w]) <= partLimit {
			v.part[w] = append(v.part[w], m)
			v.bytes += 64
		}
	}
}

const (
	// kinValues is how many values a column may have for words to be found by their family, kinWords how many words those may have.
	kinValues = 60
	kinWords  = 3
)

// gatherKin indexes the values of few, and what codes mean, by the families of their words.
func (v *valueIndex) gatherKin() {
	v.kin = map[string][]ValueMatch{}
	for key, list := range v.whole {
		words := strings.Fields(key)
		if len(words) == 0 || len(words) > kinWords {
			continue
		}
		of := kinOf(words)
		for _, m := range list {
			if m.Presence != AnyValue || !m.Code && (!m.Column.Complete || m.Column.Distinct > kinValues || m.Column.Role == Label || m.Column.Key()) {
				continue
			}
			v.kin[of] = append(v.kin[of], m)
			if noun := runTogether(words); noun != "" {
				v.kin[noun] = append(v.kin[noun], m)
			}
		}
	}
	for _, family := range v.told {
		delete(v.kin, family)
	}
	for _, list := range v.kin {
		slices.SortFunc(list, func(a, b ValueMatch) int {
			return cmp.Or(cmp.Compare(a.Column.ID, b.Column.ID), strings.Compare(a.Text, b.Text))
		})
	}
}

// runTogether is the family of the noun that two words make: the dropouts of "dropped out", the waitlist of "waiting list". Empty where they
// make none.
func runTogether(words []string) string {
	if len(words) != 2 {
		return ""
	}
	noun := Stem(words[0]) + words[1]
	if !(English{}).Known(noun) {
		return ""
	}
	return Kin(noun)
}

func kinOf(words []string) string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = Kin(w)
	}
	return strings.Join(out, " ")
}

// Kindred finds values whose words are of the families of the given ones: denied for "denial", cancelled for "cancellations".
func (x *Index) Kindred(words []string) []ValueMatch {
	if len(words) == 0 || len(words) > kinWords || len(words) == 1 && len(words[0]) < leastKin+1 {
		return nil
	}
	return shown(x.values.kin[kinOf(words)])
}

// prune forgets words that too many values share.
func (v *valueIndex) prune() {
	for w, list := range v.part {
		if len(list) > partLimit {
			delete(v.part, w)
		}
	}
}
