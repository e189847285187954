package engine_test

import (
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"parley/db"
	"parley/db/dbtest"
	"parley/db/opener"
)

// widespread is in how many databases a word must be found to count as general English.
const widespread = 3

// TestWordListsHoldGeneralEnglishOnly reads every text of the engine's code and hand-written lists and looks it up among the
// names and values of the sample databases: no name with an underscore and no value may be there. Words that several
// databases share are general; values found in fewer are listed for review, and fail when they are longer than a word.
func TestWordListsHoldGeneralEnglishOnly(t *testing.T) {
	t.Parallel()
	folders := []string{".", "../schema"}
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if entry.IsDir() && entry.Name() != "internal" && entry.Name() != "testdata" {
			folders = append(folders, entry.Name())
		}
	}
	texts := codeTexts(t, folders...)
	names, values := sampleWords(t, dbtest.Data(t, "databases"))
	var review []string
	for _, text := range slices.Sorted(maps.Keys(texts)) {
		lower := strings.ToLower(text)
		if strings.Contains(text, "_") && len(names[lower]) > 0 {
			t.Errorf("%q (%s) is a name of %s", text, texts[text], some(names[lower]))
		}
		found := values[lower]
		switch {
		case len(found) == 0 || len(found) >= widespread || len(text) < 3:
		case strings.ContainsAny(text, " ,") && !grammar[lower]:
			t.Errorf("%q (%s) is a value of %s", text, texts[text], some(found))
		default:
			review = append(review, text)
		}
	}
	t.Logf("%d texts; for review, found in fewer than %d databases: %s", len(texts), widespread, strings.Join(review, ", "))
}

// grammar are texts of general English of several words that a sample happens to hold as a value, each looked at.
var grammar = map[string]bool{
	"new hampshire": true, "new jersey": true, "new mexico": true, "north carolina": true, "south african": true, "united states of america": true,
	"thank you": true, "come back": true, "go back": true, "in time": true, "one by one": true, "right now": true,
}

func some(in map[string]bool) string { return strings.Join(slices.Sorted(maps.Keys(in)), ", ") }

// codeTexts are the string literals of the packages' code (tests left out) and the words of their hand-written lists, with
// the file each is from.
func codeTexts(t *testing.T, folders ...string) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, folder := range folders {
		files, err := filepath.Glob(filepath.Join(folder, "*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			switch {
			case strings.HasSuffix(file, "_test.go"):
			case strings.HasSuffix(file, ".go"):
				literals(t, file, out)
			case strings.HasSuffix(file, ".txt"):
				text, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				for _, word := range strings.FieldsFunc(string(text), func(r rune) bool { return strings.ContainsRune("\n\t:,=!", r) }) {
					if _, err := strconv.ParseFloat(word, 64); err != nil {
						out[strings.TrimSpace(word)] = file
					}
				}
			}
		}
	}
	return out
}

func literals(t *testing.T, file string, out map[string]string) {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(parsed, func(n ast.Node) bool {
		if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
			if text, err := strconv.Unquote(l.Value); err == nil && text != "" {
				out[text] = file
			}
		}
		return true
	})
}

// sampleWords are the names with an underscore and the text values of every database of a folder, in lower case, each with
// the databases that have it.
func sampleWords(t *testing.T, folder string) (names, values map[string]map[string]bool) {
	t.Helper()
	names, values = map[string]map[string]bool{}, map[string]map[string]bool{}
	note := func(in map[string]map[string]bool, word, database string) {
		if in[word] == nil {
			in[word] = map[string]bool{}
		}
		in[word][database] = true
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.sqlite"))
	if err != nil || len(files) == 0 {
		t.Fatal("no databases", err)
	}
	for _, file := range files {
		database := strings.TrimSuffix(filepath.Base(file), ".sqlite")
		d, err := opener.Open(t.Context(), db.Settings{}, file)
		if err != nil {
			t.Fatal(err)
		}
		s, err := d.Schema(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for i := range s.Tables {
			table := &s.Tables[i]
			note(names, strings.ToLower(table.Name), database)
			for _, c := range table.Columns {
				note(names, strings.ToLower(c.Name), database)
				for _, v := range textValues(t.Context(), d, table, c) {
					note(values, strings.ToLower(v), database)
				}
			}
		}
		d.Close()
	}
	return names, values
}

// sampleValues is how many values of a column are looked at.
const sampleValues = 3000

func textValues(ctx context.Context, d db.Database, t *db.Table, c db.Column) []string {
	list, _, err := d.Values(ctx, t.TableName, c.Name, sampleValues)
	if err != nil {
		return nil
	}
	var out []string
	for _, v := range list {
		if s, ok := v.(string); ok {
			out = append(out, strings.TrimSpace(s))
		}
	}
	return out
}
