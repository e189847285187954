package compose

import (
	"slices"
	"strings"

	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/phrase"
	"parley/workflow/schema"
)

// This file holds what became of rows that may come to nothing: offers that are won or lost. What was sold is what was won, and it was
// sold on the day on which that was decided.

// realised adds to what was sold that it was won, where rows tell that and the words say nothing of how they stand.
func (d *draft) realised(f phrase.Figure, t meaning.Term) {
	d.tellFormula(t)
	if !sells(f) {
		return
	}
	for _, of := range appendFacts(nil, t) {
		won, ok := d.wonOf(of)
		if !ok || d.toldOf(won) {
			continue
		}
		d.plan.conds = append(slices.Clone(d.plan.conds), won)
		d.takes = append(d.takes, "only what was won")
		return
	}
}

// tellFormula tells of which columns a figure was put together by what they are called.
func (d *draft) tellFormula(t meaning.Term) {
	for _, a := range t.Args {
		if a.Column != nil && a.Column.Metric != nil && a.Column.Metric.Of != "" {
			d.takes = append(d.takes, a.Column.Spoken()+" is "+a.Column.Metric.Of)
		}
		d.tellFormula(a)
	}
}

// sells says that a figure is of what was sold, in money or in pieces.
func sells(f phrase.Figure) bool {
	return f.Kind == phrase.Sold || f.Noun.Name.Text == phrase.Pieces || phrase.Trades(f.Noun.Name.Text) || slices.ContainsFunc(f.Args, sells)
}

// wonOf is the condition that a row, or the one that it refers to, was won; ok is false where rows do not tell.
func (d *draft) wonOf(of *schema.Table) (phrase.Cond, bool) {
	for _, t := range d.composer.index.Tables {
		if _, ok := d.way(of, t); !ok || t.Class == schema.List || len(t.Moments) == 0 {
			continue
		}
		for _, c := range t.Columns {
			if c.Role == schema.Flag && hasStem(c.Words, english.WonWords) {
				name := phrase.Name{Text: "won", Matches: []schema.Match{{Table: t, Column: c, Quality: 1, Coverage: 1}}}
				return phrase.Cond{Kind: phrase.Flagged, Name: &name}, true
			}
		}
	}
	return phrase.Cond{}, false
}

// toldOf says that the words tell already how the rows stand of which a condition tells.
func (d *draft) toldOf(won phrase.Cond) bool {
	of := won.Name.Matches[0].Table
	return slices.ContainsFunc(d.plan.conds, func(c phrase.Cond) bool {
		switch c.Kind {
		case phrase.Pending, phrase.Living, phrase.Overdue:
			return true
		case phrase.Flagged, phrase.Done:
			return c.Name != nil && slices.ContainsFunc(c.Name.Matches, func(m schema.Match) bool { return m.Table == of })
		case phrase.IsValue:
			return slices.ContainsFunc(d.statuses(of), func(s *schema.Column) bool { return holdsAny(c, s) }) || len(c.Values) == 1 && english.Outcomes[strings.ToLower(c.Values[0].Text)]
		}
		return false
	})
}

// outcomeAt is the moment at which it was decided what became of rows, where a condition says that: deals won this year were closed
// then, whenever they were opened.
func (d *draft) outcomeAt(of *schema.Table) (meaning.Term, bool) {
	if sides := d.plan.compare; !slices.ContainsFunc(d.plan.conds, decides) && !slices.ContainsFunc(d.plan.figures, d.sharesOutcome) && (sides == nil || !decides(sides.Left) && !decides(sides.Right)) {
		return meaning.Term{}, false
	}
	return d.closedAt(of)
}

// sharesOutcome says that a figure is the part of rows that came out somehow. How many were closed is of all rows: those that were closed in
// a month were closed, all of them.
func (d *draft) sharesOutcome(f phrase.Figure) bool {
	return slices.ContainsFunc(f.Conds, func(c phrase.Cond) bool {
		return decides(c) && !hasStem(d.words[c.At.From:min(c.At.To, len(d.words))], english.ClosingWords)
	})
}

// decides says that a condition tells what became of rows.
func decides(c phrase.Cond) bool {
	switch c.Kind {
	case phrase.Flagged, phrase.Done:
		return !c.Not && c.Name != nil && english.Outcomes[strings.ToLower(c.Name.Text)]
	case phrase.IsValue:
		return !c.Not && len(c.Values) == 1 && slices.ContainsFunc(schema.Words(c.Values[0].Text), func(w string) bool { return english.Outcomes[w] })
	}
	return false
}

// closedAt is the moment at which a row was closed, or the one that it is a part of.
func (d *draft) closedAt(of *schema.Table) (meaning.Term, bool) {
	own, ok := meaning.TimeOf(d.composer.index, of)
	whole := of
	if ok && own.Via != nil && own.Column.Table != of {
		whole = own.Column.Table
	}
	for _, t := range whole.Moments {
		if t.Via == nil && hasStem(t.Column.Words, []string{"close", "closed", "closing"}) {
			return meaning.Term{Kind: meaning.Column, Column: t.Column, Via: own.Via}, true
		}
	}
	return meaning.Term{}, false
}
