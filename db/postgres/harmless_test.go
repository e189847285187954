package postgres

import (
	"bufio"
	"encoding/json"
	"os"
	"slices"
	"sync/atomic"
	"testing"

	"parley/db"
	"parley/db/dbtest"
	"parley/db/statement"
)

// honest are objects such as decent databases have, next to things that do more than read and stay out of the way.
const honest = `
CREATE EXTENSION citext; CREATE EXTENSION hstore; CREATE EXTENSION pg_trgm; CREATE EXTENSION cube; CREATE EXTENSION earthdistance;
CREATE EXTENSION ltree; CREATE EXTENSION unaccent; CREATE EXTENSION fuzzystrmatch; CREATE EXTENSION "uuid-ossp"; CREATE EXTENSION pgcrypto;
CREATE EXTENSION intarray; CREATE EXTENSION isn; CREATE EXTENSION tsm_system_rows; CREATE EXTENSION file_fdw; CREATE EXTENSION dblink;
CREATE FUNCTION loud() RETURNS int LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_advisory_lock(1); RETURN 1; END $$;
CREATE SCHEMA aside; CREATE FUNCTION aside.count(text) RETURNS bigint LANGUAGE plpgsql AS $$ BEGIN RETURN loud(); END $$;
CREATE FUNCTION aside.round(float8, int) RETURNS numeric LANGUAGE plpgsql AS $$ BEGIN RETURN loud(); END $$;
CREATE FUNCTION aside.eq(text, text) RETURNS bool LANGUAGE plpgsql AS $$ BEGIN RETURN loud() > 0; END $$;
CREATE OPERATOR aside.= (LEFTARG = text, RIGHTARG = text, FUNCTION = aside.eq);
CREATE FUNCTION sum(a int, b int, c int) RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN loud(); END $$;
CREATE FUNCTION status(text) RETURNS text LANGUAGE plpgsql AS $$ BEGIN RETURN loud(); END $$;
CREATE FUNCTION touched() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM loud(); RETURN new; END $$;
CREATE FUNCTION is_mail(text) RETURNS bool LANGUAGE plpgsql AS $$ BEGIN RETURN $1 LIKE '%@%'; END $$;
CREATE DOMAIN mail AS text CHECK (is_mail(VALUE)); CREATE DOMAIN cents AS int CHECK (VALUE >= 0); CREATE TYPE mood AS ENUM ('sad', 'happy');
CREATE TABLE people (id serial PRIMARY KEY, name citext, email mail, status text, mood mood, tags text[], extra hstore, paid cents, born date DEFAULT now(),
	place point, note text CHECK (is_mail(note)), path ltree, u uuid DEFAULT gen_random_uuid());
CREATE TRIGGER t BEFORE UPDATE ON people FOR EACH ROW EXECUTE FUNCTION touched();
INSERT INTO people (name, email, status, mood, tags, paid, path) SELECT 'n' || i, 'n' || i || '@x', 'a', 'sad', '{a,b}', i, 'a.b' FROM generate_series(1, 20) i;
CREATE INDEX ON people (lower(name::text)); CREATE INDEX ON people USING gin (tags);
CREATE FUNCTION full_name(people) RETURNS text LANGUAGE sql STABLE AS $$ SELECT upper($1.name::text) || coalesce($1.email, '') $$;
CREATE FUNCTION age_of(p people) RETURNS int LANGUAGE plpgsql STABLE AS $$ DECLARE n int; BEGIN SELECT extract(year FROM age(p.born))::int INTO n; RETURN n; END $$;
CREATE FUNCTION near(a cube, b cube) RETURNS bool LANGUAGE sql IMMUTABLE STRICT AS $$ SELECT cube_distance($1, $2) < 10 AND $1 && $2 $$;
CREATE FUNCTION slug(t text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN IF t IS NULL THEN RETURN NULL; END IF; RETURN regexp_replace(lower(unaccent(t)), '[^a-z]+', '-', 'g'); END $$;
CREATE FUNCTION first_of(anyelement, anyelement) RETURNS anyelement LANGUAGE sql IMMUTABLE STRICT AS 'SELECT $1'; CREATE AGGREGATE first(anyelement) (SFUNC = first_of, STYPE = anyelement);
CREATE FUNCTION last_in(anyarray) RETURNS anyelement LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN RETURN $1[array_upper($1, 1)]; END $$;
CREATE TYPE span AS RANGE (SUBTYPE = float8, SUBTYPE_DIFF = float8mi); CREATE TABLE prices (id int, valid span, paid cents[]);
CREATE AGGREGATE product(numeric) (SFUNC = numeric_mul, STYPE = numeric, INITCOND = '1');
CREATE FUNCTION tenant() RETURNS text LANGUAGE sql STABLE AS $$ SELECT current_setting('app.tenant', true) $$;
CREATE VIEW grown AS SELECT id, name, full_name(p) AS whole, p.age_of, slug(name::text) AS slug FROM people p WHERE paid > 3;
CREATE VIEW totals AS SELECT mood, product(paid) AS p, sum(paid) FROM people GROUP BY mood; CREATE MATERIALIZED VIEW loudest AS SELECT loud() AS v;
CREATE TABLE owned (id int, who text); ALTER TABLE owned ENABLE ROW LEVEL SECURITY; CREATE POLICY p ON owned USING (who = tenant() OR who = current_user);
CREATE TABLE log (at date, v int) PARTITION BY RANGE (at); CREATE TABLE log_a PARTITION OF log FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');
CREATE SERVER here FOREIGN DATA WRAPPER file_fdw; CREATE FOREIGN TABLE hosts (line text) SERVER here OPTIONS (filename '/etc/hostname');
GRANT SELECT ON ALL TABLES IN SCHEMA public TO PUBLIC;`

