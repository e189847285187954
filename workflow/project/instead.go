package project

import (
	"slices"
	"strings"
	"sync"

	"parley/db/statement"
	"parley/workflow/schema"
)

// This file reads what follows rows of a kind by another name of a kind: "and dormant?", "the cancelled ones instead" after "active customers".

// InFull is what is said of rows of some tables with the names of their kinds in full: who speaks of customers says "the dormant ones" of
// "dormant customers". A word that is a value of the same rows, or of which two kinds are called, stays as it is.
func (p *Project) InFull(said string, tables []*schema.Table) string {
	if p == nil || len(p.phrases) == 0 {
		return said
	}
	words := wordsOf(said)
	var b strings.Builder
	at := 0
	for i := 0; i < len(words); i++ {
		if _, n := p.phraseAt(words[i:]); n > 0 {
			i += n - 1
			continue
		}
		full, n := p.kindAt(words[i:], tables)
		if n == 0 {
			continue
		}
		b.WriteString(said[at:words[i].from] + full)
		at = words[i+n-1].to
		i += n - 1
	}
	return b.String() + said[at:]
}

// kindAt is the full name of the kind of rows of which words begin with all but the noun, and how many words say so; "ones" among them.
func (p *Project) kindAt(words []word, tables []*schema.Table) (full string, n int) {
	var found *Definition
	for _, f := range p.phrases {
		own := len(f.lemmas) - 1
		if f.figure || f.rest == "" || own < 1 || own > len(words) || !slices.Contains(tables, f.rows) || !slices.EqualFunc(words[:own], f.lemmas[:own], word.is) {
			continue
		}
		if own < len(words) && !words[own].apart && !endsKind()[words[own].lemma] || found != nil && found != p.Find(f.of) || p.holdsOwn(words[:own], f.rows) {
			return "", 0
		}
		found, full, n = p.Find(f.of), f.name, own
		if own < len(words) && words[own].lemma == "one" {
			n++
		}
	}
	return full, n
}

// WithoutNoun are the names of a kind of rows without the noun of the rows: "dormant" of "dormant customers".
func (p *Project) WithoutNoun(d *Definition) []string {
	var out []string
	for _, f := range p.phrases {
		if own := len(f.lemmas) - 1; !f.figure && f.rest != "" && own > 0 && f.of == d.Name {
			out = append(out, strings.Join(f.lemmas[:own], " "))
		}
	}
	return out
}

// endsKind are words behind what is said of rows, where their noun is left out.
var endsKind = sync.OnceValue(func() map[string]bool { return wordLists().Set("ends of a kind") })

// holdsOwn says that a column of a table holds words as a value.
func (p *Project) holdsOwn(words []word, t *schema.Table) bool {
	var said []string
	for _, w := range words {
		said = append(said, schema.Normal(w.text))
	}
	return slices.ContainsFunc(p.index.Normalised(strings.Join(said, " ")), func(m schema.ValueMatch) bool {
		return m.Column.Table == t && m.Column.Condition == nil && m.Whole && !m.Code
	})
}

// KindSaid is the one kind of rows that is named among words in which questions are read; nil where none is, or several.
func (p *Project) KindSaid(read string) *Definition {
	var found *Definition
	for _, w := range schema.Words(read) {
		if !schema.StandsIn(w) {
			continue
		}
		for _, d := range p.Of(Value) {
			if d.said()[w] == "" {
				continue
			}
			if found != nil && found != d {
				return nil
			}
			found = d
		}
	}
	return found
}

// InPlaceOf is a statement without the one other kind of the same rows that it asks for, to ask for a kind in its place; false where it
// asks for none, or several of which none holds the others.
func (p *Project) InPlaceOf(s *statement.Statement, kind *Definition) (*statement.Statement, bool) {
	q, err := s.Query()
	if err != nil || q.Set != nil {
		return s, false
	}
	has := func(d *Definition) bool {
		terms := d.whole().Terms()
		return !slices.ContainsFunc(terms, func(t statement.Expr) bool {
			return !slices.ContainsFunc(q.Where, func(w statement.Expr) bool { return d.says(bare(w), t) })
		})
	}
	var most *Definition
	for _, d := range p.Of(Value) {
		if d == kind || d.Table != kind.Table || d.Default != "" || d.expression.IsZero() || !has(d) {
			continue
		}
		switch {
		case d.expression.Equal(kind.expression):
			return s, false // that very kind, by another name
		case most == nil || d.implies(most):
			most = d
		case !most.implies(d):
			return s, false
		}
	}
	if most == nil || has(kind) {
		return s, false
	}
	terms := most.whole().Terms()
	q.Where = slices.DeleteFunc(slices.Clone(q.Where), func(w statement.Expr) bool {
		return slices.ContainsFunc(terms, func(t statement.Expr) bool { return most.says(bare(w), t) })
	})
	out, err := q.Build(s.Dialect())
	return out, err == nil
}

// implies says that what is so by one definition is so by another, as its terms tell.
func (d *Definition) implies(other *Definition) bool {
	terms := d.whole().Terms()
	return !slices.ContainsFunc(other.whole().Terms(), func(t statement.Expr) bool { return !slices.ContainsFunc(terms, t.Equal) })
}
