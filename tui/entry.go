package tui

import (
	"fmt"
	"strings"

	"parley/db"
	"parley/dialog"
	"parley/tui/text"
	"parley/tui/theme"
	"parley/workflow"
)

// entry is one item of the transcript: a turn, or something parley said.
type entry struct {
	reply *workflow.Reply
	// before is the result of the query this one was made from; nil when there is none.
	before *dialog.Result
	// note is text of parley's own where there is no turn; a rule is drawn above it when fresh.
	note  string
	title string // of the note: the command that it answers
	fresh bool
	// others is how many further readings the turn had when it came; a few.
	others uint8

	lines []string
	width int
	look  *theme.Theme
}

// turn is the entry's turn, nil for a note.
func (e *entry) turn() *dialog.Turn {
	if e.reply == nil {
		return nil
	}
	return &e.reply.Turn
}

// drawn says that Lines has nothing left to do.
func (e *entry) drawn(th *theme.Theme, w int) bool {
	return e.lines != nil && e.width == w && e.look == th
}

// Lines draws the entry, once for each width and theme.
func (e *entry) Lines(th *theme.Theme, w int) []string {
	if !e.drawn(th, w) {
		p := &paragraph{th: th, w: w}
		if e.reply == nil {
			e.drawNote(p)
		} else {
			e.drawTurn(p)
		}
		e.lines, e.width, e.look = p.lines, w, th
	}
	return e.lines
}

// changed makes the entry draw itself anew.
func (e *entry) changed() { e.lines = nil }

// paragraph collects wrapped lines.
type paragraph struct {
	th    *theme.Theme
	w     int
	lines []string
}

const indent = 3

// add appends a text below the turn's number, wrapped, led by a sign.
func (p *paragraph) add(paint theme.Paint, sign, s string) {
	lead := sign
	if sign != "" {
		lead += " "
	}
	for i, l := range text.Wrap(db.Visible(s), p.w-indent-text.Width(lead)) {
		if i > 0 {
			lead = text.Spaces(text.Width(lead))
		}
		p.lines = append(p.lines, text.Spaces(indent)+paint.Render(lead+l))
	}
}

// block appends text that has lines of its own; a line that is wrapped hangs two cells behind its start.
func (p *paragraph) block(paint theme.Paint, s string) {
	const hang = 2
	for _, l := range strings.Split(strings.Trim(s, "\n"), "\n") {
		lead := text.Spaces(indent + len(l) - len(strings.TrimLeft(l, " ")))
		for i, part := range text.Wrap(db.Visible(strings.TrimSpace(l)), p.w-len(lead)-hang) {
			if i > 0 {
				part = text.Spaces(hang) + part
			}
			p.lines = append(p.lines, lead+paint.Render(part))
		}
	}
}

func (e *entry) drawNote(p *paragraph) {
	if e.fresh {
		title := " new query "
		side := max((p.w-text.Width(title))/2, 0)
		p.lines = append(p.lines, p.th.Faint.Render(rule(side))+p.th.Muted.Render(title)+p.th.Faint.Render(rule(p.w-side-text.Width(title))))
	}
	if e.title != "" {
		p.add(p.th.Accent, "", e.title)
	}
	p.block(p.th.Muted, e.note)
}

func (e *entry) drawTurn(p *paragraph) {
	t := e.turn()
	e.drawInput(p, t)
	if t.Question != "" && t.Question != t.Input {
		p.add(p.th.Accent, theme.Arrow, t.Question)
	}
	head, whole := badge(p.th, t, p.w-indent)
	p.lines = append(p.lines, text.Spaces(indent)+head)
	if !whole && t.Doubt() != "" {
		p.add(p.th.Warn, "", t.Doubt())
	}
	if e.others > 0 && t.Result != nil && (t.Doubt() != "" || t.Mark() == dialog.Unsure) {
		p.add(p.th.Muted, "", "r reads it otherwise: "+text.Plural(int(e.others), "reading"))
	}
	if t.Confidence == dialog.Low && t.Failure == nil {
		p.add(p.th.Warn, "!", turnedAround(t.Intent))
	}
	if e.reply.Answer != "" {
		p.block(p.th.Text, e.reply.Answer)
	}
	if t.Failure != nil {
		drawFailure(p, t.Failure)
	}
	if t.Result != nil {
		e.drawResult(p, t.Result)
	}
	if t.Sent != "" {
		p.add(p.th.Warn, theme.Arrow, "sent: "+visibleOneLine(t.Sent))
	}
	for _, n := range e.reply.Notices {
		p.add(p.th.Warn, theme.Dot, n)
	}
	e.drawRemembered(p)
}

// drawRemembered lists what the turn took over from earlier ones: it never applies silently.
func (e *entry) drawRemembered(p *paragraph) {
	for _, f := range e.reply.Inherited {
		p.add(p.th.Second, theme.Up, fmt.Sprintf("remembered from %s: %s", f.From(), f.String()))
	}
	if len(e.reply.Inherited) > 0 {
		p.add(p.th.Muted, " ", "x asks again without it, X without one")
	}
	if e.reply.Missing != "" {
		p.add(p.th.Warn, "?", e.reply.Missing)
	}
}

// drawInput writes the turn's number and what was said.
func (e *entry) drawInput(p *paragraph, t *dialog.Turn) {
	const most = 12
	lines := text.Wrap(joinable(visibleLines(t.Input)), p.w-indent)
	if len(lines) > most {
		lines = append(lines[:most-1], fmt.Sprintf("… %s more", text.Plural(len(lines)-most+1, "line")))
	}
	for i, l := range lines {
		lead := text.Spaces(indent)
		if i == 0 && t.Number > 0 {
			lead = p.th.Accent.Render(text.FitRight(fmt.Sprint(t.Number), indent-1)) + " "
		}
		p.lines = append(p.lines, lead+p.th.Strong.Render(l))
	}
}

