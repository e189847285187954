package engine

import (
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	"parley/workflow/schema"
)

// This file stands the part of each group that a condition picks beside the whole of it: how many of them were late, and what share
// that is.

// countPicked shows, beside the figures of each group, how many of its rows fulfil conditions. said is what they were called.
func (ed *editor) countPicked(conds []meaning.Cond, said string) bool {
	root := ed.root()
	if root == nil || len(ed.block().GroupBy) == 0 || ed.groupsAreRows() && ed.nested() {
		return false
	}
	x, ok := ed.termExpr(meaning.Term{Kind: meaning.Count, Of: root, Where: conds})
	if !ok {
		return false
	}
	ed.saidConds(conds)
	return ed.append(statement.Item{Expr: x, Alias: ed.freeName(nameOfWords(said))})
}

// nameOfWords is a name for a column that words call.
func nameOfWords(text string) string {
	var out []string
	for _, w := range contentWords(text) {
		out = append(out, schema.Split(strings.Trim(w, ".,;:!?'\""))...)
	}
	return strings.ToLower(strings.Join(out, "_"))
}

// newestFigure is the place of the one figure that the last turn added; -1 where it added none, or several.
func (ed *editor) newestFigure() int {
	if ed.last == nil || ed.query.Set != nil {
		return -1
	}
	found := -1
	for _, i := range measures(ed.block()) {
		x := ed.block().Items[i].Expr
		if slices.ContainsFunc(leftmost(ed.last).Items, func(old statement.Item) bool { return old.Expr.Equal(x) }) {
			continue
		}
		if found >= 0 {
			return -1
		}
		found = i
	}
	return found
}

// askedFor says that the figure at a place was added by the last turn, in words that hold all of these.
func (ed *editor) askedFor(i int, text string) bool {
	said := stemsOf(ed.earlier)
	words := stemsOf(strings.Join(contentWords(text), " "))
	return i >= 0 && i == ed.newestFigure() && len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return !english.Generic[w] && !slices.Contains(said, w) })
}

func stemsOf(text string) []string {
	var out []string
	for _, t := range Tokenize(text) {
		out = append(out, schema.Stem(strings.ToLower(t.Lower)))
	}
	return out
}

// percentOfPicked shows a figure of picked rows in a hundred of the same figure of all rows of its group: in its place, or beside it. A
// text names the figure; without one it is the one that was added last.
func (ed *editor) percentOfPicked(text string, beside bool) bool {
	q := ed.block()
	if ed.query.Set != nil {
		return false
	}
	at := -1
	for _, i := range slices.Backward(measures(q)) {
		x := q.Items[i].Expr
		if _, _, ratio := quotientOf(x); ratio || !picks(x) || wholeOfPicked(x).IsZero() {
			continue
		}
		if text == "" || pronounsAlone(text) || ed.namedInPart(i, lemmasOf(withoutGeneric(text))) || ed.askedFor(i, text) {
			at = i
			break
		}
	}
	if at < 0 {
		return false
	}
	q.SpellOut()
	x := q.Items[at].Expr
	share := ed.dialect.Divide(statement.Binary("*", x, statement.Literal(100.0)), wholeOfPicked(x))
	ed.understand("in a hundred of all rows of each group")
	if beside {
		return ed.append(statement.Item{Expr: share, Alias: ed.freeName("percentage")})
	}
	ed.putItem(at, statement.Item{Expr: share, Alias: ed.freeName("percentage")})
	return true
}

// valueMeant is the best reading of a text as conditions on the rows in force, or as a value of a column of theirs; none when there is none.
func (ed *editor) valueMeant(text string) []meaning.Cond {
	if list := ed.meant(text); len(list) > 0 {
		return list[0].Conds
	}
	list, lost := ed.conditions(text)
	if lost > 0 || len(list) != 1 || list[0].kind != valueCondition || list[0].negated || len(list[0].values) != 1 {
		return nil
	}
	v, ok := list[0].values[0].AsLiteral()
	if !ok {
		return nil
	}
	return []meaning.Cond{{Op: meaning.Equal, Left: meaning.ColumnTerm(list[0].column, meaning.Span{}), Values: []any{v}}}
}

// shareOfOne is how many of all rows are those of one group, in a hundred: "what share does the Oslo one have".
func (ed *editor) shareOfOne(text string) bool {
	q := ed.block()
	m := measures(q)
	conds := ed.valueMeant(text)
	if ed.query.Set != nil || len(m) != 1 || !isCount(q.Items[m[0]].Expr) || len(q.GroupBy) == 0 || len(q.Having) > 0 || !q.Limit.IsZero() || len(conds) == 0 {
		return false
	}
	ed.query.ClearOrder()
	if !ed.ungroup() || ed.root() == nil {
		return false
	}
	x, ok := ed.termExpr(meaning.Term{Kind: meaning.Count, Of: ed.root(), Where: conds})
	if !ok {
		return false
	}
	ed.saidConds(conds)
	share := ed.dialect.Divide(statement.Binary("*", x, statement.Literal(100.0)), statement.CountStar())
	ed.putItem(measures(ed.block())[0], statement.Item{Expr: share, Alias: ed.freeName("percentage")})
	return true
}

func withoutGeneric(text string) []string {
	return slices.DeleteFunc(contentWords(text), func(w string) bool { return english.Generic[w] })
}

func quotientOf(x statement.Expr) (over, under statement.Expr, ok bool) {
	op, l, r, ok := x.AsBinary()
	return l, r, ok && op == "/"
}

// wholeOfPicked is a count or a total of picked rows, taken of all of them; zero where it is none.
func wholeOfPicked(x statement.Expr) statement.Expr {
	name, args, star, distinct, ok := x.AsCall()
	if !ok || x.IsWindow() || distinct {
		return statement.Expr{}
	}
	switch {
	case star:
		return statement.CountStar()
	case strings.EqualFold(name, "count") && len(args) == 1 && strings.HasPrefix(args[0].SQL(), "CASE "):
		return statement.CountStar()
	case strings.EqualFold(name, "sum") && len(args) == 1 && strings.Contains(x.SQL(), "FILTER ("):
		return statement.Call(name, args...)
	}
	return statement.Expr{}
}
