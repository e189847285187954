package statement

import (
	"fmt"
	"reflect"
	"strings"
	"unicode/utf8"

	pg "github.com/pganalyze/pg_query_go/v6"
)

// The guard lets one reading query through and nothing else. It is strict on the shape of the tree (a list of the node
// types that a query is made of; all others are refused) and has a deny-list of functions, since an allow-list would
// refuse honest analytics. It is the first of several layers: the engines have their own.

// Refusal is returned when a statement may do more than read.
type Refusal struct {
	// Part is what is refused, as an analyst would name it: "DELETE inside WITH".
	Part string
	// Reason is why.
	Reason string
	// Allowed is what would be accepted instead.
	Allowed string
	// Position is the byte offset of the part in the text, -1 when it is not known; Character the same as a count of
	// characters, from 1, or 0.
	Position, Character int
}

func (r *Refusal) Error() string {
	part := r.Part
	if r.Character > 1 {
		part = fmt.Sprintf("%s (character %d)", r.Part, r.Character)
	}
	return fmt.Sprintf("%s is refused: %s; %s", part, r.Reason, r.Allowed)
}

// notQuery is the reason to refuse a command.
const notQuery = "it is not a query"

// Command says that the statement is a command, not a query with a part that is refused.
func (r *Refusal) Command() bool { return r.Reason == notQuery }

// locate counts the characters up to the position.
func (r *Refusal) locate(text string) {
	if r != nil && r.Position >= 0 && r.Position <= len(text) {
		r.Character = utf8.RuneCountInString(text[:r.Position]) + 1
	}
}

const (
	allowedShape = "one SELECT, VALUES, TABLE or set operation is allowed"
	allowedCalls = "functions that only compute are allowed"
)

// Guard says whether the statement only reads: nil, or a *Refusal.
func (s *Statement) Guard() error {
	if s.refusal == nil {
		return nil
	}
	return s.refusal
}

// inspector walks a tree once, for the guard.
type inspector struct {
	dialect Dialect
	src     *source
	names   Names
	refusal *Refusal
	foreign *SyntaxError
	rare    bool // some form is so rare that its text is better read back
}

// inspect applies the guard to all statements of a text, as the parser gave them, positions included. The same walk counts
// the levels, for errDepth, and finds forms that SQLite does not have, for a *SyntaxError.
func inspect(tree *pg.ParseResult, src *source, d Dialect, names Names) (*inspector, error) {
	i := &inspector{dialect: d, src: src, names: names}
	if len(tree.Stmts) > 1 {
		second := tree.Stmts[1]
		i.refuse(int(second.StmtLocation), statementWord(second.Stmt)+" as a second statement",
			"a text runs as one statement", allowedShape)
	}
	for _, raw := range tree.Stmts {
		if !i.root(raw) {
			return nil, errDepth
		}
	}
	if i.foreign != nil {
		return nil, i.foreign
	}
	return i, nil
}

// root inspects one statement; false when it is too deep.
func (i *inspector) root(raw *pg.RawStmt) bool {
	if raw.Stmt.GetSelectStmt() == nil {
		i.refuse(int(raw.StmtLocation), statementWord(raw.Stmt), notQuery, allowedShape)
		return !tooDeepToWrite(raw)
	}
	return visitLevels(raw.Stmt, MaxDepth, i.visit)
}

// refuse keeps the first refusal.
func (i *inspector) refuse(at int, part, reason, allowed string) {
	if i.refusal != nil {
		return
	}
	if at >= 0 {
		at = i.src.original(at)
		at += len(i.src.before[at:]) - len(strings.TrimLeft(i.src.before[at:], " \t\r\n;"))
	}
	i.refusal = &Refusal{Part: part, Reason: reason, Allowed: allowed, Position: at}
}

// visit checks one message of the tree.
func (i *inspector) visit(m any) bool {
	switch t := m.(type) {
	case *pg.Node:
		i.node(t)
	case *pg.SelectStmt:
		i.selectStmt(t)
	case *pg.FuncCall:
		i.function(t)
	case *pg.TypeName:
		i.typeName(t)
	case *pg.RangeVar:
		i.table(t)
	case *pg.A_Expr:
		i.operator(t.Name, int(t.Location))
	case *pg.SubLink:
		i.operator(t.OperName, int(t.Location))
	case *pg.SortBy:
		i.operator(t.UseOp, int(t.Location))
	}
	if i.dialect == SQLite {
		i.lacking(m)
	}
	i.rare = i.rare || isRare(m)
	return true
}

func (i *inspector) node(n *pg.Node) {
	if n.GetNode() == nil || commonNodes[reflect.TypeOf(n.GetNode())] {
		return
	}
	if i.rare = true; rareNodes[reflect.TypeOf(n.GetNode())] {
		return
	}
	word := statementWord(n)
	switch n.GetNode().(type) {
	case *pg.Node_InsertStmt, *pg.Node_UpdateStmt, *pg.Node_DeleteStmt, *pg.Node_MergeStmt:
		i.refuse(i.wordBefore(word, locationOf(n)), word+" inside WITH", "it changes data", allowedShape)
	case *pg.Node_ParamRef:
		i.refuse(int(n.GetParamRef().GetLocation()), fmt.Sprintf("the parameter $%d", n.GetParamRef().GetNumber()),
			"there is no value for it", "write the value itself")
	default:
		i.refuse(locationOf(n), word, "it is no part of a query", allowedShape)
	}
}

