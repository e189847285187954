package engine

import (
	"context"
	"fmt"

	"parley/db"
	"parley/workflow"
	"parley/workflow/schema"
)

// Source reads schema and bounded values of a database and gives it the embedded engine. The engine tries its
// best readings on the database as trials says. Settings are the user's words for the database.
func Source(ctx context.Context, database db.Database, trials Trials, settings ...schema.Settings) (*workflow.Source, error) {
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
	if trials != NoTrials {
		generator = generator.WithTrials(database, trials)
	}
	return &workflow.Source{
		Database: database, Schema: index.Schema, Index: index, Names: index.Schema.Names(),
		Generator: generator, Refiner: NewRefiner(generator), Vocabulary: Vocabulary(index),
	}, nil
}
