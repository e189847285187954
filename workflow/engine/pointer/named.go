package pointer

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/measure"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file finds rows in force by what each of several is called: "compare the Nova and the Orbit", "only Ada or Grace". Among the
// rows in force a part of a name is enough, where it would be no name by itself.

// RowNamed is what tells the rows in force that go by a name from the others: by a whole value of what they are called, by the parts
// of a name in columns of their own, or by words that stand together in what one of them is called.
func RowNamed(ed *edit.Editor, text string) (statement.Expr, bool) {
	who := measure.ShownAsRows(ed)
	words := nameWords(ed, text, who.Table)
	if who.Table == nil || len(words) == 0 || ed.Query.Set != nil {
		return statement.Expr{}, false
	}
	columns := labelled(who.Table)
	if x, ok := rowInParts(ed, who.Table.Label, words); ok {
		return x, true
	}
	for _, whole := range []bool{true, false} {
		for _, c := range columns {
			x, ok := ed.Scope().Ref(c)
			if !ok {
				continue
			}
			var values []statement.Expr
			for _, v := range ed.Index.Held(c) {
				if own := schema.Words(v); slices.Equal(own, words) || !whole && holdsRun(own, words) {
					values = append(values, statement.Literal(v))
				}
			}
			switch {
			case len(values) == 0:
			case whole && len(values) == 1:
				return statement.Binary("=", x, values[0]), true
			default:
				return statement.Like(x, statement.Literal("%"+meaning.LikeText(strings.Join(words, " "))+"%")), true
			}
		}
	}
	return statement.Expr{}, false
}

// labelled are the columns that say what a row of a table is called, then those of few values.
func labelled(t *schema.Table) []*schema.Column {
	out := slices.Clone(t.Label)
	for _, c := range t.Columns {
		if !c.Hidden && !c.Key() && !slices.Contains(out, c) && c.Role != schema.Measure && c.Role != schema.Moment && c.Distinct > 0 && c.Distinct <= clause.FewValues {
			out = append(out, c)
		}
	}
	return out
}

// rowInParts reads a name in two columns: "Ada Lovelace".
func rowInParts(ed *edit.Editor, label []*schema.Column, words []string) (statement.Expr, bool) {
	if len(label) != 2 || len(words) < 2 {
		return statement.Expr{}, false
	}
	for cut := 1; cut < len(words); cut++ {
		first, ok := valueHeld(ed, label[0], words[:cut])
		second, too := valueHeld(ed, label[1], words[cut:])
		x, here := ed.Scope().Ref(label[0])
		y, there := ed.Scope().Ref(label[1])
		if ok && too && here && there {
			return statement.And(statement.Binary("=", x, statement.Literal(first)), statement.Binary("=", y, statement.Literal(second))), true
		}
	}
	return statement.Expr{}, false
}

