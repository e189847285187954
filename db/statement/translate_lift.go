package statement

import (
	"regexp"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v6"
)

// lift recognises an expression of the dialect as a form; noForm where it is none.
func lift(n *pg.Node, d Dialect) form {
	if d == SQLite {
		return liftSQLite(n)
	}
	return liftPostgres(n)
}

// liftPostgres recognises the forms of PostgreSQL and DuckDB.
func liftPostgres(n *pg.Node) form {
	switch t := n.GetNode().(type) {
	case *pg.Node_TypeCast:
		return liftCast(t.TypeCast)
	case *pg.Node_SqlvalueFunction:
		switch t.SqlvalueFunction.Op {
		case pg.SQLValueFunctionOp_SVFOP_CURRENT_DATE:
			return form{kind: todayForm}
		case pg.SQLValueFunctionOp_SVFOP_CURRENT_TIMESTAMP, pg.SQLValueFunctionOp_SVFOP_LOCALTIMESTAMP:
			return form{kind: nowForm}
		}
	case *pg.Node_AExpr:
		return liftOperation(t.AExpr)
	case *pg.Node_MinMaxExpr:
		if t.MinMaxExpr.Op == pg.MinMaxOp_IS_LEAST {
			return form{kind: leastForm, args: t.MinMaxExpr.Args}
		}
		return form{kind: greatestForm, args: t.MinMaxExpr.Args}
	case *pg.Node_FuncCall:
		return liftCall(t.FuncCall)
	}
	return form{}
}

func typeOf(t *pg.TypeName) string {
	names := stringsOf(t.GetNames())
	if len(names) == 0 || len(t.GetArrayBounds()) > 0 {
		return ""
	}
	return strings.ToLower(names[len(names)-1])
}

func liftCast(c *pg.TypeCast) form {
	switch typeOf(c.TypeName) {
	case "date":
		if f := liftPostgres(c.Arg); f.kind == truncForm || f.kind == todayForm {
			return f
		}
		return form{kind: dateForm, args: []*pg.Node{c.Arg}}
	case "timestamp", "timestamptz":
		return form{kind: timeForm, args: []*pg.Node{c.Arg}}
	}
	return form{}
}

func liftOperation(e *pg.A_Expr) form {
	switch e.Kind {
	case pg.A_Expr_Kind_AEXPR_ILIKE:
		return form{kind: likeForm, word: strings.TrimSuffix(operator(e), "~~*"), args: []*pg.Node{e.Lexpr, e.Rexpr}}
	case pg.A_Expr_Kind_AEXPR_OP:
		if op := operator(e); e.Lexpr != nil && (op == "+" || op == "-") {
			if shift, ok := interval(e.Rexpr, op); ok {
				return form{kind: shiftForm, word: shift, args: []*pg.Node{e.Lexpr}}
			}
		}
	}
	return form{}
}

var intervalText = regexp.MustCompile(`^\s*(\d+)\s*(year|month|week|day|hour|minute|second)s?\s*$`)

// interval reads INTERVAL '7 days' behind a sign as "-7 days".
func interval(n *pg.Node, sign string) (string, bool) {
	c := n.GetTypeCast()
	if c == nil || typeOf(c.TypeName) != "interval" || len(c.TypeName.Typmods) > 0 {
		return "", false
	}
	return shiftOf(sign, c.Arg.GetAConst().GetSval().GetSval())
}

func shiftOf(sign, text string) (string, bool) {
	m := intervalText.FindStringSubmatch(strings.ToLower(text))
	if m == nil {
		return "", false
	}
	return sign + m[1] + " " + m[2] + "s", true
}

func liftCall(f *pg.FuncCall) form {
	name := stringsOf(f.Funcname)[len(f.Funcname)-1]
	text := func(i int) string { return f.Args[i].GetAConst().GetSval().GetSval() }
	switch {
	case name == "now" && len(f.Args) == 0:
		return form{kind: nowForm}
	case name == "date_trunc" && len(f.Args) == 2 && text(0) != "":
		return form{kind: truncForm, word: strings.ToLower(text(0)), args: f.Args[1:]}
	case (name == "extract" || name == "date_part") && len(f.Args) == 2 && text(0) != "":
		return form{kind: partForm, word: strings.ToLower(text(0)), args: f.Args[1:]}
	case name == "to_char" && len(f.Args) == 2:
		if p, ok := strftimePattern(text(1)); ok {
			return form{kind: patternForm, word: p, args: f.Args[:1]}
		}
	case name == "strftime" && len(f.Args) == 2 && text(1) != "": // DuckDB's order
		return form{kind: patternForm, word: text(1), args: f.Args[:1]}
	case name == "string_agg" && len(f.Args) == 2 && plainAggregate(f):
		return form{kind: joinForm, args: f.Args}
	case name == "position" && len(f.Args) == 2, name == "strpos" && len(f.Args) == 2, name == "instr" && len(f.Args) == 2:
		return form{kind: findForm, args: f.Args}
	case name == "substring" && len(f.Args) >= 2:
		return form{kind: sliceForm, args: f.Args}
	}
	return form{}
}

