package statement

import (
	"fmt"
	"slices"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v6"
)

// Named is a name as it is looked up: exactly as the engine reads it, with its schema where one is written.
type Named struct{ Schema, Name string }

// Called is a function where it is called.
type Called struct {
	Named
	Args int // how many arguments; -1 when that is not known
	// Open says that an argument has no type of its own: it is read as whatever the function takes.
	Open bool
	// Takes are the columns in the arguments, "" for any.
	Takes []string
}

// Projects says that the call may be a column in disguise: where no function fits, c(t) is t.c (ParseFuncOrColumn in
// parser/parse_func.c).
func (c Called) Projects() bool { return c.Schema == "" && c.Args == 1 }

// Uses are the names under which a text may run code of the catalogue. The engine chooses among objects of a name by types
// that only it knows, so whoever looks the names up takes all that may be meant.
type Uses struct {
	Functions []Called
	// Fields are names behind a dot: x.f calls the function f of a whole row.
	Fields    []string
	Operators []Named
	Types     []Named
	Tables    []Named
	// Meetings are the places where values meet, of whose types the engine may make others.
	Meetings []Meeting
	// Given are the names that the text itself gives to rows and columns; Renamed those of them that stand for values which had others,
	// Mentioned all others, "" for any column; Arguments are those of what a body is handed.
	Given, Renamed, Mentioned, Arguments []string
	// Rows says that the text makes rows, which become whatever a function or an operator takes.
	Rows bool
	// Rows of tables may stand under the names of Wholes, where Sources has them too: what is selected from, and its names here. Texts
	// says that there are texts without a type, Nulls that there are NULLs without one.
	Wholes, Sources []string
	Texts, Nulls    bool
	// Assigned are the names in a body to which values may be given, "$1" for arguments without a name, "" for any.
	Assigned []string
	// RowFields are those of Fields that stand behind rows which the text makes.
	RowFields []string
	// Records says that a body has names for values whose type it does not say.
	Records bool
	// Loose says that the names were read by tokens: any values may meet, and any row may be made. Arrays says that it makes some.
	Loose, Arrays bool

	handed map[any]bool    // columns and arguments: to functions, or taken apart
	made   map[string]bool // names of rows that are no table's: of subqueries, functions, joins
	called []sourceName    // tables, which may be such rows, and what they are called
	rows   []rowName
}

// sourceName is a table or a query of WITH, and its name where it is selected from.
type sourceName struct{ table, name string }

// rowName is a name that may stand for a row, and the field that is taken of it; empty for the whole.
type rowName struct{ name, field string }

// UsesOf reads the names of one statement of PostgreSQL.
func UsesOf(text string) (Uses, error) {
	tree, err := parsed(text)
	if err != nil {
		return Uses{}, fmt.Errorf("read the names of a statement: %w", err)
	}
	return usesOf(tree), nil
}

func usesOf(tree *pg.ParseResult) Uses {
	u := Uses{handed: map[any]bool{}, made: map[string]bool{}}
	for _, raw := range tree.Stmts {
		visit(raw.Stmt, u.take)
	}
	u.takeRows()
	u.meetings(tree)
	return u
}

func (u *Uses) take(m any) bool {
	switch t := m.(type) {
	case *pg.FuncCall:
		u.call(t)
	case *pg.A_Const:
		u.Texts, u.Nulls = u.Texts || t.GetSval() != nil, u.Nulls || t.Isnull
	case *pg.RowExpr:
		u.Rows = true
	case *pg.ResTarget:
		u.Given = append(u.Given, t.Name)
	case *pg.Alias:
		u.Given = append(append(u.Given, t.Aliasname), stringsOf(t.Colnames)...)
		u.Sources = append(u.Sources, t.Aliasname)
	case *pg.CommonTableExpr:
		u.Given = append(append(u.Given, t.Ctename), stringsOf(t.Aliascolnames)...)
		u.made[t.Ctename] = true
	case *pg.RangeSubselect:
		u.makes(t.Alias, "")
	case *pg.RangeFunction:
		u.makes(t.Alias, "")
		visit(t, u.makesOfCalls)
	case *pg.RangeTableFunc:
		u.makes(t.Alias, "xmltable")
	case *pg.ColumnRef:
		u.column(t)
	case *pg.A_Indirection:
		of := lastOf(t.Arg.GetColumnRef())
		u.handed[t.Arg.GetParamRef()] = true
		for _, n := range t.Indirection {
			u.field(n)
			u.rows = append(u.rows, rowName{of, n.GetString_().GetSval()})
		}
	case *pg.ParamRef:
		if !u.handed[t] {
			u.Wholes = append(u.Wholes, "$")
		}
	case *pg.A_Expr:
		u.expression(t)
	case *pg.SubLink:
		u.operator(t.OperName, "=")
	case *pg.SortBy:
		u.operator(t.UseOp)
	case *pg.TypeName:
		u.typeName(named(t.Names))
	case *pg.RangeVar:
		u.Tables, u.Given = append(u.Tables, Named{t.Schemaname, t.Relname}), append(u.Given, t.Relname)
		u.Sources = append(u.Sources, t.Relname)
		u.called = append(u.called, sourceName{t.Relname, t.Relname})
		if t.Alias != nil {
			u.called = append(u.called, sourceName{t.Relname, t.Alias.Aliasname})
		}
	case *pg.RangeTableSample:
		u.Functions = append(u.Functions, Called{Named: named(t.Method), Args: -1})
	case *pg.JoinExpr:
		u.makes(t.Alias, "")
		u.makes(t.JoinUsingAlias, "")
		if t.IsNatural || len(t.UsingClause) > 0 {
			u.operator(nil, "=")
		}
	case *pg.CaseExpr:
		if t.Arg != nil {
			u.operator(nil, "=")
		}
	default:
		if name := newerForm(m); name != "" {
			u.anyOf(name)
		}
	}
	if t, ok := m.(*pg.JsonTable); ok {
		u.makes(t.Alias, "json_table")
	}
	return true
}

