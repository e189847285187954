package engine

import (
	"slices"
	"strconv"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/english"
	"parley/workflow/schema"
)

// This file tells a bound on rows from one on the figure of groups by what the words call: "just deals over 50k" by rep are deals of
// more than that, "only reps over 500k" are reps whose figure is.

// boundWords are comparisons with a number, by the operator of what is kept.
var boundWords = []struct{ operator, words string }{
	{">=", "at least"}, {"<=", "at most"}, {">=", "no|not less|fewer|lower than"}, {"<=", "no|not more|greater|higher than"}, {">=", "no|not under|below"}, {"<=", "no|not over|above"}, {">", "over|above|exceeding|beyond"}, {">", "more|greater|bigger|higher|larger than"}, {"<", "under|below|beneath"},
	{"<", "less|fewer|smaller|lower than"},
}

// boundRules are bounds on what is called by a word.
func boundRules() []rule {
	const (
		only  = "[only|just|show|keep|now] [me|show|keep|only|just] [the] {} [that|which|who|with|worth|of|are|is|were|was|having|have|has|had|valued|priced|at] [are|is|were|was|have|has|had|of|a|an|worth] "
		leave = "exclude|excluding|without|omit|ignore|drop|remove|hide|skip|leave|leaving|filter [out|off] [the|any|all] {} [that|which|with|worth|of|are|is|were|was] "
	)
	keep := func(operator string) func(*editor, utterance, fit) bool {
		return func(ed *editor, u utterance, f fit) bool {
			rest := ""
			if len(f.slots) > 1 {
				rest = u.text(f.slots[1])
			}
			return ed.boundRows(u.text(f.slots[0]), operator, f.numbers[0], rest)
		}
	}
	out := []rule{ruleOf("correct", func(ed *editor, u utterance, f fit) bool { return ed.rowsOfSo(u.text(f.slots[0]), f.numbers[0]) },
		"[and|only|just|show|the|now] [me|the] [only|just] # {} [only|please]")}
	for _, b := range boundWords {
		out = append(out, ruleOf("only", keep(b.operator), only+b.words+" #", only+b.words+" # {}"),
			ruleOf("exclude", keep(complement(b.operator)), leave+b.words+" #", leave+b.words+" # {}"))
	}
	return out
}

// leastAmount is the number from which on "5000 payments" are payments of so much rather than so many of them.
const leastAmount = 1000

// rowsOfSo keeps the listed rows that come to a number, said before what they are called.
func (ed *editor) rowsOfSo(text string, n int) bool {
	root := ed.root()
	if root == nil || ed.query.Set != nil || ed.block().Grouped() || n < leastAmount || !ed.query.Limit.IsZero() || !ed.namesRows(text, root) {
		return false
	}
	c := ed.worth()
	if c == nil || c.Table != root || float64(n) < c.Low || float64(n) > c.High {
		return false
	}
	ed.assume(text + " of " + c.String() + " = " + strconv.Itoa(n))
	return ed.compare(c, "=", statement.Literal(int64(n)))
}

// boundRows keeps the rows, or the groups, that a text calls and whose number compares so. Not ok where the text calls neither, or where
// what follows the number is more than a unit.
func (ed *editor) boundRows(text, operator string, n int, rest string) bool {
	q, root := ed.block(), ed.root()
	if root == nil {
		root = ed.fact()
	}
	if root == nil || ed.query.Set != nil || len(q.GroupBy) == 0 || !mereUnit(rest) {
		return false
	}
	if ed.callsGroups(text) {
		i, ok := ed.boundFigureOf(float64(n))
		return ok && plainFigure(q.Items[i].Expr).IsZero() && ed.having(i, operator, statement.Literal(int64(n)))
	}
	if !ed.mayCall(text, root) || !ed.rowsApart(root) {
		return false
	}
	c := ed.summedUp(root)
	if c == nil {
		return false
	}
	ed.understand(text + " " + operator + " = " + c.String())
	return ed.compare(c, operator, statement.Literal(int64(n)))
}

// rowsApart says that the groups are not told apart by rows of the table.
func (ed *editor) rowsApart(t *schema.Table) bool {
	q, s := ed.block(), ed.scope()
	return !slices.ContainsFunc(q.GroupBy, func(key statement.Expr) bool { return s.column(q.Meaning(key)) == t.PrimaryKey() })
}

// summedUp is the number of single rows of a table that the figures in force are taken of, else what a row of it comes to.
func (ed *editor) summedUp(t *schema.Table) *schema.Column {
	for _, i := range measures(ed.block()) {
		if _, args, _, _, ok := ed.block().Items[i].Expr.AsCall(); ok && len(args) == 1 {
			if c := ed.scope().column(args[0]); c != nil && c.Table == t && c.Role == schema.Measure {
				return c
			}
		}
	}
	if p, ok := ed.ownMeasure("amount"); ok {
		return p.Show[0].Args[0].Column
	}
	return nil
}

// callsGroups says that a text names what the groups in force are: by its name, by a mere word for groups, or by the word behind "by" or
// "per" in the input that asked for them.
func (ed *editor) callsGroups(text string) bool {
	words := contentWords(text)
	if len(words) == 0 {
		return false
	}
	if len(words) == 1 && english.AnyGroups[words[0]] {
		t, ok := ed.targets(text)
		return !ok || len(t) == 0 || t[0].entity != ed.root()
	}
	return ed.namesGroups(text) || ed.groupsAsked(words)
}

