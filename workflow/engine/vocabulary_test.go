package engine_test

import (
	"context"
	"testing"

	"parley/db"
	"parley/db/opener"
	"parley/dialog"
	"parley/workflow/engine"
	"parley/workflow/schema"
)

func TestVocabularyKnowsNamesValuesAndDistances(t *testing.T) {
	t.Parallel()
	demo, err := opener.Open(context.Background(), db.Settings{}, "demo")
	if err != nil {
		t.Fatal(err)
	}
	defer demo.Close()
	index, err := schema.Build(context.Background(), demo, schema.DefaultLimits)
	if err != nil {
		t.Fatal(err)
	}
	v := engine.Vocabulary(index)
	for phrase, want := range map[string]dialog.Entity{
		"orders":      {Kind: dialog.SubjectEntity, Table: "orders"},
		"order items": {Kind: dialog.SubjectEntity, Table: "order_items"},
		"unit price":  {Kind: dialog.ColumnEntity, Table: "order_items", Column: "unit_price"},
		"cancelled":   {Kind: dialog.ValueEntity, Table: "orders", Column: "status"},
	} {
		if found := v.Find(dialog.Normalize(phrase)); len(found) == 0 || found[0] != want {
			t.Errorf("%q names %v, want %v first", phrase, found, want)
		}
	}
	if d := v.Distance("reviews", "orders"); d < 2 || v.Distance("orders", "order_items") != 1 || v.Distance("users", "users") != 0 {
		t.Errorf("distances: reviews–orders %d", d)
	}
}
