package tui

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/google/uuid"
	"github.com/muesli/termenv"

	"parley/db"
	"parley/db/dbtest/seed"
	"parley/dialog"
	"parley/tui/layout"
	"parley/tui/theme"
	"parley/workflow"
	"parley/workflow/project"
)

func TestRefinementShowsWhatChangedAndHowManyRowsAreLeft(t *testing.T) {
	t.Parallel()
	s := newScreen(t, conversation(), 160, 40)
	s.ask("Show me all users")
	s.shows("🆕 New query", "2,000 rows", "SELECT *")
	s.ask("Only from last month")
	s.shows("✨ Refined query", "SQL ─ turn 1 → 2", "+WHERE created_at >= '2026-10-01'", "2,000 → 95 rows",
		"understood: created_at: 1 Oct 2026 – 31 Oct 2026", "+2 -0 · side by side")
	if s.focus != layout.Input {
		t.Errorf("the input lost the focus to %v", s.focus)
	}
}

func TestUndoAndRedoBringSQLAndRowsBack(t *testing.T) {
	t.Parallel()
	s := newScreen(t, conversation(), 160, 40)
	s.ask("Show me all users")
	s.ask("Only from last month")
	s.press("ctrl+z")
	s.settle()
	s.shows("Result ─ 2,000 rows", "Turn 1 is in force")
	s.lacks("+WHERE")
	s.press("ctrl+y")
	s.settle()
	s.shows("2,000 → 95 rows", "+WHERE")
	s.press("ctrl+y")
	s.settle()
	s.shows("Nothing to redo")
}

func TestFailedTurnKeepsTheQueryAndOffersInputsThatWork(t *testing.T) {
	t.Parallel()
	s := newScreen(t, conversation(), 160, 40)
	s.ask("Show me all users")
	s.ask("qwertz asdf gh jkl show")
	s.shows("✗ Not understood", "gibberish", "→ show me all users", "Result ─ 2,000 rows", "SELECT *")
	s.press("tab", "tab")
	if got := s.input.field.Text(); got != "how many orders" {
		t.Errorf("tab twice gives %q", got)
	}
}

func TestWhatIsSaidBehindTheInputsThatWorkIsShown(t *testing.T) {
	t.Parallel()
	script := conversation()
	note := "The model did not help: 127.0.0.1:1 is busy."
	script.fail["frobnicate"] = &workflow.NotUnderstood{Words: []string{"frobnicate"}, Suggestions: []string{"show me all users", "how many orders"}, Notes: []string{note}}
	s := newScreen(t, script, 160, 40)
	s.ask("frobnicate")
	s.shows("→ show me all users", "→ how many orders", note)
	unsure := &workflow.Ambiguous{Question: "I am not sure what you mean.", Notes: []string{note}}
	for _, sql := range []string{"SELECT name FROM users", "SELECT id FROM orders"} {
		unsure.Readings = append(unsure.Readings, draftOf(t, sql, "reading of "+sql))
	}
	script.fail["the best ones"] = unsure
	s.ask("the best ones")
	s.press("esc")
	s.shows("I am not sure what you mean.", "→ reading of SELECT id FROM orders", note)
	s.lacks("reading of SELECT id FROM orders The model")
}

func TestAModelsExplanationStaysInTheTranscript(t *testing.T) {
	t.Parallel()
	script := conversation()
	script.source = "some-model"
	s := newScreen(t, script, 160, 40)
	s.ask("Show me all users")
	s.shows("some-model", "as scripted")
	if shown := strings.Count(s.View(), "as scripted"); shown != 1 {
		t.Errorf("%d explanations of a model's answer are shown", shown)
	}
	script.source = "engine"
	s.ask("show me all orders")
	s.shows("rows ─ as scripted") // the rules' words are in the headline alone
	if shown := strings.Count(s.View(), "as scripted"); shown != 2 {
		t.Errorf("%d explanations are shown", shown)
	}
}

