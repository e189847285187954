// Package opener finds out what a target is and opens it: the one place that knows every kind of database.
//
// The package imports the packages of the databases and db; it is for cmd to call.
package opener

import (
	"context"
	"path/filepath"
	"strings"

	"parley/db"
	"parley/db/demo"
	"parley/db/postgres"
	"parley/db/sqlite"
)

// Open opens what the user named: nothing or "demo" is the demo; else a URL or the path of a file.
func Open(ctx context.Context, s db.Settings, targets ...string) (db.Database, error) {
	switch {
	case len(targets) == 0, len(targets) == 1 && (targets[0] == "" || targets[0] == demo.Target):
		return opened(demo.Open(ctx, s))
	case len(targets) == 1:
		return openOne(ctx, s, targets[0])
	}
	return nil, &db.Error{Kind: db.NoDatabase, Message: "Several targets do not make one database.", Hint: "Name one database file or URL.", Position: -1}
}

func openOne(ctx context.Context, s db.Settings, target string) (db.Database, error) {
	if postgres.Is(target) {
		return opened(postgres.Open(ctx, target, s))
	}
	if scheme, _, ok := strings.Cut(target, "://"); ok && scheme != "file" && scheme != "sqlite" {
		return nil, &db.Error{Kind: db.NoDatabase, Message: "parley does not know " + scheme + ":// URLs.", Hint: "Name a postgres:// URL, a database file or demo.", Position: -1}
	}
	return opened(sqlite.Open(ctx, filePath(target), s))
}

// opened is the database as the interface, nil when there is none.
func opened[D db.Database](d D, err error) (db.Database, error) {
	if err != nil {
		return nil, err
	}
	return d, nil
}

// filePath is the path that a file: or sqlite: URL names, or the target itself.
func filePath(target string) string {
	for _, prefix := range []string{"sqlite://", "file://", "sqlite:", "file:"} {
		if path, ok := strings.CutPrefix(target, prefix); ok {
			return filepath.FromSlash(path)
		}
	}
	return target
}
