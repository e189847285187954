package engine

import (
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/schema"
)

// This file changes predicates. A predicate belongs to a column when it names no other; a new value for that column
// replaces it, "also" widens it, "not" narrows it (engine.md, "From refinement to edits").

// subject is the one column that a predicate is about; nil when it is about none, or several.
func (s view) subject(predicate statement.Expr) *schema.Column {
	var found *schema.Column
	for _, e := range predicate.Columns() {
		c := s.column(e)
		if c == nil || found != nil && c != found {
			return nil
		}
		found = c
	}
	return found
}

// about gives the places in WHERE of the predicates that the column owns.
func (s view) about(c *schema.Column) []int {
	var out []int
	for i, p := range s.query.Where {
		if s.subject(p) == c {
			out = append(out, i)
		}
	}
	return out
}

// replace puts predicates in the place of all that the column owns, or at the end.
func (s view) replace(c *schema.Column, predicates ...statement.Expr) error {
	if len(predicates) == 0 {
		return s.remove(s.owned(c))
	}
	old := s.owned(c)
	if len(old) == 0 {
		return s.query.AddPredicate(statement.And(predicates...))
	}
	if err := s.remove(old[1:]); err != nil {
		return err
	}
	return s.query.ReplacePredicate(old[0], statement.And(predicates...))
}

// owned are the predicates that the column owns.
func (s view) owned(c *schema.Column) []statement.Expr {
	var out []statement.Expr
	for _, i := range s.about(c) {
		out = append(out, s.query.Where[i])
	}
	return out
}

func (s view) remove(predicates []statement.Expr) error {
	for _, p := range predicates {
		if err := s.query.RemovePredicate(p); err != nil {
			return err
		}
	}
	return nil
}

// constraint is a predicate on one column, read from the tree: the values it allows or forbids.
type constraint struct {
	values  []statement.Expr
	negated bool
}

// constraintOf reads x = v, x IN (…), x <> v, x NOT IN (…), the same with OR x IS NULL, and x = v OR x = w.
func constraintOf(p statement.Expr) (constraint, bool) {
	if terms, ok := p.AsOr(); ok {
		return constraintOfTerms(terms)
	}
	if inner, ok := p.AsNot(); ok {
		c, ok := constraintOf(inner)
		c.negated = !c.negated
		return c, ok
	}
	if _, values, negated, ok := p.AsIn(); ok {
		return constraint{values, negated}, true
	}
	op, _, r, ok := p.AsBinary()
	if !ok {
		return constraint{}, false
	}
	if _, literal := r.AsLiteral(); !literal {
		return constraint{}, false
	}
	switch strings.ToLower(op) {
	case "=", "is not distinct from":
		return constraint{values: []statement.Expr{r}}, true
	case "<>", "!=", "is distinct from":
		return constraint{values: []statement.Expr{r}, negated: true}, true
	}
	return constraint{}, false
}

func constraintOfTerms(terms []statement.Expr) (constraint, bool) {
	var out constraint
	for _, t := range terms {
		if _, negated, ok := t.AsNull(); ok && !negated {
			out.negated = true
			continue
		}
		c, ok := constraintOf(t)
		if !ok {
			return out, false
		}
		out.values = append(out.values, c.values...)
		out.negated = out.negated || c.negated
	}
	return out, len(out.values) > 0
}

// allowed makes x = v, or x IN (…).
func allowed(x statement.Expr, values []statement.Expr) statement.Expr {
	if _, _, column := x.AsColumn(); !column && len(values) == 1 && values[0].Equal(statement.Literal(true)) {
		return x // a condition that has a name
	}
	if len(values) == 1 {
		return statement.Binary("=", x, values[0])
	}
	return statement.In(x, values...)
}

// forbidden makes x <> v, or x NOT IN (…); rows without a value stay where the column has such rows.
func (ed *editor) forbidden(c *schema.Column, x statement.Expr, values []statement.Expr) statement.Expr {
	if c.Condition != nil {
		return statement.Negated(x, c.Condition.Nullable())
	}
	p := statement.NotIn(x, values...)
	if len(values) == 1 {
		p = statement.Binary("<>", x, values[0])
	}
	if ed.nulls.in(c) {
		return statement.Or(p, statement.IsNull(x))
	}
	return p
}

