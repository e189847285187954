package compose

import (
	"slices"
	"strings"

	"parley/workflow/engine/meaning"
	"parley/workflow/engine/phrase"
	"parley/workflow/schema"
)

// count reads a noun as what is counted: rows of a table, or distinct values of a column.
func (d *draft) count(n phrase.Noun, at meaning.Span) []Option[meaning.Term] {
	var out []Option[meaning.Term]
	switch {
	case n.Taxed:
		return nil // what is counted bears no tax
	case n.Name.Below:
		return d.below(n.Name, at)
	case n.Name.Text == phrase.Who:
		n.Name.Matches = d.people()
	case n.Name.Text == phrase.Staff && len(n.Name.Matches) == 0:
		n.Name.Matches = d.staff()
	}
	if len(n.Name.Matches) == 0 && len(n.Conds) > 0 {
		for _, t := range d.holders(n.Kind()) {
			behind := d.ofItsKind(t, n.Kind())
			if len(behind) == 0 || !d.stepsBehind(t.Is, n.Kind()) {
				behind = append(behind, t)
			}
			for _, b := range behind {
				out = append(out, Option[meaning.Term]{meaning.CountOf(b.Is, at), 1 + b.Score - costPrincipal})
			}
			if d.hangsApart(t.Is) {
				out = append(out, d.among(n, schema.Match{Table: t.Is, Quality: 1 + t.Score, Coverage: 1}, at)...)
			}
		}
	}
	for _, m := range n.Name.Matches {
		if m.Column == nil {
			others := d.among(n, m, at)
			own := m.Score()
			if len(others) > 0 && (n.Distinct || d.byDoer(m.Table)) {
				own -= costOnce
			}
			out = append(append(out, Option[meaning.Term]{meaning.CountOf(m.Table, at), own}), others...)
			continue
		}
		if m.Column == m.Table.PrimaryKey() && names(n.Name, []*schema.Table{m.Table}) {
			continue // as many as rows
		}
		if callsRowsElsewhere(n.Name, m) {
			continue
		}
		if m.Column.Role == schema.Flag {
			if yes, ok := yesOf(d.composer.index, m.Column); ok && !participial(n.Name) && phrase.Several(n.Name.Text+"s") {
				// yes and no are no things to count; responses are those who responded
				t := meaning.CountOf(m.Table, at)
				t.Where = []meaning.Cond{{Op: meaning.Equal, Left: meaning.ColumnTerm(m.Column, at), Values: []any{yes}, At: at}}
				out = append(out, Option[meaning.Term]{t, m.Score() - costPrincipal})
			}
			continue
		}
		if m.Column.Metric != nil {
			out = append(out, Option[meaning.Term]{computed(d.composer.index, m.Column, "sum", at), m.Score()})
			continue
		}
		if m.Column.Aggregate == schema.Average {
			// "how many ratings": a level does not add up, it is there or not.
			t := meaning.Term{Kind: meaning.Count, Of: m.Column.Table, Args: []meaning.Term{meaning.ColumnTerm(m.Column, at)}, At: at}
			out = append(out, Option[meaning.Term]{t, m.Score() - costColumn/2})
			continue
		}
		if m.Column.Role == schema.Measure && measures(m.Column) {
			// "how many points": what is counted stands in a column already.
			out = append(out, Option[meaning.Term]{meaning.AggregateOf("sum", m.Column, at), m.Score() - costColumn/2})
			continue
		}
		if at, ok := momentOf(m.Column); ok {
			// What was done counts as often as it was.
			t := meaning.CountOf(at.of, n.At)
			if own, ok := meaning.TimeOf(d.composer.index, at.of); at.nullable && !(ok && own.Equal(at.term)) {
				t.Where = []meaning.Cond{{Op: meaning.NotNull, Left: at.key(n.At), At: n.At}}
			}
			out = append(out, Option[meaning.Term]{t, m.Score() - costPrincipal})
			continue
		}
		t := meaning.Term{Kind: meaning.Count, Of: m.Column.Table, Args: []meaning.Term{meaning.ColumnTerm(m.Column, at)}, Distinct: true, At: at}
		cost := costColumn
		if m.Column.Role == schema.Reference && m.Column.Table.Class == schema.Fact {
			cost += costAmongFact // "articles with more than one supplier" are of the table that says who supplies what
		}
		if d.haveRows(n.Name, m.Column) {
			cost += costAmong
		} else if thing := m.Column.Numbered(); thing != nil {
			cost, t.Name = 0, "number of "+schema.Plural(strings.Join(thing, " "))
		}
		out = append(out, Option[meaning.Term]{t, m.Score() - cost})
	}
	return ranked(out, mostReadings)
}

