package rule

import (
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/measure"
	"parley/workflow/engine/pointer"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

func init() { // not in the declaration: an act may apply further rules to the rest of the input
	clause.Rules = slices.Concat(hideSeenRules(), seenRules(), endRules(), pointer.GradedRules(), pointer.AlikeRules(), pointRules(), liftRules(), releaseRules(), measure.WholeRules(), pointer.BoundRules(), measure.FigureRules(), figureAskedRules(), foremostRules(), averageRules(), doneByRules(), changeRules(), actRules(), pointer.ThoseRules(), pointer.BelongRules(), combinedRules(), arrangeRules(), pointer.ExceptRules(), limitRules(), orderRules(), groupRules(), relateRules(), aggregateRules(), rowRules(), setRules(), itemRules(), bareRules())
}

// mostRowsSaid is the most rows that "make it so many" asks for: more is an amount.
const mostRowsSaid = 100

func limitRules() []clause.Rule {
	n := func(f tag.Fit) int { return f.Numbers[0] }
	limit := func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
		return !clause.YearMeant(ed, u, n(f)) && clause.Limit(ed, n(f))
	}
	top := func(desc bool) func(*edit.Editor, tag.Utterance, tag.Fit) bool {
		return func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			if n(f) == 0 || len(f.Slots) > 0 && !clause.TopOf(ed, u.Text(f.Slots[0]), desc) {
				return false
			}
			if alongCalendar(ed) && !u.Has("first") && !u.Has("last") {
				ed.Query.ClearOrder()
			}
			return clause.Top(ed, n(f), desc)
		}
	}
	return []clause.Rule{
		clause.RuleOf("limit", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return ed.Query.Limit.IsZero() && ed.Try(func() bool { return ed.Rebound(n(f)) }) || limit(ed, u, f)
		}, "change|set|make|raise|lower|increase|reduce|put|adjust|decrease [the] limit [up|down] [to|at] # [please|instead]"),
		clause.RuleOf("limit", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			bound := *ed
			bound.Query = ed.Query.Clone()
			return n(f) <= mostRowsSaid && !bound.Rebound(n(f)) && limit(ed, u, f) // else the number in force is meant
		}, "[and|so|now|but|please] make it|that|them [the] [top|first] # [rows|results] [please|instead]"),
		clause.RuleOf("limit", limit,
			"limit [it|them|that|this|the] [results|rows|list] [to] [the] [first|top] # [rows|results|records|entries|only]", "[show|give] [me] [the] first page of # [rows|results|records|entries]",
			"[only|just] [show|give|display|keep|list] [me] [only|just] # [of] [them|those|these|rows|results|records|entries|ones|please|only]",
			"[show|give|display|keep|list] [me] # [of] [them|rows|results] at most|max|maximum", "cut|trim|narrow|reduce|shorten|shrink it|them|this|that|the [list|results] [down] to [the] [first|top] # [rows|results|records|entries]",
			"at|up most|to # rows|results|records|entries", "i|we only|just need|want [the] [first] # [of] [them|those]", "i|we need|want only|just [the] [first] # [of] [them|those]", "# [rows|of] [them] is|are|will enough|do", "[only|just] # rows|results|records|entries"),
		clause.RuleOf("top", func(ed *edit.Editor, _ tag.Utterance, f tag.Fit) bool { return clause.BestFew(ed, n(f)) },
			"[and|now|so] [only|just|show|give|keep|list] [me] [only|just] [the] best # [rows|results|records|entries|ones|only|of] [those|them|these]"),
		clause.RuleOf("top", top(true),
			"[and|now|so] [only|just|show|give|keep|list] [me] [only|just] [the] top|first|best # [rows|results|records|entries|ones|only|of] [those|them|these]",
			"[only|just|show|give|keep|list] [me] [only|just] [the] top|first|best # {}", "[only|just] [the] top|first|best # is|are|will|would|should [be|do] [enough|fine|ok|okay|plenty|sufficient|good] [for] [me|now]", "[and] who|what|which is|are|were|was the top|first # [rows|ones|of] [them|those|these]"),
		clause.RuleOf("limit", clause.Plain(func(ed *edit.Editor) bool { return clause.SettledRows(ed) && clause.Limit(ed, 1) }),
			"[only|just|show|give|keep] [only|just|show|give|keep] [me] [only|just] the first [one|result|row|record|entry] [only|please]"),
		clause.RuleOf("top", func(ed *edit.Editor, _ tag.Utterance, _ tag.Fit) bool { return clause.Top(ed, 1, true) },
			"[only|just|show|give|keep] [only|just|show|give|keep] [me] [only|just] the|its first|top|best [one|result|row|record|entry] [only|please]"),
		clause.RuleOf("group", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return measure.TopOther(ed, u.Text(f.Slots[0]), n(f), true)
		},
			"[only|just|show|give|list|now] [me] [the] top|best # {} instead|rather", "[only|just|show|give|list|now] [me] [the] top|best # {}"),
		clause.RuleOf("superlative top", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			text := u.Text(f.Slots[0])
			return n(f) > 0 && (pointer.FewOfCut(ed, text, n(f)) || measure.Foremost(ed, text, n(f)))
		}, "[only|just|show|give|keep|list] [me] [only|just] [the] {} # [rows|results|ones|of] [those|them|these]", "[only|just|show|give|keep|list] [me] [only|just] [the] # {}"),
		clause.RuleOf("bottom", func(ed *edit.Editor, _ tag.Utterance, f tag.Fit) bool {
			return n(f) > 0 && (len(ed.Query.OrderBy) == 0 || ed.Block().Grouped()) && clause.Worst(ed, false) && clause.Limit(ed, n(f))
		}, "[and|now|so] [only|just|show|give|keep|list] [me] [only|just] [the] worst # [rows|results|records|ones|of] [those|them|these]"),
		clause.RuleOf("top", func(ed *edit.Editor, _ tag.Utterance, f tag.Fit) bool {
			return n(f) > 0 && measure.ByNewest(ed, true) && clause.Limit(ed, n(f))
		}, "[only|just|show|give|keep|list] [me] [only|just] [the] top|first|best # by that|it|this [one|figure|number|value|column]"),
		clause.RuleOf("bottom", top(false),
			"[and|now|so] [only|just|show|give|keep|list] [me] [only|just] [the] bottom|last|worst|lowest # [rows|results|records|ones|of] [those|them|these|that|this|it]"),
		clause.RuleOf("bottom", func(ed *edit.Editor, _ tag.Utterance, f tag.Fit) bool { return clause.OtherFirst(ed, n(f)) },
			"[and|so|now] what|how about the bottom|worst|lowest # [rows|results|ones] [then|instead]"),
		clause.RuleOf("too many", clause.Plain(clause.Fewer),
			"[that|this|these|it|those] ['s|is|are] [way|far|still|just] too many [rows|results|of|records] [them]", "too much [data|information]", "[show|give] [me] fewer|less [rows|results|of|records] [them]", "shorten|shorter [the] [list]"),
		clause.RuleOf("too few", clause.Plain(clause.More),
			"[that|this|these|it|those] ['s|is|are] [way|far|still|just] too few [rows|results|of|records] [them]", "[that|this|it] ['s|is] not enough [rows|results|of|records] [them]",
			"[show|give|list] [me] [some|a] [few] more [rows|results|of|records] [them|those|these|please]"),
		clause.RuleOf("all", func(ed *edit.Editor, _ tag.Utterance, f tag.Fit) bool { return clause.AllPages(ed, f.Numbers[0]) },
			"[and|now|show|give|list|see] [me] all # [of] [them|those|these|together|please] [together|please]"),
		clause.RuleOf("all", clause.Plain(clause.Unlimited),
			"[show|give|list|display|i|see] [me|want] [them|it|all|everything|back] all|everything [of] [them|it|rows|results|records|those|again]",
			"[remove|drop|lift|without|no|clear|delete|take] [away|off] [the|any|a] limit [please]", "unlimited|unlimit", "do|don't [not] limit [it|them]"),
		clause.RuleOf("skip", func(ed *edit.Editor, _ tag.Utterance, f tag.Fit) bool { return clause.Skip(ed, n(f)) }, "skip|offset [by] [the] [first] # [rows|results|ones]"),
		clause.RuleOf("skip", clause.Plain(func(ed *edit.Editor) bool { return pointer.WithoutTop(ed, 1) }),
			"[show|but|and] [me] [everything|all|them] [but] excluding|exclude|without|skip|omit|drop|remove|ignore|except|not|leaving|leave [out] the first|top [one|row|result|entry] [out|please]",
			"[show] [me] all|everything but the first|top [one|row|result|entry] [please]"),
		clause.RuleOf("skip", func(ed *edit.Editor, _ tag.Utterance, f tag.Fit) bool { return pointer.WithoutTop(ed, n(f)) },
			"[but|and] exclude|excluding|without|omit|drop|remove|ignore|except|leave [out] the first|top # [ones|rows|results|entries] [out|please]"),
		clause.RuleOf("skip", clause.Plain(func(ed *edit.Editor) bool { return pointer.WithoutTop(ed, 1) }),
			"[show|but|and] [me] [everything|all|them] [but|except] [excluding|exclude|without|skip|omit|drop|remove|ignore|except|but|not|leaving|leave] [out] the first|top [one|row|result|entry|only] [out|please]"),
		clause.RuleOf("skip", func(ed *edit.Editor, _ tag.Utterance, f tag.Fit) bool { return pointer.WithoutTop(ed, n(f)) },
			"[but|and] exclude|excluding|without|omit|drop|remove|ignore|except|leave [out] the first|top # [ones|rows|results|entries] [out|please]"),
		clause.RuleOf("next", func(ed *edit.Editor, _ tag.Utterance, f tag.Fit) bool { return clause.NextToo(ed, n(f)) },
			"[and|now|also] [show|give|add] [me] [the] next|following # [rows|results|ones] too|also [please]", "[and|now] [show|give|add] [me] [the] next|following # [rows|results|ones] as well [please]",
			"[and|now] also [show|give|add] [me] [the] next|following # [rows|results|ones] [please]"),
		clause.RuleOf("next", func(ed *edit.Editor, _ tag.Utterance, f tag.Fit) bool {
			return clause.Next(ed, append(f.Numbers, 0)[0])
		},
			"[and|now] [show|give] [me] [the] next # [rows|results|ones|of] [them]", "[show|give] [me] [the] next page|ones", "[and|now] [show|give] [me] the # after|behind|below that|those|them|these", "[and|now] the following #"),
		clause.RuleOf("next", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			text := measure.WithoutOne(u.Text(f.Slots[0]))
			return (text == "" || text == "one" || measure.OnlySuperlative(ed, text)) && nextOf(ed, 1)
		}, "[and|now|so|what|which|who|how] [is|was|about] the next {} [please]", "[and|now|so|what|who] [is|was|about] [comes] next {}"),
	}
}

