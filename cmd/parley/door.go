package main

import (
	"errors"
	"io"
	"os"

	"github.com/mattn/go-isatty"

	"parley/db"
)

// doorTo is the door to a stream: what is printed there is made visible where it is a terminal.
func doorTo(w io.Writer) *db.Door { return outDoor(w, false) }

// outDoor is doorTo for data; defused, it is made visible in files and pipes too.
func outDoor(w io.Writer, defused bool) *db.Door {
	file, ok := w.(*os.File)
	return db.NewDoor(w, defused || ok && (isatty.IsTerminal(file.Fd()) || isatty.IsCygwinTerminal(file.Fd())))
}

// written is how a command ended, or that its output did not reach standard output: a full disk must not look like success.
func (r *runtime) written(err error) error {
	door, ok := r.stdout.(*db.Door)
	if !ok {
		return err
	}
	flushed := door.Flush()
	var said quiet
	if flushed == nil || err != nil && !errors.As(err, &said) {
		return err
	}
	return failed("Standard output is closed: "+flushed.Error()+".", "")
}
