package engine

import (
	"fmt"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/compose"
	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	"parley/workflow/schema"
)

// This file asks of the rows in force, pointed at by a word for them: "how much is that in total", "how many of them were
// cancelled", "what share of those came back", "which branch does each belong to". The rows stay those in force, whatever is
// asked of them.

func thoseRules() []rule {
	return []rule{
		ruleOf("of the one named", func(ed *editor, u utterance, f fit) bool { return ed.ofCalled(u.text(f.slots[0])) },
			"[and|so|now] who is|are|was|were|'s their|his|her|its {}", "[and|so|now] what is|was|'s his|her {}", "[and|so|now] which|what {} is|was|are|were he|she|they [in|on|at|with|from|under]", "[and|so|now] which|what {} does|did he|she|they belong|work|live [to|in|at|for]"),
		ruleOf("many of one", func(ed *editor, u utterance, f fit) bool { return ed.manyOfOne(u.text(f.slots[0])) },
			"[and|so|now] how many {} does|did|do|has|have he|she|it {}"),
		ruleOf("count", plain((*editor).count),
			"[ok|and|so|now|just|only] [just|only] show|tell|give [me] how many [of|rows] [them|those] that|those|these|they|it|there [is|are|was|were] [in] [all|total|altogether]",
			"[ok|and|so|now] how many [of] them|those|these are|is|were there [in] [all|total|altogether]"),
		ruleOf("share of those", func(ed *editor, u utterance, f fit) bool { return ed.shareOfThose(u.text(f.slots[0])) },
			"[and|so|now] what|which [is|was] [the] share|percentage|percent|proportion|fraction|part|% of them|those|these|it|that [ones|rows|is|are|was|were|has|have|had|did|do] {}",
			"[and|so|now] how many|much percent|% of them|those|these|it|that [ones|rows|is|are|was|were|has|have|had|did|do] {}"),
		ruleOf("share of those", func(ed *editor, u utterance, f fit) bool {
			return ed.block().Grouped() && ed.shareOfThose(u.text(f.slots[0]))
		},
			"[and|so|now] what|which share|percentage|percent|part|proportion|fraction [of] [the|all] [total|whole|them] do|does|is|are|did [the] {} [one|ones] [have|has|make|makes|account|accounts|get|gets|take|takes] [up|for]"),
		ruleOf("much of those", func(ed *editor, u utterance, f fit) bool { return ed.totalOfThose(u.text(f.slots[0])) },
			"[and|so|now] how many|much {} of|for|in|on those|these|them|that|it [is|are|was|were|did|do] [made|there|in|sold|left|have|they|we] [total|all]", "[and|so|now] what is|'s|are their|its combined|total|joint|overall {}"),
		ruleOf("many of those", func(ed *editor, u utterance, f fit) bool { return ed.manyOfThose(u.text(f.slots[0])) },
			"[and|so|now] how many of them|those|these [ones|rows|are|is|was|were|do|did] {}", "[and|so|now] of those|these|them [,] how many [are|is|was|were|do|did] {}", "[and|so|now] how many are|is|was|were there {}"),
		ruleOf("many of those", func(ed *editor, u utterance, f fit) bool {
			text := u.text(f.slots[0])
			return ed.try(func() bool { return ed.manyOfThose(text) }) || !ed.block().Grouped() && ed.filter(text, onlyMode, 0) && ed.count()
		}, "[and|so|now] how many are|is|was|were {}"),
		ruleOf("much of those", func(ed *editor, u utterance, f fit) bool { return ed.muchOfThose(u.text(f.slots[0])) },
			"[and|so|now] how much {} [is|are|was|were|did|do|does|have|has|had] that|this|it|they|those|these|we|each [of] [them|those|these] [is|are|come|comes|came|add|adds] [to|up] [to] [in] [total|all|altogether|together]",
			"[and|so|now] how much {} did|do|does|have|has|had|was|were|is|are we|they|it|that|those|these|he|she|each lose|make|earn|get|spend|spent|made|lost|earned|got|pay|paid|bring|brought|have [with|on|for|from|in|by] [them|those|these|that|it]"),
		ruleOf("added of those", func(ed *editor, u utterance, f fit) bool { return ed.spentByThose(u.text(f.slots[0])) },
			"[and|so|now] how much did|do|does|have|has|had they|those|these|each|he|she|it|we {}"),
		ruleOf("added of those", func(ed *editor, u utterance, f fit) bool { return ed.eachBelongs(u.text(f.slots[0])) },
			"[and|so|now|in|to|at|from] which|what {} do|does|did|are|is|was|were they|each|those|these|it|he|she [of] [them|those|these|one|ones] [belong|belongs|go|going|goes|come|comes|coming|fall|falls|work|works|sit|sits|live|lives|stay|stays|stand] [to|from|in|at|for|with|under|on]"),
		ruleOf("added of those", func(ed *editor, _ utterance, _ fit) bool { return ed.reasons() },
			"[and|but] why [is|was|were|are|did|do|so] [that|this|it|they|those|these]", "[and] for what|which reason|reasons", "[and|show|add|with] [me] the reason|reasons why"),
	}
}

