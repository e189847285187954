package schema

import (
	"context"
	"slices"
	"strings"

	"parley/db"
	"parley/db/statement"
)

// This file reads the one big table of codes that many databases keep: a type of code, the code, what it means. Which
// columns use which type is told by their comments or names, and by their values.

// codeTable is a table of codes; kind is nil where it holds codes of one type.
type codeTable struct{ kind, code, text *Column }

// Coding is where the meanings of a column's codes are kept: the rows of a table whose kind is Of. Kind is nil where it keeps codes
// of one kind.
type Coding struct {
	Kind, Code, Text *Column
	Of               string
}

// codeRows bounds what is read of a table of codes; codeTables how many there are.
const (
	codeRows   = 5000
	codeTables = 8
)

// codeTableOf recognises a table of codes: its key is two columns, a type and a code, and what follows is a text.
func codeTableOf(t *Table) (codeTable, bool) {
	if len(t.Primary) != 2 || len(t.Columns) > 6 || t.Rows > codeRows || !base(t) {
		return codeTable{}, false
	}
	out := codeTable{kind: t.Column(t.Primary[0]), code: t.Column(t.Primary[1])}
	for _, c := range t.Columns {
		if c.Type == db.Text && c != out.kind && c != out.code && out.text == nil {
			out.text = c
		}
	}
	textual := func(c *Column) bool {
		return c != nil && (c.Type == db.Text || c.Type == db.Integer) && !c.isReference()
	}
	return out, out.text != nil && textual(out.kind) && textual(out.code) && out.kind.Type == db.Text && out.text.Has("description", "name", "text", "meaning", "label", "title", "value")
}

// readCodeTables gives columns the meanings that tables of codes have for their values.
func (x *Index) readCodeTables(ctx context.Context, r reader) {
	found := 0
	for _, t := range x.Tables {
		table, ok := codeTableOf(t)
		if !ok || found == codeTables {
			continue
		}
		found++
		byKind, order := meaningsByKind(r.codes(ctx, table))
		for _, c := range x.Columns {
			if c.Table == t || c.Key() {
				continue
			}
			if kind, ok := x.useCodes(c, byKind, order); ok {
				c.Coding = &Coding{table.kind, table.code, table.text, kind}
			}
		}
	}
}

// readMeanings reads a table of codes: type, code and meaning of each.
func readMeanings(ctx context.Context, database db.Database, t codeTable) [][3]string {
	q := statement.NewQuery()
	q.From = []statement.Source{{Schema: t.kind.Table.Schema, Table: t.kind.Table.Name}}
	for _, c := range []*Column{t.kind, t.code, t.text} {
		q.Items = append(q.Items, statement.Item{Expr: statement.Column("", c.Column.Name)})
	}
	stmt, err := q.Build(database.Dialect())
	if err != nil {
		return nil
	}
	rows, err := database.Query(ctx, stmt)
	if err != nil {
		return nil
	}
	defer rows.Close()
	var out [][3]string
	for n := 0; n < codeRows && rows.Next(ctx); n++ {
		row := rows.Row()
		out = append(out, [3]string{db.Format(row[0]), db.Format(row[1]), db.Format(row[2])})
	}
	return out
}

// meaningsByKind are the codes of each type, and the types in their order.
func meaningsByKind(rows [][3]string) (map[string][]meaning, []string) {
	byKind, order := map[string][]meaning{}, []string(nil)
	for _, row := range rows {
		kind := strings.TrimSpace(row[0])
		if byKind[kind] == nil {
			order = append(order, kind)
		}
		byKind[kind] = append(byKind[kind], meaning{strings.TrimSpace(row[1]), row[2], row[2]})
	}
	return byKind, order
}

// useCodes gives a column the meanings of the type of codes that it uses: the one that its comment names, or whose name is
// the column's, or the only one that has all of its values, when there are three or more. It gives the type.
func (x *Index) useCodes(c *Column, byKind map[string][]meaning, order []string) (kind string, ok bool) {
	if c.Type != db.Text && c.Type != db.Integer || c.Distinct > codeRows || c.Distinct == 0 {
		return "", false
	}
	var fits []string
	for _, kind := range order {
		if contains(commentWords(c.Comment), strings.ToLower(kind)) || strings.EqualFold(kind, c.Column.Name) {
			fits = []string{kind}
			break
		}
		if c.Complete && c.Distinct >= 3 && x.holdsOnly(c, byKind[kind]) {
			fits = append(fits, kind)
		}
	}
	if len(fits) != 1 {
		return "", false
	}
	for _, m := range byKind[fits[0]] {
		c.addMeaning(m, CodeTable)
	}
	return fits[0], true
}

// holdsOnly says that every text of a column is one of the codes.
func (x *Index) holdsOnly(c *Column, list []meaning) bool {
	held := x.Held(c)
	return len(held) > 0 && !slices.ContainsFunc(held, func(v string) bool {
		return !slices.ContainsFunc(list, func(m meaning) bool { return strings.EqualFold(m.code, strings.TrimSpace(v)) })
	})
}

// base says that the table holds rows of its own: what is not is never read unasked.
func base(t *Table) bool {
	return t.Kind != "view" && t.Kind != "materialized view" && t.Kind != "foreign table"
}
