package archive

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"

	"parley/dialog"
	"parley/dialog/bounded"
)

const (
	fileSuffix = ".json"
	lockSuffix = ".lock"
	// Last is the reference to the session that was used last.
	Last = "last"
)

// Store is a folder of sessions. It keeps nothing open.
type Store struct {
	folder string
	clock  func() time.Time
	// Rows says that the first rows of results are written too; by default no row leaves the database.
	Rows bool
}

// NewStore is the store in a folder, which is made when the first session is.
func NewStore(folder string, clock func() time.Time) *Store {
	return &Store{folder: folder, clock: clock}
}

// Folder is where the sessions are.
func (s *Store) Folder() string { return s.folder }

func (s *Store) path(id string) string { return filepath.Join(s.folder, id+fileSuffix) }

// Create begins a session's file and locks it. A name must be free; it may be empty. With a *WriteError the session is
// usable all the same, and each Write tries again.
func (s *Store) Create(id uuid.UUID, name string) (*Kept, error) {
	now := s.clock().UTC()
	k := &Kept{store: s, known: map[uuid.UUID]int{}, created: true, taken: 1, head: head{
		SessionID: newID(now, id), UUID: id, CreatedAt: now, UpdatedAt: now,
	}}
	if name == "" {
		_, err := k.Write()
		return k, err
	}
	free, err := s.claim(name, "")
	if err != nil {
		return k.unlessUnwritable(name, err)
	}
	defer free()
	k.head.Name = name
	_, err = k.Write()
	return k, err
}

// Begin is Create for a session that the user did not ask to keep: it has no name, nothing is written before something is said or typed, and
// Sweep may let it go. Folder is where the user works.
func (s *Store) Begin(id uuid.UUID, folder string) *Kept {
	now := s.clock().UTC()
	return &Kept{store: s, known: map[uuid.UUID]int{}, created: true, head: head{
		SessionID: newID(now, id), UUID: id, CreatedAt: now, UpdatedAt: now, Auto: true, Folder: folder,
	}}
}

// unlessUnwritable keeps a session going whose folder cannot be written.
func (k *Kept) unlessUnwritable(name string, err error) (*Kept, error) {
	var unwritable *WriteError
	if !errors.As(err, &unwritable) {
		return nil, err
	}
	k.head.Name = name
	_, err = k.Write() // says so once
	return k, err
}

// Open resumes a session: by its id, its name, the start of its id, its last eight digits, or Last. A damaged file is
// set aside first; the session goes on with what can be read, and Notice says so.
func (s *Store) Open(ref string) (*Kept, error) {
	id, err := s.Find(ref)
	if err != nil {
		return nil, err
	}
	l, err := s.lock(id)
	if err != nil {
		return nil, err
	}
	k, err := s.load(id)
	if err != nil {
		l.release()
		return nil, err
	}
	k.lock = l
	return k, nil
}

// lock takes a session's lock.
func (s *Store) lock(id string) (*lock, error) {
	l, holder, err := takeLock(filepath.Join(s.folder, id+lockSuffix))
	switch {
	case errors.Is(err, errHeld):
		held := &LockedError{ID: id, PID: holder}
		if c, err := read(s.path(id)); err == nil {
			held.Name, held.First = c.head.Name, c.head.First
		}
		return nil, held
	case err != nil:
		return nil, &WriteError{Path: s.folder, Cause: plain(err)}
	}
	return l, nil
}

// load reads a session under its lock.
func (s *Store) load(id string) (*Kept, error) {
	path := s.path(id)
	os.Remove(temporaryPath(path)) // what a crash left of a write; the file itself is whole
	c, err := read(path)
	var damaged *DamagedError
	switch {
	case errors.As(err, &damaged):
		return s.rescue(id, damaged)
	case errors.Is(err, fs.ErrNotExist):
		return nil, &NotFoundError{Ref: id}
	case err != nil:
		return nil, err
	}
	k, err := s.kept(c)
	if err != nil {
		return nil, &DamagedError{Path: path, Cause: err}
	}
	k.existed = true
	if c.torn {
		k.notice = fmt.Sprintf("The last write to the session was cut off; %s of it are there.", turns(len(c.turns)))
	}
	return k, nil
}

// kept is a session as read. Of a log the turns stay in the file; others are put into lines here, for the first write.
func (s *Store) kept(c *content) (*Kept, error) {
	k := &Kept{store: s, head: c.head, opened: c.turns, known: c.known, entries: make([]entry, len(c.turns)), seen: make([][]*dialog.Turn, len(c.head.Databases))}
	for i, t := range c.turns {
		k.entries[i].turn = t
		if t.Database < len(k.seen) {
			k.seen[t.Database] = append(k.seen[t.Database], t.Turn)
		}
		if c.size > 0 {
			continue
		}
		var err error
		if k.entries[i].line, err = sealTurn(t, true); err != nil {
			return nil, err
		}
	}
	if c.size > 0 {
		k.log.open(s.path(c.head.SessionID), c)
	}
	return k, nil
}

