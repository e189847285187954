package measure

import (
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/compose"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file gives one figure of all that is on screen: how many rows the groups are made of, what they come to, or both at once. What
// narrows the rows in force narrows the figure.

const (
	shownRows  = "that|those|these|they|it|this|there|them"
	inTotalled = "total|all|altogether|overall|together|combined"
)

// WholeRules are ways of asking for all of what is on screen together.
func WholeRules() []clause.Rule {
	whole := func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool { return wholeOfCalled(ed, u.Text(f.Slots[0])) }
	return []clause.Rule{
		clause.RuleOf("count", clause.Plain(countAndTotal),
			"[and|so|ok] how many is|are|was|were "+shownRows+" [in] [total|all] and how much|many [is|are|do|does|did] ["+shownRows+"] [add|come|sum] [up] [to] [in] ["+inTotalled+"]",
			"[and|so|ok] how many is|are|was|were "+shownRows+" [in] [total|all] and what|what's|whats ['s|is|are|was|do|does|did] [the|their|its] ["+shownRows+"] [add|come|sum] [up] [to] [grand|overall] [total|sum|amount|worth] [of|is|in] ["+shownRows+"|"+inTotalled+"]",
			"[show|give|tell] [me] [the] count|number and [the] [their] total|sum"),
		clause.RuleOf("sum", clause.Plain(wholeCount),
			"[and|so|ok] how many [rows] [is|are|was|were|do|does] ["+shownRows+"|i|we] [have|make|come|add] [up] [to] in total|all", "[and|so|ok] how many [rows] [is|are|was|were] ["+shownRows+"] altogether|overall|combined|together"),
		clause.RuleOf("sum", whole, "[and|so|ok] how many {} is|are|was|were|do|does|did "+shownRows+" [make|come|add] [up] [to] [in] ["+inTotalled+"]",
			"[and|so|ok] how many {} in total|all", "[and|so|ok] how many {} altogether|overall|combined|together"),
		clause.RuleOf("sum", clause.Plain(wholeTotal),
			"[and|so|ok] [show|give|tell] [me] what|what's|whats ['s|is|was|are] [the|their|its] [grand|overall|combined] total|sum [amount] [of|for] ["+shownRows+"] [all]", "[and|so|ok] how much is|are|was|were "+shownRows+" [in] ["+inTotalled+"]",
			"[and|so|ok] what do|does|did "+shownRows+" add|come|sum|amount [up] [to] [in] ["+inTotalled+"]"),
		clause.RuleOf("sum", clause.Plain(func(ed *edit.Editor) bool { return !ed.Block().Grouped() && wholeTotal(ed) }), "[and|so|ok] [show|give|tell] [me] the|their [grand|overall|combined] total|sum [amount] [please]"),
		clause.RuleOf("sum", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			if !compose.SaysWhole(u.Text(f.Slots[0])) {
				return false
			}
			i, ok := showWhole(ed)
			return ok && clause.Overall(ed, "sum", edit.Target{Item: i})
		}, "[and|so|ok|now] [show|give|tell] [me] [what|what's|whats] ['s|is|was|are] [the|their|its] {} [please]"),
	}
}

// wholeCount is how many rows all groups have together, where each says how many it has; not ok where none does.
func wholeCount(ed *edit.Editor) bool {
	q := ed.Block()
	if ed.Query.Set != nil || len(q.GroupBy) == 0 {
		return false
	}
	i := slices.IndexFunc(q.Items, func(item statement.Item) bool { return clause.IsCount(item.Expr) })
	return i >= 0 && clause.Overall(ed, "sum", edit.Target{Item: i})
}

// wholeOfCalled is how many of what a text calls all that is on screen has: of the rows that the groups count, or the total of a number
// that the rows have.
func wholeOfCalled(ed *edit.Editor, text string) bool {
	q, root := ed.Block(), ed.Root()
	if root == nil || ed.Query.Set != nil {
		return false
	}
	if len(q.GroupBy) > 0 {
		if clause.NamesGroups(ed, text) {
			return false // they are counted themselves
		}
		if _, known := ed.Targets(text); CallsThing(ed, text, root) || !known && clause.SaidBefore(ed, clause.ContentWords(text)) {
			return wholeCount(ed)
		}
	}
	if q.Grouped() || CallsThing(ed, text, root) {
		return false
	}
	for _, said := range []string{"total " + text, "number of " + text} {
		for _, p := range Best(ed, ed.Engine.Composer.Figures(said, root, ed.Now)) {
			if len(p.Show) == 1 && len(p.Where) == 0 && p.Show[0].Of == root && p.Show[0].Fn == "sum" && ed.Try(func() bool {
				x, ok := figureExpr(ed, p.Show[0], nil)
				q.Distinct = q.Distinct && !ok
				return ok && clause.Instead(ed, statement.Item{Expr: x, Alias: termName(p.Show[0])})
			}) {
				ed.Understand(p.Show[0].Explain())
				return true
			}
		}
	}
	return false
}

// Worth is the number that rows come to: the one that the query is about, else the first of the finest table's that adds up.
func Worth(ed *edit.Editor) *schema.Column {
	if c := ed.AboutNumber(); c != nil && c.Aggregate == schema.Sum {
		return c
	}
	root := ed.Root()
	if root == nil {
		return nil
	}
	if p, ok := OwnMeasure(ed, "amount"); ok {
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
func wholeTotal(ed *edit.Editor) bool {
	q := ed.Block()
	switch {
	case ed.Query.Set != nil:
		return false
	case len(q.GroupBy) > 0:
		i, ok := ed.Measure()
		return ok && addable(q.Items[i].Expr) && clause.Overall(ed, "sum", edit.Target{Item: i})
	case len(edit.Measures(q)) > 0:
		return false
	}
	if i, ok := showWhole(ed); ok {
		return clause.Overall(ed, "sum", edit.Target{Item: i})
	}
	c := Worth(ed)
	if c == nil || !clause.Overall(ed, "sum", edit.Target{Item: -1, Columns: []*schema.Column{c}}) {
		return false
	}
	ed.Understand("total = total of " + c.String())
	return true
}

// addable says that figures of groups add up to that of all: counts and sums do, averages and shares do not.
func addable(x statement.Expr) bool {
	name, _, _, distinct, ok := x.AsCall()
	return ok && !distinct && !x.IsWindow() && (strings.EqualFold(name, "count") || strings.EqualFold(name, "sum")) || !x.Aggregate() && !ok
}

// countAndTotal is how many rows there are and what they come to, in one row.
func countAndTotal(ed *edit.Editor) bool {
	q := ed.Block()
	if ed.Query.Set != nil || clause.Settled(ed) || q.Distinct || len(edit.Measures(q)) > 0 {
		return false
	}
	c := Worth(ed)
	if c == nil {
		return false
	}
	items, ok := ed.Expression(edit.Target{Item: -1, Columns: []*schema.Column{c}, Aggregate: "sum"})
	if !ok {
		return false
	}
	ed.Understand("total = total of " + c.String())
	return clause.Instead(ed, append([]statement.Item{{Expr: statement.CountStar(), Alias: "count"}}, items...)...)
}
