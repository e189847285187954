package tui

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"parley/tui/text"
)

// Text is selected with shift and the keys that move the caret; what is typed or pasted takes its place.

// moves are the keys that move the caret, without shift.
var moves = map[string]tea.KeyMsg{
	"left": {Type: tea.KeyLeft}, "right": {Type: tea.KeyRight}, "home": {Type: tea.KeyHome}, "end": {Type: tea.KeyEnd},
	"ctrl+shift+left": {Type: tea.KeyCtrlLeft}, "ctrl+shift+right": {Type: tea.KeyCtrlRight},
}

// Mark extends what is selected by a key that moves the caret with shift; false for any other key.
func (f *field) Mark(k tea.KeyMsg) bool {
	pressed := k.String()
	key := strings.TrimPrefix(pressed, "shift+")
	move, sideways := moves[key]
	if key == pressed && !strings.HasPrefix(key, "ctrl+shift+") || !sideways && key != "up" && key != "down" {
		return false
	}
	if !f.marking {
		f.marking, f.anchor = true, f.at
	}
	switch {
	case sideways:
		f.edit(move)
	case key == "up" && !f.Vertical(-1):
		f.at = 0
	case key == "down" && !f.Vertical(1):
		f.at = len(f.chars)
	}
	return true
}

// MarkAll selects everything.
func (f *field) MarkAll() { f.marking, f.anchor, f.at = true, 0, len(f.chars) }

// Marked are the characters that are selected; from and to are equal where none are.
func (f *field) Marked() (from, to int) {
	if !f.marking {
		return f.at, f.at
	}
	return min(f.anchor, f.at), max(f.anchor, f.at)
}

// MarkedText is what is selected.
func (f *field) MarkedText() string {
	from, to := f.Marked()
	return strings.Join(f.chars[from:to], "")
}

// deleteMarked takes away what is selected; false where nothing is.
func (f *field) deleteMarked() bool {
	from, to := f.Marked()
	f.marking = false
	f.delete(from, to)
	return from < to
}

// copyMarked copies what is selected, and takes it out.
func (e *sqlEditor) copyMarked(m *Model, cut bool) tea.Cmd {
	s := e.field.MarkedText()
	if cut {
		e.keep(edition{e.field.Text(), e.field.at})
		e.field.deleteMarked()
	}
	return m.copyText(s, text.Plural(len(text.Clusters(s)), "character"))
}

// piece is a part of the text and the byte at which it begins.
type piece struct {
	text string
	from int
}

func (e *sqlEditor) whole() piece { return piece{text: e.field.Text()} }

// toRun is what runs: what is selected, else all.
func (e *sqlEditor) toRun() piece {
	if s := e.field.MarkedText(); strings.TrimSpace(s) != "" {
		from, _ := e.field.Marked()
		return piece{s, e.field.offset(from)}
	}
	return e.whole()
}
