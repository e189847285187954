package schema

import (
	"container/heap"
	"slices"
	"sync"
)

// The cost of a way along keys: each key, keys that only names suggest, keys that say more than where they lead ("billing
// address" beside "address"), keys to who works on a row, and what lies beyond them: the place of a row is that of the thing, one key
// further, and not of its clerk. A key that a person told saves some of that. Ways that cost more than farthest are none that a person means.
const (
	costKey          = 1.0
	costInferred     = 0.2
	costRole         = 0.1
	costStaff        = 0.3
	costThroughStaff = 1.1
	gainTold         = 0.25
	farthest         = 5.5
)

// Way is the cheapest way from a row to the one row of another table that it refers to: keys in order, each from many to one.
// ok is false when there is none; the way to itself is empty.
func (g *Graph) Way(from, to *Table) (edges []*Edge, ok bool) {
	if from == to {
		return nil, true
	}
	for to != from {
		e := g.waysFrom(from)[to]
		if e == nil {
			return nil, false
		}
		edges = append(edges, e)
		to = e.From
	}
	slices.Reverse(edges)
	return edges, true
}

// Near says that a way costs no more than a person may mean.
func (g *Graph) Near(way []*Edge) bool {
	sum := 0.0
	for _, e := range way {
		sum += e.Cost()
	}
	return sum < farthest
}

// Referring are the tables from whose rows there is a way to the one row of another table, in the catalogue's order.
func (g *Graph) Referring(to *Table) []*Table {
	return g.referring.of(to, func() []*Table {
		var out []*Table
		for t := range g.cheapest(to, func(at *Table, e *Edge) bool { return e.To == at }) {
			out = append(out, t)
		}
		slices.SortFunc(out, func(a, b *Table) int { return a.ID - b.ID })
		return out
	})
}

// waysFrom are the last keys of the cheapest ways from a table to those that its rows refer to.
func (g *Graph) waysFrom(from *Table) map[*Table]*Edge {
	return g.ways.of(from, func() map[*Table]*Edge {
		return g.cheapest(from, func(at *Table, e *Edge) bool { return e.From == at })
	})
}

// forget drops the distances and the ways that were found: with every change of the keys.
func (g *Graph) forget() {
	g.distances.forget()
	g.ways.forget()
	g.referring.forget()
}

// perTable keeps what was found for each table, for use by several goroutines. What it hands out is not to be changed.
type perTable[V any] struct {
	mu    sync.Mutex
	known map[*Table]V
}

func (p *perTable[V]) of(t *Table, find func() V) V {
	p.mu.Lock()
	defer p.mu.Unlock()
	if v, ok := p.known[t]; ok {
		return v
	}
	if p.known == nil {
		p.known = map[*Table]V{}
	}
	p.known[t] = find()
	return p.known[t]
}

func (p *perTable[V]) forget() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.known = nil
}

// cheapest finds the cheapest ways from one table along keys in one direction (Dijkstra), as the last key to each table that is
// reached; among ways of one cost the one found first stays, in the catalogue's order of keys.
func (g *Graph) cheapest(from *Table, along func(at *Table, e *Edge) bool) map[*Table]*Edge {
	last := map[*Table]*Edge{}
	cost := map[*Table]float64{from: 0}
	done := map[*Table]bool{}
	next := &reached{{from, 0, 0}}
	for order := 1; next.Len() > 0; {
		at := heap.Pop(next).(reach)
		if done[at.table] {
			continue
		}
		done[at.table] = true
		for _, e := range g.Of(at.table) {
			to := e.Other(at.table)
			if !along(at.table, e) || done[to] {
				continue
			}
			c := at.cost + e.Cost()
			if at.table != from && at.table.Employed() {
				c += costThroughStaff
			}
			if known, ok := cost[to]; c >= farthest || ok && c >= known {
				continue
			}
			cost[to], last[to] = c, e
			heap.Push(next, reach{to, c, order})
			order++
		}
	}
	return last
}

// Cost is what the key adds to a way.
func (e *Edge) Cost() float64 {
	cost := costKey
	if !e.Declared {
		cost += costInferred
	}
	for _, word := range e.FromColumns[0].Words {
		if !e.ToColumns[0].Has(word) && !slices.Contains(e.To.Words, word) {
			cost += costRole
		}
	}
	if e.To.Employed() {
		cost += costStaff
	}
	if e.Preferred {
		cost -= gainTold
	}
	return cost
}

// reach is a table that was reached, at what cost and when.
type reach struct {
	table *Table
	cost  float64
	order int
}

// reached is a heap of them, the cheapest first.
type reached []reach

func (r *reached) Len() int { return len(*r) }
func (r *reached) Less(i, j int) bool {
	a, b := (*r)[i], (*r)[j]
	return a.cost < b.cost || a.cost == b.cost && a.order < b.order
}
func (r *reached) Swap(i, j int) { (*r)[i], (*r)[j] = (*r)[j], (*r)[i] }
func (r *reached) Push(x any)    { *r = append(*r, x.(reach)) }
func (r *reached) Pop() any {
	last := (*r)[len(*r)-1]
	*r = (*r)[:len(*r)-1]
	return last
}