func TestDatabaseErrorIsASentenceAndTheSessionGoesOn(t *testing.T) {
	t.Parallel()
	s := newScreen(t, conversation(), 160, 40)
	s.ask("show me a broken query")
	s.shows("✗ Database")
	s.lacks("goroutine", "panic")
	s.ask("Show me all users")
	s.shows("2,000 rows")
}

func TestCancelledTurnLeavesTheConversationAndItsWordsComeBack(t *testing.T) {
	t.Parallel()
	script := conversation()
	script.wait["Sort by name"] = make(chan struct{})
	s := newScreen(t, script, 160, 40)
	s.ask("Show me all users")
	s.typed("Sort by name")
	s.press("enter")
	s.shows("working", "esc cancels")
	s.press("esc")
	s.settle()
	s.shows("Cancelled", "Sort by name", "1 turn")
	if n := len(s.talk.Session().Turns()); n != 1 || s.job != nil {
		t.Errorf("%d turns, job %v", n, s.job)
	}
	if s.input.field.Text() != "Sort by name" {
		t.Errorf("the input is %q", s.input.field.Text())
	}
}

func TestWhatIsTypedAfterACancelReplacesTheWordsThatCameBack(t *testing.T) {
	t.Parallel()
	for name, keys := range map[string][]string{
		"hello": {"h", "ello"}, "Sort by namE": {"backspace!", "E"}, "Sort by name, please": {"end", ", please"}, "": {"backspace"},
		"!Sort by name": {"home", "!"}, "pasted": {"paste"},
	} {
		script := conversation()
		script.wait["Sort by name"] = make(chan struct{})
		s := newScreen(t, script, 160, 40)
		s.typed("Sort by name")
		s.press("enter", "ctrl+c")
		s.settle()
		s.shows("Cancelled.")
		s.lacks("The query before it stays")
		for _, k := range keys {
			switch k {
			case "backspace!":
				s.press("end", "backspace")
			case "paste":
				s.send(tea.KeyMsg{Type: tea.KeyRunes, Paste: true, Runes: []rune("pasted")})
			default:
				s.press(k)
			}
		}
		if got := s.input.field.Text(); got != name {
			t.Errorf("%v after a cancel: %q, want %q", keys, got, name)
		}
	}
}

func TestTurnMadeByAKeyCannotBeTurnedAround(t *testing.T) {
	t.Parallel()
	s := newScreen(t, conversation(), 160, 40)
	s.ask("Show me all users")
	s.press("alt+4", "l", "-")
	s.settle()
	s.shows("without name")
	s.press("alt+2", "!")
	s.settle()
	s.shows("nothing to turn around", "Result ─ 2,000 → 2,000 rows")
	s.press("alt+1")
	s.ask("SELECT id FROM orders")
	s.press("alt+2", "!")
	s.settle()
	s.shows("nothing to turn around")
	if n := len(s.talk.Session().Turns()); n != 3 {
		t.Errorf("%d turns", n)
	}
}

func TestOutcomeThatComesAfterItsTurnWasCancelledIsDropped(t *testing.T) {
	t.Parallel()
	s := newScreen(t, conversation(), 160, 40)
	plan := s.talk.Begin("Show me all users")
	late := outcomeMsg{generation: 7, outcome: plan.Run(t.Context())}
	s.ask("Only from last month")
	s.send(late)
	s.settle()
	if n := len(s.talk.Session().Turns()); n != 1 {
		t.Errorf("%d turns", n)
	}
	s.lacks("Show me all users")
}

func TestInputsTypedWhileATurnRunsWaitTheirTurn(t *testing.T) {
	t.Parallel()
	script := conversation()
	gate := make(chan struct{})
	script.wait["Only from last month"] = gate
	s := newScreen(t, script, 160, 40)
	s.ask("Show me all users")
	s.typed("Only from last month")
	s.press("enter")
	s.typed("Sort by name")
	s.press("enter")
	s.shows("1 input waiting: Sort by name")
	close(gate)
	s.settle()
	s.shows("2,000 → 95 rows", "95 → 95 rows", "3 turns")
}

