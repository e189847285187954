package project_test

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parley/db"
	"parley/db/dbtest"
	"parley/db/opener"
	"parley/workflow"
	"parley/workflow/engine"
	"parley/workflow/project"
	"parley/workflow/schema"
)

// TestQuestionsInTaughtWords asks each question of testdata/NAME_asked.tsv in the words of NAME.toml: it gives the figure that the SQL
// beside it gives.
func TestQuestionsInTaughtWords(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"hire", "prefix"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			askedInTaughtWords(t, name)
		})
	}
}

func askedInTaughtWords(t *testing.T, name string) {
	t.Helper()
	database, err := opener.Open(context.Background(), db.Settings{Now: noon}, dbtest.SQLite(t, name, read(t, name+".sql")))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = database.Close() })
	layer, problems := project.Parse(name+".toml", read(t, name+".toml"))
	source, err := engine.Source(context.Background(), database, engine.WholeTrials, func(x *schema.Index) *project.Project {
		return project.Compile(x, database.Dialect(), nil, layer)
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range append(problems, source.Project.Problems...) {
		t.Error(p)
	}
	for line := range strings.Lines(read(t, name+"_asked.tsv")) {
		question, gold, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		draft, err := source.Generator.Generate(t.Context(), workflow.Request{Question: question, Now: noon})
		if err != nil {
			t.Errorf("%s: %v", question, err)
			continue
		}
		sql := draft.Statement.SQL()
		if strings.Contains(sql+draft.Explanation+draft.Rival, "zq") {
			t.Errorf("%s: a word that stands for a name is shown: %s, %s, %s", question, sql, draft.Explanation, draft.Rival)
		}
		if got, want := figureOf(t, database, sql), figureOf(t, database, gold); !(math.Abs(got-want) <= 1e-6*math.Abs(want)) {
			t.Errorf("%s: %s gives %v, want %v", question, sql, got, want)
		}
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
