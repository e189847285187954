package archive

import (
	"errors"
	"io/fs"
	"os"
	"slices"
	"time"

	"parley/dialog/bounded"
)

// Bounds say how much of what nobody asked to keep stays: Age since it was last used, and Bytes of all such sessions; 0 is no
// bound. A session with a name, or one that was asked for, stays whatever its age and size.
type Bounds struct {
	Age   time.Duration
	Bytes int64
	// Spare is the id of a session that stays all the same: it has just been offered.
	Spare string
}

// Sweep lets the sessions go that are beyond the bounds, the oldest first, or that hold nothing, and says how many. One that is open
// anywhere stays.
func (s *Store) Sweep(b Bounds) (gone int, err error) {
	entries, err := s.List()
	if err != nil {
		return 0, err
	}
	var errs []error
	size := int64(0)
	for _, e := range entries { // newest first
		if !e.Auto || e.Name != "" || e.Err != nil || e.ID == b.Spare {
			continue
		}
		info, err := os.Stat(s.path(e.ID))
		if err != nil {
			continue
		}
		size += info.Size()
		if nothing := e.Turns == 0 && e.Unsent == ""; !nothing && (b.Age <= 0 || s.clock().Sub(e.Updated) <= b.Age) && (b.Bytes <= 0 || size <= b.Bytes) {
			continue
		}
		err = s.Delete(e.ID)
		var open *LockedError
		switch {
		case err == nil:
			size -= info.Size()
			gone++
		case !errors.As(err, &open) && !errors.Is(err, fs.ErrNotExist):
			errs = append(errs, err)
		}
	}
	return gone, errors.Join(errs...)
}

// Latest is the session that was used last about a place, or, where the place has no targets, by somebody working in a folder. ok is
// false when there is none.
func (s *Store) Latest(p Place, folder string) (last Entry, ok bool) {
	entries, err := s.List()
	if err != nil {
		return Entry{}, false
	}
	at := slices.IndexFunc(entries, func(e Entry) bool {
		if e.Err != nil {
			e = s.readable(e)
		}
		return e.Turns > 0 && e.about(p, folder)
	})
	if at < 0 {
		return Entry{}, false
	}
	return entries[at], true
}

// Unreadable are the sessions of which nothing can be read, newest first: nobody can tell what they are about.
func (s *Store) Unreadable() []Entry {
	entries, err := s.List()
	if err != nil {
		return nil
	}
	return slices.DeleteFunc(entries, func(e Entry) bool { return e.Err == nil || s.readable(e).ID != "" })
}

// readable is what a damaged file says of itself: opening it goes on with that.
func (s *Store) readable(e Entry) Entry {
	text, err := bounded.File(s.path(e.ID), fileSize)
	if err != nil {
		return Entry{}
	}
	c := salvage(text, e.ID)
	if c == nil {
		return Entry{}
	}
	return Entry{ID: e.ID, Turns: len(c.turns), Place: c.head.record().Place(), Folder: c.head.Folder}
}
