package main

import (
	"fmt"
	"math"
	"os"

	"parley/workflow/engine"
)

// This file fits the weights: a log-linear model over the readings of each question, trained so that the readings that
// bring the gold rows get the probability (marginal likelihood), with a pull towards the weights as they are.

const (
	rounds = 60
	pull   = 0.004 // strength of the pull towards the old weights, for each question
	rate   = 0.3
)

// fit trains on the databases that are not kept aside and writes the weights.
func fit(outcomes []outcome, path string) error {
	var train []outcome
	var weights []float64
	for _, r := range outcomes {
		if len(r.readings) == 0 || aside(r.DB) {
			continue
		}
		if k := firstRight(r); k >= 0 && len(r.readings) > 1 {
			train = append(train, r)
		}
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if weights, err = engine.ParseWeights(string(text)); err != nil {
		return err
	}
	old := append([]float64(nil), weights...)
	marks := engine.Marks(string(text))
	set := setAside(weights, marks)
	old = append(old[:0], weights...)
	descend(train, weights, old, marks)
	for i := range weights {
		weights[i] += set[i]
	}
	fmt.Printf("fitted on %d questions: first reading right %.1f%% before, %.1f%% after\n", len(train), accuracy(train, old), accuracy(train, weights))
	return os.WriteFile(path, []byte(engine.FormatWeights(weights, marks)), 0o644)
}

// setAside takes the weights marked "!" out, so that the others do not learn to make up for them.
func setAside(weights []float64, marks []byte) []float64 {
	out := make([]float64, len(weights))
	for i := range weights {
		if marks[i] == '!' {
			out[i], weights[i] = weights[i], 0
		}
	}
	return out
}

// descend is gradient ascent on the likelihood with a step of its own for each weight (AdaGrad).
func descend(train []outcome, weights, old []float64, marks []byte) {
	squares := make([]float64, len(weights))
	gradient := make([]float64, len(weights))
	for round := 0; round < rounds; round++ {
		for _, r := range train {
			step(r, weights, gradient)
			for i := range weights {
				if marks[i] != 0 {
					gradient[i] = 0
				}
				if gradient[i] == 0 {
					continue
				}
				g := gradient[i] - pull*(weights[i]-old[i])
				squares[i] += g * g
				weights[i] += rate * g / math.Sqrt(1+squares[i])
				gradient[i] = 0
			}
		}
	}
}

// step adds the gradient of one question: features of the right readings less those of all, as expected.
func step(r outcome, weights, gradient []float64) {
	all, right := softmax(r, weights)
	for i, reading := range r.readings {
		p := right[i] - all[i]
		if math.Abs(p) < 1e-6 {
			continue
		}
		for f, v := range reading.Features {
			if v != 0 {
				gradient[f] += p * v
			}
		}
	}
}

// softmax gives the probabilities of the readings, and those given that the reading is right.
func softmax(r outcome, weights []float64) (all, right []float64) {
	all, right = make([]float64, len(r.readings)), make([]float64, len(r.readings))
	best := math.Inf(-1)
	for i := range r.readings {
		all[i] = score(r.readings[i], weights)
		best = math.Max(best, all[i])
	}
	sum, sumRight := 0.0, 0.0
	for i := range all {
		all[i] = math.Exp(all[i] - best)
		sum += all[i]
		if r.right[i] {
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

func score(r engine.Reading, weights []float64) float64 {
	s := 0.0
	for f, v := range r.Features {
		if v != 0 {
			s += v * weights[f]
		}
	}
	return s
}

// accuracy is the share of questions whose best reading is right.
func accuracy(train []outcome, weights []float64) float64 {
	n := 0
	for _, r := range train {
		best, at := math.Inf(-1), 0
		for i := range r.readings {
			if s := score(r.readings[i], weights); s > best {
				best, at = s, i
			}
		}
		if r.right[at] {
			n++
		}
	}
	return percent(n, len(train))
}
