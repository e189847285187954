package main

import (
	"math"
	"slices"
)

// weights are one for each sign, and the bias last.
type weights []float64

func (w weights) score(signs []float64) float64 {
	z := w[len(w)-1]
	for i, v := range signs {
		z += w[i] * v
	}
	return z
}

// ridge keeps weights small that little evidence speaks for.
const ridge = 1

// fit is a logistic regression by Newton's method on the examples that are not aside, with others of a lower weight beside.
// The bias is moved to where macro-F1 is best for examples that a fold did not see.
func fit(examples, others []example, weight float64) weights {
	x, y, by := matrix(examples, func(e example) bool { return !e.aside }, 1)
	ox, oy, oby := matrix(others, func(e example) bool { return !e.aside }, weight)
	w := newton(append(x, ox...), append(y, oy...), append(by, oby...))
	w[len(w)-1] -= threshold(examples, ox, oy, oby)
	return w
}

func matrix(examples []example, take func(example) bool, weight float64) (x [][]float64, y, by []float64) {
	for _, e := range examples {
		if !take(e) {
			continue
		}
		label := 0.0
		if e.refinement {
			label = 1
		}
		x, y, by = append(x, e.signs), append(y, label), append(by, weight)
	}
	return x, y, by
}

// threshold is where out-of-fold scores part the classes best.
func threshold(examples []example, ox [][]float64, oy, oby []float64) float64 {
	var scores []scored
	for fold := range 5 {
		x, y, by := matrix(examples, func(e example) bool { return !e.aside && e.fold != fold }, 1)
		w := newton(append(x, ox...), append(y, oy...), append(by, oby...))
		for _, e := range examples {
			if !e.aside && e.fold == fold {
				scores = append(scores, scored{w.score(e.signs), e.refinement})
			}
		}
	}
	return bestCut(scores)
}

type scored struct {
	score      float64
	refinement bool
}

// bestCut is the score at which calling everything above a refinement has the best macro-F1.
func bestCut(list []scored) float64 {
	slices.SortFunc(list, func(a, b scored) int {
		if a.score < b.score {
			return -1
		}
		return 1
	})
	var c confusion
	for _, s := range list {
		c.add(s.refinement, true)
	}
	cut, best := 0.0, 0.0
	for i := 0; i+1 < len(list); i++ {
		c.move(list[i].refinement)
		if f := c.macro(); f > best {
			best, cut = f, (list[i].score+list[i+1].score)/2
		}
	}
	return cut
}

// newton fits by iteratively reweighted least squares.
func newton(x [][]float64, y, by []float64) weights {
	n := len(x[0]) + 1
	w := make(weights, n)
	for range 12 {
		hessian, gradient := derivatives(w, x, y, by)
		largest := 0.0
		for i, step := range solve(hessian, gradient) {
			w[i] += step
			largest = max(largest, math.Abs(step))
		}
		if largest < 1e-6 {
			break
		}
	}
	return w
}

// derivatives are those of the log likelihood with the ridge; the bias is free.
func derivatives(w weights, x [][]float64, y, by []float64) (hessian [][]float64, gradient []float64) {
	n := len(w)
	hessian, gradient = make([][]float64, n), make([]float64, n)
	for i := range n {
		hessian[i] = make([]float64, n)
		if i < n-1 {
			hessian[i][i], gradient[i] = ridge, -ridge*w[i]
		}
	}
	row := make([]float64, n)
	for k, signs := range x {
		copy(row, signs)
		row[n-1] = 1
		p := 1 / (1 + math.Exp(-w.score(signs)))
		slope, curve := (y[k]-p)*by[k], max(p*(1-p), 1e-6)*by[k]
		for i, vi := range row {
			if vi == 0 {
				continue
			}
			gradient[i] += slope * vi
			for j, vj := range row {
				hessian[i][j] += curve * vi * vj
			}
		}
	}
	return hessian, gradient
}

// solve is Gaussian elimination with pivots; a sign that never shows has step 0.
func solve(a [][]float64, b []float64) []float64 {
	n := len(b)
	for i := range n {
		pivot := i
		for r := i + 1; r < n; r++ {
			if math.Abs(a[r][i]) > math.Abs(a[pivot][i]) {
				pivot = r
			}
		}
		a[i], a[pivot], b[i], b[pivot] = a[pivot], a[i], b[pivot], b[i]
		for r := i + 1; r < n && a[i][i] != 0; r++ {
			f := a[r][i] / a[i][i]
			for c := i; c < n && f != 0; c++ {
				a[r][c] -= f * a[i][c]
			}
			b[r] -= f * b[i]
		}
	}
	x := make([]float64, n)
	for i := n - 1; i >= 0; i-- {
		sum := b[i]
		for c := i + 1; c < n; c++ {
			sum -= a[i][c] * x[c]
		}
		if a[i][i] != 0 {
			x[i] = sum / a[i][i]
		}
	}
	return x
}