// makes notes the name of rows that are no table's.
func (u *Uses) makes(alias *pg.Alias, otherwise string) {
	if alias != nil {
		otherwise = alias.Aliasname
	}
	if otherwise != "" {
		u.made[otherwise] = true
	}
}

// makesOfCalls notes the names of functions that are selected from: rows are called so where nothing else is written.
func (u *Uses) makesOfCalls(m any) bool {
	if f, ok := m.(*pg.FuncCall); ok {
		u.made[lastName(f.Funcname)] = true
	}
	return true
}

// takeRows says what the text does with rows that are no table's: the server fits them to any type that has as many columns.
func (u *Uses) takeRows() {
	for _, s := range u.called {
		u.made[s.name] = u.made[s.name] || u.made[s.table]
	}
	for _, r := range u.rows {
		switch {
		case !u.made[r.name]:
		case r.field == "":
			u.Rows = true
		default:
			u.RowFields = append(u.RowFields, r.field)
		}
	}
}

// newerForm is the name of a form of SQL that an older server than the parser's reads as a call of any function so called;
// empty for what is none.
func newerForm(m any) string {
	switch t := m.(type) {
	case *pg.JsonFuncExpr:
		return jsonForms[t.Op]
	case *pg.JsonParseExpr:
		return "json"
	case *pg.JsonScalarExpr:
		return "json_scalar"
	case *pg.JsonSerializeExpr:
		return "json_serialize"
	case *pg.JsonObjectConstructor:
		return "json_object"
	case *pg.JsonArrayConstructor, *pg.JsonArrayQueryConstructor:
		return "json_array"
	case *pg.JsonObjectAgg:
		return "json_objectagg"
	case *pg.JsonArrayAgg:
		return "json_arrayagg"
	case *pg.JsonTable:
		return "json_table"
	case *pg.MergeSupportFunc:
		return "merge_action"
	}
	return ""
}

var jsonForms = map[pg.JsonExprOp]string{pg.JsonExprOp_JSON_EXISTS_OP: "json_exists", pg.JsonExprOp_JSON_QUERY_OP: "json_query",
	pg.JsonExprOp_JSON_VALUE_OP: "json_value", pg.JsonExprOp_JSON_TABLE_OP: "json_table"}

// newerNames are functions that the parser puts into pg_catalog, and an older server looks for everywhere; newerWord is one without
// arguments: to an older server it is a column, or a row. newerType is a type likewise.
var newerNames = wordSet("json_object normalize system_user")

const newerWord, newerType = "system_user", "json"

// typeName takes the name of a type as any server may read it.
func (u *Uses) typeName(n Named) {
	if u.Types = append(u.Types, n); n.Name == newerType && n.Schema == "pg_catalog" {
		u.Types = append(u.Types, Named{Name: newerType})
	}
}

// asColumn is a word that the parser takes for a function as the column that it may be.
func asColumn(f *pg.FuncCall) (*pg.ColumnRef, bool) {
	if name := lastName(f.Funcname); name == newerWord && len(f.Args) == 0 {
		return &pg.ColumnRef{Fields: []*pg.Node{pg.MakeStrNode(name)}}, true
	}
	return nil, false
}

// anyOf takes a call of which the arguments are not known.
func (u *Uses) anyOf(name string) {
	u.Functions = append(u.Functions, Called{Named: Named{Name: name}, Args: -1})
	u.Types = append(u.Types, Named{Name: name})
}

func (u *Uses) column(c *pg.ColumnRef) {
	last := c.Fields[len(c.Fields)-1]
	name := last.GetString_().GetSval()
	if len(c.Fields) > 1 {
		u.rows = append(u.rows, rowName{c.Fields[len(c.Fields)-2].GetString_().GetSval(), name})
	} else {
		u.rows = append(u.rows, rowName{name, ""})
	}
	switch {
	case len(c.Fields) > 1:
		u.field(last)
	case !u.handed[c]:
		u.Wholes = append(u.Wholes, name)
	}
}

