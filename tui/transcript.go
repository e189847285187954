package tui

import (
	"fmt"
	"slices"
	"sort"
	"time"

	"github.com/google/uuid"

	"parley/dialog"
	"parley/tui/layout"
	"parley/tui/text"
	"parley/tui/theme"
	"parley/workflow"
)

// transcript is the pane of what was said and what came of it.
type transcript struct {
	entries []*entry
	// others are the entries of the conversations that Clear ended, by what began each; began is of the one on screen.
	others map[uuid.UUID][]*entry
	began  uuid.UUID
	at     int // the selected entry
	top    int // the first line shown
	follow bool
	shown  uuid.UUID // the turn whose SQL and rows are on screen
	marked uuid.UUID // the turn to compare with
	w, h   int
	look   *theme.Theme

	// running is the input under way, empty when nothing runs.
	running string
	stage   string
	saying  string // what a model has explained so far
	since   time.Time
}

func newTranscript() *transcript { return &transcript{follow: true} }

// SetSize gives the pane its place.
func (t *transcript) SetSize(r layout.Rect) {
	w, h := inner(r)
	if w == t.w && h == t.h {
		return
	}
	t.w, t.h = w, h
	t.follow = true
}

// Add appends an entry and shows it.
func (t *transcript) Add(e *entry) {
	t.entries = append(t.entries, e)
	t.at, t.follow = len(t.entries)-1, true
}

// Turn puts the conversation that a Clear began on screen, and the one before aside; moved is false when it is there already.
func (t *transcript) Turn(began uuid.UUID) (moved bool) {
	if t.began == began {
		return false
	}
	if t.others == nil {
		t.others = map[uuid.UUID][]*entry{}
	}
	t.others[t.began] = t.entries
	t.entries, t.began = t.others[began], began
	t.at, t.top, t.follow, t.marked = max(len(t.entries)-1, 0), 0, true, uuid.Nil
	return true
}

// Selected is the entry under the cursor; nil when there is none.
func (t *transcript) Selected() *entry {
	if t.at >= len(t.entries) {
		return nil
	}
	return t.entries[t.at]
}

// Digest is the last turn in a few words, for screens on which the conversation is not always seen; after an undo or a
// look back, the turn whose query is shown. What makes its result doubtful goes before everything else.
func (t *transcript) Digest(th *theme.Theme, w int) string {
	if len(t.entries) == 0 || w < 12 {
		return ""
	}
	e := t.entries[len(t.entries)-1]
	turn := e.turn()
	if turn == nil {
		return ""
	}
	if shown := t.Find(t.shown); turn.Result != nil && shown != nil {
		e, turn = shown, shown.turn()
	}
	head, ok := badge(th, turn, w)
	if doubt := turn.Doubt(); doubt != "" {
		if !ok {
			head = th.Warn.Render(text.Cut(visibleOneLine(doubt), w))
		}
		return head
	}
	if r := turn.Result; r != nil {
		for _, said := range [][]string{e.reply.Notices, r.Notes, r.Changes} {
			if len(said) > 0 {
				return th.Muted.Render(text.Cut(visibleOneLine(said[0]), w))
			}
		}
	}
	return head
}

// Find is the entry of a turn.
func (t *transcript) Find(id uuid.UUID) *entry {
	for _, e := range t.entries {
		if e.reply != nil && e.reply.Turn.ID == id {
			return e
		}
	}
	return nil
}

// Select moves the cursor to an entry by its place.
func (t *transcript) Select(at int) {
	t.at = min(max(at, 0), max(len(t.entries)-1, 0))
	t.follow = true
}

// Scroll moves the view by lines and the cursor with it.
func (t *transcript) Scroll(lines int) {
	if t.look == nil {
		return
	}
	starts, total := t.starts()
	t.top = min(max(t.top+lines, 0), max(total-t.h, 0))
	t.follow = false
	for i, s := range starts {
		if s >= t.top && s < t.top+t.h {
			t.at = i
			if lines < 0 || t.top+t.h < total {
				return
			}
		}
	}
}

// Entries around the one selected and those on screen are drawn; of a conversation longer than this the others are taken for
// as high as most, until they come near.
const (
	drawnWhole = 300
	likelyHigh = 6
	nearby     = 60
)

