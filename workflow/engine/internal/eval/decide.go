package main

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"parley/workflow/engine/decide"
	"parley/workflow/engine/internal/cases"
	"parley/workflow/engine/reader"
)

// This file fits the weights of package decide: a logistic model of whether a reading is right, over the readings of both
// readers. Questions of analysts count for more than the others: they are fewer, and what people ask.

const (
	decideFolds = 5
	// How often a question of an analyst counts, a clear one of the case files, and one of the data.
	analystCounts = 16
	clearCounts   = 12
	dataCounts    = 2
)

// fitDecide fits, prints what each line brings, each part of the databases judged by weights fitted on the others, and writes
// the weights.
func fitDecide(ctx context.Context, o options, paths []string) error {
	analysts, err := readAsked(paths)
	if err != nil {
		return err
	}
	pools, err := weighAll(ctx, analysts, o.analystURL)
	if err != nil {
		return err
	}
	ours := len(pools)
	spider, err := readAsked([]string{o.data})
	if err != nil {
		return err
	}
	more, err := weighParts(ctx, o, spider)
	if err != nil {
		return err
	}
	pools = append(pools, more...)
	clear, err := weighCases(ctx, o)
	if err != nil {
		return err
	}
	pools = append(pools, clear...)
	both, alone := make([]float64, len(decide.Names())), make([]float64, len(decide.Names()))
	for _, rules := range []bool{true, false} {
		chances := make([][]float64, len(pools))
		for k := range decideFolds {
			w := fitSure(verdicts(pools, ours, rules, func(db string) bool { return decideFold(db) != k }))
			for i, p := range pools {
				if decideFold(p.DB) == k {
					chances[i] = chancesOf(p, w, rules)
				}
			}
		}
		fmt.Println("the rules asked:", rules)
		fmt.Println("analysts:")
		decideCurve(pools[:ours], chances[:ours])
		fmt.Println("others:")
		decideCurve(pools[ours:], chances[ours:])
		w := fitSure(verdicts(pools, ours, rules, func(string) bool { return true }))
		if rules {
			both = w
		} else {
			alone = w
		}
	}
	return os.WriteFile(o.decide, []byte(decide.Format(both, alone)), 0o644)
}

// weighCases weighs the clear questions of the case files.
func weighCases(ctx context.Context, o options) ([]poolOf, error) {
	files, err := filepath.Glob(filepath.Join(o.cases, "*.txt"))
	if err != nil {
		return nil, err
	}
	var out []poolOf
	for _, path := range files {
		file, err := cases.Read(path)
		if err != nil {
			return nil, err
		}
		c := caseFile{File: file, o: o}
		if found, err := c.open(ctx); err != nil || !found {
			continue
		}
		h := &house{c.database, c.index, c.engine.WithTrials(c.database, reader.WholeTrials)}
		for _, q := range file.Questions {
			if len(q.Want) == 0 {
				continue
			}
			p, err := h.weigh(ctx, asked{ID: q.Asked, DB: casesOf + file.Database, Turns: []accepted{{Input: q.Asked, SQL: q.Want[0], Also: q.Want[1:]}}, now: file.Now})
			if err != nil {
				return nil, err
			}
			out = append(out, p)
		}
		c.close()
	}
	return out, nil
}

// weighParts goes through the databases of -data, two at a time.
func weighParts(ctx context.Context, o options, list []asked) ([]poolOf, error) {
	var parts [2][]asked
	for i, a := range list {
		if a.Turns[0].SQL == "" || i%o.stride != 0 {
			continue
		}
		h := fnv.New32a()
		h.Write([]byte(a.DB))
		k := h.Sum32() / 7 % 2
		parts[k] = append(parts[k], a)
	}
	var out [2][]poolOf
	var errs [2]error
	var wait sync.WaitGroup
	for k := range parts {
		wait.Add(1)
		go func() {
			defer wait.Done()
			out[k], errs[k] = weighAll(ctx, parts[k], func(name string) string { return filepath.Join(o.databases, name+".sqlite") })
		}()
	}
	wait.Wait()
	return slices.Concat(out[0], out[1]), cmp.Or(errs[0], errs[1])
}

func decideFold(database string) int {
	h := fnv.New32a()
	h.Write([]byte("decide " + database))
	return int(h.Sum32() % decideFolds)
}

// evidenceOf is the evidence with or without what the rules say.
func evidenceOf(r reader.Weighed, rules bool) []float64 {
	e := r.Evidence
	if !rules {
		e.Agreed, e.Rival = 0, 0
	}
	return e.Values()
}

func verdicts(pools []poolOf, ours int, rules bool, in func(string) bool) []verdict {
	var out []verdict
	for i, p := range pools {
		if !in(p.DB) {
			continue
		}
		counts := dataCounts
		switch {
		case i < ours:
			counts = analystCounts
		case strings.HasPrefix(p.DB, casesOf):
			counts = clearCounts
		}
		for range counts {
			for k, r := range p.readings {
				if rules || r.Evidence.Composed {
					out = append(out, verdict{evidenceOf(r, rules), p.right[k], p.DB})
				}
			}
		}
	}
	return out
}

func chancesOf(p poolOf, w []float64, rules bool) []float64 {
	out := make([]float64, len(p.readings))
	for k, r := range p.readings {
		if rules || r.Evidence.Composed {
			out[k] = decide.Logistic(evidenceOf(r, rules), w)
		}
	}
	return out
}

// decideCurve prints coverage and precision by line.
func decideCurve(pools []poolOf, chances [][]float64) {
	for line := 0.2; line < 0.96; line += 0.05 {
		answered, right, offered := 0, 0, 0
		for i, p := range pools {
			order := make([]int, len(p.readings))
			for k := range order {
				order[k] = k
			}
			slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(chances[i][b], chances[i][a]) })
			switch {
			case len(order) == 0:
			case chances[i][order[0]] >= line:
				answered++
				right += boolToInt(p.right[order[0]])
			default:
				offered += boolToInt(slices.ContainsFunc(order[:min(len(order), 4)], func(k int) bool { return p.right[k] }))
			}
		}
		fmt.Printf("  line %.2f: right %5.1f%%  answered %5.1f%%  precision %5.1f%%  offered %5.1f%% (%.0f%% of those asked back)\n", line, percent(right, len(pools)), percent(answered, len(pools)),
			percent(right, answered), percent(offered, len(pools)), percent(offered, len(pools)-answered))
	}
}
