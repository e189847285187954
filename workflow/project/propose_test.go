package project

import (
	"strings"
	"testing"

	"parley/db"
	"parley/db/statement"
	"parley/workflow/schema"
)

// TestAProposalSaysWhatCodesCommentsAndDaysTell: it reads as it is, and what it defines holds.
func TestAProposalSaysWhatCodesCommentsAndDaysTell(t *testing.T) {
	t.Parallel()
	catalogue := bakery()
	tickets := &catalogue.Tables[1]
	tickets.Comment = "Orders at the counter; left money = deposit - deposit"
	tickets.Columns = append(tickets.Columns, db.Column{Name: "promised_at", Type: db.Timestamp, Nullable: true},
		db.Column{Name: "way_cd", Type: db.Text, Comment: "Eaten here: T = at a table, C = at the counter. Away: F = fetched, S = sent"},
		db.Column{Name: "end_cd", Type: db.Text, Comment: "E = eaten, G = given back"}, db.Column{Name: "grand_total", Type: db.Decimal}, db.Column{Name: "tip_cents", Type: db.Integer},
		db.Column{Name: "sort_order", Type: db.Integer})
	x := schema.New(catalogue)
	text := Propose(x, Compile(x, statement.PostgreSQL, nil))
	for _, want := range []string{
		"\"ticket days until baked\" = \"avg(", `fetched = "tickets.way_cd = 'F'"`, `away = "tickets.way_cd IN ('F', 'S')"`, `"late ticket" = "tickets.baked_at > tickets.promised_at"`, "\n# tickets = \"taken_at\"\n",
		`"given back" = "tickets.end_cd = 'G'"`, `# "grand total" = "sum(tickets.grand_total)"`, `# "total tip" = "sum(tickets.tip_cents) / 100.0"`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is not proposed:\n%s", want, text)
		}
	}
	for _, no := range []string{"\ngiven = ", "total grand", "sort order", `"eaten ticket"`} {
		if strings.Contains(text, no) {
			t.Errorf("%s is proposed:\n%s", no, text)
		}
	}
	layer, problems := Parse(FileName, text)
	p := Compile(schema.New(catalogue), statement.PostgreSQL, nil, layer)
	for _, problem := range append(problems, p.Problems...) {
		t.Errorf("the proposal does not hold: %v\n%s", problem, text)
	}
}

// TestAProposalHoldsForNamesWithBlanksDotsAndCapitals: what is proposed for files passes the check that reads it.
func TestAProposalHoldsForNamesWithBlanksDotsAndCapitals(t *testing.T) {
	t.Parallel()
	catalogue := func() *db.Schema {
		return &db.Schema{Tables: []db.Table{
			{TableName: db.TableName{Name: "Guests"}, Columns: []db.Column{{Name: "Guest No.", Type: db.Integer}, {Name: "Full Name", Type: db.Text}}},
			{TableName: db.TableName{Name: "Stays 2026"}, Columns: []db.Column{{Name: "Stay Id", Type: db.Integer}, {Name: "Guest No.", Type: db.Integer}, {Name: "Net Price", Type: db.Decimal}}},
		}}
	}
	x := schema.New(catalogue())
	text := Propose(x, Compile(x, statement.DuckDB, nil))
	if want := `(\"Stays 2026\".\"Net Price\")`; !strings.Contains(text, want) {
		t.Errorf("%s is not proposed:\n%s", want, text)
	}
	told := "[[joins]]\nfrom = [\"Stays 2026.Guest No.\"]\nto = [\"Guests.Guest No.\"]\n[labels]\nGuests = [\"Full Name\"]\n"
	layer, problems := Parse(FileName, told)
	p := Compile(schema.New(catalogue()), statement.DuckDB, nil, layer)
	for _, problem := range append(problems, p.Problems...) {
		t.Errorf("the proposal does not hold: %v\n%s", problem, told)
	}
}
