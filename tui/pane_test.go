package tui

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"
	"github.com/muesli/termenv"

	"parley/tui/layout"
	"parley/tui/theme"
)

// panesAndWindows are the parts of the screen, and the keys after three turns that bring each to where it is seen. A pane fills
// the area above the input. Help is left out: it ends with the core's commands.
var panesAndWindows = map[string]struct {
	keys string
	pane layout.Pane // Panes for what is no pane
}{
	"input":        {"ctrl+u o n l y space f", layout.Input},
	"conversation": {"alt+2 z k", layout.Transcript},
	"sql":          {"alt+3 z", layout.Diff},
	"result":       {"alt+4 z j l", layout.Grid},
	"chart":        {"alt+4 z c", layout.Grid},
	"status":       {"alt+4 _", layout.Panes},
	"palette":      {"alt+4 :", layout.Panes},
	"tables":       {"ctrl+t", layout.Panes},
	"inspector":    {"alt+4 j o", layout.Panes},
	"profile":      {"alt+4 p", layout.Panes},
	"copy":         {"alt+4 space Y", layout.Panes},
	"prompt":       {"alt+4 w", layout.Panes},
}

// Every pane and window is golden with its colours: part × width × theme.
func TestGoldenPanes(t *testing.T) {
	t.Parallel()
	for name, part := range panesAndWindows {
		for _, w := range []int{80, 120, 200} {
			for _, look := range theme.Names() {
				t.Run(fmt.Sprintf("%s_%d_%s", name, w, look), func(t *testing.T) {
					t.Parallel()
					s := newScreen(t, conversation(), w, 24, func(o *Options) {
						o.Theme = theme.Options{Name: look, Profile: termenv.TrueColor, Dark: look != "light"}
					})
					s.ask("Show me all users")
					s.ask("how many per country")
					s.ask("qwertz asdf")
					s.press(strings.Fields(part.keys)...)
					s.settle()
					golden.RequireEqual(t, s.part(name, part.pane))
				})
			}
		}
	}
}

// part is what the screen draws of a pane, of the status line, or of a window over the panes.
func (s *screen) part(name string, pane layout.Pane) string {
	var lines []string
	switch {
	case pane < layout.Panes:
		lines = s.pane(pane, s.layout.At[pane], s.focus == pane)
	case name == "status":
		lines = []string{s.status.View(s.theme, s.layout.Width, s.facts(), s.hints())}
	default:
		lines = windowLines(s.theme, s.modal, placeWindow(s.theme, s.modal, s.layout.Width, s.layout.Height))
	}
	return strings.Join(lines, "\n") + "\n"
}