func (i *inspector) selectStmt(s *pg.SelectStmt) {
	if s.IntoClause != nil {
		i.refuse(int(s.IntoClause.GetRel().GetLocation()), "SELECT INTO", "it makes a table", "leave INTO out")
	}
	if len(s.LockingClause) > 0 {
		i.refuse(i.lockPosition(), lockWords(s.LockingClause[0].GetLockingClause()), "it locks rows", "leave the locking clause out")
	}
}

// wordBefore is where a statement's word stands, given the place of what follows it; that place when it is not found.
func (i *inspector) wordBefore(word string, at int) int {
	toks, err := scan(i.src.text)
	if err != nil {
		return at
	}
	for k := len(toks) - 1; k >= 0; k-- {
		if t := toks[k]; t.start < at && t.kind == Keyword && strings.EqualFold(i.src.text[t.start:t.end], word) {
			return t.start
		}
	}
	return at
}

// lockPosition is where the first locking clause stands, whose node does not say; -1 when it cannot be found.
func (i *inspector) lockPosition() int {
	toks, err := scan(i.src.text)
	if err != nil {
		return -1
	}
	for k := 0; k+1 < len(toks); k++ {
		if toks[k].token == pg.Token_FOR && lockStrength[toks[k+1].token] {
			return toks[k].start
		}
	}
	return -1
}

var lockStrength = map[pg.Token]bool{pg.Token_UPDATE: true, pg.Token_SHARE: true, pg.Token_NO: true, pg.Token_KEY: true}

func lockWords(l *pg.LockingClause) string {
	p := &printer{}
	p.locking(&pg.LockingClause{Strength: l.GetStrength()})
	return flat(p.pieces)
}

func (i *inspector) function(f *pg.FuncCall) {
	name := strings.ToLower(lastName(f.Funcname))
	if reason, denied := deniedFunction(name, i.dialect); denied {
		i.refuse(int(f.Location), "the function "+name+"()", reason, allowedCalls)
	}
}

// lastName is the name itself of a name with its schema.
func lastName(parts []*pg.Node) string { return parts[len(parts)-1].GetString_().GetSval() }

// dotted is a name with its schema as one text.
func dotted(parts []*pg.Node) string {
	if len(parts) == 1 {
		return lastName(parts)
	}
	return strings.Join(stringsOf(parts), ".")
}

// operator refuses an operator of a schema of the user's own, since it can be any function at all.
func (i *inspector) operator(name []*pg.Node, at int) {
	if len(name) == 0 {
		return
	}
	whole := dotted(name)
	if i.dialect != PostgreSQL && strings.HasPrefix(whole, "?") {
		i.refuse(at, "the parameter ?", "there is no value for it", "write the value itself")
	}
	if len(name) > 1 && name[0].GetString_().GetSval() != "pg_catalog" {
		i.refuse(at, "OPERATOR("+whole+")", "an operator of that schema can run any function", "the plain operators are allowed")
	}
}

// typeName refuses casts that look objects of the catalogue up by name.
func (i *inspector) typeName(t *pg.TypeName) {
	if len(t.Names) == 0 {
		return
	}
	name := strings.ToLower(lastName(t.Names))
	if i.dialect == PostgreSQL && registryTypes[name] {
		i.refuse(int(t.Location), "a cast to "+name, "it looks up objects of the server by name", "casts to types of data are allowed")
	}
}

var registryTypes = wordSet(`regclass regcollation regconfig regdictionary regnamespace regoper regoperator regproc
	regprocedure regrole regtype`)

// table refuses what DuckDB would read as a file, and functions that SQLite takes for tables.
func (i *inspector) table(r *pg.RangeVar) {
	if i.dialect == PostgreSQL || i.names != nil && i.names.HasTable(r.Relname) {
		return
	}
	if reason, denied := deniedFunction(strings.ToLower(r.Relname), i.dialect); denied && i.dialect == SQLite {
		i.refuse(int(r.Location), "the table "+r.Relname, reason, "tables of the opened database are allowed")
	}
	if i.dialect == DuckDB && looksLikeFile(r.Relname) {
		i.refuse(int(r.Location), "reading "+quoteName(r.Relname, DuckDB), "it names a file", "tables of the opened database are allowed")
	}
}

func looksLikeFile(name string) bool {
	return strings.ContainsAny(name, `/\*?:`) || strings.Contains(name, ".")
}

// statementWord names a statement by its first words: "DELETE", "CREATE TABLE".
func statementWord(n *pg.Node) string {
	if n.GetNode() == nil {
		return "an empty statement"
	}
	kind := strings.TrimPrefix(reflect.TypeOf(n.GetNode()).Elem().Name(), "Node_")
	if word, ok := statementWords[kind]; ok {
		return word
	}
	return strings.ToUpper(splitCamel(strings.TrimSuffix(kind, "Stmt")))
}

