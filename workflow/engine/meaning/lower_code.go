package meaning

import (
	"parley/db/statement"
	"parley/workflow/schema"
)

// DecodedOf is what the code in a column means; ok is false where no table of codes says so.
func DecodedOf(t Term) (decoded Term, ok bool) {
	if t.Kind != Column || t.Grain != "" || t.Column.Coding == nil {
		return t, false
	}
	return Term{Kind: Decoded, Column: t.Column, Via: t.Via, Name: meant(t.Column), At: t.At}, true
}

// meant is what a column of codes tells: "channel" for chnl_cd.
func meant(c *schema.Column) string {
	words := c.Words
	if n := len(words); n > 1 && words[n-1] == "code" {
		words = words[:n-1]
	}
	name := ""
	for _, w := range words {
		name += w + " "
	}
	return name + "meaning"
}

// decoded looks a code up in the table of codes.
func (s *Scope) decoded(t Term) (statement.Expr, error) {
	code := t.Column.Coding
	s.plain = false
	outer, err := s.column(t.Column, t.Via)
	if err != nil {
		return outer, err
	}
	inner := newScope(s.index, s.dialect, code.Code.Table, false, s.taken)
	name := inner.names[""]
	inner.query.Items = []statement.Item{{Expr: inner.named(code.Text, name)}}
	inner.query.Where = []statement.Expr{statement.Binary("=", inner.named(code.Code, name), outer)}
	if code.Kind != nil {
		inner.query.Where = append(inner.query.Where, statement.Binary("=", inner.named(code.Kind, name), statement.Literal(code.Of)))
	}
	return statement.Scalar(inner.query), nil
}
