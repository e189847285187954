package reader

import (
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/meaning"
)

// This file says what a composed reading asks for that the rules have no reading for, and what they make of it.

// sharesOut says that a composed reading gives a part of a whole.
func sharesOut(q *meaning.Query) bool {
	return slices.ContainsFunc(q.Show, func(t meaning.Term) bool { return t.Kind == meaning.Share })
}

// beyondRules says that a composed reading asks what the rules have no reading for: values that rows have in common with others, or with
// none ("countries without a suspended user", "in the same category as the red lamp", "above the average of their category"); things with
// rows of one kind and without others of it ("ordered in 2024 and not in 2025"), or of which all rows are so; how late each row is; rows
// that are so beside all of them, or beside those that are not.
func beyondRules(q *meaning.Query) bool {
	if slices.ContainsFunc(q.Show, func(t meaning.Term) bool {
		return t.Kind == meaning.Arithmetic && t.Fn == "-" && narrow(t.Args[0]) && narrow(t.Args[1]) || t.Own || t.Kind == meaning.Between && t.At.Said() || t.Kind == meaning.Age && t.Fn != "" || t.Kind == meaning.Column && t.Column.Condition != nil && slices.ContainsFunc(q.Per, t.Equal)
	}) {
		return true
	}
	all := meaning.Conjuncts(q.Where)
	return slices.ContainsFunc(all, func(c meaning.Cond) bool {
		hasAlso := c.Op == meaning.NotExists && slices.ContainsFunc(all, func(o meaning.Cond) bool { return o.Op == meaning.Exists && o.Rows == c.Rows })
		allSo := c.Op == meaning.NotExists && slices.ContainsFunc(c.Where, func(w meaning.Cond) bool { return w.Op == meaning.NotEqual || w.Op == meaning.NotIn })
		alike := c.Right != nil && c.Right.Kind == meaning.Alike
		return c.Op == meaning.Shared || c.Op == meaning.Unshared || hasAlso || allSo || alike
	})
}

// countsApiece says that a composed reading gives how many rows there are for one of others: "average bookings per member".
func countsApiece(q *meaning.Query) bool {
	return slices.ContainsFunc(q.Show, func(t meaning.Term) bool {
		return t.Kind == meaning.Ratio && t.Args[0].Kind == meaning.Count && t.Args[1].Kind == meaning.Count
	})
}

// averages says that a reading takes the average of a value of each row.
func (o *Option) averages() bool {
	q, err := o.Draft.Statement.Query()
	return err == nil && q.Set == nil && slices.ContainsFunc(q.Items, func(it statement.Item) bool { return strings.Contains(it.Expr.SQL(), "avg(") })
}

// narrow says that a figure is of some rows alone.
func narrow(t meaning.Term) bool { return t.Figure() && len(t.Where) > 0 }

// asksOrder says that words of the question ask for an order, and not for the first rows of one.
func asksOrder(q *meaning.Query) bool {
	return q.Keep.N == 0 && len(q.Keep.Each) == 0 && slices.ContainsFunc(q.Sort, func(k meaning.Key) bool { return k.At.Said() })
}

// inNoOrder says that a reading sorts nothing: "largest amount first" is no largest amount.
func (o *Option) inNoOrder() bool {
	q, err := o.Draft.Statement.Query()
	return err == nil && q.Set == nil && len(q.OrderBy) == 0
}

// countsRows says that the only figure of a reading is how many rows there are: no value of theirs.
func (o *Option) countsRows() bool {
	q, err := o.Draft.Statement.Query()
	return err == nil && q.Set == nil && slices.ContainsFunc(q.Items, func(it statement.Item) bool { return it.Expr.SQL() == "count(*)" }) && !slices.ContainsFunc(q.Items, func(it statement.Item) bool {
		return it.Expr.Aggregate() && it.Expr.SQL() != "count(*)"
	})
}

// ofOneRow says that the rules look at each row by itself: of values they take those away that are not asked for.
func (o *Option) ofOneRow() bool {
	q, err := o.Draft.Statement.Query()
	return err == nil && q.Set == nil
}
