package main

import (
	"fmt"
	"maps"
	"math"
	"os"
	"slices"

	"parley/workflow/engine"
)

// This file fits the weights of follow-ups like those of readings: the candidates that bring the gold rows get the
// probability, with a pull towards the weights as they are.

// traitPull holds a weight back that few turns speak for; rarer traits stay near where they were.
const (
	traitRounds = 40
	traitPull   = 0.03
	traitRate   = 0.2
)

// sample is one turn as numbers: features of each candidate by number.
type sample struct {
	features [][]float64
	numbers  [][]int
	right    []bool
}

func fitTraits(all []followUp, weights map[string]float64, path string) error {
	names := map[string]int{}
	var train []sample
	for _, f := range all {
		if aside(f.db) || f.firstRight() < 0 || len(f.list) < 2 {
			continue
		}
		train = append(train, sampleOf(f, names))
	}
	w := make([]float64, len(names))
	for name, i := range names {
		w[i] = weights[name]
	}
	old := slices.Clone(w)
	before := samplesRight(train, w)
	ascend(train, w, old)
	fmt.Printf("fitted on %d turns: right %.1f%% before, %.1f%% after\n", len(train), before, samplesRight(train, w))
	out := maps.Clone(weights)
	for name, i := range names {
		out[name] = w[i]
	}
	return os.WriteFile(path, []byte(engine.FormatTraits(out)), 0o644)
}

func sampleOf(f followUp, names map[string]int) sample {
	s := sample{right: f.right}
	for _, c := range f.list {
		var numbers []int
		var values []float64
		for _, name := range slices.Sorted(maps.Keys(c.Features)) {
			if _, ok := names[name]; !ok {
				names[name] = len(names)
			}
			numbers, values = append(numbers, names[name]), append(values, c.Features[name])
		}
		s.numbers, s.features = append(s.numbers, numbers), append(s.features, values)
	}
	return s
}

func (s sample) score(i int, w []float64) float64 {
	sum := 0.0
	for k, n := range s.numbers[i] {
		sum += w[n] * s.features[i][k]
	}
	return sum
}

func ascend(train []sample, w, old []float64) {
	squares := make([]float64, len(w))
	gradient := make([]float64, len(w))
	for range traitRounds {
		for _, s := range train {
			s.step(w, gradient)
			for i, g := range gradient {
				if g == 0 {
					continue
				}
				g -= traitPull * (w[i] - old[i])
				squares[i] += g * g
				w[i] += traitRate * g / math.Sqrt(1+squares[i])
				gradient[i] = 0
			}
		}
	}
}

// step adds the gradient of one turn.
func (s sample) step(w, gradient []float64) {
	all, right := s.softmax(w)
	for i := range all {
		p := right[i] - all[i]
		if math.Abs(p) < 1e-6 {
			continue
		}
		for k, n := range s.numbers[i] {
			gradient[n] += p * s.features[i][k]
		}
	}
}

func (s sample) softmax(w []float64) (all, right []float64) {
	all, right = make([]float64, len(s.right)), make([]float64, len(s.right))
	best := math.Inf(-1)
	for i := range all {
		all[i] = s.score(i, w)
		best = math.Max(best, all[i])
	}
	sum, sumRight := 0.0, 0.0
	for i := range all {
		all[i] = math.Exp(all[i] - best)
		sum += all[i]
		if s.right[i] {
			right[i] = all[i]
			sumRight += all[i]
		}
	}
	for i := range all {
		all[i] /= sum
		right[i] /= math.Max(sumRight, 1e-300)
	}
	return all, right
}

func samplesRight(train []sample, w []float64) float64 {
	n := 0
	for _, s := range train {
		best, at := math.Inf(-1), 0
		for i := range s.right {
			if v := s.score(i, w); v > best {
				best, at = v, i
			}
		}
		if s.right[at] {
			n++
		}
	}
	return percent(n, len(train))
}
