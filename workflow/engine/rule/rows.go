package rule

import (
	"regexp"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/engine/measure"
	"parley/workflow/engine/pointer"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// swaps finds inputs that put another value in the place of one in force: a bare value behind them does so again.
var swaps = regexp.MustCompile(`(?i)^(?:and |ok |now |so )*(?:the )?(?:same|what about|how about|and for)\b|\b(?:instead|rather)[.!]?$`)

// rowsRule changes the predicates by the conditions in a slot; at most tolerance of its words may be without a place.
func rowsRule(m measure.Mode, tolerance int) func(*edit.Editor, tag.Utterance, tag.Fit) bool {
	return func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
		slot := f.Slots[len(f.Slots)-1]
		if AsksWho(u) {
			return false
		}
		if w := u.Words[slot.From]; w == "by" && (u.Has("instead") || slices.Contains(u.Words[slot.From:slot.To], ",")) || w == "per" || notJust(u, slot) || u.ActWithin(slot) {
			return false // what the rows are grouped by, or what is no longer all of them
		}
		text := pointer.WithRole(ed, u, slot)
		return m == measure.ExcludeMode && ed.Try(func() bool { return eachLeftOut(ed, text) }) || pointer.Filter(ed, text, m, tolerance)
	}
}

// apartWords stand between what is left out, each by itself: "test accounts and closed ones".
var apartWords = regexp.MustCompile(`(?i)\s*,\s*(?:and|or|nor)?\s*|\s+(?:and|or|nor)\s+`)

// eachLeftOut leaves out the rows of each of several parts of a text: what is left out for one thing need not be of another.
func eachLeftOut(ed *edit.Editor, text string) bool {
	parts := apartWords.Split(text, -1)
	if len(parts) < 2 || strings.Contains(strings.ToLower(text), "between ") {
		return false
	}
	for _, part := range parts {
		if !pointer.Filter(ed, part, measure.ExcludeMode, 0) {
			return false
		}
	}
	return true
}

// sameElse are ways of saying another number in the place of the one that rows in force are asked for, all else being the same: "and
// 3000 to the same person", "same person, 3000", "not 5000 but 3000".
func sameElse() []string {
	const also, the, to = "[and|but|also|now|so|what|how] [about] ", "[the|those|these] [ones] [of|for] ", "to|for|from|with|at|by|in"
	return []string{
		also + the + "# [one|ones] " + to + " the same|that {} [too|also|please|instead]", also + the + "# " + to + " the same [one|ones|again|place]", also + the + "# " + to + " them|him|her|it [too|also|please|instead]",
		also + "[" + to + "] [the] same {} [,] [but|with|for|now|and|only] [of|for|with] #", "# [,] [the] same {}", "[the] same [again|thing|ones|one] [,] [but] [for|with|of] # [instead]",
		"not # [,] but|, # [please]", "# [,] not # [please]", "[make|do] [it|that] # instead|rather of #", "and|but of|for|with #", also + "[of|for|with] # [,] [with|to|for|from|and] [the] same {}", "[and|but|so] did|does|do|has|have|had he|she|they|it|we|you [also|ever] {} # [too|also|either|once] [or] [not]", "# [please] instead|rather",
	}
}

// saysMore says that a text names a column, a value or a number: more than that something stays as it is.
func saysMore(ed *edit.Editor, text string) bool {
	return slices.ContainsFunc(ed.Tag(text), func(it tag.Item) bool {
		_, number := tag.ParseNumber(it.Lower)
		return number || len(it.Values) > 0
	})
}

// equalTo gives the one number that a column of the rows in force must equal another value.
func equalTo(ed *edit.Editor, n int) bool {
	q, at := ed.Block(), -1
	for i, p := range q.Where {
		op, l, r, ok := p.AsBinary()
		v, _ := r.AsLiteral()
		if _, float := v.(float64); !ok || op != "=" || !float && !whole(v) || ed.Scope().Column(l) == nil || ed.Scope().Column(l).Key() {
			continue
		}
		if at >= 0 {
			return false
		}
		at = i
	}
	if at < 0 || ed.Query.Set != nil {
		return false
	}
	_, l, _, _ := q.Where[at].AsBinary()
	return q.ReplacePredicate(q.Where[at], statement.Binary("=", l, statement.Literal(int64(n)*ed.UnitsSaid(q.Where[at])))) == nil
}

// equalToNamed is the same where words behind the number name the column that it is of: "and one star?".
func equalToNamed(ed *edit.Editor, n int, named string) bool {
	work := *ed
	work.Query = ed.Query.Clone()
	if !equalTo(&work, n) {
		return false
	}
	changed := pointer.Without(work.Block().Where, ed.Block().Where)
	if len(changed) != 1 {
		return false
	}
	c := work.Scope().Subject(changed[0])
	if c == nil || !slices.ContainsFunc(ed.Tag(named), func(it tag.Item) bool {
		return slices.ContainsFunc(it.Matches, func(m schema.Match) bool { return m.Column == c })
	}) {
		return false
	}
	ed.Query = work.Query
	ed.Understand(named + " = " + c.String())
	return true
}

func whole(v any) bool {
	_, ok := v.(int64)
	return ok
}

// rowsOf is what narrows to rows of a size: "only gifts of 100 or more".
const rowsOf = "[only|just|show|keep|and|now] [me|only|just] [the|those] {} "

