package postgres

import (
	"context"
	"slices"
	"strconv"

	"parley/db"
)

// The catalogue in four questions, however many tables there are. Names that search_path finds come without schema.

// own leaves out what belongs to the system.
const own = `n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname NOT LIKE 'pg\_toast%' AND n.nspname NOT LIKE 'pg\_temp%'`

// askTables: partitions are left out, and counted with their parent, which never has an estimate before version 14.
const askTables = `
WITH RECURSIVE parts AS (
	SELECT inhparent AS root, inhrelid AS part FROM pg_catalog.pg_inherits
	UNION SELECT p.root, i.inhrelid FROM parts p JOIN pg_catalog.pg_inherits i ON i.inhparent = p.part)
SELECT c.oid, CASE WHEN pg_catalog.pg_table_is_visible(c.oid) THEN '' ELSE n.nspname END, c.relname, c.relkind,
	coalesce(d.description, ''),
	CASE WHEN c.relkind = 'v' THEN -1
		WHEN c.relkind = 'p' THEN coalesce((SELECT sum(greatest(l.reltuples, 0)) FROM parts p JOIN pg_catalog.pg_class l ON l.oid = p.part
			WHERE p.root = c.oid AND l.relkind <> 'p'), -1)
		WHEN c.reltuples <= 0 AND c.relkind IN ('r', 'm') AND pg_catalog.pg_relation_size(c.oid) = 0 THEN 0
		WHEN c.reltuples <= 0 THEN -1
		ELSE c.reltuples END::bigint
FROM pg_catalog.pg_class c
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
LEFT JOIN pg_catalog.pg_description d ON d.objoid = c.oid AND d.objsubid = 0 AND d.classoid = 'pg_catalog.pg_class'::regclass
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition AND ` + own + `
	AND has_schema_privilege(n.oid, 'USAGE') AND (has_table_privilege(c.oid, 'SELECT') OR has_any_column_privilege(c.oid, 'SELECT'))
ORDER BY n.nspname <> 'public', n.nspname, c.relname`

const askColumns = `
SELECT a.attrelid, a.attnum, a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod),
	CASE WHEN t.typtype = 'd' THEN t.typbasetype ELSE t.oid END, (NOT a.attnotnull)::text, coalesce(d.description, '')
FROM pg_catalog.pg_attribute a
JOIN pg_catalog.pg_class c ON c.oid = a.attrelid
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
LEFT JOIN pg_catalog.pg_description d ON d.objoid = c.oid AND d.objsubid = a.attnum AND d.classoid = 'pg_catalog.pg_class'::regclass
WHERE a.attnum > 0 AND NOT a.attisdropped AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition AND ` + own + `
ORDER BY a.attrelid, a.attnum`

// askKeys gives primary keys, foreign keys, and unique indexes over one whole column.
const askKeys = `
SELECT conrelid, contype::text, conkey::text, confrelid, coalesce(confkey::text, '{}')
FROM pg_catalog.pg_constraint WHERE contype IN ('p', 'f') AND conrelid <> 0
UNION ALL
SELECT indrelid, 'u', '{' || indkey::text || '}', 0, '{}'
FROM pg_catalog.pg_index WHERE indisunique AND indisvalid AND indnatts = 1 AND indpred IS NULL AND indexprs IS NULL`

// askTypes gives the names and the coarse kinds of types that only this database has.
const askTypes = `
SELECT t.oid, pg_catalog.format_type(t.oid, NULL), CASE WHEN t.typtype = 'd' THEN b.typcategory ELSE t.typcategory END::text, t.typtype::text
FROM pg_catalog.pg_type t LEFT JOIN pg_catalog.pg_type b ON b.oid = t.typbasetype
WHERE t.oid >= 16384 AND t.typtype IN ('b', 'd', 'e', 'r', 'm') AND NOT (t.typcategory = 'A' AND EXISTS
	(SELECT 1 FROM pg_catalog.pg_type e WHERE e.oid = t.typelem AND e.typtype = 'c'))`

