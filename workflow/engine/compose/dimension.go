package compose

import (
	"slices"
	"strings"

	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/phrase"
	"parley/workflow/schema"
)

// group makes the dimensions keys of the groups: each must hang on every figure's rows.
func group(d *draft) []*draft {
	drafts := []*draft{d}
	for _, dim := range d.plan.dims {
		var next []*draft
		for _, f := range drafts {
			for _, o := range f.dimension(dim) {
				n := f.fork(o.Score - 1)
				n.query.Per = append(n.query.Per, o.Is.keys...)
				n.query.Show = append(n.query.Show, o.Is.shown...)
				if o.Is.called {
					n.plan.unsaid(dim.Conds)
				}
				next = append(next, n)
			}
			if len(next) == 0 {
				next = f.leave(dim.At)
			}
		}
		drafts = next
	}
	return drafts
}

// grouping is keys to group by, and what is shown of them.
type grouping struct {
	keys, shown []meaning.Term
	// called says that the key is called as the things are: of which kind they are need not be asked.
	called bool
}

// oneKey groups by one term, and shows it.
func oneKey(t meaning.Term) grouping {
	return grouping{keys: []meaning.Term{t}, shown: []meaning.Term{t}}
}

// dimension gives the readings of a dimension over the figures' rows.
func (d *draft) dimension(dim phrase.Dimension) []Option[grouping] {
	switch {
	case dim.Grain == "second":
		return nil // nobody groups by seconds: "every second product" is every other one
	case dim.Grain != "":
		return d.pace(dim)
	case dim.Why:
		return d.reasons(dim.At)
	case dim.By != nil:
		return d.ofKey(dim)
	case dim.Whether:
		return d.whether(dim)
	}
	if len(dim.Name.Matches) == 0 && len(dim.Conds) > 0 {
		if len(dim.Conds[0].Values) == 1 {
			return d.byKind(dim)
		}
		return d.byValues(dim)
	}
	if dim.Name.Text == phrase.Who && len(dim.Name.Matches) == 0 {
		dim.Name.Matches = d.whoever() // "who owes what"
	}
	var out []Option[grouping]
	for _, m := range dim.Name.Matches {
		steps, ok := d.reach(m.Table)
		if !ok {
			continue
		}
		score := m.Score() - costStep*float64(steps)
		if keys := d.keysCalled(m, dim.Name.Text, dim.At); len(keys) > 0 {
			out = append(out, keys...)
			continue
		}
		if steps == 0 && d.tellsOf(m) {
			score += gainTold
		} else if steps == 0 && headOf(m, dim.Name) {
			score += gainHead
		}
		if steps == 0 && d.counts1(m) {
			if above := d.countedBelow(m.Table); above != nil {
				out = append(out, Option[grouping]{through(above, dim.At), score})
			}
			continue // there is one of each
		}
		if steps == 0 && !m.Exact() && d.figuresOf(m.Table) && (m.Column == nil || m.Column == m.Table.PrimaryKey()) {
			score -= costSingle
		}
		switch {
		case m.Column == nil && steps == 0 && d.figuresOf(m.Table) && m.Table.Sort() != nil:
			t := meaning.ColumnTerm(m.Table.Sort(), dim.At)
			out = append(out, Option[grouping]{oneKey(t), score + gainThing})
		case m.Column == nil:
			out = append(out, Option[grouping]{things(m.Table, dim.At), score + gainThing})
		case names1(m.Column), m.Column.Role == schema.Identifier && len(m.Table.Label) > 0:
			out = append(out, Option[grouping]{things(m.Table, dim.At), score})
		case m.Column.Role == schema.Moment:
			t := meaning.ColumnTerm(m.Column, dim.At)
			if m.Column.Type.Temporal() {
				t.Grain = "day"
			}
			out = append(out, Option[grouping]{oneKey(t), score - costMeasure/2})
		case m.Column.Role == schema.Reference:
			if target := d.target(m.Column); target != nil {
				out = append(out, Option[grouping]{through(target, dim.At), score})
				continue
			}
			fallthrough
		default:
			t := meaning.ColumnTerm(m.Column, dim.At)
			switch {
			case m.Column.Graded():
			case measures(m.Column) && m.Column.Role == schema.Measure:
				score -= costMeasure
			}
			out = append(out, Option[grouping]{oneKey(t), score})
		}
	}
	return ranked(out, mostReadings)
}

