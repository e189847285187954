package judgement

import (
	"slices"
	"strings"

	"parley/dialog"
)

// reason is what a piece of evidence says against an answer, in words, and what the statement must still have for it to be said of the
// next one; nil where no part of a statement is meant.
type reason struct {
	text  string
	still func(*parts) bool
}

// reasons say in words what speaks against an answer where no doubt does: a piece of evidence each.
var reasons = map[string]reason{
	"maker: another reading nearly as good":       {"another reading is nearly as good", nil},
	"words: none that says anything":              {"no word says what to show", nil},
	"question: every column":                      {"every column is shown, for none was named", (*parts).showsAll},
	"question: shown columns that were not named": {"it shows columns that were not named", nil},
	"question: every column of a joined table":    {"every column of several tables is shown, for none was named", (*parts).showsAll},
	"parts: tables that nobody spoke of":          {"it uses a table that nobody spoke of", (*parts).joinsTables},
	"parts: tables that a refinement brought in":  {"it brings in another table", (*parts).joinsTables},
	"parts: a date chosen among several":          {"there are several dates, and one was taken", (*parts).asksOfTime},
	"parts: conditions that nobody spoke of":      {"it has a condition that nobody spoke of", (*parts).hasConditions},
	"values: of several columns":                  {"the value lives in several columns", (*parts).hasConditions},
	"change: kinds beyond one":                    {"it changes several things at once", nil},
	"change: table joined":                        {"it joins another table", (*parts).joinsTables},
	"change: table left":                          {"a table of the query before is gone", nil},
	"change: a column gone unasked":               {"a column of the query before is gone", nil},
	"maker: how near the next reading comes":      {"another reading is nearly as good", nil},
	"intent: a close call":                        {"it was a close call whether this goes on from the query before", nil},
	"words: known by a near name alone":           {"a word is known by a near name alone", nil},
	"change: tables joined beyond one":            {"it joins several tables for it", (*parts).joinsTables},
	"parts: the table's own date, of several":     {"there are several dates, and the table's own was taken", (*parts).asksOfTime},
	"parts: a code that no word says":             {"it compares with a code that no word says", (*parts).hasConditions},
	"query: joins":                                {"it joins several tables", (*parts).joinsTables},
	"rows: repeated":                              {repeatedRows, (*parts).joinsTables},
}

// reason is the doubt of an unsure answer that has no other: what weighs most against it.
func (b *bench) reason() Doubt {
	text, worst := "the words fit this only loosely", -0.15
	if !b.weak && b.claim.Prior < dialog.LikelyFrom && prior(b.claim) < 1 {
		return Doubt{Loose, "", before + b.claim.doubted(), false}
	}
	for i, name := range Names {
		if said, ok := reasons[name]; ok && b.evidence[i]*weights[i] < worst {
			text, worst = said.text, b.evidence[i]*weights[i]
		}
	}
	return Doubt{Loose, "", text, false}
}

// before stands in front of a doubt that is handed on.
const before = "as before: "

// unchanged doubts that an input did anything. What changes the query next is not doubted for it.
const unchanged = "nothing changed"

// doubted is what was doubted of the answer that this one goes on from.
func (c Claim) doubted() string {
	if i := slices.IndexFunc(c.Doubted, stays); i >= 0 {
		return strings.TrimPrefix(c.Doubted[i], before)
	}
	return "that answer is not sure"
}

// stays says that a doubt is one of the next answer as well.
func stays(doubt string) bool { return strings.TrimPrefix(doubt, before) != unchanged }

// handedOn says whether doubts are nothing but handed on.
func handedOn(doubts []string) bool {
	return len(doubts) > 0 && !slices.ContainsFunc(doubts, func(d string) bool { return !strings.HasPrefix(d, before) })
}
