package engine

import "parley/db/statement"

// figure puts another number in the place of the one that the query compares with: "and 3000 to the same person" after
// payments of 5000. A query that compares with no number has its limit for one; with several it is not clear which is meant,
// and the number is left for other readings.
func (ed *editor) figure(n int) bool {
	where := ed.block().Where
	at := -1
	for i, p := range where {
		if !comparesNumber(p) {
			continue
		}
		if at >= 0 {
			return false
		}
		at = i
	}
	if _, limited := ed.limited(); limited {
		return at < 0 && ed.limit(n)
	}
	if at < 0 {
		return false
	}
	op, l, _, _ := where[at].AsBinary()
	changed := append([]statement.Expr{}, where...)
	changed[at] = statement.Binary(op, l, statement.Literal(int64(n)))
	ed.block().Where = changed
	return true
}

// comparesNumber says that a predicate holds something that is no number against one.
func comparesNumber(p statement.Expr) bool {
	_, l, r, ok := p.AsBinary()
	return ok && numeric(r) && !numeric(l)
}

func numeric(e statement.Expr) bool {
	v, ok := e.AsLiteral()
	if !ok {
		return false
	}
	switch v.(type) {
	case int64, float64:
		return true
	}
	return false
}
