package statement

import (
	"strconv"

	pg "github.com/pganalyze/pg_query_go/v6"
)

// AsColumn reads a column reference. The qualifier of schema.table.column is "schema.table".
func (e Expr) AsColumn() (qualifier, name string, ok bool) {
	fields := e.node.GetColumnRef().GetFields()
	if len(fields) == 0 || fields[len(fields)-1].GetString_() == nil {
		return "", "", false
	}
	return qualifierOf(fields), fields[len(fields)-1].GetString_().GetSval(), true
}

func qualifierOf(fields []*pg.Node) string {
	q := ""
	for i, f := range fields[:len(fields)-1] {
		if i > 0 {
			q += "."
		}
		q += f.GetString_().GetSval()
	}
	return q
}

// AsStar reads * and qualifier.*.
func (e Expr) AsStar() (qualifier string, ok bool) {
	fields := e.node.GetColumnRef().GetFields()
	if len(fields) == 0 || fields[len(fields)-1].GetAStar() == nil {
		return "", false
	}
	return qualifierOf(fields), true
}

// AsLiteral reads a constant: nil, bool, int64, float64 or string. A typed constant ('…'::date) is a cast of one.
func (e Expr) AsLiteral() (value any, ok bool) {
	c := e.node.GetAConst()
	if c == nil {
		return nil, false
	}
	switch v := c.Val.(type) {
	case *pg.A_Const_Ival:
		return int64(v.Ival.GetIval()), true
	case *pg.A_Const_Fval:
		return number(v.Fval.GetFval()), true
	case *pg.A_Const_Boolval:
		return v.Boolval.GetBoolval(), true
	case *pg.A_Const_Sval:
		return v.Sval.GetSval(), true
	case *pg.A_Const_Bsval:
		return v.Bsval.GetBsval(), true
	}
	return nil, c.Isnull
}

func number(digits string) any {
	if n, err := strconv.ParseInt(digits, 10, 64); err == nil {
		return n
	}
	f, err := strconv.ParseFloat(digits, 64)
	if err != nil {
		return digits
	}
	return f
}

// AsCall reads a function call, also COALESCE, NULLIF, GREATEST and LEAST; the name is as written, with its schema.
func (e Expr) AsCall() (name string, args []Expr, star, distinct, ok bool) {
	switch t := e.node.GetNode().(type) {
	case *pg.Node_FuncCall:
		f := t.FuncCall
		name := stringsOf(f.Funcname)[len(f.Funcname)-1]
		if len(f.Funcname) > 1 && f.Funcname[0].GetString_().GetSval() != "pg_catalog" {
			name = qualifierOf(f.Funcname) + "." + name
		}
		return name, exprsOf(f.Args), f.AggStar, f.AggDistinct, true
	case *pg.Node_CoalesceExpr:
		return "coalesce", exprsOf(t.CoalesceExpr.Args), false, false, true
	case *pg.Node_MinMaxExpr:
		if t.MinMaxExpr.Op == pg.MinMaxOp_IS_LEAST {
			return "least", exprsOf(t.MinMaxExpr.Args), false, false, true
		}
		return "greatest", exprsOf(t.MinMaxExpr.Args), false, false, true
	case *pg.Node_AExpr:
		if t.AExpr.Kind == pg.A_Expr_Kind_AEXPR_NULLIF {
			return "nullif", []Expr{{t.AExpr.Lexpr}, {t.AExpr.Rexpr}}, false, false, true
		}
	}
	return "", nil, false, false, false
}

// IsWindow says that the expression is a call with OVER.
func (e Expr) IsWindow() bool { return e.node.GetFuncCall().GetOver() != nil }

// AsCast reads a cast; the type is as PostgreSQL writes it.
func (e Expr) AsCast() (x Expr, typ string, ok bool) {
	c := e.node.GetTypeCast()
	if c == nil {
		return Expr{}, "", false
	}
	typ, known := typeName(c.TypeName, PostgreSQL)
	return Expr{c.Arg}, typ, known
}

