package engine

import (
	"parley/db/statement"
	"parley/workflow/engine/compose"
	"parley/workflow/engine/meaning"
	"parley/workflow/schema"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// This file finds rows in force by what each of several is called: "compare the Nova and the Orbit", "only Ada or Grace". Among the
// rows in force a part of a name is enough, where it would be no name by itself.

// rowNamed is what tells the rows in force that go by a name from the others: by a whole value of what they are called, by the parts
// of a name in columns of their own, or by words that stand together in what one of them is called.
func (ed *editor) rowNamed(text string) (statement.Expr, bool) {
	who := ed.shownAsRows()
	words := ed.nameWords(text, who.table)
	if who.table == nil || len(words) == 0 || ed.query.Set != nil {
		return statement.Expr{}, false
	}
	columns := labelled(who.table)
	if x, ok := ed.rowInParts(who.table.Label, words); ok {
		return x, true
	}
	for _, whole := range []bool{true, false} {
		for _, c := range columns {
			x, ok := ed.scope().ref(c)
			if !ok {
				continue
			}
			var values []statement.Expr
			for _, v := range ed.index.Held(c) {
				if own := schema.Words(v); slices.Equal(own, words) || !whole && holdsRun(own, words) {
					values = append(values, statement.Literal(v))
				}
			}
			switch {
			case len(values) == 0:
			case whole && len(values) == 1:
				return statement.Binary("=", x, values[0]), true
			default:
				return statement.Like(x, statement.Literal("%"+likeText(strings.Join(words, " "))+"%")), true
			}
		}
	}
	return statement.Expr{}, false
}

// labelled are the columns that say what a row of a table is called, then those of few values.
func labelled(t *schema.Table) []*schema.Column {
	out := slices.Clone(t.Label)
	for _, c := range t.Columns {
		if !c.Hidden && !c.Key() && !slices.Contains(out, c) && c.Role != schema.Measure && c.Role != schema.Moment && c.Distinct > 0 && c.Distinct <= fewValues {
			out = append(out, c)
		}
	}
	return out
}

// rowInParts reads a name in two columns: "Ada Lovelace".
func (ed *editor) rowInParts(label []*schema.Column, words []string) (statement.Expr, bool) {
	if len(label) != 2 || len(words) < 2 {
		return statement.Expr{}, false
	}
	for cut := 1; cut < len(words); cut++ {
		first, ok := ed.valueHeld(label[0], words[:cut])
		second, too := ed.valueHeld(label[1], words[cut:])
		x, here := ed.scope().ref(label[0])
		y, there := ed.scope().ref(label[1])
		if ok && too && here && there {
			return statement.And(statement.Binary("=", x, statement.Literal(first)), statement.Binary("=", y, statement.Literal(second))), true
		}
	}
	return statement.Expr{}, false
}

// valueHeld is the value of a column that is made of the words.
func (ed *editor) valueHeld(c *schema.Column, words []string) (string, bool) {
	for _, v := range ed.index.Held(c) {
		if slices.Equal(schema.Words(v), words) {
			return v, true
		}
	}
	return "", false
}

// holdsRun says that the words stand together, in their order, among others.
func holdsRun(all, words []string) bool {
	for i := 0; i+len(words) <= len(all); i++ {
		if slices.Equal(all[i:i+len(words)], words) {
			return true
		}
	}
	return false
}

// nameWords are the words of a name without those that point, and without what every row is called.
func (ed *editor) nameWords(text string, t *schema.Table) []string {
	words := schema.Words(withoutOne(text))
	if len(words) > 1 && (words[0] == "the" || words[0] == "that" || words[0] == "those") {
		words = words[1:]
	}
	if t == nil || len(words) < 2 {
		return words
	}
	if n := len(words) - 1; ed.called(words[n]) == t || words[n] == "one" || words[n] == "ones" {
		return words[:n]
	}
	if ed.called(words[0]) == t {
		return words[1:]
	}
	return words
}

// rowsNamed keeps the rows in force that go by one of several names, or leaves them out. What the last turn kept by a name gives way.
func (ed *editor) rowsNamed(names []string, m mode) bool {
	if len(names) == 0 || ed.query.Set != nil || m != onlyMode && m != excludeMode || m == onlyMode && ed.amongOneNamed() {
		return false
	}
	var either []statement.Expr
	for _, name := range names {
		x, ok := ed.rowNamed(name)
		if !ok {
			return false
		}
		either = append(either, x)
	}
	q := ed.block()
	if m == excludeMode {
		return q.AddPredicate(statement.Not(statement.Or(either...))) == nil
	}
	for _, c := range labelled(ed.shownAsRows().table) {
		if !ed.dropContrary(c, either) {
			return false
		}
	}
	ed.taken = append(ed.taken, lowered(names)...)
	return q.AddPredicate(statement.Or(either...)) == nil
}

// amongOneNamed says that the rows in force are those of another query that chose them by what they are called: another name takes its
// place ("what job does Bob do?", and then "and Zach?").
func (ed *editor) amongOneNamed() bool {
	t := ed.shownAsRows().table
	return t != nil && slices.ContainsFunc(ed.block().Where, func(p statement.Expr) bool { return choosesNamed(p, t, false) })
}

// choosesNamed says that a condition is that rows are among those of a query, and of that, or a query within it, one on what the rows of a
// table are called.
func choosesNamed(p statement.Expr, t *schema.Table, within bool) bool {
	if _, q, negated, ok := p.AsInQuery(); ok {
		return !negated && slices.ContainsFunc(q.Where, func(x statement.Expr) bool { return choosesNamed(x, t, true) })
	}
	_, known := calledSo(p, "")
	return within && known && slices.ContainsFunc(p.Columns(), func(x statement.Expr) bool {
		_, name, ok := x.AsColumn()
		return ok && slices.ContainsFunc(t.Label, func(c *schema.Column) bool { return c.Name == name })
	})
}

// namesSaid are the names that a text joins by "and", "or" and commas.
func namesSaid(text string) []string {
	var out []string
	var words []string
	flush := func() {
		if len(words) > 0 {
			out = append(out, strings.Join(words, " "))
		}
		words = nil
	}
	for _, w := range strings.Fields(strings.ReplaceAll(text, ",", " , ")) {
		if joins(strings.ToLower(w)) {
			flush()
		} else {
			words = append(words, w)
		}
	}
	flush()
	return out
}

// partlyNamed says that one of the names is no whole value of anything: by itself it names nothing.
func (ed *editor) partlyNamed(names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		return len(ed.index.Values(withoutOne(name))) == 0 && !slices.ContainsFunc(ed.tag(name), func(it Item) bool { return it.Mention() })
	})
}

