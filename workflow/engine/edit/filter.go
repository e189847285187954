package edit

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"parley/db/statement"
	"parley/workflow/schema"
)

// This file changes predicates. A predicate belongs to a column when it names no other; a new value for that column
// replaces it, "also" widens it, "not" narrows it.

// Subject is the one column that a predicate is about; nil when it is about none, or several.
func (s View) Subject(predicate statement.Expr) *schema.Column {
	var found *schema.Column
	for _, e := range predicate.Columns() {
		c := s.Column(e)
		if c == nil || found != nil && c != found {
			return nil
		}
		found = c
	}
	return found
}

// About gives the places in WHERE of the predicates that the column owns.
func (s View) About(c *schema.Column) []int {
	var out []int
	for i, p := range s.Query.Where {
		if s.Subject(p) == c {
			out = append(out, i)
		}
	}
	return out
}

// Replace puts predicates in the place of all that the column owns, or at the end.
func (s View) Replace(c *schema.Column, predicates ...statement.Expr) error {
	if len(predicates) == 0 {
		return s.Remove(s.owned(c))
	}
	old := s.owned(c)
	if len(old) == 0 {
		return s.Query.AddPredicate(statement.And(predicates...))
	}
	if err := s.Remove(old[1:]); err != nil {
		return err
	}
	return s.Query.ReplacePredicate(old[0], statement.And(predicates...))
}

// owned are the predicates that the column owns.
func (s View) owned(c *schema.Column) []statement.Expr {
	var out []statement.Expr
	for _, i := range s.About(c) {
		out = append(out, s.Query.Where[i])
	}
	return out
}

// Remove drops predicates.
func (s View) Remove(predicates []statement.Expr) error {
	for _, p := range predicates {
		if err := s.Query.RemovePredicate(p); err != nil {
			return err
		}
	}
	return nil
}

// Constraint is a predicate on one column, read from the tree: the values it allows or forbids.
type Constraint struct {
	Values  []statement.Expr
	Negated bool
}

// ConstraintOf reads x = v, x IN (…), x <> v, x NOT IN (…), the same with OR x IS NULL, and x = v OR x = w.
func ConstraintOf(p statement.Expr) (Constraint, bool) {
	if terms, ok := p.AsOr(); ok {
		return constraintOfTerms(terms)
	}
	if inner, ok := p.AsNot(); ok {
		c, ok := ConstraintOf(inner)
		c.Negated = !c.Negated
		return c, ok
	}
	if _, values, negated, ok := p.AsIn(); ok {
		return Constraint{values, negated}, true
	}
	op, _, r, ok := p.AsBinary()
	if !ok {
		return Constraint{}, false
	}
	if _, literal := r.AsLiteral(); !literal {
		return Constraint{}, false
	}
	switch strings.ToLower(op) {
	case "=", "is not distinct from":
		return Constraint{Values: []statement.Expr{r}}, true
	case "<>", "!=", "is distinct from":
		return Constraint{Values: []statement.Expr{r}, Negated: true}, true
	}
	return Constraint{}, false
}

func constraintOfTerms(terms []statement.Expr) (Constraint, bool) {
	var out Constraint
	for _, t := range terms {
		if _, negated, ok := t.AsNull(); ok && !negated {
			out.Negated = true
			continue
		}
		c, ok := ConstraintOf(t)
		if !ok {
			return out, false
		}
		out.Values = append(out.Values, c.Values...)
		out.Negated = out.Negated || c.Negated
	}
	return out, len(out.Values) > 0
}

// Allowed makes x = v, or x IN (…).
func Allowed(x statement.Expr, values []statement.Expr) statement.Expr {
	if _, _, column := x.AsColumn(); !column && len(values) == 1 && values[0].Equal(statement.Literal(true)) {
		return x // a condition that has a name
	}
	if len(values) == 1 {
		return statement.Binary("=", x, values[0])
	}
	return statement.In(x, values...)
}

// forbidden makes x <> v, or x NOT IN (…); rows without a value stay where the column has such rows.
func (ed *Editor) forbidden(c *schema.Column, x statement.Expr, values []statement.Expr) statement.Expr {
	if c.Condition != nil {
		return statement.Negated(x, c.Condition.Nullable())
	}
	p := statement.NotIn(x, values...)
	if len(values) == 1 {
		p = statement.Binary("<>", x, values[0])
	}
	if ed.Nulls.In(c) {
		return statement.Or(p, statement.IsNull(x))
	}
	return p
}

