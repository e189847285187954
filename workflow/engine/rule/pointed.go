package rule

import (
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/engine/measure"
	"parley/workflow/engine/pointer"
	"parley/workflow/engine/question"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// pointRules ask of rows on screen, or choose among them, in ways that count them, weigh them or say what they come to.
func pointRules() []clause.Rule {
	const among, end = "[and|so|now|only|just|show|keep] [me] [only|just] [both|all] [the|those|these] ", " [ones|one|rows] [only|please]"
	const please = "[actually|no|and|but|oh|please|sorry|ok|wait] [,] [no|please|actually] [can|could] [you] "
	return []clause.Rule{
		clause.RuleOf("undo", func(ed *edit.Editor, _ tag.Utterance, _ tag.Fit) bool { return shownAgain(ed, "") },
			please+"put|bring|add|take|have|show [me] it|that|them|this|those [column|columns] back [in|again|please]", please+"[put|bring|add] back in|again [please]", please+"restore it|that|them [please]", please+"put|bring|add back it|that|them|this [please]"),
		clause.RuleOf("undo", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool { return shownAgain(ed, u.Text(f.Slots[0])) },
			please+"put|bring|add|have [the|their] {} back [in|again|please]", please+"put|bring|add back [the|their] {}", please+"restore [the|their] {}"),
		clause.RuleOf("sum", clause.Plain(cost), "[and] [the] total|sum [please]", "[and|so] what|how much|does|do [do|does|did|is|are] they|those|these|it|that cost|come|add|amount|sum [up] [to] together|altogether|all|in|combined [together|total|all]",
			"[and|so] how much do|does|did they|those|these|it|that cost [together|altogether|in] [total|all]", "[and|so] what do|does|did they|those|these cost [all] together|altogether|combined", "[and|so] what do|does|did they|those|these cost in total|all"),
		clause.RuleOf("priced", clause.Plain(prices), "[and|so|now] what do|does|did they|those|these|it|each [one|of] [them|these|those] cost [each|apiece]",
			"[and|so|now] what|how is|are|was|were they|those|these|it|that|each [one|of] [them|these|those] worth", "[and|so|now] how much is|are|was|were they|those|these|it|that worth", "[and|so|now] how much is|are|was|were each [one|of] [them|these|those] [worth]"),
		clause.RuleOf("superlative of those", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return nthGreatest(ed, u.Text(f.Slots[0]), u.Text(f.Slots[1]))
		}, "[and|so|now|only|just|show] [me] [which|who|what|how] [one] [is|was|has|about|'s] the {} {} [one|ones]"),
		clause.RuleOf("limit", func(ed *edit.Editor, u tag.Utterance, _ tag.Fit) bool {
			return pointer.OneOfOrder(ed) && pointer.NthRow(ed, u)
		}, "[and|so|now|but] who|which|what [one] [is|was|came|comes|'s] [the] second|third|fourth|fifth|2nd|3rd|4th [one|place|then]", "[and|so|now|but] [what|how] [about] the second|third|fourth|fifth|2nd|3rd|4th [one|place]"),
		clause.RuleOf("show only", clause.Plain(levelLeft), "[and|so|now] how many|much [of] [it|them|those|these] [are|is|do|have] [you|we|they|there] [have|got] [still] left|available|remaining|[on] [in] [stock|hand] [now|still]", "[and|so] [is|are] it|they [still] in stock|available"),
		clause.RuleOf("add", clause.Plain(purposes), "[and|so|now] what|which is|was|were|are [it|that|this|they|those|these|he|she] [paid|meant|used|made|sent] for", "[and|so|now] for what|which [is|was|were|are] [it|that|this|they|those|these]", "[and|so] what|what's [is|was|were] [the] [purpose|reason] [of] that|this|it|those|these for"),
		clause.RuleOf("only", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool { return pointer.OfAmount(ed, f.Numbers[0]) },
			among+"#"+end, among+"[ones|one] of|for|at|worth #"+end, among+"# ones|one"),
	}
}

// shownAgain shows the columns again that the last turn hid, where they are what a text calls; empty for whatever they are.
func shownAgain(ed *edit.Editor, text string) bool {
	q := ed.Block()
	if ed.Last == nil || ed.Query.Set != nil || ed.Last.Set != nil || len(q.GroupBy) != len(ed.Last.GroupBy) {
		return false
	}
	before := edit.View{Index: ed.Index, Query: edit.Leftmost(ed.Last)}
	words := edit.LemmasOf(clause.ContentWords(text))
	gone := 0
	for _, item := range before.Query.Items {
		_, star := item.Expr.AsStar()
		if slices.ContainsFunc(q.Items, func(now statement.Item) bool { return now.Expr.Equal(item.Expr) }) {
			continue
		}
		name := edit.LemmasOf(schema.Split(edit.ItemName(item)))
		if len(words) > 0 && !star && slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(name, w) }) {
			return false
		}
		gone++
	}
	if gone == 0 || len(before.Query.Items) != 1 && gone+len(q.Items) != len(before.Query.Items) {
		return false
	}
	q.SpellOut()
	q.Items = slices.Clone(before.Query.Items)
	ed.Understand("the columns are back that the last turn hid")
	return true
}

