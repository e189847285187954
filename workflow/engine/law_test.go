package engine_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"parley/db"
	"parley/db/opener"
	"parley/db/statement"
	"parley/workflow"
	"parley/workflow/engine/reader"
	"parley/workflow/engine/refine"
	"parley/workflow/schema"
)

// The laws of refinement need no gold answer: they hold on any database. The phrases are generated from its tables,
// columns and values. PARLEY_LAWS names a folder of databases to try instead of the samples (task laws).

// leastLawful is the share in a hundred of phrases that must keep a law, lawPhrases how many are tried on one database.
const (
	leastLawful = 97
	lawPhrases  = 40
)

// law is a way to say something about a table, and what must hold of the rows before and after.
type law struct {
	name string
	// phrases are said about the list of all rows of the table.
	phrases func(x *schema.Index, t *schema.Table) []string
	holds   func(before, after []string) bool
}

var laws = []law{
	{"filtering filters", sayValues("only %s"), within},
	{"leaving out filters", sayValues("exclude %s"), within},
	{"sorting keeps the rows", sayColumns("sort by %s"), sameRows},
	{"cutting keeps a part", func(*schema.Index, *schema.Table) []string { return []string{"top 3", "limit 2", "only the first 4"} }, within},
	{"what is not known costs nothing", func(*schema.Index, *schema.Table) []string {
		return []string{"only the frobnicated ones", "add the wibblewobble", "what about zyxgorp?", "by zyxgorp instead", "and the frobnitz"}
	}, sameRows},
}

func sayValues(form string) func(*schema.Index, *schema.Table) []string {
	return func(x *schema.Index, t *schema.Table) []string {
		var out []string
		for _, c := range t.Columns {
			if c.Role != schema.Category || !c.Complete || c.Hidden {
				continue
			}
			for _, v := range x.Held(c) {
				out = append(out, fmt.Sprintf(form, v))
			}
		}
		return out
	}
}

func sayColumns(form string) func(*schema.Index, *schema.Table) []string {
	return func(_ *schema.Index, t *schema.Table) []string {
		var out []string
		for _, c := range t.Columns {
			if !c.Hidden && !c.Key() {
				out = append(out, fmt.Sprintf(form, strings.Join(c.Words, " ")))
			}
		}
		return out
	}
}

func within(before, after []string) bool {
	have := map[string]int{}
	for _, r := range before {
		have[r]++
	}
	for _, r := range after {
		if have[r]--; have[r] < 0 {
			return false
		}
	}
	return true
}

func sameRows(before, after []string) bool { return len(before) == len(after) && within(before, after) }

// TestRefinementsKeepTheLaws tries each law on each table of the databases, and prints the share that keeps it and the first
// phrases that break it. A phrase that is asked back about, or not understood, leaves the query alone and breaks none.
func TestRefinementsKeepTheLaws(t *testing.T) {
	t.Parallel()
	onLawDatabases(t, func(r *runner, x *schema.Index) {
		for _, l := range laws {
			r.keeps(l, x)
		}
	})
}

// onLawDatabases does something on each of the databases on which the laws are tried.
func onLawDatabases(t *testing.T, try func(*runner, *schema.Index)) {
	for name, database := range lawDatabases(t) {
		t.Run(name, func(t *testing.T) {
			index, err := schema.Build(t.Context(), database, schema.DefaultLimits)
			if err != nil {
				t.Fatal(err)
			}
			e := reader.New(index, database.Dialect()).WithTrials(database, reader.WholeTrials)
			try(&runner{t: t, database: database, maker: refine.NewRefiner(e), now: time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)}, index)
		})
	}
}

func (r *runner) keeps(l law, x *schema.Index) {
	all, kept := 0, 0
	var broken []string
	for _, table := range x.Tables {
		start := r.list(table)
		before, err := r.lines(start)
		if err != nil {
			continue
		}
		for _, said := range l.phrases(x, table) {
			if all == lawPhrases {
				break
			}
			all++
			after, sql := r.after(said, start, before)
			if l.holds(before, after) {
				kept++
			} else if len(broken) < 3 {
				broken = append(broken, fmt.Sprintf("%s, %q: %s", table.Name, said, sql))
			}
		}
	}
	r.t.Logf("%s: %d of %d", l.name, kept, all)
	if kept*100 < all*leastLawful {
		r.t.Errorf("%s: %d of %d keep it\n\t%s", l.name, kept, all, strings.Join(broken, "\n\t"))
	}
}

// list is every row of a table.
func (r *runner) list(t *schema.Table) *statement.Statement {
	q := statement.NewQuery()
	q.Items = []statement.Item{{Expr: statement.Star("")}}
	q.From = []statement.Source{{Schema: t.Schema, Table: t.Name}}
	s, err := q.Build(r.database.Dialect())
	if err != nil {
		r.t.Fatal(err)
	}
	return s
}

