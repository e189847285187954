package main

import (
	"fmt"
	"hash/fnv"
	"math"
	"os"
	"slices"

	"parley/workflow/engine"
)

// This file fits the ranker's weights: a log-linear model over the readings of each question, trained so that the readings
// that bring the gold rows get the probability (marginal likelihood), with a pull towards zero. Databases are the unit of
// everything: what is fitted on some is judged on others.

const (
	rounds = 25
	rate   = 0.3
	// pull holds back every weight: the half square of a weight counts like so many questions.
	pull = 0.1
	// folds is into how many parts the databases are cut that are tuned on, to judge a fit by the part left out.
	folds = 5
)

// fold is the part that a database belongs to.
func fold(database string) int {
	h := fnv.New32a()
	h.Write([]byte("fold " + database))
	return int(h.Sum32() % folds)
}

// ranking is the ranker's fitting data: questions with several readings, one of them right.
type ranking struct {
	samples   []sample
	databases []string
	weights   []float64 // as they are
	marks     []byte
}

func newRanking(outcomes []outcome, text string) (*ranking, error) {
	weights, err := engine.ParseWeights(text)
	if err != nil {
		return nil, err
	}
	d := &ranking{weights: weights, marks: engine.Marks(text)}
	for _, r := range outcomes {
		if firstRight(r) >= 0 && len(r.readings) > 1 && !aside(r.DB) {
			d.samples, d.databases = append(d.samples, rankingSample(r)), append(d.databases, r.DB)
		}
	}
	return d, nil
}

func rankingSample(r outcome) sample {
	s := sample{right: r.right}
	for _, reading := range r.readings {
		var numbers []int32
		var values []float64
		for f, v := range reading.Features {
			if v != 0 {
				numbers, values = append(numbers, int32(f)), append(values, v)
			}
		}
		s.numbers, s.features = append(s.numbers, numbers), append(s.features, values)
	}
	return s
}

// without are the samples of the databases outside a fold.
func (d *ranking) without(k int) []sample {
	var out []sample
	for i, s := range d.samples {
		if fold(d.databases[i]) != k {
			out = append(out, s)
		}
	}
	return out
}

// fit is gradient ascent on the likelihood with a step of its own for each weight (AdaGrad). Weights marked "=" stay;
// those marked "!" stay too and are out of sight meanwhile, so that the others do not learn to make up for them.
func (d *ranking) fit(train []sample, pull float64) []float64 {
	w := slices.Clone(d.weights)
	for i := range w {
		if d.marks[i] != '=' {
			w[i] = 0
		}
	}
	seen := occurrences(train, len(w))
	squares, gradient := make([]float64, len(w)), make([]float64, len(w))
	for range rounds {
		for _, s := range train {
			s.step(w, gradient)
			for i, g := range gradient {
				if g == 0 || d.marks[i] != 0 {
					gradient[i] = 0
					continue
				}
				g -= pull * w[i] / seen[i]
				squares[i] += g * g
				w[i] += rate * g / math.Sqrt(1+squares[i])
				gradient[i] = 0
			}
		}
	}
	for i := range w {
		if d.marks[i] == '!' || seen[i] == 0 {
			w[i] = d.weights[i]
		}
	}
	return w
}

// occurrences counts for each feature the questions on whose readings it bears.
func occurrences(train []sample, n int) []float64 {
	out, last := make([]float64, n), make([]int, n)
	for i, s := range train {
		for _, numbers := range s.numbers {
			for _, f := range numbers {
				out[f] += float64(boolToInt(last[f] != i+1))
				last[f] = i + 1
			}
		}
	}
	return out
}

// crossed are weights for each fold, fitted on the others: they know nothing of the databases they are used on.
func (d *ranking) crossed(pull float64) [][]float64 {
	out := make([][]float64, folds)
	for k := range out {
		out[k] = d.fit(d.without(k), pull)
	}
	return out
}

// judged is the share of right first readings when each fold is ranked by the weights fitted on the others.
func (d *ranking) judged(crossed [][]float64) float64 {
	good := 0
	for i, s := range d.samples {
		good += boolToInt(s.first(crossed[fold(d.databases[i])]))
	}
	return percent(good, len(d.samples))
}

// step adds the gradient of one question: the features of the right readings less those of all, as expected.
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

// rightFirst is the share of samples whose best reading is right.
func rightFirst(list []sample, w []float64) float64 {
	good := 0
	for _, s := range list {
		good += boolToInt(s.first(w))
	}
	return percent(good, len(list))
}

// first says that the best reading is right.
func (s sample) first(w []float64) bool {
	best, at := math.Inf(-1), 0
	for i := range s.right {
		if v := s.score(i, w); v > best {
			best, at = v, i
		}
	}
	return s.right[at]
}

func boolToInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// fit trains on the databases that are not kept aside and writes the weights.
func fit(outcomes []outcome, path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	d, err := newRanking(outcomes, string(text))
	if err != nil {
		return err
	}
	fmt.Printf("fitting on %d questions: first reading right %.1f%% before\n", len(d.samples), rightFirst(d.samples, d.weights))
	for _, p := range []float64{0.03, 0.1, 0.3, 1, 3} {
		fmt.Printf("  pull %.2f: judged on databases left out %.1f%%\n", p, d.judged(d.crossed(p)))
	}
	w := d.fit(d.samples, pull)
	fmt.Printf("after %.1f%%\n", rightFirst(d.samples, w))
	return os.WriteFile(path, []byte(engine.FormatWeights(w, d.marks)), 0o644)
}
