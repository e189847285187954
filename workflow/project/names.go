package project

import (
	_ "embed"
	"iter"
	"regexp"
	"slices"
	"strings"
	"sync"

	"parley/workflow/schema"
	"parley/workflow/schema/wordlist"
)

// This file says which name a stretch of words is, where one name holds another, or two share words. The longer name is meant, whatever
// it is the name of. Of two that overlap that one is meant beside which all words have a part: "loan days per member group" are days by
// member group, and not days per member of some group.

//go:embed words.txt
var wordsText string

var wordLists = sync.OnceValue(func() wordlist.Lists { return wordlist.Read("project: words.txt", wordsText) })

// joining are words that join those which name something, and name nothing.
var joining = sync.OnceValue(func() map[string]bool { return wordLists().Set("joining") })

// calling are words right before what something is called, which is a text whatever else it names.
var calling = sync.OnceValue(func() map[string]bool { return wordLists().Set("calling") })

// plainName is a name of several words of a table or a column, which is read as it stands.
type plainName struct {
	lemmas []string
	// taught says that people said it; others are names of the database.
	taught bool
	// key is the one word that stands for it, where it is a column's that was taught; empty for others.
	key, name string
}

// plainNames are such names by their first word.
type plainNames map[string][]plainName

// plainNamesOf are the words that people taught for tables, columns and roles, and the names of the database.
func plainNamesOf(list []*Definition, x *schema.Index) plainNames {
	out := plainNames{}
	add := func(n plainName) {
		if len(n.lemmas) > 1 {
			out[n.lemmas[0]] = append(out[n.lemmas[0]], n)
		}
	}
	for _, d := range list {
		if (d.Kind == Word || d.Kind == JoinKind) && d.Scope != Guessed {
			for _, w := range d.Words {
				n := plainName{lemmas: strings.Fields(Lemmas(w)), taught: true, name: w}
				if d.Kind == Word && d.Column != nil {
					n.key = schema.StandIn(w)
				}
				add(n)
			}
		}
	}
	for _, t := range x.Tables {
		add(plainName{lemmas: t.Words})
		for _, c := range t.Columns {
			if !c.Hidden {
				add(plainName{lemmas: c.Words})
			}
		}
	}
	return out
}

// at is the longest such name that begins the words, of the taught ones where these alone count; nil where none does.
func (n plainNames) at(words []word, taught bool) *plainName {
	if len(words) == 0 {
		return nil
	}
	var longest *plainName
	list := n[words[0].lemma]
	for i := range list {
		if name := &list[i]; (name.taught || !taught) && name.words() > longest.words() && begin(words, name.lemmas) {
			longest = name
		}
	}
	return longest
}

// literal counts the words of a name that are said as they are written: "sales lines" are rows of a "sales line" and not a "sale line".
func literal(words []word, name string) int {
	n := 0
	for i, w := range schema.Words(name) {
		if i < len(words) && strings.EqualFold(words[i].text, w) {
			n++
		}
	}
	return n
}

// words are how many it has; none of no name.
func (n *plainName) words() int {
	if n == nil {
		return 0
	}
	return len(n.lemmas)
}

// begin says that words begin with a name.
func begin(words []word, lemmas []string) bool {
	n := len(lemmas)
	return n <= len(words) && slices.EqualFunc(words[:n], lemmas, word.is) && !slices.ContainsFunc(words[1:n], func(w word) bool { return w.apart })
}

// nameAt is the name that begins the words from a place on, as one word that stands for it or as it is; n is of how many words. It is the
// longest, or a shorter one where that leaves a later name whole which is meant.
func (p *Project) nameAt(words []word, i int) (f phrase, n int, plain *plainName) {
	for end := len(words); end > i; {
		f, n = p.phraseAt(words[i:end])
		plain = p.plain.at(words[i:end], true)
		if m := plain.words(); m == 0 || m < n || m == n && literal(words[i:end], plain.name) <= literal(words[i:end], f.name) {
			plain = nil
		}
		n = max(n, plain.words())
		if n == 0 {
			break
		}
		k := p.overlapping(words, i, n, f.rest != "" && plain == nil)
		if k == 0 {
			return f, n, plain
		}
		end = k
	}
	return phrase{}, 0, nil
}

// names are those of figures and conditions that words hold, each with its words.
func (p *Project) names(words []word) iter.Seq2[phrase, []word] {
	return func(yield func(phrase, []word) bool) {
		for i := 0; i < len(words); i++ {
			f, n, plain := p.nameAt(words, i)
			if n > 0 && plain == nil && !yield(f, words[i:i+n]) {
				return
			}
			i += max(n, 1) - 1
		}
	}
}

// outspoken says that the words which call a column say something else of themselves, so that another word is to stand for them.
func (p *Project) outspoken(n *plainName, words []word) bool {
	if n.key == "" || p.language == nil {
		return false
	}
	said := make([]string, len(words))
	for i, w := range words {
		said[i] = w.text
	}
	return p.language(strings.Join(said, " "))
}

// longestName bounds the words of a longer name before a shorter one in it.
const longestName = 6

