package workflow

import (
	"github.com/google/uuid"

	"parley/db"
	"parley/db/statement"
)

// shelf keeps the rowsets of the last turns, all but the last one in their files, and closes the others: a conversation's
// memory does not grow with its results.
type shelf struct {
	size int
	ids  []uuid.UUID
	rows map[uuid.UUID]*db.Rowset
}

func newShelf(size int) *shelf { return &shelf{size: size, rows: map[uuid.UUID]*db.Rowset{}} }

func (s *shelf) get(id uuid.UUID) *db.Rowset { return s.rows[id] }

// put keeps rows under a turn's id, in place of what was there, and closes the oldest beyond the size.
func (s *shelf) put(id uuid.UUID, rows *db.Rowset) {
	if rows == nil {
		return
	}
	s.drop(id)
	for _, earlier := range s.rows {
		go earlier.Rest() // writes to a file, so not on the update loop
	}
	s.ids, s.rows[id] = append(s.ids, id), rows
	for len(s.ids) > s.size {
		s.drop(s.ids[0])
	}
}

func (s *shelf) drop(id uuid.UUID) {
	rows, ok := s.rows[id]
	if !ok {
		return
	}
	rows.Close()
	delete(s.rows, id)
	for i, other := range s.ids {
		if other == id {
			s.ids = append(s.ids[:i], s.ids[i+1:]...)
			return
		}
	}
}

func (s *shelf) clear() {
	for len(s.ids) > 0 {
		s.drop(s.ids[0])
	}
}

// trees keeps the statements of the last turns, and lets the others go.
type trees struct {
	size int
	ids  []uuid.UUID
	of   map[uuid.UUID]*statement.Statement
}

func newTrees(size int) *trees { return &trees{size: size, of: map[uuid.UUID]*statement.Statement{}} }

func (t *trees) get(id uuid.UUID) *statement.Statement { return t.of[id] }

func (t *trees) put(id uuid.UUID, tree *statement.Statement) {
	if _, known := t.of[id]; !known {
		t.ids = append(t.ids, id)
	}
	t.of[id] = tree
	for len(t.ids) > t.size {
		delete(t.of, t.ids[0])
		t.ids = t.ids[1:]
	}
}
