package engine

import (
	"fmt"
	"strings"

	"parley/workflow/schema"
)

// fanOut says which sums and averages count a row more than once, because a table that is joined holds several rows for
// it (recipe, fan-out): the freight of an order, summed over the lines of the order.
func fanOut(q *reading, g *schema.Graph) []string {
	var notes []string
	for ; q != nil; q = q.right {
		for _, o := range q.items {
			if o.column == nil || o.distinct || o.aggregate != sum && o.aggregate != average {
				continue
			}
			if many := multiplier(o.column.Table, q, g); many != nil {
				notes = append(notes, fmt.Sprintf("%s counts once for each row of %s that belongs to it, not once for itself",
					strings.Join(schema.Split(o.column.Name), " "), many.Name))
			}
		}
	}
	return notes
}

// multiplier is a table of the reading, or on the way to one, that holds several rows for one of t; nil when none does.
func multiplier(t *schema.Table, q *reading, g *schema.Graph) *schema.Table {
	edges, ok := g.Tree(q.all(), nil)
	if !ok {
		return nil
	}
	reached := map[*schema.Table]bool{t: true}
	for grown := true; grown; {
		grown = false
		for _, e := range edges {
			switch {
			case reached[e.From] && !reached[e.To]:
				reached[e.To], grown = true, true
			case reached[e.To] && !reached[e.From] && e.From != e.To:
				return e.From
			}
		}
	}
	return nil
}
