// Package board draws saved questions that are asked together: each a number, bars or a small table, with what it was the last time,
// on the screen and as a page of HTML. Asking them is the screen's and the shell's.
//
// Start reading at Of.
package board

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"parley/db"
	"parley/dialog"
	"parley/dialog/saved"
	"parley/tui/text"
	"parley/tui/theme"
)

// Tile is a question of a board with its answer, as far as there is one.
type Tile struct {
	Name string
	// Asked says that the answer is here: what it showed, or why there is none.
	Asked   bool
	Shown   saved.Shown
	Trouble string
	since   string
	more    bool
	tail    bool // the rows are the last ones
	columns []string
	rows    [][]string // the first few
}

// Of is the tile of a question that a database answered; last is what it showed before.
func Of(name, database string, turn *dialog.Turn, last saved.Shown, now time.Time) Tile {
	t := Tile{Name: name, Asked: true, Trouble: "It was not answered."}
	switch {
	case turn == nil:
	case turn.Result != nil:
		r := turn.Result
		t.Trouble, t.Shown, t.more, t.columns, t.rows = "", saved.Shown{Figure: figure(r), Rows: r.Rows, Of: database, At: now}, r.More, r.Columns, r.Preview
		if t.Shown.Figure == "" {
			t.Shown.Sum = saved.SumOf(r.Preview)
		}
		t.since = t.Shown.Since(last)
		if seen := len(r.Preview); (r.More || seen < r.Rows) && strings.HasPrefix(t.since, "as on ") { // of the others nobody knows
			t.since = fmt.Sprintf("first %d %s", seen, t.since)
		}
	case turn.Failure != nil:
		t.Trouble = db.Visible(turn.Failure.Message)
	}
	return t
}

// figure is the only value of a result; empty for any other result.
func figure(r *dialog.Result) string {
	if r.Rows != 1 || len(r.Columns) != 1 || len(r.Preview) != 1 || len(r.Preview[0]) != 1 {
		return ""
	}
	return r.Preview[0][0]
}

// Value is what the question came to: its one figure, or how many rows.
func (t Tile) Value() string {
	switch {
	case t.Shown.Figure != "":
		return db.Visible(t.Shown.Figure)
	case t.more:
		return strconv.Itoa(t.Shown.Rows) + "+ rows"
	}
	return saved.Rows(t.Shown.Rows)
}

// Since is how it stands against the last time; empty for the first time.
func (t Tile) Since() string { return t.since }

// Height is how many lines a tile has.
const Height = 8

// Lines draws the tile in w cells.
func (t Tile) Lines(th *theme.Theme, w int, chosen bool) []string {
	lead, name := "  ", th.Strong
	if chosen {
		lead, name = theme.Cursor+" ", th.Selected
	}
	out := []string{name.Render(text.Fit(lead+oneLine(t.Name), w))}
	add := func(paint theme.Paint, s string) {
		if len(out) < Height-1 {
			out = append(out, "  "+paint.Render(text.Cut(s, w-2)))
		}
	}
	switch {
	case !t.Asked:
		add(th.Muted, "asking "+text.Ellipsis)
	case t.Trouble != "":
		for _, l := range text.Wrap(oneLine(t.Trouble), w-2) {
			add(th.Warn, l)
		}
	case t.Shown.Figure != "":
		add(th.Accent, text.Grouped(t.Value()))
		add(th.Muted, t.since)
	default:
		shown := t
		if n := min(len(t.rows), t.room()); t.overTime() { // what came last is what a board is looked at for
			shown.rows, shown.tail = t.rows[len(t.rows)-n:], n < len(t.rows)
		} else {
			shown.rows = t.rows[:n]
		}
		add(th.Muted, shown.counted())
		for _, l := range shown.picture(th, w-2) {
			out = append(out, "  "+l)
		}
	}
	for len(out) < Height {
		out = append(out, "")
	}
	for i, l := range out {
		out[i] = text.Fit(l, w)
	}
	return out
}

// room is how many rows a tile shows: between its name and count and the line that parts it from the next one.
func (t Tile) room() int {
	const name, count, apart, head = 1, 1, 1, 1
	if _, ok := t.numbers(); ok {
		return Height - name - count - apart
	}
	return Height - name - count - apart - head
}

