package archive

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"parley/dialog"
	"parley/dialog/bounded"
)

// Entry is a session as a list shows it.
type Entry struct {
	ID, Name         string
	Created, Updated time.Time
	Turns            int
	// First is the start of the first question.
	First string
	// Place is the last used database, Databases how many there are.
	Place     Place
	Databases int
	// Auto says that nobody asked for it to be kept, Folder where the user worked when it began.
	Auto   bool
	Folder string
	// Unsent is the start of what was typed last and not sent.
	Unsent string
	// Match is for a list of what was found: the turn that holds the words, in one line.
	Match string
	// Here is for a list on screen: it is the session that is there.
	Here bool
	// Err is set for a file that is no session: damaged, or of a newer parley. The rest is then what is known.
	Err error
}

// Empty says that nothing was said in it, or typed and not sent, and that nobody asked to keep it.
func (e *Entry) Empty() bool {
	return e.Auto && e.Name == "" && e.Err == nil && e.Turns == 0 && e.Unsent == ""
}

// List is every kept session, newest first. It reads only the heads of the files.
func (s *Store) List() ([]Entry, error) {
	files, err := os.ReadDir(s.folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, &ReadError{Path: s.folder, Cause: plain(err)}
	}
	var entries []Entry
	for _, f := range files {
		id, ok := strings.CutSuffix(f.Name(), fileSuffix)
		if ok && validID.MatchString(id) {
			entries = append(entries, s.entry(id))
		}
	}
	slices.SortFunc(entries, func(a, b Entry) int {
		if byTime := b.Updated.Compare(a.Updated); byTime != 0 {
			return byTime
		}
		return strings.Compare(b.ID, a.ID)
	})
	return entries, nil
}

// entry reads the head of a session's file.
func (s *Store) entry(id string) Entry {
	path := s.path(id)
	h, err := readHead(path)
	if err != nil {
		e := Entry{ID: id, Name: nameIn(path), Err: err}
		if info, err := os.Stat(path); err == nil {
			e.Updated = info.ModTime()
		}
		return e
	}
	e := Entry{ID: id, Name: h.Name, Created: h.CreatedAt, Updated: h.UpdatedAt, Turns: h.Count, First: h.First, Databases: len(h.Databases), Auto: h.Auto, Folder: h.Folder, Unsent: h.Unsent}
	e.Place = h.record().Place()
	return e
}

// writtenName is where a session's name stands in its file, before anything that could be called the same.
var writtenName = regexp.MustCompile(`^\{"version":\d+,"session_id":"[^"]*","uuid":"[^"]*","name":("(?:[^"\\]|\\.)*")`)

// nameIn is the name in a damaged file, so that nobody begins another session under it unawares; empty where it is not to be
// read.
func nameIn(path string) (name string) {
	f, err := bounded.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	start := make([]byte, 4096)
	n, _ := io.ReadFull(f, start)
	if found := writtenName.FindSubmatch(start[:n]); found != nil {
		_ = json.Unmarshal(found[1], &name)
	}
	return name
}

// readHead reads the head alone where parley wrote it: the last line of a log, the first of an object. Of any other file it reads the whole.
func readHead(path string) (*head, error) {
	f, err := bounded.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	for _, line := range []func(io.ReaderAt, int64) []byte{lastLine, objectLine} {
		var h head
		if json.Unmarshal(line(f, info.Size()), &h) == nil && h.Version <= logVersion && h.SessionID == idOf(path) {
			return &h, nil
		}
	}
	c, err := read(path)
	if err != nil {
		return nil, err
	}
	c.head.Count = len(c.turns)
	if len(c.turns) > 0 {
		c.head.First = firstWords(c.turns[0].Input)
	}
	return &c.head, nil
}

