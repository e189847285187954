package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"parley/tui/layout"
	"parley/tui/theme"
)

// act is what an action does, and why it cannot be done now: an action that cannot act says so instead of doing nothing.
type act struct {
	do  func(m *Model) tea.Cmd
	off func(m *Model) string
}

// actions is what every action does. The key map, the palette and the mouse all come through here.
var actions map[Action]act

func init() {
	// Filled at start, since the palette's own action reads the map.
	actions = map[Action]act{
		"new":           {do: (*Model).newThread},
		"clear":         {do: (*Model).clear},
		"redraw":        {do: (*Model).redraw},
		"undo":          {do: (*Model).undo, off: busy},
		"redo":          {do: (*Model).redo, off: busy},
		"next pane":     {do: func(m *Model) tea.Cmd { return m.tab(1) }},
		"previous pane": {do: func(m *Model) tea.Cmd { return m.tab(-1) }},
		"ask":           {do: focusOn(layout.Input)},
		"conversation":  {do: focusOn(layout.Transcript)},
		"sql":           {do: focusOn(layout.Diff)},
		"result":        {do: focusOn(layout.Grid)},
		"interrupt":     {do: (*Model).interrupt},
		"back":          {do: (*Model).back},
		"help":          {do: (*Model).help},
		"palette":       {do: (*Model).palette},
		"schema":        {do: (*Model).browse, off: opening},
		"edit":          {do: (*Model).edit, off: needsQuery},
		"edit here":     {do: (*Model).editHere, off: opening},
		"zoom":          {do: (*Model).zoom},
		"narrower":      {do: func(m *Model) tea.Cmd { return m.split(-4) }, off: needsWide},
		"wider":         {do: func(m *Model) tea.Cmd { return m.split(4) }, off: needsWide},
		"shorter":       {do: func(m *Model) tea.Cmd { return m.divide(-8) }},
		"taller":        {do: func(m *Model) tea.Cmd { return m.divide(8) }},
		"again":         {do: (*Model).again, off: nothingToRepeat},
		"review":        {do: (*Model).toggleReview},
		"theme":         {do: (*Model).nextTheme},
		"mouse":         {do: (*Model).toggleMouse},
		"quit":          {do: (*Model).quit},

		"send":      {do: func(m *Model) tea.Cmd { return m.send(m.input.Take()) }},
		"newline":   {do: func(m *Model) tea.Cmd { m.input.field.Insert("\n"); return nil }},
		"older":     {do: func(m *Model) tea.Cmd { m.input.Older(); return nil }},
		"edit line": {do: (*Model).editLine, off: opening},
		"newer":     {do: func(m *Model) tea.Cmd { m.input.Newer(); return nil }},
		"accept":    {do: func(m *Model) tea.Cmd { m.input.Accept(); return nil }},

		"turn down":      {do: func(m *Model) tea.Cmd { m.transcript.Select(m.transcript.at + 1); return nil }},
		"turn up":        {do: func(m *Model) tea.Cmd { m.transcript.Select(m.transcript.at - 1); return nil }},
		"turn first":     {do: func(m *Model) tea.Cmd { m.transcript.Select(0); return nil }},
		"turn last":      {do: func(m *Model) tea.Cmd { m.transcript.Select(len(m.transcript.entries)); return nil }},
		"turn page down": {do: func(m *Model) tea.Cmd { m.transcript.Scroll(m.transcript.h - 2); return nil }},
		"turn page up":   {do: func(m *Model) tea.Cmd { m.transcript.Scroll(2 - m.transcript.h); return nil }},
		"turn show":      {do: (*Model).showSelected, off: needsTurn},
		"turn go":        {do: (*Model).goToTurn, off: needsTurn},
		"tree":           {do: (*Model).tree, off: needsTurns},
		"turn around":    {do: (*Model).turnAround, off: needsTurn},
		"mark turn":      {do: (*Model).markTurn, off: needsTurn},
		"compare":        {do: (*Model).compareTurns, off: needsTurn},
		"take":           {do: (*Model).takeWords, off: needsTurn},
		"readings":       {do: (*Model).otherReadings, off: needsOthers},
		"parts":          {do: (*Model).chooseParts, off: needsParts},
		"copy sql":       {do: (*Model).copySQL, off: needsQuery},

		"alone":       {do: (*Model).askAlone, off: needsTurn},
		"without one": {do: (*Model).askWithoutOne, off: needsTurn},

		"sql down":        {do: scrollSQL(1, 0)},
		"sql up":          {do: scrollSQL(-1, 0)},
		"sql left":        {do: scrollSQL(0, -8)},
		"sql right":       {do: scrollSQL(0, 8)},
		"sql page down":   {do: func(m *Model) tea.Cmd { m.sql.Scroll(m.sql.h, 0); return nil }},
		"sql page up":     {do: func(m *Model) tea.Cmd { m.sql.Scroll(-m.sql.h, 0); return nil }},
		"sql first":       {do: scrollSQL(-1<<20, 0)},
		"sql last":        {do: scrollSQL(1<<20, 0)},
		"sql view":        {do: func(m *Model) tea.Cmd { m.sql.Cycle(); return nil }, off: needsBefore},
		"next change":     {do: func(m *Model) tea.Cmd { return m.chooseChange(1) }, off: needsBefore},
		"previous change": {do: func(m *Model) tea.Cmd { return m.chooseChange(-1) }, off: needsBefore},
		"take back":       {do: (*Model).takeBack, off: needsBefore},
		"sql fold":        {do: func(m *Model) tea.Cmd { m.sql.ToggleFolds(); return nil }, off: needsFolds},
		"sql wrap":        {do: func(m *Model) tea.Cmd { m.sql.ToggleWrap(); return nil }},
		"explain":         {do: (*Model).explain, off: needsQuery},
		"save":            {do: (*Model).saveQuery, off: needsQuery},
		"compare with":    {do: (*Model).compareWith, off: needsNames},
		"names":           {do: (*Model).readNames, off: needsNames},
		"write diff":      {do: (*Model).writeComparison, off: needsBefore},
		"joins":           {do: (*Model).joinTree, off: needsNames},

		"row down":        {do: move(1, 0)},
		"row up":          {do: move(-1, 0)},
		"column left":     {do: move(0, -1)},
		"column right":    {do: move(0, 1)},
		"page down":       {do: func(m *Model) tea.Cmd { m.result.grid.Page(1); return nil }},
		"page up":         {do: func(m *Model) tea.Cmd { m.result.grid.Page(-1); return nil }},
		"first row":       {do: move(-1<<40, 0)},
		"last row":        {do: move(1<<40, 0)},
		"first column":    {do: move(0, -1<<40)},
		"last column":     {do: move(0, 1<<40)},
		"sort":            {do: (*Model).sortColumn, off: needsRows},
		"filter":          {do: (*Model).filterValue, off: needsRow},
		"exclude":         {do: (*Model).excludeValue, off: needsRow},
		"group":           {do: (*Model).groupColumn, off: needsRows},
		"drop":            {do: (*Model).dropColumn, off: needsRows},
		"hide":            {do: (*Model).hideColumn, off: needsRows},
		"show hidden":     {do: (*Model).showHidden, off: needsHidden},
		"count":           {do: (*Model).countRows, off: needsRows},
		"more":            {do: (*Model).readOn, off: needsMore},
		"drill":           {do: (*Model).drill, off: needsRow},
		"inspect":         {do: (*Model).inspect, off: needsRow},
		"profile":         {do: (*Model).profile, off: needsRow},
		"chart":           {do: (*Model).toggleChart, off: needsRow},
		"search":          {do: (*Model).search, off: needsRow},
		"search next":     {do: func(m *Model) tea.Cmd { return m.find(1) }, off: needsRow},
		"search previous": {do: func(m *Model) tea.Cmd { return m.find(-1) }, off: needsRow},
		"mark":            {do: (*Model).markRow, off: needsRow},
		"copy":            {do: (*Model).copyCell, off: needsRow},
		"copy as":         {do: (*Model).copyAs, off: needsRow},
		"export":          {do: (*Model).export, off: needsRows},
		"freeze":          {do: func(m *Model) tea.Cmd { m.result.grid.Freeze(); return nil }, off: needsRows},
		"column wider":    {do: func(m *Model) tea.Cmd { m.result.grid.Widen(4); return nil }, off: needsRows},
		"column narrower": {do: func(m *Model) tea.Cmd { m.result.grid.Widen(-4); return nil }, off: needsRows},
		"column fit":      {do: func(m *Model) tea.Cmd { m.result.grid.Widen(0); return nil }, off: needsRows},
		"carry left":      {do: func(m *Model) tea.Cmd { m.result.grid.Carry(-1); return nil }, off: needsRows},
		"carry right":     {do: func(m *Model) tea.Cmd { m.result.grid.Carry(1); return nil }, off: needsRows},
	}
}

