package engine

import (
	"strconv"
	"time"

	"parley/db/statement"
	"parley/workflow/engine/meaning"
	"parley/workflow/schema"
)

// year reads a figure as a year where a date is meant: after a word of time, or with no number to compare.
func (r *conditionReader) year(it *Item) (Period, bool) {
	y := int(it.Number)
	if float64(y) != it.Number || y < 1800 || y > 2200 || len(it.Lower) != 4 || r.item >= 0 {
		return Period{}, false
	}
	if r.named != nil && r.named.Role != schema.Moment {
		return Period{}, false
	}
	if r.cmp != nil && !temporal(r.cmp.Cue.Dimension) && r.named == nil {
		return Period{}, false
	}
	if r.named == nil && r.ed.moment() == nil {
		return Period{}, false
	}
	from := time.Date(y, 1, 1, 0, 0, 0, 0, r.ed.now.Location())
	return Period{From: from, To: from.AddDate(1, 0, 0), Grain: "year"}, true
}

// years reads "between 2002 and 2003" as one period, both years included.
func (r *conditionReader) years(low float64, it *Item) bool {
	cmp := r.cmp
	r.cmp = nil
	to, ok := r.year(it)
	first := Item{Number: low, Lower: strconv.FormatFloat(low, 'f', -1, 64)}
	from, also := r.year(&first)
	if !ok || !also {
		r.cmp = cmp
		return false
	}
	r.low = nil
	r.periodOf(Period{From: from.From, To: to.To, Grain: "years"})
	return true
}

func temporal(dimension []string) bool {
	for _, w := range dimension {
		if w == "date" {
			return true
		}
	}
	return false
}

func (r *conditionReader) period(it *Item) { r.periodOf(*it.Period) }

func (r *conditionReader) periodOf(p Period) {
	c := r.named
	if c == nil || c.Role != schema.Moment {
		c = r.ed.moment()
	}
	if c == nil {
		r.lost++
		return
	}
	if p.Recurs {
		p = r.ed.anchored(c, p)
	}
	edge := ""
	if r.cmp != nil {
		edge = r.cmp.Lower
	}
	r.out = append(r.out, condition{kind: periodCondition, column: c, item: -1, negated: r.negated, period: &p, edge: edge})
	r.named, r.negated, r.cmp = nil, false, nil
}

// anchored moves a period without a year to the year that the query speaks of already: "July instead" of August 2005.
func (ed *editor) anchored(c *schema.Column, p Period) Period {
	s := ed.scope()
	for _, i := range s.about(c) {
		var year int
		s.query.Where[i].Walk(func(e statement.Expr) bool {
			if v, ok := e.AsLiteral(); ok && year == 0 {
				year = yearOf(v)
			}
			return true
		})
		if year > 0 {
			shift := year - p.From.Year()
			p.From, p.To = p.From.AddDate(shift, 0, 0), p.To.AddDate(shift, 0, 0)
			return p
		}
	}
	return p
}

// yearOf reads the year of a literal date; 0 when it is none.
func yearOf(v any) int {
	if t, ok := dateOf(v); ok {
		return t.Year()
	}
	return 0
}

// within makes the predicates for a period on x, half-open.
func within(c *schema.Column, x statement.Expr, p *Period, edge string) []statement.Expr {
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

func before(edge string) bool { return cues[edge].Operator == "<" }

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

// narrowTo bounds a column on one side: a bound on the other side stays as long as the two leave something between them.
func (s view) narrowTo(c *schema.Column, p statement.Expr) error {
	op, _, v, ok := p.AsBinary()
	if !ok || direction(op) == 0 {
		return s.replace(c, p)
	}
	if s.betweenBounds(c) && !s.liesWithin(c, v) {
		return s.replace(c, p) // "since June" after "last month" goes up to today
	}
	var old []statement.Expr
	for _, q := range s.owned(c) {
		was, _, w, bound := q.AsBinary()
		if !bound || direction(was) != -direction(op) || !apartBounds(w, v, direction(op)) {
			old = append(old, q)
		}
	}
	if err := s.remove(old); err != nil {
		return err
	}
	return s.query.AddPredicate(p)
}

// betweenBounds says that a column has to lie between two bounds.
func (s view) betweenBounds(c *schema.Column) bool {
	has := map[int]bool{}
	for _, q := range s.owned(c) {
		if op, _, _, ok := q.AsBinary(); ok {
			has[direction(op)] = true
		}
	}
	return has[1] && has[-1]
}

// liesWithin says that a time is known to lie between the bounds that a column has.
func (s view) liesWithin(c *schema.Column, v statement.Expr) bool {
	at, known := v.AsLiteral()
	when, text := at.(string)
	for _, q := range s.owned(c) {
		op, _, w, ok := q.AsBinary()
		bound, is := w.AsLiteral()
		b, too := bound.(string)
		if !ok || !known || !text || !is || !too || direction(op) > 0 && when < b || direction(op) < 0 && when > b {
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

// widenPeriod lets a further period in: the old bounds or the new ones.
func (ed *editor) widenPeriod(c condition) bool {
	ed.understand(relation(c.column, *c.period))
	return ed.eachBlock(c.column, func(s view, x statement.Expr) error {
		own := s.owner(c.column, x)
		var old []statement.Expr
		for _, i := range s.about(own) {
			old = append(old, s.query.Where[i])
		}
		list := within(c.column, x, c.period, c.edge)
		if len(old) > 0 {
			list = []statement.Expr{statement.Or(statement.And(old...), statement.And(list...))}
		}
		return s.replace(own, list...)
	})
}

// dateOf reads a literal date.
func dateOf(v any) (time.Time, bool) {
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
