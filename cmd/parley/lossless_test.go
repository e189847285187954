package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"parley/db/dbtest"
	"parley/dialog/archive"
)

// The ways to lose work of issue 22: after each of them every turn that was on screen is on disk.

// desktop is a home in which parley runs as people run it: nothing is said about keeping.
type desktop struct {
	*testing.T
	data string
}

func (d desktop) sessions() string { return filepath.Join(d.data, "parley", "sessions") }

func (d desktop) open(args ...string) *terminal {
	d.Helper()
	return openedWith(d, 120, 36, d.home, args...)
}

// openTold opens parley where a notice stands in the place of the verdict for seconds, and waits until it is drawn.
func (d desktop) openTold(notice string, args ...string) *terminal {
	d.Helper()
	if testing.Short() {
		d.Skip("runs the whole program")
	}
	x := openTerminal(d, 120, 36, d.home, args...)
	x.shows(notice)
	return x
}

// home has a program keep what it keeps in the folder of the desktop.
func (d desktop) home(s *started) {
	s.Env = append(s.Env, "XDG_DATA_HOME="+d.data)
	s.Dir = d.data
}

// asks says two turns and waits until each is shown.
func (d desktop) asks(x *terminal) {
	d.Helper()
	x.says("select * from users\r")
	x.shows("2,000 rows")
	x.says("Only from last month\r")
	x.shows("2,000 → ")
}

// kept are the inputs of the turns on disk, of all sessions.
func (d desktop) kept() string {
	d.Helper()
	store := archive.NewStore(d.sessions(), time.Now)
	entries, err := store.List()
	if err != nil {
		d.Fatal(err)
	}
	var said []string
	for _, e := range entries {
		record, err := store.Read(e.ID)
		if err != nil {
			d.Fatal(err)
		}
		for _, t := range record.Turns {
			said = append(said, t.Input)
		}
	}
	return strings.Join(said, "\n")
}

// holds waits until every input is on disk: a turn is written beside the screen, within milliseconds.
func (d desktop) holds(inputs ...string) {
	d.Helper()
	missing := ""
	for deadline := time.Now().Add(40 * time.Second); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		kept := d.kept()
		missing = ""
		for _, in := range inputs {
			if !strings.Contains(kept, in) {
				missing = in
			}
		}
		if missing == "" {
			return
		}
	}
	d.Fatalf("%q is lost; kept:\n%s", missing, d.kept())
}

var bothTurns = []string{"select * from users", "Only from last month"}

