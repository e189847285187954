package statement

import (
	"errors"
	"strings"
	"testing"
)

// addSeeds gives a fuzz target the hand-written queries and some texts that are none.
func addSeeds(f *testing.F) {
	for _, q := range handWritten(f) {
		f.Add(q.sql, uint8(q.dialect))
	}
	for i, text := range []string{"", ";", "SELECT", "SELECT '", "SELECT /*", "SELECT `", "SELECT [", "\x00", "SELECT é LIMIT 1,", "SELECT 1 IS NOT", "(((", "SELECT a FROM t JOIN"} {
		f.Add(text, uint8(i%3))
	}
}

// FuzzFormat: what parses is written as a text that parses to the same tree, whatever the width.
func FuzzFormat(f *testing.F) {
	addSeeds(f)
	for _, tt := range trickyTexts {
		f.Add(tt.text, uint8(tt.dialect))
	}
	f.Fuzz(func(t *testing.T, text string, dialect uint8) {
		d := Dialect(dialect % 3)
		if fault := roundTripFault(text, d); fault != "" {
			t.Fatalf("%s: %q %s", d, text, fault)
		}
	})
}

// FuzzEdit: an edit that is not refused gives a query that builds, parses and has the edit.
func FuzzEdit(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, text string, dialect uint8) {
		d := Dialect(dialect % 3)
		s, err := Parse(text, d, peopleNames)
		if err != nil || s.tree == nil {
			return
		}
		q, err := s.Query()
		if err != nil {
			return
		}
		for _, edit := range []func(*Query) error{
			func(q *Query) error { return q.AddPredicate(equals("id", int64(1))) },
			func(q *Query) error { return q.SetLimit(7) },
			func(q *Query) error { _, err := q.AddItem(Item{Expr: CountStar(), Alias: "n"}); return err },
			func(q *Query) error { _, err := q.RemoveItem(0); return err },
			func(q *Query) error { return q.SetOrder(nil, Key{Expr: col("id"), Desc: true}) },
			func(q *Query) error {
				_, err := q.AddSource(joined("users", "id", "users.id"), peopleNames)
				return err
			},
		} {
			checkEdit(t, q.Clone(), edit, d)
		}
	})
}

func checkEdit(t *testing.T, q *Query, edit func(*Query) error, d Dialect) {
	t.Helper()
	var no *Senseless
	if err := edit(q); err != nil {
		if !errors.As(err, &no) {
			t.Fatalf("the edit failed: %v", err)
		}
		return
	}
	s, err := q.Build(d)
	var large *TooLarge
	if errors.As(err, &large) {
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	again, err := Parse(s.SQL(), d, nil)
	if err != nil {
		t.Fatalf("%s does not parse: %v", s.SQL(), err)
	}
	if !strings.EqualFold(again.SQL(), s.SQL()) { // a name has the case of its first mention
		t.Fatalf("%q, then %q", s.SQL(), again.SQL())
	}
}

// FuzzGuard: nothing passes the guard whose written text does not, and no text crashes it.
func FuzzGuard(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, text string, dialect uint8) {
		d := Dialect(dialect % 3)
		s, err := Parse(text, d, peopleNames)
		if err != nil || s.Guard() != nil {
			return
		}
		again, err := Parse(s.SQL(), d, peopleNames)
		if err != nil || again.Guard() != nil {
			t.Fatalf("%s: %q passed, its text %q did not: %v", d, text, s.SQL(), err)
		}
	})
}
