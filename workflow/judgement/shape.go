package judgement

import (
	"fmt"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/schema"
)

// This file looks at what is odd about a statement by itself, whatever was said: groups that are single rows or amounts, a condition
// that every row meets, an order by one of several figures.

// weighShape looks at all of it.
func (b *bench) weighShape(q *statement.Query) {
	in := &scope{tables: map[string]*schema.Table{}}
	for _, s := range q.From {
		if t := b.index.Table(s.Table); t != nil && s.Query == nil {
			in.tables[strings.ToLower(s.Name())] = t
		}
	}
	s := shape{b, q, in, scanner{index: b.index}}
	s.groups()
	s.order()
	s.span()
	s.repeated()
	s.shown()
	s.date()
	b.weighIdle()
	sql := b.claim.After.SQL()
	b.noteIf("query: a figure of some rows", strings.Contains(sql, "FILTER (") || strings.Contains(sql, "CASE WHEN"))
}

// shape is the outermost query.
type shape struct {
	*bench
	query *statement.Query
	in    *scope
	scan  scanner
}

// meaning is a key of the query as its expression: a place in the list or an alias is what stands there.
func (s shape) meaning(key statement.Expr) statement.Expr { return s.query.Meaning(key) }

// groups finds groups that hold one row each, and groups of a measure.
func (s shape) groups() {
	for _, g := range s.query.GroupBy {
		c := s.scan.resolve(s.meaning(g), s.in)
		switch {
		case c == nil:
		case unique(c) && s.takesRows() && s.onceEach(c.Table):
			s.note("parts: each group is one row", 1)
			s.doubt(true, Misfit, "", fmt.Sprintf("each group is one row of %s: no two have the same %s", c.Table.Name, c.Name))
			return
		case len(s.query.GroupBy) == 1 && s.isFigure(c):
			s.note("parts: groups of a measure", 1)
			s.doubt(true, Misfit, "", fmt.Sprintf("there is a group for each %s", c.Name))
			return
		}
	}
}

// isFigure says whether a column holds amounts: no class, no grade, nothing that rows are joined by.
func (s shape) isFigure(c *schema.Column) bool {
	joined := slices.ContainsFunc(joinedColumns(s.index, s.query, s.in), func(p [2]*schema.Column) bool { return p[0] == c || p[1] == c })
	return c.Role == schema.Measure && !c.Year && !joined && (!c.Complete || c.Distinct > manyFigures) && !c.Has("key", "identifier", "id", "code", "number")
}

// manyFigures is how many figures a column of classes, grades or levels has at most.
const manyFigures = 20

// takesRows says whether a figure is taken of rows, and not of figures of a query inside.
func (s shape) takesRows() bool {
	if slices.ContainsFunc(s.query.From, func(f statement.Source) bool { return f.Query != nil }) && !s.countsStar() {
		return false
	}
	return slices.ContainsFunc(s.query.Items, func(i statement.Item) bool { return i.Expr.Aggregate() && !i.Expr.IsWindow() })
}

// onceEach says whether the joins leave each row of the table one row: they lead along keys, away from it.
func (s shape) onceEach(t *schema.Table) bool {
	reached := map[*schema.Table]bool{t: true}
	for grown := true; grown; {
		grown = false
		for _, j := range joinedColumns(s.index, s.query, s.in) {
			from, to := j[0], j[1]
			if reached[to.Table] {
				from, to = to, from
			}
			if reached[from.Table] && !reached[to.Table] && unique(to) {
				reached[to.Table], grown = true, true
			}
		}
	}
	for _, other := range s.in.tables {
		if !reached[other] {
			return false
		}
	}
	return true
}

func (s shape) countsStar() bool {
	return slices.ContainsFunc(s.query.Items, func(i statement.Item) bool {
		_, _, star, _, ok := i.Expr.AsCall()
		return ok && star
	})
}

