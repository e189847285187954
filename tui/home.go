package tui

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"parley/db"
	"parley/dialog"
	"parley/dialog/saved"
	"parley/tui/board"
	"parley/tui/layout"
	"parley/tui/text"
	"parley/tui/theme"
)

// Home is where to go from: databases with whether they answer, boards, saved questions, kept sessions. What is typed searches
// them; a file, a folder or a URL that is none of them is opened.

const (
	// homeSessions is how many kept sessions it shows.
	homeSessions = 12
	// tryFor is how long a database is waited for.
	tryFor = 5 * time.Second
	// triesAtOnce is how many are tried at a time.
	triesAtOnce = 3
)

// home opens it; what lies on disk is read beside, and databases are tried there.
func (m *Model) home() tea.Cmd {
	host, folder := m.options.Host, saved.Folder(m.options.Saved)
	if host == nil {
		return m.say(Info, "Here is nothing else to open.")
	}
	return func() tea.Msg {
		h := homeMsg{boards: folder.Boards(), questions: folder.Names(), places: host.Databases(), latest: host.Latest()}
		entries, _ := host.Sessions("") // what cannot be read is not shown
		for _, e := range entries[:min(len(entries), homeSessions)] {
			h.sessions = append(h.sessions, sessionChoice(e))
		}
		return h
	}
}

// homeMsg brings what there is.
type homeMsg struct {
	places            []Place
	boards, questions []string
	sessions          []choice
	latest            string
}

func (h homeMsg) apply(m *Model) tea.Cmd {
	goTo := func(to Destination) func(*Model) tea.Cmd {
		return func(m *Model) tea.Cmd { return m.travel(to) }
	}
	var choices []choice
	if h.latest != "" {
		choices = append(choices, choice{title: "Go on where you were", detail: "last session", value: goTo(Destination{Session: h.latest})})
	}
	var tries []tea.Cmd
	turn := make(chan struct{}, triesAtOnce)
	list := placeChoices(h.places)
	first := len(choices)
	for i := range list {
		to := list[i].value.(Destination)
		list[i].value = goTo(to)
		if list[i].off == "" {
			list[i].detail += " " + theme.Dot + " trying " + text.Ellipsis
			tries = append(tries, m.try(first+i, to, turn))
		}
	}
	choices = append(choices, list...)
	choices = append(choices, choice{title: "Add a database " + text.Ellipsis, detail: "form", value: (*Model).connect})
	for _, name := range h.boards {
		choices = append(choices, choice{title: visibleOneLine(name), detail: "board", value: func(m *Model) tea.Cmd { return m.boardCommand(name) }})
	}
	for _, name := range h.questions {
		choices = append(choices, choice{title: visibleOneLine(name), detail: "saved question", value: func(m *Model) tea.Cmd { return m.openCommand(name) }})
	}
	choices = append(choices, choice{title: "Definitions", detail: "what words mean here", value: func(m *Model) tea.Cmd { return m.send("/taught") }})
	for _, c := range h.sessions {
		c.value = goTo(Destination{Session: c.value.(string)})
		choices = append(choices, c)
	}
	p := newPicker("Home", "search; or a file, a folder, a URL to open", choices, func(m *Model, c choice) tea.Cmd { return c.value.(func(*Model) tea.Cmd)(m) })
	p.wide = 76
	p.other, p.otherwise = (*Model).saidAtHome, "nothing is called so: enter opens it as a file; words go to the input"
	host, ctx := m.options.Host, m.ctx
	cmds := []tea.Cmd{m.open(p), func() tea.Msg {
		ctx, cancel := context.WithTimeout(ctx, tryFor)
		defer cancel()
		return neighboursMsg{in: p, places: host.Neighbours(ctx)}
	}}
	for _, t := range tries {
		cmds = append(cmds, func() tea.Msg {
			tried := t().(answersMsg)
			tried.in = p
			return tried
		})
	}
	return tea.Batch(cmds...)
}

