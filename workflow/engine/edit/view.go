package edit

import (
	"fmt"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/schema"
)

// View says what the names of one SELECT mean: which table stands behind each alias, which column behind each
// reference. The SELECT may be anyone's, a person's own included, so aliases are read and never assumed.
type View struct {
	Index *schema.Index
	Query *statement.Query
}

// SourceName is the name by which columns of the source are qualified.
func SourceName(s statement.Source) string {
	if s.Alias != "" {
		return s.Alias
	}
	return s.Table
}

// Table is the table behind a source; nil for a derived table or an unknown one.
func (s View) Table(src statement.Source) *schema.Table {
	if s.Within(src) != nil {
		return nil
	}
	return s.Index.Table(src.Table)
}

// Within is the query behind a source: a derived table's, or that of a name of WITH; nil for a table.
func (s View) Within(src statement.Source) *statement.Query {
	if src.Query != nil || src.Schema != "" || len(s.Query.CTEs()) == 0 {
		return src.Query
	}
	return s.Query.CTE(src.Table)
}

// Tables are the known tables of FROM, in order, without repetition.
func (s View) Tables() []*schema.Table {
	var out []*schema.Table
	seen := map[*schema.Table]bool{}
	for _, src := range s.Query.From {
		if t := s.Table(src); t != nil && !seen[t] {
			seen[t] = true
			out = append(out, t)
		}
	}
	return out
}

// Home are the known tables that the rows come from: those of FROM, through derived tables.
func (s View) Home() []*schema.Table {
	out := s.Tables()
	for _, src := range s.Query.From {
		if q := s.Within(src); q != nil {
			out = append(out, View{s.Index, Leftmost(q)}.Home()...)
		}
	}
	return out
}

// Column is the column behind a reference, through derived tables; nil when it is none of a known table.
func (s View) Column(e statement.Expr) *schema.Column {
	qualifier, name, ok := e.AsColumn()
	if !ok {
		return nil
	}
	for _, src := range s.Query.From {
		if qualifier != "" && !strings.EqualFold(qualifier, SourceName(src)) {
			continue
		}
		if q := s.Within(src); q != nil {
			if c := s.derived(q, name); c != nil {
				return c
			}
		} else if t := s.Table(src); t != nil && t.Column(name) != nil {
			return t.Column(name)
		}
	}
	return nil
}

// derived is the column that an item of a derived table passes on.
func (s View) derived(q *statement.Query, name string) *schema.Column {
	inner := View{s.Index, Leftmost(q)}
	for _, item := range inner.Query.Items {
		if strings.EqualFold(ItemName(item), name) {
			return inner.Column(item.Expr)
		}
		if _, star := item.Expr.AsStar(); star {
			if c := inner.Column(statement.Column("", name)); c != nil {
				return c
			}
		}
	}
	return nil
}

// ItemName is the name of a select item's column in the result; empty for an expression without an alias.
func ItemName(item statement.Item) string {
	if item.Alias != "" {
		return item.Alias
	}
	_, name, _ := item.Expr.AsColumn()
	return name
}

// Leftmost is the SELECT that names the columns of a query: itself, or the first side of a set operation.
func Leftmost(q *statement.Query) *statement.Query {
	for q.Set != nil {
		q = q.Set.Left
	}
	return q
}

// Ref is a reference to the column in this SELECT as it stands; not ok when its table is not joined.
func (s View) Ref(c *schema.Column) (statement.Expr, bool) {
	if c.Condition != nil {
		return s.conditionIn(c.Condition)
	}
	for _, src := range s.Query.From {
		if s.Table(src) == c.Table {
			return s.qualified(src, c.Name), true
		}
	}
	for _, src := range s.Query.From {
		if name, ok := s.passedOn(src, c); ok {
			return s.qualified(src, name), true
		}
	}
	return statement.Expr{}, false
}

// passedOn is the name under which a derived table passes the column on; not ok when it does not, or is none.
func (s View) passedOn(src statement.Source, c *schema.Column) (string, bool) {
	q := s.Within(src)
	if q == nil {
		return "", false
	}
	inner := View{s.Index, Leftmost(q)}
	i, ok := inner.Shown(c)
	if !ok || i < 0 {
		return c.Name, ok
	}
	return ItemName(inner.Query.Items[i]), true
}

// qualified names a column of a source, with its qualifier only where the SELECT reads several sources.
func (s View) qualified(src statement.Source, name string) statement.Expr {
	if len(s.Query.From) == 1 {
		return statement.Column(src.Alias, name)
	}
	return statement.Column(SourceName(src), name)
}

// Reach is ref, joining the column's table by the cheapest path when it is not there yet.
func (s View) Reach(c *schema.Column) (statement.Expr, error) {
	if e, ok := s.Ref(c); ok {
		return e, nil
	}
	if err := s.Join(c.Table); err != nil {
		return statement.Expr{}, err
	}
	e, ok := s.Ref(c)
	if !ok {
		return statement.Expr{}, fmt.Errorf("reach %s: it is in a derived table that does not pass it on", c)
	}
	return e, nil
}

// way are the keys by which a table that is not read yet is joined; nil where none leads there.
func (s View) way(t *schema.Table) []*schema.Edge {
	if path := s.Index.Graph.PathBeside(s.Tables(), t); path != nil {
		return path
	}
	return s.Index.Graph.Path(s.Home(), t) // by a key that a derived table passes on
}

