package archive_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"parley/dialog"
	"parley/dialog/archive"
)

var shop = archive.Place{Name: "ecommerce (demo)", Targets: []string{"demo"}, Dialect: "SQLite"}

// testClock goes on by a second a look.
func testClock() func() time.Time {
	now := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	return func() time.Time {
		now = now.Add(time.Second)
		return now
	}
}

func newStore(t testing.TB) *archive.Store {
	t.Helper()
	return archive.NewStore(filepath.Join(t.TempDir(), "data", "sessions"), testClock())
}

// conversation is a kept session under way.
type conversation struct {
	testing.TB
	store   *archive.Store
	kept    *archive.Kept
	session *dialog.Session
	place   archive.Place
}

func begin(t testing.TB, store *archive.Store, name string) *conversation {
	t.Helper()
	id := uuid.New()
	kept, err := store.Create(id, name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { kept.Close() })
	return &conversation{t, store, kept, dialog.New(id, shop.Name, dialog.Settings{}), shop}
}

func resume(t testing.TB, store *archive.Store, ref string) *conversation {
	t.Helper()
	kept, err := store.Open(ref)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { kept.Close() })
	c := &conversation{t, store, kept, nil, shop}
	if places := kept.Places(); len(places) > 0 {
		c.place = places[0]
	}
	c.session, _ = kept.Session(c.place, dialog.Settings{})
	return c
}

// say records a turn, keeps it and writes it.
func (c *conversation) say(input, sql string, intent dialog.Intent) *dialog.Turn {
	c.Helper()
	turn := dialog.Turn{Input: input, Intent: intent, Confidence: dialog.High, Time: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)}
	switch {
	case sql == "":
		turn.Failure = &dialog.Failure{Kind: "not understood", Message: "I did not understand: " + input, CanRetry: true}
	default:
		turn.Result = &dialog.Result{SQL: sql, Columns: []string{"name"}, Rows: 2, Preview: [][]string{{"Ana"}, {"Baraka"}}, Elapsed: 3 * time.Millisecond}
	}
	recorded, err := c.session.Record(c.session.Begin(uuid.New()), turn)
	if err != nil {
		c.Fatal(err)
	}
	c.save()
	return recorded
}

func (c *conversation) save() {
	c.Helper()
	c.kept.Take(c.place, c.session)
	if notice, err := c.kept.Write(); err != nil || notice != "" {
		c.Fatalf("write: %v, notice %q", err, notice)
	}
}

func (c *conversation) shut() {
	c.Helper()
	if err := c.kept.Close(); err != nil {
		c.Fatal(err)
	}
}

func TestNothingIsWrittenUntilASessionIsCreated(t *testing.T) {
	t.Parallel()
	store := newStore(t)
	if entries, err := store.List(); err != nil || len(entries) != 0 {
		t.Errorf("list of nothing: %v, %v", entries, err)
	}
	if _, err := os.Stat(store.Folder()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the folder was made: %v", err)
	}
}

func TestFileIsPrivateAndHasTheOriginalFields(t *testing.T) {
	t.Parallel()
	c := begin(t, newStore(t), "")
	c.say("Show me all users", "SELECT * FROM users", dialog.NewQuery)
	if id := c.kept.ID(); !strings.HasPrefix(id, "sess_20261121_0900") || !strings.HasSuffix(id, "_"+c.kept.UUID().String()[:8]) {
		t.Errorf("id %q of %s", id, c.kept.UUID())
	}
	for path, mode := range map[string]os.FileMode{c.kept.Path(): 0o600, c.store.Folder(): 0o700 | os.ModeDir} {
		if info, err := os.Stat(path); err != nil || info.Mode() != mode {
			t.Errorf("%s: %v, %v", path, info.Mode(), err)
		}
	}
	text, err := os.ReadFile(c.kept.Path())
	if err != nil {
		t.Fatal(err)
	}
	for _, field := range []string{`"version":3`, `"session_id":"sess_`, `"created_at":"2026-11-21T`, `"updated_at":"`, `"messages":[`,
		`{"role":"user","content":"Show me all users","timestamp":"2026-11-21T09:00:00Z"}`, `{"role":"assistant","content":"SELECT * FROM users","timestamp":"`} {
		if !strings.Contains(string(text), field) {
			t.Errorf("the file lacks %s:\n%s", field, text)
		}
	}
}