// do carries an action out, or says why not.
func (m *Model) do(a Action) tea.Cmd {
	one := actions[a]
	if one.off != nil {
		if why := one.off(m); why != "" {
			return m.say(Info, why)
		}
	}
	return one.do(m)
}

func busy(m *Model) string {
	if m.job != nil {
		return "A turn is running: esc cancels it."
	}
	return ""
}

func opening(m *Model) string {
	if trouble := m.talk.Trouble(); trouble != nil {
		return trouble.Message
	}
	if m.talk.Source() == nil {
		return "The database is still opening."
	}
	return ""
}

func needsQuery(m *Model) string {
	if m.sql.after == nil {
		return "There is no query yet: ask a question first."
	}
	return ""
}

func needsNames(m *Model) string {
	if why := opening(m); why != "" {
		return why
	}
	return needsQuery(m)
}

func needsBefore(m *Model) string {
	if m.sql.before == nil {
		return "There is nothing to compare: this query was not made from another one."
	}
	return ""
}

// needsFolds: what folds are the lines that did not change, and the queries of WITH.
func needsFolds(m *Model) string {
	if m.sql.before != nil || len(ctesOf(m.sql.lay().rows)) > 0 {
		return ""
	}
	return needsBefore(m)
}

func needsWide(m *Model) string {
	if m.layout.Mode != layout.Wide {
		return "The split is for wide screens, from 120 columns."
	}
	return ""
}

