package rule

import (
	"regexp"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/compose"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/measure"
	"parley/workflow/engine/pointer"
	"parley/workflow/engine/question"
	"parley/workflow/engine/reading"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file reads a question for a figure while groups are in force: "what did they cost?", "how much has been paid on them", "and what
// percentage of the jobs is still open", "when was the last one?". It is asked of each group, and stands beside what is shown of it.

func figureAskedRules() []clause.Rule {
	asked := func(act func(*edit.Editor, string) bool) func(*edit.Editor, tag.Utterance, tag.Fit) bool {
		return func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return clause.AsksOfGroups(ed) && act(ed, u.Text(f.Slots[len(f.Slots)-1]))
		}
	}
	ofRows := func(act func(*edit.Editor, string) bool) func(*edit.Editor, tag.Utterance, tag.Fit) bool {
		return func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return clause.AsksOfGroups(ed) && measure.CallsCounted(ed, u.Text(f.Slots[0])) && act(ed, u.Text(f.Slots[1]))
		}
	}
	time := func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
		return clause.AsksOfGroups(ed) && timeAsked(ed, u, u.Text(f.Slots[0]))
	}
	bareTime := func(ed *edit.Editor, u tag.Utterance, _ tag.Fit) bool {
		return clause.AsksOfGroups(ed) && timeAsked(ed, u, "")
	}
	const also, they, share = "[and|so|now|ok|but] ", "they|those|these|it|that|each|we|he|she", "what|which|how [is|was|many|much] [the] percentage|percent|share|proportion|fraction|% "
	const rate = also + "[what|what's] [is|was|were|are] [the|their] {} rate|ratio|quota"
	const verb, last = "is|are|was|were|has|have|had|got|get|did [still|been|already|yet]", "last|latest|first|earliest|newest|oldest"
	return []clause.Rule{
		clause.RuleOf("figure asked", asked(deedAsked),
			also+"what|how [much] did|do|does|have|has|had|was|were "+they+" [of] [them|those|these] [all|each] {}", also+"what did|do|does the [other] {}",
			also+"how much|what was|were|is|are|has|have|had [been] {}", also+"how much {} on|for|in|by|with|to them|those|these|each|it|that"),
		clause.RuleOf("figure asked", asked(func(ed *edit.Editor, text string) bool { return deedAsked(ed, "on "+text) }), also+"how much went|goes|go [in|on] on|in|into|to [the] {}"),
		clause.RuleOf("figure asked", clause.Plain(func(ed *edit.Editor) bool { return clause.AsksOfGroups(ed) && onlyCounts(ed) && pointer.AddWorth(ed) }),
			also+"how much is|was|were|are that|it|those|they|these"),
		clause.RuleOf("figure asked", asked(manyAsked), also+"how many {} did|do|does|have|has|had|were|was|are|is "+they+" use|used|need|needed|have|had|take|took|involve|involved|get|got|contain|sell|sold|buy|bought", also+"how many {} were|was|are|have [been] used|needed|involved|sold|bought|made|ordered|delivered|shipped"),
		clause.RuleOf("rate asked", rateAsked(true), rate+" by|per {}"),
		clause.RuleOf("rate asked", rateAsked(false), rate),
		clause.RuleOf("average asked", averageAsked, also+"[what|what's] [is|was|were|are] [the|their] average|mean {} [of] [them|those|these]"),
		clause.RuleOf("share of those", asked(pointer.ShareOfThose), also+share+"[of] them|those|these|it|that [ones|rows] "+verb+" {}", also+share+verb+" {}"),
		clause.RuleOf("share of those", ofRows(pointer.ShareOfThose), also+share+"[of] [the|all|those|these] {} "+verb+" {}"),
		clause.RuleOf("many of those", asked(manyPicked), also+"how many of them|those|these [ones|rows] "+verb+" [left] {}", also+"how many "+verb+" {}"),
		clause.RuleOf("many of those", ofRows(manyPicked), also+"how many [of] [the|those|these] {} "+verb+" [left] {}"),
		clause.RuleOf("figure asked", asked(standBeside),
			also+"put|set|place|show|add [me] [the|their] {} beside|alongside|next [to] [it|that|them|this|those]", "[and] [the|their] {} beside|alongside|next [to] it|that|them|this|those",
			also+"[put|set|show|compare] [it|that|them] against|versus|vs|beside|alongside|next|compared|compare [to|with] [what|how] [much] [we|they|was|were|is|had|the] [been] {}"),
		clause.RuleOf("show beside", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool { return whoDoes(ed, u.Text(f.Slots[0])) },
			also+"who {} them|those|these|it|each [of] [them|those|these]", also+"who is|are|was|were [their|the|each] {}"),
		clause.RuleOf("figure asked", time, also+"when was|is|were [each] [one] [one's|of] ['s] [them|those|these|their|the|its] "+last+" {}", also+"when did|do|does they|each|it|he|she|we [one] [of] [them|those|these] "+last+" {}",
			also+"when was|were|is they|each|it|he|she [one] [of] [them|those|these] "+last+" {}"),
		clause.RuleOf("figure asked", bareTime, also+"when was|is|were [each] [one] [one's] ['s] [their|the|its] "+last+" [one|ones|time] [of] [them|those|these|each|it]"),
		clause.RuleOf("figure asked", clause.Plain(lengthAsked), also+"how long did|do|does|have|has "+they+" [each|one] [all] take|taken|last|lasted [on] [average|usually|typically|mostly]", also+"how long is|was|are|were "+they+" [on] [average|usually|typically]"),
		clause.RuleOf("figure asked", asked(func(ed *edit.Editor, text string) bool { return measure.AddMeant(ed, "average "+text) }), also+"what|how [much] was|is|are|were the|their|its average|mean {}"),
		clause.RuleOf("figure asked", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			said := strings.Fields(strings.ToLower(u.Text(f.Slots[0])))
			thing, deed := strings.Join(said[:len(said)-1], " "), said[len(said)-1]
			return clause.AsksOfGroups(ed) && (thing == "" || english.GenericNouns[thing] || measure.CallsCounted(ed, thing)) && measure.AddMeant(ed, "average "+deed)
		}, also+"what|how [much] does|did|do [a|an|each|the] {} [in|us] on|in average"),
	}
}

