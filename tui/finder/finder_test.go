package finder

import "testing"

func TestRank(t *testing.T) {
	t.Parallel()
	x := NewIndex([]Item{
		{ID: "export", Name: "export", Says: "write all rows to a file"},
		{ID: "sort", Name: "sort", Says: "sort by this column"},
		{ID: "table order_items", Name: "order_items"},
		{ID: "chart", Name: "chart", Says: "chart of the result"},
	})
	for text, want := range map[string]string{
		"exprot": "export", "excel": "export", "csv": "export", "sorting": "sort", "order items": "table order_items", "oitems": "table order_items", "items": "table order_items",
		"graph please": "chart", "chrt": "chart", "rows file": "export", "who are the best sort of customers": "",
	} {
		found := x.Rank(text, nil)
		switch {
		case want == "" && len(found) > 0:
			t.Errorf("%q finds %s", text, x.items[found[0]].ID)
		case want != "" && (len(found) == 0 || x.items[found[0]].ID != want):
			t.Errorf("%q does not find %s first: %v", text, want, found)
		}
	}
	if first := x.Rank("", []string{"chart", "sort"})[0]; x.items[first].ID != "chart" {
		t.Errorf("the last used is not first")
	}
}

func BenchmarkRank(b *testing.B) {
	var items []Item
	for i := range 20_000 {
		items = append(items, Item{ID: string(rune('a' + i%26)), Name: "customer_address_line", Words: []string{"customers"}})
	}
	x := NewIndex(items)
	for b.Loop() {
		x.Rank("cust addr", nil)
	}
}
