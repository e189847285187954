package statement

import (
	pg "github.com/pganalyze/pg_query_go/v6"
)

// mark names the clause that what follows belongs to, on the outermost SELECT.
func (p *printer) mark(clause string) {
	if p.nested == 0 {
		p.add(clausePiece, Space, clause, 0)
	}
}

// selectStmt writes a whole query, one clause a line.
func (p *printer) selectStmt(s *pg.SelectStmt) {
	p.selectBody(s)
}

// newClause breaks the line before a clause that is not the first.
func (p *printer) newClause(clause string) {
	p.mark(clause)
	if p.nested == 0 {
		p.add(hardPiece, Space, "", 0)
	} else {
		p.line(0)
	}
}

// selectBody writes the clauses, each on a line of its own when the group around is broken.
func (p *printer) selectBody(s *pg.SelectStmt) {
	if s.IntoClause != nil {
		p.fail(errNotSelect)
	}
	if s.WithClause != nil {
		p.mark("WITH")
		p.with(s.WithClause)
		p.newClause("SELECT")
	}
	switch {
	case isSetOp(s):
		p.setOperation(s)
	case len(s.ValuesLists) > 0:
		p.values(s)
	default:
		p.core(s)
	}
	p.tail(s)
}

func isSetOp(s *pg.SelectStmt) bool {
	return s.Op == pg.SetOperation_SETOP_UNION || s.Op == pg.SetOperation_SETOP_INTERSECT || s.Op == pg.SetOperation_SETOP_EXCEPT
}

// core writes SELECT to WINDOW.
func (p *printer) core(s *pg.SelectStmt) {
	p.mark("SELECT")
	p.selectList(s)
	if len(s.FromClause) > 0 {
		p.newClause("FROM")
		p.from(s.FromClause)
	}
	if s.WhereClause != nil {
		p.newClause("WHERE")
		p.condition("WHERE", s.WhereClause)
	}
	if len(s.GroupClause) > 0 {
		p.newClause("GROUP BY")
		p.head("GROUP BY")
		if s.GroupDistinct {
			p.sp()
			p.kw("DISTINCT")
		}
		p.clauseList(s.GroupClause, p.groupKey)
	}
	if s.HavingClause != nil {
		p.newClause("HAVING")
		p.condition("HAVING", s.HavingClause)
	}
	if len(s.WindowClause) > 0 {
		p.newClause("WINDOW")
		p.kw("WINDOW")
		p.clauseList(s.WindowClause, p.namedWindow)
	}
}

// clauseList writes the list behind a clause's keyword, its items below each other when they do not fit.
func (p *printer) clauseList(items []*pg.Node, item func(*pg.Node)) {
	p.sp()
	p.list(items, item)
}

func (p *printer) selectList(s *pg.SelectStmt) {
	p.head("SELECT")
	if len(s.DistinctClause) > 0 {
		p.sp()
		p.kw("DISTINCT")
		if s.DistinctClause[0].GetNode() != nil {
			p.sp()
			p.kw("ON")
			p.sp()
			p.args(s.DistinctClause)
		}
	}
	if len(s.TargetList) > 0 {
		p.clauseList(s.TargetList, p.target)
	}
}

func (p *printer) target(n *pg.Node) {
	t := n.GetResTarget()
	if t == nil {
		p.deparse(n)
		return
	}
	if t.Name == "" {
		p.expr(t.Val)
		return
	}
	p.open(0)
	p.expr(t.Val)
	p.line(2)
	p.kw("AS")
	p.sp()
	p.name(t.Name)
	p.close()
}

// condition writes WHERE, HAVING or ON with its AND terms below each other when they do not fit.
func (p *printer) condition(keyword string, n *pg.Node) {
	p.openList(0)
	if keyword != "ON" { // a join is one with its condition
		p.pieces[len(p.pieces)-1].role = termsOpen
	}
	p.head(keyword)
	p.sp()
	if b := n.GetBoolExpr(); b != nil && b.Boolop != pg.BoolExprType_NOT_EXPR {
		p.junction(b, 2, p.head)
	} else {
		p.expr(n)
	}
	p.close()
}

func (p *printer) tail(s *pg.SelectStmt) {
	if len(s.SortClause) > 0 {
		p.newClause("ORDER BY")
		p.head("ORDER BY")
		p.clauseList(s.SortClause, p.sortKey)
	}
	p.limit(s)
	for _, l := range s.LockingClause {
		p.newClause("FOR")
		p.locking(l.GetLockingClause())
	}
}

