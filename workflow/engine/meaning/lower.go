package meaning

import (
	"fmt"
	"slices"

	"parley/db/statement"
	"parley/workflow/schema"
)

// Lower is the query in SQL's terms. It fails when rows do not refer to each other as the query needs: nothing is joined
// that would repeat a row.
func (q *Query) Lower(x *schema.Index, d statement.Dialect) (*statement.Query, error) {
	facts := q.facts()
	switch {
	case len(facts) == 0:
		return nil, fmt.Errorf("a query about nothing")
	case q.Figures() && len(facts) > 1:
		return q.beside(x, d, facts)
	}
	l := &lowering{query: q, index: x, dialect: d}
	out, err := l.single(facts[0], true)
	if err == nil && !l.simple {
		out, err = l.single(facts[0], false)
	}
	if err != nil || len(q.Keep.Each) == 0 {
		return out, err
	}
	return l.places(out)
}

// lowering is one query on its way to SQL.
type lowering struct {
	query   *Query
	index   *schema.Index
	dialect statement.Dialect
	// simple says that one table was enough.
	simple bool
	scope  *Scope
}

// single is a query about the rows of one table.
func (l *lowering) single(of *schema.Table, plain bool) (*statement.Query, error) {
	q := l.query
	s := newScope(l.index, l.dialect, of, plain, nil)
	s.moment = q.Moment(of)
	l.scope = s
	where, err := s.conds(q.Where)
	if err != nil {
		return nil, err
	}
	s.keep = !q.Figures()
	s.query.Where = where
	steps := []func(*Scope) error{l.groups, l.items, l.having, l.order}
	for _, step := range steps {
		if err := step(s); err != nil {
			return nil, err
		}
	}
	s.query.Distinct = q.Distinct
	if len(q.Keep.Each) == 0 {
		l.limit(s.query)
	}
	l.simple = plain && s.plain && len(s.query.From) == 1 || !plain
	return s.query, nil
}

func (l *lowering) limit(out *statement.Query) {
	if l.query.Keep.N > 0 {
		out.Limit = statement.Literal(l.query.Keep.N)
	}
	if l.query.Keep.Offset > 0 {
		out.Offset = statement.Literal(l.query.Keep.Offset)
	}
}

func (l *lowering) groups(s *Scope) error {
	if !l.query.Figures() {
		return nil
	}
	// Rows whose names are shown are grouped by their own key: they are joined first.
	for _, t := range l.query.Per {
		if t.Kind == Column && !t.Column.Key() {
			if _, err := s.term(t); err != nil {
				return err
			}
		}
	}
	for _, t := range l.query.Per {
		x, err := s.term(t)
		if err != nil {
			return err
		}
		s.query.GroupBy = append(s.query.GroupBy, x)
	}
	return nil
}

func (l *lowering) items(s *Scope) error {
	if l.query.All && len(l.query.Keep.Each) > 0 {
		l.spellOut()
	}
	if l.query.All {
		all := statement.Star(s.names[""])
		if s.plain {
			all = statement.Star("")
		}
		s.query.Items = append(s.query.Items, statement.Item{Expr: all})
	}
	for _, t := range l.query.Show {
		x, err := s.term(t)
		if err != nil {
			return err
		}
		s.query.Items = append(s.query.Items, statement.Item{Expr: x, Alias: t.alias(l.query.Show)})
	}
	if len(s.query.Items) == 0 {
		return fmt.Errorf("nothing to show")
	}
	return nil
}

// spellOut lists every column of the rows by its name.
func (l *lowering) spellOut() {
	q := *l.query
	q.All, q.Show = false, nil
	for _, c := range q.Of.Columns {
		q.Show = append(q.Show, ColumnTerm(c, Span{}))
	}
	for _, t := range l.query.Show {
		if !contains(q.Show, t) {
			q.Show = append(q.Show, t)
		}
	}
	l.query = &q
}

func (l *lowering) having(s *Scope) (err error) {
	s.query.Having, err = s.conds(l.query.Having)
	return err
}

func (l *lowering) order(s *Scope) error {
	for _, k := range l.query.Sort {
		x, err := s.term(k.Term)
		if err != nil {
			return err
		}
		s.query.OrderBy = append(s.query.OrderBy, statement.Key{Expr: x, Desc: k.Desc, NullsLast: k.Desc && l.dialect != statement.SQLite && mayLack(k.Term)})
	}
	return nil
}

// mayLack says that a term may be nothing: PostgreSQL and DuckDB would put such rows first where the largest comes first.
func mayLack(t Term) bool {
	return t.Kind == Column && t.Column.Nullable || t.Kind == Between && slices.ContainsFunc(t.Args, mayLack) || t.Kind == Ratio || t.Kind == Share || t.Kind == Aggregate || t.Kind == Among
}
