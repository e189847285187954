package statement

// Negated is a condition turned around. With nullable, rows of which it is neither true nor false meet it too.
func Negated(e Expr, nullable bool) Expr {
	var out, x Expr
	if of, ok := e.AsNot(); ok && !nullable {
		return of
	}
	if op, l, r, ok := e.AsBinary(); ok && opposites[op] != "" {
		out, x = Binary(opposites[op], l, r), l
	} else if in, values, negated, ok := e.AsIn(); ok && !negated {
		out, x = NotIn(in, values...), in
	} else if of, negated, ok := e.AsNull(); ok && negated {
		return IsNull(of)
	} else if ok {
		return IsNotNull(of)
	}
	_, _, column := x.AsColumn()
	switch {
	case out.IsZero() && nullable:
		return Not(Call("coalesce", e, Literal(false)))
	case out.IsZero():
		return Not(e)
	case nullable && column && len(e.Columns()) == 1:
		return Or(out, IsNull(x))
	case nullable:
		return Not(Call("coalesce", e, Literal(false)))
	}
	return out
}

var opposites = map[string]string{"=": "<>", "<>": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
