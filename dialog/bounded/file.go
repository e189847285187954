// Package bounded reads files that anybody may have made: a pipe that never ends, a device, gigabytes, and texts whose nesting
// would take the reader's stack or its time are refused with a sentence. It imports no other package of parley.
package bounded

import (
	"errors"
	"fmt"
	"io"
	"os"
)

var errNoFile = errors.New("it is no file")

// TooLarge is returned when a file has more bytes than its kind may have.
type TooLarge struct{ Most int64 }

func (e *TooLarge) Error() string { return fmt.Sprintf("it is larger than %d MB", e.Most>>20) }

// File is the content of a regular file of at most so many bytes.
func File(path string, most int64) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() { // a pipe never ends, a device never stops
		return nil, errNoFile
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, most+1))
	if err == nil && int64(len(text)) > most {
		err = &TooLarge{most}
	}
	return text, err
}
