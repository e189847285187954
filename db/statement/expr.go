package statement

import (
	"math"
	"strconv"
	"strings"
	"time"

	pg "github.com/pganalyze/pg_query_go/v6"
)

// Expr is one expression of a query; the zero Expr is none. It is immutable: every function here makes a new one, and an
// Expr taken from a Query may be put into another. It belongs to no dialect until Query.Build.
type Expr struct{ node *pg.Node }

// IsZero says that there is no expression.
func (e Expr) IsZero() bool { return e.node == nil }

// SQL is the expression on one line, for messages: in PostgreSQL's spelling.
func (e Expr) SQL() string { return e.In(PostgreSQL) }

// In is the expression as a dialect writes it.
func (e Expr) In(d Dialect) string { return printExpr(e.node, d) }

// Equal says that two expressions are the same but for the case of names.
func (e Expr) Equal(o Expr) bool { return key(e.node, true) == key(o.node, true) }

// Column is a column reference; qualifier may be empty.
func Column(qualifier, name string) Expr {
	return Expr{pg.MakeColumnRefNode(qualified(qualifier, stringNode(name)), -1)}
}

// Star is * or qualifier.*.
func Star(qualifier string) Expr {
	return Expr{pg.MakeColumnRefNode(qualified(qualifier, pg.MakeAStarNode()), -1)}
}

func qualified(qualifier string, last *pg.Node) []*pg.Node {
	if qualifier == "" {
		return []*pg.Node{last}
	}
	return []*pg.Node{stringNode(qualifier), last}
}

// Literal is a value written into the SQL: nil, bool, int, int64, float64, string or time.Time. A time at midnight is
// written as a date, else as date and time without zone, which all three engines compare with their columns. Any other
// type panics: it is a defect of the caller.
func Literal(v any) Expr {
	switch v := v.(type) {
	case nil:
		return Expr{nullNode()}
	case bool:
		return Expr{boolNode(v)}
	case int:
		return Expr{numberNode(strconv.Itoa(v))}
	case int64:
		return Expr{numberNode(strconv.FormatInt(v, 10))}
	case float64:
		return Expr{floatNode(v)}
	case string:
		return Expr{textNode(v)}
	case time.Time:
		return Expr{textNode(timeText(v))}
	}
	panic("statement.Literal: a value of a type without SQL form")
}

// floatNode writes whole numbers with their point, so that 2.0 stays a real number.
func floatNode(f float64) *pg.Node {
	if math.IsInf(f, 0) || math.IsNaN(f) {
		return castNode(textNode(strconv.FormatFloat(f, 'g', -1, 64)), makeTypeName("double precision"))
	}
	digits := strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(digits, ".") {
		digits += ".0"
	}
	return constNode(&pg.A_Const{Val: &pg.A_Const_Fval{Fval: &pg.Float{Fval: digits}}, Location: -1})
}

func timeText(t time.Time) string {
	switch {
	case t.Hour() == 0 && t.Minute() == 0 && t.Second() == 0 && t.Nanosecond() == 0:
		return t.Format(time.DateOnly)
	case t.Nanosecond() == 0:
		return t.Format(time.DateTime)
	default:
		return t.Format("2006-01-02 15:04:05.999999")
	}
}

// Call calls a function. A name with a dot is qualified. COALESCE, NULLIF, GREATEST and LEAST are what the grammar makes
// of them.
func Call(name string, args ...Expr) Expr {
	list := nodesOf(args)
	switch strings.ToLower(name) {
	case "coalesce":
		return Expr{&pg.Node{Node: &pg.Node_CoalesceExpr{CoalesceExpr: &pg.CoalesceExpr{Args: list, Location: -1}}}}
	case "nullif":
		if len(list) == 2 {
			return Expr{exprNode(pg.A_Expr_Kind_AEXPR_NULLIF, "=", list[0], list[1])}
		}
	case "greatest":
		return minMax(pg.MinMaxOp_IS_GREATEST, list)
	case "least":
		return minMax(pg.MinMaxOp_IS_LEAST, list)
	}
	return Expr{callNode(newCall(stringNodes(strings.Split(name, ".")...), list))}
}

// NonZero is a divisor that is nothing where it is zero.
func NonZero(x Expr) Expr {
	if name, _, _, _, ok := x.AsCall(); ok && name == "nullif" {
		return x
	}
	return Call("nullif", x, Literal(0))
}

