package compose

import (
	"slices"
	"strings"

	"parley/workflow/engine/calendar"
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/phrase"
	"parley/workflow/schema"
)

// restrict adds the conditions: those on figures first, since they decide whose rows the others are about.
func restrict(d *draft) []*draft {
	drafts := []*draft{d}
	var rest []phrase.Cond
	for _, c := range d.withPeriods(slices.Clone(d.plan.conds)) {
		if !d.onFigure(c) || d.onThings(c) {
			rest = append(rest, c)
			continue
		}
		drafts = each(drafts, func(f *draft) []*draft { return f.having(c) })
	}
	for _, c := range rest {
		drafts = each(drafts, func(f *draft) []*draft { return f.where(c) })
	}
	return drafts
}

func each(drafts []*draft, do func(*draft) []*draft) []*draft {
	var out []*draft
	for _, d := range drafts {
		out = append(out, do(d)...)
	}
	return out
}

// where adds a condition on rows.
func (d *draft) where(c phrase.Cond) []*draft {
	facts := d.facts()
	if len(facts) == 0 {
		return nil
	}
	var out []*draft
	list := d.rowCond(facts[0], c)
	for i, o := range list {
		if !d.holds(facts[1:], o.Is) {
			continue
		}
		f := d.fork(o.Score)
		o.Is.Period = f.whole(o.Is.Period)
		if o.Is.Op != meaning.And || len(o.Is.Kids) > 0 {
			f.query.Where = append(f.query.Where, o.Is)
		}
		if c.Kind == phrase.IsValue && !c.Not && c.Values[len(c.Values)-1].And {
			f.apart(o.Is.Left)
		}
		if i+1 < len(list) && o.Score-list[i+1].Score < nearlyAs {
			f.doubt(o.Is.Explain())
		}
		out = append(out, f)
	}
	if len(out) == 0 {
		return d.leave(c.At)
	}
	return out
}

// whole begins a rolling span with a whole unit where figures are taken by that unit: the last 12 months, month by month, are
// this one and the eleven before.
func (d *draft) whole(p calendar.Period) calendar.Period {
	byUnit := func(t meaning.Term) bool { return t.Grain == p.Grain }
	if p.Rolling && p.Grain != "day" && slices.ContainsFunc(d.query.Per, byUnit) && !p.From.After(d.now) {
		p.From = calendar.UnitStart(p.Grain, calendar.AddUnits(p.Grain, p.From, 1))
	}
	return p
}

// apart takes figures for each of several values that were joined by "and".
func (d *draft) apart(t meaning.Term) {
	if d.query.Figures() && t.Kind == meaning.Column && !contains(d.query.Per, t) && d.query.Keep.N == 0 {
		d.query.Per = append(d.query.Per, t)
		d.query.Show = append(d.query.Show, t)
	}
}

// nearlyAs is how close behind another reading of the same words makes the best one a guess.
const nearlyAs = 0.05

// holds says that rows of further tables can be asked the same.
func (d *draft) holds(facts []*schema.Table, c meaning.Cond) bool {
	for _, f := range facts {
		if c.Left.Kind == meaning.Column && !meaning.Refers(d.composer.index, f, c.Left.Column.Table) {
			return false
		}
	}
	return true
}

