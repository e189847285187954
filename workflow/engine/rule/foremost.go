package rule

import (
	"slices"
	"strings"

	"parley/dialog"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/measure"
	grammar "parley/workflow/engine/phrase"
	"parley/workflow/engine/tag"
)

// This file asks who stands first by the figure in force, of things that are not on screen: "which 3 products made the most" and "what about
// the top 5 customers" after revenue per month.

// didMost is the end of a question for whoever stands first, by verbs that say no more than what the figure tells.
var didMost = "[has|have|had] " + strings.Join(slices.Concat(dialog.HaveIt, dialog.TakeIn, strings.Fields("sell sells sold spend spends spent pay pays paid")), "|") + " [in|us|out] [us] the most|least"

func foremostRules() []clause.Rule {
	const which = "[ok|okay|well] [and|so|now|but] which|what "
	return []clause.Rule{
		clause.RuleOf("foremost", foremost, which+"# {} "+didMost, which+"{} "+didMost),
		clause.RuleOf("foremost", foremost, "[ok|okay|well] [and|so|now|but] what|how about the top|best # {} [then|instead]"),
	}
}

// foremost takes the figure in force for something else than the groups on screen, and keeps as many as were said: one of a singular, some
// of a plural.
func foremost(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
	text, n := u.Text(f.Slots[0]), 1
	switch {
	case len(f.Numbers) > 0:
		n = f.Numbers[0]
	case grammar.Several(text):
		n = grammar.PluralRows
	}
	return measure.TopOther(ed, text, n, !u.Has("least"))
}
