package engine

import (
	"slices"
	"strings"

	"parley/workflow/engine/compose"
	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	"parley/workflow/schema"
)

// This file shows beside rows those who did something with them, where a key of theirs goes by the deed: "with who introduced them" of
// members with an introduced_by.

// doneByRules add who did something.
func doneByRules() []rule {
	return []rule{
		ruleOf("superior", func(ed *editor, u utterance, f fit) bool { return ed.whoInRole(u.text(f.slots[0])) },
			"[and|so|now] who|whom is|are|was|were the|their|its|his|her {} [there|then|please]", "[and|so|now] who|whom is|are|was|were the|their {} of|on|for|behind it|them|that|those|these|each"),
		ruleOf("add done by", func(ed *editor, u utterance, f fit) bool {
			s := u.trim(stretch{0, len(u.tokens)})
			return (len(ed.operations) > 0 || english.Additions[u.words[s.from]] || u.words[s.from] == "with" || u.words[s.from] == "show") && ed.addDoneBy(u.text(f.slots[0]))
		}, "[and|with|plus|also|add|include|show] [show|add|include|also|see|tell|give] [me|also] who {} it|them|him|her|those|these|that|this|each [too|also|please]",
			"[and|with|plus|also|add|include|show] [show|add|include|also|see|tell|give] [me|also] who|whom it|they|he|she was|were|is|are {} by [too|also|please]", "[and|with|plus|also|add|include|show] [show|add|include|also|see|tell|give] [me|also] {} by who|whom [too|also|please]"),
	}
}

// addDoneBy shows who a key leads to that goes by a deed; false where no key of the rows in force does, or several.
func (ed *editor) addDoneBy(deed string) bool {
	words := strings.Fields(strings.ToLower(deed))
	words = slices.DeleteFunc(words, func(w string) bool { return w == "has" || w == "have" || w == "had" || w == "was" || w == "were" })
	root := ed.root()
	if len(words) != 1 || root == nil || ed.query.Set != nil || ed.block().Grouped() {
		return false
	}
	var found *schema.Edge
	for _, e := range ed.index.Graph.Of(root) {
		if e.From != root || len(e.FromColumns) != 1 || len(e.To.Label) == 0 || !slices.ContainsFunc(e.FromColumns[0].Words, func(w string) bool { return schema.Stem(w) == schema.Stem(words[0]) }) {
			continue
		}
		if found != nil && found.FromColumns[0] != e.FromColumns[0] {
			return false
		}
		found = e
	}
	if found == nil {
		return false
	}
	part := compose.Part{}
	for _, c := range found.To.Label {
		t := meaning.ColumnTerm(c, meaning.Span{})
		t.Via = found
		part.Show = append(part.Show, t)
	}
	ed.taken = append(ed.taken, words...)
	ed.understand("who " + deed + " = " + strings.Join(found.FromColumns[0].Words, " "))
	return ed.addColumnsMeant(part)
}