func TestClearEmptiesTheScreenAndNewDrawsALine(t *testing.T) {
	t.Parallel()
	s := newScreen(t, conversation(), 160, 40)
	s.ask("Show me all users")
	s.press("ctrl+n")
	s.settle()
	s.shows("new query ─")
	s.ask("/clear")
	s.shows("talk a query into shape", "Rows appear here.")
	s.lacks("2,000 rows")
}

// TestClearNewAndRedrawLoseNothing is issue 22, 1: each is taken back with one key.
func TestClearNewAndRedrawLoseNothing(t *testing.T) {
	t.Parallel()
	s := newScreen(t, conversation(), 160, 40)
	s.ask("Show me all users")
	s.ask("Only from last month")
	s.press("ctrl+l")
	s.settle()
	s.shows("2 turns", "2,000 → 95 rows")
	s.ask("/clear")
	s.lacks("2,000 → 95 rows")
	s.press("ctrl+z")
	s.settle()
	s.shows("2 turns", "2,000 → 95 rows", "turn 1 → 2")
	s.press("ctrl+y")
	s.settle()
	s.shows("talk a query into shape")
	s.ask("how many per country")
	s.shows("1 turn")
	s.press("ctrl+z", "ctrl+z")
	s.settle()
	s.shows("2 turns", "2,000 → 95 rows", "turn 1 → 2")
	s.press("ctrl+n")
	s.settle()
	s.press("ctrl+z")
	s.settle()
	if at := s.talk.Session().Current(); at == nil || at.Number != 2 {
		t.Errorf("after /new and undo: %+v", at)
	}
	s.press("alt+2", "B")
	s.shows("Timeline", "● 2 Only from last month", "─── cleared ───", "○ 1 how many per country")
	s.typed("per country")
	s.press("enter")
	s.settle()
	s.shows("1 turn")
	if s.focus != layout.Input {
		t.Error("the input has not the focus")
	}
}

func TestGridTalksBackAsTurns(t *testing.T) {
	t.Parallel()
	s := newScreen(t, conversation(), 200, 50)
	step := func(keys string, want ...string) {
		t.Helper()
		for _, k := range strings.Fields(keys) {
			s.press(k)
			s.settle()
		}
		s.shows(want...)
	}
	s.ask("Show me all users")
	step("alt+4 l s", "sort by name", "+ORDER BY name", "2,000 → 2,000 rows")
	s.shows("name↑")
	step("s", "sort by name descending", "ORDER BY name DESC", "name↓")
	step("end h h h f", "only country = \"", "+WHERE country = '")
	step("x", "exclude country = \"", "<>", "OR country IS NULL")
	s.lacks("No rows.")
	step("u u x", "exclude country = \"", "<>")
	step("u -", "without country")
	step("u", "Turn 3 is in force")
	step("end h h h D", "count by country", "GROUP BY country", "count(*)")
	step("enter", "show the rows behind country = \"")
	if turn := s.transcript.Selected().turn(); turn.Intent != dialog.Refinement || turn.Confidence != dialog.High || turn.Result.Source != "grid" {
		t.Errorf("a key of the grid is in doubt: %v, %v, by %q", turn.Intent, turn.Confidence, turn.Result.Source)
	}
	step("#", "only count them", "count(*)")
	if f := s.transcript.Selected().turn().Failure; f != nil {
		t.Errorf("the last turn failed: %s", f.Message)
	}
}

