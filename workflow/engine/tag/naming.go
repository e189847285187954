package tag

import (
	"slices"
	"strings"

	"parley/workflow/schema"
)

// This file says which names the words of a question may not be taken for, though they match.

// numbered says that one of the words is a number. It belongs to a name beside that name's own words alone: store 2 is no address2, the 1 no
// line_1.
func (l *lattice) numbered(from, to int) bool {
	return slices.ContainsFunc(l.tokens[from:to], func(t Token) bool {
		_, number := ParseNumber(t.Lower)
		return number
	})
}

// swallows says of a name that is found in several words that it leaves no room for what they say: an aggregate that is no
// part of the name ("total amount"), a count ("number of payments" is no payment amount, "number of cards" no card number), or a table and what was done with its rows ("orders shipped", which names no column
// as "ship date" does, or "films rated", behind which their rating stands).
func (l *lattice) swallows(from, to int) func(schema.Match) bool {
	first, last := l.tokens[from].Lower, l.tokens[to-1].Lower
	aggregate := false
	switch Cues[first].Kind {
	case Sum, Average, Maximum, Minimum:
		aggregate = true
	}
	counting := schema.Lemma(first) == "number" && l.tokens[from+1].Lower == "of"
	done := schema.Participle(last)
	return func(m schema.Match) bool {
		if m.Column == nil {
			return false
		}
		return counting && (m.Column.Has("amount") || schema.Lemma(last) != last && strings.HasSuffix(strings.ToLower(m.Column.Name), "number")) || aggregate && !(slices.Contains(m.Column.Words, schema.Lemma(first)) && spelled(m.Column, first)) ||
			done && (m.Column.Role == schema.Moment || m.Column.Role == schema.Category && strings.HasSuffix(last, "ed")) && slices.Contains(m.Table.Words, schema.Lemma(first)) && !slices.Contains(m.Column.Words, schema.Lemma(first))
	}
}

// spelled says that a word of a column's name begins as a word does, in full or in short: "avg_price" has the word "average", and "gpa", which
// stands for three words, does not.
func spelled(c *schema.Column, word string) bool {
	return slices.ContainsFunc(schema.Split(c.Name), func(w string) bool {
		return len(word) > 1 && strings.HasPrefix(strings.ToLower(w), word[:2])
	})
}

// weak says that a partial match of the words rests on cues or glue ("in", "number"), which say nothing alone.
func (l *lattice) weak(from, to int) bool {
	for i, t := range l.tokens[from:to] {
		if c, ok := Cues[t.Lower]; !ok || l.thing(from+i, from+i) || c.Kind == Superlative && len(c.Dimension) == 0 {
			return false
		}
	}
	return true
}
