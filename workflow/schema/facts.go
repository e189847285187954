package schema

import (
	"context"
	"slices"
	"time"

	"parley/db"
	"parley/db/statement"
)

// Facts are what was read of a database's rows when it was indexed: samples of columns, tests of references, tables of codes.
// With the catalogue they make the index again without reading anything. They are data of the database: private, and when
// they come from a file, not to be trusted: whatever they name that the catalogue does not have is passed over.
type Facts struct {
	// Taken is when they were read, Took how long that was.
	Taken  time.Time
	Took   time.Duration
	Tables []TableFacts
	Tests  []ReferenceFact
	Codes  []CodeFacts
	// Partial says that the reading was broken off.
	Partial bool
}

// TableFacts are the samples of a table's columns.
type TableFacts struct {
	Table   db.TableName
	Columns []db.ColumnSample
}

// ReferenceFact is what the rows say about a reference.
type ReferenceFact struct {
	db.Reference
	db.Inclusion
}

// CodeFacts is a table of codes: type, code, meaning, a row each.
type CodeFacts struct {
	Table db.TableName
	Rows  [][3]string
}

// reader tells what the rows of a database say: the database itself, or what was kept of it.
type reader interface {
	samples(ctx context.Context, x *Index, limits Limits)
	// inclusions answers references in their order; nil where nobody can.
	inclusions(ctx context.Context, refs []db.Reference) []db.Inclusion
	codes(ctx context.Context, t codeTable) [][3]string
	taken() time.Time
}

var (
	_ reader = (*live)(nil)
	_ reader = kept{}
)

// live reads the database and writes down what it said.
type live struct {
	database db.Database
	facts    *Facts
}

func (l *live) inclusions(ctx context.Context, refs []db.Reference) []db.Inclusion {
	referrer, ok := l.database.(db.Referrer)
	if !ok {
		return nil
	}
	found := referrer.Inclusions(ctx, refs)
	for i, in := range found {
		if in.Known {
			l.facts.Tests = append(l.facts.Tests, ReferenceFact{refs[i], in})
		}
	}
	return found
}

func (l *live) codes(ctx context.Context, t codeTable) [][3]string {
	rows := readMeanings(ctx, l.database, t)
	l.facts.Codes = append(l.facts.Codes, CodeFacts{t.kind.Table.TableName, rows})
	return rows
}

func (l *live) taken() time.Time { return l.facts.Taken }

// samples reads the values of columns, bounded, of all tables at once where the database can do that.
func (l *live) samples(ctx context.Context, x *Index, limits Limits) {
	reading, stop := context.WithTimeout(ctx, limits.Time)
	defer stop()
	if sampler, ok := l.database.(db.Sampler); ok {
		l.sampleAll(reading, x, sampler, limits)
	} else {
		l.sampleEach(reading, x, limits)
	}
	l.facts.Partial = reading.Err() != nil
}

// note indexes samples of a table and writes them down.
func (l *live) note(x *Index, t *Table, columns []db.ColumnSample, limits Limits) {
	if len(columns) == 0 {
		return
	}
	columns = x.within(columns, limits)
	l.facts.Tables = append(l.facts.Tables, TableFacts{t.TableName, columns})
	x.takeAll(t, columns)
}

func (l *live) sampleAll(ctx context.Context, x *Index, sampler db.Sampler, limits Limits) {
	var asked []db.SampleOf
	for _, t := range x.Tables {
		of := db.SampleOf{Table: t.TableName, Rows: t.Rows}
		for _, c := range t.Columns {
			if c.readable() {
				of.Columns = append(of.Columns, *c.Column)
			}
		}
		asked = append(asked, of)
	}
	sampler.Sample(ctx, asked, limits.PerColumn, numberSample, func(table int, columns []db.ColumnSample) {
		l.note(x, x.Tables[table], columns, limits)
	})
}

// sampleEach reads one column after the other, and the ranges of a table's columns together.
func (l *live) sampleEach(ctx context.Context, x *Index, limits Limits) {
	for _, t := range x.Tables {
		if ctx.Err() != nil {
			return
		}
		var columns []db.ColumnSample
		for _, c := range t.Columns {
			if !c.readable() || ctx.Err() != nil {
				continue
			}
			limit := limits.PerColumn
			if !c.texts() {
				limit = numberSample
			}
			if values, complete, err := l.database.Values(ctx, t.TableName, c.Name, limit); err == nil {
				columns = append(columns, db.ColumnSample{Column: c.Name, Values: values, Complete: complete})
			}
		}
		l.measure(ctx, t, columns)
		l.note(x, t, columns, limits)
	}
}

// rangeRows is up to how many rows a table is looked at whole for its ranges; of a bigger one, that many are. rangeColumns and
// rangeTime bound the look at one table.
const (
	rangeRows    = 200_000
	rangeColumns = 300
	rangeTime    = time.Second
)

