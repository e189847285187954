package question

import (
	"slices"
	"strings"

	"parley/workflow/engine/reading"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file pairs what a question is like with what a reading is like: "which …" goes with names, "list all …" with every
// row, "how many …" with a single figure. Neither side names anything of a schema, so that the pairs hold for all.

// askedAs is one way in which a question may be put.
var askedAs = []struct {
	name string
	is   func(r *reading.Run) bool
}{
	{"which", opens("which", "in which", "for which", "on which")},
	{"what is", func(r *reading.Run) bool { return opens("what", "tell me")(r) && !pluralSubject(r) }},
	{"what are", func(r *reading.Run) bool { return opens("what", "tell me")(r) && pluralSubject(r) }},
	{"who", opens("who", "whose")},
	{"how many", opens("how many", "count", "count the", "count the number of", "number of", "how many different")},
	{"find", opens("find", "give", "give me", "return", "select", "get", "find out", "find me")},
	{"show", opens("show", "list", "show me", "display", "list all", "please show")},
	{"when", func(r *reading.Run) bool { return slices.Contains(r.Asked, tag.When) }},
	{"where", func(r *reading.Run) bool { return slices.Contains(r.Asked, tag.Where) }},
	{"each", func(r *reading.Run) bool { return Said(r, tag.Each) || Said(r, tag.By) }},
	{"different", func(r *reading.Run) bool { return Said(r, tag.Different) }},
	{"all", func(r *reading.Run) bool { return Said(r, tag.All) }},
	{"most", func(r *reading.Run) bool { return Said(r, tag.Most) || Said(r, tag.Least) || Said(r, tag.Common) }},
	{"highest", func(r *reading.Run) bool { return Said(r, tag.Superlative) }},
	{"a count", func(r *reading.Run) bool { return Said(r, tag.Count) }},
	{"an aggregate", func(r *reading.Run) bool {
		return Said(r, tag.Sum) || Said(r, tag.Average) || Said(r, tag.Maximum) || Said(r, tag.Minimum)
	}},
	{"sorted", func(r *reading.Run) bool {
		return Said(r, tag.Order) || Said(r, tag.Ascending) || Said(r, tag.Descending) || Said(r, tag.Alphabet)
	}},
	{"no", func(r *reading.Run) bool { return Said(r, tag.Negation) || Said(r, tag.Except) }},
	{"both", func(r *reading.Run) bool { return Said(r, tag.Both) }},
	{"or", func(r *reading.Run) bool { return Said(r, tag.Or) }},
	{"a comparison", func(r *reading.Run) bool { return r.Facts.More || r.Facts.Less }},
	{"a name", func(r *reading.Run) bool { return r.Facts.Name }},
	{"an id", func(r *reading.Run) bool { return r.Facts.Key }},
	{"a value", func(r *reading.Run) bool { return r.Facts.Value }},
	{"one table", func(r *reading.Run) bool { return len(r.Facts.Tables) == 1 }},
	{"tables", func(r *reading.Run) bool { return len(r.Facts.Tables) > 1 }},
	{"no table", func(r *reading.Run) bool { return len(r.Facts.Tables) == 0 }},
	{"two sentences", func(r *reading.Run) bool { return r.Restart > 0 }},
	{"and", func(r *reading.Run) bool { return Said(r, tag.And) }},
}

// readAs is one thing that a reading may do.
var readAs = []struct {
	name string
	is   func(s *Outline, q *reading.Reading) bool
}{
	{"distinct rows", func(_ *Outline, q *reading.Reading) bool { return q.Distinct }},
	{"every column", func(_ *Outline, q *reading.Reading) bool { return q.Items[0].Star }},
	{"a key shown", shows(func(o reading.Operand) bool { return o.Column != nil && o.Aggregate == reading.None && o.Column.Key() })},
	{"a name shown", shows(func(o reading.Operand) bool {
		return o.Column != nil && o.Aggregate == reading.None && o.Column.Role == schema.Label
	})},
	{"one column", func(_ *Outline, q *reading.Reading) bool { return len(q.Items) == 1 && !q.Items[0].Star }},
	{"two columns", func(_ *Outline, q *reading.Reading) bool { return len(q.Items) == 2 }},
	{"many columns", func(_ *Outline, q *reading.Reading) bool { return len(q.Items) > 2 }},
	{"a count of rows", shows(func(o reading.Operand) bool { return o.Aggregate == reading.Count && !o.Distinct })},
	{"a count of values", shows(func(o reading.Operand) bool { return o.Aggregate == reading.Count && o.Distinct })},
	{"an aggregate", shows(func(o reading.Operand) bool { return o.Aggregate > reading.Count })},
	{"groups", func(_ *Outline, q *reading.Reading) bool { return len(q.Groups) > 0 }},
	{"groups of rows", func(_ *Outline, q *reading.Reading) bool {
		return slices.ContainsFunc(q.Groups, func(o reading.Operand) bool { return o.Column != nil && o.Column.Key() })
	}},
	{"a condition on groups", func(_ *Outline, q *reading.Reading) bool { return len(q.Having) > 0 }},
	{"an order", func(_ *Outline, q *reading.Reading) bool { return len(q.Orders) > 0 && q.Limit == 0 }},
	{"the first", func(_ *Outline, q *reading.Reading) bool { return q.Limit == 1 }},
	{"the first few", func(_ *Outline, q *reading.Reading) bool { return q.Limit > 1 }},
	{"one table", func(_ *Outline, q *reading.Reading) bool { return len(q.All()) == 1 }},
	{"two tables", func(_ *Outline, q *reading.Reading) bool { return len(q.All()) == 2 }},
	{"many tables", func(_ *Outline, q *reading.Reading) bool { return len(q.All()) > 2 }},
	{"no condition", func(_ *Outline, q *reading.Reading) bool { return len(q.Filters)+len(q.Having) == 0 && q.Right == nil }},
	{"one condition", func(_ *Outline, q *reading.Reading) bool { return len(q.Filters) == 1 && q.Right == nil }},
	{"conditions", func(_ *Outline, q *reading.Reading) bool { return len(q.Filters) > 1 && q.Right == nil }},
	{"a query within", func(s *Outline, _ *reading.Reading) bool { return s.Nested }},
	{"a set operation", func(_ *Outline, q *reading.Reading) bool { return q.Set != "" }},
	{"alternatives", func(s *Outline, _ *reading.Reading) bool { return s.or }},
}

const pairSignature = "pair: "

// IsPair says that the feature of the number is a pair.
func IsPair(number int) bool { return strings.HasPrefix(reading.FeatureNames[number], pairSignature) }

// paired are the features of all pairs, by place in askedAs and readAs.
var paired = func() [][]reading.Feature {
	out := make([][]reading.Feature, len(askedAs))
	for i, a := range askedAs {
		for _, b := range readAs {
			out[i] = append(out[i], reading.Feat(pairSignature+a.name+" asked, "+b.name))
		}
	}
	return out
}()

// opens says that the question begins with one of the words.
func opens(words ...string) func(*reading.Run) bool {
	return func(r *reading.Run) bool { return slices.Contains(words, r.Item(0).Lower) }
}

// pluralSubject says that the question speaks of several things: "what are".
func pluralSubject(r *reading.Run) bool {
	return r.Item(1).Is(tag.Be) && (r.Item(1).Lower[0] == 'a' || r.Item(1).Lower[:2] == "we")
}

func shows(of func(reading.Operand) bool) func(*Outline, *reading.Reading) bool {
	return func(_ *Outline, q *reading.Reading) bool { return slices.ContainsFunc(q.Items, of) }
}

// pairs notes the pairs that hold: those that weigh something, all for fitting.
func pairs(r *reading.Run, s *Outline, q *reading.Reading) {
	var done [64]bool
	for k := range readAs {
		done[k] = readAs[k].is(s, q)
	}
	for i := range askedAs {
		if !askedAs[i].is(r) {
			continue
		}
		for k := range readAs {
			if done[k] && (r.Facts.Fitting || r.Weights[paired[i][k]] != 0) {
				r.Note(reading.Is(paired[i][k]))
			}
		}
	}
}
