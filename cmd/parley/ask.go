package main

import (
	"bufio"
	"io"
	"slices"
	"strings"

	"parley/db"
	"parley/dialog"
	"parley/dialog/memory"
	"parley/workflow"
)

// askCommand is `parley ask`: each argument is one turn of one conversation.
type askCommand struct {
	Strict bool     `help:"Give no answer with doubts: it is an error with its doubts, and ends with 6."`
	Turns  []string `arg:"" optional:"" name:"turn" help:"What you would type, one argument a turn; - reads turns from standard input, a line each."`
}

// Run answers the turns in order and ends with the last failure's code.
func (c *askCommand) Run(r *runtime) error {
	r.garbage.bound(r.Rows)
	turns, err := c.turns(r.stdin)
	if err != nil {
		return err
	}
	targets, err := r.targets(r.named()...)
	if err != nil {
		return err
	}
	keep, err := r.keeping(targets)
	if err != nil {
		return err
	}
	defer keep.Close()
	opening := r.open(keep.targets...)
	defer opening.Close()
	source, err := r.readyFor(strings.Join(turns[:min(len(turns), 1)], ""), opening)
	if err != nil {
		return err
	}
	room, err := r.room(source.Database.Name())
	if err != nil {
		return err
	}
	r.syncTold(room)
	keep.remind(room, r.clock())
	talk := r.talk(keep.conversation(source.Database.Name(), r.dialogSettings()), opening, room, r.rowsOfAsk())
	defer talk.Close()
	print := newPrinter(r)
	print.strict = c.Strict
	r.tell(append(keep.notices, r.unusable())...)
	code := exitDone
	for i, input := range turns {
		if i > 0 {
			if source, err = r.readyFor(input, opening); err != nil {
				return err
			}
		}
		reply := talk.Commit(talk.Begin(input).Run(r.ctx))
		if reply == nil {
			return r.ctx.Err()
		}
		r.broughtBack(talk, reply)
		r.syncTold(room)
		keep.Take(source)
		keep.remember(room, source, r.clock())
		r.save(keep)
		if code, err = print.turn(r.ctx, reply, code); err != nil {
			return err
		}
		if code == exitCancelled {
			break
		}
	}
	if current := talk.Session().Current(); print.streamed && current != nil { // rows were counted as they were written
		talk.Settle(current)
		keep.Take(source)
		r.save(keep)
	}
	if code != exitDone {
		return quiet(code)
	}
	return nil
}

// broughtBack gives a reply that goes back to an earlier turn its rows again, by a new run: they went out as they came, or were another
// run's. Rows that are read ahead are kept.
func (r *runtime) broughtBack(talk *workflow.Orchestrator, reply *workflow.Reply) {
	if reply.Turn.Route != dialog.RouteCommand || reply.Turn.Result == nil || r.Format == "sql" || reply.Rows != nil && !r.rowsOfAsk().flow {
		return
	}
	plan := talk.BeginAgain(talk.Session().Current())
	if plan == nil {
		return
	}
	if back := talk.Commit(plan.Run(r.ctx)); back != nil {
		reply.Rows, reply.Turn.Failure = back.Rows, back.Turn.Failure
	}
}

func (c *askCommand) turns(stdin io.Reader) ([]string, error) {
	if len(c.Turns) == 1 && c.Turns[0] == "-" {
		var turns []string
		scan := bufio.NewScanner(stdin)
		scan.Buffer(nil, 1<<20)
		for scan.Scan() {
			if line := strings.TrimSpace(scan.Text()); line != "" {
				turns = append(turns, line)
			}
		}
		return turns, scan.Err()
	}
	if !slices.ContainsFunc(c.Turns, func(turn string) bool { return strings.TrimSpace(turn) != "" }) {
		return nil, usage("There is nothing to ask.", `Say for example: parley ask "Show me all users" "Only from last month".`)
	}
	return c.Turns, nil
}

// reading says how the rows of a conversation's results are read.
type reading struct{ whole, flow bool }

// rowsOfAsk: a table for eyes is drawn of what is read ahead; what programs read gets every row as it comes.
func (r *runtime) rowsOfAsk() reading {
	if r.Format == "table" || r.Format == "sql" {
		return reading{whole: true}
	}
	return reading{flow: true}
}

// talk is a conversation on an opening.
func (r *runtime) talk(session *dialog.Session, opening *workflow.Opening, room *memory.Room, rows reading) *workflow.Orchestrator {
	return workflow.New(session, opening, workflow.Settings{
		Whole: rows.whole, Flow: rows.flow, Limits: r.limits(), AskCost: r.AskCost, Clock: r.clock, Log: r.log, Room: room, Kept: r.keptParameters, ShortNames: r.Aliases == "short",
		KeepChoices: rows == reading{}, // at the screen a person answers
	})
}

// limits are how much of a result is read ahead and kept.
func (r *runtime) limits() db.Limits {
	return db.Limits{Rows: r.ReadRows, Memory: r.Rows << 20, Spill: int64(r.ReadDisk) << 20, Time: r.ReadTime, Stall: r.Timeout}
}