// AsBinary reads comparisons, arithmetic and ||, and the matches as "like", "not like", "ilike", "not ilike", "is
// distinct from" and "is not distinct from". A match with ESCAPE is none of these.
func (e Expr) AsBinary() (op string, l, r Expr, ok bool) {
	a := e.node.GetAExpr()
	if a == nil || a.Lexpr == nil || a.Rexpr == nil {
		return "", Expr{}, Expr{}, false
	}
	switch a.Kind {
	case pg.A_Expr_Kind_AEXPR_OP:
		op = operator(a)
	case pg.A_Expr_Kind_AEXPR_LIKE, pg.A_Expr_Kind_AEXPR_ILIKE:
		op = map[string]string{"~~": "like", "!~~": "not like", "~~*": "ilike", "!~~*": "not ilike"}[operator(a)]
		if _, escape := patternOf(a.Rexpr); escape != nil {
			op = ""
		}
	case pg.A_Expr_Kind_AEXPR_DISTINCT:
		op = "is distinct from"
	case pg.A_Expr_Kind_AEXPR_NOT_DISTINCT:
		op = "is not distinct from"
	}
	return op, Expr{a.Lexpr}, Expr{a.Rexpr}, op != ""
}

// AsIn reads x [NOT] IN (values).
func (e Expr) AsIn() (x Expr, values []Expr, negated, ok bool) {
	a := e.node.GetAExpr()
	if a == nil || a.Kind != pg.A_Expr_Kind_AEXPR_IN {
		return Expr{}, nil, false, false
	}
	return Expr{a.Lexpr}, exprsOf(a.Rexpr.GetList().GetItems()), operator(a) == "<>", true
}

// AsInQuery reads x [NOT] IN (SELECT …).
func (e Expr) AsInQuery() (x Expr, q *Query, negated, ok bool) {
	s := e.node.GetSubLink()
	if in, isNot := e.AsNot(); isNot {
		s, negated = in.node.GetSubLink(), true
	}
	if s == nil || s.SubLinkType != pg.SubLinkType_ANY_SUBLINK || len(s.OperName) > 0 {
		return Expr{}, nil, false, false
	}
	return Expr{s.Testexpr}, subquery(s), negated, true
}

// AsExists reads [NOT] EXISTS (SELECT …).
func (e Expr) AsExists() (q *Query, negated, ok bool) {
	s := e.node.GetSubLink()
	if in, isNot := e.AsNot(); isNot {
		s, negated = in.node.GetSubLink(), true
	}
	if s == nil || s.SubLinkType != pg.SubLinkType_EXISTS_SUBLINK {
		return nil, false, false
	}
	return subquery(s), negated, true
}

// Subquery is the query that [NOT] IN or [NOT] EXISTS looks in; nil for other expressions.
func (e Expr) Subquery() *Query {
	if _, q, _, ok := e.AsInQuery(); ok {
		return q
	}
	q, _, _ := e.AsExists()
	return q
}

// AsScalar reads (SELECT …) used as a value.
func (e Expr) AsScalar() (*Query, bool) {
	s := e.node.GetSubLink()
	if s == nil || s.SubLinkType != pg.SubLinkType_EXPR_SUBLINK {
		return nil, false
	}
	return subquery(s), true
}

func subquery(s *pg.SubLink) *Query { return decompose(s.Subselect.GetSelectStmt()) }

// AsBetween reads x [NOT] BETWEEN lo AND hi.
func (e Expr) AsBetween() (x, lo, hi Expr, negated, ok bool) {
	a := e.node.GetAExpr()
	bounds := a.GetRexpr().GetList().GetItems()
	if a == nil || len(bounds) != 2 {
		return Expr{}, Expr{}, Expr{}, false, false
	}
	switch a.Kind {
	case pg.A_Expr_Kind_AEXPR_BETWEEN, pg.A_Expr_Kind_AEXPR_NOT_BETWEEN:
		return Expr{a.Lexpr}, Expr{bounds[0]}, Expr{bounds[1]}, a.Kind == pg.A_Expr_Kind_AEXPR_NOT_BETWEEN, true
	}
	return Expr{}, Expr{}, Expr{}, false, false
}

// AsAnd reads the terms of an AND.
func (e Expr) AsAnd() ([]Expr, bool) { return e.asBool(pg.BoolExprType_AND_EXPR) }

// AsOr reads the terms of an OR.
func (e Expr) AsOr() ([]Expr, bool) { return e.asBool(pg.BoolExprType_OR_EXPR) }

// AsNot reads NOT x.
func (e Expr) AsNot() (Expr, bool) {
	args, ok := e.asBool(pg.BoolExprType_NOT_EXPR)
	if !ok {
		return Expr{}, false
	}
	return args[0], true
}