func TestColumnIsHiddenHereWhileTheQueryKeepsIt(t *testing.T) {
	t.Parallel()
	s := newScreen(t, conversation(), 200, 50)
	s.ask("Show me all users")
	s.press("alt+4", "+")
	s.shows("No column is hidden")
	s.press("l", "l", "_")
	s.lacks("jnis1@example.com")
	s.shows("email is hidden here", "column 3 of 6 · 1 hidden")
	s.press("1")
	s.ask("Only from last month")
	s.shows("column 3 of 6 · 1 hidden")
	if n := s.talk.Session().Current().Number; n != 2 {
		t.Errorf("turn %d is in force: hiding is no turn", n)
	}
	s.press("alt+4", "+")
	s.shows("1 column back.", "@example.com", "of 7")
	s.lacks("hidden")
}

func TestTabGoesRoundThePanesAndDigitsGoStraight(t *testing.T) {
	t.Parallel()
	for _, w := range []int{70, 90, 160} {
		s := newScreen(t, conversation(), w, 40)
		s.ask("Show me all users")
		for _, want := range []layout.Pane{layout.Transcript, layout.Diff, layout.Grid, layout.Input} {
			s.press("tab")
			if s.focus != want || !s.layout.Shown(want) {
				t.Errorf("width %d: tab goes to %v, want %v", w, s.focus, want)
			}
		}
		s.press("tab", "4")
		if s.focus != layout.Grid || !s.layout.Shown(layout.Grid) {
			t.Errorf("4 goes to %v", s.focus)
		}
	}
}

func TestKeysThatArriveTogetherAreAllTaken(t *testing.T) {
	t.Parallel()
	s := newScreen(t, conversation(), 160, 40)
	s.ask("Show me all users")
	s.press("alt+4", "jjjl")
	if row, col := s.result.grid.Cursor(); row != 3 || col != 1 {
		t.Errorf("row %d, column %d", row, col)
	}
	s.press("1", "héllo")
	for _, word := range []string{"delete", "home", "ctrl+u"} {
		s.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(word)})
	}
	if s.input.field.Text() != "héllodeletehomectrl+u" {
		t.Errorf("%q", s.input.field.Text())
	}
}

func TestQuestionMarkIsTextInAnInputWithText(t *testing.T) {
	t.Parallel()
	s := newScreen(t, conversation(), 120, 36)
	s.typed("why?")
	if s.modal != nil || s.input.field.Text() != "why?" {
		t.Errorf("%q, %T", s.input.field.Text(), s.modal)
	}
	s.press("ctrl+u", "?")
	s.shows("Help ─ Ask")
}

func TestControlCCancelsThenClearsThenLeaves(t *testing.T) {
	t.Parallel()
	script := conversation()
	script.wait["Sort by name"] = make(chan struct{})
	s := newScreen(t, script, 120, 36)
	s.typed("Sort by name")
	s.press("enter", "ctrl+c")
	s.settle()
	if s.job != nil || s.quit {
		t.Fatal("ctrl+c did not cancel")
	}
	s.press("ctrl+c")
	s.settle()
	if !s.input.Empty() || s.quit {
		t.Fatal("ctrl+c did not clear the input")
	}
	s.press("ctrl+c", "ctrl+c")
	s.settle()
	if !s.quit {
		t.Error("ctrl+c twice did not leave")
	}
}

func TestQuittingWhileATurnRunsAsks(t *testing.T) {
	t.Parallel()
	script := conversation()
	script.wait["Sort by name"] = make(chan struct{})
	s := newScreen(t, script, 120, 36)
	s.typed("Sort by name")
	s.press("enter", "tab", "Q")
	s.shows("Quit and cancel it?")
	s.press("n")
	if s.quit || s.job == nil {
		t.Error("no was taken for yes")
	}
	s.press("Q", "y")
	s.settleQuit()
}

// settleQuit waits for the program to leave.
func (s *screen) settleQuit() {
	s.tb.Helper()
	for {
		select {
		case msg := <-s.messages:
			if _, ok := msg.(tea.QuitMsg); ok {
				return
			}
		case <-time.After(mostRest):
			s.tb.Fatal("the program does not leave")
		}
	}
}