// shareOfThose shows which part of the rows, in a hundred, fulfil a condition: of each group where there are groups.
func (ed *editor) shareOfThose(text string) bool {
	q, root := ed.block(), ed.root()
	conds, ok := ed.condsOf(text)
	if !ok || ed.query.Set != nil || !q.Limit.IsZero() || q.Distinct || q.Grouped() && ed.ofTheGroups(conds) {
		return false
	}
	whole := ed.wholeOf(root)
	x, ok := ed.termExpr(meaning.Term{Kind: meaning.Share, Of: root, Args: []meaning.Term{whole}, Where: conds})
	if !ok {
		return false
	}
	item := statement.Item{Expr: x, Alias: ed.freeName("percentage")}
	ed.saidConds(conds)
	if !q.Grouped() || ed.toldApartBy(conds) {
		return ed.instead(item)
	}
	return ed.append(item)
}

// wholeOf is what a share is taken of: the figure of the groups where it adds up, else how many rows there are.
func (ed *editor) wholeOf(root *schema.Table) meaning.Term {
	q := ed.block()
	if m := measures(q); len(m) == 1 && q.Grouped() {
		if name, args, _, _, ok := q.Items[m[0]].Expr.AsCall(); ok && strings.EqualFold(name, "sum") && len(args) == 1 {
			if c := ed.scope().column(args[0]); c != nil && c.Table == root {
				return meaning.AggregateOf("sum", c, meaning.Span{})
			}
		}
	}
	return meaning.CountOf(root, meaning.Span{})
}

// totalOfThose adds a number up that the words name, over the rows in force: "how many cases of those", "their combined budget".
func (ed *editor) totalOfThose(text string) bool {
	t, ok := ed.targets(text)
	if !ok || len(t) != 1 || t[0].entity != nil || t[0].aggregate != "" || len(t[0].columns) != 1 || ed.query.Set != nil || ed.block().Grouped() {
		return false
	}
	if c := t[0].columns[0]; c.Role != schema.Measure || !c.Type.Numeric() || c.Aggregate != schema.Sum {
		return false
	}
	return ed.overall("sum", t[0])
}

// toldApartBy says that the groups are told apart by what the conditions ask for, and nothing else: there is then one share of
// all of them.
func (ed *editor) toldApartBy(conds []meaning.Cond) bool {
	q, s := ed.block(), ed.scope()
	if len(q.GroupBy) != 1 || len(conds) != 1 || conds[0].Left.Column == nil || s.column(q.Meaning(q.GroupBy[0])) != conds[0].Left.Column {
		return false
	}
	q.GroupBy = nil
	return true
}

// groupsAreRows says that the groups are themselves the things that are spoken of: they are told apart by the key of a table.
func (ed *editor) groupsAreRows() bool {
	q, s := ed.block(), ed.scope()
	return slices.ContainsFunc(q.GroupBy, func(key statement.Expr) bool {
		c := s.column(q.Meaning(key))
		return c != nil && c == c.Table.PrimaryKey()
	})
}

// ofTheGroups says that the conditions are on the things that the groups are, and not on the rows that these are made of.
func (ed *editor) ofTheGroups(conds []meaning.Cond) bool {
	own := ed.shownAsRows().table
	if !ed.groupsAreRows() || own == nil {
		return false
	}
	return slices.ContainsFunc(conds, func(k meaning.Cond) bool { return k.Left.Column == nil || k.Left.Column.Table == own })
}

