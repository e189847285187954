package edit

import (
	"slices"
	"strconv"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/question"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// Sketch is what a query shows and asks for, in signs that can be compared between queries whatever their aliases are.
// The ranker tells by it what a follow-up would change, and how much of what was said has a part in it.
type Sketch struct {
	Items, Where, Subjects, Groups, having, order []string
	tables                                        []*schema.Table
	limit                                         string
	shown, used                                   map[*schema.Column]bool
	within                                        map[*schema.Table]bool // tables anywhere, sub-queries included
	literals                                      map[string]bool
	functions                                     map[string]bool
	set, Nested, distinct, negative, or, compares bool
}

// SketchOf reads a query.
func SketchOf(index *schema.Index, q *statement.Query) *Sketch {
	s := &Sketch{shown: map[*schema.Column]bool{}, used: map[*schema.Column]bool{}, within: map[*schema.Table]bool{}, literals: map[string]bool{}, functions: map[string]bool{}}
	s.set = q.Set != nil
	first := View{index, Leftmost(q)}
	for _, item := range first.Query.Items {
		s.Items = append(s.Items, first.Sign(item.Expr))
		if c := first.Column(item.Expr); c != nil {
			s.shown[c] = true
		}
	}
	for _, p := range first.Query.Where {
		s.Where = append(s.Where, first.Sign(p))
		if c := first.Subject(p); c != nil {
			s.Subjects = append(s.Subjects, strconv.Itoa(c.ID))
		}
	}
	for _, e := range first.Query.GroupBy {
		s.Groups = append(s.Groups, first.Sign(first.Query.Meaning(e)))
	}
	for _, e := range first.Query.Having {
		s.having = append(s.having, first.Sign(e))
	}
	for _, k := range q.OrderBy {
		sign := first.Sign(first.Query.Meaning(k.Expr))
		if k.Desc {
			sign += " desc"
		}
		s.order = append(s.order, sign)
	}
	if !q.Limit.IsZero() {
		s.limit = q.Limit.SQL()
		s.literals[s.limit] = true
	}
	s.tables, s.distinct = first.Tables(), first.Query.Distinct
	s.walk(index, q)
	return s
}

// Form is what a query whose tables are joined all inward asks for, whatever the order of its tables and conditions; empty for others.
func Form(index *schema.Index, q *statement.Query) string {
	if q.Set != nil || q.Distinct {
		return ""
	}
	v := View{index, q}
	var parts, ties []string
	for i, source := range q.From {
		inward := i == 0 || source.Join == statement.JoinInner && len(source.Using) == 0 && !source.Natural()
		if source.Query != nil || source.Table == "" || !inward || slices.ContainsFunc(q.From[:i], func(o statement.Source) bool { return o.Table == source.Table }) {
			return ""
		}
		ties = append(ties, source.Schema+"."+source.Table)
		for _, on := range source.On.Terms() {
			op, l, r, ok := on.AsBinary()
			if !ok || op != "=" {
				return ""
			}
			sides := []string{v.Sign(l), v.Sign(r)}
			slices.Sort(sides)
			ties = append(ties, strings.Join(sides, "="))
		}
	}
	slices.Sort(ties)
	from := SketchOf(index, q)
	slices.Sort(from.Where)
	for _, list := range [][]string{ties, from.Where, from.Items, from.Groups, from.having, from.order} {
		parts = append(parts, strings.Join(list, ", "))
	}
	return strings.Join(append(parts, from.limit, q.Offset.SQL()), "; ")
}

// Sign writes an expression with columns for what they are.
func (s View) Sign(e statement.Expr) string {
	if c := s.Column(e); c != nil {
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
			parts = append(parts, s.Sign(a))
		}
		return strings.Join(parts, " ")
	}
	if op, l, r, ok := e.AsBinary(); ok {
		return s.Sign(l) + op + s.Sign(r)
	}
	if x, negated, ok := e.AsNull(); ok {
		return s.Sign(x) + nullSign[negated]
	}
	return e.SQL()
}

// nullSign is what a test for a missing value is signed with, negated or not.
var nullSign = map[bool]string{false: " is null", true: " is not null"}

