package statement

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v6"
)

// changesBetween finds the changes clause by clause, on the normal forms.
func changesBetween(before, after *Statement) []Change {
	nb, na := before.normal(), after.normal()
	f := newFinder(after.dialect, nb, na)
	withB, withA := differing(nb.with, na.with)
	b, a := f.side(nb, withB, f.was), f.side(na, withA, f.is)
	if f.same(b, a) {
		return nil
	}
	f.query(b, a)
	if len(f.changes) == 0 {
		f.add(Change{Kind: ChangedOther, Subject: "the query, in a form that has no name"})
	}
	return f.changes
}

// side is a normal form as a query with the given WITH queries; where its terms come from goes into origin.
func (f *finder) side(form *normalForm, with []*withQuery, origin map[*pg.Node]Expr) *Query {
	maps.Copy(origin, form.origin)
	if len(with) == 0 {
		return form.query
	}
	ctes := make([]*pg.Node, len(with))
	for i, w := range with {
		c, from := w.normal()
		ctes[i] = cteNode(c)
		maps.Copy(origin, from)
	}
	return form.query.withCTEs(ctes)
}

// finder collects the changes between two normal forms.
type finder struct {
	d       Dialect
	was, is map[*pg.Node]Expr // where terms of the normal forms come from
	keys    map[*Query]string // of queries already compared
	ctes    map[*pg.CommonTableExpr]string
	within  string
	kept    bool // the query before lives on inside the one after: nothing is lost
	changes []Change
}

// newFinder is a finder that knows the keys which normal forms carry, where they are folded as the dialect's are.
func newFinder(d Dialect, known ...*normalForm) *finder {
	f := &finder{d: d, keys: map[*Query]string{}, ctes: map[*pg.CommonTableExpr]string{}, was: map[*pg.Node]Expr{}, is: map[*pg.Node]Expr{}}
	for _, n := range known {
		if n.fold == f.folds() {
			maps.Copy(f.keys, n.keys)
		}
	}
	return f
}

func (f *finder) add(c Change) {
	c.Within = f.within
	if f.kept {
		c.Loud = false
	}
	f.changes = append(f.changes, c)
}

// same compares two normal forms. PostgreSQL tells names apart by case, the others do not.
func (f *finder) same(b, a *Query) bool { return f.queryKey(b) == f.queryKey(a) }

// queryKey is equal for queries of one meaning. That of a set operation is made of its sides' keys, and that of a query
// with WITH or with queries in FROM of its parts', so that a long chain or a deep nest costs no more than its parts.
func (f *finder) queryKey(q *Query) string {
	if k, ok := f.keys[q]; ok {
		return k
	}
	k := ""
	if q.Set == nil {
		k = f.selectKey(q.pooledTop())
	} else {
		tail := *q
		tail.Set = nil
		k = setWords(q.Set) + f.hashOf(q.Set.Left, q.Set.Right) + f.treeKey(tail.tree())
	}
	f.keys[q] = k
	return k
}

func (f *finder) selectKey(q *Query) string {
	var inside []*Query
	for i := range q.From {
		if s := &q.From[i]; s.Query != nil {
			inside = append(inside, s.Query)
			s.Query = NewQuery()
		}
	}
	return f.hashOf(inside...) + f.treeKey(q.tree())
}

// hashOf is of one length for any queries, and empty for none.
func (f *finder) hashOf(queries ...*Query) string {
	if len(queries) == 0 {
		return ""
	}
	h := sha256.New()
	for _, q := range queries {
		k := f.queryKey(q)
		fmt.Fprintf(h, "%d:%s", len(k), k)
	}
	return string(h.Sum(nil))
}

// treeKey is the key of a SELECT with its WITH queries by their own keys.
func (f *finder) treeKey(s *pg.SelectStmt) string {
	ctes := s.GetWithClause().GetCtes()
	if len(ctes) == 0 {
		return f.key(s)
	}
	body, with := shallow(s), shallow(s.WithClause)
	with.Ctes, body.WithClause = nil, with
	h := sha256.New()
	for _, n := range ctes {
		k := f.cteKey(n.GetCommonTableExpr())
		fmt.Fprintf(h, "%d:%s", len(k), k)
	}
	return string(h.Sum(nil)) + f.key(body)
}

func (f *finder) cteKey(c *pg.CommonTableExpr) string {
	k, ok := f.ctes[c]
	if !ok {
		k = f.key(c)
		f.ctes[c] = k
	}
	return k
}

func (f *finder) key(m any) string { return key(m, f.folds()) }

