package judgement

import (
	"slices"
	"strings"

	"parley/dialog"
)

// reasons say in words what speaks against an answer where no doubt does: a piece of evidence each.
var reasons = map[string]string{
	"maker: another reading nearly as good":       "another reading is nearly as good",
	"words: none that says anything":              "no word says what to show",
	"question: every column":                      "every column is shown, for none was named",
	"question: shown columns that were not named": "it shows columns that were not named",
	"question: every column of a joined table":    "every column of several tables is shown, for none was named",
	"parts: tables that nobody spoke of":          "it uses a table that nobody spoke of",
	"parts: tables that a refinement brought in":  "it brings in another table",
	"parts: a date chosen among several":          "there are several dates, and one was taken",
	"parts: conditions that nobody spoke of":      "it has a condition that nobody spoke of",
	"values: of several columns":                  "the value lives in several columns",
	"change: kinds beyond one":                    "it changes several things at once",
	"change: table joined":                        "it joins another table",
	"change: table left":                          "a table of the query before is gone",
	"change: a column gone unasked":               "a column of the query before is gone",
	"maker: how near the next reading comes":      "another reading is nearly as good",
	"intent: a close call":                        "it was a close call whether this goes on from the query before",
	"words: known by a near name alone":           "a word is known by a near name alone",
	"change: tables joined beyond one":            "it joins several tables for it",
	"parts: the table's own date, of several":     "there are several dates, and the table's own was taken",
	"parts: a code that no word says":             "it compares with a code that no word says",
	"query: joins":                                "it joins several tables",
	"rows: repeated":                              "whole rows are repeated",
}

// reason is the doubt of an unsure answer that has no other: what weighs most against it.
func (b *bench) reason() Doubt {
	text, worst := "the words fit this only loosely", -0.15
	if !b.weak && b.claim.Prior < dialog.LikelyFrom && prior(b.claim) < 1 {
		return Doubt{Loose, "", before + b.claim.doubted(), false}
	}
	for i, name := range Names {
		if said, ok := reasons[name]; ok && b.evidence[i]*weights[i] < worst {
			text, worst = said, b.evidence[i]*weights[i]
		}
	}
	return Doubt{Loose, "", text, false}
}

// before stands in front of a doubt that is handed on.
const before = "as before: "

// doubted is what was doubted of the answer that this one goes on from.
func (c Claim) doubted() string {
	if len(c.Doubted) > 0 {
		return strings.TrimPrefix(c.Doubted[0], before)
	}
	return "that answer is not sure"
}

// handedOn says whether doubts are nothing but handed on.
func handedOn(doubts []string) bool {
	return len(doubts) > 0 && !slices.ContainsFunc(doubts, func(d string) bool { return !strings.HasPrefix(d, before) })
}
