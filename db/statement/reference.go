package statement

import (
	"slices"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v6"
)

// References are the names and texts that a statement uses, wherever they stand in it: what a check against the
// catalogue, or against a list of denied columns, looks at. Scopes are not told apart, but for those of WITH: another name
// counts for the whole statement.
type References struct {
	// Tables are the tables and views read. The names of WITH queries are not among them where they stand for those.
	Tables []TableReference
	// Derived are the names of WITH queries, derived tables and functions in FROM.
	Derived []string
	Columns []ColumnReference
	// Aliases are the names given to output columns and to columns of derived tables.
	Aliases []string
	// Texts are the text literals.
	Texts []string
	// Functions are the names of the functions called, in lower case, without their schema.
	Functions []string
	// Receivers stand before a function's name: its schema, or, in DuckDB, what it is called on (email.lower()).
	Receivers []ColumnReference
	// Natural says that a join is NATURAL: on columns that are not named.
	Natural bool
	// Renamed says that a table or a join gives its columns other names, FROM users AS u(a, b), or a join one to itself.
	Renamed bool
}

// TableReference is a table where it is read.
type TableReference struct{ Schema, Name, Alias string }

// Called says whether columns may refer to the table by the name.
func (t TableReference) Called(name string) bool {
	if t.Alias != "" {
		return strings.EqualFold(t.Alias, name)
	}
	return strings.EqualFold(t.Name, name) || t.Schema != "" && strings.EqualFold(t.Schema+"."+t.Name, name)
}

// ColumnReference is a column where it is used; Name is empty for a star.
type ColumnReference struct {
	Qualifier, Name string
	Star            bool
}

// Ambiguous says that a qualifier stands for several sources of the statement, in different scopes, or for none.
func (r References) Ambiguous(qualifier string) bool {
	n := 0
	for _, t := range r.Tables {
		if t.Called(qualifier) {
			n++
		}
	}
	for _, d := range r.Derived {
		if strings.EqualFold(d, qualifier) {
			n++
		}
	}
	return n != 1
}

// References collects what the statement refers to; empty for an opaque statement.
func (s *Statement) References() References {
	if s.tree == nil {
		return References{}
	}
	c := referenceCollector{dialect: s.dialect}
	visit(s.tree, c.names)
	visit(s.tree, c.uses)
	return c.found
}

type referenceCollector struct {
	dialect Dialect
	with    []string // the WITH queries that a name may stand for here
	found   References
}

// below collects what a query with WITH reads: a name stands for a query of it only where the engine sees that. Before it, and in
// itself, it is a table's. With RECURSIVE, and in SQLite always, the queries see each other; in DuckDB one sees itself then, on the right
// of its UNION.
func (c *referenceCollector) below(s *pg.SelectStmt) {
	around := c.with
	with := s.WithClause
	add := func(n *pg.Node) {
		c.with = append(c.with[:len(c.with):len(c.with)], n.GetCommonTableExpr().GetCtename())
	}
	all := with.Recursive && c.dialect == PostgreSQL || c.dialect == SQLite
	if all {
		for _, n := range with.Ctes {
			add(n)
		}
	}
	for _, n := range with.Ctes {
		query := n.GetCommonTableExpr().GetCtequery().GetSelectStmt()
		switch {
		case with.Recursive && c.dialect == DuckDB && query.GetRarg() != nil && query.WithClause == nil:
			left := shallow(query)
			left.Rarg = nil
			visit(left, c.uses)
			add(n)
			visit(query.Rarg, c.uses)
		case all:
			visit(n, c.uses)
		default:
			visit(n, c.uses)
			add(n)
		}
	}
	rest := shallow(s)
	rest.WithClause = nil
	visit(rest, c.uses)
	c.with = around
}

// isWith says whether a name stands for a WITH query. PostgreSQL's names are as they are written.
func (c *referenceCollector) isWith(name string) bool {
	return slices.ContainsFunc(c.with, func(w string) bool { return w == name || c.dialect != PostgreSQL && strings.EqualFold(w, name) })
}

// names collects what the statement itself defines.
func (c *referenceCollector) names(m any) bool {
	switch t := m.(type) {
	case *pg.CommonTableExpr:
		c.found.Derived = append(c.found.Derived, t.Ctename)
		c.found.Aliases = append(c.found.Aliases, stringsOf(t.Aliascolnames)...)
	case *pg.RangeSubselect:
		c.derived(t.Alias)
	case *pg.RangeFunction:
		c.derived(t.Alias)
	case *pg.ResTarget:
		if t.Name != "" {
			c.found.Aliases = append(c.found.Aliases, t.Name)
		}
	case *pg.JoinExpr:
		c.found.Natural = c.found.Natural || t.IsNatural
		c.found.Renamed = c.found.Renamed || t.Alias != nil
	}
	return true
}

func (c *referenceCollector) derived(a *pg.Alias) {
	if a != nil {
		c.found.Derived = append(c.found.Derived, a.Aliasname)
		c.found.Aliases = append(c.found.Aliases, stringsOf(a.Colnames)...)
	}
}

// uses collects what it reads.
func (c *referenceCollector) uses(m any) bool {
	switch t := m.(type) {
	case *pg.SelectStmt:
		if t.WithClause != nil {
			c.below(t)
			return false
		}
	case *pg.A_Expr:
		if c.dialect == DuckDB && t.Lexpr == nil && lastName(t.Name) == "#" { // #3 is whichever column stands there
			c.found.Columns = append(c.found.Columns, ColumnReference{Star: true})
		}
	case *pg.RangeVar:
		c.table(t)
	case *pg.ColumnRef:
		c.column(t)
	case *pg.JoinExpr:
		for _, name := range stringsOf(t.UsingClause) {
			c.found.Columns = append(c.found.Columns, ColumnReference{Name: name})
		}
	case *pg.FuncCall:
		if names := stringsOf(t.Funcname); len(names) > 0 {
			c.found.Functions = append(c.found.Functions, strings.ToLower(names[len(names)-1]))
			if before := t.Funcname[:len(names)-1]; len(before) > 0 {
				c.found.Receivers = append(c.found.Receivers, ColumnReference{Qualifier: qualifierOf(before), Name: names[len(before)-1]})
			}
		}
	case *pg.A_Const:
		if text := t.GetSval(); text != nil {
			c.found.Texts = append(c.found.Texts, text.Sval)
		}
	}
	return true
}

func (c *referenceCollector) table(t *pg.RangeVar) {
	if t.Schemaname == "" && c.isWith(t.Relname) {
		if t.Alias != nil {
			c.derived(t.Alias)
		}
		return
	}
	c.found.Tables = append(c.found.Tables, TableReference{Schema: t.Schemaname, Name: t.Relname, Alias: t.Alias.GetAliasname()})
	c.found.Aliases = append(c.found.Aliases, stringsOf(t.Alias.GetColnames())...)
	c.found.Renamed = c.found.Renamed || len(t.Alias.GetColnames()) > 0
}

func (c *referenceCollector) column(t *pg.ColumnRef) {
	if len(t.Fields) == 0 {
		return
	}
	last := t.Fields[len(t.Fields)-1]
	ref := ColumnReference{Qualifier: qualifierOf(t.Fields)}
	if last.GetAStar() != nil {
		ref.Star = true
	} else {
		ref.Name = last.GetString_().GetSval()
	}
	c.found.Columns = append(c.found.Columns, ref)
}
