package postgres

import (
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
	// spread is how many times the sample a table must have for the sample to be spread over its pages.
	spread = 10
	// spreadTogether is of how many columns the ends and fill are asked in one pass: PostgreSQL takes 1,664 expressions.
	spreadTogether = 500
	// longestList is how many of the planner's common values are taken.
	longestList = 100
)

var _ db.Sampler = (*Database)(nil)

// sampling is what is asked about one table: its statistics, or a sample of its rows.
type sampling struct {
	table   int
	columns []db.Column
	stats   bool
}

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
			questions, asked = append(questions, d.rowsQuestion(from, t, t.Columns, texts, numbers)), append(asked, sampling{i, t.Columns, false})
		} else if ok {
			questions = append(questions, question{sql: askTableStatistics, args: [][]byte{[]byte(from)}})
			asked = append(asked, sampling{i, t.Columns, true})
		}
	}
	var rest []question
	var left []sampling
	d.look(ctx, questions, sampleTimeout, func(at int, rows [][]string) {
		s := asked[at]
		if !s.stats {
			found(s.table, d.sampleOf(s.columns, rows, texts, numbers))
			return
		}
		known, missing := d.statisticsOf(s.columns, tables[s.table].Rows, rows, texts, numbers)
		found(s.table, known)
		if from, ok := d.home(tables[s.table].Table); ok && len(missing) > 0 {
			rest = append(rest, d.rowsQuestion(from, tables[s.table], missing, texts, numbers))
			left = append(left, sampling{s.table, missing, false})
		}
	})
	d.look(ctx, rest, sampleTimeout, func(at int, rows [][]string) {
		found(left[at].table, d.sampleOf(left[at].columns, rows, texts, numbers))
	})
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

// rowsQuestion asks for the values of columns in one pass over a sample of the rows, and for their ends and fill in another.
func (d *Database) rowsQuestion(from string, t db.SampleOf, columns []db.Column, texts, numbers int) question {
	var names, parts, spreads []string
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
			parts = append(parts, fmt.Sprintf(askSampleColumn, i, longestValue, limitOf(columns[i], texts, numbers)+1, "n0", "s"),
				fmt.Sprintf(askSampleSpread, i, least, greatest, "n"+strconv.Itoa(len(spreads))))
		}
		spreads = append(spreads, fmt.Sprintf("n%d AS MATERIALIZED (%s)", len(spreads), fmt.Sprintf(askSampleSpreads, "s", strings.Join(measured, ", "))))
	}
	rows := fmt.Sprintf(askFirstRows, strings.Join(names, ", "), from, sampled)
	if t.Rows > spread*sampled {
		percent := max(1, 200*sampled/t.Rows)
		rows = fmt.Sprintf(askSpreadRows, strings.Join(names, ", "), from, sampled, percent)
	}
	return question{sql: "WITH s AS MATERIALIZED (" + rows + "), " + strings.Join(spreads, ", ") + " " + strings.Join(parts, " UNION ALL ")}
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
func (d *Database) sampleOf(columns []db.Column, rows [][]string, texts, numbers int) []db.ColumnSample {
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
			continue
		}
		s.Complete = s.Complete && looked < sampled
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
	s.Whole = s.Looked < sampled
	if row[1] != "" && row[4] != "" {
		s.Least, s.Greatest = d.valueOf(c, row[1]), d.valueOf(c, row[4])
	}
}

// spreadOf takes what the planner knows of a column's ends and its empty rows: the bounds of its histogram are values of the
// table, close to the ends.
func (d *Database) spreadOf(s *db.ColumnSample, c db.Column, rows int64, row []string) {
	empty, err := strconv.ParseFloat(row[3], 64)
	if err != nil || rows <= 0 {
		return
	}
	s.Looked, s.Nulls = rows, int64(empty*float64(rows))
	if bounds := arrayElements(row[4]); ranged(c.Type) && len(bounds) > 1 {
		s.Least, s.Greatest = d.valueOf(c, bounds[0]), d.valueOf(c, bounds[len(bounds)-1])
	}
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

// valueOf is a text of the server as the kind of the column has it.
func (d *Database) valueOf(c db.Column, text string) db.Value {
	return decoderOf(oidOfKind[c.Type], c.Type)([]byte(text))
}

// oidOfKind is a type of each kind, to decode by: texts of the server look alike within a kind.
var oidOfKind = map[db.Type]uint32{
	db.Text: 25, db.Integer: 20, db.Decimal: 1700, db.Boolean: 16, db.Date: 1082, db.Timestamp: 1114, db.Time: 1083, db.Interval: 1186,
}
