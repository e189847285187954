package db

import (
	"slices"
	"testing"
)

func TestNearestNamesWhatWasMeant(t *testing.T) {
	t.Parallel()
	tables := []string{"users", "orders", "order_items", "categories", "products"}
	for _, c := range []struct {
		wrong string
		want  []string
	}{
		{"usres", []string{"users"}},
		{"user", []string{"users"}},
		{"OrderItem", []string{"order_items"}},
		{"zzz", nil},
	} {
		if got := Nearest(c.wrong, tables, 3); !slices.Equal(got, c.want) {
			t.Errorf("Nearest(%q) = %q, want %q", c.wrong, got, c.want)
		}
	}
}

func TestDistanceCountsASwapOnce(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b string
		want int
	}{{"nmae", "name", 1}, {"", "abc", 3}, {"kitten", "sitting", 3}, {"same", "same", 0}, {"ca", "abc", 3}} {
		if got := distance(c.a, c.b); got != c.want {
			t.Errorf("distance(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
	}
}
