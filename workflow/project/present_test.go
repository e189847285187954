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

// What somebody did who left since, or is kept no longer, was done all the same, whether the key of the table is declared or not.
func TestDeedsOfThoseWhoAreGoneCount(t *testing.T) {
	t.Parallel()
	name := func(n string) db.TableName { return db.TableName{Name: n} }
	to := func(column, table, key string) db.ForeignKey {
		return db.ForeignKey{Columns: []string{column}, Target: name(table), TargetColumns: []string{key}}
	}
	x := schema.New(&db.Schema{Tables: []db.Table{
		{TableName: name("bakers"), Columns: []db.Column{{Name: "badge", Type: db.Integer}, {Name: "first_name", Type: db.Text}, {Name: "last_name", Type: db.Text},
			{Name: "hired_on", Type: db.Date}, {Name: "left_on", Type: db.Date, Nullable: true}}},
		{TableName: name("villages"), Primary: []string{"id"}, Columns: []db.Column{{Name: "id", Type: db.Integer}, {Name: "name", Type: db.Text}}},
		{TableName: name("clients"), Primary: []string{"id"}, Foreign: []db.ForeignKey{to("village_id", "villages", "id"), to("home_id", "villages", "id")}, Columns: []db.Column{{Name: "id", Type: db.Integer}, {Name: "name", Type: db.Text},
			{Name: "village_id", Type: db.Integer}, {Name: "home_id", Type: db.Integer}, {Name: "since", Type: db.Date}, {Name: "credit", Type: db.Decimal}, {Name: "deleted_at", Type: db.Timestamp, Nullable: true}}},
		{TableName: name("sales"), Primary: []string{"id"}, Foreign: []db.ForeignKey{to("client_id", "clients", "id")}, Columns: []db.Column{{Name: "id", Type: db.Integer}, {Name: "badge", Type: db.Integer},
			{Name: "client_id", Type: db.Integer}, {Name: "sold_at", Type: db.Timestamp}, {Name: "amount", Type: db.Decimal}}},
	}})
	bakers := x.Table("bakers")
	bakers.Rows, bakers.Columns[0].Distinct = 5, 5
	p := Compile(x, statement.SQLite, nil)
	for sql, want := range map[string]string{
		"SELECT count(*) FROM bakers": "SELECT count(*) FROM bakers WHERE left_on IS NULL",
		"SELECT b.last_name, sum(s.amount) FROM sales s JOIN bakers b ON b.badge = s.badge GROUP BY b.last_name": "",
		"SELECT count(*) FROM clients": "SELECT count(*) FROM clients WHERE deleted_at IS NULL",
		"SELECT c.name, sum(s.amount) FROM sales s JOIN clients c ON c.id = s.client_id GROUP BY c.id, c.name": "",
	} {
		if want == "" {
			want = sql
		}
		if got := p.Restrict(parsed(t, sql), nil, false, nil); got.SQL() != parsed(t, want).SQL() {
			t.Errorf("%s becomes %s", sql, got.SQL())
		}
	}
}
