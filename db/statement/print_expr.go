package statement

import (
	"strconv"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v6"
)

// expr writes one expression.
func (p *printer) expr(n *pg.Node) {
	if p.plain && p.dateWords(n) {
		return
	}
	switch t := n.GetNode().(type) {
	case nil:
	case *pg.Node_ColumnRef:
		p.column(t.ColumnRef.Fields)
	case *pg.Node_AConst:
		p.constant(t.AConst)
	case *pg.Node_AExpr:
		p.operation(n, t.AExpr)
	case *pg.Node_BoolExpr:
		p.boolean(t.BoolExpr)
	case *pg.Node_FuncCall:
		p.call(n, t.FuncCall)
	case *pg.Node_SubLink:
		p.subLink(t.SubLink, false)
	case *pg.Node_TypeCast:
		p.cast(n, t.TypeCast)
	case *pg.Node_NullTest:
		p.nullTest(n, t.NullTest)
	case *pg.Node_BooleanTest:
		p.booleanTest(n, t.BooleanTest)
	case *pg.Node_CaseExpr:
		p.caseExpr(t.CaseExpr)
	default:
		p.rarerExpr(n)
	}
}

func (p *printer) column(fields []*pg.Node) {
	if last := len(fields) - 1; p.alone && p.nested == 0 && fields[last].GetAStar() == nil {
		fields = fields[last:]
	}
	p.names(fields)
}

func (p *printer) rarerExpr(n *pg.Node) {
	switch t := n.GetNode().(type) {
	case *pg.Node_CoalesceExpr:
		p.kw("COALESCE")
		p.args(t.CoalesceExpr.Args)
	case *pg.Node_MinMaxExpr:
		p.kw(minMaxName(t.MinMaxExpr))
		p.args(t.MinMaxExpr.Args)
	case *pg.Node_ResTarget:
		p.target(n)
	case *pg.Node_SortBy:
		p.sortKey(n)
	case *pg.Node_GroupingSet:
		p.groupKey(n)
	case *pg.Node_ParamRef:
		if t.ParamRef.Number < 0 { // it was larger than the grammar can count
			p.fail(errUnknownNode)
		}
		p.text(Name, "$"+strconv.Itoa(int(t.ParamRef.Number)))
	case *pg.Node_RowExpr:
		if t.RowExpr.RowFormat == pg.CoercionForm_COERCE_EXPLICIT_CALL {
			p.kw("ROW")
		}
		p.args(t.RowExpr.Args)
	case *pg.Node_AArrayExpr:
		p.kw("ARRAY")
		p.op("[")
		p.list(t.AArrayExpr.Elements, p.expr)
		p.op("]")
	case *pg.Node_GroupingFunc:
		p.kw("GROUPING")
		p.args(t.GroupingFunc.Args)
	case *pg.Node_CollateClause:
		p.collate(n, t.CollateClause)
	case *pg.Node_NamedArgExpr:
		p.name(t.NamedArgExpr.Name)
		p.sp()
		p.op("=>")
		p.sp()
		p.expr(t.NamedArgExpr.Arg)
	case *pg.Node_AIndirection:
		p.indirection(t.AIndirection)
	default:
		p.deparse(n)
	}
}

func minMaxName(m *pg.MinMaxExpr) string {
	if m.Op == pg.MinMaxOp_IS_LEAST {
		return "LEAST"
	}
	return "GREATEST"
}

func (p *printer) constant(c *pg.A_Const) {
	switch v := c.Val.(type) {
	case *pg.A_Const_Ival:
		p.text(Number, strconv.Itoa(int(v.Ival.GetIval())))
	case *pg.A_Const_Fval:
		p.text(Number, v.Fval.GetFval())
	case *pg.A_Const_Boolval:
		if v.Boolval.GetBoolval() {
			p.kw("TRUE")
		} else {
			p.kw("FALSE")
		}
	case *pg.A_Const_Sval:
		p.text(String, quoteString(v.Sval.GetSval(), p.d))
	case *pg.A_Const_Bsval:
		bits := v.Bsval.GetBsval()
		p.text(String, bits[:1]+"'"+bits[1:]+"'")
	default:
		p.kw("NULL")
	}
}

