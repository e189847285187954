package workflow_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"parley/db/likeness"
	"parley/db/statement"
	"parley/workflow"
)

// pointing is a case of testdata/pointing: what was said before, a follow-up that points at rows of it, and the rows that it may
// give, any of them, with whatever further columns. Alike are dialogues whose last turn gives such rows.
type pointing struct {
	before []string
	said   string
	want   []string
	alike  [][]string
}

// Of a hundred cases this many must come to the wanted rows, over all databases.
const (
	leastPointing   = 80
	leastReferences = 80
	leastSaid       = 90
	// What is kept aside was measured once, and nobody reads which cases fail: these may only rise.
	leastAsidePointing = 80
	leastAsideSaid     = 90
)

const everyPointing = "testdata/pointing/*.txt"

// TestFollowUpsPointAtRows says each follow-up in a conversation of its own.
func TestFollowUpsPointAtRows(t *testing.T) {
	t.Parallel()
	point(t, everyPointing, leastPointing)
}

// TestFollowUpsRefer says each of the documents' words and phrases of reference in five dialogues.
func TestFollowUpsRefer(t *testing.T) {
	t.Parallel()
	point(t, "testdata/references/*.txt", leastReferences)
}

// TestFollowUpsPointAtTurns comes back to earlier turns by some of their words: "back to the monthly one".
func TestFollowUpsPointAtTurns(t *testing.T) {
	t.Parallel()
	point(t, "testdata/returning/*.txt", leastPointing)
}

// TestDocumentsSaidOtherwise holds the documents' dialogues in other people's words.
func TestDocumentsSaidOtherwise(t *testing.T) {
	t.Parallel()
	point(t, "testdata/said/*.txt", leastSaid)
}

// TestFollowUpsKeptAside says follow-ups that nobody has read beside what comes of them.
func TestFollowUpsKeptAside(t *testing.T) {
	t.Parallel()
	point(t, "testdata/aside/pointing-*.txt", leastAsidePointing)
}

// TestDocumentsKeptAside is the same for the documents' dialogues.
func TestDocumentsKeptAside(t *testing.T) {
	t.Parallel()
	point(t, "testdata/aside/said-*.txt", leastAsideSaid)
}

func point(t *testing.T, pattern string, least int64) {
	t.Helper()
	if testing.Short() && pattern != everyPointing {
		t.Skip("under -short, as the race detector runs: the goroutines are those of " + everyPointing)
	}
	files := caseFiles(t, pattern, 1)
	aside := strings.Contains(pattern, "/aside/")
	var right, all, ran atomic.Int64
	t.Cleanup(func() {
		t.Logf("%d of %d", right.Load(), all.Load())
		if !testing.Short() && int(ran.Load()) == len(files) && right.Load()*100 < all.Load()*least {
			t.Errorf("%d of %d are right; %d in a hundred must", right.Load(), all.Load(), least)
		}
	})
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			t.Parallel()
			head, cases := readPointing(t, file)
			source := head.open(t)
			for _, c := range cases {
				all.Add(1)
				if wrong := c.wrong(t, head, source); wrong == "" {
					right.Add(1)
				} else if !aside {
					t.Logf("%s\n\t? %s\n\t%s", strings.Join(c.before, "; "), c.said, wrong)
				}
			}
			ran.Add(1)
		})
	}
}

func readPointing(t *testing.T, file string) (*scenario, []pointing) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head := &scenario{database: "demo"}
	var cases []pointing
	var before []string
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		kind, rest, _ := strings.Cut(line, " ")
		last := len(cases) - 1
		switch kind {
		case "", "#":
			if line == "" {
				before = nil
			}
		case ">":
			before = append(before, rest)
		case "?":
			cases = append(cases, pointing{before: before, said: rest})
		case "=":
			cases[last].want = append(cases[last].want, rest)
		case "@":
			cases[last].alike = append(cases[last].alike, strings.Split(rest, "; "))
		default:
			head.directive(t, line)
		}
	}
	return head, cases
}

// wrong says what came instead of the wanted rows; empty where they came.
func (c pointing) wrong(t *testing.T, head *scenario, source *workflow.Source) string {
	t.Helper()
	reply := wordings{before: c.before}.say(t, head, source, c.said)
	if reply.Statement == nil {
		return "no statement; " + reply.Answer + failureOf(reply)
	}
	got := wordingRows(t, source, reply.Statement)
	if slices.ContainsFunc(c.want, func(sql string) bool {
		want, err := statement.Parse(sql, source.Database.Dialect(), source.Names)
		if err != nil {
			t.Fatal(sql, err)
		}
		return likeness.Rule{Ordered: likeness.Orders(sql)}.Same(wordingRows(t, source, want), got)
	}) || slices.ContainsFunc(c.alike, func(inputs []string) bool {
		want := wordings{before: inputs[:len(inputs)-1]}.say(t, head, source, inputs[len(inputs)-1]).Statement
		if want == nil {
			t.Fatal(inputs, "gives no statement")
		}
		rule := likeness.Rule{Ordered: likeness.Orders(want.SQL()), Exactly: true}
		return rule.Same(wordingRows(t, source, want), got)
	}) {
		return ""
	}
	return fmt.Sprintf("%s\n\t(%.2f %s)", reply.Statement.SQL(), reply.Judgement.Chance, strings.Join(reply.Turn.Result.Doubts, " · "))
}