func (e Expr) asBool(op pg.BoolExprType) ([]Expr, bool) {
	b := e.node.GetBoolExpr()
	if b == nil || b.Boolop != op {
		return nil, false
	}
	return exprsOf(b.Args), true
}

// AsNull reads x IS [NOT] NULL.
func (e Expr) AsNull() (x Expr, negated, ok bool) {
	t := e.node.GetNullTest()
	if t == nil {
		return Expr{}, false, false
	}
	return Expr{t.Arg}, t.Nulltesttype == pg.NullTestType_IS_NOT_NULL, true
}

// Terms are the AND terms of a condition; none of the zero Expr.
func (e Expr) Terms() []Expr {
	if e.IsZero() {
		return nil
	}
	if terms, ok := e.AsAnd(); ok {
		return terms
	}
	return []Expr{e}
}

// Walk calls f on the expression and those below it, parents first, until f returns false, which skips what is below.
// It does not enter subqueries: AsInQuery, AsExists and AsScalar lead there.
func (e Expr) Walk(f func(Expr) bool) {
	if e.node == nil {
		return
	}
	visit(e.node, func(m any) bool {
		n, ok := m.(*pg.Node)
		if !ok {
			return true
		}
		switch n.GetNode().(type) {
		case *pg.Node_SelectStmt, *pg.Node_String_, nil:
			return false
		case *pg.Node_List, *pg.Node_AStar:
			return true
		}
		return f(Expr{n})
	})
}

// Map rebuilds the expression with f applied to each one below and then to itself, children first, outside subqueries.
func (e Expr) Map(f func(Expr) Expr) Expr {
	r := rewriter{
		before: func(n *pg.Node) (*pg.Node, bool) { _, sub := n.GetNode().(*pg.Node_SelectStmt); return n, sub },
		after: func(n *pg.Node) *pg.Node {
			switch n.GetNode().(type) {
			case *pg.Node_String_, *pg.Node_List, *pg.Node_AStar, nil:
				return n
			}
			return f(Expr{n}).node
		},
	}
	return Expr{r.node(e.node)}
}

// Columns are the column references of the expression, outside subqueries, in their order.
func (e Expr) Columns() []Expr {
	var out []Expr
	e.Walk(func(x Expr) bool {
		if _, _, ok := x.AsColumn(); ok {
			out = append(out, x)
		}
		return true
	})
	return out
}

// MayLack says that an expression may be nothing though all columns have values: where it is divided by what NULLIF makes of zero, and where an
// aggregate other than a count is filtered, of which no row may be left.
func (e Expr) MayLack() bool {
	found := false
	e.Walk(func(x Expr) bool {
		name, _, _, _, ok := x.AsCall()
		_, filter := x.Unfiltered()
		found = found || ok && (name == "nullif" || !filter.IsZero() && name != "count")
		return !found
	})
	return found
}

// Aggregate says that the expression contains an aggregate call outside window functions and subqueries. Which functions
// aggregate is the engines' list of built-in ones; a call with DISTINCT, FILTER, ORDER BY or WITHIN GROUP always does.
func (e Expr) Aggregate() bool {
	found := false
	e.Walk(func(x Expr) bool {
		f := x.node.GetFuncCall()
		if f == nil || found {
			return !found
		}
		if f.Over == nil && isAggregate(f) {
			found = true
		}
		return !found
	})
	return found
}

func isAggregate(f *pg.FuncCall) bool {
	if f.AggStar || f.AggDistinct || f.AggFilter != nil || len(f.AggOrder) > 0 {
		return true
	}
	name := stringsOf(f.Funcname)[len(f.Funcname)-1]
	if (name == "min" || name == "max") && len(f.Args) > 1 {
		return false // SQLite's scalar forms
	}
	return aggregates[name]
}

var aggregates = wordSet(`count sum avg min max total group_concat string_agg array_agg json_agg jsonb_agg json_object_agg
	jsonb_object_agg json_group_array json_group_object bool_and bool_or every bit_and bit_or bit_xor stddev stddev_pop
	stddev_samp variance var_pop var_samp corr covar_pop covar_samp regr_avgx regr_avgy regr_count regr_intercept regr_r2
	regr_slope regr_sxx regr_sxy regr_syy mode percentile_cont percentile_disc median quantile quantile_cont quantile_disc
	approx_count_distinct approx_quantile any_value first last arg_min arg_max argmin argmax list listagg product entropy
	kurtosis skewness mad histogram range_agg range_intersect_agg xmlagg count_if countif favg fsum max_by min_by`)
