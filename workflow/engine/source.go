package engine

import (
	"context"
	"fmt"

	"parley/db"
	"parley/workflow"
	"parley/workflow/schema"
)

// Source reads schema and bounded values of a database and gives it the embedded engine. With trial the engine may try
// close readings on the database; without, it leaves rows alone. Settings are the user's words for the database.
func Source(ctx context.Context, database db.Database, trial bool, settings ...schema.Settings) (*workflow.Source, error) {
	index, err := schema.Build(ctx, database, schema.DefaultLimits)
	if err != nil {
		return nil, err
	}
	for _, s := range settings {
		if err := index.Apply(s, database.Dialect()); err != nil {
			return nil, fmt.Errorf("parley.toml: %w", err)
		}
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
