package engine

import (
	"slices"
	"strconv"
	"strings"

	"parley/db/statement"
	"parley/workflow/schema"
)

// A sketch is what a query shows and asks for, in signs that can be compared between queries whatever their aliases are.
// The ranker tells by it what a follow-up would change, and how much of what was said has a part in it.
type sketch struct {
	items, where, subjects, groups, having, order []string
	tables                                        []*schema.Table
	limit                                         string
	shown, used                                   map[*schema.Column]bool
	within                                        map[*schema.Table]bool // tables anywhere, sub-queries included
	literals                                      map[string]bool
	functions                                     map[string]bool
	set, nested, distinct, negative, or, compares bool
}

// sketchOf reads a query.
func sketchOf(index *schema.Index, q *statement.Query) *sketch {
	s := &sketch{shown: map[*schema.Column]bool{}, used: map[*schema.Column]bool{}, within: map[*schema.Table]bool{}, literals: map[string]bool{}, functions: map[string]bool{}}
	s.set = q.Set != nil
	first := view{index, leftmost(q)}
	for _, item := range first.query.Items {
		s.items = append(s.items, first.sign(item.Expr))
		if c := first.column(item.Expr); c != nil {
			s.shown[c] = true
		}
	}
	for _, p := range first.query.Where {
		s.where = append(s.where, first.sign(p))
		if c := first.subject(p); c != nil {
			s.subjects = append(s.subjects, strconv.Itoa(c.ID))
		}
	}
	for _, e := range first.query.GroupBy {
		s.groups = append(s.groups, first.sign(first.query.Meaning(e)))
	}
	for _, e := range first.query.Having {
		s.having = append(s.having, first.sign(e))
	}
	for _, k := range q.OrderBy {
		sign := first.sign(first.query.Meaning(k.Expr))
		if k.Desc {
			sign += " desc"
		}
		s.order = append(s.order, sign)
	}
	if !q.Limit.IsZero() {
		s.limit = q.Limit.SQL()
		s.literals[s.limit] = true
	}
	s.tables, s.distinct = first.tables(), first.query.Distinct
	s.walk(index, q)
	return s
}

// sign writes an expression with columns for what they are.
func (s view) sign(e statement.Expr) string {
	if c := s.column(e); c != nil {
		return strconv.Itoa(c.ID)
	}
	if _, ok := e.AsStar(); ok {
		return "*"
	}
	if name, args, star, distinct, ok := e.AsCall(); ok && !e.IsWindow() {
		parts := []string{strings.ToLower(name)}
		if distinct {
			parts = append(parts, "distinct")
		}
		if star {
			parts = append(parts, "*")
		}
		for _, a := range args {
			parts = append(parts, s.sign(a))
		}
		return strings.Join(parts, " ")
	}
	if op, l, r, ok := e.AsBinary(); ok {
		return s.sign(l) + op + s.sign(r)
	}
	return e.SQL()
}

// walk notes the columns, values and functions of a query, sub-queries included.
func (s *sketch) walk(index *schema.Index, q *statement.Query) {
	if q.Set != nil {
		s.negative = s.negative || q.Set.Kind == statement.Except
		s.walk(index, q.Set.Left)
		s.walk(index, q.Set.Right)
		return
	}
	v := view{index, q}
	for _, t := range v.tables() {
		s.within[t] = true
	}
	visit := func(e statement.Expr) {
		if !e.IsZero() {
			e.Walk(func(x statement.Expr) bool { s.node(v, x); return true })
		}
	}
	for _, item := range q.Items {
		visit(item.Expr)
	}
	for _, src := range q.From {
		if inner := v.within(src); inner != nil {
			s.nested = true
			s.walk(index, inner)
		}
	}
	for _, list := range [][]statement.Expr{q.Where, q.GroupBy, q.Having} {
		for _, e := range list {
			visit(e)
		}
	}
	for _, k := range q.OrderBy {
		visit(k.Expr)
	}
}

