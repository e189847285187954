package dialog

import (
	"fmt"
	"strings"
	"testing"
)

// TestPointingFindsEarlierQueries: which of three queries an input points at, by words or by place, and what else it says.
func TestPointingFindsEarlierQueries(t *testing.T) {
	t.Parallel()
	v := travel()
	said := []Said{
		{Input: "flights from Nairobi", SQL: "SELECT * FROM flights WHERE origin = 'Nairobi'"},
		{Input: "how many per month", Question: "how many flights from Nairobi per month", SQL: "SELECT month, count(*) FROM flights WHERE origin = 'Nairobi' GROUP BY month ORDER BY month"},
		{Input: "payments in KES", SQL: "SELECT * FROM payments WHERE currency = 'KES'", Preview: [][]string{{"Ana", "Riga"}}},
	}
	for input, want := range map[string]string{
		"back to the one with Nairobi":              "0: ",
		"back to the monthly one":                   "1: ",
		"the one by month, please":                  "1: ",
		"the monthly one again, only for 2026":      "1: only for 2026",
		"the Nairobi one, but from Mombasa":         "0: from Mombasa",
		"go back to the Nairobi flights":            "0: ",
		"back to the monthly flights":               "1: ",
		"as in the one with Nairobi":                "0: ",
		"go back to my first question":              "0: ",
		"show me the second query again":            "1: ",
		"back to the first one":                     "0: ",
		"two steps back":                            "0: ",
		"go back two questions, cheapest first":     "0: cheapest first",
		"the query before that":                     "1: ",
		"the one before":                            "1: ",
		"the previous one again":                    "1: ",
		"the one about flights":                     "0: ", // it says so itself; the next one only took it over
		"what I asked about Nairobi, once more":     "0: ",
		"go back to when it was flights in Nairobi": "0: ",
		"five steps back":                           "",
		"the third question":                        "", // in force
		"the first one":                             "", // a row
		"the cheapest one again":                    "",
		"back to the flights":                       "0: ",
		"the flights again":                         "",
		"the Ana one":                               "", // on screen
		"back to the one with Berlin":               "",
		"how many of the flights from before":       "",
		"flights from Nairobi":                      "",
		"sort by month":                             "",
		"the KES one again":                         "",
		"the ones this month":                       "", // of what is on screen
		"those from this month":                     "",
	} {
		got := ""
		if at, ok := Pointing(input, func() []Said { return said }, v, func([]Entity) bool { return false }); ok {
			got = fmt.Sprintf("%d: %s", at.At, at.Rest)
		}
		if got != want {
			t.Errorf("%s: %q, want %q", input, got, want)
		}
	}
}

// TestPointingLeavesWhatMayBeARow: what the words name belongs to the query in force, so that a row of it may be meant.
func TestPointingLeavesWhatMayBeARow(t *testing.T) {
	t.Parallel()
	said := func() []Said {
		return []Said{{Input: "flights from Nairobi"}, {Input: "flights by price", SQL: "SELECT * FROM flights ORDER BY price"}}
	}
	for input, want := range map[string]bool{"the Nairobi one": false, "the Nairobi one again": true, "back to the Nairobi one": true} {
		if _, ok := Pointing(input, said, travel(), func(e []Entity) bool { return len(e) > 0 }); ok != want {
			t.Errorf("%s: %t", input, ok)
		}
	}
}

func TestWordsAreAlikeInOtherForms(t *testing.T) {
	t.Parallel()
	for pair, want := range map[string]bool{
		"monthly month": true, "kenyan kenya": true, "german germany": true, "daily day": true, "number count": true, "avg average": true,
		"count country": false, "car cars": false, "order border": false, "price prices": true, "store storey": true, "test tested": true,
	} {
		a, b, _ := strings.Cut(pair, " ")
		if alike(a, b) != want || alike(b, a) != want {
			t.Errorf("%s: want %t", pair, want)
		}
	}
}
