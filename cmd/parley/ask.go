package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"parley/db"
	"parley/db/export"
	"parley/dialog"
	"parley/dialog/memory"
	"parley/workflow"
)

// askCommand is `parley ask`: each argument is one turn of one conversation.
type askCommand struct {
	Turns []string `arg:"" optional:"" name:"turn" help:"What you would type, one argument a turn; - reads turns from standard input, a line each."`
}

// Run answers the turns in order and ends with the last failure's code.
func (c *askCommand) Run(r *runtime) error {
	boundGarbage(r.Rows)
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
	source, err := opening.Wait(r.ctx)
	if err != nil {
		return err
	}
	room, err := r.room(source.Database.Name())
	if err != nil {
		return err
	}
	r.sync(room)
	keep.remind(room, r.clock())
	talk := r.talk(keep.conversation(source.Database.Name(), r.dialogSettings()), opening, room, true)
	defer talk.Close()
	print := newPrinter(r)
	r.tell(keep.notices...)
	code := exitDone
	for _, input := range turns {
		reply := talk.Commit(talk.Begin(input).Run(r.ctx))
		if reply == nil {
			return r.ctx.Err()
		}
		r.sync(room)
		keep.Take(source)
		keep.remember(room, source, r.clock())
		r.save(keep)
		if err := print.reply(reply); err != nil {
			return failed("Standard output is closed: "+err.Error()+".", "")
		}
		if reply.Turn.Failure != nil {
			code = failureCode(reply.Turn.Failure)
		}
		if code == exitCancelled {
			break
		}
	}
	if code != exitDone {
		return quiet(code)
	}
	return nil
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
	if len(c.Turns) == 0 {
		return nil, usage("There is nothing to ask.", `Say for example: parley ask "Show me all users" "Only from last month".`)
	}
	return c.Turns, nil
}

// talk is a conversation on an opening.
func (r *runtime) talk(session *dialog.Session, opening *workflow.Opening, room *memory.Room, whole bool) *workflow.Orchestrator {
	return workflow.New(session, opening, workflow.Settings{
		Whole: whole, Limits: r.limits(), AskCost: r.AskCost, Clock: r.clock, Log: r.log, Room: room,
	})
}

// limits are how much of a result is read ahead and kept.
func (r *runtime) limits() db.Limits {
	return db.Limits{Rows: r.ReadRows, Memory: r.Rows << 20, Spill: int64(r.ReadDisk) << 20, Time: r.ReadTime}
}

// printer writes replies in one of the formats. Data goes to out; what is said about it goes to say.
type printer struct {
	format   string
	out, say io.Writer
	marks    marks
	defuse   bool // formulas in CSV
}

// marks are the intents' signs, in pictures or plain letters.
type marks struct{ fresh, refined string }

func newPrinter(r *runtime) *printer {
	p := &printer{format: r.Format, defuse: r.Defuse, out: r.stdout, say: r.stdout, marks: marks{"🆕 New query", "✨ Refined query"}}
	if r.ASCII {
		p.marks = marks{"New query", "Refined query"}
	}
	if p.format != "table" {
		p.say = r.stderr
	}
	return p
}

func (p *printer) reply(reply *workflow.Reply) error {
	if p.format == "json" {
		a := answer(reply.SessionID.String(), reply)
		if reply.Rows != nil {
			a.Data = cells(reply.Rows, reply.Rows.Len())
		}
		encode := json.NewEncoder(p.out)
		encode.SetEscapeHTML(false)
		return encode.Encode(a)
	}
	p.head(reply)
	if reply.Turn.Failure != nil {
		_, err := fmt.Fprintf(p.say, "%s\n\n", visibleLines(reply.Turn.Failure.Message))
		return err
	}
	if reply.Statement == nil {
		return nil
	}
	return p.body(reply)
}

// head says what the turn was taken for and what changed.
func (p *printer) head(reply *workflow.Reply) {
	t := &reply.Turn
	fmt.Fprintf(p.say, "> %s\n", db.Visible(t.Input))
	for _, n := range reply.Notices {
		fmt.Fprintln(p.say, db.Visible(n))
	}
	if reply.Answer != "" {
		fmt.Fprintf(p.say, "%s\n\n", visibleLines(reply.Answer))
	}
	if t.Route == dialog.RouteCommand && reply.Answer == "" {
		fmt.Fprintf(p.say, "/%s is for the screen.\n\n", db.Visible(reply.Detection.Command))
	}
	if t.Sent != "" {
		fmt.Fprintln(p.say, "  sent: "+db.Visible(t.Sent))
	}
	if t.Result == nil {
		return
	}
	if t.Route == dialog.RouteQuery {
		fmt.Fprintf(p.say, "%s · %s%s\n", p.mark(t), db.Visible(t.Assurance()), maker(t.Result))
	}
	for _, line := range [][]string{t.Result.Changes, t.Result.Understood, t.Result.Notes} {
		for _, s := range line {
			fmt.Fprintln(p.say, "  "+db.Visible(s))
		}
	}
	for _, f := range reply.Inherited {
		fmt.Fprintf(p.say, "  remembered from turn %d: %s\n", f.Turn, db.Visible(f.String()))
	}
	if reply.Missing != "" {
		fmt.Fprintln(p.say, "  "+db.Visible(reply.Missing)+".")
	}
}

// maker says who made the SQL where it was not the engine.
func maker(r *dialog.Result) string {
	if r.Source == "" || r.Source == "engine" {
		return ""
	}
	return " · " + db.Visible(r.Source)
}

func (p *printer) mark(t *dialog.Turn) string {
	if t.Intent == dialog.Refinement {
		return p.marks.refined
	}
	return p.marks.fresh
}

func (p *printer) body(reply *workflow.Reply) error {
	switch p.format {
	case "sql":
		_, err := fmt.Fprintln(p.out, strings.TrimSuffix(reply.Statement.SQL(), ";")+";")
		return err
	case "table":
		fmt.Fprintf(p.out, "\n%s\n\n", visibleLines(reply.Statement.Format(100)))
		return writeTable(p.out, reply.Rows)
	case "csv":
		return writeAll(p.out, reply.Rows, export.Options{Format: export.CSV, Defuse: p.defuse})
	default:
		defer fmt.Fprintln(p.out)
		return writeAll(p.out, reply.Rows, export.Options{Format: export.Markdown})
	}
}

// visibleLines makes text of several lines safe for a terminal; its line ends are ours.
func visibleLines(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = db.Visible(line)
	}
	return strings.Join(lines, "\n")
}