// order finds an order by one of several figures, none of which was named.
func (s shape) order() {
	var figures []statement.Item
	for _, i := range s.query.Items {
		if i.Expr.Aggregate() {
			figures = append(figures, i)
		}
	}
	changed := s.before == nil || slices.ContainsFunc(s.changes, func(c statement.Change) bool {
		return c.Kind == statement.AddedOrder || c.Kind == statement.ChangedOrder
	})
	words := schema.Words(s.claim.Input)
	asked := slices.ContainsFunc(words, func(w string) bool {
		return slices.Contains(classes[w], "extreme") || slices.Contains(classes[w], "order")
	})
	if len(figures) < 2 || len(s.query.OrderBy) == 0 || !changed || !asked {
		return
	}
	key := s.meaning(s.query.OrderBy[0].Expr)
	at := slices.IndexFunc(figures, func(i statement.Item) bool { return i.Expr.Equal(key) })
	if at < 0 || s.namesFigure(figures[at], words) || s.orderedAsBefore(key) {
		return
	}
	other := figures[0]
	if at == 0 {
		other = figures[1]
	}
	if s.compared(figures[at].Expr, other.Expr) || endsOf(figures[at].Expr, other.Expr) {
		return
	}
	s.note("parts: in order of one figure of several", 1)
	s.doubt(true, Open, "", fmt.Sprintf("in order of %s, not %s", figureName(figures[at]), figureName(other)))
}

// endsOf says that two figures are the least and the greatest of the same.
func endsOf(one, other statement.Expr) bool {
	fn, of, _, _, ok := one.AsCall()
	end, also, _, _, both := other.AsCall()
	return ok && both && (fn == "min" && end == "max" || fn == "max" && end == "min") && len(of) == 1 && len(also) == 1 && of[0].Equal(also[0])
}

// compared says that groups are kept by what one figure is beside another.
func (s shape) compared(one, other statement.Expr) bool {
	holds := func(h, figure statement.Expr) bool {
		found := false
		h.Walk(func(part statement.Expr) bool {
			found = found || part.Equal(figure)
			return !found
		})
		return found
	}
	return slices.ContainsFunc(s.query.Having, func(h statement.Expr) bool { return holds(h, one) && holds(h, other) })
}

// orderedAsBefore says that the statement before was in that order too, of whichever rows the figure was.
func (s shape) orderedAsBefore(key statement.Expr) bool {
	if s.claim.Before == nil {
		return false
	}
	q, err := s.claim.Before.Query()
	if err != nil || len(q.OrderBy) == 0 || q.OrderBy[0].Desc != s.query.OrderBy[0].Desc {
		return false
	}
	was, _ := q.Meaning(q.OrderBy[0].Expr).Unfiltered()
	is, _ := key.Unfiltered()
	return was.Equal(is)
}

// namesFigure says whether the words speak of the figure: of its column, of what it is called, or of a number of rows.
func (s shape) namesFigure(i statement.Item, words []string) bool {
	spoken := s.spoken(words)
	columns := i.Expr.Columns()
	if slices.ContainsFunc(columns, func(e statement.Expr) bool { return spoken.columns[s.scan.resolve(e, s.in)] }) {
		return true
	}
	alias := schema.Split(strings.ToLower(i.Alias))
	name, _, _, _, _ := i.Expr.AsCall()
	return slices.ContainsFunc(words, func(w string) bool {
		counts := slices.Contains(classes[w], "count") || w == "most" || w == "busiest"
		return slices.Contains(alias, schema.Lemma(w)) && len(classes[w]) == 0 || name == "count" && counts ||
			name == "sum" && slices.Contains(classes[w], "sum") || name == "avg" && slices.Contains(classes[w], "average")
	})
}

func figureName(i statement.Item) string {
	if i.Alias != "" {
		return strings.ReplaceAll(i.Alias, "_", " ")
	}
	return i.Expr.SQL()
}

