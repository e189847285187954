package vector_test

import (
	"testing"

	"parley/workflow/schema/vector"
)

func TestWordsNearInMeaningAreNearerThanOthers(t *testing.T) {
	t.Parallel()
	for _, c := range [][3]string{{"nation", "country", "city"}, {"earn", "salary", "height"}, {"doctor", "physician", "invoice"}} {
		if near, far := vector.Near(c[0], c[1]), vector.Near(c[0], c[2]); near <= far {
			t.Errorf("%s is %.2f from %s and %.2f from %s", c[0], near, c[1], far, c[2])
		}
	}
	if n := vector.Near("price", "price"); n < 0.999 {
		t.Errorf("a word is %.3f near itself", n)
	}
	if n := vector.Near("price", "zzqx"); n != 0 {
		t.Errorf("a word that is none is %.2f near", n)
	}
}

func TestCommonWordsRankFirst(t *testing.T) {
	t.Parallel()
	the, _ := vector.Rank("the")
	branch, ok := vector.Rank("branch")
	rare, known := vector.Rank("ledger")
	if the != 0 || !ok || !known || branch >= rare {
		t.Errorf("ranks: the %d, branch %d, ledger %d", the, branch, rare)
	}
}
