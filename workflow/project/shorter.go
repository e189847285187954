package project

import (
	"slices"
	"strings"

	"parley/workflow/schema"
)

// People say less than what was written down: "reps" of a sales rep, "cancelled orders" of a cancelled work order; or what was written of
// another name of the same: "traffic in GB" of "data used in GB", where traffic is data used. This file lets such names stand for the same,
// where they name nothing else.

// roles lets the last word of a role stand for it: the rep of "sales rep".
func (c *compiler) roles() {
	ends := map[string][]*Definition{}
	for _, d := range c.project.Of(JoinKind) {
		for _, role := range d.Words {
			if words := strings.Fields(Lemmas(role)); len(words) > 0 && len(d.Words) == 1 {
				ends[words[len(words)-1]] = append(ends[words[len(words)-1]], d)
			}
		}
	}
	for _, d := range c.project.Of(JoinKind) {
		words := strings.Fields(Lemmas(d.Words[0]))
		last := words[max(len(words)-1, 0):]
		if len(words) < 2 || len(ends[last[0]]) != 1 || len(last[0]) < 3 || c.names(last) {
			continue
		}
		c.teacher.Column(last[0], d.Column)
	}
}

// names says that words name something of the database, or were taught.
func (c *compiler) names(words []string) bool {
	said := strings.Join(words, " ")
	return slices.ContainsFunc(c.index.Phrases(words), func(m schema.Match) bool { return m.Exact() }) || len(c.index.Values(said)) > 0 || c.project.Find(said) != nil
}

// shortened are names of filters with the last word alone of a noun of several, which calls no other rows.
func shortened(list []*Definition, x *schema.Index) []phrase {
	var out []phrase
	for _, d := range list {
		if d.Kind != Value || d.Scope == Guessed || d.known {
			continue
		}
		for _, w := range d.Words {
			words := strings.Fields(Lemmas(w))
			if len(words) < 3 || !callsRows(words[1:], d.Table, list) {
				continue
			}
			last := words[len(words)-1]
			short := []string{words[0], last}
			others := slices.ContainsFunc(x.Tables, func(t *schema.Table) bool { return t != d.Table && calls(last, t) }) ||
				slices.ContainsFunc(list, func(o *Definition) bool {
					return o.Kind == Word && Lemmas(o.Name) == last && o.Table != d.Table || o.Kind != Word && slices.ContainsFunc(o.Words, func(n string) bool { return Lemmas(n) == strings.Join(short, " ") })
				})
			if others || !calls(last, d.Table) && !slices.ContainsFunc(list, func(o *Definition) bool { return o.Kind == Word && Lemmas(o.Name) == last }) {
				continue
			}
			out = append(out, phrase{lemmas: short, key: schema.StandIn(w), rest: last, name: w, rows: d.Table})
		}
	}
	return out
}

// headed are the last words of figures' names by themselves, where one figure alone ends in them and they name nothing else: the "yield" of
// "brew yield".
func headed(named []phrase, list []*Definition, x *schema.Index) []phrase {
	of := map[string]*Definition{}
	var heads []string
	for _, d := range list {
		if d.Kind != MetricKind || d.Scope == Guessed {
			continue
		}
		for _, w := range d.Words {
			words := strings.Fields(Lemmas(w))
			if len(words) < 2 || slices.ContainsFunc(words, func(w string) bool { return joining()[w] }) {
				continue // the "decision" of "days to decision" is no number of days
			}
			head := words[len(words)-1]
			if len(head) < shortestAlone || noHead[head] {
				continue
			}
			if was, known := of[head]; known && was != d {
				of[head] = nil // several end in it
			} else if !known {
				of[head] = d
				heads = append(heads, head)
			}
		}
	}
	var out []phrase
	for _, head := range heads {
		d := of[head]
		if d == nil || d.sides != nil || saysElse(head, d, named, x) {
			continue
		}
		out = append(out, phrase{lemmas: []string{head}, key: schema.StandIn(d.Name), name: d.Name, figure: true, of: d.Name, guessed: true})
	}
	return out
}

// saysElse says that a word names something besides a figure: it was taught, or stands in the name of a table, of a column that the figure is
// not computed of, or for a value.
func saysElse(word string, d *Definition, named []phrase, x *schema.Index) bool {
	own := d.Columns()
	return len(x.Values(word)) > 0 || slices.ContainsFunc(named, func(f phrase) bool { return slices.Contains(f.lemmas, word) && f.of != d.Name }) ||
		slices.ContainsFunc(x.Tables, func(t *schema.Table) bool {
			return slices.Contains(t.Words, word) || slices.ContainsFunc(t.Columns, func(c *schema.Column) bool { return slices.Contains(c.Words, word) && !slices.Contains(own, c) })
		})
}

// noHead are last words of figures' names that say how they are counted, and not what they are.
var noHead = map[string]bool{"amount": true, "value": true, "total": true, "rate": true, "time": true, "price": true, "number": true, "count": true, "average": true, "share": true,
	"ratio": true, "percentage": true, "percent": true, "sum": true, "score": true, "year": true, "month": true, "week": true, "hour": true, "minute": true, "date": true, "size": true,
	"length": true, "level": true, "order": true, "unit": true, "figure": true, "change": true, "growth": true, "increase": true, "decrease": true, "difference": true, "sent": true, "sold": true, "paid": true, "used": true, "made": true, "done": true, "given": true}

// inUnits are names of figures in a unit with the other names of what is told in it.
func inUnits(named []phrase) []phrase {
	var out []phrase
	known := map[string]bool{}
	byName := map[string]phrase{}
	for _, f := range named {
		known[strings.Join(f.lemmas, " ")] = true
		byName[strings.Join(f.lemmas, " ")] = f
	}
	for _, f := range named {
		n := len(f.lemmas)
		if !f.figure || n < 3 || f.lemmas[n-2] != "in" {
			continue
		}
		whole, ok := byName[strings.Join(f.lemmas[:n-2], " ")]
		if !ok || !whole.figure {
			continue
		}
		for _, other := range named {
			lemmas := append(slices.Clone(other.lemmas), f.lemmas[n-2:]...)
			if other.figure && other.of == whole.of && !known[strings.Join(lemmas, " ")] {
				known[strings.Join(lemmas, " ")] = true
				more := f
				more.lemmas = lemmas
				out = append(out, more)
			}
		}
	}
	return out
}
