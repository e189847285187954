package schema_test

import (
	"testing"

	"parley/db"
	"parley/workflow/schema"
)

// Columns that stand beside rows come over a way that repeats none of them, though a shorter one does.
func TestAWayBesideRowsRepeatsNone(t *testing.T) {
	t.Parallel()
	table := func(name string, refers ...string) db.Table {
		out := db.Table{TableName: db.TableName{Name: name}, Kind: "table", Primary: []string{"id"}, Columns: []db.Column{{Name: "id", Type: db.Integer}}}
		for _, r := range refers {
			out.Columns = append(out.Columns, db.Column{Name: r + "_id", Type: db.Integer})
			out.Foreign = append(out.Foreign, db.ForeignKey{Columns: []string{r + "_id"}, Target: db.TableName{Name: r}, TargetColumns: []string{"id"}})
		}
		return out
	}
	x := schema.New(&db.Schema{Tables: []db.Table{table("house"), table("guest"), table("booking", "house", "guest"), table("stay", "booking"), table("complaint", "house", "stay")}})
	view := []*schema.Table{x.Table("complaint"), x.Table("house")}
	for _, e := range x.Graph.PathBeside(view, x.Table("guest")) {
		if e.To.Name == "house" {
			t.Errorf("guests of a complaint are found by all bookings of its house: %s", e.From.Name)
		}
	}
	if n := len(x.Graph.PathBeside(view, x.Table("guest"))); n != 3 {
		t.Errorf("%d steps, want 3", n)
	}
}

// A view of rows refers to them by their key, whichever of the two is named first.
func TestViewsReferToTheRowsWhoseKeyTheyShow(t *testing.T) {
	t.Parallel()
	columns := []db.Column{{Name: "boat_id", Type: db.Integer}, {Name: "boat_info", Type: db.Text}}
	for _, name := range []string{"boat_summary", "a_summary_of_boats"} {
		x := schema.New(&db.Schema{Tables: []db.Table{
			{TableName: db.TableName{Name: "boat"}, Kind: "table", Primary: []string{"boat_id"}, Columns: []db.Column{{Name: "boat_id", Type: db.Integer}, {Name: "built", Type: db.Date}}},
			{TableName: db.TableName{Name: name}, Kind: "view", Columns: columns},
		}})
		edges := x.Graph.Between(x.Table("boat"), x.Table(name))
		if len(edges) != 1 || edges[0].To.Name != "boat" {
			t.Errorf("%d edges join boat and %s, and none refers to boat", len(edges), name)
		}
	}
}
