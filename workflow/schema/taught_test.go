package schema_test

import (
	"testing"

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