// ofColumn says that the words at a place are a part of a longer name of the database: "sales region" is no region of sales.
func (p *Project) ofColumn(words []word, i, n int) bool {
	for k := max(0, i-longestName); k <= i; k++ {
		if m := p.plain.at(words[k:], false).words(); m > n && k+m >= i+n {
			return true
		}
	}
	return false
}

// overlapping is where a name begins that is meant instead of the one of n words at a place, with whose last words it begins; 0 where none
// does. The noun of the rows of a filter stays where it is, for other names too.
func (p *Project) overlapping(words []word, i, n int, noun bool) int {
	end := i + n
	if noun {
		end--
	}
	for k := i + 1; k < end; k++ {
		_, m := p.phraseAt(words[k:])
		m = max(m, p.plain.at(words[k:], false).words())
		if k+m <= i+n || !p.says(words[i:k]) {
			continue
		}
		if joining()[words[k-1].lemma] || !p.says(words[i+n:k+m]) {
			return k
		}
	}
	return 0
}

// says says that all of some words have a part by themselves: they name something, or join or count what does.
func (p *Project) says(words []word) bool {
	said := make([]string, len(words))
	has := make([]bool, len(words))
	for i, w := range words {
		said[i] = strings.ToLower(w.text)
		has[i] = has[i] || joining()[w.lemma] || taken[w.lemma]
		_, n := p.phraseAt(words[i:])
		for j := i; j < i+n; j++ {
			has[j] = true
		}
	}
	for _, m := range p.index.Phrases(said) {
		for j := m.From; j < m.To && m.Exact(); j++ {
			has[j] = true
		}
	}
	return !slices.Contains(has, false)
}

// amid says that the name of a filter at a place is none there: what its rows have or lack goes on to be another thing, "with the sponsor
// name" of rows "without a sponsor"; or it is other rows that are asked for, or their time: "members with no loans", "with no loans this
// year" of books with no loans.
func (p *Project) amid(f phrase, words []word, i, n int, question string) bool {
	if f.figure || f.thing == nil {
		return false
	}
	if i+n < len(words) && !words[i+n].apart && p.isNoun(words[i+n]) && !callsRows([]string{words[i+n].lemma}, f.rows, p.Definitions) {
		return true
	}
	if !slices.ContainsFunc(p.index.Tables, func(t *schema.Table) bool { return t != f.rows && p.isNounOf(f.thing, t) }) {
		return false
	}
	return p.othersBefore(words[:i], f.rows) || inPeriod.MatchString(question[words[i+n-1].to:])
}

// inPeriod begins what says when.
var inPeriod = regexp.MustCompile(`(?i)^\s*((in|on|over|during|within|since|for|before|after|until|between|from)\s+)?(the\s+)?(` + dayWord.String() + `)`)

// isNoun says that a word names a table or a column by itself.
func (p *Project) isNoun(w word) bool {
	return !joining()[w.lemma] && slices.ContainsFunc(p.index.Phrases([]string{strings.ToLower(w.text)}), func(m schema.Match) bool { return m.Exact() && (m.Column == nil || m.Column.Condition == nil) })
}

// othersBefore says that the last noun of some words calls rows, and those of another table alone.
func (p *Project) othersBefore(words []word, than *schema.Table) bool {
	for i := len(words) - 1; i >= 0; i-- {
		noun := []string{words[i].lemma}
		if callsRows(noun, than, p.Definitions) {
			return false
		}
		if slices.ContainsFunc(p.index.Tables, func(t *schema.Table) bool { return p.isNounOf(noun, t) }) {
			return true
		}
	}
	return false
}

// isNounOf says that words are the name of a table, its last word or what people taught for it: a patient is no patient coverage.
func (p *Project) isNounOf(lemmas []string, t *schema.Table) bool {
	if last := t.Words[max(len(t.Words)-1, 0):]; slices.Equal(lemmas, t.Words) || slices.Equal(lemmas, last) {
		return true
	}
	said := strings.Join(lemmas, " ")
	return slices.ContainsFunc(p.Definitions, func(d *Definition) bool {
		return d.Kind == Word && d.Column == nil && d.Table == t && Lemmas(d.Name) == said
	})
}

// unitApart is a figure whose unit is said apart from the rest of its name, and the words that say it: "fee income of members in France in
// euro" is the "fee income in euro".
type unitApart struct {
	figure   phrase
	from, to int
}

// unitApart finds, behind the name of a figure, the unit of another one that is called by the same name and that unit; to is 0 where there
// is none.
func (p *Project) unitApart(f phrase, words []word, behind int) unitApart {
	if !f.figure {
		return unitApart{}
	}
	n := len(f.lemmas)
	for _, g := range p.phrases {
		if !g.figure || len(g.lemmas) < n+2 || g.lemmas[n] != "in" || !slices.Equal(g.lemmas[:n], f.lemmas) {
			continue
		}
		unit := g.lemmas[n:]
		for k := behind + 1; k+len(unit) <= len(words); k++ {
			end := k + len(unit)
			if begin(words[k:], unit) && (end == len(words) || words[end].apart || joining()[words[end].lemma]) {
				return unitApart{g, k, end}
			}
		}
	}
	return unitApart{}
}