func plainAggregate(f *pg.FuncCall) bool {
	return !f.AggDistinct && len(f.AggOrder) == 0 && f.AggFilter == nil && f.Over == nil
}

// liftSQLite recognises the forms of SQLite.
func liftSQLite(n *pg.Node) form {
	switch t := n.GetNode().(type) {
	case *pg.Node_SqlvalueFunction:
		return liftPostgres(n)
	case *pg.Node_TypeCast:
		f := liftSQLite(t.TypeCast.Arg)
		if part, ok := partsByPattern[f.word]; f.kind == patternForm && ok && typeOf(t.TypeCast.TypeName) == "int4" {
			return form{kind: partForm, word: part, args: f.args}
		}
	case *pg.Node_AExpr:
		return liftSQLiteOperation(n, t.AExpr)
	case *pg.Node_FuncCall:
		return liftSQLiteCall(t.FuncCall)
	}
	return form{}
}

func liftSQLiteOperation(n *pg.Node, e *pg.A_Expr) form {
	if e.Kind == pg.A_Expr_Kind_AEXPR_LIKE {
		return form{kind: likeForm, word: strings.TrimSuffix(operator(e), "~~"), args: []*pg.Node{e.Lexpr, e.Rexpr}}
	}
	if e.Kind == pg.A_Expr_Kind_AEXPR_OP && operator(e) == "||" {
		x := Expr{node: n}
		if columns := x.Columns(); len(columns) > 0 && x.Equal(truncSQLite("quarter", columns[0])) {
			return form{kind: truncForm, word: "quarter", args: []*pg.Node{columns[0].node}}
		}
	}
	if e.Kind == pg.A_Expr_Kind_AEXPR_OP && operator(e) == "-" && e.Lexpr != nil {
		l, r := julian(e.Lexpr), julian(e.Rexpr)
		if l != nil && r != nil {
			return form{kind: daysForm, args: []*pg.Node{l, r}}
		}
	}
	return form{}
}

// julian is x of julianday(x).
func julian(n *pg.Node) *pg.Node {
	f := n.GetFuncCall()
	if f == nil || len(f.Args) != 1 || stringsOf(f.Funcname)[0] != "julianday" {
		return nil
	}
	return f.Args[0]
}

func liftSQLiteCall(f *pg.FuncCall) form {
	name := stringsOf(f.Funcname)[len(f.Funcname)-1]
	text := func(i int) string { return f.Args[i].GetAConst().GetSval().GetSval() }
	switch {
	case name == "strftime" && len(f.Args) == 2 && text(0) != "":
		return form{kind: patternForm, word: text(0), args: f.Args[1:]}
	case (name == "date" || name == "datetime") && len(f.Args) > 0:
		return liftSQLiteDate(name, f.Args)
	case name == "group_concat" && plainAggregate(f) && len(f.Args) > 0:
		if len(f.Args) == 1 {
			return form{kind: joinForm, args: []*pg.Node{f.Args[0], textNode(",")}}
		}
		return form{kind: joinForm, args: f.Args}
	case name == "instr" && len(f.Args) == 2:
		return form{kind: findForm, args: f.Args}
	case name == "max" && len(f.Args) > 1:
		return form{kind: greatestForm, args: f.Args}
	case name == "min" && len(f.Args) > 1:
		return form{kind: leastForm, args: f.Args}
	}
	return form{}
}

// liftSQLiteDate reads date(x), date(x, '-7 days'), date(x, 'start of month') and the week's Monday; datetime likewise.
func liftSQLiteDate(name string, args []*pg.Node) form {
	x, kind := args[0], dateForm
	if name == "datetime" {
		kind = timeForm
	}
	var modifiers []string
	for _, a := range args[1:] {
		modifiers = append(modifiers, strings.ToLower(a.GetAConst().GetSval().GetSval()))
	}
	joined := strings.Join(modifiers, ", ")
	switch {
	case joined == "" && len(args) == 1:
		return form{kind: kind, args: args}
	case joined == "weekday 0, -6 days":
		return form{kind: truncForm, word: "week", args: []*pg.Node{x}}
	case strings.HasPrefix(joined, "start of ") && len(modifiers) == 1:
		return form{kind: truncForm, word: strings.TrimPrefix(joined, "start of "), args: []*pg.Node{x}}
	case len(modifiers) == 1 && len(joined) > 1 && (joined[0] == '-' || joined[0] == '+'):
		if shift, ok := shiftOf(joined[:1], joined[1:]); ok {
			return form{kind: shiftForm, word: shift, args: []*pg.Node{callNode(newCall(stringNodes(name), []*pg.Node{x}))}}
		}
	}
	return form{}
}
