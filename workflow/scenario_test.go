package workflow_test

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"parley/db"
	"parley/db/dbtest"
	"parley/dialog"
	"parley/workflow"
)

// A scenario is a dialogue as a text file: head lines (`database: demo`, or `sqlite NAME` or `postgres NAME` for a sample;
// `now: …`), then each input behind "> " and under it what must come of it. Lines that start with # speak to the reader.
// `go test ./workflow -update` writes the files anew.
var update = flag.Bool("update", false, "write the scenario files anew")

func TestScenarios(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scenario files: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			t.Parallel()
			script := readScenario(t, file)
			got := script.play(t)
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if got != script.text {
				t.Errorf("the dialogue went another way:\n%s", lineDiff(script.text, got))
			}
		})
	}
}

// scenario is a file, read: what to set up, and its lines.
type scenario struct {
	text     string
	database string
	now      time.Time
	head     []string
	inputs   []scenarioInput
}

// scenarioInput is one line to say, with the comment lines above it.
type scenarioInput struct {
	comments []string
	text     string
}

func readScenario(t *testing.T, file string) *scenario {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s := &scenario{text: string(raw), database: "demo"}
	scan := bufio.NewScanner(strings.NewReader(s.text))
	var comments []string
	for scan.Scan() {
		line := scan.Text()
		switch {
		case strings.HasPrefix(line, "> "), line == ">":
			s.inputs = append(s.inputs, scenarioInput{comments, strings.TrimPrefix(strings.TrimPrefix(line, ">"), " ")})
			comments = nil
		case len(s.inputs) == 0 && line != "":
			s.head = append(s.head, line)
			s.directive(t, line)
		case strings.HasPrefix(line, "#"):
			comments = append(comments, line)
		}
	}
	if s.now.IsZero() {
		t.Fatalf("%s: a scenario needs `now:`", file)
	}
	return s
}

func (s *scenario) directive(t *testing.T, line string) {
	t.Helper()
	key, value, _ := strings.Cut(line, ": ")
	switch key {
	case "database":
		s.database = value
	case "now":
		now, err := time.Parse(time.RFC3339, value)
		if err != nil {
			t.Fatal(err)
		}
		s.now = now
	}
}

// play holds the dialogue and writes the file that it would have been.
func (s *scenario) play(t *testing.T) string {
	t.Helper()
	source := s.open(t)
	clock := s.now
	talk := workflow.New(dialog.New(uuid.New(), source.Database.Name(), dialog.Settings{}), workflow.Opened(source), workflow.Settings{
		Whole: true, Limits: db.Limits{}, Clock: func() time.Time { return clock },
	})
	defer talk.Close()
	var b strings.Builder
	for _, line := range s.head {
		fmt.Fprintln(&b, line)
	}
	for _, input := range s.inputs {
		fmt.Fprintln(&b)
		for _, c := range input.comments {
			fmt.Fprintln(&b, c)
		}
		fmt.Fprintln(&b, strings.TrimRight("> "+input.text, " "))
		clock = clock.Add(time.Minute)
		writeReply(&b, talk.Commit(talk.Begin(input.text).Run(context.Background())))
	}
	return b.String()
}

func (s *scenario) open(t *testing.T) *workflow.Source {
	t.Helper()
	target := s.database
	if name, ok := strings.CutPrefix(target, "sqlite "); ok {
		target = dbtest.Data(t, "samples", name+".sqlite")
	}
	if name, ok := strings.CutPrefix(target, "postgres "); ok {
		target = dbtest.Sample(t, name)
	}
	return openSource(t, target, s.now)
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

// lineDiff marks the first lines that differ; the files are short enough to read whole.
func lineDiff(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	var b strings.Builder
	for i := range max(len(w), len(g)) {
		left, right := at(w, i), at(g, i)
		if left == right {
			fmt.Fprintf(&b, "  %s\n", left)
			continue
		}
		fmt.Fprintf(&b, "- %s\n+ %s\n", left, right)
	}
	return b.String()
}

func at(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return ""
}
