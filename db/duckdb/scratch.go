package duckdb

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// scratch is a temporary folder that does not outlive the program, however it ends: while it is used a lock in it is held,
// which the system lets go with the process, and who makes the next one removes those whose lock is free.
type scratch struct {
	folder string
	lock   *os.File
}

const (
	scratchName = "parley-duckdb-*"
	scratchLock = "lock"
	// settled is the age from which a folder without a holder is taken for left behind: a younger one may be about to be locked.
	settled = time.Minute
)

func newScratch() (*scratch, error) {
	sweep(os.TempDir())
	folder, err := os.MkdirTemp("", scratchName)
	if err != nil {
		return nil, fmt.Errorf("make a temporary folder: %w", err)
	}
	lock, err := os.OpenFile(filepath.Join(folder, scratchLock), os.O_CREATE|os.O_RDWR, 0o600)
	if err == nil {
		err = flock(lock)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("lock a temporary folder: %w", err), lock.Close(), os.RemoveAll(folder))
	}
	return &scratch{folder: folder, lock: lock}, nil
}

func flock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }

func (s *scratch) path(name string) string { return filepath.Join(s.folder, name) }

// close removes the folder with what is in it.
func (s *scratch) close() error { return errors.Join(os.RemoveAll(s.folder), s.lock.Close()) }

// sweep removes the folders that a crash left behind. What cannot be removed belongs to somebody else.
func sweep(where string) {
	left, _ := filepath.Glob(filepath.Join(where, scratchName)) // the pattern is well formed
	for _, folder := range left {
		if info, err := os.Lstat(folder); err != nil || !info.IsDir() || time.Since(info.ModTime()) < settled {
			continue
		}
		lock, err := os.OpenFile(filepath.Join(folder, scratchLock), os.O_RDWR, 0)
		if err != nil {
			continue
		}
		if flock(lock) == nil {
			_ = os.RemoveAll(folder)
		}
		_ = lock.Close()
	}
}