// ofKey groups by a column of the rows that a key leads to, or by those rows.
func (d *draft) ofKey(dim phrase.Dimension) []Option[grouping] {
	var out []Option[grouping]
	for _, by := range dim.By.Matches {
		if by.Column == nil || by.Column.Role != schema.Reference {
			continue
		}
		e := d.target(by.Column)
		steps, ok := d.reach(by.Table)
		if e == nil || !ok {
			continue
		}
		for _, m := range dim.Name.Matches {
			if m.Table != e.To || m.Column == nil {
				continue
			}
			t := meaning.ColumnTerm(m.Column, dim.At)
			t.Via = e
			out = append(out, Option[grouping]{oneKey(t), (m.Score()+by.Score())/2 - costStep*float64(steps)})
		}
	}
	return ranked(out, mostReadings)
}

// gainTold is a column that tells more of what the words say was done: "declined offers by reason" of decline_reason.
const gainTold = 0.25

// gainHead is a column of the rows themselves whose kind the name is: "orders by source" of their lead_source, before what another
// table calls its source.
const gainHead = 0.2

// headOf says that a column holds kinds of what a name is: its last word is the last of the column's, and all of them are its.
func headOf(m schema.Match, n phrase.Name) bool {
	if m.Column == nil || m.Column.Role != schema.Category || len(m.Column.Words) < 2 {
		return false
	}
	words := schema.Words(n.Text)
	return len(words) > 0 && schema.Lemma(words[len(words)-1]) == m.Column.Words[len(m.Column.Words)-1] &&
		!slices.ContainsFunc(words, func(w string) bool { return !m.Column.Has(schema.Lemma(w)) })
}

// tellsOf says that a name leaves out of a column's what a condition says.
func (d *draft) tellsOf(m schema.Match) bool {
	return m.Column != nil && len(m.Column.Words) > 1 && slices.ContainsFunc(d.conditions(), func(c phrase.Cond) bool {
		return c.Kind == phrase.IsValue && slices.ContainsFunc(c.Values, func(v phrase.Value) bool {
			return slices.ContainsFunc(schema.Words(v.Text), func(w string) bool {
				return slices.ContainsFunc(m.Column.Words, func(own string) bool { return schema.Kin(own) == schema.Kin(w) })
			})
		})
	})
}

// counts1 says that rows of a table are counted, or shared out, and that a match names each of them.
func (d *draft) counts1(m schema.Match) bool {
	each := m.Column == nil || m.Column == m.Table.PrimaryKey()
	return each && slices.ContainsFunc(d.query.Show, func(t meaning.Term) bool {
		return (t.Kind == meaning.Count || t.Kind == meaning.Share) && t.Of == m.Table && !t.Distinct
	})
}

// countedBelow is the key by which rows are counted that refer to a row of their own table; nil where none are.
func (d *draft) countedBelow(t *schema.Table) *schema.Edge {
	for _, f := range d.query.Show {
		if f.Kind == meaning.Count && f.Via != nil && f.Via.To == t {
			return f.Via
		}
	}
	return nil
}

// figuresOf says that figures are aggregated over the rows of a table.
func (d *draft) figuresOf(t *schema.Table) bool {
	return slices.ContainsFunc(d.query.Show, func(f meaning.Term) bool { return f.Kind == meaning.Aggregate && f.Of == t })
}

// byKind groups by the things that a value is said of: "tips per waiter" are those of each of the staff who is one.
func (d *draft) byKind(dim phrase.Dimension) []Option[grouping] {
	var out []Option[grouping]
	for _, o := range d.holders(dim.Conds[0]) {
		if steps, ok := d.reach(o.Is); ok && o.Is.Named() {
			if keys := d.keysCalled(schema.Match{Table: o.Is, Quality: 1 + o.Score, Coverage: 1}, dim.Conds[0].Values[0].Text, dim.At); len(keys) > 0 {
				out = append(out, keys...)
				continue
			}
			score := 1 + o.Score - costStep*float64(steps)
			if steps == 1 {
				score += d.gainOwn(d.facts(), o.Is, dim.Conds[0])
			}
			out = append(out, Option[grouping]{things(o.Is, dim.At), score})
		} else if ok && !o.Is.Named() && !d.counts1(schema.Match{Table: o.Is}) {
			for _, t := range d.pointedAt(o.Is) {
				out = append(out, Option[grouping]{things(t, dim.At), 1 + o.Score - costStep*float64(steps+1)})
			}
		}
	}
	return ranked(out, mostReadings)
}