// counted is how many rows there are, which of them are shown, and how that stands against the last time.
func (t Tile) counted() string {
	said := t.Value()
	if shown := len(t.rows); shown > 0 && (shown < t.Shown.Rows || t.more) {
		said = fmt.Sprintf("%s %d of %s", map[bool]string{false: "first", true: "last"}[t.tail], shown, said)
	}
	if t.since != "" {
		said += " " + theme.Dot + " " + t.since
	}
	return said
}

// moment is how a year, a month, a day or a time begins.
var moment = regexp.MustCompile(`^(19|20)\d\d(-\d\d(-\d\d.*)?|-?[QW]\d+)?$`)

// overTime says that all rows are here, and each is a later time than the one before.
func (t Tile) overTime() bool {
	if t.more || len(t.rows) < t.Shown.Rows || len(t.rows) < 2 {
		return false
	}
	for i, row := range t.rows {
		if len(row) == 0 || !moment.MatchString(row[0]) || i > 0 && row[0] <= t.rows[i-1][0] {
			return false
		}
	}
	return true
}

// picture is the first rows: bars where each is a name and a number, else a table.
func (t Tile) picture(th *theme.Theme, w int) []string {
	if values, ok := t.numbers(); ok {
		return t.bars(th, values, w)
	}
	return Table(th, t.columns, t.rows, w)
}

// numbers are the values of the last column, where it alone is one of numbers; not ok for any other result.
func (t Tile) numbers() ([]float64, bool) {
	if len(t.columns) != 2 || len(t.rows) < 2 {
		return nil, false
	}
	var out []float64
	for _, row := range t.rows {
		if len(row) != 2 {
			return nil, false
		}
		value, err := strconv.ParseFloat(row[1], 64)
		if err != nil || value < 0 {
			return nil, false
		}
		out = append(out, value)
	}
	return out, true
}

func (t Tile) bars(th *theme.Theme, values []float64, w int) []string {
	label, number, most := 4, 1, 0.0
	for i, row := range t.rows {
		label = min(max(label, text.Width(oneLine(row[0]))), w/3)
		number, most = max(number, text.Width(text.Grouped(oneLine(row[1])))), max(most, values[i])
	}
	room := max(w-label-number-2, 1)
	out := make([]string, len(values))
	for i, row := range t.rows {
		var b theme.Line
		b.Add(th.Text, text.Fit(oneLine(row[0]), label)+" ")
		b.Add(th.Accent, text.Fit(bar(values[i], most, room), room))
		b.Add(th.Muted, " "+text.FitRight(text.Grouped(oneLine(row[1])), number))
		out[i] = b.String()
	}
	return out
}

// bar is a value's length in cells, to an eighth of one.
func bar(value, most float64, room int) string {
	if most <= 0 {
		return ""
	}
	eighths := int(value / most * float64(room*8))
	out := strings.Repeat(theme.Full, eighths/8)
	if rest := eighths % 8; rest > 0 {
		out += theme.Eighths[rest-1]
	}
	return out
}

// Table draws a few rows below their columns in w cells.
func Table(th *theme.Theme, columns []string, rows [][]string, w int) []string {
	wide := make([]int, len(columns))
	for _, row := range append([][]string{columns}, rows...) {
		for i := range min(len(row), len(wide)) {
			wide[i] = min(max(wide[i], text.Width(oneLine(row[i]))), 20)
		}
	}
	line := func(row []string) string {
		var cells []string
		for i := range min(len(row), len(wide)) {
			cells = append(cells, text.Fit(oneLine(row[i]), wide[i]))
		}
		return text.Cut(strings.Join(cells, "  "), w)
	}
	out := []string{th.Muted.Render(line(columns))}
	for _, row := range rows {
		out = append(out, th.Text.Render(line(row)))
	}
	return out
}

// Columns is how many tiles stand beside each other in w cells.
func Columns(w int) int { return min(max(w/leastWide, 1), 4) }

// leastWide is the least width of a tile.
const leastWide = 34

// View draws tiles row by row.
func View(th *theme.Theme, tiles []Tile, at, w int) []string {
	n := Columns(w)
	const apart = 2
	each := (w - (n-1)*apart) / n
	var out []string
	for from := 0; from < len(tiles); from += n {
		lines := make([]string, Height)
		for i := from; i < min(from+n, len(tiles)); i++ {
			for k, l := range tiles[i].Lines(th, each, i == at) {
				if i > from {
					lines[k] += text.Spaces(apart)
				}
				lines[k] += l
			}
		}
		out = append(out, lines...)
	}
	return out
}

func oneLine(s string) string { return db.Visible(strings.Join(strings.Fields(s), " ")) }
