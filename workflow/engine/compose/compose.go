package compose

import (
	"cmp"
	"fmt"
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

// Over is the composer over an index of the same tables.
func (c *Composer) Over(x *schema.Index) *Composer { return &Composer{x, c.reader.Over(x)} }

// Candidate is one meaning of an input.
type Candidate struct {
	Query *meaning.Query
	// Score is about the share of the words that are accounted for, less what had to be bent; 1 is full marks.
	Score float64
	// Share is the same, of all words and not of those alone that ask for something.
	Share float64
	// Lost are the content words that have no part.
	Lost []string
	// Doubts are what was decided without the words saying so.
	Doubts []string
	// Told is what is assumed as a matter of course and said all the same: it makes the meaning no guess.
	Told []string
	// Words is the length of the input.
	Words int

	said  []string
	index *schema.Index
}

// SumsWorth says that the figures are sums, of which words say that they are what rows come to: "order value".
func (c Candidate) SumsWorth() bool {
	said := func(t meaning.Term) bool {
		return t.Kind == meaning.Aggregate && t.Fn == "sum" && t.At.Said() && slices.ContainsFunc(c.said[t.At.From:min(t.At.To, len(c.said))], SaysWhole)
	}
	counts := func(t meaning.Term) bool { return t.Kind == meaning.Count }
	return slices.ContainsFunc(c.Query.Show, said) && !slices.ContainsFunc(c.Query.Show, counts)
}

// Coverage is the share of the words that have a part.
func (c Candidate) Coverage() float64 { return 1 - float64(len(c.Lost))/float64(max(c.Words, 1)) }

// Understood are the words of conditions with what they were taken for: "last month = 1 Oct 2026 – 31 Oct 2026 (orders.created_at)".
func (c Candidate) Understood() []string {
	var out []string
	for _, cond := range c.Query.Where {
		out = append(out, c.understood(cond, cond.At)...)
	}
	return out
}

// understood tells a condition, or each part of one: "lost = bids.is_closed", "lost = bids.is_won".
func (c Candidate) understood(cond meaning.Cond, at meaning.Span) []string {
	if cond.At.Said() {
		at = cond.At
	}
	if cond.Op == meaning.And || cond.Op == meaning.Or {
		var out []string
		for _, k := range cond.Kids {
			out = append(out, c.understood(k, at)...)
		}
		return out
	}
	left := cond.Left
	if left.Kind == meaning.Time && c.Query.Of != nil {
		left, _ = c.Query.Time(c.index, c.Query.Of)
	}
	if !at.Said() || left.Column == nil {
		return nil
	}
	said := strings.Join(c.said[at.From:min(at.To, len(c.said))], " ")
	if cond.Op == meaning.During {
		return []string{fmt.Sprintf("%s = %s (%s)", said, cond.Period, left.Column)}
	}
	return []string{fmt.Sprintf("%s = %s", said, left.Column)}
}

// Complete says that every content word has a part, and that nothing had to be guessed.
func (c Candidate) Complete() bool { return len(c.Lost) == 0 && len(c.Doubts) == 0 }

// width is how widely is looked for a meaning.
type width struct {
	// covers are the ways to cover the words that are composed, drafts those that go on from a pass, and again the ways that are composed
	// once more where none came out whole, leaving out what does not go together.
	covers, drafts, again int
}

// The width of databases that are known by their names, and of those that are in use, where the order of meanings is fitted.
var (
	usual = width{24, 8, 6}
	wide  = width{40, 12, 12}
)

func (c *Composer) width() width {
	if c.index.InUse() {
		return wide
	}
	return usual
}

// Read gives the meanings of a question, best first.
func (c *Composer) Read(input string, now time.Time) []Candidate {
	parse := c.reader.Read(input, now)
	words := parse.Weight()
	width := c.width()
	covers := parse.Covers(width.covers)
	var out []Candidate
	read := func(covers []phrase.Cover, leaving bool) {
		for _, cover := range covers {
			guessed := cover.Guessed()
			for _, d := range c.compose(cover, parse.Words(), now, leaving) {
				lost := append(cover.Lost[:len(cover.Lost):len(cover.Lost)], d.left...)
				out = append(out, Candidate{Query: d.query, Score: (cover.Score + d.score) / words, Share: (cover.Score + d.score) / float64(max(len(parse.Words()), 1)), Lost: lost, Doubts: append(guessed[:len(guessed):len(guessed)], d.doubts...), Told: d.takes, Words: len(parse.Words()), said: parse.Words(), index: c.index})
			}
		}
	}
	read(covers, false)
	better := func(c Candidate) bool { return c.Score*words > covers[0].Score-costLeft }
	if len(covers) > 0 && !slices.ContainsFunc(out, better) {
		read(covers[:min(len(covers), width.again)], true)
	}
	slices.SortStableFunc(out, func(a, b Candidate) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(len(a.Doubts), len(b.Doubts)))
	})
	return once(out)
}

// once leaves out the meanings that are there already, better read.
func once(list []Candidate) []Candidate {
	seen := map[string]bool{}
	return slices.DeleteFunc(list, func(c Candidate) bool {
		q := *c.Query
		q.Where = slices.Clone(q.Where)
		slices.SortStableFunc(q.Where, func(a, b meaning.Cond) int { return cmp.Compare(a.At.From, b.At.From) })
		text := fmt.Sprint(q.Explain(), len(q.Per))
		known := seen[text]
		seen[text] = true
		return known
	})
}

// costLeft is a word that has a meaning by itself and no part in the whole.
const costLeft = 2.3

// leave goes on without the words of a piece that does not go together with the others; none unless that is allowed.
func (d *draft) leave(at meaning.Span) []*draft {
	if !d.leaving || !at.Said() {
		return nil
	}
	f := d.fork(0)
	f.left = slices.Clone(d.left)
	for _, w := range d.words[at.From:min(at.To, len(d.words))] {
		if !phrase.Empty(w) {
			f.left = append(f.left, w)
			f.score -= costLeft
		}
	}
	return []*draft{f}
}

// compose takes one cover through the passes.
func (c *Composer) compose(cover phrase.Cover, words []string, now time.Time, leaving bool) []*draft {
	if first := planOf(cover.Pieces); len(first.loose) > 0 || first.amiss {
		return nil
	}
	first := &draft{composer: c, plan: planOf(cover.Pieces), query: &meaning.Query{}, now: now, words: words, leaving: leaving}
	first.eachWorth()
	first.plan.inOrderOf(words)
	drafts := []*draft{first}
	for _, p := range passes {
		var next []*draft
		for _, d := range drafts {
			next = append(next, p.do(d)...)
		}
		drafts = likeliest(next, c.width().drafts)
	}
	return drafts
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
