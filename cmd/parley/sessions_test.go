package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"parley/dialog"
	"parley/dialog/archive"
)

// shell runs parley as a shell does, with sessions in a folder of the test's own.
type shell struct {
	testing.TB
	folder string
}

func newShell(t *testing.T) *shell {
	t.Helper()
	return &shell{t, filepath.Join(t.TempDir(), "sessions")}
}

// run is one command: its output and its exit code.
func (s *shell) run(args ...string) (stdout, stderr string, code int) {
	s.Helper()
	var out, said bytes.Buffer
	none := filepath.Join(s.folder, "..", "config.toml")
	if _, err := os.Stat(none); err != nil {
		if err := os.WriteFile(none, nil, 0o600); err != nil {
			s.Fatal(err)
		}
	}
	given := []string{"--config", none, "--sessions-dir", s.folder, "--now", "2026-11-21T09:00:00Z"}
	code = exitCode(run(context.Background(), append(given, args...), strings.NewReader(""), &out, &said), &said)
	return out.String(), said.String(), code
}

// must is run for a command that has to work.
func (s *shell) must(args ...string) string {
	s.Helper()
	out, said, code := s.run(args...)
	if code != exitDone {
		s.Fatalf("%q: exit %d: %s", args, code, said)
	}
	return out
}

// keep makes a closed session about the demo, as ask would with these statements, the first a new query.
func (s *shell) keep(name string, statements ...string) {
	s.Helper()
	kept, err := archive.NewStore(s.folder, time.Now).Create(uuid.New(), name)
	if err != nil {
		s.Fatal(err)
	}
	session := dialog.New(kept.UUID(), "ecommerce (demo)", dialog.Settings{})
	for i, sql := range statements {
		turn := dialog.Turn{Input: sql, Intent: dialog.Refinement, Time: time.Now(), Result: &dialog.Result{SQL: sql, Rows: 2}}
		if i == 0 {
			turn.Intent = dialog.NewQuery
		}
		if _, err := session.Record(session.Begin(uuid.New()), turn); err != nil {
			s.Fatal(err)
		}
	}
	kept.Take(archive.Place{Name: "ecommerce (demo)", Targets: []string{"demo"}, Dialect: "SQLite"}, session)
	if err := kept.Close(); err != nil {
		s.Fatal(err)
	}
}

func TestAskSaysWhichCommandsAreTheScreens(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	for _, command := range []string{"/save kenya", "/open kenya", "/theme light"} {
		if out := s.must("ask", command); !strings.Contains(out, "is for the screen") {
			t.Errorf("%s: %s", command, out)
		}
	}
}

func TestAskWritesNothingUnlessAsked(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.must("ask", "--session", "weekly", "select name from users limit 1")
	if _, err := os.Stat(s.folder); err == nil {
		t.Error("a folder of sessions was made without --keep")
	}
}

func TestAskGoesOnWhereAKeptSessionStopped(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.must("ask", "--keep", "--session", "weekly", "--format", "sql", "select * from users", "sort by name")
	got := s.must("ask", "--keep", "--session", "weekly", "--format", "sql", "limit 3", "undo", "limit 5")
	if want := "SELECT * FROM users ORDER BY name LIMIT 3;"; !strings.Contains(got, want) {
		t.Errorf("got %q, want %q in it", got, want)
	}
	if want := "SELECT * FROM users ORDER BY name LIMIT 5;"; !strings.Contains(got, want) {
		t.Errorf("got %q, want %q in it: a branch after undo", got, want)
	}
	var record struct {
		Name     string
		Messages []struct{ Role, Content string }
	}
	if err := json.Unmarshal([]byte(s.must("sessions", "show", "weekly", "--format", "json")), &record); err != nil {
		t.Fatal(err)
	}
	if record.Name != "weekly" || len(record.Messages) != 8 || record.Messages[6].Content != "limit 5" {
		t.Errorf("the file holds %+v", record)
	}
	if shown := s.must("sessions", "show", "weekly"); !strings.Contains(shown, "limit 3  (another branch)") {
		t.Errorf("show:\n%s", shown)
	}
}

