package engine_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"parley/workflow"
	"parley/workflow/engine/internal/cases"
	"parley/workflow/engine/reader"
	"parley/workflow/schema"
)

// TestClearQuestions asks every question of the case files: each must be answered at once with the rows of the query
// below it, whatever further columns they have, or refused with the words named.
func TestClearQuestions(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/question/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no case files", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			t.Parallel()
			c, err := cases.Read(file)
			if err != nil {
				t.Fatal(err)
			}
			database := openSample(t, dialogue{database: c.Database, now: c.Now})
			index, err := schema.Build(t.Context(), database, schema.DefaultLimits)
			if err != nil {
				t.Fatal(err)
			}
			r := runner{t: t, database: database, now: c.Now}
			e := reader.New(index, database.Dialect()).WithTrials(database, reader.WholeTrials)
			for _, q := range c.Questions {
				draft, err := e.Generate(t.Context(), workflow.Request{Question: q.Asked, Now: c.Now})
				if problem := r.answered(q, draft, err); problem != "" {
					t.Errorf("line %d: %q: %s", q.Line, q.Asked, problem)
				}
			}
		})
	}
}

func (r *runner) answered(q cases.Question, draft *workflow.Draft, err error) string {
	if q.Unused != "" {
		if err != nil {
			return err.Error()
		}
		if got := strings.Join(draft.Ignored, ", "); got != q.Unused {
			return "told as unused: " + got + ", want " + q.Unused
		}
		return ""
	}
	if q.Unknown == "" {
		problem := ""
		for _, want := range q.Want {
			if problem = r.check(refinement{want: want, more: true}, draft, err); problem == "" {
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
	case strings.Join(no.Words, ", ") != q.Unknown:
		return "not understood: " + strings.Join(no.Words, ", ") + ", want " + q.Unknown
	}
	return ""
}
