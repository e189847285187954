package reading

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"parley/db"
	"parley/db/statement"
	"parley/tui/theme"
	"parley/workflow/schema"
)

// library is a small catalogue with declared keys and one that is only named like one.
func library() Catalogue {
	table := func(name, comment string, columns []string, keys ...string) db.Table {
		t := db.Table{TableName: db.TableName{Name: name}, Comment: comment, Primary: []string{"id"}, Rows: 1200}
		for _, c := range columns {
			kind := db.Text
			if strings.HasSuffix(c, "id") {
				kind = db.Integer
			}
			t.Columns = append(t.Columns, db.Column{Name: c, Native: strings.ToLower(kindName(kind)), Type: kind, Comment: "what " + c + " is"})
		}
		for _, k := range keys {
			column, target, _ := strings.Cut(k, ">")
			t.Foreign = append(t.Foreign, db.ForeignKey{Columns: []string{column}, Target: db.TableName{Name: target}, TargetColumns: []string{"id"}})
		}
		return t
	}
	s := &db.Schema{Tables: []db.Table{
		table("readers", "who may borrow", []string{"id", "name", "town"}),
		table("loans", "", []string{"id", "reader_id", "book_id", "state"}, "reader_id>readers", "book_id>books"),
		table("books", "", []string{"id", "title", "author_id"}, "author_id>authors"),
		table("authors", "", []string{"id", "name"}),
		table("shelves", "", []string{"id", "town"}),
	}}
	return Catalogue{Schema: s, Index: schema.New(s)}
}

func kindName(t db.Type) string {
	if t == db.Integer {
		return "INTEGER"
	}
	return "TEXT"
}

func plainTheme(t *testing.T) *theme.Theme {
	t.Helper()
	th, err := theme.New(theme.Options{Name: "dark", Profile: termenv.Ascii, Dark: true})
	if err != nil {
		t.Fatal(err)
	}
	return th
}

func TestNamesStandBelowTheirSource(t *testing.T) {
	t.Parallel()
	var titles []string
	names := library().Names("SELECT r.name, l.state FROM loans l JOIN readers AS r ON r.id = l.reader_id WHERE l.state = 'late'")
	for _, n := range names {
		titles = append(titles, n.Title)
	}
	if got, want := strings.Join(titles, "|"), "readers r|  name|  id|loans l|  state|  reader_id"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for word, want := range map[string]string{"l.state": "l.state", "state": "l.state", "loans": "l", "r": "r", "none": ""} {
		got := ""
		if at := At(names, word); at >= 0 {
			got = names[at].String()
		}
		if got != want {
			t.Errorf("%s is %q, want %q", word, got, want)
		}
	}
}

func TestANameIsDescribed(t *testing.T) {
	t.Parallel()
	known := library()
	names := known.Names("SELECT r.town, l.reader_id FROM loans l JOIN readers r ON r.id = l.reader_id")
	for word, want := range map[string][]string{
		"town":      {"readers.town", "text", "what town is", "of readers", "who may borrow"},
		"reader_id": {"loans.reader_id", "integer → readers.id"},
		"r":         {"readers", "who may borrow", "called r here", "3 columns, about 1,200 rows", "* key: id", "← loans.reader_id"},
	} {
		said := strings.Join(known.Describe(plainTheme(t), names[At(names, word)], 60), "\n")
		for _, w := range want {
			if !strings.Contains(said, w) {
				t.Errorf("%s lacks %q:\n%s", word, w, said)
			}
		}
	}
}

func TestJoinsAreATree(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ sql, want string }{
		"a chain": {"SELECT 1 FROM loans l JOIN books b ON b.id = l.book_id LEFT JOIN authors a ON a.id = b.author_id JOIN readers r ON r.id = l.reader_id", `
loans l
├─ books b
│  │  on b.id = l.book_id
│  │  by a declared key; one for each of loans
│  └─ authors a · left join
│        on a.id = b.author_id
│        by a declared key; one for each of books
└─ readers r
      on r.id = l.reader_id
      by a declared key; one for each of loans`},
		"no key, and every row": {"SELECT 1 FROM readers r JOIN shelves s ON s.town = r.town CROSS JOIN authors", `
readers r
└─ shelves s
      on s.town = r.town
      no key of the database

authors · cross join
   every row with every row`},
		"a query inside": {"WITH late AS (SELECT reader_id FROM loans JOIN readers USING (id)) SELECT 1 FROM late JOIN readers r ON r.id = late.reader_id", `
late
├─ loans
│  └─ readers
│        on equal id
│        no key of the database
└─ readers r
      on r.id = late.reader_id`},
		"one table": {"SELECT name FROM readers", "\nreaders"},
	} {
		s, err := statement.Parse(c.sql, statement.PostgreSQL, nil)
		if err != nil {
			t.Fatal(err)
		}
		q, err := s.Query()
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range []int{76, 24} {
			lines := library().Tree(plainTheme(t), q, w)
			for _, l := range lines {
				if ansi.StringWidth(l) > w {
					t.Errorf("%s: %q is wider than %d", name, l, w)
				}
			}
			if got := "\n" + strings.Join(lines, "\n"); w == 76 && got != c.want {
				t.Errorf("%s:%s\nwant:%s", name, got, c.want)
			}
		}
	}
}