func newCall(name, args []*pg.Node) *pg.FuncCall {
	return &pg.FuncCall{Funcname: name, Args: args, Funcformat: pg.CoercionForm_COERCE_EXPLICIT_CALL, Location: -1}
}

func minMax(op pg.MinMaxOp, args []*pg.Node) Expr {
	return Expr{&pg.Node{Node: &pg.Node_MinMaxExpr{MinMaxExpr: &pg.MinMaxExpr{Op: op, Args: args, Location: -1}}}}
}

// CountStar is count(*).
func CountStar() Expr {
	f := newCall(stringNodes("count"), nil)
	f.AggStar = true
	return Expr{callNode(f)}
}

// Distinct makes an aggregate call count each value once: count(DISTINCT x). On anything else it changes nothing.
func (e Expr) Distinct() Expr {
	f := e.node.GetFuncCall()
	if f == nil {
		return e
	}
	c := shallow(f)
	c.AggDistinct = true
	return Expr{callNode(c)}
}

// Filter makes an aggregate call count only rows that meet the condition: sum(x) FILTER (WHERE …), beside a filter that it
// has. On anything else it changes nothing.
func (e Expr) Filter(condition Expr) Expr {
	f := e.node.GetFuncCall()
	if f == nil {
		return e
	}
	c := shallow(f)
	if c.AggFilter != nil {
		condition = And(Expr{c.AggFilter}, condition)
	}
	c.AggFilter = condition.node
	return Expr{callNode(c)}
}

// Unfiltered is an aggregate call without the filter that Filter gave it, and that filter; a zero one for none.
func (e Expr) Unfiltered() (Expr, Expr) {
	f := e.node.GetFuncCall()
	if f == nil || f.AggFilter == nil {
		return e, Expr{}
	}
	c := shallow(f)
	c.AggFilter = nil
	return Expr{callNode(c)}, Expr{f.AggFilter}
}

// Binary is l op r, for comparisons, arithmetic and ||. != is written <>.
func Binary(op string, l, r Expr) Expr {
	if op == "!=" {
		op = "<>"
	}
	return Expr{exprNode(pg.A_Expr_Kind_AEXPR_OP, op, l.node, r.node)}
}

// And joins terms; no term is none, one term is itself, zero terms are left out.
func And(terms ...Expr) Expr { return junction(pg.BoolExprType_AND_EXPR, terms) }

// Or joins terms likewise.
func Or(terms ...Expr) Expr { return junction(pg.BoolExprType_OR_EXPR, terms) }

func junction(op pg.BoolExprType, terms []Expr) Expr {
	var args []*pg.Node
	for _, t := range terms {
		switch b := t.node.GetBoolExpr(); {
		case t.IsZero():
		case b != nil && b.Boolop == op:
			args = append(args, b.Args...)
		default:
			args = append(args, t.node)
		}
	}
	switch len(args) {
	case 0:
		return Expr{}
	case 1:
		return Expr{args[0]}
	}
	return Expr{boolExprNode(op, args...)}
}

// Not is NOT e.
func Not(e Expr) Expr { return Expr{boolExprNode(pg.BoolExprType_NOT_EXPR, e.node)} }

// In is x IN (values).
func In(x Expr, values ...Expr) Expr { return in("=", x, values) }

// NotIn is x NOT IN (values).
func NotIn(x Expr, values ...Expr) Expr { return in("<>", x, values) }

func in(op string, x Expr, values []Expr) Expr {
	return Expr{exprNode(pg.A_Expr_Kind_AEXPR_IN, op, x.node, listNode(nodesOf(values)))}
}

// InQuery is x IN (SELECT …).
func InQuery(x Expr, q *Query) Expr {
	return Expr{subLinkNode(pg.SubLinkType_ANY_SUBLINK, x.node, q.tree())}
}

// NotInQuery is x NOT IN (SELECT …).
func NotInQuery(x Expr, q *Query) Expr { return Not(InQuery(x, q)) }

// Exists is EXISTS (SELECT …).
func Exists(q *Query) Expr { return Expr{subLinkNode(pg.SubLinkType_EXISTS_SUBLINK, nil, q.tree())} }

// Scalar is (SELECT …) as a value.
func Scalar(q *Query) Expr { return Expr{subLinkNode(pg.SubLinkType_EXPR_SUBLINK, nil, q.tree())} }

