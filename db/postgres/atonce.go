package postgres

import (
	"context"
	"errors"
	"regexp"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"parley/db"
)

// A far server answers late, not slowly: what can be asked together is. A query is begun, checked, run and ended in one round
// trip. What parley else would judge before it lets the statement run, the server judges: where the transaction does not only
// read, or the catalogue is not the one that the statement was checked by, an error stands before the statement, and PostgreSQL
// passes over all that follows an error, up to the next Sync (manual, "Pipelining"). Then it is begun anew, step by step.

// errSlowly says that a statement is to be begun step by step; the connection is as it was.
var errSlowly = errors.New("not at once")

// often is how many statements in a row may fail to begin at once, before none is tried any more: the server cannot do it.
const often = 3

// querying are the words that begin queries and nothing else that reads only. Comments and parentheses may stand before them.
var querying = regexp.MustCompile(`(?is)^(\s|\(|--[^\n]*\n|/\*([^*/]|\*+[^*/])*\*+/)*(select|values|table|with)\b`)

// explained stands before a query whose plan is asked for: the options in parentheses, so that no word of the query can become
// one of them.
const explained = "EXPLAIN (FORMAT JSON, ANALYZE false) "

// begins says that the request's text can be nothing but a query.
func begins(q request) bool { return querying.MatchString(strings.TrimPrefix(q.sql, explained)) }

// atOnce runs a request in one round trip, up to its first row.
func (d *Database) atOnce(ctx context.Context, conn *pgxpool.Conn, q request) (*rows, error) {
	pg := conn.Conn().PgConn()
	known, err := d.check(ctx, pg, q)
	if err != nil {
		d.rollback(conn)
		return nil, unbegun(err)
	}
	if known != nil && known.catalogue == nil {
		return nil, errSlowly
	}
	path := d.searches()
	reading, stop := context.WithCancel(ctx)
	pipeline := pg.StartPipeline(reading)
	sent := time.Now()
	d.sendAll(ctx, pipeline, q, path, known)
	result, err := d.judgeAtOnce(pipeline, sent, q.own, path, known)
	if err != nil {
		defer stop() // only then: it would cancel what the server has passed over already, and PgBouncer 1.18 can die of a cancel that is dropped
		return nil, d.undone(conn, pipeline, err)
	}
	d.slow.Store(0)
	r := &rows{d: d, conn: conn, result: result, pipeline: pipeline, sql: q.sql, ctx: ctx, stop: stop, cancel: func() {}, room: q.room()}
	if err := r.describe(q.cells); err != nil {
		r.finish(nil)
		return nil, err
	}
	return r, nil
}

// sendAll sends the whole transaction. The server gives its answer to the first command away at once, before the statement can
// do harm to it: so it is known of a connection that breaks whether the statement was begun.
func (d *Database) sendAll(ctx context.Context, pipeline *pgconn.Pipeline, q request, path searchPath, known *code) {
	send(pipeline, question{sql: beginReadOnly})
	pipeline.SendFlushRequest()
	send(pipeline, question{sql: showPath})
	send(pipeline, question{sql: closePath})
	send(pipeline, question{sql: pinOrFail, args: d.pinned(ctx, q.own)})
	if known != nil {
		send(pipeline, question{sql: fingerprintOrFail, args: [][]byte{[]byte(known.snapshot), []byte(known.fingerprint)}})
	}
	if !q.own {
		send(pipeline, question{sql: reopenPath, args: [][]byte{[]byte(path.text)}})
	}
	send(pipeline, question{sql: q.sql, args: q.args})
	pipeline.SendPipelineSync()
	d.sendEnd(pipeline)
	_ = pipeline.Sync() // what goes wrong is what the first answer says
}

func send(pipeline *pgconn.Pipeline, q question) {
	pipeline.SendQueryParams(q.sql, q.args, nil, nil, nil)
}

// sendEnd ends the transaction. Locks that a session holds beyond its transactions, which a view may have taken, are let go as
// well.
func (d *Database) sendEnd(pipeline *pgconn.Pipeline) {
	send(pipeline, question{sql: rollBack})
	if d.facts.advisory {
		send(pipeline, question{sql: unlockAll})
	}
}

// judgeAtOnce reads the answers up to the statement's own. What is wrong before it makes errSlowly: the way step by step finds
// out what it is.
func (d *Database) judgeAtOnce(pipeline *pgconn.Pipeline, sent time.Time, own bool, path searchPath, known *code) (*pgconn.ResultReader, error) {
	if _, err := onlyRow(pipeline); err != nil {
		return nil, &endedIdle{err}
	}
	d.answeredAfter(time.Since(sent))
	shown, err := onlyRow(pipeline)
	if err == nil {
		_, err = onlyRow(pipeline) // the path is closed
	}
	var pinned, print []string
	if err == nil {
		pinned, err = onlyRow(pipeline)
	}
	if err == nil && known != nil {
		print, err = onlyRow(pipeline)
	}
	if err == nil && !own {
		_, err = onlyRow(pipeline) // the path is the person's again
	}
	switch {
	case broken(err), left(err):
		return nil, err
	case err != nil, len(shown) != 1, shown[0] != path.text, len(pinned) != 4, judgePin(pinned[:3]) != nil:
		return nil, errSlowly
	case known != nil && (len(print) != 3 || known.judge(print[:2]) != nil):
		return nil, errSlowly
	}
	result, err := nextResult(pipeline)
	if err != nil {
		return nil, err
	}
	if result.FieldDescriptions() == nil {
		return nil, errNoRows
	}
	return result, nil
}

var _ db.Distant = (*Database)(nil)

// RoundTrip is how long the answer to the first command of a transaction took at its fastest.
func (d *Database) RoundTrip() time.Duration { return time.Duration(d.away.Load()) }

func (d *Database) answeredAfter(took time.Duration) {
	for {
		known := d.away.Load()
		if known != 0 && known <= int64(took) || d.away.CompareAndSwap(known, int64(took)) {
			return
		}
	}
}

// errNoRows refuses what is no query.
var errNoRows = &db.Error{Kind: db.ReadOnly, Position: -1, Message: "The statement gives no rows, so it is no query.", Hint: db.WriteHint}

// undone ends a transaction that came to nothing. The connection goes back, unless the statement is to be begun step by step.
func (d *Database) undone(conn *pgxpool.Conn, pipeline *pgconn.Pipeline, why error) error {
	var idle *endedIdle
	if errors.As(why, &idle) && !broken(why) && !left(why) {
		why = errSlowly // the server does not know the first command
	}
	leave(conn.Conn().PgConn(), why)
	closed := pipeline.Close()
	if errors.Is(why, errSlowly) && !conn.Conn().PgConn().IsClosed() && conn.Conn().PgConn().TxStatus() == 'I' {
		d.slow.Add(1)
		return errSlowly
	}
	conn.Release()
	if errors.Is(why, errSlowly) {
		return unbegun(closed)
	}
	return why
}
