package pointer

import (
	"fmt"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/compose"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/measure"
	"parley/workflow/engine/reading"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file asks of the rows in force, pointed at by a word for them: "how much is that in total", "how many of them were
// cancelled", "what share of those came back", "which branch does each belong to". The rows stay those in force, whatever is
// asked of them.

// ThoseRules are ways of asking something of the rows in force together.
func ThoseRules() []clause.Rule {
	return []clause.Rule{
		clause.RuleOf("of the one named", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool { return ofCalled(ed, u.Text(f.Slots[0])) },
			"[and|so|now] who is|are|was|were|'s their|his|her|its {}", "[and|so|now] what is|was|'s his|her {}", "[and|so|now] which|what {} is|was|are|were he|she|they [in|on|at|with|from|under]", "[and|so|now] which|what {} does|did he|she|they belong|work|live [to|in|at|for]"),
		clause.RuleOf("many of one", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool { return manyOfOne(ed, u.Text(f.Slots[0])) },
			"[and|so|now] how many {} does|did|do|has|have he|she|it {}"),
		clause.RuleOf("count", clause.Plain(clause.Count),
			"[ok|and|so|now|just|only] [just|only] show|tell|give [me] how many [of|rows] [them|those] that|those|these|they|it|there [is|are|was|were] [in] [all|total|altogether]",
			"[ok|and|so|now] how many [of] them|those|these are|is|were there [in] [all|total|altogether]"),
		clause.RuleOf("share of those", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool { return ShareOfThose(ed, u.Text(f.Slots[0])) },
			"[and|so|now] what|which [is|was] [the] share|percentage|percent|proportion|fraction|part|% of them|those|these|it|that [ones|rows|is|are|was|were|has|have|had|did|do] {}",
			"[and|so|now] how many|much percent|% of them|those|these|it|that [ones|rows|is|are|was|were|has|have|had|did|do] {}"),
		clause.RuleOf("share of those", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return ed.Block().Grouped() && ShareOfThose(ed, u.Text(f.Slots[0]))
		},
			"[and|so|now] what|which share|percentage|percent|part|proportion|fraction [of] [the|all] [total|whole|them] do|does|is|are|did [the] {} [one|ones] [have|has|make|makes|account|accounts|get|gets|take|takes] [up|for]"),
		clause.RuleOf("much of those", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool { return totalOfThose(ed, u.Text(f.Slots[0])) },
			"[and|so|now] how many|much {} of|for|in|on those|these|them|that|it [is|are|was|were|did|do] [made|there|in|sold|left|have|they|we] [total|all]", "[and|so|now] what is|'s|are their|its combined|total|joint|overall {}"),
		clause.RuleOf("many of those", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool { return ManyOfThose(ed, u.Text(f.Slots[0])) },
			"[and|so|now] how many of them|those|these [ones|rows|are|is|was|were|do|did] {}", "[and|so|now] of those|these|them [,] how many [are|is|was|were|do|did] {}", "[and|so|now] how many are|is|was|were there {}"),
		clause.RuleOf("many of those", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			text := u.Text(f.Slots[0])
			return ed.Try(func() bool { return ManyOfThose(ed, text) }) || !ed.Block().Grouped() && Filter(ed, text, measure.OnlyMode, 0) && clause.Count(ed)
		}, "[and|so|now] how many are|is|was|were {}"),
		clause.RuleOf("much of those", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool { return muchOfThose(ed, u.Text(f.Slots[0])) },
			"[and|so|now] how much {} [is|are|was|were|did|do|does|have|has|had] that|this|it|they|those|these|we|each [of] [them|those|these] [is|are|come|comes|came|add|adds] [to|up] [to] [in] [total|all|altogether|together]",
			"[and|so|now] how much {} did|do|does|have|has|had|was|were|is|are we|they|it|that|those|these|he|she|each lose|make|earn|get|spend|spent|made|lost|earned|got|pay|paid|bring|brought|have [with|on|for|from|in|by] [them|those|these|that|it]"),
		clause.RuleOf("added of those", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool { return spentByThose(ed, u.Text(f.Slots[0])) },
			"[and|so|now] how much did|do|does|have|has|had they|those|these|each|he|she|it|we {}"),
		clause.RuleOf("added of those", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool { return eachBelongs(ed, u.Text(f.Slots[0])) },
			"[and|so|now|in|to|at|from] which|what {} do|does|did|are|is|was|were they|each|those|these|it|he|she [of] [them|those|these|one|ones] [belong|belongs|go|going|goes|come|comes|coming|fall|falls|work|works|sit|sits|live|lives|stay|stays|stand] [to|from|in|at|for|with|under|on]"),
		clause.RuleOf("added of those", func(ed *edit.Editor, _ tag.Utterance, _ tag.Fit) bool { return reasons(ed) },
			"[and|but] why [is|was|were|are|did|do|so] [that|this|it|they|those|these]", "[and] for what|which reason|reasons", "[and|show|add|with] [me] the reason|reasons why"),
	}
}

