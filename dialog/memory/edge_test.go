package memory

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"
)

// Each of these failed to be noticed once when the program was changed on purpose.

var morning = time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)

func learned(subject string, list ...Parameter) Lesson {
	return Lesson{Subject: subject, Parameters: list, Renew: true, Turn: 1, Conversation: "c", By: "engine"}
}

// TestSettingsAreKeptTo: the time to live and the size are those given, the defaults where none is.
func TestSettingsAreKeptTo(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		settings  Settings
		lives     time.Duration
		maxLength int
	}{
		"defaults": {Settings{}, 6 * time.Hour, 10_000},
		"given":    {Settings{TTL: time.Minute, MaxSize: 1000}, time.Minute, 1000},
		"negative": {Settings{TTL: -1, MaxSize: -1}, 6 * time.Hour, 10_000},
	} {
		r := room(c.settings)
		if r.Lives() != c.lives {
			t.Errorf("%s: lives %v", name, r.Lives())
		}
		r.Learn(learned("flights", equal("origin", "Nairobi")), morning)
		if live, _ := r.Recall("flights", morning.Add(c.lives-time.Nanosecond)); len(live) != 1 {
			t.Errorf("%s: gone before its time", name)
		}
		if live, expired := r.Recall("flights", morning.Add(c.lives)); len(live) != 0 || len(expired) != 1 {
			t.Errorf("%s: lives on past its time", name)
		}
		for i := range 200 {
			r.Set("flights", equal(fmt.Sprintf("column_%03d", i), strings.Repeat("x", 40)), morning.Add(time.Duration(i)*time.Second))
		}
		data, err := json.Marshal(r.state)
		if err != nil || len(data) > c.maxLength || len(data) < c.maxLength/2 {
			t.Errorf("%s: %d bytes, %v", name, len(data), err)
		}
	}
}

// TestStoreForgetsWhenTheYoungestParameterDoes: the store's own time is what is left, the whole time for a pinned one.
func TestStoreForgetsWhenTheYoungestParameterDoes(t *testing.T) {
	t.Parallel()
	server := miniredis.RunT(t)
	store := connect(t, "redis://"+server.Addr()+"?prefix=p:")
	r := NewRoom("ana", "demo", store, Settings{TTL: time.Hour})
	key := "p:" + Key("ana", "demo")
	r.Learn(learned("flights", equal("origin", "Nairobi")), morning)
	mustSync(t, r, morning.Add(20*time.Minute))
	if left := server.TTL(key); left != 40*time.Minute {
		t.Errorf("%v left of an hour after 20 minutes", left)
	}
	r.Pin("flights", equal("origin", "Nairobi"), true, morning.Add(20*time.Minute))
	mustSync(t, r, morning.Add(50*time.Minute))
	if left := server.TTL(key); left != time.Hour {
		t.Errorf("%v left with a pinned one", left)
	}
	r.Forget("all", morning.Add(51*time.Minute))
	mustSync(t, r, morning.Add(51*time.Minute))
	if left := server.TTL(key); left != time.Hour {
		t.Errorf("%v left of an empty room: others would take it for lost", left)
	}
	if keys := server.Keys(); len(keys) != 1 || keys[0] != key {
		t.Errorf("keys %q", keys)
	}
}

func TestOldestGoFirstAndPinnedLast(t *testing.T) {
	t.Parallel()
	s := &State{}
	at := func(column string, minutes int, pinned bool) Parameter {
		p := equal(column, "x")
		p.Set, p.Pinned = morning.Add(time.Duration(minutes)*time.Minute), pinned
		return p
	}
	s.put("b", []Parameter{at("second", 2, false), at("pinned", 0, true)})
	s.put("a", []Parameter{at("third", 3, false), at("first", 1, false), at("same", 2, false)})
	var order []string
	for {
		before := said(flat(s))
		if !s.drop(1) {
			break
		}
		for _, column := range []string{"first", "same", "second", "third", "pinned"} {
			if strings.Contains(before, column) && !strings.Contains(said(flat(s)), column) {
				order = append(order, column)
			}
		}
	}
	if got := strings.Join(order, " "); got != "first same second third pinned" {
		t.Errorf("they go as %s", got)
	}
}

func flat(s *State) []Parameter {
	var list []Parameter
	for _, f := range s.matching(func(string, Parameter) bool { return true }) {
		list = append(list, f.Parameter)
	}
	return list
}

