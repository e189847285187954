package postgres

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"parley/db"
)

// facts are what parley asks a server once, when it connects: servers that speak the protocol differ in what they have,
// and asking is better than failing later.
type facts struct {
	version   string
	settings  map[string]bool // the settings that it knows, of those parley would set
	role      string
	superuser bool
	powers    []string // what the role may do beside reading, in words
	stats     bool     // it has pg_stats
	advisory  bool     // it has locks that outlive a transaction
}

const (
	askServer = `SELECT version(), current_user`
	// askSettings fails on no server: one that does not know a setting leaves it out.
	askSettings = `SELECT name FROM pg_catalog.pg_settings WHERE lower(name) IN ('statement_timeout', 'lock_timeout',
		'idle_in_transaction_session_timeout', 'datestyle', 'intervalstyle', 'bytea_output')`
	askSuperuser = `SELECT rolsuper::text FROM pg_catalog.pg_roles WHERE rolname = current_user`
	askPowers    = `SELECT rolname FROM pg_catalog.pg_roles WHERE rolname IN ('pg_read_server_files', 'pg_write_server_files',
		'pg_execute_server_program', 'pg_signal_backend', 'pg_write_all_data') AND pg_has_role(current_user, oid, 'member')
		ORDER BY 1`
	askWrites = `SELECT EXISTS (SELECT 1 FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
		WHERE c.relkind IN ('r', 'p', 'v', 'f') AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname NOT LIKE 'pg\_%'
		AND has_table_privilege(c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE'))::text`
	askAdvisory = `SELECT (to_regproc('pg_catalog.pg_advisory_unlock_all') IS NOT NULL)::text`
	askStats    = `SELECT (to_regclass('pg_catalog.pg_stats') IS NOT NULL)::text`
)

// ask connects and asks. Only the first question must be answered; a server that lacks a catalogue has less to tell.
func (d *Database) ask(ctx context.Context) (facts, error) {
	f := facts{settings: map[string]bool{}}
	conn, err := d.pool.Acquire(ctx)
	if err != nil {
		return f, err
	}
	defer conn.Release()
	pg := conn.Conn().PgConn()
	if err := each(ctx, pg, askServer, func(row []string) { f.version, f.role = row[0], row[1] }); err != nil {
		return f, err
	}
	ask := func(sql string, answer func(row []string)) { _ = each(ctx, pg, sql, answer) }
	ask(askSettings, func(row []string) { f.settings[row[0]] = true })
	ask(askSuperuser, func(row []string) { f.superuser = row[0] == "true" })
	ask(askPowers, func(row []string) { f.powers = append(f.powers, row[0]) })
	ask(askWrites, func(row []string) {
		if row[0] == "true" {
			f.powers = append(f.powers, "write to tables")
		}
	})
	ask(askStats, func(row []string) { f.stats = row[0] == "true" })
	ask(askAdvisory, func(row []string) { f.advisory = row[0] == "true" })
	return f, ctx.Err()
}

// each runs one of parley's own questions outside a transaction.
func each(ctx context.Context, conn *pgconn.PgConn, sql string, f func(row []string)) error {
	result := conn.ExecParams(ctx, sql, nil, nil, nil, nil)
	for result.NextRow() {
		f(texts(result.Values()))
	}
	_, err := result.Close()
	return err
}

// badge is the role in the words of the status line.
func (f facts) badge() string {
	switch {
	case f.superuser:
		return "SUPERUSER"
	case len(f.powers) > 0:
		return "can write"
	}
	return "read-only role"
}

// Protection asks the server, in a transaction like that of any statement, whether it only reads.
func (d *Database) Protection(ctx context.Context) (db.Protection, error) {
	p := db.Protection{Role: d.facts.badge()}
	err := d.catalogue(ctx, "SELECT current_setting('transaction_read_only')", func(row []string) { p.ReadOnly = row[0] == "on" })
	if err != nil {
		return p, err
	}
	p.Detail = fmt.Sprintf("The server says transaction_read_only is %s; the role %s is a %s.",
		map[bool]string{true: "on", false: "off"}[p.ReadOnly], d.facts.role, d.facts.roleInWords())
	return p, nil
}

func (f facts) roleInWords() string {
	switch {
	case f.superuser:
		return "superuser, which may do anything outside parley"
	case len(f.powers) > 0:
		return "role that may do more outside parley (" + strings.Join(f.powers, ", ") + ")"
	}
	return "role that may only read"
}

// RoleScript is the SQL that makes a role which may only read the database, for its owner to run with psql.
func RoleScript(database, role string) string {
	name, target := quote(role), quote(database)
	return strings.Join([]string{
		"CREATE ROLE " + name + " LOGIN PASSWORD 'choose one' NOSUPERUSER NOCREATEDB NOCREATEROLE;",
		"ALTER ROLE " + name + " SET default_transaction_read_only = on;",
		"GRANT CONNECT ON DATABASE " + target + " TO " + name + ";",
		"GRANT USAGE ON SCHEMA public TO " + name + ";",
		"GRANT SELECT ON ALL TABLES IN SCHEMA public TO " + name + ";",
		"ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT ON TABLES TO " + name + ";",
	}, "\n")
}

// quote writes a name as an identifier.
func quote(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// catalogue runs one of parley's own questions in a transaction that only reads, like any statement.
func (d *Database) catalogue(ctx context.Context, sql string, f func(row []string)) error {
	r, err := d.run(ctx, request{sql: sql})
	if err != nil {
		return err
	}
	defer r.Close()
	for r.Next(ctx) {
		row := make([]string, len(r.row))
		for i, v := range r.row {
			if v != nil {
				row[i] = db.Format(v)
			}
		}
		f(row)
	}
	return r.Err()
}
