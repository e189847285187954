package tui

import (
	"slices"
	"strings"
	"time"
	"unicode"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/google/uuid"

	"parley/tui/layout"
	"parley/workflow/schema"
)

// Letters are keys outside the input. Who types a question there would sort, filter and open windows: what looks like words
// goes to the input whole, what its first letters did is taken back, and one line says so (issue 22, 7).

// burst is letters typed in a row outside the input.
type burst struct {
	letters []rune
	last    time.Time
	// wordy says that one of them is no key of the pane.
	wordy bool
	// before is the turn that was in force when the first letter came, from the pane that had the keys.
	before uuid.UUID
	pane   layout.Pane
}

const (
	// wordly is how many letters in a row are words, if they look like it.
	wordly = 4
	// together is the longest time between two letters of a word, where each is a key; apart where one is none: nobody presses
	// that to do something, so that it is taken for a letter however slowly somebody types.
	together = 500 * time.Millisecond
	apart    = 4 * time.Second
)

// moving are letters that people press in rows to move.
const moving = "hjklgGnNuU<>{}[]"

// hear takes a letter pressed outside the input in; words says that it is the last of what looks like words.
func (m *Model) hearLetter(k tea.KeyMsg) (words bool) {
	b := &m.burst
	space := k.Type == tea.KeySpace || k.Type == tea.KeyRunes && string(k.Runes) == " "
	letter := ofWord(k)
	now := m.options.Clock()
	if !letter && (!space || len(b.letters) == 0) {
		*b = burst{}
		return false
	}
	wordy := b.wordy || letter && m.noKey(k)
	if pause := now.Sub(b.last); len(b.letters) > 0 && (pause > apart || !wordy && pause > together) {
		*b = burst{}
		if space {
			return false
		}
	}
	if len(b.letters) == 0 {
		*b = burst{pane: m.focus}
		if current := m.talk.Session().Current(); current != nil {
			b.before = current.ID
		}
	}
	b.wordy = wordy
	if b.last = now; space {
		b.letters = append(b.letters, ' ')
		return false
	}
	b.letters = append(b.letters, k.Runes[0])
	return looksLikeWords(b.letters)
}

// noKey says that a letter does nothing in the pane that had the keys when the first one came.
func (m *Model) noKey(k tea.KeyMsg) bool {
	pane := m.focus
	if len(m.burst.letters) > 0 {
		pane = m.burst.pane
	}
	_, bound := m.keys.Lookup(pane, k.String())
	return !bound
}

// looksLikeWords says that letters are a word's and no row of keys.
func looksLikeWords(letters []rune) bool {
	distinct := map[rune]bool{}
	count, vowels, moves := 0, 0, 0
	for i, r := range letters {
		if r == ' ' || r == '\'' {
			continue
		}
		count++
		distinct[r] = true
		if strings.ContainsRune("aeiouyAEIOUY", r) {
			vowels++
		}
		if strings.ContainsRune(moving, r) {
			moves++
		}
		if i > 0 && unicode.IsUpper(r) {
			return false
		}
	}
	return count >= wordly && len(distinct) >= wordly-1 && vowels > 0 && vowels < count && moves < count-1
}

// takeWordsOver puts what was typed as keys into the input, and the conversation back to where it was before.
func (m *Model) takeWordsOver() tea.Cmd {
	b := m.burst
	m.burst = burst{}
	return m.takeOver(b)
}

func (m *Model) takeOver(b burst) tea.Cmd {
	m.modal = nil
	var cmds []tea.Cmd
	if m.job != nil {
		cmds = append(cmds, m.cancel())
		m.input.Put("")
	}
	if current := m.talk.Session().Current(); b.before != uuid.Nil && (current == nil || current.ID != b.before) {
		cmds = append(cmds, m.showCommand(m.talk.Branch(b.before)))
	}
	m.result.chart = nil
	m.setFocus(layout.Input)
	m.input.Type(string(b.letters))
	return tea.Batch(append(cmds, m.say(Info, "That looked like words: it is in the input. esc empties it."))...)
}

// joinLead puts letters that led into the input before what was typed there, once both are a word with which people begin: the "i"
// of "limit" is the key that leads into the input. It is nil where they stay apart.
func (m *Model) joinLead(k tea.KeyMsg) tea.Cmd {
	b := m.lead
	if len(b.letters) == 0 || k.Type == tea.KeyRunes && !k.Alt && len(k.Runes) == 1 && unicode.IsLetter(k.Runes[0]) {
		return nil
	}
	m.lead = burst{}
	typed := m.input.field.Text()
	if k.Type != tea.KeySpace && k.Type != tea.KeyEnter && k.String() != " " || !m.begins(string(b.letters)+typed) {
		return nil
	}
	b.letters = append(slices.Clone(b.letters), []rune(typed)...)
	m.input.Put("")
	return m.takeOver(b)
}

// openings are words with which people begin whose first letters are keys that lead elsewhere: an i among them leads into the input,
// the first one goes to the input or opens a window with a field.
var openings = strings.Fields(`
again before below best between beyond biggest both bottom break bring build but buy buyers by bye
city cities claim claims client clients daily did difference display distinct divide
each earliest earlier either entries equal ever every everything except exclude excluding explain export extend
fifteen fill filter final find first five fix give hide hi high higher highest
if ignore in include including is it its join kinds like limit line lines list min minimum minus nice nine
of off older oldest on once one ones only open or order ordered orders other others our out outside over overall own
paid pick price prices
rank ranked ranking rate rather ratio read really recent recently redo regional regions regroup remaining remove rename repeat
replace report rerun restrict return returned returning returns revenue reverse revert round row rows run running
sales same save say scale second see select sell set share shares ship shipped should show shows shrink similar simply since
single six size skip slowest smallest so some sold something sort sorted spell spending split start starting starts status still
stock stop subtract such sum summarise summarize summary switch
take tell ten than that the their them then there these they things third this those three through till time times to today together
tomorrow too top total totals trend try turn twenty twice two type types
want was we weekly were what whatever when where which while who whom whose why wide will with within without won word work would
write wrong year yearly years yes yesterday yet you your`)

