package statement

import (
	"slices"
	"strings"
)

// sources compares FROM and, with it, WHERE: the conditions of inner joins between tables that are on both sides are
// filters like any other, whether they are written behind ON or WHERE.
func (f *finder) sources(b, a *Query) {
	before, after := slices.Clone(b.From), slices.Clone(a.From)
	poolB, poolA := slices.Clone(b.Where), slices.Clone(a.Where)
	for _, s := range before {
		i := slices.IndexFunc(after, func(x Source) bool { return sameTable(s, x) })
		if i < 0 {
			continue
		}
		x := after[i]
		poolB, poolA = f.join(s, x, poolB, poolA)
		if s.Query != nil && x.Query != nil {
			f.inside("subquery", s.Query, x.Query)
		}
		before = without(before, slices.IndexFunc(before, func(y Source) bool { return y.Name() == s.Name() }))
		after = without(after, i)
	}
	for _, s := range before {
		f.add(Change{Kind: RemovedTable, Clause: "FROM", Subject: s.Name(), Before: f.sourceWords(s), Loud: len(b.From) > 1})
	}
	for _, s := range after {
		f.add(Change{Kind: AddedTable, Clause: "FROM", Subject: s.Name(), After: f.sourceWords(s)})
	}
	f.predicates("WHERE", ownFilters(poolB, before), ownFilters(poolA, after))
}

// sameTable pairs sources: the normal form has the table's name, with a number when it repeats, as alias.
func sameTable(x, y Source) bool {
	return strings.EqualFold(x.Name(), y.Name()) && (x.Schema == "" || y.Schema == "" || strings.EqualFold(x.Schema, y.Schema))
}

// join compares how a table is joined, and puts the conditions of inner joins to the filters.
func (f *finder) join(b, a Source, poolB, poolA []Expr) (restB, restA []Expr) {
	inner := func(s Source) bool { return s.Join == JoinInner || s.Join == JoinCross || s.Join == JoinNone }
	if inner(b) && inner(a) {
		poolB, poolA = append(poolB, b.On.Terms()...), append(poolA, a.On.Terms()...)
		if !slices.Equal(b.Using, a.Using) {
			f.add(Change{Kind: ChangedJoin, Clause: "JOIN", Subject: a.Name(), Before: f.joinWords(b), After: f.joinWords(a), Loud: f.loosens(b, a)})
		}
		return poolB, poolA
	}
	if b.Join == a.Join && !b.natural && !a.natural && len(b.Using)+len(a.Using) == 0 {
		f.predicates("JOIN", b.On.Terms(), a.On.Terms())
		return poolB, poolA
	}
	if l, r := f.joinWords(b), f.joinWords(a); l != r {
		f.add(Change{Kind: ChangedJoin, Clause: "JOIN", Subject: a.Name(), Before: l, After: r, Loud: f.loosens(b, a)})
	}
	return poolB, poolA
}

// loosens says that a join lost a term of its condition, or the columns that it is made on.
func (f *finder) loosens(b, a Source) bool {
	if len(b.Using) > 0 {
		return len(a.Using) < len(b.Using) && a.On.IsZero()
	}
	kept := a.On.Terms()
	return len(a.Using) == 0 && slices.ContainsFunc(b.On.Terms(), func(x Expr) bool {
		return !slices.ContainsFunc(kept, func(y Expr) bool { return f.key(x.node) == f.key(y.node) || ofSameColumns.pairs(x, y) })
	})
}

func (f *finder) joinWords(s Source) string {
	words := s.Join.String()
	switch {
	case s.Join == JoinNone:
		return "first table"
	case len(s.Using) > 0:
		return words + " USING " + strings.Join(s.Using, ", ")
	case !s.On.IsZero():
		return words + " ON " + f.words(s.On)
	}
	return words
}

// ownFilters are the filters of a query without the conditions that tie the given sources to others: those come and go
// with the join. What else an inner join's ON says is a filter.
func ownFilters(pool []Expr, sources []Source) []Expr {
	for _, s := range sources {
		if s.Join == JoinInner {
			pool = append(pool, s.On.Terms()...)
		}
	}
	return slices.DeleteFunc(pool, func(e Expr) bool {
		return slices.ContainsFunc(sources, func(s Source) bool { return ties(e, s.Name()) })
	})
}

// ties says that a term equates a column of the named source with one of another.
func ties(e Expr, name string) bool {
	op, l, r, ok := e.AsBinary()
	lq, _, lok := l.AsColumn()
	rq, _, rok := r.AsColumn()
	return ok && op == "=" && lok && rok && !strings.EqualFold(lq, rq) && (strings.EqualFold(lq, name) || strings.EqualFold(rq, name))
}

func (f *finder) sourceWords(s Source) string {
	if s.Query != nil {
		return "(" + f.querySQL(s.Query) + ")"
	}
	return s.Name()
}
