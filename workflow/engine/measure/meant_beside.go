package measure

import (
	"fmt"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	"parley/workflow/schema"
)

// This file takes a figure over rows of another table than those in force: in a derived table of its own, by the keys of the
// groups, or for each row that is listed. What is there keeps its values.

// besideExpr is a figure of another table's rows, joined by the keys of the groups or of the rows.
func besideExpr(ed *edit.Editor, t meaning.Term, where []meaning.Cond) (statement.Expr, bool) {
	q := ed.Block()
	if ed.Query.Set != nil || q.Distinct || q.Grouped() && len(q.GroupBy) == 0 {
		return statement.Expr{}, false
	}
	if t.Kind != meaning.Count && t.Kind != meaning.Aggregate && t.Kind != meaning.Share {
		return statement.Expr{}, false
	}
	if x, ok := perRowExpr(ed, t, where); ok {
		return x, true
	}
	outer, inner, ok := besideKeys(ed, t.Of)
	if !ok {
		return statement.Expr{}, false
	}
	scope := meaning.Over(ed.Index, ed.Dialect, t.Of)
	sub := scope.Query()
	for i, k := range inner {
		x, err := scope.Term(k)
		if err != nil {
			return statement.Expr{}, false
		}
		sub.Items = append(sub.Items, statement.Item{Expr: x, Alias: fmt.Sprintf("key_%d", i+1)})
		sub.GroupBy = append(sub.GroupBy, x)
	}
	x, err := scope.Term(t)
	if err != nil {
		return statement.Expr{}, false
	}
	name := termName(t)
	sub.Items = append(sub.Items, statement.Item{Expr: x, Alias: name})
	for _, c := range where {
		p, err := scope.Cond(c)
		if err != nil {
			return statement.Expr{}, false
		}
		sub.Where = append(sub.Where, p)
	}
	if left := carryFilters(ed, scope, t); !left.IsZero() && !(ofRows(ed, left) && !q.Grouped()) {
		ed.Assume(fmt.Sprintf("%s is taken whatever %s", t.Explain(), left.SQL()))
	}
	src := statement.Source{Join: statement.JoinLeft, Query: sub, Alias: strings.ToLower(t.Of.Name) + "_figures"}
	var on []statement.Expr
	for i, key := range outer {
		on = append(on, statement.Binary("=", statement.Column(src.Alias, fmt.Sprintf("key_%d", i+1)), key))
	}
	src.On = statement.And(on...)
	ed.Scope().QualifyAll()
	alias, err := q.AddSource(src, ed.Index)
	if err != nil {
		return statement.Expr{}, false
	}
	made := statement.Column(alias, name)
	if q.Grouped() {
		q.GroupBy = append(slices.Clip(q.GroupBy), made)
	}
	if t.Kind == meaning.Count {
		made = statement.Call("coalesce", made, statement.Literal(0))
	}
	ed.Understand(t.Explain() + ", taken by itself")
	return made, true
}

// ofRows says that a condition is on the listed rows alone, or on what they refer to: a figure that each of them has is the same with it.
func ofRows(ed *edit.Editor, p statement.Expr) bool {
	root, s := ed.Root(), ed.Scope()
	return !slices.ContainsFunc(p.Columns(), func(x statement.Expr) bool {
		c := s.Column(x)
		return c == nil || c.Table != root && !meaning.Refers(ed.Index, root, c.Table)
	})
}

// outward are the aggregates by which figures of parts become that of the whole.
var outward = map[string]string{"count": "sum", "sum": "sum", "min": "min", "max": "max"}

// partsBy is the aggregate by which a figure is made of its parts; empty where it is not: a quotient of totals is no sum of quotients.
func partsBy(t meaning.Term) string {
	if t.Kind == meaning.Count {
		return "count"
	}
	if len(t.Args) != 1 || t.Args[0].Column == nil || t.Args[0].Column.Metric == nil || !t.Args[0].Column.Metric.Aggregate {
		return t.Fn
	}
	x := t.Args[0].Column.Metric.Expression
	for {
		op, l, r, ok := x.AsBinary()
		if !ok || op != "*" && op != "/" || r.Aggregate() == l.Aggregate() || op == "/" && r.Aggregate() {
			break
		}
		if x = l; r.Aggregate() {
			x = r // an amount in another unit
		}
	}
	plain, _ := x.Unfiltered()
	fn, _, _, distinct, ok := plain.AsCall()
	if !ok || distinct {
		return ""
	}
	return strings.ToLower(fn)
}

// perRowExpr is a figure over rows that refer to those in force: taken for each of these, and over the groups of them.
func perRowExpr(ed *edit.Editor, t meaning.Term, where []meaning.Cond) (statement.Expr, bool) {
	none := statement.Expr{}
	q, root := ed.Block(), ed.Root()
	fn := partsBy(t)
	if !q.Grouped() || outward[fn] == "" || t.Distinct || root.PrimaryKey() == nil || t.Of == root || !meaning.Refers(ed.Index, t.Of, root) {
		return none, false
	}
	if at := toldMoment(t); at != nil && at.Table != root && slices.ContainsFunc(q.Where, func(p statement.Expr) bool { is, _ := periodOfRows(ed, p); return is }) {
		return none, false // it has the period in force by its own days
	}
	scope := meaning.Over(ed.Index, ed.Dialect, t.Of)
	key, err := scope.Term(meaning.ColumnTerm(root.PrimaryKey(), t.At))
	if err != nil {
		return none, false
	}
	x, err := scope.Term(t)
	if err != nil {
		return none, false
	}
	sub, name := scope.Query(), termName(t)
	for _, c := range where {
		p, err := scope.Cond(c)
		if err != nil {
			return none, false
		}
		sub.Where = append(sub.Where, p)
	}
	sub.Items = []statement.Item{{Expr: key, Alias: "key_1"}, {Expr: x, Alias: name}}
	sub.GroupBy = []statement.Expr{key}
	ed.Scope().QualifyAll()
	here, ok := ed.Scope().Ref(root.PrimaryKey())
	if !ok {
		return none, false
	}
	src := statement.Source{Join: statement.JoinLeft, Query: sub, Alias: strings.ToLower(t.Of.Name) + "_figures"}
	src.On = statement.Binary("=", statement.Column(src.Alias, "key_1"), here)
	alias, err := q.AddSource(src, ed.Index)
	if err != nil {
		return none, false
	}
	made := statement.Call(outward[fn], statement.Column(alias, name))
	if fn == "count" {
		made = statement.Call("coalesce", made, statement.Literal(0))
	}
	return made, true
}

