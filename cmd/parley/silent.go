package main

import (
	"context"

	"parley/workflow"
)

// silent understands nothing: a conversation without a database has intents and routes, and no SQL of its own.
type silent struct{}

var (
	_ workflow.Generator = silent{}
	_ workflow.Refiner   = silent{}
)

// Generate implements workflow.Generator.
func (silent) Generate(context.Context, workflow.Request) (*workflow.Draft, error) {
	return nil, &workflow.NotUnderstood{}
}

// Refine implements workflow.Refiner.
func (silent) Refine(context.Context, workflow.Refine) (*workflow.Draft, error) {
	return nil, &workflow.NotUnderstood{}
}