// spans are the words that ask for figures by a span of time, and the span.
var spans = map[string]string{
	"day": "day", "daily": "day", "week": "week", "weekly": "week", "month": "month", "monthly": "month", "quarter": "quarter", "quarterly": "quarter", "year": "year", "yearly": "year", "annual": "year",
}

// span finds groups by another span of time than the one asked for.
func (s shape) span() {
	said := spanSaid(schema.Words(s.claim.Input))
	if said == "" || len(s.query.GroupBy) == 0 {
		return
	}
	var other string
	for _, g := range s.query.GroupBy {
		key := s.meaning(g)
		if unit := truncated(key); unit == said || unit == "" && s.timely(key) {
			return
		} else if unit != "" {
			other = unit
		}
	}
	if other == "" {
		return
	}
	s.note("words: a span of time without a part", 1)
	s.doubt(true, Misfit, said, fmt.Sprintf("%q was said, and the groups are by %s", said, other))
}

// spanSaid is the span of time that figures are asked by; empty when there is none, or several.
func spanSaid(words []string) string {
	found := ""
	for i, w := range words {
		unit := spans[schema.Lemma(w)]
		by := i > 0 && slices.Contains([]string{"per", "by", "each", "every"}, words[i-1]) || strings.HasSuffix(w, "ly")
		if unit == "" || !by {
			continue
		}
		if found != "" && found != unit || i+1 < len(words) && slices.Contains([]string{"instead", "rather", "not"}, words[i+1]) && found != "" {
			return ""
		}
		found = unit
	}
	return found
}

// truncated is the unit that an expression cuts dates down to; empty when it does not.
func truncated(e statement.Expr) (unit string) {
	e.Walk(func(x statement.Expr) bool {
		if name, args, _, _, ok := x.AsCall(); ok && strings.EqualFold(name, "date_trunc") && len(args) > 1 {
			if v, ok := args[0].AsLiteral(); ok {
				unit, _ = v.(string)
			}
		}
		return true
	})
	return unit
}

// timely says whether a key is of time in another way: of a date, or of a column called so.
func (s shape) timely(e statement.Expr) bool {
	return slices.ContainsFunc(e.Columns(), func(x statement.Expr) bool {
		c := s.scan.resolve(x, s.in)
		return c == nil || c.Role == schema.Moment || slices.ContainsFunc(c.Words, func(w string) bool { return spans[w] != "" })
	})
}

// repeated finds a join of the refinement that repeats the rows which the figures are taken of.
func (s shape) repeated() {
	if s.before == nil || !s.after.grouped && !s.countsStar() {
		return
	}
	owners := slices.DeleteFunc(slices.Clone(s.before.tables), func(t *schema.Table) bool { return !slices.Contains(s.after.tables, t) })
	if !s.countsStar() || len(owners) == 0 || len(s.after.tables) == len(owners) {
		return
	}
	if many := s.multiplied(owners, s.query, s.in); many != nil && !slices.Contains(s.before.tables, many) {
		s.note("parts: rows repeated by a join of the refinement", 1)
		s.doubt(true, Repeats, "", fmt.Sprintf("a row counts once for each row of %s that belongs to it", many.Name))
	}
}

// shown looks at what a question of its own shows.
func (s shape) shown() {
	names := map[string]bool{}
	for _, i := range s.query.Items {
		_, name, _ := i.Expr.AsColumn()
		if i.Alias != "" {
			name = i.Alias
		}
		if name != "" && names[name] && i.Alias != "" {
			s.note("question: two columns called the same", 1)
		}
		names[name] = true
	}
	if s.before != nil || s.after.star || s.after.set {
		return
	}
	person := slices.ContainsFunc(s.after.shown, func(c *schema.Column) bool { return c.Role == schema.Label || slices.Contains(c.Table.Label, c) })
	words := schema.Words(s.claim.Input)
	s.noteIf("question: who, and nobody is shown", len(words) > 0 && words[0] == "who" && !person)
}

