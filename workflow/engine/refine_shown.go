package engine

import (
	"fmt"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/schema"
)

// This file finds which of the shown columns a phrase means: by the name that it carries, by what it counts or sums, by the
// column that it is made of, also where a derived table made it.

// innermost is the expression behind a select item, followed into the derived tables that pass it on.
func (s view) innermost(e statement.Expr) (view, statement.Expr) {
	qualifier, name, ok := e.AsColumn()
	if !ok {
		return s, e
	}
	for _, src := range s.query.From {
		q := s.within(src)
		if q == nil || qualifier != "" && !strings.EqualFold(qualifier, sourceName(src)) {
			continue
		}
		inner := view{s.index, leftmost(q)}
		for _, item := range inner.query.Items {
			if strings.EqualFold(itemName(item), name) {
				return inner.innermost(item.Expr)
			}
		}
	}
	return s, e
}

// shownAs finds the one select item that the phrase means.
func (ed *editor) shownAs(text string) (int, bool) {
	words := lemmasOf(contentWords(text))
	if len(words) == 0 {
		return 0, false
	}
	for _, matches := range []func(int, []string) bool{ed.namedAs, ed.countedAs, ed.namedInPart, ed.madeOf} {
		found := -1
		for i := range ed.block().Items {
			if !matches(i, words) {
				continue
			}
			if found >= 0 {
				found = -2
				break
			}
			found = i
		}
		if found >= 0 {
			return found, true
		}
	}
	return 0, false
}

// contentWords are the words of a phrase without articles and what only leads up to a name.
func contentWords(text string) []string {
	return slices.DeleteFunc(strings.Fields(strings.ToLower(text)), func(w string) bool { return leading[w] })
}

var leading = wordSet("the", "a", "an", "that", "this", "their", "its", "column", "columns", "figure", "figures", "of", "in")

// namedAs says that the item goes by exactly these words.
func (ed *editor) namedAs(i int, words []string) bool {
	return slices.Equal(lemmasOf(schema.Split(itemName(ed.block().Items[i]))), words)
}

// countedAs says that the item is a count and the words say no more: "the number of transactions", "the count".
func (ed *editor) countedAs(i int, words []string) bool {
	if !slices.Contains([]string{"number", "count"}, words[0]) {
		return false
	}
	_, x := ed.scope().innermost(ed.block().Items[i].Expr)
	name, _, _, _, ok := x.AsCall()
	return ok && strings.EqualFold(name, "count")
}

// namedInPart says that all words stand in the item's name.
func (ed *editor) namedInPart(i int, words []string) bool {
	name := lemmasOf(schema.Split(itemName(ed.block().Items[i])))
	return !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(name, w) })
}

// madeOf says that all words stand in the name of a column that the item is made of, or of the table that it counts.
func (ed *editor) madeOf(i int, words []string) bool {
	s, x := ed.scope().innermost(ed.block().Items[i].Expr)
	for _, e := range x.Columns() {
		c := s.column(e)
		if c == nil {
			continue
		}
		names := append(lemmasOf(c.Words), lemmasOf(c.Table.Words)...)
		if !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(names, w) }) {
			return true
		}
	}
	return false
}

// computed are the items that hold a figure of their own: no keys of groups, no counts.
func (ed *editor) computed() []int {
	q := ed.block()
	var out []int
	for i, item := range q.Items {
		s, x := ed.scope().innermost(item.Expr)
		name, _, _, _, call := x.AsCall()
		c := s.column(x)
		switch {
		case slices.ContainsFunc(q.GroupBy, func(key statement.Expr) bool { return q.ItemOf(key) == i }):
		case call && strings.EqualFold(name, "count") && !x.IsWindow():
		case x.Aggregate(), x.IsWindow(), computes(x), call && strings.EqualFold(name, "round"), c != nil && c.Role == schema.Measure:
			out = append(out, i)
		}
	}
	return out
}