// Schema reads the catalogue.
func (d *Database) Schema(ctx context.Context) (*db.Schema, error) {
	if err := d.readTypes(ctx); err != nil {
		return nil, err
	}
	reader := catalogueReader{d: d, byOID: map[string]int{}, columns: map[string]map[string]int{}}
	for _, step := range []struct {
		sql string
		row func(row []string)
	}{{askTables, reader.table}, {askColumns, reader.column}, {askKeys, reader.key}} {
		if err := d.catalogue(ctx, step.sql, step.row); err != nil {
			return nil, err
		}
	}
	return &reader.schema, nil
}

// readTypes remembers what results name by number alone.
func (d *Database) readTypes(ctx context.Context) error {
	types := map[uint32]typeInfo{}
	err := d.catalogue(ctx, askTypes, func(row []string) {
		if oid, err := strconv.ParseUint(row[0], 10, 32); err == nil {
			types[uint32(oid)] = typeInfo{name: row[1], kind: kindOfCategory(row[2])}
		}
	})
	if err != nil {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.types = types
	return nil
}

// kindOfCategory reads pg_type.typcategory, for enums, domains and types of extensions.
func kindOfCategory(category string) db.Type {
	switch category {
	case "E", "S":
		return db.Text
	case "B":
		return db.Boolean
	}
	return db.Other
}

// catalogueReader puts the answers together.
type catalogueReader struct {
	d       *Database
	schema  db.Schema
	byOID   map[string]int            // table's oid → place in schema.Tables
	columns map[string]map[string]int // table's oid → attnum → place in its Columns
}

// kinds are the letters of pg_class.relkind.
var kinds = map[string]string{"r": "table", "p": "table", "v": "view", "m": "materialized view", "f": "foreign table"}

func (c *catalogueReader) table(row []string) {
	rows, err := strconv.ParseInt(row[5], 10, 64)
	if err != nil {
		rows = -1
	}
	c.byOID[row[0]] = len(c.schema.Tables)
	c.columns[row[0]] = map[string]int{}
	c.schema.Tables = append(c.schema.Tables, db.Table{
		TableName: db.TableName{Schema: row[1], Name: row[2]}, Kind: kinds[row[3]], Comment: row[4], Rows: rows,
	})
}

func (c *catalogueReader) column(row []string) {
	at, ok := c.byOID[row[0]]
	if !ok {
		return
	}
	oid, _ := strconv.ParseUint(row[4], 10, 32)
	t := &c.schema.Tables[at]
	c.columns[row[0]][row[1]] = len(t.Columns)
	t.Columns = append(t.Columns, db.Column{
		Name: row[2], Native: row[3], Type: c.d.typeInfo(uint32(oid)).kind, Nullable: row[5] == "true", Comment: row[6],
	})
}

func (c *catalogueReader) key(row []string) {
	at, ok := c.byOID[row[0]]
	if !ok {
		return
	}
	t, names := &c.schema.Tables[at], c.names(row[0], row[2])
	switch {
	case len(names) == 0:
	case row[1] == "p":
		t.Primary = names
	case row[1] == "u":
		t.Column(names[0]).Unique = true
	default:
		target, known := c.byOID[row[3]]
		if theirs := c.names(row[3], row[4]); known && len(theirs) == len(names) {
			t.Foreign = append(t.Foreign, db.ForeignKey{Columns: names, Target: c.schema.Tables[target].TableName, TargetColumns: theirs})
		}
	}
}

// names are the columns of a table that an array of their numbers names; none if one is unknown.
func (c *catalogueReader) names(oid, numbers string) []string {
	var names []string
	for _, number := range arrayElements(numbers) {
		at, ok := c.columns[oid][number]
		if !ok {
			return nil
		}
		names = append(names, c.schema.Tables[c.byOID[oid]].Columns[at].Name)
	}
	return slices.Clip(names)
}
