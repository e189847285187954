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
