package main

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"parley/db"
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
		defer rows.Close()
		for len(out.rows) < mostRows && rows.Next(ctx) {
			var line []string
			for _, v := range rows.Row() {
				line = append(line, cell(v))
			}
			out.rows = append(out.rows, line)
		}
		out.err = rows.Err()
	}
	r.known[s.SQL()] = out
	return out
}

// cell writes a value so that what is equal to two decimals, or to the day, is equal text.
func cell(v db.Value) string {
	var f float64
	switch v := v.(type) {
	case nil:
		return ""
	case int64:
		f = float64(v)
	case float64:
		f = v
	default:
		text := strings.TrimSpace(db.Format(v))
		if n, err := fmt.Sscanf(text, "%g", &f); err != nil || n != 1 || !strings.ContainsAny(text[len(text)-1:], "0123456789") || strings.Count(text, "-") > 1 {
			text, _, _ = strings.Cut(text, " 00:00:00")
			return text
		}
	}
	if math.Abs(f) >= 1 {
		return fmt.Sprintf("%.2f", f)
	}
	return fmt.Sprintf("%.3g", f)
}

// orders says whether the outermost query orders its rows.
func orders(sql string) bool {
	depth, flat := 0, strings.Builder{}
	for _, c := range strings.ToLower(sql) {
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth == 0 {
			flat.WriteRune(c)
		}
	}
	return strings.Contains(flat.String(), "order by")
}

// same says whether a statement gives the rows of a gold one, further columns allowed.
func (r *runner) same(ctx context.Context, g gold, sql string, open bool) bool {
	parsed, err := statement.Parse(sql, r.database.Dialect(), nil)
	if err != nil {
		return false
	}
	got := r.rows(ctx, parsed)
	return got.err == nil && sameRows(g.rows, got.rows, g.ordered, open)
}

func sameRows(want, got [][]string, ordered, open bool) bool {
	if open && len(got) >= min(3, len(want)) {
		k := min(len(want), len(got))
		want, got, ordered = want[:k], got[:k], true
	}
	switch {
	case len(want) != len(got):
		return false
	case len(want) == 0:
		return true
	case len(got[0]) < len(want[0]):
		return false
	}
	options := make([][]int, len(want[0]))
	for i := range options {
		w := column(want, i)
		for j := range got[0] {
			if slices.Equal(w, column(got, j)) {
				options[i] = append(options[i], j)
			}
		}
	}
	tried := 0
	return choose(options, nil, func(order []int) bool { tried++; return tried > 2000 || equal(want, got, order, ordered) }) && tried <= 2000
}

// column is a column's cells, sorted.
func column(rows [][]string, i int) []string {
	out := make([]string, len(rows))
	for k, row := range rows {
		out[k] = row[i]
	}
	slices.Sort(out)
	return out
}

func choose(options [][]int, order []int, f func([]int) bool) bool {
	if len(order) == len(options) {
		return f(order)
	}
	for _, j := range options[len(order)] {
		if !slices.Contains(order, j) && choose(options, append(order, j), f) {
			return true
		}
	}
	return false
}

func equal(want, got [][]string, order []int, ordered bool) bool {
	lines := func(rows [][]string, at func(row []string) []string) []string {
		out := make([]string, len(rows))
		for i, row := range rows {
			out[i] = strings.Join(at(row), "\x00")
		}
		if !ordered {
			slices.Sort(out)
		}
		return out
	}
	picked := func(row []string) []string {
		out := make([]string, len(order))
		for i, j := range order {
			out[i] = row[j]
		}
		return out
	}
	return slices.Equal(lines(want, func(row []string) []string { return row }), lines(got, picked))
}