// rowCond gives the readings of a condition over the rows of a table.
func (d *draft) rowCond(of *schema.Table, c phrase.Cond) []Option[meaning.Cond] {
	var out []Option[meaning.Cond]
	switch c.Kind {
	case phrase.IsValue:
		out = d.isValue(of, c)
	case phrase.InPeriod:
		out = d.inPeriod(of, c)
	case phrase.Compared:
		out = d.compared(of, c)
	case phrase.Without, phrase.Having:
		out = d.existing(of, c)
	case phrase.Acted:
		out = d.acted(of, c)
	case phrase.Done:
		out = d.done(of, c)
	case phrase.Flagged:
		out = d.flagged(of, c)
	case phrase.Aged:
		out = d.aged(of, c)
	case phrase.Against:
		out = d.against(of, c)
	case phrase.Overdue, phrase.Late, phrase.Punctual:
		out = d.punctual(of, c)
	case phrase.Living, phrase.Present:
		out = d.living(of, c)
	case phrase.Upcoming:
		out = d.upcoming(of, c)
	case phrase.Lasted:
		out = d.lasted(of, c)
	case phrase.Weekend:
		days := []any{int64(0), int64(6)}
		if c.Number != nil {
			days = []any{c.Number}
		}
		if _, ok := meaning.TimeOf(d.composer.index, of); ok {
			left := meaning.Term{Kind: meaning.Time, Grain: "weekday", At: c.At}
			cond := meaning.Cond{Op: meaning.In, Left: left, Values: days, At: c.At}
			if len(days) == 1 {
				cond.Op = meaning.Equal
			}
			out = []Option[meaning.Cond]{{cond, 0}}
		}
	}
	out = ranked(out, mostReadings)
	for i := range out {
		if c.Not && c.Kind != phrase.Without {
			out[i].Is = out[i].Is.Negated()
		}
		out[i].Is.At = c.At
	}
	return out
}

// The cost of conditions that are less than sure.
const (
	costBehind = 0.25 // rows that refer to the row, instead of the row itself
	// a value of such rows, when nobody named them
	costBehindValue = 0.15
	// a word that adds nothing elsewhere: "new accounts" are not those of a new lead
	costLight   = 0.9
	costUnnamed = 0.6 // a value in another column than the one that was named
)

// isValue gives the columns that hold the values: the nearest first, one that was named before all.
func (d *draft) isValue(of *schema.Table, c phrase.Cond) []Option[meaning.Cond] {
	var out []Option[meaning.Cond]
	for i, m := range c.Values[0].Matches {
		cond, ok := holdsValues(m, c)
		if !ok {
			continue
		}
		if rest := c.Values[0].Rest; len(rest) > 0 && len(c.Values) == 1 {
			last := meaning.Cond{Op: meaning.Equal, Left: meaning.ColumnTerm(rest[i].Column, c.At), Values: []any{rest[i].Text}, At: c.At}
			cond = meaning.Cond{Op: meaning.And, Kids: []meaning.Cond{cond, last}, At: c.At}
		}
		if c.Name != nil && !namesColumn(*c.Name, m.Column) {
			if through, steps, ok := d.through(of, *c.Name, m.Column.Table, cond); ok {
				out = append(out, Option[meaning.Cond]{through, -costStep * float64(steps)})
			}
			continue
		}
		if placed, cost, ok := d.place(of, m.Column.Table, cond); ok {
			if placed.Op == meaning.Exists && c.Name == nil {
				cost += costBehindValue
				if phrase.Light(c.Values[0].Text) {
					cost += costLight
				}
			}
			if c.Not && d.asks(m.Column) {
				cost -= gainAgainst
			}
			if d.leads(c.At, m.Column) {
				cost -= gainRole
			}
			out = append(out, Option[meaning.Cond]{placed, -cost})
		}
	}
	return out
}

// gainAgainst is that what is denied stands beside what is asked for, of the same column: "from Mombasa, not Nairobi".
const gainAgainst = 0.06

// gainRole is a value in the column that its preposition speaks of: "from Nairobi" of where it begins.
const gainRole = 0.06

// The words of columns that say where something begins, and where it ends.
var (
	sources = []string{"origin", "from", "source", "departure", "sender"}
	targets = []string{"destination", "to", "target", "arrival", "recipient", "receiver"}
)

// leads says that the preposition of a value speaks of a column.
func (d *draft) leads(at meaning.Span, c *schema.Column) bool {
	if !at.Said() || at.From >= len(d.words) {
		return false
	}
	switch d.words[at.From] {
	case "from":
		return c.Has(sources...)
	case "to":
		return c.Has(targets...)
	}
	return false
}

// asks says that a value of the column is asked for already.
func (d *draft) asks(c *schema.Column) bool {
	return slices.ContainsFunc(d.query.Where, func(o meaning.Cond) bool {
		return (o.Op == meaning.Equal || o.Op == meaning.In) && o.Left.Kind == meaning.Column && o.Left.Column == c
	})
}

