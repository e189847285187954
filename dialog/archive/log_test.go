package archive_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/uuid"

	"parley/dialog"
	"parley/dialog/archive"
)

// TestAFileCutAnywhereInTheLastWriteGoesOn is what kill -9 and a power cut leave: nothing that was told to be kept is lost, and it is
// told.
func TestAFileCutAnywhereInTheLastWriteGoesOn(t *testing.T) {
	t.Parallel()
	store := newStore(t)
	c := begin(t, store, "report")
	c.say("Show me all users", "SELECT * FROM users", dialog.NewQuery)
	c.say("only Kenya", "SELECT * FROM users WHERE country = 'KE'", dialog.Refinement)
	told := fileOf(t, c)
	c.say("sort by name", "SELECT * FROM users WHERE country = 'KE' ORDER BY name", dialog.Refinement)
	c.shut()
	whole := fileOf(t, c)
	if !strings.HasPrefix(whole, told) {
		t.Fatal("the last write touched what was there")
	}
	end := strings.Index(whole[len(told):], "\n") + len(told) + 1 // of the last turn
	for _, filler := range []string{"", strings.Repeat("\x00", 300), "]}\n"} {
		for cut := len(told) + 1; cut < len(whole); cut += 7 {
			if err := os.WriteFile(c.kept.Path(), []byte(whole[:cut]+filler), 0o600); err != nil {
				t.Fatal(err)
			}
			want := 2
			if cut >= end {
				want = 3
			}
			if entries, err := store.List(); err != nil || len(entries) != 1 || entries[0].Err != nil || entries[0].Name != "report" {
				t.Fatalf("cut at %d: list %+v, %v", cut, entries, err)
			}
			kept, err := store.Open("report")
			if err != nil {
				t.Fatalf("cut at %d of %d: %v", cut, len(whole), err)
			}
			session, notice := kept.Session(shop, dialog.Settings{})
			if n := len(session.Turns()); n != want || notice != "" || session.Current().Number != want || !strings.Contains(kept.Notice(), fmt.Sprintf("cut off; %d turns", want)) {
				t.Fatalf("cut at %d: %d turns, %q, %q", cut, n, notice, kept.Notice())
			}
			again := &conversation{t, store, kept, session, shop}
			again.say("limit 10", "SELECT * FROM users LIMIT 10", dialog.Refinement)
			again.shut()
			if record, err := store.Read("report"); err != nil || len(record.Turns) != want+1 || len(record.Path(0)) != want+1 {
				t.Fatalf("cut at %d: %+v, %v", cut, record, err)
			}
		}
	}
	if asides, _ := filepath.Glob(c.kept.Path() + ".damaged-*"); len(asides) > 0 {
		t.Errorf("set aside: %v", asides)
	}
}

// TestALogOfWhichTheEndIsDamagedIsSetAside: a write that was cut off breaks one line, the last, before its
// seal; others were damaged, however many.
func TestALogOfWhichTheEndIsDamagedIsSetAside(t *testing.T) {
	t.Parallel()
	for damaged := 1; damaged <= 6; damaged++ {
		c := begin(t, newStore(t), "report")
		c.say("Show me all users", "SELECT * FROM users", dialog.NewQuery)
		c.say("only Kenya", "SELECT * FROM users WHERE country = 'KE'", dialog.Refinement)
		c.say("sort by name", "SELECT * FROM users WHERE country = 'KE' ORDER BY name", dialog.Refinement)
		c.shut()
		whole := fileOf(t, c)
		lines := strings.SplitAfter(strings.TrimSuffix(whole, "\n"), "\n")
		for i := len(lines) - damaged; i < len(lines); i++ {
			lines[i] = lines[i][:9] + "#" + lines[i][10:]
		}
		hurt := strings.Join(lines, "") + "\n"
		if err := os.WriteFile(c.kept.Path(), []byte(hurt), 0o600); err != nil {
			t.Fatal(err)
		}
		kept, err := c.store.Open("report")
		if err == nil {
			kept.Close()
		}
		asides, _ := filepath.Glob(c.kept.Path() + ".damaged-*")
		if len(asides) != 1 {
			t.Fatalf("%d lines of %d damaged: %d files were set aside, %v", damaged, len(lines), len(asides), err)
		}
		if text, err := os.ReadFile(asides[0]); err != nil || string(text) != hurt {
			t.Errorf("%d lines damaged: what was set aside is not what was there: %v", damaged, err)
		}
	}
}

