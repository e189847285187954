package project

import (
	"slices"
	"strings"
	"sync"

	"parley/workflow/schema"
)

// Rows may refer to others of their own kind: members to the one who invited them. That one was taught what "invited" is says of whom it was
// done to, and not of who did it: "who invited the most members", "members invited by Sam". This file tells these apart.

// byKin says that a filter is of rows that refer to one of their own kind, or of those that do not.
func (d *Definition) byKin(x *schema.Index) bool {
	of, _, ok := d.expression.AsNull()
	_, name, column := of.AsColumn()
	return d.Kind == Value && ok && column && slices.ContainsFunc(x.Graph.Of(d.Table), func(e *schema.Edge) bool {
		return e.From == e.To && len(e.FromColumns) == 1 && strings.EqualFold(e.FromColumns[0].Name, name)
	})
}

// doneByKin says that the name of such rows at a place is what one of them did to others, or was done by one who is named: whom it was done
// to, or who did it, stands behind.
func (p *Project) doneByKin(f phrase, words []word, i, n int) bool {
	if !schema.Participle(strings.ToLower(words[i+n-1].text)) {
		return false
	}
	rest := words[i+n:]
	k := 0
	for k < len(rest) && !rest[k].apart && (howMany()[rest[k].lemma] || isNumber(rest[k].text)) {
		k++
	}
	switch {
	case k > 0 && strings.EqualFold(rest[k-1].text, "others"):
		return true
	case k == len(rest) || rest[k].apart:
		return false
	case k > 0:
		return callsRows([]string{rest[k].lemma}, f.rows, p.Definitions)
	case rest[0].lemma != "by" || len(rest) == 1:
		return false
	}
	return callsRows([]string{rest[1].lemma}, f.rows, p.Definitions) || !p.isNoun(rest[1])
}

func isNumber(text string) bool { return strings.Trim(text, "0123456789") == "" }

// howMany are words that say how many, or which, before those to whom something was done.
var howMany = sync.OnceValue(func() map[string]bool { return wordLists().Set("how many") })
