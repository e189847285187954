package main

import (
	"context"
	"fmt"
	"sync"

	"github.com/google/uuid"

	"parley/dialog"
	"parley/dialog/memory"
	"parley/workflow"
)

// sessionPool holds the conversations of a batch. Catalogue, index and connection are kept for each database, not for
// each conversation.
type sessionPool struct {
	runtime   *runtime
	noExecute bool
	strict    bool // doubted answers are errors
	// given are the databases of the command line, for lines that name none.
	given []string

	mu       sync.Mutex
	openings map[string]*workflow.Opening
	waited   map[*workflow.Opening]bool
	talks    map[string]*workflow.Orchestrator
}

func newSessionPool(r *runtime, noExecute, strict bool) (*sessionPool, error) {
	given, err := r.targets(r.named()...)
	return &sessionPool{runtime: r, noExecute: noExecute, strict: strict, given: given, openings: map[string]*workflow.Opening{}, waited: map[*workflow.Opening]bool{}, talks: map[string]*workflow.Orchestrator{}}, err
}

// work answers one line. A session's lines come one after the other; sessions run side by side.
func (p *sessionPool) work(ctx context.Context, job *batchJob) *answerJSON {
	if job.err != nil {
		return &answerJSON{headJSON{ID: job.line.ID, Session: job.line.Session, Route: dialog.RouteQuery.String()}, tailJSON{Error: text(job.err.Error())}, exitFailed}
	}
	talk := p.talk(job.line)
	// The same answer every time: detection asks the index, so the turn waits for it. What keeps it from opening is said
	// by the turn itself.
	p.ready(ctx, talk.Opening())
	plan := begin(talk, job.line)
	reply := talk.Commit(plan.Run(ctx))
	if reply == nil {
		return &answerJSON{headJSON{ID: job.line.ID, Session: job.line.Session}, tailJSON{Error: text("cancelled")}, exitCancelled}
	}
	a := answer(job.line.Session, reply)
	if p.strict {
		a.strictly(reply)
	}
	a.ID, a.code = job.line.ID, a.codeOf(reply)
	talk.Close()
	return a
}

// ready waits for a database; of one that lasts it is said once.
func (p *sessionPool) ready(ctx context.Context, opening *workflow.Opening) {
	p.mu.Lock()
	first := !p.waited[opening]
	p.waited[opening] = true
	p.mu.Unlock()
	if first {
		defer p.runtime.stillOpening()()
	}
	_, _ = opening.Wait(ctx)
}

// begin decides what a line is: a turn, a turn whose SQL is given, or a hand edit.
func begin(talk *workflow.Orchestrator, line batchLine) *workflow.Plan {
	switch {
	case line.Input == nil:
		return talk.BeginEdit(*line.SQL)
	case line.SQL != nil:
		return talk.BeginGiven(*line.Input, *line.SQL)
	default:
		return talk.Begin(*line.Input)
	}
}

func (p *sessionPool) talk(line batchLine) *workflow.Orchestrator {
	p.mu.Lock()
	defer p.mu.Unlock()
	talk, ok := p.talks[line.Session]
	if !ok {
		session := dialog.New(uuid.New(), line.DB, p.runtime.dialogSettings())
		talk = workflow.New(session, p.opening(line.DB), workflow.Settings{
			NoExecute: p.noExecute || line.DB == "" && len(p.given) == 0, Whole: true, Limits: p.runtime.limits(), AskCost: p.runtime.AskCost, Clock: p.runtime.clock, Log: p.runtime.log,
			Room: p.runtime.roomIn(&memory.Process{Now: p.runtime.clock}, line.Session), ShortNames: p.runtime.Aliases == "short",
		})
		p.talks[line.Session] = talk
	}
	return talk
}

func (p *sessionPool) opening(target string) *workflow.Opening {
	opening, ok := p.openings[target]
	if !ok {
		opening = workflow.Opened(&workflow.Source{Generator: silent{}, Refiner: silent{}})
		switch {
		case target != "":
			opening = p.runtime.openNamed(target)
		case len(p.given) > 0:
			opening = p.runtime.open(p.given...)
		}
		p.openings[target] = opening
	}
	return opening
}

func (p *sessionPool) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for target, opening := range p.openings {
		if err := opening.Close(); err != nil {
			p.runtime.log.Warn(fmt.Sprintf("closing %s", target), "error", err)
		}
	}
}
