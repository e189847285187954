package project

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"parley/dialog/bounded"
)

// FileName is the file that makes a folder a project.
const FileName = "parley.toml"

// Find is the nearest folder upwards, the one given included, that is a project; empty when there is none.
func Find(folder string) string {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return ""
	}
	for {
		if info, err := os.Stat(filepath.Join(folder, FileName)); err == nil && info.Mode().IsRegular() {
			return folder
		}
		up := filepath.Dir(folder)
		if up == folder {
			return ""
		}
		folder = up
	}
}

// fileSize is the largest file that is read: definitions are written by people.
const fileSize = 4 << 20

// ReadFolder reads a project's file and its questions; a folder without a file has nothing.
func ReadFolder(folder string, scope Scope) (*Layer, []Question, []Problem) {
	path := filepath.Join(folder, FileName)
	text, err := readFile(path)
	if err != nil {
		l := &Layer{Name: path, Scope: scope}
		if errors.Is(err, fs.ErrNotExist) {
			return l, nil, nil
		}
		return l, nil, []Problem{{File: path, Text: "it cannot be read, so nothing in it counts: " + err.Error()}}
	}
	l, problems := Parse(path, text)
	l.Scope, l.Folder = scope, folder
	questions, more := readQuestions(folder)
	return l, questions, append(problems, more...)
}

// readFile is the text of a file of the project, which anybody may have made.
func readFile(path string) (string, error) {
	text, err := bounded.File(path, fileSize)
	return string(text), err
}

// Trust is the list of folders whose projects a user has said yes or no to, one a line: "+ folder", "- folder". A project
// that somebody else made counts only after a yes.
type Trust struct{ Path string }

// Answer is what was said of a folder: yes, no, or nothing yet.
func (t Trust) Answer(folder string) (yes, said bool) {
	text, err := readFile(t.Path)
	if err != nil {
		return false, false
	}
	folder = target(folder)
	for _, line := range strings.Split(text, "\n") {
		if sign, name, ok := strings.Cut(line, " "); ok && name == folder {
			yes, said = sign == "+", true
		}
	}
	return yes, said
}

// target is the folder that a path leads to now: a yes is to what was there, and not to where a link leads later.
func target(folder string) string {
	if to, err := filepath.EvalSymlinks(folder); err == nil {
		return to
	}
	return folder
}

// Say notes a yes or no for good.
func (t Trust) Say(folder string, yes bool) error {
	folder = target(folder)
	if strings.ContainsAny(folder, "\r\n") {
		return errors.New("a folder with a line end in its name cannot be trusted")
	}
	text, err := readFile(t.Path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	lines := slices.DeleteFunc(strings.Split(text, "\n"), func(line string) bool { return line == "" || line[min(2, len(line)):] == folder })
	sign := "- "
	if yes {
		sign = "+ "
	}
	return WriteFile(t.Path, strings.Join(append(lines, sign+folder), "\n")+"\n")
}

// WriteFile replaces a file as a whole; its folder is made where it is missing.
func WriteFile(path, text string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	mode := fs.FileMode(0o600)
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
	}
	file, err := os.CreateTemp(filepath.Dir(path), ".parley-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(file.Name()) }() // it is gone once renamed
	_, err = file.WriteString(text)
	if err = errors.Join(err, file.Chmod(mode), file.Sync(), file.Close()); err != nil {
		return err
	}
	return os.Rename(file.Name(), path)
}
