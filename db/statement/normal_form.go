package statement

import (
	"slices"
	"sync"

	pg "github.com/pganalyze/pg_query_go/v6"
)

// normalForm is the normal form of a statement, and what comparing it needs again and again. The queries of its outermost
// WITH are parts of their own: most often all but one are written alike on both sides and need no normal form at all.
type normalForm struct {
	query  *Query            // without the queries of the outermost WITH
	origin map[*pg.Node]Expr // where its terms come from
	fold   bool              // names in keys are folded: they are, but on PostgreSQL
	keys   map[*Query]string // of the query and of the sides of its set operations
	with   []*withQuery      // the queries of the outermost WITH
}

// withQuery is one query of a WITH; its normal form is made when somebody asks.
type withQuery struct {
	text    string // with its name, as it is written from the tree
	written *pg.CommonTableExpr
	once    sync.Once
	made    *pg.CommonTableExpr
	origin  map[*pg.Node]Expr
}

func (w *withQuery) normal() (*pg.CommonTableExpr, map[*pg.Node]Expr) {
	w.once.Do(func() {
		w.origin = map[*pg.Node]Expr{}
		w.made = normalCTE(w.written, &normal{origin: w.origin})
	})
	return w.made, w.origin
}

// normal is the statement's normal form, made once.
func (s *Statement) normal() *normalForm {
	s.normalOnce.Do(func() {
		f := &s.normalForm
		q := decompose(s.tree)
		for i, c := range ctesOf(q) {
			f.with = append(f.with, &withQuery{text: s.withText(i), written: c})
		}
		f.origin, f.fold = map[*pg.Node]Expr{}, s.dialect != PostgreSQL
		f.query = normalQuery(q.withCTEs(nil), &normal{origin: f.origin})
		finder := newFinder(s.dialect, f)
		finder.queryKey(f.query)
		f.keys = finder.keys
	})
	return &s.normalForm
}

// withCTEs is the query with other WITH queries.
func (q *Query) withCTEs(ctes []*pg.Node) *Query {
	if q.base.GetWithClause() == nil {
		return q
	}
	out := *q
	out.base = shallow(q.base)
	out.base.WithClause = shallow(q.base.WithClause)
	out.base.WithClause.Ctes = ctes
	return &out
}

// differing are the WITH queries of either side without those that are written alike on both. Which of them read which
// hangs on their order, so where that is not the same, all count.
func differing(before, after []*withQuery) (b, a []*withQuery) {
	b, keptB := splitByText(before, textsOf(after))
	a, keptA := splitByText(after, textsOf(before))
	if !slices.Equal(keptB, keptA) {
		return before, after
	}
	return b, a
}

func textsOf(queries []*withQuery) map[string]bool {
	texts := map[string]bool{}
	for _, w := range queries {
		texts[w.text] = true
	}
	return texts
}

// splitByText parts the queries whose text is none of the given from the others, of which it gives the texts.
func splitByText(queries []*withQuery, texts map[string]bool) (other []*withQuery, kept []string) {
	for _, w := range queries {
		if texts[w.text] {
			kept = append(kept, w.text)
		} else {
			other = append(other, w)
		}
	}
	return other, kept
}
