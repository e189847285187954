package tui

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/charmbracelet/bubbles/key"

	"parley/tui/layout"
)

// Action names something that a key, the command palette or the mouse can do. Settings remap keys by these names.
type Action string

// Where says in which part of the screen a key acts.
type Where uint8

// The places, from the general to the particular: the particular wins.
const (
	Everywhere Where = iota
	// Outside is every pane but the input.
	Outside
	Asking
	Talking
	Reading
	Browsing
)

// String is the heading in help.
func (w Where) String() string {
	return [...]string{"Everywhere", "Outside the input", "Ask", "Conversation", "SQL", "Result"}[w]
}

// Binding is one action with its keys.
type Binding struct {
	Action Action
	Where  Where
	key.Binding
	// Hint is the word by which the status line shows the few that it shows; empty for the others.
	Hint string
}

// bind is a binding in the words of help; keys are as Bubble Tea names them.
func bind(w Where, a Action, help string, keys ...string) Binding {
	return Binding{Action: a, Where: w, Binding: key.NewBinding(key.WithKeys(keys...), key.WithHelp(keyNames(keys), help))}
}

func hint(b Binding, word string) Binding { b.Hint = word; return b }

// bindings is every key of the screen. Help, the status line, the palette and the README's table come from here.
// Every action has a key that all terminals send: alt, ctrl+enter and function keys only repeat another one.
func bindings() []Binding {
	return []Binding{
		hint(bind(Everywhere, "new", "new query: nothing carried over", "ctrl+n"), "new"),
		bind(Everywhere, "redraw", "draw the screen anew", "ctrl+l"),
		hint(bind(Everywhere, "undo", "undo: back to the query before", "ctrl+z"), "undo"),
		bind(Everywhere, "redo", "redo", "ctrl+y"),
		hint(bind(Everywhere, "next pane", "next pane", "tab"), "panes"),
		bind(Everywhere, "previous pane", "previous pane", "shift+tab"),
		bind(Everywhere, "ask", "to the input", "alt+1"),
		bind(Everywhere, "conversation", "to the conversation", "alt+2"),
		bind(Everywhere, "sql", "to the SQL", "alt+3"),
		bind(Everywhere, "result", "to the result", "alt+4"),
		bind(Everywhere, "palette", "every action, by name", "ctrl+p"),
		bind(Everywhere, "schema", "tables and columns", "ctrl+t"),
		bind(Everywhere, "edit", "edit the SQL in $EDITOR", "ctrl+g"),
		bind(Everywhere, "again", "run the turn again", "ctrl+r"),
		bind(Everywhere, "interrupt", "cancel what runs; then quit", "ctrl+c"),
		bind(Everywhere, "back", "back, or cancel what runs", "esc"),

		hint(bind(Outside, "help", "keys of where you are", "?"), "help"),
		bind(Outside, "palette", "every action, by name", ":"),
		bind(Outside, "ask", "to the input", "i", "1"),
		bind(Outside, "conversation", "to the conversation", "2"),
		bind(Outside, "sql", "to the SQL", "3"),
		bind(Outside, "result", "to the result", "4"),
		hint(bind(Outside, "zoom", "this pane alone, and back", "z"), "zoom"),
		bind(Outside, "narrower", "conversation narrower", "<"),
		bind(Outside, "wider", "conversation wider", ">"),
		bind(Outside, "shorter", "SQL shorter", "{"),
		bind(Outside, "taller", "SQL taller", "}"),
		bind(Outside, "undo", "undo", "u"),
		bind(Outside, "redo", "redo", "U"),
		bind(Outside, "schema", "tables and columns", "t"),
		bind(Outside, "edit here", "edit the SQL", "e"),
		bind(Outside, "review", "review mode: see the SQL before it runs", "R"),
		bind(Outside, "theme", "next theme", "T"),
		bind(Outside, "mouse", "mouse on or off", "M"),
		bind(Outside, "clear", "clear: the conversation starts again; undo brings it back", "C"),
		bind(Outside, "quit", "quit", "Q", "ctrl+q"),

		hint(bind(Asking, "send", "send", "enter"), "send"),
		bind(Asking, "newline", "new line", "alt+enter", "ctrl+j"),
		bind(Asking, "edit line", "what is written, in the SQL editor", "ctrl+up", "ctrl+o"),
		bind(Asking, "older", "earlier input; only those with what is typed", "up"),
		bind(Asking, "newer", "later input", "down"),
		bind(Asking, "accept", "take the suggestion", "right", "ctrl+f"),

		bind(Talking, "turn down", "next turn", "down", "j"),
		bind(Talking, "turn up", "turn before", "up", "k"),
		bind(Talking, "turn first", "first turn", "g", "home"),
		bind(Talking, "turn last", "last turn", "G", "end"),
		bind(Talking, "turn page down", "scroll on", "pgdown", "ctrl+d"),
		bind(Talking, "turn page up", "scroll back", "pgup", "ctrl+u"),
		hint(bind(Talking, "turn show", "its SQL and rows", "enter"), "show"),
		bind(Talking, "turn go", "go on from this turn (a branch)", "b"),
		bind(Talking, "tree", "the tree of turns", "B"),
		hint(bind(Talking, "turn around", "turn the intent around and run again", "!"), "turn around"),
		bind(Talking, "mark turn", "mark for comparing", " "),
		bind(Talking, "compare", "compare with the marked turn", "="),
		bind(Talking, "copy sql", "copy the SQL", "y"),
		bind(Talking, "alone", "ask again without what is remembered", "x"),
		bind(Talking, "without one", "ask again without one thing remembered", "X"),
		bind(Talking, "take", "put its words into the input", "I"),
		bind(Talking, "readings", "the other readings of the last answer", "r"),
		bind(Talking, "parts", "what was understood, to be changed part by part", "o"),

		bind(Reading, "sql down", "down", "down", "j"),
		bind(Reading, "sql up", "up", "up", "k"),
		bind(Reading, "sql left", "left", "left", "h"),
		bind(Reading, "sql right", "right", "right", "l"),
		bind(Reading, "sql page down", "a page down", "pgdown", "ctrl+d"),
		bind(Reading, "sql page up", "a page up", "pgup", "ctrl+u"),
		bind(Reading, "sql first", "top", "g", "home"),
		bind(Reading, "sql last", "bottom", "G", "end"),
		hint(bind(Reading, "sql view", "side by side, unified, or the whole statement", "v"), "view"),
		hint(bind(Reading, "next change", "next change", "n"), "changes"),
		bind(Reading, "previous change", "change before", "N"),
		hint(bind(Reading, "take back", "take the chosen change back, and keep the others", "x"), "take back"),
		hint(bind(Reading, "sql fold", "open what is folded, and close it", "F"), "unfold"),
		hint(bind(Reading, "names", "what its names are: table, type, comment, range, keys", "o"), "names"),
		bind(Reading, "joins", "how its tables are joined, as a tree", "J"),
		bind(Reading, "sql wrap", "wrap or cut long lines", "W"),
		hint(bind(Reading, "copy sql", "copy the SQL", "y"), "copy"),
		bind(Reading, "compare with", "compare with a saved query, the clipboard or another turn", "="),
		bind(Reading, "write diff", "write the comparison to a file: a page, a note, a patch", "w"),
		bind(Reading, "explain", "the engine's plan", "E"),
		bind(Reading, "readings", "the other readings of the last answer", "r"),
		bind(Reading, "save", "save the query under a name", "S"),

		bind(Browsing, "row down", "down", "down", "j"),
		bind(Browsing, "row up", "up", "up", "k"),
		bind(Browsing, "column left", "left", "left", "h"),
		bind(Browsing, "column right", "right", "right", "l"),
		bind(Browsing, "page down", "a page down", "pgdown", "ctrl+d"),
		bind(Browsing, "page up", "a page up", "pgup", "ctrl+u"),
		bind(Browsing, "first row", "first row", "g"),
		bind(Browsing, "last row", "last fetched row", "G"),
		bind(Browsing, "first column", "first column", "home", "0"),
		bind(Browsing, "last column", "last column", "end", "$"),
		hint(bind(Browsing, "sort", "sort by this column; again: the other way", "s"), "sort"),
		hint(bind(Browsing, "filter", "only this value", "f"), "only"),
		hint(bind(Browsing, "exclude", "without this value", "x"), "without"),
		hint(bind(Browsing, "group", "count by this column", "D"), "count by"),
		bind(Browsing, "drop", "drop this column from the query", "-"),
		bind(Browsing, "hide", "hide this column here; the query keeps it", "_"),
		bind(Browsing, "show hidden", "bring hidden columns back", "+"),
		bind(Browsing, "count", "count the rows", "#"),
		bind(Browsing, "more", "read on where reading stopped, by a new run", "m"),
		bind(Browsing, "drill", "the rows behind an aggregate, else the whole cell", "enter"),
		bind(Browsing, "inspect", "the whole cell and row", "o"),
		hint(bind(Browsing, "profile", "profile of the column", "p"), "profile"),
		hint(bind(Browsing, "chart", "chart of the result", "c"), "chart"),
		bind(Browsing, "search", "search in the fetched rows", "/"),
		bind(Browsing, "search next", "next match", "n"),
		bind(Browsing, "search previous", "match before", "N"),
		bind(Browsing, "mark", "mark the row", " "),
		hint(bind(Browsing, "copy", "copy the cell", "y"), "copy"),
		bind(Browsing, "copy as", "copy row, column, marked or all as …", "Y"),
		bind(Browsing, "export", "write all rows to a file", "w"),
		bind(Browsing, "readings", "the other readings of the last answer", "r"),
		bind(Browsing, "freeze", "freeze the columns up to here", "K"),
		bind(Browsing, "column wider", "column wider", "]"),
		bind(Browsing, "column narrower", "column narrower", "["),
		bind(Browsing, "column fit", "column by its content", "|"),
		bind(Browsing, "carry left", "column one place left", "H"),
		bind(Browsing, "carry right", "column one place right", "L"),
	}
}

