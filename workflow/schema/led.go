package schema

import (
	"slices"
	"strings"

	"parley/db"
	"parley/workflow/schema/shorthand"
)

// This file reads names of columns that are led by letters of their table.

// The words in which such names end, for columns of any type and of texts alone; a short form counts by what it stands for first.
var (
	lastWords        = wordsOf("lastWords")
	lastWordsOfTexts = wordsOf("lastWordsOfTexts")
)

// lastForm is what a short form in which the name of a column ends stands for; empty for others.
func (sp *speller) lastForm(c *Column, form string) string {
	word := form
	if senses := sp.reader.Senses(form); len(senses) > 0 {
		word = senses[0]
	}
	if lastWords[word] || c.Type == db.Text && lastWordsOfTexts[word] {
		return word
	}
	return ""
}

// ledByTable reads a name that is run together of the first letters of what its table holds and a short form in which names end: ctst and
// cttyp are status and type of a contract, sttl is the title of a sale. Nil for other names, and where a comment explains the letters.
func (sp *speller) ledByTable(c *Column, written []string) []string {
	run := written[0]
	hints := commentWords(c.Comment)
	if len(written) > 1 || len(run) > longestLed || slices.Contains(c.Table.Primary, c.Column.Name) || sp.owned[run] != nil || !sp.reader.Opaque(run) || len(sp.reader.Told(run, hints)) > 0 {
		return nil
	}
	own := sp.bare(Split(c.Table.Table.Name))
	for n := len(run) - leastForm; n > 0; n-- {
		lead, end := run[:n], sp.lastForm(c, run[n:])
		if end == "" {
			continue
		}
		leads := func(word string) bool {
			return strings.HasPrefix(word, lead) || n > 1 && shorthand.Abbreviates(lead, word)
		}
		at := slices.IndexFunc(c.Table.Words, leads)
		if at < 0 && len(c.Table.Words) == 1 && leads(own[len(own)-1]) {
			at = 0
		}
		if at >= 0 {
			return []string{c.Table.Words[at], end}
		}
	}
	return nil
}

// longestLed is how many letters such a name has at most.
const longestLed = 7
