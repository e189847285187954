package workflow_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"

	"parley/dialog"
	"parley/workflow"
)

// FuzzTurn gives any bytes as a question and then as a follow-up: no part of a turn panics, and the query in force stays where
// nothing came of it.
func FuzzTurn(f *testing.F) {
	for _, input := range []string{
		"", " ", "?", "show users", `""CD""`, `users with name ""CD""`, `"" users ""`, "''", `"`, "“”", "“” users «»", `"\"`, "select", "select * form users", "from", "with x as",
		"union", ";", "'; drop table users; --", "\x00", "\xff\xfe", "\u202eusers", "top -1 users", "users over 99999999999999999999", "1e999", "limit 0", "not not not",
		"users from \"\"", "only \"\" and ''", "/", "/x", "/new", "/new \"\"", "=", "sort by", "sort by \"\"", "and", "no, \"\"", "\"\" instead of \"\"", "( ) [ ]",
		"last 0 days", "between and", "in 0000", "13/13/1313", "q9 2026", "every \"\" per \"\"", "`", "``", "\t\n\r", "users\nusers", "🆕✨", "ÄÖÜ ß İ ı",
	} {
		if f.Add(input); testing.Short() && input == ";" {
			break // the goroutines are the same for each
		}
	}
	source := openSource(f, "demo", time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC))
	f.Fuzz(func(t *testing.T, input string) {
		if len(input) > 300 {
			return
		}
		talk := workflow.New(dialog.New(uuid.New(), "ecommerce", dialog.Settings{}), workflow.Opened(source), workflow.Settings{NoExecute: true})
		defer talk.Close()
		for _, said := range []string{input, "show users from Kenya", input, input + " " + input} {
			before := talk.Session().Current()
			out := talk.Begin(said).Run(t.Context())
			var panicked *workflow.PanicError
			if errors.As(out.Err, &panicked) {
				t.Fatalf("%q: %v\n%s", said, panicked.Value, panicked.Stack)
			}
			failed := out.Err != nil
			reply := talk.Commit(out)
			if reply == nil {
				t.Fatalf("%q has no reply", said)
			}
			if failed && !out.Plan.Detection.Reset && before != nil && talk.Session().Current() == nil {
				t.Fatalf("%q lost the query in force", said)
			}
		}
	})
}
