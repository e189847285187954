package judgement

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"parley/db"
	"parley/workflow/engine/phrase"
	"parley/workflow/schema"
	"parley/workflow/schema/shorthand"
)

// weighMaker takes over what the maker says of itself.
func (b *bench) weighMaker() {
	c := b.claim
	b.note("nothing known", 1)
	b.noteIf("maker: a model", c.Model)
	b.noteIf("maker: another reading nearly as good", c.Close)
	b.note("maker: how near the next reading comes", c.Near)
	b.noteIf("maker: came to it in two ways", c.Agreed)
	if c.Rival != "" {
		b.doubt(true, Open, "", "it may mean as well: "+c.Rival)
	}
	if c.Maker > 0 {
		p := min(max(c.Maker, 0.02), 0.98)
		b.note("maker: says how sure it is", 1)
		b.note("maker: log of its odds", math.Log(p/(1-p)))
	}
	unused := slices.DeleteFunc(slices.Clone(c.Unused), func(text string) bool { // those that the statement has a part for all the same
		return !slices.ContainsFunc(schema.Words(text), func(w string) bool { return !b.hasPart(w) })
	})
	b.note("maker: words it did not use", math.Min(float64(len(unused)), 3))
	for _, w := range unused {
		b.doubt(true, Unused, w, fmt.Sprintf("%q was not used", w))
	}
}

// weighParts looks for the word of each part: what nobody spoke of was assumed.
func (b *bench) weighParts() {
	said := schema.Words(strings.Join(append(slices.Clone(b.claim.Earlier), b.claim.Input), " . "))
	spoken := b.spoken(said)
	b.weighConditions(said, spoken)
	b.weighTables(said, spoken)
	b.weighMoments(said)
	b.weighWhenever(said)
	b.weighClocks(said)
	b.weighUnit(said)
	b.note("query: joins", math.Min(float64(b.after.joins), 6))
	b.noteIf("query: nested", b.after.nested)
	b.noteIf("query: groups", b.after.grouped)
	b.noteIf("query: set operation", b.after.set)
	b.noteIf("query: windows", b.after.window)
	b.noteIf("query: pattern", b.after.like)
	if b.before == nil { // what a refinement shows was decided before it
		b.noteIf("question: every column", b.after.star)
		b.noteIf("question: every column of a joined table", b.after.wide && b.after.beside)
		b.note("question: shown columns that were not named", math.Min(float64(b.unnamed(said, spoken)), 4))
	}
}

// spokenOf are the tables and columns that words name.
type spokenOf struct {
	tables  map[*schema.Table]bool
	columns map[*schema.Column]bool
}

func (b *bench) spoken(words []string) spokenOf {
	s := spokenOf{map[*schema.Table]bool{}, map[*schema.Column]bool{}}
	for _, m := range b.index.Phrases(words) {
		switch {
		case m.Score() < 0.4:
		case m.Column != nil:
			s.columns[m.Column] = true
			if m.Column.Metric != nil {
				for _, t := range m.Column.Metric.Tables {
					s.tables[t] = true
				}
			}
		default:
			s.tables[m.Table] = true
		}
	}
	for _, d := range b.claim.Defined {
		for _, c := range d.Columns {
			s.columns[c] = s.columns[c] || d.said(words)
		}
	}
	for i := range words {
		for j := i + 1; j <= min(len(words), i+max(1, b.index.LongestValue())); j++ {
			for _, v := range b.index.Normalised(strings.Join(words[i:j], " ")) {
				if !b.isGlue(words[i]) || j > i+1 {
					s.columns[v.Column] = true
				}
			}
		}
	}
	return s
}

// unnamed counts the columns of the result that nobody named, neither by a column that they are made of nor by what they are
// called; labels of tables and counts of rows apart.
func (b *bench) unnamed(said []string, s spokenOf) int {
	n := 0
	for _, i := range b.after.items {
		named := slices.ContainsFunc(i.columns, func(c *schema.Column) bool { return s.columns[c] || slices.Contains(c.Table.Label, c) }) ||
			slices.ContainsFunc(said, func(w string) bool { return slices.Contains(i.words, schema.Lemma(w)) })
		if !named {
			n++
		}
	}
	return n
}

