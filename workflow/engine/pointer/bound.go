package pointer

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/engine/measure"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file tells a bound on rows from one on the figure of groups by what the words call: "just deals over 50k" by rep are deals of
// more than that, "only reps over 500k" are reps whose figure is.

// BoundWords are comparisons with a number, by the operator of what is kept.
var BoundWords = []struct{ Operator, Words string }{
	{">=", "at least"}, {"<=", "at most"}, {">=", "no|not less|fewer|lower than"}, {"<=", "no|not more|greater|higher than"}, {">=", "no|not under|below"}, {"<=", "no|not over|above"}, {">", "over|above|exceeding|beyond"}, {">", "more|greater|bigger|higher|larger than"}, {"<", "under|below|beneath"},
	{"<", "less|fewer|smaller|lower than"},
}

// BoundRules are bounds on what is called by a word.
func BoundRules() []clause.Rule {
	const (
		only  = "[only|just|show|keep|now] [me|show|keep|only|just] [the] {} [that|which|who|with|worth|of|are|is|were|was|having|have|has|had|valued|priced|at] [are|is|were|was|have|has|had|of|a|an|worth] "
		left  = "[and|but|now|please] exclude|excluding|without|no|not|omit|ignore|drop|remove|hide|skip|forget|lose|leave|leaving|filter|take [out|off|away] [the|any|all] {} [that|which|with|worth|of|are|is|were|was] [cost|costs|costing|priced] "
		leave = "exclude|excluding|without|omit|ignore|drop|remove|hide|skip|leave|leaving|filter [out|off] [the|any|all] {} [that|which|with|worth|of|are|is|were|was] "
	)
	type bounding func(ed *edit.Editor, text, operator string, n int, rest string) bool
	bound := func(rows bounding, operator string) func(*edit.Editor, tag.Utterance, tag.Fit) bool {
		return func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			rest := ""
			if len(f.Slots) > 1 {
				rest = u.Text(f.Slots[1])
			}
			return rows(ed, u.Text(f.Slots[0]), operator, f.Numbers[0], rest)
		}
	}
	out := []clause.Rule{clause.RuleOf("correct", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
		return rowsOfSo(ed, u.Text(f.Slots[0]), f.Numbers[0])
	},
		"[and|only|just|show|the|now] [me|the] [only|just] # {} [only|please]")}
	none := func(operator string) func(*edit.Editor, tag.Utterance, tag.Fit) bool {
		return func(ed *edit.Editor, _ tag.Utterance, f tag.Fit) bool {
			return boundOfListed(ed, "ones", operator, f.Numbers[0], "")
		}
	}
	for _, b := range BoundWords {
		other := measure.Complement(b.Operator)
		out = append(out, clause.RuleOf("exclude", none(other), "[and|but|with|please] nothing|none [that|which] [costs|cost|costing|is|are] "+b.Words+" # [please]"),
			clause.RuleOf("exclude", bound(boundOfListed, other), left+b.Words+" #", left+b.Words+" # {}"),
			clause.RuleOf("only", bound(boundRows, b.Operator), only+b.Words+" #", only+b.Words+" # {}"),
			clause.RuleOf("exclude", bound(boundRows, other), leave+b.Words+" #", leave+b.Words+" # {}"))
	}
	return out
}

// leastAmount is the number from which on "5000 payments" are payments of so much rather than so many of them.
const leastAmount = 1000

// rowsOfSo keeps the listed rows that come to a number, said before what they are called.
func rowsOfSo(ed *edit.Editor, text string, n int) bool {
	root := ed.Root()
	if root == nil || ed.Query.Set != nil || ed.Block().Grouped() || n < leastAmount || !ed.Query.Limit.IsZero() || !measure.NamesRows(ed, text, root) {
		return false
	}
	c := measure.Worth(ed)
	if c == nil || c.Table != root || float64(n) < c.Low || float64(n) > c.High {
		return false
	}
	ed.Assume(text + " of " + c.String() + " = " + strconv.Itoa(n))
	return ed.Compare(c, "=", statement.Literal(int64(n)))
}

// boundOfListed keeps the listed rows whose number compares so, where a text calls them, or is a mere word for rows. Not ok for groups.
func boundOfListed(ed *edit.Editor, text, operator string, n int, rest string) bool {
	if ed.Query.Set != nil || ed.Block().Grouped() || !MereUnit(rest) {
		return false
	}
	generic := !slices.ContainsFunc(tag.Utter(text).Words, func(w string) bool {
		return !english.GenericNouns[w] && !english.ThoseWords[w] && !english.RowWords[w] && !english.AnyGroup[w] && w != "anything" && w != "those" && w != "the"
	})
	if !generic && !callsThose(ed, text) {
		return false
	}
	return Filter(ed, fmt.Sprintf("%s %d %s", operator, n, rest), measure.OnlyMode, 0)
}

