package workflow_test

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"parley/dialog"
	"parley/dialog/memory"
	"parley/workflow"
)

// holding is a conversation over the demo whose room and log are looked into. Its clock stands still until it is moved.
type holding struct {
	*testing.T
	source  *workflow.Source
	store   memory.Store
	clock   time.Time
	session *dialog.Session
	room    *memory.Room
	talk    *workflow.Orchestrator
	log     strings.Builder
}

func hold(t *testing.T) *holding {
	t.Helper()
	h := &holding{T: t, store: &memory.Process{}, clock: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)}
	h.source = openSource(t, "demo", h.clock)
	h.sit("demo", nil)
	return h
}

// sit begins or resumes a conversation in a room of its own copy.
func (h *holding) sit(room string, session *dialog.Session) {
	h.Helper()
	if session == nil {
		session = dialog.New(uuid.New(), "ecommerce", dialog.Settings{})
	}
	h.session = session
	h.room = memory.NewRoom("ana", room, h.store, memory.Settings{Required: map[string][]string{"flights": {"origin", "destination"}}})
	h.sync()
	h.talk = workflow.New(session, workflow.Opened(h.source), workflow.Settings{
		Whole: true, Clock: func() time.Time { return h.clock }, Log: slog.New(slog.NewTextHandler(&h.log, nil)), Room: h.room,
	})
	h.Cleanup(h.talk.Close)
}

func (h *holding) sync() {
	h.Helper()
	if err := h.room.Sync(h.Context(), h.clock); err != nil {
		h.Fatal(err)
	}
}

func (h *holding) say(input string) *workflow.Reply {
	h.Helper()
	defer h.sync()
	return h.sayAlone(input)
}

// sayAlone says an input without bringing room and store together, so that what a turn left in the room is seen as it is.
func (h *holding) sayAlone(input string) *workflow.Reply {
	h.Helper()
	h.clock = h.clock.Add(time.Minute)
	h.log.Reset()
	reply := h.talk.Commit(h.talk.Begin(input).Run(context.Background()))
	if reply == nil {
		h.Fatalf("%s: no reply", input)
	}
	return reply
}

// gives says an input and looks for all of the wanted in its SQL, and for none of the others.
func (h *holding) gives(input string, wanted []string, others ...string) *workflow.Reply {
	h.Helper()
	reply := h.say(input)
	if reply.Turn.Result == nil {
		h.Fatalf("%s: %s%s", input, reply.Answer, failureOf(reply))
	}
	sql := reply.Turn.Result.SQL
	for _, want := range wanted {
		if !strings.Contains(sql, want) {
			h.Errorf("%s: %s\nlacks %s", input, sql, want)
		}
	}
	for _, other := range others {
		if strings.Contains(sql, other) {
			h.Errorf("%s: %s\nhas %s", input, sql, other)
		}
	}
	return reply
}

// remembers compares what the room remembers of a subject, "column = values" in order.
func (h *holding) remembers(subject string, want ...string) {
	h.Helper()
	var got []string
	for _, p := range h.room.Parameters(subject) {
		got = append(got, p.String())
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		h.Errorf("of %s is remembered %q, want %q", subject, got, want)
	}
}

// logs looks for a line of the last turn's log that has all of the wanted.
func (h *holding) logs(want ...string) {
	h.Helper()
	for line := range strings.Lines(h.log.String()) {
		if !slices.ContainsFunc(want, func(w string) bool { return !strings.Contains(line, w) }) {
			return
		}
	}
	h.Errorf("no line of the log has %q:\n%s", want, h.log.String())
}

func TestUndoLetsGoOfWhatTurnsTaught(t *testing.T) {
	t.Parallel()
	h := hold(t)
	h.say("users from Kenya")
	h.say("only active ones")
	h.remembers("users", "country = Kenya", "status = active")
	h.say("undo")
	h.remembers("users", "country = Kenya")
	h.say("payments of 5000")
	h.remembers("payments", "amount = 5000")
	h.say("undo")
	h.remembers("payments")
	h.remembers("users", "country = Kenya")
	h.say("redo")
	h.remembers("payments", "amount = 5000")
	if last := h.room.Last(); !strings.EqualFold(last, "payments") {
		t.Errorf("spoken of last is %q", last)
	}
}

