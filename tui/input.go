package tui

import (
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"parley/db"
	"parley/tui/layout"
	"parley/tui/text"
	"parley/tui/theme"
)

// maxHistory bounds the inputs that up and down go through.
const maxHistory = 500

// input is the pane in which the analyst asks.
type input struct {
	field    field
	complete *completer
	refining bool // there is a query to refine

	history []string
	learnt  int    // how many of them are of before this run
	past    int    // where in the history; len(history) is the present
	draft   string // what was typed before going back

	offers []string // inputs that would work, after one that did not
	list   []suggestion
	chosen int // the suggestion that tab put in; -1 none
	stem   string
}

func newInput(extra []string) *input { return &input{complete: newCompleter(extra), chosen: -1} }

// SetSize tells the pane how wide it is; its height follows the text.
func (in *input) SetSize(r layout.Rect) {
	w, _ := inner(r)
	in.field.width = max(w-4, 8)
}

// Lines is how many lines the text wants.
func (in *input) Lines() int { return in.field.Lines() }

// Empty says that nothing is typed.
func (in *input) Empty() bool { return len(in.field.chars) == 0 }

// Take returns what was typed and empties the field.
func (in *input) Take() string {
	s := strings.TrimSpace(in.field.Text())
	in.field.Set("")
	in.offers, in.list, in.chosen = nil, nil, -1
	if s != "" {
		in.Remember(s)
	}
	return s
}

// Remember makes a text the newest input: up brings it.
func (in *input) Remember(s string) {
	if n := len(in.history); n == 0 || in.history[n-1] != s {
		in.history = append(in.history, s)
	}
	if len(in.history) > maxHistory {
		in.history, in.learnt = in.history[1:], max(in.learnt-1, 0)
	}
	in.past, in.draft = len(in.history), ""
}

// Put replaces the text.
func (in *input) Put(s string) {
	in.field.Set(s)
	in.propose()
}

// Unsent is what was typed and not sent, though the history is on screen.
func (in *input) Unsent() string {
	if in.past < len(in.history) && in.field.Text() == in.history[in.past] {
		return in.draft
	}
	return in.field.Text()
}

// Return puts an input back that was not carried out. It is selected, so that what is typed next replaces it.
func (in *input) Return(s string) {
	in.Put(s)
	in.Close()
	in.field.selected = true
}

// Offer proposes whole inputs while nothing is typed.
func (in *input) Offer(inputs []string) {
	in.offers = inputs
	in.propose()
}

// Key edits the text.
func (in *input) Key(k tea.KeyMsg) bool {
	if !in.field.Key(k) {
		return false
	}
	in.past = len(in.history)
	in.propose()
	return true
}

// Type puts text in at the caret: a paste, or letters that came together.
func (in *input) Type(s string) {
	in.field.Insert(s)
	in.past = len(in.history)
	in.propose()
}

// propose computes what could follow.
func (in *input) propose() {
	in.chosen, in.list = -1, nil
	if in.field.at != len(in.field.chars) {
		return
	}
	if in.Empty() {
		for _, o := range in.offers {
			in.list = append(in.list, suggestion{text: o})
		}
		return
	}
	in.stem = in.field.Text()
	in.list = in.complete.suggest(in.stem, in.history, in.refining)
}

// Open says that there is something for tab to complete.
func (in *input) Open() bool { return len(in.list) > 0 }

// Cycle puts the next (or with -1 the previous) suggestion in.
func (in *input) Cycle(by int) {
	if len(in.list) == 0 {
		return
	}
	if in.chosen < 0 {
		in.stem = in.field.Text()
		in.chosen = 0
		if by < 0 {
			in.chosen = len(in.list) - 1
		}
	} else {
		in.chosen = (in.chosen + by + len(in.list)) % len(in.list)
	}
	s := in.list[in.chosen]
	in.field.Set(in.stem[:s.from] + s.text)
}

// Accept takes the ghost text; ok is false when there is none or the caret is not at the end.
func (in *input) Accept() (ok bool) {
	if in.ghost() == "" {
		return false
	}
	in.Cycle(1)
	in.propose()
	return true
}

