package tui

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"parley/db"
	"parley/dialog"
	"parley/dialog/archive"
	"parley/dialog/saved"
	"parley/tui/layout"
	"parley/workflow"
)

// host is a program around the screen, made of functions.
type host struct {
	travel   func(to Destination) (Conversation, Options, error)
	sessions []archive.Entry
	places   []Place
	// answer is what a question is answered with; try what becomes of a database.
	answer func(inputs []string) (*dialog.Turn, error)
	// neighbours are databases of the same server.
	neighbours []Place
	try        func(to Destination) error
	added      string // the connection that was named last
	sought     string // the words that sessions were looked for by last
}

var _ Host = (*host)(nil)

func (h *host) Travel(_ context.Context, to Destination) (Conversation, Options, error) {
	return h.travel(to)
}

func (h *host) Answer(_ context.Context, inputs []string) (*dialog.Turn, error) {
	return h.answer(inputs)
}

func (h *host) Try(_ context.Context, to Destination) error {
	if h.try == nil {
		return nil
	}
	return h.try(to)
}

func (h *host) Databases() []Place { return h.places }
func (h *host) Latest() string     { return "" }

func (h *host) Neighbours(context.Context) []Place { return h.neighbours }

func (h *host) SetSetting(name, value string) (string, error) {
	return name + " = " + value, nil
}

func (h *host) AddConnection(name, target, tunnel string) (string, error) {
	h.added = strings.TrimSpace(name + "=" + target + " " + tunnel)
	return name + " is in the settings.", nil
}

func (h *host) Sessions(words string) ([]archive.Entry, error) {
	h.sought = words
	return h.sessions, nil
}

func (h *host) RenameSession(name string) (string, error) { return "Called " + name + " now.", nil }

func (h *host) DeleteSession(ref string) (string, error) {
	return "", &archive.NotFoundError{Ref: ref}
}

func (h *host) ExportSession(file string) (string, error) { return "Wrote " + file + ".", nil }

// elsewhere is a conversation on the same database with a script of its own.
func elsewhere(t *testing.T, session *dialog.Session) Conversation {
	t.Helper()
	database, err := shop()
	if err != nil {
		t.Fatal(err)
	}
	script := conversation()
	talk := workflow.New(session, workflow.Opened(&workflow.Source{Database: database, Protection: db.Protection{ReadOnly: true}, Generator: script, Refiner: script}), workflow.Settings{})
	t.Cleanup(talk.Close)
	return talk
}

func TestAnotherDatabaseHasItsOwnConversationAndTheFirstComesBack(t *testing.T) {
	t.Parallel()
	h := &host{}
	s := newScreen(t, conversation(), 120, 36, func(o *Options) { o.Host = h })
	first, options := s.talk, s.options
	other := elsewhere(t, dialog.New(uuid.New(), "music", dialog.Settings{}))
	h.travel = func(to Destination) (Conversation, Options, error) {
		if to.Database == "music" {
			return other, Options{Name: "music", Host: h, Clock: s.options.Clock}, nil
		}
		return first, options, nil
	}
	s.ask("show me all orders")
	s.ask("/db music")
	s.shows("Now on music.")
	s.lacks("show me all orders")
	s.ask("how many per country")
	if n := len(first.Session().Turns()); n != 1 {
		t.Errorf("the first conversation has %d turns", n)
	}
	s.ask("/db demo")
	s.shows("show me all orders", "FROM orders")
	s.lacks("how many per country")
}

// What was written while another conversation was being opened is still there when it is.
func TestWhatIsWrittenMeanwhileComesAlong(t *testing.T) {
	t.Parallel()
	s := newScreen(t, conversation(), 120, 36)
	s.typed("orders of May")
	s.send(arrivedMsg{talk: elsewhere(t, dialog.New(uuid.New(), "music", dialog.Settings{})), options: Options{Name: "music", Clock: s.options.Clock}})
	s.settle()
	s.shows("Now on music.", "orders of May")
}

