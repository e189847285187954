package engine

import (
	"parley/db/statement"
	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	"parley/workflow/schema"
	"slices"
	"strings"
)

func init() { // not in the declaration: an act may apply further rules to the rest of the input
	rules = slices.Concat(seenRules(), alikeRules(), pointRules(), liftRules(), releaseRules(), wholeRules(), boundRules(), figureRules(), figureAskedRules(), figureBoundRules(), doneByRules(), actRules(), thoseRules(), belongRules(), combinedRules(), arrangeRules(), exceptRules(), limitRules(), orderRules(), groupRules(), relateRules(), aggregateRules(), rowRules(), setRules(), itemRules(), bareRules())
}

func limitRules() []rule {
	n := func(f fit) int { return f.numbers[0] }
	limit := func(ed *editor, u utterance, f fit) bool { return !ed.yearMeant(u, n(f)) && ed.limit(n(f)) }
	top := func(desc bool) func(*editor, utterance, fit) bool {
		return func(ed *editor, u utterance, f fit) bool {
			if n(f) == 0 || len(f.slots) > 0 && !ed.topOf(u.text(f.slots[0]), desc) {
				return false
			}
			if ed.alongCalendar() && !u.has("first") && !u.has("last") {
				ed.query.ClearOrder()
			}
			return ed.top(n(f), desc)
		}
	}
	return []rule{
		ruleOf("limit", func(ed *editor, u utterance, f fit) bool {
			return ed.query.Limit.IsZero() && ed.try(func() bool { return ed.rebound(n(f)) }) || limit(ed, u, f)
		}, "change|set|make|raise|lower|increase|reduce|put|adjust|decrease [the] limit [up|down] [to|at] # [please|instead]"),
		ruleOf("limit", limit,
			"limit [it|them|that|this|the] [results|rows|list] [to] [the] [first|top] # [rows|results|records|entries|only]", "[show|give] [me] [the] first page of # [rows|results|records|entries]",
			"[only|just] [show|give|display|keep|list] [me] [only|just] # [of] [them|those|these|rows|results|records|entries|ones|please|only]",
			"[show|give|display|keep|list] [me] # [of] [them|rows|results] at most|max|maximum", "cut|trim|narrow|reduce|shorten|shrink it|them|this|that|the [list|results] [down] to [the] [first|top] # [rows|results|records|entries]",
			"at|up most|to # rows|results|records|entries", "i|we only|just need|want [the] [first] # [of] [them|those]", "i|we need|want only|just [the] [first] # [of] [them|those]", "# [rows|of] [them] is|are|will enough|do", "[only|just] # rows|results|records|entries"),
		ruleOf("top", top(true),
			"[only|just|show|give|keep|list] [me] [only|just] [the] top|first|best # [rows|results|records|entries|ones|only|of] [those|them|these]",
			"[only|just|show|give|keep|list] [me] [only|just] [the] top|first|best # {}", "[only|just] [the] top|first|best # is|are|will|would|should [be|do] [enough|fine|ok|okay|plenty|sufficient|good] [for] [me|now]", "[and] who|what|which is|are|were|was the top|first # [rows|ones|of] [them|those|these]"),
		ruleOf("limit", plain(func(ed *editor) bool { return ed.settledRows() && ed.limit(1) }),
			"[only|just|show|give|keep] [only|just|show|give|keep] [me] [only|just] the first [one|result|row|record|entry] [only|please]"),
		ruleOf("top", func(ed *editor, _ utterance, _ fit) bool { return ed.top(1, true) },
			"[only|just|show|give|keep] [only|just|show|give|keep] [me] [only|just] the|its first|top|best [one|result|row|record|entry] [only|please]"),
		ruleOf("group", func(ed *editor, u utterance, f fit) bool { return ed.topOther(u.text(f.slots[0]), n(f)) },
			"[only|just|show|give|list|now] [me] [the] top|best # {} instead|rather", "[only|just|show|give|list|now] [me] [the] top|best # {}"),
		ruleOf("superlative top", func(ed *editor, u utterance, f fit) bool {
			return n(f) > 0 && ed.superlative(u.text(f.slots[0])) && ed.limit(n(f))
		}, "[only|just|show|give|keep|list] [me] [only|just] [the] {} # [rows|results|ones|of] [those|them|these]", "[only|just|show|give|keep|list] [me] [only|just] [the] # {}"),
		ruleOf("bottom", func(ed *editor, _ utterance, f fit) bool {
			return n(f) > 0 && len(ed.query.OrderBy) == 0 && ed.worst(false) && ed.limit(n(f))
		}, "[only|just|show|give|keep|list] [me] [only|just] [the] worst # [rows|results|records|ones|of] [those|them|these]"),
		ruleOf("top", func(ed *editor, _ utterance, f fit) bool {
			return n(f) > 0 && ed.byNewest(true) && ed.limit(n(f))
		}, "[only|just|show|give|keep|list] [me] [only|just] [the] top|first|best # by that|it|this [one|figure|number|value|column]"),
		ruleOf("bottom", top(false),
			"[only|just|show|give|keep|list] [me] [only|just] [the] bottom|last|worst|lowest # [rows|results|records|ones|of] [those|them|these|that|this|it]"),
		ruleOf("too many", plain((*editor).fewer),
			"[that|this|these|it|those] ['s|is|are] [way|far|still|just] too many [rows|results|of|records] [them]", "too much [data|information]", "[show|give] [me] fewer|less [rows|results|of|records] [them]", "shorten|shorter [the] [list]"),
		ruleOf("too few", plain((*editor).more),
			"[that|this|these|it|those] ['s|is|are] [way|far|still|just] too few [rows|results|of|records] [them]", "[that|this|it] ['s|is] not enough [rows|results|of|records] [them]",
			"[show|give|list] [me] [some|a] [few] more [rows|results|of|records] [them|those|please]"),
		ruleOf("all", plain((*editor).unlimited),
			"[show|give|list|display|i|see] [me|want] [them|it|all|everything|back] all|everything [of] [them|it|rows|results|records|those|again]",
			"[remove|drop|lift|without|no|clear|delete|take] [away|off] [the|any|a] limit [please]", "unlimited|unlimit", "do|don't [not] limit [it|them]"),
		ruleOf("skip", func(ed *editor, _ utterance, f fit) bool { return ed.skip(n(f)) }, "skip|offset [by] [the] [first] # [rows|results|ones]"),
		ruleOf("skip", plain(func(ed *editor) bool { return ed.withoutTop(1) }),
			"[show|but|and] [me] [everything|all|them] [but] excluding|exclude|without|skip|omit|drop|remove|ignore|except|not|leaving|leave [out] the first|top [one|row|result|entry] [out|please]",
			"[show] [me] all|everything but the first|top [one|row|result|entry] [please]"),
		ruleOf("skip", func(ed *editor, _ utterance, f fit) bool { return ed.withoutTop(n(f)) },
			"[but|and] exclude|excluding|without|omit|drop|remove|ignore|except|leave [out] the first|top # [ones|rows|results|entries] [out|please]"),
		ruleOf("skip", plain(func(ed *editor) bool { return ed.withoutTop(1) }),
			"[show|but|and] [me] [everything|all|them] [but|except] [excluding|exclude|without|skip|omit|drop|remove|ignore|except|but|not|leaving|leave] [out] the first|top [one|row|result|entry|only] [out|please]"),
		ruleOf("skip", func(ed *editor, _ utterance, f fit) bool { return ed.withoutTop(n(f)) },
			"[but|and] exclude|excluding|without|omit|drop|remove|ignore|except|leave [out] the first|top # [ones|rows|results|entries] [out|please]"),
		ruleOf("next", func(ed *editor, _ utterance, f fit) bool { return ed.next(append(f.numbers, 0)[0]) },
			"[and|now] [show|give] [me] [the] next # [rows|results|ones|of] [them]", "[show|give] [me] [the] next page|ones", "[and|now] [show|give] [me] the # after|behind|below that|those|them|these", "[and|now] the following #"),
		ruleOf("next", func(ed *editor, u utterance, f fit) bool {
			text := withoutOne(u.text(f.slots[0]))
			return (text == "" || text == "one" || ed.onlySuperlative(text)) && ed.nextOf(1)
		}, "[and|now|so|what|which|who] [is|was|about] the next {} [please]", "[and|now|so|what|who] [is|was|about] [comes] next {}"),
	}
}

