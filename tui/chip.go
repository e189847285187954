package tui

import (
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"parley/db/statement"
	"parley/tui/text"
	"parley/tui/theme"
)

// The changes of a refinement stand above its lines, each a chip. One can be chosen: its lines light up; and taken back: the
// others stay.

// chips are the differences between the two statements that are shown.
type chips struct {
	list   []statement.Difference
	chosen int // -1 for none
	lit    map[int]bool
	known  bool
}

// leastChips is how many changes need telling apart.
const leastChips = 2

// chipLines is how many lines the chips may take.
const chipLines = 2

// differences are the chips; none while the comparison is under way.
func (p *sqlPane) differences() []statement.Difference {
	if !p.chips.known && p.before != nil && p.after != nil && !p.waiting() {
		p.chips = chips{list: p.lay().differences, chosen: -1, known: true}
	}
	return p.chips.list
}

// Choose chooses the next change, or with -1 the one before; it comes into sight. False when there is none.
func (p *sqlPane) Choose(by int) bool {
	n := len(p.differences())
	switch {
	case n == 0:
		return false
	case p.chips.chosen < 0 && by < 0:
		p.chips.chosen = n - 1
	case p.chips.chosen < 0:
		p.chips.chosen = 0
	default:
		p.chips.chosen = (p.chips.chosen + by + n) % n
	}
	p.light()
	return true
}

// light finds the rows of the chosen change: those that would be as they were without it.
func (p *sqlPane) light() {
	p.chips.lit = map[int]bool{}
	without, err := statement.TakeBack(p.before, p.after, p.chips.chosen)
	if err != nil {
		return
	}
	theirs := map[string]bool{}
	for _, r := range statement.Rows(without, p.after, enoughSide) {
		if r.Kind != statement.Same {
			theirs["-"+bareLine(r.Left)], theirs["+"+bareLine(r.Right)] = true, true
		}
	}
	first := -1
	for i, r := range p.lay().rows {
		if r.Kind != statement.Same && (r.Left != nil && theirs["-"+bareLine(r.Left)] || r.Right != nil && theirs["+"+bareLine(r.Right)]) {
			p.chips.lit[i] = true
			if first < 0 {
				first = i
			}
		}
	}
	p.reveal(first)
}

// reveal scrolls to a row.
func (p *sqlPane) reveal(row int) {
	lines := p.content()
	at := slices.IndexFunc(lines, func(l sqlLine) bool { return l.row == row && l.kind != statement.Same })
	if at >= 0 && (at < p.top || at >= p.top+p.h) {
		p.top = max(min(at-1, len(lines)-p.h), 0)
	}
}

// bareLine is a row's words without what ties it to its neighbours: where it stands may differ.
func bareLine(spans []statement.Span) string {
	var words []string
	for _, s := range spans {
		if s.Token != statement.Space {
			words = append(words, s.Text)
		}
	}
	for len(words) > 0 && slices.Contains([]string{"SELECT", "WHERE", "AND", "HAVING", "GROUP", "ORDER", "BY"}, words[0]) {
		words = words[1:]
	}
	return strings.TrimSuffix(strings.Join(words, ""), ",")
}

// chipRows are the lines of chips above the hunks; none for a single change, which its line says as well.
func (p *sqlPane) chipRows() []sqlLine {
	if len(p.differences()) < leastChips || p.shown() == WholeStatement {
		return nil
	}
	out := []sqlLine{{chips: []int{}, row: -1}}
	used := 0
	for i := range p.chips.list {
		w := text.Width(p.chipText(i)) + 2
		if last := len(out) - 1; used > 0 && used+w > p.w-8 {
			if len(out) == chipLines {
				out[last].left = []statement.Span{{Text: fmt.Sprintf("… %d more", len(p.chips.list)-i)}}
				break
			}
			out, used = append(out, sqlLine{chips: []int{}, row: -1}), 0
		}
		line := &out[len(out)-1]
		line.chips, used = append(line.chips, i), used+w
	}
	return out
}