// valueHeld is the value of a column that is made of the words.
func valueHeld(ed *edit.Editor, c *schema.Column, words []string) (string, bool) {
	for _, v := range ed.Index.Held(c) {
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
func nameWords(ed *edit.Editor, text string, t *schema.Table) []string {
	words := schema.Words(measure.WithoutOne(text))
	if len(words) > 1 && (words[0] == "the" || words[0] == "that" || words[0] == "those") {
		words = words[1:]
	}
	if t == nil || len(words) < 2 {
		return words
	}
	if n := len(words) - 1; Called(ed, words[n]) == t || words[n] == "one" || words[n] == "ones" {
		return words[:n]
	}
	if Called(ed, words[0]) == t {
		return words[1:]
	}
	return words
}

// rowsNamed keeps the rows in force that go by one of several names, or leaves them out. What the last turn kept by a name gives way.
func rowsNamed(ed *edit.Editor, names []string, m measure.Mode) bool {
	if len(names) == 0 || ed.Query.Set != nil || m != measure.OnlyMode && m != measure.ExcludeMode || m == measure.OnlyMode && amongOneNamed(ed) {
		return false
	}
	var either []statement.Expr
	for _, name := range names {
		x, ok := RowNamed(ed, name)
		if !ok {
			return false
		}
		either = append(either, x)
	}
	q := ed.Block()
	if m == measure.ExcludeMode {
		return q.AddPredicate(statement.Not(statement.Or(either...))) == nil
	}
	for _, c := range labelled(measure.ShownAsRows(ed).Table) {
		if !dropContrary(ed, c, either) {
			return false
		}
	}
	ed.Taken = append(ed.Taken, clause.Lowered(names)...)
	return q.AddPredicate(statement.Or(either...)) == nil
}

// amongOneNamed says that the rows in force are those of another query that chose them by what they are called: another name takes its
// place ("what job does Bob do?", and then "and Zach?").
func amongOneNamed(ed *edit.Editor) bool {
	t := measure.ShownAsRows(ed).Table
	return t != nil && slices.ContainsFunc(ed.Block().Where, func(p statement.Expr) bool { return choosesNamed(p, t, false) })
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
func partlyNamed(ed *edit.Editor, names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		return len(ed.Index.Values(measure.WithoutOne(name))) == 0 && !slices.ContainsFunc(ed.Tag(name), func(it tag.Item) bool { return it.Mention() })
	})
}

// dropContrary takes out what the rows had to be called where none that goes by one of the new names is called so.
func dropContrary(ed *edit.Editor, c *schema.Column, either []statement.Expr) bool {
	q := ed.Block()
	about := func(x statement.Expr) bool {
		return slices.ContainsFunc(x.Columns(), func(e statement.Expr) bool { return ed.Scope().Column(e) == c })
	}
	if !slices.ContainsFunc(either, about) {
		return true
	}
	held := ed.Index.Held(c)
	for _, i := range slices.Backward(ed.Scope().About(c)) {
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
		return literal && measure.FitsPattern(v, text), literal
	}
	c, ok := edit.ConstraintOf(p)
	if !ok || c.Negated {
		return false, false
	}
	return slices.ContainsFunc(c.Values, func(x statement.Expr) bool {
		held, _ := x.AsLiteral()
		return held == v
	}), true
}

// alongRole puts a condition on the row to which the key leads that a preposition speaks of: "only to depots in the south" is about where
// things go, of those that have a depot at both ends.
func alongRole(ed *edit.Editor, k meaning.Cond) meaning.Cond {
	to, from := ed.Said.Has("to"), ed.Said.Has("from")
	root, c := ed.Root(), k.Left.Column
	if to == from || root == nil || k.Left.Kind != meaning.Column || c == nil || c.Table == root || k.Left.Via != nil {
		return k
	}
	roles := english.Targets
	if from {
		roles = english.Sources
	}
	var ways []*schema.Edge
	var found *schema.Edge
	for _, e := range ed.Index.Graph.Of(root) {
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
	ed.Understand(strings.Join(found.FromColumns[0].Words, " "))
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
func filterMeant(ed *edit.Editor, text string, m measure.Mode) bool {
	if c, filtered, ok := measure.HeldAlike(ed, text); ok && filtered {
		return measure.Put(ed, c, m)
	}
	list := measure.Meant(ed, text)
	if len(list) == 0 && schema.Participle(strings.ToLower(text)) {
		list = measure.Meant(ed, text+" ones") // "leave out revoked"
	}
	if len(list) == 0 {
		c, _, ok := measure.HeldAlike(ed, text)
		return ok && measure.Put(ed, c, m)
	}
	measure.TellRival(ed, list)
	for _, k := range list[0].Conds {
		k = alongRole(ed, measure.AtMomentSaid(ed, text, k))
		if !measure.PutMeant(ed, k, m) {
			return false
		}
	}
	ed.Taken = append(ed.Taken, clause.Lowered(strings.Fields(text))...)
	return true
}

// OfAmount keeps the rows whose amount is a number that nothing else of theirs is: "both 5000 ones", of payments.
func OfAmount(ed *edit.Editor, n int) bool {
	root := ed.Root()
	if root == nil || ed.Query.Set != nil || ed.Block().Grouped() || n < 11 || n >= measure.LeastYear && n <= measure.MostYear && root.Moment != nil {
		return false // a row's number, or a year
	}
	c := clause.WorthColumn(ed, root)
	if c == nil {
		return false
	}
	ed.Understand("the amount = " + c.String())
	return measure.Put(ed, edit.Condition{Kind: edit.CompareCondition, Column: c, Item: -1, Operator: "=", Values: []statement.Expr{statement.Literal(int64(n))}}, measure.OnlyMode)
}

func putFilter(ed *edit.Editor, text string, m measure.Mode, tolerance int) bool {
	if m != measure.ExcludeMode && measure.NamesOwn(ed, text) && !measure.HeldHere(ed, text) {
		return false
	}
	if measure.OnlySuperlative(ed, text) {
		return false
	}
	if names := namesSaid(text); len(names) > 1 && partlyNamed(ed, names) && ed.Try(func() bool { return rowsNamed(ed, names, m) }) {
		return true
	}
	if n, ok := amountAlone(text); ok && m == measure.OnlyMode && ed.Try(func() bool { return OfAmount(ed, n) }) {
		return true
	}
	if m == measure.OnlyMode && ed.Try(func() bool { return figureBound(ed, text) }) {
		return true
	}
	if c := BoundAlone(ed, text); c != nil && (m == measure.OnlyMode || m == measure.IncludeMode) {
		return measure.Put(ed, *c, m)
	}
	if ed.Try(func() bool { return filterMeant(ed, text, m) }) {
		return true
	}
	list, lost := ed.Conditions(text)
	if len(list) == 0 || lost > tolerance {
		return measure.FilterAbbreviated(ed, text, m)
	}
	for _, c := range list {
		if !measure.Put(ed, c, m) {
			return false
		}
	}
	ed.Lost += lost
	return true
}

// unnamed is the one column that groups are by and that may be empty, where every group has rows: the empty ones are those without a name.
// It is nil for others.
func unnamed(ed *edit.Editor) *schema.Column {
	if slices.ContainsFunc(ed.Block().From, func(s statement.Source) bool {
		return s.Join == statement.JoinLeft || s.Join == statement.JoinRight || s.Join == statement.JoinFull
	}) {
		return nil
	}
	var found *schema.Column
	for _, key := range ed.Block().GroupBy {
		c := ed.Scope().Column(ed.Block().Meaning(key))
		if c == nil || !c.Nullable {
			continue
		}
		if found != nil {
			return nil
		}
		found = c
	}
	return found
}
