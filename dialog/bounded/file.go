// Package bounded reads files that anybody may have made: a pipe that never ends, a device, gigabytes, and texts whose nesting
// would take the reader's stack or its time are refused with a sentence. It imports no other package of parley.
package bounded

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
)

var errNoFile = errors.New("it is no file")

// TooLarge is returned when a file has more bytes than its kind may have.
type TooLarge struct{ Most int64 }

func (e *TooLarge) Error() string { return fmt.Sprintf("it is larger than %d MB", e.Most>>20) }

// Open opens a regular file: opening a pipe would wait for somebody to write into it. What takes the place of a file meanwhile is
// not waited for either.
func Open(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() { // a pipe never ends, a device never stops
		return nil, errNoFile
	}
	file, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	if info, err = file.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, errors.Join(cmp.Or(err, errNoFile), file.Close())
	}
	return file, nil
}

// File is the content of a regular file of at most so many bytes.
func File(path string, most int64) ([]byte, error) {
	file, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if info, err := file.Stat(); err == nil && info.Size() > most {
		return nil, &TooLarge{most}
	}
	text, err := io.ReadAll(io.LimitReader(file, most+1))
	if err == nil && int64(len(text)) > most {
		err = &TooLarge{most}
	}
	return text, err
}
