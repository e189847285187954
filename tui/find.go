package tui

import (
	"context"
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"parley/db"
	"parley/tui/text"
)

// search asks for a text and goes to the first cell that contains it, from the cursor on.
func (m *Model) search() tea.Cmd {
	return m.open(newPrompt("Search in the fetched rows", "letters of any case; n and N go on, esc ends it", m.result.grid.Searched(),
		func(m *Model, s string) tea.Cmd {
			m.result.grid.Search(s)
			if s == "" {
				return nil
			}
			return m.find(1)
		}))
}

// find goes to the next match in a direction.
func (m *Model) find(by int) tea.Cmd {
	want := m.result.grid.Searched()
	if want == "" {
		return m.search()
	}
	if m.result.rows == nil {
		return m.say(Info, "The rows of this turn are no longer kept: ctrl+r runs it again.")
	}
	row, col := m.result.grid.Cursor()
	return findIn(m.ctx, m.result.serial, m.result.rows, m.result.grid.Order(), want, row, col, by)
}

// foundMsg says where a text was found.
type foundMsg struct {
	serial   int
	want     string
	row, col int
	ok       bool
	wrapped  bool
	err      error
}

func (f foundMsg) apply(m *Model) tea.Cmd {
	switch {
	case f.serial != m.result.serial:
		return nil
	case f.err != nil && !ignored(f.err):
		return m.say(Bad, sentence(f.err.Error())+".")
	case !f.ok:
		return m.say(Info, fmt.Sprintf("%q is not in the %s fetched.", visibleOneLine(f.want), text.Plural(m.result.length, "row")))
	}
	m.result.grid.Go(f.row, f.col)
	if f.wrapped {
		return m.say(Info, "The search went round the end.")
	}
	return nil
}

// findIn looks through the fetched rows, cell by cell, from behind the cursor, once around.
func findIn(ctx context.Context, serial int, rows *db.Rowset, order []int, want string, row, col, by int) tea.Cmd {
	return func() tea.Msg {
		f := foundMsg{serial: serial, want: want}
		total, width := rows.Len(), len(order)
		if total == 0 || width == 0 {
			return f
		}
		want := strings.ToLower(want)
		cells := total * width
		at := row*width + col
		last := -1
		var line []db.Value
		for range cells {
			at = (at + by + cells) % cells
			if r := at / width; r != last {
				if ctx.Err() != nil {
					return foundMsg{serial: serial, err: ctx.Err()}
				}
				if line, f.err = rows.Row(r); f.err != nil {
					return f
				}
				last = r
			}
			if strings.Contains(strings.ToLower(db.Format(line[order[at%width]])), want) {
				f.row, f.col, f.ok = at/width, at%width, true
				f.wrapped = (f.row*width+f.col-row*width-col)*by <= 0
				return f
			}
		}
		return f
	}
}