func TestPasteIsTextAndNeverSends(t *testing.T) {
	t.Parallel()
	s := newScreen(t, conversation(), 120, 36)
	s.send(tea.KeyMsg{Type: tea.KeyRunes, Paste: true, Runes: []rune("select *\r\nfrom users\t\x1b[31m")})
	if got := s.input.field.Text(); got != "select *\nfrom users    ␛[31m" || s.job != nil {
		t.Errorf("%q", got)
	}
	s.send(tea.KeyMsg{Type: tea.KeyRunes, Paste: true, Runes: []rune(strings.Repeat("long ", 2000))})
	exact(t, s, 120, 36, "a long paste")
	s.shows("characters")
}

func TestHistoryComesBackAndTheDraftWaits(t *testing.T) {
	t.Parallel()
	s := newScreen(t, conversation(), 120, 36)
	s.ask("Show me all users")
	s.ask("Sort by name")
	s.typed("dra")
	s.press("up")
	if s.input.field.Text() != "Sort by name" {
		t.Errorf("up: %q", s.input.field.Text())
	}
	s.press("up", "up", "down", "down")
	if s.input.field.Text() != "dra" {
		t.Errorf("the draft is %q", s.input.field.Text())
	}
}

// What was typed before the up arrow searches what was said before, of this run and of the session that was taken up.
func TestTheUpArrowSearchesForWhatIsTyped(t *testing.T) {
	t.Parallel()
	var turns []*dialog.Turn
	for i, said := range []string{"Show me all users", "orders of Kenya", "Sort by name", "by country in kenya", "limit 5"} {
		turns = append(turns, &dialog.Turn{ID: uuid.UUID{15: byte(i + 1)}, Number: i + 1, Input: said, Result: &dialog.Result{SQL: "SELECT 1"}})
	}
	session, _ := dialog.Resume(uuid.New(), "ecommerce", dialog.Settings{}, dialog.Snapshot{Turns: turns, At: turns[4].ID, Last: 5})
	s := newScreenOver(t, session, conversation(), 120, 36)
	s.press("up")
	if got := s.input.field.Text(); got != "limit 5" {
		t.Errorf("up is %q", got)
	}
	s.press("ctrl+u")
	s.typed("kenya")
	var walked []string
	for _, key := range []string{"up", "up", "up", "down", "down", "down"} {
		s.press(key)
		walked = append(walked, s.input.field.Text())
	}
	if got := strings.Join(walked, "; "); got != "by country in kenya; orders of Kenya; orders of Kenya; by country in kenya; kenya; kenya" {
		t.Error(got)
	}
}

// What would be taken by tab: what was said before, then what the result offers in this place; never what leaves.
func TestGhostTextKnowsThePlace(t *testing.T) {
	t.Parallel()
	s := newScreen(t, conversation(), 120, 36, func(o *Options) { o.Clock = func() time.Time { return noon } })
	s.ask("Show me all users")
	s.ask("how many per country")
	s.input.complete.learn(s.talk.Source().Schema, &project.Project{Definitions: []*project.Definition{{Name: "net revenue"}}})
	for typed, want := range map[string]string{
		"Sho":           "Show me all users",
		"sort by ":      "sort by country",
		"Sort by co":    "Sort by country",
		"sort by cou":   "sort by country",
		"order by coun": "order by country",
		"only from Ken": "only from Kenya",
		"exclude spa":   "exclude Spain",
		"show net rev":  "show net revenue",
		"qui":           "qui",
		"/q":            "/q",
		"/ex":           "/explain",
		"exi":           "exi",
	} {
		s.press("ctrl+u")
		s.typed(typed)
		if got := s.input.field.Text() + s.input.ghost(); !strings.EqualFold(got, want) {
			t.Errorf("%q is offered %q, not %q", typed, got, want)
		}
	}
	s.press("ctrl+u")
	s.ask("Show me all users")
	s.typed("only from ")
	if ghost := s.input.ghost(); !slices.Contains(s.input.complete.often, ghost) || ghost == "" {
		t.Errorf("after only from: %q", ghost)
	}
}

