package archive

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"sync"

	"github.com/google/uuid"

	"parley/dialog"
)

// Kept is a session under way that is kept on disk, locked against a second parley until Close. Turns already recorded
// are kept as text, so that a write encodes only the new ones. Its methods are safe for concurrent use.
type Kept struct {
	store *Store

	mu     sync.Mutex // guards what follows, for moments only: Take is called on the update loop
	head   head
	lines  []line
	known  map[uuid.UUID]int // the index of a turn's line
	opened []Turn            // the turns of lines, decoded by Open; nil once lines went on
	taken  uint64            // counts changes
	broken error
	notice string

	disk    sync.Mutex // held while writing; guards what follows
	lock    *lock
	written uint64 // taken, as of the last write
	created bool   // by Create, so that Close removes a session in which nothing was said
	existed bool   // the file was there when last seen
	failing bool   // a failure was said and is not over
}

// ID is the session's, sess_…
func (k *Kept) ID() string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.head.SessionID
}

// UUID is the session's, as dialog knows it.
func (k *Kept) UUID() uuid.UUID {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.head.UUID
}

// Name is what the user calls the session; empty when it has no name.
func (k *Kept) Name() string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.head.Name
}

// Path is the session's file.
func (k *Kept) Path() string { return k.store.path(k.ID()) }

// Notice is what opening the session has to tell: that its file was damaged. Empty otherwise.
func (k *Kept) Notice() string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.notice
}

// Places are the databases of the session, the last used one first.
func (k *Kept) Places() []Place {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.head.record().Places()
}

// database is the index of a place, which is added when it is new. A place that a damaged or old file could not name is
// taken for the first one that comes.
func (k *Kept) database(p Place) int {
	i := slices.IndexFunc(k.head.Databases, func(d databaseJSON) bool { return d.place().Same(p) || d.place().blank() })
	if i < 0 {
		i = len(k.head.Databases)
		k.head.Databases = append(k.head.Databases, databaseJSON{})
	}
	d := &k.head.Databases[i]
	d.Name, d.Targets, d.Dialect = p.Name, bare(p.Targets), cmp.Or(p.Dialect, d.Dialect)
	return i
}

// Session is Record.Session of the session so far.
func (k *Kept) Session(p Place, settings dialog.Settings) (s *dialog.Session, notice string) {
	r, err := k.Record()
	s, notice = r.Session(p, settings)
	if err != nil {
		notice = err.Error()
	}
	return s, notice
}

// turns are the turns of the lines, decoded.
func (k *Kept) turns() ([]Turn, error) {
	if k.opened != nil {
		return k.opened, nil
	}
	turns := make([]Turn, 0, len(k.lines))
	for _, l := range k.lines {
		var pair [2]message
		if err := json.Unmarshal(slices.Concat([]byte("["), l.text, []byte("]")), &pair); err != nil {
			return turns, fmt.Errorf("read turn %s: %w", l.id, err)
		}
		t, err := turnOf(pair[0], pair[1])
		if err != nil {
			return turns, err
		}
		turns = append(turns, t)
	}
	return turns, nil
}

// Record is the session so far, to show and to export.
func (k *Kept) Record() (*Record, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	r := k.head.record()
	var err error
	r.Turns, err = k.turns()
	return r, err
}

// Take notes where a conversation stands: the turns that are new, and what is in force. What Clear removed goes from the
// record too. It does no I/O; call it after each Commit, and Write afterwards.
func (k *Kept) Take(p Place, s *dialog.Session) {
	m := s.Snapshot()
	k.mu.Lock()
	defer k.mu.Unlock()
	i := k.database(p)
	d := &k.head.Databases[i]
	changed := k.dropCleared(i, m)
	for _, t := range m.Turns {
		changed = k.note(Turn{t, i}) || changed
	}
	if d.At != m.At || d.Fresh != m.Fresh || d.Last != m.Last || !maps.Equal(d.Redo, m.Redo) {
		d.At, d.Fresh, d.Last, d.Redo = m.At, m.Fresh, m.Last, nil
		if len(m.Redo) > 0 {
			d.Redo = m.Redo
		}
		k.head.Current, changed = i, true
	}
	if changed {
		k.touch()
	}
}

