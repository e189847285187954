package decide_test

import (
	"math"
	"testing"

	"parley/workflow/engine/decide"
)

func TestReadingsShareTheirQuestion(t *testing.T) {
	t.Parallel()
	whole := decide.Evidence{Composed: true, Asked: true, InUse: true, Score: 1, Lead: 0.3, Words: 5, Columns: 100, Made: decide.Made{Tables: 1}}
	short, none := whole, whole
	short.Lost, short.Place, short.Score, short.Lead = 2, 1, 0.4, -0.3
	none.None = true
	for name, worse := range map[string]decide.Evidence{"words without a part": short, "no rows": none} {
		shares := decide.Shares([]decide.Evidence{worse, whole})
		if math.Abs(shares[0]+shares[1]-1) > 1e-9 {
			t.Errorf("%s: shares %v do not make a whole", name, shares)
		}
		if shares[0] >= shares[1] {
			t.Errorf("%s: its share is %.2f, of the one without that %.2f", name, shares[0], shares[1])
		}
	}
	if got := decide.Shares(nil); got != nil {
		t.Errorf("shares of no readings: %v", got)
	}
}

// What is fitted is written and read as the same numbers; a share counts for more than none.
func TestAShareMakesAReadingLikelier(t *testing.T) {
	t.Parallel()
	e := decide.Evidence{Composed: true, Asked: true, InUse: true, Score: 0.9, Words: 5, Columns: 100, Share: 0.05}
	low := decide.Chance(e)
	e.Share = 0.9
	if high := decide.Chance(e); high <= low {
		t.Errorf("the chance with a share of 0.9 is %.2f, with 0.05 %.2f", high, low)
	}
	if n, names := len(e.Sure()), len(decide.SureNames()); n != names {
		t.Errorf("%d numbers have %d names", n, names)
	}
	if n, names := len(e.Values()), len(decide.Names()); n != names {
		t.Errorf("%d numbers of the order have %d names", n, names)
	}
}