// KeyMap finds the action of a key in a place.
type KeyMap struct {
	all  []Binding
	find [Browsing + 1]map[string]Action
}

// NewKeyMap is the standard map with the user's changes: action → keys, separated by blanks.
func NewKeyMap(remap map[string]string) (*KeyMap, error) {
	k := &KeyMap{all: bindings()}
	for name, keys := range remap {
		if err := k.remap(Action(name), typedKeys(strings.Fields(keys))); err != nil {
			return nil, err
		}
	}
	for i := range k.find {
		k.find[i] = map[string]Action{}
	}
	for _, b := range k.all {
		for _, s := range b.Keys() {
			if other, taken := k.find[b.Where][s]; taken && other != b.Action {
				return nil, fmt.Errorf("key %s is bound twice (%s): %q and %q", s, b.Where, other, b.Action)
			}
			k.find[b.Where][s] = b.Action
		}
	}
	if err := k.checkSequences(); err != nil {
		return nil, err
	}
	return k, nil
}

// remap gives an action's bindings other keys.
func (k *KeyMap) remap(a Action, keys []string) error {
	found := false
	for i := range k.all {
		if b := &k.all[i]; b.Action == a {
			b.SetKeys(keys...)
			b.SetHelp(keyNames(keys), b.Help().Desc)
			found = true
		}
	}
	if !found {
		return fmt.Errorf("unknown action %q in the key settings: the actions are %s", a, strings.Join(k.names(), ", "))
	}
	return nil
}

