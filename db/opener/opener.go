// Package opener finds out what a target is and opens it: the one place that knows every kind of database.
//
// The package imports the packages of the databases and db; it is for cmd to call.
package opener

import (
	"context"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"parley/db"
	"parley/db/demo"
	"parley/db/duckdb"
	"parley/db/postgres"
	"parley/db/sqlite"
)

// Open opens what the user named: nothing or "demo" is the demo; else a URL or the path of a database file; or any number
// of data files and patterns, each a table of one database.
func Open(ctx context.Context, s db.Settings, targets ...string) (db.Database, error) {
	if len(targets) == 1 && empty(filePath(targets[0])) {
		return nil, &db.Error{Kind: db.NotDatabase, Message: filepath.Base(filePath(targets[0])) + " is empty: it has 0 bytes.",
			Hint: "A copy or download that broke off leaves such a file, or a program that wrote nothing yet: name another.", Position: -1}
	}
	switch {
	case len(targets) == 0, len(targets) == 1 && (targets[0] == "" || targets[0] == demo.Target):
		return opened(demo.Open(ctx, s))
	case AllData(targets):
		return opened(duckdb.OpenFiles(ctx, paths(targets), s))
	case len(targets) == 1:
		return openOne(ctx, s, targets[0])
	}
	return nil, &db.Error{Kind: db.NoDatabase, Message: fmt.Sprintf("%d targets do not make one database.", len(targets)),
		Hint: "Name one database, or several CSV, TSV, Parquet or JSON files.", Position: -1}
}

func openOne(ctx context.Context, s db.Settings, target string) (db.Database, error) {
	if postgres.Is(target) {
		return opened(postgres.Open(ctx, target, s))
	}
	if scheme, _, ok := strings.Cut(target, "://"); ok && !fileSchemes[scheme] {
		return nil, &db.Error{Kind: db.NoDatabase, Message: "parley does not know " + db.Visible(scheme) + ":// URLs.",
			Hint: "Name a postgres:// URL, a database file, data files or demo.", Position: -1}
	}
	path := filePath(target)
	if err := db.Regular(path); err != nil {
		return nil, err
	}
	if isDuckDB(path) {
		return opened(duckdb.Open(ctx, path, s))
	}
	return opened(sqlite.Open(ctx, path, s))
}

// empty says that there is a file at a path, and nothing in it.
func empty(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && info.Size() == 0
}

// opened is the database as the interface, nil when there is none.
func opened[D db.Database](d D, err error) (db.Database, error) {
	if err != nil {
		return nil, err
	}
	return d, nil
}

// AllData says whether every target is a data file, a pattern of them or a folder.
func AllData(targets []string) bool {
	for _, target := range targets {
		path := filePath(target)
		if info, err := os.Stat(path); err == nil && info.IsDir() && !postgres.Is(target) {
			continue
		}
		if postgres.Is(target) || !duckdb.Reads(path) {
			return false
		}
	}
	return true
}

// Split is the targets with lists of data files, "a.csv,b.csv", taken apart. A file that has a comma in its name stays whole.
func Split(targets []string) []string {
	var out []string
	for _, target := range targets {
		parts := strings.Split(target, ",")
		if _, err := os.Stat(target); err == nil || !AllData(parts) {
			parts = []string{target}
		}
		out = append(out, parts...)
	}
	return out
}

func paths(targets []string) []string {
	found := make([]string, len(targets))
	for i, target := range targets {
		found[i] = filePath(target)
	}
	return found
}

var fileSchemes = map[string]bool{"file": true, "sqlite": true, "duckdb": true}

// filePath is the path that a file: or sqlite: URL names, or the target itself.
func filePath(target string) string {
	scheme, path, ok := strings.Cut(target, ":")
	if !ok || !fileSchemes[scheme] {
		return target
	}
	path = strings.TrimPrefix(path, "//")
	if decoded, err := url.PathUnescape(path); err == nil {
		path = decoded
	}
	return filepath.FromSlash(path)
}

// isDuckDB looks into the file, since .db is the end of many kinds: DuckDB writes its name at byte 8
// (https://duckdb.org/docs/stable/internals/storage). A file that cannot be read is judged by its name.
func isDuckDB(path string) bool {
	const magic, offset = "DUCK", 8
	file, err := os.Open(path)
	if err != nil {
		return strings.EqualFold(filepath.Ext(path), ".duckdb")
	}
	defer file.Close()
	header := make([]byte, offset+len(magic))
	if _, err := io.ReadFull(file, header); err != nil {
		return strings.EqualFold(filepath.Ext(path), ".duckdb")
	}
	return string(header[offset:]) == magic
}
