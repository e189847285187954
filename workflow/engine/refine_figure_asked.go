package engine

import (
	"regexp"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/compose"
	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	"parley/workflow/schema"
)

// This file reads a question for a figure while groups are in force: "what did they cost?", "how much has been paid on them", "and what
// percentage of the jobs is still open", "when was the last one?". It is asked of each group, and stands beside what is shown of it.

func figureAskedRules() []rule {
	asked := func(act func(*editor, string) bool) func(*editor, utterance, fit) bool {
		return func(ed *editor, u utterance, f fit) bool {
			return ed.asksOfGroups() && act(ed, u.text(f.slots[len(f.slots)-1]))
		}
	}
	ofRows := func(act func(*editor, string) bool) func(*editor, utterance, fit) bool {
		return func(ed *editor, u utterance, f fit) bool {
			return ed.asksOfGroups() && ed.callsCounted(u.text(f.slots[0])) && act(ed, u.text(f.slots[1]))
		}
	}
	time := func(ed *editor, u utterance, f fit) bool {
		return ed.asksOfGroups() && ed.timeAsked(u, u.text(f.slots[0]))
	}
	bareTime := func(ed *editor, u utterance, _ fit) bool { return ed.asksOfGroups() && ed.timeAsked(u, "") }
	const also, they, share = "[and|so|now|ok|but] ", "they|those|these|it|that|each|we|he|she", "what|which|how [is|was|many|much] [the] percentage|percent|share|proportion|fraction|% "
	const verb, last = "is|are|was|were|has|have|had|got|get|did [still|been|already|yet]", "last|latest|first|earliest|newest|oldest"
	return []rule{
		ruleOf("figure asked", asked((*editor).deedAsked),
			also+"what|how [much] did|do|does|have|has|had|was|were "+they+" [of] [them|those|these] [all|each] {}", also+"what did|do|does the [other] {}",
			also+"how much|what was|were|is|are|has|have|had [been] {}", also+"how much {} on|for|in|by|with|to them|those|these|each|it|that"),
		ruleOf("figure asked", asked(func(ed *editor, text string) bool { return ed.deedAsked("on " + text) }), also+"how much went|goes|go [in|on] on|in|into|to [the] {}"),
		ruleOf("figure asked", plain(func(ed *editor) bool { return ed.asksOfGroups() && ed.onlyCounts() && ed.addWorth() }),
			also+"how much is|was|were|are that|it|those|they|these"),
		ruleOf("figure asked", asked((*editor).manyAsked), also+"how many {} did|do|does|have|has|had|were|was|are|is "+they+" use|used|need|needed|have|had|take|took|involve|involved|get|got|contain|sell|sold|buy|bought", also+"how many {} were|was|are|have [been] used|needed|involved|sold|bought|made|ordered|delivered|shipped"),
		ruleOf("share of those", asked((*editor).shareOfThose), also+share+"[of] them|those|these|it|that [ones|rows] "+verb+" {}", also+share+verb+" {}"),
		ruleOf("share of those", ofRows((*editor).shareOfThose), also+share+"[of] [the|all|those|these] {} "+verb+" {}"),
		ruleOf("many of those", asked((*editor).manyPicked), also+"how many of them|those|these [ones|rows] "+verb+" [left] {}", also+"how many "+verb+" {}"),
		ruleOf("many of those", ofRows((*editor).manyPicked), also+"how many [of] [the|those|these] {} "+verb+" [left] {}"),
		ruleOf("figure asked", asked((*editor).standBeside),
			also+"put|set|place|show|add [me] [the|their] {} beside|alongside|next [to] [it|that|them|this|those]", "[and] [the|their] {} beside|alongside|next [to] it|that|them|this|those",
			also+"[put|set|show|compare] [it|that|them] against|versus|vs|beside|alongside|next|compared|compare [to|with] [what|how] [much] [we|they|was|were|is|had|the] [been] {}"),
		ruleOf("show beside", func(ed *editor, u utterance, f fit) bool { return ed.whoDoes(u.text(f.slots[0])) },
			also+"who {} them|those|these|it|each [of] [them|those|these]", also+"who is|are|was|were [their|the|each] {}"),
		ruleOf("figure asked", time, also+"when was|is|were [each] [one] [one's|of] ['s] [them|those|these|their|the|its] "+last+" {}", also+"when did|do|does they|each|it|he|she|we [one] [of] [them|those|these] "+last+" {}",
			also+"when was|were|is they|each|it|he|she [one] [of] [them|those|these] "+last+" {}"),
		ruleOf("figure asked", bareTime, also+"when was|is|were [each] [one] [one's] ['s] [their|the|its] "+last+" [one|ones|time] [of] [them|those|these|each|it]"),
		ruleOf("figure asked", asked(func(ed *editor, text string) bool { return ed.addMeant("average " + text) }), also+"what|how [much] was|is|are|were the|their|its average|mean {}"),
		ruleOf("figure asked", func(ed *editor, u utterance, f fit) bool {
			said := strings.Fields(strings.ToLower(u.text(f.slots[0])))
			thing, deed := strings.Join(said[:len(said)-1], " "), said[len(said)-1]
			return ed.asksOfGroups() && (thing == "" || english.Generic[thing] || ed.callsCounted(thing)) && ed.addMeant("average "+deed)
		}, also+"what|how [much] does|did|do [a|an|each|the] {} [in|us] on|in average"),
	}
}

