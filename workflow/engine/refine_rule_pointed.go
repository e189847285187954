package engine

import (
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/english"
	"parley/workflow/schema"
)

// pointRules ask of rows on screen, or choose among them, in ways that count them, weigh them or say what they come to.
func pointRules() []rule {
	const among, end = "[and|so|now|only|just|show|keep] [me] [only|just] [both|all] [the|those|these] ", " [ones|one|rows] [only|please]"
	const please = "[actually|no|and|but|oh|please|sorry|ok|wait] [,] [no|please|actually] [can|could] [you] "
	return []rule{
		ruleOf("undo", func(ed *editor, _ utterance, _ fit) bool { return ed.shownAgain("") },
			please+"put|bring|add|take|have|show [me] it|that|them|this|those [column|columns] back [in|again|please]", please+"[put|bring|add] back in|again [please]", please+"restore it|that|them [please]", please+"put|bring|add back it|that|them|this [please]"),
		ruleOf("undo", func(ed *editor, u utterance, f fit) bool { return ed.shownAgain(u.text(f.slots[0])) },
			please+"put|bring|add|have [the|their] {} back [in|again|please]", please+"put|bring|add back [the|their] {}", please+"restore [the|their] {}"),
		ruleOf("sum", plain((*editor).cost), "[and|so] what|how much|does|do [do|does|did|is|are] they|those|these|it|that cost|come|add|amount|sum [up] [to] together|altogether|all|in|combined [together|total|all]",
			"[and|so] how much do|does|did they|those|these|it|that cost [together|altogether|in] [total|all]", "[and|so] what do|does|did they|those|these cost [all] together|altogether|combined", "[and|so] what do|does|did they|those|these cost in total|all"),
		ruleOf("priced", plain((*editor).prices), "[and|so|now] what do|does|did they|those|these|it|each [one|of] [them|these|those] cost [each|apiece]"),
		ruleOf("superlative of those", func(ed *editor, u utterance, f fit) bool {
			return ed.nthGreatest(u.text(f.slots[0]), u.text(f.slots[1]))
		}, "[and|so|now|only|just|show] [me] [which|who|what] [one] [is|was|has] the {} {} [one|ones]"),
		ruleOf("add", plain((*editor).purposes), "[and|so|now] what|which is|was|were|are [it|that|this|they|those|these|he|she] [paid|meant|used|made|sent] for", "[and|so|now] for what|which [is|was|were|are] [it|that|this|they|those|these]", "[and|so] what|what's [is|was|were] [the] [purpose|reason] [of] that|this|it|those|these for"),
		ruleOf("only", func(ed *editor, u utterance, f fit) bool { return ed.ofAmount(f.numbers[0]) },
			among+"#"+end, among+"[ones|one] of|for|at|worth #"+end, among+"# ones|one"),
	}
}

// shownAgain shows the columns again that the last turn hid, where they are what a text calls; empty for whatever they are.
func (ed *editor) shownAgain(text string) bool {
	q := ed.block()
	if ed.last == nil || ed.query.Set != nil || ed.last.Set != nil || len(q.GroupBy) != len(ed.last.GroupBy) {
		return false
	}
	before := view{ed.index, leftmost(ed.last)}
	words := lemmasOf(contentWords(text))
	gone := 0
	for _, item := range before.query.Items {
		_, star := item.Expr.AsStar()
		if slices.ContainsFunc(q.Items, func(now statement.Item) bool { return now.Expr.Equal(item.Expr) }) {
			continue
		}
		name := lemmasOf(schema.Split(itemName(item)))
		if len(words) > 0 && !star && slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(name, w) }) {
			return false
		}
		gone++
	}
	if gone == 0 || len(before.query.Items) != 1 && gone+len(q.Items) != len(before.query.Items) {
		return false
	}
	q.SpellOut()
	q.Items = slices.Clone(before.query.Items)
	ed.understand("the columns are back that the last turn hid")
	return true
}

// cost adds up what the rows in force cost: the figure of theirs that is called a price or a cost, else the only number they have.
func (ed *editor) cost() bool {
	if ed.query.Set != nil || ed.block().Grouped() {
		return false
	}
	root := ed.root()
	if root == nil {
		return false
	}
	c := soldFor(root)
	if c == nil {
		c = ed.aboutNumber()
	}
	return c != nil && ed.overall("sum", target{item: -1, columns: []*schema.Column{c}})
}

// prices shows what each of the rows in force costs.
func (ed *editor) prices() bool {
	if ed.query.Set == nil && ed.block().Grouped() && !ed.ofThing() {
		return false
	}
	root := ed.root()
	if root == nil || ed.query.Set != nil {
		return false
	}
	c := soldFor(root)
	if c == nil {
		return false
	}
	if _, here := ed.scope().shown(c); here {
		ed.note("what they cost is shown already")
		return true
	}
	return ed.add([]target{{item: -1, columns: []*schema.Column{c}, said: "cost"}})
}

// ofThing takes the things that the groups in force are in their place: what they are called, and nothing of the figures.
func (ed *editor) ofThing() bool {
	rows := ed.shownAsRows()
	if rows.table == nil || rows.key == nil || len(rows.table.Label) == 0 {
		return false
	}
	which, ok := ed.cell(rows.key)
	if !ok {
		return false
	}
	q := rowsOfTable(rows.table)
	q.Where = []statement.Expr{statement.InQuery(statement.Column("", rows.key.Name), which)}
	q.Items = nil
	for _, c := range rows.table.Label {
		q.Items = append(q.Items, statement.Item{Expr: statement.Column("", c.Name)})
	}
	ed.query = q
	return true
}

// purposes shows what the rows in force are for.
func (ed *editor) purposes() bool {
	root := ed.root()
	if root == nil || ed.query.Set != nil || ed.block().Grouped() {
		return false
	}
	for _, w := range english.PurposeWords {
		for _, c := range root.Columns {
			if !c.Hidden && !c.Key() && slices.Contains(c.Words, w) {
				ed.understand("what for = " + c.String())
				return ed.add([]target{{item: -1, columns: []*schema.Column{c}, said: "what for"}})
			}
		}
	}
	return false
}

// nthGreatest keeps the row that an ordinal counts to in the order that a superlative says: "the second cheapest".
func (ed *editor) nthGreatest(ordinal, superlative string) bool {
	n, ok := places[strings.ToLower(ordinal)]
	if !ok || n == 0 || ed.query.Set != nil || !ed.saysExtreme(superlative) {
		return false
	}
	if _, cut := ed.cutAt(); cut {
		return ed.greatest(superlative) && ed.nextOf(n)
	}
	return ed.superlative(superlative) && ed.skip(n) && ed.limit(1)
}

// nextOf goes so many rows further in an order of which one row is kept.
func (ed *editor) nextOf(n int) bool {
	if now, cut := ed.cutAt(); !cut || now != 1 || !ed.query.Offset.IsZero() {
		return false
	}
	return ed.skip(n)
}
