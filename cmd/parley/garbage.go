package main

import (
	"os"
	"runtime/debug"
	"sync"

	"parley/db"
)

const (
	// baseMemory is what the program takes beside rows and indexes, in MB.
	baseMemory = 72
	// columnMemory is what a column of a catalogue and the names for it take in an index, garbage included, in bytes. (Measured: 2.4 KB
	// that live, of 40,000 columns.)
	columnMemory = 4 << 10
)

// garbage bounds what the garbage collector leaves lying.
type garbage struct {
	mu      sync.Mutex
	bounded bool
	rows    int            // MB of rows that are kept
	columns map[string]int // how many columns each database has that was opened
}

// bound lets garbage be half of what lives, not as much again: the whole program is to stay below 200 MB at any
// size of result, where the engines and the program's own pages take half of that. rows is how many MB of rows are kept.
// Who sets GOGC or GOMEMLIMIT knows better.
func (g *garbage) bound(rows int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.bounded, g.rows = true, rows
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(50)
	}
	g.limit()
}

// room makes room for the index over a database. Without it the collector runs without end once an index has filled the bound, and
// opening 5,000 tables takes five times as long.
func (g *garbage) room(database string, s *db.Schema) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.columns == nil {
		g.columns = map[string]int{}
	}
	n := 0
	for i := range s.Tables {
		n += len(s.Tables[i].Columns)
	}
	g.columns[database] = n
	g.limit()
}

func (g *garbage) limit() {
	if !g.bounded || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	debug.SetMemoryLimit(g.bytes())
}

// bytes is the bound.
func (g *garbage) bytes() int64 {
	sum := int64(baseMemory+g.rows) << 20
	for _, n := range g.columns {
		sum += int64(n) * columnMemory
	}
	return sum
}
