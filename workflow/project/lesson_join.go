package project

import (
	"strings"

	"parley/workflow/schema"
)

// join is "payments.payer refers to plans.payer", "join payments to users on recipient = name", "payments belong to users by
// recipient and name": a key that nobody declared.
func (s *Student) join(g map[string]string) (*Lesson, error) {
	a, b := s.table(g["a"]), s.table(g["b"])
	switch {
	case a == nil && g["a"] != "":
		return nil, &UnclearError{g["a"]}
	case b == nil && g["b"] != "":
		return nil, &UnclearError{g["b"]}
	}
	y := g["y"]
	if y == "" {
		y = g["x"]
	}
	from, to := s.column(strings.Trim(g["x"], ".,"), a), s.column(strings.Trim(y, ".,"), b)
	switch {
	case from == nil || a != nil && from.Table != a:
		return nil, &UnclearError{g["x"]}
	case to == nil || b != nil && to.Table != b || to == from:
		return nil, &UnclearError{y}
	case from.Table == to.Table:
		return nil, nil
	}
	if wholeKey(from) && !wholeKey(to) {
		from, to = to, from
	}
	return &Lesson{Section: "joins", Key: from.String(), Value: to.String()}, nil
}

// wholeKey says that a column is the whole primary key of its table: others refer to it.
func wholeKey(c *schema.Column) bool { return c.Table.PrimaryKey() == c }
