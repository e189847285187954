package engine

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"parley/workflow"
	"parley/workflow/schema"
)

// This file holds the rule that nothing that was asked for vanishes: every number, date, value and word that does
// something to a query has left its mark on the finished reading, or is named among what was not used. It looks at the
// reading alone, so that no rule on the way can forget to tell.

var (
	fAsked      = feat("reading: something asked for left no mark")
	fAskedValue = feat("reading: a word that is a value left no mark")
)

// account adds what left no mark to what was ignored; a column that was named is only told, for the words around it say
// more about whether it was meant.
func (r *run) account(q *reading) {
	m := r.marksOf(q)
	for i := range r.items {
		it := &r.items[i]
		ignored := slices.Contains(r.ignored, i)
		named := len(it.Matches) > 0 && !slices.Contains(r.acted, i) && !it.Quoted && !it.HasNumber && it.Period == nil
		switch {
		case named && (it.Matches[0].Column == nil && it.Matches[0].Score() < 0.8 || m.has(r.items, i, false)):
		case named:
			r.untold = append(r.untold, i)
		case ignored || !m.has(r.items, i, slices.Contains(r.acted, i)):
			if !ignored {
				r.ignored = append(r.ignored, i)
			}
			value := len(it.Values) > 0 && !it.Quoted && !it.HasNumber && !slices.Contains(r.acted, i)
			r.note(when(fAskedValue, value && !it.Capital), when(fAsked, value && it.Capital || it.Quoted || it.HasNumber || it.Period != nil || slices.Contains(r.acted, i)))
		}
	}
	slices.Sort(r.ignored)
}

// tellUnused adds what was named and is not used, once the reading has been judged.
func (r *run) tellUnused() {
	for _, i := range r.untold {
		if !slices.Contains(r.ignored, i) {
			r.ignored = append(r.ignored, i)
		}
	}
	slices.Sort(r.ignored)
}

// marks are what a reading holds.
type marks struct {
	outline
	figures []float64
	texts   []string
	times   []time.Time
	columns map[*schema.Column]bool
	shown   map[*schema.Column]bool
	tables  map[*schema.Table]bool
	forms   [previous + 1]bool
	grain   bool
	parts   bool
	nulls   bool
	compare int
	places  bool
	per     bool
	// negatives and likes are how many negations and text matches there are that no word has claimed.
	negatives, likes int
}

func (r *run) marksOf(q *reading) *marks {
	m := &marks{outline: outlineOf(q), columns: map[*schema.Column]bool{}, shown: map[*schema.Column]bool{}, tables: map[*schema.Table]bool{}}
	m.read(q)
	m.figures = append(m.figures, r.ageYears...)
	for c := range m.columns { // a key in use speaks of the rows that it leads to
		if c == nil {
			continue
		}
		for _, e := range r.index.Graph.Of(c.Table) {
			if e.From == c.Table && slices.Contains(e.FromColumns, c) {
				m.tables[e.To] = true
			}
		}
	}
	return m
}

func (m *marks) read(q *reading) {
	if q == nil {
		return
	}
	for _, t := range q.all() {
		m.tables[t] = true
	}
	m.negatives += boolInt(q.set == "except")
	for _, o := range append(slices.Clone(q.items), q.groups...) {
		m.shown[o.column] = true
		m.grouped = m.grouped || o.per != nil // rows counted for each of something
	}
	m.places = m.places || q.places > 0
	for _, n := range []int{q.limit, q.places} {
		if n > 0 {
			m.figures = append(m.figures, float64(n))
		}
	}
	q.operands(func(o operand) {
		m.columns[o.column] = true
		m.forms[o.form] = true
		m.grain = m.grain || o.grain != ""
		m.parts = m.parts || o.when != nil
		m.per = m.per || o.per != nil
		m.aggregates[o.aggregate] = true
		if o.each != nil {
			m.read(o.each)
			m.grouped = true // a figure for each row
			m.compare += boolInt(q.items[0].each == nil)
		}
		if o.column != nil && o.column.Metric != nil {
			m.aggregates[sum] = true
		}
		if o.when != nil {
			m.filters(o.when.filters)
		}
	})
	m.filters(q.filters)
	m.filters(q.having)
	m.read(q.right)
}

