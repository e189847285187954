package compose

import (
	"parley/workflow/engine/calendar"
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/phrase"
	"parley/workflow/schema"
)

// season is a condition on a row that lies on the calendar: "this term" is the one that holds today, "last term" the latest that is
// over, "next term" the first that is to come.
func (d *draft) season(of *schema.Table, c phrase.Cond) []Option[meaning.Cond] {
	var out []Option[meaning.Cond]
	for _, m := range c.Name.Matches {
		from, to, ok := m.Table.Season()
		if !ok {
			continue
		}
		if placed, cost, ok := d.place(of, m.Table, d.inSeason(from, to, c)); ok {
			out = append(out, Option[meaning.Cond]{placed, m.Score() - 1 - cost})
		}
	}
	return out
}

// inSeason is the condition on the row of the season itself.
func (d *draft) inSeason(from, to *schema.Column, c phrase.Cond) meaning.Cond {
	today := calendar.UnitStart("day", d.now)
	tomorrow := calendar.AddUnits("day", today, 1)
	begun := meaning.Cond{Op: meaning.During, Left: meaning.ColumnTerm(from, c.At), Period: calendar.Period{To: tomorrow, Grain: "day"}, At: c.At}
	open := meaning.Cond{Op: meaning.During, Left: meaning.ColumnTerm(to, c.At), Period: calendar.Period{From: today, Grain: "day"}, At: c.At}
	first := func(fn string, over meaning.Cond) meaning.Cond {
		right := meaning.Term{Kind: meaning.Overall, Args: []meaning.Term{meaning.AggregateOf(fn, from, c.At)}, Where: []meaning.Cond{over}, At: c.At}
		return meaning.Cond{Op: meaning.Equal, Left: meaning.ColumnTerm(from, c.At), Right: &right, At: c.At}
	}
	switch c.Number {
	case int64(-1):
		over := open
		over.Period = calendar.Period{To: today, Grain: "day"}
		return first("max", over)
	case int64(1):
		ahead := begun
		ahead.Period = calendar.Period{From: tomorrow, Grain: "day"}
		return first("min", ahead)
	}
	return meaning.Cond{Op: meaning.And, Kids: []meaning.Cond{begun, open}, At: c.At}
}
