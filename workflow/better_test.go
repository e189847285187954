package workflow_test

import (
	"strings"
	"testing"

	"parley/dialog"
)

// TestIsItBetterComparesWithWhatWasBefore asks it after each kind of turn that it may be asked after.
func TestIsItBetterComparesWithWhatWasBefore(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		said []string
		rows int
		has  string
	}{
		"the value that it took the place of":  {[]string{"how many users from Kenya", "what about Latvia", "is it better?"}, 2, "GROUP BY country"},
		"the period that it took the place of": {[]string{"revenue last month", "what about the month before", "is that any better?"}, 2, "GROUP BY"}, // on the first of a month the one that runs has no rows
		"the period before":                    {[]string{"how many orders last year", "is it better?"}, 1, "2024-01-01"},
		"each period":                          {[]string{"how many orders per year", "is it better?"}, -1, "lag("},
		"those that it was chosen from":        {[]string{"products above 900", "the second one", "is it better than the others?"}, -1, "price > 900"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			talk := spoken(t)
			for _, input := range c.said[:len(c.said)-1] {
				say(t, talk, input)
			}
			reply := say(t, talk, c.said[len(c.said)-1])
			if reply.Turn.Result == nil || reply.Turn.Intent != dialog.Refinement {
				t.Fatalf("%v: %+v", reply.Turn.Intent, reply.Turn.Failure)
			}
			if got := reply.Turn.Result; !strings.Contains(got.SQL, c.has) || strings.Contains(got.SQL, "LIMIT 1") || c.rows >= 0 && got.Rows != c.rows || c.rows < 0 && got.Rows < 2 {
				t.Errorf("%d rows of %s", got.Rows, got.SQL)
			}
			for _, doubt := range reply.Turn.Result.Doubts {
				if strings.Contains(doubt, "better") {
					t.Errorf("it is doubted: %s", doubt)
				}
			}
		})
	}
}

// TestIsItBetterAsksThanWhat asks back where nothing stands beside what is on screen, and leaves the query in force.
func TestIsItBetterAsksThanWhat(t *testing.T) {
	t.Parallel()
	for _, first := range []string{"how many users per country", "show all users from Kenya"} {
		talk := spoken(t)
		was := say(t, talk, first).Turn.Result.SQL
		reply := say(t, talk, "is it better?")
		if reply.Turn.Failure == nil || !strings.HasPrefix(reply.Turn.Failure.Message, "Better than what?") {
			t.Fatalf("after %q: %+v", first, reply.Turn)
		}
		if got := talk.Session().Current().Result.SQL; got != was {
			t.Errorf("after %q the query in force is %s", first, got)
		}
	}
}