// boundRows keeps the rows, or the groups, that a text calls and whose number compares so. Not ok where the text calls neither, or where
// what follows the number is more than a unit.
func boundRows(ed *edit.Editor, text, operator string, n int, rest string) bool {
	q, root := ed.Block(), ed.Root()
	if root == nil {
		root = ed.Fact()
	}
	if root == nil || ed.Query.Set != nil || len(q.GroupBy) == 0 || !MereUnit(rest) {
		return false
	}
	if CallsGroups(ed, text) {
		i, ok := boundFigureOf(ed, float64(n))
		return ok && measure.PlainFigure(q.Items[i].Expr).IsZero() && clause.Having(ed, i, operator, statement.Literal(int64(n)))
	}
	if !measure.MayCall(ed, text, root) || !rowsApart(ed, root) {
		return false
	}
	c := summedUp(ed, root)
	if c == nil {
		return false
	}
	ed.Understand(text + " " + operator + " = " + c.String())
	return ed.Compare(c, operator, statement.Literal(int64(n)))
}

// rowsApart says that the groups are not told apart by rows of the table.
func rowsApart(ed *edit.Editor, t *schema.Table) bool {
	q, s := ed.Block(), ed.Scope()
	return !slices.ContainsFunc(q.GroupBy, func(key statement.Expr) bool { return s.Column(q.Meaning(key)) == t.PrimaryKey() })
}

// summedUp is the number of single rows of a table that the figures in force are taken of, else what a row of it comes to.
func summedUp(ed *edit.Editor, t *schema.Table) *schema.Column {
	for _, i := range edit.Measures(ed.Block()) {
		if _, args, _, _, ok := ed.Block().Items[i].Expr.AsCall(); ok && len(args) == 1 {
			if c := ed.Scope().Column(args[0]); c != nil && c.Table == t && c.Role == schema.Measure {
				return c
			}
		}
	}
	if p, ok := measure.OwnMeasure(ed, "amount"); ok {
		return p.Show[0].Args[0].Column
	}
	return nil
}

// CallsGroups says that a text names what the groups in force are: by its name, by a mere word for groups, or by the word behind "by" or
// "per" in the input that asked for them.
func CallsGroups(ed *edit.Editor, text string) bool {
	words := clause.ContentWords(text)
	if len(words) == 0 {
		return false
	}
	if len(words) == 1 && english.AnyGroups[words[0]] {
		t, ok := ed.Targets(text)
		return !ok || len(t) == 0 || t[0].Entity != ed.Root()
	}
	return clause.NamesGroups(ed, text) || groupsAsked(ed, words)
}

// groupsAsked says that the words stand behind "by", "per" or "each" in an earlier input.
func groupsAsked(ed *edit.Editor, words []string) bool {
	want := strings.Join(edit.LemmasOf(words), " ")
	return slices.ContainsFunc(ed.Talk, func(input string) bool {
		said := edit.LemmasOf(schema.Words(input))
		for i, w := range said {
			if (w == "by" || w == "per" || w == "each") && i+len(words) < len(said) && strings.Join(said[i+1:i+1+len(words)], " ") == want {
				return true
			}
		}
		return false
	})
}

// MereUnit says that a text behind a number is no more than its unit.
func MereUnit(text string) bool {
	return !slices.ContainsFunc(strings.Fields(strings.ToLower(text)), func(w string) bool { return !english.MoneyWords[w] })
}

// aliasOf is the place of the figure on screen whose name is just these words; -1 for none.
func aliasOf(ed *edit.Editor, words []string) int {
	return slices.IndexFunc(ed.Block().Items, func(item statement.Item) bool {
		return item.Expr.Aggregate() && slices.Equal(edit.LemmasOf(schema.Split(edit.ItemName(item))), edit.LemmasOf(words))
	})
}

