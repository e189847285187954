package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"sync"
	"time"

	"parley/db"
	"parley/db/likeness"
	"parley/db/opener"
	"parley/db/statement"
	"parley/dialog"
	"parley/workflow"
	"parley/workflow/engine/reader"
	"parley/workflow/engine/refine"
	"parley/workflow/schema"
)

// This file measures follow-ups: each later turn of a dialogue is refined from the gold SQL of the turn before, and from
// what the engine itself made of the turn before. It takes every later turn for a refinement; whether it is detected as
// one is measured elsewhere.

type turn struct {
	Input string
	SQL   *string
	Act   string
}

type conversation struct {
	ID, DB string
	Turns  []turn
}

// followUp is what became of one later turn.
type followUp struct {
	id, db, input, before, gold, present string
	own                                  bool // refined from the engine's own query
	list                                 []refine.FollowUp
	right                                []bool
}

// good says that the candidate that the refiner picks is right: the first that brings rows.
func (f followUp) good() bool { return len(f.right) > 0 && f.right[0] && !f.list[0].Senseless }

func (f followUp) firstRight() int {
	for i, ok := range f.right {
		if ok {
			return i
		}
	}
	return -1
}

func readConversations(path string) (map[string][]conversation, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	out := map[string][]conversation{}
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var c conversation
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			return nil, fmt.Errorf("read %s: %w", path, err)
		}
		out[c.DB] = append(out[c.DB], c)
	}
	return out, lines.Err()
}

// measureDialogues reports on the dialogues of a file, and fits the weights of follow-ups when told to.
func measureDialogues(ctx context.Context, o options) error {
	byDB, err := readConversations(o.dialogues)
	if err != nil {
		return err
	}
	all := followAll(ctx, o, byDB)
	reportFollowUps(all)
	reportRules(all)
	if o.fails != "" {
		if err := writeFollowFails(o.fails, all); err != nil {
			return err
		}
	}
	if o.fitTraits != "" {
		return fitTraits(all, o.fitTraits)
	}
	return nil
}

