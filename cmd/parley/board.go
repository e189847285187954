package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"parley/dialog"
	"parley/dialog/saved"
	"parley/tui/board"
	"parley/workflow"
)

// boardCommand is `parley board`: saved questions under one name, asked together, with what changed since the last time.
type boardCommand struct {
	Name   string   `arg:"" optional:"" help:"The board; without a name those there are, and the questions that are saved."`
	Add    []string `placeholder:"QUESTION" help:"Put a saved question on the board, which is made where it is new."`
	Remove []string `placeholder:"QUESTION" help:"Take a question off; a board without questions goes."`
}

// Run shows a board, changes it, or lists what there is.
func (c *boardCommand) Run(r *runtime) error {
	folder := saved.Folder(savedFolder())
	switch {
	case folder == "":
		return failed("There is no folder for saved questions.", "Set XDG_DATA_HOME, or HOME.")
	case c.Name == "":
		return listBoards(r, folder)
	case len(c.Add)+len(c.Remove) > 0:
		return c.change(r, folder)
	}
	questions, err := folder.Board(c.Name)
	if err != nil {
		return failed(workflow.SentenceCase(err.Error())+".", "parley board lists those there are; parley board NAME --add QUESTION makes one.")
	}
	return c.show(r, folder, questions)
}

func listBoards(r *runtime, folder saved.Folder) error {
	boards, names := folder.Boards(), folder.Names()
	if len(boards)+len(names) == 0 {
		fmt.Fprintln(r.stdout, "No question is saved yet: /save NAME on the screen keeps the one in force.")
		return nil
	}
	for _, b := range boards {
		questions, _ := folder.Board(b)
		fmt.Fprintf(r.stdout, "board %s: %s\n", b, strings.Join(questions, ", "))
	}
	fmt.Fprintf(r.stdout, "saved questions: %s\n", strings.Join(names, ", "))
	return nil
}

// change puts questions on a board and takes others off.
func (c *boardCommand) change(r *runtime, folder saved.Folder) error {
	questions, _ := folder.Board(c.Name) // a new one has none
	for _, q := range c.Add {
		if !slices.Contains(questions, q) {
			questions = append(questions, q)
		}
	}
	questions = slices.DeleteFunc(questions, func(q string) bool { return slices.Contains(c.Remove, q) })
	if err := folder.SetBoard(c.Name, questions); err != nil {
		return failed(workflow.SentenceCase(err.Error())+".", "parley board lists what is saved.")
	}
	if len(questions) == 0 {
		fmt.Fprintf(r.stdout, "The board %s is gone.\n", c.Name)
		return nil
	}
	fmt.Fprintf(r.stdout, "The board %s: %s.\n", c.Name, strings.Join(questions, ", "))
	return nil
}

// show asks every question of a board and notes what it showed.
func (c *boardCommand) show(r *runtime, folder saved.Folder, questions []string) error {
	targets, err := r.targets(r.named()...)
	if err != nil {
		return err
	}
	opening := r.open(targets...)
	defer opening.Close()
	source, err := opening.Wait(r.ctx)
	if err != nil {
		return err
	}
	last, now, code := folder.Last(c.Name), map[string]saved.Shown{}, exitDone
	out := tabwriter.NewWriter(r.stdout, 0, 0, 2, ' ', 0)
	for _, q := range questions {
		inputs, err := folder.Inputs(q)
		if err != nil {
			fmt.Fprintf(out, "%s\t%s\t\n", q, workflow.SentenceCase(err.Error())+".")
			code = exitFailed
			continue
		}
		tile := board.Of(q, r.answered(r.ctx, opening, source.Database.Name(), inputs), last[q], r.clock())
		if tile.Trouble != "" {
			fmt.Fprintf(out, "%s\t%s\t\n", q, tile.Trouble)
			code = exitFailed
			continue
		}
		fmt.Fprintf(out, "%s\t%s\t%s\n", q, tile.Value(), tile.Since())
		now[q] = tile.Shown
	}
	if err := out.Flush(); err != nil {
		return failed("Standard output is closed: "+err.Error()+".", "")
	}
	if err := folder.SetLast(c.Name, now); err != nil {
		r.tell("What the board showed could not be noted: " + err.Error() + ".")
	}
	if code != exitDone {
		return quiet(code)
	}
	return nil
}

// answered says the inputs of a question in a conversation of its own, and gives its last turn; nil when it was cancelled.
func (r *runtime) answered(ctx context.Context, opening *workflow.Opening, database string, inputs []string) *dialog.Turn {
	talk := r.talk(dialog.New(r.unkept(nil).id, database, r.dialogSettings()), opening, nil, reading{whole: true})
	defer talk.Close()
	var last *dialog.Turn
	for _, input := range inputs {
		reply := talk.Commit(talk.Begin(input).Run(ctx))
		if reply == nil {
			return nil
		}
		if last = &reply.Turn; last.Failure != nil {
			break
		}
	}
	return last
}