// ShareOfThose shows which part of the rows, in a hundred, fulfil a condition: of each group where there are groups.
func ShareOfThose(ed *edit.Editor, text string) bool {
	q, root := ed.Block(), ed.Root()
	conds, ok := condsOf(ed, text)
	if !ok || ed.Query.Set != nil || !q.Limit.IsZero() || q.Distinct || q.Grouped() && ofTheGroups(ed, conds) {
		return false
	}
	whole := wholeOfShare(ed, root)
	x, ok := measure.TermExpr(ed, meaning.Term{Kind: meaning.Share, Of: root, Args: []meaning.Term{whole}, Where: conds})
	if !ok {
		return false
	}
	item := statement.Item{Expr: x, Alias: clause.FreeName(ed, "percentage")}
	saidConds(ed, conds)
	if !q.Grouped() || toldApartBy(ed, conds) {
		return clause.Instead(ed, item)
	}
	return ed.Append(item)
}

// wholeOfShare is what a share is taken of: the figure of the groups where it adds up, else how many rows there are.
func wholeOfShare(ed *edit.Editor, root *schema.Table) meaning.Term {
	q := ed.Block()
	if m := edit.Measures(q); len(m) == 1 && q.Grouped() {
		if name, args, _, _, ok := q.Items[m[0]].Expr.AsCall(); ok && strings.EqualFold(name, "sum") && len(args) == 1 {
			if c := ed.Scope().Column(args[0]); c != nil && c.Table == root {
				return meaning.AggregateOf("sum", c, meaning.Span{})
			}
		}
	}
	return meaning.CountOf(root, meaning.Span{})
}

// totalOfThose adds a number up that the words name, over the rows in force: "how many cases of those", "their combined budget".
func totalOfThose(ed *edit.Editor, text string) bool {
	t, ok := ed.Targets(text)
	if !ok || len(t) != 1 || t[0].Entity != nil || t[0].Aggregate != "" || len(t[0].Columns) != 1 || ed.Query.Set != nil || ed.Block().Grouped() {
		return false
	}
	if c := t[0].Columns[0]; c.Role != schema.Measure || !c.Type.Numeric() || c.Aggregate != schema.Sum {
		return false
	}
	return clause.Overall(ed, "sum", t[0])
}

// toldApartBy says that the groups are told apart by what the conditions ask for, and nothing else: there is then one share of
// all of them.
func toldApartBy(ed *edit.Editor, conds []meaning.Cond) bool {
	q, s := ed.Block(), ed.Scope()
	if len(q.GroupBy) != 1 || len(conds) != 1 || conds[0].Left.Column == nil || s.Column(q.Meaning(q.GroupBy[0])) != conds[0].Left.Column {
		return false
	}
	q.GroupBy = nil
	return true
}

