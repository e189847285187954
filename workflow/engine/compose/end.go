package compose

import (
	"fmt"
	"slices"

	"parley/workflow/engine/meaning"
	"parley/workflow/engine/phrase"
	"parley/workflow/schema"
)

// tellEnd says by which end rows are told that have one key to where they begin and one to where they end, where nobody said which:
// "average fare per city".
func tellEnd(d *draft) []*draft {
	if d.query.Of == nil {
		return []*draft{d}
	}
	for _, key := range d.query.Per {
		if key.Via != nil || key.Column == nil {
			continue
		}
		way, ok := d.composer.index.Graph.Way(d.query.Of, key.Column.Table)
		if !ok {
			continue
		}
		for _, e := range way {
			if other := otherEnd(d.composer.index, e); other != nil {
				d.take(fmt.Sprintf("by %s, not by %s", e.FromColumns[0].Name, other.Name))
			}
		}
		if other := otherWay(d.composer.index, way); other != nil {
			d.take(fmt.Sprintf("by %s, not by %s", calledKey(way[len(way)-1]), calledKey(other)))
		}
	}
	return []*draft{d}
}

// take notes what is assumed, once.
func (d *draft) take(told string) {
	if !slices.Contains(d.takes, told) {
		d.takes = append(slices.Clip(d.takes), told)
	}
}

// furtherWay is how many keys more another way may take that leads to the same things.
const furtherWay = 1

// otherWay is the last key of another way, not much longer, to where a way of several keys leads: an invoice is of the home branch of who
// pays it, and of the branch where the course is. Nil where there is none.
func otherWay(x *schema.Index, way []*schema.Edge) *schema.Edge {
	if len(way) < 2 {
		return nil
	}
	last, from := way[len(way)-1], way[0].From
	var found *schema.Edge
	shortest := len(way) + furtherWay + 1
	for _, e := range x.Graph.Of(last.To) {
		if e == last || e.To != last.To || e.From == last.To || e.From == last.From || len(e.FromColumns) != 1 {
			continue
		}
		if other, ok := meaning.Way(x, from, last.To, e); ok && len(other) < shortest && !slices.Contains(other, last) && !slices.ContainsFunc(other, func(o *schema.Edge) bool { return o.To == last.From }) {
			found, shortest = e, len(other)
		}
	}
	return found
}

// calledKey names a key by its table and column.
func calledKey(e *schema.Edge) string { return e.From.Name + "." + e.FromColumns[0].Name }

// otherEnd is the column of another key to the same table, of which one is where rows begin and the other where they end; nil without such.
func otherEnd(x *schema.Index, e *schema.Edge) *schema.Column {
	if len(e.FromColumns) != 1 {
		return nil
	}
	c := e.FromColumns[0]
	for _, o := range x.Graph.Between(e.From, e.To) {
		if o == e || o.From != e.From || len(o.FromColumns) != 1 {
			continue
		}
		other := o.FromColumns[0]
		if phrase.Begins(c) && phrase.Ends(other) || phrase.Ends(c) && phrase.Begins(other) {
			return other
		}
	}
	return nil
}
