package duckdb

import (
	"context"
	"errors"
	"fmt"

	"parley/db"
	"parley/db/duckdb/engine"
)

// What parley asks is asked of the system's own functions: a macro of the file is found before one of the same name.
const (
	askTables = `SELECT schema_name, table_name, 'table', coalesce(system.main."left"(comment, 4000), ''), estimated_size::BIGINT FROM system.main.duckdb_tables()
		WHERE NOT internal AND database_name = system.main.current_database()
		UNION ALL SELECT schema_name, view_name, 'view', coalesce(system.main."left"(comment, 4000), ''), -1 FROM system.main.duckdb_views()
		WHERE NOT internal AND database_name = system.main.current_database() ORDER BY 1, 2`
	askViews   = `SELECT schema_name, view_name, sql FROM system.main.duckdb_views() WHERE NOT internal AND database_name = system.main.current_database()`
	askColumns = `SELECT schema_name, table_name, column_name, data_type, is_nullable, coalesce(system.main."left"(comment, 4000), '') FROM system.main.duckdb_columns()
		WHERE NOT internal AND database_name = system.main.current_database() ORDER BY 1, 2, column_index`
	// askComputed are the columns with a default of tables that compute some: the catalogue does not tell the two apart.
	askComputed = `SELECT c.schema_name, c.table_name, c.column_name FROM system.main.duckdb_columns() AS c
		JOIN system.main.duckdb_tables() AS t USING (database_name, schema_name, table_name)
		WHERE NOT c.internal AND database_name = system.main.current_database() AND c.column_default IS NOT NULL AND system.main.contains(t.sql, 'GENERATED ALWAYS')`
	// askKeys has one row a column of a key; the places pair the columns of a foreign key with its target's.
	askKeys = `SELECT schema_name, table_name, constraint_index, constraint_type, unnest(constraint_column_names), coalesce(referenced_table, ''),
			unnest(CASE WHEN system.main.len(referenced_column_names) = 0 THEN constraint_column_names ELSE referenced_column_names END), system.main.len(constraint_column_names)
		FROM system.main.duckdb_constraints() WHERE database_name = system.main.current_database() AND constraint_type IN ('PRIMARY KEY', 'UNIQUE', 'FOREIGN KEY')
		ORDER BY 1, 2, 3`
)

// defaultSchema is the one that need not be written.
const defaultSchema = "main"

// Schema reads the catalogue. A file's table is one of kind "file", one of several files says how many.
func (d *Database) Schema(ctx context.Context) (*db.Schema, error) {
	macros := make(chan error, 1)
	go func() { macros <- d.learnMacros(ctx) }()
	s := &reader{d: d, schema: &db.Schema{}, at: map[db.TableName]int{}}
	for _, step := range []struct {
		sql string
		row func(row []db.Value)
	}{{askTables, s.table}, {askColumns, s.column}, {askKeys, s.key}} {
		if err := d.each(ctx, step.sql, step.row); err != nil {
			return nil, errors.Join(err, <-macros)
		}
	}
	if err := <-macros; err != nil {
		return nil, err
	}
	return s.schema, nil
}

// Define implements db.Definer.
func (d *Database) Define(ctx context.Context, schema *db.Schema) error {
	if err := d.each(ctx, askComputed, func(row []db.Value) {
		if t := schema.Table(nameOf(row[0], row[1]).String()); t != nil && t.TableName == nameOf(row[0], row[1]) {
			if c := t.Column(db.Format(row[2])); c != nil {
				c.Generated = true
			}
		}
	}); err != nil {
		return err
	}
	return d.each(ctx, askViews, func(row []db.Value) {
		if t := schema.Table(nameOf(row[0], row[1]).String()); t != nil && t.TableName == nameOf(row[0], row[1]) {
			t.Definition = db.ViewQuery(db.Format(row[2]))
		}
	})
}

// reader puts the answers together.
type reader struct {
	d      *Database
	schema *db.Schema
	at     map[db.TableName]int
	last   [2]db.Value // table and number of the foreign key under way
}

func nameOf(schema, table db.Value) db.TableName {
	if schema == defaultSchema {
		schema = ""
	}
	return db.TableName{Schema: db.Format(schema), Name: db.Format(table)}
}

func (s *reader) table(row []db.Value) {
	t := db.Table{TableName: nameOf(row[0], row[1]), Kind: db.Format(row[2]), Comment: db.Format(row[3]), Rows: -1}
	if n, ok := row[4].(int64); ok {
		t.Rows = n
	}
	if made := s.d.made(t.Name); made != nil {
		t.Kind, t.Rows = "file", made.Rows
		if made.Files > 1 {
			t.Kind = fmt.Sprintf("%d files", made.Files)
		}
	}
	s.at[t.TableName] = len(s.schema.Tables)
	s.schema.Tables = append(s.schema.Tables, t)
}

func (s *reader) column(row []db.Value) {
	at, ok := s.at[nameOf(row[0], row[1])]
	if !ok {
		return
	}
	t := &s.schema.Tables[at]
	native := db.Format(row[3])
	t.Columns = append(t.Columns, db.Column{Name: db.Format(row[2]), Native: native, Type: engine.KindOf(native), Nullable: row[4] == true, Comment: db.Format(row[5])})
}

// key takes one column of a key.
func (s *reader) key(row []db.Value) {
	at, ok := s.at[nameOf(row[0], row[1])]
	if !ok {
		return
	}
	t, name := &s.schema.Tables[at], db.Format(row[4])
	switch db.Format(row[3]) {
	case "PRIMARY KEY":
		t.Primary = append(t.Primary, name)
		if row[7] == int64(1) {
			t.Column(name).Unique = true
		}
	case "UNIQUE":
		if row[7] == int64(1) {
			t.Column(name).Unique = true
		}
	default:
		s.foreign(at, row)
	}
}

// foreign adds a column to the foreign key that it belongs to: the rows of one follow each other.
func (s *reader) foreign(at int, row []db.Value) {
	keys := &s.schema.Tables[at].Foreign
	if s.last != [2]db.Value{at, row[2]} {
		*keys = append(*keys, db.ForeignKey{Target: nameOf(row[0], row[5])})
		s.last = [2]db.Value{at, row[2]}
	}
	key := &(*keys)[len(*keys)-1]
	key.Columns = append(key.Columns, db.Format(row[4]))
	key.TargetColumns = append(key.TargetColumns, db.Format(row[6]))
}

// each runs one of parley's own questions.
func (d *Database) each(ctx context.Context, sql string, f func(row []db.Value)) error {
	r, err := d.query(ctx, engine.Query{Text: sql})
	if err != nil {
		return err
	}
	defer r.Close()
	for r.Next(ctx) {
		f(r.Row())
	}
	return r.Err()
}