// leastKeyCalled is how well a key must be called as things are spoken of: by the words of its name, in short or not.
const leastKeyCalled = 0.9

// keysCalled groups by the things to which a key leads that is called as they are spoken of, be it one of what the rows refer to: the sales
// reps of orders are those of their customers where customers have one, and not whoever delivered. None where the name is that of all the things.
func (d *draft) keysCalled(m schema.Match, name string, at meaning.Span) []Option[grouping] {
	words := strings.Fields(strings.ToLower(name))
	if m.Column != nil || !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(m.Table.Words, schema.Lemma(w)) }) {
		return nil
	}
	var out []Option[grouping]
	for _, key := range d.composer.index.Phrases(words) {
		if key.Column == nil || key.Column.Role != schema.Reference || key.From > 0 || key.To < len(words) || key.Quality < leastKeyCalled {
			continue
		}
		steps, ok := d.reach(key.Table)
		if steps > 0 && d.refersPlainly(m.Table) {
			continue // their own are meant
		}
		if e := d.target(key.Column); ok && e != nil && e.To == m.Table {
			g := through(e, at)
			g.called = true
			out = append(out, Option[grouping]{g, m.Score() + gainThing - costStep*float64(steps)})
		}
	}
	return out
}

// refersPlainly says that the rows of a figure refer to things by a key that says no part which they play.
func (d *draft) refersPlainly(to *schema.Table) bool {
	return slices.ContainsFunc(d.facts(), func(of *schema.Table) bool {
		return slices.ContainsFunc(d.composer.index.Graph.Of(of), func(e *schema.Edge) bool {
			said := func(w string) bool {
				return !slices.Contains(to.Words, w) && !english.KeyWords[w]
			}
			return e.From == of && e.To == to && len(e.FromColumns) == 1 && !slices.ContainsFunc(e.FromColumns[0].Words, said)
		})
	})
}

// pointedAt are the named things to which rows without a name of their own point, those aside whose rows the figures are: main reasons of
// complaints are reasons.
func (d *draft) pointedAt(t *schema.Table) []*schema.Table {
	var out []*schema.Table
	facts := d.facts()
	for _, e := range d.composer.index.Graph.Of(t) {
		if e.From == t && e.To != t && e.To.Named() && e.To.Class != schema.Fact && !slices.Contains(facts, e.To) && !slices.Contains(out, e.To) {
			out = append(out, e.To)
		}
	}
	return out
}

// gainOwn is what people to whom the rows themselves refer have before those of the same trade to whom something that the rows refer to
// does: who did the work, before whose patient it was done on. None where a key of the rows is called so: it leads to them by itself.
func (d *draft) gainOwn(rows []*schema.Table, people *schema.Table, kind phrase.Cond) float64 {
	if len(rows) == 0 || rows[0] == nil || !people.Personal() {
		return 0
	}
	for _, e := range d.composer.index.Graph.Of(rows[0]) {
		if e.From != rows[0] || e.To != people {
			continue
		}
		for _, v := range kind.Values {
			if slices.ContainsFunc(schema.Words(v.Text), func(w string) bool { return e.FromColumns[0].Has(schema.Lemma(w)) }) {
				return 0
			}
		}
	}
	return gainDoers
}

const gainDoers = 0.2

// whether groups by a condition: each row is so, or is not.
func (d *draft) whether(dim phrase.Dimension) []Option[grouping] {
	var out []Option[grouping]
	for _, m := range dim.Conds[0].Values[0].Matches {
		if steps, ok := d.reach(m.Column.Table); ok && (steps == 0 || len(dim.Name.Matches) == 0) { // "revenue by active customers" is that of each
			out = append(out, Option[grouping]{oneKey(meaning.ColumnTerm(m.Column, dim.At)), 1 - costStep*float64(steps)})
		}
	}
	return ranked(out, mostReadings)
}

// byValues groups by the column that holds some values: "by insurer and patient".
func (d *draft) byValues(dim phrase.Dimension) []Option[grouping] {
	var out []Option[grouping]
	for _, m := range dim.Conds[0].Values[0].Matches {
		steps, ok := d.reach(m.Column.Table)
		if _, held := heldBy(m.Column, dim.Conds[0].Values); ok && held {
			out = append(out, Option[grouping]{oneKey(meaning.ColumnTerm(m.Column, dim.At)), 1 - costStep*float64(steps)})
		}
	}
	return ranked(out, mostReadings)
}

