package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

// A tunnel is a command of the user's own settings that makes a database reachable, as ssh does:
//
//	[tunnels]
//	prod = "ssh -N -L 5433:db.internal:5432 jump.example"
//
// It belongs to the connection of its name, is started when that is opened and nobody answers at its address yet, and ends with
// parley. It has no terminal: what asks for a password fails, keys and agents work.

const (
	// tunnelTime is how long a tunnel may take to let anybody through.
	tunnelTime = 20 * time.Second
	// knockEvery is the pause between two looks whether it does.
	knockEvery = 100 * time.Millisecond
)

// underTunnel runs a command, and ends it with everything that it started when the pipe 3 is closed: when parley ends, however it
// does.
const underTunnel = `{ read -r end; kill -TERM 0; } <&3 &
exec 3<&-
exec /bin/sh -c "$1" </dev/null`

// tunnels are those of a run, by their commands.
type tunnels struct {
	mu   sync.Mutex
	open map[string]*tunnel
}

// tunnel is a command that runs.
type tunnel struct {
	hold  io.Closer     // it ends when this is closed
	ended chan struct{} // closed when it has
	said  *lastWords
}

// reach starts the command where nobody answers at the address, and returns when somebody does.
func (t *tunnels) reach(ctx context.Context, command, address string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if answers(ctx, address) {
		return nil
	}
	if old := t.open[command]; old != nil {
		old.end()
	}
	one, err := startTunnel(command)
	if err != nil {
		return fmt.Errorf("the tunnel cannot be started: %w", err)
	}
	if t.open == nil {
		t.open = map[string]*tunnel{}
	}
	t.open[command] = one
	ctx, cancel := context.WithTimeout(ctx, tunnelTime)
	defer cancel()
	for !answers(ctx, address) {
		select {
		case <-one.ended:
			return errors.New("the tunnel ended: " + cmp.Or(one.said.last(), "it said nothing"))
		case <-ctx.Done():
			one.end()
			delete(t.open, command)
			return fmt.Errorf("the tunnel runs, and nobody answers at %s", address)
		case <-time.After(knockEvery):
		}
	}
	return nil
}

func (t *tunnels) close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, one := range t.open {
		one.end()
	}
	t.open = nil
}

func answers(ctx context.Context, address string) bool {
	conn, err := (&net.Dialer{Timeout: time.Second}).DialContext(ctx, "tcp", address)
	if err != nil {
		return false
	}
	_ = conn.Close()
	return true
}

func (t *tunnel) end() {
	_ = t.hold.Close()
	<-t.ended
}

// lastWords is the end of what a command says.
type lastWords struct {
	mu   sync.Mutex
	text []byte
}

// Write implements io.Writer.
func (l *lastWords) Write(p []byte) (int, error) {
	const most = 2000
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text = append(l.text, p...)
	l.text = slices.Clone(l.text[max(len(l.text)-most, 0):])
	return len(p), nil
}

// last is the last line.
func (l *lastWords) last() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	lines := bytes.Split(bytes.TrimSpace(l.text), []byte("\n"))
	return strings.TrimSpace(string(lines[len(lines)-1]))
}

func startTunnel(command string) (*tunnel, error) {
	held, hold, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer held.Close()
	one := &tunnel{hold: hold, ended: make(chan struct{}), said: &lastWords{}}
	cmd := exec.Command("/bin/sh", "-c", underTunnel, "sh", command)
	cmd.ExtraFiles, cmd.Stderr, cmd.WaitDelay = []*os.File{held}, one.said, time.Second
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} // a group of its own, and no terminal to ask on
	if err := cmd.Start(); err != nil {
		_ = hold.Close()
		return nil, err
	}
	go func() {
		_ = cmd.Wait()
		_ = hold.Close()
		close(one.ended)
	}()
	return one, nil
}

// reach makes databases reachable that have a tunnel in the settings.
func (r *runtime) reach(ctx context.Context, targets []string) error {
	for name, target := range r.connections() {
		command := r.tunnelOf(name)
		if command == "" || !slices.Contains(targets, target) {
			continue
		}
		if err := r.reachThrough(ctx, command, target); err != nil {
			return err
		}
	}
	return nil
}

// reachThrough makes a database reachable by a command.
func (r *runtime) reachThrough(ctx context.Context, command, target string) error {
	address := addressOf(target)
	if address == "" {
		return errors.New("a tunnel leads to a server: the connection names none by host and port")
	}
	return r.tunnels.reach(ctx, command, address)
}

// addressOf is the host and port of a PostgreSQL server, as a URL or as settings of libpq name it; empty for what is none.
func addressOf(target string) string {
	host, port := "", ""
	if u, err := url.Parse(target); err == nil && strings.HasPrefix(u.Scheme, "postgres") {
		host, port = u.Hostname(), u.Port()
	} else {
		for _, field := range strings.Fields(target) {
			switch key, value, _ := strings.Cut(field, "="); key {
			case "host":
				host = value
			case "port":
				port = value
			}
		}
	}
	if host == "" || strings.HasPrefix(host, "/") {
		return ""
	}
	return net.JoinHostPort(host, cmp.Or(port, "5432"))
}
