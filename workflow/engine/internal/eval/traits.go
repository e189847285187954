package main

import (
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"math/rand"
	"os"
	"slices"

	"parley/workflow/engine/refine"
)

// This file fits the weights of follow-ups: a log-linear model over the candidates of each turn, trained so that those
// that bring the gold rows get the probability. A penalty on the size of the weights (L1) leaves a few hundred that earn
// their place. Five fits, each without a fifth of the databases, say what the weights are worth on databases they have
// not seen; then all are used.

const (
	traitRounds  = 10
	traitPenalty = 5.0 // on each weight, against the summed likelihood of all turns
	traitRate    = 0.1
	traitSeen    = 5 // turns that must show a trait
	traitFolds   = 5
)

// sample is one turn as numbers: features of each candidate by number.
type sample struct {
	fold     int
	own      bool
	features [][]float64
	numbers  [][]int32
	right    []bool
}

func fitTraits(all []followUp, path string) error {
	s := sampler{names: map[string]int32{}}
	for _, f := range all {
		if !aside(f.db) && f.gold != "" {
			s.add(f)
		}
	}
	s.dropRare()
	for _, own := range []bool{false, true} {
		s.crossValidate(own)
	}
	w := ascend(s.samples, len(s.list))
	weights := map[string]float64{}
	for name, i := range s.names {
		weights[name] = w[i]
	}
	fmt.Printf("fitted on %d turns: right %.1f%%\n", len(s.samples), samplesRight(s.samples, func(sample) []float64 { return w }))
	return os.WriteFile(path, []byte(refine.FormatTraits(weights)), 0o644)
}

// sampler numbers the features of all turns.
type sampler struct {
	names   map[string]int32
	list    []string
	samples []sample
}

func (s *sampler) add(f followUp) {
	h := fnv.New32a()
	h.Write([]byte("fold " + f.db))
	out := sample{fold: int(h.Sum32()>>3) % traitFolds, own: f.own, right: f.right}
	for _, c := range f.list {
		var numbers []int32
		var values []float64
		for _, name := range slices.Sorted(maps.Keys(c.Features)) { // the same order, and so the same weights, every time
			i, ok := s.names[name]
			if !ok {
				i = int32(len(s.list))
				s.names[name], s.list = i, append(s.list, name)
			}
			numbers, values = append(numbers, i), append(values, c.Features[name])
		}
		out.numbers, out.features = append(out.numbers, numbers), append(out.features, values)
	}
	s.samples = append(s.samples, out)
}

// dropRare forgets features that few turns show.
func (s *sampler) dropRare() {
	seen := make([]int, len(s.list))
	for _, x := range s.samples {
		once := map[int32]bool{}
		for _, numbers := range x.numbers {
			for _, n := range numbers {
				once[n] = true
			}
		}
		for n := range once {
			seen[n]++
		}
	}
	for _, x := range s.samples {
		for i, numbers := range x.numbers {
			k := 0
			for j, n := range numbers {
				if seen[n] >= traitSeen {
					numbers[k], x.features[i][k] = n, x.features[i][j]
					k++
				}
			}
			x.numbers[i], x.features[i] = numbers[:k], x.features[i][:k]
		}
	}
}

func (s *sampler) crossValidate(own bool) {
	var fitted [traitFolds][]float64
	for k := range traitFolds {
		fitted[k] = ascend(slices.DeleteFunc(slices.Clone(s.samples), func(x sample) bool { return x.fold == k }), len(s.list))
	}
	of := slices.DeleteFunc(slices.Clone(s.samples), func(x sample) bool { return x.own != own })
	fmt.Printf("on databases not seen, own history %v: right %.2f%% of %d\n", own, samplesRight(of, func(x sample) []float64 { return fitted[x.fold] }), len(of))
}

func (s sample) score(i int, w []float64) float64 {
	sum := 0.0
	for k, n := range s.numbers[i] {
		sum += w[n] * s.features[i][k]
	}
	return sum
}

// teaches says that there is something to learn: a right candidate, and a wrong one.
func (s sample) teaches() bool {
	return slices.Contains(s.right, true) && slices.Contains(s.right, false)
}

// ascent is gradient ascent with a step of its own for each weight (AdaGrad). The penalty of a weight is paid when a
// turn shows it, for all the turns since the last that did.
type ascent struct {
	w, squares, gradient []float64
	paid                 []int
	now                  int
	penalty              float64
	touched              []int32
}

func ascend(samples []sample, n int) []float64 {
	var train []sample
	for _, s := range samples {
		if s.teaches() {
			train = append(train, s)
		}
	}
	a := ascent{w: make([]float64, n), squares: make([]float64, n), gradient: make([]float64, n), paid: make([]int, n), penalty: traitPenalty / float64(len(train))}
	order := rand.New(rand.NewSource(1)).Perm(len(train))
	for round := range traitRounds {
		rate := traitRate
		if round >= traitRounds*3/4 {
			rate /= 4
		}
		for _, i := range order {
			a.step(train[i], rate)
		}
	}
	a.now++
	for i := range a.w {
		a.pay(int32(i), traitRate/4)
	}
	return a.w
}

func (a *ascent) step(s sample, rate float64) {
	a.now++
	for _, numbers := range s.numbers {
		for _, n := range numbers {
			a.pay(n, rate)
		}
	}
	all, right := s.softmax(a.w)
	for i := range all {
		p := right[i] - all[i]
		if math.Abs(p) < 1e-5 {
			continue
		}
		for k, n := range s.numbers[i] {
			if a.gradient[n] == 0 {
				a.touched = append(a.touched, n)
			}
			a.gradient[n] += p * s.features[i][k]
		}
	}
	for _, n := range a.touched {
		g := a.gradient[n]
		a.squares[n] += g * g
		a.w[n] += rate * g / math.Sqrt(1e-8+a.squares[n])
		a.gradient[n] = 0
	}
	a.touched = a.touched[:0]
}

// pay shrinks a weight by what it owes.
func (a *ascent) pay(n int32, rate float64) {
	owed := a.now - 1 - a.paid[n]
	a.paid[n] = a.now
	if owed <= 0 || a.squares[n] == 0 {
		return
	}
	by := a.penalty * float64(owed) * rate / math.Sqrt(1e-8+a.squares[n])
	switch w := a.w[n]; {
	case w > by:
		a.w[n] = w - by
	case w < -by:
		a.w[n] = w + by
	default:
		a.w[n] = 0
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

// samplesRight is the share of turns whose best candidate is right, those without one included.
func samplesRight(samples []sample, weights func(sample) []float64) float64 {
	n := 0
	for _, s := range samples {
		w := weights(s)
		best, at := math.Inf(-1), -1
		for i := range s.right {
			if v := s.score(i, w); v > best {
				best, at = v, i
			}
		}
		if at >= 0 && s.right[at] {
			n++
		}
	}
	return percent(n, len(samples))
}