// after gives the rows behind an input: those before where it was not understood, or asked back about.
func (r *runner) after(said string, start *statement.Statement, before []string) (rows []string, sql string) {
	draft, err := r.maker.Refine(r.t.Context(), workflow.Refine{Request: workflow.Request{Question: said, Now: r.now}, Current: start})
	if err != nil {
		return before, err.Error()
	}
	rows, err = r.lines(draft.Statement)
	if err != nil {
		return []string{err.Error()}, draft.Statement.SQL()
	}
	return rows, draft.Statement.SQL()
}

// lines are the rows of a statement, each its cells in one order whatever the columns'.
func (r *runner) lines(s *statement.Statement) ([]string, error) {
	rows, err := r.rows(s)
	out := make([]string, len(rows))
	for i, row := range rows {
		slices.Sort(row)
		out[i] = strings.Join(row, "|")
	}
	return out, err
}

// lawDatabases are the samples in the repository, or what the folder holds.
func lawDatabases(t *testing.T) map[string]db.Database {
	t.Helper()
	out := map[string]db.Database{}
	folder := os.Getenv("PARLEY_LAWS")
	if folder == "" {
		for _, name := range []string{"clinic.sql", "energy.sql"} {
			out[name] = openSample(t, dialogue{database: name})
		}
		return out
	}
	files, _ := filepath.Glob(filepath.Join(folder, "*.sqlite"))
	slices.Sort(files)
	for _, file := range files {
		database, err := opener.Open(t.Context(), db.Settings{}, file)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { database.Close() })
		out[filepath.Base(file)] = database
	}
	return out
}

// A trial starts from a statement and compares the rows after some inputs with those after others, or with those of a statement.
type trial struct {
	start      string
	one, other []string
	want       string
}

// pairLaw is a law about two ways, and what must hold of the rows that they give.
type pairLaw struct {
	name   string
	trials func(x *schema.Index, t *schema.Table) []trial
	holds  func(one, other [][]string) bool
}

var pairLaws = []pairLaw{
	{"adding adds", addingTrials, func(one, other [][]string) bool {
		return slices.EqualFunc(one, other, func(a, b []string) bool { return len(b) > len(a) && slices.Equal(a, b[:len(a)]) })
	}},
	{"hiding leaves the rest", hidingTrials, func(one, other [][]string) bool { return sameInOrder(one, other) }},
	{"swapping swaps", swappingTrials, sameInOrder},
	{"undoing is exact", undoingTrials, sameInOrder},
	{"acts on two clauses commute", orderTrials, sameInOrder},
}

func sameInOrder(one, other [][]string) bool {
	return slices.EqualFunc(one, other, func(a, b []string) bool { return slices.Equal(a, b) })
}

// shownColumns are the columns of a table that a person would see, each called by words of its own.
func shownColumns(t *schema.Table) []*schema.Column {
	seen := map[string]int{}
	for _, c := range t.Columns {
		seen[strings.Join(c.Words, " ")]++
	}
	return slices.DeleteFunc(slices.Clone(t.Columns), func(c *schema.Column) bool {
		return c.Hidden || c.Key() || c.Metric != nil || seen[strings.Join(c.Words, " ")] > 1
	})
}

