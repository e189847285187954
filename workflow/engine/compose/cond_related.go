package compose

import (
	"slices"
	"strings"

	"parley/db"
	"parley/workflow/engine/calendar"
	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/phrase"
	"parley/workflow/schema"
)

// existing is a condition that there are rows of another table, or a value in a column.
func (d *draft) existing(of *schema.Table, c phrase.Cond) []Option[meaning.Cond] {
	exists, null := meaning.Exists, meaning.NotNull
	if c.Kind == phrase.Without {
		exists, null = meaning.NotExists, meaning.Null
	}
	var out []Option[meaning.Cond]
	matches := c.Noun.Name.Matches
	if c.Noun.Name.Text == phrase.What {
		for _, o := range d.occurrences(of, c.At) {
			matches = append(matches, schema.Match{Table: o.Is.Of, Quality: o.Score, Coverage: 1})
		}
	} else if c.Noun.Name.Text == phrase.Who && c.Kind == phrase.Without {
		out = append(out, d.unattended(of, c)...)
	} else if len(matches) == 0 && (len(c.Noun.Conds) > 1 || d.kindLacking(c)) {
		for _, o := range d.holders(c.Noun.Kind()) { // "no breakdown last month": rows of that kind
			matches = append(matches[:len(matches):len(matches)], schema.Match{Table: o.Is, Quality: 1, Coverage: 1})
		}
	} else if len(matches) == 0 && len(c.Noun.Conds) == 1 && c.Kind == phrase.Without {
		out = append(out, d.unassigned(of, c)...)
	}
	out = append(out, d.leftOutOf(of, c)...)
	for _, m := range matches {
		switch past, gone := d.gone(of, c, m); {
		case c.Noun.Name.Below:
			if m.Table != of {
				continue
			}
			where, score, ok := d.part(of, c.Noun.Conds)
			if ok {
				out = append(out, Option[meaning.Cond]{meaning.Cond{Op: exists, Rows: of, Left: meaning.Term{Via: d.target(m.Column)}, Where: where}, m.Score() - 1 + score})
			}
		case gone:
			out = append(out, Option[meaning.Cond]{past, m.Score() - 1})
		case m.Column != nil && m.Table == of && m.Coverage < 1 && callsRows(of, matches):
			continue // "accounts without an account" do not lack the day on which the account was opened
		case m.Column != nil && saysYesOrNo(m.Column) && len(c.Noun.Conds) == 0:
			for _, o := range d.flagged(of, phrase.Cond{Name: &phrase.Name{Matches: []schema.Match{m}}, At: c.At}) {
				if c.Kind == phrase.Without {
					o.Is = o.Is.Negated()
				}
				out = append(out, o)
			}
		case m.Column != nil && m.Column.Metric != nil:
			out = append(out, d.countedBy(of, c, m, exists)...)
		case m.Column != nil && m.Column.Metric == nil && len(c.Noun.Conds) > 0:
			out = append(out, d.valued(of, c, m)...)
		case m.Column != nil && len(c.Noun.Conds) == 0 && measures(m.Column) && m.Column.Numeric && m.Column.Low == 0:
			if steps, ok := d.way(of, m.Table); ok {
				out = append(out, Option[meaning.Cond]{some(m.Column, c), m.Score() - 1 - costStep*float64(steps)})
			}
		case m.Column != nil && m.Column.Metric == nil && (m.Column.Nullable || len(m.Column.Unset()) > 0):
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
		case m.Column == nil && m.Table == of && len(c.Noun.Conds) > 0 && (d.listsValues() || d.countsValues()), m.Column == nil && m.Table != of && d.lacksRows(of, c, m.Table):
			out = append(out, d.sharedBy(of, c, m)...)
		case m.Column == nil && m.Table == of && c.Kind == phrase.Having && len(c.Noun.Conds) == 0:
			out = append(out, Option[meaning.Cond]{meaning.Cond{Op: meaning.And, At: c.At}, m.Score() - 1}) // so it is of all of them
		case m.Column == nil && m.Table != of:
			if key := d.optional(of, m.Table); key != nil && len(c.Noun.Conds) == 0 {
				out = append(out, Option[meaning.Cond]{meaning.Cond{Op: null, Left: meaning.ColumnTerm(key, c.At)}, m.Score() - 1})
			}
			if steps, ok := d.way(m.Table, of); ok {
				cond := meaning.Cond{Op: exists, Rows: m.Table}
				score := m.Score() - 1 - costStep*float64(steps)/2
				where, cost, ok := d.part(m.Table, c.Noun.Conds)
				if !ok {
					continue // what was said of them is not left out
				}
				cond.Where, score = where, score+cost
				if day, said := d.dayAsked(); said {
					if holds, ok := holdsOn(m.Table, day, c.At); ok {
						cond.Where = append(cond.Where, holds)
					}
				}
				out = append(out, Option[meaning.Cond]{cond, score})
			} else if cond, cost, ok := d.between(of, m.Table, exists, c); ok {
				out = append(out, Option[meaning.Cond]{cond, m.Score() - 1 - cost})
			}
		}
	}
	return out
}

