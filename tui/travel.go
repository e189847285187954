package tui

import (
	"context"
	"fmt"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"parley/db"
	"parley/dialog"
	"parley/dialog/archive"
	"parley/tui/text"
	"parley/tui/theme"
)

// Destination is where the user goes on: another database in this session, as it was typed or by its targets, or another
// kept session. One of the three is set.
type Destination struct {
	Database string
	Targets  []string
	Session  string
	// Words are what the session was found by: it is opened at the last turn that has them.
	Words string
	// Tunnel is a command that makes the database reachable, where the settings do not know it yet.
	Tunnel string
}

// Place is a database to go to, as a list shows it.
type Place struct {
	Name   string
	Origin string // why it is in the list: "settings", "recent"
	To     Destination
	// Off is why it cannot be chosen now; empty when it can.
	Off string
}

// Host is what the screen asks of the program around it about sessions and databases. All of it runs in commands.
type Host interface {
	// Travel opens a destination, and brings the conversation there and the options for it.
	Travel(ctx context.Context, to Destination) (Conversation, Options, error)
	// Databases are those to choose from: the demo, those that the settings name, those of this and of kept sessions.
	Databases() []Place
	// Neighbours are the other databases of the server that is open here; it asks it.
	Neighbours(ctx context.Context) []Place
	// Latest is the reference of the kept session that was used last about this database, or in this folder; empty when there is none.
	Latest() string
	// Sessions are the kept sessions, newest first: all, or those that hold the words.
	Sessions(words string) ([]archive.Entry, error)
	// RenameSession names the present session; DeleteSession removes another one; ExportSession writes the present one to a
	// file. The text is for the user.
	RenameSession(name string) (string, error)
	DeleteSession(ref string) (string, error)
	ExportSession(file string) (string, error)
	// Answer says inputs one after the other in a conversation of its own, which is not kept, and brings the last turn.
	Answer(ctx context.Context, inputs []string) (*dialog.Turn, error)
	// Try opens a database and closes it again, without asking for anything.
	Try(ctx context.Context, to Destination) error
	// SetSetting writes a setting to the settings file.
	SetSetting(name, value string) (string, error)
	// AddConnection names a database in the settings file, and in this run; tunnel is the command that makes it reachable, or empty.
	AddConnection(name, target, tunnel string) (string, error)
}

// arrivedMsg brings the conversation at a destination.
type arrivedMsg struct {
	talk    Conversation
	options Options
	said    string // what led there
	words   string // what the session was found by
	err     error
}

// travel opens a destination beside the update loop; the present conversation stays until then.
func (m *Model) travel(to Destination) tea.Cmd { return m.travelSaying(to, "") }

// travelSaying is travel that says at its end what led there: a sentence, or nothing.
func (m *Model) travelSaying(to Destination, said string) tea.Cmd {
	host, ctx := m.options.Host, m.ctx
	if host == nil {
		return m.say(Info, "Here is nothing else to open.")
	}
	m.travelling = true
	return tea.Batch(m.say(Info, "Opening …"), func() tea.Msg {
		talk, options, err := host.Travel(ctx, to)
		return arrivedMsg{talk, options, said, to.Words, err}
	})
}

func (a arrivedMsg) apply(m *Model) tea.Cmd {
	m.travelling = false
	if a.err != nil {
		return tea.Batch(m.next(), m.say(Bad, strings.TrimSpace(a.said+" "+sentence(db.Told(a.err)))))
	}
	if m.job != nil {
		m.cancel() // and what waited for it: the up arrow brings it
	}
	said := m.queue
	moved := m.moveDraft()
	arrived := tea.Batch(moved, m.become(a.talk, a.options))
	m.sought, m.queue = a.words, said
	arrived = tea.Batch(arrived, m.next())
	if a.said != "" {
		return tea.Batch(arrived, m.say(Good, a.said))
	}
	return arrived
}

// become shows another conversation in place of the present one. What the user set on the way stays; numbers that mark
// messages go on, so that a late one for the old conversation finds nobody.
func (m *Model) become(talk Conversation, o Options) tea.Cmd {
	o.Theme, o.Clipboard, o.Paste, o.Escape, o.Passwords = m.options.Theme, m.options.Clipboard, m.options.Paste, m.options.Escape, m.options.Passwords
	next, err := New(m.ctx, talk, o)
	if err != nil {
		return m.say(Bad, sentence(err.Error()))
	}
	next.theme, next.keys, next.review, next.mouse, next.keeping = m.theme, m.keys, m.review, m.mouse, m.keeping
	next.layout.Width, next.layout.Height = m.layout.Width, m.layout.Height
	next.reads, next.exports = m.reads, m.exports
	next.generation, next.result.serial, next.status.serial = m.generation+1, m.result.serial+1, m.status.serial+1
	next.recent = m.recent
	next.input.history = append(next.input.history, m.input.history[m.input.learnt:]...)
	next.input.past = len(next.input.history)
	if written := m.input.field.Text(); written != "" { // while it was being opened
		next.input.Keep()
		next.input.Put(written)
	}
	*m = *next
	arrived := "Now on " + m.placeName() + "."
	if len(o.Draft) > 0 {
		arrived += " " + m.broughtBack()
	}
	return tea.Batch(m.Init(), m.say(Good, arrived))
}

// dbCommand is /db: with a target or a name it goes there, without one it offers those that are known.
func (m *Model) dbCommand(target string) tea.Cmd {
	paths := dropped(target)
	for i, p := range paths {
		paths[i] = AtHome(p)
	}
	switch {
	case len(paths) > 1:
		return m.travel(Destination{Targets: paths})
	case target != "":
		return m.travel(Destination{Database: paths[0]})
	}
	return m.chooseDatabase()
}

