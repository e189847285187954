package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"parley/db"
	"parley/db/opener"
	"parley/dialog"
	"parley/dialog/archive"
	"parley/dialog/memory"
	"parley/tui"
	"parley/workflow"
)

// desk is what a screen works at: a conversation for each database and session that was opened in this run. One that the
// user left stays open and goes on where it was.
type desk struct {
	runtime *runtime

	mu    sync.Mutex // Travel runs in commands
	spots []*spot
}

// spot is one conversation of the run.
type spot struct {
	*keeping
	name    string
	opening *workflow.Opening
	room    *memory.Room
	talk    *workflow.Orchestrator
	desk    *desk
	// said is a session that is not kept, as of its last turn, for an export beside the update loop.
	said atomic.Pointer[archive.Record]
}

// sit opens the database of a session and makes its conversation; it does not wait for the database.
func (d *desk) sit(keep *keeping, room string) (*spot, error) {
	r := d.runtime
	s := &spot{keeping: keep, desk: d, name: keep.placeName()}
	if s.name == "demo" {
		s.name = "ecommerce (demo)"
	}
	var err error
	if s.room, err = r.roomNamed(cmp.Or(room, s.name)); err != nil {
		return nil, err
	}
	s.opening = r.open(keep.targets...)
	keep.remind(s.room, r.clock())
	keep.noted(r.unusable())
	s.talk = r.talk(keep.conversation(s.name, r.dialogSettings()), s.opening, s.room, reading{})
	go r.sync(s.room)
	d.spots = append(d.spots, s)
	return s, nil
}

// options are the screen's for this conversation.
func (s *spot) options() tui.Options {
	r := s.desk.runtime
	draft := s.draft
	s.draft = nil // it is given back once
	return tui.Options{
		Name: s.name, Maker: "rules", NoMouse: r.NoMouse, DebugKeys: r.DebugKey, Keys: r.Keys, Clock: r.clock, Saved: savedFolder(), Defuse: r.Defuse,
		Committed: s.committed, Drafted: s.drafted, Draft: draft, Notices: s.notices, Models: finding{r}, Host: s, Settings: r.settingList(),
	}
}

// committed notes the turn at once, and gives back the writing that it owes.
func (s *spot) committed() func(context.Context) (string, error) {
	r := s.desk.runtime
	source := s.opening.Ready()
	s.Take(source)
	if s.kept == nil {
		s.said.Store(archive.NewRecord(s.keeping.at(source), s.session, r.clock()))
	}
	return func(ctx context.Context) (string, error) {
		s.remember(s.room, source, r.clock())
		notice, err := r.write(s.keeping)
		return notice, errors.Join(err, r.syncRoom(ctx, s.room))
	}
}

// drafted notes what is typed and not sent, and gives back the writing that it owes.
func (s *spot) drafted(draft []string) func(context.Context) (string, error) {
	if s.kept == nil {
		return nil
	}
	s.kept.TakeDraft(s.keeping.at(s.opening.Ready()), draft)
	return func(context.Context) (string, error) { return s.desk.runtime.write(s.keeping) }
}

// Travel implements tui.Host.
func (s *spot) Travel(ctx context.Context, to tui.Destination) (tui.Conversation, tui.Options, error) {
	s.desk.mu.Lock()
	defer s.desk.mu.Unlock()
	next, err := s.arrive(ctx, to)
	if err != nil {
		return nil, tui.Options{}, err
	}
	return next.talk, next.options(), nil
}

func (s *spot) arrive(ctx context.Context, to tui.Destination) (*spot, error) {
	if to.Session != "" {
		return s.desk.resume(ctx, to.Session)
	}
	targets := to.Targets
	if beside, ok := s.beside(ctx, to.Database); targets == nil && ok {
		targets = beside
	} else if targets == nil {
		var err error
		if targets, err = s.desk.runtime.resolve(to.Database); err != nil {
			return nil, err
		}
	}
	keep, err := s.elsewhere(targets, s.desk.runtime.dialogSettings())
	if err != nil {
		return nil, err
	}
	for _, known := range s.desk.spots {
		if known.id == s.id && known.place.Same(keep.place) {
			go s.desk.runtime.sync(known.room) // another program may have gone on in it
			return known, nil
		}
	}
	r := s.desk.runtime
	room := ""
	if base := cmp.Or(r.Room, r.Session); base != "" {
		room = base + ", " + keep.placeName() // each database has parameters of its own
	}
	return s.desk.wait(ctx, keep, room)
}

// resume opens another kept session, and keeps it from then on.
func (d *desk) resume(ctx context.Context, ref string) (*spot, error) {
	store, err := d.runtime.store()
	if err != nil {
		return nil, err
	}
	id, err := store.Find(ref)
	if err != nil {
		return nil, err
	}
	for i := len(d.spots) - 1; i >= 0; i-- {
		if s := d.spots[i]; s.kept != nil && s.kept.ID() == id {
			return s, nil
		}
	}
	keep, err := d.runtime.keepingOf(nil, !d.runtime.private(), id)
	if err != nil {
		return nil, err
	}
	s, err := d.wait(ctx, keep, keep.called())
	if err != nil {
		return nil, errors.Join(err, keep.Close())
	}
	return s, nil
}