func orderRules() []clause.Rule {
	order := func(more bool) func(*edit.Editor, tag.Utterance, tag.Fit) bool {
		return func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			if !more && measure.OrderByWhole(ed, u.Text(f.Slots[0]), true) {
				return true
			}
			t, ok := ed.Targets(u.Text(f.Slots[0]))
			if i, said := clause.FigureSaid(ed, u.Text(f.Slots[0])); said && (!ok || t[0].Item < 0) {
				t, ok = []edit.Target{{Item: i, Said: u.Text(f.Slots[0])}}, true
			}
			if u.Any(english.RankWords) || clause.Ranking(ed, t) {
				clause.HighestFirst(ed, t)
			}
			return ok && clause.Order(ed, t, more)
		}
	}
	directed := func(desc bool) func(*edit.Editor, tag.Utterance, tag.Fit) bool {
		return func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return measure.OrderByWhole(ed, u.Text(f.Slots[0]), desc) || clause.OrderBy(ed, u.Text(f.Slots[0]), desc)
		}
	}
	direct := func(desc bool) func(*edit.Editor, tag.Utterance, tag.Fit) bool {
		return clause.Plain(func(ed *edit.Editor) bool { return clause.Direct(ed, desc) })
	}
	const sort = "[sort|order|rank|arrange|list|show|put] [it|them|these|those|this|that|the] [results|list|rows] "
	return []clause.Rule{
		clause.RuleOf("order", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			i, ok := clause.FigureSaid(ed, u.Text(f.Slots[0]))
			desc, end := clause.EndOf(ed, u.Text(f.Slots[1]))
			return ok && end && clause.SortByItem(ed, i, desc)
		}, "[sort|order|rank|sorted|ordered|ranked] [it|them|these|those] by [the] {} [,] {} first|top [please]", "[sort|order|rank|sorted|ordered|ranked] [it|them|these|those] by [the] {} , {} on|at [the] top"),
		clause.RuleOf("order", clause.Plain(func(ed *edit.Editor) bool { return measure.ByNewest(ed, true) }),
			"[and|now] [sort|order|rank|sorted|ordered|ranked] [it|them|these|those] by that|this|it [figure|number|column|value|one] [instead|please|too]"),
		clause.RuleOf("order", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			desc, ok := clause.EndOf(ed, u.Text(f.Slots[0]))
			return ok && measure.ByNewest(ed, desc)
		}, "[sort|order|rank|sorted|ordered|ranked] [it|them|these|those] by that|this|it [figure|number|column|value] [,] {} first [please]"),
		clause.RuleOf("order", clause.Plain(func(ed *edit.Editor) bool { return clause.ByMeasure(ed, true) }), "rank [it|them|these|those|this|that|the] [results|list|rows] [please]",
			"sort|order|rank|sorted|ordered|ranked [it|them|these|those|this|the] [results|list|rows] by that|this|it [figure|number|column|value]"),
		clause.RuleOf("order", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return measure.OrderByCount(ed, u.Text(f.Slots[0]))
		}, "sort|order|rank|arrange|sorted|ordered|ranked|resort|reorder [it|them|these|those|this|that|the] [results|list|rows] [instead] by|on [the] [number] [of] {} [instead]"),
		clause.RuleOf("order", order(false),
			"sort|order|rank|arrange|sorted|ordered|ranked|resort|reorder [it|them|these|those|this|that|the] [results|list|rows] [instead] by|on {} [instead]",
			"by {} order", "in order of {}"),
		clause.RuleOf("order", directed(true), "sort|order|rank|arrange|sorted|ordered|ranked [it|them|these|those] by [the] {} z-a", "sort|order|rank|arrange|sorted|ordered|ranked [it|them|these|those] by [the] {} [from] z to a"),
		clause.RuleOf("order", directed(false), "sort|order|rank|arrange|sorted|ordered|ranked [it|them|these|those] by [the] {} a-z", "sort|order|rank|arrange|sorted|ordered|ranked [it|them|these|those] by [the] {} [from] a to z", "sort|order|rank|arrange|sorted|ordered|ranked [it|them|these|those] by [the] {} alphabetically"),
		clause.RuleOf("order", directed(true), sort+"descending|desc|downwards|backwards by {}", sort+"in descending order of|by {}"),
		clause.RuleOf("order", directed(false), sort+"ascending|asc|upwards by {}", sort+"in ascending order of|by {}"),
		clause.RuleOf("order", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return measure.Superlative(ed, u.Text(f.Slots[0]))
		},
			"[with|put|show|have|keep] [the] {} [ones] at|on|to [the] top|beginning|start", "[put|show|bring] [the] {} [ones] up|first"),
		clause.RuleOf("order", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return clause.Span(ed, u.Text(f.Slots[0]), u.Text(f.Slots[1]))
		},
			sort+"from {} to {}"),
		clause.RuleOf("then order", order(true), "then|secondly by {}", "then sort|order by {}"),
		clause.RuleOf("reverse", clause.Plain(clause.Reverse),
			"reverse|flip|invert|turn [it|that|them|this|the] [order|sort|sorting|list|rows|results|around|round]", sort+"[in] reverse|reversed [the] [order]",
			"[in] [the] opposite|other order|direction|way [around|round]", sort+"[in] the other|opposite way|direction|order [around|round]", "[the] other way [around|round]", "upside down"),
		clause.RuleOf("alphabetical", clause.Plain(func(ed *edit.Editor) bool { return clause.Alphabetical(ed, false) }),
			sort+"[in] alphabetically|alphabetical [order]", sort+"[from] a to z", sort+"a-z"),
		clause.RuleOf("alphabetical", clause.Plain(func(ed *edit.Editor) bool { return clause.Alphabetical(ed, true) }),
			sort+"[in] reverse alphabetically|alphabetical [order]", sort+"[from] z to a", sort+"z-a"),
		clause.RuleOf("descending", direct(true), sort+"[in] descending|desc|decreasing [order] [instead|please]", sort+"[from] high|highest|largest|biggest to low|lowest|smallest"),
		clause.RuleOf("ascending", direct(false), sort+"[in] ascending|asc|increasing [order] [instead|please]", sort+"[from] low|lowest|smallest to high|highest|largest|biggest"),
		clause.RuleOf("unordered", clause.Plain(clause.Unordered), "[remove|drop|no|without|clear] [the|any] sort|sorting|order|ordering", "unsorted|unordered", "do|don't [not] sort [it|them]"),
		clause.RuleOf("superlative order", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return measure.Superlative(ed, u.Text(f.Slots[0]))
		},
			sort+"[by] [the] {} first|foremost [please|instead]", sort+"[by] [the] {} on|at [the] top"),
	}
}