// boolean writes AND, OR and NOT; terms go below each other when the group around is broken.
func (p *printer) boolean(b *pg.BoolExpr) {
	if b.Boolop == pg.BoolExprType_NOT_EXPR {
		p.not(b.Args[0])
		return
	}
	p.junction(b, 0, p.kw)
}

// junction writes the terms of AND or OR, the later ones indented when they get lines of their own; and writes AND.
func (p *printer) junction(b *pg.BoolExpr, indent int32, and func(string)) {
	word, prec, write := "AND", precAnd, and
	if b.Boolop == pg.BoolExprType_OR_EXPR {
		word, prec, write = "OR", precOr, p.kw
	}
	for i, a := range b.Args {
		if i > 0 {
			p.line(indent)
			write(word)
			p.sp()
		}
		p.operand(a, prec, true)
	}
}

// not writes NOT x; x NOT IN (SELECT …) is how the grammar's NOT (x IN …) is said.
func (p *printer) not(arg *pg.Node) {
	if s := arg.GetSubLink(); s != nil && s.SubLinkType == pg.SubLinkType_ANY_SUBLINK && len(s.OperName) == 0 {
		p.subLink(s, true)
		return
	}
	p.kw("NOT")
	p.sp()
	p.operand(arg, precNot, false)
}

// operation writes an operator with its operands.
func (p *printer) operation(n *pg.Node, e *pg.A_Expr) {
	prec := precedenceOf(n)
	switch e.Kind {
	case pg.A_Expr_Kind_AEXPR_OP:
		p.plainOperation(e, prec)
	case pg.A_Expr_Kind_AEXPR_OP_ANY, pg.A_Expr_Kind_AEXPR_OP_ALL:
		p.operand(e.Lexpr, prec, true)
		p.sp()
		p.operatorName(e.Name)
		p.sp()
		if e.Kind == pg.A_Expr_Kind_AEXPR_OP_ANY {
			p.kw("ANY")
		} else {
			p.kw("ALL")
		}
		p.sp()
		p.args([]*pg.Node{e.Rexpr})
	case pg.A_Expr_Kind_AEXPR_DISTINCT:
		p.infix(e, prec, "IS DISTINCT FROM")
	case pg.A_Expr_Kind_AEXPR_NOT_DISTINCT:
		p.infix(e, prec, "IS NOT DISTINCT FROM")
	case pg.A_Expr_Kind_AEXPR_NULLIF:
		p.kw("NULLIF")
		p.args([]*pg.Node{e.Lexpr, e.Rexpr})
	case pg.A_Expr_Kind_AEXPR_IN:
		p.in(e, prec)
	case pg.A_Expr_Kind_AEXPR_LIKE, pg.A_Expr_Kind_AEXPR_ILIKE, pg.A_Expr_Kind_AEXPR_SIMILAR:
		p.match(e, prec)
	default:
		p.between(e, prec)
	}
}

func (p *printer) infix(e *pg.A_Expr, prec precedence, words string) {
	p.operand(e.Lexpr, prec, true)
	p.sp()
	p.kw(words)
	p.sp()
	p.operand(e.Rexpr, prec, false)
}

func (p *printer) plainOperation(e *pg.A_Expr, prec precedence) {
	if e.Lexpr == nil {
		p.operatorName(e.Name)
		if !simpleOperand(e.Rexpr) && !p.ordinal(e) {
			p.args([]*pg.Node{e.Rexpr})
			return
		}
		p.expr(e.Rexpr)
		return
	}
	if !prec.chains {
		p.operand(e.Lexpr, prec, true)
		p.sp()
		p.operatorName(e.Name)
		p.sp()
		p.operand(e.Rexpr, prec, false)
		return
	}
	p.open(2)
	p.chain(e, prec)
	p.close()
}

