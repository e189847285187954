package compose

import (
	"slices"

	"parley/db/statement"
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/phrase"
	"parley/workflow/schema"
)

// This file turns an order to the end that "best", "worst", "slowest" and "fastest" speak of.

// rightEnd puts first what is worst by a figure, or best: the most, or the least, as the figure is better the more or the less of it there is.
// The slowest take longest.
func rightEnd(d *draft) []*draft {
	f := d.fork(0)
	f.query.Sort = slices.Clone(d.query.Sort)
	for i, k := range f.query.Sort {
		f.turn(&f.query.Sort[i], d.words[min(max(k.At.From, 0), len(d.words)):min(max(k.At.To, 0), len(d.words))])
	}
	return []*draft{f}
}

// turn gives a key the direction that the words say of it.
func (d *draft) turn(k *meaning.Key, said []string) {
	best, judged := phrase.Judged(said)
	slow, paced := phrase.Paced(said)
	if !judged && !paced || !k.Term.Figure() {
		return
	}
	lasts := d.lasts(k.Term)
	better := phrase.BetterOf(d.figureWords(k.Term))
	switch {
	case paced && lasts:
		k.Desc = slow
	case paced:
	case lasts || better == phrase.LessIsBetter:
		k.Desc = !best
	case better == phrase.Untold && !best:
		d.takes = append(d.takes, "the worst are the lowest")
	}
}

// figureWords are the words that a figure goes by, its own and those by which it was asked for.
func (d *draft) figureWords(t meaning.Term) []string {
	words := schema.Words(t.Explain())
	if t.At.Said() {
		words = append(words, d.words[t.At.From:min(t.At.To, len(d.words))]...)
	}
	return words
}

// lasts says that a figure is how long something took: by its name, or by what it is made of.
func (d *draft) lasts(t meaning.Term) bool {
	if t.Kind == meaning.Between || t.Kind == meaning.Age || phrase.Lasts(d.figureWords(t)) {
		return true
	}
	return slices.ContainsFunc(t.Args, func(a meaning.Term) bool {
		return d.lasts(a) || a.Column != nil && a.Column.Metric != nil && d.betweenMoments(a.Column.Metric.Expression)
	})
}

// betweenMoments says that an expression takes one time from another.
func (d *draft) betweenMoments(e statement.Expr) bool {
	moment := func(side statement.Expr) bool {
		return slices.ContainsFunc(side.Columns(), func(x statement.Expr) bool {
			qualifier, name, _ := x.AsColumn()
			t := d.composer.index.Table(qualifier)
			return t != nil && t.Column(name) != nil && t.Column(name).Role == schema.Moment
		})
	}
	found := false
	e.Walk(func(part statement.Expr) bool {
		op, l, r, ok := part.AsBinary()
		found = found || ok && op == "-" && moment(l) && moment(r)
		return !found
	})
	return found
}
