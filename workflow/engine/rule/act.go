package rule

import (
	"slices"

	"parley/db/statement"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/measure"
	grammar "parley/workflow/engine/phrase"
	"parley/workflow/engine/pointer"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file lists what an analyst says to a screen: acts with words of their own, which need no rival. They are tried before
// what rests on its slots.

func actRules() []clause.Rule {
	slotAct := func(act func(*edit.Editor, string) bool) func(*edit.Editor, tag.Utterance, tag.Fit) bool {
		return func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool { return act(ed, u.Text(f.Slots[0])) }
	}
	rounded := func(digits int) func(*edit.Editor, tag.Utterance, tag.Fit) bool {
		return func(ed *edit.Editor, _ tag.Utterance, f tag.Fit) bool {
			n := digits
			if len(f.Numbers) > 0 {
				n = f.Numbers[0]
			}
			return clause.Round(ed, n)
		}
	}
	latest := func(newest bool) func(*edit.Editor, tag.Utterance, tag.Fit) bool {
		return func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return clause.FirstPer(ed, u.Text(f.Slots[len(f.Slots)-1]), newest)
		}
	}
	return []clause.Rule{
		clause.RuleOf("changed", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool { return clause.Apply(ed, u, f.Slots[0]) },
			"update|modify|change|adjust|extend|expand|edit|revise|refine|amend [this|that|the|my|it] list|table|query|results|result|report|view|it [so] [to|that] [it|you] [also] {}"),
		clause.RuleOf("round", rounded(0),
			"round|rounded [it|that|them|this|those|these|all|the] [the] [numbers|figures|values|amounts|results|column] [up|off|please]",
			"round|rounded [it|that|them|this|those|these|all|the] [numbers|figures|values|amounts|results] to [a|the] [nearest|full|closest] whole|full|integer|integers|nearest [number|numbers|figure|figures|value|seconds|minutes|hours|days|euros|dollars|percent|integer]",
			"[as|in|only|just] whole|full numbers|figures [only|please]", "no|without|zero [any] decimals|decimal|cents [places] [please]"),
		clause.RuleOf("round", rounded(1), "round|rounded [it|that|them|this|those|these|all|the] [numbers|figures|values|amounts|results] to # [decimal|decimals|digit|digits|places] [places|place|digits|point|points]",
			"[with|to|only|just] # decimal|decimals|digits [place|places|only|please]", "# decimal|decimals|digit|digits [place|places] is|are|will|would [be] enough|fine|ok|okay|plenty|sufficient|good"),
		clause.RuleOf("round", rounded(2), "round|rounded [it|that|them|this|those|these|all|the] [numbers|figures|values|amounts] to [the|full] [nearest] cent|cents|penny|pennies|pence"),
		clause.RuleOf("in units", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool { return clause.InUnit(ed, u.Text(f.Slots[0])) },
			"[show|give|express|display|make|convert|put] [me|it|that|them|this|everything|those] [the] [numbers|figures|values|amounts|revenue|sales] in|into|to {} [instead|please]",
			"in|into {} [instead|please|rather]"),
		clause.RuleOf("rename", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool { return clause.Rename(ed, u.Text(f.Slots[0])) },
			"rename|call|label|name|title {}"),
		clause.RuleOf("share of all", slotAct(clause.ShareOfAll),
			"[show|give|express|and|now] [me|it|that|them|this] as|in [a|the] percentage|percent|share|proportion|% of all|every [the] {}", "[and] [as] [a|the] percentage|share|proportion|% of all [the|their|its] {}", "[show|give|express|and|now] [me|it|that|them|this] as|in [a|the] percentage|percent|share|proportion|% of [all] their|its|each {}",
			"[what|which] [is|'s] [the|their] percentage|share|proportion of all [the] {}"),
		clause.RuleOf("back to", clause.Plain(measure.PlainFigures),
			"[just|only|show|give|in|as] [me] [the] [plain|absolute|real|actual] numbers|counts|amounts|figures|values|totals [,] not|instead|rather [of|than|as|in] percent|percentages|percentage|%|shares|share|proportions [please]",
			"[just|only|show|give|in|as|back|to] [to|me] [the] absolute|plain|raw|actual|real numbers|counts|amounts|figures|values [again|please|instead]"),
		clause.RuleOf("percentage", clause.Plain(clause.Percentage),
			"[and|now] what|which share|percentage|percent|proportion|fraction is|are that|this|it|those|they|each of [the] total|whole|all|overall [total]"),
		clause.RuleOf("percentage", clause.Plain(func(ed *edit.Editor) bool { return pointer.PercentOfPicked(ed, "", false) || clause.Percentage(ed) }),
			"[and|now|so|ok] make|turn|put|change|convert [it|that|this|them|those] [in|into|to|as] [a|an] percentage|percentages|percent|%|share|rate [instead|please]"),
		clause.RuleOf("share of one", slotAct(pointer.ShareOfOne), "[and|so|now] what|which share|percentage|percent|proportion|part does|do|did|has|have|is|are [the] {} one|ones|group [have|has|make|take|get|of] [up] [of] [the] [total|whole|all|it]", "[and|so|now] what|which|the share|percentage|percent|proportion of [the] [total|whole|all] [is|are] the {} one|ones"),
		clause.RuleOf("percentage", clause.Plain(func(ed *edit.Editor) bool { return pointer.PercentOfPicked(ed, "", false) }),
			"[show|give|express] [me] [it|that|this|them|those] as|in [a|an] percentage|percentages|percent|%|share|rate [of] [the] [total|whole|all] [instead|please]"),
		clause.RuleOf("percentage", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return pointer.PercentOfPicked(ed, u.Text(f.Slots[0]), true)
		},
			"[and|also|plus] [add|show|give|express] [me] [also] [the] {} as|in [a|an] percentage|percentages|percent|%|share|rate too|also|instead|please", "[and|also|plus] [add|show|give|express] [me] [also] [the] {} as|in [a|an] percentage|percentages|percent|%|share|rate [as] [well]"),
		clause.RuleOf("percentage", clause.Plain(clause.Rate), "[show|give|express] [me|it|that|them|this|those] as [a|the] rate|ratio|rates [instead|please]"),
		clause.RuleOf("share added", clause.Plain(measure.ShareAdded),
			"[and|add|show|with|plus|also] [add|show|also] [me] [a|the|their|its|each] [one|ones] share|percentage|percent|proportion|% [of] [the] [grand|overall] [total|whole|all|them] [too|also|column]"),
		clause.RuleOf("share added", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return measure.ShareAddedOf(ed, u.Text(f.Slots[0]))
		}, "[and|also|plus] [add|show|give|include] [me|also] [the|their|its] {} as|in [a|an|the|its|their] share|percentage|percent|proportion|% of [the] [grand|overall] total|whole|all|sum too|also", "[and|also|plus] [add|show|give|include] [me|also] [the|their|its] {} as|in [a|an|the|its|their] share|percentage|percent|proportion|% of [the] [grand|overall] total|whole|all|sum as well", "[and|also|plus] add [also] [the|their|its] {} as|in [a|an|the|its|their] share|percentage|percent|proportion|% of [the] [grand|overall] total|whole|all|sum"),
		clause.RuleOf("rank added", clause.Plain(measure.RankAdded), "[and|add|show|with|plus|also] [add|show|also] [me] [a|the|their] rank|ranking|place|position [number|column|too|also]", "number [the] rows|lines|results|them"),
		clause.RuleOf("change added", clause.Plain(measure.ChangeAdded),
			"[and|add|show|with|plus|also] [add|show|also] [me] [a|the] [percentage|percent|relative|monthly|weekly|yearly|quarterly|daily] change|growth|increase|difference [rate] [in|as] [percent|%|percentage] [from|over|against|vs|versus|to|compared|on] [to|with|the] [the] [previous|last|prior|preceding|month|week|day|quarter|year|one] [period|month|week|day|quarter|year|one|before|over|on] [before|month|week|day|quarter|year|to] [month|year|week|quarter|day]",
			"month|year|week|quarter|day over|on|to month|year|week|quarter|day [change|growth|difference] [in|as] [percent|%]"),
		clause.RuleOf("change added", func(ed *edit.Editor, u tag.Utterance, _ tag.Fit) bool { return pointer.ChangeBetween(ed, u) },
			"[and|add|show|with|plus|also] [add|show|also] [me] [a|the] [percentage|percent|relative] change|growth|increase|decrease|difference|gap|variance|deviation [rate|between|of] [the|these|those] [two|both] [figures|columns|them|years|periods] [in|as] [a] [percent|%|percentage|percentages] [too|also|please]"),
		clause.RuleOf("percentage", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			text := u.Text(f.Slots[0])
			if i, ok := clause.FigureSaid(ed, text); ok {
				return clause.Share(ed, i)
			}
			words := clause.ContentWords(text)
			i, ok := clause.FigureNamed(ed, words)
			if m := edit.Measures(ed.Block()); !ok && len(m) == 1 && len(words) == 1 && (english.AmountNouns[words[0]] || english.AnyAmount[words[0]] || grammar.Trades(words[0])) {
				i, ok = m[0], true
			}
			return ok && clause.Share(ed, i)
		}, "[show|give|express] [me|it|that|them|this] as|in [a|an|the] percentage|percent|%|share|proportion of [the|its|their] [grand|overall] total|whole|all|overall {}"),
		clause.RuleOf("percentage", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return clause.PercentageOf(ed, u.Text(f.Slots[0]))
		},
			"[show|give|express|display] [me] [the|their] {} as|in [a|an|the] percentage|percentages|percent|%|share|shares|proportion [of] [the|a|its] [total|whole|overall|all|sum] [total]"),
		clause.RuleOf("above average", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool { return clause.AgainstAverage(ed, u) },
			"[only|just|show|keep|which|the|those] [me|of] [the|those|them] [ones|those|that|which|who] [that|which|who] [are|is|were|with] [a|an] above|below|over|under|beyond [the] [overall] average|mean [ones|only]",
			"[only|just|show|keep] [the] {} [that|which|who|with] [are|is|were] above|below|over|under [the] [overall] average|mean [count|number|value]"),
		clause.RuleOf("compare with", clause.Plain(pointer.BothPeriods), "[and|now|so|ok|please|can] [you] [show|put|lay|give|see|compare] [me] [the|these|those] both|two [of] [them|those|these|the] [years|months|quarters|weeks|days|periods] next|side|beside [to|by] [each|side] [other]", "[and|now|so|ok|please|can] [you] compare [the|these|those] both|two [of] [them|those|these|the] [years|months|quarters|weeks|days|periods]"),
		clause.RuleOf("compare with", slotAct(pointer.CompareWith),
			"compare [it|that|this|them] with|to|against [the] {}", "[and|now] versus|vs|against [the] {}", "[and|now|each|every] [day|week|month|quarter|year] compared with|to|against [the] {}", "[next|side] [to|by] [side] with [the] {}", "[and|now|also] put|add|show [me] [the] {} next to|beside|alongside it|them|that", "[put|show] [it|that|them] next to [the] {}", "[put|show] [it|that|them] beside|alongside [the] {}", "[and|now] how does that|this|it compare to|with [the] {}"),
		clause.RuleOf("compare with", slotAct(pointer.BesideBefore), "[and|also|plus|now] [add|show|put] [also] [me] [the] {} as well|too|also|alongside", "[and|also|plus|now] [add|show|put] [also] [me] [the] {} beside|alongside [it|that|them]"),
		clause.RuleOf("compare with", func(ed *edit.Editor, _ tag.Utterance, _ tag.Fit) bool { return pointer.CompareWith(ed, "last year") },
			"[show] both years [beside|next|side] [to|by] [each|side] [other]", "[add|show] [the] [same] figure|figures|numbers|values of|for|from [the] last|previous year [next|beside|alongside] [to] [it|them]", "year over|on year [comparison|change]"),
		clause.RuleOf("first per", latest(true), "[only|just|show|keep|give] [me] [only|just] [the] latest|newest|last [one|row|ones|only] per|for|of|in [each|every] {}",
			"[only|just|show|keep|give] [me] [only|just] [the] most recent|current [one|row|ones] per|for|of|in [each|every] {}"),
		clause.RuleOf("first per", latest(false), "[only|just|show|keep|give] [me] [only|just] [the] first|earliest|oldest [one|row|ones] per|for|of|in each|every {}", "[only|just|show|keep|give] [me] [only|just] [the] first|earliest|oldest [one|row|ones] per {}"),
		clause.RuleOf("top per", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return clause.TopPer(ed, u.Text(f.Slots[len(f.Slots)-1]), f.Numbers[0])
		},
			"[only|just|show|keep|give] [me] [only|just] [the] top|best|first # [ones|rows] per|for|of|in [each|every] {}", "[only|just|show|keep|give] [me] [only|just] [the] top|best|first # {} per|for|in [each|every] {}"),
		clause.RuleOf("top per", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return clause.TopOfEach(ed, u.Text(f.Slots[0]))
		},
			"[and|now|but|so] [show|give|do|the] [me] [that|it|this|them|those|same] for|in|within each|every [single] {} [please]"),
		clause.RuleOf("rows behind", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool { return measure.RowsBehind(ed, "", "") },
			"[show|give|list|see] [me] [the] [single|individual|underlying|raw] rows|records|lines|details|entries [behind|underlying|underneath] [it|that|this|them|those]", "[show|list] [me] the detail|details"),
		clause.RuleOf("rows behind", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool { return measure.RowsBehind(ed, "", "") },
			"[and|now|ok|so] [just] list them|those|these [all|please]"),
		clause.RuleOf("rows behind", slotAct(measure.RowsBehindSorted), "[and|now|ok|so|please] [just] list|show|give [me] them|those|these [all] [with|by|,] [the] {} first [please]"),
		clause.RuleOf("rows behind", clause.Plain(func(ed *edit.Editor) bool { return pointer.BehindFigure(ed) }),
			"[and|now|ok|so] [just] show|give [me] them|those [all|please]", "[and|so|ok] [but] which|what ones [exactly|precisely|then|are|is|were|was] [they|those|that|these|it]", "[and|so|ok] which [exactly|precisely] are|were they|those|these"),
		clause.RuleOf("rows behind", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool { return listWith(ed, u.Text(f.Slots[0])) },
			"[and|now|ok|so|please] [just] list|show [me] them|those|these|all [all|of] [them] [by] [name] with|including [their|the] {}"),
		clause.RuleOf("rows behind", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			fact := ed.RowTable()
			return fact != nil && measure.CallsThing(ed, u.Text(f.Slots[0]), fact) && measure.RowsBehind(ed, "", "")
		}, "[and|now|ok|so] [just] [show|give|list|see] [me] [the] {} themselves [please]", "[and|now|ok|so] [just] show|give|list|see [me] [all] these|those {} [please]", "[and|now|ok|so] [just] [show|give|list|see] [me] [the] actual|individual|single {} [please]"),
		clause.RuleOf("rows behind", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return measure.RowsBehind(ed, u.Text(f.Slots[0]), "first")
		}, "[show|give|list|see] [me] [the] {} behind|underlying|underneath [the] first|top [one|row]"),
		clause.RuleOf("rows behind", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return measure.RowsBehind(ed, u.Text(f.Slots[0]), "")
		},
			"[show|give|list|see] [me] [the] {} behind|underlying|underneath [it|that|this|them|those]"),
		clause.RuleOf("rows behind", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return measure.ListMeant(ed, u.Text(f.Slots[0]))
		},
			"[and|now|ok|so] [just|please] list|show|give|see [me] [all] [the] {} [behind|underlying|underneath|among|in|of|within] [it|that|this|them|those|these]"),
		clause.RuleOf("rows behind", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			if u.Words[f.Slots[0].To-1] != "ones" && f.Slots[0].To < len(u.Words) && u.Words[f.Slots[0].To] == "ones" {
				return pointer.OnesOf(ed, u.Text(f.Slots[0]))
			}
			return pointer.OnesOf(ed, u.Text(tag.Stretch{From: f.Slots[0].From - 1, To: f.Slots[0].To}))
		},
			"[and|so|now] who are|were the|those ones|people in|from|with|without|of|at {}", "[and|so|now] who are|were the|those {} ones", "[and|so|now] list|show|give [me] the|those ones|people in|from|with|without|of|at {}", "[and|so|now] list|show|give [me] the|those individual|single|actual ones in|from|with|without|of|at {}"),
		clause.RuleOf("rows behind", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool { return pointer.OnesOf(ed, u.Text(f.Slots[0])) },
			"[and|so|now] list|show|give [me] the|those individual|single|actual ones [that|which|who] [are|is|were] {}"),
		clause.RuleOf("rows behind", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return measure.ListMeant(ed, u.Text(f.Slots[0]))
		},
			"[and|now|ok|so] [show|give|make] [me|it|them] [as] a [plain|simple|flat|full] list of {} [instead|please]"),
		clause.RuleOf("show only", clause.Plain(pointer.ShowWhole),
			"[and|so|now|please|can|could] [you] tell|show|give [me] more [details|detail] [on|about] [it|them|this|that|these|those|him|her] [one|ones|row|rows]", "[and|so|now|please|can|could] [you] tell|show|give [me] everything on|about [it|them|this|that|these|those|him|her] [one|ones|row|rows]", "[show|give|see] [me] more|all|full|the [the] details|detail [on|about|of] [it|them|this|that|these|those]", "[show|give] [me] all|every [the] columns|column [please]"),
		clause.RuleOf("show only", clause.Plain(pointer.ShowAll), "[and|so|now|please|can|could] [you] tell|show|give [me] everything"),
		clause.RuleOf("show only", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return pointer.MoreAbout(ed, u.Text(f.Slots[0]))
		},
			"[and|so|now|please|can|could] [you] [i] [would|want|need] [like|want] [to] [know|see|hear|tell|show|give] [me] more|everything [details|detail|information] on|about|of {} [please]",
			"[and|so|now|please|can|could] [you] [show|give|see] [me] [the|all] [the] [full|more|all] details|detail|information on|about|of {} [please]", "[can|could] [you] [tell] [me] [all] about {}", "what do you know about {}"),
		clause.RuleOf("show only", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return f.Numbers[0] > 1 && clause.Limit(ed, f.Numbers[0]) && pointer.WholeRows(ed)
		},
			"[and|now|can|could] [you] compare [the] first|top # [of] [them|those|these|ones|rows|results]"),
		clause.RuleOf("limit", func(ed *edit.Editor, u tag.Utterance, _ tag.Fit) bool {
			return !ed.Block().Grouped() && pointer.NthRow(ed, u)
		},
			"[and|only|just|show|give] [me] [only|just] the second|third|fourth|fifth|2nd|3rd|4th [one|row|result|entry] [only|please]"),
		clause.RuleOf("doers", clause.Plain(measure.WhoAreThey),
			"[and|so] who is|are|were|was they|those|these|it|that [people|guys|ones] [for|about]", "[and|so] who 's|'re they|those|that", "[show|list|tell|give] [me] [the] names|people [behind|of] [it|that|them|those|these]"),
		clause.RuleOf("doers", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool { return whoAreThe(ed, u.Text(f.Slots[0])) },
			"[and|so|now] who is|are|were|was the {} [behind|for|of|in] [it|that|them|those|these|this]"),
		clause.RuleOf("doers", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool { return whoAreOnly(ed, u.Text(f.Slots[0])) }, "[and|so|now] who are|were the {} [then|please]"),
		clause.RuleOf("how many groups", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool { return measure.HowMany(ed, u.Text(f.Slots[0])) },
			"[and|so] how many {} is|are|was|were that|this|those|these|it|they|there [in|all] [total|all|together]"),
		clause.RuleOf("rows behind", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return measure.RowsBehind(ed, u.Text(f.Slots[0]), "first")
		}, "[now|and|ok] [show|give|list|see] [me] [the] {} of|for|in [the] first|top|1st [one|row|group]"),
		clause.RuleOf("figure asked", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return len(ed.Block().GroupBy) > 0 && measure.AddMeant(ed, "number of different "+u.Text(f.Slots[0]))
		}, "and|also|plus|add|with [also|show|add|the] [me] [the] number|count of [the] different|distinct|unique|separate {}", "and|also|plus|add [also|show] [me] how many different|distinct|unique|separate {} [are|is|were] [there|that|it]"),
		clause.RuleOf("count different", slotAct(measure.CountDifferent),
			"[just|only|and|now] [show|give|tell] [me] [the] number|count of [the] different|distinct|unique|separate {}", "[just|only|and] how many different|distinct|unique|separate {} [are|is|were] [there|that|it]"),
		clause.RuleOf("ungroup", clause.Plain(clause.Ungroup),
			"just|only [show|give] [me] [the|a|one] [overall|grand] total|sum|figure [please|only]", "[the] [grand] total only"),
		clause.RuleOf("undo", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool { return measure.UndoAnd(ed, u, f.Slots[0]) },
			"undo|revert|cancel that|this|it [last] [change|step|one|edit] [,|and|then] {}", "undo|revert|cancel the|my [last] change|step|one|edit [,|and|then] {}", "undo|revert , {}", "undo|revert and {}", "[no|ok] [,] drop|lose|scrap|remove that|this|it again ,|and|then [and|then] {}"),
		clause.RuleOf("back to", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool { return pointer.BackTo(ed, u, f.Slots[0]) },
			"[go|and|ok|now|change|switch] [it] back to [the] {} [again|instead|please]"),
		clause.RuleOf("release", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			t, ok := ed.Targets(u.Text(f.Slots[0]))
			return ok && measure.ReleaseAll(ed, t)
		}, "[show|for|in|of|back|with|include] [me|to] all|any [the] {} again", "[show|for|in|of|over|across] [me] all [the] {} together|combined"),
		clause.RuleOf("no bound", func(ed *edit.Editor, _ tag.Utterance, _ tag.Fit) bool {
			return ed.Query.Limit.IsZero() && len(ed.Block().Having) > 0 && measure.NoBound(ed)
		}, "remove|drop|lift|clear|forget|without|no [the|that|this] limit|filter|condition"),
		clause.RuleOf("remove", slotAct(measure.HideShown),
			"drop|remove|hide|lose|omit|delete|exclude [the|that] [column|figure] {} [column|figure|again|please]", "leave|take out [the] {}"),
		clause.RuleOf("add", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool { return pointer.AddAggregate(ed, u) },
			"[and|plus|also|please|now] [add|show|include|give|with] [me|also] [the|an|a|their] average|mean|minimum|min|maximum|max|total|sum|highest|lowest [too|also|please]", "[and|plus|also|please|now] [add|show|include|give|with] [me|also] [the|an|a|their] average|mean|minimum|min|maximum|max|total|sum as well", "the|their average|mean|minimum|maximum|largest|smallest too|also [please]", "[and|plus|also] [add|show] [the|their] largest|smallest|biggest [one|too|also]"),
		clause.RuleOf("show used", clause.Plain(clause.ShowUsed), "[and|also] show|add|include|list|display|see it|that|them [too|also|please]", "[and|also] show|add|include|list|display it|that|them as well"),
		clause.RuleOf("group", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			op := clause.PhraseOf(u, ">", "more than", "over", "above")
			if op == "" {
				op = clause.PhraseOf(u, "<", "less than", "fewer than", "under", "below")
			}
			return measure.GroupsWithMany(ed, u.Text(f.Slots[0]), op, f.Numbers[0])
		}, "[and|so|now] which|what {} had|have|has|got|made|did|saw more|less|fewer|over|under|above|below [than] # of|like those|them|these|that"),
		clause.RuleOf("group total", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			t, ok := ed.Targets(u.Text(f.Slots[0]))
			return ok && len(t) == 1 && t[0].Aggregate == "" && !ed.Block().Grouped() && clause.Overall(ed, "sum", t[0]) && measure.GroupMeant(ed, u.Text(f.Slots[1]), false)
		}, "[and|so|now] how much {} is|are|was|were that|this|it|those|they|these [in] [total|all|altogether|together] [,] per|by|for {}"),
		clause.RuleOf("add", slotAct(clause.Ratio), "[add|and|show|also|plus|include] [also|the|me|a] [the|their] [average|mean] {}"),
		clause.RuleOf("measure", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return measure.ShowInstead(ed, u.Text(f.Slots[0]))
		},
			"[show|use|make|now] [me|it] [by] {} rather|instead", "rank|sort|order|ranked|sorted [it|them] by {} rather|instead", "instead [show|use] [by] {}", "[use|show|take|with] {} instead|rather of|than [the] {}"),
		clause.RuleOf("measure", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return measure.ShowFor(ed, u.Text(f.Slots[0]), u.Text(f.Slots[1]))
		}, "[show|use|give|take|see|by] [me] [the] {} [,] [and] not [the|by] {}", "[show|use|give|take|see|by] [me] [the] {} [,] rather|instead than|of [the] {}"),
		clause.RuleOf("measure", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return measure.ShowFor(ed, u.Text(f.Slots[1]), u.Text(f.Slots[0]))
		}, "[no] [,] not [by|the] {} [,] but|, [by|rather] [the] {} [instead|please]"),
		clause.RuleOf("add", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return measure.RowsEach(ed, u.Text(f.Slots[0]))
		},
			"[add|show|and|also] [also] how many {} [that|it|this|each|they|those] [one] [is|are|was|were] based on", "[add|show|and|also] [also] how many {} is|are|was|were that|it|this|each|they|those|these [one] based on", "[add|show|and|also] [the] number of {} behind|underlying [it|them|that|this|each]", "[add|show|and|also] [the] number of {} [that|it|this|each] [is|are] based on"),
		clause.RuleOf("group", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return measure.ExchangeGroup(ed, u.Text(f.Slots[0]), u.Text(f.Slots[1]))
		},
			"[group|show|and|now|make|split|break|do] [it|them|that] [down] by|per {} instead|rather of|than [by|per] {}", "[group|show|and|now|make|split|break|do] [it|them|that] [down] by|per {} [,] [and] not [by|per] {}",
			"instead of [by|per] {} [,] [group|show|do] [it|them] by|per {}", "replace|swap|exchange {} by|with|for {}"),
	}
}

