package statement

import (
	"fmt"
	"maps"
	"slices"

	pg "github.com/pganalyze/pg_query_go/v6"
)

// A statement of one engine becomes one of another in two steps: a form that the engines write differently (a date cut
// to a month, "seven days before") is recognised in its own dialect (lift), and written in the other (emit). What has no
// counterpart is an error, never a guess.

// Untranslatable is returned when a dialect has no way to say a part of a statement.
type Untranslatable struct {
	What string
	To   Dialect
}

func (e *Untranslatable) Error() string { return fmt.Sprintf("%s cannot say %s", e.To, e.What) }

// Render is the statement in another dialect. Integer division keeps its sign, so to speak: a / b of two whole numbers is
// whole on PostgreSQL and SQLite and not on DuckDB, and types are not known here.
func (s *Statement) Render(d Dialect) (*Statement, error) {
	if s.dialect == d {
		return s, nil
	}
	if s.tree == nil {
		return nil, fmt.Errorf("render %s for %s: %w", firstWords(s.text), d, errNotSelect)
	}
	t := &translator{from: s.dialect, to: d}
	tree := rewriter{before: t.node}.selectStmt(s.tree)
	t.check(tree)
	if t.err != nil {
		return nil, fmt.Errorf("render %s: %w", firstWords(s.text), t.err)
	}
	return build(tree, d)
}

// form is an expression in words of no dialect.
type form struct {
	kind formKind
	word string // grain, part, unit, pattern
	args []*pg.Node
}

type formKind uint8

const (
	noForm      formKind = iota
	truncForm            // args[0] cut to the grain
	partForm             // a part of args[0] as a number
	todayForm            // the date
	nowForm              // date and time
	dateForm             // the date of args[0]
	timeForm             // args[0] as date and time
	shiftForm            // args[0] moved by word, as "-7 days"
	patternForm          // args[0] as text, by a strftime pattern
	daysForm             // days from args[1] to args[0]
	joinForm             // text of a group, with args[1] between
	findForm             // place of args[1] in args[0]
	sliceForm            // part of a text: from, length
	greatestForm
	leastForm
	likeForm // match without case; word is "!" for its contrary
)

type translator struct {
	from, to Dialect
	err      error
}

func (t *translator) node(n *pg.Node) (*pg.Node, bool) {
	f := lift(n, t.from)
	if f.kind == noForm || !t.differs(f) {
		return t.plain(n)
	}
	args := make([]*pg.Node, len(f.args))
	for i, a := range f.args {
		args[i] = t.below(a)
	}
	f.args = args
	return t.emit(f), true
}

// differs says that the target writes the form in another way, and can write it.
func (t *translator) differs(f form) bool {
	switch {
	case t.from != SQLite && t.to != SQLite:
		return f.kind == patternForm || f.kind == findForm
	case t.to == SQLite && f.kind == partForm:
		return f.word == "quarter" || slices.Contains(slices.Collect(maps.Values(partsByPattern)), f.word)
	case t.to == SQLite && f.kind == truncForm:
		return sqliteGrains[f.word]
	}
	return true
}

var sqliteGrains = wordSet("year quarter month week day hour")

// below translates a subexpression.
func (t *translator) below(n *pg.Node) *pg.Node { return rewriter{before: t.node}.node(n) }

// plain translates calls that only have another name or order of arguments.
func (t *translator) plain(n *pg.Node) (*pg.Node, bool) {
	name, args, _, _, ok := (Expr{n}).AsCall()
	if !ok || t.from != SQLite || n.GetFuncCall() == nil {
		return nil, false
	}
	switch {
	case name == "ifnull" && len(args) == 2:
		return t.below(Call("coalesce", args...).node), true
	case name == "iif" && len(args) == 3:
		return t.below(Case([]When{{args[0], args[1]}}, args[2]).node), true
	case name == "total" && len(args) == 1:
		return t.below(Call("coalesce", Call("sum", args[0]), Literal(0.0)).node), true
	}
	return nil, false
}

func (t *translator) emit(f form) *pg.Node {
	switch t.to {
	case SQLite:
		return emitSQLite(f)
	case DuckDB:
		return emitDuckDB(f)
	default:
		return emitPostgres(f)
	}
}

