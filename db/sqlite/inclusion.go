package sqlite

import (
	"context"

	"parley/db"
)

var _ db.Referrer = (*Database)(nil)

// Inclusions tests references one after the other.
func (d *Database) Inclusions(ctx context.Context, refs []db.Reference) []db.Inclusion {
	return db.InclusionsOf(ctx, refs, d.inclusion)
}

func (d *Database) inclusion(ctx context.Context, ref db.Reference) (out db.Inclusion) {
	s, err := d.connection(ctx)
	if err != nil {
		return out
	}
	defer s.release()
	sql := db.InclusionSQL(quote(ref.From.Name), quote(ref.Column), quote(ref.To.Name), quote(ref.Key))
	err = s.each(sql, func(row *stmt) {
		out = db.Inclusion{Looked: row.integer(0), Missing: row.integer(1), Repeated: row.integer(2) > 0}
	})
	out.Known = err == nil
	return out
}