// chipText is a chip's words in the room of a line.
func (p *sqlPane) chipText(i int) string {
	return text.Cut(visibleOneLine(p.chips.list[i].String()), max(p.w-10, 8))
}

func (p *sqlPane) drawChips(th *theme.Theme, l sqlLine) string {
	var b theme.Line
	for _, i := range l.chips {
		paint := th.Second
		switch p.chips.list[i].Sign {
		case "+":
			paint = th.Good
		case "-":
			paint = th.Bad
		}
		if i == p.chips.chosen {
			paint = th.TabOn
		}
		b.Add(th.Text, " ")
		b.Add(paint, p.chipText(i))
		b.Add(th.Text, " ")
	}
	if len(l.left) > 0 {
		b.Add(th.Muted, " "+l.left[0].Text)
	}
	return b.String()
}

// hitChip chooses the chip at a cell of a line of chips.
func (p *sqlPane) hitChip(l sqlLine, x int) {
	at := 0
	for _, i := range l.chips {
		w := text.Width(p.chipText(i)) + 2
		if x >= at && x < at+w {
			p.chips.chosen = i
			p.light()
		}
		at += w
	}
}

// chooseChange chooses a change and says what can be done with it.
func (m *Model) chooseChange(by int) tea.Cmd {
	if !m.sql.Choose(by) {
		return m.say(Info, "Nothing changed.")
	}
	i := m.sql.chips.chosen
	return m.say(Info, fmt.Sprintf("Change %d of %d: %s. x takes it back.", i+1, len(m.sql.chips.list), visibleOneLine(m.sql.chips.list[i].String())))
}

// takeBack makes the statement without the chosen change; where it waits for a yes, the other one waits in its place.
func (m *Model) takeBack() tea.Cmd {
	p := m.sql
	list := p.differences()
	at := p.chips.chosen
	switch {
	case len(list) == 1:
		at = 0
	case at < 0:
		return m.say(Info, "Choose a change with n first.")
	}
	words := "take back: " + visibleOneLine(list[at].String())
	s, err := statement.TakeBack(p.before, p.after, at)
	if err != nil {
		return m.say(Bad, sentence(err.Error())+".")
	}
	if m.pending != nil {
		return m.refuseChange(s)
	}
	if !m.inForce() {
		return m.say(Info, "This is not the query in force: b in the conversation goes on from its turn.")
	}
	p.kept = &keptBase{before: p.before, from: p.from, sql: s.SQL()}
	return m.start(words, m.talk.BeginWritten(words, s.SQL()))
}

// inForce says that the statement on screen is the one that a refinement would change.
func (m *Model) inForce() bool {
	current := m.talk.Tree(m.talk.Session().Current())
	return current != nil && m.sql.after != nil && current.SQL() == m.sql.after.SQL()
}

// refuseChange lets the statement without a change wait in the place of the one that waits.
func (m *Model) refuseChange(s *statement.Statement) tea.Cmd {
	words, before := m.job.input, m.sql.before
	cmd := m.cancel()
	m.input.Put("")
	if s == before {
		return tea.Batch(cmd, m.say(Info, "Nothing is left of the change. The query before it stays."))
	}
	return tea.Batch(cmd, m.begin(words, m.talk.BeginGiven(words, s.SQL()), true))
}

// keptBase is a statement that stays at the left while changes to it are taken back.
type keptBase struct {
	before *statement.Statement
	from   int
	sql    string // of the statement that is to come
}

// rebased is what the pane shows at the left.
func (p *sqlPane) rebased(before, after *statement.Statement, from int) (*statement.Statement, int) {
	k := p.kept
	if k == nil || after == nil {
		return before, from
	}
	if k.sql != after.SQL() || k.before.SQL() == after.SQL() {
		p.kept = nil
		return before, from
	}
	return k.before, k.from
}
