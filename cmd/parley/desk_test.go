package main

import (
	"context"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"parley/db/dbtest"
	"parley/tui"
)

// sitting is a desk as the screen has it, with one session that is kept.
func sitting(t *testing.T, folder string, targets ...string) (*desk, *spot) {
	t.Helper()
	o := options{Keep: new(true), Session: "two", SessionsDir: folder, User: "ana", DialogRefinement: true, Now: "2026-11-21T09:00:00Z", Timeout: 30 * time.Second, MaxTurns: 10, StateTTL: 21600, StateBytes: 10000}
	r, err := newRuntime(t.Context(), o, strings.NewReader(""), io.Discard, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	keep, err := r.keeping(targets)
	if err != nil {
		t.Fatal(err)
	}
	d := &desk{runtime: r}
	s, err := d.sit(keep, r.Session)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.close)
	if _, err := s.opening.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	return d, s
}

// says is a turn as the screen takes it: committed on the update loop, written in a command. It returns the SQL in force.
func (s *spot) says(t *testing.T, input string) string {
	t.Helper()
	reply := s.talk.Commit(s.talk.Begin(input).Run(context.Background()))
	if reply == nil || reply.Turn.Failure != nil {
		t.Fatalf("%s: %+v", input, reply)
	}
	if _, err := s.committed()(context.Background()); err != nil {
		t.Fatal(err)
	}
	return s.talk.Session().Current().Result.SQL
}

// TestTheListOfSessionsMarksTheOneOnScreen, which is no other to go to.
func TestTheListOfSessionsMarksTheOneOnScreen(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "sessions")
	_, s := sitting(t, folder, "demo")
	if entries, err := s.Sessions(""); err != nil || len(entries) != 0 {
		t.Errorf("before a word was said: %v, %v", entries, err)
	}
	s.says(t, "show me all users from Kenya")
	for _, words := range []string{"", "kenya"} {
		if entries, err := s.Sessions(words); err != nil || len(entries) != 1 || !entries[0].Here {
			t.Errorf("%q: %+v, %v", words, entries, err)
		}
	}
}

// TestWithoutADatabaseTheLastSessionOfTheFolderGoesOn, whatever it is about; with one named, the last about that.
func TestWithoutADatabaseTheLastSessionOfTheFolderGoesOn(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	file := filepath.Join(folder, "bees.csv")
	if err := os.WriteFile(file, []byte("id,site\n1,north\n2,south\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	screen := func(hour string, targets ...string) *spot {
		t.Helper()
		o := options{SessionsDir: filepath.Join(folder, "sessions"), User: "ana", DialogRefinement: true, Now: "2026-11-21T" + hour + ":00:00Z",
			Timeout: 30 * time.Second, MaxTurns: 10, StateTTL: 21600, StateBytes: 10000, KeepDays: 30, KeepSize: 200}
		r, err := newRuntime(t.Context(), o, strings.NewReader(""), io.Discard, io.Discard)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(r.close)
		keep, err := r.screenKeeping(targets, "")
		if err != nil {
			t.Fatal(err)
		}
		s, err := (&desk{runtime: r}).sit(keep, "")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = keep.Close() })
		if _, err := s.opening.Wait(t.Context()); err != nil {
			t.Fatal(err)
		}
		return s
	}
	demo := screen("08", "demo")
	demo.says(t, "show me all users")
	bees := screen("09", file)
	bees.says(t, "show me all bees")

	now := screen("10")
	for named, want := range map[string]*spot{"": bees, "demo": demo, file: bees} {
		if last, ok := now.desk.runtime.latest([]string{named}); !ok || last.ID != want.kept.ID() {
			t.Errorf("%q: %+v", named, last)
		}
	}
	if got := now.Latest(); got != bees.kept.ID() {
		t.Errorf("on the screen %q goes on", got)
	}
}

// TestEachDatabaseOfASessionHasItsOwnThreadAndParameters goes to PostgreSQL and back, and resumes the session later.
func TestEachDatabaseOfASessionHasItsOwnThreadAndParameters(t *testing.T) {
	t.Parallel()
	server := dbtest.Postgres(t)
	dbtest.Exec(t, server, "CREATE TABLE ships (id int PRIMARY KEY, name text, flag text)")
	dbtest.Exec(t, server, "INSERT INTO ships VALUES (1, 'Aurora', 'Latvia'), (2, 'Baltic', 'Kenya'), (3, 'Cutty', 'Kenya')")
	address, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	address.User = url.UserPassword(address.User.Username(), "s3cret-word")
	folder := filepath.Join(t.TempDir(), "sessions")

	d, demo := sitting(t, folder, "demo")
	demo.says(t, "show me all users from Kenya")
	travel := func(from *spot, to string) *spot {
		t.Helper()
		if _, _, err := from.Travel(t.Context(), tui.Destination{Database: to}); err != nil {
			t.Fatal(err)
		}
		for _, s := range d.spots {
			if isDemo := s.place.Targets[0] == "demo"; isDemo == (to == "demo") {
				return s
			}
		}
		t.Fatalf("nobody is at %s", to)
		return nil
	}
	ships := travel(demo, address.String())
	if ships == demo || len(ships.talk.Session().Turns()) != 0 || ships.id != demo.id {
		t.Fatalf("the second database does not begin a thread of its own in the session: %+v", ships)
	}
	ships.says(t, "show all ships")
	if got := ships.says(t, "only from Latvia"); !strings.Contains(got, "flag = 'Latvia'") {
		t.Errorf("on the second database: %s", got)
	}
	if back := travel(ships, "demo"); back != demo || !strings.Contains(back.says(t, "only active ones"), "country = 'Kenya' AND status = 'active'") {
		t.Errorf("the first thread does not go on")
	}
	if live, _ := demo.room.Recall("ships", time.Now()); len(live) != 0 || demo.room.Name() == ships.room.Name() {
		t.Errorf("parameters went from one database to the other: %+v", live)
	}
	if err := d.close(); err != nil {
		t.Fatal(err)
	}

	files, _ := filepath.Glob(filepath.Join(folder, "*.json"))
	if len(files) != 1 {
		t.Fatalf("files %v", files)
	}
	text, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(text), "s3cret-word") || !strings.Contains(string(text), address.Host) {
		t.Error("the file holds the password, or not where the database is")
	}

	later, demo := sitting(t, folder) // the database used last
	if got := demo.says(t, "limit 3"); !strings.Contains(got, "country = 'Kenya' AND status = 'active' ORDER BY name LIMIT 3") {
		t.Errorf("resumed: %s", got)
	}
	if err := later.close(); err != nil {
		t.Fatal(err)
	}
	d, ships = sitting(t, folder, address.String())
	if got := ships.says(t, "sort by name"); !strings.Contains(got, "flag = 'Latvia' ORDER BY name") {
		t.Errorf("resumed on the second database: %s", got)
	}
	if live, _ := ships.room.Recall("ships", time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)); len(live) != 2 {
		t.Errorf("the second database's parameters did not come back: %+v", live)
	}
	if err := d.close(); err != nil {
		t.Fatal(err)
	}
}