// rowsWorth keeps the rows that come to so much, whatever they are called: a size behind "of" is none of groups.
func rowsWorth(operator string) func(*edit.Editor, tag.Utterance, tag.Fit) bool {
	return func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
		root := ed.Root()
		text := u.Text(f.Slots[0])
		if root == nil || ed.Query.Set != nil || f.Numbers[0] < 1 {
			return false
		}
		unknown, nothing := clause.Meaningless(ed, text)
		if !nothing && !measure.MayCall(ed, text, root) || len(clause.ContentWords(text)) != 1 {
			return false
		}
		c := measure.WorthOf(root)
		if c == nil {
			return false
		}
		if nothing {
			ed.Taken = append(ed.Taken, clause.Lowered(unknown)...)
		}
		ed.Understand(text + " of so much = " + c.String())
		return ed.Compare(c, operator, statement.Literal(int64(f.Numbers[0])))
	}
}

// boundedOut leaves groups out by their figure: "leave out anything under 100 orders". keep is the operator of what stays.
func boundedOut(keep, bound string) clause.Rule {
	const leave = "exclude|excluding|without|omit|ignore|drop|remove|hide|skip|leave|leaving|filter|cut|throw|take|lose|ditch [out|off|away] {} "
	return clause.RuleOf("exclude", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
		of := ""
		if len(f.Slots) > 1 {
			of = u.Text(f.Slots[1])
		}
		return pointer.KeepBounded(ed, u.Text(f.Slots[0]), keep, of, f.Numbers[0])
	}, leave+bound+" # [please]", leave+bound+" # {}")
}

// itemsRule applies an operation to the targets in the first slot.
func itemsRule(operation func(*edit.Editor, []edit.Target) bool) func(*edit.Editor, tag.Utterance, tag.Fit) bool {
	return func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
		t, ok := ed.Targets(u.Text(f.Slots[0]))
		return ok && operation(ed, t)
	}
}

