package db

import (
	"os"
	"path/filepath"
)

// Beside refuses a path at which an engine opens by itself, beside a database's file, what is no file: the endings are those of
// the names. Where the file is a link, what lies beside its target is looked at too.
func Beside(path string, endings ...string) error {
	paths := []string{path}
	if target, err := filepath.EvalSymlinks(path); err == nil && target != path {
		paths = append(paths, target)
	}
	for _, p := range paths {
		for _, ending := range endings {
			if err := Regular(p + ending); err != nil {
				return err
			}
		}
	}
	return nil
}

// Regular refuses what is no file: opening a pipe waits for somebody to write into it, and a device may never end.
func Regular(path string) error {
	info, err := os.Stat(path)
	if err != nil || info.Mode().IsRegular() {
		return nil //nolint:nilerr // that it is not there is said by who opens it
	}
	return &Error{Kind: NotDatabase, Position: -1, Message: filepath.Base(path) + " is no file but " + fileKind(info.Mode()) + ".",
		Hint: "Write what comes from it to a file, and name that."}
}

func fileKind(mode os.FileMode) string {
	switch {
	case mode&os.ModeNamedPipe != 0:
		return "a pipe"
	case mode&os.ModeSocket != 0:
		return "a socket"
	case mode&os.ModeDevice != 0:
		return "a device"
	case mode.IsDir():
		return "a folder"
	}
	return "something else"
}
