package phrase

import (
	"slices"
	"strings"

	"parley/workflow/schema"
)

// This file finds what people do, and who does it, where the database tells of it by another word: borrowers are those who have
// loans.

const (
	// qualityDoing is how well a table is known by a verb for what its rows tell, scoreDoer how surely somebody who does it is read.
	qualityDoing = 0.75
	// qualityStaff is how well those who are employed are known by a word for them that their table does not use.
	qualityStaff = 0.8
	scoreDoer    = 0.9
)

// doingAt names the tables that tell of what is done at i.
func (l *lattice) doingAt(i int, name func(from, to int, m schema.Match)) {
	for j := i + 1; j <= min(i+longestDeed, len(l.tokens)); j++ {
		if l.tokens[j-1].Quoted || l.tokens[j-1].Capital {
			return
		}
		t := l.tellsOf(l.words[i:j], doing)
		if t == nil && j == i+1 {
			t = l.didOf(l.words[i])
		}
		if t != nil && !l.calledWhole(i) {
			name(i, j, schema.Match{Table: t, Quality: qualityDoing, Coverage: 1, From: i, To: j})
		}
	}
}

// didOf is the one table whose rows are called by the noun of a verb: "delivered" tells of deliveries. Nil where there are several.
func (l *lattice) didOf(verb string) *schema.Table {
	if !schema.Participle(verb) {
		return nil
	}
	var found *schema.Table
	for _, t := range l.index.Tables {
		called := func(n schema.Name) bool {
			last := n.Words[len(n.Words)-1]
			return n.Quality >= qualityDoing && last != "" && schema.Kin(last) == schema.Kin(verb)
		}
		if t.Class != schema.Fact || !slices.ContainsFunc(t.Names, called) {
			continue
		}
		if found != nil {
			return nil
		}
		found = t
	}
	return found
}

// calledWhole says that a word is all that a table is called.
func (l *lattice) calledWhole(i int) bool {
	return slices.ContainsFunc(l.matches, func(m schema.Match) bool {
		return m.From == i && m.To == i+1 && m.Column == nil && m.Coverage > 0.9 && m.Score() >= leastName
	})
}

// whoever reads "who" at the beginning as the people who are spoken of, where it does not ask who somebody is.
func (l *lattice) whoever() {
	if len(l.words) < 2 || l.words[0] != Who || slices.ContainsFunc(senseBook().of[l.words[1]], func(s sense) bool { return s.category == "be" }) {
		return
	}
	at := spanOf(0, 1)
	l.add("Noun", 0, 1, scoreWhoever, Noun{Name: Name{Text: Who, At: at}, At: at})
}

// scoreWhoever is how surely they are read.
const scoreWhoever = 0.5

// staff names the people who are employed by words for those who work here, where no table is called so.
func (l *lattice) staff(i int, name func(from, to int, m schema.Match)) {
	for j := i + 1; j <= min(i+longestDeed, len(l.tokens)); j++ {
		if l.tokens[j-1].Quoted || !senseBook().says(strings.Join(l.words[i:j], " "), staffed) {
			continue
		}
		called := func(m schema.Match) bool {
			return m.From == i && m.To == j && m.Column == nil && m.Quality >= qualityStaff
		}
		if slices.ContainsFunc(l.matches, called) {
			continue
		}
		for _, t := range l.index.Tables {
			if t.Employed() {
				m := schema.Match{Table: t, Quality: qualityStaff, Coverage: 1, From: i, To: j}
				l.matches = append(l.matches, m)
				name(i, j, m)
			}
		}
	}
}

// doers reads a word for who does something as the people who have rows of it.
func (l *lattice) doers(i int) {
	if l.tokens[i].Quoted || len(l.chart.starts[i]["NAME"]) > 0 || len(l.chart.starts[i]["VALUE"]) > 0 {
		return
	}
	fact := l.tellsOf(l.words[i:i+1], doer)
	if fact == nil {
		return
	}
	who := l.whose(fact)
	if who == nil {
		return
	}
	at := spanOf(i, i+1)
	match := func(t *schema.Table) []schema.Match {
		return []schema.Match{{Table: t, Quality: 1, Coverage: 1, From: i, To: i + 1}}
	}
	have := Cond{Kind: Having, Noun: &Noun{Name: Name{Matches: match(fact), Text: l.words[i]}, At: at}, At: at}
	l.add("Noun", i, i+1, scoreDoer, Noun{Name: Name{Matches: match(who), Text: l.tokens[i].Text, At: at}, Conds: []Cond{have}, At: at})
}

// whose are the people whose rows of a table are; the only things that it refers to where it refers to nobody else.
func (l *lattice) whose(fact *schema.Table) *schema.Table {
	var people, things []*schema.Table
	for _, e := range l.index.Graph.Of(fact) {
		if e.From != fact || e.To == fact || len(e.To.Label) == 0 {
			continue
		}
		if e.To.Personal() {
			people = append(people, e.To)
		}
		things = append(things, e.To)
	}
	switch {
	case len(people) == 1:
		return people[0]
	case len(people) == 0 && len(things) == 1:
		return things[0]
	}
	return nil
}

// tellsOf is the table whose rows tell of what words say is done, or who does it; the plainest name first.
func (l *lattice) tellsOf(words []string, category string) *schema.Table {
	for _, s := range senseBook().of[strings.Join(words, " ")] {
		if s.category != category {
			continue
		}
		for _, kind := range strings.Split(s.kind, "|") {
			var best *schema.Table
			for _, t := range l.index.Tables {
				if slices.Contains(t.Words, kind) && t.Words[len(t.Words)-1] == kind && (best == nil || len(t.Words) < len(best.Words)) {
					best = t
				}
			}
			if best != nil {
				return best
			}
		}
	}
	return nil
}