func rowRules() []clause.Rule {
	release := func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
		t, ok := ed.Targets(u.Text(f.Slots[0]))
		return ok && measure.ReleaseAll(ed, t)
	}
	releaseSaid := func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
		t, ok := ed.Targets(u.Text(f.Slots[0]))
		return ok && measure.ReleaseOrSay(ed, t)
	}
	missing := func(negated bool) func(*edit.Editor, tag.Utterance, tag.Fit) bool {
		return func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			t, ok := ed.Targets(u.Text(f.Slots[0]))
			return ok && len(t) == 1 && measure.Missing(ed, t[0], negated)
		}
	}
	lacking := func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
		t, ok := ed.Targets(u.Text(f.Slots[0]))
		own := ok && len(t) == 1 && t[0].Entity == nil && len(t[0].Columns) == 1 && t[0].Columns[0].Table == ed.Root()
		return own && !ed.Block().Grouped() && measure.Missing(ed, t[0], false)
	}
	unset := func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
		c := measure.OwnKey(ed, u.Text(f.Slots[0]))
		return c != nil && measure.PutNull(ed, edit.Condition{Kind: edit.NullCondition, Column: c, Item: -1}, measure.OnlyMode)
	}
	moved := func(preposition string) func(*edit.Editor, tag.Utterance, tag.Fit) bool {
		return func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return !u.Has("out") && pointer.Moved(ed, preposition, u.Text(f.Slots[0]))
		}
	}
	return []clause.Rule{
		clause.RuleOf("correct", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return measure.ExchangeMoment(ed, u.Text(f.Slots[0]), u.Text(f.Slots[1]))
		}, "[no] [,] not [when|the|those|by] [they|it|that|who|ones] [were|was] {} [,] but|, [rather] [when|the|those|by] [they|it|that|who|ones] [were|was] {} [instead|please]"),
		clause.RuleOf("correct", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return measure.ExchangeMoment(ed, "", u.Text(f.Slots[0]))
		},
			"[no|sorry] [,] [actually] i|we meant|mean|want|wanted [the|those|when|by] [ones|they|it] [that|who|which] [were|was|are|is] {} [instead|please]", "[no] [,] not that|it [one] [,] [but|rather] [when|the|those|by] [they|it] {} [instead|please]", "no [,] [by|the|when] {} [instead]"),
		clause.RuleOf("only", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			op, text := clause.PhraseOf(u, ">=", "at least", "no less than", "no fewer than"), u.Text(f.Slots[0])
			return clause.CompareNamed(ed, op, text, f.Numbers[0]) || op != "" && measure.CompareTally(ed, op, text, f.Numbers[0])
		}, "[only|just|show|keep] [me|the] [the|those] [ones|those] [with|having|that|who|which] [have|has|had] at|no least|less|fewer [than] # {}"),
		clause.RuleOf("only", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return measure.TallyAgain(ed, u.Text(f.Slots[0]), f.Numbers[0])
		}, "[and|so|now] [what|how] [about] [only|just|show|keep] [me|the] [the|those] [ones|those] with|having|have [only|just|exactly] # {}"),
		clause.RuleOf("only", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return pointer.CompareCounted(ed, ">=", u.Text(f.Slots[0]), f.Numbers[0])
		}, "[with] [a] min|minimum [of] # {}", "[only|just|show|keep] [me|the] [the|those] [ones|those] with|having [at] [least] # {} or|and more|up|over|above", "[only|just|show|keep] [me|the] [the|those] [ones|those] [with|having] # or more {}"),
		clause.RuleOf("only", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return pointer.CompareCounted(ed, "<=", u.Text(f.Slots[0]), f.Numbers[0])
		}, "[with] [a] max|maximum [of] # {}"),
		clause.RuleOf("only", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			op, text := clause.PhraseOf(u, ">", "more than", "over", "above"), u.Text(f.Slots[0])
			return clause.CompareNamed(ed, op, text, f.Numbers[0]) || op != "" && measure.CompareTally(ed, op, text, f.Numbers[0])
		}, "[only|just|show|keep] [me|the] [the|those] [ones|those] [with|having|that|who|which] [have|has|had] more|over|above [than] # {}"),
		clause.RuleOf("only", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			op, text := clause.PhraseOf(u, "<", "less than", "fewer than", "under", "below"), u.Text(f.Slots[0])
			return clause.CompareNamed(ed, op, text, f.Numbers[0]) || op != "" && measure.CompareTally(ed, op, text, f.Numbers[0])
		}, "[only|just|show|keep] [me|the] [the|those] [ones|those] [with|having|that|who|which] [have|has|had] less|fewer|under|below [than] # {}"),
		clause.RuleOf("only", rowsWorth(">="), rowsOf+"of # or|and more|over|above|up|upwards|higher", rowsOf+"of at least #", rowsOf+"of # [upwards|plus] [+]"),
		clause.RuleOf("only", rowsWorth("<="), rowsOf+"of # or|and less|under|below|fewer|lower", rowsOf+"of at|up most|to #"),
		clause.RuleOf("only", rowsWorth(">"), rowsOf+"of over|above #", rowsOf+"of more than #"),
		clause.RuleOf("only", rowsWorth("<"), rowsOf+"of under|below #", rowsOf+"of less than #"),
		clause.RuleOf("only", clause.CompareNamedFirst(">"), clause.NamedFirst+"over|above #", clause.NamedFirst+"more|greater|higher|larger than #"),
		clause.RuleOf("only", clause.CompareNamedFirst("<"), clause.NamedFirst+"under|below #", clause.NamedFirst+"less|lower|fewer|smaller than #"),
		clause.RuleOf("only", clause.CompareNamedFirst(">="), clause.NamedFirst+"at least #"),
		clause.RuleOf("only", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool { return clause.CompareShown(ed, u, f.Slots[0]) },
			"[only|just|show|keep|list] [me] [only|just] [the] [those|ones] [that|which|who] [are|is|were|was|lie] below|above|under|over|beyond [the|their|its] {}"),
		clause.RuleOf("nth filter", func(ed *edit.Editor, u tag.Utterance, _ tag.Fit) bool { return clause.DropFilter(ed, u) },
			"remove|drop|clear|undo|forget|lift|delete [the|that|my] first|1st|second|2nd|third|3rd|fourth|4th filter|condition|restriction"),
		clause.RuleOf("no filter", clause.Plain(measure.Unfiltered),
			"[remove|drop|clear|lift|delete|no|without|reset] [all] [the|of|any] [the] filters|filter|conditions|condition|restrictions|restriction", "unfiltered"),
		clause.RuleOf("release", clause.Plain(clause.DropNewest), "remove|drop|clear|undo|forget|lift|ignore|cancel that|this filter|condition|restriction [again]", "[show|and|now] without that|this filter|condition|restriction"),
		clause.RuleOf("too few", clause.Plain(clause.Relax),
			"remove|drop|clear|undo|forget|lift [the|that|my] last|latest|previous filter|condition|restriction"),
		clause.RuleOf("no bound", clause.Plain(measure.NoBound), "remove|drop|lift|clear|forget|no|without|ignore|lose [the|that|any] minimum|maximum|threshold|bound|cutoff|cut-off [again|please]"),
		clause.RuleOf("release", releaseSaid,
			"remove|drop|clear|lift|delete|ignore|forget|cancel [the|my] {} filter|condition|restriction|constraint|criterion", "no {} filter|condition|restriction|limit|limits"),
		clause.RuleOf("release", release, "clear|lift|reset [the|my] {}", "regardless|irrespective of [the|their] {}",
			"[in|from|for|with|of] any {}", "[in|from|for|with|of|show|include] [me] all [the] {}", "ignore|forget [the|about|my] {}", "never mind [the|about|my] {}", "do|i don't|not [not] care about [the|my] {}"),
		clause.RuleOf("missing", unset,
			"[and|only|just|show|keep] [me] [only|just] [the|those|ones] [ones|rows|those] with|that|who|which|where|without|lacking [have|has|had|there] [is|are|was] [no|a|an|any] {} assigned|set|given|recorded|chosen|attached|linked|named|known [yet|so] [far]",
			"[and|only|just|show|keep] [me] [only|just] [the|those|ones] [ones|rows|those] no {} assigned|set|given|recorded|chosen|attached|linked|named|known [yet|so] [far]"),
		clause.RuleOf("missing", missing(false),
			"[only|just|show|those|ones] [me|those|ones|the] [ones|rows] without|lacking a|an|any {}", "[only|just|show|those|ones] [the|those|ones] [with|that|who] [have|has] no {}",
			"[only|just|where] [where] [the] {} [is] missing|null|unknown|empty|blank", "missing [a|an] {}"),
		clause.RuleOf("missing", lacking, "[and|so|now] who|which [one|ones] [of] [them|these|those] has|have no {}"),
		clause.RuleOf("present", missing(true),
			"[only|just|show|those|ones|where] [those|ones|where|the] [ones] with|having|that|who|have|has [have|has] a|an|any|some {}", "[only|where] [the] {} is not null|missing|empty|blank|unknown",
			"[only|where] [the] {} is known|present|set", "[only|just|show|keep|those|ones] [me] [the|those] [ones|rows] [with] [a] non-empty|non-null|filled {}", "[only|just|where] [where] [the] {} [is|are] filled|given [in|out]"),
		clause.RuleOf("stated", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return pointer.Stated(ed, u.Text(f.Slots[0]), u.Text(f.Slots[1]))
		},
			"[and|but|so|now|no] [,] [with|where|the|my|our] [the|my|our] {} is|are|was|were|should|must|shall [be] [on|now] {} [instead|please]", "[and|but|so|now|please] let|have [the|my|our] {} be [on] {} [please]",
			"[no|and|but|now] [,] change|set|make|switch|put|move [the|my|our] {} to|as|on|= {} [instead|please]"),
		clause.RuleOf("moved", moved("from"), "[and|but|so|now|only|just] [,] [those|ones] [that|which] leaving|leaves|leave|departing|departs|depart|starting|starts|start|originating|coming|setting [off|out] from {} [instead|please|only]",
			"[and|but|so|now|only|just] [,] [those|ones] leaving|departing {} [instead|please|only]"),
		clause.RuleOf("moved", moved("to"), "[and|but|so|now|only|just] [,] [those|ones] [that|which] going|goes|go|flying|arriving|arrives|arrive|heading|headed|travelling|traveling|landing|ending [up] to|in|at|into|for {} [instead|please|only]"),
		clause.RuleOf("include", rowsRule(measure.IncludeMode, 0),
			"[also|and] include|including|add|allow|count [the|those|also] [from|in|for|with] {} too|also [please]", "[also|and] include|including|add|allow|count [the|those|also] [from|in|for|with] {} as well",
			"[also|and] include|including|allow [also|the|those] [from|in|for|with] {} [again]", "as well as {}", "[and|also|plus] [the|those] [from|in|for|with] {} as well|too"),
		clause.RuleOf("include", rowsRule(measure.AndMode, 0), "both {}"),
		clause.RuleOf("include", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return measure.IncludeAdded(ed, u.Text(f.Slots[0]))
		}, "add {}"),
		clause.RuleOf("correct", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return measure.InsteadOfValue(ed, u.Text(f.Slots[0]))
		},
			"[and|so|now|ok] what|how much would|might {} cost|be|come [to] [then|instead]"),
		clause.RuleOf("what about", rowsRule(measure.OnlyMode, 0), "[and|now|ok] for|in|with|from|of [the|only] {} instead|rather", "and for {}"),
		clause.RuleOf("what about", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return strings.HasSuffix(strings.TrimSpace(u.Input), "?") && pointer.Filter(ed, u.Text(f.Slots[0]), measure.OnlyMode, 0)
		}, "and in|during {}"),
		clause.RuleOf("what about", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return strings.HasSuffix(strings.TrimSpace(u.Input), "?") && measure.InsteadOfValue(ed, u.Text(f.Slots[0]))
		}, "and {}"),
		clause.RuleOf("what about", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			before := len(ed.Block().Where)
			return swaps.MatchString(ed.Earlier) && pointer.Filter(ed, u.Text(f.Slots[0]), measure.OnlyMode, 0) && len(ed.Block().Where) == before
		}, "[and|or] [for|from|with|in|the] {} [please]"),
		clause.RuleOf("and", rowsRule(measure.AndMode, 0), "and|or|plus|also [also] [the|those|from|in|for|with] {} [too|also]", "and|or {} as well", "{} too|also", "{} as well"),
		clause.RuleOf("correct", func(ed *edit.Editor, _ tag.Utterance, f tag.Fit) bool { return clause.Figure(ed, f.Numbers[0]) },
			"[and|so|now] what|how about # [instead]", "[no] [,] make|change|set it|that|this [to] # [instead|please]", "no [,] # [instead]",
			"and|or|now [another|only|just] # [please|instead]", "[and|now|send|show|find] [another|only|just] # [to|from|for|by|with] the same {}",
			"[and|or|now|send|show|find|also] [me] [another|only|just|more|the|those|also] [one|ones] [of|for|worth] # to|from|for|by|with him|her|them|it|there [please]", "[and|or|now|send|show|find|also] [me] [another|only|just|more|the|those|also] [one|ones] [of|for|worth] # to|from|for|by|with that|this|the [same] person|number|recipient|one|account|customer|receiver|sender|address|place"),
		clause.RuleOf("correct", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return pointer.CallsRows(ed, u.Text(f.Slots[0])) && clause.Figure(ed, f.Numbers[0])
		}, "[and|or|now|also] [show|find] [me] [another|only|just|more|the|those] {} of|for|worth # to|from|for|by|with him|her|them|it|there",
			"[and|or|now|also] [show|find] [me] [another|only|just|more|the|those] {} of|for|worth # to|from|for|by|with that|this|the [same] person|number|recipient|one|account|customer|receiver|sender|address|place"),
		clause.RuleOf("correct", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return pointer.ExchangedWithin(ed, u.Text(f.Slots[0]), u.Text(f.Slots[1]))
		}, "not {} but {}", "replace {} with|by {}", "change [the] {} to {}", "switch|swap|exchange|substitute {} for|with|to|by {}", "[no] [,] instead|rather of|than {} [,] [show|use|take] {}"),
		clause.RuleOf("correct", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return pointer.ExchangedWithin(ed, u.Text(f.Slots[1]), u.Text(f.Slots[0]))
		}, "[and|so|now|ok|no] [,] [for|with|in|show|take|use|make|change|set] [it|that|this] [to] {} rather|instead than|of {}", "{} [,] [and] not {}",
			"[no|sorry|oops|wait|hmm] [,] i|we [actually] meant|mean|wanted|want|said [to] [say] [the] {} [,] [and] not {}"),
		clause.RuleOf("measure", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return measure.CountInstead(ed, u.Text(f.Slots[0]))
		},
			"[no|sorry] [,] i|we [actually] meant|mean|wanted [the|to] [see|count] [the] {} [instead]", "[no] [,] not that|this|it|those|these [one|ones|figure] [,] [but|rather] [the] {} [instead|please]"),
		clause.RuleOf("correct", rowsRule(measure.OnlyMode, 0),
			"[no] [,] not that|this|it|those|these [one|ones] [,] [but|rather|only] [the] {} [instead|please]",
			"no [,] i|we meant|mean|want|wanted [the|to] [see] {} [instead]", "[no] [,] [i|we] actually|rather|sorry [,] [i|we] [meant|mean|want|wanted|make] [it|the] {} [instead]", "i|we meant|mean {} [instead]", "i said {}", "no , {}", "wrong [,] {}",
			"make|change|set it|that|this [to] {} [instead|please]", "switch to {}", "not {} but {}", "replace {} with|by {}", "change [the] {} to {}", "switch|swap|exchange|substitute {} for|with|to|by {}", "use {} instead",
			"instead of {} [,] [show|use|take] {}", "instead [,] [show|use|take|give] [me] [the|only] {}"),
		clause.RuleOf("correct", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return pointer.Filter(ed, u.Text(f.Slots[0]), measure.OnlyMode, 0)
		},
			"[and|so|now|ok|no] [,] [for|with|in|show|take|use|make|change|set] [it|that|this] [to] {} rather|instead than|of {}", "{} [,] not {}"),
		clause.RuleOf("correct", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return pointer.Exchanged(ed, u.Text(f.Slots[0]), u.Text(f.Slots[1]))
		},
			"[no] [,] not [the] {} , [but|rather] [the] {} [instead|please]"),
		clause.RuleOf("superlative of those", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool { return pointer.FirstToDo(ed, u, f.Slots[0], 1) },
			"[and|so|now] who|which [one|of|among] [them|those|these] {} first|earliest|last|latest", "[and|only|just|show] [me] [only|just] the one [who|that|which] {} first|last"),
		clause.RuleOf("superlative of those", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return f.Numbers[0] > 0 && pointer.FirstToDo(ed, u, f.Slots[0], f.Numbers[0])
		}, "[and|only|just|show] [me] [only|just] the # [ones] [who|that|which] {} first|last"),
		clause.RuleOf("superlative of those", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return !saysMore(ed, u.Text(f.Slots[0])) && pointer.LongestThere(ed)
		},
			"[and|so|now] who|which [one|of|among] [them|those|these|ones] has|have been {} longest", "[and|so|now] who|which [one|of|among] [them|those|these|ones] has|have {} been longest"),
		clause.RuleOf("only", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return pointer.OnlyGroups(ed, u.Text(f.Slots[0]), u.Text(f.Slots[1]))
		},
			"[only|just|keep|show] [me|show] [only|just] [the] {} with|having|over|above|below|under {} [only|please]"),
		clause.RuleOf("only", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return len(edit.Measures(ed.Block())) == 1 && pointer.OnlyGroups(ed, u.Text(f.Slots[0]), u.Text(f.Slots[1]))
		},
			"[only|just|keep|show] [me|show] [only|just] [the|those] {} that|which|who [have|has] brought|made|took|taken|earned|generated|got|reached|had|turned|came|cost|spent [in|over|to|out] {}"),
		boundedOut("<", "at least"), boundedOut(">", "at most|maximum"), boundedOut(">=", "under|below|beneath|less|fewer|smaller|lower [than]"),
		boundedOut("<=", "over|above|beyond|more|greater|higher|larger|exceeding [than]"),
		clause.RuleOf("exclude", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return pointer.DropGroups(ed, u.Text(f.Slots[0]), "", f.Numbers[0])
		},
			"exclude|omit|ignore|drop|remove|hide|skip [the|any|all] {} with|having only|just|exactly # [row|rows|record|one|entry] [please]"),
		clause.RuleOf("exclude", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return pointer.DropGroups(ed, u.Text(f.Slots[0]), u.Text(f.Slots[1]), f.Numbers[0])
		}, "exclude|omit|ignore|drop|remove|hide|skip [the|any|all] {} with|having only|just|exactly # {}"),
		clause.RuleOf("bound", func(ed *edit.Editor, _ tag.Utterance, f tag.Fit) bool { return ed.Rebound(f.Numbers[0]) },
			"raise|lower|increase|decrease|bump|change|set|make|move|push|bring it|that|this|the [limit|bound|threshold|minimum|maximum] [up|down] [to] # [instead]"),
		clause.RuleOf("what about", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return equalToNamed(ed, f.Numbers[0], u.Text(f.Slots[0]))
		}, "[and|but|now|so] [what|how] [about] [the|those] [ones] [with|of|at|for] # {} [please|instead]"),
		clause.RuleOf("what about", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			if len(f.Numbers) > 1 && u.Words[0] == "not" {
				f.Numbers = f.Numbers[1:]
			}
			return !slices.ContainsFunc(f.Slots, func(s tag.Stretch) bool { return saysMore(ed, u.Text(s)) }) && equalTo(ed, f.Numbers[0])
		}, sameElse()...),
		clause.RuleOf("exclude", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			_, nothing := clause.Meaningless(ed, u.Text(f.Slots[0]))
			return !nothing && !u.Has("again") && !saysMore(ed, u.Text(f.Slots[0])) && pointer.Filter(ed, u.Text(f.Slots[1]), measure.ExcludeMode, 0)
		}, "[for|in|from|of|only|show] [me] any|all|every [of] [the|our] {} but|except|bar|excluding [for|the|those|from|in|of] {}"),
		clause.RuleOf("exclude", rowsRule(measure.ExcludeMode, 0),
			"exclude|excluding|without|minus|no|except|omit|ignore|forget|drop|remove|hide|skip [the|any] anything|everything|those|ones|rows|all that|which|who|with [is|are|has|have|cost|costs|was|were] {}",
			"[and|but|also|now] [show] [me] [everything|all] [them] exclude|excluding|without|not|no|except|omit|ignore|drop|remove|hide|skip|besides|minus [for|the|those|any|all] [from|in|of|with] {} [too|also|please|please]",
			"nothing|none|nobody|no [one|rows|ones] [from|in|of|with|that|is|are] {}", "leave|filter|take|cut|throw out [the|those|any|all] [from|in|of|with] {}", "leave off [the|those|any|all] [from|in|of|with] {}", "leave|filter|take [the] {} out", "get rid of [the|those|any|all] {}",
			"do|don't [not] show|include|list|want [me] [the|those|any|all] {}", "[show] [me] everything|all|anything|anywhere but|except|not [for|the|in|from] {}", "everything|anything|anywhere other|apart than|from [the|in] {}", "but not [the|those] [from|in] {}", "other than [the] {}",
			"[all|everyone|everything|everybody] apart|aside from [the|those] {}", "{} aside|apart|excepted|excluded|out [please]", "[the] {} do|does|don't|doesn't [not|n't] count|matter [here|please]", "disregard|discount|discard|dismiss [the|all|any] {}", "forget|ignore [the] {} ones", "set|put|setting|leaving|putting [the|those] {} aside|apart", "all|everyone|everybody but [the|those] [from|in] {}"),
		clause.RuleOf("what about", rowsRule(measure.OnlyMode, 0), "[and|so] what|how about [the|only|just|those|ones] [ones] [from|in|for|with|of] {}", "and for|in {}", "same [thing|query] for|in|with {}", "the same for|in|with {}", "now for|in {}"),
		clause.RuleOf("order", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return clause.RankedByOther(ed, u.Text(f.Slots[0]))
		}, "[and|so|now|ok|or|but] what|how about [the|their|its|by|in] {} [instead|then|please]", "[and|so|now|ok] by {} instead|rather"),
		clause.RuleOf("what about the other end", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return !u.Has("which") && !u.Has("who") && clause.OtherEnd(ed, u.Text(f.Slots[0]))
		},
			"[and|so] [what|how] [about] [the] [one|ones] [with|that|which] [has|have|is|are] [the] {}"),
		clause.RuleOf("correct what", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			t, ok := ed.Targets(u.Text(f.Slots[0]))
			return ok && measure.Correct(ed, t) || ok && len(edit.Measures(ed.Block())) == 1 && measure.ShowInstead(ed, u.Text(f.Slots[0]))
		}, "no [,] i|we meant|mean|want|wanted [the|their] {}", "[no] [,] actually|rather [the|their] {}", "i|we meant|mean [the|their] {}", "[no] [,] not that|this|it|those|these [one|ones|figure] [,] [but|rather] [the|their] {} [instead|please]"),
	}
}

