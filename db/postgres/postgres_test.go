package postgres

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"parley/db"
	"parley/db/dbtest"
	"parley/db/statement"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Main(m)) }

func open(t testing.TB, url string, s db.Settings) *Database {
	t.Helper()
	d, err := Open(t.Context(), url, s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d
}

// filled is a database with a script run in it.
func filled(t testing.TB, script string) (*Database, string) {
	t.Helper()
	url := dbtest.Postgres(t)
	dbtest.Exec(t, url, script)
	return open(t, url, db.Settings{}), url
}

// all reads a result as text, behind the engine's layers alone.
func all(t testing.TB, d *Database, sql string) []string {
	t.Helper()
	r, err := d.run(t.Context(), request{sql: sql})
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	defer r.Close()
	var lines []string
	for r.Next(t.Context()) {
		var cells []string
		for _, v := range r.Row() {
			cells = append(cells, db.Format(v))
		}
		lines = append(lines, strings.Join(cells, "|"))
	}
	if r.Err() != nil {
		t.Fatal(r.Err())
	}
	return lines
}

const everything = `
CREATE SCHEMA side;
CREATE TYPE mood AS ENUM ('sad', 'happy');
CREATE DOMAIN positive AS numeric(8,3) CHECK (VALUE > 0);
CREATE TABLE customer (id serial PRIMARY KEY, name varchar(40) NOT NULL, mail text UNIQUE, mood mood, born date);
COMMENT ON TABLE customer IS 'who buys'; COMMENT ON COLUMN customer.born IS 'birthday';
CREATE TABLE side.sale (a int, b int, customer_id int REFERENCES customer, amount positive, at timestamptz, PRIMARY KEY (b, a));
CREATE TABLE side.line (a int, b int, n int, FOREIGN KEY (b, a) REFERENCES side.sale (b, a));
CREATE TABLE part (day date, v int) PARTITION BY RANGE (day);
CREATE TABLE part_2026 PARTITION OF part FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');
CREATE VIEW rich AS SELECT name, sum(amount) FROM customer JOIN side.sale ON id = customer_id GROUP BY 1;
CREATE MATERIALIZED VIEW moods AS SELECT DISTINCT mood FROM customer;
INSERT INTO customer (name, mood) SELECT 'n' || i, CASE WHEN i % 3 = 0 THEN 'sad' ELSE 'happy' END::mood FROM generate_series(1, 50) i;
INSERT INTO part SELECT '2026-05-01', i FROM generate_series(1, 100) i;
ANALYZE;`

func TestSchemaTellsKindsKeysAndComments(t *testing.T) {
	t.Parallel()
	d, _ := filled(t, everything)
	schema, err := d.Schema(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var tables []string
	for _, table := range schema.Tables {
		tables = append(tables, table.String()+":"+table.Kind)
	}
	slices.Sort(tables)
	want := "customer:table moods:materialized view part:table rich:view side.line:table side.sale:table"
	if got := strings.Join(tables, " "); got != want {
		t.Errorf("tables %q, want %q", got, want)
	}
	customer, sale, line := schema.Table("customer"), schema.Table("side.sale"), schema.Table("side.line")
	if customer.Comment != "who buys" || customer.Column("born").Comment != "birthday" || customer.Rows != 50 || schema.Table("part").Rows != 100 {
		t.Errorf("customer %+v, part %+v", customer, schema.Table("part"))
	}
	for name, want := range map[string]db.Column{
		"id":   {Name: "id", Type: db.Integer, Native: "integer"},
		"name": {Name: "name", Type: db.Text, Native: "character varying(40)"},
		"mail": {Name: "mail", Type: db.Text, Native: "text", Nullable: true, Unique: true},
		"mood": {Name: "mood", Type: db.Text, Native: "mood", Nullable: true},
	} {
		got := *customer.Column(name)
		if name == "id" {
			want.Unique = true
		}
		if got != want {
			t.Errorf("column %+v, want %+v", got, want)
		}
	}
	if sale.Column("amount").Type != db.Decimal || strings.Join(sale.Primary, ",") != "b,a" {
		t.Errorf("sale %+v", sale)
	}
	if len(line.Foreign) != 1 || strings.Join(line.Foreign[0].Columns, ",") != "b,a" || line.Foreign[0].Target.String() != "side.sale" {
		t.Errorf("keys of line %+v", line.Foreign)
	}
}

func TestValuesLoseNothing(t *testing.T) {
	t.Parallel()
	d, _ := filled(t, everything)
	if _, err := d.Schema(t.Context()); err != nil {
		t.Fatal(err)
	}
	const sql = `SELECT 1.10::numeric(10,2) AS n, 'NaN'::numeric, 9007199254740993::int8, 0.1::float4, 'Infinity'::float8, true, NULL,
		'\x00ff'::bytea, '{1,2}'::int[], '[1,5)'::int4range, '{"a": 1.00}'::jsonb, interval '1 mon -2 days 03:04:05.5', 'infinity'::timestamp,
		'0044-03-15 BC'::date, 'happy'::mood, '2026-01-02 03:04:05+00'::timestamptz AT TIME ZONE 'UTC', 'x'::char(3), 1.5::positive`
	r, err := d.run(t.Context(), request{sql: sql})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if !r.Next(t.Context()) {
		t.Fatal(r.Err())
	}
	want := []struct {
		value  db.Value
		kind   db.Type
		native string
	}{
		{db.Exact("1.10"), db.Decimal, "numeric(10,2)"}, {db.Exact("NaN"), db.Decimal, "numeric"}, {int64(9007199254740993), db.Integer, "bigint"},
		{0.1, db.Decimal, "real"}, {nil, db.Decimal, "double precision"}, {true, db.Boolean, "boolean"}, {nil, db.Text, "text"},
		{nil, db.Bytes, "bytea"}, {db.Exact("{1,2}"), db.Other, "int4[]"}, {db.Exact("[1,5)"), db.Other, "int4range"},
		{db.Exact(`{"a": 1.00}`), db.JSON, "jsonb"}, {db.Exact("1 mon -2 days +03:04:05.5"), db.Interval, "interval"},
		{db.Exact("infinity"), db.Timestamp, "timestamp without time zone"}, {db.Exact("0044-03-15 BC"), db.Date, "date"}, {"happy", db.Text, "mood"},
		{db.Exact("2026-01-02 03:04:05"), db.Timestamp, "timestamp without time zone"}, {"x  ", db.Text, "character(3)"}, {db.Exact("1.500"), db.Decimal, "numeric(8,3)"},
	}
	for i, w := range want {
		column, value := r.Columns()[i], r.Row()[i]
		if column.Type != w.kind || column.Native != w.native && i != 17 {
			t.Errorf("column %d is %+v, want %+v", i, column, w)
		}
		if w.value != nil && value != w.value {
			t.Errorf("cell %d is %#v, want %#v", i, value, w.value)
		}
	}
	if got := db.Format(r.Row()[7]); got != `\x00ff` {
		t.Errorf("bytes are %s", got)
	}
}

func TestColumnValuesComeFromRowsOrStatistics(t *testing.T) {
	t.Parallel()
	d, _ := filled(t, everything+`
		CREATE TABLE large AS SELECT (ARRAY['a','a','a','b','b','c'])[1 + i % 6] AS v, (ARRAY[1,1,1,2,2,0])[1 + i % 6] AS n, i FROM generate_series(1, 60000) i; ANALYZE large;`)
	for _, c := range []struct {
		table, column string
		limit         int
		want          string
		complete      bool
	}{
		{"customer", "mood", 10, "happy,sad", true},
		{"customer", "mood", 1, "happy", false},
		{"large", "v", 10, "a,b,c", true},
		{"large", "v", 2, "a,b", false},
		{"rich", "name", 10, "", true},
		{"large", "n", 10, "1,2,0", true},
	} {
		values, complete, err := d.Values(t.Context(), db.TableName{Name: c.table}, c.column, c.limit)
		var texts []string
		for _, v := range values {
			if _, number := v.(int64); number != (c.column == "n") {
				t.Errorf("%s.%s: %#v", c.table, c.column, v)
			}
			texts = append(texts, db.Format(v))
		}
		if got := strings.Join(texts, ","); err != nil || got != c.want || complete != c.complete {
			t.Errorf("%s.%s: %q %v %v, want %q %v", c.table, c.column, got, complete, err, c.want, c.complete)
		}
	}
}

func TestCancelReachesTheServerAndKeepsTheSession(t *testing.T) {
	t.Parallel()
	url := dbtest.Postgres(t)
	d := open(t, url, db.Settings{})
	before := all(t, d, "SELECT pg_backend_pid()")
	ctx, cancel := context.WithCancel(t.Context())
	stopped := make(chan error)
	go func() {
		_, err := d.run(ctx, request{sql: "SELECT count(*) FROM generate_series(1, 1e12)"})
		stopped <- err
	}()
	time.Sleep(100 * time.Millisecond)
	cancel()
	if err := <-stopped; db.KindOf(err) != db.Cancelled {
		t.Errorf("got %v, want it cancelled", err)
	}
	after := all(t, d, "SELECT pg_backend_pid()")
	if after[0] != before[0] {
		t.Errorf("the session changed from %s to %s", before, after)
	}
	if busy := all(t, d, "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state <> 'idle' AND pid <> pg_backend_pid()"); busy[0] != "0" {
		t.Errorf("%s backends are busy after the cancel", busy[0])
	}
}

func TestBreakingOffAHugeResultIsQuick(t *testing.T) {
	t.Parallel()
	d := open(t, dbtest.Postgres(t), db.Settings{})
	r, err := d.run(t.Context(), request{sql: "SELECT generate_series(1, 100000000), repeat('x', 100)"})
	if err != nil {
		t.Fatal(err)
	}
	for range 1000 {
		if !r.Next(t.Context()) {
			t.Fatal(r.Err())
		}
	}
	start := time.Now()
	r.Close()
	if took := time.Since(start); took > 30*time.Second || r.Err() != nil {
		t.Errorf("closed after %v with %v", took, r.Err())
	}
	if got := all(t, d, "SELECT 1"); got[0] != "1" {
		t.Errorf("got %q", got)
	}
}

func TestServerStopsWhatTakesTooLong(t *testing.T) {
	t.Parallel()
	d := open(t, dbtest.Postgres(t), db.Settings{Timeout: 200 * time.Millisecond})
	start := time.Now()
	_, err := d.run(t.Context(), request{sql: "SELECT count(*) FROM generate_series(1, 1e12)"})
	if db.KindOf(err) != db.Timeout || time.Since(start) > 30*time.Second {
		t.Errorf("got %v after %v, want a timeout", err, time.Since(start))
	}
}

func TestProtectionTellsTheRole(t *testing.T) {
	t.Parallel()
	admin, url := filled(t, "CREATE TABLE t (v int)")
	name, as := dbtest.Role(t, url)
	dbtest.Exec(t, url, "GRANT SELECT ON t TO "+name)
	for who, c := range map[string]struct {
		d    *Database
		role string
	}{"superuser": {admin, "SUPERUSER"}, "reader": {open(t, as, db.Settings{}), "read-only role"}} {
		if p, err := c.d.Protection(t.Context()); err != nil || !p.ReadOnly || p.Role != c.role {
			t.Errorf("%s: %+v, %v", who, p, err)
		}
	}
	dbtest.Exec(t, url, "GRANT INSERT ON t TO "+name)
	if p, err := open(t, as, db.Settings{}).Protection(t.Context()); err != nil || p.Role != "can write" {
		t.Errorf("writer: %+v, %v", p, err)
	}
}

func TestStatementsPassTheGuardAndTheCatalogue(t *testing.T) {
	t.Parallel()
	d, _ := filled(t, `CREATE TABLE t (v int);
		CREATE FUNCTION sly(int) RETURNS int LANGUAGE sql VOLATILE AS 'SELECT $1';
		CREATE OPERATOR ### (RIGHTARG = int, FUNCTION = sly);`)
	for sql, allowed := range map[string]bool{
		"SELECT sly(1)": false, "SELECT ### 1": false, "DELETE FROM t": false, "SELECT random() < 2, count(*) FROM t": true,
	} {
		stmt, err := statement.Parse(sql, statement.PostgreSQL, nil)
		if err != nil {
			t.Fatal(err)
		}
		rows, err := d.Query(t.Context(), stmt)
		if err == nil {
			rows.Close()
		}
		if (err == nil) != allowed {
			t.Errorf("%s: %v", sql, err)
		}
	}
}

func TestExplainGivesTheTreeAndRunsNothing(t *testing.T) {
	t.Parallel()
	d, _ := filled(t, everything)
	stmt, err := statement.Parse("SELECT name, count(*) FROM customer JOIN side.sale ON id = customer_id GROUP BY 1", statement.PostgreSQL, nil)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := d.Explain(t.Context(), stmt)
	if err != nil || plan.Cost <= 0 || len(plan.Children) == 0 {
		t.Errorf("%+v, %v", plan, err)
	}
}

func TestReferencesAreTestedOnRows(t *testing.T) {
	t.Parallel()
	d, _ := filled(t, `
CREATE TABLE port (port_key int PRIMARY KEY, name text);
INSERT INTO port VALUES (1, 'Bergen'), (2, 'Oslo');
CREATE TABLE trip (port_key bigint, other numeric, name varchar);
INSERT INTO trip VALUES (1, 7, 'Oslo'), (2, 8, 'Oslo'), (2, 1, NULL);`)
	if _, err := d.Schema(t.Context()); err != nil {
		t.Fatal(err)
	}
	trip, port := db.TableName{Name: "trip"}, db.TableName{Name: "port"}
	got := d.Inclusions(t.Context(), []db.Reference{
		{From: trip, Column: "port_key", To: port, Key: "port_key"}, {From: trip, Column: "other", To: port, Key: "port_key"},
		{From: trip, Column: "name", To: port, Key: "port_key"}, {From: port, Column: "name", To: trip, Key: "name"},
		{From: db.TableName{Name: "none"}, Column: "a", To: port, Key: "port_key"},
	})
	want := []db.Inclusion{
		{Known: true, Looked: 2}, {Known: true, Looked: 3, Missing: 2}, {}, {Known: true, Looked: 2, Missing: 1, Repeated: true}, {},
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("reference %d: %+v, want %+v", i, got[i], want[i])
		}
	}
}

// TestSamplesOfPartitionedTablesAreOfAllPartitions: the statistics of the whole where there are some, which only ANALYZE by hand makes,
// else rows from all over it. Large tables without statistics are looked at all over, too.
func TestSamplesOfPartitionedTablesAreOfAllPartitions(t *testing.T) {
	t.Parallel()
	var script strings.Builder
	for _, name := range []string{"told", "untold"} {
		fmt.Fprintf(&script, "CREATE TABLE %[1]s (id int, day date, kind text, code char(4)) PARTITION BY RANGE (day);", name)
		for year := 2021; year <= 2024; year++ {
			fmt.Fprintf(&script, "CREATE TABLE %[1]s_%[2]d PARTITION OF %[1]s FOR VALUES FROM ('%[2]d-01-01') TO ('%[3]d-01-01');", name, year, year+1)
			fmt.Fprintf(&script, "INSERT INTO %[1]s SELECT i, DATE '%[2]d-01-01' + i %% 360, 'of %[2]d', 'a' FROM generate_series(1, 25000) i; ANALYZE %[1]s_%[2]d;", name, year)
		}
	}
	script.WriteString("ANALYZE told; DELETE FROM pg_statistic WHERE starelid IN (SELECT oid FROM pg_class WHERE relname = 'untold');")
	script.WriteString("CREATE TABLE long AS SELECT i AS id, DATE '2021-01-01' + i / 1000 AS day, 'of ' || i / 250000 AS kind FROM generate_series(0, 999999) i; ANALYZE long; DELETE FROM pg_statistic WHERE starelid = 'long'::regclass;")
	d, _ := filled(t, script.String())
	s, err := d.Schema(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var asked []db.SampleOf
	for _, name := range []string{"told", "untold", "long"} {
		table := s.Table(name)
		if table.Rows < 90_000 {
			t.Fatalf("%s has about %d rows", name, table.Rows)
		}
		asked = append(asked, db.SampleOf{Table: table.TableName, Columns: table.Columns, Rows: table.Rows})
	}
	d.Sample(t.Context(), asked, 50, 5, func(table int, columns []db.ColumnSample) {
		for _, c := range columns {
			name := asked[table].Table.Name + "." + c.Column
			switch c.Column {
			case "kind":
				if len(c.Values) != 4 {
					t.Errorf("%s: %v", name, c.Values)
				}
			case "day":
				last := map[string]string{"told": "2024-12-2", "untold": "2024-", "long": "2023-"}[asked[table].Table.Name]
				if least, greatest := db.Format(c.Least), db.Format(c.Greatest); !strings.HasPrefix(least, "2021-0") || !strings.HasPrefix(greatest, last) || c.Whole {
					t.Errorf("%s: %s to %s", name, least, greatest)
				}
			case "code":
				if len(c.Values) != 1 || c.Values[0] != "a" {
					t.Errorf("%s: %q, the blanks that fill it up are no part of a value", name, c.Values)
				}
			}
		}
	})
}

func TestSamplesOfManyTablesAreReadAtOnceAndOnlyOfTables(t *testing.T) {
	t.Parallel()
	d, _ := filled(t, `
CREATE TYPE mood AS ENUM ('calm', 'rough');
CREATE TABLE trip (id int PRIMARY KEY, sea mood, day date, paid bool, note text, j json, price numeric(8,2), code char(3));
INSERT INTO trip SELECT i, CASE WHEN i % 3 = 0 THEN 'rough' ELSE 'calm' END::mood, DATE '2025-01-01' + i, i % 2 = 0, NULL, '{}', 1.50, 'ab' FROM generate_series(1, 90) i;
CREATE VIEW trips AS SELECT * FROM trip;
CREATE MATERIALIZED VIEW seas AS SELECT sea, day FROM trip; CREATE MATERIALIZED VIEW later AS SELECT sea FROM trip WITH NO DATA;
CREATE TABLE guarded (v text); INSERT INTO guarded VALUES ('secret'); ALTER TABLE guarded ENABLE ROW LEVEL SECURITY;
CREATE TABLE big AS SELECT i AS id, 'k' || i % 4 AS kind, i || 'x' AS text FROM generate_series(1, 30000) i; ANALYZE big;`)
	s, err := d.Schema(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var asked []db.SampleOf
	for _, name := range []string{"trip", "trips", "seas", "later", "guarded", "big"} {
		table := s.Table(name)
		asked = append(asked, db.SampleOf{Table: table.TableName, Columns: table.Columns, Rows: table.Rows})
	}
	got, ranges := map[string]string{}, map[string]string{}
	d.Sample(t.Context(), asked, 50, 5, func(table int, columns []db.ColumnSample) {
		for _, c := range columns {
			ranges[asked[table].Table.Name+"."+c.Column] = fmt.Sprint(db.Format(c.Least), " ", db.Format(c.Greatest), " ", c.Looked, " ", c.Nulls, " ", c.Whole)
			got[asked[table].Table.Name+"."+c.Column] = fmt.Sprint(len(c.Values), " ", c.Complete, " ", fmt.Sprint(c.Values[:min(2, len(c.Values))]))
		}
	})
	for column, want := range map[string]string{
		"trip.id": "1 90 90 0 true", "trip.day": "2025-01-02 2025-04-01 90 0 true", "trip.price": "1.50 1.50 90 0 true", "trip.note": "NULL NULL 90 90 true",
		"trip.sea": "NULL NULL 90 0 true", "big.kind": "NULL NULL 30000 0 false", "guarded.v": "", "seas.day": "2025-01-02 2025-04-01 90 0 true",
	} {
		if ranges[column] != want {
			t.Errorf("range of %s: %q, want %q", column, ranges[column], want)
		}
	}
	for column, want := range map[string]string{
		"trip.sea": "2 true [calm rough]", "trip.paid": "2 true [false true]", "trip.note": "0 true []", "trip.id": "5 false [1 2]", "trip.price": "1 true [1.50]",
		"big.kind": "4 true", "big.text": "50 false", "trip.j": "", "trips.id": "", "guarded.v": "", "seas.sea": "2 true [calm rough]",
	} {
		if !strings.HasPrefix(got[column], want) || want == "" && got[column] != "" {
			t.Errorf("%s: %q, want %q", column, got[column], want)
		}
	}
}
