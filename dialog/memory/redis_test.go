package memory

import (
	"context"
	"net"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

// realRedis is the URL of a running Redis, with a key prefix of the test's own: PARLEY_TEST_REDIS, or a server started from
// the installed binary. Without either the test skips; with "redis" in PARLEY_TEST_REQUIRE it fails instead.
func realRedis(t testing.TB) string {
	t.Helper()
	address := os.Getenv("PARLEY_TEST_REDIS")
	if address == "" {
		s := newRedisServer(t)
		s.start()
		address = s.url("")
	}
	return address + "?prefix=parley-test-" + uuid.NewString() + ":"
}

// redisServer is a Redis of the test's own, to be stopped, paused, filled and locked.
type redisServer struct {
	testing.TB
	port    string
	folder  string
	options []string
	process *exec.Cmd
}

// newRedisServer has a port and no process yet.
func newRedisServer(t testing.TB, options ...string) *redisServer {
	t.Helper()
	if _, err := exec.LookPath("redis-server"); err != nil {
		const how = "install redis-server, or set PARLEY_TEST_REDIS=redis://127.0.0.1:6379/0 for the tests that need no server of their own"
		if slices.Contains(strings.Split(os.Getenv("PARLEY_TEST_REQUIRE"), ","), "redis") {
			t.Fatal(how)
		}
		t.Skip(how)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
	l.Close()
	return &redisServer{TB: t, port: port, folder: t.TempDir(), options: options}
}

func (s *redisServer) url(password string) string {
	if password != "" {
		password = ":" + password + "@"
	}
	return "redis://" + password + "127.0.0.1:" + s.port
}

// start starts the process, whose data survive a stop, and waits until it answers.
func (s *redisServer) start() {
	s.Helper()
	args := append([]string{"--port", s.port, "--bind", "127.0.0.1", "--dir", s.folder, "--save", "", "--appendonly", "yes", "--appendfsync", "always"}, s.options...)
	s.process = exec.Command("redis-server", args...)
	if err := s.process.Start(); err != nil {
		s.Fatal(err)
	}
	process := s.process
	s.Cleanup(func() {
		process.Process.Signal(syscall.SIGCONT)
		process.Process.Kill()
		process.Wait()
	})
	for range 400 {
		c, err := net.Dial("tcp", "127.0.0.1:"+s.port)
		if err == nil {
			c.Close()
			return
		}
		time.Sleep(25 * time.Millisecond)
	}
	s.Fatal("redis-server does not answer")
}

func (s *redisServer) stop() {
	s.process.Process.Kill()
	s.process.Wait()
}

func (s *redisServer) signal(signal syscall.Signal) {
	s.Helper()
	if err := s.process.Process.Signal(signal); err != nil {
		s.Fatal(err)
	}
}

// set changes a setting of the running server.
func (s *redisServer) set(name, value string) {
	s.Helper()
	c := redis.NewClient(&redis.Options{Addr: "127.0.0.1:" + s.port})
	defer c.Close()
	if err := c.ConfigSet(context.Background(), name, value).Err(); err != nil {
		s.Fatal(err)
	}
}

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
		s := newRedisServer(t)
		r := room(t, s.url(""))
		fails(t, r, "cannot be reached")
		s.start()
		catchesUp(t, r, s.url(""), "before")
	})
	t.Run("killed in the middle, and back with its data", func(t *testing.T) {
		t.Parallel()
		s := newRedisServer(t)
		s.start()
		r := room(t, s.url(""))
		mustSync(t, r, time.Now())
		s.stop()
		learn(r, "during")
		fails(t, r, "cannot be reached")
		s.start()
		catchesUp(t, r, s.url(""), "before", "during")
	})
	t.Run("killed in the middle, and back without", func(t *testing.T) {
		t.Parallel()
		s := newRedisServer(t, "--appendonly", "no")
		s.start()
		r := room(t, s.url(""))
		mustSync(t, r, time.Now())
		s.stop()
		learn(r, "during")
		fails(t, r, "cannot be reached")
		s.start()
		catchesUp(t, r, s.url(""), "before", "during")
	})
	t.Run("slow", func(t *testing.T) {
		t.Parallel()
		s := newRedisServer(t)
		s.start()
		r := room(t, s.url(""))
		mustSync(t, r, time.Now())
		learn(r, "during")
		s.signal(syscall.SIGSTOP)
		fails(t, r, "does not answer in time")
		s.signal(syscall.SIGCONT)
		catchesUp(t, r, s.url(""), "before", "during")
	})
	t.Run("full", func(t *testing.T) {
		t.Parallel()
		s := newRedisServer(t)
		s.start()
		r := room(t, s.url(""))
		s.set("maxmemory", "1")
		fails(t, r, "is full")
		s.set("maxmemory", "0")
		catchesUp(t, r, s.url(""), "before")
	})
	t.Run("wrong password", func(t *testing.T) {
		t.Parallel()
		s := newRedisServer(t, "--requirepass", "sesame")
		s.start()
		for _, password := range []string{"", "guess"} {
			r := room(t, s.url(password))
			fails(t, r, "refuses the password")
			if text := r.Status().Err.Error(); strings.Contains(text, "guess") {
				t.Errorf("the password is shown: %s", text)
			}
		}
		catchesUp(t, room(t, s.url("sesame")), s.url("sesame"), "before")
	})
}
