package compose

import (
	"slices"

	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	"parley/workflow/schema"
)

// presently takes stocks and balances that a table keeps again and again, one a day or month, at its last time, unless a time
// was said: they add up over things, never over time.
func presently(d *draft) []*draft {
	var at []meaning.Cond
	for _, t := range d.levels() {
		of, ok := stocked(t)
		if !ok {
			continue
		}
		when, kept := d.composer.snapshot(of)
		if !kept || d.timed(of) {
			continue
		}
		c := meaning.Cond{Op: meaning.Last, Left: when, At: t.At}
		if !slices.ContainsFunc(at, c.Equal) {
			at = append(at, c)
		}
	}
	if len(at) == 0 || len(d.facts()) > 1 {
		return []*draft{d}
	}
	f := d.fork(0)
	f.query.Where = append(f.query.Where, at...)
	return []*draft{f}
}

// levels are what is shown that may be a stock or balance, and where rows are listed without their time, what they are held to.
func (d *draft) levels() []meaning.Term {
	out := slices.Clone(d.query.Show)
	if d.query.Figures() || slices.ContainsFunc(out, func(t meaning.Term) bool { return t.Column != nil && t.Column.Role == schema.Moment }) {
		return out
	}
	for _, c := range d.query.Where {
		if c.Right != nil && c.Left.Kind == meaning.Column {
			out = append(out, c.Left)
		}
	}
	return out
}

// stocked is the table of a stock or balance, or of a figure over one.
func stocked(t meaning.Term) (*schema.Table, bool) {
	if t.Kind == meaning.Column && t.Column.Aggregate == schema.Latest {
		return t.Column.Table, true
	}
	if t.Kind == meaning.Aggregate && t.Args[0].Kind == meaning.Column && t.Args[0].Column.Aggregate == schema.Latest {
		return t.Of, true
	}
	for _, a := range t.Args {
		if of, ok := stocked(a); ok {
			return of, true
		}
	}
	return nil, false
}

// timed says that the figures are of a time already: by a condition, or taken along the calendar.
func (d *draft) timed(of *schema.Table) bool {
	own := func(t meaning.Term) bool { return t.Kind == meaning.Time || d.timeOf(of, t) }
	return slices.ContainsFunc(d.query.Where, func(c meaning.Cond) bool { return c.Left.Kind != meaning.NoTerm && own(c.Left) }) ||
		slices.ContainsFunc(d.query.Per, func(t meaning.Term) bool { t.Grain = ""; return own(t) })
}

// snapshot is the time of a table that says the same of the same things again and again: its key holds the time.
func (c *Composer) snapshot(t *schema.Table) (meaning.Term, bool) {
	when, ok := meaning.TimeOf(c.index, t)
	if !ok {
		return when, false
	}
	key := when.Column
	if when.Via != nil {
		if key = when.Via.FromColumns[0]; when.Via.To.Class != schema.Calendar {
			return when, false // the rows are parts of what has the time
		}
	}
	if len(t.Primary) > 1 {
		return when, key.Table == t && slices.Contains(t.Primary, key.Name) // what else tells the rows apart says each thing once
	}
	return when, key.Table == t && t.Called(english.SnapshotWords)
}
