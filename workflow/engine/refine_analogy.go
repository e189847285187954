package engine

import (
	"slices"
	"strings"

	"parley/db"
	"parley/db/statement"
	"parley/workflow/schema"
)

// People ask a second question in the words of the first: "how many flights leave from Aberdeen?", then "how many leave
// from Ashley?". What the words of the two have in common they have in common with the present query too, and what was
// said instead of something is put in its place in the tree: a value, a number, a name, one end of an order.

// swap is what was said instead of what.
type swap struct{ old, new string }

// leastAlike is the share of words that two inputs have in common when one is said after the other; mostSwaps is how many
// places may differ.
const (
	leastAlike = 0.5
	mostSwaps  = 3
)

// swaps aligns two inputs. alike is the share of their words in common.
func swaps(before, now utterance) (list []swap, alike float64) {
	a, b := before.said(), now.said()
	common := commonWords(a, b)
	if len(a)+len(b) == 0 {
		return nil, 0
	}
	i, j := 0, 0
	for _, at := range append(common, [2]int{len(a), len(b)}) {
		if at[0] > i || at[1] > j {
			list = append(list, swap{strings.Join(a[i:at[0]], " "), strings.Join(b[j:at[1]], " ")})
		}
		i, j = at[0]+1, at[1]+1
	}
	return list, float64(2*len(common)) / float64(len(a)+len(b))
}

// said are the words of the input as typed, without what only ties it to the turn before.
func (u utterance) said() []string {
	s := u.trim(stretch{0, len(u.tokens)})
	for !s.empty() && (u.words[s.from] == "and" || u.words[s.from] == "but" || u.words[s.from] == "then") {
		s.from++
	}
	var out []string
	for i := s.from; i < s.to; i++ {
		out = append(out, u.text(stretch{i, i + 1}))
	}
	return out
}

// commonWords is the longest common subsequence, as places in both.
func commonWords(a, b []string) [][2]int {
	length := make([][]int, len(a)+1)
	for i := range length {
		length[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			length[i][j] = max(length[i+1][j], length[i][j+1])
			if strings.EqualFold(a[i], b[j]) {
				length[i][j] = length[i+1][j+1] + 1
			}
		}
	}
	var out [][2]int
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case strings.EqualFold(a[i], b[j]):
			out = append(out, [2]int{i, j})
			i, j = i+1, j+1
		case length[i+1][j] >= length[i][j+1]:
			i++
		default:
			j++
		}
	}
	return out
}

// analogous adds the present query with what was said instead put in its place.
func (c *collector) analogous(u utterance) {
	if c.ed.earlier == "" {
		return
	}
	list, alike := swaps(utter(c.ed.earlier), u)
	if alike < leastAlike || len(list) == 0 || len(list) > mostSwaps {
		return
	}
	work := *c.ed
	work.query = c.ed.query.Clone()
	done := false
	for _, s := range list {
		switch {
		case work.swapped(s):
			done = true
		case !work.idle(s.old) || !work.idle(s.new):
			return
		}
	}
	if !done {
		return
	}
	made := followUp{query: work.query, mix: analogous, reading: -1, editor: &work, present: c.ed.query}
	made.note("analogous: words in common", alike)
	c.list = append(c.list, made)
}

// idle says that the words ask for nothing by themselves.
func (ed *editor) idle(text string) bool {
	for _, it := range ed.tag(text) {
		if !skippable(&it) && !it.Is(Who, Where, When, Exists, Different, Same) && !courtesy[it.Lower] {
			return false
		}
	}
	return true
}

// swapped puts what was said now in the place of what was said before.
func (ed *editor) swapped(s swap) bool {
	if s.old == "" || s.new == "" {
		return false
	}
	return ed.try(func() bool { return ed.swapComparison(s) }) || ed.try(func() bool { return ed.swapNumber(s) }) || ed.try(func() bool { return ed.swapEnd(s) }) ||
		ed.try(func() bool { return ed.swapValue(s) }) || ed.try(func() bool { return ed.swapName(s) })
}

