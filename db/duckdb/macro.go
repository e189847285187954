package duckdb

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"parley/db"
	"parley/db/statement"
)

var _ db.Tracer = (*Database)(nil)

// askMacros are the file's own macros, and whether each has the name of a function of the system's. Operators, subscripts and
// EXTRACT are functions too.
const askMacros = `SELECT DISTINCT own.function_name, own.function_name IN (SELECT function_name FROM system.main.duckdb_functions() WHERE internal)
	FROM system.main.duckdb_functions() AS own WHERE NOT own.internal ORDER BY ALL`

// OwnCode implements db.Tracer. A macro named as one of the system's functions is found before it, by whatever form calls it: no
// statement is known to run without.
func (d *Database) OwnCode(ctx context.Context, stmt *statement.Statement) (string, error) {
	called := stmt.References().Functions
	own := ""
	err := d.each(ctx, askMacros, func(row []db.Value) {
		name := db.Format(row[0])
		switch {
		case own != "":
		case row[1] == true:
			own = fmt.Sprintf("The database's own macro %s stands in the place of DuckDB's", name)
		case slices.ContainsFunc(called, func(f string) bool { return strings.EqualFold(f, name) }):
			own = fmt.Sprintf("The statement calls the database's own macro %s", name)
		}
	})
	return own, err
}
