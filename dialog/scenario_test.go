package dialog

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
)

// A scenario file is a dialogue that reads like one:
//
//	# why
//	database ecommerce
//	> what the user says           every check below it is about this input
//	  intent refinement high       intent and confidence detected
//	  route command, reset, question TEXT, notice TEXT, because "WORDS" in SIGN
//	  sql SELECT …                 the turn succeeds with this SQL; or: fails MESSAGE
//	repeat 9 > input               the same turn several times
//	do undo|redo|new|clear|branch N [N times]
//	refused undo: MESSAGE          the command stays where it is, saying so
//	within 100KB                 what the session takes
//	turns 1 2, window 1 2, path 1 2, current SQL|none, original TEXT, context PART …, session unchanged
//
// Each runs twice: with a vocabulary and without one; the outcomes are the same.
func TestScenarios(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) < 10 {
		t.Fatalf("%d scenario files: %v", len(files), err)
	}
	for _, file := range files {
		for _, v := range []Vocabulary{nil, shop()} {
			t.Run(fmt.Sprintf("%s/vocabulary %t", strings.TrimSuffix(filepath.Base(file), ".txt"), v != nil), func(t *testing.T) {
				t.Parallel()
				text, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				s := &scenario{T: t, vocabulary: v, clock: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)}
				for i, line := range strings.Split(string(text), "\n") {
					s.line = i + 1
					s.step(strings.TrimSpace(line))
				}
			})
		}
	}
}

type scenario struct {
	*testing.T
	line       int
	session    *Session
	id         uuid.UUID
	vocabulary Vocabulary
	clock      time.Time
	input      string
	repeat     int
	detection  Detection
}

func (s *scenario) step(line string) {
	verb, rest, _ := strings.Cut(line, " ")
	switch verb {
	case "", "#":
	case "database":
		s.id = uuid.New()
		s.session = New(s.id, rest, Settings{})
	case ">":
		s.say(rest, 1)
	case "repeat":
		n, input, _ := strings.Cut(rest, " > ")
		s.say(input, s.number(n))
	case "sql", "fails":
		s.answer(verb, rest)
	case "do":
		s.do(rest)
	case "refused":
		verb, message, _ := strings.Cut(rest, ": ")
		if err := s.move(verb); err == nil || err.Error() != message {
			s.failed("refusal", fmt.Sprint(err), message)
		}
	default:
		s.check(verb, rest)
	}
	if s.session != nil {
		if err := s.session.Validate(); err != nil {
			s.Fatalf("line %d: %v", s.line, err)
		}
	}
}

func (s *scenario) say(input string, times int) {
	s.input, s.repeat = input, times
	s.detection = s.session.Detect(input, s.vocabulary)
}

func (s *scenario) answer(verb, text string) {
	for range s.repeat {
		s.clock = s.clock.Add(time.Minute)
		t := Turn{Input: s.input, Time: s.clock, Intent: s.detection.Intent, Confidence: s.detection.Confidence}
		if verb == "sql" {
			t.Result = &Result{SQL: text, Columns: []string{"id"}, Rows: 1, Preview: [][]string{{"1"}}}
		} else {
			t.Failure = &Failure{Kind: "database", Message: text, CanRetry: true}
		}
		var err error
		if _, err = s.session.Record(s.session.Begin(uuid.New()), t); err != nil {
			s.Fatalf("line %d: %v", s.line, err)
		}
	}
}

func (s *scenario) do(what string) {
	words := strings.Fields(what)
	times := 1
	if len(words) > 2 && words[len(words)-1] == "times" {
		times = s.number(words[len(words)-2])
		what = strings.Join(words[:len(words)-2], " ")
	}
	for range times {
		if err := s.move(what); err != nil {
			s.Fatalf("line %d: %s: %v", s.line, what, err)
		}
	}
}

func (s *scenario) move(what string) (err error) {
	verb, argument, _ := strings.Cut(what, " ")
	switch verb {
	case "undo":
		_, err = s.session.Undo()
	case "redo":
		_, err = s.session.Redo()
	case "new":
		s.session.NewThread()
	case "clear":
		s.session.Clear(uuid.New(), s.clock)
	case "branch":
		for _, t := range s.session.Turns() {
			if t.Number == s.number(argument) {
				_, err = s.session.Branch(t.ID)
			}
		}
	default:
		s.Fatalf("line %d: cannot %s", s.line, what)
	}
	return err
}

