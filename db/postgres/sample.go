package postgres

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"parley/db"
)

const (
	// sampleTimeout bounds the look at one table on the server.
	sampleTimeout = 2 * time.Second
	// counted is up to how many rows a table is looked at without a question to the planner's statistics.
	counted = 2_000
	// spread is how many times the sample a table must have for the sample to be spread over its pages, and those of its partitions.
	spread = 2
	// spreadTogether is of how many columns the ends and fill are asked in one pass: PostgreSQL takes 1,664 expressions.
	spreadTogether = 500
	// longestList is how many of the planner's common values are taken.
	longestList = 100
)

var _ db.Sampler = (*Database)(nil)

// sampling is what is asked about one table: its statistics, or a sample of its rows; known are values that statistics have told.
type sampling struct {
	table   int
	rows    int64 // by the planner's estimate
	columns []db.Column
	stats   bool
	known   []db.ColumnSample
	unique  map[string]bool // texts of which no row has that of another, by the planner's statistics
}

// spread says that the sample is of rows from all over the table: few of them are still not all.
func (s sampling) spread() bool { return s.rows > spread*sampled }

// Sample takes the planner's statistics of tables that are large, and a sample of the rows for what they do not tell.
func (d *Database) Sample(ctx context.Context, tables []db.SampleOf, texts, numbers int, found func(table int, columns []db.ColumnSample)) {
	var questions []question
	var asked []sampling
	for i, t := range tables {
		t.Columns = d.open(t)
		if t.Rows == 0 && len(t.Columns) > 0 {
			found(i, empty(t.Columns))
			continue
		}
		if len(t.Columns) == 0 || !d.onlyReads(ctx, t.Table) {
			continue
		}
		if from, ok := d.home(t.Table); ok && t.Rows <= counted || ok && !d.facts.stats {
			s := sampling{table: i, rows: t.Rows, columns: t.Columns}
			questions, asked = append(questions, d.rowsQuestion(from, t, s, texts, numbers)), append(asked, s)
		} else if ok {
			questions = append(questions, question{sql: askTableStatistics, args: [][]byte{[]byte(from)}, cells: 5})
			asked = append(asked, sampling{table: i, rows: t.Rows, columns: t.Columns, stats: true})
		}
	}
	var rest []question
	var left []sampling
	d.look(ctx, questions, sampleTimeout, func(at int, rows [][]string) {
		s := asked[at]
		if !s.stats {
			found(s.table, d.sampleOf(s, rows, texts, numbers))
			return
		}
		t := tables[s.table]
		known, missing := d.statisticsOf(s.columns, t.Rows, rows, texts, numbers)
		s.unique = uniqueTexts(s.columns, rows)
		if t.Rows > sampled {
			found(s.table, known)
			s.columns, known = missing, nil
		}
		if from, ok := d.home(t.Table); ok && len(s.columns) > 0 {
			s.known = known
			rest = append(rest, d.rowsQuestion(from, t, s, texts, numbers))
			left = append(left, s)
		}
	})
	d.look(ctx, rest, sampleTimeout, func(at int, rows [][]string) {
		samples := d.sampleOf(left[at], rows, texts, numbers)
		for _, k := range left[at].known {
			if i := slices.IndexFunc(samples, func(s db.ColumnSample) bool { return s.Column == k.Column }); i >= 0 {
				samples[i].Values, samples[i].Complete = k.Values, k.Complete
			}
		}
		found(left[at].table, samples)
	})
}

// uniqueTexts are the texts of which no row has that of another, by the planner's statistics: none is commoner than the others, and
// grouping them takes most of the time of a look.
func uniqueTexts(columns []db.Column, rows [][]string) map[string]bool {
	out := map[string]bool{}
	for _, row := range rows {
		const allApart = "-1" // n_distinct, as a share of the rows
		if i := slices.IndexFunc(columns, func(c db.Column) bool { return c.Name == row[0] }); i >= 0 && row[1] == allApart && plainText(columns[i]) {
			out[row[0]] = true
		}
	}
	return out
}

// empty says of the columns of a table without rows that they have no values.
func empty(columns []db.Column) []db.ColumnSample {
	out := make([]db.ColumnSample, len(columns))
	for i, c := range columns {
		out[i] = db.ColumnSample{Column: c.Name, Complete: true, Whole: true}
	}
	return out
}

