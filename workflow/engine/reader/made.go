package reader

import (
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/decide"
	"parley/workflow/engine/tag"
)

// madeFrom says what a statement is made of; nothing where it cannot be looked into.
func madeFrom(s *statement.Statement) decide.Made {
	var m decide.Made
	if q, err := s.Query(); err == nil {
		made(&m, q, map[string]bool{})
		m.Nested-- // the query itself
		m.Distinct, m.Groups = q.Distinct, len(q.GroupBy) > 0
		m.Star = len(q.Items) == 1 && starOf(q.Items[0].Expr)
	}
	return m
}

func starOf(e statement.Expr) bool {
	_, star := e.AsStar()
	return star
}

// made adds a query and those within it. Of tables each counts once, whatever it is called by.
func made(m *decide.Made, q *statement.Query, read map[string]bool) {
	m.Nested++
	if q.Set != nil {
		made(m, q.Set.Left, read)
		made(m, q.Set.Right, read)
		return
	}
	for _, s := range q.From {
		switch {
		case s.Query != nil:
			made(m, s.Query, read)
		case !read[strings.ToLower(s.Table)]:
			read[strings.ToLower(s.Table)] = true
			m.Tables++
		}
		m.Outer += outer(s.Join)
	}
	var said []string
	for _, c := range slices.Concat(q.Where, q.Having) {
		text := c.SQL()
		if slices.Contains(said, text) {
			m.Repeated++
		}
		said = append(said, text)
		within(m, c, read)
	}
	for _, it := range q.Items {
		within(m, it.Expr, read)
	}
}

func outer(j statement.Join) int {
	if j == statement.JoinLeft || j == statement.JoinRight {
		return 1
	}
	return 0
}

// within adds the queries within an expression.
func within(m *decide.Made, e statement.Expr, read map[string]bool) {
	e.Walk(func(x statement.Expr) bool {
		if q, not, ok := x.AsExists(); ok {
			m.Existing += tag.BoolInt(!not)
			m.Missing += tag.BoolInt(not)
			made(m, q, read)
			return false
		}
		if left, q, not, ok := x.AsInQuery(); ok {
			m.Missing += tag.BoolInt(not)
			within(m, left, read)
			made(m, q, read)
			return false
		}
		if q, ok := x.AsScalar(); ok {
			made(m, q, read)
			return false
		}
		return true
	})
}
