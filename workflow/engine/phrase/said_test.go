package phrase_test

import (
	"strings"
	"testing"

	"parley/workflow/engine/phrase"
)

func TestPartsOfWhatWasAskedForAreKnown(t *testing.T) {
	t.Parallel()
	for input, want := range map[string]bool{
		"orders per month and how many of them were late":        true,
		"number of calls by site, how many of those were missed": true,
		"and how many of them were late":                         false,
		"how many of the orders were late":                       false,
		"how many orders per month":                              false,
	} {
		if got := phrase.PartAsked(strings.Fields(input)); got != want {
			t.Errorf("%q: %v", input, got)
		}
	}
}