func TestTabCompletesWhileSuggestionsAreOpen(t *testing.T) {
	t.Parallel()
	s := newScreen(t, conversation(), 120, 36)
	s.typed("show me all prod")
	s.shows("products")
	s.press("tab")
	if got := s.input.field.Text(); got != "show me all products" || s.focus != layout.Input {
		t.Errorf("%q, focus %v", got, s.focus)
	}
	s.press("ctrl+u")
	s.typed("/he")
	s.press("tab")
	if got := s.input.field.Text(); got != "/help" {
		t.Errorf("%q", got)
	}
	s.press("ctrl+u")
	s.typed("users")
	s.press("tab")
	if s.focus != layout.Transcript {
		t.Errorf("a complete word keeps tab: focus %v", s.focus)
	}
}

func TestValuesOnScreenAreCompleted(t *testing.T) {
	t.Parallel()
	s := newScreen(t, conversation(), 120, 36)
	s.ask("how many per country")
	s.typed("only keny")
	s.press("tab")
	if got := s.input.field.Text(); got != "only Kenya" {
		t.Errorf("%q", got)
	}
}

func TestOldTurnShowsItsOwnSQLAndComparesWithAnother(t *testing.T) {
	t.Parallel()
	s := newScreen(t, conversation(), 160, 50)
	s.ask("Show me all users")
	s.ask("Only from last month")
	s.ask("Sort by name")
	s.press("alt+2", "g", "enter")
	s.settle()
	s.shows("SQL ─ turn 1", "Result ─ turn 1 ─ 2,000 rows")
	if s.talk.Session().Current().Number != 3 {
		t.Error("looking at a turn moved the conversation")
	}
	s.press("space")
	s.shows("Marked")
	s.press("G", "=")
	s.settle()
	s.shows("SQL ─ turn 1 → 3", "+ORDER BY name", "+WHERE", "Result ─ turn 1 → 3 ─ 2,000 → 95 rows")
	s.lacks("Marked")
	s.press("alt+2", "k", "enter")
	s.settle()
	s.shows("SQL ─ turn 1 → 2", "Result ─ turn 1 → 2 ─ 2,000 → 95 rows")
	s.press("alt+1")
	s.ask("Show me all users")
	s.shows("Result ─ 2,000 rows")
}

func TestTreeGoesToABranch(t *testing.T) {
	t.Parallel()
	s := newScreen(t, conversation(), 160, 50)
	s.ask("Show me all users")
	s.ask("Only from last month")
	s.press("ctrl+z")
	s.settle()
	s.ask("Sort by name")
	s.press("alt+2", "B")
	s.shows("Timeline", "● 1 Show me all users", "○ 2 Only from last month", "● 3 Sort by name")
	s.typed("last month")
	s.press("enter")
	s.settle()
	if n := s.talk.Session().Current().Number; n != 2 {
		t.Errorf("turn %d is in force", n)
	}
}

func TestUpdateAndViewTouchNoFileAndNoDatabase(t *testing.T) {
	t.Parallel()
	s := newScreen(t, conversation(), 160, 50)
	s.ask("Show me all users")
	// With the rows closed, any read in Update or View would fail and be seen.
	s.result.rows.Close()
	s.press("alt+4")
	for range 50 {
		s.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("j")})
		s.View()
	}
	if s.result.err != nil {
		t.Errorf("a key read rows: %v", s.result.err)
	}
	if at, _ := s.result.grid.Cursor(); at != 50 {
		t.Errorf("the cursor is on row %d", at)
	}
}