// rateAsked shows a rate that the words name: beside the figures of groups, in the place of rows that are listed, by what a second slot
// names.
func rateAsked(by bool) func(*edit.Editor, tag.Utterance, tag.Fit) bool {
	return func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
		text := u.Text(f.Slots[0]) + " rate"
		if clause.AsksOfGroups(ed) && !by {
			return measure.AddMeant(ed, text)
		}
		return measure.OfRowsListed(ed, text) && (!by || measure.GroupMeant(ed, u.Text(f.Slots[1]), false))
	}
}

// averageAsked shows an average that no column holds in the place of rows that are listed: their average age.
func averageAsked(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
	text := u.Text(f.Slots[0])
	if _, named := ed.Targets(text); named {
		return false
	}
	return measure.OfRowsListed(ed, "average "+text)
}

// lengthAsked shows how long the rows behind each group took on average, where they tell when they began and ended.
func lengthAsked(ed *edit.Editor) bool {
	root := ed.Root()
	if root == nil || len(root.Words) == 0 || !clause.AsksOfGroups(ed) {
		return false
	}
	words := slices.Clone(root.Words)
	words[len(words)-1] = schema.Plural(words[len(words)-1])
	return measure.AddMeant(ed, "average duration of "+strings.Join(words, " "))
}

// onlyCounts says that all figures in force are numbers of rows.
func onlyCounts(ed *edit.Editor) bool {
	q := ed.Block()
	return !slices.ContainsFunc(edit.Measures(q), func(i int) bool { return !clause.IsCount(q.Items[i].Expr) })
}

// behindDeed are the words behind a deed for those to whom or for whom it was done, spentOn those before what money went on.
var (
	behindDeed = regexp.MustCompile(`(?i)\s+(?:(?:on|for|in|by|with|from|to|of)\s+)?(?:them|those|these|it|us|each|each of them|that|one|all)$`)
	spentOn    = regexp.MustCompile(`(?i)^(?:(?:spent|paid|going|used)\s+)?(?:on|for|in)\s+(?:the\s+)?(.+)$`)
	costOf     = regexp.MustCompile(`(?i)^(?:the\s+)?(.+?)\s+(?:cost|come to|came to|bring in|brought in|amount to|add up to)$`)
)

