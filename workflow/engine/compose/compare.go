package compose

import (
	"slices"
	"strings"

	"parley/workflow/engine/calendar"
	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/phrase"
)

// beside gives the averages that rows or groups are compared with the conditions of the query: those of the same rows.
func beside(d *draft) []*draft {
	f := d.fork(0)
	for _, list := range [][]meaning.Cond{f.query.Where, f.query.Having} {
		for i, c := range list {
			if c.Right == nil || !isAverage(*c.Right) {
				continue
			}
			of := appendFacts(nil, c.Right.Args[0])
			right := *c.Right
			for _, o := range f.query.Where {
				if (o.Right == nil || !isAverage(*o.Right)) && len(of) == 1 && slices.Contains(d.facts(), of[0]) {
					right.Where = append(slices.Clone(right.Where), o)
				}
			}
			list[i].Right = &right
		}
	}
	return []*draft{f}
}

// isAverage says that a term is what rows are compared with: the average of all of them, or of those of their kind.
func isAverage(t meaning.Term) bool { return t.Kind == meaning.Overall || t.Kind == meaning.Alike }

// sides puts two kinds of rows beside each other: values of one column and weekends become a key of the groups, periods
// make a column each of every figure.
func sides(d *draft) []*draft {
	c := d.plan.compare
	if c == nil {
		return []*draft{d}
	}
	facts := d.facts()
	if len(facts) == 0 || !d.query.Figures() || c.ByHowMuch && d.byHowMuch() == "" {
		return nil
	}
	if c.Same {
		c = d.sameDays(*c)
	}
	var out []*draft
	for _, l := range d.rowCond(facts[0], c.Left) {
		for _, r := range d.rowCond(facts[0], c.Right) {
			if c.Joined && !contradictory([]meaning.Cond{l.Is, r.Is}) {
				continue // those that are both are meant
			}
			same := l.Is.Left.Equal(r.Is.Left)
			f := d.fork(l.Score + r.Score)
			switch {
			case c.Left.Kind == phrase.InPeriod && !same:
				continue
			case c.Left.Kind == phrase.InPeriod && c.Listed && f.datedApart(l.Is.Period, r.Is.Period):
				f.query.Where = append(f.query.Where, meaning.Cond{Op: meaning.Or, Kids: []meaning.Cond{l.Is, r.Is}, At: c.At})
			case c.Left.Kind == phrase.InPeriod:
				f.align(l.Is.Period, r.Is.Period)
				f.twice(l.Is, r.Is)
			case c.Apart, c.Differs != "":
				f.twice(l.Is, r.Is)
			case !same || !f.keyed(c, l.Is, r.Is):
				f.score -= costUnlike
				f.twice(l.Is, r.Is)
			}
			out = append(out, f)
		}
	}
	return out
}

// datedApart says that the groups of a figure tell of two periods themselves: the quarters of last year and of this one are no two columns
// of which one is empty. Months of two years stand beside each other (align).
func (d *draft) datedApart(l, r calendar.Period) bool {
	years := l.Grain == "year" && r.Grain == "year"
	return years && slices.ContainsFunc(d.query.Per, func(t meaning.Term) bool { return t.Grain == "quarter" || t.Grain == "week" || t.Grain == "day" })
}

// sameDays sets both sides to the same days, of which those that have not come do not count.
func (d *draft) sameDays(c phrase.Compare) *phrase.Compare {
	if tomorrow := calendar.AddUnits("day", calendar.UnitStart("day", d.now), 1); c.Left.Period.From.Before(tomorrow) && c.Left.Period.To.After(tomorrow) {
		c.Left.Period.To, c.Left.Period.Grain = tomorrow, "day"
	}
	c.Right.Period, _ = c.Left.Period.Within(c.Right.Period) // the grammar has seen that it does
	return &c
}

// costUnlike is two kinds beside each other that are told apart by different columns, or by what is missing.
const costUnlike = 0.1

// differs shows how far apart two sides are; false where nothing of that kind is said, or there are no two sides.
func (p *plan) differs(fn phrase.Loose) bool {
	said := fn == phrase.Differing || fn == phrase.DifferingInHundred || fn == phrase.DifferingBoth
	if !said || p.compare == nil || p.compare.Behind {
		return false
	}
	c := *p.compare
	c.Differs, c.Listed = fn, false
	p.compare = &c
	return true
}

