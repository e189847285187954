package question

import (
	"fmt"
	"strings"

	"parley/workflow/engine/reading"
	"parley/workflow/schema"
)

// FanOut says which sums and averages count a row more than once, because a table that is joined holds several rows for
// it (recipe, fan-out): the freight of an order, summed over the lines of the order.
func FanOut(q *reading.Reading, g *schema.Graph) []string {
	var notes []string
	for ; q != nil; q = q.Right {
		for _, o := range q.Items {
			if o.Column == nil || o.Distinct || o.Aggregate != reading.Sum && o.Aggregate != reading.Average {
				continue
			}
			if many := Multiplier(o.Column.Table, q, g); many != nil {
				notes = append(notes, fmt.Sprintf("%s counts once for each row of %s that belongs to it, not once for itself",
					strings.Join(schema.Split(o.Column.Name), " "), many.Name))
			}
		}
	}
	return notes
}

// Multiplier is a table of the reading, or on the way to one, that holds several rows for one of t; nil when none does.
func Multiplier(t *schema.Table, q *reading.Reading, g *schema.Graph) *schema.Table {
	edges, ok := g.Tree(q.All(), nil)
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
