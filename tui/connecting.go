package tui

import (
	"context"
	"errors"
	"maps"
	"net"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	tea "github.com/charmbracelet/bubbletea"

	"parley/db"
	"parley/tui/text"
	"parley/tui/theme"
)

// connectForm names a database in the settings file. It is tried first; what does not answer says why, and is kept on a key of its own.
// Passwords are no part of it: they are asked for, and kept in the keyring.
type connectForm struct {
	kind, tls int
	fields    [formFields]field
	at        int
	trying    bool
	// stop ends the attempt under way, tries counts them: only the last one is heard.
	stop    context.CancelFunc
	tries   int
	problem string
	silent  string     // the target that was tried last and did not answer
	more    url.Values // settings of a URL that was taken apart for which there is no field
}

// The fields of the form, in their order; kind and TLS are chosen, the others written.
const (
	formKind = iota
	formName
	formPath // of files; the others are a server's
	formServer
	formDatabase
	formUser
	formTLS
	formRoot // where the server's certificate is looked at
	formTunnel
	formFields
)

// tryThrough is how long a database behind a tunnel is waited for.
const tryThrough = 25 * time.Second

var (
	formKinds  = []string{"PostgreSQL", "file"}
	formTLSs   = []string{"prefer", "require", "verify-ca", "verify-full", "disable"}
	formLabels = [formFields]string{"kind", "name", "file", "server", "database", "user", "TLS", "root cert", "tunnel"}
	formHints  = [formFields]string{formName: "as in --db NAME", formPath: "SQLite, DuckDB, CSV, Parquet, JSON; a pattern, a folder",
		formServer: "host or host:port", formDatabase: "as the server calls it", formUser: "the role; none is yours",
		formRoot: "a file with its authority; none: the system's", formTunnel: "a command, as ssh -N -L 5433:db:5432 jump"}
)

// connect opens the form.
func (m *Model) connect() tea.Cmd {
	if m.options.Host == nil {
		return m.say(Info, "Here is nothing else to open.")
	}
	f := &connectForm{}
	for i := range f.fields {
		f.fields[i].single, f.fields[i].width = true, 44
	}
	return m.open(f)
}

// shown are the fields of the chosen kind.
func (f *connectForm) shown() []int {
	if f.kind == 1 {
		return []int{formKind, formName, formPath}
	}
	if f.verifies() {
		return []int{formKind, formName, formServer, formDatabase, formUser, formTLS, formRoot, formTunnel}
	}
	return []int{formKind, formName, formServer, formDatabase, formUser, formTLS, formTunnel}
}

// verifies says that the server's certificate is looked at.
func (f *connectForm) verifies() bool { return strings.HasPrefix(formTLSs[f.tls], "verify-") }

// Key moves between fields, chooses, writes; enter tries the database and keeps it when it answers.
func (f *connectForm) Key(m *Model, k tea.KeyMsg) tea.Cmd {
	list := f.shown()
	which := list[f.at]
	switch k.String() {
	case "esc", "ctrl+c":
		f.giveUp()
		m.close()
		return nil
	case "tab", "down", "enter", "shift+tab", "up", "ctrl+s":
		if f.takeApart(which) {
			return nil
		}
	}
	switch k.String() {
	case "tab", "down":
		f.at = (f.at + 1) % len(list)
	case "shift+tab", "up":
		f.at = (f.at + len(list) - 1) % len(list)
	case "enter":
		return f.try(m)
	case "ctrl+s":
		return f.keep(m)
	default:
		f.giveUp()
		f.problem = ""
		switch {
		case which == formKind && k.Type == tea.KeyRunes: // who types has chosen: it is the name
			f.at++
			f.fields[list[f.at]].Key(k)
		case which == formKind:
			chosen(&f.kind, len(formKinds), k)
		case which == formTLS:
			chosen(&f.tls, len(formTLSs), k)
		default:
			f.fields[which].Key(k)
		}
	}
	return nil
}