// eachBlock runs f on every block that can reach the column, with the column's reference there. At least one must.
func (ed *editor) eachBlock(c *schema.Column, f func(s view, x statement.Expr) error) bool {
	done := false
	blocks := ed.blocks()
	for k, s := range blocks {
		x, ok := s.ref(c)
		if !ok && k > 0 {
			x, ok = ed.across(c, s)
		}
		if !ok {
			var err error
			if ed.byHub(s, c.Table) {
				continue
			}
			if x, err = s.reach(c); err != nil {
				continue
			}
		}
		if f(s, x) != nil {
			return false
		}
		done = true
	}
	return done
}

// byHub says that the way to a table leads from what the rows refer to down to other rows that refer to it as well: all who bought on
// that day are no part of a visit. Of rows in force that are listed one by one, or of figures, no such table says anything.
func (ed *editor) byHub(s view, t *schema.Table) bool {
	home, in := s.home(), map[*schema.Table]bool{}
	for _, h := range home {
		in[h] = true
	}
	refersHere := func(h *schema.Table) bool {
		return slices.ContainsFunc(ed.index.Graph.Of(h), func(e *schema.Edge) bool { return e.To == h && e.From != h && slices.Contains(home, e.From) })
	}
	for _, e := range ed.index.Graph.Path(home, t) {
		if in[e.To] && !in[e.From] && (!slices.Contains(home, e.To) || refersHere(e.To)) {
			return true
		}
		in[e.To], in[e.From] = true, true
	}
	return false
}

// addsByHub says that a query reads tables beside those of the present one to which no way leads but by a hub.
func (ed *editor) addsByHub(present, made *statement.Query) bool {
	was, now := view{ed.index, leftmost(present)}, view{ed.index, leftmost(made)}
	home := was.home()
	if len(home) == 0 || !slices.ContainsFunc(now.home(), func(t *schema.Table) bool { return slices.Contains(home, t) }) {
		return false
	}
	return slices.ContainsFunc(now.home(), func(t *schema.Table) bool { return !slices.Contains(home, t) && ed.byHub(was, t) })
}

// addsMany says that a query lists rows of the present one several times, for what belongs to them.
func (ed *editor) addsMany(present, made *statement.Query) bool {
	was, now := view{ed.index, leftmost(present)}, view{ed.index, leftmost(made)}
	home := was.home()
	if made.Grouped() || len(home) == 0 {
		return false
	}
	return slices.ContainsFunc(now.home(), func(t *schema.Table) bool { return !slices.Contains(was.tables(), t) && ed.fansFrom(home, t) > 0 })
}

// across finds the column of another side of a set operation that stands where c stands in the first.
func (ed *editor) across(c *schema.Column, other view) (statement.Expr, bool) {
	first := ed.scope()
	for i, item := range first.query.Items {
		if first.column(item.Expr) == c && i < len(other.query.Items) {
			return other.query.Items[i].Expr, true
		}
	}
	return statement.Expr{}, false
}

// owner is the column whose place a predicate on x takes in this block: c, or across a set operation its counterpart.
func (s view) owner(c *schema.Column, x statement.Expr) *schema.Column {
	if own := s.column(x); own != nil {
		return own
	}
	return c
}

// only keeps the rows with one of the values, instead of what the column had to be.
func (ed *editor) only(c *schema.Column, values []statement.Expr) bool {
	return ed.eachBlock(c, func(s view, x statement.Expr) error {
		if err := s.dropKeyed(c); err != nil {
			return err
		}
		return s.replace(s.owner(c, x), allowed(x, values))
	})
}

// dropKeyed drops what asks for other rows of the column's table by the key that refers to it: a code gives way to a name.
func (s view) dropKeyed(c *schema.Column) error {
	if c.Key() || c.Role == schema.Measure {
		return nil
	}
	var doomed []statement.Expr
	for _, p := range s.query.Where {
		now, ok := constraintOf(p)
		own := s.subject(p)
		if !ok || now.negated || own == nil || own.Table == c.Table {
			continue
		}
		for _, e := range s.index.Graph.Of(own.Table) {
			if e.From == own.Table && e.To == c.Table && len(e.FromColumns) == 1 && e.FromColumns[0] == own {
				doomed = append(doomed, p)
				break
			}
		}
	}
	return s.remove(doomed)
}