// names1 says that a column says what a row of its table is called, and no other.
func names1(c *schema.Column) bool {
	return c.Role == schema.Label && !c.Repeats() && slices.Contains(c.Table.Label, c)
}

const (
	gainThing   = 0.15 // a thing rather than a column that is called like it
	costMeasure = 0.5  // grouping by a number
	costSingle  = 0.3  // each row of what is aggregated by itself, by a name that is not quite theirs
)

// through groups by the rows that a key leads to.
func through(e *schema.Edge, at meaning.Span) grouping {
	g := things(e.To, at)
	for i := range g.keys {
		g.keys[i].Via = e
	}
	g.shown = slices.Clone(g.keys)
	return g
}

// target is the key that a column is a copy of; nil when there is none or its rows have no label.
func (d *draft) target(c *schema.Column) *schema.Edge {
	for _, e := range d.composer.index.Graph.Of(c.Table) {
		if e.From == c.Table && len(e.FromColumns) == 1 && e.FromColumns[0] == c && len(e.To.Label) > 0 {
			return e
		}
	}
	return nil
}

// reach says over how many keys the rows of all figures refer to a table.
func (d *draft) reach(t *schema.Table) (steps int, ok bool) {
	for _, fact := range d.facts() {
		n, ok := d.way(fact, t)
		if !ok {
			return 0, false
		}
		steps = max(steps, n)
	}
	return steps, true
}

// facts are the tables whose rows the figures are about, or the rows themselves.
func (d *draft) facts() []*schema.Table {
	var out []*schema.Table
	for _, t := range d.query.Show {
		out = appendFacts(out, t)
	}
	for _, k := range d.query.Sort {
		out = appendFacts(out, k.Term)
	}
	if len(out) == 0 && d.query.Of != nil {
		out = append(out, d.query.Of)
	}
	return out
}

func appendFacts(out []*schema.Table, t meaning.Term) []*schema.Table {
	for _, of := range t.Facts() {
		if !slices.Contains(out, of) {
			out = append(out, of)
		}
	}
	return out
}

// things groups by the key of a table's rows, and shows what they are called.
func things(t *schema.Table, at meaning.Span) grouping {
	var g grouping
	for _, c := range keysOf(t) {
		g.keys = append(g.keys, meaning.ColumnTerm(c, at))
	}
	for _, c := range t.Label {
		term := meaning.ColumnTerm(c, at)
		g.shown = append(g.shown, term)
		if !slices.ContainsFunc(g.keys, term.Equal) {
			g.keys = append(g.keys, term)
		}
	}
	if len(g.shown) == 0 {
		g.shown = slices.Clone(g.keys)
	}
	return g
}

// keysOf are the columns that tell a table's things apart.
func keysOf(t *schema.Table) []*schema.Column {
	if c := t.Identity(); c != nil {
		return []*schema.Column{c}
	}
	var out []*schema.Column
	for _, name := range t.Primary {
		out = append(out, t.Column(name))
	}
	return out
}

// pace groups by a unit of time: of the figures' own time, or of a moment that was named.
func (d *draft) pace(dim phrase.Dimension) []Option[grouping] {
	var out []Option[grouping]
	for _, m := range moments(dim.Name) {
		if steps, ok := d.reach(m.Is.of); ok {
			t := m.Is.term
			t.Grain, t.At = dim.Grain, dim.At
			out = append(out, Option[grouping]{oneKey(t), m.Score - costStep*float64(steps)})
		}
	}
	if len(dim.Name.Matches) > 0 {
		return ranked(out, mostReadings)
	}
	facts := d.facts()
	for _, fact := range facts {
		if _, ok := meaning.TimeOf(d.composer.index, fact); !ok {
			return nil
		}
	}
	if len(facts) == 1 {
		for _, at := range []func(*schema.Table) (meaning.Term, bool){d.amountAt, d.lengthAt, d.madeAt, d.outcomeAt, d.becameAt} {
			if t, ok := at(facts[0]); ok {
				t.Grain, t.At = dim.Grain, dim.At
				return []Option[grouping]{{oneKey(t), 1}}
			}
		}
	}
	return []Option[grouping]{{oneKey(meaning.Term{Kind: meaning.Time, Grain: dim.Grain, At: dim.At}), 1}}
}