// walk notes the columns, values and functions of a query, sub-queries included.
func (s *Sketch) walk(index *schema.Index, q *statement.Query) {
	if q.Set != nil {
		s.negative = s.negative || q.Set.Kind == statement.Except
		s.walk(index, q.Set.Left)
		s.walk(index, q.Set.Right)
		return
	}
	v := View{index, q}
	for _, t := range v.Tables() {
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
		if inner := v.Within(src); inner != nil {
			s.Nested = true
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

func (s *Sketch) node(v View, x statement.Expr) {
	if c := v.Column(x); c != nil {
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
func (s *Sketch) below(v View, x statement.Expr) {
	var q *statement.Query
	if _, inner, negated, ok := x.AsInQuery(); ok {
		q, s.negative = inner, s.negative || negated
	} else if inner, negated, ok := x.AsExists(); ok {
		q, s.negative = inner, s.negative || negated
	} else if inner, ok := x.AsScalar(); ok {
		q = inner
	}
	if q != nil {
		s.Nested = true
		s.walk(v.Index, q)
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

// Changes says what a follow-up would change, clause by clause.
func Changes(from, to *Sketch) []string {
	out := []string{"items " + became(from.Items, to.Items), "where " + became(from.Where, to.Where), "groups " + became(from.Groups, to.Groups),
		"having " + became(from.having, to.having), "order " + became(from.order, to.order), "limit " + became(one(from.limit), one(to.limit)),
		"tables " + became(from.tables, to.tables)}
	add := func(name string, ok bool) {
		if ok {
			out = append(out, name)
		}
	}
	add("items count", len(to.Items) == 1 && strings.HasPrefix(to.Items[0], "count") && !slices.Equal(from.Items, to.Items))
	add("items star", slices.Contains(to.Items, "*") && !slices.Contains(from.Items, "*"))
	add("items one", len(to.Items) == 1)
	add("where same column", len(Shared(from.Subjects, to.Subjects)) > 0 && len(Shared(from.Where, to.Where)) == 0)
	add("nested new", to.Nested && !from.Nested)
	add("nested kept", to.Nested && from.Nested)
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

// Shared is what both lists have, in the order of the first.
func Shared[T comparable](a, b []T) []T {
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
	kept := len(Shared(a, b))
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

// Said is what the words of a follow-up name, for comparing it with a candidate.
type Said struct {
	items []tag.Item
	cues  map[tag.Kind]bool
	// names are what each of the items names surely.
	names []nameSet
}

// nameSet is tables and columns; the columns by which a table's rows are called are labels.
type nameSet struct {
	tables          map[*schema.Table]bool
	columns, labels map[*schema.Column]bool
}

// NewSaid takes what the items name in hand.
func NewSaid(items []tag.Item) Said {
	w := Said{items, question.CueSet(items), make([]nameSet, len(items))}
	for i := range items {
		w.names[i] = namesOf(&items[i])
	}
	return w
}

func namesOf(it *tag.Item) nameSet {
	n := nameSet{map[*schema.Table]bool{}, map[*schema.Column]bool{}, map[*schema.Column]bool{}}
	for _, m := range it.Matches {
		switch {
		case m.Score() < tag.StrongName:
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

// Coverage counts what was said and has no part in the candidate, and what is shown though nobody asked.
func (w Said) Coverage(from, to *Sketch) []Trait {
	names, shown, values, numbers := 0, 0, 0, 0
	for i := range w.items {
		it := &w.items[i]
		used, inItems, name := w.names[i].usedIn(to)
		value := valueIn(it, to)
		switch {
		case it.HasNumber && !it.Mention():
			if !to.literals[literalText(tag.Figure(it.Number))] {
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
	return []Trait{{"said: names without a part", float64(names)}, {"said: names used and not shown", float64(shown)}, {"said: values without a part", float64(values)},
		{"said: numbers without a part", float64(numbers)}, {"columns shown unasked", float64(min(unasked, 4))}}
}

// usedIn says whether the names have a part in the query and whether it is shown; name that there are any.
func (n nameSet) usedIn(s *Sketch) (used, shown, name bool) {
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

func valueIn(it *tag.Item, s *Sketch) bool {
	for _, v := range it.Values {
		if s.literals[strings.ToLower(v.Text)] {
			return true
		}
	}
	return false
}

// Marks compares the cues that were said with the marks they should leave, and the clauses there are with what was said.
func (w Said) Marks(from, to *Sketch) []string {
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
	cue("count", c[tag.Count], to.functions["count"], from.functions["count"])
	cue("sum", c[tag.Sum], to.functions["sum"], from.functions["sum"])
	cue("average", c[tag.Average], to.functions["avg"], from.functions["avg"])
	cue("extreme", c[tag.Superlative] || c[tag.Most] || c[tag.Least] || c[tag.Common] || c[tag.Top] || c[tag.Maximum] || c[tag.Minimum], to.extreme(), from.extreme())
	cue("order", c[tag.Order] || c[tag.Ascending] || c[tag.Descending] || c[tag.Alphabet], len(to.order) > 0 && to.limit == "", len(from.order) > 0 && from.limit == "")
	cue("each", c[tag.Each] || c[tag.By], len(to.Groups) > 0, len(from.Groups) > 0)
	cue("negation", c[tag.Negation] || c[tag.Except], to.negative, from.negative)
	cue("different", c[tag.Different], to.distinct, from.distinct)
	cue("or", c[tag.Or], to.or, from.or)
	cue("both", c[tag.Both], to.set, from.set)
	cue("compare", c[tag.Compare] || c[tag.AtLeast] || c[tag.Between], to.compares || len(to.having) > 0, from.compares || len(from.having) > 0)
	return out
}

func (s *Sketch) extreme() bool {
	return s.limit != "" && len(s.order) > 0 || s.functions["max"] || s.functions["min"]
}

// Trait is a feature with its value.
type Trait struct {
	Name  string
	Value float64
}
