package tui

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"parley/db"
	"parley/tui/text"
	"parley/tui/theme"
)

// maxInput bounds what can be typed or pasted, in characters.
const maxInput = 100_000

// field is an editor of one or several lines. It holds grapheme clusters, so that the caret never stands inside a
// character.
type field struct {
	chars []string
	at    int
	// selected says that all of the text is: what is typed replaces it, and any other key keeps it.
	selected bool
	single   bool
	width    int
	killed   string
	// marking says that the characters between anchor and caret are selected.
	marking bool
	anchor  int

	known known
}

// known is what follows from the characters, until they change: a long text is asked for it at every key.
type known struct {
	text   string
	joined bool
	runs   []run
	width  int // that the runs were made for
}

// Text is what stands in the field.
func (f *field) Text() string {
	if !f.known.joined {
		f.known.text, f.known.joined = strings.Join(f.chars, ""), true
	}
	return f.known.text
}

// hold takes other characters.
func (f *field) hold(chars []string, at int) {
	f.chars, f.at, f.known, f.marking = chars, at, known{}, false
}

// Set replaces everything and puts the caret at the end.
func (f *field) Set(s string) {
	chars := clean(s, f.single)
	f.hold(chars, len(chars))
	f.selected = false
}

// Insert puts text in at the caret, or in place of what is selected.
func (f *field) Insert(s string) {
	if f.selected {
		f.Set("")
	}
	f.deleteMarked()
	// What is put in may join the characters before it, and nothing further back.
	near := max(f.at-joins, 0)
	put := clean(strings.Join(f.chars[near:f.at], "")+joinable(s), f.single)
	was, from := f.Text(), f.offset(near)
	now := was[:from] + strings.Join(put, "") + was[from+f.bytes(near, f.at):]
	chars := slices.Replace(f.chars, near, f.at, put...)
	f.hold(chars[:min(len(chars), maxInput)], min(near+len(put), maxInput))
	f.known.text, f.known.joined = now, len(chars) <= maxInput
}

// Replace puts text in place of the bytes from..to, and the caret behind it.
func (f *field) Replace(from, to int, s string) {
	f.marking, f.anchor, f.at = true, f.charAt(from), f.charAt(to)
	f.Insert(s)
}

// charAt is the character that begins at a byte of the text.
func (f *field) charAt(offset int) int {
	at := 0
	for offset > 0 && at < len(f.chars) {
		offset -= len(f.chars[at])
		at++
	}
	return at
}

// joins is how many characters before the caret what is typed can become one with: flags are made of pairs.
const joins = 8

func joinable(s string) string {
	return strings.NewReplacer("\r\n", "\n", "\r", "\n", "\t", "    ").Replace(s)
}

// clean splits text into characters; what would act on the terminal is made visible, and a single line has no breaks.
func clean(s string, single bool) []string {
	lines := strings.Split(joinable(s), "\n")
	for i, l := range lines {
		lines[i] = db.Visible(l)
	}
	between := "\n"
	if single {
		between = " "
	}
	return text.Clusters(strings.Join(lines, between))
}

// takers are the keys that take what is selected away.
var takers = []string{"backspace", "ctrl+h", "delete", "ctrl+d"}

// Key edits; used says whether the key meant something.
func (f *field) Key(k tea.KeyMsg) (used bool) {
	if f.marking && slices.Contains(takers, k.String()) {
		return f.deleteMarked()
	}
	if !f.selected {
		return f.edit(k)
	}
	switch k.String() {
	case "backspace", "ctrl+h", "delete", "ctrl+d":
		f.Set("")
		return true
	}
	used = f.edit(k)
	f.selected = f.selected && !used
	return used
}

func (f *field) edit(k tea.KeyMsg) (used bool) {
	switch k.String() {
	case "left", "ctrl+b":
		f.at = max(f.at-1, 0)
	case "right", "ctrl+f":
		f.at = min(f.at+1, len(f.chars))
	case "ctrl+left", "alt+left", "alt+b":
		f.at = f.wordLeft()
	case "ctrl+right", "alt+right", "alt+f":
		f.at = f.wordRight()
	case "home", "ctrl+a":
		f.at = f.lineStart()
	case "end", "ctrl+e":
		f.at = f.lineEnd()
	case "backspace", "ctrl+h":
		f.delete(f.at-1, f.at)
	case "delete", "ctrl+d":
		f.delete(f.at, f.at+1)
	case "ctrl+w", "alt+backspace":
		f.kill(f.wordLeft(), f.at)
	case "alt+d":
		f.kill(f.at, f.wordRight())
	case "ctrl+u":
		f.kill(f.lineStart(), f.at)
	case "ctrl+k":
		f.kill(f.at, f.lineEnd())
	default:
		return f.typed(k)
	}
	return true
}

// typed takes printable keys and pastes.
func (f *field) typed(k tea.KeyMsg) bool {
	if k.Type != tea.KeyRunes && k.Type != tea.KeySpace || k.Alt {
		return false
	}
	f.Insert(string(k.Runes))
	return true
}

func (f *field) delete(from, to int) {
	from, to = max(from, 0), min(to, len(f.chars))
	if from >= to {
		return
	}
	f.hold(slices.Delete(f.chars, from, to), from)
}

func (f *field) kill(from, to int) {
	f.killed = strings.Join(f.chars[from:to], "")
	f.delete(from, to)
}

