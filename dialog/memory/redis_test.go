package memory

import (
	"context"
	"strings"
	"syscall"
	"testing"
	"time"

	"parley/dialog/memory/redistest"
)

// TestOutagesOfARealRedis lets turns go on from the copy whatever the server does; it says so, and catches up.
func TestOutagesOfARealRedis(t *testing.T) {
	t.Parallel()
	learn := func(r *Room, subject string) {
		r.Learn(Lesson{Subject: subject, Parameters: []Parameter{equal("country", "Kenya")}}, time.Now())
	}
	room := func(t *testing.T, address string) *Room {
		r := NewRoom("ana", "demo", connect(t, address), Settings{})
		learn(r, "before")
		return r
	}
	fails := func(t *testing.T, r *Room, want string) {
		t.Helper()
		err := r.Sync(context.Background(), time.Now())
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Fatalf("%v, want %q", err, want)
		}
		if s := r.Status(); s.Err == nil || s.Pending == 0 {
			t.Errorf("status %+v", s)
		}
		if live, _ := r.Recall("before", time.Now()); len(live) != 1 {
			t.Error("the copy lost it")
		}
	}
	catchesUp := func(t *testing.T, r *Room, address string, subjects ...string) {
		t.Helper()
		mustSync(t, r, time.Now())
		if s := r.Status(); s.Err != nil || s.Pending != 0 {
			t.Errorf("status %+v", s)
		}
		other := NewRoom("ana", "demo", connect(t, address), Settings{})
		mustSync(t, other, time.Now())
		for _, subject := range subjects {
			if live, _ := other.Recall(subject, time.Now()); len(live) != 1 {
				t.Errorf("another program does not find what was said of %s", subject)
			}
		}
	}

	t.Run("down at the start", func(t *testing.T) {
		t.Parallel()
		s := redistest.NewServer(t)
		r := room(t, s.URL(""))
		fails(t, r, "cannot be reached")
		s.Start()
		catchesUp(t, r, s.URL(""), "before")
	})
	t.Run("killed in the middle, and back with its data", func(t *testing.T) {
		t.Parallel()
		s := redistest.NewServer(t)
		s.Start()
		r := room(t, s.URL(""))
		mustSync(t, r, time.Now())
		s.Stop()
		learn(r, "during")
		fails(t, r, "cannot be reached")
		s.Start()
		catchesUp(t, r, s.URL(""), "before", "during")
	})
	t.Run("killed in the middle, and back without", func(t *testing.T) {
		t.Parallel()
		s := redistest.NewServer(t, "--appendonly", "no")
		s.Start()
		r := room(t, s.URL(""))
		mustSync(t, r, time.Now())
		s.Stop()
		learn(r, "during")
		fails(t, r, "cannot be reached")
		s.Start()
		catchesUp(t, r, s.URL(""), "before", "during")
	})
	t.Run("slow", func(t *testing.T) {
		t.Parallel()
		s := redistest.NewServer(t)
		s.Start()
		r := room(t, s.URL(""))
		mustSync(t, r, time.Now())
		learn(r, "during")
		s.Signal(syscall.SIGSTOP)
		fails(t, r, "does not answer in time")
		s.Signal(syscall.SIGCONT)
		catchesUp(t, r, s.URL(""), "before", "during")
	})
	t.Run("full", func(t *testing.T) {
		t.Parallel()
		s := redistest.NewServer(t)
		s.Start()
		r := room(t, s.URL(""))
		s.Set("maxmemory", "1")
		fails(t, r, "is full")
		s.Set("maxmemory", "0")
		catchesUp(t, r, s.URL(""), "before")
	})
	t.Run("wrong password", func(t *testing.T) {
		t.Parallel()
		s := redistest.NewServer(t, "--requirepass", "sesame")
		s.Start()
		for _, password := range []string{"", "guess"} {
			r := room(t, s.URL(password))
			fails(t, r, "refuses the password")
			if text := r.Status().Err.Error(); strings.Contains(text, "guess") {
				t.Errorf("the password is shown: %s", text)
			}
		}
		catchesUp(t, room(t, s.URL("sesame")), s.URL("sesame"), "before")
	})
}
