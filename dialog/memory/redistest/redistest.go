// Package redistest gives tests a Redis: the one that PARLEY_TEST_REDIS names, or a server of their own, started from the
// installed binary. Tests that can have neither are skipped, saying how to have one, or fail when PARLEY_TEST_REQUIRE names redis.
//
// The package is for tests only.
package redistest

import (
	"context"
	"net"
	"net/url"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"

	"parley/db/dbtest"
)

// Room is a part of a running Redis under a prefix of the test's own; its keys go with the test.
type Room struct {
	// Address is its URL, the prefix included.
	Address string
	Client  *redis.Client
	Prefix  string
}

// Open is a room on PARLEY_TEST_REDIS, or on a server started for it.
func Open(t testing.TB) Room {
	t.Helper()
	address := os.Getenv("PARLEY_TEST_REDIS")
	if address == "" {
		s := NewServer(t)
		s.Start()
		address = s.URL("")
	}
	options, err := redis.ParseURL(address)
	if err != nil {
		t.Fatal(err)
	}
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	r := Room{Client: redis.NewClient(options), Prefix: "parley-test-" + uuid.NewString() + ":"}
	u.RawQuery = "prefix=" + url.QueryEscape(r.Prefix)
	r.Address = u.String()
	t.Cleanup(r.clear)
	return r
}

func (r Room) clear() {
	ctx := context.Background()
	if keys, _ := r.Client.Keys(ctx, r.Prefix+"*").Result(); len(keys) > 0 {
		r.Client.Del(ctx, keys...)
	}
	_ = r.Client.Close()
}

// Server is a Redis of the test's own, to be stopped, paused, filled and locked.
type Server struct {
	t       testing.TB
	port    string
	folder  string
	options []string
	process *exec.Cmd
	ended   chan struct{}
}

// NewServer has a port and no process yet.
func NewServer(t testing.TB, options ...string) *Server {
	t.Helper()
	if _, err := exec.LookPath("redis-server"); err != nil {
		dbtest.Missing(t, "redis", "install redis-server, or set PARLEY_TEST_REDIS=redis://127.0.0.1:6379/0 for the tests that need no server of their own")
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
	l.Close()
	return &Server{t: t, port: port, folder: t.TempDir(), options: options}
}

// URL is where it is, with a password when one is given.
func (s *Server) URL(password string) string {
	if password != "" {
		password = ":" + password + "@"
	}
	return "redis://" + password + "127.0.0.1:" + s.port
}

// Start starts the process, whose data survive a stop, and waits until it answers or ends.
func (s *Server) Start() {
	s.t.Helper()
	args := append([]string{"--port", s.port, "--bind", "127.0.0.1", "--dir", s.folder, "--save", "", "--appendonly", "yes", "--appendfsync", "always"}, s.options...)
	process, ended := exec.Command("redis-server", args...), make(chan struct{})
	if err := process.Start(); err != nil {
		s.t.Fatal(err)
	}
	go func() {
		_ = process.Wait()
		close(ended)
	}()
	s.process, s.ended = process, ended
	s.t.Cleanup(func() {
		_ = process.Process.Signal(syscall.SIGCONT)
		_ = process.Process.Kill()
		<-ended
	})
	for {
		if s.answers() {
			return
		}
		select {
		case <-ended:
			s.t.Fatal("redis-server ended at once: ", process.ProcessState)
		case <-time.After(25 * time.Millisecond):
		}
	}
}

// answers says that the process takes connections and has its data back: until then it says that it is loading them.
func (s *Server) answers() bool {
	c, err := net.Dial("tcp", "127.0.0.1:"+s.port)
	if err != nil {
		return false
	}
	c.Close()
	client := redis.NewClient(&redis.Options{Addr: "127.0.0.1:" + s.port, MaxRetries: -1})
	defer func() { _ = client.Close() }()
	err = client.Ping(context.Background()).Err()
	return err == nil || !strings.HasPrefix(err.Error(), "LOADING")
}

// Stop kills the process.
func (s *Server) Stop() {
	_ = s.process.Process.Kill()
	<-s.ended
}

// Signal sends the process a signal.
func (s *Server) Signal(signal syscall.Signal) {
	s.t.Helper()
	if err := s.process.Process.Signal(signal); err != nil {
		s.t.Fatal(err)
	}
}

// Set changes a setting of the running server.
func (s *Server) Set(name, value string) {
	s.t.Helper()
	c := redis.NewClient(&redis.Options{Addr: "127.0.0.1:" + s.port})
	defer func() { _ = c.Close() }()
	if err := c.ConfigSet(context.Background(), name, value).Err(); err != nil {
		s.t.Fatal(err)
	}
}
