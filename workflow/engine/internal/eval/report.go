package main

import (
	"fmt"
	"math"
	"sort"
	"time"

	"parley/db"
	"parley/workflow/engine/reader"
)

// tally counts outcomes of one kind.
type tally struct{ asked, answered, right, within, tried int }

func (t *tally) add(r outcome) {
	t.asked++
	if len(r.readings) > 0 {
		t.answered++
	}
	if len(r.right) > 0 && r.right[0] {
		t.right++
	}
	if len(r.right) > 0 {
		at, _ := firstSome(r)
		t.tried += boolToInt(r.right[at])
	}
	if firstRight(r) >= 0 {
		t.within++
	}
}

// firstSome is the reading that the engine takes when it may try the best ones, and the evidence for it.
func firstSome(r outcome) (int, []float64) {
	n := 0
	for n < min(len(r.readings), reader.Tried) && r.readings[0].Score-r.readings[n].Score <= reader.TryScore {
		n++
	}
	return reader.Elect(r.readings, r.trials[:n])
}

// values are rows as a trial takes them: text tells zero and nothing apart from the rest.
func values(list rows) [][]db.Value {
	list = list[:min(len(list), 300)]
	out := make([][]db.Value, len(list))
	for i, row := range list {
		for _, cell := range row {
			var v db.Value = cell
			switch cell {
			case "":
				v = nil
			case "0":
				v = int64(0)
			}
			out[i] = append(out[i], v)
		}
	}
	return out
}

func percent(a, b int) float64 { return 100 * float64(a) / float64(max(b, 1)) }

func (t *tally) String() string {
	return fmt.Sprintf("EX %5.1f%% of %4d (tried on the database %5.1f%%)   answered %5.1f%%   precision %5.1f%%   among the readings %5.1f%%",
		percent(t.right, t.asked), t.asked, percent(t.tried, t.asked), percent(t.answered, t.asked), percent(t.right, t.answered), percent(t.within, t.asked))
}

// report prints the figures: all, tuned on, kept aside, by class, time.
func report(outcomes []outcome) {
	var all, tuned, kept tally
	classes := map[string]*tally{}
	var took []time.Duration
	for _, r := range outcomes {
		if !r.goldRan {
			continue
		}
		all.add(r)
		if aside(r.DB) {
			kept.add(r)
		} else {
			tuned.add(r)
		}
		c := class(r.Gold)
		if classes[c] == nil {
			classes[c] = &tally{}
		}
		classes[c].add(r)
		took = append(took, r.took)
	}
	fmt.Println("all       ", all)
	fmt.Println("tuned on  ", tuned)
	fmt.Println("kept aside", kept)
	names := make([]string, 0, len(classes))
	for c := range classes {
		names = append(names, c)
	}
	sort.Slice(names, func(i, j int) bool { return classes[names[i]].asked > classes[names[j]].asked })
	for _, c := range names {
		fmt.Printf("  %-14s %v\n", c, *classes[c])
	}
	sort.Slice(took, func(i, j int) bool { return took[i] < took[j] })
	if n := len(took); n > 0 {
		fmt.Printf("time p50 %v p95 %v max %v\n", took[n/2], took[n*95/100], took[n-1])
	}
}

// reportCases prints what becomes of the cases.
func reportCases(list []outcome) {
	var t tally
	for _, r := range list {
		if r.goldRan {
			t.add(r)
			if at, _ := firstSome(r); len(r.right) == 0 || !r.right[at] {
				fmt.Printf("  %s: %q first right %d\n", r.DB, r.Input, firstRight(r))
			}
		}
	}
	fmt.Println("cases     ", &t)
}

// abstaining prints what becomes of the figures on the databases kept aside when the engine abstains below a share of
// probability for its first reading.
func abstaining(outcomes []outcome) {
	for _, least := range []float64{0, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7} {
		var t tally
		for _, r := range outcomes {
			if !r.goldRan || !aside(r.DB) {
				continue
			}
			if certainty(r) < least {
				r.readings, r.right = nil, nil
			}
			t.add(r)
		}
		fmt.Printf("abstaining below %.2f: EX %.1f%%  answered %.1f%%  precision %.1f%%\n", least, percent(t.right, t.asked), percent(t.answered, t.asked), percent(t.right, t.answered))
	}
}

// certainty is the probability of the first reading among all.
func certainty(r outcome) float64 {
	if len(r.readings) == 0 {
		return 0
	}
	sum := 0.0
	for _, reading := range r.readings {
		sum += math.Exp(reading.Score - r.readings[0].Score)
	}
	return 1 / sum
}