func (f *finder) folds() bool { return f.d != PostgreSQL }

func (f *finder) query(b, a *Query) {
	if f.whole(b, a) {
		return
	}
	f.with(b, a)
	f.distinct(b, a)
	f.items(b, a)
	f.sources(b, a)
	f.groups(b, a)
	f.predicates("HAVING", b.Having, a.Having)
	f.tail(b, a)
	f.rest(b, a)
}

// whole finds the edits of a query as one: combined, wrapped, and the contrary of both.
func (f *finder) whole(b, a *Query) bool {
	if b.Set == nil || a.Set == nil {
		if wrapped := f.wrapped(b, a); wrapped || b.Set == a.Set {
			return wrapped
		}
	}
	f.with(b, a)
	b, a = b.withCTEs(nil), a.withCTEs(nil)
	switch {
	case b.Set == nil || f.isSide(b, a):
		f.combined(b, a)
	case a.Set == nil || f.isSide(a, b):
		f.reduced(b, a)
	default:
		f.sets(b, a)
		f.tail(b, a)
		f.rest(b, a)
	}
	return true
}

func (f *finder) sets(b, a *Query) {
	l, r := setWords(b.Set), setWords(a.Set)
	if l != r {
		f.add(Change{Kind: ChangedSet, Clause: l, Before: l, After: r})
	}
	f.inside("the first part", b.Set.Left, a.Set.Left)
	f.inside("the second part", b.Set.Right, a.Set.Right)
}

func setWords(s *SetOperation) string {
	if s.All {
		return s.Kind.String() + " ALL"
	}
	return s.Kind.String()
}

// inside compares two subqueries.
func (f *finder) inside(name string, b, a *Query) {
	if f.same(b, a) {
		return
	}
	outer := f.within
	f.within = name
	if outer != "" {
		f.within = name + " of " + outer
	}
	f.query(b, a)
	f.within = outer
}

// combined describes a query that became one side of another.
func (f *finder) combined(plain, set *Query) {
	side, other := f.sides(set, plain)
	words := setWords(set.Set) + " " + f.querySQL(other)
	f.add(Change{Kind: AddedSet, Clause: setWords(set.Set), After: words})
	core, tail := plain.apart(side)
	f.inside("", core, side)
	f.tail(tail, set)
}

// reduced describes a query of which one side is left.
func (f *finder) reduced(set, plain *Query) {
	side, other := f.sides(set, plain)
	words := setWords(set.Set) + " " + f.querySQL(other)
	f.add(Change{Kind: RemovedSet, Clause: setWords(set.Set), Before: words, Loud: true})
	core, tail := plain.apart(side)
	f.inside("", side, core)
	f.tail(set, tail)
}

// isSide says that a query is a side of a set operation.
func (f *finder) isSide(q, set *Query) bool {
	return parts(q) < parts(set) && (f.sameCore(q, set.Set.Left) || f.sameCore(q, set.Set.Right))
}

// parts counts the queries that a set operation is made of; any other query is one.
func parts(q *Query) int {
	if q.Set == nil {
		return 1
	}
	return parts(q.Set.Left) + parts(q.Set.Right)
}

// sides are the side of a set operation that a query is, or else its first one, and the other.
func (f *finder) sides(set, plain *Query) (side, other *Query) {
	side, other = set.Set.Left, set.Set.Right
	if !f.sameCore(plain, side) && f.sameCore(plain, other) {
		return other, side
	}
	return side, other
}

// apart is a query without its order and limit, and these: as the side of a set operation it has left them to the whole,
// unless the side has its own.
func (q *Query) apart(side *Query) (core, tail *Query) {
	if len(side.OrderBy) > 0 || !side.Limit.IsZero() || !side.Offset.IsZero() {
		return q, NewQuery()
	}
	core, tail = q.own(), NewQuery()
	tail.OrderBy, tail.Limit, tail.Offset = q.OrderBy, q.Limit, q.Offset
	core.OrderBy, core.Limit, core.Offset = nil, Expr{}, Expr{}
	return core, tail
}

func (f *finder) sameCore(a, b *Query) bool {
	a, b = a.own(), b.own()
	a.OrderBy, b.OrderBy, a.Limit, b.Limit = nil, nil, Expr{}, Expr{}
	return f.same(a, b)
}

func (f *finder) querySQL(q *Query) string { return wordsOf(selectNode(q.tree()), f.d, false) }

