package compose

import (
	"slices"

	"parley/workflow/engine/meaning"
	"parley/workflow/engine/phrase"
	"parley/workflow/schema"
)

// This file puts rows in the order that was asked for, and tells when something last happened to things.

func (d *draft) ordered() []*draft {
	if d.plan.sort != nil {
		return d.sorted(*d.plan.sort)
	}
	if len(d.query.Sort) == 0 && !d.query.Figures() && d.query.Of != nil && d.query.Of.Class != schema.Fact && d.entity != nil && !d.query.Distinct && d.query.Keep.N == 0 {
		f := d.fork(0)
		for _, c := range d.query.Of.Label {
			f.query.Sort = append(f.query.Sort, meaning.Key{Term: meaning.ColumnTerm(c, meaning.Span{})})
		}
		return []*draft{f}
	}
	if len(d.query.Sort) > 0 || !d.query.Figures() || len(d.query.Per) == 0 {
		return []*draft{d}
	}
	f := d.fork(0)
	for _, t := range f.query.Per {
		if t.Grain != "" {
			f.query.Sort = append(f.query.Sort, meaning.Key{Term: t})
		}
	}
	if len(f.query.Sort) == 0 {
		for _, t := range f.query.Show {
			if t.Figure() {
				f.query.Sort = []meaning.Key{{Term: t, Desc: true}}
				break
			}
		}
	}
	return []*draft{f}
}

// sorted sets the order that was asked for.
func (d *draft) sorted(s phrase.Sort) []*draft {
	var out []*draft
	add := func(t meaning.Term, score float64) {
		f := d.fork(score)
		f.query.Sort = []meaning.Key{{Term: t, Desc: s.Desc, At: s.At}}
		out = append(out, f)
	}
	switch {
	case s.Figure != nil:
		for _, o := range d.figure(*s.Figure) {
			add(o.Is, o.Score-1)
		}
	case s.Name != nil:
		for _, t := range d.query.Show {
			if t.Column != nil && namesColumn(*s.Name, t.Column) || len(t.Args) > 0 && t.Args[0].Column != nil && namesColumn(*s.Name, t.Args[0].Column) {
				add(t, 0)
			}
		}
		for _, o := range d.columns(*s.Name, nil) {
			add(o.Is[0], o.Score-1)
		}
	case s.Named:
		if called := d.called(); len(called) > 0 {
			f := d.fork(0)
			for _, t := range called {
				f.query.Sort = append(f.query.Sort, meaning.Key{Term: t, At: s.At})
			}
			out = append(out, f)
		}
	case s.Moment:
		if t, ok := d.dueSaid(s); ok {
			add(t, 0)
		} else if t, ok := d.lastOfThings(s); ok {
			add(t, 0)
			if f := out[0]; len(f.query.Show) == 0 {
				f.query.All, f.query.Show = false, append(things(f.query.Of, s.At).shown, t)
			}
		} else if t, ok := d.moment(); ok {
			add(t, 0)
		}
	default:
		if t, ok := d.bySize(s); ok {
			add(t, 0)
		} else if i := slices.IndexFunc(d.query.Show, orderable); i >= 0 {
			add(d.query.Show[i], 0)
		} else if c := d.rowsComeTo(); c != nil {
			add(meaning.ColumnTerm(c, s.At), 0)
		}
	}
	return out
}

// rowsComeTo is what each of the rows in hand comes to: "donations this year, largest first". Nil where they are figures, or nothing tells.
func (d *draft) rowsComeTo() *schema.Column {
	if d.query.Of == nil || d.query.Figures() {
		return nil
	}
	for _, c := range []*schema.Column{principal(d.query.Of), amountOf(d.query.Of)} {
		if c != nil && c.Metric == nil {
			return c
		}
	}
	return nil
}

// called is what the rows in hand go by: things by their label, figures by what they are first taken by.
func (d *draft) called() []meaning.Term {
	switch {
	case d.query.Figures() && len(d.query.Per) > 0:
		return slices.DeleteFunc(slices.Clone(d.query.Per), func(t meaning.Term) bool { return t.Kind != meaning.Column || t.Column.Key() })
	case d.query.Of != nil && !d.query.Figures():
		named := slices.DeleteFunc(slices.Clone(d.query.Of.Label), func(c *schema.Column) bool { return c.Has("number", "code", "identifier") })
		if len(named) == 0 {
			named = d.query.Of.Label
		}
		return terms(named, meaning.Span{})
	}
	return nil
}

