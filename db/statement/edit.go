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
	if e.HasWindow() {
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

// HasWindow says that a window function takes part in the expression.
func (e Expr) HasWindow() bool {
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

// SetOffset leaves out the first n rows.
func (q *Query) SetOffset(n int64) error {
	if n < 0 {
		return senseless("there are no rows before the first", "leave out %d rows", n)
	}
	q.Offset = Literal(n)
	return nil
}

// width is the number of columns shown; 0 when a star hides it.
func (q *Query) width() int {
	if first := q.first(); !first.hasStar() {
		return len(first.Items)
	}
	return 0
}

// first is the SELECT that names the columns of the result: the query itself, or the first of a set operation.
func (q *Query) first() *Query {
	for q.Set != nil {
		q = q.Set.Left
	}
	return q
}

// SetDistinct shows each row once. Keys of the order that DISTINCT forbids are reported and go.
func (q *Query) SetDistinct() ([]Effect, error) {
	if err := q.plain("show each row once"); err != nil {
		return nil, err
	}
	q.Distinct = true
	return q.dropForbiddenOrder(), nil
}
