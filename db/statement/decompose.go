package statement

import (
	pg "github.com/pganalyze/pg_query_go/v6"
)

// decompose takes a SELECT apart into a Query.
func decompose(s *pg.SelectStmt) *Query {
	q := &Query{base: shallow(s), Limit: Expr{s.LimitCount}, Offset: Expr{s.LimitOffset}, OrderBy: keysOf(s.SortClause)}
	b := q.base
	b.LimitCount, b.LimitOffset, b.SortClause = nil, nil, nil
	if isSetOp(s) {
		q.Set = &SetOperation{Kind: setKind(s.Op), All: s.All, Left: decompose(s.Larg), Right: decompose(s.Rarg)}
		b.Larg, b.Rarg, b.Op, b.All = nil, nil, pg.SetOperation_SETOP_NONE, false
		return q
	}
	if len(s.DistinctClause) == 1 && s.DistinctClause[0].GetNode() == nil {
		q.Distinct, b.DistinctClause = true, nil
	}
	q.Items = itemsOf(s.TargetList)
	q.From = sourcesOf(s.FromClause)
	q.Where = Expr{s.WhereClause}.Terms()
	q.GroupBy = exprsOf(s.GroupClause)
	q.Having = Expr{s.HavingClause}.Terms()
	b.TargetList, b.FromClause, b.WhereClause, b.GroupClause, b.HavingClause = nil, nil, nil, nil, nil
	return q
}

func setKind(op pg.SetOperation) SetKind {
	switch op {
	case pg.SetOperation_SETOP_INTERSECT:
		return Intersect
	case pg.SetOperation_SETOP_EXCEPT:
		return Except
	default:
		return Union
	}
}

func itemsOf(targets []*pg.Node) []Item {
	items := make([]Item, len(targets))
	for i, n := range targets {
		t := n.GetResTarget()
		items[i] = Item{Expr: Expr{t.GetVal()}, Alias: t.GetName()}
	}
	return items
}

func keysOf(nodes []*pg.Node) []Key {
	keys := make([]Key, len(nodes))
	for i, n := range nodes {
		s := n.GetSortBy()
		keys[i] = Key{
			Expr:       Expr{s.GetNode()},
			Desc:       s.GetSortbyDir() == pg.SortByDir_SORTBY_DESC,
			NullsFirst: s.GetSortbyNulls() == pg.SortByNulls_SORTBY_NULLS_FIRST,
			NullsLast:  s.GetSortbyNulls() == pg.SortByNulls_SORTBY_NULLS_LAST,
			asc:        s.GetSortbyDir() == pg.SortByDir_SORTBY_ASC,
			using:      s.GetUseOp(),
		}
	}
	return keys
}

// sourcesOf flattens FROM from the left: a, b JOIN c gives three sources.
func sourcesOf(items []*pg.Node) []Source {
	var out []Source
	for i, n := range items {
		sources := flattenJoin(n)
		if i > 0 {
			sources[0].Join, sources[0].comma = JoinCross, true
		}
		out = append(out, sources...)
	}
	return out
}

func flattenJoin(n *pg.Node) []Source {
	j := n.GetJoinExpr()
	if j == nil || j.Alias != nil {
		return []Source{sourceOf(n)}
	}
	right := sourceOf(j.Rarg)
	right.Join, right.natural = joinOf(j), j.IsNatural
	right.On = Expr{j.Quals}
	if len(j.UsingClause) > 0 {
		right.Using, right.usingAlias = stringsOf(j.UsingClause), j.JoinUsingAlias
	}
	return append(flattenJoin(j.Larg), right)
}

func joinOf(j *pg.JoinExpr) Join {
	switch j.Jointype {
	case pg.JoinType_JOIN_LEFT:
		return JoinLeft
	case pg.JoinType_JOIN_RIGHT:
		return JoinRight
	case pg.JoinType_JOIN_FULL:
		return JoinFull
	}
	if j.Quals == nil && len(j.UsingClause) == 0 && !j.IsNatural {
		return JoinCross
	}
	return JoinInner
}

func sourceOf(n *pg.Node) Source {
	src := Source{node: n}
	switch t := n.GetNode().(type) {
	case *pg.Node_RangeVar:
		src.Schema, src.Table, src.Alias = t.RangeVar.Schemaname, t.RangeVar.Relname, t.RangeVar.Alias.GetAliasname()
	case *pg.Node_RangeSubselect:
		src.Query, src.Alias = decompose(t.RangeSubselect.Subquery.GetSelectStmt()), t.RangeSubselect.Alias.GetAliasname()
	case *pg.Node_RangeFunction:
		src.Alias = t.RangeFunction.Alias.GetAliasname()
	case *pg.Node_JoinExpr:
		src.Alias = t.JoinExpr.Alias.GetAliasname()
	}
	return src
}