func (s *sketch) node(v view, x statement.Expr) {
	if c := v.column(x); c != nil {
		s.used[c] = true
		return
	}
	if value, ok := x.AsLiteral(); ok {
		s.literals[strings.ToLower(strings.Trim(literalText(value), "%"))] = true
		return
	}
	if name, _, _, _, ok := x.AsCall(); ok {
		s.functions[strings.ToLower(name)] = true
	}
	if _, ok := x.AsOr(); ok {
		s.or = true
	}
	if op, _, _, ok := x.AsBinary(); ok {
		switch strings.ToLower(op) {
		case "<>", "!=", "not like", "is distinct from":
			s.negative = true
		case "<", ">", "<=", ">=":
			s.compares = true
		}
	}
	s.below(v, x)
}

// below goes into a sub-query.
func (s *sketch) below(v view, x statement.Expr) {
	var q *statement.Query
	if _, inner, negated, ok := x.AsInQuery(); ok {
		q, s.negative = inner, s.negative || negated
	} else if inner, negated, ok := x.AsExists(); ok {
		q, s.negative = inner, s.negative || negated
	} else if inner, ok := x.AsScalar(); ok {
		q = inner
	}
	if q != nil {
		s.nested = true
		s.walk(v.index, q)
	}
}

func literalText(value any) string {
	switch v := value.(type) {
	case string:
		return v
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return ""
}

// changes says what a follow-up would change, clause by clause.
func changes(from, to *sketch) []string {
	out := []string{"items " + became(from.items, to.items), "where " + became(from.where, to.where), "groups " + became(from.groups, to.groups),
		"having " + became(from.having, to.having), "order " + became(from.order, to.order), "limit " + became(one(from.limit), one(to.limit)),
		"tables " + became(from.tables, to.tables)}
	add := func(name string, ok bool) {
		if ok {
			out = append(out, name)
		}
	}
	add("items count", len(to.items) == 1 && strings.HasPrefix(to.items[0], "count") && !slices.Equal(from.items, to.items))
	add("items star", slices.Contains(to.items, "*") && !slices.Contains(from.items, "*"))
	add("items one", len(to.items) == 1)
	add("where same column", len(shared(from.subjects, to.subjects)) > 0 && len(shared(from.where, to.where)) == 0)
	add("nested new", to.nested && !from.nested)
	add("nested kept", to.nested && from.nested)
	add("set new", to.set && !from.set)
	add("distinct new", to.distinct && !from.distinct)
	add("distinct gone", !to.distinct && from.distinct)
	return out
}

func one(s string) []string {
	if s == "" {
		return nil
	}
	return []string{s}
}

func shared[T comparable](a, b []T) []T {
	var out []T
	for _, x := range a {
		if slices.Contains(b, x) {
			out = append(out, x)
		}
	}
	return out
}

// became says how one list became another.
func became[T comparable](a, b []T) string {
	kept := len(shared(a, b))
	switch {
	case len(a) == 0 && len(b) == 0:
		return "none"
	case len(a) == 0:
		return "new"
	case len(b) == 0:
		return "gone"
	case kept == len(a) && kept == len(b):
		return "same"
	case kept == len(a):
		return "more"
	case kept == len(b):
		return "fewer"
	case kept == 0:
		return "other"
	}
	return "mixed"
}

// said is what the words of a follow-up name, for comparing it with a candidate.
type said struct {
	items []Item
	cues  map[Kind]bool
	// names are what each of the items names surely.
	names []nameSet
}

// nameSet is tables and columns; the columns by which a table's rows are called are labels.
type nameSet struct {
	tables          map[*schema.Table]bool
	columns, labels map[*schema.Column]bool
}

func newSaid(items []Item) said {
	w := said{items, cueSet(items), make([]nameSet, len(items))}
	for i := range items {
		w.names[i] = namesOf(&items[i])
	}
	return w
}

func namesOf(it *Item) nameSet {
	n := nameSet{map[*schema.Table]bool{}, map[*schema.Column]bool{}, map[*schema.Column]bool{}}
	for _, m := range it.Matches {
		switch {
		case m.Score() < strongName:
		case m.Column != nil:
			n.columns[m.Column] = true
		default:
			n.tables[m.Table] = true
			for _, c := range m.Table.Label {
				n.labels[c] = true
			}
		}
	}
	return n
}

// coverage counts what was said and has no part in the candidate, and what is shown though nobody asked.
func (w said) coverage(from, to *sketch) []trait {
	names, shown, values, numbers := 0, 0, 0, 0
	for i := range w.items {
		it := &w.items[i]
		used, inItems, name := w.names[i].usedIn(to)
		value := it.valueIn(to)
		switch {
		case it.HasNumber && !it.Mention():
			if !to.literals[literalText(Figure(it.Number))] {
				numbers++
			}
		case len(it.Values) > 0 && !value && !used:
			values++
		case name && !used && !value:
			names++
		case name && used && !inItems && !value:
			shown++
		}
	}
	unasked := 0
	for c := range to.shown {
		if !from.shown[c] && !slices.ContainsFunc(w.names, func(n nameSet) bool { return n.columns[c] || n.labels[c] }) {
			unasked++
		}
	}
	return []trait{{"said: names without a part", float64(names)}, {"said: names used and not shown", float64(shown)}, {"said: values without a part", float64(values)},
		{"said: numbers without a part", float64(numbers)}, {"columns shown unasked", float64(min(unasked, 4))}}
}

// usedIn says whether the names have a part in the query and whether it is shown; name that there are any.
func (n nameSet) usedIn(s *sketch) (used, shown, name bool) {
	used = anyOf(s.used, n.columns) || anyOf(s.within, n.tables)
	shown = anyOf(s.shown, n.columns) || anyOf(s.shown, n.labels)
	return used, shown, len(n.columns)+len(n.tables) > 0
}

// anyOf says that the sets share something; the first is the smaller one, as a rule.
func anyOf[T comparable](a, b map[T]bool) bool {
	for x := range a {
		if b[x] {
			return true
		}
	}
	return false
}

func (it *Item) valueIn(s *sketch) bool {
	for _, v := range it.Values {
		if s.literals[strings.ToLower(v.Text)] {
			return true
		}
	}
	return false
}

// marks compares the cues that were said with the marks they should leave, and the clauses there are with what was said.
func (w said) marks(from, to *sketch) []string {
	var out []string
	cue := func(name string, cue, done, before bool) {
		switch {
		case cue && done && !before:
			out = append(out, name+" said, done")
		case cue && done:
			out = append(out, name+" said, there before")
		case cue:
			out = append(out, name+" said, not done")
		case done && before:
			out = append(out, name+" kept")
		case done:
			out = append(out, name+" done, not said")
		case before:
			out = append(out, name+" dropped")
		}
	}
	c := w.cues
	cue("count", c[Count], to.functions["count"], from.functions["count"])
	cue("sum", c[Sum], to.functions["sum"], from.functions["sum"])
	cue("average", c[Average], to.functions["avg"], from.functions["avg"])
	cue("extreme", c[Superlative] || c[Most] || c[Least] || c[Common] || c[Top] || c[Maximum] || c[Minimum], to.extreme(), from.extreme())
	cue("order", c[Order] || c[Ascending] || c[Descending] || c[Alphabet], len(to.order) > 0 && to.limit == "", len(from.order) > 0 && from.limit == "")
	cue("each", c[Each] || c[By], len(to.groups) > 0, len(from.groups) > 0)
	cue("negation", c[Negation] || c[Except], to.negative, from.negative)
	cue("different", c[Different], to.distinct, from.distinct)
	cue("or", c[Or], to.or, from.or)
	cue("both", c[Both], to.set, from.set)
	cue("compare", c[Compare] || c[AtLeast] || c[Between], to.compares || len(to.having) > 0, from.compares || len(from.having) > 0)
	return out
}

func (s *sketch) extreme() bool {
	return s.limit != "" && len(s.order) > 0 || s.functions["max"] || s.functions["min"]
}

// trait is a feature with its value.
type trait struct {
	name  string
	value float64
}
