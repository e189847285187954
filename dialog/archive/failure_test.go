package archive_test

import (
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"parley/dialog"
	"parley/dialog/archive"
)

func TestSecondParleyOnASessionIsRefused(t *testing.T) {
	t.Parallel()
	store := newStore(t)
	c := begin(t, store, "mine")
	c.say("Show me all users", "SELECT * FROM users", dialog.NewQuery)
	for what, try := range map[string]func() error{
		"open":   func() error { _, err := store.Open("mine"); return err },
		"delete": func() error { return store.Delete("mine") },
		"rename": func() error { return store.Rename("mine", "yours") },
	} {
		var locked *archive.LockedError
		err := try()
		if !errors.As(err, &locked) || locked.PID != os.Getpid() || !strings.Contains(err.Error(), "session mine is open") {
			t.Errorf("%s: %v", what, err)
		}
	}
	if record, err := store.Read("mine"); err != nil || len(record.Turns) != 1 {
		t.Errorf("reading is refused too: %v", err)
	}
	c.shut()
	resume(t, store, "mine").shut()
	if left, _ := filepath.Glob(filepath.Join(store.Folder(), "*.lock")); len(left) > 0 {
		t.Errorf("locks left behind: %v", left)
	}
}

// A session without a name is told by what was asked first: nobody knows its id. What to do holds on the screen and in the shell.
func TestASessionInUseIsToldByItsFirstQuestion(t *testing.T) {
	t.Parallel()
	store := newStore(t)
	c := begin(t, store, "")
	c.say("Show me all users", "SELECT * FROM users", dialog.NewQuery)
	_, err := store.Open(archive.Last)
	if err == nil || !strings.Contains(err.Error(), `The session "Show me all users" is open in another parley`) || strings.Contains(err.Error(), "--") {
		t.Error(err)
	}
}

func TestNamesAreUniqueAndFit(t *testing.T) {
	t.Parallel()
	store := newStore(t)
	begin(t, store, "Weekly").say("Show me all users", "SELECT 1", dialog.NewQuery)
	other := begin(t, store, "")
	for _, name := range []string{"weekly", " x", "a\x1b[31mb", "a\nb", "sess_1", "last", strings.Repeat("x", 101), "\xff"} {
		var unfit *archive.NameError
		if _, err := store.Create(uuid.New(), name); !errors.As(err, &unfit) && name != "" {
			t.Errorf("create %q: %v", name, err)
		}
		if err := other.kept.Rename(name); !errors.As(err, &unfit) {
			t.Errorf("rename to %q: %v", name, err)
		}
	}
	if err := other.kept.Rename("Månedlig 報告"); err != nil || other.kept.Name() != "Månedlig 報告" {
		t.Error(err)
	}
}

// damages are files that are no session any more; sound is how many of three turns can still be read, asked of how many more the question.
var damages = map[string]struct {
	damage       func(text string) string
	sound, asked int
}{
	"zeros in a question": {func(s string) string {
		return strings.Replace(s, "only Kenya", "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00", 1)
	}, 2, 0},
	"zeros in an answer": {func(s string) string {
		return strings.Replace(s, "country = 'KE'", "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00", 1)
	}, 2, 1},
	"zeros where a turn ends": {func(s string) string {
		from := strings.Index(s, `{"messages":`)
		end := from + strings.Index(s[from:], "\n")
		return s[:end-4] + "\x00\x00\x00\x00\x00" + s[end+1:]
	}, 2, 1},
	"lines run together": {func(s string) string {
		end := strings.Index(s, "\n"+`{"messages":`)
		return s[:end-4] + "\x00\x00\x00\x00\x00" + s[end+1:]
	}, 3, 0},
	"a letter of a query":  {func(s string) string { return strings.Replace(s, "country = 'KE'", "country = 'SE'", 1) }, 2, 1},
	"a checksum":           {func(s string) string { return strings.Replace(s, `"sum":"`, `"sum":"f`, 1) }, 3, 0},
	"every checksum":       {func(s string) string { return strings.ReplaceAll(s, `"sum":"`, `"sum":"f`) }, 0, 3},
	"head lost":            {func(s string) string { return strings.Replace(s, `"session_id"`, `"session_i`, 1) }, 3, 0},
	"every head lost":      {func(s string) string { return strings.ReplaceAll(s, `"session_id"`, `"session_i`) }, 3, 0},
	"its start lost":       {func(s string) string { return s[500:] }, 2, 0},
	"empty":                {func(string) string { return "" }, 0, 0},
	"something else":       {func(string) string { return "\x7fELF\x01 no session" }, 0, 0},
	"another session":      {func(s string) string { return resealed(s, `"session_id":"sess_2026`, `"session_id":"sess_2025`) }, 3, 0},
	"unknown kind of turn": {func(s string) string { return resealed(s, `"intent":"refinement"`, `"intent":"poem"`) }, 1, 2},
	"number below one":     {func(s string) string { return resealed(s, `"number":2`, `"number":-2`) }, 2, 1},
	"no such database":     {func(s string) string { return resealed(s, `"number":2`, `"number":2,"database":7`) }, 2, 1},
	"one message too many": {func(s string) string {
		return resealed(s, `[{"role":"user"`, `[{"role":"user","content":"x"},{"role":"user"`)
	}, 0, 3},
	"current out of bounds": {func(s string) string { return resealed(s, `"databases":`, `"current":4,"databases":`) }, 3, 0},
}

