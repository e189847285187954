package attack

import (
	"fmt"
	"strings"
)

// Traps makes, on PostgreSQL, objects that run code when they are read. TrapCalls counts, once the sessions have ended, how
// often any of it ran; the database must have been made to count with TrapCounting.
const (
	TrapCounting = `DO $$ DECLARE t regclass; BEGIN
		EXECUTE format('ALTER DATABASE %I SET track_functions = ''all''', current_database());
		FOR t IN SELECT oid FROM pg_class WHERE relkind IN ('r', 'm') AND relpersistence <> 't' AND oid >= 16384 LOOP
			EXECUTE format('ALTER TABLE %s SET (autovacuum_enabled = false)', t); -- the server's own ANALYZE runs functions of indexes
		END LOOP; END $$`
	TrapCalls = `SELECT coalesce(sum(calls), 0) FROM pg_stat_user_functions`
)

// places are where an expression may stand; %s is it, and r is users.
var places = []string{
	"SELECT %s FROM users r",
	"SELECT 1 FROM users r WHERE (%s)::text IS NOT NULL",
	"SELECT 1 FROM users r ORDER BY %s",
	"WITH w AS (SELECT %s AS c FROM users r) SELECT c FROM w",
	"SELECT (SELECT CASE WHEN true THEN (%s)::text END) FROM users r",
	"SELECT x.c FROM users r, LATERAL (SELECT %s AS c) x",
	"SELECT coalesce(NULL, (%s)::text) FROM users r",
	"EXPLAIN SELECT %s FROM users r",
}

// sources are where a table may stand; %s is it.
var sources = []string{
	"SELECT * FROM %s x",
	"SELECT 1 FROM users r LEFT JOIN %s x ON true",
	"SELECT 1 WHERE EXISTS (SELECT 1 FROM %s x)",
	"WITH w AS (SELECT * FROM %s x) SELECT count(*) FROM w",
	"SELECT 1 FROM users UNION ALL SELECT 1 FROM %s x",
}

// Traps are the statements that must not run, and the script that makes what they read.
func Traps() (script string, statements []string, err error) {
	sql, err := files.ReadFile("traps.sql")
	if err != nil {
		return "", nil, fmt.Errorf("read traps: %w", err)
	}
	text, err := files.ReadFile("traps.txt")
	if err != nil {
		return "", nil, fmt.Errorf("read traps: %w", err)
	}
	for _, line := range strings.Split(string(text), "\n") {
		kind, what, _ := strings.Cut(line, " ")
		switch kind {
		case "value", "row":
			statements = append(statements, in(places, what)...)
		case "table":
			statements = append(statements, in(sources, what)...)
		case "query":
			statements = append(statements, what)
		}
	}
	return string(sql), statements, nil
}

// Common drops those traps that stand behind common names, which else cover others.
const Common = `DROP OPERATOR = (int, text) CASCADE; DROP OPERATOR <= (int, text) CASCADE; DROP OPERATOR ~~ (int, text) CASCADE;
	DROP FUNCTION count(text), "left"(text, bigint); DROP CAST (coin AS int); DROP CAST (int AS coin); DROP CAST (u AS text); DROP EXTENSION tablefunc CASCADE`

// Lone are the statements that must not run once Common has.
func Lone() (statements []string, err error) {
	text, err := files.ReadFile("traps.txt")
	if err != nil {
		return nil, fmt.Errorf("read traps: %w", err)
	}
	for _, line := range strings.Split(string(text), "\n") {
		switch kind, what, _ := strings.Cut(line, " "); kind {
		case "alone":
			statements = append(statements, in(places, what)...)
		case "lone":
			statements = append(statements, what)
		}
	}
	return statements, nil
}

func in(templates []string, what string) []string {
	out := make([]string, len(templates))
	for i, t := range templates {
		out[i] = strings.Replace(t, "%s", what, 1)
	}
	return out
}
