package tui

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"parley/db"
	"parley/tui/reading"
	"parley/tui/text"
	"parley/tui/theme"
	"parley/workflow/profile"
	"parley/workflow/schema"
)

// browser is the window of tables and columns: tables at the left, the chosen one's columns, keys and sample questions
// at the right. What is typed searches names of tables and columns.
type browser struct {
	known reading.Catalogue
	field field
	found []int
	at    int
	top   int
	down  int // how far the right side is scrolled
}

func newBrowser(s *db.Schema, x *schema.Index) *browser {
	b := &browser{known: reading.Catalogue{Schema: s, Index: x}, field: field{single: true, width: 40}}
	b.filter()
	return b
}

// browse opens the schema browser.
func (m *Model) browse() tea.Cmd {
	return m.open(newBrowser(m.talk.Source().Schema, m.talk.Source().Index))
}

// Search types a text into the search field.
func (b *browser) Search(s string) {
	b.field.Set(s)
	b.filter()
}

// filter finds tables by their name: that name first, then those that begin with it, then those that have it inside; after
// them by their columns' names.
func (b *browser) filter() {
	want := strings.ToLower(strings.TrimSpace(b.field.Text()))
	b.found, b.at, b.top, b.down = nil, 0, 0, 0
	var ranked [4][]int
	for i := range b.known.Schema.Tables {
		t := &b.known.Schema.Tables[i]
		name, whole := strings.ToLower(t.Name), strings.ToLower(t.String())
		switch {
		case want != "" && (name == want || whole == want):
			ranked[0] = append(ranked[0], i)
		case want != "" && strings.HasPrefix(name, want):
			ranked[1] = append(ranked[1], i)
		case strings.Contains(whole, want):
			ranked[2] = append(ranked[2], i)
		case hasColumn(t, want):
			ranked[3] = append(ranked[3], i)
		}
	}
	b.found = slices.Concat(ranked[:]...)
}

func hasColumn(t *db.Table, want string) bool {
	for _, c := range t.Columns {
		if strings.Contains(strings.ToLower(c.Name), want) {
			return true
		}
	}
	return false
}

func (b *browser) table() *db.Table {
	if b.at >= len(b.found) {
		return nil
	}
	return &b.known.Schema.Tables[b.found[b.at]]
}

// Key moves, searches, or asks for the chosen table.
func (b *browser) Key(m *Model, k tea.KeyMsg) tea.Cmd {
	switch k.String() {
	case "esc", "ctrl+c", "ctrl+t":
		m.close()
	case "up", "ctrl+p":
		b.move(-1)
	case "down", "ctrl+n":
		b.move(1)
	case "pgdown":
		b.down += 10
	case "pgup":
		b.down = max(b.down-10, 0)
	case "enter":
		return b.ask(m)
	case "ctrl+r":
		b.call(m)
	default:
		if b.field.Key(k) {
			b.filter()
		}
	}
	return nil
}

func (b *browser) move(by int) {
	b.at, b.down = min(max(b.at+by, 0), max(len(b.found)-1, 0)), 0
}

// ask closes the window and puts a question about the table into the input.
func (b *browser) ask(m *Model) tea.Cmd {
	t := b.table()
	if said := strings.TrimSpace(b.field.Text()); t == nil && strings.Contains(said, " ") {
		m.close()
		return m.meantAsWords(said)
	}
	if t == nil {
		return nil
	}
	m.close()
	m.input.Put("show me all " + plural(t.Name))
	m.setFocus(0)
	return nil
}

// call closes the window and begins, in the input, to say what the chosen table is called, or the column of it that was searched for.
func (b *browser) call(m *Model) {
	t := b.table()
	if t == nil {
		return
	}
	name := t.Name
	if c := b.column(t); c != "" {
		name += "." + c
	}
	m.close()
	m.input.Put("call " + db.Visible(name) + " ")
	m.setFocus(0)
}

// column is the column that was searched for; empty where it was the table.
func (b *browser) column(t *db.Table) string {
	want := strings.ToLower(strings.TrimSpace(b.field.Text()))
	if want == "" || strings.Contains(strings.ToLower(t.String()), want) {
		return ""
	}
	best := ""
	for _, c := range t.Columns {
		name := strings.ToLower(c.Name)
		if name == want {
			return c.Name
		}
		if best == "" && strings.Contains(name, want) {
			best = c.Name
		}
	}
	return best
}

// Size takes most of the screen.
func (b *browser) Size(_ *theme.Theme, w, h int) (int, int) { return min(w-8, 110), min(h-6, 40) }

// View draws both sides.
func (b *browser) View(th *theme.Theme, w, h int) window {
	b.field.width = w - 3
	ghost := ""
	if len(b.field.chars) == 0 {
		ghost = "search tables and columns"
	}
	lines := []string{th.Accent.Render(theme.Prompt) + " " + b.field.View(th, 1, true, ghost)[0], th.Faint.Render(rule(w))}
	left := min(max(w*2/5, 22), 40)
	right := b.columns(th, w-left-3)
	room := h - len(lines)
	b.top = windowed(b.top, b.at, room, len(b.found))
	b.down = min(b.down, max(len(right)-room, 0))
	for i := range room {
		line := text.Spaces(left)
		if b.top+i < len(b.found) {
			line = b.entry(th, b.top+i, left)
		}
		line += th.Faint.Render(" " + theme.Vertical + " ")
		if b.down+i < len(right) {
			line += right[b.down+i]
		}
		lines = append(lines, line)
	}
	return window{title: "Tables", note: text.Plural(len(b.found), "table"), lines: lines,
		foot: "enter asks · ctrl+r names it · page up, page down: columns · esc back"}
}

