package pointer

import (
	"slices"
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

// This file stands the part of each group that a condition picks beside the whole of it: how many of them were late, and what share
// that is.

// countPicked shows, beside the figures of each group, how many of its rows fulfil conditions. said is what they were called.
func countPicked(ed *edit.Editor, conds []meaning.Cond, said string) bool {
	root := ed.Root()
	if root == nil || len(ed.Block().GroupBy) == 0 || groupsAreRows(ed) && measure.Nested(ed) {
		return false
	}
	x, ok := measure.TermExpr(ed, meaning.Term{Kind: meaning.Count, Of: root, Where: conds})
	if !ok {
		return false
	}
	saidConds(ed, conds)
	return ed.Append(statement.Item{Expr: x, Alias: clause.FreeName(ed, nameOfWords(said))})
}

// nameOfWords is a name for a column that words call.
func nameOfWords(text string) string {
	var out []string
	for _, w := range clause.ContentWords(text) {
		out = append(out, schema.Split(strings.Trim(w, ".,;:!?'\""))...)
	}
	return strings.ToLower(strings.Join(out, "_"))
}

// newestFigure is the place of the one figure that the last turn added; -1 where it added none, or several.
func newestFigure(ed *edit.Editor) int {
	if ed.Last == nil || ed.Query.Set != nil {
		return -1
	}
	found := -1
	for _, i := range edit.Measures(ed.Block()) {
		x := ed.Block().Items[i].Expr
		if slices.ContainsFunc(edit.Leftmost(ed.Last).Items, func(old statement.Item) bool { return old.Expr.Equal(x) }) {
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
func askedFor(ed *edit.Editor, i int, text string) bool {
	said := stemsOf(ed.Earlier)
	words := stemsOf(strings.Join(clause.ContentWords(text), " "))
	return i >= 0 && i == newestFigure(ed) && len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return !english.GenericNouns[w] && !slices.Contains(said, w) })
}

func stemsOf(text string) []string {
	var out []string
	for _, t := range tag.Tokenize(text) {
		out = append(out, schema.Stem(strings.ToLower(t.Lower)))
	}
	return out
}

// PercentOfPicked shows a figure of picked rows in a hundred of the same figure of all rows of its group: in its place, or beside it. A
// text names the figure; without one it is the one that was added last. A figure that somebody defined is no part of another: its share is
// one of its own total.
func PercentOfPicked(ed *edit.Editor, text string, beside bool) bool {
	q := ed.Block()
	if ed.Query.Set != nil || text == "" && changeShown(ed) >= 0 {
		return false
	}
	at := -1
	for _, i := range slices.Backward(edit.Measures(q)) {
		x := q.Items[i].Expr
		if _, _, ratio := quotientOf(x); ratio || !clause.Picks(x) || wholeOfPicked(x).IsZero() || ed.Defined(i) {
			continue
		}
		if text == "" || clause.PronounsAlone(text) || clause.NamedInPart(ed, i, edit.LemmasOf(withoutGeneric(text))) || askedFor(ed, i, text) {
			at = i
			break
		}
	}
	if at < 0 {
		return false
	}
	q.SpellOut()
	x := q.Items[at].Expr
	share := ed.Dialect.Divide(statement.Binary("*", x, statement.Literal(100.0)), wholeOfPicked(x))
	ed.Understand("in a hundred of all rows of each group")
	if beside {
		return ed.Append(statement.Item{Expr: share, Alias: clause.FreeName(ed, "percentage")})
	}
	measure.PutItem(ed, at, statement.Item{Expr: share, Alias: clause.FreeName(ed, "percentage")})
	return true
}

// valueMeant is the best reading of a text as conditions on the rows in force, or as a value of a column of theirs; none when there is none.
func valueMeant(ed *edit.Editor, text string) []meaning.Cond {
	if list := measure.Meant(ed, text); len(list) > 0 {
		return list[0].Conds
	}
	list, lost := ed.Conditions(text)
	if lost > 0 || len(list) != 1 || list[0].Kind != edit.ValueCondition || list[0].Negated || len(list[0].Values) != 1 {
		return nil
	}
	v, ok := list[0].Values[0].AsLiteral()
	if !ok {
		return nil
	}
	return []meaning.Cond{{Op: meaning.Equal, Left: meaning.ColumnTerm(list[0].Column, meaning.Span{}), Values: []any{v}}}
}

// ShareOfOne is how many of all rows are those of one group, in a hundred: "what share does the Oslo one have".
func ShareOfOne(ed *edit.Editor, text string) bool {
	q := ed.Block()
	m := edit.Measures(q)
	conds := valueMeant(ed, text)
	if ed.Query.Set != nil || len(m) != 1 || !clause.IsCount(q.Items[m[0]].Expr) || len(q.GroupBy) == 0 || len(q.Having) > 0 || !q.Limit.IsZero() || len(conds) == 0 {
		return false
	}
	ed.Query.ClearOrder()
	if !clause.Ungroup(ed) || ed.Root() == nil {
		return false
	}
	x, ok := measure.TermExpr(ed, meaning.Term{Kind: meaning.Count, Of: ed.Root(), Where: conds})
	if !ok {
		return false
	}
	saidConds(ed, conds)
	share := ed.Dialect.Divide(statement.Binary("*", x, statement.Literal(100.0)), statement.CountStar())
	measure.PutItem(ed, edit.Measures(ed.Block())[0], statement.Item{Expr: share, Alias: clause.FreeName(ed, "percentage")})
	return true
}

func withoutGeneric(text string) []string {
	return slices.DeleteFunc(clause.ContentWords(text), func(w string) bool { return english.GenericNouns[w] })
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