// starts is the line on which each entry begins, and the number of lines of all. What is on screen stays where it is while
// the heights of entries above it become known.
func (t *transcript) starts() (starts []int, total int) {
	whole := len(t.entries) <= drawnWhole
	for {
		starts, total = t.heights()
		if whole || !t.drawNear(starts) {
			break
		}
		first := max(sort.SearchInts(starts, t.top+1)-1, 0)
		was := starts[first]
		if starts, _ = t.heights(); !t.follow {
			t.top += starts[first] - was
		}
	}
	if t.running != "" {
		total += 3 + len(t.said())
	}
	return starts, total
}

func (t *transcript) heights() (starts []int, total int) {
	whole := len(t.entries) <= drawnWhole
	starts = make([]int, len(t.entries))
	for i, e := range t.entries {
		starts[i] = total
		if whole || e.drawn(t.look, t.w-2) {
			total += len(e.Lines(t.look, t.w-2)) + 1
		} else {
			total += likelyHigh
		}
	}
	return starts, total
}

// drawNear draws the entries near the selected one and those on screen; false when all were.
func (t *transcript) drawNear(starts []int) (drew bool) {
	first := max(sort.SearchInts(starts, t.top+1)-1, 0)
	for _, from := range []int{t.at, first} {
		for i := max(from-nearby, 0); i < min(from+nearby, len(t.entries)); i++ {
			if e := t.entries[i]; !e.drawn(t.look, t.w-2) {
				e.Lines(t.look, t.w-2)
				drew = true
			}
		}
	}
	return drew
}

// Hit selects the entry at a line of the pane.
func (t *transcript) Hit(y int) bool {
	starts, _ := t.starts()
	for i := len(starts) - 1; i >= 0; i-- {
		if t.top+y >= starts[i] {
			t.at = i
			return true
		}
	}
	return false
}

// View draws the pane.
func (t *transcript) View(th *theme.Theme, r layout.Rect, focused bool, now time.Time, welcome []string) []string {
	t.look = th
	f := frame{number: int(layout.Transcript) + 1, title: "Conversation", focused: focused}
	if len(t.entries) == 0 && t.running == "" {
		return f.draw(th, r, welcome)
	}
	starts, total := t.starts()
	t.bring(starts, total)
	lines := t.draw(th, starts, focused, now)
	f.note = t.note()
	f.scroll = scroll{top: t.top, shown: t.h, total: total}
	return f.draw(th, r, lines)
}

func (t *transcript) note() string {
	turns := 0
	for _, e := range t.entries {
		if e.reply != nil {
			turns++
		}
	}
	if turns == 0 {
		return ""
	}
	return text.Plural(turns, "turn")
}

// bring scrolls so that the selected entry is in view, its start before its end.
func (t *transcript) bring(starts []int, total int) {
	if t.follow && len(starts) > 0 {
		from := starts[t.at]
		to := total
		if t.at+1 < len(starts) {
			to = starts[t.at+1]
		}
		t.top = max(t.top, to-t.h)
		t.top = min(t.top, from)
		if t.at == len(starts)-1 && t.running != "" {
			t.top = max(total-t.h, 0)
		}
	}
	t.top = min(max(t.top, 0), max(total-t.h, 0))
}

// draw gives the lines in view only.
func (t *transcript) draw(th *theme.Theme, starts []int, focused bool, now time.Time) []string {
	var out []string
	for i := max(sort.SearchInts(starts, t.top+1)-1, 0); i < len(t.entries) && starts[i] < t.top+t.h; i++ {
		e := t.entries[i]
		lines := e.Lines(th, t.w-2)
		bar := t.bar(th, i, e, focused)
		for n, l := range lines {
			if y := starts[i] + n; y >= t.top && y < t.top+t.h {
				out = append(out, bar+l)
			}
		}
		if y := starts[i] + len(lines); y >= t.top && y < t.top+t.h {
			out = append(out, "")
		}
	}
	if t.running != "" {
		out = append(out, t.progress(th, now)...)
	}
	return out
}