func TestSessionWithoutKeepGoesOnInMemoryOnly(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.keep("weekly", "SELECT * FROM users")
	before := s.must("sessions", "show", "weekly", "--format", "json")
	out, said, code := s.run("ask", "--session", "weekly", "--format", "sql", "limit 3")
	if code != exitDone || !strings.Contains(out, "SELECT * FROM users LIMIT 3;") || !strings.Contains(said, "not written") {
		t.Errorf("exit %d: %q, %q", code, out, said)
	}
	if after := s.must("sessions", "show", "weekly", "--format", "json"); after != before {
		t.Errorf("the session was written:\n%s", after)
	}
	if _, said, _ := s.run("ask", "--session", "wekly", "/history"); !strings.Contains(said, `"wekly"`) {
		t.Errorf("a mistyped name goes unnoticed: %q", said)
	}
}

func TestKeptSessionRemembersItsDatabases(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	file := filepath.Join(t.TempDir(), "prices.csv")
	if err := os.WriteFile(file, []byte("product,price\nlamp,20\nchair,50\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s.keep("both", "SELECT * FROM users LIMIT 1")
	if _, said, code := s.run("ask", "--keep", "--session", "both", "--db", file, "select * from prices"); code != exitDone || !strings.Contains(said, "a thread of its own") {
		t.Errorf("exit %d: %s", code, said)
	}
	got := s.must("ask", "--keep", "--session", "both", "--format", "sql", "limit 1")
	if !strings.Contains(got, "FROM prices LIMIT 1;") {
		t.Errorf("the last database is not gone on with: %q", got)
	}
	if got = s.must("ask", "--keep", "--session", "both", "--db", "demo", "--format", "sql", "limit 2"); !strings.Contains(got, "FROM users LIMIT 2;") {
		t.Errorf("the first database's thread is lost: %q", got)
	}
}

func TestSessionInUseIsRefused(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.keep("weekly", "SELECT * FROM users")
	kept, err := archive.NewStore(s.folder, nil).Open("weekly")
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	for _, args := range [][]string{{"ask", "--keep", "--session", "weekly", "limit 1"}, {"sessions", "delete", "weekly"}, {"sessions", "rename", "weekly", "x"}} {
		if _, said, code := s.run(args...); code != exitFailed || !strings.Contains(said, "is open in another parley") {
			t.Errorf("%q: exit %d: %s", args, code, said)
		}
	}
	s.must("sessions", "show", "weekly")
}

func TestSessionsAreListedSearchedRenamedAndDeleted(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	if out := s.must("sessions", "list"); !strings.Contains(out, "No session is kept") {
		t.Errorf("list of nothing: %q", out)
	}
	s.keep("one", "SELECT name FROM users WHERE country = 'Kenya'")
	s.keep("two", "SELECT status FROM orders")
	if out := s.must("sessions", "list"); !strings.Contains(out, "one") || !strings.Contains(out, "ecommerce (demo)") || strings.Count(out, "\n") != 4 {
		t.Errorf("list:\n%s", out)
	}
	if out := s.must("sessions", "search", "KENYA", "users"); !strings.Contains(out, "one") || strings.Contains(out, "two") {
		t.Errorf("search:\n%s", out)
	}
	if _, _, code := s.run("sessions", "search", "nowhere"); code != exitFailed {
		t.Errorf("nothing found: exit %d", code)
	}
	s.must("sessions", "rename", "two", "orders by hand")
	if _, said, code := s.run("sessions", "rename", "orders by hand", "ONE"); code != exitFailed || !strings.Contains(said, "has this name") {
		t.Errorf("a name twice: exit %d: %s", code, said)
	}
	if out := s.must("sessions", "delete", "one", "orders by hand"); strings.Count(out, "Deleted sess_") != 2 {
		t.Errorf("delete: %s", out)
	}
	if _, said, code := s.run("sessions", "show", "one"); code != exitFailed || !strings.Contains(said, "sessions list") {
		t.Errorf("deleted: exit %d: %s", code, said)
	}
}

func TestUndoBringsTheRowsAgainWhereTheyFlowed(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	out := s.must("ask", "--format", "csv", "select name from users order by id limit 3", "limit 1", "undo")
	if lines := strings.Fields(strings.ReplaceAll(out, " ", "_")); len(lines) != 10 { // heads, and 3, 1 and 3 rows
		t.Errorf("%d lines:\n%s", len(lines), out)
	}
	s.must("ask", "--keep", "--session", "weekly", "--format", "csv", "select name from users order by id limit 3", "limit 1")
	if out := s.must("ask", "--keep", "--session", "weekly", "--format", "csv", "undo"); strings.Count(out, "\n") < 4 {
		t.Errorf("of another run's turn:\n%s", out)
	}
}

func TestNamedSessionIsNotBegunAnewOverAnUnreadableFileInSilence(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.must("ask", "--keep", "--session", "weekly", "show all users")
	files, _ := filepath.Glob(filepath.Join(s.folder, "*.json"))
	if err := os.WriteFile(files[0], nil, 0o600); err != nil {
		t.Fatal(err)
	}
	_, said, _ := s.run("ask", "--keep", "--session", "weekly", "--format", "sql", "show all users")
	if !strings.Contains(said, filepath.Base(files[0])+" is damaged (it is empty)") {
		t.Errorf("not told: %q", said)
	}
}

func TestDamagedSessionIsToldAndGoneOnWith(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.keep("weekly", "SELECT * FROM users", "SELECT * FROM users LIMIT 5", "SELECT * FROM users ORDER BY name LIMIT 5")
	s.must("ask", "--keep", "--session", "weekly", "limit 4")
	files, _ := filepath.Glob(filepath.Join(s.folder, "*.json"))
	text, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	text = bytes.Replace(text, []byte("ORDER BY name"), []byte("ORDER BY city"), 1)
	if err := os.WriteFile(files[0], text[:len(text)-40], 0o600); err != nil {
		t.Fatal(err)
	}
	if out := s.must("sessions", "list"); !strings.Contains(out, "damaged") {
		t.Errorf("list:\n%s", out)
	}
	id := strings.TrimSuffix(filepath.Base(files[0]), ".json")
	out, said, code := s.run("ask", "--keep", "--session", id, "--format", "sql", "limit 2")
	// The third turn is lost; the fourth, which was made of it, is sound and gone on from.
	if code != exitDone || !strings.Contains(out, "SELECT * FROM users ORDER BY name LIMIT 2;") || !strings.Contains(said, "set aside") {
		t.Errorf("exit %d: %q %q", code, out, said)
	}
	if out := s.must("sessions", "show", "weekly"); strings.Count(out, "rows") != 4 {
		t.Errorf("after the rescue:\n%s", out)
	}
}

func TestExportedSessionComesBackAndIsReadAgainForItsRows(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.keep("weekly", "SELECT name, country FROM users", "SELECT name, country FROM users LIMIT 2")
	text := s.must("sessions", "export", "weekly", "--as", "json")
	record, err := archive.Decode([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	other := newShell(t)
	if err := os.MkdirAll(other.folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if out := s.must("sessions", "export", "weekly", filepath.Join(other.folder, record.ID+".json")); !strings.Contains(out, "Wrote weekly") {
		t.Errorf("export said %q", out)
	}
	if got := other.must("ask", "--keep", "--session", "weekly", "--format", "sql", "limit 3"); !strings.Contains(got, "SELECT name, country FROM users LIMIT 3;") {
		t.Errorf("the exported session does not go on: %q", got)
	}
	page := filepath.Join(t.TempDir(), "page.html")
	s.must("sessions", "export", "weekly", page, "--rows")
	html, err := os.ReadFile(page)
	if err != nil || !strings.Contains(string(html), "<caption>All 2 rows") || !strings.Contains(string(html), "<caption>First 10 rows") {
		t.Errorf("%v:\n%s", err, html)
	}
	if info, err := os.Stat(page); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the page's mode is %v", info.Mode())
	}
	if out := s.must("sessions", "export", "weekly"); !strings.Contains(out, "+ LIMIT 2") || strings.Contains(out, "Jānis") {
		t.Errorf("markdown:\n%s", out)
	}
	if _, said, code := s.run("sessions", "export", "weekly", "page.pdf"); code != exitUsage || !strings.Contains(said, ".html") {
		t.Errorf("page.pdf: exit %d: %s", code, said)
	}
}

func TestKeptSessionRemembersItsParameters(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.must("ask", "--keep", "--session", "trip", "select * from flights where origin = 'Nairobi'")
	if out := s.must("ask", "--keep", "--session", "trip", "/context"); !strings.Contains(out, "origin = Nairobi  (turn 1") {
		t.Errorf("forgotten over a restart:\n%s", out)
	}
	if out := s.must("--now", "2026-11-21T15:00:01Z", "ask", "--keep", "--session", "trip", "/context"); strings.Contains(out, "origin = Nairobi") {
		t.Errorf("remembered beyond its time to live:\n%s", out)
	}
}

// refusing is the address of a Redis that refuses every password.
func refusing(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				for _, err := c.Read(make([]byte, 1024)); err == nil; _, err = c.Read(make([]byte, 1024)) {
					io.WriteString(c, "-WRONGPASS invalid username-password pair\r\n")
				}
			}()
		}
	}()
	return l.Addr().String()
}

// TestNoSecretReachesAFile keeps a session with a log, a Redis that takes no password and what people say of each other, and looks
// through everything that was written.
func TestNoSecretReachesAFile(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	log := filepath.Join(filepath.Dir(s.folder), "debug.log")
	s.must("--debug", log, "--redis-url", "redis://:s3cret-word@"+refusing(t)+"/0", "ask", "--keep", "--session", "private",
		"payments of 5000 to +254712345678", "and 3000 to the same person")
	seen := 0
	err := filepath.WalkDir(filepath.Dir(s.folder), func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		seen++
		info, err := entry.Info()
		if err != nil {
			return err
		}
		text, err := os.ReadFile(path)
		if info.Mode().Perm() != 0o600 || strings.Contains(string(text), "s3cret-word") {
			t.Errorf("%s has mode %v, holds the password %t", path, info.Mode(), strings.Contains(string(text), "s3cret-word"))
		}
		if path == log && (strings.Contains(string(text), "254712345678") || !strings.Contains(string(text), "****5678") || !strings.Contains(string(text), "refuses the password")) {
			t.Errorf("the log:\n%s", text)
		}
		return err
	})
	if err != nil || seen < 3 {
		t.Errorf("%d files, %v", seen, err)
	}
}

