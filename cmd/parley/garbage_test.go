package main

import (
	"testing"

	"parley/db"
)

func TestMemoryHasRoomForTheIndexOfEachDatabase(t *testing.T) {
	t.Parallel()
	schema := func(tables, columns int) *db.Schema {
		s := &db.Schema{Tables: make([]db.Table, tables)}
		for i := range s.Tables {
			s.Tables[i].Columns = make([]db.Column, columns)
		}
		return s
	}
	var g garbage
	g.room("small", schema(10, 10))
	small := g.bytes()
	if small > (baseMemory+1)<<20 {
		t.Errorf("a small schema has a bound of %d bytes", small)
	}
	g.room("big", schema(5000, 8))
	if big := g.bytes(); big < small+(100<<20) || big > small+(200<<20) {
		t.Errorf("40,000 columns have a bound of %d bytes", big)
	}
	g.room("big", schema(10, 10)) // read again
	if again := g.bytes(); again > (baseMemory+1)<<20 {
		t.Errorf("the bound grows with each reading: %d bytes", again)
	}
}