// exclude leaves the rows with the values out. Values that are allowed now are taken away from those.
func (ed *editor) exclude(c *schema.Column, values []statement.Expr) bool {
	return ed.eachBlock(c, func(s view, x statement.Expr) error {
		for _, p := range s.owned(s.owner(c, x)) {
			now, ok := constraintOf(p)
			if !ok {
				continue
			}
			if now.negated {
				return s.query.ReplacePredicate(p, ed.forbidden(c, x, union(now.values, values)))
			}
			switch rest := minus(now.values, values); {
			case len(rest) == len(now.values):
				return nil // they are out already
			case len(rest) > 0:
				return s.query.ReplacePredicate(p, allowed(x, rest))
			}
		}
		return s.replaceEqual(s.owner(c, x), ed.forbidden(c, x, values))
	})
}

// replaceEqual drops the values that the column had to have, and adds the predicate beside its other predicates.
func (s view) replaceEqual(c *schema.Column, p statement.Expr) error {
	err := s.remove(slices.DeleteFunc(s.owned(c), func(old statement.Expr) bool {
		now, ok := constraintOf(old)
		return !ok || now.negated
	}))
	if err != nil {
		return err
	}
	return s.query.AddPredicate(p)
}

// include lets rows with the values in too: "also", "as well". After an exclusion "and" excludes further values, when
// follow is set.
func (ed *editor) include(c *schema.Column, values []statement.Expr, follow bool) bool {
	return ed.eachBlock(c, func(s view, x statement.Expr) error {
		for _, p := range s.owned(s.owner(c, x)) {
			now, ok := constraintOf(p)
			if ok && follow && now.negated && len(minus(now.values, values)) == len(now.values) {
				return s.query.ReplacePredicate(p, ed.forbidden(c, x, union(now.values, values)))
			}
			if ok {
				return s.widen(ed, c, p, x, now, values)
			}
		}
		if follow {
			return s.replace(s.owner(c, x), allowed(x, values))
		}
		return s.letIn(ed, allowed(x, values))
	})
}

// letInBound lets rows in whose number is so great, where nothing is asked of that number yet.
func (ed *editor) letInBound(c condition) bool {
	if c.column == nil || c.related != nil || c.tally || c.item >= 0 || len(ed.scope().about(c.column)) > 0 {
		return false
	}
	return ed.eachBlock(c.column, func(s view, x statement.Expr) error {
		return s.letIn(ed, statement.Binary(c.operator, x, c.values[0]))
	})
}

// letIn lets rows in that meet a condition on what nothing is asked of yet: beside all that is asked of the rows but their time.
func (s view) letIn(ed *editor, met statement.Expr) error {
	c, _ := ed.inForce()
	asked := slices.DeleteFunc(slices.Clone(s.query.Where), func(p statement.Expr) bool {
		own := s.subject(p)
		return own != nil && own.Role == schema.Moment && own == c
	})
	if len(asked) > 0 && !slices.ContainsFunc(asked, func(p statement.Expr) bool { return s.subject(p) == nil || s.subject(p).Role != schema.Moment }) {
		asked = slices.Clone(s.query.Where) // what rows are as of a day: begun, and not over
	}
	if len(asked) == 0 {
		ed.note("those are in already")
		return nil
	}
	if err := s.remove(asked); err != nil {
		return err
	}
	ed.assume("whatever else is asked of the rows, those are in")
	return s.query.AddPredicate(statement.Or(statement.And(asked...), met))
}

func (s view) widen(ed *editor, c *schema.Column, p, x statement.Expr, now constraint, values []statement.Expr) error {
	if !now.negated {
		return s.query.ReplacePredicate(p, allowed(x, union(now.values, values)))
	}
	rest := minus(now.values, values)
	if len(rest) == len(now.values) {
		ed.note("those are in already")
		return nil
	}
	if len(rest) > 0 {
		return s.query.ReplacePredicate(p, ed.forbidden(c, x, rest))
	}
	return s.query.RemovePredicate(p)
}

// release drops what the column had to be; not ok when nothing was asked of it.
func (ed *editor) release(c *schema.Column) bool {
	found := false
	for _, s := range ed.blocks() {
		if len(s.about(c)) > 0 {
			found = s.replace(c) == nil || found
		}
	}
	return found
}

