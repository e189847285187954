package tui

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"parley/db"
	"parley/dialog"
	"parley/tui/grid"
	"parley/tui/layout"
	"parley/tui/text"
	"parley/tui/theme"
)

// resultPane shows the rows of a turn, as a grid or as a chart.
type resultPane struct {
	grid   *grid.Model
	rows   *db.Rowset
	serial int // of the result, so that pages of an older one are dropped

	result *dialog.Result // nil before the first turn
	doubt  string         // what to look at before the result is believed
	of     string         // whose rows these are, where it is not the turn in force made from the one before
	before *dialog.Result // of the query before, nil when there is none
	length int
	state  db.RowsetState
	more   bool
	err    error
	asked  int // the first row of the page being loaded, -1 when none is

	preview bool   // the rows are gone; only the session's preview is shown
	running string // how far a new run is that reads on; empty when there is none
	came    int    // columns that came with the turn
	went    int    // and that went

	chart *chart // shown in the grid's place; nil shows the grid
	w, h  int
}

func newResultPane() *resultPane {
	return &resultPane{grid: grid.New(), asked: -1}
}

// SetSize gives the pane its place.
func (p *resultPane) SetSize(r layout.Rect) {
	p.w, p.h = inner(r)
	p.grid.SetSize(p.w, p.h)
}

// Show takes in a turn's result. The rows may still grow: the command watches them. Rows that are gone leave the preview.
func (p *resultPane) Show(turn *dialog.Turn, rows *db.Rowset, first grid.Page, before *dialog.Result) tea.Cmd {
	var result *dialog.Result
	p.doubt, p.of = "", ""
	if turn != nil {
		result, p.doubt = turn.Result, visibleOneLine(turn.Doubt())
	}
	p.serial++
	p.result, p.rows, p.asked, p.err, p.chart = result, rows, -1, nil, nil
	p.before, p.preview = before, false
	p.compareColumns(before)
	if result == nil {
		p.grid.Reset(nil, nil)
		return nil
	}
	if rows == nil {
		p.showPreview(result)
		return nil
	}
	p.grid.Reset(rows.Columns(), p.added(before))
	p.length, p.state, p.more = result.Rows, db.Reading, result.More
	p.grid.SetTotal(len(first.Rows))
	p.grid.Load(first)
	return p.watch(turn)
}

// Renew takes in the rows of a new run of the same statement: the cursor and the view stay where they are.
func (p *resultPane) Renew(turn *dialog.Turn, rows *db.Rowset) tea.Cmd {
	p.serial++
	p.result, p.rows, p.asked, p.err = turn.Result, rows, -1, nil
	p.length, p.state, p.more = rows.Len(), db.Reading, true
	p.grid.Renew(rows.Columns(), p.added(p.before), p.length)
	return p.watch(turn)
}

// watch tells how far the turn's rows have been read, from now on.
func (p *resultPane) watch(turn *dialog.Turn) tea.Cmd {
	m := rowsMsg{serial: p.serial, turn: turn.ID, rows: p.rows}
	return func() tea.Msg { return m.now() }
}

// showPreview shows the few rows that the session keeps of an older turn.
func (p *resultPane) showPreview(r *dialog.Result) {
	p.preview = true
	columns := make([]db.ResultColumn, len(r.Columns))
	for i, c := range r.Columns {
		columns[i] = db.ResultColumn{Name: c, Type: db.Text}
	}
	page := grid.Page{}
	for _, line := range r.Preview {
		row := make([]db.Value, len(columns))
		for i := range row {
			if i < len(line) {
				row[i] = line[i]
			}
		}
		page.Rows = append(page.Rows, row)
	}
	p.grid.Reset(columns, nil)
	p.grid.SetTotal(len(page.Rows))
	p.grid.Load(page)
	p.length, p.more, p.state = r.Rows, r.More, db.Complete
}

// added are the columns that the query before did not have.
func (p *resultPane) added(before *dialog.Result) map[string]bool {
	if before == nil {
		return nil
	}
	out := map[string]bool{}
	for _, c := range p.result.Columns {
		out[c] = true
	}
	for _, c := range before.Columns {
		delete(out, c)
	}
	return out
}

