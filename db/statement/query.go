package statement

import (
	"errors"
	"fmt"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v6"
)

// Query is an editable SELECT. Its fields are read and set freely; Build makes the immutable Statement. What has no field
// (CTEs, windows, DISTINCT ON, WITH TIES, …) rides along untouched.
type Query struct {
	Distinct bool
	Items    []Item
	From     []Source
	Where    []Expr // AND terms
	GroupBy  []Expr
	Having   []Expr // AND terms
	OrderBy  []Key
	Limit    Expr // zero: none
	Offset   Expr
	// Set, when not nil, makes this a set operation: its sides hold what stands above here, and OrderBy, Limit and Offset
	// are the whole's.
	Set *SetOperation

	base *pg.SelectStmt // what has no field
}

// Item is one output column.
type Item struct {
	Expr  Expr
	Alias string
}

// Source is a table, a derived table or something else in FROM, and how it is joined to what stands before it.
type Source struct {
	Join   Join
	Schema string
	Table  string // empty for a derived table or a function
	Alias  string
	Query  *Query // derived table
	On     Expr
	Using  []string

	natural    bool
	comma      bool      // joined by a comma, a cross join
	usingAlias *pg.Alias // USING (…) AS alias
	node       *pg.Node  // as parsed: what has no field
}

// Name is how columns refer to the source: its alias, else its table.
func (s Source) Name() string {
	if s.Alias != "" {
		return s.Alias
	}
	return s.Table
}

// Natural says that the join is NATURAL: on all columns of equal name.
func (s Source) Natural() bool { return s.natural }

// Join is how a source is joined.
type Join uint8

// The joins. The first source has none.
const (
	JoinNone Join = iota
	JoinInner
	JoinLeft
	JoinRight
	JoinFull
	JoinCross
)

func (j Join) String() string {
	return [...]string{"", "JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN", "CROSS JOIN"}[j]
}

// Key is one key of ORDER BY.
type Key struct {
	Expr       Expr
	Desc       bool
	NullsFirst bool
	NullsLast  bool

	asc   bool // ASC is written out
	using []*pg.Node
}

// SetKind is the operator between two queries.
type SetKind uint8

// The set operators.
const (
	Union SetKind = iota
	Intersect
	Except
)

func (k SetKind) String() string { return [...]string{"UNION", "INTERSECT", "EXCEPT"}[k] }

// SetOperation combines two queries.
type SetOperation struct {
	Kind        SetKind
	All         bool
	Left, Right *Query
}

// NewQuery is an empty SELECT.
func NewQuery() *Query { return &Query{base: emptySelect()} }

func emptySelect() *pg.SelectStmt {
	return &pg.SelectStmt{Op: pg.SetOperation_SETOP_NONE, LimitOption: pg.LimitOption_LIMIT_OPTION_DEFAULT}
}

// Query is a deep, editable copy of the statement. It fails for an opaque statement and for one without SELECT.
func (s *Statement) Query() (*Query, error) {
	if s.tree == nil {
		return nil, fmt.Errorf("edit %s: %w", firstWords(s.text), errNotSelect)
	}
	if len(s.tree.ValuesLists) > 0 {
		return nil, fmt.Errorf("edit VALUES: %w", errNotSelect)
	}
	return decompose(s.tree), nil
}

// Clone is a copy that shares nothing that can be set.
func (q *Query) Clone() *Query {
	if q == nil {
		return nil
	}
	c := q.own()
	for i := range c.From {
		c.From[i].Query = c.From[i].Query.Clone()
		c.From[i].Using = append([]string(nil), c.From[i].Using...)
	}
	if q.Set != nil {
		set := *q.Set
		set.Left, set.Right = set.Left.Clone(), set.Right.Clone()
		c.Set = &set
	}
	return c
}

// own is a copy with lists of its own, which shares the queries inside.
func (q *Query) own() *Query {
	c := *q
	c.Items = append([]Item(nil), q.Items...)
	c.From = append([]Source(nil), q.From...)
	c.Where = append([]Expr(nil), q.Where...)
	c.GroupBy = append([]Expr(nil), q.GroupBy...)
	c.Having = append([]Expr(nil), q.Having...)
	c.OrderBy = append([]Key(nil), q.OrderBy...)
	return &c
}

// Wrap makes the query a derived table: SELECT items FROM (q) AS alias. CTEs stay inside.
func (q *Query) Wrap(alias string, items ...Item) *Query {
	outer := NewQuery()
	outer.Items = items
	outer.From = []Source{{Alias: alias, Query: q.Clone()}}
	return outer
}

// CTEs are the names of the WITH queries, in order.
func (q *Query) CTEs() []string {
	var names []string
	for _, n := range q.base.GetWithClause().GetCtes() {
		names = append(names, n.GetCommonTableExpr().GetCtename())
	}
	return names
}

// CTE is a copy, to read, of the WITH query of a name, which sees those before it; nil when there is none that is a SELECT
// or when it names its columns anew.
func (q *Query) CTE(name string) *Query {
	with := q.base.GetWithClause()
	for i, n := range with.GetCtes() {
		c := n.GetCommonTableExpr()
		body := c.GetCtequery().GetSelectStmt()
		if !strings.EqualFold(c.GetCtename(), name) || body == nil || len(body.ValuesLists)+len(c.GetAliascolnames()) > 0 {
			continue
		}
		out := decompose(body)
		if out.base.WithClause == nil && i > 0 {
			out.base.WithClause = shallow(with)
			out.base.WithClause.Ctes = with.Ctes[:i]
		}
		return out
	}
	return nil
}

// Build makes the statement, in the form of the dialect.
func (q *Query) Build(d Dialect) (*Statement, error) {
	tree := q.tree()
	if tooDeepToWrite(tree) {
		return nil, errDepth
	}
	return build(tree, d)
}

func build(tree *pg.SelectStmt, d Dialect) (*Statement, error) {
	tree = lowerSelect(tree, d)
	text, err := printTree(tree, d, 0)
	if err != nil {
		return nil, fmt.Errorf("write the query: %w", err)
	}
	s := &Statement{dialect: d, tree: tree, printed: text, sql: flat(text.pieces)}
	s.text = s.sql
	if len(s.sql) > MaxBytes {
		return nil, &TooLarge{fmt.Sprintf("the statement has %d bytes; the limit is %d", len(s.sql), MaxBytes)}
	}
	s.refusal, err = inspectBuilt(tree, s.sql, d)
	if err != nil {
		return nil, err
	}
	return s, nil
}

// inspectBuilt is the guard for a tree that was not parsed from a text; it has no positions.
func inspectBuilt(tree *pg.SelectStmt, sql string, d Dialect) (*Refusal, error) {
	raw := &pg.RawStmt{Stmt: selectNode(tree)}
	found, err := inspect(&pg.ParseResult{Stmts: []*pg.RawStmt{raw}}, &source{before: sql, text: sql}, d, nil)
	var foreign *SyntaxError
	switch {
	case errors.As(err, &foreign):
		return nil, &SyntaxError{Message: foreign.Message}
	case err != nil:
		return nil, err
	case found.refusal != nil:
		found.refusal.Position = -1
	}
	return found.refusal, nil
}