// Close drops the suggestions; ok is false when none were open.
func (in *input) Close() (ok bool) {
	if !in.Open() {
		return false
	}
	in.list, in.chosen = nil, -1
	return true
}

// Older and newer walk through the history; the draft waits at the end. What was typed searches it: only inputs that hold it are
// visited, as long as there is one.
func (in *input) Older() {
	if in.field.Vertical(-1) {
		return
	}
	if in.past == len(in.history) {
		in.draft = in.field.Text()
	}
	if at := in.visit(-1); at >= 0 {
		in.past = at
		in.recall(in.history[at])
	}
}

// Newer goes forward in the history.
func (in *input) Newer() {
	if in.field.Vertical(1) || in.past >= len(in.history) {
		return
	}
	if in.past = in.visit(1); in.past == len(in.history) {
		in.recall(in.draft)
		return
	}
	in.recall(in.history[in.past])
}

// visit is the place in the history to go to next: an input that holds the draft, or any where none does; -1 before the first.
func (in *input) visit(by int) int {
	want := strings.ToLower(strings.TrimSpace(in.draft))
	holds := func(s string) bool { return strings.Contains(strings.ToLower(s), want) && !strings.EqualFold(s, want) }
	if !slices.ContainsFunc(in.history, holds) {
		return min(in.past+by, len(in.history))
	}
	at := in.past + by
	for at >= 0 && at < len(in.history) && !holds(in.history[at]) {
		at += by
	}
	return at
}

// Learn takes inputs of before into the history, behind those of this run.
func (in *input) Learn(inputs []string) {
	own := in.history[in.learnt:]
	in.history = append(slices.Clone(inputs), own...)
	in.history = in.history[max(len(in.history)-maxHistory, 0):]
	in.learnt, in.past = max(len(in.history)-len(own), 0), len(in.history)
}

func (in *input) recall(s string) {
	in.field.Set(s)
	in.list, in.chosen = nil, -1
}

// ghost is what the best suggestion would add.
func (in *input) ghost() string {
	if len(in.list) == 0 || in.chosen >= 0 || in.field.at != len(in.field.chars) || leaves(in.list[0].text) {
		return ""
	}
	s := in.list[0]
	typed := in.field.Text()[s.from:]
	if len(s.text) <= len(typed) || !strings.EqualFold(s.text[:len(typed)], typed) {
		return ""
	}
	return s.text[len(typed):]
}

// View draws the pane. placeholder is shown while nothing is typed and nothing offered.
func (in *input) View(th *theme.Theme, r layout.Rect, focused bool, placeholder, waiting string) []string {
	_, h := inner(r)
	ghost := db.Visible(in.ghost())
	if in.Empty() && ghost == "" {
		ghost = placeholder
	}
	lines := in.field.View(th, h, focused, ghost)
	for i := range lines {
		prompt := "  "
		if i == 0 {
			prompt = th.Accent.Render(theme.Prompt) + " "
		}
		lines[i] = prompt + lines[i]
	}
	f := frame{number: int(layout.Input) + 1, title: "Ask or refine", focused: focused, footLeft: in.strip(), note: waiting}
	if n := len(in.field.chars); n > 1000 {
		f.foot = fmt.Sprintf("%s characters", text.Count(n))
	}
	return f.draw(th, r, lines)
}

// strip lists the suggestions in the lower line of the frame.
func (in *input) strip() string {
	if len(in.list) < 1 || len(in.list) == 1 && in.chosen < 0 && in.ghost() == "" {
		return ""
	}
	names := make([]string, len(in.list))
	for i, s := range in.list {
		names[i] = strings.TrimSpace(s.text)
		if i == in.chosen {
			names[i] = "[" + names[i] + "]"
		}
	}
	return "tab  " + db.Visible(strings.Join(names, " · "))
}

// Keep empties the field; up brings the text back.
func (in *input) Keep() { in.Take() }
