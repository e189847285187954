package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5/pgconn"

	"parley/db"
)

// What a server answers to parley's own questions is kept whole, and nobody sees it grow: so it has a bound in bytes, in time and
// in form. A server that goes past it is not what it seems to be, and is left.

const (
	// mostAnswer is how much the answers of one round trip may come to, in bytes of memory. (A catalogue of 20,000 tables with 20
	// columns each takes a third of it.)
	mostAnswer = 128 << 20
	// rowBytes and cellBytes are what a row and a cell take beside their text.
	rowBytes, cellBytes = 64, 16
	// mostTime is how long the answers of one round trip may take.
	mostTime = lookTimeout
)

var (
	errEndless = &db.Error{Kind: db.TooLarge, Position: -1,
		Message: fmt.Sprintf("The server's answer to one of parley's own questions is larger than %d MB, so the connection was ended.", mostAnswer>>20),
		Hint:    "Check that this is the server you mean."}
	errMisshapen = &db.Error{Kind: db.Failed, Position: -1,
		Message: "The server's answer to one of parley's own questions has another form than PostgreSQL gives it, so the connection was ended.",
		Hint:    "Check that this is the server you mean."}
)

// allowance is what is left of the memory for an answer.
type allowance int

// take says whether a row has room, and takes it.
func (a *allowance) take(cells [][]byte) bool {
	*a -= allowance(rowBytes + cellBytes*len(cells))
	for _, cell := range cells {
		*a -= allowance(len(cell))
	}
	return *a >= 0
}

// exchange runs commands and questions in one round trip, rolls back whatever happened, and gives the rows of each.
func exchange(ctx context.Context, conn *pgconn.PgConn, questions ...question) (answers [][][]string, err error) {
	ctx, cancel := context.WithTimeout(ctx, mostTime)
	defer cancel()
	pipeline := conn.StartPipeline(ctx)
	for _, q := range questions {
		send(pipeline, q)
	}
	pipeline.SendPipelineSync()
	send(pipeline, question{sql: rollBack})
	err = pipeline.Sync()
	room := allowance(mostAnswer)
	for _, q := range questions {
		if err != nil {
			break
		}
		var rows [][]string
		if rows, err = allRows(pipeline, &room, q.cells); err == nil {
			answers = append(answers, rows)
		}
	}
	leave(conn, err)
	if closed := pipeline.Close(); err == nil {
		err = closed
	}
	return answers, err
}

// left says that what went wrong is an answer that cannot be read to its end.
func left(err error) bool { return errors.Is(err, errEndless) || errors.Is(err, errMisshapen) }

// leave ends the connection to a server that gave such an answer.
func leave(conn *pgconn.PgConn, err error) {
	if left(err) {
		_ = conn.Conn().Close()
	}
}

// onlyRow reads one result of the pipeline whole, and gives its last row.
func onlyRow(pipeline *pgconn.Pipeline) (row []string, err error) {
	room := allowance(mostAside)
	rows, err := allRows(pipeline, &room, 0)
	if len(rows) > 0 {
		row = rows[len(rows)-1]
	}
	return row, err
}

// nextResult is the next result of the pipeline, which must be one of rows.
func nextResult(pipeline *pgconn.Pipeline) (*pgconn.ResultReader, error) {
	results, err := pipeline.GetResults()
	if err != nil {
		return nil, err
	}
	result, ok := results.(*pgconn.ResultReader)
	if !ok {
		return nil, fmt.Errorf("the server answered with a %T", results)
	}
	return result, nil
}

// allRows reads one result of the pipeline whole, as long as there is room; each row must have so many cells, unless that is 0.
func allRows(pipeline *pgconn.Pipeline, room *allowance, cells int) (rows [][]string, err error) {
	result, err := nextResult(pipeline)
	if err != nil {
		return nil, err
	}
	for result.NextRow() {
		values := result.Values()
		switch {
		case !room.take(values):
			return nil, errEndless
		case cells > 0 && len(values) != cells:
			return nil, errMisshapen
		}
		rows = append(rows, texts(values))
	}
	_, err = result.Close()
	return rows, err
}

func texts(cells [][]byte) []string {
	row := make([]string, len(cells))
	for i, cell := range cells {
		row[i] = string(cell)
	}
	return row
}

// firstRow is the first row of an answer; nil where it has none.
func firstRow(answer [][]string) []string {
	if len(answer) == 0 {
		return nil
	}
	return answer[0]
}
