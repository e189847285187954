package tui

import (
	"fmt"
	"slices"
	"strings"

	"parley/db"
	"parley/tui/layout"
	"parley/tui/text"
	"parley/tui/theme"
)

// View draws the screen: each pane in its rectangle, a window over them, the status line below.
func (m *Model) View() string {
	if m.layout.Width == 0 {
		return ""
	}
	if m.layout.Mode == layout.TooSmall {
		return m.theme.Draw(strings.Join(m.tooSmall(), "\n"))
	}
	screen := m.compose()
	if m.modal != nil {
		for i, l := range screen {
			screen[i] = m.theme.Behind(l)
		}
		drawModal(m.theme, screen, m.modal, m.layout.Width, m.layout.Height)
	} else {
		m.drawCommands(screen)
	}
	if !m.options.Theme.Joined {
		for i, l := range screen {
			screen[i] = text.Unjoined(l)
		}
	}
	for i, l := range screen {
		screen[i] = onlyColours(l)
	}
	return m.theme.Draw(strings.Join(screen, "\n"))
}

// onlyColours is a line in which nothing but paint acts on the terminal: the last door, behind panes that show what they hold as text.
func onlyColours(l string) string {
	var b strings.Builder
	b.Grow(len(l))
	for {
		at := strings.IndexByte(l, 0x1b)
		if at < 0 {
			b.WriteString(db.Visible(l))
			return b.String()
		}
		end := at + paint(l[at:])
		b.WriteString(db.Visible(l[:at]))
		if end == at {
			end++
			b.WriteString(db.Visible(l[at:end]))
		} else {
			b.WriteString(l[at:end])
		}
		l = l[end:]
	}
}

// paint is how long the sequence is that a text begins with, where it only paints: an escape, a bracket, figures, and m.
func paint(s string) int {
	if !strings.HasPrefix(s, "\x1b[") {
		return 0
	}
	end := 2 + strings.IndexFunc(s[2:], func(r rune) bool { return r != ';' && r != ':' && (r < '0' || r > '9') })
	if end < 2 || s[end] != 'm' {
		return 0
	}
	return end + 1
}

// compose joins the panes line by line; the rectangles cover the screen without overlap.
func (m *Model) compose() []string {
	lines := make([]strings.Builder, m.layout.Height)
	put := func(r layout.Rect, pane []string) {
		for i, l := range pane {
			lines[r.Y+i].WriteString(l)
		}
	}
	if !m.layout.Tabs.Empty() {
		put(m.layout.Tabs, []string{m.tabs()})
	}
	for _, p := range []layout.Pane{layout.Transcript, layout.Diff, layout.Grid, layout.Input} {
		if m.layout.Shown(p) {
			put(m.layout.At[p], m.canvas.draw(p, m.layout.At[p], m.focus == p && m.modal == nil, m.pane))
		}
	}
	out := make([]string, len(lines))
	for i := range lines {
		out[i] = lines[i].String()
	}
	said := m.status.Lines(m.theme, m.layout.Width, m.facts(), m.hints())
	copy(out[m.layout.Status.Y+1-len(said):], said)
	return out
}

func (m *Model) pane(p layout.Pane, r layout.Rect, focused bool) []string {
	switch p {
	case layout.Transcript:
		return m.transcript.View(m.theme, r, focused, m.now, m.welcome(r))
	case layout.Diff:
		return m.sql.View(m.theme, r, focused)
	case layout.Grid:
		return m.result.View(m.theme, r, focused)
	}
	return m.input.View(m.theme, r, focused, m.placeholder(), m.waiting())
}

// tabs names the panes where not all fit, the one in front inverse.
func (m *Model) tabs() string {
	var l theme.Line
	l.Add(m.theme.Brand, " parley ")
	page := m.arrange.Page
	for _, p := range []layout.Pane{layout.Transcript, layout.Diff, layout.Grid} {
		paint := m.theme.Tab
		if m.layout.Shown(p) || p == page {
			paint = m.theme.TabOn
		}
		l.Add(m.theme.Text, " ")
		l.Add(paint, fmt.Sprintf(" %d %s ", int(p)+1, p))
	}
	tabs := l.String()
	room := m.layout.Width - text.Width(tabs) - 2
	return text.Fit(tabs+" "+text.FitRight(m.transcript.Digest(m.theme, room), room), m.layout.Width)
}

