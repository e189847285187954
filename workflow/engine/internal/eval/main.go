// Command eval measures the engine on questions with gold SQL, and fits the ranker's weights.
//
//	go run ./workflow/engine/internal/eval -data DIR/spider_train.jsonl -databases DIR/databases [-fails FILE] [-limit N]
//	go run ./workflow/engine/internal/eval … -fit workflow/engine/question/weights.txt
//
// A fifth of the databases, by the hash of the name, is kept aside: reported apart and never fitted on. Execution match
// is the scorer's: the same rows, in order only where the gold SQL orders, columns in any order.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime/pprof"
	"sort"
	"sync"
	"time"

	"parley/db"
	"parley/db/likeness"
	"parley/db/opener"
	"parley/db/statement"
	"parley/workflow/engine/reader"
	"parley/workflow/schema"
)

type options struct {
	data, databases, fails, fit, only  string
	sure, weights, table, scored, name string
	dialogues, fitTraits, cases        string
	decide, url, worded                string
	kept, tuned                        bool
	limit, readings, stride            int
	features                           bool
}

func main() {
	var o options
	flag.StringVar(&o.data, "data", "", "questions, one JSON object a line")
	flag.StringVar(&o.databases, "databases", "", "folder of SQLite files")
	flag.StringVar(&o.fails, "fails", "", "write the failing questions to this file")
	flag.StringVar(&o.fit, "fit", "", "fit the weights and write them to this file")
	flag.StringVar(&o.only, "only", "", "one database alone")
	flag.IntVar(&o.limit, "limit", 0, "at most so many questions")
	flag.IntVar(&o.stride, "stride", 1, "every so many questions")
	flag.IntVar(&o.readings, "readings", 1, "readings looked at for each question")
	ask := flag.String("ask", "", "look at one question on the database of -only")
	flag.BoolVar(&o.features, "features", false, "with -ask: the features of each reading")
	analyst := flag.Bool("analyst", false, "look at the readings of both readers for first questions of analysts: files as arguments, -url their server")
	flag.StringVar(&o.decide, "decide", "", "fit the weights of package decide on the questions of -data and of the files given as arguments, and write them to this folder")
	flag.StringVar(&o.url, "url", "postgres://postgres@127.0.0.1:5432", "the PostgreSQL server of the analysts' databases")
	profile := flag.String("cpuprofile", "", "write a CPU profile to this file")
	flag.StringVar(&o.dialogues, "dialogues", "", "measure the follow-ups of this file of dialogues instead")
	flag.StringVar(&o.fitTraits, "fit-traits", "", "fit the weights of follow-ups and write them to this file")
	flag.StringVar(&o.sure, "sure", "", "fit the weights of confidence and write them to this file; -weights are the ranker's")
	flag.StringVar(&o.table, "table", "", "write the table by class into this file, from -scored, between the markers of -name")
	flag.StringVar(&o.scored, "scored", "", "what the scorer found wrong (its --fails file), for -table")
	flag.StringVar(&o.name, "name", "", "the name of the table, for -table")
	flag.StringVar(&o.weights, "weights", "", "the file of the ranker's weights, for -sure")
	flag.StringVar(&o.cases, "cases", "", "a folder of case files (testdata/question), to fit on as well")
	everyday := flag.String("everyday", "", "measure questions in everyday words: this file (testdata/everyday.jsonl); -url the server of their databases")
	flag.StringVar(&o.worded, "worded", "", "count the questions of the files given as arguments that speak in words of their project, NAME_parley.toml in this folder; -scored is what the scorer found wrong")
	flag.BoolVar(&o.kept, "kept", false, "only the databases kept aside")
	flag.BoolVar(&o.tuned, "tuned", false, "only the databases tuned on")
	flag.Parse()
	if *profile != "" {
		defer startProfile(*profile)()
	}
	if *everyday != "" {
		if err := measureEveryday(context.Background(), o, *everyday); err != nil {
			fmt.Fprintln(os.Stderr, "eval:", err)
			os.Exit(1)
		}
		return
	}
	if o.dialogues != "" {
		if o.fitTraits != "" && o.readings == 1 {
			o.readings = 80
		}
		if err := measureDialogues(context.Background(), o); err != nil {
			fmt.Fprintln(os.Stderr, "eval:", err)
			os.Exit(1)
		}
		return
	}
	if o.table != "" {
		if err := tabulate(o); err != nil {
			fmt.Fprintln(os.Stderr, "eval:", err)
			os.Exit(1)
		}
		return
	}
	if o.worded != "" {
		if err := worded(o, flag.Args()); err != nil {
			fmt.Fprintln(os.Stderr, "eval:", err)
			os.Exit(1)
		}
		return
	}
	if o.decide != "" {
		if err := fitDecide(context.Background(), o, flag.Args()); err != nil {
			fmt.Fprintln(os.Stderr, "eval:", err)
			os.Exit(1)
		}
		return
	}
	if *analyst {
		if err := lookAnalyst(context.Background(), o, flag.Args()); err != nil {
			fmt.Fprintln(os.Stderr, "eval:", err)
			os.Exit(1)
		}
		return
	}
	if *ask != "" {
		if err := look(context.Background(), o, *ask); err != nil {
			fmt.Fprintln(os.Stderr, "eval:", err)
			os.Exit(1)
		}
		return
	}
	if err := measure(context.Background(), o); err != nil {
		fmt.Fprintln(os.Stderr, "eval:", err)
		os.Exit(1)
	}
}

