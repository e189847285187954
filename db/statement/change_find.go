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
	b, a := before.normal(), after.normal()
	f := newFinder(after.dialect, b, a)
	f.was, f.is = b.origin, a.origin
	if f.same(b.query, a.query) {
		return nil
	}
	f.query(b.query, a.query)
	if len(f.changes) == 0 {
		f.add(Change{Kind: ChangedOther, Subject: "the query, in a form that has no name"})
	}
	return f.changes
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
	f := &finder{d: d, keys: map[*Query]string{}, ctes: map[*pg.CommonTableExpr]string{}}
	for _, n := range known {
		if n.fold != f.folds() {
			continue
		}
		maps.Copy(f.ctes, n.ctes)
		maps.Copy(f.keys, n.keys)
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
// with WITH of its parts', so that a long chain costs no more than its parts.
func (f *finder) queryKey(q *Query) string {
	if k, ok := f.keys[q]; ok {
		return k
	}
	k := ""
	if q.Set == nil {
		k = f.treeKey(pooled(q).tree())
	} else {
		tail := *q
		tail.Set = nil
		sides := sha256.Sum256([]byte(f.queryKey(q.Set.Left) + "|" + f.queryKey(q.Set.Right)))
		k = setWords(q.Set) + string(sides[:]) + f.treeKey(tail.tree())
	}
	f.keys[q] = k
	return k
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
	switch {
	case b.Set != nil && a.Set != nil:
		f.sets(b, a)
		f.tail(b, a)
	case a.Set != nil:
		f.combined(b, a, AddedSet)
	case b.Set != nil:
		f.combined(a, b, RemovedSet)
	default:
		return f.wrapped(b, a)
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

// combined describes a query that became one side of another, or was one; plain is the one without, set the one with.
func (f *finder) combined(plain, set *Query, kind ChangeKind) {
	side, other := set.Set.Left, set.Set.Right
	if !f.sameCore(plain, side) && f.sameCore(plain, other) {
		side, other = other, side
	}
	words := setWords(set.Set) + " " + f.querySQL(other)
	c := Change{Kind: kind, Clause: setWords(set.Set), After: words}
	if kind == RemovedSet {
		c.Before, c.After, c.Loud = words, "", true
		f.add(c)
		f.inside("", side, plain)
		return
	}
	f.add(c)
	f.inside("", plain, side)
}

func (f *finder) sameCore(a, b *Query) bool {
	a, b = a.Clone(), b.Clone()
	a.OrderBy, b.OrderBy, a.Limit, b.Limit = nil, nil, Expr{}, Expr{}
	return f.same(a, b)
}

func (f *finder) querySQL(q *Query) string { return wordsOf(selectNode(q.tree()), f.d) }

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

// contains says that a subquery anywhere in q is the query in.
func (f *finder) contains(q, in *Query) bool {
	wanted, found := pooled(in).tree(), false
	want, tree := f.key(wanted), q.tree()
	visit(tree, func(m any) bool {
		if s, ok := m.(*pg.SelectStmt); ok && s != tree && sameSize(s, wanted) && f.key(s) == want {
			found = true
		}
		return !found
	})
	return found
}

// sameSize says at little cost that two SELECT may be the same.
func sameSize(x, y *pg.SelectStmt) bool {
	return !isSetOp(x) && len(x.TargetList) == len(y.TargetList) && len(x.FromClause) == len(y.FromClause) &&
		len(x.GroupClause) == len(y.GroupClause) && (x.WhereClause == nil) == (y.WhereClause == nil)
}

func (f *finder) itemsSQL(q *Query) string {
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
