package postgres

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"parley/db"
	"parley/db/statement"
)

const (
	// sampled is how many rows of a table are looked at where the server has no statistics.
	sampled = 20_000
	// longestValue is how long a text may be, in characters, to be worth knowing by heart.
	longestValue = 200
	// valuesTimeout bounds the look at one column: a view may hide a large join.
	valuesTimeout = 2 * time.Second
)

// Values returns the distinct values of a column, commonest first: of a large table those that the planner knows, else
// those of its first rows.
func (d *Database) Values(ctx context.Context, table db.TableName, column string, limit int) ([]db.Value, bool, error) {
	if d.facts.stats {
		values, complete, err := d.statistics(ctx, table, column)
		if err == nil && len(values) > 0 {
			return cut(values, limit, complete)
		}
	}
	return d.sample(ctx, table, column, limit)
}

func cut(values []db.Value, limit int, complete bool) ([]db.Value, bool, error) {
	if len(values) > limit {
		return values[:limit], false, nil
	}
	return values, complete, nil
}

func (d *Database) statistics(ctx context.Context, table db.TableName, column string) (values []db.Value, complete bool, err error) {
	args := [][]byte{d.searches().array(), []byte(table.Schema), []byte(table.Name), []byte(column), []byte(strconv.Itoa(sampled))}
	r, err := d.run(ctx, request{sql: askStatistics, args: args, own: true, timeout: valuesTimeout, cells: 4})
	if err != nil {
		return nil, false, err
	}
	defer r.Close()
	for r.Next(ctx) {
		row := r.Row()
		values = append(values, d.typed(row[0], row[3]))
		complete = row[1] == row[2]
	}
	return values, complete, r.Err()
}

// typed is a value of the statistics, which are text, as the column's type has it.
func (d *Database) typed(text, oid db.Value) db.Value {
	number, ok := oid.(int64)
	if !ok || text == nil {
		return text
	}
	return decoderOf(uint32(number), d.typeInfo(uint32(number)).kind)([]byte(db.Format(text)))
}

// sample reads the values as they stand among the first rows; those that are too long are left out. Types that cannot be
// compared (json, point) are an error.
func (d *Database) sample(ctx context.Context, table db.TableName, column string, limit int) ([]db.Value, bool, error) {
	from, name := quoteTable(table), quote(column)
	sql := fmt.Sprintf(askSample, from, name, sampled, longestValue, limit+1)
	uses := statement.Uses{Tables: []statement.Named{{Schema: table.Schema, Name: table.Name}}}
	d.count(&d.sampled)
	r, err := d.run(ctx, request{sql: sql, uses: &uses, timeout: valuesTimeout, kept: true, cells: 2})
	if err != nil {
		return nil, false, err
	}
	defer r.Close()
	var values []db.Value
	complete := true
	for r.Next(ctx) {
		values = append(values, r.Row()[0])
		rows, _ := r.Row()[1].(int64)
		complete = rows < sampled
	}
	if r.Err() != nil {
		return nil, false, r.Err()
	}
	return cut(values, limit, complete)
}

// count counts what parley asks by itself, for the proof.
func (d *Database) count(what *int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	*what++
}

func quoteTable(t db.TableName) string {
	if t.Schema == "" {
		return quote(t.Name)
	}
	return quote(t.Schema) + "." + quote(t.Name)
}