// visibleLines makes text safe line by line, so that its own line breaks stay.
func visibleLines(s string) string {
	lines := strings.Split(joinable(s), "\n")
	for i, l := range lines {
		lines[i] = db.Visible(l)
	}
	return strings.Join(lines, "\n")
}

// badge says in w cells what the input was taken for, how far the result is to be believed, and who made the SQL if it was
// not parley; ok is false when a part had to be cut off.
func badge(th *theme.Theme, t *dialog.Turn, w int) (s string, ok bool) {
	whole := badgeOf(th, t, t.Assurance())
	if text.Width(whole) <= w {
		return whole, true
	}
	if mark := t.Mark().String(); mark != "" {
		whole = badgeOf(th, t, mark)
	}
	return text.Cut(whole, w), text.Width(whole) <= w
}

func badgeOf(th *theme.Theme, t *dialog.Turn, assurance string) string {
	var l theme.Line
	switch {
	case t.Failure != nil:
		l.Add(th.Bad, theme.Failed+" "+sentence(visibleOneLine(t.Failure.Kind)))
		if mayWork(t.Failure) {
			l.Add(th.Muted, " "+theme.Dot+" ctrl+r asks again")
		}
		return l.String()
	case t.Route == dialog.RouteAnswer, t.Route == dialog.RouteClarify, t.Route == dialog.RouteCommand:
		l.Add(th.Accent, theme.Answer+" Answer")
		return l.String()
	case t.Intent == dialog.Refinement:
		l.Add(th.Second, theme.Refined+" Refined query")
	default:
		l.Add(th.Good, theme.Fresh+" New query")
	}
	if assurance != "" {
		paint := th.Muted
		if t.Doubt() != "" || t.Mark() == dialog.Unsure {
			paint = th.Warn
		}
		l.Add(th.Muted, " "+theme.Dot+" ")
		l.Add(paint, visibleOneLine(assurance))
	}
	if r := t.Result; r != nil && r.Source != "" && r.Source != "engine" {
		l.Add(th.Muted, " "+theme.Dot+" "+db.Visible(r.Source))
	}
	return l.String()
}

// byModel says that a model made the SQL.
func byModel(r *dialog.Result) bool {
	switch r.Source {
	case "", "engine", "typed", "grid":
		return false
	}
	return true
}

// turnedAround says what the key beside a doubtful intent does.
func turnedAround(i dialog.Intent) string {
	if i == dialog.Refinement {
		return "asks it as a new query"
	}
	return "takes it as a refinement"
}

// drawFailure says what was wrong, then the inputs that would work, one a line, then what is said after them.
func drawFailure(p *paragraph, f *dialog.Failure) {
	message, rest := aroundSuggestions(f)
	p.block(p.th.Text, visibleLines(message))
	for _, s := range f.Suggestions {
		p.add(p.th.Accent, theme.Arrow, s)
	}
	if rest != "" {
		p.block(p.th.Warn, visibleLines(rest))
	}
}

// aroundSuggestions are the parts of a message before and after the inputs that it names.
func aroundSuggestions(f *dialog.Failure) (before, after string) {
	from, to := -1, 0
	for _, s := range f.Suggestions {
		at := strings.Index(f.Message[to:], s)
		if at < 0 {
			return f.Message, ""
		}
		if from < 0 {
			from = at
		}
		to += at + len(s)
	}
	if from <= 0 {
		return f.Message, ""
	}
	before = strings.TrimSuffix(strings.TrimSpace(f.Message[:from]), "1.") // the number of the first of a list
	return before, strings.TrimLeft(f.Message[to:], " .\n")
}

func (e *entry) drawResult(p *paragraph, r *dialog.Result) {
	for _, c := range r.Changes {
		sign, paint := changeSign(p.th, c)
		p.add(paint, sign, c)
	}
	for _, n := range r.Notes {
		p.add(p.th.Warn, theme.Dot, n)
	}
	p.lines = append(p.lines, text.Spaces(indent)+p.th.Text.Render(e.counts(r))+p.th.Muted.Render(" "+theme.Dot+" "+text.Elapsed(r.Elapsed)))
	if byModel(r) && r.Explanation != "" {
		p.add(p.th.Text, "", visibleOneLine(r.Explanation))
	}
	if len(r.Understood) > 0 {
		p.add(p.th.Muted, "", "understood: "+strings.Join(r.Understood, "; "))
	}
}

// counts is how many rows there were and are.
func (e *entry) counts(r *dialog.Result) string {
	return rowCounts(e.before, r.Rows, r.More)
}

// rowCounts is "2,000 → 87 rows"; a count that is not the whole has a plus.
func rowCounts(before *dialog.Result, rows int, more bool) string {
	after := text.Plural(rows, "row")
	if more {
		after = text.Count(rows) + "+ rows"
	}
	if before == nil {
		return after
	}
	plus := ""
	if before.More {
		plus = "+"
	}
	return text.Count(before.Rows) + plus + " " + theme.Arrow + " " + after
}

// changeSign is the sign and colour of a change in words, after its verb, which stands first or
// last.
func changeSign(th *theme.Theme, change string) (string, theme.Paint) {
	words := strings.Fields(strings.ToLower(change))
	if len(words) == 0 {
		return "~", th.Second
	}
	for _, verb := range []string{words[0], words[len(words)-1]} {
		switch verb {
		case "added", "new":
			return "+", th.Good
		case "removed", "lost", "dropped":
			return "-", th.Bad
		}
	}
	return "~", th.Second
}

// sentence is an error's or a kind's text at the start of a sentence.
func sentence(s string) string { return workflow.SentenceCase(s) }
