package workflow

import (
	"fmt"
	"strings"

	"parley/db/statement"
)

// describe says in words what a statement gives, read off its tree, whoever made it: the answer to "what does this query
// do?" where the maker gave none (IRW-REQ-04). What has no plain words stands as SQL. Empty for a statement without a tree.
func describe(s *statement.Statement) string {
	query, err := s.Query()
	if err != nil {
		return ""
	}
	return queryWords(query)
}

func queryWords(q *statement.Query) string {
	var b strings.Builder
	if q.Set != nil {
		fmt.Fprintf(&b, "%s; %s %s", queryWords(q.Set.Left), setWords[q.Set.Kind], queryWords(q.Set.Right))
	} else {
		selectWords(&b, q)
	}
	if len(q.OrderBy) > 0 {
		b.WriteString(", sorted by " + enumerate(q.OrderBy, keyWords))
	}
	if !q.Limit.IsZero() {
		b.WriteString(", the first " + q.Limit.SQL())
	}
	if !q.Offset.IsZero() {
		b.WriteString(" after " + q.Offset.SQL())
	}
	return b.String()
}

var setWords = map[statement.SetKind]string{statement.Union: "together with", statement.Intersect: "as far as also among", statement.Except: "but not"}

func selectWords(b *strings.Builder, q *statement.Query) {
	if q.Distinct {
		b.WriteString("different ")
	}
	b.WriteString(enumerate(q.Items, func(i statement.Item) string { return itemWords(i.Expr) }))
	if len(q.From) > 0 {
		b.WriteString(" of " + enumerate(q.From, sourceWords))
	}
	if len(q.Where) > 0 {
		b.WriteString(" where " + enumerate(q.Where, exprWords))
	}
	if len(q.GroupBy) > 0 {
		b.WriteString(" for each " + enumerate(q.GroupBy, itemWords))
	}
	if len(q.Having) > 0 {
		b.WriteString(" having " + enumerate(q.Having, exprWords))
	}
}

// enumerate is "a, b and c".
func enumerate[T any](list []T, words func(T) string) string {
	out := make([]string, len(list))
	for i, v := range list {
		out[i] = words(v)
	}
	if n := len(out); n > 1 {
		return strings.Join(out[:n-1], ", ") + " and " + out[n-1]
	}
	return strings.Join(out, "")
}

func sourceWords(s statement.Source) string {
	if s.Query != nil {
		return "(" + queryWords(s.Query) + ")"
	}
	return spaced(s.Table)
}

func keyWords(k statement.Key) string {
	if k.Desc {
		return itemWords(k.Expr) + " downwards"
	}
	return itemWords(k.Expr)
}

var aggregates = map[string]string{"count": "number of ", "sum": "total ", "avg": "average ", "max": "highest ", "min": "lowest "}

// itemWords are a column, a star or an aggregate of one.
func itemWords(e statement.Expr) string {
	if _, name, ok := e.AsColumn(); ok {
		return spaced(name)
	}
	if _, ok := e.AsStar(); ok {
		return "every column"
	}
	name, args, star, distinct, ok := e.AsCall()
	words, known := aggregates[name]
	switch {
	case !ok || !known || len(args) > 1:
		return e.SQL()
	case star || len(args) == 0:
		return words + "rows"
	case distinct:
		return words + "different " + itemWords(args[0])
	default:
		return words + itemWords(args[0])
	}
}

var comparisons = map[string]string{"=": "is", "<>": "is not", ">": "over", "<": "under", ">=": "at least", "<=": "at most"}

// exprWords are a comparison of a column with a literal; anything else is its SQL.
func exprWords(e statement.Expr) string {
	op, l, r, ok := e.AsBinary()
	words, known := comparisons[op]
	value, literal := r.AsLiteral()
	if !ok || !known || !literal || value == nil {
		return e.SQL()
	}
	return itemWords(l) + " " + words + " " + fmt.Sprint(value)
}

// spaced is a name as words: "order_items" is "order items".
func spaced(name string) string { return strings.ReplaceAll(name, "_", " ") }
