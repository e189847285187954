package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"parley/db"
	"parley/db/statement"
)

// Each statement runs like this:
//
//	BEGIN READ ONLY
//	SHOW search_path                                  the person's, as far as parley knows
//	SET LOCAL search_path = pg_catalog, pg_temp
//	SELECT set_config(…), current_setting('transaction_read_only')
//	SELECT <whether the catalogue is still the one that the statement was checked by>
//	SELECT set_config('search_path', …)               unless the question is parley's own
//	Parse and Describe the statement
//	Bind and Execute it
//	ROLLBACK
//
// Up to the third line nothing is looked up by name, and from there on in pg_catalog only, so no operator or function of
// another schema can take the place of PostgreSQL's own. (Start-up parameters would not do: what the person's statement
// should search could not be asked any more, and poolers refuse them.) The fourth line sets the timeouts, gets the server's
// word that the transaction only reads, and, being a query, pins the transaction: no SET TRANSACTION READ WRITE works after it.
//
// A text whose first word only a query can have goes in one round trip with all of this (atonce.go): the server itself then
// refuses to go on where the transaction does not only read or the catalogue is another one. Of all others Parse finds out
// first whether the statement has columns: READ ONLY does not stop COPY … TO PROGRAM, LOCK TABLE, CHECKPOINT, LOAD and the
// like, but they have none, and are not executed.

// request is a statement to run.
type request struct {
	sql     string
	args    [][]byte        // texts; nil for NULL
	own     bool            // one of parley's questions: it searches pg_catalog alone
	uses    *statement.Uses // what is checked against the catalogue before it runs; nil: nothing
	timeout time.Duration   // 0: the settings'
	kept    bool            // the answer is parley's to keep whole
	cells   int             // of each row of the answer; 0: whatever the server describes
}

// room is what the answer may take.
func (q request) room() *allowance {
	if !q.kept && !q.own {
		return nil
	}
	room := allowance(mostAnswer)
	return &room
}

// lockTimeout is how long a statement waits for a table that another session has locked.
const lockTimeout = 5 * time.Second

// run starts a request in a transaction of its own; the rows' Close ends it.
func (d *Database) run(ctx context.Context, q request) (*rows, error) {
	s := d.settings
	if q.timeout > 0 {
		s.Timeout = q.timeout
	}
	if q.own {
		d.count(&d.asked)
	}
	bounded, cancelled := s.Deadline(ctx)
	detach := context.AfterFunc(d.life, cancelled)
	cancel := func() { detach(); cancelled() }
	r, err := d.start(bounded, q)
	if err != nil {
		err = endedEarly(bounded, db.Interrupted(failure(err, q.sql), bounded))
		cancel()
		return nil, err
	}
	r.cancel = cancel
	return r, nil
}

// start runs a request. A connection may have ended while it was idle, which shows only when it is used: as long as the
// statement was not begun, parley connects anew and begins once more. A statement that was begun is never sent twice: it may
// be what ended the connection, or why somebody did. Whether there still is a server is found out then.
func (d *Database) start(ctx context.Context, q request) (*rows, error) {
	r, err := d.attempt(ctx, q)
	var idle *endedIdle
	if errors.As(err, &idle) && ctx.Err() == nil {
		d.pool.Reset() // what has been idle beside it has ended with it
		r, err = d.attempt(ctx, q)
	}
	if broken(err) && ctx.Err() == nil {
		if gone := d.reach(ctx); gone != nil {
			return nil, gone
		}
	}
	return r, err
}

// endedIdle is a connection that ended before the statement was begun.
type endedIdle struct{ error }

func (e *endedIdle) Unwrap() error { return e.error }

func (d *Database) attempt(ctx context.Context, q request) (*rows, error) {
	conn, err := d.acquire(ctx)
	if err != nil {
		return nil, err
	}
	if begins(q) && d.slow.Load() < often {
		if r, err := d.atOnce(ctx, conn, q); !errors.Is(err, errSlowly) {
			return r, err
		}
	}
	if err := d.begin(ctx, conn.Conn().PgConn(), q); err != nil {
		d.rollback(conn)
		return nil, unbegun(err)
	}
	return d.execute(ctx, conn, q)
}

// unbegun is what went wrong before the statement was begun.
func unbegun(err error) error {
	if broken(err) {
		return &endedIdle{err}
	}
	return err
}