func (k *KeyMap) names() []string {
	var out []string
	for _, b := range k.all {
		if !slices.Contains(out, string(b.Action)) {
			out = append(out, string(b.Action))
		}
	}
	sort.Strings(out)
	return out
}

// place is the part of the key map that belongs to a pane.
func place(p layout.Pane) Where {
	return [...]Where{layout.Input: Asking, layout.Transcript: Talking, layout.Diff: Reading, layout.Grid: Browsing}[p]
}

// Lookup is the action of a key in a pane: the pane's own first, then what holds outside the input, then everywhere.
func (k *KeyMap) Lookup(pane layout.Pane, pressed string) (Action, bool) {
	if a, ok := k.find[place(pane)][pressed]; ok {
		return a, true
	}
	if pane != layout.Input {
		if a, ok := k.find[Outside][pressed]; ok {
			return a, true
		}
	}
	a, ok := k.find[Everywhere][pressed]
	return a, ok
}

// Here is every binding that acts in a pane, the pane's own first.
func (k *KeyMap) Here(pane layout.Pane) []Binding {
	var out []Binding
	for _, w := range []Where{place(pane), Outside, Everywhere} {
		if w == Outside && pane == layout.Input {
			continue
		}
		out = append(out, k.In(w)...)
	}
	return out
}

