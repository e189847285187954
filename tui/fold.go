package tui

import (
	"fmt"
	"strings"

	"parley/db"
	"parley/db/statement"
	"parley/tui/text"
	"parley/tui/theme"
)

// A diff shows what changed. Lines that stay as they were are folded to one that says them in short, save those of the same
// clause right beside a change; where room is scarcer still, these too.

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
	withContext
	changesOnly
)

// leastFolded is how many rows are worth a fold: one less would be as short itself.
const leastFolded = 2

// foldsOf are the folds of rows; those that the user has opened, by their first row, are left out.
func foldsOf(rows []statement.Row, how closeness, opened map[int]bool) []fold {
	var out []fold
	if how == unfolded {
		return nil
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
	b.Add(th.Faint, count)
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
