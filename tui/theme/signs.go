package theme

import "strings"

// The characters the screen draws with. Each has a plain twin of the same width in `twins`.
const (
	TopLeft, TopRight, BottomLeft, BottomRight = "╭", "╮", "╰", "╯"
	Horizontal, Vertical                       = "─", "│"
	TeeDown, TeeUp, TeeRight                   = "┬", "┴", "├"
	Corner                                     = "└"
	Refined, Fresh, Answer, Failed             = "✨", "🆕", "💬", "✗"
	Cursor, Arrow, Dot, Check, Warning         = "▸", "→", "·", "✓", "⚠"
	Up, Down, Wrapped, Prompt                  = "↑", "↓", "↪", "❯"
	Full, Track                                = "█", "▐"
	Folded, Moved                              = "⋯", "~"
)

// Eighths are parts of a cell from the left, an eighth to seven of them.
var Eighths = []string{"▏", "▎", "▍", "▌", "▋", "▊", "▉"}

// Spinner turns while something runs.
var Spinner = []string{"▖", "▘", "▝", "▗"}

// twins replaces drawn characters by plain letters of the same width, so that --ascii moves nothing.
var twins = strings.NewReplacer(
	TopLeft, "+", TopRight, "+", BottomLeft, "+", BottomRight, "+", Horizontal, "-", Vertical, "|",
	TeeDown, "+", TeeUp, "+", TeeRight, "+",
	Refined, "* ", Fresh, "+ ", Answer, "= ", Failed, "x",
	Cursor, ">", Arrow, ">", Dot, "-", Check, "y", Warning, "!", Up, "^", Down, "v", Wrapped, "\\", Prompt, ">", "┃", "#", "↑", "^", "←", "<",
	Full, "#", Track, "#", "…", "~", "–", "-", "’", "'", "“", "\"", "”", "\"", "×", "x",
	"≥", ">", "≤", "<", "≠", "!", "∅", "0", "⏎", "/", "●", "*", "○", "o", "▾", "v",
	"▏", ".", "▎", ".", "▍", ":", "▌", ":", "▋", "=", "▊", "=", "▉", "#",
	"▁", ".", "▂", ".", "▃", ":", "▄", ":", "▅", "=", "▆", "=", "▇", "#",
	"▖", "|", "▘", "/", "▝", "-", "▗", "\\", "┼", "+", "┤", "+", Folded, "~", Corner, "+", "┘", "+", "┌", "+", "┐", "+",
)

// reset ends every style.
const reset = "\x1b[0m"

// Draw is the last step of every frame: the frame as it is, in plain letters, or on the theme's own background.
func (t *Theme) Draw(frame string) string {
	if t.plain {
		frame = twins.Replace(frame)
	}
	if t.ground != "" {
		frame = strings.ReplaceAll(frame, reset, reset+t.ground)
		frame = t.ground + strings.ReplaceAll(frame, "\n", reset+"\n"+t.ground) + reset
	}
	return frame
}