func groupRules() []clause.Rule {
	group := func(keep bool) func(*edit.Editor, tag.Utterance, tag.Fit) bool {
		return func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			text := u.Text(f.Slots[0])
			if u.ActWithin(f.Slots[0]) {
				return false
			}
			rest, when := clause.TimeApart(ed, text)
			if when != "" && !pointer.Filter(ed, when, measure.OnlyMode, 0) {
				return false
			}
			text = rest
			if ed.Try(func() bool { return groupByValues(ed, text, keep) }) {
				return true
			}
			t, ok := ed.Targets(text)
			if ok && agentAsTime(text, t) {
				return groupByAgents(ed, text, keep)
			}
			if ok && !keep && !u.Has("per") && addedUp(ed, t) && ed.Try(func() bool { return measure.Exchange(ed, text) }) {
				return true // nobody groups by what is added up
			}
			if ok && ed.Block().Grouped() && measure.NeedsJoin(ed, t) && measure.GroupMeant(ed, text, keep) {
				return true
			}
			return ed.Try(func() bool { return ok && clause.GroupOrOrder(ed, t, keep, u.Has("instead")) }) || measure.GroupMeant(ed, text, keep) || measure.GroupLoosely(ed, text, keep)
		}
	}
	return []clause.Rule{
		clause.RuleOf("break down", group(true),
			"break|split|drill|broken|breakdown [it|this|that|them|these|those|the] [result|results|numbers|total|totals] [down|up|out] [further|even] by|per|into|for {}",
			"[also|further|and] by|per {} too|also", "[also|further|and] by|per {} as well", "also|further|additionally by|per {}", "and by|per {}", "for|in each {}", "drill [down] into|by {}"),
		clause.RuleOf("group", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return pointer.Filter(ed, u.Text(f.Slots[0]), measure.OnlyMode, 0) && group(false)(ed, u, tag.Fit{Slots: f.Slots[1:]})
		}, "break|split|drill [the] {} down|up|out [further] by|per|into {}"),
		clause.RuleOf("group total", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return ed.Try(func() bool { return clause.Totals(ed, func() bool { return group(false)(ed, u, f) }) }) || ed.Block().Grouped() && group(false)(ed, u, f)
		}, "total|sum|add [up] it|that|them|this|those [all] [up] by|per {} [instead|please]", "total|sum|add [up] it|that|them|this|those [all] [up] for each|every {}", "[and|now] sum|total|summed|totalled [up] by|per {} [instead|please]"),
		clause.RuleOf("group", group(false),
			"[show|give|now|group|grouped|aggregate|same|the|list|count|make|do|have] [same] [me|it|them|that|this|the|those|these] [by|per|same|results|grouped] by|per {} [instead]",
			"by|per {} instead|rather", "break|split|drill|broken [it|this|that|them|these|those] [down|up|out] by|per|into {} instead|rather [please]", "[show|group|split|break] [me] [it|them|that] [down|up] by|per {} instead|rather of|than [by|per] {}", "rather by|per {} [please]", "group|grouped by|per {}", "count it|that|them|this|those [up] by|per {} [instead|please]", "by|per {}", "roll [it|that|this|them] up to|by [the] {} [level]"),
		clause.RuleOf("group total", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			text := u.Text(f.Slots[0])
			t, ok := pointer.PersonTargets(ed, text)
			return ok && clause.Totals(ed, func() bool { return clause.Group(ed, t, false) }) || ed.Try(func() bool { return clause.Totals(ed, func() bool { return measure.GroupMeant(ed, text, false) }) })
		}, "[and|now|so] [show|give] [me] [the] total|totals|sum [amount] per|by|for {}", "[and|now|so] [show|give] [me] [the] total|totals|sum for each {}"),
		clause.RuleOf("group total", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return !ed.Block().Grouped() && totalsBy(ed, u.Text(f.Slots[0]))
		}, "[and|so|now|ok] how much is|are|was|were that|this|it|they|those|these [in] [total|all] per|by|for {}", "[and|so|now|ok] how much does|do|did that|this|it|they|those|these come|add|amount [up] to [in] [total|all] per|by|for {}", "[and|so|now|ok] what|how much does|do|did that|this|it|they|those|these make|come|add [up] [to] per|by|for {}"),
		clause.RuleOf("group total", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return clause.Totals(ed, func() bool { return clause.GroupByUnit(ed, u.Words) })
		}, "[and|now|so] [show|give] [me] [the] hourly|daily|weekly|monthly|quarterly|yearly|annual total|totals|sum|sums [please|instead]"),
		clause.RuleOf("group", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool { return clause.GroupByUnit(ed, u.Words) },
			"[show|give|make|and|now] [me|it|them|that] [on|at] [a|the] hourly|daily|weekly|monthly|quarterly|yearly|annual|annually [basis|level|instead|please|total|totals|numbers]",
			"[change|switch|make|turn|set] [it|that|this|them] [to|into] hours|days|weeks|months|quarters|years [instead|please]"),
		clause.RuleOf("break down", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool { return measure.TimeByTime(ed, u) }, "[show|give|and|now] [me|it|them|that] day|week|month|quarter|year by day|week|month|quarter|year"),
		clause.RuleOf("ungroup", clause.Plain(clause.Ungroup),
			"ungroup [it|them]", "[no|without|remove|drop] [the|any] grouping|groups|breakdown", "do|don't [not] group [it|them]",
			"[just|only|show|give] [me] [just|only] [the|one|a] overall|grand|single [total] [only|instead|please]", "[just|only|show|give] [me] [just|only] [the|one|a] [overall|grand|single] total|sum for|of|over [the|that|this] whole|full|entire|year|month|quarter|week|period|lot|everything [year|month|quarter|week|period|lot] [please|only|instead]", "[and|so|show|give] [me] [what|what's|whats] ['s|is|was] [the] overall|grand|combined total"),
	}
}

