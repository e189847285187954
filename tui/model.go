package tui

import (
	"cmp"
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/google/uuid"

	"parley/db"
	"parley/dialog"
	"parley/tui/layout"
	"parley/tui/theme"
)

// Options are what the user set, and what tests replace.
type Options struct {
	Theme theme.Options
	// Name is what the status line calls the database while it is opening.
	Name string
	// Maker says who makes the SQL: "rules", or a model's name.
	Maker string
	// Keys remaps actions: name → keys separated by blanks.
	Keys map[string]string
	// Typed is what the terminal sent before the screen was up; Back gives it its settings again, for the screen to change and to
	// restore.
	Typed []byte
	Back  func()
	// NoMouse leaves the mouse to the terminal; DebugKeys shows each key as it arrives.
	NoMouse, DebugKeys bool
	// Clock is the user's clock; nil means time.Now.
	Clock func() time.Time
	// Commands are slash commands of the host that the screen passes on; each may answer with text.
	Commands map[string]func(ctx context.Context, argument string) (string, error)
	// Committed is called on the update loop after each turn and returns the writing that is owed (a kept session, what is
	// remembered), which runs beside it; nil when nothing is. Its error is said once, until it changes; its notice is said.
	Committed func() func(context.Context) (notice string, err error)
	// Draft is what was typed before and not sent: it is given back, the last text in the input. Drafted is called on the update loop
	// with what is not sent now, and returns the writing that is owed, as Committed does; nil keeps none.
	Draft   []string
	Drafted func(draft []string) func(context.Context) (notice string, err error)
	// Clipboard is the system's clipboard; nil leaves OSC 52 and files.
	Clipboard func(string) error
	// Paste reads it; nil where it cannot be read.
	Paste func() (string, error)
	// Escape writes an escape sequence to the terminal, for OSC 52 and Signals; nil does without.
	Escape func(string)
	// Signals are what the terminal can be told beside the screen.
	Signals Signals
	// Host opens other databases and sessions; nil has none. Choose begins with Home.
	Host   Host
	Choose bool
	// Models finds language models; nil finds none.
	Models Models
	// Passwords brings questions for passwords; nil brings none.
	Passwords Passwords
	// Keeping says in a line how the conversation is kept, and what there is to continue; empty when there is nothing to say.
	Keeping string
	// Settings are those that can be changed by name.
	Settings []Setting
	// Notices are told in the conversation at the start.
	Notices []string
	// Saved is the folder of saved queries and of what is copied when no clipboard takes it.
	Saved string
	// Defuse makes texts in files of CSV and TSV that a spreadsheet would take for formulas mere texts.
	Defuse bool
}

// Model is the screen. It only routes: sizes to all panes, results to their owner, keys to the window in front, else to
// the focused pane.
type Model struct {
	talk    Conversation
	options Options
	ctx     context.Context
	theme   *theme.Theme
	keys    *KeyMap
	layout  layout.Layout
	arrange layout.State
	focus   layout.Pane

	input      *input
	transcript *transcript
	sql        *sqlPane
	result     *resultPane
	status     status
	modal      modal

	canvas     canvas
	job        *job
	pending    *proposalMsg // a statement that waits for a yes
	keeping    string       // why turns are not written, as it was said last; empty while they are
	retrying   bool         // that they are written is tried again
	draft      []string     // what was not sent, as it is kept
	drafting   bool         // a look at it is under way
	queue      []string
	suggested  []string                          // first questions that answer with rows
	looked     bool                              // for them
	travelling bool                              // somewhere else is being opened; what is said meanwhile is said there
	sought     string                            // what the session was found by, until it is shown
	affords    []string                          // refinements that the result affords
	burst      burst                             // letters typed in a row outside the input
	lead       burst                             // those that led into the input, while they may be a word's first
	opener     burst                             // the one that opened the window in front, and what was typed there at once
	begun      string                            // keys of a sequence that waits for its next one
	answer     answer                            // the one that was taken at its first letter
	recent     []string                          // ids of what was chosen in the palette, the last first
	reads      map[*db.Rowset]context.CancelFunc // what each result that is still read runs under
	generation uint64
	ready      bool
	review     bool
	mouse      bool
	drag       dragging
	now        time.Time
	exports    map[string]context.CancelFunc // what stops each file that is being written, by its path
	attention  attention
	held       []tea.KeyMsg // keys from before the screen had a size
	leaving    int          // the serial of the message that a second ctrl+c answers
}

