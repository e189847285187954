// Package scratch makes temporary files and folders that do not outlive the program, however it ends: while one is used, a
// lock on it is held, which the system lets go with the process, and who makes the next one removes those whose lock is free.
//
// Start reading at NewFolder and NewFile. The package imports the standard library only.
package scratch

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

const (
	// lockName is the file in a folder that is locked.
	lockName = "lock"
	// settled is the age from which what nobody holds is taken for left behind: a younger one may be about to be locked.
	settled = time.Minute
)

// Folder is a temporary folder.
type Folder struct {
	path string
	lock *os.File
}

// NewFolder makes a folder among the system's temporary files; the pattern is that of os.MkdirTemp.
func NewFolder(pattern string) (*Folder, error) {
	Sweep(os.TempDir(), pattern)
	path, err := os.MkdirTemp("", pattern)
	if err != nil {
		return nil, fmt.Errorf("make a temporary folder: %w", err)
	}
	lock, err := os.OpenFile(filepath.Join(path, lockName), os.O_CREATE|os.O_RDWR, 0o600)
	if err == nil {
		err = hold(lock)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("lock a temporary folder: %w", err), lock.Close(), os.RemoveAll(path))
	}
	return &Folder{path: path, lock: lock}, nil
}

// Path is the path of a file in the folder.
func (f *Folder) Path(name string) string { return filepath.Join(f.path, name) }

// Lock is what holds the folder, for another program that works in it and may outlive this one.
func (f *Folder) Lock() *os.File { return f.lock }

// Close removes the folder with what is in it.
func (f *Folder) Close() error { return errors.Join(os.RemoveAll(f.path), f.lock.Close()) }

// NewFile makes a file in a folder that is the user's, where others like it may have been left; the pattern is that of
// os.CreateTemp. The file is held until it is closed. Where the file system knows no locks, it is not held, and nothing is
// ever swept.
func NewFile(folder, pattern string) (*os.File, error) {
	Sweep(folder, pattern)
	file, err := os.CreateTemp(folder, pattern)
	if err != nil {
		return nil, err
	}
	_ = hold(file)
	return file, nil
}

func hold(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }

// Sweep removes the files and folders that a crash left behind. What cannot be removed belongs to somebody else.
func Sweep(where, pattern string) {
	left, _ := filepath.Glob(filepath.Join(literally(where), pattern)) // what is no pattern finds nothing
	for _, path := range left {
		info, err := os.Lstat(path)
		if err != nil || time.Since(info.ModTime()) < settled {
			continue
		}
		lock := path
		switch {
		case info.IsDir():
			lock = filepath.Join(path, lockName)
		case !info.Mode().IsRegular():
			continue
		}
		drop(path, lock)
	}
}

// drop removes what lies at path if nobody holds its lock.
func drop(path, lock string) {
	f, err := os.OpenFile(lock, os.O_RDWR, 0)
	if err != nil {
		return
	}
	defer f.Close()
	if hold(f) == nil {
		_ = os.RemoveAll(path)
	}
}

// literally is a path whose characters stand for themselves in a pattern.
func literally(path string) string {
	var quoted []rune
	for _, r := range path {
		switch r {
		case '*', '?', '[', '\\':
			quoted = append(quoted, '\\')
		}
		quoted = append(quoted, r)
	}
	return string(quoted)
}