// deedAsked shows what a deed came to: a number of the groups' own rows that goes by it, their worth, or that of what belongs to them.
func deedAsked(ed *edit.Editor, text string) bool {
	for behindDeed.MatchString(text) {
		text = behindDeed.ReplaceAllString(text, "")
	}
	said := strings.ToLower(strings.TrimSpace(text))
	if said == "" || superlativeSaid(ed.Tag(text)) {
		return false
	}
	if m := spentOn.FindStringSubmatch(said); m != nil && ed.Try(func() bool { return worthOfThose(ed, m[1]) }) {
		return true
	}
	if m := costOf.FindStringSubmatch(said); m != nil && ed.Try(func() bool { return worthOfThose(ed, m[1]) }) {
		return true
	}
	if c := doneNumber(ed, said); c != nil && ed.Try(func() bool {
		return measure.AddFigures(ed, compose.Part{Show: []meaning.Term{meaning.AggregateOf("sum", c, meaning.Span{})}})
	}) {
		return true
	}
	if fields := strings.Fields(said); len(fields) <= 2 {
		for _, way := range []string{"what they " + said, "total " + said} {
			if ed.Try(func() bool { return measure.AddMeant(ed, way) }) {
				return true
			}
		}
	}
	return english.WorthDeeds[said] && ed.Try(func() bool {
		own, ok := measure.OwnMeasure(ed, "amount")
		if ok {
			return measure.AddFigures(ed, own)
		}
		return pointer.AddWorth(ed) || ed.Try(func() bool { return !strings.HasPrefix(said, "cost") && measure.AddMeant(ed, "revenue") })
	})
}

// standBeside shows figures beside those in force.
func standBeside(ed *edit.Editor, text string) bool {
	text = strings.TrimSuffix(strings.TrimSuffix(strings.ToLower(text), " back"), " for")
	if slices.ContainsFunc(ed.Tag(text), func(it tag.Item) bool { return it.Period != nil }) {
		return false
	}
	for _, act := range []func(string) bool{func(text string) bool { return addSeveral(ed, text) }, func(text string) bool { return !strings.Contains(text, " ") && deedAsked(ed, text) }, func(text string) bool { return measure.AddMeant(ed, text) }, func(text string) bool { return measure.AddMeant(ed, "total "+text) }} {
		if ed.Try(func() bool { return act(text) }) {
			return true
		}
	}
	return false
}

// superlativeSaid says that one of the items asks for an end of an order.
func superlativeSaid(items []tag.Item) bool {
	return slices.ContainsFunc(items, func(it tag.Item) bool { return it.Is(tag.Superlative, tag.Most, tag.Least, tag.Common) })
}

