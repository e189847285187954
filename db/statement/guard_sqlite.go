package statement

import (
	"strings"

	pg "github.com/pganalyze/pg_query_go/v6"
)

// The grammar takes forms that SQLite does not have. Written for SQLite they would be an error of the engine at best, and
// at worst a text that reads as something else: x.y behind a parenthesis, or [] which is a name there. So they are said to
// be missing where they are typed.

// lacking notes the first form that SQLite does not have.
func (i *inspector) lacking(m any) {
	switch t := m.(type) {
	case *pg.A_Expr:
		i.lackingOperator(t)
	case *pg.SubLink:
		i.lackIf(len(t.OperName) > 0, "ANY or ALL", t.Location)
		i.lackIf(t.SubLinkType == pg.SubLinkType_ARRAY_SUBLINK, "ARRAY", t.Location)
	case *pg.FuncCall:
		i.lackIf(lastName(t.Funcname) == "timezone" && t.Funcformat == pg.CoercionForm_COERCE_SQL_SYNTAX, "AT TIME ZONE", t.Location)
	case *pg.TypeName:
		i.lackIf(len(t.ArrayBounds) > 0, "array type", t.Location)
	case *pg.A_Indirection:
		i.lack("field of a value", int32(locationOf(t.Arg)))
	default:
		i.lackingClause(m)
	}
}

// lackingClause looks at the forms of FROM, GROUP BY and WITH.
func (i *inspector) lackingClause(m any) {
	switch t := m.(type) {
	case *pg.SelectStmt:
		i.lackingInSelect(t)
	case *pg.SortBy:
		i.lackIf(len(t.UseOp) > 0, "USING in ORDER BY", t.Location)
	case *pg.RangeSubselect:
		i.lackIf(t.Lateral, "LATERAL", int32(locationOf(t.Subquery)))
	case *pg.GroupingSet:
		i.lack("grouping set", t.Location)
	case *pg.RangeTableSample:
		i.lack("TABLESAMPLE", t.Location)
	case *pg.RangeTableFunc:
		i.lack("XMLTABLE", t.Location)
	case *pg.JsonTable:
		i.lack("JSON_TABLE", t.Location)
	case *pg.CTESearchClause:
		i.lack("SEARCH in WITH", t.Location)
	case *pg.CTECycleClause:
		i.lack("CYCLE in WITH", t.Location)
	case *pg.RangeFunction:
		at := int32(locationOf(&pg.Node{Node: &pg.Node_RangeFunction{RangeFunction: t}}))
		i.lackIf(t.IsRowsfrom || len(t.Coldeflist) > 0, "definitions of columns behind a function", at)
		i.lackIf(t.Ordinality, "WITH ORDINALITY", at)
		i.lackIf(t.Lateral, "LATERAL", at)
	}
}

func (i *inspector) lackingInSelect(s *pg.SelectStmt) {
	if on := s.DistinctClause; len(on) > 0 && on[0].GetNode() != nil { // DISTINCT alone has one empty node
		i.lack("DISTINCT ON", int32(locationOf(on[0])))
	}
	if s.LimitOption == pg.LimitOption_LIMIT_OPTION_WITH_TIES {
		i.lack("WITH TIES", int32(locationOf(s.LimitCount)))
	}
}

// lackingOperator finds an operator that the grammar takes, as it takes any, and SQLite does not have.
func (i *inspector) lackingOperator(e *pg.A_Expr) {
	i.lackIf(e.Kind == pg.A_Expr_Kind_AEXPR_OP_ANY || e.Kind == pg.A_Expr_Kind_AEXPR_OP_ALL, "ANY or ALL", e.Location)
	if e.Kind != pg.A_Expr_Kind_AEXPR_OP {
		return
	}
	op := dotted(e.Name)
	known := sqliteInfix[strings.TrimPrefix(op, "!")] && (op[0] != '!' || wordOperators[op[1:]] != "")
	if e.Lexpr == nil {
		known = sqlitePrefix[op]
	}
	if !known && op[0] != '?' {
		i.lack("operator "+op, e.Location)
	}
}

var (
	sqlitePrefix = wordSet("+ - ~")
	sqliteInfix  = wordSet("+ - * / % = == <> < > <= >= || -> ->> & | << >>", globOperator, regexpOperator, matchOperator)
)

func (i *inspector) lackIf(lacks bool, what string, at int32) {
	if lacks {
		i.lack(what, at)
	}
}

func (i *inspector) lack(what string, at int32) {
	if i.foreign == nil {
		i.foreign = syntaxErrorAt("SQLite has no "+what, i.src.before, i.src.original(max(int(at), 0)))
	}
}