var statementWords = map[string]string{
	"SelectStmt": "SELECT", "VariableSetStmt": "SET", "VariableShowStmt": "SHOW", "TransactionStmt": "a transaction command",
	"DoStmt": "DO", "CopyStmt": "COPY", "CreateTableAsStmt": "CREATE TABLE AS", "IndexStmt": "CREATE INDEX", "ViewStmt": "CREATE VIEW",
	"LockStmt": "LOCK TABLE", "CheckPointStmt": "CHECKPOINT", "CreateStmt": "CREATE TABLE", "CallStmt": "CALL", "ExplainStmt": "EXPLAIN",
	"TruncateStmt": "TRUNCATE", "DropStmt": "DROP", "VacuumStmt": "VACUUM", "CreateFunctionStmt": "CREATE FUNCTION", "AlterTableStmt": "ALTER TABLE",
	"CompositeTypeStmt": "CREATE TYPE", "CreateEnumStmt": "CREATE TYPE", "RenameStmt": "ALTER TABLE", "DefineStmt": "CREATE",
	"DeclareCursorStmt": "DECLARE",
}

func splitCamel(s string) string {
	var b strings.Builder
	for i, r := range s {
		if i > 0 && r >= 'A' && r <= 'Z' {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// locationOf is the position that a node carries itself or in its first child that has one, -1 for none.
func locationOf(n *pg.Node) int {
	at := -1
	visit(n, func(m any) bool {
		if at < 0 {
			if f := reflect.ValueOf(m).Elem(); f.Kind() == reflect.Struct {
				if l := f.FieldByName("Location"); l.IsValid() && l.CanInt() && l.Int() > 0 {
					at = int(l.Int())
				}
			}
		}
		return at < 0
	})
	return at
}

// commonNodes are the node types that nearly all queries are made of, rareNodes the others that a query may have.
var (
	commonNodes = nodeTypes(
		&pg.Node_ColumnRef{}, &pg.Node_AConst{}, &pg.Node_AExpr{}, &pg.Node_BoolExpr{}, &pg.Node_FuncCall{}, &pg.Node_SubLink{},
		&pg.Node_TypeCast{}, &pg.Node_TypeName{}, &pg.Node_NullTest{}, &pg.Node_BooleanTest{}, &pg.Node_CaseExpr{}, &pg.Node_CaseWhen{},
		&pg.Node_CoalesceExpr{}, &pg.Node_MinMaxExpr{}, &pg.Node_ResTarget{}, &pg.Node_SortBy{}, &pg.Node_AStar{}, &pg.Node_String_{},
		&pg.Node_Integer{}, &pg.Node_Float{}, &pg.Node_Boolean{}, &pg.Node_List{}, &pg.Node_SelectStmt{}, &pg.Node_RangeVar{},
		&pg.Node_JoinExpr{}, &pg.Node_RangeSubselect{}, &pg.Node_RangeFunction{}, &pg.Node_WindowDef{}, &pg.Node_CommonTableExpr{},
		&pg.Node_Alias{},
	)
	rareNodes = nodeTypes(
		&pg.Node_GroupingSet{}, &pg.Node_RowExpr{}, &pg.Node_AArrayExpr{}, &pg.Node_GroupingFunc{}, &pg.Node_CollateClause{},
		&pg.Node_NamedArgExpr{}, &pg.Node_AIndirection{}, &pg.Node_AIndices{}, &pg.Node_BitString{}, &pg.Node_RangeTableSample{},
		&pg.Node_RangeTableFunc{}, &pg.Node_RangeTableFuncCol{}, &pg.Node_SqlvalueFunction{}, &pg.Node_XmlExpr{}, &pg.Node_XmlSerialize{},
		&pg.Node_ColumnDef{}, &pg.Node_LockingClause{},
		&pg.Node_JsonFuncExpr{}, &pg.Node_JsonObjectConstructor{}, &pg.Node_JsonArrayConstructor{}, &pg.Node_JsonArrayQueryConstructor{},
		&pg.Node_JsonObjectAgg{}, &pg.Node_JsonArrayAgg{}, &pg.Node_JsonIsPredicate{}, &pg.Node_JsonKeyValue{}, &pg.Node_JsonValueExpr{},
		&pg.Node_JsonOutput{}, &pg.Node_JsonFormat{}, &pg.Node_JsonReturning{}, &pg.Node_JsonAggConstructor{}, &pg.Node_JsonArgument{},
		&pg.Node_JsonBehavior{}, &pg.Node_JsonTable{}, &pg.Node_JsonTableColumn{}, &pg.Node_JsonTablePathSpec{},
		&pg.Node_JsonParseExpr{}, &pg.Node_JsonScalarExpr{}, &pg.Node_JsonSerializeExpr{},
	)
)

func nodeTypes(wrappers ...any) map[reflect.Type]bool {
	set := map[reflect.Type]bool{}
	for _, w := range wrappers {
		set[reflect.TypeOf(w)] = true
	}
	return set
}