// weighConditions finds conditions that nobody spoke of: neither the column, nor a value, nor a number, nor time.
func (b *bench) weighConditions(said []string, s spokenOf) {
	for _, c := range b.after.conditions {
		if b.inherited(c) || b.spokenCondition(c, said, s) || c.lastsAsSaid(schema.Words(b.claim.Input)) || !b.claim.Model && b.takenFor(c) {
			continue
		}
		b.note("parts: conditions that nobody spoke of", 1)
		b.doubt(b.claim.Model && !b.toldOf(c), Unasked, "", "nobody asked for "+c.sql)
	}
}

// takenFor says whether the engine told that it took words for a condition on the column: "lost = bids.is_closed".
func (b *bench) takenFor(c condition) bool {
	return slices.ContainsFunc(b.claim.Told, func(told string) bool { return strings.HasSuffix(told, " = "+c.column.String()) })
}

// toldOf says whether the maker said that it assumed the condition: its words stand in what it told.
func (b *bench) toldOf(c condition) bool {
	told := lemmas(strings.Join(b.claim.Told, " "))
	return slices.ContainsFunc(NameWords(c.sql), func(w string) bool { return told[schema.Lemma(w)] })
}

// inherited says whether the query before has the condition.
func (b *bench) inherited(c condition) bool {
	return b.before != nil && slices.ContainsFunc(b.before.conditions, func(o condition) bool {
		return o.column == c.column && (o.sql == c.sql || o.op == c.op && slices.Equal(o.texts, c.texts) && slices.Equal(o.values, c.values) && len(c.texts)+len(c.values) > 0)
	})
}

func (b *bench) spokenCondition(c condition, said []string, s spokenOf) bool {
	if s.columns[c.column] || c.column.Role == schema.Moment && s.tables[c.column.Table] && slices.ContainsFunc(said, isNow) || c.column.Role == schema.Moment && slices.ContainsFunc(said, isTime) || c.column.Key() {
		return true
	}
	besideFigure := len(c.texts)+len(c.values) == 0 && (c.op == "<" || c.op == ">")
	for _, w := range said {
		lemma := schema.Lemma(w)
		if besideFigure && slices.Contains(classes[w], "extreme") {
			return true // "cheaper than the dearest" names no column
		}
		if len(w) > 1 && slices.ContainsFunc(c.texts, func(t string) bool { return strings.Contains(strings.ToLower(t), lemma) }) ||
			slices.Contains(c.column.Words, lemma) || c.shortFor(w) != "" || len(w) > 3 && strings.Contains(strings.ToLower(c.column.Comment), lemma) {
			return true
		}
		if strings.HasSuffix(c.op, "like") && slices.ContainsFunc(c.texts, func(t string) bool { return strings.EqualFold(strings.Trim(t, "%"), w) }) {
			return true // "starting with B"
		}
		if b.ofAge(c, w) {
			return true // "older than 60"
		}
		if slices.Contains(classes[w], "owed") && slices.Contains(c.column.Table.Status, c.column) {
			return true // "unpaid" is how a bill stands
		}
		if isDigit(w) && slices.ContainsFunc(c.values, func(v float64) bool { return strings.HasPrefix(fmt.Sprint(v), w) }) {
			return true
		}
		if n, ok := numerals[w]; ok && slices.Contains(c.values, n) {
			return true
		}
	}
	return false
}

// leastCut and mostCut are how many letters a text has that may be short for a word.
const (
	leastCut = 3
	mostCut  = 6
)

// shortFor is the text of a condition that is short for a word: CANC for "cancelled"; empty for none.
func (c condition) shortFor(w string) string {
	for _, text := range c.texts {
		if n := len(text); n >= leastCut && n <= mostCut && shorthand.Abbreviates(strings.ToLower(text), w) {
			return text
		}
	}
	return ""
}

// isNow says whether a word speaks of what there is at present: "this term".
func isNow(w string) bool {
	return slices.Contains([]string{"this", "now", "current", "currently", "present", "ongoing", "running"}, w)
}

