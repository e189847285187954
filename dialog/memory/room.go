package memory

import (
	"context"
	"errors"
	"fmt"
	"slices"
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
	return live, expired
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
}

// Forget forgets what a user names ("my origin", "flights", "Nairobi", "all") and returns what is gone.
func (r *Room) Forget(what string, now time.Time) (gone []Found) {
	r.change(func(s *State) {
		if found := s.forget(what, now); s == r.state {
			gone = found
		}
	})
	return gone
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
	made, lost := r.makePending(next, stored == nil, now)
	data, err := next.encode(r.settings.maxSize())
	if err != nil {
		return err
	}
	if made > 0 || lost {
		if err := r.write(ctx, key, stored, next, data, now); err != nil {
			return err
		}
	}
	r.adopt(next, made)
	return nil
}

// makePending makes the pending changes on a state and returns how many there were, and whether the store lost what it once
// held: then the copy is what there is. A room that everything was forgotten in is no lost one: it is stored empty.
func (r *Room) makePending(next *State, empty bool, now time.Time) (made int, lost bool) {
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
	next.expire(now, r.settings.ttl())
	return len(r.pending), lost
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
func (r *Room) adopt(next *State, made int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.pending = slices.Clone(r.pending[min(made, len(r.pending)):])
	for _, c := range r.pending {
		c(next)
	}
	r.state, r.synced = next, true
}

// TakeOver copies another room's live parameters of the same user into this one, where this room has none of its own.
func (r *Room) TakeOver(ctx context.Context, room string, now time.Time) (taken int, err error) {
	data, err := r.store.Load(ctx, Key(r.user, room))
	if err != nil {
		return 0, fmt.Errorf("take over from room %s: %w", room, err)
	}
	other, err := decode(data)
	if err != nil {
		return 0, fmt.Errorf("take over from room %s: %w", room, err)
	}
	other.expire(now, r.settings.ttl())
	r.change(func(s *State) {
		if n := s.takeOver(other, room, now); s == r.state {
			taken = n
		}
	})
	return taken, nil
}