// TestSessionsOfTheVersionBeforeAreWorkedWith goes through every verb with a file that an earlier parley wrote.
func TestSessionsOfTheVersionBeforeAreWorkedWith(t *testing.T) {
	t.Parallel()
	const file = "sess_20261121_090001_9ea4d0f6.json"
	text, err := os.ReadFile(filepath.Join("..", "..", "dialog", "archive", "testdata", "version-2", file))
	if err != nil {
		t.Fatal(err)
	}
	s := newShell(t)
	if err := os.MkdirAll(s.folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(s.folder, file), text, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		args []string
		want string
	}{
		{[]string{"sessions", "list"}, "weekly report"},
		{[]string{"sessions", "show", "weekly report"}, "Only Latvia"},
		{[]string{"sessions", "search", "latvia"}, "weekly report"},
		{[]string{"sessions", "export", "weekly report", "--as", "markdown"}, "Only Latvia"},
		{[]string{"sessions", "rename", "weekly report", "monthly"}, ""},
		{[]string{"ask", "--keep", "--session", "monthly", "--format", "sql", "limit 3"}, "WHERE country = 'LV' LIMIT 3;"},
		{[]string{"sessions", "show", "monthly"}, "limit 3"},
		{[]string{"sessions", "delete", "monthly"}, "Deleted sess_"},
	} {
		if out := s.must(step.args...); !strings.Contains(out, step.want) {
			t.Errorf("%q: %s", step.args, out)
		}
	}
}