func (d *Database) acquire(ctx context.Context) (*pgxpool.Conn, error) {
	conn, err := d.pool.Acquire(ctx)
	if err != nil {
		return nil, connectFailure(d.pool.Config().ConnConfig.Config, err)
	}
	return conn, nil
}

// reach says why the server cannot be reached any more; nil when it can.
func (d *Database) reach(ctx context.Context) error {
	d.pool.Reset()
	conn, err := d.acquire(ctx)
	if err == nil {
		conn.Release()
	}
	return err
}

// execute runs what begin has prepared, up to its first row.
func (d *Database) execute(ctx context.Context, conn *pgxpool.Conn, q request) (*rows, error) {
	// The context of the reader is another one: it is cancelled to break a result off, which tells the server.
	reading, stop := context.WithCancel(ctx)
	result := conn.Conn().PgConn().ExecPrepared(reading, unnamed, q.args, nil, nil)
	r := &rows{d: d, conn: conn, result: result, sql: q.sql, ctx: ctx, stop: stop, cancel: func() {}, room: q.room()}
	if err := r.describe(q.cells); err != nil {
		r.finish(nil)
		return nil, err
	}
	return r, nil
}

// unnamed is the prepared statement that the next Parse replaces.
const unnamed = ""

// begin checks what the statement would run, opens the transaction, pins it, and prepares the statement. When the catalogue
// has changed, or a pooler gave a session that searches other schemas than the last one, it begins once more.
func (d *Database) begin(ctx context.Context, conn *pgconn.PgConn, q request) error {
	var err error
	for range 3 {
		var known *code
		if known, err = d.check(ctx, conn, q); err != nil {
			return err
		}
		if err = d.frame(ctx, conn, q, known); !errors.Is(err, errOtherPath) && !errors.Is(err, errChanged) {
			return err
		}
		if _, rolledBack := exchange(ctx, conn); rolledBack != nil {
			return rolledBack
		}
		d.forget()
		if unknown := d.learnPath(ctx, conn); unknown != nil {
			return unknown
		}
	}
	return err
}

func (d *Database) frame(ctx context.Context, conn *pgconn.PgConn, q request, known *code) error {
	path := d.searches()
	pipeline := conn.StartPipeline(ctx)
	for _, command := range []string{beginReadOnly, showPath, closePath} {
		send(pipeline, question{sql: command})
	}
	pipeline.SendQueryParams(pin, d.pinned(ctx, q.own), nil, nil, nil)
	if known != nil {
		again := known.question(q.uses)
		pipeline.SendQueryParams(again.sql, again.args, nil, nil, nil)
	}
	if !q.own {
		pipeline.SendQueryParams(reopenPath, [][]byte{[]byte(path.text)}, nil, nil, nil)
	}
	pipeline.SendPrepare(unnamed, q.sql, nil)
	err := pipeline.Sync()
	if err == nil {
		err = judge(pipeline, q.own, path, known)
	}
	leave(conn, err)
	if closed := pipeline.Close(); err == nil {
		err = closed
	}
	return err
}

// judge reads the answers to frame: the server must say that the transaction only reads and searched pg_catalog, that the
// catalogue is as it was, and describe a statement that has rows.
func judge(pipeline *pgconn.Pipeline, own bool, path searchPath, known *code) error {
	if _, err := onlyRow(pipeline); err != nil {
		return fmt.Errorf("begin a transaction that only reads: %w", err)
	}
	shown, err := onlyRow(pipeline)
	if err != nil || len(shown) != 1 {
		return fmt.Errorf("ask for the search path: %w", err)
	}
	if shown[0] != path.text {
		return errOtherPath
	}
	if _, err := onlyRow(pipeline); err != nil {
		return fmt.Errorf("search pg_catalog only: %w", err)
	}
	answer, err := onlyRow(pipeline)
	if err != nil {
		return fmt.Errorf("pin a transaction that only reads: %w", err)
	}
	if err := judgePin(answer); err != nil {
		return err
	}
	if known != nil {
		answer, err := onlyRow(pipeline)
		if err != nil {
			return fmt.Errorf("ask for the catalogue: %w", err)
		}
		if err := known.judge(answer); err != nil {
			return err
		}
	}
	if !own {
		if _, err := onlyRow(pipeline); err != nil {
			return fmt.Errorf("go back to the search path: %w", err)
		}
	}
	results, err := pipeline.GetResults()
	if err != nil {
		return err
	}
	if prepared, ok := results.(*pgconn.StatementDescription); !ok || prepared.Fields == nil {
		return errNoRows
	}
	return nil
}

