package meaning

import (
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/schema"
)

// Onto makes a scope of a SELECT that stands already, so that terms and conditions can be added to it: what they need is
// joined unless it is joined already, whichever key the SELECT took there. The scope is about the rows of the finest table
// in FROM: the one that refers to the others, and that none of them refers to. ok is false when no source is a known table.
// The query is changed in place.
func Onto(x *schema.Index, d statement.Dialect, q *statement.Query) (s *Scope, ok bool) {
	if q.Set != nil {
		return nil, false
	}
	o := &sources{index: x, query: q}
	o.link()
	root := o.finest()
	if root < 0 {
		return nil, false
	}
	s = &Scope{index: x, dialect: d, root: o.tables[root], query: q, names: map[string]string{}, there: map[*schema.Table]string{}, plain: len(q.From) == 1 && q.From[0].Alias == ""}
	for i, source := range q.From {
		s.taken = append(s.taken, strings.ToLower(source.Name()))
		if t := o.tables[i]; t != nil && s.there[t] == "" {
			s.there[t] = source.Name()
		}
	}
	s.there[s.root] = q.From[root].Name()
	o.name(s, root, nil)
	return s, true
}

// sources are the tables of FROM and the keys by which they are joined.
type sources struct {
	index  *schema.Index
	query  *statement.Query
	tables []*schema.Table // nil for derived ones
	links  []link
}

// link is a key from the rows of one source to the row of another.
type link struct {
	from, to int
	edge     *schema.Edge
}

// link finds the keys in the conditions of joins, and in WHERE.
func (o *sources) link() {
	for _, source := range o.query.From {
		t := o.index.Table(source.Table)
		if source.Query != nil || o.query.CTE(source.Table) != nil && source.Schema == "" {
			t = nil
		}
		o.tables = append(o.tables, t)
	}
	terms := slices.Clone(o.query.Where)
	for i, source := range o.query.From {
		if !source.On.IsZero() {
			terms = append(terms, source.On.Terms()...)
		}
		for _, name := range source.Using {
			terms = append(terms, statement.Binary("=", o.using(name, i), statement.Column(source.Name(), name)))
		}
	}
	for _, term := range terms {
		op, l, r, ok := term.AsBinary()
		if !ok || op != "=" {
			continue
		}
		a, ca := o.column(l)
		b, cb := o.column(r)
		if ca == nil || cb == nil || a == b {
			continue
		}
		o.linked(a, ca, b, cb)
		o.linked(b, cb, a, ca)
	}
}

// using is the column of a source before the one at i that has the name.
func (o *sources) using(name string, i int) statement.Expr {
	for k, source := range o.query.From[:i] {
		if t := o.tables[k]; t != nil && t.Column(name) != nil {
			return statement.Column(source.Name(), name)
		}
	}
	return statement.Column("", name)
}

func (o *sources) linked(from int, copied *schema.Column, to int, key *schema.Column) {
	found := false
	for _, e := range o.index.Graph.Of(copied.Table) {
		if e.From == copied.Table && e.To == key.Table && e.FromColumns[0] == copied && e.ToColumns[0] == key {
			o.links = append(o.links, link{from, to, e})
			found = true
		}
	}
	if !found && o.keys(key) && !o.keys(copied) { // who wrote the join knows the key
		edge := &schema.Edge{From: copied.Table, To: key.Table, FromColumns: []*schema.Column{copied}, ToColumns: []*schema.Column{key}}
		o.links = append(o.links, link{from, to, edge})
	}
}

// keys says that a column is a key of its table, by itself or for those that refer to it.
func (o *sources) keys(c *schema.Column) bool {
	return c.Table.PrimaryKey() == c || slices.ContainsFunc(o.index.Graph.Of(c.Table), func(e *schema.Edge) bool {
		return e.To == c.Table && len(e.ToColumns) == 1 && e.ToColumns[0] == c
	})
}

// column is the source and the column that an expression names; nil when it is none of a table.
func (o *sources) column(e statement.Expr) (at int, c *schema.Column) {
	qualifier, name, ok := e.AsColumn()
	if !ok {
		return 0, nil
	}
	for i, source := range o.query.From {
		t := o.tables[i]
		if t == nil || qualifier != "" && !strings.EqualFold(qualifier, source.Name()) {
			continue
		}
		if c := t.Column(name); c != nil {
			return i, c
		}
	}
	return 0, nil
}

// finest is the first source that refers to the most others, and that none of these refers to; -1 when there is no table.
func (o *sources) finest() int {
	best, most := -1, -1
	for i, t := range o.tables {
		if t == nil {
			continue
		}
		n := 0
		for _, l := range o.links {
			switch {
			case l.to == i && l.from != i:
				n -= len(o.tables)
			case l.from == i:
				n++
			}
		}
		if best < 0 || n > most {
			best, most = i, n
		}
	}
	return best
}

// name notes under which names the rows that a source refers to are joined.
func (o *sources) name(s *Scope, at int, path []*schema.Edge) {
	key := wayText(path)
	if _, known := s.names[key]; known {
		return
	}
	s.names[key] = o.query.From[at].Name()
	for _, l := range o.links {
		if l.from == at && len(path) < len(o.tables) {
			o.name(s, l.to, append(path[:len(path):len(path)], l.edge))
		}
	}
}

// Root is the table whose rows the scope is about.
func (s *Scope) Root() *schema.Table { return s.root }

// Term is a term as an expression over the scope's rows.
func (s *Scope) Term(t Term) (statement.Expr, error) { return s.term(t) }

// Adding makes the scope join what may be missing so that no row goes: columns are shown beside rows that are there.
func (s *Scope) Adding() *Scope {
	s.adding = true
	return s
}

// Qualified makes every column carry its qualifier, whether it needs one or not.
func (s *Scope) Qualified() *Scope {
	s.plain = false
	return s
}

// Over makes a scope of a SELECT that begins, from a table.
func Over(x *schema.Index, d statement.Dialect, t *schema.Table) *Scope {
	return newScope(x, d, t, false, nil)
}

// Query is the SELECT of the scope.
func (s *Scope) Query() *statement.Query { return s.query }