// In is every binding of one place.
func (k *KeyMap) In(w Where) []Binding {
	var out []Binding
	for _, b := range k.all {
		if b.Where == w {
			out = append(out, b)
		}
	}
	return out
}

// All is every binding.
func (k *KeyMap) All() []Binding { return k.all }

// keyNames writes keys for people.
func keyNames(keys []string) string {
	names := make([]string, len(keys))
	for i, s := range keys {
		names[i] = keyName(s)
	}
	return strings.Join(names, " ")
}

func keyName(s string) string {
	switch s {
	case " ":
		return "space"
	case "up":
		return "↑"
	case "down":
		return "↓"
	case "left":
		return "←"
	case "right":
		return "→"
	case "pgup":
		return "page up"
	case "pgdown":
		return "page down"
	}
	if parts := sequence(s); len(parts) > 1 {
		for i, p := range parts {
			parts[i] = keyName(p)
		}
		return strings.Join(parts, " then ")
	}
	return s
}

// alike is what a key means in every pane where it acts.
var alike = []struct{ keys, means string }{
	{"up down left right j k h l", "move"},
	{"pgup pgdown ctrl+u ctrl+d", "move by a page"},
	{"g G home end", "the first and the last"},
	{"enter", "show what is here"},
	{"o", "what this is, in full"},
	{"n N", "the next and the one before"},
	{"x", "the same without it"},
	{"=", "compare"},
	{"y", "copy"},
	{"w", "write to a file"},
	{" ", "mark"},
	{"r", "the other readings"},
}

// KeyTable is the README's table of keys, in Markdown.
func KeyTable() string {
	var b strings.Builder
	b.WriteString("| The same in every pane | |\n| --- | --- |\n")
	for _, a := range alike {
		keys := strings.Split(a.keys, " ")
		if a.keys == " " {
			keys = []string{" "}
		}
		fmt.Fprintf(&b, "| %s | %s |\n", escapeTable(keyNames(keys)), a.means)
	}
	b.WriteString("\n")
	for w := Everywhere; w <= Browsing; w++ {
		fmt.Fprintf(&b, "| %s | |\n| --- | --- |\n", w)
		for _, one := range bindings() {
			if one.Where == w {
				fmt.Fprintf(&b, "| %s | %s |\n", escapeTable(one.Help().Key), one.Help().Desc)
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}

func escapeTable(keys string) string {
	var out []string
	for _, k := range strings.Fields(strings.ReplaceAll(keys, "page ", "page-")) {
		out = append(out, "`"+strings.ReplaceAll(strings.ReplaceAll(k, "page-", "page "), "|", `\|`)+"`")
	}
	return strings.Join(out, " ")
}
