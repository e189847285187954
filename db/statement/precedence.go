package statement

import (
	pg "github.com/pganalyze/pg_query_go/v6"
)

// precedence is how tightly an operator binds, in PostgreSQL's grammar and in SQLite's. They differ (in SQLite || binds
// tighter than *, LIKE as loosely as =), so parentheses go wherever either one needs them, and one text means the same
// in all dialects.
type precedence struct {
	postgres, sqlite int
	chains           bool // a op b op c needs no parentheses around a op b
}

var (
	precNone     = precedence{100, 100, true}
	precOr       = precedence{1, 1, true}
	precAnd      = precedence{2, 2, true}
	precNot      = precedence{3, 3, true}
	precIs       = precedence{4, 5, false}
	precEqual    = precedence{5, 5, false}
	precCompare  = precedence{5, 6, false}
	precIn       = precedence{6, 5, false}
	precBits     = precedence{7, 7, true}
	precOperator = precedence{7, 7, false}
	precConcat   = precedence{7, 10, true}
	precAdd      = precedence{8, 8, true}
	precMultiply = precedence{9, 9, true}
	precPower    = precedence{10, 9, true}
	precAtZone   = precedence{11, 11, true}
	precCollate  = precedence{12, 11, true}
	precSign     = precedence{13, 12, true}
	precCast     = precedence{15, 15, true}
)

// binds says whether an operand of precedence p may stand without parentheses below an operator of precedence by.
func (p precedence) binds(by precedence, left bool) bool {
	if p.postgres == by.postgres && p.sqlite == by.sqlite {
		return left && p.chains && by.chains
	}
	return p.postgres > by.postgres && p.sqlite > by.sqlite
}

var operatorPrecedence = map[string]precedence{
	"=": precEqual, "<>": precEqual, "<": precCompare, ">": precCompare, "<=": precCompare, ">=": precCompare,
	"+": precAdd, "-": precAdd, "*": precMultiply, "/": precMultiply, "%": precMultiply, "^": precPower,
	"||": precConcat, "->": precConcat, "->>": precConcat, "&": precBits, "|": precBits, "<<": precBits, ">>": precBits,
	globOperator: precIn, regexpOperator: precIn, matchOperator: precIn,
}

// precedenceOf is the binding of the operator at the top of n; precNone for what needs no parentheses anywhere.
func precedenceOf(n *pg.Node) precedence {
	switch t := n.GetNode().(type) {
	case *pg.Node_BoolExpr:
		return [...]precedence{precNone, precAnd, precOr, precNot}[t.BoolExpr.Boolop]
	case *pg.Node_AExpr:
		return precedenceOfOperation(t.AExpr)
	case *pg.Node_NullTest, *pg.Node_BooleanTest:
		return precIs
	case *pg.Node_SubLink:
		if t.SubLink.Testexpr != nil {
			return precIn
		}
	case *pg.Node_CollateClause:
		return precCollate
	case *pg.Node_TypeCast:
		return precCast
	case *pg.Node_FuncCall:
		if name, _, ok := systemCall(n); ok && name == "timezone" && t.FuncCall.Funcformat == pg.CoercionForm_COERCE_SQL_SYNTAX {
			return precAtZone
		}
	case *pg.Node_AConst:
		if negative(t.AConst) {
			return precSign
		}
	}
	return precNone
}

func precedenceOfOperation(e *pg.A_Expr) precedence {
	switch e.Kind {
	case pg.A_Expr_Kind_AEXPR_NULLIF:
		return precNone
	case pg.A_Expr_Kind_AEXPR_DISTINCT, pg.A_Expr_Kind_AEXPR_NOT_DISTINCT:
		return precIs
	case pg.A_Expr_Kind_AEXPR_OP:
		return precedenceOfOperator(e)
	case pg.A_Expr_Kind_AEXPR_OP_ANY, pg.A_Expr_Kind_AEXPR_OP_ALL:
		return precOperator
	default:
		return precIn
	}
}

func precedenceOfOperator(e *pg.A_Expr) precedence {
	if e.Lexpr == nil {
		if op := operator(e); op == "-" || op == "+" {
			return precSign
		}
		return precOperator
	}
	if p, ok := operatorPrecedence[operator(e)]; ok {
		return p
	}
	return precOperator
}

func negative(c *pg.A_Const) bool {
	switch v := c.Val.(type) {
	case *pg.A_Const_Ival:
		return v.Ival.GetIval() < 0
	case *pg.A_Const_Fval:
		return len(v.Fval.GetFval()) > 0 && v.Fval.GetFval()[0] == '-'
	}
	return false
}

// operand writes an operand of an operator that binds as by, in parentheses where it needs them.
func (p *printer) operand(n *pg.Node, by precedence, left bool) {
	if p.bare(n, by, left) {
		p.expr(n)
		return
	}
	p.op("(")
	p.open(alignIndent)
	p.expr(n)
	p.close()
	p.op(")")
}

// bare says that an operand stands without parentheses. AND inside OR could, but is easier to read with them.
func (p *printer) bare(n *pg.Node, by precedence, left bool) bool {
	own := precedenceOf(n)
	if own == precNot && by == precNot {
		return true
	}
	return own.binds(by, left) && !(own == precAnd && by == precOr)
}
