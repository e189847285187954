package statement

import (
	"slices"

	pg "github.com/pganalyze/pg_query_go/v6"
)

// from writes the FROM clause: sources behind the keyword, each JOIN on a line of its own.
func (p *printer) from(items []*pg.Node) {
	p.kw("FROM")
	if len(items) > 1 && !slices.ContainsFunc(items, func(n *pg.Node) bool { return n.GetJoinExpr() != nil }) {
		p.clauseList(items, p.source)
		return
	}
	p.sp()
	for i, n := range items {
		if i > 0 {
			p.comma()
			p.line(5)
		}
		p.source(n)
	}
}

func (p *printer) source(n *pg.Node) {
	switch t := n.GetNode().(type) {
	case *pg.Node_RangeVar:
		p.rangeVar(t.RangeVar)
	case *pg.Node_JoinExpr:
		p.join(t.JoinExpr)
	case *pg.Node_RangeSubselect:
		p.derived(t.RangeSubselect)
	case *pg.Node_RangeFunction:
		p.rangeFunction(n, t.RangeFunction)
	default:
		p.deparseSource(n)
	}
}

func (p *printer) deparseSource(n *pg.Node) {
	text, err := deparseSource(n)
	if err != nil {
		p.fail(err)
		return
	}
	p.rescan(text)
}

func (p *printer) rangeVar(r *pg.RangeVar) {
	if !r.Inh {
		p.kw("ONLY")
		p.sp()
	}
	for _, part := range []string{r.Catalogname, r.Schemaname} {
		if part != "" {
			p.name(part)
			p.op(".")
		}
	}
	p.name(r.Relname)
	p.alias(r.Alias)
}

func (p *printer) alias(a *pg.Alias) {
	if a == nil {
		return
	}
	p.sp()
	p.kw("AS")
	p.sp()
	p.name(a.Aliasname)
	if len(a.Colnames) > 0 {
		p.nameList(a.Colnames)
	}
}

func (p *printer) derived(r *pg.RangeSubselect) {
	if r.Lateral {
		p.kw("LATERAL")
		p.sp()
	}
	p.subquery(r.Subquery.GetSelectStmt())
	p.alias(r.Alias)
}

// rangeFunction writes the common form f(…) AS t(a, b); ROWS FROM and column definitions go to the deparser.
func (p *printer) rangeFunction(n *pg.Node, r *pg.RangeFunction) {
	if r.IsRowsfrom || len(r.Coldeflist) > 0 || len(r.Functions) != 1 {
		p.deparseSource(n)
		return
	}
	if r.Lateral {
		p.kw("LATERAL")
		p.sp()
	}
	p.expr(r.Functions[0].GetList().GetItems()[0])
	if r.Ordinality {
		p.sp()
		p.kw("WITH ORDINALITY")
	}
	p.alias(r.Alias)
}

// join writes left, then the join on a line of its own.
func (p *printer) join(j *pg.JoinExpr) {
	if j.Alias != nil {
		p.op("(")
		bare := shallow(j)
		bare.Alias = nil
		p.join(bare)
		p.op(")")
		p.alias(j.Alias)
		return
	}
	p.source(j.Larg)
	p.newClause("JOIN")
	p.open(0)
	p.joinWords(j)
	p.sp()
	p.joined(j.Rarg)
	p.joinCondition(j)
	p.close()
}

func (p *printer) joinWords(j *pg.JoinExpr) {
	if j.IsNatural {
		p.kw("NATURAL")
		p.sp()
	}
	switch {
	case j.Jointype == pg.JoinType_JOIN_LEFT:
		p.kw("LEFT JOIN")
	case j.Jointype == pg.JoinType_JOIN_RIGHT:
		p.kw("RIGHT JOIN")
	case j.Jointype == pg.JoinType_JOIN_FULL:
		p.kw("FULL JOIN")
	case j.Quals == nil && len(j.UsingClause) == 0 && !j.IsNatural:
		p.kw("CROSS JOIN")
	default:
		p.kw("JOIN")
	}
}

// joined is the right side; a join there needs parentheses.
func (p *printer) joined(n *pg.Node) {
	if j := n.GetJoinExpr(); j == nil || j.Alias != nil {
		p.source(n)
		return
	}
	p.op("(")
	p.nested++
	p.source(n)
	p.nested--
	p.op(")")
}

func (p *printer) joinCondition(j *pg.JoinExpr) {
	if len(j.UsingClause) > 0 {
		p.sp()
		p.kw("USING")
		p.sp()
		p.nameList(j.UsingClause)
		p.alias(j.JoinUsingAlias)
	}
	if j.Quals != nil {
		p.line(2)
		p.condition("ON", j.Quals)
	}
}