// listWith lists the rows that are counted by their names, those without a name whole, with what else is named: "list them with town and
// contact".
func listWith(ed *edit.Editor, text string) bool {
	root := ed.Root()
	if root == nil || ed.Query.Set != nil || !ed.Block().Grouped() || !groupsOwnRows(ed, root) || !onlyCounts(ed) || measure.Nested(ed) {
		return false
	}
	if len(root.Label) == 0 && !measure.RowsBehind(ed, "", "") {
		return false
	}
	if len(root.Label) > 0 && !(measure.UngroupRows(ed, root) && measure.ShowMeant(ed, measure.LabelOf(root))) {
		return false
	}
	return ed.Try(func() bool { return addRole(ed, text) }) || ed.Try(func() bool { return addTargets(ed, text) }) || measure.AddMeant(ed, text)
}

// groupsOwnRows says that the groups, if there are any, are kinds of the rows counted and no things of their own: they have no name that
// "them" could ask for.
func groupsOwnRows(ed *edit.Editor, root *schema.Table) bool {
	return !slices.ContainsFunc(ed.Block().GroupBy, func(x statement.Expr) bool {
		c := ed.Scope().Column(x)
		return c == nil || c.Table != root || slices.Contains(root.Label, c)
	})
}

// whoAreOnly lists those of whom a value holds: "who are the Germans".
func whoAreOnly(ed *edit.Editor, value string) bool {
	return saysMore(ed, value) && pointer.Filter(ed, value, measure.OnlyMode, 0) && measure.WhoAreThey(ed)
}

// whoAreThe lists those that are named and that the rows in force refer to: "who are the tenants".
func whoAreThe(ed *edit.Editor, name string) bool {
	root := ed.Root()
	if root == nil {
		return false
	}
	if ed.Try(func() bool { return whoInRole(ed, name) }) {
		return true
	}
	words := schema.Words(name)
	for _, m := range ed.Index.Phrases(words) {
		if m.From > 0 || m.To < len(words) {
			continue
		}
		who := m.Table
		if m.Column != nil {
			who = measure.ReferredBy(ed, root, m.Column)
		}
		if who != nil && len(who.Label) > 0 && (who == root || meaning.Refers(ed.Index, root, who)) {
			return measure.WhoAre(ed, root, who)
		}
	}
	return false
}