// pinned are the arguments of the pin.
func (d *Database) pinned(ctx context.Context, own bool) [][]byte {
	return settingsArray(d.localSettings(ctx, own))
}

func settingsArray(settings []setting) [][]byte {
	var names, values []string
	for _, s := range settings {
		names, values = append(names, s.name), append(values, s.value)
	}
	return [][]byte{[]byte(arrayText(names)), []byte(arrayText(values))}
}

// judgePin reads the pin's answers.
func judgePin(answer []string) error {
	if len(answer) != 3 || answer[1] != "on" {
		return &db.Error{Kind: db.ReadOnly, Position: -1,
			Message: "The server did not start a transaction that only reads, so nothing was run.",
			Hint:    "parley needs a server that knows BEGIN READ ONLY."}
	}
	if answer[2] != closedPath && answer[2] != closedPathQuoted {
		return &db.Error{Kind: db.ReadOnly, Position: -1,
			Message: "The server did not close the search path, so nothing was run.",
			Hint:    "parley needs a server that knows SET LOCAL search_path."}
	}
	return nil
}

type setting struct{ name, value string }

// localSettings bound the statement on the server, and fix how values are written; only those that the server has.
func (d *Database) localSettings(ctx context.Context, own bool) []setting {
	all := firstSettings(ctx, d.facts.encoding)
	if !own {
		all = slices.DeleteFunc(all, func(s setting) bool { return s.name == "jit" })
	}
	all = slices.DeleteFunc(all, func(s setting) bool { return !d.facts.settings[s.name] })
	return append(all, d.facts.compiling...)
}

// firstSettings are the local settings of a server of which nothing is known yet.
func firstSettings(ctx context.Context, encoding string) []setting {
	all := []setting{
		{"lock_timeout", milliseconds(lockTimeout)},
		{"idle_in_transaction_session_timeout", milliseconds(time.Minute)},
		{"DateStyle", "ISO"},
		{"IntervalStyle", "postgres"},
		{"bytea_output", "hex"},
		{"extra_float_digits", "1"},                   // all digits: a role, or another client of a pooler, may have set fewer
		{"jit", "off"},                                // for parley's own questions: compiling them takes seconds where it is done early
		{"standard_conforming_strings", "on"},         // as parley's parser has it: else the server runs what stands in a string
		{"client_encoding", clientEncoding(encoding)}, // likewise: in some encodings a backslash is half a letter
		{"array_nulls", "on"},                         // likewise: else '{NULL}' holds a word
		{"transform_null_equals", "off"},              // likewise: else x = NULL is x IS NULL
		{"gin_fuzzy_search_limit", "0"},               // else an index brings some of its rows, which ones by chance
	}
	if deadline, ok := ctx.Deadline(); ok {
		all = append(all, setting{"statement_timeout", milliseconds(serverTimeout(time.Until(deadline)))})
	}
	return all
}

// clientEncoding is how texts go to and from a server of the encoding: in UTF-8, but where it has only bytes, as they are.
func clientEncoding(server string) string {
	if server == "SQL_ASCII" {
		return server
	}
	return "UTF8"
}

// serverTimeout is a little shorter than what the client waits: the server is to stop the statement first, because its
// word is certain, where a cancel races with the end of the statement (and a PgBouncer can hang on one that loses).
func serverTimeout(left time.Duration) time.Duration {
	return max(left-min(left/5, 250*time.Millisecond), time.Millisecond)
}

func milliseconds(d time.Duration) string { return fmt.Sprint(d.Milliseconds()) }

// rollback ends the transaction and gives the connection back; one that does not answer is given up.
func (d *Database) rollback(conn *pgxpool.Conn) {
	defer conn.Release()
	pg := conn.Conn().PgConn()
	if pg.IsClosed() {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), cancelTimeout)
	defer cancel()
	pipeline := pg.StartPipeline(ctx)
	d.sendEnd(pipeline)
	if err := errors.Join(pipeline.Sync(), pipeline.Close()); err != nil {
		_ = conn.Conn().Close(ctx)
	}
}
