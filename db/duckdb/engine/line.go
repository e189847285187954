package engine

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"parley/db"
)

// DuckDB takes no line of CSV above longestLine, and says so in half a minute where a file begins with one of 50 MB: it tries each way in
// which the file might be written. So the beginning is looked at first.

const (
	// longestLine is DuckDB's max_line_size.
	longestLine = 2_000_000
	// beginning is how much of a file DuckDB looks at to find out how it is written, in bytes (its buffer_size) and in lines.
	beginning      = 16 * longestLine
	beginningLines = 20_480
)

// checkLines refuses a CSV file that begins with a line that DuckDB does not take. What cannot be looked into is left to DuckDB.
func checkLines(file string) error {
	if readerOf(file) != "read_csv" {
		return nil
	}
	f, err := os.Open(file)
	if err != nil {
		return nil //nolint:nilerr // DuckDB says what is wrong
	}
	defer f.Close()
	var text io.Reader = f
	switch filepath.Ext(strings.ToLower(file)) {
	case ".zst":
		return nil
	case ".gz":
		if text, err = gzip.NewReader(f); err != nil {
			return nil //nolint:nilerr // as above
		}
	}
	line := longLine(text)
	if line == 0 {
		return nil
	}
	return &db.Error{Kind: db.NotDatabase, Position: -1,
		Message: fmt.Sprintf("%s cannot be opened: its line %d is longer than 2 MB.", filepath.Base(file), line), Hint: "Check that the file is what its name says."}
}

// longLine is the number of the first line that is too long, among the first ones; 0 for none. A line ends with \n, \r or both.
func longLine(r io.Reader) int {
	buffer := make([]byte, 64<<10)
	lines, length := 0, 0
	for read := 0; read < beginning && lines < beginningLines; {
		n, err := r.Read(buffer)
		read += n
		for rest := buffer[:n]; len(rest) > 0; {
			end := bytes.IndexAny(rest, "\r\n")
			if end < 0 {
				length += len(rest)
				break
			}
			if length+end > longestLine {
				return lines + 1
			}
			if rest[end] == '\n' {
				lines++
			}
			length, rest = 0, rest[end+1:]
		}
		if length > longestLine {
			return lines + 1
		}
		if err != nil {
			return 0
		}
	}
	return 0
}
