package db

import (
	"fmt"
	"os"
)

// spill is the temporary file to which a Rowset moves chunks. It has no name while it is open (where the system lets an
// open file be removed), so that nothing stays behind after a crash.
type spill struct {
	file   *os.File
	size   int64
	buffer []byte
}

// place is where in the file a chunk lies.
type place struct {
	offset int64
	length int
}

func newSpill(folder string) (*spill, error) {
	file, err := os.CreateTemp(folder, "parley-result-*")
	if err != nil {
		return nil, spillFailure(err)
	}
	_ = os.Remove(file.Name()) // Windows keeps the name until close removes it
	return &spill{file: file}, nil
}

func (s *spill) write(c *Chunk) (place, error) {
	s.buffer = c.Encode(s.buffer[:0])
	if _, err := s.file.WriteAt(s.buffer, s.size); err != nil {
		return place{}, spillFailure(err)
	}
	at := place{offset: s.size, length: len(s.buffer)}
	s.size += int64(at.length)
	return at, nil
}

func (s *spill) read(at place, first, width int) (*Chunk, error) {
	b := make([]byte, at.length)
	if _, err := s.file.ReadAt(b, at.offset); err != nil {
		return nil, fmt.Errorf("read the result's temporary file: %w", err)
	}
	return decodeChunk(b, first, width)
}

func (s *spill) close() error {
	err := s.file.Close()
	_ = os.Remove(s.file.Name())
	return err
}

func spillFailure(err error) error {
	return &Error{Kind: Resources, Position: -1, Cause: err,
		Message: "The temporary file for the rest of the result cannot be written: " + err.Error() + ".",
		Hint:    "The rows read so far are kept; make room in " + os.TempDir() + " or narrow the query down."}
}
