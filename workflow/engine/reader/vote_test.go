package reader

import (
	"testing"

	"parley/db"
)

// TestTrialsOfTheSameRowsHaveTheSamePrint holds whatever the order of rows and columns, and whether a number is whole.
func TestTrialsOfTheSameRowsHaveTheSamePrint(t *testing.T) {
	t.Parallel()
	base := [][]db.Value{{int64(1), "a"}, {int64(2), "b"}}
	for name, c := range map[string]struct {
		rows [][]db.Value
		same bool
	}{
		"as they are":        {[][]db.Value{{int64(1), "a"}, {int64(2), "b"}}, true},
		"rows turned":        {[][]db.Value{{int64(2), "b"}, {int64(1), "a"}}, true},
		"columns turned":     {[][]db.Value{{"a", int64(1)}, {"b", int64(2)}}, true},
		"a float":            {[][]db.Value{{1.0, "a"}, {2.0, "b"}}, true},
		"values exchanged":   {[][]db.Value{{int64(1), "b"}, {int64(2), "a"}}, false},
		"a row twice":        {[][]db.Value{{int64(1), "a"}, {int64(2), "b"}, {int64(2), "b"}}, false},
		"a row less":         {[][]db.Value{{int64(1), "a"}}, false},
		"a column less":      {[][]db.Value{{int64(1)}, {int64(2)}}, false},
		"no rows":            {nil, false},
		"one text, no value": {[][]db.Value{{int64(1), "a"}, {int64(2), nil}}, false},
	} {
		if got := TrialOf(c.rows).Print == TrialOf(base).Print; got != c.same {
			t.Errorf("%s: same print %v, want %v", name, got, c.same)
		}
	}
}

func TestTrialBringsSomethingUnlessNullOrZero(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rows [][]db.Value
		some bool
	}{
		"no rows": {nil, false}, "nothing counted": {[][]db.Value{{int64(0)}}, false}, "null": {[][]db.Value{{nil}}, false},
		"a text": {[][]db.Value{{"x"}}, true}, "a number": {[][]db.Value{{int64(0), int64(3)}}, true},
	} {
		if got := TrialOf(c.rows).Some; got != c.some {
			t.Errorf("%s: %v, want %v", name, got, c.some)
		}
	}
}

// TestElectedIsTheLikeliestAnswer: two readings that bring the same rows outweigh a likelier one that stands alone; one
// that fails or brings nothing is taken only when no other is there.
func TestElectedIsTheLikeliestAnswer(t *testing.T) {
	t.Parallel()
	p := []float64{0.4, 0.3, 0.25, 0.05}
	some := func(at int, print uint64) tried { return tried{Trial{Some: true, Print: print}, at} }
	for name, c := range map[string]struct {
		trials []tried
		want   int
	}{
		"the first of equals":      {[]tried{some(0, 7), some(1, 7)}, 0},
		"two against one":          {[]tried{some(0, 7), some(1, 8), some(2, 8)}, 1},
		"rows that are not known":  {[]tried{some(0, 0), some(1, 0), some(2, 0)}, 0},
		"the first brings nothing": {[]tried{{Trial{Print: 1}, 0}, some(1, 8)}, 1},
		"the first fails":          {[]tried{{Trial{Failed: true}, 0}, {Trial{Print: 1}, 1}}, 1},
		"none brings anything":     {[]tried{{Trial{Print: 1}, 0}, {Trial{Print: 1}, 1}}, 0},
		"all fail":                 {[]tried{{Trial{Failed: true}, 0}, {Trial{Failed: true}, 1}}, 0},
	} {
		if got := elected(p, c.trials); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}