// TestUndoAfterARestartTeachesNothingThatIsOver undoes to a turn of the kept session: what it taught within six hours is remembered
// as of that turn, and nothing of an older one.
func TestUndoAfterARestartTeachesNothingThatIsOver(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		later time.Duration
		want  []string
	}{
		{"within its time", time.Hour, []string{"country = Kenya"}},
		{"past its time", 7 * time.Hour, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			h := hold(t)
			h.say("users from Kenya")
			at := h.clock
			h.store = &memory.Process{} // another computer: nothing is remembered there
			h.clock = h.clock.Add(test.later)
			h.sit("demo", h.session)
			h.remembers("users")
			h.gives("payments of 5000", []string{"FROM payments"})
			h.sayAlone("undo")
			h.remembers("users", test.want...)
			h.remembers("payments")
			for _, p := range h.room.Parameters("users") {
				if !p.Set.Equal(at) || p.Turn != 1 {
					t.Errorf("%s is of turn %d, %s; want turn 1, %s", p, p.Turn, p.Set, at)
				}
			}
		})
	}
}

func TestUndoKeepsWhatWasSetByHandBefore(t *testing.T) {
	t.Parallel()
	h := hold(t)
	h.say("users from Kenya")
	h.say("/context set country Latvia")
	h.say("only active ones")
	h.say("undo")
	h.remembers("users", "country = Latvia")
	if p := h.room.Parameters("users"); len(p) != 1 || !p[0].ByHand() {
		t.Errorf("%v is not known to be set by hand", p)
	}
}

// TestUndoAfterARestartLetsGoOfLaterTurns undoes, in a resumed conversation, a turn of before the restart, whose parameters its room
// still holds; what another conversation says meanwhile of a subject that was spoken of long ago stays.
func TestUndoAfterARestartLetsGoOfLaterTurns(t *testing.T) {
	t.Parallel()
	h := hold(t)
	h.say("payments of 5000")
	h.say("users from Kenya")
	h.sit("demo", h.session)
	h.remembers("users", "country = Kenya")
	h.say("undo")
	h.remembers("users")
	h.remembers("payments", "amount = 5000")

	h = hold(t)
	h.say("users from Kenya")
	long := h.session
	h.clock = h.clock.Add(7 * time.Hour)
	h.sit("demo", nil)
	h.say("users from Latvia")
	h.sit("demo", long)
	h.say("payments of 5000")
	h.say("undo")
	h.remembers("users", "country = Latvia")
	h.remembers("payments")
}

func TestWhatIsDeniedIsNotRecalled(t *testing.T) {
	t.Parallel()
	h := hold(t)
	h.say("Find flights from Nairobi to London")
	h.say("users from Kenya")
	reply := h.gives("the flights again, from Mombasa, not Nairobi", []string{"origin = 'Mombasa'", "destination = 'London'"}, "Nairobi")
	for _, f := range reply.Inherited {
		if slices.Contains(f.Values, "Nairobi") {
			t.Errorf("inherited: %s", f)
		}
	}
	h.remembers("flights", "origin = Mombasa", "destination = London")
	h.say("Find flights from Nairobi to London")
	h.say("users from Kenya")
	h.gives("flights again to Paris, not Nairobi", []string{"destination = 'Paris'"}, "origin = 'Nairobi'")

	h = hold(t) // with the room alone, and no turn to come back to
	h.say("Find flights from Nairobi to London")
	h.sit("demo", nil)
	reply = h.gives("the same flights but not from Nairobi", []string{"destination = 'London'"}, "origin = 'Nairobi'")
	if len(reply.Inherited) != 1 || reply.Inherited[0].Column != "destination" {
		t.Errorf("inherited: %v", reply.Inherited)
	}
}

func TestAThreadComeBackToIsAsOldAsWhatWasSaidInIt(t *testing.T) {
	t.Parallel()
	h := hold(t)
	h.say("Find flights from Nairobi")
	h.clock = h.clock.Add(4 * time.Hour)
	h.gives("only to London", []string{"origin = 'Nairobi'", "destination = 'London'"})
	h.say("users from Kenya")
	h.clock = h.clock.Add(3 * time.Hour)
	reply := h.gives("back to the flights", []string{"destination = 'London'"}, "origin = ")
	if !slices.Contains(reply.Notices, "Origin has expired, 7 h.") {
		t.Errorf("notices: %q", reply.Notices)
	}
	h.say("users from Kenya")
	h.clock = h.clock.Add(4 * time.Hour)
	reply = h.say("back to the flights") // the destination was said seven hours ago; coming back made it no younger
	if reply.Turn.Result != nil && strings.Contains(reply.Turn.Result.SQL, "destination = ") {
		t.Errorf("%s", reply.Turn.Result.SQL)
	}

	h = hold(t) // what is pinned does not age
	h.say("Find flights from Nairobi to London")
	h.say("/context pin origin")
	h.say("users from Kenya")
	h.clock = h.clock.Add(7 * time.Hour)
	h.gives("back to the flights", []string{"origin = 'Nairobi'"}, "destination = ")
}

