package postgres

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"parley/db"
)

const (
	// sampled is how many rows of a table are looked at where the server has no statistics.
	sampled = 20_000
	// longestValue is how long a text may be, in characters, to be worth knowing by heart.
	longestValue = 200
	// valuesTimeout bounds the look at one column: a view may hide a large join.
	valuesTimeout = 2 * time.Second
)

// askStatistics gives the planner's common values of a column, and whether they are all there are: as many as it counts
// distinct values. n_distinct is negative where it grows with the table; the values are then not complete.
const askStatistics = `
SELECT v, s.n_distinct::text, array_length(s.most_common_vals::text::text[], 1)::text,
	(SELECT a.atttypid FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_class c ON c.oid = a.attrelid
		JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
		WHERE n.nspname = s.schemaname AND c.relname = s.tablename AND a.attname = s.attname)
FROM pg_catalog.pg_stats s, unnest(s.most_common_vals::text::text[]) WITH ORDINALITY AS u(v, place)
WHERE s.tablename = $2 AND s.attname = $3 AND NOT s.inherited
	AND s.schemaname = CASE WHEN $1 <> '' THEN $1 ELSE (SELECT n.nspname FROM pg_catalog.pg_class c
		JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE c.relname = $2 AND pg_catalog.pg_table_is_visible(c.oid) LIMIT 1) END
	AND (SELECT c.reltuples FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
		WHERE c.relname = $2 AND n.nspname = s.schemaname) > $4::bigint
ORDER BY place`

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
	args := [][]byte{[]byte(table.Schema), []byte(table.Name), []byte(column), []byte(strconv.Itoa(sampled))}
	r, err := d.run(ctx, request{sql: askStatistics, args: args, timeout: valuesTimeout})
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
	sql := fmt.Sprintf(`SELECT v, (SELECT count(*) FROM (SELECT 1 FROM %s LIMIT %d) AS c) FROM (SELECT %s AS v FROM %s LIMIT %d) AS s
		WHERE length(v::text) <= %d GROUP BY v ORDER BY count(*) DESC, v LIMIT %d`, from, sampled, name, from, sampled, longestValue, limit+1)
	r, err := d.run(ctx, request{sql: sql, timeout: valuesTimeout})
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

func quoteTable(t db.TableName) string {
	if t.Schema == "" {
		return quote(t.Name)
	}
	return quote(t.Schema) + "." + quote(t.Name)
}
