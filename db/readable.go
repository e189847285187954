package db

import "parley/db/statement"

// Readable is the text to send to an engine of dialect d for a statement that the guard lets pass; a *statement.Refusal
// for one that it does not. Every Database calls it before anything else.
func Readable(stmt *statement.Statement, d statement.Dialect) (string, error) {
	if err := stmt.Guard(); err != nil {
		return "", err
	}
	if stmt.Dialect() == d {
		return stmt.SQL(), nil
	}
	rendered, err := stmt.Render(d)
	if err != nil {
		return "", err
	}
	return rendered.SQL(), rendered.Guard()
}