// everywhere rewrites the expressions of the query: of both sides of a set operation, of sources in FROM and of
// sub-queries.
func everywhere(q *statement.Query, f func(*statement.Query, statement.Expr) statement.Expr) {
	if q.Set != nil {
		everywhere(q.Set.Left, f)
		everywhere(q.Set.Right, f)
		return
	}
	mapQuery(q, func(e statement.Expr) statement.Expr {
		if x, inner, negated, ok := e.AsInQuery(); ok && !negated {
			everywhere(inner, f)
			return statement.InQuery(x, inner)
		}
		if inner, negated, ok := e.AsExists(); ok && !negated {
			everywhere(inner, f)
			return statement.Exists(inner)
		}
		if inner, ok := e.AsScalar(); ok {
			everywhere(inner, f)
			return statement.Scalar(inner)
		}
		return f(q, e)
	})
	for _, src := range q.From {
		if src.Query != nil {
			everywhere(src.Query, f)
		}
	}
}

// lone is the one item that a text is; nil when it is several.
func (ed *editor) lone(text string) *Item {
	var found *Item
	items := ed.tag(text)
	for i := range items {
		if skippable(&items[i]) && !items[i].Mention() {
			continue
		}
		if found != nil {
			return nil
		}
		found = &items[i]
	}
	return found
}

func (ed *editor) swapNumber(s swap) bool {
	a, b := ed.lone(s.old), ed.lone(s.new)
	if a == nil || b == nil || !a.HasNumber || !b.HasNumber {
		return false
	}
	done := false
	everywhere(ed.query, func(_ *statement.Query, e statement.Expr) statement.Expr {
		if v, ok := e.AsLiteral(); ok && literalText(v) == literalText(Figure(a.Number)) {
			done = true
			if _, text := v.(string); text {
				return statement.Literal(b.Lower)
			}
			return statement.Literal(Figure(b.Number))
		}
		return e
	})
	if v, ok := ed.query.Limit.AsLiteral(); ok && literalText(v) == literalText(Figure(a.Number)) {
		return ed.query.SetLimit(int64(b.Number)) == nil
	}
	return done
}

// compared reads a text as a comparison with a number: "more than one", "a single", "at least 3"; the operator is empty when
// it is none.
func (ed *editor) compared(text string) (operator string, number float64) {
	known := false
	for _, it := range ed.tag(text) {
		switch {
		case it.HasNumber && !known:
			known, number = true, it.Number
		case it.Lower == "single" && !known:
			known, number = true, 1
		case it.Is(Compare, AtLeast) && operator == "" && it.Cue.Operator != "":
			operator = it.Cue.Operator
		case !skippable(&it) && !it.Is(Than):
			return "", 0
		}
	}
	if known && operator == "" {
		operator = "="
	}
	if !known {
		operator = ""
	}
	return operator, number
}

// swapComparison puts another comparison where the old one stands: "a single" for "more than one".
func (ed *editor) swapComparison(s swap) bool {
	from, old := ed.compared(s.old)
	to, now := ed.compared(s.new)
	if from == "" || to == "" || from == "=" && to == "=" {
		return false
	}
	done := false
	everywhere(ed.query, func(_ *statement.Query, e statement.Expr) statement.Expr {
		op, l, r, ok := e.AsBinary()
		if v, number := numberOf(r); ok && number && op == from && v == old {
			done = true
			return statement.Binary(to, l, statement.Literal(Figure(now)))
		}
		return e
	})
	return done
}

// endOf says which end of an order an item is: 1 the most, -1 the least, 0 none.
func endOf(it *Item) int {
	switch {
	case it.Is(Most, Common, Top, Maximum), it.Is(Superlative) && it.Cue.Desc:
		return 1
	case it.Is(Least, Bottom, Minimum), it.Is(Superlative):
		return -1
	}
	return 0
}

// turnedFunction names the functions of the two ends.
var turnedFunction = map[string]string{"max": "min", "min": "max"}

