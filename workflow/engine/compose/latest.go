package compose

import (
	"slices"

	"parley/workflow/engine/meaning"
	"parley/workflow/engine/phrase"
	"parley/workflow/schema"
)

// lastOfEach lists things with the time at which something last happened to each: those to which nothing happened are among them,
// without a time. None where more is said than of which things.
func (d *draft) lastOfEach() []*draft {
	p := d.plan
	if len(p.figures) != 1 || p.figures[0].Kind != phrase.When || len(p.dims) != 1 || !p.dims[0].Each || p.dims[0].Grain != "" || len(p.nouns) > 0 || p.compare != nil {
		return nil
	}
	var out []*draft
	for _, o := range d.lastTime(p.figures[0]) {
		for _, m := range p.dims[0].Name.Matches {
			steps, ok := d.way(o.Is.Of, m.Table)
			if m.Column != nil || !ok || steps == 0 || len(m.Table.Label) == 0 || !d.ofThings(m.Table, append(slices.Clone(p.conds), p.figures[0].Noun.Conds...)) {
				continue
			}
			f := d.fork(o.Score + m.Score() - 2 + gainThing - costStep*float64(steps-1))
			f.plan.figures, f.plan.dims = nil, nil
			f.plan.nouns = []phrase.Noun{{Name: p.dims[0].Name, At: p.dims[0].At}}
			f.query.Of, f.entity = m.Table, m.Table
			last := meaning.Term{Kind: meaning.Among, Fn: o.Is.Fn, Of: o.Is.Of, Args: o.Is.Args, At: o.Is.At}
			f.query.Show = append(things(m.Table, p.dims[0].At).shown, last)
			f.query.Sort = []meaning.Key{{Term: last, Desc: o.Is.Fn == "max"}}
			out = append(out, f)
		}
	}
	return out
}

// ofThings says that conditions are all on the things themselves, or on what they refer to.
func (d *draft) ofThings(t *schema.Table, conds []phrase.Cond) bool {
	return !slices.ContainsFunc(conds, func(c phrase.Cond) bool {
		if c.Kind == phrase.InPeriod {
			return true
		}
		list := d.rowCond(t, c)
		return len(list) == 0 || list[0].Is.Op == meaning.Exists || list[0].Is.Op == meaning.NotExists
	})
}
