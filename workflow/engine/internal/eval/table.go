package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
)

// This file writes the table by class into the README: it reads what the scorer found wrong (its --fails file) beside the
// questions, and replaces what stands between the markers <!-- eval NAME --> and <!-- /eval NAME -->.

// scored is one line of the scorer's list of fails.
type scored struct {
	ID, DB, Gold, Got, Verdict string
	Error                      *string
}

// classCount is what became of the turns of one class.
type classCount struct{ all, right, answered, kept, keptRight, keptAnswered int }

func (c *classCount) add(kept, right, answered bool) {
	c.all++
	c.right += boolToInt(right)
	c.answered += boolToInt(answered)
	c.kept += boolToInt(kept)
	c.keptRight += boolToInt(kept && right)
	c.keptAnswered += boolToInt(kept && answered)
}

// tabulate replaces the table called name in the file.
func tabulate(o options) error {
	fails, err := readScored(o.scored)
	if err != nil {
		return err
	}
	byDB, err := readConversations(o.data)
	if err != nil {
		return err
	}
	whole, classes, reasons := &classCount{}, map[string]*classCount{}, map[string]int{}
	for name, list := range byDB {
		for _, c := range list {
			for k, t := range c.Turns {
				if t.SQL == nil {
					continue
				}
				kind := class(*t.SQL)
				fail, wrong := fails[fmt.Sprintf("%s#%d", c.ID, k)]
				if classes[kind] == nil {
					classes[kind] = &classCount{}
				}
				for _, count := range []*classCount{whole, classes[kind]} {
					count.add(aside(name), !wrong, !wrong || fail.Got != "")
				}
				if wrong {
					reasons[kind+": "+fail.reason()]++
				}
			}
		}
	}
	return between(o.table, o.name, render(whole, classes, reasons))
}

func readScored(path string) (map[string]scored, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	out := map[string]scored{}
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var s scored
		if err := json.Unmarshal(lines.Bytes(), &s); err != nil {
			return nil, fmt.Errorf("read %s: %w", path, err)
		}
		out[s.ID] = s
	}
	return out, lines.Err()
}

// reason is the sort of failure: the first part of the queries that differs.
func (s scored) reason() string {
	gold, got := strings.ToLower(s.Gold), strings.ToLower(s.Got)
	differs := func(word string) bool { return strings.Contains(gold, word) != strings.Contains(got, word) }
	switch {
	case got == "":
		return "asked back or not understood"
	case s.Error != nil && *s.Error != "":
		return "the query fails"
	case strings.Count(gold, " join ") != strings.Count(got, " join "):
		return "other tables"
	case strings.Count(gold, "select") != strings.Count(got, "select"):
		return "a query within the query"
	case differs(" group by "):
		return "groups"
	case differs(" where "):
		return "conditions"
	case differs("count(") || differs("sum(") || differs("avg(") || differs("max(") || differs("min("):
		return "aggregates"
	case differs(" order by ") || differs(" limit "):
		return "order and limit"
	case differs("distinct"):
		return "repeated rows"
	}
	return "other columns or values"
}

// mostReasons is how many failing classes are listed.
const mostReasons = 12

func render(whole *classCount, classes map[string]*classCount, reasons map[string]int) string {
	var b strings.Builder
	b.WriteString("| class | turns | right | kept aside | … answered | … right when answered |\n| --- | --- | --- | --- | --- | --- |\n")
	line := func(name string, c *classCount) {
		fmt.Fprintf(&b, "| %s | %d | %.1f %% | %.1f %% | %.1f %% | %.1f %% |\n", name, c.all, percent(c.right, c.all), percent(c.keptRight, c.kept),
			percent(c.keptAnswered, c.kept), percent(c.keptRight, c.keptAnswered))
	}
	line("all", whole)
	for _, name := range slices.SortedFunc(maps.Keys(classes), func(x, y string) int {
		return cmp.Or(cmp.Compare(classes[y].all, classes[x].all), strings.Compare(x, y))
	}) {
		line(name, classes[name])
	}
	b.WriteString("\nWhat fails, most frequent first (kind of the wanted query: where the one made differs first):")
	for i, r := range slices.SortedFunc(maps.Keys(reasons), func(x, y string) int {
		return cmp.Or(cmp.Compare(reasons[y], reasons[x]), strings.Compare(x, y))
	}) {
		if i == mostReasons {
			break
		}
		fmt.Fprintf(&b, "%s %s %d", map[bool]string{true: "", false: " ·"}[i == 0], r, reasons[r])
	}
	b.WriteString(".\n")
	return b.String()
}

// between puts the text between the markers of the name.
func between(path, name, text string) error {
	old, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	open, end := "<!-- eval "+name+" -->\n", "<!-- /eval "+name+" -->"
	before, rest, found := strings.Cut(string(old), open)
	_, after, closed := strings.Cut(rest, end)
	if !found || !closed {
		return fmt.Errorf("%s has no markers %s and %s", path, strings.TrimSpace(open), end)
	}
	return os.WriteFile(path, []byte(before+open+text+end+after), 0o644)
}
