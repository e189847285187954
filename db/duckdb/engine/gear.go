package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strconv"

	"parley/db"
)

// gear is what DuckDB may take for sorting, grouping and joining before it moves intermediate results to its temporary
// folder. Its threads share it, so that some statements that run short of it with several do with one: a sort does, a grouping
// does not. As settings are locked, another gear is another opening.
type gear struct {
	megabytes int
	threads   int
}

const (
	// threads is how many are used at most: with more of them the same memory does less.
	threads = 4
	// last is by how much more memory the last gear has than the others, and whole by how much more the process has in all: its
	// own file and what DuckDB does not count are part of that.
	last, whole = 5, 6
)

// gears are tried one after the other by a statement that runs short of memory.
func (d *Database) gears() []gear {
	m, n := cmp.Or(d.opening.Memory, db.DefaultMemory), min(threads, runtime.NumCPU())
	return []gear{{m, n}, {m, 1}, {last * m, n}}
}

// Megabytes is what DuckDB's process may take at most when it may have so much to sort, group and join.
func Megabytes(memory int) int { return whole * cmp.Or(memory, db.DefaultMemory) }

func (g gear) limit() string { return fmt.Sprintf("%dMiB", g.megabytes) }

func (g gear) config() config {
	return config{"max_memory": g.limit(), "threads": strconv.Itoa(g.threads)}
}

// manyRows is how many rows DuckDB sorts within the first gear's memory, or thereabouts.
const manyRows = 500_000

// prepareToSort changes to the second gear for a statement that is expected to sort many rows. With several threads such a sort
// may run short after its first rows are out, when it cannot begin anew unseen.
func (d *Database) prepareToSort(ctx context.Context, text string) {
	d.mu.Lock()
	first := d.gear == 0 && d.gears()[0].threads > 1
	d.mu.Unlock()
	if !first {
		return
	}
	if plan, err := d.Plan(ctx, text); err == nil && sorts(plan) {
		d.shift()
	}
}

// sorts says whether a plan has a sort of many rows; one that keeps only the first few is none.
func sorts(p *db.Plan) bool {
	return p.Node == "ORDER_BY" && expected(p) >= manyRows || slices.ContainsFunc(p.Children, sorts)
}

// expected is how many rows come to a sort, which has no estimate of its own.
func expected(sort *db.Plan) float64 {
	if len(sort.Children) == 0 {
		return 0
	}
	return sort.Children[0].Rows
}

// shift changes to the next gear, in which the file is opened again. It does not where there is none, and while other
// statements run: the file's lock is the whole process's, and would go with the first of two openings.
func (d *Database) shift() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.users > 0 || d.gear+1 == len(d.gears()) {
		return false
	}
	if d.engine != nil {
		d.engine.close()
		d.engine = nil
	}
	d.gear++
	return true
}

// again is why a result that has begun broke off, where another gear does it or tells more.
func again(err error) error {
	var e *db.Error
	if !errors.As(err, &e) {
		return err
	}
	said := *e
	said.Hint = "Run it again: parley lets DuckDB do it in another way then."
	return &said
}

// raised says that the last gear is in; empty when it is not.
func (d *Database) raised() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	all := d.gears()
	if d.gear+1 < len(all) {
		return ""
	}
	return fmt.Sprintf("DuckDB could not do this in %d MB of memory, so it may take %d MB.", all[0].megabytes, all[d.gear].megabytes)
}

// MemoryHint is what to do about a statement that runs short of memory.
const MemoryHint = "Narrow it down with a filter or a limit, or let it take more with --engine-memory."

// short says of a statement that ran short of memory how much it had.
func (d *Database) short(err error) error {
	var e *db.Error
	if !errors.As(err, &e) || e.Kind != db.Resources || e.Hint != MemoryHint {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	said := *e
	said.Message = fmt.Sprintf("DuckDB needs more than its %d MB of memory for this.", d.gears()[d.gear].megabytes)
	return &said
}
