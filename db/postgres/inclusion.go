package postgres

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"parley/db"
	"parley/db/statement"
)

const (
	// inclusionTimeout bounds the test of one reference on the server, lookTimeout the exchange of many.
	inclusionTimeout = time.Second
	lookTimeout      = 20 * time.Second
	// together is how many questions about the person's tables go into one round trip.
	together = 24
	// lookers is how many of the connections look at the person's tables at once; the others are for what the person asks.
	lookers = 2
)

var _ db.Referrer = (*Database)(nil)

// home is a table with its schema, quoted, as parley's own questions name it; false when the catalogue has no such table.
func (d *Database) home(t db.TableName) (string, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	schema, ok := d.homes[t]
	return quote(schema) + "." + quote(t.Name), ok
}

// Inclusions tests references, many in one round trip.
func (d *Database) Inclusions(ctx context.Context, refs []db.Reference) []db.Inclusion {
	out := make([]db.Inclusion, len(refs))
	var questions []question
	var place []int
	for i, ref := range refs {
		from, found := d.home(ref.From)
		to, both := d.home(ref.To)
		if found && both && d.onlyReads(ctx, ref.From, ref.To) {
			d.count(&d.sampled)
			sql := fmt.Sprintf(askInclusion, from, quote(ref.Column), to, quote(ref.Key), db.InclusionRows, db.InclusionValues, db.InclusionKeys)
			questions, place = append(questions, question{sql: sql, cells: 3}), append(place, i)
		}
	}
	d.look(ctx, questions, inclusionTimeout, func(at int, rows [][]string) {
		if len(rows) == 1 {
			out[place[at]] = inclusionOf(rows[0])
		}
	})
	return out
}

func inclusionOf(row []string) db.Inclusion {
	looked, _ := strconv.ParseInt(row[0], 10, 64)
	missing, _ := strconv.ParseInt(row[1], 10, 64)
	return db.Inclusion{Known: true, Looked: looked, Missing: missing, Repeated: row[2] != "0"}
}

// look asks questions about the person's tables, many in one round trip, some round trips side by side and each question for so
// long at most, and gives the answers in the order of the questions, with their places. What fails has no answer.
func (d *Database) look(ctx context.Context, questions []question, timeout time.Duration, take func(at int, rows [][]string)) {
	size := min(together, len(questions)/(2*lookers)+1)
	free := make(chan struct{}, lookers)
	var told []chan []looked
	for batch := range slices.Chunk(questions, size) {
		answers := make(chan []looked, 1)
		told = append(told, answers)
		go func() {
			free <- struct{}{}
			defer func() { <-free }()
			answers <- d.lookAt(ctx, batch, timeout)
		}()
	}
	for i, answers := range told {
		for j, a := range <-answers {
			if a.known {
				take(i*size+j, a.rows)
			}
		}
	}
}

// looked is the rows that a question has; a question that failed is not known.
type looked struct {
	rows  [][]string
	known bool
}

// lookAt asks in one round trip; where that fails, one by one.
func (d *Database) lookAt(ctx context.Context, batch []question, timeout time.Duration) []looked {
	out := make([]looked, len(batch))
	if answers, err := d.lookOnce(ctx, batch, timeout); err == nil {
		for i, rows := range answers {
			out[i] = looked{rows, true}
		}
		return out
	}
	for i := range batch {
		if answers, err := d.lookOnce(ctx, batch[i:i+1], timeout); err == nil {
			out[i] = looked{answers[0], true}
		}
	}
	return out
}

// lookOnce asks in one round trip, in a transaction that only reads and searches pg_catalog alone.
func (d *Database) lookOnce(ctx context.Context, questions []question, timeout time.Duration) ([][][]string, error) {
	ctx, cancel := context.WithTimeout(ctx, lookTimeout)
	defer cancel()
	stop := context.AfterFunc(d.life, cancel)
	defer stop()
	conn, err := d.pool.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	defer conn.Release()
	bounded := d.settings
	bounded.Timeout = timeout
	within, done := bounded.Deadline(ctx)
	defer done()
	for range questions {
		d.count(&d.asked)
	}
	known, err := d.code(within, conn.Conn().PgConn())
	if err != nil {
		return nil, err
	}
	frame := []question{{sql: beginReadOnly}, {sql: closePath}, {sql: pin, args: d.pinned(within, true)}, known.question(&statement.Uses{})}
	answers, err := exchange(ctx, conn.Conn().PgConn(), append(frame, questions...)...)
	if broken(err) {
		d.pool.Reset()
	}
	if err != nil {
		return nil, err
	}
	if err := judgePin(firstRow(answers[len(frame)-2])); err != nil {
		return nil, err
	}
	if err := known.judge(firstRow(answers[len(frame)-1])); err != nil {
		d.forget()
		return nil, err
	}
	return answers[len(frame):], nil
}