// open are the columns that the role may read, of kinds that are grouped without code of others.
func (d *Database) open(t db.SampleOf) []db.Column {
	d.mu.Lock()
	defer d.mu.Unlock()
	var out []db.Column
	for _, c := range t.Columns {
		if _, known := oidOfKind[c.Type]; known && !slices.Contains(d.closed[t.Table], c.Name) {
			out = append(out, c)
		}
	}
	return out
}

// rowsQuestion asks for the values of columns that are not known in passes over a sample of the rows, and for the ends and fill of
// all in one.
func (d *Database) rowsQuestion(from string, t db.SampleOf, of sampling, texts, numbers int) question {
	var names, parts, spreads []string
	columns, kept := of.columns, "NOT MATERIALIZED" // read once, or in part again
	for first := 0; first < len(columns); first += spreadTogether {
		var measured []string
		for i := first; i < min(first+spreadTogether, len(columns)); i++ {
			ask, least, greatest := askSampleFilled, "''", "''"
			if ranged(columns[i].Type) {
				ask = askSampleRange
				least, greatest = fmt.Sprintf("pg_catalog.format('%%s', n.least%d)", i), fmt.Sprintf("pg_catalog.format('%%s', n.greatest%d)", i)
			}
			d.count(&d.sampled)
			names = append(names, fmt.Sprintf("t.%s AS c%d", quote(columns[i].Name), i))
			measured = append(measured, fmt.Sprintf(ask, i))
			parts = append(parts, fmt.Sprintf(askSampleSpread, i, least, greatest, "n"+strconv.Itoa(len(spreads))))
			switch {
			case of.unique[columns[i].Name]:
				parts = append(parts, fmt.Sprintf(askSampleAny, i, longestValue, limitOf(columns[i], texts, numbers)+1, "n0", "s", d.byteWise(columns[i])))
			case !slices.ContainsFunc(of.known, func(k db.ColumnSample) bool { return k.Column == columns[i].Name }):
				kept = "MATERIALIZED"
				parts = append(parts, fmt.Sprintf(askSampleColumn, i, shortOnly(columns[i], i), limitOf(columns[i], texts, numbers)+1, "n0", "s", d.byteWise(columns[i])))
			}
		}
		spreads = append(spreads, fmt.Sprintf("n%d AS MATERIALIZED (%s)", len(spreads), fmt.Sprintf(askSampleSpreads, "s", strings.Join(measured, ", "))))
	}
	rows := fmt.Sprintf(askFirstRows, strings.Join(names, ", "), from, sampled)
	if of.spread() {
		percent := strconv.FormatFloat(100*sampled/float64(t.Rows), 'f', 6, 64)
		rows = fmt.Sprintf(askSpreadRows, strings.Join(names, ", "), from, sampled, percent)
	}
	return question{sql: "WITH s AS " + kept + " (" + rows + "), " + strings.Join(spreads, ", ") + " " + strings.Join(parts, " UNION ALL "), cells: 5}
}

// shortOnly leaves out the texts of a column that are too long, where it may have such.
func shortOnly(c db.Column, at int) string {
	column := fmt.Sprintf("r.c%d", at)
	switch {
	case ranged(c.Type) || c.Type == db.Boolean:
		return ""
	case plainText(c):
		return fmt.Sprintf(askSampleShort, column, longestValue)
	}
	return fmt.Sprintf(askSampleShort, "pg_catalog.format('%s', "+column+")", longestValue)
}

// plainText says that a column is of a type that is text itself.
func plainText(c db.Column) bool {
	return c.Native == "text" || strings.HasPrefix(c.Native, "character")
}

// byteWise orders texts by their bytes, which takes half of the time that the rules of a language take, on servers that can: it tells
// apart values that are as common.
func (d *Database) byteWise(c db.Column) string {
	if plainText(c) && strings.HasPrefix(d.facts.version, "PostgreSQL 1") {
		return ` COLLATE pg_catalog."C"`
	}
	return ""
}

// ranged says that values of the kind have a least and a greatest one worth knowing.
func ranged(t db.Type) bool { return t.Numeric() || t.Temporal() || t == db.Time }

func limitOf(c db.Column, texts, numbers int) int {
	if c.Type == db.Text {
		return texts
	}
	return numbers
}