// holdsValues is the condition that a column holds the values, or is empty or filled where the words say that.
func holdsValues(m schema.ValueMatch, c phrase.Cond) (meaning.Cond, bool) {
	cond := meaning.Cond{Op: meaning.Equal, Left: meaning.ColumnTerm(m.Column, c.At), At: c.At}
	if m.Presence != 0 {
		cond.Op = meaning.NotNull
		if m.Presence == schema.Empty {
			cond.Op = meaning.Null
		}
		return cond, len(c.Values) == 1
	}
	values, ok := heldBy(m.Column, c.Values)
	if len(values) > 1 {
		cond.Op = meaning.In
	}
	cond.Values = values
	return cond, ok
}

// through puts a condition on the row that a named key leads to: "report to Andrew" is about the other row.
func (d *draft) through(of *schema.Table, n phrase.Name, at *schema.Table, c meaning.Cond) (through meaning.Cond, steps int, ok bool) {
	for _, m := range n.Matches {
		if m.Column == nil {
			continue
		}
		for _, e := range d.composer.index.Graph.Of(m.Table) {
			if e.From != m.Table || e.To != at || !slices.Contains(e.FromColumns, m.Column) {
				continue
			}
			if path, ok := meaning.Way(d.composer.index, of, at, e); ok {
				return via(c, e), len(path), true
			}
		}
	}
	return c, 0, false
}

// via is a condition on the row that is reached by a key.
func via(c meaning.Cond, e *schema.Edge) meaning.Cond {
	c.Left.Via = e
	kids := slices.Clone(c.Kids)
	for i := range kids {
		kids[i].Left.Via = e
	}
	c.Kids = kids
	return c
}

// heldBy gives the stored form of each value in a column; ok is false when it lacks one.
func heldBy(c *schema.Column, values []phrase.Value) (out []any, ok bool) {
	for _, v := range values {
		i := slices.IndexFunc(v.Matches, func(m schema.ValueMatch) bool { return m.Column == c })
		if i < 0 {
			return nil, false
		}
		stored, ok := literal(v.Matches[i])
		if !ok {
			return nil, false
		}
		if !slices.Contains(out, stored) {
			out = append(out, stored)
		}
	}
	return out, true
}

// literal is a value as the database holds it; not ok when it has no form in SQL.
func literal(m schema.ValueMatch) (any, bool) {
	switch v := m.Value.(type) {
	case bool, int64, float64, string:
		return v, true
	case nil:
		return nil, false
	}
	return m.Text, !m.Code
}

// namesColumn says that a name may stand for a column, or for its table.
func namesColumn(n phrase.Name, c *schema.Column) bool {
	return slices.ContainsFunc(n.Matches, func(m schema.Match) bool { return m.Column == c || m.Column == nil && m.Table == c.Table })
}

// place makes a condition on a row of one table a condition on a row of another that refers to it, or to which it refers.
func (d *draft) place(of, at *schema.Table, c meaning.Cond) (placed meaning.Cond, cost float64, ok bool) {
	if steps, ok := d.way(of, at); ok {
		return c, costStep * float64(steps), true
	}
	if steps, ok := d.way(at, of); ok {
		return meaning.Cond{Op: meaning.Exists, Rows: at, Where: []meaning.Cond{c}, At: c.At}, costBehind + costStep*float64(steps), true
	}
	// A table that refers to both: films with an actor.
	var between *schema.Table
	best := 0
	for _, t := range d.composer.index.Graph.Referring(of) {
		a, _ := d.way(t, of)
		if b, ok := d.way(t, at); ok && (between == nil || a+b < best) {
			between, best = t, a+b
		}
	}
	if between == nil {
		return c, 0, false
	}
	return meaning.Cond{Op: meaning.Exists, Rows: between, Where: []meaning.Cond{c}, At: c.At}, costBehind + costStep*float64(best), true
}