// dropContrary takes out what the rows had to be called where none that goes by one of the new names is called so.
func (ed *editor) dropContrary(c *schema.Column, either []statement.Expr) bool {
	q := ed.block()
	about := func(x statement.Expr) bool {
		return slices.ContainsFunc(x.Columns(), func(e statement.Expr) bool { return ed.scope().column(e) == c })
	}
	if !slices.ContainsFunc(either, about) {
		return true
	}
	held := ed.index.Held(c)
	for _, i := range slices.Backward(ed.scope().about(c)) {
		old := q.Where[i]
		if _, known := calledSo(old, ""); !known || slices.ContainsFunc(held, func(v string) bool {
			was, _ := calledSo(old, v)
			return was && slices.ContainsFunc(either, func(x statement.Expr) bool { now, _ := calledSo(x, v); return now })
		}) {
			continue
		}
		if q.RemovePredicate(old) != nil {
			return false
		}
	}
	return true
}

// calledSo says whether a condition on a text holds for a value: an equation, a list, a pattern, or one of several of these. It is not
// known of others.
func calledSo(p statement.Expr, v string) (holds, known bool) {
	if terms, ok := p.AsOr(); ok {
		for _, t := range terms {
			now, known := calledSo(t, v)
			if !known {
				return false, false
			}
			holds = holds || now
		}
		return holds, true
	}
	if op, _, pattern, ok := p.AsBinary(); ok && strings.HasSuffix(op, "like") && !strings.HasPrefix(op, "not") {
		text, literal := pattern.AsLiteral()
		return literal && fitsPattern(v, text), literal
	}
	c, ok := constraintOf(p)
	if !ok || c.negated {
		return false, false
	}
	return slices.ContainsFunc(c.values, func(x statement.Expr) bool {
		held, _ := x.AsLiteral()
		return held == v
	}), true
}

