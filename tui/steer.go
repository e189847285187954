package tui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"parley/db"
	"parley/db/statement"
	"parley/tui/theme"
)

// The grid talks back: sorting, filtering and grouping from a cell change the statement, never the rows that happen to be
// loaded. A steer is such a change: words for the conversation, and an edit of the tree.

// steer is a query being changed from a place in its result.
type steer struct {
	query   *statement.Query
	dialect statement.Dialect
	columns []db.ResultColumn
}

func newSteer(s *statement.Statement, columns []db.ResultColumn) (*steer, error) {
	q, err := s.Query()
	if err != nil {
		return nil, err
	}
	return &steer{query: q, dialect: s.Dialect(), columns: columns}, nil
}

// SQL is the changed statement.
func (s *steer) SQL() (string, error) {
	built, err := s.query.Build(s.dialect)
	if err != nil {
		return "", err
	}
	return built.SQL(), nil
}

// expression is what result column i is made of; a column that comes out of * is its name. ok is false where the query
// must be wrapped first: a set operation, or DISTINCT with an expression.
func (s *steer) expression(i int) (e statement.Expr, alias string, ok bool) {
	if s.query.Set != nil {
		return e, "", false
	}
	if len(s.query.Items) == len(s.columns) {
		item := s.query.Items[i]
		if _, star := item.Expr.AsStar(); !star {
			return item.Expr, item.Alias, true
		}
	}
	if !s.starred() {
		return e, "", false
	}
	item := s.written(i)
	return item.Expr, item.Alias, true
}

// written is result column i of a query with a *, as an item of its own: one that is there already, or a column of the table whose * it comes
// out of, which others of a join may call one of theirs alike. Of several * nobody knows where one ends: the name must do.
func (s *steer) written(i int) statement.Item {
	at, stars, qualifier := -1, 0, ""
	for n, item := range s.query.Items {
		if of, star := item.Expr.AsStar(); star {
			at, qualifier = n, of
			stars++
		}
	}
	wide := len(s.columns) - len(s.query.Items) + 1 // how many columns the * stands for
	switch {
	case stars != 1 || wide < 1:
		return statement.Item{Expr: statement.Column("", s.columns[i].Name)}
	case i < at:
		return s.query.Items[i]
	case i >= at+wide:
		return s.query.Items[i-wide+1]
	}
	return statement.Item{Expr: statement.Column(qualifier, s.columns[i].Name)}
}

// wrap puts the query into FROM, so that its result columns are columns.
func (s *steer) wrap() {
	s.query = s.query.Wrap("result")
	s.query.Items = []statement.Item{{Expr: statement.Star("")}}
}

// column is result column i as something to filter or group by, wrapping the query where the clause cannot name it.
func (s *steer) column(i int) statement.Expr {
	if e, _, ok := s.expression(i); ok && !hasWindow(e) {
		return e
	}
	s.wrap()
	return statement.Column("", s.columns[i].Name)
}

// Sort orders by column i alone.
func (s *steer) Sort(i int, desc bool) {
	e, alias, ok := s.expression(i)
	if !ok || alias != "" {
		e = statement.Column("", s.columns[i].Name)
	}
	s.query.OrderBy = []statement.Key{{Expr: e, Desc: desc}}
}

// Sorted says how column i is sorted, if it is the first key.
func (s *steer) Sorted(i int) (sorted, desc bool) {
	if len(s.query.OrderBy) == 0 {
		return false, false
	}
	first := s.query.OrderBy[0]
	if e, _, ok := s.expression(i); ok && first.Expr.Equal(e) {
		return true, first.Desc
	}
	_, name, ok := first.Expr.AsColumn()
	return ok && strings.EqualFold(name, s.columns[i].Name), first.Desc
}

// sortSigns are the arrows of the columns that the query is sorted by.
func sortSigns(stmt *statement.Statement, columns []db.ResultColumn) map[int]string {
	if stmt == nil {
		return nil
	}
	s, err := newSteer(stmt, columns)
	if err != nil {
		return nil
	}
	for i := range columns {
		if sorted, desc := s.Sorted(i); sorted {
			return map[int]string{i: map[bool]string{true: theme.Down, false: theme.Up}[desc]}
		}
	}
	return nil
}

// Filter keeps the rows with a value in column i, or with not those without it.
func (s *steer) Filter(i int, v db.Value, not bool) {
	e := s.column(i)
	term := equals(e, v, not)
	if not { // only these rows were shown: the user means all others
		s.query.Where = slices.DeleteFunc(s.query.Where, func(w statement.Expr) bool { return w.Equal(equals(e, v, false)) })
	}
	if e.Aggregate() {
		s.query.Having = append(s.query.Having, term)
		return
	}
	s.query.Where = append(s.query.Where, term)
}

