package reader

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"parley/db"
	"parley/db/statement"
	"parley/workflow"
	"parley/workflow/judgement"
	"parley/workflow/schema"
)

// voyages is a schema whose names people say in other words.
func voyages() *schema.Index {
	text := func(name string) db.Column { return db.Column{Name: name, Type: db.Text} }
	return schema.New(&db.Schema{Tables: []db.Table{{
		TableName: db.TableName{Name: "voyages"}, Primary: []string{"id"},
		Columns: []db.Column{{Name: "id", Type: db.Integer}, text("name"), text("fate"), {Name: "tonnage", Type: db.Integer}},
	}, {
		TableName: db.TableName{Name: "apprentices"}, Primary: []string{"id"},
		Columns: []db.Column{{Name: "id", Type: db.Integer}, text("name"), text("advisor")},
	}}})
}

func TestWordThatIsOnlyNearInMeaningIsReadAndTold(t *testing.T) {
	t.Parallel()
	for question, want := range map[string]struct {
		sql      string
		supposed []judgement.Supposed
	}{
		"show the fate of voyages":                    {"fate FROM voyages", nil},
		"show the outcome of voyages":                 {"fate FROM voyages", []judgement.Supposed{{Word: "outcome", Name: "fate"}}},
		"how many apprentices does each mentor have?": {"GROUP BY", []judgement.Supposed{{Word: "mentor", Name: "advisor"}}},
	} {
		d, err := New(voyages(), statement.SQLite).Generate(context.Background(), workflow.Request{Question: question, Now: time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC)})
		if err != nil {
			t.Errorf("%s: %v", question, err)
			continue
		}
		if !strings.Contains(strings.Join(strings.Fields(d.Statement.SQL()), " "), want.sql) || !slices.Equal(d.Supposed, want.supposed) {
			t.Errorf("%s: %s, supposed %v, want %q and %v", question, d.Statement.SQL(), d.Supposed, want.sql, want.supposed)
		}
		if len(want.supposed) > 0 && d.Chance > nearChance {
			t.Errorf("%s: chance %.2f of a supposition", question, d.Chance)
		}
	}
}

func TestWordThatIsNearNothingIsNotRead(t *testing.T) {
	t.Parallel()
	d, err := New(voyages(), statement.SQLite).Generate(context.Background(), workflow.Request{Question: "show the broccoli of voyages", Now: time.Now()})
	if err == nil && len(d.Supposed) > 0 {
		t.Errorf("supposed %v: %s", d.Supposed, d.Statement.SQL())
	}
}
