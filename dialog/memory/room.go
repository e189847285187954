package memory

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"
)

// Room is what one user's conversation in one room remembers: a copy in memory, answered from at once, and a store behind
// it. Changes are made on the copy and written by Sync, which does all the I/O and belongs into a command; while the store is
// away, the copy goes on and Sync catches up later. Its methods are safe for concurrent use.
type Room struct {
	user, name string
	store      Store
	settings   Settings

	// syncing lets one Sync run at a time; mu is never held over I/O.
	syncing sync.Mutex

	mu    sync.Mutex
	state *State
	// pending are changes not yet in the store, oldest first; they are made again on what the store holds by then.
	pending []change
	synced  bool
	err     error
	// faded are parameters that went when their time was over: the store knows nothing of them any more, and who asks is told.
	faded []Found
}

// change is one edit of a state; it can be made again on another.
type change func(*State)

// NewRoom is a user's room, empty until the first Sync.
func NewRoom(user, name string, store Store, settings Settings) *Room {
	return &Room{user: user, name: name, store: store, settings: settings, state: &State{}}
}

// Status is how the store stands, for the status bar.
type Status struct {
	// Store names it: "in process", "Redis at host:6379".
	Store string
	// Err is why the copy in memory is used alone; nil when all is well.
	Err error
	// Pending counts changes that are not in the store yet.
	Pending int
}

// Status says how the store stood at the last Sync.
func (r *Room) Status() Status {
	r.mu.Lock()
	defer r.mu.Unlock()
	return Status{Store: r.store.Name(), Err: r.err, Pending: len(r.pending)}
}

// Name is the room's.
func (r *Room) Name() string { return r.name }

// Recall gives a subject's parameters within their time, and those that are past it and still known of.
func (r *Room) Recall(subject string, now time.Time) (live, expired []Parameter) {
	r.mu.Lock()
	defer r.mu.Unlock()
	name := r.state.subject(subject)
	for _, p := range r.state.Subjects[name] {
		if p.live(now, r.settings.ttl()) {
			live = append(live, p)
		} else {
			expired = append(expired, p)
		}
	}
	for _, f := range r.faded {
		if strings.EqualFold(f.Subject, subject) && !slices.ContainsFunc(r.state.Subjects[name], func(p Parameter) bool { return p.replaces(f.Parameter) }) {
			expired = append(expired, f.Parameter)
		}
	}
	return live, expired
}

// Knows says whether something is or was remembered of a subject.
func (r *Room) Knows(subject string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.state.Subjects[r.state.subject(subject)]) > 0 || slices.ContainsFunc(r.faded, func(f Found) bool { return strings.EqualFold(f.Subject, subject) })
}

// Lives is how long a parameter lives after it was set.
func (r *Room) Lives() time.Duration { return r.settings.ttl() }

// Standing are the parameters that hold whatever is asked: the pinned ones, and those set by hand within their time.
func (r *Room) Standing(now time.Time) []Found {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.state.matching(func(_ string, p Parameter) bool { return p.Pinned || p.ByHand() && p.live(now, r.settings.ttl()) })
}

// Parameters are all of a subject, whatever their age.
func (r *Room) Parameters(subject string) []Parameter {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.state.Subjects[r.state.subject(subject)])
}

// Subjects are what something is remembered of, in order.
func (r *Room) Subjects() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.state.names()
}

// Restore puts subjects back as they were at another turn, and makes one the subject spoken of last; what is pinned stays.
func (r *Room) Restore(lists map[string][]Parameter, last string, now time.Time) {
	lists = maps.Clone(lists)
	r.change(func(s *State) { s.restore(lists, last, now) })
}

// Last is the subject spoken of last; empty before the first.
func (r *Room) Last() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.state.Service
}

// Require says which columns a conversation about a subject must settle.
func (r *Room) Require(columns map[string][]string) { r.settings.Required = columns }

// Missing are the required columns of a subject that none of the parameters constrains.
func (r *Room) Missing(subject string, in []Parameter) []string {
	return r.settings.Missing(subject, in)
}

// Learn remembers what a successful query leaves behind.
func (r *Room) Learn(l Lesson, now time.Time) {
	if l.Subject == "" {
		return
	}
	l.Parameters = slices.Clone(l.Parameters)
	r.change(func(s *State) { s.learn(l, now) })
	r.mu.Lock()
	defer r.mu.Unlock()
	r.faded = slices.DeleteFunc(r.faded, func(f Found) bool {
		return strings.EqualFold(f.Subject, l.Subject) && slices.ContainsFunc(l.Parameters, func(p Parameter) bool { return p.replaces(f.Parameter) })
	})
}

// Forget forgets what a user names ("my origin", "flights", "Nairobi", "all") and returns what is gone.
func (r *Room) Forget(what string, now time.Time) (gone []Found) {
	r.change(func(s *State) {
		if found := s.forget(what, now); s == r.state {
			gone = found
		}
	})
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, f := range (&State{Service: r.state.Service, Subjects: grouped(r.faded)}).find(what) {
		r.faded = slices.DeleteFunc(r.faded, func(g Found) bool { return g.Subject == f.Subject && g.Same(f.Parameter) })
	}
	return gone
}

// grouped are parameters by their subject.
func grouped(list []Found) map[string][]Parameter {
	subjects := map[string][]Parameter{}
	for _, f := range list {
		subjects[f.Subject] = append(subjects[f.Subject], f.Parameter)
	}
	return subjects
}

