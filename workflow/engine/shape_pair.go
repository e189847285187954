package engine

import (
	"slices"
	"strings"

	"parley/workflow/schema"
)

// This file pairs what a question is like with what a reading is like: "which …" goes with names, "list all …" with every
// row, "how many …" with a single figure. Neither side names anything of a schema, so that the pairs hold for all.

// askedAs is one way in which a question may be put.
var askedAs = []struct {
	name string
	is   func(r *run) bool
}{
	{"which", opens("which", "in which", "for which", "on which")},
	{"what is", func(r *run) bool { return opens("what", "tell me")(r) && !pluralSubject(r) }},
	{"what are", func(r *run) bool { return opens("what", "tell me")(r) && pluralSubject(r) }},
	{"who", opens("who", "whose")},
	{"how many", opens("how many", "count", "count the", "count the number of", "number of", "how many different")},
	{"find", opens("find", "give", "give me", "return", "select", "get", "find out", "find me")},
	{"show", opens("show", "list", "show me", "display", "list all", "please show")},
	{"when", func(r *run) bool { return slices.Contains(r.asked, When) }},
	{"where", func(r *run) bool { return slices.Contains(r.asked, Where) }},
	{"each", func(r *run) bool { return r.said(Each) || r.said(By) }},
	{"different", func(r *run) bool { return r.said(Different) }},
	{"all", func(r *run) bool { return r.said(All) }},
	{"most", func(r *run) bool { return r.said(Most) || r.said(Least) || r.said(Common) }},
	{"highest", func(r *run) bool { return r.said(Superlative) }},
	{"a count", func(r *run) bool { return r.said(Count) }},
	{"an aggregate", func(r *run) bool { return r.said(Sum) || r.said(Average) || r.said(Maximum) || r.said(Minimum) }},
	{"sorted", func(r *run) bool { return r.said(Order) || r.said(Ascending) || r.said(Descending) || r.said(Alphabet) }},
	{"no", func(r *run) bool { return r.said(Negation) || r.said(Except) }},
	{"both", func(r *run) bool { return r.said(Both) }},
	{"or", func(r *run) bool { return r.said(Or) }},
	{"a comparison", func(r *run) bool { return r.facts.more || r.facts.less }},
	{"a name", func(r *run) bool { return r.facts.name }},
	{"an id", func(r *run) bool { return r.facts.key }},
	{"a value", func(r *run) bool { return r.facts.value }},
	{"one table", func(r *run) bool { return len(r.facts.tables) == 1 }},
	{"tables", func(r *run) bool { return len(r.facts.tables) > 1 }},
	{"no table", func(r *run) bool { return len(r.facts.tables) == 0 }},
	{"two sentences", func(r *run) bool { return r.restart > 0 }},
	{"and", func(r *run) bool { return r.said(And) }},
}

// readAs is one thing that a reading may do.
var readAs = []struct {
	name string
	is   func(s *outline, q *reading) bool
}{
	{"distinct rows", func(_ *outline, q *reading) bool { return q.distinct }},
	{"every column", func(_ *outline, q *reading) bool { return q.items[0].star }},
	{"a key shown", shows(func(o operand) bool { return o.column != nil && o.aggregate == none && o.column.Key() })},
	{"a name shown", shows(func(o operand) bool { return o.column != nil && o.aggregate == none && o.column.Role == schema.Label })},
	{"one column", func(_ *outline, q *reading) bool { return len(q.items) == 1 && !q.items[0].star }},
	{"two columns", func(_ *outline, q *reading) bool { return len(q.items) == 2 }},
	{"many columns", func(_ *outline, q *reading) bool { return len(q.items) > 2 }},
	{"a count of rows", shows(func(o operand) bool { return o.aggregate == count && !o.distinct })},
	{"a count of values", shows(func(o operand) bool { return o.aggregate == count && o.distinct })},
	{"an aggregate", shows(func(o operand) bool { return o.aggregate > count })},
	{"groups", func(_ *outline, q *reading) bool { return len(q.groups) > 0 }},
	{"groups of rows", func(_ *outline, q *reading) bool {
		return slices.ContainsFunc(q.groups, func(o operand) bool { return o.column != nil && o.column.Key() })
	}},
	{"a condition on groups", func(_ *outline, q *reading) bool { return len(q.having) > 0 }},
	{"an order", func(_ *outline, q *reading) bool { return len(q.orders) > 0 && q.limit == 0 }},
	{"the first", func(_ *outline, q *reading) bool { return q.limit == 1 }},
	{"the first few", func(_ *outline, q *reading) bool { return q.limit > 1 }},
	{"one table", func(_ *outline, q *reading) bool { return len(q.all()) == 1 }},
	{"two tables", func(_ *outline, q *reading) bool { return len(q.all()) == 2 }},
	{"many tables", func(_ *outline, q *reading) bool { return len(q.all()) > 2 }},
	{"no condition", func(_ *outline, q *reading) bool { return len(q.filters)+len(q.having) == 0 && q.right == nil }},
	{"one condition", func(_ *outline, q *reading) bool { return len(q.filters) == 1 && q.right == nil }},
	{"conditions", func(_ *outline, q *reading) bool { return len(q.filters) > 1 && q.right == nil }},
	{"a query within", func(s *outline, _ *reading) bool { return s.nested }},
	{"a set operation", func(_ *outline, q *reading) bool { return q.set != "" }},
	{"alternatives", func(s *outline, _ *reading) bool { return s.or }},
}

const pairSignature = "pair: "

// IsPair says that the feature of the number is a pair.
func IsPair(number int) bool { return strings.HasPrefix(featureNames[number], pairSignature) }

// paired are the features of all pairs, by place in askedAs and readAs.
var paired = func() [][]feature {
	out := make([][]feature, len(askedAs))
	for i, a := range askedAs {
		for _, b := range readAs {
			out[i] = append(out[i], feat(pairSignature+a.name+" asked, "+b.name))
		}
	}
	return out
}()

// opens says that the question begins with one of the words.
func opens(words ...string) func(*run) bool {
	return func(r *run) bool { return slices.Contains(words, r.item(0).Lower) }
}

// pluralSubject says that the question speaks of several things: "what are".
func pluralSubject(r *run) bool {
	return r.item(1).Is(Be) && (r.item(1).Lower[0] == 'a' || r.item(1).Lower[:2] == "we")
}

func shows(of func(operand) bool) func(*outline, *reading) bool {
	return func(_ *outline, q *reading) bool { return slices.ContainsFunc(q.items, of) }
}

// pairs notes the pairs that hold: those that weigh something, all for fitting.
func (r *run) pairs(s *outline, q *reading) {
	var done [64]bool
	for k := range readAs {
		done[k] = readAs[k].is(s, q)
	}
	for i := range askedAs {
		if !askedAs[i].is(r) {
			continue
		}
		for k := range readAs {
			if done[k] && (r.facts.fitting || r.weights[paired[i][k]] != 0) {
				r.note(is(paired[i][k]))
			}
		}
	}
}