// saidAtHome takes what nothing at Home is called: a command runs, words of a question go to the input, anything else is opened.
func (m *Model) saidAtHome(said string) tea.Cmd {
	if command, ok := strings.CutPrefix(said, "/"); ok && isCommand(strings.Fields(command + " .")[0]) {
		return m.send(said)
	}
	if strings.Contains(said, " ") && !strings.ContainsAny(said, pathLetters) {
		return m.meantAsWords(said)
	}
	return m.dbCommand(said)
}

// meantAsWords puts what was typed to search a list, and reads like a question, into the input.
func (m *Model) meantAsWords(said string) tea.Cmd {
	m.setFocus(layout.Input)
	m.input.Put(said)
	return m.say(Info, "That looked like words: it is in the input. enter asks it here, of "+m.options.Name+".")
}

// neighboursMsg brings the other databases of the same server, which stand at the end, for there may be many; they are not tried.
type neighboursMsg struct {
	in     *picker
	places []Place
}

func (n neighboursMsg) apply(*Model) tea.Cmd { //nolint:unparam // an effect
	list := placeChoices(n.places)
	for i := range list {
		to := list[i].value.(Destination)
		list[i].value = func(m *Model) tea.Cmd { return m.travel(to) }
	}
	p := n.in
	p.choices, p.where = append(p.choices, list...), nil
	at, top := p.at, p.top
	p.filter()
	p.at, p.top = min(at, max(len(p.found)-1, 0)), top
	return nil
}

// pathLetters are in paths, patterns, URLs and what is quoted, and hardly in a question; an apostrophe is in both.
const pathLetters = `/\~.:=*,"`

func isCommand(name string) bool {
	return slices.ContainsFunc(dialog.Commands, func(c dialog.Command) bool { return c.Name == name })
}

// isPath says that what was sent is a file dropped on the terminal, or a whole path, and no command and no question.
func isPath(said string) bool {
	for _, opening := range []string{"'/", `"/`, "~/", "'~/", "file:///"} {
		if strings.HasPrefix(said, opening) {
			return true
		}
	}
	rest, ok := strings.CutPrefix(said, "/")
	end := strings.IndexAny(rest, `/\ `)
	return ok && end > 0 && rest[end] != ' ' && !isCommand(rest[:end])
}

// try opens a database when it is its turn.
func (m *Model) try(at int, to Destination, turn chan struct{}) tea.Cmd {
	host, ctx := m.options.Host, m.ctx
	return func() tea.Msg {
		turn <- struct{}{}
		defer func() { <-turn }()
		ctx, cancel := context.WithTimeout(ctx, tryFor)
		defer cancel()
		return answersMsg{at: at, err: host.Try(ctx, to)}
	}
}

// answersMsg says whether a database of the list answers.
type answersMsg struct {
	in  *picker
	at  int
	err error
}

func (t answersMsg) apply(*Model) tea.Cmd { //nolint:unparam // an effect
	t.in.where = nil // it is searched in what is said now
	c := &t.in.choices[t.at]
	origin, _, _ := strings.Cut(c.detail, theme.Dot)
	origin = strings.TrimSpace(origin)
	switch {
	case t.err == nil:
		c.detail = strings.TrimSpace(origin + " " + theme.Check + " answers")
		return nil
	case errors.Is(t.err, db.ErrPassword):
		c.detail = strings.TrimSpace(origin + " " + theme.Check + " asks for a password")
		return nil
	}
	c.detail = strings.TrimSpace(origin + " " + theme.Failed + " does not open")
	c.below = visibleOneLine(t.err.Error())
	return nil
}