// callsRowsElsewhere says that a name is the whole one of a table, and only a part of that of a number which a match is of: "students" are
// those, and not the most of them that a class takes.
func callsRowsElsewhere(n phrase.Name, m schema.Match) bool {
	return m.Column.Role == schema.Measure && m.Coverage < 1 && phrase.Several(n.Text) && slices.ContainsFunc(n.Matches, func(o schema.Match) bool { return o.Column == nil && o.Exact() })
}

// haveRows says that a column refers to rows of a table that a name calls as well: these are counted, and not those of them that some other
// rows refer to.
func (d *draft) haveRows(n phrase.Name, c *schema.Column) bool {
	called := func(t *schema.Table) bool {
		return names(n, []*schema.Table{t}) || slices.ContainsFunc(d.composer.index.Phrases(schema.Words(n.Text)), func(m schema.Match) bool { return m.Column == nil && m.Table == t })
	}
	return slices.ContainsFunc(d.composer.index.Graph.Of(c.Table), func(e *schema.Edge) bool {
		return len(e.FromColumns) == 1 && (e.FromColumns[0] == c && called(e.To) || e.ToColumns[0] == c && c.Table != e.From && called(e.From))
	})
}

// below counts the rows that refer to a row of their own table: Via is the key by which they do.
func (d *draft) below(n phrase.Name, at meaning.Span) []Option[meaning.Term] {
	var out []Option[meaning.Term]
	for _, m := range n.Matches {
		if e := d.target(m.Column); e != nil && e.From == e.To {
			t := meaning.CountOf(e.From, at)
			t.Via, t.Name = e, "number of "+strings.ToLower(n.Text)
			if n.Text == phrase.Who {
				t.Name = "number of people"
			}
			out = append(out, Option[meaning.Term]{t, m.Score()})
		}
	}
	return ranked(out, mostReadings)
}

// costAmong is things counted among the rows of another table, each once: patients that a provider saw. It is less where they
// were said to be different.
const (
	costAmong         = 0.2
	costAmongDistinct = 0.1
	costAmongFact     = 0.05
	// costAmongNeedless is more where the things themselves have what they are grouped by.
	costAmongNeedless = 0.2
	// costOnce is things counted by themselves, each of which is there once, where they were said to be different.
	costOnce = 0.25
)

// among counts the things that rows of other tables refer to, each once: what they are grouped by may hang there.
func (d *draft) among(n phrase.Noun, m schema.Match, at meaning.Span) []Option[meaning.Term] {
	if len(d.plan.dims) == 0 && d.plan.keep == nil {
		return nil
	}
	var out []Option[meaning.Term]
	for _, e := range d.composer.index.Graph.Of(m.Table) {
		if e.To != m.Table || e.From == m.Table || len(e.FromColumns) != 1 || e.From.Class != schema.Bridge && e.From.Class != schema.Fact && e.From.Class != schema.History {
			continue
		}
		cost := costAmong
		if n.Distinct || d.byDoer(m.Table) {
			cost = costAmongDistinct
		}
		if e.From.Class == schema.Fact {
			cost += costAmongFact
		}
		if d.grouped(m.Table) && !n.Distinct && !d.byDoer(m.Table) {
			cost += costAmongNeedless
		}
		t := meaning.Term{Kind: meaning.Count, Of: e.From, Args: []meaning.Term{thingOf(e, at)}, Distinct: true, Name: "number of " + schema.Plural(meaning.Called(m.Table)), At: at}
		out = append(out, Option[meaning.Term]{t, m.Score() - cost})
	}
	return ranked(out, 2)
}

// byDoer says that things are taken by those who take part in them: interviews by interviewer.
func (d *draft) byDoer(t *schema.Table) bool {
	return slices.ContainsFunc(d.plan.dims, func(dim phrase.Dimension) bool {
		return schema.Lemma(strings.ToLower(dim.Name.Text)) == t.Doer()
	})
}

// grouped says that rows of a table have all that groups were said to be told apart by.
func (d *draft) grouped(t *schema.Table) bool {
	return len(d.plan.dims) > 0 && !slices.ContainsFunc(d.plan.dims, func(dim phrase.Dimension) bool {
		return !slices.ContainsFunc(dim.Name.Matches, func(m schema.Match) bool {
			_, ok := d.way(t, m.Table)
			return ok
		})
	})
}

// hangsApart says that what groups were said to be told apart by hangs on none of a table's rows by a key of theirs: a row has several.
func (d *draft) hangsApart(t *schema.Table) bool {
	reached := func(m schema.Match) bool {
		_, ok := d.way(t, m.Table)
		return ok
	}
	apart := func(n phrase.Name) bool { return len(n.Matches) > 0 && !slices.ContainsFunc(n.Matches, reached) }
	if k := d.plan.keep; k != nil && apart(k.Noun.Name) {
		return true
	}
	return slices.ContainsFunc(d.plan.dims, func(dim phrase.Dimension) bool {
		if len(dim.Name.Matches) > 0 || len(dim.Conds) != 1 {
			return (len(dim.Conds) == 0 || slices.ContainsFunc(dim.Conds, phrase.Cond.Taught)) && apart(dim.Name)
		}
		return !slices.ContainsFunc(d.holders(dim.Conds[0]), func(o Option[*schema.Table]) bool { return reached(schema.Match{Table: o.Is}) })
	})
}

