package engine

import (
	"context"

	"parley/db"
	"parley/workflow"
	"parley/workflow/project"
	"parley/workflow/schema"
)

// Source reads schema and bounded values of a database and gives it the embedded engine. The engine tries its
// best readings on the database as trials says. teach, where there is one, takes the words of its project into the index.
func Source(ctx context.Context, database db.Database, trials Trials, teach ...func(*schema.Index) *project.Project) (*workflow.Source, error) {
	index, err := schema.Build(ctx, database, schema.DefaultLimits)
	if err != nil {
		return nil, err
	}
	protection, err := database.Protection(ctx)
	if err != nil {
		return nil, err
	}
	taught := &project.Project{}
	for _, t := range teach {
		taught = t(index)
	}
	generator := New(index, database.Dialect())
	if trials != NoTrials {
		generator = generator.WithTrials(database, trials)
	}
	return &workflow.Source{
		Database: database, Protection: protection, Schema: index.Schema, Index: index, Names: index.Schema.Names(), Project: taught,
		Generator: taughtGenerator{generator, taught, database.Dialect(), index.Schema.Names()}, Refiner: taughtRefiner{NewRefiner(generator), taught}, Vocabulary: Vocabulary(index),
	}, nil
}