// boardCommand shows a board, changes it or writes it: /board NAME, /board NAME add QUESTION, /board NAME remove QUESTION,
// /board NAME export FILE.html.
func (m *Model) boardCommand(argument string) tea.Cmd {
	folder := saved.Folder(m.options.Saved)
	if m.options.Saved == "" || m.options.Host == nil {
		return m.say(Info, "There is no folder for boards.")
	}
	for _, verb := range []string{" add ", " remove "} {
		if name, question, ok := strings.Cut(argument, verb); ok {
			return m.changeBoard(folder, strings.TrimSpace(name), strings.TrimSpace(question), verb == " add ")
		}
	}
	if argument == "" {
		return m.listBoards(folder)
	}
	name, file, _ := strings.Cut(argument, " export ")
	questions, err := folder.Board(strings.TrimSpace(name))
	if err != nil {
		return m.say(Warn, sentence(err.Error())+". /board NAME add QUESTION makes one of saved questions.")
	}
	w := &boardWindow{name: strings.TrimSpace(name), file: strings.TrimSpace(file), questions: questions, now: map[string]saved.Shown{}}
	w.last = folder.Last(w.name)
	for _, q := range questions {
		w.tiles = append(w.tiles, board.Tile{Name: q})
	}
	return tea.Batch(m.open(w), w.ask(m, 0))
}

func (m *Model) changeBoard(folder saved.Folder, name, question string, add bool) tea.Cmd {
	questions, _ := folder.Board(name) // a new one has none
	questions = slices.DeleteFunc(questions, func(q string) bool { return q == question })
	if add {
		questions = append(questions, question)
	}
	if add && !slices.Contains(folder.Names(), question) {
		return m.say(Warn, fmt.Sprintf("There is no saved query %q: /save %s keeps the one on screen so.", visibleOneLine(question), visibleOneLine(question)))
	}
	if err := folder.SetBoard(name, questions); err != nil {
		return m.say(Warn, sentence(err.Error())+".")
	}
	return m.say(Good, fmt.Sprintf("The board %s has %s.", visibleOneLine(name), text.Plural(len(questions), "question")))
}

func (m *Model) listBoards(folder saved.Folder) tea.Cmd {
	var choices []choice
	for _, name := range folder.Boards() {
		questions, _ := folder.Board(name)
		choices = append(choices, choice{title: visibleOneLine(name), detail: text.Plural(len(questions), "question"), below: visibleOneLine(strings.Join(questions, ", ")), value: name})
	}
	if len(choices) == 0 {
		return m.say(Info, "There is no board yet: /save NAME keeps a question, /board NAME add QUESTION puts it on one.")
	}
	return m.open(newPicker("Boards", "search", choices, func(m *Model, c choice) tea.Cmd { return m.boardCommand(c.value.(string)) }))
}

// boardWindow shows the questions of a board, each as it is answered.
type boardWindow struct {
	name      string
	file      string // where it is written once all are answered; empty for nowhere
	questions []string
	tiles     []board.Tile
	last, now map[string]saved.Shown
	at, top   int
	columns   int
}

// ask asks the question at a place, in a conversation of its own.
func (w *boardWindow) ask(m *Model, at int) tea.Cmd {
	host, folder, ctx := m.options.Host, saved.Folder(m.options.Saved), m.ctx
	name := w.questions[at]
	return func() tea.Msg {
		inputs, err := folder.Inputs(name)
		answer := boardMsg{in: w, at: at}
		if err == nil {
			answer.turn, err = host.Answer(ctx, inputs)
		}
		if err != nil {
			answer.turn = &dialog.Turn{Failure: &dialog.Failure{Message: sentence(err.Error()) + "."}}
		}
		return answer
	}
}

// boardMsg brings the answer to a question of a board.
type boardMsg struct {
	in   *boardWindow
	at   int
	turn *dialog.Turn
}

// placeName is what the place is called here: its name, or what the database calls itself where it was named by where it is.
func (m *Model) placeName() string {
	if strings.Contains(m.options.Name, "://") {
		return db.Visible(m.databaseName())
	}
	return m.options.Name
}

// databaseName is what the open database calls itself.
func (m *Model) databaseName() string {
	if source := m.talk.Source(); source != nil && source.Database != nil {
		return source.Database.Name()
	}
	return m.options.Name
}

