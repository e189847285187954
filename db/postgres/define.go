package postgres

import (
	"context"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"parley/db"
	"parley/db/statement"
)

// Define implements db.Definer. Tables of the same name in several schemas are told apart by those that the schema names; one
// that the search path finds has the definitions of all of its name that are not named otherwise, joined: who reads them errs
// on the side of more.
func (d *Database) Define(ctx context.Context, schema *db.Schema) error {
	for i := range schema.Tables {
		schema.Tables[i].Definition, schema.Tables[i].Parents = "", nil
	}
	err := d.catalogue(ctx, question{sql: askParents, cells: 4}, func(row []string) {
		for _, child := range named(schema, row[0], row[1]) {
			for _, parent := range named(schema, row[2], row[3]) {
				child.Parents = append(child.Parents, parent.TableName)
			}
		}
	})
	if err != nil {
		return err
	}
	return d.catalogue(ctx, question{sql: askDefinitions, cells: 4}, func(row []string) {
		for _, t := range named(schema, row[0], row[1]) {
			query := strings.TrimSuffix(row[3], ";")
			switch c := t.Column(row[2]); {
			case c != nil:
				c.Generated = true
			case t.Definition == "":
				t.Definition = query
			default:
				t.Definition += " UNION ALL " + query
			}
		}
	})
}

// named are the tables that a name with its schema may be.
func named(schema *db.Schema, in, name string) (tables []*db.Table) {
	for i := range schema.Tables {
		if t := &schema.Tables[i]; t.Name == name && (t.Schema == "" || t.Schema == in) {
			tables = append(tables, t)
		}
	}
	return tables
}

// OwnCode implements db.Tracer.
func (d *Database) OwnCode(ctx context.Context, stmt *statement.Statement) (string, error) {
	text, err := db.Readable(stmt, statement.PostgreSQL)
	if err != nil {
		return "", err
	}
	uses, err := statement.UsesOf(text)
	if err != nil {
		return "", err
	}
	conn, err := d.acquire(ctx)
	if err != nil {
		return "", err
	}
	defer conn.Release()
	known, err := d.fresh(ctx, conn.Conn().PgConn())
	if err != nil || known.catalogue == nil {
		return "", err
	}
	if f := known.catalogue.Own(uses); f != nil {
		return f.String(), nil
	}
	return "", nil
}

// fresh is the catalogue as it is now.
func (d *Database) fresh(ctx context.Context, conn *pgconn.PgConn) (*code, error) {
	known, err := d.code(ctx, conn)
	if err != nil || known.catalogue == nil {
		return known, err
	}
	answers, err := exchange(ctx, conn, append(d.aside(ctx), known.question(nil))...)
	if err != nil {
		return nil, err
	}
	if known.judge(firstRow(answers[3])) == nil {
		return known, nil
	}
	d.forget()
	return d.code(ctx, conn)
}
