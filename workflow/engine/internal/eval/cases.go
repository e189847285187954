package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"parley/db"
	"parley/db/likeness"
	"parley/db/opener"
	"parley/db/statement"
	"parley/workflow/engine/internal/cases"
	"parley/workflow/engine/reader"
	"parley/workflow/schema"
)

// This file takes the clear questions that the engine's own tests ask (testdata/question) as teachers beside those of the
// data file: people who explore a database by keywords ask otherwise than the data's authors, and rarely.

// casesOf begins the name under which a case file's database is kept; it is never kept aside.
const casesOf = "cases of "

// caseWeight is how many questions of the data one case counts for.
const caseWeight = 2

// answerCases answers the case files on SQLite databases: those of the samples folder beside the data, and the demo.
func answerCases(ctx context.Context, o options) ([]outcome, error) {
	files, err := filepath.Glob(filepath.Join(o.cases, "*.txt"))
	if err != nil {
		return nil, err
	}
	var out []outcome
	for _, file := range files {
		list, err := answerCaseFile(ctx, o, file)
		if err != nil {
			return nil, fmt.Errorf("answer %s: %w", file, err)
		}
		out = append(out, list...)
	}
	return out, nil
}

// answerCaseFile answers one file; nothing when its database is no SQLite file of the samples.
func answerCaseFile(ctx context.Context, o options, path string) ([]outcome, error) {
	file, err := cases.Read(path)
	if err != nil {
		return nil, err
	}
	c := caseFile{File: file, o: o}
	defer c.close()
	if found, err := c.open(ctx); err != nil || !found {
		return nil, err
	}
	out := make([]outcome, len(file.Questions))
	for i, q := range file.Questions {
		out[i].posed = posed{DB: casesOf + file.Database, Input: q.Asked}
		for _, sql := range q.Want {
			c.want(ctx, &out[i], sql)
		}
	}
	return out, nil
}

// caseFile is one file of cases with its database.
type caseFile struct {
	cases.File
	o        options
	database db.Database
	index    *schema.Index
	engine   *reader.Engine
}

// open opens the database; false when it is no SQLite file of the samples.
func (c *caseFile) open(ctx context.Context) (bool, error) {
	target := c.Database
	if c.Database != "demo" {
		target = filepath.Join(c.o.databases, "..", "samples", c.Database+".sqlite")
		if _, err := os.Stat(target); err != nil {
			return false, nil //nolint:nilerr // a sample of another database
		}
	}
	var err error
	if c.database, err = opener.Open(ctx, db.Settings{Now: c.Now}, target); err != nil {
		return false, err
	}
	x, err := schema.Build(ctx, c.database, schema.DefaultLimits)
	if err != nil {
		return false, err
	}
	c.index = x
	c.engine = reader.New(x, c.database.Dialect())
	return true, nil
}

func (c *caseFile) close() {
	if c.database != nil {
		c.database.Close()
	}
}

// want marks the readings of a question that give the rows of the query.
func (c *caseFile) want(ctx context.Context, q *outcome, sql string) {
	gold, err := statement.Parse(sql, c.database.Dialect(), nil)
	if err != nil {
		return
	}
	want, err := run(ctx, c.database, gold, likeness.Digits)
	if err != nil {
		return
	}
	if !q.goldRan {
		q.goldRan, q.Gold = true, sql
		q.readings = c.engine.Readings(q.Input, c.Now, c.o.readings)
		q.trials, q.right = make([]reader.Trial, len(q.readings)), make([]bool, len(q.readings))
	}
	for i, reading := range q.readings {
		got, err := run(ctx, c.database, reading.Statement, likeness.Digits)
		q.trials[i] = reader.Trial{Failed: err != nil}
		if err == nil {
			q.trials[i] = reader.TrialOf(values(got))
			q.right[i] = q.right[i] || same(want, got, sql)
		}
	}
}
