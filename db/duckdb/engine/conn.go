package engine

import (
	"errors"
	"fmt"
	"regexp"

	duck "github.com/duckdb/duckdb-go-bindings"

	"parley/db"
)

// engine is an open database file. It is used on DuckDB's own interface, because the driver for database/sql runs all
// statements of a text but the last while it prepares it, and keeps a whole result in memory.
type engine struct{ ptr duck.Database }

// config is DuckDB's settings at opening, by name.
type config map[string]string

func openEngine(path string, c config) (*engine, error) {
	var settings duck.Config
	if duck.CreateConfig(&settings) == duck.StateError {
		return nil, errors.New("DuckDB has no settings")
	}
	defer duck.DestroyConfig(&settings)
	for name, value := range c {
		if duck.SetConfig(settings, name, value) == duck.StateError {
			return nil, fmt.Errorf("DuckDB does not know the setting %s", name)
		}
	}
	e, message := &engine{}, ""
	if duck.OpenExt(path, &e.ptr, settings, &message) == duck.StateError {
		return nil, errors.New(message)
	}
	return e, nil
}

func (e *engine) close() { duck.Close(&e.ptr) }

func (e *engine) connect() (*conn, error) {
	c := &conn{}
	if duck.Connect(e.ptr, &c.ptr) == duck.StateError {
		return nil, errors.New("DuckDB makes no connection")
	}
	c.interrupter.Interrupt = func() { duck.Interrupt(c.ptr) }
	return c, nil
}

// conn is one connection, used by one statement at a time.
type conn struct {
	ptr         duck.Connection
	interrupter db.Interrupter
}

func (c *conn) close() { duck.Disconnect(&c.ptr) }

// exec runs one of parley's own statements.
func (c *conn) exec(sql string) error {
	var result duck.Result
	defer duck.DestroyResult(&result)
	if duck.Query(c.ptr, sql, &result) == duck.StateError {
		return errors.New(duck.ResultError(&result))
	}
	return nil
}

// number runs one of parley's own questions, whose answer is one whole number.
func (c *conn) number(sql string) (n int64, err error) {
	err = c.value(sql, duck.TypeBigInt, func(answer *cell) { n = answer.integer(0) })
	return n, err
}

// text runs one of parley's own questions, whose answer is one text.
func (c *conn) text(sql string) (s string, err error) {
	err = c.value(sql, duck.TypeVarchar, func(answer *cell) { s = string(answer.bytes(0)) })
	return s, err
}

// value takes the one value of an answer, unless it is NULL.
func (c *conn) value(sql string, kind duck.Type, take func(answer *cell)) error {
	var result duck.Result
	defer duck.DestroyResult(&result)
	if duck.Query(c.ptr, sql, &result) == duck.StateError {
		return errors.New(duck.ResultError(&result))
	}
	chunk := duck.FetchChunk(result)
	if chunk.Ptr == nil {
		return errors.New("DuckDB gave no answer")
	}
	defer duck.DestroyDataChunk(&chunk)
	answer := cell{kind: kind}
	answer.point(duck.DataChunkGetVector(chunk, 0))
	if !answer.null(0) {
		take(&answer)
	}
	return nil
}

// reshapes finds the form of a query that DuckDB makes a type for first, of the values that it finds.
var reshapes = regexp.MustCompile(`(?i)\bpivot(_wider)?\b`)

// prepare compiles a text that must be exactly one statement of the kind: SELECT, or EXPLAIN of a text that was found to be
// one. Nothing runs while it is looked at.
func (c *conn) prepare(sql string, kind duck.StatementType) (duck.PreparedStatement, error) {
	var prepared duck.PreparedStatement
	var extracted duck.ExtractedStatements
	count := duck.ExtractStatements(c.ptr, sql, &extracted)
	defer duck.DestroyExtracted(&extracted)
	if count == 0 {
		return prepared, failure(duck.ExtractStatementsError(extracted))
	}
	if count > 1 && reshapes.MatchString(sql) {
		return prepared, &db.Error{Kind: db.ReadOnly, Message: "To DuckDB, PIVOT is more than one statement unless it says which values become columns.",
			Hint: "Name them behind the column: ON city IN ('Oslo', 'Rome').", Position: -1}
	}
	if count > 1 {
		return prepared, &db.Error{Kind: db.ReadOnly, Message: "Only one statement runs at a time.", Hint: "Remove what follows the first one.", Position: -1}
	}
	if duck.PrepareExtractedStatement(c.ptr, extracted, 0, &prepared) == duck.StateError {
		defer duck.DestroyPrepare(&prepared)
		return prepared, failure(duck.PrepareError(prepared))
	}
	if duck.PreparedStatementType(prepared) != kind {
		defer duck.DestroyPrepare(&prepared)
		return prepared, &db.Error{Kind: db.ReadOnly, Message: "DuckDB says that this statement does more than read.", Hint: db.WriteHint, Position: -1}
	}
	return prepared, nil
}
