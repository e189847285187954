package dialog

import (
	"strings"
	"testing"
)

// TestStepsAreThoseOfTheThread: the turns that led to the query in force, with what was said first; turns of another thread, answers and
// failures are none.
func TestStepsAreThoseOfTheThread(t *testing.T) {
	t.Parallel()
	s := asked(t, "Show me all users", "SELECT * FROM users")
	succeed(t, s, "only Kenya", "SELECT 1", Refinement)
	succeed(t, s, "/new show products", "SELECT * FROM products", NewQuery)
	fail(t, s, "frobnicate")
	succeed(t, s, "only cheap", "SELECT 2", Refinement)
	var said []string
	for _, step := range s.Context("").Steps() {
		said = append(said, step.Input+" = "+step.SQL)
	}
	if got := strings.Join(said, "; "); got != "show products = SELECT * FROM products; only cheap = SELECT 2" {
		t.Errorf("steps %s", got)
	}
	if got := strings.Join(s.Context("").Earlier(), "; "); got != "show products; frobnicate; only cheap" {
		t.Errorf("earlier %s", got)
	}
}

// TestAMarkIsThatOfTheChance at each border: only what a person vouches for is verified.
func TestAMarkIsThatOfTheChance(t *testing.T) {
	t.Parallel()
	for chance, want := range map[float64]struct {
		mark       Mark
		confidence Confidence
	}{
		0: {Unmarked, Low}, 0.01: {Unsure, Low}, 0.649: {Unsure, Low}, 0.65: {Likely, Medium}, 0.799: {Likely, Medium}, 0.8: {Likely, High}, 0.999: {Likely, High}, 1: {Verified, High},
	} {
		if mark, confidence := MarkOf(chance), ConfidenceOf(chance); mark != want.mark || confidence != want.confidence {
			t.Errorf("%v is %v with %v confidence", chance, mark, confidence)
		}
	}
}
