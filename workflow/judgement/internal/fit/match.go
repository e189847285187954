package main

import (
	"context"
	"time"

	"parley/db"
	"parley/db/likeness"
	"parley/db/statement"
)

// gold is what is accepted: rows, and whether their order counts.
type gold struct {
	rows    [][]string
	ordered bool
}

type result struct {
	rows [][]string
	err  error
}

// runner runs statements once.
type runner struct {
	database db.Database
	known    map[string]result
}

const mostRows = 100_000

func (r *runner) rows(ctx context.Context, s *statement.Statement) result {
	if known, ok := r.known[s.SQL()]; ok {
		return known
	}
	ctx, stop := context.WithTimeout(ctx, 10*time.Second)
	defer stop()
	var out result
	rows, err := r.database.Query(ctx, s)
	if err != nil {
		out.err = err
	} else {
		var t *likeness.Table
		t, out.err = likeness.Read(ctx, rows, likeness.Cents, mostRows)
		out.rows = t.Rows
	}
	r.known[s.SQL()] = out
	return out
}

// same says whether a statement gives the rows of a gold one, further columns allowed.
func (r *runner) same(ctx context.Context, g gold, sql string, open bool) bool {
	parsed, err := statement.Parse(sql, r.database.Dialect(), nil)
	if err != nil {
		return false
	}
	got := r.rows(ctx, parsed)
	return got.err == nil && likeness.Rule{Ordered: g.ordered, Open: open}.Same(g.rows, got.rows)
}
