package statement

import (
	"slices"
	"strings"
)

// RemoveSource takes a table out, with all that hung on it: the sources joined to it, and every item, filter, group and
// order key that names one of them. All of that is returned. It is refused when nothing would be left to show or to
// read from.
func (q *Query) RemoveSource(name string, names Names) ([]Effect, error) {
	if err := q.plain("remove %s", name); err != nil {
		return nil, err
	}
	i := q.Source(name)
	if i < 0 {
		return nil, senseless("the query does not read from it", "remove %s", name)
	}
	if len(q.From) == 1 {
		return nil, senseless("it is the only table", "remove %s", name)
	}
	r := remover{q: q.Clone(), names: names, gone: map[string]bool{}}
	r.q.spellOut()
	r.sources(i)
	if len(r.q.From) == 0 {
		return nil, senseless("every other table is joined through it", "remove %s", name)
	}
	r.clauses()
	if len(r.q.Items) == 0 {
		return nil, senseless("nothing would be left to show", "remove %s", name)
	}
	*q = *r.q
	return r.effects, nil
}

// remover takes sources out of a copy of a query.
type remover struct {
	q       *Query
	names   Names
	gone    map[string]bool // folded names of removed sources
	whole   *Query
	effects []Effect
}

// sources removes the source at index first and those whose join hangs on a removed one. When the first of FROM goes,
// the next one takes its place, without its join.
func (r *remover) sources(first int) {
	r.whole = r.q.Clone()
	r.drop(r.q.From[first])
	var kept []Source
	for i, s := range r.whole.From {
		switch {
		case i == first:
		case len(kept) == 0:
			s.Join, s.On, s.Using, s.natural, s.comma = JoinNone, Expr{}, nil, false, false
			kept = append(kept, s)
		case r.hangs(s.On):
			r.drop(s)
			r.effects = append(r.effects, Effect{Clause: s.Join.String(), Text: s.label()})
		default:
			kept = append(kept, s)
		}
	}
	r.q.From = kept
}

func (s Source) label() string {
	if s.Table != "" && s.Alias != "" && s.Alias != s.Table {
		return s.Table + " AS " + s.Alias
	}
	return s.Name()
}

func (r *remover) drop(s Source) { r.gone[strings.ToLower(s.Name())] = true }

// hangs says that an expression names a column of a removed source, also from inside a subquery.
func (r *remover) hangs(e Expr) bool {
	found := false
	mapCorrelated(e, func(x Expr) Expr {
		found = found || r.isGone(x)
		return x
	}, r.names)
	return found
}

func (r *remover) isGone(x Expr) bool {
	qualifier, name, ok := x.AsColumn()
	if !ok {
		star, isStar := x.AsStar()
		return isStar && r.gone[strings.ToLower(star)]
	}
	if qualifier == "" {
		qualifier = r.whole.owner(name, r.names)
	}
	return qualifier != "" && r.gone[strings.ToLower(qualifier)]
}

// clauses removes from every clause what hangs on a removed source.
func (r *remover) clauses() {
	q := r.q
	aliases := map[string]bool{}
	q.Items = slices.DeleteFunc(q.Items, func(it Item) bool {
		if !r.hangs(it.Expr) {
			return false
		}
		if it.Alias != "" {
			aliases[strings.ToLower(it.Alias)] = true
		}
		r.effects = append(r.effects, Effect{Clause: "column", Text: it.Expr.SQL()})
		return true
	})
	q.Where = r.keep("WHERE", q.Where)
	q.GroupBy = r.keep("GROUP BY", q.GroupBy)
	q.Having = r.keep("HAVING", q.Having)
	q.OrderBy = slices.DeleteFunc(q.OrderBy, func(k Key) bool {
		_, name, ok := k.Expr.AsColumn()
		if !r.hangs(k.Expr) && !(ok && aliases[strings.ToLower(name)]) {
			return false
		}
		r.effects = append(r.effects, Effect{Clause: "ORDER BY", Text: k.Expr.SQL()})
		return true
	})
}

func (r *remover) keep(clause string, list []Expr) []Expr {
	return slices.DeleteFunc(list, func(e Expr) bool {
		if !r.hangs(e) {
			return false
		}
		r.effects = append(r.effects, Effect{Clause: clause, Text: e.SQL()})
		return true
	})
}
