package statement

import (
	"fmt"
	"slices"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v6"
)

// AddSource joins one more table or derived table, and returns the name by which columns refer to it: its alias, or its
// table's name, made unique when that is taken. In src.On, a comparison of two columns under one name that is taken means
// the source that is there on the left and the new one on the right. Column names that the new source makes ambiguous become qualified, and * stays what it was.
func (q *Query) AddSource(src Source, names Names) (string, error) {
	if err := q.plain("join %s", src.Name()); err != nil {
		return "", err
	}
	if len(q.From) == 0 {
		src.Join, src.On, src.Using = JoinNone, Expr{}, nil
		q.From = []Source{src}
		return src.Name(), nil
	}
	if src.Join == JoinNone {
		src.Join = JoinInner
	}
	if src.Join != JoinCross && src.On.IsZero() && len(src.Using) == 0 {
		return "", senseless("there is no condition to join it by", "join %s", src.Name())
	}
	wanted := src.Name()
	if free := q.freeName(wanted); free != wanted {
		src.Alias = free
		src.On = renamed(src.On, wanted, free)
	}
	q.keepStars()
	q.qualify(src, names)
	q.From = append(slices.Clip(q.From), src)
	return src.Name(), nil
}

// Source is the index of the source by that name, -1 for none.
func (q *Query) Source(name string) int {
	return slices.IndexFunc(q.From, func(s Source) bool { return strings.EqualFold(s.Name(), name) })
}

func (q *Query) freeName(wanted string) string {
	name := wanted
	for n := 2; q.Source(name) >= 0; n++ {
		name = fmt.Sprintf("%s_%d", wanted, n)
	}
	return name
}

// renamed is a join condition in which the second mention of a table means its new alias: in l.x = r.y where both are
// called the same, the right one.
func renamed(on Expr, from, to string) Expr {
	return Expr{rewrite(on.node, func(n *pg.Node) *pg.Node {
		e := n.GetAExpr()
		if e == nil || e.Lexpr == nil || e.Rexpr == nil {
			return n
		}
		l, _, lok := (Expr{e.Lexpr}).AsColumn()
		r, name, rok := (Expr{e.Rexpr}).AsColumn()
		if lok && rok && strings.EqualFold(l, from) && strings.EqualFold(r, from) {
			return exprNode(e.Kind, operator(e), e.Lexpr, Column(to, name).node)
		}
		return n
	})}
}

// keepStars makes * say the sources it covers now, so that one more adds no columns. Under USING and NATURAL, where * is
// more than the sources in a row, it stays.
func (q *Query) keepStars() {
	if slices.ContainsFunc(q.From, func(s Source) bool { return s.natural || len(s.Using) > 0 || s.Name() == "" }) {
		return
	}
	var items []Item
	for _, it := range q.Items {
		if qualifier, ok := it.Expr.AsStar(); !ok || qualifier != "" {
			items = append(items, it)
			continue
		}
		for _, s := range q.From {
			items = append(items, Item{Expr: Star(s.Name())})
		}
	}
	q.Items = items
}

// qualify gives every bare column that src has, too, the name of the source that owns it now.
func (q *Query) qualify(src Source, names Names) {
	order := q.OrderBy
	defer func() { q.keepAliases(order) }()
	q.mapAll(func(x Expr) Expr {
		qualifier, name, ok := x.AsColumn()
		if !ok || qualifier != "" || !src.has(name, names) || q.isAlias(name) && !q.owned(name, names) {
			return x
		}
		if owner := q.owner(name, names); owner != "" {
			return Column(owner, name)
		}
		return x
	}, names)
}

// keepAliases puts back the order keys that are an item's alias: there the alias wins over a column.
func (q *Query) keepAliases(order []Key) {
	for i, k := range order {
		if qualifier, name, ok := k.Expr.AsColumn(); ok && qualifier == "" && q.isAlias(name) {
			q.OrderBy[i] = k
		}
	}
}

func (q *Query) isAlias(name string) bool {
	return slices.ContainsFunc(q.Items, func(i Item) bool { return strings.EqualFold(i.Alias, name) })
}

