package engine_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"parley/db/dbtest/seed"
	"parley/workflow"
)

// asked is a piece of a made-up question, and what must be seen of it: one of the marks in the SQL, or its words among
// what was not used.
type asked struct {
	words string
	marks []string
}

// piecesOf are kinds of pieces; a question is a head and some of the others, in any order. They know the demo, the engine
// does not.
var piecesOf = map[string][]asked{
	"head": {
		{"orders", nil}, {"users", nil}, {"products", nil}, {"reviews", nil}, {"flights", nil}, {"payments", nil},
		{"how many orders", []string{"count("}}, {"number of reviews", []string{"count(", "sum("}}, {"how many users", []string{"count("}},
		{"average price of products", []string{"avg("}}, {"total amount of payments", []string{"sum("}}, {"highest price of flights", []string{"max(", "DESC"}},
		{"revenue", []string{"sum("}}, {"average rating", []string{"avg("}}, {"percentage of orders", []string{"100"}},
	},
	"number": {
		{"over %d", nil}, {"with a price above %d", nil}, {"under %d dollars", nil}, {"with at least %d orders", nil}, {"costing more than %d", nil},
		{"with more than %d reviews", nil}, {"for %d", nil}, {"rated %d", nil}, {"with amount %d", nil},
	},
	"limit": {{"top %d", nil}, {"first %d", nil}, {"the %d most expensive", nil}, {"latest %d", nil}, {"bottom %d", nil}},
	"date": {
		{"last quarter", []string{"2026-07-01"}}, {"last month", []string{"2026-10-01"}}, {"in 2025", []string{"2025-01-01", "= 2025"}}, {"since March", []string{"2026-03-01"}},
		{"yesterday", []string{"2026-11-20"}}, {"in the last 30 days", []string{"2026-10-22"}}, {"this week", []string{"2026-11-16"}}, {"in Q3 2025", []string{"2025-07-01"}},
		{"in October", []string{"2026-10-01"}}, {"this year", []string{"2026-01-01"}}, {"before 2026", []string{"2026-01-01", "< 2026"}}, {"between 2025-03-01 and 2025-04-15", []string{"2025-04-15", "2025-04-16"}},
	},
	"value": {
		{"from Kenya", []string{"'Kenya'"}}, {"in Electronics", []string{"'Electronics'"}}, {"cancelled", []string{"'cancelled'"}}, {"from Nairobi", []string{"'Nairobi'"}},
		{"to London", []string{"'London'"}}, {"with status delivered", []string{"'delivered'"}}, {"called 'Oak Lamp'", []string{"Oak Lamp"}}, {"in business class", []string{"'business'"}},
	},
	"per": {
		{"per month", []string{"GROUP BY", "PARTITION BY"}}, {"by country", []string{"GROUP BY", "PARTITION BY", "country"}}, {"for each category", []string{"GROUP BY", "PARTITION BY", "categories.name", "category_id", "FROM categories"}},
		{"by status", []string{"GROUP BY", "PARTITION BY", "status"}}, {"over time", []string{"GROUP BY"}}, {"monthly", []string{"GROUP BY"}},
	},
	"not":  {{"not from Japan", []string{"<> 'Japan'", "NOT ", "EXCEPT"}}, {"without reviews", []string{"NOT ", "IS NULL", "EXCEPT", "<>", "<="}}, {"never ordered", []string{"NOT ", "EXCEPT", "<>", "IS NULL"}}},
	"text": {{"containing the word good", []string{"%good%"}}, {"starting with B", []string{"'B%'"}}, {"ending in x", []string{"%x'"}}},
}

// TestNothingAskedForVanishes makes questions of pieces, sensible or not: each number, date, value and word that does
// something is in the SQL, or told as not used, or the question is refused.
func TestNothingAskedForVanishes(t *testing.T) {
	t.Parallel()
	random := seed.Random(t)
	refused := 0
	const rounds = 150
	for range rounds {
		pieces := someOf(random)
		question := joined(pieces)
		d, err := generate(t, question)
		var no *workflow.NotUnderstood
		var unsure *workflow.Ambiguous
		if errors.As(err, &no) || errors.As(err, &unsure) {
			refused++
			continue
		}
		if err != nil {
			t.Fatalf("%q: %v", question, err)
		}
		for _, p := range pieces {
			if !seen(p, d) {
				t.Errorf("%q: nothing of %q in %s, not used: %q", question, p.words, d.Statement.SQL(), d.Ignored)
			}
		}
	}
	if refused > rounds/2 {
		t.Errorf("%d of %d questions were refused", refused, rounds)
	}
}

func someOf(random *rand.Rand) []asked {
	one := func(kind string) asked { return piecesOf[kind][random.IntN(len(piecesOf[kind]))] }
	out := []asked{one("head")}
	if out[0].marks == nil && random.IntN(4) == 0 {
		out = append([]asked{figured(one("limit"), random)}, out...)
	}
	kinds := []string{"number", "date", "value", "per", "not", "text"}
	random.Shuffle(len(kinds), func(i, j int) { kinds[i], kinds[j] = kinds[j], kinds[i] })
	for _, kind := range kinds[:1+random.IntN(3)] {
		out = append(out, figured(one(kind), random))
	}
	return out
}

// figured puts a number that occurs nowhere else into the words.
func figured(p asked, random *rand.Rand) asked {
	if strings.Contains(p.words, "%d") {
		n := 3 + random.IntN(900)
		p.words, p.marks = fmt.Sprintf(p.words, n), []string{fmt.Sprint(n)}
	}
	return p
}

func joined(pieces []asked) string {
	var words []string
	for _, p := range pieces {
		words = append(words, p.words)
	}
	return strings.Join(words, " ")
}

// seen says that a mark of the piece is in the SQL, or a word of it among those not used.
func seen(p asked, d *workflow.Draft) bool {
	if p.marks == nil {
		return true
	}
	for _, m := range p.marks {
		if strings.Contains(strings.ToLower(d.Statement.SQL()), strings.ToLower(m)) {
			return true
		}
	}
	for _, w := range d.Ignored {
		for _, part := range strings.FieldsFunc(p.words, func(r rune) bool { return r == ' ' || r == '\'' }) {
			if (len(part) > 2 || part[0] <= '9') && slices.Contains(strings.Fields(w), part) {
				return true
			}
		}
	}
	return false
}
