package phrase

import (
	"cmp"
	"slices"
	"strings"

	"parley/workflow/engine/english"
	"parley/workflow/schema"
)

// This file finds what was done in any form of its word: "submitted", "submission" and "submitting" lead to the moment
// submitted_at, "cancellations" to the status cancelled.

// deed is what was done, as a stem, with what stands for it.
type deed struct {
	stem    string
	moments []schema.Match
	values  []schema.ValueMatch
}

// deeds are all deeds of a database by the first letters of their stems.
type deeds map[string][]*deed

// leastStem is how many letters two stems must begin with alike to be forms of one word, and restStem how many each may have
// besides: decis-ion and decid-ed, arriv-al and arriv-ed.
const (
	leastStem = 4
	restStem  = 3
)

// The qualities of a form of the word, and of one that only begins like it.
const (
	qualityForm = 0.92
	qualityKin  = 0.8
)

func newDeeds(x *schema.Index) deeds {
	all := deeds{}
	for _, t := range x.Tables {
		for _, m := range t.Moments {
			all.moment(t, m)
		}
		for _, c := range t.Columns {
			all.flag(c)
		}
	}
	for v := range x.EachValue() {
		if c := v.Column; (c.Role == schema.Category || len(c.Codes) > 0 || c.Role == schema.Label && c.Table.Class == schema.List) && v.Whole && v.Presence == schema.AnyValue {
			if words := schema.Words(v.Text); len(words) == 1 && len(words[0]) >= leastStem && schema.Participle(words[0]) {
				d := all.of(schema.Stem(words[0]))
				d.values = append(d.values, v)
			}
		}
	}
	for _, t := range x.Tables {
		for _, c := range t.Columns {
			all.reason(c)
		}
	}
	for _, list := range all {
		for _, d := range list {
			slices.SortFunc(d.values, func(a, b schema.ValueMatch) int {
				return cmp.Or(cmp.Compare(a.Column.ID, b.Column.ID), cmp.Compare(a.Text, b.Text))
			})
		}
	}
	return all
}

// moment notes the deeds of one time of a table's rows.
func (all deeds) moment(t *schema.Table, m schema.TimeColumn) {
	column := m.Column
	if m.Via != nil {
		column = m.Via.FromColumns[0]
	}
	match := schema.Match{Table: t, Column: column, Quality: qualityForm, Coverage: 1}
	var parts []string
	for _, w := range column.Words {
		if !english.TimeSuffixes[w] && !slices.Contains(t.Words, w) {
			parts = append(parts, schema.Stem(w))
		}
	}
	if whole := strings.Join(parts, ""); len(whole) >= 3 {
		d := all.of(whole)
		d.moments = append(d.moments, match)
	}
	for _, verb := range m.Verbs {
		if len(verb) < 3 || slices.Contains(parts, verb) && len(parts) == 1 {
			continue
		}
		d := all.of(verb)
		if !slices.ContainsFunc(d.moments, func(o schema.Match) bool { return o.Column == column }) {
			d.moments = append(d.moments, match)
		}
	}
}

// flag notes that a column of yes and no tells whether something was done: has_responded.
func (all deeds) flag(c *schema.Column) {
	if c.Role != schema.Flag {
		return
	}
	words := slices.DeleteFunc(slices.Clone(c.Words), func(w string) bool { return english.Askers[w] })
	last := schema.Words(c.Name)
	if len(words) != 1 || !schema.Participle(last[len(last)-1]) {
		return
	}
	d := all.of(schema.Stem(last[len(last)-1]))
	d.moments = append(d.moments, schema.Match{Table: c.Table, Column: c, Quality: qualityForm, Coverage: 1})
}

// reason notes that a column which holds why something was done tells that it was, where rows have no moment or status of it: rejection_reason.
func (all deeds) reason(c *schema.Column) {
	if !SaysWhy(c) || len(c.Words[0]) < leastStem {
		return
	}
	stem := schema.Stem(c.Words[0])
	for _, d := range all[stem[:min(len(stem), leastStem)]] {
		told := func(m schema.Match) bool { return m.Table == c.Table }
		held := func(v schema.ValueMatch) bool { return v.Column.Table == c.Table }
		if OfDeed(d.stem, stem) && (slices.ContainsFunc(d.moments, told) || slices.ContainsFunc(d.values, held)) {
			return
		}
	}
	d := all.of(stem)
	d.moments = append(d.moments, schema.Match{Table: c.Table, Column: c, Quality: qualityKin, Coverage: 1})
}

