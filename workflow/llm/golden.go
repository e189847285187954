package llm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"parley/db/statement"
	"parley/workflow"
	"parley/workflow/schema"
	"parley/workflow/verified"
)

// This file is the verified queries beside a model: a question that is one of them is answered without it, and a similar one has
// them as examples.

// similar are up to n pairs whose questions share words with this one, rare words counting more; best first.
func similar(pairs []verified.Pair, question string, n int) []verified.Pair {
	count := map[string]int{}
	for _, e := range pairs {
		for w := range lemmaSet(e.Question) {
			count[w]++
		}
	}
	words, scores := lemmaSet(question), map[string]float64{}
	for _, e := range pairs {
		for w := range lemmaSet(e.Question) {
			if words[w] {
				scores[e.Question] += math.Log(1 + float64(len(pairs))/float64(count[w]))
			}
		}
	}
	pairs = slices.DeleteFunc(pairs, func(e verified.Pair) bool { return scores[e.Question] == 0 })
	slices.SortStableFunc(pairs, func(a, b verified.Pair) int { return cmp.Compare(scores[b.Question], scores[a.Question]) })
	return pairs[:min(n, len(pairs))]
}

func lemmaSet(text string) map[string]bool {
	set := map[string]bool{}
	for _, w := range schema.Words(text) {
		set[schema.Lemma(w)] = true
	}
	return set
}

// Confirm keeps a query as a verified one. Its question must stand alone: a follow-up fragment has none, and is refused.
func (a *Assistant) Confirm(question string, s *statement.Statement) error {
	if strings.TrimSpace(question) == "" {
		return errors.New("a follow-up does not stand alone: say the whole question, then confirm")
	}
	return a.model.golden.Confirm(a.pairOf(question, s))
}

// Picked remembers for the session which of several readings the user meant.
func (a *Assistant) Picked(question string, d *workflow.Draft) {
	if d != nil && d.Statement != nil {
		a.model.golden.Pick(a.pairOf(question, d.Statement))
	}
}

func (a *Assistant) pairOf(question string, s *statement.Statement) verified.Pair {
	return verified.Pair{Question: strings.Join(strings.Fields(question), " "), Database: a.source.Database.Name(), SQL: s.SQL(), Confirmed: time.Now()}
}

// pairs are the verified queries of the database: picked, confirmed, and of its project.
func (a *Assistant) pairs() []verified.Pair {
	return append(a.model.golden.Of(a.source.Database.Name()), verified.OfProject(a.source.Project)...)
}

// newShelf answers from them. With a model, a question that is only near one is the model's, which has it as an example.
func (a *Assistant) newShelf() *verified.Shelf {
	s := &verified.Shelf{Pairs: a.pairs, Generator: a.source.Generator, Parse: func(ctx context.Context, sql string) (*statement.Statement, error) {
		parsed, problem := a.check(ctx, sql)
		if problem != nil {
			a.log.Info("a verified query no longer fits the database", "problem", problem.kind)
			return nil, problem
		}
		return parsed, nil
	}}
	if a.settings.policy() == EngineOnly {
		s.Refiner = a.source.Refiner
	}
	return s
}

// writeExamples shows up to three verified queries that are like the question, none that reads a denied column.
func (a *Assistant) writeExamples(b *strings.Builder, r workflow.Refine) {
	var lines []string
	for _, e := range similar(a.pairs(), r.Question+" "+r.Standalone, 3) {
		parsed, err := statement.Parse(e.SQL, a.source.Database.Dialect(), a.source.Names)
		if err != nil || a.denied.check(parsed, a.source.Index.Schema) != nil {
			continue
		}
		lines = append(lines, fmt.Sprintf("%s\n%s", e.Question, parsed.SQL()))
	}
	if len(lines) > 0 {
		b.WriteString("Confirmed by the analyst before:\n" + a.fence.Around("examples", strings.Join(lines, "\n\n")) + "\n\n")
	}
}
