package statement_test

import (
	"reflect"
	"testing"

	"parley/db/statement"
)

func TestReferencesAreWhatAStatementReads(t *testing.T) {
	t.Parallel()
	s, err := statement.Parse(`WITH recent AS (SELECT o.user_id AS buyer FROM shop.orders AS o WHERE o.state = 'paid')
		SELECT u.*, count(*) AS n FROM users u JOIN recent r ON r.buyer = u.id NATURAL JOIN extra
		WHERE u.name IN (SELECT name FROM vip) GROUP BY id ORDER BY n`, statement.PostgreSQL, nil)
	if err != nil {
		t.Fatal(err)
	}
	got := s.References()
	wantTables := []statement.TableReference{{Schema: "shop", Name: "orders", Alias: "o"}, {Name: "users", Alias: "u"}, {Name: "extra"}, {Name: "vip"}}
	for _, want := range wantTables {
		found := false
		for _, table := range got.Tables {
			found = found || table == want
		}
		if !found {
			t.Errorf("%+v is missing in %+v", want, got.Tables)
		}
	}
	if len(got.Tables) != len(wantTables) {
		t.Errorf("tables %+v: names of WITH queries are not tables", got.Tables)
	}
	if !reflect.DeepEqual(got.Texts, []string{"paid"}) || !got.Natural {
		t.Errorf("texts %q, natural %v", got.Texts, got.Natural)
	}
	for name, want := range map[string]bool{"u": false, "r": false, "o": false, "extra": false, "nobody": true} {
		if got.Ambiguous(name) != want {
			t.Errorf("Ambiguous(%q) is %v", name, !want)
		}
	}
	stars := 0
	for _, c := range got.Columns {
		if c.Star && c.Qualifier == "u" {
			stars++
		}
	}
	if stars != 1 {
		t.Errorf("columns %+v", got.Columns)
	}
}

// TestNamesOfWithAreTablesWhereTheEngineTakesThemSo: a query of WITH hides the table of its name only where it is seen.
func TestNamesOfWithAreTablesWhereTheEngineTakesThemSo(t *testing.T) {
	t.Parallel()
	const pg, lite, duck = 1, 2, 4
	for sql, table := range map[string]int{
		"WITH t AS (SELECT 1 AS a) SELECT a FROM t":                                                   0,
		"WITH t AS (SELECT a FROM t) SELECT a FROM t":                                                 pg | duck, // SQLite: a circle
		"WITH x AS (SELECT a FROM t), t AS (SELECT 1 AS a) SELECT a FROM x":                           pg | duck,
		"WITH t AS (SELECT 1 AS a), x AS (SELECT a FROM t) SELECT a FROM x":                           0,
		"SELECT a FROM t, (WITH t AS (SELECT 1 AS b) SELECT b FROM t) AS x":                           pg | lite | duck,
		"WITH x AS (WITH t AS (SELECT 1 AS b) SELECT b FROM t) SELECT a FROM t":                       pg | lite | duck,
		"WITH t AS (SELECT 1 AS a) SELECT a FROM (SELECT a FROM t WHERE a IN (SELECT a FROM t)) AS x": 0,
		"WITH t AS (SELECT 1 AS a) SELECT a FROM t UNION SELECT a FROM t":                             0,
		"WITH t AS (SELECT 1 AS a) SELECT a FROM main.t":                                              pg | lite | duck,
		`WITH "T" AS (SELECT 1 AS a) SELECT a FROM t`:                                                 pg,
		"WITH RECURSIVE t AS (SELECT 1 AS a UNION ALL SELECT a + 1 FROM t) SELECT a FROM t":           0,
		"WITH RECURSIVE t AS (SELECT a FROM t UNION ALL SELECT a + 1 FROM t) SELECT a FROM t":         duck,
		"WITH RECURSIVE t AS (SELECT a FROM t) SELECT a FROM t":                                       duck,
		"WITH RECURSIVE x AS (SELECT a FROM t), t AS (SELECT 1 AS a) SELECT a FROM x":                 duck,
	} {
		for dialect, bit := range map[statement.Dialect]int{statement.PostgreSQL: pg, statement.SQLite: lite, statement.DuckDB: duck} {
			s, err := statement.Parse(sql, dialect, nil)
			if err != nil {
				t.Fatal(sql, err)
			}
			if got := len(s.References().Tables) > 0; got != (table&bit != 0) {
				t.Errorf("%v: %s: reads a table: %v", dialect, sql, got)
			}
		}
	}
}

func TestQualifierUsedTwiceIsAmbiguous(t *testing.T) {
	t.Parallel()
	s, err := statement.Parse(`SELECT x.a FROM one x WHERE x.a IN (SELECT x.b FROM two x)`, statement.PostgreSQL, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !s.References().Ambiguous("x") {
		t.Error("x stands for two tables")
	}
}
