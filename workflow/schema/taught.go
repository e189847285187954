package schema

import (
	"slices"
	"strings"

	"parley/db"
	"parley/db/statement"
)

// Taught are words that a person gave tables, columns, values, conditions and figures of a database. Where such a word is
// also the name of something else, the person's meaning is the one that counts.

// standInMark ends the words that stand for names, so that they are no words of the language.
const standInMark = "zq"

// StandIn is the one word that stands for a name in a question, which means that name and nothing else.
func StandIn(name string) string { return strings.Join(Words(name), "") + standInMark }

// StandsIn says that a word stands for a name.
func StandsIn(word string) bool {
	return len(word) > len(standInMark) && strings.HasSuffix(word, standInMark)
}

// StoodFor is a word without what marks it as one that stands for a name: in the plural where the name is.
func StoodFor(word string) string { return strings.TrimSuffix(word, standInMark) }

// Teach lets f name things and tell keys; it must be called before the index is shared. Names are found from its end on.
func (x *Index) Teach(f func(Teacher)) {
	f(Teacher{x})
	x.stem()
	x.values.gatherKin()
}

// Teacher gives an index names.
type Teacher struct{ x *Index }

// Table makes words name a table.
func (t Teacher) Table(words string, table *Table) {
	if len(table.told) == 0 && !table.plainlyNamed() && !StandsIn(words) {
		table.told = lemmas(Words(words))
	}
	if slices.Equal(lemmas(Words(words)), table.Words) {
		return // it is called so already
	}
	t.unspeak(words)
	t.add(name{table: table}, told(t.unless(words, func(n name) bool { return n.table == table && n.column == nil })))
}

// Column makes words name a column.
func (t Teacher) Column(words string, c *Column) {
	if written := Split(c.Column.Name); len(c.told) == 0 && slices.ContainsFunc(c.Words, func(w string) bool {
		return !slices.ContainsFunc(written, func(o string) bool { return Lemma(o) == w }) || !(English{}).Known(w)
	}) {
		c.told = Words(words)
	}
	said := t.unless(words, func(n name) bool { return n.column == c })
	if len(said) == 1 && t.x.Graph.leadsToKin(c) {
		t.x.doers[said[0]] = true // the inviter is none of the invited
	}
	t.add(name{table: c.Table, column: c}, told(said))
}

// unspeak takes words from the codes that comments read them for: "S for the seller" names no code where people call a table seller.
func (t Teacher) unspeak(words string) {
	said := Words(words)
	if len(said) == 0 {
		return
	}
	t.x.values.told = append(t.x.values.told, kinOf(said))
	last := len(said) - 1
	for _, form := range []string{said[last], Lemma(said[last]), said[last] + "s"} {
		key := strings.Join(append(slices.Clone(said[:last]), form), " ")
		if list, ok := t.x.values.whole[key]; ok {
			t.x.values.whole[key] = slices.DeleteFunc(list, func(m ValueMatch) bool { return m.Code && m.Column.Condition == nil })
		}
	}
}

// add makes words a name; no words name nothing.
func (t Teacher) add(n name, said Name) {
	if len(said.Words) > 0 {
		t.x.addName(n, said)
	}
}

// Metric makes a word stand for a figure that is called so. Columns of the expression are qualified by their tables' names;
// tables are theirs, the first being the one that it is about.
func (t Teacher) Metric(word, called string, e statement.Expr, tables []*Table, sides ...*Column) *Column {
	c := t.figure(called, t.fresh(word), e, tables)
	c.Metric.Sides = sides
	if len(sides) == 0 {
		c.Metric.Otherwise = t.otherwise(called, e, tables)
		c.Metric.Counts = t.counts(called, e, tables)
		c.Metric.Each = t.each(called, e, tables, c.Metric)
	}
	t.x.metrics = append(t.x.metrics, c)
	c.Names = []Name{told(c.Words)}
	t.add(name{table: c.Table, column: c}, c.Names[0])
	t.turnover(word, c)
	return c
}

// turnover lets a figure that a person called by a word of trade be what was sold, in place of what was inferred: the biggest customers are
// so by it.
func (t Teacher) turnover(word string, c *Column) {
	if !slices.ContainsFunc(turnover, func(w string) bool { return w != spending && Lemma(w) == Lemma(strings.ToLower(word)) }) || c.Metric.Turnover || !c.Metric.totals() {
		return
	}
	c.Metric.Turnover = true
	for _, n := range t.x.names {
		if n.column != nil && n.column.Metric != nil && n.column.Metric.Inferred && n.column.Name != spending {
			t.add(name{table: c.Table, column: c}, told(t.fresh(n.column.Name)))
		}
	}
	t.x.metrics = slices.DeleteFunc(t.x.metrics, func(o *Column) bool { return o == c || o.Metric.Inferred })
	t.x.metrics = append([]*Column{c}, t.x.metrics...)
}