// groupsAreRows says that the groups are themselves the things that are spoken of: they are told apart by the key of a table.
func groupsAreRows(ed *edit.Editor) bool {
	q, s := ed.Block(), ed.Scope()
	return slices.ContainsFunc(q.GroupBy, func(key statement.Expr) bool {
		c := s.Column(q.Meaning(key))
		return c != nil && c == c.Table.PrimaryKey()
	})
}

// ofTheGroups says that the conditions are on the things that the groups are, and not on the rows that these are made of.
func ofTheGroups(ed *edit.Editor, conds []meaning.Cond) bool {
	own := measure.ShownAsRows(ed).Table
	if !groupsAreRows(ed) || own == nil {
		return false
	}
	return slices.ContainsFunc(conds, func(k meaning.Cond) bool { return k.Left.Column == nil || k.Left.Column.Table == own })
}

// ManyOfThose counts the rows that fulfil a condition: of each group beside what is shown of it, else these rows alone.
func ManyOfThose(ed *edit.Editor, text string) bool {
	q := ed.Block()
	figures := q.Grouped()
	if ed.Query.Set != nil || figures && len(q.Having) > 0 {
		return false
	}
	conds, ok := condsOf(ed, text)
	if c, _, alike := measure.HeldAlike(ed, text); !ok && alike {
		return manyAlike(ed, c)
	}
	if !ok {
		return false
	}
	if figures && ed.Try(func() bool { return countPicked(ed, conds, text) }) {
		return true
	}
	for _, k := range conds {
		if !measure.PutMeant(ed, k, measure.OnlyMode) {
			return false
		}
	}
	return figures && countOf(ed) || !figures && clause.Count(ed)
}

// countOf counts the rows in force of which figures are shown: in the place of a figure of all of them, beside one of each group.
func countOf(ed *edit.Editor) bool {
	count := statement.Item{Expr: statement.CountStar(), Alias: clause.FreeName(ed, "count")}
	switch {
	case clause.CountShown(ed) >= 0:
		return true
	case len(ed.Block().GroupBy) == 0:
		return clause.Instead(ed, count)
	}
	return ed.Append(count)
}

// manyAlike counts the rows in force that hold a value: of each group beside how many there are, whether it has any or not.
func manyAlike(ed *edit.Editor, c edit.Condition) bool {
	if !ed.Block().Grouped() {
		return measure.Put(ed, c, measure.OnlyMode) && clause.Count(ed)
	}
	i := clause.CountShown(ed)
	x, ok := ed.Scope().Ref(c.Column)
	if i < 0 || !ok || len(c.Values) != 1 {
		return false
	}
	value, _ := c.Values[0].AsLiteral()
	ed.Understand(fmt.Sprintf("%s is %v", c.Column, value))
	return ed.Append(statement.Item{Expr: measure.FilteredBy(ed.Block().Items[i].Expr, statement.Binary("=", x, c.Values[0])), Alias: clause.FreeName(ed, strings.ToLower(fmt.Sprint(value)))})
}

// leastSaid is the score from which on a reading of words counts that cannot be anything else, and costLost what a word costs
// it that tells nothing apart: "something".
const (
	leastSaid = 0.15
	costLost  = 0.3
)

// withoutVerb is a text without the participles that mean nothing here: what was done with a review, that there is one says it.
func withoutVerb(ed *edit.Editor, text string) string {
	var kept []string
	for _, it := range ed.Tag(text) {
		if !english.AnythingWords[it.Lower] && !(it.Plain() && schema.Participle(it.Lower)) {
			kept = append(kept, it.Text)
		}
	}
	return strings.Join(kept, " ")
}

