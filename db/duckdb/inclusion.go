package duckdb

import (
	"context"

	"parley/db"
	"parley/db/duckdb/engine"
)

var _ db.Referrer = (*Database)(nil)

// Inclusions tests references one after the other.
func (d *Database) Inclusions(ctx context.Context, refs []db.Reference) []db.Inclusion {
	return db.InclusionsOf(ctx, refs, d.inclusion)
}

func (d *Database) inclusion(ctx context.Context, ref db.Reference) (out db.Inclusion) {
	sql := db.InclusionSQL(quoteTable(ref.From), engine.Quote(ref.Column), quoteTable(ref.To), engine.Quote(ref.Key))
	err := d.each(ctx, sql, func(row []db.Value) {
		looked, _ := row[0].(int64)
		missing, _ := row[1].(int64)
		repeated, _ := row[2].(int64)
		out = db.Inclusion{Looked: looked, Missing: missing, Repeated: repeated > 0}
	})
	out.Known = err == nil
	return out
}

func quoteTable(t db.TableName) string {
	if t.Schema == "" {
		return engine.Quote(t.Name)
	}
	return engine.Quote(t.Schema) + "." + engine.Quote(t.Name)
}
