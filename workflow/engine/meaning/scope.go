package meaning

import (
	"fmt"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/schema"
)

// Scope is one SELECT under construction, about the rows of one table, and the names under which rows that they refer to
// are joined.
type Scope struct {
	index   *schema.Index
	dialect statement.Dialect
	root    *schema.Table
	query   *statement.Query
	names   map[string]string // way, as text → qualifier
	taken   []string          // qualifiers in lower case, those of outer queries too
	// there are the tables that a SELECT joined already, by their qualifiers: they need no way (Onto).
	there map[*schema.Table]string
	// plain says that there is one table, whose columns need no qualifier.
	plain bool
	// moment is the time of the figures that are taken, where they have one of their own; nil for that of the rows.
	moment *schema.Column
	// keep says that rows without the row that they refer to stay.
	keep bool
	// adding says that rows are there already, and stay where they refer to none.
	adding bool
}

// newScope begins a SELECT from a table.
func newScope(x *schema.Index, d statement.Dialect, root *schema.Table, plain bool, taken []string) *Scope {
	s := &Scope{index: x, dialect: d, root: root, query: statement.NewQuery(), names: map[string]string{}, taken: slices.Clone(taken), plain: plain}
	name := s.free(root.Name)
	s.names[""] = name
	source := statement.Source{Schema: root.Schema, Table: root.Name}
	if name != root.Name {
		source.Alias = name
	}
	s.query.From = []statement.Source{source}
	return s
}

// free makes a qualifier that no other table has.
func (s *Scope) free(name string) string {
	out := name
	for n := 2; slices.Contains(s.taken, strings.ToLower(out)); n++ {
		out = fmt.Sprintf("%s_%d", name, n)
	}
	s.taken = append(s.taken, strings.ToLower(out))
	return out
}

// column is a column of the row or of one that it refers to, joined when it was not yet.
func (s *Scope) column(c *schema.Column, via *schema.Edge) (statement.Expr, error) {
	if name := s.there[c.Table]; name != "" && via == nil {
		return s.named(c, name), nil
	}
	path, ok := Way(s.index, s.root, c.Table, via)
	if !ok {
		return statement.Expr{}, &Apart{s.root, c.Table}
	}
	if n := len(path); n > 0 && s.names[wayText(path)] == "" {
		// The key itself needs no join, unless the row is there for other columns.
		last := path[n-1]
		if i := slices.Index(last.ToColumns, c); i >= 0 {
			return s.on(last.FromColumns[i], path[:n-1]), nil
		}
	}
	return s.on(c, path), nil
}

// on is a column at the end of a way.
func (s *Scope) on(c *schema.Column, path []*schema.Edge) statement.Expr {
	return s.named(c, s.join(path))
}

func (s *Scope) named(c *schema.Column, qualifier string) statement.Expr {
	if s.plain {
		return statement.Column("", c.Name)
	}
	return statement.Column(qualifier, c.Name)
}

// join joins the rows along a way and gives the qualifier of the last.
func (s *Scope) join(path []*schema.Edge) string {
	key := wayText(path)
	if name, ok := s.names[key]; ok {
		return name
	}
	e := path[len(path)-1]
	before := s.join(path[:len(path)-1])
	name := s.free(e.To.Name)
	s.names[key] = name
	source := statement.Source{Join: statement.JoinInner, Schema: e.To.Schema, Table: e.To.Name, On: keys(e, before, name)}
	if name != e.To.Name {
		source.Alias = name
	}
	if s.keep || s.adding && slices.ContainsFunc(path, func(e *schema.Edge) bool { return e.FromColumns[0].Nullable }) {
		source.Join = statement.JoinLeft
	}
	if s.there != nil {
		// What stands already may name columns that are no longer the only ones of their name.
		if taken, err := s.query.AddSource(source, s.index); err == nil {
			s.names[key], s.plain = taken, false
			return taken
		}
	}
	s.query.From = append(s.query.From, source)
	return name
}

// keys are the equal columns of a key, between the qualifiers of its two sides.
func keys(e *schema.Edge, from, to string) statement.Expr {
	var terms []statement.Expr
	for i := range e.FromColumns {
		terms = append(terms, statement.Binary("=", statement.Column(to, e.ToColumns[i].Name), statement.Column(from, e.FromColumns[i].Name)))
	}
	return statement.And(terms...)
}

func wayText(path []*schema.Edge) string {
	var b strings.Builder
	for _, e := range path {
		fmt.Fprintf(&b, "%s>%s;", e.FromColumns[0], e.To.Name)
	}
	return b.String()
}

// Apart is returned when rows of a table do not refer to rows of another.
type Apart struct{ From, To *schema.Table }

func (e *Apart) Error() string {
	return fmt.Sprintf("a row of %s refers to no row of %s", e.From.Name, e.To.Name)
}
