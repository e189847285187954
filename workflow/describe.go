package workflow

import (
	"fmt"
	"strings"
	"time"

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
		b.WriteString(", sorted by " + enumerate(q.OrderBy, func(k statement.Key) string { return downwards(k, calledIn(q)(k.Expr)) }))
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
	called := calledIn(q)
	b.WriteString(enumerate(q.Items, func(i statement.Item) string { return called(i.Expr) }))
	if len(q.From) > 0 {
		b.WriteString(" of " + enumerate(q.From, sourceWords))
	}
	if len(q.Where) > 0 {
		b.WriteString(" where " + conditionsWords(q.Where))
	}
	if len(q.GroupBy) > 0 {
		b.WriteString(" for each " + enumerate(q.GroupBy, called))
	}
	if len(q.Having) > 0 {
		b.WriteString(" having " + enumerate(q.Having, exprWords))
	}
}

// calledIn says what an expression of a query is called: in words, or by its name in the result where it has no plain ones.
func calledIn(q *statement.Query) func(statement.Expr) string {
	return func(e statement.Expr) string {
		words := itemWords(e)
		if !strings.ContainsAny(words, "()*/+'|") {
			return words
		}
		for _, i := range q.Items {
			if i.Alias != "" && i.Expr.Equal(e) {
				return spaced(i.Alias)
			}
		}
		return words
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

func keyWords(k statement.Key) string { return downwards(k, itemWords(k.Expr)) }

func downwards(k statement.Key, words string) string {
	if k.Desc {
		return words + " downwards"
	}
	return words
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
	if x, unit, ok := stretched(e); ok {
		return unit + " of " + itemWords(x)
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

// stretches are the forms of strftime that cut a time to a stretch of the calendar.
var stretches = map[string]string{"%Y": "year", "%Y-%m": "month", "%Y-%m-%d": "day"}

// stretched says that an expression is a time cut to a stretch of the calendar: which time, and a month, a year.
func stretched(e statement.Expr) (x statement.Expr, unit string, ok bool) {
	if inner, typ, cast := e.AsCast(); cast && typ == "date" {
		e = inner
	}
	name, args, _, _, ok := e.AsCall()
	if !ok || len(args) != 2 {
		return statement.Expr{}, "", false
	}
	form, _ := args[0].AsLiteral()
	said, _ := form.(string)
	switch name {
	case "date_trunc":
		unit = said
	case "strftime":
		unit = stretches[said]
	}
	return args[1], unit, unit != ""
}

var comparisons = map[string]string{"=": "is", "<>": "is not", ">": "over", "<": "under", ">=": "at least", "<=": "at most"}

// sooner are the comparisons of times.
var sooner = map[string]string{">": "after", "<": "before", ">=": "from", "<=": "until"}

// exprWords are a comparison of a column with literals, or whether it has a value; anything else is its SQL.
func exprWords(e statement.Expr) string {
	if x, filled, ok := e.AsNull(); ok {
		return itemWords(x) + map[bool]string{true: " is there", false: " is missing"}[filled]
	}
	if x, values, negated, ok := e.AsIn(); ok {
		return among(e, x, values, negated)
	}
	op, l, r, ok := e.AsBinary()
	words, known := comparisons[op]
	value, literal := r.AsLiteral()
	if !ok || !known || !literal || value == nil {
		return e.SQL()
	}
	if at := sooner[op]; at != "" && isDay(value) {
		words = at
	}
	return itemWords(l) + " " + words + " " + fmt.Sprint(value)
}

// spaced is a name as words: "order_items" is "order items".
func spaced(name string) string { return strings.ReplaceAll(name, "_", " ") }

// conditionsWords are conditions that hold at once; the two ends of a time are one: "created at from 2026-10-01 and before 2026-11-01".
func conditionsWords(list []statement.Expr) string {
	var out []string
	end := ""
	for _, e := range list {
		words, before := exprWords(e), end
		if end = ""; len(out) == 0 || before == "" {
			out = append(out, words)
		} else if rest, ok := strings.CutPrefix(words, before); ok {
			out[len(out)-1] += " and " + rest
		} else {
			out = append(out, words)
		}
		if op, l, r, ok := e.AsBinary(); ok && sooner[op] != "" {
			if value, _ := r.AsLiteral(); isDay(value) {
				end = itemWords(l) + " "
			}
		}
	}
	return enumerate(out, func(s string) string { return s })
}

// among is "status is shipped or delivered"; its SQL where what is among them is no literal.
func among(e, x statement.Expr, values []statement.Expr, negated bool) string {
	list := make([]string, len(values))
	for i, v := range values {
		value, ok := v.AsLiteral()
		if !ok || value == nil {
			return e.SQL()
		}
		list[i] = fmt.Sprint(value)
	}
	return itemWords(x) + map[bool]string{true: " is neither ", false: " is "}[negated] + strings.Join(list, map[bool]string{true: " nor ", false: " or "}[negated])
}

// isDay says that a literal is a day or a time of one.
func isDay(value any) bool {
	text, ok := value.(string)
	if !ok || len(text) < len(time.DateOnly) {
		return false
	}
	_, err := time.Parse(time.DateOnly, text[:len(time.DateOnly)])
	return err == nil
}
