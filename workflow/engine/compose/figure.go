package compose

import (
	"slices"
	"strings"

	"parley/workflow/engine/meaning"
	"parley/workflow/engine/phrase"
	"parley/workflow/schema"
)

// The cost of reading a name as less than what it says.
const (
	costPrincipal = 0.1  // a table's name for its measure: "sales"
	costRows      = 0.45 // a table's name for the number of its rows
	costLevel     = 0.3  // a level, such as a price, averaged although nobody said so
	costStep      = 0.1  // each key between the subject and a column
	costColumn    = 0.25 // a column counted by its distinct values
)

// figure gives the readings of a figure.
func (d *draft) figure(f phrase.Figure) []Option[meaning.Term] {
	switch f.Kind {
	case phrase.Plain:
		return d.measure(f.Noun, "", f.At)
	case phrase.Count:
		return d.count(f.Noun, f.At)
	case phrase.Rows:
		return slices.DeleteFunc(d.count(f.Noun, f.At), func(o Option[meaning.Term]) bool { return o.Is.Kind != meaning.Count || len(o.Is.Args) > 0 })
	case phrase.Aggregate:
		if len(f.Args) == 1 {
			return d.over(f)
		}
		return d.measure(f.Noun, f.Fn, f.At)
	case phrase.Ratio, phrase.Mean:
		return d.ratio(f)
	case phrase.Share:
		return d.share(f)
	case phrase.Lapse:
		return d.lapse(f)
	case phrase.Times, phrase.Less:
		if len(d.plan.dims) == 0 && f.Kind == phrase.Times {
			return nil // of each row, not of all
		}
		return d.arithmetic(f)
	case phrase.MeanPer:
		return d.meanPer(f)
	case phrase.Margin:
		return d.margin(f)
	case phrase.OfTotal, phrase.Running:
		return d.seen(f)
	}
	return nil
}

// measure reads a noun as a measure: an aggregate of a column, a computed measure, or a table's principal measure.
func (d *draft) measure(n phrase.Noun, fn string, at meaning.Span) []Option[meaning.Term] {
	var out []Option[meaning.Term]
	for _, m := range n.Name.Matches {
		switch {
		case m.Column == nil:
			if c := principal(m.Table); c != nil {
				out = append(out, Option[meaning.Term]{aggregate(fn, c, at), m.Score() - costPrincipal})
			}
		case m.Column.Metric != nil:
			out = append(out, Option[meaning.Term]{computed(d.composer.index, m.Column, fn, at), m.Score() + costPrincipal})
		case measures(m.Column):
			score := m.Score()
			if fn == "" && m.Column.Has(level...) {
				score -= costLevel
			}
			out = append(out, Option[meaning.Term]{aggregate(fn, m.Column, at), score})
		case m.Column.Role == schema.Moment && (fn == "max" || fn == "min"):
			out = append(out, Option[meaning.Term]{aggregate(fn, m.Column, at), m.Score() - costColumn})
		}
	}
	if word := schema.Lemma(strings.ToLower(n.Name.Text)); phrase.Trade[word] {
		out = append(out, d.traded(fn, at)...)
	}
	if len(out) == 0 && len(n.Name.Matches) == 0 {
		return nil
	}
	return ranked(out, mostReadings)
}

const mostReadings = 4

// traded are the measures of what was sold: computed ones, then the principal measures of tables of trade.
func (d *draft) traded(fn string, at meaning.Span) []Option[meaning.Term] {
	var out []Option[meaning.Term]
	for _, t := range d.tradeTables() {
		if c := principal(t.Is); c != nil {
			out = append(out, Option[meaning.Term]{aggregate(fn, c, at), t.Score})
		}
	}
	return out
}

// tradeTables are the tables whose rows are what was sold: the plainer the name, the likelier.
func (d *draft) tradeTables() []Option[*schema.Table] {
	var out []Option[*schema.Table]
	for _, t := range d.composer.index.Tables {
		for i, w := range trades {
			if slices.Contains(t.Words, w) {
				out = append(out, Option[*schema.Table]{t, 0.97 - 0.02*float64(len(t.Words)) - 0.005*float64(i)})
				break
			}
		}
	}
	return ranked(out, mostReadings)
}

// trades are tables whose rows are what was sold, or the money for it.
var trades = []string{"sale", "order", "invoice", "payment", "purchase", "transaction", "receipt", "booking"}

