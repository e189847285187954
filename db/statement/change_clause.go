package statement

import (
	"slices"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v6"
)

// pair is a part before and the part after that took its place; nil where there is none.
type pair struct{ before, after *Expr }

// pairUp leaves out what is on both sides, then pairs what is left by the first rule that fits; the rest stay alone.
func (f *finder) pairUp(before, after []Expr, rules ...func(b, a Expr) bool) []pair {
	b, a := slices.Clone(before), slices.Clone(after)
	b, a, _ = f.take(b, a, func(x, y Expr) bool { return f.key(x.node) == f.key(y.node) })
	b, a, _ = f.take(b, a, sameButForQualifiers)
	var out []pair
	for _, rule := range rules {
		var taken []pair
		b, a, taken = f.take(b, a, rule)
		out = append(out, taken...)
	}
	for i := range b {
		out = append(out, pair{before: &b[i]})
	}
	for i := range a {
		out = append(out, pair{after: &a[i]})
	}
	return out
}

// take pairs items by a rule and returns what is left of both sides.
func (f *finder) take(b, a []Expr, rule func(b, a Expr) bool) (restB, restA []Expr, taken []pair) {
	for i := range b {
		j := slices.IndexFunc(a, func(y Expr) bool { return rule(b[i], y) })
		if j < 0 {
			restB = append(restB, b[i])
			continue
		}
		x, y := b[i], a[j]
		taken = append(taken, pair{&x, &y})
		a = without(a, j)
	}
	return restB, a, taken
}

// sameButForQualifiers says that two expressions differ only in that one leaves a column's table out.
func sameButForQualifiers(x, y Expr) bool {
	xs, ys := x.Columns(), y.Columns()
	if len(xs) != len(ys) || len(xs) == 0 {
		return false
	}
	for i := range xs {
		if !sameColumn(xs[i], ys[i]) {
			return false
		}
	}
	return bare(x).Equal(bare(y))
}

func bare(e Expr) Expr {
	return e.Map(func(x Expr) Expr {
		if _, name, ok := x.AsColumn(); ok {
			return Column("", name)
		}
		return x
	})
}

// sameColumns says that two expressions are about the same columns.
func sameColumns(x, y Expr) bool {
	xs, ys := x.Columns(), y.Columns()
	if len(xs) == 0 || len(ys) == 0 {
		return false
	}
	covers := func(list, in []Expr) bool {
		return !slices.ContainsFunc(list, func(c Expr) bool {
			return !slices.ContainsFunc(in, func(d Expr) bool { return sameColumn(c, d) })
		})
	}
	return covers(xs, ys) && covers(ys, xs)
}

// sameComparison says that two predicates compare the same columns in the same way.
func sameComparison(x, y Expr) bool {
	op, _, _, ok := x.AsBinary()
	op2, _, _, ok2 := y.AsBinary()
	return ok && ok2 && op == op2 && sameColumns(x, y)
}

// sameAround says that two predicates have one subquery each and differ in nothing else.
func (f *finder) sameAround(x, y Expr) bool {
	return onlySubquery(x) != nil && onlySubquery(y) != nil && f.key(around(x).node) == f.key(around(y).node)
}

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

// sameAggregate says that both are aggregates, as count(*) and sum(amount).
func sameAggregate(x, y Expr) bool { return x.Aggregate() && y.Aggregate() && len(x.Columns()) == 0 }

func (f *finder) predicates(clause string, before, after []Expr) {
	for _, p := range f.pairUp(before, after, f.sameAround, sameComparison, sameColumns) {
		if p.before != nil && p.after != nil && f.sameAround(*p.before, *p.after) {
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
	pairs := f.pairUp(before, after, f.changedItem)
	for _, p := range pairs {
		switch {
		case p.after == nil:
			f.add(Change{Kind: RemovedColumn, Clause: "SELECT", Subject: f.columnWords(*p.before), Before: f.columnWords(*p.before)})
		case p.before == nil:
			f.add(Change{Kind: AddedColumn, Clause: "SELECT", Subject: f.columnWords(*p.after), After: f.columnWords(*p.after)})
		default:
			f.add(Change{Kind: ChangedColumn, Clause: "SELECT", Subject: f.columnWords(*p.after), Before: f.columnWords(*p.before), After: f.columnWords(*p.after)})
		}
	}
	if len(pairs) == 0 && !slices.EqualFunc(before, after, func(x, y Expr) bool {
		return f.key(x.node) == f.key(y.node) || sameButForQualifiers(x, y)
	}) {
		f.add(Change{Kind: ReorderedColumns, Clause: "SELECT", Subject: "columns"})
	}
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

// changedItem pairs expressions over the same columns; two plain columns are never each other's change.
func (f *finder) changedItem(x, y Expr) bool {
	_, _, plainX := x.AsColumn()
	_, _, plainY := y.AsColumn()
	return !plainX && !plainY && (sameColumns(x, y) || sameAggregate(x, y))
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
	for _, p := range f.pairUp(before, after, sameColumns) {
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
			(x.Expr.Equal(y.Expr) || sameButForQualifiers(x.Expr, y.Expr))
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

func (f *finder) limits(b, a *Query) {
	if l, r := f.words(b.Limit), f.words(a.Limit); l != r {
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