// onlyCounts says that all figures in force are numbers of rows.
func (ed *editor) onlyCounts() bool {
	q := ed.block()
	return !slices.ContainsFunc(measures(q), func(i int) bool { return !isCount(q.Items[i].Expr) })
}

// behindDeed are the words behind a deed for those to whom or for whom it was done; worthDeeds are deeds that a row's own worth answers.
var (
	behindDeed = regexp.MustCompile(`(?i)\s+(?:(?:on|for|in|by|with|from|to|of)\s+)?(?:them|those|these|it|us|each|each of them|that|one|all)$`)
	spentOn    = regexp.MustCompile(`(?i)^(?:(?:spent|paid|going|used)\s+)?(?:on|for|in)\s+(?:the\s+)?(.+)$`)
	costOf     = regexp.MustCompile(`(?i)^(?:the\s+)?(.+?)\s+(?:cost|come to|came to|bring in|brought in|amount to|add up to)$`)
)

// deedAsked shows what a deed came to: a number of the groups' own rows that goes by it, their worth, or that of what belongs to them.
func (ed *editor) deedAsked(text string) bool {
	for behindDeed.MatchString(text) {
		text = behindDeed.ReplaceAllString(text, "")
	}
	said := strings.ToLower(strings.TrimSpace(text))
	if said == "" || superlativeSaid(ed.tag(text)) {
		return false
	}
	if m := spentOn.FindStringSubmatch(said); m != nil && ed.try(func() bool { return ed.worthOfThose(m[1]) }) {
		return true
	}
	if m := costOf.FindStringSubmatch(said); m != nil && ed.try(func() bool { return ed.worthOfThose(m[1]) }) {
		return true
	}
	if c := ed.doneNumber(said); c != nil && ed.try(func() bool {
		return ed.addFigures(compose.Part{Show: []meaning.Term{meaning.AggregateOf("sum", c, meaning.Span{})}})
	}) {
		return true
	}
	if fields := strings.Fields(said); len(fields) <= 2 {
		for _, way := range []string{"what they " + said, "total " + said} {
			if ed.try(func() bool { return ed.addMeant(way) }) {
				return true
			}
		}
	}
	return english.WorthDeeds[said] && ed.try(func() bool {
		own, ok := ed.ownMeasure("amount")
		if ok {
			return ed.addFigures(own)
		}
		return ed.addWorth() || ed.try(func() bool { return !strings.HasPrefix(said, "cost") && ed.addMeant("revenue") })
	})
}

// standBeside shows figures beside those in force.
func (ed *editor) standBeside(text string) bool {
	text = strings.TrimSuffix(strings.TrimSuffix(strings.ToLower(text), " back"), " for")
	if slices.ContainsFunc(ed.tag(text), func(it Item) bool { return it.Period != nil }) {
		return false
	}
	for _, act := range []func(string) bool{ed.addSeveral, func(text string) bool { return !strings.Contains(text, " ") && ed.deedAsked(text) }, ed.addMeant, func(text string) bool { return ed.addMeant("total " + text) }} {
		if ed.try(func() bool { return act(text) }) {
			return true
		}
	}
	return false
}

// superlativeSaid says that one of the items asks for an end of an order.
func superlativeSaid(items []Item) bool {
	return slices.ContainsFunc(items, func(it Item) bool { return it.Is(Superlative, Most, Least, Common) })
}

