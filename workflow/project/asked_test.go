package project_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"parley/db"
	"parley/db/dbtest"
	"parley/db/opener"
	"parley/db/statement"
	"parley/workflow"
	"parley/workflow/engine"
	"parley/workflow/engine/reader"
	"parley/workflow/project"
	"parley/workflow/schema"
)

// TestQuestionsInTaughtWords asks each question of testdata/NAME_asked.tsv in the words of NAME.toml, with the feedback on it behind " > ":
// it gives the rows that the SQL beside it gives, maybe with further columns.
func TestQuestionsInTaughtWords(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"hire", "prefix", "nursery", "mill", "library"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			askedInTaughtWords(t, name)
		})
	}
}

func askedInTaughtWords(t *testing.T, name string) {
	t.Helper()
	source := taughtSource(t, name)
	database := source.Database
	for line := range strings.Lines(read(t, name+"_asked.tsv")) {
		said, gold, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		t.Run(said, func(t *testing.T) {
			draft := talked(t, source, strings.Split(said, " > "))
			sql := draft.Statement.SQL()
			if strings.Contains(sql+draft.Explanation+draft.Rival, "zq") {
				t.Errorf("a word that stands for a name is shown: %s, %s, %s", sql, draft.Explanation, draft.Rival)
			}
			want := rowsOf(t, database, gold, 0)
			if got := rowsOf(t, database, sql, len(want[0])); !slices.EqualFunc(got, want, slices.Equal) {
				t.Errorf("%s gives %v, want %v", sql, got, want)
			}
		})
	}
}

// taughtSource is the SQLite database of NAME.sql with the words of NAME.toml.
func taughtSource(t testing.TB, name string) *workflow.Source {
	t.Helper()
	database, err := opener.Open(context.Background(), db.Settings{Now: noon}, dbtest.SQLite(t, name, read(t, name+".sql")))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = database.Close() })
	layer, problems := project.Parse(name+".toml", read(t, name+".toml"))
	layer.Scope = project.Shared
	source, err := engine.Source(context.Background(), database, reader.WholeTrials, func(x *schema.Index) *project.Project {
		return project.Compile(x, database.Dialect(), nil, layer)
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range append(problems, source.Project.Problems...) {
		t.Error(p)
	}
	return source
}

// talked is what a question becomes by the feedback on it.
func talked(t *testing.T, source *workflow.Source, said []string) *workflow.Draft {
	t.Helper()
	request := workflow.Request{Question: said[0], Now: noon}
	draft, err := source.Generator.Generate(t.Context(), request)
	for i := 1; i < len(said) && err == nil; i++ {
		request.Question = said[i]
		draft, err = source.Refiner.Refine(t.Context(), workflow.Refine{Request: request, Original: said[0], Earlier: said[:i], Current: draft.Statement})
	}
	if err != nil {
		t.Fatal(err)
	}
	return draft
}

// rowsOf are the rows of a query, sorted, cut to so many columns where that is above zero; numbers to six digits.
func rowsOf(t *testing.T, database db.Database, sql string, columns int) [][]string {
	t.Helper()
	stmt, err := statement.Parse(sql, database.Dialect(), nil)
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	rows, err := database.Query(t.Context(), stmt)
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	defer rows.Close()
	var out [][]string
	for rows.Next(t.Context()) {
		var row []string
		for _, v := range rows.Row() {
			if n, ok := v.(int64); ok {
				v = float64(n)
			}
			if n, ok := v.(float64); ok {
				v = strconv.FormatFloat(n, 'g', 6, 64)
			}
			row = append(row, db.Format(v))
		}
		if columns > 0 {
			row = row[:min(columns, len(row))]
		}
		out = append(out, row)
	}
	if err := rows.Err(); err != nil || len(out) == 0 {
		t.Fatalf("%s: no rows: %v", sql, err)
	}
	slices.SortFunc(out, slices.Compare)
	return out
}

func read(t testing.TB, file string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
