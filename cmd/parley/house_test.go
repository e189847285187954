package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// allowed says which packages of parley a package may import: arrows point down only. The longest matching prefix rules.
var allowed = map[string][]string{
	"cmd":           {"tui", "workflow", "dialog", "db"},
	"tui":           {"tui", "workflow", "dialog", "db"},
	"workflow":      {"workflow", "dialog", "db"},
	"dialog":        {"dialog"},
	"db":            {"db"},
	"db/statement":  {},
	"dialog/memory": {"dialog"},
	// A server for tests says what is missing as those of the databases do.
	"dialog/memory/redistest": {"db/dbtest"},
	"dialog/archive":          {"dialog"},
	"workflow/schema":         {"db", "workflow/schema"},
	// The parts of the engine that know nothing of dialogues and queries in force.
	"workflow/engine/english":  {"workflow/schema/wordlist"},
	"workflow/engine/token":    {"workflow/engine/english", "workflow/schema"},
	"workflow/engine/calendar": {"workflow/engine/token"},
	"workflow/engine/meaning":  {"db", "workflow/engine/calendar", "workflow/schema"},
	"workflow/engine/phrase":   {"db", "workflow/engine/calendar", "workflow/engine/english", "workflow/engine/meaning", "workflow/engine/token", "workflow/schema"},
	"workflow/engine/compose":  {"db", "workflow/engine/calendar", "workflow/engine/english", "workflow/engine/meaning", "workflow/engine/phrase", "workflow/engine/token", "workflow/schema"},
	"workflow/engine/decide":   {},
	"workflow/engine/tag":      {"workflow/engine/calendar", "workflow/engine/english", "workflow/engine/token", "workflow/schema"},
}

// entries are the packages of the engine that others import: it as a whole, both of its entrances, and what reads words and periods.
var entries = []string{"", "reader", "refine", "phrase", "token", "calendar"}

// chain are the packages of the engine that read, in order: each imports those before it, and none behind it.
var chain = []string{"tag", "reading", "question", "build", "reader", "edit", "clause", "measure", "pointer", "rule", "refine"}

func TestTheEnginesPackagesAreInOrderAndItsOwn(t *testing.T) {
	t.Parallel()
	const engine = "workflow/engine/"
	for file, imports := range sources(t) {
		at := slices.Index(chain, strings.TrimPrefix(filepath.ToSlash(filepath.Dir(file)), engine))
		for _, path := range imports {
			part, ok := strings.CutPrefix(path, "parley/"+engine)
			if ok && at >= 0 && slices.Index(chain, part) > at || at >= 0 && path == "parley/workflow/engine" {
				t.Errorf("%s imports %s, which comes after it", file, path)
			}
			if ok && !within(filepath.ToSlash(filepath.Dir(file)), strings.TrimSuffix(engine, "/")) && !slices.Contains(entries, part) {
				t.Errorf("%s imports %s, which is the engine's own", file, path)
			}
		}
	}
}

// reserved says who may import a library: only packages below the given folders.
var reserved = map[string][]string{
	"github.com/charmbracelet/":        {"tui", "cmd"},
	"github.com/jackc/pgx":             {"db"},
	"modernc.org/sqlite":               {"db"},
	"github.com/duckdb/":               {"db"},
	"database/sql":                     {"db"},
	"github.com/pganalyze/pg_query_go": {"db/statement"},
	"github.com/redis/go-redis":        {"dialog/memory"},
}

// pure are the only libraries beside the standard one that dialog itself may import, and what of the standard library
// it may not: it does no I/O and starts nothing.
var (
	pureLibraries = []string{"github.com/google/uuid"}
	impure        = []string{"os", "io", "io/fs", "io/ioutil", "net", "net/http", "bufio", "log", "log/slog", "syscall", "math/rand", "math/rand/v2", "crypto/rand", "path/filepath"}
)

func TestImportsPointDownOnly(t *testing.T) {
	t.Parallel()
	for file, imports := range sources(t) {
		folder := filepath.ToSlash(filepath.Dir(file))
		for _, path := range imports {
			if own, ok := strings.CutPrefix(path, "parley/"); ok && !mayImport(folder, own) {
				t.Errorf("%s imports parley/%s: arrows point down only", file, own)
			}
			for library, owners := range reserved {
				if strings.HasPrefix(path, library) && !slices.ContainsFunc(owners, func(o string) bool { return within(folder, o) }) {
					t.Errorf("%s imports %s, which only %s may", file, path, strings.Join(owners, ", "))
				}
			}
			if folder == "dialog" && !pure(path) {
				t.Errorf("%s imports %s: the dialog core does no I/O and reads no clock", file, path)
			}
		}
	}
}

// sources maps each non-test Go file below the module's root to its imports.
func sources(t *testing.T) map[string][]string {
	t.Helper()
	const root = "../.."
	found := map[string][]string{}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		for _, spec := range file.Imports {
			quoted, _ := strconv.Unquote(spec.Path.Value)
			found[name] = append(found[name], quoted)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(found) == 0 {
		t.Fatal("no Go file found: the test looks at the wrong folder")
	}
	return found
}

func mayImport(folder, own string) bool {
	best := ""
	for prefix := range allowed {
		if within(folder, prefix) && len(prefix) > len(best) {
			best = prefix
		}
	}
	return own == best || slices.ContainsFunc(allowed[best], func(p string) bool { return within(own, p) })
}

func within(folder, prefix string) bool {
	return folder == prefix || strings.HasPrefix(folder, prefix+"/")
}

func pure(path string) bool {
	if strings.Contains(strings.SplitN(path, "/", 2)[0], ".") {
		return slices.Contains(pureLibraries, path)
	}
	return !slices.Contains(impure, path)
}
