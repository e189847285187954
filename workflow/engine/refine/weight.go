package refine

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"parley/workflow"
	"parley/workflow/engine/clause"
	grammar "parley/workflow/engine/phrase"
	"parley/workflow/engine/tag"
)

// parseTraits reads lines of a weight, a tab and a trait's name; traits that are not listed weigh nothing.
func parseTraits(text string) (map[string]float64, error) {
	weights := map[string]float64{}
	for n, line := range strings.Split(text, "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		value, name, ok := strings.Cut(line, "\t")
		w, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
		if !ok || err != nil {
			return nil, fmt.Errorf("weights of follow-ups, line %d: %q is no weight", n+1, line)
		}
		weights[name] = w
	}
	return weights, nil
}

// FormatTraits is the inverse of parseTraits, in the order of the names. Weights that say nothing are left out.
func FormatTraits(weights map[string]float64) string {
	var b strings.Builder
	b.WriteString("# How much each trait of a follow-up speaks for a rival. Written by internal/eval; edit by hand at will.\n")
	for _, name := range slices.Sorted(maps.Keys(weights)) {
		if w := weights[name]; w >= 0.03 || w <= -0.03 {
			fmt.Fprintf(&b, "%.3f\t%s\n", w, name)
		}
	}
	return b.String()
}

// FollowUps are up to most candidates for the feedback, best first.
func (e *Refiner) FollowUps(r workflow.Refine, most int) []FollowUp {
	r.Question = grammar.Request(r.Question)
	ed, err := e.Editor(r)
	if err != nil {
		return nil
	}
	list := e.followUps(context.Background(), ed, r.Question)
	u := tag.Utter(r.Question)
	var out []FollowUp
	for _, c := range built(ed, e.ranked(ed, u, list), most) {
		f := FollowUp{Statement: c.Statement, Mix: clause.MixNames[c.Mix], Score: c.Score, Rules: operationsOf(&c), Features: features(&c)}
		f.Senseless = senseless(ed, u, c, e.draft(c))
		out = append(out, f)
	}
	return out
}
