package tui

import (
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"parley/db"
	"parley/db/statement"
	"parley/tui/text"
	"parley/tui/theme"
)

// A diff shows what changed. Lines that stay as they were are folded to one that says them in short, save those of the same
// clause right beside a change; where room is scarcer still, these too.

// wish is what is to be laid out.
type wish struct {
	before, after *statement.Statement
	view          SQLView
	w             int
	cut           bool
}

func (p *sqlPane) wish() wish { return wish{p.before, p.after, p.view, p.w, p.cut} }

// viewIn is the view that was chosen, else the one in which the change is best seen.
func (x wish) viewIn() SQLView {
	side := sideWidth(x.w)
	switch {
	case x.before == nil:
		return WholeStatement
	case x.view == ByRoom && side >= enoughSide && x.w >= minSideBySide || x.after == nil:
		return SideBySide
	case x.view <= SideBySide && x.w < minSideBySide:
		return Unified
	case x.view != ByRoom:
		return x.view
	}
	for _, r := range statement.Rows(x.before, x.after, enoughSide) {
		if r.Kind != statement.Same && max(spansWidth(r.Left), spansWidth(r.Right)) > side {
			return Unified
		}
	}
	return SideBySide
}

// lay lays out. It changes nothing but what the statements keep of themselves, which is locked: it may run beside.
func (x wish) lay() laidOut {
	view := x.viewIn()
	l := laidOut{view: view, rows: compared(x.before, x.after, view, x.w)}
	l.differs = slices.ContainsFunc(l.rows, func(r statement.Row) bool { return r.Kind != statement.Same })
	l.lines = linesOf(l.rows, view, x.w, x.cut)
	if x.before != nil {
		l.differences = statement.Differences(x.before, x.after)
	}
	return l
}

// long is from how many bytes of both statements on a comparison takes more than a frame.
const long = 12 << 10

// waiting says that a long comparison is under way, or is to be: what was there before is shown meanwhile.
func (p *sqlPane) waiting() bool {
	return p.laid.rows == nil && p.before != nil && p.after != nil && p.w > 0 && len(p.before.SQL())+len(p.after.SQL()) > long
}

// laidMsg brings a long comparison.
type laidMsg struct {
	serial int
	laid   laidOut
}

func (l laidMsg) apply(m *Model) tea.Cmd { //nolint:unparam // an effect
	if p := m.sql; l.serial == p.serial {
		p.laid, p.lines, p.top = l.laid, nil, 0
	}
	return nil
}

// Need begins the comparison that the pane waits for; nil when it waits for none.
func (p *sqlPane) Need() tea.Cmd {
	if !p.waiting() || p.asked == p.serial {
		return nil
	}
	p.asked = p.serial
	x, serial := p.wish(), p.serial
	return func() tea.Msg { return laidMsg{serial, x.lay()} }
}

// fold stands for the rows from..to.
type fold struct {
	run
	words []string // a row each, the clause's keyword first
	heads []bool   // the row begins a clause
}

// closeness is how much of what did not change is shown, the most first.
type closeness uint8

const (
	unfolded closeness = iota
	ctesFolded
	withContext
	changesOnly
)

// leastFolded is how many rows are worth a fold: one less would be as short itself.
const leastFolded = 2

// foldsOf are the folds of rows; those that the user has opened, by their first row, are left out.
func foldsOf(rows []statement.Row, how closeness, opened map[int]bool) []fold {
	var out []fold
	switch how {
	case unfolded:
		return nil
	case ctesFolded:
		return foldsOfCTEs(rows, opened)
	}
	for _, r := range runsOf(rows) {
		if rows[r.from].Kind != statement.Same {
			continue
		}
		if how == withContext {
			if r.from > 0 && rows[r.from-1].Clause == rows[r.from].Clause {
				r.from++
			}
			if r.to < len(rows) && r.to > r.from && rows[r.to].Clause == rows[r.to-1].Clause {
				r.to--
			}
		}
		if r.to-r.from >= leastFolded && !opened[r.from] {
			out = append(out, newFold(rows, r))
		}
	}
	return out
}

