package engine

import (
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/schema"
)

// This file gives one figure of all that is on screen: how many rows the groups are made of, what they come to, or both at once. What
// narrows the rows in force narrows the figure.

const (
	shownRows  = "that|those|these|they|it|this|there|them"
	inTotalled = "total|all|altogether|overall|together|combined"
)

// wholeRules are ways of asking for all of what is on screen together.
func wholeRules() []rule {
	whole := func(ed *editor, u utterance, f fit) bool { return ed.wholeOfCalled(u.text(f.slots[0])) }
	return []rule{
		ruleOf("count", plain((*editor).countAndTotal),
			"[and|so|ok] how many is|are|was|were "+shownRows+" [in] [total|all] and how much|many [is|are|do|does|did] ["+shownRows+"] [add|come|sum] [up] [to] [in] ["+inTotalled+"]",
			"[and|so|ok] how many is|are|was|were "+shownRows+" [in] [total|all] and what|what's|whats ['s|is|are|was|do|does|did] [the|their|its] ["+shownRows+"] [add|come|sum] [up] [to] [grand|overall] [total|sum|amount|worth] [of|is|in] ["+shownRows+"|"+inTotalled+"]",
			"[show|give|tell] [me] [the] count|number and [the] [their] total|sum"),
		ruleOf("sum", plain((*editor).wholeCount),
			"[and|so|ok] how many [rows] [is|are|was|were|do|does] ["+shownRows+"|i|we] [have|make|come|add] [up] [to] in total|all", "[and|so|ok] how many [rows] [is|are|was|were] ["+shownRows+"] altogether|overall|combined|together"),
		ruleOf("sum", whole, "[and|so|ok] how many {} is|are|was|were|do|does|did "+shownRows+" [make|come|add] [up] [to] [in] ["+inTotalled+"]",
			"[and|so|ok] how many {} in total|all", "[and|so|ok] how many {} altogether|overall|combined|together"),
		ruleOf("sum", plain((*editor).wholeTotal),
			"[and|so|ok] [show|give|tell] [me] what|what's|whats ['s|is|was|are] [the|their|its] [grand|overall|combined] total|sum [amount] [of|for] ["+shownRows+"] [all]", "[and|so|ok] how much is|are|was|were "+shownRows+" [in] ["+inTotalled+"]",
			"[and|so|ok] what do|does|did "+shownRows+" add|come|sum|amount [up] [to] [in] ["+inTotalled+"]"),
		ruleOf("sum", plain(func(ed *editor) bool { return !ed.block().Grouped() && ed.wholeTotal() }), "[and|so|ok] [show|give|tell] [me] the|their [grand|overall|combined] total|sum [amount] [please]"),
	}
}

// wholeCount is how many rows all groups have together, where each says how many it has; not ok where none does.
func (ed *editor) wholeCount() bool {
	q := ed.block()
	if ed.query.Set != nil || len(q.GroupBy) == 0 {
		return false
	}
	i := slices.IndexFunc(q.Items, func(item statement.Item) bool { return isCount(item.Expr) })
	return i >= 0 && ed.overall("sum", target{item: i})
}

// wholeOfCalled is how many of what a text calls all that is on screen has: of the rows that the groups count, or the total of a number
// that the rows have.
func (ed *editor) wholeOfCalled(text string) bool {
	q, root := ed.block(), ed.root()
	if root == nil || ed.query.Set != nil {
		return false
	}
	if len(q.GroupBy) > 0 {
		if ed.namesGroups(text) {
			return false // they are counted themselves
		}
		if _, known := ed.targets(text); ed.callsThing(text, root) || !known && ed.saidBefore(contentWords(text)) {
			return ed.wholeCount()
		}
	}
	if q.Grouped() || ed.callsThing(text, root) {
		return false
	}
	for _, said := range []string{"total " + text, "number of " + text} {
		for _, p := range ed.best(ed.engine.composer.Figures(said, root, ed.now)) {
			if len(p.Show) == 1 && len(p.Where) == 0 && p.Show[0].Of == root && p.Show[0].Fn == "sum" && ed.try(func() bool {
				x, ok := ed.figureExpr(p.Show[0], nil)
				q.Distinct = q.Distinct && !ok
				return ok && ed.instead(statement.Item{Expr: x, Alias: termName(p.Show[0])})
			}) {
				ed.understand(p.Show[0].Explain())
				return true
			}
		}
	}
	return false
}

// worth is the number that rows come to: the one that the query is about, else the first of the finest table's that adds up.
func (ed *editor) worth() *schema.Column {
	if c := ed.aboutNumber(); c != nil && c.Aggregate == schema.Sum {
		return c
	}
	root := ed.root()
	if root == nil {
		return nil
	}
	if p, ok := ed.ownMeasure("amount"); ok {
		return p.Show[0].Args[0].Column
	}
	for _, c := range root.Measures {
		if c.Aggregate == schema.Sum && !c.Hidden {
			return c
		}
	}
	return nil
}

// wholeTotal is what all that is on screen comes to.
func (ed *editor) wholeTotal() bool {
	q := ed.block()
	switch {
	case ed.query.Set != nil:
		return false
	case len(q.GroupBy) > 0:
		i, ok := ed.measure()
		return ok && addable(q.Items[i].Expr) && ed.overall("sum", target{item: i})
	case len(measures(q)) > 0:
		return false
	}
	c := ed.worth()
	if c == nil || !ed.overall("sum", target{item: -1, columns: []*schema.Column{c}}) {
		return false
	}
	ed.understand("total = total of " + c.String())
	return true
}

// addable says that figures of groups add up to that of all: counts and sums do, averages and shares do not.
func addable(x statement.Expr) bool {
	name, _, _, distinct, ok := x.AsCall()
	return ok && !distinct && !x.IsWindow() && (strings.EqualFold(name, "count") || strings.EqualFold(name, "sum")) || !x.Aggregate() && !ok
}

// countAndTotal is how many rows there are and what they come to, in one row.
func (ed *editor) countAndTotal() bool {
	q := ed.block()
	if ed.query.Set != nil || ed.settled() || q.Distinct || len(measures(q)) > 0 {
		return false
	}
	c := ed.worth()
	if c == nil {
		return false
	}
	items, ok := ed.expression(target{item: -1, columns: []*schema.Column{c}, aggregate: "sum"})
	if !ok {
		return false
	}
	ed.understand("total = total of " + c.String())
	return ed.instead(append([]statement.Item{{Expr: statement.CountStar(), Alias: "count"}}, items...)...)
}

// plain makes an apply of an operation without slots.
func plain(operation func(*editor) bool) func(*editor, utterance, fit) bool {
	return func(ed *editor, _ utterance, _ fit) bool { return operation(ed) }
}

func ruleOf(name string, apply func(*editor, utterance, fit) bool, patterns ...string) rule {
	return rule{name, rulePatterns(patterns...), apply}
}