// stamp is the time in the name of what is set aside.
func (s *Store) stamp() string { return s.clock().UTC().Format("20060102T150405") }

// rescue sets a damaged file aside and takes what can be read of it.
func (s *Store) rescue(id string, damaged *DamagedError) (*Kept, error) {
	text, err := bounded.File(damaged.Path, fileSize)
	if err != nil {
		return nil, &ReadError{Path: damaged.Path, Cause: plain(err)}
	}
	aside, err := setAside(damaged.Path, "damaged", s.stamp())
	if err != nil {
		return nil, &WriteError{Path: s.folder, Cause: plain(err)}
	}
	c := salvage(text, id)
	if c == nil {
		return nil, &DamagedError{Path: damaged.Path, Aside: aside, Cause: damaged.Cause}
	}
	k, err := s.kept(c)
	if err != nil {
		return nil, &DamagedError{Path: damaged.Path, Aside: aside, Cause: err}
	}
	k.taken = 1
	k.notice = fmt.Sprintf("The session's file was damaged (%v)%s It was set aside as %s.", damaged.Cause, c.saved(), aside)
	return k, nil
}

// saved says what of a damaged file could be read.
func (c *content) saved() (said string) {
	switch {
	case len(c.turns) == 0:
		said = "."
	case c.asked > 0:
		said = fmt.Sprintf(": %s of it could be read, and the question of %d more.", turns(len(c.turns)-c.asked), c.asked)
	default:
		said = ": " + turns(len(c.turns)) + " of it could be read."
	}
	if c.unsure {
		said += " What was typed and not sent is back as far as it could be read."
	}
	return said
}

func turns(n int) string {
	if n == 1 {
		return "1 turn"
	}
	return fmt.Sprintf("%d turns", n)
}

// Read is a session's record, open elsewhere or not.
func (s *Store) Read(ref string) (*Record, error) {
	id, err := s.Find(ref)
	if err != nil {
		return nil, err
	}
	c, err := read(s.path(id))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &NotFoundError{Ref: ref}
	}
	if err != nil {
		return nil, err
	}
	return c.record(), nil
}

// Rename gives a session another name; an empty one takes it away.
func (s *Store) Rename(ref, name string) error {
	k, err := s.Open(ref)
	if err != nil {
		return err
	}
	return errors.Join(k.Rename(name), k.Close())
}

// Delete removes a session that nobody has open, damaged or not.
func (s *Store) Delete(ref string) error {
	id, err := s.Find(ref)
	if err != nil {
		return err
	}
	l, err := s.lock(id)
	if err != nil {
		return err
	}
	defer l.release()
	os.Remove(temporaryPath(s.path(id)))
	if err := os.Remove(s.path(id)); err != nil {
		return fmt.Errorf("delete session %s: %w", id, plain(err))
	}
	return syncFolder(s.folder)
}

// claim holds a name until free is called: nobody else can take one meanwhile. Own is the id of the session that may have it.
func (s *Store) claim(name, own string) (free func(), err error) {
	if reason := unfit(name); reason != "" {
		return nil, &NameError{name, reason}
	}
	l, err := s.namesLock()
	if err != nil {
		return nil, err
	}
	entries, err := s.List()
	for _, e := range entries {
		if e.ID != own && strings.EqualFold(e.Name, name) {
			err = &NameError{name, "the session " + e.ID + " has this name"}
		}
	}
	if err != nil {
		l.release()
		return nil, err
	}
	return l.release, nil
}

// namesLock is held for the moment of giving a name; another parley's moment is waited for.
func (s *Store) namesLock() (*lock, error) {
	const patience, pause = 100, 20 * time.Millisecond
	for range patience {
		l, _, err := takeLock(filepath.Join(s.folder, ".names"+lockSuffix))
		if err == nil {
			return l, nil
		}
		if !errors.Is(err, errHeld) {
			return nil, &WriteError{Path: s.folder, Cause: plain(err)}
		}
		time.Sleep(pause)
	}
	return nil, &WriteError{Path: s.folder, Cause: errors.New("another parley keeps the names locked")}
}

// unfit says why a name cannot be a session's.
func unfit(name string) string {
	const longest = 100
	switch {
	case strings.TrimSpace(name) != name || name == "":
		return "a name begins and ends with a letter or sign"
	case utf8.RuneCountInString(name) > longest:
		return fmt.Sprintf("it is longer than %d letters", longest)
	case strings.ContainsFunc(name, func(r rune) bool { return unicode.IsControl(r) || r == utf8.RuneError }):
		return "it holds control characters"
	case strings.HasPrefix(name, idPrefix), strings.EqualFold(name, Last):
		return "that is how ids are written"
	}
	return ""
}

// plain takes the path out of an error of the file system: the sentence around it names it.
func plain(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	var link *os.LinkError
	if errors.As(err, &link) {
		return link.Err
	}
	return err
}