// leastCTE is how many rows a query of WITH has that is worth a fold.
const leastCTE = 3

// foldsOfCTEs are the folds of the queries of WITH in which nothing changed.
func foldsOfCTEs(rows []statement.Row, opened map[int]bool) []fold {
	var out []fold
	for _, r := range ctesOf(rows) {
		changed := slices.ContainsFunc(rows[r.from:r.to], func(row statement.Row) bool { return row.Kind != statement.Same })
		if !changed && r.to-r.from >= leastCTE && !opened[r.from] {
			f := newFold(rows, r)
			for i := range f.heads {
				f.heads[i] = i == 0 || r.from+i == r.to-1 || beginsClause(rows[r.from+i])
			}
			out = append(out, f)
		}
	}
	return out
}

// ctesOf are the rows of each query of WITH: from its name to where its parenthesis is closed.
func ctesOf(rows []statement.Row) []run {
	var out []run
	depth, from := 0, 0
	for i, row := range rows {
		if row.Clause != "WITH" {
			return out
		}
		if depth == 0 {
			from = i
		}
		for _, s := range row.Right {
			switch s.Text {
			case "(":
				depth++
			case ")":
				depth--
			}
		}
		if depth == 0 {
			out = append(out, run{from, i + 1})
		}
	}
	return out
}

// beginsClause says that the first word of a row is one of the grammar.
func beginsClause(row statement.Row) bool {
	for _, s := range row.Right {
		if s.Token != statement.Space {
			return s.Token == statement.Keyword
		}
	}
	return false
}

func newFold(rows []statement.Row, r run) fold {
	f := fold{run: r}
	for i := r.from; i < r.to; i++ {
		var b strings.Builder
		for _, s := range rows[i].Right {
			b.WriteString(s.Text)
		}
		f.words = append(f.words, db.Visible(strings.TrimSpace(b.String())))
		f.heads = append(f.heads, i == 0 || rows[i-1].Clause != rows[i].Clause || rows[i].Clause == "JOIN")
	}
	return f
}

// folded puts folds in place of their lines.
func folded(lines []sqlLine, folds []fold) []sqlLine {
	var out []sqlLine
	at := 0
	for _, l := range lines {
		for at < len(folds) && l.row >= folds[at].to {
			at++
		}
		if at == len(folds) || l.kind != statement.Same || l.row < folds[at].from {
			out = append(out, l)
			continue
		}
		if l.row == folds[at].from && !l.more {
			out = append(out, sqlLine{fold: &folds[at], row: l.row})
		}
	}
	return out
}

func (f *fold) draw(b *theme.Line, th *theme.Theme, w int) {
	count := fmt.Sprintf(" %d lines", f.to-f.from)
	b.Add(th.Faint, theme.Folded+" ")
	b.Add(th.Muted, text.Fit(f.summary(w-2-len(count)), w-2-len(count)))
	b.Add(th.Muted, count)
}

// summary says the rows in w cells: whole, then the heads of clauses, then the first words of each.
func (f *fold) summary(w int) string {
	whole := strings.Join(f.words, " ")
	var heads, short []string
	for i, words := range f.words {
		switch {
		case f.heads[i]:
			heads, short = append(heads, words), append(short, beginning(words))
		case i == 0 || f.heads[i-1]:
			heads, short = append(heads, text.Ellipsis), append(short, text.Ellipsis)
		}
	}
	for _, s := range []string{whole, strings.Join(heads, " ")} {
		if text.Width(s) <= w {
			return s
		}
	}
	return text.Cut(strings.Join(short, " "), w)
}

// beginning is a clause without what can be left out: of a join its condition, of a list all but the first item.
func beginning(words string) string {
	for _, end := range []string{" ON ", " USING ", " AND "} {
		words, _, _ = strings.Cut(words, end)
	}
	if first, _, more := strings.Cut(words, ", "); more {
		return first + ", " + text.Ellipsis
	}
	return words
}