var honestStatements = []string{
	"SELECT pg_is_in_recovery(), pg_last_xact_replay_timestamp(), pg_last_wal_replay_lsn(), gen_salt('md5') <> '', pg_notification_queue_usage()",
	"SELECT relid FROM pg_partition_tree('log')", "SELECT pg_sequence_last_value(oid) FROM pg_class WHERE relkind = 'S'",
	"SELECT count(name), round(avg(paid), 2), sum(paid) FROM people WHERE name = 'n1' OR email = 'x'",
	"SELECT id, email, status, p.status, note FROM people p WHERE p.email LIKE 'n%' ORDER BY email",
	"SELECT p.full_name, full_name(p), p.age_of FROM people p", "SELECT p.* FROM people p WHERE p.name IN ('N1', 'n2')",
	"SELECT * FROM grown WHERE whole IS NOT NULL", "SELECT * FROM totals", "SELECT * FROM loudest", "SELECT * FROM owned", "SELECT * FROM log", "SELECT * FROM hosts",
	"SELECT product(paid), mode() WITHIN GROUP (ORDER BY mood), percentile_cont(0.5) WITHIN GROUP (ORDER BY paid) FROM people",
	"SELECT similarity(name::text, 'n'), name::text % 'n1', levenshtein(name::text, 'x'), soundex('a'), unaccent('é'), slug('É a') FROM people",
	"SELECT near('(1,2)'::cube, '(3,4)'::cube), earth_distance(ll_to_earth(1, 2), ll_to_earth(3, 4)), cube_distance('(1)'::cube, '(2)'::cube)",
	"SELECT extra -> 'a', extra || hstore('b', 'c'), akeys(extra), tags || 'x'::text, array_append(tags, 'z'), tags @> '{a}' FROM people",
	"SELECT uuid_generate_v4(), gen_random_uuid(), digest('x', 'sha256'), encode(hmac('a', 'b', 'md5'), 'hex'), random(), clock_timestamp()",
	"SELECT path ~ 'a.*', nlevel(path), subpath(path, 0, 1), isbn('0-306-40615-2'), '{1,2}'::int[] & '{2}'::int[] FROM people",
	"SELECT 5::cents, 'x'::citext, 'sad'::mood, 'a=>1'::hstore, '1'::text::int, cents '4'", "SELECT paid + 1, paid::numeric / 2, -paid FROM people",
	"SELECT lag(paid) OVER (ORDER BY id), lag(name, 1, 'x') OVER w, first_value(email) OVER w, coalesce(email, '') FROM people WINDOW w AS (ORDER BY id)",
	"SELECT concat(email, name), left(email, 3), split_part(email, '@', 2), string_agg(email, ',') FROM people GROUP BY 1, 2, 3",
	"SELECT jsonb_build_object('a', p), to_jsonb(p), row_to_json(p), json_agg(p) FROM people p GROUP BY p.id",
	"SELECT generate_series(1, 3), now(), current_date, version(), pg_size_pretty(pg_relation_size('people')), current_setting('work_mem')",
	"SELECT * FROM people TABLESAMPLE system_rows(3)", "SELECT date_trunc('month', born), to_char(born, 'YYYY'), extract(dow FROM born), age(born), interval '1 day' FROM people",
	"WITH loud AS (SELECT 1 AS v) SELECT v FROM loud", "SELECT loud.v FROM (SELECT 1 AS v) loud", "SELECT id AS loud FROM people ORDER BY loud",
	"SELECT * FROM xmltable('/r' PASSING '<r><a>1</a></r>' COLUMNS a int PATH 'a')", "SELECT * FROM jsonb_to_recordset('[{\"a\": 1}]') AS x(a int, b text)",
	"SELECT greatest(paid, 3), nullif(name, 'x'), CASE name WHEN 'n1' THEN 1 END, name BETWEEN 'a' AND 'b', paid IS DISTINCT FROM 4 FROM people",
	"SELECT a.id FROM people a JOIN people b USING (id)", "SELECT ctid, tableoid, xmin FROM people", "SELECT u FROM people",
	"SELECT to_tsvector('simple', name::text) @@ to_tsquery('n1'), ts_rank(to_tsvector('a'), to_tsquery('a')) FROM people",
	"SELECT valid, valid @> 5::float8, span(1, 2), span(1, 2, '[]') && valid, multirange(valid), range_agg(valid) FROM prices GROUP BY valid", "SELECT * FROM prices WHERE lower(valid) > 3",
	"SELECT first(name), first(p.paid ORDER BY id), last_in(tags), last_in(array_agg(lower(status))) FROM people p GROUP BY tags",
	"SELECT tags FROM people UNION SELECT '{a}' UNION ALL SELECT array_agg(name::text) FROM people", "SELECT coalesce(tags, '{}'), CASE id WHEN 1 THEN email ELSE note END FROM people",
	"SELECT id FROM people TABLESAMPLE bernoulli (50) REPEATABLE (1)", "SELECT count(*) FROM people TABLESAMPLE SYSTEM (10)",
	"SELECT array_agg(paid), ARRAY[id, paid], array_agg(name) FILTER (WHERE status = 'a'), ARRAY(SELECT paid FROM people) FROM people GROUP BY id, paid",
	"SELECT place <-> point(1, 2), box(point(1, 1), point(2, 2)), polygon '((0,0),(1,1),(1,0))' FROM people", "SELECT pg_typeof(name), format('%s', name) FROM people",
}

