package llm_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"
	"github.com/google/uuid"

	"parley/db"
	"parley/db/dbtest"
	"parley/db/opener"
	"parley/dialog"
	"parley/workflow"
	"parley/workflow/engine"
	"parley/workflow/engine/reader"
	"parley/workflow/llm"
	"parley/workflow/llm/llmtest"
	"parley/workflow/project"
)

// What a model is told of a turn is looked at as it is sent: dialogues of testdata/request are held with a model that answers what
// stands in the file, and each request's state, with its tokens as the budget reckons them, is the golden.
//
//	database demo          the database: the demo, or a script beside the file
//	privacy values         what may leave
//	deny users.email       a column that may not
//	| [metrics]            a line of the project's file
//	confirm Q = SQL        a verified question
//	> words                what is said; = what the model answers: SQL, or the whole answer as JSON

// exchange is one input and the model's answer to it.
type exchange struct{ said, answer string }

// spoken is a dialogue file.
type spoken struct {
	database, toml    string
	privacy           llm.Level
	denied, confirmed []string
	turns             []exchange
}

func readSpoken(t *testing.T, path string) spoken {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	s := spoken{database: "demo"}
	for line := range strings.Lines(string(text)) {
		word, rest, _ := strings.Cut(strings.TrimRight(line, "\n"), " ")
		switch word {
		case "database":
			s.database = rest
		case "privacy":
			if s.privacy, err = llm.ParseLevel(rest); err != nil {
				t.Fatal(err)
			}
		case "deny":
			s.denied = append(s.denied, rest)
		case "|":
			s.toml += rest + "\n"
		case "confirm":
			s.confirmed = append(s.confirmed, rest)
		case ">":
			s.turns = append(s.turns, exchange{said: rest})
		case "=":
			s.turns[len(s.turns)-1].answer = rest
		}
	}
	return s
}

// listener is the model of a dialogue: it answers the present turn, and notes what it was asked.
type listener struct {
	t       *testing.T
	present exchange
	heard   []llmtest.Request
}

func (l *listener) step(_ int, r llmtest.Request) llmtest.Step {
	l.heard = append(l.heard, r)
	switch {
	case l.present.answer == "":
		l.t.Errorf("the model is asked about %q, which the rules answer", l.present.said)
		return llmtest.Step{Status: 500}
	case strings.HasPrefix(l.present.answer, "{"):
		return llmtest.Step{Text: l.present.answer}
	}
	intent := dialog.Refinement
	if strings.Contains(r.Messages[0], "No query is in force") {
		intent = dialog.NewQuery
	}
	return llmtest.Step{Text: reply(map[string]any{"intent": intent.String(), "sql": l.present.answer, "explanation": "As asked."})}
}

// held opens a dialogue's conversation, and what its model hears.
func (s spoken) held(t *testing.T, folder string) (*workflow.Orchestrator, *listener) {
	t.Helper()
	target := s.database
	if strings.HasSuffix(target, ".sql") {
		script, err := os.ReadFile(filepath.Join(folder, target))
		if err != nil {
			t.Fatal(err)
		}
		target = dbtest.SQLite(t, strings.TrimSuffix(s.database, ".sql"), string(script))
	}
	database, err := opener.Open(t.Context(), db.Settings{Now: now}, target)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { database.Close() })
	source, err := engine.Source(t.Context(), database, reader.WholeTrials)
	if err != nil {
		t.Fatal(err)
	}
	if s.toml != "" {
		layer, problems := project.Parse(project.FileName, s.toml)
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		source.Project = project.Compile(source.Index, database.Dialect(), nil, layer)
	}
	l := &listener{t: t}
	set := settings(llmtest.OpenAI(t, l.step))
	set.Privacy, set.Denied = s.privacy, s.denied
	a := over(t, set, llm.Source{Generator: source.Generator, Refiner: source.Refiner, Database: database, Index: source.Index, Names: source.Names, Project: source.Project})
	for _, c := range s.confirmed {
		asked, sql, _ := strings.Cut(c, " = ")
		if err := a.Confirm(asked, parsed(t, sql)); err != nil {
			t.Fatal(err)
		}
	}
	source.Generator, source.Refiner, source.Assistant = a, a, a
	at := workflow.Settings{Whole: true, Clock: clock}
	return workflow.New(dialog.New(uuid.New(), "talk", dialog.Settings{}), workflow.Opened(source), at), l
}

func TestRequestsOfTypicalTurns(t *testing.T) {
	t.Parallel()
	const folder = "testdata/request"
	files, err := filepath.Glob(filepath.Join(folder, "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatal("no dialogues", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			t.Parallel()
			s := readSpoken(t, file)
			talk, model := s.held(t, folder)
			defer talk.Close()
			var b strings.Builder
			for i, turn := range s.turns {
				model.present, model.heard = turn, nil
				answer := talk.Commit(talk.Begin(turn.said).Run(t.Context()))
				if i == 0 && len(model.heard) > 0 {
					described, _ := parted(model.heard[0])
					fmt.Fprintf(&b, "%s\n\n", described)
				}
				writeHeard(&b, i+1, turn, model.heard)
				if turn.answer != "" && len(model.heard) == 0 {
					t.Errorf("%q never reaches the model", turn.said)
				}
				if answer.Turn.Failure != nil && !strings.Contains(turn.answer, "clarification") {
					t.Errorf("%q fails: %+v", turn.said, answer.Turn.Failure)
				}
			}
			golden.RequireEqual(t, []byte(b.String()))
		})
	}
}

func TestInstructions(t *testing.T) {
	t.Parallel()
	a, server := assistant(t, steps(says("SELECT count(*) FROM users")))
	if _, err := a.Generate(t.Context(), question("how many users are there")); err != nil {
		t.Fatal(err)
	}
	system := fenceMark.ReplaceAllString(server.Requests()[0].System, "data-MARK")
	golden.RequireEqual(t, []byte(fmt.Sprintf("%d tokens\n%s\n", (len(system)+2)/3, system)))
}

var fenceMark = regexp.MustCompile(`data-[0-9a-f]{10}`)

// parted is the description of the database in a request, and all that follows it.
func parted(r llmtest.Request) (described, state string) {
	text := fenceMark.ReplaceAllString(r.Messages[0], "data-MARK")
	const end = "</data-MARK>"
	at := strings.Index(text, end) + len(end)
	return text[:at], strings.TrimSpace(text[at:])
}

func writeHeard(b *strings.Builder, n int, turn exchange, heard []llmtest.Request) {
	fmt.Fprintf(b, "==== %d: %s\n", n, turn.said)
	if len(heard) == 0 {
		b.WriteString("(not asked)\n\n")
	}
	for i, r := range heard {
		size := len(r.System)
		for _, m := range r.Messages {
			size += len(m)
		}
		_, state := parted(r)
		if i > 0 {
			state = r.Last()
		}
		fmt.Fprintf(b, "---- %d tokens\n%s\n\n", (size+2)/3, state)
	}
}
