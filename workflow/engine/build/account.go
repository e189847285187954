package build

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"parley/workflow"
	"parley/workflow/engine/question"
	"parley/workflow/engine/reading"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file holds the rule that nothing that was asked for vanishes: every number, date, value and word that does
// something to a query has left its mark on the finished reading, or is named among what was not used. It looks at the
// reading alone, so that no rule on the way can forget to tell.

var (
	fAsked      = reading.Feat("reading: something asked for left no mark")
	fAskedValue = reading.Feat("reading: a word that is a value left no mark")
)

// account adds what left no mark to what was ignored; a column that was named is only told, for the words around it say
// more about whether it was meant.
func account(r *reading.Run, q *reading.Reading) {
	m := marksOf(r, q)
	for i := range r.Items {
		it := &r.Items[i]
		ignored := slices.Contains(r.Ignored, i)
		named := len(it.Matches) > 0 && !slices.Contains(r.Acted, i) && !it.Quoted && !it.HasNumber && it.Period == nil
		switch {
		case named && (it.Matches[0].Column == nil && it.Matches[0].Score() < 0.8 || m.has(r.Items, i, false)):
		case named:
			r.Untold = append(r.Untold, i)
		case ignored || !m.has(r.Items, i, slices.Contains(r.Acted, i)):
			if !ignored {
				r.Ignored = append(r.Ignored, i)
			}
			value := len(it.Values) > 0 && !it.Quoted && !it.HasNumber && !slices.Contains(r.Acted, i)
			r.Note(reading.When(fAskedValue, value && !it.Capital), reading.When(fAsked, value && it.Capital || it.Quoted || it.HasNumber || it.Period != nil || slices.Contains(r.Acted, i)))
		}
	}
	slices.Sort(r.Ignored)
}

// tellUnused adds what was named and is not used, once the reading has been judged.
func tellUnused(r *reading.Run) {
	for _, i := range r.Untold {
		if !slices.Contains(r.Ignored, i) {
			r.Ignored = append(r.Ignored, i)
		}
	}
	slices.Sort(r.Ignored)
}

// marks are what a reading holds.
type marks struct {
	question.Outline
	figures []float64
	texts   []string
	times   []time.Time
	columns map[*schema.Column]bool
	shown   map[*schema.Column]bool
	tables  map[*schema.Table]bool
	forms   [reading.Previous + 1]bool
	grain   bool
	parts   bool
	nulls   bool
	compare int
	places  bool
	// beside says that rows are asked for by two values of one column.
	beside bool
	per    bool
	// negatives and likes are how many negations and text matches there are that no word has claimed.
	negatives, likes int
}

func marksOf(r *reading.Run, q *reading.Reading) *marks {
	m := &marks{Outline: question.OutlineOf(q), columns: map[*schema.Column]bool{}, shown: map[*schema.Column]bool{}, tables: map[*schema.Table]bool{}}
	m.read(q)
	m.figures = append(m.figures, r.AgeYears...)
	for c := range m.columns { // a key in use speaks of the rows that it leads to
		if c == nil {
			continue
		}
		for _, e := range r.Index.Graph.Of(c.Table) {
			if e.From == c.Table && slices.Contains(e.FromColumns, c) {
				m.tables[e.To] = true
			}
		}
	}
	return m
}

func (m *marks) read(q *reading.Reading) {
	if q == nil {
		return
	}
	for i, f := range q.Filters {
		m.beside = m.beside || i > 0 && f.Or && f.Operator == "=" && f.Left == q.Filters[i-1].Left && len(q.Items) > 0 && q.Items[0].Star
	}
	for _, t := range q.All() {
		m.tables[t] = true
	}
	m.negatives += tag.BoolInt(q.Set == "except")
	for _, o := range append(slices.Clone(q.Items), q.Groups...) {
		m.shown[o.Column] = true
		m.Grouped = m.Grouped || o.Per != nil // rows counted for each of something
	}
	m.places = m.places || q.Places > 0
	for _, n := range []int{q.Limit, q.Places} {
		if n > 0 {
			m.figures = append(m.figures, float64(n))
		}
	}
	q.Operands(func(o reading.Operand) {
		m.columns[o.Column] = true
		m.forms[o.Form] = true
		m.grain = m.grain || o.Grain != ""
		m.parts = m.parts || o.When != nil
		m.per = m.per || o.Per != nil
		m.Aggregates[o.Aggregate] = true
		if o.Each != nil {
			m.read(o.Each)
			m.Grouped = true // a figure for each row
			m.compare += tag.BoolInt(q.Items[0].Each == nil)
		}
		if o.Column != nil && o.Column.Metric != nil {
			m.Aggregates[reading.Sum] = true
		}
		if o.When != nil {
			m.filters(o.When.Filters)
		}
	})
	m.filters(q.Filters)
	m.filters(q.Having)
	m.read(q.Right)
}

