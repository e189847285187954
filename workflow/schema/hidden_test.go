package schema

import (
	"testing"

	"parley/db"
)

func TestValuesOfHiddenColumnsAreNotFound(t *testing.T) {
	t.Parallel()
	x := New(&db.Schema{Tables: []db.Table{{TableName: db.TableName{Name: "kennels"}, Columns: []db.Column{{Name: "breed", Type: db.Text}, {Name: "ward", Type: db.Text}}}}})
	breed, ward := x.Columns[0], x.Columns[1]
	x.values.add(breed, "Grey Hound", "Grey Hound")
	x.values.add(ward, "Grey Wing", "Grey Wing")
	if len(x.Values("grey hound")) != 1 || len(x.PartValues("grey")) != 2 {
		t.Fatal("the values are not found before")
	}
	x.Teach(func(teacher Teacher) { teacher.Hide(breed) })
	if len(x.Values("grey hound")) != 0 {
		t.Error("a whole value of a hidden column is found")
	}
	if m := x.PartValues("grey"); len(m) != 1 || m[0].Column != ward {
		t.Errorf("a word of it finds %v", m)
	}
}