// groupByValues groups by the column of which values are told one after another: "split by full time / part time". Other values are left
// out, where there are any.
func groupByValues(ed *edit.Editor, text string, keep bool) bool {
	work := *ed
	work.Query = ed.Query.Clone()
	if !pointer.Filter(&work, strings.ReplaceAll(text, "/", ","), measure.OnlyMode, 0) {
		return false
	}
	fresh := pointer.Without(work.Block().Where, ed.Block().Where)
	if len(fresh) != 1 {
		return false
	}
	held, ok := edit.ConstraintOf(fresh[0])
	c := work.Scope().Subject(fresh[0])
	if !ok || c == nil || held.Negated || len(held.Values) < 2 {
		return false
	}
	if len(held.Values) < c.Distinct {
		ed.Query = work.Query
	}
	return clause.Group(ed, []edit.Target{{Item: -1, Columns: []*schema.Column{c}, Said: text}}, keep)
}

func aggregateRules() []clause.Rule {
	return []clause.Rule{
		clause.RuleOf("count", clause.Plain(clause.Count), "[just|only] [a|the] count|number [of] [them|those|these] is|are|will|would|'ll [be] enough|fine|ok|okay|sufficient|do|plenty [for] [me|now]", "[just|only] [a|the] [simple|mere] count|number [please|only]"),
		clause.RuleOf("count", clause.Plain(func(ed *edit.Editor) bool { return !ed.Block().Grouped() && clause.Count(ed) }), "[just|only] [show|give|tell] [me] the|their number|count [please|only]"),
		clause.RuleOf("count", clause.Plain(clause.Count),
			"[and|so] how many [rows|results|records|entries|lines|of] [are|is|is|were|was|those|them|these] [there|that|those|these|they|it|this] [in] [total|all|altogether|now|then]", "[and|so] how many [rows|of] [them|those|these] are|is|were|was [there|then|still|now] left|remaining [now|then|over]", "[and|so] how many [rows|of] [them|those|these] remain [now|then]",
			"[just|only] [show|give|tell] [me] count [them|those|it|these|all|the] [rows|results|records|lines|entries] [please]",
			"[what|what's] ['s|is] [the|their] [total] number [of] [them|those|these|rows|results]", "[show|give|tell] [me] the|their [total] count|number [of|only] [them|those|these|rows|results]"),
		clause.RuleOf("percentage", clause.Plain(clause.Percentage),
			"[show|give|express|display] [me|it|them|that|this|those|these] [as|in] [a|an|the] percentage|percentages|percent|%|share|shares|proportion|proportions|fraction [of] [the|total|whole|each|all] [total|of] [each|instead]",
			"show|give [me] [the|their] percentages|shares|proportions [instead|please]", "as|in [a|an|the] percentage|percentages|percent|%|share|shares|proportion|proportions [of] [the|total] [total|instead]",
			"[show|give|express] [me|it|that|them|this] as|in [a|an|the] percentage|percent|%|share|proportion of the [whole|full|entire] year|month|quarter|week|day|period|lot|sum",
			"what|which percentage|percent|share|proportion [of] [the] [total|whole] is|are|does [each|that|those|it|they|this] [one] [make] [up]"),
		clause.RuleOf("running total", func(ed *edit.Editor, u tag.Utterance, _ tag.Fit) bool {
			return clause.Running(ed, u.Any(english.Additions) || u.Has("with"))
		},
			"[and] [as|show|add|with|give|make|include|also] [me|it|a|the] [a|the] running|cumulative|accumulated|rolling total|totals|sum|sums|count [instead|please|too|also|beside] [it]",
			"[show|make] [it|them|me] cumulative|cumulatively|accumulated", "accumulate|cumulate [it|them]"),
		clause.RuleOf("sum", clause.Plain(func(ed *edit.Editor) bool { return clause.Overall(ed, "sum", edit.Target{Item: -1}) }),
			"[and|so] how much is|are|was|were that|this|it|those|they|these [in] [total|all|altogether|together]", "[and|so|now] how much do|does|did they|those|these|it|that add|come|amount|sum [up] to [in] [total|all|altogether|together]", "[and] what does|do that|this|it|those|they|these add|sum|come up|to [to] [in] [total|all|altogether|together]", "add|sum them|those|it|that|these up|together", "[and] in total|all", "sum [it|them|that] [up]", "[and] [the] total|sum [please]"),
		clause.RuleOf("sum", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			t, ok := ed.Targets(u.Text(f.Slots[0]))
			return ok && len(t) == 1 && t[0].Aggregate == "" && clause.Overall(ed, "sum", t[0])
		}, "[and|so] how much {} is|are|was|were that|this|it|those|they|these [in] [total|all|altogether|together]"),
		clause.RuleOf("measure", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return measure.OtherFunction(ed, u.Text(f.Slots[0]), u.Text(f.Slots[1]))
		}, "[use|show|give|take|make|do|now|but] [me|it|that|them] [the|a] {} instead|rather of|than [the|a] {} [please]"),
		clause.RuleOf("measure", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return measure.OtherFunction(ed, u.Text(f.Slots[0]), "")
		},
			"[use|show|give|take|make|do|now|but] [me|it|that|them] [the|a] {} instead|rather [please]", "[now] use|take [the|a] {} [please]"),
		clause.RuleOf("overall", applyOverall,
			"[and|so] [what|what's|show|give|tell|calculate|compute|whats] ['s|is|was|are|me] [the|their|its] {} of|for|over|among|across [all] [of] those|them|these|that|it",
			"[and|so] what|what's|whats|show|give|tell|calculate|compute ['s|is|was|are|me] [the|their|its|all] {}", "the|their|its {}"),
	}
}

