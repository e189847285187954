package statement

import (
	"strings"

	pg "github.com/pganalyze/pg_query_go/v6"
)

// lowerSelect brings a tree into its dialect's own form, the form in which that dialect's text is parsed: nested AND and
// OR flattened, types and operators that the dialect lacks replaced. It changes nothing in a tree that has the form.
func lowerSelect(s *pg.SelectStmt, d Dialect) *pg.SelectStmt {
	r := rewriter{after: func(n *pg.Node) *pg.Node { return lowerNode(n, d) }}
	if d == SQLite {
		r.afterSelect = lowerSQLiteSelect
	}
	return r.selectStmt(s)
}

func lowerSQLiteSelect(s *pg.SelectStmt) *pg.SelectStmt { return lowerLimit(lowerSetOperation(s)) }

// lowerLimit writes no limit as -1 where SQLite needs one: for LIMIT ALL, and before an OFFSET.
func lowerLimit(s *pg.SelectStmt) *pg.SelectStmt {
	all := s.LimitCount.GetAConst().GetIsnull()
	if !all && (s.LimitCount != nil || s.LimitOffset == nil) {
		return s
	}
	out := shallow(s)
	out.LimitCount, out.LimitOption = numberNode("-1"), pg.LimitOption_LIMIT_OPTION_COUNT
	return out
}

// lowerSetOperation makes a side that needs parentheses SELECT * FROM (side), since SQLite takes no parentheses there. A
// set operation on the left needs none: all operators chain from the left.
func lowerSetOperation(s *pg.SelectStmt) *pg.SelectStmt {
	if !isSetOp(s) || !sideHasTail(s.Larg) && !sideHasTail(s.Rarg) && !isSetOp(s.Rarg) {
		return s
	}
	out := shallow(s)
	if sideHasTail(s.Larg) {
		out.Larg = wrapSide(s.Larg)
	}
	if sideHasTail(s.Rarg) || isSetOp(s.Rarg) {
		out.Rarg = wrapSide(s.Rarg)
	}
	return out
}

func wrapSide(s *pg.SelectStmt) *pg.SelectStmt {
	q := NewQuery()
	q.Items = []Item{{Expr: Star("")}}
	q.From = []Source{{Query: decompose(s)}}
	return q.tree()
}

// chainFromLeft gives a parsed set operation SQLite's meaning: all operators bind alike, from the left, while in
// PostgreSQL's grammar INTERSECT binds tighter. SQLite's text has no parentheses around sides, so the order of the sides
// is all there is.
func chainFromLeft(s *pg.SelectStmt) *pg.SelectStmt {
	if !isSetOp(s) || !isSetOp(s.Rarg) || sideHasTail(s.Rarg) {
		return s
	}
	r := s.Rarg
	left := setOperationOf(s, s.Larg, r.Larg)
	out := shallow(s)
	out.Larg, out.Rarg, out.Op, out.All = chainFromLeft(left), r.Rarg, r.Op, r.All
	return out
}

func setOperationOf(like, left, right *pg.SelectStmt) *pg.SelectStmt {
	s := emptySelect()
	s.Op, s.All, s.Larg, s.Rarg = like.Op, like.All, left, right
	return s
}

func lowerNode(n *pg.Node, d Dialect) *pg.Node {
	switch t := n.GetNode().(type) {
	case *pg.Node_BoolExpr:
		return flattenBool(n, t.BoolExpr)
	case *pg.Node_AExpr:
		return lowerOperation(n, t.AExpr, d)
	case *pg.Node_TypeCast:
		return lowerCast(n, t.TypeCast, d)
	}
	return n
}

// flattenBool makes (a AND b) AND c one AND of three.
func flattenBool(n *pg.Node, b *pg.BoolExpr) *pg.Node {
	if b.Boolop == pg.BoolExprType_NOT_EXPR {
		return n
	}
	nested := false
	for _, a := range b.Args {
		nested = nested || a.GetBoolExpr() != nil && a.GetBoolExpr().Boolop == b.Boolop
	}
	if !nested {
		return n
	}
	var args []*pg.Node
	for _, a := range b.Args {
		if in := a.GetBoolExpr(); in != nil && in.Boolop == b.Boolop {
			args = append(args, in.Args...)
		} else {
			args = append(args, a)
		}
	}
	return boolExprNode(b.Boolop, args...)
}

func lowerOperation(n *pg.Node, e *pg.A_Expr, d Dialect) *pg.Node {
	switch {
	case d == PostgreSQL:
		return n
	case e.Kind == pg.A_Expr_Kind_AEXPR_OP && operator(e) == "==" && e.Lexpr != nil:
		return exprNode(e.Kind, "=", e.Lexpr, e.Rexpr)
	case e.Kind == pg.A_Expr_Kind_AEXPR_ILIKE && d == SQLite:
		op := "~~"
		if operator(e) == "!~~*" {
			op = "!~~"
		}
		return exprNode(pg.A_Expr_Kind_AEXPR_LIKE, op, e.Lexpr, e.Rexpr)
	}
	return n
}

// lowerCast gives types that have several names the one that is written: on SQLite each affinity.
func lowerCast(n *pg.Node, c *pg.TypeCast, d Dialect) *pg.Node {
	names := stringsOf(c.GetTypeName().GetNames())
	if d == SQLite && len(names) == 1 && bareInSQLite[strings.ToLower(names[0])] {
		names = stringsOf(makeTypeName(names[0]).Names) // "char", which SQLite reads as char
	}
	if len(names) != 2 || names[0] != "pg_catalog" {
		return n
	}
	if d != SQLite {
		return lowerChar(n, c, names[1])
	}
	switch sqliteType(names[1]) {
	case "INTEGER":
		return castNode(c.Arg, integerType())
	case "REAL":
		return castNode(c.Arg, &pg.TypeName{Names: stringNodes("pg_catalog", "float4"), Typemod: -1, Location: -1})
	case "TEXT":
		return castNode(c.Arg, &pg.TypeName{Names: stringNodes("text"), Typemod: -1, Location: -1})
	}
	return n
}

// lowerChar gives n'x' the name that its type is written by: bpchar, since char alone means char(1).
func lowerChar(n *pg.Node, c *pg.TypeCast, name string) *pg.Node {
	if name != "bpchar" || len(c.TypeName.Typmods) > 0 || len(c.TypeName.ArrayBounds) > 0 {
		return n
	}
	return castNode(c.Arg, &pg.TypeName{Names: stringNodes("bpchar"), Typemod: -1, Location: -1})
}

func integerType() *pg.TypeName {
	return &pg.TypeName{Names: stringNodes("pg_catalog", "int4"), Typemod: -1, Location: -1}
}
