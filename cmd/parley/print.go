package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"parley/db"
	"parley/db/export"
	"parley/dialog"
	"parley/workflow"
)

// printer writes replies in one of the formats. Data goes to out; what is said about it goes to say.
type printer struct {
	format   string
	out, say io.Writer
	stderr   io.Writer
	marks    marks
	defuse   bool // formulas in CSV
	streamed bool // rows were written as they came
	strict   bool // doubted answers are not given
}

// marks are the intents' signs, in pictures or plain letters.
type marks struct{ fresh, refined string }

func newPrinter(r *runtime) *printer {
	p := &printer{format: r.Format, defuse: r.Defuse, out: r.stdout, say: r.stdout, stderr: r.stderr, marks: marks{"🆕 New query", "✨ Refined query"}}
	if r.ASCII {
		p.marks = marks{"New query", "Refined query"}
	}
	if p.format != "table" {
		p.say = r.stderr
	}
	return p
}

// turn prints a reply; the code is that of the run so far, or what became of this turn.
func (p *printer) turn(ctx context.Context, reply *workflow.Reply, code int) (int, error) {
	if err := p.reply(ctx, reply); err != nil {
		var cut *cutError
		if !errors.As(err, &cut) {
			return code, failed("Standard output is closed: "+err.Error()+".", "")
		}
		fmt.Fprintln(p.stderr, "parley: "+cut.Error())
		return codeOfCut(ctx), nil
	}
	if reply.Turn.Failure != nil {
		return failureCode(reply.Turn.Failure), nil
	}
	if p.strict && doubted(&reply.Turn) != "" {
		return exitDoubted, nil
	}
	return code, nil
}

// codeOfCut tells a result that the person broke off from one that broke off by itself.
func codeOfCut(ctx context.Context) int {
	if ctx.Err() != nil {
		return exitCancelled
	}
	return exitCut
}

func (p *printer) reply(ctx context.Context, reply *workflow.Reply) error {
	if p.format == "json" {
		return p.json(ctx, reply)
	}
	if p.strictReply(reply) {
		return nil
	}
	p.head(reply)
	if reply.Turn.Failure != nil {
		_, err := fmt.Fprintf(p.say, "%s\n\n", visibleLines(reply.Turn.Failure.Message))
		return err
	}
	if reply.Statement == nil {
		return nil
	}
	return p.body(ctx, reply)
}

// cutError is returned when a result ended before all its rows were written.
type cutError struct {
	row int64
	why string
}

func (e *cutError) Error() string {
	return fmt.Sprintf("The output is cut after row %s: %s.", db.Thousands(int(e.row)), db.Visible(e.why))
}

// rows writes every row of the reply as it comes.
func (p *printer) rows(reply *workflow.Reply, write func(db.Rows) (int64, error)) error {
	if reply.Rows == nil {
		return nil
	}
	p.streamed = true
	from := reply.Rows.Stream()
	n, err := write(from)
	if from.Err() != nil {
		return &cutError{n, cmp.Or(reply.Rows.Cut(), from.Err().Error())}
	}
	return err
}

// json writes the answer of the batch protocol with all rows in it. How many they were, and whether all, comes after them.
func (p *printer) json(ctx context.Context, reply *workflow.Reply) error {
	a := answer(reply.SessionID.String(), reply)
	if p.strict {
		if a.strictly(reply); a.code == exitDoubted {
			return json.NewEncoder(p.out).Encode(a)
		}
	}
	out := bufio.NewWriterSize(p.out, 64<<10)
	if err := openObject(out, a.headJSON); err != nil {
		return err
	}
	cut := p.rows(reply, func(rows db.Rows) (n int64, err error) {
		if n, err = writeData(ctx, out, rows); err == nil {
			err = rows.Err()
		}
		return n, err
	})
	if reply.Rows != nil {
		a.counted(reply.Rows)
	}
	if err := closeObject(out, a.tailJSON); err != nil {
		return err
	}
	return errors.Join(cut, out.Flush())
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
	if t.Sent != "" {
		fmt.Fprintln(p.say, "  sent: "+db.Visible(t.Sent))
	}
	if t.Result == nil {
		return
	}
	if t.Route == dialog.RouteQuery {
		fmt.Fprintf(p.say, "%s%s%s\n", p.mark(t), assurance(t), maker(t.Result))
	}
	for _, line := range [][]string{t.Result.Changes, t.Result.Understood, t.Result.Notes} {
		for _, s := range line {
			fmt.Fprintln(p.say, "  "+db.Visible(s))
		}
	}
	for _, s := range t.Result.Suggestions {
		fmt.Fprintf(p.say, "  yes, or %q, asks for what there is\n", db.Visible(s))
	}
	for _, f := range reply.Inherited {
		fmt.Fprintf(p.say, "  remembered from %s: %s\n", db.Visible(f.From()), db.Visible(f.String()))
	}
	if reply.Missing != "" {
		fmt.Fprintln(p.say, "  "+db.Visible(reply.Missing)+".")
	}
}

// assurance is how far the result is to be believed; nothing where nobody judged it.
func assurance(t *dialog.Turn) string {
	if a := t.Assurance(); a != "" {
		return " · " + db.Visible(a)
	}
	return ""
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

func (p *printer) body(ctx context.Context, reply *workflow.Reply) error {
	switch p.format {
	case "sql":
		_, err := fmt.Fprintln(p.out, strings.TrimSuffix(reply.Statement.SQL(), ";")+";")
		return err
	case "table":
		fmt.Fprintf(p.out, "\n%s\n\n", visibleLines(reply.Statement.Format(100)))
		return drawn(p.out, reply.Rows)
	}
	o := export.Options{Format: export.CSV, Defuse: p.defuse, Newline: "\n"} // lines end as those of other commands do
	if p.format == "markdown" {
		o.Format = export.Markdown
		defer fmt.Fprintln(p.out)
	}
	return p.rows(reply, func(rows db.Rows) (int64, error) { return export.Write(ctx, p.out, rows, o) })
}

// drawn draws a table; rows that were not all read are told as those of other formats are, for the drawing may go into a file.
func drawn(w io.Writer, rows *db.Rowset) error {
	if err := writeTable(w, rows); err != nil || rows == nil || rows.Cut() == "" {
		return err
	}
	return &cutError{int64(rows.Len()), rows.Cut()}
}

// visibleLines makes text of several lines safe for a terminal; its line ends are ours.
func visibleLines(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = db.Visible(line)
	}
	return strings.Join(lines, "\n")
}