// doneNumber is the one number of the finest rows in force that is called by a deed: what was quoted is the quoted cost.
func doneNumber(ed *edit.Editor, deed string) *schema.Column {
	words := strings.Fields(deed)
	if len(words) != 1 {
		return nil
	}
	var found *schema.Column
	for _, c := range ed.Root().Columns {
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
func worthOfThose(ed *edit.Editor, text string) bool {
	t := partsCalled(ed, text)
	if t == nil {
		return false
	}
	c := measure.WorthOf(t)
	return c != nil && measure.AddFigures(ed, compose.Part{Show: []meaning.Term{meaning.AggregateOf("sum", c, meaning.Span{})}})
}

// partsCalled is the one table that a text names and whose rows refer to the finest ones in force.
func partsCalled(ed *edit.Editor, text string) *schema.Table {
	root := ed.Root()
	var found *schema.Table
	for _, e := range ed.Index.Graph.Of(root) {
		if t := e.From; t != root && e.To == root && t != found && measure.MayCall(ed, text, t) {
			if found != nil {
				return nil
			}
			found = t
		}
	}
	return found
}

// manyAsked shows how many of what the words name the groups' rows have: the pieces of those, where they say so.
func manyAsked(ed *edit.Editor, text string) bool {
	if t := partsCalled(ed, text); t != nil {
		if c := quantityOf(t); c != nil {
			ed.Understand("how many = " + c.String())
			return measure.AddFigures(ed, compose.Part{Show: []meaning.Term{meaning.AggregateOf("sum", c, meaning.Span{})}})
		}
	}
	return measure.AddMeant(ed, "number of "+text)
}

// quantityOf is the one column of a table that says how many pieces a row of it is of.
func quantityOf(t *schema.Table) *schema.Column {
	return question.FirstAlone(t, [][]string{{"quantity", "qty"}, {"pieces", "units"}}, func(c *schema.Column, tier []string) bool {
		return c.Role == schema.Measure && !c.Hidden && c.Has(tier...) && !c.Has("price", "cost", "unit")
	})
}

// manyPicked counts the rows of each group that fulfil a condition, beside how many there are.
func manyPicked(ed *edit.Editor, text string) bool {
	return clause.CountShown(ed) >= 0 && pointer.ManyOfThose(ed, text)
}

// timeAsked shows when the last, or the first, of what the words name was in each group: of their own rows where they name none.
func timeAsked(ed *edit.Editor, u tag.Utterance, text string) bool {
	which := "last"
	if u.Has("first") || u.Has("earliest") || u.Has("oldest") {
		which = "first"
	}
	for behindDeed.MatchString(text) {
		text = behindDeed.ReplaceAllString(text, "")
	}
	words := clause.ContentWords(text)
	if len(words) == 0 || len(words) == 1 && english.GenericNouns[words[0]] || measure.CallsCounted(ed, strings.Join(words[len(words)-1:], " ")) {
		return measure.AddTime(ed, "the date of the "+which+" one")
	}
	return measure.AddTime(ed, "the date of the "+which+" "+text) || measure.AddTime(ed, "the date of the "+which+" "+words[len(words)-1])
}

// addSeveral shows several figures that a text lists, an aggregate without a name among them: "the number of payments and the average".
func addSeveral(ed *edit.Editor, text string) bool {
	parts := listed.Split(text, -1)
	if !clause.AsksOfGroups(ed) || len(parts) < 2 || !slices.ContainsFunc(parts, func(p string) bool { return bareFunction(p) != "" }) {
		return false
	}
	for i, p := range parts {
		if i+1 < len(parts) && bareFunction(p) != "" && bareFunction(parts[i+1]) == "" && functionSaid(parts[i+1]) != "" {
			p += " " + strings.Join(clause.ContentWords(parts[i+1])[1:], " ") // "total and average cost"
		}
		if fn := bareFunction(p); !(fn != "" && addFunction(ed, fn)) && !(fn == "" && (measure.AddMeant(ed, p) || addTargets(ed, p))) {
			return false
		}
	}
	return true
}

func addTargets(ed *edit.Editor, text string) bool {
	t, ok := ed.Targets(text)
	return ok && clause.Add(ed, t)
}

// listed tells the members of a list apart.
var listed = regexp.MustCompile(`(?i)\s*,\s*(?:and\s+)?|\s+and\s+`)

// functionSaid is the aggregate that a text begins with, and bareFunction the one that it is and nothing else.
func functionSaid(text string) string {
	words := clause.ContentWords(text)
	if len(words) == 0 {
		return ""
	}
	if words[0] == "count" || words[0] == "number" {
		return "count"
	}
	return measure.FunctionWords[words[0]]
}

func bareFunction(text string) string {
	if len(clause.ContentWords(text)) != 1 {
		return ""
	}
	return functionSaid(text)
}

// addFunction shows another aggregate of what the newest total or average in force is taken of, or how many rows there are.
func addFunction(ed *edit.Editor, fn string) bool {
	q := ed.Block()
	if fn == "count" {
		return clause.CountShown(ed) >= 0 || measure.AddFigures(ed, compose.Part{Show: []meaning.Term{meaning.CountOf(ed.Root(), meaning.Span{})}})
	}
	for _, i := range slices.Backward(edit.Measures(q)) {
		turned := 0
		made := q.Items[i].Expr.Map(func(x statement.Expr) statement.Expr {
			name, args, _, distinct, ok := x.AsCall()
			if !ok || distinct || x.IsWindow() || len(args) != 1 || !edit.AddsUp[strings.ToLower(name)] || strings.EqualFold(name, fn) || !x.Equal(statement.Call(name, args...)) {
				return x
			}
			turned++
			return statement.Call(fn, args...)
		})
		if turned == 1 {
			ed.Understand(fn + " of " + edit.ItemName(q.Items[i]))
			return ed.Append(statement.Item{Expr: made, Alias: clause.FreeName(ed, map[string]string{"avg": "average", "sum": "total"}[fn])})
		}
	}
	own, ok := measure.OwnMeasure(ed, "amount")
	if !ok {
		return false
	}
	own.Show[0].Fn = fn
	return measure.AddFigures(ed, own)
}

// showBeside shows several things that each of the listed rows has one of, beside those that are shown: "show hotel and channel".
func showBeside(ed *edit.Editor, text string) bool {
	parts := listed.Split(text, -1)
	if first, _, _ := strings.Cut(strings.ToLower(text), " "); first == "only" || first == "just" {
		return false // these and nothing else
	}
	if len(parts) < 2 || ed.Query.Set != nil || ed.Block().Grouped() || len(ed.Block().Where) == 0 {
		return false
	}
	t, ok := ed.Targets(text)
	if !ok || len(t) != len(parts) {
		return false
	}
	for i, p := range parts {
		words := clause.ContentWords(p)
		plural := t[i].Entity != nil && len(words) > 0 && schema.Lemma(words[len(words)-1]) != words[len(words)-1]
		if plural || t[i].Aggregate != "" || t[i].Item >= 0 || t[i].Sorted || slices.ContainsFunc(t[i].Columns, func(c *schema.Column) bool { return ed.Fans(c.Table) > 0 }) {
			return false
		}
	}
	return clause.Add(ed, t)
}

// showOneBeside shows what each of the listed rows, or of the things that make the groups, has one of, by one name: "show the hotel".
func showOneBeside(ed *edit.Editor, text string) bool {
	q, words := ed.Block(), clause.ContentWords(text)
	if ed.Query.Set != nil || q.Distinct || len(words) == 0 || schema.Lemma(words[len(words)-1]) != words[len(words)-1] || superlativeSaid(ed.Tag(text)) {
		return false
	}
	home := ed.Scope().Home()
	if q.Grouped() {
		rows := measure.ShownAsRows(ed)
		if rows.Table == nil || rows.Fact == rows.Table {
			return false
		}
		home = []*schema.Table{rows.Table}
	}
	t, ok := ed.Targets(text)
	if !ok || len(t) != 1 || t[0].Item >= 0 || t[0].Aggregate != "" || t[0].Grain != "" || t[0].Sorted || t[0].Passed != nil || len(t[0].Columns) == 0 {
		return false
	}
	s := ed.Scope()
	if slices.ContainsFunc(t[0].Columns, func(c *schema.Column) bool {
		_, shown := s.Shown(c)
		return shown || c.Metric != nil || ed.FansFrom(home, c.Table) > 0 || t[0].Entity != nil && slices.Contains(home, c.Table)
	}) {
		return false
	}
	return clause.Add(ed, t)
}

// thereAlready says that all columns are on screen that are to be added to listed rows.
func thereAlready(ed *edit.Editor, text string) bool {
	t, ok := ed.Targets(text)
	if !ok || ed.Query.Set != nil || ed.Block().Grouped() || slices.ContainsFunc(t, func(t edit.Target) bool {
		_, there := ed.Present(t)
		return !there || t.Entity != nil
	}) {
		return false
	}
	return clause.Add(ed, t)
}

// whoDoes shows, beside each listed row, who did with it what a verb says, or who its such-and-such is: the one kind of people that a key of
// the rows leads to.
func whoDoes(ed *edit.Editor, text string) bool {
	if ed.Try(func() bool { return whoInRole(ed, text) }) {
		return true
	}
	root := ed.Root()
	if root == nil || ed.Query.Set != nil || ed.Block().Grouped() || ed.Block().Distinct {
		return false
	}
	verb := strings.ToLower(strings.Fields(text)[0])
	var all, fit []*schema.Edge
	for _, e := range ed.Index.Graph.Of(root) {
		if e.From != root || e.To == root || len(e.To.Label) == 0 || len(e.FromColumns) != 1 || !reading.People(e.To) && !e.To.Called(english.Getters, english.Servers, english.Makers) {
			continue
		}
		all = append(all, e)
		past := strings.TrimSuffix(strings.TrimSuffix(verb, "s"), "e") + "ed"
		own := slices.ContainsFunc(e.FromColumns[0].Words, func(w string) bool { return schema.Stem(w) == schema.Stem(verb) })
		if own || measure.MayCall(ed, text, e.To) || english.ServeVerbs[past] && e.To.Called(english.Servers) || english.GetVerbs[past] && e.To.Called(english.Getters) {
			fit = append(fit, e)
		}
	}
	if len(fit) == 0 && len(strings.Fields(text)) <= 2 && !saysMore(ed, text) && keySaid(ed, text) == nil {
		fit = all
	}
	if len(fit) != 1 || slices.ContainsFunc(all, func(e *schema.Edge) bool { return e != fit[0] && e.To == fit[0].To }) {
		return false
	}
	ed.Understand(text + " = " + fit[0].To.Name)
	return clause.Add(ed, []edit.Target{{Item: -1, Columns: fit[0].To.Label, Entity: fit[0].To, Said: text}})
}
