package db

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"parley/db/statement"
)

// Prover is a database that lets itself be attacked on purpose.
type Prover interface {
	// Attempt runs a text past the guard, against the engine's own layers alone, and undoes whatever it did.
	Attempt(ctx context.Context, sql string) error
	// Inventory tells what else a reader of the proof wants to know, a paragraph each.
	Inventory(ctx context.Context) ([]string, error)
}

// Trial is one attack and what stopped it: in front, where everything comes in, and behind the guard; empty where nothing did.
type Trial struct{ SQL, Front, Behind string }

// Held says that it did not get through parley.
func (t Trial) Held() bool { return t.Front != "" }

// Proof is how the promise to read only stood up to attacks on this very database.
type Proof struct {
	Name       string
	Protection Protection
	Trials     []Trial
	Inventory  []string
}

// Holds says that the engine calls the session read-only and no attack got through.
func (p Proof) Holds() bool {
	for _, t := range p.Trials {
		if !t.Held() {
			return false
		}
	}
	return p.Protection.ReadOnly && len(p.Trials) > 0
}

// Verdict is how the database is protected after all that was tried.
func (p Proof) Verdict() Protection {
	after := p.Protection
	after.Failed = !p.Holds()
	return after
}

// Prove attacks a database: each statement through the front door, and then past the guard.
func Prove(ctx context.Context, d Database) (Proof, error) {
	proof := Proof{Name: d.Name()}
	var err error
	if proof.Protection, err = d.Protection(ctx); err != nil {
		return proof, err
	}
	prover, ok := d.(Prover)
	if !ok {
		return proof, nil
	}
	for _, sql := range attempts[d.Dialect()] {
		proof.Trials = append(proof.Trials, try(ctx, d, prover, sql))
		if ctx.Err() != nil {
			return proof, ctx.Err()
		}
	}
	proof.Inventory, err = prover.Inventory(ctx)
	return proof, err
}

func try(ctx context.Context, d Database, prover Prover, sql string) Trial {
	t := Trial{SQL: sql, Front: "the parser"}
	if stmt, err := statement.Parse(sql, d.Dialect(), nil); err == nil {
		rows, err := d.Query(ctx, stmt)
		if err == nil {
			rows.Close()
		}
		t.Front = stopper(err)
	}
	t.Behind = stopper(prover.Attempt(ctx, sql))
	return t
}

// stopper is who refused, in a word; empty for nobody. An attack that was merely broken off was not refused.
func stopper(err error) string {
	var refusal *statement.Refusal
	switch {
	case err == nil, KindOf(err) == Lost, KindOf(err) == Timeout, KindOf(err) == Cancelled:
		return ""
	case errors.As(err, &refusal):
		return "the guard"
	case KindOf(err) != ReadOnly:
		return "the engine"
	}
	var known *Error
	if errors.As(err, &known) && known.Cause == nil {
		return "the check before it runs"
	}
	return "the read-only session"
}

// attempts are what a proof tries. None would do harm if it got through: they make things of their own, or nothing at all.
var attempts = map[statement.Dialect][]string{
	statement.PostgreSQL: {
		`CREATE TEMP TABLE parley_proof (v int)`,
		`CREATE TABLE parley_proof AS SELECT 1 AS v`,
		`SELECT 1 AS v INTO TEMP parley_proof`,
		`WITH d AS (DELETE FROM pg_catalog.pg_description WHERE false RETURNING 1) SELECT * FROM d`,
		`COPY (SELECT 1) TO PROGRAM 'true'`,
		`DO $$ BEGIN END $$`,
		`SET TRANSACTION READ WRITE`,
		`SELECT pg_catalog.set_config('transaction_read_only', 'off', true)`,
		`SET default_transaction_read_only = off`,
		`COMMIT; CREATE TEMP TABLE parley_proof (v int)`,
		`SELECT 1; SELECT 2`,
		`EXPLAIN ANALYZE CREATE TEMP TABLE parley_proof AS SELECT 1`,
		`SELECT pg_catalog.lo_create(0)`,
		`SELECT pg_catalog.pg_advisory_lock(0)`,
		`SELECT pg_catalog.pg_notify('parley_proof', '')`,
		`SELECT pg_catalog.pg_read_file('PG_VERSION')`,
		`SELECT pg_catalog.query_to_xml('SELECT 1', true, true, '')`,
		`SELECT * FROM pg_catalog.pg_hba_file_rules`,
		`LOCK TABLE pg_catalog.pg_description IN ACCESS SHARE MODE`,
		`SELECT 1 FROM pg_catalog.pg_description WHERE false FOR UPDATE`,
		`LISTEN parley_proof`,
		`DECLARE parley_proof CURSOR FOR SELECT 1`,
	},
	statement.SQLite: {
		`CREATE TABLE parley_proof (v int)`,
		`CREATE TEMP TABLE parley_proof (v int)`,
		`DELETE FROM sqlite_master WHERE 0`,
		`SELECT 1; CREATE TABLE parley_proof (v int)`,
		`PRAGMA query_only = OFF`,
		`PRAGMA writable_schema = ON`,
		`PRAGMA user_version = 0`,
		`ATTACH ':memory:' AS parley_proof`,
		`VACUUM INTO '/nonexistent/parley_proof'`,
		`BEGIN IMMEDIATE`,
		`REINDEX`,
		`SELECT load_extension('parley_proof')`,
		`SELECT fts3_tokenizer('parley_proof')`,
	},
	statement.DuckDB: {
		`CREATE TABLE parley_proof (v int)`,
		`CREATE TEMP TABLE parley_proof (v int)`,
		`SELECT 1; CREATE TEMP TABLE parley_proof (v int)`,
		`COPY (SELECT 1) TO '/nonexistent/parley_proof.csv'`,
		`EXPORT DATABASE '/nonexistent/parley_proof'`,
		`ATTACH ':memory:' AS parley_proof`,
		`INSTALL httpfs`,
		`LOAD httpfs`,
		`SET enable_external_access = true`,
		`PRAGMA enable_profiling`,
		`CHECKPOINT`,
		`SELECT * FROM read_text('/etc/hostname')`,
		`SELECT * FROM glob('/etc/*')`,
	},
}

// Text is the proof for people to read.
func (p Proof) Text() string {
	var b strings.Builder
	verdict, _ := p.Verdict().Verdict()
	fmt.Fprintf(&b, "%s: %s\n%s\n\n", Visible(p.Name), verdict, Visible(p.Protection.Detail))
	held, behind := 0, 0
	for _, t := range p.Trials {
		if t.Held() {
			held++
		}
		if t.Behind != "" {
			behind++
		}
	}
	fmt.Fprintf(&b, "%d attacks tried on it now: through parley %d were stopped; past parley's guard, which reads the SQL, %d.\n", len(p.Trials), held, behind)
	for _, t := range p.Trials {
		mark := "stopped"
		if !t.Held() {
			mark = "GOT THROUGH"
		}
		fmt.Fprintf(&b, "  %-11s %-72s %s\n", mark, Visible(t.SQL), p.stoppers(t))
	}
	for _, paragraph := range p.Inventory {
		fmt.Fprintf(&b, "\n%s\n", strings.TrimRight(visibleLines(paragraph), "\n"))
	}
	return b.String()
}

func (p Proof) stoppers(t Trial) string {
	name := func(who string) string {
		if who == "" {
			return "NOBODY"
		}
		return who
	}
	return "by " + name(t.Front) + "; without it, by " + name(t.Behind)
}

// visibleLines is a text of several lines, safe for a terminal.
func visibleLines(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = Visible(lines[i])
	}
	return strings.Join(lines, "\n")
}