func (all deeds) of(stem string) *deed {
	key := stem[:min(len(stem), leastStem)]
	for _, d := range all[key] {
		if d.stem == stem {
			return d
		}
	}
	d := &deed{stem: stem}
	all[key] = append(all[key], d)
	return d
}

// find gives the deeds that words may be a form of, with how surely.
func (all deeds) find(words string, f func(d *deed, quality float64)) {
	var stem strings.Builder
	for _, w := range schema.Words(words) {
		stem.WriteString(schema.Stem(w))
	}
	s, single := stem.String(), len(schema.Words(words)) == 1
	if len(s) < 3 {
		return
	}
	for _, d := range all[s[:min(len(s), leastStem)]] {
		switch {
		case d.stem == s:
			f(d, qualityForm)
		case single && kin(s, d.stem):
			f(d, qualityKin)
		}
	}
}

// Deed is what words from..to say was done, as a stem: by a form of the word, or by other words of English.
type Deed struct {
	From, To int
	Stem     string
}

// Deeds are what words may say was done, the longest first.
func Deeds(words []string) []Deed {
	var found []Deed
	for i, w := range words {
		for j := min(i+senseBook().longest, len(words)); j > i; j-- {
			for _, s := range senseBook().of[strings.Join(words[i:j], " ")] {
				if s.category == deedSense {
					found = append(found, Deed{i, j, s.kind})
				}
			}
		}
		found = append(found, Deed{i, i + 1, schema.Stem(w)})
	}
	return found
}

// OfDeed says that a stem of a moment is that of a deed, or of another form of its word: "departure" of departing.
func OfDeed(verb, stem string) bool { return verb == stem || kin(verb, stem) }

// kin says that two stems may be those of one word.
func kin(a, b string) bool {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n >= leastStem && len(a)-n <= restStem && len(b)-n <= restStem && min(len(a), len(b))-n <= 2
}

// named says that the word at i names a table, by whatever name.
func (l *lattice) named(i int) bool {
	return slices.ContainsFunc(l.matches, func(m schema.Match) bool {
		return m.From == i && m.To == i+1 && m.Column == nil && m.Score() >= leastName
	})
}

// qualityOtherwise is how well a moment is known by another word for what was done: left_on of whom "we lost".
const qualityOtherwise = 0.76

// otherwise gives the deeds that words stand for by another stem than their own.
func (l *lattice) otherwise(text string, f func(*deed)) {
	for _, s := range senseBook().of[text] {
		if s.category != deedSense {
			continue
		}
		for _, d := range l.deeds[s.kind[:min(len(s.kind), leastStem)]] {
			if d.stem == s.kind || kin(d.stem, s.kind) {
				f(d)
			}
		}
	}
}

// longestDeed bounds the words of what was done: "signed up", "checked in".
const longestDeed = 2

// deedsAt notes the words at i that say what was done. Moments join the names of the same words, values stand by themselves
// where no column holds the word as it is. A word that steers begins only what English has a phrase for: "run out"; one that steers
// in longer phrases alone may be such a phrase: "leaving".
func (l *lattice) deedsAt(i int, name func(from, to int, m schema.Match)) {
	steers := senseBook().isWord(l.words[i])
	for j := i + 1; j <= min(i+longestDeed, len(l.tokens)); j++ {
		if len(schema.Words(l.words[j-1])) == 0 || l.tokens[j-1].Quoted || l.tokens[j-1].Capital {
			return
		}
		if steers && j == i+1 && senseBook().isAlone(l.words[i]) {
			continue
		}
		text := strings.Join(l.words[i:j], " ")
		l.otherwise(text, func(d *deed) {
			for _, m := range d.moments {
				if SaysWhy(m.Column) && l.cameOtherwise(text, m.Table) {
					continue
				}
				m.Quality, m.From, m.To = qualityOtherwise, i, j
				name(i, j, m)
			}
		})
		if steers {
			continue
		}
		l.deeds.find(text, func(d *deed, quality float64) {
			for _, m := range d.moments {
				if SaysWhy(m.Column) && l.cameOtherwise(text, m.Table) {
					continue
				}
				m.Quality, m.From, m.To = quality, i, j
				name(i, j, m)
			}
			if j == i+1 && !l.named(i) && !d.called(l.words[i]) && len(d.values) > 0 && len(l.index.Normalised(schema.Normal(text))) == 0 {
				l.add("VALUE", i, j, scoreValue*quality, Value{Matches: d.values, Text: l.text(i, j), At: spanOf(i, j)})
			}
		})
	}
}