// facts are the database, how it is protected, and who makes the SQL.
func (m *Model) facts() string {
	th := m.theme
	dot := th.Faint.Render(" " + theme.Dot + " ")
	name := m.options.Name
	source := m.talk.Source()
	if m.talk.Trouble() != nil {
		return th.Bad.Render(theme.Failed + " not open: " + db.Visible(text.Cut(name, 32)))
	}
	if source == nil {
		return th.Muted.Render("opening " + db.Visible(text.Cut(name, 40)))
	}
	if source.Database != nil {
		name = source.Database.Name()
	}
	s := th.Strong.Render(db.Visible(text.Cut(name, 32))) + dot + protected(th, source.Safety())
	maker := m.options.Maker
	if source.Assistant != nil {
		maker = source.Assistant.Status()
	}
	if maker != "" {
		s += dot + th.Muted.Render(visibleOneLine(text.Cut(maker, 48)))
	}
	if m.keeping != "" {
		s += dot + th.Bad.Render("not saved")
	}
	if m.review {
		s += dot + th.Warn.Render("review")
	}
	if !m.mouse {
		s += dot + th.Muted.Render("mouse off")
	}
	return s
}

// protected is the verdict on the connection, as the engine gave it.
func protected(th *theme.Theme, p db.Protection) string {
	verdict, safety := p.Verdict()
	switch safety {
	case db.Proven:
		return th.Good.Render(verdict)
	case db.Guarded:
		return th.Warn.Render(verdict)
	}
	return th.Bad.Render(verdict)
}

// hints are the keys that the status line shows: what may follow the first keys of a sequence, else the pane's own first.
func (m *Model) hints() []Binding {
	var out []Binding
	if m.modal != nil {
		return nil // the window says its own
	}
	if m.begun != "" {
		return m.keys.After(m.focus, m.begun)
	}
	for _, b := range m.keys.Here(m.focus) {
		if b.Hint != "" {
			out = append(out, b)
		}
	}
	return out
}

// The refinements that the empty input offers stand behind offering, between each two of them between.
const (
	offering = "refine it: "
	between  = " " + theme.Dot + " "
)

// placeholder is what the empty input says.
func (m *Model) placeholder() string {
	if m.job != nil {
		return "type the next one meanwhile"
	}
	if m.talk.Session().Current() != nil {
		if len(m.affords) > 0 {
			return offering + strings.Join(m.affords, between)
		}
		return "refine it, or ask something new"
	}
	return "ask in plain words"
}

// waiting lists the inputs that wait for the turn under way.
func (m *Model) waiting() string {
	if len(m.queue) == 0 {
		return ""
	}
	return fmt.Sprintf("%s: %s", text.Plural(len(m.queue), "input")+" waiting", visibleOneLine(m.queue[0]))
}

// welcome is the first-run hint: it goes away with the first turn.
func (m *Model) welcome(r layout.Rect) []string {
	w, _ := inner(r)
	th := m.theme
	p := &paragraph{th: th, w: w - 1}
	lines := []string{"", "  " + th.Brand.Render("parley") + th.Muted.Render(" "+theme.Dot+" talk a query into shape"), ""}
	p.add(th.Text, "", "Ask a question in plain words. See the SQL, the rows, and what each refinement changes. Nothing here can write to the database.")
	lines = append(lines, p.lines...)
	if m.options.Keeping != "" {
		q := &paragraph{th: th, w: w - 1}
		q.add(th.Muted, "", m.options.Keeping)
		lines = append(append(lines, ""), q.lines...)
	}
	if empty := m.emptiness(); empty != "" {
		q := &paragraph{th: th, w: w - 1}
		q.add(th.Warn, "", empty)
		lines = append(append(lines, ""), q.lines...)
	}
	lines = append(lines, "")
	for _, s := range m.examples() {
		lines = append(lines, "   "+th.Accent.Render(theme.Prompt)+" "+th.Text.Render(text.Cut(s, w-6)))
	}
	lines = append(lines, "")
	for _, k := range [][2]string{{"enter", "send"}, {"tab", "go from pane to pane"}, {"?", "keys"}, {"ctrl+t", "tables and columns"}, {"ctrl+p", "every action"}} {
		lines = append(lines, "   "+th.Key.Render(text.Fit(k[0], 8))+th.Muted.Render(text.Cut(k[1], w-12)))
	}
	return append(lines, m.modelLine(th, w)...)
}

