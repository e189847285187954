package reader

import (
	"fmt"
	"strings"
	"time"

	"parley/workflow/engine/reading"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file says in words how a question was read.

// Explain is one sentence on a reading: "name and country of users where status is active, sorted by name, first 10".
func Explain(q *reading.Reading) string {
	var b strings.Builder
	b.WriteString(list(q.Items, operandWords))
	if tables := q.All(); len(tables) > 0 {
		b.WriteString(" of " + strings.Join(schema.Split(tables[0].Name), " "))
	}
	if len(q.Filters) > 0 {
		b.WriteString(" where " + conditionWords(q.Filters))
	}
	if len(q.Groups) > 0 {
		b.WriteString(" for each " + list(q.Groups, operandWords))
	}
	if len(q.Having) > 0 {
		b.WriteString(" having " + conditionWords(q.Having))
	}
	if len(q.Orders) > 0 {
		b.WriteString(", sorted by " + list(q.Orders, orderWords))
	}
	if q.Limit > 0 {
		fmt.Fprintf(&b, ", first %d", q.Limit)
	}
	if q.Offset > 0 {
		fmt.Fprintf(&b, " after %d", q.Offset)
	}
	if q.Places > 0 {
		fmt.Fprintf(&b, ", first %d for each %s", q.Places, list(q.Within, operandWords))
	}
	if q.Right != nil {
		fmt.Fprintf(&b, "; %s: %s", q.Set, Explain(q.Right))
	}
	return b.String()
}

func list[T any](all []T, words func(T) string) string {
	var out []string
	for _, v := range all {
		out = append(out, words(v))
	}
	if n := len(out); n > 1 {
		return strings.Join(out[:n-1], ", ") + " and " + out[n-1]
	}
	return strings.Join(out, "")
}

func orderWords(o reading.Ordering) string {
	if o.Descending {
		return operandWords(o.Operand) + " downwards"
	}
	return operandWords(o.Operand)
}

var aggregateWords = [...]string{"", "number of ", "total ", "average ", "highest ", "lowest ", "median "}

func operandWords(o reading.Operand) string {
	s := "rows"
	switch {
	case o.Star:
		return "every column"
	case o.Each != nil:
		return figureWords(o.Each)
	case o.Column != nil:
		s = strings.Join(schema.Split(o.Column.Name), " ")
		if o.Via != nil {
			s = strings.ReplaceAll(reading.RoleName(o.Via), "_", " ") + " " + s
		}
	}
	switch {
	case o.Operator == "age":
		s = "age by " + s
	case o.Right != nil && o.Operator == "days":
		s = "days from " + operandWords(*o.Right) + " to " + s
	case o.Right != nil:
		s += " " + o.Operator + " " + operandWords(*o.Right)
	}
	if o.Grain != "" {
		s = o.Grain + " of " + s
	}
	if o.Distinct {
		s = "different " + s
	}
	s = aggregateWords[o.Aggregate] + s
	switch {
	case o.When != nil:
		return "percentage of " + strings.TrimPrefix(s, aggregateWords[o.Aggregate]) + " where " + conditionWords(o.When.Filters)
	case o.Per != nil:
		return s + " for each " + strings.Join(schema.Split(o.Per.Name), " ") + ", on average"
	}
	return formWords[o.Form] + s
}

// figureWords is a figure of one row: "number of orders", "total amount of invoice".
func figureWords(q *reading.Reading) string {
	s := aggregateWords[reading.Count] + strings.Join(schema.Split(q.All()[0].Name), " ")
	if q.Items[0].Aggregate != reading.Count {
		s = operandWords(q.Items[0])
	}
	if len(q.Filters) > 0 {
		s += " where " + conditionWords(q.Filters)
	}
	return s
}

var formWords = [...]string{"", "percentage of all in ", "running total of ", "change in percent of ", "the one before of "}

var operatorWords = map[string]string{
	"=": "is", "<>": "is not", ">": "over", "<": "under", ">=": "at least", "<=": "at most", "like": "like", "not like": "not like",
	"between": "between", "within": "from", "in": "among", "null": "is missing", "not null": "is there",
}

// momentWords are the comparisons of a time.
var momentWords = map[string]string{"<": "before", ">": "after", ">=": "from", "<=": "until"}

func valueWords(v any) string {
	at, ok := v.(time.Time)
	switch {
	case !ok:
		return fmt.Sprint(v)
	case at.Equal(at.Truncate(24 * time.Hour)):
		return at.Format("2 Jan 2006")
	}
	return at.Format("2 Jan 2006 15:04")
}

func conditionWords(list []*reading.Filter) string {
	var b strings.Builder
	for i, f := range list {
		switch {
		case i > 0 && f.Or:
			b.WriteString(" or ")
		case i > 0:
			b.WriteString(" and ")
		}
		b.WriteString(filterWords(f))
	}
	return b.String()
}

func filterWords(f *reading.Filter) string {
	if f.Left.Table != nil && f.Sub != nil {
		rows := strings.Join(schema.Split(f.Sub.All()[0].Name), " ")
		if f.Operator != "in" {
			return "without " + rows
		}
		return strings.TrimSuffix("with "+rows+" and "+conditionWords(f.Sub.Having), " and ")
	}
	operator := operatorWords[f.Operator]
	if len(f.Values) > 0 {
		if _, moment := f.Values[0].(time.Time); moment && momentWords[f.Operator] != "" {
			operator = momentWords[f.Operator]
		}
	}
	s := operandWords(f.Left) + " " + operator
	for i, v := range f.Values {
		switch {
		case i > 0 && f.Operator == "within":
			s += " to before"
		case i > 0:
			s += " and"
		}
		s += " " + valueWords(v)
	}
	switch {
	case f.Right != nil:
		s += " " + operandWords(*f.Right)
	case f.Sub != nil:
		s += " the " + Explain(f.Sub)
		if f.Within != nil {
			s += " with the same " + strings.Join(schema.Split(f.Within.Name), " ")
		}
	}
	return s
}

// Understood lists which words became what, where that is not plain.
func (q *Ranked) Understood(items []tag.Item) []string {
	var out []string
	for _, n := range q.notes {
		it := items[n.At]
		switch {
		case n.Period != nil:
			out = append(out, fmt.Sprintf("%s = %s (%s)", withoutOn(it.Text), n.Period, n.Column))
		case n.Column != nil && !strings.EqualFold(it.Text, n.Column.Name):
			out = append(out, fmt.Sprintf("%s = %s", it.Text, n.Column))
		}
	}
	return out
}

// withoutOn is a period as said without the word that places something in it: Feb 10 of "on Feb 10".
func withoutOn(said string) string {
	first, rest, more := strings.Cut(said, " ")
	if more && (strings.EqualFold(first, "on") || strings.EqualFold(first, "in")) {
		return rest
	}
	return said
}
