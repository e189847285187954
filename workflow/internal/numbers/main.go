// Command numbers reads what `go test -bench` prints and puts beside each figure what must hold and what is aimed at
// (requirements §7 and the issues):
//
//	go test -run '^$' -bench . -benchmem ./dialog/... ./workflow/... | go run ./workflow/internal/numbers
//
// Benchmarks without a bound are listed below the table. It ends with code 1 when a figure that must hold does not, or is
// missing.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"
)

// bound is one figure: what it is, which benchmark's which unit measures it, what must hold and what is aimed at.
type bound struct {
	what      string
	benchmark string // a pattern of path.Match
	unit      string
	must, aim float64
	optional  bool // measured only where a server is there
}

const (
	micro = float64(time.Microsecond)
	milli = float64(time.Millisecond)
)

var bounds = []bound{
	{what: "intent detection, vocabulary of 100 tables, p95", benchmark: "BenchmarkDetect/*", unit: "p95-ns", must: 20 * micro, aim: 5 * micro},
	{what: "intent detection, allocations", benchmark: "BenchmarkDetect/*", unit: "allocs/op", aim: 2},
	{what: "context retrieval, p95", benchmark: "BenchmarkContext", unit: "p95-ns", must: milli, aim: 20 * micro},
	{what: "state update, p95", benchmark: "BenchmarkRecord", unit: "p95-ns", must: milli, aim: 20 * micro},
	{what: "routing and context of a turn, p95", benchmark: "BenchmarkBeginCommit", unit: "route-p95-ns", must: milli, aim: 20 * micro},
	{what: "recording and enrichment of a turn, p95", benchmark: "BenchmarkBeginCommit", unit: "commit-p95-ns", must: 2 * milli, aim: 40 * micro},
	{what: "Begin + Commit with instant makers, p95", benchmark: "BenchmarkBeginCommit", unit: "p95-ns", must: milli, aim: milli / 4},
	{what: "a turn with the embedded engine, p95, but for running its statement", benchmark: "BenchmarkTurn", unit: "p95-ns", must: 3000 * milli, aim: 20 * milli},
	{what: "a question on 1,000 tables of 20 columns", benchmark: "BenchmarkGenerateWide", unit: "ns/op", aim: 20 * milli},
	{what: "session of ten turns with real results, bytes", benchmark: "BenchmarkSession", unit: "bytes/session", must: 100_000, aim: 50_000},
	{what: "remembered parameters, in process: get, p95", benchmark: "BenchmarkRoom/in_process/get", unit: "p95-ns", must: 50 * micro, aim: 50 * micro},
	{what: "remembered parameters, in process: merge, p95", benchmark: "BenchmarkRoom/in_process/merge", unit: "p95-ns", must: 50 * micro, aim: 50 * micro},
	{what: "remembered parameters, in process: set, p95", benchmark: "BenchmarkRoom/in_process/set", unit: "p95-ns", must: 50 * micro, aim: 50 * micro},
	{what: "remembered parameters, Redis on loopback: get, p95", benchmark: "BenchmarkRoom/Redis_on_loopback/get", unit: "p95-ns", must: milli, aim: milli, optional: true},
	{what: "remembered parameters, Redis on loopback: set, p95", benchmark: "BenchmarkRoom/Redis_on_loopback/set", unit: "p95-ns", must: milli, aim: milli, optional: true},
	{what: "remembered parameters, Redis on loopback: a turn's get, merge and set, p95", benchmark: "BenchmarkRoom/Redis_on_loopback/sync", unit: "p95-ns", must: 2 * milli, aim: milli, optional: true},
	{what: "a session of 1,000 turns opens", benchmark: "BenchmarkOpenThousandTurns", unit: "ns/op", must: 100 * milli, aim: 100 * milli},
}

// result is one line of a benchmark: its name without the number of processors, and its figures by unit.
type result struct {
	name    string
	figures map[string]float64
}

func main() {
	missed, err := run(os.Stdin, os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "numbers:", err)
		os.Exit(1)
	}
	if missed {
		os.Exit(1)
	}
}

func run(in io.Reader, out io.Writer) (missed bool, err error) {
	results, failures, err := read(in)
	if err != nil {
		return false, err
	}
	w := tabwriter.NewWriter(out, 2, 8, 2, ' ', 0)
	fmt.Fprintln(w, "what\tmeasured\tmust\taim\t")
	used := map[string]bool{}
	for _, b := range bounds {
		worst, found := worstOf(results, b, used)
		switch {
		case found:
			verdict, bad := b.verdict(worst)
			missed = missed || bad
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", b.what, show(worst, b.unit), b.limit(b.must), b.limit(b.aim), verdict)
		case !b.optional:
			missed = true
			fmt.Fprintf(w, "%s\tnot measured\t%s\t%s\tMISSING\n", b.what, b.limit(b.must), b.limit(b.aim))
		}
	}
	fmt.Fprintln(w)
	for _, r := range results {
		if !used[r.name] {
			fmt.Fprintf(w, "%s\t%s\t\t\t\n", strings.TrimPrefix(r.name, "Benchmark"), show(r.figures["ns/op"], "ns/op"))
		}
	}
	for _, f := range failures {
		missed = true
		fmt.Fprintln(w, f)
	}
	return missed, w.Flush()
}

// read takes benchmark lines, and those that say that something failed.
func read(in io.Reader) (results []result, failures []string, err error) {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		line := lines.Text()
		if strings.HasPrefix(line, "--- FAIL") || strings.HasPrefix(line, "FAIL") {
			failures = append(failures, line)
		}
		if r, ok := parse(line); ok {
			results = append(results, r)
		}
	}
	return results, failures, lines.Err()
}

func parse(line string) (result, bool) {
	fields := strings.Fields(line)
	if len(fields) < 4 || !strings.HasPrefix(fields[0], "Benchmark") {
		return result{}, false
	}
	r := result{name: fields[0], figures: map[string]float64{}}
	if i := strings.LastIndexByte(r.name, '-'); i > 0 {
		if _, err := strconv.Atoi(r.name[i+1:]); err == nil {
			r.name = r.name[:i]
		}
	}
	for i := 2; i+1 < len(fields); i += 2 {
		v, err := strconv.ParseFloat(fields[i], 64)
		if err != nil {
			return result{}, false
		}
		r.figures[fields[i+1]] = v
	}
	return r, true
}

// worstOf is the largest figure of the benchmarks that a bound is about.
func worstOf(results []result, b bound, used map[string]bool) (worst float64, found bool) {
	for _, r := range results {
		v, measured := r.figures[b.unit]
		if ok, _ := path.Match(b.benchmark, r.name); ok && measured {
			used[r.name], found = true, true
			worst = max(worst, v)
		}
	}
	return worst, found
}

// verdict says how a figure stands; bad when it must be better.
func (b bound) verdict(v float64) (text string, bad bool) {
	switch {
	case b.must > 0 && v > b.must:
		return "NOT MET", true
	case v > b.aim:
		return "met, aim missed", false
	default:
		return "aim met", false
	}
}

// limit is a bound's figure, empty where there is none.
func (b bound) limit(v float64) string {
	if v == 0 {
		return ""
	}
	return show(v, b.unit)
}

func show(v float64, unit string) string {
	switch {
	case strings.HasSuffix(unit, "ns") || unit == "ns/op":
		return precise(time.Duration(v)).String()
	default:
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
}

// precise keeps three figures.
func precise(d time.Duration) time.Duration {
	unit := time.Duration(1)
	for d/unit >= 1000 {
		unit *= 10
	}
	return d.Round(unit)
}