func itemRules() []clause.Rule {
	add := func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
		text := u.Text(f.Slots[0])
		return ed.Try(func() bool { return addRole(ed, text) }) || ed.Try(func() bool { return addSeveral(ed, text) }) || ed.Try(func() bool { return measure.AddDeed(ed, text) }) || ed.Try(func() bool { return measure.AddOwn(ed, text) }) || ed.Try(func() bool { return ed.Block().Grouped() && measure.AddMeant(ed, text) }) || ed.Try(func() bool {
			t, ok := ed.Targets(text)
			return ok && clause.Add(ed, t)
		}) || measure.AddMeant(ed, text) || measure.AddLoosely(ed, text)
	}
	hide := itemsRule(clause.Remove)
	remove := func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool { return !dropsFilter(ed, u) && hide(ed, u, f) }
	shown := itemsRule(func(ed *edit.Editor, t []edit.Target) bool {
		return !rowsThemselves(ed, t) && !(ed.Block().Grouped() && (measure.NeedsJoin(ed, t) || measure.OfSingleRows(ed, t) || !measure.OfGroups(ed, t))) && clause.Show(ed, t) // what is not in reach of the groups is no part of them
	})
	only := func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
		s := f.Slots[0] // "only those we may email" tells which rows are meant, "only those emails" what is shown
		return !(english.ThoseWords[u.Words[s.From]] && s.To-s.From > 2) && shown(ed, u, f)
	}
	return []clause.Rule{
		clause.RuleOf("only extreme", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			text := u.Text(f.Slots[0])
			return clause.SaysExtremeGroup(ed, text) && pointer.Extreme(ed, text)
		}, "[now|and] only|just [show|keep|list|give] [me] the {} [please]", "[now|and] show|keep|give [me] only|just the {} [please]", "[now|and|so|ok] [show|give|tell] [me] [the] {} [please]"),
		clause.RuleOf("measure", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return measure.OnlyPart(ed, u.Text(f.Slots[0]))
		},
			"only|just [show|display|list|give|count|keep] [me] [the|those] {} [please]", "{} only"),
		clause.RuleOf("only", rowsRule(measure.OnlyMode, 0),
			"only|just|keep|filter|restrict|narrow|limit [show|display|list|give|it|them|that|this|see|down] [me|down] [to|by|for|on] [only|just] [the|those|ones] [ones] [that|which|who|with|where|from|in] [are|is|have|has|had|were|was] {} [instead|please|only]",
			"filter|narrow|restrict [the|this|that] [list|results|rows|table] [down] [to|for|by] [only] [show|list|display] [only|just|me] [the|those] [ones|rows|entries|results|people|records] [that|which|who|with|where|from|in] [are|is|have|has|had|were|was] {}",
			"[show|display|list|give] [me] only|just {}", "[show|display|list|give] [me] [only] [the|those] [ones] where|with|having|whose|from|in|for|that|which|who [are|is|have|has|had|were|was] {} [instead|only|please]",
			"{} only|instead"),
		clause.RuleOf("show beside", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool { return showBeside(ed, u.Text(f.Slots[0])) },
			"[now|please|and|then] show|list|give [me] [also] [the|their] {} [please|too]"),
		clause.RuleOf(clause.OneBeside, func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return showOneBeside(ed, u.Text(f.Slots[0])) || u.Has("add") && thereAlready(ed, u.Text(f.Slots[0]))
		},
			"[now|please|and|then] show|add|give [me] the|their|its {} [please]"),
		clause.RuleOf("add", add,
			"[can|could] [you] [also|and|please|now] add|append [also] [a|the] [column|columns] [for|with] {} [column|columns|too|also|please]",
			"[can|could] [you|i] [also|and|please|now] include|show|display|list|give|see|get|want [me|also] [also] {} too|also", "[also|and|please|now] include|show|display|list|give|see [me|also] [also] {} as well",
			"also [please] show|display|list|give|include|see [me] {}", "also the|their|its|his|her {}", "and|plus [also] [show|display|include|add] [me] [the|their|its|his|her] {} [too|also]", "with [the|their|its|his|her] {} [too|also]",
			"[what|how] about [the|their|its|his|her] {} [too|also]", "[and] [the|their|its|his|her] {} too|also", "[and] [the|their|its|his|her] {} as well", "include {}", "i also want|need [to] [see|know] {}", "together|along with [the|their] {}", "put|show|place [me] [the|their] {} next to|beside|alongside it|them|that|this|those|these", "[next|side] [to|by] [side] [show|put] [the|their] {} beside|alongside"),
		clause.RuleOf("add", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return add(ed, u, f) && clause.RoundLast(ed, f.Numbers[0])
		},
			"[and|plus|also|please] [add|show|include|also] [the|their|its|a] {} [,] rounded|round to # [decimal|decimals|digit|digits|places] [places|place|digits|points]"),
		clause.RuleOf("remove", remove,
			"exclude|without|no|omit|drop|remove|hide|delete|skip|suppress [the|their|its] [column|columns] {} [column|columns] [please]",
			"leave|take out [the|their] {}", "leave|take [the|their] {} out|away|off", "get rid of [the|their] {}", "[the|their] {} away|off|gone|out [please]", "do|don't [not] show|include|list|need|want [me] [the|their] {}", "i do|don't [not] need|want [to] [see] [the|their] {}",
			"[we|you|i] [can] lose|ditch|scrap|forget [the|their] {}"),
		clause.RuleOf("distinct", clause.Plain((*edit.Editor).Distinct),
			"[only|just|show|keep|list|make] [me|it|them] [only|just] [the] distinct|unique [ones|values|rows|results|only|records]", "[remove|drop|no|without|skip|hide] [the|any|all] duplicates|duplicate|repeats|repetitions [rows|please]",
			"each|every [one|row] [only|just] once", "deduplicate|dedupe [it|them|the] [rows|results]"),
		clause.RuleOf("show only distinct", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			t, ok := ed.Targets(u.Text(f.Slots[0]))
			return ok && clause.Show(ed, t) && ed.Distinct()
		}, "[only|just|show|list] [me] [the] distinct|unique|different {} [only]"),
		clause.RuleOf("show only", only,
			"[can|could] [you] [only|just] show|display|list|give|keep|see [me] [only|just] {} only", "only|just [show|display|list|give|keep|see|need|want] [me] [the|their] {}", "[show|display|list|give] [me] only|just [the|their] {}", "{} only",
			"i only|just need|want [to] [see] {}"),
	}
}

