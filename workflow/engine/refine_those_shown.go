package engine

import (
	"slices"

	"parley/db/statement"
)

// This file compares what is shown with what is shown beside it: "only those below target".

// below are the words by which the first is the smaller one.
var below = wordSet("below", "under")

// compareShown keeps the rows whose figure lies below or above another shown figure, which the words name.
func (ed *editor) compareShown(u utterance, s stretch) bool {
	q := ed.block()
	at, ok := ed.shownAs(u.text(s))
	if !ok || ed.query.Set != nil || !ed.number(q.Items[at].Expr) || !ed.namedAs(at, lemmasOf(contentWords(u.text(s)))) {
		return false
	}
	other := -1
	for i := range q.Items {
		if i == at || !ed.number(q.Items[i].Expr) {
			continue
		}
		if other >= 0 {
			return false // which of them?
		}
		other = i
	}
	if other < 0 {
		return false
	}
	op := ">"
	if slices.ContainsFunc(u.words[:s.from], func(w string) bool { return below[w] }) {
		op = "<"
	}
	p := statement.Binary(op, q.Items[other].Expr, q.Items[at].Expr)
	ed.understand(itemName(q.Items[other]) + " " + op + " " + itemName(q.Items[at]))
	if q.Items[other].Expr.Aggregate() || q.Items[at].Expr.Aggregate() {
		q.Having = append(slices.Clip(q.Having), p)
		return true
	}
	return q.AddPredicate(p) == nil
}