// equals compares with a value; leaving a value out keeps the rows that have none.
func equals(e statement.Expr, v db.Value, not bool) statement.Expr {
	switch {
	case v == nil && not:
		return statement.IsNotNull(e)
	case v == nil:
		return statement.IsNull(e)
	case not:
		return statement.Or(statement.Binary("<>", e, literal(v)), statement.IsNull(e))
	}
	return statement.Binary("=", e, literal(v))
}

// literal is a cell's value as SQL; a number kept as text stays a number.
func literal(v db.Value) statement.Expr {
	switch v := v.(type) {
	case db.Exact:
		if f, err := strconv.ParseFloat(string(v), 64); err == nil && strconv.FormatFloat(f, 'f', -1, 64) == strings.TrimRight(string(v), "0") {
			return statement.Literal(f)
		}
		return statement.Literal(string(v))
	case []byte:
		return statement.Literal(string(v))
	}
	return statement.Literal(v)
}

// Group counts the rows for each value of column i, the most frequent first.
func (s *steer) Group(i int) {
	e, alias, ok := s.expression(i)
	if !ok || len(s.query.GroupBy) > 0 || e.Aggregate() || s.query.Distinct || !s.query.Limit.IsZero() {
		s.wrap()
		e, alias = statement.Column("", s.columns[i].Name), ""
	}
	s.query.Items = []statement.Item{{Expr: e, Alias: alias}, {Expr: statement.CountStar(), Alias: "count"}}
	s.query.GroupBy = []statement.Expr{e}
	s.query.OrderBy = []statement.Key{{Expr: statement.Column("", "count"), Desc: true}}
}

// Count asks how many rows there are.
func (s *steer) Count() {
	q := s.query
	if q.Set != nil || q.Distinct || len(q.GroupBy) > 0 || len(q.Having) > 0 || !q.Limit.IsZero() || !q.Offset.IsZero() || s.aggregated() {
		s.wrap()
	}
	s.query.OrderBy = nil
	s.query.Items = []statement.Item{{Expr: statement.CountStar(), Alias: "count"}}
}

// aggregated says that the query makes one row of many.
func (s *steer) aggregated() bool {
	for _, item := range s.query.Items {
		if item.Expr.Aggregate() {
			return true
		}
	}
	return false
}

// Drop leaves column i out; * is written out as the other columns.
func (s *steer) Drop(i int) error {
	if len(s.columns) < 2 {
		return fmt.Errorf("a result needs a column")
	}
	if s.query.Set != nil {
		s.wrap()
	}
	if len(s.query.Items) == len(s.columns) && !s.starred() {
		s.query.Items = append(s.query.Items[:i:i], s.query.Items[i+1:]...)
		return nil
	}
	var items []statement.Item
	for n := range s.columns {
		if n != i {
			items = append(items, s.written(n))
		}
	}
	s.query.Items = items
	return nil
}

func (s *steer) starred() bool {
	for _, item := range s.query.Items {
		if _, star := item.Expr.AsStar(); star {
			return true
		}
	}
	return false
}

// Drill shows the rows behind one row of an aggregate; ok is false when the query aggregates nothing.
func (s *steer) Drill(row []db.Value) (ok bool) {
	if s.query.Set != nil || len(s.query.Items) != len(s.columns) || len(s.query.GroupBy) == 0 && !s.aggregated() {
		return false
	}
	for i, item := range s.query.Items {
		if !item.Expr.Aggregate() && !item.Expr.IsWindow() {
			s.query.Where = append(s.query.Where, equals(item.Expr, row[i], false))
		}
	}
	s.query.Items = []statement.Item{{Expr: statement.Star(s.subject())}}
	s.query.GroupBy, s.query.Having, s.query.OrderBy, s.query.Distinct = nil, nil, nil, false
	s.query.Limit, s.query.Offset = statement.Expr{}, statement.Expr{}
	return true
}

// subject is the source whose rows are counted: the first one; alone it needs no name.
func (s *steer) subject() string {
	if len(s.query.From) < 2 {
		return ""
	}
	return s.query.From[0].Name()
}

// hasWindow says whether an expression may stand in WHERE or GROUP BY only after wrapping.
func hasWindow(e statement.Expr) bool {
	found := false
	e.Walk(func(x statement.Expr) bool {
		found = found || x.IsWindow()
		return !found
	})
	return found
}

// spoken is a value as a person says it.
func spoken(v db.Value) string {
	switch v := v.(type) {
	case nil:
		return "empty"
	case string:
		return strconv.Quote(visibleOneLine(v))
	case time.Time:
		return visibleOneLine(strings.TrimSuffix(db.Format(v), " 00:00:00"))
	}
	return visibleOneLine(db.Format(v))
}
