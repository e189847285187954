package engine

import (
	"context"
	"fmt"
	"sync"
	"time"

	"parley/db"
	"parley/db/statement"
	"parley/workflow"
	"parley/workflow/schema"
)

// Refiner turns feedback on a query into the next query, by editing its tree. Start reading here, then at rules: a rule
// is a way of saying a refinement and what it does; an editor applies rules to the tree; targets and conditions read
// what fills a rule's slots. It is safe for concurrent use.
type Refiner struct {
	index    *schema.Index
	tagger   *Tagger
	database db.Database

	mu    sync.Mutex
	nulls map[*schema.Column]bool
}

// NewRefiner makes a refiner over one database and its index.
func NewRefiner(x *schema.Index, database db.Database) *Refiner {
	return &Refiner{index: x, tagger: NewTagger(x), database: database, nulls: map[*schema.Column]bool{}}
}

// Refine reads the feedback as edits of the current query. *workflow.NotUnderstood is returned when it is none.
func (e *Refiner) Refine(ctx context.Context, r workflow.Refine) (*workflow.Draft, error) {
	ed, err := e.editor(r)
	if err != nil {
		return nil, err
	}
	u := utter(r.Question)
	if !ed.apply(u, stretch{0, len(u.tokens)}) {
		return nil, &workflow.NotUnderstood{Words: u.words}
	}
	return ed.draft()
}

// editor opens the current query for edits.
func (e *Refiner) editor(r workflow.Refine) (*editor, error) {
	q, err := r.Current.Query()
	if err != nil {
		return nil, fmt.Errorf("refine the current query: %w", err)
	}
	ed := &editor{engine: e, index: e.index, dialect: r.Current.Dialect(), now: r.Now, query: q, rows: -1}
	if r.Before != nil {
		if before, err := r.Before.Query(); err == nil {
			ed.last = before
		}
	}
	if r.Result != nil && !r.Result.More {
		ed.rows = r.Result.Rows
	}
	return ed, nil
}

// draft is the edited query with what there is to say about it.
func (ed *editor) draft() (*workflow.Draft, error) {
	s, err := ed.query.Build(ed.dialect)
	if err != nil {
		return nil, fmt.Errorf("build the refined query: %w", err)
	}
	return &workflow.Draft{Statement: s, Understood: ed.understood, Notes: ed.notes, Coverage: 1, Score: 1, Source: "engine"}, nil
}

// nullTimeout bounds the look for a missing value.
const nullTimeout = 200 * time.Millisecond

// hasNull says whether the column has rows without a value: asked of the database once.
func (e *Refiner) hasNull(c *schema.Column) bool {
	if !c.Nullable || e.database == nil {
		return false
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if known, ok := e.nulls[c]; ok {
		return known
	}
	e.nulls[c] = e.findNull(c)
	return e.nulls[c]
}

func (e *Refiner) findNull(c *schema.Column) bool {
	ctx, cancel := context.WithTimeout(context.Background(), nullTimeout)
	defer cancel()
	q := statement.NewQuery()
	x := statement.Column("", c.Name)
	q.Items = []statement.Item{{Expr: x}}
	q.From = []statement.Source{{Schema: c.Table.Schema, Table: c.Table.Name}}
	q.Where = []statement.Expr{statement.IsNull(x)}
	q.Limit = statement.Literal(int64(1))
	s, err := q.Build(e.database.Dialect())
	if err != nil {
		return false
	}
	rows, err := e.database.Query(ctx, s)
	if err != nil {
		return false
	}
	defer rows.Close()
	return rows.Next(ctx)
}