// joinShown makes one item of words that together are the name of a shown column: "net sales" of net_sales.
func (ed *editor) joinShown(items []Item) []Item {
	for _, shown := range ed.block().Items {
		name := lemmasOf(schema.Split(shown.Alias))
		if len(name) < 2 {
			continue
		}
		for i := 0; i+len(name) <= len(items); i++ {
			if said := spokenItems(items[i : i+len(name)]); slices.Equal(lemmasOf(said), name) {
				one := items[i]
				one.Lower, one.Text, one.Cue, one.Matches, one.Values = strings.Join(said, " "), strings.Join(said, " "), Cue{}, nil, nil
				one.To = items[i+len(name)-1].To
				items = slices.Concat(items[:i:i], []Item{one}, items[i+len(name):])
			}
		}
	}
	return items
}

func spokenItems(items []Item) []string {
	out := make([]string, len(items))
	for i := range items {
		out[i] = items[i].Lower
	}
	return out
}

// fans is how many joins from the present rows to the table find several rows for one.
func (ed *editor) fans(t *schema.Table) float64 {
	home := ed.scope().home()
	if slices.Contains(home, t) {
		return 0
	}
	in, many := map[*schema.Table]bool{}, 0.0
	for _, h := range home {
		in[h] = true
	}
	for _, e := range ed.index.Graph.Path(home, t) {
		many += float64(boolInt(in[e.To] && !in[e.From]))
		in[e.To], in[e.From] = true, true
	}
	return many
}

// below are the words by which the first is the smaller one.
var below = wordSet("below", "under")

// compareShown keeps the rows whose figure lies below or above another shown figure, which the words name.
func (ed *editor) compareShown(u utterance, s stretch) bool {
	q := ed.block()
	at, ok := ed.shownAs(u.text(s))
	if !ok || ed.query.Set != nil || !ed.number(q.Items[at].Expr) || !ed.namedAs(at, lemmasOf(contentWords(u.text(s)))) {
		return false
	}
	other := -1
	for i := range q.Items {
		if i == at || !ed.number(q.Items[i].Expr) {
			continue
		}
		if other >= 0 {
			return false // which of them?
		}
		other = i
	}
	if other < 0 {
		return false
	}
	op := ">"
	if slices.ContainsFunc(u.words[:s.from], func(w string) bool { return below[w] }) {
		op = "<"
	}
	p := statement.Binary(op, q.Items[other].Expr, q.Items[at].Expr)
	ed.understand(itemName(q.Items[other]) + " " + op + " " + itemName(q.Items[at]))
	if q.Items[other].Expr.Aggregate() || q.Items[at].Expr.Aggregate() {
		q.Having = append(slices.Clip(q.Having), p)
		return true
	}
	return q.AddPredicate(p) == nil
}

// phraseOf is the operator where the input holds one of the phrases; empty where it does not.
func (u utterance) phraseOf(operator string, phrases ...string) string {
	for i := range u.words {
		if u.phrase(i, phrases...) > 0 {
			return operator
		}
	}
	return ""
}

// compareNamed compares the shown figure that goes by exactly these words with a number: "with at least 4 late trips".
func (ed *editor) compareNamed(operator, text string, n int) bool {
	words := lemmasOf(contentWords(text))
	if operator == "" || len(words) == 0 || ed.query.Set != nil {
		return false
	}
	for i, item := range ed.block().Items {
		if !ed.namedAs(i, words) || !ed.number(item.Expr) {
			continue
		}
		v := statement.Literal(int64(n))
		if item.Expr.Aggregate() {
			return ed.having(i, operator, v)
		}
		return ed.compareItem(i, operator, v)
	}
	return false
}

// compareCounted keeps the groups by a figure that the words name: a shown one, else the number of rows of the table that they
// call, as "at least" does.
func (ed *editor) compareCounted(operator, text string, n int) bool {
	if ed.try(func() bool { return ed.compareNamed(operator, text, n) }) {
		return true
	}
	phrase := map[string]string{">=": "at least", "<=": "at most", ">": "more than", "<": "fewer than"}[operator]
	return ed.filter(fmt.Sprintf("%s %d %s", phrase, n, text), onlyMode, 0)
}
