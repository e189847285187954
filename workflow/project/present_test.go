package project

import (
	"testing"

	"parley/db"
	"parley/db/statement"
	"parley/workflow/schema"
)

// crew is a business of people who are employed, with what they have earned since when and what they have sold.
func crew() *db.Schema {
	name := func(n string) db.TableName { return db.TableName{Name: n} }
	of := []db.ForeignKey{{Columns: []string{"baker_id"}, Target: name("bakers"), TargetColumns: []string{"id"}}}
	return &db.Schema{Tables: []db.Table{
		{TableName: name("bakers"), Primary: []string{"id"}, Columns: []db.Column{{Name: "id", Type: db.Integer}, {Name: "first_name", Type: db.Text}, {Name: "last_name", Type: db.Text},
			{Name: "village", Type: db.Text}, {Name: "hired_on", Type: db.Date}, {Name: "left_on", Type: db.Date, Nullable: true}, {Name: "leaving_reason", Type: db.Text, Nullable: true}, {Name: "hours", Type: db.Decimal}}},
		{TableName: name("wages"), Primary: []string{"baker_id", "valid_from"}, Foreign: of, Columns: []db.Column{{Name: "baker_id", Type: db.Integer}, {Name: "valid_from", Type: db.Date},
			{Name: "valid_to", Type: db.Date, Nullable: true}, {Name: "amount", Type: db.Decimal}}},
		{TableName: name("sales"), Primary: []string{"id"}, Foreign: of, Columns: []db.Column{{Name: "id", Type: db.Integer}, {Name: "baker_id", Type: db.Integer}, {Name: "sold_at", Type: db.Timestamp},
			{Name: "amount", Type: db.Decimal}}},
	}}
}

func TestFiguresAreOfThosePresent(t *testing.T) {
	t.Parallel()
	p := Compile(schema.New(crew()), statement.SQLite, nil)
	const wages = "SELECT b.village, avg(w.amount) FROM wages w JOIN bakers b ON b.id = w.baker_id"
	for _, c := range []struct{ sql, added string }{
		{"SELECT village, count(*) FROM bakers", "left_on IS NULL"},
		{"SELECT sum(hours) FROM bakers", "left_on IS NULL"},
		{wages, "b.left_on IS NULL AND w.valid_to IS NULL"},
		{"SELECT avg(amount) FROM wages", "valid_to IS NULL"},
		{"SELECT count(*) FROM wages", ""},
		{"SELECT * FROM bakers", ""},
		{"SELECT count(*) FROM bakers WHERE hired_on >= '2025-01-01'", ""},
		{"SELECT count(*) FROM bakers WHERE left_on IS NOT NULL", ""},
		{"SELECT leaving_reason, count(*) FROM bakers", ""},
		{"SELECT valid_from, avg(amount) FROM wages", ""},
		{"SELECT b.village, sum(s.amount) FROM sales s JOIN bakers b ON b.id = s.baker_id", ""},
	} {
		want := c.sql
		if c.added != "" {
			want += " WHERE " + c.added
		}
		if got := p.Restrict(parsed(t, c.sql), nil, false, nil); got.SQL() != parsed(t, want).SQL() {
			t.Errorf("%s becomes %s", c.sql, got.SQL())
		}
	}
	if rest, lifted := p.Lift("how many bakers, including people who have left"); rest != "how many bakers" || len(lifted) != 1 {
		t.Errorf("it leaves %q, lifts %v", rest, lifted)
	}
}