// swapEnd turns the order, or the extreme, around.
func (ed *editor) swapEnd(s swap) bool {
	a, b := ed.lone(s.old), ed.lone(s.new)
	if a == nil || b == nil || endOf(a)*endOf(b) >= 0 {
		return false
	}
	done := false
	everywhere(ed.query, func(_ *statement.Query, e statement.Expr) statement.Expr {
		if name, args, _, _, ok := e.AsCall(); ok && len(args) == 1 && turnedFunction[strings.ToLower(name)] != "" {
			done = true
			return statement.Call(turnedFunction[strings.ToLower(name)], args...)
		}
		return e
	})
	if len(ed.query.OrderBy) > 0 && !ed.query.Limit.IsZero() {
		ed.query.OrderBy[0].Desc = !ed.query.OrderBy[0].Desc
		return true
	}
	return done
}

// swapValue puts another value where the old one is compared with.
func (ed *editor) swapValue(s swap) bool {
	old := schema.Normal(strings.Trim(s.old, `"'`))
	b := ed.lone(s.new)
	if old == "" || b == nil || !b.Quoted && len(b.Values) == 0 {
		return false
	}
	done := false
	everywhere(ed.query, func(q *statement.Query, e statement.Expr) statement.Expr {
		op, l, r, ok := e.AsBinary()
		if !ok {
			return e
		}
		held, literal := r.AsLiteral()
		text, isText := held.(string)
		if !literal || !isText || !sameValue(text, old) {
			return e
		}
		c := (view{ed.index, q}).column(l)
		done = true
		return statement.Binary(op, l, statement.Literal(likewise(text, valueOf(b, c))))
	})
	return done
}

// revalued adds the present query with the values that the words name instead of those that it compares their columns
// with, wherever they stand.
func (c *collector) revalued(text string) {
	work := *c.ed
	work.query = c.ed.query.Clone()
	done := map[*Item]bool{}
	items := c.ed.tag(text)
	everywhere(work.query, func(q *statement.Query, e statement.Expr) statement.Expr {
		op, l, r, ok := e.AsBinary()
		held, literal := r.AsLiteral()
		now, isText := held.(string)
		if !ok || !literal || !isText {
			return e
		}
		column := (view{work.index, q}).column(l)
		for i := range items {
			if at := slices.IndexFunc(items[i].Values, func(v schema.ValueMatch) bool { return v.Column == column }); at >= 0 && !done[&items[i]] {
				done[&items[i]] = true
				return statement.Binary(op, l, statement.Literal(likewise(now, db.Format(items[i].Values[at].Value))))
			}
		}
		return e
	})
	if len(done) == 0 || unchanged(work.query, c.ed.query) {
		return
	}
	c.list = append(c.list, followUp{query: work.query, mix: revalued, reading: -1, editor: &work, present: c.ed.query})
}

// sameValue says that a stored text is what was said, patterns and the last letter of a plural apart.
func sameValue(stored, said string) bool {
	key := schema.Normal(strings.Trim(stored, "%"))
	return key == said || key+"s" == said || key == said+"s"
}

// valueOf is the text of the value in the column, else in the first that holds it, else as it was said.
func valueOf(it *Item, c *schema.Column) string {
	at := slices.IndexFunc(it.Values, func(v schema.ValueMatch) bool { return v.Column == c })
	switch {
	case at >= 0:
		return db.Format(it.Values[at].Value)
	case len(it.Values) > 0:
		return it.Values[0].Text
	}
	return it.Text
}

// likewise gives a text the pattern's signs of another.
func likewise(pattern, text string) string {
	if strings.HasPrefix(pattern, "%") {
		text = "%" + text
	}
	if strings.HasSuffix(pattern, "%") {
		text += "%"
	}
	return text
}

// swapName shows, or asks by, another column in the place of the old one.
func (ed *editor) swapName(s swap) bool {
	a, b := ed.lone(s.old), ed.lone(s.new)
	if a == nil || b == nil || ed.query.Set != nil {
		return false
	}
	from, _ := ed.column(a.Matches)
	to, _ := ed.column(b.Matches)
	if from == nil || to == nil || from == to {
		return false
	}
	scope := ed.scope()
	if _, there := scope.ref(from); !there {
		return false
	}
	x, err := scope.reach(to)
	if err != nil {
		return false
	}
	done := false
	mapQuery(scope.query, func(e statement.Expr) statement.Expr {
		if scope.column(e) == from {
			done = true
			return x
		}
		return e
	})
	return done
}