func (p *printer) limit(s *pg.SelectStmt) {
	if s.LimitOption == pg.LimitOption_LIMIT_OPTION_WITH_TIES {
		p.offset(s)
		p.newClause("LIMIT")
		p.kw("FETCH FIRST")
		p.sp()
		p.operand(s.LimitCount, precSign, true)
		p.sp()
		p.kw("ROWS WITH TIES")
		return
	}
	if s.LimitCount != nil {
		p.newClause("LIMIT")
		p.kw("LIMIT")
		p.sp()
		p.limitCount(s.LimitCount)
	}
	p.offset(s)
}

func (p *printer) limitCount(n *pg.Node) {
	if c := n.GetAConst(); c != nil && c.Isnull {
		p.kw("ALL")
		return
	}
	p.expr(n)
}

func (p *printer) offset(s *pg.SelectStmt) {
	if s.LimitOffset == nil {
		return
	}
	if s.LimitCount != nil && s.LimitOption != pg.LimitOption_LIMIT_OPTION_WITH_TIES {
		p.sp()
	} else {
		p.newClause("LIMIT")
	}
	p.kw("OFFSET")
	p.sp()
	p.expr(s.LimitOffset)
}

func (p *printer) locking(l *pg.LockingClause) {
	words := map[pg.LockClauseStrength]string{
		pg.LockClauseStrength_LCS_FORKEYSHARE:    "FOR KEY SHARE",
		pg.LockClauseStrength_LCS_FORSHARE:       "FOR SHARE",
		pg.LockClauseStrength_LCS_FORNOKEYUPDATE: "FOR NO KEY UPDATE",
		pg.LockClauseStrength_LCS_FORUPDATE:      "FOR UPDATE",
	}
	p.kw(words[l.GetStrength()])
	if len(l.GetLockedRels()) > 0 {
		p.sp()
		p.kw("OF")
		p.sp()
		p.list(l.GetLockedRels(), p.source)
	}
	switch l.GetWaitPolicy() {
	case pg.LockWaitPolicy_LockWaitSkip:
		p.sp()
		p.kw("SKIP LOCKED")
	case pg.LockWaitPolicy_LockWaitError:
		p.sp()
		p.kw("NOWAIT")
	}
}

func (p *printer) values(s *pg.SelectStmt) {
	p.mark("VALUES")
	p.kw("VALUES")
	p.clauseList(s.ValuesLists, func(n *pg.Node) { p.args(n.GetList().GetItems()) })
}

// setOperation writes the sides with the operator between, on a line of its own.
func (p *printer) setOperation(s *pg.SelectStmt) {
	p.side(s, s.Larg, true)
	words := map[pg.SetOperation]string{pg.SetOperation_SETOP_UNION: "UNION",
		pg.SetOperation_SETOP_INTERSECT: "INTERSECT", pg.SetOperation_SETOP_EXCEPT: "EXCEPT"}
	p.newClause(words[s.Op])
	p.kw(words[s.Op])
	if s.All {
		p.sp()
		p.kw("ALL")
	}
	p.newClause("SELECT")
	p.side(s, s.Rarg, false)
}

// side puts parentheses where the grammar would group otherwise: a side with its own WITH, order or limit, any set
// operation on the right, and on the left one that binds more loosely, except on SQLite, where all bind alike.
func (p *printer) side(whole, s *pg.SelectStmt, left bool) {
	looser := isSetOp(s) && (!left || p.d != SQLite && bindsTight(whole) && !bindsTight(s))
	if looser || sideHasTail(s) {
		p.subquery(s)
	} else {
		p.selectBody(s)
	}
}

func bindsTight(s *pg.SelectStmt) bool { return s.Op == pg.SetOperation_SETOP_INTERSECT }

func sideHasTail(s *pg.SelectStmt) bool {
	return s.WithClause != nil || len(s.SortClause) > 0 || s.LimitCount != nil || s.LimitOffset != nil || len(s.LockingClause) > 0
}

func (p *printer) with(w *pg.WithClause) {
	p.kw("WITH")
	if w.Recursive {
		p.sp()
		p.kw("RECURSIVE")
	}
	p.sp()
	for i, n := range w.Ctes {
		if i > 0 {
			p.comma()
			p.newClause("WITH")
		}
		from := len(p.pieces)
		p.cte(n.GetCommonTableExpr())
		if p.nested == 0 {
			p.ctes = append(p.ctes, stretch{from, len(p.pieces)})
		}
	}
}