// condsOf reads words behind a pointer at the rows as what these fulfil.
func condsOf(ed *edit.Editor, text string) ([]meaning.Cond, bool) {
	root := ed.Root()
	if root == nil {
		return nil, false
	}
	for _, said := range []string{text, withoutVerb(ed, text)} {
		for _, c := range measure.ConditionsOf(ed, said, root) {
			lost := slices.ContainsFunc(c.Lost, func(w string) bool { return !english.AnythingWords[w] })
			if !lost && c.Score+costLost*float64(len(c.Lost)) >= leastSaid && (said == text || measure.Existing(c.Conds)) {
				return c.Conds, true
			}
		}
	}
	if c, _, ok := measure.HeldAlike(ed, text); ok && len(c.Values) == 1 {
		value, _ := c.Values[0].AsLiteral()
		return []meaning.Cond{{Op: meaning.Equal, Left: meaning.ColumnTerm(c.Column, meaning.Span{}), Values: []any{value}}}, true
	}
	return nil, false
}

func saidConds(ed *edit.Editor, conds []meaning.Cond) {
	for _, k := range conds {
		ed.Understand(k.Explain())
	}
}

// muchOfThose shows a figure that the words name, over the rows in force.
func muchOfThose(ed *edit.Editor, text string) bool {
	q := ed.Block()
	if ed.Query.Set != nil {
		return false
	}
	if q.Grouped() {
		return measure.AddMeant(ed, text) || english.WorthWords[strings.ToLower(text)] && AddWorth(ed)
	}
	t, ok := ed.Targets(text)
	if ok && len(t) == 1 && t[0].Entity == nil {
		return clause.Overall(ed, "sum", t[0])
	}
	c := ed.AboutNumber()
	return english.WorthWords[strings.ToLower(text)] && c != nil && clause.Overall(ed, "sum", edit.Target{Item: -1, Columns: []*schema.Column{c}})
}

// AddWorth shows what the rows in force come to: the first measure of theirs that adds up.
func AddWorth(ed *edit.Editor) bool {
	root := ed.Root()
	if root == nil {
		return false
	}
	if principal := reading.Principal(root); principal == nil || !principal.Has(english.Amounts...) {
		for _, m := range ed.Index.Metrics() { // what its lines come to
			if m.Table != root && refersTo(ed, m.Table, root) {
				ed.Understand("its worth = " + m.String())
				return measure.AddMeant(ed, "total "+strings.Join(m.Words, " "))
			}
		}
	}
	for _, c := range root.Measures {
		if c.Aggregate == schema.Sum && !c.Hidden {
			ed.Understand("its worth = total of " + c.String())
			return measure.AddFigures(ed, compose.Part{Show: []meaning.Term{meaning.AggregateOf("sum", c, meaning.Span{})}})
		}
	}
	return false
}

// refersTo says that rows of a table refer directly to those of another.
func refersTo(ed *edit.Editor, from, to *schema.Table) bool {
	return slices.ContainsFunc(ed.Index.Graph.Of(from), func(e *schema.Edge) bool { return e.From == from && e.To == to })
}

// spentByThose shows what a verb comes to beside the rows in force: "how much did they spend".
func spentByThose(ed *edit.Editor, text string) bool {
	return ed.Block().Grouped() && measure.AddMeant(ed, "total "+text)
}

// eachBelongs shows what the rows belong to: "which branch is each in".
func eachBelongs(ed *edit.Editor, text string) bool {
	t, ok := ed.Targets(text)
	if !ok || len(t) != 1 || t[0].Aggregate != "" {
		return false
	}
	if ed.Block().Grouped() && len(t[0].Columns) > 0 {
		return clause.Add(ed, t)
	}
	return ed.Try(func() bool { return clause.Add(ed, t) }) || measure.AddMeant(ed, text)
}

// reasons shows the one column of the tables in force that says why.
func reasons(ed *edit.Editor) bool {
	var found *schema.Column
	for _, t := range ed.Scope().Home() {
		for _, c := range t.Columns {
			if c.Hidden || !c.Has(english.ReasonWords...) {
				continue
			}
			if found != nil {
				return false
			}
			found = c
		}
	}
	if found == nil {
		return false
	}
	ed.Understand("why = " + found.String())
	if ed.Block().Grouped() {
		return false
	}
	return clause.Add(ed, []edit.Target{{Item: -1, Columns: []*schema.Column{found}, Said: "why"}})
}

