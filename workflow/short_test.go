package workflow_test

import (
	"testing"

	"github.com/google/uuid"

	"parley/dialog"
	"parley/workflow"
)

// TestShortNamesStandInWhatTheRulesMakeAndNotInWhatIsTyped: a query in force keeps the names that it has, whoever refines it.
func TestShortNamesStandInWhatTheRulesMakeAndNotInWhatIsTyped(t *testing.T) {
	t.Parallel()
	const joined = "SELECT users.name, orders.status FROM users JOIN orders ON orders.user_id = users.id"
	d := demoDatabase(t)
	for _, c := range []struct{ name, first, refined, want string }{
		{"made", "Show me all users", "", "SELECT u.name, o.status FROM users AS u JOIN orders AS o ON o.user_id = u.id"},
		{"typed", "select users.name from users", joined, "SELECT users.name, o.status FROM users JOIN orders AS o ON o.user_id = users.id"},
		{"typed with both", joined, joined + " LIMIT 3", joined + " LIMIT 3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			maker := &fakeMaker{generate: says(t, joined)}
			if c.refined != "" {
				maker.refine = refines(t, c.refined)
			}
			source := &workflow.Source{Database: d, Names: names(t, d), Generator: maker, Refiner: maker}
			talk := workflow.New(dialog.New(uuid.New(), "ecommerce", dialog.Settings{}), workflow.Opened(source), workflow.Settings{Whole: true, ShortNames: true})
			t.Cleanup(talk.Close)
			reply := say(t, talk, c.first)
			if c.refined != "" {
				reply = say(t, talk, "only the first of them")
			}
			if got := reply.Turn.Result.SQL; got != c.want {
				t.Errorf("%s", got)
			}
		})
	}
}
