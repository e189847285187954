package workflow_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"parley/db/dbtest"
	"parley/db/demo"
	"parley/db/statement"
	"parley/dialog"
	"parley/dialog/archive"
	"parley/dialog/memory"
	"parley/workflow"
	"parley/workflow/project"
	"parley/workflow/schema"
)

// stage is a scenario being played: the conversation, and the file that it would have been.
type stage struct {
	*testing.T
	script *scenario
	out    strings.Builder
	clock  time.Time
	source *workflow.Source
	makers *watchedMakers
	first  uuid.UUID
	talk   *workflow.Orchestrator
	room   *memory.Room
	store  *memory.Process
	log    bytes.Buffer
	late   *workflow.Outcome
}

// play holds the dialogue and writes the file that it would have been.
func (s *scenario) play(t *testing.T) string {
	t.Helper()
	x := &stage{T: t, script: s, clock: s.now, first: uuid.New()}
	x.source = s.open(t)
	x.store = &memory.Process{Now: func() time.Time { return x.clock }}
	x.makers = &watchedMakers{generator: x.source.Generator, refiner: x.source.Refiner}
	x.source.Generator, x.source.Refiner = x.makers, x.makers
	x.sit(dialog.New(x.first, x.source.Database.Name(), dialog.Settings{}), nil)
	for _, line := range s.head {
		fmt.Fprintln(&x.out, line)
	}
	for _, step := range s.steps {
		fmt.Fprintln(&x.out)
		for _, c := range step.comments {
			fmt.Fprintln(&x.out, c)
		}
		fmt.Fprintln(&x.out, step.text)
		x.step(step.text)
	}
	x.talk.Close()
	return x.out.String()
}

func (s *scenario) open(t *testing.T) *workflow.Source {
	t.Helper()
	target := s.database
	if target == "demo with its project" {
		return shipped(t, s.now)
	}
	if name, ok := strings.CutPrefix(target, "sqlite "); ok {
		target = dbtest.Data(t, "samples", name+".sqlite")
	}
	if name, ok := strings.CutPrefix(target, "postgres "); ok {
		target = dbtest.Sample(t, name)
	}
	if name, ok := strings.CutPrefix(target, "script "); ok {
		name, taught := strings.CutSuffix(name, ", taught by talking")
		if target = scripted(t, name); taught {
			return learning(t, target, s.now)
		}
	}
	return openSource(t, target, s.now)
}

// shipped is the demo with what its project file says of its words.
func shipped(t *testing.T, now time.Time) *workflow.Source {
	t.Helper()
	layer, problems := project.Parse(project.FileName, demo.Project)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	layer.Scope = project.Shipped
	database := openDatabase(t, "demo", now)
	source, err := sourceOver(t.Context(), database, "demo", now, func(x *schema.Index) *project.Project {
		return project.Compile(x, database.Dialect(), nil, layer)
	})
	if err != nil {
		t.Fatal(err)
	}
	return source
}

// scripted is a PostgreSQL database that a script of testdata/databases has made.
func scripted(t *testing.T, name string) string {
	t.Helper()
	script, err := os.ReadFile(filepath.Join("testdata", "databases", name))
	if err != nil {
		t.Fatal(err)
	}
	to := dbtest.Postgres(t)
	dbtest.Exec(t, to, string(script))
	return to
}

// sit begins a conversation over a session; what it remembered when it stopped comes with it.
func (x *stage) sit(session *dialog.Session, remembered json.RawMessage) {
	settings := workflow.Settings{Whole: true, Clock: func() time.Time { return x.clock }, Log: slog.New(slog.NewTextHandler(&x.log, nil))}
	if x.script.room != "" {
		x.room = memory.NewRoom("ana", x.script.room, x.store, memory.Settings{Required: map[string][]string{"flights": {"origin", "destination"}}})
		x.sync()
		if remembered != nil {
			if _, err := x.room.Import(remembered, "", x.clock); err != nil {
				x.Fatal(err)
			}
		}
		settings.Room = x.room
	}
	x.talk = workflow.New(session, workflow.Opened(x.source), settings)
}

var repeated = regexp.MustCompile(`^(\d+) times > (.*)$`)

func (x *stage) step(text string) {
	verb, rest, _ := strings.Cut(text, " ")
	if m := repeated.FindStringSubmatch(text); m != nil {
		n, _ := strconv.Atoi(m[1])
		for range n - 1 {
			x.clock = x.clock.Add(time.Minute)
			x.talk.Commit(x.run(m[2]))
		}
		x.say(m[2])
		return
	}
	switch verb {
	case ">":
		x.say(rest)
	case "clock":
		by, err := time.ParseDuration(strings.TrimPrefix(rest, "+"))
		if err != nil {
			x.Fatal(err)
		}
		x.clock = x.clock.Add(by)
	case "another":
		x.talk.Close()
		x.sit(dialog.New(uuid.New(), x.source.Database.Name(), dialog.Settings{}), nil)
	case "restart":
		x.restart()
	case "restart,":
		x.damage(rest)
	case "next":
		x.makers.fails(x.T, rest)
	case "late":
		x.late = x.run(strings.TrimPrefix(rest, "> "))
	case "state":
		x.state()
	case "end":
		x.end()
	default:
		x.Fatalf("a step that nobody knows: %s", text)
	}
}

