// Command fitintent fits the weights of intent detection (dialog/weight.go) on dialogues of people, and measures them on a
// fifth of the databases that it never looks at while fitting.
//
//	go run ./workflow/engine/internal/fitintent DATA           measure the weights in the code
//	go run ./workflow/engine/internal/fitintent -write DATA    fit anew and write dialog/weight.go
//
// What was tried on CoSQL and left out, by macro-F1 out of fold on the databases fitted on (0.786 as it is; one standard
// error is about 0.006): words of general English as signs of their own 0.788, with those of the question before 0.792;
// products of the signs of form and of what the input is about 0.783; the shape of the query in force (grouped, limited, joined
// …) 0.793, with products 0.794; all of it, 464 weights, 0.793. None is worth a list that nobody can read.
//
// DATA holds intent_cosql_train.jsonl, intent_followup_train.jsonl, followup_train.jsonl and databases/. The same data gives the same weights.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	write := flag.Bool("write", false, "fit the weights and write dialog/weight.go")
	show := flag.Bool("show", false, "print reformulations that differ from the person's")
	core := flag.String("dialog", "dialog", "folder of the dialog package")
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(flag.Arg(0), *core, *write, *show); err != nil {
		fmt.Fprintln(os.Stderr, "fitintent:", err)
		os.Exit(1)
	}
}

func run(data, core string, write, show bool) error {
	known, err := read(context.Background(), filepath.Join(data, "intent_cosql_train.jsonl"), filepath.Join(data, "databases"))
	if err != nil {
		return err
	}
	unknown, err := read(context.Background(), filepath.Join(data, "intent_followup_train.jsonl"), "")
	if err != nil {
		return err
	}
	report("with a vocabulary", known)
	report("without", unknown)
	if err := reportFusion(filepath.Join(data, "followup_train.jsonl"), show); err != nil {
		return err
	}
	if !write {
		return nil
	}
	blind, err := read(context.Background(), filepath.Join(data, "intent_cosql_train.jsonl"), "")
	if err != nil {
		return err
	}
	// Follow-ups of one data set alone are too much alike; some of the other keep the weights sane.
	fitted := map[string]weights{"known": fit(known, nil, 0), "unknown": fit(unknown, blind, 0.05)}
	return writeWeights(core, fitted)
}
