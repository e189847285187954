package engine

import (
	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	"parley/workflow/schema"

	grammar "parley/workflow/engine/phrase"
)

// This file lists what an analyst says to a screen: acts with words of their own, which need no rival. They are tried before
// what rests on its slots.

func actRules() []rule {
	slotAct := func(act func(*editor, string) bool) func(*editor, utterance, fit) bool {
		return func(ed *editor, u utterance, f fit) bool { return act(ed, u.text(f.slots[0])) }
	}
	rounded := func(digits int) func(*editor, utterance, fit) bool {
		return func(ed *editor, _ utterance, f fit) bool {
			n := digits
			if len(f.numbers) > 0 {
				n = f.numbers[0]
			}
			return ed.round(n)
		}
	}
	latest := func(newest bool) func(*editor, utterance, fit) bool {
		return func(ed *editor, u utterance, f fit) bool { return ed.firstPer(u.text(f.slots[len(f.slots)-1]), newest) }
	}
	return []rule{
		ruleOf("changed", func(ed *editor, u utterance, f fit) bool { return ed.apply(u, f.slots[0]) },
			"update|modify|change|adjust|extend|expand|edit|revise|refine|amend [this|that|the|my|it] list|table|query|results|result|report|view|it [so] [to|that] [it|you] [also] {}"),
		ruleOf("round", rounded(0),
			"round|rounded [it|that|them|this|those|these|all|the] [the] [numbers|figures|values|amounts|results|column] [up|off|please]",
			"round|rounded [it|that|them|this|those|these|all|the] [numbers|figures|values|amounts|results] to [a|the] [nearest|full|closest] whole|full|integer|integers|nearest [number|numbers|figure|figures|value|seconds|minutes|hours|days|euros|dollars|percent|integer]",
			"[as|in|only|just] whole|full numbers|figures [only|please]", "no|without|zero [any] decimals|decimal|cents [places] [please]"),
		ruleOf("round", rounded(1), "round|rounded [it|that|them|this|those|these|all|the] [numbers|figures|values|amounts|results] to # [decimal|decimals|digit|digits|places] [places|place|digits|point|points]",
			"[with|to|only|just] # decimal|decimals|digits [place|places|only|please]", "# decimal|decimals|digit|digits [place|places] is|are|will|would [be] enough|fine|ok|okay|plenty|sufficient|good"),
		ruleOf("round", rounded(2), "round|rounded [it|that|them|this|those|these|all|the] [numbers|figures|values|amounts] to [the|full] [nearest] cent|cents|penny|pennies|pence"),
		ruleOf("in units", func(ed *editor, u utterance, f fit) bool { return ed.inUnit(u.text(f.slots[0])) },
			"[show|give|express|display|make|convert|put] [me|it|that|them|this|everything|those] [the] [numbers|figures|values|amounts|revenue|sales] in|into|to {} [instead|please]",
			"in|into {} [instead|please|rather]"),
		ruleOf("rename", func(ed *editor, u utterance, f fit) bool { return ed.rename(u.text(f.slots[0])) },
			"rename|call|label|name|title {}"),
		ruleOf("share of all", slotAct((*editor).shareOfAll),
			"[show|give|express|and|now] [me|it|that|them|this] as|in [a|the] percentage|percent|share|proportion|% of all|every [the] {}", "[and] [as] [a|the] percentage|share|proportion|% of all [the|their|its] {}", "[show|give|express|and|now] [me|it|that|them|this] as|in [a|the] percentage|percent|share|proportion|% of [all] their|its|each {}",
			"[what|which] [is|'s] [the|their] percentage|share|proportion of all [the] {}"),
		ruleOf("back to", plain((*editor).plainFigures),
			"[just|only|show|give|in|as] [me] [the] [plain|absolute|real|actual] numbers|counts|amounts|figures|values|totals [,] not|instead|rather [of|than|as|in] percent|percentages|percentage|%|shares|share|proportions [please]",
			"[just|only|show|give|in|as|back|to] [to|me] [the] absolute|plain|raw|actual|real numbers|counts|amounts|figures|values [again|please|instead]"),
		ruleOf("percentage", plain((*editor).percentage),
			"[and|now] what|which share|percentage|percent|proportion|fraction is|are that|this|it|those|they|each of [the] total|whole|all|overall [total]"),
		ruleOf("percentage", plain(func(ed *editor) bool { return ed.percentOfPicked("", false) || ed.percentage() }),
			"[and|now|so|ok] make|turn|put|change|convert [it|that|this|them|those] [in|into|to|as] [a|an] percentage|percentages|percent|%|share|rate [instead|please]"),
		ruleOf("share of one", slotAct((*editor).shareOfOne), "[and|so|now] what|which share|percentage|percent|proportion|part does|do|did|has|have|is|are [the] {} one|ones|group [have|has|make|take|get|of] [up] [of] [the] [total|whole|all|it]", "[and|so|now] what|which|the share|percentage|percent|proportion of [the] [total|whole|all] [is|are] the {} one|ones"),
		ruleOf("percentage", plain(func(ed *editor) bool { return ed.percentOfPicked("", false) }),
			"[show|give|express] [me] [it|that|this|them|those] as|in [a|an] percentage|percentages|percent|%|share|rate [of] [the] [total|whole|all] [instead|please]"),
		ruleOf("percentage", func(ed *editor, u utterance, f fit) bool { return ed.percentOfPicked(u.text(f.slots[0]), true) },
			"[and|also|plus] [add|show|give|express] [me] [also] [the] {} as|in [a|an] percentage|percentages|percent|%|share|rate too|also|instead|please", "[and|also|plus] [add|show|give|express] [me] [also] [the] {} as|in [a|an] percentage|percentages|percent|%|share|rate [as] [well]"),
		ruleOf("percentage", plain((*editor).rate), "[show|give|express] [me|it|that|them|this|those] as [a|the] rate|ratio|rates [instead|please]"),
		ruleOf("share added", plain((*editor).shareAdded),
			"[and|add|show|with|plus|also] [add|show|also] [me] [a|the|their|its|each] [one|ones] share|percentage|percent|proportion|% [of] [the] [grand|overall] [total|whole|all|them] [too|also|column]"),
		ruleOf("share added", func(ed *editor, u utterance, f fit) bool {
			return ed.shareAddedOf(u.text(f.slots[0]))
		}, "[and|also|plus] [add|show|give|include] [me|also] [the|their|its] {} as|in [a|an|the|its|their] share|percentage|percent|proportion|% of [the] [grand|overall] total|whole|all|sum too|also", "[and|also|plus] [add|show|give|include] [me|also] [the|their|its] {} as|in [a|an|the|its|their] share|percentage|percent|proportion|% of [the] [grand|overall] total|whole|all|sum as well", "[and|also|plus] add [also] [the|their|its] {} as|in [a|an|the|its|their] share|percentage|percent|proportion|% of [the] [grand|overall] total|whole|all|sum"),
		ruleOf("rank added", plain((*editor).rankAdded), "[and|add|show|with|plus|also] [add|show|also] [me] [a|the|their] rank|ranking|place|position [number|column|too|also]", "number [the] rows|lines|results|them"),
		ruleOf("change added", plain((*editor).changeAdded),
			"[and|add|show|with|plus|also] [add|show|also] [me] [a|the] [percentage|percent|relative|monthly|weekly|yearly|quarterly|daily] change|growth|increase|difference [rate] [in|as] [percent|%|percentage] [from|over|against|vs|versus|to|compared|on] [to|with|the] [the] [previous|last|prior|preceding|month|week|day|quarter|year|one] [period|month|week|day|quarter|year|one|before|over|on] [before|month|week|day|quarter|year|to] [month|year|week|quarter|day]",
			"month|year|week|quarter|day over|on|to month|year|week|quarter|day [change|growth|difference] [in|as] [percent|%]"),
		ruleOf("change added", func(ed *editor, u utterance, _ fit) bool { return ed.changeBetween(u) },
			"[and|add|show|with|plus|also] [add|show|also] [me] [a|the] [percentage|percent|relative] change|growth|increase|decrease|difference|gap|variance|deviation [rate|between|of] [the|these|those] [two|both] [figures|columns|them|years|periods] [in|as] [a] [percent|%|percentage|percentages] [too|also|please]"),
		ruleOf("percentage", func(ed *editor, u utterance, f fit) bool {
			text := u.text(f.slots[0])
			if i, ok := ed.figureSaid(text); ok {
				return ed.share(i)
			}
			words := contentWords(text)
			i, ok := ed.figureNamed(words)
			if m := measures(ed.block()); !ok && len(m) == 1 && len(words) == 1 && (english.AmountNouns[words[0]] || english.AnyAmount[words[0]] || grammar.Trades(words[0])) {
				i, ok = m[0], true
			}
			return ok && ed.share(i)
		}, "[show|give|express] [me|it|that|them|this] as|in [a|an|the] percentage|percent|%|share|proportion of [the|its|their] [grand|overall] total|whole|all|overall {}"),
		ruleOf("percentage", func(ed *editor, u utterance, f fit) bool { return ed.percentageOf(u.text(f.slots[0])) },
			"[show|give|express|display] [me] [the|their] {} as|in [a|an|the] percentage|percentages|percent|%|share|shares|proportion [of] [the|a|its] [total|whole|overall|all|sum] [total]"),
		ruleOf("above average", func(ed *editor, u utterance, f fit) bool { return ed.againstAverage(u) },
			"[only|just|show|keep|which|the|those] [me|of] [the|those|them] [ones|those|that|which|who] [that|which|who] [are|is|were|with] [a|an] above|below|over|under|beyond [the] [overall] average|mean [ones|only]",
			"[only|just|show|keep] [the] {} [that|which|who|with] [are|is|were] above|below|over|under [the] [overall] average|mean [count|number|value]"),
		ruleOf("compare with", slotAct((*editor).compareWith),
			"compare [it|that|this|them] with|to|against [the] {}", "[and|now] versus|vs|against [the] {}", "[and|now|each|every] [day|week|month|quarter|year] compared with|to|against [the] {}", "[next|side] [to|by] [side] with [the] {}", "[and|now|also] put|add|show [me] [the] {} next to|beside|alongside it|them|that", "[put|show] [it|that|them] next to [the] {}", "[put|show] [it|that|them] beside|alongside [the] {}", "[and|now] how does that|this|it compare to|with [the] {}"),
		ruleOf("compare with", slotAct((*editor).besideBefore), "[and|also|plus|now] [add|show|put] [also] [me] [the] {} as well|too|also|alongside", "[and|also|plus|now] [add|show|put] [also] [me] [the] {} beside|alongside [it|that|them]"),
		ruleOf("compare with", func(ed *editor, _ utterance, _ fit) bool { return ed.compareWith("last year") },
			"[show] both years [beside|next|side] [to|by] [each|side] [other]", "[add|show] [the] [same] figure|figures|numbers|values of|for|from [the] last|previous year [next|beside|alongside] [to] [it|them]", "year over|on year [comparison|change]"),
		ruleOf("first per", latest(true), "[only|just|show|keep|give] [me] [only|just] [the] latest|newest|last [one|row|ones|only] per|for|of|in [each|every] {}",
			"[only|just|show|keep|give] [me] [only|just] [the] most recent|current [one|row|ones] per|for|of|in [each|every] {}"),
		ruleOf("first per", latest(false), "[only|just|show|keep|give] [me] [only|just] [the] first|earliest|oldest [one|row|ones] per|for|of|in each|every {}", "[only|just|show|keep|give] [me] [only|just] [the] first|earliest|oldest [one|row|ones] per {}"),
		ruleOf("top per", func(ed *editor, u utterance, f fit) bool {
			return ed.topPer(u.text(f.slots[len(f.slots)-1]), f.numbers[0])
		},
			"[only|just|show|keep|give] [me] [only|just] [the] top|best|first # [ones|rows] per|for|of|in [each|every] {}", "[only|just|show|keep|give] [me] [only|just] [the] top|best|first # {} per|for|in [each|every] {}"),
		ruleOf("rows behind", func(ed *editor, u utterance, f fit) bool { return ed.rowsBehind("", "") },
			"[show|give|list|see] [me] [the] [single|individual|underlying|raw] rows|records|lines|details|entries [behind|underlying|underneath] [it|that|this|them|those]", "[show|list] [me] the detail|details"),
		ruleOf("rows behind", func(ed *editor, u utterance, f fit) bool { return ed.rowsBehind("", "") },
			"[and|now|ok|so] [just] list them|those|these [all|please]"),
		ruleOf("rows behind", plain(func(ed *editor) bool { return ed.behindFigure() }),
			"[and|now|ok|so] [just] show|give [me] them|those [all|please]", "[and|so|ok] [but] which|what ones [exactly|precisely|then|are|is|were|was] [they|those|that|these|it]", "[and|so|ok] which [exactly|precisely] are|were they|those|these"),
		ruleOf("rows behind", func(ed *editor, u utterance, f fit) bool { return ed.listWith(u.text(f.slots[0])) },
			"[and|now|ok|so|please] [just] list|show [me] them|those|these|all [all|of] [them] [by] [name] with|including [their|the] {}"),
		ruleOf("rows behind", func(ed *editor, u utterance, f fit) bool {
			fact := ed.rowTable()
			return fact != nil && ed.callsThing(u.text(f.slots[0]), fact) && ed.rowsBehind("", "")
		}, "[and|now|ok|so] [just] [show|give|list|see] [me] [the] {} themselves [please]", "[and|now|ok|so] [just] show|give|list|see [me] [all] these|those {} [please]", "[and|now|ok|so] [just] [show|give|list|see] [me] [the] actual|individual|single {} [please]"),
		ruleOf("rows behind", func(ed *editor, u utterance, f fit) bool {
			return ed.rowsBehind(u.text(f.slots[0]), "first")
		}, "[show|give|list|see] [me] [the] {} behind|underlying|underneath [the] first|top [one|row]"),
		ruleOf("rows behind", func(ed *editor, u utterance, f fit) bool { return ed.rowsBehind(u.text(f.slots[0]), "") },
			"[show|give|list|see] [me] [the] {} behind|underlying|underneath [it|that|this|them|those]"),
		ruleOf("rows behind", func(ed *editor, u utterance, f fit) bool { return ed.listMeant(u.text(f.slots[0])) },
			"[and|now|ok|so] [just|please] list|show|give|see [me] [all] [the] {} [behind|underlying|underneath|among|in|of|within] [it|that|this|them|those|these]"),
		ruleOf("rows behind", func(ed *editor, u utterance, f fit) bool {
			if u.words[f.slots[0].to-1] != "ones" && f.slots[0].to < len(u.words) && u.words[f.slots[0].to] == "ones" {
				return ed.onesOf(u.text(f.slots[0]))
			}
			return ed.onesOf(u.text(stretch{f.slots[0].from - 1, f.slots[0].to}))
		},
			"[and|so|now] who are|were the|those ones|people in|from|with|without|of|at {}", "[and|so|now] who are|were the|those {} ones", "[and|so|now] list|show|give [me] the|those ones|people in|from|with|without|of|at {}"),
		ruleOf("show only", plain((*editor).showWhole),
			"[and|so|now|please|can|could] [you] tell|show|give [me] more|everything [details|detail] [on|about] [it|them|this|that|these|those|him|her] [one|ones|row|rows]", "[show|give|see] [me] more|all|full|the [the] details|detail [on|about|of] [it|them|this|that|these|those]", "[show|give] [me] all|every [the] columns|column [please]"),
		ruleOf("show only", func(ed *editor, u utterance, f fit) bool { return ed.moreAbout(u.text(f.slots[0])) },
			"[and|so|now|please|can|could] [you] [i] [would|want|need] [like|want] [to] [know|see|hear|tell|show|give] [me] more|everything [details|detail|information] on|about|of {} [please]",
			"[and|so|now|please|can|could] [you] [show|give|see] [me] [the|all] [the] [full|more|all] details|detail|information on|about|of {} [please]", "[can|could] [you] [tell] [me] [all] about {}", "what do you know about {}"),
		ruleOf("show only", func(ed *editor, u utterance, f fit) bool {
			return f.numbers[0] > 1 && ed.limit(f.numbers[0]) && ed.wholeRows()
		},
			"[and|now|can|could] [you] compare [the] first|top # [of] [them|those|these|ones|rows|results]"),
		ruleOf("limit", func(ed *editor, u utterance, _ fit) bool { return !ed.block().Grouped() && ed.nthRow(u) },
			"[and|only|just|show|give] [me] [only|just] the second|third|fourth|fifth|2nd|3rd|4th [one|row|result|entry] [only|please]"),
		ruleOf("doers", plain((*editor).whoAreThey),
			"[and|so] who is|are|were|was they|those|these|it|that [people|guys|ones] [for|about]", "[and|so] who 's|'re they|those|that", "[show|list|tell|give] [me] [the] names|people [behind|of] [it|that|them|those|these]"),
		ruleOf("doers", func(ed *editor, u utterance, f fit) bool { return ed.whoAreThe(u.text(f.slots[0])) },
			"[and|so|now] who is|are|were|was the {} [behind|for|of|in] [it|that|them|those|these|this]"),
		ruleOf("doers", func(ed *editor, u utterance, f fit) bool { return ed.whoAreOnly(u.text(f.slots[0])) }, "[and|so|now] who are|were the {} [then|please]"),
		ruleOf("how many groups", func(ed *editor, u utterance, f fit) bool { return ed.howMany(u.text(f.slots[0])) },
			"[and|so] how many {} is|are|was|were that|this|those|these|it|they|there [in|all] [total|all|together]"),
		ruleOf("rows behind", func(ed *editor, u utterance, f fit) bool {
			return ed.rowsBehind(u.text(f.slots[0]), "first")
		}, "[now|and|ok] [show|give|list|see] [me] [the] {} of|for|in [the] first|top|1st [one|row|group]"),
		ruleOf("count different", slotAct((*editor).countDifferent),
			"[just|only|and|now] [show|give|tell] [me] [the] number|count of [the] different|distinct|unique|separate {}", "[just|only|and] how many different|distinct|unique|separate {} [are|is|were] [there|that|it]"),
		ruleOf("ungroup", plain((*editor).ungroup),
			"just|only [show|give] [me] [the|a|one] [overall|grand] total|sum|figure [please|only]", "[the] [grand] total only"),
		ruleOf("undo", func(ed *editor, u utterance, f fit) bool { return ed.undoAnd(u, f.slots[0]) },
			"undo|revert|cancel that|this|it [last] [change|step|one|edit] [,|and|then] {}", "undo|revert|cancel the|my [last] change|step|one|edit [,|and|then] {}", "undo|revert , {}", "undo|revert and {}"),
		ruleOf("back to", func(ed *editor, u utterance, f fit) bool { return ed.backTo(u, f.slots[0]) },
			"[go|and|ok|now|change|switch] [it] back to [the] {} [again|instead|please]"),
		ruleOf("release", func(ed *editor, u utterance, f fit) bool {
			t, ok := ed.targets(u.text(f.slots[0]))
			return ok && ed.releaseAll(t)
		}, "[show|for|in|of|back|with|include] [me|to] all|any [the] {} again", "[show|for|in|of|over|across] [me] all [the] {} together|combined"),
		ruleOf("no bound", func(ed *editor, _ utterance, _ fit) bool {
			return ed.query.Limit.IsZero() && len(ed.block().Having) > 0 && ed.noBound()
		}, "remove|drop|lift|clear|forget|without|no [the|that|this] limit|filter|condition"),
		ruleOf("remove", slotAct((*editor).hideShown),
			"drop|remove|hide|lose|omit|delete|exclude [the|that] [column|figure] {} [column|figure|again|please]", "leave|take out [the] {}"),
		ruleOf("add", func(ed *editor, u utterance, f fit) bool { return ed.addAggregate(u) },
			"[and|plus|also|please|now] [add|show|include|give|with] [me|also] [the|an|a|their] average|mean|minimum|min|maximum|max|total|sum|highest|lowest [too|also|please]", "[and|plus|also|please|now] [add|show|include|give|with] [me|also] [the|an|a|their] average|mean|minimum|min|maximum|max|total|sum as well", "the|their average|mean|minimum|maximum|largest|smallest too|also [please]", "[and|plus|also] [add|show] [the|their] largest|smallest|biggest [one|too|also]"),
		ruleOf("show used", plain((*editor).showUsed), "[and|also] show|add|include|list|display|see it|that|them [too|also|please]", "[and|also] show|add|include|list|display it|that|them as well"),
		ruleOf("group", func(ed *editor, u utterance, f fit) bool {
			op := u.phraseOf(">", "more than", "over", "above")
			if op == "" {
				op = u.phraseOf("<", "less than", "fewer than", "under", "below")
			}
			return ed.groupsWithMany(u.text(f.slots[0]), op, f.numbers[0])
		}, "[and|so|now] which|what {} had|have|has|got|made|did|saw more|less|fewer|over|under|above|below [than] # of|like those|them|these|that"),
		ruleOf("group total", func(ed *editor, u utterance, f fit) bool {
			t, ok := ed.targets(u.text(f.slots[0]))
			return ok && len(t) == 1 && t[0].aggregate == "" && !ed.block().Grouped() && ed.overall("sum", t[0]) && ed.groupMeant(u.text(f.slots[1]), false)
		}, "[and|so|now] how much {} is|are|was|were that|this|it|those|they|these [in] [total|all|altogether|together] [,] per|by|for {}"),
		ruleOf("add", slotAct((*editor).ratio), "[add|and|show|also|plus|include] [also|the|me|a] [the|their] [average|mean] {}"),
		ruleOf("measure", func(ed *editor, u utterance, f fit) bool { return ed.measureInstead(u.text(f.slots[0])) },
			"[show|use|make|now] [me|it] [by] {} rather|instead", "rank|sort|order|ranked|sorted [it|them] by {} rather|instead", "instead [show|use] [by] {}", "[use|show|take|with] {} instead|rather of|than [the] {}"),
		ruleOf("measure", func(ed *editor, u utterance, f fit) bool {
			return ed.measureFor(u.text(f.slots[0]), u.text(f.slots[1]))
		}, "[show|use|give|take|see|by] [me] [the] {} [,] [and] not [the|by] {}", "[show|use|give|take|see|by] [me] [the] {} [,] rather|instead than|of [the] {}"),
		ruleOf("measure", func(ed *editor, u utterance, f fit) bool {
			return ed.measureFor(u.text(f.slots[1]), u.text(f.slots[0]))
		}, "[no] [,] not [by|the] {} [,] but|, [by|rather] [the] {} [instead|please]"),
		ruleOf("add", func(ed *editor, u utterance, f fit) bool { return ed.rowsEach(u.text(f.slots[0])) },
			"[add|show|and|also] [also] how many {} [that|it|this|each|they|those] [one] [is|are|was|were] based on", "[add|show|and|also] [also] how many {} is|are|was|were that|it|this|each|they|those|these [one] based on", "[add|show|and|also] [the] number of {} behind|underlying [it|them|that|this|each]", "[add|show|and|also] [the] number of {} [that|it|this|each] [is|are] based on"),
		ruleOf("group", func(ed *editor, u utterance, f fit) bool {
			return ed.exchangeGroup(u.text(f.slots[0]), u.text(f.slots[1]))
		},
			"[group|show|and|now|make|split|break|do] [it|them|that] [down] by|per {} instead|rather of|than [by|per] {}", "[group|show|and|now|make|split|break|do] [it|them|that] [down] by|per {} [,] [and] not [by|per] {}",
			"instead of [by|per] {} [,] [group|show|do] [it|them] by|per {}", "replace|swap|exchange {} by|with|for {}"),
	}
}

