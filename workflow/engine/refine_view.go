package engine

import (
	"fmt"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/schema"
)

// view says what the names of one SELECT mean: which table stands behind each alias, which column behind each
// reference. The SELECT may be anyone's, a person's own included, so aliases are read and never assumed.
type view struct {
	index *schema.Index
	query *statement.Query
}

// sourceName is the name by which columns of the source are qualified.
func sourceName(s statement.Source) string {
	if s.Alias != "" {
		return s.Alias
	}
	return s.Table
}

// table is the table behind a source; nil for a derived table or an unknown one.
func (s view) table(src statement.Source) *schema.Table {
	if s.within(src) != nil {
		return nil
	}
	return s.index.Table(src.Table)
}

// within is the query behind a source: a derived table's, or that of a name of WITH; nil for a table.
func (s view) within(src statement.Source) *statement.Query {
	if src.Query != nil || src.Schema != "" || len(s.query.CTEs()) == 0 {
		return src.Query
	}
	return s.query.CTE(src.Table)
}

// tables are the known tables of FROM, in order, without repetition.
func (s view) tables() []*schema.Table {
	var out []*schema.Table
	seen := map[*schema.Table]bool{}
	for _, src := range s.query.From {
		if t := s.table(src); t != nil && !seen[t] {
			seen[t] = true
			out = append(out, t)
		}
	}
	return out
}

// home are the known tables that the rows come from: those of FROM, through derived tables.
func (s view) home() []*schema.Table {
	out := s.tables()
	for _, src := range s.query.From {
		if q := s.within(src); q != nil {
			out = append(out, view{s.index, leftmost(q)}.home()...)
		}
	}
	return out
}

// column is the column behind a reference, through derived tables; nil when it is none of a known table.
func (s view) column(e statement.Expr) *schema.Column {
	qualifier, name, ok := e.AsColumn()
	if !ok {
		return nil
	}
	for _, src := range s.query.From {
		if qualifier != "" && !strings.EqualFold(qualifier, sourceName(src)) {
			continue
		}
		if q := s.within(src); q != nil {
			if c := s.derived(q, name); c != nil {
				return c
			}
		} else if t := s.table(src); t != nil && t.Column(name) != nil {
			return t.Column(name)
		}
	}
	return nil
}

// derived is the column that an item of a derived table passes on.
func (s view) derived(q *statement.Query, name string) *schema.Column {
	inner := view{s.index, leftmost(q)}
	for _, item := range inner.query.Items {
		if strings.EqualFold(itemName(item), name) {
			return inner.column(item.Expr)
		}
		if _, star := item.Expr.AsStar(); star {
			if c := inner.column(statement.Column("", name)); c != nil {
				return c
			}
		}
	}
	return nil
}

// itemName is the name of a select item's column in the result; empty for an expression without an alias.
func itemName(item statement.Item) string {
	if item.Alias != "" {
		return item.Alias
	}
	_, name, _ := item.Expr.AsColumn()
	return name
}

// leftmost is the SELECT that names the columns of a query: itself, or the first side of a set operation.
func leftmost(q *statement.Query) *statement.Query {
	for q.Set != nil {
		q = q.Set.Left
	}
	return q
}

// ref is a reference to the column in this SELECT as it stands; not ok when its table is not joined.
func (s view) ref(c *schema.Column) (statement.Expr, bool) {
	if c.Condition != nil {
		return s.conditionIn(c.Condition)
	}
	for _, src := range s.query.From {
		if s.table(src) == c.Table {
			return s.qualified(src, c.Name), true
		}
	}
	for _, src := range s.query.From {
		if name, ok := s.passedOn(src, c); ok {
			return s.qualified(src, name), true
		}
	}
	return statement.Expr{}, false
}

// passedOn is the name under which a derived table passes the column on; not ok when it does not, or is none.
func (s view) passedOn(src statement.Source, c *schema.Column) (string, bool) {
	q := s.within(src)
	if q == nil {
		return "", false
	}
	inner := view{s.index, leftmost(q)}
	i, ok := inner.shown(c)
	if !ok || i < 0 {
		return c.Name, ok
	}
	return itemName(inner.query.Items[i]), true
}

// qualified names a column of a source, with its qualifier only where the SELECT reads several sources.
func (s view) qualified(src statement.Source, name string) statement.Expr {
	if len(s.query.From) == 1 {
		return statement.Column(src.Alias, name)
	}
	return statement.Column(sourceName(src), name)
}

// reach is ref, joining the column's table by the cheapest path when it is not there yet.
func (s view) reach(c *schema.Column) (statement.Expr, error) {
	if e, ok := s.ref(c); ok {
		return e, nil
	}
	if err := s.join(c.Table); err != nil {
		return statement.Expr{}, err
	}
	e, ok := s.ref(c)
	if !ok {
		return statement.Expr{}, fmt.Errorf("reach %s: it is in a derived table that does not pass it on", c)
	}
	return e, nil
}