// Find is what a user names, as Forget would forget it.
func (r *Room) Find(what string) []Found {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.state.find(what)
}

// Set changes or adds one parameter by hand; it is as sure as can be.
func (r *Room) Set(subject string, p Parameter, now time.Time) {
	p.Set = now
	r.change(func(s *State) { s.set(subject, p, now) })
}

// Pin keeps a parameter from ageing, or lets it age again from now.
func (r *Room) Pin(subject string, p Parameter, pinned bool, now time.Time) {
	p.Pinned, p.Set = pinned, now
	r.change(func(s *State) { s.set(subject, p, now) })
}

// change makes one change on the copy and notes it for the store, where it is made again.
func (r *Room) change(c change) {
	r.mu.Lock()
	defer r.mu.Unlock()
	c(r.state)
	r.fit(r.state)
	r.pending = append(r.pending, c)
}

// fit keeps a state within the byte limit.
func (r *Room) fit(s *State) {
	if s.atMost() > r.settings.maxSize() {
		_, _ = s.encode(r.settings.maxSize()) // drops what does not fit; it cannot fail, for a State is plain data
	}
}

// errBusy is returned when others wrote between every one of our tries.
var errBusy = errors.New("the store is too busy: the change will be written later")

// maxTries bounds compare-and-set against other programs of the same user.
const maxTries = 20

// Sync brings copy and store together: it loads what the store holds, makes the pending changes on it, and writes it back
// unless somebody wrote meanwhile, in which case it begins again. An error means that the copy is used alone for now.
func (r *Room) Sync(ctx context.Context, now time.Time) error {
	r.syncing.Lock()
	defer r.syncing.Unlock()
	err := errBusy
	for try := 0; try < maxTries && errors.Is(err, errBusy); try++ {
		err = r.trySync(ctx, now)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.err = err
	return err
}

func (r *Room) trySync(ctx context.Context, now time.Time) error {
	key := Key(r.user, r.name)
	stored, err := r.store.Load(ctx, key)
	if err != nil {
		return err
	}
	next, err := decode(stored)
	if err != nil {
		return fmt.Errorf("room %s: %w", r.name, err)
	}
	made, lost, gone := r.makePending(next, stored == nil, now)
	data, err := next.encode(r.settings.maxSize())
	if err != nil {
		return err
	}
	if made > 0 || lost {
		if err := r.write(ctx, key, stored, next, data, now); err != nil {
			return err
		}
	}
	r.adopt(next, made, gone)
	return nil
}

// makePending makes the pending changes on a state and returns how many there were, and whether the store lost what it once
// held: then the copy is what there is. A room that everything was forgotten in is no lost one: it is stored empty.
func (r *Room) makePending(next *State, empty bool, now time.Time) (made int, lost bool, gone []Found) {
	r.mu.Lock()
	defer r.mu.Unlock()
	lost = empty && r.synced && len(r.state.Subjects) > 0
	if lost {
		*next = *r.state.clone()
	} else {
		for _, c := range r.pending {
			c(next)
		}
	}
	gone = next.expire(now, r.settings.ttl())
	for _, f := range r.state.matching(func(_ string, p Parameter) bool { return !p.live(now, r.settings.ttl()) }) {
		if !slices.ContainsFunc(gone, func(g Found) bool { return g.Subject == f.Subject && g.Same(f.Parameter) }) {
			gone = append(gone, f) // the store let it go before we looked
		}
	}
	return len(r.pending), lost, gone
}

func (r *Room) write(ctx context.Context, key string, stored []byte, next *State, data []byte, now time.Time) error {
	left := next.left(now, r.settings.ttl())
	if left <= 0 {
		left = r.settings.ttl()
	}
	ok, err := r.store.Swap(ctx, key, stored, data, left)
	if err == nil && !ok {
		err = errBusy
	}
	return err
}

// adopt takes over what the store holds now, with the changes made since.
func (r *Room) adopt(next *State, made int, gone []Found) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.pending = slices.Clone(r.pending[min(made, len(r.pending)):])
	for _, c := range r.pending {
		c(next)
	}
	r.state, r.synced = next, true
	r.fade(gone)
}

// maxFaded bounds how many parameters past their time are still known of.
const maxFaded = 100

// fade notes parameters whose time is over, the latest in the place of an earlier one of its column.
func (r *Room) fade(gone []Found) {
	for _, f := range gone {
		r.faded = slices.DeleteFunc(r.faded, func(old Found) bool { return old.Subject == f.Subject && f.replaces(old.Parameter) })
		r.faded = append(r.faded, f)
		r.faded = r.faded[max(0, len(r.faded)-maxFaded):]
	}
}

// TakeOver copies another room's live parameters of the same user into this one, where this room has none of its own.
func (r *Room) TakeOver(ctx context.Context, room string, now time.Time) (taken []Found, err error) {
	data, err := r.store.Load(ctx, Key(r.user, room))
	if err != nil {
		return nil, fmt.Errorf("take over from room %s: %w", room, err)
	}
	other, err := decode(data)
	if err != nil {
		return nil, fmt.Errorf("take over from room %s: %w", room, err)
	}
	other.expire(now, r.settings.ttl())
	r.change(func(s *State) {
		if found := s.takeOver(other, room, now); s == r.state {
			taken = found
		}
	})
	return taken, nil
}