// addedUp says that targets are numbers to add up in the groups in force; one figure of all rows is parted by a number of few values.
func addedUp(ed *edit.Editor, t []edit.Target) bool {
	if !measure.AllNumbers(t) {
		return false
	}
	return len(ed.Block().GroupBy) > 0 || slices.ContainsFunc(t, func(t edit.Target) bool { return !t.Columns[0].Repeats() })
}

func applyOverall(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
	t, ok := ed.Targets(u.Text(f.Slots[0]))
	if ok && len(t) > 1 {
		return clause.Figures(ed, t)
	}
	if !ok || len(t) != 1 {
		function := clause.Aggregate(u, ed, f.Slots[0]) // "the average of these", of the one number that they have
		return !ok && function != "" && function != "count" && len(clause.ContentWords(u.Text(f.Slots[0]))) == 1 && clause.Overall(ed, function, edit.Target{Item: -1})
	}
	function := t[0].Aggregate
	if function == "" {
		function = clause.Aggregate(u, ed, f.Slots[0])
	}
	if function == "" {
		return false
	}
	if function == "count" {
		return len(t[0].Columns) == 0 && clause.Count(ed)
	}
	t[0].Aggregate = ""
	return clause.Overall(ed, function, t[0])
}

// alongCalendar says that groups are in the order of time: the top of them are those of the largest figure, not the earliest.
func alongCalendar(ed *edit.Editor) bool {
	if !ed.Block().Grouped() && !IsBeside(ed.Query) || len(ed.Query.OrderBy) == 0 || ed.Query.Set != nil {
		return false
	}
	key := ed.Block().Meaning(ed.Query.OrderBy[0].Expr)
	if key.Aggregate() {
		return false
	}
	c := ed.Scope().Subject(key)
	if IsBeside(ed.Query) {
		c = keyOfSides(ed, key)
	}
	return c != nil && c.Role == schema.Moment
}

