package workflow_test

import (
	"context"
	"slices"
	"testing"

	"github.com/google/uuid"

	"parley/dialog"
	"parley/dialog/memory"
	"parley/workflow"
)

// spoken is an orchestrator over the demo with the embedded engine.
func spoken(tb testing.TB) *workflow.Orchestrator { return spokenIn(tb, nil) }

// spokenIn remembers in a room.
func spokenIn(tb testing.TB, room *memory.Room) *workflow.Orchestrator {
	tb.Helper()
	source, err := sourceOver(context.Background(), demoDatabase(tb), "demo", demoDay)
	if err != nil {
		tb.Fatal(err)
	}
	talk := workflow.New(dialog.New(uuid.New(), "ecommerce", dialog.Settings{}), workflow.Opened(source), workflow.Settings{Whole: true, Room: room})
	tb.Cleanup(talk.Close)
	return talk
}

func TestARefinementThatIsPlainIsNotUnsure(t *testing.T) {
	t.Parallel()
	for _, session := range [][]string{
		{"Show me all users", "Only from last month", "Sort by name", "limit 10"},
		{"Show me all users", "only from Kenya", "sort by name desc", "first 5"},
		{"users from Kenya", "sort by name", "limit 3"},
	} {
		talk := spoken(t)
		for _, input := range session {
			reply := say(t, talk, input)
			if mark := reply.Turn.Mark(); mark != dialog.Likely {
				t.Errorf("%q is %q at %.2f: %v", input, mark, reply.Judgement.Chance, reply.Judgement.Doubts)
			}
		}
	}
}

func TestACommandWithOneMeaningLeavesTheChanceAsItIs(t *testing.T) {
	t.Parallel()
	talk := spoken(t)
	was := say(t, talk, "users from Kenya").Turn.Result.Chance
	for _, input := range []string{"sort by name", "limit 10", "limit 5", "Order by created_at desc"} {
		if got := say(t, talk, input).Turn.Result.Chance; got != was {
			t.Errorf("%q takes the chance from %.3f to %.3f", input, was, got)
		}
	}
	parsed := talk.Session().Current().Result.SQL
	reply := talk.Commit(talk.BeginGiven("hide city", parsed+" OFFSET 1").Run(context.Background()))
	if got := reply.Turn.Result.Chance; got != was {
		t.Errorf("a key of the result takes the chance from %.3f to %.3f", was, got)
	}
}

func TestAnUnsureAnswerSaysWhy(t *testing.T) {
	t.Parallel()
	talk := spoken(t)
	for _, input := range []string{"Show me all users", "the interesting ones", "group them somehow", "orders", "with their products", "more of it", "sort by name", "who bought most", "and reviews"} {
		reply := say(t, talk, input)
		if reply.Turn.Mark() == dialog.Unsure && len(reply.Turn.Result.Doubts) == 0 {
			t.Errorf("%q is unsure at %.2f and does not say why", input, reply.Turn.Result.Chance)
		}
	}
}

// TestADoubtGoesWithWhatItIsAbout hands a doubt on as long as the statement has what it is about, and no turn longer.
func TestADoubtGoesWithWhatItIsAbout(t *testing.T) {
	t.Parallel()
	talk := spokenIn(t, memory.NewRoom("ana", "demo", &memory.Process{}, memory.Settings{}))
	doubts := func(input string) []string {
		t.Helper()
		return say(t, talk, input).Turn.Result.Doubts
	}
	const several = "there are several dates, and the table's own was taken"
	if got := doubts("orders from Kenya this year"); len(got) != 1 || got[0] != several {
		t.Fatalf("doubts %q", got)
	}
	if got := doubts("by status"); len(got) != 1 || got[0] != "as before: "+several {
		t.Errorf("doubts %q, and the year is still of one date among several", got)
	}
	for _, input := range []string{"forget the year", "sort by status"} {
		if got := doubts(input); len(got) != 0 {
			t.Errorf("%q has the doubts %q, and no date is left", input, got)
		}
	}
}

// TestAFigureThatCountsNothingIsTold asks of groups in none of which a figure has a value: its definition leaves out what was asked for.
func TestAFigureThatCountsNothingIsTold(t *testing.T) {
	t.Parallel()
	for figure, told := range map[string]bool{"sum(price) FILTER (WHERE cabin_class = 'first')": true, "sum(price) FILTER (WHERE cabin_class = 'economy')": false} {
		talk := asking(t, "SELECT airline, "+figure+" AS total_price FROM flights WHERE cabin_class = 'economy' GROUP BY airline")
		reply := say(t, talk, "flights London")
		if len(reply.Choices) == 1 {
			reply = say(t, talk, "1")
		}
		if reply.Turn.Result == nil {
			t.Fatalf("%s: %+v", figure, reply.Turn.Failure)
		}
		if got := slices.Contains(reply.Turn.Result.Doubts, "total price has no value in any row"); got != told {
			t.Errorf("%s: %v", figure, reply.Turn.Result.Doubts)
		}
	}
}
