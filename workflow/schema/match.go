package schema

import (
	"cmp"
	"slices"
	"strings"

	"parley/workflow/schema/shorthand"
)

// Match says that the words [From, To) of a question may name a table or one of its columns.
type Match struct {
	From, To int
	Table    *Table
	// Column is nil when the table itself is named.
	Column *Column
	// Quality is how surely the words are the name's, 0 to 1: 1 for the same word, less for a stem, a synonym, a typo.
	Quality float64
	// Coverage is the weighted share of the name that was said, 0 to 1.
	Coverage float64
	// Prefixed says that the words begin with the table's own ("student name").
	Prefixed bool
}

// Score is quality and coverage in one figure, 0 to 1.
func (m Match) Score() float64 { return m.Quality * (0.35 + 0.65*m.Coverage) }

// Exact says that the whole name was said, in its own words.
func (m Match) Exact() bool { return m.Quality > 0.95 && m.Coverage > 0.95 }

// said is one word of the question as a word of names.
type said struct {
	lemma   string
	quality float64
}

// glue are the words that may stand inside a name that is said: "date of birth", "number of the employees".
var glue = wordsOf("glue")

// Glue says that the word joins those of a name and is none of them.
func Glue(word string) bool { return glue[word] }

// Phrases finds every table and column that a run of the words names, at least in part. Words are lower-case, one token
// each. The same column is given once for each span, with its best score. Matches are in reading order, longer and better
// ones first. What a span names does not depend on the words around it.
func (x *Index) Phrases(words []string) []Match {
	return slices.DeleteFunc(x.reworded(words, x.plain(words)), func(m Match) bool { return being[words[m.To-1]] })
}

// being are forms of "be", and words for those who ask: no name ends in one, whatever prefix it has: is_name, us_month.
var being = wordsOf("being")

// plain is what words name by themselves, or each by a word that stands for it.
func (x *Index) plain(words []string) []Match {
	uses := make([][]said, len(words))
	for i, w := range words {
		uses[i] = x.wordUses(w)
	}
	var out []Match
	found := notes{at: map[noteKey]int{}}
	for i := range words {
		for _, u := range uses[i] {
			for _, p := range x.postings[u.lemma] {
				x.extend(words, uses, i, p, u.quality, &found)
			}
		}
		x.joined(words, i, &found)
		out = found.take(out)
	}
	return out
}

// notes are the best matches that start at one word, one for each end and owner.
type notes struct {
	list []noted
	at   map[noteKey]int
}

// noteKey is where a match ends and the number of the name's owner: of the table, or of the column after all tables.
type noteKey struct{ to, owner int }

type noted struct {
	Match
	owner int
	score float64
}

// keep notes a match unless a better one is there.
func (f *notes) keep(m Match, owner int) {
	made, key := noted{m, owner, m.Score()}, noteKey{m.To, owner}
	at, ok := f.at[key]
	switch {
	case !ok:
		f.at[key] = len(f.list)
		f.list = append(f.list, made)
	case f.list[at].score < made.score:
		f.list[at] = made
	}
}

// take moves the matches to the end of a list, longer and better ones first.
func (f *notes) take(out []Match) []Match {
	order := make([]int, len(f.list))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		a, b := &f.list[i], &f.list[j]
		switch {
		case a.To != b.To:
			return b.To - a.To
		case a.score != b.score:
			return cmp.Compare(b.score, a.score)
		}
		return a.owner - b.owner
	})
	for _, i := range order {
		out = append(out, f.list[i].Match)
	}
	f.list = f.list[:0]
	clear(f.at)
	return out
}

// extend follows a name from its first said word as far as the words go on naming it, and notes every stop.
func (x *Index) extend(words []string, uses [][]said, i int, p posting, quality float64, found *notes) {
	n := &x.names[p.name]
	if n.prefixed > 0 && p.at != 0 {
		return
	}
	seen := uint64(1) << p.at
	weight, sum := n.weight[p.at], n.weight[p.at]*quality*p.quality
	x.note(n, i, i+1, weight, sum, seen, found)
	for j := i + 1; j < len(words) && j < i+8; j++ {
		at, q := x.follow(uses[j], p.name, seen, n)
		if at < 0 {
			if glue[words[j]] && !(words[j] == "of" && n.counts(p.at, len(n.weight))) && (n.prefixed == 0 || words[j] == "'s" || words[j] == "'") {
				continue
			}
			return
		}
		seen |= 1 << at
		weight += n.weight[at]
		sum += n.weight[at] * q
		x.note(n, i, j+1, weight, sum, seen, found)
	}
}

