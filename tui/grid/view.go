package grid

import (
	"strings"

	"parley/db"
	"parley/tui/text"
	"parley/tui/theme"
)

// View draws the grid as lines, each exactly as wide as its place.
func (m *Model) View(th *theme.Theme, focused bool) []string {
	lines := make([]string, 0, m.h)
	if m.h <= 0 {
		return lines
	}
	spans := m.spans()
	lines = append(lines, m.header(th, spans, focused))
	for i := range m.body() {
		lines = append(lines, m.line(th, spans, m.top+i, focused))
	}
	return lines
}

func (m *Model) header(th *theme.Theme, spans []span, focused bool) string {
	var l theme.Line
	l.Add(th.Header, text.Spaces(gutter))
	used := gutter
	for i, s := range spans {
		c := &m.columns[m.order[s.at]]
		title := c.heading()
		if m.added[c.Name] {
			title = "+" + title
		}
		if sign := m.sorted[m.order[s.at]]; sign != "" {
			title = text.Cut(title, s.w-1) + sign
		}
		p := th.Header
		if focused && s.at == m.col {
			p = th.HeaderCursor
		}
		l.Add(p, align(title, s.w, c.right))
		used += s.w
		used += m.space(&l, th.Header, spans, i, used, th)
	}
	return l.String() + text.Spaces(m.w-used)
}

// space writes what stands between columns: a rule after the frozen ones, blanks elsewhere.
func (m *Model) space(l *theme.Line, p theme.Paint, spans []span, i, used int, th *theme.Theme) int {
	n := min(gap, m.w-used)
	if n == gap && m.frozen > 0 && spans[i].at == m.frozen-1 {
		l.Add(th.Faint, theme.Vertical)
		l.Add(p, " ")
		return n
	}
	l.Add(p, text.Spaces(n))
	return max(n, 0)
}

func (m *Model) line(th *theme.Theme, spans []span, i int, focused bool) string {
	if i >= m.total {
		return text.Spaces(m.w)
	}
	row, ok := m.window.row(i)
	if !ok {
		return text.Fit("  …", m.w)
	}
	current := i == m.row
	plain := th.Cell
	if current {
		plain = th.RowCell
	}
	var l theme.Line
	l.Grow(m.w * 2)
	m.gutter(&l, th, plain, i)
	used := gutter
	for n, s := range spans {
		c := &m.columns[m.order[s.at]]
		value := row[m.order[s.at]]
		cell := c.cell(value)
		p := m.paint(th, value, cell, current, focused && s.at == m.col)
		l.Add(p, align(cell, s.w, c.right))
		used += s.w
		used += m.space(&l, plain, spans, n, used, th)
	}
	l.Add(plain, text.Spaces(m.w-used))
	return l.String()
}

func (m *Model) gutter(l *theme.Line, th *theme.Theme, plain theme.Paint, i int) {
	switch {
	case i == m.row:
		l.Add(th.Accent, theme.Cursor)
	case m.marks[i]:
		l.Add(th.Mark, "●")
	default:
		l.Add(plain, " ")
	}
	if i == m.row && m.marks[i] {
		l.Add(th.Mark, "●")
		return
	}
	l.Add(plain, " ")
}

// paint chooses how a cell looks: the cursor, a match, NULL, or plain.
func (m *Model) paint(th *theme.Theme, v db.Value, cell string, current, cursor bool) theme.Paint {
	switch {
	case current && cursor:
		return th.CellCursor
	case m.search != "" && matches(cell, m.search):
		return th.Match
	case v == nil && current:
		return th.RowNull
	case v == nil:
		return th.Null
	case current:
		return th.RowCell
	}
	return th.Cell
}

// matches says whether a cell contains a text, ignoring case.
func matches(cell, want string) bool {
	return strings.Contains(strings.ToLower(cell), strings.ToLower(want))
}

func align(s string, w int, right bool) string {
	if right {
		return text.FitRight(s, w)
	}
	return text.Fit(s, w)
}
