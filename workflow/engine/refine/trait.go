package refine

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"sync"

	"parley/db/statement"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/pointer"
	"parley/workflow/engine/question"
	"parley/workflow/engine/reader"
	"parley/workflow/engine/reading"
	"parley/workflow/engine/tag"
	"parley/workflow/schema/wordlist"
)

func note(t *pointer.Traits, name string, value float64) {
	if value != 0 {
		t.Values = append(t.Values, edit.Trait{Name: name, Value: value})
	}
}

func noteWhen(t *pointer.Traits, name string, holds bool) {
	if holds {
		note(t, name, 1)
	}
}

// describe gives every candidate its traits.
func (c *collector) describe(u tag.Utterance) {
	items := reader.Prepare(c.ed.Tag(standing(u)))
	w, clues := edit.NewSaid(items), clause.CluesOf(c.ed, u, items)
	sketches := map[*statement.Query]*edit.Sketch{}
	sketched := func(q *statement.Query) *edit.Sketch {
		if sketches[q] == nil {
			sketches[q] = edit.SketchOf(c.refiner.Index, q)
		}
		return sketches[q]
	}
	for i := range c.list {
		f := &c.list[i]
		from, to := sketched(f.Present), sketched(f.Query)
		f.Clues, f.Marks = clues, w.Marks(from, to)
		f.Heads = append(edit.Changes(from, to), clause.MixNames[f.Mix])
		for _, t := range w.Coverage(from, to) {
			note(&f.Traits, t.Name, t.Value)
			noteWhen(&f.Traits, t.Name+": any", t.Value > 0)
		}
		if f.Mix == clause.Edited {
			for _, name := range f.Editor.Operations {
				note(&f.Traits, "edited by "+name, 1)
			}
			continue
		}
		noteWhen(&f.Traits, "nothing changes", pointer.Unchanged(f.Present, f.Query))
		if f.Fresh == nil {
			continue
		}
		note(&f.Traits, "reading: values left out", float64(valuesLeftOut(f)))
		noteWhen(&f.Traits, "reading: not the best", f.Reading > 0)
	}
}

// valuesLeftOut counts the values and numbers of the words that have no part in the reading.
func valuesLeftOut(f *pointer.Rival) int {
	n := 0
	for _, i := range f.Fresh.Ignored {
		if len(f.Items[i].Values) > 0 || f.Items[i].HasNumber || f.Items[i].Period != nil || f.Items[i].Quoted {
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
	m := &model{alone: map[string]float64{}, pairs: map[string]map[string]float64{}, reading: make([]float64, len(reading.FeatureNames))}
	for name, w := range weights {
		if feature, ok := strings.CutPrefix(name, readingSign); ok {
			if i := slices.Index(reading.FeatureNames, feature); i >= 0 {
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
func (m *model) score(f *pointer.Rival) float64 {
	sum := 0.0
	for _, head := range f.Heads {
		sum += m.alone[head] + sumOf(m.pairs[head], f.Clues)
	}
	sum += sumOf(m.pairs[clause.MixNames[f.Mix]], f.Shape) + sumOf(m.alone, f.Marks)
	for _, t := range f.Values {
		sum += m.alone[t.Name] * t.Value
	}
	if f.Fresh != nil {
		for i, v := range f.Fresh.Features {
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
var fixed = sync.OnceValue(func() []byte { return question.Marks(question.WeightsText) })

// features spells all traits out, for fitting.
func features(f *pointer.Rival) map[string]float64 {
	out := map[string]float64{}
	for _, head := range f.Heads {
		out[head] = 1
		for _, clue := range f.Clues {
			out[head+pairSign+clue] = 1
		}
	}
	for _, s := range f.Shape {
		out[clause.MixNames[f.Mix]+pairSign+s] = 1
	}
	for _, mark := range f.Marks {
		out[mark] = 1
	}
	for _, t := range f.Values {
		out[t.Name] += t.Value
	}
	if f.Fresh != nil {
		for i, v := range f.Fresh.Features {
			if v != 0 && fixed()[i] == 0 {
				out[readingSign+reading.FeatureNames[i]] = v
			}
		}
	}
	return out
}

// rank scores the candidates and puts the best first.
func (e *Refiner) rank(list []pointer.Rival) {
	for i := range list {
		list[i].Score = e.model.score(&list[i])
	}
	slices.SortStableFunc(list, func(a, b pointer.Rival) int { return cmp.Compare(b.Score, a.Score) })
}

// operationsOf names the rules that made it.
func operationsOf(f *pointer.Rival) []string {
	if f.Editor == nil {
		return nil
	}
	return slices.Sorted(maps.Keys(wordlist.SetOf(f.Editor.Operations...)))
}