// begins says that people begin an input with a word: one of language, or the name of a table.
func (m *Model) begins(word string) bool {
	word = strings.TrimSuffix(strings.ToLower(word), "'s")
	if slices.Contains(openings, word) {
		return true
	}
	source := m.talk.Source()
	return source != nil && source.Index != nil && slices.ContainsFunc(source.Index.Tables, func(t *schema.Table) bool { return strings.EqualFold(t.Name, word) })
}

// hearInWindow listens to what is typed in a window with a field that the letter before opened: where both are a word with which
// people begin, and what was typed alone is none, it was a word from the start. It is nil where it was none, or is not known yet.
func (m *Model) hearInWindow(k tea.KeyMsg) tea.Cmd {
	if n := len(m.burst.letters); n > 0 {
		m.opener = m.burst
		m.opener.letters = slices.Clone(m.burst.letters[n-1:])
	}
	m.burst = burst{}
	b := m.opener
	if len(b.letters) == 0 {
		return nil
	}
	now := m.options.Clock()
	if ofWord(k) && now.Sub(b.last) <= apart {
		m.opener.letters, m.opener.last = append(b.letters, k.Runes[0]), now
		return nil
	}
	m.opener = burst{}
	if k.Type != tea.KeySpace && k.Type != tea.KeyEnter && k.String() != " " || !m.begins(string(b.letters)) || m.begins(string(b.letters[1:])) {
		return nil
	}
	return m.takeOver(b)
}

// begunAsWords says that one of the letters so far is no key: what the others opened was opened by a word.
// Over a statement that waits, letters are more likely a word's than keys.
// So they are in the SQL editor that the first of them has just opened: "export it".
func (m *Model) begunAsWords() bool {
	letters := m.burst.letters
	if _, ok := m.modal.(*sqlEditor); ok && len(letters) > 0 && (len(letters) == 1 || letters[1] != ' ') {
		if opened, _ := m.keys.Lookup(m.burst.pane, string(letters[0])); opened == "edit here" {
			return true
		}
	}
	return len(letters) > 1 && (m.burst.wordy || m.pending != nil)
}

// takesText says that a window has a field: letters are text there, no keys.
func takesText(md modal) bool {
	switch md.(type) {
	case *confirm, *pager, *nameWindow, *boardWindow:
		return false
	}
	return true
}

// answer is an answer that was taken at its first letter. What follows is the rest of the answer, "yes" or "no", or of another word
// that began with its letters: "net revenue", "yesterday".
type answer struct {
	// heard are the letters so far, rest the keys that would still be the answer's.
	heard string
	rest  []string
	last  time.Time
	// instead says that the answer put what was asked back into the input: words that follow are said in its place.
	instead bool
}

// takeYes and takeNo note that a letter was taken for an answer.
func (m *Model) takeYes() { m.answer = m.answerOf("y", "e", "s", "enter") }
func (m *Model) takeNo()  { m.answer = m.answerOf("n", "o", "enter") }

func (m *Model) answerOf(heard string, rest ...string) answer {
	return answer{heard: heard, rest: rest, last: m.options.Clock()}
}

// ofWord says that a key is a letter of a word.
func ofWord(k tea.KeyMsg) bool {
	return k.Type == tea.KeyRunes && !k.Alt && len(k.Runes) == 1 && (unicode.IsLetter(k.Runes[0]) || k.Runes[0] == '\'')
}

// swallowed takes the rest of a word whose first letter was the answer. Where another letter follows at once, it was no answer but the
// beginning of words: they are in the input whole.
func (m *Model) swallowed(k tea.KeyMsg) bool {
	a := m.answer
	m.answer = answer{}
	if a.heard == "" {
		return false
	}
	if len(a.rest) > 0 && k.String() == a.rest[0] {
		if k.Type == tea.KeyRunes {
			a.heard += string(k.Runes)
		}
		m.answer = answer{a.heard, a.rest[1:], m.options.Clock(), a.instead}
		return true
	}
	text := k.Type == tea.KeySpace || ofWord(k)
	switch now := m.options.Clock(); {
	case !text || m.modal != nil || now.Sub(a.last) > together:
	case m.focus == layout.Input:
		if a.instead {
			m.input.Put("")
		}
		m.input.Type(a.heard)
	case len(m.burst.letters) > 0: // its first letter is there already
		m.burst.letters = append(m.burst.letters, []rune(a.heard)[1:]...)
		m.burst.last = a.last
	}
	return false
}

// pasted puts a paste outside the input into it.
func (m *Model) pasted(k tea.KeyMsg) tea.Cmd {
	m.setFocus(layout.Input)
	m.input.Type(string(k.Runes))
	return m.say(Info, "The paste is in the input.")
}

// yesWords and noWords answer a question of the program's own.
var (
	yesWords = []string{"y", "yes", "yes please", "ok", "okay", "sure", "run", "run it", "go", "go ahead", "go on", "do it", "please do", "yep", "yeah"}
	noWords  = []string{"n", "no", "no thanks", "stop", "cancel", "don't", "do not", "not now", "nope", "never mind", "nevermind"}
)

func answersYes(said string) bool { return slices.Contains(yesWords, bareWords(said)) }
func answersNo(said string) bool  { return slices.Contains(noWords, bareWords(said)) }

func bareWords(said string) string {
	return strings.Trim(strings.ToLower(strings.TrimSpace(said)), ".!,")
}