// compareColumns counts the columns that came and went.
func (p *resultPane) compareColumns(before *dialog.Result) {
	p.came, p.went = 0, 0
	if before == nil || p.result == nil {
		return
	}
	had := map[string]int{}
	for _, c := range before.Columns {
		had[c]++
	}
	for _, c := range p.result.Columns {
		if had[c] == 0 {
			p.came++
		} else {
			had[c]--
		}
	}
	for _, n := range had {
		p.went += n
	}
}

// Grown takes in how far the result on screen has been read.
func (p *resultPane) Grown(m rowsMsg) tea.Cmd {
	if m.serial != p.serial {
		return nil
	}
	p.length, p.state, p.more, p.err = m.length, m.state, m.more, m.err
	p.grid.SetTotal(m.length)
	return p.Need()
}

// Need asks for the page that the grid misses, one at a time.
func (p *resultPane) Need() tea.Cmd {
	if p.rows == nil || p.asked >= 0 {
		return nil
	}
	first, ok := p.grid.Missing()
	if !ok {
		return nil
	}
	p.asked = first
	return loadPage(p.serial, p.rows, first)
}

// Loaded puts a page into the grid and asks for the next one it misses.
func (p *resultPane) Loaded(m pageMsg) tea.Cmd {
	if m.serial != p.serial {
		return nil
	}
	p.asked = -1
	if m.err != nil {
		p.err = m.err
		return nil
	}
	p.grid.Load(m.page)
	return p.Need()
}

// View draws the pane.
func (p *resultPane) View(th *theme.Theme, r layout.Rect, focused bool) []string {
	f := frame{number: int(layout.Grid) + 1, title: "Result", focused: focused}
	if p.result == nil {
		return f.draw(th, r, []string{"", "  " + th.Muted.Render("Rows appear here.")})
	}
	f.title, f.foot, f.footLeft = p.title(), p.place(), p.cell()
	f.note = p.note(f.room(r.W))
	f.title += p.answered(f.room(r.W) - text.Width(f.note))
	if p.doubt != "" {
		f.tone = &th.Warn
	}
	if p.err != nil {
		f.footLeft = db.Visible(p.err.Error())
	}
	if p.chart != nil {
		f.title = "Chart " + theme.Horizontal + " " + p.chart.title()
		f.foot, f.footLeft = "", p.chart.legend()
		return f.draw(th, r, p.chart.View(th, p.w, p.h))
	}
	f.scroll = scroll{top: p.grid.Top(), shown: p.grid.Body(), total: p.grid.Total()}
	lines := p.grid.View(th, focused)
	if p.length == 0 && p.state != db.Reading && len(lines) > 2 {
		for i, line := range p.nothing(th) {
			if 2+i < len(lines) {
				lines[2+i] = "  " + line
			}
		}
	}
	return f.draw(th, r, lines)
}

// nothing says in the place of rows that there are none, why, and what may be asked instead.
func (p *resultPane) nothing(th *theme.Theme) []string {
	out := []string{th.Muted.Render("No rows.")}
	if p.result == nil || p.of != "" {
		return out
	}
	if n := len(p.result.Doubts); n > 0 { // the last is what was thought of the rows
		out = append(out, th.Warn.Render(text.Cut(sentence(visibleOneLine(p.result.Doubts[n-1]))+".", p.w-4)))
	}
	if other := p.Instead(); other != "" {
		out = append(out, th.Muted.Render("enter asks for what there is: ")+th.Accent.Render(text.Cut(visibleOneLine(other), p.w-34)))
	}
	return out
}

// Instead is the input that brings rows where the result in view has none; empty when there is nothing to offer.
func (p *resultPane) Instead() string {
	if p.result == nil || len(p.result.Suggestions) == 0 || p.of != "" {
		return ""
	}
	return p.result.Suggestions[0]
}

// leastAnswered is the least room in which what was answered says something.
const leastAnswered = 16

// answered is what was answered, in plain words, as far as the headline has room for it. What a model says of its own answer
// stands in the conversation.
func (p *resultPane) answered(room int) string {
	words := visibleOneLine(p.result.Explanation)
	if room -= text.Width(theme.Horizontal) + 3; words == "" || room < leastAnswered || p.of != "" || byModel(p.result) {
		return ""
	}
	return " " + theme.Horizontal + " " + text.Cut(words, room)
}

