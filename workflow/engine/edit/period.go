package edit

import (
	"slices"
	"strconv"
	"time"

	"parley/db/statement"
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/phrase"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// year reads a figure as a year where a date is meant: after a word of time, or with no number to compare.
func (r *conditionReader) year(it *tag.Item) (tag.Period, bool) {
	y := int(it.Number)
	if float64(y) != it.Number || y < 1800 || y > 2200 || len(it.Lower) != 4 || r.item >= 0 {
		return tag.Period{}, false
	}
	if r.named != nil && r.named.Role != schema.Moment {
		return tag.Period{}, false
	}
	if r.cmp != nil && !Temporal(r.cmp.Cue.Dimension) && r.named == nil {
		return tag.Period{}, false
	}
	if r.named == nil && r.ed.Moment() == nil {
		return tag.Period{}, false
	}
	from := time.Date(y, 1, 1, 0, 0, 0, 0, r.ed.Now.Location())
	return tag.Period{From: from, To: from.AddDate(1, 0, 0), Grain: "year"}, true
}

// years reads "between 2002 and 2003" as one period, both years included.
func (r *conditionReader) years(low float64, it *tag.Item) bool {
	cmp := r.cmp
	r.cmp = nil
	to, ok := r.year(it)
	first := tag.Item{Number: low, Lower: strconv.FormatFloat(low, 'f', -1, 64)}
	from, also := r.year(&first)
	if !ok || !also {
		r.cmp = cmp
		return false
	}
	r.low = nil
	r.periodOf(tag.Period{From: from.From, To: to.To, Grain: "years"})
	return true
}

// Temporal says that an adjective measures time.
func Temporal(dimension []string) bool {
	for _, w := range dimension {
		if w == "date" {
			return true
		}
	}
	return false
}

func (r *conditionReader) period(it *tag.Item) { r.periodOf(*it.Period) }

func (r *conditionReader) periodOf(p tag.Period) {
	c := r.named
	if c == nil || c.Role != schema.Moment {
		c = r.ed.Moment()
	}
	if c == nil {
		r.lost++
		return
	}
	p = r.ed.Anchored(c, phrase.Reached(p, c, r.ed.Said.Words, r.ed.Series(), r.ed.Now))
	edge := ""
	if r.cmp != nil {
		edge = r.cmp.Lower
	}
	r.out = append(r.out, Condition{Kind: PeriodCondition, Column: c, Item: -1, Negated: r.negated, Period: &p, Edge: edge})
	r.named, r.negated, r.cmp = nil, false, nil
}

// Series says that the query in force takes figures by a unit of time.
func (ed *Editor) Series() bool {
	return slices.ContainsFunc(ed.Block().GroupBy, func(x statement.Expr) bool {
		c := ed.Scope().Subject(ed.Block().Meaning(x))
		return c != nil && c.Role == schema.Moment
	})
}

// Anchored moves a period without a year to the year that the query speaks of already: "July instead" of August 2005, "only July" of 2025. One
// that the query reaches, or that is yet to come there, stays as it is.
func (ed *Editor) Anchored(c *schema.Column, p tag.Period) tag.Period {
	first, last := ed.yearsAsked(c)
	if !p.Recurs || first.IsZero() {
		return p
	}
	at := p.From
	if at.IsZero() {
		at = p.To.AddDate(0, 0, -1)
	}
	if !at.Before(first) && at.Before(last) {
		return p
	}
	for n := first.Year() - at.Year(); n <= last.Year()-at.Year(); n++ {
		if then := at.AddDate(n, 0, 0); !then.Before(first) && then.Before(last) {
			return p.InYears(n)
		}
	}
	moved := p.InYears(first.Year() - at.Year())
	if moved.From.After(ed.Now) && !p.From.After(ed.Now) {
		return p
	}
	return moved
}

// yearsAsked are the first and the last day that the query compares a column with; zero where it compares with none. What has no end goes on
// until today.
func (ed *Editor) yearsAsked(c *schema.Column) (first, last time.Time) {
	s := ed.Scope()
	for _, i := range s.About(c) {
		s.Query.Where[i].Walk(func(e statement.Expr) bool {
			v, _ := e.AsLiteral()
			day, ok := DateOf(v)
			if ok && (first.IsZero() || day.Before(first)) {
				first = day
			}
			if ok && day.After(last) {
				last = day
			}
			return true
		})
	}
	if list := s.About(c); len(list) == 1 && first.Equal(last) {
		if op, _, _, ok := s.Query.Where[list[0]].AsBinary(); ok && Direction(op) > 0 {
			last = ed.Now
		}
	}
	return first, last
}

// Within makes the predicates for a period on x, half-open.
func Within(c *schema.Column, x statement.Expr, p *tag.Period, edge string) []statement.Expr {
	from, to := moment(c, p.From), moment(c, p.To)
	if c.Year && p.Rolling && edge == "" && p.Grain == "year" {
		return []statement.Expr{statement.Binary(">", x, from)}
	}
	switch edge {
	case "since", "starting from":
		return []statement.Expr{statement.Binary(">=", x, from)}
	case "until", "till", "by the end of":
		return []statement.Expr{statement.Binary("<", x, to)}
	case "":
	default:
		if before(edge) {
			return []statement.Expr{statement.Binary("<", x, from)}
		}
		return []statement.Expr{statement.Binary(">=", x, to)}
	}
	switch {
	case p.From.IsZero():
		return []statement.Expr{statement.Binary("<", x, to)}
	case p.To.IsZero():
		return []statement.Expr{statement.Binary(">=", x, from)}
	case c.Year && p.Grain == "year":
		return []statement.Expr{statement.Binary("=", x, from)}
	}
	return []statement.Expr{statement.Binary(">=", x, from), statement.Binary("<", x, to)}
}

func before(edge string) bool { return tag.Cues[edge].Operator == "<" }

// moment is a point in time as the column holds it: a year as a number.
func moment(c *schema.Column, t time.Time) statement.Expr {
	switch {
	case c.Year && c.Type.Numeric():
		return statement.Literal(int64(t.Year()))
	case c.Year:
		return statement.Literal(strconv.Itoa(t.Year()))
	}
	return statement.Literal(meaning.Held(c, t))
}

// NarrowTo bounds a column on one side: a bound on the other side stays as long as the two leave something between them.
func (s View) NarrowTo(c *schema.Column, p statement.Expr) error {
	op, _, v, ok := p.AsBinary()
	if !ok || Direction(op) == 0 {
		return s.Replace(c, p)
	}
	if s.betweenBounds(c) && !s.liesWithin(c, v) {
		return s.Replace(c, p) // "since June" after "last month" goes up to today
	}
	var old []statement.Expr
	for _, q := range s.owned(c) {
		was, _, w, bound := q.AsBinary()
		if !bound || Direction(was) != -Direction(op) || !apartBounds(w, v, Direction(op)) {
			old = append(old, q)
		}
	}
	if err := s.Remove(old); err != nil {
		return err
	}
	return s.Query.AddPredicate(p)
}

// betweenBounds says that a column has to lie between two bounds.
func (s View) betweenBounds(c *schema.Column) bool {
	has := map[int]bool{}
	for _, q := range s.owned(c) {
		if op, _, _, ok := q.AsBinary(); ok {
			has[Direction(op)] = true
		}
	}
	return has[1] && has[-1]
}

// liesWithin says that a time is known to lie between the bounds that a column has.
func (s View) liesWithin(c *schema.Column, v statement.Expr) bool {
	at, known := v.AsLiteral()
	when, text := at.(string)
	for _, q := range s.owned(c) {
		op, _, w, ok := q.AsBinary()
		bound, is := w.AsLiteral()
		b, too := bound.(string)
		if !ok || !known || !text || !is || !too || Direction(op) > 0 && when < b || Direction(op) < 0 && when > b {
			return false
		}
	}
	return true
}

// apartBounds says that a bound that stands leaves rows beside a new one of the other direction, as far as can be seen: a time that is
// computed is taken to lie before.
func apartBounds(stands, made statement.Expr, direction int) bool {
	a, known := stands.AsLiteral()
	b, also := made.AsLiteral()
	if !known || !also {
		return true
	}
	x, text := a.(string)
	y, too := b.(string)
	if !text || !too {
		return false
	}
	if direction > 0 {
		return y < x
	}
	return x < y
}

// WidenPeriod lets a further period in: the old bounds or the new ones.
func (ed *Editor) WidenPeriod(c Condition) bool {
	ed.Understand(Relation(c.Column, *c.Period))
	return ed.EachBlock(c.Column, func(s View, x statement.Expr) error {
		own := s.Owner(c.Column, x)
		var old []statement.Expr
		for _, i := range s.About(own) {
			old = append(old, s.Query.Where[i])
		}
		list := Within(c.Column, x, c.Period, c.Edge)
		if len(old) > 0 {
			list = []statement.Expr{statement.Or(statement.And(old...), statement.And(list...))}
		}
		return s.Replace(own, list...)
	})
}

// DateOf reads a literal date.
func DateOf(v any) (time.Time, bool) {
	switch d := v.(type) {
	case time.Time:
		return d, true
	case string:
		if len(d) >= 10 {
			t, err := time.Parse("2006-01-02", d[:10])
			return t, err == nil
		}
	}
	return time.Time{}, false
}
