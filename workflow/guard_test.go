package workflow_test

import (
	"testing"

	"github.com/google/uuid"

	"parley/dialog"
	"parley/workflow"
)

// TestWhatWritesIsRefusedBeforeAnythingRuns: the statement is checked also where it is only made and not run.
func TestWhatWritesIsRefusedBeforeAnythingRuns(t *testing.T) {
	t.Parallel()
	source, err := sourceOver(t.Context(), demoDatabase(t), "demo", demoDay)
	if err != nil {
		t.Fatal(err)
	}
	talk := workflow.New(dialog.New(uuid.New(), "ecommerce", dialog.Settings{}), workflow.Opened(source), workflow.Settings{NoExecute: true})
	t.Cleanup(talk.Close)
	for _, input := range []string{"DELETE FROM users", "UPDATE users SET name = 'x'", "DROP TABLE users", "INSERT INTO users (name) VALUES ('x')"} {
		reply := say(t, talk, input)
		if reply.Turn.Result != nil || reply.Turn.Failure == nil || reply.Turn.Failure.Kind != "refused" {
			t.Errorf("%s: %+v, %+v", input, reply.Turn.Result, reply.Turn.Failure)
		}
	}
	if reply := say(t, talk, "SELECT name FROM users"); reply.Turn.Result == nil {
		t.Errorf("a query is refused: %+v", reply.Turn.Failure)
	}
}