// apply shows it and asks the next one, as long as the board is looked at; what it showed is noted at its end.
func (b boardMsg) apply(m *Model) tea.Cmd {
	w := b.in
	name := w.questions[b.at]
	w.tiles[b.at] = board.Of(name, m.databaseName(), b.turn, w.last[name], m.options.Clock())
	if b.turn.Result != nil {
		w.now[name] = w.tiles[b.at].Shown
	}
	switch {
	case m.modal != modal(w):
		return nil
	case b.at+1 < len(w.questions):
		return w.ask(m, b.at+1)
	}
	folder, name, now := saved.Folder(m.options.Saved), w.name, w.now
	return tea.Batch(w.write(m), func() tea.Msg {
		if err := folder.SetLast(name, now); err != nil {
			return answerMsg{err: fmt.Errorf("what the board showed could not be noted: %w", err)}
		}
		return nil
	})
}

// answered says that every question has been.
func (w *boardWindow) answered() bool {
	return !slices.ContainsFunc(w.tiles, func(t board.Tile) bool { return !t.Asked })
}

// writeTo asks for the file of the page.
func (w *boardWindow) writeTo(m *Model) tea.Cmd {
	return m.open(newPrompt("Write the board to a file", "one HTML page: numbers, bars, tables, and what they were the last time", w.name+".html", func(m *Model, file string) tea.Cmd {
		w.file = file
		return tea.Batch(m.open(w), w.write(m))
	}))
}

// write puts the page into the file that was named, once all is answered.
func (w *boardWindow) write(m *Model) tea.Cmd {
	if w.file == "" || !w.answered() {
		return nil
	}
	path := AtHome(w.file)
	w.file = ""
	page := board.Page{Name: w.name, Database: m.options.Name, Made: m.options.Clock(), Tiles: slices.Clone(w.tiles)}
	return func() tea.Msg {
		if err := page.File(path); err != nil {
			return answerMsg{err: fmt.Errorf("the board is not written: %w", err)}
		}
		return answerMsg{text: "Wrote the board to " + visibleOneLine(path) + "."}
	}
}

// Key moves, asks the chosen question, or closes.
func (w *boardWindow) Key(m *Model, k tea.KeyMsg) tea.Cmd {
	move := map[string]int{"down": w.columns, "j": w.columns, "up": -w.columns, "k": -w.columns, "right": 1, "l": 1, "tab": 1, "left": -1, "h": -1, "shift+tab": -1}
	switch by, ok := move[k.String()]; {
	case ok && w.at+by >= 0 && w.at+by < len(w.tiles):
		w.at += by
	case ok:
	case k.String() == "enter":
		m.close()
		return m.openCommand(w.questions[w.at])
	case k.String() == "ctrl+r":
		return m.boardCommand(w.name)
	case k.String() == "w":
		return w.writeTo(m)
	case (k.Type == tea.KeyRunes || k.Type == tea.KeySpace) && k.String() != "q": // of a word, it may be
	default:
		m.close()
	}
	return nil
}

// Size takes what the tiles need.
func (w *boardWindow) Size(_ *theme.Theme, width, _ int) (int, int) {
	wide := min(width-8, 150)
	n := min(board.Columns(wide), len(w.tiles))
	return min(wide, n*60), (len(w.tiles) + n - 1) / n * board.Height
}

// View draws the tiles in sight.
func (w *boardWindow) View(th *theme.Theme, width, h int) window {
	w.columns = board.Columns(width)
	lines := board.View(th, w.tiles, w.at, width)
	row := w.at / w.columns * board.Height
	w.top = max(min(w.top, row), min(row+board.Height-h, len(lines)-h), 0)
	return window{title: "Board " + visibleOneLine(w.name), note: text.Plural(len(w.tiles), "question"), lines: lines[w.top:min(w.top+h, len(lines))],
		foot: "enter asks it · ctrl+r all again · w as a page · esc back", scroll: scroll{top: w.top, shown: h, total: len(lines)}}
}