// New makes the screen over a conversation. The context ends every effect when the program ends.
func New(ctx context.Context, talk Conversation, o Options) (*Model, error) {
	th, err := theme.New(o.Theme)
	if err != nil {
		return nil, err
	}
	keys, err := NewKeyMap(o.Keys)
	if err != nil {
		return nil, err
	}
	if o.Clock == nil {
		o.Clock = time.Now
	}
	var extra []string
	for name := range o.Commands {
		extra = append(extra, name)
	}
	for name := range commandActions {
		extra = append(extra, name)
	}
	m := &Model{
		talk: talk, options: o, ctx: ctx, theme: th, keys: keys, mouse: !o.NoMouse, now: o.Clock(),
		input: newInput(extra), transcript: newTranscript(), sql: &sqlPane{}, result: newResultPane(),
		reads: map[*db.Rowset]context.CancelFunc{}, exports: map[string]context.CancelFunc{},
	}
	m.held = keysOf(o.Typed)
	m.arrange.Page = layout.Transcript
	m.takeUp()
	return m, nil
}

// Init starts looking whether the database is open.
func (m *Model) Init() tea.Cmd {
	start := tea.Batch(lookReady(), sweepEdits)
	if n := m.options.Notices; len(n) > 0 { // a small screen may show another pane than the conversation, which holds them
		start = tea.Batch(start, m.say(Warn, n[0]))
	}
	if len(m.options.Draft) > 0 {
		start = tea.Batch(start, m.say(Good, m.broughtBack()))
	}
	if m.options.Choose {
		return tea.Batch(start, m.home())
	}
	return start
}

// Update takes one message and lays the panes out anew.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if m.early(msg) {
		return m, nil
	}
	m.canvas.soil(m.touched(msg))
	cmd := m.route(msg)
	m.place()
	return m, tea.Batch(cmd, m.catchUp(), m.result.Need(), m.sql.Need(), m.showWork(), m.keepDraftSoon(msg))
}

// usualWidth and usualHeight are the size of a terminal that has none to tell: a serial line, a program that drives it.
const (
	usualWidth  = 80
	usualHeight = 24
)

// route gives each message to its owner: size, results, window, keys.
func (m *Model) route(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.layout.Width, m.layout.Height = cmp.Or(msg.Width, usualWidth), cmp.Or(msg.Height, usualHeight)
	case outcomeMsg:
		return m.onOutcome(msg)
	case keptMsg:
		return m.onKept(msg)
	case rowsMsg:
		return m.onRows(msg)
	case pageMsg:
		return m.result.Loaded(msg)
	case tickMsg:
		return m.onTick(msg)
	case readyMsg:
		return m.onReady()
	case goneMsg:
		m.status.Gone(msg.serial)
	case editedMsg:
		return m.onEdited(msg)
	case effectMsg:
		return msg.apply(m)
	case tea.MouseMsg:
		return m.onMouse(msg)
	case tea.KeyMsg:
		m.attention.key = m.options.Clock()
		return m.onKey(msg)
	case tea.FocusMsg:
		m.onFocus(true)
	case tea.BlurMsg:
		m.onFocus(false)
	}
	return nil
}

// place arranges the panes and tells each its size. The lines that the SQL and the input want depend on how wide they are: a
// pane that has just come or grown has its width only after an arrangement, and a second one gives it its height.
func (m *Model) place() {
	if m.arrangeOnce(); m.sql.Wanted() != m.arrange.DiffLines || m.input.Lines() != m.arrange.InputLines {
		m.arrangeOnce()
	}
}

