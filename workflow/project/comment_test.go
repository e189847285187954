package project

import (
	"strings"
	"testing"

	"parley/db"
	"parley/db/statement"
	"parley/workflow/schema"
)

// commented is the bakery with comments on its tables ("tickets") and columns ("tickets.state").
func commented(comments map[string]string, more ...db.Column) *Project {
	catalogue := bakery()
	catalogue.Tables[1].Columns = append(catalogue.Tables[1].Columns, more...)
	for i := range catalogue.Tables {
		t := &catalogue.Tables[i]
		t.Comment = comments[t.Name]
		for j := range t.Columns {
			t.Columns[j].Comment = comments[t.Name+"."+t.Columns[j].Name]
		}
	}
	return Compile(schema.New(catalogue), statement.PostgreSQL, nil)
}

func TestCommentsDefineFiguresAndConditions(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ on, comment, name, want string }{
		{"loaves", "One row a line; takings = pieces * coins", "takings", "loaves.pieces * loaves.coins"},
		{"loaves.coins", "Price of one; worth of a line = pieces * coins, in the coins of the day", "line worth", "loaves.pieces * loaves.coins"},
		{"loaves", "Lines of a ticket. Gross takings = sum of coins", "gross takings", "loaves.coins"},
		{"loaves.pieces", "how many; below 3 is a scrap", "scrap", "loaves.pieces < 3"},
		{"tickets.state", "see the list; O and BK are being baked", "being baked", "tickets.state IN ('O', 'BK')"},
		{"loaves", "Lines of a ticket; net takings = coins - deposit", "net takings", "loaves.coins - tickets.deposit"},
		{"tickets.baked_at", "when it left the oven; the baking time is the mean of baked_at minus taken_at", "baking time",
			"(EXTRACT(epoch FROM tickets.baked_at::timestamp) - EXTRACT(epoch FROM tickets.taken_at::timestamp)) / 60.0"},
		{"loaves", "Crumbs is pieces minus coins", "crumbs", "loaves.pieces - loaves.coins"},
		{"tickets.baked_at", "when it left the oven; waiting time is baked_at minus taken_at", "waiting time",
			"(EXTRACT(epoch FROM tickets.baked_at::timestamp) - EXTRACT(epoch FROM tickets.taken_at::timestamp)) / 60.0"},
		{"loaves", "Loaves of a ticket; skewed when pieces is below oven or above coins", "skewed", "loaves.pieces < loaves.oven OR loaves.pieces > loaves.coins"},
		{"tickets", "state 00 = taken home, anything else left over", "left over", "tickets.state <> '00'"},
		{"tickets.state", "A = eaten, B = frozen; others spoilt", "spoilt", "tickets.state <> 'A' AND tickets.state <> 'B'"},
	} {
		p := commented(map[string]string{c.on: c.comment})
		d := p.Find(c.name)
		if d == nil || d.Scope != Guessed {
			t.Errorf("%q on %s defines no %q: %v", c.comment, c.on, c.name, p.Definitions)
			continue
		}
		if got := SQL(d.expression, statement.PostgreSQL); got != c.want {
			t.Errorf("%q: %s is %s, not %s", c.comment, c.name, got, c.want)
		}
	}
}

func TestCommentsThatDefineNothing(t *testing.T) {
	t.Parallel()
	for on, comment := range map[string]string{
		"tickets":          "Orders at the counter; one row is what one patron takes",
		"tickets.state":    "A = eaten, B = frozen",
		"tickets.baked_at": "NULL when nobody knows; when the loaf left the oven",
		"loaves.coins":     "coins = pieces * 3",                     // the column itself
		"loaves":           "village = pieces * coins",               // a name that means something else
		"patrons":          "loyal when DROP TABLE patrons",          // no column
		"ovens":            "heat = nr * (SELECT 1) - nr",            // another query
		"patrons.name":     strings.Repeat("fine when id > 1; ", 90), // longer than a comment is read
		"tickets.deposit":  "deposit in coins; name = id - deposit",
	} {
		if p := commented(map[string]string{on: comment}); len(p.Definitions) > 0 {
			t.Errorf("%q on %s defines %s", comment, on, p.Definitions[0])
		}
	}
}

