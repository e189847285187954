package workflow

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"parley/dialog"
	"parley/dialog/memory"
)

// learn remembers what a query leaves behind; the log shows no private value.
func (o *Orchestrator) learn(l memory.Lesson, now time.Time) {
	o.settings.Room.Learn(l, now)
	masked := make([]string, len(l.Parameters))
	for i, p := range l.Parameters {
		masked[i] = p.Masked()
	}
	o.settings.Log.Info("remembered", "turn", l.Turn, "subject", l.Subject, "parameters", strings.Join(masked, "; "))
}

// context is the context viewer's command: it lists what is remembered, pins, changes, and exports it.
func (o *Orchestrator) context(argument string) string {
	if o.settings.Room == nil {
		return "Nothing is remembered in this conversation."
	}
	verb, what, _ := strings.Cut(argument, " ")
	switch verb {
	case "":
		return o.remembered()
	case "pin", "unpin":
		return o.pin(what, verb == "pin")
	case "set":
		return o.set(what)
	case "export":
		data, err := o.settings.Room.Export(o.settings.Clock())
		return said(string(data), err)
	default:
		return "Say /context, /context pin NAME, unpin NAME, set NAME VALUE, export [FILE], or from ROOM."
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

// set gives a remembered filter another value: "origin Mombasa".
func (o *Orchestrator) set(what string) string {
	name, value, _ := strings.Cut(what, " ")
	found := o.settings.Room.Find(name)
	if len(found) != 1 || found[0].Kind == memory.Sort || value == "" {
		return notRemembered(name)
	}
	p := found[0].Parameter
	p.Values, p.Turn, p.Confidence, p.Room = []string{value}, 0, memory.Confidence(dialog.High), ""
	if p.Kind == memory.Filter {
		p.Operator = "="
	}
	o.settings.Room.Set(found[0].Subject, p, o.settings.Clock())
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

// takeOver copies what another room of the same user remembers. It reads the store, so it runs beside the update loop.
func (p *Plan) takeOver(ctx context.Context) string {
	room := strings.TrimSpace(strings.TrimPrefix(p.Detection.Argument, "from "))
	if p.settings.Room == nil {
		return "Nothing is remembered in this conversation."
	}
	taken, err := p.settings.Room.TakeOver(ctx, room, p.settings.Clock())
	if err == nil && taken == 0 {
		return fmt.Sprintf("Room %s remembers nothing that is not remembered here.", room)
	}
	return said(fmt.Sprintf("Taken over from room %s: %d. /context lists them.", room, taken), err)
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
	from := fmt.Sprintf("turn %d", p.Turn)
	switch {
	case p.Room != "":
		from = "room " + p.Room
	case p.Turn == 0:
		from = "by hand"
	}
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
