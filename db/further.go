package db

import (
	"cmp"
	"fmt"
	"os"
	"time"
)

// A result is read on by running its statement anew under larger limits: nothing is held on the server in between.

// step is by how much farther each reading on goes.
const step = 4

// furthest is as far as a result is read on, three steps from the defaults; what is larger belongs in a file.
var furthest = Limits{Rows: 64_000_000, Spill: 32 << 30, Time: 640 * time.Second}

// Further are the limits under which a new run of the statement reads on: step times those that r was read under, if it came
// to them, up to the furthest, and up to half of the room on the disk. An *Error says why there are none.
func (r *Rowset) Further() (Limits, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	limits := r.limits
	switch {
	case r.state == Reading:
		return limits, notFurther("Rows are still being read.", "")
	case r.state == Complete:
		return limits, notFurther("These are all the rows.", "")
	case r.state == Capped:
		limits.Rows = max(limits.Rows, min(step*limits.Rows, furthest.Rows))
		limits.Spill = max(limits.Spill, min(step*limits.Spill, furthest.Spill))
		limits.Time = max(limits.Time, min(step*limits.Time, furthest.Time))
	}
	if r.state == Capped && limits == r.limits {
		return limits, notFurther("Rows are not read further than this for the screen.", "Write them to a file, or narrow the query down.")
	}
	return limits.within(r.store.spilled())
}

// within bounds the temporary file by the disk; held is what the rows so far take there, which stay until the new ones are in.
func (l Limits) within(held int64) (Limits, error) {
	folder := cmp.Or(l.Folder, os.TempDir())
	free, known := freeBytes(folder)
	if !known {
		return l, nil
	}
	if l.Spill = min(l.Spill, free/2); l.Spill <= held {
		return l, notFurther(fmt.Sprintf("There is no room to read on: %s has %d MB left.", folder, free>>20), "Make room there, or narrow the query down.")
	}
	return l, nil
}

func notFurther(message, hint string) error {
	return &Error{Kind: Resources, Position: -1, Message: message, Hint: hint}
}