// counts says that the name ends in "number", and that this is the word at the place: "professor number" is no "number
// of professors".
func (n *name) counts(at, words int) bool { return n.number && at == words-1 && at > 0 }

// follow finds the place of a further word in a name; -1 when it has none there.
func (x *Index) follow(uses []said, id int, seen uint64, n *name) (int, float64) {
	at, quality := -1, 0.0
	for _, u := range uses {
		for _, p := range ofName(x.postings[u.lemma], id) {
			if seen&(1<<p.at) != 0 || n.prefixed > 0 && p.at < n.prefixed && seen>>p.at != 0 {
				continue
			}
			if q := u.quality * p.quality; q > quality {
				at, quality = p.at, q
			}
		}
	}
	return at, quality
}

// ofName are the postings of one name; names are indexed one after the other, so that postings are in their order.
func ofName(list []posting, id int) []posting {
	from, _ := slices.BinarySearchFunc(list, id, func(p posting, id int) int { return cmp.Compare(p.name, id) })
	to := from
	for to < len(list) && list[to].name == id {
		to++
	}
	return list[from:to]
}

// note keeps a match unless a better one of the same span and owner is there. A prefixed name needs a word beyond the
// prefix, and all of the prefix.
func (x *Index) note(n *name, from, to int, weight, sum float64, seen uint64, found *notes) {
	if mask := uint64(1)<<n.prefixed - 1; n.prefixed > 0 && (seen&mask != mask || seen == mask) {
		return
	}
	m := Match{From: from, To: to, Table: n.table, Column: n.column, Quality: sum / weight, Coverage: weight / n.total, Prefixed: n.prefixed > 0}
	if n.short {
		m.Quality *= 0.99
	}
	if m.Column == nil && m.Table.Link && to-from > 1 && to-from == len(m.Table.Words) && m.Exact() {
		m.Table = x.linked(m.Table)
	}
	found.keep(m, n.owner)
}

// linked is the table whose rows a table that does nothing but join others is called by: film_category holds the categories of films, and a
// film category is one of these. A table that joins otherwise is what it is.
func (x *Index) linked(t *Table) *Table {
	if len(t.Label) > 0 {
		return t
	}
	for _, e := range x.Graph.Of(t) {
		if n := len(e.To.Words); e.From == t && len(e.FromColumns) == 1 && n < len(t.Words) && slices.Equal(t.Words[len(t.Words)-n:], e.To.Words) {
			return e.To
		}
	}
	return t
}

// joined tries two words as one: "home town" for hometown.
func (x *Index) joined(words []string, i int, found *notes) {
	if i+1 >= len(words) || len(words[i]) < 2 || len(words[i+1]) < 2 {
		return
	}
	for _, p := range x.postings[Lemma(words[i]+words[i+1])] {
		n := &x.names[p.name]
		if n.prefixed == 0 {
			x.note(n, i, i+2, n.weight[p.at], n.weight[p.at]*0.99*p.quality, 1<<p.at, found)
		}
	}
}

// The qualities of a word for another: the best kind counts.
const (
	qualityStem  = 0.86
	qualityTypo  = 0.74
	qualityStart = 0.7
	// A word of a name that is the beginning of the said one, of at least so many letters.
	qualityClipped = 0.85
	clippedLetters = 4
)

// unlike are words of one stem that mean different things: a rate is no rating.
var unlike = map[string]string{"rate": "rating"}

