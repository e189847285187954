package statement

import (
	"slices"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v6"
)

// onlySubquery is the SELECT inside an expression, nil when there is none or more than one on the outermost level.
func onlySubquery(e Expr) *pg.SelectStmt {
	var found []*pg.SelectStmt
	visit(e.node, func(m any) bool {
		s, ok := m.(*pg.SelectStmt)
		if ok {
			found = append(found, s)
		}
		return !ok
	})
	if len(found) != 1 {
		return nil
	}
	return found[0]
}

// around is an expression with its subqueries emptied.
func around(e Expr) Expr {
	return Expr{rewriter{before: func(n *pg.Node) (*pg.Node, bool) {
		return selectNode(emptySelect()), n.GetSelectStmt() != nil
	}}.node(e.node)}
}

func (f *finder) predicates(clause string, before, after []Expr) {
	around := sameAround(f.folds())
	for _, p := range f.pairUp(before, after, around, sameComparison, ofSameColumns) {
		if p.before != nil && p.after != nil && around.pairs(*p.before, *p.after) {
			f.inside("subquery", decompose(onlySubquery(*p.before)), decompose(onlySubquery(*p.after)))
			continue
		}
		c := Change{Kind: ChangedPredicate, Clause: clause}
		if p.before != nil {
			c.Subject, c.Before, c.Was = f.subject(*p.before), f.words(*p.before), f.was[p.before.node]
		}
		if p.after != nil {
			c.Subject, c.After, c.Is = f.subject(*p.after), f.words(*p.after), f.is[p.after.node]
		}
		switch {
		case p.after == nil:
			c.Kind, c.Loud = RemovedPredicate, true
		case p.before == nil:
			c.Kind = AddedPredicate
		}
		f.add(c)
	}
}

func (f *finder) items(b, a *Query) {
	before, after := itemExprs(b), itemExprs(a)
	sameStars(b, before, after)
	sameStars(a, after, before)
	pairs := f.pairUp(before, after, changedItem, otherAggregate)
	for _, p := range f.replacedStars(pairs) {
		switch {
		case p.after == nil:
			f.add(Change{Kind: RemovedColumn, Clause: "SELECT", Subject: f.shownWords(*p.before), Before: f.shownWords(*p.before)})
		case p.before == nil:
			f.add(Change{Kind: AddedColumn, Clause: "SELECT", Subject: f.shownWords(*p.after), After: f.shownWords(*p.after)})
		default:
			f.add(Change{Kind: ChangedColumn, Clause: "SELECT", Subject: f.shownWords(*p.after), Before: f.shownWords(*p.before), After: f.shownWords(*p.after)})
		}
	}
	if len(pairs) == 0 && !slices.EqualFunc(before, after, func(x, y Expr) bool {
		return f.key(x.node) == f.key(y.node) || sameButForTables.pairs(x, y)
	}) {
		f.add(Change{Kind: ReorderedColumns, Clause: "SELECT", Subject: "columns"})
	}
}

// replacedStars tells of columns that stand where a star stood, or the other way round, and gives the other pairs.
func (f *finder) replacedStars(pairs []pair) []pair {
	star := func(p pair) bool {
		return p.after == nil && isStar(*p.before) || p.before == nil && isStar(*p.after)
	}
	if !slices.ContainsFunc(pairs, star) {
		return pairs
	}
	var gone, come []string
	var rest []pair
	for _, p := range pairs {
		switch {
		case p.after == nil:
			gone = append(gone, f.shownWords(*p.before))
		case p.before == nil:
			come = append(come, f.shownWords(*p.after))
		default:
			rest = append(rest, p)
		}
	}
	if len(gone) == 0 || len(come) == 0 {
		return pairs
	}
	f.add(Change{Kind: ReplacedColumns, Clause: "SELECT", Subject: "columns", Before: strings.Join(gone, ", "), After: strings.Join(come, ", ")})
	return rest
}

func isStar(e Expr) bool { _, ok := e.AsStar(); return ok }

// shownWords is an item in words: a star is all columns.
func (f *finder) shownWords(e Expr) string {
	table, star := e.AsStar()
	switch {
	case !star:
		return f.columnWords(e)
	case table != "":
		return "all columns of " + table
	}
	return "all columns"
}

