package workflow

import (
	"fmt"
	"strings"
	"time"
)

// remembered lists what the room holds, a subject a paragraph.
func (o *Orchestrator) remembered() string {
	if o.settings.Room == nil {
		return "Nothing is remembered in this conversation."
	}
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
		return fmt.Sprintf("Nothing remembered is called %q: /context lists what is.", what)
	}
	var texts []string
	for _, f := range gone {
		texts = append(texts, f.Subject+": "+f.String())
	}
	return "Forgotten: " + strings.Join(texts, "; ") + "."
}