// bar marks the selected entry, the one on screen, and the one to compare with.
func (t *transcript) bar(th *theme.Theme, i int, e *entry, focused bool) string {
	turn := e.turn()
	switch {
	case focused && i == t.at:
		return th.Accent.Render("┃")
	case turn != nil && turn.ID == t.marked && t.marked != uuid.Nil:
		return th.Mark.Render("●")
	case turn != nil && turn.ID == t.shown && i != len(t.entries)-1:
		return th.Faint.Render("┃")
	}
	return " "
}

// progress is the turn under way.
func (t *transcript) progress(th *theme.Theme, now time.Time) []string {
	stage := t.stage
	if stage == "" {
		stage = "working"
	}
	lines := []string{
		text.Spaces(indent+1) + th.Strong.Render(text.Cut(visibleOneLine(t.running), t.w-indent-2)),
		text.Spaces(indent+1) + th.Accent.Render(spin(now.Sub(t.since))) +
			th.Muted.Render(fmt.Sprintf(" %s %s %s %s esc cancels", stage, theme.Dot, text.Elapsed(now.Sub(t.since)), theme.Dot)),
	}
	for _, l := range t.said() {
		lines = append(lines, text.Spaces(indent+1)+th.Muted.Render(l))
	}
	return lines
}

// said is what a model has explained so far, its last lines.
func (t *transcript) said() []string {
	const most = 4
	if t.saying == "" {
		return nil
	}
	lines := text.Wrap(visibleLines(t.saying), t.w-indent-3)
	return lines[max(len(lines)-most, 0):]
}

// spin is the spinner's picture after a time.
func spin(d time.Duration) string {
	return theme.Spinner[int(d/spinnerStep)%len(theme.Spinner)]
}

// Begin shows an input under way; End takes it away.
func (t *transcript) Begin(text string, now time.Time) {
	t.running, t.stage, t.saying, t.since = text, "", "", now
	t.at, t.follow = max(len(t.entries)-1, 0), true
}

// End takes the input under way off.
func (t *transcript) End() { t.running = "" }

// SelectTurn moves the cursor to a turn, if it is still here.
func (t *transcript) SelectTurn(id uuid.UUID) {
	for i, e := range t.entries {
		if e.reply != nil && e.reply.Turn.ID == id {
			t.Select(i)
			return
		}
	}
}

// Shown is the result that a turn shows; nil when it has none, or is gone.
func (t *transcript) Shown(id uuid.UUID) *dialog.Result {
	if e := t.Find(id); e != nil {
		return e.turn().Result
	}
	return nil
}

// Recount puts a result of other counts in the place of those that a turn, and what was made from it, shows. It is another one: that
// of the conversation never changes, so that what is kept knows by it what is new.
func (t *transcript) Recount(id uuid.UUID, now *dialog.Result, were ...*dialog.Result) {
	e := t.Find(id)
	if e == nil {
		return
	}
	e.reply.Turn.Result = now
	e.changed()
	for _, other := range t.entries {
		if other.before != nil && slices.Contains(were, other.before) {
			other.before = now
			other.changed()
		}
	}
}

// Renew puts a turn as it is now in the place of the turn that it was, and gives false when its entry is gone.
func (t *transcript) Renew(turn *dialog.Turn) bool {
	e := t.Find(turn.ID)
	if e == nil {
		return false
	}
	was := e.turn().Result
	for _, other := range t.entries {
		if other.before == was {
			other.before = turn.Result
			other.changed()
		}
	}
	e.reply.Turn = *turn
	e.changed()
	return true
}

// newEntry is the entry of a reply; before is the turn whose query it was made from, nil when there is none. Statements, rows
// and earlier turns are the session's to keep and to let go: an entry that held them would outlive them.
func newEntry(reply *workflow.Reply, before *dialog.Turn) *entry {
	kept := *reply
	kept.Statement, kept.Before, kept.Rows, kept.Comparison, kept.Earlier, kept.Choices = nil, nil, nil, nil, nil, nil
	kept.Judgement.Evidence = nil
	e := &entry{reply: &kept}
	if reply.Turn.Route == dialog.RouteQuery {
		e.others = uint8(min(len(reply.Choices), 9))
	}
	if before != nil && reply.Before != nil {
		e.before = before.Result
	}
	return e
}
