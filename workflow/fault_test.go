package workflow_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"parley/db"
	"parley/db/statement"
	"parley/dialog"
	"parley/dialog/memory"
	"parley/workflow"
)

// A fault goes off at one step of a turn: each time the turn leaves the orchestrator's own code (the clock, the vocabulary,
// the makers, the assistant, the review, the database, its rows), a fuse counts, and at a given count it does its harm. Faults
// are tried at the first step, at the second, and so on until a turn runs through without reaching its fuse: so at every step.
type fuse struct {
	mu     sync.Mutex
	armed  bool
	n, at  int
	harm   func() error
	blown  bool
	seam   string
	cancel context.CancelFunc
	talk   *workflow.Orchestrator
}

var errFault = errors.New("a fault")

// faults are the kinds of harm.
var faults = map[string]func(*fuse) error{
	"error": func(*fuse) error { return errFault },
	"panic": func(*fuse) error { panic("a fault") },
	"cancel": func(f *fuse) error {
		f.cancel()
		return context.Canceled
	},
	"late": func(f *fuse) error {
		f.talk.Session().Abandon()
		return nil
	},
}

func (f *fuse) step(seam string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.armed {
		return nil
	}
	f.n++
	if f.n != f.at {
		return nil
	}
	f.blown, f.seam, f.armed = true, seam, false
	return f.harm()
}

// fusedMaker, fusedVocabulary, fusedDatabase and fusedRows are the parts of a turn with the fuse in front.
type fusedMaker struct {
	*fuse
	maker *fakeMaker
}

func (m fusedMaker) Generate(ctx context.Context, r workflow.Request) (*workflow.Draft, error) {
	if err := m.step("generate"); err != nil {
		return nil, err
	}
	return m.maker.Generate(ctx, r)
}

func (m fusedMaker) Refine(ctx context.Context, r workflow.Refine) (*workflow.Draft, error) {
	if err := m.step("refine"); err != nil {
		return nil, err
	}
	return m.maker.Refine(ctx, r)
}

type fusedVocabulary struct {
	*fuse
	dialog.Vocabulary
}

func (v *fusedVocabulary) Find(phrase string) []dialog.Entity {
	_ = v.step("vocabulary")
	return v.Vocabulary.Find(phrase)
}

type fusedDatabase struct {
	*fuse
	db.Database
}

func (d fusedDatabase) Dialect() statement.Dialect {
	_ = d.step("dialect")
	return d.Database.Dialect()
}

func (d fusedDatabase) Query(ctx context.Context, s *statement.Statement) (db.Rows, error) {
	if err := d.step("query"); err != nil {
		return nil, err
	}
	rows, err := d.Database.Query(ctx, s)
	return &fusedRows{fuse: d.fuse, Rows: rows}, err
}

type fusedRows struct {
	*fuse
	db.Rows
	err error
}

func (r *fusedRows) Next(ctx context.Context) bool {
	if r.err = r.step("rows"); r.err != nil {
		return false
	}
	return r.Rows.Next(ctx)
}

func (r *fusedRows) Err() error {
	if r.err != nil {
		return r.err
	}
	return r.Rows.Err()
}

// fused is a conversation with a first turn behind it and the fuse in every part.
func fused(t *testing.T, f *fuse, known *workflow.Source) *workflow.Orchestrator {
	t.Helper()
	maker := fusedMaker{f, &fakeMaker{generate: says(t, usersByName), refine: refines(t, usersByName+" OFFSET 1")}}
	source := &workflow.Source{
		Database: fusedDatabase{f, known.Database}, Names: known.Names, Generator: maker, Refiner: maker, Vocabulary: &fusedVocabulary{f, known.Vocabulary},
		Assistant: &assistantStub{intent: func(workflow.Refine) (dialog.Intent, error) { return dialog.Refinement, f.step("assistant") }},
	}
	f.talk = workflow.New(dialog.New(uuid.New(), "ecommerce", dialog.Settings{Strategy: dialog.LLM}), workflow.Opened(source), workflow.Settings{
		Whole: true, Room: memory.NewRoom("ana", "demo", &memory.Process{}, memory.Settings{}),
		Clock: func() time.Time {
			_ = f.step("clock")
			return time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
		},
	})
	t.Cleanup(f.talk.Close)
	say(t, f.talk, "Show me all users")
	return f.talk
}

