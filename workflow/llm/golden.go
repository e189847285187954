package llm

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"parley/db/statement"
	"parley/workflow"
	"parley/workflow/schema"
)

// Golden queries are questions that stand alone with the SQL that the user confirmed for them. They lie in a plain file
// that can be read, edited and kept in version control:
//
//	-- question: How many orders came in last week?
//	-- database: shop.sqlite
//	-- confirmed: 2026-10-03
//	SELECT count(*) FROM orders WHERE …;
//
// The same question again is answered from it without a model; a similar one has it as an example. A pick from several
// readings is remembered likewise, for the session alone.

// Golden is one confirmed query.
type Golden struct {
	Question, Database, SQL string
	Confirmed               time.Time
}

// golden are the confirmed queries of all databases in one file, and the picks of the session.
type golden struct {
	path string

	mu      sync.Mutex
	entries []Golden
	picks   []Golden
}

// openGolden reads the file; one that does not exist yet has no queries.
func openGolden(path string) (*golden, error) {
	g := &golden{path: path}
	if path == "" {
		return g, nil
	}
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return g, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the confirmed queries: %w", err)
	}
	defer file.Close()
	if g.entries, err = readGolden(bufio.NewScanner(file)); err != nil {
		return nil, fmt.Errorf("read the confirmed queries in %s: %w", path, err)
	}
	return g, nil
}

// readGolden reads entries; a line "-- question:" starts one. Comments of the user's own are let be.
func readGolden(lines *bufio.Scanner) ([]Golden, error) {
	lines.Buffer(nil, 1<<20)
	var out []Golden
	for lines.Scan() {
		line := strings.TrimSpace(lines.Text())
		if question, ok := strings.CutPrefix(line, "-- question:"); ok {
			out = append(out, Golden{Question: strings.TrimSpace(question)})
		}
		if len(out) > 0 {
			out[len(out)-1].line(line)
		}
	}
	return slices.DeleteFunc(out, func(g Golden) bool { return g.SQL == "" }), lines.Err()
}

func (g *Golden) line(line string) {
	if database, ok := strings.CutPrefix(line, "-- database:"); ok {
		g.Database = strings.TrimSpace(database)
	}
	if day, ok := strings.CutPrefix(line, "-- confirmed:"); ok {
		g.Confirmed, _ = time.Parse(time.DateOnly, strings.TrimSpace(day)) // a day that cannot be read is no day
	}
	if line != "" && !strings.HasPrefix(line, "--") {
		g.SQL = strings.TrimSuffix(strings.TrimSpace(g.SQL+" "+line), ";")
	}
}

func (g *Golden) String() string {
	return fmt.Sprintf("-- question: %s\n-- database: %s\n-- confirmed: %s\n%s;\n\n",
		oneLine(g.Question), oneLine(g.Database), g.Confirmed.Format(time.DateOnly), g.SQL)
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// confirm keeps a query for good; a newer one for the same question takes its place.
func (g *golden) confirm(entry Golden) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	kept := slices.DeleteFunc(slices.Clone(g.entries), entry.sameQuestion)
	kept = append(kept, entry)
	if err := writeGolden(g.path, kept); err != nil {
		return fmt.Errorf("write the confirmed queries: %w", err)
	}
	g.entries = kept
	return nil
}

// pick keeps a query for the session.
func (g *golden) pick(entry Golden) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.picks = append(slices.DeleteFunc(g.picks, entry.sameQuestion), entry)
}

func (g *Golden) sameQuestion(o Golden) bool {
	return g.Database == o.Database && schema.Normal(g.Question) == schema.Normal(o.Question)
}