func orderRules() []rule {
	order := func(more bool) func(*editor, utterance, fit) bool {
		return func(ed *editor, u utterance, f fit) bool {
			t, ok := ed.targets(u.text(f.slots[0]))
			if i, said := ed.figureSaid(u.text(f.slots[0])); said && (!ok || t[0].item < 0) {
				t, ok = []target{{item: i, said: u.text(f.slots[0])}}, true
			}
			if u.any(english.RankWords) || ed.ranking(t) {
				ed.highestFirst(t)
			}
			return ok && ed.order(t, more)
		}
	}
	directed := func(desc bool) func(*editor, utterance, fit) bool {
		return func(ed *editor, u utterance, f fit) bool { return ed.orderBy(u.text(f.slots[0]), desc) }
	}
	direct := func(desc bool) func(*editor, utterance, fit) bool {
		return plain(func(ed *editor) bool { return ed.direct(desc) })
	}
	const sort = "[sort|order|rank|arrange|list|show|put] [it|them|these|those|this|that|the] [results|list|rows] "
	return []rule{
		ruleOf("order", func(ed *editor, u utterance, f fit) bool {
			i, ok := ed.figureSaid(u.text(f.slots[0]))
			desc, end := ed.endOf(u.text(f.slots[1]))
			return ok && end && ed.sortByItem(i, desc)
		}, "[sort|order|rank|sorted|ordered|ranked] [it|them|these|those] by [the] {} [,] {} first|top [please]", "[sort|order|rank|sorted|ordered|ranked] [it|them|these|those] by [the] {} , {} on|at [the] top"),
		ruleOf("order", plain(func(ed *editor) bool { return ed.byNewest(true) }),
			"[and|now] [sort|order|rank|sorted|ordered|ranked] [it|them|these|those] by that|this|it [figure|number|column|value|one] [instead|please|too]"),
		ruleOf("order", func(ed *editor, u utterance, f fit) bool {
			desc, ok := ed.endOf(u.text(f.slots[0]))
			return ok && ed.byNewest(desc)
		}, "[sort|order|rank|sorted|ordered|ranked] [it|them|these|those] by that|this|it [figure|number|column|value] [,] {} first [please]"),
		ruleOf("order", plain(func(ed *editor) bool { return ed.byMeasure(true) }), "rank [it|them|these|those|this|that|the] [results|list|rows] [please]",
			"sort|order|rank|sorted|ordered|ranked [it|them|these|those|this|the] [results|list|rows] by that|this|it [figure|number|column|value]"),
		ruleOf("order", order(false),
			"sort|order|rank|arrange|sorted|ordered|ranked|resort|reorder [it|them|these|those|this|that|the] [results|list|rows] [instead] by|on {} [instead]",
			"by {} order", "in order of {}"),
		ruleOf("order", directed(true), "sort|order|rank|arrange|sorted|ordered|ranked [it|them|these|those] by [the] {} z-a", "sort|order|rank|arrange|sorted|ordered|ranked [it|them|these|those] by [the] {} [from] z to a"),
		ruleOf("order", directed(false), "sort|order|rank|arrange|sorted|ordered|ranked [it|them|these|those] by [the] {} a-z", "sort|order|rank|arrange|sorted|ordered|ranked [it|them|these|those] by [the] {} [from] a to z", "sort|order|rank|arrange|sorted|ordered|ranked [it|them|these|those] by [the] {} alphabetically"),
		ruleOf("order", directed(true), sort+"descending|desc|downwards|backwards by {}", sort+"in descending order of|by {}"),
		ruleOf("order", directed(false), sort+"ascending|asc|upwards by {}", sort+"in ascending order of|by {}"),
		ruleOf("order", func(ed *editor, u utterance, f fit) bool { return ed.superlative(u.text(f.slots[0])) },
			"[with|put|show|have|keep] [the] {} [ones] at|on|to [the] top|beginning|start", "[put|show|bring] [the] {} [ones] up|first"),
		ruleOf("order", func(ed *editor, u utterance, f fit) bool { return ed.span(u.text(f.slots[0]), u.text(f.slots[1])) },
			sort+"from {} to {}"),
		ruleOf("then order", order(true), "then|secondly by {}", "then sort|order by {}"),
		ruleOf("reverse", plain((*editor).reverse),
			"reverse|flip|invert|turn [it|that|them|this|the] [order|sort|sorting|list|rows|results|around|round]", sort+"[in] reverse|reversed [the] [order]",
			"[in] [the] opposite|other order|direction|way [around|round]", sort+"[in] the other|opposite way|direction|order [around|round]", "[the] other way [around|round]", "upside down"),
		ruleOf("alphabetical", plain(func(ed *editor) bool { return ed.alphabetical(false) }),
			sort+"[in] alphabetically|alphabetical [order]", sort+"[from] a to z", sort+"a-z"),
		ruleOf("alphabetical", plain(func(ed *editor) bool { return ed.alphabetical(true) }),
			sort+"[in] reverse alphabetically|alphabetical [order]", sort+"[from] z to a", sort+"z-a"),
		ruleOf("descending", direct(true), sort+"[in] descending|desc|decreasing [order] [instead|please]", sort+"[from] high|highest|largest|biggest to low|lowest|smallest"),
		ruleOf("ascending", direct(false), sort+"[in] ascending|asc|increasing [order] [instead|please]", sort+"[from] low|lowest|smallest to high|highest|largest|biggest"),
		ruleOf("unordered", plain((*editor).unordered), "[remove|drop|no|without|clear] [the|any] sort|sorting|order|ordering", "unsorted|unordered", "do|don't [not] sort [it|them]"),
		ruleOf("superlative order", func(ed *editor, u utterance, f fit) bool { return ed.superlative(u.text(f.slots[0])) },
			sort+"[by] [the] {} first|foremost [please|instead]", sort+"[by] [the] {} on|at [the] top"),
	}
}