// measures says that a column's values can be added up or averaged.
func measures(c *schema.Column) bool {
	return c.Metric == nil && c.Type.Numeric() && !c.Key() && !c.Has("key", "identifier", "code", "number") && c.Role != schema.Flag && !c.Year && meaning.Coded(c) == ""
}

// computed is a computed measure: over the rows of the table that refers to its others.
func computed(x *schema.Index, c *schema.Column, fn string, at meaning.Span) meaning.Term {
	of := c.Metric.Tables[0]
	for _, t := range c.Metric.Tables {
		if !slices.ContainsFunc(c.Metric.Tables, func(o *schema.Table) bool { return !meaning.Refers(x, t, o) }) {
			of = t
			break
		}
	}
	if fn == "" || c.Metric.Aggregate {
		fn = "sum"
	}
	return meaning.Term{Kind: meaning.Aggregate, Fn: fn, Of: of, Args: []meaning.Term{meaning.ColumnTerm(c, at)}, Name: strings.Join(c.Words, " "), At: at}
}

// level are words of measures that are averaged where nothing is said: they do not add up.
var level = []string{"price", "rate", "percent", "percentage", "score", "rating", "age", "temperature", "average", "ratio", "weight", "height", "grade", "gpa", "discount_pct", "latitude", "longitude", "duration"}

func aggregate(fn string, c *schema.Column, at meaning.Span) meaning.Term {
	if fn == "" {
		fn = "sum"
		if c.Has(level...) {
			fn = "avg"
		}
	}
	t := meaning.AggregateOf(fn, c, at)
	return t
}

// money are tables whose name stands for what their rows come to.
var money = []string{"sale", "payment", "revenue", "spend", "spending", "expense", "cost", "invoice", "donation", "turnover", "income", "charge", "fee", "budget", "target", "transaction", "purchase", "loan", "balance", "stock", "inventory"}

// principal is the column that a table's name stands for; nil when there is none.
func principal(t *schema.Table) *schema.Column {
	if !slices.ContainsFunc(t.Words, func(w string) bool { return slices.Contains(money, w) }) {
		return nil
	}
	var best *schema.Column
	score := 0
	for _, c := range t.Columns {
		if !measures(c) || c.Metric != nil {
			continue
		}
		s := 0
		for i, w := range principalWords {
			if c.Has(w) {
				s += len(principalWords) - i
			}
		}
		if c.Has(secondary...) {
			s -= len(principalWords)
		}
		if s > score {
			best, score = c, s
		}
	}
	return best
}

// principalWords are the words of principal measures, likeliest first; secondary ones those of what is only a part of it.
var (
	principalWords = []string{"net", "total", "amount", "value", "revenue", "quantity"}
	secondary      = []string{"tax", "discount", "cost", "local", "fee", "gross", "unit", "shipping", "freight", "refund", "tip", "currency"}
)

// count reads a noun as what is counted: rows of a table, or distinct values of a column.
func (d *draft) count(n phrase.Noun, at meaning.Span) []Option[meaning.Term] {
	var out []Option[meaning.Term]
	if len(n.Name.Matches) == 0 && len(n.Conds) > 0 {
		for _, t := range d.holders(n.Conds[0]) {
			out = append(out, Option[meaning.Term]{meaning.CountOf(t.Is, at), 1 + t.Score - costPrincipal})
		}
	}
	for _, m := range n.Name.Matches {
		if m.Column == nil {
			out = append(out, Option[meaning.Term]{meaning.CountOf(m.Table, at), m.Score()})
			continue
		}
		if m.Column.Role == schema.Measure && measures(m.Column) {
			// "how many points": what is counted stands in a column already.
			out = append(out, Option[meaning.Term]{meaning.AggregateOf("sum", m.Column, at), m.Score() - costColumn/2})
			continue
		}
		t := meaning.Term{Kind: meaning.Count, Of: m.Column.Table, Args: []meaning.Term{meaning.ColumnTerm(m.Column, at)}, Distinct: true, At: at}
		out = append(out, Option[meaning.Term]{t, m.Score() - costColumn})
	}
	return ranked(out, mostReadings)
}

// over is an aggregate of a formula over the rows of its table.
func (d *draft) over(f phrase.Figure) []Option[meaning.Term] {
	var out []Option[meaning.Term]
	for _, o := range d.figure(f.Args[0]) {
		inner := o.Is
		if inner.Kind == meaning.Aggregate && inner.Args[0].Kind == meaning.Between {
			inner.Fn, inner.At = f.Fn, f.At
			out = append(out, Option[meaning.Term]{inner, o.Score})
		}
	}
	return out
}

