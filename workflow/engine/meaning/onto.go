package meaning

import (
	"strings"

	"parley/db/statement"
	"parley/workflow/schema"
)

// Onto makes a scope of a SELECT that stands already, so that terms and conditions can be added to it: what they need is
// joined unless it is joined already. The first source must be a table; ok is false when it is none, or unknown. The query
// is changed in place.
func Onto(x *schema.Index, d statement.Dialect, q *statement.Query) (s *Scope, ok bool) {
	if len(q.From) == 0 || q.Set != nil {
		return nil, false
	}
	root := x.Table(q.From[0].Table)
	if root == nil {
		return nil, false
	}
	s = &Scope{index: x, dialect: d, root: root, query: q, names: map[string]string{"": q.From[0].Name()}, plain: len(q.From) == 1}
	for _, source := range q.From {
		s.taken = append(s.taken, strings.ToLower(source.Name()))
	}
	for _, source := range q.From[1:] {
		t := x.Table(source.Table)
		if t == nil {
			continue
		}
		if path, ok := Way(x, root, t, nil); ok && len(path) > 0 && s.names[wayText(path)] == "" {
			s.names[wayText(path)] = source.Name()
		}
	}
	return s, true
}

// Root is the table whose rows the scope is about.
func (s *Scope) Root() *schema.Table { return s.root }

// Term is a term as an expression over the scope's rows.
func (s *Scope) Term(t Term) (statement.Expr, error) { return s.term(t) }
