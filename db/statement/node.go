package statement

import (
	"strconv"

	pg "github.com/pganalyze/pg_query_go/v6"
)

// Small makers and readers of parser nodes.

func stringNode(s string) *pg.Node { return pg.MakeStrNode(s) }

func stringNodes(names ...string) []*pg.Node {
	out := make([]*pg.Node, len(names))
	for i, n := range names {
		out[i] = stringNode(n)
	}
	return out
}

// stringsOf reads a list of names; a star or anything else reads as "".
func stringsOf(nodes []*pg.Node) []string {
	out := make([]string, len(nodes))
	for i, n := range nodes {
		out[i] = n.GetString_().GetSval()
	}
	return out
}

func textNode(s string) *pg.Node { return pg.MakeAConstStrNode(s, -1) }

func nullNode() *pg.Node { return constNode(&pg.A_Const{Isnull: true, Location: -1}) }

func boolNode(b bool) *pg.Node {
	return constNode(&pg.A_Const{Val: &pg.A_Const_Boolval{Boolval: &pg.Boolean{Boolval: b}}, Location: -1})
}

// numberNode holds an integer of 32 bits as such and everything else as its digits, as the grammar does.
func numberNode(digits string) *pg.Node {
	if n, err := strconv.ParseInt(digits, 10, 32); err == nil {
		return constNode(&pg.A_Const{Val: &pg.A_Const_Ival{Ival: &pg.Integer{Ival: int32(n)}}, Location: -1})
	}
	return constNode(&pg.A_Const{Val: &pg.A_Const_Fval{Fval: &pg.Float{Fval: digits}}, Location: -1})
}

func constNode(c *pg.A_Const) *pg.Node { return &pg.Node{Node: &pg.Node_AConst{AConst: c}} }

func selectNode(s *pg.SelectStmt) *pg.Node { return &pg.Node{Node: &pg.Node_SelectStmt{SelectStmt: s}} }

func cteNode(c *pg.CommonTableExpr) *pg.Node {
	return &pg.Node{Node: &pg.Node_CommonTableExpr{CommonTableExpr: c}}
}

func listNode(items []*pg.Node) *pg.Node {
	return &pg.Node{Node: &pg.Node_List{List: &pg.List{Items: items}}}
}

func callNode(f *pg.FuncCall) *pg.Node { return &pg.Node{Node: &pg.Node_FuncCall{FuncCall: f}} }

func exprNode(kind pg.A_Expr_Kind, op string, l, r *pg.Node) *pg.Node {
	return pg.MakeAExprNode(kind, stringNodes(op), l, r, -1)
}

func castNode(arg *pg.Node, t *pg.TypeName) *pg.Node {
	return &pg.Node{Node: &pg.Node_TypeCast{TypeCast: &pg.TypeCast{Arg: arg, TypeName: t, Location: -1}}}
}

func boolExprNode(op pg.BoolExprType, args ...*pg.Node) *pg.Node {
	return pg.MakeBoolExprNode(op, args, -1)
}

func subLinkNode(kind pg.SubLinkType, test *pg.Node, sub *pg.SelectStmt) *pg.Node {
	return &pg.Node{Node: &pg.Node_SubLink{SubLink: &pg.SubLink{
		SubLinkType: kind, Testexpr: test, Subselect: selectNode(sub), Location: -1}}}
}

// operator is the bare name of an operator node, "" when it is written with its schema.
func operator(e *pg.A_Expr) string {
	if len(e.Name) != 1 {
		return ""
	}
	return e.Name[0].GetString_().GetSval()
}

// systemCall reads a call that the grammar makes of its own syntax: pg_catalog.NAME(…).
func systemCall(n *pg.Node) (name string, args []*pg.Node, ok bool) {
	f := n.GetFuncCall()
	if f == nil || len(f.Funcname) != 2 || f.Funcname[0].GetString_().GetSval() != "pg_catalog" {
		return "", nil, false
	}
	return f.Funcname[1].GetString_().GetSval(), f.Args, true
}

// extract is EXTRACT(part FROM x) as the grammar makes it.
func extract(part string, x Expr) Expr {
	f := newCall(stringNodes("pg_catalog", "extract"), []*pg.Node{textNode(part), x.node})
	f.Funcformat = pg.CoercionForm_COERCE_SQL_SYNTAX
	return Expr{callNode(f)}
}
