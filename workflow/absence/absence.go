// Package absence says why a statement brought no rows: which one of its conditions leaves nothing, what there is instead,
// and the nearest statement that has some ("orders run from 3 Jan 2021 to 14 Dec 2025: none in Nov 2026").
//
// Start reading at Explain. condition.go reads the conditions of a statement, period.go finds the nearest period, say.go
// puts what was found into words. The package imports db, the schema index and the standard library.
package absence

import (
	"cmp"
	"context"
	"slices"
	"time"

	"parley/db"
	"parley/db/statement"
	"parley/workflow/schema"
)

// Budget bounds what the look for a reason may take; what is not known by then stays unsaid. Tests give it more: what they find
// may not hang on how busy the machine is.
var Budget = 800 * time.Millisecond

// Reason is why no rows came.
type Reason struct {
	// Text is a clause without a full stop, from names and values of the database; empty when no reason was found.
	Text string
	// Nearest is a statement like the one that was asked which has rows, Said the refinement that makes it ("in December 2025
	// instead"); nil and empty when none is near.
	Nearest *statement.Statement
	Said    string
}

// most is how many conditions of a statement are looked at.
const most = 12

// Explain looks why a statement has no rows, or only such as hold nothing but zero. It asks the database for single rows and
// for ends of columns, within the budget.
func Explain(ctx context.Context, database db.Database, x *schema.Index, stmt *statement.Statement) Reason {
	ctx, stop := context.WithTimeout(ctx, Budget)
	defer stop()
	q, err := stmt.Query()
	if err != nil || q.Set != nil || len(q.CTEs()) > 0 || len(q.From) == 0 || database == nil || x == nil {
		return Reason{}
	}
	s := &search{ctx: ctx, database: database, index: x, whole: q, conditions: conditionsOf(x, q)}
	if s.whole.From[0].Query != nil && len(s.whole.From) == 1 && len(s.conditions) == 0 {
		return s.inner()
	}
	if len(s.conditions) > most {
		return Reason{}
	}
	r := s.reason()
	r.Text = db.Visible(r.Text)
	return r
}

// search is a look for the reason.
type search struct {
	ctx        context.Context
	database   db.Database
	index      *schema.Index
	whole      *statement.Query
	conditions []condition
}

// inner explains the query inside, where the one around it only shows its rows.
func (s *search) inner() Reason {
	built, err := s.whole.From[0].Query.Build(s.database.Dialect())
	if err != nil {
		return Reason{}
	}
	r := Explain(s.ctx, s.database, s.index, built)
	return Reason{Text: r.Text}
}

// reason goes from the tables to single conditions to their meeting.
func (s *search) reason() Reason {
	if some, known := s.has(nil); !known {
		return s.fromProfile()
	} else if !some {
		return Reason{Text: s.tables()}
	}
	if len(s.conditions) == 0 {
		if some, known := s.has(nil); known && some && len(s.whole.Having) > 0 {
			return Reason{Text: "there are rows, but no group of them meets " + say(s.whole.Having[0])}
		}
		return Reason{}
	}
	if some, known := s.has(s.conditions); known && some {
		if len(s.whole.Having) > 0 {
			return Reason{Text: "rows meet the conditions, but no group of them meets " + say(s.whole.Having[0])}
		}
		return Reason{} // rows there are: what is shown of them is empty
	}
	for _, c := range s.conditions {
		if some, known := s.has([]condition{c}); known && !some {
			return s.alone(c)
		} else if !known {
			return s.fromProfile()
		}
	}
	for _, i := range s.likeliest() {
		rest := without(s.conditions, i)
		if some, known := s.has(rest); known && some {
			return s.among(s.conditions[i], rest)
		}
	}
	return Reason{Text: "each condition is met by some rows, but none meets them all"}
}

// likeliest are the places of the conditions, those first whose range says most: times, then numbers, then the others.
func (s *search) likeliest() []int {
	rank := func(i int) int {
		switch c := s.conditions[i]; {
		case c.kind == within && c.temporal():
			return 0
		case c.kind == within:
			return 1
		}
		return 2
	}
	places := make([]int, len(s.conditions))
	for i := range places {
		places[i] = i
	}
	slices.SortStableFunc(places, func(a, b int) int { return cmp.Compare(rank(a), rank(b)) })
	return places
}

func without(list []condition, i int) []condition {
	return append(append([]condition(nil), list[:i]...), list[i+1:]...)
}

// tables says which of the tables is empty, or that none of their rows belong together.
func (s *search) tables() string {
	var names []string
	for _, source := range s.whole.From {
		t := s.index.Table(source.Table)
		if t == nil {
			return ""
		}
		q := statement.NewQuery()
		q.From = []statement.Source{{Schema: source.Schema, Table: source.Table}}
		if some, known := s.first(q); known && !some {
			return s.empty(t)
		}
		names = append(names, things(t))
	}
	if len(names) < 2 {
		return ""
	}
	return "no rows of " + list(names, "and") + " belong together"
}

// empty says that a table has no rows, and where it is so, that the whole database has none.
func (s *search) empty(t *schema.Table) string {
	for _, other := range s.index.Tables {
		q := statement.NewQuery()
		q.From = []statement.Source{{Schema: other.Schema, Table: other.Name}}
		if some, known := s.first(q); !known || some {
			return "the table " + t.Name + " is empty"
		}
	}
	return "the database is empty: none of its tables has rows"
}

// has says whether rows of the statement's tables meet the conditions; unknown when the database does not say so in time.
func (s *search) has(conditions []condition) (some, known bool) {
	q := s.rows(conditions)
	return s.first(q)
}

// rows are the rows of the statement's tables that meet the conditions.
func (s *search) rows(conditions []condition) *statement.Query {
	q := statement.NewQuery()
	q.From = s.whole.Clone().From
	for _, c := range conditions {
		q.Where = append(q.Where, c.terms...)
	}
	return q
}

func (s *search) first(q *statement.Query) (some, known bool) {
	q.Items = []statement.Item{{Expr: statement.Literal(int64(1))}}
	q.Limit = statement.Literal(int64(1))
	row, err := s.row(q)
	return row != nil, err == nil
}

// ends are the least and the greatest value of a column among the rows that meet the conditions; nil for none.
func (s *search) ends(column statement.Expr, conditions []condition, more ...statement.Expr) (least, greatest db.Value) {
	q := s.rows(conditions)
	q.Where = append(q.Where, more...)
	q.Items = []statement.Item{{Expr: statement.Call("min", column), Alias: "least"}, {Expr: statement.Call("max", column), Alias: "greatest"}}
	row, err := s.row(q)
	if err != nil || len(row) != 2 {
		return nil, nil
	}
	return row[0], row[1]
}

// row is the first row of a query; nil when it has none.
func (s *search) row(q *statement.Query) ([]db.Value, error) {
	built, err := q.Build(s.database.Dialect())
	if err != nil {
		return nil, err
	}
	rows, err := s.database.Query(s.ctx, built)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	if !rows.Next(s.ctx) {
		return nil, rows.Err()
	}
	return append([]db.Value{}, rows.Row()...), nil
}