// rowsThemselves says that a target is the rows in force and nothing of theirs: "only extras" of change orders, which are called so as well,
// tells which of them are meant, not what is shown.
func rowsThemselves(ed *edit.Editor, t []edit.Target) bool {
	root := ed.Root()
	return root != nil && !ed.Block().Grouped() && len(t) == 1 && t[0].Item < 0 && t[0].Aggregate == "" && t[0].Entity == root && clause.Thing(ed, ed.Scope().Home()) == root
}

// setRules take the current rows as the set that is asked about.
func setRules() []clause.Rule {
	return []clause.Rule{
		clause.RuleOf("superlative of those", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool { return pointer.Extreme(ed, u.Text(f.Slots[0])) },
			"[and] which|who|what [one|ones] of those|them|these|the [ones] [is|are|has|have|had|was|were] [the] {}", "[and] [out] of|among those|them|these [,] [which|who|what] [one] [is|are|has|have|had|was|were] [the] {}",
			"[and] which|what one [is|has|was|had] [the] {}"),
		clause.RuleOf("superlative of those", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return clause.BestGroup(ed, u.Text(f.Slots[0]), u.Text(f.Slots[1]))
		}, "[and|so|then] which|what {} is|was|were|are|had|has [the] {}"),
		clause.RuleOf("superlative of those", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return pointer.MostOfThose(ed, u.Text(f.Slots[0]), !u.Any(english.LowWords))
		}, "[and|so|then] which|what {} has|have|had|got the most|fewest|least [of] [them|those|these]"),
		clause.RuleOf("superlative of those", func(ed *edit.Editor, u tag.Utterance, _ tag.Fit) bool { return clause.End(ed, u) },
			"[and] who|which|what has|have|had|is|are|got [the] most|least|fewest|highest|lowest|largest|smallest|biggest"),
		clause.RuleOf("of those", rowsRule(measure.OnlyMode, 1),
			"[and] which|who|what [one|ones] of those|them|these [is|are|has|have|had|was|were] [a|an] {}", "[and] which|what one is|are|was|were [a|an] {}", "[and] [out] of|among|from those|them|these [,] [which|who|what|show|only|the] [me] [ones|one] [is|are|has|have|had|was|were] {}",
			"[and] which|what ones [is|are|has|have|had|was|were] [a|an] {}", "[only|just|keep|show] [me] [only|just] those|ones [of] [them] [that|which|who|with|where|from|in] [are|is|have|has|had|were|was] {}"),
	}
}

