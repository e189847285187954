package postgres

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"parley/db"
)

// facts are what parley asks a server once, when it connects: servers that speak the protocol differ in what they have,
// and asking is better than failing later.
type facts struct {
	version   string
	encoding  string          // of the database
	settings  map[string]bool // the settings that it knows, of those parley would set
	role      string
	superuser bool
	powers    []string                 // what the role may do beside reading, in words
	told      int                      // how many questions about what it may do were answered
	grants    bool                     // superusers may grant settings there, as from version 15 on
	stats     bool                     // it has pg_stats
	compiling []setting                // what keeps the server from compiling statements too early
	session   bool                     // what begins without a word only reads, too
	advisory  bool                     // it has locks that outlive a transaction
	limits    map[string]time.Duration // how long a statement or an idle session may take, as the database or the role sets it
}

// answers are the facts and the questions that give them.
func (f *facts) answers() []answer {
	asked := []answer{
		{askVersion, func(text string) { f.version = text }},
		{askRole, func(text string) { f.role = text }},
		{askSettings, func(text string) { f.settings = setOf(text) }},
		{askCompiling, func(text string) { f.compiling = compiledTooEarly(text) }},
		{askSuperuser, func(text string) { f.superuser = text == "true"; f.told++ }},
		{askPowers, f.may},
		{askWrites, f.may},
		{askDefiners, f.may},
		{askOwns, f.may},
		{askCalls, f.may},
		{askStats, func(text string) { f.stats = text == "true" }},
		{askAdvisory, func(text string) { f.advisory = text == "true" }},
		{askSession, func(text string) { f.session = text == "on" }},
		{askLimits, func(text string) { f.limits = limitsOf(text) }},
	}
	if f.grants {
		asked = append(asked, answer{askParameters, f.may})
	}
	return asked
}

// compiledFrom are the costs from which PostgreSQL compiles a statement unless it is told otherwise.
var compiledFrom = map[string]int{"jit_above_cost": 100_000, "jit_inline_above_cost": 500_000, "jit_optimize_above_cost": 500_000}

// compiledTooEarly puts costs that are lower, under which the simplest statement takes seconds, back to these; -1 means never.
func compiledTooEarly(text string) []setting {
	var out []setting
	for _, field := range fields(text) {
		name, value, _ := strings.Cut(field, "=")
		cost, err := strconv.ParseFloat(value, 64)
		if usual, known := compiledFrom[name]; known && err == nil && cost >= 0 && cost < float64(usual) {
			out = append(out, setting{name, strconv.Itoa(usual)})
		}
	}
	return out
}

// limitsOf reads times in milliseconds by their names.
func limitsOf(text string) map[string]time.Duration {
	limits := map[string]time.Duration{}
	for _, field := range fields(text) {
		name, value, _ := strings.Cut(field, "=")
		if n, err := strconv.ParseInt(value, 10, 32); err == nil {
			limits[name] = time.Duration(n) * time.Millisecond
		}
	}
	return limits
}

// may takes the answer to a question of what the role may do.
func (f *facts) may(text string) {
	f.powers = append(f.powers, fields(text)...)
	f.told++
}

// asksOfRole is how many questions ask for what the role may do.
func (f *facts) asksOfRole() int {
	if f.grants {
		return 7
	}
	return 6
}

// grantsSettings says whether a server of that version has grants of settings; one that counts its versions otherwise is not asked.
func grantsSettings(version string) bool {
	end := strings.IndexFunc(version+".", func(r rune) bool { return r < '0' || r > '9' })
	major, err := strconv.Atoi(version[:end])
	return err == nil && major >= 15 && major < 100
}

type answer struct {
	sql  string
	take func(text string)
}

// joined is one question for all the answers.
func joined(asked []answer) string {
	parts := make([]string, len(asked))
	for i, a := range asked {
		parts[i] = "(" + strings.ReplaceAll(a.sql, reach, reached) + ")"
	}
	return reachOnce + "SELECT " + strings.Join(parts, ", ")
}

func fields(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ',' })
}

func setOf(text string) map[string]bool {
	set := map[string]bool{}
	for _, name := range fields(text) {
		set[name] = true
	}
	return set
}

// ask connects and asks: all that opening wants to know at once, or, where a server does not know some part of it, one after
// the other. Only the first question must be answered; a server that lacks a catalogue has less to tell. A limit of the server's that
// ends one question may end any, the rollback after it too.
func (d *Database) ask(ctx context.Context) (facts, error) {
	f := facts{settings: map[string]bool{}}
	conn, err := d.pool.Acquire(ctx)
	if err != nil {
		return f, err
	}
	defer conn.Release()
	pg := conn.Conn().PgConn()
	f.encoding, f.grants = pg.ParameterStatus("server_encoding"), grantsSettings(pg.ParameterStatus("server_version"))
	if met, err := d.meet(ctx, pg, &f); met || pg.IsClosed() || isCancel(err) && ctx.Err() == nil {
		return f, err
	}
	if err := d.learnPath(ctx, pg); err != nil {
		return f, err
	}
	f = facts{settings: map[string]bool{}, encoding: f.encoding, grants: f.grants}
	for i, a := range f.answers() {
		row, err := askOnce(ctx, pg, a.sql)
		switch {
		case err == nil && len(row) == 1:
			a.take(row[0])
		case i == 0, isCancel(err) && ctx.Err() == nil:
			return f, err
		}
	}
	return f, ctx.Err()
}

