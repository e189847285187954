package rule

import (
	"parley/workflow/engine/clause"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/measure"
	"parley/workflow/engine/pointer"
	"parley/workflow/engine/tag"
)

// sameShifted begins what asks for the same in another period: "the same route", "same again", "the same trip, but".
const sameShifted = "[and|now|what|how|the|show] [about|me|the] [same] [route|trip|thing|again|one|ones|query|list|journey|rows|search] [,] [but|just|only] [for|in|on] [the] "

// relateRules ask of the rows what lies elsewhere: in another period, or in the rows of other tables.
func relateRules() []clause.Rule {
	shift := func(sign int) func(*edit.Editor, tag.Utterance, tag.Fit) bool {
		return func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return measure.ShiftSaid(ed, u, sign*append(f.Numbers, 1)[0])
		}
	}
	shiftNamed := func(sign int) func(*edit.Editor, tag.Utterance, tag.Fit) bool {
		return func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return measure.ShiftNamed(ed, u, u.Text(f.Slots[0]), sign*append(f.Numbers, 1)[0])
		}
	}
	const of = "[and|so|now|ok] [what|how] [about|did|does] [is|was|were|are] [it|that|this|they|those|these] [look|like] [like] [for|in|during|over] [the] "
	belonging := func(some bool) func(*edit.Editor, tag.Utterance, tag.Fit) bool {
		return func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return pointer.Belonging(ed, u.Text(f.Slots[0]), some)
		}
	}
	return []clause.Rule{
		clause.RuleOf("shift", shift(-1),
			of+"same day|week|month|quarter|period|time|date|dates|range|days|weeks|months|quarters last|previous|prior|past|the|a|one|of year|last|previous|the [year] [before|earlier|ago]",
			"[and|what|how] [about] [for|in] the|a|one day|week|month|quarter|year before|earlier|prior [that]",
			"[and|what|how] [about] [for|in] [the] previous|preceding|prior day|week|month|quarter|year",
			of+"day|week|month|quarter|year before|prior|preceding [that|this|it]",
			of+"# "+pointer.UnitsSaid+" before|prior|earlier|preceding [that|this|it|those|these|them]", of+"previous|preceding|prior # "+pointer.UnitsSaid),
		clause.RuleOf("shift", shift(-1), sameShifted+"# "+pointer.UnitsSaid+" before|earlier|sooner|prior [than] [that|this|it] [please]", sameShifted+"a|one|the "+pointer.UnitsSaid+" before|earlier|sooner|prior [than] [that|this|it] [please]", sameShifted+"previous|preceding|prior "+pointer.UnitsSaid),
		clause.RuleOf("shift", shift(1), "[and|make|try|still|yet] [it|that] # "+pointer.UnitsSaid+" more", "[and|make|try|still|yet] [it|that] # more "+pointer.UnitsSaid, "[and|make|try|still|yet] [it|that] another|a|one [further|more] "+pointer.UnitsSaid+" [more|further|later|on]"),
		clause.RuleOf("shift", shift(1), sameShifted+"# "+pointer.UnitsSaid+" later|after|afterwards|on [than] [that|this|it] [please]", sameShifted+"a|one|the "+pointer.UnitsSaid+" later|after|afterwards|on [than] [that|this|it] [please]", sameShifted+"following|next "+pointer.UnitsSaid),
		clause.RuleOf("shift", shift(1), "[and|what|how] [about] [for|in] the|a|one day|week|month|quarter|year after|later [that]", "[and|what|how] [about] [for|in] the next|following day|week|month|quarter|year"),
		clause.RuleOf("shift", shiftNamed(1), "[and|but|make|with|move|push] [the|my|our] {} # "+pointer.UnitsSaid+" later|after [please]", "[and|but|make|with|move|push] [the|my|our] {} [by|back] a|one "+pointer.UnitsSaid+" later|after [please]",
			"[and|but|make] [it|that] # "+pointer.UnitsSaid+" later for|on|with|of [the|my|our] {}", "[and|but|make] [it|that] a|one "+pointer.UnitsSaid+" later for|on|with|of [the|my|our] {}"),
		clause.RuleOf("shift", shiftNamed(-1), "[and|but|make|with|move|bring] [the|my|our] {} # "+pointer.UnitsSaid+" earlier|sooner|before [please]", "[and|but|make|with|move|bring] [the|my|our] {} [by|forward] a|one "+pointer.UnitsSaid+" earlier|sooner|before [please]",
			"[and|but|make] [it|that] # "+pointer.UnitsSaid+" earlier|sooner for|on|with|of [the|my|our] {}", "[and|but|make] [it|that] a|one "+pointer.UnitsSaid+" earlier|sooner for|on|with|of [the|my|our] {}"),
		clause.RuleOf("shift", clause.Plain(func(ed *edit.Editor) bool { return measure.ShiftByLength(ed, -1) }), "[and|but|so|now|ok] [what|how|same] [about|for] [the] [time|period|ones|one] before [that|then|this|it] [please]", "[and|but|so|now|ok] [what|how|same] [about|for] [the] previous|preceding|prior period [please]"),
		clause.RuleOf("shift", clause.Plain(func(ed *edit.Editor) bool { return measure.ShiftByLength(ed, 1) }), "[and|but|so|now|ok] [what|how|same] [about|for] [the] [time|period] after [that|then|this|it] [please]", "[and|but|so|now|ok] [what|how|same] [about|for] [the] next|following period [please]"),
		clause.RuleOf("contrast", clause.Plain(pointer.Both), "[and|ok|now|so|please|can] [you|we|i] [show|give|list|see|compare|put|take] [me] both [of] [them|these|those] [please|now|together|then|at|side] [once|by] [side]", "[and|ok|now] [show|compare|put] [me] [them|the] two|both|them side by side|beside [each] [other] [please]"),
		clause.RuleOf("contrast", clause.Plain(pointer.Better), pointer.Gradings...),
		clause.RuleOf("contrast", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool { return pointer.BetterThanBefore(ed, u) }, pointer.GradingsOfTime...),
		clause.RuleOf("count by", clause.Plain(pointer.CountOfEach), "[and|so|now] how many of each|both [kind|type|one|sort|them] [is|are|were] [there|that|those] [please]", "[and|so|now] [show|give] [me] [the|a] number|count of|for each|both [kind|type|one] [please]", "[and|so|now] count each|both [of] [them|these|those] [separately|apart] [please]"),
		clause.RuleOf("release time", clause.Plain(measure.ReleaseTime), "[for|from|in|over|at|of|show] [me] all|any [the] date|dates|time|times|period|periods", "[over] all of time", "ever", "whenever", "[for|from|in|over|across|of|show] [me] any|all|every year|years", "[for|from|in|over|across] any|all|every month|months|quarter|quarters|week|weeks [and] [any|all] [year|years]", "no matter when", "regardless of when",
			"no|clear|lift [the] date|dates|time|period [limit|filter|range|condition|restriction]", "remove|drop [the] date|time|period limit|filter|range|condition|restriction"),
		clause.RuleOf("contrast", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return measure.Contrast(ed, u.Text(f.Slots[0]))
		},
			"[and|now|can] [you] compare|compared [it|that|this|them|those] with|to|against [the] {}", "[and|so] how does|do|did that|this|it|they|those|these compare with|to|against [the] {}", "versus|vs [the] {}", "{} for|as|by comparison"),
		clause.RuleOf("whole", func(ed *edit.Editor, u tag.Utterance, _ tag.Fit) bool { return measure.Whole(ed, u) }, "[extend|widen|expand|make|show] [me] [that|it|this] [to|for|over|across|in|during] the|a whole|full|entire year|quarter|month [please|instead]"),
		clause.RuleOf("with none", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return measure.WithNone(ed, u.Text(f.Slots[0]))
		},
			"[and|also|but|please|now] include|show|add|keep|list [also] [the|all|any] {} with|having|that|which|who|without [have|has|had] none|nothing|zero|any [too|also|please|rows]",
			"[and|also|but|please|now] include|show|add|keep|list [also] [the|all|any] {} with|having|that|which|who|without [have|has|had] none|nothing|zero|any as well"),
		clause.RuleOf("without rows", belonging(false),
			"[only|just|show|keep] [me] [only|just] [the|those] [ones|rows] [that|who|which] without|lacking [a|an|any] {}", "[only|just|show|keep] [me] [only|just] [the|those] [ones|rows] with|that|who|which [have|has|had] no {}",
			"[only|just|show|keep] [me] [only|just] [the|those] [ones|rows] that|who|which do|does|did|don't|doesn't|didn't|have|has|never [not|never] have|had [a|an|any|no] {}",
			"[and|only|just|show] [me] [the] [which|those|who] [ones|one] [that|which|who] [have|has|had|were|was|are] never [been|had|made|placed|got] [a|an|any] {}"),
		clause.RuleOf("with rows", belonging(true), "only|just|keep [show|keep] [me] [only|just] [the|those] [ones|rows] with|having|that|who|which [have|has|had] [a|an|any|some|at] {}"),
		clause.RuleOf("superior", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return pointer.Superior(ed, u.Text(f.Slots[0]))
		},
			"[and] who|what|whom is|are|was|were their|its|his|her|the {}", "[and] [to] who|whom do|does|did they|each|he|she|it [each] {}", "[and|also|please] show|add|include|give [me] [also] the|their|its|his|her {} [too|also] [please]", "with|and|also their|its|his|her {}"),
		clause.RuleOf("doers", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool { return measure.Doers(ed, u.Text(f.Slots[0])) },
			"[and|so|now] [show|tell|list|give] [me] [the] [people] who {} [in|on|for|with|to|at|from] it|them|those|these|that|they [ones|rows]"),
		clause.RuleOf("doers", func(ed *edit.Editor, _ tag.Utterance, _ tag.Fit) bool { return measure.Doers(ed, "own") }, "[and] whose is|are|were they|these|those|it"),
		clause.RuleOf("count related", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return pointer.CountRelated(ed, u.Text(f.Slots[0]))
		},
			"[and|so] how many {} did|do|have|has|does they|these|those|he|she [have|has|had|place|placed|make|made|get|got|buy|bought|write|written|wrote]"),
		clause.RuleOf("live", clause.Plain(clause.Live), "[and|so] where do|does|did they|those|these|he|she|it [people] live|reside|stay", "[and|so] where are|is they|those|these|he|she [people] from|based|located", "[and|so] where do|does they|he|she come from", "[and|plus] [also|add|show|include|with] [also] [me] where they|those|these|he|she live|lives|reside|stay|are|is [from|based|located]", "[and|plus] [also|add|show|include|with] [also] [me] where they|he|she come|comes from"),
		clause.RuleOf("live", itemsRule(clause.Add), "[and|so] where do|does they|those|these|he|she [people] live|reside|stay ? show|give|tell|add [me] [the|their] {}"),
		clause.RuleOf("when", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool { return measure.When(ed, u.Text(f.Slots[0])) }, "[and] when was|were|did|do|does|is|are {}"),
		clause.RuleOf("when", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool { return measure.When(ed, u.Text(f.Slots[0])) },
			"[and|plus] [also|add|show|include|with] [also] [me] when they|it|he|she|those|these|each [one|were|was|have|has|did] {}", "[and|plus] [also|add|show|include] [the] date|day|time [on|at] when|which they|it|he|she|those|these|each [one|were|was|have|has|did] {}"),
		clause.RuleOf("added of those", itemsRule(clause.Add),
			"[and|so|now|show|give|add] [me] [the] {} of|for each|every [one] [of] [them|those|these] [please|too]", "[and|so|now] what|which is|are|'s [the] {} of|for each|every [one] [of] [them|those|these]"),
		clause.RuleOf("count each", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return !pointer.Speaks(ed, u.Text(f.Slots[1])) && pointer.CountEach(ed, u.Text(f.Slots[0]))
		}, "[and|show|tell|also|so] [me] how many {} does|do|did|has|have|had each|every [one|row] [of] [them|those|these] {}"),
		clause.RuleOf("count each", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return pointer.CountEach(ed, u.Text(f.Slots[0]))
		},
			"[and|show|tell|also] [me] how many {} does|do|did|has|have each|every [one|row] [of] [them|those|these] [have|has|make|made|get|got|place|placed]", "[and|show] [me] how many {} each [one] [of] [them|those|these] has|have|had|made|got|placed",
			"[and|so] how many {} was|were|is|are|has|have|did|does|do each|every [one|row] [of] [them|those|these] [in|on|at|for|with|play|played|have|had|make|made|get|got|take|took|involved|part] [of|in|on|part]", "[and|so] how many {} is|are|was|were [there] in|on|at|for|of|with each|every [one|row] [of] [them|those|these]",
			"[and|with|show|add|also|include] [me] [the|their] number|count of {} [for|of|per] each [one|row] [of] [them|those|these]", "[and] how many {} each", "[and|so|now|show] [me] how many {} [are|is|were] [there] in|on|at|for|of|with|per|by each [one|of] [them|those|these]"),
		clause.RuleOf("count by", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return measure.CountBy(ed, u.Text(f.Slots[0]))
		}, "[and|so] how many [rows|results|records|of] [is|are|was|were] [that|those|them|these|they|it|there] by|per {}", "[and|so] how many [rows|results|records|of] [is|are|was|were] [that|those|them|these|they|it|there] for|in each {}",
			"[just|only|and|now|please] [just|only] count [them|those|these|it] by|per|for [each] {}",
			"[just|only|and|now] [show|give] [me] the|their number|count [of] [rows|them|those|these] by|per {}"),
	}
}
