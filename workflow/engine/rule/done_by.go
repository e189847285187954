package rule

import (
	"slices"
	"strings"

	"parley/workflow/engine/clause"
	"parley/workflow/engine/compose"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/measure"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file shows beside rows those who did something with them, where a key of theirs goes by the deed: "with who introduced them" of
// members with an introduced_by.

// doneByRules add who did something.
func doneByRules() []clause.Rule {
	return []clause.Rule{
		clause.RuleOf("superior", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool { return whoInRole(ed, u.Text(f.Slots[0])) },
			"[and|so|now] who|whom is|are|was|were the|their|its|his|her {} [there|then|please]", "[and|so|now] who|whom is|are|was|were the|their {} of|on|for|behind it|them|that|those|these|each"),
		clause.RuleOf("add done by", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			s := u.Trim(tag.Stretch{From: 0, To: len(u.Tokens)})
			return (len(ed.Operations) > 0 || english.Additions[u.Words[s.From]] || u.Words[s.From] == "with" || u.Words[s.From] == "show") && addDoneBy(ed, u.Text(f.Slots[0]))
		}, "[and|with|plus|also|add|include|show] [show|add|include|also|see|tell|give] [me|also] who {} it|them|him|her|those|these|that|this|each [too|also|please]",
			"[and|with|plus|also|add|include|show] [show|add|include|also|see|tell|give] [me|also] who|whom it|they|he|she was|were|is|are {} by [too|also|please]", "[and|with|plus|also|add|include|show] [show|add|include|also|see|tell|give] [me|also] {} by who|whom [too|also|please]"),
	}
}

// addDoneBy shows who a key leads to that goes by a deed; false where no key of the rows in force does, or several.
func addDoneBy(ed *edit.Editor, deed string) bool {
	words := strings.Fields(strings.ToLower(deed))
	words = slices.DeleteFunc(words, func(w string) bool { return w == "has" || w == "have" || w == "had" || w == "was" || w == "were" })
	root := ed.Root()
	if len(words) != 1 || root == nil || ed.Query.Set != nil || ed.Block().Grouped() {
		return false
	}
	var found *schema.Edge
	for _, e := range ed.Index.Graph.Of(root) {
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
	ed.Taken = append(ed.Taken, words...)
	ed.Understand("who " + deed + " = " + strings.Join(found.FromColumns[0].Words, " "))
	return measure.AddColumnsMeant(ed, part)
}
