package main

import (
	"context"
	"fmt"
	"io"
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
	HTML   string   `name:"html" placeholder:"FILE" help:"Write the board as one HTML page, in the place of an older one; - is standard output."`
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

// show asks every question of a board, tells or writes what they came to, and notes it.
func (c *boardCommand) show(r *runtime, folder saved.Folder, questions []string) error {
	targets, err := r.targets(r.named()...)
	if err != nil {
		return err
	}
	opening := r.open(targets...)
	defer opening.Close()
	source, err := r.ready(r.ctx, opening)
	if err != nil {
		return err
	}
	last, now, code := folder.Last(c.Name), map[string]saved.Shown{}, exitDone
	shown := board.Page{Name: c.Name, Database: source.Database.Name(), Made: r.clock()}
	for _, q := range questions {
		tile := board.Tile{Name: q, Asked: true}
		if inputs, err := folder.Inputs(q); err != nil {
			tile.Trouble = workflow.SentenceCase(err.Error()) + "."
		} else {
			tile = board.Of(q, source.Database.Name(), r.answered(r.ctx, opening, source.Database.Name(), inputs), last[q], r.clock())
		}
		shown.Tiles = append(shown.Tiles, tile)
		if tile.Trouble != "" {
			code = exitFailed
			continue
		}
		now[q] = tile.Shown
	}
	if err := c.tell(r, shown); err != nil {
		return err
	}
	if err := folder.SetLast(c.Name, now); err != nil {
		r.tell("What the board showed could not be noted: " + err.Error() + ".")
	}
	if code != exitDone {
		return quiet(code)
	}
	return nil
}

// tell puts the board out: as lines, or as a page.
func (c *boardCommand) tell(r *runtime, shown board.Page) error {
	switch c.HTML {
	case "":
		return writeTiles(r.stdout, shown.Tiles)
	case "-":
		return shown.HTML(r.stdout)
	}
	if err := shown.File(c.HTML); err != nil {
		return failed(fmt.Sprintf("The board is not written: %v.", cause(err)), "Choose another name or folder, or make room on the disk.")
	}
	fmt.Fprintf(r.stdout, "Wrote the board %s to %s.\n", c.Name, c.HTML)
	for _, t := range shown.Tiles {
		if t.Trouble != "" {
			fmt.Fprintf(r.stdout, "%s: %s\n", t.Name, t.Trouble)
		}
	}
	return nil
}

// writeTiles is a line a question: what it came to, and how that stands against the last time.
func writeTiles(w io.Writer, tiles []board.Tile) error {
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, t := range tiles {
		if t.Trouble != "" {
			fmt.Fprintf(out, "%s\t%s\t\n", t.Name, t.Trouble)
			continue
		}
		fmt.Fprintf(out, "%s\t%s\t%s\n", t.Name, t.Value(), t.Since())
	}
	if err := out.Flush(); err != nil {
		return failed("Standard output is closed: "+err.Error()+".", "")
	}
	return nil
}

// answeredRows is how many rows are brought of an answer in a conversation of its own.
const answeredRows = 100

// answered says the inputs of a question in a conversation of its own, and gives its last turn with its first rows; nil when it was
// cancelled.
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
		if reply.Rows != nil && last.Result != nil {
			more := *last.Result // more of the first rows than a conversation keeps
			more.Preview = reply.Rows.Texts(answeredRows)
			last.Result = &more
		}
	}
	return last
}
