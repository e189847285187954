package archive

import (
	"encoding/json"
	"regexp"
	"slices"
	"time"

	"github.com/google/uuid"

	"parley/dialog"
)

// Record is a session as its file holds it.
type Record struct {
	// ID is sess_YYYYMMDD_HHMMSS_xxxxxxxx in UTC; the last eight are the first eight digits of UUID.
	ID   string
	UUID uuid.UUID
	// Name is what the user calls it; empty when it has none.
	Name             string
	Created, Updated time.Time
	// Auto says that nobody asked for it to be kept: Sweep may let it go. Folder is where the user worked when it began.
	Auto   bool
	Folder string
	// Databases are those that the session spoke with, in the order they came up; Current is the index of the last used.
	Databases []Database
	Current   int
	// Turns are all turns in the order they ended.
	Turns []Turn
}

// Turn is a recorded turn and the index of the database it was about.
type Turn struct {
	*dialog.Turn
	Database int
}

// Place is a database as a session remembers it.
type Place struct {
	// Name is what the user reads.
	Name string
	// Targets open it again: a URL, or files by their absolute paths. A password in them is not written.
	Targets []string
	// Dialect is the name of the SQL it speaks.
	Dialect string
}

// Same says whether two places are one database.
func (p Place) Same(o Place) bool {
	if len(p.Targets) == 0 && len(o.Targets) == 0 {
		return p.Name == o.Name
	}
	return slices.EqualFunc(p.Targets, o.Targets, func(a, b string) bool { return withoutPassword(a) == withoutPassword(b) })
}

// blank says that a damaged or old file could not name the place.
func (p Place) blank() bool { return p.Name == "" && len(p.Targets) == 0 }

// Database is a place and where the conversation about it stands: each has its own thread.
type Database struct {
	Place
	At    uuid.UUID
	Redo  map[uuid.UUID]uuid.UUID
	Fresh bool
	Last  int
	// Parameters are what the conversation remembers, as dialog/memory writes it; nil when nothing is.
	Parameters json.RawMessage
}

// Place is the last used database; the zero Place before the first.
func (r *Record) Place() Place {
	if r.Current < 0 || r.Current >= len(r.Databases) {
		return Place{}
	}
	return r.Databases[r.Current].Place
}

// Places are the databases of the session, the last used one first.
func (r *Record) Places() []Place {
	var places []Place
	for i, d := range r.Databases {
		switch {
		case d.blank():
		case i == r.Current:
			places = slices.Insert(places, 0, d.Place)
		default:
			places = append(places, d.Place)
		}
	}
	return places
}

// Session is the conversation about a database as it stood: its last turns, so that follow-ups, undo and branches work as if
// the program had never stopped. For a database that is new to the session it is empty. The notice, when there is one, is
// for the user.
func (r *Record) Session(p Place, settings dialog.Settings) (s *dialog.Session, notice string) {
	i := slices.IndexFunc(r.Databases, func(d Database) bool { return d.Same(p) || d.blank() })
	if i < 0 || r.Databases[i].Last == 0 && !r.hasTurns(i) { // the last is 0 after a Clear, too
		return dialog.New(r.UUID, p.Name, settings), ""
	}
	return dialog.Resume(r.UUID, p.Name, settings, r.snapshot(i))
}

func (r *Record) hasTurns(database int) bool {
	return slices.ContainsFunc(r.Turns, func(t Turn) bool { return t.Database == database })
}

// Parameters are what the conversation about a database remembered; nil when nothing is.
func (r *Record) Parameters(p Place) json.RawMessage {
	for _, d := range r.Databases {
		if d.Same(p) {
			return d.Parameters
		}
	}
	return nil
}

// Path is the line of turns in force on one database, oldest first, as dialog.Session.Path.
func (r *Record) Path(database int) []*dialog.Turn {
	byID := make(map[uuid.UUID]*dialog.Turn)
	for _, t := range r.Turns {
		if t.Database == database {
			byID[t.ID] = t.Turn
		}
	}
	var path []*dialog.Turn
	for t := byID[r.Databases[database].At]; t != nil && !t.Cleared && len(path) <= len(byID); t = byID[t.Parent] {
		path = append(path, t)
	}
	slices.Reverse(path)
	return path
}

// Origins tells, for each turn, the one whose query it was made from: the nearest success above it. A turn that started a
// thread has none.
func (r *Record) Origins() map[*dialog.Turn]*dialog.Turn {
	origins := make(map[*dialog.Turn]*dialog.Turn, len(r.Turns))
	inForce := make(map[uuid.UUID]*dialog.Turn, len(r.Turns)) // the query in force after a turn
	for _, t := range r.Turns {
		above := inForce[t.Parent]
		if t.Intent != dialog.NewQuery && above != nil {
			origins[t.Turn] = above
		}
		inForce[t.ID] = above
		if t.Result != nil {
			inForce[t.ID] = t.Turn
		}
	}
	return origins
}

// snapshot is the state of one database's conversation as dialog takes it up again.
func (r *Record) snapshot(database int) dialog.Snapshot {
	d := r.Databases[database]
	m := dialog.Snapshot{At: d.At, Redo: d.Redo, Fresh: d.Fresh, Last: d.Last}
	for _, t := range r.Turns {
		if t.Database == database {
			m.Turns = append(m.Turns, t.Turn)
		}
	}
	return m
}

// idPrefix is how every id begins, and no name.
const idPrefix = "sess_"

var validID = regexp.MustCompile(`^` + idPrefix + `\d{8}_\d{6}_[0-9a-z]{8}$`)

// NewRecord is the record of a session that is not kept: what it still remembers of one database.
func NewRecord(p Place, s *dialog.Session, now time.Time) *Record {
	m := s.Snapshot()
	p.Targets = bare(p.Targets)
	r := &Record{ID: newID(now, s.ID()), UUID: s.ID(), Created: now, Updated: now}
	r.Databases = []Database{{Place: p, At: m.At, Redo: m.Redo, Fresh: m.Fresh, Last: m.Last}}
	for _, t := range m.Turns {
		r.Turns = append(r.Turns, Turn{Turn: t})
	}
	if len(r.Turns) > 0 {
		r.Created = r.Turns[0].Time
	}
	return r
}

// newID is a session's id: when it began, and the start of its UUID.
func newID(created time.Time, id uuid.UUID) string {
	return created.UTC().Format(idPrefix+"20060102_150405_") + id.String()[:8]
}