func followAll(ctx context.Context, o options, byDB map[string][]conversation) []followUp {
	var names []string
	for name := range byDB {
		if (o.only == "" || o.only == name) && !(o.kept && !aside(name)) && !(o.tuned && aside(name)) {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	results := make([][]followUp, len(names))
	var wait sync.WaitGroup
	turns := make(chan struct{}, 2)
	for i, name := range names {
		wait.Add(1)
		turns <- struct{}{}
		go func() {
			defer func() { <-turns; wait.Done() }()
			out, err := followOne(ctx, o, name, byDB[name])
			if err != nil {
				fmt.Fprintln(os.Stderr, "eval:", name, err)
			}
			results[i] = out
		}()
	}
	wait.Wait()
	var all []followUp
	for _, r := range results {
		all = append(all, r...)
	}
	return all
}

// talker refines the dialogues of one database.
type talker struct {
	ctx     context.Context
	o       options
	d       db.Database
	x       *schema.Index
	e       *reader.Engine
	r       *refine.Refiner
	results map[string]result
}

func followOne(ctx context.Context, o options, name string, list []conversation) ([]followUp, error) {
	d, err := opener.Open(ctx, db.Settings{}, filepath.Join(o.databases, name+".sqlite"))
	if err != nil {
		return nil, err
	}
	defer d.Close()
	x, err := schema.Build(ctx, d, schema.DefaultLimits)
	if err != nil {
		return nil, err
	}
	e := reader.New(x, d.Dialect()).WithTrials(d, reader.WholeTrials)
	t := talker{ctx, o, d, x, e, refine.NewRefiner(e), map[string]result{}}
	var out []followUp
	for i, c := range list {
		if i%o.stride == 0 {
			out = append(out, t.conversation(c)...)
		}
	}
	return out, nil
}

func (t talker) run(s *statement.Statement) (rows, error) {
	r, ok := t.results[s.SQL()]
	if !ok {
		r.rows, r.err = run(t.ctx, t.d, s, likeness.Digits)
		if len(r.rows) < 2000 {
			t.results[s.SQL()] = r
		}
	}
	return r.rows, r.err
}

func (t talker) conversation(c conversation) []followUp {
	var out []followUp
	var gold, goldBefore, own, ownBefore *statement.Statement
	asked := "" // the input that the gold query before answers: a history of gold queries has no other turns
	for k, u := range c.Turns {
		if k > 0 && gold != nil && u.SQL != nil {
			out = append(out, t.follow(c, k, asked, gold, goldBefore, false))
		}
		var next *statement.Statement
		if own == nil {
			if d, err := t.e.Generate(t.ctx, workflow.Request{Question: u.Input, Now: time.Now()}); err == nil {
				next = d.Statement
			}
		} else {
			f := t.follow(c, k, c.Turns[k-1].Input, own, ownBefore, true)
			if u.SQL != nil {
				out = append(out, f)
			}
			if len(f.list) > 0 && u.Act != "IMPROPER" && !f.list[0].Senseless {
				next = f.list[0].Statement
			}
		}
		if next != nil {
			own, ownBefore = next, own
		}
		if u.SQL != nil {
			if s, err := statement.Parse(*u.SQL, t.d.Dialect(), t.x.Schema.Names()); err == nil {
				gold, goldBefore, asked = s, gold, u.Input
			}
		}
	}
	return out
}

// follow refines one turn. Candidates that fail are left out, and empty ones when another brings rows.
func (t talker) follow(c conversation, k int, earlier string, present, before *statement.Statement, own bool) followUp {
	u := c.Turns[k]
	f := followUp{id: fmt.Sprintf("%s#%d", c.ID, k), db: c.DB, input: u.Input, before: earlier, own: own, present: present.SQL()}
	r := workflow.Refine{Request: workflow.Request{Question: u.Input, Now: time.Now()}, Current: present, Before: before, Original: c.Turns[0].Input, Earlier: []string{earlier}}
	if list, err := t.run(present); err == nil {
		r.Result = &dialog.Result{Rows: len(list)}
	}
	list := t.r.FollowUps(r, t.o.readings)
	if u.SQL == nil {
		f.list = list
		return f
	}
	f.gold = *u.SQL
	goldStatement, err := statement.Parse(f.gold, t.d.Dialect(), t.x.Schema.Names())
	if err != nil {
		return f
	}
	want, err := t.run(goldStatement)
	if err != nil {
		return f
	}
	t.judge(&f, list, want)
	return f
}

func (t talker) judge(f *followUp, list []refine.FollowUp, want rows) {
	var full, empty followUp
	for _, candidate := range list {
		got, err := t.run(candidate.Statement)
		if err != nil {
			continue
		}
		to := &full
		if len(got) == 0 && candidate.Mix != "edited" {
			to = &empty
		}
		to.list = append(to.list, candidate)
		to.right = append(to.right, same(want, got, f.gold))
	}
	f.list, f.right = append(full.list, empty.list...), append(full.right, empty.right...)
}

func reportFollowUps(all []followUp) {
	type counts struct{ n, good, within, abstained, missed int }
	table := map[string]*counts{}
	var names []string
	for _, f := range all {
		if f.gold == "" {
			continue
		}
		side, history := "tuned on  ", "gold history"
		if aside(f.db) {
			side = "kept aside"
		}
		if f.own {
			history = "own history "
		}
		name := side + "  " + history
		if table[name] == nil {
			table[name] = &counts{}
			names = append(names, name)
		}
		table[name].n++
		if f.good() {
			table[name].good++
		}
		if len(f.list) == 0 || f.list[0].Senseless {
			table[name].abstained++
		}
		if len(f.list) > 0 && f.list[0].Senseless && f.right[0] {
			table[name].missed++
		}
		if f.firstRight() >= 0 {
			table[name].within++
		}
	}
	sort.Strings(names)
	for _, name := range names {
		c := table[name]
		fmt.Printf("%s  %5.1f%% of %5d   among the candidates %5.1f%%   abstained %5.1f%% (right all the same %d)   precision %5.1f%%\n",
			name, percent(c.good, c.n), c.n, percent(c.within, c.n), percent(c.abstained, c.n), c.missed, percent(c.good, c.n-c.abstained))
	}
}

// reportRules says how often each rule of refinement brings the gold rows where it fits.
func reportRules(all []followUp) {
	fits, right := map[string]int{}, map[string]int{}
	for _, f := range all {
		for i, c := range f.list {
			for _, rule := range c.Rules {
				if i >= len(f.right) {
					continue
				}
				fits[rule]++
				if f.right[i] {
					right[rule]++
				}
			}
		}
	}
	for _, rule := range slices.Sorted(maps.Keys(fits)) {
		fmt.Printf("  rule %-24s right %4d of %4d\n", rule, right[rule], fits[rule])
	}
}

// edits says that the rules fit.
func edits(f followUp) bool {
	return slices.ContainsFunc(f.list, func(c refine.FollowUp) bool { return c.Mix == "edited" })
}

func writeFollowFails(path string, all []followUp) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	w := json.NewEncoder(f)
	w.SetEscapeHTML(false)
	for _, r := range all {
		if r.gold == "" || r.good() && !edits(r) {
			continue
		}
		line := map[string]any{"id": r.id, "db": r.db, "own": r.own, "before": r.before, "input": r.input, "present": r.present, "gold": r.gold, "aside": aside(r.db), "right": r.firstRight()}
		if len(r.list) > 0 {
			line["got"], line["mix"] = r.list[0].Statement.SQL(), r.list[0].Mix
		}
		for i, c := range r.list {
			if c.Mix == "edited" {
				line["edited"], line["editedRight"] = c.Statement.SQL(), r.right[i]
				line["rule"] = strings.Join(c.Rules, ", ")
			}
		}
		if k := r.firstRight(); k >= 0 {
			line["wanted"], line["wantedMix"] = r.list[k].Statement.SQL(), r.list[k].Mix
		}
		if err := w.Encode(line); err != nil {
			return err
		}
	}
	return nil
}