func (b *browser) entry(th *theme.Theme, i, w int) string {
	t := &b.known.Schema.Tables[b.found[i]]
	rows := ""
	if t.Rows >= 0 {
		rows = "~" + text.Count(int(t.Rows))
	}
	name := text.Fit(db.Visible(t.String()), w-2-text.Width(rows))
	if i == b.at {
		return th.Selected.Render(theme.Cursor+" "+name) + th.SelectedMuted.Render(rows)
	}
	return "  " + th.Text.Render(name) + th.Muted.Render(rows)
}

// columns describes the chosen table.
func (b *browser) columns(th *theme.Theme, w int) []string {
	t := b.table()
	if t == nil {
		said := "nothing with this name"
		if strings.Contains(strings.TrimSpace(b.field.Text()), " ") {
			said += ": enter puts the words into the input"
		}
		lines := text.Wrap(said, w)
		for i, l := range lines {
			lines[i] = th.Muted.Render(l)
		}
		return lines
	}
	out := b.known.TableHead(th, t, w)
	wide := 0
	for _, c := range t.Columns {
		wide = min(max(wide, text.Width(db.Visible(c.Name))), w/2)
	}
	known := b.known.Known(t)
	for _, c := range t.Columns {
		out = append(out, b.columnLine(th, t, &c, wide, w))
		if known == nil || known.Column(c.Name) == nil {
			continue
		}
		if said := profile.Column(b.known.Index, known.Column(c.Name)); said != "" {
			for _, l := range text.Wrap(visibleOneLine(said), max(w-4, 8)) {
				out = append(out, "    "+th.Muted.Render(l))
			}
		}
	}
	return append(append(out, b.known.References(th, t, w)...), b.samples(th, t, w)...)
}

func (b *browser) columnLine(th *theme.Theme, t *db.Table, c *db.Column, wide, w int) string {
	key := " "
	if reading.IsKey(t, c.Name) {
		key = "*"
	}
	detail := reading.Type(t, c)
	if c.Comment != "" {
		detail += "  " + visibleOneLine(c.Comment)
	}
	return th.Accent.Render(key) + " " + th.Text.Render(text.Fit(db.Visible(c.Name), wide)) + "  " + th.Muted.Render(text.Cut(detail, w-wide-4))
}

func (b *browser) samples(th *theme.Theme, t *db.Table, w int) []string {
	known := b.known.Known(t)
	if known != nil && known.Empty {
		return []string{"", th.Muted.Render("It has no rows: there is nothing to ask.")}
	}
	out := []string{"", th.Muted.Render("You could ask")}
	for _, q := range questionsAbout(t, known) {
		out = append(out, th.Accent.Render(theme.Prompt)+" "+th.Text.Render(text.Cut(q, w-2)))
	}
	return out
}

// words is a name as it is spoken: order_items and OrderItems are order items.
func words(name string) string {
	if split := schema.Split(name); len(split) > 0 {
		return db.Visible(strings.Join(split, " "))
	}
	return db.Visible(name)
}

// plural is a table's name as its rows are called: InvoiceLine holds invoice lines.
func plural(name string) string {
	split := schema.Split(name)
	if len(split) == 0 {
		return words(name)
	}
	last := split[len(split)-1]
	split[len(split)-1] = schema.Plural(last)
	return db.Visible(strings.Join(split, " "))
}

// ownWords fit columns that say something else in nearly every row: counting by them tells nothing.
var ownWords = regexp.MustCompile(`(?i)(name|title|mail|description|comment|text|body|note|address|phone|url|password|hash)s?$`)

// questionsAbout are questions that a table can answer, made from its columns' types.
func questionsAbout(t *db.Table, known *schema.Table) []string {
	name := plural(t.Name)
	out := []string{"show me all " + name, "how many " + name}
	for _, c := range t.Columns {
		if c.Type == db.Text && !c.Unique && !reading.IsKey(t, c.Name) && !ownWords.MatchString(c.Name) && len(out) < 3 {
			out = append(out, fmt.Sprintf("how many %s per %s", name, words(c.Name)))
		}
	}
	for _, c := range t.Columns {
		if c.Type.Temporal() {
			return append(out, fmt.Sprintf("%s %s", name, lastMonth(known, c.Name)))
		}
	}
	return out
}

// lastMonth is the last month in which a column has something, as far as that is known.
func lastMonth(t *schema.Table, column string) string {
	if t != nil {
		if c := t.Column(column); c != nil {
			if last, ok := db.Clock(c.Greatest); ok {
				return "in " + last.Format("January 2006")
			}
		}
	}
	return "from last month"
}

// sampleQuestions are three questions about the first tables that hold something.
func sampleQuestions(s *db.Schema, x *schema.Index) []string {
	var out []string
	first := -1
	for i := range s.Tables {
		var known *schema.Table
		if x != nil {
			known = x.Table(s.Tables[i].String())
		}
		if known != nil && known.Empty {
			continue
		}
		if first < 0 {
			first = i
		}
		q := questionsAbout(&s.Tables[i], known)
		if len(q) > 2 {
			out = append(out, q[len(out)])
		}
		if len(out) == 3 {
			return out
		}
	}
	if len(out) == 0 && first >= 0 {
		return questionsAbout(&s.Tables[first], nil)
	}
	return out
}