// counts are as count gives them, less likely where the table's name stands for a measure.
func (d *draft) counts(n phrase.Noun, at meaning.Span) []Option[meaning.Term] {
	list := d.count(n, at)
	for i := range list {
		if len(list[i].Is.Args) == 0 && principal(list[i].Is.Of) != nil {
			list[i].Score -= costCounted
		}
	}
	return list
}

// ratio is one figure by another.
func (d *draft) ratio(f phrase.Figure) []Option[meaning.Term] {
	var out []Option[meaning.Term]
	for _, l := range d.figure(f.Args[0]) {
		for _, r := range d.divisor(f.Args[1]) {
			if l.Is.Equal(r.Is) {
				continue
			}
			t := meaning.Term{Kind: meaning.Ratio, Args: []meaning.Term{l.Is, r.Is}, At: f.At}
			out = append(out, Option[meaning.Term]{t, (l.Score + r.Score) / 2})
		}
	}
	return ranked(out, mostReadings)
}

// divisor is what a figure is taken by: a measure where the noun names one, else how many there are.
func (d *draft) divisor(f phrase.Figure) []Option[meaning.Term] {
	list := d.figure(f)
	for i := range list {
		if list[i].Is.Kind == meaning.Aggregate {
			list[i].Score += costColumn / 2
		}
	}
	return list
}

// meanPer is a measure by the number of units of time in which there were any.
func (d *draft) meanPer(f phrase.Figure) []Option[meaning.Term] {
	n := f.Args[0].Noun
	var out []Option[meaning.Term]
	for _, o := range append(d.measure(n, "sum", f.At), d.counts(n, f.At)...) {
		if _, ok := meaning.TimeOf(d.composer.index, o.Is.Of); !ok {
			continue
		}
		units := meaning.Term{Kind: meaning.Count, Of: o.Is.Of, Args: []meaning.Term{{Kind: meaning.Time, Grain: f.Fn}}, Distinct: true, At: f.At}
		out = append(out, Option[meaning.Term]{meaning.Term{Kind: meaning.Ratio, Args: []meaning.Term{o.Is, units}, At: f.At}, o.Score})
	}
	return ranked(out, mostReadings)
}

// margin is what remains of sales when their cost is taken off, of tables that hold both.
func (d *draft) margin(f phrase.Figure) []Option[meaning.Term] {
	var out []Option[meaning.Term]
	for _, t := range d.composer.index.Tables {
		sold, i := principal(t), slices.IndexFunc(t.Columns, func(c *schema.Column) bool { return c.Has("cost") && measures(c) && !c.Has("unit", "local") })
		if sold == nil || i < 0 || sold == t.Columns[i] {
			continue
		}
		left := meaning.Term{Kind: meaning.Arithmetic, Fn: "-", Args: []meaning.Term{aggregate("sum", sold, f.At), aggregate("sum", t.Columns[i], f.At)}, Name: "margin", At: f.At}
		if f.Fn == "percent" {
			hundred := meaning.Term{Kind: meaning.Number, Value: 100.0}
			over := meaning.Term{Kind: meaning.Arithmetic, Fn: "*", Args: []meaning.Term{hundred, left}}
			left = meaning.Term{Kind: meaning.Ratio, Args: []meaning.Term{over, aggregate("sum", sold, f.At)}, Name: "margin percent", At: f.At}
		}
		out = append(out, Option[meaning.Term]{left, 1})
	}
	return ranked(out, mostReadings)
}

// arithmetic is two measures of the same rows, joined.
func (d *draft) arithmetic(f phrase.Figure) []Option[meaning.Term] {
	op := "-"
	if f.Kind == phrase.Times {
		op = "*"
	}
	var out []Option[meaning.Term]
	for _, l := range d.figure(f.Args[0]) {
		for _, r := range d.figure(f.Args[1]) {
			t := meaning.Term{Kind: meaning.Arithmetic, Fn: op, Args: []meaning.Term{l.Is, r.Is}, At: f.At}
			if op == "*" {
				if l.Is.Of != r.Is.Of || l.Is.Kind != meaning.Aggregate || r.Is.Kind != meaning.Aggregate {
					continue
				}
				inner := meaning.Term{Kind: meaning.Arithmetic, Fn: op, Args: []meaning.Term{l.Is.Args[0], r.Is.Args[0]}}
				t = meaning.Term{Kind: meaning.Aggregate, Fn: "sum", Of: l.Is.Of, Args: []meaning.Term{inner}, At: f.At}
			}
			out = append(out, Option[meaning.Term]{t, (l.Score + r.Score) / 2})
		}
	}
	return ranked(out, mostReadings)
}