// cameOtherwise says that a word for what became of rows is one for a status of theirs, whatever reasons they have besides: the denial of claims
// that are rejected.
func (l *lattice) cameOtherwise(text string, of *schema.Table) bool {
	return slices.ContainsFunc(senseBook().of[text], func(s sense) bool {
		if s.category != verdict {
			return s.category == "state" // "lost" is told by more than its reason
		}
		stem := schema.Stem(s.kind)
		return slices.ContainsFunc(l.deeds[stem[:min(len(stem), leastStem)]], func(d *deed) bool {
			return d.stem == stem && slices.ContainsFunc(d.values, func(v schema.ValueMatch) bool { return v.Column.Table == of })
		})
	})
}

// withParticle keeps of several moments those that are called by the particle which stands behind a verb, where one is: "checked in" is no
// checking out.
func (l *lattice) withParticle(at int, list []schema.Match) []schema.Match {
	if at >= len(l.words) || !english.Particles[l.words[at]] {
		return list
	}
	particle := l.words[at]
	said := func(m schema.Match) bool {
		return slices.ContainsFunc(m.Column.Words, func(w string) bool {
			return w == particle || len(w) > len(particle)+leastStem-1 && strings.HasSuffix(w, particle)
		})
	}
	moment := func(m schema.Match) bool { return m.Column != nil && m.Column.Role == schema.Moment }
	if !slices.ContainsFunc(list, func(m schema.Match) bool { return moment(m) && said(m) }) {
		return list
	}
	return slices.DeleteFunc(list, func(m schema.Match) bool { return moment(m) && !said(m) })
}

// called says that a moment is called by a word as it is: "return" of the return date is that, before what was returned.
func (d *deed) called(w string) bool {
	return slices.ContainsFunc(d.moments, func(m schema.Match) bool { return m.Column.Has(w) && !schema.Participle(w) })
}

// verdicts notes words for what became of things as values that say the same by another word, where they mean nothing else here: what was
// "turned down" is declined.
func (l *lattice) verdicts(i int) {
	for j := i + 1; j <= min(i+longestDeed, len(l.tokens)); j++ {
		text := strings.Join(l.words[i:j], " ")
		if l.tokens[i].Quoted || l.tokens[j-1].Quoted || len(l.index.Normalised(schema.Normal(text))) > 0 || l.valued(i, j) {
			continue
		}
		for _, s := range senseBook().of[text] {
			if s.category != verdict {
				continue
			}
			stem := schema.Stem(s.kind)
			for _, d := range l.deeds[stem[:min(len(stem), leastStem)]] {
				if d.stem == stem && len(d.values) > 0 {
					l.add("VALUE", i, j, float64(j-i)*scorePart, Value{Matches: d.values, Text: l.text(i, j), Part: true, At: spanOf(i, j)})
				}
			}
		}
	}
}

// valued says that words are read as a value, or as the time of what they say was done, by what the database holds.
func (l *lattice) valued(from, to int) bool {
	at := func(category string) bool {
		return slices.ContainsFunc(l.chart.starts[from][category], func(n *Node) bool { return n.To == to })
	}
	timely := slices.ContainsFunc(l.chart.starts[from]["NAME"], func(n *Node) bool {
		name, ok := n.Value.(Name)
		return ok && n.To == to && (name.timely() || name.flagged())
	})
	return at("VALUE") || timely
}
