package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/term"
)

// TestTerminalIsRestoredWhateverKillsTheProgram runs parley below a shell, as people do, and kills it in ways that leave it no
// time to put the terminal back.
func TestTerminalIsRestoredWhateverKillsTheProgram(t *testing.T) {
	t.Parallel()
	for _, signal := range []syscall.Signal{syscall.SIGKILL, syscall.SIGSEGV, syscall.SIGABRT} {
		t.Run(signal.String(), func(t *testing.T) {
			t.Parallel()
			x := openedWith(t, 100, 30, func(s *started) {
				s.Path = "/bin/sh"
				s.Args = append([]string{"sh", "-c", `"$0" "$@"; stty -a; echo back in the shell; sleep 5`}, s.Args...)
			})
			before := "\x1b[?1049h"
			x.mu.Lock()
			drawn := x.drawn.String()
			x.mu.Unlock()
			if !strings.Contains(drawn, before) {
				t.Fatal("the screen did not begin")
			}
			if err := syscall.Kill(childOf(t, x.cmd.Process.Pid), signal); err != nil {
				t.Fatal(err)
			}
			x.shows("back in the shell", "ended by a crash")
			x.mu.Lock()
			drawn = x.drawn.String()
			x.mu.Unlock()
			if !strings.Contains(drawn, "\x1b[?1049l") || !strings.Contains(drawn, "\x1b[?25h") {
				t.Errorf("the alternate screen was not left:\n%q", drawn[max(len(drawn)-2000, 0):])
			}
			state, err := term.GetState(x.file.Fd())
			if err != nil {
				t.Fatal(err)
			}
			if state.Lflag&syscall.ICANON == 0 || state.Lflag&syscall.ECHO == 0 {
				t.Errorf("the terminal is raw: %b", state.Lflag)
			}
		})
	}
}

// childOf is the one child of a process that is parley.
func childOf(t *testing.T, pid int) int {
	t.Helper()
	for deadline := time.Now().Add(40 * time.Second); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
		if err != nil {
			t.Fatal(err)
		}
		if fields := strings.Fields(string(text)); len(fields) > 0 {
			child, err := strconv.Atoi(fields[0])
			if err != nil {
				t.Fatal(err)
			}
			return child
		}
	}
	t.Fatal("the shell has no child")
	return 0
}

// TestFilesOfAHungMountAreLeftByAnInterrupt asks of a file system that never answers, not even whether there is such a file.
func TestFilesOfAHungMountAreLeftByAnInterrupt(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the whole program")
	}
	folder := hungMount(t)
	for _, name := range []string{"sales.csv", "sales.sqlite", "sales.duckdb"} {
		cmd := exec.Command(os.Args[0], "ask", "--db", filepath.Join(folder, name), "how many sales")
		cmd.Env = append(os.Environ(), asProgram+"=1", "HOME="+t.TempDir())
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		never := time.AfterFunc(time.Minute, func() { _ = cmd.Process.Kill() })
		time.Sleep(500 * time.Millisecond) // it waits for the mount by then; if it does not yet, it is left as well
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		// On a machine that is busy it may not listen yet: whoever waits presses the key again.
		again := time.NewTicker(5 * time.Second)
		left := make(chan struct{})
		go func() {
			for {
				select {
				case <-again.C:
					_ = cmd.Process.Signal(os.Interrupt)
				case <-left:
					return
				}
			}
		}()
		_ = cmd.Wait()
		close(left)
		again.Stop()
		never.Stop()
		if code := cmd.ProcessState.ExitCode(); code != exitCancelled {
			t.Errorf("%s: %v", name, cmd.ProcessState)
		}
	}
}

// hungMount is a folder on which a file system is mounted that nobody serves.
func hungMount(t *testing.T) string {
	t.Helper()
	device, err := os.OpenFile("/dev/fuse", os.O_RDWR, 0)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { device.Close() })
	folder := t.TempDir()
	if err := syscall.Mount("hung", folder, "fuse", 0, fmt.Sprintf("fd=%d,rootmode=40000,user_id=0,group_id=0", device.Fd())); err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(folder, syscall.MNT_DETACH) })
	return folder
}
