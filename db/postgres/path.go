package postgres

import (
	"context"
	"errors"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// closedPath is what the server calls the path of closePath.
const closedPath = "pg_catalog, pg_temp"

// closedPathQuoted is what a session with quote_all_identifiers calls it.
const closedPathQuoted = `"pg_catalog", "pg_temp"`

// errOtherPath says that the session searches other schemas than parley thought.
var errOtherPath = errors.New("the session has another search path")

// searchPath is where the person's statements look for names.
type searchPath struct {
	text    string   // the setting, as SHOW gives it
	schemas []string // what it comes to, pg_catalog included
}

// array is the path as a name[].
func (p searchPath) array() []byte { return []byte(arrayText(p.schemas)) }

// short is the name of a type, which the server qualifies with the schema, as a person on this path would write it.
func (p searchPath) short(typeName string) string {
	for _, schema := range p.schemas {
		for _, prefix := range []string{schema + ".", quote(schema) + "."} {
			if rest, found := strings.CutPrefix(typeName, prefix); found {
				return rest
			}
		}
	}
	return typeName
}

// searches is the path as it was when it was learned last.
func (d *Database) searches() searchPath {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.path
}

// learnPath asks the session for its path.
func (d *Database) learnPath(ctx context.Context, conn *pgconn.PgConn) error {
	answers, err := exchange(ctx, conn, question{sql: beginReadOnly}, question{sql: showPath}, question{sql: askVisible})
	var path searchPath
	if len(answers) > 1 && len(firstRow(answers[1])) == 1 {
		path.text = answers[1][0][0]
	} else if err == nil {
		err = errors.New("the server does not say which schemas it searches")
	}
	if len(answers) > 2 && len(firstRow(answers[2])) == 1 {
		path.schemas = arrayElements(answers[2][0][0])
	}
	if err != nil {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.path = path
	return nil
}

// question is one of parley's, with its arguments.
type question struct {
	sql   string
	args  [][]byte
	cells int // of each row of the answer; 0 where whoever reads it counts them
}