// sampleOf puts the rows of an answer together: the column's place, a value, how many rows were looked at.
func (d *Database) sampleOf(of sampling, rows [][]string, texts, numbers int) []db.ColumnSample {
	columns, spread := of.columns, of.spread()
	out := make([]db.ColumnSample, len(columns))
	for i, c := range columns {
		out[i] = db.ColumnSample{Column: c.Name, Complete: true}
	}
	for _, row := range rows {
		at, err := strconv.Atoi(row[0])
		if err != nil || at < 0 || at >= len(columns) {
			continue
		}
		looked, _ := strconv.Atoi(row[2])
		s := &out[at]
		if row[3] != "" {
			d.measured(s, columns[at], row)
			s.Whole = s.Looked < sampled && !spread
			continue
		}
		s.Complete = s.Complete && looked < sampled && !spread
		if len(s.Values) == limitOf(columns[at], texts, numbers) {
			s.Complete = false
			continue
		}
		s.Values = append(s.Values, d.valueOf(columns[at], row[1]))
	}
	return out
}

// measured reads how many rows were looked at of a column, how many of them are empty, and its ends.
func (d *Database) measured(s *db.ColumnSample, c db.Column, row []string) {
	s.Looked, _ = strconv.ParseInt(row[2], 10, 64)
	s.Nulls, _ = strconv.ParseInt(row[3], 10, 64)
	if row[1] != "" && row[4] != "" {
		s.Least, s.Greatest = d.valueOf(c, row[1]), d.valueOf(c, row[4])
	}
}

// spreadOf takes what the planner knows of a column's ends and its empty rows: common values and the bounds of the histogram are
// values of the table, some of them close to the ends.
func (d *Database) spreadOf(s *db.ColumnSample, c db.Column, rows int64, row []string) {
	empty, err := strconv.ParseFloat(row[3], 64)
	if err != nil || rows <= 0 {
		return
	}
	s.Looked, s.Nulls = rows, int64(empty*float64(rows))
	if values := append(arrayElements(row[2]), arrayElements(row[4])...); ranged(c.Type) && len(values) > 0 {
		before := func(a, b string) int { return order(c.Type, a, b) }
		s.Least, s.Greatest = d.valueOf(c, slices.MinFunc(values, before)), d.valueOf(c, slices.MaxFunc(values, before))
	}
}

// order compares two texts of the server: numbers by what they are worth, times as they are written.
func order(t db.Type, a, b string) int {
	if x, err := strconv.ParseFloat(a, 64); err == nil && t.Numeric() {
		if y, err := strconv.ParseFloat(b, 64); err == nil {
			return cmp.Compare(x, y)
		}
	}
	return strings.Compare(a, b)
}

// statisticsOf reads the planner's common values, of numbers and times without any the bounds of the histogram; missing are the
// columns of which it knows none, and texts of which it does not know all where a sample has every row.
func (d *Database) statisticsOf(columns []db.Column, estimate int64, rows [][]string, texts, numbers int) (known []db.ColumnSample, missing []db.Column) {
	byName := map[string][]string{}
	for _, row := range rows {
		byName[row[0]] = row
	}
	for _, c := range columns {
		row := byName[c.Name]
		if row == nil || row[2] == "" && (!ranged(c.Type) || row[4] == "") {
			missing = append(missing, c)
			continue
		}
		list := arrayElements(row[2])
		s := db.ColumnSample{Column: c.Name, Complete: len(list) > 0 && row[1] == strconv.Itoa(len(list))}
		if c.Type == db.Text && !s.Complete && estimate <= sampled {
			missing = append(missing, c)
			continue
		}
		if len(list) == 0 {
			list = arrayElements(row[4])
		}
		for _, text := range list[:min(len(list), limitOf(c, texts, numbers), longestList)] {
			if len(text) <= longestValue {
				s.Values = append(s.Values, d.valueOf(c, text))
			}
		}
		s.Complete = s.Complete && len(s.Values) == len(list)
		d.spreadOf(&s, c, estimate, row)
		known = append(known, s)
	}
	return known, missing
}

// valueOf is a text of the server as the kind of the column has it. Blanks that fill a text up to the length of its type are no part of it.
func (d *Database) valueOf(c db.Column, text string) db.Value {
	if strings.HasPrefix(c.Native, "character(") {
		text = strings.TrimRight(text, " ")
	}
	return decoderOf(oidOfKind[c.Type], c.Type)([]byte(text))
}

// oidOfKind is a type of each kind, to decode by: texts of the server look alike within a kind.
var oidOfKind = map[db.Type]uint32{
	db.Text: 25, db.Integer: 20, db.Decimal: 1700, db.Boolean: 16, db.Date: 1082, db.Timestamp: 1114, db.Time: 1083, db.Interval: 1186,
}