// What is asked while another conversation is being opened is asked there; where it does not open, it is asked here.
func TestWhatIsAskedMeanwhileIsAskedThere(t *testing.T) {
	t.Parallel()
	for _, opens := range []bool{true, false} {
		gate := make(chan struct{})
		there := elsewhere(t, dialog.New(uuid.New(), "music", dialog.Settings{}))
		var h *host
		h = &host{travel: func(Destination) (Conversation, Options, error) {
			<-gate
			if !opens {
				return nil, Options{}, errors.New("it is far away")
			}
			return there, Options{Name: "music", Host: h, Clock: func() time.Time { return noon }}, nil
		}}
		s := newScreen(t, conversation(), 120, 36, func(o *Options) { o.Host = h })
		here := s.talk.Session()
		s.ask("/db music")
		s.ask("show me all orders")
		if n := len(here.Turns()); n != 0 {
			t.Errorf("%d turns here, before it is open", n)
		}
		close(gate)
		s.settle()
		s.shows("show me all orders", "FROM orders")
		if n := len(here.Turns()); (n == 0) != opens {
			t.Errorf("opens %v: %d turns here", opens, n)
		}
		if n := len(there.Session().Turns()); (n == 1) != opens {
			t.Errorf("opens %v: %d turns there", opens, n)
		}
	}
}

// TestSQLOfAnotherConversationIsShownWhole comes to a query of more lines than the pane here has, without a key pressed since.
func TestSQLOfAnotherConversationIsShownWhole(t *testing.T) {
	t.Parallel()
	turn := &dialog.Turn{ID: uuid.New(), Number: 1, Input: "the first three", Result: &dialog.Result{SQL: "SELECT name FROM users WHERE status = 'active' ORDER BY name LIMIT 3", Rows: 3}}
	session, _ := dialog.Resume(uuid.New(), "ecommerce", dialog.Settings{}, dialog.Snapshot{Turns: []*dialog.Turn{turn}, At: turn.ID, Last: 1})
	h := &host{}
	h.travel = func(Destination) (Conversation, Options, error) {
		return elsewhere(t, session), Options{Name: "ecommerce", Host: h}, nil
	}
	s := newScreen(t, conversation(), 80, 24, func(o *Options) { o.Host = h })
	s.ask("/sessions resume it")
	s.shows("SELECT name", "WHERE status = 'active'", "LIMIT 3")
}

func TestDatabasesAreChosenFromAList(t *testing.T) {
	t.Parallel()
	var went Destination
	h := &host{places: []Place{
		{Name: "demo", To: Destination{Database: "demo"}},
		{Name: "prod", Origin: "settings", To: Destination{Targets: []string{"postgres://ana@db/shop"}}},
		{Name: "old", Origin: "settings", To: Destination{Database: "old"}, Off: "The settings hold its password."},
	}}
	h.travel = func(to Destination) (Conversation, Options, error) {
		went = to
		return elsewhere(t, dialog.New(uuid.New(), "shop", dialog.Settings{})), Options{Name: "shop", Host: h}, nil
	}
	s := newScreen(t, conversation(), 120, 36, func(o *Options) { o.Host = h })
	s.ask("/db")
	s.shows("Databases", "demo", "postgres://ana@db/shop", "settings")
	s.typed("old")
	s.press("enter")
	s.shows("The settings hold its password.")
	s.press("ctrl+u")
	s.typed("prod")
	s.press("enter")
	s.settle()
	if len(went.Targets) != 1 || went.Targets[0] != "postgres://ana@db/shop" {
		t.Errorf("went to %+v", went)
	}
	s.shows("Now on shop.")
	s.lacks("Databases")
}

func TestDatabaseThatCannotBeOpenedLeavesTheUserWhereHeIs(t *testing.T) {
	t.Parallel()
	h := &host{travel: func(Destination) (Conversation, Options, error) { return nil, Options{}, errors.New("no such file") }}
	s := newScreen(t, conversation(), 120, 36, func(o *Options) { o.Host = h })
	s.ask("Show me all users")
	s.ask("/db nowhere.sqlite")
	s.shows("No such file", "Show me all users")
}

func TestWhyADatabaseCannotBeOpenedSaysWhatToDo(t *testing.T) {
	t.Parallel()
	h := &host{travel: func(Destination) (Conversation, Options, error) {
		return nil, Options{}, &db.Error{Kind: db.NoDatabase, Message: "There is no file nowhere.sqlite.", Hint: "Check the path; parley creates no databases."}
	}}
	for _, w := range []int{80, 120, 200} {
		s := newScreen(t, conversation(), w, 36, func(o *Options) { o.Host = h })
		s.ask("/db nowhere.sqlite")
		s.shows("There is no file nowhere.sqlite", "Check the path; parley creates no")
	}
}

