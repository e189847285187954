package llm

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"parley/workflow/schema"
)

// Tables are ranked by the words of a question: those that name a table or its columns, weighed by how few tables they
// name, those that are values of its columns, and the tables beside it on the foreign keys. The index knows synonyms,
// stems and short forms; here is only the counting.

// The shares of the evidence, relative to the name of a table: fitted by hand on a part of the training databases,
// measured on the others (TestRetrievalFindsTheTablesOfTheQuestion).
const (
	columnShare    = 0.75
	valueShare     = 0.6
	neighbourShare = 0.15
)

// rank is the tables that a question speaks of, best first; tables without any evidence are not in it.
func rank(x *schema.Index, question string) []*schema.Table {
	scores := evidence(x, question)
	near := make([]float64, len(scores))
	for _, e := range x.Graph.Edges {
		from, to := e.From.ID, e.To.ID
		near[from] = max(near[from], scores[to]*neighbourShare)
		near[to] = max(near[to], scores[from]*neighbourShare)
	}
	var found []*schema.Table
	for _, t := range x.Tables {
		if scores[t.ID] += near[t.ID]; scores[t.ID] > 0 {
			found = append(found, t)
		}
	}
	slices.SortStableFunc(found, func(a, b *schema.Table) int { return cmp.Compare(scores[b.ID], scores[a.ID]) })
	return found
}

// evidence sums, for each table, the best that each word of the question says about it.
func evidence(x *schema.Index, question string) []float64 {
	words := schema.Words(question)
	best := make([][]float64, len(words)) // by word and table
	for i := range best {
		best[i] = make([]float64, len(x.Tables))
	}
	note := func(from, to, table int, score float64) {
		for i := from; i < to; i++ {
			best[i][table] = max(best[i][table], score)
		}
	}
	for _, m := range x.Phrases(words) {
		share := 1.0
		if m.Column != nil {
			share = columnShare
		}
		note(m.From, m.To, m.Table.ID, m.Score()*share)
	}
	noteValues(x, words, note)
	total := make([]float64, len(x.Tables))
	for i := range best {
		weight := rarity(best[i])
		for t, score := range best[i] {
			total[t] += score * weight
		}
	}
	return total
}

// noteValues finds runs of words that are values.
func noteValues(x *schema.Index, words []string, note func(from, to, table int, score float64)) {
	for i := range words {
		for j := i + 1; j <= min(len(words), i+x.LongestValue()); j++ {
			for _, v := range x.Normalised(strings.Join(words[i:j], " ")) {
				note(i, j, v.Column.Table.ID, valueShare)
			}
		}
	}
}

// rarity is the weight of a word: the fewer tables it speaks of, the more it says.
func rarity(scores []float64) float64 {
	n := 0
	for _, s := range scores {
		if s > 0 {
			n++
		}
	}
	if n == 0 {
		return 0
	}
	return math.Log(1 + float64(len(scores))/float64(n))
}
