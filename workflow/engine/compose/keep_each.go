package compose

import (
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/phrase"
)

// each keeps so many in each group that was said; none where the rows have no such groups.
func (d *draft) each(k phrase.Keep) []*draft {
	for _, dim := range k.Each {
		options := d.dimension(dim)
		if len(options) == 0 {
			return nil
		}
		best := d.nearest(options)
		d.query.Keep.Each = append(d.query.Keep.Each, best.Is.keys...)
		if d.query.Figures() {
			d.query.Per = append(d.query.Per, best.Is.keys...)
		}
		d.query.Show = append(d.query.Show, best.Is.shown...)
		d.score += best.Score - 1
	}
	return []*draft{d}
}

// nearest is the grouping of the things themselves that are kept, before one of what only their figures lead to: waiters are of the city
// of their branch, not of their guests.
func (d *draft) nearest(options []Option[grouping]) Option[grouping] {
	for _, o := range options {
		if options[0].Score-o.Score > costFarther || d.entity == nil {
			break
		}
		if c := o.Is.keys[0].Column; c != nil && meaning.Refers(d.composer.index, d.entity, c.Table) {
			return o
		}
	}
	return options[0]
}

// costFarther is how far behind a grouping of the things that are kept may be.
const costFarther = 0.3