// combinedRules change a query that combines two: one of them alone, or combined in another way.
func combinedRules() []clause.Rule {
	keep := func(right bool) func(*edit.Editor, tag.Utterance, tag.Fit) bool {
		return clause.Plain(func(ed *edit.Editor) bool { return keepSide(ed, right) })
	}
	combine := func(kind statement.SetKind) func(*edit.Editor, tag.Utterance, tag.Fit) bool {
		return clause.Plain(func(ed *edit.Editor) bool { return ed.Query.ChangeSet(kind, false) == nil })
	}
	const part, away = " part|half|side|query|list|one", "remove|drop|without|forget|skip|exclude|lose [the] "
	return []clause.Rule{
		clause.RuleOf("one side", keep(false), "[only|just|keep|show] [me] [only|just] [the] first|left|1st"+part, away+"second|other|last|right|2nd"+part),
		clause.RuleOf("one side", keep(true), "[only|just|keep|show] [me] [only|just] [the] second|other|last|right|2nd"+part, away+"first|left|1st"+part),
		clause.RuleOf("combined", combine(statement.Intersect), "[only|just|show|keep] [me] [only|just] [the|those|ones] [ones] [that|which|who] [are|is] [found|there] in both [parts|halves|sides|queries|lists] [instead]", "[only] what both have [in common]", "[make it|the] [an] intersection [instead]"),
		clause.RuleOf("combined", combine(statement.Union), "[show|keep] [me] [the|those|ones] [ones] [that|which|who] [are|is] [found|there] in either [part|half|side|query|list] [instead]", "[make it|the] [a] union [instead]"),
		clause.RuleOf("combined", combine(statement.Except), "[only|just|show|keep] [me] [only|just] [the|those|ones] [ones] [that|which|who] [are|is] [found|there] only in the first [part|half|side|query|list|one]", "[only|just|show|keep] [me] [only|just] [the|those|ones] [ones] [that|which|who] [are|is] not in the second [part|half|side|query|list|one]"),
	}
}

// keepSide drops one of two combined queries.
func keepSide(ed *edit.Editor, right bool) bool {
	effects, err := ed.Query.KeepSide(right)
	if err != nil {
		return false
	}
	for _, e := range effects {
		ed.Note(e.String())
	}
	return true
}

// bareRules read what is said without any word of refinement: a condition on the rows.
func bareRules() []clause.Rule {
	superlative := func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool { return pointer.Extreme(ed, u.Text(f.Slots[0])) }
	return []clause.Rule{
		clause.RuleOf("only", rowsRule(measure.OnlyMode, 0), "{}"),
		clause.RuleOf("limit", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool { return clause.Limit(ed, f.Numbers[0]) }, "at|up most|to #"),
		clause.RuleOf("overall", applyOverall, "and|plus|also [also] [the|their|its] {}", "{}"),
		clause.RuleOf("only extreme", superlative, "only|just [show] [me] [the] {}"),
		clause.RuleOf("only extreme", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return measure.OnlySuperlative(ed, u.Text(f.Slots[0])) && superlative(ed, u, f)
		}, "[and|so|now|no|but] [,] [show|give] [me] [the] {} [one] [please|instead]"),
	}
}