// writeGolden replaces the file as a whole.
func writeGolden(path string, entries []Golden) error {
	if path == "" {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	file, err := os.CreateTemp(filepath.Dir(path), ".golden-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(file.Name()) }() // it is gone once renamed
	for i := range entries {
		if _, err := file.WriteString(entries[i].String()); err != nil {
			file.Close()
			return err
		}
	}
	if err := errors.Join(file.Sync(), file.Close()); err != nil {
		return err
	}
	return os.Rename(file.Name(), path)
}

// of are the entries for a database, picks first.
func (g *golden) of(database string) []Golden {
	g.mu.Lock()
	defer g.mu.Unlock()
	var out []Golden
	for _, e := range slices.Concat(g.picks, g.entries) {
		if e.Database == database {
			out = append(out, e)
		}
	}
	return out
}

// recall is the entry for the same question, whatever its case and punctuation.
func (g *golden) recall(database, question string) (Golden, bool) {
	wanted := Golden{Question: question, Database: database}
	for _, e := range g.of(database) {
		if e.sameQuestion(wanted) {
			return e, true
		}
	}
	return Golden{}, false
}

// similar are up to n entries whose questions share words with this one, rare words counting more; best first.
func (g *golden) similar(database, question string, n int) []Golden {
	entries := g.of(database)
	count := map[string]int{}
	for _, e := range entries {
		for w := range lemmaSet(e.Question) {
			count[w]++
		}
	}
	words, scores := lemmaSet(question), map[string]float64{}
	for _, e := range entries {
		for w := range lemmaSet(e.Question) {
			if words[w] {
				scores[e.Question] += math.Log(1 + float64(len(entries))/float64(count[w]))
			}
		}
	}
	entries = slices.DeleteFunc(entries, func(e Golden) bool { return scores[e.Question] == 0 })
	slices.SortStableFunc(entries, func(a, b Golden) int { return cmp.Compare(scores[b.Question], scores[a.Question]) })
	return entries[:min(n, len(entries))]
}

func lemmaSet(text string) map[string]bool {
	set := map[string]bool{}
	for _, w := range schema.Words(text) {
		set[schema.Lemma(w)] = true
	}
	return set
}

// Confirm keeps a query as a golden one. Its question must stand alone: a follow-up fragment has none, and is refused.
func (a *Assistant) Confirm(question string, s *statement.Statement) error {
	if strings.TrimSpace(question) == "" {
		return errors.New("a follow-up does not stand alone: say the whole question, then confirm")
	}
	return a.model.golden.confirm(a.goldenOf(question, s))
}

// Picked remembers for the session which of several readings the user meant.
func (a *Assistant) Picked(question string, d *workflow.Draft) {
	if d != nil && d.Statement != nil {
		a.model.golden.pick(a.goldenOf(question, d.Statement))
	}
}

func (a *Assistant) goldenOf(question string, s *statement.Statement) Golden {
	return Golden{Question: oneLine(question), Database: a.source.Database.Name(), SQL: s.SQL(), Confirmed: time.Now()}
}

// recalled is the draft for a question that was confirmed or picked before; nil when there is none, or it no longer fits
// the database.
func (a *Assistant) recalled(ctx context.Context, question string) *workflow.Draft {
	entry, ok := a.model.golden.recall(a.source.Database.Name(), question)
	if !ok {
		return nil
	}
	parsed, problem := a.check(ctx, entry.SQL)
	if problem != nil {
		a.log.Info("a confirmed query no longer fits the database", "problem", problem.kind)
		return nil
	}
	return &workflow.Draft{Statement: parsed, Explanation: "As you confirmed it for this question.", Coverage: 1, Source: "confirmed", Vouched: true}
}

// writeExamples shows up to three confirmed queries that are like the question, none that reads a denied column.
func (a *Assistant) writeExamples(_ context.Context, b *strings.Builder, r workflow.Refine) {
	var lines []string
	for _, e := range a.model.golden.similar(a.source.Database.Name(), r.Question+" "+r.Standalone, 3) {
		parsed, err := statement.Parse(e.SQL, a.source.Database.Dialect(), a.source.Names)
		if err != nil || a.denied.check(parsed, a.source.Index.Schema) != nil {
			continue
		}
		lines = append(lines, oneLine(e.Question)+"\n"+parsed.SQL())
	}
	if len(lines) > 0 {
		b.WriteString("Confirmed by the analyst before:\n" + a.fence.around("examples", strings.Join(lines, "\n\n")) + "\n\n")
	}
}