// groupsAsked says that the words stand behind "by", "per" or "each" in an earlier input.
func (ed *editor) groupsAsked(words []string) bool {
	want := strings.Join(lemmasOf(words), " ")
	return slices.ContainsFunc(ed.talk, func(input string) bool {
		said := lemmasOf(schema.Words(input))
		for i, w := range said {
			if (w == "by" || w == "per" || w == "each") && i+len(words) < len(said) && strings.Join(said[i+1:i+1+len(words)], " ") == want {
				return true
			}
		}
		return false
	})
}

// mereUnit says that a text behind a number is no more than its unit.
func mereUnit(text string) bool {
	return !slices.ContainsFunc(strings.Fields(strings.ToLower(text)), func(w string) bool { return !english.MoneyWords[w] })
}

// aliasOf is the place of the figure on screen whose name is just these words; -1 for none.
func (ed *editor) aliasOf(words []string) int {
	return slices.IndexFunc(ed.block().Items, func(item statement.Item) bool {
		return item.Expr.Aggregate() && slices.Equal(lemmasOf(schema.Split(itemName(item))), lemmasOf(words))
	})
}

// amountsShown are the figures on screen that count nothing.
func (ed *editor) amountsShown() []int {
	q := ed.block()
	return slices.DeleteFunc(measures(q), func(i int) bool { return isCount(q.Items[i].Expr) })
}

// boundAlone is a bound on the listed rows that names nothing: it goes by the number that is shown or sorted by, else by what a row comes
// to; nil where the text says more, or nothing is known.
func (ed *editor) boundAlone(text string) *condition {
	q, root := ed.block(), ed.root()
	if root == nil || ed.query.Set != nil || q.Grouped() || ed.bounded() != nil {
		return nil
	}
	operator, value := "", 0.0
	for _, it := range ed.tag(text) {
		switch {
		case it.Is(Compare) && operator == "" && (len(it.Cue.Dimension) == 0 || it.Cue.Dimension[0] == "*"):
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
	c := worthOf(root)
	for _, k := range q.OrderBy {
		if by := ed.scope().column(q.Meaning(k.Expr)); by != nil && by.Role == schema.Measure {
			c = by
		}
	}
	if i, ok := ed.onlyNumber(); ok {
		if c = ed.scope().column(q.Items[i].Expr); c == nil {
			return &condition{kind: compareCondition, item: i, operator: operator, values: []statement.Expr{figure(value)}}
		}
	}
	if c == nil {
		return nil
	}
	return &condition{kind: compareCondition, column: c, item: -1, operator: operator, values: []statement.Expr{figure(value)}}
}

// figureBound keeps the groups by a bound that a text sets to a figure on screen, which it calls by the name that it has there, or by the
// words of what it is made of.
func (ed *editor) figureBound(text string) bool {
	if !ed.asksOfGroups() {
		return false
	}
	operator, value := "", 0.0
	var name []string
	for _, it := range ed.tag(text) {
		switch {
		case it.HasNumber && operator == "" || it.Is(Compare) && operator != "" || it.Period != nil || it.Is(Negation, Except, Between):
			return false
		case it.Is(Compare):
			operator = it.Cue.Operator
		case it.Is(AtLeast):
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
		i, ok := ed.boundFigureOf(value)
		if m, main := ed.measure(); main && value >= leastAmount && !isCount(ed.block().Items[m].Expr) {
			i = m // nobody counts that many
		}
		c := condition{kind: compareCondition, item: i, operator: operator, values: []statement.Expr{figure(value)}}
		ed.asRatio(&c)
		return ok && ed.having(i, operator, c.values[0])
	}
	function := ""
	name = slices.DeleteFunc(name, func(w string) bool {
		if fn := functionWords[w]; fn != "" && len(name) > 1 {
			function = fn
			return true
		}
		return false
	})
	if len(name) > 1 && ed.said.any(english.HavingWords) && ed.callsGroups(name[0]) {
		if _, ok := ed.figureNamed(name[1:]); ok {
			name = name[1:] // what the groups are, before what they have
		}
	}
	if first, at := name[0], strings.Index(strings.ToLower(text), name[0]); schema.Lemma(first) != first && at < strings.IndexAny(text, "0123456789") && ed.aliasOf(name) < 0 && !ed.said.hasBefore(first, english.HavingWords) {
		return false // "only amounts over 5" are rows
	}
	i, ok := ed.figureNamed(name)
	if !ok && len(name) == 1 && english.WorthDeeds[name[0]] {
		amounts := ed.amountsShown()
		if ok = len(amounts) == 1; ok {
			i = amounts[0] // what they cost, or brought in, is the one amount on screen
		}
	}
	if !ok || function != "" && !strings.Contains(strings.ToLower(ed.block().Items[i].Expr.SQL()), function+"(") {
		return false
	}
	c := condition{kind: compareCondition, item: i, operator: operator, values: []statement.Expr{figure(value)}}
	ed.asRatio(&c)
	ed.understand(strings.Join(name, " ") + " = " + itemName(ed.block().Items[i]))
	return ed.having(i, operator, c.values[0])
}

// hasBefore says that one of the words stands right before another.
func (u utterance) hasBefore(word string, before map[string]bool) bool {
	for i := 1; i < len(u.words); i++ {
		if u.words[i] == word && before[u.words[i-1]] {
			return true
		}
	}
	return false
}