// EachBlock runs f on every block that can reach the column, with the column's reference there. At least one must.
func (ed *Editor) EachBlock(c *schema.Column, f func(s View, x statement.Expr) error) bool {
	done := false
	blocks := ed.Blocks()
	for k, s := range blocks {
		x, ok := s.Ref(c)
		if !ok && k > 0 {
			x, ok = ed.across(c, s)
		}
		if !ok {
			var err error
			if ed.ByHub(s, c.Table) {
				continue
			}
			if x, err = s.Reach(c); err != nil {
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

// ByHub says that the way to a table leads from what the rows refer to down to other rows that refer to it as well: all who bought on
// that day are no part of a visit. Of rows in force that are listed one by one, or of figures, no such table says anything.
func (ed *Editor) ByHub(s View, t *schema.Table) bool {
	home, in := s.Home(), map[*schema.Table]bool{}
	for _, h := range home {
		in[h] = true
	}
	refersHere := func(h *schema.Table) bool {
		return slices.ContainsFunc(ed.Index.Graph.Of(h), func(e *schema.Edge) bool { return e.To == h && e.From != h && slices.Contains(home, e.From) })
	}
	for _, e := range s.way(t) {
		if in[e.To] && !in[e.From] && (!slices.Contains(home, e.To) || refersHere(e.To)) {
			return true
		}
		in[e.To], in[e.From] = true, true
	}
	return false
}

// AddsByHub says that a query reads tables beside those of the present one to which no way leads but by a hub.
func (ed *Editor) AddsByHub(present, made *statement.Query) bool {
	was, now := View{ed.Index, Leftmost(present)}, View{ed.Index, Leftmost(made)}
	home := was.Home()
	if len(home) == 0 || !slices.ContainsFunc(now.Home(), func(t *schema.Table) bool { return slices.Contains(home, t) }) {
		return false
	}
	return slices.ContainsFunc(now.Home(), func(t *schema.Table) bool { return !slices.Contains(home, t) && ed.ByHub(was, t) })
}

// AddsMany says that a query lists rows of the present one several times, for what belongs to them.
func (ed *Editor) AddsMany(present, made *statement.Query) bool {
	was, now := View{ed.Index, Leftmost(present)}, View{ed.Index, Leftmost(made)}
	home := was.Home()
	if made.Grouped() || len(home) == 0 {
		return false
	}
	return slices.ContainsFunc(now.Home(), func(t *schema.Table) bool { return !slices.Contains(was.Tables(), t) && ed.FansFrom(home, t) > 0 })
}

// across finds the column of another side of a set operation that stands where c stands in the first.
func (ed *Editor) across(c *schema.Column, other View) (statement.Expr, bool) {
	first := ed.Scope()
	for i, item := range first.Query.Items {
		if first.Column(item.Expr) == c && i < len(other.Query.Items) {
			return other.Query.Items[i].Expr, true
		}
	}
	return statement.Expr{}, false
}

// Owner is the column whose place a predicate on x takes in this block: c, or across a set operation its counterpart.
func (s View) Owner(c *schema.Column, x statement.Expr) *schema.Column {
	if own := s.Column(x); own != nil {
		return own
	}
	return c
}

// Only keeps the rows with one of the values, instead of what the column had to be.
func (ed *Editor) Only(c *schema.Column, values []statement.Expr) bool {
	return ed.EachBlock(c, func(s View, x statement.Expr) error {
		if err := s.dropKeyed(c); err != nil {
			return err
		}
		return s.Replace(s.Owner(c, x), Allowed(x, values))
	})
}

// dropKeyed drops what asks for other rows of the column's table by the key that refers to it: a code gives way to a name.
func (s View) dropKeyed(c *schema.Column) error {
	if c.Key() || c.Role == schema.Measure {
		return nil
	}
	var doomed []statement.Expr
	for _, p := range s.Query.Where {
		now, ok := ConstraintOf(p)
		own := s.Subject(p)
		if !ok || now.Negated || own == nil || own.Table == c.Table {
			continue
		}
		for _, e := range s.Index.Graph.Of(own.Table) {
			if e.From == own.Table && e.To == c.Table && len(e.FromColumns) == 1 && e.FromColumns[0] == own {
				doomed = append(doomed, p)
				break
			}
		}
	}
	return s.Remove(doomed)
}

// Exclude leaves the rows with the values out. Values that are allowed now are taken away from those.
func (ed *Editor) Exclude(c *schema.Column, values []statement.Expr) bool {
	return ed.EachBlock(c, func(s View, x statement.Expr) error {
		for _, p := range s.owned(s.Owner(c, x)) {
			now, ok := ConstraintOf(p)
			if !ok {
				continue
			}
			if now.Negated {
				return s.Query.ReplacePredicate(p, ed.forbidden(c, x, Union(now.Values, values)))
			}
			switch rest := Minus(now.Values, values); {
			case len(rest) == len(now.Values):
				return nil // they are out already
			case len(rest) > 0:
				return s.Query.ReplacePredicate(p, Allowed(x, rest))
			}
		}
		return s.ReplaceEqual(s.Owner(c, x), ed.forbidden(c, x, values))
	})
}

// ReplaceEqual drops the values that the column had to have, and adds the predicate beside its other predicates.
func (s View) ReplaceEqual(c *schema.Column, p statement.Expr) error {
	err := s.Remove(slices.DeleteFunc(s.owned(c), func(old statement.Expr) bool {
		now, ok := ConstraintOf(old)
		return !ok || now.Negated
	}))
	if err != nil {
		return err
	}
	return s.Query.AddPredicate(p)
}

// Include lets rows with the values in too: "also", "as well". After an exclusion "and" excludes further values, when
// follow is set.
func (ed *Editor) Include(c *schema.Column, values []statement.Expr, follow bool) bool {
	return ed.EachBlock(c, func(s View, x statement.Expr) error {
		for _, p := range s.owned(s.Owner(c, x)) {
			now, ok := ConstraintOf(p)
			if ok && follow && now.Negated && len(Minus(now.Values, values)) == len(now.Values) {
				return s.Query.ReplacePredicate(p, ed.forbidden(c, x, Union(now.Values, values)))
			}
			if ok {
				return s.widen(ed, c, p, x, now, values)
			}
		}
		if follow {
			return s.Replace(s.Owner(c, x), Allowed(x, values))
		}
		return s.LetIn(ed, Allowed(x, values))
	})
}

// LetInBound lets rows in whose number is so great, where nothing is asked of that number yet.
func (ed *Editor) LetInBound(c Condition) bool {
	if c.Column == nil || c.Related != nil || c.Tally || c.Item >= 0 || len(ed.Scope().About(c.Column)) > 0 {
		return false
	}
	return ed.EachBlock(c.Column, func(s View, x statement.Expr) error {
		return s.LetIn(ed, statement.Binary(c.Operator, x, c.Values[0]))
	})
}

// LetIn lets rows in that meet a condition on what nothing is asked of yet: beside all that is asked of the rows but their time.
func (s View) LetIn(ed *Editor, met statement.Expr) error {
	c, _ := ed.InForce()
	asked := slices.DeleteFunc(slices.Clone(s.Query.Where), func(p statement.Expr) bool {
		own := s.Subject(p)
		return own != nil && own.Role == schema.Moment && own == c
	})
	if len(asked) > 0 && !slices.ContainsFunc(asked, func(p statement.Expr) bool { return s.Subject(p) == nil || s.Subject(p).Role != schema.Moment }) {
		asked = slices.Clone(s.Query.Where) // what rows are as of a day: begun, and not over
	}
	if len(asked) == 0 {
		ed.Note("those are in already")
		return nil
	}
	if err := s.Remove(asked); err != nil {
		return err
	}
	ed.Assume("whatever else is asked of the rows, those are in")
	return s.Query.AddPredicate(statement.Or(statement.And(asked...), met))
}

func (s View) widen(ed *Editor, c *schema.Column, p, x statement.Expr, now Constraint, values []statement.Expr) error {
	if !now.Negated {
		return s.Query.ReplacePredicate(p, Allowed(x, Union(now.Values, values)))
	}
	rest := Minus(now.Values, values)
	if len(rest) == len(now.Values) {
		ed.Note("those are in already")
		return nil
	}
	if len(rest) > 0 {
		return s.Query.ReplacePredicate(p, ed.forbidden(c, x, rest))
	}
	return s.Query.RemovePredicate(p)
}

// Release drops what the column had to be; not ok when nothing was asked of it.
func (ed *Editor) Release(c *schema.Column) bool {
	found := false
	for _, s := range ed.Blocks() {
		if len(s.About(c)) > 0 {
			found = s.Replace(c) == nil || found
		}
	}
	return found
}

// Compare adds x OP v. A bound in the same direction, and a value that x had to have, give way.
func (ed *Editor) Compare(c *schema.Column, op string, v statement.Expr) bool {
	return ed.EachBlock(c, func(s View, x statement.Expr) error {
		own := s.Owner(c, x)
		s.Query.Where = ed.WithoutBound(s.Query.Where, op, v, func(p statement.Expr) bool { return s.Subject(p) == own })
		return s.Query.AddPredicate(statement.Binary(op, x, v))
	})
}

// CompareItem adds a comparison of a computed select item.
func (ed *Editor) CompareItem(item int, op string, v statement.Expr) bool {
	q := ed.Block()
	x := q.Items[item].Expr
	if ed.Query.Set != nil || x.IsWindow() {
		return false
	}
	q.Where = ed.WithoutBound(q.Where, op, v, func(p statement.Expr) bool {
		_, l, _, ok := p.AsBinary()
		return ok && l.Equal(x)
	})
	return q.AddPredicate(statement.Binary(op, x, v)) == nil
}

// Rebound gives the last comparison with a number another number: "make that 800".
func (ed *Editor) Rebound(n int) bool {
	q := ed.Block()
	for _, list := range [][]statement.Expr{q.Having, q.Where} {
		for i := len(list) - 1; i >= 0; i-- {
			op, l, r, ok := list[i].AsBinary()
			if !ok || Direction(op) == 0 {
				continue
			}
			switch v, _ := r.AsLiteral(); v.(type) {
			case int64, float64:
				list[i] = statement.Binary(op, l, statement.Literal(int64(n)*ed.UnitsSaid(list[i])))
				return ed.Query.Set == nil
			}
		}
	}
	return false
}

// UnitsSaid is how many of its own units the column of a comparison counts for one that people said: 100 where they said 500 euro and the
// number is 50,000 cents.
func (ed *Editor) UnitsSaid(comparison statement.Expr) int64 {
	const hundred = 100
	c := ed.Scope().Subject(comparison)
	_, _, bound, _ := comparison.AsBinary()
	v, _ := bound.AsLiteral()
	cents, whole := v.(int64)
	if c == nil || !c.InHundredths() || !whole || cents%hundred != 0 {
		return 1
	}
	said := strconv.FormatInt(cents/hundred, 10)
	if slices.ContainsFunc(ed.Talk, func(input string) bool {
		return slices.Contains(strings.FieldsFunc(strings.ReplaceAll(input, ",", ""), func(r rune) bool { return !unicode.IsDigit(r) }), said)
	}) {
		return hundred
	}
	return 1
}

// WithoutBound drops the predicates that a new comparison replaces.
func (ed *Editor) WithoutBound(list []statement.Expr, op string, v statement.Expr, mine func(statement.Expr) bool) []statement.Expr {
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
	if now, ok := ConstraintOf(p); ok {
		return !now.Negated || op == "="
	}
	old, _, _, ok := p.AsBinary()
	return ok && (op == "=" || Direction(old) == Direction(op))
}

// excluded says that no number meets both the predicate and a new bound: "less than 10" after "more than 10".
func excluded(p statement.Expr, op string, v statement.Expr) bool {
	old, _, bound, ok := p.AsBinary()
	if !ok || Direction(old)*Direction(op) >= 0 {
		return false
	}
	a, known := NumberOf(bound)
	b, also := NumberOf(v)
	return known && also && (Direction(op) < 0 && b <= a || Direction(op) > 0 && b >= a)
}

// NumberOf is a literal as a number; not ok for what is none.
func NumberOf(e statement.Expr) (float64, bool) {
	v, _ := e.AsLiteral()
	switch n := v.(type) {
	case int64:
		return float64(n), true
	case float64:
		return n, true
	}
	return 0, false
}

// Direction is the side that a comparison bounds: -1 above, 1 below, 0 neither.
func Direction(op string) int {
	switch op {
	case "<", "<=":
		return -1
	case ">", ">=":
		return 1
	}
	return 0
}

// Union is all of a, and what only b has.
func Union(a, b []statement.Expr) []statement.Expr {
	return append(append([]statement.Expr{}, a...), Minus(b, a)...)
}

// Minus is what only a has.
func Minus(a, b []statement.Expr) []statement.Expr {
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

// InForce is the date column that WHERE bounds, with its predicates; nil when there is none.
func (ed *Editor) InForce() (*schema.Column, []statement.Expr) {
	s := ed.Scope()
	for _, p := range s.Query.Where {
		if _, _, empty := p.AsNull(); empty {
			continue // whether there is a date bounds none
		}
		if c := s.Subject(p); c != nil && c.Role == schema.Moment {
			return c, s.owned(c)
		}
	}
	return nil, nil
}
