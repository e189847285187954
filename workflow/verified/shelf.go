package verified

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"

	"parley/db/statement"
	"parley/dialog"
	"parley/workflow"
)

// Shelf answers from pairs.
type Shelf struct {
	// Pairs are those of the database, Parse reads their SQL and says whether it still fits.
	Pairs func() []Pair
	Parse func(ctx context.Context, sql string) (*statement.Statement, error)
	// Generator and Refiner are the engine; a nil Refiner refines no verified query.
	Generator workflow.Generator
	Refiner   workflow.Refiner

	mu   sync.Mutex
	read map[string]*statement.Statement // a verified question → what the engine makes of it; nil where it is not sure
}

// Answer is the draft for a question that is verified, or near one that is; nil for all others.
func (s *Shelf) Answer(ctx context.Context, r workflow.Request) *workflow.Draft {
	pairs := s.Pairs()
	if len(pairs) == 0 {
		return nil
	}
	asked := read(r.Question)
	for _, p := range pairs {
		if asked.same(read(p.Question)) {
			if d := s.verified(ctx, p); d != nil {
				return d
			}
		}
	}
	if draft := s.alike(ctx, r, near(asked, pairs)); draft != nil {
		return draft
	}
	return s.refined(ctx, r, near(asked, pairs))
}

// How much of their words two questions share to be compared by meaning, and how many are.
const (
	leastShared = 0.3
	mostNear    = 3
)

// near are the pairs whose questions share most words with one.
func near(asked question, pairs []Pair) []Pair {
	shares := map[string]float64{}
	out := slices.DeleteFunc(slices.Clone(pairs), func(p Pair) bool {
		shares[p.Question] = asked.overlap(read(p.Question))
		return shares[p.Question] < leastShared
	})
	slices.SortStableFunc(out, func(a, b Pair) int { return cmp.Compare(shares[b.Question], shares[a.Question]) })
	return out[:min(len(out), mostNear)]
}

func (s *Shelf) verified(ctx context.Context, p Pair) *workflow.Draft {
	parsed, err := s.Parse(ctx, p.SQL)
	if err != nil {
		return nil
	}
	d := &workflow.Draft{Statement: parsed, Explanation: "As you confirmed it for this question.", Coverage: 1, Source: "confirmed", Vouched: true}
	if p.Where != "" {
		d.Explanation, d.Understood = "As it was verified for this question.", []string{"verified in " + p.Where}
	}
	return d
}

// alike is the draft of a verified question that the engine reads as it reads this one.
func (s *Shelf) alike(ctx context.Context, r workflow.Request, pairs []Pair) *workflow.Draft {
	if len(pairs) == 0 {
		return nil
	}
	own := s.meaning(ctx, r)
	for _, p := range pairs {
		if own == nil || !equal(own, s.known(ctx, r, p.Question)) {
			continue
		}
		if d := s.verified(ctx, p); d != nil {
			d.Vouched = false // nobody vouches for other words
			d.Understood = append(d.Understood, fmt.Sprintf("read as the verified question %q, which means the same", p.Question))
			return d
		}
	}
	return nil
}

// meaning is what the engine makes of a question; nil where it is not sure, or a word is left over.
func (s *Shelf) meaning(ctx context.Context, r workflow.Request) *statement.Statement {
	d, err := s.Generator.Generate(ctx, r)
	if err != nil || d.Coverage < 1 || len(d.Ignored) > 0 || d.Source == "confirmed" {
		return nil
	}
	return d.Statement
}

// known is the meaning of a verified question, which is read once a day: "last month" is another one then.
func (s *Shelf) known(ctx context.Context, r workflow.Request, question string) *statement.Statement {
	key := r.Now.Format("2006-01-02 ") + question
	s.mu.Lock()
	defer s.mu.Unlock()
	meant, ok := s.read[key]
	if !ok {
		r.Question = question
		meant = s.meaning(ctx, r)
		if s.read == nil {
			s.read = map[string]*statement.Statement{}
		}
		s.read[key] = meant
	}
	return meant
}

// equal says whether two statements bring the same rows and columns, in whatever order where there is no limit.
func equal(a, b *statement.Statement) bool {
	if b == nil {
		return false
	}
	query, err := a.Query()
	return err == nil && !slices.ContainsFunc(statement.Compare(a, b).Changes, func(c statement.Change) bool {
		switch c.Kind {
		case statement.AddedOrder, statement.RemovedOrder, statement.ChangedOrder, statement.ReversedOrder, statement.ReorderedColumns:
			return !query.Limit.IsZero()
		}
		return true
	})
}

// refined is a verified query changed in the one part in which its question differs.
func (s *Shelf) refined(ctx context.Context, r workflow.Request, pairs []Pair) *workflow.Draft {
	if s.Refiner == nil {
		return nil
	}
	asked := read(r.Question)
	for _, p := range pairs {
		said := read(p.Question).change(asked)
		current, err := s.Parse(ctx, p.SQL)
		if said == "" || err != nil {
			continue
		}
		r.Question = said
		d, err := s.Refiner.Refine(ctx, workflow.Refine{Request: r, Original: p.Question, Earlier: []string{p.Question}, Current: current})
		if err != nil || d.Coverage < 1 || len(d.Ignored) > 0 || d.Chance > 0 && d.Chance < dialog.HighFrom || d.Statement.SQL() == current.SQL() {
			continue
		}
		whole := *d
		whole.Edit, whole.Understood = false, append([]string{fmt.Sprintf("from the verified question %q: %s", p.Question, said)}, d.Understood...)
		return &whole
	}
	return nil
}
