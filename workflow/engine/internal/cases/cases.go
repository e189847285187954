// Package cases reads the clear questions in testdata/question, which the engine's tests ask and the ranking learns from.
// It imports the standard library alone.
package cases

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"time"
)

// File is a case file: questions to one database on one day. Its lines begin with a word: database, now (a day; it is
// noon), > (a question), = (a query with the rows that it must give; several: any of them), ? (the words that must not
// be understood) and ~ (the words that an answer must say it did not use). All other lines speak to the reader.
type File struct {
	// Database is "demo" or the name of a sample.
	Database  string
	Now       time.Time
	Questions []Question
}

// Question is what is asked, and the queries that answer it, or the words that must not be understood or be told as unused.
type Question struct {
	Asked, Unknown, Unused string
	Want                   []string
	Line                   int
}

// Read reads a case file.
func Read(path string) (File, error) {
	text, err := os.Open(path)
	if err != nil {
		return File{}, err
	}
	defer text.Close()
	var f File
	lines := bufio.NewScanner(text)
	for n := 1; lines.Scan(); n++ {
		if err := f.line(lines.Text(), n); err != nil {
			return File{}, fmt.Errorf("%s, line %d: %w", path, n, err)
		}
	}
	return f, lines.Err()
}

func (f *File) line(text string, n int) error {
	word, rest, _ := strings.Cut(text, " ")
	switch word {
	case "database":
		f.Database = rest
	case "now":
		day, err := time.Parse(time.DateOnly, rest)
		f.Now = day.Add(12 * time.Hour)
		return err
	case ">":
		f.Questions = append(f.Questions, Question{Asked: rest, Line: n})
	case "=", "?", "~":
		if len(f.Questions) == 0 {
			return fmt.Errorf("%s before the first question", word)
		}
		q := &f.Questions[len(f.Questions)-1]
		switch word {
		case "?":
			q.Unknown = rest
		case "~":
			q.Unused = rest
		default:
			q.Want = append(q.Want, rest)
		}
	}
	return nil
}
