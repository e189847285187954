package reader

import (
	"errors"
	"fmt"
	"testing"

	"parley/db/statement"
	"parley/workflow"
	"parley/workflow/engine/decide"
)

// likely is a reading of its own rows about a database in use, with a chance of at most settledChance.
func likely(t *testing.T, number int, chance float64) *Option {
	t.Helper()
	stmt, err := statement.Parse(fmt.Sprintf("SELECT %d", number), statement.PostgreSQL, nil)
	if err != nil {
		t.Fatal(err)
	}
	o := &Option{Draft: &workflow.Draft{Statement: stmt, Coverage: 1}, settled: true, most: chance}
	o.evidence = decide.Evidence{Composed: true, Score: 1, Lead: mostLead, Words: 4, InUse: true}
	if got := o.Chance(); got != chance {
		t.Fatalf("a reading made for a chance of %v has %v", chance, got)
	}
	return o
}

// TestTwoReadingsAsLikelyAreAskedAbout: what ties is asked, with those after it; what leads answers; what loses a word, or is barred,
// is no rival.
func TestTwoReadingsAsLikelyAreAskedAbout(t *testing.T) {
	for name, c := range map[string]struct {
		chances []float64
		change  func(list []*Option)
		asked   bool
	}{
		"a tie":                         {[]float64{0.5, 0.48, 0.1}, nil, true},
		"one leads":                     {[]float64{0.5, 0.4, 0.1}, nil, false},
		"a tie of the sure":             {[]float64{0.6, 0.59}, nil, false},
		"hardly likely together":        {[]float64{0.3, 0.29, 0.05}, nil, false},
		"alone":                         {[]float64{0.5}, nil, false},
		"the next loses a word":         {[]float64{0.5, 0.48, 0.1}, func(list []*Option) { list[1].evidence.Lost = 1 }, false},
		"the next may not answer":       {[]float64{0.5, 0.48, 0.1}, func(list []*Option) { list[1].Barred = true }, false},
		"a database that is not in use": {[]float64{0.5, 0.48, 0.1}, func(list []*Option) { list[0].evidence.InUse = false }, false},
	} {
		p := &Pool{}
		for i, chance := range c.chances {
			p.Options = append(p.Options, likely(t, i, chance))
		}
		if c.change != nil {
			c.change(p.Options)
		}
		if got := p.tied(); got != c.asked {
			t.Errorf("%s: tied %v", name, got)
		}
		if !c.asked {
			continue
		}
		var several *workflow.Ambiguous
		if err := p.unsure(); p.answer() != nil || !errors.As(err, &several) || len(several.Readings) != len(c.chances) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestUnlikelyReadingsAreNotOffered: where none of the readings is likely the question back is no choice between them.
func TestUnlikelyReadingsAreNotOffered(t *testing.T) {
	none := errors.New("what means nothing")
	p := &Pool{Options: []*Option{likely(t, 1, 0.11), likely(t, 2, 0.1)}, lost: func(*workflow.Draft) error { return none }}
	if err := p.unsure(); p.answer() != nil || !errors.Is(err, none) {
		t.Errorf("got %v", err)
	}
}