func groupRules() []rule {
	group := func(keep bool) func(*editor, utterance, fit) bool {
		return func(ed *editor, u utterance, f fit) bool {
			text := u.text(f.slots[0])
			if u.actWithin(f.slots[0]) {
				return false
			}
			rest, when := ed.timeApart(text)
			if when != "" && !ed.filter(when, onlyMode, 0) {
				return false
			}
			text = rest
			t, ok := ed.targets(text)
			if ok && ed.agentAsTime(text, t) {
				return ed.groupByAgents(text, keep)
			}
			if ok && !keep && !u.has("per") && allNumbers(t) && ed.try(func() bool { return ed.exchangeMeasure(text) }) {
				return true // nobody groups by what is added up
			}
			if ok && ed.block().Grouped() && ed.needsJoin(t) && ed.groupMeant(text, keep) {
				return true
			}
			return ed.try(func() bool { return ok && ed.groupOrOrder(t, keep, u.has("instead")) }) || ed.groupMeant(text, keep) || ed.groupLoosely(text, keep)
		}
	}
	return []rule{
		ruleOf("break down", group(true),
			"break|split|drill|broken|breakdown [it|this|that|them|these|those|the] [result|results|numbers|total|totals] [down|up|out] [further|even] by|per|into|for {}",
			"[also|further|and] by|per {} too|also", "[also|further|and] by|per {} as well", "also|further|additionally by|per {}", "and by|per {}", "for|in each {}", "drill [down] into|by {}"),
		ruleOf("group", func(ed *editor, u utterance, f fit) bool {
			return ed.filter(u.text(f.slots[0]), onlyMode, 0) && group(false)(ed, u, fit{slots: f.slots[1:]})
		}, "break|split|drill [the] {} down|up|out [further] by|per|into {}"),
		ruleOf("group total", func(ed *editor, u utterance, f fit) bool {
			return ed.try(func() bool { return ed.totals(func() bool { return group(false)(ed, u, f) }) }) || ed.block().Grouped() && group(false)(ed, u, f)
		}, "total|sum|add [up] it|that|them|this|those [all] [up] by|per {} [instead|please]", "total|sum|add [up] it|that|them|this|those [all] [up] for each|every {}", "[and|now] sum|total|summed|totalled [up] by|per {} [instead|please]"),
		ruleOf("group", group(false),
			"[show|give|now|group|grouped|aggregate|same|the|list|count|make|do|have] [same] [me|it|them|that|this|the|those|these] [by|per|same|results|grouped] by|per {} [instead]",
			"by|per {} instead|rather", "break|split|drill|broken [it|this|that|them|these|those] [down|up|out] by|per|into {} instead|rather [please]", "[show|group|split|break] [me] [it|them|that] [down|up] by|per {} instead|rather of|than [by|per] {}", "rather by|per {} [please]", "group|grouped by|per {}", "count it|that|them|this|those [up] by|per {} [instead|please]", "by|per {}", "roll [it|that|this|them] up to|by [the] {} [level]"),
		ruleOf("group total", func(ed *editor, u utterance, f fit) bool {
			text := u.text(f.slots[0])
			t, ok := ed.personTargets(text)
			return ok && ed.totals(func() bool { return ed.group(t, false) }) || ed.try(func() bool { return ed.totals(func() bool { return ed.groupMeant(text, false) }) })
		}, "[and|now|so] [show|give] [me] [the] total|totals|sum [amount] per|by|for {}", "[and|now|so] [show|give] [me] [the] total|totals|sum for each {}"),
		ruleOf("group total", func(ed *editor, u utterance, f fit) bool {
			return !ed.block().Grouped() && ed.totalsBy(u.text(f.slots[0]))
		}, "[and|so|now|ok] how much is|are|was|were that|this|it|they|those|these [in] [total|all] per|by|for {}", "[and|so|now|ok] how much does|do|did that|this|it|they|those|these come|add|amount [up] to [in] [total|all] per|by|for {}", "[and|so|now|ok] what|how much does|do|did that|this|it|they|those|these make|come|add [up] [to] per|by|for {}"),
		ruleOf("group total", func(ed *editor, u utterance, f fit) bool {
			return ed.totals(func() bool { return ed.groupByUnit(u.words) })
		}, "[and|now|so] [show|give] [me] [the] hourly|daily|weekly|monthly|quarterly|yearly|annual total|totals|sum|sums [please|instead]"),
		ruleOf("group", func(ed *editor, u utterance, f fit) bool { return ed.groupByUnit(u.words) },
			"[show|give|make|and|now] [me|it|them|that] [on|at] [a|the] hourly|daily|weekly|monthly|quarterly|yearly|annual|annually [basis|level|instead|please|total|totals|numbers]",
			"[change|switch|make|turn|set] [it|that|this|them] [to|into] hours|days|weeks|months|quarters|years [instead|please]"),
		ruleOf("break down", func(ed *editor, u utterance, f fit) bool { return ed.timeByTime(u) }, "[show|give|and|now] [me|it|them|that] day|week|month|quarter|year by day|week|month|quarter|year"),
		ruleOf("ungroup", plain((*editor).ungroup),
			"ungroup [it|them]", "[no|without|remove|drop] [the|any] grouping|groups|breakdown", "do|don't [not] group [it|them]",
			"[just|only|show|give] [me] [just|only] [the|one|a] overall|grand|single [total] [only|instead|please]", "[just|only|show|give] [me] [just|only] [the|one|a] [overall|grand|single] total|sum for|of|over [the|that|this] whole|full|entire|year|month|quarter|week|period|lot|everything [year|month|quarter|week|period|lot] [please|only|instead]", "[and|so|show|give] [me] [what|what's|whats] ['s|is|was] [the] overall|grand|combined total"),
	}
}

