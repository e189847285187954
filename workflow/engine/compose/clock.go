package compose

import (
	"slices"

	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/phrase"
	"parley/workflow/schema"
)

// This file makes groups of time and conditions on time go by one moment of the rows, and finds the moments that are told by other words than
// their names.

// oneClock takes figures by the time that a condition named, or by that of what was done with the rows, where they are taken by the rows' own:
// "claims submitted this year, per month", "permits issued per month".
func oneClock(d *draft) []*draft {
	facts := d.facts()
	if len(facts) != 1 {
		return []*draft{d}
	}
	f := d.fork(0)
	if paced := slices.IndexFunc(f.query.Per, func(t meaning.Term) bool { return t.Kind == meaning.Time && t.Grain != "" }); paced >= 0 {
		if now, ok := f.clock(facts[0]); ok {
			f.pacedBy(now, paced)
		}
	}
	for _, t := range f.query.Per {
		f.onlyDated(t)
	}
	return []*draft{f}
}

// pacedBy takes the groups by another moment than the rows' own.
func (d *draft) pacedBy(now meaning.Term, paced int) {
	was := d.query.Per[paced]
	now.Grain, now.At = was.Grain, was.At
	d.query.Per[paced] = now
	for i, t := range d.query.Show {
		if t.Equal(was) {
			d.query.Show[i] = now
		}
	}
}

// clock is the moment by which the words count the rows: that of a period, else that of what was done with all of them.
func (d *draft) clock(of *schema.Table) (meaning.Term, bool) {
	for _, c := range d.query.Where {
		if c.Op == meaning.During && (c.Left.Kind == meaning.Column || c.Left.Kind == meaning.Time) {
			return c.Left, c.Left.Kind == meaning.Column && d.timeOf(of, c.Left)
		}
	}
	return d.allDoneAt(of)
}

// allDoneAt is the moment of what the words say was done with all the rows that are looked at.
func (d *draft) allDoneAt(of *schema.Table) (meaning.Term, bool) {
	if !d.loneFigure() || d.query.Moment(of) != nil {
		return meaning.Term{}, false
	}
	for _, t := range d.query.Show {
		if t.Figure() && len(t.Where) == 1 && t.Where[0].Op == meaning.NotNull && d.timeOf(of, t.Where[0].Left) {
			return t.Where[0].Left, true // "permits issued" are those that have such a day
		}
	}
	return d.doneAt(of)
}

// loneFigure says that one plain figure is asked for: what its rows are said to be is of all that is looked at, not of a part.
func (d *draft) loneFigure() bool {
	var figures []meaning.Term
	for _, t := range d.query.Show {
		if t.Figure() || t.Kind == meaning.Ratio || t.Kind == meaning.Arithmetic {
			figures = append(figures, t)
		}
	}
	return len(figures) == 1 && (figures[0].Kind == meaning.Count || figures[0].Kind == meaning.Aggregate) && len(d.plan.figures) < 2 && d.plan.compare == nil
}

// onlyDated looks at those rows alone for which the moment of the groups has come, where words say that it has: "offers sent per month".
func (d *draft) onlyDated(at meaning.Term) {
	if at.Kind != meaning.Column || at.Grain == "" || at.Via != nil || !at.Column.Optional() || !d.loneFigure() || !d.saysCame(at.Column) {
		return
	}
	dated := func(c meaning.Cond) bool {
		return (c.Op == meaning.NotNull || c.Op == meaning.During) && c.Left.Column == at.Column
	}
	if !slices.ContainsFunc(d.query.Show, func(t meaning.Term) bool { return t.Kind == meaning.Count }) {
		return // what rows without that day come to is nothing anyway
	}
	for i, t := range d.query.Show {
		if len(t.Where) == 1 && t.Where[0].Op == meaning.NotNull && dated(t.Where[0]) {
			d.query.Show[i].Where = nil
		}
	}
	if !slices.ContainsFunc(d.query.Where, dated) {
		known := meaning.Cond{Op: meaning.NotNull, Left: meaning.ColumnTerm(at.Column, at.At), At: at.At}
		d.query.Where = append(d.query.Where, known)
	}
}

