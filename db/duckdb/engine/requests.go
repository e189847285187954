package engine

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"parley/db"
	"parley/db/worker"
)

// The methods of a worker. Of each the arguments and the answer stand below.
const (
	MethodOpen    = "open"
	MethodQuery   = "query"
	MethodPlan    = "plan"
	MethodParquet = "parquet"
)

// Opening is what to open: a database file, or data files.
type Opening struct {
	// Name is what failures call it.
	Name string
	// Path is the database file's; of data files, where the database is that has them as tables.
	Path    string
	Sources []Source
	// Tables are what an earlier Open made of the sources.
	Tables []Table
	// Spill is the folder for what DuckDB moves out of memory.
	Spill string
	// Memory is what it may take to sort, group and join, in MB.
	Memory int
}

// Source is a name that the user gave, and the files that it stands for.
type Source struct {
	Name  string
	Files []string
}

// Table is a table of data files.
type Table struct {
	Name  string
	Files int
	Rows  int64 // -1 when it is not known
}

// Opened is what came of an Opening.
type Opened struct{ Tables []Table }

// Query is a statement to run, which must be one SELECT.
type Query struct {
	Text string
	// Sorts says that it may sort many rows.
	Sorts bool
}

// Head is what comes before the rows of a Query: the statement runs.
type Head struct {
	Columns []db.ResultColumn
	// Remark is what the user should know of how it ran; see db.Remark.
	Remark string
}

// Handle answers requests: one Opening, or Parquets, and then any number of queries.
func Handle() worker.Handler {
	s := &server{}
	return func(ctx context.Context, method string, args json.RawMessage, answer *worker.Answer) error {
		switch method {
		case MethodOpen:
			return with(args, func(o Opening) error { return s.open(o, answer) })
		case MethodParquet:
			return with(args, func(p Parquet) error { return p.Write(ctx) })
		}
		d := s.database()
		if d == nil {
			return fmt.Errorf("%s before anything was opened", method)
		}
		switch method {
		case MethodQuery:
			return with(args, func(q Query) error { return d.serve(ctx, q, answer) })
		case MethodPlan:
			return with(args, func(text string) error {
				plan, err := d.Plan(ctx, text)
				if err != nil {
					return err
				}
				return answer.Give(plan)
			})
		}
		return fmt.Errorf("there is no method %s", method)
	}
}

func with[A any](args json.RawMessage, do func(A) error) error {
	var a A
	if err := json.Unmarshal(args, &a); err != nil {
		return fmt.Errorf("read a request's arguments: %w", err)
	}
	return do(a)
}

// server is what a worker has open.
type server struct {
	mu sync.Mutex
	d  *Database
}

func (s *server) database() *Database {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.d
}

func (s *server) open(o Opening, answer *worker.Answer) error {
	d, opened, err := Open(o)
	if err != nil {
		return err
	}
	s.mu.Lock()
	s.d = d
	s.mu.Unlock()
	return answer.Give(opened)
}

// serve runs a statement and sends its rows.
func (d *Database) serve(ctx context.Context, q Query, answer *worker.Answer) error {
	if q.Sorts {
		d.prepareToSort(ctx, q.Text)
	}
	r, err := d.Run(ctx, q.Text)
	if err != nil {
		return err
	}
	defer r.Close()
	if err := answer.Head(Head{Columns: r.Columns(), Remark: d.raised()}); err != nil {
		return err
	}
	rows := db.NewChunk(len(r.columns))
	for r.Fill(rows) {
		if err := answer.Rows(ctx, rows); err != nil {
			r.Close()
			return err
		}
	}
	return r.Err()
}