// isTime says whether a word speaks of time, or may be a year or a part of one: "q3".
func isTime(w string) bool {
	part := len(w) == 2 && (w[0] == 'q' && w[1] >= '1' && w[1] <= '4' || w[0] == 'h' && (w[1] == '1' || w[1] == '2'))
	return part || slices.Contains(classes[w], "time") || len(w) == 4 && (strings.HasPrefix(w, "19") || strings.HasPrefix(w, "20")) && isDigit(w)
}

// secondsOfDay is what a length of time is divided by that is told in days.
const secondsOfDay = 86400

// weighUnit tells that how long something was is in days where moments have a clock and nobody said in what.
func (b *bench) weighUnit(said []string) {
	clocked := 0
	for c := range b.after.columns {
		clocked += one(c.Role == schema.Moment && c.Type == db.Timestamp)
	}
	inDays := b.after.calls["-"] && slices.Contains(b.after.numbers, float64(secondsOfDay))
	inUnit := slices.ContainsFunc(said, func(w string) bool { return slices.Contains(classes[w], "unit") })
	if clocked >= 2 && inDays && !inUnit && slices.Contains(said, "long") {
		b.doubt(true, Open, "", "took how long that is in days")
	}
}

// weighTables counts the tables that came in without a word.
func (b *bench) weighTables(said []string, s spokenOf) {
	meant := func(t *schema.Table) bool {
		return s.tables[t] || b.speaksOfColumn(t, s) || b.speaksOfTime(t, said) || saysOf(t, said) || b.between(t)
	}
	unnamed := 0
	for _, t := range b.after.tables {
		if (b.before == nil || !slices.Contains(b.before.tables, t)) && !meant(t) {
			unnamed++
		}
	}
	b.note("parts: tables that nobody spoke of", math.Min(float64(unnamed), 4))
	if b.before == nil {
		return
	}
	b.noteIf("change: table joined for a word", unnamed == 0 && b.evidence[place["change: table joined"]] > 0)
	b.note("parts: tables that a refinement brought in", math.Min(float64(unnamed), 4))
}

// saysOf says whether a word is the table's in another form: who ordered speaks of orders.
func saysOf(t *schema.Table, said []string) bool {
	return slices.ContainsFunc(said, func(w string) bool {
		return len(t.Words) == 1 && len(w) > 3 && schema.Stem(w) == schema.Stem(t.Words[0])
	})
}

// between says whether a table only leads from one of the statement's tables to another: nobody needs to speak of it.
func (b *bench) between(t *schema.Table) bool {
	to := map[*schema.Table]bool{}
	for _, e := range b.index.Graph.Of(t) {
		if e.From == t && e.To != t && slices.Contains(b.after.tables, e.To) {
			to[e.To] = true
		}
	}
	return len(to) > 1
}

func (b *bench) speaksOfColumn(t *schema.Table, s spokenOf) bool {
	return slices.ContainsFunc(t.Columns, func(c *schema.Column) bool { return s.columns[c] && b.after.columns[c] })
}

// speaksOfTime says whether a time was said, and a date of the table has a part: "by month" needs it as "in May" does.
func (b *bench) speaksOfTime(t *schema.Table, said []string) bool {
	if !slices.ContainsFunc(said, isTime) {
		return false
	}
	for c := range b.after.columns {
		if c.Table == t && c.Role == schema.Moment {
			return true
		}
	}
	return false
}

// happens says that a word is what happened at a moment of a table: "ended" at its valid_to.
func happens(w string, c *schema.Column) bool {
	return slices.ContainsFunc(c.Table.Moments, func(t schema.TimeColumn) bool {
		return t.Column == c && t.Via == nil && slices.Contains(t.Verbs, schema.Stem(w))
	})
}

// definedTime says that a definition whose name is said is by a moment: what somebody taught is not chosen.
func (b *bench) definedTime(c *schema.Column, said []string) bool {
	return slices.ContainsFunc(b.claim.Defined, func(d Defined) bool {
		return (d.Moment == c || slices.Contains(d.Columns, c)) && d.said(said)
	})
}

// said says that one of the names stands among words.
func (d Defined) said(words []string) bool {
	return slices.ContainsFunc(d.Names, func(name string) bool {
		for range nameAt(words, name) {
			return true
		}
		return false
	})
}