// sync brings the room and its store together, as the program does after each turn.
func (x *stage) sync() {
	if x.room == nil {
		return
	}
	if err := x.room.Sync(x.Context(), x.clock); err != nil {
		x.Fatal(err)
	}
}

func (x *stage) run(input string) *workflow.Outcome {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	x.makers.calls, x.makers.cancel = nil, cancel
	return x.talk.Begin(input).Run(ctx)
}

func (x *stage) say(input string) {
	x.clock = x.clock.Add(time.Minute)
	x.log.Reset()
	reply := x.talk.Commit(x.run(input))
	x.sync()
	x.reply(reply)
	if x.late != nil {
		fmt.Fprintf(&x.out, "the late outcome is recorded: %t\n", x.talk.Commit(x.late) != nil)
		x.late = nil
	}
}

// reply writes what came of a turn, and what the head asks to be shown of it.
func (x *stage) reply(r *workflow.Reply) {
	b := &x.out
	for _, more := range x.script.show {
		switch t := r.Turn; more {
		case "turn":
			if t.Number > 0 {
				fmt.Fprintf(b, "turn: %d, of %s\n", t.Number, x.whose(r.SessionID))
			}
		case "calls":
			lines("asked", x.makers.calls).write(b)
		case "earlier":
			fmt.Fprintf(b, "earlier: %s\n", numbered(r.Earlier))
		case "explanation":
			if r.Turn.Result != nil {
				fmt.Fprintf(b, "explanation: %s\n", t.Result.Explanation)
			}
		case "retry":
			if t.Failure != nil {
				fmt.Fprintf(b, "another try is possible: %t\n", t.Failure.CanRetry)
			}
		case "log":
			lines("log", logged(x.log.String())).write(b)
		default:
			x.Fatalf("nothing is called %q", more)
		}
	}
	writeReply(b, r)
}

// whose says which session an id is.
func (x *stage) whose(id uuid.UUID) string {
	switch {
	case id == uuid.Nil:
		return "no session"
	case id == x.first:
		return "the same session"
	default:
		return "another session"
	}
}

// logged are the warnings and errors of a log, without their times.
func logged(text string) []string {
	var found []string
	for line := range strings.Lines(text) {
		if _, said, ok := strings.Cut(strings.TrimSpace(line), " level="); ok && !strings.HasPrefix(said, "INFO") {
			found = append(found, said)
		}
	}
	return found
}

// state writes what the session holds.
func (x *stage) state() {
	s := x.talk.Session()
	fmt.Fprintf(&x.out, "session: %s, database %s, turns %s, next %d\n", x.whose(s.ID()), s.Database(), numbered(s.Conversation()), s.Next())
	current := "none"
	if t := s.Current(); t != nil {
		current = fmt.Sprintf("turn %d, %d rows: %s", t.Number, t.Result.Rows, t.Result.SQL)
	}
	fmt.Fprintf(&x.out, "current: %s\noriginal: %s\n", current, cmp.Or(s.Original(), "none"))
}

func numbered(turns []*dialog.Turn) string {
	list := make([]string, len(turns))
	for i, t := range turns {
		list[i] = strconv.Itoa(t.Number)
	}
	return cmp.Or(strings.Join(list, " "), "none")
}

// end is the user's leaving: results are let go, and the rows with them.
func (x *stage) end() {
	turns := x.talk.Session().Turns()
	held := func() (n int) {
		for _, t := range turns {
			if x.talk.Rows(t) != nil {
				n++
			}
		}
		return n
	}
	before := held()
	x.talk.Close()
	fmt.Fprintf(&x.out, "results held: %d before, %d after\n", before, held())
}

// restart writes the session to its file, as the program does after each turn, and resumes it in a new conversation.
func (x *stage) restart() {
	place := archive.Place{Name: x.source.Database.Name(), Targets: []string{x.script.database}, Dialect: x.source.Database.Dialect().String()}
	store := archive.NewStore(x.TempDir(), func() time.Time { return x.clock })
	kept, err := store.Create(x.talk.Session().ID(), "")
	if err != nil {
		x.Fatal(err)
	}
	kept.Take(place, x.talk.Session())
	if x.room != nil {
		data, err := x.room.Export(x.clock)
		if err != nil {
			x.Fatal(err)
		}
		kept.TakeParameters(place, data)
	}
	if err := kept.Close(); err != nil {
		x.Fatal(err)
	}
	again, err := store.Open(kept.ID())
	if err != nil {
		x.Fatal(err)
	}
	defer again.Close()
	record, err := again.Record()
	if err != nil {
		x.Fatal(err)
	}
	session, notice := record.Session(record.Place(), dialog.Settings{})
	lines("notice", nonEmpty(notice)).write(&x.out)
	x.talk.Close()
	x.store = &memory.Process{Now: func() time.Time { return x.clock }} // it is gone with the program
	x.sit(session, record.Parameters(record.Place()))
}