// lastLine is the line that ends a log, when it is a head that is whole.
func lastLine(f io.ReaderAt, size int64) []byte {
	const most = 64 << 10 // a head of a few hundred databases
	end := make([]byte, min(size, most))
	if _, err := f.ReadAt(end, size-int64(len(end))); err != nil {
		return nil
	}
	text, whole := bytes.CutSuffix(end, []byte("\n"))
	line := text[bytes.LastIndexByte(text, '\n')+1:]
	if !whole || !sealed(line) || !bytes.HasPrefix(line, []byte(headStart)) {
		return nil
	}
	return line
}

// objectLine is the head of an object, when the object is whole.
func objectLine(f io.ReaderAt, size int64) []byte {
	end := make([]byte, len(objectEnd))
	if _, err := f.ReadAt(end, max(size-int64(len(end)), 0)); err != nil || string(end) != objectEnd {
		return nil
	}
	first, err := bufio.NewReader(io.NewSectionReader(f, 0, size)).ReadBytes('\n')
	closed, ok := bytes.CutSuffix(bytes.TrimSpace(first), []byte(objectHead))
	if err != nil || !ok {
		return nil
	}
	return append(closed, '}')
}

// Hit is a session in which words were found, and the turns that hold them all; none when the name does.
type Hit struct {
	Entry
	Found []Turn
}

// Search finds the sessions that hold every word of a text, whatever its case, in their name or in one turn: question, SQL,
// or what was said. Newest first; files that cannot be read are left out.
func (s *Store) Search(text string) ([]Hit, error) {
	words := strings.Fields(strings.ToLower(text))
	entries, err := s.List()
	if err != nil || len(words) == 0 {
		return nil, err
	}
	var hits []Hit
	for _, e := range entries {
		c, err := read(s.path(e.ID))
		if err != nil {
			continue
		}
		hit := Hit{Entry: e}
		for _, t := range c.turns {
			if holds(searched(t.Turn), words) {
				hit.Found = append(hit.Found, t)
			}
		}
		if len(hit.Found) > 0 || holds(e.Name+" "+e.Place.Name, words) {
			hits = append(hits, hit)
		}
	}
	return hits, nil
}

// Holds says whether a turn has all words of a text, as Search finds them.
func Holds(t *dialog.Turn, text string) bool {
	return holds(searched(t), strings.Fields(strings.ToLower(text)))
}

func searched(t *dialog.Turn) string {
	parts := []string{t.Input, t.Question, t.Reply}
	if t.Result != nil {
		parts = append(parts, t.Result.SQL, t.Result.Explanation)
		parts = append(parts, t.Result.Changes...)
	}
	if t.Failure != nil {
		parts = append(parts, t.Failure.Message)
	}
	return strings.Join(parts, "\n")
}

func holds(text string, words []string) bool {
	text = strings.ToLower(text)
	return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) })
}

// Find is the id that a reference means: an id, a name, Last, the start of an id, or its last eight digits.
func (s *Store) Find(ref string) (string, error) {
	if validID.MatchString(ref) {
		if _, err := os.Stat(filepath.Join(s.folder, ref+fileSuffix)); err == nil {
			return ref, nil
		}
		return "", &NotFoundError{Ref: ref}
	}
	entries, err := s.List()
	if err != nil {
		return "", err
	}
	if ref == Last && len(entries) > 0 {
		return entries[0].ID, nil
	}
	var fits []string
	for _, e := range entries {
		if e.Name != "" && strings.EqualFold(e.Name, ref) {
			return e.ID, nil
		}
		if begins(e.ID, ref) {
			fits = append(fits, e.ID)
		}
	}
	switch len(fits) {
	case 0:
		return "", &NotFoundError{Ref: ref}
	case 1:
		return fits[0], nil
	}
	return "", &AmbiguousError{Ref: ref, IDs: fits}
}

// begins says whether a reference is the start of an id, or the eight digits after its time.
func begins(id, ref string) bool {
	if strings.HasPrefix(ref, idPrefix) {
		return strings.HasPrefix(id, ref)
	}
	return id[strings.LastIndexByte(id, '_')+1:] == ref
}