// examples are questions that work on this database; none while it is opening, and none where there is nothing to ask about.
func (m *Model) examples() []string {
	source := m.talk.Source()
	switch {
	case source == nil || source.Schema == nil || len(source.Schema.Tables) == 0:
		return nil
	case len(m.suggested) > 0:
		return m.suggested
	case source.Index != nil && !m.looked:
		return nil // being looked for
	}
	if source.Index != nil && source.Index.Empty() {
		return []string{"This database is empty: none of its tables has rows."}
	}
	return sampleQuestions(source.Schema, source.Index)
}

// emptiness says that there is nothing to ask about; empty where there is something.
func (m *Model) emptiness() string {
	source := m.talk.Source()
	if source == nil || source.Schema == nil || len(source.Schema.Tables) > 0 {
		return ""
	}
	return "This database has no tables that can be seen: there is nothing to ask yet. /db opens another one, /refresh looks again."
}

// tooSmall is the notice of a screen on which nothing fits.
func (m *Model) tooSmall() []string {
	w, h := m.layout.Width, m.layout.Height
	lines := make([]string, h)
	for i := range lines {
		lines[i] = text.Spaces(w)
	}
	const size = "%d\u00a0×\u00a0%d" // stays together
	notice := slices.Concat(text.Wrap(fmt.Sprintf(size+" is too small.", w, h), w),
		text.Wrap(fmt.Sprintf("parley needs "+size+".", layout.MinWidth, layout.MinHeight), w))
	for i, s := range notice {
		notice[i] = strings.ReplaceAll(s, "\u00a0", " ")
	}
	for i, s := range notice {
		if y := (h-len(notice))/2 + i; y >= 0 && y < h {
			lines[y] = text.Center(s, w)
		}
	}
	return lines
}

// visibleOneLine is text safe for one line: breaks become blanks, the rest is made visible.
func visibleOneLine(s string) string {
	return db.Visible(strings.Join(strings.Fields(s), " "))
}

// drawCommands lists the commands that a slash in the input may become, each with what it does, above the input.
func (m *Model) drawCommands(screen []string) {
	in := m.layout.At[layout.Input]
	if m.focus != layout.Input || !strings.HasPrefix(m.input.field.Text(), "/") || len(m.input.list) == 0 || !m.layout.Shown(layout.Input) {
		return
	}
	list := m.input.list[:min(len(m.input.list), in.Y-2)]
	const column = 13
	wide := 0
	for _, s := range list {
		wide = max(wide, text.Width(commandHelp(s.text)))
	}
	r := layout.Rect{X: in.X, W: column + wide + 4, H: len(list) + 2}
	if in.W-r.W < strip {
		r.W = in.W
	}
	if r.Y = in.Y - r.H; r.Y < 0 {
		return
	}
	iw, _ := inner(r)
	lines := make([]string, len(list))
	for i, s := range list {
		name, does := m.theme.Key, m.theme.KeyText
		if i == m.input.chosen {
			name, does = m.theme.Selected, m.theme.SelectedMuted
		}
		lines[i] = name.Render(" "+text.Fit(s.text, column)) + does.Render(text.Fit(commandHelp(s.text), iw-column-1))
	}
	f := frame{title: "Commands", foot: "tab takes", focused: true}
	over(screen, r, f.draw(m.theme, r, lines), m.layout.Width)
}
