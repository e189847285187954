package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// freeAddress is one at which nobody answers yet.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

func TestATunnelRunsUntilParleyEnds(t *testing.T) {
	t.Parallel()
	address, noted := freeAddress(t), filepath.Join(t.TempDir(), "pid")
	command := fmt.Sprintf("echo $$ > '%s'; exec sleep 60", noted)
	go func() { // what the tunnel would open
		time.Sleep(300 * time.Millisecond)
		if l, err := net.Listen("tcp", address); err == nil {
			t.Cleanup(func() { l.Close() })
		}
	}()
	var open tunnels
	for range 2 { // the second time it is there
		if err := open.reach(t.Context(), command, address); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(noted)
	if err != nil {
		t.Fatal(err)
	}
	pid, _ := strconv.Atoi(strings.TrimSpace(string(text)))
	if err := syscall.Kill(pid, 0); err != nil {
		t.Fatalf("it does not run: %v", err)
	}
	open.close()
	for deadline := time.Now().Add(40 * time.Second); syscall.Kill(pid, 0) == nil; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("it runs on")
		}
	}
}

func TestATunnelThatFailsSaysWhy(t *testing.T) {
	t.Parallel()
	var open tunnels
	defer open.close()
	err := open.reach(t.Context(), "echo warming up >&2; echo 'ana@jump: Permission denied (publickey).' >&2; exit 255", freeAddress(t))
	if err == nil || err.Error() != "the tunnel ended: ana@jump: Permission denied (publickey)." {
		t.Errorf("%v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if err := open.reach(ctx, "exec sleep 60", freeAddress(t)); err == nil || !strings.Contains(err.Error(), "nobody answers at 127.0.0.1:") {
		t.Errorf("%v", err)
	}
}

func TestAddressesOfServers(t *testing.T) {
	t.Parallel()
	for target, want := range map[string]string{
		"postgres://ana@localhost:5433/shop": "localhost:5433", "postgresql://[::1]/shop": "[::1]:5432", "host=127.0.0.1 port=6000 dbname=shop": "127.0.0.1:6000",
		"host=/var/run/postgresql dbname=shop": "", "books.db": "", "~/data/2026-*.csv": "",
	} {
		if got := addressOf(target); got != want {
			t.Errorf("%s is at %q, not %q", target, got, want)
		}
	}
}

// A connection with a tunnel is opened through it, from the shell as well.
func TestAConnectionIsOpenedThroughItsTunnel(t *testing.T) {
	t.Parallel()
	s := connected(t, "prod = 'postgres://ana@"+freeAddress(t)+"/shop'\n[tunnels]\nprod = 'echo no way in >&2; exit 1'\n")
	if _, said, code := s.run("--db", "prod", "ask", "select 1"); code == exitDone || !strings.Contains(said, "no way in") {
		t.Errorf("exit %d: %s", code, said)
	}
	text, err := withNamed([]byte("[connections]\n\"prod\" = \"x\" # mine\n"), "tunnels", "prod", "ssh -N jump")
	if err != nil || string(text) != "[connections]\n\"prod\" = \"x\" # mine\n[tunnels]\n\"prod\" = \"ssh -N jump\"\n" {
		t.Errorf("%v\n%s", err, text)
	}
}
