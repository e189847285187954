package reading

import (
	"container/heap"

	"parley/workflow/engine/tag"
)

// This file is the search: rules read a question as straight code, and wherever the words allow more than one reading
// they open a choice, describe each option by features, and take the one that pick returns. A run follows the best
// option at each choice; every option not taken is a fork, tried later in the order of how much worse it looked. So the
// rules need no beam and no backtracking of their own, and the readings come out best first.

// Feature names a general property of an option or a reading; its weight stands in weights.txt.
type Feature uint16

// FeatureNames are the names of all features, by number.
var FeatureNames []string

// Feat registers a feature; it is called by package variables alone.
func Feat(name string) Feature {
	FeatureNames = append(FeatureNames, name)
	return Feature(len(FeatureNames) - 1)
}

// Valued is a feature with its value.
type Valued struct {
	feature Feature
	value   float64
}

// Is is a feature that an option has.
func Is(f Feature) Valued { return Valued{f, 1} }

// By is a feature by its amount.
func By(f Feature, v float64) Valued { return Valued{f, v} }

// When is a feature that an option has where something holds.
func When(f Feature, b bool) Valued { return Valued{f, float64(tag.BoolInt(b))} }

// fork is an unexplored option: the picks that lead to it, and what it costs against the best path.
type fork struct {
	picks []uint8
	gap   float64
	order int
}

type forks []fork

func (f *forks) Len() int { return len(*f) }
func (f *forks) Less(i, j int) bool {
	a, b := (*f)[i], (*f)[j]
	return a.gap < b.gap || a.gap == b.gap && a.order < b.order
}
func (f *forks) Swap(i, j int) { (*f)[i], (*f)[j] = (*f)[j], (*f)[i] }
func (f *forks) Push(v any)    { *f = append(*f, v.(fork)) }
func (f *forks) Pop() any {
	old := *f
	v := old[len(old)-1]
	*f = old[:len(old)-1]
	return v
}

// Chooser makes the choices of one run after another.
type Chooser struct {
	Weights []float64
	pending forks
	forked  int

	forced []uint8 // picks to repeat
	picks  []uint8 // picks made
	gap    float64 // of the forced picks
	Total  []float64

	options []int // where each open option's features begin
	open    []Valued
}

// maxGap is how much worse than the best an option may look and still be tried.
const maxGap = 7

// NewChooser makes the choices of a question by the weights of features.
func NewChooser(weights []float64) *Chooser {
	c := &Chooser{Weights: weights, Total: make([]float64, len(weights))}
	heap.Push(&c.pending, fork{})
	return c
}

// Next prepares the next run; false when every promising fork has been tried.
func (c *Chooser) Next() bool {
	if len(c.pending) == 0 {
		return false
	}
	f := heap.Pop(&c.pending).(fork)
	c.forced, c.gap = f.picks, f.gap
	c.picks = c.picks[:0]
	clear(c.Total)
	return true
}

// Choice begins a choice.
func (c *Chooser) Choice() {
	c.options, c.open = c.options[:0], c.open[:0]
}

// Option adds an option to the open choice.
func (c *Chooser) Option(fs ...Valued) {
	c.options = append(c.options, len(c.open))
	c.open = append(c.open, fs...)
}

// Also adds features to the option added last.
func (c *Chooser) Also(fs ...Valued) { c.open = append(c.open, fs...) }

// Pick closes the choice and gives the option to follow; -1 when there are no options.
func (c *Chooser) Pick() int {
	switch len(c.options) {
	case 0:
		return -1
	case 1:
		c.count(0)
		return 0
	}
	best, at := 0.0, -1
	for i := range c.options {
		if s := c.score(i); at < 0 || s > best {
			best, at = s, i
		}
	}
	depth := len(c.picks)
	if depth < len(c.forced) {
		at = min(int(c.forced[depth]), len(c.options)-1)
	} else {
		c.fork(at, best)
	}
	c.picks = append(c.picks, uint8(at))
	c.count(at)
	return at
}

func (c *Chooser) features(i int) []Valued {
	if i+1 < len(c.options) {
		return c.open[c.options[i]:c.options[i+1]]
	}
	return c.open[c.options[i]:]
}

func (c *Chooser) score(i int) float64 {
	s := 0.0
	for _, v := range c.features(i) {
		s += c.Weights[v.feature] * v.value
	}
	return s
}

func (c *Chooser) count(i int) {
	for _, v := range c.features(i) {
		c.Total[v.feature] += v.value
	}
}

// Note adds features to the run's reading, apart from any choice.
func (c *Chooser) Note(fs ...Valued) {
	for _, v := range fs {
		c.Total[v.feature] += v.value
	}
}

func (c *Chooser) fork(taken int, best float64) {
	for i := range c.options {
		gap := c.gap + best - c.score(i)
		if i == taken || gap > maxGap || len(c.picks) > 200 || i > 250 {
			continue
		}
		picks := append(append(make([]uint8, 0, len(c.picks)+1), c.picks...), uint8(i))
		c.forked++
		heap.Push(&c.pending, fork{picks, gap, c.forked})
	}
}
