package project

import (
	"slices"
	"strings"
	"sync"

	"parley/workflow/schema"
)

// A name is said in other orders than it was written: "commission was clawed back" of "clawed back commission", "claims reported late"
// of "late reported claim", "members who donated" of those with a "donation". Such a question is said with the name as it was written.

// turned is a question with the names of figures and rows that are said in another order, or as a verb, as they were written.
func (p *Project) turned(question string) string {
	words := wordsOf(question)
	if len(words) == 0 {
		return question
	}
	for i := 0; i < len(words); i++ {
		if _, n, plain := p.nameAt(words, i); n > 1 || plain != nil {
			i += n - 1 // it is said as it was written
			continue
		}
		for _, f := range p.phrases {
			if f.guessed {
				continue
			}
			if to, from, text := p.turnedAt(f, words, i); to > 0 {
				return question[:words[from].from] + text + p.turned(question[words[to-1].to:])
			}
		}
	}
	return question
}

// turnedAt is what to say in place of the words from one to another, where those from i on are a name in another order; to is 0 where they are none.
func (p *Project) turnedAt(f phrase, words []word, i int) (to, from int, text string) {
	switch {
	case f.figure && len(f.lemmas) > 1:
		return f.turnedFigure(words, i), i, f.name
	case f.rest != "":
		if to, text := p.partedRows(f, words, i); to > 0 {
			return to, i, text
		}
		return p.turnedRows(f, words, i)
	case f.rows != nil && len(f.lemmas) == 1:
		return p.turnedVerb(f, words, i)
	}
	return 0, 0, ""
}

// turnedFigure is where the name of a figure ends that is said in two parts: the latter first, where what was done is one of them, or with a
// verb between. It is 0 where the words are none.
func (f phrase) turnedFigure(words []word, i int) int {
	if len(f.said) != len(f.lemmas) {
		return 0
	}
	for at := 1; at < len(f.said); at++ {
		before, behind := f.said[:at], f.said[at:]
		done := schema.Participle(before[0]) || schema.Participle(before[at-1])
		if to, between := inTwo(words, i, behind, before, nil); to > 0 && (done || between > 0) {
			return to
		}
		if to, between := inTwo(words, i, before, behind, nil); to > 0 && between > 0 && schema.Participle(behind[0]) {
			return to
		}
	}
	return 0
}

// turnedRows is a name of rows of which what it says stands behind their noun: "late" and "reported" of claims that were reported late,
// "large" of those that are not large. Without a verb between it is said before the noun.
func (p *Project) turnedRows(f phrase, words []word, i int) (to, from int, text string) {
	said := f.said[:len(f.said)-1]
	if !calls(words[i].lemma, f.rows) && words[i].lemma != f.rest || len(said) == 1 && len(said[0]) >= shortestAlone && !notAlone[said[0]] {
		return 0, 0, ""
	}
	orders := [][]string{said}
	if len(said) == 2 && schema.Participle(said[1]) {
		orders = append(orders, []string{said[1], said[0]})
	}
	for _, order := range orders {
		switch end, between := inTwo(words, i, []string{words[i].text}, order, deniers()); {
		case end > 0 && between > 0:
			return end, end - len(order), f.key
		case end > 0 && len(order) > 1:
			return end, i, f.key + " " + words[i].text
		}
	}
	return 0, 0, ""
}

// partedRows is a name of rows with other names of the same rows between what it says and their noun: "current full-time staff" are "full-time current
// staff", whatever current is by itself. It is where what it says of them ends, with all that is said before their noun; 0 where the words are none.
func (p *Project) partedRows(f phrase, words []word, i int) (to int, text string) {
	before := f.said[:len(f.said)-1]
	if _, n, _ := p.nameAt(words, i); n > 0 || f.rows == nil || !said(words[i:], before) {
		return 0, ""
	}
	at := i + len(before)
	first := at
	for at < len(words) && !words[at].apart && !calls(words[at].lemma, f.rows) && words[at].lemma != f.rest {
		other, n, plain := p.nameAt(words, at)
		if n == 0 || plain != nil || other.rows != f.rows || other.figure {
			return 0, ""
		}
		at += n
		text += other.key + " "
	}
	if at == first || at >= len(words) || words[at].apart {
		return 0, ""
	}
	return at, text + f.key
}