// wait is sit for a user who stays where he is if the database cannot be opened.
func (d *desk) wait(ctx context.Context, keep *keeping, room string) (*spot, error) {
	s, err := d.sit(keep, room)
	if err != nil {
		return nil, err
	}
	if _, err = s.opening.Wait(ctx); err != nil {
		d.spots = d.spots[:len(d.spots)-1]
		s.talk.Close()
		return nil, errors.Join(err, s.opening.Close())
	}
	return s, nil
}

// Answer implements tui.Host.
func (s *spot) Answer(ctx context.Context, inputs []string) (*dialog.Turn, error) {
	source, err := s.opening.Wait(ctx)
	if err != nil {
		return nil, err
	}
	turn := s.desk.runtime.answered(ctx, s.opening, source.Database.Name(), inputs)
	if turn == nil {
		return nil, errors.New("the question was cancelled")
	}
	return turn, nil
}

// Try implements tui.Host. A database that wants a password which nobody has given yet is one that answers.
func (s *spot) Try(ctx context.Context, to tui.Destination) error {
	r := s.desk.runtime
	targets := to.Targets
	if targets == nil {
		var err error
		if targets, err = r.resolve(to.Database); err != nil {
			return err
		}
	}
	through := r.reach(ctx, targets)
	if to.Tunnel != "" {
		through = r.reachThrough(ctx, to.Tunnel, to.Database)
	}
	if through != nil {
		return through
	}
	database, err := opener.Open(ctx, db.Settings{Timeout: r.Timeout, Memory: r.Engine, Now: r.clock(), Allow: r.Allow, Password: (&opener.Passwords{}).Password}, targets...)
	if err != nil {
		return err
	}
	return database.Close()
}

// Latest implements tui.Host.
func (s *spot) Latest() string {
	store, err := s.desk.runtime.store()
	if err != nil {
		return ""
	}
	if last, ok := store.Latest(about(s.targets), workingFolder()); ok && (s.kept == nil || last.ID != s.kept.ID()) {
		return last.ID
	}
	if unread := store.Unreadable(); len(unread) > 0 {
		return unread[0].ID // opening it says why it cannot be
	}
	return ""
}

// Sessions implements tui.Host.
func (s *spot) Sessions(words string) ([]archive.Entry, error) {
	store, err := s.desk.runtime.store()
	if err != nil {
		return nil, err
	}
	if words == "" {
		entries, err := store.List()
		return slices.DeleteFunc(s.here(entries), func(e archive.Entry) bool { return e.Empty() || e.Here && e.Turns == 0 }), err
	}
	hits, err := store.Search(words)
	entries := make([]archive.Entry, len(hits))
	for i, h := range hits {
		entries[i] = h.Entry
		if n := len(h.Found); n > 0 {
			last := h.Found[n-1]
			entries[i].Match = fmt.Sprintf("turn %d: %s", last.Number, last.Input)
		}
	}
	return s.here(entries), err
}

// here marks the session that is on screen.
func (s *spot) here(entries []archive.Entry) []archive.Entry {
	for i := range entries {
		entries[i].Here = s.kept != nil && entries[i].ID == s.kept.ID()
	}
	return entries
}

// RenameSession implements tui.Host.
func (s *spot) RenameSession(name string) (string, error) {
	if s.kept == nil {
		return "", errors.New("this session is not kept: it was started with --private or keep = false")
	}
	if err := s.kept.Rename(name); err != nil {
		return "", err
	}
	return fmt.Sprintf("This session is called %q now.", name), nil
}

// DeleteSession implements tui.Host.
func (s *spot) DeleteSession(ref string) (string, error) {
	store, err := s.desk.runtime.store()
	if err != nil {
		return "", err
	}
	if err := store.Delete(ref); err != nil {
		return "", err
	}
	return fmt.Sprintf("Deleted %q.", ref), nil
}

// ExportSession implements tui.Host: the session so far, without its rows.
func (s *spot) ExportSession(file string) (string, error) {
	form, err := (&exportCommand{File: file}).form("")
	if err != nil {
		return "", err
	}
	record, err := s.record()
	if err != nil {
		return "", err
	}
	var out bytes.Buffer
	if err := writeRecord(&out, record, form, false); err != nil {
		return "", err
	}
	if err := writeWhole(file, out.Bytes()); err != nil {
		return "", err
	}
	return "Wrote the session to " + file + ".", nil
}

// record is the session as its file has it, or as it is remembered where there is no file.
func (s *spot) record() (*archive.Record, error) {
	if s.kept != nil {
		return s.kept.Record()
	}
	if said := s.said.Load(); said != nil {
		return said, nil
	}
	return nil, errors.New("nothing was said yet in this session")
}

// close ends every conversation of the run, after the screen. What was still counted after the last turns is written.
func (d *desk) close() error {
	for _, s := range d.spots {
		if current := s.talk.Session().Current(); current != nil {
			s.talk.Settle(current)
		}
		s.Take(s.talk.Source())
		s.talk.Close()
	}
	var errs []error
	for _, s := range d.spots {
		errs = append(errs, s.keeping.Close(), s.opening.Close())
	}
	return errors.Join(errs...)
}