func TestNoWayLosesATurn(t *testing.T) {
	t.Parallel()
	signal := func(s syscall.Signal) func(desktop, *terminal) {
		return func(d desktop, x *terminal) {
			d.holds(bothTurns...)
			if err := x.cmd.Process.Signal(s); err != nil {
				d.Fatal(err)
			}
			x.left()
		}
	}
	keys := func(keys string) func(desktop, *terminal) {
		return func(_ desktop, x *terminal) {
			x.says(keys)
			x.left()
		}
	}
	for name, lose := range map[string]func(d desktop, x *terminal){
		"Q":             keys("\x1b2Q"),
		"ctrl+q":        keys("\x1b2\x11"),
		"slash quit":    keys("/quit\r"),
		"ctrl+c twice":  keys("\x03\x03"),
		"redraw then Q": keys("\x0c\x1b2Q"),
		"new then Q":    keys("\x0e\x1b2Q"),
		"clear then Q":  keys("/clear\r\x1b2Q"),
		"undo then Q": func(_ desktop, x *terminal) {
			x.says("\x1a")
			x.shows("Turn 1 is in force")
			x.says("\x1b2Q")
			x.left()
		},
		"killed":          signal(syscall.SIGKILL),
		"terminated":      signal(syscall.SIGTERM),
		"hung up":         signal(syscall.SIGHUP),
		"crashed":         signal(syscall.SIGSEGV),
		"aborted":         signal(syscall.SIGABRT),
		"terminal closed": func(_ desktop, x *terminal) { x.closes(); x.left() },
		"killed in a query": func(d desktop, x *terminal) {
			x.says("select count(*) from users a, users b, users c, users d\r")
			d.holds(bothTurns...)
			x.cmd.Process.Kill()
			x.left()
		},
		"a branch left behind": func(d desktop, x *terminal) {
			x.says("\x1a")
			x.shows("Turn 1 is in force")
			x.says("how many\r")
			x.shows("3 turns")
			x.says("\x1b2Q")
			x.left()
			d.holds("how many")
		},
		"another database": func(d desktop, x *terminal) {
			x.says("/db " + filepath.Join(d.data, "other.csv") + "\r")
			x.shows("Now on")
			x.says("\x1b2Q")
			x.left()
		},
		"a second parley": func(d desktop, x *terminal) {
			second := d.open()
			second.says("select * from orders\r")
			second.shows("20,000 rows")
			second.says("\x1b2Q")
			second.left()
			x.cmd.Process.Kill()
			x.left()
			d.holds("select * from orders")
		},
		"its file removed": func(d desktop, x *terminal) {
			d.holds(bothTurns...)
			files, _ := filepath.Glob(filepath.Join(d.sessions(), "*.json"))
			for _, f := range files {
				os.Remove(f)
			}
			x.says("sort by name\r")
			x.shows("3 turns")
			x.says("\x1b2Q")
			x.left()
			d.holds("sort by name")
		},
		"a folder that cannot be written": func(d desktop, x *terminal) {
			d.holds(bothTurns...)
			aside := d.sessions() + ".aside"
			if err := os.Rename(d.sessions(), aside); err != nil {
				d.Fatal(err)
			}
			if err := os.WriteFile(d.sessions(), nil, 0o600); err != nil {
				d.Fatal(err)
			}
			x.says("sort by name\r")
			x.shows("cannot be saved")
			x.says("\x1b2Q")
			x.shows("could not be saved")
			x.says("n")
			os.Remove(d.sessions())
			if err := os.Rename(aside, d.sessions()); err != nil {
				d.Fatal(err)
			}
			x.says("\x1b1limit 5\r")
			x.shows("4 turns", "saved again")
			d.holds("sort by name", "limit 5")
			x.says("\x1b2Q")
			x.left()
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := desktop{t, t.TempDir()}
			if err := os.WriteFile(filepath.Join(d.data, "other.csv"), []byte("a,b\n1,2\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			x := d.open()
			d.asks(x)
			lose(d, x)
			d.holds(bothTurns...)
		})
	}
}

// TestAFullDiskLosesNoTurn says once that turns are not kept, keeps them in memory, and writes them all when there is room again.
func TestAFullDiskLosesNoTurn(t *testing.T) {
	t.Parallel()
	d := desktop{t, dbtest.TinyDisk(t, "256k")}
	x := d.open()
	d.asks(x)
	d.holds(bothTurns...)
	rest := filepath.Join(d.data, "rest")
	_ = os.WriteFile(rest, make([]byte, 1<<20), 0o600) // as far as there is room
	// What is left of the last block may take a turn or two; what is told is told once.
	var said []string
	for i := 0; i < 12 && !x.tells("cannot be saved"); i++ {
		said = append(said, fmt.Sprintf("limit %d", 40-i))
		x.says(said[i] + "\r")
		x.shows(fmt.Sprintf("%d turns", 3+i))
	}
	x.shows("cannot be saved")
	x.says("\x1b2Q")
	x.shows("could not be saved")
	x.says("n")
	if err := os.Remove(rest); err != nil {
		t.Fatal(err)
	}
	x.says("\x1b1limit 5\r")
	x.shows("saved again")
	d.holds(append(said, "limit 5")...)
	x.says("\x1b2Q")
	x.left()
	d.holds(bothTurns...)
}

// TestContinueComesBackToWhereOneWas is offered, never forced; a damaged file gives up what can be read.
func TestContinueComesBackToWhereOneWas(t *testing.T) {
	t.Parallel()
	d := desktop{t, t.TempDir()}
	x := d.open()
	x.shows("What you ask is kept")
	d.asks(x)
	d.holds(bothTurns...)
	x.cmd.Process.Kill()
	x.left()
	info, err := os.Stat(d.sessions())
	if err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	files, _ := filepath.Glob(filepath.Join(d.sessions(), "*.json"))
	if len(files) != 1 {
		t.Fatalf("%d files", len(files))
	}
	info, err = os.Stat(files[0])
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	text, err := os.ReadFile(files[0])
	if err != nil || strings.Contains(string(text), "@example.com") {
		t.Errorf("rows are on disk, or %v", err)
	}

	x = d.open()
	x.shows("/continue goes on")
	x.says("/continue\r")
	x.shows("2 turns", "+WHERE")
	x.says("\x1a")
	x.shows("Turn 1 is in force")
	x.says("\x1b2Q")
	x.left()

	if text, err = os.ReadFile(files[0]); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(files[0], text[:len(text)-40], 0o600); err != nil {
		t.Fatal(err)
	}
	x = d.openTold("cut off; 2 turns", "--continue")
	x.shows("select * from users")
	x.says("\x1b2Q")
	x.left()

	if err := os.WriteFile(files[0], []byte(strings.Replace(string(text), "SELECT * FROM users", "SELECT * FROM orders", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	x = d.openTold("damaged", "--continue")
	x.shows("set aside")
	x.says("\x1b2Q")
	x.left()
	if asides, _ := filepath.Glob(files[0] + ".damaged-*"); len(asides) != 1 {
		t.Errorf("%d files were set aside", len(asides))
	}
}

func TestPrivateKeepsNothing(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"--private"}, {"--no-keep"}} {
		d := desktop{t, t.TempDir()}
		x := d.open(args...)
		x.shows("Private: nothing")
		d.asks(x)
		x.says("\x1b2Q")
		x.left()
		if _, err := os.Stat(d.sessions()); !os.IsNotExist(err) {
			t.Errorf("%v: there is a folder of sessions: %v", args, err)
		}
	}
}

// keeps waits until a text is anywhere in the files of the sessions.
func (d desktop) keeps(text string) {
	d.Helper()
	for deadline := time.Now().Add(40 * time.Second); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		files, _ := filepath.Glob(filepath.Join(d.sessions(), "*.json"))
		for _, f := range files {
			if said, err := os.ReadFile(f); err == nil && strings.Contains(string(said), text) {
				return
			}
		}
	}
	d.Fatalf("%q is not on disk", text)
}

// TestWhatWasNotSentComesBack is a draft after a kill: in the session that it was typed in, and where nothing had been said yet, at
// the next start.
func TestWhatWasNotSentComesBack(t *testing.T) {
	t.Parallel()
	d := desktop{t, t.TempDir()}
	x := d.open()
	x.shows("Ask or refine", "read-only")
	x.says("how many orders were canc")
	d.keeps("how many orders were canc")
	x.cmd.Process.Kill()
	x.left()

	x = d.open()
	x.shows("how many orders were canc", "What you had typed is back")
	x.says("elled\r")
	x.shows("1 turn")
	d.holds("how many orders were cancelled")
	x.says("only those of ken")
	d.keeps("only those of ken")
	x.closes()
	x.left()

	x = d.open()
	x.shows("/continue goes on")
	x.says("/continue\r")
	x.shows("only those of ken", "What you had typed is back")
	x.says("\x03")
	x.shows("Input cleared")
	x.says("\x1b2Q")
	x.left()

	x = d.open("--continue")
	x.shows("how many orders were cancelled")
	if strings.Contains(x.seen(), "only those of ken") {
		t.Error("what was cleared comes back")
	}
	x.says("\x1b2Q")
	x.left()
	if files, _ := filepath.Glob(filepath.Join(d.sessions(), "*.json")); len(files) != 1 {
		t.Errorf("%d files: what was typed where nothing was said is left behind", len(files))
	}
}

func TestWhatWasNotSentHoldsNoPasswordAndIsNotKeptPrivately(t *testing.T) {
	t.Parallel()
	d := desktop{t, t.TempDir()}
	x := d.open()
	x.shows("read-only")
	x.says("/db postgres://ana:secret@far/shop")
	d.keeps("postgres://ana:****@far/shop")
	x.cmd.Process.Kill()
	x.left()
	files, _ := filepath.Glob(filepath.Join(d.sessions(), "*.json"))
	for _, f := range files {
		if text, err := os.ReadFile(f); err != nil || strings.Contains(string(text), "secret") {
			t.Errorf("the password is on disk, or %v", err)
		}
	}
	private := desktop{t, t.TempDir()}
	x = private.open("--private")
	x.shows("read-only")
	x.says("nobody reads this")
	x.shows("nobody reads this")
	time.Sleep(2 * time.Second)
	x.cmd.Process.Kill()
	x.left()
	if _, err := os.Stat(private.sessions()); !os.IsNotExist(err) {
		t.Errorf("there is a folder of sessions: %v", err)
	}
}

// TestContinueSaysWhatCannotBeRead sets a session aside of which nothing can be read, and says so; one that was kept before it goes on.
func TestContinueSaysWhatCannotBeRead(t *testing.T) {
	t.Parallel()
	for _, before := range []bool{false, true} {
		d := desktop{t, t.TempDir()}
		if before {
			x := d.open()
			x.says("select * from users\r")
			x.shows("2,000 rows")
			d.holds("select * from users")
			x.says("\x1b2Q")
			x.left()
		}
		if err := os.MkdirAll(d.sessions(), 0o700); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(d.sessions(), "sess_20301121_090000_0000abcd.json")
		if err := os.WriteFile(file, []byte("\x00\x00\x00"), 0o600); err != nil {
			t.Fatal(err)
		}
		x := d.openTold("is damaged (no JSON at byte 1) and nothing in it could be read", "--continue")
		if before {
			x.shows("select * from users", "This is the session before the last")
		} else {
			x.shows("This session is new")
		}
		x.says("\x1b2Q")
		x.left()
		if asides, _ := filepath.Glob(file + ".damaged-*"); len(asides) != 1 {
			t.Errorf("%d files were set aside", len(asides))
		}
	}
}

// TestWhatIsOfferedIsNotSweptAway comes back after the thirty days.
func TestWhatIsOfferedIsNotSweptAway(t *testing.T) {
	t.Parallel()
	d := desktop{t, t.TempDir()}
	x := d.open()
	d.asks(x)
	d.holds(bothTurns...)
	x.says("\x1b2Q")
	x.left()
	x = openedWith(d, 120, 36, func(s *started) {
		s.Env = append(s.Env, "XDG_DATA_HOME="+d.data, "PARLEY_NOW=2027-02-01T12:00:00Z")
		s.Dir = d.data
	})
	x.shows("/continue goes on")
	x.says("/continue\r")
	x.shows("2 turns")
	x.says("\x1b2Q")
	x.left()
	d.holds(bothTurns...)
}