func TestStateOfANewerProgramIsNotRead(t *testing.T) {
	t.Parallel()
	for _, v := range []int{version + 1, version - 2} {
		if _, err := decode(fmt.Appendf(nil, `{"version":%d,"subjects":{"a":[{"kind":"filter","column":"x","operator":"="}]}}`, v)); err == nil {
			t.Errorf("version %d was read", v)
		}
	}
}

func TestSubjectsAreKnownWhateverTheirCase(t *testing.T) {
	t.Parallel()
	r := room(Settings{})
	r.Learn(learned("Flights", equal("origin", "Nairobi")), morning)
	r.Learn(learned("flights", equal("origin", "Mombasa")), morning)
	if live, _ := r.Recall("FLIGHTS", morning); said(live) != said([]Parameter{equal("origin", "Mombasa")}) || len(r.Subjects()) != 1 || !r.Knows("fLiGhts") {
		t.Errorf("%s of %v", said(live), r.Subjects())
	}
}

// TestWhatWasLearnedTellsWhenAndHowSure covers what a lesson leaves: turn, time, confidence, count and whose it was.
func TestWhatWasLearnedTellsWhenAndHowSure(t *testing.T) {
	t.Parallel()
	r := room(Settings{})
	l := learned("flights", equal("origin", "Nairobi"))
	l.Confidence = 2
	r.Learn(l, morning)
	if p := r.Parameters("flights")[0]; p.Turn != 1 || p.Confidence != 2 || !p.Set.Equal(morning) {
		t.Errorf("%+v", p)
	}
	again := learned("flights", equal("origin", "Nairobi"))
	again.Turn, again.Renew = 2, true
	r.Learn(again, morning.Add(time.Hour))
	if p := r.Parameters("flights")[0]; p.Turn != 2 || !p.Set.Equal(morning.Add(time.Hour)) {
		t.Errorf("said anew and not younger: %+v", p)
	}
	refined := learned("flights", equal("origin", "Nairobi"), equal("cabin", "economy"))
	refined.Turn, refined.Renew = 3, false
	r.Learn(refined, morning.Add(2*time.Hour))
	if p := r.Parameters("flights")[0]; p.Turn != 2 {
		t.Errorf("not said and younger: %+v", p)
	}
	if m := r.state.Metadata; m.MessageCount != 3 || m.LastUpdatedBy != "engine" || m.ConversationID != "c" {
		t.Errorf("%+v", m)
	}
}

func TestWhatIsSaidOfAColumnTakesThePlaceOfEverythingSaidOfIt(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		p, o     Parameter
		replaces bool
	}{
		{price("=", "5"), price(">=", "3"), true}, {price(">=", "3"), price("=", "5"), true}, {price("<", "9"), price(">=", "3"), false},
		{price("<", "9"), price("<=", "7"), true}, {price("<>", "9"), price("<", "7"), false}, {price("not like", "9"), price("<", "7"), false},
		{price("not in", "9"), price("<>", "7"), true}, {price("like", "9"), price("not like", "7"), true}, {equal("a", "x"), equal("b", "x"), false},
		{Parameter{Kind: Limit, Values: []string{"5"}}, Parameter{Kind: Limit, Values: []string{"9"}}, true},
		{Parameter{Kind: Sort, Column: "a"}, Parameter{Kind: Sort, Column: "b"}, true}, {Parameter{Kind: Sort, Column: "a"}, equal("a", "b"), false},
	} {
		if c.p.Replaces(c.o) != c.replaces {
			t.Errorf("%s in place of %s: %v", c.p, c.o, !c.replaces)
		}
	}
}

func TestMergeLetsTwoBoundsOfOneListStand(t *testing.T) {
	t.Parallel()
	now := []Parameter{price(">=", "3"), price("<", "9")}
	if got := Merge(now, []Parameter{price("=", "5")}, []Parameter{equal("origin", "Nairobi")}); said(got) != said(append(now, equal("origin", "Nairobi"))) {
		t.Errorf("%s", said(got))
	}
	both := []Parameter{equal("origin", "Nairobi"), equal("origin", "Mombasa")}
	if got := Merge(both); len(got) != 2 {
		t.Errorf("one list is merged with itself: %s", said(got))
	}
}

func TestEveryWayToDenyAValueDropsItsFilterAlone(t *testing.T) {
	t.Parallel()
	limit := Parameter{Kind: Limit, Values: []string{"Nairobi"}}
	for _, way := range []string{"not", "no longer", "instead of", "rather than", "without", "except", "not from", "not to", "not in"} {
		if got := Overridden("flights "+way+" Nairobi, please", []Parameter{equal("origin", "Nairobi"), equal("origin", "Kisumu"), limit}); said(got) != said([]Parameter{equal("origin", "Kisumu"), limit}) {
			t.Errorf("%s: %s", way, said(got))
		}
	}
}

