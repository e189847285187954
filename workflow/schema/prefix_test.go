package schema

import (
	"strings"
	"testing"

	"parley/db"
)

// What nearly all columns of a table begin with is short for the table, in the columns of others as well.
func TestPrefixOfATableIsItsWordElsewhere(t *testing.T) {
	t.Parallel()
	column := func(name string) db.Column { return db.Column{Name: name, Type: db.Integer} }
	x := New(&db.Schema{Tables: []db.Table{
		{TableName: db.TableName{Name: "adjuster"}, Primary: []string{"adj_id"}, Columns: []db.Column{column("adj_id"), column("adj_level"), column("adj_limit")}},
		{TableName: db.TableName{Name: "claim"}, Primary: []string{"clm_no"}, Columns: []db.Column{column("clm_no"), column("clm_adj_id"), column("clm_amt")}},
	}})
	for name, want := range map[string]string{"adj_level": "level", "clm_adj_id": "claim adjuster identifier", "clm_amt": "claim amount"} {
		for _, c := range x.Columns {
			if c.Column.Name == name && c.Spoken() != want {
				t.Errorf("%s is read as %q, want %q", name, c.Spoken(), want)
			}
		}
	}
}

// An affix that runs together with a word of English is none of its letters, however few tables have it; words that begin alike stay.
func TestAffixRunsTogetherWithAWord(t *testing.T) {
	t.Parallel()
	table := func(name string) db.Table {
		return db.Table{TableName: db.TableName{Name: name}, Columns: []db.Column{{Name: "id", Type: db.Integer}}}
	}
	x := New(&db.Schema{Tables: []db.Table{table("tbitem"), table("t_review"), table("dimemployee"), table("reform"), table("stgorders"), table("dimension")}})
	for name, want := range map[string]string{"tbitem": "item", "dimemployee": "employee", "reform": "reform", "stgorders": "order", "dimension": "dimension"} {
		for _, e := range x.Tables {
			if e.Name == name && e.Spoken() != want {
				t.Errorf("%s is read as %q, want %q", name, e.Spoken(), want)
			}
		}
	}
}

// A comment that begins with whom it is for does not name the column.
func TestScopeOfACommentIsNoName(t *testing.T) {
	t.Parallel()
	if got := commentNames("motor only: Y our driver at fault, N other party"); len(got) > 0 {
		t.Errorf("read as %q", got)
	}
}

// Beside a table of parts, the head is called by what it is the head of: a sales order, not the head of one.
func TestHeadBesideItsParts(t *testing.T) {
	t.Parallel()
	table := func(name, comment string) db.Table {
		return db.Table{TableName: db.TableName{Name: name}, Comment: comment, Columns: []db.Column{{Name: "id", Type: db.Integer}}}
	}
	x := New(&db.Schema{Tables: []db.Table{table("order_head", ""), table("order_item", ""), table("bed_head", ""), table("bed", "")}})
	for name, want := range map[string]string{"order_head": "order", "order_item": "order item", "bed_head": "bed head"} {
		for _, e := range x.Tables {
			if e.Name == name && e.Spoken() != want {
				t.Errorf("%s is read as %q, want %q", name, e.Spoken(), want)
			}
		}
	}
}

// What all tables begin with is no part of their names, a vowel in it or not; what a comment tells of a short form holds in all names; and a
// short form in which many names end is cut off first.
func TestShortFormsAreReadAlike(t *testing.T) {
	t.Parallel()
	table := func(name, comment string, columns ...string) db.Table {
		out := db.Table{TableName: db.TableName{Name: name}, Comment: comment}
		for _, c := range columns {
			name, said, _ := strings.Cut(c, ":")
			out.Columns = append(out.Columns, db.Column{Name: name, Type: db.Text, Comment: said})
		}
		return out
	}
	x := New(&db.Schema{Tables: []db.Table{
		table("ekadj", "Adjusters", "adjno", "adjnm", "hirdte"), table("ekprl", "Perils", "prlcd", "prlnm"), table("ekofc", "Offices", "ofccd", "opndte"),
		table("ekpol", "Policies", "polno", "candte", "canrsn", "expdte"), table("ekclm", "Claims", "clmno", "adjno", "clsdte"),
		table("ekrcv", "Recoveries", "rcvno", "rcdamt:received, in cents", "rcddte"),
	}})
	want := map[string]string{"ekadj": "adjuster", "ekprl": "peril", "ekofc": "office", "adjno": "adjuster number", "candte": "cancellation date", "canrsn": "cancellation reason", "rcddte": "received date"}
	for _, e := range x.Tables {
		if w := want[e.Name]; w != "" && e.Spoken() != w {
			t.Errorf("%s is read as %q, want %q", e.Name, e.Spoken(), w)
		}
		for _, c := range e.Columns {
			if w := want[c.Column.Name]; w != "" && c.Spoken() != w {
				t.Errorf("%s.%s is read as %q, want %q", e.Name, c.Column.Name, c.Spoken(), w)
			}
		}
	}
}

// A letter before "name" beside a last name says which of a person's names it is, although the table's word begins with it as well.
func TestFirstNameBesideALastOneIsNoNameOfTheTable(t *testing.T) {
	t.Parallel()
	text := func(name string) db.Column { return db.Column{Name: name, Type: db.Text} }
	x := New(&db.Schema{Tables: []db.Table{
		{TableName: db.TableName{Name: "florist"}, Columns: []db.Column{text("fname"), text("lname"), text("shop")}},
		{TableName: db.TableName{Name: "lodger"}, Columns: []db.Column{text("lname"), text("fname"), text("room")}},
		{TableName: db.TableName{Name: "flower"}, Columns: []db.Column{text("fname"), text("colour")}},
	}})
	want := map[string]string{"florist.fname": "first name", "florist.lname": "last name", "lodger.lname": "last name", "lodger.fname": "first name", "flower.fname": "flower name"}
	for _, c := range x.Columns {
		if w := want[c.String()]; w != "" && c.Spoken() != w {
			t.Errorf("%s is read as %q, want %q", c, c.Spoken(), w)
		}
	}
}