// eachApart says that a count is of things each once, by rows that refer to them, where only there hangs what they are taken by.
func (d *draft) eachApart(t meaning.Term) bool {
	if t.Kind != meaning.Count || !t.Distinct || len(t.Args) != 1 {
		return false
	}
	return slices.ContainsFunc(d.composer.index.Graph.Of(t.Of), func(e *schema.Edge) bool {
		return e.From == t.Of && e.To != t.Of && len(e.FromColumns) == 1 && thingOf(e, t.Args[0].At).Equal(t.Args[0]) && d.hangsApart(e.To)
	})
}

// thingOf is what tells the things apart that rows refer to: the key that they hold, unless it is of a version of the thing.
func thingOf(e *schema.Edge, at meaning.Span) meaning.Term {
	if id := e.To.Identity(); id != e.To.PrimaryKey() {
		t := meaning.ColumnTerm(id, at)
		t.Via = e
		return t
	}
	return meaning.ColumnTerm(e.FromColumns[0], at)
}

// over is an aggregate of a formula over the rows of its table.
func (d *draft) over(f phrase.Figure) []Option[meaning.Term] {
	var out []Option[meaning.Term]
	for _, o := range d.figure(f.Args[0]) {
		inner := o.Is
		if inner.Kind == meaning.Aggregate && inner.Args[0].Kind == meaning.Between {
			inner.Fn, inner.At = f.Fn, f.At
			out = append(out, Option[meaning.Term]{inner, o.Score})
		}
	}
	return out
}

// ofItsKind is what happened that refers to the rows of a catalogue whose value a noun is: "how many extractions" are treatments
// charged by such a tariff. It is likelier than the catalogue's own rows where a time is spoken of, or one of these rows alone is
// called so.
func (d *draft) ofItsKind(list Option[*schema.Table], kind phrase.Cond) []Option[*schema.Table] {
	holds := func(v phrase.Value) bool {
		return slices.ContainsFunc(v.Matches, func(m schema.ValueMatch) bool { return m.Column.Table == list.Is })
	}
	if list.Is.Class == schema.Fact || list.Is.Personal() || !slices.ContainsFunc(kind.Values, holds) {
		return nil
	}
	score := list.Score - costBehindValue
	if d.stepsBehind(list.Is, kind) {
		score = list.Score + costBehindValue
	}
	var out []Option[*schema.Table]
	for _, e := range d.composer.index.Graph.Of(list.Is) {
		if e.To == list.Is && e.From != list.Is && e.From.Class == schema.Fact && e.Sure() && e.From.Rows > list.Is.Rows {
			out = append(out, Option[*schema.Table]{e.From, score})
		}
	}
	return out
}

// stepsBehind says that a value speaks of rows that refer to those of a catalogue, and not of these.
func (d *draft) stepsBehind(list *schema.Table, kind phrase.Cond) bool {
	return d.dated() && validOnly(list) || oneOfAll(list, kind)
}

// validOnly says that the times of a table's rows, where there are any, are those from and until which they hold.
func validOnly(t *schema.Table) bool {
	return !slices.ContainsFunc(t.Moments, func(m schema.TimeColumn) bool {
		return !m.Column.Has("valid", "until", "from", "to", "effective", "expiry")
	})
}

// oneOfAll says that each value that a condition speaks of is of one row alone of the table.
func oneOfAll(t *schema.Table, c phrase.Cond) bool {
	one := false
	for _, v := range c.Values {
		for _, m := range v.Matches {
			if m.Column.Table != t {
				continue
			}
			if !m.Column.OnceEach() && !m.Column.Unique {
				return false
			}
			one = true
		}
	}
	return one
}

// counts are as count gives them, less likely where the table's name stands for a measure.
func (d *draft) counts(n phrase.Noun, at meaning.Span) []Option[meaning.Term] {
	list := d.count(n, at)
	measured := func(o Option[meaning.Term]) bool { return len(o.Is.Args) == 0 && principal(o.Is.Of) != nil }
	for i := range list {
		if measured(list[i]) {
			list[i].Score -= costCounted
		}
	}
	if uncounted(n.Name) {
		list = slices.DeleteFunc(list, measured)
	}
	return list
}

// participial says that a name ends in what was done: "deals won" are deals.
func participial(n phrase.Name) bool {
	words := strings.Fields(strings.ToLower(n.Text))
	return len(words) > 0 && schema.Participle(words[len(words)-1])
}
