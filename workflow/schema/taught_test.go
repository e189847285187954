package schema_test

import (
	"testing"

	"parley/db"
	"parley/db/statement"
	"parley/workflow/schema"
)

func TestATaughtWordMeansNothingElse(t *testing.T) {
	t.Parallel()
	x := schema.New(shop())
	items := x.Table("order_items")
	x.Teach(func(t schema.Teacher) {
		t.Table("punter", x.Table("users"))
		t.Metric("revenue", "revenue", statement.Column("order_items", "qty"), []*schema.Table{items})
	})
	if m := x.Phrases([]string{"punters"}); len(m) != 1 || !m[0].Exact() || m[0].Table.Name != "users" {
		t.Errorf("punters names %v", m)
	}
	found := 0
	for _, m := range x.Phrases([]string{"revenue"}) {
		if m.Exact() {
			found++
			if m.Column.Metric == nil || m.Column.Metric.Expression.SQL() != "order_items.qty" {
				t.Errorf("revenue is %v", m.Column)
			}
		}
	}
	if found != 1 {
		t.Errorf("revenue names %d things", found)
	}
}

func TestATaughtWordForATableIsNoCode(t *testing.T) {
	t.Parallel()
	catalogue := coded()
	catalogue.Tables[0].Columns = append(catalogue.Tables[0].Columns, db.Column{Name: "ruled_cd", Type: db.Text, Comment: "K = skipper, W = owner"})
	catalogue.Tables = append(catalogue.Tables, db.Table{TableName: db.TableName{Name: "people"}, Kind: "table", Columns: []db.Column{{Name: "id", Type: db.Integer}}})
	x := schema.New(catalogue)
	if len(x.Values("skipper")) == 0 {
		t.Fatal("the code has no word")
	}
	x.Teach(func(t schema.Teacher) { t.Table("skipper", x.Table("people")) })
	for _, word := range []string{"skipper", "skippers"} {
		if found := x.Values(word); len(found) > 0 {
			t.Errorf("%s stands for %v as well", word, found[0].Column)
		}
	}
	if len(x.Values("owner")) == 0 {
		t.Error("another code lost its word")
	}
}