// dropCleared lets go what was cleared: the numbers began anew.
func (k *Kept) dropCleared(database int, m dialog.Snapshot) bool {
	last := k.head.Databases[database].Last
	anew := m.Last < last || slices.ContainsFunc(m.Turns, func(t *dialog.Turn) bool {
		_, known := k.known[t.ID]
		return t.Number <= last && !known
	})
	if !anew {
		return false
	}
	k.opened = nil
	k.lines = slices.DeleteFunc(k.lines, func(l line) bool { return l.database == database })
	clear(k.known)
	for i, l := range k.lines {
		k.known[l.id] = i
	}
	if len(k.lines) == 0 {
		k.head.First = ""
	}
	return true
}

// note adds a turn that is new, or whose rows were counted further since.
func (k *Kept) note(t Turn) bool {
	i, known := k.known[t.ID]
	if known {
		l := k.lines[i]
		if t.Result == nil || l.rows == t.Result.Rows && l.more == t.Result.More {
			return false
		}
		// Pruning hangs turns on another parent; the file holds them all and keeps the one they had.
		turn := *t.Turn
		turn.Parent = l.parent
		t.Turn = &turn
	}
	text, err := encodeTurn(t, k.store.Rows)
	if err != nil {
		k.broken = err
		return false
	}
	if k.head.First == "" {
		k.head.First = firstWords(t.Input)
	}
	k.opened = nil
	if known {
		k.lines[i] = newLine(t, text)
		return true
	}
	k.known[t.ID] = len(k.lines)
	k.lines = append(k.lines, newLine(t, text))
	return true
}

func (k *Kept) touch() {
	k.head.UpdatedAt, k.head.Count = k.store.clock().UTC(), len(k.lines)
	k.taken++
}

// TakeParameters notes what the conversation about a database remembers, a JSON value, beside its turns.
func (k *Kept) TakeParameters(p Place, parameters json.RawMessage) {
	k.mu.Lock()
	defer k.mu.Unlock()
	d := &k.head.Databases[k.database(p)]
	if string(d.Parameters) != string(parameters) {
		d.Parameters = slices.Clone(parameters)
		k.touch()
	}
}

// Rename gives the session another name and writes it; an empty one takes it away.
func (k *Kept) Rename(name string) error {
	if name != "" {
		free, err := k.store.claim(name, k.ID())
		if err != nil {
			return err
		}
		defer free()
	}
	k.mu.Lock()
	k.head.Name = name
	k.taken++
	k.mu.Unlock()
	_, err := k.Write()
	return err
}

// Write puts what Take saw on disk: when it returns without an error, a crash no longer loses it. The notice, when there is
// one, is for the user: a failure is told once, and once when it is over.
func (k *Kept) Write() (notice string, err error) {
	k.disk.Lock()
	defer k.disk.Unlock()
	text, generation, err := k.snapshot()
	if err == nil && generation == k.written {
		return "", nil
	}
	gone := k.existed && !exists(k.Path())
	if err == nil {
		err = k.put(text)
	}
	if err != nil {
		if k.failing {
			return "", err
		}
		k.failing = true
		return err.Error(), err
	}
	k.written, k.existed = generation, true
	recovered := k.failing
	k.failing = false
	switch {
	case recovered:
		return "The session is saved again.", nil
	case gone:
		return "The session's file was deleted; it was written anew with every turn.", nil
	}
	return "", nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

// snapshot is the file as it should be, and the count of changes in it.
func (k *Kept) snapshot() ([]byte, uint64, error) {
	k.mu.Lock()
	h, lines, generation, broken := k.head, slices.Clone(k.lines), k.taken, k.broken
	h.Databases = slices.Clone(h.Databases)
	k.mu.Unlock()
	text, err := encode(h, lines)
	return text, generation, errors.Join(broken, err)
}

// put replaces the file, under the lock.
func (k *Kept) put(text []byte) error {
	if k.lock == nil || !k.lock.held() {
		k.lock.release()
		var err error
		if k.lock, err = k.store.lock(k.ID()); err != nil {
			return err
		}
	}
	if err := replace(k.Path(), text); err != nil {
		return &WriteError{Path: k.store.folder, Cause: plain(err)}
	}
	return nil
}

// Close writes what is not written yet and lets the session go. One that was created and in which nothing was said leaves
// no file.
func (k *Kept) Close() error {
	k.mu.Lock()
	empty := len(k.lines) == 0
	k.mu.Unlock()
	var err error
	if !k.created || !empty {
		_, err = k.Write()
	}
	k.disk.Lock()
	defer k.disk.Unlock()
	if k.created && empty && k.lock != nil && k.lock.held() {
		os.Remove(k.Path())
	}
	k.lock.release()
	k.lock = nil
	return err
}