// doneNumber is the one number of the finest rows in force that is called by a deed: what was quoted is the quoted cost.
func (ed *editor) doneNumber(deed string) *schema.Column {
	words := strings.Fields(deed)
	if len(words) != 1 {
		return nil
	}
	var found *schema.Column
	for _, c := range ed.root().Columns {
		if c.Role != schema.Measure || c.Hidden || c.Aggregate != schema.Sum || !slices.ContainsFunc(c.Words, func(w string) bool { return schema.Stem(w) == schema.Stem(words[0]) }) || c.Has(english.Planned...) && !slices.Contains(english.Planned, words[0]) {
			continue
		}
		if found != nil {
			return nil
		}
		found = c
	}
	return found
}

// worthOfThose shows what the rows of a table that the words name come to, which belong to those in force.
func (ed *editor) worthOfThose(text string) bool {
	t := ed.partsCalled(text)
	if t == nil {
		return false
	}
	c := worthOf(t)
	return c != nil && ed.addFigures(compose.Part{Show: []meaning.Term{meaning.AggregateOf("sum", c, meaning.Span{})}})
}

// partsCalled is the one table that a text names and whose rows refer to the finest ones in force.
func (ed *editor) partsCalled(text string) *schema.Table {
	root := ed.root()
	var found *schema.Table
	for _, e := range ed.index.Graph.Of(root) {
		if t := e.From; t != root && e.To == root && t != found && ed.mayCall(text, t) {
			if found != nil {
				return nil
			}
			found = t
		}
	}
	return found
}

// manyAsked shows how many of what the words name the groups' rows have: the pieces of those, where they say so.
func (ed *editor) manyAsked(text string) bool {
	if t := ed.partsCalled(text); t != nil {
		if c := quantityOf(t); c != nil {
			ed.understand("how many = " + c.String())
			return ed.addFigures(compose.Part{Show: []meaning.Term{meaning.AggregateOf("sum", c, meaning.Span{})}})
		}
	}
	return ed.addMeant("number of " + text)
}

// quantityOf is the one column of a table that says how many pieces a row of it is of.
func quantityOf(t *schema.Table) *schema.Column {
	return firstAlone(t, [][]string{{"quantity", "qty"}, {"pieces", "units"}}, func(c *schema.Column, tier []string) bool {
		return c.Role == schema.Measure && !c.Hidden && c.Has(tier...) && !c.Has("price", "cost", "unit")
	})
}

// manyPicked counts the rows of each group that fulfil a condition, beside how many there are.
func (ed *editor) manyPicked(text string) bool {
	return ed.countShown() >= 0 && ed.manyOfThose(text)
}

// timeAsked shows when the last, or the first, of what the words name was in each group: of their own rows where they name none.
func (ed *editor) timeAsked(u utterance, text string) bool {
	which := "last"
	if u.has("first") || u.has("earliest") || u.has("oldest") {
		which = "first"
	}
	for behindDeed.MatchString(text) {
		text = behindDeed.ReplaceAllString(text, "")
	}
	words := contentWords(text)
	if len(words) == 0 || len(words) == 1 && english.Generic[words[0]] || ed.callsCounted(strings.Join(words[len(words)-1:], " ")) {
		return ed.addTime("the date of the " + which + " one")
	}
	return ed.addTime("the date of the "+which+" "+text) || ed.addTime("the date of the "+which+" "+words[len(words)-1])
}

// addSeveral shows several figures that a text lists, an aggregate without a name among them: "the number of payments and the average".
func (ed *editor) addSeveral(text string) bool {
	parts := listed.Split(text, -1)
	if !ed.asksOfGroups() || len(parts) < 2 || !slices.ContainsFunc(parts, func(p string) bool { return bareFunction(p) != "" }) {
		return false
	}
	for i, p := range parts {
		if i+1 < len(parts) && bareFunction(p) != "" && bareFunction(parts[i+1]) == "" && functionSaid(parts[i+1]) != "" {
			p += " " + strings.Join(contentWords(parts[i+1])[1:], " ") // "total and average cost"
		}
		if fn := bareFunction(p); !(fn != "" && ed.addFunction(fn)) && !(fn == "" && (ed.addMeant(p) || ed.addTargets(p))) {
			return false
		}
	}
	return true
}

func (ed *editor) addTargets(text string) bool {
	t, ok := ed.targets(text)
	return ok && ed.add(t)
}

// listed tells the members of a list apart.
var listed = regexp.MustCompile(`(?i)\s*,\s*(?:and\s+)?|\s+and\s+`)

