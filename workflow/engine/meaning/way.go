package meaning

import (
	"slices"

	"parley/workflow/schema"
)

// Way is the cheapest way from a row to the one row of another table that it refers to: keys in order, each from many to
// one. ok is false when there is none; the way to itself is empty. Via, when not nil, is a key that the way must take.
func Way(x *schema.Index, from, to *schema.Table, via *schema.Edge) (edges []*schema.Edge, ok bool) {
	if via == nil {
		return x.Graph.Way(from, to)
	}
	before, ok := x.Graph.Way(from, via.From)
	if !ok {
		return nil, false
	}
	after, ok := x.Graph.Way(via.To, to)
	if !ok || slices.ContainsFunc(after, func(e *schema.Edge) bool { return e == via || slices.Contains(before, e) }) {
		return nil, false
	}
	way := slices.Concat(before, []*schema.Edge{via}, after)
	return way, x.Graph.Near(way)
}

// Refers says that each row of a table refers to at most one row of the other, or is one.
func Refers(x *schema.Index, from, to *schema.Table) bool {
	_, ok := Way(x, from, to, nil)
	return ok
}
