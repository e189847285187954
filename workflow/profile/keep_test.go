package profile

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"parley/db"
	"parley/workflow/schema"
)

func factsOf(values ...db.Value) *schema.Facts {
	return &schema.Facts{Took: time.Second, Tables: []schema.TableFacts{{Table: db.TableName{Name: "t"}, Columns: []db.ColumnSample{
		{Column: "c", Values: values, Complete: true, Looked: 7, Nulls: 1, Whole: true, Least: int64(1), Greatest: db.Exact("9.5")},
	}}}, Tests: []schema.ReferenceFact{{Reference: db.Reference{Column: "a", Key: "b"}, Inclusion: db.Inclusion{Known: true, Looked: 3}}},
		Codes: []schema.CodeFacts{{Rows: [][3]string{{"a", "b", "c"}}}}}
}

func TestProfileIsKeptToTheByteAndPrivately(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	s := Shelf{filepath.Join(t.TempDir(), "profiles"), func() time.Time { return now }}
	facts := factsOf("a", "caf\xe9", "", "\x1b[31m", "\u2028", nil, true, int64(-1<<63), 0.1, db.Exact("infinity"))
	if err := s.Save("shop", "print", facts); err != nil {
		t.Fatal(err)
	}
	got := s.Load("shop", "print")
	if facts.Taken = now; !reflect.DeepEqual(got, facts) {
		t.Errorf("got %+v, want %+v", got, facts)
	}
	for path, want := range map[string]os.FileMode{s.Folder: 0o700, s.path("shop"): 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v", path, info.Mode(), err)
		}
	}
	if left, err := filepath.Glob(filepath.Join(s.Folder, ".profile-*")); err != nil || len(left) > 0 {
		t.Errorf("left over: %v, %v", left, err)
	}
}

func TestProfileOfAnotherCatalogueOrDayIsNotTaken(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	s := Shelf{t.TempDir(), func() time.Time { return now }}
	one := &db.Schema{Tables: []db.Table{{TableName: db.TableName{Name: "t"}, Rows: 3}}}
	print := Print(one, "role")
	if err := s.Save("shop", print, factsOf("a")); err != nil {
		t.Fatal(err)
	}
	if s.Load("shop", print) == nil {
		t.Fatal("it is not found")
	}
	other := &db.Schema{Tables: []db.Table{{TableName: db.TableName{Name: "t"}, Rows: 4}}}
	for what, got := range map[string]*schema.Facts{
		"other rows": s.Load("shop", Print(other, "role")), "another role": s.Load("shop", Print(one, "other")), "another name": s.Load("shops", print),
	} {
		if got != nil {
			t.Errorf("%s: %+v", what, got)
		}
	}
	if now = now.Add(25 * time.Hour); s.Load("shop", print) != nil {
		t.Error("it is older than a day")
	}
	if now = now.Add(-26 * time.Hour); s.Load("shop", print) != nil {
		t.Error("it is of tomorrow")
	}
}

func TestDamagedProfilesAreReadAnew(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	s := Shelf{t.TempDir(), func() time.Time { return now }}
	if err := s.Save("shop", "print", factsOf("a")); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(s.path("shop"))
	if err != nil {
		t.Fatal(err)
	}
	for n := range len(text) {
		if err := os.WriteFile(s.path("shop"), text[:n], 0o600); err != nil {
			t.Fatal(err)
		}
		if s.Load("shop", "print") != nil {
			t.Fatalf("%d of %d bytes are taken", n, len(text))
		}
	}
	partial := factsOf("a")
	partial.Partial = true
	if err := s.Save("shop", "print", partial); err != nil || s.Load("shop", "print") != nil {
		t.Errorf("what was broken off is kept: %v", err)
	}
	if err := (Shelf{}).Save("shop", "print", factsOf("a")); err != nil {
		t.Error(err)
	}
}