// chooseDatabase lists the known databases.
func (m *Model) chooseDatabase() tea.Cmd {
	host := m.options.Host
	if host == nil {
		return m.say(Info, "Here is nothing else to open.")
	}
	ctx := m.ctx
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(ctx, neighboursFor)
		defer cancel()
		return placesMsg(append(host.Databases(), host.Neighbours(ctx)...))
	}
}

// neighboursFor is how long a list waits for what the server says of its other databases.
const neighboursFor = time.Second

// placesMsg brings the databases to choose from.
type placesMsg []Place

func (p placesMsg) apply(m *Model) tea.Cmd {
	return m.open(newPicker("Databases", "search; /db FILE or /db URL opens another", placeChoices(p), func(m *Model, c choice) tea.Cmd {
		return m.travel(c.value.(Destination))
	}))
}

func placeChoices(places []Place) []choice {
	choices := make([]choice, len(places))
	for i, place := range places {
		below := place.To.Database
		if below == "" {
			below = strings.Join(place.To.Targets, " ")
		}
		if strings.HasPrefix(below, "postgres") { // how it is connected to is no part of where it is
			below, _, _ = strings.Cut(below, "?")
		}
		choices[i] = choice{title: visibleOneLine(place.Name), detail: place.Origin, below: visibleOneLine(below), off: place.Off, value: place.To}
		if below == place.Name {
			choices[i].below = ""
		}
	}
	return choices
}

// sessionsCommand is /sessions: a list to resume from, or search, rename, delete and export.
func (m *Model) sessionsCommand(argument string) tea.Cmd {
	host := m.options.Host
	if host == nil {
		return m.say(Info, "Sessions are not kept here.")
	}
	verb, rest, _ := strings.Cut(argument, " ")
	rest = strings.TrimSpace(rest)
	act := map[string]func(string) (string, error){"rename": host.RenameSession, "delete": host.DeleteSession, "export": host.ExportSession}[verb]
	switch {
	case act != nil && rest == "":
		return m.say(Warn, "Say what to "+verb+": /sessions rename NAME, /sessions delete SESSION, /sessions export FILE.html.")
	case act != nil:
		return func() tea.Msg {
			said, err := act(rest)
			return answerMsg{name: "sessions", text: said, err: err}
		}
	case verb == "resume" && rest != "":
		return m.travel(Destination{Session: rest})
	case verb == "search" || verb == "list" || verb == "resume":
		argument = rest
	}
	return func() tea.Msg {
		entries, err := host.Sessions(argument)
		return sessionsMsg{words: argument, entries: entries, err: err}
	}
}

// searchSessions is /search: the kept sessions in which words were said; without words all of them, to be searched in.
func (m *Model) searchSessions(words string) tea.Cmd {
	return m.sessionsCommand(strings.TrimSpace("search " + words))
}

// goOnWith is /continue: the session that was used last here goes on.
func (m *Model) goOnWith(string) tea.Cmd {
	host := m.options.Host
	if host == nil {
		return m.say(Info, "Sessions are not kept here.")
	}
	return func() tea.Msg { return latestMsg(host.Latest()) }
}

// latestMsg brings the session to continue.
type latestMsg string

func (l latestMsg) apply(m *Model) tea.Cmd {
	if l == "" {
		return m.say(Info, "There is nothing to continue here: /sessions shows what is kept.")
	}
	return m.travel(Destination{Session: string(l)})
}

// sessionsMsg brings the kept sessions.
type sessionsMsg struct {
	words   string
	entries []archive.Entry
	err     error
}

func (s sessionsMsg) apply(m *Model) tea.Cmd {
	switch {
	case s.err != nil:
		return m.say(Bad, sentence(db.Visible(s.err.Error())))
	case len(s.entries) == 0 && s.words != "":
		return m.say(Info, fmt.Sprintf("No kept session holds %q.", s.words))
	case len(s.entries) == 0:
		return m.say(Info, "No session is kept yet.")
	}
	choices := make([]choice, len(s.entries))
	for i, e := range s.entries {
		if choices[i] = sessionChoice(e); e.Match != "" {
			choices[i].below = visibleOneLine(e.Match)
		}
	}
	p := newPicker("Kept sessions", "search; enter resumes", choices, func(m *Model, c choice) tea.Cmd {
		return m.travel(Destination{Session: c.value.(string), Words: s.words})
	})
	p.other = func(m *Model, said string) tea.Cmd { return m.sessionsCommand("search " + said) }
	p.otherwise = "no first question has these words: enter searches all turns"
	return m.open(p)
}

func sessionChoice(e archive.Entry) choice {
	c := choice{title: visibleOneLine(e.Name), value: e.ID}
	if e.Name == "" {
		c.title = e.ID
	}
	if e.Err != nil {
		c.below = visibleOneLine(e.Err.Error())
		return c
	}
	c.detail = fmt.Sprintf("%s, %s", text.Plural(e.Turns, "turn"), e.Updated.Local().Format("2006-01-02 15:04"))
	if e.Here {
		c.detail = "this one " + theme.Dot + " " + c.detail
	}
	c.below = visibleOneLine(e.Place.Name + ": " + e.First)
	if e.Turns == 0 {
		c.below = visibleOneLine(e.Place.Name)
	}
	if e.Name == "" && e.Turns == 0 && e.Unsent != "" {
		c.title, c.detail, c.below = visibleOneLine(e.Unsent), "not sent, "+e.Updated.Local().Format("2006-01-02 15:04"), visibleOneLine(e.Place.Name+" · "+e.ID)
	}
	if e.Name == "" && e.First != "" { // nobody knows it by its id
		c.title, c.below = visibleOneLine(e.First), visibleOneLine(e.Place.Name+" · "+e.ID)
	}
	return c
}