// join adds the table to FROM, and what lies between.
func (s view) join(t *schema.Table) error {
	path := s.index.Graph.PathBeside(s.tables(), t)
	if path == nil {
		path = s.index.Graph.Path(s.home(), t) // by a key that a derived table passes on
	}
	if path == nil {
		return fmt.Errorf("join %s: no key leads there", t)
	}
	s.qualifyAll()
	for _, edge := range path {
		if err := s.addEdge(edge); err != nil {
			return err
		}
	}
	return nil
}

// addEdge joins the end of the edge that is not in FROM yet.
func (s view) addEdge(edge *schema.Edge) error {
	added, there := edge.From, edge.To
	near, far := edge.ToColumns, edge.FromColumns
	if s.has(edge.From) {
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
	_, err := s.query.AddSource(statement.Source{Join: statement.JoinInner, Schema: added.Schema, Table: added.Name, On: statement.And(on...)}, s.index)
	return err
}

func (s view) refIn(t *schema.Table, c *schema.Column) (statement.Expr, bool) {
	for _, src := range s.query.From {
		if s.table(src) == t {
			return statement.Column(sourceName(src), c.Name), true
		}
	}
	return statement.Expr{}, false
}

// conditionIn is a condition that has a name, over the tables of the query; false when one of its own is not there.
func (s view) conditionIn(m *schema.Metric) (statement.Expr, bool) {
	all := true
	x := m.Expression.Map(func(part statement.Expr) statement.Expr {
		table, name, ok := part.AsColumn()
		if !ok {
			return part
		}
		if of, there := s.ref(s.index.Table(table).Column(name)); there {
			return of
		}
		all = false
		return part
	})
	return x, all
}

// keyIn is a reference to a column by which another table is joined: of its table, or as a derived table passes it on.
func (s view) keyIn(t *schema.Table, c *schema.Column) (statement.Expr, bool) {
	if x, ok := s.refIn(t, c); ok {
		return x, true
	}
	for _, src := range s.query.From {
		if name, ok := s.passedOn(src, c); ok {
			return statement.Column(sourceName(src), name), true
		}
	}
	return statement.Expr{}, false
}

func (s view) has(t *schema.Table) bool { return slices.Contains(s.home(), t) }

// qualifyAll puts the qualifier before every bare column of a SELECT over one source, so that a join makes none
// ambiguous.
func (s view) qualifyAll() {
	if len(s.query.From) != 1 {
		return
	}
	src := s.query.From[0]
	mapQuery(s.query, func(e statement.Expr) statement.Expr {
		if qualifier, name, ok := e.AsColumn(); ok && qualifier == "" && s.column(e) != nil {
			return statement.Column(sourceName(src), name)
		}
		if qualifier, ok := e.AsStar(); ok && qualifier == "" {
			return statement.Star(sourceName(src))
		}
		return e
	})
}

// mapQuery rewrites every expression of the SELECT itself, sub-queries apart.
func mapQuery(q *statement.Query, f func(statement.Expr) statement.Expr) {
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

// everywhere rewrites the expressions of the query: of both sides of a set operation, of sources in FROM and of
// sub-queries.
func everywhere(q *statement.Query, f func(*statement.Query, statement.Expr) statement.Expr) {
	if q.Set != nil {
		everywhere(q.Set.Left, f)
		everywhere(q.Set.Right, f)
		return
	}
	mapQuery(q, func(e statement.Expr) statement.Expr {
		if x, inner, negated, ok := e.AsInQuery(); ok && !negated {
			everywhere(inner, f)
			return statement.InQuery(x, inner)
		}
		if inner, negated, ok := e.AsExists(); ok && !negated {
			everywhere(inner, f)
			return statement.Exists(inner)
		}
		if inner, ok := e.AsScalar(); ok {
			everywhere(inner, f)
			return statement.Scalar(inner)
		}
		return f(q, e)
	})
	for _, src := range q.From {
		if src.Query != nil {
			everywhere(src.Query, f)
		}
	}
}

// innermost is the expression behind a select item, followed into the derived tables that pass it on.
func (s view) innermost(e statement.Expr) (view, statement.Expr) {
	qualifier, name, ok := e.AsColumn()
	if !ok {
		return s, e
	}
	for _, src := range s.query.From {
		q := s.within(src)
		if q == nil || qualifier != "" && !strings.EqualFold(qualifier, sourceName(src)) {
			continue
		}
		inner := view{s.index, leftmost(q)}
		for _, item := range inner.query.Items {
			if strings.EqualFold(itemName(item), name) {
				return inner.innermost(item.Expr)
			}
		}
	}
	return s, e
}
