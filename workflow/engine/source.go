package engine

import (
	"context"

	"parley/db"
	"parley/workflow"
	"parley/workflow/schema"
)

// Source reads schema and bounded values of a database and gives it the embedded engine. With trial the engine may try
// close readings on the database; without, it leaves rows alone.
func Source(ctx context.Context, database db.Database, trial bool) (*workflow.Source, error) {
	index, err := schema.Build(ctx, database, schema.DefaultLimits)
	if err != nil {
		return nil, err
	}
	generator := New(index, database.Dialect())
	if trial {
		generator = generator.WithTrial(database)
	}
	return &workflow.Source{
		Database: database, Schema: index.Schema, Index: index, Names: index.Schema.Names(),
		Generator: generator, Refiner: NewRefiner(generator), Vocabulary: Vocabulary(index),
	}, nil
}