// Join adds the table to FROM, and what lies between.
func (s View) Join(t *schema.Table) error {
	path := s.way(t)
	if path == nil {
		return fmt.Errorf("join %s: no key leads there", t)
	}
	s.QualifyAll()
	for _, edge := range path {
		if err := s.AddEdge(edge); err != nil {
			return err
		}
	}
	return nil
}

// AddEdge joins the end of the edge that is not in FROM yet.
func (s View) AddEdge(edge *schema.Edge) error {
	added, there := edge.From, edge.To
	near, far := edge.ToColumns, edge.FromColumns
	if s.Has(edge.From) {
		added, there = edge.To, edge.From
		near, far = edge.FromColumns, edge.ToColumns
	}
	var on []statement.Expr
	for i := range near {
		l, ok := s.keyIn(there, near[i])
		if !ok {
			return fmt.Errorf("join %s: %s is not passed on", added, near[i])
		}
		on = append(on, statement.Binary("=", l, statement.Column(added.Name, far[i].Name)))
	}
	_, err := s.Query.AddSource(statement.Source{Join: statement.JoinInner, Schema: added.Schema, Table: added.Name, On: statement.And(on...)}, s.Index)
	return err
}

// RefIn is a column of a table where this SELECT reads the table, whatever else it may be reached by.
func (s View) RefIn(t *schema.Table, c *schema.Column) (statement.Expr, bool) {
	for _, src := range s.Query.From {
		if s.Table(src) == t {
			return statement.Column(SourceName(src), c.Name), true
		}
	}
	return statement.Expr{}, false
}

// conditionIn is a condition that has a name, over the tables of the query; false when one of its own is not there.
func (s View) conditionIn(m *schema.Metric) (statement.Expr, bool) {
	all := true
	x := m.Expression.Map(func(part statement.Expr) statement.Expr {
		table, name, ok := part.AsColumn()
		if !ok {
			return part
		}
		if of, there := s.Ref(s.Index.Table(table).Column(name)); there {
			return of
		}
		all = false
		return part
	})
	return x, all
}

// keyIn is a reference to a column by which another table is joined: of its table, or as a derived table passes it on.
func (s View) keyIn(t *schema.Table, c *schema.Column) (statement.Expr, bool) {
	if x, ok := s.RefIn(t, c); ok {
		return x, true
	}
	for _, src := range s.Query.From {
		if name, ok := s.passedOn(src, c); ok {
			return statement.Column(SourceName(src), name), true
		}
	}
	return statement.Expr{}, false
}

// Has says that this SELECT reads the table.
func (s View) Has(t *schema.Table) bool { return slices.Contains(s.Home(), t) }

// QualifyAll puts the qualifier before every bare column of a SELECT over one source, so that a join makes none
// ambiguous.
func (s View) QualifyAll() {
	if len(s.Query.From) != 1 {
		return
	}
	src := s.Query.From[0]
	MapQuery(s.Query, func(e statement.Expr) statement.Expr {
		if qualifier, name, ok := e.AsColumn(); ok && qualifier == "" && s.Column(e) != nil {
			return statement.Column(SourceName(src), name)
		}
		if qualifier, ok := e.AsStar(); ok && qualifier == "" {
			return statement.Star(SourceName(src))
		}
		return e
	})
}

// MapQuery rewrites every expression of the SELECT itself, sub-queries apart.
func MapQuery(q *statement.Query, f func(statement.Expr) statement.Expr) {
	apply := func(e statement.Expr) statement.Expr {
		if e.IsZero() {
			return e
		}
		return e.Map(f)
	}
	for i := range q.Items {
		q.Items[i].Expr = apply(q.Items[i].Expr)
	}
	for i := range q.From {
		q.From[i].On = apply(q.From[i].On)
	}
	for _, list := range [][]statement.Expr{q.Where, q.GroupBy, q.Having} {
		for i := range list {
			list[i] = apply(list[i])
		}
	}
	for i := range q.OrderBy {
		q.OrderBy[i].Expr = apply(q.OrderBy[i].Expr)
	}
}

// Everywhere rewrites the expressions of the query: of both sides of a set operation, of sources in FROM and of
// sub-queries.
func Everywhere(q *statement.Query, f func(*statement.Query, statement.Expr) statement.Expr) {
	if q.Set != nil {
		Everywhere(q.Set.Left, f)
		Everywhere(q.Set.Right, f)
		return
	}
	MapQuery(q, func(e statement.Expr) statement.Expr {
		if x, inner, negated, ok := e.AsInQuery(); ok && !negated {
			Everywhere(inner, f)
			return statement.InQuery(x, inner)
		}
		if inner, negated, ok := e.AsExists(); ok && !negated {
			Everywhere(inner, f)
			return statement.Exists(inner)
		}
		if inner, ok := e.AsScalar(); ok {
			Everywhere(inner, f)
			return statement.Scalar(inner)
		}
		return f(q, e)
	})
	for _, src := range q.From {
		if src.Query != nil {
			Everywhere(src.Query, f)
		}
	}
}

// Innermost is the expression behind a select item, followed into the derived tables that pass it on.
func (s View) Innermost(e statement.Expr) (View, statement.Expr) {
	qualifier, name, ok := e.AsColumn()
	if !ok {
		return s, e
	}
	for _, src := range s.Query.From {
		q := s.Within(src)
		if q == nil || qualifier != "" && !strings.EqualFold(qualifier, SourceName(src)) {
			continue
		}
		inner := View{s.Index, Leftmost(q)}
		for _, item := range inner.Query.Items {
			if strings.EqualFold(ItemName(item), name) {
				return inner.Innermost(item.Expr)
			}
		}
	}
	return s, e
}
