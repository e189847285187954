package rule

import (
	"parley/workflow/engine/clause"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/pointer"
	"parley/workflow/engine/tag"
)

// endRules put another row in the place of the one whose key is asked for, and turn round where rows begin and end. A number behind "and"
// may be of any column, and "the other way" is an order of rows as well: these come first.
func endRules() []clause.Rule {
	return []clause.Rule{
		clause.RuleOf("correct", func(ed *edit.Editor, _ tag.Utterance, f tag.Fit) bool { return clause.KeyInstead(ed, f.Numbers[0]) },
			"[and|or|now|ok|so] [what|how] [about] [number|no|nr|id] # [instead|please]"),
		clause.RuleOf("correct", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return pointer.CallsRows(ed, u.Text(f.Slots[0])) && clause.KeyInstead(ed, f.Numbers[0])
		}, "[and|or|now|ok|so] [what|how] [about] {} [number|no|nr|id] # [instead|please]"),
		clause.RuleOf("swap ends", clause.Plain(pointer.SwapEnds), "[and|so|now|but|ok] [what|how] [about] [in] [the] other way round|around [please|instead]", "[and|so|now|but|ok] [what|how] [about] [in] [the] opposite|reverse|other direction [please|instead]", "[and|so|now|but|ok] [what|how] [about] vice versa"),
		clause.RuleOf("swap ends", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return pointer.SwapNamedEnds(ed, u.Text(f.Slots[0]), u.Text(f.Slots[1]))
		}, "[and|so|now|please] swap|switch|exchange|flip|reverse [the] {} and|with [the] {} [please]"),
	}
}
