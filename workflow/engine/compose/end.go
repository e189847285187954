package compose

import (
	"fmt"
	"slices"

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
				told := fmt.Sprintf("by %s, not by %s", e.FromColumns[0].Name, other.Name)
				if !slices.Contains(d.takes, told) {
					d.takes = append(slices.Clip(d.takes), told)
				}
			}
		}
	}
	return []*draft{d}
}

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