// startProfile profiles until the function it returns is called.
func startProfile(path string) func() {
	f, err := os.Create(path)
	if err != nil {
		return func() {}
	}
	if err := pprof.StartCPUProfile(f); err != nil {
		return func() {}
	}
	return func() { pprof.StopCPUProfile(); f.Close() }
}

// outcome is what became of one question.
type outcome struct {
	posed
	readings []reader.Reading
	right    []bool         // by reading
	trials   []reader.Trial // by reading
	goldRan  bool
	took     time.Duration
}

func measure(ctx context.Context, o options) error {
	list, err := readQuestions(o.data)
	if err != nil {
		return err
	}
	if o.fit+o.sure != "" && o.readings == 1 {
		o.readings = 40
	}
	byDB := map[string][]posed{}
	for i, q := range list {
		if (o.only == "" || q.DB == o.only) && i%o.stride == 0 && (o.limit == 0 || i < o.limit) && !(o.kept && !aside(q.DB)) && !(o.tuned && aside(q.DB)) {
			byDB[q.DB] = append(byDB[q.DB], q)
		}
	}
	outcomes := answerAll(ctx, o, byDB)
	report(outcomes)
	if o.readings > 1 {
		abstaining(outcomes)
	}
	if o.fails != "" {
		if err := writeFails(o.fails, outcomes); err != nil {
			return err
		}
	}
	if o.cases != "" {
		cases, err := answerCases(ctx, o)
		if err != nil {
			return err
		}
		reportCases(cases)
		outcomes = append(outcomes, cases...)
	}
	if o.fit != "" {
		if err := fit(outcomes, o.fit); err != nil {
			return err
		}
	}
	if o.sure != "" {
		return confidence(outcomes, o.weights, o.sure)
	}
	return nil
}

// answerAll goes through the databases, two at a time.
func answerAll(ctx context.Context, o options, byDB map[string][]posed) []outcome {
	names := make([]string, 0, len(byDB))
	for name := range byDB {
		names = append(names, name)
	}
	sort.Strings(names)
	results := make([][]outcome, len(names))
	var wait sync.WaitGroup
	turns := make(chan struct{}, 2)
	for i, name := range names {
		wait.Add(1)
		turns <- struct{}{}
		go func() {
			defer func() { <-turns; wait.Done() }()
			out, err := answer(ctx, o, name, byDB[name])
			if err != nil {
				fmt.Fprintln(os.Stderr, "eval:", name, err)
			}
			results[i] = out
		}()
	}
	wait.Wait()
	var all []outcome
	for _, r := range results {
		all = append(all, r...)
	}
	return all
}

func answer(ctx context.Context, o options, name string, list []posed) ([]outcome, error) {
	d, err := opener.Open(ctx, db.Settings{}, filepath.Join(o.databases, name+".sqlite"))
	if err != nil {
		return nil, err
	}
	defer d.Close()
	x, err := schema.Build(ctx, d, schema.DefaultLimits)
	if err != nil {
		return nil, err
	}
	e := reader.New(x, d.Dialect())
	results := map[string]result{}
	var out []outcome
	for _, q := range list {
		out = append(out, answerOne(ctx, o, d, x, e, q, results))
	}
	return out, nil
}

type result struct {
	rows rows
	err  error
}

func answerOne(ctx context.Context, o options, d db.Database, x *schema.Index, e *reader.Engine, q posed, results map[string]result) outcome {
	execute := func(stmt *statement.Statement) (rows, error) {
		r, ok := results[stmt.SQL()]
		if !ok {
			r.rows, r.err = run(ctx, d, stmt, likeness.Digits)
			if len(r.rows) < 2000 {
				results[stmt.SQL()] = r
			}
		}
		return r.rows, r.err
	}
	out := outcome{posed: q}
	start := time.Now()
	out.readings = e.Readings(q.Input, start, o.readings)
	out.took = time.Since(start)
	gold, err := statement.Parse(q.Gold, d.Dialect(), x)
	if err != nil {
		return out
	}
	want, err := execute(gold)
	out.goldRan = err == nil
	for _, reading := range out.readings {
		got, err := execute(reading.Statement)
		trial := reader.Trial{Failed: err != nil}
		if err == nil {
			trial = reader.TrialOf(values(got))
		}
		out.trials = append(out.trials, trial)
		out.right = append(out.right, err == nil && out.goldRan && same(want, got, q.Gold))
	}
	return out
}

// writeFails lists the questions whose first reading is wrong, with the place of the first right one.
func writeFails(path string, outcomes []outcome) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	w := json.NewEncoder(f)
	w.SetEscapeHTML(false)
	for _, r := range outcomes {
		if !r.goldRan || len(r.right) > 0 && r.right[0] {
			continue
		}
		line := map[string]any{"id": r.ID, "db": r.DB, "class": class(r.Gold), "input": r.Input, "gold": r.Gold, "aside": aside(r.DB), "right": firstRight(r)}
		if len(r.readings) > 0 {
			line["got"] = r.readings[0].Statement.SQL()
			line["key"] = r.readings[0].Key
		}
		if k := firstRight(r); k >= 0 {
			line["wanted"], line["wantedKey"] = r.readings[k].Statement.SQL(), r.readings[k].Key
		}
		if err := w.Encode(line); err != nil {
			return err
		}
	}
	return nil
}

func firstRight(r outcome) int {
	for i, ok := range r.right {
		if ok {
			return i
		}
	}
	return -1
}
