package main

import (
	"context"
	"fmt"
	"time"

	"parley/workflow"
)

// patience is how long the shell waits for a database in silence.
const patience = 2 * time.Second

// ready waits for a database, and says so where that lasts: a server may be busy, a file long, a catalogue large.
func (r *runtime) ready(ctx context.Context, opening *workflow.Opening) (*workflow.Source, error) {
	defer r.stillOpening()()
	return opening.Wait(ctx)
}

// readyFor is ready for an input: SQL needs no more of a database than its names, and never waits for its rows to be looked at.
func (r *runtime) readyFor(input string, opening *workflow.Opening) (*workflow.Source, error) {
	defer r.stillOpening()()
	if source, err := opening.Named(r.ctx); err != nil || source.TakesForSQL(input) {
		return source, err
	}
	return opening.Wait(r.ctx)
}

// stillOpening says after a while that the database is not open yet, unless the function that it returns was called before.
func (r *runtime) stillOpening() (opened func()) {
	said := make(chan struct{})
	late := time.AfterFunc(patience, func() {
		defer close(said)
		fmt.Fprintln(r.stderr, "parley: the database is still being opened; ctrl+c gives it up.")
	})
	return func() {
		if !late.Stop() {
			<-said // nothing else is written meanwhile
		}
	}
}
