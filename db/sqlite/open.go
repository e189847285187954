package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"parley/db"
)

// Open opens a SQLite file. Nothing is created, but for the -shm and -wal that SQLite keeps beside a file in WAL mode.
func Open(ctx context.Context, path string, s db.Settings) (*Database, error) {
	header, err := readHeader(path)
	if err != nil {
		return nil, err
	}
	if err := besideFits(path); err != nil {
		return nil, err
	}
	d := newDatabase(filepath.Base(path), path, fileDSN(path, ""), s)
	err = d.try(ctx)
	if err != nil && header.wal() && db.KindOf(err) != db.NotDatabase {
		d, err = openWithoutShm(ctx, path, s, err)
	}
	if err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

// besideFits refuses what SQLite would wait for, or write to, beside a file: a pipe or device at the name of its journals, which
// no deadline ends, and a -shm that has another name as well, whose content would be lost. Links SQLite itself does not follow.
func besideFits(path string) error {
	if err := db.Beside(path, "-journal", "-wal", "-shm"); err != nil {
		return err
	}
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	info, err := os.Lstat(path + "-shm")
	if err != nil {
		return nil //nolint:nilerr // there is none
	}
	if stat, ok := info.Sys().(*syscall.Stat_t); ok && info.Mode().IsRegular() && stat.Nlink > 1 {
		return &db.Error{Kind: db.NotDatabase, Position: -1, Message: filepath.Base(path) + "-shm is the same file as another one, and SQLite would write to it.",
			Hint: "Take it away (SQLite makes it anew), or copy the database and its -wal to another folder."}
	}
	return nil
}

// OpenMade opens a file that parley itself has made, with the layers of any file. Nobody else writes to it; done is called when
// it is closed.
func OpenMade(ctx context.Context, path, name, url string, s db.Settings, done func() error) (*Database, error) {
	d := newDatabase(name, url, fileDSN(path, "&immutable=1"), s)
	d.done = done
	if err := d.try(ctx); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

// MadeURI names a file that is being made for OpenMade.
func MadeURI(path string) string { return "file:" + escapePath(path) }

func newDatabase(name, url, dsn string, s db.Settings) *Database {
	return &Database{name: name, url: url, dsn: dsn, settings: s, slots: make(chan struct{}, connections)}
}

// openWithoutShm is the way into a file in WAL mode whose folder cannot be written: SQLite needs a -shm beside it, and
// cannot make one. With an empty -wal the file is complete by itself and can be read as it is; with a full one, that
// would silently leave out what the -wal holds (https://sqlite.org/wal.html, "Read-Only Databases").
func openWithoutShm(ctx context.Context, path string, s db.Settings, cause error) (*Database, error) {
	d := newDatabase(filepath.Base(path), path, fileDSN(path, "&immutable=1"), s)
	if wal, err := os.Stat(path + "-wal"); err == nil && wal.Size() > 0 {
		return d, &db.Error{Kind: db.Permission, Position: -1, Cause: cause,
			Message: fmt.Sprintf("%s has changes in its -wal file, and parley cannot make the -shm file that is needed to read them.", filepath.Base(path)),
			Hint:    "Copy the file and its -wal to a folder that you may write to, and open the copy."}
	}
	return d, d.try(ctx)
}

// try opens one connection and reads the schema's root, which is where SQLite notices a file that is no database.
func (d *Database) try(ctx context.Context) error {
	rows, err := d.query(ctx, "SELECT count(*) FROM sqlite_schema")
	if err != nil {
		return err
	}
	return rows.Close()
}

// fileDSN is the URI of a file with every layer of protection that a URI can ask for. The driver hands it to SQLite,
// which opens a name without "file:" for writing whatever follows the question mark.
func fileDSN(path, extra string) string {
	if absolute, err := filepath.Abs(path); err == nil {
		path = absolute
	}
	return "file:" + escapePath(path) + "?mode=ro" + protections + extra
}

// protections are the driver's parameters beside mode=ro.
const protections = "&_query_only=1&_defensive=1&_busy_timeout=2000"

// escapePath keeps the slashes and escapes all that a URI could read as anything but the file's name.
func escapePath(path string) string {
	parts := strings.Split(filepath.ToSlash(path), "/")
	for i, p := range parts {
		parts[i] = url.PathEscape(p)
	}
	return strings.Join(parts, "/")
}

// header is the first 100 bytes of a database file (https://sqlite.org/fileformat.html, 1.3).
type header []byte

const magic = "SQLite format 3\x00"

// wal says that the file is in write-ahead mode: its read version is 2.
func (h header) wal() bool { return h[19] == 2 }

func readHeader(path string) (header, error) {
	name := filepath.Base(path)
	file, err := os.Open(path)
	if err != nil {
		return nil, missing(name, err)
	}
	defer file.Close()
	if info, err := file.Stat(); err == nil && info.IsDir() {
		return nil, &db.Error{Kind: db.NotDatabase, Message: name + " is a folder.", Hint: "Name a database file in it.", Position: -1}
	}
	h := make(header, 100)
	if _, err := io.ReadFull(file, h); err != nil || string(h[:len(magic)]) != magic {
		return nil, &db.Error{Kind: db.NotDatabase, Message: name + " is not a SQLite database.", Position: -1,
			Hint: "Name a .sqlite or .db file; an encrypted one cannot be read."}
	}
	return h, nil
}

func missing(name string, err error) error {
	switch {
	case errors.Is(err, os.ErrNotExist):
		return &db.Error{Kind: db.NoDatabase, Message: "There is no file " + name + ".", Hint: "Check the path; parley creates no databases.", Position: -1, Cause: err}
	case errors.Is(err, os.ErrPermission):
		return &db.Error{Kind: db.Permission, Message: "You may not read " + name + ".", Hint: "Check the file's permissions.", Position: -1, Cause: err}
	}
	return &db.Error{Kind: db.NoDatabase, Message: name + " cannot be opened.", Hint: "Check the path and the disk.", Position: -1, Cause: err}
}
