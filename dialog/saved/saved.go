// Package saved keeps questions under names: the inputs that were said until a query was right, so that "last month" is that of the
// day when it is asked again; and boards, which are lists of such names.
//
// Everything is a small text file below one folder, readable by the user alone: queries/NAME.parley has an input a line,
// boards/NAME.board a question's name a line, boards/NAME.last what a board showed last (a figure, or a count and a check sum of rows each,
// never rows).
// The package imports the standard library alone.
package saved

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"parley/dialog/bounded"
)

const (
	queryEnding = ".parley"
	boardEnding = ".board"
	lastEnding  = ".last"
)

// Folder is where questions and boards are saved.
type Folder string

// fit says why a name cannot be one: it is a file's, too.
func fit(name string) error {
	ok := strings.TrimFunc(strings.ToLower(name), func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-' || r == '_' || r == ' '
	}) == ""
	if !ok || strings.TrimSpace(name) != name || name == "" || len(name) > 60 {
		return errors.New("a name is letters, digits, blanks, - and _")
	}
	return nil
}

func (f Folder) query(name string) string {
	return filepath.Join(string(f), "queries", name+queryEnding)
}

func (f Folder) board(name, ending string) string {
	return filepath.Join(string(f), "boards", name+ending)
}

// Save keeps a question's inputs under a name, in place of what it had.
func (f Folder) Save(name string, inputs []string) error {
	if err := fit(name); err != nil {
		return err
	}
	return write(f.query(name), strings.Join(inputs, "\n")+"\n")
}

// Taken are the inputs of another question that has the name; nil when none has, or the same one.
func (f Folder) Taken(name string, inputs []string) []string {
	before, err := f.Inputs(name)
	if err != nil || slices.Equal(before, inputs) {
		return nil
	}
	return before
}

// Inputs are a question's, in the order they were said.
func (f Folder) Inputs(name string) ([]string, error) {
	if err := fit(name); err != nil {
		return nil, err
	}
	return lines(f.query(name), fmt.Sprintf("there is no saved query %q", name))
}

// Names are the questions that are saved.
func (f Folder) Names() []string { return names(filepath.Join(string(f), "queries"), queryEnding) }

// Boards are the names of the boards.
func (f Folder) Boards() []string { return names(filepath.Join(string(f), "boards"), boardEnding) }

// Board is the list of questions of a board.
func (f Folder) Board(name string) ([]string, error) {
	if err := fit(name); err != nil {
		return nil, err
	}
	return lines(f.board(name, boardEnding), fmt.Sprintf("there is no board %q", name))
}

// SetBoard makes a board of questions that are saved; of none it is taken away.
func (f Folder) SetBoard(name string, questions []string) error {
	if err := fit(name); err != nil {
		return err
	}
	known := f.Names()
	for _, q := range questions {
		if !slices.Contains(known, q) {
			return fmt.Errorf("there is no saved query %q", q)
		}
	}
	if len(questions) == 0 {
		return errors.Join(remove(f.board(name, boardEnding)), remove(f.board(name, lastEnding)))
	}
	return write(f.board(name, boardEnding), strings.Join(questions, "\n")+"\n")
}

// Shown is what a board showed of a question: the one figure of its result, or how many rows it had.
type Shown struct {
	Figure string `json:"figure,omitempty"`
	Rows   int    `json:"rows"`
	// Sum is a check sum of the rows that were seen, in any order; empty in files of versions that made none.
	Sum string `json:"sum,omitempty"`
	// Of is the database that was asked; empty in files of versions that did not say.
	Of string    `json:"of,omitempty"`
	At time.Time `json:"at"`
}

// SumOf is the check sum of rows.
func SumOf(rows [][]string) string {
	lines := make([]string, len(rows))
	for i, row := range rows {
		lines[i] = fmt.Sprintf("%q", row)
	}
	slices.Sort(lines)
	sum := sha256.Sum256([]byte(strings.Join(lines, "\n")))
	return hex.EncodeToString(sum[:8])
}

// Last is what a board showed last, by question; empty before the first time.
func (f Folder) Last(board string) map[string]Shown {
	last := map[string]Shown{}
	text, err := bounded.File(f.board(board, lastEnding), fileSize)
	if err != nil || json.Unmarshal(text, &last) != nil {
		return map[string]Shown{}
	}
	return last
}

// SetLast notes what a board shows.
func (f Folder) SetLast(board string, shown map[string]Shown) error {
	text, err := json.Marshal(shown)
	if err != nil {
		return fmt.Errorf("note what the board %s shows: %w", board, err)
	}
	return write(f.board(board, lastEnding), string(text)+"\n")
}

// Since says in words how a question stands against the last time; empty for the first time.
func (s Shown) Since(last Shown) string {
	when := last.At.Local().Format("2 Jan 15:04")
	switch {
	case last.At.IsZero(), last.Of != "" && last.Of != s.Of:
		return ""
	case s == Shown{last.Figure, last.Rows, last.Sum, s.Of, s.At}:
		return "as on " + when
	case s.Figure != "" && last.Figure != "":
		return fmt.Sprintf("%s on %s", last.Figure, when)
	case s.Rows == last.Rows && last.Sum != "" && last.Figure == "":
		return "other rows than on " + when
	default:
		return fmt.Sprintf("%s on %s", Rows(last.Rows), when)
	}
}

// Rows is a count of rows in words.
func Rows(n int) string {
	if n == 1 {
		return "1 row"
	}
	return fmt.Sprintf("%d rows", n)
}

// fileSize is the most that is read of a board or a saved question.
const fileSize = 4 << 20

func names(folder, ending string) []string {
	paths, _ := filepath.Glob(filepath.Join(folder, "*"+ending)) // the pattern is well formed
	var found []string
	for _, p := range paths {
		found = append(found, strings.TrimSuffix(filepath.Base(p), ending))
	}
	slices.Sort(found)
	return found
}

func lines(path, missing string) ([]string, error) {
	text, err := bounded.File(path, fileSize)
	if errors.Is(err, os.ErrNotExist) {
		return nil, errors.New(missing)
	}
	if err != nil {
		return nil, err
	}
	var list []string
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" {
			list = append(list, line)
		}
	}
	return list, nil
}

// write puts text in the place of a file, or leaves it as it was. Why it cannot is said first, and then where: a line may be short.
func write(path, text string) error {
	err := put(path, text)
	var at *fs.PathError
	if errors.As(err, &at) {
		return fmt.Errorf("%w in %s", at.Err, filepath.Dir(path))
	}
	return err
}

func put(path, text string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	file, err := os.CreateTemp(filepath.Dir(path), ".saved-*") // mode 0600
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(file.Name()) }() // it is gone once renamed
	_, err = file.WriteString(text)
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	return os.Rename(file.Name(), path)
}

func remove(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}
