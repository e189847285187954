package rule

import (
	"parley/workflow/engine/clause"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/pointer"
	"parley/workflow/engine/tag"
)

// This file lists ways of asking how figures changed: against a time that is named, and where they changed the most.

func changeRules() []clause.Rule {
	const (
		also    = "[and|also|now|so|ok|plus] [show|add|give|see|with|as] [me] [the|a] "
		since   = " [compared|compare|relative] vs|versus|against|since|from|over|on|to|with|than [with|to] [the] {}"
		changes = "[percentage|percent|relative] growth|change|increase|decrease|difference|development|evolution [rate] [in] [percent|%]"
		they    = "[and|so|ok|but] has|have|did|do|does|is|was|are it|they|that|this|these|those|he|she go|gone|going|grow|grown|growing|rise|risen|rising|fall|fallen|falling|increase|increased|drop|dropped|decline|declined|improve|improved|change|changed [up|down] [or] [up|down] [at] [all]"
	)
	changed := func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
		text := ""
		if len(f.Slots) > 0 {
			text = u.Text(f.Slots[0])
		}
		return pointer.ChangeSince(ed, text)
	}
	most := func(rose, many bool, patterns ...string) clause.Rule {
		return clause.RuleOf("most changed", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			text := ""
			if len(f.Slots) > 0 {
				text = u.Text(f.Slots[0])
			}
			return pointer.MostChanged(ed, text, rose, many)
		}, patterns...)
	}
	noun := func(rose bool, one, several string) []clause.Rule {
		const largest = "[and|now|so|only|just] [what|which|where|who] [is|was|were|are] [show|give] [me] [the] biggest|largest|steepest|greatest|highest|strongest|sharpest "
		return []clause.Rule{most(rose, false, largest+one, largest+one+since), most(rose, true, largest+one+" first", largest+several+" [first]", largest+several+since)}
	}
	verb := func(rose bool, way string) clause.Rule {
		const which = "[and|now|so] which|who|what [one|ones] [has|have] "
		return most(rose, false, which+way+" [the] most", which+way+" [the] most"+since)
	}
	out := []clause.Rule{clause.RuleOf("change added", changed, also+changes+since, they+since, they)}
	out = append(out, noun(true, "rise|increase|growth|gain|jump|improvement", "rises|increases|gains|jumps|improvements")...)
	out = append(out, noun(false, "drop|fall|decrease|decline|loss|dip", "drops|falls|decreases|declines|losses|dips")...)
	return append(out, verb(true, "grew|grown|rose|risen|increased|gained|improved|climbed"), verb(true, "went|gone up"),
		verb(false, "fell|fallen|dropped|declined|decreased|shrank|lost"), verb(false, "went|gone down"))
}
