package main

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"parley/workflow/engine/decide"
	"parley/workflow/engine/internal/cases"
	"parley/workflow/engine/reader"
	"parley/workflow/project"
)

// This file fits the weights of package decide: a listwise model of which reading of a question is right, and a logistic model of
// whether one is. Questions of analysts count for more than the others: they are fewer, and what people ask.

const (
	decideFolds = 5
	// How often a question of an analyst counts, one for the rows of a table, a clear one of the case files, and one of the data.
	analystCounts = 8
	plainCounts   = 4
	clearCounts   = 6
	dataCounts    = 1
)

// fitDecide fits, prints what each line brings, each part of the databases judged by weights fitted on the others, and writes
// the weights into the folder of the package: those of databases in use, and those of others.
func fitDecide(ctx context.Context, o options, paths []string) error {
	analysts, err := readAsked(paths)
	if err != nil {
		return err
	}
	pools, err := weighAll(ctx, analysts, o.analystURL)
	if err != nil {
		return err
	}
	for i := range pools {
		pools[i].counts = analystCounts
	}
	plain, err := weighPlain(ctx, analysts, o.analystURL)
	if err != nil {
		return err
	}
	for i := range plain {
		plain[i].counts = plainCounts
	}
	spider, err := readAsked([]string{o.data})
	if err != nil {
		return err
	}
	more, err := weighParts(ctx, o, spider)
	if err != nil {
		return err
	}
	for i := range more {
		more[i].counts = dataCounts
	}
	clear, err := weighCases(ctx, o)
	if err != nil {
		return err
	}
	for i := range clear {
		clear[i].counts = clearCounts
	}
	pools = slices.Concat(pools, plain, more, clear)
	known, _ := fitKind(pools, false)
	inUse, order := fitKind(pools, true)
	for file, text := range map[string]string{
		"weights.txt": decide.Format(decide.SureNames(), known[0], known[1]), "inuse.txt": decide.Format(decide.SureNames(), inUse[0], inUse[1]),
		"order.txt": decide.Format(decide.Names(), order[0], order[1]),
	} {
		if err := os.WriteFile(filepath.Join(o.decide, file), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// fitKind fits the weights of databases that are in use, or of the others, with the rules asked and without.
func fitKind(pools []poolOf, inUse bool) (sure, order [2][]float64) {
	own := slices.DeleteFunc(slices.Clone(pools), func(p poolOf) bool {
		return len(p.readings) == 0 || p.readings[0].Evidence.InUse != inUse
	})
	for i, rules := range []bool{true, false} {
		fmt.Printf("in use: %v, the rules asked: %v, %d questions\n", inUse, rules, len(own))
		order[i], sure[i] = fitBoth(own, rules, inUse)
	}
	return sure, order
}

// fitBoth fits the order of readings, where it is told by that, and how likely one is right beside the share that the order of other
// databases gives it.
func fitBoth(pools []poolOf, rules, ordered bool) (order, sure []float64) {
	var lists []contest
	for _, p := range pools {
		if c := contestOf(p, rules); len(c.right) > 0 {
			lists = append(lists, c)
		}
	}
	apart := func(k int, own bool) []contest {
		return slices.DeleteFunc(slices.Clone(lists), func(c contest) bool { return (decideFold(c.database) == k) == own })
	}
	for k := 0; k < decideFolds && ordered; k++ {
		w := fitOrder(apart(k, true))
		for i := range lists {
			if decideFold(lists[i].database) == k {
				lists[i].share(w)
			}
		}
	}
	for k := range decideFolds {
		w := fitSure(verdictsOf(apart(k, true)))
		for i := range lists {
			if decideFold(lists[i].database) == k {
				lists[i].judge(w)
			}
		}
	}
	decideCurve(lists)
	return fitOrder(lists), fitSure(verdictsOf(lists))
}

// contest is the readings of one question, as the fitting sees them.
type contest struct {
	database string
	counts   int
	evidence []decide.Evidence
	values   [][]float64
	right    []bool
	chances  []float64
}

func contestOf(p poolOf, rules bool) contest {
	c := contest{database: p.DB, counts: p.counts}
	for i, r := range p.readings {
		e := r.Evidence
		switch {
		case !rules && !e.Composed:
			continue
		case !rules:
			e.Agreed, e.Rival = 0, 0
		}
		c.evidence, c.values, c.right = append(c.evidence, e), append(c.values, e.Values()), append(c.right, p.right[i])
	}
	c.chances = make([]float64, len(c.right))
	return c
}

// share gives each reading its share.
func (c *contest) share(w []float64) {
	for i, s := range decide.SharesBy(c.values, w) {
		c.evidence[i].Share = s
	}
}

// judge gives each reading its chance.
func (c *contest) judge(w []float64) {
	for i, e := range c.evidence {
		c.chances[i] = decide.Logistic(e.Sure(), w)
	}
}

func verdictsOf(lists []contest) []verdict {
	var out []verdict
	for _, c := range lists {
		for i, e := range c.evidence {
			for range c.counts {
				out = append(out, verdict{e.Sure(), c.right[i], c.database})
			}
		}
	}
	return out
}

// The rounds of fitting the order, how far it goes in one, and how much the weights are held back.
const (
	orderRounds = 200
	orderRate   = 0.3
	orderPull   = 4.0
)

// fitOrder fits weights to the share of the right readings among those of their question, by gradient ascent on its logarithm, each
// weight at a pace of its own (Duchi, Hazan, Singer: Adaptive Subgradient Methods, 2011).
func fitOrder(lists []contest) []float64 {
	w, squares, gradient := make([]float64, len(decide.Names())), make([]float64, len(decide.Names())), make([]float64, len(decide.Names()))
	for range orderRounds {
		clear(gradient)
		for _, c := range lists {
			if !slices.Contains(c.right, true) || !slices.Contains(c.right, false) {
				continue
			}
			shares, won := decide.SharesBy(c.values, w), 0.0
			for i, s := range shares {
				won += s * float64(boolToInt(c.right[i]))
			}
			for i, s := range shares {
				miss := -s
				if c.right[i] {
					miss += s / won
				}
				for k, x := range c.values[i] {
					gradient[k] += float64(c.counts) * miss * x
				}
			}
		}
		for k := range w {
			g := gradient[k] - orderPull*w[k]
			squares[k] += g * g
			w[k] += orderRate * g / math.Sqrt(1e-8+squares[k])
		}
	}
	return w
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
		h := &house{c.database, c.index, c.engine.WithTrials(c.database, reader.WholeTrials), project.Compile(c.index, c.database.Dialect(), nil)}
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

// decideCurve prints how many first readings are right, and coverage and precision by line.
func decideCurve(lists []contest) {
	right, any := 0, 0
	firsts := make([]int, len(lists))
	for i, c := range lists {
		firsts[i] = -1
		for k, e := range c.evidence {
			if k == 0 || cmp.Or(cmp.Compare(e.Share, c.evidence[firsts[i]].Share), cmp.Compare(c.chances[k], c.chances[firsts[i]])) > 0 {
				firsts[i] = k
			}
		}
		right += boolToInt(firsts[i] >= 0 && c.right[firsts[i]])
		any += boolToInt(slices.Contains(c.right, true))
	}
	fmt.Printf("  the first of them right %.1f%%, any %.1f%%\n", percent(right, len(lists)), percent(any, len(lists)))
	for line := 0.1; line < 0.96; line += 0.05 {
		answered, right := 0, 0
		for i, c := range lists {
			if k := firsts[i]; k >= 0 && c.chances[k] >= line {
				answered++
				right += boolToInt(c.right[k])
			}
		}
		fmt.Printf("  line %.2f: right %5.1f%%  answered %5.1f%%  precision %5.1f%%\n", line, percent(right, len(lists)), percent(answered, len(lists)), percent(right, answered))
	}
}