// manyOfThose counts the rows that fulfil a condition: of each group beside what is shown of it, else these rows alone.
func (ed *editor) manyOfThose(text string) bool {
	q := ed.block()
	figures := q.Grouped()
	if ed.query.Set != nil || figures && len(q.Having) > 0 {
		return false
	}
	conds, ok := ed.condsOf(text)
	if c, _, alike := ed.heldAlike(text); !ok && alike {
		return ed.manyAlike(c)
	}
	if !ok {
		return false
	}
	if figures && ed.try(func() bool { return ed.countPicked(conds, text) }) {
		return true
	}
	for _, k := range conds {
		if !ed.putMeant(k, onlyMode) {
			return false
		}
	}
	return figures || ed.count()
}

// manyAlike counts the rows in force that hold a value: of each group beside how many there are, whether it has any or not.
func (ed *editor) manyAlike(c condition) bool {
	if !ed.block().Grouped() {
		return ed.put(c, onlyMode) && ed.count()
	}
	i := ed.countShown()
	x, ok := ed.scope().ref(c.column)
	if i < 0 || !ok || len(c.values) != 1 {
		return false
	}
	value, _ := c.values[0].AsLiteral()
	ed.understand(fmt.Sprintf("%s is %v", c.column, value))
	return ed.append(statement.Item{Expr: filteredBy(ed.block().Items[i].Expr, statement.Binary("=", x, c.values[0])), Alias: ed.freeName(strings.ToLower(fmt.Sprint(value)))})
}

// leastSaid is the score from which on a reading of words counts that cannot be anything else, and costLost what a word costs
// it that tells nothing apart: "something".
const (
	leastSaid = 0.15
	costLost  = 0.3
)

// withoutVerb is a text without the participles that mean nothing here: what was done with a review, that there is one says it.
func (ed *editor) withoutVerb(text string) string {
	var kept []string
	for _, it := range ed.tag(text) {
		if !english.Anything[it.Lower] && !(it.Plain() && schema.Participle(it.Lower)) {
			kept = append(kept, it.Text)
		}
	}
	return strings.Join(kept, " ")
}

// condsOf reads words behind a pointer at the rows as what these fulfil.
func (ed *editor) condsOf(text string) ([]meaning.Cond, bool) {
	root := ed.root()
	if root == nil {
		return nil, false
	}
	for _, said := range []string{text, ed.withoutVerb(text)} {
		for _, c := range ed.conditionsOf(said, root) {
			lost := slices.ContainsFunc(c.Lost, func(w string) bool { return !english.Anything[w] })
			if !lost && c.Score+costLost*float64(len(c.Lost)) >= leastSaid && (said == text || existing(c.Conds)) {
				return c.Conds, true
			}
		}
	}
	if c, _, ok := ed.heldAlike(text); ok && len(c.values) == 1 {
		value, _ := c.values[0].AsLiteral()
		return []meaning.Cond{{Op: meaning.Equal, Left: meaning.ColumnTerm(c.column, meaning.Span{}), Values: []any{value}}}, true
	}
	return nil, false
}

func (ed *editor) saidConds(conds []meaning.Cond) {
	for _, k := range conds {
		ed.understand(k.Explain())
	}
}

// muchOfThose shows a figure that the words name, over the rows in force.
func (ed *editor) muchOfThose(text string) bool {
	q := ed.block()
	if ed.query.Set != nil {
		return false
	}
	if q.Grouped() {
		return ed.addMeant(text) || english.WorthWords[strings.ToLower(text)] && ed.addWorth()
	}
	t, ok := ed.targets(text)
	if ok && len(t) == 1 && t[0].entity == nil {
		return ed.overall("sum", t[0])
	}
	c := ed.aboutNumber()
	return english.WorthWords[strings.ToLower(text)] && c != nil && ed.overall("sum", target{item: -1, columns: []*schema.Column{c}})
}

// addWorth shows what the rows in force come to: the first measure of theirs that adds up.
func (ed *editor) addWorth() bool {
	root := ed.root()
	if root == nil {
		return false
	}
	for _, c := range root.Measures {
		if c.Aggregate == schema.Sum && !c.Hidden {
			ed.understand("its worth = total of " + c.String())
			return ed.addFigures(compose.Part{Show: []meaning.Term{meaning.AggregateOf("sum", c, meaning.Span{})}})
		}
	}
	return false
}

