package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/google/uuid"

	"parley/db"
	"parley/db/likeness"
	"parley/db/opener"
	"parley/db/statement"
	"parley/dialog"
	"parley/workflow"
	"parley/workflow/engine"
	"parley/workflow/engine/reader"
	"parley/workflow/judgement"
)

// conversation is one line of a data file.
type conversation struct {
	ID, DB string
	Turns  []turn
	target string
	kind   string // "analyst" or "plain"
}

type turn struct {
	Input string   `json:"input"`
	SQL   *string  `json:"sql"`
	Also  []string `json:"also"`
	Open  bool     `json:"open_limit"`
}

// sample is one judged statement. Worked says that the engine was worked on its database. Asked says that the program asked back instead, and Offered that a choice was right;
// Certain that the evidence was not weighed.
type sample struct {
	ID, DB, Kind, Input, SQL string
	Aside, Worked, Right     bool
	Asked, Offered           bool
	Refined, Certain         bool
	Doubts, Strong, Weak     []string
	Evidence                 []float64
}

// gather answers all conversations, two databases at a time.
func gather(ctx context.Context, o options) ([]sample, error) {
	byTarget := map[string][]conversation{}
	if err := read(byTarget, o.analyst, 1, "analyst", func(name string) string { return o.url + "/" + name + "?sslmode=disable" }); err != nil {
		return nil, err
	}
	if err := read(byTarget, o.plain, o.stride, "plain", func(name string) string { return filepath.Join(o.databases, name+".sqlite") }); err != nil {
		return nil, err
	}
	var mu sync.Mutex
	var out []sample
	var wait sync.WaitGroup
	turns := make(chan struct{}, 2)
	for _, list := range byTarget {
		wait.Add(1)
		turns <- struct{}{}
		go func() {
			defer func() { <-turns; wait.Done() }()
			found, err := answer(ctx, list)
			if err != nil {
				fmt.Fprintln(os.Stderr, "fit:", list[0].DB, err)
			}
			mu.Lock()
			defer mu.Unlock()
			out = append(out, found...)
		}()
	}
	wait.Wait()
	for i, s := range out {
		out[i].Aside = slices.Contains(listOf(o.aside), s.DB) || s.Kind == "plain" && fold(s.DB, 5) == 0
	}
	slices.SortFunc(out, func(a, b sample) int { return compare(a.ID, b.ID) })
	return out, nil
}

func compare(a, b string) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// fold is the part of n that a name belongs to.
func fold(name string, n uint32) uint32 {
	h := fnv.New32a()
	h.Write([]byte(name))
	return h.Sum32() % n
}

func read(into map[string][]conversation, patterns string, stride int, kind string, target func(string) string) error {
	for _, pattern := range listOf(patterns) {
		files, err := filepath.Glob(pattern)
		if err != nil {
			return err
		}
		for _, path := range files {
			if err := readFile(into, path, stride, kind, target); err != nil {
				return err
			}
		}
	}
	return nil
}

func readFile(into map[string][]conversation, path string, stride int, kind string, target func(string) string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	for n := 0; lines.Scan(); n++ {
		var c conversation
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			return fmt.Errorf("read %s: %w", path, err)
		}
		if n%max(stride, 1) == 0 {
			c.target, c.kind = target(c.DB), kind
			into[c.target] = append(into[c.target], c)
		}
	}
	return lines.Err()
}

// answer goes through the conversations of one database.
func answer(ctx context.Context, list []conversation) ([]sample, error) {
	d, err := opener.Open(ctx, db.Settings{}, list[0].target)
	if err != nil {
		return nil, err
	}
	defer d.Close()
	source, err := engine.Source(ctx, d, reader.WholeTrials)
	if err != nil {
		return nil, err
	}
	a := answerer{ctx, source, &runner{d, map[string]result{}}}
	var out []sample
	for _, c := range list {
		for k := range c.Turns {
			if s, ok := a.turn(c, k); ok {
				out = append(out, s)
			}
		}
	}
	return out, nil
}

type answerer struct {
	ctx    context.Context
	source *workflow.Source
	run    *runner
}

// turn answers one turn after the accepted SQL of those before; not ok where it has none that runs.
func (a answerer) turn(c conversation, k int) (sample, bool) {
	t := c.Turns[k]
	if t.SQL == nil {
		return sample{}, false
	}
	golds := a.golds(t)
	if len(golds) == 0 {
		return sample{}, false
	}
	talk := workflow.New(dialog.New(uuid.New(), c.DB, dialog.Settings{}), workflow.Opened(a.source), workflow.Settings{Whole: true, Limits: db.Limits{Rows: 100_000}})
	defer talk.Close()
	for _, before := range c.Turns[:k] {
		if before.SQL != nil {
			talk.Commit(talk.BeginGiven(before.Input, *before.SQL).Run(a.ctx))
		}
	}
	reply := talk.Commit(talk.Begin(t.Input).Run(a.ctx))
	s := sample{ID: fmt.Sprintf("%s#%d", c.ID, k), DB: c.DB, Kind: c.kind, Input: t.Input, Refined: reply.Turn.Intent == dialog.Refinement}
	right := func(sql string) bool {
		return slices.ContainsFunc(golds, func(g gold) bool { return a.run.same(a.ctx, g, sql, t.Open) })
	}
	if reply.Turn.Result == nil {
		s.Asked = true
		for _, choice := range reply.Choices[:min(4, len(reply.Choices))] {
			s.Offered = s.Offered || right(choice.Statement.SQL())
		}
		return s, true
	}
	s.SQL, s.Evidence = reply.Turn.Result.SQL, reply.Judgement.Evidence
	s.Doubts, s.Certain = reply.Turn.Result.Doubts, reply.Judgement.Certain
	for _, d := range append(slices.Clone(reply.Judgement.Doubts), reply.Judgement.Unsaid...) {
		if d.Strong {
			s.Strong = append(s.Strong, d.Text)
		} else {
			s.Weak = append(s.Weak, d.Text)
		}
	}
	s.Right = right(s.SQL)
	return s, len(s.Evidence) == len(judgement.Names)
}

// golds are the accepted statements that run, with their rows.
func (a answerer) golds(t turn) []gold {
	var out []gold
	for _, sql := range append([]string{*t.SQL}, t.Also...) {
		parsed, err := statement.Parse(sql, a.source.Database.Dialect(), a.source.Names)
		if err != nil {
			continue
		}
		if r := a.run.rows(a.ctx, parsed); r.err == nil {
			out = append(out, gold{r.rows, likeness.Orders(sql)})
		}
	}
	return out
}