// turnedVerb is a name of rows said as what somebody did of whom these are: "who donated" of a donation. What they are with or without
// stands in its place.
func (p *Project) turnedVerb(f phrase, words []word, i int) (to, from int, text string) {
	if i == 0 || words[i].apart || schema.Participle(f.lemmas[0]) || strings.HasSuffix(f.name, "ing") || !p.callsOthers(words[i-1].lemma, f.rows) {
		return 0, 0, "" // "staying" is how they are, not what they do
	}
	at, not, did := i, false, false
	for at < len(words)-1 && at < i+longestVerb && !words[at].apart && verbParts()[words[at].lemma] {
		not, did = not || deniers()[words[at].lemma], did || auxiliaries()[strings.ToLower(words[at].text)]
		at++
	}
	said := strings.ToLower(words[at].text)
	if words[at].apart || !did && (said == f.lemmas[0] || !schema.Participle(said)) || schema.Kin(said) != schema.Kin(f.lemmas[0]) {
		return 0, 0, ""
	}
	to = at + 1
	switch {
	case to < len(words)-1 && joining()[words[to].lemma] && strings.EqualFold(words[to+1].text, "us"):
		to += 2 // "donated to us"
	case to < len(words) && (owners()[words[to].lemma] || p.callsOthers(words[to].lemma, nil)):
		return 0, 0, "" // what is donated is another thing
	}
	with := "with "
	if not {
		with = "without "
	}
	return to, i, with + schema.Plural(strings.ToLower(f.name))
}

// longestVerb bounds the words before a verb that belong to it: "who have not yet ever".
const longestVerb = 5

// callsOthers says that a noun calls the rows of a table, and not those of another, which may be nil.
func (p *Project) callsOthers(noun string, t *schema.Table) bool {
	return (t == nil || !calls(noun, t)) && slices.ContainsFunc(p.index.Tables, func(o *schema.Table) bool { return o != t && callsRows([]string{noun}, o, p.Definitions) })
}

// inTwo is where the second of two stretches ends, the first of which begins at i, and how many words of a verb, or others that may, stand
// between; 0 where the words are others.
func inTwo(words []word, i int, first, second []string, others map[string]bool) (to, between int) {
	if !said(words[i:], first) {
		return 0, 0
	}
	at := i + len(first)
	for between = 0; ; between++ {
		if said(words[min(at+between, len(words)):], second) && (between > 0 || !words[at].apart) {
			return at + between + len(second), between
		}
		if at+between >= len(words) || between == longestVerb {
			return 0, 0
		}
		if w := words[at+between]; w.apart && !others[w.lemma] || !copulas()[strings.ToLower(w.text)] && !others[w.lemma] {
			return 0, 0
		}
	}
}

// said says that words begin with some, each in any form of its verb or noun.
func said(words []word, list []string) bool {
	if len(words) < len(list) {
		return false
	}
	for i, w := range list {
		same := strings.EqualFold(words[i].text, w) || words[i].lemma == schema.Lemma(w) ||
			schema.Participle(w) && schema.Stem(strings.ToLower(words[i].text)) == schema.Stem(w)
		if !same || i > 0 && words[i].apart {
			return false
		}
	}
	return true
}

// copulas are words of a verb between what is spoken of and what is said of it.
var copulas = sync.OnceValue(func() map[string]bool { return wordLists().Set("copulas") })

// verbParts are words before a verb that belong to it, deniers those of them that deny it.
var (
	verbParts = sync.OnceValue(func() map[string]bool { return wordLists().Set("verb parts") })
	deniers   = sync.OnceValue(func() map[string]bool { return wordLists().Set("deniers") })
	// auxiliaries are those behind which a verb stands in its plain form: "did not stay".
	auxiliaries = sync.OnceValue(func() map[string]bool { return wordLists().Set("auxiliaries") })
	// owners are words before a noun that is what a verb is about.
	owners = sync.OnceValue(func() map[string]bool { return wordLists().Set("owners") })
)
