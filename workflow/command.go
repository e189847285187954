package workflow

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"parley/db"
	"parley/dialog"
)

// command carries out the commands that change the conversation. The others belong to the host, the screen or the
// command line, which finds the name in Reply.Detection.Command.
func (o *Orchestrator) command(out *Outcome, reply *Reply) {
	p := out.Plan
	reply.Turn = p.turn()
	if p.refusal != "" {
		reply.Answer = p.refusal
		return
	}
	switch p.Detection.Command {
	case "payload", "confirm", "model", "refresh", "prove", profileCommand, teachCommand, keepCommand, taughtCommand, trustCommand:
		reply.Answer, o.lesson = out.answer, out.lesson
		o.anew = o.anew || p.lesson != nil && p.lesson.Default != ""
	case "new":
		o.session.NewThread()
		o.reset = true
		reply.Answer = "A new query: ask away. (undo brings the last one back)"
	case "clear":
		o.session.Clear(p.ticket.ID, p.settings.Clock())
		o.reset = true
		reply.Answer = "Cleared: the conversation starts again. /undo brings it back."
	case "undo":
		o.moved(o.session.Undo())(reply)
	case "redo":
		o.moved(o.session.Redo())(reply)
	case "branch":
		o.branch(p.Detection.Argument, reply)
	case "history":
		reply.Answer = o.history()
	case "schema":
		reply.Answer = o.tables(p.Detection.Argument)
	case "help":
		reply.Answer = commandList()
	case "context":
		if reply.Answer = out.answer; !p.hosted() {
			reply.Answer = o.context(p.Detection.Argument)
		}
	case "forget":
		reply.Answer = o.forgotten(p.Detection.Argument)
	default:
		reply.Answer = unknownCommand(p.Detection.Command)
	}
}

// Undo moves to the query before; Redo forward again; Branch to any turn by its number. Each replies with the turn in
// force, or with why it stays.
func (o *Orchestrator) Undo() *Reply { return o.run("undo", "") }

// Redo moves forward again after Undo.
func (o *Orchestrator) Redo() *Reply { return o.run("redo", "") }

// Branch moves to a turn, whatever lies between.
func (o *Orchestrator) Branch(id uuid.UUID) *Reply {
	reply := o.run("branch", "")
	o.moved(o.session.Branch(id))(reply)
	return reply
}

func (o *Orchestrator) run(name, argument string) *Reply {
	plan := o.snapshot("/" + name)
	plan.Detection = dialog.Detection{Route: dialog.RouteCommand, Command: name, Argument: argument}
	return o.Commit(&Outcome{Plan: plan})
}

// moved shows the turn that a move along the tree came to.
func (o *Orchestrator) moved(turn *dialog.Turn, err error) func(*Reply) {
	return func(reply *Reply) {
		if err != nil {
			reply.Answer = SentenceCase(err.Error()) + "."
			return
		}
		o.restore(turn)
		if turn == nil {
			reply.Answer = "The beginning: nothing is asked yet. (undo once more brings back what was cleared)"
			return
		}
		o.show(turn, reply)
	}
}

// show fills the reply with a recorded turn, as it stands.
func (o *Orchestrator) show(turn *dialog.Turn, reply *Reply) {
	reply.Turn.Result = turn.Result
	reply.Statement, reply.Rows = o.Tree(turn), o.Rows(turn)
	reply.Before = o.Tree(o.session.Before())
	reply.Comparison = compare(reply.Before, reply.Statement)
	reply.Answer = fmt.Sprintf("Turn %d is in force: %s", turn.Number, turn.Input)
}

func (o *Orchestrator) branch(argument string, reply *Reply) {
	number, err := strconv.Atoi(strings.TrimSpace(argument))
	turn := o.session.Numbered(number)
	if err != nil || turn == nil {
		reply.Answer = "There is no such turn: /history shows their numbers."
		return
	}
	o.moved(o.session.Branch(turn.ID))(reply)
}

// history is the tree of turns as lines, the present path marked.
func (o *Orchestrator) history() string {
	turns := o.session.Turns()
	if len(turns) == 0 {
		return "No turns yet: ask a question."
	}
	path := map[uuid.UUID]bool{}
	for _, t := range o.session.Path() {
		path[t.ID] = true
	}
	var lines []string
	for _, t := range turns {
		mark := " "
		if path[t.ID] {
			mark = "*"
		}
		lines = append(lines, fmt.Sprintf("%s %d  %s  (%s)", mark, t.Number, t.Input, outcome(t)))
	}
	return strings.Join(lines, "\n")
}

// outcome is what came of a turn, in words.
func outcome(t *dialog.Turn) string {
	switch {
	case t.Cleared:
		return "the conversation starts again"
	case t.Failure != nil:
		return t.Failure.Kind
	case t.Result == nil:
		return "answer"
	}
	return strings.ReplaceAll(t.Intent.String(), "_", " ") + ", " + counted(t.Result.Rows)
}

// counted is a number of rows in words.
func counted(rows int) string {
	if rows == 1 {
		return "1 row"
	}
	return fmt.Sprintf("%d rows", rows)
}

// commandList is the help of a conversation without a screen.
func commandList() string {
	var b strings.Builder
	b.WriteString("Ask about the data in plain words, then say what to change: \"only from last month\", \"by country\", \"biggest first\", \"undo\".\n" +
		"The answer is SQL and its rows; nothing is ever written. \"what tables are there\" shows what can be asked about.\n\n")
	for _, c := range dialog.Commands {
		fmt.Fprintf(&b, "/%-18s %s\n", strings.TrimSpace(c.Name+" "+strings.ToUpper(c.Argument)), c.Help)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func unknownCommand(name string) string {
	for _, c := range dialog.Commands {
		if c.Name == name {
			return fmt.Sprintf("/%s is for the screen (%s): start parley without ask or batch.", name, c.Help)
		}
	}
	if slices.Contains(contextVerbs, name) {
		return fmt.Sprintf("There is no command /%s: say /context %s and what.", name, name)
	}
	names := make([]string, len(dialog.Commands))
	for i, c := range dialog.Commands {
		names[i] = c.Name
	}
	if near := db.Nearest(name, names, 1); len(near) > 0 && db.Slipped(name, near[0]) {
		return fmt.Sprintf("There is no command /%s: did you mean /%s? /help lists them.", name, near[0])
	}
	return fmt.Sprintf("There is no command /%s: /help lists them.", name)
}

// SentenceCase makes the first letter a capital, unless a file begins the sentence: another case is another file.
func SentenceCase(s string) string {
	first, _, _ := strings.Cut(s, " ")
	if s == "" || strings.ContainsAny(strings.TrimRight(first, ".:,"), `./\~`) {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