// damage resumes the session with turns whose result lost its SQL: "turn 2 damaged", "every turn damaged".
func (x *stage) damage(what string) {
	old := x.talk.Session()
	m := old.Snapshot()
	for i, t := range m.Turns {
		if what == "every turn damaged" || what == fmt.Sprintf("turn %d damaged", t.Number) {
			c := *t
			c.Result = &dialog.Result{}
			m.Turns[i] = &c
		}
	}
	session, notice := dialog.Resume(old.ID(), old.Database(), old.Settings(), m)
	lines("notice", nonEmpty(notice)).write(&x.out)
	x.talk.Close()
	x.sit(session, nil)
}

func nonEmpty(text string) []string {
	if text == "" {
		return nil
	}
	return []string{text}
}

// watchedMakers pass on to the embedded engine what the orchestrator asks, note it, and fail once where the scenario says so.
type watchedMakers struct {
	generator workflow.Generator
	refiner   workflow.Refiner
	calls     []string
	cancel    context.CancelFunc
	fault     func() (*workflow.Draft, error)
}

// Generate implements workflow.Generator.
func (w *watchedMakers) Generate(ctx context.Context, r workflow.Request) (*workflow.Draft, error) {
	w.calls = append(w.calls, fmt.Sprintf("the generator: question %q", r.Question))
	if fault := w.fault; fault != nil {
		w.fault = nil
		return fault()
	}
	return w.generator.Generate(ctx, r)
}

// Refine implements workflow.Refiner.
func (w *watchedMakers) Refine(ctx context.Context, r workflow.Refine) (*workflow.Draft, error) {
	w.calls = append(w.calls, fmt.Sprintf("the refiner: original %q", r.Original), fmt.Sprintf("the refiner: current %q", r.Current.SQL()),
		fmt.Sprintf("the refiner: feedback %q", r.Question))
	if r.Result != nil {
		w.calls = append(w.calls, fmt.Sprintf("the refiner: result of %d rows", r.Result.Rows))
	}
	if fault := w.fault; fault != nil {
		w.fault = nil
		return fault()
	}
	return w.refiner.Refine(ctx, r)
}

// fails makes the next turn fail: "the generator fails: no idea", "the refiner panics", "the guard refuses", "the database
// fails", "it is cancelled".
func (w *watchedMakers) fails(t *testing.T, how string) {
	t.Helper()
	what, message, _ := strings.Cut(how, ": ")
	draft := func(sql string) func() (*workflow.Draft, error) {
		return func() (*workflow.Draft, error) {
			s, err := statement.Parse(sql, statement.SQLite, nil)
			return &workflow.Draft{Statement: s, Source: "engine"}, err
		}
	}
	switch what {
	case "the generator fails", "the refiner fails":
		w.fault = func() (*workflow.Draft, error) { return nil, errors.New(message) }
	case "the generator panics", "the refiner panics":
		w.fault = func() (*workflow.Draft, error) { panic("oh") }
	case "the guard refuses":
		w.fault = draft("DELETE FROM users")
	case "the database fails":
		w.fault = draft("SELECT salary FROM users")
	case "it is cancelled":
		w.fault = func() (*workflow.Draft, error) {
			w.cancel()
			return nil, context.Canceled
		}
	default:
		t.Fatalf("nothing fails like %q", how)
	}
}

// writeReply tells what came of a turn, a line a fact.
func writeReply(b *strings.Builder, r *workflow.Reply) {
	t := &r.Turn
	if t.Route != dialog.RouteCommand {
		fmt.Fprintf(b, "%s, %s, %s\n", t.Route, t.Intent, t.Confidence)
	}
	lines("notice", r.Notices).write(b)
	if t.Question != "" {
		fmt.Fprintf(b, "question: %s\n", t.Question)
	}
	if t.Failure != nil {
		fmt.Fprintf(b, "%s: %s\n", t.Failure.Kind, t.Failure.Message)
	}
	for _, f := range r.Inherited {
		fmt.Fprintf(b, "inherited: %s.%s (turn %d)\n", f.Subject, f, f.Turn)
	}
	lines("missing", nonEmpty(r.Missing)).write(b)
	if r.Answer != "" {
		fmt.Fprintf(b, "answer: %s\n", strings.ReplaceAll(r.Answer, "\n", "\n  "))
	}
	if t.Result == nil {
		return
	}
	fmt.Fprintf(b, "sql: %s\n", t.Result.SQL)
	lines("change", t.Result.Changes).write(b)
	lines("understood", t.Result.Understood).write(b)
	lines("not used", t.Result.Ignored).write(b)
	lines("note", t.Result.Notes).write(b)
	if r.Rows != nil {
		fmt.Fprintf(b, "rows: %d\n", r.Rows.Len())
	}
}

type factLines struct {
	name  string
	texts []string
}

func lines(name string, texts []string) factLines { return factLines{name, texts} }

func (f factLines) write(b *strings.Builder) {
	for _, text := range f.texts {
		fmt.Fprintf(b, "%s: %s\n", f.name, text)
	}
}
