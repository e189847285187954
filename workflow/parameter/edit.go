package parameter

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"parley/db"
	"parley/db/statement"
	"parley/dialog/memory"
)

// Put gives parameters to a statement wherever their column takes part in it and nothing contradicts them: their table is one
// of those it reads, the side of no outer join, and no condition is on the column yet. It returns what it put; a statement
// that takes none comes back as it is.
func Put(s *statement.Statement, schema *db.Schema, list []memory.Found) (*statement.Statement, []memory.Found) {
	return edited(s, schema, list, (*editor).put)
}

// Replace gives parameters to a statement in the place of what it says of the same columns now.
func Replace(s *statement.Statement, schema *db.Schema, list []memory.Found) (*statement.Statement, []memory.Found) {
	return edited(s, schema, list, (*editor).replace)
}

// Drop takes parameters out of a statement: every condition that is on their columns alone, the order, the limit. It returns
// what of them was there.
func Drop(s *statement.Statement, list []memory.Found) (*statement.Statement, []memory.Found) {
	return edited(s, nil, list, (*editor).drop)
}

// edited is a statement after each parameter was done with, and those of them that changed it.
func edited(s *statement.Statement, schema *db.Schema, list []memory.Found, do func(*editor, memory.Found) bool) (*statement.Statement, []memory.Found) {
	query, err := s.Query()
	if err != nil || query.Set != nil || len(query.From) == 0 {
		return s, nil
	}
	e := editor{query: query, collector: reading(query), schema: schema}
	var done []memory.Found
	for _, f := range list {
		if do(&e, f) {
			done = append(done, f)
		}
	}
	return e.built(s, done)
}

// editor changes one query.
type editor struct {
	query     *statement.Query
	collector *collector
	schema    *db.Schema
}

func (e *editor) built(s *statement.Statement, done []memory.Found) (*statement.Statement, []memory.Found) {
	if len(done) == 0 {
		return s, nil
	}
	next, err := e.query.Build(s.Dialect())
	if err != nil {
		return s, nil
	}
	return next, done
}

// place is the source of the query that holds a parameter's column; ok is false where none does, or where a condition would
// turn an outer join into an inner one.
func (e *editor) place(f memory.Found) (qualifier string, column *db.Column, ok bool) {
	table, name := f.Place()
	if e.schema == nil {
		return "", nil, false
	}
	known := e.schema.Table(table)
	if known == nil || known.Column(name) == nil {
		return "", nil, false
	}
	for i, source := range e.query.From {
		if !strings.EqualFold(source.Table, table) || e.outer(i) {
			continue
		}
		if len(e.query.From) > 1 {
			qualifier = source.Name()
		}
		return qualifier, known.Column(name), true
	}
	return "", nil, false
}

// outer says whether a source may be missing in a row.
func (e *editor) outer(at int) bool {
	optional := func(j statement.Join) bool { return j == statement.JoinLeft || j == statement.JoinFull }
	if optional(e.query.From[at].Join) {
		return true
	}
	return slices.ContainsFunc(e.query.From[at+1:], func(s statement.Source) bool {
		return s.Join == statement.JoinRight || s.Join == statement.JoinFull
	})
}

func (e *editor) put(f memory.Found) bool {
	switch f.Kind {
	case memory.Limit:
		return e.main(f) && e.query.Limit.IsZero() && !e.query.Grouped() && e.limit(f.Parameter)
	case memory.Sort:
		return e.main(f) && len(e.query.OrderBy) == 0 && !e.query.Grouped() && e.sort(f)
	}
	qualifier, column, ok := e.place(f)
	if !ok || e.contradicted(f) {
		return false
	}
	predicate := predicate(statement.Column(qualifier, column.Name), column, f.Parameter)
	return !predicate.IsZero() && e.query.AddPredicate(predicate) == nil
}

func (e *editor) replace(f memory.Found) bool {
	switch f.Kind {
	case memory.Limit:
		return e.main(f) && e.limit(f.Parameter)
	case memory.Sort:
		return e.main(f) && e.sort(f)
	}
	qualifier, column, ok := e.place(f)
	if !ok {
		return false
	}
	predicate := predicate(statement.Column(qualifier, column.Name), column, f.Parameter)
	if predicate.IsZero() {
		return false
	}
	old := e.on(f)
	if len(old) == 0 {
		return e.query.AddPredicate(predicate) == nil
	}
	for _, term := range old[1:] {
		if e.query.RemovePredicate(term) != nil {
			return false
		}
	}
	return e.query.ReplacePredicate(old[0], predicate) == nil
}

func (e *editor) drop(f memory.Found) bool {
	switch f.Kind {
	case memory.Limit:
		there := e.main(f) && !e.query.Limit.IsZero()
		if there {
			e.query.ClearLimit()
		}
		return there
	case memory.Sort:
		there := e.main(f) && len(e.query.OrderBy) > 0
		if there {
			e.query.ClearOrder()
		}
		return there
	}
	gone := false
	for _, term := range e.on(f) {
		gone = e.query.RemovePredicate(term) == nil || gone
	}
	return gone
}