func TestPanesDrawnFromTheCanvasAreAsDrawnAnew(t *testing.T) {
	t.Parallel()
	r := seed.Random(t)
	s := newScreen(t, conversation(), 130, 40)
	s.ask("Show me all users")
	s.ask("Only from last month")
	keys := []string{"tab", "shift+tab", "j", "k", "l", "h", "G", "g", "z", "v", "esc", "a", "enter", "pgdown", "space", "]", "[", "K", "H", "L", "<", ">", "{", "}", "T", "?", "up", "o", "ctrl+u", "home", "end", "R", "ctrl+z"}
	for i := range 400 {
		k := keys[r.IntN(len(keys))]
		s.press(k)
		if i%20 == 0 {
			s.settle()
		}
		got := s.View()
		s.canvas.soil(everyPane)
		if want := s.View(); got != want {
			t.Fatalf("step %d: after %q the screen is stale:\n%s\nwant\n%s", i, k, got, want)
		}
	}
}

func TestDatabaseThatCannotBeOpenedIsSaidAtOnce(t *testing.T) {
	t.Parallel()
	failing := workflow.Open(t.Context(), func(context.Context) (*workflow.Source, error) {
		return nil, &db.Error{Kind: db.NoDatabase, Message: "x.sqlite is not a SQLite database.", Hint: "Name another."}
	})
	core := workflow.New(dialog.New(uuid.UUID{1}, "x", dialog.Settings{}), failing, workflow.Settings{})
	m, err := New(t.Context(), core, Options{Theme: theme.Options{Name: "dark", Profile: termenv.Ascii}, Name: "x.sqlite", Clock: func() time.Time { return noon }})
	if err != nil {
		t.Fatal(err)
	}
	s := &screen{Model: m, tb: t, messages: make(chan tea.Msg, 100)}
	s.run(s.Init())
	s.send(tea.WindowSizeMsg{Width: 100, Height: 30})
	s.settle()
	s.shows("The database is not open", "sqlite is not a SQLite database.", "Name another.", "✗ not open: x.sqlite")
	s.press("ctrl+t")
	s.shows("not open")
}

func TestErrorsOfTheMakerBecomeTurns(t *testing.T) {
	t.Parallel()
	script := conversation()
	script.fail["Sort by name"] = errors.New("the maker broke")
	s := newScreen(t, script, 160, 40)
	s.ask("Sort by name")
	s.shows("✗ Internal", "The maker broke")
}

// unsure is a screen on which two readings of what was said stand to choose from.
func unsure(t *testing.T) *screen {
	t.Helper()
	script := conversation()
	script.fail["the best ones"] = &workflow.Ambiguous{Question: "I am not sure what you mean.", Readings: []*workflow.Draft{
		draftOf(t, "SELECT name FROM products ORDER BY price DESC LIMIT 5", "name of products, sorted by price downwards"),
		draftOf(t, "SELECT name FROM users LIMIT 7", "name of users, first 7"),
	}}
	s := newScreen(t, script, 160, 40)
	s.ask("the best ones")
	return s
}

func TestUnsureReadingsArePickedByNumber(t *testing.T) {
	t.Parallel()
	s := unsure(t)
	s.shows("Which one did you mean?", "1 name of products", "2 name of users, first 7", "number or enter chooses")
	s.press("2")
	s.settle()
	s.shows("7 rows", "FROM users")
	s.lacks("Which one did you mean?")
}

func TestWordsThatFitNoReadingAreAnInputLikeAny(t *testing.T) {
	t.Parallel()
	s := unsure(t)
	s.shows("5 rows:", "7 rows:")
	s.typed("Show me all users")
	s.shows("enter says them instead")
	s.press("enter")
	s.settle()
	s.shows("2,000 rows")
	s.lacks("Which one did you mean?")
}

