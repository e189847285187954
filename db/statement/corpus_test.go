package statement_test

import (
	"bufio"
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	_ "modernc.org/sqlite"

	"parley/db/dbtest"
	"parley/db/statement"
)

// The corpora are the gold queries of the training files, on the databases they were written for.

type goldQuery struct{ database, sql string }

func TestGoldQueriesKeepTheirMeaning(t *testing.T) {
	dir := dbtest.Data(t)
	gold := append(readGold(t, filepath.Join(dir, "spider_train.jsonl")), readGold(t, filepath.Join(dir, "cosql_train.jsonl"))...)
	c := &corpusRun{t: t, dir: dir, databases: map[string]*catalogue{}, tally: map[string]int{}, seen: map[goldQuery]bool{}}
	defer c.close()
	for _, g := range gold {
		if c.seen[g] {
			c.tally["repeated"]++
			continue
		}
		c.seen[g] = true
		c.check(g)
	}
	t.Logf("%d queries: %v", len(gold), c.tally)
}

func readGold(t *testing.T, path string) []goldQuery {
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []goldQuery
	for in := bufio.NewScanner(f); in.Scan(); {
		var line struct {
			DB    string
			Turns []struct{ SQL *string }
		}
		if err := json.Unmarshal(in.Bytes(), &line); err != nil {
			t.Fatal(err)
		}
		for _, turn := range line.Turns {
			if turn.SQL != nil {
				out = append(out, goldQuery{line.DB, *turn.SQL})
			}
		}
	}
	return out
}

type corpusRun struct {
	t         *testing.T
	dir       string
	databases map[string]*catalogue
	tally     map[string]int
	seen      map[goldQuery]bool
}

func (c *corpusRun) close() {
	for _, db := range c.databases {
		db.Close()
	}
}

func (c *corpusRun) fail(g goldQuery, class, format string, args ...any) {
	c.tally[class]++
	if c.tally[class] <= 5 {
		c.t.Errorf("%s on %s: %s\n%s", class, g.database, g.sql, fmt.Sprintf(format, args...))
	}
}

func (c *corpusRun) check(g goldQuery) {
	db := c.database(g.database)
	s, err := statement.Parse(g.sql, statement.SQLite, db)
	switch {
	case err != nil || s.Opaque():
		if _, bad := db.rows(g.sql); bad != nil {
			c.tally["neither SQLite nor parley reads it"]++
			c.t.Logf("read neither by SQLite nor by parley, on %s: %s\n%v", g.database, g.sql, bad)
		} else {
			c.fail(g, "not parsed", "%v", err)
		}
		return
	case s.Guard() != nil:
		c.fail(g, "refused", "%v", s.Guard())
	}
	c.tally["parsed"]++
	c.checkFormat(g, s, db)
	c.checkBuild(g, s)
	c.checkRows(g, s, db)
}

func (c *corpusRun) checkFormat(g goldQuery, s *statement.Statement, db *catalogue) {
	for _, width := range []int{60, 80, 120} {
		text := s.Format(width)
		again, err := statement.Parse(text, statement.SQLite, db)
		switch {
		case err != nil:
			c.fail(g, "formatted text not parsed", "%s\n%v", text, err)
		case again.SQL() != s.SQL() || again.Format(width) != text:
			c.fail(g, "format not idempotent", "%s\n%s", s.SQL(), again.SQL())
		case len(statement.Compare(s, again).Changes) > 0:
			c.fail(g, "differs from itself", "%v", statement.Compare(s, again).Changes)
		default:
			continue
		}
		return
	}
	c.tally["formatted idempotently, equal to itself"]++
}

func (c *corpusRun) checkBuild(g goldQuery, s *statement.Statement) {
	q, err := s.Query()
	if err != nil {
		c.fail(g, "not editable", "%v", err)
		return
	}
	built, err := q.Build(statement.SQLite)
	if err != nil || built.SQL() != s.SQL() {
		c.fail(g, "rebuilt differently", "%v\n%s\n%s", err, s.SQL(), built.SQL())
		return
	}
	c.tally["rebuilt"]++
}

func (c *corpusRun) checkRows(g goldQuery, s *statement.Statement, db *catalogue) {
	want, err := db.rows(g.sql)
	if err != nil {
		c.tally["gold does not run"]++
		c.t.Logf("does not run on %s: %s\n%v", g.database, g.sql, err)
		return
	}
	got, err := db.rows(s.SQL())
	switch {
	case err != nil:
		c.fail(g, "canonical text does not run", "%s\n%v", s.SQL(), err)
	case !slices.Equal(want, got):
		c.fail(g, "other rows", "%s\n%d and %d rows", s.SQL(), len(want), len(got))
	default:
		c.tally["same rows"]++
	}
}

// catalogue is one database and the names in it.
type catalogue struct {
	*sql.DB
	tables map[string]map[string]bool
	cache  map[string][]string
}

func (c *corpusRun) database(name string) *catalogue {
	if db, ok := c.databases[name]; ok {
		return db
	}
	pool, err := sql.Open("sqlite", "file:"+filepath.Join(c.dir, "databases", name+".sqlite")+"?mode=ro")
	if err != nil {
		c.t.Fatal(err)
	}
	db := &catalogue{DB: pool, tables: map[string]map[string]bool{}, cache: map[string][]string{}}
	db.readNames(c.t)
	c.databases[name] = db
	return db
}

func (c *catalogue) readNames(t *testing.T) {
	rows, err := c.Query(`SELECT lower(m.name), lower(p.name) FROM sqlite_master m, pragma_table_info(m.name) p
		WHERE m.type IN ('table', 'view')`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var table, column string
		if err := rows.Scan(&table, &column); err != nil {
			t.Fatal(err)
		}
		if c.tables[table] == nil {
			c.tables[table] = map[string]bool{}
		}
		c.tables[table][column] = true
	}
}

func (c *catalogue) HasTable(table string) bool { return c.tables[strings.ToLower(table)] != nil }

func (c *catalogue) HasColumn(table, column string) bool {
	if table != "" {
		return c.tables[strings.ToLower(table)][strings.ToLower(column)]
	}
	for _, columns := range c.tables {
		if columns[strings.ToLower(column)] {
			return true
		}
	}
	return false
}

// rows runs a query and gives its first 1,000 rows as text, with the column count.
func (c *catalogue) rows(query string) ([]string, error) {
	if got, ok := c.cache[query]; ok {
		return got, nil
	}
	rows, err := c.Query(query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	cells := make([]any, len(columns))
	for i := range cells {
		cells[i] = new(any)
	}
	out := []string{fmt.Sprint(len(columns))}
	for rows.Next() && len(out) <= 1000 {
		if err := rows.Scan(cells...); err != nil {
			return nil, err
		}
		var b strings.Builder
		for _, cell := range cells {
			fmt.Fprintf(&b, "%#v|", *cell.(*any))
		}
		out = append(out, b.String())
	}
	c.cache[query] = out
	return out, rows.Err()
}