func TestSessionsAreListedAndResumedOnTheScreen(t *testing.T) {
	t.Parallel()
	turn := &dialog.Turn{ID: uuid.New(), Number: 1, Input: "yesterday's question", Result: &dialog.Result{SQL: "SELECT name FROM users", Rows: 3}}
	session, _ := dialog.Resume(uuid.New(), "ecommerce", dialog.Settings{}, dialog.Snapshot{Turns: []*dialog.Turn{turn}, At: turn.ID, Last: 1})
	h := &host{sessions: []archive.Entry{{ID: "sess_20261120_090000_0a1b2c3d", Name: "yesterday", Turns: 1, Updated: time.Date(2026, 11, 20, 9, 0, 0, 0, time.Local), First: "yesterday's question", Here: true},
		{ID: "sess_20261119_090000_0a1b2c3e", Auto: true, Updated: time.Date(2026, 11, 19, 9, 0, 0, 0, time.Local), Unsent: "only those of Ken", Place: archive.Place{Name: "shop"}}}}
	var went Destination
	h.travel = func(to Destination) (Conversation, Options, error) {
		went = to
		return elsewhere(t, session), Options{Name: "ecommerce", Host: h}, nil
	}
	s := newScreen(t, conversation(), 120, 36, func(o *Options) { o.Host = h })
	s.ask("/sessions")
	s.shows("Kept sessions", "yesterday", "this one · 1 turn, 2026-11-20 09:00", "only those of Ken", "not sent, 2026-11-19 09:00", "shop · sess_20261119_090000_0a1b2c3e")
	s.press("esc")
	s.ask("/search yesterday") // is the same for words
	if h.sought != "yesterday" {
		t.Errorf("looked for %q", h.sought)
	}
	s.shows("Kept sessions", "only those of Ken")
	s.press("enter")
	s.settle()
	if went.Session != "sess_20261120_090000_0a1b2c3d" {
		t.Errorf("went to %+v", went)
	}
	s.shows("yesterday's question", "SELECT name")
	s.ask("/sessions rename today")
	s.shows("Called today now.")
	s.ask("/sessions delete nothing")
	s.shows("No kept session is called")
	s.ask("/export page.html")
	s.shows("Wrote page.html.")
}

// TestTheHeadSpeaksOfTheQueryThatIsShown undoes on a small screen, where the head says what the last turn changed.
func TestTheHeadSpeaksOfTheQueryThatIsShown(t *testing.T) {
	t.Parallel()
	s := newScreen(t, conversation(), 80, 24)
	s.ask("Show me all users")
	s.ask("Only from last month")
	s.ask("Sort by name")
	head := func() string { line, _, _ := strings.Cut(s.plain(), "\n"); return line }
	if !strings.Contains(head(), "Sorted by name") {
		t.Errorf("after a turn: %s", head())
	}
	s.ask("/undo")
	if !strings.Contains(head(), "predicate") || strings.Contains(head(), "Sorted") {
		t.Errorf("after an undo: %s", head())
	}
}

func TestTheQueryIsComparedWithWhatIsNoTurn(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	if err := saved.Folder(folder).Save("monthly", []string{"users", "only the last month"}); err != nil {
		t.Fatal(err)
	}
	h := &host{answer: func(inputs []string) (*dialog.Turn, error) {
		if strings.Join(inputs, "; ") != "users; only the last month" {
			return nil, errors.New("asked something else")
		}
		return &dialog.Turn{Result: &dialog.Result{SQL: "SELECT * FROM users WHERE created_at >= '2026-09-01' AND created_at < '2026-11-01'"}}, nil
	}}
	pasted := "select * from users limit 5"
	s := newScreen(t, conversation(), 160, 40, func(o *Options) {
		o.Host, o.Saved, o.Paste = h, folder, func() (string, error) { return pasted, nil }
	})
	s.ask("Show me all users")
	s.ask("Only from last month")
	s.press("alt+3", "=")
	s.shows("Compare the query with", "SQL that you paste", "monthly", "saved question", "Show me all users", "turn 1")
	s.press("down", "enter")
	s.settle()
	s.shows("monthly → turn 2", "-WHERE created_at >= '2026-09-01'", "+WHERE created_at >= '2026-10-01'", "Compared with monthly")
	s.press("=", "enter")
	s.settle()
	s.shows("the clipboard → turn 2", "-LIMIT 5", "+WHERE created_at >= '2026-10-01'")
	pasted = "no query at all"
	s.press("=", "enter")
	s.settle()
	s.shows("The clipboard holds no query that can be read", "the clipboard → turn 2")
	s.press("=", "down", "down", "enter")
	s.settle()
	s.shows("turn 1 → turn 2")
	s.lacks("-LIMIT 5")
	if turns := len(s.talk.Session().Turns()); turns != 2 {
		t.Errorf("comparing made %d turns of 2", turns)
	}
	s.press("alt+2", "enter")
	s.shows("SQL ─ turn 1 → 2")
}