// lapse is the mean time from one moment of a row to another.
func (d *draft) lapse(f phrase.Figure) []Option[meaning.Term] {
	var out []Option[meaning.Term]
	for _, from := range moments(f.Args[0].Noun.Name) {
		for _, to := range moments(f.Args[1].Noun.Name) {
			if from.Is == to.Is || from.Is.Table != to.Is.Table {
				continue
			}
			inner := meaning.Term{Kind: meaning.Between, Fn: f.Fn, Args: []meaning.Term{meaning.ColumnTerm(to.Is, f.At), meaning.ColumnTerm(from.Is, f.At)}}
			t := meaning.Term{Kind: meaning.Aggregate, Fn: "avg", Of: from.Is.Table, Args: []meaning.Term{inner}, At: f.At}
			out = append(out, Option[meaning.Term]{t, (from.Score + to.Score) / 2})
		}
	}
	return ranked(out, mostReadings)
}

// moments are the columns of dates and times that a name may stand for.
func moments(n phrase.Name) []Option[*schema.Column] {
	var out []Option[*schema.Column]
	for _, m := range n.Matches {
		if m.Column != nil && (m.Column.Role == schema.Moment || meaning.Coded(m.Column) != "") {
			out = append(out, Option[*schema.Column]{m.Column, m.Score()})
		}
	}
	return out
}

// seen is a figure beside those of other groups.
func (d *draft) seen(f phrase.Figure) []Option[meaning.Term] {
	kind := meaning.OfTotal
	if f.Kind == phrase.Running {
		kind = meaning.Running
	}
	var out []Option[meaning.Term]
	for _, o := range d.figure(f.Args[0]) {
		out = append(out, Option[meaning.Term]{meaning.Term{Kind: kind, Args: []meaning.Term{o.Is}, At: f.At}, o.Score})
	}
	return out
}

// share is the part of a figure that comes from rows of a kind. Where nothing is said of what, it is the rows of the table
// that the kind belongs to.
func (d *draft) share(f phrase.Figure) []Option[meaning.Term] {
	var whole []Option[meaning.Term]
	if len(f.Noun.Name.Matches) > 0 {
		whole = append(d.measure(f.Noun, "", f.At), d.counts(f.Noun, f.At)...)
		// Levels are not shared out.
		whole = slices.DeleteFunc(whole, func(o Option[meaning.Term]) bool { return o.Is.Fn == "avg" })
	} else {
		for _, t := range d.holders(f.Conds[0]) {
			whole = append(whole, Option[meaning.Term]{meaning.CountOf(t.Is, f.At), t.Score})
		}
	}
	var out []Option[meaning.Term]
	for _, w := range ranked(whole, mostReadings) {
		part, score, ok := d.part(w.Is.Of, f.Conds)
		if !ok {
			continue
		}
		t := meaning.Term{Kind: meaning.Share, Of: w.Is.Of, Args: []meaning.Term{w.Is}, Where: part, At: f.At}
		out = append(out, Option[meaning.Term]{t, w.Score + score})
	}
	return ranked(out, mostReadings)
}

// part gives the conditions of a share over the rows of a table.
func (d *draft) part(of *schema.Table, conds []phrase.Cond) (out []meaning.Cond, score float64, ok bool) {
	for _, c := range conds {
		list := d.rowCond(of, c)
		if len(list) == 0 {
			return nil, 0, false
		}
		out = append(out, list[0].Is)
		score += list[0].Score
	}
	return out, score, true
}

// holders are the tables whose rows a condition may be about, by what it names.
func (d *draft) holders(c phrase.Cond) []Option[*schema.Table] {
	var out []Option[*schema.Table]
	add := func(t *schema.Table, score float64) {
		if !slices.ContainsFunc(out, func(o Option[*schema.Table]) bool { return o.Is == t }) {
			out = append(out, Option[*schema.Table]{t, score})
		}
	}
	for _, v := range c.Values {
		for _, m := range v.Matches {
			add(m.Column.Table, 0)
		}
	}
	if c.Name != nil {
		for _, m := range c.Name.Matches {
			add(m.Table, m.Score()-1)
		}
	}
	return ranked(out, mostReadings)
}
