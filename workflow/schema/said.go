package schema

import (
	"slices"
	"strings"

	"parley/workflow/schema/vector"
)

// Said is how people call the column: the words of its name as they are written, or, where the name runs together or is
// short for something, what it stands for. "custnm" is "customer name".
func (c *Column) Said() string {
	if len(c.told) > 0 {
		return strings.Join(c.told, " ")
	}
	return inWords(c.Column.Name, c.Words)
}

// longestRowName is how many words of a comment may name the rows of a table.
const longestRowName = 2

// RowName is what a person would call a row, as lemmas: the words of the name, or, where these are parley's reading of letters that
// run together, what the comment calls it, if that is one short name.
func (t *Table) RowName() []string {
	if len(t.told) > 0 {
		return t.told
	}
	written := map[string]bool{}
	for _, w := range Split(t.Name) {
		written[Lemma(w)] = true
	}
	read := func(w string) bool { return !written[w] }
	if named := commentNames(t.Comment); slices.ContainsFunc(t.Words, read) && len(named) == 1 && len(named[0]) <= longestRowName {
		return named[0]
	}
	return t.Words
}

// plainlyNamed says that the table's name is in words of English as they are written.
func (t *Table) plainlyNamed() bool {
	written := map[string]bool{}
	for _, w := range Split(t.Name) {
		written[Lemma(w)] = true
	}
	return !slices.ContainsFunc(t.Words, func(w string) bool { return !written[w] || !(English{}).Known(w) })
}

// Said is how people call the rows of the table, in the plural.
func (t *Table) Said() string {
	words := strings.Fields(inWords(t.Name, t.RowName()))
	head := len(words) - 1
	if i := slices.IndexFunc(words, func(w string) bool { return headEnds[w] }); i > 0 {
		head = i - 1
	}
	words[head] = Plural(words[head])
	return strings.Join(words, " ")
}

// headEnds are the words of a name behind which it says of what, or by what, the rows are.
var headEnds = wordsOf("headEnds")

// Spelt says that the name says itself what the column is called; otherwise Said is parley's reading of it.
func (c *Column) Spelt() bool {
	return strings.EqualFold(strings.Join(Split(c.Column.Name), " "), c.Said())
}

// inWords is the words of a name, as written where they are words already.
func inWords(name string, lemmas []string) string {
	written := Split(name)
	if len(written) == 0 {
		return name
	}
	if len(written) == len(lemmas) {
		same := true
		for i, w := range written {
			same = same && (Lemma(w) == lemmas[i] || w == lemmas[i])
		}
		if same {
			return strings.Join(written, " ")
		}
	}
	out := make([]string, len(lemmas))
	for i, w := range lemmas {
		out[i] = w
		if w == "identifier" {
			out[i] = "id"
		}
	}
	return strings.Join(out, " ")
}

// everydayRank is up to which place a word is one of the commonest of English.
const everydayRank = 6000

// Everyday says that a word is one of the commonest of English: it was hardly meant for another.
func Everyday(word string) bool {
	rank, ok := vector.Rank(word)
	return ok && rank < everydayRank
}

// EverydayLike is the commonest of the everyday words for which a condition holds; empty where it holds for none, or the word is
// English itself.
func EverydayLike(word string, holds func(everyday string) bool) string {
	if _, known := vector.Rank(word); known || (English{}).Known(word) || (English{}).Known(Lemma(word)) {
		return ""
	}
	return vector.First(everydayRank, holds)
}
