package postgres

import (
	"context"
	"slices"
	"strconv"

	"parley/db"
)

// Schema reads the catalogue, in one round trip, if it was not read when parley connected; where that fails, question by question, so that the error says what did.
func (d *Database) Schema(ctx context.Context) (*db.Schema, error) {
	path := d.searches()
	reader := catalogueReader{d: d, path: path, byOID: map[string]int{}, homes: map[db.TableName]string{}, closed: map[db.TableName][]string{},
		columns: map[string]map[string]int{}, types: map[uint32]typeInfo{}}
	questions := schemaQuestions(path.array())
	readers := []func(row []string){reader.typed, reader.table, reader.column, reader.key}
	answers := d.early()
	var together error
	if answers == nil {
		answers, together = d.lookOnce(ctx, questions, lookTimeout)
	}
	for i, q := range questions {
		if together == nil {
			for _, row := range answers[i] {
				readers[i](row)
			}
		} else if err := d.catalogue(ctx, q, readers[i]); err != nil {
			return nil, err
		}
		if i == 0 {
			d.learnTypes(reader.types)
		}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.homes, d.closed = reader.homes, reader.closed
	return &reader.schema, nil
}

// schemaQuestions ask for the catalogue; path may be what keepVisible kept.
func schemaQuestions(path []byte) []question {
	return []question{{sql: askTypes, cells: 4}, {askTables, [][]byte{path}, 8}, {sql: askColumns, cells: 8}, {sql: askKeys, cells: 5}}
}

// typed remembers what results name by number alone.
func (c *catalogueReader) typed(row []string) {
	if oid, err := strconv.ParseUint(row[0], 10, 32); err == nil {
		c.types[uint32(oid)] = typeInfo{name: c.path.short(row[1]), kind: kindOfCategory(row[2])}
	}
}

func (d *Database) learnTypes(types map[uint32]typeInfo) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.types = types
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
	path    searchPath
	schema  db.Schema
	types   map[uint32]typeInfo       // types that only this database has
	byOID   map[string]int            // table's oid → place in schema.Tables
	homes   map[db.TableName]string   // table whose rows may be looked at unasked → its schema, also where the path finds it
	closed  map[db.TableName][]string // columns that the role may not read
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
	if row[7] == "true" {
		c.homes[db.TableName{Schema: row[1], Name: row[2]}] = row[6]
	}
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
	if row[7] != "true" {
		c.closed[t.TableName] = append(c.closed[t.TableName], row[2])
	}
	t.Columns = append(t.Columns, db.Column{
		Name: row[2], Native: c.path.short(row[3]), Type: c.d.typeInfo(uint32(oid)).kind, Nullable: row[5] == "true", Comment: row[6],
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