// counts is the condition that all aggregates of a figure are filtered by; nil where there is none.
func (t Teacher) counts(called string, e statement.Expr, tables []*Table) *Column {
	var rows statement.Expr
	same := true
	e.Walk(func(part statement.Expr) bool {
		_, args, _, _, call := part.AsCall()
		if !call || !part.Aggregate() || slices.ContainsFunc(args, statement.Expr.Aggregate) {
			return true
		}
		_, filter := part.Unfiltered()
		same = same && !filter.IsZero() && (rows.IsZero() || rows.Equal(filter))
		rows = filter
		return false
	})
	if !same || rows.IsZero() {
		return nil
	}
	c := t.x.computed(called, lemmas(Words(called)), tables[0])
	c.Type, c.Role, c.Condition = db.Boolean, Flag, &Metric{Expression: rows, Tables: tables}
	return c
}

// each is a figure of one row, which adds up or averages what is of that row; nil where it counts, or counts some rows here and others there.
func (t Teacher) each(called string, e statement.Expr, tables []*Table, m *Metric) *Column {
	if !m.Aggregate {
		return nil
	}
	plain := true
	one := e.Map(func(part statement.Expr) statement.Expr {
		whole, rows := part.Unfiltered()
		fn, args, star, distinct, call := whole.AsCall()
		if !call || !part.Aggregate() || slices.ContainsFunc(args, statement.Expr.Aggregate) {
			return part
		}
		if star || distinct || len(args) != 1 || fn != "sum" && fn != "avg" || rows.IsZero() != (m.Counts == nil) {
			plain = false
			return part
		}
		return args[0]
	})
	if !plain {
		return nil
	}
	c := t.figure(called, nil, one, tables)
	if !m.InHundred() {
		c.High = 1 // a number in percent is a part of one
	}
	return c
}

// takenWays are the aggregates by which the values of a figure are taken where that is said, and what the figure is called then.
var takenWays = []struct{ fn, called string }{{"avg", "average "}, {"median", "median "}, {"max", "greatest "}, {"min", "least "}}

// otherwise are the figure's values taken in other ways than its own.
func (t Teacher) otherwise(called string, e statement.Expr, tables []*Table) map[string]*Column {
	var call statement.Expr
	n, own := 0, ""
	e.Walk(func(part statement.Expr) bool {
		fn, args, star, distinct, ok := part.AsCall()
		if ok && part.Aggregate() && !slices.ContainsFunc(args, statement.Expr.Aggregate) {
			n++
			if len(args) == 1 && !star && !distinct && (fn == "sum" || fn == "avg") {
				call, own = part, fn
			}
			return false
		}
		return true
	})
	if n != 1 || own == "" {
		return nil
	}
	inner, rows := call.Unfiltered()
	_, args, _, _, _ := inner.AsCall()
	out := map[string]*Column{}
	for _, way := range takenWays {
		if way.fn == own || own == "sum" && (way.fn == "max" || way.fn == "min") {
			continue // the highest revenue is some group's, not a row's
		}
		made := statement.Call(way.fn, args...)
		if way.fn == "median" {
			made = statement.Call("percentile_cont", statement.Literal(0.5)).WithinGroup(statement.Key{Expr: args[0]})
		}
		if !rows.IsZero() {
			made = made.Filter(rows)
		}
		out[way.fn] = t.figure(way.called+called, nil, e.Map(func(part statement.Expr) statement.Expr {
			if part.Equal(call) {
				return made
			}
			return part
		}), tables)
	}
	return out
}

// Side is an aggregate over the rows of the first of its tables, that has no word of its own.
func (t Teacher) Side(e statement.Expr, tables []*Table) *Column {
	return t.figure(e.SQL(), nil, e, tables)
}

func (t Teacher) figure(called string, words []string, e statement.Expr, tables []*Table) *Column {
	return t.x.figure(called, words, &Metric{Expression: e, Aggregate: e.Aggregate(), Tables: tables})
}

// Condition makes a word say that rows meet a condition: it is a value of a column of yes and no.
func (t Teacher) Condition(word, name string, e statement.Expr, tables []*Table) *Column {
	c := t.x.computed(name, lemmas(Words(name)), tables[0])
	c.Type, c.Role, c.Distinct, c.Complete = db.Boolean, Flag, 2, true
	c.Condition = &Metric{Expression: e, Tables: tables}
	t.value(word, c, true, name)
	return c
}

// Also makes a further word stand for a figure or a condition.
func (t Teacher) Also(word string, c *Column) {
	if c.Condition != nil {
		t.value(word, c, true, word)
		return
	}
	said := t.unless(word, func(n name) bool { return c.Metric != nil && n.column == nil })
	t.add(name{table: c.Table, column: c}, told(said))
	if c.Metric != nil {
		t.turnover(word, c)
	}
}

