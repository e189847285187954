package archive

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// lock is the exclusive right to a session: flock on a file beside the session's, which is itself replaced now and then.
// The kernel lets it go when the process ends, however it ends. Readers need none: they see what was written whole.
type lock struct {
	path string
	file *os.File
}

// errHeld says that somebody else has the lock.
var errHeld = errors.New("held by another process")

// takeLock takes the lock at a path, and says who has it otherwise.
func takeLock(path string) (l *lock, holder int, err error) {
	if err := os.MkdirAll(filepath.Dir(path), folderMode); err != nil {
		return nil, 0, err
	}
	for {
		l, holder, err := tryLock(path)
		if l != nil || err != nil {
			return l, holder, err
		}
	}
}

// tryLock takes the lock; nil without an error when the file was removed by its last holder meanwhile.
func tryLock(path string) (l *lock, holder int, err error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, fileMode)
	if err != nil {
		return nil, 0, err
	}
	if !own(f) {
		f.Close()
		return nil, 0, fmt.Errorf("%s is no lock of parley's: take it away", filepath.Base(path))
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		defer f.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, readHolder(f), errHeld
		}
		return nil, 0, fmt.Errorf("lock %s: %w", path, err)
	}
	l = &lock{path: path, file: f}
	if !l.held() {
		f.Close()
		return nil, 0, nil
	}
	// Who holds it is for people only: that it cannot be written (disk full) does not make the lock weaker.
	if f.Truncate(0) == nil {
		fmt.Fprintln(f, os.Getpid())
	}
	return l, 0, nil
}

// own says whether a lock's file is a file under this name alone: another's content would be lost with what is written here.
func own(f *os.File) bool {
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	return !ok || stat.Nlink <= 1
}

func readHolder(f *os.File) int {
	text, err := io.ReadAll(io.LimitReader(f, 32))
	if err != nil {
		return 0
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		return 0
	}
	return pid
}

// held says whether the lock's file is still the one at its path: it may have been deleted under us.
func (l *lock) held() bool {
	mine, err := l.file.Stat()
	if err != nil {
		return false
	}
	there, err := os.Stat(l.path)
	return err == nil && os.SameFile(mine, there)
}

// release lets the lock go; its file is removed first, while nobody else can have it.
func (l *lock) release() {
	if l == nil {
		return
	}
	if l.held() {
		os.Remove(l.path)
	}
	l.file.Close()
}
