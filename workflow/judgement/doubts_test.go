package judgement_test

import (
	"bufio"
	"os"
	"slices"
	"strings"
	"testing"

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

func readDoubted(t *testing.T) []doubted {
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
	n := newcomer{T: t}
	n.open()
	for _, c := range readDoubted(t) {
		if c.input == "" {
			continue
		}
		claim := judgement.Claim{Input: c.input, After: n.parsed(c.sql), Maker: 0.9, Now: newcomersDay, Follows: c.after != "", Unanswered: c.after != ""}
		if c.before != "" {
			claim.Before, claim.Prior, claim.Maker = n.parsed(c.before), 1, 0
			if claim.Doubted = c.earlier; len(c.earlier) > 0 {
				claim.Prior = 0.5
			}
		}
		j := judgement.Of(n.source.Index, claim)
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

func (n *newcomer) parsed(sql string) *statement.Statement {
	n.Helper()
	s, err := statement.Parse(sql, n.source.Database.Dialect(), n.source.Names)
	if err != nil {
		n.Fatalf("%s: %v", sql, err)
	}
	return s
}