// A session that was found by words is opened where they were said, and goes on from where it was.
func TestASessionFoundByWordsIsOpenedAtThem(t *testing.T) {
	t.Parallel()
	var turns []*dialog.Turn
	for i := range 40 {
		turn := &dialog.Turn{ID: uuid.New(), Number: i + 1, Input: fmt.Sprintf("the first %d users", i+1), Result: &dialog.Result{SQL: fmt.Sprintf("SELECT name FROM users LIMIT %d", i+1), Rows: i + 1}}
		if i == 11 {
			turn.Input, turn.Result.SQL = "cheap phones", "SELECT name FROM products WHERE price < 500"
		}
		turns = append(turns, turn)
	}
	session, _ := dialog.Resume(uuid.New(), "ecommerce", dialog.Settings{}, dialog.Snapshot{Turns: turns, At: turns[39].ID, Last: 40})
	var h *host
	h = &host{sessions: []archive.Entry{{ID: "s1", First: "the first 1 users", Turns: 40, Match: "turn 12: cheap phones"}}, travel: func(to Destination) (Conversation, Options, error) {
		return elsewhere(t, session), Options{Name: "ecommerce", Host: h}, nil
	}}
	for _, size := range [][2]int{{80, 24}, {120, 36}} {
		s := newScreen(t, conversation(), size[0], size[1], func(o *Options) { o.Host = h })
		s.ask("/sessions search Phones price")
		s.shows("Kept sessions", "turn 12: cheap phones")
		s.press("enter")
		s.settle()
		s.shows("Turn 12 has", "price < 500")
		if current := s.talk.Session().Current(); current.Number != 40 || s.focus != layout.Transcript {
			t.Errorf("turn %d is in force, focus %v", current.Number, s.focus)
		}
		s.press("2")
		s.shows("cheap phones")
		s.ask("/sessions")
		s.press("enter")
		s.settle()
		s.shows("LIMIT 40")
	}
}

