package archive

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// A turn is put at the end of a session's file and synced. The file is replaced as a whole (written beside it, synced, renamed over it,
// and the folder synced) where it is begun, renamed, mended, or more than half of it is out of date. Whatever moment the program or
// the machine dies at, what was told to be kept is in the file.

// Modes of what is written: conversations are private.
const (
	fileMode   = 0o600
	folderMode = 0o700
)

// replace puts text in place of a file and gives it open; its folder is made when it is missing. The caller holds the session's lock.
func replace(path string, text []byte) (*os.File, error) {
	folder := filepath.Dir(path)
	if err := os.MkdirAll(folder, folderMode); err != nil {
		return nil, err
	}
	temporary := temporaryPath(path)
	if err := os.Remove(temporary); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	f, err := writeSynced(temporary, text)
	if err == nil {
		err = os.Rename(temporary, path)
	}
	if err == nil {
		err = syncFolder(folder)
	}
	if err != nil {
		os.Remove(temporary)
		if f != nil {
			f.Close()
		}
		return nil, err
	}
	return f, nil
}

// extend puts text at the end of a file that is so long, and syncs it. What a failure leaves behind the end is taken away, where that
// can be; reading does without it otherwise.
func extend(f *os.File, size int64, text []byte) error {
	_, err := f.WriteAt(text, size)
	if err == nil {
		err = f.Sync()
	}
	if err != nil {
		return errors.Join(err, f.Truncate(size))
	}
	return nil
}

func temporaryPath(path string) string { return path + ".tmp" }

// writeSynced makes a new file; O_EXCL does not follow what somebody put at its place. The file is nil with an error when it could not
// be made.
func writeSynced(path string, text []byte) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, fileMode)
	if err != nil {
		return nil, err
	}
	if _, err = f.Write(text); err == nil {
		err = f.Sync()
	}
	return f, err
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

// setAside moves a file to a name that nothing has and that tells why.
func setAside(path, why, stamp string) (aside string, err error) {
	for n := range 100 {
		aside = path + "." + why + "-" + stamp
		if n > 0 {
			aside += fmt.Sprintf("-%d", n)
		}
		if _, err := os.Lstat(aside); errors.Is(err, os.ErrNotExist) {
			return aside, os.Rename(path, aside)
		}
	}
	return "", fmt.Errorf("set %s aside: %w", path, os.ErrExist)
}
