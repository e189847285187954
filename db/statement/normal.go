package statement

import (
	"fmt"
	"slices"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v6"
)

// normal brings a query into the form in which two queries of one meaning are most often the same tree: tables go by
// their own names instead of aliases, keys by place or alias are spelled out, AND, OR, = and IN lists are sorted, a
// constant stands right of a comparison. It is for comparing and for words; it is never run.
type normal struct {
	outer *normal
	names map[string]string // folded name of a source → its name in the normal form
	only  string            // the one table of the query, which owns its bare columns
	// origin maps terms in the normal form to what they were made from; nil when nobody asks.
	origin map[*pg.Node]Expr
}

func normalQuery(q *Query, outer *normal) *Query {
	n := &normal{outer: outer, names: map[string]string{}}
	if outer != nil {
		n.origin = outer.origin
	}
	if q.Set != nil {
		out := q.withSides(normalQuery(q.Set.Left, outer), normalQuery(q.Set.Right, outer))
		out.base = n.base(q.base)
		return out
	}
	out := q.own()
	n.nameSources(q)
	out.SpellOut()
	for i := range out.Items {
		out.Items[i] = Item{Expr: n.expr(out.Items[i].Expr)}
	}
	for i := range out.From {
		n.source(&out.From[i])
	}
	out.Where, out.Having = mapped(out.Where, n.term), mapped(out.Having, n.term)
	out.GroupBy, out.OrderBy = mapped(out.GroupBy, n.expr), mappedKeys(out.OrderBy, n.expr)
	for i := range out.OrderBy {
		out.OrderBy[i].asc = false
	}
	out.base = n.base(out.base)
	return out
}

func (n *normal) nameSources(q *Query) {
	used := map[string]int{}
	for _, s := range q.From {
		own := s.Table
		if own == "" {
			own = "subquery"
		}
		used[strings.ToLower(own)]++
		if k := used[strings.ToLower(own)]; k > 1 {
			own = fmt.Sprintf("%s_%d", own, k)
		}
		n.names[strings.ToLower(s.Name())] = own
		n.only = own
	}
	if len(q.From) != 1 || q.From[0].Table == "" {
		n.only = ""
	}
}

func (n *normal) source(s *Source) {
	if s.Query != nil {
		s.Query = normalQuery(s.Query, n)
	}
	s.Alias = n.names[strings.ToLower(s.Name())]
	if strings.EqualFold(s.Alias, s.Table) {
		s.Alias = ""
	}
	s.On = And(mapped(s.On.Terms(), n.term)...)
	s.comma = false
	if v := s.node.GetRangeVar(); v != nil && v.Alias == nil || s.Table != "" && len(v.GetAlias().GetColnames()) == 0 {
		s.node = nil
	}
}

// pooled is a normal form for telling whether two queries are the same: AND terms and group keys sorted, and in a FROM
// of inner joins alone the conditions among the filters and, unless a star shows their order, the tables sorted.
func pooled(q *Query) *Query {
	if q.Set != nil {
		return q.withSides(pooled(q.Set.Left), pooled(q.Set.Right))
	}
	out := q.pooledTop()
	for i := range out.From {
		if s := &out.From[i]; s.Query != nil {
			s.Query = pooled(s.Query)
		}
	}
	return out
}

// pooledTop is pooled for a query that is no set operation; the queries in its FROM stay as they are.
func (q *Query) pooledTop() *Query {
	out := q.own()
	inner := !slices.ContainsFunc(out.From, func(s Source) bool { return !s.plainInner() })
	for i := range out.From {
		s := &out.From[i]
		if inner {
			out.Where = append(out.Where, s.On.Terms()...)
			s.Join, s.On = JoinCross, Expr{}
		}
		terms := s.On.Terms()
		sortExprs(terms)
		s.On = And(terms...)
	}
	if inner && !out.hasStar() {
		slices.SortStableFunc(out.From, func(x, y Source) int { return strings.Compare(strings.ToLower(x.Name()), strings.ToLower(y.Name())) })
	}
	sortExprs(out.Where)
	sortExprs(out.Having)
	sortExprs(out.GroupBy)
	return out
}

// withSides is a set operation with other sides.
func (q *Query) withSides(left, right *Query) *Query {
	out, set := *q, *q.Set
	set.Left, set.Right = left, right
	out.Set = &set
	return &out
}

// plainInner says that the source is joined by an inner join whose condition could as well stand in WHERE.
func (s Source) plainInner() bool {
	return (s.Join == JoinNone || s.Join == JoinInner || s.Join == JoinCross) && len(s.Using) == 0 && !s.natural
}