func TestEveryActionHasAKeyAndEveryKeyAnAction(t *testing.T) {
	t.Parallel()
	bound := map[Action]bool{}
	for _, b := range bindings() {
		bound[b.Action] = true
		if _, ok := actions[b.Action]; !ok {
			t.Errorf("key %v does %q, which nothing carries out", b.Keys(), b.Action)
		}
		plain := false
		for _, other := range bindings() {
			for _, k := range other.Keys() {
				if other.Action == b.Action && !strings.HasPrefix(k, "alt+") && !strings.HasPrefix(k, "f1") && k != "ctrl+enter" {
					plain = true
				}
			}
		}
		if !plain {
			t.Errorf("%q has no key that every terminal sends", b.Action)
		}
	}
	for a := range actions {
		if !bound[a] {
			t.Errorf("%q has no key", a)
		}
	}
}

func TestKeysAreRemappedAndMistakesAreNamed(t *testing.T) {
	t.Parallel()
	k, err := NewKeyMap(map[string]string{"zoom": "ctrl+o f"})
	if err != nil {
		t.Fatal(err)
	}
	if a, ok := k.Lookup(layout.Transcript, "ctrl+o"); !ok || a != "zoom" {
		t.Errorf("%q", a)
	}
	if _, ok := k.Lookup(layout.Transcript, "z"); ok {
		t.Error("the old key still acts")
	}
	if _, err := NewKeyMap(map[string]string{"fly": "x"}); err == nil || !strings.Contains(err.Error(), "unknown action") {
		t.Errorf("%v", err)
	}
	if _, err := NewKeyMap(map[string]string{"sort": "f"}); err == nil || !strings.Contains(err.Error(), "bound twice") {
		t.Errorf("%v", err)
	}
}

func TestMouseFocusesSelectsSortsAndDrags(t *testing.T) {
	t.Parallel()
	s := newScreen(t, conversation(), 160, 40)
	s.ask("Show me all users")
	grid := s.layout.At[layout.Grid]
	click := func(x, y int) {
		s.send(tea.MouseMsg{X: x, Y: y, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft})
		s.settle()
	}
	click(grid.X+20, grid.Y+6)
	if row, _ := s.result.grid.Cursor(); s.focus != layout.Grid || row != 4 {
		t.Errorf("focus %v, row %d", s.focus, row)
	}
	click(grid.X+11, grid.Y+1)
	s.shows("sort by name")
	before := s.layout.At[layout.Transcript].W
	edge := s.layout.At[layout.Transcript]
	click(edge.W-1, 5)
	s.send(tea.MouseMsg{X: edge.W + 14, Y: 5, Action: tea.MouseActionMotion, Button: tea.MouseButtonLeft})
	s.send(tea.MouseMsg{X: edge.W + 14, Y: 5, Action: tea.MouseActionRelease})
	if got := s.layout.At[layout.Transcript].W; got < before+10 {
		t.Errorf("the split went from %d to %d", before, got)
	}
	s.send(tea.MouseMsg{X: grid.X + 30, Y: grid.Y + 8, Action: tea.MouseActionPress, Button: tea.MouseButtonWheelDown})
	if s.result.grid.Top() != wheelLines {
		t.Errorf("the wheel went to %d", s.result.grid.Top())
	}
	exact(t, s, 160, 40, "after the mouse")
}

func TestAResultWithoutRowsSaysWhyAndEnterAsksForWhatThereIs(t *testing.T) {
	t.Parallel()
	script := conversation()
	script.indexed, script.sql["orders from march 2031"] = true, "SELECT * FROM orders WHERE created_at >= '2031-03-01' AND created_at < '2031-04-01'"
	s := newScreen(t, script, 110, 30)
	s.ask("orders from march 2031")
	s.shows("Orders run from 3 Dec 2024 to 20 Nov 2026: none in Mar 2031.", "No rows.", "enter asks for what there is: in November 2026 instead")
	s.press("enter")
	s.settle()
	s.lacks("No rows.")
	s.shows("turn 1 → 2", "2026-11-01")
}