// callsRows says that words are what the rows of a table are called.
func callsRows(of *schema.Table, matches []schema.Match) bool {
	return slices.ContainsFunc(matches, func(m schema.Match) bool { return m.Column == nil && m.Table == of && m.Exact() })
}

// listsValues says that the different values of one column are asked for, each of which several rows may have: a name tells one row.
func (d *draft) listsValues() bool { return d.query.Distinct && !d.query.All && d.showsValue() }

// showsValue says that one column is shown which several rows may have in common.
func (d *draft) showsValue() bool {
	return len(d.query.Show) == 1 && ofSeveral(d.query.Show[0])
}

// ofSeveral says that a term is a column that several rows may have a value of in common.
func ofSeveral(t meaning.Term) bool {
	return t.Kind == meaning.Column && t.Grain == "" && t.Column.Role != schema.Label && !t.Column.Key()
}

// lacksRows says that the values of a column are listed, or counted, to which no rows that refer to theirs belong: "styles without dumped batches". One beer
// of the style without any says nothing of the style.
func (d *draft) lacksRows(of *schema.Table, c phrase.Cond, rows *schema.Table) bool {
	_, refers := d.way(rows, of)
	return refers && c.Kind == phrase.Without && d.saidOfValues(c)
}

// saidOfValues says that a condition was said right behind the name of the column whose values are listed or counted, and not of the rows that have
// them: "cities of customers without late orders" are those of customers.
func (d *draft) saidOfValues(c phrase.Cond) bool {
	if !d.listsValues() && !d.countsValues() {
		return false
	}
	asked, nearest := d.valueAsked().Column, phrase.Noun{}
	for _, n := range d.subjects() {
		if n.At.Said() && n.At.To <= c.At.From && n.At.To > nearest.At.To {
			nearest = n
		}
	}
	return slices.ContainsFunc(nearest.Name.Matches, func(m schema.Match) bool { return m.Column == asked })
}

// countsValues says that the different values of one column are counted, each of which several rows may have.
func (d *draft) countsValues() bool {
	list := d.query.Show
	return len(list) == 1 && len(d.query.Per) == 0 && list[0].Kind == meaning.Count && list[0].Distinct && len(list[0].Args) == 1 && ofSeveral(list[0].Args[0])
}

// kindLacking says that the values of a column are asked for that have no rows of a kind which a person defined: "states without part-timers".
func (d *draft) kindLacking(c phrase.Cond) bool {
	return c.Kind == phrase.Without && len(c.Noun.Conds) == 1 && c.Noun.Conds[0].Taught() && d.saidOfValues(c)
}

// valueAsked is the column whose values are listed or counted.
func (d *draft) valueAsked() meaning.Term {
	if d.countsValues() {
		return d.query.Show[0].Args[0]
	}
	return d.query.Show[0]
}

// sharedBy is that a value is had by rows that are so, or by none: "countries without a suspended user".
func (d *draft) sharedBy(of *schema.Table, c phrase.Cond, m schema.Match) []Option[meaning.Cond] {
	rows := d.fork(0)
	rows.query.Distinct = false // what is said is said of the rows
	where, score, ok := rows.part(m.Table, c.Noun.Conds)
	if !ok {
		return nil
	}
	cond := meaning.Cond{Op: meaning.Shared, Left: d.valueAsked(), Rows: m.Table, Where: where, At: c.At}
	steps, _ := d.way(m.Table, of)
	score += m.Score() - 1 - costStep*float64(steps)
	if c.Kind == phrase.Without {
		cond.Op, score = meaning.Unshared, score+costLater // all rows of the value are looked at
	}
	return []Option[meaning.Cond]{{cond, score}}
}

