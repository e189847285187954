package tui

import (
	"slices"
	"testing"

	"parley/db"
)

func TestTablesAreFoundByTheirExactNameFirst(t *testing.T) {
	t.Parallel()
	var tables []db.Table
	for _, name := range []string{"PlaylistTrack", "TrackList", "Album", "Track"} {
		tables = append(tables, db.Table{TableName: db.TableName{Name: name}, Columns: []db.Column{{Name: "TrackId"}}})
	}
	b := newBrowser(&db.Schema{Tables: tables}, nil)
	b.Search("track")
	var got []string
	for _, i := range b.found {
		got = append(got, b.known.Schema.Tables[i].Name)
	}
	if want := []string{"Track", "TrackList", "PlaylistTrack", "Album"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	b.Search("")
	if len(b.found) != 4 || b.found[0] != 0 {
		t.Errorf("all tables are %v", b.found)
	}
}

func TestQuestionsAboutATableAreEnglish(t *testing.T) {
	t.Parallel()
	table := &db.Table{TableName: db.TableName{Name: "InvoiceLine"}, Columns: []db.Column{{Name: "BillingState", Type: db.Text}, {Name: "PaidAt", Type: db.Timestamp}}}
	want := []string{"show me all invoice lines", "how many invoice lines", "how many invoice lines per billing state", "invoice lines from last month"}
	if got := questionsAbout(table, nil); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// A question that is typed where tables, actions or databases are searched is not lost there: enter puts it into the input.
func TestAQuestionTypedIntoASearchGoesToTheInput(t *testing.T) {
	t.Parallel()
	for _, key := range []string{"ctrl+t", "ctrl+p"} {
		for _, size := range [][2]int{{80, 24}, {120, 36}} {
			s := newScreen(t, conversation(), size[0], size[1])
			s.press(key)
			s.typed("who are our best customers")
			s.shows("into the")
			s.press("enter")
			s.shows("That looked like words", "who are our best customers")
			if got := s.input.field.Text(); s.modal != nil || got != "who are our best customers" {
				t.Errorf("%s: %q is in the input, over it %T", key, got, s.modal)
			}
		}
	}
}

// The names that are read from letters are said otherwise from where they are shown.
func TestWhatATableIsCalledIsChangedInTheBrowser(t *testing.T) {
	t.Parallel()
	for search, want := range map[string]string{"orders": "call orders ", "shipped": "call orders.shipped_at "} {
		s := newScreen(t, conversation(), 120, 36)
		s.press("ctrl+t")
		s.typed(search)
		s.press("ctrl+r")
		if got := s.input.field.Text(); s.modal != nil || got != want {
			t.Errorf("%s: %q is in the input, over it %T, want %q", search, got, s.modal, want)
		}
	}
}