func sortExprs(list []Expr) {
	if len(list) < 2 {
		return
	}
	keys := make(map[*pg.Node]string, len(list))
	for _, e := range list {
		keys[e.node] = key(e.node, true)
	}
	slices.SortStableFunc(list, func(x, y Expr) int { return strings.Compare(keys[x.node], keys[y.node]) })
}

// base normalises the WITH queries that ride along.
func (n *normal) base(b *pg.SelectStmt) *pg.SelectStmt {
	if b.GetWithClause() == nil {
		return b
	}
	out := shallow(b)
	out.WithClause = shallow(b.WithClause)
	out.WithClause.Ctes = slices.Clone(b.WithClause.Ctes)
	for i, node := range out.WithClause.Ctes {
		out.WithClause.Ctes[i] = cteNode(normalCTE(node.GetCommonTableExpr(), n.outer))
	}
	return out
}

func normalCTE(c *pg.CommonTableExpr, outer *normal) *pg.CommonTableExpr {
	c = shallow(c)
	if s := c.Ctequery.GetSelectStmt(); s != nil {
		c.Ctequery = selectNode(normalQuery(decompose(s), outer).tree())
	}
	return c
}

// term is expr for an AND term, whose origin is kept.
func (n *normal) term(e Expr) Expr {
	out := n.expr(e)
	if n.origin != nil {
		n.origin[out.node] = e
	}
	return out
}

func (n *normal) expr(e Expr) Expr {
	r := rewriter{before: func(x *pg.Node) (*pg.Node, bool) {
		if s := x.GetSelectStmt(); s != nil {
			return selectNode(pooled(normalQuery(decompose(s), n)).tree()), true
		}
		return nil, false
	}, after: n.node}
	return Expr{r.node(e.node)}
}

func (n *normal) node(x *pg.Node) *pg.Node {
	switch t := x.GetNode().(type) {
	case *pg.Node_ColumnRef:
		return n.column(x, t.ColumnRef)
	case *pg.Node_BoolExpr:
		return normalBool(x, t.BoolExpr)
	case *pg.Node_AExpr:
		return normalOperation(x, t.AExpr)
	}
	return x
}

func (n *normal) column(x *pg.Node, c *pg.ColumnRef) *pg.Node {
	if len(c.Fields) == 1 {
		if n.only == "" || c.Fields[0].GetAStar() != nil {
			return x
		}
		return pg.MakeColumnRefNode([]*pg.Node{stringNode(n.only), c.Fields[0]}, -1)
	}
	last := len(c.Fields) - 1
	table := c.Fields[last-1].GetString_().GetSval()
	for level := n; level != nil; level = level.outer {
		if own, ok := level.names[strings.ToLower(table)]; ok {
			if level.only == own && c.Fields[last].GetAStar() != nil {
				return pg.MakeColumnRefNode(c.Fields[last:], -1)
			}
			return pg.MakeColumnRefNode([]*pg.Node{stringNode(own), c.Fields[last]}, -1)
		}
	}
	return x
}

func normalBool(x *pg.Node, b *pg.BoolExpr) *pg.Node {
	if b.Boolop == pg.BoolExprType_NOT_EXPR {
		return x
	}
	args := exprsOf(b.Args)
	sortExprs(args)
	return boolExprNode(b.Boolop, nodesOf(args)...)
}

var mirrored = map[string]string{"=": "=", "<>": "<>", "<": ">", ">": "<", "<=": ">=", ">=": "<="}

// normalOperation puts constants right, sorts the sides of = and <>, and the values of IN; IN of one value is =.
func normalOperation(x *pg.Node, e *pg.A_Expr) *pg.Node {
	switch e.Kind {
	case pg.A_Expr_Kind_AEXPR_IN:
		values := exprsOf(e.Rexpr.GetList().GetItems())
		if len(values) == 1 {
			return exprNode(pg.A_Expr_Kind_AEXPR_OP, operator(e), e.Lexpr, values[0].node)
		}
		sortExprs(values)
		return exprNode(e.Kind, operator(e), e.Lexpr, listNode(nodesOf(values)))
	case pg.A_Expr_Kind_AEXPR_OP:
		op := operator(e)
		mirror, ok := mirrored[op]
		if !ok || e.Lexpr == nil || !mirrors(e, op) {
			return x
		}
		return exprNode(e.Kind, mirror, e.Rexpr, e.Lexpr)
	}
	return x
}

func mirrors(e *pg.A_Expr, op string) bool {
	leftConst, rightConst := e.Lexpr.GetAConst() != nil, e.Rexpr.GetAConst() != nil
	if leftConst != rightConst {
		return leftConst
	}
	return (op == "=" || op == "<>") && key(e.Lexpr, true) > key(e.Rexpr, true)
}