// leftOutOf is that rows are not of a kind, where they are called by the last word of their name alone: "work orders without cancelled orders".
func (d *draft) leftOutOf(of *schema.Table, c phrase.Cond) []Option[meaning.Cond] {
	own := schema.Words(c.Noun.Name.Text)
	if c.Kind != phrase.Without || len(c.Noun.Conds) == 0 || len(own) != 1 || len(of.Words) < 2 || schema.Lemma(own[0]) != of.Words[len(of.Words)-1] || !d.spokenOf(of) {
		return nil
	}
	where, score, ok := d.part(of, c.Noun.Conds)
	if !ok {
		return nil
	}
	so := meaning.Cond{Op: meaning.And, Kids: where, At: c.At}
	if len(where) == 1 {
		so = where[0]
	}
	return []Option[meaning.Cond]{{so.Negated(), score}}
}

// countedBy is that there are rows that a taught figure counts, or none: "customers without net revenue this month".
func (d *draft) countedBy(of *schema.Table, c phrase.Cond, m schema.Match, op meaning.Op) []Option[meaning.Cond] {
	metric := m.Column.Metric
	rows := computed(d.composer.index, m.Column, "", c.At).Of
	steps, ok := d.way(rows, of)
	if !ok || rows == of || len(metric.Sides) > 0 {
		return nil
	}
	where, cost, ok := d.part(rows, c.Noun.Conds)
	if !ok {
		return nil
	}
	for i := range where {
		if where[i].Left.Kind == meaning.Time && metric.Moment != nil {
			where[i].Left = meaning.ColumnTerm(metric.Moment, where[i].At)
		}
	}
	if metric.Counts != nil {
		where = append(where, meaning.Cond{Op: meaning.Equal, Left: meaning.ColumnTerm(metric.Counts, c.At), Values: []any{true}, At: c.At})
	}
	return []Option[meaning.Cond]{{meaning.Cond{Op: op, Rows: rows, Where: where, At: c.At}, m.Score() - 1 + cost - costStep*float64(steps)/2}}
}

// between is a condition that rows of a third table join a row to rows of another, or none do: invoices and shipments that charges
// are of.
func (d *draft) between(of, to *schema.Table, exists meaning.Op, c phrase.Cond) (cond meaning.Cond, cost float64, ok bool) {
	key := to.PrimaryKey()
	if _, refers := d.way(of, to); refers || key == nil {
		return cond, 0, false
	}
	placed, cost, ok := d.place(of, to, meaning.Cond{Op: meaning.NotNull, Left: meaning.ColumnTerm(key, c.At), At: c.At})
	if !ok || placed.Op != meaning.Exists {
		return cond, 0, false
	}
	placed.Op = exists
	for _, own := range c.Noun.Conds {
		list := d.rowCond(placed.Rows, own)
		if len(list) == 0 {
			return cond, 0, false
		}
		placed.Where, cost = append(placed.Where, list[0].Is), cost-list[0].Score
	}
	return placed, cost, true
}

// some is a condition that a row has more than nothing of a measure: "students with a scholarship".
func some(m *schema.Column, c phrase.Cond) meaning.Cond {
	left := meaning.ColumnTerm(m, c.At)
	more := meaning.Cond{Op: meaning.Greater, Left: left, Values: []any{int64(0)}, At: c.At}
	switch {
	case c.Kind != phrase.Without:
		return more
	case !m.Nullable:
		return more.Negated()
	}
	return meaning.Cond{Op: meaning.Or, Kids: []meaning.Cond{{Op: meaning.Null, Left: left, At: c.At}, more.Negated()}, At: c.At}
}

// gainUnassigned is that rows refer to nobody of a kind where one of them is said: "policies without an account handler".
const gainUnassigned = 0.15