// inPeriod is a condition on the row's own time, or on a moment that was named.
func (d *draft) inPeriod(of *schema.Table, c phrase.Cond) []Option[meaning.Cond] {
	if c.Name == nil && d.states(c) {
		return []Option[meaning.Cond]{{meaning.Cond{Op: meaning.And, At: c.At}, 0}} // what is so, is so today
	}
	if c.Name == nil {
		t, ok := d.when(of)
		if !ok {
			return nil
		}
		t.At = c.At
		return []Option[meaning.Cond]{{meaning.Cond{Op: meaning.During, Left: t, Period: c.Period}, 0}}
	}
	var out []Option[meaning.Cond]
	for _, m := range moments(*c.Name) {
		left := m.Is.term
		left.At = c.At
		cond := meaning.Cond{Op: meaning.During, Left: left, Period: c.Period}
		if placed, cost, ok := d.place(of, m.Is.of, cond); ok {
			out = append(out, Option[meaning.Cond]{placed, m.Score - 1 - cost})
		}
	}
	return out
}

// states says that a period is only the present of something that is so: "active today".
func (d *draft) states(c phrase.Cond) bool {
	today := calendar.UnitStart("day", d.now)
	return c.Period.From.Equal(today) && c.Period.To.Equal(calendar.AddUnits("day", today, 1)) && slices.ContainsFunc(d.plan.conds, func(o phrase.Cond) bool {
		return o.Kind == phrase.IsValue || o.Kind == phrase.Flagged || o.Kind == phrase.Without || o.Kind == phrase.Having
	})
}

// compared is a condition on a number of the row.
func (d *draft) compared(of *schema.Table, c phrase.Cond) []Option[meaning.Cond] {
	if c.Name == nil {
		return nil
	}
	out := d.many(of, c)
	for _, m := range c.Name.Matches {
		if m.Column == nil || m.Column.Metric != nil || !m.Column.Type.Numeric() || m.Column.Key() && !m.Exact() {
			continue
		}
		cond := meaning.Cond{Op: c.Op, Left: meaning.ColumnTerm(m.Column, c.At), Values: amounts(m.Column, c)}
		if c.Number == (phrase.Average{}) {
			cond.Values, cond.Right = nil, &meaning.Term{Kind: meaning.Overall, Args: []meaning.Term{meaning.AggregateOf("avg", m.Column, c.At)}, At: c.At}
		}
		if placed, cost, ok := d.place(of, m.Column.Table, cond); ok {
			out = append(out, Option[meaning.Cond]{placed, m.Score() - 1 - cost})
		}
	}
	return out
}

// amounts are the numbers of a comparison in the column's own scale: 20 % of a share that is held as 0 to 1 is 0.2.
func amounts(c *schema.Column, cond phrase.Cond) []any {
	scale := 1.0
	if c != nil && c.High > 0 && c.High <= 1 {
		scale = 100
	}
	out := []any{amount(cond.Number, scale)}
	if cond.High != nil {
		out = append(out, amount(cond.High, scale))
	}
	return out
}

func amount(v any, scale float64) any {
	if p, ok := v.(phrase.Percent); ok {
		return float64(p) / scale
	}
	return v
}

