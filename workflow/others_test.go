package workflow_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"parley/db/statement"
	"parley/dialog"
	"parley/workflow"
)

func TestOtherReadingsSayWhatTheyBringAndChange(t *testing.T) {
	t.Parallel()
	preferred := &workflow.Draft{Statement: parsed(t, "SELECT name FROM users WHERE country = 'Kenya'"), Coverage: 1, Source: "engine", Others: []*workflow.Draft{
		{Statement: parsed(t, "SELECT name FROM users WHERE city = 'Kyoto'"), Explanation: "users of Kyoto"},
		{Statement: parsed(t, "SELECT name FROM users WHERE country IN ('Kenya')"), Explanation: "the same rows"},
		{Statement: parsed(t, "SELECT nothing(1) FROM users"), Explanation: "what the database refuses"},
	}}
	maker := &fakeMaker{generate: func(context.Context, workflow.Request) (*workflow.Draft, error) { return preferred, nil }}
	source := openSource(t, "demo", time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC))
	source.Generator, source.Refiner = maker, maker
	talk := workflow.New(dialog.New(uuid.New(), "demo", dialog.Settings{}), workflow.Opened(source), workflow.Settings{Whole: true})
	t.Cleanup(talk.Close)
	if talk.Others() != nil {
		t.Error("there are other readings before any turn")
	}
	say(t, talk, "users of Kenya")
	look := talk.Others()
	if look == nil {
		t.Fatal("there are no other readings")
	}
	others := look(t.Context())
	if len(others) != 1 || others[0].Explanation != "users of Kyoto" || !strings.Contains(others[0].Glance, "rows: ") || !strings.Contains(others[0].Differs, "Kyoto") {
		for _, d := range others {
			t.Errorf("got %+v", d)
		}
	}
	say(t, talk, "SELECT 1")
	if talk.Others() != nil {
		t.Error("the readings of an earlier turn are offered")
	}
}

func parsed(t *testing.T, sql string) *statement.Statement {
	t.Helper()
	s, err := statement.Parse(sql, statement.SQLite, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