func TestCommentsSayWhichRowsCount(t *testing.T) {
	t.Parallel()
	p := commented(map[string]string{
		"loaves.coins":  "Price of one; counts while pieces is above 2 or oven is below 9",
		"tickets.trial": "tickets of the school, not counted",
		"ovens.name":    "COLD = out of order, not an oven; HOT = in use",
	}, db.Column{Name: "trial", Type: db.Boolean, Nullable: true})
	for sql, want := range map[string]string{
		"SELECT sum(coins) FROM loaves":                     "SELECT sum(coins) FROM loaves WHERE pieces > 2 OR oven < 9",
		"SELECT count(*) FROM tickets":                      "SELECT count(*) FROM tickets WHERE NOT COALESCE(trial, FALSE)",
		"SELECT * FROM tickets WHERE trial AND deposit > 3": "SELECT * FROM tickets WHERE trial AND deposit > 3",
		"SELECT sum(pieces) FROM loaves":                    "SELECT sum(pieces) FROM loaves",
		"SELECT sum(coins) FROM loaves WHERE oven = 3":      "SELECT sum(coins) FROM loaves WHERE oven = 3",
		"SELECT count(*) FROM ovens":                        "SELECT count(*) FROM ovens WHERE name <> 'COLD'",
	} {
		s, err := statement.Parse(sql, statement.PostgreSQL, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Restrict(s, nil, false, nil); got.SQL() != want {
			t.Errorf("%s becomes %s, not %s", sql, got.SQL(), want)
		}
	}
}

// Rows that a comment says do not count are left out of what it says: by flags, moments, codes and listed values, of figures alone where
// they are said to be no money; and a figure that counts only in some states counts in those.
func TestCommentsSayWhichRowsAreLeftOut(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ on, comment, sql, want string }{
		{"tickets.trial", "true = bounced (no cover); the money did not come in", "SELECT sum(deposit) FROM tickets", "NOT COALESCE(trial, FALSE)"},
		{"tickets.baked_at", "Taken back by the guild; such a ticket does not count", "SELECT count(*) FROM tickets", "baked_at IS NULL"},
		{"tickets.baked_at", "Taken back by the guild; such a ticket does not count", "SELECT count(*) FROM tickets WHERE baked_at >= '2026-01-01'", ""},
		{"tickets.state", "O open, C closed, V void (ignore)", "SELECT count(*) FROM tickets", "state <> 'V'"},
		{"tickets.state", "O open, C closed, V called off, counts nowhere", "SELECT count(*) FROM tickets", "state <> 'V'"},
		{"tickets.state", "O open, T trial run of the school: not a ticket, never to be counted", "SELECT count(*) FROM tickets", "state <> 'T'"},
		{"tickets.state", "Y = dummy for training, leave it out of every report", "SELECT count(*) FROM tickets", "state <> 'Y'"},
		{"tickets.baked_at", "Taken back at; such a ticket is void", "SELECT count(*) FROM tickets", "baked_at IS NULL"},
		{"tickets.state", "draft (not sent yet), sent, part paid or torn. Drafts and torn tickets are not revenue", "SELECT sum(deposit) FROM tickets", "state NOT IN ('draft', 'torn')"},
		{"tickets.state", "draft (not sent yet), sent, part paid or torn. Drafts and torn tickets are not revenue", "SELECT count(*) FROM tickets", ""},
		{"tickets.state", "draft (not sent yet), sent, part paid or torn. Drafts and torn tickets do not count as billed", "SELECT avg(deposit) FROM tickets", "state NOT IN ('draft', 'torn')"},
		{"tickets.state", "draft, sent, torn. Torn tickets do not count", "SELECT count(*) FROM tickets", "state <> 'torn'"},
		{"tickets.state", "N = new, B = bought, X = dropped. New and dropped tickets do not count", "SELECT count(*) FROM tickets", "state NOT IN ('N', 'X')"},
		{"tickets.deposit", "Agreed price; revenue only when IN or OU", "SELECT sum(deposit) FROM tickets", "stage IN ('IN', 'OU')"},
		{"tickets.deposit", "Agreed price; revenue only when IN or OU", "SELECT count(*) FROM tickets", ""},
		{"tickets.deposit", "Agreed price; revenue only when XX", "SELECT sum(deposit) FROM tickets", ""},
	} {
		p := commented(map[string]string{c.on: c.comment, "tickets.stage": "IN inside, OU gone home, NO no-show"},
			db.Column{Name: "trial", Type: db.Boolean, Nullable: true}, db.Column{Name: "stage", Type: db.Text})
		want := c.sql
		if c.want != "" {
			want += " WHERE " + c.want
		}
		s, err := statement.Parse(c.sql, statement.PostgreSQL, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Restrict(s, nil, false, nil); got.SQL() != want {
			t.Errorf("%q: %s becomes %s, not %s", c.comment, c.sql, got.SQL(), want)
		}
	}
}

// What values that do not count are called stays a word of whatever else is called so: no rows of other tables lose it.
func TestWordsOfRowsThatAreLeftOutAreNotTaken(t *testing.T) {
	t.Parallel()
	for _, comment := range []string{"O open, C closed, V torn, counts nowhere", "draft, sent, torn. Torn tickets do not count", "V = torn, does not count as revenue"} {
		d := commented(map[string]string{"tickets.state": comment}).Find("torn")
		if d == nil || d.Default != "exclude" || !d.untaught {
			t.Errorf("%q takes the word: %v", comment, d)
		}
	}
}

// What rows that count are said to count as is a word for them, where it says something else of other rows.
func TestRowsThatCountAreCalledSo(t *testing.T) {
	t.Parallel()
	catalogue := bakery()
	catalogue.Tables[1].Columns[2].Comment = "draft (not sent yet), sent, torn. Drafts and torn tickets do not count as baked"
	catalogue.Tables[2].Columns = append(catalogue.Tables[2].Columns, db.Column{Name: "stage", Type: db.Text, Comment: "R = raw, B = baked"})
	p := Compile(schema.New(catalogue), statement.PostgreSQL, nil)
	if d := p.Find("baked"); d == nil || SQL(d.expression, statement.PostgreSQL) != "tickets.state NOT IN ('draft', 'torn')" {
		t.Errorf("baked is %v", d)
	}
}

// Of all states that a thing had, the one marked as current counts where rows are chosen or told by a state; what was noted of a thing is
// shown whole.
func TestPresentStates(t *testing.T) {
	t.Parallel()
	catalogue := bakery()
	catalogue.Tables = append(catalogue.Tables, db.Table{TableName: db.TableName{Name: "ticket_states"}, Primary: []string{"ticket_id", "seq"},
		Foreign: []db.ForeignKey{{Columns: []string{"ticket_id"}, Target: db.TableName{Name: "tickets"}, TargetColumns: []string{"id"}}},
		Columns: []db.Column{{Name: "ticket_id", Type: db.Integer}, {Name: "seq", Type: db.Integer}, {Name: "status", Type: db.Text, Comment: "B baked, S sold, T taken back"}, {Name: "at", Type: db.Timestamp}, {Name: "is_current", Type: db.Boolean}}})
	p := Compile(schema.New(catalogue), statement.PostgreSQL, nil)
	for sql, want := range map[string]string{
		"SELECT count(*) FROM ticket_states WHERE status = 'S'":                                                                        "SELECT count(*) FROM ticket_states WHERE status = 'S' AND is_current",
		"SELECT status, count(*) FROM ticket_states GROUP BY status":                                                                   "SELECT status, count(*) FROM ticket_states WHERE is_current GROUP BY status",
		"SELECT * FROM tickets WHERE EXISTS (SELECT 1 FROM ticket_states WHERE tickets.id = ticket_states.ticket_id AND status = 'T')": "SELECT * FROM tickets WHERE EXISTS (SELECT 1 FROM ticket_states WHERE tickets.id = ticket_states.ticket_id AND status = 'T' AND is_current)",
		"SELECT status, at FROM ticket_states WHERE ticket_id = 7":                                                                     "SELECT status, at FROM ticket_states WHERE ticket_id = 7",
	} {
		s, err := statement.Parse(sql, statement.PostgreSQL, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Restrict(s, nil, false, nil); got.SQL() != want {
			t.Errorf("%s becomes %s, not %s", sql, got.SQL(), want)
		}
	}
}