// cost adds up what the rows in force cost: the figure of theirs that is called a price or a cost, else the only number they have.
func cost(ed *edit.Editor) bool {
	if ed.Query.Set != nil || ed.Block().Grouped() {
		return false
	}
	root := ed.Root()
	if root == nil {
		return false
	}
	c := question.SoldFor(root)
	if c == nil {
		c = ed.AboutNumber()
	}
	return c != nil && clause.Overall(ed, "sum", edit.Target{Item: -1, Columns: []*schema.Column{c}})
}

// prices shows what each of the rows in force costs, or comes to.
func prices(ed *edit.Editor) bool {
	if ed.Query.Set == nil && ed.Block().Grouped() && !ofThing(ed) {
		return false
	}
	return pointer.ShowWorth(ed)
}

// ofThing takes the things that the groups in force are in their place: what they are called, and nothing of the figures.
func ofThing(ed *edit.Editor) bool {
	rows := measure.ShownAsRows(ed)
	q := rows.Picked(ed)
	if q == nil || len(rows.Table.Label) == 0 {
		return false
	}
	q.Items = nil
	for _, c := range rows.Table.Label {
		q.Items = append(q.Items, statement.Item{Expr: statement.Column("", c.Name)})
	}
	ed.Query = q
	return true
}

// levelLeft shows how many there are of the one thing in force, where a column of it says so: its stock.
func levelLeft(ed *edit.Editor) bool {
	root := ed.Root()
	if root == nil || ed.Rows != 1 || ed.Block().Grouped() || ed.Query.Set != nil {
		return false
	}
	for _, w := range english.LevelWords {
		for _, c := range root.Columns {
			if c.Hidden || c.Key() || c.Role != schema.Measure || !c.Has(w) {
				continue
			}
			return clause.Show(ed, []edit.Target{{Item: -1, Columns: root.Label, Entity: root}, {Item: -1, Columns: []*schema.Column{c}, Said: w}})
		}
	}
	return false
}

// purposes shows what the rows in force are for.
func purposes(ed *edit.Editor) bool {
	root := ed.Root()
	if root == nil || ed.Query.Set != nil || ed.Block().Grouped() {
		return false
	}
	for _, w := range english.PurposeWords {
		for _, c := range root.Columns {
			if !c.Hidden && !c.Key() && slices.Contains(c.Words, w) {
				ed.Understand("what for = " + c.String())
				return clause.Add(ed, []edit.Target{{Item: -1, Columns: []*schema.Column{c}, Said: "what for"}})
			}
		}
	}
	return false
}

// nthGreatest keeps the row that an ordinal counts to in the order that a superlative says: "the second cheapest".
func nthGreatest(ed *edit.Editor, ordinal, superlative string) bool {
	n, ok := pointer.Places[strings.ToLower(ordinal)]
	if !ok || n == 0 || ed.Query.Set != nil || !pointer.SaysExtreme(ed, superlative) {
		return false
	}
	switch _, cut := clause.CutAt(ed); {
	case pointer.OneOfOrder(ed) && alongOrder(ed, superlative):
		return clause.Skip(ed, n)
	case pointer.OneOfOrder(ed): // of one row there is no second
		ed.Query.ClearLimit()
	case cut:
		return pointer.Greatest(ed, superlative) && nextOf(ed, n)
	}
	return measure.Superlative(ed, superlative) && clause.Skip(ed, n) && clause.Limit(ed, 1)
}

// alongOrder says that a superlative means the order in force.
func alongOrder(ed *edit.Editor, superlative string) bool {
	if said := ed.Tag(superlative); len(said) == 1 && len(ed.Query.OrderBy) > 0 && slices.Contains(said[0].Cue.Dimension, "*") {
		return said[0].Cue.Desc == ed.Query.OrderBy[0].Desc // of whatever is in order
	}
	work := *ed
	work.Query = ed.Query.Clone()
	work.Query.ClearLimit()
	if len(ed.Query.OrderBy) == 0 || !work.Try(func() bool { return measure.Superlative(&work, superlative) }) || len(work.Query.OrderBy) == 0 {
		return false
	}
	was, is := ed.Query.OrderBy[0], work.Query.OrderBy[0]
	return was.Desc == is.Desc && ed.Query.Meaning(was.Expr).Equal(work.Query.Meaning(is.Expr))
}

// nextOf goes so many rows further in an order of which one row is kept.
func nextOf(ed *edit.Editor, n int) bool {
	now, cut := clause.CutAt(ed)
	skipped, whole := skippedRows(ed)
	return cut && now == 1 && whole && clause.Skip(ed, skipped+n)
}

// skippedRows is how many rows are left out at the beginning.
func skippedRows(ed *edit.Editor) (n int, ok bool) {
	if ed.Query.Offset.IsZero() {
		return 0, true
	}
	v, _ := ed.Query.Offset.AsLiteral()
	skipped, ok := v.(int64)
	return int(skipped), ok
}
