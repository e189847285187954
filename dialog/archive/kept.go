package archive

import (
	"cmp"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/google/uuid"

	"parley/dialog"
)

// Kept is a session under way that is kept on disk, locked against a second parley until Close. What is new waits as lines of the log
// until it is written. Its methods are safe for concurrent use.
type Kept struct {
	store *Store

	mu      sync.Mutex // guards what follows, for moments only: Take is called on the update loop
	head    head
	entries []entry
	known   map[uuid.UUID]int // the index of a turn's entry
	seen    [][]*dialog.Turn  // by database: the turns as Take saw them last, none of which ever changes
	opened  []Turn            // the turns of entries, decoded by Open; nil once others came
	waiting []waiting         // what is not written, oldest first
	taken   uint64            // counts changes
	broken  error
	notice  string

	disk    sync.Mutex // held while writing, and taken before mu; guards what follows
	lock    *lock
	log     log
	written uint64 // taken, as of the last write
	created bool   // by Create, so that Close removes a session in which nothing was said
	existed bool   // the file was there when last seen
	failing bool   // a failure was said and is not over
}

// entry is a turn of a kept session.
type entry struct {
	turn Turn
	line []byte // until it is written
}

// waiting is a line that is not written, and the entry that it is of; -1 for none.
type waiting struct {
	line  []byte
	entry int
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

// Alone says that nothing is kept in the store but this session.
func (k *Kept) Alone() bool {
	files, err := os.ReadDir(k.store.folder)
	return err != nil || !slices.ContainsFunc(files, func(f fs.DirEntry) bool {
		return strings.HasSuffix(f.Name(), fileSuffix) && f.Name() != k.ID()+fileSuffix
	})
}

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

// Record is the session so far, to show and to export.
func (k *Kept) Record() (*Record, error) {
	k.mu.Lock()
	r := k.head.record()
	r.Turns = k.opened
	k.mu.Unlock()
	if r.Turns != nil {
		return r, nil
	}
	k.disk.Lock()
	defer k.disk.Unlock()
	k.mu.Lock()
	r, entries := k.head.record(), slices.Clone(k.entries)
	k.mu.Unlock()
	lines, err := k.log.lines(entries, k.store.Rows)
	if err != nil {
		return r, err
	}
	r.Turns = make([]Turn, 0, len(lines))
	for _, read := range items(slices.Concat(lines...)) {
		r.Turns = append(r.Turns, read.turn)
	}
	return r, nil
}

// Take notes where a conversation stands: the turns that are new, and what is in force. It does no I/O; call it after each Commit, and Write afterwards.
func (k *Kept) Take(p Place, s *dialog.Session) {
	m := s.Snapshot()
	k.mu.Lock()
	defer k.mu.Unlock()
	i := k.database(p)
	changed := k.see(i, m.Turns)
	d := &k.head.Databases[i]
	if d.At != m.At || d.Fresh != m.Fresh || d.Last != m.Last || !maps.Equal(d.Redo, m.Redo) {
		k.lead(i, m.Redo)
		d.At, d.Fresh, d.Last = m.At, m.Fresh, m.Last
		k.head.Current, changed = i, true
	}
	if changed {
		k.touch()
	}
}

// see notes what is new among the turns of a database: a turn never changes, another stands in its place.
func (k *Kept) see(database int, turns []*dialog.Turn) (changed bool) {
	for len(k.seen) <= database {
		k.seen = append(k.seen, nil)
	}
	before := k.seen[database]
	k.seen[database] = turns
	for i, t := range turns {
		if i >= len(before) || before[i] != t {
			changed = k.note(Turn{t, database}) || changed
		}
	}
	return changed
}

// note takes a turn that is new, or whose result is another since: counted further, run again.
func (k *Kept) note(t Turn) bool {
	i, known := k.known[t.ID]
	if known && sameResult(k.entries[i].turn.Result, t.Result) {
		k.entries[i].turn = t
		return false
	}
	line, err := sealTurn(t, k.store.Rows)
	if err != nil {
		k.broken = err
		return false
	}
	if k.head.First == "" {
		k.head.First = firstWords(t.Input)
	}
	k.opened = nil
	if !known {
		i = len(k.entries)
		k.known[t.ID] = i
		k.entries = append(k.entries, entry{})
	}
	k.entries[i] = entry{t, line}
	k.waiting = append(k.waiting, waiting{line, i})
	return true
}

// sameResult says whether a file that holds the one need not be told of the other: the first rows are let go when nobody sees them.
func sameResult(a, b *dialog.Result) bool {
	if a == b || a == nil || b == nil {
		return a == b
	}
	x, y := *a, *b
	x.Preview, y.Preview = nil, nil
	return reflect.DeepEqual(x, y)
}

// lead notes where redo leads on a database.
func (k *Kept) lead(database int, redo map[uuid.UUID]uuid.UUID) {
	d := &k.head.Databases[database]
	news := map[uuid.UUID]uuid.UUID{}
	for from, to := range redo {
		if d.Redo[from] != to {
			news[from] = to
		}
	}
	for from := range d.Redo {
		if _, leads := redo[from]; !leads {
			news[from] = uuid.Nil
		}
	}
	if len(news) == 0 {
		return
	}
	d.Redo = nil
	if len(redo) > 0 {
		d.Redo = redo
	}
	k.wait(redoLine{news, database})
}

// wait puts a line that is no turn's among those to be written.
func (k *Kept) wait(value any) {
	line, err := seal(value)
	if err != nil {
		k.broken = err
		return
	}
	k.waiting = append(k.waiting, waiting{line, -1})
}

func (k *Kept) touch() {
	k.head.UpdatedAt, k.head.Count = k.store.clock().UTC(), len(k.entries)
	k.taken++
}

// TakeParameters notes what the conversation about a database remembers, a JSON value, beside its turns.
func (k *Kept) TakeParameters(p Place, parameters json.RawMessage) {
	k.mu.Lock()
	defer k.mu.Unlock()
	i := k.database(p)
	if d := &k.head.Databases[i]; string(d.Parameters) != string(parameters) {
		d.Parameters = slices.Clone(parameters)
		k.wait(parametersLine{d.Parameters, i})
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
	k.disk.Lock()
	k.log.stale = true // written anew, so that the first line tells the name
	k.disk.Unlock()
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
	foreign := k.log.foreign(k.Path())
	b, err := k.batch(foreign || !k.log.goesOn(k.Path()))
	b.foreign = foreign
	if err == nil && b.generation == k.written {
		return "", nil
	}
	gone := k.existed && !exists(k.Path())
	var aside string
	if err == nil {
		aside, err = k.put(b)
	}
	if err != nil {
		if k.failing {
			return "", err
		}
		k.failing = true
		return err.Error(), err
	}
	k.settle(b)
	k.existed = true
	recovered := k.failing
	k.failing = false
	switch {
	case aside != "":
		return "The session's file was written by another program meanwhile; it was set aside as " + aside + ", and the session written anew with every turn.", nil
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

// batch is what a write puts on disk.
type batch struct {
	head       []byte // its line
	waiting    []waiting
	generation uint64
	// whole says that the file is written anew: entries and databases are all there is.
	whole     bool
	foreign   bool // another program wrote the file
	entries   []entry
	databases []databaseJSON
	draft     []string
}

func (k *Kept) batch(whole bool) (b batch, err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	b = batch{waiting: slices.Clone(k.waiting), generation: k.taken, whole: whole}
	if whole {
		b.entries, b.databases, b.draft = slices.Clone(k.entries), slices.Clone(k.head.Databases), k.head.draft
	}
	b.head, err = k.head.line()
	return b, errors.Join(k.broken, err)
}

// put writes a batch, under the session's lock: at the end of the log, or the whole of it. What another program wrote meanwhile is set
// aside.
func (k *Kept) put(b batch) (aside string, err error) {
	if k.lock == nil || !k.lock.held() {
		k.lock.release()
		if k.lock, err = k.store.lock(k.ID()); err != nil {
			return "", err
		}
	}
	if b.foreign {
		if aside, err = setAside(k.Path(), "other", k.store.stamp()); err != nil {
			return "", &WriteError{Path: k.store.folder, Cause: plain(err)}
		}
		k.log.leave(aside) // its lines are made again from the turns
	}
	write := k.log.extend
	if b.whole {
		write = func(b batch) error { return k.log.renew(k.Path(), b, k.store.Rows) }
	}
	if err := write(b); err != nil {
		return aside, &WriteError{Path: k.store.folder, Cause: plain(err)}
	}
	return aside, nil
}

// settle lets go of the lines that were written.
func (k *Kept) settle(b batch) {
	k.written = b.generation
	k.mu.Lock()
	defer k.mu.Unlock()
	k.waiting = slices.Delete(k.waiting, 0, len(b.waiting))
	done := func(i int, line []byte) {
		if now := k.entries[i].line; len(now) > 0 && &now[0] == &line[0] {
			k.entries[i].line = nil
		}
	}
	for i, e := range b.entries {
		if e.line != nil {
			done(i, e.line)
		}
	}
	for _, w := range b.waiting {
		if w.entry >= 0 {
			done(w.entry, w.line)
		}
	}
}

// Close writes what is not written yet and lets the session go. One that was created and in which nothing was said or
// typed leaves no file.
func (k *Kept) Close() error {
	k.mu.Lock()
	empty := len(k.entries) == 0 && len(k.head.draft) == 0
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
	k.log.close()
	k.lock.release()
	k.lock = nil
	return err
}