// takeApart puts the parts of a URL that was written into one field into those where they belong; a password is left out, and that is said.
func (f *connectForm) takeApart(which int) bool {
	u, err := url.Parse(f.said(which))
	if which == formTunnel || err != nil || u.Scheme != "postgres" && u.Scheme != "postgresql" {
		return false
	}
	f.kind, f.problem = 0, ""
	f.more = u.Query()
	for at, text := range map[int]string{which: "", formServer: u.Host, formDatabase: strings.TrimPrefix(u.Path, "/"), formUser: u.User.Username(), formRoot: f.more.Get("sslrootcert")} {
		if at != formName || which == formName {
			f.fields[at].Set(text)
		}
	}
	f.tls = max(slices.Index(formTLSs, f.more.Get("sslmode")), 0)
	if _, secret := u.User.Password(); secret || f.more.Has("password") || f.more.Has("sslpassword") {
		f.problem = "The password of the URL is left out: it is asked for."
	}
	for _, has := range []string{"sslmode", "sslrootcert", "password", "sslpassword"} {
		f.more.Del(has)
	}
	if len(f.more) > 0 {
		f.problem = strings.TrimSpace(f.problem + " Kept as the URL has it: " + strings.Join(slices.Sorted(maps.Keys(f.more)), ", ") + ".")
	}
	f.at = slices.Index(f.shown(), formName)
	return true
}

// chosen goes through n choices.
func chosen(at *int, n int, k tea.KeyMsg) {
	switch k.String() {
	case "left":
		*at = (*at + n - 1) % n
	case "right", " ":
		*at = (*at + 1) % n
	}
}

func (f *connectForm) said(which int) string { return strings.TrimSpace(f.fields[which].Text()) }

// target is the database as --db takes it; missing names the field that it lacks.
func (f *connectForm) target() (target, missing string) {
	needed := []int{formName, formPath}
	if f.kind == 0 {
		needed = []int{formName, formServer, formDatabase}
	}
	for _, which := range needed {
		if f.said(which) == "" {
			return "", formLabels[which]
		}
	}
	if f.kind == 1 {
		return strings.Join(dropped(f.said(formPath)), ","), ""
	}
	u := url.URL{Scheme: "postgres", Host: f.said(formServer), Path: "/" + f.said(formDatabase)}
	if strings.Count(u.Host, ":") > 1 && !strings.HasPrefix(u.Host, "[") && net.ParseIP(u.Host) != nil { // IPv6
		u.Host = "[" + u.Host + "]"
	}
	if user := f.said(formUser); user != "" {
		u.User = url.User(user)
	}
	u.RawQuery = f.settings().Encode()
	return u.String(), ""
}

// settings are what the URL of a server says behind the question mark.
func (f *connectForm) settings() url.Values {
	settings := url.Values{}
	maps.Copy(settings, f.more)
	if f.tls > 0 {
		settings.Set("sslmode", formTLSs[f.tls])
	}
	if root := f.said(formRoot); root != "" && f.verifies() {
		settings.Set("sslrootcert", fromAnywhere(strings.Join(dropped(root), ",")))
	}
	return settings
}

// fromAnywhere is a path as it is found from any folder.
func fromAnywhere(path string) string {
	if full, err := filepath.Abs(AtHome(path)); err == nil {
		return full
	}
	return path
}

// tunnel is the command that makes the server reachable; empty for none.
func (f *connectForm) tunnel() string {
	if f.kind != 0 {
		return ""
	}
	return f.said(formTunnel)
}

// ready is the target, or says which field is missing.
func (f *connectForm) ready() (target string, ok bool) {
	target, missing := f.target()
	switch {
	case missing != "":
		f.problem = "It needs a " + missing + "."
	case f.kind == 0 && wrongServer(f.said(formServer)) != "":
		f.problem = wrongServer(f.said(formServer))
	default:
		return target, true
	}
	return target, false
}

// wrongServer says why a text cannot be a server: its port is no number, its host no name. A path is a folder of sockets.
func wrongServer(server string) string {
	if strings.HasPrefix(server, "/") || net.ParseIP(server) != nil {
		return ""
	}
	host, port := server, "5432"
	if strings.Contains(server, ":") {
		at := strings.LastIndexByte(server, ':')
		host, port = server[:at], server[at+1:]
	}
	if n, err := strconv.Atoi(port); err != nil || n < 1 || n > 65535 {
		return "The port is a number from 1 to 65535, as in db.example:5432; it says " + strconv.Quote(port) + "."
	}
	inner := strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	if inner != host && net.ParseIP(inner) != nil {
		return ""
	}
	switch {
	case strings.Contains(host, ":"):
		return "The port is one number behind the host, as in db.example:5432."
	case host == "" || strings.ContainsFunc(host, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("/?#@[]", r) }):
		return "The host is a name or an address, as in db.example; it says " + strconv.Quote(host) + "."
	}
	return ""
}