func TestHomeShowsWhatThereIsAndWhetherItAnswers(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for _, name := range []string{"monthly", "late"} {
		if err := saved.Folder(folder).Save(name, []string{name}); err != nil {
			t.Fatal(err)
		}
	}
	if err := saved.Folder(folder).SetBoard("monday", []string{"monthly", "late"}); err != nil {
		t.Fatal(err)
	}
	went := ""
	h := &host{
		places: []Place{{Name: "shop", Origin: "settings", To: Destination{Database: "shop"}}, {Name: "gone", Origin: "recent", To: Destination{Database: "gone"}},
			{Name: "guarded", Origin: "settings", To: Destination{Database: "guarded"}}},
		try: func(to Destination) error {
			switch to.Database {
			case "gone":
				return errors.New("no such host")
			case "guarded":
				return &db.Error{Kind: db.Login, Message: "The password is missing.", Cause: db.ErrPassword}
			}
			return nil
		},
		travel: func(to Destination) (Conversation, Options, error) {
			went = to.Database
			return nil, Options{}, errors.New("stay")
		},
		sessions: []archive.Entry{{ID: "s1", Name: "the audit", First: "how many"}},
		answer: func(inputs []string) (*dialog.Turn, error) {
			if inputs[0] == "late" {
				return nil, errors.New("the table is gone")
			}
			return &dialog.Turn{Result: &dialog.Result{Rows: 1, Columns: []string{"n"}, Preview: [][]string{{"1234"}}}}, nil
		},
	}
	for _, size := range [][2]int{{80, 24}, {120, 36}, {200, 60}} {
		s := newScreen(t, conversation(), size[0], size[1], func(o *Options) { o.Host, o.Saved, o.Choose = h, folder, true })
		s.shows("Home", "shop", "settings ✓ answers", "gone", "recent ✗ does not open", "no such host", "settings ✓ asks for a password", "monday", "board", "monthly", "saved question", "the audit")
		s.typed("monday")
		s.press("enter")
		s.settle()
		s.shows("Board monday", "▸ monthly", "1,234", "late", "The table is gone.")
		s.press("esc")
		s.typed("/home")
		s.press("enter")
		come[homeMsg](s)
		s.typed("/data/new.csv")
		s.shows("enter opens it as a file")
		s.press("enter")
		s.settle()
		if went != "/data/new.csv" {
			t.Errorf("went to %q", went)
		}
	}
	if last := saved.Folder(folder).Last("monday"); last["monthly"].Figure != "1234" || len(last) != 1 {
		t.Errorf("noted: %v", last)
	}
	s := newScreen(t, conversation(), 120, 36, func(o *Options) { o.Host, o.Saved = h, folder })
	s.ask("/board monday")
	s.shows("1,234", "as on ")
	s.press("esc")
	page := filepath.Join(folder, "monday.html")
	s.ask("/board monday")
	s.press("w")
	s.shows("Write the board to a file", "monday.html")
	s.press("ctrl+u")
	s.typed(page)
	s.press("enter")
	come[answerMsg](s)
	s.shows("Board monday", "Wrote the board to ")
	if text, err := os.ReadFile(page); err != nil || !strings.Contains(string(text), "The table is gone.") {
		t.Errorf("page: %v %s", err, text)
	}
	s.press("esc")
	for file, want := range map[string]string{page: "Wrote the board to ", folder: "The board is not written"} {
		s.typed("/board monday export " + file)
		s.press("enter")
		come[answerMsg](s)
		s.shows(want)
		s.press("esc")
	}
	s.ask("/board monday add what nobody saved")
	s.shows("no saved query", "/save what nobody saved keeps the one")
	s.ask("/board monday remove late")
	s.shows("The board monday has 1 question.")
	s.ask("/board friday")
	s.shows("There is no board")
}