// WholeRows shows every column of the rows that are listed: "tell me more about them".
func WholeRows(ed *edit.Editor) bool {
	q, root := ed.Block(), ed.Root()
	if root == nil || ed.Query.Set != nil || q.Grouped() || q.Distinct {
		return false
	}
	src := slices.IndexFunc(q.From, func(src statement.Source) bool { return ed.Scope().Table(src) == root })
	if src < 0 {
		return false
	}
	q.SpellOut()
	star := statement.Star("")
	if len(q.From) > 1 {
		star = statement.Star(edit.SourceName(q.From[src]))
	}
	if len(q.Items) == 1 && q.Items[0].Expr.Equal(star) {
		return false
	}
	q.Items = []statement.Item{{Expr: star}}
	return true
}

// wholeThing shows every column of the things that the groups in force are.
func wholeThing(ed *edit.Editor) bool {
	return ed.Block().Grouped() && rowsAsSet(ed)
}

// ShowWhole shows every column of the rows in force, or says that they are shown.
func ShowWhole(ed *edit.Editor) bool {
	if ed.Try(func() bool { return WholeRows(ed) }) || ed.Try(func() bool { return wholeThing(ed) }) {
		return true
	}
	q := ed.Block()
	if len(q.Items) != 1 || ed.Query.Set != nil {
		return false
	}
	_, star := q.Items[0].Expr.AsStar()
	if star {
		ed.Note("every column of them is shown already")
	}
	return star
}

// ShowAll shows everything: all rows where a limit keeps some back, every column where none does.
func ShowAll(ed *edit.Editor) bool {
	if ed.Query.Limit.IsZero() && ed.Query.Offset.IsZero() {
		return ShowWhole(ed)
	}
	return clause.Unlimited(ed)
}

// MoreAbout shows every column of the rows in force that have what is named: "more about the Samsung one". Groups that are rows of a
// table are those rows.
func MoreAbout(ed *edit.Editor, text string) bool {
	u := tag.Utter(text)
	s := u.Trim(tag.Stretch{From: 0, To: len(u.Tokens)})
	for !s.Empty() && (u.Words[s.From] == "the" || u.Words[s.From] == "that") {
		s.From++
	}
	for s.To-s.From > 1 && oneNoun(ed, u, s.To-1) {
		s.To--
	}
	if s.Empty() || ed.Query.Set != nil {
		return false
	}
	if said := strings.Fields(strings.ToLower(text)); len(said) == 2 && (said[0] == "that" || english.ThoseWords[said[0]] || said[0] == "this") && thingCalled(ed, said[1]) {
		return ShowWhole(ed)
	}
	if place, counted := PlaceOf(text); counted {
		return rowsAt(ed, place, place) && (ed.Try(func() bool { return WholeRows(ed) }) || ed.Try(func() bool { return wholeThing(ed) }) || !ed.Block().Grouped())
	}
	if SaysExtreme(ed, u.Text(s)) {
		return Greatest(ed, u.Text(s)) && (ed.Try(func() bool { return WholeRows(ed) }) || ed.Try(func() bool { return wholeThing(ed) }) || !ed.Block().Grouped())
	}
	if who := measure.ShownAsRows(ed); ed.Block().Grouped() && who.Table != nil {
		ed.Query = clause.RowsOfTable(who.Table)
	}
	if !ed.Try(func() bool { return rowsNamed(ed, []string{u.Text(s)}, measure.OnlyMode) }) && !Filter(ed, u.Text(s), measure.OnlyMode, 0) {
		return false
	}
	ed.Query.ClearLimit()
	return everyColumn(ed)
}
