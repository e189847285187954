package engine_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"parley/db"
	"parley/db/opener"
	"parley/db/statement"
	"parley/workflow"
	"parley/workflow/engine"
	"parley/workflow/schema"
)

// The laws of refinement need no gold answer: they hold on any database. The phrases are generated from its tables,
// columns and values. PARLEY_LAWS names a folder of databases to try instead of the samples (task laws).

// leastLawful is the share in a hundred of phrases that must keep a law, lawPhrases how many are tried on one database.
const (
	leastLawful = 97
	lawPhrases  = 40
)

// law is a way to say something about a table, and what must hold of the rows before and after.
type law struct {
	name string
	// phrases are said about the list of all rows of the table.
	phrases func(x *schema.Index, t *schema.Table) []string
	holds   func(before, after []string) bool
}

var laws = []law{
	{"filtering filters", sayValues("only %s"), within},
	{"leaving out filters", sayValues("exclude %s"), within},
	{"sorting keeps the rows", sayColumns("sort by %s"), sameRows},
	{"cutting keeps a part", func(*schema.Index, *schema.Table) []string { return []string{"top 3", "limit 2", "only the first 4"} }, within},
	{"what is not known costs nothing", func(*schema.Index, *schema.Table) []string {
		return []string{"only the frobnicated ones", "add the wibblewobble", "what about zyxgorp?", "by zyxgorp instead", "and the frobnitz"}
	}, sameRows},
}

func sayValues(form string) func(*schema.Index, *schema.Table) []string {
	return func(x *schema.Index, t *schema.Table) []string {
		var out []string
		for _, c := range t.Columns {
			if c.Role != schema.Category || !c.Complete || c.Hidden {
				continue
			}
			for _, v := range x.Held(c) {
				out = append(out, fmt.Sprintf(form, v))
			}
		}
		return out
	}
}

func sayColumns(form string) func(*schema.Index, *schema.Table) []string {
	return func(_ *schema.Index, t *schema.Table) []string {
		var out []string
		for _, c := range t.Columns {
			if !c.Hidden && !c.Key() {
				out = append(out, fmt.Sprintf(form, strings.Join(c.Words, " ")))
			}
		}
		return out
	}
}

func within(before, after []string) bool {
	have := map[string]int{}
	for _, r := range before {
		have[r]++
	}
	for _, r := range after {
		if have[r]--; have[r] < 0 {
			return false
		}
	}
	return true
}

func sameRows(before, after []string) bool { return len(before) == len(after) && within(before, after) }

// TestRefinementsKeepTheLaws tries each law on each table of the databases, and prints the share that keeps it and the first
// phrases that break it. A phrase that is asked back about, or not understood, leaves the query alone and breaks none.
func TestRefinementsKeepTheLaws(t *testing.T) {
	t.Parallel()
	for name, database := range lawDatabases(t) {
		t.Run(name, func(t *testing.T) {
			index, err := schema.Build(t.Context(), database, schema.DefaultLimits)
			if err != nil {
				t.Fatal(err)
			}
			e := engine.New(index, database.Dialect()).WithTrials(database, engine.WholeTrials)
			r := &runner{t: t, database: database, maker: engine.NewRefiner(e), now: time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)}
			for _, l := range laws {
				r.keeps(l, index)
			}
		})
	}
}

func (r *runner) keeps(l law, x *schema.Index) {
	all, kept := 0, 0
	var broken []string
	for _, table := range x.Tables {
		start := r.list(table)
		before, err := r.lines(start)
		if err != nil {
			continue
		}
		for _, said := range l.phrases(x, table) {
			if all == lawPhrases {
				break
			}
			all++
			after, sql := r.after(said, start, before)
			if l.holds(before, after) {
				kept++
			} else if len(broken) < 3 {
				broken = append(broken, fmt.Sprintf("%s, %q: %s", table.Name, said, sql))
			}
		}
	}
	r.t.Logf("%s: %d of %d", l.name, kept, all)
	if kept*100 < all*leastLawful {
		r.t.Errorf("%s: %d of %d keep it\n\t%s", l.name, kept, all, strings.Join(broken, "\n\t"))
	}
}

// list is every row of a table.
func (r *runner) list(t *schema.Table) *statement.Statement {
	q := statement.NewQuery()
	q.Items = []statement.Item{{Expr: statement.Star("")}}
	q.From = []statement.Source{{Schema: t.Schema, Table: t.Name}}
	s, err := q.Build(r.database.Dialect())
	if err != nil {
		r.t.Fatal(err)
	}
	return s
}

// after gives the rows behind an input: those before where it was not understood, or asked back about.
func (r *runner) after(said string, start *statement.Statement, before []string) (rows []string, sql string) {
	draft, err := r.maker.Refine(r.t.Context(), workflow.Refine{Request: workflow.Request{Question: said, Now: r.now}, Current: start})
	if err != nil {
		return before, err.Error()
	}
	rows, err = r.lines(draft.Statement)
	if err != nil {
		return []string{err.Error()}, draft.Statement.SQL()
	}
	return rows, draft.Statement.SQL()
}

// lines are the rows of a statement, each its cells in one order whatever the columns'.
func (r *runner) lines(s *statement.Statement) ([]string, error) {
	rows, err := r.rows(s)
	out := make([]string, len(rows))
	for i, row := range rows {
		slices.Sort(row)
		out[i] = strings.Join(row, "|")
	}
	return out, err
}

// lawDatabases are the samples in the repository, or what the folder holds.
func lawDatabases(t *testing.T) map[string]db.Database {
	t.Helper()
	out := map[string]db.Database{}
	folder := os.Getenv("PARLEY_LAWS")
	if folder == "" {
		for _, name := range []string{"clinic.sql", "energy.sql"} {
			out[name] = openSample(t, dialogue{database: name})
		}
		return out
	}
	files, _ := filepath.Glob(filepath.Join(folder, "*.sqlite"))
	slices.Sort(files)
	for _, file := range files {
		database, err := opener.Open(t.Context(), db.Settings{}, file)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { database.Close() })
		out[filepath.Base(file)] = database
	}
	return out
}
