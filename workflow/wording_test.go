package workflow_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"parley/db/likeness"
	"parley/db/statement"
	"parley/dialog"
	"parley/dialog/memory"
	"parley/workflow"
)

// wordings is a group of testdata/wordings: what was said before, the rows that the next turn must give, any of them, and the ways of
// saying it. The files' heads are those of scenarios.
type wordings struct {
	name   string
	before []string
	want   []wanted
	said   []string
	// least is how many must come to the wanted rows, where that is not nine in ten yet: it may only rise.
	least int
}

// wanted are rows that a turn must give: exactly (= SQL), or with whatever further columns (+ SQL).
type wanted struct {
	sql     string
	exactly bool
}

// TestWordings says each wording in a conversation of its own; nine in ten of a group must come to the wanted rows.
func TestWordings(t *testing.T) {
	t.Parallel()
	for _, file := range caseFiles(t, "testdata/wordings/*.txt", 1) {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			t.Parallel()
			head, groups := readWordings(t, file)
			source := head.open(t)
			for _, g := range groups {
				t.Run(g.name, func(t *testing.T) {
					t.Parallel()
					g.check(t, head, source)
				})
			}
		})
	}
}

func readWordings(t *testing.T, file string) (*scenario, []wordings) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head := &scenario{database: "demo"}
	var groups []wordings
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		last := len(groups) - 1
		name, group := strings.CutPrefix(line, "group: ")
		before, step := strings.CutPrefix(line, "> ")
		exact, rows := strings.CutPrefix(line, "= ")
		wider, more := strings.CutPrefix(line, "+ ")
		least, fewer := strings.CutPrefix(line, "least: ")
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case group:
			groups = append(groups, wordings{name: name})
		case fewer && last >= 0:
			n, err := strconv.Atoi(least)
			if err != nil {
				t.Fatal(line, err)
			}
			groups[last].least = n
		case last < 0:
			head.directive(t, line)
		case step:
			groups[last].before = append(groups[last].before, before)
		case rows:
			groups[last].want = append(groups[last].want, wanted{exact, true})
		case more:
			groups[last].want = append(groups[last].want, wanted{wider, false})
		default:
			groups[last].said = append(groups[last].said, line)
		}
	}
	return head, groups
}

func (g wordings) check(t *testing.T, head *scenario, source *workflow.Source) {
	t.Helper()
	if len(g.said) < 20 {
		t.Fatalf("%d wordings, twenty are wanted", len(g.said))
	}
	rows := make([][][]string, len(g.want))
	for i, w := range g.want {
		want, err := statement.Parse(w.sql, source.Database.Dialect(), source.Names)
		if err != nil {
			t.Fatal(w.sql, err)
		}
		if rows[i] = wordingRows(t, source, want); len(rows[i]) == 0 {
			t.Fatal(w.sql, "has no rows, which any other statement without rows would equal")
		}
	}
	var failed []string
	for _, said := range g.said {
		reply := g.say(t, head, source, said)
		switch {
		case reply.Statement == nil:
			failed = append(failed, fmt.Sprintf("%s\n\tno statement; %s", said, reply.Answer+failureOf(reply)))
		case !g.right(rows, wordingRows(t, source, reply.Statement)):
			failed = append(failed, fmt.Sprintf("%s\n\t%s", said, reply.Statement.SQL()))
		}
	}
	t.Logf("%d of %d right", len(g.said)-len(failed), len(g.said))
	if g.least == 0 {
		g.least = (len(g.said)*9 + 9) / 10
	}
	if len(g.said)-len(failed) < g.least {
		t.Errorf("%d of %d are wrong:\n%s", len(failed), len(g.said), strings.Join(failed, "\n"))
	} else if len(failed) > 0 {
		t.Logf("wrong:\n%s", strings.Join(failed, "\n"))
	}
}

// right says whether the rows got are wanted ones.
func (g wordings) right(rows [][][]string, got [][]string) bool {
	for i, w := range g.want {
		if (likeness.Rule{Ordered: likeness.Orders(w.sql), Exactly: w.exactly}).Same(rows[i], got) {
			return true
		}
	}
	return false
}

func failureOf(r *workflow.Reply) string {
	if r.Turn.Failure == nil {
		return ""
	}
	return r.Turn.Failure.Kind + ": " + r.Turn.Failure.Message
}

// say holds the conversation of a group up to one wording of its last turn.
func (g wordings) say(t *testing.T, head *scenario, source *workflow.Source, said string) *workflow.Reply {
	t.Helper()
	now := head.now
	room := memory.NewRoom("ana", head.room, &memory.Process{Now: func() time.Time { return now }}, memory.Settings{})
	talk := workflow.New(dialog.New(uuid.New(), source.Database.Name(), dialog.Settings{}), workflow.Opened(source),
		workflow.Settings{Whole: true, Room: room, Clock: func() time.Time { return now }})
	defer talk.Close()
	var reply *workflow.Reply
	for _, input := range append(g.before[:len(g.before):len(g.before)], said) {
		now = now.Add(time.Minute)
		reply = talk.Commit(talk.Begin(input).Run(context.Background()))
	}
	return reply
}

func wordingRows(t *testing.T, source *workflow.Source, s *statement.Statement) [][]string {
	t.Helper()
	rows, err := source.Database.Query(t.Context(), s)
	if err != nil {
		return [][]string{{err.Error()}}
	}
	read, err := likeness.Read(t.Context(), rows, likeness.Full, math.MaxInt)
	if err != nil {
		return [][]string{{err.Error()}}
	}
	return read.Rows
}