// met is what was read of the catalogue when parley connected, for the first who asks.
type met struct {
	catalogue [][][]string // the answers to Schema's questions
	readOnly  string
}

// meet asks everything in one round trip: path, facts, the code of the catalogue, and the schema. It says whether the server
// knew it all.
func (d *Database) meet(ctx context.Context, pg *pgconn.PgConn, f *facts) (known bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, lookTimeout)
	defer cancel()
	asked := f.answers()
	first := []question{{sql: beginReadOnly}, {sql: showPath}, {sql: keepVisible}, {sql: closePath}, {sql: pinFirst, args: settingsArray(firstSettings(ctx, f.encoding))},
		{sql: joined(asked)}}
	code, schema := codeQuestions(), schemaQuestions(nil)
	answers, err := exchange(ctx, pg, slices.Concat(first, code, schema)...)
	if err != nil || len(firstRow(answers[1])) != 1 || len(firstRow(answers[2])) != 1 || len(firstRow(answers[5])) != len(asked) {
		return false, err
	}
	if err := judgePin(firstRow(answers[4])); err != nil {
		return false, err
	}
	for i, a := range asked {
		a.take(answers[5][0][i])
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.path = searchPath{text: answers[1][0][0], schemas: arrayElements(answers[2][0][0])}
	rest := answers[len(first):]
	d.known = d.codeOf(rest[:len(code)], d.path)
	d.met = &met{catalogue: rest[len(code):], readOnly: answers[4][0][1]}
	return true, nil
}

// early gives what was read when parley connected, once.
func (d *Database) early() (catalogue [][][]string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.met != nil {
		catalogue, d.met.catalogue = d.met.catalogue, nil
	}
	return catalogue
}

// askOnce runs one of parley's questions that give one row.
func askOnce(ctx context.Context, pg *pgconn.PgConn, sql string) ([]string, error) {
	answers, err := exchange(ctx, pg, question{sql: beginReadOnly}, question{sql: closePath}, question{sql: sql})
	if err != nil {
		return nil, err
	}
	return firstRow(answers[2]), nil
}

// badge is the role in the words of the status line.
func (f *facts) badge() string {
	switch {
	case f.superuser:
		return db.Superuser
	case len(f.powers) > 0:
		return db.WritingRole
	case f.told < f.asksOfRole():
		return db.UnknownRole
	}
	return db.ReadingRole
}

// readsOnly is the server's word on its transactions: once that of the transaction in which parley met it.
func (d *Database) readsOnly(ctx context.Context) (string, error) {
	d.mu.Lock()
	if d.met != nil && d.met.readOnly != "" {
		defer d.mu.Unlock()
		said := d.met.readOnly
		d.met.readOnly = ""
		return said, nil
	}
	d.mu.Unlock()
	conn, err := d.acquire(ctx)
	if err != nil {
		return "", err
	}
	defer conn.Release()
	row, err := askOnce(ctx, conn.Conn().PgConn(), askReadOnly)
	if err != nil || len(row) != 1 {
		return "", failure(err, askReadOnly)
	}
	return row[0], nil
}

// Protection asks the server, in a transaction like that of any statement, whether it only reads.
func (d *Database) Protection(ctx context.Context) (db.Protection, error) {
	p := db.Protection{Role: d.facts.badge()}
	said, err := d.readsOnly(ctx)
	if err != nil {
		return p, err
	}
	p.ReadOnly = said == "on"
	p.Detail = fmt.Sprintf("The server says transaction_read_only is %s; the role %s is a %s.",
		map[bool]string{true: "on", false: "off"}[p.ReadOnly], d.facts.role, d.facts.roleInWords())
	return p, nil
}

func (f *facts) roleInWords() string {
	switch {
	case f.superuser:
		return "superuser, or may become one, which may do anything outside parley"
	case len(f.powers) > 0:
		return "role that may do more outside parley (" + strings.Join(f.powers, ", ") + ")"
	case f.told < f.asksOfRole():
		return "role of which the server does not say what it may do outside parley"
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
func (d *Database) catalogue(ctx context.Context, q question, f func(row []string)) error {
	r, err := d.run(ctx, request{sql: q.sql, args: q.args, own: true, cells: q.cells})
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