// compare adds x OP v. A bound in the same direction, and a value that x had to have, give way.
func (ed *editor) compare(c *schema.Column, op string, v statement.Expr) bool {
	return ed.eachBlock(c, func(s view, x statement.Expr) error {
		own := s.owner(c, x)
		s.query.Where = ed.withoutBound(s.query.Where, op, v, func(p statement.Expr) bool { return s.subject(p) == own })
		return s.query.AddPredicate(statement.Binary(op, x, v))
	})
}

// compareItem adds a comparison of a computed select item.
func (ed *editor) compareItem(item int, op string, v statement.Expr) bool {
	q := ed.block()
	x := q.Items[item].Expr
	if ed.query.Set != nil || x.IsWindow() {
		return false
	}
	q.Where = ed.withoutBound(q.Where, op, v, func(p statement.Expr) bool {
		_, l, _, ok := p.AsBinary()
		return ok && l.Equal(x)
	})
	return q.AddPredicate(statement.Binary(op, x, v)) == nil
}

// rebound gives the last comparison with a number another number: "make that 800".
func (ed *editor) rebound(n int) bool {
	q := ed.block()
	for _, list := range [][]statement.Expr{q.Having, q.Where} {
		for i := len(list) - 1; i >= 0; i-- {
			op, l, r, ok := list[i].AsBinary()
			if !ok || direction(op) == 0 {
				continue
			}
			switch v, _ := r.AsLiteral(); v.(type) {
			case int64, float64:
				list[i] = statement.Binary(op, l, statement.Literal(int64(n)))
				return ed.query.Set == nil
			}
		}
	}
	return false
}

// withoutBound drops the predicates that a new comparison replaces.
func (ed *editor) withoutBound(list []statement.Expr, op string, v statement.Expr, mine func(statement.Expr) bool) []statement.Expr {
	var out []statement.Expr
	for _, p := range list {
		if mine(p) && (replaced(p, op) || excluded(p, op, v)) {
			continue
		}
		out = append(out, p)
	}
	return out
}

// replaced says whether a comparison with op takes the place of the predicate.
func replaced(p statement.Expr, op string) bool {
	if _, _, _, negated, ok := p.AsBetween(); ok {
		return !negated
	}
	if now, ok := constraintOf(p); ok {
		return !now.negated || op == "="
	}
	old, _, _, ok := p.AsBinary()
	return ok && (op == "=" || direction(old) == direction(op))
}

// excluded says that no number meets both the predicate and a new bound: "less than 10" after "more than 10".
func excluded(p statement.Expr, op string, v statement.Expr) bool {
	old, _, bound, ok := p.AsBinary()
	if !ok || direction(old)*direction(op) >= 0 {
		return false
	}
	a, known := numberOf(bound)
	b, also := numberOf(v)
	return known && also && (direction(op) < 0 && b <= a || direction(op) > 0 && b >= a)
}

func numberOf(e statement.Expr) (float64, bool) {
	v, _ := e.AsLiteral()
	switch n := v.(type) {
	case int64:
		return float64(n), true
	case float64:
		return n, true
	}
	return 0, false
}

// direction is the side that a comparison bounds: -1 above, 1 below, 0 neither.
func direction(op string) int {
	switch op {
	case "<", "<=":
		return -1
	case ">", ">=":
		return 1
	}
	return 0
}

func union(a, b []statement.Expr) []statement.Expr {
	return append(append([]statement.Expr{}, a...), minus(b, a)...)
}

func minus(a, b []statement.Expr) []statement.Expr {
	var out []statement.Expr
	for _, x := range a {
		found := false
		for _, y := range b {
			found = found || x.Equal(y)
		}
		if !found {
			out = append(out, x)
		}
	}
	return out
}

// inForce is the date column that WHERE bounds, with its predicates; nil when there is none.
func (ed *editor) inForce() (*schema.Column, []statement.Expr) {
	s := ed.scope()
	for _, p := range s.query.Where {
		if _, _, empty := p.AsNull(); empty {
			continue // whether there is a date bounds none
		}
		if c := s.subject(p); c != nil && c.Role == schema.Moment {
			return c, s.owned(c)
		}
	}
	return nil, nil
}