func quoted(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

func words(c *schema.Column) string { return strings.Join(c.Words, " ") }

func addingTrials(_ *schema.Index, t *schema.Table) []trial {
	var out []trial
	list := shownColumns(t)
	for i := 1; i < len(list); i++ {
		start := fmt.Sprintf("SELECT %s FROM %s", quoted(list[0].Name), quoted(t.Name))
		out = append(out, trial{start: start, other: []string{"add the " + words(list[i])}})
	}
	return out
}

func hidingTrials(_ *schema.Index, t *schema.Table) []trial {
	var out []trial
	list := shownColumns(t)
	for i := 1; i < len(list); i++ {
		start := fmt.Sprintf("SELECT %s, %s FROM %s", quoted(list[0].Name), quoted(list[i].Name), quoted(t.Name))
		want := fmt.Sprintf("SELECT %s FROM %s", quoted(list[0].Name), quoted(t.Name))
		out = append(out, trial{start: start, other: []string{"hide the " + words(list[i])}, want: want})
	}
	return out
}

// categoryValues are columns of few values, all of them known, with the values.
func categoryValues(x *schema.Index, t *schema.Table) map[*schema.Column][]string {
	out := map[*schema.Column][]string{}
	for _, c := range t.Columns {
		if held := x.Held(c); c.Role == schema.Category && c.Complete && !c.Hidden && len(held) > 1 {
			out[c] = held
		}
	}
	return out
}

func swappingTrials(x *schema.Index, t *schema.Table) []trial {
	var out []trial
	for c, held := range categoryValues(x, t) {
		for i := range held[:len(held)-1] {
			where := func(v string) string {
				return fmt.Sprintf("SELECT * FROM %s WHERE %s = '%s'", quoted(t.Name), quoted(c.Name), strings.ReplaceAll(v, "'", "''"))
			}
			for _, form := range []string{"%s instead", "no, %s", "what about %s?", "make that %s"} {
				out = append(out, trial{start: where(held[i]), other: []string{fmt.Sprintf(form, held[i+1])}, want: where(held[i+1])})
			}
		}
	}
	return out
}

func undoingTrials(x *schema.Index, t *schema.Table) []trial {
	var out []trial
	start := "SELECT * FROM " + quoted(t.Name)
	for _, held := range categoryValues(x, t) {
		for _, v := range held {
			out = append(out, trial{start: start, one: []string{"top 3"}, other: []string{"only " + v, "undo that, top 3"}})
		}
	}
	return out
}

func orderTrials(x *schema.Index, t *schema.Table) []trial {
	var out []trial
	start := "SELECT * FROM " + quoted(t.Name)
	for _, held := range categoryValues(x, t) {
		for i, c := range shownColumns(t) {
			only, sort := "only "+held[i%len(held)], "sort by "+words(c)
			out = append(out, trial{start: start, one: []string{only, sort}, other: []string{sort, only}})
		}
	}
	return out
}

// TestTwoWaysOfSayingGiveTheSame tries each law about two ways. What is asked back about, or not understood, breaks none.
func TestTwoWaysOfSayingGiveTheSame(t *testing.T) {
	t.Parallel()
	onLawDatabases(t, func(r *runner, x *schema.Index) {
		for _, l := range pairLaws {
			r.agrees(l, x)
		}
		r.wordMore(x)
	})
}

func (r *runner) agrees(l pairLaw, x *schema.Index) {
	all, kept := 0, 0
	var broken []string
	for _, table := range x.Tables {
		for _, k := range l.trials(x, table) {
			if all == lawPhrases {
				break
			}
			one, also := r.said(k.start, k.one)
			if k.want != "" {
				one, also = r.parse(k.want), true
			}
			other, ok := r.said(k.start, k.other)
			if !ok || !also {
				continue
			}
			all++
			a, err := r.rows(one)
			b, failed := r.rows(other)
			if err == nil && failed == nil && l.holds(a, b) {
				kept++
			} else if len(broken) < 3 {
				broken = append(broken, fmt.Sprintf("%s, %q: %s", k.start, k.other, other.SQL()))
			}
		}
	}
	r.t.Logf("%s: %d of %d", l.name, kept, all)
	if kept*100 < all*leastLawful {
		r.t.Errorf("%s: %d of %d keep it\n\t%s", l.name, kept, all, strings.Join(broken, "\n\t"))
	}
}

// said is the statement after inputs; not ok where one was not understood.
func (r *runner) said(start string, inputs []string) (*statement.Statement, bool) {
	current := r.parse(start)
	var before *statement.Statement
	for _, input := range inputs {
		draft, err := r.maker.Refine(r.t.Context(), workflow.Refine{Request: workflow.Request{Question: input, Now: r.now}, Current: current, Before: before})
		if err != nil {
			return nil, false
		}
		before, current = current, draft.Statement
	}
	return current, true
}

// wordMore adds a word that means nothing: it is not understood, or told, or another statement comes out.
func (r *runner) wordMore(x *schema.Index) {
	all, kept := 0, 0
	var broken []string
	for _, table := range x.Tables {
		start := r.list(table)
		for _, said := range sayValues("only %s")(x, table) {
			if all == lawPhrases {
				break
			}
			plain, err := r.maker.Refine(r.t.Context(), workflow.Refine{Request: workflow.Request{Question: said, Now: r.now}, Current: start})
			if err != nil {
				continue
			}
			all++
			more, err := r.maker.Refine(r.t.Context(), workflow.Refine{Request: workflow.Request{Question: said + " flurbished", Now: r.now}, Current: start})
			if err != nil || more.Statement.SQL() != plain.Statement.SQL() || slices.Contains(more.Ignored, "flurbished") {
				kept++
			} else if len(broken) < 3 {
				broken = append(broken, said+" flurbished: "+more.Statement.SQL())
			}
		}
	}
	r.t.Logf("a word more is told: %d of %d", kept, all)
	if kept*100 < all*leastLawful {
		r.t.Errorf("a word more is told: %d of %d keep it\n\t%s", kept, all, strings.Join(broken, "\n\t"))
	}
}