// serverViews are the views of PostgreSQL itself, but those that show passwords or the server's files.
const serverViews = `SELECT n.nspname || '.' || c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
	WHERE c.relkind = 'v' AND n.nspname IN ('pg_catalog', 'information_schema')
	AND c.relname NOT IN ('pg_shadow', 'pg_hba_file_rules', 'pg_ident_file_mappings', 'pg_file_settings',
		'pg_user_mappings', '_pg_user_mappings', 'user_mapping_options') ORDER BY 1`

func TestHarmlessStatementsRun(t *testing.T) {
	t.Parallel()
	admin := dbtest.Postgres(t)
	dbtest.Exec(t, admin, honest)
	_, plain := dbtest.Role(t, admin)
	for who, as := range map[string]string{"superuser": admin, "plain role": plain} {
		d := open(t, as, db.Settings{})
		statements := honestStatements
		for _, view := range all(t, d, serverViews) {
			statements = append(statements, "SELECT * FROM "+view)
		}
		if len(statements) < 150 {
			t.Errorf("only %d statements", len(statements))
		}
		for _, sql := range statements {
			if refused(t, d, sql) {
				t.Errorf("%s: refused: %s", who, sql)
			}
		}
	}
}

// refused says that a statement is refused as one that may do more than read. That it fails for lack of rights is no matter.
func refused(t *testing.T, d *Database, sql string) bool {
	t.Helper()
	stmt, err := statement.Parse(sql, statement.PostgreSQL, nil)
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	r, err := d.Query(t.Context(), stmt)
	if err == nil {
		r.Close()
		return false
	}
	if kind := db.KindOf(err); kind != db.Permission && kind != db.Timeout {
		t.Log(err)
		return true
	}
	return false
}

// TestTheAnalystsStatementsRun runs what analysts asked for, as the data hold it; in a short run every seventh, of every kind.
func TestTheAnalystsStatementsRun(t *testing.T) {
	t.Parallel()
	dbtest.Data(t, "analyst")
	every := 1
	if testing.Short() {
		every = 7
	}
	var run atomic.Int64
	t.Run("of", func(t *testing.T) {
		for _, name := range []string{"dev_bank", "dev_clinic", "dev_growth", "dev_retail"} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				run.Add(analystsStatementsRun(t, name, every))
			})
		}
	})
	if run.Load() < 400 {
		t.Errorf("only %d statements were run", run.Load())
	}
}

// analystsStatementsRun runs one in so many of the statements over a database, and says how many those were.
func analystsStatementsRun(t *testing.T, name string, every int) (run int64) {
	t.Helper()
	script, err := os.ReadFile(dbtest.Data(t, "analyst", name+".sql"))
	if err != nil {
		t.Fatal(err)
	}
	url := dbtest.Postgres(t)
	dbtest.Exec(t, url, string(script))
	d := open(t, url, db.Settings{})
	statements := slices.Concat(golds(t, dbtest.Data(t, "analyst", name+"_first.jsonl")), golds(t, dbtest.Data(t, "analyst", name+"_dialogues.jsonl")))
	for i := 0; i < len(statements); i += every {
		if run++; refused(t, d, statements[i]) {
			t.Errorf("%s: refused: %s", name, statements[i])
		}
	}
	return run
}

// golds are the statements of a file of conversations.
func golds(t *testing.T, path string) []string {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var statements []string
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var conversation struct {
			Turns []struct {
				SQL  string   `json:"sql"`
				Also []string `json:"also"`
			} `json:"turns"`
		}
		if err := json.Unmarshal(lines.Bytes(), &conversation); err != nil {
			t.Fatal(err)
		}
		for _, turn := range conversation.Turns {
			if turn.SQL != "" {
				statements = append(append(statements, turn.SQL), turn.Also...)
			}
		}
	}
	if lines.Err() != nil {
		t.Fatal(lines.Err())
	}
	return statements
}
