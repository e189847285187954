package engine

import (
	"cmp"
	"maps"
	"parley/workflow/engine/english"
	"slices"
	"strings"
	"sync"

	"parley/db/statement"
)

func (t *traits) note(name string, value float64) {
	if value != 0 {
		t.values = append(t.values, trait{name, value})
	}
}

func (t *traits) noteWhen(name string, holds bool) {
	if holds {
		t.note(name, 1)
	}
}

// describe gives every candidate its traits.
func (c *collector) describe(u utterance) {
	items := prepare(c.ed.tag(standing(u)))
	w, clues := newSaid(items), cluesOf(c.ed, u, items)
	sketches := map[*statement.Query]*sketch{}
	sketched := func(q *statement.Query) *sketch {
		if sketches[q] == nil {
			sketches[q] = sketchOf(c.refiner.index, q)
		}
		return sketches[q]
	}
	for i := range c.list {
		f := &c.list[i]
		from, to := sketched(f.present), sketched(f.query)
		f.clues, f.marks = clues, w.marks(from, to)
		f.heads = append(changes(from, to), mixNames[f.mix])
		for _, t := range w.coverage(from, to) {
			f.note(t.name, t.value)
			f.noteWhen(t.name+": any", t.value > 0)
		}
		if f.mix == edited {
			for _, name := range f.editor.operations {
				f.note("edited by "+name, 1)
			}
			continue
		}
		f.noteWhen("nothing changes", unchanged(f.present, f.query))
		if f.fresh == nil {
			continue
		}
		f.note("reading: values left out", float64(f.valuesLeftOut()))
		f.noteWhen("reading: not the best", f.reading > 0)
	}
}

// valuesLeftOut counts the values and numbers of the words that have no part in the reading.
func (f *rival) valuesLeftOut() int {
	n := 0
	for _, i := range f.fresh.ignored {
		if len(f.items[i].Values) > 0 || f.items[i].HasNumber || f.items[i].Period != nil || f.items[i].Quoted {
			n++
		}
	}
	return n
}

// Names of traits in the file of weights: a head with a clue, and a feature of the generator's reading; and how far the
// reading's score lies behind that of the best.
const (
	behind      = "reading: behind the best"
	pairSign    = " | "
	readingSign = "read: "
)

// model is the weights of traits, ready for scoring.
type model struct {
	alone   map[string]float64
	pairs   map[string]map[string]float64
	reading []float64
}

// newModel reads weights by name. What the generator's own weights hold to be wrong whatever the data say (below zero and
// marked "!") counts in full here, while the rest of a reading's score only counts as far as the ranker trusts it.
func newModel(weights map[string]float64, own []float64) *model {
	m := &model{alone: map[string]float64{}, pairs: map[string]map[string]float64{}, reading: make([]float64, len(featureNames))}
	for name, w := range weights {
		if feature, ok := strings.CutPrefix(name, readingSign); ok {
			if i := slices.Index(featureNames, feature); i >= 0 {
				m.reading[i] = w
			}
			continue
		}
		head, clue, pair := strings.Cut(name, pairSign)
		if !pair {
			m.alone[name] = w
			continue
		}
		if m.pairs[head] == nil {
			m.pairs[head] = map[string]float64{}
		}
		m.pairs[head][clue] = w
	}
	for i, mark := range fixed() {
		if mark == '!' && own[i] < 0 {
			m.reading[i] = own[i] * (1 + m.alone[behind])
		}
	}
	return m
}

// score is the sum of the weights of a follow-up's traits.
func (m *model) score(f *rival) float64 {
	sum := 0.0
	for _, head := range f.heads {
		sum += m.alone[head] + sumOf(m.pairs[head], f.clues)
	}
	sum += sumOf(m.pairs[mixNames[f.mix]], f.shape) + sumOf(m.alone, f.marks)
	for _, t := range f.values {
		sum += m.alone[t.name] * t.value
	}
	if f.fresh != nil {
		for i, v := range f.fresh.features {
			sum += m.reading[i] * v
		}
	}
	return sum
}

func sumOf(weights map[string]float64, names []string) float64 {
	if len(weights) == 0 {
		return 0
	}
	sum := 0.0
	for _, n := range names {
		sum += weights[n]
	}
	return sum
}

// fixed marks the generator's weights that are set by hand: the ranker does not weigh against them.
var fixed = sync.OnceValue(func() []byte { return Marks(weightsText) })

// features spells all traits out, for fitting.
func (f *rival) features() map[string]float64 {
	out := map[string]float64{}
	for _, head := range f.heads {
		out[head] = 1
		for _, clue := range f.clues {
			out[head+pairSign+clue] = 1
		}
	}
	for _, s := range f.shape {
		out[mixNames[f.mix]+pairSign+s] = 1
	}
	for _, mark := range f.marks {
		out[mark] = 1
	}
	for _, t := range f.values {
		out[t.name] += t.value
	}
	if f.fresh != nil {
		for i, v := range f.fresh.features {
			if v != 0 && fixed()[i] == 0 {
				out[readingSign+featureNames[i]] = v
			}
		}
	}
	return out
}

// rank scores the candidates and puts the best first.
func (e *Refiner) rank(list []rival) {
	for i := range list {
		list[i].score = e.model.score(&list[i])
	}
	slices.SortStableFunc(list, func(a, b rival) int { return cmp.Compare(b.score, a.score) })
}

// operationsOf names the rules that made it.
func operationsOf(f *rival) []string {
	if f.editor == nil {
		return nil
	}
	return slices.Sorted(maps.Keys(english.Set(f.editor.operations...)))
}