// ordinal says that an operation is DuckDB's way to speak of a column by its place: #1.
func (p *printer) ordinal(e *pg.A_Expr) bool {
	return p.d == DuckDB && lastName(e.Name) == "#" && e.Rexpr.GetAConst().GetIval() != nil
}

// chain writes arithmetic: where it does not fit, each operator of one strength begins a line.
func (p *printer) chain(e *pg.A_Expr, prec precedence) {
	if left := e.Lexpr.GetAExpr(); left.GetKind() == pg.A_Expr_Kind_AEXPR_OP && left.GetLexpr() != nil && precedenceOf(e.Lexpr) == prec {
		p.chain(left, prec)
	} else {
		p.operand(e.Lexpr, prec, true)
	}
	p.line(0)
	p.operatorName(e.Name)
	p.sp()
	p.operand(e.Rexpr, prec, false)
}

// simpleOperand says that a prefix operator may stand directly before n: no second sign, no operator.
func simpleOperand(n *pg.Node) bool {
	switch n.GetNode().(type) {
	case *pg.Node_ColumnRef, *pg.Node_FuncCall, *pg.Node_CoalesceExpr:
		return precedenceOf(n) == precNone
	}
	return false
}

func (p *printer) operatorName(name []*pg.Node) {
	if len(name) == 1 {
		op := name[0].GetString_().GetSval()
		if word := wordOperator(op, p.d); word != "" {
			p.kw(word)
			return
		}
		p.op(op)
		return
	}
	p.kw("OPERATOR")
	p.op("(")
	for _, part := range name[:len(name)-1] {
		p.name(part.GetString_().GetSval())
		p.op(".")
	}
	p.op(name[len(name)-1].GetString_().GetSval())
	p.op(")")
}

// in writes x IN (…) of a list.
func (p *printer) in(e *pg.A_Expr, prec precedence) {
	p.operand(e.Lexpr, prec, true)
	p.sp()
	if operator(e) == "<>" {
		p.kw("NOT IN")
	} else {
		p.kw("IN")
	}
	p.sp()
	p.args(e.Rexpr.GetList().GetItems())
}

// match writes LIKE, ILIKE and SIMILAR TO, with ESCAPE where the pattern has one.
func (p *printer) match(e *pg.A_Expr, prec precedence) {
	word := map[pg.A_Expr_Kind]string{pg.A_Expr_Kind_AEXPR_LIKE: "LIKE", pg.A_Expr_Kind_AEXPR_ILIKE: "ILIKE",
		pg.A_Expr_Kind_AEXPR_SIMILAR: "SIMILAR TO"}[e.Kind]
	if strings.HasPrefix(operator(e), "!") {
		word = "NOT " + word
	}
	p.operand(e.Lexpr, prec, true)
	p.sp()
	p.kw(word)
	p.sp()
	pattern, escape := patternOf(e.Rexpr)
	p.operand(pattern, prec, false)
	if escape != nil {
		p.sp()
		p.kw("ESCAPE")
		p.sp()
		p.operand(escape, prec, false)
	}
}

// patternOf splits the grammar's like_escape(pattern, escape).
func patternOf(n *pg.Node) (pattern, escape *pg.Node) {
	name, args, ok := systemCall(n)
	if !ok || name != "like_escape" && name != "similar_to_escape" {
		return n, nil
	}
	if len(args) == 2 {
		return args[0], args[1]
	}
	return args[0], nil
}

func (p *printer) between(e *pg.A_Expr, prec precedence) {
	word := map[pg.A_Expr_Kind]string{
		pg.A_Expr_Kind_AEXPR_BETWEEN: "BETWEEN", pg.A_Expr_Kind_AEXPR_NOT_BETWEEN: "NOT BETWEEN",
		pg.A_Expr_Kind_AEXPR_BETWEEN_SYM:     "BETWEEN SYMMETRIC",
		pg.A_Expr_Kind_AEXPR_NOT_BETWEEN_SYM: "NOT BETWEEN SYMMETRIC"}[e.Kind]
	bounds := e.Rexpr.GetList().GetItems()
	if word == "" || len(bounds) != 2 {
		p.fail(errUnknownNode)
		return
	}
	p.operand(e.Lexpr, prec, true)
	p.sp()
	p.kw(word)
	p.sp()
	p.operand(bounds[0], precOperator, false)
	p.sp()
	p.kw("AND")
	p.sp()
	p.operand(bounds[1], precOperator, false)
}