func aggregateRules() []rule {
	return []rule{
		ruleOf("count", plain(func(ed *editor) bool { return !ed.block().Grouped() && ed.count() }), "[just|only] [show|give|tell] [me] the|their number|count [please|only]"),
		ruleOf("count", plain((*editor).count),
			"[and|so] how many [rows|results|records|entries|lines|of] [are|is|is|were|was|those|them|these] [there|that|those|these|they|it|this] [in] [total|all|altogether|now|then]", "[and|so] how many [rows|of] [them|those|these] are|is|were|was [there|then|still|now] left|remaining [now|then|over]", "[and|so] how many [rows|of] [them|those|these] remain [now|then]",
			"[just|only] [show|give|tell] [me] count [them|those|it|these|all|the] [rows|results|records|lines|entries] [please]",
			"[what|what's] ['s|is] [the|their] [total] number [of] [them|those|these|rows|results]", "[show|give|tell] [me] the|their [total] count|number [of|only] [them|those|these|rows|results]"),
		ruleOf("percentage", plain((*editor).percentage),
			"[show|give|express|display] [me|it|them|that|this|those|these] [as|in] [a|an|the] percentage|percentages|percent|%|share|shares|proportion|proportions|fraction [of] [the|total|whole|each|all] [total|of] [each|instead]",
			"show|give [me] [the|their] percentages|shares|proportions [instead|please]", "as|in [a|an|the] percentage|percentages|percent|%|share|shares|proportion|proportions [of] [the|total] [total|instead]",
			"[show|give|express] [me|it|that|them|this] as|in [a|an|the] percentage|percent|%|share|proportion of the [whole|full|entire] year|month|quarter|week|day|period|lot|sum",
			"what|which percentage|percent|share|proportion [of] [the] [total|whole] is|are|does [each|that|those|it|they|this] [one] [make] [up]"),
		ruleOf("running total", func(ed *editor, u utterance, _ fit) bool {
			return ed.running(u.any(english.Additions) || u.has("with"))
		},
			"[and] [as|show|add|with|give|make|include|also] [me|it|a|the] [a|the] running|cumulative|accumulated|rolling total|totals|sum|sums|count [instead|please|too|also|beside] [it]",
			"[show|make] [it|them|me] cumulative|cumulatively|accumulated", "accumulate|cumulate [it|them]"),
		ruleOf("sum", plain(func(ed *editor) bool { return ed.overall("sum", target{item: -1}) }),
			"[and|so] how much is|are|was|were that|this|it|those|they|these [in] [total|all|altogether|together]", "[and] what does|do that|this|it|those|they|these add|sum|come up|to [to] [in] [total|all|altogether|together]", "add|sum them|those|it|that|these up|together", "[and] in total|all", "sum [it|them|that] [up]"),
		ruleOf("sum", func(ed *editor, u utterance, f fit) bool {
			t, ok := ed.targets(u.text(f.slots[0]))
			return ok && len(t) == 1 && t[0].aggregate == "" && ed.overall("sum", t[0])
		}, "[and|so] how much {} is|are|was|were that|this|it|those|they|these [in] [total|all|altogether|together]"),
		ruleOf("measure", func(ed *editor, u utterance, f fit) bool {
			return ed.otherFunction(u.text(f.slots[0]), u.text(f.slots[1]))
		}, "[use|show|give|take|make|do|now|but] [me|it|that|them] [the|a] {} instead|rather of|than [the|a] {} [please]"),
		ruleOf("measure", func(ed *editor, u utterance, f fit) bool { return ed.otherFunction(u.text(f.slots[0]), "") },
			"[use|show|give|take|make|do|now|but] [me|it|that|them] [the|a] {} instead|rather [please]", "[now] use|take [the|a] {} [please]"),
		ruleOf("overall", applyOverall,
			"[and|so] [what|what's|show|give|tell|calculate|compute|whats] ['s|is|was|are|me] [the|their|its] {} of|for|over|among|across [all] [of] those|them|these|that|it",
			"[and|so] what|what's|whats|show|give|tell|calculate|compute ['s|is|was|are|me] [the|their|its|all] {}", "the|their|its {}"),
	}
}

