package llm

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"hash/fnv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"parley/db"
	"parley/db/dbtest"
	"parley/db/sqlite"
	"parley/db/statement"
	"parley/workflow/schema"
)

// merged is many databases as one: each table under its database's name as schema. It reads values only.
type merged struct {
	db.Database
	all    db.Schema
	byName map[string]db.Database
}

func (m *merged) Schema(context.Context) (*db.Schema, error) { return &m.all, nil }

func (m *merged) Dialect() statement.Dialect { return statement.SQLite }

func (m *merged) Query(context.Context, *statement.Statement) (db.Rows, error) {
	return nil, errors.New("this catalogue has no rows")
}

func (m *merged) Values(ctx context.Context, t db.TableName, column string, limit int) ([]db.Value, bool, error) {
	return m.byName[t.Schema].Values(ctx, db.TableName{Name: t.Name}, column, limit)
}

// mergeAll opens every training database.
func mergeAll(t *testing.T) *merged {
	t.Helper()
	m := &merged{byName: map[string]db.Database{}}
	for _, file := range dbtest.Glob(t, "databases", "*.sqlite") {
		name := strings.TrimSuffix(filepath.Base(file), ".sqlite")
		database, err := sqlite.Open(t.Context(), file, db.Settings{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { database.Close() })
		s, err := database.Schema(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		m.byName[name] = database
		for _, table := range s.Tables {
			table.TableName.Schema = name
			table.Foreign = slices.Clone(table.Foreign)
			for i := range table.Foreign {
				table.Foreign[i].Target.Schema = name
			}
			m.all.Tables = append(m.all.Tables, table)
		}
	}
	return m
}

// asked is a question of the training data with the tables its gold query reads.
type asked struct {
	db, question string
	tables       []string
}

func questions(t *testing.T) []asked {
	t.Helper()
	file, err := os.Open(dbtest.Data(t, "spider_train.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var out []asked
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var row struct {
			DB    string
			Turns []struct{ Input, SQL string }
		}
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		parsed, err := statement.Parse(row.Turns[0].SQL, statement.SQLite, nil)
		if err != nil {
			continue
		}
		q := asked{db: row.DB, question: row.Turns[0].Input}
		for _, ref := range parsed.References().Tables {
			q.tables = append(q.tables, strings.ToLower(row.DB+"."+ref.Name))
		}
		out = append(out, q)
	}
	return out
}

// share counts what was found of what was to be found.
type share struct{ found, of int }

func (s *share) add(ok bool) {
	s.of++
	if ok {
		s.found++
	}
}

func (s *share) percent() float64 { return 100 * float64(s.found) / float64(max(s.of, 1)) }

// Recall of the gold query's tables in the first ten, on all training databases merged into one schema; one database in
// five is kept aside: the shares in retrieve.go were chosen on the others. The figure of those kept aside was seen while they
// were chosen, so it says less than one that nobody looked at.
func TestRetrievalFindsTheTablesOfTheQuestion(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine does it all")
	}
	t.Parallel()
	m := mergeAll(t)
	started := time.Now()
	x, err := schema.Build(t.Context(), m, schema.DefaultLimits)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d tables indexed in %v", len(x.Tables), time.Since(started).Round(time.Millisecond))
	found := newRetrieval(x)
	var table, whole [2]share
	var spent time.Duration
	rows := questions(t)
	for _, q := range rows {
		started := time.Now()
		ranked := found.rank(q.question)
		spent += time.Since(started)
		top := map[string]bool{}
		for _, t := range ranked[:min(10, len(ranked))] {
			top[strings.ToLower(t.TableName.Schema+"."+t.Name)] = true
		}
		aside, all := aside(q.db), true
		for _, name := range q.tables {
			table[aside].add(top[name])
			all = all && top[name]
		}
		whole[aside].add(all)
	}
	t.Logf("%d questions, %v each", len(rows), (spent / time.Duration(max(len(rows), 1))).Round(time.Microsecond))
	t.Logf("tables in the first ten: %.1f %%, kept aside %.1f %%", table[0].percent(), table[1].percent())
	t.Logf("all tables of the query: %.1f %%, kept aside %.1f %%", whole[0].percent(), whole[1].percent())
	if table[1].percent() < 93 {
		t.Errorf("recall on the databases kept aside is %.1f %%", table[1].percent())
	}
}

func TestCommentsSpeakForTheirTables(t *testing.T) {
	t.Parallel()
	s := &db.Schema{}
	for _, name := range []string{"t1", "t2", "t3"} {
		s.Tables = append(s.Tables, db.Table{TableName: db.TableName{Name: name}, Columns: []db.Column{{Name: "c1"}, {Name: "c2"}}})
	}
	s.Tables[1].Comment = "Lighthouses on the coast"
	s.Tables[2].Columns[0].Comment = "height of the lantern"
	found := newRetrieval(schema.New(s))
	for question, want := range map[string]string{"how many lighthouses are there": "t2", "the highest lantern": "t3"} {
		if ranked := found.rank(question); len(ranked) == 0 || ranked[0].Name != want {
			t.Errorf("%s: got %v", question, ranked)
		}
	}
}

// aside is 1 for one database in five, by its name.
func aside(name string) int {
	h := fnv.New32a()
	h.Write([]byte(name))
	if h.Sum32()%5 == 0 {
		return 1
	}
	return 0
}