// IsBeside says that all rows of a query come from derived tables of figures, as they are lowered.
func IsBeside(q *statement.Query) bool {
	if q.Set != nil || len(q.From) < 2 || len(q.GroupBy) > 0 {
		return false
	}
	return !slices.ContainsFunc(q.From, func(s statement.Source) bool {
		return s.Query == nil || s.Query.Set != nil || !slices.ContainsFunc(s.Query.Items, IsFigure)
	})
}

// keyOfSides is the column that a key of sides is, or is made of, in the first of them; nil for what is no key.
func keyOfSides(ed *edit.Editor, x statement.Expr) *schema.Column {
	columns := x.Columns()
	if len(columns) == 0 || OfFigures(x) {
		return nil
	}
	qualifier, name, _ := columns[0].AsColumn()
	for _, src := range ed.Query.From {
		if edit.SourceName(src) != qualifier {
			continue
		}
		for _, it := range src.Query.Items {
			if it.Alias == name {
				return edit.View{Index: ed.Index, Query: src.Query}.Subject(it.Expr)
			}
		}
	}
	return nil
}

// OfFigures says that an expression is made of figures.
func OfFigures(x statement.Expr) bool {
	return slices.ContainsFunc(x.Columns(), func(c statement.Expr) bool {
		_, name, _ := c.AsColumn()
		return IsFigure(statement.Item{Alias: name})
	})
}

// IsFigure says that a column of a derived table is a figure, and no key.
func IsFigure(it statement.Item) bool {
	return strings.HasPrefix(it.Alias, strings.TrimSuffix(meaning.FigureName(0), "1"))
}
