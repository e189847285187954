package main

import (
	"context"
	"fmt"
	"sort"
	"strconv"
	"strings"
	"time"

	"parley/db"
	"parley/db/statement"
)

// rows is a result as text cells.
type rows [][]string

const maxRows = 200_000

// run executes a statement, within five seconds.
func run(ctx context.Context, d db.Database, stmt *statement.Statement) (rows, error) {
	ctx, stop := context.WithTimeout(ctx, 5*time.Second)
	defer stop()
	list, err := d.Query(ctx, stmt)
	if err != nil {
		return nil, err
	}
	defer list.Close()
	var out rows
	for len(out) < maxRows && list.Next(ctx) {
		values := list.Row()
		row := make([]string, len(values))
		for i, v := range values {
			row[i] = cell(v)
		}
		out = append(out, row)
	}
	return out, list.Err()
}

// cell writes a value so that equal numbers are equal text: six significant digits.
func cell(v db.Value) string {
	switch v := v.(type) {
	case nil:
		return ""
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return strconv.FormatFloat(v, 'g', 6, 64)
	case []byte:
		return string(v)
	}
	return fmt.Sprint(v)
}

// same says whether two results hold the same rows: as multisets, in order when ordered; columns may be permuted.
func same(gold, got rows, ordered bool) bool {
	if len(gold) != len(got) {
		return false
	}
	if len(gold) == 0 {
		return true
	}
	n := len(gold[0])
	if n != len(got[0]) {
		return false
	}
	candidates := make([][]int, n)
	g, p := columns(gold), columns(got)
	for i := range candidates {
		for j := range p {
			if g[i] == p[j] {
				candidates[i] = append(candidates[i], j)
			}
		}
		if len(candidates[i]) == 0 {
			return false
		}
	}
	tried := 0
	return permute(candidates, nil, func(order []int) bool {
		tried++
		return tried > 5000 || equal(gold, got, order, ordered)
	}) && tried <= 5000
}

// columns are the sorted cells of each column, as one text.
func columns(r rows) []string {
	out := make([]string, len(r[0]))
	for i := range out {
		column := make([]string, len(r))
		for k, row := range r {
			column[k] = row[i]
		}
		sort.Strings(column)
		out[i] = strings.Join(column, "\x00")
	}
	return out
}

// permute calls f with each choice of different columns until it says true.
func permute(candidates [][]int, order []int, f func([]int) bool) bool {
	if len(order) == len(candidates) {
		return f(order)
	}
	for _, j := range candidates[len(order)] {
		taken := false
		for _, k := range order {
			taken = taken || k == j
		}
		if !taken && permute(candidates, append(order, j), f) {
			return true
		}
	}
	return false
}

func equal(gold, got rows, order []int, ordered bool) bool {
	a, b := make([]string, len(gold)), make([]string, len(got))
	cells := make([]string, len(order))
	for i := range gold {
		a[i] = strings.Join(gold[i], "\x00")
		for k, j := range order {
			cells[k] = got[i][j]
		}
		b[i] = strings.Join(cells, "\x00")
	}
	if !ordered {
		sort.Strings(a)
		sort.Strings(b)
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