// title is "Result ─ 2,000 → 87 rows", or "Result ─ turn 1 → 3 ─ 2,000 → 87 rows" after a look back.
func (p *resultPane) title() string {
	title := "Result " + theme.Horizontal + " "
	if p.of != "" {
		title += p.of + " " + theme.Horizontal + " "
	}
	return title + rowCounts(p.before, p.length, p.more)
}

// note is how the result stands: what to doubt, what came and went, reading on, time. Where there is no room for all of it,
// the time it took goes first, then what the plus behind the count says too; when the rows were read stays, but for a doubt.
func (p *resultPane) note(room int) string {
	took, asOf := text.Elapsed(p.result.Elapsed), ""
	if !p.result.AsOf.IsZero() {
		asOf = "as of " + p.result.AsOf.Format(clock)
	}
	standing, all := p.standing(), slices.Clip(append([]string{p.doubt}, p.columnChanges()...))
	forms := [][]string{append(all, p.why(), took, asOf), append(all, standing, took, asOf), append(all, standing, asOf), append(all, asOf), {p.doubt, asOf}}
	if p.preview {
		forms = slices.Insert(forms, 3, []string{p.doubt, standing}, []string{standing})
	}
	for _, parts := range forms {
		if note := dotted(parts); text.Width(note) <= room {
			return note
		}
	}
	return cmp.Or(p.doubt, asOf)
}

// columnChanges says how many columns came and went.
func (p *resultPane) columnChanges() (out []string) {
	if p.came > 0 {
		out = append(out, "+"+text.Plural(p.came, "column"))
	}
	if p.went > 0 {
		out = append(out, "-"+text.Plural(p.went, "column"))
	}
	return out
}

// standing is how far the rows were read; empty when they are all there.
func (p *resultPane) standing() string {
	switch {
	case p.preview && p.grid.Total() == 0 && p.length > 0:
		return "rows not kept, ctrl+r reads again"
	case p.preview && p.length > p.grid.Total():
		return "first " + text.Plural(p.grid.Total(), "row") + " kept, ctrl+r reads again"
	case p.state == db.Reading && p.rows != nil:
		return "reading on"
	case p.running != "":
		return p.running
	case p.state == db.Capped:
		return "limit reached, m reads on"
	case p.state == db.Stopped:
		return "stopped, m reads on"
	}
	return ""
}

// why is standing with the limit at which reading stopped.
func (p *resultPane) why() string {
	standing := p.standing()
	if p.rows == nil {
		return standing
	}
	return strings.Replace(standing, "limit reached", "limit of "+p.rows.Limit()+" reached", 1)
}

// dotted joins the parts that say something.
func dotted(parts []string) string {
	said := slices.DeleteFunc(slices.Clone(parts), func(s string) bool { return s == "" })
	return strings.Join(said, " "+theme.Dot+" ")
}

// clock is how a time of today is written.
const clock = "15:04"

// place is where the cursor stands: "row 12 · column 3 of 7 · 2 more →".
func (p *resultPane) place() string {
	if p.grid.Total() == 0 {
		return ""
	}
	row, col := p.grid.Cursor()
	dot := " " + theme.Dot + " "
	s := "row " + text.Count(row+1) + dot + fmt.Sprintf("column %d of %d", col+1, p.grid.Columns())
	if n := len(p.grid.Marks()); n > 0 {
		s = fmt.Sprintf("%d marked", n) + dot + s
	}
	if n := p.grid.Hidden(); n > 0 {
		s += dot + fmt.Sprintf("%d hidden", n)
	}
	if n := p.grid.More(); n > 0 {
		s += dot + fmt.Sprintf("%d more ", n) + theme.Arrow
	}
	return s
}

// cell names the column under the cursor with its type, and says that less than there is of it is shown.
func (p *resultPane) cell() string {
	c, ok := p.grid.Column()
	if !ok || p.preview {
		return ""
	}
	named := db.Visible(strings.TrimSpace(c.Name + " " + c.Native))
	if p.grid.Rounded() {
		named += " " + theme.Dot + " rounded, o shows all"
	}
	return named
}

// reading says that rows still come.
func (p *resultPane) reading() bool { return p.rows != nil && p.state == db.Reading && p.result != nil }

// stopReading ends the reading ahead of the result on screen; the rows so far stay. ok is false when nothing is read.
func (m *Model) stopReading() (ok bool) {
	if !m.result.reading() {
		return false
	}
	go m.result.rows.Stop() // waits for the engine to let go, so not on the update loop
	return true
}
