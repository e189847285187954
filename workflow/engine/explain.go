package engine

import (
	"fmt"
	"strings"
	"time"

	"parley/workflow/schema"
)

// This file says in words how a question was read.

// explain is one sentence on a reading: "name and country of users where status is active, sorted by name, first 10".
func explain(q *reading) string {
	var b strings.Builder
	b.WriteString(list(q.items, operandWords))
	if tables := q.all(); len(tables) > 0 {
		b.WriteString(" of " + strings.Join(schema.Split(tables[0].Name), " "))
	}
	if len(q.filters) > 0 {
		b.WriteString(" where " + conditionWords(q.filters))
	}
	if len(q.groups) > 0 {
		b.WriteString(" for each " + list(q.groups, operandWords))
	}
	if len(q.having) > 0 {
		b.WriteString(" having " + conditionWords(q.having))
	}
	if len(q.orders) > 0 {
		b.WriteString(", sorted by " + list(q.orders, orderWords))
	}
	if q.limit > 0 {
		fmt.Fprintf(&b, ", first %d", q.limit)
	}
	if q.offset > 0 {
		fmt.Fprintf(&b, " after %d", q.offset)
	}
	if q.places > 0 {
		fmt.Fprintf(&b, ", first %d for each %s", q.places, list(q.within, operandWords))
	}
	if q.right != nil {
		fmt.Fprintf(&b, "; %s: %s", q.set, explain(q.right))
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

func orderWords(o ordering) string {
	if o.descending {
		return operandWords(o.operand) + " downwards"
	}
	return operandWords(o.operand)
}

var aggregateWords = [...]string{"", "number of ", "total ", "average ", "highest ", "lowest ", "median "}

func operandWords(o operand) string {
	s := "rows"
	switch {
	case o.star:
		return "every column"
	case o.each != nil:
		return figureWords(o.each)
	case o.column != nil:
		s = strings.Join(schema.Split(o.column.Name), " ")
		if o.via != nil {
			s = strings.ReplaceAll(roleName(o.via), "_", " ") + " " + s
		}
	}
	switch {
	case o.operator == "age":
		s = "age by " + s
	case o.right != nil && o.operator == "days":
		s = "days from " + operandWords(*o.right) + " to " + s
	case o.right != nil:
		s += " " + o.operator + " " + operandWords(*o.right)
	}
	if o.grain != "" {
		s = o.grain + " of " + s
	}
	if o.distinct {
		s = "different " + s
	}
	s = aggregateWords[o.aggregate] + s
	switch {
	case o.when != nil:
		return "percentage of " + strings.TrimPrefix(s, aggregateWords[o.aggregate]) + " where " + conditionWords(o.when.filters)
	case o.per != nil:
		return s + " for each " + strings.Join(schema.Split(o.per.Name), " ") + ", on average"
	}
	return formWords[o.form] + s
}

// figureWords is a figure of one row: "number of orders", "total amount of invoice".
func figureWords(q *reading) string {
	s := aggregateWords[count] + strings.Join(schema.Split(q.all()[0].Name), " ")
	if q.items[0].aggregate != count {
		s = operandWords(q.items[0])
	}
	if len(q.filters) > 0 {
		s += " where " + conditionWords(q.filters)
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

func conditionWords(list []*filter) string {
	var b strings.Builder
	for i, f := range list {
		switch {
		case i > 0 && f.or:
			b.WriteString(" or ")
		case i > 0:
			b.WriteString(" and ")
		}
		b.WriteString(filterWords(f))
	}
	return b.String()
}

func filterWords(f *filter) string {
	if f.left.table != nil && f.sub != nil {
		rows := strings.Join(schema.Split(f.sub.all()[0].Name), " ")
		if f.operator != "in" {
			return "without " + rows
		}
		return strings.TrimSuffix("with "+rows+" and "+conditionWords(f.sub.having), " and ")
	}
	operator := operatorWords[f.operator]
	if len(f.values) > 0 {
		if _, moment := f.values[0].(time.Time); moment && momentWords[f.operator] != "" {
			operator = momentWords[f.operator]
		}
	}
	s := operandWords(f.left) + " " + operator
	for i, v := range f.values {
		switch {
		case i > 0 && f.operator == "within":
			s += " to before"
		case i > 0:
			s += " and"
		}
		s += " " + valueWords(v)
	}
	switch {
	case f.right != nil:
		s += " " + operandWords(*f.right)
	case f.sub != nil:
		s += " the " + explain(f.sub)
		if f.within != nil {
			s += " with the same " + strings.Join(schema.Split(f.within.Name), " ")
		}
	}
	return s
}

// understood lists which words became what, where that is not plain.
func (q *ranked) understood(items []Item) []string {
	var out []string
	for _, n := range q.notes {
		it := items[n.at]
		switch {
		case n.period != nil:
			out = append(out, fmt.Sprintf("%s = %s (%s)", withoutOn(it.Text), n.period, n.column))
		case n.column != nil && !strings.EqualFold(it.Text, n.column.Name):
			out = append(out, fmt.Sprintf("%s = %s", it.Text, n.column))
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
