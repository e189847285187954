package sqlite

import (
	"context"
	"fmt"
	"time"

	"parley/db"
)

// sampled is how many rows of a table are looked at for the values of a column.
const sampled = 20_000

// valuesTimeout bounds the look at one column: a view may hide a large join.
const valuesTimeout = 2 * time.Second

// longestValue is how long a text may be, in characters, to be worth knowing by heart.
const longestValue = 200

// Values returns the distinct values of a column, commonest first, among the first rows of the table.
func (d *Database) Values(ctx context.Context, table db.TableName, column string, limit int) ([]db.Value, bool, error) {
	ctx, cancel := context.WithTimeout(ctx, valuesTimeout)
	defer cancel()
	s, err := d.connection(ctx)
	if err != nil {
		return nil, false, err
	}
	defer s.release()
	var values []db.Value
	err = s.each(valuesSQL(table.Name, column, limit+1), func(row *stmt) { values = append(values, row.value(0)) })
	if err != nil {
		return nil, false, db.Interrupted(err, ctx)
	}
	if len(values) > limit {
		return values[:limit], false, nil
	}
	rows := s.number(fmt.Sprintf("SELECT count(*) FROM (SELECT 1 FROM %s LIMIT %d)", quote(table.Name), sampled))
	return values, rows < sampled, nil
}

func valuesSQL(table, column string, limit int) string {
	return fmt.Sprintf(`SELECT v FROM (SELECT t.%s AS v FROM %s AS t LIMIT %d)
		WHERE v IS NOT NULL AND typeof(v) <> 'blob' AND length(v) <= %d GROUP BY v ORDER BY count(*) DESC, v LIMIT %d`,
		quote(column), quote(table), sampled, longestValue, limit)
}
