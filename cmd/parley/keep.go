package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/google/uuid"

	"parley/db"
	"parley/db/opener"
	"parley/dialog"
	"parley/dialog/archive"
	"parley/dialog/memory"
	"parley/workflow"
)

// keeping is the conversation of a run, and the file it is kept in, if it is kept.
type keeping struct {
	id      uuid.UUID
	session *dialog.Session // nil until it is resumed or begun
	kept    *archive.Kept   // nil: nothing is written
	place   archive.Place
	// targets open the database: those named for this run, else those that the session remembers.
	targets []string
	// parameters are what the session remembered when it stopped.
	parameters json.RawMessage
	// draft is what was typed before and not sent, until it is given back.
	draft []string
	// notices are what beginning has to tell the user.
	notices []string
}

// store is where sessions are kept.
func (r *runtime) store() (*archive.Store, error) {
	folder := r.SessionsDir
	if folder == "" {
		var err error
		if folder, err = dataPath("sessions"); err != nil {
			return nil, err
		}
	}
	store := archive.NewStore(folder, r.clock)
	store.Rows = r.KeepRows
	return store, nil
}

// keeping begins or resumes the conversation about the named databases, as --keep and --session say. Without --keep nothing
// is written: a session that is named then goes on in memory only.
func (r *runtime) keeping(targets []string) (*keeping, error) {
	return r.keepingOf(targets, r.Keep != nil && *r.Keep && !r.Private, r.Session)
}

// screenKeeping is keeping for the screen, which keeps what is said unless it was told not to. One that was not asked for makes no
// trouble: it begins with the first turn, and is swept away with age. The session that is offered to go on with stays for now.
func (r *runtime) screenKeeping(targets []string, offered string) (*keeping, error) {
	switch {
	case r.private():
		return r.keepingOf(targets, false, r.Session)
	case r.Keep != nil || r.Session != "":
		return r.keepingOf(targets, true, r.Session)
	}
	k := r.unkept(targets)
	store, err := r.store()
	if err != nil {
		k.noted("What is said is not kept: " + err.Error() + ".")
		return k, nil //nolint:nilerr // the conversation goes on unkept, and says so
	}
	k.kept = store.Begin(k.id, workingFolder())
	go r.sweep(store, offered)
	return k, nil
}

// regain takes over what was typed here where nothing was said: the program was killed before.
func (r *runtime) regain(k *keeping) {
	if k.kept == nil {
		return
	}
	store, err := r.store()
	if err != nil {
		return
	}
	typed, notices, forget := store.Strays(k.place, workingFolder())
	k.notices = append(k.notices, notices...)
	if len(typed) > 0 {
		k.draft = append(typed, k.draft...)
		k.kept.TakeDraft(k.at(nil), k.draft)
		_, err = k.Write()
	}
	if err := forget(err == nil); err != nil {
		r.log.Warn("what was typed before stays where it was", "error", err)
	}
}

// private says that nothing is to be kept, whatever else is said.
func (r *runtime) private() bool { return r.Private || r.Keep != nil && !*r.Keep }

// called is the session's name, empty when it has none.
func (k *keeping) called() string {
	if k.kept == nil {
		return ""
	}
	return k.kept.Name()
}

// sweep lets go what nobody asked to keep and is old.
func (r *runtime) sweep(store *archive.Store, offered string) {
	const day = 24 * time.Hour
	gone, err := store.Sweep(archive.Bounds{Age: time.Duration(r.KeepDays) * day, Bytes: int64(r.KeepSize) << 20, Spare: offered})
	if gone > 0 || err != nil {
		r.log.Info("old sessions were let go", "sessions", gone, "error", err)
	}
}

// workingFolder is where the user works; empty where nobody can say.
func workingFolder() string {
	folder, err := os.Getwd()
	if err != nil {
		return ""
	}
	return folder
}

func (r *runtime) unkept(targets []string) *keeping {
	return &keeping{id: uuid.New(), targets: targets, place: archive.Place{Targets: opener.Remembered(targets...)}}
}

func (r *runtime) keepingOf(targets []string, write bool, name string) (*keeping, error) {
	k := r.unkept(targets)
	if !write && name == "" {
		return k, nil
	}
	store, err := r.store()
	if err != nil {
		return nil, err
	}
	if write {
		return k, k.keep(r, store, name)
	}
	return k, k.recall(r, store, name)
}

