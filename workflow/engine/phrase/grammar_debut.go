package phrase

import (
	"parley/workflow/engine/calendar"
	"parley/workflow/engine/meaning"
)

// When things first had or did something, or last: "customers whose first order was last month" ordered in it and not before, "… last order was
// in 2024" in it and not since.
var debutRules = []rule{
	{"made their first then", "Cond", "that? make owner? moment Noun in? PERIOD", 1.1, func(k []*Node) any { return debut(k[3], haveOf(k[4]), k[6], span(k)) }},
	{"had their first then", "Cond", "with owner? moment Noun in? PERIOD", 1, func(k []*Node) any { return debut(k[2], haveOf(k[3]), k[5], span(k)) }},
	{"whose first was then", "Cond", "'whose' owner? moment Noun be? make? in? PERIOD", 1.6, func(k []*Node) any { return debut(k[2], haveOf(k[3]), k[7], span(k)) }},
	{"first did it then", "Cond", "that? moment NAME in? PERIOD", 0.9, func(k []*Node) any { return debut(k[1], didIt(k[2]), k[4], span(k)) }},
	{"did it for the first time then", "Cond", "that? NAME firsttime in? PERIOD", 1.1, func(k []*Node) any { return debut(k[2], didIt(k[1]), k[4], span(k)) }},
	{"first and last of each", "Listing", "moment and moment Noun dates? Split Key", 1.2, func(k []*Node) any {
		dims := value[[]Dimension](k[6])
		if value[string](k[0]) == value[string](k[2]) || len(dims) != 1 || dims[0].Grain != "" {
			return nil
		}
		of := Noun{Name: dims[0].Name, Conds: dims[0].Conds, At: dims[0].At}
		return Listing{Noun: of, Figures: []Figure{lastTime(k[0], k[3], k[0].Span).(Figure), lastTime(k[2], k[3], k[2].Span.Join(k[3].Span)).(Figure)}, At: span(k)}
	}},
	{"did it then for the first time", "Cond", "that? NAME in? PERIOD firsttime", 1.1, func(k []*Node) any { return debut(k[4], didIt(k[1]), k[3], span(k)) }},
}

// haveOf is that there are rows of a noun.
func haveOf(noun *Node) Cond {
	n := value[Noun](noun)
	if !n.callsTable() {
		return Cond{}
	}
	return Cond{Kind: Having, Noun: &n, At: noun.Span}
}

// didIt is that something was done.
func didIt(verb *Node) Cond {
	c, _ := acted(verb, nil, nil, false, verb.Span).(Cond)
	return c
}

// debut is that there are such rows in a period and none before it, or none after it for the last of them.
func debut(which *Node, c Cond, period *Node, at meaning.Span) any {
	then := value[calendar.Period](period)
	other, bounded := calendar.Period{To: then.From, Grain: then.Grain}, !then.From.IsZero()
	if value[string](which) == "desc" {
		other, bounded = calendar.Period{From: then.To, Grain: then.Grain}, !then.To.IsZero()
	}
	if c.Noun == nil || !bounded {
		return nil
	}
	within := func(p calendar.Period) *Noun {
		n := specified(*c.Noun, Cond{Kind: InPeriod, Period: p, At: period.Span}).(Noun)
		return &n
	}
	one, none := c, c
	none.Noun = within(other)
	if !then.From.IsZero() { // what was done, and not since then, was done before
		one.Noun = within(then)
	}
	if none.Kind == Having {
		none.Kind = Without
	} else {
		none.Not = true
	}
	return Cond{Kind: Both, Kids: []Cond{one, none}, At: at}
}