// listWith lists the rows that are counted by their names, with what else is named: "list them with town and contact".
func (ed *editor) listWith(text string) bool {
	root := ed.root()
	if root == nil || ed.query.Set != nil || !ed.block().Grouped() || len(ed.block().GroupBy) > 0 || len(root.Label) == 0 || !ed.onlyCounts() || ed.nested() {
		return false
	}
	if !ed.ungroupRows(root) || !ed.showMeant(labelOf(root)) {
		return false
	}
	return ed.try(func() bool { return ed.addRole(text) }) || ed.try(func() bool { return ed.addTargets(text) }) || ed.addMeant(text)
}

// whoAreOnly lists those of whom a value holds: "who are the Germans".
func (ed *editor) whoAreOnly(value string) bool {
	return ed.saysMore(value) && ed.filter(value, onlyMode, 0) && ed.whoAreThey()
}

// whoAreThe lists those that are named and that the rows in force refer to: "who are the tenants".
func (ed *editor) whoAreThe(name string) bool {
	root := ed.root()
	if root == nil {
		return false
	}
	if ed.try(func() bool { return ed.whoInRole(name) }) {
		return true
	}
	words := schema.Words(name)
	for _, m := range ed.index.Phrases(words) {
		if m.From > 0 || m.To < len(words) {
			continue
		}
		who := m.Table
		if m.Column != nil {
			who = ed.referredBy(root, m.Column)
		}
		if who != nil && len(who.Label) > 0 && (who == root || meaning.Refers(ed.index, root, who)) {
			return ed.whoAre(root, who)
		}
	}
	return false
}
