package main

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"

	"parley/workflow/engine/reader"
)

// This file fits the weights of confidence: a logistic model of whether the first reading is right, over the evidence that
// the engine gathers. A question is ranked by weights fitted on the other folds of databases, as one of a stranger's
// database would be: on what the ranker was fitted on, it looks surer than it is.

const (
	sureRounds = 400
	sureRate   = 0.5
	surePull   = 1.0
)

// verdict is one question's first reading: the evidence, and whether it was right.
type verdict struct {
	evidence []float64
	right    bool
	database string
}

// judge ranks the readings by the weights and takes the first as the engine does; not ok without readings.
func judge(r outcome, w []float64) (verdict, bool) {
	if !r.goldRan {
		return verdict{}, false
	}
	if len(r.readings) == 0 {
		return verdict{}, false
	}
	r = ranked(r, w)
	at, found := firstSome(r)
	return verdict{found, r.right[at], r.DB}, true
}

// ranked is the outcome with its readings in the order of other weights.
func ranked(r outcome, w []float64) outcome {
	order := make([]int, len(r.readings))
	scores := make([]float64, len(r.readings))
	for i := range order {
		order[i], scores[i] = i, score(r.readings[i], w)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	out := r
	out.readings, out.right, out.trials = nil, nil, nil
	for _, i := range order {
		reading := r.readings[i]
		reading.Score = scores[i]
		out.readings, out.right, out.trials = append(out.readings, reading), append(out.right, r.right[i]), append(out.trials, r.trials[i])
	}
	return out
}

func score(r reader.Reading, weights []float64) float64 {
	s := 0.0
	for _, f := range r.Features {
		s += float64(f.Value) * weights[f.Number]
	}
	return s
}

// fitSure is gradient descent on the logistic loss, over evidence brought to one scale.
func fitSure(list []verdict) []float64 {
	n := len(list[0].evidence)
	scale := scales(list)
	w, squares, gradient := make([]float64, n), make([]float64, n), make([]float64, n)
	for range sureRounds {
		clear(gradient)
		for _, v := range list {
			s := 0.0
			for i, x := range v.evidence {
				s += w[i] * x / scale[i]
			}
			miss := float64(boolToInt(v.right)) - 1/(1+math.Exp(-s))
			for i, x := range v.evidence {
				gradient[i] += miss * x / scale[i]
			}
		}
		for i := range w {
			g := (gradient[i] - surePull*w[i]) / float64(len(list))
			squares[i] += g * g
			w[i] += sureRate * g / math.Sqrt(1e-8+squares[i])
		}
	}
	for i := range w {
		w[i] /= scale[i]
	}
	return w
}

func scales(list []verdict) []float64 {
	out := make([]float64, len(list[0].evidence))
	for _, v := range list {
		for i, x := range v.evidence {
			out[i] += x * x
		}
	}
	for i := range out {
		out[i] = math.Max(math.Sqrt(out[i]/float64(len(list))), 1e-3)
	}
	return out
}

// confidence fits the weights of confidence on the databases tuned on and writes them; it prints what a threshold brings
// there, each fold judged by the others, and on the databases kept aside.
func confidence(outcomes []outcome, weightsPath, path string) error {
	text, err := os.ReadFile(weightsPath)
	if err != nil {
		return err
	}
	d, err := newRanking(outcomes, string(text))
	if err != nil {
		return err
	}
	crossed := d.crossed(pull)
	var tuned, kept []verdict
	asked := [2]int{}
	var cases []verdict
	for _, r := range outcomes {
		if strings.HasPrefix(r.DB, casesOf) {
			for range caseWeight {
				if v, ok := judge(r, crossed[fold(r.DB)]); ok {
					cases = append(cases, v)
				}
			}
			continue
		}
		asked[boolToInt(aside(r.DB))] += boolToInt(r.goldRan)
		if aside(r.DB) {
			if v, ok := judge(r, d.weights); ok {
				kept = append(kept, v)
			}
		} else if v, ok := judge(r, crossed[fold(r.DB)]); ok {
			tuned = append(tuned, v)
		}
	}
	chances := make([]float64, len(tuned))
	for k := range folds {
		w := fitSure(slices.DeleteFunc(slices.Concat(tuned, cases), func(v verdict) bool { return fold(v.database) == k }))
		for i, v := range tuned {
			if fold(v.database) == k {
				chances[i] = reader.Chance(v.evidence, w)
			}
		}
	}
	fmt.Println("tuned on, each part judged by the others:")
	curve(tuned, chances, asked[0])
	w := fitSure(slices.Concat(tuned, cases))
	keptChances := make([]float64, len(kept))
	for i, v := range kept {
		keptChances[i] = reader.Chance(v.evidence, w)
	}
	fmt.Println("kept aside:")
	curve(kept, keptChances, asked[1])
	return os.WriteFile(path, []byte(reader.FormatSure(w)), 0o644)
}

// curve prints coverage and precision by threshold.
func curve(list []verdict, chances []float64, asked int) {
	for least := 0.0; least < 0.9; least += 0.05 {
		answered, right := 0, 0
		for i, v := range list {
			if chances[i] >= least {
				answered++
				right += boolToInt(v.right)
			}
		}
		fmt.Printf("  below %.2f asked back: EX %5.1f%%  answered %5.1f%%  precision %5.1f%%\n", least, percent(right, asked), percent(answered, asked), percent(right, answered))
	}
}
