package verified

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"parley/dialog/bounded"
	"parley/workflow/schema"
)

// The confirmed queries lie in a plain file that can be read, edited and kept in version control:
//
//	-- question: How many orders came in last week?
//	-- database: shop.sqlite
//	-- confirmed: 2026-10-03
//	SELECT count(*) FROM orders WHERE …;
//
// What else stands there is the user's, and stays where it is. A pick from several readings is remembered likewise, for the session
// alone.

// File are the confirmed queries of all databases, and the picks of the session.
type File struct {
	path string

	mu    sync.Mutex
	pairs []Pair
	picks []Pair
}

// OpenFile reads the file; one that does not exist yet has no queries. An empty path keeps them for the session.
func OpenFile(path string) (*File, error) {
	f := &File{path: path}
	text, err := f.text()
	if err != nil {
		return nil, fmt.Errorf("read the confirmed queries: %w", err)
	}
	f.pairs = pairsOf(blocks(text))
	return f, nil
}

// fileSize is the most that is read: pairs are confirmed one at a time.
const fileSize = 16 << 20

func (f *File) text() (string, error) {
	if f.path == "" {
		return "", nil
	}
	text, err := bounded.File(f.path, fileSize)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return string(text), err
}

// block is a part of the file: a pair with its lines, or lines of the user's own.
type block struct {
	Pair
	lines []string
}

const questionMark = "-- question:"

// blocks cuts a file: a line "-- question:" begins a pair, which ends with the statement; what stands between is the user's.
func blocks(text string) []block {
	var out []block
	own := true // the lines are the user's
	for line := range strings.Lines(text) {
		trimmed := strings.TrimSpace(line)
		question, starts := strings.CutPrefix(trimmed, questionMark)
		switch {
		case starts:
			out = append(out, block{Pair: Pair{Question: strings.TrimSpace(question)}})
			own = false
		case own && (len(out) == 0 || out[len(out)-1].Question != ""):
			out = append(out, block{})
		}
		last := &out[len(out)-1]
		last.lines = append(last.lines, line)
		if !own && last.read(trimmed) {
			own = true
		}
	}
	return out
}

// read takes a line of a pair, and says whether its statement ends there.
func (b *block) read(line string) (ends bool) {
	if database, ok := strings.CutPrefix(line, "-- database:"); ok {
		b.Database = strings.TrimSpace(database)
	}
	if day, ok := strings.CutPrefix(line, "-- confirmed:"); ok {
		b.Confirmed, _ = time.Parse(time.DateOnly, strings.TrimSpace(day)) // a day that cannot be read is no day
	}
	if line == "" || strings.HasPrefix(line, "--") {
		return false
	}
	b.SQL = strings.TrimSpace(b.SQL + " " + line)
	rest, ends := strings.CutSuffix(b.SQL, ";")
	b.SQL = rest
	return ends
}

// pairsOf are the pairs that have a statement.
func pairsOf(list []block) []Pair {
	var out []Pair
	for _, b := range list {
		if b.SQL != "" {
			out = append(out, b.Pair)
		}
	}
	return out
}

// Confirm keeps a pair for good: in the place of the one for the same question, else at the end. The file is read anew, so that what
// was written into it meanwhile stays.
func (f *File) Confirm(p Pair) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.path == "" {
		f.pairs = append(slices.DeleteFunc(f.pairs, p.sameQuestion), p)
		return nil
	}
	text, err := f.text()
	if err == nil {
		list := put(blocks(text), p)
		if err = replaceFile(f.path, list); err == nil {
			f.pairs = pairsOf(list)
			return nil
		}
	}
	return fmt.Errorf("write the confirmed queries: %w", err)
}

// put is a file's blocks with a pair in them.
func put(list []block, p Pair) []block {
	at := slices.IndexFunc(list, func(b block) bool { return b.Question != "" && p.sameQuestion(b.Pair) })
	if at >= 0 {
		list[at].lines = append(slices.DeleteFunc(list[at].lines, func(line string) bool { return !list[at].keeps(line) }), p.String())
		list[at].Pair = p
		return list
	}
	if n := len(list); n > 0 {
		last := &list[n-1].lines[len(list[n-1].lines)-1]
		*last = strings.TrimRight(*last, "\n") + "\n"
		list = append(list, block{lines: []string{"\n"}})
	}
	return append(list, block{Pair: p, lines: []string{p.String()}})
}

// keeps says whether a line of a pair is a comment of the user's.
func (b *block) keeps(line string) bool {
	trimmed := strings.TrimSpace(line)
	for _, own := range []string{questionMark, "-- database:", "-- confirmed:"} {
		if strings.HasPrefix(trimmed, own) {
			return false
		}
	}
	return strings.HasPrefix(trimmed, "--")
}

// replaceFile writes a file as a whole.
func replaceFile(path string, list []block) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	file, err := os.CreateTemp(filepath.Dir(path), ".golden-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(file.Name()) }() // it is gone once renamed
	for _, b := range list {
		if _, err := file.WriteString(strings.Join(b.lines, "")); err != nil {
			file.Close()
			return err
		}
	}
	if err := errors.Join(file.Sync(), file.Close()); err != nil {
		return err
	}
	return os.Rename(file.Name(), path)
}

// Pick keeps a pair for the session.
func (f *File) Pick(p Pair) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.picks = append(slices.DeleteFunc(f.picks, p.sameQuestion), p)
}

// Of are the pairs for a database, picks first.
func (f *File) Of(database string) []Pair {
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []Pair
	for _, p := range slices.Concat(f.picks, f.pairs) {
		if p.Database == database {
			out = append(out, p)
		}
	}
	return out
}

func (p *Pair) sameQuestion(o Pair) bool {
	return p.Database == o.Database && schema.Normal(p.Question) == schema.Normal(o.Question)
}