func TestAFaultAtAnyStepLeavesTheTurnWholeOrUndone(t *testing.T) {
	t.Parallel()
	known := openSource(t, "demo", time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC))
	for kind, harm := range faults {
		for _, input := range []string{"what about the active ones?", "/new show all products", "Show me all products of 2025"} {
			t.Run(kind+"/"+input, func(t *testing.T) {
				t.Parallel()
				seams := map[string]int{}
				for at := 1; ; at++ {
					f := &fuse{at: at}
					f.harm = func() error { return harm(f) }
					fused(t, f, known)
					f.turn(t, kind, input)
					if !f.blown {
						break
					}
					seams[f.seam]++
				}
				for _, want := range []string{"clock", "review", "query", "rows"} {
					if seams[want] == 0 {
						t.Errorf("no fault went off at %s: %v", want, seams)
					}
				}
				t.Log(seams)
			})
		}
	}
}

// turn plays one turn with the fuse armed, and the next one without.
func (f *fuse) turn(t *testing.T, kind, input string) {
	t.Helper()
	session := f.talk.Session()
	before := session.Current()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	f.mu.Lock()
	f.cancel, f.armed = cancel, true
	f.mu.Unlock()
	plan := f.talk.Begin(input)
	plan.Review, plan.Ask = true, func(context.Context, workflow.Proposal) error { return f.step("review") }
	reply := f.talk.Commit(plan.Run(ctx))
	f.mu.Lock()
	f.armed = false
	f.mu.Unlock()

	if err := session.Validate(); err != nil {
		t.Fatalf("%s at step %d, %s: the state does not hold together: %v", kind, f.at, f.seam, err)
	}
	turns, current := session.Turns(), session.Current()
	recorded := len(turns) == 2
	switch {
	case len(turns) > 2 || len(turns) < 1:
		t.Fatalf("%s at step %d, %s: %d turns", kind, f.at, f.seam, len(turns))
	case recorded && turns[1].Result != nil:
		if current != turns[1] || reply == nil || reply.Turn.ID != current.ID || f.talk.Rows(current) == nil {
			t.Errorf("%s at step %d, %s: a success that is not whole", kind, f.at, f.seam)
		}
	case recorded:
		if turns[1].Failure == nil || turns[1].Failure.Message == "" || reply == nil || reply.Turn.Failure == nil {
			t.Errorf("%s at step %d, %s: an error turn without its error: %+v", kind, f.at, f.seam, turns[1])
		}
	case kind == "late" && reply != nil, kind != "late" && (reply == nil || reply.Turn.Failure == nil):
		t.Errorf("%s at step %d, %s: there is no turn, and a reply %t", kind, f.at, f.seam, reply != nil)
	}
	if f.blown && f.seam == "query" && kind != "late" && recorded && turns[1].Result != nil {
		t.Errorf("%s at step %d: the database failed and the turn succeeded", kind, f.at)
	}
	if !recorded || turns[1].Result == nil {
		f.untouched(t, kind, before)
	}
	if next := f.talk.Commit(f.talk.Begin("Show me all users").Run(t.Context())); next == nil || next.Turn.Result == nil || next.Rows == nil {
		t.Fatalf("%s at step %d, %s: the conversation does not go on: %+v", kind, f.at, f.seam, next.Turn.Failure)
	}
}

// untouched wants the query in force, and its rows, as they were.
func (f *fuse) untouched(t *testing.T, kind string, before *dialog.Turn) {
	t.Helper()
	// A reset that failed has closed the thread, and undo opens it again.
	if _, err := f.talk.Session().Undo(); f.talk.Session().Current() == nil && err != nil {
		t.Errorf("%s at step %d, %s: undo after a failed reset: %v", kind, f.at, f.seam, err)
	}
	if now := f.talk.Session().Current(); now == nil || now.ID != before.ID || now.Result.SQL != before.Result.SQL {
		t.Errorf("%s at step %d, %s: the query in force is %+v", kind, f.at, f.seam, now)
	} else if rows := f.talk.Rows(now); rows == nil || rows.Len() != 3 {
		t.Errorf("%s at step %d, %s: the rows in force are lost", kind, f.at, f.seam)
	}
}

func TestSentenceBeginsWithACapitalUnlessWithAFile(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"no such table": "No such table", "zz.csv cannot be written": "zz.csv cannot be written", "~/x is there": "~/x is there", "data/ is a folder": "data/ is a folder",
		"syntax: near": "Syntax: near", "": "", "done.": "Done.",
	} {
		if got := workflow.SentenceCase(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
