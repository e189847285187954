package pointer

import (
	"fmt"
	"slices"

	"parley/db/statement"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/engine/measure"
	grammar "parley/workflow/engine/phrase"
	"parley/workflow/engine/reader"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file says who did something with the rows that are pointed at, and with what they did it: "who bought this one", "what did the
// first one rent".

// ThingsDone are the things with which the rows that are pointed at did what a verb says, by way of the table that tells of it: "what did
// the first one rent", "what has he bought". Nil where the input asks otherwise, or no table tells.
func ThingsDone(ed *edit.Editor, row *edit.Editor, u tag.Utterance, r Reference) *Rival {
	verb, last, asks := clause.DidWhat(u, r.At)
	if !asks {
		return nil
	}
	return byDeal(ed, row, doing{verb, u.Text(r.At) + " " + verb, last}, clause.ThingsOfDeal)
}

// Doers are the people who did what a verb says with the things that are pointed at: "who bought this one", "who has rented the first
// film", "who flies the fourth one". Nil where the input asks otherwise, or nothing tells.
func Doers(ed *edit.Editor, u tag.Utterance, r Reference) *Rival {
	verb, last, asks := clause.WhoDidTo(u, r.At)
	things := measure.ShownAsRows(ed).Table
	if !asks || things == nil {
		return nil
	}
	row := *ed
	row.Query = ed.Query.Clone()
	if !row.Try(func() bool { return r.Cut(&row) }) {
		return nil
	}
	said := "who " + verb + " " + u.Text(r.At)
	if by := toldColumn(things, func(c *schema.Column) bool { return actsAs(c, verb) }); by != nil && !ed.Block().Grouped() {
		if q, ok := clause.Cell(&row, by); ok {
			return pointedOut(ed, &row, q, verb, fmt.Sprintf("%s = %s", said, by))
		}
	}
	if !reader.Person(things) {
		way := func(ed *edit.Editor, deal, thing *schema.Table) []*schema.Edge {
			return clause.WayToDoer(ed, verb, deal, thing, last)
		}
		if made := byDeal(ed, &row, doing{verb, said, last}, way); made != nil || last {
			return made
		}
	}
	by := runBy(things, verb)
	if by == nil || ed.Block().Grouped() {
		return nil
	}
	q, ok := clause.Cell(&row, by)
	if !ok {
		return nil
	}
	return pointedOut(ed, &row, q, verb, fmt.Sprintf("%s = %s", said, by))
}

// LastDone is when something was last done with the one that is pointed at, or by it: "when was it last rented". Nil where the input asks
// otherwise, or nothing tells.
func LastDone(ed, row *edit.Editor, u tag.Utterance, r Reference) *Rival {
	verb, asks := clause.LastDone(u, r.At)
	if first := u.Words[r.At.From]; !asks || r.Several || english.TheyWords[first] || english.ThoseWords[first] {
		return nil
	}
	var when *schema.Table
	made := byDeal(ed, row, doing{verb: verb, said: "when " + u.Text(r.At) + " was last " + verb}, func(ed *edit.Editor, deal, thing *schema.Table) []*schema.Edge {
		way, t, ok := clause.WayToMoment(ed, deal, thing)
		if when = t; !ok {
			return nil
		}
		return append([]*schema.Edge{}, way...)
	})
	if made == nil || when == nil {
		return nil
	}
	made.Query.Items = []statement.Item{{Expr: statement.Call("max", statement.Column("", when.Moment.Name)), Alias: "last_" + when.Moment.Name}}
	return made
}

// doing is what somebody did with the rows that are pointed at: its verb, how it was said, and whether the last time alone is meant.
type doing struct {
	verb, said string
	last       bool
}

// byDeal goes from the rows that are pointed at to the table that tells who did what was said, to its latest row where the last time alone
// is meant, and on from there by the keys of way.
func byDeal(ed, row *edit.Editor, d doing, way func(ed *edit.Editor, deal, from *schema.Table) []*schema.Edge) *Rival {
	from := measure.ShownAsRows(ed)
	if from.Table == nil || from.Key == nil {
		return nil
	}
	deal := clause.DealOf(ed, d.verb, from.Table)
	if d.last {
		deal = dated(ed, deal, from.Table)
	}
	if deal == nil {
		return nil
	}
	on := way(ed, deal, from.Table)
	to := ed.Index.Graph.Path([]*schema.Table{from.Table}, deal)
	inner, ok := clause.Cell(row, from.Key)
	if on == nil || to == nil || !ok {
		return nil
	}
	path, which := append(slices.Clone(to), on...), deal.Name
	if d.last {
		if from, inner = latestOf(from, inner, deal, to, on); inner == nil {
			return nil
		}
		path, which = on, "the latest of "+deal.Name
	}
	q, found := clause.AlongKeys(from, inner, path)
	if q == nil {
		return nil
	}
	return pointedOut(ed, row, q, d.verb, fmt.Sprintf("%s = %s by way of %s", d.said, found.Name, which))
}

// dated is a table that tells what was done with a thing, or what its rows are a part of, if that tells when; nil where neither does.
func dated(ed *edit.Editor, deal, thing *schema.Table) *schema.Table {
	if deal == nil || deal.Moment != nil && deal.Moment.Table == deal {
		return deal
	}
	_, whole, ok := clause.WayToMoment(ed, deal, thing)
	if !ok || whole.Moment.Table != whole {
		return nil
	}
	return whole
}

// latestOf are the rows that to leads to from the given ones, of which only the latest counts, by the column in which on leaves them; no query
// where it does not leave.
func latestOf(from clause.AsRows, inner *statement.Query, deal *schema.Table, to, on []*schema.Edge) (clause.AsRows, *statement.Query) {
	if len(on) == 0 {
		return clause.AsRows{}, nil
	}
	latest, _ := clause.AlongKeys(from, inner, to)
	if latest == nil {
		return clause.AsRows{}, nil
	}
	leave := on[0].FromColumns[0]
	if on[0].From != deal {
		leave = on[0].ToColumns[0]
	}
	latest.Items = []statement.Item{{Expr: statement.Column("", leave.Name)}}
	latest.OrderBy = []statement.Key{{Expr: statement.Column("", deal.Moment.Name), Desc: true}}
	latest.Limit = statement.Literal(int64(1))
	return clause.AsRows{Table: deal, Key: leave}, latest
}

// pointedOut is a statement as what an input asks of the rows that it points at.
func pointedOut(ed, row *edit.Editor, q *statement.Query, verb, understood string) *Rival {
	work := *row
	work.Query, work.Operations = q, []string{"pointed"}
	work.Taken = append(work.Taken, verb)
	work.Understand(understood)
	return &Rival{Query: q, Mix: clause.Edited, Reading: -1, Editor: &work, Present: ed.Query, Sure: true, Firm: true}
}

// runBy is the column of things that says who does what a verb says of them, where they themselves tell of the doing: the airline of
// flights. Nil where none does, or several.
func runBy(things *schema.Table, verb string) *schema.Column {
	if !slices.Contains(grammar.Doing(verb), schema.Lemma(things.Words[len(things.Words)-1])) && !english.RunningVerbs[verb] {
		return nil
	}
	return toldColumn(things, func(c *schema.Column) bool {
		return slices.ContainsFunc(c.Words, func(w string) bool { return english.RunBy[w] })
	})
}

// actsAs says that a column tells who did what a verb says: the recipient of what was received, "approved by".
func actsAs(c *schema.Column, verb string) bool {
	at := slices.Index(c.Words, verb)
	if at >= 0 && at+1 < len(c.Words) && c.Words[at+1] == "by" {
		return true
	}
	for _, a := range english.Acting {
		if a.Verbs[verb] && slices.ContainsFunc(c.Words, func(w string) bool { return a.Columns[w] }) {
			return true
		}
	}
	return false
}

// toldColumn is the one column of things, which is no key, that holds says so of; nil for none and for several.
func toldColumn(things *schema.Table, holds func(*schema.Column) bool) *schema.Column {
	var found *schema.Column
	for _, c := range things.Columns {
		if c.Hidden || c.Key() || c.Role == schema.Reference || !holds(c) {
			continue
		}
		if found != nil {
			return nil
		}
		found = c
	}
	return found
}
