package meaning

import (
	"slices"

	"parley/workflow/schema"
)

// Way is the cheapest way from a row to the one row of another table that it refers to: keys in order, each from many to
// one. ok is false when there is none; the way to itself is empty. Via, when not nil, is a key that the way must take.
func Way(x *schema.Index, from, to *schema.Table, via *schema.Edge) (edges []*schema.Edge, ok bool) {
	if from == to && via == nil {
		return nil, true
	}
	w := &walk{graph: x.Graph, to: to, via: via, best: tooFar}
	w.step(from, nil, 0)
	return w.found, w.found != nil
}

// The cost of a way: each key, keys that only names suggest, and keys that say more than where they lead ("billing
// address" beside "address").
const (
	costKey      = 1.0
	costInferred = 0.2
	costRole     = 0.1
	tooFar       = 5.5
)

type walk struct {
	graph *schema.Graph
	to    *schema.Table
	via   *schema.Edge
	best  float64
	found []*schema.Edge
}

func (w *walk) step(at *schema.Table, path []*schema.Edge, cost float64) {
	if cost >= w.best {
		return
	}
	if at == w.to && len(path) > 0 && (w.via == nil || slices.Contains(path, w.via)) {
		w.best, w.found = cost, slices.Clone(path)
		return
	}
	for _, e := range w.graph.Of(at) {
		if e.From != at || e.To == at && e != w.via || slices.Contains(path, e) {
			continue
		}
		w.step(e.To, append(path, e), cost+edgeCost(e))
	}
}

func edgeCost(e *schema.Edge) float64 {
	cost := costKey
	if !e.Declared {
		cost += costInferred
	}
	for _, word := range e.FromColumns[0].Words {
		if !e.ToColumns[0].Has(word) && !slices.Contains(e.To.Words, word) {
			cost += costRole
		}
	}
	return cost
}

// Refers says that each row of a table refers to at most one row of the other, or is one.
func Refers(x *schema.Index, from, to *schema.Table) bool {
	_, ok := Way(x, from, to, nil)
	return ok
}
