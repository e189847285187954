package workflow

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"parley/dialog/bounded"
	"parley/dialog/memory"
	"parley/workflow/parameter"
)

// learn remembers what a query leaves behind; the log shows no private value.
func (o *Orchestrator) learn(l memory.Lesson, now time.Time) {
	o.settings.Room.Learn(l, now)
	o.settings.Log.Info("remembered", "turn", l.Turn, "subject", l.Subject, "parameters", masked(l.Parameters))
}

// contextVerbs are what /context can be told to do.
var contextVerbs = []string{"pin", "unpin", "set", "export", "import", "from"}

// context is the context viewer's command: it lists what is remembered, pins, changes, and exports it.
func (o *Orchestrator) context(argument string) string {
	if o.settings.Room == nil {
		return "Nothing is remembered in this conversation."
	}
	verb, what, _ := strings.Cut(argument, " ")
	switch what = strings.TrimSpace(what); verb {
	case "":
		return o.remembered()
	case "pin", "unpin":
		return o.pin(what, verb == "pin")
	case "set":
		return o.set(what)
	case "forget":
		return o.forgotten(what)
	case "export":
		data, err := o.settings.Room.Export(o.settings.Clock())
		return said(string(data), err)
	default:
		return "Say /context, /context pin NAME, unpin NAME, set NAME VALUE, forget NAME, export [FILE], import FILE, or from ROOM."
	}
}

// pin keeps what the user names from ageing, or lets it age again.
func (o *Orchestrator) pin(what string, pinned bool) string {
	found := o.settings.Room.Find(what)
	if len(found) == 0 {
		return notRemembered(what)
	}
	for _, f := range found {
		o.settings.Room.Pin(f.Subject, f.Parameter, pinned, o.settings.Clock())
	}
	return o.remembered()
}

// set gives a remembered parameter another value: "origin Mombasa". It holds until it is changed.
func (o *Orchestrator) set(what string) string {
	found, problem := o.settable(what, nil, o.opening.Ready())
	if problem != "" {
		return problem
	}
	for _, f := range found {
		o.settings.Room.Set(f.Subject, f.Parameter, o.settings.Clock())
	}
	return o.remembered()
}

// export writes what is remembered to a new file as JSON, readable by its owner alone. It runs beside the update loop.
func (p *Plan) export() string {
	path := strings.TrimSpace(strings.TrimPrefix(p.Detection.Argument, "export "))
	if p.settings.Room == nil {
		return "Nothing is remembered in this conversation."
	}
	data, err := p.settings.Room.Export(p.settings.Clock())
	if err != nil {
		return said("", err)
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, os.ErrExist) {
		return path + " is there already: name another file."
	}
	if err == nil {
		_, err = file.Write(append(data, '\n'))
		err = errors.Join(err, file.Close())
	}
	return said("Wrote what is remembered to "+path+".", err)
}

// takenOver is what a command takes over from elsewhere: another room of the same user, or a file. It reads the store or the
// disk, so it runs beside the update loop. Where the query in force is about what came, the outcome goes on as an edit of it:
// turn is then that plan, else nil.
func (p *Plan) takenOver(ctx context.Context, s *Source) (answer string, turn *Plan) {
	if p.settings.Room == nil {
		return "Nothing is remembered in this conversation.", nil
	}
	verb, from := contextVerb(p.Detection)
	taken, err := p.take(ctx, s, verb, from)
	switch {
	case err != nil:
		return said("", err), nil
	case len(taken) == 0:
		return fmt.Sprintf("%s holds nothing that is not remembered here.", SentenceCase(sourceName(verb, from))), nil
	}
	p.settings.Log.Info("taken over", "from", from, "parameters", masked(parametersOf(taken)))
	if p.current != nil && s.Schema != nil {
		if tree, put := parameter.Put(p.current, s.Schema, taken); len(put) > 0 {
			edit := *p
			edit.edits(tree, &amendment{given: put})
			edit.notice = fmt.Sprintf("Taken over from %s: %d.", sourceName(verb, from), len(taken))
			return "", &edit
		}
	}
	return fmt.Sprintf("Taken over from %s: %d. /context lists them; the next question about them uses them.", sourceName(verb, from), len(taken)), nil
}

func sourceName(verb, from string) string {
	if verb == "from" {
		return "room " + from
	}
	return from
}

// exportSize is the most that is read of what another room exported.
const exportSize = 16 << 20

// take takes parameters over from a room that the store knows, else from the kept session that is called so, or from a file.
func (p *Plan) take(ctx context.Context, s *Source, verb, from string) ([]memory.Found, error) {
	if verb == "from" {
		taken, err := p.settings.Room.TakeOver(ctx, from, p.settings.Clock())
		if err != nil || len(taken) > 0 || p.settings.Kept == nil {
			return taken, err
		}
		data, err := p.settings.Kept(from, s.Database.Name())
		if err != nil || data == nil {
			return nil, err
		}
		return p.settings.Room.Import(data, from, p.settings.Clock())
	}
	data, err := bounded.File(from, exportSize)
	if err != nil {
		return nil, err
	}
	return p.settings.Room.Import(data, filepath.Base(from), p.settings.Clock())
}

func notRemembered(what string) string {
	return fmt.Sprintf("Nothing remembered is called %q: /context lists what is.", what)
}

// remembered lists what the room holds, a subject a paragraph.
func (o *Orchestrator) remembered() string {
	view := o.settings.Room.View(o.settings.Clock())
	var lines []string
	for _, subject := range view.Subjects {
		lines = append(lines, subject.Subject)
		for _, p := range subject.Parameters {
			lines = append(lines, fmt.Sprintf("  %s  (%s)", p, provenance(p)))
		}
	}
	if len(lines) == 0 {
		return "Nothing is remembered yet."
	}
	lines = append(lines, "/context pin NAME keeps one, /context set NAME VALUE changes it, /context export FILE writes all; forget my NAME.")
	return strings.Join(lines, "\n")
}

// provenance is where a parameter comes from, how sure it is, how old, and how long it will live.
func provenance(p memory.ParameterView) string {
	from := p.From()
	left := span(p.Left) + " left"
	if p.Pinned {
		left = "pinned"
	}
	return fmt.Sprintf("%s, %s, %s old, %s", from, p.Confidence, span(p.Age), left)
}

// span is a duration to the minute: "5h57m", "12m".
func span(d time.Duration) string {
	d = d.Round(time.Minute)
	hours, minutes := int(d.Hours()), int(d.Minutes())%60
	switch {
	case hours == 0:
		return fmt.Sprintf("%dm", minutes)
	case minutes == 0:
		return fmt.Sprintf("%dh", hours)
	default:
		return fmt.Sprintf("%dh%02dm", hours, minutes)
	}
}

// forgotten forgets what the user names: "my origin", "flights", "all".
func (o *Orchestrator) forgotten(what string) string {
	if o.settings.Room == nil {
		return "Nothing is remembered in this conversation."
	}
	if what == "" {
		return "Say what to forget: a parameter, a subject, or all. /context lists them."
	}
	gone := o.settings.Room.Forget(what, o.settings.Clock())
	if len(gone) == 0 {
		return notRemembered(what)
	}
	var texts []string
	for _, f := range gone {
		texts = append(texts, f.Subject+": "+f.String())
	}
	return "Forgotten: " + strings.Join(texts, "; ") + "."
}