// unassigned is that rows of a table refer to no row of a kind that is called by a value of its own: people by their trade, others where
// one of them is said. Of several keys that may lead to some, one that is called so is meant: "parcels without a courier".
func (d *draft) unassigned(of *schema.Table, c phrase.Cond) []Option[meaning.Cond] {
	kind := c.Noun.Conds[0]
	if kind.Kind != phrase.IsValue || phrase.Several(kind.Values[0].Text) {
		return nil
	}
	one := slices.ContainsFunc(d.words[c.At.From:min(c.At.To, len(d.words))], func(w string) bool { return english.Indefinite[w] })
	var keys []*schema.Column
	for _, o := range d.holders(kind) {
		if one || o.Is.Personal() {
			keys = append(keys, d.optionals(of, o.Is)...)
		}
	}
	called := slices.DeleteFunc(slices.Clone(keys), func(c *schema.Column) bool {
		return !slices.ContainsFunc(schema.Words(kind.Values[0].Text), func(w string) bool { return c.Has(schema.Lemma(w)) })
	})
	return nobodyBy(keys, called, c)
}

// unattended is that rows refer to nobody who would do something about them: "tickets nobody has picked up yet".
func (d *draft) unattended(of *schema.Table, c phrase.Cond) []Option[meaning.Cond] {
	var keys []*schema.Column
	for _, t := range d.composer.index.Tables {
		own := d.optionals(of, t)
		if !t.Personal() || !t.Employed() {
			own = slices.DeleteFunc(slices.Clone(own), unstaffed) // whoever they are, they do it for us
		}
		keys = append(keys, own...)
	}
	return nobodyBy(keys, slices.DeleteFunc(slices.Clone(keys), unstaffed), c)
}

// unstaffed says that a key is not called by a word for those who work here.
func unstaffed(c *schema.Column) bool { return !slices.ContainsFunc(c.Words, phrase.Staffed) }

// nobodyBy is that the only one of some keys leads nowhere, or the only one of those that are likelier.
func nobodyBy(keys, likelier []*schema.Column, c phrase.Cond) []Option[meaning.Cond] {
	if len(likelier) > 0 {
		keys = likelier
	}
	if len(keys) != 1 {
		return nil
	}
	return []Option[meaning.Cond]{{meaning.Cond{Op: meaning.Null, Left: meaning.ColumnTerm(keys[0], c.At)}, gainUnassigned}}
}

// optional is the column by which rows of a table may or may not refer to another: claims with and without an adjuster.
func (d *draft) optional(of, to *schema.Table) *schema.Column {
	if keys := d.optionals(of, to); len(keys) > 0 {
		return keys[0]
	}
	return nil
}

// optionals are all such columns.
func (d *draft) optionals(of, to *schema.Table) []*schema.Column {
	var out []*schema.Column
	for _, e := range d.composer.index.Graph.Of(of) {
		if e.From == of && e.To == to && of != to && len(e.FromColumns) == 1 && e.FromColumns[0].Nullable && !slices.Contains(out, e.FromColumns[0]) {
			out = append(out, e.FromColumns[0])
		}
	}
	return out
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
	n, whole := c.Number.(int64)
	if whole && c.Unit != "" && (c.Unit != "year" || c.Name != nil) {
		return d.longAgo(of, c, int(n))
	}
	var out []Option[meaning.Cond]
	for _, col := range d.composer.index.Columns {
		var left meaning.Term
		switch {
		case col.Has("age") && measures(col):
			left = meaning.ColumnTerm(col, c.At)
		case col.Has("birth") && col.Has("year") && col.Type == db.Integer && whole:
			if steps, ok := d.way(of, col.Table); ok {
				born := meaning.Cond{Op: turned[c.Op], Left: meaning.ColumnTerm(col, c.At), Values: []any{int64(d.now.Year()) - n}}
				out = append(out, Option[meaning.Cond]{born, -costStep * float64(steps)})
			}
			continue
		case col.Has("birth", "birthday") && col.Type.Temporal():
			left = meaning.Term{Kind: meaning.Age, Args: []meaning.Term{meaning.ColumnTerm(col, c.At)}, At: c.At}
		default:
			continue
		}
		if steps, ok := d.way(of, col.Table); ok {
			values := []any{c.Number}
			if c.High != nil {
				values = append(values, c.High)
			}
			out = append(out, Option[meaning.Cond]{meaning.Cond{Op: c.Op, Left: left, Values: values}, -costStep * float64(steps)})
		}
	}
	if whole && len(out) == 0 && !of.Personal() {
		c.Unit = "year"
		return d.longAgo(of, c, int(n))
	}
	return out
}

