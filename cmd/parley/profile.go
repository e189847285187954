package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"parley/db"
	"parley/db/demo"
	"parley/db/statement"
	"parley/workflow"
	"parley/workflow/profile"
	"parley/workflow/schema"
)

// knowledge is what was read of a database's rows; kept says that it was read in an earlier run.
type knowledge struct {
	facts *schema.Facts
	kept  bool
}

// index is what is known of a database: from its catalogue, and from its rows as they were read last or are read now.
func (r *runtime) index(ctx context.Context, database db.Database, targets []string, anew bool, named func(*workflow.Source)) (*schema.Index, knowledge, error) {
	tables, err := database.Schema(ctx)
	if err != nil {
		return nil, knowledge{}, fmt.Errorf("index the schema: %w", err)
	}
	if named != nil {
		named(&workflow.Source{Database: database, Schema: tables, Names: tables.Names()})
	}
	shelf, name := r.profiles(), identity(database, targets)
	r.garbage.room(name, tables)
	print := r.profilePrint(database, targets, tables)
	if facts := shelf.Load(name, print); facts != nil && !anew {
		return schema.Recall(tables, facts, schema.DefaultLimits), knowledge{facts, true}, nil
	}
	index, facts, err := schema.Read(ctx, database, tables, schema.DefaultLimits)
	if err != nil {
		return nil, knowledge{}, err
	}
	if err := shelf.Save(name, print, facts); err != nil {
		r.log.Warn("the profile is not kept", "error", err)
	}
	return index, knowledge{facts: facts}, nil
}

// profiles is where profiles are kept; nowhere for a run that keeps nothing.
func (r *runtime) profiles() profile.Shelf {
	folder, err := dataPath("profiles")
	if err != nil || r.Profile == "off" || r.private() {
		return profile.Shelf{}
	}
	return profile.Shelf{Folder: folder, Clock: r.clock}
}

// profilePrint is that of the catalogue, of who reads it, and of the files, the demo's included: rows of a file change with it. It is
// empty for what is no plain file.
func (r *runtime) profilePrint(database db.Database, targets []string, tables *db.Schema) string {
	if isDemo(targets) {
		print := demo.Print(r.clock())
		if print == "" {
			return ""
		}
		return profile.Print(tables, print)
	}
	what := []string{database.Name(), database.URL(), os.Getenv("PGUSER"), os.Getenv("PGSERVICE")}
	if database.Dialect() != statement.PostgreSQL {
		for _, target := range targets {
			info, err := os.Stat(target)
			if err != nil || !info.Mode().IsRegular() {
				return ""
			}
			what = append(what, absolute(target), fmt.Sprint(info.Size(), info.ModTime().UnixNano()))
			if beside, err := os.Stat(strings.TrimSuffix(target, "/") + "-wal"); err == nil {
				what = append(what, fmt.Sprint(beside.Size(), beside.ModTime().UnixNano()))
			}
		}
	}
	return profile.Print(tables, what...)
}
