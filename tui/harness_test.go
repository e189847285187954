package tui

import (
	"cmp"
	"context"
	"os"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/google/uuid"
	"github.com/muesli/termenv"

	"parley/db"
	"parley/db/demo"
	"parley/db/statement"
	"parley/dialog"
	"parley/tui/theme"
	"parley/workflow"
	"parley/workflow/schema"
)

// The tests drive the screen over the real core and the real demo database; only the maker of the SQL is scripted, so
// that a test says which statement it is about.

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

var shop = sync.OnceValues(func() (db.Database, error) {
	return demo.Open(context.Background(), db.Settings{Now: noon})
})

func TestMain(m *testing.M) {
	code := m.Run()
	if d, err := shop(); err == nil {
		d.Close()
	}
	os.Exit(code)
}

// scripted makes the SQL that the test wrote down for an input.
type scripted struct {
	sql  map[string]string
	wait map[string]chan struct{} // inputs whose making waits
	fail map[string]error
	// ignore are words of an input that have no part in its SQL.
	ignore map[string][]string
	// others are further readings of an input.
	others map[string][]*workflow.Draft
	// source is who makes the SQL; empty means the engine.
	source string
	// indexed says that the names of the database are indexed, so that what comes is judged.
	indexed bool
	// limits are how much of a result is read ahead.
	limits db.Limits
}

var (
	_ workflow.Generator = (*scripted)(nil)
	_ workflow.Refiner   = (*scripted)(nil)
)