func (m *marks) filters(list []*filter) {
	for _, f := range list {
		switch f.operator {
		case "null":
			m.nulls = true
			m.negatives++
		case "not null":
			m.nulls = true
		case ">", "<", ">=", "<=", "between", "within":
			m.compare++
		case "<>", "not in":
			m.negatives++
		case "not like":
			m.negatives++
			m.likes++
		case "like":
			m.likes++
		}
		for _, v := range f.values {
			switch v := v.(type) {
			case time.Time:
				m.times = append(m.times, v)
			case string:
				m.texts = append(m.texts, strings.ToLower(v))
			default:
				if n, ok := figureOf(v); ok {
					m.figures = append(m.figures, n)
				}
				m.texts = append(m.texts, strings.ToLower(fmt.Sprint(v)))
			}
		}
		m.read(f.sub)
	}
}

// has says whether what the item at i asks for left a mark. acted says that it was read as a cue.
func (m *marks) has(items []Item, i int, acted bool) bool {
	it := &items[i]
	if acted {
		return m.hasCue(items, i)
	}
	switch {
	case it.Cue.Kind != NoCue && !it.Mention():
		return true // read together with another word
	case it.Quoted:
		return m.hasText(it)
	case it.Period != nil:
		return m.hasPeriod(it) || it.HasNumber && m.hasFigure(it)
	case it.HasNumber && it.Lower != "one":
		return m.hasFigure(it) || len(it.Values)+len(it.Matches) > 0 && (m.hasText(it) || m.hasName(it))
	case len(it.Values) > 0:
		return m.hasText(it) || m.hasName(it)
	case len(it.Matches) > 0:
		return m.hasName(it)
	}
	return true
}

// hasCue says whether a word that does something did it. Words that only link are not asked.
func (m *marks) hasCue(items []Item, i int) bool {
	it := &items[i]
	extreme := m.limited || m.places || m.aggregates[maximum] || m.aggregates[minimum]
	switch it.Cue.Kind {
	case Count:
		return m.aggregates[count] || m.parts || m.figureNext(items, i)
	case Sum:
		return m.aggregates[sum] || m.figureNext(items, i) || m.aggregates[count] && !measureNext(items, i) && !strings.Contains(it.Lower, "amount") && !strings.Contains(it.Lower, "value")
	case Average:
		return m.aggregates[average] || m.per
	case Maximum, Minimum, Top, Bottom:
		return extreme
	case Superlative, Most, Least, Common:
		return extreme || m.ordered
	case Compare, Between, AtLeast:
		return m.compare+m.negatives > 0 || len(m.figures)+len(m.times)+len(m.texts) > 0
	case Order, Ascending, Descending, Alphabet:
		return m.ordered || it.Lower == "ordered" || it.Lower == "order" // a verb or a noun
	case Contains, Starts, Ends:
		m.likes--
		return m.likes >= 0 || it.Is(Contains) && !saysText(it) && m.compare+len(m.texts) > 0
	case Negation, Except:
		m.negatives--
		return m.negatives >= 0 || i+1 < len(items) && items[i+1].Is(Compare, AtLeast)
	case Each, By:
		return m.grouped || m.places || !m.unnamed(items, i) || it.Is(By) && m.ordered
	case Different:
		return m.distinct || m.grouped || m.aggregates[count]
	case Percent:
		return m.parts || m.forms[portion]
	case Running:
		return m.forms[running]
	case Growth:
		return m.forms[change]
	case Grain:
		return m.grain || m.grouped
	case Versus:
		return m.grouped || m.compare > 0
	case Missing:
		return m.nulls
	}
	return true
}

// figureNext says that a number column named after the cue at i is shown as it is: "number of members", "total sales".
func (m *marks) figureNext(items []Item, i int) bool {
	for _, it := range items[i+1 : min(i+4, len(items))] {
		for j := range it.Matches {
			if c := it.Matches[j].Column; c != nil && m.columns[c] && c.Role == schema.Measure && (items[i].Is(Count) || c.Has("total", "sum", "overall")) {
				return true
			}
		}
	}
	return false
}