// latest is the session to continue: the last about the named databases, or of this folder; ok is false when there is none.
func (r *runtime) latest(targets []string) (last archive.Entry, ok bool) {
	store, err := r.store()
	if err != nil {
		return archive.Entry{}, false
	}
	return store.Latest(about(targets), workingFolder())
}

// about is the place by which a session to continue is looked for; where no database was named it has none, and the folder decides.
func about(targets []string) archive.Place {
	if len(targets) == 0 || len(targets) == 1 && targets[0] == "" {
		return archive.Place{}
	}
	return archive.Place{Targets: opener.Remembered(targets...)}
}

// unread says why sessions that were kept after the last that can be read cannot be continued. What is damaged is set aside.
func (r *runtime) unread(last archive.Entry, found bool) (reasons []string) {
	store, err := r.store()
	if err != nil {
		return nil
	}
	for _, e := range store.Unreadable() {
		if !e.Updated.After(last.Updated) {
			continue
		}
		kept, err := store.Open(e.ID)
		if err == nil {
			_ = kept.Close() // somebody mended it meanwhile
			continue
		}
		said := "This session is new. "
		if found {
			said = "This is the session before the last. "
		}
		var damaged *archive.DamagedError
		if errors.As(err, &damaged) {
			err = fmt.Errorf("The last is damaged (%w) and nothing in it could be read; it was set aside as %s.", damaged.Cause, damaged.Aside) //nolint:staticcheck // a sentence for the user
		}
		reasons = append(reasons, said+err.Error())
	}
	return reasons
}

// conversation is the session as resumed, or a new one about a database.
func (k *keeping) conversation(database string, settings dialog.Settings) *dialog.Session {
	if k.session == nil {
		k.session = dialog.New(k.id, database, settings)
	}
	return k.session
}

// keep opens the session's file or makes it.
func (k *keeping) keep(r *runtime, store *archive.Store, name string) error {
	var missing *archive.NotFoundError
	err := error(&archive.NotFoundError{})
	if name != "" {
		k.kept, err = store.Open(name)
	}
	if errors.As(err, &missing) {
		k.noteNameless(store, name)
		return k.create(store, name)
	}
	if err != nil {
		return err
	}
	k.id, k.draft = k.kept.UUID(), k.kept.Draft()
	k.noted(k.kept.Notice())
	record, err := k.kept.Record()
	if err != nil {
		return err
	}
	k.resume(record, r.dialogSettings())
	return nil
}

// noteNameless tells of sessions whose files do not even say their name: the one that was asked for may be among them.
func (k *keeping) noteNameless(store *archive.Store, name string) {
	for _, e := range store.Unreadable() {
		if name != "" && e.Name == "" {
			k.noted(fmt.Sprintf("Session %s is new; what cannot be read may have been it. %s", name, e.Err))
		}
	}
}

// create begins a session. One that cannot be written goes on all the same, and says so.
func (k *keeping) create(store *archive.Store, name string) (err error) {
	k.kept, err = store.Create(k.id, name)
	var unwritable *archive.WriteError
	if errors.As(err, &unwritable) {
		k.noted(err.Error())
		return nil
	}
	return err
}

// recall takes a kept session up without writing to it.
func (k *keeping) recall(r *runtime, store *archive.Store, name string) error {
	record, err := store.Read(name)
	var missing *archive.NotFoundError
	if errors.As(err, &missing) {
		k.noted(fmt.Sprintf("No kept session is called %q: this one is new, and --keep would keep it.", name))
		return nil
	}
	if err != nil {
		return err
	}
	k.resume(record, r.dialogSettings())
	k.noted("What is said now is not written to the session: --keep writes it.")
	return nil
}

// resume goes on with the database that the session used last, unless another was named for this run.
func (k *keeping) resume(record *archive.Record, settings dialog.Settings) {
	k.choose(record.Places())
	var notice string
	k.session, notice = record.Session(k.place, settings)
	k.parameters = record.Parameters(k.place)
	k.noted(notice)
}

