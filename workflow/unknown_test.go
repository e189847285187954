package workflow_test

import (
	"testing"
	"time"
)

func TestACommandThatIsNotThereIsToldWithWhatWasMeant(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	for input, want := range map[string]string{
		"/pin amount": "There is no command /pin: say /context pin and what.",
		"/histroy":    "There is no command /histroy: did you mean /history? /help lists them.",
		"/undoo":      "There is no command /undoo: did you mean /undo? /help lists them.",
		"/compare":    "There is no command /compare: /help lists them.", // like /board in nothing but a few letters
		"/serch":      "There is no command /serch: did you mean /search? /help lists them.",
		"/zzz":        "There is no command /zzz: /help lists them.",
	} {
		talk := demoTalk(t, openSource(t, "demo", now), now)
		if got := talk.Commit(talk.Begin(input).Run(t.Context())).Answer; got != want {
			t.Errorf("%s: %s", input, got)
		}
	}
}
