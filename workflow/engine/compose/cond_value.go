package compose

import (
	"slices"
	"strings"

	"parley/workflow/engine/calendar"
	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/phrase"
	"parley/workflow/schema"
)

// isValue gives the columns that hold the values: the nearest first, one that was named before all.
func (d *draft) isValue(of *schema.Table, c phrase.Cond) []Option[meaning.Cond] {
	var out []Option[meaning.Cond]
	if strings.HasSuffix(c.Values[0].Text, "ing") && d.goesOn() {
		return nil // what ends in the next months, or this one, need not have ended: "leases ending next month"
	}
	if len(c.Values) > 1 && c.At.From > 0 && d.words[c.At.From-1] == "both" {
		return nil // each of them, not one of them
	}
	if d.yetToPass(c) {
		return []Option[meaning.Cond]{{meaning.Cond{Op: meaning.And, At: c.At}, 0}} // it will be so in the period that is said
	}
	if happened, ok := d.happened(of, c); ok {
		return []Option[meaning.Cond]{{happened, 0}}
	}
	for i, m := range c.Values[0].Matches {
		cond, ok := d.holdsValues(m, c)
		several := func(o schema.ValueMatch) bool {
			return (m.Code && o.Code || c.Values[0].All || sameButCase(m, o)) && o.Column == m.Column && o.Presence == m.Presence
		}
		if !ok || slices.ContainsFunc(c.Values[0].Matches[:i], several) {
			continue
		}
		led := d.ledTo(c, m.Column)
		against := 0.0
		switch {
		case led == m.Column:
		case slices.ContainsFunc(c.Values[0].Matches, func(o schema.ValueMatch) bool { return o.Column == led }):
			against = costAgainstRole
		default:
			m.Column, cond.Left.Column = led, led
		}
		if at := slices.IndexFunc(d.conditions(), func(o phrase.Cond) bool { return looks(m) && d.ofThen(of == m.Column.Table, c, o) }); at >= 0 {
			cond.Period = d.conditions()[at].Period
		}
		if d.inPart(m, c) {
			against += costAgainstRole
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
		if e := d.keyLedTo(of, c, m.Column.Table); e != nil {
			path, _ := meaning.Way(d.composer.index, of, m.Column.Table, e)
			out = append(out, Option[meaning.Cond]{via(cond, e), gainRole - costStep*float64(len(path))})
			continue
		}
		if c.End != "" && !d.leads(c, m.Column) {
			continue // no key and no column says that they began or ended there
		}
		if placed, cost, ok := d.place(of, m.Column.Table, cond); ok {
			if placed.Op == meaning.Exists && c.Name == nil {
				cost += costBehindValue
				if d.dealt() {
					cost += costOtherDeed
				}
				if phrase.Light(c.Values[0].Text) {
					cost += costLight
				}
			}
			if m.Presence != 0 && c.Name == nil && m.Column.Table != of {
				if len(d.statuses(of)) > 0 && standsOpen(c) {
					continue // its own status says whether it is open
				}
				cost += costElsewhere
			}
			if m.Column.Table != of && c.Name == nil && slices.Contains(m.Column.Table.Status, m.Column) && d.ofOthers(c) {
				cost += costDoneElsewhere
			}
			if c.Values[0].Part && schema.Participle(strings.ToLower(c.Values[0].Text)) && slices.Contains(m.Column.Table.Status, m.Column) {
				cost -= gainStatus
			}
			if c.Values[0].Part && !d.adjective(c) && d.farOff(of, m.Column, c.At) {
				continue
			}
			if !c.Not && len(c.Values) == 1 && len(c.Values[0].Matches) > 1 && d.groupsBy(m.Column, c.At) {
				continue // groups by a column of which one value is left are one group: it is another that is so
			}
			if c.Not && d.asks(m.Column) {
				cost -= gainAgainst
			}
			if m.Column.Table != of && d.rightBehind(c.At, m.Column.Table) {
				cost -= gainBehind
			}
			if d.leads(c, m.Column) {
				cost -= gainRole
			}
			if besideLabel(m, c.Values[0].Matches) {
				cost += costBesideLabel
			}
			cost += against
			out = append(out, Option[meaning.Cond]{placed, -cost})
		}
	}
	return out
}

// farOff says that a column tells of what kind things are to which rows refer by more than one key, or not at all, and of which nobody spoke:
// a word for a part of a value there says nothing. "Phone calls" are not those to clients that once came by a cold call.
func (d *draft) farOff(of *schema.Table, c *schema.Column, at meaning.Span) bool {
	if c.Table == of || c.Role != schema.Category && c.Table.Class != schema.List || d.spokenOf(c.Table) || d.rightBehind(at, c.Table) {
		return false
	}
	steps, ok := d.way(of, c.Table)
	return !ok || steps > 1
}

// inPart says that a value is of a column whose key says a part that nobody spoke of, while the one that says none holds it too.
func (d *draft) inPart(m schema.ValueMatch, c phrase.Cond) bool {
	meant, role := d.composer.index.Graph.Aside(m.Column)
	if meant == nil || c.Name != nil || slices.ContainsFunc(d.words, func(w string) bool { return slices.Contains(role, schema.Lemma(w)) }) {
		return false
	}
	return slices.ContainsFunc(c.Values[0].Matches, func(o schema.ValueMatch) bool { return o.Column == meant && o.Presence == m.Presence })
}

// costOtherDeed is a value of other rows than those of what was done: who bought something has not reviewed a laptop.
const costOtherDeed = 0.4

// dealt says that something was bought or sold.
func (d *draft) dealt() bool {
	return slices.ContainsFunc(d.plan.conds, func(c phrase.Cond) bool {
		return c.Kind == phrase.Acted && c.Noun.Name.Trading()
	})
}

// costBesideLabel is a value of a column where what the row goes by is called the same.
const costBesideLabel = 0.05

// besideLabel says that what the row goes by is among the matches of a value too: a callsign beside the name.
func besideLabel(m schema.ValueMatch, all []schema.ValueMatch) bool {
	label := m.Column.Table.Label
	return len(label) == 1 && m.Column != label[0] && !m.Code && slices.ContainsFunc(all, func(o schema.ValueMatch) bool { return o.Column == label[0] && o.Whole })
}

// gainStatus is what was done in the column that tells how things stand: "lost" is Closed Lost before a reason of that.
const gainStatus = 0.1

// costDoneElsewhere is what was done, as the status of something that nobody spoke of: shipments that were sent are not those whose
// invoice was.
const costDoneElsewhere = 0.35

// ofOthers says that a value is one word for what was done, to what nobody spoke of.
func (d *draft) ofOthers(c phrase.Cond) bool {
	if len(c.Values) != 1 || !schema.Participle(strings.ToLower(c.Values[0].Text)) && !strings.HasSuffix(c.Values[0].Text, "ing") {
		return false
	}
	return !slices.ContainsFunc(c.Values[0].Matches, func(m schema.ValueMatch) bool {
		return slices.ContainsFunc(d.subjects(), func(n phrase.Noun) bool { return names(n.Name, []*schema.Table{m.Column.Table}) })
	})
}

// happened is what a participle behind the thing that is spoken of asks where times are spoken of: when it was, not how things stand
// now. "Claims notified per month" may be settled by now.
func (d *draft) happened(of *schema.Table, c phrase.Cond) (meaning.Cond, bool) {
	if d.strictly(c.At) {
		return meaning.Cond{}, false // "settled only" leaves out what was settled and refunded later
	}
	if m, ok := d.stage(of, c); ok {
		return meaning.Cond{Op: meaning.NotNull, Left: m.key(c.At), At: c.At}, true
	}
	behind := deedNoun(c) || slices.ContainsFunc(d.subjects(), func(n phrase.Noun) bool { return n.Name.At.Said() && n.Name.At.To == c.At.From })
	if c.Not || c.Name != nil || len(c.Values) != 1 || !behind || !d.dated() {
		return meaning.Cond{}, false
	}
	m, ok := d.toldBy(of, c)
	switch {
	case !ok || !d.alone(m, c):
		return meaning.Cond{}, false
	case m.nullable && deedNoun(c):
		return meaning.Cond{}, false
	case m.nullable:
		return meaning.Cond{Op: meaning.NotNull, Left: m.key(c.At), At: c.At}, true
	}
	return meaning.Cond{Op: meaning.And, At: c.At}, true
}

// strictly says that words keep to what is named: "only settled ones".
func (d *draft) strictly(at meaning.Span) bool {
	return at.Said() && slices.ContainsFunc(d.words[at.From:min(at.To, len(d.words))], phrase.Strict)
}

// alone says that a moment by itself tells what a value says, as one that is called so does: a day of decision is not that of a refusal alone,
// though somebody said that refusals are of that day.
func (d *draft) alone(m moment, c phrase.Cond) bool {
	return d.composer.index.Became(c.Values[0].Text) == nil || tells(m.column(), c.Values[0].Text)
}

// deedNoun says that a value stands for what was done as a thing of its own: "enquiries", whatever became of them since.
func deedNoun(c phrase.Cond) bool {
	return len(c.Values) == 1 && phrase.Several(c.Values[0].Text) && !schema.Participle(strings.ToLower(c.Values[0].Text))
}

// leastStages is how many moments of a table that are called after its statuses make these stages of one way.
const leastStages = 3

// stage is the moment at which rows came to a stage of which later ones follow: what was signed stays so when it is installed.
func (d *draft) stage(of *schema.Table, c phrase.Cond) (moment, bool) {
	if c.Name != nil || len(c.Values) != 1 || !schema.Participle(strings.ToLower(c.Values[0].Text)) {
		return moment{}, false
	}
	m, ok := d.toldBy(of, c)
	if !ok || !m.nullable || m.of != of || !d.alone(m, c) {
		return moment{}, false
	}
	i := slices.IndexFunc(c.Values[0].Matches, func(v schema.ValueMatch) bool { return slices.Contains(of.Status, v.Column) })
	if i < 0 {
		return moment{}, false
	}
	stages := map[*schema.Column]bool{}
	for v := range d.composer.index.EachValue() {
		if v.Column != c.Values[0].Matches[i].Column || !v.Whole {
			continue
		}
		for _, t := range of.Moments {
			if at, ok := momentOf(columnOf(t)); ok && at.nullable && tells(at.column(), v.Text) {
				stages[at.column()] = true
			}
		}
	}
	return m, len(stages) >= leastStages
}

// ahead says that a time is spoken of that has not begun before today.
func (d *draft) ahead() bool {
	return slices.ContainsFunc(d.conditions(), d.isAhead)
}

// isAhead says that a condition is on a time that has not begun before today.
func (d *draft) isAhead(c phrase.Cond) bool {
	return c.Kind == phrase.InPeriod && !c.Period.From.IsZero() && !c.Period.From.Before(calendar.UnitStart("day", d.now))
}

// yetToPass says that a value stands for rows of which a moment has passed, where a period of it lies ahead: cards that run out in the next 60
// days have not run out.
func (d *draft) yetToPass(c phrase.Cond) bool {
	if c.Not || len(c.Values) != 1 {
		return false
	}
	return slices.ContainsFunc(c.Values[0].Matches, func(m schema.ValueMatch) bool {
		passed := m.Column.Condition.Passed()
		return passed != nil && slices.ContainsFunc(d.conditions(), func(p phrase.Cond) bool {
			return d.isAhead(p) && (p.Name == nil || slices.ContainsFunc(p.Name.Matches, func(n schema.Match) bool { return n.Column == passed }))
		})
	})
}

// goesOn says that a time is spoken of that was not over before today.
func (d *draft) goesOn() bool {
	return slices.ContainsFunc(d.conditions(), func(c phrase.Cond) bool {
		return c.Kind == phrase.InPeriod && (c.Period.To.IsZero() || c.Period.To.After(calendar.UnitStart("day", d.now)))
	})
}

// gainAgainst is that what is denied stands beside what is asked for, of the same column: "from Mombasa, not Nairobi".
const gainAgainst = 0.06

// standsOpen says that a value is a word for what is not done with.
func standsOpen(c phrase.Cond) bool {
	return len(c.Values) == 1 && phrase.StateOf(c.Values[0].Text) == phrase.Pending
}

// costElsewhere is that how a thing stands is told by something that it refers to.
const costElsewhere = 0.2

// gainRole is a value in the column that its preposition speaks of: "from Nairobi" of where it begins.
const gainRole = 0.06

// costAgainstRole is a value in a column although its preposition speaks of another one that holds it as well.
const costAgainstRole = 0.4

// leads says that the verb or the preposition of a value speaks of a column.
func (d *draft) leads(c phrase.Cond, to *schema.Column) bool {
	begins, ends := phrase.Begins(to), phrase.Ends(to)
	switch {
	case c.End == "from":
		return begins && !ends
	case c.End == "to":
		return ends && !begins
	case !c.At.Said() || c.At.From >= len(d.words):
		return false
	}
	switch d.words[c.At.From] {
	case "from":
		return to.Has(english.Sources...)
	case "to":
		return to.Has(english.Targets...)
	}
	return false
}

// saysEnd says that a column is of where rows begin or end, as far as a value's verb or preposition may speak of it.
func saysEnd(c phrase.Cond, of *schema.Column) bool {
	if c.End != "" {
		return phrase.Begins(of) || phrase.Ends(of)
	}
	return of.Has(english.Sources...) || of.Has(english.Targets...)
}

// ledTo is the column of which the preposition of a value speaks, where it holds other such things than the one of the value: "to
// Nairobi" is of where it ends, though nothing ends there.
func (d *draft) ledTo(c phrase.Cond, holds *schema.Column) *schema.Column {
	if c.Name != nil || holds.Role == schema.Reference || d.leads(c, holds) || !saysEnd(c, holds) {
		return holds
	}
	var led []*schema.Column
	for _, o := range holds.Table.Columns {
		if o.Type == holds.Type && o.Role == holds.Role && d.leads(c, o) {
			led = append(led, o)
		}
	}
	if len(led) != 1 {
		return holds
	}
	return led[0]
}

// keyLedTo is the key by which a row refers to the thing that the preposition of a value speaks of: "to Asia" is of where it ends, whatever
// key begins there. It is nil where no other key leads there.
func (d *draft) keyLedTo(of *schema.Table, c phrase.Cond, at *schema.Table) *schema.Edge {
	if c.Name != nil || at == of {
		return nil
	}
	var led []*schema.Edge
	ways := 0
	for _, e := range d.composer.index.Graph.Of(of) {
		if e.From != of || e.To == of {
			continue
		}
		if _, ok := meaning.Way(d.composer.index, of, at, e); !ok {
			continue
		}
		ways++
		if len(e.FromColumns) == 1 && d.leads(c, e.FromColumns[0]) {
			led = append(led, e)
		}
	}
	if ways < 2 || len(led) != 1 {
		return nil
	}
	return led[0]
}

// gainBehind is a value of the things that it stands right behind: "orders of customers in Leeds" are of those in Leeds, wherever the
// depot is.
const gainBehind = 0.2

// rightBehind says that words stand right behind a noun for the rows of a table.
func (d *draft) rightBehind(at meaning.Span, t *schema.Table) bool {
	nouns := make([]phrase.Name, 0, len(d.plan.dims)+1)
	for _, n := range d.subjects() {
		nouns = append(nouns, n.Name)
	}
	for _, dim := range d.plan.dims {
		nouns = append(nouns, dim.Name)
	}
	return slices.ContainsFunc(nouns, func(n phrase.Name) bool {
		return n.At.Said() && n.At.To == at.From && names(n, []*schema.Table{t})
	})
}

// asks says that a value of the column is asked for already.
func (d *draft) asks(c *schema.Column) bool {
	return slices.ContainsFunc(d.query.Where, func(o meaning.Cond) bool {
		return (o.Op == meaning.Equal || o.Op == meaning.In) && o.Left.Kind == meaning.Column && o.Left.Column == c
	})
}

// holdsValues is the condition that a column holds the values, or is empty or filled where the words say that.
func (d *draft) holdsValues(m schema.ValueMatch, c phrase.Cond) (meaning.Cond, bool) {
	cond := meaning.Cond{Op: meaning.Equal, Left: meaning.ColumnTerm(m.Column, c.At), At: c.At}
	if c.Op != "" {
		cond.Op, cond.Values = c.Op, []any{m.Text}
		return cond, !m.Code && d.composer.index.Scale(m.Column)
	}
	if m.Presence != 0 {
		cond.Op = meaning.NotNull
		if m.Presence == schema.Empty {
			cond.Op = meaning.Null
		}
		return cond, len(c.Values) == 1
	}
	if v := c.Values[0]; v.Within {
		cond.Op, cond.Values = meaning.Like, []any{"%" + meaning.LikeText(v.Text) + "%"}
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

// heldBy gives the stored form of each value in a column; ok is false when it lacks one. A word that several codes mean stands for
// all of them: those of "empty and available" and "empty, being repaired" are empty; so does the word that several begin with, and
// the one that several are but for their letters being small or capital.
func heldBy(c *schema.Column, values []phrase.Value) (out []any, ok bool) {
	for _, v := range values {
		i := slices.IndexFunc(v.Matches, func(m schema.ValueMatch) bool { return m.Column == c })
		if i < 0 {
			return nil, false
		}
		for _, m := range v.Matches[i:] {
			first := v.Matches[i]
			if m != first && (m.Column != c || !v.All && !sameButCase(m, first) && (!m.Code || m.Presence != 0 || m.Text != first.Text)) {
				continue
			}
			stored, ok := literal(m)
			if !ok {
				return nil, false
			}
			if !slices.Contains(out, stored) {
				out = append(out, stored)
			}
		}
	}
	return out, true
}

// sameButCase says that two values of columns differ in nothing but how they are written: a word means both of them, "Sent" and "sent".
func sameButCase(a, b schema.ValueMatch) bool {
	return !a.Code && !b.Code && a.Whole && b.Whole && a.Presence == b.Presence && strings.EqualFold(a.Text, b.Text)
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

// groupsBy says that a column alone is the key of groups that are asked for behind some words; what is said behind the groups may well be
// which of them to keep: "by country, only Norway".
func (d *draft) groupsBy(c *schema.Column, said meaning.Span) bool {
	return len(d.query.Per) == 1 && d.query.Per[0].Column == c && said.To <= d.query.Per[0].At.From
}