// date finds a date that is shown or sorted by for the word "date" alone, where the tables have several.
func (s shape) date() {
	words := schema.Words(s.claim.Input)
	if !slices.ContainsFunc(words, func(w string) bool { return w == "date" || w == "dates" || w == "when" }) {
		return
	}
	for _, c := range s.after.shown {
		if c.Role != schema.Moment || s.before != nil && s.before.columns[c] {
			continue
		}
		named := slices.ContainsFunc(words, func(w string) bool {
			return w != "date" && w != "dates" && slices.Contains(c.Words, schema.Lemma(w)) || happens(w, c)
		})
		at := slices.IndexFunc(c.Table.Columns, func(o *schema.Column) bool { return o != c && o.Role == schema.Moment && !s.after.shows(o) })
		if named || at < 0 || c == c.Table.Moment {
			continue
		}
		s.note("parts: a date shown among several", 1)
		s.doubt(true, Open, "", fmt.Sprintf("took the date as %s, not %s", c.Name, c.Table.Columns[at].Name))
		return
	}
}

// weighIdle finds conditions that leave nothing out, and numbers that are put on a column nobody named.
func (b *bench) weighIdle() {
	words := schema.Words(b.claim.Input)
	spoken := b.spoken(words)
	for _, c := range b.after.conditions {
		if b.inherited(c) {
			continue
		}
		if b.idle(c) && slices.ContainsFunc(words, func(w string) bool { return c.holds(w) }) {
			b.note("parts: a condition that leaves nothing out", 1)
			b.doubt(true, Misfit, "", fmt.Sprintf("%s leaves nothing out: %s begins at %v and ends at %v", c.sql, c.column.Name, c.column.Low, c.column.High))
		}
		fresh := b.before == nil || !b.before.columns[c.column]
		if len(c.values) == 1 && c.column.Role == schema.Measure && fresh && !c.lastsAsSaid(words) && !spoken.columns[c.column] && !slices.ContainsFunc(words, func(w string) bool { return slices.Contains(c.column.Words, schema.Lemma(w)) }) {
			b.note("parts: a number on a column that nobody named", 1)
			b.doubt(false, Open, "", fmt.Sprintf("took %v as %s", c.values[0], c.column.Name))
		}
		if b.silentCode(c, words) {
			b.note("parts: a code that no word says", 1)
		}
	}
}

// tellingValues is how many values a column has at least for a condition that all of them meet to be odd.
const tellingValues = 10

// idle says whether every row meets a comparison of a column, as far as its numbers are known.
func (b *bench) idle(c condition) bool {
	if !c.column.Numeric || c.column.Distinct < tellingValues || c.column.Low >= c.column.High || len(c.values) != 1 || len(c.texts) > 0 {
		return false
	}
	switch v := c.values[0]; c.op {
	case ">":
		return v < c.column.Low
	case ">=":
		return v <= c.column.Low && v != 0
	case "<":
		return v > c.column.High
	case "<=":
		return v >= c.column.High
	}
	return false
}

// silentCode says whether a condition compares with a code that is neither said nor what a word of the input means here.
func (b *bench) silentCode(c condition, words []string) bool {
	for _, text := range c.texts {
		if len(text) > 3 || strings.ToUpper(text) != text || slices.Contains(words, strings.ToLower(text)) {
			continue
		}
		said := false
		for i := range words {
			for j := i + 1; j <= min(len(words), i+max(1, b.index.LongestValue())); j++ {
				found := append(slices.Clone(b.index.Normalised(strings.Join(words[i:j], " "))), b.index.Kindred(words[i:j])...)
				said = said || slices.ContainsFunc(found, func(v schema.ValueMatch) bool { return v.Column == c.column && fmt.Sprint(v.Value) == text })
			}
		}
		if !said {
			return true
		}
	}
	return false
}

func one(holds bool) int {
	if holds {
		return 1
	}
	return 0
}
