package main

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand"
	"os"
	"slices"
	"strings"

	"parley/workflow/engine/question"
)

// This file fits the ranker's weights: a log-linear model over the readings of each question, trained so that the readings
// that bring the gold rows get the probability (marginal likelihood), with a pull towards zero. Databases are the unit of
// everything: what is fitted on some is judged on others.

const (
	rounds = 40
	rate   = 0.2
	// pull holds back every weight: the half square of a weight counts like so many questions; pairPull those of pairs.
	pull     = 0.05
	pairPull = 0.3
	// pairs is how many pairs of a question's and a reading's traits keep a weight: those that say most.
	pairs = 100
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
	weights, err := question.ParseWeights(text)
	if err != nil {
		return nil, err
	}
	d := &ranking{weights: weights, marks: question.Marks(text)}
	for _, r := range outcomes {
		if firstRight(r) < 0 || len(r.readings) < 2 || aside(r.DB) {
			continue
		}
		for range weightOf(r) {
			d.samples, d.databases = append(d.samples, d.rankingSample(r)), append(d.databases, r.DB)
		}
	}
	return d, nil
}

// weightOf is how many questions an outcome counts for.
func weightOf(r outcome) int {
	if strings.HasPrefix(r.DB, casesOf) {
		return caseWeight
	}
	return 1
}

// rankingSample is an outcome as numbers. What is marked "!" is out of sight of the data's questions, which would have the
// others make up for it; the cases, which want it, see it as it is.
func (d *ranking) rankingSample(r outcome) sample {
	s := sample{right: r.right}
	all := strings.HasPrefix(r.DB, casesOf)
	for _, reading := range r.readings {
		var numbers []int32
		var values []float64
		for _, f := range reading.Features {
			if d.marks[f.Number] == '!' && !all {
				continue
			}
			numbers, values = append(numbers, int32(f.Number)), append(values, float64(f.Value))
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

// fit fits all weights, and again with the pairs that say most.
func (d *ranking) fit(train []sample, pull float64) []float64 {
	seen := occurrences(train, len(d.weights))
	still := make([]bool, len(d.weights))
	for i, mark := range d.marks {
		still[i] = mark != 0
	}
	w := d.ascend(train, pull, seen, still)
	var list []int
	for i := range w {
		if question.IsPair(i) {
			list = append(list, i)
		}
	}
	says := func(i int) float64 { return math.Abs(w[i]) * math.Sqrt(seen[i]) }
	slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(says(b), says(a)) })
	for _, i := range list[min(pairs, len(list)):] {
		still[i] = true
	}
	w = d.ascend(train, pull, seen, still)
	for i := range w {
		if d.marks[i] != 0 || seen[i] == 0 && !question.IsPair(i) {
			w[i] = d.weights[i]
		}
	}
	return w
}

// ascend is gradient ascent on the likelihood with a step of its own for each weight (AdaGrad). Marked weights stay.
func (d *ranking) ascend(train []sample, pull float64, seen []float64, still []bool) []float64 {
	w := slices.Clone(d.weights)
	for i := range w {
		if d.marks[i] == 0 {
			w[i] = 0
		}
	}
	squares, gradient := make([]float64, len(w)), make([]float64, len(w))
	order := rand.New(rand.NewSource(1))
	for range rounds {
		for _, at := range order.Perm(len(train)) {
			for _, n := range train[at].step(w, gradient) {
				g := gradient[n]
				gradient[n] = 0
				if g == 0 || still[n] {
					continue
				}
				held := pull
				if question.IsPair(int(n)) {
					held = pairPull
				}
				g -= held * w[n] / seen[n]
				squares[n] += g * g
				w[n] += rate * g / math.Sqrt(1+squares[n])
			}
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
	good, all := 0, 0
	for i, s := range d.samples {
		if !strings.HasPrefix(d.databases[i], casesOf) {
			good += boolToInt(s.first(crossed[fold(d.databases[i])]))
			all++
		}
	}
	return percent(good, all)
}

// step adds the gradient of one question: the features of the right readings less those of all, as expected. It gives
// the weights that the gradient bears on.
func (s sample) step(w, gradient []float64) (touched []int32) {
	all, right := s.softmax(w)
	for i := range all {
		p := right[i] - all[i]
		if math.Abs(p) < 1e-6 {
			continue
		}
		for k, n := range s.numbers[i] {
			if gradient[n] == 0 {
				touched = append(touched, n)
			}
			gradient[n] += p * s.features[i][k]
		}
	}
	return touched
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
	fmt.Printf("judged on databases left out %.1f%%\n", d.judged(d.crossed(pull)))
	w := d.fit(d.samples, pull)
	fmt.Printf("after %.1f%%\n", rightFirst(d.samples, w))
	return os.WriteFile(path, []byte(question.FormatWeights(w, d.marks)), 0o644)
}