// turned are the comparisons of a year of birth that say the same of an age.
var turned = map[meaning.Op]meaning.Op{meaning.Greater: meaning.Less, meaning.GreaterOrEqual: meaning.LessOrEqual, meaning.Less: meaning.Greater, meaning.LessOrEqual: meaning.GreaterOrEqual, meaning.Equal: meaning.Equal}

// longAgo is a condition that a row's time, or the one that was named, lies so many units ago.
func (d *draft) longAgo(of *schema.Table, c phrase.Cond, n int) []Option[meaning.Cond] {
	p := calendar.Period{To: calendar.AddUnits(c.Unit, calendar.UnitStart("day", d.now), -n), Grain: "day"}
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

// serving is a condition that a row came to be so many units ago, and that it still holds: "who have been with us for 3 years".
func (d *draft) serving(of *schema.Table, c phrase.Cond) []Option[meaning.Cond] {
	n, _ := c.Number.(int64)
	out := d.longAgo(of, c, int(n))
	for i := range out {
		if still, ok := d.stillThere(of, c.At); ok {
			out[i].Is = meaning.Cond{Op: meaning.And, Kids: []meaning.Cond{out[i].Is, still}, At: c.At}
		}
	}
	return out
}

// stillThere is a condition that somebody has not left; ok is false where no column tells.
func (d *draft) stillThere(of *schema.Table, at meaning.Span) (meaning.Cond, bool) {
	if !of.Personal() {
		return meaning.Cond{}, false
	}
	list := d.living(of, phrase.Cond{Kind: phrase.Living, At: at})
	if len(list) == 0 {
		return meaning.Cond{}, false
	}
	return list[0].Is, true
}

// acted is a condition that there are rows of what was done.
func (d *draft) acted(of *schema.Table, c phrase.Cond) []Option[meaning.Cond] {
	var out []Option[meaning.Cond]
	add := func(t *schema.Table, score float64, done ...meaning.Cond) {
		steps, ok := d.way(t, of)
		if !ok || t == of {
			if key := d.optional(of, t); key != nil && len(done)+len(c.Noun.Conds) == 0 { // "not yet billed": they refer to no invoice
				out = append(out, Option[meaning.Cond]{meaning.Cond{Op: meaning.NotNull, Left: meaning.ColumnTerm(key, c.At), At: c.At}, score})
			}
			return
		}
		cond := meaning.Cond{Op: meaning.Exists, Rows: t, Where: slices.Clone(done)}
		for _, own := range c.Noun.Conds {
			if own.Kind == phrase.InPeriod && len(done) > 0 && done[0].Op == meaning.NotNull {
				cond.Where[0] = meaning.Cond{Op: meaning.During, Left: done[0].Left, Period: own.Period, At: own.At}
				continue
			}
			if at, ok := outcomeTime(t); ok && own.Kind == phrase.InPeriod && own.Name == nil && len(done) > 0 && hasStem(done[0].Left.Column.Words, english.OutcomeWords) {
				cond.Where = append(cond.Where, meaning.Cond{Op: meaning.During, Left: at.term, Period: own.Period, At: own.At}) // what was won was closed then
				continue
			}
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
		switch {
		case m.Column != nil:
		case m.Table == of && !c.Not && d.query.Figures():
			if where, score, ok := d.part(of, c.Noun.Conds); ok { // "fees billed last month" stand in what was billed
				out = append(out, Option[meaning.Cond]{meaning.Cond{Op: meaning.And, Kids: where, At: c.At}, m.Score() - 1 + score})
			}
		default:
			add(m.Table, m.Score()-1)
		}
	}
	for _, m := range c.Noun.Name.Matches {
		if m.Column == nil || m.Column.Role != schema.Flag || meaning.Refers(d.composer.index, of, m.Table) {
			continue
		}
		if yes, ok := yesOf(d.composer.index, m.Column); ok { // "haven't won anything": rows that are so
			add(m.Table, m.Score()-1, meaning.Cond{Op: meaning.Equal, Left: meaning.ColumnTerm(m.Column, c.At), Values: []any{yes}, At: c.At})
		}
	}
	verb := strings.ToLower(c.Noun.Name.Text)
	dated := map[*schema.Table]bool{}
	for _, m := range moments(c.Noun.Name) {
		if !meaning.Refers(d.composer.index, of, m.Is.of) {
			dated[m.Is.of] = true
			add(m.Is.of, m.Score-1+gainDeed(m.Is.of, verb), meaning.Cond{Op: meaning.NotNull, Left: m.Is.key(c.At), At: c.At})
		}
	}
	if english.TradeVerbs[verb] {
		for i, t := range d.tradeTables(schema.Trades) {
			if gain := gainDeed(t.Is, verb); gain == 0 || !dated[t.Is] {
				add(t.Is, t.Score-1+gain-nearlyAs*float64(i)) // who bought has rows of trade: the plainest tell it
			}
		}
	}
	return ranked(out, len(out))
}

// gainDeed is how much likelier it is that something was done where rows are called by the deed: who ordered has orders, plain ones
// before all.
func gainDeed(t *schema.Table, verb string) float64 {
	if !slices.ContainsFunc(t.Words, func(w string) bool { return schema.Stem(w) == schema.Stem(verb) }) {
		return 0
	}
	return 0.2 / float64(len(t.Words))
}

// done is a condition that something happened: its moment is known; or a yes-or-no column says so.
func (d *draft) done(of *schema.Table, c phrase.Cond) []Option[meaning.Cond] {
	var out []Option[meaning.Cond]
	for _, m := range moments(*c.Name) {
		cond := meaning.Cond{Op: meaning.NotNull, Left: m.Is.key(c.At)}
		_, own := d.way(of, m.Is.of)
		switch {
		case hasStem(m.Is.column().Words, english.LastWords): // an end may lie ahead
			cond = meaning.Cond{Op: meaning.During, Left: m.Is.term, Period: calendar.Period{To: calendar.UnitStart("day", d.now), Grain: "day"}, At: c.At}
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
	return append(append(d.flagged(of, c), out...), d.because(of, c)...)
}

// gone is "with an expired licence": the day on which what a column tells of is over has passed.
func (d *draft) gone(of *schema.Table, c phrase.Cond, m schema.Match) (meaning.Cond, bool) {
	said := len(c.Noun.Conds) == 1 && c.Noun.Conds[0].Kind == phrase.Expired || len(c.Noun.Conds) == 0 && hasStem(schema.Words(c.Noun.Name.Text), english.ExpiredWords)
	if !said || m.Column == nil || m.Table != of || m.Column.Role != schema.Moment || !hasStem(m.Column.Words, english.LastWords) {
		return meaning.Cond{}, false
	}
	past := meaning.Cond{Op: meaning.During, Left: meaning.ColumnTerm(m.Column, c.At), Period: calendar.Period{To: calendar.UnitStart("day", d.now), Grain: "day"}, At: c.At}
	if c.Kind == phrase.Without {
		return past.Negated(), true
	}
	return past, true
}

// flagged is a condition on a yes-or-no column by its name.
func (d *draft) flagged(of *schema.Table, c phrase.Cond) []Option[meaning.Cond] {
	var out []Option[meaning.Cond]
	for _, m := range c.Name.Matches {
		if m.Column == nil || !saysYesOrNo(m.Column) || d.goingOn(m.Column, c.At) {
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

// goingOn says that what a yes-or-no column says was done is said to be going on: deals that are closing are not closed.
func (d *draft) goingOn(c *schema.Column, at meaning.Span) bool {
	return at.Said() && slices.ContainsFunc(d.words[at.From:min(at.To, len(d.words))], func(w string) bool {
		return strings.HasSuffix(w, "ing") && slices.ContainsFunc(c.Words, func(own string) bool { return schema.Participle(own) && schema.Stem(own) == schema.Stem(w) })
	})
}

// comparable says that two columns are both numbers or both moments.
func comparable(a, b *schema.Column) bool {
	return a.Type.Numeric() && b.Type.Numeric() || a.Role == schema.Moment && b.Role == schema.Moment && a.Type.Temporal() && b.Type.Temporal()
}

// against compares two columns of a row.
func (d *draft) against(of *schema.Table, c phrase.Cond) []Option[meaning.Cond] {
	if c.Name == nil {
		return d.overPlan(of, c)
	}
	var out []Option[meaning.Cond]
	for _, l := range c.Name.Matches {
		for _, r := range c.Other.Matches {
			if l.Column == nil || r.Column == nil || l.Column == r.Column || !comparable(l.Column, r.Column) {
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
