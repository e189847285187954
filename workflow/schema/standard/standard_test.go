package standard_test

import (
	"slices"
	"testing"

	"parley/workflow/schema/standard"
)

func TestCodesAreTold(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		words, held  []string
		kind, stored string
		said         string
	}{
		{[]string{"country", "code"}, []string{"DE", "NO"}, "country", "DE", "german"},
		{[]string{"country"}, []string{"DE", "US"}, "country", "US", "americans"},
		{[]string{"country"}, []string{"Germany", "Norway", "Atlantis"}, "", "", ""},
		{[]string{"country"}, []string{"Germany", "Norway", "Spain"}, "country", "Norway", "norwegian"},
		{[]string{"seat"}, []string{"DE", "NO", "FR"}, "country", "FR", "france"},
		{[]string{"seat"}, []string{"DE", "NO"}, "", "", ""},
		{[]string{"currency"}, []string{"EUR"}, "currency", "EUR", "euros"},
		{[]string{"state"}, []string{"CA", "OR"}, "state", "CA", "california"},
		{[]string{"status"}, []string{"A", "B"}, "", "", ""},
		{[]string{"result"}, []string{"P", "F"}, "verdict", "F", "failed"},
		{[]string{"result"}, []string{"P", "D", "X"}, "", "", ""},
		{[]string{"billing", "cycle"}, []string{"M", "Q", "A"}, "pace", "Q", "quarterly"},
		{[]string{"call", "direction"}, []string{"I", "O"}, "direction", "I", "inbound"},
		{[]string{"debit", "credit", "indicator"}, []string{"D", "C"}, "side", "C", "credits"},
		{[]string{"order", "channel"}, []string{"web", "desk", "partner"}, "channel", "web", "online"},
		{[]string{"payment", "method"}, []string{"card", "cash", "direct_debit"}, "payment", "direct_debit", "by direct debit"},
		{[]string{"order", "type"}, []string{"dine_in", "takeaway"}, "meal", "dine_in", "eat in"},
		{[]string{"order", "type"}, []string{"standard", "express"}, "", "", ""},
		{[]string{"marital", "status"}, []string{"S", "M", "D", "W"}, "marital", "M", "married"},
	} {
		k := standard.Of(c.words, c.held)
		switch {
		case k == nil && c.kind != "", k != nil && k.Name != c.kind:
			t.Errorf("%v %v: %v, want %q", c.words, c.held, k, c.kind)
		case k != nil && !slices.Contains(k.Said(c.stored), c.said):
			t.Errorf("%s is said %v, without %q", c.stored, k.Said(c.stored), c.said)
		}
	}
}

func TestOppositesOfFlags(t *testing.T) {
	t.Parallel()
	if got := standard.Opposites("full time"); !slices.Contains(got, "part time") {
		t.Errorf("got %v", got)
	}
	if got := standard.Opposites("active"); got != nil {
		t.Errorf("got %v", got) // said by the beginning of the word
	}
}