func (f *connectForm) try(m *Model) tea.Cmd {
	target, ok := f.ready()
	if !ok || f.trying {
		return nil
	}
	f.trying, f.problem = true, ""
	f.tries++
	host, patience, to, attempt := m.options.Host, tryFor, Destination{Database: target, Tunnel: f.tunnel()}, f.tries
	if to.Tunnel != "" {
		patience = tryThrough
	}
	ctx, cancel := context.WithTimeout(m.ctx, patience)
	f.stop = cancel
	return func() tea.Msg {
		defer cancel()
		return connectsMsg{form: f, attempt: attempt, target: target, err: host.Try(ctx, to)}
	}
}

// giveUp stops an attempt under way: what it tries is said otherwise now, or nobody waits for it any more.
func (f *connectForm) giveUp() {
	if f.trying {
		f.stop()
		f.trying = false
		f.tries++
	}
}

// connectsMsg says whether the database of a form answers.
type connectsMsg struct {
	form    *connectForm
	attempt int
	target  string
	err     error
}

func (t connectsMsg) apply(m *Model) tea.Cmd {
	if t.attempt != t.form.tries {
		return nil
	}
	t.form.trying = false
	switch {
	case m.modal != modal(t.form):
		return nil
	case errors.Is(t.err, db.ErrPassword): // it answers; who goes there is asked
	case t.err != nil:
		t.form.silent = t.target
		t.form.problem = sentence(strings.TrimSuffix(visibleOneLine(db.Told(t.err)), ".")) + ". ctrl+s keeps it all the same."
		return nil
	}
	return t.form.keep(m)
}

// keep writes the database to the settings, and goes there unless it has just not answered.
func (f *connectForm) keep(m *Model) tea.Cmd {
	target, ok := f.ready()
	if !ok {
		return nil
	}
	host, name, tunnel := m.options.Host, f.said(formName), f.tunnel()
	return func() tea.Msg {
		said, err := host.AddConnection(name, target, tunnel)
		return namedMsg{form: f, name: name, said: said, silent: target == f.silent, err: err}
	}
}

// namedMsg says that a database is in the settings.
type namedMsg struct {
	form       *connectForm
	name, said string
	silent     bool
	err        error
}

func (n namedMsg) apply(m *Model) tea.Cmd {
	if n.err != nil {
		n.form.problem = sentence(strings.TrimSuffix(visibleOneLine(db.Told(n.err)), ".")) + "."
		return nil
	}
	if m.modal == modal(n.form) {
		m.close()
	}
	if n.silent {
		return m.say(Good, n.said)
	}
	return m.travelSaying(Destination{Database: n.name}, n.said)
}

// problemLines is how much room the form has for what is wrong.
const problemLines = 3

// Size has room for all fields and what is wrong.
func (f *connectForm) Size(*theme.Theme, int, int) (int, int) {
	return 72, formFields + problemLines
}

// View draws a line for each field.
func (f *connectForm) View(th *theme.Theme, w, _ int) window {
	const lead = 11
	var lines []string
	for i, which := range f.shown() {
		label := th.Muted
		if i == f.at {
			label = th.Accent
		}
		lines = append(lines, label.Render(text.Fit(formLabels[which], lead))+f.value(th, which, i == f.at, w-lead))
	}
	lines = append(lines, "")
	switch {
	case f.trying:
		lines = append(lines, th.Muted.Render("trying "+text.Ellipsis+" typing gives it up"))
	case f.problem != "":
		for _, l := range text.Wrap(f.problem, w) {
			lines = append(lines, th.Bad.Render(l))
		}
	case f.kind == 0:
		lines = append(lines, th.Muted.Render(text.Cut("A password is asked for, and goes to the keyring if you say so.", w)))
	}
	foot := "tab next"
	if which := f.shown()[f.at]; which == formKind || which == formTLS {
		foot = "← → choose " + theme.Dot + " " + foot
	}
	return window{title: "Add a database", foot: foot + " " + theme.Dot + " enter tries and keeps it " + theme.Dot + " esc back", lines: lines}
}

// value draws what a field holds, or what belongs there.
func (f *connectForm) value(th *theme.Theme, which int, focused bool, w int) string {
	options, at := formKinds, f.kind
	switch which {
	case formTLS:
		options, at = formTLSs, f.tls
		fallthrough
	case formKind:
		var l theme.Line
		for i, o := range options {
			paint, sign := th.Muted, "○ "
			if i == at {
				paint, sign = th.TabOn, "● "
			}
			l.Add(paint, " "+sign+o+" ")
		}
		return text.Cut(l.String(), w)
	}
	one := &f.fields[which]
	one.width = w - 1
	ghost := ""
	if len(one.chars) == 0 {
		ghost = formHints[which]
	}
	return one.View(th, 1, focused, ghost)[0]
}
