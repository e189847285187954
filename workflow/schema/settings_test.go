package schema_test

import (
	"strings"
	"testing"

	"parley/db/statement"
	"parley/workflow/schema"
)

func TestSettingsAddWordsAndHideColumns(t *testing.T) {
	t.Parallel()
	x := schema.New(shop())
	err := x.Apply(schema.Settings{
		Synonyms: map[string]string{"punter": "users", "tag": "products.product_name"},
		Metrics:  map[string]string{"volume": "sum(order_items.qty)"},
		Hidden:   []string{"users.birth_date"},
	}, statement.SQLite)
	if err != nil {
		t.Fatal(err)
	}
	for said, want := range map[string]string{"punters": "users", "tag": "products.product_name", "volume": "order_items.volume", "birth": ""} {
		got := ""
		for _, m := range x.Phrases([]string{said}) {
			if m.Exact() && m.Column == nil {
				got = m.Table.Name
			} else if m.Exact() {
				got = m.Column.String()
			}
		}
		if got != want {
			t.Errorf("%q names %q, want %q", said, got, want)
		}
	}
}

func TestSettingsThatDoNotFitSayWhich(t *testing.T) {
	t.Parallel()
	for _, s := range []schema.Settings{
		{Synonyms: map[string]string{"wrong": "nothing"}},
		{Metrics: map[string]string{"wrong": "sum(nothing.x)"}},
		{Metrics: map[string]string{"wrong": "1; drop table users"}},
		{Hidden: []string{"users.wrong"}},
	} {
		if err := schema.New(shop()).Apply(s, statement.SQLite); err == nil || !strings.Contains(err.Error(), "wrong") {
			t.Errorf("%+v: %v", s, err)
		}
	}
}