func TestResultRowsAreWrittenOnlyWhenAsked(t *testing.T) {
	t.Parallel()
	for _, rows := range []bool{false, true} {
		store := newStore(t)
		store.Rows = rows
		c := begin(t, store, "")
		c.say("Show me all users", "SELECT * FROM users", dialog.NewQuery)
		text, _ := os.ReadFile(c.kept.Path())
		if strings.Contains(string(text), "Baraka") != rows {
			t.Errorf("rows %v:\n%s", rows, text)
		}
	}
}

func TestPasswordsAreNeverWritten(t *testing.T) {
	t.Parallel()
	store := newStore(t)
	c := begin(t, store, "")
	for i, url := range []string{
		"postgres://ana:s3cret@db/shop", "postgres://ana@db/shop?password=s3cret&sslmode=require", "host=db password='s3cret' user=ana",
		"service=shop password=s3cret", "postgresql://ana:s3cret@db:5433/shop?sslpassword=s3cret",
	} {
		c.place = archive.Place{Name: "shop on db", Targets: []string{url}}
		c.session = dialog.New(c.kept.UUID(), "shop", dialog.Settings{})
		c.say("switch to "+url, "SELECT 1", dialog.NewQuery)
		c.say("what about "+url+" then?", "", dialog.Refinement)
		text, err := os.ReadFile(c.kept.Path())
		if err != nil || strings.Contains(string(text), "s3cret") {
			t.Fatalf("%s (%v):\n%s", url, err, text)
		}
		if got := c.kept.Places()[0].Targets[0]; !strings.Contains(got, "shop") && !strings.Contains(got, "host=db") {
			t.Errorf("place %d is %q: it opens nothing", i, got)
		}
	}
}

func TestResumedSessionGoesOnAsIfItHadNeverStopped(t *testing.T) {
	t.Parallel()
	store := newStore(t)
	c := begin(t, store, "weekly report")
	c.say("Show me all users", "SELECT * FROM users", dialog.NewQuery)
	c.say("only Kenya", "SELECT * FROM users WHERE country = 'KE'", dialog.Refinement)
	c.say("by nothing", "", dialog.Refinement)
	c.say("sort by name", "SELECT * FROM users WHERE country = 'KE' ORDER BY name", dialog.Refinement)
	if _, err := c.session.Undo(); err != nil {
		t.Fatal(err)
	}
	c.save()
	before := c.session
	c.shut()

	c = resume(t, store, "weekly report")
	after := c.session
	if after.ID() != before.ID() || after.Next() != 5 || after.Original() != "Show me all users" || !reflect.DeepEqual(c.place, shop) {
		t.Errorf("id %s, next %d, original %q, place %+v", after.ID(), after.Next(), after.Original(), c.place)
	}
	if got := after.Current().Result.SQL; got != "SELECT * FROM users WHERE country = 'KE'" {
		t.Errorf("the query in force is %q", got)
	}
	if _, err := after.Redo(); err != nil || after.Current().Number != 4 {
		t.Errorf("redo: %v, turn %d", err, after.Current().Number)
	}
	if _, err := after.Branch(after.Turns()[0].ID); err != nil {
		t.Error(err)
	}
	branch := c.say("only Latvia", "SELECT * FROM users WHERE country = 'LV'", dialog.Refinement)
	if branch.Number != 5 || branch.Parent != after.Turns()[0].ID {
		t.Errorf("the branch is turn %d under %s", branch.Number, branch.Parent)
	}
	c.shut()
	if c = resume(t, store, "weekly report"); c.session.Current().Number != 5 || len(c.session.Turns()) != 5 {
		t.Errorf("after a second restart: turn %d of %d", c.session.Current().Number, len(c.session.Turns()))
	}
}

