package calendar_test

import (
	_ "embed"
	"strings"
	"testing"
	"time"

	"parley/workflow/engine/calendar"
	"parley/workflow/engine/token"
)

// cases: phrase, a tab, first day, "..", day after the last; an empty side is open.
//
//go:embed testdata/cases.txt
var cases string

// A Sunday in the middle of a quarter, so that weeks, months and quarters differ.
var now = time.Date(2026, time.November, 22, 15, 4, 5, 0, time.UTC)

func TestPhrasesArePeriods(t *testing.T) {
	t.Parallel()
	for _, line := range strings.Split(strings.TrimSpace(cases), "\n") {
		phrase, want, ok := strings.Cut(line, "\t")
		if !ok {
			t.Fatalf("no tab in %q", line)
		}
		t.Run(phrase, func(t *testing.T) {
			t.Parallel()
			tokens := token.Tokenize(phrase)
			p, n := calendar.Range(tokens, 0, now)
			if n != len(tokens) {
				t.Fatalf("%d of %d words read", n, len(tokens))
			}
			if got := date(p.From) + ".." + date(p.To); got != strings.TrimSpace(want) {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
}

func date(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.DateOnly)
}

func TestWordsThatAreNoPeriodAreLeft(t *testing.T) {
	t.Parallel()
	for _, phrase := range []string{"last name", "from Germany", "between 5 and 10", "since they joined", "may cause", "first 5 orders", "before tax"} {
		if p, n := calendar.Range(token.Tokenize(phrase), 0, now); n != 0 {
			t.Errorf("%q was read as %s", phrase, p)
		}
	}
}