func TestForgettingLetsGoOfTheRoomsMemory(t *testing.T) {
	t.Parallel()
	h := hold(t)
	h.say("users from Kenya")
	h.say("/context pin country")
	h.gives("forget the country", []string{"FROM users"}, "country")
	h.remembers("users")
	h.gives("/new show all users", nil, "country")

	h = hold(t)
	h.say("users from Kenya")
	h.say("payments of 5000")
	if got := h.say("forget the country").Answer; !strings.Contains(got, "Forgotten: users: country = Kenya") {
		t.Errorf("%q", got)
	}
	h.remembers("users")
	h.remembers("payments", "amount = 5000")
	h.sit("demo", nil) // another program of the same user
	h.remembers("users")
}

func TestWhatIsTakenOverFromARoomIsUsed(t *testing.T) {
	t.Parallel()
	h := hold(t)
	h.sit("home", nil)
	h.say("Find flights from Nairobi to London on Feb 10")
	h.sit("away", nil)
	h.say("/context from home")
	h.remembers("flights", "origin = Nairobi", "destination = London", "departure_date = 2027-02-10")
	reply := h.gives("economy class please", []string{"origin = 'Nairobi'", "destination = 'London'", "2027-02-10", "economy"})
	if len(reply.Inherited) != 3 {
		t.Errorf("inherited: %v", reply.Inherited)
	}

	h.sit("third", nil)
	h.gives("flights to Paris", []string{"destination = 'Paris'"})
	h.gives("/context from home", []string{"origin = 'Nairobi'", "destination = 'Paris'", "2027-02-10"}, "London")
	for _, p := range h.room.Parameters("flights") {
		if taken := p.Column != "destination"; taken != (p.Room == "home") {
			t.Errorf("%s is of room %q", p, p.Room)
		}
	}
	h.gives("only economy", []string{"origin = 'Nairobi'", "destination = 'Paris'", "2027-02-10", "economy"})
	h.say("undo")
	h.say("undo")
	h.remembers("flights", "destination = Paris")
}

func TestTheLogTellsWhatWasRecalledAndWhy(t *testing.T) {
	t.Parallel()
	h := hold(t)
	h.say("payments of 5000 to +254712345678")
	h.say("users from Kenya")
	h.logs(`msg="nothing recalled"`, `why="a complete question with a subject of its own"`)
	h.say("those payments again")
	h.logs("msg=recalled", `why="the input comes back to it"`, "subject=payments", "amount = 5000", "****5678")
	if strings.Contains(h.log.String(), "254712345678") {
		t.Errorf("the log shows a number in full:\n%s", h.log.String())
	}
	h.say("sort by amount")
	h.logs(`msg="nothing recalled"`, `why="the input goes on from the query in force"`)
	h.say("/new")
	h.say("sorted by amount please")
	h.logs(`msg="nothing recalled"`, `why="a new conversation was begun"`)
	h.clock = h.clock.Add(7 * time.Hour)
	h.sit("demo", nil)
	h.say("sorted by amount please")
	h.logs(`msg="nothing recalled"`)
}

func TestAfterNewNothingIsTakenOver(t *testing.T) {
	t.Parallel()
	h := hold(t)
	h.say("users from Kenya")
	h.say("/context set country Latvia")
	h.gives("/new show all users", nil, "country")
	h.say("users from Kenya")
	h.say("/context set country Latvia")
	h.say("/new")
	h.gives("show all users", nil, "country")
	h.say("Find flights from Nairobi to London")
	h.say("/new")
	reply := h.say("economy class please")
	if reply.Turn.Result != nil && strings.Contains(reply.Turn.Result.SQL, "Nairobi") || len(reply.Inherited) > 0 {
		t.Errorf("%v, inherited: %v", reply.Turn.Result, reply.Inherited)
	}
	h.say("Find flights from Nairobi to Paris")
	h.say("/new")
	h.gives("back to the flights", []string{"origin = 'Nairobi'", "destination = 'Paris'"}) // named in so many words
}
