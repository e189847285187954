package workflow

import (
	"context"
	"fmt"
	"strings"
	"time"

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
		return "Say /context, /context pin NAME, unpin NAME, set NAME VALUE, export, or from ROOM."
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
	p.Values = []string{value}
	if p.Kind == memory.Filter {
		p.Operator = "="
	}
	o.settings.Room.Set(found[0].Subject, p, o.settings.Clock())
	return o.remembered()
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
			lines = append(lines, fmt.Sprintf("  %s  (turn %d, %s, %s)", p, p.Turn, p.Confidence, lifetime(p.Pinned, p.Left)))
		}
	}
	if len(lines) == 0 {
		return "Nothing is remembered yet."
	}
	return strings.Join(lines, "\n")
}

func lifetime(pinned bool, d time.Duration) string {
	if pinned {
		return "pinned"
	}
	return d.Round(time.Minute).String() + " left"
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
