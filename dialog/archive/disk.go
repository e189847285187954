package archive

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// A session's file is replaced as a whole: written beside it, synced, renamed over it, and the folder synced. Whatever
// moment the program or the machine dies at, the file is the one before or the one after.

// Modes of what is written: conversations are private.
const (
	fileMode   = 0o600
	folderMode = 0o700
)

// replace puts text in place of a file; its folder is made when it is missing. The caller holds the session's lock.
func replace(path string, text []byte) error {
	folder := filepath.Dir(path)
	if err := os.MkdirAll(folder, folderMode); err != nil {
		return err
	}
	temporary := temporaryPath(path)
	if err := os.Remove(temporary); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	err := writeSynced(temporary, text)
	if err == nil {
		err = os.Rename(temporary, path)
	}
	if err != nil {
		os.Remove(temporary)
		return err
	}
	return syncFolder(folder)
}

func temporaryPath(path string) string { return path + ".tmp" }

// writeSynced makes a new file; O_EXCL does not follow what somebody put at its place.
func writeSynced(path string, text []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, fileMode)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// syncFolder makes a rename last. Some file systems know no sync of folders and say EINVAL.
func syncFolder(folder string) error {
	f, err := os.Open(folder)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := f.Sync(); err != nil && !errors.Is(err, syscall.EINVAL) && !errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	return nil
}

// setAside moves a file to a name that nothing has.
func setAside(path, stamp string) (aside string, err error) {
	for n := range 100 {
		aside = path + ".damaged-" + stamp
		if n > 0 {
			aside += fmt.Sprintf("-%d", n)
		}
		if _, err := os.Lstat(aside); errors.Is(err, os.ErrNotExist) {
			return aside, os.Rename(path, aside)
		}
	}
	return "", fmt.Errorf("set %s aside: %w", path, os.ErrExist)
}