// measureNext says that a number column is named right after the cue at i.
func measureNext(items []Item, i int) bool {
	for _, it := range items[i+1 : min(i+3, len(items))] {
		if c, s := it.BestColumn(); c != nil && s > 0.8 && c.Role == schema.Measure {
			return true
		}
	}
	return false
}

// unnamed says that what is named after the cue at i is neither shown nor joined.
func (m *marks) unnamed(items []Item, i int) bool {
	for _, it := range items[i+1 : min(i+3, len(items))] {
		if len(it.Values) > 0 {
			return false
		}
		for j := range it.Matches {
			if c := it.Matches[j].Column; c != nil && m.shown[c] || c == nil && m.tables[it.Matches[j].Table] {
				return false
			}
		}
		if len(it.Matches) > 0 {
			return true
		}
	}
	return Unit(items[min(i+1, len(items)-1)].Lower) != ""
}

func (m *marks) hasName(it *Item) bool {
	for i := range it.Matches {
		if c := it.Matches[i].Column; c != nil && m.columns[c] || c == nil && m.tables[it.Matches[i].Table] {
			return true
		}
	}
	return false
}

func (m *marks) hasText(it *Item) bool {
	for i := range it.Values {
		if it.Values[i].Code && m.columns[it.Values[i].Column] {
			return true
		}
		if slices.Contains(m.texts, strings.ToLower(fmt.Sprint(it.Values[i].Value))) {
			return true
		}
	}
	want := strings.ToLower(it.Text)
	return slices.ContainsFunc(m.texts, func(s string) bool {
		return strings.Contains(s, strings.NewReplacer("_", " ").Replace(want)) || strings.Contains(s, want)
	})
}

func (m *marks) hasPeriod(it *Item) bool {
	p := it.Period
	for _, t := range m.times {
		if t.Equal(p.From) || t.Equal(p.To) {
			return true
		}
	}
	return slices.Contains(m.figures, float64(p.From.Year())) || m.hasText(it)
}

// factors are those by which a number may have been turned into another unit.
var factors = []float64{1, 0.001, 0.01, 7, 12, 24, 60, 100, 1000, 3600, 60000, 3600000}

func (m *marks) hasFigure(it *Item) bool {
	for _, n := range m.figures {
		if slices.ContainsFunc(factors, func(f float64) bool { return math.Abs(n-it.Number*f) < 1e-9*math.Max(1, math.Abs(n)) }) {
			return true
		}
	}
	for _, t := range m.times {
		if float64(t.Year()) == it.Number || float64(t.Year()) == it.Number+1 {
			return true
		}
	}
	return slices.ContainsFunc(m.texts, func(s string) bool { return strings.Contains(s, strings.Trim(it.Lower, "%$€£")) })
}

// vanishing are the marks that words leave in SQL, one of them for each kind.
var vanishing = map[Kind][]string{
	Count: {"count(", "sum(", "row_number("},
	Each:  {"group by", "partition by", "distinct"},
	By:    {"group by", "partition by", "order by", "distinct"},
}

// tellVanished names what was asked for and is nowhere in the statement, whichever reader made it.
func tellVanished(d *workflow.Draft, items []Item) {
	sql := strings.ToLower(d.Statement.SQL())
	for i := range items {
		it := &items[i]
		marks := vanishing[it.Cue.Kind]
		if it.Quoted {
			marks = []string{strings.ToLower(it.Text)}
		} else if it.Capital && len(it.Values) > 0 && len(it.Matches) == 0 && len(marks) == 0 {
			marks = valueMarks(it)
		}
		gone := len(marks) > 0 && !slices.ContainsFunc(marks, func(m string) bool { return strings.Contains(sql, m) })
		if gone && !slices.ContainsFunc(d.Ignored, func(w string) bool { return strings.Contains(w, it.Text) }) {
			d.Ignored = append(d.Ignored, it.Text)
		}
	}
}

// valueMarks are the forms in which a value may stand in a statement: as said, and as columns hold it.
func valueMarks(it *Item) []string {
	out := []string{strings.ToLower(it.Text)}
	for _, v := range it.Values {
		out = append(out, strings.ToLower(fmt.Sprint(v.Value)))
	}
	return out
}
