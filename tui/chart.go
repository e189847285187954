package tui

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"parley/db"
	"parley/tui/grid"
	"parley/tui/layout"
	"parley/tui/text"
	"parley/tui/theme"
)

// chartRows bounds how many rows a chart reads.
const chartRows = 5000

// chartKind is how a result is drawn.
type chartKind uint8

// The kinds of charts, chosen from the columns' types.
const (
	// bars: a name and a number in each row.
	bars chartKind = iota
	// line: a time and a number in each row.
	line
	// histogram: numbers alone, counted in classes.
	histogram
)

// chart is a picture of the result in the grid's place.
type chart struct {
	kind   chartKind
	name   string // of what is measured
	by     string // of what it is measured by
	points []point
	rows   int // read
	more   bool
	summed bool // several rows have the same name
}

type point struct {
	label string
	when  time.Time
	value float64
}

func (c *chart) title() string {
	if c.kind == histogram {
		return "histogram of " + c.name
	}
	if c.summed {
		return "sum of " + c.name + " by " + c.by
	}
	return c.name + " by " + c.by
}

func (c *chart) legend() string {
	s := text.Plural(c.rows, "row")
	if c.more {
		s = "first " + s
	}
	return s + " " + theme.Dot + " c shows the rows"
}

// toggleChart draws the result, or goes back to the rows.
func (m *Model) toggleChart() tea.Cmd {
	if m.result.chart != nil {
		m.result.chart = nil
		return nil
	}
	if m.result.rows == nil {
		return m.say(Info, "The rows of this turn are no longer kept: ctrl+r runs it again.")
	}
	at, _ := m.result.grid.Cursor()
	row, _ := m.result.grid.Row(at)
	kind, label, value, ok := chooseChart(m.result.grid.Source(), row, m.result.grid.Index())
	if !ok {
		return m.say(Info, "A chart needs a column of numbers.")
	}
	serial, rows := m.result.serial, m.result.rows
	return func() tea.Msg {
		c, err := readChart(rows, kind, label, value)
		return chartMsg{serial: serial, chart: c, err: err}
	}
}

type chartMsg struct {
	serial int
	chart  *chart
	err    error
}

func (c chartMsg) apply(m *Model) tea.Cmd {
	switch {
	case c.serial != m.result.serial:
		return nil
	case c.err != nil:
		return m.say(Bad, sentence(c.err.Error())+".")
	case len(c.chart.points) == 0:
		return m.say(Info, "There are no numbers to draw.")
	}
	m.result.chart = c.chart
	if m.arrange.Page = layout.Grid; m.focus != layout.Input { // who asked in words goes on in words
		m.setFocus(layout.Grid)
	}
	return nil
}

// chooseChart takes the number under the cursor, else the last column of numbers, and the first column that can name it: a
// time makes a line, a text bars, none a histogram. row is the first row: SQLite's dates are texts that read as times.
func chooseChart(columns []db.ResultColumn, row []db.Value, cursor int) (kind chartKind, label, value int, ok bool) {
	value = -1
	for i, c := range columns {
		if c.Type.Numeric() {
			value = i
		}
	}
	if cursor >= 0 && cursor < len(columns) && columns[cursor].Type.Numeric() {
		value = cursor
	}
	if value < 0 {
		return 0, 0, 0, false
	}
	for i := range columns {
		if _, ok := moment(row[i]); ok && i != value {
			return line, i, value, true
		}
	}
	for i, c := range columns {
		if c.Type == db.Text && i != value {
			return bars, i, value, true
		}
	}
	return histogram, value, value, true
}

// moment is a value as a time, where it is one or reads as one.
func moment(v db.Value) (time.Time, bool) {
	switch v := v.(type) {
	case time.Time:
		return v, true
	case string:
		for _, form := range []string{time.DateOnly, "2006-01", time.DateTime} {
			if t, err := time.Parse(form, v); err == nil {
				return t, true
			}
		}
	}
	return time.Time{}, false
}