// fail keeps the first thing that cannot be said.
func (t *translator) fail(what string) {
	if t.err == nil {
		t.err = &Untranslatable{What: what, To: t.to}
	}
}

// check finds what is left that the target does not know.
func (t *translator) check(tree *pg.SelectStmt) {
	visit(tree, func(m any) bool {
		if what := t.foreign(m); what != "" {
			t.fail(what)
		}
		return t.err == nil
	})
}

func (t *translator) foreign(m any) string {
	if t.to == SQLite {
		if what := notInSQLite(m); what != "" {
			return what
		}
	}
	switch n := m.(type) {
	case *pg.FuncCall:
		name := stringsOf(n.Funcname)[len(n.Funcname)-1]
		if only := onlyIn[name]; only != nil && !only[t.to] {
			return name + "()"
		}
	case *pg.A_Expr:
		if word := wordOperator(operator(n), t.from); word != "" && t.to != SQLite {
			return word
		}
	}
	return ""
}

// onlyIn are functions that some dialects have and others lack, of those that analysts meet.
var onlyIn = functionHomes()

func functionHomes() map[string]map[Dialect]bool {
	out := map[string]map[Dialect]bool{}
	add := func(names string, homes ...Dialect) {
		for name := range wordSet(names) {
			out[name] = map[Dialect]bool{}
			for _, d := range homes {
				out[name][d] = true
			}
		}
	}
	add("julianday datetime unixepoch json_each json_tree sqlite_version last_insert_rowid typeof printf", SQLite)
	add("to_char age to_tsvector to_tsquery websearch_to_tsquery plainto_tsquery ts_rank ts_rank_cd width_bucket jsonb_each_text jsonb_array_elements json_to_recordset", PostgreSQL)
	add("date_trunc extract generate_series unnest array_agg date_part percentile_cont percentile_disc mode stddev stddev_samp variance regexp_replace split_part", PostgreSQL, DuckDB)
	add("median quantile_cont arg_max arg_min approx_count_distinct list date_diff list_transform try_cast", DuckDB)
	add("strftime", SQLite, DuckDB)
	return out
}

// notInSQLite names the shapes that SQLite's grammar lacks.
func notInSQLite(m any) string {
	switch n := m.(type) {
	case *pg.SelectStmt:
		if len(n.DistinctClause) > 0 && n.DistinctClause[0].GetNode() != nil {
			return "DISTINCT ON"
		}
		if n.LimitOption == pg.LimitOption_LIMIT_OPTION_WITH_TIES {
			return "WITH TIES"
		}
	case *pg.GroupingSet:
		return "GROUPING SETS"
	case *pg.RangeSubselect:
		if n.Lateral {
			return "LATERAL"
		}
	case *pg.A_ArrayExpr, *pg.A_Indirection:
		return "arrays"
	case *pg.A_Expr:
		return operatorNotInSQLite(n)
	case *pg.SubLink:
		if len(n.OperName) > 0 || n.SubLinkType == pg.SubLinkType_ALL_SUBLINK {
			return "ANY and ALL"
		}
	case *pg.TypeName:
		if names := stringsOf(n.Names); names[len(names)-1] == "interval" {
			return "intervals"
		}
	case *pg.FuncCall:
		if n.AggWithinGroup {
			return "WITHIN GROUP"
		}
	}
	return ""
}

var operatorsOfSQLite = wordSet("= <> < > <= >= + - * / % || -> ->> & | << >> ~")

func operatorNotInSQLite(e *pg.A_Expr) string {
	switch e.Kind {
	case pg.A_Expr_Kind_AEXPR_OP_ANY, pg.A_Expr_Kind_AEXPR_OP_ALL:
		return "ANY and ALL"
	case pg.A_Expr_Kind_AEXPR_SIMILAR:
		return "SIMILAR TO"
	case pg.A_Expr_Kind_AEXPR_BETWEEN_SYM, pg.A_Expr_Kind_AEXPR_NOT_BETWEEN_SYM:
		return "BETWEEN SYMMETRIC"
	case pg.A_Expr_Kind_AEXPR_OP:
		op := operator(e)
		if !operatorsOfSQLite[op] || op == "~" && e.Lexpr != nil {
			return "the operator " + op
		}
	}
	return ""
}