func TestViewHasTheSubjectSpokenOfFirst(t *testing.T) {
	t.Parallel()
	r := room(Settings{})
	for i, subject := range []string{"b", "a", "c", "b"} {
		r.Learn(learned(subject, equal("x", "1")), morning.Add(time.Duration(i)))
	}
	var order []string
	for _, s := range r.View(morning).Subjects {
		order = append(order, s.Subject)
	}
	if got := strings.Join(order, " "); got != "b a c" {
		t.Errorf("%s", got)
	}
	data, err := r.Export(morning.Add(7 * time.Hour))
	if err != nil || strings.Contains(string(data), `"x"`) {
		t.Errorf("what expired is exported: %s, %v", data, err)
	}
}

func TestNamesMeanTheSubjectSpokenOfBeforeOthers(t *testing.T) {
	t.Parallel()
	r := room(Settings{})
	r.Learn(learned("payments", equal("currency", "KES")), morning)
	r.Learn(learned("flights", equal("currency", "USD")), morning)
	if found := r.Find("my currency"); len(found) != 1 || found[0].Subject != "flights" {
		t.Errorf("%+v", found)
	}
	if found := r.Find("payments currency"); len(found) != 1 || found[0].Subject != "payments" {
		t.Errorf("%+v", found)
	}
}

// TestAStateOfManySubjectsIsBroughtToSizeAtOnce has what another program may have stored: very many parameters, of which the youngest stay.
func TestAStateOfManySubjectsIsBroughtToSizeAtOnce(t *testing.T) {
	t.Parallel()
	s := &State{}
	for i := range 100_000 {
		p := equal("column", "x")
		p.Set = morning.Add(time.Duration(i) * time.Second)
		s.put(fmt.Sprint("subject ", i), []Parameter{p})
	}
	begun := time.Now()
	data, err := s.encode(DefaultMaxSize)
	if err != nil || len(data) > DefaultMaxSize || len(data) < DefaultMaxSize-300 {
		t.Errorf("%d bytes, %v", len(data), err)
	}
	if len(s.Subjects["subject 99999"]) != 1 || len(s.Subjects["subject 0"]) != 0 {
		t.Error("others than the youngest stayed")
	}
	var expired []Found
	for i := range 100_000 {
		expired = append(expired, Found{fmt.Sprint("subject ", i), equal("column", "x")})
	}
	r := room(Settings{})
	if r.fade(expired); len(r.faded) != maxFaded || r.faded[maxFaded-1].Subject != "subject 99999" {
		t.Errorf("%d are known of", len(r.faded))
	}
	if took := time.Since(begun); took > 20*time.Second {
		t.Errorf("it took %v", took)
	}
}

func TestFadedParametersAreBounded(t *testing.T) {
	t.Parallel()
	r := room(Settings{TTL: time.Hour, MaxSize: 1 << 20})
	for i := range 300 {
		r.Set("flights", equal(fmt.Sprint("column ", i), "x"), morning)
	}
	mustSync(t, r, morning.Add(2*time.Hour))
	if len(r.faded) != maxFaded || r.faded[maxFaded-1].Column != "column 299" {
		t.Errorf("%d are known of, the last %+v", len(r.faded), r.faded[len(r.faded)-1])
	}
}

// TestAnotherRoomsExpiredAndPinnedParameters: what is taken over is live, and no pin comes along.
func TestAnotherRoomsExpiredAndPinnedParameters(t *testing.T) {
	t.Parallel()
	store := &Process{Now: func() time.Time { return morning }}
	other := NewRoom("ana", "other", store, Settings{})
	other.Set("flights", equal("origin", "Nairobi"), morning.Add(-7*time.Hour))
	other.Set("flights", equal("cabin", "economy"), morning)
	other.Pin("flights", equal("airline", "KQ"), true, morning)
	data, err := json.Marshal(other.state)
	if err != nil {
		t.Fatal(err)
	}
	if ok, err := store.Swap(t.Context(), Key("ana", "other"), nil, data, time.Hour); !ok || err != nil {
		t.Fatal(ok, err)
	}
	r := NewRoom("ana", "demo", store, Settings{})
	taken, err := r.TakeOver(context.Background(), "other", morning)
	if err != nil || len(taken) != 2 {
		t.Fatalf("%+v, %v", taken, err)
	}
	for _, p := range r.Parameters("flights") {
		if p.Pinned || p.Turn != 0 || p.Room != "other" {
			t.Errorf("%+v", p)
		}
	}
}

