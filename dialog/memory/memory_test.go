package memory

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"parley/dialog"
)

var (
	ten  = time.Date(2026, 2, 3, 10, 0, 0, 0, time.UTC)
	high = Confidence(dialog.High)
)

func equal(column, value string) Parameter {
	return Parameter{Kind: Filter, Column: column, Operator: "=", Values: []string{value}}
}

func price(operator, value string) Parameter {
	return Parameter{Kind: Filter, Column: "price", Operator: operator, Values: []string{value}}
}

// said is what parameters demand, in order of their text.
func said(list []Parameter) string {
	words := make([]string, len(list))
	for i, p := range list {
		words[i] = p.String()
	}
	slices.Sort(words)
	return strings.Join(words, "; ")
}

func room(settings Settings) *Room { return NewRoom("ana", "demo", &Process{}, settings) }

func TestMergePutsWhatWasSaidFirst(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name                       string
		said, remembered, defaults []Parameter
		want                       string
	}{
		{"remembered values fill in", []Parameter{equal("date", "Feb 20")}, []Parameter{equal("origin", "Nairobi"), equal("destination", "London")}, nil,
			"date = Feb 20; destination = London; origin = Nairobi"},
		{"said wins over remembered", []Parameter{equal("origin", "Mombasa")}, []Parameter{equal("origin", "Nairobi"), equal("destination", "London")}, nil,
			"destination = London; origin = Mombasa"},
		{"remembered wins over defaults", nil, []Parameter{equal("cabin", "first")}, []Parameter{equal("cabin", "economy"), equal("bags", "1")}, "bags = 1; cabin = first"},
		{"bounds stand side by side", []Parameter{price("<", "500")}, []Parameter{price(">=", "100")}, nil, "price < 500; price >= 100"},
		{"a value replaces a range", []Parameter{equal("price", "300")}, []Parameter{price(">=", "100"), price("<", "500")}, nil, "price = 300"},
		{"a limit replaces a limit", []Parameter{{Kind: Limit, Values: []string{"5"}}}, []Parameter{{Kind: Limit, Values: []string{"10"}}}, nil, "limit 5"},
		{"column names ignore case", []Parameter{equal("Origin", "Mombasa")}, []Parameter{equal("origin", "Nairobi")}, nil, "Origin = Mombasa"},
	} {
		if got := said(Merge(c.said, c.remembered, c.defaults)); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestAnExplicitNotOverrides(t *testing.T) {
	t.Parallel()
	remembered := []Parameter{equal("origin", "Nairobi"), equal("destination", "London")}
	for input, want := range map[string]string{
		"Flights from Mombasa (not Nairobi) to London": "destination = London",
		"not from nairobi any more":                    "destination = London",
		"instead of London go to Paris":                "origin = Nairobi",
		"flights to London":                            "destination = London; origin = Nairobi",
		"nothing to note about Nairobi":                "destination = London; origin = Nairobi",
	} {
		if got := said(Overridden(input, remembered)); got != want {
			t.Errorf("%q: %s, want %s", input, got, want)
		}
	}
}

// TestTravel is the original's example 1 and 3: three turns, then six hours, then expiry.
func TestTravel(t *testing.T) {
	t.Parallel()
	r := room(Settings{Required: map[string][]string{"flights": {"origin", "destination"}}})
	r.Learn(Lesson{Subject: "flights", Renew: true, Turn: 1, Confidence: high,
		Parameters: []Parameter{equal("origin", "Nairobi"), equal("destination", "London"), equal("departure_date", "2026-02-10")}}, ten)

	live, _ := r.Recall("flights", ten.Add(time.Minute))
	merged := Merge([]Parameter{equal("return_date", "2026-02-20")}, live, nil)
	if got, want := said(merged), "departure_date = 2026-02-10; destination = London; origin = Nairobi; return_date = 2026-02-20"; got != want {
		t.Fatalf("turn 2: %s", got)
	}
	r.Learn(Lesson{Subject: "flights", Turn: 2, Confidence: high, Parameters: merged}, ten.Add(5*time.Hour+45*time.Minute))

	live, expired := r.Recall("flights", ten.Add(7*time.Hour))
	if said(live) != "return_date = 2026-02-20" || len(expired) != 3 {
		t.Fatalf("after six hours: live %s; expired %s", said(live), said(expired))
	}
	if got := Ask(r.Missing("flights", live)); got != "Please specify origin and destination" {
		t.Errorf("asks %q", got)
	}
}

// TestPayments is the original's example 2: the same recipient, a new amount; and payments stay apart from flights.
func TestPayments(t *testing.T) {
	t.Parallel()
	r := room(Settings{})
	r.Learn(Lesson{Subject: "flights", Turn: 1, Renew: true, Parameters: []Parameter{equal("origin", "Nairobi")}}, ten)
	r.Learn(Lesson{Subject: "payments", Turn: 2, Renew: true, Parameters: []Parameter{equal("amount", "5000"), equal("recipient", "+254712345678")}}, ten)
	live, _ := r.Recall("payments", ten)
	merged := Merge([]Parameter{equal("amount", "3000")}, live, nil)
	if got := said(merged); got != "amount = 3000; recipient = +254712345678" {
		t.Fatal(got)
	}
	if live, _ := r.Recall("flights", ten); said(live) != "origin = Nairobi" {
		t.Errorf("flights: %s", said(live))
	}
	if r.Last() != "payments" {
		t.Errorf("last spoken of: %s", r.Last())
	}
}

func TestProvenanceStaysWithWhatDidNotChange(t *testing.T) {
	t.Parallel()
	r := room(Settings{})
	r.Learn(Lesson{Subject: "users", Turn: 1, Renew: true, Confidence: high, Parameters: []Parameter{equal("status", "active")}}, ten)
	r.Learn(Lesson{Subject: "users", Turn: 2, Parameters: []Parameter{equal("status", "active"), equal("country", "KE")}}, ten.Add(time.Hour))
	live, _ := r.Recall("USERS", ten.Add(time.Hour))
	for _, p := range live {
		want := map[string]int{"status": 1, "country": 2}[p.Column]
		if p.Turn != want || p.Set != ten.Add(time.Duration(want-1)*time.Hour) {
			t.Errorf("%s was set by turn %d at %s", p, p.Turn, p.Set)
		}
	}
	r.Learn(Lesson{Subject: "users", Turn: 3, Renew: true, Parameters: []Parameter{equal("status", "active")}}, ten.Add(2*time.Hour))
	if live, _ := r.Recall("users", ten.Add(2*time.Hour)); said(live) != "status = active" || live[0].Turn != 3 {
		t.Errorf("a new query says all anew: %+v", live)
	}
}

func TestForget(t *testing.T) {
	t.Parallel()
	for what, want := range map[string]string{
		"my origin": "origin = Nairobi", "Origin": "origin = Nairobi", "the limit": "limit 5", "sorting": "sorted by price desc",
		"flights": "limit 5; origin = Nairobi; sorted by price desc", "Kenya": "country = Kenya", "users country": "country = Kenya",
		"all": "country = Kenya; limit 5; origin = Nairobi; sorted by price desc", "everything": "country = Kenya; limit 5; origin = Nairobi; sorted by price desc",
		"nothing of the kind": "", "": "",
	} {
		r := room(Settings{})
		r.Learn(Lesson{Subject: "users", Parameters: []Parameter{equal("country", "Kenya")}}, ten)
		r.Learn(Lesson{Subject: "flights", Parameters: []Parameter{equal("origin", "Nairobi"), {Kind: Limit, Values: []string{"5"}}, {Kind: Sort, Column: "price", Operator: "desc"}}}, ten)
		var gone []Parameter
		for _, f := range r.Forget(what, ten) {
			gone = append(gone, f.Parameter)
		}
		if said(gone) != want {
			t.Errorf("%q: forgot %s, want %s", what, said(gone), want)
		}
		for _, f := range gone {
			live, _ := r.Recall("flights", ten)
			other, _ := r.Recall("users", ten)
			if slices.ContainsFunc(append(live, other...), f.Same) {
				t.Errorf("%q: %s is still there", what, f)
			}
		}
	}
}

func TestTheByteLimitDropsTheOldestFirstAndPinnedLast(t *testing.T) {
	t.Parallel()
	r := room(Settings{MaxSize: 3000})
	r.Set("pinned", equal("keep", "me"), ten)
	r.Pin("pinned", equal("keep", "me"), true, ten)
	for i := range 100 {
		now := ten.Add(time.Duration(i+1) * time.Second)
		r.Learn(Lesson{Subject: fmt.Sprintf("table %d", i), Turn: i, Parameters: []Parameter{equal("name", strings.Repeat("é", 20))}}, now)
	}
	now := ten.Add(time.Hour)
	data, err := r.Export(now)
	if err != nil {
		t.Fatal(err)
	}
	var compact State
	if err := json.Unmarshal(data, &compact); err != nil {
		t.Fatal(err)
	}
	if small, _ := json.Marshal(compact); len(small) > 3000 {
		t.Errorf("%d bytes", len(small))
	}
	if live, _ := r.Recall("pinned", now); len(live) != 1 {
		t.Error("the pinned one went")
	}
	if live, _ := r.Recall("table 99", now); len(live) != 1 {
		t.Error("the newest went")
	}
	if live, _ := r.Recall("table 0", now); len(live) != 0 {
		t.Error("the oldest stayed")
	}
}

func TestPinnedParametersDoNotAge(t *testing.T) {
	t.Parallel()
	r := room(Settings{})
	r.Learn(Lesson{Subject: "users", Parameters: []Parameter{equal("country", "Kenya"), equal("status", "active")}}, ten)
	r.Pin("users", equal("country", "Kenya"), true, ten)
	r.Learn(Lesson{Subject: "users", Renew: true, Parameters: []Parameter{equal("status", "active")}}, ten.Add(time.Hour))
	if live, _ := r.Recall("users", ten.Add(48*time.Hour)); said(live) != "country = Kenya" {
		t.Errorf("two days later: %s", said(live))
	}
}

// TestWhatIsPinnedStaysPinnedWhenItIsSaidAgain: a turn that holds a pinned parameter is no reason to let it age.
func TestWhatIsPinnedStaysPinnedWhenItIsSaidAgain(t *testing.T) {
	t.Parallel()
	r := room(Settings{})
	r.Learn(Lesson{Subject: "users", Turn: 1, Parameters: []Parameter{equal("country", "Kenya")}}, ten)
	r.Pin("users", equal("country", "Kenya"), true, ten)
	r.Learn(Lesson{Subject: "users", Turn: 2, Parameters: []Parameter{equal("country", "Kenya"), equal("status", "active")}}, ten.Add(time.Hour))
	if live, _ := r.Recall("users", ten.Add(48*time.Hour)); said(live) != "country = Kenya" {
		t.Errorf("two days later: %s", said(live))
	}
	r.Restore(map[string][]Parameter{"users": {equal("country", "Kenya")}}, "users", ten.Add(time.Hour)) // as it was before it was pinned
	if p := r.View(ten.Add(48 * time.Hour)).Subjects[0].Parameters; len(p) != 1 || !p[0].Pinned {
		t.Errorf("%+v", p)
	}
}

func TestViewShowsAgeAndTimeLeft(t *testing.T) {
	t.Parallel()
	r := room(Settings{})
	r.Learn(Lesson{Subject: "users", Turn: 4, Confidence: high, Parameters: []Parameter{equal("country", "Kenya")}}, ten)
	r.Learn(Lesson{Subject: "orders", Turn: 5, Parameters: []Parameter{equal("status", "paid")}}, ten.Add(time.Hour))
	view := r.View(ten.Add(2 * time.Hour))
	if len(view.Subjects) != 2 || view.Subjects[0].Subject != "orders" {
		t.Fatalf("%+v", view)
	}
	p := view.Subjects[1].Parameters[0]
	if p.Age != 2*time.Hour || p.Left != 4*time.Hour || p.Turn != 4 || p.Confidence != high {
		t.Errorf("%+v", p)
	}
	if view := r.View(ten.Add(8 * time.Hour)); len(view.Subjects) != 0 {
		t.Errorf("expired ones are shown: %+v", view)
	}
}

func TestExportComesBackByImport(t *testing.T) {
	t.Parallel()
	r := room(Settings{})
	r.Learn(Lesson{Subject: "users", Turn: 4, Confidence: high, Parameters: []Parameter{equal("country", "Kenya")}}, ten)
	data, err := r.Export(ten)
	if err != nil {
		t.Fatal(err)
	}
	later := room(Settings{})
	if _, err := later.Import(data, "", ten.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	live, _ := later.Recall("users", ten.Add(time.Hour))
	if len(live) != 1 || live[0].Turn != 4 || live[0].Set != ten || live[0].Confidence != high || later.Last() != "users" {
		t.Errorf("%+v", live)
	}
	if _, err := later.Import([]byte(`{"version": 9}`), "", ten); err == nil {
		t.Error("a later version was taken for this one")
	}
	late := room(Settings{})
	if _, err := late.Import(data, "", ten.Add(7*time.Hour)); err != nil {
		t.Fatal(err)
	}
	if live, expired := late.Recall("users", ten.Add(7*time.Hour)); len(live) != 0 || len(expired) != 1 || expired[0].Value() != "Kenya" {
		t.Errorf("what expired in the file is not told: %+v, %+v", live, expired)
	}
}

func TestProcessForgetsAtTheTimeItWasTold(t *testing.T) {
	t.Parallel()
	now := ten
	p := &Process{Now: func() time.Time { return now }}
	if ok, err := p.Swap(t.Context(), "key", nil, []byte("value"), time.Hour); !ok || err != nil {
		t.Fatal(ok, err)
	}
	now = ten.Add(59 * time.Minute)
	if got, _ := p.Load(t.Context(), "key"); string(got) != "value" {
		t.Errorf("within its hour there is %q", got)
	}
	now = ten.Add(time.Hour)
	if got, _ := p.Load(t.Context(), "key"); got != nil {
		t.Errorf("after its hour there is %q", got)
	}
}

func TestKeysKeepUsersAndRoomsApart(t *testing.T) {
	t.Parallel()
	seen := map[string]string{}
	for _, pair := range [][2]string{{"42", "room_123"}, {"a:b", "c"}, {"a", "b:c"}, {"a%3Ab", "c"}, {"a b", "c"}, {"a+b", "c"}, {"ä", "c/d?e"}, {"", "x"}} {
		key := Key(pair[0], pair[1])
		if other, ok := seen[key]; ok {
			t.Errorf("%q and %q share %s", other, pair, key)
		}
		seen[key] = fmt.Sprint(pair)
		if strings.Count(key, ":") != 2 {
			t.Errorf("%q: %s", pair, key)
		}
	}
	if got := Key("42", "room_123"); got != "dialog:42:room_123" {
		t.Errorf("the original's key is %s", got)
	}
}

func TestMaskHidesWhatIsPrivate(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ column, value, want string }{
		{"recipient", "+254712345678", "****5678"}, {"phone_number", "0712 345 678", "**** 678"}, {"email", "ana@example.org", "****.org"},
		{"card", "1234", "****"}, {"note", "+254712345678", "****5678"}, {"note", "ana@example.org", "****.org"}, {"apiToken", "abcdefghijkl", "****ijkl"},
		{"country", "Kenya", "Kenya"}, {"created_at", "2026-02-03", "2026-02-03"}, {"created_at", "2026-02-03 10:00:00", "2026-02-03 10:00:00"}, {"amount", "5000", "5000"},
	} {
		if got := Mask(c.column, c.value); got != c.want {
			t.Errorf("%s %s: %s, want %s", c.column, c.value, got, c.want)
		}
	}
	if got := equal("recipient", "+254712345678").Masked(); got != "recipient = ****5678" {
		t.Error(got)
	}
}

func TestWhatIsSaidIsMaskedWhereItIsPrivate(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"payments to +254712345678?":              "payments to ****5678?",
		"card 4111 1111 1111 1234, and its owner": "card ****1234, and its owner",
		"who is ana.liepa@example.org.":           "who is ****.org.",
		"orders since 2026-10-01 over 5000":       "orders since 2026-10-01 over 5000",
		"tracks (longer than 300000)":             "tracks (longer than 300000)",
	} {
		if got := MaskText(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestAnotherRoomIsTakenOverOnRequest(t *testing.T) {
	t.Parallel()
	store := &Process{Now: func() time.Time { return ten }}
	home, away := NewRoom("ana", "home", store, Settings{}), NewRoom("ana", "away", store, Settings{})
	stranger := NewRoom("ben", "home", store, Settings{})
	home.Learn(Lesson{Subject: "users", Parameters: []Parameter{equal("country", "Kenya"), equal("status", "active")}}, ten)
	mustSync(t, home, ten)
	away.Learn(Lesson{Subject: "users", Parameters: []Parameter{equal("country", "Latvia")}}, ten)
	if found, err := away.TakeOver(context.Background(), "home", ten); err != nil || len(found) != 1 {
		t.Fatalf("%+v, %v", found, err)
	}
	live, _ := away.Recall("users", ten)
	if said(live) != "country = Latvia; status = active" || live[1].Room != "home" {
		t.Errorf("%+v", live)
	}
	if found, err := stranger.TakeOver(context.Background(), "home", ten); err != nil || len(found) != 0 {
		t.Errorf("another user's room was read: %+v, %v", found, err)
	}
}

func mustSync(t testing.TB, r *Room, now time.Time) {
	t.Helper()
	if err := r.Sync(context.Background(), now); err != nil {
		t.Fatal(err)
	}
}

func TestTheSizeIsNeverUnderestimated(t *testing.T) {
	t.Parallel()
	for _, value := range []string{"", "plain", "<&>\"\\\n\x00", "é\u2028\xff", strings.Repeat("x", 500)} {
		s := &State{}
		s.learn(Lesson{Subject: value, By: value, Conversation: value, Turn: 1 << 40, Parameters: []Parameter{
			{Kind: Filter, Column: value, Operator: ">=", Values: []string{value, value}, Room: value, Pinned: true}}}, ten.Add(time.Nanosecond))
		data, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		if s.atMost() < len(data) {
			t.Errorf("%q: %d bytes, estimated %d", value, len(data), s.atMost())
		}
	}
}

// TestPinnedParameterOutlivesItsContradiction: what is said against it stands beside it, and it stands again when nothing is.
func TestPinnedParameterOutlivesItsContradiction(t *testing.T) {
	r := NewRoom("ana", "home", &Process{Now: func() time.Time { return ten }}, Settings{})
	r.Learn(Lesson{Subject: "users", Parameters: []Parameter{equal("country", "Kenya"), equal("status", "active")}, Turn: 1}, ten)
	r.Pin("users", r.Find("country")[0].Parameter, true, ten)
	r.Learn(Lesson{Subject: "users", Parameters: []Parameter{equal("country", "Latvia")}, Turn: 2, Renew: true}, ten)
	if live, _ := r.Recall("users", ten); said(live) != "country = Kenya; country = Latvia" {
		t.Errorf("%s", said(live))
	}
	later := ten.Add(100 * time.Hour)
	standing := r.Standing(later)
	if len(standing) != 1 || standing[0].String() != "country = Kenya" || !standing[0].Pinned {
		t.Errorf("%+v", standing)
	}
	r.Set("users", Parameter{Kind: Filter, Column: "status", Operator: "=", Values: []string{"new"}}, later)
	if standing = r.Standing(later); len(standing) != 2 {
		t.Errorf("what was set by hand does not stand: %+v", standing)
	}
	if standing = r.Standing(later.Add(6 * time.Hour)); len(standing) != 1 {
		t.Errorf("what was set by hand stands for ever: %+v", standing)
	}
}

// TestExpiredParameterIsStillKnownOf: after a Sync the store has let it go, and who asks is told until it is said anew.
func TestExpiredParameterIsStillKnownOf(t *testing.T) {
	now := ten
	store := &Process{Now: func() time.Time { return now }}
	r := NewRoom("ana", "home", store, Settings{})
	r.Learn(Lesson{Subject: "flights", Parameters: []Parameter{equal("origin", "Nairobi"), equal("destination", "London")}, Turn: 1}, now)
	mustSync(t, r, now)
	now = ten.Add(7 * time.Hour)
	mustSync(t, r, now)
	live, expired := r.Recall("flights", now)
	if len(live) != 0 || said(expired) != "origin = Nairobi; destination = London" && said(expired) != "destination = London; origin = Nairobi" {
		t.Errorf("%s, expired %s", said(live), said(expired))
	}
	if !r.Knows("flights") || r.Knows("payments") {
		t.Error("it knows what it does not, or not what it does")
	}
	r.Learn(Lesson{Subject: "flights", Parameters: []Parameter{equal("origin", "Riga")}, Turn: 2}, now)
	if _, expired = r.Recall("flights", now); said(expired) != "destination = London" {
		t.Errorf("expired %s", said(expired))
	}
	r.Forget("destination", now)
	if _, expired = r.Recall("flights", now); len(expired) != 0 {
		t.Errorf("forgotten and still missed: %s", said(expired))
	}
}

// TestRestoreBringsBackWhatWas: a subject as it was at another turn, with what is pinned by now.
func TestRestoreBringsBackWhatWas(t *testing.T) {
	r := NewRoom("ana", "home", &Process{Now: func() time.Time { return ten }}, Settings{})
	r.Learn(Lesson{Subject: "users", Parameters: []Parameter{equal("country", "Kenya")}, Turn: 1}, ten)
	before := map[string][]Parameter{"users": r.Parameters("users"), "orders": r.Parameters("orders")}
	r.Learn(Lesson{Subject: "users", Parameters: []Parameter{equal("status", "active")}, Turn: 2, Renew: true}, ten)
	r.Learn(Lesson{Subject: "orders", Parameters: []Parameter{equal("status", "new")}, Turn: 3}, ten)
	r.Pin("users", r.Find("active")[0].Parameter, true, ten)
	r.Restore(before, "users", ten)
	live, _ := r.Recall("users", ten)
	if said(live) != "country = Kenya; status = active" || r.Last() != "users" || len(r.Parameters("orders")) != 0 {
		t.Errorf("%s, last %s, orders %s", said(live), r.Last(), said(r.Parameters("orders")))
	}
}

// TestTakenOverParameterIsNoTurnsAndUnpinned, and makes its subject the one spoken of.
func TestTakenOverParameterIsNoTurnsAndUnpinned(t *testing.T) {
	store := &Process{Now: func() time.Time { return ten }}
	home, away := NewRoom("ana", "home", store, Settings{}), NewRoom("ana", "away", store, Settings{})
	home.Learn(Lesson{Subject: "users", Parameters: []Parameter{equal("country", "Kenya")}, Turn: 4}, ten)
	home.Pin("users", home.Find("country")[0].Parameter, true, ten)
	mustSync(t, home, ten)
	found, err := away.TakeOver(context.Background(), "home", ten)
	if err != nil || len(found) != 1 || found[0].Turn != 0 || found[0].Pinned || found[0].From() != "room home" || !found[0].ByHand() {
		t.Fatalf("%+v, %v", found, err)
	}
	if away.Last() != "users" || len(away.Standing(ten)) != 1 {
		t.Errorf("last %q, standing %+v", away.Last(), away.Standing(ten))
	}
}
