package statement

import (
	"fmt"
	"slices"
	"strings"
)

// The edits of refinement. Each changes the Query in place and leaves what is not mentioned as it was; an edit that
// makes no sense returns *Senseless and changes nothing; what had to go along is returned as effects.

// Senseless is returned when an edit would make no sense; the query is unchanged.
type Senseless struct {
	// Edit is what was asked: "order by email".
	Edit string
	// Reason is why not, and what would make it possible.
	Reason string
}

func (e *Senseless) Error() string { return "cannot " + e.Edit + ": " + e.Reason }

func senseless(reason, edit string, args ...any) error {
	return &Senseless{Edit: fmt.Sprintf(edit, args...), Reason: reason}
}

// Effect is something that an edit did beyond what was asked.
type Effect struct {
	// Clause is where: "ORDER BY".
	Clause string
	// Text is the SQL that came or went.
	Text string
	// Added says that it came; else it went.
	Added bool
}

func (e Effect) String() string {
	if e.Added {
		return "also added " + e.Clause + " " + e.Text
	}
	return "also removed " + e.Clause + " " + e.Text
}

// plain refuses an edit of the clauses that a set operation does not have itself.
func (q *Query) plain(edit string, args ...any) error {
	if q.Set == nil {
		return nil
	}
	return senseless("the query combines two with "+q.Set.Kind.String()+"; wrap it, or edit one side", edit, args...)
}

// AddPredicate adds an AND term: to HAVING when it contains an aggregate, else to WHERE. A term that is there already
// changes nothing. A window function cannot be filtered on its own level.
func (q *Query) AddPredicate(e Expr) error {
	if err := q.plain("filter by %s", e.SQL()); err != nil {
		return err
	}
	if hasWindow(e) {
		return senseless("a window function is computed after the filters; wrap the query first", "filter by %s", e.SQL())
	}
	list := &q.Where
	if e.Aggregate() {
		list = &q.Having
	}
	for _, term := range e.Terms() {
		if !slices.ContainsFunc(*list, term.Equal) {
			*list = append(slices.Clip(*list), term)
		}
	}
	return nil
}

func hasWindow(e Expr) bool {
	found := false
	e.Walk(func(x Expr) bool { found = found || x.IsWindow(); return !found })
	return found
}

// RemovePredicate removes an AND term from WHERE or HAVING.
func (q *Query) RemovePredicate(e Expr) error {
	for _, list := range []*[]Expr{&q.Where, &q.Having} {
		if i := slices.IndexFunc(*list, e.Equal); i >= 0 {
			*list = without(*list, i)
			return nil
		}
	}
	return senseless("the query has no such filter", "remove the filter %s", e.SQL())
}

// ReplacePredicate puts an AND term in another's place.
func (q *Query) ReplacePredicate(old, new Expr) error {
	for _, list := range []*[]Expr{&q.Where, &q.Having} {
		i := slices.IndexFunc(*list, old.Equal)
		if i < 0 {
			continue
		}
		if new.Aggregate() != old.Aggregate() {
			*list = without(*list, i)
			return q.AddPredicate(new)
		}
		*list = slices.Concat((*list)[:i], new.Terms(), (*list)[i+1:])
		return nil
	}
	return senseless("the query has no such filter", "replace the filter %s", old.SQL())
}

// PredicatesOn are the AND terms of WHERE whose only column is col; an unqualified name matches any qualifier.
func (q *Query) PredicatesOn(col Expr) []Expr {
	var out []Expr
	for _, term := range q.Where {
		columns := term.Columns()
		if len(columns) > 0 && !slices.ContainsFunc(columns, func(c Expr) bool { return !sameColumn(c, col) }) {
			out = append(out, term)
		}
	}
	return out
}

// sameColumn compares names, and qualifiers where both have one.
func sameColumn(a, b Expr) bool {
	aq, an, aok := a.AsColumn()
	bq, bn, bok := b.AsColumn()
	return aok && bok && strings.EqualFold(an, bn) && (aq == "" || bq == "" || strings.EqualFold(aq, bq))
}

func without[T any](list []T, i int) []T { return slices.Concat(list[:i], list[i+1:]) }

// SetLimit keeps the first n rows; an offset stays.
func (q *Query) SetLimit(n int64) error {
	if n <= 0 {
		return senseless("a limit is at least 1", "limit to %d", n)
	}
	q.Limit = Literal(n)
	return nil
}

// ClearLimit lets all rows through.
func (q *Query) ClearLimit() { q.Limit, q.Offset = Expr{}, Expr{} }

// Combine is the set operation of two queries. Both must show as many columns; order and limit of the sides stay with
// them.
func (q *Query) Combine(kind SetKind, all bool, other *Query) (*Query, error) {
	l, r := q.width(), other.width()
	if l > 0 && r > 0 && l != r {
		return nil, senseless(fmt.Sprintf("one side shows %d columns and the other %d", l, r), "combine with %s", kind)
	}
	whole := NewQuery()
	whole.Set = &SetOperation{Kind: kind, All: all, Left: q.Clone(), Right: other.Clone()}
	return whole, nil
}

// width is the number of columns shown; 0 when a star hides it.
func (q *Query) width() int {
	if q.Set != nil {
		return q.Set.Left.width()
	}
	for _, it := range q.Items {
		if _, star := it.Expr.AsStar(); star {
			return 0
		}
	}
	return len(q.Items)
}

// SetDistinct shows each row once, or every row. Keys of the order that DISTINCT forbids are reported and go.
func (q *Query) SetDistinct(on bool) ([]Effect, error) {
	if err := q.plain("show each row once"); err != nil {
		return nil, err
	}
	q.Distinct = on
	return q.dropForbiddenOrder(), nil
}
