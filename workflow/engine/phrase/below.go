package phrase

import (
	"slices"
	"strings"

	"parley/workflow/schema"
)

// This file finds those of a table's rows that another row of it is above: direct reports are staff whose manager somebody is,
// subsidiaries accounts whose parent an account is.

// scoreBelow is how surely words for such rows are read.
const scoreBelow = 0.95

// belowAt notes words at i for rows that refer to a row of their own table, and those that say it of what stands before them.
func (l *lattice) belowAt(i int) {
	if l.tokens[i].Quoted {
		return
	}
	for j := i + 1; j <= min(i+senseBook().longest, len(l.words)) && !l.tokens[j-1].Quoted; j++ {
		for _, s := range senseBook().of[strings.Join(l.words[i:j], " ")] {
			var matches []schema.Match
			switch s.category {
			case below, aboveOf, aboveOne:
				matches = l.selfKeys(i, j, strings.Split(s.kind, "|"))
			case beneath, reportTo:
				matches = l.selfKeys(i, j, nil)
			}
			if len(matches) == 0 {
				continue
			}
			category := "NAME"
			if s.category != below {
				category = strings.ToUpper(s.category)
			} else if l.called(i, j) {
				continue // a table is called so
			}
			l.add(category, i, j, scoreBelow*float64(j-i)+scoreLonger*float64(j-i-1), Name{Matches: matches, Text: l.text(i, j), Below: true, At: spanOf(i, j)})
		}
	}
}

// selfKeys are the columns by which rows refer to a row of their own table, called by one of the words where there are any.
func (l *lattice) selfKeys(from, to int, words []string) []schema.Match {
	var out []schema.Match
	for _, e := range l.index.Graph.Edges {
		if e.From != e.To || len(e.FromColumns) != 1 || len(e.To.Label) == 0 {
			continue
		}
		c := e.FromColumns[0]
		called := func(w string) bool {
			return slices.ContainsFunc(c.Words, func(own string) bool { return schema.Stem(own) == schema.Stem(w) })
		}
		if len(words) == 0 || slices.ContainsFunc(words, called) {
			out = append(out, schema.Match{Table: c.Table, Column: c, Quality: 1, Coverage: 1, From: from, To: to})
		}
	}
	return out
}

// belowThem is a noun as those of its things that are below others.
func belowThem(n Noun, name Name) any {
	below := name
	below.Text, below.At = n.Name.Text, n.At.Join(name.At)
	if len(n.Name.Matches) > 0 {
		below.Matches = slices.DeleteFunc(slices.Clone(name.Matches), func(m schema.Match) bool {
			return !slices.ContainsFunc(n.Name.Matches, func(o schema.Match) bool { return o.Column == nil && o.Table == m.Table })
		})
	}
	if len(below.Matches) == 0 {
		return nil
	}
	n.Name, n.At = below, below.At
	return n
}