// BoundAlone is a bound on the listed rows that names nothing: it goes by the number that is shown or sorted by, else by what a row comes
// to; nil where the text says more, or nothing is known.
func BoundAlone(ed *edit.Editor, text string) *edit.Condition {
	q, root := ed.Block(), ed.Root()
	if root == nil || ed.Query.Set != nil || q.Grouped() || ed.Bounded() != nil {
		return nil
	}
	operator, value := "", 0.0
	for _, it := range ed.Tag(text) {
		switch {
		case it.Is(tag.Compare) && operator == "" && ofAny(&it):
			operator = it.Cue.Operator
		case it.HasNumber && operator != "" && it.Period == nil:
			value = it.Number
		case english.BoundFillers[it.Lower], english.MoneyWords[it.Lower], strings.Trim(it.Lower, "?!.,") == "":
		default:
			return nil
		}
	}
	if operator == "" || value == 0 {
		return nil
	}
	c := measure.WorthOf(root)
	for _, k := range q.OrderBy {
		if by := ed.Scope().Column(q.Meaning(k.Expr)); by != nil && by.Role == schema.Measure {
			c = by
		}
	}
	if i, ok := ed.OnlyNumber(); ok {
		if c = ed.Scope().Column(q.Items[i].Expr); c == nil {
			return &edit.Condition{Kind: edit.CompareCondition, Item: i, Operator: operator, Values: []statement.Expr{edit.Figure(value)}}
		}
	}
	if c == nil {
		return nil
	}
	if c.InHundredths() && measure.SaysMoney(ed) {
		value *= 100
	}
	return &edit.Condition{Kind: edit.CompareCondition, Column: c, Item: -1, Operator: operator, Values: []statement.Expr{edit.Figure(value)}}
}

// ofAny says that a comparison may be of any number: "over", not "longer than".
func ofAny(it *tag.Item) bool { return len(it.Cue.Dimension) == 0 || it.Cue.Dimension[0] == "*" }

// figureBound keeps the groups by a bound that a text sets to a figure on screen, which it calls by the name that it has there, or by the
// words of what it is made of.
func figureBound(ed *edit.Editor, text string) bool {
	if !clause.AsksOfGroups(ed) {
		return false
	}
	operator, value := "", 0.0
	var name []string
	for _, it := range ed.Tag(text) {
		switch {
		case it.HasNumber && operator == "" || it.Is(tag.Compare) && (operator != "" || edit.Temporal(it.Cue.Dimension)) || it.Period != nil || it.Is(tag.Negation, tag.Except, tag.Between):
			return false
		case it.Is(tag.Compare):
			operator = it.Cue.Operator
		case it.Is(tag.AtLeast):
			operator = it.Cue.Operator
		case it.HasNumber:
			value = it.Number
		case english.BoundFillers[it.Lower], english.MoneyWords[it.Lower], strings.Trim(it.Lower, "?!.,") == "":
		default:
			name = append(name, strings.Fields(it.Lower)...)
		}
	}
	if operator == "" || value == 0 {
		return false
	}
	if len(name) == 0 {
		i, ok := boundFigureOf(ed, value)
		if m, main := ed.Measure(); main && value >= leastAmount && !clause.IsCount(ed.Block().Items[m].Expr) {
			i = m // nobody counts that many
		}
		return ok && clause.Having(ed, i, operator, edit.Figure(value))
	}
	function := ""
	name = slices.DeleteFunc(name, func(w string) bool {
		if fn := measure.FunctionWords[w]; fn != "" && len(name) > 1 {
			function = fn
			return true
		}
		return false
	})
	if len(name) > 1 && ed.Said.Any(english.HavingWords) && CallsGroups(ed, name[0]) {
		if _, ok := clause.FigureNamed(ed, name[1:]); ok {
			name = name[1:] // what the groups are, before what they have
		}
	}
	if first, at := name[0], strings.Index(strings.ToLower(text), name[0]); schema.Lemma(first) != first && at < strings.IndexAny(text, "0123456789") && aliasOf(ed, name) < 0 && !hasBefore(ed.Said, first, english.HavingWords) {
		return false // "only amounts over 5" are rows
	}
	i, ok := clause.FigureNamed(ed, name)
	if !ok && len(name) == 1 && english.WorthDeeds[name[0]] {
		amounts := measure.AmountsShown(ed)
		if ok = len(amounts) == 1; ok {
			i = amounts[0] // what they cost, or brought in, is the one amount on screen
		}
	}
	if !ok || function != "" && !strings.Contains(strings.ToLower(ed.Block().Items[i].Expr.SQL()), function+"(") {
		return false
	}
	ed.Understand(strings.Join(name, " ") + " = " + edit.ItemName(ed.Block().Items[i]))
	return clause.Having(ed, i, operator, edit.Figure(value))
}

// hasBefore says that one of the words stands right before another.
func hasBefore(u tag.Utterance, word string, before map[string]bool) bool {
	for i := 1; i < len(u.Words); i++ {
		if u.Words[i] == word && before[u.Words[i-1]] {
			return true
		}
	}
	return false
}
