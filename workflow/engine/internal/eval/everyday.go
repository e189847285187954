package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"parley/db/likeness"
	"parley/db/statement"
	"parley/workflow"
	"parley/workflow/engine/reader"
)

// This file measures what words near in meaning bring: the same questions in the words of the schema, and with one of these words
// replaced by an everyday one, read with and without such words (schema.Supposing).

// everydayQuestion is a question in the schema's words, the same in everyday words, and the statement that is right for both. Every
// second line may be read to work on; the lines between are for counting alone.
type everydayQuestion struct{ DB, Plain, Input, SQL string }

func readEveryday(path string) ([]everydayQuestion, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var out []everydayQuestion
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		var q everydayQuestion
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		out = append(out, q)
	}
	return out, lines.Err()
}

// everydayCount counts one way of asking and reading.
type everydayCount struct{ right, wrong, back int }

// The ways in which each question is asked and read.
const (
	plainWords = iota
	everydayWords
	everydayWithout // without words near in meaning
	everydayWays
)

var everydayNames = [everydayWays]string{"in the schema's words", "in everyday words", "in everyday words, none near in meaning"}

// measureEveryday prints how many of the questions of a file are right in each way, the two halves apart.
func measureEveryday(ctx context.Context, o options, path string) error {
	list, err := readEveryday(path)
	if err != nil {
		return err
	}
	houses := map[string]*house{}
	var counts [2][everydayWays]everydayCount
	for n, q := range list {
		h := houses[q.DB]
		if h == nil {
			if h, err = openHouse(ctx, o.everydayTarget(q.DB)); err != nil {
				return fmt.Errorf("%s: %w", q.DB, err)
			}
			defer h.database.Close()
			houses[q.DB] = h
		}
		for way := range everydayWays {
			e, input := h.engine, q.Input
			switch way {
			case plainWords:
				input = q.Plain
			case everydayWithout:
				e = e.WithoutNear()
			}
			c := &counts[n%2][way]
			sql, ok, err := h.everyday(ctx, e, input, q.SQL)
			switch {
			case err != nil:
				return fmt.Errorf("%s: %s: %w", q.DB, q.SQL, err)
			case ok:
				c.right++
			case sql == "":
				c.back++
			default:
				c.wrong++
			}
			if !ok && n%2 == 0 && o.fails != "" {
				fmt.Printf("%s, %s: %s\n    %s\n", q.DB, everydayNames[way], input, sql)
			}
		}
	}
	for half, name := range [2]string{"read", "aside"} {
		for way, c := range counts[half] {
			all := c.right + c.wrong + c.back
			fmt.Printf("%s: %s: right %.1f %%, wrong %.1f %%, asked back %.1f %% of %d\n", name, everydayNames[way], percent(c.right, all), percent(c.wrong, all), percent(c.back, all), all)
		}
	}
	return nil
}

// everydayTarget is where a database of the set is: the demo, a sample beside the data, else the server.
func (o options) everydayTarget(database string) string {
	if database == "demo" {
		return database
	}
	if sample := filepath.Join(o.databases, "..", "samples", database+".sqlite"); o.databases != "" {
		if _, err := os.Stat(sample); err == nil {
			return sample
		}
	}
	return o.analystURL(database)
}

// everyday is the engine's answer to a question, empty where it asks back, and whether it is right.
func (h *house) everyday(ctx context.Context, e *reader.Engine, input, right string) (sql string, ok bool, err error) {
	gold, err := statement.Parse(right, h.database.Dialect(), h.index)
	if err != nil {
		return "", false, err
	}
	want, err := run(ctx, h.database, gold, likeness.Cents)
	if err != nil {
		return "", false, err
	}
	draft, err := e.Generate(ctx, workflow.Request{Question: input, Now: time.Now()})
	var lost *workflow.NotUnderstood
	var several *workflow.Ambiguous
	if errors.As(err, &lost) || errors.As(err, &several) {
		return "", false, nil
	}
	if err != nil {
		return "", false, err
	}
	got, err := run(ctx, h.database, draft.Statement, likeness.Cents)
	if err != nil {
		return draft.Statement.SQL(), false, nil //nolint:nilerr // a statement that fails is wrong
	}
	return draft.Statement.SQL(), likeness.Rule{Ordered: likeness.Orders(right)}.Same(want, got), nil
}
