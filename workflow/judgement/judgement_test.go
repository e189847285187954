package judgement

import (
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

func TestADoubtIsHandedOnOnce(t *testing.T) {
	t.Parallel()
	if got := prior(Claim{Prior: 0.3}); got != 1 {
		t.Errorf("a question of its own has the prior %v", got)
	}
	earlier := &statement.Statement{}
	for given, want := range map[float64]float64{0.3: 0.3, 0.5: 0.5} {
		if got := prior(Claim{Before: earlier, Prior: given}); got != want {
			t.Errorf("a doubt counts in full the first time, not %v as %v", given, got)
		}
	}
	if got := prior(Claim{Before: earlier, Prior: 0.8}); got <= 0.8 || got >= 1 {
		t.Errorf("a prior of 0.8 counts as %v: who goes on has looked at it, and may have missed something", got)
	}
	for _, given := range []float64{0, 1, 2} {
		if got := prior(Claim{Before: earlier, Prior: given}); got != 1 {
			t.Errorf("a prior of %v counts as %v", given, got)
		}
	}
	once := Claim{Before: earlier, Prior: 0.4, Doubted: []string{"took this for that"}}
	told := before + once.doubted()
	if prior(once) == 1 || told != "as before: took this for that" {
		t.Errorf("the first to go on is told %q", told)
	}
	idle := Claim{Before: earlier, Prior: 0.4, Doubted: []string{unchanged, "took this for that"}}
	if got := before + idle.doubted(); got != told {
		t.Errorf("after a turn that changed nothing %q is told", got)
	}
	again := Claim{Before: earlier, Prior: 0.4, Doubted: []string{told}}
	if got := before + again.doubted(); got != told {
		t.Errorf("the second to go on is told %q", got)
	}
	if got := prior(again); got <= 0.45 {
		t.Errorf("who goes on a second time is held to %v", got)
	}
}
