package duckdb

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"parley/db"
	"parley/db/statement"
)

// askWhetherMacros has a row if there are any, which takes half the time.
const askWhetherMacros = `SELECT true FROM system.main.duckdb_functions() WHERE NOT internal LIMIT 1`

var _ db.Tracer = (*Database)(nil)

// learnMacros notes which of the file's macros stand in the place of DuckDB's functions. Data files have none.
func (d *Database) learnMacros(ctx context.Context) error {
	own := false
	if len(d.opening.Sources) == 0 {
		if err := d.each(ctx, askWhetherMacros, func([]db.Value) { own = true }); err != nil {
			return err
		}
	}
	if !own {
		return nil
	}
	var standing []string
	err := d.each(ctx, askMacros, func(row []db.Value) {
		if row[1] == true {
			standing = append(standing, db.Format(row[0]))
		}
	})
	d.mu.Lock()
	defer d.mu.Unlock()
	d.standing = standing
	return err
}

// stands says that a text calls a macro of the file's own where it says a function of DuckDB's; empty when it does not.
func (d *Database) stands(text string) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, name := range d.standing {
		called := regexp.MustCompile(`(?i)(^|[^\w.])"?` + regexp.QuoteMeta(name) + `"?\s*\(`)
		if called.MatchString(text) || !plainName.MatchString(name) {
			return fmt.Sprintf("The file's own macro %s stands in the place of DuckDB's: what it gives is the file's to say.", name)
		}
	}
	return ""
}

// plainName is a name by which functions are called; operators are called by none.
var plainName = regexp.MustCompile(`^\w+$`)

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