// dueSaid is the day by which rows in hand were to be done, where an order speaks of it: "longest overdue first".
func (d *draft) dueSaid(s phrase.Sort) (meaning.Term, bool) {
	said := slices.ContainsFunc(d.words[s.At.From:min(s.At.To, len(d.words))], func(w string) bool { return phrase.StateOf(w) == phrase.Overdue })
	if !said || d.query.Of == nil || d.query.Figures() {
		return meaning.Term{}, false
	}
	due, _ := dueAndDone(d.query.Of)
	if due == nil {
		return meaning.Term{}, false
	}
	return due.term, true
}

// bySize is the number of the rows in hand by which a superlative puts them in order: "dearest first" is by the price.
func (d *draft) bySize(s phrase.Sort) (meaning.Term, bool) {
	by, sized := phrase.Sized(d.words[s.At.From:min(s.At.To, len(d.words))])
	if !sized || d.query.Figures() {
		return meaning.Term{}, false
	}
	for _, t := range d.query.Show {
		if t.Kind == meaning.Column && measures(t.Column) && t.Column.Has(by...) {
			return t, true
		}
	}
	if d.query.Of == nil {
		return meaning.Term{}, false
	}
	for _, c := range d.query.Where { // the price that was compared
		if c.Left.Kind == meaning.Column && c.Left.Column.Table == d.query.Of && measures(c.Left.Column) && c.Left.Column.Has(by...) {
			return meaning.ColumnTerm(c.Left.Column, s.At), true
		}
	}
	if c := sizedBy(d.query.Of, by); c != nil {
		return meaning.ColumnTerm(c, s.At), true
	}
	return meaning.Term{}, false
}

// lastOfThings is when something last happened to things, or first, where that it did in a period is all that is asked of them: "customers who
// left in the last 90 days, most recent first".
func (d *draft) lastOfThings(s phrase.Sort) (meaning.Term, bool) {
	if d.query.Of == nil || d.query.Figures() || slices.ContainsFunc(d.query.Show, func(t meaning.Term) bool { return t.Column != nil && t.Column.Role == schema.Moment }) {
		return meaning.Term{}, false
	}
	var found meaning.Term
	n := 0
	for _, c := range d.query.Where {
		if c.Op == meaning.During {
			return meaning.Term{}, false
		}
		if c.Op != meaning.Exists || c.Many != nil {
			continue
		}
		for _, k := range c.Where {
			when := k.Left
			if own, ok := meaning.TimeOf(d.composer.index, c.Rows); ok && when.Kind == meaning.Time {
				when = own
			}
			if k.Op == meaning.During && when.Kind == meaning.Column && when.Column.Table == c.Rows {
				found, n = meaning.Term{Kind: meaning.Among, Fn: fnOf(s.Desc), Of: c.Rows, Args: []meaning.Term{when}, Where: c.Where, At: s.At}, n+1
			}
		}
	}
	return found, n == 1
}

// fnOf is the greatest where the last come first, else the least.
func fnOf(desc bool) string {
	if desc {
		return "max"
	}
	return "min"
}

// moment is the time by which rows in hand come first: one that is shown, else one that a condition is on, else their own.
func (d *draft) moment() (meaning.Term, bool) {
	for _, t := range d.query.Show {
		if t.Column != nil && t.Column.Role == schema.Moment {
			return t, true
		}
	}
	for _, c := range d.query.Where {
		if c.Op == meaning.During || c.Left.Column != nil && c.Left.Column.Role == schema.Moment {
			return c.Left, true
		}
	}
	if d.query.Of == nil || d.query.Figures() {
		return meaning.Term{}, false
	}
	return meaning.TimeOf(d.composer.index, d.query.Of)
}

func orderable(t meaning.Term) bool {
	return t.Figure() || t.Kind == meaning.Column && (t.Column.Type.Numeric() && !t.Column.Key())
}

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
