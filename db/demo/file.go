package demo

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"sync"
	"time"

	"parley/db/scratch"
)

// file is the demo of a day, for as long as somebody has it open: nobody writes to it, so that one does for all.
type file struct {
	day    time.Time
	folder *scratch.Folder
	path   string
	users  int
}

// files are those that are open, by their day; one is made while the lock is held.
var files = struct {
	sync.Mutex
	of map[time.Time]*file
}{of: map[time.Time]*file{}}

// take is the file of a day, made if need be, until leave.
func take(ctx context.Context, day time.Time) (*file, error) {
	files.Lock()
	defer files.Unlock()
	f := files.of[day]
	if f == nil {
		folder, err := scratch.NewFolder("parley-demo-*")
		if err != nil {
			return nil, err
		}
		f = &file{day: day, folder: folder, path: folder.Path("ecommerce.sqlite")}
		if err := write(ctx, f.path, day); err != nil {
			return nil, errors.Join(err, folder.Close())
		}
		files.of[day] = f
	}
	f.users++
	return f, nil
}

// leave removes the file behind its last user.
func (f *file) leave() error {
	files.Lock()
	defer files.Unlock()
	if f.users--; f.users > 0 {
		return nil
	}
	delete(files.of, f.day)
	return f.folder.Close()
}

// rowsOf is the file of a day, where one is open.
func rowsOf(day time.Time) (*os.File, error) {
	files.Lock()
	defer files.Unlock()
	f := files.of[day]
	if f == nil {
		return nil, os.ErrNotExist
	}
	return os.Open(f.path)
}

// Print is a hash of the rows as they are at a time: what was read of them holds as long as it is the same. It is empty when no demo
// of that day is open.
func Print(now time.Time) string {
	rows, err := rowsOf(day(now))
	if err != nil {
		return ""
	}
	defer rows.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, rows); err != nil {
		return ""
	}
	return hex.EncodeToString(hash.Sum(nil))
}
