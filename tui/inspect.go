package tui

import (
	"bytes"
	"encoding/json"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"parley/db"
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