func (m *Model) arrangeOnce() {
	m.arrange.InputLines = m.input.Lines()
	m.arrange.DiffLines, m.arrange.DiffLeast = m.sql.Wanted(), m.sql.Least()
	m.arrange.DiffAlone = m.pending != nil
	m.layout = layout.Arrange(m.layout.Width, m.layout.Height, m.arrange)
	if m.layout.Shown(layout.Input) {
		m.input.SetSize(m.layout.At[layout.Input])
	}
	if m.layout.Shown(layout.Transcript) {
		m.transcript.SetSize(m.layout.At[layout.Transcript])
	}
	if m.layout.Shown(layout.Diff) {
		m.sql.SetSize(m.layout.At[layout.Diff])
	}
	if m.layout.Shown(layout.Grid) {
		m.result.SetSize(m.layout.At[layout.Grid])
	}
}

// onReady takes the schema in once the database is open.
func (m *Model) onReady() tea.Cmd {
	source := m.talk.Source()
	if trouble := m.talk.Trouble(); trouble != nil {
		m.ready = true
		m.transcript.Add(&entry{title: theme.Failed + " The database is not open", note: trouble.Message})
		return nil
	}
	if source == nil {
		return lookReady()
	}
	m.ready = true
	m.input.complete.learn(source.Schema, source.Project)
	return tea.Batch(m.goOn(), m.showSought(), m.suggest(), tea.SetWindowTitle("parley: "+visibleOneLine(m.placeName())))
}

// onRows takes in how far a result has been read. Its turn counts with it, whatever is on screen meanwhile.
func (m *Model) onRows(msg rowsMsg) tea.Cmd {
	m.grown(msg.turn)
	cmd := m.result.Grown(msg)
	if msg.state == db.Reading {
		return tea.Batch(cmd, watchRows(m.ctx, msg))
	}
	if m.talk.Settle(&dialog.Turn{ID: msg.turn}) { // the conversation counts so too: one result is enough
		m.recount(msg.turn, m.counted(msg.turn))
	}
	m.readOut(msg.rows)
	return cmd
}

// grown brings what the screen shows of a turn up to the rows read by now.
func (m *Model) grown(id uuid.UUID) {
	shown := m.transcript.Shown(id)
	if shown == nil {
		return
	}
	now := *shown
	m.talk.Grown(&dialog.Turn{ID: id, Result: &now})
	if now.Rows != shown.Rows || now.More != shown.More {
		m.recount(id, &now)
	}
}

// counted is the result of a turn as the conversation has it; nil when it has none.
func (m *Model) counted(id uuid.UUID) *dialog.Result {
	if t, ok := m.talk.Session().Turn(id); ok {
		return t.Result
	}
	return nil
}

// recount shows a result in the place of those of the turn, wherever it is on screen.
func (m *Model) recount(id uuid.UUID, now *dialog.Result) {
	shown := m.transcript.Shown(id)
	if shown == nil || now == nil || now == shown {
		return
	}
	kept := m.counted(id)
	m.transcript.Recount(id, now, shown, kept)
	if b := m.result.before; b != nil && (b == shown || b == kept) {
		m.result.before = now
	}
}

func (m *Model) onTick(msg tickMsg) tea.Cmd {
	if m.job == nil || msg.generation != m.job.generation {
		return nil
	}
	m.now = m.options.Clock()
	return tick(msg.generation)
}

