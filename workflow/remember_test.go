package workflow_test

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"parley/dialog"
	"parley/dialog/memory"
	"parley/workflow"
)

// remembering is a conversation with a room, about payments, and its log.
func remembering(t *testing.T, store memory.Store, name string) (*workflow.Orchestrator, *strings.Builder) {
	t.Helper()
	now := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	maker := &fakeMaker{generate: says(t, "SELECT * FROM payments WHERE amount = 5000 AND recipient = '+254712345678'")}
	source := openSource(t, "demo", now)
	source.Generator, source.Refiner = maker, maker
	var log strings.Builder
	talk := workflow.New(dialog.New(uuid.New(), "ecommerce", dialog.Settings{}), workflow.Opened(source), workflow.Settings{
		Whole: true, Clock: func() time.Time { return now }, Log: slog.New(slog.NewTextHandler(&log, nil)),
		Room: memory.NewRoom("ana", name, store, memory.Settings{}),
	})
	t.Cleanup(talk.Close)
	return talk, &log
}

func TestTheContextCommandPinsSetsExportsAndForgets(t *testing.T) {
	t.Parallel()
	talk, log := remembering(t, &memory.Process{}, "demo")
	say(t, talk, "payments of 5000 to +254712345678")
	file := filepath.Join(t.TempDir(), "context.json")
	for _, step := range []struct{ input, want string }{
		{"/context", "recipient = +254712345678  (turn 1, high, 0m old, 6h left)"},
		{"/context pin my recipient", "recipient = +254712345678  (turn 1, high, 0m old, pinned)"},
		{"/context unpin recipient", "6h left"},
		{"/context set amount 3000", ""},
		{"/context", "amount = 3000  (by hand, high, 0m old, 6h left)"},
		{"/context set amount much", `amount holds numbers, "much" is none.`},
		{"/context set amount", "Say what to set and to which value"},
		{"/context set nonsense 3000", `Nothing remembered is called "nonsense"`},
		{"/context pin nonsense", `Nothing remembered is called "nonsense"`},
		{"/context export", `"service": "payments"`},
		{"/context export " + file, "Wrote what is remembered to "},
		{"/context export " + file, "is there already"},
		{"/context export /nowhere/at/all.json", "no such file"},
		{"/context dance", "Say /context"},
		{"forget my recipient", ""},
		{"/context", "payments\n  amount = 3000  (by hand, high, 0m old, 6h left)\n/context pin"},
	} {
		if got := say(t, talk, step.input).Answer; !strings.Contains(got, step.want) {
			t.Errorf("%s: %q, want %q", step.input, got, step.want)
		}
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	if text := log.String(); !strings.Contains(text, "****5678") || strings.Contains(text, "remembered\" recipient = +254712345678") {
		t.Errorf("the log shows %s", text)
	}
}

func TestAnotherRoomIsTakenOverByCommand(t *testing.T) {
	t.Parallel()
	store := &memory.Process{}
	home, _ := remembering(t, store, "home")
	say(t, home, "payments of 5000 to +254712345678")
	if err := home.Room().Sync(context.Background(), time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)); err != nil {
		t.Fatal(err)
	}
	away, _ := remembering(t, store, "away")
	if got := say(t, away, "/context from home").Answer; got != "Taken over from room home: 2. /context lists them; the next question about them uses them." {
		t.Errorf("%q", got)
	}
	if got := say(t, away, "/context from home").Answer; got != "Room home holds nothing that is not remembered here." {
		t.Errorf("%q", got)
	}
}

func TestALowConfidenceIsLogged(t *testing.T) {
	t.Parallel()
	talk, log := remembering(t, &memory.Process{}, "demo")
	say(t, talk, "show all payments")
	talk.Commit(talk.Begin("show me only payments to +254712345678").Run(context.Background()))
	if !strings.Contains(log.String(), `msg="Ambiguous intent detected" turn=2 intent=refinement input="show me only payments to ****5678"`) {
		t.Errorf("the log shows %s", log)
	}
}

// TestWhatIsInheritedIsTakenAway asks a turn again without all that it took over, and without one of it.
func TestWhatIsInheritedIsTakenAway(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	source := openSource(t, "demo", now)
	room := memory.NewRoom("ana", "demo", &memory.Process{}, memory.Settings{})
	begin := func() *workflow.Orchestrator {
		talk := workflow.New(dialog.New(uuid.New(), "ecommerce", dialog.Settings{}), workflow.Opened(source), workflow.Settings{
			Whole: true, Clock: func() time.Time { return now }, Room: room,
		})
		t.Cleanup(talk.Close)
		return talk
	}
	say(t, begin(), "Find flights from Nairobi to London on Feb 10")
	talk := begin()
	again := func(inherited []memory.Found) *workflow.Reply {
		t.Helper()
		reply := talk.Commit(talk.BeginWith("economy class please", inherited).Run(context.Background()))
		if reply == nil || reply.Turn.Result == nil {
			t.Fatalf("%+v", reply)
		}
		return reply
	}
	first := say(t, talk, "economy class please")
	if len(first.Inherited) != 3 || first.Turn.Intent != dialog.NewQuery {
		t.Fatalf("inherited %+v", first.Inherited)
	}
	without := again(first.Inherited[:2])
	if got, want := without.Turn.Result.SQL, "SELECT * FROM flights WHERE origin = 'Nairobi' AND destination = 'London' AND cabin_class = 'economy'"; got != want || len(without.Inherited) != 2 {
		t.Errorf("without the date: %s, inherited %+v", got, without.Inherited)
	}
	alone := again(nil)
	if got, want := alone.Turn.Result.SQL, "SELECT * FROM flights WHERE cabin_class = 'economy'"; got != want || len(alone.Inherited) != 0 {
		t.Errorf("without all: %s, inherited %+v", got, alone.Inherited)
	}
	if live, _ := room.Recall("flights", now); len(live) != 1 {
		t.Errorf("what was taken away is still remembered: %+v", live)
	}
}

// silentStore is a store whose server never answers.
type silentStore struct{ asked chan struct{} }

var _ memory.Store = silentStore{}

func (s silentStore) Load(ctx context.Context, _ string) ([]byte, error) {
	s.asked <- struct{}{}
	<-ctx.Done()
	return nil, ctx.Err()
}

func (s silentStore) Swap(ctx context.Context, _ string, _, _ []byte, _ time.Duration) (bool, error) {
	<-ctx.Done()
	return false, ctx.Err()
}

func (silentStore) Name() string { return "silent" }
func (silentStore) Close() error { return nil }

// TestNoTurnWaitsForTheStore plays turns and commands while a Sync hangs: nothing on the update loop asks the store.
func TestNoTurnWaitsForTheStore(t *testing.T) {
	t.Parallel()
	store := silentStore{make(chan struct{}, 9)}
	talk, _ := remembering(t, store, "demo")
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- talk.Room().Sync(ctx, time.Now()) }()
	<-store.asked
	for _, input := range []string{"payments of 5000 to +254712345678", "/context", "/context pin amount", "/context set amount 3000", "/context export", "forget my recipient"} {
		if got := say(t, talk, input); got.Turn.Failure != nil {
			t.Errorf("%s: %+v", input, got.Turn.Failure)
		}
	}
	if len(store.asked) != 0 {
		t.Error("a turn asked the store")
	}
	stop()
	if err := <-ended; err == nil {
		t.Error("the store answered")
	}
}