func (k *keeping) choose(places []archive.Place) {
	if len(places) == 0 {
		return
	}
	if len(k.targets) == 0 {
		k.place, k.targets = places[0], places[0].Targets
		return
	}
	for _, p := range places {
		if p.Same(k.place) {
			k.place.Name = p.Name
			return
		}
	}
	k.noted(fmt.Sprintf("The session has been about %s so far; %s begins a thread of its own in it.", places[0].Name, k.placeName()))
}

// elsewhere is the same session about other databases: their thread as it stood, or a new one.
func (k *keeping) elsewhere(targets []string, settings dialog.Settings) (*keeping, error) {
	next := &keeping{id: k.id, kept: k.kept, targets: targets, place: archive.Place{Targets: opener.Remembered(targets...)}}
	if k.kept == nil {
		return next, nil
	}
	record, err := k.kept.Record()
	if err != nil {
		return nil, err
	}
	for _, p := range record.Places() {
		if p.Same(next.place) {
			next.resume(record, settings)
		}
	}
	return next, nil
}

// remind gives the room what the session remembered when it stopped; what has expired meanwhile stays away.
func (k *keeping) remind(room *memory.Room, now time.Time) {
	if k.parameters == nil {
		return
	}
	if _, err := room.Import(k.parameters, "", now); err != nil {
		k.noted("What the session remembered cannot be read: " + err.Error() + ".")
	}
}

// keptParameters is what a kept session remembered about a database: its room, while no program has it open. Sessions are the OS
// user's own.
func (r *runtime) keptParameters(session, database string) ([]byte, error) {
	store, err := r.store()
	if err != nil || r.User != "" {
		return nil, err
	}
	record, err := store.Read(session)
	var missing *archive.NotFoundError
	if errors.As(err, &missing) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	for _, p := range record.Places() {
		if p.Name == database {
			return record.Parameters(p), nil
		}
	}
	return nil, nil
}

// remember puts what the room remembers beside the turns.
func (k *keeping) remember(room *memory.Room, source *workflow.Source, now time.Time) {
	if k.kept == nil {
		return
	}
	if data, err := room.Export(now); err == nil {
		k.kept.TakeParameters(k.at(source), data)
	}
}

// placeName is what the database is called before it has said its own name.
func (k *keeping) placeName() string {
	if k.place.Name != "" {
		return k.place.Name
	}
	names := make([]string, len(k.place.Targets))
	for i, target := range k.place.Targets {
		names[i] = target
		if filepath.IsAbs(target) {
			names[i] = filepath.Base(target)
		}
	}
	return strings.Join(names, " ")
}

func (k *keeping) noted(notice string) {
	if notice != "" {
		k.notices = append(k.notices, notice)
	}
}

// Take notes where the conversation stands: after each Commit, where the session is used.
func (k *keeping) Take(source *workflow.Source) {
	if k.kept == nil {
		return
	}
	k.kept.Take(k.at(source), k.session)
}

// at is the place as its database calls itself, once it is open.
func (k *keeping) at(source *workflow.Source) archive.Place {
	place := k.place
	place.Name = k.placeName()
	if source != nil && source.Database != nil {
		place.Name, place.Dialect = source.Database.Name(), source.Database.Dialect().String()
	}
	return place
}

// Write puts what was taken on disk. The notice is for the user.
func (k *keeping) Write() (notice string, err error) {
	if k.kept == nil {
		return "", nil
	}
	return k.kept.Write()
}

// Close lets the session go.
func (k *keeping) Close() error {
	if k.kept == nil {
		return nil
	}
	return k.kept.Close()
}

// save writes a turn to disk; a failure is told and logged, and does not stop the conversation.
func (r *runtime) save(k *keeping) {
	notice, err := k.Write()
	if err != nil {
		r.log.Warn("the session is not saved", "error", err)
	}
	r.tell(notice)
}

// write is save for the screen, which says error and notice itself: nothing may be printed while it is up.
func (r *runtime) write(k *keeping) (notice string, err error) {
	notice, err = k.Write()
	if err != nil {
		r.log.Warn("the session is not saved", "error", err)
		return "", err
	}
	return notice, nil
}

// tell says things about the run on standard error.
func (r *runtime) tell(notices ...string) {
	for _, n := range notices {
		if n != "" {
			fmt.Fprintln(r.stderr, "parley: "+db.Visible(n))
		}
	}
}
