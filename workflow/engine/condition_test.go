package engine_test

import (
	"bufio"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"parley/db/likeness"
	"parley/db/statement"
	"parley/workflow"
	"parley/workflow/engine/reader"
	"parley/workflow/engine/refine"
	"parley/workflow/schema"
)

// A pair is a condition that must mean one thing, said in a question and as a refinement.
type pair struct {
	things, condition, gold string
	// ahead says that the condition stands before what the rows are: "pending orders".
	ahead bool
}

func (p pair) question() string {
	if p.ahead {
		return p.condition + " " + p.things
	}
	return p.things + " " + p.condition
}

func (p pair) refinement() string {
	if p.ahead {
		return "only the " + p.condition + " ones"
	}
	return "only those " + p.condition
}

// TestConditionsMeanOneThing runs every condition of testdata/condition both ways. What is known to fail stands in
// known.txt ("demo: question: orders on a Monday"): the list may only shrink, so a line that holds fails the test too.
func TestConditionsMeanOneThing(t *testing.T) {
	t.Parallel()
	known := knownFailures(t, "testdata/condition/known.txt")
	files, err := filepath.Glob("testdata/condition/[a-z]*.txt")
	if err != nil || len(files) < 2 {
		t.Fatal("no condition files", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txt")
		if name == "known" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, pairs := readPairs(t, file)
			c := newConditions(t, d)
			good := 0
			for _, p := range pairs {
				want := c.gold(t, p)
				both := true
				for way, got := range map[string]string{"question: " + p.question(): c.asked(t, p, want), "refinement: " + p.things + ", " + p.refinement(): c.refined(t, p, want)} {
					line := name + ": " + way
					both = both && got == ""
					switch {
					case got != "" && !known[line]:
						t.Errorf("%s\n\t%s", line, got)
					case got == "" && known[line]:
						t.Errorf("%s holds: take it off known.txt", line)
					}
				}
				if both {
					good++
				}
			}
			t.Logf("%d of %d hold both ways", good, len(pairs))
		})
	}
}

func knownFailures(t *testing.T, file string) map[string]bool {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]bool{}
	for _, line := range strings.Split(string(text), "\n") {
		if line != "" && !strings.HasPrefix(line, "#") {
			out[line] = true
		}
	}
	return out
}

func readPairs(t *testing.T, file string) (dialogue, []pair) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var d dialogue
	var out []pair
	things := ""
	for n, lines := 1, bufio.NewScanner(f); lines.Scan(); n++ {
		text := lines.Text()
		said, gold, ok := strings.Cut(text, " = ")
		switch {
		case strings.HasPrefix(text, "things "):
			things = strings.TrimPrefix(text, "things ")
		case ok && !strings.HasPrefix(text, "#"):
			out = append(out, pair{things, strings.TrimPrefix(said, "~"), gold, strings.HasPrefix(said, "~")})
		default:
			d.line(t, text, n)
		}
	}
	return d, out
}

// conditions asks one database.
type conditions struct {
	runner
	generator *reader.Engine
	index     *schema.Index
}

func newConditions(t *testing.T, d dialogue) *conditions {
	database := openSample(t, d)
	index, err := schema.Build(t.Context(), database, schema.DefaultLimits)
	if err != nil {
		t.Fatal(err)
	}
	e := reader.New(index, database.Dialect()).WithTrials(database, reader.WholeTrials)
	return &conditions{runner{t: t, database: database, maker: refine.NewRefiner(e), now: d.now}, e, index}
}

// gold is what the condition must give: the values of each column by which a row is known, sorted.
func (c *conditions) gold(t *testing.T, p pair) map[string][]string {
	out := map[string][]string{}
	table := c.index.Table(p.things)
	for _, col := range append(slices.Clone(table.Label), table.PrimaryKey()) {
		out[col.Name] = c.column(t, c.parse("SELECT "+col.Name+" FROM "+p.things+" WHERE "+p.gold), 0)
	}
	return out
}

func (c *conditions) asked(t *testing.T, p pair, want map[string][]string) string {
	draft, err := c.generator.Generate(t.Context(), workflow.Request{Question: p.question(), Now: c.now})
	return c.compare(t, draft, err, want)
}

func (c *conditions) refined(t *testing.T, p pair, want map[string][]string) string {
	draft, err := c.maker.Refine(t.Context(), c.request(p.refinement(), c.parse("SELECT * FROM "+p.things), nil))
	return c.compare(t, draft, err, want)
}

// compare is empty when some column shows the wanted rows: one by which they are known.
func (c *conditions) compare(t *testing.T, draft *workflow.Draft, err error, want map[string][]string) string {
	if err != nil {
		return err.Error()
	}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	rows, err := c.database.Query(ctx, draft.Statement)
	if err != nil {
		return err.Error()
	}
	defer rows.Close()
	columns := rows.Columns()
	got := make([][]string, len(columns))
	for rows.Next(ctx) {
		for i, v := range rows.Row() {
			got[i] = append(got[i], likeness.Full(v))
		}
	}
	for i := range columns {
		slices.Sort(got[i])
		if w, ok := want[columns[i].Name]; ok && slices.Equal(w, got[i]) {
			return ""
		}
	}
	return draft.Statement.SQL()
}

func (c *conditions) column(t *testing.T, s *statement.Statement, at int) []string {
	rows, err := c.database.Query(t.Context(), s)
	if err != nil {
		t.Fatal(s.SQL(), err)
	}
	defer rows.Close()
	var out []string
	for rows.Next(t.Context()) {
		out = append(out, likeness.Full(rows.Row()[at]))
	}
	slices.Sort(out)
	return out
}