// saysCame says that a word of the question is the participle of what a moment tells, or that what was planned was done then.
func (d *draft) saysCame(c *schema.Column) bool {
	if t, ok := d.carriedOutAt(c.Table); ok && t.Column == c {
		return true
	}
	return slices.ContainsFunc(d.words, func(w string) bool { return schema.Participle(w) && hasStem(c.Words, []string{w}) })
}

// carriedOutAt is the moment at which rows that lie on the calendar by a plan were done, where the words say that they were: inspections
// that were carried out last month.
func (d *draft) carriedOutAt(of *schema.Table) (meaning.Term, bool) {
	undone := slices.ContainsFunc(d.conditions(), func(c phrase.Cond) bool { return c.Not || c.Kind == phrase.Pending })
	if undone || !hasWord(d.words, english.PerformedWords) {
		return meaning.Term{}, false
	}
	return d.actuallyAt(of)
}

// actuallyAt is the moment at which rows were done that lie on the calendar by when they were planned; false for others.
func (d *draft) actuallyAt(of *schema.Table) (meaning.Term, bool) {
	own, ok := meaning.TimeOf(d.composer.index, of)
	due, done := dueAndDone(of)
	if !ok || due == nil || done == nil || !own.Equal(due.term) {
		return meaning.Term{}, false
	}
	return done.term, true
}

// wasAt is the time by which the last or the first of rows is found: the last one has been, whatever is planned.
func (d *draft) wasAt(of *schema.Table, fn string) (meaning.Term, bool) {
	if t, ok := d.doneAt(of); ok {
		return t, true
	}
	if t, ok := d.actuallyAt(of); ok && fn == "max" {
		return t, true
	}
	return meaning.TimeOf(d.composer.index, of)
}

// occasionAt is the moment after which rows are called: last month's departures departed then.
func (d *draft) occasionAt(of *schema.Table) (meaning.Term, bool) {
	for _, n := range d.plan.nouns {
		if !phrase.Several(n.Name.Text) || names(n.Name, []*schema.Table{of}) {
			continue
		}
		for _, m := range moments(n.Name) {
			if m.Is.of == of {
				return m.Is.term, true
			}
		}
	}
	return meaning.Term{}, false
}

// lengthAt is where hours lie that are added up: hours booked for last month begin then, whenever they were booked.
func (d *draft) lengthAt(of *schema.Table) (meaning.Term, bool) {
	for _, t := range d.query.Show {
		if t.Kind != meaning.Aggregate || t.Fn != "sum" || len(t.Args) == 0 || t.Args[0].Kind != meaning.Between {
			continue
		}
		if from := t.Args[0].Args[1]; from.Kind == meaning.Column && d.timeOf(of, from) {
			return from, true
		}
	}
	return meaning.Term{}, false
}

// madeAt is the moment at which rows were made that lie on the calendar by what they were made for, where that is said: "bookings made last
// month".
func (d *draft) madeAt(of *schema.Table) (meaning.Term, bool) {
	own, ok := meaning.TimeOf(d.composer.index, of)
	if !ok || own.Column == nil || !awaited(own.Column) && !hasStem(own.Column.Words, english.AheadWords) {
		return meaning.Term{}, false
	}
	made := slices.ContainsFunc(d.subjects(), func(n phrase.Noun) bool {
		i := n.Name.At.To
		for i < len(d.words) && english.BeforeVerbs[d.words[i]] {
			i++
		}
		return n.Name.At.Said() && names(n.Name, []*schema.Table{of}) && i < len(d.words) && english.MadeWords[d.words[i]]
	})
	at, ok := d.cameToBe(of, own)
	return at, made && ok
}