// besideKeys are the keys of the groups in force, or of the rows that are listed, and what they are for the rows of a table;
// not ok when those have none of them.
func besideKeys(ed *edit.Editor, of *schema.Table) (outer []statement.Expr, inner []meaning.Term, ok bool) {
	ed.Scope().QualifyAll()
	q, s := ed.Block(), ed.Scope()
	if !q.Grouped() {
		root := ed.Root()
		key := root.PrimaryKey()
		if key == nil || root == of {
			return nil, nil, false
		}
		x, ok := s.Ref(key)
		return []statement.Expr{x}, []meaning.Term{meaning.ColumnTerm(key, meaning.Span{})}, ok && meaning.Refers(ed.Index, of, root)
	}
	entities := map[*schema.Table]bool{}
	for _, key := range q.GroupBy {
		if c := s.Column(q.Meaning(key)); c != nil && c == c.Table.PrimaryKey() {
			entities[c.Table] = true
		}
	}
	for _, key := range q.GroupBy {
		x := q.Meaning(key)
		c := s.Column(x)
		if c != nil && c != c.Table.PrimaryKey() && entities[c.Table] {
			continue // the row's key tells it
		}
		t, ok := besideTerm(ed, c, of)
		if !ok {
			return nil, nil, false
		}
		outer, inner = append(outer, x), append(inner, t)
	}
	return outer, inner, len(outer) > 0
}

// besideTerm is the key of a group for the rows of another table: the same column.
func besideTerm(ed *edit.Editor, c *schema.Column, of *schema.Table) (meaning.Term, bool) {
	if c != nil {
		return meaning.ColumnTerm(c, meaning.Span{}), meaning.Refers(ed.Index, of, c.Table)
	}
	return meaning.Term{}, false
}

// carryFilters narrows the rows of a figure as those in force are narrowed, as far as they can be: by what both refer to, and
// by the period, of their own time.
func carryFilters(ed *edit.Editor, scope *meaning.Scope, t meaning.Term) (left statement.Expr) {
	q, s := ed.Block(), ed.Scope()
	sub := scope.Query()
	for _, p := range q.Where {
		if asksElsewhere(p) {
			left = p // it is about these rows alone
			continue
		}
		ok, shifted := true, false
		moment, subject := periodOfRows(ed, p)
		mapped := p.Map(func(x statement.Expr) statement.Expr {
			if _, _, column := x.AsColumn(); !column {
				return x
			}
			c := s.Column(x)
			var term meaning.Term
			switch {
			case c == nil:
				ok = false
				return x
			case moment && c == subject && toldMoment(t) != nil && toldMoment(t).Type.Temporal():
				term, shifted = meaning.ColumnTerm(toldMoment(t), meaning.Span{}), true
			case meaning.Refers(ed.Index, t.Of, c.Table):
				term = meaning.ColumnTerm(c, meaning.Span{})
			case moment && c == subject && (t.Of.Moment == nil || !t.Of.Moment.Type.Temporal()):
				ok = false // days that are kept as keys bear no bound on a date
				return x
			case moment && c == subject:
				term, shifted = meaning.Term{Kind: meaning.Time}, true
			default:
				ok = false
				return x
			}
			y, err := scope.Term(term)
			if err != nil {
				ok = false
				return x
			}
			return y
		})
		switch {
		case ok && (!shifted || !stock(t)):
			sub.Where = append(sub.Where, mapped)
		case !stock(t):
			left = p
		}
	}
	return left
}

// toldMoment is the time that a figure was defined with; nil where it was with none.
func toldMoment(t meaning.Term) *schema.Column {
	if t.Kind != meaning.Aggregate || len(t.Args) == 0 || t.Args[0].Column == nil || t.Args[0].Column.Metric == nil {
		return nil
	}
	return t.Args[0].Column.Metric.Moment
}

// periodOfRows says that a predicate bounds the time of the rows in force: a date of the finest table.
func periodOfRows(ed *edit.Editor, p statement.Expr) (bool, *schema.Column) {
	c := ed.Scope().Subject(p)
	if _, either := p.AsOr(); either {
		return false, c
	}
	return c != nil && c.Role == schema.Moment && c.Type.Temporal(), c
}

func stock(t meaning.Term) bool {
	return slices.ContainsFunc(t.Args, func(a meaning.Term) bool { return a.Column != nil && a.Column.Has(english.LevelWords...) })
}

// asksElsewhere says that a predicate holds a query of its own.
func asksElsewhere(p statement.Expr) bool {
	found := false
	p.Walk(func(e statement.Expr) bool {
		_, _, exists := e.AsExists()
		_, _, _, in := e.AsInQuery()
		_, scalar := e.AsScalar()
		found = found || exists || in || scalar
		return !found
	})
	return found
}
