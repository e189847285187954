package workflow_test

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// A scenario is a dialogue as a text file: a head, then each thing that is said or happens, and under it what must come of
// it. Lines that start with # speak to the reader. `go test ./workflow -update` writes the files anew.
//
// The head:
//
//	database: demo                     or "sqlite NAME" or "postgres NAME" for a sample
//	now: 2026-11-21T09:00:00Z          the user's clock; each input is said a minute later
//	room: demo                         parameters are remembered, in this room
//	show: turn calls earlier           more is told of each turn: its number and session, what the generator or the refiner
//	                                   was asked, the turns before it; or: explanation, retry, log
//
// What may happen between the inputs:
//
//	> INPUT                            somebody says it; "9 times > INPUT" says it again and again
//	clock +6h                          time goes by
//	another session                    a new one in the same room
//	restart                            the program ends, and the session is resumed from its file
//	restart, turn 2 damaged            and a turn of the file is not what it was; or: every turn
//	next the generator fails: TEXT     also: the refiner, the guard, the database; fails, panics or is cancelled
//	late > INPUT                       its outcome arrives after the next thing that is said
//	state                              what the session holds
//	end                                the user leaves
var update = flag.Bool("update", false, "write the scenario files anew")

// caseFiles are the files of cases. Under -short, as the race detector runs them, they are only so many, spread over all: the
// goroutines are the same in each.
func caseFiles(t *testing.T, pattern string, short int) []string {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases in %s: %v", pattern, err)
	}
	if !testing.Short() || len(files) <= short {
		return files
	}
	var some []string
	for i := range short {
		some = append(some, files[i*len(files)/short])
	}
	return some
}

func TestScenarios(t *testing.T) {
	t.Parallel()
	for _, file := range caseFiles(t, "testdata/*.txt", 20) {
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

// TestTheTableNamesEveryScenario keeps the package comment's table true: it names every file of a requirement, and every
// requirement has one.
func TestTheTableNamesEveryScenario(t *testing.T) {
	t.Parallel()
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	files, _ := filepath.Glob("testdata/IRW-REQ-*.txt")
	for _, file := range files {
		if !strings.Contains(string(doc), filepath.Base(file)) {
			t.Errorf("%s is not in the table", file)
		}
	}
	if n := len(regexp.MustCompile(`IRW-REQ-\d\d-[a-z-]+\.txt`).FindAll(doc, -1)); n != len(files) {
		t.Errorf("the table names %d files, there are %d", n, len(files))
	}
	for _, n := range []int{1, 2, 3, 4, 5, 6, 8} { // what 7 bounds are times, which benchmarks tell
		if shown, _ := filepath.Glob(fmt.Sprintf("testdata/IRW-REQ-%02d-*.txt", n)); len(shown) == 0 {
			t.Errorf("nothing shows IRW-REQ-%02d", n)
		}
	}
}

// scenario is a file, read: what to set up, and its steps.
type scenario struct {
	text     string
	database string
	now      time.Time
	room     string
	show     []string
	head     []string
	steps    []scenarioStep
}

// scenarioStep is one thing that happens, with the comment lines above it.
type scenarioStep struct {
	comments []string
	text     string
}

// happens are the words that begin a step which is no input.
var happens = []string{"clock ", "another session", "restart", "next ", "late > ", "state", "end"}

func isStep(line string) bool {
	if line == ">" || strings.HasPrefix(line, "> ") || repeated.MatchString(line) {
		return true
	}
	return slices.ContainsFunc(happens, func(w string) bool {
		return strings.HasPrefix(line, w) && (strings.HasSuffix(w, " ") || line == w || line[len(w)] == ',')
	})
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
		case isStep(line):
			s.steps = append(s.steps, scenarioStep{comments, line})
			comments = nil
		case len(s.steps) == 0 && line != "":
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
	case "room":
		s.room = value
	case "show":
		s.show = strings.Fields(value)
	case "now":
		now, err := time.Parse(time.RFC3339, value)
		if err != nil {
			t.Fatal(err)
		}
		s.now = now
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