// functionSaid is the aggregate that a text begins with, and bareFunction the one that it is and nothing else.
func functionSaid(text string) string {
	words := contentWords(text)
	if len(words) == 0 {
		return ""
	}
	if words[0] == "count" || words[0] == "number" {
		return "count"
	}
	return functionWords[words[0]]
}

func bareFunction(text string) string {
	if len(contentWords(text)) != 1 {
		return ""
	}
	return functionSaid(text)
}

// addFunction shows another aggregate of what the newest total or average in force is taken of, or how many rows there are.
func (ed *editor) addFunction(fn string) bool {
	q := ed.block()
	if fn == "count" {
		return ed.countShown() >= 0 || ed.addFigures(compose.Part{Show: []meaning.Term{meaning.CountOf(ed.root(), meaning.Span{})}})
	}
	for _, i := range slices.Backward(measures(q)) {
		turned := 0
		made := q.Items[i].Expr.Map(func(x statement.Expr) statement.Expr {
			name, args, _, distinct, ok := x.AsCall()
			if !ok || distinct || x.IsWindow() || len(args) != 1 || !english.AddsUp[strings.ToLower(name)] || strings.EqualFold(name, fn) || !x.Equal(statement.Call(name, args...)) {
				return x
			}
			turned++
			return statement.Call(fn, args...)
		})
		if turned == 1 {
			ed.understand(fn + " of " + itemName(q.Items[i]))
			return ed.append(statement.Item{Expr: made, Alias: ed.freeName(map[string]string{"avg": "average", "sum": "total"}[fn])})
		}
	}
	own, ok := ed.ownMeasure("amount")
	if !ok {
		return false
	}
	own.Show[0].Fn = fn
	return ed.addFigures(own)
}

// showBeside shows several things that each of the listed rows has one of, beside those that are shown: "show hotel and channel".
func (ed *editor) showBeside(text string) bool {
	parts := listed.Split(text, -1)
	if len(parts) < 2 || ed.query.Set != nil || ed.block().Grouped() || len(ed.block().Where) == 0 {
		return false
	}
	t, ok := ed.targets(text)
	if !ok || len(t) != len(parts) {
		return false
	}
	for i, p := range parts {
		words := contentWords(p)
		plural := t[i].entity != nil && len(words) > 0 && schema.Lemma(words[len(words)-1]) != words[len(words)-1]
		if plural || t[i].aggregate != "" || t[i].item >= 0 || t[i].sorted || slices.ContainsFunc(t[i].columns, func(c *schema.Column) bool { return ed.fans(c.Table) > 0 }) {
			return false
		}
	}
	return ed.add(t)
}

// whoDoes shows, beside each listed row, who did with it what a verb says, or who its such-and-such is: the one kind of people that a key of
// the rows leads to.
func (ed *editor) whoDoes(text string) bool {
	if ed.try(func() bool { return ed.whoInRole(text) }) {
		return true
	}
	root := ed.root()
	if root == nil || ed.query.Set != nil || ed.block().Grouped() || ed.block().Distinct {
		return false
	}
	verb := strings.ToLower(strings.Fields(text)[0])
	var all, fit []*schema.Edge
	for _, e := range ed.index.Graph.Of(root) {
		if e.From != root || e.To == root || len(e.To.Label) == 0 || len(e.FromColumns) != 1 || !people(e.To) && !e.To.Called(english.Getters, english.Servers, english.Makers) {
			continue
		}
		all = append(all, e)
		past := strings.TrimSuffix(strings.TrimSuffix(verb, "s"), "e") + "ed"
		own := slices.ContainsFunc(e.FromColumns[0].Words, func(w string) bool { return schema.Stem(w) == schema.Stem(verb) })
		if own || ed.mayCall(text, e.To) || english.Serving[past] && e.To.Called(english.Servers) || english.Getting[past] && e.To.Called(english.Getters) {
			fit = append(fit, e)
		}
	}
	if len(fit) == 0 && len(strings.Fields(text)) <= 2 && !ed.saysMore(text) && ed.keySaid(text) == nil {
		fit = all
	}
	if len(fit) != 1 || slices.ContainsFunc(all, func(e *schema.Edge) bool { return e != fit[0] && e.To == fit[0].To }) {
		return false
	}
	ed.understand(text + " = " + fit[0].To.Name)
	return ed.add([]target{{item: -1, columns: fit[0].To.Label, entity: fit[0].To, said: text}})
}
