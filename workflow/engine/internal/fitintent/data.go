package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"

	"github.com/google/uuid"

	"parley/db"
	"parley/db/opener"
	"parley/dialog"
	"parley/workflow/engine"
	"parley/workflow/schema"
)

// example is one input after another, what it was, and what the signs and the present weights make of it.
type example struct {
	signs      []float64
	refinement bool
	// aside says that the database is kept out of fitting.
	aside  bool
	fold   int
	intent dialog.Intent
	sure   dialog.Confidence
	// cue says that a word or phrase of a refinement shows: the baseline.
	cue bool
}

var cueWords = []dialog.Sign{dialog.SignStrong, dialog.SignKeyword, dialog.SignFollowUp, dialog.SignThose, dialog.SignIt, dialog.SignTheir,
	dialog.SignPerson, dialog.SignSame, dialog.SignAnd, dialog.SignThanks}

// pair is a line of a data file.
type pair struct {
	DB, Input, Intent string
	PrevInput         *string `json:"prev_input"`
	PrevSQL           *string `json:"prev_sql"`
}

// read measures the pairs of a file against the databases of a folder; without a folder nothing is known of them.
func read(ctx context.Context, file, databases string) ([]example, error) {
	pairs, err := readPairs(file)
	if err != nil {
		return nil, err
	}
	vocabularies := map[string]dialog.Vocabulary{}
	var examples []example
	for _, p := range pairs {
		if _, ok := vocabularies[p.DB]; !ok {
			if vocabularies[p.DB], err = vocabulary(ctx, databases, p.DB); err != nil {
				return nil, err
			}
		}
		e, err := measure(p, vocabularies[p.DB])
		if err != nil {
			return nil, err
		}
		examples = append(examples, e)
	}
	return examples, nil
}

// readPairs reads the lines that have a question before.
func readPairs(file string) ([]pair, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	var pairs []pair
	for lines.Scan() {
		var p pair
		if err := json.Unmarshal(lines.Bytes(), &p); err != nil {
			return nil, fmt.Errorf("read %s: %w", file, err)
		}
		if p.PrevInput != nil {
			pairs = append(pairs, p)
		}
	}
	return pairs, lines.Err()
}

// vocabulary is what the program itself would know of a database; nil when there is none.
func vocabulary(ctx context.Context, folder, name string) (dialog.Vocabulary, error) {
	path := filepath.Join(folder, name+".sqlite")
	if _, err := os.Stat(path); folder == "" || err != nil {
		return nil, nil
	}
	database, err := opener.Open(ctx, db.Settings{}, path)
	if err != nil {
		return nil, err
	}
	defer database.Close()
	index, err := schema.Build(ctx, database, schema.DefaultLimits)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return engine.Vocabulary(index), nil
}

// measure plays the question before as a success, and looks at the input.
func measure(p pair, v dialog.Vocabulary) (example, error) {
	sql := "SELECT 1"
	if p.PrevSQL != nil {
		sql = *p.PrevSQL
	}
	s := dialog.New(uuid.New(), p.DB, dialog.Settings{})
	if _, err := s.Record(s.Begin(uuid.New()), dialog.Turn{Input: *p.PrevInput, Result: &dialog.Result{SQL: sql}}); err != nil {
		return example{}, err
	}
	d := s.Detect(p.Input, v)
	e := example{signs: s.Measure(p.Input, v), refinement: p.Intent == dialog.Refinement.String(), intent: d.Intent, sure: d.Confidence}
	for _, sign := range cueWords {
		e.cue = e.cue || e.signs[sign] > 0
	}
	e.aside, e.fold = hash(p.DB)%5 == 0, int(hash("fold "+p.DB)%5)
	return e, nil
}

func hash(name string) uint32 {
	h := fnv.New32a()
	h.Write([]byte(name))
	return h.Sum32()
}
