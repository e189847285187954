package meaning

import (
	"slices"
	"strconv"
	"time"

	"parley/db"
	"parley/db/statement"
	"parley/workflow/engine/calendar"
	"parley/workflow/schema"
)

// TimeOf is the column by which the rows of a table lie on the calendar: its own, or that of a table of days that it refers
// to. ok is false when there is none.
func TimeOf(x *schema.Index, t *schema.Table) (Term, bool) {
	if len(t.Moments) > 0 && t.Moments[0].Via != nil && t.Moments[0].Column == t.Moment {
		return Term{Kind: Column, Column: t.Moment, Via: t.Moments[0].Via}, true
	}
	if t.Moment != nil && t.Moment.Table == t {
		return ColumnTerm(happened(t), Span{}), true
	}
	var best *schema.Edge
	for _, e := range x.Graph.Of(t) {
		if e.From == t && dayOf(e.To) != nil && (best == nil || e.Cost() < best.Cost()) {
			best = e
		}
	}
	if best != nil {
		return Term{Kind: Column, Column: dayOf(best.To), Via: best}, true
	}
	for _, c := range t.Columns {
		if c.Coded() != "" {
			return ColumnTerm(c, Span{}), true
		}
	}
	return ofHeader(x, t)
}

// time is the column by which what the SELECT takes lies on the calendar.
func (s *Scope) time() (Term, bool) {
	if s.moment != nil {
		return ColumnTerm(s.moment, Span{}), true
	}
	return TimeOf(s.index, s.root)
}

// Time is by what the rows of a table lie on the calendar in a query: by the moment that its figures were defined with, else by their own.
func (q *Query) Time(x *schema.Index, of *schema.Table) (Term, bool) {
	if at := q.Moment(of); at != nil {
		return ColumnTerm(at, Span{}), true
	}
	return TimeOf(x, of)
}

// Moment is the time that all figures over the rows of a table were defined with; nil where there is none, or several.
func (q *Query) Moment(of *schema.Table) *schema.Column {
	var found *schema.Column
	for _, t := range q.Show {
		for _, leaf := range t.leaves() {
			if leaf.Of != of {
				continue
			}
			var own *schema.Column
			if leaf.Kind == Aggregate && leaf.Args[0].Kind == Column && leaf.Args[0].Column.Metric != nil {
				own = leaf.Args[0].Column.Metric.Moment
			}
			if own == nil || found != nil && found != own {
				return nil
			}
			found = own
		}
	}
	return found
}

// ofHeader is the time of the one row that a table's rows are parts of: order lines lie where their order lies. It is the one whose
// name theirs holds, or whose key is a part of theirs.
func ofHeader(x *schema.Index, t *schema.Table) (Term, bool) {
	for _, is := range []func(*schema.Edge) bool{partByName, partByKey} {
		for _, e := range x.Graph.Of(t) {
			if e.From == t && e.To != t && e.To.Moment != nil && e.To.Moment.Table == e.To && is(e) {
				return Term{Kind: Column, Column: happened(e.To), Via: e}, true
			}
		}
	}
	return Term{}, false
}

// partByName says that the name of rows holds that of the ones that they refer to, whatever says that those are whole.
func partByName(e *schema.Edge) bool {
	whole := slices.DeleteFunc(slices.Clone(e.To.Words), func(w string) bool { return headWords[w] })
	return len(whole) > 0 && within(whole, e.From.Words)
}

// headWords say that rows are those of which others are parts.
var headWords = map[string]bool{"head": true, "header": true, "master": true, "main": true}

// partByKey says that the key of rows begins with that of the ones that they refer to, which happened themselves.
func partByKey(e *schema.Edge) bool {
	own := e.From.Primary
	return len(own) > 1 && len(e.FromColumns) == 1 && own[0] == e.FromColumns[0].Name && e.To.Class == schema.Fact
}

func within(part, all []string) bool {
	for _, w := range part {
		if !slices.Contains(all, w) {
			return false
		}
	}
	return true
}

// bookkeeping are words of moments at which a row was written; others tell when that happened which the row is about.
var (
	bookkeeping = []string{"create", "created", "insert", "inserted", "load", "loaded", "record", "recorded", "enter", "entered"}
	later       = []string{"update", "updated", "modify", "modified", "delete", "deleted", "end", "ended", "due", "birth", "expire", "expiry", "until", "to", "valid", "effective", "close", "closed", "last", "next", "hire",
		"promise", "promised", "expect", "expected", "target", "require", "required", "request", "requested", "estimate", "estimated", "agreed"}
)

// happened is the moment at which what a row tells of happened: the one column that says so and is never empty, where the
// default one only says when the row was written, and nobody told that the rows go by it.
func happened(t *schema.Table) *schema.Column {
	if t.Timed || !t.Moment.Has(bookkeeping...) {
		return t.Moment
	}
	for _, c := range t.Columns {
		if c != t.Moment && c.Type.Temporal() && !c.Nullable && !c.Has(bookkeeping...) && !c.Has(later...) {
			return c
		}
	}
	return t.Moment
}

// calendarWords are the names of tables that hold one row a day.
var calendarWords = []string{"date", "calendar", "day", "time"}

// dayOf is the column that holds the day of a table of days; nil when the table is none.
func dayOf(t *schema.Table) *schema.Column {
	named := false
	for _, w := range calendarWords {
		for _, own := range t.Words {
			named = named || own == w
		}
	}
	if !named {
		return nil
	}
	for _, c := range t.Columns {
		if c.Type == db.Date || c.Type == db.Timestamp {
			return c
		}
	}
	return nil
}

// Inside is a condition that a column lies in a period, in the form of the column: a date, a year or a coded number.
func Inside(c *schema.Column, x statement.Expr, p calendar.Period) statement.Expr {
	bound := func(t time.Time) statement.Expr { return statement.Literal(Held(c, t)) }
	if c.Coded() == "" && c.Year && !c.Type.Temporal() {
		bound = func(t time.Time) statement.Expr { return statement.Literal(int64(t.Year())) }
	}
	if c.Type == db.Date && !p.From.IsZero() && p.From.AddDate(0, 0, 1).Equal(p.To) {
		return statement.Binary("=", x, bound(p.From)) // a day has no hours
	}
	var terms []statement.Expr
	if !p.From.IsZero() {
		terms = append(terms, statement.Binary(">=", x, bound(p.From)))
	}
	if !p.To.IsZero() {
		terms = append(terms, statement.Binary("<", x, bound(p.To)))
	}
	for _, v := range c.Unset() {
		if zero := v == db.Value(int64(0)); zero && p.From.IsZero() || !zero && p.To.IsZero() {
			terms = append(terms, statement.Binary("<>", x, statement.Literal(v))) // no day at all
		}
	}
	return statement.And(terms...)
}

// Held is a time as a column holds it: a date, or the number that stands for the day or month.
func Held(c *schema.Column, t time.Time) any {
	layout := c.Coded()
	if layout == "" {
		return t
	}
	n, _ := strconv.ParseInt(t.Format(layout), 10, 64)
	return n
}