func (p *printer) subLink(s *pg.SubLink, negated bool) {
	sub := s.Subselect.GetSelectStmt()
	switch s.SubLinkType {
	case pg.SubLinkType_EXISTS_SUBLINK:
		p.kw("EXISTS")
		p.sp()
	case pg.SubLinkType_ARRAY_SUBLINK:
		p.kw("ARRAY")
	case pg.SubLinkType_ANY_SUBLINK, pg.SubLinkType_ALL_SUBLINK:
		p.operand(s.Testexpr, precIn, true)
		p.sp()
		p.quantifier(s, negated)
		p.sp()
	}
	p.subquery(sub)
}

func (p *printer) quantifier(s *pg.SubLink, negated bool) {
	switch {
	case len(s.OperName) > 0:
		p.operatorName(s.OperName)
		p.sp()
		if s.SubLinkType == pg.SubLinkType_ALL_SUBLINK {
			p.kw("ALL")
		} else {
			p.kw("ANY")
		}
	case negated:
		p.kw("NOT IN")
	default:
		p.kw("IN")
	}
}

func (p *printer) nullTest(n *pg.Node, t *pg.NullTest) {
	p.operand(t.Arg, precedenceOf(n), true)
	p.sp()
	if t.Nulltesttype == pg.NullTestType_IS_NULL {
		p.kw("IS NULL")
	} else {
		p.kw("IS NOT NULL")
	}
}

func (p *printer) booleanTest(n *pg.Node, t *pg.BooleanTest) {
	p.operand(t.Arg, precedenceOf(n), true)
	p.sp()
	words := [...]string{"", "IS TRUE", "IS NOT TRUE", "IS FALSE", "IS NOT FALSE", "IS UNKNOWN", "IS NOT UNKNOWN"}
	p.kw(words[t.Booltesttype])
}

func (p *printer) caseExpr(c *pg.CaseExpr) {
	p.open(2)
	p.kw("CASE")
	if c.Arg != nil {
		p.sp()
		p.expr(c.Arg)
	}
	for _, n := range c.Args {
		p.line(0)
		w := n.GetCaseWhen()
		p.kw("WHEN")
		p.sp()
		p.expr(w.GetExpr())
		p.sp()
		p.kw("THEN")
		p.sp()
		p.expr(w.GetResult())
	}
	if c.Defresult != nil {
		p.line(0)
		p.kw("ELSE")
		p.sp()
		p.expr(c.Defresult)
	}
	p.line(-2)
	p.kw("END")
	p.close()
}

func (p *printer) collate(n *pg.Node, c *pg.CollateClause) {
	p.operand(c.Arg, precedenceOf(n), true)
	p.sp()
	p.kw("COLLATE")
	p.sp()
	p.names(c.Collname)
}

// indirection writes (x).field and x[i].
func (p *printer) indirection(i *pg.A_Indirection) {
	switch i.Arg.GetNode().(type) {
	case *pg.Node_ColumnRef:
		if i.Indirection[0].GetAIndices() == nil {
			p.args([]*pg.Node{i.Arg})
		} else {
			p.expr(i.Arg)
		}
	case *pg.Node_ParamRef:
		p.expr(i.Arg)
	default:
		p.args([]*pg.Node{i.Arg})
	}
	for _, step := range i.Indirection {
		p.indirectionStep(step)
	}
}

func (p *printer) indirectionStep(step *pg.Node) {
	x := step.GetAIndices()
	if x == nil {
		p.op(".")
		p.names([]*pg.Node{step})
		return
	}
	p.op("[")
	p.expr(x.Lidx)
	if x.IsSlice {
		p.op(":")
	}
	p.expr(x.Uidx)
	p.op("]")
}