// existing is a condition that there are rows of another table, or a value in a column.
func (d *draft) existing(of *schema.Table, c phrase.Cond) []Option[meaning.Cond] {
	exists, null := meaning.Exists, meaning.NotNull
	if c.Kind == phrase.Without {
		exists, null = meaning.NotExists, meaning.Null
	}
	var out []Option[meaning.Cond]
	for _, m := range c.Noun.Name.Matches {
		switch {
		case m.Column != nil && m.Column.Role == schema.Flag && len(c.Noun.Conds) == 0:
			out = append(out, d.flagged(of, phrase.Cond{Name: &phrase.Name{Matches: []schema.Match{m}}, Not: c.Kind == phrase.Without, At: c.At})...)
		case m.Column != nil && m.Column.Metric == nil && len(c.Noun.Conds) > 0:
			out = append(out, d.valued(of, c, m)...)
		case m.Column != nil && m.Column.Metric == nil && m.Column.Nullable:
			if steps, ok := d.way(of, m.Table); ok {
				cond := meaning.Cond{Op: null, Left: meaning.ColumnTerm(m.Column, c.At)}
				out = append(out, Option[meaning.Cond]{cond, m.Score() - 1 - costStep*float64(steps)})
			}
		case m.Column != nil && m.Column.Metric == nil && m.Table != of && !meaning.Refers(d.composer.index, of, m.Table):
			if steps, ok := d.way(m.Table, of); ok {
				cond := meaning.Cond{Op: exists, Rows: m.Table}
				if m.Column.Nullable {
					cond.Where = []meaning.Cond{{Op: meaning.NotNull, Left: meaning.ColumnTerm(m.Column, c.At)}}
				}
				out = append(out, Option[meaning.Cond]{cond, m.Score() - 1 - costPrincipal - costStep*float64(steps)/2})
			}
		case m.Column == nil && m.Table != of:
			if key := d.optional(of, m.Table); key != nil && len(c.Noun.Conds) == 0 {
				out = append(out, Option[meaning.Cond]{meaning.Cond{Op: null, Left: meaning.ColumnTerm(key, c.At)}, m.Score() - 1})
			}
			if steps, ok := d.way(m.Table, of); ok {
				cond := meaning.Cond{Op: exists, Rows: m.Table}
				score := m.Score() - 1 - costStep*float64(steps)/2
				for _, own := range c.Noun.Conds {
					if list := d.rowCond(m.Table, own); len(list) > 0 {
						cond.Where = append(cond.Where, list[0].Is)
						score += list[0].Score
					} else {
						score -= costLeftNoun
					}
				}
				out = append(out, Option[meaning.Cond]{cond, score})
			}
		}
	}
	return out
}

// optional is the column by which rows of a table may or may not refer to another: claims with and without an adjuster.
func (d *draft) optional(of, to *schema.Table) *schema.Column {
	for _, e := range d.composer.index.Graph.Of(of) {
		if e.From == of && e.To == to && of != to && len(e.FromColumns) == 1 && e.FromColumns[0].Nullable {
			return e.FromColumns[0]
		}
	}
	return nil
}

// valued reads "with a black card" where the card is a column: it holds the value.
func (d *draft) valued(of *schema.Table, c phrase.Cond, m schema.Match) []Option[meaning.Cond] {
	if len(c.Noun.Conds) != 1 || c.Noun.Conds[0].Kind != phrase.IsValue {
		return nil
	}
	own := c.Noun.Conds[0]
	values, ok := heldBy(m.Column, own.Values)
	if !ok {
		return nil
	}
	cond := meaning.Cond{Op: meaning.Equal, Left: meaning.ColumnTerm(m.Column, c.At), Values: values}
	if len(values) > 1 {
		cond.Op = meaning.In
	}
	if c.Kind == phrase.Without {
		cond = cond.Negated()
	}
	placed, cost, ok := d.place(of, m.Table, cond)
	if !ok {
		return nil
	}
	return []Option[meaning.Cond]{{placed, m.Score() - 1 - cost}}
}

// aged is a condition on an age, or on how long ago the row's own time lies.
func (d *draft) aged(of *schema.Table, c phrase.Cond) []Option[meaning.Cond] {
	if n, whole := c.Number.(int64); whole && c.Unit != "" && (c.Unit != "year" || c.Name != nil) {
		day := calendar.UnitStart("day", d.now)
		p := calendar.Period{To: calendar.AddUnits(c.Unit, day, -int(n)), Grain: "day"}
		if c.Op == meaning.Less || c.Op == meaning.LessOrEqual {
			p = calendar.Period{From: p.To, Grain: "day"}
		}
		if c.Name != nil {
			return d.inPeriod(of, phrase.Cond{Kind: phrase.InPeriod, Name: c.Name, Period: p, At: c.At})
		}
		if _, ok := meaning.TimeOf(d.composer.index, of); !ok {
			return nil
		}
		return []Option[meaning.Cond]{{meaning.Cond{Op: meaning.During, Left: meaning.Term{Kind: meaning.Time, At: c.At}, Period: p}, 0}}
	}
	var out []Option[meaning.Cond]
	for _, col := range d.composer.index.Columns {
		var left meaning.Term
		switch {
		case col.Has("age") && measures(col):
			left = meaning.ColumnTerm(col, c.At)
		case col.Has("birth", "birthday") && col.Type.Temporal():
			left = meaning.Term{Kind: meaning.Age, Args: []meaning.Term{meaning.ColumnTerm(col, c.At)}, At: c.At}
		default:
			continue
		}
		if steps, ok := d.way(of, col.Table); ok {
			out = append(out, Option[meaning.Cond]{meaning.Cond{Op: c.Op, Left: left, Values: []any{c.Number}}, -costStep * float64(steps)})
		}
	}
	return out
}