func (p *printer) cte(c *pg.CommonTableExpr) {
	p.name(c.GetCtename())
	if len(c.GetAliascolnames()) > 0 {
		p.nameList(c.GetAliascolnames())
	}
	p.sp()
	p.kw("AS")
	p.sp()
	switch c.GetCtematerialized() {
	case pg.CTEMaterialize_CTEMaterializeAlways:
		p.kw("MATERIALIZED")
		p.sp()
	case pg.CTEMaterialize_CTEMaterializeNever:
		p.kw("NOT MATERIALIZED")
		p.sp()
	}
	if s := c.GetCtequery().GetSelectStmt(); s != nil {
		p.subquery(s)
	} else {
		p.fail(errNotSelect)
	}
	p.searchAndCycle(c)
}

func (p *printer) searchAndCycle(c *pg.CommonTableExpr) {
	if s := c.GetSearchClause(); s != nil {
		p.sp()
		if s.SearchBreadthFirst {
			p.kw("SEARCH BREADTH FIRST BY")
		} else {
			p.kw("SEARCH DEPTH FIRST BY")
		}
		p.sp()
		p.list(s.SearchColList, func(n *pg.Node) { p.name(n.GetString_().GetSval()) })
		p.sp()
		p.kw("SET")
		p.sp()
		p.name(s.SearchSeqColumn)
	}
	if c := c.GetCycleClause(); c != nil {
		p.cycle(c)
	}
}

func (p *printer) cycle(c *pg.CTECycleClause) {
	p.sp()
	p.kw("CYCLE")
	p.sp()
	p.list(c.CycleColList, func(n *pg.Node) { p.name(n.GetString_().GetSval()) })
	p.sp()
	p.kw("SET")
	p.sp()
	p.name(c.CycleMarkColumn)
	if !isBool(c.CycleMarkValue, true) || !isBool(c.CycleMarkDefault, false) {
		p.sp()
		p.kw("TO")
		p.sp()
		p.typedConstant(c.CycleMarkValue)
		p.sp()
		p.kw("DEFAULT")
		p.sp()
		p.typedConstant(c.CycleMarkDefault)
	}
	p.sp()
	p.kw("USING")
	p.sp()
	p.name(c.CyclePathColumn)
}

// typedConstant writes type 'value' where the grammar takes a constant and no cast.
func (p *printer) typedConstant(n *pg.Node) {
	c := n.GetTypeCast()
	name, ok := typeName(c.GetTypeName(), p.d)
	if !ok {
		p.expr(n)
		return
	}
	p.typeWords(name)
	p.sp()
	p.expr(c.Arg)
}

func isBool(n *pg.Node, want bool) bool {
	v, ok := n.GetAConst().GetVal().(*pg.A_Const_Boolval)
	return ok && v.Boolval.GetBoolval() == want
}

func (p *printer) sortKey(n *pg.Node) {
	s := n.GetSortBy()
	p.expr(s.GetNode())
	switch s.GetSortbyDir() {
	case pg.SortByDir_SORTBY_ASC:
		p.sp()
		p.kw("ASC")
	case pg.SortByDir_SORTBY_DESC:
		p.sp()
		p.kw("DESC")
	case pg.SortByDir_SORTBY_USING:
		p.sp()
		p.kw("USING")
		p.sp()
		p.op(stringsOf(s.UseOp)[len(s.UseOp)-1])
	}
	switch s.GetSortbyNulls() {
	case pg.SortByNulls_SORTBY_NULLS_FIRST:
		p.sp()
		p.kw("NULLS FIRST")
	case pg.SortByNulls_SORTBY_NULLS_LAST:
		p.sp()
		p.kw("NULLS LAST")
	}
}

func (p *printer) groupKey(n *pg.Node) {
	g := n.GetGroupingSet()
	if g == nil {
		p.expr(n)
		return
	}
	switch g.Kind {
	case pg.GroupingSetKind_GROUPING_SET_EMPTY:
		p.op("(")
		p.op(")")
		return
	case pg.GroupingSetKind_GROUPING_SET_ROLLUP:
		p.kw("ROLLUP")
	case pg.GroupingSetKind_GROUPING_SET_CUBE:
		p.kw("CUBE")
	case pg.GroupingSetKind_GROUPING_SET_SETS:
		p.kw("GROUPING SETS")
	}
	p.sp()
	p.op("(")
	p.list(g.Content, p.groupKey)
	p.op(")")
}
