package schema_test

import (
	"slices"
	"testing"

	"parley/db"
	"parley/workflow/schema"
)

// ended is a schema of things that come to an end, in several words.
func ended() *db.Schema {
	table := func(name string, columns ...db.Column) db.Table {
		return db.Table{TableName: db.TableName{Name: name}, Kind: "table", Columns: columns}
	}
	day := func(name string) db.Column { return db.Column{Name: name, Type: db.Date, Nullable: true} }
	return &db.Schema{Tables: []db.Table{
		table("pilots", day("hired_on"), day("left_on")),
		table("crews", day("end_dt")),
		table("hangars", day("closed_on"), db.Column{Name: "state", Type: db.Text, Comment: "A = active, S = shut"}),
		table("permits", day("valid_from"), day("valid_to")),
		table("voyages", db.Column{Name: "end_date", Type: db.Date}),
		table("moorings", day("left_on"), db.Column{Name: "is_active", Type: db.Boolean}),
	}}
}

func TestAThingWithoutItsEndIsActive(t *testing.T) {
	t.Parallel()
	x := schema.New(ended())
	stand := func(phrase string, presence schema.Presence) []string {
		var out []string
		for _, m := range x.Values(phrase) {
			if m.Presence == presence {
				out = append(out, m.Column.String())
			}
		}
		slices.Sort(out)
		return out
	}
	if got, want := stand("active", schema.Empty), []string{"crews.end_dt", "pilots.left_on"}; !slices.Equal(got, want) {
		t.Errorf("active is %v, want %v", got, want)
	}
	if got, want := stand("former", schema.Filled), []string{"crews.end_dt", "pilots.left_on"}; !slices.Equal(got, want) {
		t.Errorf("former is %v, want %v", got, want)
	}
	if got := stand("current", schema.Empty); slices.Contains(got, "hangars.closed_on") || slices.Contains(got, "moorings.left_on") {
		t.Errorf("current is %v although a column says who is active", got)
	}
}

func TestTheTimeOfRowsIsWhenTheyCameToBe(t *testing.T) {
	t.Parallel()
	day := func(name string) db.Column { return db.Column{Name: name, Type: db.Date} }
	for _, c := range []struct{ table, want, other string }{
		{"bookings", "booked_on", "arrival_dt"},
		{"bills", "issued_on", "period_month"},
		{"damages", "reported_dt", "loss_dt"},
		{"permits", "filed_on", "next_inspection_on"},
		{"deliveries", "delivered_at", "planned_at"},
		{"members", "joined_on", "birth_dt"},
		{"lessons", "starts_at", "created_at"},
		{"surveys", "scheduled_for", "booked_at"},
	} {
		for _, columns := range [][]db.Column{{day(c.want), day(c.other)}, {day(c.other), day(c.want)}} {
			x := schema.New(&db.Schema{Tables: []db.Table{{TableName: db.TableName{Name: c.table}, Kind: "table", Columns: columns}}})
			if got := x.Table(c.table).Moment; got == nil || got.Name != c.want {
				t.Errorf("the time of %s is %v, want %s", c.table, got, c.want)
			}
		}
	}
}

func TestAnEndThatIsPlannedSaysNotWhoIsActive(t *testing.T) {
	t.Parallel()
	x := built(t, `
CREATE TABLE lease (id INTEGER PRIMARY KEY, start_date DATE, end_date DATE);
INSERT INTO lease VALUES (1, '2021-02-03', '2199-01-01'), (2, '2021-02-03', NULL);
CREATE TABLE warden (id INTEGER PRIMARY KEY, hired_on DATE, left_on DATE);
INSERT INTO warden VALUES (1, '2021-02-03', '2022-01-01'), (2, '2021-02-03', NULL);`)
	got := x.Values("active")
	if len(got) != 1 || got[0].Column.Table.Name != "warden" {
		t.Errorf("active is %v", got)
	}
}