func (m *marks) filters(list []*reading.Filter) {
	for _, f := range list {
		switch f.Operator {
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
		for _, v := range f.Values {
			switch v := v.(type) {
			case time.Time:
				m.times = append(m.times, v)
			case string:
				m.texts = append(m.texts, strings.ToLower(v))
			default:
				if n, ok := question.FigureOf(v); ok {
					m.figures = append(m.figures, n)
				}
				m.texts = append(m.texts, strings.ToLower(fmt.Sprint(v)))
			}
		}
		m.read(f.Sub)
	}
}

// has says whether what the item at i asks for left a mark. acted says that it was read as a cue.
func (m *marks) has(items []tag.Item, i int, acted bool) bool {
	it := &items[i]
	if acted {
		return m.hasCue(items, i)
	}
	switch {
	case it.Cue.Kind != tag.NoCue && !it.Mention():
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
func (m *marks) hasCue(items []tag.Item, i int) bool {
	it := &items[i]
	extreme := m.Limited || m.places || m.Aggregates[reading.Maximum] || m.Aggregates[reading.Minimum]
	switch it.Cue.Kind {
	case tag.Count:
		return m.Aggregates[reading.Count] || m.parts || m.figureNext(items, i)
	case tag.Sum:
		return m.Aggregates[reading.Sum] || m.figureNext(items, i) || m.Aggregates[reading.Count] && !measureNext(items, i) && !strings.Contains(it.Lower, "amount") && !strings.Contains(it.Lower, "value")
	case tag.Average:
		return m.Aggregates[reading.Average] || m.per
	case tag.Maximum, tag.Minimum, tag.Top, tag.Bottom:
		return extreme
	case tag.Superlative, tag.Most, tag.Least, tag.Common:
		return extreme || m.Ordered
	case tag.Compare, tag.Between, tag.AtLeast:
		return m.compare+m.negatives > 0 || len(m.figures)+len(m.times)+len(m.texts) > 0
	case tag.Order, tag.Ascending, tag.Descending, tag.Alphabet:
		return m.Ordered || it.Lower == "ordered" || it.Lower == "order" // a verb or a noun
	case tag.Contains, tag.Starts, tag.Ends:
		m.likes--
		return m.likes >= 0 || reading.Includes(it) && len(m.texts) == 0 || it.Is(tag.Contains) && !reading.SaysText(it) && m.compare+len(m.texts) > 0
	case tag.Negation, tag.Except:
		m.negatives--
		return m.negatives >= 0 || i+1 < len(items) && items[i+1].Is(tag.Compare, tag.AtLeast)
	case tag.Each, tag.By:
		return m.Grouped || m.places || !m.unnamed(items, i) || it.Is(tag.By) && (m.Ordered || len(m.texts) > 0 && i+1 < len(items) && len(items[i+1].Values) > 0) // "orders by Ada Brook"
	case tag.Different:
		return m.Distinct || m.Grouped || m.Aggregates[reading.Count]
	case tag.Percent:
		return m.parts || m.forms[reading.Portion]
	case tag.Running:
		return m.forms[reading.Running]
	case tag.Growth:
		return m.forms[reading.Change]
	case tag.Grain:
		return m.grain || m.Grouped
	case tag.Versus:
		return m.Grouped || m.compare > 0 || m.beside
	case tag.Missing:
		return m.nulls
	}
	return true
}

// figureNext says that a number column named after the cue at i is shown as it is: "number of members", "total sales".
func (m *marks) figureNext(items []tag.Item, i int) bool {
	for _, it := range items[i+1 : min(i+4, len(items))] {
		for j := range it.Matches {
			if c := it.Matches[j].Column; c != nil && m.columns[c] && c.Role == schema.Measure && (items[i].Is(tag.Count) || c.Has("total", "sum", "overall")) {
				return true
			}
		}
	}
	return false
}

// measureNext says that a number column is named right after the cue at i.
func measureNext(items []tag.Item, i int) bool {
	for _, it := range items[i+1 : min(i+3, len(items))] {
		if c, s := it.BestColumn(); c != nil && s > 0.8 && c.Role == schema.Measure {
			return true
		}
	}
	return false
}

// unnamed says that what is named after the cue at i is neither shown nor joined.
func (m *marks) unnamed(items []tag.Item, i int) bool {
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
	return tag.Unit(items[min(i+1, len(items)-1)].Lower) != ""
}

func (m *marks) hasName(it *tag.Item) bool {
	for i := range it.Matches {
		if c := it.Matches[i].Column; c != nil && m.columns[c] || c == nil && m.tables[it.Matches[i].Table] {
			return true
		}
	}
	return false
}

func (m *marks) hasText(it *tag.Item) bool {
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

func (m *marks) hasPeriod(it *tag.Item) bool {
	p := it.Period
	for _, t := range m.times {
		for _, years := range []int{0, -1, 1} { // without a year it is the one in which there is something
			if (years == 0 || p.Recurs) && (t.AddDate(-years, 0, 0).Equal(p.From) || t.AddDate(-years, 0, 0).Equal(p.To)) {
				return true
			}
		}
	}
	return slices.Contains(m.figures, float64(p.From.Year())) || m.hasText(it)
}

// factors are those by which a number may have been turned into another unit.
var factors = []float64{1, 0.001, 0.01, 7, 12, 24, 60, 100, 1000, 3600, 60000, 3600000}

func (m *marks) hasFigure(it *tag.Item) bool {
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
var vanishing = map[tag.Kind][]string{
	tag.Count: {"count(", "sum(", "row_number("},
	tag.Each:  {"group by", "partition by", "distinct", " / ", "avg("},
	tag.By:    {"group by", "partition by", "order by", "distinct"},
}

// TellVanished names what was asked for and is nowhere in the statement, whichever reader made it.
func TellVanished(d *workflow.Draft, items []tag.Item) {
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
func valueMarks(it *tag.Item) []string {
	out := []string{strings.ToLower(it.Text)}
	for _, v := range it.Values {
		out = append(out, strings.ToLower(fmt.Sprint(v.Value)))
	}
	return out
}
