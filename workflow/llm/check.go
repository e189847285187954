package llm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"parley/db"
	"parley/db/statement"
	"parley/workflow/llm/fence"
)

// problem is why an answer cannot be used, in words that let a model mend it.
type problem struct {
	// kind is "shape", "syntax", "refused", "denied", "name", "stray" or "database".
	kind    string
	message string
	// near are names that may have been meant.
	near []string
	// lasting says that no repair helps: the server is gone, or the plan took too long.
	lasting bool
}

func (p *problem) Error() string { return p.kind + ": " + p.message }

// check takes SQL through everything that does not need the question: parse, guard, denied columns, catalogue, and the
// engine's own look at it without running it.
func (a *Assistant) check(ctx context.Context, sql string) (*statement.Statement, *problem) {
	parsed, p := a.parse(sql)
	if p != nil {
		return nil, p
	}
	if p := a.checkStatement(ctx, parsed); p != nil {
		return nil, p
	}
	return parsed, nil
}

func (a *Assistant) checkStatement(ctx context.Context, s *statement.Statement) *problem {
	if err := a.denied.check(s, a.source.Index.Schema); err != nil {
		return &problem{kind: "denied", message: err.Error() + "; name the other columns that are needed, without *"}
	}
	if p := a.checkNames(s.References()); p != nil {
		return p
	}
	if len(a.denied.patterns) > 0 {
		if own := ownCode(ctx, a.source.Database, s); own != "" {
			return &problem{kind: "denied", message: own + "; write it without"}
		}
	}
	return a.explain(ctx, s)
}

// ownCode says what a statement may run of the database's own functions, or why that is not known; empty when there is nothing.
// While columns are denied no model's statement runs any: also the plan of one may say what it reads.
func ownCode(ctx context.Context, database db.Database, s *statement.Statement) string {
	tracer, ok := database.(db.Tracer)
	if !ok {
		return ""
	}
	own, err := tracer.OwnCode(ctx, s)
	if err != nil {
		return "What the statement runs cannot be told: " + err.Error()
	}
	return own
}

// parse reads the SQL and applies the guard. What the grammar does not know is refused: only a person's own SQL may be
// opaque.
func (a *Assistant) parse(sql string) (*statement.Statement, *problem) {
	parsed, err := statement.Parse(strings.TrimSuffix(strings.TrimSpace(sql), ";"), a.source.Database.Dialect(), a.source.Names)
	var syntax *statement.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return nil, &problem{kind: "syntax", message: syntax.Error()}
	case err != nil:
		return nil, &problem{kind: "syntax", message: err.Error()}
	}
	if err := parsed.Guard(); err != nil {
		return nil, &problem{kind: "refused", message: err.Error()}
	}
	if parsed.Opaque() {
		return nil, &problem{kind: "syntax", message: "this form is not understood; write it as a plain SELECT"}
	}
	return parsed, nil
}

// pseudo are columns that engines have without any catalogue listing them.
var pseudo = []string{"rowid", "_rowid_", "oid", "ctid", "tableoid", "xmin", "xmax", "cmin", "cmax", "filename"}

// checkNames looks tables and columns up in the catalogue, and says what may have been meant. It knows no scopes: what it
// lets through by mistake, the engine refuses after it.
func (a *Assistant) checkNames(refs statement.References) *problem {
	var tables []*db.Table
	for _, t := range refs.Tables {
		found := a.source.Index.Schema.Table(t.Name)
		if found == nil && !systemTable(t) {
			return &problem{kind: "name", message: fmt.Sprintf("there is no table %s", t.Name), near: db.Nearest(t.Name, a.tableNames(), 5)}
		}
		if found != nil {
			tables = append(tables, found)
		}
	}
	if len(tables) < len(refs.Tables) {
		return nil
	}
	for _, c := range refs.Columns {
		if c.Star || a.knownColumn(c, refs, tables) {
			continue
		}
		return &problem{kind: "name", message: fmt.Sprintf("there is no column %s%s in the tables used", qualified(c.Qualifier), c.Name), near: a.nearColumns(c, refs, tables)}
	}
	return nil
}

// systemTable says whether a table belongs to the engine's own catalogue, which the schema does not list.
func systemTable(t statement.TableReference) bool {
	name, schema := strings.ToLower(t.Name), strings.ToLower(t.Schema)
	return schema == "pg_catalog" || schema == "information_schema" || strings.HasPrefix(name, "pg_") || strings.HasPrefix(name, "sqlite_")
}

func qualified(qualifier string) string {
	if qualifier == "" {
		return ""
	}
	return qualifier + "."
}

// knownColumn says whether a column may exist: in the table that its qualifier names, else anywhere in the statement.
func (a *Assistant) knownColumn(c statement.ColumnReference, refs statement.References, tables []*db.Table) bool {
	if slices.Contains(pseudo, strings.ToLower(c.Name)) {
		return true
	}
	if c.Qualifier != "" && !refs.Ambiguous(c.Qualifier) {
		for i, t := range refs.Tables {
			if t.Called(c.Qualifier) {
				return tables[i].Column(c.Name) != nil
			}
		}
		return true // a derived table: its columns are the engine's to know
	}
	if slices.ContainsFunc(refs.Aliases, func(alias string) bool { return strings.EqualFold(alias, c.Name) }) {
		return true
	}
	for i, t := range refs.Tables {
		if tables[i].Column(c.Name) != nil || t.Called(c.Name) {
			return true
		}
	}
	return len(refs.Derived) > 0
}

// nearColumns are names for a column that is not there: of the tables used first, then of any table, with the table.
func (a *Assistant) nearColumns(c statement.ColumnReference, refs statement.References, tables []*db.Table) []string {
	var used []string
	for i, t := range refs.Tables {
		if c.Qualifier == "" || refs.Ambiguous(c.Qualifier) || t.Called(c.Qualifier) {
			used = append(used, a.columnsOf(tables[i])...)
		}
	}
	names := db.Nearest(c.Name, used, 5)
	var elsewhere []string
	for _, t := range a.source.Index.Tables {
		for _, column := range a.columnsOf(t.Table) {
			if strings.EqualFold(column, c.Name) && fence.Usable(t.Name) {
				elsewhere = append(elsewhere, t.Name+"."+column)
			}
		}
	}
	return append(names[:min(len(names), 5)], elsewhere[:min(len(elsewhere), max(0, 5-len(names)))]...)
}

func (a *Assistant) tableNames() []string {
	var names []string
	for _, t := range a.source.Index.Tables {
		if fence.Usable(t.Name) {
			names = append(names, t.Name)
		}
	}
	return names
}

// explain has the engine plan the statement. What the engine says about a name or a type can be mended; that it is gone,
// or takes too long, cannot.
func (a *Assistant) explain(ctx context.Context, s *statement.Statement) *problem {
	_, err := a.source.Database.Explain(ctx, s)
	if err == nil {
		return nil
	}
	p := &problem{kind: "database", message: cmp.Or(fence.Clean(err.Error(), 300), "the database does not accept the statement")}
	switch db.KindOf(err) {
	case db.Timeout, db.Cancelled, db.Lost, db.Unreachable, db.Login, db.Busy, db.Resources, db.NoDatabase, db.NotDatabase:
		p.lasting = true
	case db.ReadOnly, db.Permission:
		p.kind = "refused"
	default:
	}
	p.lasting = p.lasting || ctx.Err() != nil
	return p
}
