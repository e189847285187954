package compose

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"parley/workflow/engine/meaning"
	"parley/workflow/engine/phrase"
	"parley/workflow/schema"
)

// Composer makes meaning of inputs about one database. It is safe for concurrent use.
type Composer struct {
	index  *schema.Index
	reader *phrase.Reader
}

// New makes a composer over an index.
func New(x *schema.Index) *Composer { return &Composer{x, phrase.New(x)} }

// Candidate is one meaning of an input.
type Candidate struct {
	Query *meaning.Query
	// Score is about the share of the words that are accounted for, less what had to be bent; 1 is full marks.
	Score float64
	// Lost are the content words that have no part.
	Lost []string
	// Doubts are what was decided without the words saying so.
	Doubts []string
}

// Complete says that every content word has a part, and that nothing had to be guessed.
func (c Candidate) Complete() bool { return len(c.Lost) == 0 && len(c.Doubts) == 0 }

const (
	mostCovers = 24 // ways to cover the words that are composed
	mostDrafts = 8  // drafts that go on from a pass
)

// Read gives the meanings of a question, best first.
func (c *Composer) Read(input string, now time.Time) []Candidate {
	parse := c.reader.Read(input, now)
	words := float64(max(len(parse.Words()), 1))
	var out []Candidate
	seen := map[string]bool{}
	for _, cover := range parse.Covers(mostCovers) {
		guessed := cover.Guessed()
		for _, d := range c.compose(cover, parse.Words(), now) {
			text := d.query.Explain()
			if seen[text] {
				continue
			}
			seen[text] = true
			out = append(out, Candidate{Query: d.query, Score: (cover.Score + d.score) / words, Lost: cover.Lost, Doubts: append(guessed[:len(guessed):len(guessed)], d.doubts...)})
		}
	}
	slices.SortStableFunc(out, func(a, b Candidate) int { return cmp.Compare(b.Score, a.Score) })
	return out
}

// compose takes one cover through the passes.
func (c *Composer) compose(cover phrase.Cover, words []string, now time.Time) []*draft {
	first := &draft{composer: c, plan: planOf(cover.Pieces), query: &meaning.Query{}, now: now, words: words}
	drafts := []*draft{first}
	for _, p := range passes {
		var next []*draft
		for _, d := range drafts {
			next = append(next, p.do(d)...)
		}
		slices.SortStableFunc(next, func(a, b *draft) int { return cmp.Compare(b.score, a.score) })
		drafts = next[:min(len(next), mostDrafts)]
	}
	return drafts
}

// plan is the pieces of a cover by what they do.
type plan struct {
	figures []phrase.Figure
	nouns   []phrase.Noun
	dims    []phrase.Dimension
	conds   []phrase.Cond
	keep    *phrase.Keep
	sort    *phrase.Sort
	also    []phrase.Also
	compare *phrase.Compare
}

func planOf(pieces []*phrase.Node) plan {
	var p plan
	for _, n := range pieces {
		switch v := n.Value.(type) {
		case phrase.Figure:
			p.figures = append(p.figures, v)
		case phrase.Noun:
			p.nouns = append(p.nouns, v)
		case []phrase.Dimension:
			p.dims = append(p.dims, v...)
		case phrase.Cond:
			p.conds = append(p.conds, v)
		case phrase.Keep:
			p.keep = &v
		case phrase.Sort:
			p.sort = &v
		case phrase.Also:
			p.also = append(p.also, v)
		case phrase.Compare:
			p.compare = &v
		}
	}
	return p
}

// draft is a meaning in the making.
type draft struct {
	composer *Composer
	plan     plan
	query    *meaning.Query
	// entity is the thing whose rows or figures are shown; nil when figures stand by themselves.
	entity *schema.Table
	score  float64
	doubts []string
	now    time.Time
	words  []string
}

// fork is a copy that goes its own way, at a cost or a gain.
func (d *draft) fork(score float64) *draft {
	c := *d
	q := *d.query
	q.Show, q.Where, q.Having, q.Per, q.Sort = slices.Clone(q.Show), slices.Clone(q.Where), slices.Clone(q.Having), slices.Clone(q.Per), slices.Clone(q.Sort)
	c.query = &q
	c.doubts = slices.Clone(d.doubts)
	c.score += score
	return &c
}

func (d *draft) doubt(words ...string) { d.doubts = append(d.doubts, strings.Join(words, " ")) }

// way is how far a row of one table is from the row of another that it refers to; ok is false when there is none.
func (d *draft) way(from, to *schema.Table) (steps int, ok bool) {
	path, ok := meaning.Way(d.composer.index, from, to, nil)
	return len(path), ok
}

// Option is one way to read words, with its score.
type Option[T any] struct {
	Is    T
	Score float64
}

// ranked puts options in order and keeps the best few.
func ranked[T any](list []Option[T], most int) []Option[T] {
	slices.SortStableFunc(list, func(a, b Option[T]) int { return cmp.Compare(b.Score, a.Score) })
	return list[:min(len(list), most)]
}
