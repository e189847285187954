package db

import (
	"cmp"
	"slices"
	"strings"
)

// slip is the likeness from which the best name is taken for the one that was mistyped; others must come within its reach.
const slip, reach = 0.7, 0.25

// Nearest are up to n names closest to a wrong one, best first: the same words in another order or number before a few
// changed letters. Where one is plainly meant, what is far behind it is left out.
func Nearest(wrong string, names []string, n int) []string {
	type scored struct {
		name  string
		score float64
	}
	var found []scored
	for _, name := range names {
		if s := similarity(wrong, name); s > 0.3 {
			found = append(found, scored{name, s})
		}
	}
	slices.SortStableFunc(found, func(a, b scored) int {
		return cmp.Or(cmp.Compare(b.score, a.score), strings.Compare(a.name, b.name))
	})
	var out []string
	for _, f := range found {
		if found[0].score >= slip && found[0].score-f.score > reach {
			break
		}
		if !slices.Contains(out, f.name) && len(out) < n {
			out = append(out, f.name)
		}
	}
	return out
}

// Slipped says that a word is so like a name that it can be nothing but a slip of the fingers.
func Slipped(wrong, name string) bool { return similarity(wrong, name) >= slip }

// similarity compares names by letters in place (edit distance) and by shared trigrams, whichever is kinder; 0 to 1.
func similarity(a, b string) float64 {
	a, b = plain(a), plain(b)
	longest := max(len(a), len(b))
	if longest == 0 {
		return 0
	}
	letters := 1 - float64(distance(a, b))/float64(longest)
	return max(letters, trigrams(a, b))
}

// plain is a name in lower case without the marks that divide its words.
func plain(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r == ' ' || r == '-' || r == '"' {
			return -1
		}
		return r
	}, strings.ToLower(name))
}

// distance is Damerau's in its restricted form, on bytes: letters put in, left out, changed, or two of them swapped.
func distance(a, b string) int {
	var before []int
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		next := make([]int, len(b)+1)
		next[0] = i + 1
		for j := range len(b) {
			next[j+1] = row[j]
			if a[i] != b[j] {
				next[j+1] = 1 + min(row[j], next[j], row[j+1])
			}
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				next[j+1] = min(next[j+1], 1+before[j-1])
			}
		}
		before, row = row, next
	}
	return row[len(b)]
}

// trigrams is the Dice coefficient of the two names' runs of three letters.
func trigrams(a, b string) float64 {
	x, y := grams(a), grams(b)
	shared := 0
	for g, n := range x {
		shared += min(n, y[g])
	}
	return 2 * float64(shared) / float64(len(a)+len(b)+4)
}

func grams(s string) map[string]int {
	s = "  " + s + "  "
	out := map[string]int{}
	for i := 0; i+3 <= len(s); i++ {
		out[s[i:i+3]]++
	}
	return out
}
