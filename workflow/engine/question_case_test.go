package engine_test

import (
	"bufio"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"parley/workflow"
	"parley/workflow/engine"
	"parley/workflow/schema"
)

// question is one question of a case file (testdata/question): what is asked, and a query with the rows that it must
// give (several: any of them), or the words that must not be understood.
type question struct {
	asked, unknown string
	want           []string // any of these
	line           int
}

// TestClearQuestions asks every question of the case files: each must be answered at once with the rows of the query
// below it, or refused with the words named.
func TestClearQuestions(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/question/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no case files", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			t.Parallel()
			d, list := readCases(t, file)
			database := openSample(t, d)
			index, err := schema.Build(t.Context(), database, schema.DefaultLimits)
			if err != nil {
				t.Fatal(err)
			}
			r := runner{t: t, database: database, now: d.now}
			e := engine.New(index, database.Dialect()).WithTrials(database, engine.WholeTrials)
			for _, q := range list {
				draft, err := e.Generate(t.Context(), workflow.Request{Question: q.asked, Now: d.now})
				if problem := r.answered(q, draft, err); problem != "" {
					t.Errorf("line %d: %q: %s", q.line, q.asked, problem)
				}
			}
		})
	}
}

func (r *runner) answered(q question, draft *workflow.Draft, err error) string {
	if q.unknown == "" {
		problem := ""
		for _, want := range q.want {
			if problem = r.check(refinement{want: want}, draft, err); problem == "" {
				break
			}
		}
		return problem
	}
	var no *workflow.NotUnderstood
	switch {
	case err == nil:
		return "understood as " + draft.Statement.SQL()
	case !errors.As(err, &no):
		return err.Error()
	case strings.Join(no.Words, ", ") != q.unknown:
		return "not understood: " + strings.Join(no.Words, ", ") + ", want " + q.unknown
	}
	return ""
}

func readCases(t *testing.T, file string) (dialogue, []question) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var d dialogue
	var out []question
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		word, rest, _ := strings.Cut(lines.Text(), " ")
		switch word {
		case "database":
			d.database = rest
		case "now":
			day, err := time.Parse(time.DateOnly, rest)
			if err != nil {
				t.Fatal(err)
			}
			d.now = day.Add(12 * time.Hour)
		case ">":
			out = append(out, question{asked: rest, line: n})
		case "=":
			out[len(out)-1].want = append(out[len(out)-1].want, rest)
		case "?":
			out[len(out)-1].unknown = rest
		}
	}
	return d, out
}
