package engine

import (
	"context"
	"fmt"

	"parley/db"
	"parley/workflow"
	"parley/workflow/engine/reader"
	"parley/workflow/project"
	"parley/workflow/schema"
)

// Source reads schema and bounded values of a database and gives it the embedded engine. The engine tries its
// best readings on the database as trials says. teach, where there is one, takes the words of its project into the index.
func Source(ctx context.Context, database db.Database, trials reader.Trials, teach ...func(*schema.Index) *project.Project) (*workflow.Source, error) {
	tables, err := database.Schema(ctx)
	if err != nil {
		return nil, fmt.Errorf("index the schema: %w", err)
	}
	index, facts, err := schema.Read(ctx, database, tables, schema.DefaultLimits)
	if err != nil {
		return nil, err
	}
	source, err := Over(ctx, database, index, trials, teach...)
	if err != nil {
		return nil, err
	}
	source.Facts = facts
	return source, nil
}

// Over is Source over an index that was made already.
func Over(ctx context.Context, database db.Database, index *schema.Index, trials reader.Trials, teach ...func(*schema.Index) *project.Project) (*workflow.Source, error) {
	protection, err := database.Protection(ctx)
	if err != nil {
		return nil, err
	}
	known := &project.Project{}
	for _, t := range teach {
		known = t(index)
	}
	mind(known)
	generator := reader.New(index, database.Dialect())
	if trials != reader.NoTrials {
		generator = generator.WithTrials(database, trials)
	}
	maker, refiner := taught(generator, known, index.Schema.Names())
	return &workflow.Source{
		Database: database, Protection: protection, Schema: index.Schema, Index: index, Names: index.Schema.Names(), Project: known,
		Generator: maker, Refiner: refiner, Vocabulary: vocabulary(index, known),
	}, nil
}
