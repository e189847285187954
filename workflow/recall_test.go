package workflow_test

import (
	"strings"
	"testing"

	"parley/dialog/memory"
)

// TestOfSeveralSubjectsTheLatestIsComeBackTo: what is named belongs to two subjects that were spoken of, and none is said.
func TestOfSeveralSubjectsTheLatestIsComeBackTo(t *testing.T) {
	t.Parallel()
	const users, flights, other = "users from Mombasa", "flights from Mombasa to London", "top 5 products by price"
	for _, c := range []struct{ first, second, want string }{{users, flights, "FROM flights"}, {flights, users, "FROM users"}} {
		talk := spokenIn(t, memory.NewRoom("ana", "demo", &memory.Process{}, memory.Settings{}))
		for _, input := range []string{c.first, c.second, other} {
			say(t, talk, input)
		}
		reply := say(t, talk, "as before but from Nairobi")
		if r := reply.Turn.Result; r == nil || !strings.Contains(r.SQL, c.want) || !strings.Contains(r.SQL, "'Nairobi'") || strings.Contains(r.SQL, "'Mombasa'") {
			t.Errorf("after %q and %q: %+v", c.first, c.second, r)
		}
	}
}

// TestWhatIsSetByHandHoldsInTheConversation: a question of its own takes it, and one after /new does not.
func TestWhatIsSetByHandHoldsInTheConversation(t *testing.T) {
	t.Parallel()
	talk := spokenIn(t, memory.NewRoom("ana", "demo", &memory.Process{}, memory.Settings{}))
	for _, input := range []string{"flights from Nairobi to London on Feb 10", "top 5 products by price", "/context set origin Mombasa"} {
		say(t, talk, input)
	}
	reply := say(t, talk, "show all flights to Paris")
	if r := reply.Turn.Result; r == nil || !strings.Contains(r.SQL, "origin = 'Mombasa'") || len(reply.Inherited) != 1 {
		t.Errorf("what was set does not hold: %+v, inherited %v", r, reply.Inherited)
	}
	reply = say(t, talk, "/new show all flights to Paris")
	if r := reply.Turn.Result; r == nil || strings.Contains(r.SQL, "origin = 'Mombasa'") {
		t.Errorf("it holds after /new: %+v", r)
	}
}
