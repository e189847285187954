package judgement_test

import (
	"bufio"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"parley/db/statement"
	"parley/workflow/judgement"
)

// doubted is a case of testdata/doubts.txt.
type doubted struct {
	before, after, input, sql string
	had, not                  []string
	// earlier is what was doubted of the statement before.
	earlier []string
}

func readDoubted(t testing.TB) []doubted {
	t.Helper()
	f, err := os.Open("testdata/doubts.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []doubted
	var c doubted
	for lines := bufio.NewScanner(f); lines.Scan(); {
		kind, rest, _ := strings.Cut(lines.Text(), " ")
		switch kind {
		case "before":
			c.before = rest
		case "after":
			c.after = rest
		case ">":
			c.input = rest
		case "=":
			c.sql = rest
		case "?":
			c.earlier = append(c.earlier, rest)
		case "!":
			c.had = append(c.had, rest)
		case "~":
			c.not = append(c.not, rest)
		case "":
			out, c = append(out, c), doubted{}
		}
	}
	return append(out, c)
}

func TestWhatIsDoubted(t *testing.T) {
	t.Parallel()
	n := newcomer{TB: t}
	n.open()
	for _, c := range readDoubted(t) {
		if c.input == "" {
			continue
		}
		j := judgement.Of(n.source.Index, n.claim(c))
		var told []string
		for _, d := range append(j.Doubts, j.Unsaid...) {
			told = append(told, d.Text)
		}
		has := func(part string) bool {
			return slices.ContainsFunc(told, func(text string) bool { return strings.Contains(text, part) })
		}
		for _, part := range c.had {
			if !has(part) {
				t.Errorf("%s\n  %s\n  nobody is told %q, but %q", c.input, c.sql, part, told)
			}
		}
		for _, part := range c.not {
			if has(part) {
				t.Errorf("%s\n  %s\n  is told %q", c.input, c.sql, told)
			}
		}
	}
}

// claim is what is judged in a case.
func (n *newcomer) claim(c doubted) judgement.Claim {
	n.Helper()
	claim := judgement.Claim{Input: c.input, After: n.parsed(c.sql), Maker: 0.9, Now: newcomersDay, Follows: c.after != "", Unanswered: c.after != ""}
	if c.before != "" {
		claim.Before, claim.Prior, claim.Maker = n.parsed(c.before), 1, 0
		if claim.Doubted = c.earlier; len(c.earlier) > 0 {
			claim.Prior = 0.5
		}
	}
	return claim
}

// BenchmarkJudgement judges the cases in turn; p95-ms is what all but the slowest twentieth take at most, which must be below 3 beside
// the trials of a turn.
func BenchmarkJudgement(b *testing.B) {
	n := newcomer{TB: b}
	n.open()
	var claims []judgement.Claim
	for _, c := range readDoubted(b) {
		if c.input != "" {
			claims = append(claims, n.claim(c))
		}
	}
	var times []time.Duration
	for b.Loop() {
		begun := time.Now()
		judgement.Of(n.source.Index, claims[len(times)%len(claims)])
		times = append(times, time.Since(begun))
	}
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)*95/100].Microseconds())/1000, "p95-ms")
}

func (n *newcomer) parsed(sql string) *statement.Statement {
	n.Helper()
	s, err := statement.Parse(sql, n.source.Database.Dialect(), n.source.Names)
	if err != nil {
		n.Fatalf("%s: %v", sql, err)
	}
	return s
}
