package wordnet_test

import (
	"testing"

	"parley/workflow/schema/wordnet"
)

func TestWordsThatMayStandForAnother(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]string{"film": "movie", "gender": "sex", "teach": "teacher", "old": "age", "car": "auto", "french": "france"} {
		found := false
		wordnet.Each(word, func(other string, quality float64) {
			if quality <= 0 || quality >= 0.8 {
				t.Errorf("%s for %s has quality %v", other, word, quality)
			}
			found = found || other == want
		})
		if !found {
			t.Errorf("%s does not stand for %s", want, word)
		}
	}
}

func TestKnowsEnglish(t *testing.T) {
	t.Parallel()
	if !wordnet.Known("customer") || wordnet.Known("custmer") {
		t.Error("customer must be known, custmer not")
	}
}

func BenchmarkEach(b *testing.B) {
	for b.Loop() {
		wordnet.Each("customer", func(string, float64) {})
	}
}
