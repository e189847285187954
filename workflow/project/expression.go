package project

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"parley/db"
	"parley/db/statement"
	"parley/workflow/schema"
)

// Expression reads one SQL expression and lets the guard look at it: it is of a file, which anybody may have written. The
// names tell columns from strings on SQLite and may be nil.
func Expression(text string, d statement.Dialect, names statement.Names) (statement.Expr, error) {
	s, err := statement.Parse("SELECT "+text, d, names)
	if err != nil {
		return statement.Expr{}, fmt.Errorf("%q is no expression: %w", text, err)
	}
	if err := s.Guard(); err != nil {
		return statement.Expr{}, err
	}
	q, err := s.Query()
	if err != nil {
		return statement.Expr{}, err
	}
	bare := q.Set == nil && !q.Distinct && len(q.From)+len(q.Where)+len(q.GroupBy)+len(q.Having)+len(q.OrderBy) == 0 && q.Limit.IsZero() && q.Offset.IsZero() && len(q.CTEs()) == 0
	if len(q.Items) != 1 || !bare || q.Items[0].Alias != "" {
		return statement.Expr{}, fmt.Errorf("%q is not one expression", text)
	}
	if q.Items[0].Expr.IsWindow() {
		return statement.Expr{}, errors.New("a window function is no definition: it depends on the rows beside")
	}
	return q.Items[0].Expr, nil
}

// resolved is an expression whose columns are qualified by their tables.
type resolved struct {
	statement.Expr
	tables []*schema.Table
}

// resolve finds the columns of an expression. Those without a table are looked for in the table given, if there is one, in
// the tables named, then in all: where several tables have all of them, there is one result for each.
func resolve(e statement.Expr, x *schema.Index, home *schema.Table) ([]resolved, error) {
	var named []*schema.Table
	var bare []string
	for _, c := range slices.Concat(e.Columns(), called(e.Outer(x))) {
		qualifier, name, _ := c.AsColumn()
		if qualifier == "" {
			bare = append(bare, name)
			continue
		}
		t := x.Table(qualifier)
		if t == nil {
			return nil, fmt.Errorf("there is no table %s%s", qualifier, meant(qualifier, tableNames(x)))
		}
		if t.Column(name) == nil {
			return nil, fmt.Errorf("there is no column %s.%s%s", qualifier, name, meant(name, columnNames(t)))
		}
		if !slices.Contains(named, t) {
			named = append(named, t)
		}
	}
	homes, err := homesOf(bare, x, named, home)
	if err != nil {
		return nil, err
	}
	var out []resolved
	for _, t := range homes {
		out = append(out, qualify(e, x, named, t))
	}
	return out, nil
}

// called are the columns that are said with their table.
func called(columns []statement.Expr) []statement.Expr {
	return slices.DeleteFunc(columns, func(c statement.Expr) bool {
		qualifier, _, _ := c.AsColumn()
		return qualifier == ""
	})
}

// homesOf are the tables that columns without a table may be of.
func homesOf(bare []string, x *schema.Index, named []*schema.Table, home *schema.Table) ([]*schema.Table, error) {
	known := slices.DeleteFunc(slices.Clone(bare), func(name string) bool { return !x.HasColumn("", name) })
	if len(known) == 0 && len(named) == 0 && home == nil {
		if len(bare) == 0 {
			return nil, errors.New("it names no column")
		}
		return nil, fmt.Errorf("there is no column %s%s", bare[0], meant(bare[0], columnNames(x.Tables...)))
	}
	has := func(t *schema.Table) bool {
		return !slices.ContainsFunc(known, func(name string) bool { return t.Column(name) == nil })
	}
	candidates := x.Tables
	switch {
	case home != nil && has(home):
		return []*schema.Table{home}, nil
	case len(known) == 0:
		return named[:1], nil
	case slices.ContainsFunc(named, has):
		candidates = named
	}
	out := slices.DeleteFunc(slices.Clone(candidates), func(t *schema.Table) bool { return !has(t) })
	if len(out) == 0 {
		return nil, fmt.Errorf("no table has %s: say which, as table.column", strings.Join(known, " and "))
	}
	return out, nil
}

// qualify writes every column with its table. A name that is no column is a value of the columns there, written without
// quotes.
func qualify(e statement.Expr, x *schema.Index, named []*schema.Table, home *schema.Table) resolved {
	r := resolved{tables: slices.Clone(named)}
	r.Expr = e.Map(func(part statement.Expr) statement.Expr {
		qualifier, name, ok := part.AsColumn()
		switch {
		case !ok:
			return part
		case qualifier != "":
			t := x.Table(qualifier)
			return statement.Column(t.Name, t.Column(name).Name)
		case home.Column(name) == nil:
			return statement.Literal(heldAs(name, x, home))
		}
		if !slices.Contains(r.tables, home) {
			r.tables = append(r.tables, home)
		}
		return statement.Column(home.Name, home.Column(name).Name)
	})
	return r
}

// heldAs is a value as the table holds it.
func heldAs(text string, x *schema.Index, t *schema.Table) string {
	for _, m := range x.Values(text) {
		if m.Column.Table == t {
			return m.Text
		}
	}
	return text
}

func meant(wrong string, names []string) string {
	if list := db.Nearest(wrong, names, 1); len(list) > 0 {
		return "; is it " + list[0] + "?"
	}
	return ""
}

func tableNames(x *schema.Index) []string {
	var out []string
	for _, t := range x.Tables {
		out = append(out, t.Name)
	}
	return out
}

func columnNames(tables ...*schema.Table) []string {
	var out []string
	for _, t := range tables {
		for _, c := range t.Columns {
			out = append(out, c.Name)
		}
	}
	return out
}

// Filtered makes every aggregate of an expression count only rows that meet a condition. An expression without one is
// summed first. What is divided by is nothing where no row meets it: a group without such rows has no quotient, and no error.
func Filtered(e, condition statement.Expr) statement.Expr {
	if !e.Aggregate() {
		return statement.Call("sum", e).Filter(condition)
	}
	return e.Map(func(part statement.Expr) statement.Expr {
		if Aggregates(part) {
			return part.Filter(condition)
		}
		if op, l, r, ok := part.AsBinary(); ok && op == "/" && r.Aggregate() {
			return statement.Binary("/", l, statement.NonZero(r))
		}
		return part
	})
}

// Aggregates says that the expression is itself an aggregate call, not one that holds one.
func Aggregates(e statement.Expr) bool {
	_, args, _, _, ok := e.AsCall()
	return ok && e.Aggregate() && !slices.ContainsFunc(args, statement.Expr.Aggregate)
}

// equality is the column and value of a condition that is no more than column = value.
func equality(e statement.Expr, x *schema.Index) (*schema.Column, any, bool) {
	op, l, r, ok := e.AsBinary()
	if !ok || op != "=" {
		return nil, nil, false
	}
	qualifier, name, isColumn := l.AsColumn()
	value, isLiteral := r.AsLiteral()
	if !isColumn || !isLiteral || value == nil {
		return nil, nil, false
	}
	return x.Table(qualifier).Column(name), value, true
}
