package db

import (
	"fmt"
	"sort"
)

// chunkSize is about how many bytes a chunk takes: small enough to read one back while a key is held down, large
// enough that a result has few.
const chunkSize = 256 << 10

// store holds rows in chunks: the youngest in memory within the budget, older ones in the spill file, and the few of
// those that were looked at last in memory as well.
type store struct {
	width  int
	limits Limits
	rows   int
	memory int // bytes of the chunks in memory, without the recent ones
	slots  []slot
	oldest int // the first slot that is still in memory
	file   *spill
	recent []*Chunk // read back, the last used at the end
}

// slot is one chunk, in memory or in the file.
type slot struct {
	first int
	chunk *Chunk
	place place
	bytes int
	whole bool // the chunk came as it is, and no row is added to it
}

// keptRecent is how many chunks read back stay in memory.
const keptRecent = 8

func (s *store) spilled() int64 {
	if s.file == nil {
		return 0
	}
	return s.file.size
}

func (s *store) add(row []Value) error {
	if s.full() {
		if err := s.begin(); err != nil {
			return err
		}
	}
	last := &s.slots[len(s.slots)-1]
	s.grew(last, last.chunk.append(row, s.limits.Cell), 1)
	return nil
}

// take adds rows from to end of another chunk, which it keeps as it is where nobody changes it, it is worth a place of its own,
// and no cell is to be cut.
func (s *store) take(c *Chunk, from, end int) error {
	if from == 0 && end == c.rows && c.settled && c.longest <= s.limits.Cell && c.Size() >= chunkSize/8 {
		return s.adopt(c)
	}
	for at := from; at < end; at++ {
		if s.full() {
			if err := s.begin(); err != nil {
				return err
			}
		}
		last := &s.slots[len(s.slots)-1]
		s.grew(last, last.chunk.take(c, at, s.limits.Cell), 1)
	}
	return nil
}

func (s *store) adopt(c *Chunk) error {
	if err := s.seal(); err != nil {
		return err
	}
	c.first = s.rows
	s.slots = append(s.slots, slot{first: s.rows, chunk: c, whole: true})
	s.grew(&s.slots[len(s.slots)-1], c.Size(), c.rows)
	return nil
}

func (s *store) grew(at *slot, bytes, rows int) {
	at.bytes += bytes
	s.memory += bytes
	s.rows += rows
}

// full says that the next row needs another chunk.
func (s *store) full() bool {
	last := len(s.slots) - 1
	return last < 0 || s.slots[last].whole || s.slots[last].bytes >= chunkSize
}

// seal ends the last chunk, and makes room for another.
func (s *store) seal() error {
	if s.limits.flow {
		return nil
	}
	if last := len(s.slots) - 1; last >= 0 && !s.slots[last].whole {
		s.slots[last].chunk.trim()
	}
	return s.makeRoom()
}

// begin starts a chunk.
func (s *store) begin() error {
	if err := s.seal(); err != nil {
		return err
	}
	s.slots = append(s.slots, slot{first: s.rows, chunk: newChunk(s.rows, s.width)})
	return nil
}

// makeRoom moves the oldest chunks to the file until the next one fits the budget.
func (s *store) makeRoom() error {
	for s.memory+chunkSize > s.limits.Memory && s.oldest < len(s.slots) {
		if err := s.moveOut(&s.slots[s.oldest]); err != nil {
			return err
		}
		s.oldest++
	}
	return nil
}

// rest moves all chunks but the last, which may still grow, to the file.
func (s *store) rest() {
	if s.limits.flow { // its rows go on to where they are written
		return
	}
	s.recent = nil
	for s.oldest < len(s.slots)-1 && s.moveOut(&s.slots[s.oldest]) == nil {
		s.oldest++
	}
}

func (s *store) moveOut(at *slot) (err error) {
	if s.file == nil {
		if s.file, err = newSpill(s.limits.Folder); err != nil {
			return err
		}
	}
	if at.place, err = s.file.write(at.chunk); err != nil {
		return err
	}
	s.memory -= at.bytes
	at.chunk = nil
	return nil
}

// row is row i of all.
func (s *store) row(i int) ([]Value, error) {
	c, _, err := s.chunkOf(i)
	if err != nil {
		return nil, err
	}
	return c.Row(i - c.first), nil
}

// chunkOf is the chunk that row i is in; growing says that rows are added to it still.
func (s *store) chunkOf(i int) (c *Chunk, growing bool, err error) {
	at := sort.Search(len(s.slots), func(n int) bool { return s.slots[n].first > i }) - 1
	if i >= s.rows || at < 0 {
		return nil, false, fmt.Errorf("row %d of %d is not kept", i, s.rows)
	}
	c, err = s.load(&s.slots[at])
	return c, at == len(s.slots)-1 && !s.slots[at].whole, err
}

// pass lets the chunks before row i go; it says whether there were any. The last one, which more rows may join, goes where it
// takes all the room.
func (s *store) pass(i int) (passed bool) {
	if i >= s.rows && s.memory > s.limits.Memory {
		s.slots, s.memory = nil, 0
		return true
	}
	for len(s.slots) > 1 && s.slots[1].first <= i {
		s.memory -= s.slots[0].bytes
		s.slots[0].chunk = nil
		s.slots, passed = s.slots[1:], true
	}
	return passed
}

// load is a slot's chunk, from the file if need be.
func (s *store) load(at *slot) (*Chunk, error) {
	if at.chunk != nil {
		return at.chunk, nil
	}
	for n, c := range s.recent {
		if c.first == at.first {
			s.recent = append(append(s.recent[:n], s.recent[n+1:]...), c)
			return c, nil
		}
	}
	c, err := s.file.read(at.place, at.first, s.width)
	if err != nil {
		return nil, err
	}
	if len(s.recent) == keptRecent {
		s.recent = append(s.recent[:0], s.recent[1:]...)
	}
	s.recent = append(s.recent, c)
	return c, nil
}

func (s *store) close() error {
	s.slots, s.recent = nil, nil
	if s.file == nil {
		return nil
	}
	return s.file.close()
}
