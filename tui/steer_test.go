package tui

import (
	"strings"
	"testing"

	"parley/db"
	"parley/db/statement"
)

// Columns that come out of a * are written with the table that they are of: another table of a join may call one of its own alike.
func TestDroppedColumnsLeaveNoNameAmbiguous(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name, sql, columns, want string
		drop                     int
	}{
		{"one of the star", "SELECT a.*, r.name FROM marks a JOIN rowers r ON r.rower_id = a.rower_id", "outing_id rower_id mark name", "SELECT a.outing_id, a.mark, r.name FROM", 1},
		{"one beside it", "SELECT a.*, r.name FROM marks a JOIN rowers r ON r.rower_id = a.rower_id", "outing_id rower_id mark name", "SELECT a.outing_id, a.rower_id, a.mark FROM", 3},
		{"of one table", "SELECT * FROM marks", "outing_id rower_id mark", "SELECT outing_id, rower_id FROM", 2},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			parsed, err := statement.Parse(c.sql, statement.PostgreSQL, nil)
			if err != nil {
				t.Fatal(err)
			}
			var columns []db.ResultColumn
			for _, name := range strings.Fields(c.columns) {
				columns = append(columns, db.ResultColumn{Name: name})
			}
			s, err := newSteer(parsed, columns)
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Drop(c.drop); err != nil {
				t.Fatal(err)
			}
			if got, err := s.SQL(); err != nil || !strings.HasPrefix(got, c.want) {
				t.Errorf("%s, %v; want %s…", got, err, c.want)
			}
		})
	}
}
