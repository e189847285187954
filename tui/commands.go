package tui

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime/debug"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/google/uuid"

	"parley/db"
	"parley/db/scratch"
	"parley/tui/grid"
	"parley/workflow"
)

// Effects live here. Each command takes what it needs by value, works under a context, and answers with a message that
// says for whom: the generation of a turn, the serial of a result. Whoever gets a message of another time drops it.

const (
	// spinnerStep is the time between two pictures of the spinner.
	spinnerStep = 100 * time.Millisecond
	// readyStep is how often the screen looks whether the database is open.
	readyStep = 50 * time.Millisecond
)

type (
	// outcomeMsg ends a turn. rows and first are set when there is a result to show.
	outcomeMsg struct {
		generation uint64
		outcome    *workflow.Outcome
		first      grid.Page
		panicked   error
	}
	// rowsMsg says how far a result has been read.
	rowsMsg struct {
		serial int
		turn   uuid.UUID
		rows   *db.Rowset
		length int
		state  db.RowsetState
		more   bool
		err    error
	}
	// pageMsg brings rows for the grid.
	pageMsg struct {
		serial int
		page   grid.Page
		err    error
	}
	tickMsg  struct{ generation uint64 }
	readyMsg struct{}
	goneMsg  struct{ serial int }
	// keptMsg ends the writing of a turn.
	keptMsg struct {
		notice string
		err    error
	}
	// editedMsg brings SQL back from the editor.
	editedMsg struct {
		text string
		err  error
	}
)

// runTurn runs a plan beside the update loop and reads the first rows for the grid.
func runTurn(ctx context.Context, j *job) tea.Cmd {
	generation, plan, events := j.generation, j.plan, j.events
	return func() (msg tea.Msg) {
		defer close(events)
		defer func() {
			if v := recover(); v != nil {
				msg = outcomeMsg{generation: generation, panicked: fmt.Errorf("panic in a turn: %v\n%s", v, debug.Stack())}
			}
		}()
		out := plan.Run(ctx)
		m := outcomeMsg{generation: generation, outcome: out}
		if out.Rows != nil {
			m.first, _ = readPage(out.Rows, 0)
		}
		return m
	}
}

// writeTurn writes what a turn owes, beside the update loop.
func writeTurn(ctx context.Context, write func(context.Context) (string, error)) tea.Cmd {
	return func() tea.Msg {
		notice, err := write(ctx)
		return keptMsg{notice, err}
	}
}

// readPage reads one page of rows.
func readPage(rows *db.Rowset, first int) (grid.Page, error) {
	p := grid.Page{First: first}
	for i := first; i < min(first+grid.PageRows, rows.Len()); i++ {
		row, err := rows.Row(i)
		if err != nil {
			return p, err
		}
		p.Rows = append(p.Rows, row)
	}
	return p, nil
}

// loadPage reads a page for the grid.
func loadPage(serial int, rows *db.Rowset, first int) tea.Cmd {
	return func() tea.Msg {
		p, err := readPage(rows, first)
		return pageMsg{serial: serial, page: p, err: err}
	}
}

// watchRows waits until a result has grown or ended.
func watchRows(ctx context.Context, m rowsMsg) tea.Cmd {
	return func() tea.Msg {
		select {
		case <-m.rows.Changed():
		case <-ctx.Done():
			return nil
		case <-time.After(time.Second):
		}
		return m.now()
	}
}

// now is how far the result has been read by now.
func (m rowsMsg) now() rowsMsg {
	m.length, m.state, m.more, m.err = m.rows.Len(), m.rows.State(), m.rows.More(), m.rows.Err()
	return m
}

// tick turns the spinner of a turn.
func tick(generation uint64) tea.Cmd {
	return tea.Tick(spinnerStep, func(time.Time) tea.Msg { return tickMsg{generation} })
}

// lookReady looks again whether the database is open.
func lookReady() tea.Cmd {
	return tea.Tick(readyStep, func(time.Time) tea.Msg { return readyMsg{} })
}

// vanish takes a status message away after its time.
func vanish(serial int, after time.Duration) tea.Cmd {
	return tea.Tick(after, func(time.Time) tea.Msg { return goneMsg{serial} })
}

// editFolders is the pattern of the folders that the editor's file lies in.
const editFolders = "parley-edit-*"

// sweepEdits removes what a parley that was killed beside its editor left.
func sweepEdits() tea.Msg {
	scratch.Sweep(os.TempDir(), editFolders)
	return nil
}

// editSQL opens text in the user's editor and brings back what was saved.
func editSQL(text string) tea.Cmd {
	folder, err := scratch.NewFolder(editFolders)
	if err != nil {
		return func() tea.Msg { return editedMsg{err: fmt.Errorf("make a folder for the editor: %w", err)} }
	}
	path := folder.Path("query.sql")
	if err := os.WriteFile(path, []byte(text+"\n"), 0o600); err != nil {
		return func() tea.Msg {
			return editedMsg{err: errors.Join(fmt.Errorf("write the SQL for the editor: %w", err), folder.Close())}
		}
	}
	words := editor()
	cmd := exec.Command(words[0], append(words[1:], path)...)
	cmd.Stdin, cmd.Stdout = os.Stdin, os.Stdout // the terminal itself: the program's input and output are no files to a process
	cmd.ExtraFiles = []*os.File{folder.Lock()}  // the editor may outlive parley
	return tea.ExecProcess(cmd, func(err error) tea.Msg {
		defer folder.Close() //nolint:errcheck // the next one sweeps what this one leaves
		if err != nil {
			return editedMsg{err: fmt.Errorf("the editor %s failed: %w; set EDITOR to another", words[0], err)}
		}
		back, err := os.ReadFile(path)
		return editedMsg{text: strings.TrimSpace(string(back)), err: err}
	})
}

// editor is the user's editor as words: VISUAL, EDITOR, or what every system has.
func editor() []string {
	for _, name := range []string{"VISUAL", "EDITOR"} {
		if words := strings.Fields(os.Getenv(name)); len(words) > 0 {
			return words
		}
	}
	return []string{"vi"}
}

// ignored says whether an error is only the end of something that was cancelled.
func ignored(err error) bool { return err == nil || errors.Is(err, context.Canceled) }
