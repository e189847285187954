package judgement_test

import (
	"bufio"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"parley/db"
	"parley/db/demo"
	"parley/db/likeness"
	"parley/db/statement"
	"parley/dialog"
	"parley/workflow"
	"parley/workflow/engine"
	"parley/workflow/engine/reader"
)

// asked is what is said in a conversation of testdata/newcomer.txt, and the SQL whose rows answer it: none where nobody can know.
type asked struct {
	input    string
	accepted []string
}

// readNewcomer reads the conversations.
func readNewcomer(t *testing.T) [][]asked {
	t.Helper()
	f, err := os.Open("testdata/newcomer.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var talks [][]asked
	begins := true
	for lines := bufio.NewScanner(f); lines.Scan(); {
		kind, rest, _ := strings.Cut(lines.Text(), " ")
		switch kind {
		case "":
			begins = true
		case ">":
			if begins {
				talks, begins = append(talks, nil), false
			}
			talks[len(talks)-1] = append(talks[len(talks)-1], asked{input: rest})
		case "=":
			last := &talks[len(talks)-1][len(talks[len(talks)-1])-1]
			last.accepted = append(last.accepted, rest)
		}
	}
	return talks
}

// A newcomer's right answers are not doubted, and what is wrong or cannot be known is not told as if it were.
func TestNewcomerIsToldWhatToRelyOn(t *testing.T) {
	t.Parallel()
	n := newcomer{TB: t}
	n.open()
	for _, talk := range readNewcomer(t) {
		n.play(talk)
	}
	turns := n.sure + n.needless + n.askedOff + n.silent + n.told + n.held
	t.Logf("%d turns: right and likely %d, right and unsure %d, asked back needlessly %d; wrong and likely %d, wrong and doubted %d, not answered %d",
		turns, n.sure, n.needless, n.askedOff, n.silent, n.told, n.held)
	if most := turns * 8 / 100; n.needless+n.askedOff > most {
		t.Errorf("%d right answers are unsure or asked about, more than %d", n.needless+n.askedOff, most)
	}
	if most := turns * 8 / 100; n.silent > most {
		t.Errorf("%d wrong answers are likely, more than %d", n.silent, most)
	}
}

// newcomer counts what comes of the conversations.
type newcomer struct {
	testing.TB
	source                                       *workflow.Source
	sure, needless, askedOff, silent, told, held int
}

var newcomersDay = time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)

func (n *newcomer) open() {
	n.Helper()
	d, err := demo.Open(n.Context(), db.Settings{Now: newcomersDay})
	if err != nil {
		n.Fatal(err)
	}
	n.Cleanup(func() { d.Close() })
	if n.source, err = engine.Source(n.Context(), d, reader.WholeTrials); err != nil {
		n.Fatal(err)
	}
}

// play goes through a conversation. After a wrong answer it is as if the right ones had been given.
func (n *newcomer) play(talk []asked) {
	o := n.talk(nil)
	for i, a := range talk {
		reply := o.Commit(o.Begin(a.input).Run(n.Context()))
		if !n.count(a, reply) && len(a.accepted) > 0 {
			o = n.talk(talk[:i+1])
		}
	}
}

// talk is a conversation in which everything so far was answered rightly.
func (n *newcomer) talk(given []asked) *workflow.Orchestrator {
	clock := func() time.Time { return newcomersDay }
	o := workflow.New(dialog.New(uuid.New(), "demo", dialog.Settings{}), workflow.Opened(n.source), workflow.Settings{Whole: true, Clock: clock, Limits: db.Limits{Rows: 100_000}})
	n.Cleanup(o.Close)
	for _, a := range given {
		o.Commit(o.BeginGiven(a.input, a.accepted[0]).Run(n.Context()))
	}
	return o
}

// count says whether an answer is right.
func (n *newcomer) count(a asked, reply *workflow.Reply) bool {
	tell := func(what, sql string) {
		n.Logf("%-22s %.2f %s\n    %s\n    %s", what, chance(reply), a.input, sql, strings.Join(doubts(reply), "; "))
	}
	if reply.Turn.Result == nil {
		offers := slices.ContainsFunc(reply.Choices[:min(4, len(reply.Choices))], func(c *workflow.Draft) bool { return n.right(a, c.Statement.SQL()) })
		if offers {
			n.askedOff++
			tell("right, and asked back", reply.Answer)
		} else {
			n.held++
			tell("not answered", reply.Answer)
		}
		return false
	}
	right, unsure := n.right(a, reply.Turn.Result.SQL), reply.Turn.Mark() == dialog.Unsure
	switch {
	case right && unsure:
		n.needless++
		tell("right, and unsure", reply.Turn.Result.SQL)
	case right:
		n.sure++
	case unsure:
		n.told++
		tell("wrong, and doubted", reply.Turn.Result.SQL)
	default:
		n.silent++
		tell("wrong, and likely", reply.Turn.Result.SQL)
	}
	return right
}

func chance(r *workflow.Reply) float64 {
	if r.Turn.Result == nil {
		return 0
	}
	return r.Turn.Result.Chance
}

func doubts(r *workflow.Reply) []string {
	if r.Turn.Result == nil {
		return nil
	}
	return r.Turn.Result.Doubts
}

// right says whether the rows of the statement are those of an accepted one.
func (n *newcomer) right(a asked, sql string) bool {
	got, err := n.rows(sql)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(a.accepted, func(accepted string) bool {
		want, err := n.rows(accepted)
		if err != nil {
			n.Fatalf("%s: %v", accepted, err)
		}
		return likeness.Rule{Ordered: likeness.Orders(accepted)}.Same(want, got)
	})
}

func (n *newcomer) rows(sql string) ([][]string, error) {
	parsed, err := statement.Parse(sql, n.source.Database.Dialect(), nil)
	if err != nil {
		return nil, err
	}
	rows, err := n.source.Database.Query(n.Context(), parsed)
	if err != nil {
		return nil, err
	}
	table, err := likeness.Read(n.Context(), rows, likeness.Cents, 100_000)
	if err != nil {
		return nil, err
	}
	return table.Rows, nil
}