func (q *Query) owned(name string, names Names) bool { return q.owner(name, names) != "" }

// owner is the name of the first source that has the column; the only source owns what nobody knows.
func (q *Query) owner(name string, names Names) string {
	if i := slices.IndexFunc(q.From, func(s Source) bool { return s.has(name, names) }); i >= 0 {
		return q.From[i].Name()
	}
	if len(q.From) == 1 && !q.isAlias(name) {
		return q.From[0].Name()
	}
	return ""
}

// knows says that one of the sources has the column.
func (q *Query) knows(name string, names Names) bool {
	return slices.ContainsFunc(q.From, func(s Source) bool { return s.has(name, names) })
}

// has says that the source has a column of that name, as far as is known.
func (s Source) has(name string, names Names) bool {
	switch {
	case s.Query != nil:
		return s.Query.outputsName(name, names)
	case s.Table != "" && names != nil:
		return names.HasColumn(s.Table, name)
	}
	return false
}

func (q *Query) outputsName(name string, names Names) bool {
	for q.Set != nil {
		q = q.Set.Left
	}
	for _, it := range q.Items {
		if _, column, ok := it.Expr.AsColumn(); strings.EqualFold(it.Alias, name) || ok && it.Alias == "" && strings.EqualFold(column, name) {
			return true
		}
		if star, ok := it.Expr.AsStar(); ok && slices.ContainsFunc(q.From, func(s Source) bool {
			return (star == "" || strings.EqualFold(star, s.Name())) && s.has(name, names)
		}) {
			return true
		}
	}
	return false
}

// mapAll applies f to every expression of the query's clauses, and to those of subqueries that mean this query's
// columns.
func (q *Query) mapAll(f func(Expr) Expr, names Names) {
	each := func(e Expr) Expr { return mapCorrelated(e, f, names) }
	q.Items = slices.Clone(q.Items)
	for i := range q.Items {
		q.Items[i].Expr = each(q.Items[i].Expr)
	}
	q.From = slices.Clone(q.From)
	for i := range q.From {
		q.From[i].On = each(q.From[i].On)
	}
	q.Where, q.Having = mapped(q.Where, each), mapped(q.Having, each)
	q.GroupBy, q.OrderBy = mapped(q.GroupBy, each), mappedKeys(q.OrderBy, each)
}

// mapCorrelated maps an expression and, inside its subqueries, the columns that no source there owns.
func mapCorrelated(e Expr, f func(Expr) Expr, names Names) Expr {
	r := rewriter{before: func(n *pg.Node) (*pg.Node, bool) {
		if s := n.GetSelectStmt(); s != nil {
			inner := decompose(s)
			inner.mapOuter(f, names)
			return selectNode(inner.tree()), true
		}
		return nil, false
	}, after: func(n *pg.Node) *pg.Node {
		if n.GetColumnRef() == nil {
			return n
		}
		return f(Expr{n}).node
	}}
	return Expr{r.node(e.node)}
}

// Outer are the column references in the subqueries of an expression that belong to the query around it, in their order.
func (e Expr) Outer(names Names) []Expr {
	own, out := e.Columns(), []Expr(nil)
	mapCorrelated(e, func(x Expr) Expr {
		if _, _, ok := x.AsColumn(); ok && !slices.ContainsFunc(own, func(o Expr) bool { return o.node == x.node }) {
			out = append(out, x)
		}
		return x
	}, names)
	return out
}

// mapOuter applies f to the columns of a subquery that belong to the query around it.
func (q *Query) mapOuter(f func(Expr) Expr, names Names) {
	if q.Set != nil {
		q.Set.Left.mapOuter(f, names)
		q.Set.Right.mapOuter(f, names)
		return
	}
	q.mapAll(func(x Expr) Expr {
		qualifier, name, ok := x.AsColumn()
		if !ok || qualifier != "" && q.Source(qualifier) >= 0 || qualifier == "" && (names == nil || q.isAlias(name) || q.knows(name, names)) {
			return x
		}
		return f(x)
	}, names)
}
