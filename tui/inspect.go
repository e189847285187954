package tui

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"parley/db"
	"parley/tui/reading"
	"parley/tui/text"
	"parley/tui/theme"
)

// inspect opens the whole cell under the cursor, and its row beside the columns' names.
func (m *Model) inspect() tea.Cmd {
	v, _ := m.result.grid.Value()
	c, _ := m.result.grid.Column()
	at, _ := m.result.grid.Cursor()
	row, _ := m.result.grid.Row(at)
	columns := m.result.grid.Source()
	p := newPager(visibleOneLine(c.Name+" "+c.Native), 100, func(th *theme.Theme, w int) []string {
		out := cellLines(th, v, c.Type, w)
		out = append(out, "", th.Faint.Render(rule(w)), "")
		return append(out, rowLines(th, columns, row, w)...)
	})
	p.note = "row " + text.Count(at+1)
	p.copy = db.Format(v)
	return m.open(p)
}

// cellLines is one value in full: JSON laid out, text with its own lines.
func cellLines(th *theme.Theme, v db.Value, t db.Type, w int) []string {
	if v == nil {
		return []string{th.Null.Render("NULL")}
	}
	raw := db.Format(v)
	if pretty, ok := prettyJSON(raw, t); ok {
		raw = pretty
	}
	var out []string
	for _, l := range strings.Split(joinable(raw), "\n") {
		for _, part := range text.Wrap(db.Visible(l), w) {
			out = append(out, th.Text.Render(part))
		}
	}
	return out
}

// prettyJSON lays JSON out; text that only looks like it stays.
func prettyJSON(s string, t db.Type) (string, bool) {
	trimmed := strings.TrimSpace(s)
	if t != db.JSON && !strings.HasPrefix(trimmed, "{") && !strings.HasPrefix(trimmed, "[") {
		return "", false
	}
	var b bytes.Buffer
	if json.Indent(&b, []byte(trimmed), "", "  ") != nil {
		return "", false
	}
	return b.String(), true
}

// rowLines is a row with one column a line.
func rowLines(th *theme.Theme, columns []db.ResultColumn, row []db.Value, w int) []string {
	wide := 0
	for _, c := range columns {
		wide = min(max(wide, text.Width(db.Visible(c.Name))), w/3)
	}
	var out []string
	for i, c := range columns {
		if i >= len(row) {
			break
		}
		value, paint := db.Visible(db.Format(row[i])), th.Text
		if row[i] == nil {
			paint = th.Null
		}
		out = append(out, th.Muted.Render(text.FitRight(db.Visible(c.Name), wide))+"  "+paint.Render(text.Cut(value, w-wide-2)))
	}
	return out
}

// nameWindow shows what the names of the statement on screen stand for: at the left the names, at the right what is known of
// the chosen one.
type nameWindow struct {
	known           reading.Catalogue
	names           []reading.Name
	at, top, scroll int
}

// readNames opens it on the first name of the chosen change, else on the first one.
func (m *Model) readNames() tea.Cmd { return m.readName(m.sql.firstNames()) }

// readName opens it on the first of some words that is a name.
func (m *Model) readName(words []string) tea.Cmd {
	source := m.talk.Source()
	w := &nameWindow{known: reading.Catalogue{Schema: source.Schema, Index: source.Index}}
	w.names = w.known.Names(m.sql.after.SQL())
	if len(w.names) == 0 {
		return m.say(Info, "The query names no table that is known.")
	}
	for _, word := range words {
		if at := reading.At(w.names, word); at >= 0 {
			w.at = at
			break
		}
	}
	return m.open(w)
}

// Key moves through the names, and scrolls what is said of one.
func (n *nameWindow) Key(m *Model, k tea.KeyMsg) tea.Cmd {
	switch k.String() {
	case "up", "k":
		n.move(-1)
	case "down", "j", "tab":
		n.move(1)
	case "home", "g":
		n.move(-len(n.names))
	case "end", "G":
		n.move(len(n.names))
	case "pgdown", " ", "ctrl+d":
		n.scroll += 10
	case "pgup", "ctrl+u":
		n.scroll = max(n.scroll-10, 0)
	case "y":
		return m.copyText(n.names[n.at].String(), "name")
	case "enter":
		if t := n.names[n.at].Table; t != nil {
			m.close()
			return m.schemaCommand(t.Name)
		}
	default:
		m.close()
	}
	return nil
}

func (n *nameWindow) move(by int) {
	n.at, n.scroll = min(max(n.at+by, 0), len(n.names)-1), 0
}

// Size leaves the query in sight where there is room.
func (n *nameWindow) Size(_ *theme.Theme, w, h int) (int, int) {
	return min(w-8, 100), min(max(len(n.names), 16), h*2/3)
}

// View draws both sides.
func (n *nameWindow) View(th *theme.Theme, w, h int) window {
	left := 12
	for _, name := range n.names {
		left = min(max(left, text.Width(name.Title)+2), w*2/5)
	}
	said := n.known.Describe(th, n.names[n.at], w-left-3)
	n.scroll = min(n.scroll, max(len(said)-h, 0))
	n.top = windowed(n.top, n.at, h, len(n.names))
	lines := make([]string, h)
	for i := range h {
		side := text.Spaces(left)
		if at := n.top + i; at < len(n.names) {
			side = nameLine(th, n.names[at].Title, at == n.at, left)
		}
		lines[i] = side + th.Faint.Render(" "+theme.Vertical+" ") + lineAt(said, n.scroll+i)
	}
	return window{title: "Names of the query", note: fmt.Sprintf("%d of %d", n.at+1, len(n.names)), lines: lines,
		foot: "enter its table · y copies · J in the SQL: joins · esc back", scroll: scroll{top: n.top, shown: h, total: len(n.names)}}
}

func nameLine(th *theme.Theme, name string, chosen bool, w int) string {
	if chosen {
		return th.Selected.Render(theme.Cursor + " " + text.Fit(name, w-2))
	}
	return "  " + th.Text.Render(text.Fit(name, w-2))
}

// joinTree shows how the tables of the query are joined.
func (m *Model) joinTree() tea.Cmd {
	q, err := m.sql.after.Query()
	if err != nil {
		return m.say(Info, "The joins of this query cannot be told apart.")
	}
	source := m.talk.Source()
	known := reading.Catalogue{Schema: source.Schema, Index: source.Index}
	return m.open(newPager("How the tables are joined", 84, func(th *theme.Theme, w int) []string { return known.Tree(th, q, w) }))
}