// TestARoomThatWasNeverSyncedLosesNothingToAnEmptyStore: its pending changes are made, not its whole state put in place.
func TestARoomThatWasNeverSyncedIsNoLostOne(t *testing.T) {
	t.Parallel()
	r := room(Settings{})
	r.Learn(learned("flights", equal("origin", "Nairobi")), morning)
	if _, lost, _ := r.makePending(&State{}, true, morning); lost {
		t.Error("a first sync takes the store for one that lost everything")
	}
	mustSync(t, r, morning)
	if _, lost, _ := r.makePending(&State{}, true, morning); !lost {
		t.Error("a store that lost everything is not noticed")
	}
}

func TestPasswordOfTheURLStaysOutOfErrors(t *testing.T) {
	t.Parallel()
	u, err := url.Parse("redis://ana:s3cret@h:1/0")
	if err != nil {
		t.Fatal(err)
	}
	if got := withoutPassword(errors.New("bad address redis://ana:s3cret@h:1/0"), u).Error(); strings.Contains(got, "s3cret") || !strings.Contains(got, "ana:****@h") {
		t.Error(got)
	}
}

func TestMasksShowTheLastFourOfLongValuesOnly(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]string{"12345678": "****", "123456789": "****6789", "a@b.co": "****"} {
		if got := Mask("phone", value); got != want {
			t.Errorf("%s: %s", value, got)
		}
	}
}

func TestTheSizeOfPlainTextIsExact(t *testing.T) {
	t.Parallel()
	for c := range 128 {
		text := string(rune(c))
		written, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		if n := quoted(text); n < len(written) || len(written) == len(text)+2 && c != 0x7f && n != len(written) {
			t.Errorf("%q: %d bytes, estimated %d", text, len(written), n)
		}
	}
}

func TestOrderAndLimitHaveNames(t *testing.T) {
	t.Parallel()
	r := room(Settings{})
	r.Learn(learned("flights", Parameter{Kind: Sort, Column: "price"}, Parameter{Kind: Limit, Values: []string{"5"}}), morning)
	for what, kind := range map[string]Kind{"the sort": Sort, "order": Sort, "my sorting": Sort, "the limit": Limit} {
		if found := r.Find(what); len(found) != 1 || found[0].Kind != kind {
			t.Errorf("%s: %+v", what, found)
		}
	}
}

// TestOneTakesThePlaceOfAnotherOnItsOwnTable: a filter by its column, whatever the subject that it is remembered under; order and limit
// by the subject.
func TestOneTakesThePlaceOfAnotherOnItsOwnTable(t *testing.T) {
	t.Parallel()
	limit := Parameter{Kind: Limit, Values: []string{"5"}}
	for _, c := range []struct {
		f, o     Found
		replaces bool
	}{
		{Found{"users", equal("country", "Kenya")}, Found{"users", equal("country", "Latvia")}, true},
		{Found{"users", equal("country", "Kenya")}, Found{"shops", equal("country", "Latvia")}, false},
		{Found{"orders", equal("users.country", "Kenya")}, Found{"Users", equal("country", "Latvia")}, true},
		{Found{"orders", equal("users.country", "Kenya")}, Found{"orders", equal("country", "Latvia")}, false},
		{Found{"users", limit}, Found{"Users", limit}, true},
		{Found{"users", limit}, Found{"orders", limit}, false},
	} {
		if c.f.Replaces(c.o) != c.replaces {
			t.Errorf("%v in place of %v: %t", c.f, c.o, !c.replaces)
		}
	}
}

func TestWhatIsTakenOverLeavesTheSubjectSpokenOf(t *testing.T) {
	t.Parallel()
	store := &Process{}
	home, away := NewRoom("ana", "home", store, Settings{}), NewRoom("ana", "away", store, Settings{})
	home.Learn(learned("flights", equal("origin", "Nairobi")), morning)
	if err := home.Sync(t.Context(), morning); err != nil {
		t.Fatal(err)
	}
	away.Learn(learned("payments", equal("currency", "KES")), morning)
	if _, err := away.TakeOver(t.Context(), "home", morning); err != nil || away.Last() != "payments" {
		t.Errorf("%v, last %s", err, away.Last())
	}
}