func needsOthers(m *Model) string {
	if m.talk.Others() == nil {
		return "There is no other reading of this."
	}
	return ""
}

func needsParts(m *Model) string {
	if why := needsQuery(m); why != "" {
		return why
	}
	if len(m.talk.Parts()) == 0 {
		return "There is nothing in this query that could be had otherwise: say what you want."
	}
	return ""
}

func needsTurn(m *Model) string {
	if m.transcript.Selected() == nil || m.transcript.Selected().turn() == nil {
		return "There is no turn here."
	}
	return ""
}

func needsTurns(m *Model) string {
	if len(m.talk.Session().Turns()) == 0 {
		return "There is no turn yet: ask a question first."
	}
	return ""
}

func needsRows(m *Model) string {
	if m.result.result == nil || m.result.grid.Columns() == 0 {
		return "There is no result yet: ask a question first."
	}
	return ""
}

func needsRow(m *Model) string {
	if why := needsRows(m); why != "" {
		return why
	}
	if _, ok := m.result.grid.Value(); !ok {
		return "There is no row here."
	}
	return ""
}

func needsHidden(m *Model) string {
	if m.result.grid.Hidden() == 0 {
		return "No column is hidden: _ hides one."
	}
	return ""
}

func focusOn(p layout.Pane) func(*Model) tea.Cmd {
	return func(m *Model) tea.Cmd { m.setFocus(p); return nil }
}

// setFocus gives a pane the keys and, where not all fit, brings it to the front.
func (m *Model) setFocus(p layout.Pane) {
	m.focus, m.begun = p, ""
	if p != layout.Input {
		m.arrange.Page = p
	}
}

// tab completes while suggestions are open, else goes to the next pane: input, conversation, SQL, result.
func (m *Model) tab(by int) tea.Cmd {
	if m.focus == layout.Input && m.input.Open() {
		m.input.Cycle(by)
		return nil
	}
	m.setFocus((m.focus + layout.Panes + layout.Pane(by)) % layout.Panes)
	return nil
}

func move(rows, columns int) func(*Model) tea.Cmd {
	return func(m *Model) tea.Cmd {
		before, _ := m.result.grid.Cursor()
		m.result.grid.Move(rows, columns)
		if at, _ := m.result.grid.Cursor(); rows > 0 && at == before {
			return m.lastRow()
		}
		return nil
	}
}

// lastRow says below the last row that was read why there is no other, where there may be one.
func (m *Model) lastRow() tea.Cmd {
	if !m.result.more || m.result.rows == nil || m.result.reading() {
		return nil
	}
	return m.say(Info, "Reading stopped here: m reads on by a new run, # counts, w writes all.")
}

func scrollSQL(lines, cells int) func(*Model) tea.Cmd {
	return func(m *Model) tea.Cmd { m.sql.Scroll(lines, cells); return nil }
}

func (m *Model) zoom() tea.Cmd { m.arrange.Zoom = !m.arrange.Zoom; return nil }

func (m *Model) split(by int) tea.Cmd {
	now := m.layout.At[layout.Transcript].W * 100 / max(m.layout.Width, 1)
	m.arrange.Split = min(max(now+by, 10), 80)
	return nil
}

