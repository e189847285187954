package main

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"parley/db"
	"parley/db/opener"
	"parley/workflow/engine/reader"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// look prints what the engine sees in one question: tags, then readings with their scores.
func look(ctx context.Context, o options, input string) error {
	target := filepath.Join(o.databases, o.only+".sqlite")
	if o.only == "demo" {
		target = o.only
	}
	d, err := opener.Open(ctx, db.Settings{}, target)
	if err != nil {
		return err
	}
	defer d.Close()
	x, err := schema.Build(ctx, d, schema.DefaultLimits)
	if err != nil {
		return err
	}
	for _, it := range tag.NewTagger(x).Tag(input, time.Now()) {
		fmt.Printf("%-24q cue %d %v", it.Text, it.Cue.Kind, it.Cue.Operator)
		for i, m := range it.Matches {
			if i == 5 {
				fmt.Printf(" … %d", len(it.Matches))
				break
			}
			name := m.Table.Name
			if m.Column != nil {
				name = m.Column.String()
			}
			fmt.Printf("  %s %.2f", name, m.Score())
		}
		for i, v := range it.Values {
			if i == 4 {
				break
			}
			fmt.Printf("  %s='%s'", v.Column, v.Text)
		}
		if it.HasNumber {
			fmt.Printf("  %v", it.Number)
		}
		if it.Period != nil {
			fmt.Printf("  %s", it.Period)
		}
		fmt.Println()
	}
	names := reader.FeatureNames()
	e := reader.New(x, d.Dialect())
	list := e.Readings(input, time.Now(), max(o.readings, 25))
	if len(list) > 0 && o.features {
		at, found := reader.Elect(list, []reader.Trial{{Some: true}})
		fmt.Printf("sure of reading %d: %.2f\n", at, reader.Chance(found, reader.SureWeights()))
		for i, v := range found {
			fmt.Printf("           %5.2f  %s\n", v, reader.EvidenceNames()[i])
		}
	}
	for _, r := range list[:min(len(list), max(o.readings, 5))] {
		fmt.Printf("%7.2f  %s\n", r.Score, r.Statement.SQL())
		for _, f := range r.Features {
			if o.features {
				fmt.Printf("           %5.1f × %6.2f  %s\n", f.Value, e.Weights()[f.Number], names[f.Number])
			}
		}
	}
	return nil
}