func (s *scripted) Generate(ctx context.Context, r workflow.Request) (*workflow.Draft, error) {
	if gate, ok := s.wait[r.Question]; ok {
		select {
		case <-gate:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	if err := s.fail[r.Question]; err != nil {
		return nil, err
	}
	sql, ok := s.sql[r.Question]
	if !ok {
		return nil, &workflow.NotUnderstood{Words: []string{"gibberish"}, Suggestions: []string{"show me all users", "how many orders"}}
	}
	parsed, err := statement.Parse(sql, statement.SQLite, nil)
	if err != nil {
		return nil, err
	}
	d := &workflow.Draft{Statement: parsed, Source: cmp.Or(s.source, "engine"), Coverage: 1, Explanation: "as scripted", Ignored: s.ignore[r.Question], Others: s.others[r.Question]}
	if strings.Contains(r.Question, "last month") {
		d.Understood = []string{"created_at: 1 Oct 2026 – 31 Oct 2026"}
	}
	return d, nil
}

func (s *scripted) Refine(ctx context.Context, r workflow.Refine) (*workflow.Draft, error) {
	return s.Generate(ctx, r.Request)
}

// conversation is the standard script of the tests.
func conversation() *scripted {
	return &scripted{sql: map[string]string{
		"Show me all users":      "SELECT * FROM users",
		"Only from last month":   "SELECT * FROM users WHERE created_at >= '2026-10-01' AND created_at < '2026-11-01'",
		"Sort by name":           "SELECT * FROM users WHERE created_at >= '2026-10-01' AND created_at < '2026-11-01' ORDER BY name",
		"how many per country":   "SELECT country, count(*) AS count FROM users GROUP BY country ORDER BY count DESC",
		"show me all orders":     "SELECT id, user_id, status, created_at FROM orders",
		"revenue by day":         "SELECT date(created_at) AS day, count(*) AS orders FROM orders GROUP BY day ORDER BY day",
		"show me nobody at all":  "SELECT * FROM users WHERE id < 0",
		"show me a broken query": "SELECT nothing FROM nowhere",
		"pairs without end":      "SELECT a.id, b.id AS other FROM users AS a CROSS JOIN users AS b CROSS JOIN users AS c",
		"formulas":               "SELECT '=1+1' AS f",
	}, wait: map[string]chan struct{}{}, fail: map[string]error{}}
}

// screen is a model under test with the commands it has running.
type screen struct {
	*Model
	tb       testing.TB
	messages chan tea.Msg
	under    atomic.Int64 // how many commands are under way, timers left out
	quit     bool
	serial   byte
}

func newScreen(tb testing.TB, script *scripted, w, h int, change ...func(*Options)) *screen {
	tb.Helper()
	return newScreenOver(tb, dialog.New(uuid.UUID{1}, "ecommerce", dialog.Settings{}), script, w, h, change...)
}

// newScreenOver is a screen over a session that may have turns.
func newScreenOver(tb testing.TB, session *dialog.Session, script *scripted, w, h int, change ...func(*Options)) *screen {
	tb.Helper()
	database, err := shop()
	if err != nil {
		tb.Fatal(err)
	}
	tables, err := database.Schema(context.Background())
	if err != nil {
		tb.Fatal(err)
	}
	protection, err := database.Protection(context.Background())
	if err != nil {
		tb.Fatal(err)
	}
	source := &workflow.Source{Database: database, Protection: protection, Schema: tables, Names: tables.Names(), Generator: script, Refiner: script}
	if script.indexed {
		source.Index = schema.New(tables)
	}
	limits := script.limits
	limits.Time = cmp.Or(limits.Time, 5*time.Minute) // rows bound what is read, however slow the machine
	s := &screen{tb: tb, messages: make(chan tea.Msg, 1000)}
	ids := func() uuid.UUID { s.serial++; return uuid.UUID{15: s.serial, 0: 1} }
	core := workflow.New(session, workflow.Opened(source),
		workflow.Settings{Clock: func() time.Time { return noon }, NewID: ids, Limits: limits})
	tb.Cleanup(core.Close)
	o := Options{
		Theme: theme.Options{Name: "dark", Profile: termenv.Ascii, Dark: true}, Name: "ecommerce", Maker: "rules",
		Clock: func() time.Time { return noon },
	}
	for _, c := range change {
		c(&o)
	}
	ctx, cancel := context.WithCancel(context.Background())
	tb.Cleanup(func() { // a command may write into a folder of the test, which goes after this
		cancel()
		for deadline := time.Now().Add(mostRest); s.under.Load() > 0; time.Sleep(time.Millisecond) {
			if time.Now().After(deadline) {
				tb.Error("a command does not end with its screen")
				return
			}
		}
	})
	if s.Model, err = New(ctx, core, o); err != nil {
		tb.Fatal(err)
	}
	s.run(s.Init())
	s.send(tea.WindowSizeMsg{Width: w, Height: h})
	s.settle()
	return s
}

// send gives one message to the model and starts the commands that come of it.
func (s *screen) send(msg tea.Msg) {
	_, cmd := s.Update(msg)
	s.run(cmd)
}

// run starts a command; what it brings is handled by settle. Timers are left out: tests have no clock to wait for.
func (s *screen) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	counted := int64(1)
	if isTimer(cmd) {
		counted = 0
	}
	s.under.Add(counted)
	go func() {
		defer s.under.Add(-counted) // after what came of it is in the queue
		switch msg := cmd().(type) {
		case nil, goneMsg:
		case tea.BatchMsg:
			for _, c := range msg {
				s.run(c)
			}
		default:
			s.messages <- msg
		}
	}()
}

// isTimer says that a command only waits for a moment to come (tea.Tick).
func isTimer(cmd tea.Cmd) bool {
	return strings.Contains(runtime.FuncForPC(reflect.ValueOf(cmd).Pointer()).Name(), "Tick")
}

// mostRest is how long a screen may take to come to rest, on a machine that does much else beside it.
const mostRest = 2 * time.Minute

// commandsRest is how long settle waits for commands that no turn waits for: a few of them wait for the test.
const commandsRest = time.Second

// settle handles messages until nothing is under way, or what is under way waits for a yes.
func (s *screen) settle() {
	s.tb.Helper()
	deadline, latest := time.After(mostRest), time.Now()
	for quiet := 0; quiet < 3; {
		select {
		case msg := <-s.messages:
			quiet, latest = 0, time.Now()
			if _, ok := msg.(tea.QuitMsg); ok {
				s.quit = true
				continue
			}
			s.Model.steady()
			s.send(msg)
		case <-deadline:
			s.tb.Fatalf("the screen does not come to rest:\n%s", s.plain())
		case <-time.After(4 * time.Millisecond):
			if (s.job == nil || s.pending != nil) && s.result.asked < 0 && !s.result.reading() && s.ready && (s.under.Load() == 0 || time.Since(latest) > commandsRest) {
				quiet++
			}
		}
	}
	s.Model.steady()
	s.burst = burst{} // coming to rest is a pause
}

// steady gives results the same elapsed time on every machine; what never ran, or is said to have taken long, stays.
func (m *Model) steady() {
	for _, e := range m.transcript.entries {
		if t := e.turn(); t != nil && t.Result != nil && t.Result.Elapsed > 0 && t.Result.Elapsed < time.Minute && t.Result.Elapsed != 3*time.Millisecond {
			t.Result.Elapsed = 3 * time.Millisecond
			e.lines = nil
		}
	}
}

var keyTypes = map[string]tea.KeyMsg{
	"enter": {Type: tea.KeyEnter}, "esc": {Type: tea.KeyEsc}, "tab": {Type: tea.KeyTab}, "shift+tab": {Type: tea.KeyShiftTab},
	"up": {Type: tea.KeyUp}, "down": {Type: tea.KeyDown}, "left": {Type: tea.KeyLeft}, "right": {Type: tea.KeyRight},
	"home": {Type: tea.KeyHome}, "end": {Type: tea.KeyEnd}, "pgdown": {Type: tea.KeyPgDown}, "pgup": {Type: tea.KeyPgUp},
	"backspace": {Type: tea.KeyBackspace}, "ctrl+n": {Type: tea.KeyCtrlN}, "ctrl+l": {Type: tea.KeyCtrlL}, "ctrl+z": {Type: tea.KeyCtrlZ},
	"ctrl+y": {Type: tea.KeyCtrlY}, "ctrl+c": {Type: tea.KeyCtrlC}, "ctrl+p": {Type: tea.KeyCtrlP}, "ctrl+t": {Type: tea.KeyCtrlT}, "ctrl+r": {Type: tea.KeyCtrlR},
	"ctrl+j": {Type: tea.KeyCtrlJ}, "ctrl+s": {Type: tea.KeyCtrlS}, "ctrl+w": {Type: tea.KeyCtrlW}, "ctrl+u": {Type: tea.KeyCtrlU}, "ctrl+a": {Type: tea.KeyCtrlA},
	"alt+1": altKey('1'), "alt+2": altKey('2'), "alt+3": altKey('3'), "alt+4": altKey('4'),
	"space": {Type: tea.KeySpace, Runes: []rune{' '}},
}

func altKey(r rune) tea.KeyMsg { return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}, Alt: true} }

