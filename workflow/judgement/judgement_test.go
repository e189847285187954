package judgement

import (
	"math"
	"strings"
	"testing"

	"parley/db/statement"
)

func TestEveryPieceOfEvidenceHasAWeight(t *testing.T) {
	t.Parallel()
	for _, name := range Names {
		if !strings.Contains(weightText, "\t"+name+"\n") {
			t.Errorf("%q has no weight: fit them anew", name)
		}
	}
	if len(place) != len(Names) {
		t.Error("a piece of evidence is listed twice")
	}
}

func TestEveryClassOfWordsAsksForSomething(t *testing.T) {
	t.Parallel()
	for word, list := range classes {
		for _, class := range list {
			if meets[class] == nil && class != "glue" && class != "change-of" && class != "correction" {
				t.Errorf("%q is of the class %q, which asks for nothing", word, class)
			}
		}
	}
	for class := range meets {
		found := false
		for _, list := range classes {
			for _, c := range list {
				found = found || c == class
			}
		}
		if !found {
			t.Errorf("no word is of the class %q", class)
		}
	}
}

func TestAnAnswerBuiltOnAnotherIsNoSurerThanThat(t *testing.T) {
	t.Parallel()
	if got := prior(Claim{Prior: 0.3}); got != 1 {
		t.Errorf("a question of its own has the prior %v", got)
	}
	before := &statement.Statement{}
	for given, want := range map[float64]float64{0: 1, 0.3: 0.3, 0.8: 0.9, 1: 1, 2: 1} {
		if got := prior(Claim{Before: before, Prior: given}); math.Abs(got-want) > 1e-9 {
			t.Errorf("a prior of %v counts as %v", given, got)
		}
	}
}