// Between is x BETWEEN lo AND hi, both ends included.
func Between(x, lo, hi Expr) Expr {
	return Expr{exprNode(pg.A_Expr_Kind_AEXPR_BETWEEN, "BETWEEN", x.node, listNode([]*pg.Node{lo.node, hi.node}))}
}

// Like matches a pattern, case ignored: ILIKE, and on SQLite LIKE, which ignores the case of ASCII letters.
func Like(x, pattern Expr) Expr {
	return Expr{exprNode(pg.A_Expr_Kind_AEXPR_ILIKE, "~~*", x.node, pattern.node)}
}

// NotLike is the contrary of Like.
func NotLike(x, pattern Expr) Expr {
	return Expr{exprNode(pg.A_Expr_Kind_AEXPR_ILIKE, "!~~*", x.node, pattern.node)}
}

// IsNull is x IS NULL.
func IsNull(x Expr) Expr { return nullTest(pg.NullTestType_IS_NULL, x) }

// IsNotNull is x IS NOT NULL.
func IsNotNull(x Expr) Expr { return nullTest(pg.NullTestType_IS_NOT_NULL, x) }

func nullTest(kind pg.NullTestType, x Expr) Expr {
	return Expr{&pg.Node{Node: &pg.Node_NullTest{NullTest: &pg.NullTest{Arg: x.node, Nulltesttype: kind, Location: -1}}}}
}

// Cast is CAST(x AS type), the type as PostgreSQL names it.
func Cast(x Expr, typeName string) Expr { return Expr{castNode(x.node, makeTypeName(typeName))} }

// When is one branch of Case.
type When struct{ If, Then Expr }

// Case is CASE WHEN … THEN … ELSE otherwise END; a zero otherwise leaves ELSE out.
func Case(whens []When, otherwise Expr) Expr {
	args := make([]*pg.Node, len(whens))
	for i, w := range whens {
		args[i] = pg.MakeCaseWhenNode(w.If.node, w.Then.node, -1)
	}
	return Expr{&pg.Node{Node: &pg.Node_CaseExpr{CaseExpr: &pg.CaseExpr{Args: args, Defresult: otherwise.node, Location: -1}}}}
}

// Frame is the part of a window's partition that a row sees.
type Frame uint8

// The frames.
const (
	FrameDefault   Frame = iota // with ORDER BY up to the row and its peers, without it the whole partition
	FrameRunning                // ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
	FramePartition              // ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING
)

// Window is what a window function looks at.
type Window struct {
	PartitionBy []Expr
	OrderBy     []Key
	Frame       Frame
}

// Over makes a call a window function. On anything but a call it changes nothing.
func (e Expr) Over(w Window) Expr {
	f := e.node.GetFuncCall()
	if f == nil {
		return e
	}
	c := shallow(f)
	c.Over = &pg.WindowDef{PartitionClause: nodesOf(w.PartitionBy), OrderClause: sortNodes(w.OrderBy), Location: -1,
		FrameOptions: frameOptions(w.Frame)}
	return Expr{callNode(c)}
}

func frameOptions(f Frame) int32 {
	switch f {
	case FrameRunning:
		return frameNonDefault | frameRows | frameBetween | frameStartUnbounded | frameEndCurrentRow
	case FramePartition:
		return frameNonDefault | frameRows | frameBetween | frameStartUnbounded | frameEndUnbounded
	default:
		return frameDefaultsRangeToRow
	}
}

func nodesOf(exprs []Expr) []*pg.Node {
	out := make([]*pg.Node, len(exprs))
	for i, e := range exprs {
		out[i] = e.node
	}
	return out
}

func exprsOf(nodes []*pg.Node) []Expr {
	out := make([]Expr, len(nodes))
	for i, n := range nodes {
		out[i] = Expr{n}
	}
	return out
}

// WithinGroup gives an ordered-set aggregate its order: percentile_cont(0.5) WITHIN GROUP (ORDER BY x). On anything but a
// call it changes nothing.
func (e Expr) WithinGroup(keys ...Key) Expr {
	f := e.node.GetFuncCall()
	if f == nil {
		return e
	}
	c := shallow(f)
	c.AggWithinGroup, c.AggOrder = true, sortNodes(keys)
	return Expr{callNode(c)}
}