// wrapped says that one query is a derived table of the other.
func (f *finder) wrapped(b, a *Query) bool {
	if slices.ContainsFunc(a.From, func(s Source) bool { return s.Query != nil && f.same(b, s.Query) }) {
		f.add(Change{Kind: Wrapped, Clause: "FROM", After: f.itemsSQL(a)})
		f.predicates("WHERE", nil, a.Where)
		f.groupKeys(nil, a.GroupBy)
		f.predicates("HAVING", nil, a.Having)
		f.order(nil, a.OrderBy)
		f.limits(NewQuery(), a)
		return true
	}
	if slices.ContainsFunc(b.From, func(s Source) bool { return s.Query != nil && f.same(s.Query, a) }) {
		f.add(Change{Kind: Unwrapped, Clause: "FROM", After: f.itemsSQL(a)})
		f.predicates("WHERE", b.Where, nil)
		f.predicates("HAVING", b.Having, nil)
		return true
	}
	f.kept = f.kept || f.contains(a, b)
	return false
}

// contains says that a query in the FROM of q, or of one of those, or in an expression there is the query in.
func (f *finder) contains(q, in *Query) bool {
	if q.Set != nil {
		return f.isOrContains(q.Set.Left, in) || f.isOrContains(q.Set.Right, in)
	}
	for _, s := range q.From {
		if s.Query != nil && f.isOrContains(s.Query, in) {
			return true
		}
	}
	return f.inExpression(q, in)
}

func (f *finder) isOrContains(q, in *Query) bool { return f.same(q, in) || f.contains(q, in) }

// inExpression says that a subquery in an expression of q, or in its WITH, is the query in.
func (f *finder) inExpression(q, in *Query) bool {
	top := q.own()
	for i := range top.From {
		top.From[i].Query, top.From[i].node = nil, nil
	}
	tree := top.tree()
	found := false
	visit(tree, func(m any) bool {
		if s, ok := m.(*pg.SelectStmt); ok && s != tree {
			found = found || f.same(decompose(s), in)
		}
		return !found
	})
	return found
}

// itemsSQL are the columns of a query in words; those of a set operation are its first part's.
func (f *finder) itemsSQL(q *Query) string {
	if q.Set != nil {
		return f.itemsSQL(q.Set.Left)
	}
	out := make([]string, len(q.Items))
	for i, it := range q.Items {
		out[i] = f.columnWords(it.Expr)
	}
	return strings.Join(out, ", ")
}

func (f *finder) distinct(b, a *Query) {
	switch {
	case a.Distinct && !b.Distinct:
		f.add(Change{Kind: AddedDistinct, Clause: "SELECT"})
	case b.Distinct && !a.Distinct:
		f.add(Change{Kind: RemovedDistinct, Clause: "SELECT"})
	}
}

// rest tells of what has no field: windows, DISTINCT ON, WITH TIES.
func (f *finder) rest(b, a *Query) {
	bare := func(q *Query) string {
		base := shallow(q.base)
		base.WithClause = nil
		if base.LimitOption != pg.LimitOption_LIMIT_OPTION_WITH_TIES {
			base.LimitOption = pg.LimitOption_LIMIT_OPTION_DEFAULT
		}
		return f.key(base)
	}
	if bare(b) != bare(a) {
		f.add(Change{Kind: ChangedOther, Clause: "SELECT", Subject: "WINDOW, DISTINCT ON or WITH TIES"})
	}
}

func (f *finder) with(b, a *Query) {
	before, after := ctesOf(b), ctesOf(a)
	for _, c := range before {
		i := slices.IndexFunc(after, func(x *pg.CommonTableExpr) bool { return strings.EqualFold(x.Ctename, c.Ctename) })
		if i < 0 {
			f.add(Change{Kind: RemovedWith, Clause: "WITH", Subject: c.Ctename, Before: c.Ctename})
			continue
		}
		l, r := c.Ctequery.GetSelectStmt(), after[i].Ctequery.GetSelectStmt()
		if l != nil && r != nil && f.cteKey(c) != f.cteKey(after[i]) {
			f.inside(c.Ctename, decompose(l), decompose(r))
		}
		after = without(after, i)
	}
	for _, c := range after {
		f.add(Change{Kind: AddedWith, Clause: "WITH", Subject: c.Ctename, After: c.Ctename})
	}
}

func ctesOf(q *Query) []*pg.CommonTableExpr {
	var out []*pg.CommonTableExpr
	for _, n := range q.base.GetWithClause().GetCtes() {
		out = append(out, n.GetCommonTableExpr())
	}
	return out
}