// sameStars writes the star of a query's one table in another's items as the first writes it: * of orders stays what it is
// when a join makes it orders.*.
func sameStars(q *Query, items, other []Expr) {
	at := slices.IndexFunc(items, func(e Expr) bool { qualifier, ok := e.AsStar(); return ok && qualifier == "" })
	if at < 0 || len(q.From) != 1 {
		return
	}
	for i, e := range other {
		if qualifier, ok := e.AsStar(); ok && strings.EqualFold(qualifier, q.From[0].Name()) {
			other[i] = items[at]
		}
	}
}

func itemExprs(q *Query) []Expr {
	out := make([]Expr, len(q.Items))
	for i, it := range q.Items {
		out[i] = it.Expr
	}
	return out
}

func (f *finder) groups(b, a *Query) { f.groupKeys(b.GroupBy, a.GroupBy) }

func (f *finder) groupKeys(before, after []Expr) {
	for _, p := range f.pairUp(before, after, ofSameColumns) {
		switch {
		case p.after == nil:
			f.add(Change{Kind: RemovedGroup, Clause: "GROUP BY", Subject: f.columnWords(*p.before), Before: f.columnWords(*p.before)})
		case p.before == nil:
			f.add(Change{Kind: AddedGroup, Clause: "GROUP BY", Subject: f.columnWords(*p.after), After: f.columnWords(*p.after)})
		default:
			f.add(Change{Kind: ChangedGroup, Clause: "GROUP BY", Subject: f.columnWords(*p.after), Before: f.columnWords(*p.before), After: f.columnWords(*p.after)})
		}
	}
}

// tail compares order, limit and offset.
func (f *finder) tail(b, a *Query) {
	f.order(b.OrderBy, a.OrderBy)
	f.limits(b, a)
}

func (f *finder) order(before, after []Key) {
	l, r := f.keyWords(before), f.keyWords(after)
	if l == r || f.sameKeys(before, after) {
		return
	}
	kind := ChangedOrder
	switch {
	case l == "":
		kind = AddedOrder
	case r == "":
		kind = RemovedOrder
	case f.reversed(before, after):
		kind = ReversedOrder
	}
	f.add(Change{Kind: kind, Clause: "ORDER BY", Subject: "order", Before: l, After: r})
}

func (f *finder) sameKeys(before, after []Key) bool {
	return slices.EqualFunc(before, after, func(x, y Key) bool {
		return x.Desc == y.Desc && x.NullsFirst == y.NullsFirst && x.NullsLast == y.NullsLast &&
			(x.Expr.Equal(y.Expr) || sameButForTables.pairs(x.Expr, y.Expr))
	})
}

func (f *finder) reversed(before, after []Key) bool {
	return slices.EqualFunc(before, after, func(x, y Key) bool { return x.Desc != y.Desc && x.Expr.Equal(y.Expr) })
}

func (f *finder) keyWords(keys []Key) string {
	out := make([]string, len(keys))
	for i, k := range keys {
		out[i] = f.columnWords(k.Expr)
		if k.Desc {
			out[i] += " descending"
		}
		switch {
		case k.NullsFirst:
			out[i] += ", empty first"
		case k.NullsLast:
			out[i] += ", empty last"
		}
	}
	return strings.Join(out, ", ")
}

// limitWords is a limit in words; what stands for none has none.
func (f *finder) limitWords(limit Expr) string {
	value, ok := limit.AsLiteral()
	if n, whole := value.(int64); ok && (value == nil || whole && n < 0) {
		return ""
	}
	return f.words(limit)
}

func (f *finder) limits(b, a *Query) {
	if l, r := f.limitWords(b.Limit), f.limitWords(a.Limit); l != r {
		kind := ChangedLimit
		switch {
		case l == "":
			kind = AddedLimit
		case r == "":
			kind = RemovedLimit
		}
		f.add(Change{Kind: kind, Clause: "LIMIT", Subject: "limit", Before: l, After: r})
	}
	if l, r := f.words(b.Offset), f.words(a.Offset); l != r {
		f.add(Change{Kind: ChangedOffset, Clause: "LIMIT", Subject: "offset", Before: l, After: r})
	}
}