// TestAFirstWriteThatWasCutOffGivesItsTurns: the head that would have told of the database is lost with it.
func TestAFirstWriteThatWasCutOffGivesItsTurns(t *testing.T) {
	t.Parallel()
	c := begin(t, newStore(t), "report")
	c.say("Show me all users", "SELECT * FROM users", dialog.NewQuery)
	c.shut()
	text := fileOf(t, c)
	if err := os.WriteFile(c.kept.Path(), []byte(text[:len(text)-10]), 0o600); err != nil {
		t.Fatal(err)
	}
	c = resume(t, c.store, "report")
	c.place, c.session = shop, nil
	if c.session, _ = c.kept.Session(shop, dialog.Settings{}); len(c.session.Turns()) != 1 {
		t.Fatalf("%d turns", len(c.session.Turns()))
	}
	c.say("only Kenya", "SELECT * FROM users WHERE country = 'KE'", dialog.Refinement)
	if record, err := c.store.Read("report"); err != nil || len(record.Turns) != 2 || !record.Place().Same(shop) {
		t.Errorf("%v, %+v", err, record)
	}
}

func fileOf(t *testing.T, c *conversation) string {
	t.Helper()
	text, err := os.ReadFile(c.kept.Path())
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestATurnIsWrittenAtTheEndOfTheFile: what is there stays, and what is added does not grow with the session.
func TestATurnIsWrittenAtTheEndOfTheFile(t *testing.T) {
	t.Parallel()
	c := begin(t, newStore(t), "")
	before, added := fileOf(t, c), 0
	for i := range 200 {
		c.say("limit 10", "SELECT * FROM users LIMIT 10", dialog.Refinement)
		now := fileOf(t, c)
		if !strings.HasPrefix(now, before) {
			t.Fatalf("turn %d touched what was there", i+1)
		}
		if i == 0 {
			added = len(now) - len(before)
		}
		if grown := len(now) - len(before); grown > added+200 {
			t.Fatalf("turn %d took %d bytes, the first %d", i+1, grown, added)
		}
		before = now
	}
}

// TestALogIsWrittenAnewWhenMostOfItIsOutOfDate: what is remembered is written whole at each change.
func TestALogIsWrittenAnewWhenMostOfItIsOutOfDate(t *testing.T) {
	t.Parallel()
	c := begin(t, newStore(t), "")
	large, written := 0, 0
	var last string
	for i := range 200 {
		last = fmt.Sprintf(`{"turn":%d,"text":%q}`, i, strings.Repeat("x", 50_000))
		c.kept.TakeParameters(shop, []byte(last))
		c.say("limit 10", "SELECT * FROM users LIMIT 10", dialog.Refinement)
		info, err := os.Stat(c.kept.Path())
		if err != nil {
			t.Fatal(err)
		}
		large = max(large, int(info.Size()))
		written += 50_000
	}
	if large > 2<<20 || written < 4*large {
		t.Errorf("the file grew to %d bytes of %d", large, written)
	}
	ref, store := c.kept.ID(), c.store
	c.shut()
	record, err := store.Read(ref)
	if err != nil || len(record.Turns) != 200 || string(record.Parameters(shop)) != last {
		t.Errorf("%d turns, %v", len(record.Turns), err)
	}
}

// TestUndoneTurnsComeBackFromManyWrites: the ways that redo leads are written as they change.
func TestUndoneTurnsComeBackFromManyWrites(t *testing.T) {
	t.Parallel()
	store := newStore(t)
	c := begin(t, store, "report")
	for i := range 5 {
		c.say(fmt.Sprint("limit ", i+1), fmt.Sprint("SELECT * FROM users LIMIT ", i+1), dialog.Refinement)
	}
	move := func(move func() (*dialog.Turn, error), times int) {
		for range times {
			if _, err := move(); err != nil {
				t.Fatal(err)
			}
			c.save()
		}
	}
	move(c.session.Undo, 4)
	move(c.session.Redo, 1)
	want := c.session.Snapshot()
	c.shut()
	c = resume(t, store, "report")
	if got := c.session.Snapshot(); got.At != want.At || !reflect.DeepEqual(got.Redo, want.Redo) {
		t.Errorf("redo %v, want %v", got.Redo, want.Redo)
	}
	move(c.session.Redo, 3)
	if c.session.Current().Number != 5 {
		t.Errorf("turn %d is in force", c.session.Current().Number)
	}
}

// TestFileOfTheVersionBeforeIsReadAndGoesOn reads a committed file of version 2, with its two databases, rows, a Clear, an undo and
// what was remembered.
func TestFileOfTheVersionBeforeIsReadAndGoesOn(t *testing.T) {
	t.Parallel()
	const id = "sess_20261121_090001_9ea4d0f6"
	text, err := os.ReadFile(filepath.Join("testdata", "version-2", id+".json"))
	if err != nil {
		t.Fatal(err)
	}
	store := newStore(t)
	if err := os.MkdirAll(store.Folder(), 0o700); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(store.Folder(), id+".json")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	entries, err := store.List()
	if err != nil || len(entries) != 1 || entries[0].Name != "weekly report" || entries[0].Turns != 8 || entries[0].Databases != 2 || entries[0].First != "Show me all users" {
		t.Fatalf("list: %+v, %v", entries, err)
	}
	if hits, err := store.Search("latvia"); err != nil || len(hits) != 1 || len(hits[0].Found) != 1 || hits[0].Found[0].Number != 5 {
		t.Errorf("search: %+v, %v", hits, err)
	}
	old, err := store.Read("weekly report")
	if err != nil {
		t.Fatal(err)
	}
	c := resume(t, store, "weekly report")
	if c.session.Current().Number != 5 || c.session.Turns()[1].Result.Preview[1][0] != "Baraka" || c.session.Turns()[2].Failure == nil {
		t.Errorf("turn %d is in force of %d", c.session.Current().Number, len(c.session.Turns()))
	}
	if again, _ := os.ReadFile(path); string(again) != string(text) {
		t.Error("opening wrote the file")
	}
	c.say("sort by city", "SELECT * FROM users ORDER BY city", dialog.Refinement)
	c.shut()
	record, err := store.Read("weekly report")
	if err != nil || len(record.Turns) != 9 || !reflect.DeepEqual(record.Turns[:8], old.Turns) || string(record.Parameters(shop)) != `{"users":{"country":"KE"}}` {
		t.Fatalf("after a turn: %v, %+v", err, record)
	}
	if !reflect.DeepEqual(record.Databases[1], old.Databases[1]) || !reflect.DeepEqual(record.Databases[0].Redo, old.Databases[0].Redo) {
		t.Errorf("databases\n%+v\n%+v", record.Databases, old.Databases)
	}
	if info, err := os.Stat(path); err != nil || info.Mode() != 0o600 || !strings.HasPrefix(fileOf(t, c), `{"version":3,`) {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	music, _ := record.Session(old.Databases[1].Place, dialog.Settings{})
	if n := len(music.Conversation()); n != 1 || music.At().Reply != "I read databases." {
		t.Errorf("%d turns since the clear", n)
	}
}

// TestFileCutUnderUsIsWrittenAnew: somebody else emptied it.
func TestFileCutUnderUsIsWrittenAnew(t *testing.T) {
	t.Parallel()
	c := begin(t, newStore(t), "")
	c.say("Show me all users", "SELECT * FROM users", dialog.NewQuery)
	c.say("only Kenya", "SELECT * FROM users WHERE country = 'KE'", dialog.Refinement)
	if err := os.Truncate(c.kept.Path(), 300); err != nil {
		t.Fatal(err)
	}
	c.say("sort by name", "SELECT * FROM users WHERE country = 'KE' ORDER BY name", dialog.Refinement)
	if record, err := c.store.Read(c.kept.ID()); err != nil || len(record.Turns) != 3 || record.Turns[1].Input != "only Kenya" {
		t.Errorf("%v, %+v", err, record)
	}
}

func TestRenamedSessionTellsItsNameInTheFirstLine(t *testing.T) {
	t.Parallel()
	c := begin(t, newStore(t), "before")
	c.say("Show me all users", "SELECT * FROM users", dialog.NewQuery)
	if err := c.kept.Rename("after"); err != nil {
		t.Fatal(err)
	}
	if text := fileOf(t, c); strings.Contains(text, "before") || !strings.Contains(text[:strings.Index(text, "\n")], `"name":"after"`) {
		t.Errorf("the file:\n%s", text)
	}
	if record, err := c.store.Read("after"); err != nil || len(record.Turns) != 1 {
		t.Errorf("%v, %+v", err, record)
	}
}

// TestTurnsAreWrittenWhileOthersAreTaken is for the race detector, and for the order of what is written.
func TestTurnsAreWrittenWhileOthersAreTaken(t *testing.T) {
	t.Parallel()
	c := begin(t, newStore(t), "")
	const turns = 50
	var group sync.WaitGroup
	for i := range turns {
		recorded, err := c.session.Record(c.session.Begin(uuid.New()), dialog.Turn{Input: fmt.Sprint("limit ", i+1), Result: &dialog.Result{SQL: fmt.Sprint("SELECT ", i+1)}})
		if err != nil {
			t.Fatal(err)
		}
		c.kept.Take(shop, c.session)
		group.Go(func() { c.kept.Write() })
		group.Go(func() {
			if r, err := c.kept.Record(); err != nil || len(r.Turns) <= i {
				t.Errorf("turn %d: %d turns, %v", i+1, len(r.Turns), err)
			}
		})
		c.session.Count(recorded.ID, i, false)
		c.kept.Take(shop, c.session)
	}
	group.Wait()
	c.shut()
	record, err := c.store.Read(c.kept.ID())
	if err != nil || len(record.Turns) != turns {
		t.Fatalf("%d turns, %v", len(record.Turns), err)
	}
	for i, turn := range record.Turns {
		if turn.Input != fmt.Sprint("limit ", i+1) || turn.Result.Rows != i {
			t.Errorf("turn %d is %q of %d rows", i+1, turn.Input, turn.Result.Rows)
		}
	}
}

// fullDisk is set in the process that may write no more after a while.
const fullDisk = "PARLEY_TEST_FULL_DISK_FOLDER"

// TestADiskThatIsFullForAWhileLosesNothing bounds the size of files below what a turn needs: half of it is written.
func TestADiskThatIsFullForAWhileLosesNothing(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "sessions")
	writer := exec.Command(os.Args[0], "-test.run=^$")
	writer.Env = append(os.Environ(), fullDisk+"="+folder)
	if out, err := writer.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	record, err := archive.NewStore(folder, time.Now).Read("load")
	if err != nil || len(record.Turns) != 4 || len(record.Path(0)) != 4 {
		t.Errorf("%v, %+v", err, record)
	}
}

// writeOnAFullDisk says four turns, the second and third where half a turn is room.
func writeOnAFullDisk(folder string) error {
	signal.Ignore(syscall.SIGXFSZ)
	store := archive.NewStore(folder, time.Now)
	kept, err := store.Create(uuid.New(), "load")
	if err != nil {
		return err
	}
	session := dialog.New(kept.UUID(), shop.Name, dialog.Settings{})
	var free syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &free); err != nil {
		return err
	}
	var notices []string
	for turn := range 4 {
		info, err := os.Stat(kept.Path())
		if err != nil {
			return err
		}
		limit := syscall.Rlimit{Cur: uint64(info.Size()) + 150, Max: free.Max}
		if turn == 0 || turn == 3 {
			limit = free
		}
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
			return err
		}
		if _, err := session.Record(session.Begin(uuid.New()), dialog.Turn{Input: "limit 10", Result: &dialog.Result{SQL: "SELECT 1"}}); err != nil {
			return err
		}
		kept.Take(shop, session)
		before, _ := os.ReadFile(kept.Path())
		notice, _ := kept.Write()
		notices = append(notices, notice)
		after, _ := os.ReadFile(kept.Path())
		if (turn == 1 || turn == 2) && !bytes.Equal(before, after) {
			return fmt.Errorf("turn %d left %d bytes behind", turn+1, len(after)-len(before))
		}
	}
	if notices[0] != "" || !strings.Contains(notices[1], "cannot be saved") || notices[2] != "" || notices[3] != "The session is saved again." {
		return fmt.Errorf("notices %q", notices)
	}
	return kept.Close()
}