func applyOverall(ed *editor, u utterance, f fit) bool {
	t, ok := ed.targets(u.text(f.slots[0]))
	if ok && len(t) > 1 {
		return ed.figures(t)
	}
	if !ok || len(t) != 1 {
		return false
	}
	function := t[0].aggregate
	if function == "" {
		function = u.aggregate(ed, f.slots[0])
	}
	if function == "" {
		return false
	}
	if function == "count" {
		return len(t[0].columns) == 0 && ed.count()
	}
	t[0].aggregate = ""
	return ed.overall(function, t[0])
}

// alongCalendar says that groups are in the order of time: the top of them are those of the largest figure, not the earliest.
func (ed *editor) alongCalendar() bool {
	if !ed.block().Grouped() && !isBeside(ed.query) || len(ed.query.OrderBy) == 0 || ed.query.Set != nil {
		return false
	}
	key := ed.block().Meaning(ed.query.OrderBy[0].Expr)
	if key.Aggregate() {
		return false
	}
	c := ed.scope().subject(key)
	if isBeside(ed.query) {
		c = ed.keyOfSides(key)
	}
	return c != nil && c.Role == schema.Moment
}

// isBeside says that all rows of a query come from derived tables of figures, as they are lowered.
func isBeside(q *statement.Query) bool {
	if q.Set != nil || len(q.From) < 2 || len(q.GroupBy) > 0 {
		return false
	}
	return !slices.ContainsFunc(q.From, func(s statement.Source) bool {
		return s.Query == nil || s.Query.Set != nil || !slices.ContainsFunc(s.Query.Items, isFigure)
	})
}

// keyOfSides is the column that a key of sides is, or is made of, in the first of them; nil for what is no key.
func (ed *editor) keyOfSides(x statement.Expr) *schema.Column {
	columns := x.Columns()
	if len(columns) == 0 || ofFigures(x) {
		return nil
	}
	qualifier, name, _ := columns[0].AsColumn()
	for _, src := range ed.query.From {
		if sourceName(src) != qualifier {
			continue
		}
		for _, it := range src.Query.Items {
			if it.Alias == name {
				return view{ed.index, src.Query}.subject(it.Expr)
			}
		}
	}
	return nil
}

// ofFigures says that an expression is made of figures.
func ofFigures(x statement.Expr) bool {
	return slices.ContainsFunc(x.Columns(), func(c statement.Expr) bool {
		_, name, _ := c.AsColumn()
		return isFigure(statement.Item{Alias: name})
	})
}

func isFigure(it statement.Item) bool {
	return strings.HasPrefix(it.Alias, strings.TrimSuffix(meaning.FigureName(0), "1"))
}