// press presses keys by name, or types a rune.
func (s *screen) press(keys ...string) {
	s.tb.Helper()
	for _, k := range keys {
		msg, ok := keyTypes[k]
		if !ok {
			msg = tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(k)}
		}
		s.send(msg)
	}
}

// typed types a text rune by rune.
func (s *screen) typed(text string) {
	s.tb.Helper()
	for _, r := range text {
		s.press(map[bool]string{true: "space", false: string(r)}[r == ' '])
	}
}

// ask types an input, sends it and waits for what comes of it.
func (s *screen) ask(text string) {
	s.tb.Helper()
	s.typed(text)
	s.press("enter")
	s.settle()
}

// plain is the screen without styling, every line as it is.
func (s *screen) plain() string { return ansi.Strip(s.View()) }

// shows fails the test when a text is not on the screen.
func (s *screen) shows(texts ...string) {
	s.tb.Helper()
	view := s.plain()
	for _, t := range texts {
		if !strings.Contains(view, t) {
			s.tb.Errorf("the screen does not show %q:\n%s", t, view)
		}
	}
}

// lacks fails the test when a text is on the screen.
func (s *screen) lacks(texts ...string) {
	s.tb.Helper()
	view := s.plain()
	for _, t := range texts {
		if strings.Contains(view, t) {
			s.tb.Errorf("the screen shows %q:\n%s", t, view)
		}
	}
}

func containsText(s *screen, text string) bool { return strings.Contains(s.plain(), text) }

// come takes messages until one of a kind has come.
func come[M tea.Msg](s *screen) {
	s.tb.Helper()
	for msg := range s.messages {
		s.send(msg)
		if _, ok := msg.(M); ok {
			return
		}
	}
}