// Became says of a word for rows at which moment they came to be so: cancelled_at of "cancelled", whatever the condition is.
func (t Teacher) Became(word string, moment *Column) {
	if t.x.became == nil {
		t.x.became = map[string]*Column{}
	}
	t.x.became[strings.Join(Words(word), " ")] = moment
}

// State says of rows that meet a condition at which moment they came to, and how they are called: names by the words that stand for them.
func (t Teacher) State(e statement.Expr, tables []*Table, moment *Column, said map[string]string) {
	t.x.States = append(t.x.States, &Metric{Expression: e, Tables: tables, Moment: moment, Said: said})
}

// Became is the moment at which rows came to be what a taught word says; nil where none is known.
func (x *Index) Became(word string) *Column { return x.became[strings.ToLower(word)] }

// Value makes words stand for a value of a column.
func (t Teacher) Value(words string, c *Column, value db.Value, text string) {
	t.value(words, c, value, text)
}

func (t Teacher) value(words string, c *Column, value db.Value, text string) {
	said := Words(words)
	keys := []string{strings.Join(said, " ")}
	if last := len(said) - 1; last >= 0 && Lemma(said[last]) != said[last] {
		keys = append(keys, strings.Join(append(slices.Clone(said[:last]), Lemma(said[last])), " "))
	}
	for _, key := range keys {
		v := t.x.values
		v.whole[key] = slices.DeleteFunc(v.whole[key], func(m ValueMatch) bool { return m.Column.Table == c.Table })
		v.whole[key] = append([]ValueMatch{{Column: c, Value: value, Text: text, Whole: true}}, v.whole[key]...)
		v.count++
		v.bytes += 2*len(text) + 96
		v.long = max(v.long, min(len(said), 10))
	}
}

// told is a name that a person gave: as good as the one that is written.
func told(words []string) Name { return Name{words, 1, Written} }

// fresh are the lemmas of words, which name nothing else from now on.
func (t Teacher) fresh(words string) []string {
	return t.unless(words, func(name) bool { return false })
}

// unless are the lemmas of words, which name nothing else from now on but what stays: rows are called "sales" all the same where
// sales are what they come to.
func (t Teacher) unless(words string, stays func(name) bool) []string {
	list := lemmas(Words(words))
	if len(list) == 0 {
		return nil
	}
	rarest := slices.MinFunc(list, func(a, b string) int { return len(t.x.postings[a]) - len(t.x.postings[b]) })
	for _, at := range slices.Clone(t.x.postings[rarest]) {
		if !t.x.called(at.name, list) || stays(t.x.names[at.name]) {
			continue
		}
		for _, w := range list {
			t.x.postings[w] = slices.DeleteFunc(t.x.postings[w], func(p posting) bool { return p.name == at.name })
		}
	}
	return list
}

// called says that a name is just these words, in this order, each by itself.
func (x *Index) called(id int, words []string) bool {
	if len(x.names[id].weight) != len(words) {
		return false
	}
	for at, w := range words {
		if !slices.ContainsFunc(ofName(x.postings[w], id), func(p posting) bool { return p.at == at }) {
			return false
		}
	}
	return true
}

// Key tells a key that the database does not declare, or that one is to be preferred among several: from and to are its
// columns, pairwise. The role says which part the other row plays; empty for the one that is meant where none is said.
func (t Teacher) Key(from, to []*Column, role string) {
	part := lemmas(Words(role))
	g := t.x.Graph
	if other := to[0].Table; len(to) == 1 && other.key() == nil && len(other.Primary) == 0 {
		other.own = to[0]
	}
	for _, e := range g.Edges {
		if slices.Equal(e.FromColumns, from) && slices.Equal(e.ToColumns, to) {
			e.Declared, e.Preferred, e.Part = true, true, part
			g.forget()
			return
		}
	}
	g.add(&Edge{From: from[0].Table, To: to[0].Table, FromColumns: from, ToColumns: to, Declared: true, Preferred: true, Part: part})
	for _, c := range from {
		c.Role = Reference
	}
	g.forget()
}

// Moment makes a column the one that says when a row came to be.
func (t Teacher) Moment(c *Column) {
	c.Role = Moment
	c.Table.Moment, c.Table.Timed = c, true
}

// Label makes columns what a row of their table is called.
func (t Teacher) Label(columns []*Column) {
	columns[0].Table.Label = columns
	for _, c := range columns {
		c.Role = Label
	}
}

// Hide lets no question find the columns, nor "every column" show them. It comes before all else.
func (t Teacher) Hide(columns ...*Column) {
	for _, c := range columns {
		c.Hidden = true
	}
	t.x.finish()
}

func lemmas(words []string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = Lemma(w)
	}
	return out
}
