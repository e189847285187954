package project_test

import (
	"context"
	"testing"

	"parley/db"
	"parley/db/dbtest"
	"parley/db/opener"
	"parley/workflow/engine"
	"parley/workflow/engine/reader"
	"parley/workflow/project"
)

// theatre is a house whose choirs book stalls: a choir may have been brought by another, a singer may have none.
const theatre = `
CREATE TABLE choirs (choir_id INTEGER PRIMARY KEY, name TEXT NOT NULL, brought_by_choir_id INTEGER REFERENCES choirs(choir_id));
INSERT INTO choirs VALUES (1, 'Larks', NULL), (2, 'Finches', 1), (3, 'Wrens', 1);
CREATE TABLE singers (singer_id INTEGER PRIMARY KEY, choir_id INTEGER REFERENCES choirs(choir_id), name TEXT NOT NULL);
INSERT INTO singers VALUES (1, 1, 'Ida'), (2, NULL, 'Olu'), (3, 3, 'Per');
CREATE TABLE stalls (stall_id INTEGER PRIMARY KEY, wing TEXT NOT NULL);
INSERT INTO stalls VALUES (1, 'east'), (2, 'east'), (3, 'west'), (4, 'west');
CREATE TABLE leases (lease_id INTEGER PRIMARY KEY, choir_id INTEGER NOT NULL REFERENCES choirs(choir_id), stalls INTEGER NOT NULL, yearly_fee REAL NOT NULL);
INSERT INTO leases VALUES (1, 1, 2, 100), (2, 2, 4, 300), (3, 3, 2, 90);
CREATE TABLE bills (bill_id INTEGER PRIMARY KEY, lease_id INTEGER NOT NULL REFERENCES leases(lease_id), due_on DATE NOT NULL, state TEXT NOT NULL, extra_rate REAL NOT NULL);
INSERT INTO bills VALUES (1, 1, '2026-01-01', 'sent', 1), (2, 2, '2026-03-01', 'paid', 2), (3, 3, '2027-01-01', 'sent', 1), (4, 3, '2026-02-01', 'written-off', 1);`

// TestLessonsNameTheRowsThatTheyAreOf tells what is lacking, is several things at once, is due, or is a share, of the rows that were named.
func TestLessonsNameTheRowsThatTheyAreOf(t *testing.T) {
	t.Parallel()
	database, err := opener.Open(context.Background(), db.Settings{Now: noon}, dbtest.SQLite(t, "theatre", theatre))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = database.Close() })
	source, err := engine.Source(context.Background(), database, reader.WholeTrials)
	if err != nil {
		t.Fatal(err)
	}
	s := &project.Student{Index: source.Index, Dialect: database.Dialect(), Project: source.Project}
	const overdue = "bills.state = 'sent' AND bills.due_on < date('now')"
	for _, c := range []struct{ said, key, value string }{
		{"soloist is a singer without a choir", "soloist", "singers.choir_id IS NULL"},
		{"by soloist I mean singers without a choir", "soloist", "singers.choir_id IS NULL"},
		{"late bills are sent bills due before today", "late bills", overdue},
		{"late means sent bills whose due date has passed", "late", overdue},
		{"late bills are bills with state sent and due_on before today", "late bills", overdue},
		{"write-off rate is written-off bills as a share of all bills", "write-off rate",
			"CAST(count(DISTINCT bills.bill_id) FILTER (WHERE bills.state = 'written-off') AS REAL) / count(DISTINCT bills.bill_id)"},
		{"price level is yearly fee per stall", "price level", "CAST(sum(leases.yearly_fee) AS REAL) / sum(leases.stalls)"},
	} {
		lesson, err := s.Listen(c.said)
		if err != nil || lesson == nil || lesson.Key != c.key || lesson.Value != c.value {
			t.Errorf("%q teaches %+v (%v), want %s = %s", c.said, lesson, err, c.key, c.value)
		}
		if !s.Teaches(c.said) {
			t.Errorf("%q is taken for a question", c.said)
		}
	}
}

// TestANameIsFoundAsItIsWritten: of two definitions that differ in number alone, each goes by its own name.
func TestANameIsFoundAsItIsWritten(t *testing.T) {
	t.Parallel()
	layer, problems := project.Parse(project.FileName, "[filters]\nloud = \"products.price > 10\"\nrarity = \"products.price > 20\"\nrarities = \"products.price > 30\"\n")
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	s := student(t)
	p := project.Compile(s.Index, s.Dialect, nil, layer)
	for said, want := range map[string]string{"rarity": "rarity", "rarities": "rarities", "Rarities": "rarities", "louds": "loud"} {
		if d := p.Find(said); d == nil || d.Name != want {
			t.Errorf("%q is %v", said, d)
		}
	}
}