// wordUses gives the words of names that a said word may be.
func (x *Index) wordUses(w string) []said {
	if glue[w] || len(Words(w)) == 0 {
		return nil // a mark is no word
	}
	lemma := Lemma(w)
	var out []said
	out = x.use(out, lemma, 1)
	if StandsIn(w) {
		return out // it is like no other word
	}
	for _, full := range shorthand.Said(w) {
		out = x.use(out, Lemma(full), expandedQuality)
	}
	for _, other := range x.stems[Stem(w)] {
		if other == unlike[lemma] {
			continue
		}
		out = x.use(out, other, qualityStem)
	}
	for _, twin := range x.twins[lemma] {
		out = x.use(out, twin, qualityTypo)
	}
	if len(out) == 0 {
		out = x.clipped(lemma)
	}
	switch {
	case len(out) == 0:
		for _, s := range x.synonyms.Synonyms(lemma) {
			out = x.use(out, s.Word, s.Quality)
		}
	case len(out) == 1 && out[0].lemma == lemma && !x.heads[lemma] && !Participle(w):
		// It only stands before what names are about: the customer of a customer success manager.
		for _, s := range tradeOf.of[lemma] {
			out = x.use(out, s.Word, s.Quality)
		}
	}
	if len(out) == 0 && len(w) >= 5 && !x.synonyms.Known(lemma) {
		out = x.similar(lemma)
	}
	for _, n := range x.near[w] {
		out = x.use(out, n.lemma, n.quality)
	}
	return slices.DeleteFunc(out, func(s said) bool { return s.lemma == lemma+"ly" }) // "per month" is no monthly limit
}

// qualityKin is how well a word of a name is said by another one of its family.
const qualityKin = 0.8

// Kin finds what a word names by another word of its family, as a whole: prescriptions for "prescribed". It is for words that
// name nothing else.
func (x *Index) Kin(word string) []Match {
	var out []Match
	for _, other := range x.kin[Kin(word)] {
		if len(word) <= leastKin || len(other) < leastKin {
			continue
		}
		for _, m := range x.Phrases([]string{other}) {
			if m.Exact() {
				m.Quality = qualityKin
				out = append(out, m)
			}
		}
	}
	return out
}

// clipped finds a word of names that is the beginning of the said word and no word itself: prereq for prerequisite.
func (x *Index) clipped(lemma string) []said {
	for i := len(lemma) - 2; i >= clippedLetters; i-- {
		if start := lemma[:i]; !x.synonyms.Known(start) {
			if out := x.use(nil, start, qualityClipped); len(out) > 0 {
				return out
			}
		}
	}
	return nil
}

func (x *Index) use(out []said, lemma string, quality float64) []said {
	if _, ok := x.postings[lemma]; !ok {
		return out
	}
	for _, s := range out {
		if s.lemma == lemma {
			return out
		}
	}
	return append(out, said{lemma, quality})
}

// similar finds words of names that a mistyped word may be: one edit away, or the same beginning.
func (x *Index) similar(w string) []said {
	var out []said
	for lemma := range x.postings {
		switch {
		case StandsIn(lemma):
		case len(lemma) >= 4 && sameStart(w, lemma) && Distance1(w, lemma):
			out = append(out, said{lemma, qualityTypo})
		case len(lemma) >= 4 && (strings.HasPrefix(w, lemma) || strings.HasPrefix(lemma, w)):
			out = append(out, said{lemma, qualityStart})
		}
	}
	slices.SortFunc(out, func(a, b said) int {
		return cmp.Or(cmp.Compare(b.quality, a.quality), strings.Compare(a.lemma, b.lemma))
	})
	return out
}

// sameStart says that two words begin alike, or with their first two letters swapped: who mistypes a word seldom misses its
// first letter, and another first letter makes another word.
func sameStart(a, b string) bool { return a[0] == b[0] || a[0] == b[1] && a[1] == b[0] }

// Distance1 says whether two different words are one insertion, deletion, change or swap of neighbours apart
// (Damerau).
func Distance1(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > 1 || a == b {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if len(a) < len(b) {
		return a[i:] == b[i+1:]
	}
	if a[i+1:] == b[i+1:] {
		return true
	}
	return i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
}

// WithWord gives the columns whose names have the word (a lemma), in the catalogue's order.
func (x *Index) WithWord(lemma string) []*Column {
	var out []*Column
	seen := -1
	for _, p := range x.postings[lemma] {
		if c := x.names[p.name].column; c != nil && c.ID != seen {
			seen = c.ID
			out = append(out, c)
		}
	}
	return out
}
