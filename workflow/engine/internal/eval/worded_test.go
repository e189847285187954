package main

import "testing"

func TestAProjectsWordsPickQuestions(t *testing.T) {
	t.Parallel()
	words := []string{"net revenue", "late order"}
	for input, want := range map[string]bool{"Net revenues by month": true, "how many late orders": true, "revenue, net of tax": false, "orders by month": false} {
		if speaks(input, words) != want {
			t.Errorf("%q: picked %v", input, !want)
		}
	}
}