// weighWhenever looks at a time that is put on the rows themselves where they are so by others that happened some day: "homes never visited this
// year" may be asked of this year's visits.
func (b *bench) weighWhenever(said []string) {
	input := schema.Words(b.claim.Input)
	if !slices.ContainsFunc(input, isTime) {
		return
	}
	for _, d := range b.claim.Defined {
		if !d.Whenever || !d.said(said) {
			continue
		}
		for _, c := range b.dates() {
			if c.Table == d.Table && !b.namedTime(c, said) {
				b.note("words: a span of time without a part", 1)
				b.doubt(true, Open, "", fmt.Sprintf("the time is that of %s: when rows are %s is not asked", c.Name, d.Names[0]))
				return
			}
		}
	}
}

// weighClocks looks at a period of several figures, some of which were defined by other moments of the same rows.
func (b *bench) weighClocks(said []string) {
	if !slices.ContainsFunc(schema.Words(b.claim.Input), isTime) {
		return
	}
	dates := b.dates()
	for _, d := range b.claim.Defined {
		if !d.Figure || d.Moment == nil || slices.Contains(dates, d.Moment) || !d.said(said) {
			continue
		}
		for _, c := range dates {
			if c.Table == d.Moment.Table && !b.namedTime(c, said) {
				b.doubt(true, Open, "", fmt.Sprintf("the time is that of %s: %s is by %s when it is asked alone", c.Name, d.Names[0], d.Moment.Name))
				return
			}
		}
	}
}

// dates are the moments by which the statement chooses or groups rows, but for those of the statement before.
func (b *bench) dates() []*schema.Column {
	var out []*schema.Column
	for _, c := range b.after.conditions {
		if c.column.Role == schema.Moment && !b.inherited(c) {
			out = append(out, c.column)
		}
	}
	q, err := b.claim.After.Query()
	if err != nil {
		return out
	}
	for _, e := range q.GroupBy {
		for _, part := range e.Columns() {
			if _, name, ok := part.AsColumn(); ok {
				if c := b.columnNamed(name); c != nil && c.Role == schema.Moment {
					out = append(out, c)
				}
			}
		}
	}
	return out
}

// namedTime says that words name a date, or say what happened then, or was to happen.
func (b *bench) namedTime(c *schema.Column, said []string) bool {
	if slices.ContainsFunc(phrase.Deeds(said), func(d phrase.Deed) bool { return b.tellsDeed(c, d) }) {
		return true
	}
	if phrase.TellsDue(c) && slices.ContainsFunc(said, func(w string) bool { return slices.Contains(classes[w], "late") }) {
		return true
	}
	return slices.ContainsFunc(said, func(w string) bool {
		return !isTime(w) && (slices.Contains(c.Words, schema.Lemma(w)) || happens(w, c))
	})
}

// weighMoments looks at the date that a period was put on: one of several that a table has, with none of them named, was
// chosen.
func (b *bench) weighMoments(said []string) {
	input := schema.Words(b.claim.Input)
	if !slices.ContainsFunc(input, isTime) {
		return
	}
	for _, c := range b.after.conditions {
		if c.column.Role != schema.Moment || strings.HasSuffix(c.op, "null") || b.inherited(c) {
			continue
		}
		others := slices.DeleteFunc(slices.Clone(c.column.Table.Columns), func(o *schema.Column) bool { return o.Role != schema.Moment || o == c.column })
		if len(others) == 0 || b.namedTime(c.column, said) || b.definedTime(c.column, said) || c.column == c.column.Table.Moment && c.column.Table.Timed {
			continue
		}
		if c.column == c.column.Table.Moment { // what a period is of unless another is named
			b.note("parts: the table's own date, of several", 1)
			if ahead := b.index.Ahead(c.column.Table); ahead != nil && !c.column.Table.Timed {
				b.doubt(b.before == nil, Open, "", tookTime(c.column, ahead))
			}
			return
		}
		b.note("parts: a date chosen among several", 1)
		b.doubt(len(others) > 0 && b.before == nil, Open, "", tookTime(c.column, others[0]))
		return
	}
}

// tookTime doubts which of two dates of the same rows is meant.
func tookTime(taken, other *schema.Column) string {
	return fmt.Sprintf("took the time as %s, not %s", taken.Name, other.Name)
}