// onKey takes keys one by one: letters that arrive together, as a held key does over a slow line, come as one message.
// Text for the input stays together.
func (m *Model) onKey(k tea.KeyMsg) tea.Cmd {
	switch {
	case k.Type != tea.KeyRunes || len(k.Runes) < 2 && !k.Paste:
		return m.onOneKey(k)
	case m.focus == layout.Input && m.modal == nil && m.layout.Mode != layout.TooSmall && (k.Paste || len(m.lead.letters) == 0):
		// Never by its name: the letters of "end" would be the key end.
		m.input.Type(string(k.Runes))
		return nil
	case k.Paste && m.modal == nil && m.layout.Mode != layout.TooSmall:
		return m.pasted(k)
	case k.Paste && m.modal != nil && takesText(m.modal) && m.layout.Mode != layout.TooSmall:
		return m.onOneKey(k) // whole: its name stands in brackets, so it is no key's
	}
	var cmds []tea.Cmd
	for _, r := range k.Runes {
		cmds = append(cmds, m.onOneKey(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}, Alt: k.Alt}))
	}
	return tea.Batch(cmds...)
}

// onOneKey gives a key to the window in front, else to the focused pane.
func (m *Model) onOneKey(k tea.KeyMsg) tea.Cmd {
	if m.options.DebugKeys {
		m.say(Info, "key "+k.String())
	}
	if m.layout.Mode == layout.TooSmall {
		return m.onKeyTooSmall(k)
	}
	if m.swallowed(k) {
		return nil
	}
	if m.modal == nil {
		if cmd, done := m.follow(k); done {
			m.burst = burst{}
			return cmd
		}
	}
	switch {
	case m.modal != nil && takesText(m.modal) && !m.begunAsWords():
		if cmd := m.hearInWindow(k); cmd != nil {
			return tea.Batch(cmd, m.onInputKey(k))
		}
	case m.modal == nil && m.focus == layout.Input:
		m.burst, m.opener = burst{}, burst{}
	case m.hearLetter(k):
		return m.takeWordsOver()
	}
	if m.modal != nil {
		return m.modal.Key(m, k)
	}
	if m.focus == layout.Input {
		return m.onInputKey(k)
	}
	if m.pending != nil && m.focus == layout.Diff {
		if cmd, ok := m.onPendingKey(k.String()); ok {
			return cmd
		}
	}
	if a, ok := m.keys.Lookup(m.focus, k.String()); ok {
		led, empty := m.burst, m.input.Empty()
		cmd := m.do(a)
		if m.focus == layout.Input && m.modal == nil && empty && m.input.Empty() {
			m.lead = led
		}
		return cmd
	}
	if k.String() == "/" { // a command, where it is no key
		m.setFocus(layout.Input)
		m.input.Type("/")
	}
	return nil
}

// onKeyTooSmall keeps only cancelling and leaving: nothing else could be seen.
func (m *Model) onKeyTooSmall(k tea.KeyMsg) tea.Cmd {
	if a, ok := m.keys.Lookup(layout.Transcript, k.String()); ok && (a == "interrupt" || a == "quit" || a == "back") {
		return m.do(a)
	}
	return nil
}

// onInputKey edits the text; keys that mean an action are done.
func (m *Model) onInputKey(k tea.KeyMsg) tea.Cmd {
	if cmd := m.joinLead(k); cmd != nil {
		return tea.Batch(cmd, m.onInputKey(k))
	}
	pressed := k.String()
	if pressed == "?" && m.input.Empty() {
		return m.do("help")
	}
	if a, ok := m.keys.Lookup(layout.Input, pressed); ok {
		if a == "accept" {
			if !m.input.Accept() {
				m.input.Key(k)
			}
			return nil
		}
		return m.do(a)
	}
	m.input.Key(k)
	return m.verdictSoon()
}

// say shows a message in the status line for its time.
func (m *Model) say(tone Tone, message string) tea.Cmd {
	return vanish(m.status.Say(tone, message), max(tone.lifetime(), readFor(len(message))))
}

// open puts a window in front; close takes it away.
func (m *Model) open(md modal) tea.Cmd {
	if asked, ok := m.modal.(*passwordPrompt); ok { // whoever waits for the answer must not wait for ever
		cmd := asked.answer(m, PasswordAnswer{Err: errNoAnswer})
		m.modal = md
		return cmd
	}
	m.modal = md
	return nil
}

func (m *Model) close() { m.modal = nil }