func TestFileHoldsEveryTurnAndOpeningLoadsThemAll(t *testing.T) {
	t.Parallel()
	store := newStore(t)
	c := begin(t, store, "")
	c.say("Show me all users", "SELECT * FROM users", dialog.NewQuery)
	for range 29 {
		c.say("limit 10", "SELECT * FROM users LIMIT 10", dialog.Refinement)
	}
	ref := c.kept.ID()
	c.shut()
	record, err := store.Read(ref)
	if err != nil || len(record.Turns) != 30 || record.Turns[0].Input != "Show me all users" {
		t.Fatalf("%v: %d turns in the file", err, len(record.Turns))
	}
	c = resume(t, store, ref)
	if n := len(c.session.Turns()); n != 30 || len(c.session.Window()) != 10 || c.session.Original() != "Show me all users" {
		t.Errorf("%d turns from %d, original %q", n, c.session.Turns()[0].Number, c.session.Original())
	}
	c.say("limit 5", "SELECT * FROM users LIMIT 5", dialog.Refinement)
	if record, err = c.kept.Record(); err != nil || len(record.Turns) != 31 {
		t.Errorf("%v: %d turns after another", err, len(record.Turns))
	}
	if path := record.Path(0); len(path) != 31 {
		t.Errorf("the line of turns in the file is broken: %d", len(path))
	}
}

func TestWhatWasClearedComesBackAfterARestart(t *testing.T) {
	t.Parallel()
	store := newStore(t)
	c := begin(t, store, "report")
	c.say("Show me all users", "SELECT * FROM users", dialog.NewQuery)
	c.say("only Kenya", "SELECT * FROM users WHERE country = 'KE'", dialog.Refinement)
	c.session.Clear(uuid.New(), time.Now())
	c.save()
	c.say("Show me all orders", "SELECT * FROM orders", dialog.NewQuery)
	c.shut()
	c = resume(t, store, "report")
	if at := c.session.Current(); at == nil || at.Number != 1 || len(c.session.Conversation()) != 1 || len(c.session.Turns()) != 4 {
		t.Fatalf("after a restart: %+v of %d", at, len(c.session.Turns()))
	}
	for range 2 {
		if _, err := c.session.Undo(); err != nil {
			t.Fatal(err)
		}
	}
	if at := c.session.Current(); at.Input != "only Kenya" || len(c.session.Conversation()) != 2 {
		t.Errorf("undone to %q, %d turns", at.Input, len(c.session.Conversation()))
	}
	c.say("sort by name", "SELECT * FROM users WHERE country = 'KE' ORDER BY name", dialog.Refinement)
	c.shut()
	if c = resume(t, store, "report"); c.session.Current().Number != 4 || c.session.Validate() != nil {
		t.Errorf("turn %d, %v", c.session.Current().Number, c.session.Validate())
	}
}

func TestAClearThatWasTheLastTurnIsUndoneAfterARestart(t *testing.T) {
	t.Parallel()
	store := newStore(t)
	c := begin(t, store, "report")
	c.say("Show me all users", "SELECT * FROM users", dialog.NewQuery)
	c.say("only Kenya", "SELECT * FROM users WHERE country = 'KE'", dialog.Refinement)
	c.session.Clear(uuid.New(), time.Now())
	c.save()
	c.shut()
	c = resume(t, store, "report")
	if at := c.session.Current(); at != nil || len(c.session.Conversation()) != 0 || len(c.session.Turns()) != 3 {
		t.Fatalf("after a restart: %+v of %d", at, len(c.session.Turns()))
	}
	at, err := c.session.Undo()
	if err != nil || at == nil || at.Input != "only Kenya" || len(c.session.Conversation()) != 2 {
		t.Errorf("undone to %+v, %v", at, err)
	}
}

func TestSeveralDatabasesKeepTheirOwnThreads(t *testing.T) {
	t.Parallel()
	store := newStore(t)
	c := begin(t, store, "both")
	c.say("Show me all users", "SELECT * FROM users", dialog.NewQuery)
	first := c.session
	music := archive.Place{Name: "music.sqlite", Targets: []string{"/data/music.sqlite"}, Dialect: "SQLite"}
	c.place, c.session = music, dialog.New(c.kept.UUID(), music.Name, dialog.Settings{})
	c.say("Show me all tracks", "SELECT * FROM tracks", dialog.NewQuery)
	c.kept.TakeParameters(music, []byte(`{"tracks":"x"}`))
	c.session = first
	c.place = shop
	c.say("only Kenya", "SELECT * FROM users WHERE country = 'KE'", dialog.Refinement)
	c.shut()

	c = resume(t, store, "both")
	if places := c.kept.Places(); !reflect.DeepEqual(places, []archive.Place{shop, music}) {
		t.Fatalf("places %+v", places)
	}
	if n := len(c.session.Turns()); n != 2 || c.session.Current().Input != "only Kenya" {
		t.Errorf("%d turns on the shop", n)
	}
	other, _ := c.kept.Session(music, dialog.Settings{})
	record, err := c.kept.Record()
	if err != nil {
		t.Fatal(err)
	}
	if len(other.Turns()) != 1 || other.Current().Input != "Show me all tracks" || string(record.Parameters(music)) != `{"tracks":"x"}` {
		t.Errorf("on the other: %+v, %s", other.Turns(), record.Parameters(music))
	}
}

