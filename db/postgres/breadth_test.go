package postgres

import (
	"strings"
	"testing"
	"time"

	"parley/db"
	"parley/db/dbtest"
	"parley/db/statement"
)

func TestForeignTablesAreTold(t *testing.T) {
	t.Parallel()
	d, _ := filled(t, `CREATE FOREIGN DATA WRAPPER nothing; CREATE SERVER far FOREIGN DATA WRAPPER nothing;
		CREATE FOREIGN TABLE elsewhere (v int, at timestamptz) SERVER far;`)
	schema, err := d.Schema(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	table := schema.Table("elsewhere")
	if table == nil || table.Kind != "foreign table" || len(table.Columns) != 2 || table.Column("at").Type != db.Timestamp {
		t.Errorf("the foreign table is %+v", table)
	}
	// What stands behind it does not answer: that must not hide the others, and is said when it is asked.
	_, err = d.run(t.Context(), request{sql: "SELECT * FROM elsewhere"})
	if err == nil || db.KindOf(err) == db.Lost {
		t.Errorf("got %v", err)
	}
}

func TestNamesWithoutSchemaFollowTheSearchPath(t *testing.T) {
	t.Parallel()
	url := dbtest.Postgres(t)
	name, as := dbtest.Role(t, url)
	dbtest.Exec(t, url, "CREATE SCHEMA side; CREATE TABLE side.t AS SELECT 'side' AS v; CREATE TABLE public.t AS SELECT 'public' AS v;"+
		"GRANT USAGE ON SCHEMA side TO "+name+"; GRANT SELECT ON side.t, public.t TO "+name+"; ALTER ROLE "+name+" SET search_path = side, public")
	for who, c := range map[string]struct{ url, want string }{"the role": {as, "side"}, "others": {url, "public"}} {
		d := open(t, c.url, db.Settings{})
		if got := all(t, d, "SELECT v FROM t"); got[0] != c.want {
			t.Errorf("%s read %s, want %s", who, got[0], c.want)
		}
		if got := all(t, d, "SELECT a.v, b.v FROM side.t a, public.t b"); got[0] != "side|public" {
			t.Errorf("%s: %s", who, got[0])
		}
	}
}

func TestRowLevelSecurityStaysAsItIs(t *testing.T) {
	t.Parallel()
	url := dbtest.Postgres(t)
	name, as := dbtest.Role(t, url)
	dbtest.Exec(t, url, "CREATE TABLE t AS SELECT i AS v, CASE WHEN i % 10 = 0 THEN '"+name+"' ELSE 'somebody' END AS owner FROM generate_series(1, 100) i;"+
		"ALTER TABLE t ENABLE ROW LEVEL SECURITY; CREATE POLICY own ON t FOR SELECT USING (owner = current_user); GRANT SELECT ON t TO "+name+"; ANALYZE t")
	d := open(t, as, db.Settings{})
	if got := all(t, d, "SELECT count(*) FROM t"); got[0] != "10" {
		t.Errorf("the role sees %s rows", got[0])
	}
	values, _, err := d.Values(t.Context(), db.TableName{Name: "t"}, "owner", 10)
	if err != nil || len(values) != 1 || values[0] != name {
		t.Errorf("the values show what the rows do not: %v, %v", values, err)
	}
}

func TestTimesAreThoseOfTheSessionsZone(t *testing.T) {
	t.Parallel()
	url := dbtest.Postgres(t)
	name, as := dbtest.Role(t, url)
	dbtest.Exec(t, url, "ALTER ROLE "+name+" SET timezone = 'Asia/Kathmandu'")
	const sql = "SELECT '2026-03-04 05:06:07.123456+00'::timestamptz, '2026-03-04 05:06:07'::timestamp, '05:06:07+03'::timetz, 'infinity'::timestamptz, '-infinity'::date, '0044-03-15 12:00:00+00 BC'::timestamptz AT TIME ZONE 'UTC'"
	const want = "2026-03-04 10:51:07.123456+05:45|2026-03-04 05:06:07|05:06:07+03|infinity|-infinity|0044-03-15 12:00:00 BC"
	if got := all(t, open(t, as, db.Settings{}), sql); got[0] != want {
		t.Errorf("got  %s\nwant %s", got[0], want)
	}
}

func TestLongAndNestedValuesComeWhole(t *testing.T) {
	t.Parallel()
	d := open(t, dbtest.Postgres(t), db.Settings{})
	digits := strings.Repeat("9", 900) + "." + strings.Repeat("1", 900)
	for sql, want := range map[string]string{
		"'" + digits + "'::numeric":                            digits,
		"repeat('é', 5000000)":                                 strings.Repeat("é", 5_000_000),
		`'{"a,b","c\"d",NULL,"NULL",""}'::text[]`:              `{"a,b","c\"d",NULL,"NULL",""}`,
		"'[2:3][1:2]={{1,2},{3,4}}'::int[]":                    "[2:3][1:2]={{1,2},{3,4}}",
		"'{[1,3),[5,8)}'::int4multirange":                      "{[1,3),[5,8)}",
		"tstzrange('2026-01-01', NULL, '(]')::text IS NULL":    "false",
		"'(,5]'::numrange":                                     "(,5]",
		`'{"n": 12345678901234567890.10, "a": [null]}'::jsonb`: `{"a": [null], "n": 12345678901234567890.10}`,
		"(-9223372036854775808)::int8":                         "-9223372036854775808",
		"interval '-1 year 2 mons -3 days 04:05:06.7'":         "-10 mons -3 days +04:05:06.7",
		"'-Infinity'::float8":                                  "-Inf",
		"'\\xdeadbeef'::bytea":                                 `\xdeadbeef`,
		"'192.168.0.0/16'::cidr":                               "192.168.0.0/16",
		"'a fat cat'::tsvector":                                "'a' 'cat' 'fat'",
		"row(1, 'x y', NULL)":                                  `(1,"x y",)`,
	} {
		if got := all(t, d, "SELECT "+sql); got[0] != want {
			t.Errorf("%.60s came as %.80s, want %.80s", sql, got[0], want)
		}
	}
}

// TestServersThatLackThings runs against a server of which parley knows what it would know of one without pg_stats, advisory
// locks and most settings.
func TestServersThatLackThings(t *testing.T) {
	t.Parallel()
	d, _ := filled(t, everything)
	d.facts.stats, d.facts.advisory, d.facts.settings = false, false, map[string]bool{}
	if got := all(t, d, "SELECT count(*) FROM customer"); got[0] != "50" {
		t.Errorf("got %v", got)
	}
	if args := d.pinned(t.Context(), true); string(args[0]) != "{}" || string(args[1]) != "{}" {
		t.Errorf("settings that the server lacks are set: %s", args)
	}
	if values, complete, err := d.Values(t.Context(), db.TableName{Name: "customer"}, "mood", 10); err != nil || len(values) != 2 || !complete {
		t.Errorf("values %v, %v, %v", values, complete, err)
	}
	if schema, err := d.Schema(t.Context()); err != nil || schema.Table("customer") == nil {
		t.Errorf("schema %v", err)
	}
	for _, answer := range [][]string{{"0", "off", closedPath}, {"0", "on", "public"}, {"on"}, nil} {
		if err := judgePin(answer); db.KindOf(err) != db.ReadOnly {
			t.Errorf("a server that answers %v is used: %v", answer, err)
		}
	}
}

func TestPlansNeverRunTheirStatement(t *testing.T) {
	t.Parallel()
	d := open(t, dbtest.Postgres(t), db.Settings{Timeout: 40 * time.Second})
	stmt, err := statement.Parse("SELECT count(*) FROM generate_series(1, 1000000000000) a, generate_series(1, 1000) b", statement.PostgreSQL, nil)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := d.Explain(t.Context(), stmt)
	if err != nil || plan.Cost <= 0 || plan.Start <= 0 || plan.CostOf(1) < plan.Start {
		t.Errorf("%+v, %v", plan, err)
	}
}
