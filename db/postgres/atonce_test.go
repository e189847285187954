package postgres

import (
	"errors"
	"testing"
	"time"

	"parley/db"
	"parley/db/dbtest"
)

func TestOnlyWhatCanBeNothingButAQueryGoesAtOnce(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"SELECT 1": true, "select*from t": true, " \n((SELECT 1))": true, "-- said\nVALUES (1)": true, "/* a */ /* b **/ WITH x AS (SELECT 1) TABLE x": true,
		explained + "SELECT 1": true, "TABLE t": true,
		"COPY t TO PROGRAM 'sh'": false, explained + "COPY t TO PROGRAM 'sh'": false, "LOCK TABLE t": false, "selected": false, "/* SELECT 1 */ CHECKPOINT": false,
		"/* /* */ SELECT 1 */ LOAD 'x'": false, "EXPLAIN ANALYZE SELECT 1": false, "-- SELECT 1": false, "": false, ";SELECT 1": false, "/* SELECT": false,
	} {
		if got := begins(request{sql: text}); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// A catalogue that is not the one that a statement was checked by stops the statement on the server, before it runs.
func TestStatementSentWithItsCheckDoesNotRunWhereTheCheckFails(t *testing.T) {
	t.Parallel()
	url := dbtest.Postgres(t)
	d := open(t, url, db.Settings{})
	known := &code{catalogue: d.known.catalogue, snapshot: "1:1:", fingerprint: "another", d: d}
	for what, with := range map[string]*code{"another catalogue": known, "the same": d.known} {
		conn, err := d.acquire(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		pipeline := conn.Conn().PgConn().StartPipeline(t.Context())
		d.sendAll(t.Context(), pipeline, request{sql: "SELECT 1 / 0"}, d.searches(), with)
		_, err = d.judgeAtOnce(pipeline, time.Now(), false, d.searches(), with)
		if got := errors.Is(err, errSlowly); got != (with == known) {
			t.Errorf("%s: %v", what, err)
		}
		pipeline.Close()
		conn.Release()
	}
}