// readChart reads the points of a chart. Rows of the same name are added up.
func readChart(rows *db.Rowset, kind chartKind, label, value int) (*chart, error) {
	columns := rows.Columns()
	c := &chart{kind: kind, name: visibleOneLine(columns[value].Name), by: visibleOneLine(columns[label].Name)}
	at := map[string]int{}
	for i := range min(rows.Len(), chartRows) {
		row, err := rows.Row(i)
		if err != nil {
			return nil, err
		}
		c.rows++
		v, ok := number(row[value])
		when, temporal := moment(row[label])
		if !ok || kind == line && !temporal {
			continue
		}
		name := grid.Cell(row[label], columns[label].Type)
		if n, known := at[name]; known && kind != histogram {
			c.points[n].value += v
			c.summed = true
			continue
		}
		at[name] = len(c.points)
		c.points = append(c.points, point{label: name, when: when, value: v})
	}
	if kind == line {
		slices.SortFunc(c.points, func(a, b point) int { return a.when.Compare(b.when) })
	}
	c.more = rows.Len() > chartRows || rows.More()
	return c, nil
}

// View draws the chart into w × h cells.
func (c *chart) View(th *theme.Theme, w, h int) []string {
	switch c.kind {
	case line:
		return c.drawLine(th, w, h)
	case histogram:
		return c.drawBars(th, w, h, classes(c.points, max(h, 1)))
	}
	return c.drawBars(th, w, h, c.points)
}

// drawBars draws one bar a line; what does not fit is counted in the last line.
func (c *chart) drawBars(th *theme.Theme, w, h int, points []point) []string {
	names, numbers, most := 0, 0, 0.0
	shown := points[:min(len(points), h)]
	if len(points) > h {
		shown = points[:max(h-1, 0)]
	}
	for _, p := range shown {
		names = min(max(names, text.Width(p.label)), w/3)
		numbers = max(numbers, len(shortNumber(p.value)))
		most = max(most, math.Abs(p.value))
	}
	room := max(w-names-numbers-5, 1)
	var out []string
	for _, p := range shown {
		paint := th.Bar[0]
		if p.value < 0 {
			paint = th.Bad
		}
		out = append(out, " "+th.Text.Render(text.FitRight(p.label, names))+" "+
			paint.Render(text.Fit(bar(math.Abs(p.value)/max(most, math.SmallestNonzeroFloat64), room), room))+" "+
			th.Muted.Render(text.FitRight(shortNumber(p.value), numbers)))
	}
	if n := len(points) - len(shown); n > 0 {
		out = append(out, th.Muted.Render(fmt.Sprintf(" … and %s more", text.Count(n))))
	}
	return out
}

// bar is a bar of a share of w cells, to the eighth of a cell.
func bar(share float64, w int) string {
	eighths := int(math.Round(share * float64(w) * 8))
	if eighths == 0 && share > 0 {
		eighths = 1
	}
	s := repeat(theme.Full, eighths/8)
	if rest := eighths % 8; rest > 0 {
		s += theme.Eighths[rest-1]
	}
	return s
}

func repeat(s string, n int) string {
	out := make([]byte, 0, len(s)*max(n, 0))
	for range n {
		out = append(out, s...)
	}
	return string(out)
}

// classes counts numbers in at most n classes of equal width.
func classes(points []point, n int) []point {
	least, most := math.Inf(1), math.Inf(-1)
	for _, p := range points {
		least, most = min(least, p.value), max(most, p.value)
	}
	n = min(n, 20, max(len(points), 1))
	width := (most - least) / float64(n)
	if width == 0 {
		return []point{{label: shortNumber(least), value: float64(len(points))}}
	}
	out := make([]point, n)
	for i := range out {
		out[i].label = shortNumber(least+float64(i)*width) + " –"
	}
	for _, p := range points {
		out[min(int((p.value-least)/width), n-1)].value++
	}
	return out
}

// shortNumber writes a number in few characters.
func shortNumber(v float64) string {
	a := math.Abs(v)
	switch {
	case a >= 1e15 || a != 0 && a < 1e-3:
		return strconv.FormatFloat(v, 'g', 4, 64)
	case a >= 1e4 || v == math.Trunc(v):
		return text.Count(int(math.Round(v)))
	case a >= 100:
		return text.Grouped(strconv.FormatFloat(v, 'f', 1, 64))
	}
	return strconv.FormatFloat(v, 'f', 2, 64)
}
