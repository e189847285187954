package schema

import "testing"

func TestCounterpartsAreNoOtherWords(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		one, other string
		opposite   bool
	}{{"buyer", "seller", true}, {"seller", "buyer", true}, {"buyer", "customer", false}} {
		if got := opposite(c.one, c.other); got != c.opposite {
			t.Errorf("%s, %s: %v, want %v", c.one, c.other, got, c.opposite)
		}
	}
}