// alongRole puts a condition on the row to which the key leads that a preposition speaks of: "only to depots in the south" is about where
// things go, of those that have a depot at both ends.
func (ed *editor) alongRole(k meaning.Cond) meaning.Cond {
	to, from := ed.said.has("to"), ed.said.has("from")
	root, c := ed.root(), k.Left.Column
	if to == from || root == nil || k.Left.Kind != meaning.Column || c == nil || c.Table == root || k.Left.Via != nil {
		return k
	}
	roles := compose.Targets
	if from {
		roles = compose.Sources
	}
	var ways []*schema.Edge
	var found *schema.Edge
	for _, e := range ed.index.Graph.Of(root) {
		if e.From != root || e.To != c.Table || len(e.FromColumns) != 1 {
			continue
		}
		ways = append(ways, e)
		if e.FromColumns[0].Has(roles...) {
			if found != nil {
				return k
			}
			found = e
		}
	}
	if len(ways) < 2 || found == nil {
		return k
	}
	k.Left.Via = found
	ed.understand(strings.Join(found.FromColumns[0].Words, " "))
	return k
}

// amountAlone is the number that a text is, and nothing else.
func amountAlone(text string) (int, bool) {
	m := amountSaid.FindStringSubmatch(strings.TrimSpace(text))
	if m == nil {
		return 0, false
	}
	n, err := strconv.Atoi(strings.ReplaceAll(m[1], ",", ""))
	return n, err == nil
}

// amountSaid is a number alone, with what may lead up to it.
var amountSaid = regexp.MustCompile(`^(?i:of|for|at|worth)? ?([0-9][0-9,]*)$`)

// filterMeant puts the best reading of a text as conditions into the query; not ok when there is none.
func (ed *editor) filterMeant(text string, m mode) bool {
	if c, filtered, ok := ed.heldAlike(text); ok && filtered {
		return ed.put(c, m)
	}
	list := ed.meant(text)
	if len(list) == 0 && schema.Participle(strings.ToLower(text)) {
		list = ed.meant(text + " ones") // "leave out revoked"
	}
	if len(list) == 0 {
		c, _, ok := ed.heldAlike(text)
		return ok && ed.put(c, m)
	}
	ed.tellRival(list)
	for _, k := range list[0].Conds {
		k = ed.alongRole(ed.atMomentSaid(text, k))
		if !ed.putMeant(k, m) {
			return false
		}
	}
	return true
}

// ofAmount keeps the rows whose amount is a number that nothing else of theirs is: "both 5000 ones", of payments.
func (ed *editor) ofAmount(n int) bool {
	root := ed.root()
	if root == nil || ed.query.Set != nil || ed.block().Grouped() || n < 11 || n >= leastYear && n <= mostYear && root.Moment != nil {
		return false // a row's number, or a year
	}
	c := ed.worthColumn(root)
	if c == nil {
		return false
	}
	ed.understand("the amount = " + c.String())
	return ed.put(condition{kind: compareCondition, column: c, item: -1, operator: "=", values: []statement.Expr{statement.Literal(int64(n))}}, onlyMode)
}

func (ed *editor) putFilter(text string, m mode, tolerance int) bool {
	if m != excludeMode && ed.namesOwn(text) && !ed.heldHere(text) {
		return false
	}
	if ed.onlySuperlative(text) {
		return false
	}
	if names := namesSaid(text); len(names) > 1 && ed.partlyNamed(names) && ed.try(func() bool { return ed.rowsNamed(names, m) }) {
		return true
	}
	if n, ok := amountAlone(text); ok && m == onlyMode && ed.try(func() bool { return ed.ofAmount(n) }) {
		return true
	}
	if m == onlyMode && ed.try(func() bool { return ed.figureBound(text) }) {
		return true
	}
	if c := ed.boundAlone(text); c != nil && (m == onlyMode || m == includeMode) {
		return ed.put(*c, m)
	}
	if ed.try(func() bool { return ed.filterMeant(text, m) }) {
		return true
	}
	list, lost := ed.conditions(text)
	if len(list) == 0 || lost > tolerance {
		return ed.filterAbbreviated(text, m)
	}
	for _, c := range list {
		if !ed.put(c, m) {
			return false
		}
	}
	ed.lost += lost
	return true
}