func (m *Model) divide(by int) tea.Cmd {
	diff, rows := m.layout.At[layout.Diff], m.layout.At[layout.Grid]
	if diff.Empty() || rows.Empty() {
		return m.say(Info, "SQL and result are not on screen together.")
	}
	m.arrange.Divide = min(max(diff.H*100/(diff.H+rows.H)+by, 10), 85)
	return nil
}

// back ends what is open, from the inside out: suggestions, the turn under way, reading, writing, the chart, the zoom, the pane.
func (m *Model) back() tea.Cmd {
	switch {
	case m.focus == layout.Input && m.input.Close():
	case m.job != nil:
		return m.cancel()
	case m.stopReading():
		return m.say(Info, "Stopped reading. The rows so far stay.")
	case m.stopExports():
	case m.focus == layout.Grid && m.result.chart != nil:
		m.result.chart = nil
	case m.focus == layout.Grid && m.result.grid.Searched() != "":
		m.result.grid.Search("")
	case m.arrange.Zoom:
		m.arrange.Zoom = false
	case m.focus != layout.Input:
		m.setFocus(layout.Input)
	}
	return nil
}

// interrupt is ctrl+c: it cancels, then empties the input, then leaves, asking once more.
func (m *Model) interrupt() tea.Cmd {
	switch {
	case m.job != nil:
		return m.cancel()
	case m.stopReading():
		return m.say(Info, "Stopped reading. The rows so far stay.")
	case m.stopExports():
	case m.leaving != 0 && m.leaving == m.status.serial && m.status.message != "":
		return m.quit()
	case m.focus == layout.Input && !m.input.Empty():
		m.input.Keep()
		return m.say(Info, "Input cleared; ↑ brings it back.")
	}
	cmd := m.say(Info, "ctrl+c again leaves parley.")
	m.leaving = m.status.serial
	return cmd
}

// quit leaves; while a turn runs it asks. Rows that are still read on are no reason to: their turn is kept.
func (m *Model) quit() tea.Cmd {
	switch {
	case m.job != nil:
		return m.open(&confirm{title: "Quit", question: "A query is running. Quit and cancel it?", yes: (*Model).leave})
	case m.keeping != "":
		return m.open(&confirm{title: "Quit", question: "The last turns could not be saved. Quit and lose them?", yes: (*Model).leave})
	case len(m.exports) > 0:
		return m.open(&confirm{title: "Quit", question: "A file is being written. Quit and drop it?", yes: (*Model).leave})
	}
	return m.leave()
}

// leave cancels what runs and ends the program.
func (m *Model) leave() tea.Cmd {
	if m.job != nil {
		m.job.cancel()
	}
	m.stopExports()
	return tea.Quit
}

func (m *Model) newThread() tea.Cmd { return m.start("/new", m.talk.Begin("/new")) }

func (m *Model) clear() tea.Cmd {
	if m.job != nil {
		m.cancel()
	}
	return m.start("/clear", m.talk.Begin("/clear"))
}

// redraw is what ctrl+l does in every terminal: what another program wrote over the screen goes away.
func (m *Model) redraw() tea.Cmd {
	m.canvas.soil(everyPane)
	return tea.ClearScreen
}

func (m *Model) undo() tea.Cmd { return m.showCommand(m.talk.Undo()) }
func (m *Model) redo() tea.Cmd { return m.showCommand(m.talk.Redo()) }

func (m *Model) toggleReview() tea.Cmd {
	m.review = !m.review
	if m.review {
		return m.say(Good, "Review mode: the SQL is shown before it runs.")
	}
	return m.say(Info, "Review mode is off: queries run at once.")
}

func (m *Model) nextTheme() tea.Cmd {
	names := theme.Names()
	for i, n := range names {
		if n == m.theme.Name {
			return m.setTheme(names[(i+1)%len(names)])
		}
	}
	return m.setTheme(names[0])
}

func (m *Model) setTheme(name string) tea.Cmd {
	o := m.options.Theme
	o.Name = name
	th, err := theme.New(o)
	if err != nil {
		return m.say(Warn, sentence(err.Error())+".")
	}
	m.theme = th
	return m.say(Info, "Theme "+th.Name)
}

func (m *Model) toggleMouse() tea.Cmd {
	m.mouse = !m.mouse
	if m.mouse {
		return tea.Batch(tea.EnableMouseCellMotion, m.say(Info, "The mouse is parley's: click, wheel, drag the split."))
	}
	return tea.Batch(tea.DisableMouse, m.say(Info, "The mouse is the terminal's: select text as usual. M takes it back."))
}