// spentByThose shows what a verb comes to beside the rows in force: "how much did they spend".
func (ed *editor) spentByThose(text string) bool {
	return ed.block().Grouped() && ed.addMeant("total "+text)
}

// eachBelongs shows what the rows belong to: "which branch is each in".
func (ed *editor) eachBelongs(text string) bool {
	t, ok := ed.targets(text)
	if !ok || len(t) != 1 || t[0].aggregate != "" {
		return false
	}
	if ed.block().Grouped() && len(t[0].columns) > 0 {
		return ed.add(t)
	}
	return ed.try(func() bool { return ed.add(t) }) || ed.addMeant(text)
}

// reasons shows the one column of the tables in force that says why.
func (ed *editor) reasons() bool {
	var found *schema.Column
	for _, t := range ed.scope().home() {
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
	ed.understand("why = " + found.String())
	if ed.block().Grouped() {
		return false
	}
	return ed.add([]target{{item: -1, columns: []*schema.Column{found}, said: "why"}})
}

// wholeRows shows every column of the rows that are listed: "tell me more about them".
func (ed *editor) wholeRows() bool {
	q, root := ed.block(), ed.root()
	if root == nil || ed.query.Set != nil || q.Grouped() || q.Distinct {
		return false
	}
	src := slices.IndexFunc(q.From, func(src statement.Source) bool { return ed.scope().table(src) == root })
	if src < 0 {
		return false
	}
	q.SpellOut()
	star := statement.Star("")
	if len(q.From) > 1 {
		star = statement.Star(sourceName(q.From[src]))
	}
	if len(q.Items) == 1 && q.Items[0].Expr.Equal(star) {
		return false
	}
	q.Items = []statement.Item{{Expr: star}}
	return true
}

// wholeThing shows every column of the things that the groups in force are.
func (ed *editor) wholeThing() bool {
	who := ed.shownAsRows()
	if !ed.block().Grouped() || who.table == nil || who.key == nil {
		return false
	}
	inner, ok := ed.cell(who.key)
	if !ok {
		return false
	}
	q := rowsOfTable(who.table)
	if q.AddPredicate(statement.InQuery(statement.Column("", who.key.Name), inner)) != nil {
		return false
	}
	ed.query = q
	return true
}

// showWhole shows every column of the rows in force, or says that they are shown.
func (ed *editor) showWhole() bool {
	if ed.try(ed.wholeRows) || ed.try(ed.wholeThing) {
		return true
	}
	q := ed.block()
	if len(q.Items) != 1 || ed.query.Set != nil {
		return false
	}
	_, star := q.Items[0].Expr.AsStar()
	if star {
		ed.note("every column of them is shown already")
	}
	return star
}

// moreAbout shows every column of the rows in force that have what is named: "more about the Samsung one". Groups that are rows of a
// table are those rows.
func (ed *editor) moreAbout(text string) bool {
	u := utter(text)
	s := u.trim(stretch{0, len(u.tokens)})
	for !s.empty() && (u.words[s.from] == "the" || u.words[s.from] == "that") {
		s.from++
	}
	for s.to-s.from > 1 && ed.oneNoun(u, s.to-1) {
		s.to--
	}
	if s.empty() || ed.query.Set != nil {
		return false
	}
	if said := strings.Fields(strings.ToLower(text)); len(said) == 2 && (said[0] == "that" || english.ThoseWords[said[0]] || said[0] == "this") && ed.thingCalled(said[1]) {
		return ed.showWhole()
	}
	if place, counted := placeOf(text); counted {
		return ed.rowsAt(place, place) && (ed.try(ed.wholeRows) || ed.try(ed.wholeThing) || !ed.block().Grouped())
	}
	if ed.saysExtreme(u.text(s)) {
		return ed.greatest(u.text(s)) && (ed.try(ed.wholeRows) || ed.try(ed.wholeThing) || !ed.block().Grouped())
	}
	if who := ed.shownAsRows(); ed.block().Grouped() && who.table != nil {
		ed.query = rowsOfTable(who.table)
	}
	if !ed.try(func() bool { return ed.rowsNamed([]string{u.text(s)}, onlyMode) }) && !ed.filter(u.text(s), onlyMode, 0) {
		return false
	}
	ed.query.ClearLimit()
	return ed.everyColumn()
}