// acted is a condition that there are rows of what was done.
func (d *draft) acted(of *schema.Table, c phrase.Cond) []Option[meaning.Cond] {
	var out []Option[meaning.Cond]
	add := func(t *schema.Table, score float64) {
		steps, ok := d.way(t, of)
		if !ok || t == of {
			return
		}
		cond := meaning.Cond{Op: meaning.Exists, Rows: t}
		for _, own := range c.Noun.Conds {
			list := d.rowCond(t, own)
			if len(list) == 0 {
				return
			}
			cond.Where = append(cond.Where, list[0].Is)
			score += list[0].Score
		}
		out = append(out, Option[meaning.Cond]{cond, score - costStep*float64(steps)/2})
	}
	for _, m := range c.Noun.Name.Matches {
		if m.Column == nil {
			add(m.Table, m.Score()-1)
		}
	}
	if phrase.TradeVerbs[strings.ToLower(c.Noun.Name.Text)] {
		for _, t := range d.tradeTables(trades) {
			add(t.Is, t.Score-1)
		}
	}
	return out
}

// done is a condition that something happened: its moment is known; or a yes-or-no column says so.
func (d *draft) done(of *schema.Table, c phrase.Cond) []Option[meaning.Cond] {
	var out []Option[meaning.Cond]
	for _, m := range moments(*c.Name) {
		cond := meaning.Cond{Op: meaning.NotNull, Left: m.Is.key(c.At)}
		_, own := d.way(of, m.Is.of)
		switch {
		case m.Is.nullable:
		case c.Not && own:
			continue
		case own:
			cond = meaning.Cond{Op: meaning.And, At: c.At} // it is so of all rows
		}
		if placed, cost, ok := d.place(of, m.Is.of, cond); ok {
			if m.Is.of != of && own {
				cost += costPrincipal
			}
			out = append(out, Option[meaning.Cond]{placed, m.Score - 1 - cost})
		}
	}
	return append(out, d.flagged(of, c)...)
}

// flagged is a condition on a yes-or-no column by its name.
func (d *draft) flagged(of *schema.Table, c phrase.Cond) []Option[meaning.Cond] {
	var out []Option[meaning.Cond]
	for _, m := range c.Name.Matches {
		if m.Column == nil || m.Column.Role != schema.Flag {
			continue
		}
		yes, ok := yesOf(d.composer.index, m.Column)
		if !ok {
			continue
		}
		cond := meaning.Cond{Op: meaning.Equal, Left: meaning.ColumnTerm(m.Column, c.At), Values: []any{yes}}
		if placed, cost, ok := d.place(of, m.Column.Table, cond); ok {
			out = append(out, Option[meaning.Cond]{placed, m.Score() - 1 - cost})
		}
	}
	return out
}

// against compares two columns of a row.
func (d *draft) against(of *schema.Table, c phrase.Cond) []Option[meaning.Cond] {
	var out []Option[meaning.Cond]
	for _, l := range c.Name.Matches {
		for _, r := range c.Other.Matches {
			if l.Column == nil || r.Column == nil || l.Column == r.Column || !l.Column.Type.Numeric() || !r.Column.Type.Numeric() {
				continue
			}
			a, ok := d.way(of, l.Table)
			b, also := d.way(of, r.Table)
			if !ok || !also {
				continue
			}
			right := meaning.ColumnTerm(r.Column, c.At)
			cond := meaning.Cond{Op: c.Op, Left: meaning.ColumnTerm(l.Column, c.At), Right: &right}
			out = append(out, Option[meaning.Cond]{cond, (l.Score()+r.Score())/2 - 1 - costStep*float64(a+b)})
		}
	}
	return out
}