// difference is how far the later of two periods is from the earlier one, and one kind of rows from the other that it is compared with, or by how
// much one is said to be more, or less, than the other.
func (d *draft) difference(one, other meaning.Term) []meaning.Term {
	c, differs := d.plan.compare, d.plan.compare.Differs
	switch d.byHowMuch() {
	case phrase.MoreBy:
		differs = phrase.Differing
	case phrase.LessBy:
		differs, one, other = phrase.Differing, other, one
	}
	if d.byHowMuch() == "" && c.Left.Kind == phrase.InPeriod && c.Left.Period.From.Before(c.Right.Period.From) {
		one, other = other, one
	}
	less := meaning.Term{Kind: meaning.Arithmetic, Fn: "-", Args: []meaning.Term{one, other}, Name: "difference", At: c.At}
	percent := inHundred(less, other, "difference percent", c.At)
	switch differs {
	case phrase.Differing:
		return []meaning.Term{less}
	case phrase.DifferingInHundred:
		return []meaning.Term{percent}
	case phrase.DifferingBoth:
		return []meaning.Term{less, percent}
	}
	return nil
}

// twice shows every figure for the rows of either side.
func (d *draft) twice(l, r meaning.Cond) {
	var shown []meaning.Term
	for _, t := range d.query.Show {
		if !t.Figure() {
			shown = append(shown, t)
			continue
		}
		one, other := narrowed(t, l), narrowed(t, r)
		one.Name, other.Name = t.Explain()+" "+d.sideName(l), t.Explain()+" "+d.sideName(r)
		shown = append(shown, one, other)
		shown = append(shown, d.difference(one, other)...)
		if op := d.plan.compare.Op; op != "" {
			d.query.Having = append(d.query.Having, meaning.Cond{Op: op, Left: one, Right: &other, At: d.plan.compare.At})
		}
	}
	d.query.Show = shown
	d.query.Where = append(d.query.Where, meaning.Cond{Op: meaning.Or, Kids: []meaning.Cond{l, r}, At: d.plan.compare.At})
}

// byHowMuch says whether it is asked by how much a side is more, or less, than the other; empty where it is not.
func (d *draft) byHowMuch() string {
	for _, f := range d.plan.figures {
		if by := f.ByHowMuch(); by != "" {
			return by
		}
	}
	return ""
}

// told are the values by which two kinds of rows are told apart, where both are values of one column: of a flag, what is not so is
// the other one.
func told(l, r meaning.Cond) (values []any, ok bool) {
	if l.Op != meaning.Equal {
		return nil, false
	}
	switch r.Op {
	case meaning.Equal, meaning.In:
		return append(slices.Clone(l.Values), r.Values...), true
	case meaning.NotEqual:
		yes, flag := l.Values[0].(bool)
		return []any{yes, !yes}, flag
	}
	return nil, false
}

// sideName tells one of two kinds of rows from the other: a period by its days, others as they were said.
func (d *draft) sideName(c meaning.Cond) string {
	switch {
	case c.Op == meaning.During:
		return c.Period.String()
	case c.At.Said():
		words := d.words[c.At.From:min(c.At.To, len(d.words))]
		for len(words) > 1 && phrase.Empty(words[0]) && !slices.Contains(english.Denials, words[0]) {
			words = words[1:] // "are paid"
		}
		return strings.Join(words, " ")
	}
	return c.Explain()
}

// align takes figures of two years by the month of the year, so that the same months stand beside each other.
func (d *draft) align(l, r calendar.Period) {
	if l.Grain != "year" || r.Grain != "year" {
		return
	}
	aligned := func(t meaning.Term) meaning.Term {
		if t.Grain == "month" {
			t.Grain = "month of year"
		}
		return t
	}
	for i := range d.query.Per {
		d.query.Per[i] = aligned(d.query.Per[i])
	}
	for i := range d.query.Show {
		d.query.Show[i] = aligned(d.query.Show[i])
	}
}

// narrowed is a figure over the rows that satisfy a condition.
func narrowed(t meaning.Term, c meaning.Cond) meaning.Term {
	if t.Kind == meaning.Count || t.Kind == meaning.Aggregate {
		t.Where = append(slices.Clone(t.Where), c)
		return t
	}
	t.Args = slices.Clone(t.Args)
	for i := range t.Args {
		t.Args[i] = narrowed(t.Args[i], c)
	}
	return t
}

// keyed groups by what the sides differ in.
func (d *draft) keyed(c *phrase.Compare, l, r meaning.Cond) bool {
	if c.Left.Kind == phrase.Weekend && c.Left.Number == nil {
		key := meaning.Term{Kind: meaning.Weekend, At: c.At}
		d.query.Per = append(d.query.Per, key)
		d.query.Show = append(d.query.Show, key)
		return true
	}
	values, ok := told(l, r)
	if !ok {
		return false
	}
	if l.Left.Column == nil || l.Left.Column.Condition == nil { // else each row is so, or is not
		d.query.Where = append(d.query.Where, meaning.Cond{Op: meaning.In, Left: l.Left, Values: values, At: c.At})
	}
	if !contains(d.query.Per, l.Left) {
		d.query.Per = append(d.query.Per, l.Left)
		d.query.Show = append(d.query.Show, l.Left)
	}
	return true
}
