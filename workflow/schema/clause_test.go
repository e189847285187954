package schema

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// What is found by hand, said as patterns.
var (
	clausePattern = regexp.MustCompile(`\s*(?:;|\n|\.(?:\s|$))\s*`)
	assignedText  = regexp.MustCompile(`(?:^|[\s;,(/|.])['"]?([A-Za-z0-9_+\-]{1,12})['"]?(?:\s*(?:=>|=|:|->|→|–)|\s+(?:means|stands for|is for)\s)`)
)

func TestCommentsAreCutAsPatternsWould(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	parts := []string{" ", " ", "\n", "\t", ";", ".", ",", "(", "/", "'", `"`, "=", "=>", ":", "-", ">", "->", "→", "–", "A", "b7", "code", "abcdefghijkl", "m", "means", "stands for", "is for", "é"}
	for range 200_000 {
		var b strings.Builder
		for range random.IntN(12) {
			b.WriteString(parts[random.IntN(len(parts))])
		}
		text := b.String()
		for _, n := range []int{-1, 2, 4} {
			if got, want := Clauses(text, n), clausePattern.Split(text, n); !slices.Equal(got, want) {
				t.Fatalf("%d clauses of %q: %q, want %q", n, text, got, want)
			}
		}
		var want []assignment
		for _, m := range assignedText.FindAllStringSubmatchIndex(text, -1) {
			want = append(want, assignment{m[0], m[2], m[3], m[1]})
		}
		if got := assignments(text); !slices.Equal(got, want) {
			t.Fatalf("assignments of %q: %v, want %v", text, got, want)
		}
	}
}