// main says whether a parameter is one of the query's own subject.
func (e *editor) main(f memory.Found) bool { return strings.EqualFold(f.Subject, e.collector.subject) }

// on are the AND terms on a parameter's column alone, whatever they say of it.
func (e *editor) on(f memory.Found) []statement.Expr {
	return slices.DeleteFunc(slices.Clone(e.query.Where), func(term statement.Expr) bool {
		columns := term.Columns()
		return len(columns) == 0 || slices.ContainsFunc(columns, func(c statement.Expr) bool { return !e.speaksOf(c, f) })
	})
}

// contradicted says whether the query says something of the column that a parameter could not stand beside.
func (e *editor) contradicted(f memory.Found) bool {
	return slices.ContainsFunc(e.query.Where, func(term statement.Expr) bool {
		if !slices.ContainsFunc(term.Columns(), func(c statement.Expr) bool { return e.speaksOf(c, f) }) {
			return false
		}
		said := e.collector.termOf(term)
		return len(said) == 0 || slices.ContainsFunc(said, func(p memory.Parameter) bool {
			return memory.Found{Subject: e.collector.subject, Parameter: p}.Replaces(f)
		})
	})
}

// speaksOf says whether a column reference is to a parameter's column.
func (e *editor) speaksOf(column statement.Expr, f memory.Found) bool {
	table, name := f.Place()
	said, ok := e.collector.column(column)
	in, of := memory.Found{Subject: e.collector.subject, Parameter: memory.Parameter{Column: said}}.Place()
	return ok && strings.EqualFold(in, table) && strings.EqualFold(of, name)
}

func (e *editor) limit(p memory.Parameter) bool {
	if len(p.Values) != 1 {
		return false
	}
	n, err := strconv.ParseInt(p.Values[0], 10, 64)
	return err == nil && e.query.SetLimit(n) == nil
}

func (e *editor) sort(f memory.Found) bool {
	qualifier, column, ok := e.place(f)
	return ok && e.query.SetOrder(nil, statement.Key{Expr: statement.Column(qualifier, column.Name), Desc: f.Operator == "desc"}) == nil
}

// predicate is a parameter as a condition on its column; zero for an operator that a plain predicate does not have, or a value
// that the column cannot hold.
func predicate(x statement.Expr, c *db.Column, p memory.Parameter) statement.Expr {
	var values []statement.Expr
	for _, text := range p.Values {
		value, ok := literal(c, text)
		if !ok {
			return statement.Expr{}
		}
		values = append(values, value)
	}
	switch {
	case len(values) == 0:
		return statement.Expr{}
	case p.Operator == "in":
		return statement.In(x, values...)
	case p.Operator == "not in":
		return statement.NotIn(x, values...)
	case p.Operator == "ilike":
		return statement.Like(x, values[0])
	case slices.Contains([]string{"=", "<>", "<", "<=", ">", ">="}, p.Operator):
		return statement.Binary(p.Operator, x, values[0])
	default:
		return statement.Expr{}
	}
}

// literal is a remembered text as the column's type has it.
func literal(c *db.Column, text string) (statement.Expr, bool) {
	if c.Type == db.Boolean && (text == "true" || text == "false") {
		return statement.Literal(text == "true"), true
	}
	if !c.Type.Numeric() {
		return statement.Literal(text), true
	}
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return statement.Literal(n), true
	}
	if f, err := strconv.ParseFloat(text, 64); err == nil {
		return statement.Literal(f), true
	}
	return statement.Expr{}, false
}

// All is every row of a table.
func All(table *db.Table, d statement.Dialect) (*statement.Statement, error) {
	query := statement.NewQuery()
	query.Items = []statement.Item{{Expr: statement.Star("")}}
	query.From = []statement.Source{{Schema: table.Schema, Table: table.Name}}
	s, err := query.Build(d)
	if err != nil {
		return nil, fmt.Errorf("all of %s: %w", table.Name, err)
	}
	return s, nil
}

// Reads says whether a statement reads the table that a parameter is on.
func Reads(s *statement.Statement, f memory.Found) bool {
	query, err := s.Query()
	if err != nil {
		return false
	}
	table, _ := f.Place()
	return slices.ContainsFunc(query.From, func(s statement.Source) bool { return strings.EqualFold(s.Table, table) })
}

// Fits says in words why a parameter cannot hold its values; empty when it can.
func Fits(f memory.Found, schema *db.Schema) string {
	if f.Kind == memory.Limit {
		if n, err := strconv.Atoi(f.Value()); err != nil || n < 0 {
			return fmt.Sprintf("A limit is a number of rows, %q is none.", f.Value())
		}
		return ""
	}
	table, name := f.Place()
	known := schema.Table(table)
	if known == nil || known.Column(name) == nil {
		return ""
	}
	for _, v := range f.Values {
		if _, ok := literal(known.Column(name), v); !ok {
			return fmt.Sprintf("%s holds numbers, %q is none.", name, v)
		}
	}
	return ""
}