// Nothing that is typed at Home gets lost: a command runs, and a question goes to the input.
func TestHomeTakesCommandsAndQuestions(t *testing.T) {
	t.Parallel()
	went := ""
	h := &host{travel: func(to Destination) (Conversation, Options, error) {
		went = to.Database
		return nil, Options{}, errors.New("stay")
	}}
	s := newScreen(t, conversation(), 80, 24, func(o *Options) { o.Host, o.Choose = h, true })
	s.shows("Home")
	s.typed("/connect")
	s.press("enter")
	s.settle()
	s.shows("Add a database")
	s.press("esc")
	s.ask("/home")
	s.typed("how many users")
	s.shows("words go to the input")
	s.press("enter")
	s.settle()
	s.shows("That looked like words")
	if got := s.input.field.Text(); got != "how many users" || went != "" {
		t.Errorf("%q in the input, gone to %q", got, went)
	}
	s.press("ctrl+u")
	for _, path := range []string{"/data/my shop.db", "my shop.db", "'my shop.db'", "/connects/x", `/data/my\ shop.db`} {
		s.ask("/home")
		s.typed(path)
		s.press("enter")
		s.settle()
		if want := strings.NewReplacer("'", "", `\`, "").Replace(path); went != want {
			t.Errorf("%q leads to %q", path, went)
		}
	}
}

func TestASessionWithoutANameIsCalledByItsFirstQuestion(t *testing.T) {
	t.Parallel()
	e := archive.Entry{ID: "sess_20261120_090000_0a1b2c3d", Turns: 1, First: "orders\nper status", Place: archive.Place{Name: "shop"}}
	if c := sessionChoice(e); c.title != visibleOneLine(e.First) || c.below != "shop · "+e.ID {
		t.Errorf("%q, %q", c.title, c.below)
	}
	e.Name = "monday"
	if c := sessionChoice(e); c.title != "monday" || c.below != "shop: "+visibleOneLine(e.First) {
		t.Errorf("named: %q, %q", c.title, c.below)
	}
	if c := sessionChoice(archive.Entry{ID: e.ID}); c.title != e.ID {
		t.Errorf("without a question: %q", c.title)
	}
}

// A saved question is replaced by another one only when somebody says so.
func TestSavingOverAnotherQuestionIsAsked(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	before := []string{"how many users"}
	if err := saved.Folder(folder).Save("all", before); err != nil {
		t.Fatal(err)
	}
	s := newScreen(t, conversation(), 80, 24, func(o *Options) { o.Host, o.Saved = &host{}, folder })
	s.ask("Show me all users")
	save := func() {
		s.typed("/save all")
		s.press("enter")
	}
	save()
	come[takenMsg](s)
	s.shows("all is saved already", "how many users")
	s.press("n")
	if got, _ := saved.Folder(folder).Inputs("all"); !slices.Equal(got, before) {
		t.Errorf("after no: %q", got)
	}
	save()
	come[takenMsg](s)
	s.press("y")
	come[savedMsg](s)
	if got, _ := saved.Folder(folder).Inputs("all"); !slices.Equal(got, []string{"Show me all users"}) {
		t.Errorf("after yes: %q", got)
	}
	save()
	come[savedMsg](s)
	s.shows("Saved as all") // the same again takes nothing away
}

// Letters typed over a board are no keys of it: the words go to the input whole.
func TestWordsTypedOverABoardGoToTheInputWhole(t *testing.T) {
	t.Parallel()
	folder := saved.Folder(t.TempDir())
	for _, name := range []string{"a", "b", "c", "d"} {
		if err := folder.Save(name, []string{name}); err != nil {
			t.Fatal(err)
		}
	}
	if err := folder.SetBoard("monday", folder.Names()); err != nil {
		t.Fatal(err)
	}
	h := &host{answer: func([]string) (*dialog.Turn, error) { return nil, errors.New("nobody answers") }}
	s := newScreen(t, conversation(), 80, 24, func(o *Options) { o.Host, o.Saved = h, string(folder) })
	for _, said := range []string{"hello there", "only from last month", "and by name"} {
		s.ask("/board monday")
		s.shows("Board monday")
		s.typed(said)
		if got := s.input.field.Text(); got != said || s.modal != nil {
			t.Errorf("%q in the input of %q", got, said)
		}
		s.press("ctrl+u")
	}
}

// The other databases of the server stand in Home and in the list of databases; definitions are there, too.
func TestHomeShowsTheOtherDatabasesOfTheServer(t *testing.T) {
	t.Parallel()
	var went Destination
	h := &host{
		places:     []Place{{Name: "shop", Origin: "settings", To: Destination{Database: "shop"}}},
		neighbours: []Place{{Name: "crm", Origin: "same server", To: Destination{Targets: []string{"postgres://db.example/crm"}}}},
		travel: func(to Destination) (Conversation, Options, error) {
			went = to
			return nil, Options{}, errors.New("stay")
		},
	}
	s := newScreen(t, conversation(), 80, 24, func(o *Options) { o.Host = h })
	for _, list := range []string{"/home", "/db"} {
		went = Destination{}
		s.ask(list)
		s.settle()
		s.shows("shop", "crm", "same server", "postgres://db.example/crm")
		s.typed("crm")
		s.press("enter")
		s.settle()
		if !slices.Equal(went.Targets, []string{"postgres://db.example/crm"}) {
			t.Errorf("%s: gone to %+v", list, went)
		}
	}
	s.ask("/home")
	s.settle()
	s.shows("✓ answers", "Definitions", "what words mean here")
}

// A file dropped on the input is opened, as at Home; commands and questions with a slash in them stay what they are.
func TestAFileDroppedOnTheInputIsOpened(t *testing.T) {
	t.Parallel()
	went := ""
	h := &host{travel: func(to Destination) (Conversation, Options, error) {
		went = to.Database
		return nil, Options{}, errors.New("stay")
	}}
	s := newScreen(t, conversation(), 80, 24, func(o *Options) { o.Host = h })
	for said, want := range map[string]string{`/data/my\ shop.db`: "/data/my shop.db", "'/data/my shop.db' ": "/data/my shop.db", "/data/shop.db": "/data/shop.db",
		`/my\ data/shop.db`: "/my data/shop.db", "/export /tmp/x.csv": "", "/context from a/b": "", "/schema a/b": "", "/nothing": "", "orders/users per day": ""} {
		went = ""
		if isPath(said) != (want != "") {
			t.Errorf("%q: a path, or none", said)
		}
		if want == "" {
			continue
		}
		s.typed(said)
		s.press("enter")
		come[arrivedMsg](s)
		if went != want {
			t.Errorf("%q leads to %q", said, went)
		}
	}
}
