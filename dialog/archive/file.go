package archive

import (
	"bytes"
	"io"
	"os"
	"slices"
)

// log is the file of a session under way, open for as long as the session is: what was deleted under us is still read.
type log struct {
	file *os.File // nil until the first write of a session that began, or came from a file of another format
	size int64    // what is whole: the next write begins here
	live int64    // the bytes of turns that count
	// spans are where the turns are, by the index of their entries.
	spans []span
	// stale says that the next write is of the whole file.
	stale bool
	// seen is the file as it was left or found; nil while there is none.
	seen os.FileInfo
}

// open takes a log up as it was read. One that may not be written to is written anew.
func (l *log) open(path string, c *content) {
	l.size, l.spans, l.stale = c.size, c.spans, c.torn
	for _, s := range c.spans {
		l.live += s.size()
	}
	var err error
	defer l.look()
	if l.file, err = os.OpenFile(path, os.O_RDWR, 0); err == nil {
		return
	}
	l.stale = true
	if l.file, err = os.Open(path); err != nil {
		l.file = nil
	}
}

// look notes how the file is.
func (l *log) look() {
	l.seen = nil
	if l.file == nil {
		return
	}
	if info, err := l.file.Stat(); err == nil {
		l.seen = info
	}
}

// foreign says whether somebody else wrote the file at the path since: another one is there, or it holds what the log did not write.
// One that was only cut, or touched, is the log's own.
func (l *log) foreign(path string) bool {
	there, err := os.Stat(path)
	if err != nil || l.seen == nil || there.Size() == 0 || !there.Mode().IsRegular() {
		return false
	}
	if !os.SameFile(l.seen, there) || there.Size() > l.seen.Size() {
		return true
	}
	return !there.ModTime().Equal(l.seen.ModTime()) && !l.whole(there.Size())
}

// leave lets go of the file where it is the one at a path.
func (l *log) leave(path string) {
	if there, err := os.Stat(path); err == nil && l.seen != nil && os.SameFile(l.seen, there) {
		l.close()
	}
}

// whole says whether the lines of the turns are as they were written, as far as the file goes.
func (l *log) whole(size int64) bool {
	text, err := io.ReadAll(io.NewSectionReader(l.file, 0, size))
	if err != nil {
		return false
	}
	return !slices.ContainsFunc(l.spans, func(s span) bool { return s.to <= int64(len(text)) && !sealed(s.in(text)) }) &&
		(len(l.spans) == 0 || l.spans[0].to <= int64(len(text)) || isLog(text))
}

// goesOn says whether the next write goes to the end of the file: it is the one at its path, nobody cut it, and most of it counts.
func (l *log) goesOn(path string) bool {
	const slack = 1 << 20
	if l.file == nil || l.stale || l.size-l.live > l.live+slack {
		return false
	}
	mine, err := l.file.Stat()
	if err != nil || mine.Size() < l.size {
		return false
	}
	there, err := os.Stat(path)
	return err == nil && os.SameFile(mine, there)
}

// extend writes what is new to the end of the file.
func (l *log) extend(b batch) error {
	var text bytes.Buffer
	at := make([]span, len(b.waiting))
	for i, w := range b.waiting {
		at[i].from = l.size + int64(text.Len())
		text.Write(w.line)
		at[i].to = l.size + int64(text.Len())
	}
	text.Write(b.head)
	defer l.look()
	if err := extend(l.file, l.size, text.Bytes()); err != nil {
		return err
	}
	l.size += int64(text.Len())
	for i, w := range b.waiting {
		if w.entry >= 0 {
			l.place(w.entry, at[i])
		}
	}
	return nil
}

// place notes where the line of an entry is.
func (l *log) place(entry int, at span) {
	for len(l.spans) <= entry {
		l.spans = append(l.spans, span{})
	}
	l.live += at.size() - l.spans[entry].size()
	l.spans[entry] = at
}

// renew writes the whole file: a head, so that the first line tells whose it is, the turns, what is beside them, and the head that
// ends it.
func (l *log) renew(path string, b batch, rows bool) error {
	lines, err := l.lines(b.entries, rows)
	if err != nil {
		return err
	}
	text := slices.Clone(b.head)
	spans := make([]span, len(lines))
	for i, line := range lines {
		spans[i].from = int64(len(text))
		text = append(text, line...)
		spans[i].to = int64(len(text))
	}
	for i, d := range b.databases {
		notes, err := d.notes(i)
		if err != nil {
			return err
		}
		text = append(text, slices.Concat(notes...)...)
	}
	if len(b.draft) > 0 {
		line, err := seal(draftLine{b.draft})
		if err != nil {
			return err
		}
		text = append(text, line...)
	}
	if len(text) > len(b.head) {
		text = append(text, b.head...)
	}
	f, err := replace(path, text)
	if err != nil {
		return err
	}
	l.close()
	*l = log{file: f, size: int64(len(text)), spans: spans}
	for _, s := range spans {
		l.live += s.size()
	}
	l.look()
	return nil
}

// lines are the turns' lines: those that wait, and the others as the file has them. One that the file has no more, since somebody
// cut it, is made again from the turn.
func (l *log) lines(entries []entry, rows bool) (lines [][]byte, err error) {
	var text []byte
	if l.file != nil {
		text, _ = io.ReadAll(io.NewSectionReader(l.file, 0, l.size)) // what cannot be read is made again
	}
	lines = make([][]byte, len(entries))
	for i, e := range entries {
		lines[i] = e.line
		if lines[i] == nil && i < len(l.spans) && l.spans[i].to <= int64(len(text)) && sealed(l.spans[i].in(text)) {
			lines[i] = text[l.spans[i].from:l.spans[i].to]
		}
		if lines[i] == nil {
			if lines[i], err = sealTurn(e.turn, rows); err != nil {
				return nil, err
			}
		}
	}
	return lines, nil
}

func (l *log) close() {
	if l.file != nil {
		l.file.Close()
		l.file = nil
	}
}