func (f *field) wordLeft() int {
	i := f.at
	for i > 0 && strings.TrimSpace(f.chars[i-1]) == "" {
		i--
	}
	for i > 0 && strings.TrimSpace(f.chars[i-1]) != "" {
		i--
	}
	return i
}

func (f *field) wordRight() int {
	i := f.at
	for i < len(f.chars) && strings.TrimSpace(f.chars[i]) == "" {
		i++
	}
	for i < len(f.chars) && strings.TrimSpace(f.chars[i]) != "" {
		i++
	}
	return i
}

func (f *field) lineStart() int {
	i := f.at
	for i > 0 && f.chars[i-1] != "\n" {
		i--
	}
	return i
}

func (f *field) lineEnd() int {
	i := f.at
	for i < len(f.chars) && f.chars[i] != "\n" {
		i++
	}
	return i
}

// Before and After are the text on either side of the caret.
func (f *field) Before() string { return f.Text()[:f.offset(f.at)] }

// After is the text behind the caret.
func (f *field) After() string { return f.Text()[f.offset(f.at):] }

// offset is the byte of the text at which a character begins.
func (f *field) offset(at int) int { return f.bytes(0, at) }

// bytes is how long some characters are.
func (f *field) bytes(from, to int) int {
	n := 0
	for _, c := range f.chars[from:to] {
		n += len(c)
	}
	return n
}

// run is a line on screen: the characters from..to.
type run struct{ from, to int }

// runs breaks the text into lines of at most width cells, at blanks where there are any.
func (f *field) runs() []run {
	if f.known.runs == nil || f.known.width != f.width {
		f.known.runs, f.known.width = f.broken(), f.width
	}
	return f.known.runs
}

func (f *field) broken() []run {
	var out []run
	start, blank, used := 0, -1, 0
	for i, c := range f.chars {
		if c == "\n" {
			out = append(out, run{start, i})
			start, blank, used = i+1, -1, 0
			continue
		}
		w := 1
		if len(c) > 1 {
			w = text.Width(c)
		}
		if used+w > f.width && i > start {
			end := i
			if blank > start {
				end = blank
			}
			out = append(out, run{start, end})
			start, blank = end, -1
			used = f.cells(start, i)
		}
		if c == " " {
			blank = i + 1
		}
		used += w
	}
	return append(out, run{start, len(f.chars)})
}

func (f *field) cells(from, to int) int {
	n := 0
	for _, c := range f.chars[from:to] {
		n += text.Width(c)
	}
	return n
}

// Lines is how many lines the text takes.
func (f *field) Lines() int { return len(f.runs()) }

// caretRun is the line on which the caret stands.
func (f *field) caretRun(runs []run) int {
	for i := len(runs) - 1; i > 0; i-- {
		if f.at >= runs[i].from {
			return i
		}
	}
	return 0
}

// Vertical moves the caret by lines; ok is false when there is no line to go to.
func (f *field) Vertical(by int) (ok bool) {
	runs := f.runs()
	line := f.caretRun(runs)
	if line+by < 0 || line+by >= len(runs) {
		return false
	}
	f.Put(f.cells(runs[line].from, f.at), line+by)
	return true
}

// Put sets the caret at a cell of a line.
func (f *field) Put(x, line int) {
	runs := f.runs()
	r := runs[min(max(line, 0), len(runs)-1)]
	f.at = r.from
	for used := 0; f.at < r.to; f.at++ {
		used += text.Width(f.chars[f.at])
		if used > x {
			return
		}
	}
}

// View draws h lines around the caret. The ghost follows the text.
func (f *field) View(th *theme.Theme, h int, caret bool, ghost string) []string {
	runs := f.runs()
	line := f.caretRun(runs)
	top := min(max(line-h+1, 0), max(len(runs)-h, 0))
	var out []string
	for i := top; i < min(len(runs), top+h); i++ {
		var l theme.Line
		f.drawRun(&l, th, runs[i], caret && i == line)
		if i == len(runs)-1 {
			f.drawEnd(&l, th, runs[i], caret && f.at == len(f.chars), ghost)
		}
		out = append(out, l.String())
	}
	return out
}

func (f *field) drawRun(l *theme.Line, th *theme.Theme, r run, caret bool) {
	if f.selected {
		l.Add(th.Selected, strings.Join(f.chars[r.from:r.to], ""))
		return
	}
	if !caret || f.at >= r.to {
		l.Add(th.Text, strings.Join(f.chars[r.from:r.to], ""))
		if caret && f.at < len(f.chars) {
			l.Add(th.Caret, " ")
		}
		return
	}
	l.Add(th.Text, strings.Join(f.chars[r.from:f.at], ""))
	l.Add(th.Caret, f.chars[f.at])
	l.Add(th.Text, strings.Join(f.chars[f.at+1:r.to], ""))
}

// drawEnd draws the caret behind the last character, and the ghost.
func (f *field) drawEnd(l *theme.Line, th *theme.Theme, r run, caret bool, ghost string) {
	ghost = text.Cut(ghost, f.width-f.cells(r.from, r.to))
	if !caret {
		l.Add(th.Ghost, ghost)
		return
	}
	first := text.Clusters(ghost)
	if len(first) == 0 {
		l.Add(th.Caret, " ")
		return
	}
	l.Add(th.Caret, first[0])
	l.Add(th.Ghost, strings.Join(first[1:], ""))
}