// measure reads the ends of a table's columns and how many of them are empty, in one pass.
func (l *live) measure(ctx context.Context, t *Table, columns []db.ColumnSample) {
	if len(columns) == 0 || len(columns) > rangeColumns {
		return
	}
	inner, outer := statement.NewQuery(), statement.NewQuery()
	inner.From = []statement.Source{{Schema: t.Schema, Table: t.Name}}
	inner.Limit = statement.Literal(int64(rangeRows))
	outer.Items = []statement.Item{{Expr: statement.CountStar()}}
	for _, c := range columns {
		column := statement.Column("", c.Column)
		inner.Items = append(inner.Items, statement.Item{Expr: column})
		outer.Items = append(outer.Items, statement.Item{Expr: statement.Call("count", column)})
		if t.Column(c.Column).ranged() {
			outer.Items = append(outer.Items, statement.Item{Expr: statement.Call("min", column)}, statement.Item{Expr: statement.Call("max", column)})
		}
	}
	outer.From = []statement.Source{{Query: inner, Alias: "looked"}}
	row := l.row(ctx, outer)
	if len(row) != len(outer.Items) {
		return
	}
	looked, _ := row[0].(int64)
	at := 1
	for i := range columns {
		c := &columns[i]
		filled, _ := row[at].(int64)
		c.Looked, c.Nulls, c.Whole = looked, looked-filled, looked < rangeRows
		if at++; t.Column(c.Column).ranged() {
			c.Least, c.Greatest = row[at], row[at+1]
			at += 2
		}
	}
}

// row is the one row of a question, within its time; nil where there is none.
func (l *live) row(ctx context.Context, q *statement.Query) []db.Value {
	ctx, stop := context.WithTimeout(ctx, rangeTime)
	defer stop()
	stmt, err := q.Build(l.database.Dialect())
	if err != nil {
		return nil
	}
	rows, err := l.database.Query(ctx, stmt)
	if err != nil {
		return nil
	}
	defer rows.Close()
	if !rows.Next(ctx) {
		return nil
	}
	return append([]db.Value{}, rows.Row()...)
}

// kept tells what was read before.
type kept struct{ facts *Facts }

func (k kept) taken() time.Time { return k.facts.Taken }

func (k kept) samples(_ context.Context, x *Index, limits Limits) {
	for _, t := range k.facts.Tables {
		if table := x.Table(t.Table.String()); table != nil {
			x.takeAll(table, x.within(t.Columns, limits))
		}
	}
}

func (k kept) inclusions(_ context.Context, refs []db.Reference) []db.Inclusion {
	known := make(map[db.Reference]db.Inclusion, len(k.facts.Tests))
	for _, t := range k.facts.Tests {
		known[t.Reference] = t.Inclusion
	}
	out := make([]db.Inclusion, len(refs))
	for i, r := range refs {
		out[i] = known[r]
	}
	return out
}

func (k kept) codes(_ context.Context, t codeTable) [][3]string {
	for _, c := range k.facts.Codes {
		if c.Table == t.kind.Table.TableName {
			return c.Rows
		}
	}
	return nil
}

// readable says that values of the column are looked at.
func (c *Column) readable() bool {
	return base(c.Table) && c.Type != db.Bytes && c.Type != db.JSON && !c.letsIn()
}

// letsIn says that the texts of a column are such as let people or programs in, by its name: passwords, tokens, and what is made of
// them. They are nobody's business, and no question is about them. A key that is a hash tells rows apart.
func (c *Column) letsIn() bool {
	named := c.hasAny(secrets) || secretEnds[c.Words[len(c.Words)-1]]
	return named && c.texts() && !c.isPrimary() && !c.isReference()
}

// secrets are words of the names of such columns, secretEnds those that are so only in the end: a token_type is none.
var secrets, secretEnds = wordsOf("secrets"), wordsOf("secretEnds")

// ranged says that the column has a least and a greatest value worth knowing.
func (c *Column) ranged() bool {
	return c.Type.Numeric() || c.Type.Temporal() || c.Type == db.Time || c.temporalName()
}

// Empty says that none of the tables has rows, as far as that was looked at.
func (x *Index) Empty() bool {
	return len(x.Tables) > 0 && !slices.ContainsFunc(x.Tables, func(t *Table) bool { return !t.Empty && base(t) })
}

// shortList is how many values a column may have that are all kept where the index is full: kinds and states, which rows are picked by.
const shortList = 40

// within are samples as far as there is room for their values: where the index is full, only short lists are kept whole, and where it
// has twice as many, none. Ranges, keys and how often cells are empty are known of every table all the same.
func (x *Index) within(columns []db.ColumnSample, limits Limits) []db.ColumnSample {
	most := shortList
	switch {
	case !x.full(limits, 1):
		return columns
	case x.full(limits, 2):
		most = commonest
	}
	out := slices.Clone(columns)
	for i, s := range out {
		if len(s.Values) > most {
			out[i].Values, out[i].Complete = slices.Clone(s.Values[:commonest]), false
		}
	}
	return out
}

// full says that the index holds so many times the values that are its limit.
func (x *Index) full(limits Limits, times int) bool {
	return x.values.count > times*limits.Values || x.values.bytes > times*limits.Bytes
}

// takeAll notes and indexes the samples of a table.
func (x *Index) takeAll(t *Table, columns []db.ColumnSample) {
	for _, s := range columns {
		c := t.Column(s.Column)
		if c == nil {
			continue
		}
		x.take(c, s.Values, s.Complete)
		c.Looked, c.Nulls, c.Whole, c.Least, c.Greatest = s.Looked, s.Nulls, s.Whole, s.Least, s.Greatest
		c.Common = s.Values[:min(len(s.Values), commonest)]
		c.widen()
		t.Empty = s.Whole && s.Looked == 0
	}
}

// commonest is how many of a column's commonest values are noted.
const commonest = 5

// widen brings the bounds of the numbers up to the range of the whole column.
func (c *Column) widen() {
	low, ok := number(c.Least)
	high, both := number(c.Greatest)
	if ok && both && c.Numeric {
		c.Low, c.High = min(c.Low, low), max(c.High, high)
	}
}
