package worker

import (
	"errors"
	"os"
	"strings"
	"sync"
	"syscall"
	"time"
)

// handed down are the settings of the environment that a worker gets: what a clock and a linker need, nothing with a secret.
var handedDown = []string{"TZ", "TZDIR", "LANG", "LC_ALL", "LC_TIME", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SYSTEMROOT"}

// environment is what a worker gets; its temporary files are in its folder.
func (s Spec) environment() []string {
	var env []string
	for _, name := range handedDown {
		if value, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+value)
		}
	}
	if s.Folder != "" {
		env = append(env, "TMPDIR="+s.Folder, "HOME="+s.Folder)
	}
	return env
}

// launch starts the process, and returns where its answers come from.
func (c *Client) launch(s Spec) (answers *os.File, err error) {
	var opened []*os.File
	pipe := func() (r, w *os.File) {
		var failed error
		r, w, failed = os.Pipe()
		err = errors.Join(err, failed)
		opened = append(opened, r, w)
		return r, w
	}
	nothing, failed := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	opened = append(opened, nothing)
	requests, asks := pipe()
	answers, gives := pipe()
	said, says := pipe()
	if err = errors.Join(err, failed); err == nil {
		c.process, c.confined.Files, err = s.start([]*os.File{nothing, nothing, says, requests, gives})
	}
	if err != nil {
		for _, f := range opened {
			f.Close()
		}
		return nil, err
	}
	for _, f := range []*os.File{nothing, requests, gives, says} {
		f.Close()
	}
	widen(asks, answers)
	c.requests, c.out = asks, &writer{out: asks}
	c.said.follow(said)
	return answers, nil
}

// attributes are the process's. It is in a session of its own: an interrupt typed on the terminal is for parley alone.
func (s Spec) attributes(files []*os.File) *os.ProcAttr {
	return &os.ProcAttr{Env: s.environment(), Files: files, Sys: &syscall.SysProcAttr{Setsid: true}}
}

// tail keeps the beginning of what a process writes for people to read: the rest of a crash's report is of stacks.
type tail struct {
	mu   sync.Mutex
	kept []byte
	done chan struct{}
}

// kept is how much of it.
const kept = 2 << 10

// follow reads until the process closes its end.
func (t *tail) follow(r *os.File) {
	t.done = make(chan struct{})
	go func() {
		defer close(t.done)
		defer r.Close()
		b := make([]byte, 4<<10)
		for {
			n, err := r.Read(b)
			t.mu.Lock()
			t.kept = append(t.kept, b[:min(n, kept-len(t.kept))]...)
			t.mu.Unlock()
			if err != nil {
				return
			}
		}
	}()
}

// wait waits for the end, not for long: what the worker started, had it been able to, might hold it open.
func (t *tail) wait() {
	if t.done == nil {
		return
	}
	select {
	case <-t.done:
	case <-time.After(time.Second):
	}
}

func (t *tail) text() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.TrimSpace(string(t.kept))
}
