package llm

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"parley/db/statement"
	"parley/dialog"
	"parley/workflow"
	"parley/workflow/judgement"
	"parley/workflow/llm/provider"
	"parley/workflow/schema"
)

// repairs is how often a model may mend its answer.
const repairs = 2

// Unusable is returned when a model's answers did not pass, also after two repairs, or when it abstained.
type Unusable struct {
	// Reason is one sentence; it may hold words of the model.
	Reason string
	Err    error
}

func (e *Unusable) Error() string { return e.Reason }

func (e *Unusable) Unwrap() error { return e.Err }

// ask has the model answer a turn: a draft that has passed every check, *workflow.Ambiguous when it asks back, or why
// there is neither.
func (a *Assistant) ask(ctx context.Context, r workflow.Refine) (*workflow.Draft, error) {
	if err := a.mayAsk(r); err != nil {
		return nil, err
	}
	ctx, end, err := a.within(ctx, a.settings.Deadline)
	if err != nil {
		return nil, err
	}
	defer end()
	turn := spentOn(r.Sent)
	call := a.prompt(ctx, r, func(ctx context.Context, text string) []*schema.Table { return a.byMeaning(ctx, r.Tell, text, turn) })
	var held *workflow.Draft // what the model answered before it was asked about doubts
	for attempt := 0; ; attempt++ {
		reply, err := a.complete(ctx, r.Request, call, turn)
		if err != nil {
			return orHeld(held, err)
		}
		draft, doubts, err := a.draft(ctx, r, reply.Text)
		if err == nil && len(doubts) > 0 && held == nil && attempt < repairs {
			held = draft
			call.Messages = append(call.Messages, reconsider(reply.Text, doubts)...)
			continue
		}
		var p *problem
		if !errors.As(err, &p) {
			return draft, err
		}
		a.log.Info("a model's answer did not pass", "problem", p.kind, "attempt", attempt+1)
		if held != nil && (p.lasting || attempt == repairs) {
			return held, nil
		}
		if p.lasting || attempt == repairs {
			a.model.rest.wrong(a.model.name())
			return nil, &Unusable{Reason: "its answer did not pass: " + strings.TrimSuffix(p.message, "."), Err: p}
		}
		call.Messages = append(call.Messages, repair(reply.Text, p)...)
	}
}

// within bounds what is asked by most, and by what the turn has left of the deadline: it holds for all that a turn asks, together.
func (a *Assistant) within(ctx context.Context, most time.Duration) (limited context.Context, end func(), err error) {
	left := min(most, a.settings.Deadline-workflow.Taken(ctx))
	if left <= 0 {
		return nil, nil, &provider.Failure{Kind: provider.TimedOut, Target: a.model.way().Target()}
	}
	limited, cancel := context.WithTimeout(ctx, left)
	started := time.Now()
	return limited, func() {
		cancel()
		workflow.Took(ctx, time.Since(started))
	}, nil
}

// orHeld is the draft that is held, where there is one, in the place of an error.
func orHeld(held *workflow.Draft, err error) (*workflow.Draft, error) {
	if held != nil {
		return held, nil
	}
	return nil, err
}

// mayAsk says whether this turn may leave for the model at all.
func (a *Assistant) mayAsk(r workflow.Refine) error {
	if err := a.model.rest.over(); err != nil {
		return err
	}
	if r.Current == nil {
		return nil
	}
	if err := a.denied.check(r.Current, a.source.Index.Schema); err != nil {
		return fmt.Errorf("the current query stays here: %w", err)
	}
	return nil
}

// repair is what a model is told about its last answer: what is wrong, and names that may have been meant.
func repair(text string, p *problem) []provider.Message {
	var b strings.Builder
	fmt.Fprintf(&b, "That answer cannot be used (%s): %s.", p.kind, p.message)
	if len(p.near) > 0 {
		fmt.Fprintf(&b, " Did you mean: %s?", strings.Join(p.near, ", "))
	}
	b.WriteString(" Answer the same input again with one corrected JSON object.")
	return []provider.Message{
		{Assistant: true, Parts: []provider.Part{{Text: bounded(text, 8000)}}},
		{Parts: []provider.Part{{Text: b.String()}}},
	}
}

// reconsider tells a model what is doubted about its answer. It is asked once: what it stands by goes to the analyst, with the
// doubts.
func reconsider(text string, doubts []string) []provider.Message {
	told := "Before that runs, there are doubts about it:\n- " + strings.Join(doubts, "\n- ") +
		"\nIf they are right, answer the same input again with one corrected JSON object. If the statement is right as it is, return it again and say why in its assumptions."
	return []provider.Message{
		{Assistant: true, Parts: []provider.Part{{Text: bounded(text, 8000)}}},
		{Parts: []provider.Part{{Text: told}}},
	}
}