// resealed is a log in which every line that holds a text has another in its place, as if it had been written so.
func resealed(text, old, replacement string) string {
	var lines []string
	for line := range strings.Lines(text) {
		if strings.Contains(line, old) {
			body := strings.Replace(line[:strings.LastIndex(line, `,"sum":"`)], old, replacement, 1)
			line = fmt.Sprintf("%s,\"sum\":\"%08x\"}\n", body, crc32.Checksum([]byte(body), crc32.MakeTable(crc32.Castagnoli)))
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "")
}

func TestDamagedFileIsSetAsideAndTheSoundTurnsGoOn(t *testing.T) {
	t.Parallel()
	for name, c := range damages {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			store, path, damaged := damagedSession(t, c.damage)
			id := strings.TrimSuffix(filepath.Base(path), ".json")
			var found *archive.DamagedError
			if _, err := store.Read(id); !errors.As(err, &found) {
				t.Fatalf("read: %v", err)
			}
			entries, err := store.List()
			if err != nil || len(entries) != 1 {
				t.Fatalf("list: %v, %v", entries, err)
			}
			kept, err := store.Open(id)
			aside, _ := filepath.Glob(path + ".damaged-*")
			if len(aside) != 1 {
				t.Fatalf("set aside: %v (%v)", aside, err)
			}
			if text, _ := os.ReadFile(aside[0]); string(text) != damaged {
				t.Error("the damaged file was changed")
			}
			if c.sound+c.asked == 0 {
				if !errors.As(err, &found) || found.Aside != aside[0] {
					t.Errorf("open: %v", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			defer kept.Close()
			goesOn(t, store, kept, c.sound, c.asked)
		})
	}
}

// damagedSession is a file of three turns that something happened to.
func damagedSession(t *testing.T, damage func(string) string) (store *archive.Store, path, text string) {
	t.Helper()
	store = newStore(t)
	s := begin(t, store, "report")
	s.say("Show me all users", "SELECT * FROM users", dialog.NewQuery)
	s.say("only Kenya", "SELECT * FROM users WHERE country = 'KE'", dialog.Refinement)
	s.say("sort by name", "SELECT * FROM users WHERE country = 'KE' ORDER BY name", dialog.Refinement)
	s.shut()
	before, err := os.ReadFile(s.kept.Path())
	if err != nil {
		t.Fatal(err)
	}
	text = damage(string(before))
	if text == string(before) {
		t.Fatal("nothing was damaged")
	}
	if err := os.WriteFile(s.kept.Path(), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return store, s.kept.Path(), text
}

// goesOn says a turn in a rescued session and reads it back.
func goesOn(t *testing.T, store *archive.Store, kept *archive.Kept, sound, asked int) {
	t.Helper()
	if !strings.Contains(kept.Notice(), "set aside") {
		t.Errorf("notice %q", kept.Notice())
	}
	session, notice := kept.Session(shop, dialog.Settings{})
	failed := 0
	for _, t := range session.Turns() {
		if t.Failure != nil {
			failed++
		}
	}
	if n := len(session.Turns()); n != sound+asked || failed != asked || notice != "" || session.Validate() != nil {
		t.Errorf("%d turns, %d of them asked, want %d and %d; notice %q, %v", n, failed, sound, asked, notice, session.Validate())
	}
	c := &conversation{t, store, kept, session, shop}
	if session.Current() == nil && sound > 0 {
		t.Fatal("no query is in force")
	}
	c.say("limit 10", "SELECT * FROM users LIMIT 10", dialog.Refinement)
	c.shut()
	if record, err := store.Read(kept.ID()); err != nil || len(record.Turns) != sound+asked+1 {
		t.Errorf("read again: %v, %+v", err, record)
	}
}

func TestFileOfANewerParleyIsLeftAlone(t *testing.T) {
	t.Parallel()
	store, path, text := damagedSession(t, func(s string) string { return strings.ReplaceAll(s, `"version":3`, `"version":4`) })
	var newer *archive.NewerError
	if _, err := store.Open("report"); !errors.As(err, &newer) {
		// its name is not known, so it is looked for by its id
		if _, err = store.Open(strings.TrimSuffix(filepath.Base(path), ".json")); !errors.As(err, &newer) {
			t.Errorf("open: %v", err)
		}
	}
	if now, err := os.ReadFile(path); err != nil || string(now) != text {
		t.Errorf("the file was touched: %v", err)
	}
}

func TestOldFormatIsRead(t *testing.T) {
	t.Parallel()
	store := newStore(t)
	os.MkdirAll(store.Folder(), 0o700)
	const id = "sess_20250101_120000_abc12345"
	text := fmt.Sprintf(`{
  "session_id": %q, "created_at": "2025-01-01T12:00:00Z", "updated_at": "2025-01-01T12:05:30Z",
  "messages": [
    {"role": "user", "content": "What phones do you have under $500?", "timestamp": "2025-01-01T12:00:01Z"},
    {"role": "assistant", "content": "Here are some phones under $500: ...", "timestamp": "2025-01-01T12:00:03Z"},
    {"role": "user", "content": "Tell me more about the Samsung one", "timestamp": "2025-01-01T12:05:28Z"},
    {"role": "assistant", "content": "The Samsung Galaxy A54 features ...", "timestamp": "2025-01-01T12:05:30Z"}
  ]
}`, id)
	if err := os.WriteFile(filepath.Join(store.Folder(), id+".json"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if entries, err := store.List(); err != nil || len(entries) != 1 || entries[0].Turns != 2 || !strings.HasPrefix(entries[0].First, "What phones") {
		t.Fatalf("list: %+v, %v", entries, err)
	}
	c := resume(t, store, id)
	if n := len(c.session.Turns()); n != 2 || c.session.Turns()[1].Reply != "The Samsung Galaxy A54 features ..." || c.session.Current() != nil {
		t.Errorf("%d turns: %+v", n, c.session.Turns())
	}
	c.place = shop
	c.say("Show me all users", "SELECT * FROM users", dialog.NewQuery)
	c.shut()
	record, err := store.Read(id)
	if err != nil || len(record.Turns) != 3 || record.Turns[0].Input != "What phones do you have under $500?" || !record.Place().Same(shop) {
		t.Errorf("after a turn: %v, %+v", err, record)
	}
}

func TestConversationGoesOnWhereNothingCanBeWritten(t *testing.T) {
	t.Parallel()
	store := newStore(t)
	c := begin(t, store, "")
	c.say("Show me all users", "SELECT * FROM users", dialog.NewQuery)
	// A folder in the file's place stops every write, whoever runs the test.
	before, _ := os.ReadFile(c.kept.Path())
	if err := os.Rename(c.kept.Path(), c.kept.Path()+".away"); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(c.kept.Path(), "x"), 0o700); err != nil {
		t.Fatal(err)
	}
	var said []string
	for range 3 {
		said = append(said, c.tryTurn(t))
	}
	if said[0] == "" || said[1] != "" || said[2] != "" {
		t.Errorf("said %q: once is wanted", said)
	}
	os.RemoveAll(c.kept.Path())
	if err := os.Rename(c.kept.Path()+".away", c.kept.Path()); err != nil {
		t.Fatal(err)
	}
	if now, _ := os.ReadFile(c.kept.Path()); string(now) != string(before) {
		t.Error("the last good file was touched")
	}
	if notice := c.tryTurn(t); notice != "The session is saved again." {
		t.Errorf("notice %q", notice)
	}
	if record, err := store.Read(c.kept.ID()); err != nil || len(record.Turns) != 5 {
		t.Errorf("%v: %+v", err, record)
	}
}

// tryTurn records a turn and tells what Write had to say.
func (c *conversation) tryTurn(t *testing.T) (notice string) {
	t.Helper()
	_, err := c.session.Record(c.session.Begin(uuid.New()), dialog.Turn{Input: "limit 10", Intent: dialog.Refinement, Result: &dialog.Result{SQL: "SELECT 1"}})
	if err != nil {
		t.Fatal(err)
	}
	c.kept.Take(c.place, c.session)
	notice, _ = c.kept.Write()
	return notice
}

func TestSessionIsUsableWhereTheFolderCannotBeMade(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"", "report"} {
		store := archive.NewStore(filepath.Join(file, "sessions"), time.Now)
		id := uuid.New()
		kept, err := store.Create(id, name)
		var unwritable *archive.WriteError
		if !errors.As(err, &unwritable) || kept == nil {
			t.Fatalf("create: %v", err)
		}
		c := &conversation{t, store, kept, dialog.New(id, shop.Name, dialog.Settings{}), shop}
		if notice := c.tryTurn(t); notice != "" {
			t.Errorf("said twice: %q", notice)
		}
		kept.Close()
	}
}

func TestFileDeletedUnderUsIsWrittenAnewAndSaidOnce(t *testing.T) {
	t.Parallel()
	for name, remove := range map[string]func(c *conversation) error{
		"the file":   func(c *conversation) error { return os.Remove(c.kept.Path()) },
		"the folder": func(c *conversation) error { return os.RemoveAll(c.store.Folder()) },
	} {
		store := newStore(t)
		c := begin(t, store, "")
		c.say("Show me all users", "SELECT * FROM users", dialog.NewQuery)
		if err := remove(c); err != nil {
			t.Fatal(err)
		}
		if notice := c.tryTurn(t); !strings.Contains(notice, "deleted") {
			t.Errorf("%s: notice %q", name, notice)
		}
		if notice := c.tryTurn(t); notice != "" {
			t.Errorf("%s: said again: %q", name, notice)
		}
		if record, err := store.Read(c.kept.ID()); err != nil || len(record.Turns) != 3 {
			t.Errorf("%s: %v, %+v", name, err, record)
		}
		if _, err := store.Open(c.kept.ID()); err == nil {
			t.Errorf("%s: the lock was lost", name)
		}
	}
}

func TestSessionWithoutTurnsLeavesNoFile(t *testing.T) {
	t.Parallel()
	store := newStore(t)
	begin(t, store, "empty").shut()
	if left, _ := filepath.Glob(filepath.Join(store.Folder(), "*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestListSearchAndReferences(t *testing.T) {
	t.Parallel()
	store := newStore(t)
	first := begin(t, store, "users of Kenya")
	first.say("Show me all users", "SELECT * FROM users", dialog.NewQuery)
	first.say("only Kenya", "SELECT * FROM users WHERE country = 'KE'", dialog.Refinement)
	second := begin(t, store, "")
	second.say("How many orders?", "SELECT count(*) FROM orders", dialog.NewQuery)
	entries, err := store.List()
	if err != nil || len(entries) != 2 || entries[0].ID != second.kept.ID() || entries[1].Name != "users of Kenya" || entries[1].Turns != 2 || entries[1].First != "Show me all users" {
		t.Errorf("list: %v, %+v", err, entries)
	}
	for text, want := range map[string]string{"COUNT orders": second.kept.ID(), "country users": first.kept.ID(), "of kenya": first.kept.ID(), "invoices": "", "orders kenya": ""} {
		hits, err := store.Search(text)
		if err != nil || len(hits) > 1 || (want == "") != (len(hits) == 0) || len(hits) == 1 && hits[0].ID != want {
			t.Errorf("search %q: %v, %+v", text, err, hits)
		}
	}
	id := first.kept.ID()
	for _, ref := range []string{id, id[:len(id)-2], id[len(id)-8:], "Users Of Kenya"} {
		if record, err := store.Read(ref); err != nil || record.ID != id {
			t.Errorf("%q: %v", ref, err)
		}
	}
	if record, err := store.Read("last"); err != nil || record.ID != second.kept.ID() {
		t.Errorf("last: %v", err)
	}
	var ambiguous *archive.AmbiguousError
	if _, err := store.Read("sess_2026"); !errors.As(err, &ambiguous) {
		t.Errorf("the start of two ids: %v", err)
	}
	var missing *archive.NotFoundError
	if _, err := store.Read("nothing"); !errors.As(err, &missing) {
		t.Errorf("no such session: %v", err)
	}
	first.shut()
	if err := store.Delete(id); err != nil {
		t.Error(err)
	}
	if _, err := store.Find(id); !errors.As(err, &missing) {
		t.Errorf("deleted and still there: %v", err)
	}
}
