package statement

import (
	pg "github.com/pganalyze/pg_query_go/v6"
)

// tree puts the Query together again; nodes are shared, never changed.
func (q *Query) tree() *pg.SelectStmt {
	base := q.base
	if base == nil {
		base = emptySelect()
	}
	s := shallow(base)
	s.LimitCount, s.LimitOffset = q.Limit.node, q.Offset.node
	if s.LimitOption == pg.LimitOption_LIMIT_OPTION_DEFAULT && (s.LimitCount != nil || s.LimitOffset != nil) {
		s.LimitOption = pg.LimitOption_LIMIT_OPTION_COUNT
	} else if s.LimitCount == nil && s.LimitOffset == nil {
		s.LimitOption = pg.LimitOption_LIMIT_OPTION_DEFAULT
	}
	s.SortClause = sortNodes(q.OrderBy)
	if q.Set != nil {
		s.Op, s.All = setOperator(q.Set.Kind), q.Set.All
		s.Larg, s.Rarg = q.Set.Left.tree(), q.Set.Right.tree()
		return s
	}
	if q.Distinct {
		s.DistinctClause = []*pg.Node{{}}
	}
	s.TargetList = q.targets()
	s.FromClause = fromNodes(q.From)
	s.WhereClause = And(q.Where...).node
	s.GroupClause = nodesOf(q.GroupBy)
	s.HavingClause = And(q.Having...).node
	return s
}

func setOperator(k SetKind) pg.SetOperation {
	return [...]pg.SetOperation{pg.SetOperation_SETOP_UNION, pg.SetOperation_SETOP_INTERSECT, pg.SetOperation_SETOP_EXCEPT}[k]
}

func (q *Query) targets() []*pg.Node {
	out := make([]*pg.Node, len(q.Items))
	for i, it := range q.Items {
		out[i] = pg.MakeResTargetNodeWithNameAndVal(it.Alias, it.Expr.node, -1)
	}
	return out
}

func sortNodes(keys []Key) []*pg.Node {
	out := make([]*pg.Node, len(keys))
	for i, k := range keys {
		dir, nulls := pg.SortByDir_SORTBY_DEFAULT, pg.SortByNulls_SORTBY_NULLS_DEFAULT
		switch {
		case k.Desc:
			dir = pg.SortByDir_SORTBY_DESC
		case len(k.using) > 0:
			dir = pg.SortByDir_SORTBY_USING
		case k.asc:
			dir = pg.SortByDir_SORTBY_ASC
		}
		switch {
		case k.NullsFirst:
			nulls = pg.SortByNulls_SORTBY_NULLS_FIRST
		case k.NullsLast:
			nulls = pg.SortByNulls_SORTBY_NULLS_LAST
		}
		out[i] = pg.MakeSortByNode(k.Expr.node, dir, nulls, -1)
		out[i].GetSortBy().UseOp = k.using
	}
	return out
}

// fromNodes builds the joins from the left; a source that was joined by a comma starts a new item.
func fromNodes(sources []Source) []*pg.Node {
	var items []*pg.Node
	for i, src := range sources {
		n := src.tree()
		if i == 0 || src.comma && src.Join == JoinCross {
			items = append(items, n)
			continue
		}
		last := &items[len(items)-1]
		*last = joinNode(*last, n, src)
	}
	return items
}

func joinNode(left, right *pg.Node, src Source) *pg.Node {
	kind := pg.JoinType_JOIN_INNER
	switch src.Join {
	case JoinLeft:
		kind = pg.JoinType_JOIN_LEFT
	case JoinRight:
		kind = pg.JoinType_JOIN_RIGHT
	case JoinFull:
		kind = pg.JoinType_JOIN_FULL
	}
	n := pg.MakeJoinExprNode(kind, left, right, src.On.node)
	j := n.GetJoinExpr()
	j.IsNatural = src.natural
	if len(src.Using) > 0 {
		j.UsingClause, j.JoinUsingAlias = stringNodes(src.Using...), src.usingAlias
	}
	return n
}

// tree is the source without its join.
func (s Source) tree() *pg.Node {
	switch t := s.node.GetNode().(type) {
	case nil:
		if s.Query != nil {
			return s.derived(&pg.RangeSubselect{})
		}
		return s.table(&pg.RangeVar{Inh: true, Relpersistence: "p", Location: -1})
	case *pg.Node_RangeVar:
		return s.table(t.RangeVar)
	case *pg.Node_RangeSubselect:
		return s.derived(t.RangeSubselect)
	case *pg.Node_RangeFunction:
		r := shallow(t.RangeFunction)
		r.Alias = withAlias(r.Alias, s.Alias)
		return &pg.Node{Node: &pg.Node_RangeFunction{RangeFunction: r}}
	}
	return s.node
}

func (s Source) table(base *pg.RangeVar) *pg.Node {
	r := shallow(base)
	r.Schemaname, r.Relname, r.Alias = s.Schema, s.Table, withAlias(base.Alias, s.Alias)
	return &pg.Node{Node: &pg.Node_RangeVar{RangeVar: r}}
}

func (s Source) derived(base *pg.RangeSubselect) *pg.Node {
	r := shallow(base)
	r.Subquery, r.Alias = selectNode(s.Query.tree()), withAlias(base.Alias, s.Alias)
	return &pg.Node{Node: &pg.Node_RangeSubselect{RangeSubselect: r}}
}

// withAlias sets the alias' name and keeps its column names.
func withAlias(a *pg.Alias, name string) *pg.Alias {
	if name == "" {
		return nil
	}
	return &pg.Alias{Aliasname: name, Colnames: a.GetColnames()}
}