func TestEncodedRecordComesBackTheSame(t *testing.T) {
	t.Parallel()
	store := newStore(t)
	store.Rows = true
	c := begin(t, store, "round trip")
	c.say("Show me \"all\" users <b>\u202e\n", "SELECT * FROM users", dialog.NewQuery)
	c.say("by nothing", "", dialog.Refinement)
	c.kept.TakeParameters(shop, []byte(`{"a":1}`))
	record, err := c.kept.Record()
	if err != nil {
		t.Fatal(err)
	}
	text, err := archive.Encode(record)
	if err != nil {
		t.Fatal(err)
	}
	again, err := archive.Decode(text)
	if err != nil || !reflect.DeepEqual(record, again) {
		t.Errorf("%v:\n%+v\n%+v", err, record, again)
	}
}

func TestCountsThatGrowLaterReachTheFileAndParentsStay(t *testing.T) {
	t.Parallel()
	store := newStore(t)
	c := begin(t, store, "")
	first := c.say("Show me all users", "SELECT * FROM users", dialog.NewQuery)
	for range 9 {
		c.say("limit 10", "SELECT * FROM users LIMIT 10", dialog.Refinement)
	}
	second := c.session.Turns()[1]
	c.say("limit 10", "SELECT * FROM users LIMIT 10", dialog.Refinement) // prunes the first: the second is a root now
	c.session.Count(second.ID, 2000, true)
	c.save()
	record, err := store.Read(c.kept.ID())
	if err != nil || len(record.Turns) != 11 {
		t.Fatalf("%v: %+v", err, record)
	}
	if got := record.Turns[1]; got.Result.Rows != 2000 || !got.Result.More || got.Parent != first.ID {
		t.Errorf("turn 2: %d rows, parent %s; want 2000 under %s", got.Result.Rows, got.Parent, first.ID)
	}
}

// fill sets every field that a value has to something that is not zero.
func fill(v reflect.Value, seed int) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(fmt.Sprintf("text %d", seed))
	case reflect.Float64:
		v.SetFloat(0.5)
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(seed) * 1000)
	case reflect.Uint8:
		v.SetUint(1)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), seed)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0), seed)
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i), seed)
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			v.Set(reflect.ValueOf(time.Date(2026, 11, 21, 9, seed, 0, 0, time.UTC)))
			return
		}
		for i := range v.NumField() {
			fill(v.Field(i), seed+i)
		}
	default:
		panic("no way to fill a " + v.Kind().String())
	}
}

// TestEveryFieldOfATurnIsWritten fails when a turn gets a field that the file does not hold.
func TestEveryFieldOfATurnIsWritten(t *testing.T) {
	t.Parallel()
	var full dialog.Turn
	fill(reflect.ValueOf(&full).Elem(), 1)
	failed, done := full, full
	failed.Result, done.Failure = nil, nil
	for _, turn := range []*dialog.Turn{&failed, &done} {
		record := &archive.Record{ID: "sess_20261121_090001_9ea4d0f6", Databases: []archive.Database{{Place: shop}}, Turns: []archive.Turn{{Turn: turn}}}
		text, err := archive.Encode(record)
		if err != nil {
			t.Fatal(err)
		}
		again, err := archive.Decode(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := again.Turns[0].Turn; !reflect.DeepEqual(turn, got) {
			t.Errorf("wrote %+v\n%+v %+v\nread  %+v\n%+v %+v", turn, turn.Result, turn.Failure, got, got.Result, got.Failure)
		}
	}
}
