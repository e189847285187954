package engine_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"parley/db"
	"parley/db/dbtest"
	"parley/db/likeness"
	"parley/db/opener"
	"parley/db/statement"
	"parley/dialog"
	"parley/workflow"
	"parley/workflow/engine/reader"
	"parley/workflow/engine/refine"
	"parley/workflow/schema"
)

// A refinement is one line of a dialogue file (testdata/refine): what is said, and a query with the rows it must give.
type refinement struct {
	said, want, note string
	// lost are the words that must be said to have no place; the query then stays as it is.
	lost string
	line int
	// more allows further columns.
	more bool
}

// talk is a block of a dialogue file: a query, and the refinements that follow one another.
type talk struct {
	start string
	line  int
	steps []refinement
}

type dialogue struct {
	database string
	now      time.Time
	talks    []talk
}

// TestClearRefinements runs every dialogue file. A step that fails is reported with the SQL that came out, and the
// dialogue goes on from the SQL that was wanted, so that each line counts once. At least 98 in 100 of all must hold, and
// 95 of each file.
func TestClearRefinements(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/refine/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no dialogue files", err)
	}
	var good, all, ran atomic.Int64
	t.Cleanup(func() {
		t.Logf("%d of %d", good.Load(), all.Load())
		if ran.Load() > 1 && good.Load()*100 < all.Load()*98 {
			t.Errorf("%d of %d refinements hold; 98 in 100 must", good.Load(), all.Load())
		}
	})
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			t.Parallel()
			d := readDialogue(t, file)
			database := openSample(t, d)
			index, err := schema.Build(t.Context(), database, schema.DefaultLimits)
			if err != nil {
				t.Fatal(err)
			}
			r := runner{t: t, database: database, maker: refine.NewRefiner(reader.New(index, database.Dialect()).WithTrials(database, reader.WholeTrials)), now: d.now}
			for _, k := range d.talks {
				r.talk(k)
			}
			t.Logf("%d of %d", r.good, r.all)
			ran.Add(1)
			good.Add(int64(r.good))
			all.Add(int64(r.all))
			if r.good*100 < r.all*95 {
				t.Errorf("%d of %d refinements hold; 95 in 100 must", r.good, r.all)
			}
		})
	}
}

type runner struct {
	t         *testing.T
	database  db.Database
	maker     workflow.Refiner
	now       time.Time
	good, all int
}

func (r *runner) talk(k talk) {
	current := r.parse(k.start)
	var before *statement.Statement
	var earlier []string
	for _, step := range k.steps {
		r.all++
		asked := r.request(step.said, current, before)
		asked.Earlier = earlier
		earlier = append(earlier, step.said)
		draft, err := r.maker.Refine(r.t.Context(), asked)
		problem := r.check(step, draft, err)
		if problem == "" {
			r.good++
			if draft != nil {
				before, current = current, draft.Statement
			}
			continue
		}
		r.t.Logf("line %d: %q: %s", step.line, step.said, problem)
		if step.want != "" {
			before, current = current, r.parse(step.want)
		}
	}
}

func (r *runner) request(said string, current, before *statement.Statement) workflow.Refine {
	q := workflow.Refine{Request: workflow.Request{Question: said, Now: r.now}, Current: current, Before: before}
	if rows, err := r.rows(current); err == nil {
		q.Result = &dialog.Result{Rows: len(rows)}
	}
	return q
}

func (r *runner) check(step refinement, draft *workflow.Draft, err error) string {
	if step.lost != "" {
		var missing *workflow.NotUnderstood
		if errors.As(err, &missing) && strings.Join(missing.Words, " ") == step.lost && len(missing.Suggestions) > 0 {
			return ""
		}
		return fmt.Sprintf("%v, want %q not understood", err, step.lost)
	}
	if err != nil {
		return err.Error()
	}
	want, err := r.rows(r.parse(step.want))
	if err != nil {
		r.t.Fatalf("line %d: %v", step.line, err)
	}
	got, err := r.rows(draft.Statement)
	if err != nil {
		return fmt.Sprintf("%v\n\t%s", err, draft.Statement.SQL())
	}
	if !(likeness.Rule{Ordered: likeness.Orders(step.want), Exactly: !step.more}).Same(want, got) {
		return fmt.Sprintf("%d rows, want %d\n\t%s\n\t%s", len(got), len(want), draft.Statement.SQL(), step.want)
	}
	if !strings.Contains(strings.Join(draft.Notes, "; "), step.note) {
		return fmt.Sprintf("notes %q, want %q", draft.Notes, step.note)
	}
	return ""
}

func (r *runner) parse(sql string) *statement.Statement {
	s, err := statement.Parse(sql, r.database.Dialect(), nil)
	if err != nil {
		r.t.Fatalf("%s: %v", sql, err)
	}
	return s
}

// rows runs a statement and gives its rows as text.
func (r *runner) rows(s *statement.Statement) ([][]string, error) {
	ctx, cancel := context.WithTimeout(r.t.Context(), 30*time.Second)
	defer cancel()
	rows, err := r.database.Query(ctx, s)
	if err != nil {
		return nil, err
	}
	t, err := likeness.Read(ctx, rows, likeness.Full, math.MaxInt)
	return t.Rows, err
}

func readDialogue(t *testing.T, file string) dialogue {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var d dialogue
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		d.line(t, lines.Text(), n)
	}
	return d
}

func (d *dialogue) line(t *testing.T, text string, n int) {
	word, rest, _ := strings.Cut(text, " ")
	switch word {
	case "database":
		d.database = rest
	case "now":
		now, err := time.Parse("2006-01-02", rest)
		if err != nil {
			t.Fatal(err)
		}
		d.now = now.Add(12 * time.Hour)
	case "start":
		d.talks = append(d.talks, talk{start: rest, line: n})
	case ">":
		k := &d.talks[len(d.talks)-1]
		k.steps = append(k.steps, refinement{said: rest, line: n})
	case "=":
		k := &d.talks[len(d.talks)-1]
		k.steps[len(k.steps)-1].want = rest
	case "+": // further columns
		k := &d.talks[len(d.talks)-1]
		k.steps[len(k.steps)-1].more = true
	case "!":
		k := &d.talks[len(d.talks)-1]
		k.steps[len(k.steps)-1].lost = rest
	case "~":
		k := &d.talks[len(d.talks)-1]
		k.steps[len(k.steps)-1].note = rest
	}
}

// openSample opens the dialogue's database: the demo, or a sample.
func openSample(t *testing.T, d dialogue) db.Database {
	t.Helper()
	target := "demo"
	switch d.database {
	case "chinook", "sakila":
		target = dbtest.Data(t, "samples", d.database+".sqlite")
	case "northwind":
		target = dbtest.Sample(t, "northwind")
	}
	if strings.HasSuffix(d.database, ".sql") {
		script, err := os.ReadFile(filepath.Join("testdata/question", d.database))
		if err != nil {
			t.Fatal(err)
		}
		target = dbtest.SQLite(t, strings.TrimSuffix(d.database, ".sql"), string(script))
	}
	database, err := opener.Open(t.Context(), db.Settings{Now: d.now}, target)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { database.Close() })
	return database
}