func (u *Uses) call(f *pg.FuncCall) {
	name, args := named(f.Funcname), len(f.Args)
	if f.AggWithinGroup || f.FuncVariadic {
		args = -1
	}
	called := Called{Named: name, Args: args, Open: slices.ContainsFunc(f.Args, untyped)}
	u.Types = append(u.Types, name) // posint(5) is a cast
	if newerNames[name.Name] {
		u.anyOf(name.Name)
	}
	if c, ok := asColumn(f); ok {
		u.column(c)
	}
	for _, arg := range f.Args {
		u.handed[arg.GetColumnRef()], u.handed[arg.GetParamRef()] = true, true
		called.Takes = append(called.Takes, columnsIn(arg)...)
	}
	u.Functions = append(u.Functions, called)
}

// makesArrays says that PostgreSQL's function of the name may make an array of values.
func makesArrays(name string) bool {
	return strings.HasPrefix(name, "array") || name == "percentile_disc"
}

// untyped says that an argument is read as what the function takes: a text or NULL without a type, or an argument by its name,
// which may stand anywhere.
func untyped(arg *pg.Node) bool {
	for arg.GetCollateClause() != nil {
		arg = arg.GetCollateClause().Arg
	}
	if c := arg.GetTypeCast(); c != nil {
		return named(c.TypeName.Names).Name == "unknown"
	}
	return arg.GetNamedArgExpr() != nil || arg.GetAConst().GetSval() != nil || arg.GetAConst().GetIsnull()
}

// lastOf is the last name of a column; empty for a star, and where there is none.
func lastOf(c *pg.ColumnRef) string {
	if c == nil {
		return ""
	}
	return c.Fields[len(c.Fields)-1].GetString_().GetSval()
}

// columnsIn are the columns of an expression, and arguments of the function that it stands in.
func columnsIn(n *pg.Node) (names []string) {
	apart := map[*pg.ParamRef]bool{}
	visit(n, func(m any) bool {
		switch t := m.(type) {
		case *pg.ColumnRef:
			names = append(names, lastOf(t)) // empty for a star
		case *pg.A_Indirection:
			if field := fieldOf(t); field != "" {
				names = append(names, field)
				apart[t.Arg.GetParamRef()] = true
			}
		case *pg.ParamRef:
			if !apart[t] {
				names = append(names, "")
			}
		}
		return true
	})
	return names
}

// fieldOf is the field that is taken of something; empty where it is an element that is.
func fieldOf(i *pg.A_Indirection) string {
	return i.Indirection[len(i.Indirection)-1].GetString_().GetSval()
}

func (u *Uses) field(n *pg.Node) {
	if name := n.GetString_().GetSval(); name != "" {
		u.Fields = append(u.Fields, name)
	}
}

// impliedOperators are those that a form of expression stands for under another name.
var impliedOperators = map[pg.A_Expr_Kind][]string{
	pg.A_Expr_Kind_AEXPR_BETWEEN:         {">=", "<="},
	pg.A_Expr_Kind_AEXPR_NOT_BETWEEN:     {"<", ">"},
	pg.A_Expr_Kind_AEXPR_BETWEEN_SYM:     {">=", "<="},
	pg.A_Expr_Kind_AEXPR_NOT_BETWEEN_SYM: {"<", ">"},
}

func (u *Uses) expression(e *pg.A_Expr) {
	if implied, ok := impliedOperators[e.Kind]; ok {
		u.operator(nil, implied...)
		return
	}
	u.operator(e.Name)
}

func (u *Uses) operator(name []*pg.Node, otherwise ...string) {
	if len(name) > 0 {
		u.Operators = append(u.Operators, named(name))
		return
	}
	for _, o := range otherwise {
		u.Operators = append(u.Operators, Named{Name: o})
	}
}

// named is a dotted name; what stands before the schema is the database's own name.
func named(parts []*pg.Node) Named {
	if len(parts) == 0 {
		return Named{}
	}
	n := Named{Name: lastName(parts)}
	if len(parts) > 1 {
		n.Schema = parts[len(parts)-2].GetString_().GetSval()
	}
	return n
}

// DeniedFunction says whether the guard refuses a function of PostgreSQL by its name, and why.
func DeniedFunction(name string) (reason string, denied bool) {
	return deniedFunction(name, PostgreSQL)
}

// DeniedNames are the guard's list: names, and patterns of LIKE.
func DeniedNames() (names, patterns []string) {
	for _, rule := range everywhere {
		for _, name := range strings.Fields(rule.names) {
			if prefix, cut := strings.CutSuffix(name, "*"); cut {
				patterns = append(patterns, strings.ReplaceAll(prefix, "_", `\_`)+"%")
			} else {
				names = append(names, name)
			}
		}
	}
	return names, append(patterns, `pg\_%\_slot%`)
}
