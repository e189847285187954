package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"parley/db"
	"parley/db/likeness"
	"parley/db/opener"
	"parley/db/statement"
	"parley/workflow"
	"parley/workflow/engine/decide"
	"parley/workflow/engine/reader"
	"parley/workflow/project"
	"parley/workflow/schema"
)

// asked is a first question of an analyst with what is accepted as right.
type asked struct {
	ID, DB string
	Turns  []accepted
	// now is the day on which it is asked; today when zero.
	now time.Time
}

// accepted is a question with the statements that are right.
type accepted struct {
	Input, SQL string
	Also       []string
	Open       bool `json:"open_limit"`
}

func readAsked(paths []string) ([]asked, error) {
	var out []asked
	for _, p := range paths {
		f, err := os.Open(p)
		if err != nil {
			return nil, err
		}
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, 1<<24)
		for lines.Scan() {
			var a asked
			if err := json.Unmarshal(lines.Bytes(), &a); err != nil {
				return nil, err
			}
			out = append(out, a)
		}
		f.Close()
	}
	return out, nil
}

// house is a database with its engine.
type house struct {
	database db.Database
	index    *schema.Index
	engine   *reader.Engine
	// project holds what the database's comments define, as when it is opened.
	project *project.Project
}

func openHouse(ctx context.Context, target string) (*house, error) {
	d, err := opener.Open(ctx, db.Settings{}, target)
	if err != nil {
		return nil, err
	}
	x, err := schema.Build(ctx, d, schema.DefaultLimits)
	if err != nil {
		return nil, err
	}
	return &house{d, x, reader.New(x, d.Dialect()).WithTrials(d, reader.WholeTrials), project.Compile(x, d.Dialect(), nil)}, nil
}

// poolOf is a question with the readings of both readers and which of them are right.
type poolOf struct {
	asked
	readings []reader.Weighed
	right    []bool
	// counts is how often it counts in fitting.
	counts int
}

// weigh asks both readers, and compares what their readings bring with what is accepted.
func (h *house) weigh(ctx context.Context, a asked) (poolOf, error) {
	out := poolOf{asked: a}
	t := a.Turns[0]
	golds := map[string]rows{}
	for _, g := range append([]string{t.SQL}, t.Also...) {
		stmt, err := statement.Parse(g, h.database.Dialect(), h.index)
		if err != nil {
			continue
		}
		if r, err := run(ctx, h.database, stmt, likeness.Cents); err == nil {
			golds[g] = r
		}
	}
	now := a.now
	if now.IsZero() {
		now = time.Now()
	}
	var err error
	out.readings, err = h.engine.Weigh(ctx, workflow.Request{Question: h.project.Read(t.Input), Now: now})
	if err != nil {
		return out, err
	}
	for i := range out.readings {
		r := &out.readings[i]
		r.Statement = h.project.Restrict(r.Statement, nil, false, nil)
		got, err := run(ctx, h.database, r.Statement, likeness.Cents)
		ok := false
		for g, want := range golds {
			ok = ok || err == nil && likeness.Rule{Ordered: likeness.Orders(g), Open: t.Open}.Same(want, got)
		}
		out.right = append(out.right, ok)
	}
	return out, nil
}

// weighAll goes through questions on the databases that target names.
func weighAll(ctx context.Context, list []asked, target func(database string) string) ([]poolOf, error) {
	open := map[string]*house{}
	var out []poolOf
	for _, a := range list {
		h := open[a.DB]
		if h == nil {
			var err error
			if h, err = openHouse(ctx, target(a.DB)); err != nil {
				return nil, err
			}
			open[a.DB] = h
			defer h.database.Close()
		}
		p, err := h.weigh(ctx, a)
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}

// plainly are ways to ask for the rows of a table, and for how many they are.
var plainly = []struct{ said, shown string }{{"show all %s", "*"}, {"list %s", "*"}, {"%s", "*"}, {"how many %s are there", "count(*)"}, {"number of %s", "count(*)"}}

// weighPlain asks for the rows of tables that are named by their own words: analysts seldom do in what they write down, and everybody
// does who looks at a database for the first time.
func weighPlain(ctx context.Context, list []asked, target func(database string) string) ([]poolOf, error) {
	seen := map[string]bool{}
	var out []poolOf
	for _, a := range list {
		if seen[a.DB] {
			continue
		}
		seen[a.DB] = true
		h, err := openHouse(ctx, target(a.DB))
		if err != nil {
			return nil, err
		}
		for i, t := range h.index.Tables {
			way := plainly[i%len(plainly)]
			said := strings.Join(t.Words, " ") + "s"
			named := func(m schema.Match) bool { return m.Table == t && m.Column == nil && m.To == len(t.Words) && m.Exact() }
			if !slices.ContainsFunc(h.index.Phrases(strings.Fields(said)), named) {
				continue
			}
			stmt, err := statement.Parse(fmt.Sprintf("SELECT %s FROM %q", way.shown, t.Name), h.database.Dialect(), h.index)
			if err != nil {
				continue
			}
			gold := h.project.Restrict(stmt, nil, false, nil).SQL()
			p, err := h.weigh(ctx, asked{ID: a.DB + " " + t.Name, DB: a.DB, Turns: []accepted{{Input: fmt.Sprintf(way.said, said), SQL: gold}}})
			if err != nil {
				return nil, err
			}
			out = append(out, p)
		}
		if err := h.database.Close(); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (o options) analystURL(database string) string {
	return o.url + "/" + database + "?sslmode=disable"
}

// lookAnalyst prints the readings of each question.
func lookAnalyst(ctx context.Context, o options, paths []string) error {
	list, err := readAsked(paths)
	if err != nil {
		return err
	}
	pools, err := weighAll(ctx, list, o.analystURL)
	if err != nil {
		return err
	}
	first, within := 0, 0
	for _, p := range pools {
		fmt.Printf("## %s | %s\n   GOLD %s\n", p.ID, p.Turns[0].Input, p.Turns[0].SQL)
		for i, r := range p.readings {
			fmt.Printf(" %c %.2f %+v lost %q %q\n      %s\n      %s\n", " *"[boolToInt(p.right[i])], decide.Chance(r.Evidence), r.Evidence, r.Ignored, r.Notes, r.Text, r.Statement.SQL())
		}
		first += boolToInt(len(p.right) > 0 && p.right[0])
		within += boolToInt(slices.Contains(p.right, true))
	}
	fmt.Printf("%d questions: first %d, any %d\n", len(list), first, within)
	return nil
}