// check compares one thing with what the file says of it.
func (s *scenario) check(verb, want string) {
	got := ""
	switch d := s.detection; verb {
	case "intent":
		got = d.Intent.String() + " " + d.Confidence.String()
	case "route":
		got = d.Route.String()
	case "question":
		got = d.Question
	case "notice":
		got = d.Notice
	case "reset":
		got, want = strconv.FormatBool(d.Reset), "true"
	case "because":
		got = s.because(want)
	case "turns":
		got = numbers(s.session.Conversation())
	case "window":
		got = numbers(s.session.Window())
	case "path":
		got = numbers(s.session.Path())
	case "current":
		got = s.sql(s.session.Current())
	case "original":
		got = s.session.Original()
	case "session":
		got, want = s.session.ID().String()+s.session.Database(), s.id.String()+"ecommerce"
	case "context":
		part, rest, _ := strings.Cut(want, " ")
		got, want = s.context(part, rest), rest
	case "every":
		s.complete()
		return
	case "within":
		s.within(want)
		return
	default:
		s.Fatalf("line %d: unknown word %q", s.line, verb)
	}
	if got != want {
		s.failed(verb, got, want)
	}
}

func (s *scenario) failed(what, got, want string) {
	s.Errorf("line %d: %s is %q, want %q (%q: %v)", s.line, what, got, want, s.input, s.detection.Signals)
}

func (s *scenario) because(want string) string {
	for _, signal := range s.detection.Signals {
		if want == fmt.Sprintf("%q in %s", signal.Text, signal.Name) {
			return want
		}
	}
	return fmt.Sprint(s.detection.Signals)
}

// context gives one part of DM-REQ-06 for the input "sort by name".
func (s *scenario) context(part, want string) string {
	c := s.session.Context("sort by name")
	switch part {
	case "original":
		return c.OriginalQuestion
	case "query":
		return c.CurrentQuery
	case "before":
		return c.BeforeQuery
	case "turns":
		return numbers(c.PreviousTurns)
	case "earlier":
		return strings.Join(c.Earlier(), " | ")
	case "feedback":
		return c.Feedback
	case "result":
		for _, t := range s.session.Turns() {
			if t.Result == c.CurrentResult {
				return fmt.Sprintf("of turn %d", t.Number)
			}
		}
	}
	return "no such part: " + part + " " + want
}

func (s *scenario) complete() {
	for _, t := range s.session.Turns() {
		if t.Input == "" || t.Intent > Refinement || t.Result == nil || t.Time.IsZero() {
			s.Errorf("line %d: turn %d is not complete: %+v", s.line, t.Number, t)
		}
	}
}

// within bounds the memory of the session; what its operations take is the benchmarks' to tell.
func (s *scenario) within(want string) {
	size, ok := strings.CutSuffix(want, "KB")
	if !ok {
		s.Fatalf("line %d: a size in KB is wanted, not %s", s.line, want)
	}
	if got := s.session.Size(); got > 1000*s.number(size) {
		s.Errorf("line %d: %d bytes", s.line, got)
	}
}

// TestTheTableNamesEveryScenario keeps the package comment's table true.
func TestTheTableNamesEveryScenario(t *testing.T) {
	t.Parallel()
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	files, _ := filepath.Glob("testdata/DM-REQ-*.txt")
	for _, file := range files {
		if !strings.Contains(string(doc), filepath.Base(file)) {
			t.Errorf("%s is not in the table", file)
		}
	}
	if n := strings.Count(string(doc), ".txt"); n != len(files) {
		t.Errorf("the table names %d files, there are %d", n, len(files))
	}
}

func (s *scenario) sql(t *Turn) string {
	if t == nil {
		return "none"
	}
	return t.Result.SQL
}

func (s *scenario) number(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		s.Fatalf("line %d: %v", s.line, err)
	}
	return n
}

func numbers(turns []*Turn) string {
	if len(turns) == 0 {
		return "none"
	}
	list := make([]string, len(turns))
	for i, t := range turns {
		list[i] = strconv.Itoa(t.Number)
	}
	return strings.Join(list, " ")
}