// complete sends one request, tells how it goes, and keeps the books.
func (a *Assistant) complete(ctx context.Context, r workflow.Request, call provider.Call, turn *Spent) (provider.Reply, error) {
	if err := a.model.ledger.allow(turn); err != nil {
		return provider.Reply{}, err
	}
	ctx, payload := provider.Record(ctx, a.model.way())
	var started time.Time
	var stream explaining
	reply, err := a.model.way().Complete(ctx, call, provider.Listener{
		Sending: func() {
			started = time.Now()
			stream = explaining{tell: func(text string) { r.Tell(workflow.Progress{Kind: workflow.Explaining, Text: text}) }}
			r.Tell(workflow.Progress{Kind: workflow.Asking, Sent: a.model.sent()})
		},
		Piece: func(text string) { stream.piece(text) },
		Ended: func(reply provider.Reply, err error) {
			sent := a.model.taken(call, reply, err)
			sent.Elapsed = time.Since(started)
			a.model.ledger.record(sent, turn)
			a.model.payloads.add(Payload{Payload: payload(), Sent: sent, At: started})
			r.Tell(workflow.Progress{Kind: workflow.Answered, Sent: sent})
		},
	})
	a.model.rest.note(err)
	return reply, err
}

// draft makes the draft of an answer, and says what is to be doubted about it: a *problem when the model may mend it.
func (a *Assistant) draft(ctx context.Context, r workflow.Refine, text string) (*workflow.Draft, []string, error) {
	answer, ok := readAnswer(text)
	if !ok {
		return nil, nil, &problem{kind: "shape", message: "it holds no JSON object with the keys asked for, and no SQL"}
	}
	if answer.Clarification.Question != "" {
		return nil, nil, a.askBack(ctx, r, answer)
	}
	if answer.SQL == "" {
		return nil, nil, &Unusable{Reason: "it found no query: " + answer.Explanation}
	}
	intent := dialog.Refinement
	if r.Current == nil || a.asOwnQuestion(r, answer) {
		intent = dialog.NewQuery
		r = workflow.Refine{Request: r.Request, Earlier: r.Earlier, Original: r.Original}
	}
	draft, p := a.reading(ctx, r, answer.SQL)
	if p != nil {
		return nil, nil, p
	}
	draft.Intent = &intent
	draft.Explanation, draft.Understood, draft.Question = answer.Explanation, answer.Assumptions, answer.Standalone
	doubts := a.doubts(r, answer)
	draft, err := a.unlessStray(r, draft)
	return draft, doubts, err
}

// doubts are what the judgement has against an answer as the model gave it, so that it can be asked about.
func (a *Assistant) doubts(r workflow.Refine, answer answer) []string {
	parsed, p := a.parse(answer.SQL)
	if p != nil {
		return nil
	}
	claim := judgement.Claim{Input: r.Question, Earlier: r.Earlier, Before: r.Current, After: parsed, Prior: 1, Model: true, Told: append(a.defaults(), answer.Assumptions...), Now: r.Now}
	var out []string
	for _, d := range judgement.Of(a.source.Index, claim).Doubts {
		if d.Strong {
			out = append(out, d.Text)
		}
	}
	return out
}

// asOwnQuestion says whether the model took the input for a question of its own: then nothing of the query before is owed.
// Where the rules took it for feedback its word is not enough on the same tables: filters would vanish by it.
func (a *Assistant) asOwnQuestion(r workflow.Refine, answer answer) bool {
	if answer.Intent != dialog.NewQuery.String() {
		return false
	}
	if r.Fresh {
		return true
	}
	parsed, p := a.parse(answer.SQL)
	if p != nil {
		return false
	}
	before := r.Current.References().Tables
	return !slices.ContainsFunc(parsed.References().Tables, func(t statement.TableReference) bool {
		return slices.ContainsFunc(before, func(b statement.TableReference) bool { return strings.EqualFold(b.Name, t.Name) })
	})
}

// reading is the draft of one statement, with what was lost on the way put back.
func (a *Assistant) reading(ctx context.Context, r workflow.Refine, sql string) (*workflow.Draft, *problem) {
	parsed, p := a.check(ctx, sql)
	if p != nil {
		return nil, p
	}
	kept, notes := a.keep(ctx, r, parsed)
	return &workflow.Draft{Statement: kept, Notes: notes, Coverage: 1, Source: a.model.name()}, nil
}

// askBack turns a model's question into readings to choose from; those that do not pass are left out.
func (a *Assistant) askBack(ctx context.Context, r workflow.Refine, answer answer) error {
	ambiguous := &workflow.Ambiguous{Question: answer.Clarification.Question}
	for _, o := range answer.Clarification.Options[:min(len(answer.Clarification.Options), 6)] {
		draft, p := a.reading(ctx, r, o.SQL)
		if p != nil || len(a.stray(r, draft.Statement)) > 0 {
			continue
		}
		draft.Explanation = bounded(o.Reading, 300)
		ambiguous.Readings = append(ambiguous.Readings, draft)
	}
	return ambiguous
}

// unlessStray holds a draft back for the user to confirm when it reads what the conversation never spoke of.
func (a *Assistant) unlessStray(r workflow.Refine, draft *workflow.Draft) (*workflow.Draft, error) {
	stray := a.stray(r, draft.Statement)
	if len(stray) == 0 {
		return draft, nil
	}
	return nil, &workflow.Ambiguous{
		Question: "The model's query reads " + strings.Join(stray, ", ") + ", which you did not speak of. Run it?",
		Readings: []*workflow.Draft{draft},
	}
}
